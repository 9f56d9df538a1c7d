"""The answer level without a model: what the extractive reader says, and how answers are graded by their words."""

from datetime import UTC, datetime
from typing import Any

import pytest

from atma_overlay.errors import InvalidInputError
from atma_overlay.evaluation.answers import (
    Answer,
    ExtractiveReader,
    McNemar,
    Verdict,
    accurate,
    answer_tallies,
    asked_view,
    mcnemar,
    presented,
)
from atma_overlay.evaluation.episodes import AskedView, Probe
from atma_overlay.evaluation.passes import passes
from atma_overlay.evaluation.results import EpisodeResult, ProbeResult
from atma_overlay.evaluation.shown import host_packet
from atma_overlay.evaluation.tallies import Tally
from atma_overlay.ports.host import HostMemory, HostSearch
from atma_overlay.views import Label, Packet, Premise, PremiseVerdict, Row, View

NOW = datetime(2025, 6, 1, tzinfo=UTC)


def row(label: Label, value: str, *, slot: str = "home_city", year: int = 2024) -> Row:
    said = datetime(year, 1, 1, tzinfo=UTC)
    if label is Label.UNTRACKED:
        return Row(label=label, text=value, value=value, observed_at=said)
    return Row(label=label, text=f"It is {value}.", value=value, subject="user", attribute=slot, valid_from=said)


def packet(*rows: Row, premises: tuple[Premise, ...] = ()) -> Packet:
    return Packet(query="Where do I live?", view=View.CURRENT, as_of=None, known_at=None, rows=rows, premises=premises)


def read(*rows: Row, view: AskedView = "current", premises: tuple[Premise, ...] = ()) -> Answer:
    return ExtractiveReader().read(packet(*rows, premises=premises), view=view, now=NOW)


def probe(**fields: Any) -> Probe:
    given = {
        "id": "p",
        "after_session": 0,
        "task": "conflict",
        "query": "Where do I live?",
        "view": "current",
        "expect": "answer",
    }
    return Probe.model_validate({**given, **fields}, strict=False)


YORK = probe(gold=["York"], stale=["Leeds"])


def test_the_first_current_row_answers_the_current_view() -> None:
    rows = (row(Label.UNTRACKED, "noise"), row(Label.HISTORICAL, "Leeds"), row(Label.CURRENT, "York"))
    assert read(*rows) == Answer("York", Verdict.ANSWER, ("York",))


def test_the_current_rows_of_one_slot_answer_together_and_no_others() -> None:
    rows = [
        row(Label.CURRENT, value, slot=slot) for value, slot in (("tea", "likes"), ("York", "city"), ("jam", "likes"))
    ]
    assert read(*rows).values == ("tea", "jam")


@pytest.mark.parametrize("label", [Label.UNRESOLVED, Label.CONTESTED])
def test_an_unsure_row_before_the_current_one_is_uncertain(label: Label) -> None:
    assert read(row(label, "York"), row(Label.CURRENT, "tea", slot="likes")).verdict is Verdict.UNCERTAIN
    assert read(row(Label.CURRENT, "York"), row(label, "tea", slot="likes")).verdict is Verdict.ANSWER


def test_what_is_only_past_is_absent_now() -> None:
    assert read(row(Label.HISTORICAL, "Leeds")) == Answer("", Verdict.ABSENT)


def test_a_host_alone_answers_by_the_text_of_its_first_row() -> None:
    found = HostSearch((HostMemory("1", "I live in Leeds."), HostMemory("2", "I live in York.")))
    for view in ("current", "neutral", "historical", "change"):
        answer = ExtractiveReader().read(host_packet("Where?", found), view=view, now=NOW)
        assert answer == Answer("I live in Leeds.", Verdict.ANSWER)


def test_nothing_found_is_absent() -> None:
    for view in ("current", "neutral", "historical", "change"):
        assert ExtractiveReader().read(packet(), view=view, now=NOW).verdict is Verdict.ABSENT


def test_the_neutral_view_keeps_the_hosts_order() -> None:
    rows = (row(Label.UNTRACKED, "I met Ann."), row(Label.CURRENT, "York"))
    assert read(*rows, view="neutral").text == "I met Ann."
    assert read(*rows, view="current").text == "York"


def test_the_first_past_row_answers_the_historical_view() -> None:
    assert read(row(Label.CURRENT, "York"), row(Label.HISTORICAL, "Leeds"), view="historical").values == ("Leeds",)
    assert read(row(Label.CURRENT, "York"), row(Label.TRANSITION, "Leeds → York"), view="historical").values == (
        "Leeds",
    )


