"""Why a probe of MEME failed: the paper's split (section 4.3, Appendix J), read from the ledger.

*Never known*: what the probe builds on was never held. *Rule missed*: a rule between the change and the
asked entity is not held. *Change missed*: the change itself is not. *Answer failed*: all of it is held, and
still the answer does not show it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Literal

from atma_overlay.evaluation.episodes import Episode, GoldContingency, GoldSpell, Probe
from atma_overlay.evaluation.matching import Bank, Pairing, SpellKey, carries, mentions, value_phrase
from atma_overlay.evaluation.wording import phrase

Loss = Literal["never known", "rule missed", "change missed", "answer failed"]


def loss(episode: Episode, probe: Probe, *, bank: Bank, pairing: Pairing, held: Collection[str] | None = None) -> Loss:
    """The stage that lost a failed probe; the first one that applies, in the order of `Loss`.

    Args:
        episode: the gold.
        probe: one that failed.
        bank: the ledger when the probe was asked.
        pairing: of that bank.
        held: the evidence of the rules that the ledger holds; None takes the bank's own.
    """
    rules = bank.timeline.contingencies if held is None else held
    match probe.task:
        case "cascade" | "absence":
            return _of_consequence(episode, probe, pairing=pairing, held=rules)
        case "deletion":
            return _of_deletion(episode, probe, pairing=pairing)
        case "tracking":
            return _of_tracking(probe, bank=bank)
        case _:
            return "answer failed" if all(_held(bank, forms) for forms in probe.groups) else "never known"


def _of_consequence(episode: Episode, probe: Probe, *, pairing: Pairing, held: Collection[str]) -> Loss:
    key = _ended(episode, probe)
    if key is None or key not in pairing.anywhere:
        return "never known"
    chain = list(_chain(episode, episode.states[key[0]].slot))
    if not all(_is_held(rule.evidence, held) for rule in chain):
        return "rule missed"
    return "answer failed" if _change_is_held(episode, chain, probe, pairing) else "change missed"


def _of_deletion(episode: Episode, probe: Probe, *, pairing: Pairing) -> Loss:
    key = _ended(episode, probe)
    if key is None or key not in pairing.anywhere:
        return "never known"
    return "answer failed" if pairing.retired(key) else "change missed"


def _of_tracking(probe: Probe, *, bank: Bank) -> Loss:
    first, *later = probe.groups
    if not _held(bank, first):
        return "never known"
    return "answer failed" if all(_held(bank, forms) for forms in later) else "change missed"


def _ended(episode: Episode, probe: Probe) -> SpellKey | None:
    """The spell that is over when the probe is asked and whose value its stale strings name."""
    for index, state in enumerate(episode.states):
        for place, spell in enumerate(state.history):
            if spell.ended_at(probe.after_session) and spell.value in probe.stale:
                return (index, place)
    return None


def _chain(episode: Episode, slot: str) -> Iterator[GoldContingency]:
    """The rules that fire, from the one about the slot up to the one about what is changed directly."""
    seen: set[str] = set()
    rule = next((r for r in episode.contingencies if r.child == slot and r.fires), None)
    while rule is not None and rule.child not in seen:
        seen.add(rule.child)
        yield rule
        above = rule.parent
        rule = next((r for r in episode.contingencies if r.child == above and r.fires), None)


def _change_is_held(episode: Episode, chain: list[GoldContingency], probe: Probe, pairing: Pairing) -> bool:
    """Whether the ledger has the direct change: its new value is held and its old one retired."""
    top = chain[-1].parent if chain else ""
    for index, state in enumerate(episode.states):
        if state.slot == top:
            return all(_follows(spell, (index, place), probe, pairing) for place, spell in enumerate(state.history))
    return False


def _follows(spell: GoldSpell, key: SpellKey, probe: Probe, pairing: Pairing) -> bool:
    if not spell.ended_at(probe.after_session):
        return key in pairing.anywhere
    return key not in pairing.records or pairing.retired(key)


def _is_held(evidence: str, held: Collection[str]) -> bool:
    wanted = phrase(evidence)
    return any(mentions(phrase(text), wanted) or mentions(wanted, phrase(text)) for text in held)


def _held(bank: Bank, forms: Collection[str]) -> bool:
    return any(carries(value_phrase(r), phrase(form)) for r in bank.records for form in forms)
