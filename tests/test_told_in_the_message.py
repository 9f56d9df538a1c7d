"""What the answered message states itself is no premise that has to be told to hold; what it takes wrongly is."""

from __future__ import annotations

from datetime import timedelta

import pytest

from atma_overlay.drivers import run
from atma_overlay.telemetry import READ_ROOT
from atma_overlay.threads.evidence import Asked, Evidence, EvidenceCache, evidence_for
from atma_overlay.views import PremiseVerdict, Turn
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
