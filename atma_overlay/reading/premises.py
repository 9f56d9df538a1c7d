"""Premises: what a query takes for granted, against the ledger (CUPMem's SUPPORTED, OUTDATED, UNRESOLVED).

A premise is blocked only where the ledger holds that very value as retired and nothing of that value in force: what is
unknown is never blocked, and *unresolved* never reads as *outdated*. Nor is it blocked where only a lower origin than
that of the query, which is the user's, says that it changed (`backing`). A value that is only named is no premise
(`claims`), nor is one that the query itself tells as past (`told_past`), and a record of *not peanuts* says nothing for
who takes *peanuts* for granted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from types import MappingProxyType

from atma_overlay.language.grammar.typed import with_care
from atma_overlay.reading.backing import OVERRULED, overrules
from atma_overlay.reading.calls import as_recorded, calls
from atma_overlay.reading.claims import claims, denies
from atma_overlay.reading.cues import tells_of_the_past
from atma_overlay.reading.presumed import outdated_clauses
from atma_overlay.reading.rank import SURE
from atma_overlay.reading.slots_meant import of_the_slot_meant, parted_since, supports_nothing
from atma_overlay.reading.small_names import is_meant
from atma_overlay.reading.telling import Telling
from atma_overlay.reading.whose import Asked, is_of_another, names_others
from atma_overlay.reading.wording import wording_of
from atma_overlay.records import Held, Origin, Slot, Statement, Status
from atma_overlay.state.folds.fold import in_force
from atma_overlay.state.present import is_retired
from atma_overlay.values.normal import fold_case, normalise
from atma_overlay.values.sameness import refines, same_value
from atma_overlay.values.terms import STOP_WORDS, stem, terms
from atma_overlay.views import Premise, PremiseVerdict, View

_MIN_NAME = 3
_NAME_LIKE = frozenset({"name", "code", "quote", "version"})
"""Kinds of value that a query may name by their first capital word alone, as it may what has a digit in it."""


def check_premises(
    slots: dict[Slot, list[Held]], asked: Asked, *, view: View,
    after: Mapping[str, Sequence[Held]] = MappingProxyType({}),
) -> list[Premise]:  # fmt: skip
    """The premises of a query that the ledger can judge, in the order of the query.

    `after` holds, by retired record, what stands in its place in another slot. What a conversation says may be outdated
    whether or not a query would take it for granted.
    """
    if view is not View.CURRENT:
        return []
    asked = replace(asked, text=with_care(asked.text))
    query = _Query(asked)
    found: dict[tuple[str, str], Premise] = {}
    faint: list[Premise] = []
    for slot, members in slots.items():
        if asked.subjects and slot.subject not in asked.subjects and query.terms.isdisjoint(terms(slot.subject)):
            continue
        standing = ValuesInForce(members, asked.at, whose=asked.whose)
        for held in members:
            if not held.is_record or query.is_silent_on(held.statement):
                continue
            said = query.of(held)
            words = said.mention(held)
            if words is None or denies(said.folded, held.statement.value) is held.statement.affirmed:
                continue
            if (standing.denies(held) or query.past) and said.tells.as_past(held):
                continue
            if standing.denies(held) and said.tells.of_elsewhere(held.statement):
                continue
            if standing.denies(held) and not asked.told and said.tells.of_nothing_real(held.statement):
                continue
            key = (words, str(slot))
            elsewhere = after.get(held.statement.id, ())
            known, verdict = found.get(key), standing.verdict(held, elsewhere)
            weighs = known is None or _WEIGHT[verdict] > _WEIGHT[known.verdict]
            if verdict is PremiseVerdict.SUPPORTED and (
                supports_nothing(held.statement) or said.claims.of_another(held.statement)
            ):
                continue  # my dad takes it, too
            if verdict is PremiseVerdict.SUPPORTED and statement_is_faint(held):
                faint.append(judged_premise(slot, held, standing, words))
            elif weighs and (not standing.denies(held) or said.claims.by(held.statement)):
                found[key] = judged_premise(slot, held, standing, words, elsewhere)
    found = _but_beside_what_holds(found, slots, query)
    judged = {normalise(p.text) for p in found.values()}
    named = [*found.values(), *(p for p in faint if normalise(p.text) not in judged)]
    named = of_the_slot_meant(_of_those_meant(named, slots, query), slots, asked.text)
    settled = _settled(parted_since(named, slots), query.folded)
    if any(p.verdict is PremiseVerdict.OUTDATED for p in settled):
        return settled
    return settled + outdated_clauses(slots, asked, after=after, settled=settled)


def _but_beside_what_holds(
    found: dict[tuple[str, str], Premise], slots: Mapping[Slot, Sequence[Held]], query: _Query
) -> dict[tuple[str, str], Premise]:
    """Without what is outdated where the words name what holds in its slot, too, and do not say that the old one does.

    Who asks to *import our Terraform state into Pulumi* knows which of the two is used.
    """
    known = {slot for (_, slot), p in found.items() if p.verdict is PremiseVerdict.SUPPORTED}
    gone = {p.record_ids[0] for (_, slot), p in found.items() if p.verdict is PremiseVerdict.OUTDATED and slot in known}
    if not gone:
        return found
    told = {
        h.statement.id
        for members in slots.values()
        for h in members
        if h.statement.id in gone and query.of(h).tells.as_present(h.statement)
    }
    passed = gone - told
    return {key: p for key, p in found.items() if not p.record_ids or p.record_ids[0] not in passed}


def _of_those_meant(premises: list[Premise], slots: Mapping[Slot, Sequence[Held]], query: _Query) -> list[Premise]:
    """Without what holds of the asker where the words tell it of somebody of whom it is outdated."""
    gone = {normalise(p.text) for p in premises if p.verdict is PremiseVerdict.OUTDATED}
    doubtful = {
        i for p in premises if p.verdict is PremiseVerdict.SUPPORTED and normalise(p.text) in gone for i in p.record_ids
    }
    if not doubtful:
        return premises
    theirs = {
        h.statement.id
        for members in slots.values()
        for h in members
        if h.statement.id in doubtful and is_of_another(query.of(h).asked, h.statement)
    }
    return [p for p in premises if not p.record_ids or not theirs.issuperset(p.record_ids)]


def statement_is_faint(held: Held) -> bool:
    """Whether a record is a bare mention, too little to hold a premise against a surer one."""
    return held.statement.confidence < SURE


_WEIGHT = {PremiseVerdict.SUPPORTED: 2, PremiseVerdict.OUTDATED: 1, PremiseVerdict.UNRESOLVED: 0}


class _Claims:
    """Whether words take values of the asker's for granted; one that was said alike before is not read again."""

    def __init__(self, asked: Asked) -> None:
        self._asked, self._others = asked, not asked.told and names_others(asked.text)
        self._told_of: dict[tuple[Slot, str, str], bool] = {}
        self._known: dict[tuple[Slot, str, str], bool] = {}

    def of_another(self, statement: Statement) -> bool:
        """Whether words that name somebody else tell a value of the asker's of them."""
        return self._others and self._is_of_another(statement)

    def by(self, statement: Statement) -> bool:
        """See `claims` and `is_of_another`."""
        said = (statement.slot, statement.value, statement.evidence)
        if said not in self._known:
            claimed = self._asked.told or claims(self._asked.text, statement, askers=self._asked.askers)
            self._known[said] = claimed and not self._is_of_another(statement)
        return self._known[said]

    def _is_of_another(self, statement: Statement) -> bool:
        said = (statement.slot, statement.value, statement.evidence)
        if said not in self._told_of:
            self._told_of[said] = is_of_another(self._asked, statement)
        return self._told_of[said]


