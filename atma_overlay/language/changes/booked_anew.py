"""When something is by now that was booked for another day: *the optician rebooked my eye test for Thursday 12 June*.

Said over as what is so now (*my eye test is on Thursday 12 June now*), it stands where the plain wording has it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from atma_overlay.language.candidates import Candidate
from atma_overlay.language.changes.said_over import States, told_plainly
from atma_overlay.language.doubts.happened import in_doubt
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.clauses import Clause, Complement
from atma_overlay.language.grammar.kinds import kind_of
from atma_overlay.language.grammar.phrases import Phrase
from atma_overlay.language.grammar.tokens import Token
from atma_overlay.language.rules.rewording import word
from atma_overlay.language.scene import Scene
from atma_overlay.language.turn import ReadSentence, ReadTurn
from atma_overlay.language.vocabulary.lexicon import Lexicon

_BOOKING = frozenset({"rebook", "re-book", "reschedule", "rearrange"})
_COMING = frozenset({"come", "go", "attend", "be", "do", "sit", "show"})
_WHEN = frozenset({"for", "to", "on", "onto", "until", "till", "at", "in", None})
_MINE = frozenset({"my", "our"})
_TIMED = frozenset({"day", "date", "time"})
_LOOSE = frozenset("if unless when whenever whether or either maybe perhaps try tried trying".split())
"""Words with which it is not told to be so."""
_JOINING = frozenset({":", "-", "–", "—", ","})
_BEING = frozenset({"be", "take", "happen", "start"})


@dataclass(frozen=True, slots=True)
class _Booked:
    """What is when by now."""

    thing: list[Token]
    when: Phrase
    plural: bool = False
    sure: bool = True


def told(sentence: ReadSentence, turn: ReadTurn, states: States, lexicon: Lexicon) -> Iterator[Candidate]:
    """When something is that a sentence tells to have been booked anew.

    Args:
        sentence: as read.
        turn: the utterance that it is of.
        states: reads a sentence.
        lexicon: knows what nouns name.
    """
    anew = not sentence.verbs.isdisjoint(_BOOKING)
    instead = "instead" in sentence.words and "of" not in sentence.words
    if not (anew or instead or "new" in sentence.words):
        return
    if sentence.sentence.asks or not _LOOSE.isdisjoint(sentence.words):
        return
    found = [*(_rebooked(sentence) if anew else ()), *(_instead(sentence) if instead else ())]
    if "new" in sentence.words:
        found += _a_new_one(sentence)
    for booked in found:
        yield from _plainly(booked, sentence, turn, states, lexicon)


def _plainly(
    booked: _Booked, sentence: ReadSentence, turn: ReadTurn, states: States, lexicon: Lexicon
) -> Iterator[Candidate]:
    said = [x.token for x in booked.when.tokens[booked.when.start : booked.when.end]]
    start, end = said[0].start, said[-1].end
    month = _is_month(booked.when) and len(said) == 1
    before = "at" if kind_of(booked.when)[0] == "time" else "in" if month else "on"
    plain = [*booked.thing, word("are" if booked.plural else "is", start), word(before, start), *said, word("now", end)]
    scene = Scene(turn, sentence, sentence.clauses[0], lexicon, turn.times_of(sentence))
    once = "once" in sentence.words or ("this" in sentence.words and not w.TIME_NOUNS.isdisjoint(sentence.words))
    sure = booked.sure and not once and not any(in_doubt(c, scene) for c in sentence.clauses)
    for candidate in told_plainly(plain, (start, end), sentence, turn, states, lexicon):
        fresh = candidate.but(valid_to=None, temporary=False)
        yield fresh if sure else fresh.doubted()


def _rebooked(sentence: ReadSentence) -> Iterator[_Booked]:
    """*I had to rebook my driving test for Thursday*, *the uni rescheduled my finals, they're in March*."""
    for n, clause in enumerate(sentence.clauses):
        if clause.verb not in _BOOKING or clause.negated or clause.asked:
            continue
        thing = clause.subject if clause.passive else clause.bare()
        if thing is None:
            continue
        if thing.pronoun in {"me", "us"}:
            yield from _with_somebody(sentence, clause)
            continue
        if not clause.done or not _is_known(thing, clause):
            continue
        when = _when(c for c in clause.complements if c.phrase is not thing)
        if when is None and n + 1 < len(sentence.clauses):
            when = _said_of_it(sentence.clauses[n + 1], plural=_is_plural(thing))
        if when is not None:
            yield _Booked(_tokens(thing), when, _is_plural(thing))


