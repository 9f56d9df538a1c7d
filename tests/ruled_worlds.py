"""Worlds with stated rules in an exact grammar, so that the laws are of the engine and not of wording."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from functools import lru_cache
from typing import Any

from hypothesis import strategies as st

from atma_overlay.language.candidates import Found, StatedContingency
from atma_overlay.language.extract import RulesExtractor, default_extractor
from atma_overlay.language.texts.weights import Weight
from atma_overlay.records import Origin, Slot, Trigger, TriggerKind
from tests.dated_worlds import ME, Said, World, opened, said

HOME, WORK = "home_city", "employer"
CHANGES = (
    "I live in Porto.", "I live in Leeds.", "I moved to York.", "I moved to Porto.", "I no longer live in Leeds.",
    "Actually, I live in Hull.", "I work at Acme.", "I work at Apex now.", "I no longer work at Acme.",
    "My rent is 800 euros.", "My rent went up to 900 euros.", "My rent went down to 700 euros.",
    "Please forget what I told you about my rent.", "We use Jenkins for CI.", "We switched from Jenkins to Buildkite.",
    "The baby sleeps through.",
)  # fmt: skip
RULES = (
    "RULE home_city any > employer = Bolt", "RULE home_city any > rent = none", "RULE employer any > rent = 650 euros",
    "RULE rent any > home_city = Kiel", "RULE rent above 850 > home_city = Bonn",
    "RULE rent below 750 > ci_system = Drone",
    "RULE home_city to York > employer = Cobalt", "RULE home_city from Porto > employer = none",
    "RULE employer ends > home_city = Ulm", "RULE employer any > home_city = Graz",
    "RULE ci_system any > employer = none",
    "RULE home_city any > home_city = Brno", "As soon as the baby sleeps through, my rent will be 500 euros.",
)  # fmt: skip


class ScriptedRules(RulesExtractor):
    """The shipped extractor, and rules in a grammar of their own: `RULE parent trigger [value] > child = value`."""

    def extract(self, text: str, *, speaker: str, at: datetime, play: Weight = Weight.MEANT) -> Found:
        if not text.startswith("RULE "):
            return super().extract(text, speaker=speaker, at=at, play=play)
        condition, _, consequence = text.removeprefix("RULE ").partition(" > ")
        parent, kind, *told = condition.split(" ", 2)
        child, _, value = consequence.partition(" = ")
        when = Trigger(TriggerKind(kind), told[0] if told else None)
        rule = StatedContingency(
            parent, condition, child, None if value == "none" else value, (0, len(text)), text, when
        )
        return Found((), (rule,), ())


@lru_cache(maxsize=1)
def scripted_rules() -> ScriptedRules:
    """One for all worlds: the lexicon takes longer to read than a world to live through."""
    return ScriptedRules(default_extractor().lexicon)


def scripted(world: World) -> World:
    """The world with the scripted extractor in place of its own."""
    world.overlay.writer = replace(world.overlay.writer, extractor=scripted_rules())
    return world


def slot(attribute: str) -> Slot:
    return Slot("user", attribute)


def ruled_worlds(*, origins: tuple[Origin, ...] = (Origin.USER,), scopes: Any = (ME,)) -> st.SearchStrategy[list[Said]]:
    """Changes of four slots and rules between them, cycles and rules on themselves included."""
    changes = st.lists(said(CHANGES, origins=origins, scopes=scopes), min_size=2, max_size=8, unique=True)
    rules = st.lists(said(RULES, origins=origins, scopes=scopes), min_size=1, max_size=6, unique=True)
    return st.builds(lambda a, b: a + b, changes, rules)


@contextmanager
def ruled(url: str) -> Iterator[World]:
    """An open world whose overlay reads the rules of the grammar."""
    with opened(url) as world:
        yield scripted(world)