class _Query:
    """A query as premises are read of it: in its own words, and in those of a value that it calls otherwise."""

    def __init__(self, asked: Asked, *, instead: tuple[str, str] | None = None) -> None:
        self.asked, self._instead = asked, instead
        self.folded = fold_case(asked.text)
        self.terms = frozenset(terms(asked.text))
        self.claims = _Claims(asked)
        self._called = calls(asked.text, asked.names) if instead is None else []
        self._otherwise: dict[str, _Query] = {}
        self.tells, self.past = Telling(asked), tells_of_the_past(asked.text)

    def is_silent_on(self, statement: Statement) -> bool:
        """Whether it has no word of a value, and calls nothing by another name: most of what it is held against."""
        return not self._called and _has_no_word_of(statement, self.terms)

    def of(self, held: Held) -> _Query:
        """The query; where it names a record's value by another name only, with the one that it has there."""
        if not self._called or self._named(held) is not None:
            return self
        value, norm = held.statement.value, held.statement.norm
        recorded = as_recorded(self.asked.text, self._called, value=value, norm=norm, own=self.asked.names)
        if recorded is None:
            return self
        if value not in self._otherwise:
            text, name = recorded
            self._otherwise[value] = _Query(replace(self.asked, text=text), instead=(value, name))
        return self._otherwise[value]

    def mention(self, held: Held) -> str | None:
        """The words of the query that name a record's value, or None; see `_mentions`."""
        words = self._named(held)
        if words is None:
            return None
        if self._instead is not None:
            value, name = self._instead
            return name if words in value else words
        form = self.asked.names.form(held.statement.norm) if self._called else ""
        named = (self.asked.text[c.start : c.end] for c in self._called if c.form == form)
        return next((name for name in named if words in name), words)

    def _named(self, held: Held) -> str | None:
        words = _mentions(held, self.terms)
        return words if words is not None and is_meant(self.asked.text, held.statement, words) else None


