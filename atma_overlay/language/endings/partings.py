"""What is over: endings told of what is owned or done, and names that somebody parts from."""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay import re2
from atma_overlay.language.candidates import BY_ABSENCE, BY_VALUE, DOUBTED, RETIRE, Candidate, Part
from atma_overlay.language.doubts.happened import NOT_QUITE, in_doubt
from atma_overlay.language.endings.occasions import ON_THE_WAY, for_a_while, for_once, restricts, shut_now
from atma_overlay.language.facts.doings import ACTIVITIES
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.complements import recipient
from atma_overlay.language.grammar.cues import holds_from_now
from atma_overlay.language.grammar.kinds import kind_of
from atma_overlay.language.grammar.phrases import Phrase
from atma_overlay.language.grammar.value_phrases import is_time_adjunct, phrase_span
from atma_overlay.language.making import make
from atma_overlay.language.scene import Scene, implicit_first_person, value_text
from atma_overlay.language.turn import addressed
from atma_overlay.records import Act, Change

_CALENDAR = w.DAY_NAMES | w.MONTH_NAMES
_PEOPLE = w.KIN | w.ACQUAINTANCES

_ENDING = frozenset("end finish expire lapse fold dissolve disband close".split())
STOPPING = frozenset("stop quit cease finish".split())
GIVEN_UP = ACTIVITIES - {"drink"}
"""Verbs that say whole what is given up; who drinks no more has tea."""
_FAILING = frozenset("survive fit last work suit".split())
_TELLING_AN_END = _ENDING | STOPPING | {"be", "go", "give"}


def endings(scene: Scene) -> Iterator[Candidate]:
    """*My contract with them ended*, *I've stopped taking sertraline*: what was owned or done has stopped."""
    clauses = scene.sentence.clauses
    for n, clause in enumerate(clauses):
        if clause.verb not in _TELLING_AN_END or clause.asked or clause.mood != "actual" or clause.negated:
            continue
        if clause.intro in NOT_TOLD or not clause.adverbs.isdisjoint(NOT_QUITE):
            continue
        subject = clause.subject
        owned = subject is not None and subject.owner in {"my", "our"}
        if (
            clause.verb in _ENDING
            and owned
            and clause.tense != "present"
            and subject is not None
            and clause.bare() is None
            and not for_once(clause, scene.times)
        ):
            span = phrase_span(subject)
            yield retired(scene, scene.turn.text[span[0] : span[1]], span)
        elif _is_gone(clause) and subject is not None:
            span = phrase_span(subject)
            yield retired(scene, scene.turn.text[span[0] : span[1]], span).but(attribute=BY_ABSENCE)
        elif stops(clause) and n + 1 < len(clauses):
            done = clauses[n + 1]
            form = done.tokens[done.verb_end - 1]
            mine = subject is not None and subject.pronoun in {"i", "we"}
            mine = mine or (subject is None and n == 0 and implicit_first_person(clause, scene))
            mine = mine and (clause.verb != "finish" or done.verb in scene.lexicon.stative_verbs)
            if mine and form.lower.endswith("ing") and done.subject is None:
                things = [c.phrase for c in done.complements if not is_time_adjunct(c, kind_of(c.phrase)[0])]
                if not things and done.verb in GIVEN_UP:
                    continue  # see `given_up`
                unknown = not things or things[0].determiner in {"a", "an", "another", "some"}
                span = phrase_span(things[0]) if things else (form.token.start, form.token.end)
                stopped = retired(scene, scene.turn.text[span[0] : span[1]], span)
                in_part = any(restricts(c) for c in done.complements if not things or c.phrase is not things[0])
                if in_part or any(map(for_a_while, done.complements)) or in_doubt(clause, scene):
                    stopped = stopped.but(confidence=DOUBTED)
                yield stopped.but(attribute=BY_VALUE) if unknown else stopped


_ABSENT = frozenset("gone history dead decommissioned dismantled scrapped defunct toast kaput".split())
_ELSEWHERE = frozenset("to for on into off home out away back by with at".split())


