"""Notes by label, about one of many: *Account: Halbrook, champion: Ana, stage: negotiation*."""

from __future__ import annotations

import re2

from atma_overlay.language.candidates import Candidate, Part
from atma_overlay.language.pattern_set import PatternSet
from atma_overlay.language.turn import ReadTurn
from atma_overlay.records import Act, Cardinality, Change

_ONE_OF_MANY = (
    "account|applicant|booking|buyer|candidate|case|claimant|client|company|contact|customer|deal|employee|guest|lead"
    "|listing|opportunity|order|patient|policyholder|property|prospect|pupil|seller|site|student|supplier|tenant|ticket"
    "|trainee|user|vendor"
)
_HEADER = re2.compile(rf"(?:^|[\n.;,|(–—-]|\s[*•])\s*(?:{_ONE_OF_MANY})(?: name| id| no\.?| number)?\s*:")
_HEADED = PatternSet(_HEADER.pattern)


def beside(found: list[Candidate], turn: ReadTurn) -> list[Candidate]:
    """The candidates of a turn, those behind labels beside what is known where a label tells of whom the notes are.

    The next such notes are of another account or patient: they retire nothing.

    Args:
        found: the candidates.
        turn: the utterance that they are of.
    """
    if not found or not _HEADED.found_in(turn.lowered):
        return found
    header = _HEADER.search(turn.lowered)
    if header is None:
        return found
    return [_one_more(c) if c.span[0] >= header.end() and _labelled(c, turn) else c for c in found]


def _one_more(candidate: Candidate) -> Candidate:
    return candidate.but(cardinality=Cardinality.MULTI, additive=True)


def _labelled(candidate: Candidate, turn: ReadTurn) -> bool:
    plain = candidate.part is Part.STATEMENT and candidate.act is Act.ASSERT and candidate.change is Change.NONE
    return plain and turn.text[: candidate.span[0]].rstrip(" *_`\"'“").endswith(":")
