"""Wordings by which a sentence with a condition states no rule that is to stand, by where they are looked for.

The words are data (`no_rules.toml`); how they decide stands in `no_rules`.
"""

from __future__ import annotations

from atma_overlay import re2
from atma_overlay.word_lists import read_wordings

__all__ = [
    "BESIDE", "CAME_TO_NOTHING", "COUNTERFACTUAL", "DECIDED", "DENIED", "DONE_AWAY", "EITHER_WAY", "FOR_NOW",
    "FRONT", "IN_ANY_CASE", "KEPT", "LEAD", "LONG_PAST", "MAIN", "MEANT_THEN", "NOT_TAKEN_UP", "OF_ITSELF",
    "ONLY_WORDS", "OWN_WORDS", "PERHAPS", "SAID_BY_OTHERS", "SAYING", "STILL", "SURE_OF_IT", "TAIL", "UNMEANT",
    "WHATEVER", "following",
]  # fmt: skip

_GROUPS = read_wordings("no_rules.toml")
_NOT = r"(?:\bno longer|\bnot|n't|\bnever|\bhardly|\bno way(?: that)?|\bnowhere|\bneither|\bnor)"
_JOINS = (
    r"(?:and|but|so|though|although|well|because|yet|oh|sorry|no|hm+|lol|anyway|honestly|then again|thankfully"
    r"|at least)"
)
_BOUNDARY = rf"(?:(?:[,;:.!?()–—]| -)+ ?(?:{_JOINS},? )*| (?:and|but|so|though|although|because) )"
_OPENS = rf"^\W*(?:{_JOINS},? )*"
_ENDS = r"(?: (?:now|anyway|though|really|ever|either|at all|for good|by the way|of course|all the same|of me|then))*"
_ENDS += r"(?:\W*$|[,.;!?:)–—]| -| (?:and|but|so|since) )"
_POINTS = (
    r"(?:that|this|which|those days|that time|that rule|that idea|that plan"
    rf"|(?:the|that|this) (?:whole )?(?:{_GROUPS['plans']}|thing))"
)
_IS = r"(?:'s|'re| is| are| was| were|'ve| have| has)"
_HOW = (
    r"(?: (?:all|now|long|just|quite|simply|completely|dead|totally|both|plain|so|clearly|of course|since|no longer))*"
)

