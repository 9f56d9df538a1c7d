"""StageMem's equations against values worked out by hand, and the ranking objective."""

from __future__ import annotations

import pytest

from atma_overlay import InvalidInputError
from atma_overlay.embedding import LexicalEmbedder
from atma_overlay.lifecycle import Candidate, Capacity, Dynamics, EvidenceSalience, StageMem, Thresholds
from atma_overlay.lifecycle import equations as eq
from atma_overlay.lifecycle.ranking import Role, ranking_objective, trained
from atma_overlay.records import Stage

near = pytest.approx


@pytest.mark.parametrize(("cosine", "score"), [(-1.0, 0.0), (0.0, 0.5), (0.6, 0.8), (1.0, 1.0), (1.2, 1.0)])
def test_novelty_maps_a_cosine_onto_0_to_1(cosine: float, score: float) -> None:
    assert eq.novelty(cosine) == near(score)


@pytest.mark.parametrize(
    ("confidence", "strength", "promoted"), [(0.5, 0.3, True), (0.49, 0.9, False), (0.9, 0.29, False)]
)
def test_promotion_asks_for_both_thresholds(confidence: float, strength: float, promoted: bool) -> None:
    assert eq.promotes(confidence, strength, confidence_from=0.5, strength_from=0.3) is promoted


def test_evidence_gain_is_the_printed_exponential() -> None:
    # (e^(2 * 0.5) - 1) / (e^2 - 1) = 1.718282 / 6.389056
    assert eq.evidence_gain(0.5, alpha=2.0) == near(0.268941, abs=1e-6)
    assert eq.evidence_gain(0.0, alpha=2.0) == 0.0
    assert eq.evidence_gain(1.0, alpha=2.0) == near(1.0)


def test_the_confidence_gate_lets_support_pass_and_holds_conflict_back() -> None:
    # e^0.5 / (e^0.5 + e^-0.5) = 1.648721 / 2.255252
    assert eq.confidence_gate(0.5, eq.SUPPORT, sigma=1.0) == near(0.731059, abs=1e-6)
    assert eq.confidence_gate(0.5, eq.CONFLICT, sigma=1.0) == near(0.268941, abs=1e-6)
    assert eq.confidence_gate(0.0, eq.CONFLICT, sigma=1.0) == 0.5


def test_the_strength_gate_is_the_printed_exponential() -> None:
    assert eq.strength_gate(0.2, beta=1.5) == near(0.740818, abs=1e-6)  # e^-0.3


def test_plasticity_is_the_product_within_its_bounds() -> None:
    assert eq.plasticity(0.5, 0.6, 0.8, rate=0.35, floor=0.02) == near(0.084)
    assert eq.plasticity(0.5, 0.2, 0.8, rate=0.10, floor=0.02) == 0.02
    assert eq.plasticity(1.0, 1.0, 1.0, rate=1.0, floor=0.02) == 1.0


def test_the_confidence_step_keeps_a_share_of_the_evidence_however_strong_the_item() -> None:
    assert eq.confidence_step(0.5, 0.6, 0.8, rate=0.35, gamma=0.05) == near(0.084)
    assert eq.confidence_step(0.5, 0.6, 0.01, rate=0.35, gamma=0.05) == near(0.00525)  # 0.05 * 0.105


def test_confidence_moves_by_what_is_missing_or_by_what_there_is() -> None:
    assert eq.moved_confidence(0.6, 0.25, eq.SUPPORT) == near(0.7)
    assert eq.moved_confidence(0.6, 0.25, eq.CONFLICT) == near(0.45)


def test_content_moves_by_the_plasticity() -> None:
    assert eq.mixed([1.0, 0.0], [0.0, 1.0], 0.25) == near([0.75, 0.25])


def test_strength_grows_and_saturates() -> None:
    assert eq.reinforcement(0.8, 1.0) == near(0.68)  # 0.60 * 0.8 + 0.20
    assert eq.reinforcement(1.0, 3.0) == 1.0
    assert eq.grown_strength(0.2, 0.5, 0.68) == near(0.2952)  # 0.2 + 0.5 * 0.35 * 0.68 * 0.8
    assert eq.grown_strength(1.0, 0.5, 0.68) == 1.0


def test_a_first_strength_lies_within_the_printed_bounds() -> None:
    assert eq.initial_strength(0.0, lowest=0.05, highest=0.35) == near(0.05)
    assert eq.initial_strength(0.5, lowest=0.05, highest=0.35) == near(0.20)
    assert eq.initial_strength(1.0, lowest=0.05, highest=0.35) == near(0.35)


def test_the_ranking_loss_is_what_is_missing_to_the_margin() -> None:
    assert eq.ranking_loss(0.50, 0.45, margin=0.12) == near(0.07)
    assert eq.ranking_loss(0.70, 0.45, margin=0.12) == 0.0


