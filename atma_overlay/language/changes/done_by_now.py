"""Changes that a sentence takes for granted: *since moving to York I …*, *after our migration to Postgres we …*.

What is told so is read as *I ended up moving to York*, *I moved to York*, so that it stands where the plain wording has
it. What is only spoken of, or still to come, is none; see `spoken_of`.
"""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay.language.candidates import Candidate, Part, touches
from atma_overlay.language.changes.said_over import States
from atma_overlay.language.doubts.spoken_of import beside, was_done
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.stretches import gerund
from atma_overlay.language.grammar.tokens import Token
from atma_overlay.language.rules.rewording import read, stop, word
from atma_overlay.language.turn import ReadSentence, ReadTurn
from atma_overlay.language.vocabulary.lexicon import Lexicon
from atma_overlay.records import Act, Change

_LED_BY = frozenset("since after by through following upon".split())
_MADE = {
    "move": "moved", "switch": "switched", "migration": "migrated", "relocation": "relocated", "change": "changed",
    "switchover": "switched", "upgrade": "upgraded", "promotion": "promoted",
}  # fmt: skip
"""Nouns of a change with the word that tells it as done."""
_GONE = frozenset("go cost take turn".split())
"""What a change did that has come about: *my move to York went well*."""


def told(sentence: ReadSentence, turn: ReadTurn, states: States, lexicon: Lexicon) -> Iterator[Candidate]:
    """What is so since a change that a sentence names in passing.

    Args:
        sentence: as read.
        turn: the utterance that it is of.
        states: reads a sentence.
        lexicon: knows what nouns name.
    """
    named = not sentence.words.isdisjoint(_MADE)
    if sentence.sentence.asks or not (named or not sentence.words.isdisjoint(_LED_BY)):
        return
    for clause in sentence.clauses:
        if _is_taken_for_granted(clause, sentence):
            said = [x.token for x in clause.tokens[clause.verb_start : clause.end]]
            plain = [word(x, said[0].start) for x in ("I", "ended", "up")] + said
            sure = _is_past(clause, sentence)
            yield from (x if sure else x.doubted() for x in _read(plain, said, sentence, turn, states))
    for said, verb in _changes_named(sentence) if named else ():
        plain = [word("I", said[0].start), *_as_told(verb, said[0].start), *said]
        yield from _read(plain, said, sentence, turn, states)


def _as_told(verb: str, place: int) -> list[Token]:
    return [word(x, place) for x in (("was", verb) if verb == "promoted" else (verb,))]


def _read(
    plain: list[Token], said: list[Token], sentence: ReadSentence, turn: ReadTurn, states: States
) -> Iterator[Candidate]:
    names = frozenset([x.lower for x in sentence.tokens if x.tag == t.NAME])
    told_so = read([*plain, stop(plain[-1].end)], turn.text, names)
    place, evidence = (said[0].start, said[-1].end), turn.text[sentence.sentence.start : sentence.sentence.end]
    for candidate in states(told_so, turn):
        states_it = candidate.part in {Part.STATEMENT, Part.ADOPTED} and candidate.act is Act.ASSERT
        if states_it and candidate.change is Change.TOLD and touches(candidate.span, [place]):
            yield candidate.but(evidence=evidence)


def _is_taken_for_granted(clause: Clause, sentence: ReadSentence) -> bool:
    """*Since moving to York, I …*: an act of the speaker's that was done before what the sentence tells."""
    led = clause.tokens[clause.verb_start - 1].lower if clause.verb_start else ""
    if led not in _LED_BY or not gerund(clause) or clause.subject is not None or not was_done(clause, sentence):
        return False
    main = beside(clause, sentence)
    if main is None or main.subject is None or main.mood != "actual" or main.asked:
        return False
    own = main.subject.pronoun in {"i", "we"} or main.subject.owner in {"my", "our"}
    nearest = max((c for c in sentence.clauses if c.verb_start < clause.verb_start), key=_place, default=main)
    meant = nearest.mood == "infinitive" or not sentence.words.isdisjoint(_AHEAD)  # I hope to save money by moving
    return own and not meant and (main.tense != "present" or led not in _MEANS)


def _place(clause: Clause) -> int:
    return clause.verb_start


_MEANS = frozenset({"by", "through"})
_AHEAD = frozenset({"next", "tomorrow", "soon", "tonight"})


def _is_past(clause: Clause, sentence: ReadSentence) -> bool:
    """*After moving to York, I want a dog* may be told of what is to come."""
    main = beside(clause, sentence)
    since = clause.tokens[clause.verb_start - 1].lower == "since"
    return since or (main is not None and main.tense != "present")


def _changes_named(sentence: ReadSentence) -> Iterator[tuple[list[Token], str]]:
    """The words from *to* on, and how the change is told: *since my move to York*, *our migration to … went well*."""
    tokens = sentence.tokens
    for i, token in enumerate(tokens[:-2]):
        if token.lower not in _MADE or tokens[i + 1].lower != "to":
            continue
        owner = next((n for n in range(i - 1, max(-1, i - 4), -1) if tokens[n].tag == t.POSS), None)
        if (
            owner is None
            or tokens[owner].lower not in {"my", "our"}
            or not _RECENT.issuperset(_between(tokens, owner, i))
        ):
            continue
        to = sentence.phrase_at(i + 2)
        led = tokens[owner - 1].lower if owner else ""
        if to is None or to.pronoun is not None:
            continue
        if (led in {"since", "after"} and _happened_since(sentence, to.end)) or _did_something(sentence, owner, to.end):
            yield [x.token for x in tokens[i + 1 : to.end]], _MADE[token.lower]


_RECENT = frozenset({"recent", "latest", "big"})


def _between(tokens: tuple[t.Tagged, ...], owner: int, i: int) -> set[str]:
    return {x.lower for x in tokens[owner + 1 : i]}


def _happened_since(sentence: ReadSentence, end: int) -> bool:
    main = next((c for c in sentence.clauses if c.verb_start >= end), None) or next(iter(sentence.clauses), None)
    return main is not None and main.mood == "actual" and not main.asked and main.subject is not None


def _did_something(sentence: ReadSentence, start: int, end: int) -> bool:
    clause = next((c for c in sentence.clauses if c.subject is not None and c.subject.start == start), None)
    clause = clause or next((c for c in sentence.clauses if c.verb_start >= end), None)
    return clause is not None and clause.verb in _GONE and clause.done and not clause.passive
