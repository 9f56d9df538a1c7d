"""A possibility that the rest hangs on: *they may fold, in which case …*, *with another courier …*."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from atma_overlay.language.candidates import Candidate
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.phrases import Phrase, read_phrase
from atma_overlay.language.grammar.tokens import Token
from atma_overlay.language.grammar.value_phrases import DULL_HEADS, attribute_label, phrase_span
from atma_overlay.language.rules.altered_nouns import GERUNDS
from atma_overlay.language.rules.alternative_parts import (
    MODAL,
    Alternative,
    sentence_end,
    span_of,
    telling,
    tokens_of,
    topic_of,
)
from atma_overlay.language.rules.condition_parts import Condition
from atma_overlay.language.rules.conditions import read_condition
from atma_overlay.language.rules.consequences import read_outcomes
from atma_overlay.language.rules.outcomes import Outcome
from atma_overlay.language.rules.rewording import word
from atma_overlay.language.rules.rule_slots import Named, Rulebook
from atma_overlay.records import Trigger, TriggerKind

_OTHER = ({"any", "other"}, {"some", "other"}, {"another"}, {"a", "different"}, {"any", "different"}, {"an", "other"})


_UNDER = frozenset("with at in on under for from by".split())


_IN_CASE = (("in", "which", "case"), ("in", "that", "case"), ("if", "that", "happens"), ("and", "then"))


_POSSIBLE = frozenset("may might could can".split())


_TIME_NOUNS_OR_DULL_HEADS_OR_KIN = w.TIME_NOUNS | DULL_HEADS | w.KIN


def without_somebody(book: Rulebook, before: Sequence[Candidate]) -> list[Alternative] | None:
    """*Without Imani, payroll would be done by Rafael*; None where nothing would be otherwise."""
    tokens = book.sentence.tokens
    at = next((i for i, x in enumerate(tokens) if x.lower == "without"), None)
    name = read_phrase(tokens, at + 1) if at is not None and at + 1 < len(tokens) else None
    if at is None or name is None or not name.is_name or name.owner is not None:
        return None
    rest = _clause_of(book, at, name.end, plainly=False)
    outcome = _would(book, rest, before, tokens[at].token.start) if rest is not None else None
    if outcome is None:
        return None
    start, end = phrase_span(name)
    value = book.turn.text[start:end]
    condition = Condition(Named("", value=value), Trigger(TriggerKind.FROM, value))
    return [Alternative(condition, outcome, span_of(book, 0, len(tokens)))]


_ON = frozenset({"on", "upon", "after", "by", "when"})


def on_leaving(book: Rulebook, before: Sequence[Candidate]) -> list[Alternative] | None:
    """*My pension goes to Petrel on leaving Corvell*; None where no act of the speaker's is told so."""
    tokens = book.sentence.tokens
    for i in range(len(tokens) - 2):
        verb = GERUNDS.get(tokens[i + 1].lower) if tokens[i].lower in _ON else None
        if verb is None:
            continue
        thing = read_phrase(tokens, i + 2 + (tokens[i + 2].tag == t.PREP))
        if thing is None or thing.pronoun is not None:
            return None
        start = tokens[i].token.start
        said = [word("I", start), word(verb, start), *(x.token for x in tokens[i + 2 : thing.end])]
        rest = _clause_of(book, i, thing.end, plainly=True)
        condition = read_condition(said, book, unreal=True) if rest is not None else None
        outcome = _would(book, rest, before, start) if condition is not None and rest is not None else None
        if condition is None or outcome is None:
            return None
        return [Alternative(condition, outcome, span_of(book, 0, len(tokens)))]
    return None


_HAPPENING = {"move": "move", "graduation": "graduate", "retirement": "retire", "wedding": "marry"}
"""What happens to the speaker, by its noun."""


def after_it(book: Rulebook, before: Sequence[Candidate]) -> list[Alternative] | None:
    """*After the move we'll be shopping at Lidl*; None where nothing that is to happen is named."""
    tokens = book.sentence.tokens
    at = next((i for i, x in enumerate(tokens) if x.lower in {"after", "following"}), None)
    thing = read_phrase(tokens, at + 1) if at is not None and at + 1 < len(tokens) else None
    if at is None or thing is None or not (thing.determiner == "the" or thing.owner in {"my", "our"}):
        return None
    verb = _HAPPENING.get(thing.head_lemma) if thing.head == thing.core else None
    rest = _clause_of(book, at, thing.end, plainly=False) if verb is not None else None
    if verb is None or rest is None:
        return None
    start = tokens[at].token.start
    condition = read_condition([word("I", start), word(verb, start)], book, unreal=True)
    outcome = _would(book, rest, before, start) if condition is not None else None
    if condition is None or outcome is None:
        return None
    return [Alternative(condition, outcome, span_of(book, 0, len(tokens)))]


def under_another(book: Rulebook, before: Sequence[Candidate]) -> list[Alternative] | None:
    """*With any other courier we would be on Swiftline*; None where no adjunct supposes another."""
    tokens = book.sentence.tokens
    for i, token in enumerate(tokens):
        bare = i == 0 and token.lower in {"any", "another"}
        if token.lower not in _UNDER and not bare:
            continue
        start = i if bare else i + 1
        thing = read_phrase(tokens, start)
        if thing is None or thing.pronoun is not None or thing.is_name:
            continue
        led = {x.lower for x in tokens[start : thing.head]}
        if not any(o <= led for o in _OTHER) or thing.head_lemma in _TIME_NOUNS_OR_DULL_HEADS_OR_KIN:
            continue
        condition = _changed(book, thing)
        end = _relative_end(tokens, thing.end)
        rest = _clause_of(book, i, end, plainly={"any", "other"} <= led)
        if condition is None or rest is None:
            return None
        outcome = _would(book, rest, before, token.token.start)
        return [Alternative(condition, outcome, span_of(book, 0, len(tokens)))] if outcome is not None else None
    return None


