"""What is told of a place that is not the speaker's: *at my wife's company it is Zulip*, *over there Slack is gone*."""

from __future__ import annotations

from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.kinds import TIMED, kind_of
from atma_overlay.language.grammar.phrases import Phrase
from atma_overlay.language.grammar.tokens import Span
from atma_overlay.language.turn import ReadSentence

_PLACING = frozenset("at in inside within".split())
_FOR = frozenset({"for", "with"})
"""Behind these only somebody whom the speaker works for is a place of theirs: *for the client's site it is Fly.io*."""
_SERVED = frozenset("client clients customer customers".split())
_LED = _PLACING | _FOR | {"where", "there"}
_UNOWNED = frozenset({"at", "where", "there"})
"""What may lead to a place of others that has no owner: a name, or somebody."""
_NAMED_BY = _SERVED | {"her", "his", "their"}
_SPEAKER = frozenset({"i", "we"})
_OWN = frozenset({"my", "our"})
_PRONOUNS = _NAMED_BY - _SERVED
_SERVING = frozenset(
    """doctor dentist therapist vet trainer coach teacher tutor landlord landlady nanny babysitter childminder cleaner
    carer mentor manager supervisor boss""".split()
)
"""Whose places are the speaker's to go to: *at my dentist's practice*."""
_NO_PLACES = w.KIN | w.ACQUAINTANCES | w.SOMEBODY | w.PETS
_SOMEBODY = (w.KIN | w.ACQUAINTANCES | w.SOMEBODY | _SERVED) - _SERVING
_BIDDING = frozenset(
    """request insistence suggestion recommendation invitation behest urging advice expense cost command instruction
    instigation opinion view mind eyes words honour honor memory absence presence favour favor name case""".split()
)
"""No places: *at my wife's request*."""


def elsewhere(sentence: ReadSentence) -> list[Span]:
    """The stretches, as offsets into the text, in which it is told how things are with somebody else.

    The speaker may be one of them there, or not: what is told is doubted, unless the speaker acts. So is what a clause
    tells that ends in *there*.

    Args:
        sentence: as read.
    """
    led = _LED & sentence.words
    if not led:
        return []
    if t.POSS not in sentence.tags and sentence.words.isdisjoint(_NAMED_BY):
        led &= _UNOWNED
    out: list[Span] = []
    for at, token in enumerate(sentence.tokens if led else ()):
        if token.lower not in led:
            continue
        if token.lower == "where":
            out += _where_they(sentence, at)
            continue
        if token.lower == "there":
            out += [c.offsets for c in sentence.clauses if at == c.end - 1 and not _own(c, shared=True)]
            continue
        place = sentence.phrase_at(at + 1)
        if place is not None and (shared := _shared(token.lower, place)) is not None:
            out += _told_of(sentence, at, place, shared=shared)
    return out


_ACTING = t.AUXILIARY | {t.VERB}


def acts_there(phrase: Phrase) -> bool:
    """Whether a name behind a place in front of its clause acts there: *at my wife's company Slack was replaced*.

    Args:
        phrase: the place and the name, as one noun phrase.
    """
    tokens, before = phrase.tokens, phrase.start - 1
    if before < 0 or tokens[before].lower not in _PLACING or (before and tokens[before - 1].tag not in t.PUNCT_OR_CONJ):
        return False
    name = phrase.head
    while name > phrase.core and tokens[name - 1].tag == t.NAME:
        name -= 1
    place = tokens[name - 1]
    if name == phrase.core or place.tag != t.NOUN or place.lemma in _NO_PLACES:
        return False
    behind = next((x for x in tokens[phrase.end :] if x.tag not in t.ADV_OR_NEG), None)
    return behind is not None and behind.tag in _ACTING


def _shared(led: str, place: Phrase) -> bool | None:
    """Whether *we* may act at a place that is not the speaker's own; None where it is no such place."""
    owner = place.owner
    if place.head_lemma in _BIDDING:
        return None
    if led in _FOR:
        served = owner in _SERVED or (place.head_lemma in _SERVED and led == "for")
        return False if served else None
    if owner in _PRONOUNS or owner in _SOMEBODY or (place.owner_is_name and owner is not None):
        return False
    if led != "at":
        return None
    if (owner in _OWN or place.determiner is not None) and place.head_lemma in _SOMEBODY:
        return False
    return True if owner is None and place.is_name and kind_of(place)[0] not in TIMED else None


def _where_they(sentence: ReadSentence, at: int) -> list[Span]:
    """*Where my brother works, Slack is history*: what is told of a place by who works or lives there."""
    theirs = next((c for c in sentence.clauses if c.intro == "where" and c.start in {at, at + 1}), None)
    if theirs is None or at > 0 or theirs.subject is None or theirs.subject.pronoun in _SPEAKER | {"you"}:
        return []
    return [c.offsets for c in sentence.clauses if c is not theirs and not _own(c, shared=False)]


def _told_of(sentence: ReadSentence, at: int, place: Phrase, *, shared: bool) -> list[Span]:
    """What the clause of a place tells beside it, and what goes on from there; in front of all, the place is of all.

    A name behind its clause is where that is: *practice is at Holloway Hall*. With *over* it is another place.
    """
    clauses = sentence.clauses
    here = next((n for n, c in enumerate(clauses) if c.start <= at < c.end), None)
    if here is None or (here == 0 and at <= clauses[0].start + 1):
        return [c.offsets for c in clauses if not _own(c, shared=shared)]
    over = at > 0 and sentence.tokens[at - 1].lower == "over"
    if (shared and not over) or _own(clauses[here], shared=shared):
        return []
    start, end = clauses[here].offsets
    inside = [(start, sentence.tokens[at].token.start), (sentence.tokens[place.end - 1].token.end, end)]
    return inside + [c.offsets for c in clauses[here + 1 :] if _goes_on(c)]


def _goes_on(clause: Clause) -> bool:
    return clause.subject is not None and clause.subject.pronoun in {"they", "it"}


def _own(clause: Clause, *, shared: bool) -> bool:
    """Whether it is the speaker's own act or thing that a clause tells; `shared`: so is an act of *ours*."""
    subject = clause.subject
    if subject is None:
        return shared
    return subject.pronoun == "i" or (subject.pronoun == "we" and shared) or subject.owner in _OWN
