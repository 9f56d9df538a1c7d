"""Gold that is a statement or a turn: what meets it, and systems built to fail it, on the suites' own samples."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from atma_overlay.evaluation.bank import Judgement, bank_tallies, judged
from atma_overlay.evaluation.episodes import Episode, GoldSpell, GoldState
from atma_overlay.evaluation.matching import Bank, pair
from atma_overlay.evaluation.retrieval import Asked, retrieval_tallies
from atma_overlay.evaluation.settings import Settings
from atma_overlay.evaluation.shown import host_packet
from atma_overlay.evaluation.statements import standing_for, telling_turns, tells
from atma_overlay.evaluation.suites import Options, suite_named
from atma_overlay.evaluation.trial import run_episode
from atma_overlay.evaluation.turns import Wanted, shows_turn
from atma_overlay.ports.host import HostMemory, HostSearch
from atma_overlay.records import Cardinality, DecisionState, Kind, Status
from atma_overlay.views import (
    Label,
    Packet,
    Premise,
    PremiseVerdict,
    Row,
    StateRecord,
    Timeline,
    TransitionRecord,
    View,
)
from tests import gold_worlds

DATA = Path(__file__).parent / "data" / "suites"
START = datetime(2023, 2, 1, 9, tzinfo=UTC)
END = START + timedelta(days=900)
GOATS = "I keep two goats behind the cottage."
HENS = "I've swapped the goats for a dozen hens, and the cottage garden is quieter."


def episode(name: str, file: str, number: int = 0) -> Episode:
    return suite_named(name).load([DATA / name / file], Options())[number]


def record(value: str, evidence: str, session: int, **changes: Any) -> StateRecord:
    said = START + timedelta(days=365 * session)
    mine = {"attribute": "keep", "cardinality": Cardinality.MULTI, "evidence": evidence}
    dated = dict.fromkeys(("valid_from", "observed_at", "recorded_at"), said)
    return gold_worlds.record(value, session, **(mine | dated | changes))


def transition(old: StateRecord, new: StateRecord | None, session: int) -> TransitionRecord:
    when = START + timedelta(days=365 * session)
    return TransitionRecord(
        id="t",
        from_id=old.id,
        to_id=new.id if new else None,
        from_value=old.value,
        to_value=new.value if new else None,
        subject="user",
        attribute="keep",
        kind=Kind.REPLACED,
        state=DecisionState.APPLIED,
        cause=f"o{session}",
        decider="rules/1",
        reason="",
        confidence=1.0,
        valid_at=when,
        recorded_at=when,
    )


OLD = record("two goats", GOATS, 0)
GONE = record("two goats", GOATS, 0, status=Status.SUPERSEDED, valid_to=START + timedelta(days=365))
NEW = record("a dozen hens", HENS, 1)
OBSERVATIONS = {"o0": 0, "o1": 1}


def bank_of(*records: StateRecord, transitions: Sequence[TransitionRecord] = ()) -> Bank:
    return Bank.of(Timeline(records=records, transitions=tuple(transitions)), OBSERVATIONS)


def row(value: str, label: Label, *records: StateRecord, text: str = "") -> Row:
    return Row(label=label, text=text or value, value=value, record_ids=tuple(r.id for r in records))


def packet(*rows: Row, premises: Sequence[Premise] = ()) -> Packet:
    return Packet(query="?", view=View.CURRENT, as_of=None, known_at=None, rows=rows, premises=tuple(premises))


def host_rows(*texts: str) -> Packet:
    return host_packet("?", HostSearch(tuple(HostMemory(id=text, text=text) for text in texts)))


def shares(each: Asked) -> Mapping[str, float | None]:
    tallies = retrieval_tallies(each)
    return {name: tally.hits / tally.out_of if tally.out_of else None for name, tally in tallies.items()}


class TestStatements:
    def test_a_text_tells_a_statement_in_one_of_its_sentences(self) -> None:
        assert tells("Morning! I keep two goats behind the cottage, near the gate. When do I feed them?", GOATS)

    @pytest.mark.parametrize(
        "text",
        [
            "I keep two goats.",
            "I no longer keep two goats behind the cottage.",
            "Goats are kept by two neighbours. The cottage is behind the mill.",
            "",
        ],
    )
    def test_a_text_that_leaves_out_denies_or_scatters_it_does_not(self, text: str) -> None:
        assert not tells(text, GOATS)

    def test_the_telling_turn_of_a_paraphrase_has_most_of_its_words(self) -> None:
        turns = ["Good morning.", "My two goats live behind a cottage.", "Two goats, I see."]
        assert telling_turns(turns, GOATS) == (1,)
        assert telling_turns(["Good morning.", "A cottage?"], GOATS) == ()

    def test_a_record_stands_for_the_statement_that_it_was_taken_from(self) -> None:
        assert standing_for(GOATS, said=[OLD], restated=[]) == (OLD,)

    def test_a_clause_of_the_statement_is_evidence_enough(self) -> None:
        clause = record("a dozen hens", "I've swapped the goats for a dozen hens", 1)
        assert standing_for(HENS, said=[clause], restated=[]) == (clause,)

    @pytest.mark.parametrize(
        ("value", "evidence"),
        [
            ("a plan", "I keep a weekly plan behind the clock."),
            ("two goats", "I saw two goats at the fair in town, by the church."),
            ("goats", "Goats!"),
            ("a blue gate", "I keep two goats behind the cottage and a blue gate."),
        ],
    )
    def test_another_sentence_or_another_thing_of_it_does_not_stand_for_it(self, value: str, evidence: str) -> None:
        assert standing_for(GOATS, said=[record(value, evidence, 0)], restated=[]) == ()

    def test_the_record_that_shares_most_stands_for_it_alone(self) -> None:
        like = "Bram Ashdown plays the instrument of viol."
        wanted = record("viol", like.replace("Ashdown", "Ash"), 0, id="right")
        other = record("viol", like, 0, id="other")
        assert standing_for(wanted.evidence, said=[other, wanted], restated=[]) == (wanted,)

    def test_what_the_next_statement_says_too_is_not_what_changed(self) -> None:
        book, hand = record("the author of Brume", "The author of Brume is Ister.", 0), record("Ister", "", 0)
        hand = hand.model_copy(update={"evidence": book.evidence})
        alone = standing_for(book.evidence, said=[book, hand], restated=[])
        changed = standing_for(book.evidence, said=[book, hand], restated=[], others=["The author of Brume is Vane."])
        assert (alone, changed) == ((book, hand), (hand,))

    def test_a_restated_record_stands_for_it_by_its_value(self) -> None:
        early = record("two goats", "My brother gave me two goats in the spring of last year.", 0)
        assert standing_for(GOATS, said=[], restated=[early]) == (early,)
        assert standing_for(GOATS, said=[], restated=[record("two sheep", GOATS, 0)]) == ()


class TestStatementBank:
    CASE = episode("stale", "evidence_sessions.jsonl")

    def values(self, bank: Bank) -> Mapping[str, tuple[int, int]]:
        pairing = pair(self.CASE, bank)
        tallies = bank_tallies(self.CASE, bank, pairing, held_before=pairing.anywhere, now=END)
        return {name: (round(tally.hits), round(tally.out_of)) for name, tally in tallies.items()}

    def test_a_bank_that_retires_the_old_statement_meets_every_metric(self) -> None:
        found = self.values(bank_of(GONE, NEW, transitions=[transition(GONE, NEW, 1)]))
        names = ("state_recall", "supersession_recall", "supersession_precision", "current_correct", "history_kept")
        assert [found[name] for name in names] == [(2, 2), (1, 1), (1, 1), (1, 1), (1, 1)]

    def test_an_append_only_bank_fails_supersession_and_currentness(self) -> None:
        found = self.values(bank_of(OLD, NEW))
        assert (found["supersession_recall"], found["current_correct"]) == ((0, 1), (0, 1))

    def test_a_bank_that_tracks_nothing_is_not_current(self) -> None:
        found = self.values(bank_of())
        assert (found["state_recall"], found["supersession_recall"]) == ((0, 2), (0, 1))
        assert found["current_correct"] == (0, 1)

    def test_a_bank_of_everything_else_that_was_said_holds_no_statement(self) -> None:
        noise = record("a weekly plan", "I'm drawing up a weekly plan.", 0)
        assert self.values(bank_of(noise))["state_recall"] == (0, 2)

    def test_a_statement_said_in_another_session_is_not_the_one(self) -> None:
        assert self.values(bank_of(record("two goats", GOATS, 1)))["state_recall"] == (0, 2)

    def test_successors_of_another_slot_count(self) -> None:
        elsewhere = record("a dozen hens", HENS, 1, attribute="poultry")
        assert self.values(bank_of(GONE, elsewhere))["state_recall"] == (2, 2)

    @pytest.mark.parametrize(
        ("successor", "judgement"),
        [
            (NEW, Judgement.RIGHT),
            (None, Judgement.RIGHT),
            (record("a sling", "I wear a sling.", 1), Judgement.UNLISTED),
        ],
    )
    def test_a_transition_is_right_when_it_ends_the_old_statement(
        self, successor: StateRecord | None, judgement: Judgement
    ) -> None:
        records = (GONE, successor) if successor else (GONE,)
        bank = bank_of(*records, transitions=[transition(GONE, successor, 1)])
        assert [each.judgement for each in judged(self.CASE, bank, pair(self.CASE, bank))] == [judgement]

    def test_retiring_the_new_statement_is_wrong(self) -> None:
        lost = NEW.model_copy(update={"status": Status.SUPERSEDED})
        bank = bank_of(OLD, lost, transitions=[transition(lost, None, 1)])
        assert [each.judgement for each in judged(self.CASE, bank, pair(self.CASE, bank))] == [Judgement.WRONG]
        assert self.values(bank)["false_retirement_rate"] == (1, 1)


class TestStatementRetrieval:
    CASE = TestStatementBank.CASE

    def asked(self, shown: Packet, *, name: str = "SR", bank: Bank | None = None) -> Asked:
        question = next(each for each in self.CASE.probes if each.id == name)
        known = bank or bank_of(GONE, NEW, transitions=[transition(GONE, NEW, 1)])
        return Asked(self.CASE, question, shown, known, pair(self.CASE, known))

    def test_a_row_about_its_record_shows_a_statement(self) -> None:
        found = shares(
            self.asked(packet(row("a dozen hens", Label.CURRENT, NEW), row("two goats", Label.HISTORICAL, GONE)))
        )
        names = ("current_recall", "current_labelled_recall", "stale_as_current_rate", "stale_exposed_rate")
        assert [found[name] for name in names] == [1, 1, 0, 0]
        assert found["precision_by_view.current"] == 0.5
        assert found["label_accuracy"] == 1

    def test_the_statement_in_a_row_about_another_record_is_told_but_not_labelled(self) -> None:
        other = record("a garden", HENS, 1, id="other", observation_id="filler")
        found = shares(self.asked(packet(row("a garden", Label.CURRENT, other, text=HENS))))
        assert found["current_recall"] == 1
        assert found["current_labelled_recall"] == 0

    def test_a_host_shows_it_by_the_turn_that_tells_it_or_by_its_words(self) -> None:
        turn = self.CASE.sessions[1].turns[0].text
        for text in (turn, f"Note: {HENS}"):
            found = shares(self.asked(host_rows(text)))
            assert (found["current_recall"], found["current_labelled_recall"]) == (1, 0)
        assert shares(self.asked(host_rows("Hens like company.")))["current_recall"] == 0

    def test_an_append_only_packet_shows_the_stale_statement_as_current(self) -> None:
        append_only = bank_of(OLD, NEW)
        found = shares(self.asked(packet(row("two goats", Label.CURRENT, OLD)), bank=append_only))
        assert (found["stale_as_current_rate"], found["stale_exposed_rate"]) == (1, 1)
        assert "held_change_stale_as_current" not in found

    def test_a_host_row_that_tells_the_stale_statement_exposes_it(self) -> None:
        exposed = [
            shares(self.asked(host_rows(text)))["stale_exposed_rate"]
            for text in (self.CASE.sessions[0].turns[2].text, "Two goats eat a lot.")
        ]
        assert exposed == [1, 0]

    def test_a_premise_is_blocked_by_a_record_of_the_statement_and_no_other(self) -> None:
        def blocked(behind: StateRecord) -> float | None:
            premise = Premise(text="goats", verdict=PremiseVerdict.OUTDATED, record_ids=(behind.id,))
            return shares(self.asked(packet(premises=[premise]), name="PR"))["premise_block_recall"]

        assert blocked(GONE) == 1
        assert blocked(record("two goats", "They sold two goats in town.", 0, id="elsewhere")) == 0
        assert shares(self.asked(packet(), name="PR"))["premise_block_recall"] == 0


class TestTurns:
    TURN = "Any picnic ideas? By the way, I flew a second kite this spring, the red one."

    @pytest.mark.parametrize("text", [TURN, f"  {TURN}\n".replace(" kite", "\n kite"), f"Mira: {TURN} (May)"])
    def test_the_whole_turn_shows_itself(self, text: str) -> None:
        assert shows_turn(text, self.TURN)

    def test_a_part_shows_the_turn_when_the_answer_stands_in_it(self) -> None:
        part = "By the way, I flew a second kite this spring, the red one."
        assert shows_turn(part, self.TURN, wanted=Wanted(["the Red one"]))
        assert not shows_turn("Any picnic ideas?", self.TURN, wanted=Wanted(["the red one"]))
        assert not shows_turn(part, self.TURN)

    def test_an_answer_to_be_worked_out_wants_what_the_question_names(self) -> None:
        wanted = Wanted(["2"], "How many kites did I fly this spring?")
        asked_for = Wanted(["5"], "How many picnics and outings did we have in the whole of that year?")
        assert not shows_turn("Any picnic ideas?", self.TURN, wanted=wanted)
        assert shows_turn(
            "I flew a second kite this spring", self.TURN, wanted=Wanted(["9"], "Which kite flew in spring?")
        )
        assert not shows_turn("Any picnic ideas?", self.TURN, wanted=asked_for)

    def test_the_same_words_elsewhere_are_another_turn(self) -> None:
        assert not shows_turn("I flew a red kite this spring.", self.TURN, wanted=Wanted(["red"]))

    def test_a_short_turn_within_a_longer_text_may_be_any_phrase(self) -> None:
        assert not shows_turn("Yes, try that. And a coffee.", "Yes, try that.")

    def test_an_evidence_turn_of_every_session_must_be_shown(self) -> None:
        kites = next(e for e in suite_named("longmemeval").load([DATA / "longmemeval"], Options()) if e.id == "m-1")
        first, reply, second = (kites.sessions[s].turns[t].text for s, t in sorted(kites.probes[0].turns))

        def recall(*texts: str) -> float | None:
            return shares(Asked(kites, kites.probes[0], host_rows(*texts)))["current_recall"]

        assert [recall(first, second), recall(reply, second), recall(first, reply), recall(second), recall()] == [
            1,
            1,
            0,
            0,
            0,
        ]

    def test_a_turn_is_found_under_whatever_label(self) -> None:
        loom = next(e for e in suite_named("longmemeval").load([DATA / "longmemeval"], Options()) if e.id == "m-2")
        sentence = "My loom is made of cherry wood, which I love."
        found = {
            label: shares(Asked(loom, loom.probes[0], packet(row("cherry wood", label, text=sentence))))
            for label in (Label.CURRENT, Label.HISTORICAL)
        }
        assert found[Label.CURRENT]["current_labelled_recall"] == 1
        assert found[Label.HISTORICAL]["current_labelled_recall"] == 0
        assert [found[label]["current_recall"] for label in found] == [1, 1]


class TestFacts:
    """A value that other facts hold too: it is the turn that counts."""

    STREAM = episode("factconsolidation", "stream_sh.json")

    def found(self, *texts: str) -> Mapping[str, float | None]:
        return shares(Asked(self.STREAM, self.STREAM.probes[0], host_rows(*texts)))

    def test_the_newest_fact_is_wanted_and_the_older_one_is_stale(self) -> None:
        both = self.found("The capital of Quillon is Teasel.", "The capital of Quillon is Marrow.")
        assert (both["current_recall"], both["stale_exposed_rate"], both["precision_by_view.current"]) == (1, 1, 0.5)

    def test_the_same_values_in_facts_about_others_count_for_nothing(self) -> None:
        others = self.found("The capital of Brume is Teasel.", "The capital of Orrin is Marrow.")
        assert (others["current_recall"], others["stale_exposed_rate"], others["precision_by_view.current"]) == (
            0,
            0,
            0,
        )

    def test_a_change_held_about_another_subject_is_not_this_change(self) -> None:
        stream = self.STREAM
        day = stream.sessions[1].at
        lute = record("lute", "Ottoline Vane plays the instrument of lute.", 0, status=Status.SUPERSEDED, valid_to=day)
        marrow = record("Marrow", "The capital of Quillon is Marrow.", 0, status=Status.SUPERSEDED, valid_to=day)
        shown = host_rows("The capital of Quillon is Teasel.")

        def holds_change(held: StateRecord) -> bool:
            bank = bank_of(held)
            return "held_change_stale_as_current" in retrieval_tallies(
                Asked(stream, stream.probes[0], shown, bank, pair(stream, bank))
            )

        assert (holds_change(marrow), holds_change(lute)) == (True, False)


class TestWordings:
    def test_a_record_carries_a_spell_in_any_of_its_wordings(self) -> None:
        spell = GoldSpell(value="ten in the morning", also=("10 am",), from_session=0)
        case = TestStatementBank.CASE.model_copy(update={"states": (GoldState(slot="a / b", history=(spell,)),)})
        for value, held in (("10 am", 1), ("ten in the morning", 1), ("11 am", 0)):
            assert len(pair(case, bank_of(record(value, "At 10.", 0))).records) == held


@pytest.mark.parametrize("name", ["stale", "factconsolidation", "longmemeval", "locomo", "sgd", "statebench"])
def test_every_suite_runs_with_every_probe_asked(name: str) -> None:
    for each in suite_named(name).load([DATA / name], Options()):
        result = run_episode(each, Settings(fillers=0, dumped=True))
        assert {system: len(probes) for system, probes in result.probes.items()} == dict.fromkeys(
            ("host", "full"), len(each.probes)
        )
        assert bool(result.bank["as kept"]["state_recall"].out_of) == bool(each.states)
