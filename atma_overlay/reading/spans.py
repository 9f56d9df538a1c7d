"""The live spans of a host memory: its sentences without those that tell what no longer holds.

A host may rewrite what it was given, so a sentence is known by the record's evidence, by its value, or by the words
that both share; never by equal strings alone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from atma_overlay.kept import kept_short
from atma_overlay.language.grammar.sentences import sentences
from atma_overlay.reading.echoes import SHORT
from atma_overlay.reading.gather import Hit
from atma_overlay.reading.wording import wording_of
from atma_overlay.records import Act, Held, Slot, Statement, Status
from atma_overlay.values.normal import fold_case
from atma_overlay.values.terms import terms, word_set, words

NEVER = (Status.RETRACTED, Status.CORRECTED)
"""Of what was never true, or is asked not to be used, no view speaks."""
CLAUSES = "; "
"""Between the clauses of a sentence that a host merged of several."""
ALIKE = 0.6
"""Share of a rewritten sentence's terms that the evidence must hold for the sentence to tell the same."""


@dataclass(frozen=True, slots=True)
class Gone:
    """Records that no longer hold, or never did, as the texts of many memories are held against them.

    Attributes:
        ids: of the records.
        echoing: those whose value is known anywhere, each with the value in folded case.
        lost: the values that are asked not to be used, by slot.
    """

    ids: frozenset[str]
    echoing: tuple[tuple[str, Statement], ...]
    lost: frozenset[tuple[Slot, str]]

    @classmethod
    def of(cls, retired: Sequence[Held], again: Mapping[Slot, set[str]] = MappingProxyType({})) -> Gone:
        """From the records, and the values by slot that hold now: an earlier spell of theirs leaves no echo."""
        said = [h.statement for h in retired]
        return cls(
            frozenset(s.id for s in said),
            tuple(
                (wording_of(s).folded, s) for s in said if len(s.value) > 1 and s.norm not in again.get(s.slot, ())
            ),
            frozenset(
                (h.statement.slot, h.statement.norm) for h in retired if h.standing.status is Status.RETRACTED
            ),
        )  # fmt: skip


def live_text(hit: Hit, retired: Gone) -> str | None:
    """A host memory without the sentences of retired records and their echoes, or None when nothing is left.

    Args:
        hit: the host's memory with the records that stand on it.
        retired: records that no longer hold, or never did.
    """
    text = hit.memory.text
    # A statement is a retired record's own, or one that restates it.
    gone = [h.statement for h in hit.held if h.statement.id in retired.ids or h.standing.record_id in retired.ids]
    folded = fold_case(text)
    echoes = [statement for value, statement in retired.echoing if value in folded]
    forgotten = _asked_to_forget(hit, retired)
    if not gone and not echoes and not forgotten:
        return text
    if any(text in statement.evidence for statement in gone):
        return None  # whatever its sentences are, each of them tells it
    parts = [p for p in sentences_of(text) if not any(words <= set(terms(p)) for words in forgotten)]
    live = [p for p in parts if not any(tells(p, g, text=text) for g in gone)]
    unknown = bool(gone) and len(live) == len(parts)
    if unknown:
        live = _told_by_live_records(live, hit, gone, text)
    spans = [p for p in live if not any(_echoes(p, e) for e in echoes)]
    if not unknown and len(spans) < len(parts) and CLAUSES in text:
        spans = [s for p in parts for s in ([p] if p in spans else _live_clauses(p, hit, gone, echoes))]
    return " ".join(spans) or None


def _live_clauses(part: str, hit: Hit, gone: Sequence[Statement], echoes: Sequence[Statement]) -> list[str]:
    """The clauses of a sentence that tell nothing that is gone; a host may have merged several turns into one.

    What was said in one sentence with what is gone may hang on it: it goes too, unless a record tells it that holds.
    Where no clause is known for what is gone, any may tell it: none stays.
    """
    clauses, text, lost = part.split(CLAUSES), hit.memory.text, (*gone, *echoes)
    live = [h.statement for h in hit.held if h.statement.id not in {s.id for s in lost}]
    kept = [
        c for c in clauses if not any(tells(c, g, text=text) for g in gone) and not any(_echoes(c, e) for e in echoes)
    ]
    if len(kept) == len(clauses):
        return []
    return [
        c for c in kept if any(tells(c, s, text=text) for s in live) or not any(_alike(c, s.evidence) for s in lost)
    ]


def _echoes(part: str, retired: Statement) -> bool:
    """Whether a sentence tells a retired value again: one that speaks for itself, or beside the words of its slot."""
    if fold_case(retired.value) not in fold_case(part):
        return False
    if retired.value_kind in {"name", "code", "quote"} and len(retired.value) > SHORT:
        return True
    slot = set(terms(retired.slot.attribute.replace("_", " ")))
    return bool(slot) and slot.issubset(terms(part)) and word_set(retired.value).issubset(words(part))


def _asked_to_forget(hit: Hit, retired: Gone) -> list[set[str]]:
    """The words of each value that a memory asks to forget: the request names it, and is no place to keep it."""
    if not retired.lost:
        return []
    asked = [h.statement for h in hit.held if h.statement.act is Act.RETRACT]
    return [words for s in asked if (s.slot, s.norm) in retired.lost and (words := set(terms(s.value)))]


def _told_by_live_records(parts: Sequence[str], hit: Hit, gone: Sequence[Statement], text: str) -> list[str]:
    """Of a memory in the host's own words, none of which is known for what is gone: what live records are known for."""
    lost = {statement.id for statement in gone}
    live = [h.statement for h in hit.held if h.is_record and h.statement.id not in lost]
    return [part for part in parts if any(tells(part, statement, text=text) for statement in live)]


def sentences_of(text: str) -> list[str]:
    """The sentences of a text."""
    return list(_split(text))


@kept_short(4096)
def _split(text: str) -> tuple[str, ...]:
    return tuple(text[sentence.start : sentence.end] for sentence in sentences(text))


def rest_of(text: str, shown: Iterable[Statement]) -> str:
    """What a host memory says beside the sentences that tell the shown statements."""
    told = list(shown)
    return " ".join(part for part in sentences_of(text) if not any(tells(part, s, text=text) for s in told))


def without_archived(text: str, hit: Hit, archived: Collection[str]) -> str | None:
    """What a host memory still says without the sentences that tell of archived records alone, None for nothing."""
    gone = [h.statement for h in hit.held if h.standing.record_id in archived]
    if not gone:
        return text
    kept = [h.statement for h in hit.held if h.standing.record_id not in archived]
    parts = [
        part
        for part in sentences_of(text)
        if any(tells(part, s, text=text) for s in kept) or not any(tells(part, s, text=text) for s in gone)
    ]
    return " ".join(parts) or None


def tells(part: str, statement: Statement, *, text: str) -> bool:
    """Whether a sentence of a text tells what the statement's evidence tells.

    Where the evidence stands in the text, in its very words; where the host has rewritten it, by the value and by most
    of the sentence's other words.
    """
    evidence = statement.evidence
    if part in evidence or evidence in part:
        return True
    if evidence in text or fold_case(statement.value) not in fold_case(part):
        return False
    return _alike(part, evidence)


def _alike(part: str, evidence: str) -> bool:
    said = set(terms(part))
    return bool(said) and len(said & set(terms(evidence))) >= ALIKE * len(said)
