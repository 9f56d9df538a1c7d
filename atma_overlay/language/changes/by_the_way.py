"""Changes told by the way: *third week at Halden; at Acme I never …*.

One stretch of an utterance speaks of a value as of one that is over, another of one as of what there is now. Neither
tells a change alone; both together do, where what is over is known (`state/resolution/by_the_way.py`). The wordings are
data (`by_the_way.toml`).
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from functools import cache
from itertools import takewhile

from atma_overlay import re2
from atma_overlay.language.candidates import BY_PASSING, BY_VALUE, RETIRE, Candidate, Part, is_plain, overlap
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.kinds import COUNTED, kind_of
from atma_overlay.language.grammar.pattern_set import PatternSet
from atma_overlay.language.grammar.tags import Tagged
from atma_overlay.language.grammar.templates import read_templates
from atma_overlay.language.grammar.tokens import Span
from atma_overlay.language.making import make
from atma_overlay.language.scene import Scene
from atma_overlay.language.turn import ReadSentence, ReadTurn, subject_of
from atma_overlay.records import Act, Change

_FILE = "by_the_way.toml"
_GONE, _OVER, _SWAPPED = "gone", "over", "swapped"
LONGEST = 400
"""Characters of a sentence that is looked at, and between what is over and what there is now."""
_MOST = 4
"""Values of either kind that an utterance is read for."""
_WORDS = 5
"""Tokens of a value."""
_VALUE = re.compile(r"<(ON|OP|O|VA|VR|V)>")
_POINTING = frozenset("the my our his her their that a an this these".split())
_IN_NAMES = frozenset({"of", "&"})


@dataclass(frozen=True, slots=True)
class _Wording:
    """What stands around the values of a wording, and their kinds: `around` has one more than `values`."""

    group: str
    around: tuple[re2._Regexp | None, ...]
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Stretch:
    """Where a value stands that is spoken of as over, or as what there is now, and the group of the wording."""

    group: str
    kind: str
    span: Span


def stretches(sentences: Sequence[ReadSentence]) -> list[list[Stretch]]:
    """What each sentence of an utterance speaks of so; nothing at all where they do not tell anything together.

    Args:
        sentences: those of an utterance, of which one has a word of `SIGNS`.
    """
    cues = _cues()
    held = [cues.held_by(s.said) if len(s.said) <= LONGEST else [] for s in sentences]
    if not _tell({_WORDINGS[n].group for some in held for n in some}):
        return []
    found = [[*_in_sentence(s, some)] if some else [] for s, some in zip(sentences, held, strict=True)]
    return found if _tell({x.group for some in found for x in some}) else []


def _tell(groups: Set[str]) -> bool:
    """Whether wordings of some groups tell anything: an end for itself, or one and what there is now."""
    return not groups.isdisjoint({_OVER, _SWAPPED}) or (_GONE in groups and len(groups) > 1)


def _in_sentence(sentence: ReadSentence, held: Sequence[int]) -> Iterator[Stretch]:
    if len(sentence.said) != len(sentence.text):
        return
    starts = [x.token.start - sentence.sentence.start for x in sentence.tokens]
    for n in held:
        for values in _told(_WORDINGS[n], sentence, starts):
            for kind, span in values:
                yield Stretch(_WORDINGS[n].group, kind, span)


def marks(scene: Scene, found: Iterable[Stretch]) -> list[Candidate]:
    """The stretches of a sentence as candidates, which count only where `joined` keeps them.

    Args:
        scene: the sentence, with a clause that spans it.
        found: its stretches.
    """
    return [_mark(scene, x) for x in found]


def joined(found: list[Candidate], marked: Sequence[Candidate], turn: ReadTurn) -> list[Candidate]:
    """The candidates of an utterance with what its marks tell together.

    Args:
        found: what the utterance tells otherwise.
        marked: what `marks` found in its sentences, of which what is no fact was left out.
        turn: the utterance.
    """
    gone = [c for c in marked if c.part is not Part.ADOPTED]
    pairs: dict[tuple[Span, Span], Candidate] = {}
    for new in [c for c in marked if c.part is Part.ADOPTED][:_MOST]:
        if any(f.replaces and overlap(f.span, new.span) for f in found):
            continue  # told as a change in so many words
        for old in [c for c in gone if _apart(c, new) and abs(c.place - new.place) <= LONGEST][:_MOST]:
            before = pairs.get((new.span, old.span))
            groups = new.attribute if before is None else f"{before.doer} {new.attribute}"
            pairs[new.span, old.span] = _changed(new, old, groups, turn)
    over = [c.but(attribute=BY_VALUE) for c in gone if c.part is Part.RETIRED]
    said = [c for c in over if not any(f.part is Part.RETIRED and overlap(f.span, c.span) for f in found)]
    if said:  # I traded the Skoda in: it says nothing of what there is
        beside = [c for c in found if is_plain(c) or c.part is Part.PARTED]
        found = [c for c in found if c not in beside or not any(overlap(c.span, x.span) for x in said)]
    return [*found, *pairs.values(), *said]


def _apart(old: Candidate, new: Candidate) -> bool:
    return not overlap(old.span, new.span) and old.norm != new.norm and old.norm not in new.norm.split()


def _changed(new: Candidate, old: Candidate, groups: str, turn: ReadTurn) -> Candidate:
    """A change of which the first half is told in one sentence, and the other perhaps in another."""
    sentences = [s for s in turn.sentences if s.text in {new.evidence, old.evidence}]
    said = turn.text[sentences[0].sentence.start : sentences[-1].sentence.end] if sentences else new.evidence
    subject = old.subject if new.subject == turn.speaker else new.subject
    return new.but(replaces=old.value, doer=groups, attribute=BY_PASSING, evidence=said, subject=subject)


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
    if kind == "VR" and i < len(tokens) and tokens[i].lower in _POINTING:
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
    if not tokens:
        return None
    named = [*takewhile(_in_a_name, tokens)]
    while named and named[-1].lower in _IN_NAMES:
        named.pop()
    if named and not named[0].text[:1].isdigit() and named[0].lower not in _IN_NAMES | w.PREPOSITIONS:
        return None if kind in {"VA", "VR", "OP"} else (named[0].token.start, named[-1].token.end)
    if kind in {"V", "ON"}:
        return None
    phrase = sentence.phrase_at(i)
    if phrase is None or phrase.pronoun is not None:
        return None
    counted = kind_of(phrase)[0] in COUNTED
    if counted != (kind == "VA") and kind in {"VA", "VR"}:
        return None
    start, end = phrase.offsets()
    return start, end


def _in_a_name(word: Tagged) -> bool:
    capital = word.text[:1].isupper() or word.text[:1].isdigit() or word.text[1:2].isupper()
    return (capital and word.tag not in {t.PRON, t.CONJ} and word.lower not in _NO_NAMES) or word.lower in _IN_NAMES


_NO_NAMES = frozenset("i since when where how what does do did the a an is are was were can could".split())


def _mark(scene: Scene, stretch: Stretch) -> Candidate:
    span, group = stretch.span, stretch.group
    value, new = scene.turn.text[slice(*span)], stretch.kind[0] == "V"
    kind, unit = _kind(scene, span) if new else ("mention", None)
    part = Part.ADOPTED if new else Part.RETIRED if group == _OVER else Part.PARTED
    made = make(
        scene, _whose(scene, span, group), group, value, span, kind, unit, Change.TOLD, RETIRE, part=part,
        act=Act.ASSERT if new else Act.END, affirmed=True, single=False,
    )  # fmt: skip
    return made.but(part=part, valid_to=None, temporary=False)


def _whose(scene: Scene, span: Span, group: str) -> str:
    """Of whom a stretch tells: whose it is (*my brother's first week at …*), or somebody who acts in its clause."""
    owner = _owner(scene, span)
    if owner is not None:
        return owner
    clauses = [c for c in scene.sentence.clauses if c.offsets[0] <= span[0] and c.subject is not None]
    subject = clauses[-1].subject if clauses else None
    if subject is None or overlap(subject.offsets(), span):
        return scene.turn.speaker
    who = subject_of(subject, scene.turn) or scene.turn.speaker
    acts = group in {_OVER, _SWAPPED}  # he dropped Netflix
    return scene.turn.speaker if who.startswith("?") and not acts else who


def _owner(scene: Scene, span: Span) -> str | None:
    tokens = scene.sentence.tokens
    at = bisect_left(tokens, span[0], key=lambda x: x.token.start)
    for i in range(at - 1, max(0, at - _OWNED), -1):
        owner = tokens[i - 1]
        if tokens[i].tag == t.GEN and owner.tag in t.NAME_OR_NOUN and owner.lower not in w.TIME_NOUNS | _DAYS:
            of_mine = i > 1 and tokens[i - 2].lower in {"my", "our"}
            return f"{scene.turn.speaker}'s {owner.lemma}" if of_mine else owner.lower
    return None


_OWNED = 7
"""Tokens between whose it is and what it names."""
_DAYS = frozenset("today tomorrow yesterday".split()) | w.DAY_NAMES


def _kind(scene: Scene, span: Span) -> tuple[str, str | None]:
    tokens = scene.sentence.tokens
    at = next((i for i, x in enumerate(tokens) if x.token.start == span[0]), None)
    phrase = scene.sentence.phrase_at(at) if at is not None else None
    return ("name", None) if phrase is None else kind_of(phrase)


def _read() -> Iterator[_Wording]:
    for group, patterns in read_templates(_FILE).patterns.items():
        for pieces in [_VALUE.split(line) for line in patterns if line]:
            around = [re2.compile(x) if x.strip() else None for x in pieces[::2]]
            yield _Wording(group, tuple(around), tuple(pieces[1::2]))


def _cue(wording: _Wording) -> str:
    """What a wording is looked for by: names stand where that is found."""
    first = wording.around[0] or wording.around[1]
    assert first is not None
    return str(first.pattern)


_WORDINGS = tuple(_read())


SIGNS = frozenset(
    """when while where years months weeks after unlike retired moved stopped gave died passed stepped emigrated
    sold left before never ever than closed closing cancelled canceled cancelling uninstalled deleted ditched
    dropped scrapped binned quit abandoned shut switched wound cut traded thrown returned uninstalling deleting
    ditching dropping selling scrapping binning leaving quitting handing giving finished scrapyard broke fell
    drowned swap swapped trade room chair desk seat spot post pager patients old former previous switch migrated
    migration transfer transferred ported port across behind miss missing regret instead replace bye goodbye
    farewell habit final last doubled ran lapsed buried basket bed bowl lead off god rest rip breaking dissolved
    disbanded exchanged replaced divorce sleep more out over went gone took came""".split()
)
"""One of these stands in nearly every wording of an end: what is left out is too common to look for."""


@cache
def _cues() -> PatternSet:
    """What the wordings are looked for by, in their order."""
    return PatternSet(*[_cue(x) for x in _WORDINGS])