def _mentions(held: Held, query_terms: frozenset[str]) -> str | None:
    """The words of the query that name the record's value, or None.

    A value that is a name is enough by itself; any other must come with a word of its attribute or evidence.
    """
    statement = held.statement
    if _has_no_word_of(statement, query_terms):
        return None
    said = wording_of(statement)
    words = said.value
    if not words <= query_terms:
        if statement.value_kind not in _NAME_LIKE and not any(c.isdigit() for c in said.folded):
            return None
        capitals = [
            x
            for x in statement.value.split()
            if x[:1].isupper() and len(x) >= _MIN_NAME and x.lower() not in STOP_WORDS
        ]
        distinct = capitals[:1]
        if not (distinct and stem(fold_case(distinct[0]).removesuffix("'s")) in query_terms):
            return None
        return distinct[0]
    context = said.attribute | (said.evidence - words)
    is_name = statement.value_kind in {"name", "code"} and statement.value[:1].isupper()
    if is_name or context & (query_terms - words):
        return statement.value
    return None


def _has_no_word_of(statement: Statement, query_terms: frozenset[str]) -> bool:
    words = wording_of(statement).value
    # Of a value in plain letters, the first capital word is one of its words; its stem is among theirs.
    return not words or (words.isdisjoint(query_terms) and statement.value.isascii())


def _holds(held: Held, *, at: datetime) -> bool:
    """Whether a record holds at an instant: also what something took the place of later."""
    standing = held.standing
    later = standing.valid_to is not None and standing.status in (Status.SUPERSEDED, Status.ENDED)
    return in_force(standing, at=at) and (standing.status is Status.ACTIVE or later)


class ValuesInForce:
    """What stands in a slot at an instant, as the values that a query names are held against it.

    Args:
        members: all statements of the slot.
        at: the instant.
        whose: who stands behind the query.
    """

    def __init__(self, members: Sequence[Held], at: datetime, *, whose: Origin = Origin.USER) -> None:
        self._members, self._whose = members, whose
        self.current = [h for h in members if h.is_record and _holds(h, at=at)]
        self._saying: dict[tuple[str, bool], list[Held]] = {}

    def saying(self, statement: Statement) -> list[Held]:
        """What stands of a statement's value, in its polarity or the other; none where it does not stand as said."""
        said = (statement.norm, statement.affirmed)
        found = self._saying.get(said)
        if found is None:
            found = [h for h in self.current if _one(h.statement.norm, statement.norm)]
            found = found if any(h.statement.affirmed == statement.affirmed for h in found) else []
            self._saying[said] = found
        return found

    def denies(self, held: Held) -> bool:
        """Whether a record was retired and nothing of its value stands."""
        return is_retired(held) and not self.saying(held.statement)

    def verdict(self, held: Held, elsewhere: Sequence[Held] = ()) -> PremiseVerdict:
        """What the ledger says of a record's value; `elsewhere` stands in its place in another slot."""
        if saying := self.saying(held.statement):
            contested = any(h.standing.contested_with for h in saying)
            return PremiseVerdict.UNRESOLVED if contested else PremiseVerdict.SUPPORTED
        denied = self.denies(held) and overrules(held, self._members, whose=self._whose, elsewhere=elsewhere)
        return PremiseVerdict.OUTDATED if denied else PremiseVerdict.UNRESOLVED


def judged_premise(
    slot: Slot, held: Held, standing: ValuesInForce, words: str, elsewhere: Sequence[Held] = ()
) -> Premise:  # fmt: skip
    """What the ledger says of words that stand for a record.

    Args:
        slot: the record's.
        held: the record.
        standing: what stands in the slot.
        words: those of the query.
        elsewhere: what stands in the record's place in another slot.
    """
    statement, verdict = held.statement, standing.verdict(held, elsewhere)
    if saying := standing.saying(statement):
        said = "still holds" if verdict is PremiseVerdict.SUPPORTED else "contested"
        ids = tuple(h.statement.id for h in saying)
        return Premise(text=words, verdict=verdict, record_ids=ids, reason=f"{slot}: {said}", slot=str(slot))
    if verdict is PremiseVerdict.UNRESOLVED:
        why = OVERRULED if standing.denies(held) else "not known now"
        return Premise(text=words, verdict=verdict, record_ids=(statement.id,), reason=f"{slot}: {why}", slot=str(slot))
    current = list(elsewhere) or standing.current
    values = tuple(dict.fromkeys(h.statement.told_value for h in current))
    what = f"now {', '.join(values)}" if values else "nothing known in its place"
    return Premise(
        text=words, verdict=verdict, record_ids=(statement.id, *(h.statement.id for h in current)), current=values,
        reason=f"{slot}: {held.standing.status}, {what}", slot=str(slot),
    )  # fmt: skip


def _one(first: str, second: str) -> bool:
    return same_value(first, second) or refines(first, second)


def _settled(premises: list[Premise], folded: str) -> list[Premise]:
    """In the order of the query; a value that holds in one slot is not blocked for what it was in another."""
    held = {normalise(p.text) for p in premises if p.verdict is PremiseVerdict.SUPPORTED}
    kept = [p for p in premises if p.verdict is not PremiseVerdict.OUTDATED or normalise(p.text) not in held]
    kept = [p for p in kept if p.verdict is not PremiseVerdict.UNRESOLVED or normalise(p.text) not in held]
    return sorted(kept, key=lambda p: folded.find(fold_case(p.text).split()[0] if p.text.split() else ""))
