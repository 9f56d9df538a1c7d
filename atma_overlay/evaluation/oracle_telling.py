"""Where the turns of a session tell a gold value: what the oracle quotes as its evidence."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from atma_overlay.evaluation.episodes import GoldSpell
from atma_overlay.evaluation.matching import mentions
from atma_overlay.evaluation.oracle_reading import Line
from atma_overlay.evaluation.statements import stems_of, telling_turns
from atma_overlay.evaluation.wording import phrase
from atma_overlay.judge.naming import LONGEST
from atma_overlay.language.grammar.sentences import sentences
from atma_overlay.values.normal import fold_case

__all__ = ["Told", "located", "sentences_of", "told_in"]


@dataclass(frozen=True, slots=True)
class Told:
    """A gold spell as one of the shown turns tells it."""

    key: tuple[int, int]
    spell: GoldSpell
    turn: Line
    evidence: str
    value: str
    said: bool

    @property
    def id(self) -> str:
        """The label under which the oracle tells it."""
        return f"s{self.key[0]}-{self.key[1]}"


def told_in(value: str, text: str) -> bool:
    """Whether a text has a value in it, upper and lower case aside."""
    return fold_case(value) in fold_case(text)


def located(key: tuple[int, int], spell: GoldSpell, turns: Sequence[Line], implied: Sequence[str]) -> Told | None:
    """Where the turns tell a spell: in words that give it, else in those that share most of its words."""
    if spell.statement:
        places = telling_turns([t["text"] for t in turns], spell.value)
        return _quoted(key, spell, turns[places[0]]) if places else None
    for form in (spell.value, *spell.also):
        for turn in turns:
            for sentence in sentences_of(turn["text"]):
                if mentions(phrase(sentence), phrase(form)):
                    return Told(key, spell, turn, sentence, form, told_in(form, sentence))
    best = max(
        ((len(stems_of(s) & stems_of(spell.value)), s, t) for t in turns for s in sentences_of(t["text"])),
        key=lambda each: each[0], default=None,
    )  # fmt: skip
    if best is None or not best[0]:
        said = [(s, t) for t in turns for s in sentences_of(t["text"])]
        hints = [(s, t) for s, t in said if any(mentions(phrase(s), phrase(x)) for x in implied)]
        return Told(key, spell, hints[0][1], hints[0][0], spell.value, said=False) if hints else None
    return Told(key, spell, best[2], best[1], spell.value, said=False)


def _quoted(key: tuple[int, int], spell: GoldSpell, turn: Line) -> Told:
    """A statement in the turn's own words: itself where it stands there, else the sentences that share its words."""
    start = fold_case(turn["text"]).find(fold_case(spell.value))
    if start >= 0 and len(fold_case(turn["text"])) == len(turn["text"]):
        evidence = turn["text"][start : start + len(spell.value)]
        return Told(key, spell, turn, evidence, evidence[:LONGEST], said=True)
    wanted = stems_of(spell.value)
    best = max(sentences_of(turn["text"]), key=lambda s: (len(stems_of(s) & wanted), -len(s)))
    return Told(key, spell, turn, best, best[:LONGEST], said=True)


def sentences_of(text: str) -> Iterable[str]:
    """The sentences of a text; the text itself where it has none."""
    return [text[s.start : s.end] for s in sentences(text)] or [text]
