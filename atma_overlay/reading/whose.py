"""Whose a value is that a query names: *since my sister lives in Leeds* says nothing of where the asker lives.

What is told of somebody else, of another thing or of one part, what stands under *if* or is dictated, and a name that
only does something (*PureGym still charges me*) is no premise about the asker, whatever else the query says.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from atma_overlay.language import tags as t
from atma_overlay.language.clauses import Clause
from atma_overlay.language.extract import default_extractor
from atma_overlay.language.phrases import Phrase
from atma_overlay.language.turn import ReadSentence, ReadTurn, read_turn, subject_of
from atma_overlay.language.words import ACQUAINTANCES, COMPONENTS, DWELLINGS, KIN, SOMEBODY, lemma
from atma_overlay.records import Origin, Statement
from atma_overlay.state.holders import OWN, WHOLES
from atma_overlay.state.terms import terms

_OURS = frozenset({"my", "our", "your"})
_THEIRS = frozenset({"his", "her", "their"})
_PEOPLE = KIN | ACQUAINTANCES | SOMEBODY | frozenset("customer family couple crowd".split())
_DICTATED = frozenset({"saying", "says", "reading", "reads"})
"""*A tweet saying I live in Leeds*."""
_SUPPOSED = frozenset({"if", "unless", "whether"})
_RELATIVE = frozenset({"who", "which", "that", "whose"})
_GROUNDS = frozenset({"since", "because", "as", "given", "considering", "seeing", "that", "being"})
_TOGETHER = (["and", "i"], ["and", "me"])
"""*Priya and I are going climbing*."""
_WHENEVER = datetime(2000, 1, 1, tzinfo=UTC)
"""Nothing here depends on when it is asked."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Words that are held against the ledger.

    Attributes:
        text: the words.
        at: when they are said.
        subjects: whom they are about; all where it is empty.
        askers: what *I* may stand for in them.
        whose: who stands behind them.
        told: whether they are no query, but what a conversation says.
    """

    text: str
    at: datetime
    subjects: frozenset[str]
    askers: frozenset[str] = frozenset({"user"})
    whose: Origin = Origin.USER
    told: bool = False


def is_of_another(asked: Asked, statement: Statement) -> bool:
    """Whether words that name a value of the asker's tell it of somebody or something else wherever they do.

    Args:
        asked: the words.
        statement: what was said, of the value that they name or of the clause that they take for granted.
    """
    asker = statement.slot.subject
    if asker not in asked.askers:
        return _is_of_a_further_one(asked, statement)
    turn = read_turn(asked.text, speaker=asker, at=_WHENEVER)
    places = [(s, place) for s in turn.sentences for place in _places(s, statement)]
    found = [
        _means(turn, s, place, statement) if asked.told or not _is_cited(s, place) else False for s, place in places
    ]
    if not found:
        granted = [c for s in turn.sentences for c in s.clauses if c.intro in _GROUNDS and c.subject is not None]
        found = [_is_the_askers(c.subject, turn, statement) for c in granted if c.subject is not None]
    return False in found and True not in found


def _is_of_a_further_one(asked: Asked, statement: Statement) -> bool:
    """*My friend's daughter goes to Elm School*: whether it is told of somebody's of that relation to somebody else."""
    whose, _, relation = statement.slot.subject.rpartition("'s ")
    if not whose or len(asked.askers) != 1:
        return False
    (asker,) = asked.askers
    turn = read_turn(asked.text, speaker=asker, at=_WHENEVER)
    told = {subject_of(c.subject, turn) for s in turn.sentences for c in s.clauses if c.subject is not None}
    further = {x for x in told if x is not None and x.endswith(f"'s {relation}") and x != statement.slot.subject}
    return bool(further) and statement.slot.subject not in told


def _places(sentence: ReadSentence, statement: Statement) -> Iterator[int]:
    """Where a value is named: the first token of each run of its words."""
    value, inside = set(terms(statement.value)), False
    for place, token in enumerate(sentence.tokens):
        names = not value.isdisjoint(terms(token.text))
        if names and not inside:
            yield place
        inside = names


def _means(turn: ReadTurn, sentence: ReadSentence, place: int, statement: Statement) -> bool | None:
    """Whether what stands there is meant of the asker; None where nothing tells."""
    tokens = sentence.tokens
    if _is_given_up(sentence, place) or [x.lower for x in tokens[place + 1 : place + 3]] in _TOGETHER:
        return False
    clause = next((c for c in reversed(sentence.clauses) if c.start <= place < max(c.end, c.verb_end)), None)
    told = _explained(sentence, place, statement)
    if clause is None or clause.intro in _SUPPOSED:
        return told if clause is None else False
    phrase = _phrase_around(clause, place)
    told = _owned(phrase, place, statement) if told is None and phrase is not None else told
    if told is not None:
        return told
    if clause.subject is None and clause.mood == "unreal":
        return False  # what would £900 get me?
    if phrase is not None and phrase is clause.subject:
        return None if clause.asked and clause.verb != "be" else _is_identified(clause, statement)
    subject = clause.subject or _antecedent(sentence, clause)
    preposition = tokens[place - 1].lower if place else ""
    return None if subject is None else _is_the_askers(subject, turn, statement, preposition)


def _is_cited(sentence: ReadSentence, place: int) -> bool:
    tokens = sentence.tokens
    return tokens[place].tag == t.QUOTE or any(x.lower in _DICTATED for x in tokens[:place])


def _explained(sentence: ReadSentence, place: int, statement: Statement) -> bool | None:
    """*In Audacity, the editor I use*, *Priya, my dentist*, *near me in Leeds*: what stands beside it says of it."""
    tokens, end = sentence.tokens, place
    if place > 1 and tokens[place - 2].lower in {"me", "us"} and tokens[place - 1].tag == t.PREP:
        return True
    while end < len(tokens) and tokens[end].tag == t.NAME:
        end += 1
    behind = sentence.phrase_at(end + 1) if end + 1 < len(tokens) and tokens[end].text == "," else None
    if behind is not None:
        spoken = any(
            c.start == behind.end and c.subject is not None and c.subject.pronoun in {"i", "we"}
            for c in sentence.clauses
        )
        if spoken or behind.owner in _OURS:
            return not _is_a_person(behind) or _is_the_slots(behind.label, statement)
    if not place or tokens[place - 1].text != ",":
        return None
    phrases = [p for c in sentence.clauses for p in (c.subject, *(x.phrase for x in c.complements)) if p is not None]
    return True if any(p.end == place - 1 and p.owner in _OURS for p in phrases) else None


def _is_a_person(phrase: Phrase) -> bool:
    lexicon = default_extractor().lexicon
    named = lexicon.by_noun(phrase.label)
    told = named is not None and "person" in named.values
    return told or phrase.head_lemma in _PEOPLE or lexicon.is_role(phrase)


def _is_the_slots(label: str, statement: Statement) -> bool:
    """Whether a noun names what the slot is of."""
    named = default_extractor().lexicon.by_noun(label)
    known = named is not None and named.id == statement.slot.attribute
    return known or not _about(statement).isdisjoint(terms(label))


def _is_given_up(sentence: ReadSentence, place: int) -> bool:
    """*The Golf I sold*: what is named by its going."""
    lexicon = default_extractor().lexicon
    gone = lexicon.parting_verbs | lexicon.leaving_verbs
    return any(
        c.start == place + 1 and c.subject is not None and c.subject.pronoun in {"i", "we"} and c.verb in gone
        for c in sentence.clauses
    )


def _phrase_around(clause: Clause, place: int) -> Phrase | None:
    phrases = [*([clause.subject] if clause.subject is not None else []), *(c.phrase for c in clause.complements)]
    return next((p for p in phrases if p.start <= place < p.end), None)


def _owned(phrase: Phrase, place: int, statement: Statement) -> bool | None:
    """*My Golf*, *my dad's Golf*, *my colleague Ana*: what the phrase itself says; None where it says nothing."""
    head = phrase.tokens[phrase.head]
    if phrase.head != place and (head.lower in _PEOPLE or lemma(head.lower) in _PEOPLE) and place >= phrase.core:
        return False
    if phrase.owner is None:
        return False if phrase.determiner in {"a", "an"} and phrase.head != place and head.tag == t.NOUN else None
    if place < phrase.core:
        return phrase.tokens[phrase.start].lower in _OURS  # my Golf's battery
    called = [x.lower for x in phrase.tokens[phrase.core : phrase.head] if x.lower in _PEOPLE]
    if called and not any(_is_the_slots(x, statement) for x in called):
        return False
    return phrase.owner in _OURS