SAID_BY_OTHERS = frozenset(_GROUPS["said_by_others"].split("|"))
"""Verbs of what others do with words or thoughts that bind nobody."""
FRONT = re2.compile(
    rf"\b(?:{_GROUPS['no_more']}) (?:[\w-]+ )?(?:{_GROUPS['plans']})\b"
    r"|\bused to (?:be|have|say|think|plan|tell|believe|swear|mean|go|intend|hold|apply)\b"
    rf"|\b(?:{_GROUPS['once_upon']})\b"
    rf"|\b(?:the|my|our) (?:[\w-]+ )?(?:{_GROUPS['plans']}) (?:was|had been|used to be)\b"
    r"|\b(?:had|'d) (?:\w+ )?(?:planned|meant|intended|hoped|wanted|thought of|been going|been planning)\b"
    rf"|\b(?:{_GROUPS['in_their_view']})\b|\b(?:{_GROUPS['supposing']})\b"
    rf"|(?:^|[,.;:!?–—-] ?|\b(?:please|pls|just|now|and|then|you|to|can|could) )(?:{_GROUPS['do_away']})"
    rf" (?:\w+ ){{0,3}}?(?:{_GROUPS['done_away']})\b"
    r"|\b(?:everyone|everybody|people|folks?|others|most|many|some|they|someone|somebody"
    r"|(?:my|the|our|his|her|an?|some|one) (?:[\w'-]+ ){0,5}?[\w'-]+)"
    r"(?: (?:always|just|often|still|all|keeps?|simply|wrongly|tends? to|seems? to))*"
    r" (?:assum|suppos|presum|figur|imagin|reckon|believ|think|claim|insist|predict|swear|argu|fear)(?:e|es|ed|ing|s)?"
    r"(?: that\b| (?:i|we|my|our)\b| ?$)"
    r"|\b(?:bets?|dared?s?) (?:me|us)(?: \S+){0,3}? (?:that|i|to)\b"
    r"|^\W*(?:oh,? sure|yeah,? sure|sure,? and|yeah,? right|right,? and|as if)\b"
)
"""Anywhere before the condition: what was, what others hold, what is only supposed, asked to be deleted or mocked."""
UNMEANT = re2.compile(
    rf"\b(?:an?|the|one|some|only|just|sheer|complete|pure) (?:[\w-]+ )?(?:{_GROUPS['no_truth']}) (?:that|to say)\b"
    r"|\b(?:just|only|purely|merely|as) (?:as )?(?:an? )?(?:example|joke|hypothetical|idea|test|jest|laugh|tease)\b"
)
"""*It's a myth that …*, *just an example, but …*."""
DONE_AWAY = re2.compile(
    rf"\b(?:{_GROUPS['do_away']}) (?:\w+ ){{0,3}}?(?:{_GROUPS['plans']}|line|sentence|statement|thing|bit)"
    r" (?:that |which )?(?:says?|saying|that|about|reads?|to the effect that)\b"
    rf"|\b(?:{_GROUPS['do_away']}) (?:that|what|how|when) (?:i|we)(?:'ve|'d| have| had| ever)?"
    r" (?:said|told|mentioned|wrote|noted)\b"
)
"""*Scrap the note that says …*."""
STILL = re2.compile(r"\bstill (?:stands?|holds?|applies|apply|goes|valid|in force|true)\b")
"""*The old rule still stands: if …*."""
SURE_OF_IT = re2.compile(
    r"\b(?P<who>\w+)(?: is| are| was| were|'s|'re) (?:\w+ )?(?:convinced|adamant|sure|certain|positive|persuaded"
    r"|of the opinion|under the impression|dead set|insistent|keen|hoping|expecting)\b"
)
"""*My flatmate is convinced that if …*."""
MEANT_THEN = re2.compile(rf"\b(?:was|were) (?:\w+ )?(?:{_GROUPS['once_meant']})(?: to)?(?: (?P<act>\w+))?")
"""*I was going to switch if …*; *I was going to mention that if …* tells it."""
SAYING = frozenset(_GROUPS["saying"].split("|"))
LEAD = re2.compile(
    rf"\b(?:{_GROUPS['thinking']})(?:\b| ?$)|\b(?:{_GROUPS['wishing']})\b"
    r"|\b(?:i|we) (?:\w+ )?(?:take back|withdraw|retract|revoke)\b"
    rf"|{_NOT} (?:\w+ ){{0,2}}?(?:said|told|promised|agreed|claimed|meant|suggested|planned|intended|decided)\b"
    rf"|\b(?:there(?:'s| is| was| isn't any| is not any|'s not any) )?(?:no|not any|n't any|without|see no|zero)"
    rf" (?:\w+ )?(?:{_GROUPS['no_such']}) (?:that|to|of|for|whatsoever|whatever|in|at all|on)\b"
)
"""In what the rule hangs on: thought, wished, or said not to be said."""
DECIDED = re2.compile(r"\b(?:and|but) (?:\w+ )?(?:decided|agreed|settled|concluded|resolved|chose|know|found)\b")
"""*We've thought about it and decided that if …*."""
MAIN = re2.compile(
    rf"\b(?:{_GROUPS['thinking']})\b|\b(?:{_GROUPS['wishing']})\b|\b(?:{_GROUPS['turned_about']})\b"
    r"|\bgive\b.{1,40}? (?:some|a bit of|a little|another) thought\b|\b(?:take|have) (?:a|another) (?:\w+ )?look\b"
    r"|\b(?:i'll|we'll|will|i'd|and|should|could) think (?:about|of|over|it over)\b|\bhave a think\b"
    r"|\blook (?:at|into)\b"
)
"""In what is told to follow: only thought, wished or turned about."""
PERHAPS = re2.compile(rf"\b(?:{_GROUPS['perhaps']})\b(?P<not>n't| not| you)?")
DENIED = re2.compile(
    rf"{_NOT} (?:\w+ ){{0,2}}?(?:{_GROUPS['denied']})\b"
    rf"|\b(?:is|was|are|'s|would be|see|has|have|with) (?:\w+ )?no (?:\w+ )?(?:{_GROUPS['no_such']})"
    r" (?:that|to|of|for|why|on|in|whatsoever|between)\b|\bno (?:question|chance|way) that (?:my|our)\b"
    rf"|\b(?:{_GROUPS['turned_about']})\b"
)
NOT_TAKEN_UP = re2.compile(
    r"\b(?:(?:i|we)(?:'m| am|'re| are)?) (?:\w+ )?(?:won't|wouldn't|will not|would not|will never|would never|shan't"
    r"|not going to|not about to|never going to|not planning to|have no intention of|'ll never|'d never|no longer|don't"
    r"|(?:no longer|don't|do not|didn't|never) (?:intend|plan|want|mean|wish|have) to)"
    rf"(?: (?:just|suddenly|ever|simply|necessarily|automatically|then|go and))*"
    rf" (?:{_GROUPS['taking_up']})\b|\b(?:not going to|won't|wouldn't|never) (?:{_GROUPS['taking_up']})\b"
)
"""*I won't switch …*."""
WHATEVER = re2.compile(rf"\b(?:{_GROUPS['whatever']}) ?$")
"""Right before the condition: *even if …*."""
IN_ANY_CASE = re2.compile(rf"\b(?:{_GROUPS['in_any_case']})\b")
EITHER_WAY = re2.compile(rf"\b(?:{_GROUPS['either_way']})\b")
OF_ITSELF = re2.compile(rf"{_NOT} (?:\w+ )?be (?:because|on account|due to|down to|for that reason)\b")
"""*If I ever switch, it won't be because …*."""
COUNTERFACTUAL = re2.compile(
    r"\b(?:would|could|should|might|'d)(?:n't)? (?:\w+ )?have (?:\w+ly )?"
    r"(?:been|made|gone|got|had|become|told|sworn|taken|kept|left|lost|sold|sent|spent|put|built|held|meant|found"
    r"|bought|\w+ed|\w+en)\b"
    r"|\b(?:would|could|might|'d)\b[^.,;:]{1,60}\b(?:by now|today|already|these days|nowadays|right now|to this day)\b"
)
LONG_PAST = re2.compile(
    r"\b(?:back (?:in|then|when)|\w+ ago|at the time|last (?:year|month|week|spring|summer|autumn|winter)"
    r"|all those years|when (?:i|we) (?:was|were|had)|in (?P<year>(?:19|20)\d\d)|in my (?:twenties|teens|youth))\b"
)
BESIDE = re2.compile(
    r"(?:,| and| but)? ?\b(?:provided|providing|as long as|so long as|on (?:the )?condition|subject to|assuming|unless"
    r"|but only if|and only if|only (?:if|after|once)|\w+ permitting|pending"
    r"|with (?:[\w']+ ){1,3}?(?:blessing|approval|permission|okay|ok|consent|say-so)"
    r"|if)\b(?: (?:and|that|when))?(?: (?P<next>\w+))?(?: (?P<then>\w+))?"
)
"""A condition beside the one that is read: *…, provided my wife agrees*."""
ONLY_WORDS = re2.compile(
    rf"\b(?:{_GROUPS['only_words']})\b[^.!?]{{0,60}}?(?:: ?|\b(?:like|says?|said|saying|reads?|goes|reading|called|take"
    r"|is|with)(?: (?:that|this|these|one|the following|as follows|words|sentence))*,?:? ?)[\"'“‘(]?$"
)
"""Right before the rule: what it is only the wording of."""
OWN_WORDS = re2.compile(rf"(?:{_GROUPS['own_words']})\b[^.!?\"“”]{{0,40}}\W*$")

