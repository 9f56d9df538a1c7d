"""Where the clause of a word ends, with all that hangs on its verb."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate

from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.tokens import Span, Token
from atma_overlay.language.turn import ReadSentence

_SHARES = frozenset({"and", "or"})


class Cover:
    """Stretches of a text, each [start, end), of which many are asked whether one of them holds them.

    Args:
        stretches: in any order; they may overlap.
    """

    def __init__(self, stretches: Iterable[Span]) -> None:
        ordered = sorted(stretches)
        self._starts = [start for start, _ in ordered]
        self._reach = list(accumulate((end for _, end in ordered), max))

    def __bool__(self) -> bool:
        return bool(self._starts)

    def holds(self, span: Span) -> bool:
        """Whether one of the stretches holds all of a span."""
        before = bisect_right(self._starts, span[0])
        return before > 0 and self._reach[before - 1] >= span[1]


def stands_at(tokens: Sequence[Token | t.Tagged], i: int, run: Sequence[str]) -> bool:
    """Whether a run of words, in small letters, stands at a place among the tokens."""
    return len(tokens) - i >= len(run) and all(tokens[i + n].lower == x for n, x in enumerate(run))


def token_at(sentence: ReadSentence, offset: int) -> int:
    """The token that stands at an offset into the text, or the next one."""
    return next((i for i, x in enumerate(sentence.tokens) if x.token.end > offset), len(sentence.tokens) - 1)


def end_of_clause(sentence: ReadSentence, i: int) -> int:
    """Where the clause of a token ends, with what hangs on its verb: infinitives, gerunds, a verb behind *and*."""
    if not sentence.clauses:
        return sentence.sentence.end
    own = max((n for n, c in enumerate(sentence.clauses) if c.verb_start <= i), default=0)
    for clause in sentence.clauses[own + 1 :]:
        if clause.mood == "infinitive" or gerund(clause) or (clause.inherited_subject and clause.intro in _SHARES):
            continue
        if clause.subject is None and clause.intro in _SHARES:
            continue
        behind = clause.start > i or clause.verb_start <= i
        opens = clause.tokens[clause.start if behind else clause.verb_start].token.start  # the idea that I moved got …
        return max(opens, clause.tokens[i].token.end)
    return sentence.sentence.end


def gerund(clause: Clause) -> bool:
    """Whether a clause opens with a bare *-ing*: *living in York …*."""
    first = clause.tokens[clause.verb_start]
    return first.tag == t.VERB and first.lower.endswith("ing")
