"""A plan that fell away, told by what it was or by a change of mind: *the move to York fell through*.

As with `called_off`, a sentence counts only where it says so of what it names, and no more: who *cancelled the
dinner*, or fears that the move may fall through, has the plan as before.
"""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay import re2
from atma_overlay.language.candidates import BY_PLAN, RETIRE, Candidate, Part, touches
from atma_overlay.language.changes.called_off import DO, DOING, LEADS, TAIL
from atma_overlay.language.making import make
from atma_overlay.language.scene import Scene
from atma_overlay.records import Act, Change

_THE = r"(?:the|my|our) (?:(?:planned|whole|big) )?"
_PLAN = (
    rf"(?:{_THE}(?:move|relocation|switch|change|migration|transfer|transition|upgrade) to"
    rf"|{_THE}(?:job|role|position|offer|place|spot) (?:at|with|from)"
    rf"|{_THE}(?:plans?|idea|decision) (?:to (?:{DO})|of (?:{DOING}))(?: (?:to|into))?)"
)
_AWAY = "called off|cancell?ed|scrapped|abandoned|dropped|ditched|axed"
_FELL = (
    r"(?:(?: has| have|'s|'ve)? (?:fell|fallen) through"
    rf"|(?: is| was|'s| got| has been)(?: now| all| officially)? (?:off|dead|{_AWAY})"
    r"|(?: isn't| is not|'s not| won't be) happening| won't happen"
    r"| (?:didn't|never) (?:happen|happened|work out|go through)| came to nothing)"
)
_WHO = "(?:(?:i|we)(?:'ve| have)? )?"
_MIND = (
    rf"(?:changed (?:my|our) minds? about|thought better of|gave up on|given up on|(?:{_AWAY}) the idea of"
    rf"|ended up not|never ended up|didn't end up) (?:{DOING})|never did (?:{DO})"
)
_LATER = r"(?: (?:now|today|yesterday|last (?:week|month|night)|this (?:week|morning|month)))*"
_WHY = r"(?:,? (?:so|because|since|as) [^?]*)?"
_VALUE = r" (?P<{}>[^,;:?!]+?)"
_FALLEN = re2.compile(
    rf"^(?:(?:{LEADS})[,:;.!–—-]* )*(?:{_PLAN}{_VALUE.format('told')}{_FELL}"
    rf"|{_WHO}(?:{_AWAY}) {_PLAN}{_VALUE.format('left')}"
    rf"|{_WHO}(?:{_MIND})(?: (?:up|down|back|over))?(?: (?:to|into))?{_VALUE.format('minded')}"
    rf"|{_WHO}didn't (?:{DO})(?: (?:to|into))?{_VALUE.format('done')} (?:after all|in the end)"
    rf"),?{TAIL}{_LATER}{TAIL}{_WHY}[.! ]*$"
)
SIGNS = frozenset(
    """fell fallen off dead called cancelled canceled scrapped abandoned dropped ditched axed happening happen happened
    nothing mind minds better gave given ended end never didn't work go through""".split()
)
"""What such a sentence has one of."""


def fallen_plan(said: str) -> str | None:
    """What a sentence says that a plan to change to it fell away, in lower case; None where it says anything else.

    Args:
        said: the sentence.
    """
    found = _FALLEN.search(said.lower().replace("’", "'").strip())
    if found is None:
        return None
    return next((str(x) for x in map(found.group, ("told", "left", "minded", "done")) if x), None)


def fallen_through(found: list[Candidate], whole: Scene) -> list[Candidate]:
    """What a sentence tells, with the end of a plan in the place of what its words would be read as."""
    signed = not SIGNS.isdisjoint(whole.sentence.words)
    value = fallen_plan(whole.sentence.said) if signed and not whole.sentence.sentence.asks else None
    if value is None:
        return found
    start = whole.sentence.sentence.start + whole.sentence.said.rfind(value)
    span = (start, start + len(value))
    kept = [c for c in found if not touches(c.span, [span])]
    return [*kept, *_ends(whole, span)]


def _ends(whole: Scene, span: tuple[int, int]) -> Iterator[Candidate]:
    for clause in whole.sentence.clauses[:1]:
        scene = Scene(whole.turn, whole.sentence, clause, whole.lexicon, [])
        yield make(
            scene, whole.turn.speaker, BY_PLAN, whole.turn.text[span[0] : span[1]], span, "mention", None, Change.TOLD,
            RETIRE, part=Part.RETIRED, act=Act.END, affirmed=True,
        )  # fmt: skip
