"""Token F1 as LoCoMo scores answers (Maharana et al. 2024, `task_eval/evaluation.py`).

Both texts are lower-cased, lose their punctuation and the words *a, an, the, and*, and are Porter-stemmed; F1 is
over the multiset of tokens that they share. By category: 1 (multi-hop) is scored by its parts, separated by
commas, each against the best part of the answer, and their mean taken; of the gold of 3 (open-domain) only what
stands before the first ";" counts; 5 (adversarial) is right when the answer says that nothing of the kind was
mentioned. The published script stems with NLTK's Porter, which differs from the original algorithm, used here,
in a few short words.
"""

from __future__ import annotations

import string
from collections import Counter

from atma_overlay.values.stemming import stemmed

_DROPPED = frozenset({"a", "an", "the", "and"})
_PUNCTUATION = str.maketrans("", "", string.punctuation)
_REFUSALS = ("no information available", "not mentioned")
MULTI_HOP, OPEN_DOMAIN, ADVERSARIAL = 1, 3, 5


def locomo_score(answer: str, gold: str, *, category: int) -> float:
    """The score of an answer, 0 to 1, by the rule of its category (1 to 5)."""
    if category == ADVERSARIAL:
        return float(any(refusal in answer.lower() for refusal in _REFUSALS))
    if category == MULTI_HOP:
        return parts_f1(answer, gold)
    return token_f1(answer, gold.split(";", maxsplit=1)[0].strip() if category == OPEN_DOMAIN else gold)


def parts_f1(answer: str, gold: str) -> float:
    """The mean over the gold's comma-separated parts of the best F1 that a part of the answer has."""
    given = answer.split(",")
    wanted = gold.split(",")
    return sum(max(token_f1(part, each) for part in given) for each in wanted) / len(wanted)


def token_f1(answer: str, gold: str) -> float:
    """The harmonic mean of precision and recall over shared tokens; 0 where none is shared."""
    given, wanted = tokens(answer), tokens(gold)
    shared = sum((Counter(given) & Counter(wanted)).values())
    return 2 * shared / (len(given) + len(wanted)) if shared else 0.0


def tokens(text: str) -> list[str]:
    """The tokens of a text that count."""
    plain = text.lower().translate(_PUNCTUATION)
    return [stemmed(word, "porter") for word in plain.split() if word not in _DROPPED]
