"""Template alignment: two statements of one speaker alike but for one value, the open vocabulary's way to a slot.

Words that open a sentence, mark the present or only fill are left out. What is left of the later sentence must be the
earlier one but for one stretch, and both values must lie in it. A later sentence that marks the present (*now*, *these
days*) then takes the earlier one's place; without such a mark both hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from atma_overlay.altering import made_quickly
from atma_overlay.kept import kept, kept_short
from atma_overlay.language.candidates import Candidate
from atma_overlay.language.doubts.hedges import hedged
from atma_overlay.language.extract import default_extractor
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.discourse import bare, of_the_present, passing
from atma_overlay.language.grammar.kinds import COUNTED, MEASURED, NAMED, TIMED
from atma_overlay.records import Act, Change, Statement
from atma_overlay.state.slots.alignment import Pairs, Step, Words, along, paired
from atma_overlay.state.slots.topics import akin
from atma_overlay.values.sameness import same_value
from atma_overlay.values.terms import STOP_WORDS, terms, word_set, words

LONGEST_VALUE = 7
"""Words in which two templates may differ."""
LONGEST_PART = 3
"""Words of what may tell two templates apart beside their values."""
MAX_KEPT_WORDS = 60
"""Of longer sentences nothing is kept that was worked out of them."""
FRAME_SHARE = 0.6
"""Share of the shorter frame's words that two sentences of one template have in common."""
_BEFORE_NOUNS = w.POSSESSIVES | frozenset("the on in at for during every to of".split())
_EMPTY = STOP_WORDS - {"own", "other"}
_SEVERAL = frozenset(
    "like love enjoy adore hate dislike prefer want need have own know meet visit watch see play".split()
)
"""Verbs of which one has several objects: *I like figs now* takes nothing's place."""
_HANDLING = frozenset("write send store save keep wash sell cook bake clean print read edit".split())
"""Verbs of what one does with one's things: *I write my letters by hand*, *I write my code in Quill*."""
_ADDED = frozenset("also too another both either other".split())
_LEADING = w.PREPOSITIONS | {"every", "each", "when", "if"}


@made_quickly
@dataclass(frozen=True, slots=True)
class _Sentence:
    """A sentence with a value that it tells, as it is compared with others.

    Attributes:
        words: its words, in order.
        distinct: the same, each once.
        value: those of the value, whether or not the sentence has them.
        beside: those that say something beside the value.
        frame: how many words it has without those of the value.
        owned: whether it may name an owner.
    """

    words: tuple[str, ...]
    distinct: frozenset[str]
    value: frozenset[str]
    beside: frozenset[str]
    frame: int
    owned: bool


def successor_of(candidate: Candidate, open_ones: Iterable[Statement]) -> Statement | None:
    """The one statement whose place a new one takes, because it says the same of another value, and says *now*.

    Args:
        candidate: the new statement.
        open_ones: the open records of its slot.
    """
    if candidate.act is not Act.ASSERT or not candidate.affirmed:
        return None
    if candidate.change is Change.NONE and not of_the_present(candidate.evidence):
        return None
    if _ADDED & set(_words_of(candidate.evidence)):
        return None
    fitting = [s for s in open_ones if s.affirmed and not _of_its_genus(s, candidate) and aligned(s, candidate)]
    if not fitting or any(s.observation_id != fitting[0].observation_id for s in fitting):
        return None
    if passing(candidate.evidence) or hedged(candidate.evidence):
        return None
    return max(fitting, key=lambda s: (len(s.norm), s.confidence, s.slot.attribute, s.norm))


def _of_its_genus(old: Statement, candidate: Candidate) -> bool:
    """*I'm reading Dune*, *I'm currently reading a novel*: what has no name may be what was named."""
    unnamed = candidate.value_kind == "phrase" and candidate.change is Change.NONE
    return unnamed and old.value_kind in NAMED


def aligned(old: Statement, candidate: Candidate) -> bool:
    """Whether two sentences are one template, and their values what they differ in."""
    first, second = _words_of(old.evidence), _words_of(candidate.evidence)
    differing = _difference(first, second)
    if differing is None or same_value(old.norm, candidate.norm) or not _one_sort(old, candidate):
        return False
    (start, end), (_, other) = differing
    frame = [*first[:start], *first[end:]]
    if not _functional(frame, old, candidate) or _condition(first, start) or _handled(first[:start], second[:start]):
        return False
    if start > 0 and not _single(frame) and not _headed(old, candidate, frame):
        return False
    told = set(words(old.value)) & set(first[start:end]), set(words(candidate.value)) & set(second[start:other])
    return bool(told[0]) and bool(told[1])


