"""What a rule waits for, as a clause: *a move to York* and *moving to York* as *I move to York*."""

from __future__ import annotations

from collections.abc import Sequence

from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.tokens import Token
from atma_overlay.language.rules.rewording import is_gerund, third, word

_NOUNS = {
    "move": "move", "switch": "switch", "change": "change", "transfer": "transfer", "migration": "migrate",
    "relocation": "relocate", "conversion": "convert", "shift": "shift", "changeover": "switch", "transition": "switch",
    "job": "work", "position": "work", "role": "work", "post": "work", "jump": "switch", "swap": "switch",
}  # fmt: skip
"""What happens, as a noun, and the verb that says it."""
_LEAVING = {
    "departure": "leave", "loss": "lose", "sale": "sell", "closure": "lose", "resignation": "leave", "exit": "leave",
}  # fmt: skip
_DETERMINERS = frozenset("a an the any another my our this that her his their".split())
_INTO = frozenset("to into onto".split())
_OF = frozenset("of in".split())
_OF_OR_FROM = _OF | {"from"}
_FAR = 6
"""Words before a verbal noun that tell whose it is: *my daughter's changing schools*."""


def as_clause(told: Sequence[Token], *, only: bool = False) -> list[Token] | None:
    """The words as a clause with a finite verb; a clause is left as it is.

    Args:
        told: what is waited for.
        only: whether it has to be a noun or a verbal noun, since a clause cannot stand there.
    """
    tokens = [x for x in told if x.kind != "punct"]
    if len(tokens) < 2:
        return None
    found = _gerund(tokens) or _noun(tokens)
    return found if found is not None or only else list(told)


def _gerund(tokens: list[Token]) -> list[Token] | None:
    at = next((i for i, x in enumerate(tokens[:_FAR]) if is_gerund(x.lower)), None)
    if at is None:
        return None
    lemma = w.verb_lemma(tokens[at].lower) or ""
    if at == 0:
        return [word("I", tokens[0].start), word(lemma, tokens[0].start), *tokens[1:]]
    whose = tokens[:at]
    if any(w.verb_lemma(x.lower) is not None and x.lower == x.text and i for i, x in enumerate(whose)):
        return None
    if whose[-1].lower == "'s":
        whose = whose[:-1]
    if [x.lower for x in whose] in (["my"], ["our"], ["me"], ["us"]):
        return [word("I", tokens[0].start), word(lemma, tokens[at].start), *tokens[at + 1 :]]
    return [*whose, word(third(lemma), tokens[at].start), *tokens[at + 1 :]]


def _noun(tokens: list[Token]) -> list[Token] | None:
    """*A move to York*, *a change of boss to Sam*, *a job at Globex*, *the loss of Acme*."""
    first = tokens[0].start
    at = 1 if tokens[0].lower in _DETERMINERS else 0
    if at >= len(tokens) - 1:
        return None
    fresh = tokens[at].lower in _FRESH
    if fresh or tokens[0].lower == "another":
        return [*(word(x, first) for x in ("I", "get", "a", "new")), *tokens[at + fresh :]]
    noun, link, rest = w.lemma_of_noun(tokens[at].lower), tokens[at + 1].lower, tokens[at + 2 :]
    leaving = noun in _LEAVING and link in _OF_OR_FROM
    if not rest or not (leaving or noun in _NOUNS):
        return None
    said = _said_of(noun, link, tokens[at + 1 :])
    return None if said is None else [x if isinstance(x, Token) else word(x, first) for x in said]


def _said_of(noun: str, link: str, linked: list[Token]) -> list[Token | str] | None:
    """What a noun of change and what is linked to it say as a clause; words that nobody said stand as such."""
    rest = linked[1:]
    if noun in _LEAVING:
        return ["I", _LEAVING[noun], *rest]
    verb = _NOUNS[noun]
    if verb == "work":
        return ["I", "work", "at", *rest] if link in _AT else None
    if link in _INTO:
        return ["I", verb, "to", *rest]
    if link == "from":
        return ["I", "leave", *rest] if len(rest) < _BOTH else ["I", verb, *linked]
    if link not in _OF:
        return None
    mine = [] if rest[0].lower in _DETERMINERS else ["my"]
    into = next((i for i, x in enumerate(rest) if i and x.lower in _INTO), len(rest))
    if into + 1 < len(rest):
        return [*mine, *rest[:into], "becomes", *rest[into + 1 :]]
    return ["I", "change", *mine, *rest]


_AT = frozenset({"at", "with", "in"})
_FRESH = frozenset({"new", "different"})
_BOTH = 3
"""Words behind *from* that tell both ends: *a move from Leeds to York*."""
