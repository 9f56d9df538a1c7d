"""Rules not told as *if …, …*, said over so: *a move to York means Pulse as my gym*, *gym -> Pulse once I move*.

What a wording (`data/rule_wordings.toml`) finds in a sentence, or in two, is put in the places of *if this, that*; who
reads conditional sentences then reads it. The words keep their places in the utterance, and what is put in has no
length.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from atma_overlay import re2
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.pattern_set import PatternSet
from atma_overlay.language.grammar.signs import Sign
from atma_overlay.language.grammar.templates import read_templates
from atma_overlay.language.grammar.tokens import Span, Token
from atma_overlay.language.rules.events import as_clause
from atma_overlay.language.rules.rewording import word
from atma_overlay.language.turn import ReadSentence, ReadTurn

_FILE = "rule_wordings.toml"
_TWO = "two"
_LEADS = "leads"
_NAMES = re.compile(r"\(\?P<([A-Z])>")
_ENDS = ".!;, "
LONGEST = 320
"""Characters of what may be one of these wordings."""
OTHER_GATE = Sign(
    r"\b(?:upon|given|following|in (?:the )?(?:event|case) of|scenario|suppose|(?:let's |let’s )?say|imagine|package"
    r"|hand in hand|consequence|effect|result of|(?:my|our) cue|the (?:signal|sign|moment|prompt) to|makes?"
    r"|brings?|(?:told|tell|hear)(?: from)?(?: you| me)? that|before|go together|til|part (?:and parcel )?of|takes over"
    r"|(?:with|on|after) (?:a|an|the|any|my|our) (?:\w+ )?(?:move|change|switch|job|transfer|day)|(?:takes|take) is"
    r"|only takes|will be|won't be|linked|tied|bound|stands and falls|a function of|determines|decides"
    r"|governs|derived from|hangs on|thing about|waiting for|there be)\b|->|→|=>| = "
    r"|^(?:yes|yep|no|nope|it (?:does|would|will|becomes|is)|then|in that case|easy|simple|well"
    r"|it'll|that'll|effect|action|outcome|result|that (?:changes|flips|becomes|switches)|once|if)\b"
)
"""Without one of these, or a word of condition, a sentence tells no rule in other words."""


@dataclass(frozen=True, slots=True)
class SaidOver:
    """A rule as *if …, …*, and the stretch of the utterance that tells it."""

    tokens: tuple[Token, ...]
    span: Span


def without_asides(sentence: ReadSentence) -> tuple[Token, ...] | None:
    """The words of a sentence without what is said in brackets, and without *, okay?* or *, would you?* at its end.

    None where there is nothing of the kind, or the sentence asks something else.
    """
    tokens = sentence.sentence.tokens
    asked = _NOTED.match(sentence.said) if sentence.sentence.asks and len(sentence.said) == len(sentence.text) else None
    if asked is not None:
        place = sentence.sentence.start + asked.end()
        return tuple(x for x in tokens[:-1] if x.start >= place)
    tag = _TAGGED.search(sentence.said) if sentence.sentence.asks else None
    if sentence.sentence.asks and (tag is None or len(sentence.said) != len(sentence.text)):
        return None
    ends = sentence.sentence.start + tag.start() if tag is not None else sentence.sentence.end
    kept = tuple(x for x in tokens if x.end <= ends)
    opened = next((i for i, x in enumerate(kept) if x.text == "("), 0)
    closed = next((i for i, x in enumerate(kept) if x.text == ")" and i > opened), 0)
    if opened > _FEW and closed and closed - opened > 1 and closed < len(kept) - 2:
        kept = (*kept[:opened], *kept[closed + 1 :])
    return tuple(kept) if len(kept) < len(tokens) and len(kept) > _FEW else None


_NOTED = re2.compile(
    r"^(?:please )?(?:can|could|would|will) you (?:please |just )*(?:note|jot down|remember|save|store|record"
    r"|keep in mind|bear in mind|make a note)(?: it| this)?(?: down)?(?: for me)?(?:,? please,?)? that "
)
"""*Can you jot down that …?*: what is to be noted is told."""
_TAGGED = re2.compile(r", (?:ok|okay|would you|will you|al ?right|please|got it)\?+$")
"""What a statement or a request closes with that only looks like a question; *right?* asks."""


def said_over(sentence: ReadSentence, turn: ReadTurn) -> Iterator[SaidOver]:
    """What a sentence, alone or behind the one before it, tells as a rule in other words."""
    tokens = [x.token for x in sentence.tokens]
    start, end = sentence.sentence.start, sentence.sentence.end
    if end - start <= LONGEST:
        yield from _told(tokens, turn.text, (start, end), two=False)
        led = _led(turn.text, start, end)
        if led:
            rest = [x for x in tokens if x.start >= led]
            yield from _told(rest, turn.text, (led, end), two=False)
            if len(rest) > _FEW:
                yield SaidOver(tuple(rest), (start, end))
    before = [s for s in turn.sentences if s.sentence.end <= start]
    if len(before) > 1 and len(before[-1].tokens) <= _SHORT_ANSWER:
        before.pop()  # "No."
    if before and end - before[-1].sentence.start <= LONGEST:
        first = before[-1].sentence.start
        both = [x.token for s in turn.sentences if first <= s.sentence.start < end for x in s.tokens]
        yield from _told(both, turn.text, (first, end), two=True)


_SHORT_ANSWER = 2
_FEW = 4


_NOTE = 14
"""Words of what may be a note; what is longer speaks of the speaker where it tells a rule of theirs."""
_FIRST = frozenset("i we my our me us mine ours".split())


def _told(tokens: Sequence[Token], text: str, span: Span, *, two: bool) -> Iterator[SaidOver]:
    if len(tokens) > _NOTE and _FIRST.isdisjoint([x.lower for x in tokens]):
        return
    wordings = _wordings(two=two)
    told = text[span[0] : span[1]].rstrip(_ENDS)
    for n in wordings.found.held_by(told):
        pattern, names = wordings.patterns[n]
        match = pattern.fullmatch(told)
        if match is None:
            continue
        places = [(name, match.span(i + 1)) for i, name in enumerate(names)]
        parts = {name: _within(tokens, place, span[0]) for name, place in places if place[0] >= 0}
        said = _put_together(parts)
        if said:
            yield SaidOver((*said, Token(".", ".", "punct", said[-1].end, said[-1].end)), span)


def _within(tokens: Sequence[Token], place: Span, start: int) -> list[Token]:
    first, last = place[0] + start, place[1] + start
    return [x for x in tokens if x.start >= first and x.end <= last]


def _put_together(parts: Mapping[str, list[Token]]) -> list[Token]:
    """*If*, what is waited for, a comma and what follows; empty where a part says nothing."""
    if "P" in parts:
        thing = parts.get("C", [])
        return [*_owned(thing), word("depends", thing[-1].end), word("on", thing[-1].end), *parts["P"]] if thing else []
    if not _are_names(parts):
        return []
    told = parts.get("N") or parts.get("E") or []
    event = as_clause(told, only="N" in parts) if told else None
    follows = _follows(parts)
    if not event or not follows or _is_so_by_now(told, follows):
        return []
    if "N" in parts and "T" in parts and not (_leads_somewhere(told) or _is_ahead(parts["T"])):
        return []  # "a new job means I live in York", "after a change at work my manager is Sam"
    at = event[0].start
    return [word("if", at), *event, Token(",", ",", "punct", event[-1].end, event[-1].end), *follows]


def _leads_somewhere(event: Sequence[Token]) -> bool:
    """*A move to York*, *a job at Globex*: the event names the value that the parent will have."""
    return any(a.lower in _LEADING and b.text[:1].isupper() for a, b in pairwise(event))


def _is_ahead(follows: Sequence[Token]) -> bool:
    return not _AHEAD.isdisjoint([x.lower for x in follows])


_LEADING = frozenset({"to", "at", "into"})
_AHEAD = frozenset("will 'll would 'd shall becomes become going".split())


def _are_names(parts: Mapping[str, list[Token]]) -> bool:
    """Whether what goes is a name, and so is what comes where no slot is named: not *Sam in the draft*."""
    old, value = parts.get("O", []), parts.get("V", [])
    named = old if "C" in parts else [*old, *value]
    return all(x.text[:1].isupper() or x.text[:1].isdigit() or x.lower in _IN_NAMES for x in named)


_IN_NAMES = frozenset("of the and & 's de la for . -".split())


def _is_so_by_now(event: Sequence[Token], follows: Sequence[Token]) -> bool:
    """*After a move to York last year, my gym is Pulse now*: what has come about is told, and no rule."""
    return not _AGO.isdisjoint([x.lower for x in event]) or not _BY_NOW.isdisjoint([x.lower for x in follows])


_AGO = frozenset("last ago yesterday recent since".split())
_BY_NOW = frozenset("now nowadays currently since already".split())


def _follows(parts: Mapping[str, list[Token]]) -> list[Token]:
    then, act, value = parts.get("T", []), parts.get("A", []), parts.get("V", [])
    thing, old = parts.get("C", []), parts.get("O", [])
    if then:
        return then
    if act:
        return act if act[0].lower in w.SUBJECT_PRONOUNS else [word("I", act[0].start), *act]
    if not value:
        return _opened(thing, old)
    at = value[0].start
    if thing:
        gone = [Token(",", ",", "punct", at, at), word("not", at), *old] if old else []
        return [*_owned(thing), word("is", at), *value, *gone]
    return [word("I", at), word("swap", at), *old, word("for", at), *value] if old else []


def _opened(thing: list[Token], old: list[Token]) -> list[Token]:
    """What is open then: a thing has to change, a value goes."""
    if thing:
        return [*_owned(thing), *(word(x, thing[-1].end) for x in ("has", "to", "change"))]
    return [word("I", old[0].start), word("drop", old[0].start), *old] if old else []


def _owned(thing: list[Token]) -> list[Token]:
    """*Gym*, noted down: the speaker's own."""
    owned = thing[0].lower in w.POSSESSIVES or thing[0].lower == "the" or any(x.lower == "'s" for x in thing)
    return thing if owned else [word("my", thing[0].start), *thing]


def _led(text: str, start: int, end: int) -> int:
    """Where a sentence goes on behind what only leads up to it; 0 where nothing does."""
    at = start
    for _ in range(_MOST_LEADS):
        match = _leads().match(text[at:end])
        if match is None or not match.end():
            break
        at += match.end()
    return at if at > start else 0


_MOST_LEADS = 3


@dataclass(frozen=True, slots=True)
class _Wordings:
    patterns: tuple[tuple[re2._Regexp, tuple[str, ...]], ...]
    found: PatternSet


@cache
def _wordings(*, two: bool) -> _Wordings:
    groups = read_templates(_FILE).patterns
    chosen = [groups[_TWO]] if two else [lines for group, lines in groups.items() if group not in {_TWO, _LEADS}]
    told = [f"(?i)^(?:{line})$" for lines in chosen for line in lines if line]
    patterns = tuple((re2.compile(x), tuple(_NAMES.findall(x))) for x in told)
    return _Wordings(patterns, PatternSet(*told))


@cache
def _leads() -> re2._Regexp:
    lines = [x for x in read_templates(_FILE).patterns[_LEADS] if x]
    return re2.compile(rf"(?i)(?:{'|'.join(lines)})(?:\s*[,:–-]+\s*|\s+|$)")
