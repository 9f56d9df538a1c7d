"""What is to come read as a change that is done: *I'd switch banks to Monzo* as *I switched banks to Monzo*.

What tells a change when it has happened tells the same change when it is to follow, so that the readings of changes
need not be written twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from atma_overlay.language.candidates import Candidate, Part
from atma_overlay.language.grammar import kinds
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.kinds import value_kind
from atma_overlay.language.grammar.tokens import Token
from atma_overlay.language.rules.condition_parts import Condition
from atma_overlay.language.rules.outcomes import Outcome
from atma_overlay.language.rules.rewording import stop
from atma_overlay.language.rules.rule_slots import OPEN_ENDED, Named, Rulebook
from atma_overlay.records import Act, Change, Trigger, TriggerKind

CHANGING = frozenset(
    "switch swap change move replace take step go trade exchange drop ditch shift turn make give hand pass".split()
)
"""What tells a change by itself."""
EXCHANGING = frozenset({"swap", "replace", "trade", "exchange"})
"""What names what goes, and what comes in its place."""


def as_done(said: Sequence[Token], clause: Clause, book: Rulebook) -> Outcome | None:
    """The change that the words tell once it has happened, where they name what it is of.

    Args:
        said: the consequence, told as a fact.
        clause: its clause, over the same words.
        book: how slots are found.
    """
    found = _read(said, clause, book) if clause.verb in CHANGING else []
    told = [c for c in found if c.part is Part.ADOPTED and c.act is Act.ASSERT and _anchored(c)]
    outcomes = [o for c in told if (o := _outcome(c, book)) is not None]
    if clause.subject is None:  # "replace Priya with Sam in the draft" asks for something else
        outcomes = [o for o in outcomes if o.child.attribute]
    return max(outcomes, key=_telling) if outcomes else _stated(found)


def changed(said: Sequence[Token], clause: Clause, book: Rulebook) -> Condition | None:
    """What a rule waits for, where the words would tell a change of it had that happened.

    Args:
        said: the condition, told as a fact.
        clause: its clause, over the same words.
        book: how slots are found.
    """
    found = _read(said, clause, book) if clause.verb in _HAPPENING else []
    for candidate in found:
        if candidate.part is Part.ADOPTED and candidate.act is Act.ASSERT:
            outcome = _outcome(candidate, book)
            if outcome is not None:
                return Condition(outcome.child, Trigger(TriggerKind.TO, candidate.value))
    stated = _stated(found)
    if stated is not None:
        return Condition(stated.child, Trigger(TriggerKind.TO, stated.value))
    gone = next((c for c in found if c.act is Act.END and c.part in _GONE), None)
    if gone is None or (gone.value_kind == "mention" and gone.part is Part.RETIRED and clause.verb not in _GIVING_UP):
        return None
    return Condition(Named("", value=gone.value), Trigger(TriggerKind.FROM, gone.value))


_HAPPENING = CHANGING | {"hire", "recruit", "poach", "stop", "employ"}
_GIVING_UP = frozenset({"stop", "give"})
_GONE = frozenset({Part.PARTED, Part.RETIRED})


def _read(said: Sequence[Token], clause: Clause, book: Rulebook) -> list[Candidate]:
    """What the words state once their verb tells what is done."""
    at, tokens = clause.verb_start, list(said)
    if at >= len(tokens) or w.verb_lemma(tokens[at].lower) != clause.verb or clause.negated or clause.asked:
        return []
    form = w.past_of(clause.verb)
    tokens[at] = replace(tokens[at], text=form, lower=form)
    return book.states(book.reread([*tokens, stop(tokens[-1].end)]), book.turn)


def _anchored(candidate: Candidate) -> bool:
    return candidate.value_kind in kinds.ANCHORED or value_kind(candidate.value)[0] in kinds.NAMED


def _telling(outcome: Outcome) -> tuple[bool, bool]:
    return bool(outcome.child.attribute), outcome.child.value is not None


def _outcome(candidate: Candidate, book: Rulebook) -> Outcome | None:
    """What comes in the place of something: of a thing or a post that is named, or of what is known by its name."""
    label = _post(candidate) or _thing(candidate)
    slot = book.labelled(label) if label else None
    old = candidate.replaces if candidate.replaces and candidate.replaces[:1].isupper() else None
    if slot is None and old is None:
        return None
    return Outcome(replace(slot, value=old) if slot is not None else Named("", value=old), candidate.value)


def _post(candidate: Candidate) -> str:
    """*Our mentor*, whom somebody takes over from: the post."""
    doer = candidate.doer or ""
    owned, _, post = doer.partition(" ")
    return post if candidate.attribute == "by_post" and owned in {"our", "my", "the"} else ""


def _thing(candidate: Candidate) -> str:
    if candidate.attribute == "by_thing":
        return candidate.doer or ""
    return candidate.thing or "" if candidate.attribute == "by_subject" and candidate.replaces else ""


def _stated(found: Sequence[Candidate]) -> Outcome | None:
    known = [
        c for c in found
        if c.part is Part.STATEMENT and c.act is Act.ASSERT and c.affirmed and c.known_attribute and _anchored(c)
        and c.confidence >= OPEN_ENDED and c.change is not Change.NONE and not c.subject.startswith("?")
    ]  # fmt: skip
    return Outcome(Named(known[0].attribute), known[0].value) if len(known) == 1 else None
