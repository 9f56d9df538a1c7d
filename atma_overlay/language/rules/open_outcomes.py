"""Consequences that leave a slot open: *we'd have to change vets*, *I'd swim somewhere else*, *we can't keep X*."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from atma_overlay.language.grammar import kinds
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.kinds import kind_of
from atma_overlay.language.grammar.phrases import Phrase, read_phrase
from atma_overlay.language.grammar.stretches import stands_at
from atma_overlay.language.grammar.tokens import Token
from atma_overlay.language.grammar.value_phrases import attribute_label, phrase_span
from atma_overlay.language.rules.governors import wondered
from atma_overlay.language.rules.outcomes import Outcome, Topic, worth
from atma_overlay.language.rules.rewording import word
from atma_overlay.language.rules.rule_slots import SOMETHING, Named, Rulebook

CHANGING = frozenset("change end go stop expire lapse vanish disappear move update differ follow reset".split())
_DECIDING = frozenset(
    """choose decide find pick redo rethink reconsider revisit replace sort settle update redefine set agree
    negotiate reassign allot allocate reissue reshuffle renegotiate""".split()
)
_OPEN = ("up in the air", "'s guess", "to be seen", "have to see", "gone", "no longer", "off the table", "anew",
         "out the window", "out of the window", "for the chop", "an open question", "back to square one",
         "up for grabs", "up for review")  # fmt: skip
_BETS = ("all bets are off", "all bets off", "who knows", "no idea", "not a clue", "god knows", "goodness knows",
         "lord knows")  # fmt: skip
_ELSEWHERE = (("somewhere", "else"), ("someone", "else"), ("somebody", "else"), ("something", "else"), ("elsewhere",),
              ("somewhere", "new"), ("someone", "new"), ("somebody", "new"), ("something", "new"),
              ("somewhere", "different"), ("someone", "different"), ("a", "different", "one"), ("a", "new", "one"),
              ("another", "one"))  # fmt: skip
_VAGUE = frozenset("same different another other else unknown open undecided unclear uncertain anyone anybody".split())
_FORGOING = frozenset("lose drop leave cancel quit ditch".split())
_ALTERING = frozenset("change switch swap replace rethink review revisit redo reconsider move".split())
_SEEKING = frozenset("need find look get choose pick want sort".split())
_AT = frozenset({"at", "in", "to", "from"})
_POINTING = frozenset({"it", "that", "this", "they", "these", "those"})


def left_open(said: list[Token], clause: Clause, book: Rulebook, topic: Topic) -> Outcome | None:
    """The slot that a consequence leaves without a value, or None where it does not.

    Args:
        said: the words of the consequence, said over plainly.
        clause: its clause.
        book: how slots are found.
        topic: what a pronoun stands for.
    """
    text = f" {' '.join(x.lower for x in said)} "
    if clause.subject is None:
        return _not_counted_on(clause, book)
    if any(f" {x} " in text for x in _BETS):
        return _named_behind(said, book)
    if unsettled(clause, text):
        return _of_subject(clause, book, topic)
    holding = _holds(clause, text, book)
    if holding is not None:
        return holding
    return (
        _elsewhere(said, clause, book, topic) or _given_up(clause, book, topic) or _renewed(clause, book)
        or _vague(clause, book, topic)
    )  # fmt: skip


def unsettled(clause: Clause, text: str) -> bool:
    """*That would have to be decided again*, *my locker is up in the air*, *the vet goes*."""
    if any(f" {o} " in text for o in _OPEN):
        return True
    verb = clause.verb
    valued = any(kind_of(c.phrase)[0] in kinds.ANCHORED for c in clause.complements)
    aimed = any(c.preposition in {"to", "into"} for c in clause.complements) or " to " in text
    if clause.passive and verb in _DECIDING | CHANGING and not aimed:
        return True
    return verb in CHANGING and not valued and not aimed and clause.bare() is None


def _of_subject(clause: Clause, book: Rulebook, topic: Topic) -> Outcome | None:
    subject = clause.subject
    if subject is None:
        return None
    if subject.pronoun in _POINTING or subject.determiner in {"this", "that"}:
        return Outcome(topic.named, None) if topic.named is not None else None
    if subject.pronoun is not None:
        return None
    if subject.is_name and subject.owner is None:
        return _by_name(subject, book)
    slot = thing_named(subject, book)
    return Outcome(slot, None) if slot is not None else None


def thing_named(phrase: Phrase, book: Rulebook) -> Named | None:
    """The slot of a thing: by the value that it is told with (*the November date*), or by its noun."""
    tokens = phrase.tokens
    held = [x for x in tokens[phrase.core : phrase.end] if x.tag in t.NAME_OR_NUM]
    if held and phrase.owner is None and phrase.determiner in {None, "the", "that", "this", "those", "these"}:
        last = held[-1].token.end
        beside = next((x for x in tokens[phrase.core : phrase.end] if x.token.start > last), None)
        counted = held[-1].tag == t.NUM and beside is not None and beside.tag == t.NOUN
        end = beside.token.end if counted and beside is not None else last
        return Named("", value=book.turn.text[held[0].token.start : end])
    return book.slot_of(phrase) or (book.labelled(attribute_label(phrase)) if phrase.determiner is None else None)


def _not_counted_on(clause: Clause, book: Rulebook) -> Outcome | None:
    """*Don't count on the 14 megabytes*: what is named is not to be relied on."""
    if not clause.negated or clause.verb not in {"count", "rely", "bank", "expect", "assume", "trust"}:
        return None
    thing = next((c.phrase for c in clause.complements if c.preposition in {None, "on"}), None)
    slot = thing_named(thing, book) if thing is not None and thing.pronoun is None else None
    return Outcome(slot, None) if slot is not None else None


