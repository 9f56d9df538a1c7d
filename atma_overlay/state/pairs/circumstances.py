"""Circumstances: what two sentences tell their values for, and whether they tell of one and the same.

*I pay £60 for the gym*, *I pay £40 for broadband now*; *I run 10 km with Ana*, *on Sundays I run 5 km now*; *I take the
tram to school*, *I take a taxi to work now*: each is told of a purpose, an occasion or a journey that the other leaves
open. Where neither names one of the other's, a retirement is proposed and not applied.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from atma_overlay import re2
from atma_overlay.kept import kept, kept_short
from atma_overlay.language.candidates import Candidate
from atma_overlay.language.extract import default_extractor
from atma_overlay.language.grammar.kinds import COUNTED, TIMED
from atma_overlay.language.grammar.pattern_set import PatternSet
from atma_overlay.language.grammar.words import (
    DAY_NAMES,
    DETERMINERS,
    POSSESSIVES,
    PREPOSITIONS,
    SEASONS,
    TIME_NOUNS,
    verb_lemma,
)
from atma_overlay.records import Change, Statement
from atma_overlay.values.terms import STOP_WORDS, stem, terms

_DETERMINERS = DETERMINERS | POSSESSIVES
_ENDS = STOP_WORDS | PREPOSITIONS | DETERMINERS
_LONGEST, _REACH = 4, 60
"""Words of a circumstance, and characters in which they are looked for."""


def _any(found: Iterable[str]) -> str:
    return "(" + "|".join(sorted(found)) + ")"


_DAYS = [x for x in DAY_NAMES if x.endswith("s")]
_PARTS = "weekday weekend morning mornings afternoons evenings nights night summers winters".split()
_RECURRING = re2.compile(
    rf"\b(?:on|in|at|every)\s+(?:the\s+|my\s+|our\s+)?(?:\p{{L}}+\s+)?{_any({*_DAYS, *_PARTS, *SEASONS})}\b"
    rf"|\bevery\s+(?:\p{{L}}+\s+)?{_any(DAY_NAMES)}\b"
)
_PLACED = re2.compile(
    r"\b(?:at|from|to)\s+(?:the\s+|my\s+|our\s+)?"
    r"(work|school|college|uni|university|gym|office|church|home|nursery|kindergarten|town|club|library)\b"
    r"|\b(?:at|with|over)\s+(?:the\s+|my\s+|our\s+)?(breakfast|lunch|dinner|supper|tea|brunch|coffee|bed|bedtime)\b"
)
_LEAD = re2.compile(r"\b(?:for|before|after|during|with|when|whenever)\s")
_HAS_ONE = PatternSet(_PLACED.pattern, _RECURRING.pattern, _LEAD.pattern)
"""Most sentences tell of no circumstance: one look instead of three."""
_WORD = re2.compile(r"^[\p{L}\p{M}\p{N}'’-]+")
_NO_PURPOSE = TIME_NOUNS | frozenset(
    """now good ages while example instance sure free long once money pleasure real fun life ever least starters
    certain spring summer autumn winter""".split()
)
"""*For two years*, *for good*, *for sure*: how long, and how."""
_EXCHANGE = re2.compile(r"\b(?:swap|trad(?:e|ing)|exchang|leav|left|ditch|dump|mist(?:ake|ook)|forg[eo]t)")
"""*Swapped the Rode for a Shure*: what was got for it."""
_COUNTS, _TIMES, _NAMES = "counted", "timed", "named"
"""What is told: a measure, a time, or anything else."""


def other_circumstances(old: Statement, told: Candidate | Statement) -> bool:
    """Whether two sentences tell their values of different purposes, occasions or journeys.

    Args:
        old: what stands.
        told: what is told later.
    """
    before = _of(old)
    if not before:
        return _only_told_for_one(old, told)
    after = _of(told)
    if not after:
        return False
    # For unit tests, for end-to-end tests: two of a kind.
    compounds = len(before) == len(after) == _COMPOUND and len(before & after) == 1
    return compounds or before.isdisjoint(after)


_NOW = "(?: (?:now|these days|nowadays|currently|at the moment|instead))?"
_BEHIND = re2.compile(
    rf"^{_NOW} (?P<for>(?:for|at|during|on|to (?P<whom>my|our)) [^,.;:!?]{{2,60}}?){_NOW}(?:[,.;:!?]|$)"
)
TELLING_CHANGE = frozenset("switch move change migrate upgrade replace swap convert cut go".split())
"""Verbs that tell a change, whatever it is for or of."""
_GETTING = TELLING_CHANGE | {"buy", "get"}
_FOR_ALL = frozenset(
    map(
        stem,
        """everything anything all speed price cost ease convenience comfort quality performance reliability safety
        security support features simplicity flexibility privacy stability peace health fun taste look view change
        better record info information worth foreseeable future reason various personal several obvious everyone
        everybody anyone""".split(),
    )
)
"""*For everything*, and for what reason: *for the speed*, *for the record*."""


def _only_told_for_one(old: Statement, told: Candidate | Statement) -> bool:
    """*I use Vim*, *I use Emacs for org mode now*: what the later sentence alone tells, right behind the value."""
    if told.change is Change.NONE or told.value_kind in COUNTED or told.value_kind in TIMED or not told.value:
        return False
    said = told.evidence.lower()
    behind = _BEHIND.match(said.partition(told.value.lower())[2])
    if behind is None or _FOR_ONESELF.search(said) is not None:
        return False
    if any(verb_lemma(x) in _GETTING for x in said.split()):
        return False
    found = _circumstances(behind.group("for"), _NAMES) - _own_words(old.slot.attribute)
    of_its_own = {x for x in found if x.isalpha()} - _FOR_ALL - set(terms(old.evidence))
    return bool(of_its_own) or behind.group("whom") is not None


@kept(512)
def _own_words(attribute: str) -> frozenset[str]:
    """The stems of what a slot is called and asked for by: *for taking notes* says nothing more of a note app."""
    known = default_extractor().lexicon.attributes.get(attribute)
    said = (attribute.replace("_", " "), *(known.nouns if known else ()), *(known.cues if known else ()))
    return frozenset(x for words in said for x in terms(words)) - {"work"}


_COMPOUND = 2
"""Words of a noun and what stands before it."""


_ONE_MORE = re2.compile(
    r"\bon the side\b|\bafter hours\b|\b(?:besides|in addition)\b|\bas (?:a second|an extra) \p{L}+\b"
    r"|\ba(?:n|nother)? (?:[\p{L}-]+ )?[\p{L}][\p{L}-]* (?:just |only )?for "
    r"(?:(?:my|the|our|his|her) [\p{L}-]+|work|school|college|uni|university|travel\w*|kids|children|\p{L}+ing)\b"
    r"|\b(?:bought|got|gave|getting|ordered) (?:my|our|his|her|the) \p{L}+ an? "
    r"|\b(?:company|employer|work|boss|office) (?:gave|issued|lent|handed) (?:me|us) an? "
    r"|\b(?:freelanc|moonlight|consult|volunteer)\p{L}* (?:for|at|with) "
    r"|\ba (?:second|spare|backup|burner|loaner) |\ba (?:work|company) (?:phone|mobile|laptop|car|van|bike)\b"
    r"|\b(?:weekend|evening|saturday|sunday|side|second|summer|holiday|temp) (?:job|gig|shifts?)\b"
    r"|\bwork(?:ing)? (?:\p{L}+ ){1,4}for (?:a|one|two|three|the) (?:day|week|fortnight|month|weekend)s?\b"
)
_MAY_BE_ONE_MORE = PatternSet(_ONE_MORE.pattern)
_FOR_ONESELF = re2.compile(
    r"\bfor (?:my|the|our) (?:birthday|anniversary|money|price|first|last|next|new|sake|rest|time|long|job|future|"
    r"(?:\p{L}+ )?(?:years?|months?|weeks?|days?))\b"
)
"""*A phone for my birthday*: an occasion on which one got it for oneself."""


def is_one_more(old: Statement, told: Candidate | Statement) -> bool:
    """*On the side I work at …*, *I got a phone for work*: what is told of beside what there is.

    Args:
        old: what stands.
        told: what is told later.
    """
    words = _as_one_more(told.evidence)
    return bool(words) and words not in old.evidence.lower()


@kept_short(4096)
def _as_one_more(sentence: str) -> str:
    """The words by which a sentence tells of one more; empty where it does not."""
    said = sentence.lower()
    found = _ONE_MORE.search(said) if _MAY_BE_ONE_MORE.found_in(said) else None
    if found is None or (" for " in found.group() and _FOR_ONESELF.search(said) is not None):
        return ""
    return str(found.group())


def _of(told: Candidate | Statement) -> frozenset[str]:
    kind = _COUNTS if told.value_kind in COUNTED else _TIMES if told.value_kind in TIMED else _NAMES
    found = _circumstances(told.evidence, kind)
    return found.difference(terms(told.value)) if found else found


@kept_short(4096)
def _circumstances(sentence: str, kind: str) -> frozenset[str]:
    """The stems of what a sentence tells its values for."""
    said = sentence.lower()
    if not _HAS_ONE.found_in(said):
        return frozenset()
    found = [x for groups in _PLACED.findall(said) for x in groups if x]
    if kind != _TIMES:
        found += [x for groups in _RECURRING.findall(said) for x in groups if x]
    return frozenset(map(stem, (*found, *_led(said, kind))))


def _led(said: str, kind: str) -> Iterator[str]:
    for match in _LEAD.finditer(said):
        lead, behind = match.group().rstrip(), said[match.end() : match.end() + _REACH].split()
        if lead.startswith("when"):
            yield from _habit(behind)
            continue
        name = list(_name(behind))
        head = name[-1] if name else ""
        if lead == "for":
            told = head not in _NO_PURPOSE or (head == "money" and len(name) > 1)  # for my private money
            if head and told and not head[0].isdigit() and _EXCHANGE.search(said) is None:
                yield from name
        elif head and (kind == _COUNTS if lead == "with" else kind != _TIMES and head not in TIME_NOUNS):
            yield head


def _name(behind: list[str]) -> Iterator[str]:
    """The words of a noun with what stands before it, up to the next word or sign that is none of it."""
    start = 1 if behind and behind[0] in _DETERMINERS else 0
    for raw in behind[start : start + _LONGEST]:
        match = _WORD.match(raw)
        word = match.group() if match is not None else ""
        if not word or word in _ENDS:
            return
        yield word.removesuffix("'s")
        if word != raw:
            return


def _habit(behind: list[str]) -> Iterator[str]:
    """*When it rains*, *whenever I travel*: a verb in the present; what was is an occasion of its own."""
    for raw in behind[:_LONGEST]:
        word = raw.rstrip(".,;:!?")
        verb = verb_lemma(word)
        if verb is not None and word not in STOP_WORDS:
            if word == verb or word.endswith("s"):
                yield word
            return