_JESTING = r"(?:(?:i|we|it)(?: was|'m| am|'s| were|'re| are)? )?(?:only |just )?"
_NO_LONGER = r"(?:no longer|doesn't|does not|didn't|never|won't|is no longer|isn't|wasn't)"
_TURNED_DOWN = (
    rf"(?:{_GROUPS['turns_down']}){_ENDS}|not\W*$|(?:{_GROUPS['turns_down_on']})\b|{_JESTING}(?:{_GROUPS['in_jest']})\b"
    rf"|{_POINTS} (?:was|used to be|had been) (?:only |just |once )?(?:the|my|our) (?:\w+ )?(?:{_GROUPS['plans']})\b"
    rf"|(?:they|he|she|you|everyone|people|everybody|that|it|this|which){_IS}{_HOW} (?:{_GROUPS['wrong']}){_ENDS}"
    rf"|(?:(?:i|we)(?:'ve|'d| have| had|)|that's what|which)(?: (?:since|now|just|already|all|both|long since|i've))*"
    rf" (?:{_GROUPS['given_up']})\b|{_POINTS}{_IS}{_HOW} (?:{_GROUPS['over']}){_ENDS}"
    rf"|(?:it|that|this|which|{_POINTS}) {_NO_LONGER} (?:\w+ )?(?:appl(?:y|ies|ied)|holds?|held|valid|in force|counts?"
    rf"|stands?|true|happen(?:ed|s)?)\b|(?:not|no) (?:any ?more|longer|any longer){_ENDS}"
    rf"|(?:it |that |this |which )?(?:{_GROUPS['ended']}){_ENDS}"
)
CAME_TO_NOTHING = re2.compile(
    rf"^\W*(?:the|my|our|that) (?:[\w-]+ )?(?:{_GROUPS['plans']}) (?:that|to|about|of|where|by which)\b.*"
    rf" (?:{_GROUPS['ended']}|(?:is|was|has been|are|'s)(?: \w+)? (?:{_GROUPS['over']}))\W*$"
)
"""*The deal that … fell through*."""
TAIL = re2.compile(rf"{_BOUNDARY}(?:{_TURNED_DOWN})")
_NEXT = re2.compile(rf"(?:{_OPENS}|{_BOUNDARY})(?:{_TURNED_DOWN})")
_KEEPS = (
    rf"(?:{_GROUPS['keeping']}) (?P<kept>[\w'.-]+)"
    r"|(?P<stays>[\w'.-]+) (?:stays|remains|it is|it stays|wins|won)\b"
)
_THEREFORE = r"(?:^|[,;.–—-] ?| )(?:so|but|and so|no|nah|anyway),? it(?:'s| is| stays| remains|'ll stay)(?: still)?"
KEPT = re2.compile(rf"(?:{_OPENS}|{_BOUNDARY})(?:{_KEEPS})|{_THEREFORE} (?P<as_it_is>[\w'.-]+)")
FOR_NOW = re2.compile(rf"\b(?:{_GROUPS['for_now']})\b")


def following(said: str) -> bool:
    """Whether the sentence behind a rule, in lower case, turns it down or takes it back.

    Args:
        said: that sentence.
    """
    return _NEXT.search(said) is not None
