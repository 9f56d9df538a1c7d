"""What a reader sees of consequences: what is unknown and why, what follows from what, and the same on the terminal."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO

from rich.console import Console

from atma_overlay import Label, Row
from atma_overlay.cli.chart import print_timeline
from atma_overlay.cli.tables import print_explanation, print_receipt
from atma_overlay.records import Kind
from tests.dated_worlds import ME, World, applied
from tests.ruled_worlds import ruled
from tests.test_consequence_laws import SETTING, told

TIED = "RULE home_city any > employer = none"
SWAPPED = "RULE home_city any > employer = Bolt"


def printed(show: Callable[..., None], argument: object) -> str:
    out = StringIO()
    show(Console(file=out, width=300, color_system=None), argument)
    return out.getvalue()


def test_what_is_unknown_is_shown_as_unresolved_with_why_and_with_its_last_value_as_history() -> None:
    with ruled("memory://") as world:
        told(world, *SETTING, TIED, "I moved to York.")
        rows = [r for r in asked(world) if r.attribute == "employer"]
        unknown, last = rows
        assert (unknown.label, unknown.value) == (Label.UNRESOLVED, "")
        assert "user / home city" in unknown.note
        assert "Porto → York" in unknown.note
        assert (last.label, last.value) == (Label.HISTORICAL, "Acme")


def test_a_fresh_statement_resolves_what_was_unknown() -> None:
    with ruled("memory://") as world:
        told(world, *SETTING, TIED, "I moved to York.")
        told(world, "I work at Apex now.")
        rows = [r for r in asked(world) if r.attribute == "employer"]
        assert [(r.label, r.value) for r in rows] == [(Label.CURRENT, "Apex")]


def asked(world: World) -> list[Row]:
    return list(world.overlay.recall("Where do I work?", scope=ME).rows)


def test_a_record_says_what_it_follows_from_and_what_follows_from_it() -> None:
    with ruled("memory://") as world:
        told(world, *SETTING, SWAPPED, "I moved to York.")
        records = {r.value: r.id for r in world.timeline().records}
        child = world.overlay.why(records["Bolt"], scope=ME)
        assert [(c.from_value, c.to_value) for c in child.causes] == [("Porto", "York")]
        parent = world.overlay.why(records["York"], scope=ME)
        assert [(c.kind, c.from_value, c.to_value) for c in parent.consequences] == [(Kind.CASCADED, "Acme", "Bolt")]
        assert "because user / home city changed: Porto → York" in printed(print_explanation, child)
        assert "what follows from it by a stated rule" in printed(print_explanation, parent)


def test_the_timeline_names_the_change_behind_a_consequence() -> None:
    with ruled("memory://") as world:
        told(world, *SETTING, SWAPPED, "I moved to York.")
        assert "because user / home city changed: Porto → York" in printed(print_timeline, world.timeline())


def test_a_receipt_lists_the_consequences_of_a_write() -> None:
    with ruled("memory://") as world:
        told(world, *SETTING, SWAPPED)
        receipt = world.overlay.remember("I moved to York.", scope=ME)
        (consequence,) = receipt.consequences
        (parent,) = (t for t in receipt.transitions if t.follows is None)
        assert (consequence.kind, consequence.to_value, consequence.follows) == (Kind.CASCADED, "Bolt", parent.id)
        assert "because user / home city changed" in printed(print_receipt, receipt)
        assert applied(world.timeline())
