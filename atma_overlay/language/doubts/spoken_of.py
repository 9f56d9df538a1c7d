"""Acts that are only spoken of, in the *-ing* behind a verb or a preposition: *I considered raising our price to £95*.

Which word leads it says whether it was done: *I finished moving*, *by moving*; *I ruled out moving*, *without moving*.
"""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay.language.candidates import BY_PLAN, Candidate, Part
from atma_overlay.language.doubts.disclaimed import asked_for
from atma_overlay.language.facts.onsets import settled
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.stretches import Cover, end_of_clause, gerund
from atma_overlay.language.grammar.tokens import Span
from atma_overlay.language.grammar.value_phrases import phrase_span
from atma_overlay.language.turn import ReadSentence
from atma_overlay.records import Change

_DONE = frozenset(
    """start begin commence finish complete end wind keep continue enjoy regret love like hate miss succeed spend have
    be go come get remember admit confess celebrate appreciate stop quit see feel find leave catch give help hand pass
    switch change return take convert move shift graduate progress settle""".split()
)
"""Verbs behind which an act was done or goes on, is over (*gave up*), or names something (*handed billing over*)."""
_DONE_BY = frozenset("by after since when while upon on with despite besides through from following amid".split())
"""Prepositions behind which it was."""
_THANKING = frozenset("thank thanks sorry apologies congratulations congrats credit".split())
_AROUND = frozenset("round around down back used accustomed".split())
"""*Got round to moving*, *got down to moving*."""
_FURTHER = frozenset("over on across".split())
"""*Gone over to driving*, *moved on to driving*."""
_NOT_LIVED = frozenset(
    """consider imagine suggest propose recommend contemplate discuss fancy picture envisage envision dread avoid
    debate postpone delay risk resist advise mention""".split()
)
_NOT_LIVED_BY = frozenset("without than against".split())
"""What makes a state no fact either: *I considered living in York*; *I talked about living there* may tell one."""


def without_acts_spoken_of(found: list[Candidate], sentence: ReadSentence) -> list[Candidate]:
    """The candidates of a sentence without those of acts of which it is not told that they were done, or that it asks.

    What is called the speaker's own there is so all the same: *I thought about selling my old Nikon*.

    Args:
        found: the candidates.
        sentence: what they were found in.
    """
    spoken = Cover([*_spoken_of(sentence), *asked_for(sentence)]) if found else Cover(())
    if not spoken:
        return found
    return [c for c in found if _is_told(c) or not spoken.holds(c.span) or _is_owned(c, sentence)]


def _is_told(candidate: Candidate) -> bool:
    """Whether it is what the words around the act tell: that it is not to be (*I decided against moving*)."""
    return candidate.part is Part.RETRACTED or candidate.attribute == BY_PLAN or not candidate.affirmed


def _is_owned(candidate: Candidate, sentence: ReadSentence) -> bool:
    if candidate.part is not Part.STATEMENT or candidate.change is Change.TOLD:
        return False
    owners = (i for i, x in enumerate(sentence.tokens) if x.tag == t.POSS and x.lower in {"my", "our"})
    mine = (phrase for i in owners if (phrase := sentence.phrase_at(i)) is not None)
    return Cover(phrase_span(x) for x in mine).holds(candidate.span)


def _spoken_of(sentence: ReadSentence) -> Iterator[Span]:
    for clause in sentence.clauses:
        if _is_asked_about(clause, sentence):
            yield clause.tokens[0].token.end, sentence.sentence.end
        if clause.verb_start == 0 or not gerund(clause) or (clause.subject is not None and not _weighed(clause)):
            continue
        start = clause.tokens[clause.verb_start].token.start
        if not was_done(clause, sentence):
            end = end_of_clause(sentence, clause.verb_start)
            further = [c.tokens[c.start].token.start for c in sentence.clauses if c.intro in _TOLD_OF_IT]
            yield start, min([x for x in further if x > start] + [end])


_TOLD_OF_IT = frozenset({"who", "which", "that", "where"})
"""What opens a clause that tells of what the act is done to: *a letter from Corvia, who've been my insurer …*."""


def _is_asked_about(clause: Clause, sentence: ReadSentence) -> bool:
    """*Is switching gyms to Pulse a good idea?*: what opens with a verb of being asks about the act behind it."""
    opens = clause.verb_start == 0 and clause.subject is None and clause.progressive and clause.tense == "present"
    return opens and sentence.sentence.asks and sentence.tokens[0].tag == t.BE


