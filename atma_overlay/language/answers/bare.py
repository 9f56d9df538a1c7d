"""An answer without what only surrounds it: marks of emphasis, thanks, a question back, what it takes back itself."""

from __future__ import annotations

from collections.abc import Sequence

from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar.tags import Tagged

SIGNS = frozenset({",", "!", ".", "…", "...", "–", "—", "-", ":"})
_BACK = frozenset("you yours yourself".split())
_LEADS_BACK = frozenset("and how what about".split())
_COURTESIES = frozenset("thanks thank cheers actually again though btw mate".split())
_TAKEN_BACK = (
    ("sorry", "i", "meant"), ("sorry", "i", "mean"), ("sorry",), ("i", "meant"), ("i", "mean"), ("no", "wait"),
    ("wait", "no"), ("wait",), ("scratch", "that"), ("make", "that"), ("or", "rather"), ("correction",), ("oops",),
)  # fmt: skip
"""What takes back the word before it: *Hull, sorry, I meant York*; the longest first."""
_LAUGHS = frozenset("lol lmao haha hahaha hehe jk kidding joking joke 😂 🤣 😜 😝 😅 😉".split())


def core(tokens: Sequence[Tagged]) -> Sequence[Tagged] | None:
    """The tokens between marks, without a courtesy or a question back at the end; None for what asks itself."""
    kept = tokens
    if kept and kept[-1].text == "?":
        end = _before(kept[:-1], _BACK)
        if end == len(kept) - 1:
            return None
        kept = kept[: _before(kept[:end], _LEADS_BACK)]
    while kept and kept[-1].tag == t.PUNCT and kept[-1].text not in {")", "]"}:
        kept = kept[:-1]
    while kept and kept[0].tag == t.PUNCT and kept[0].text not in {"(", "["}:
        kept = kept[1:]
    end = _before(kept, _COURTESIES)
    return kept[:end] if end else kept


def _before(tokens: Sequence[Tagged], words: frozenset[str]) -> int:
    """Where some words at the end begin, with the signs and the *you* of *thank you* around them."""
    end = len(tokens)
    while end and (tokens[end - 1].lower in words or tokens[end - 1].text in SIGNS):
        end -= 1
    return end


TAKING_BACK = frozenset(word for run in _TAKEN_BACK for word in run)


def past_what_is_taken_back(tokens: Sequence[Tagged], at: int) -> int:
    """Where what an answer is mended to begins: *York* of *Hull, no wait, York*; `at` where it takes nothing back."""
    for n in range(len(tokens) - 1, at - 1, -1):
        mended = mended_to(tokens, n) if n == at or tokens[n - 1].text in SIGNS else None
        if mended is not None:
            return mended
    return at


def mended_to(tokens: Sequence[Tagged], n: int) -> int | None:
    """Where what stands behind a taking back begins, if such a one stands at a token."""
    words = [(m, tokens[m].lower) for m in range(n, min(n + 6, len(tokens))) if tokens[m].text not in SIGNS]
    run = next((r for r in _TAKEN_BACK if tuple(word for _, word in words[: len(r)]) == r), None)
    return words[len(run)][0] if run is not None and len(words) > len(run) else None


_CHANGING = frozenset("switched changed swapped upgraded migrated updated".split())
_TELLING_OF_IT = frozenset(
    "i we it that ve 've has have just recently my over last this week month year yesterday".split()
)
_MOST_OF_A_CHANGE = 6


def past_changing(tokens: Sequence[Tagged], at: int) -> int:
    """Where what somebody changed to begins: *just switched to Zed*, *changed last month: Zed*.

    It is `at` where the words tell of no change, or of what has changed besides.
    """
    changed = False
    for n in range(at, min(at + _MOST_OF_A_CHANGE, len(tokens) - 1)):
        word, text = tokens[n].lower, tokens[n].text
        if changed and (word == "to" or text in SIGNS):
            return n + 1
        if word in _CHANGING and not changed:
            changed = True
        elif word not in _TELLING_OF_IT:
            return at
    return at


def laughs(tokens: Sequence[Tagged]) -> bool:
    """Whether somebody may be joking."""
    return any(x.lower in _LAUGHS for x in tokens)


def unquoted(words: Sequence[Tagged]) -> tuple[int, int]:
    """The places of words, those of a single quotation without its marks."""
    start, end = words[0].token.start, words[-1].token.end
    inside = len(words) == 1 and words[0].tag == t.QUOTE and end - start > len("''")
    return (start + 1, end - 1) if inside else (start, end)


def thanks(tokens: Sequence[Tagged]) -> bool:
    """Whether somebody says thanks."""
    return any(x.lower in {"thanks", "thank", "cheers"} for x in tokens)
