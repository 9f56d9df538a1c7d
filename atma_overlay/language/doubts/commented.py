"""What is said of a statement right behind it: *…, which isn't true*, *…. Just kidding!*, *… - that's only an idea*.

It stands at the end of the sentence, or opens the next one. Some of it takes back what was told, some only calls it
something that need not be so. Which words tell so is data (`imagined.toml`).
"""

from __future__ import annotations

import re
from bisect import bisect_left

from atma_overlay import re2
from atma_overlay.language.doubts.reported import WHO_KNOWS
from atma_overlay.language.grammar.pattern_set import PatternSet
from atma_overlay.language.grammar.tokens import Span
from atma_overlay.language.turn import ReadSentence, ReadTurn
from atma_overlay.word_lists import read_wordings

__all__ = ["called_in_doubt", "taken_back"]

_GROUPS = read_wordings("imagined.toml")
_OPENS = r"(?:,| ?[-–—:;(\[…]| ?\.\.+|^)\W*"
_CALLS = (
    r"(?:(?:and|but|or|well|ok|okay|oh|ha|haha|lol|wait|no|nah|nope|yeah|hmm?|er|um|now|there|sorry|hey"
    r"|at least|also|all right|alright),? )*"
)
_IT = (
    r"(?:(?:that|this|it|which|these|those|all of (?:that|it|this|which))(?:'s| is| was| are| were|'d be| would be)"
    r"|thats|its)"
)
_IS = r"(?:(?:that|this|it|which|these|those)(?:'s| is| are)|thats|its)"
_HOW = r"(?: (?:just|only|all|actually|really|literally|simply|totally|completely|mostly|of course|obviously|clearly))*"
_FIRST = r"(?:(?:that|this|those|these|such|which|every word of (?:that|it|this)|none of (?:that|it|this))\b|thats\b)"
"""What points at the statement as a whole; *it* may be any thing of it."""
_ASKING = (
    r"(?:(?:please|pls|can|could|would|will|you|how|someone|somebody|now|then|just|also|i've|we've|been|have"
    r"|had|was|is|are|do"
    r"|does|did|don't|what|need to|want to|wait|oops|say|make|there) ?,? ?){0,5}"
)
"""What a sentence opens with that asks for something to be done with the words before: *could you now put that …*."""
_NOT = r"(?:(?:that|this|it|which) (?:isn't|wasn't|is not|was not|ain't)|(?:that|this|it|which)'s not)"
_NOUN = r"(?: (?:the|a|an|my|our|one of|some|that|what))*(?: [\w'’-]+){0,2}?"
_TAKEN_BACK = (
    r"^\W*(?:nope|nah|not)\W*$",
    rf"{_OPENS}{_CALLS}{_IT}{_HOW}(?: \w+)?? (?:{_GROUPS['untrue']})[)\]]?\W*(?:$|[,.;])",
    rf"{_OPENS}{_CALLS}{_NOT}{_HOW} (?:(?:true|right|correct|accurate|real|the case)\b"
    r"|so(?:[.,;:!?)]|$| (?:at all|yet|any ?more|and|but)\b))",
    rf"{_OPENS}{_CALLS}{_IT}{_HOW}{_NOUN} (?:{_GROUPS['unreal_things']})\b",
    rf"{_OPENS}{_CALLS}(?:{_GROUPS['take_backs']})\b",
    rf"{_OPENS}{_CALLS}(?:that|this|it|which)(?: (?:would|will|is|was|'s|'ll"
    rf"|won't)[^,.;]{{0,40}})?(?: but)?(?: is| will| has)?"
    r" (?:never going to|not going to|never|won't) (?:going to )?(?:happen|be|come true)\b",
    r"(?:,| ?[-–—(]) ?or so (?:it|the [\w ]{1,20}?) (?:says?|said|goes)\b",
    r"(?:,| ?[-–—(]) ?(?:or|at least)(?: so| at least)? (?:so )?(?:i|we) (?:had |just |only |have )?"
    r"(?:thought|told \w+|pretend|pretended|claimed|claim|assumed|believed|like to (?:think|pretend|imagine)"
    r"|imagined?)\b",
    r"(?:,| ?[-–—(]) ?or (?:that|this)(?:'s| is| was)(?: \w+)?? what (?:i|we)\b",
    r"(?:,| ?[-–—(]) ?(?:i|we) (?:\w+ ){0,2}?(?:almost|nearly|jokingly) (?:said|wrote|told|typed|posted|texted)\b",
    r"\blying through (?:my|our) teeth\b",
    rf"[(\[](?:[^()\[\]]* )?(?:{_GROUPS['asides']}|lorem ipsum|placeholder|d&d|sims)(?:[^\w()\[\]]"
    r"|[ ,][^()\[\]]*)?[)\]]\W*$",
    rf" [-–—] (?:just |only |purely )*(?:an? |the )?(?:{_GROUPS['asides']})\W*$",
)
_ASKED_BACK = (
    r"(?:,| ?[-–—:(]) ?(?:right|correct|true or false|yes or no|yeah|huh|eh|innit|isn't it|am i (?:right|wrong)"
    r"|or (?:am i|not|have i|did i|isn't it"
    r"|is it)[^?.!]*|(?:is|isn't) (?:that|this|it) (?:what|right|correct|true|so|on file|in your)[^?.!]*)\?",
)
"""*I live in York, right?*: to be confirmed; who asks so takes it for granted."""
_IN_DOUBT = (
    rf"{_OPENS}{_CALLS}{_FIRST}[^.!?]{{0,80}}\b(?:{_GROUPS['of_no_fact']})\b",
    rf"{_OPENS}{_CALLS}{_ASKING}(?:put|turn|turned|make|made|read|say|said|type|typed|fed|write|wrote|spell|use"
    r"|send|sent|told|tell|render"
    r"|rehearsing|rehearsed|practi[cs]ing|practi[cs]ed|post|posted|quote|quoted|reciting|recite|learn|learning"
    r"|record|repeat|repeating)"
    rf"(?: (?:back|out|up|down|over|\w+))?? (?:that|this|it|those)\b[^.!?]{{0,60}}\b(?:{_GROUPS['of_no_fact']})\b",
    r"^\W*(?:please |pls )?(?:translate|rephrase|reword|proofread|paraphrase|subtitle|spell-?check)"
    r" (?:this|that|it|to|into|in)\b",
    rf"{_OPENS}(?:an?|the|not a) (?:\w+ )?(?:{_GROUPS['statements']}) (?:which|that|i|we|he|she|they|my|you)\b",
    r"^\W*(?:(?:ok(?:ay)?|hm+|well|oh|wait|oops|nah|er|erm|um|uh|sorry|hang on|hold on|actually)\W+)+(?:no|not|nah"
    r"|nope|ignore|wrong|never mind|nevermind|forget)\b",
    r"^\W*(?:you|the bot|siri|alexa|chatgpt|the app) (?:just |only )?(?:said|told me|wrote|claimed"
    r"|made up) (?:that|this|it)\b",
    r"^\W*i (?:just |only )?(?:said|told|typed|wrote|posted|made)\b[^.!?]{0,40}\b(?:that|it"
    r"|this)\b[^.!?]{0,20}?(?: so (?:that )?(?:he|she|they|it)\b| as an? | to get | to avoid | to make "
    r"| for a laugh)",
    rf"{_OPENS}{_CALLS}{_IT}{_HOW} (?:to see (?:if|whether|how|what)|to test|a test|for a test|to check)\b",
    r"^\W*(?:my|the|some|our) (?:[\w'’-]+ ){1,2}(?:typed|wrote|sent|posted|made up|dictated) (?:that|this|it)\b",
    r"^\W*(?:would|did|could) you (?:have )?(?:fall(?:en)? for|believe|buy|bought|believed|guess(?:ed)?) (?:that"
    r"|it|this)\b",
    r"^\W*(?:just |please )?(?:say|pretend|imagine|assume|suppose|let's (?:say|pretend|assume)"
    r"|make believe) (?:that|this|it)(?:'s| were| was| is)\b",
    rf"{_OPENS}{_CALLS}{_IT}{_HOW} what (?:i|we)(?:'m| am|'d| would|'re)?(?: \w+)?? (?:hoping|hope|love|like|want"
    r"|wish|dream|plan|planning)\b",
    rf"^\W*(?:(?:the|my|our|an?) )?(?:{_GROUPS['of_no_fact']})\b[^.!?:]{{0,60}}\b(?:that|this|it)\b",
    r"^\W*(?:regression|test|edge) cases?\b|^\W*expected (?:result|output)\b",
    r"^\W*is (?:the|that|this|it)\b[^.!?]{0,40}\b(?:comma|grammar|grammatical|spelling|wording|phrasing|sentence"
    r"|idiomatic|correct)\b",
    r", (?:i|we) (?:fibbed|lied|joked|bragged|boasted|bluffed|pretended)\b",
    r", (?:the|my|our|your|his|her|some|one|a|an) (?:[\w'’-]+ ){0,2}?[\w'’-]+ (?:claims?|insists?|thinks?|swears?"
    r"|reckons?|boasts?|alleges?|believes?"
    r"|maintains?)\b",
    rf"{_OPENS}{_CALLS}{_IS} (?:just|only|merely|nothing but|no more than|but) (?:an? |one "
    rf"|the )?(?:\w+ )?(?:{_GROUPS['only_things']})\b",
    rf"{_OPENS}{_CALLS}{_IT}{_HOW}(?: [\w'’-]+){{0,6}}? (?:i|we)(?:'m| am|'re"
    rf"| are)?(?: \w+)?? (?:{_GROUPS['weighing']}|{_GROUPS['dropped']})\b",
    rf"{_OPENS}{_CALLS}{_IT}{_HOW} (?:option|plan|scenario|variant|idea) (?:one|two|three|four|[a-z]|\d+|number \w+)\b",
    rf"{_OPENS}{_CALLS}{_IT}{_HOW} what (?:i|we|you|the bot|the \w+|it|its?|my)(?:'d|'ll|'ve)? (?:\w+ )?(?:have "
    r"|has |had "
    r"|should |would |will )?(?:been )?"
    r"(?:say|says|said|saying|answer|answers|told|tell|telling|had|has|have|wrote|write|put|claim|claimed|claims)\b",
    rf"{_OPENS}{_CALLS}(?:that|this|which)(?:'d| would)(?:'ve| have)? (?:be|been) ",
    rf"{_OPENS}{_CALLS}(?:would|should|could|does|might) (?:that|this|it)(?: \w+)? (?:be|sound|make"
    rf"|work)\b.*\b(?:{_GROUPS['moves']}|sense|wise|smart|good|bad|crazy|sensible|okay|ok|work)\b",
    rf"{_OPENS}(?:please |can you |could you |now )*(?:rewrite|rephrase|translate|proofread|paraphrase"
    r"|reword) (?:this|that|it|the)\b",
    rf"{_OPENS}(?:please |just )*(?:ping|tell|remind|nudge|alert|notify|text|call) me (?:when|once|the moment"
    r"|as soon as|if) (?:that|this|it)\b",
    r"(?:,| ?[-–—(]) ?(?:if you (?:believe|ask|trust|listen to)|according to|judging by|by the looks of) (?:the "
    r"|my |our |a |an |some )?"
    r"(?:[\w'’-]+ ?){1,5}(?:,? (?:that|which|who) .*)?[)\]]?\W*$",
    r"(?:,| ?[-–—(]) ?if (?:[\w'’-]+ ){1,4}?(?:is|are) to be (?:believed|trusted)",
    r", (?:says?|said|claims?|claimed|thinks?|insists?|reckons?|writes?|wrote) (?:the|my|our|some|a"
    r"|an) (?:[\w'’-]+ ?){1,3}(?:, who\b.*)?\W*$",
    r", (?:he|she|they|my \w+|the \w+) (?:said|wrote|says|claims|claimed|told|insisted|announced) (?:in|on|to"
    r"|at) [\w'’ -]+\W*$",
)
_NEAR = 30
"""Characters behind a comment in which it may still be put right: *it was only a rumour for ages*."""
_BACK, _DOUBT = re2.compile("|".join(_TAKEN_BACK)), re2.compile("|".join(_IN_DOUBT))
_DOUBT_OR_ASK = re2.compile("|".join((*_ASKED_BACK, *_IN_DOUBT)))
_TAKES_BACK, _DOUBTS = PatternSet(*_TAKEN_BACK), PatternSet(*_IN_DOUBT)
_DOUBTS_OR_ASKS = PatternSet(*_ASKED_BACK, *_IN_DOUBT)
_STANDS = re2.compile(
    r"\b(?:no (?:more|longer|need|worries|problem|rush|hurry)|not (?:alone|only|just|far|bad)|no (?:joke|lie"
    r"|kidding|exaggeration|fib)|not (?:an?|kidding|joking|even) (?:\w+ )?(?:joke|lie|drill"
    r"|test|rumou?r|dream|exaggeration|prank)|not (?:kidding|joking)|n't (?:an?|kidding|joking) (?:\w+ )?(?:joke"
    r"|lie|drill|test|rumou?r|dream|exaggeration|prank)|if you ask me"
    r"|according to (?:plan|schedule|me)|for (?:ages|years|months|weeks|so long)|used to be|and (?:now|here) "
    r"|came true|come true at last|dreams? come true|been (?:my|our|a) |always been|no longer|went for it|we went"
    r"|(?:but|and|yet) it(?:'s| is) (?:real|true)|really happened|over now|never (?:better|happier|looked)"
    r")\b"
)
"""What says that it is so: *that's no lie*, *according to plan*."""


