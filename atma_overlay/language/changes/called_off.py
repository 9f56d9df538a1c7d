"""A change that is not to come after all: *I won't be moving to York*, *I've decided not to move to York*.

Read only where a sentence says that and nothing else: *not yet*, *not on Monday*, *not with Anna* leave the plan.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from atma_overlay import re2
from atma_overlay.language.candidates import Candidate
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.tokens import Span
from atma_overlay.language.turn import ReadSentence

_CHANGES = "move relocate switch change migrate transfer convert upgrade join go rise increase".split()
"""What is called off: what somebody meant to do, or what was to happen to something."""
DOING = "|".join(verb.removesuffix("e") + "ing" for verb in _CHANGES)
DO = "|".join(_CHANGES)
LEADS = (
    "so|well|ok|okay|actually|sadly|unfortunately|update|change of plans?|plans? changed|in the end|(?:it )?turns out"
    "|news|hey|hi|sorry|but|and|also|oh|right"
)
_WHO = r"(?:(?:my|our|the|his|her|their) (?:[\p{L}'-]+ )?)?[\p{L}-]+"
_BACKED_OUT = rf"(?:'ve| have| has)? (?:backed|pulled|chickened) out of (?:{DOING})"
_DECIDED = rf"(?:'ve| have| has)? (?:decided|chose|chosen|opted) (?:not to (?:{DO})|against (?:{DOING}))"
_IS_NOT = rf"(?:(?:'m|'re|'s| am| are| is) (?:not|no longer)| isn't| aren't) (?:going to (?:{DO})|{DOING})"
_WILL_NOT = rf"(?: won't| will not|'ll not) (?:be (?:{DOING})|{DO})"
TAIL = r"(?: (?:after all|any ?more|in the end|though|sadly|unfortunately))*"
_DENIES = re2.compile(
    rf"^(?:(?:{LEADS})[,:;.!–—-]* )*{_WHO}(?:{_IS_NOT}|{_WILL_NOT}|{_DECIDED}|{_BACKED_OUT})"
    r"(?: (?:up|down|back|over))?(?: (?:my|our|the) [\p{L}-]+(?: [\p{L}-]+)?)?(?: (?:to|into))?"
    rf" ([^,;:?!]+?),?{TAIL}[.! ]*$"
)


_VERBS = frozenset(_CHANGES)


def may_deny(sentence: ReadSentence) -> bool:
    """Whether a sentence has what such a one has: asked of every sentence."""
    return not _VERBS.isdisjoint(sentence.verbs) and any(c.negated or c.verb in _LEADING for c in sentence.clauses)


_LEADING = frozenset("decide choose opt back pull chicken".split())


def denied_change(said: str) -> str | None:
    """What a sentence says that nothing is to change to, in lower case; None where it says anything else.

    Args:
        said: the sentence.
    """
    found = _DENIES.search(said.lower().replace("’", "'").strip())
    return None if found is None else str(found.group(1))


def called_off(sentence: ReadSentence, at: int) -> Clause | None:
    """A clause that denies a change to come, as what its subject is not doing; None for any other.

    Args:
        sentence: as read.
        at: the place of the clause among those of the sentence.
    """
    clause = sentence.clauses[at]
    if clause.mood == "future" and clause.negated:
        return replace(clause, mood="actual", tense="present", progressive=True)
    if at == 0 or clause.subject is not None:
        return None
    return replace(
        clause, subject=sentence.clauses[at - 1].subject, negated=True, mood="actual", tense="present",
        progressive=True, inherited_subject=True,
    )  # fmt: skip


def denials(found: Iterable[Candidate], denied: str) -> list[Candidate]:
    """Of what such a clause tells, what it denies."""
    return [c for c in found if not c.affirmed and c.value.lower().replace("’", "'") == denied]


def decided_against(sentence: ReadSentence) -> list[Span]:
    """The stretches, as offsets into the text, in which a change is denied that somebody decided against."""
    if denied_change(sentence.said) is None:
        return []
    return [_stretch(clause) for at, clause in enumerate(sentence.clauses) if at and clause.subject is None]


def _stretch(clause: Clause) -> Span:
    last = max(clause.start, clause.end - 1)
    return clause.tokens[clause.start].token.start, clause.tokens[last].token.end
