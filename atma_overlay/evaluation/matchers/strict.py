"""A sound matcher: a value is given only where it stands whole, as itself, and is presented as true.

Numbers, dates and times are compared as such: *350,000*, *350k* and *three hundred and fifty thousand* are one
number, *$350,000* and *$400,000* are two, and *5 miles* is not *5 hours*. A unit may be left out where the
number counts nothing else. Words are compared in the one form of `wording`, unbroken and in order. A value that
the answer denies is not given; one told as past (*used to*, *no longer*, *from … to*) is not presented as
current. What stands within a longer value of the other side is that value: *York* within *New York*.
It asks for the wording of the value: a paraphrase is not recognised, and needs a grader with a model.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from atma_overlay import re2
from atma_overlay.evaluation.matchers.atoms import Atom, Number
from atma_overlay.evaluation.matchers.occurrences import Span, spans
from atma_overlay.evaluation.matchers.polarity import polarities, polarity_of
from atma_overlay.evaluation.matchers.reading import atoms
from atma_overlay.evaluation.matchers.standing import Standing, standing
from atma_overlay.evaluation.matchers.verdicts import AskedTime, Verdict

_ASIDE = re2.compile(r"\([^)]*\)")
_ALSO = re2.compile(r"(?i)\s*\b(?:is|are|would be)\s+also\s+(?:acceptable|accepted|correct)\b\.?")
_SENTENCE_END = re2.compile(r"\.\s+|\.$|;")
_OR = re2.compile(r"(?i)\s+or\s+")


@dataclass(frozen=True, slots=True)
class Strict:
    """The sound matcher."""

    name: str = "strict"

    def matches(self, answer: str, gold: str) -> bool:
        """Whether the answer presents this one value as true."""
        return self.verdict(answer, current=(gold,)) is Verdict.CORRECT

    def verdict(
        self, answer: str, *, current: Sequence[str], stale: Sequence[str] = (), asked: AskedTime = "current"
    ) -> Verdict:
        """The verdict; see `Matcher.verdict`."""
        said = atoms(answer)
        wanted = [form for text in current for form in forms(text)]
        superseded = [form for text in stale for form in forms(text)]
        accepted = (Standing.NOW,) if asked == "current" else (Standing.NOW, Standing.PAST)
        return Verdict.of(
            current=_gives(said, wanted, besides=superseded, accepted=accepted),
            stale=_gives(said, superseded, besides=wanted, accepted=(Standing.NOW,)),
        )


@lru_cache(maxsize=1 << 12)
def forms(gold: str) -> tuple[tuple[Atom, ...], ...]:
    """The acceptable forms that one gold text names.

    They are several where it lists numbers with *or*, or says that another is also acceptable; and what stands
    in brackets may be left out where anything else is left.
    """
    bare = _ASIDE.sub(" ", gold).strip() or gold
    also = _ALSO.search(bare) is not None
    texts = _SENTENCE_END.split(_ALSO.sub(".", bare)) if also else [bare]
    whole = [] if also or bare == gold else [gold]
    read = [atoms(piece) for text in (*texts, *whole) for piece in _alternatives(text, also=also)]
    return tuple(form for form in read if form)


def _alternatives(text: str, *, also: bool) -> list[str]:
    pieces = [piece for piece in _OR.split(text) if piece.strip()]
    numeric = all(any(isinstance(atom, Number) for atom in atoms(piece)) for piece in pieces)
    return pieces if also or numeric else [text]


def _gives(
    said: Sequence[Atom],
    values: Sequence[Sequence[Atom]],
    *,
    besides: Sequence[Sequence[Atom]],
    accepted: Sequence[Standing],
) -> bool:
    taken = [span for other in besides for span in spans(said, other)]
    return any(_given(said, value, taken=taken, accepted=accepted) for value in values)


def _given(said: Sequence[Atom], value: Sequence[Atom], *, taken: Sequence[Span], accepted: Sequence[Standing]) -> bool:
    polarity = polarity_of(value)
    if polarity is not None:
        return polarity in polarities(said)
    return any(standing(said, span) in accepted for span in _own(spans(said, value), taken))


def _own(found: Iterator[Span], taken: Sequence[Span]) -> Iterator[Span]:
    return (span for span in found if not any(span.within(other) for other in taken))


STRICT = Strict()
"""The sound matcher; it has no settings."""