def _changed(book: Rulebook, thing: Phrase) -> Condition | None:
    label = " ".join(x for x in attribute_label(thing).split() if x not in {"other", "different", "another"})
    named = book.labelled(label)
    return Condition(named) if named is not None else None


def _relative_end(tokens: Sequence[t.Tagged], i: int) -> int:
    """Past *… that allowed it*."""
    if i < len(tokens) and tokens[i].lower in {"that", "which", "who"}:
        while i < len(tokens) and tokens[i].tag != t.PUNCT:
            i += 1
    return i


def _clause_of(book: Rulebook, start: int, end: int, *, plainly: bool) -> list[Token] | None:
    """The clause with *would* beside an adjunct over tokens [start, end); `plainly` if it may do without."""
    tokens = book.sentence.tokens
    if start <= 1:
        begin = end
        while begin < len(tokens) and (tokens[begin].tag in t.PUNCT_OR_CONJ):
            begin += 1
        stop = sentence_end(book, begin + 1)
    else:
        begin = next((i + 1 for i in range(start - 1, -1, -1) if tokens[i].text in {",", ";", ".", ":", "–"}), 0)
        joined = next((i + 1 for i in range(start - 1, begin, -1) if tokens[i].lower in {"and", "but", "so"}), begin)
        begin = joined if any(x.lower in MODAL for x in tokens[joined:start]) else begin
        stop = start
    held = tokens[begin:stop]
    would = any(x.lower in MODAL for x in held) or (plainly and any(x.tag in t.AUXILIARY | {t.VERB} for x in held))
    return [x.token for x in held] if would else None


def _would(book: Rulebook, rest: list[Token], before: Sequence[Candidate], until: int) -> Outcome | None:
    """What a clause with *would* says; one without a subject of its own tells a new value of what was spoken of."""
    found = read_outcomes(rest, book, topic_of(book, before))
    if found:
        return found[0] if not found[0].kept else None
    modal = next((i for i, x in enumerate(rest) if x.lower in MODAL), None)
    topic = topic_of(book, before, until=until).named
    if modal is None or topic is None or modal > 2:
        return None
    tagged = book.reread(rest).tokens
    at = modal + 1
    while at < len(tagged) and (tagged[at].tag in t.ADV_BE_PREP or tagged[at].lower in {"use", "go"}):
        at += 1
    value = read_phrase(tagged, at) if at < len(tagged) and at > modal + 1 else None
    if value is None or value.end < len(tagged) or not telling(value) or value.pronoun is not None:
        return None
    start, end = phrase_span(value)
    return Outcome(topic, book.turn.text[start:end])


def possible(book: Rulebook, before: Sequence[Candidate]) -> list[Alternative] | None:
    """*They may fold, in which case my accountant would be Petra*; None where nothing hangs on what may be."""
    tokens = book.sentence.tokens
    lowers = [x.lower for x in tokens]
    for i in range(2, len(tokens) - 2):
        run = next((r for r in _IN_CASE if tuple(lowers[i : i + len(r)]) == r), None)
        if run is not None and run != ("and", "then"):
            return _hung(book, before, i, i + len(run), len(tokens))
        if tuple(lowers[i : i + 3]) == ("from", "then", "on"):
            last = next((c for c in reversed(book.sentence.clauses) if c.verb_start < i and c.mood == "unreal"), None)
            first = last.subject.start if last is not None and last.subject is not None else None
            return _hung(book, before, first, first, i) if first is not None else None
    return None


def _hung(book: Rulebook, before: Sequence[Candidate], stop: int, start: int, end: int) -> list[Alternative] | None:
    """What is possible before `stop`, with what would follow over tokens [start, end)."""
    tokens = book.sentence.tokens
    clause = _possibility(book, stop)
    if clause is None or clause.subject is None or clause.negated:
        return None
    modal = next((i for i in range(clause.subject.end, stop) if tokens[i].lower in _POSSIBLE), None)
    if modal is None:
        return None
    close = next((i for i in range(modal, stop) if tokens[i].text in {",", ";", "–"}), stop)
    told = [replace(x, text="will", lower="will") if n == modal - clause.subject.start else x
            for n, x in enumerate(tokens_of(book, clause.subject.start, close))]  # fmt: skip
    condition = read_condition(told, book, unreal=True)
    finish = min(end, sentence_end(book, start + 1))
    found = read_outcomes(tokens_of(book, start, finish), book, topic_of(book, before, until=tokens[stop].token.start))
    if condition is None or not found:
        return None
    return [Alternative(condition, o, span_of(book, clause.subject.start, finish)) for o in found if not o.kept]


def _possibility(book: Rulebook, stop: int) -> Clause | None:
    """The clause that tells of a possibility: *that Harrow's might fold*."""
    tokens = book.sentence.tokens
    return next(
        (
            c
            for c in reversed(book.sentence.clauses)
            if c.verb_start < stop and c.subject is not None
            and any(x.lower in _POSSIBLE for x in tokens[c.subject.end : c.verb_end])
        ),
        None,
    )  # fmt: skip
