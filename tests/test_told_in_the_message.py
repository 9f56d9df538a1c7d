"""What the answered message states itself is no premise that has to be told to hold; what it takes wrongly is.

Before it is learnt, what it tells to be over is not told to hold.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from atma_overlay.drivers import run
from atma_overlay.language.candidates import Found
from atma_overlay.language.extract import RulesExtractor
from atma_overlay.telemetry import READ_ROOT
from atma_overlay.threads.evidence import Asked, Evidence, EvidenceCache, evidence_for
from atma_overlay.views import Label, PremiseVerdict, Turn
from tests.dated_worlds import FIRST, ME, World

LATER = FIRST + timedelta(days=30)


def evidence(world: World, query: str, *, in_thread: bool) -> Evidence:
    turns = (Turn(text=query, key="m-1"),) if in_thread else ()
    found = evidence_for(world.overlay, Asked(ME, query, (), turns), EvidenceCache(lambda: 0.0), learnt=True)
    return run(found, world.overlay.executor, root=READ_ROOT)


def verdicts(found: Evidence) -> list[PremiseVerdict]:
    assert found.packet is not None
    return [premise.verdict for premise in found.packet.premises]


@pytest.mark.parametrize("in_thread", [True, False])
@pytest.mark.parametrize(
    "message", ["I moved to Leeds. Which gym is near me?", "Since I live in Leeds now, which gym is near me?"]
)
def test_what_the_message_states_is_not_listed_as_supported(message: str, in_thread: bool) -> None:
    world = World()
    world.overlay.remember("I live in York.", scope=ME, observed_at=FIRST)
    world.overlay.remember(message, scope=ME, observed_at=LATER, key="m-1")
    found = evidence(world, message, in_thread=in_thread)
    assert verdicts(found) == []
    assert "SUPPORTED" not in found.block
    assert '"Leeds"' in found.block


def test_what_was_known_before_the_message_stays_supported() -> None:
    world, message = World(), "Since I live in Leeds, which gym is near me?"
    world.overlay.remember("I live in Leeds.", scope=ME, observed_at=FIRST)
    assert verdicts(evidence(world, message, in_thread=True)) == [PremiseVerdict.SUPPORTED]


def test_what_the_message_takes_for_granted_and_is_over_stays_outdated() -> None:
    world, message = World(), "I got a dog called Rex. Since I live in York, which vet is near me?"
    world.overlay.remember("I live in York.", scope=ME, observed_at=FIRST)
    world.overlay.remember("I moved to Leeds.", scope=ME, observed_at=FIRST + timedelta(days=1))
    world.overlay.remember("I got a dog called Rex.", scope=ME, observed_at=LATER, key="m-1")
    assert PremiseVerdict.OUTDATED in verdicts(evidence(world, message, in_thread=True))


def current(found: Evidence) -> list[str]:
    assert found.packet is not None
    return [row.value for row in found.packet.rows if row.label is Label.CURRENT]


@pytest.mark.parametrize("in_thread", [True, False])
@pytest.mark.parametrize(
    "message", ["I moved to Leeds. Which gym is near me?", "I now live in Leeds! Find a gym that is near me."]
)
def test_what_the_message_tells_to_be_over_is_not_current_before_it_is_learnt(message: str, in_thread: bool) -> None:
    world = World()
    world.overlay.remember("I live in York.", scope=ME, observed_at=FIRST)
    found = evidence(world, message, in_thread=in_thread)
    assert current(found) == []
    assert "York" not in found.block
    assert found.packet is not None
    assert found.packet.suppressed.superseded == 1


@pytest.mark.parametrize(
    "message",
    [
        "Which gym is near me?",
        "I like swimming. Which gym is near me?",
        "I live in Leeds, right? Which gym is near me?",
        "Maybe I moved to Leeds. Which gym is near me?",
        "I moved to York. Which gym is near me?",
        "I moved to Leeds in 2010. Which gym is near me?",
        "I'm in Leeds this week. Which gym is near me?",
        "My sister moved to Leeds. Which gym is near me?",
        "In my novel I moved to Leeds. Which gym is near me?",
    ],
)
def test_what_the_message_does_not_plainly_end_stays_current(message: str) -> None:
    world = World()
    world.overlay.remember("I live in York.", scope=ME, observed_at=FIRST)
    assert "York" in current(evidence(world, message, in_thread=False))


def test_one_more_of_many_ends_none_of_them() -> None:
    world, message = World(), "I'm allergic to nuts now. What am I allergic to?"
    world.overlay.remember("I'm allergic to wasps.", scope=ME, observed_at=FIRST)
    assert current(evidence(world, message, in_thread=False)) == ["wasps"]


def test_what_was_so_before_is_shown_where_that_is_asked() -> None:
    world, message = World(), "I moved to Leeds. Where did I live before?"
    world.overlay.remember("I live in York.", scope=ME, observed_at=FIRST)
    assert '"York"' in evidence(world, message, in_thread=False).block


def test_a_message_that_only_asks_is_not_read_for_what_it_tells(monkeypatch: pytest.MonkeyPatch) -> None:
    world, read = World(), list[str]()
    world.overlay.remember("I live in York.", scope=ME, observed_at=FIRST)

    def noted(extractor: RulesExtractor, text: str, **_: Any) -> Found:
        read.append(text)
        return Found((), (), ())

    monkeypatch.setattr(RulesExtractor, "extract", noted)
    for message in ("Which gym is near me?", "Where do I live? Which gym is near me?", "I moved to Leeds. And now?"):
        evidence(world, message, in_thread=False)
    assert read == ["I moved to Leeds. And now?"]
