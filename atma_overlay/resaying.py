"""What has its words from elsewhere is said anew once those are erased (law 7): acts on records, and short answers.

`correct` and `forget` are observations of their own, and what is kept of them quotes the value that they are about.
Where the text of that value goes, a forgetting of it goes along, and a correction stays as what is so, without a word
of what it took the place of. What was read of *No, in York.* by what an agent had asked names what that asked about
(*Do you still live in Leeds?*): where those words go, what has them goes, and York stays.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from atma_overlay.digest import digest
from atma_overlay.judge.outcome import NOTHING, split
from atma_overlay.language.candidates import ABOUT_RULE, BY_QUESTION, Candidate, Found, Part
from atma_overlay.language.vocabulary.lexicon import Lexicon
from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.records import Act, Change, Held, Observation, Slot, Standing
from atma_overlay.values.terms import terms


@dataclass(frozen=True, slots=True)
class Resaid:
    """An observation that goes because of words that it has from elsewhere, and what is said in its place, if anything.

    Attributes:
        gone: its id.
        fresh: what takes its place, under an id of its own.
    """

    gone: str
    fresh: tuple[Observation, Found] | None


def resaid(
    reader: LedgerReader, held: Sequence[Held], gone: Collection[str], *, lexicon: Lexicon, now: datetime
) -> list[Resaid]:
    """The acts that have words which only erased texts say, as they are said without those.

    A correction in a slot that only those texts name goes, too: nothing is left that says what it is of.

    Args:
        reader: the ledger as it is.
        held: every statement of the partition.
        gone: the observations that are being erased.
        lexicon: its attributes are nobody's words.
        now: when what takes their place is recorded.
    """
    observed = {o.id: o for o in reader.observed_after(None)}
    texts = {i: o.text for i, o in observed.items()}
    asked = _read_by_question(reader, texts.keys() - set(gone))
    acts = {h.statement.observation_id for h in held if h.statement.confidence == 1.0} - set(gone)
    if not acts and not asked:
        return []
    lost = {t for i in gone for t in terms(texts.get(i, ""))}
    lost -= {t for i, text in texts.items() if i not in gone for t in terms(text)}
    found, _ = split(reader.extractions(sorted(acts | asked)))
    standings = {(h.statement.observation_id, h.statement.slot): h.standing for h in held}
    out = []
    for i in (i for i in observed if i in acts or i in asked):
        read, by_question = found.get(i, NOTHING), i in asked
        quoted = [lost & _told(c, texts[i], lexicon, asked=by_question) for c in read.candidates]
        if not any(quoted):
            continue
        kept = []
        for c, words in zip(read.candidates, quoted, strict=True):
            if not (by_question and words):
                standing = standings.get((i, Slot(c.subject, c.attribute)))
                kept += _without(c, words, lost & _named(c, lexicon), standing)
        out.append(_anew(observed[i], replace(read, candidates=tuple(kept)), now))
    return out


def acts(reader: LedgerReader, observations: Collection[Observation]) -> set[str]:
    """The ids of those that a person did to a record and nobody said: no host is handed their texts."""
    texts = {o.id: o.text for o in observations}
    found, _ = split(reader.extractions(sorted(texts)))
    return {i for i, read in found.items() if any(_is_act(c, texts[i]) or _takes_back(c) for c in read.candidates)}


def _is_act(candidate: Candidate, text: str) -> bool:
    """Whether a person did it to a record, and did not say it: `correct` is told in its value, `forget` in a word."""
    told = candidate.value if candidate.act is not Act.RETRACT else "retracted"
    return (
        candidate.part is Part.STATEMENT and candidate.confidence == 1.0 and candidate.known_attribute and text == told
    )


def _takes_back(candidate: Candidate) -> bool:
    """Whether a person took back a stated rule; who says so is less sure, and is heard in words."""
    return candidate.attribute == ABOUT_RULE and candidate.confidence == 1.0 and not candidate.value


def _read_by_question(reader: LedgerReader, observations: Collection[str]) -> set[str]:
    """The ids of those that were read by what an agent had asked."""
    return {e.observation_id for e in reader.extractions(sorted(observations)) if e.extractor.endswith(BY_QUESTION)}


def _told(candidate: Candidate, text: str, lexicon: Lexicon, *, asked: bool) -> set[str]:
    """The terms of an act, or of an answer, that its text has not; nothing where it is neither."""
    if not asked and not _is_act(candidate, text):
        return set()
    return {*terms(candidate.value), *terms(candidate.replaces or ""), *_named(candidate, lexicon)} - {*terms(text)}


def _named(candidate: Candidate, lexicon: Lexicon) -> set[str]:
    attribute = "" if candidate.attribute in lexicon.attributes else candidate.attribute.replace("_", " ")
    return {*terms(candidate.subject), *terms(attribute)}


def _without(
    candidate: Candidate, quoted: Collection[str], named: Collection[str], standing: Standing | None
) -> list[Candidate]:
    """An act without the words that go: a forgetting of them is of nothing, a correction states a value."""
    if not quoted:
        return [candidate]
    if named or candidate.act is Act.RETRACT:
        return []
    since = candidate.valid_from if candidate.valid_to is not None or standing is None else standing.valid_from
    return [candidate.but(act=Act.ASSERT, replaces=None, change=Change.NONE, valid_from=since)]


def _anew(old: Observation, found: Found, now: datetime) -> Resaid:
    if not found.candidates:
        return Resaid(old.id, None)
    # Alike on both planes, so that what was promoted is known there as the same.
    fresh = replace(
        old, id=f"obs_{digest('said again', old.id, characters=20)}", recorded_at=now,
        idempotency_key=digest("said again under", old.id),
    )  # fmt: skip
    return Resaid(old.id, (fresh, found))