def _is_gone(clause: Clause) -> bool:
    """*Redis is gone from the stack*, *Halden Tours is history*: a name that is no more, and went nowhere."""
    subject = clause.subject
    if subject is None or not subject.is_name or subject.owner is not None or clause.verb not in {"be", "go"}:
        return False
    said = [x.lower for x in clause.tokens[clause.verb_start : clause.end + 2]]
    at = next((i for i, x in enumerate(said) if x in _ABSENT), None)
    present = clause.tense in {"present", "perfect"} or clause.passive
    if at is None or not present or set(said[at + 1 : at + 3]) & _ELSEWHERE:
        return False
    behind = clause.tokens[clause.verb_start + at + 1 : clause.verb_start + at + 2]
    return clause.verb == "be" or not behind or behind[0].tag not in t.NOMINAL  # gone quiet, gone public


NOT_TOLD = frozenset({"if", "unless", "when", "until"})
"""What opens a clause that tells of nothing that has happened."""


def stops(clause: Clause) -> bool:
    """*I've stopped …*, *I gave up on being …*."""
    gave_up = clause.verb == "give" and clause.particle == "up"
    return (clause.verb in STOPPING or gave_up) and clause.tense in {"past", "perfect"}


_AS_MINE = re2.compile(r"(?i) as (?:my|our) .*$")
"""*I no longer use Brave as my browser*: Brave, whatever the browser is."""


def retired(scene: Scene, value: str, span: tuple[int, int]) -> Candidate:
    """A mention of what the speaker parts from; it ends what is known by that name."""
    value = _AS_MINE.sub("", value)
    return make(
        scene, scene.turn.speaker, "", value, span, "mention", None, Change.TOLD, RETIRE,
        part=Part.RETIRED, act=Act.END, affirmed=True, single=False,
    )  # fmt: skip


def farewells(scene: Scene) -> Iterator[Candidate]:
    """Names whose end is told in passing: *gave my old badge back at Corvell*, *the Plovers pinched, so …*.

    They count only beside what took their place.
    """
    told = [
        c for c in scene.sentence.clauses
        if not c.asked and c.mood == "actual" and c.intro not in {"if", "unless", "when", "while"}
    ]  # fmt: skip
    parted = [(clause, phrases) for clause in told if (phrases := _parted(clause, scene))]
    others = bool(parted) and _others_act(scene)
    for clause, phrases in parted:
        if others and not _itself(clause):
            continue
        for phrase in phrases:
            named = any(x.tag == t.NAME and x.lower not in _CALENDAR for x in phrase.tokens[phrase.core : phrase.end])
            if not named or addressed(phrase):
                continue
            value, span = value_text(scene, phrase)
            yield make(
                scene, scene.turn.speaker, "", value, span, "mention", None, Change.TOLD, RETIRE,
                part=Part.PARTED, act=Act.END, affirmed=True, single=False,
            )  # fmt: skip


def _itself(clause: Clause) -> bool:
    """*Strydo got greedy, I log everything in …*: the name is the clause's own subject."""
    subject = clause.subject
    return subject is not None and subject.is_name and subject.owner is None


def _later(clause: Clause, scene: Scene) -> list[Clause]:
    return [c for c in scene.sentence.clauses if c.verb_start > clause.verb_start]


