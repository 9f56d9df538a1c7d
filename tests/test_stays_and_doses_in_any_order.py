"""What is told of stays and of doses gives the same state in whatever order it arrives, ties in time among it."""

from __future__ import annotations

from itertools import permutations

import pytest

from tests.dated_worlds import Said, World, in_order, state

pytestmark = pytest.mark.usefixtures("read_once")

STAY = [
    Said("My gym is PureGym.", 0), Said("I'm in Porto for a month.", 30), Said("My gym here is FitWorks.", 60),
    Said("I moved to Lyon.", 200), Said("My gym here is Pulse.", 800),
]  # fmt: skip
AT_ONCE = [
    Said("My gym is PureGym.", 0), Said("I'm staying in Porto until May.", 30, 0),
    Said("My gym here is FitWorks.", 30, 1), Said("I'm on holiday in Crete.", 60),
]  # fmt: skip
DOSES = [
    Said("I take metformin 500 mg and ramipril 5 mg.", 0), Said("My ramipril is 10 mg now.", 30),
    Said("I'm on 850 mg of metformin now.", 60), Said("I stopped metformin.", 200),
]  # fmt: skip
ONE = [
    Said("I take 500 mg of metformin.", 0), Said("My dose is 20 mg now.", 30),
    Said("I'm on metformin 850 mg now.", 30, 1), Said("I take ramipril 5 mg.", 60),
]  # fmt: skip


@pytest.mark.parametrize("utterances", [STAY, AT_ONCE, DOSES, ONE], ids=["stay", "at_once", "doses", "one"])
def test_any_order_of_arrival_gives_the_same_state(utterances: list[Said]) -> None:
    alone = World()
    alone.hand_all(in_order(utterances))
    for order in permutations(utterances):
        world = World()
        world.hand_all(order)
        assert state(world) == state(alone), [u.text for u in order]
