"""Verbs of parting said of something else: who leaves early comes back, and a dropped phone is still had."""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay import re2
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.phrases import Phrase
from atma_overlay.language.grammar.signs import WORDINGS, Sign
from atma_overlay.language.grammar.stretches import end_of_clause, token_at
from atma_overlay.language.grammar.tokens import Span
from atma_overlay.language.turn import ReadSentence

_OCCASIONS = (
    "conference|meeting|weekend|holiday|vacation|wedding|trip|visit|appointment|interview|funeral|concert|festival|match"
    "|party|dinner|lunch|break|walk|run|while|bit|moment|morning|afternoon|evening|night|day|week|fortnight|month|smoke|coffee|event|workshop|retreat|tour"
    "|race|game|show|hike|errand|emergency|business|work|school"
)
_HOUR = "(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
_STEPPED_OUT = re2.compile(
    r"\b(?:leave|leaving|left) (?:[^,.;:!?]{1,60}? )?"
    rf"(?:early|late|on time|in a (?:hurry|rush)|at (?:\d[\d:.]*|{_HOUR}|noon|midnight|dawn|lunchtime"
    r"|half past|quarter)"
    r"|this (?:morning|afternoon|evening)|tonight|last night|before (?:dawn|lunch|noon|dinner)"
    r"|after (?:lunch|dinner|work)"
    rf"|for (?:(?:a|an|the|my|our|some|another) )?(?:[\w-]+ )?(?:{_OCCASIONS}))\b"
)
"""Who leaves early, or for a wedding, comes back."""
_STEPS_OUT = Sign(_STEPPED_OUT.pattern, family=WORDINGS)


def not_parted(sentence: ReadSentence) -> list[Span]:
    """The stretches, as offsets into the text, whose verb of parting parts from nothing.

    *I left Norvane early today*, *dropped my phone in the sink*, *the gym was shut today*, *bought and returned*.

    Args:
        sentence: as read.
    """
    return [*_stepped_out(sentence), *_set_down(sentence), *_given_back(sentence)]


_TRIED = (
    r"tried|(?:started|began) (?:using|driving|taking|with)|switched to|moved to|migrated to|went with|changed to"
    r"|upgraded to"
)
_TAKEN_UP = re2.compile(
    rf"\b(?:{_TRIED}|bought|got|ordered|picked up|downloaded|installed|adopted|joined|signed up (?:for|to|with)"
    r"|subscribed to)\b"
)
_TRIED_OUT = re2.compile(rf"\b(?:{_TRIED})\b")
_GIVEN_BACK = re2.compile(
    r"\b(?:(?:sent|took|gave|brought|shipped|handed) (?:it|them|that|her|him|the \w+) (?:straight |right )?back"
    r"|return(?:ed|ing) (?:it|them)|uninstall(?:ed|ing) it|cancel(?:l?ed|l?ing) (?:it|the order)|delet(?:ed|ing) it)\b"
)
_GONE_BACK = re2.compile(
    r"(?i)\b(?:went|switched|moved|came|gone|switching|going|moving) (?:straight |right )?back to "
    r"((?:(?:the|my|our) old )?\S+)"
)
_BACK = Sign(_GIVEN_BACK.pattern, _GONE_BACK.pattern, family=WORDINGS)


def _given_back(sentence: ReadSentence) -> Iterator[Span]:
    """*Bought a Ravenna, hated it, sent it back*, *tried Emacs but went back to Vim*: what was had for a while."""
    said, taken_up = sentence.said, _TAKEN_UP
    if not sentence.shows(_BACK, said) and not sentence.shows(_BACK, sentence.text):
        return
    returned = _GIVEN_BACK.search(said)
    if returned is None:
        returned, taken_up = _GONE_BACK.search(sentence.text), _TRIED_OUT
        if returned is None or not (returned.group(1)[:1].isupper() or " old" in returned.group(1)):
            return  # went back to school
    taken = taken_up.search(said)
    if taken is not None and taken.start() < returned.start():
        yield sentence.sentence.start + taken.start(), sentence.sentence.start + returned.start()


