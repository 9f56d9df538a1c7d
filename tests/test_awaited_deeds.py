"""What is only waited for, or told as likely, retires nothing; what was waited for has come about."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from atma_overlay import Overlay, Scope
from atma_overlay.hosts.memory import MemoryHost

ME = Scope(tenant="acme", user="u-1")
START = datetime(2026, 1, 5, tzinfo=UTC)


def standing(*said: str) -> set[str]:
    """The values that stand after all that is said."""
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
        for n, text in enumerate(said):
            overlay.remember(text, scope=ME, observed_at=START + timedelta(days=45 * n))
        records = overlay.timeline(scope=ME).records
    return {r.value for r in records if r.value and r.status == "active" and r.valid_to is None}


@pytest.mark.parametrize(
    ("known", "value", "said"),
    [
        ("I bank with Monzo.", "Monzo", "I won't be happy until I switched from Monzo to Starling."),
        ("I bank with Monzo.", "Monzo", "I'd be happier once I switched from Monzo to Starling."),
        ("I bank with Monzo.", "Monzo", "We should wait until I switched from Monzo to Starling."),
        ("I bank with Monzo.", "Monzo", "It would help whether or not I switched from Monzo to Starling."),
        ("My car is a Golf.", "Golf", "I can't relax till I sold my Golf."),
        ("My car is a Golf.", "Golf", "I can't relax once I sold my Golf."),
        ("I work at Acme.", "Acme", "I can't relax once I quit my job at Acme."),
        ("I live in York.", "York", "Likely I live in Leeds now."),
        ("My gym is Pulse.", "Pulse", "Very likely my gym is Apex now."),
        ("My gym is Pulse.", "Pulse", "Seemingly my gym is Apex now."),
    ],
)
def test_what_is_waited_for_or_likely_leaves_what_is(known: str, value: str, said: str) -> None:
    assert value in standing(known)
    assert value in standing(known, said)


@pytest.mark.parametrize(
    ("known", "value", "said"),
    [
        ("My car is a Golf.", "Golf", "I waited until I sold my Golf."),
        ("My car is a Golf.", "Golf", "Once I sold my Golf, I bought a bike."),
        ("My car is a Golf.", "Golf", "I feel better once I sold my Golf."),
        ("My car is a Golf.", "Golf", "I walk everywhere now that I sold my Golf."),
        ("I work at Acme.", "Acme", "Once I quit my job at Acme I felt better."),
        ("I bank with Monzo.", "Monzo", "Once I switched from Monzo to Starling, fees went down."),
        ("I use Vim.", "Vim", "I use Emacs now that I work at Acme."),
    ],
)
def test_what_has_come_about_is_told(known: str, value: str, said: str) -> None:
    assert value in standing(known)
    assert value not in standing(known, said)


def test_what_one_does_since_a_thing_is_gone_is_no_other_one_of_it() -> None:
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
        overlay.remember("My car is a Golf.", scope=ME, observed_at=START)
        overlay.remember("I walk everywhere now that I sold my Golf.", scope=ME, observed_at=START + timedelta(days=9))
        cars = {r.value for r in overlay.timeline(scope=ME).records if r.attribute == "car"}
    assert cars == {"Golf"}