def _by_name(phrase: Phrase, book: Rulebook) -> Outcome:
    start, end = phrase_span(phrase)
    return Outcome(Named("", value=book.turn.text[start:end]), None)


def _holds(clause: Clause, text: str, book: Rulebook) -> Outcome | None:
    """*The November date stands*, *seven counts*, *the cabin number is good*: what is so as long as something lasts."""
    subject = clause.subject
    good = clause.verb == "be" and any(f" {x} " in text for x in _GOOD)
    holds = clause.verb in _HOLDING and clause.bare() is None and not clause.passive
    if subject is None or subject.pronoun is not None or clause.negated or not (good or holds):
        return None
    slot = thing_named(subject, book)
    return Outcome(slot, None, kept=True) if slot is not None else None


_HOLDING = frozenset("hold stand count apply last".split())
_GOOD = ("good", "valid", "worth something", "right", "true", "fixed", "safe", "in force")


def _elsewhere(said: list[Token], clause: Clause, book: Rulebook, topic: Topic) -> Outcome | None:
    """*I'd swim somewhere else*, *we'd use someone else*, *the vet would be someone else*."""
    at = next((i for i in range(2, len(said)) if any(stands_at(said, i, r) for r in _ELSEWHERE)), None)
    if at is None:
        return None
    subject = clause.subject
    if subject is not None and subject.pronoun in _POINTING and clause.verb in {"be", "become"}:
        return Outcome(topic.named, None) if topic.named is not None else None
    if subject is not None and subject.pronoun is None:
        return _of_subject(clause, book, topic)
    if subject is None or subject.pronoun not in {"i", "we"}:
        return None
    if clause.verb in _SEEKING | {"have", "use", "see"} and topic.named is not None and said[at - 1].lower not in _AT:
        return Outcome(topic.named, None)  # "my therapist takes Bupa, so if … I'd need someone new"
    place = said[at].lower in {"somewhere", "elsewhere"}
    led = said[at - 1].lower in w.PREPOSITIONS
    put = [word("at", said[at].start)] if place and not led else []
    told = [*said[:at], *put, word(SOMETHING, said[at].start)]
    made = [c for c in book.stated(told) if worth(c, told=False)]
    if not made:
        return None
    best = max(made, key=lambda c: (c.known_attribute, c.confidence))
    return Outcome(Named(best.attribute), None)


