"""Which record is meant where a value stands in several slots: *I live in Leeds*, *I was born in Leeds*."""

from __future__ import annotations

from collections.abc import Sequence

from atma_overlay import re2
from atma_overlay.language.candidates import Candidate
from atma_overlay.records import Act, Statement
from atma_overlay.state.slots.mentions import naming_terms
from atma_overlay.values.sameness import same_value
from atma_overlay.values.terms import terms

STAYS = tuple("be_at be_in live_at live_in home_city stay_at stay_in settle_in_at settle_at settle_in".split())
"""Attributes that say where somebody is."""
_MOVES = re2.compile(r"(?i)\b(?:mov(?:ed?|es|ing)|relocat(?:ed?|es|ing))\b")
_OWN, _STATED, _NAMED, _ENDED, _ANY = 4, 3, 2, 1, 0


def likeliest(
    tied: Sequence[Statement], told: Candidate, beside: Sequence[Candidate], said: str
) -> tuple[Statement, bool]:
    """Of records that fit alike the one that the words tell of, and whether another slot's is as likely.

    What one utterance told under two names (*a member of the Labour party*) is one thing, and what names no slot of its
    own may be that of another (*I'm with Helvia*, an insurer).

    Args:
        tied: the records, at least one.
        told: what names their value.
        beside: everything else that the utterance tells.
        said: its words.
    """
    stated = {c.attribute for c in beside if c.act is Act.ASSERT and c.known_attribute}
    ended = {c.attribute for c in beside if c.act is Act.END and c.known_attribute and same_value(c.norm, told.norm)}
    moves = bool(_MOVES.search(said)) or not stated.isdisjoint(STAYS)
    words = frozenset(terms(said))

    def rank(record: Statement) -> int:
        attribute = record.slot.attribute
        if attribute in {told.attribute, told.thing}:
            return _OWN
        if attribute in stated or (moves and attribute in STAYS):
            return _STATED
        if (named := naming_terms(attribute)) and named <= words:
            return _NAMED
        return _ENDED if attribute in ended else _ANY

    ranked = [(rank(record), record) for record in tied]
    best = max(place for place, _ in ranked)
    first = [record for place, record in ranked if place == best]
    named = [record for record in first if not record.slot.attribute.startswith("be_")]
    told_apart = len({record.slot for record in named}) > 1 and len({record.observation_id for record in named}) > 1
    return first[0], told_apart