def _parted(clause: Clause, scene: Scene) -> list[Phrase]:
    subject = clause.subject
    first = subject is None or subject.pronoun in {"i", "we"}
    happened = clause.tense in {"past", "perfect"} or clause.passive or clause.progressive
    if first:
        leaves = (
            clause.verb in scene.lexicon.leaving_verbs and clause.tense in {"past", "perfect"} and not clause.negated
        )
        if not leaves or (clause.verb == "pack" and not _in_or_up(clause)):
            return []
        left = [c.phrase for c in clause.complements if c.phrase.pronoun is None and c.preposition not in _RECEIVING]
        given = recipient(clause) if left else None
        return [p for p in left if p is not given]
    if subject is None or subject.pronoun is not None:
        return []
    if clause.verb == "be":
        states = {x.lower for x in clause.tokens[clause.verb_start : max(clause.end, clause.verb_end)]}
        over = kind_of(subject)[0] not in {"version", "number"} and states & scene.lexicon.parting_states
        elsewhere = any(map(_is_once, _later(clause, scene))) and "instead" not in scene.sentence.words
        shut = elsewhere and not states.isdisjoint(_SHUT)  # and so I'm heading to …
        return [subject] if over and not shut else []
    failed = clause.negated and clause.verb in _FAILING
    ended = happened and clause.verb in scene.lexicon.parting_verbs and not clause.negated
    if ended and (shut_now(clause, scene.sentence.clauses) or for_once(clause, scene.times) or _is_done_by(clause)):
        return []
    if failed or ended or not happened or clause.negated:
        return [subject] if failed or ended else []
    mine = [
        c
        for c in _later(clause, scene)
        if c.subject is None or c.subject.pronoun in {"i", "we", "it"} or c.subject.owner in _MINE
    ]
    still_there = clause.progressive and clause.tense == "present"
    fresh = any(
        holds_from_now(_words(c)) or (c.intro == "so" and not _is_once(c) and not (still_there and c.verb in _ADDING))
        for c in mine
    )
    return [subject] if fresh else []


_ONCE = frozenset("try pop grab drop head call ring stop adopt borrow".split())
"""Verbs of what one does that day, or beside the others: *it was full, so I tried Pret*."""

_SHUT = frozenset({"closed", "shut", "full"})
_ADDING = frozenset("get have adopt buy hire take find bring".split())
"""*Tom is getting old, so we got a kitten*: beside what is there still."""


def _is_once(clause: Clause) -> bool:
    """*It was heaving, so I ended up at FitWorks*, *so we went to Pret*: told as done, where one was that day."""
    on_the_way = clause.progressive and clause.tense == "present" and clause.verb in ON_THE_WAY | _ONCE
    if on_the_way or clause.tense not in {"past", "perfect"}:
        return on_the_way
    ended_up = clause.verb == "end" and "up" in {clause.particle, *clause.adverbs}
    return ended_up or clause.verb in _ONCE or (clause.verb == "go" and clause.tense == "past")


def _is_done_by(clause: Clause) -> bool:
    """*The Venlo warehouse is run by DSV*: who does so, and no end; *replaced by* is of `moves`."""
    doing = clause.passive and clause.tense == "present" and not clause.progressive and clause.verb != "replace"
    return doing and any(c.preposition == "by" for c in clause.complements)


def _in_or_up(clause: Clause) -> bool:
    """*I packed the gym in*: what is only packed is taken along."""
    behind = clause.tokens[clause.verb_end : clause.verb_end + 1]
    return clause.particle in {"in", "up"} or any(x.lower in {"in", "up"} for x in behind)


_RECEIVING = frozenset({"to", "for", "into", "by", "onto"})
"""Prepositions before what something is given to or changed into."""
_MINE = frozenset({"my", "our"})


def _words(clause: Clause) -> str:
    return " ".join(x.lower for x in clause.tokens[clause.start : max(clause.end, clause.verb_end) + 3])


def _others_act(scene: Scene) -> bool:
    """Whether somebody else is at work in the sentence: *the tomcat next door has left Larkrise*."""
    for clause in scene.sentence.clauses:
        subject = clause.subject
        if subject is None or subject.pronoun is not None or subject.owner in {"my", "our"} or clause.inherited_subject:
            continue
        people = subject.tokens[subject.head].lemma
        known_person = subject.tokens[subject.start].tag == t.NAME and subject.determiner is None
        acts = clause.tense in {"past", "perfect"} and clause.bare() is not None and not clause.negated
        family = subject.is_name and subject.determiner == "the" and subject.tokens[subject.head].lower.endswith("s")
        named = subject.is_name and (known_person or family) and acts
        stative = clause.verb in {"be", "have"}
        common = not subject.is_name and subject.determiner is not None and clause.bare() is not None and not stative
        if named or common or subject.owner in {"his", "her", "their"} or people in _PEOPLE:
            return True
    return False
