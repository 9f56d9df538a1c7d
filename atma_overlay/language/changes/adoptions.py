"""New values whose slot the context names: announced, adopted in passing, or shifted."""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay.language.candidates import ADOPT, BY_BOOKING, BY_RETURN, TOLD, Candidate, Part
from atma_overlay.language.grammar import kinds
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.kinds import kind_of
from atma_overlay.language.grammar.phrases import Phrase, read_phrase
from atma_overlay.language.grammar.value_phrases import DURATIONS, attribute_label, value_of
from atma_overlay.language.making import make
from atma_overlay.language.scene import Scene, value_text
from atma_overlay.language.turn import ReadSentence, ReadTurn
from atma_overlay.language.vocabulary.attributes import Attribute
from atma_overlay.language.vocabulary.lexicon import Lexicon
from atma_overlay.records import Act, Cardinality, Change

_IN_A_PHRASE = frozenset({t.NAME, t.NOUN, t.DET, t.NUM})

_OPENING_TAGS = t.NOMINAL | {t.DET}


def announces(sentence: ReadSentence, lexicon: Lexicon) -> Attribute | None:
    """The attribute whose change a sentence announces without its value: *I've moved!*."""
    complete = not sentence.words.isdisjoint(_COMPLETE)
    for clause in sentence.clauses:
        carried_out = _carried_out(clause, lexicon) if complete else None
        if carried_out is not None:
            return carried_out
        mine = clause.subject is not None and clause.subject.pronoun in {"i", "we"}
        if not clause.done or not (mine or _opens_so(clause, sentence)):
            continue
        if mine and not clause.complements:
            found = lexicon.announced_by(clause.verb)
            if found is not None:
                return found
        thing = clause.bare()
        if clause.verb in _CHANGING and thing is not None and len(clause.complements) == 1:
            label = attribute_label(thing) if not thing.is_name and thing.of is None else ""
            named = (lexicon.altered_by(label) or lexicon.by_noun(label)) if label else None
            if named is not None:
                return named
    return None


def _opens_so(clause: Clause, sentence: ReadSentence) -> bool:
    """*Changed gyms, …*: what is typed without *I*."""
    first = clause.subject is None and clause.verb_start == 0 and not sentence.sentence.asks
    return first and clause.mood == "actual" and clause.verb in _CHANGING - {"get"}


_UNDERTAKINGS = frozenset("migration move switch upgrade change cutover rollout swap transition rewrite".split())
_COMPLETE = frozenset("done over finished complete completed through live".split())


def _carried_out(clause: Clause, lexicon: Lexicon) -> Attribute | None:
    """*The database migration is done*: the attribute that the undertaking was about."""
    subject = clause.subject
    if subject is None or clause.verb not in {"be", "do", "finish", "complete", "go"} or clause.negated or clause.asked:
        return None
    noun, _, undertaking = attribute_label(subject).rpartition(" ")
    words = {x.lower for x in clause.tokens[clause.verb_start : max(clause.end, clause.verb_end)]}
    told = bool(words & _COMPLETE) and clause.mood == "actual"
    return lexicon.by_noun(noun) if noun and undertaking in _UNDERTAKINGS and told else None


_CHANGING = frozenset("change switch move swap get".split())
"""Verbs that with a bare noun announce a change: *we've moved offices*, *I've changed banks*."""


def placed(candidate: Candidate, attribute: Attribute, turn: ReadTurn) -> Candidate:
    """*I moved again; I'm in Atlanta now*: where one is after the announcement is its value."""
    here = candidate.subject == turn.speaker and candidate.attribute in _TAKEN_UP
    doing = candidate.attribute == "does" or candidate.attribute in _DONE
    fits = "activity" in attribute.values or "any" in attribute.values or "thing" in attribute.values
    if candidate.change is not Change.NONE and (candidate.attribute == attribute.id or (doing and fits)):
        here = candidate.subject == turn.speaker
        if here and candidate.part is Part.STATEMENT and candidate.act is Act.ASSERT:
            return _told_new(candidate, attribute)
    if not here or candidate.value_kind not in kinds.NAMED or candidate.part is not Part.STATEMENT:
        return candidate
    if candidate.attribute == "be_in" and "place" not in attribute.values:
        return candidate  # I changed jobs. I'm in Berlin now
    return _told_new(candidate, attribute)


