"""Labels that say what was and what is: *gym: FitWorks → Pulse*, *Pulse (was FitWorks)*; an arrow alone is proposed."""

from __future__ import annotations

import pytest

from tests.overlay_worlds import changes

GYM, HOME = "My gym is FitWorks.", "I live in Leeds."


@pytest.mark.parametrize(
    "said",
    [
        "Gym: FitWorks -> Pulse", "gym: FitWorks → Pulse", "- Gym: FitWorks ➡️ Pulse", "Gym: FitWorks => Pulse ✅",
        "Gym: Pulse (was FitWorks)", "Gym: Pulse (not FitWorks anymore)", "Gym: was FitWorks, now Pulse",
        "Gym: changed to Pulse", "Gym: ~~FitWorks~~ Pulse", "[x] Gym: FitWorks -> Pulse",
    ],
)  # fmt: skip
def test_a_label_that_says_what_was_tells_a_change(said: str) -> None:
    assert changes(GYM, said) == [("FitWorks", "Pulse", "applied")]


@pytest.mark.parametrize(
    "said",
    [
        "Gym: Pulse -> FitWorks", "Gym: FitWorks (was Pulse)", "Gym: FitWorks (ex Pulse)", "Gym: FitWorks (soon Pulse)",
        "[ ] Gym: FitWorks -> Pulse", "Plan: gym: FitWorks -> Pulse", "Gym: FitWorks -> Pulse?",
        "FitWorks -> Pulse (declined)", "FitWorks → Pulse: 2 hours", "~~FitWorks -> Pulse~~",
    ],
)  # fmt: skip
def test_what_is_planned_undone_or_as_it_was_tells_none(said: str) -> None:
    assert changes(GYM, said) == []


def test_an_arrow_without_a_label_is_proposed() -> None:
    assert changes(GYM, "FitWorks → Pulse") == [("FitWorks", "Pulse", "proposed")]
    assert changes(HOME, "Leeds -> York train") == []
