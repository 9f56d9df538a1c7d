"""Children: the open record that a rule is about, found when the rule fires.

Precision first: where no record is found with confidence, or more than one could be meant, nothing is retired.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from atma_overlay.kept import kept_short
from atma_overlay.language.candidates import Candidate, Part
from atma_overlay.language.extract import default_extractor
from atma_overlay.language.grammar import kinds
from atma_overlay.language.grammar.kinds import ANCHORED, value_kind
from atma_overlay.language.grammar.words import PREPOSITIONS, verb_lemma
from atma_overlay.records import Act, Basis, Cardinality, Change, Contingency, Slot, Statement
from atma_overlay.state.pairs.adjudication import compatible
from atma_overlay.state.pairs.displacement import OPEN_AT
from atma_overlay.state.propagation.parents import same_attribute
from atma_overlay.state.propagation.shifts import Shift
from atma_overlay.state.propagation.triggers import is_value
from atma_overlay.state.resolution.departures import is_near
from atma_overlay.state.slots.holders import called, one_holder, speaker_of
from atma_overlay.state.slots.links import Links
from atma_overlay.state.slots.mentions import naming_terms
from atma_overlay.state.workspace import Workspace
from atma_overlay.values.normal import normalise
from atma_overlay.values.sameness import same_value
from atma_overlay.values.terms import stem, terms


@dataclass(frozen=True, slots=True)
class Child:
    """Where a rule's value goes: a slot, and the open record there whose place it takes."""

    slot: Slot
    record: Statement | None


def child_of(rule: Contingency, shift: Shift, workspace: Workspace) -> Child | None:
    """The child of a rule as known when the parent changed; None where nothing is known of it.

    A slot without a record is filled where it is told whole: what is known of *the keeper* may well stand under another
    name, and what the rule gives would stand beside it.
    """
    rule = replace(rule, child=rule.child._replace(subject=called(rule.child.subject, workspace.active)))
    record = (
        _in_slot(rule, workspace) or _by_value(rule, shift, workspace) or _by_words(rule, shift, workspace)
        or _by_noun(rule, shift, workspace) or _by_kind(rule, shift, workspace) or _by_sentence(rule, shift, workspace)
        or _by_telling(rule, shift, workspace)
    )  # fmt: skip
    if record is not None:
        return Child(record.slot, record) if _may_give_way(rule, record) else None
    mine = rule.child.subject == speaker_of(shift.root) and shift.before is not None
    return Child(rule.child, None) if mine and _told_whole(rule.child.attribute) else None


def _may_give_way(rule: Contingency, record: Statement) -> bool:
    """Whether what a rule gives can take a record's place: who is near stays, and somebody is followed by a name.

    *If I move to York, my wife will be happy* gives no other wife, and *Anna is over the moon* ends none.
    """
    if is_near(record) and record.slot.attribute != "identity":
        return rule.value is not None and value_kind(rule.value)[0] == "name" and record.slot.attribute in _FOLLOWED
    known = default_extractor().lexicon.attributes.get(record.slot.attribute)
    somebody = record.slot.attribute == "identity" or (known is not None and "person" in known.values)
    return rule.value is None or not somebody or value_kind(rule.value)[0] in kinds.NAMED


_FOLLOWED = frozenset("landlord landlady neighbour neighbor".split())
"""Who is near to the speaker, and has somebody come after them."""


def _told_whole(attribute: str) -> bool:
    """Whether an attribute says by itself what it is of: one of the lexicon's, or what is done where (*print on*)."""
    return attribute in default_extractor().lexicon.attributes or attribute.rpartition("_")[2] in PREPOSITIONS


def _in_slot(rule: Contingency, workspace: Workspace) -> Statement | None:
    return _one(rule, workspace.active(rule.child)) if rule.child.attribute else None


def _by_value(rule: Contingency, shift: Shift, workspace: Workspace) -> Statement | None:
    """The record whose value the rule names, or what took its place in its slot since."""
    told = rule.child_value
    if told is None or not terms(told):
        return None
    found = workspace.found("value", terms(told), open_only=False)
    met = [s for s in found if is_value(told, s) and s.slot != shift.slot and s.confidence >= OPEN_AT]
    exact = [s for s in met if same_value(s.norm, normalise(told))] or met
    near = [s for s in exact if s.observation_id == rule.observation_id] or exact
    slots = {s.slot for s in near}
    if len(slots) != 1:
        return None
    active = workspace.active(next(iter(slots)))
    named = [s for s in active if is_value(told, s)]
    return named[0] if len(named) == 1 else _one(rule, active)