def _is_known(thing: Phrase, clause: Clause) -> bool:
    """Whether a thing is the speaker's: *my eye test*; *the removal van*, where *we* rebooked it."""
    if thing.pronoun is not None or thing.is_name or thing.of is not None:
        return False
    ours = clause.passive or clause.subject is None or clause.subject.pronoun in {"i", "we", "they"}
    return thing.owner in _MINE or (thing.owner is None and thing.determiner == "the" and ours)


def _with_somebody(sentence: ReadSentence, clause: Clause) -> Iterator[_Booked]:
    """*The dentist rang to reschedule me for Monday*: what one has with them; whether it was done is not told."""
    when = _when(c for c in clause.complements if c.phrase.pronoun is None)
    who = next((c.subject for c in sentence.clauses if c.subject is not None), None)
    if when is None or who is None or who.pronoun is not None or who.is_name or who.owner not in {None, "my", "our"}:
        return
    head = who.tokens[who.head].token
    mine = [word("my", head.start), head, word("appointment", head.end)]
    yield _Booked(mine, when, sure=clause.done)


def _said_of_it(clause: Clause, *, plural: bool) -> Phrase | None:
    """*They're in March*: when it is, told of what was booked anew."""
    it = clause.subject is not None and clause.subject.pronoun == ("they" if plural else "it")
    plain = clause.tense == "present" and clause.mood == "actual" and not clause.negated and not clause.asked
    return _when(clause.complements) if it and plain and clause.verb in _BEING else None


def _instead(sentence: ReadSentence) -> Iterator[_Booked]:
    """*They've asked me to come for my interview on Monday instead*: the day stands right behind what it is of."""
    for clause in sentence.clauses:
        if clause.verb not in _COMING or clause.negated or clause.asked or "instead" not in clause.adverbs:
            continue
        for thing, when in pairwise(clause.complements):
            beside = thing.phrase.end + (when.preposition is not None) == when.phrase.start
            mine = thing.phrase.owner in _MINE and not thing.phrase.is_name and thing.preposition in {"for", "to", None}
            if mine and beside and _when([when]) is not None:
                yield _Booked(_tokens(thing.phrase), when.phrase, _is_plural(thing.phrase))


def _a_new_one(sentence: ReadSentence) -> Iterator[_Booked]:
    """*I've been granted a new deadline for my thesis: Friday 4 July*."""
    tokens = sentence.tokens
    at = next((i for i, x in enumerate(tokens) if x.lower == "new"), 0)
    led = tokens[at - 1].lower if at else ""
    noun = sentence.phrase_at(at - 1) if led == "a" else None
    if noun is None or noun.end + 1 >= len(tokens) or noun.is_name or noun.of is not None:
        return
    head = tokens[noun.head].token
    end, of = noun.end, None
    if tokens[end].lower == "for":
        of = sentence.phrase_at(end + 1)
        if of is None or of.owner not in _MINE or of.end >= len(tokens):
            return
        end = of.end
    when = sentence.phrase_at(end + 1) if tokens[end].text in _JOINING and end + 1 < len(tokens) else None
    told_so = any(c.done or (c.verb == "have" and c.tense == "present") for c in sentence.clauses if c.verb_start < at)
    if when is None or not told_so or kind_of(when)[0] not in _TIMED:
        return
    thing = [word("my", head.start), head] if of is None else [*_tokens(of), head]
    yield _Booked(thing, when)


def _when(complements: Sequence[Complement] | Iterator[Complement]) -> Phrase | None:
    """The day, the date or the hour of them."""
    for c in complements:
        if c.preposition in _WHEN and (kind_of(c.phrase)[0] in _TIMED or _is_month(c.phrase)):
            return c.phrase if c.phrase.determiner is None and c.phrase.owner is None else None
    return None


def _is_month(phrase: Phrase) -> bool:
    head = phrase.tokens[phrase.head]
    return phrase.end == phrase.start + 1 and head.lower in w.MONTH_NAMES and head.text[:1].isupper()


def _is_plural(thing: Phrase) -> bool:
    head = thing.tokens[thing.head].lower
    return head != w.lemma_of_noun(head)


def _tokens(phrase: Phrase) -> list[Token]:
    return [x.token for x in phrase.tokens[phrase.start : phrase.end]]
