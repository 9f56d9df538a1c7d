"""What the command line prints of memory text is text: no escape, no markup, no second line."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from atma_overlay.cli.chart import arrow, print_timeline
from atma_overlay.cli.tables import print_explanation, print_packet, print_receipt
from atma_overlay.cli.terminal import complain, console, interval, moment, neutral, styled, write_json
from atma_overlay.records import Basis, Cardinality, DecisionState, Kind, Origin, Status
from atma_overlay.views import (
    Explanation,
    Label,
    Packet,
    Premise,
    PremiseVerdict,
    RejectedNote,
    Row,
    StateRecord,
    Suppressed,
    Timeline,
    TransitionRecord,
    View,
    WriteReceipt,
)

HOSTILE = "\x1b[31m[bold red]Leeds[/]\x1b]0;owned\x07\u202e\r\n● current :smile:"
HARMLESS = "\\x1b[31m[bold red]Leeds[/]\\x1b]0;owned\\x07\\u202e  ● current :smile:"
MARCH, MAY = datetime(2024, 3, 1, tzinfo=UTC), datetime(2024, 5, 2, 9, 30, tzinfo=UTC)


def record(**changes: object) -> StateRecord:
    fields: dict[str, object] = {
        "id": "r1",
        "subject": "user",
        "attribute": "home_city",
        "value": "Leeds",
        "affirmed": True,
        "cardinality": Cardinality.SINGLE,
        "status": Status.SUPERSEDED,
        "valid_from": MARCH,
        "valid_to": MAY,
        "temporary": False,
        "evidence": "I live in Leeds.",
        "speaker": None,
        "origin": Origin.USER,
        "basis": Basis.SAID,
        "confidence": 0.9,
        "extractor": "rules/1",
        "observation_id": "o1",
        "observed_at": MARCH,
        "recorded_at": MARCH,
    }
    return StateRecord.model_validate(fields | changes)


def transition(**changes: object) -> TransitionRecord:
    fields: dict[str, object] = {
        "id": "t1",
        "from_id": "r1",
        "to_id": "r2",
        "from_value": "Leeds",
        "to_value": "York",
        "subject": "user",
        "attribute": "home_city",
        "kind": Kind.REPLACED,
        "state": DecisionState.APPLIED,
        "cause": "o2",
        "decider": "rules/1",
        "reason": "a move was told",
        "confidence": 0.9,
        "valid_at": MAY,
        "recorded_at": MAY,
        "from_evidence": "I live in Leeds.",
        "to_evidence": "I moved to York.",
    }
    return TransitionRecord.model_validate(fields | changes)


@pytest.fixture
def printed(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[[], str]:
    monkeypatch.setenv("COLUMNS", "400")
    return lambda: capsys.readouterr().out


def one_line(text: str) -> str:
    return " ".join(text.split())


def test_control_and_bidirectional_characters_are_spelled_out_and_line_breaks_become_spaces() -> None:
    assert neutral(HOSTILE) == HARMLESS
    assert neutral("a\u2028b\u200bc\ud800") == "a\\u2028b\\u200bc\\ud800"
    assert neutral("a\nb\x00", keep="\n") == "a\nb\\x00"


@pytest.mark.parametrize("columns", ["0", "", "many"])
def test_a_width_that_is_none_leaves_nothing_out(
    columns: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    console().print(styled("I moved to York."))
    assert capsys.readouterr().out == "I moved to York.\n"


def test_accents_emoji_and_scripts_that_need_joiners_stay_whole() -> None:
    for text in ("Zoë 🎉", "👩\u200d🔧", "می\u200cخواهم"):
        assert neutral(text) == text


def test_a_packet_shows_labels_premises_and_what_was_left_out(printed: Callable[[], str]) -> None:
    row = Row(label=Label.CURRENT, text=HOSTILE, value="York", subject="user", attribute="home_city")
    premise = Premise(
        text="I live in Leeds",
        verdict=PremiseVerdict.OUTDATED,
        current=("York",),
        reason="replaced on 2024-05-02",
    )
    print_packet(
        console(),
        Packet(
            query="q",
            view=View.CURRENT,
            as_of=MAY,
            known_at=None,
            rows=(row,),
            premises=(premise,),
            suppressed=Suppressed(superseded=2, budget=1),
        ),
    )
    text = one_line(printed())
    assert "view: current, as of 2024-05-02 09:30" in text
    assert "● current user / home city York" in text
    assert HARMLESS.replace("  ", " ") in text
    assert "premise ✗ outdated: I live in Leeds; now York (replaced on 2024-05-02)" in text
    assert "left out: 2 superseded, 1 for length" in text


def test_a_timeline_groups_records_by_slot_and_puts_the_arrow_under_the_record_it_leaves(
    printed: Callable[[], str],
) -> None:
    later = record(id="r2", value="York", status=Status.ACTIVE, valid_from=MAY, valid_to=None, evidence=HOSTILE)
    other = record(id="r3", attribute="diet", value="meat", affirmed=False, status=Status.ACTIVE, valid_to=None)
    print_timeline(console(), Timeline(records=(later, other, record()), transitions=(transition(),)))
    lines = [one_line(line) for line in printed().splitlines() if line.strip()]
    assert lines == [
        "user / diet",
        "● active not meat 2024-03-01 – r3",
        "“I live in Leeds.”",
        "user / home city",
        "○ superseded Leeds 2024-03-01 – 2024-05-02 09:30 r1",
        "“I live in Leeds.”",
        "╰─ replaced: Leeds → York 2024-05-02 09:30, applied by rules/1: a move was told t1",
        "● active York 2024-05-02 09:30 – r2",
        f"“{HARMLESS.replace('  ', ' ')}”",
    ]


def test_an_empty_timeline_says_so(printed: Callable[[], str]) -> None:
    print_timeline(console(), Timeline(records=(), transitions=()))
    print_timeline(console(), Timeline(records=(), transitions=()), narrowed=True)
    assert printed() == "nothing is remembered here\nnothing is remembered here, by the options that were given\n"


def test_an_explanation_quotes_the_evidence_and_both_sides_of_a_transition(
    printed: Callable[[], str],
) -> None:
    explanation = Explanation(
        record=record(),
        evidence=(("o1", "I live in Leeds."),),
        transitions=(transition(to_evidence=HOSTILE),),
        label=Label.HISTORICAL,
    )
    print_explanation(console(), explanation)
    text = one_line(printed())
    assert text.startswith(
        "○ historical user / home city: Leeds 2024-03-01 – 2024-05-02 09:30, superseded, said by user"
    )
    assert "“I live in Leeds.” o1" in text
    assert f"“{HARMLESS.replace('  ', ' ')}”" in text


def test_an_explanation_tells_what_a_judge_rejected_beside_it(printed: Callable[[], str]) -> None:
    note = RejectedNote(
        observation_id="o1", subject="user", attribute="home_city", value=HOSTILE, span=(0, 4), reason="a crossword",
        confidence=0.9, decider="scripted:judge judge@2",
    )  # fmt: skip
    explanation = Explanation(
        record=record(), evidence=(("o1", "I live in Leeds."),), transitions=(), label=Label.CURRENT, rejected=(note,)
    )
    print_explanation(console(), explanation)
    text = one_line(printed())
    assert "read by the rules and rejected by scripted:judge judge@2: user / home city: " in text
    assert HARMLESS.replace("  ", " ") in text
    assert text.endswith("(a crossword)")


def test_a_receipt_counts_what_is_stored_and_what_waits(printed: Callable[[], str]) -> None:
    receipt = WriteReceipt(
        observation_ids=("o1",),
        records=(record(value=HOSTILE),),
        transitions=(transition(to_id=None, to_value=None, kind=Kind.ENDED),),
        pending_host_writes=1,
    )
    print_receipt(console(), receipt)
    text = one_line(printed())
    assert HARMLESS.replace("  ", " ") in text
    assert "╰─ ended: Leeds 2024-05-02 09:30, applied" in text
    assert text.endswith("1 stored, 1 waiting for the host")


def test_a_contested_and_a_temporary_record_are_marked_as_such() -> None:
    from atma_overlay.cli.labels import record_mark

    assert record_mark(record(contested_with=("r2",))) == ("≠ contested", "yellow")
    assert record_mark(record(status=Status.ACTIVE, temporary=True)) == ("● for a time", "blue")


def test_an_arrow_without_a_successor_points_nowhere() -> None:
    assert "→" not in arrow(transition(to_id=None, to_value=None)).text.plain


def test_json_is_ascii_and_reads_back_as_it_was(printed: Callable[[], str]) -> None:
    write_json({"text": HOSTILE, "records": (record(),), "plain": [1, None]})
    text = printed()
    assert text.isascii()
    assert "\x1b" not in text
    document = json.loads(text)
    assert document["text"] == HOSTILE
    assert document["records"][0]["valid_from"] == "2024-03-01T00:00:00Z"


def test_a_complaint_is_one_harmless_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert complain("text: \x1b[2J\nis bad", code=2) == 2
    assert capsys.readouterr().err == "atma: text: \\x1b[2J is bad\n"


def test_instants_show_their_time_only_where_it_is_not_midnight() -> None:
    assert (moment(MARCH), moment(MAY), moment(None)) == ("2024-03-01", "2024-05-02 09:30", "")
    assert interval(MARCH, None) == "2024-03-01 –"