def _by_words(rule: Contingency, shift: Shift, workspace: Workspace) -> Statement | None:
    """The one open record whose attribute is the child's in other words."""
    attribute = rule.child.attribute
    asked = terms(attribute.replace("_", " "))
    if not asked:
        return None
    found = [
        s
        for s in workspace.found("attribute", asked)
        if s.slot != shift.slot
        and s.confidence >= OPEN_AT
        and one_holder(s.slot.subject, rule.child.subject, shift.root)
        and (
            same_attribute(attribute, s.slot.attribute)
            or (_but_kind(attribute, s.slot.attribute) and _could_hold(rule, s))
        )
    ]
    return _one(rule, found) if len({s.slot for s in found}) == 1 else None


def _but_kind(first: str, second: str) -> bool:
    """*Hour call*, *call time*: one thing, but for a noun that says what kind of value it has."""
    own, other = naming_terms(first) - _GENERIC, naming_terms(second) - _GENERIC
    return bool(own) and (own <= other or other <= own) and bool(other)


def _by_noun(rule: Contingency, shift: Shift, workspace: Workspace) -> Statement | None:
    """The one open record that goes by another noun of the child's: *my account* of a bank, *swim spot* of a pool."""
    attribute = rule.child.attribute
    asked = _nouns_of(attribute) | _done_at(attribute)
    if not asked:
        return None
    found = [
        s
        for s in workspace.found("attribute", sorted(asked))
        if s.slot != shift.slot
        and s.confidence >= OPEN_AT
        and one_holder(s.slot.subject, rule.child.subject, shift.root)
        and (s.slot.attribute in _called(attribute) or _one_place(attribute, s.slot.attribute))
        and _could_hold(rule, s)
    ]
    return _one(rule, found) if len({s.slot for s in found}) == 1 else None


def _could_hold(rule: Contingency, record: Statement) -> bool:
    """Whether the rule's value can stand in a record's place; one that is known by nothing but its noun has to."""
    if rule.value is None:
        return True
    kind, unit = value_kind(rule.value)
    loose = kinds.NAMED | {"number", "phrase", "quantity"}
    return compatible(kind, unit, record.value_kind, record.unit) or (kind in loose and record.value_kind in loose)


@kept_short(1024)
def _called(attribute: str) -> frozenset[str]:
    """The lexicon's attributes that a label may mean: *account* a bank, *print on* a printer."""
    lexicon = default_extractor().lexicon
    if attribute in lexicon.attributes:
        return frozenset()
    first, _, link = attribute.rpartition("_")
    if link in _AGENTS_WITH and verb_lemma(first) == first:
        agents = (lexicon.by_noun(x) for x in (f"{first}er", f"{first}r", f"{first}or", f"{first}{first[-1]}er"))
        return frozenset(x.id for x in agents if x is not None)
    last = attribute.replace("_", " ")
    return frozenset(x.id for x in lexicon.attributes.values() if any(n.endswith(f" {last}") for n in x.nouns))


@kept_short(1024)
def _nouns_of(attribute: str) -> frozenset[str]:
    """The stems by which records of the attributes that a label may mean are found."""
    return frozenset(t for x in _called(attribute) for t in terms(x.replace("_", " ")))


@kept_short(4096)
def _done_at(attribute: str) -> frozenset[str]:
    """The stem of what is done at a place: *swim* of *swim at*, *swimming pool* and *swim spot*."""
    first, _, last = attribute.rpartition("_")
    doing = first.split("_", maxsplit=1)[0]
    at_place = last in _AT or last in _PLACES
    told = at_place and verb_lemma(doing) is not None and doing not in _ANYTHING
    return frozenset(terms(doing)) if told else frozenset()


def _one_place(first: str, second: str) -> bool:
    """Whether two attributes tell where one thing is done: *park on*, *parking space*."""
    told = _done_at(first)
    return bool(told) and told == _done_at(second)


