"""Of whom a relative clause is said: *somebody who lives in Leeds* may be the asker, *a friend whose …* is not."""

from __future__ import annotations

from itertools import pairwise

from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.phrases import Phrase
from atma_overlay.language.grammar.words import ACQUAINTANCES, KIN, SOMEBODY
from atma_overlay.language.turn import ReadSentence

PEOPLE = KIN | ACQUAINTANCES | SOMEBODY | frozenset("customer family couple crowd".split())
_RELATIVE = frozenset({"who", "which", "that", "whose"})
_OF_PERSONS = frozenset({"who", "whose"})
_AS = frozenset({"as", "being", "am", "'m", "i'm", "im"})


def is_said_of_asker(sentence: ReadSentence, clause: Clause) -> bool | None:
    """*As somebody who lives in Leeds*, *for a friend whose gym is Pulse*: whether the asker is who that is said of."""
    tokens = sentence.tokens
    if clause.subject is None and clause.asked and tokens[clause.start].lower == "which":
        people = any(x.lemma in PEOPLE for x in tokens[clause.start : clause.verb_start])
        return False if people else None  # which of my friends lives in Leeds?
    at = next((i for i in range(clause.start, clause.verb_start) if tokens[i].lower in _OF_PERSONS), 0)
    at -= at > 1 and tokens[at - 1].text == ","
    if not at or not (tokens[at - 1].text[:1].isupper() or tokens[at - 1].lemma in PEOPLE):
        return None
    if tokens[at - 1].lemma not in SOMEBODY:
        return False
    led = {x.lower for x in tokens[max(0, at - 4) : at - 1]}
    as_me = any(x.lower == "like" and y.lower in {"me", "us"} for x, y in pairwise(tokens))
    return True if as_me or not led.isdisjoint(_AS) else None


def antecedent(sentence: ReadSentence, clause: Clause) -> Phrase | None:
    """Of whom *who lives in Leeds* is said: the phrase that ends right before it."""
    if clause.intro not in _RELATIVE:
        return None
    before = [c for c in sentence.clauses if c.start < clause.start]
    phrases = [p for c in before for p in (c.subject, *(x.phrase for x in c.complements)) if p is not None]
    return next((p for p in phrases if clause.start - 1 <= p.end <= clause.start), None)
