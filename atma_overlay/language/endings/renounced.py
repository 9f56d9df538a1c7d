"""What is done to something no more: *I gave up coffee*, *I stopped going to the gym*, *we dropped support for …*.

Read by the whole clause, word for word: what stands before it or behind it may make it an episode, a joke or another
thing, and nothing that is not known to leave it as it is may stand there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from atma_overlay import re2
from atma_overlay.language.candidates import BY_DOING, DOUBTED, Candidate
from atma_overlay.language.doubts.happened import dated_long_ago
from atma_overlay.language.endings.partings import retired
from atma_overlay.language.grammar.words import verb_lemma
from atma_overlay.language.scene import Scene

SIGNS = frozenset(
    """gave given quit cut swore sworn deleted uninstalled ditched packed stopped finished completed handed submitted
    anymore more longer job graduated dropped support""".split()
)
"""Words of which each of the rules takes one."""
_MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
_TIMES = (
    rf"(?:in|since|back in) (?:early |late |mid-?)?(?:{_MONTHS}|the (?:spring|summer|autumn|fall|winter)|\d{{4}})"
    r"(?: \d{4})?|yesterday|today|recently"
    r"|(?:last|this) (?:week|weekend|month|year|spring|summer|autumn|fall|winter|night|morning)"
    r"|(?:(?:a|one|two|three|four|five|six|a few|a couple of|\d+) (?:days?|weeks?|months?|years?) ago)"
    r"|(?:on|last) (?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day"
)
_BEFORE = (
    r"(?:(?:so|and|but|well|ok|okay|actually|also|finally|sadly|update|news|good news|btw|oh|yes|no|hey|hi|fyi"
    rf"|{_TIMES})[,:!]? )*"
)
"""What may open the sentence before the clause."""
_WHO = (
    rf"(?i:^{_BEFORE}|; |\b(?:so|and|but) )"
    r"(?:[Ww]e|[Ii])(?:['’]ve| have| just| finally| now| also| really| actually| recently)* "
)
_NAMED = r"(?P<thing>(?:[\p{L}\p{N}'’&.+-]+ ){0,3}?[\p{L}\p{N}'’&+-]*[\p{L}\p{N}+](?:\.\d+)*)"
"""What it is done to, by at most four words."""
_BEHIND = (
    rf"(?: (?:any ?more|any longer|at all|altogether|completely|entirely|for good|now|{_TIMES}"
    r"|for (?:my |health |medical |money )?(?:health|reasons|sake)))*"
    r"(?:$|[.,;!:–)]+(?:$|\s)| (?:because|so|since|and|but|though) )"
)
"""What may stand behind it."""
_TAKEN_BACK = re2.compile(
    r"(?i)\b(?:but|although|though|except|mostly|almost|not for long|then|again|fail\p{L}*|didn['’]t last|couldn['’]t"
    r"|went back|got back|back on|back to|caved|relapsed|nobody|by (?:accident|mistake)"
    r"|re-?(?:installed|joined|started|subscribed|stored|added)|brought|had to|or (?:did|was) it"
    r"|my (?:sister|brother|wife|husband|mum|mom|dad|friend|boss) did|joking|joke|not really"
    r"|for a (?:day|week|month|bit|while)|branch|had gone|last(?:ed|s)|only for|only in|it['’]s only|just (?:while|for)"
    r"|kidding|as if|no one|or so|tried|start(?:ed|ing) (?:up|back)|regret\p{L}*|more of it|(?:drink|eat|us)ing it"
    r"|new version|(?:sent|send) it back|rewrite|at least|i mean|that is|mind you|had an?)\b"
)
"""What, behind it, takes it back as often as not."""
_SET_OFF = re2.compile(r"^(?: (?:any ?more|now|for good))*[,:] ([\p{L}'’]+)")
_GOING_ON = frozenset(
    """i i'm i've i'd we we're we've it it's he she they you that's this my our his her their another
    somebody someone so because since which who what how can
    could any do does is are please thanks thank too sadly for as after finally yesterday today last""".split()
)
"""What opens a clause of its own behind it; anything else narrows it: *I gave up coffee, the instant stuff*."""
_HEARD_BEHIND = 120
UNTOLD = frozenset(
    """if unless wish would could might should imagine suppose pretend dream dreamt dreamed kidding once whenever every
    sometimes never almost nearly until before accidentally temporarily briefly show film book series story when
    tomorrow next plan weekdays weekends""".split()
)
"""Words of a sentence that tells of nothing that has happened for good, or not of the speaker."""
_OF_NOTHING = frozenset(
    """it that this these those them him her everything anything something nothing some any all both me you us my his
    their your our a an one two three too so much just only""".split()
)
"""What opens the name of no sort of thing."""


@dataclass(frozen=True, slots=True)
class _Wording:
    """A pattern with the group `thing`, and maybe its `owner`, the `verb` and the preposition behind that, `into`.

    Attributes:
        pattern: the whole clause.
        unit: the verb, as its lemma, where the pattern has none.
        bare: whether a thing that is pointed at (*the coffee*) is one portion of it.
    """

    pattern: re2._Regexp[str]
    unit: str = ""
    bare: bool = False


def _thing(before: str, *, owned: str = "the|my|our") -> re2._Regexp[str]:
    return re2.compile(rf"{_WHO}{before} (?:(?P<owner>{owned}) )?{_NAMED}{_BEHIND}")


_LEFT_OUT = rf"(?i:^{_BEFORE})(?:(?:just|finally|now|also) )*"
"""*Given up coffee*: who says so is left out."""
_WORDINGS = (
    _Wording(re2.compile(rf"{_LEFT_OUT}(?i:gave up|given up) (?:(?P<owner>the|my|our) )?{_NAMED}{_BEHIND}"), "give"),
    _Wording(_thing("(?:gave up|given up|quit|packed in)"), "give"),
    _Wording(_thing("(?:cut out|swore off|sworn off|ditched|deleted|uninstalled)"), "give", bare=True),
    _Wording(_thing(r"(?:stopped|quit|gave up|given up) (?P<verb>\p{L}+ing)(?: (?P<into>to|at|on|in|with))?")),
    _Wording(_thing(r"(?:don['’]t|do not|no longer) (?P<verb>\p{L}+)(?: (?P<into>to|at|on|in|with))?")),
    _Wording(_thing("(?:finished|completed)"), "finish"),
    _Wording(_thing("(?:handed in|submitted)"), "submit"),
    _Wording(
        _thing("(?:quit|left|lost|resigned from|packed in) (?:my|the) job (?P<into>at|in|with)", owned="the|a|an"),
        "work",
    ),
)
_NONE_LEFT = re2.compile(
    rf"(?i:^{_BEFORE})(?i:(?:there['’]?s|there is|we have|we['’]ve|we['’]ve got) )?(?i:no) {_NAMED}"
    rf"(?i: (?:any ?more|any longer)){_BEHIND}"
)
"""*No Trello any more, everything is in Notion*."""
_TODAY = frozenset("today tonight yesterday".split())
_BETWEEN = frozenset("after before on at in for during with more longer need point one matter way reason".split())
"""*No coffee after lunch any more*: of some of it; *no need any more* names nothing."""
_STOPPED_AND = re2.compile(r"\bstopped \p{L}+ing .*(?: and |: ?)$")
"""*I stopped watching TV and went to bed*: an occasion."""
_NO_MORE = re2.compile(r"\b(?:any ?more|any longer|no longer)\b")
_ACCOUNTS = (" account", " app", " profile", " subscription")
"""*I deleted my Instagram account*: with it, what it is of."""
_UNSUPPORTED = re2.compile(
    rf"(?i:^{_BEFORE})(?:[Ww]e|I|(?:[Oo]ur|[Mm]y|[Tt]he) (?P<doer>[\p{{L}}\d.-]+))"
    r"(?:['’]ve| have| has| just| finally| also| recently)*"
    r" (?:dropped|ended|removed|discontinued|axed|withdrew|withdrawn) (?:all |the |our |official )*support for "
    r"(?P<thing>[\p{Lu}\d][\p{L}\d+#-]*(?:\.\d+)*(?: [\p{Lu}\d][\p{L}\d+#-]*(?:\.\d+)*)*)" + _BEHIND
)
_EDUCATION = re2.compile(
    rf"(?i:^{_BEFORE})(?:I|i)(?:['’]ve| have| just| finally)* (?P<verb>graduated|dropped out of (?:my )?"
    r"(?:uni(?:versity)?|college|(?P<doer>art|law|medical|business) school|degree))"
    r"(?: (?:from|at) (?:the )?(?P<thing>\p{Lu}[\p{L}-]+))?" + _BEHIND
)
_FURTHER = re2.compile(r"(?i)\b(?:master(?:['’]?s)?|phd|postgrad\p{L}*|second degree|the (?:summer|year|week|day) i)\b")


def renounced(scene: Scene) -> Iterator[Candidate]:
    """What is done no more, each with the verb that tells so as its unit; `state.doings` knows what that is told of."""
    text, sentence = scene.sentence.text, scene.sentence
    if sentence.sentence.asks or not UNTOLD.isdisjoint(sentence.words) or '"' in text or "“" in text:
        return
    for wording in _WORDINGS:
        match = wording.pattern.search(text)
        found = match and _read(scene, wording, match)
        if match and found:
            yield _sure(found, _span(match, wording.pattern, "thing")[1], scene)
    none = _NONE_LEFT.search(text) if "no" in sentence.words and _TODAY.isdisjoint(sentence.words) else None
    if none is not None and not {x.lower() for x in none.group("thing").split()} & _BETWEEN:
        start, end = _span(none, _NONE_LEFT, "thing")
        yield _sure(_at(scene, none.group("thing"), start).but(attribute=""), end, scene)
    for pattern, unit in ((_UNSUPPORTED, "support"), (_EDUCATION, "study")):
        match = pattern.search(text)
        if match is None or (unit == "study" and _FURTHER.search(text)):
            continue
        group = "thing" if match.group("thing") else "verb"
        found = _at(scene, match.group(group), _span(match, pattern, group)[0]).but(
            unit=unit if group == "thing" else f"{unit} *"
        )
        yield _sure(found.but(doer=_doer(match)), _span(match, pattern, group)[1], scene)


def _span(match: re2._Match[str], pattern: re2._Regexp[str], group: str) -> tuple[int, int]:
    start, end = match.span(pattern.groupindex[group])  # it takes numbers only
    return start, end


def _doer(match: re2._Match[str]) -> str | None:
    doer: str | None = match.group("doer")
    return doer and doer.lower()


def _read(scene: Scene, wording: _Wording, match: re2._Match[str]) -> Candidate | None:
    groups = match.groupdict()
    if _STOPPED_AND.search(match.group(0)):
        return None
    thing, owner = groups["thing"], groups["owner"]
    verb = groups.get("verb")
    if verb is not None and _NO_MORE.search(match.group(0)) is None and not verb.endswith("ing"):
        return None
    done = wording.unit or verb_lemma((verb or "").lower()) or ""
    for account in _ACCOUNTS:
        if thing.endswith(account) and wording.unit == "give":
            thing, owner = thing.removesuffix(account), None
    if (
        not done
        or (wording.bare and owner)
        or thing.split()[0].lower() in _OF_NOTHING
        or "'s" in thing
        or "’s" in thing
    ):
        return None
    into = groups.get("into")
    return _at(scene, thing, _span(match, wording.pattern, "thing")[0]).but(unit=f"{done} {into}" if into else done)


def _at(scene: Scene, thing: str, start: int) -> Candidate:
    start += scene.sentence.sentence.start
    return retired(scene, thing, (start, start + len(thing))).but(attribute=BY_DOING)


def _sure(found: Candidate, end: int, scene: Scene) -> Candidate:
    """As sure as what follows leaves it, and as long ago."""
    start = scene.sentence.sentence.start + end
    behind = scene.turn.text[start : start + _HEARD_BEHIND]
    said = scene.sentence.lowered
    occasion = "because" in behind and (" stopped " in f" {said}" or f"the {found.value.lower()}" in said)
    doubted = occasion or _TAKEN_BACK.search(behind) is not None or _narrowed(behind)
    doubted = doubted or dated_long_ago(found, scene)
    return found.but(confidence=DOUBTED) if doubted else found


def _narrowed(behind: str) -> bool:
    match = _SET_OFF.search(behind)
    return match is not None and match.group(1).lower().replace("’", "'") not in _GOING_ON
