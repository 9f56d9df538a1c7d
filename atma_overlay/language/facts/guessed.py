"""What somebody asks and answers of themselves: *Guess who's driving a Tesla now? Me!*."""

from __future__ import annotations

from dataclasses import replace

from atma_overlay import re2
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.phrases import Phrase
from atma_overlay.language.turn import ReadSentence, ReadTurn

__all__ = ["guessed", "may_guess"]

_ANSWERS = re2.compile(
    r"^\W*(?:(?:yep|yes|yeah|that's right|correct|well|oh|haha|lol),? )*"
    r"(?:me|moi|yours truly|this (?:girl|guy|one|lady|man|woman|fella)|i am|i do|it's me|that(?:'s| would be) me)\b"
    r"(?:,? (?:that's who|of course|finally|permanently|for good|for real|at last|now))*\W*$"
)


def may_guess(sentence: ReadSentence) -> bool:
    """Whether a sentence has what such a question has: asked of every sentence."""
    return sentence.sentence.asks and "who" in sentence.words


def guessed(sentence: ReadSentence, turn: ReadTurn, at: int) -> Clause | None:
    """The clause of such a question as what the speaker does; None for any other.

    Args:
        sentence: asks who.
        turn: the utterance: what stands behind the question answers it.
        at: the place of the clause among those of the sentence.
    """
    clause = sentence.clauses[at]
    opens = at == 0 or (at == 1 and sentence.clauses[0].verb == "guess")
    if not opens or clause.intro != "who" or clause.subject is not None:
        return None
    behind = next((x for x in turn.sentences if x.sentence.start >= sentence.sentence.end), None)
    if behind is None or _ANSWERS.match(behind.said) is None:
        return None
    who = next(i for i, x in enumerate(sentence.tokens) if x.lower == "who")
    speaker = Phrase(who, who, who + 1, who, None, False, None, "i", None, sentence.tokens)
    return replace(clause, subject=speaker, asked=False, intro=None)
