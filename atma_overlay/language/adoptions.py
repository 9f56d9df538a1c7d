"""New values whose slot the context names: announced, adopted in passing, or shifted."""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay.language import kinds
from atma_overlay.language import tagging as t
from atma_overlay.language.candidates import BY_RETURN, Candidate, Part
from atma_overlay.language.clauses import Clause
from atma_overlay.language.lexicon import Attribute, Lexicon
from atma_overlay.language.moves import ADOPT, TOLD
from atma_overlay.language.phrases import read_phrase
from atma_overlay.language.scene import Scene, make, value_text
from atma_overlay.language.turn import ReadSentence, ReadTurn
from atma_overlay.language.value_phrases import DURATIONS, attribute_label, phrase_span, value_of
from atma_overlay.records import Change


def announces(sentence: ReadSentence, lexicon: Lexicon) -> Attribute | None:
    """The attribute whose change a sentence announces without its value: *I've moved!*."""
    for clause in sentence.clauses:
        first = clause.subject is not None and clause.subject.pronoun in {"i", "we"}
        if first and clause.done and not clause.complements:
            found = lexicon.announced_by(clause.verb)
            if found is not None:
                return found
        thing = clause.bare()
        if first and clause.done and clause.verb in _CHANGING and thing is not None and len(clause.complements) == 1:
            named = lexicon.by_noun(attribute_label(thing)) if not thing.is_name and thing.of is None else None
            if named is not None:
                return named
    return None


_CHANGING = frozenset("change switch move swap get".split())
"""Verbs that with a bare noun announce a change: *we've moved offices*, *I've changed banks*."""


def placed(candidate: Candidate, attribute: Attribute, turn: ReadTurn) -> Candidate:
    """*I moved again; I'm in Atlanta now*: where one is after the announcement is its value."""
    here = candidate.subject == turn.speaker and candidate.attribute in {"be_in", "be_at", "be_on", "be_with"}
    if not here or candidate.value_kind not in kinds.NAMED or candidate.part is not Part.STATEMENT:
        return candidate
    return candidate.but(
        attribute=attribute.id,
        known_attribute=True,
        cardinality=attribute.cardinality,
        change=Change.TOLD,
        confidence=TOLD,
    )


def announced(sentence: ReadSentence, turn: ReadTurn, lexicon: Lexicon, attribute: Attribute) -> Iterator[Candidate]:
    """The value that opens the sentence after the announcement: *Gdańsk, since the 28th*."""
    tokens = sentence.tokens
    phrase = read_phrase(tokens, 0)
    if phrase is None or (sentence.sentence.asks and len(tokens) < 4):
        return
    closes = phrase.end >= len(tokens) or tokens[phrase.end].tag == t.PUNCT
    capital = tokens[phrase.core].text[:1].isupper() and tokens[phrase.core].tag in {t.NAME, t.NOUN}
    if not closes or not capital or phrase.pronoun is not None:
        return
    bare = Clause(tokens, None, 0, 0, 0, len(tokens), "be")
    scene = Scene(turn, sentence, bare, lexicon, turn.times_in(sentence.sentence.start, sentence.sentence.end))
    span = phrase_span(phrase)
    value = turn.text[span[0] : span[1]]
    yield make(scene, turn.speaker, attribute, value, span, "name", None, Change.TOLD, TOLD, affirmed=True)


def adoptions(scene: Scene) -> Iterator[Candidate]:
    """*It's the Corrin Glide for me now*, *Brainpouch it is now*: a value whose slot the context names."""
    tokens = scene.sentence.tokens
    for clause in scene.sentence.clauses:
        subject = clause.subject
        it = subject is not None and subject.pronoun in {"it", "that"} and clause.verb == "be"
        if not it or clause.asked or clause.mood != "actual" or clause.tense == "past" or clause.negated:
            continue
        fresh = (
            clause.intro == "so"
            or any(x.lower == "now" for x in tokens)
            or "from now on" in scene.sentence.text.lower()
            or scene.told is not Change.NONE
        )
        phrase = clause.bare()
        if phrase is None and subject is not None and subject.start > 0:
            before = subject.start - 1
            while before > 0 and tokens[before].tag in {t.NAME, t.NOUN, t.DET, t.NUM}:
                before -= 1
            phrase = read_phrase(tokens, before if tokens[before].tag in t.NOMINAL | {t.DET} else before + 1)
            fresh = True
        if phrase is None or phrase.pronoun is not None:
            continue
        phrase, kind, unit = value_of(phrase)
        if kind not in kinds.NAMED | {"quantity", "money", "percent"} or not fresh or unit in DURATIONS:
            continue
        value, span = value_text(scene, phrase)
        yield make(
            scene, scene.turn.speaker, "", value, span, kind, unit, Change.SINCE, ADOPT,
            part=Part.ADOPTED, affirmed=True, single=False,
        )  # fmt: skip


def shifts(scene: Scene) -> Iterator[Candidate]:
    """*We've gone to last Sundays*: a schedule or a measure that moved, without what it is of."""
    for clause in scene.sentence.clauses:
        mine = clause.subject is not None and clause.subject.pronoun in {"i", "we"}
        if not (clause.done and mine and clause.verb in {"go", "move", "switch", "change", "shift"}):
            continue
        for complement in clause.complements:
            phrase, kind, unit = value_of(complement.phrase)
            if complement.preposition == "to" and kind in kinds.TIMED:
                value, span = value_text(scene, phrase)
                yield make(
                    scene, scene.turn.speaker, "", value, span, kind, unit, Change.TOLD, ADOPT,
                    part=Part.ADOPTED, affirmed=True, single=False,
                )  # fmt: skip


_RETURNING = frozenset("go return switch revert change come move".split())
_ON_A_VISIT = (
    " for the ", " for a ", " for my ", " for our ", " visit", " to see ", " to get ", " to pick ", " to ask ",
    " to check ", " to fetch ", " weekend", " yesterday", " last night", " this morning", " today", " tonight",
    " trip", " holiday",
)  # fmt: skip


def returns(scene: Scene) -> Iterator[Candidate]:
    """*I went back to Vim*, *I'm back at Acme*: what was given up and holds again; a visit is none."""
    lowered = f"{scene.sentence.text.lower()} "
    if scene.sentence.sentence.asks or any(x in lowered for x in _ON_A_VISIT):
        return
    for clause in scene.sentence.clauses:
        first = clause.subject is None or clause.subject.pronoun in {"i", "we"}
        back = clause.particle == "back" or any(
            x.lower == "back" for x in clause.tokens[clause.verb_end : max(clause.end, clause.verb_end)]
        )
        if not first or clause.negated or clause.mood != "actual" or clause.asked or clause.intro in _OPEN_ENDED:
            continue
        again = clause.verb == "return" or (back and clause.verb in _RETURNING)
        if clause.verb == "be" and back and clause.tense in {"present", "perfect"}:
            prepositions = frozenset({"at", "on", "with", "to"})
        elif again and (clause.done or clause.progressive):
            prepositions = frozenset({"to", "with"})
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


_OPEN_ENDED = frozenset({"if", "unless", "when", "whenever", "whether", "before", "until"})