def _weighed(clause: Clause) -> bool:
    """*The plan for raising our price is on hold*: whether the act hangs on a noun that is read as its subject."""
    subject = clause.subject
    led = clause.tokens[clause.verb_start - 1]
    if subject is None or subject.end != clause.verb_start - 1 or led.tag != t.PREP:
        return False
    return led.lower == "for" or (led.lower in {"of", "about", "on"} and subject.head_lemma in _ONLY_THOUGHT)


_ONLY_THOUGHT = frozenset(
    """plan idea possibility option prospect thought risk question proposal suggestion talk hope dream chance likelihood
    case argument notion discussion article book guide pros cons""".split()
)
"""Nouns of what is not known to be done: *the possibility of migrating*; *the joy of moving* is of what was."""
_HEADING = frozenset("re fwd fw subject topic title agenda question".split())
"""Before a colon: *Subject: moving to York*."""


def perhaps_to_come(sentence: ReadSentence) -> Iterator[Span]:
    """*After moving to York I'd regret it*, *…, I'll need a vet*: acts that may have been done or be still to come.

    Args:
        sentence: as read.
    """
    if sentence.words.isdisjoint(_FOLLOWED):
        return
    for clause in sentence.clauses:
        led = clause.tokens[clause.verb_start - 1].lower if clause.verb_start else ""
        if led in _FOLLOWED and gerund(clause) and _mood_beside(clause, sentence) in {"unreal", "future"}:
            yield clause.tokens[clause.verb_start].token.start, end_of_clause(sentence, clause.verb_start)


_FOLLOWED = frozenset("after following upon on".split())


def beside(act: Clause, sentence: ReadSentence) -> Clause | None:
    """The clause that an act hangs on: the one before it, or behind it where a comma or nothing is before.

    Args:
        act: a verb in *-ing*.
        sentence: what it stands in.
    """
    finite = [c for c in sentence.clauses if c is not act and c.mood != "infinitive" and not gerund(c)]
    before = [c for c in finite if c.verb_start < act.verb_start]
    behind = [c for c in finite if c.verb_start > act.verb_start]
    at = act.verb_start - 1
    apart = at <= 0 or sentence.tokens[at - 1].tag == t.PUNCT or sentence.tokens[at - 1].lower == "that"
    chosen = behind[:1] or before[-1:] if apart else before[-1:] or behind[:1]
    return chosen[0] if chosen else None


def _mood_beside(act: Clause, sentence: ReadSentence) -> str:
    found = beside(act, sentence)
    return "" if found is None else found.mood


def was_done(clause: Clause, sentence: ReadSentence) -> bool:
    """Whether what leads an act says that it was done: *by moving*, *I finished moving*.

    Args:
        clause: the verb in *-ing*.
        sentence: what it stands in.
    """
    at = clause.verb_start - 1
    while at > 0 and sentence.tokens[at].tag == t.ADV:
        at -= 1
    led = sentence.tokens[at]
    if led.tag == t.VERB:
        return led.lemma in _DONE or (clause.verb in _STATES and led.lemma not in _NOT_LIVED)
    if led.tag != t.PREP:
        headed = led.text == ":" and sentence.tokens[at - 1].lower in _HEADING
        return not (led.tag == t.NEG or led.lower == "than" or headed)
    if led.lower == "than":
        return False
    before = sentence.tokens[at - 1] if at else led
    if before.tag == t.VERB and led.lower in {"up", "in", "out", "off", "down", "over"}:  # ended up, succeeded in
        return before.lemma in _DONE
    if led.lower == "for":
        return not {x.lower for x in sentence.tokens[:at]}.isdisjoint(_THANKING)
    if led.lower == "to":
        further = before.lower in _FURTHER and at > 1
        return before.lower in _AROUND or (sentence.tokens[at - 2] if further else before).lemma in _DONE
    if (clause.verb in _STATES and led.lower not in _NOT_LIVED_BY) or settled(sentence, clause):
        return True
    would = led.lower in _BY_MEANS_OF and _mood_beside(clause, sentence) == "unreal"
    return led.lower in _DONE_BY and not would  # by moving to York I could save money


_BY_MEANS_OF = frozenset({"by", "through", "with"})
_STATES = frozenset("live work be have use reside study drive teach run own rent wear do sing play".split())
"""What lasts: who speaks of it may well be at it."""
