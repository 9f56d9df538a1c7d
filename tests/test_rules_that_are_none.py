"""What only sounds like a rule of the speaker's changes nothing, and what a rule tells is no fact before its time.

End to end and without a model: what is known, what is said, the change that a rule would wait for, what then holds.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from atma_overlay import Overlay, Scope
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.records import DecisionState, Status

ME = Scope(tenant="acme", user="u-1")
START = datetime(2026, 1, 1, tzinfo=UTC)
KNOWN = ("I live in Derby.", "My gym is Corefit.")
MOVED = "I moved to Leeds last week."


def held(said: str, *, moved: bool, known: tuple[str, ...] = KNOWN, change: str = MOVED) -> set[str]:
    """The values that hold, what was said being told after what is known, and the change after that."""
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
        for n, text in enumerate([*known, said]):
            overlay.remember(text, scope=ME, observed_at=START + timedelta(days=10 * n))
        if moved:
            overlay.remember(change, scope=ME, observed_at=START + timedelta(days=60))
        return {r.value for r in overlay.timeline(scope=ME).records if r.status is Status.ACTIVE}


def applied(said: str) -> list[tuple[str | None, str | None]]:
    """The changes that what was said makes of what is known."""
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
        for n, text in enumerate(KNOWN):
            overlay.remember(text, scope=ME, observed_at=START + timedelta(days=10 * n))
        receipt = overlay.remember(said, scope=ME, observed_at=START + timedelta(days=40))
    return [(t.from_value, t.to_value) for t in receipt.transitions if t.state is DecisionState.APPLIED]


NO_RULES = {
    "somebody else's word": [
        "Everyone assumes that once I've moved to Leeds, my gym is Ironyard.",
        "My flatmate is convinced that if I move to Leeds, my gym will be Ironyard.",
        "As far as my mother is concerned, if I move to Leeds, my gym will be Ironyard.",
        "My aunt reckons that my gym will be Ironyard if I move to Leeds.",
        "According to my uncle, if I move to Leeds, my gym will be Ironyard.",
    ],
    "one that was turned down": [
        "If I move to Leeds, my gym will be Ironyard. I take that back.",
        "If I move to Leeds, my gym will be Ironyard, but I've changed my mind about that.",
        "If I move to Leeds, my gym will be Ironyard, they say, but it's not true.",
        "If I move to Leeds, my gym will be Ironyard. Actually, I'm staying with Corefit.",
        "If I move to Leeds, my gym will be Ironyard. Well, that was the plan last year.",
    ],
    "a former one": [
        "The previous plan was that if I move to Leeds, my gym will be Ironyard.",
        "I used to say that if I move to Leeds, my gym will be Ironyard.",
        "We'd once arranged that if I move to Leeds, my gym will be Ironyard.",
        "There was a time when my gym would be Ironyard if I moved to Leeds.",
    ],
    "words of nobody": [
        "In the sample text it says that if I move to Leeds, my gym will be Ironyard.",
        "On the flyer it says: once I've moved to Leeds, my gym is Ironyard.",
        "The test phrase was: if I move to Leeds, my gym will be Ironyard.",
        "It's only an example, but if I move to Leeds, my gym will be Ironyard.",
        "It's a myth that my gym will be Ironyard if I move to Leeds.",
    ],
    "a joke": [
        "I said as a joke that if I move to Leeds, my gym will be Ironyard.",
        "If I move to Leeds, then my gym is Ironyard and I'm a Dutchman.",
        "If I move to Leeds, my gym will be Ironyard - not.",
    ],
    "a thought, a maybe or a wish": [
        "Perhaps my gym will be Ironyard if I move to Leeds.",
        "If I move to Leeds, my gym could be Ironyard.",
        "I hope my gym will be Ironyard if I move to Leeds.",
        "It's conceivable that my gym will be Ironyard if I move to Leeds.",
        "I wish I could say that my gym will be Ironyard if I move to Leeds.",
        "I'm not sure that my gym will be Ironyard if I move to Leeds.",
    ],
    "what takes more than that": [
        "If I move to Leeds and the price is right, my gym will be Ironyard.",
        "If I move to Leeds, my gym will be Ironyard, provided my wife agrees.",
        "If I move to Leeds, my gym will be Ironyard, as long as they have a pool.",
        "If I move to Leeds and only if they have a pool, my gym will be Ironyard.",
        "My gym will be Ironyard if I move to Leeds and my wife agrees.",
    ],
    "what never came to be": [
        "If I had moved to Leeds when I was younger, my gym would be Ironyard.",
        "If I moved to Leeds ten years ago, my gym would be Ironyard today.",
        "If I'd moved to Leeds, my gym would have been Ironyard.",
    ],
    "a denial": [
        "Moving to Leeds doesn't mean that my gym will be Ironyard.",
        "Nobody has agreed that my gym will be Ironyard if I move to Leeds.",
        "There's no rule that says my gym will be Ironyard if I move to Leeds.",
        "Just because I move to Leeds, my gym won't turn into Ironyard.",
        "If I move to Leeds, my gym doesn't change.",
    ],
}


@pytest.mark.parametrize("said", [x for wordings in NO_RULES.values() for x in wordings])
def test_what_only_sounds_like_a_rule_changes_nothing(said: str) -> None:
    assert "Corefit" in held(said, moved=True)
    assert "Ironyard" not in held(said, moved=True)


RULES = [
    "If I move to Leeds, my gym will be Ironyard, and I'm really looking forward to it.",
    "If I move to Leeds, my gym will be Ironyard. My wife thinks that's a great idea.",
    "I wasn't sure for ages, but if I move to Leeds, my gym will be Ironyard.",
    "If I move to Leeds, my gym will be Ironyard, but until then I'm keeping Corefit.",
    "Corefit isn't bad, but if I move to Leeds, my gym will be Ironyard.",
    "Don't forget that my gym will be Ironyard if I move to Leeds.",
    "I was going to mention that if I move to Leeds, my gym will be Ironyard.",
    "My plan is simple: if I move to Leeds, my gym will be Ironyard.",
    "My old gym was fine, but if I move to Leeds, my gym will be Ironyard.",
    "The old rule still stands: if I move to Leeds, my gym will be Ironyard.",
    "If I move to Leeds, my gym will be Ironyard. That's not a joke.",
    "If I move to Leeds, my gym will be Ironyard, unless I tell you otherwise.",
    "If I move to Leeds, my gym will be Ironyard, no matter what it costs.",
    "If I move to Leeds, my gym will be Ironyard, in case you're wondering.",
    "I might move next year. If I move to Leeds, my gym will be Ironyard.",
    "If I moved to Leeds, my gym would be Ironyard.",
    "If I move to Leeds, my gym will be Ironyard, which is a pity, because I like Corefit.",
]


@pytest.mark.parametrize("said", RULES)
def test_a_rule_is_heard_whatever_is_said_beside_it(said: str) -> None:
    assert "Ironyard" in held(said, moved=True)
    assert "Corefit" not in held(said, moved=True)


LATER = [
    "Upon a move to Leeds, my gym is Ironyard.",
    "Come a move to Leeds, my gym is Ironyard.",
    "On the day of a move to Leeds, my gym is Ironyard.",
    "A move to Leeds comes with a new gym, namely Ironyard.",
    "A move to Leeds turns my gym from Corefit into Ironyard.",
    "Moving to Leeds turns Ironyard into my gym.",
    "A move to Leeds => gym: Ironyard",
    "Gym: Corefit for now, Ironyard once I've moved to Leeds",
    "When: a move to Leeds. Then: my gym is Ironyard.",
    "Maybe I move to Leeds one day. Then my gym is Ironyard.",
    "I'm thinking of moving to Leeds. In that case my gym is Ironyard.",
    "Should it ever come about that I move to Leeds, my gym is Ironyard, not Corefit.",
    "When you hear that I've moved to Leeds, my gym is Ironyard.",
    'My sister keeps saying "once I\'ve moved to Leeds, my gym is Ironyard".',
]


@pytest.mark.parametrize("said", LATER)
def test_what_is_told_under_a_condition_is_no_fact_of_now(said: str) -> None:
    assert held(said, moved=False) >= {"Derby", "Corefit"}
    assert "Ironyard" not in held(said, moved=False)


PERHAPS = [
    "After a move to Leeds, my gym is Ironyard.",
    "My next gym, after a move to Leeds, is Ironyard.",
    "These two go together: I move to Leeds, my gym is Ironyard.",
]


@pytest.mark.parametrize("said", PERHAPS)
def test_what_may_be_still_to_come_retires_nothing_by_itself(said: str) -> None:
    assert not applied(said)


@pytest.mark.parametrize("said", ["After an upgrade, my gym is Ironyard.", "A new job means my gym is Ironyard."])
def test_what_came_of_a_change_that_leads_nowhere_is_told(said: str) -> None:
    assert applied(said) == [("Corefit", "Ironyard")]


@pytest.mark.parametrize(
    "said",
    [
        "After a move to Leeds last year, my gym is Ironyard now.",
        "I've switched to the Ironyard gym after a move to Leeds.",
        "In case you wonder, my gym is Ironyard now.",
        "We might move one day. My gym is Ironyard now.",
        "Change of plan: my gym is Ironyard now.",
        "Once I moved to Leeds, I switched to the Ironyard gym.",
        "Moving to Leeds meant that I changed gyms, my gym is Ironyard now.",
        "My gym is Ironyard now, should you ask.",
    ],
)
def test_a_change_that_happened_is_heard_beside_an_event_or_a_condition(said: str) -> None:
    now = held(said, moved=False)
    assert any("Ironyard" in value for value in now)
    assert "Corefit" not in now


@pytest.mark.parametrize(
    "said",
    [
        "Scrap the note that says my gym will be Ironyard if I move to Leeds.",
        "Please forget that I said my gym will be Ironyard if I move to Leeds.",
        "If I move to Leeds, forget my gym.",
    ],
)
def test_a_request_to_forget_a_rule_or_one_for_later_takes_no_fact(said: str) -> None:
    assert held(said, moved=False) >= {"Derby", "Corefit"}


def test_a_request_to_forget_takes_what_it_names() -> None:
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
        for n, text in enumerate([*KNOWN, "If you don't mind, please forget my gym."]):
            done = overlay.remember(text, scope=ME, observed_at=START + timedelta(days=n))
        assert any(t.state == DecisionState.APPLIED for t in done.transitions)
