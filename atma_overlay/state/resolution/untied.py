"""Which record a tie was that is over: *my membership at Sweatbox ran out*, *they axed Kestrel*."""

from __future__ import annotations

from datetime import timedelta

from atma_overlay.language.candidates import BY_TIE, Candidate
from atma_overlay.language.endings.untied import COUPLE, WORK
from atma_overlay.language.extract import default_extractor
from atma_overlay.language.grammar.kinds import NAMED
from atma_overlay.language.grammar.words import ACQUAINTANCES, KIN, PETS, verb_lemma
from atma_overlay.records import Cardinality, Slot, Statement
from atma_overlay.state.pairs.namesakes import names_in
from atma_overlay.state.resolution.placing import Placing
from atma_overlay.state.slots.holders import speaker_of
from atma_overlay.state.slots.twins import twins
from atma_overlay.values.sameness import same_value
from atma_overlay.values.terms import stem, terms, words

_COUPLED = frozenset("spouse dating_partner engage_to partner be_with date relationship".split())
_MARRIED = "marital_status"
_WORKED_ON = frozenset("project product lead manage run head develop build work_on be_on make own maintain".split())
"""What tells a project or a product that the speaker works on."""
_DONE_THERE = frozenset(
    """go swim train belong subscribe work climb row exercise play lift dance box spin attend bank use rent be get join
    call have lease""".split()
)
"""What one does at a place, or with a firm, that one is a member or a customer of."""
_NO_TIE = frozenset("home_city hometown occupation school university landlord identity name".split())
_PROJECT = frozenset(terms("project"))
_TOLD_LATE = timedelta(days=31)
"""How long before it was told a tie may have ended that is told to be over: *in January*."""
_EMPLOYED = frozenset("contract".split())
_UNQUALIFIED = frozenset("annual yearly monthly full long long-term fixed-term twelve-month paid whole".split())
_PEOPLE = KIN | ACQUAINTANCES | PETS


def untie(leaving: list[Candidate], placing: Placing) -> list[Candidate]:
    """End what the names were that are told to be over by their ties; the candidates that are left."""
    left = []
    for candidate in leaving:
        if candidate.attribute != BY_TIE:
            left.append(candidate)
            continue
        for old in _tied(candidate, placing):
            told = candidate.doubted() if _may_go_on(candidate, old) else candidate
            placing.put(told, old.slot, value=old.value, norm=old.norm, cardinality=old.cardinality, contextual=True)
    return left


def _may_go_on(candidate: Candidate, old: Statement) -> bool:
    """Whether one may go on without the tie: who had a contract may be on the staff by now."""
    return candidate.unit not in {WORK, COUPLE} and old.slot.attribute == "employer"


def _tied(candidate: Candidate, placing: Placing) -> list[Statement]:
    """The one record of the tie, with what else its own sentence told of the same words."""
    me, tie = speaker_of(placing.observation), candidate.unit or ""
    if candidate.subject != me:
        return []
    called = names_in(candidate.value)
    held = placing.links.found("value", terms(candidate.value), lambda s: s.slot.subject == me and s.affirmed)
    named = [s for s in held if same_value(s.norm, candidate.norm) or names_in(s.value) - _PROJECT == called]
    fit = [s for s in named if _fits(s, tie) and candidate.valid_from >= s.valid_from - _TOLD_LATE]
    if not fit or (len({s.slot for s in fit}) > 1 and len({s.observation_id for s in fit}) > 1 and tie != COUPLE):
        return []
    old = fit[0]
    ended = [*fit, *(s for s in twins(old, placing.workspace, any_slot=True) if s not in fit)]
    if tie == COUPLE:
        status = placing.workspace.active(Slot(me, _MARRIED))
        ended += [s for s in status if s.norm == "married" and s.observation_id == old.observation_id]
    return ended


def _fits(old: Statement, tie: str) -> bool:
    """Whether a record can tell a tie of this sort."""
    attribute = old.slot.attribute
    if tie == COUPLE:
        return attribute in _COUPLED or (attribute == "see" and " seeing " in f" {old.evidence.lower()}")
    if tie == WORK:
        return attribute in _WORKED_ON and old.value_kind in {*NAMED, "phrase"}
    *kind, paper = tie.split()
    if attribute == "employer":
        return paper in _EMPLOYED and not kind and old.cardinality is Cardinality.SINGLE
    if old.value_kind not in NAMED or attribute in _NO_TIE | _PEOPLE or attribute.startswith(("favourite", "favorite")):
        return False
    known = default_extractor().lexicon.attributes.get(attribute)
    first = attribute.partition("_")[0]
    acts = verb_lemma(first) is not None
    if known is None and acts and first not in _DONE_THERE:
        return False
    if known is not None and "person" in known.values:
        return False
    told = {stem(x) for x in (*attribute.split("_"), *words(old.evidence))}
    told |= {stem(x) for noun in (known.nouns if known is not None else ()) for x in noun.split()}
    return all(stem(x) in told or x in _UNQUALIFIED for x in kind)