def _stepped_out(sentence: ReadSentence) -> Iterator[Span]:
    """*I left Norvane early today*, *leaving Leeds for a wedding*: no parting."""
    said = sentence.said
    for match in _STEPPED_OUT.finditer(said) if sentence.shows(_STEPS_OUT, said) else ():
        start = sentence.sentence.start + match.start()
        at = token_at(sentence, start)
        clause = next((c for c in sentence.clauses if c.verb_start <= at < c.verb_end), None)
        somebody = clause is not None and clause.subject is not None and _somebody(clause.subject)
        if clause is None or (clause.subject is not None and not somebody):
            continue  # my flight leaves at 9:15
        if clause.subject is not None and clause.subject.pronoun is None:
            start = min(start, clause.subject.tokens[clause.subject.start].token.start)
        yield start, max(end_of_clause(sentence, token_at(sentence, start)), sentence.sentence.start + match.end())


def _somebody(subject: Phrase) -> bool:
    if subject.pronoun is not None:
        return subject.pronoun != "it"
    return subject.is_name or subject.head_lemma in w.KIN or subject.head_lemma in w.ACQUAINTANCES


_DAY = "(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_LET_FALL = (
    r"\bdropp(?:ed|ing) (?:my|our|the|a|an|his|her|their) (?:[\w'-]+ ){1,2}?"
    r"(?:in|into|on|onto|down|behind|under) (?:the|my|our|a|his|her|some)\b"
)
"""*Dropped my phone in the sink*."""
_LEFT_LYING = (
    r"\bleft (?:my|our|the|his|her) (?P<kept>[\w'-]+)(?: [\w'-]+)?? "
    r"(?:at|in|on|behind|under|by|next to|over at) (?:the|my|our|a|home|work|school|his|her|[\w-]+'s)\b"
)
"""*Left my keys at the office*."""
_SHUT_FOR_NOW = (
    r"\b(?:shut|closed) (?:today|now|right now|at the moment|tonight|early|until|till|at \d"
    r"|for (?:the|a|today|now|repairs?|refurb\w*|renovations?)"
    rf"|on {_DAY}s?|this (?:morning|afternoon|evening|week|weekend))\b"
)
"""*The gym was shut today*."""
_CALLED_OFF_ONCE = (
    r"(?:is|'s|was|are|'re|were|been|gets?|got) (?:(?:now|just|only|also|all|been|being|again|\w+ly) )?"
    r"(?:cancell?ed|called off|off|postponed|suspended|paused"
    r"|skipped|on hold) (?:just |only )?"
    rf"(?:this|today|tonight|tomorrow|next|on {_DAY}|for (?:today|now|a|the|this|one))\b"
)
"""*Yoga is off this week*."""
_DROPPED_OFF = (
    r"\bdropp(?:ed|ing) (?:[\w'.-]+ ){1,3}?"
    r"(?:off\b|home\b|(?:at|by|near|outside) (?:the|my|our|his|her|a|school|work)\b)"
)
"""*Dropped Noor at the station*."""
_LOST_FOR_A_WHILE = (
    r"\blost (?:[\w'.-]+ ){1,4}?for (?:an?|about an?|half an?|a few|two|three|several) "
    r"(?:second|minute|moment|hour|bit|while|day|night)s?\b"
)
"""*Lost Rex for an hour in the park*."""
_SEEN_OFF = (
    r"\b(?:say|said|saying|wav(?:e|ed|ing)|kiss(?:ed|ing)?) (?:goodbye|good-bye|farewell|bye)(?: to)? "
    r"(?:my |our )?[\w'.-]+ "
    r"(?:at|outside|by|from|until|till|before|in front of|for (?:a|the|now|two|three|\d+)) "
)
"""*We said goodbye to Noor at the gate*."""
_OUT_FOR_NOW = (
    r"(?:is|'s|was|are|'re|were|be|been) (?:still |currently |again |also |just )?(?:out|away|off|gone) "
    r"(?:of (?:the )?office|of town|sick|ill|till|until|today|tomorrow|tonight|this|next|"
    rf"on (?:leave|holiday|vacation|pto|sick|parental|maternity|paternity|business|{_DAY})"
    r"|for (?:today|now|the (?:day|week|weekend|afternoon|morning)"
    r"|an? (?:hour|day|week|while|month|meeting|few)|(?:two|three|a few|a couple of)))\b"
)
"""*Priya is out of office till Monday*."""
_LEFT_SO = (
    r"\bleft (?:it|them|this|that|everything|(?:the|his|her|their|a|an|his own) [\w'-]+) (?:\w+ )?"
    r"(?:open|unlocked|on|off|empty|running|unfinished|behind|alone|blank|unanswered|unread|half|as is)\b"
)
"""*Priya left it open*."""
_ONE_OF_MANY = (
    r"\b(?:cancell?(?:ed|ing)|dropp(?:ed|ing)|skipp(?:ed|ing)|miss(?:ed|ing)|call(?:ed|ing) off) "
    rf"(?:(?:this|next|last) {_DAY}(?:'s)?|{_DAY}'s)"
)
"""*Cancelled Thursday's run*."""
_BROKEN_DOWN = (
    r"\bbroken? down\b|\bdied (?:on (?:me|us)\b|half-?way|during (?:the|my|a|our) (?:demo|meeting|call|presentation"
    r"|ride|drive|flight|game|exam|set|shift|session|race)|on the (?:train|bus|motorway|highway|road|commute))"
)
"""*My phone died on the train*: it is charged or mended."""
_SHUT_DOWN = (
    r"\b(?:quit|quitting|exited|exiting|closed|closing|killed|killing) (?:[\w'.-]+ ){1,3}?"
    r"to (?:(?:free|save|clear) (?:up )?(?:some |up |the )?(?:memory|ram|battery|power|space|data|cpu|cache|resources"
    r"|bandwidth)|restart|reload|update|reboot|reset)"
)
"""*Quit Sublime to free some memory*."""
_BROKEN_OFF = (
    r"\b(?:quit|stopped|left|abandoned|cancell?ed|lost) (?:the|a|my|our|this|today's) (?:[\w'-]+ ){1,2}?(?:match|game"
    r"|race|session|round|set|tournament|final|meeting|call|party|quiz|hike)\b"
)
"""*Quit the tennis match early*."""
_ONE_CALLED_OFF = (
    r"\bcancell?(?:ed|ing) (?:the|an?|my|our|this|today's|tonight's|tomorrow's) (?:[\w'-]+ ){1,2}?(?:class|lesson"
    r"|appointment|booking|slot|reservation|order|delivery|transfer|visit|ticket|workout|ride|consultation|check-?up)\b"
)
"""*Cancelled my FitX class*."""
_BEGUN_ANEW = (
    r"\b(?:quit|exited|closed|killed|stopped|left|deleted|uninstalled|removed|cancell?ed|dropped|sold|disconnected) "
    r"(?:(?:[\w'.-]+ ){1,4}?and (?:then |later |quickly |immediately )?(?:re-?(?:start|open|launch|load|install|join"
    r"|boot|subscrib|connect|bought|enabl|activat)\w*(?: (?:it|them|him|her|later|again))*"
    r"|(?:came|went) (?:right )?back)"
    r"(?:$|[.,;!?])|and (?:then )?re-?(?:start|open|launch|load|install|boot)ed\b [\w'.-]+)"
)
"""*Quit Sublime and restarted it*."""
_LEFT_AT_HOME = (
    r"\bleft (?:[\w'.-]+ ){1,2}?(?:at home|at (?:the|a|my|our|his|her) (?:vets?|vet's|kennels?|groomers?|daycare"
    r"|nursery|station|airport|gate|door|house|park|hotel|garage|cleaners?|workshop|mechanic'?s?|dealer'?s?|shop)"
    r"|(?:in|outside) the (?:car|van|garden|kitchen|house|garage|hallway|yard|hotel|boot|bathroom|bedroom|shop))\b"
)
"""*Left Biscuit at home*."""
_TURNS = r"(?:turn(?:ed|ing)?|switch(?:ed|ing)?|shut(?:ting)?|power(?:ed|ing)?|clos(?:ed|ing))"
_A_MACHINE = (
    "phone|mobile|laptop|computer|pc|mac|macbook|tablet|ipad|tv|telly|television|router|modem|printer|camera|console"
    "|playstation|xbox|servers?|machines?|monitor|screen|car|engine|heating|heater|boiler|oven|stove|alarm|lights?|lamp"
    "|fan|fridge|dishwasher|radio|speakers?|headphones|watch|devices?|desktop|workstation|nodes?|vm|wi-?fi|bluetooth"
)
_THE_MACHINE = rf"(?:my|our|the|his|her|all (?:my|our|the)) (?:[\w'-]+ ){{0,2}}?(?:{_A_MACHINE})"
_SWITCHED_OFF = rf"\b{_TURNS} (?:(?:off|down) {_THE_MACHINE}|{_THE_MACHINE} (?:off|down))\b"
"""*I've turned off my laptop*: it is turned on again."""
_OFF_FOR_NOW = (
    rf"\b{_TURNS} (?:(?:off|down) (?:[\w'.-]+ ){{1,3}}?|(?:[\w'.-]+ ){{1,3}}?(?:off|down) )(?:at \d|early\b|last night"
    r"|tonight|overnight|over (?:the )?(?:night|weekend|holidays|christmas)|this (?:morning|afternoon|evening)|during"
    r"|while|for (?:the|an?|my|our|today|tonight|now|maintenance|upgrades?)\b"
    r"|to (?:copy|restart|reboot|upgrade|update|patch|clean|fix|back|swap|test|install|sleep|focus|concentrate))"
)
"""*We shut down the server last night for maintenance*."""
_SOMEWHERE = (
    "(?:on|onto|in|into|against|under|next to|by|beside) (?:the|my|our|a|his|her) (?:[\\w-]+ )?(?:wall|floor|ground"
    "|grass|table|desk|sofa|couch|bed|chair|counter|shelf|stand|hook|side|hall|hallway|garage|corner|door|carpet)"
)
_A_THING = (
    f"{_A_MACHINE}|book|pen|cup|mug|glass|knife|fork|bag|guitar|violin|cello|bass|coat|jacket|racket|bat|weights?|needles"
    "|knitting|brush|bike|bicycle|skateboard|board|suitcase|backpack|desk|easel|piano|drums"
)
_SET_DOWN = (
    r"\b(?:put|putting|set|laid|lay|hung|hanging) (?:(?:down|up) (?:(?:my|our|the|his|her) (?:[\w'-]+ )?"
    rf"(?:{_A_THING})\b|(?:[\w'-]+ ){{1,3}}?{_SOMEWHERE}\b)"
    rf"|(?:my|our|the|his|her) (?:[\w'-]+ )?(?:{_A_THING}) (?:down|up|aside)\b)"
)
"""*I put down my guitar to answer the door*, *hung up my bike on the wall*."""
_STEPPED_AWAY = (
    r"\b(?:step(?:ped|ping)?|walk(?:ed|ing)?|back(?:ed|ing)?|mov(?:ed|ing)|turn(?:ed|ing)?) (?:away|back|off) from "
    rf"(?:my|our|the|his|her) (?:[\w'-]+ )?(?:{_A_THING})\b"
)
"""*I stepped away from my laptop*."""
_DEAD_TO_ME = r"\b(?:is|'s|was|are|'re|were) (?:\w+ )?dead to (?:me|us)\b"
_PASSING = (
    _OUT_FOR_NOW, _LEFT_SO, _SEEN_OFF, _DROPPED_OFF, _LOST_FOR_A_WHILE, _LET_FALL, _LEFT_LYING, _SHUT_FOR_NOW,
    _CALLED_OFF_ONCE, _ONE_OF_MANY, _BROKEN_DOWN, _SHUT_DOWN, _BROKEN_OFF, _ONE_CALLED_OFF, _BEGUN_ANEW, _LEFT_AT_HOME,
    _DEAD_TO_ME, _SWITCHED_OFF, _OFF_FOR_NOW, _SET_DOWN, _STEPPED_AWAY,
)  # fmt: skip
_DROPPED = re2.compile("|".join(_PASSING))
_DROPS = Sign(_DROPPED.pattern, family=WORDINGS)
_PARTED_FROM = frozenset(
    """job role position post place team course degree contract internship studies apartment flat house seat church band
    club company firm party union board""".split()
)


def _set_down(sentence: ReadSentence) -> Iterator[Span]:
    """*Dropped my phone in the sink*, *left my keys at the office*, *the gym was shut today*: still there."""
    if not sentence.shows(_DROPS, sentence.said):
        return
    replaced = any(c.verb in {"buy", "get", "order", "replace"} and c.done for c in sentence.clauses)
    for match in _DROPPED.finditer(sentence.said):
        if replaced or match.group("kept") in _PARTED_FROM:
            continue
        at = token_at(sentence, sentence.sentence.start + match.start())
        own = next((c for c in sentence.clauses if c.verb_start <= at < max(c.verb_end, c.end)), None)
        start = sentence.sentence.start + match.start()
        if own is not None and own.subject is not None:
            start = min(start, own.subject.tokens[own.subject.start].token.start)
        yield start, sentence.sentence.start + match.end()