def _is_identified(clause: Clause, statement: Statement) -> bool:
    """*Is Priya still my manager?*: a name as a subject is meant where it is said to be what the slot is of."""
    about = _about(statement)
    return clause.verb == "be" and any(
        c.phrase.owner in _OURS and not about.isdisjoint(terms(c.phrase.label)) for c in clause.complements
    )


def _antecedent(sentence: ReadSentence, clause: Clause) -> Phrase | None:
    """Of whom *who lives in Leeds* is said: the phrase that ends right before it."""
    if clause.intro not in _RELATIVE:
        return None
    before = [c for c in sentence.clauses if c.start < clause.start]
    phrases = [p for c in before for p in (c.subject, *(x.phrase for x in c.complements)) if p is not None]
    return next((p for p in phrases if clause.start - 1 <= p.end <= clause.start), None)


def _is_the_askers(subject: Phrase, turn: ReadTurn, statement: Statement, preposition: str = "") -> bool:
    """Whether what is told of a subject is told of the asker, or of what the slot is of."""
    if subject.pronoun is not None:
        return subject.pronoun not in {"he", "she", "they"}
    if subject.head_lemma == "user":
        return True  # as assistants and notes call the asker
    who = subject_of(subject, turn)
    if who is not None:
        return who == turn.speaker
    if subject.owner is not None and subject.owner not in _OURS:
        return False
    label, slot = subject.label, statement.slot.attribute
    if subject.head_lemma in _PEOPLE:
        return False
    facet = default_extractor().lexicon.facet_of(label, preposition) if preposition else None
    if (facet is not None and facet.id == slot) or _is_the_slots(label, statement):
        return True
    wholes = DWELLINGS if slot in OWN else DWELLINGS | COMPONENTS | WHOLES
    return label in wholes


def _about(statement: Statement) -> frozenset[str]:
    return frozenset((*terms(statement.slot.attribute.replace("_", " ")), *terms(statement.evidence))) - frozenset(
        terms(statement.value)
    )
