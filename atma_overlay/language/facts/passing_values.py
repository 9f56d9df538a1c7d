"""The present values that rules name and nothing else of an utterance states."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from atma_overlay.language.candidates import Candidate, Part, StatedContingency
from atma_overlay.language.grammar.kinds import value_kind
from atma_overlay.language.rules.rule_slots import OPEN_ENDED
from atma_overlay.language.turn import ReadSentence, ReadTurn
from atma_overlay.records import Act, Cardinality, Change
from atma_overlay.values.normal import normalise


def told_in_passing(
    rules: Sequence[StatedContingency], found: Sequence[Candidate], turn: ReadTurn, sentence: ReadSentence
) -> Iterator[Candidate]:
    """The present values that rules name and nothing else of the utterance states.

    *Whatever choir his college has, Vox at present* says what the club is now; a rule that finds no record of its
    child could not fire.
    """
    known = {c.norm for c in found if c.part is Part.STATEMENT and c.confidence >= OPEN_ENDED}
    for rule in rules:
        start = rule.evidence.find(rule.child_value) if rule.child_value else -1
        norm = normalise(rule.child_value or "")
        if start < 0 or not rule.child or rule.child_value is None or norm in known:
            continue
        if rule.evidence[:start].rstrip().lower().endswith(("instead of", "instead of the", "rather than")):
            continue  # in which slot it stands, an earlier sentence told
        at = rule.span[0] + start
        if any(c.mood in _NOT_SO and c.offsets[0] <= at < c.offsets[1] for c in sentence.clauses):
            continue  # unless something better turns up I may live in Porto
        known.add(norm)
        kind, unit = value_kind(rule.child_value)
        yield Candidate(
            Part.STATEMENT, Act.ASSERT, rule.child_subject or turn.speaker, rule.child, False, Cardinality.SINGLE,
            rule.child_value, norm, kind, unit, True, (at, at + len(rule.child_value)), rule.evidence, turn.at, None,
            False, Change.NONE, None, IN_PASSING,
        )  # fmt: skip


_NOT_SO = frozenset({"unreal", "future"})
IN_PASSING = 0.7
"""Confidence of a value that a rule names in passing."""
