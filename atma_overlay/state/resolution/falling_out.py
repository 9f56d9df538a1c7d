"""What took the place of what fell out: a new value that is told of the same slot, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable

from atma_overlay.language.candidates import Candidate, Part
from atma_overlay.language.extract import default_extractor
from atma_overlay.language.grammar.kinds import NAMED
from atma_overlay.language.grammar.words import PREPOSITIONS
from atma_overlay.records import Act, Cardinality, Change, Observation, Slot, Statement
from atma_overlay.state.days_to_come import is_planned
from atma_overlay.state.pairs.displacement import OPEN_AT, called_alike
from atma_overlay.state.slots.links import Links
from atma_overlay.state.slots.mentions import naming_terms
from atma_overlay.values.sameness import refines, same_value
from atma_overlay.values.terms import terms, words

_OURS = frozenset("i we my our i'm we're i've we've".split())
_STEM = 4
"""Letters that a noun and a verb of one word share at least: *meetup*, *meet*."""


def planned(candidate: Candidate, links: Links, said: Observation) -> Statement | None:
    """The one thing that was told of its subject for a day that has not come, where a plan of that fell away.

    Args:
        candidate: what is told to have fallen away.
        links: what was said before.
        said: what tells it.
    """
    known = links.found("value", terms(candidate.value))
    meant = [s for s in known if s.slot.subject == candidate.subject and same_value(s.norm, candidate.norm)]
    plans = [s for s in meant if is_planned(s, at=said.observed_at) and s.observation_id != said.id]
    return plans[0] if len(plans) == 1 else None


_GOING_OVER = frozenset(
    ("", "go_to", "use", "be_with", "join", "be_at", "start_at", "start_with", "work_at", "work_for")
)
"""What is said of nearly anything that one has gone over to."""


def gone_over_to(candidate: Candidate, old: Statement) -> bool:
    """*I switched gyms. I go to Pulse now*: whether a statement beside a change that names no value tells of that."""
    return candidate.attribute in _GOING_OVER or candidate.attribute == old.slot.attribute


def successors(stated: Iterable[Candidate], old: Statement, links: Links) -> list[Candidate]:
    """The statements that tell a new value of what an old value was told of, by its attribute or a noun of it.

    Args:
        stated: what the utterance states.
        old: the record whose value is told to have fallen out.
        links: what was said before.
    """
    if old.value_kind not in NAMED:
        return []
    return [
        c
        for c in stated
        if c.part is Part.STATEMENT
        and c.act is Act.ASSERT
        and c.affirmed
        and c.value_kind in NAMED
        and not c.additive
        and not c.temporary
        and (c.confidence >= OPEN_AT or not _OURS.isdisjoint(words(c.evidence)))  # they meet at Byte Bar
        and (_of_one_slot(c, old) or _is_announced(c, old, links))
        and not same_value(c.norm, old.norm)
        and not refines(c.norm, old.norm)
        and not refines(old.norm, c.norm)
        and not links.names_known_value(c)
    ]


def _of_one_slot(candidate: Candidate, old: Statement) -> bool:
    mine = candidate.subject == old.slot.subject
    if candidate.attribute == old.slot.attribute:
        several = candidate.known_attribute and candidate.cardinality is Cardinality.MULTI
        return mine and (not several or called_alike(old, candidate))
    if candidate.known_attribute:
        return False
    had = naming_terms(old.slot.attribute)
    if not mine:  # keynote: Dr. Yusuf; the keynote is by Ravi Menon
        called = set(terms(candidate.subject))
        return bool(called) and called <= had
    if not _heads_agree(candidate.attribute, old.slot.attribute):
        return False
    told = naming_terms(candidate.attribute)
    return bool(told) and all(any(_is_one_word(a, b) for b in had) for a in told)  # not our error reports


def _is_one_word(first: str, second: str) -> bool:
    stemmed = min(len(first), len(second)) >= _STEM
    return first == second or (stemmed and (first.startswith(second) or second.startswith(first)))


def _is_announced(candidate: Candidate, old: Statement, links: Links) -> bool:
    """*Changed gyms, FitHaus got too pricey, I go to Gravity*: the new one of what is told to have changed.

    Only where nothing stands in the slot that is named, and the old one stands in none that is known.
    """
    told = candidate.known_attribute and candidate.change is Change.TOLD and candidate.subject == old.slot.subject
    if not told or old.slot.attribute in default_extractor().lexicon.attributes:
        return False
    return not links.workspace.active(Slot(candidate.subject, candidate.attribute))


def _heads_agree(first: str, second: str) -> bool:
    """*Our contact*, *our contact at Acme*; not *the goalkeeper*, *the goalkeeper coach*."""
    one, other = first.rpartition("_")[2], second.rpartition("_")[2]
    return one == other or not PREPOSITIONS.isdisjoint({one, other})
