"""Questions that yes and no answer: what each makes of them, and the gap of what is asked about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from atma_overlay.language.answers.parts import Asked, Gap, Question, helper_behind, said_in, verb_at
from atma_overlay.language.answers.voice import as_told, is_listener
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar.phrases import Phrase
from atma_overlay.language.grammar.tags import Tagged

OVER = " any more"
"""What ends a statement that was so and is not."""


def polar(question: Question) -> Asked | None:
    """*Do you still live in Leeds?*, *Are you vegetarian?*, *Have you moved to York?*."""
    aux = question.tokens[0]
    said = said_in(question, 0) if aux.tag in {t.DO, t.BE, t.HAVE} else None
    value = _value_behind(question)
    if value is not None and (said is None or said.at > value):
        helper = f" {aux.lower}"
        return _weighed(question, question.told(1, value), helper, f"{helper} not", value)
    if said is None or said.at >= len(question.tokens):
        return None
    return _weighed(question, said.who, helper_behind(aux, said.subject), _denied(aux, said.subject), said.at)


def _value_behind(question: Question) -> int | None:
    """Where the value stands that a noun of the user's is followed by: *Is your bank Monzo?*, *Is your diet vegan?*."""
    tokens = question.tokens
    if len(tokens) < _LEAST or tokens[0].lower not in {"is", "are"} or tokens[1].lower != "your":
        return None
    choice = next((n for n, x in enumerate(tokens) if x.lower == "or"), len(tokens))
    run = next((n for n in range(2, choice) if tokens[n].tag not in {t.NOUN, t.GEN}), choice)
    if run < choice:
        return run if run > 2 and tokens[run].tag in t.NAME_NUM_QUOTE else None
    return choice - 1 if choice >= _LEAST and tokens[choice - 2].tag == t.NOUN else None


_LEAST = 4
"""Tokens: the auxiliary, *your*, a noun and what it is."""


def _denied(aux: Tagged, subject: Phrase) -> str:
    return " don't" if aux.lower == "do" else f"{helper_behind(aux, subject)} not"


def declared(question: Question | None) -> Asked | None:
    """*You still live in Leeds?*, *So your gym is Pulse, right?*: a statement that is asked about."""
    if question is None:
        return None
    tokens = question.tokens
    subject = question.subject(0)
    if subject is None or subject.end >= len(tokens):
        return None
    own = _of_the_listener(tokens[: subject.end])
    if not own and tokens[0].lower != "the" and tokens[0].tag != t.NAME:
        return None
    told = _declared(question, subject)
    return told if told is None or own else replace(told, open=False)


def _declared(question: Question, subject: Phrase) -> Asked | None:
    tokens = question.tokens
    who, at = question.told(0, subject.end), subject.end
    while at < len(tokens) and tokens[at].tag == t.ADV:
        at += 1
    if at >= len(tokens):
        return None
    verb = tokens[at]
    if verb.tag in {t.BE, t.HAVE}:
        helper = helper_behind(verb, subject)
        return _weighed(question, who, helper, f"{helper} not", at + 1, skipped=question.told(subject.end, at))
    if verb.tag != t.VERB:
        return None
    past = verb.lower != verb.lemma and not verb.lower.endswith("s")
    does = " didn't" if past else " don't" if is_listener(subject) else " doesn't"
    return _weighed(question, who, "", does, subject.end)


def _of_the_listener(tokens: Sequence[Tagged]) -> bool:
    return any(x.lower in {"you", "your"} for x in tokens)


def _weighed(question: Question, who: str, helper: str, denied: str, at: int, *, skipped: str = "") -> Asked | None:
    """A question that yes and no answer, with the gap of what it asks about."""
    tokens, end = question.tokens, len(question.tokens)
    still = any(x.lower == "still" for x in tokens[at:]) or "still" in skipped.split()
    adverb = f" {skipped}" if skipped else ""
    rest = _plain(question, at, end)
    kept = question.told(at, end)
    focus = _focus(tokens, at)
    gaps: tuple[Gap, ...] = ()
    if focus is not None:
        first, lead = focus
        before = _plain(question, at, first - 1 if lead else first)
        gaps = (Gap(f"{who}{helper} {before} " if before else f"{who}{helper} ", question.when, lead),)
    role = next((n for n in range(at, end - 1) if tokens[n].lower == "as" and tokens[n + 1].lower == "your"), None)
    if role is not None:
        gaps = (Gap(f"{question.told(role + 1, end)} is ", question.when),)
    apart = question.limits(at) > 1
    if any(x.lower == "or" for x in tokens[at:]):
        return Asked(gaps, apart=apart) if gaps else None
    over = OVER if still else ""
    holds = f"{who}{adverb}{helper} {kept}{question.when}"
    denial = _base(tokens, at, rest) if denied.endswith("n't") else rest
    return Asked(gaps, holds, f"{who}{denied} {denial}{over}", apart)


def _base(tokens: Sequence[Tagged], at: int, rest: str) -> str:
    """What is denied with *don't*: the verb in its plain form."""
    verb = verb_at(tokens, at)
    return rest if verb is None else rest.replace(tokens[verb].text, tokens[verb].lemma, 1)


def _plain(question: Question, start: int, end: int) -> str:
    """Tokens as told, without *still* and *already*."""
    kept = [x for x in question.tokens[start:end] if x.lower not in {"still", "already", "ever"}]
    return as_told(question.text, kept)


def _focus(tokens: Sequence[Tagged], at: int) -> tuple[int, str] | None:
    """Where what is asked about begins, and the preposition before it: *York* in *do you live in York*.

    Where there is a choice (*in Leeds or York*) it begins with the first.
    """
    end = next((n for n in range(at, len(tokens)) if tokens[n].lower == "or"), len(tokens))
    verb = verb_at(tokens, at)
    first = at if verb is None else verb + 1
    while first < end and tokens[first].tag == t.ADV:
        first += 1
    led = [n for n in range(first, end) if tokens[n].tag == t.PREP]
    if led and led[-1] + 1 < end:
        return led[-1] + 1, tokens[led[-1]].lower
    return (first, "") if first < end else None