_GENERIC = frozenset(stem(x) for x in "date time day number price cost amount place location name hour".split())
"""What says no more than the kind of a value: *the hour of the call*, *the price of the card*."""
_AGENTS_WITH = frozenset("on with".split())
_AT = frozenset("at in on".split())
_PLACES = frozenset(
    """pool space spot bay place lot garage studio shop store centre center venue track court pitch ground hall wall
    gym room site station""".split()
)
_ANYTHING = frozenset("work live stay be go do have get use take meet run look start end".split())


def _by_kind(rule: Contingency, shift: Shift, workspace: Workspace) -> Statement | None:
    """The one open record that the rule's sentence would be the told change of (see `state.association`)."""
    if rule.value is None:
        return None
    kind, unit = value_kind(rule.value)
    candidate = Candidate(
        Part.ADOPTED, Act.ASSERT, rule.child.subject, rule.child.attribute, False, Cardinality.SINGLE, rule.value,
        normalise(rule.value), kind, unit, True, rule.span, rule.evidence, rule.valid_from, None, False, Change.TOLD,
        None, OPEN_AT, Basis.INFERRED, sort=default_extractor().lexicon.sort_of(rule.value),
    )  # fmt: skip
    links = Links(shift.root, workspace)
    alike = links.by_sort(candidate)
    if alike is not None and alike.slot != shift.slot:
        return alike  # one pool for another, whatever words the first was told in
    found = _named_alike(rule, links.associated(candidate))
    return found if found is not None and found.slot != shift.slot else None


def _named_alike(rule: Contingency, record: Statement | None) -> Statement | None:
    """A record whose slot goes by a word of the child's; where the rule names no slot, any."""
    named = naming_terms(rule.child.attribute)
    return record if record is None or not named or named & naming_terms(record.slot.attribute) else None


def _by_sentence(rule: Contingency, shift: Shift, workspace: Workspace) -> Statement | None:
    """Where a rule has no value to give: the one record of its own sentence, beside the parent's value."""
    if rule.value is not None or rule.child_value is not None:
        return None
    said = [
        s
        for s in workspace.spoken(terms(rule.evidence))
        if s.observation_id == rule.observation_id
        and s.evidence in rule.evidence
        and s.slot != shift.slot
        and s.value_kind in ANCHORED
        and not (shift.before is not None and same_value(s.norm, shift.before.norm))
    ]
    still = [s for s in said if s in workspace.active(s.slot)]
    return still[0] if len({s.norm for s in said}) == 1 and len({s.slot for s in still}) == 1 else None


def _by_telling(rule: Contingency, shift: Shift, workspace: Workspace) -> Statement | None:
    """The one value that was told in a sentence with the child's own noun, whatever slot it was put in.

    *My locker there is number 33* for a rule about lockers, where the number went to no slot of that name.
    """
    asked = set(terms(rule.child.attribute.replace("_", " "))) - _GENERIC
    if not asked:
        return None
    said = [
        s
        for s in workspace.spoken(sorted(asked))
        if asked <= set(terms(s.evidence)) - set(terms(s.value))
        and s.observation_id != rule.observation_id
        and s.slot != shift.slot
        and s.value_kind in ANCHORED
        and not (shift.before is not None and same_value(s.norm, shift.before.norm))
        and one_holder(s.slot.subject, rule.child.subject, shift.root)
        and _could_hold(rule, s)
    ]
    still = [s for s in said if s.confidence >= OPEN_AT and s in workspace.active(s.slot)]
    sure = [s for s in still if set(terms(s.slot.attribute.replace("_", " "))) <= set(terms(s.evidence))] or still
    return sure[0] if len({s.norm for s in said}) == 1 and sure else None


def _one(rule: Contingency, active: list[Statement]) -> Statement | None:
    """The record of a slot that is meant: its only one, or the one that the rule names."""
    if rule.child_value is not None:
        named = [s for s in active if is_value(rule.child_value, s)]
        if len(named) == 1:
            return named[0]
    affirmed = [s for s in active if s.affirmed]
    return affirmed[0] if len(affirmed) == 1 else None
