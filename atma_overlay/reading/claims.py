"""Whether a query takes a value for granted, or only names it.

*Since I live in Leeds*, *my Leeds gym* and *do I still live in Leeds?* presuppose something of the speaker; *which
train goes to Leeds?* presupposes nothing, and may not be blocked for where the speaker lives.
"""

from __future__ import annotations

from atma_overlay import re2
from atma_overlay.language.grammar.words import ACQUAINTANCES, KIN
from atma_overlay.records import Statement
from atma_overlay.values.normal import fold_case
from atma_overlay.values.terms import terms, words

_ASKING = re2.compile(
    r"(?i)\b(?:do|can|could|should|would|will|may|shall|did|must) (?:i|we)\b|"
    r"\b(?:tell|give|find|show|remind|help|get|recommend|suggest|let|teach|draft|write|for) (?:me|us)\b|"
    r"\bi (?:want|need|would like|['’]d like|was wondering|wonder)\b|\bi['’]d like\b"
)
"""What only asks: it says nothing of who asks."""
_SPEAKER = frozenset("i i'm i've i'd my mine me we we're we've our ours us".split())
_GROUND = re2.compile(
    r"(?i)(?:^|[,;:.!?–—-] ?|\band )(?:since|because|as an?|as (?:i|we|my|our)|given|seeing|considering|with|what with|"
    r"now that|being|living|working|having|using|renting|owning|studying|dating|reporting to|training at|banking with|"
    r"still)\b|\b(?:the|my|our) usual\b|\bstill\b|,\s+(?:now(?: that)?|given|seeing|what with)\b"
)
"""What opens a ground: what stands behind it is taken for granted."""
_DIRECTION = frozenset("to towards toward into about than like versus vs or visit see from".split())
_STAY = frozenset(
    """visit trip holiday vacation weekend flight fly train bus hotel hostel airbnb conference meeting interview wedding
    travel stop tour stay stopover layover concert match ticket weather forecast""".split()
)
_LIVES = frozenset("home_city living_arrangement live_in live_at be_in".split())
_GONE_TO = _LIVES | {"employer", "school", "work_city"}
_HOME = frozenset("live living based home flat house apartment place address".split())
_AT_WORK = frozenset("colleagues coworkers colleague coworker teammates boss manager".split())
_WHOM = KIN | ACQUAINTANCES | frozenset({"her", "him", "them"})


def claims(query: str, statement: Statement, *, askers: frozenset[str] = frozenset({"user"})) -> bool:
    """Whether a query that names the statement's value takes it for granted.

    Args:
        query: as asked.
        statement: what was said, of the value that the query names.
        askers: whom *I* may stand for in it.
    """
    own = set(terms(statement.value))
    if statement.slot.subject not in askers and _is_gone_to(query, statement):
        return False
    if set(terms(statement.slot.subject)) & (set(terms(query)) - own):
        return True
    spoken = bool(_SPEAKER & set(_words(query)))
    ground = _GROUND.search(query)
    if ground is not None and (spoken or ground.group().lower() != "still"):  # is MySQL still free?
        behind = _asked_beside(query, statement.value, ground.end())
        if behind is None or _GROUND.search(behind) is not None:
            return True
        query = behind
        spoken = bool(_SPEAKER & set(_words(query)))
    named = set(terms(query))
    about = (set(terms(statement.slot.attribute.replace("_", " "))) | set(terms(statement.evidence))) - own
    if spoken and about & (named - own):
        return True
    if _governed(query, statement):
        return False
    if statement.slot.attribute in _LIVES and set(terms(" ".join(_STAY))) & named:
        return False
    return bool(_SPEAKER & set(_words(_ASKING.sub(" ", query))))


_ASKED_BEHIND = re2.compile(
    r"(?i)[,;?!–—] *(?:so |then |and )?(?:can|could|should|would|will|may|is|are|do|does|did|what|which|who|where|when|"
    r"how|why|please|pls|suggest|recommend|find|give|help|tell|show|draft|write|book|plan)\b"
)