def test_one_supporting_sighting_by_hand() -> None:
    # e = (e^1.2 - 1)/(e^2 - 1) = 0.363139; r_conf = 1/(1 + e^-1.2) = 0.768525; r_str = e^-0.2 = 0.818731
    # p = p_c = 0.228493; c' = 0.6 + 0.228493 * 0.4; b = 0.36; m' = 0.2 + 0.228493 * 0.35 * 0.36 * 0.8
    confidence, strength = Dynamics().supported((0.6, 0.2), Stage.TRANSIENT, evidence=0.6, shock=0.0)
    assert confidence == near(0.691397, abs=1e-6)
    assert strength == near(0.223032, abs=1e-6)


def test_one_conflicting_sighting_by_hand() -> None:
    # r_conf = 1/(1 + e^1.2) = 0.231475; p_c = 0.363139 * 0.231475 * 0.818731 = 0.068821; c' = 0.6 - 0.068821 * 0.6
    confidence, _ = Dynamics().conflicted((0.6, 0.2), Stage.TRANSIENT, evidence=0.6, shock=0.0)
    assert confidence == near(0.558708, abs=1e-6)


def test_deeper_stages_are_less_plastic() -> None:
    moved = [Dynamics().supported((0.6, 0.2), stage, evidence=0.6, shock=1.0) for stage in Stage]
    assert [c for c, _ in moved] == sorted((c for c, _ in moved), reverse=True)
    assert moved[1][0] - 0.6 == near(0.35 * (moved[0][0] - 0.6))
    assert moved[2][0] - 0.6 == near(0.10 * (moved[0][0] - 0.6))


def test_a_recall_reinforces_strength_and_says_nothing_of_validity() -> None:
    confidence, strength = Dynamics().recalled((0.6, 0.2), Stage.TRANSIENT)
    assert confidence == 0.6
    assert strength == near(0.223032, abs=1e-6)


@pytest.mark.parametrize(
    ("make", "field"),
    [
        (lambda: Capacity(transient=0), "capacity.transient"),
        (lambda: Thresholds(confidence=1.1, strength=0.5, keep=0.2), "thresholds.confidence"),
        (lambda: Dynamics(alpha=0.0), "dynamics.alpha"),
        (lambda: Dynamics(beta=-1.0), "dynamics.beta"),
        (lambda: Dynamics(p_min=2.0), "dynamics.p_min"),
        (lambda: StageMem(thresholds={}), "thresholds"),
        (lambda: StageMem(strengths=(0.4, 0.3)), "strengths"),
        (lambda: StageMem(create_below=-0.1), "create_below"),
    ],
)
def test_a_part_that_cannot_be_used_is_refused_by_name(make: object, field: str) -> None:
    with pytest.raises(InvalidInputError) as refused:
        make()  # type: ignore[operator]  # each is a function without arguments
    assert refused.value.field == field


def test_without_a_learned_scorer_the_evidence_gives_the_salience() -> None:
    assert EvidenceSalience().score(Candidate("user / pet Momo", 1.0, 0.8, 1.0)) == near(0.68)


EXAMPLES = [
    *((Role.PRIMARY, Candidate(f"allergy to {x}", 1.0, 0.6, 1.0)) for x in ("nuts", "shellfish", "latex")),
    *((Role.SECONDARY, Candidate(f"fondness for {x}", 1.0, 0.6, 0.5)) for x in ("jazz", "chess", "tea")),
    *((Role.FILLER, Candidate(f"weather was {x}", 0.3, 0.5, 0.0)) for x in ("mild", "grey", "wet")),
]


def test_training_by_ranking_puts_primary_before_secondary_before_filler() -> None:
    learned = trained(EXAMPLES, embedder=LexicalEmbedder(16), epochs=60)
    scored = [(role, learned.score(candidate)) for role, candidate in EXAMPLES]
    untrained = trained(EXAMPLES, embedder=LexicalEmbedder(16), epochs=1, rate=1e-9)
    assert ranking_objective(scored) < 0.01
    assert ranking_objective([(role, untrained.score(c)) for role, c in EXAMPLES]) > 0.08
    unseen = [learned.score(Candidate("allergy to pollen", 1.0, 0.6, 1.0))]
    unseen += [learned.score(Candidate("fondness for golf", 1.0, 0.6, 0.5))]
    unseen += [learned.score(Candidate("weather was hot", 0.3, 0.5, 0.0))]
    assert unseen == sorted(unseen, reverse=True)
    assert all(0 < score < 1 for score in unseen)


def test_training_needs_roles_that_can_be_ranked() -> None:
    with pytest.raises(InvalidInputError) as refused:
        trained(EXAMPLES[:3], embedder=LexicalEmbedder(16))
    assert refused.value.field == "examples"