def _given_up(clause: Clause, book: Rulebook, topic: Topic) -> Outcome | None:
    """*We can't keep Hallam Vets*, *we'd lose Hallam Vets*, *I'd have to leave my dentist*."""
    subject, thing = clause.subject, clause.bare()
    if subject is None or subject.pronoun not in {"i", "we"} or thing is None:
        return None
    kept = clause.verb in {"keep", "stay", "use", "have", "get"} and clause.negated
    lost = clause.verb in _FORGOING and not clause.negated
    if not (kept or lost):
        return None
    if thing.pronoun in _POINTING | {"him", "her", "them"}:
        return Outcome(topic.named, None) if topic.named is not None else None
    if thing.is_name and thing.owner is None:
        return _by_name(thing, book)
    owned = thing.owner in {"my", "our"} or thing.determiner == "the"
    slot = book.slot_of(thing) if owned else None
    return Outcome(slot, None) if slot is not None else None


def _renewed(clause: Clause, book: Rulebook) -> Outcome | None:
    """*I'd change pools too*, *we'd have to look for a new pool*: another one, nobody says which."""
    subject = clause.subject
    if subject is None or subject.pronoun not in {"i", "we"} or clause.negated:
        return None
    thing = clause.bare() or next((c.phrase for c in clause.complements if c.preposition == "for"), None)
    if thing is None or thing.pronoun is not None or thing.is_name or kind_of(thing)[0] in kinds.ANCHORED:
        return None
    fresh = any(x.lower in {"new", "another", "different"} for x in thing.tokens[thing.start : thing.head])
    aimed = any(c.preposition in {"to", "into", "with"} for c in clause.complements)
    plural = thing.owner is None and thing.determiner is None and thing.tokens[thing.head].lower != thing.head_lemma
    owned = thing.owner in {"my", "our"} or thing.determiner == "the"
    seeks = clause.verb in _SEEKING and fresh
    alters = clause.verb in _ALTERING and (plural or owned) and not aimed
    if not (seeks or alters):
        return None
    slot = book.labelled(attribute_label(thing), thing if thing.owner in {"my", "our"} else None)
    return Outcome(slot, None) if slot is not None else None


def _vague(clause: Clause, book: Rulebook, topic: Topic) -> Outcome | None:
    """*Our vet won't be the same*, *the pool would be different*."""
    if clause.verb not in {"be", "become", "stay", "remain"}:
        return None
    words = {x.lower for x in clause.tokens[clause.verb_end : max(clause.end, clause.verb_end)]}
    same = "same" in words
    if not words & _VAGUE or (same and not clause.negated) or any(
        kind_of(c.phrase)[0] in kinds.ANCHORED for c in clause.complements
    ):  # fmt: skip
        return None
    return _of_subject(clause, book, topic)


def _named_behind(said: list[Token], book: Rulebook) -> Outcome | None:
    """*All bets are off on the vet*, *I've no idea where I'd swim*: what is spoken of behind it."""
    tagged = book.reread(said).tokens
    at = next((i for i, x in enumerate(said) if x.lower in {"who", "where", "which", "what"}), None)
    if at is not None:
        asked = _asked(said, at, book)
        return Outcome(asked, None) if asked is not None else None
    behind = next((i for i, x in enumerate(said) if x.lower in {"on", "for", "about", "with"} and i > 1), None)
    phrase = read_phrase(tagged, behind + 1) if behind is not None and behind + 1 < len(said) else None
    if phrase is None or phrase.pronoun is not None:
        return None
    if phrase.is_name and phrase.owner is None:
        return _by_name(phrase, book)
    slot = book.slot_of(phrase) if phrase.owner in {"my", "our"} or phrase.determiner == "the" else None
    return Outcome(slot, None) if slot is not None else None


def _asked(said: list[Token], at: int, book: Rulebook) -> Named | None:
    """*Who our vet will be*: the slot by its noun; *where I'd swim*: by what is done there."""
    tagged = book.reread(said).tokens
    phrase = read_phrase(tagged, at + 1) if at + 1 < len(tagged) else None
    if phrase is not None and phrase.pronoun is None and (phrase.owner in {"my", "our"} or phrase.determiner == "the"):
        return book.slot_of(phrase)
    return wondered(replace_sentence(book, said), at, len(said))


def replace_sentence(book: Rulebook, said: Sequence[Token]) -> Rulebook:
    """The rulebook over other words, for readings that look at its sentence."""
    return replace(book, sentence=book.reread(said))