def test_the_chain_answers_the_change_view() -> None:
    chain = row(Label.TRANSITION, "Leeds → York → Bath")
    assert read(row(Label.CURRENT, "Bath"), chain, view="change").values == ("Leeds", "York", "Bath")


def test_without_a_chain_the_rows_of_the_top_slot_answer_in_order_of_time() -> None:
    rows = (
        row(Label.CURRENT, "York", year=2024),
        row(Label.HISTORICAL, "tea", slot="likes", year=2020),
        row(Label.HISTORICAL, "Leeds", year=2021),
    )
    assert read(*rows, view="change").values == ("Leeds", "York")


def test_an_outdated_premise_is_blocked_with_what_holds_now() -> None:
    outdated = Premise(text="live in Leeds", verdict=PremiseVerdict.OUTDATED, current=("York",))
    answer = read(row(Label.CURRENT, "York"), premises=(outdated,))
    assert (answer.verdict, answer.values) == (Verdict.BLOCKED, ("York",))
    unresolved = Premise(text="live in Leeds", verdict=PremiseVerdict.UNRESOLVED)
    assert read(row(Label.CURRENT, "York"), premises=(unresolved,)).verdict is Verdict.ANSWER


def test_the_whole_history_is_a_chain_however_it_is_asked_for() -> None:
    tracking = probe(task="tracking", view="historical", gold=[["Leeds"], ["York"]])
    assert (asked_view(tracking), asked_view(YORK)) == ("change", "current")


@pytest.mark.parametrize(
    ("answer", "right"),
    [
        (Answer("York", Verdict.ANSWER, ("York",)), True),
        (Answer("Leeds", Verdict.ANSWER, ("Leeds",)), False),
        (Answer("York or Leeds", Verdict.ANSWER, ("York", "Leeds")), False),
        (Answer("You moved from Leeds to York.", Verdict.ANSWER), True),
        (Answer("You live in York; you used to live in Leeds.", Verdict.ANSWER), True),
        (Answer("You live in Leeds.", Verdict.ANSWER), False),
        (Answer("Not York.", Verdict.ANSWER, ("not York",)), False),
        (Answer("York", Verdict.UNCERTAIN, ("York",)), False),
        (Answer("", Verdict.ABSENT), False),
    ],
)
def test_a_current_value_is_right_without_a_stale_one_beside_it(answer: Answer, right: bool) -> None:
    assert accurate(YORK, answer) is right


@pytest.mark.parametrize(
    ("text", "stale"),
    [
        ("I live in Leeds.", True),
        ("Leeds", True),
        ("You live in York, Leeds is where you used to be.", False),
        ("Previously, Leeds. Now York.", False),
        ("You don't live in Leeds anymore.", False),
        ("You don’t live in Leeds.", False),
        ("Leeds → York", False),
        ("York, before that Leeds", False),
        ("You live in York. Leeds has good gyms near you.", True),
    ],
)
def test_a_stale_value_counts_where_it_is_presented_as_current(text: str, stale: bool) -> None:
    assert answer_tallies(YORK, Answer(text, Verdict.ANSWER))["stale_rate"] == Tally(stale, 1)


def test_the_past_may_be_named_as_past_but_not_as_the_end_of_a_change() -> None:
    change = probe(task="change", view="change", gold=[["Leeds"], ["York"]], stale=["Leeds"])
    assert answer_tallies(change, Answer("", Verdict.ANSWER, ("Leeds", "York")))["stale_rate"] == Tally(0, 1)
    assert answer_tallies(change, Answer("", Verdict.ANSWER, ("York", "Leeds")))["stale_rate"] == Tally(1, 1)


@pytest.mark.parametrize(
    ("values", "text", "right"),
    [
        (("Leeds", "York", "Leeds"), "", True),
        (("Leeds", "Leeds", "York"), "", False),
        (("York", "Leeds"), "", False),
        ((), "First Leeds, then York, then Leeds again.", True),
        ((), "York, after Leeds.", False),
    ],
)
def test_a_history_has_its_order(values: tuple[str, ...], text: str, right: bool) -> None:
    tracking = probe(task="tracking", view="historical", gold=[["Leeds"], ["York"], ["Leeds"]])
    assert accurate(tracking, Answer(text, Verdict.ANSWER, values)) is right