_REQUESTS = re2.compile(r"\b(?:please|pls|can you|could you|would you|will you)\b")
"""*I moved to York, can you update it? That would be great.*"""
_CITING = frozenset("according going says say said insists claims thinks believes reckons maintains".split())
"""By these a comment names whose word a statement is."""
_KNOWN_TO = re2.compile(
    r"^\W*(?:(?:you|we) (?:do |already |all )?(?:know|remember)|(?:i|we) (?:already |just |did )?(?:told|tell) you)\b"
)
"""*You know that I live in York now, right?*: it is so."""


def taken_back(sentence: ReadSentence, turn: ReadTurn) -> list[Span]:
    """What of a sentence is taken back behind it, as offsets into the text.

    Args:
        sentence: as read.
        turn: the utterance that it is of.
    """
    return _commented(sentence, turn, _TAKES_BACK, _BACK)


def called_in_doubt(sentence: ReadSentence, turn: ReadTurn, *, asked_back: bool) -> list[Span]:
    """What of a sentence is called something behind it that need not be so, as offsets into the text.

    Args:
        sentence: as read.
        turn: the utterance that it is of.
        asked_back: and what is asked to be confirmed.
    """
    if asked_back:
        return _commented(sentence, turn, _DOUBTS_OR_ASKS, _DOUBT_OR_ASK)
    return _commented(sentence, turn, _DOUBTS, _DOUBT)


