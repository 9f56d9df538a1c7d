"""What is only aimed at: a figure that no verb states, beside a goal or a time to come (*a 100 kg bench by summer*)."""

from __future__ import annotations

from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.signs import WORDINGS, Sign
from atma_overlay.language.grammar.tokens import Span
from atma_overlay.language.turn import ReadSentence

_TO_COME = "|".join(sorted(w.MONTH_NAMES | w.DAY_NAMES | w.SEASONS))
_AIMING = Sign(
    r"\b(?:goals?|targets?|aim|aims|aiming|dreams?|dreaming|hoping|wish|wishing|wishlist|resolution|ambitions?|objective"
    r"|milestone|bucket list|shooting for|going for|working towards?|training for)\b",
    r"\b(?:one day|some ?day|ideally|eventually|hopefully|fingers crossed"
    r"|would be (?:great|nice|lovely|ideal|perfect))\b",
    r"\bfor (?:the |my |our )?next (?:one|time|year|month|season|round)\b|^\W*next (?:up|goal|stop)\b",
    rf"\b(?:by|before|until|till|come) (?:the |next |this |my |our |end of |mid-?)*(?:{_TO_COME}|christmas|easter"
    r"|new year|birthday|holidays?|q[1-4]|(?:year|month|quarter)(?:['’]?s)?(?: end)?|20\d\d)\b",
    family=WORDINGS,
)
_RENEWING = frozenset("renew extend prolong".split())
"""*Renewed my passport, good until 2034*: the year is until when it holds."""
_REACHED = frozenset("reached achieved hit smashed done beaten exceeded today yesterday now already finally".split())


def aimed_at(sentence: ReadSentence) -> list[Span]:
    """The stretches, as offsets into the text, that name a figure to be reached.

    *Goal: bench 100*, *30 members by June*: a sentence without a verb of its own that speaks of a goal.

    Args:
        sentence: as read.
    """
    if t.NUM not in sentence.tags or not sentence.shows(_AIMING, sentence.lowered):
        return []
    last = max(i for i, x in enumerate(sentence.tokens) if x.tag == t.NUM)
    stated = any(c.mood == "actual" and c.subject is not None and c.subject.start < last for c in sentence.clauses)
    stated = stated or any(c.verb in _RENEWING and c.done for c in sentence.clauses)
    if stated or not sentence.words.isdisjoint(_REACHED):
        return []
    return [(sentence.sentence.start, sentence.sentence.end)]
