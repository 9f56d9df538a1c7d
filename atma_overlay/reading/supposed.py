"""What a query does not say for itself: what it supposes, dictates, or tells that others believe."""

from __future__ import annotations

from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.texts.material import within
from atma_overlay.language.turn import ReadSentence, ReadTurn

_DICTATED = frozenset("saying says reading reads pretend imagine suppose supposing translate according".split())
"""*A tweet saying I live in Leeds*, *pretend I live in Leeds*."""
_TALES = frozenset({"story", "novel", "tale", "poem"})
_BELIEVING = frozenset("think believe assume suppose guess suspect claim".split())
SUPPOSED = frozenset({"if", "unless", "whether"})


def is_supposed(sentence: ReadSentence, place: int) -> bool:
    """*If my sister lived in Leeds*: what stands under a condition."""
    return any(c.intro in SUPPOSED and c.start <= place < max(c.end, c.verb_end) for c in sentence.clauses)


def is_believed(sentence: ReadSentence, clause: Clause) -> bool:
    """*People think I live in Leeds*: what somebody else takes for true."""
    before = next((c for c in reversed(sentence.clauses) if c.verb_end <= clause.start), None)
    if before is None or before.verb not in _BELIEVING or before.subject is None:
        return False
    return before.subject.pronoun not in {"i", "we", "you"}


def is_cited(turn: ReadTurn, sentence: ReadSentence, place: int) -> bool:
    """*Rewrite this: my manager is Priya*, *Bob said: I live in Leeds*: words that are handed over, or somebody's."""
    tokens = sentence.tokens
    if within(tokens[place].token.start, turn.material):
        return True
    if tokens[place].tag == t.QUOTE or "let's say " in sentence.said:
        return True
    if not sentence.words.isdisjoint(_TALES) and " in which " in sentence.said:
        return True
    return any(x.lower in _DICTATED for x in tokens[:place])
