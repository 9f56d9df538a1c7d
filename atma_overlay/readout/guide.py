"""What a checked readout does to a packet: retrieval by presupposition and by basis slot, and the basis as grounding.

Labels, values and what took the place of what come from the ledger alone; the plan only says where to look.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from atma_overlay.language.queries.view import ViewRequest
from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.reading.gather import Gathered, touch
from atma_overlay.reading.premises import ValuesInForce, judged_premise
from atma_overlay.reading.presumed import outdated_clause
from atma_overlay.reading.rank import Ranked
from atma_overlay.reading.rows import Evidence
from atma_overlay.reading.select import select, tracked
from atma_overlay.reading.selection import Question, Selection
from atma_overlay.reading.whose import Asked
from atma_overlay.readout.guards import CheckedPremise, Plan
from atma_overlay.records import Held, Slot
from atma_overlay.scope import Scope
from atma_overlay.state.pairs.adjudication import Linker
from atma_overlay.values.normal import fold_case
from atma_overlay.values.terms import terms
from atma_overlay.views import Label, Premise, PremiseVerdict, View

NEAREST = 5
"""Slots that one presupposition or one basis slot brings."""
ABOUT = 0.5
"""Share of a basis slot's words that a record has to carry to give its value."""
_TOP = 10.0
"""Above every score of the rules: the plan's own order leads."""
_STEP = 0.4
"""Between two chosen rows; the last of them is still about the question (`reading.chains.RELEVANT`)."""


@dataclass(frozen=True, slots=True)
class Guide:
    """A plan, to be followed on one snapshot of the ledger."""

    plan: Plan

    def request(self, request: ViewRequest, *, forced: bool) -> ViewRequest:
        """The view that is asked for; one that the caller names, or a date of the query, is settled already."""
        dated = request.as_of is not None or request.period is not None
        return request if forced or dated else replace(request, view=self.plan.view)

    def reach(self, gathered: Gathered, *, reader: LedgerReader, scope: Scope, linker: Linker) -> None:
        """Retrieve per presupposition and per basis slot, and what the plan names."""
        named = [*self.plan.record_ids, *(i for p in self.plan.premises for i in p.record_ids)]
        slots: list[Slot] = [h.statement.slot for h in reader.held(named)]
        for text in (*(f"{p.text} {p.state}" for p in self.plan.premises), *self.plan.needs):
            found = reader.search(sorted(set(terms(text))), limit=NEAREST)
            slots += [h.statement.slot for h, _ in found if scope.admits(h.statement.agent, h.statement.session)]
        touch(gathered, slots, reader=reader, scope=scope, linker=linker)

    def premises(self, own: Sequence[Premise], gathered: Gathered, *, view: View, asked: Asked) -> list[Premise]:
        """The rules' premises, and those of the plan on which the rules have no word and the ledger agrees.

        A word that the rules found in a record of another state bears out nothing that the plan shows to be over. In
        the plan's own view, where that is not the current one, what the rules block stays blocked.
        """
        out = [p for p in own if view is View.CURRENT or p.verdict is PremiseVerdict.OUTDATED]
        for said in self.plan.premises if view is View.CURRENT else ():
            found = _premise(said, gathered, asked)
            if found is None:
                continue
            if found.verdict is PremiseVerdict.OUTDATED:
                out = [known for known in out if not _elsewhere(known, found, gathered)]
            if not any(_same(found, known) for known in out):
                out.append(found)
        return out

    def select(
        self, by_rules: Selection, gathered: Gathered, question: Question, *, ranked: Sequence[Ranked] = ()
    ) -> bool:
        """Put the plan's packets in place of the rules', or before them outside the current view.

        What the rules are sure of, in the very slot that the query asks for, stays behind them and within the limit.

        Args:
            by_rules: changed in place.
            gathered: what the query touches.
            question: what is asked for.
            ranked: the same as the rules rank it.

        Returns:
            Whether the packets are now the basis alone.
        """
        if question.request.view is not View.CURRENT:
            by_rules.groups = self._before(by_rules.groups, gathered, question)
            return False
        groups = self._basis(gathered, question)
        if not groups:
            return False
        groups = _with_answers(groups, by_rules.groups, _asked_for(gathered, ranked), limit=question.limit)
        kept = {i for group in groups for row in group for i in (*row.record_ids, *row.host_ids)}
        by_rules.ungrounded = sum(
            kept.isdisjoint(i for row in group for i in (*row.record_ids, *row.host_ids))
            for group in by_rules.groups[: question.limit]
        )
        by_rules.groups = groups
        return True

    def _before(
        self, by_rules: Sequence[list[Evidence]], gathered: Gathered, question: Question
    ) -> list[list[Evidence]]:
        """The rules' packets, those of chosen rows first; what is chosen and in none of them comes before them."""
        shown = {i for group in by_rules for row in group for i in (*row.record_ids, *row.host_ids)}
        held = self._named(gathered)
        missing = [held[i] for i in self.plan.record_ids if i in held and i not in shown]
        ranked = [Ranked(h, _TOP - n * _STEP, strong=True) for n, h in enumerate(missing)]
        alone = replace(gathered, hits=[])
        added = select(alone, ranked, replace(question, theme=False)).groups if ranked else []
        told = {i for group in added for row in group for i in row.record_ids}
        added += [[row] for row in self.plan.hits if shown.isdisjoint(row.host_ids)]
        rest = [g for g in by_rules if not all(row.record_ids and told.issuperset(row.record_ids) for row in g)]
        return sorted([*added, *rest], key=self._place)

    def _place(self, group: Sequence[Evidence]) -> int:
        ids = [i for row in group for i in row.record_ids]
        chosen = [self.plan.record_ids.index(i) for i in ids if i in self.plan.record_ids]
        return min(chosen, default=len(self.plan.record_ids))

    @staticmethod
    def _named(gathered: Gathered) -> dict[str, Held]:
        return {h.statement.id: h for members in gathered.slots.values() for h in members if h.is_record}

    def _basis(self, gathered: Gathered, question: Question) -> list[list[Evidence]]:
        """Selected rows first, then what each basis slot brings, then what outdated premises gave way to."""
        by_id = self._named(gathered)
        decided = [i for p in self.plan.premises for i in p.record_ids]
        chosen = [by_id[i] for i in (*self.plan.record_ids, *decided) if i in by_id]
        chosen += [h for need in self.plan.needs for h in _about(need, by_id.values())]
        ranked = [Ranked(h, _TOP - n, strong=True) for n, h in enumerate(dict.fromkeys(chosen))]
        groups, _ = tracked(Selection(), gathered, ranked, question, set())
        return [*groups, *([row] for row in self.plan.hits)]


