"""The trained linker: what its head learns, what it may change of the rules' answers, and what it may not."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atma_overlay import Overlay
from atma_overlay.embedding import LexicalEmbedder
from atma_overlay.errors import InvalidInputError
from atma_overlay.evaluation.link_pairs import pairs_of_sgd, pairs_of_wordlist
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.ledger import open_ledger
from atma_overlay.linking import Head, TrainedLinker, load_head
from atma_overlay.linking.head import Logistic
from atma_overlay.linking.pairs import pairs_of_file
from atma_overlay.linking.training import train
from atma_overlay.records import Cardinality, Origin, Ruling, Statement
from atma_overlay.state.pairs.adjudication import RulesLinker
from atma_overlay.testing.ledger_samples import observation as told_in
from atma_overlay.testing.ledger_samples import statement
from tests.judge_worlds import ME, day

EMBEDDER = LexicalEmbedder(64)


def head(*, same: float, differs: float) -> Head:
    """One that gives every pair the same probabilities."""
    odds = [math.log(p / (1 - p)) for p in (same, differs)]
    nothing = (0.0,) * (2 * EMBEDDER.dimension)
    questions = [Logistic(weights=nothing, bias=o) for o in odds]
    return Head(
        name="t@1", embedder=EMBEDDER.name, dimension=EMBEDDER.dimension, same=questions[0], differs=questions[1]
    )


def linker(*, same: float, differs: float) -> TrainedLinker:
    return TrainedLinker(head(same=same, differs=differs), EMBEDDER)


def told(value: str, *, on: int, observation: str, cardinality: Cardinality, origin: Origin = Origin.USER) -> Statement:
    made = statement(f"s-{observation}", told_in(observation), value)
    return replace(
        made, norm=value, cardinality=cardinality, observed_at=day(on), valid_from=day(on), origin=origin,
        evidence=f"It is {value}.", value_kind="phrase", unit=None, confidence=0.9,
    )  # fmt: skip


def pair(cardinality: Cardinality, *, origin: Origin = Origin.USER) -> tuple[Statement, Statement]:
    return (
        told("red", on=1, observation="o1", cardinality=cardinality),
        told("blue", on=2, observation="o2", cardinality=cardinality, origin=origin),
    )


def test_what_the_rules_keep_and_the_head_finds_changed_is_proposed_and_never_applied() -> None:
    earlier, later = pair(Cardinality.MULTI)
    assert RulesLinker().rule(earlier, later).ruling is Ruling.KEEP
    answer = linker(same=0.99, differs=0.99).rule(earlier, later)
    assert (answer.ruling, answer.decider) == (Ruling.PROPOSE, "head/t@1")


@pytest.mark.parametrize(("same", "differs"), [(0.99, 0.5), (0.5, 0.99), (0.02, 0.99)])
def test_an_unsure_head_leaves_the_rules_answer(same: float, differs: float) -> None:
    earlier, later = pair(Cardinality.MULTI)
    assert linker(same=same, differs=differs).rule(earlier, later) == RulesLinker().rule(earlier, later)


def test_a_change_of_the_rules_that_the_head_takes_for_two_variables_is_proposed() -> None:
    earlier, later = pair(Cardinality.SINGLE)
    assert RulesLinker().rule(earlier, later).ruling is Ruling.REPLACE
    assert linker(same=0.05, differs=0.9).rule(earlier, later).ruling is Ruling.PROPOSE
    assert linker(same=0.5, differs=0.1).rule(earlier, later).ruling is Ruling.REPLACE


def test_a_lower_origin_retires_nothing_by_a_head() -> None:
    earlier, later = pair(Cardinality.MULTI, origin=Origin.DOCUMENT)
    assert linker(same=0.99, differs=0.99).rule(earlier, later).ruling is Ruling.KEEP


@given(same=st.floats(0.001, 0.999), differs=st.floats(0.001, 0.999), single=st.booleans())
def test_a_head_never_retires_by_itself(same: float, differs: float, *, single: bool) -> None:
    earlier, later = pair(Cardinality.SINGLE if single else Cardinality.MULTI)
    by_rules = RulesLinker().rule(earlier, later)
    answer = linker(same=same, differs=differs).rule(earlier, later)
    assert answer == by_rules or answer.ruling is Ruling.PROPOSE


def test_its_proposals_wait_in_review() -> None:
    overlay = Overlay(MemoryHost(), ledger=open_ledger("memory://"), linker=linker(same=0.99, differs=0.99))
    overlay.remember("I play the oboe.", scope=ME, observed_at=day(1))
    overlay.remember("I play the cello.", scope=ME, observed_at=day(2))
    assert {r.status.value for r in overlay.timeline(scope=ME).records} == {"active"}
    assert {p.transition.decider for p in overlay.review(scope=ME)} <= {"head/t@1"}


def test_training_learns_what_the_word_list_tells_and_gives_the_same_head_again() -> None:
    pairs = list(pairs_of_wordlist(seed=1))
    done = train(pairs, LexicalEmbedder(256), name="t@1", epochs=15)
    assert done.accuracy["same"][0] > 0.75
    assert done == train(pairs, LexicalEmbedder(256), name="t@1", epochs=15)
    assert not {p.group for p in pairs if p.held_out} & {p.group for p in pairs if not p.held_out}


def test_a_head_is_loaded_as_it_was_saved(tmp_path: Path) -> None:
    made = head(same=0.3, differs=0.6)
    made.save(tmp_path / "head.json")
    assert load_head(tmp_path / "head.json") == made


@pytest.mark.parametrize("text", ["", "{}", '{"name": "x"}', "[" * 400])
def test_a_file_that_holds_no_head_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "head.json"
    path.write_text(text)
    with pytest.raises(InvalidInputError, match="holds no head"):
        load_head(path)


def test_a_head_with_weights_of_another_length_is_refused(tmp_path: Path) -> None:
    told_ = head(same=0.5, differs=0.5).model_dump()
    told_["same"]["weights"] = told_["same"]["weights"][:-1]
    (tmp_path / "head.json").write_text(json.dumps(told_))
    with pytest.raises(InvalidInputError, match="holds no head"):
        load_head(tmp_path / "head.json")


def test_a_missing_head_is_named_with_the_remedy(tmp_path: Path) -> None:
    with pytest.raises(InvalidInputError, match="train-linker"):
        load_head(tmp_path / "none.json")


def test_a_head_is_used_with_the_embedder_that_it_was_trained_on() -> None:
    with pytest.raises(InvalidInputError, match="was trained on"):
        TrainedLinker(head(same=0.5, differs=0.5), LexicalEmbedder(32))


def lines(path: Path, rows: Sequence[object]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def test_pairs_of_ones_own_are_read(tmp_path: Path) -> None:
    path = lines(tmp_path / "p.jsonl", [{"first": "a b", "second": "a c", "same": True, "differs": True, "group": "g"}])
    (found,) = pairs_of_file(path)
    assert (found.same, found.differs, found.group) == (True, True, "g")


@pytest.mark.parametrize("row", [{"first": "a"}, {"first": "a", "second": "b", "same": True}, 7])
def test_a_line_that_is_no_pair_is_named(tmp_path: Path, row: object) -> None:
    with pytest.raises(InvalidInputError, match=r"p\.jsonl:1"):
        list(pairs_of_file(lines(tmp_path / "p.jsonl", [row])))


def test_too_few_pairs_are_refused() -> None:
    with pytest.raises(InvalidInputError, match="too few"):
        train([], EMBEDDER, name="t@1")


def test_slot_changes_of_a_dialogue_become_pairs(tmp_path: Path) -> None:
    said = ["A table in Saratoga.", "Where?", "In Fresno instead, please.", "When?", "Make it at seven."]
    turns = [{"speaker": ("USER", "SYSTEM")[n % 2], "utterance": text} for n, text in enumerate(said)]
    changes = [
        {"turn": 2, "service": "R", "slot": "city", "old": ["Saratoga"], "new": ["Fresno"]},
        {"turn": 4, "service": "R", "slot": "time", "old": ["six"], "new": ["seven"]},
    ]
    found = list(pairs_of_sgd(lines(tmp_path / "s.jsonl", [{"turns": turns, "changes": changes}])))
    assert [(p.first, p.second, p.same) for p in found] == [
        ("A table in Saratoga.", "In Fresno instead, please.", True),
        ("In Fresno instead, please.", "Make it at seven.", False),
    ]
