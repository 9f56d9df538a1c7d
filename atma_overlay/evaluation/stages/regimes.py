"""The paper's controlled regimes (sections 5.3 and 5.4): low pressure, overflow pressure, heavy admitted content.

The paper prints neither its generator nor its streams. These are ours, in its words: in the heavy regime *many
observations are initially plausible memory candidates, but only later does one candidate become clearly important*. A
stream of it has 26 steps, which is what the printed write counts and budget hits suggest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random

from atma_overlay.evaluation.stages.stream import Call, Question, Sighting, Step, Stream

_PLAUSIBLE = (0.45, 0.65)
"""Evidence of a candidate that is reasonable to store and not sure."""
_PLAIN, _WEAK = 0.9, 0.3
"""Evidence of what is said outright, and of what is not to be believed."""
_PEOPLE = tuple("ana ben cleo dov eva finn gus hana iris jon kira leo mia nils oda paul rita sami tess uli".split())
_THINGS = tuple("desk bike tutor clinic garage violin locker printer ticket parcel badge canoe kiln loom".split())
_VALUES = tuple("amber birch cedar delta ember fjord grove heron indigo jade kelp lotus maple north onyx pearl".split())
_FILLERS = 18
Block = tuple[Step, ...]
"""Steps with nothing between them."""


def streams(regime: str, count: int, *, seed: int = 0) -> Iterator[Stream]:
    """The first `count` streams of a regime and a seed; the same ones for every count."""
    for number in range(count):
        yield REGIMES[regime](Random(f"stages/{regime}/{seed}/{number}"))


def _low(random: Random) -> Stream:
    """Fewer anchors than any stage holds together."""
    return _mixed(random, fillers=0)


def _overflow(random: Random) -> Stream:
    """The same tasks among far more one-shot anchors than there is room for."""
    return _mixed(random, fillers=60)


def _mixed(random: Random, *, fillers: int) -> Stream:
    """One anchor a task, each with its own questions, and chatter between everything."""
    kept, revised, near, alike, firm, *others = _anchors(random, 5 + fillers, alike=(2, 3))
    old, new, first, second, third, fourth, rumour = random.sample(_VALUES, 7)
    again = Sighting(firm, fourth, 0.7, 0.5)
    told: list[Sequence[Block]] = [
        [(Sighting(kept, first, _PLAIN, 1.0), Call(kept))],
        [(Sighting(revised, old, 0.8, 1.0), Call(revised)), (Sighting(revised, new, _PLAIN, 1.0),)],
        [(Sighting(near, second, _PLAIN, 1.0), Call(near))],
        [(Sighting(alike, third, _PLAIN, 1.0), Call(alike))],
        [(again, again), (again,), (again,), (Sighting(firm, rumour, _WEAK),)],
    ]
    steps = _woven(random, told, [_candidate(random, anchor) for anchor in others])
    questions = (
        Question("retention", kept, first),
        Question("update", revised, new),
        Question("interference", near, second),
        Question("interference", alike, third),
        Question("consolidation", firm, fourth),
    )
    return Stream(steps, questions, frozenset({kept, revised, near, alike, firm}), doubts=((firm, rumour),))


def _heavy(random: Random) -> Stream:
    """A candidate among candidates, named again with weak evidence when it has come to matter.

    One anchor is said outright and once, another comes back once by chance; the target is seen early, comes back three
    times in the last third and is asked for once. More candidates follow.
    """
    target, plain, second, *others = _anchors(random, 3 + _FILLERS)
    values = random.sample(_VALUES, 3)
    fillers = [_candidate(random, anchor) for anchor in others]
    early: list[Block] = [(Sighting(target, values[0], _plausible(random)),), (Sighting(plain, values[1], _PLAIN),)]
    early += [(Sighting(second, values[2], _plausible(random)),) for _ in range(2)]
    shown: list[Block] = [(Sighting(target, values[0], _plausible(random), 1.0),) for _ in range(3)]
    shown.insert(2, (Call(target),))
    parts = (_FILLERS // 2, _FILLERS // 3)
    first = _woven(random, [early], fillers[: parts[0]])
    last = _woven(random, [shown], fillers[parts[0] : parts[0] + parts[1]])
    steps = (*first, *last, *fillers[sum(parts) :])
    question = Question("recall", target, values[0])
    return Stream(steps, (question,), frozenset({target, plain, second}), frozenset({target}))


def _candidate(random: Random, anchor: str) -> Sighting:
    return Sighting(anchor, random.choice(_VALUES), _plausible(random))


def _plausible(random: Random) -> float:
    return round(random.uniform(*_PLAUSIBLE), 3)


def _anchors(random: Random, count: int, *, alike: tuple[int, int] | None = None) -> list[str]:
    """Distinct anchors of two words; the pair at the places `alike` is about two people and one thing."""
    drawn = random.sample([f"{person} {thing}" for person in _PEOPLE for thing in _THINGS], count)
    if alike is not None:
        one, other = alike
        person, thing = drawn[one].split()
        drawn[other] = f"{random.choice([p for p in _PEOPLE if f'{p} {thing}' not in drawn and p != person])} {thing}"
    return drawn


def _woven(random: Random, told: Sequence[Sequence[Block]], between: Sequence[Step]) -> tuple[Step, ...]:
    """Everything in one order at random, each told sequence in its own, its blocks whole."""
    rest: list[list[Block]] = [list(sequence) for sequence in told]
    rest += [[(step,)] for step in between]
    turns = [place for place, sequence in enumerate(rest) for _ in sequence]
    random.shuffle(turns)
    return tuple(step for place in turns for step in rest[place].pop(0))


REGIMES: Mapping[str, Callable[[Random], Stream]] = {"low": _low, "overflow": _overflow, "heavy": _heavy}