def _commented(sentence: ReadSentence, turn: ReadTurn, sign: PatternSet, pattern: re2._Regexp) -> list[Span]:
    start, said = sentence.sentence.start, sentence.said
    if sign.found_in(said) and _KNOWN_TO.search(said) is None:
        for match in pattern.finditer(said):
            if match.start() > 0 and not _lets_stand(said, match):
                return [(start, start + match.start())]
    behind = _behind(sentence, turn)
    if behind is not None and sign.found_in(behind.said):
        match = pattern.search(behind.said)
        if match is not None and match.start() == 0 and not _lets_stand(behind.said, match):
            return [(start, sentence.sentence.end)]
    return []


def _lets_stand(said: str, match: re.Match[str]) -> bool:
    """Whether a comment says that it is so, or is by somebody whose word counts: *…, according to my doctor*."""
    words = {x.strip(".,;:!?()") for x in match.group().split()}
    if not words.isdisjoint(WHO_KNOWS) and not words.isdisjoint(_CITING):
        return True
    return _STANDS.search(said[match.start() : match.end() + _NEAR]) is not None


def _behind(sentence: ReadSentence, turn: ReadTurn) -> ReadSentence | None:
    """The sentence that stands behind one; what is said behind a request is said of that."""
    if sentence is turn.sentences[-1] or _REQUESTS.search(sentence.said) is not None:
        return None
    place = bisect_left(turn.sentences, sentence.sentence.end, key=lambda x: x.sentence.start)
    return turn.sentences[place] if place < len(turn.sentences) else None