_TAKEN_UP = frozenset("be_in be_at be_on be_with go_to use go bank_with shop_at train_at".split())
_DONE = frozenset("use do go_to drink eat take play code_editor".split())


def _told_new(candidate: Candidate, attribute: Attribute) -> Candidate:
    return candidate.but(
        attribute=attribute.id,
        known_attribute=True,
        cardinality=Cardinality.SINGLE,
        change=Change.TOLD,
        confidence=TOLD,
    )


_POINTING = frozenset({"it", "that"})


_NAMED_OR_MORE = kinds.NAMED | {"quantity", "money", "percent"}


def adoptions(scene: Scene) -> Iterator[Candidate]:
    """*It's the Halden for me now*, *Pocketmark it is now*: a value whose slot the context names."""
    if scene.sentence.words.isdisjoint(_POINTING):
        return
    tokens, clauses = scene.sentence.tokens, scene.sentence.clauses
    for at, clause in enumerate(clauses):
        subject = clause.subject
        it = subject is not None and subject.pronoun in _POINTING and clause.verb == "be"
        if not it or clause.asked or clause.mood != "actual" or clause.tense == "past" or clause.negated:
            continue
        if at and _is_somebody_else_s(clauses[at - 1].subject):
            continue
        fresh = (
            clause.intro == "so"
            or any(x.lower == "now" for x in tokens)
            or "from now on" in scene.sentence.lowered
            or scene.told is not Change.NONE
        )
        phrase = clause.bare()
        if phrase is None and subject is not None and subject.start > 0:
            before = subject.start - 1
            while before > 0 and tokens[before].tag in _IN_A_PHRASE:
                before -= 1
            phrase = read_phrase(tokens, before if tokens[before].tag in _OPENING_TAGS else before + 1)
            fresh = True
        if phrase is None or phrase.pronoun is not None:
            continue
        phrase, kind, unit = value_of(phrase)
        if kind not in _NAMED_OR_MORE or not fresh or unit in DURATIONS:
            continue
        value, span = value_text(scene, phrase)
        yield make(
            scene, scene.turn.speaker, "", value, span, kind, unit, Change.SINCE, ADOPT,
            part=Part.ADOPTED, affirmed=True, single=False,
        )  # fmt: skip


def _is_somebody_else_s(thing: Phrase | None) -> bool:
    """*His gym was Norvane but now it's Halden*: what *it* stands for."""
    return thing is not None and (thing.owner_is_name or thing.owner in _OTHERS)


_OTHERS = frozenset({"his", "her", "their", "your"})
_SHIFTING = frozenset("go move switch change shift".split())


def shifts(scene: Scene) -> Iterator[Candidate]:
    """*We've moved to third Mondays*: a schedule or a measure that moved, without what it is of."""
    if scene.sentence.verbs.isdisjoint(_SHIFTING):
        return
    for clause in scene.sentence.clauses:
        mine = clause.subject is not None and clause.subject.pronoun in {"i", "we"}
        if not (clause.verb in _SHIFTING and mine and clause.done):
            continue
        for complement in clause.complements:
            phrase, kind, unit = value_of(complement.phrase)
            if complement.preposition == "to" and kind in kinds.TIMED:
                value, span = value_text(scene, phrase)
                yield make(
                    scene, scene.turn.speaker, "", value, span, kind, unit, Change.TOLD, ADOPT,
                    part=Part.ADOPTED, affirmed=True, single=False,
                )  # fmt: skip


_ENTERED = frozenset("start_at join begin_at start_with sign_with move_to start_in go_to switch_to work_at".split())


def succeeding(found: list[Candidate], lexicon: Lexicon) -> list[Candidate]:
    """*I left Apex and started at Nova*: where one begins in the breath of an end takes up what ended."""
    over = next((c for c in found if c.act is Act.END and c.known_attribute and c.part is Part.STATEMENT), None)
    attribute = lexicon.attributes.get(over.attribute) if over is not None else None
    if over is None or attribute is None:
        return found
    later = [c for c in found if c.place > over.place and c.subject == over.subject and c.act is Act.ASSERT]
    entered = [c for c in later if _enters(c) or (c.attribute == over.attribute and c.affirmed)]
    if not entered:
        return found
    found = [c for c in found if c.act is not Act.END or c.norm != over.norm]
    told = [
        c.but(
            part=Part.ADOPTED, attribute=attribute.id, known_attribute=True, cardinality=attribute.cardinality,
            change=Change.TOLD,
            confidence=TOLD, replaces=over.value,
        )
        for c in entered
    ]  # fmt: skip
    return [c for c in found if c is not over and c not in entered] + told


