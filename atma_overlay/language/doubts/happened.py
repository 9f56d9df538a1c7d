"""Whether a clause tells what has happened: once and for all, to its end, lately, and to the one who speaks."""

from __future__ import annotations

from datetime import timedelta

from atma_overlay import re2
from atma_overlay.language.candidates import Candidate
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.scene import Scene

_OPENED = re2.compile(
    r"\b(?:(?:worst|best|ideal) (?:case|scenario)|scenario|goals?|plans?|soon|on paper|legally|officially|technically|"
    r"formally|theoretically|in theory|puts? it|(?:last|first|second|every|each|by the) time|as soon as|"
    r"back in|back then|in those days|in my (?:teens|twenties|thirties|forties|youth|childhood|student days)|"
    r"as an? (?:\p{L}+ )?(?:student|kid|child|teen|teenager|boy|girl|agent|realtor|dealer|broker)|at work|"
    r"at (?:the )?(?:age of )?\d\d?,? (?:i|we|my|our))\b"
    r"|^(?:many |some )?(?:years|decades|ages) ago\b"
)
"""What stands before a clause by which it is no news: a case, a plan, a paper, or a time long ago."""
_TOLD_ON = re2.compile(
    r"\b(?:tells?|told|telling|says?|said|saying|texted|wrote|write|claims?|claimed|hopes?|hoping|afraid|scared|"
    r"terrified|worried|convinced|paranoid) "
    r"(?:(?:everyone|everybody|people|them|him|her|us|me|(?:my|the|our) \p{L}+),? )?(?:that )?$"
)
"""*I told everyone I sold my car*, *I hope I've sold it by then*; *I told you* is told."""
_ASKING = re2.compile(
    r"^(?:hey |hi |so |and |but |ok |okay )?"
    r"(?:have (?:i|we)|has (?:my|our)|(?:did|do|should|would|could|can|am|are|were|was) (?:i|we|you|they|he|she))\b"
)
"""A question without its mark."""
_CLOSE_TO = re2.compile(r"\b(?:all but|as good as|more or less|kind of|sort of|half)\s*$")
NOT_QUITE = frozenset("almost nearly practically virtually basically hardly barely".split())
"""Adverbs by which it has not happened."""
_PARTLY = NOT_QUITE | frozenset(
    """mostly partly partially somewhat slightly temporarily briefly overnight always usually
    often sometimes occasionally once twice""".split()
)
"""Adverbs by which it has not happened to the end, or has more than once."""
_THEN = frozenset({"when", "while", "before", "until", "whenever"})
_AHEAD = frozenset({"once", "after", "before", "as"})
_LONG_AGO = timedelta(days=400)


def in_doubt(clause: Clause, scene: Scene) -> bool:
    """Whether something beside a clause keeps from being sure that it has happened, to the end and lately.

    Args:
        clause: tells of an act or an event that has an outcome.
        scene: its sentence.
    """
    if not clause.adverbs.isdisjoint(_PARTLY) or (clause.intro in _AHEAD and _not_yet(clause)):
        return True
    start = scene.sentence.sentence.start
    before = scene.turn.text[start : clause.tokens[clause.start].token.start].lower()
    to_verb = scene.turn.text[start : clause.tokens[clause.verb_end - 1].token.start].lower()
    if _CLOSE_TO.search(to_verb) or _ASKING.search(scene.sentence.lowered) or "according to" in scene.sentence.lowered:
        return True
    said = _last_part(before)
    asked = f"{said}{clause.tokens[clause.start].lower}"
    return _OPENED.search(asked) is not None or _TOLD_ON.search(said) is not None or of_then(clause, scene)


def dated_long_ago(found: Candidate, scene: Scene) -> bool:
    """*We broke up in 2018*: what is told of years ago, whatever has come since."""
    return scene.turn.at - found.valid_from > _LONG_AGO


def _not_yet(clause: Clause) -> bool:
    """*Once I've sold my car*: what is told to be done by then; *before I sold it* is told of a time before."""
    return clause.tense == "perfect" or clause.intro == "before"


_PARTS = re2.compile(r"(?:;| (?:and|but|so)) +\S")


def _last_part(before: str) -> str:
    """What stands before a clause, from where the last conjunction has opened something."""
    cuts = [m.end() - 1 for m in _PARTS.finditer(before)]
    return before[cuts[-1] :] if cuts else before


def of_then(clause: Clause, scene: Scene) -> bool:
    """*When I was 20*, *when the kids were small*, *when he saw the vet*: another time, or an occasion."""
    return any(
        c is not clause
        and c.intro in _THEN
        and not (c.intro == "until" and scene.sentence.sentence.asks)  # how long until I should get another
        and c.subject is not None
        and (c.subject.pronoun is not None or c.verb == "be" or c.passive or c.intro == "whenever")
        for c in scene.sentence.clauses
    )