def _asked_beside(query: str, value: str, ground: int) -> str | None:
    """What is asked for on a ground, where a value stands in that alone; else None."""
    asked = _ASKED_BEHIND.search(query[ground:])
    words = set(terms(value))
    if asked is None or not words or not words.isdisjoint(terms(query[: ground + asked.start()])):
        return None
    return query[ground + asked.start() + 1 :]


def _is_gone_to(query: str, statement: Statement) -> bool:
    """*Lotte is flying to Bonn*, *Max has an interview at Siemens*: where somebody known goes, not where they are."""
    before = words(fold_case(query).partition(fold_case(statement.value))[0])
    whom = _WHOM | set(words(fold_case(statement.slot.subject)))
    if before[-1:] and before[-1] in {"in", "at", "from"} and before[-2:-1] and before[-2] in whom:
        return False  # visiting Lotte in Bonn
    named = set(terms(query)) - set(terms(statement.value))
    told = set(terms(f"{statement.evidence} {statement.slot.attribute.replace('_', ' ')}")) - set(terms(" ".join(whom)))
    if _GROUND.search(query) is not None or not named.isdisjoint(told | set(terms(" ".join(_HOME)))):
        return False
    stays = statement.slot.attribute in _GONE_TO and not named.isdisjoint(terms(" ".join(_STAY)))
    return stays or _governed(query, statement)


_DENIAL = re2.compile(
    r"\b(?:not|never|no longer|no more|(?:don|doesn|isn|aren|haven|hasn|didn|wasn)['’]t)"
    r"(?: (?:longer|yet|actually|really|been|be|to|a|an|any|the|my|our|eat|drink|use|like|take|have|live|work|own|drive"
    r"|smoke|wear|play|want|need|keep|do|go|in|at|on|with|of|for|by|\w+(?:ing|ed|ic))){0,4} $"
)
"""What stands right before a value that is denied: *I'm not allergic to*, *I don't eat*."""
_WAIVED = re2.compile(
    r"\b(?:instead of|rather than|as opposed to|no longer|"
    r"(?:not|n['’]t|no longer) (?:true|right|correct|the case|so) that)(?: [^\s,;:.!?]+){0,5} $"
)
"""*Instead of living in Leeds*, *York rather than Leeds*, *it's not true that I live in Leeds*."""
_NEAR = 60
"""Characters before a value in which its denial stands."""


def denies(folded: str, value: str) -> bool:
    """Whether a query denies a value that it names: *since I'm not allergic to peanuts*.

    Args:
        folded: the query in lower case.
        value: the value as it was said.
    """
    name = fold_case(value)
    at = folded.find(name)
    if at < 0:
        at = folded.find(name.split(" ")[0]) if name else -1
    before = folded[max(0, at - _NEAR) : max(0, at)]
    return bool(before) and (_DENIAL.search(before) is not None or _WAIVED.search(before) is not None)


def _words(text: str) -> list[str]:
    return text.lower().replace("’", "'").replace("?", " ").replace(",", " ").replace(".", " ").split()


def _governed(query: str, statement: Statement) -> bool:
    """Whether the value is only where something goes, what it is held against, or where somebody else is."""
    before = words(fold_case(query).partition(fold_case(statement.value))[0])
    if not before or _is_daily(before, statement):
        return False
    if before[-1] in _DIRECTION:
        return not (len(before) > 1 and before[-2] in {"moved", "move", "switched", "used", "back"})
    return before[-1] in {"in", "at", "near"} and bool(set(before[-3:-1]) & (KIN | ACQUAINTANCES))


def _is_daily(before: list[str], statement: Statement) -> bool:
    """*My commute from Leeds*, *our commute to Acme*, *my colleagues at Acme*: what tells where one lives or works.

    Args:
        before: the words before the value.
        statement: what was said of it.
    """
    owned = before[-3:-2] in (["my"], ["our"])
    works = statement.slot.attribute == "employer"
    ends = (works and before[-1] == "to") or (statement.slot.attribute in _LIVES and before[-1] == "from")
    commutes = ends and before[-2:-1] == ["commute"]
    beside = works and before[-1] in {"at", "from"} and before[-2:-1] and before[-2] in _AT_WORK
    return owned and (commutes or bool(beside))
