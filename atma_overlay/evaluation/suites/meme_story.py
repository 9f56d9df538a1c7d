"""The plan in words: MEME's step 4. Facts, updates, rules and changes as turns of five evidence sessions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from atma_overlay.evaluation.episodes import EpisodeTurn
from atma_overlay.evaluation.suites.meme_domain import wordings
from atma_overlay.evaluation.suites.meme_draw import Deck
from atma_overlay.evaluation.suites.meme_plan import Link, Plan

RULES, CHANGE = 3, 4
"""The evidence sessions that tell the rules, and the change; the ones before introduce facts."""


class RuleDecks:
    """The wordings of rules and deletions, shared by the episodes of a run so that all of them come up."""

    def __init__(self, chance: Random) -> None:
        words = wordings()
        kinds = ("any", "leaving", "value", "dependence")
        self._rules = {kind: Deck(getattr(words, kind), chance) for kind in kinds}
        self.forget = Deck(words.forget, chance)

    def rule(self, link: Link) -> str:
        """The rule as a sentence."""
        parent, child = link.parent, link.child
        places = {
            "{P}": parent.entity.spoken,
            "{C}": child.entity.spoken,
            "{old}": _led(child.entity.lead, child.value),
            "{new}": _led(child.entity.lead, child.after or ""),
            "{p_now}": _led(parent.entity.lead, parent.value),
            "{p_next}": _led(parent.entity.lead, parent.after or ""),
            "{changes}": parent.entity.changes,
            "{leaves}": parent.entity.leaves.replace("{v}", parent.value),
            "{joins}": parent.entity.joins.replace("{v}", parent.after or ""),
        }
        return sentence(self._rules[link.kind].deal(), places)


@dataclass(frozen=True, slots=True)
class Story:
    """The evidence sessions, where facts were told, and the words of each rule.

    Attributes:
        sessions: turns of each evidence session.
        told: the evidence session of the first value, by entity name.
        tracked: the evidence sessions of the tracked values.
        rules: the sentence of each link, the control's last.
    """

    sessions: tuple[tuple[EpisodeTurn, ...], ...]
    told: dict[str, int]
    tracked: tuple[int, ...]
    rules: tuple[str, ...]


def written(plan: Plan, decks: RuleDecks, chance: Random) -> Story:
    """The plan told in evidence sessions: three that introduce facts, one of rules, one of the change."""
    said: list[list[str]] = [[] for _ in range(CHANGE + 1)]
    told: dict[str, int] = {}
    for name, text in _introductions(plan, chance):
        told[name] = chance.randrange(RULES)
        said[told[name]].append(text)
    for session, text in enumerate(_revisions(plan, chance)):
        said[session].append(text)
    rules = [decks.rule(link) for link in (*plan.links, plan.control)]
    said[RULES] += [*rules, _verbatim(plan, chance)]
    for texts in said[: RULES + 1]:
        chance.shuffle(texts)
    said[CHANGE] = _changes(plan, decks, chance)
    alone = (plan.verbatim, *said[CHANGE])
    sessions = tuple(_dialogue(texts, chance, alone=alone) for texts in said)
    return Story(sessions, told, tuple(range(len(plan.tracked_values))), tuple(rules))


def sentence(pattern: str, places: dict[str, str]) -> str:
    """The pattern with its places filled, beginning with a capital unless a name or a code begins it."""
    text = pattern
    for place, value in places.items():
        text = text.replace(place, value)
    starts_with_value = pattern.startswith(("{v}", "{old}", "{p_next}", "{new}"))
    article = text.startswith(("the ", "a "))
    return text if starts_with_value and not article else text[:1].upper() + text[1:]


def _introductions(plan: Plan, chance: Random) -> list[tuple[str, str]]:
    """The first statement of each entity but the tracked one."""
    facts = [plan.root, *(link.child for link in plan.links), plan.control.parent, plan.control.child]
    stated = [(f.entity.name, f.entity.told, f.value) for f in facts]
    stated += [(free.name, free.told, value) for free, value in plan.themed]
    stated.append((plan.deleted.name, plan.deleted.told, plan.deleted_value))
    return [(name, sentence(chance.choice(patterns), {"{v}": value})) for name, patterns, value in stated]


def _revisions(plan: Plan, chance: Random) -> list[str]:
    """The tracked entity: its first value, then its updates, each in words of its own."""
    first, *later = plan.tracked_values
    patterns = chance.sample(plan.tracked.changed, len(later))
    updates = [sentence(p, {"{v}": v}) for p, v in zip(patterns, later, strict=True)]
    return [sentence(chance.choice(plan.tracked.told), {"{v}": first}), *updates]


def _verbatim(plan: Plan, chance: Random) -> str:
    opening = chance.choice(wordings().verbatim).replace("{what}", plan.verbatim_kind)
    return f"{opening}\n{plan.verbatim}"


def _changes(plan: Plan, decks: RuleDecks, chance: Random) -> list[str]:
    root = plan.root
    change = sentence(chance.choice(root.entity.changed), {"{v}": root.after or "", "{old}": root.value})
    places = {"{C}": plan.deleted.spoken, "{old}": _led(plan.deleted.lead, plan.deleted_value)}
    return chance.sample([change, sentence(decks.forget.deal(), places)], 2)


def _led(lead: str, value: str) -> str:
    return f"{lead} {value}" if lead else value


def _dialogue(texts: Sequence[str], chance: Random, *, alone: tuple[str, ...]) -> tuple[EpisodeTurn, ...]:
    """Each text as a turn of the user, often with a word after it, and an answer that repeats nothing.

    Nothing follows a text that ends as one of `alone` does.
    """
    turns: list[EpisodeTurn] = []
    for text in texts:
        after = "" if text.endswith(alone) else chance.choice(wordings().follow_ups)
        turns.append(EpisodeTurn(role="user", text=f"{text} {after}" if after else text))
        turns.append(EpisodeTurn(role="assistant", text=chance.choice(wordings().replies)))
    return tuple(turns)
