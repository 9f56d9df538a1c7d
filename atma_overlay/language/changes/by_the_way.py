"""Changes told while something else is: *my first lesson with Bram, since he took over from Ilka*.

What is over and what took its place stand in one wording, or what is over alone; the wordings are data
(`by_the_way.toml`). Two stretches that stand apart tell nothing together: what somebody misses and what they joined
since may each be of anything.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import takewhile

from atma_overlay import re2
from atma_overlay.language.candidates import BY_PASSING, BY_VALUE, RETIRE, Candidate, Part, is_plain, overlap
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.pattern_set import PatternSet
from atma_overlay.language.grammar.tags import Tagged
from atma_overlay.language.grammar.templates import read_templates
from atma_overlay.language.grammar.tokens import Span
from atma_overlay.language.making import make
from atma_overlay.language.scene import Scene
from atma_overlay.language.turn import ReadSentence, subject_of
from atma_overlay.records import Act, Change

_FILE = "by_the_way.toml"
LONGEST = 400
"""Characters of a sentence that is looked at."""
_WORDS = 5
"""Tokens of a value."""
_VALUE = re.compile(r"<(ON|O|V)>")
_POINTING = frozenset("the my our his her their that a an this these".split())
_IN_NAMES = frozenset({"of", "&"})
_SIGNS = frozenset(
    """took taken since retired rent off altogether completely entirely disconnected cut traded rest""".split()
)
"""One of these stands in every wording."""


@dataclass(frozen=True, slots=True)
class _Wording:
    """What stands around the values of a wording, and their kinds: `around` has one more than `values`."""

    around: tuple[re2._Regexp | None, ...]
    values: tuple[str, ...]


def beside(found: list[Candidate], scene: Scene) -> list[Candidate]:
    """The candidates of a sentence with what it tells so, which says nothing else by the same words.

    Args:
        found: what the sentence tells otherwise.
        scene: the sentence, with a clause that spans it.
    """
    if _SIGNS.isdisjoint(scene.sentence.words):
        return found
    told = list(_told_in(scene))
    changes = [c for c in told if c.replaces and not any(f.replaces and overlap(f.span, c.span) for f in found)]
    over = [c for c in told if not c.replaces]
    over = [c for c in over if not any(f.part is Part.RETIRED and overlap(f.span, c.span) for f in found)]
    if over:
        plain = [c for c in found if is_plain(c) or c.part is Part.PARTED]
        found = [c for c in found if c not in plain or not any(overlap(c.span, x.span) for x in over)]
    return [*found, *changes, *over]


def _told_in(scene: Scene) -> Iterator[Candidate]:
    sentence = scene.sentence
    if len(sentence.said) > LONGEST or len(sentence.said) != len(sentence.text):
        return
    held = _cues().held_by(sentence.said)
    starts = [x.token.start - sentence.sentence.start for x in sentence.tokens] if held else []
    for n in held:
        for values in _told(_WORDINGS[n], sentence, starts):
            spans = dict(values)
            old = spans.get("ON") or spans["O"]
            if not _is_denied(scene, old):
                yield _changed(scene, spans["V"], old) if "V" in spans else _over(scene, old)


def _is_denied(scene: Scene, span: Span) -> bool:
    """*The doctor never took me off it*: what is told not to have been."""
    around = [c for c in scene.sentence.clauses if c.offsets[0] <= span[0]]
    return bool(around) and (around[-1].negated or "never" in around[-1].adverbs)


def _told(wording: _Wording, sentence: ReadSentence, starts: Sequence[int]) -> Iterator[list[tuple[str, Span]]]:
    """The values of each place where a wording stands, with their kinds."""
    first = 0 if wording.around[0] is not None else 1
    lead, text = wording.around[first], sentence.said
    assert lead is not None
    for match in lead.finditer(text):
        values: list[tuple[str, Span]] = []
        start, at = match.span()
        if first:
            before = _before(sentence, bisect_left(starts, start) - 1, wording.values[0])
            if before is None:
                continue
            values.append((wording.values[0], before))
        for kind, around in zip(wording.values[first:], wording.around[first + 1 :], strict=True):
            behind = _behind(sentence, bisect_left(starts, at), kind)
            if behind is None:
                break
            values.append((kind, behind))
            at = behind[1] - sentence.sentence.start
            goes_on = None if around is None else around.match(text, at)
            if around is not None and goes_on is None:
                break
            at = at if goes_on is None else goes_on.end()
        else:
            yield values


def _behind(sentence: ReadSentence, i: int, kind: str) -> Span | None:
    """The value that begins at a token, or behind what points at it."""
    tokens = sentence.tokens
    while kind[0] == "O" and i < len(tokens) and tokens[i].lower in _POINTING:
        i += 1
    return _value(sentence, i, kind)


def _before(sentence: ReadSentence, last: int, kind: str) -> Span | None:
    """The value that ends with a token."""
    for i in range(max(0, last - _WORDS + 1), last + 1):
        span = _value(sentence, i, kind)
        if span is not None and span[1] == sentence.tokens[last].token.end:
            return span
    return None


def _value(sentence: ReadSentence, i: int, kind: str) -> Span | None:
    tokens = sentence.tokens[i : i + _WORDS]
    named = [*takewhile(_in_a_name, tokens)]
    while named and named[-1].lower in _IN_NAMES:
        named.pop()
    if named and not named[0].text[:1].isdigit() and named[0].lower not in _IN_NAMES | w.PREPOSITIONS:
        return named[0].token.start, named[-1].token.end
    phrase = sentence.phrase_at(i) if kind == "O" and tokens else None
    return None if phrase is None or phrase.pronoun is not None else phrase.offsets()


def _in_a_name(word: Tagged) -> bool:
    capital = word.text[:1].isupper() or word.text[:1].isdigit() or word.text[1:2].isupper()
    return (capital and word.tag not in {t.PRON, t.CONJ} and word.lower not in _NO_NAMES) or word.lower in _IN_NAMES


_NO_NAMES = frozenset("i since when where how what does do did the a an is are was were can could".split())


def _changed(scene: Scene, new: Span, old: Span) -> Candidate:
    value, replaced = scene.turn.text[slice(*new)], scene.turn.text[slice(*old)]
    change = make(
        scene, scene.turn.speaker, BY_PASSING, value, new, "name", None, Change.TOLD, RETIRE, part=Part.ADOPTED,
        replaces=replaced, affirmed=True, single=False,
    )  # fmt: skip
    return change.but(attribute=BY_PASSING, valid_to=None, temporary=False)


def _over(scene: Scene, old: Span) -> Candidate:
    value = scene.turn.text[slice(*old)]
    ended = make(
        scene, _whose(scene, old), BY_VALUE, value, old, "mention", None, Change.TOLD, RETIRE, part=Part.RETIRED,
        act=Act.END, affirmed=True, single=False,
    )  # fmt: skip
    return ended.but(attribute=BY_VALUE, valid_to=None, temporary=False)


def _whose(scene: Scene, span: Span) -> str:
    """Of whom an end is told: the speaker, or somebody whom it is done to (*taken Frank off warfarin*)."""
    clauses = [c for c in scene.sentence.clauses if c.offsets[0] <= span[0] and c.subject is not None]
    thing = clauses[-1].bare() if clauses else None
    if thing is None or overlap(thing.offsets(), span):
        return scene.turn.speaker
    return subject_of(thing, scene.turn) or scene.turn.speaker


def _read() -> Iterator[_Wording]:
    for patterns in read_templates(_FILE).patterns.values():
        for pieces in [_VALUE.split(line) for line in patterns if line]:
            around = [re2.compile(x) if x.strip() else None for x in pieces[::2]]
            yield _Wording(tuple(around), tuple(pieces[1::2]))


def _cue(wording: _Wording) -> str:
    """What a wording is looked for by: names stand where that is found."""
    first = wording.around[0] or wording.around[1]
    assert first is not None
    return str(first.pattern)


_WORDINGS = tuple(_read())


@cache
def _cues() -> PatternSet:
    """What the wordings are looked for by, in their order."""
    return PatternSet(*[_cue(x) for x in _WORDINGS])
