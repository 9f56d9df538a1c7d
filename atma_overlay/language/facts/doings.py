"""Who does what, by verbs that tell it alone: *Mina rows*, *Tamsin runs it*, *moved Bramble to Cole Farm*."""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay.language.candidates import Candidate
from atma_overlay.language.grammar import kinds
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.kinds import kind_of
from atma_overlay.language.grammar.phrases import Phrase
from atma_overlay.language.grammar.value_phrases import attribute_label, is_time_adjunct, value_of
from atma_overlay.language.making import make
from atma_overlay.language.scene import OPEN, WEAK, Scene, value_text
from atma_overlay.language.turn import name_of, subject_of
from atma_overlay.records import Change

CARRYING = frozenset("box move bring take transfer relocate shift send".split())
ACTIVITIES = frozenset(
    """swim run jog cycle row fence ski climb dance sing paint draw cook bake garden knit sew surf hike ride fish
    hunt sail skate inject smoke vape drink drive commute meditate volunteer freelance teach study translate code
    blog farm box wrestle lift walk""".split()
)
CONSULTING = frozenset("ask tell speak talk email e-mail write see contact approach consult message phone".split())


def consulted(scene: Scene) -> Iterator[Candidate]:
    """*I've asked the bank about a mortgage*: what the speaker has somebody at work on, as a theme of its own."""
    clause = scene.clause
    first = clause.subject is not None and clause.subject.pronoun in {"i", "we"}
    if not first or clause.verb not in CONSULTING or clause.tense != "perfect" or clause.negated:
        return
    if clause.bare() is None and not any(c.preposition in {"to", "with"} for c in clause.complements):
        return
    for complement in clause.complements:
        if complement.preposition == "about" and complement.phrase.pronoun is None:
            value, span = value_text(scene, complement.phrase)
            yield make(
                scene, scene.turn.speaker, f"{clause.verb} about", value, span, "phrase", None, Change.NONE, WEAK,
                single=False,
            )  # fmt: skip


def carried(scene: Scene) -> Iterator[Candidate]:
    """*Moved Bramble over to Cole Farm for good*: where someone was brought is where they are."""
    clause, thing = scene.clause, scene.clause.bare()
    if (
        clause.verb not in CARRYING
        or clause.tense not in {"past", "perfect"}
        or thing is None
        or not thing.is_name
        or not ("for good" in scene.sentence.lowered or scene.told is not Change.NONE)
    ):
        return
    for complement in clause.complements:
        phrase, kind, unit = value_of(complement.phrase)
        if complement.preposition == "to" and kind in kinds.NAMED:
            value, span = value_text(scene, phrase)
            yield make(
                scene, name_of(thing), "be_at", value, span, kind, unit, Change.TOLD, OPEN, single=False, affirmed=True
            )


def agent(scene: Scene) -> Iterator[Candidate]:
    """*Tamsin runs it*, *Odo waters it*: who does something that is of the speaker's concern."""
    clause, turn = scene.clause, scene.turn
    subject, thing = clause.subject, clause.bare()
    if subject is None or thing is None or not subject.is_name or clause.inherited_subject:
        return
    if clause.tense != "present" or clause.progressive or clause.passive or clause.verb in {"be", "have", "do", "get"}:
        return
    if clause.verb not in scene.lexicon.stative_verbs and clause.verb in scene.lexicon.event_verbs:
        return
    if name_of(subject) == turn.speaker or thing.pronoun in {"me", "you"} or not _of_concern(thing):
        return
    value, span = value_text(scene, subject)
    theme = attribute_label(thing)
    attribute = f"{clause.verb}_{theme}_by" if theme else f"{clause.verb}_by"
    made = make(scene, turn.speaker, attribute, value, span, "name", None, scene.told, WEAK, single=False)
    yield made.but(doer=value.lower())


def _of_concern(thing: Phrase) -> bool:
    """Whether the speaker has to do with what somebody else does: *my boiler*, *the rota*, *it*; not *a bakery*."""
    if thing.head_lemma in w.TIME_NOUNS:
        return False  # Marta works there these days
    if thing.pronoun is not None or thing.owner in {"my", "our"}:
        return True
    pointed = thing.owner is None and thing.determiner in {"the", "this", "that", "these", "those"}
    return pointed and (thing.of is None or not thing.of.is_name)


def habit(scene: Scene) -> Iterator[Candidate]:
    """*Mina rows.*, *I meditate twice a day*: the verb itself is the value."""
    clause = scene.clause
    if clause.verb not in ACTIVITIES or clause.inherited_subject:
        return
    subject = subject_of(clause.subject, scene.turn)
    simple = clause.tense == "present" and not clause.progressive and not clause.passive and clause.particle is None
    if subject is None or not simple:
        return
    if clause.bare() is not None and kind_of(clause.complements[0].phrase)[0] not in {"frequency", "quantity"}:
        return
    if any(c.preposition == "to" or kind_of(c.phrase)[0] in kinds.NAMED for c in clause.complements):
        return
    if clause.negated and any(not is_time_adjunct(c, kind_of(c.phrase)[0]) for c in clause.complements):
        return  # who no longer smokes in the house smokes elsewhere
    token = clause.tokens[clause.verb_end - 1].token
    if clause.tokens[clause.verb_end - 1].tag != t.VERB:
        return
    span = (token.start, token.end)
    yield make(scene, subject, "does", token.text, span, "activity", None, scene.told, WEAK, single=False)