def wholly_aligned(old: Statement, candidate: Candidate) -> bool:
    """Whether two sentences are one template that differs in the values and in nothing else."""
    if not aligned(old, candidate):
        return False
    first, second = _words_of(old.evidence), _words_of(candidate.evidence)
    differing = _difference(first, second)
    assert differing is not None
    (start, end), (_, other) = differing
    plain = STOP_WORDS - {"own", "other"}
    return set(first[start:end]) - plain <= set(words(old.value)) and set(second[start:other]) - plain <= set(
        words(candidate.value)
    )


def told_apart(
    old: Statement, candidate: Candidate, *, besides: Callable[[frozenset[str]], frozenset[str]] = lambda _: frozenset()
) -> bool:
    """Whether two sentences are one template that differs beside the value: *on Mondays I …*, *on Tuesdays I …*.

    What is told of another time, place or thing takes no place, whatever marks it; nor does what stands beside the
    old value in the same words.

    Args:
        old: what stands.
        candidate: what is told.
        besides: gives those of some words of the old sentence that are values of other slots, and tell nothing apart.
    """
    one, other = _sentence(old.evidence, old.value), _sentence(candidate.evidence, candidate.value)
    least = FRAME_SHARE * min(one.frame, other.frame)
    both, common, pairs = _shared(one.words, other.words)
    # Whatever their order, they share no more words than this: most pairs need no alignment.
    if common < least:
        return False
    if pairs is not None and not one.value <= both and not other.owned:
        # Where all that they share is paired, only what they do not share can tell them apart.
        beside = one.beside - both
        if not beside or other.beside <= both or beside <= besides(beside):
            return False
    shared, steps = along(pairs, one.words, other.words)
    if len(shared) < least:
        return False
    if one.value <= set(shared) and not one.value & other.value and not candidate.replaces:
        return True
    spans = [x for x in steps if max(x[2] - x[1], x[4] - x[3]) <= LONGEST_PART]
    if other.owned and any(x[0] == "insert" and _owner_put_in(candidate.evidence, x[3:]) for x in spans):
        return True
    return any(not besides(frozenset(x)) for x in _apart(one, other, spans))


def _apart(one: _Sentence, other: _Sentence, spans: Iterable[Step]) -> Iterator[tuple[str, ...]]:
    """What the first sentence has behind one of `_BEFORE_NOUNS` where the other has something else, beside values."""
    for kind, a, b, c, d in spans:
        x, y = one.words[a:b], other.words[c:d]
        noun = kind == "replace" and a > 0 and one.words[a - 1] in _BEFORE_NOUNS
        if not noun or not one.value.isdisjoint(x) or not other.value.isdisjoint(y):
            continue
        if set(x) - _EMPTY and set(y) - _EMPTY and not _one_topic(x, y):
            yield x


def _one_topic(first: Sequence[str], second: Sequence[str]) -> bool:
    """*My boss is …*, *my manager is …*; *my blood pressure is …*, *my BP is …*: two words for one thing."""
    one, other = " ".join(first), " ".join(second)
    if not akin(terms(one)).isdisjoint(terms(other)):
        return True
    lexicon = default_extractor().lexicon
    named = lexicon.by_noun(one)
    return named is not None and named is lexicon.by_noun(other)


def _shared(first: Words, second: Words) -> tuple[frozenset[str], int, Pairs | None]:
    """The words that two sentences share, how many each as often as both have it, and what `paired` says of them.

    Kept for short ones: an utterance that tells several things is compared once for each of them.
    """
    return (_shared_of if max(len(first), len(second)) <= MAX_KEPT_WORDS else _shared_anew)(first, second)


def _shared_anew(first: Words, second: Words) -> tuple[frozenset[str], int, Pairs | None]:
    both = frozenset(first).intersection(second)
    common = len(both)
    if len(set(first)) < len(first) and len(set(second)) < len(second):
        common = sum(min(first.count(word), second.count(word)) for word in both)
    return both, common, paired(first, second, both)