def _about(need: str, held: Iterable[Held]) -> list[Held]:
    """The records whose slot is what a basis slot asks for."""
    wanted = set(terms(need))
    return [h for h in held if _share(wanted, h) >= ABOUT]


def _share(wanted: set[str], held: Held) -> float:
    own = set(terms(held.statement.slot.attribute.replace("_", " ")))
    return len(own & wanted) / len(own | wanted) if own else 0.0


def _premise(said: CheckedPremise, gathered: Gathered, asked: Asked) -> Premise | None:
    """What the ledger says of a premise, where it is what the plan says."""
    for identifier in said.record_ids:
        for slot, members in gathered.slots.items():
            for held in members:
                if held.statement.id == identifier and held.is_record:
                    found = judged_premise(
                        slot, held, ValuesInForce(members, asked.at), said.text, gathered.after.get(identifier, ())
                    )
                    if found.verdict is said.verdict:
                        return found
    if said.verdict is PremiseVerdict.UNRESOLVED:
        return Premise(text=said.text, verdict=said.verdict, record_ids=said.record_ids, reason="not known now")
    if said.verdict is PremiseVerdict.OUTDATED and not said.record_ids:
        told = frozenset(terms(said.text))
        clause = outdated_clause(
            said.text, told, gathered.slots,
            Asked(said.text, asked.at, asked.subjects, names=asked.names), gathered.after,
        )  # fmt: skip
        return clause if clause is not None and clause.verdict is said.verdict else None
    return None


def _asked_for(gathered: Gathered, ranked: Sequence[Ranked]) -> frozenset[str]:
    """The ids of what the rules are sure of, in the slots that the query's words ask for most."""
    most = max((size for _, size in gathered.asked), default=0)
    asked = {a.id for a, size in gathered.asked if size == most}
    return frozenset(r.held.statement.id for r in ranked if r.strong and r.held.statement.slot.attribute in asked)


def _with_answers(
    groups: list[list[Evidence]], by_rules: Sequence[list[Evidence]], answers: frozenset[str], *, limit: int
) -> list[list[Evidence]]:
    """The plan's packets with those of the rules that answer the query and that the plan has left out."""
    shown = {i for group in groups for row in group for i in row.record_ids}
    left = [
        group for group in by_rules
        if any(row.label is Label.CURRENT and answers.intersection(row.record_ids) for row in group)
        and shown.isdisjoint(i for row in group for i in row.record_ids)
    ]  # fmt: skip
    place = max(limit - len(left), 1)
    return [*groups[:place], *left, *groups[place:]]


def _elsewhere(known: Premise, found: Premise, gathered: Gathered) -> bool:
    """Whether the rules bear out some of the words, by records of no slot that the other premise is about.

    That other one has to name what is over, and to say more of it than the words that the rules bear out.
    """
    if known.verdict is not PremiseVerdict.SUPPORTED or fold_case(known.text) not in fold_case(found.text):
        return False
    said = set(terms(found.text))
    over = {t for i in found.record_ids[:1] for h in _members(gathered, i) for t in terms(h.statement.value)}
    if not over <= said or said == set(terms(known.text)):
        return False
    slots = {h.statement.id: slot for slot, members in gathered.slots.items() for h in members}
    about = {slots.get(i) for i in found.record_ids}
    return about.isdisjoint(slots.get(i) for i in known.record_ids)


def _members(gathered: Gathered, record_id: str) -> list[Held]:
    return [h for members in gathered.slots.values() for h in members if h.statement.id == record_id]


def _same(found: Premise, known: Premise) -> bool:
    """Whether the rules have a word on it already: of the same words, or of the same record."""
    one, other = fold_case(found.text), fold_case(known.text)
    return one in other or other in one or bool(set(found.record_ids[:1]) & set(known.record_ids[:1]))
