"""An agent's words as the user would say them of themselves: *your gym* is *my gym*."""

from __future__ import annotations

from collections.abc import Sequence

from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar.phrases import Phrase
from atma_overlay.language.grammar.tags import Tagged

OF_THE_AGENT = frozenset("i me my mine we us our ours let's myself ourselves".split())
"""Words of whoever asks: *What can I do for you?* asks for no state of the user."""
_TURNED = {"your": "my", "yours": "mine", "yourself": "myself"}
_ACTING = t.AUXILIARY | {t.VERB, t.ADV, t.NEG}
_BEING = {"are": "am", "'re": "'m", "’re": "'m", "were": "was"}


def as_told(text: str, tokens: Sequence[Tagged]) -> str:
    """Tokens of a text with the spaces between them, the listener turned into the speaker."""
    out: list[str] = []
    for n, token in enumerate(tokens):
        apart = bool(n) and token.token.start > tokens[n - 1].token.end
        out.append((" " if apart else "") + _turned(tokens, n))
    return "".join(out)


def _turned(tokens: Sequence[Tagged], n: int) -> str:
    token = tokens[n]
    if token.lower == "you":
        last = n + 1 == len(tokens)
        return "I" if (last and n == 0) or (not last and tokens[n + 1].tag in _ACTING) else "me"
    if n and tokens[n - 1].lower == "you":
        return _BEING.get(token.lower, token.text)
    return _TURNED.get(token.lower, token.text)


def is_listener(phrase: Phrase) -> bool:
    """Whether a phrase is *you*."""
    return phrase.pronoun == "you"