def test_every_group_of_an_aggregation_is_needed() -> None:
    both = probe(task="aggregation", gold=[["tea", "green tea"], ["42", "forty-two"]])
    assert accurate(both, Answer("Green tea, and forty two.", Verdict.ANSWER)) is True
    assert accurate(both, Answer("Green tea.", Verdict.ANSWER)) is False


def test_uncertain_is_met_by_saying_so() -> None:
    unknown = probe(task="absence", expect="uncertain", stale=["Leeds"])
    right = answer_tallies(unknown, Answer("", Verdict.UNCERTAIN, past=("Leeds",)))
    wrong = answer_tallies(unknown, Answer("Leeds", Verdict.ANSWER, ("Leeds",)))
    assert right == {"accuracy": Tally(1, 1), "stale_rate": Tally(0, 1), "uncertain_recall": Tally(1, 1)}
    assert wrong == {"accuracy": Tally(0, 1), "stale_rate": Tally(1, 1), "uncertain_recall": Tally(0, 1)}


def test_absent_is_met_by_not_reporting_what_was_removed() -> None:
    removed = probe(task="deletion", expect="absent", stale=["Leeds"])
    assert accurate(removed, Answer("", Verdict.ABSENT)) is True
    assert accurate(removed, Answer("I met Ann.", Verdict.ANSWER)) is True
    assert accurate(removed, Answer("I live in Leeds.", Verdict.ANSWER)) is False
    assert accurate(probe(task="deletion", expect="absent"), Answer("Leeds", Verdict.ANSWER)) is False


def test_blocked_is_met_by_blocking_or_by_the_correct_value() -> None:
    premise = probe(task="premise", expect="blocked", gold=["York"], stale=["Leeds"])
    assert accurate(premise, Answer("", Verdict.BLOCKED)) is True
    assert accurate(premise, Answer("A gym in York.", Verdict.ANSWER)) is True
    assert accurate(premise, Answer("A gym in Leeds.", Verdict.ANSWER)) is False
    assert accurate(premise, Answer("Leeds", Verdict.BLOCKED, ("Leeds",))) is False


def test_a_premise_that_holds_must_not_be_blocked() -> None:
    holds = probe(task="premise", expect="supported", gold=["Leeds"])
    assert accurate(holds, Answer("", Verdict.BLOCKED)) is False
    assert accurate(holds, Answer("A gym nearby.", Verdict.ANSWER)) is True


def test_gold_that_is_no_value_cannot_be_graded_by_words() -> None:
    by_turn = probe(turns=[(0, 0)], gold=[])
    assert answer_tallies(by_turn, Answer("Leeds", Verdict.ANSWER)) == {}


def test_the_clauses_that_speak_of_now_are_kept() -> None:
    assert presented("I was in Leeds, I live in York. Nice place!") == ("I live in York", "Nice place")


def test_a_paired_probe_counts_only_if_its_pair_passed() -> None:
    def counted(**passed: bool) -> dict[str, bool]:
        pairs = {"after": "before"}
        probes = [ProbeResult(name, "conflict", {}, None, pairs.get(name), passed=ok) for name, ok in passed.items()]
        result = EpisodeResult("e", "f", {}, {"atma": probes}, (), {})
        return {name: ok for (_, name), ok in passes([result], system="atma").items()}

    assert counted(before=False, after=True, alone=True) == {"before": False, "after": False, "alone": True}
    assert counted(before=True, after=True)["after"] is True
    assert counted(after=True) == {"after": False}


@pytest.mark.parametrize(
    ("only_first", "only_second", "p"),
    [(19, 4, 0.0026), (13, 1, 0.0018), (4, 4, 1.0), (0, 0, 1.0), (1, 0, 1.0), (6, 0, 0.0312)],
)
def test_mcnemar_is_exact(only_first: int, only_second: int, p: float) -> None:
    first = dict(enumerate([True] * only_first + [False] * only_second + [True, False]))
    second = dict(enumerate([False] * only_first + [True] * only_second + [True, False]))
    result = mcnemar(first, second)
    expected = McNemar(only_first + only_second + 2, only_first, only_second, p)
    assert McNemar(result.n, result.only_first, result.only_second, round(result.p, 4)) == expected


def test_mcnemar_needs_the_same_probes() -> None:
    with pytest.raises(InvalidInputError, match="same probes"):
        mcnemar({"a": True}, {"b": True})