def _enters(candidate: Candidate) -> bool:
    there = candidate.attribute in {"be_at", "be_with"} and candidate.change is not Change.NONE
    return (candidate.attribute in _ENTERED or there) and candidate.value_kind in kinds.NAMED


_REBOOKING = frozenset("rebook re-book reschedule".split())


_BEFORE_BOOKING = frozenset({":", ",", "-", "–", "—", "for", "to"})
_NAMED_OR_DATE_OR_DAY = kinds.NAMED | {"date", "day"}


def rebooked(scene: Scene) -> Iterator[Candidate]:
    """*So we've rebooked: Bergen on the 5th*: what was booked for anew, behind the verb that says so."""
    if scene.sentence.verbs.isdisjoint(_REBOOKING):
        return
    for clause in scene.sentence.clauses:
        mine = clause.subject is None or clause.subject.pronoun in {"i", "we"}
        at, tokens = clause.verb_end, clause.tokens
        if clause.verb not in _REBOOKING or not clause.done or not mine or clause.negated:
            continue
        if at >= len(tokens) - 1 or tokens[at].text not in _BEFORE_BOOKING:
            continue
        phrase = read_phrase(tokens, at + 1)
        while phrase is not None and phrase.pronoun is None:
            kind, unit = kind_of(phrase)
            if kind in _NAMED_OR_DATE_OR_DAY:
                value, span = value_text(scene, phrase)
                yield make(
                    scene, scene.turn.speaker, BY_BOOKING, value, span, kind, unit, Change.TOLD, ADOPT,
                    part=Part.ADOPTED, affirmed=True, single=False,
                ).but(valid_to=None, temporary=False)  # fmt: skip
            on = phrase.end < len(tokens) - 1 and tokens[phrase.end].lower in {"on", "from"}
            phrase = read_phrase(tokens, phrase.end + 1) if on else None


_RETURNING = frozenset("go return switch revert change come move roll".split())
_ON_A_VISIT = (
    " for the ", " for a ", " for my ", " for our ", " visit", " to see ", " to get ", " to pick ", " to ask ",
    " to check ", " to fetch ", " weekend", " yesterday", " last night", " this morning", " today", " tonight",
    " trip", " holiday",
)  # fmt: skip


def returns(scene: Scene) -> Iterator[Candidate]:
    """*I went back to Vim*, *I'm back at Acme*: what was given up and holds again; a visit is none."""
    if "back" not in scene.sentence.words and _RETURNED.isdisjoint(scene.sentence.verbs):
        return
    lowered = f"{scene.sentence.lowered} "
    if scene.sentence.sentence.asks or any(x in lowered for x in _ON_A_VISIT):
        return
    for clause in scene.sentence.clauses:
        first = clause.subject is None or clause.subject.pronoun in {"i", "we"}
        back = clause.particle == "back" or any(
            x.lower == "back" for x in clause.tokens[clause.verb_end : max(clause.end, clause.verb_end)]
        )
        if not first or clause.negated or clause.mood != "actual" or clause.asked or clause.intro in _OPEN_ENDED:
            continue
        again = clause.verb in _RETURNED or (back and clause.verb in _RETURNING)
        if clause.verb == "be" and back and clause.tense in {"present", "perfect"}:
            prepositions: frozenset[str | None] = frozenset({"at", "on", "with", "to"})
        elif again and (clause.done or clause.progressive):
            prepositions = frozenset({None} if clause.verb == "rejoin" else {"to", "with"})
        else:
            continue
        for complement in clause.complements:
            phrase, kind, unit = value_of(complement.phrase)
            if complement.preposition not in prepositions or phrase.pronoun is not None:
                continue
            value, span = value_text(scene, phrase)
            yield make(
                scene, scene.turn.speaker, BY_RETURN, value, span, kind, unit, Change.TOLD, TOLD,
                part=Part.ADOPTED, affirmed=True, single=False,
            ).but(valid_to=None, temporary=False)  # fmt: skip


_RETURNED = frozenset({"return", "revert", "rejoin", "downgrade"})
_OPEN_ENDED = frozenset({"if", "unless", "when", "whenever", "whether", "before", "until"})
