"""Parents: whether the slot that changed is the one that a rule depends on.

Precision first: an attribute in the same words, or in more or fewer of them, the value that the rule names, or the sort
of institution that both values are. What is merely about the same theme is no parent.
"""

from __future__ import annotations

from atma_overlay.kept import kept_short
from atma_overlay.language.extract import default_extractor
from atma_overlay.language.grammar.kinds import NAMED
from atma_overlay.records import Contingency, Statement, TriggerKind
from atma_overlay.state.propagation.shifts import Shift
from atma_overlay.state.propagation.triggers import is_value
from atma_overlay.state.slots.association import told_apart
from atma_overlay.state.slots.holders import one_holder, speaker_of
from atma_overlay.state.slots.mentions import naming_terms
from atma_overlay.state.slots.several import STAYS
from atma_overlay.values.terms import terms

ANYBODY = "?"
"""The holder of a parent that a rule names without an owner: *a change of dentist*."""
_HOME = frozenset({"home", "home_address", "neighbourhood", *STAYS})
_LIVING = ("live_", "stay_")
"""How the attributes begin of what tells where somebody lives: *live flat on* of *a flat on Cobden Street*."""
_PLACED = frozenset({"in", "at", "on", "near"})
_TIES = frozenset("contract provider company supplier membership subscription account".split())
_MEMBERSHIP = "belong_to"
"""How the attribute ends of what something reports into, sits under or belongs to."""
_BODIES = frozenset("group team division department unit squad tribe branch directorate faculty".split())


def is_parent(rule: Contingency, shift: Shift) -> bool:
    """Whether a shift is one of the slot that a rule names as its parent."""
    parent = rule.parent
    if shift.slot == parent:
        return True
    if not _held_alike(rule, shift):
        return False
    if shift.before is None or rule.when.kind is TriggerKind.TOLD:
        return False
    if rule.parent_value and is_value(rule.parent_value, shift.before):
        return True
    if not parent.attribute and rule.parent_value is None:
        return _comes_to(rule, shift)
    return bool(parent.attribute) and same_attribute(
        parent.attribute, shift.slot.attribute, (shift.before, shift.after)
    )


def _comes_to(rule: Contingency, shift: Shift) -> bool:
    """*If we adopt Veltrion*: whatever slot takes the value is the parent."""
    told = rule.when.value if rule.when.kind is TriggerKind.TO else None
    return told is not None and shift.after is not None and is_value(told, shift.after)


def same_attribute(told: str, attribute: str, values: tuple[Statement | None, ...] = ()) -> bool:
    """Whether two attributes are one in other words: *gym* and *new gym*, *home* and *home city*."""
    if told == attribute or {told, attribute} <= _HOME:
        return True
    if told in _HOME and attribute.startswith(_LIVING) and attribute.rpartition("_")[2] in _PLACED:
        return True
    if attribute.endswith(_MEMBERSHIP) and set(told.split("_")) & _BODIES:
        return True  # every division has its own: what it belongs to
    wanted, own = naming_terms(told), naming_terms(attribute)
    if wanted and own and (wanted <= own or own <= wanted) and not told_apart(told, attribute):
        return True
    if _supplied(told, attribute) or _named_in(told, values):
        return True
    sorts = {s.unit.removeprefix("sort:") for s in values if s is not None and s.unit and s.unit.startswith("sort:")}
    return bool({x for sort in sorts for x in terms(sort.replace("_", " "))} & set(terms(told.replace("_", " "))))


@kept_short(4096)
def _supplied(told: str, attribute: str) -> bool:
    """*Broadband contract* of an internet provider: a known attribute's noun beside a word for what ties one to it."""
    known = default_extractor().lexicon.attributes.get(told)
    parts = attribute.split("_")
    if known is None or len(parts) < 2 or parts[-1] not in _TIES:
        return False
    return " ".join(parts[:-1]) in known.nouns


def _named_in(told: str, values: tuple[Statement | None, ...]) -> bool:
    """*The club* of *Daleside football club*: what the present value is called by itself."""
    before = values[0] if values else None
    asked = terms(told.replace("_", " "))
    if before is None or len(asked) != 1 or before.value_kind not in NAMED:
        return False
    own = before.value.lower().split()
    return len(own) > 1 and terms(own[-1]) == asked


def _held_alike(rule: Contingency, shift: Shift) -> bool:
    """Whether rule and slot are of one holder; a rule about *the gym* may stand under either of two things' names."""
    me, holder = speaker_of(shift.root), rule.parent.subject
    if holder.startswith("?"):
        return _somebody(rule, shift, me)
    return one_holder(holder, shift.slot.subject, shift.root) or (holder == me and rule.parent_value is not None)


def _somebody(rule: Contingency, shift: Shift, me: str) -> bool:
    """A parent that is nobody's by name: *her dentist* is not the speaker's, *a change of dentist* may be anybody's.

    Somebody else's counts only where the values are told to be of that very sort.
    """
    if shift.slot.subject != me and rule.when.value is not None and rule.parent.attribute == "":
        return True  # *if she moves to Bremen*: the value says whose move it is
    of_sort = {s.unit for s in (shift.before, shift.after) if s is not None} & {f"sort:{rule.parent.attribute}"}
    if shift.slot.subject == me:
        return rule.parent.subject == ANYBODY
    return bool(of_sort)