_shared_of = kept(512)(_shared_anew)


def _owner_put_in(evidence: str, part: tuple[int, int]) -> bool:
    """*My dog*, *my neighbour's dog*: another owner behind the same determiner."""
    said = _raw(evidence)
    led = part[0] > 0 and said[part[0] - 1 : part[0]] and said[part[0] - 1] in _BEFORE_NOUNS
    return bool(led) and any(x.endswith("'s") for x in said[part[0] : part[1]])


def _difference(first: Words, second: Words) -> tuple[tuple[int, int], tuple[int, int]] | None:
    """The one stretch of each in which two lists of words differ; kept as of `_shared`."""
    return (_difference_of if max(len(first), len(second)) <= MAX_KEPT_WORDS else _difference_anew)(first, second)


def _difference_anew(first: Words, second: Words) -> tuple[tuple[int, int], tuple[int, int]] | None:
    shorter, start = min(len(first), len(second)), 0
    while start < shorter and first[start] == second[start]:
        start += 1
    tail = 0
    while tail < shorter - start and first[-1 - tail] == second[-1 - tail]:
        tail += 1
    ends = len(first) - tail, len(second) - tail
    if start in ends or max(ends) - start > LONGEST_VALUE:
        return None
    return (start, ends[0]), (start, ends[1])


_difference_of = kept(512)(_difference_anew)


def _functional(frame: list[str], old: Statement, candidate: Candidate) -> bool:
    """Whether a frame has room for one value: it names what the value is of, beyond a verb with several objects."""
    content = [x for x in frame if x not in STOP_WORDS]
    measured = candidate.value_kind in MEASURED and old.value_kind in MEASURED
    named = [x for x in content if w.verb_lemma(x) not in _SEVERAL]
    preferred = "prefer" in frame and words(old.value)[-1:] == words(candidate.value)[-1:]  # dark mode, light mode
    return len(frame) > 1 and bool(named) and (measured or preferred or len(named) > 1 or _owned(frame))


def _single(frame: list[str]) -> bool:
    """Whether a frame says what something is, or what serves as it, or tells no verb of several objects."""
    return bool({"as", "for", "is", "are"} & set(frame)) or not _SEVERAL & {w.verb_lemma(x) for x in frame}


def _headed(old: Statement, candidate: Candidate, frame: list[str]) -> bool:
    """Whether both values are sorts of one thing, or measures of it: *a firm mattress*, *a soft mattress*."""
    heads = words(old.value)[-1:], words(candidate.value)[-1:]
    return candidate.value_kind in MEASURED or (heads[0] == heads[1] and set(heads[0]) <= set(frame))


def _owned(frame: list[str]) -> bool:
    """*My N is …*, *the N I use is …*, *… as my N*."""
    return any(x in {"my", "our", "the"} for x in frame) or {"for", "as"} & set(frame) != set()


def _handled(first: Words, second: Words) -> bool:
    """Whether two values are things of the speaker's that something is done with."""
    owned = first[-1:] == second[-1:] and first[-1:] in (("my",), ("our",))
    return owned and not _HANDLING.isdisjoint(w.verb_lemma(x) or "" for x in first)


def _condition(first: Words, start: int) -> bool:
    """Whether the templates differ in what stands before the speaker: *on Mondays I …*, *at work I …*."""
    return first[0] in _LEADING and not set(first[: start + 1]) & {"i", "we", "my"}


def _one_sort(old: Statement, candidate: Candidate) -> bool:
    return all((old.value_kind in kinds) == (candidate.value_kind in kinds) for kinds in (COUNTED, TIMED))


@kept_short(4096)
def _words_of(sentence: str) -> tuple[str, ...]:
    return tuple(words(bare(sentence)))


@kept_short(4096)
def _sentence(text: str, value: str) -> _Sentence:
    said, of_value = _words_of(text), word_set(value)
    distinct = frozenset(said)
    return _Sentence(
        said, distinct, of_value, distinct - of_value - _EMPTY, len(said) - len(of_value & distinct),
        "'s" in text.lower().replace("’", "'"),
    )  # fmt: skip


@kept_short(4096)
def _raw(sentence: str) -> tuple[str, ...]:
    return tuple(x.strip(".,!?;:") for x in bare(sentence).split())
