"""What a judge's answers come to, once they passed the guards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from atma_overlay.errors import LedgerCorruptError
from atma_overlay.judge import readings
from atma_overlay.judge.readings import NOTHING_JUDGED, JudgedFound
from atma_overlay.judge.settings import ASIDE, EXTRACTOR, PENDING
from atma_overlay.language.candidates import BY_QUESTION, Found, from_json
from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.records import Extraction, Statement, Verdict
from atma_overlay.views import Judging, RejectedNote

NOTHING = Found((), (), ())


@dataclass(frozen=True, slots=True)
class Outcome:
    """What is to be kept of a batch.

    Attributes:
        found: what was read in each observation, by its id; an observation that was read and told nothing is there too.
        verdicts: rulings across slots (`judge.reach`).
        records: the earlier statements that the verdicts are about.
        extractor: who read.
        pending: observations that wait to be judged, by id.
        report: for the receipt.
        sources: the observations whose words the judge was shown, by id.
        declined: the observations, by id, that were asked of together and had no answer of use, where the model is not
            out of reach: each by itself, or some of them, may have one.
    """

    found: Mapping[str, JudgedFound] = field(default_factory=dict)
    verdicts: tuple[Verdict, ...] = ()
    records: tuple[Statement, ...] = ()
    extractor: str = EXTRACTOR
    pending: frozenset[str] = frozenset()
    report: Judging | None = None
    sources: frozenset[str] = frozenset()
    declined: tuple[str, ...] = ()

    def since(self, reader: LedgerReader) -> Outcome:
        """The same, unless something that the judge was shown was erased since: then the batch is to be judged anew.

        An answer may have words of whatever was shown, and nobody can tell which (law 7).
        """
        if not self.sources or not reader.erased(self.sources):
            return self
        pending = self.pending | self.found.keys()
        nothing: dict[str, object] = {"statements": 0, "verdicts": 0, "rejected": (), "pending": len(pending)}
        report = None if self.report is None else self.report.model_copy(update=nothing)
        return Outcome(extractor=self.extractor, pending=pending, report=report)

    def extractions(self, ids: Sequence[str]) -> tuple[Extraction, ...]:
        """The rows that keep it, for those observations."""
        read = [Extraction(i, self.extractor, readings.to_json(self.found[i])) for i in ids if i in self.found]
        return (*read, *(Extraction(i, PENDING, readings.to_json(NOTHING_JUDGED)) for i in ids if i in self.pending))


def split(extractions: Sequence[Extraction]) -> tuple[dict[str, Found], dict[str, JudgedFound]]:
    """What the rules and what a judge found, by observation; a judge's first answer counts.

    Raises:
        LedgerCorruptError: one of them is not what was stored.
    """
    rules: dict[str, Found] = {}
    judged: dict[str, JudgedFound] = {}
    for extraction in extractions:
        try:
            if extraction.extractor.startswith(ASIDE):
                continue
            if extraction.extractor.startswith(EXTRACTOR):
                judged.setdefault(extraction.observation_id, readings.from_json(extraction.candidates))
            elif extraction.extractor != PENDING:
                found = from_json(extraction.candidates)
                asked = extraction.extractor.endswith(BY_QUESTION)
                rules[extraction.observation_id] = replace(found, by_question=True) if asked else found
        except (ArithmeticError, LookupError, TypeError, ValueError, RecursionError) as error:
            problem = f"the ledger holds candidates that cannot be read ({type(error).__name__}): run `atma doctor`"
            raise LedgerCorruptError(problem) from error
    return rules, judged


def waiting(extractions: Sequence[Extraction], *, model: str | None = None) -> set[str]:
    """The observations that still wait to be judged: by a model, what was set aside for another one does, too."""
    marked = {e.observation_id for e in extractions if e.extractor == PENDING}
    return marked - {e.observation_id for e in extractions if _is_done(e.extractor, model)}


def set_aside(ids: Iterable[str], model: str) -> tuple[Extraction, ...]:
    """The rows that mark observations as those that a model has no answer for."""
    return tuple(Extraction(i, f"{ASIDE}{model}", readings.to_json(NOTHING_JUDGED)) for i in ids)


def _is_done(extractor: str, model: str | None) -> bool:
    if extractor.startswith(ASIDE):
        return model is None or extractor == f"{ASIDE}{model}"
    return extractor.startswith(EXTRACTOR)


def rejected_of(extractions: Sequence[Extraction]) -> tuple[RejectedNote, ...]:
    """What a judge rejected of the observations, for a reader."""
    _, judged = split(extractions)
    who = {e.observation_id: e.extractor for e in reversed(extractions) if e.extractor.startswith(EXTRACTOR)
           and not e.extractor.startswith(ASIDE)}  # fmt: skip
    return tuple(note for i, each in judged.items() for note in readings.rejections({i: each}, who[i]))
