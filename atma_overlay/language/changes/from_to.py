"""What is told of something to have changed *from* one value *to* another: *I changed my username from a to b*."""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay.language.candidates import BY_OLD, TOLD, Candidate, Part
from atma_overlay.language.doubts.happened import in_doubt
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.kinds import kind_of
from atma_overlay.language.grammar.phrases import Phrase
from atma_overlay.language.grammar.value_phrases import attribute_label
from atma_overlay.language.making import make
from atma_overlay.language.scene import Scene, implicit_first_person, value_text
from atma_overlay.records import Change

VERBS = frozenset("change switch move convert rename swap update alter shift go".split())
_NOT_TOLD = frozenset({"if", "unless", "when", "whenever", "while", "until", "whether", "once", "before"})


def changed_from(found: list[Candidate], scene: Scene) -> list[Candidate]:
    """The candidates of a sentence, with the new value of a thing that is told to have changed from an old one.

    What other rules tell of both values stays; who changes them is the speaker, and not the thing: *my GP changed*.

    Args:
        found: the candidates.
        scene: the sentence, with a clause that spans it.
    """
    told = {(c.span, c.subject) for c in found if c.replaces}
    changed = [c for c in _changed(scene) if (c.span, c.subject) not in told]
    spans = {c.span for c in changed}
    return [*(c for c in found if not (c.replaces and c.span in spans)), *changed] if changed else found


def _changed(scene: Scene) -> Iterator[Candidate]:
    if "from" not in scene.sentence.words or scene.sentence.sentence.asks:
        return
    for clause in scene.sentence.clauses:
        thing = _thing(clause, scene)
        if thing is None or not clause.done or clause.intro in _NOT_TOLD or in_doubt(clause, scene):
            continue
        old, new = _behind(clause, "from"), _behind(clause, "to")
        if old is None or new is None or new.pronoun is not None or new.owner is not None or not attribute_label(thing):
            continue
        value, span = value_text(scene, new)
        kind, unit = kind_of(new)
        yield make(
            scene, scene.turn.speaker, BY_OLD, value, span, kind, unit, Change.TOLD, TOLD, part=Part.ADOPTED,
            replaces=value_text(scene, old)[0], affirmed=True, single=False,
        ).but(doer=attribute_label(thing), valid_to=None, temporary=False)  # fmt: skip


def _thing(clause: Clause, scene: Scene) -> Phrase | None:
    """What changed, where it is the speaker's: *my GP changed*, *we changed our plan*, *our plan was changed*."""
    subject, thing = clause.subject, clause.bare()
    if clause.verb not in VERBS:
        return None
    if thing is None:  # my mum switched from Ostra to Petrel: what she did
        if subject is None or clause.verb != "change" or subject.head_lemma in w.KIN | w.PETS:
            return None
        return subject if subject.owner in {"my", "our"} and not subject.owner_is_name else None
    mine = subject.pronoun in {"i", "we"} if subject is not None else implicit_first_person(clause, scene)
    owned = thing.owner in {"my", "our"} and not thing.owner_is_name and thing.head_lemma not in w.KIN
    return thing if mine and owned else None


def _behind(clause: Clause, preposition: str) -> Phrase | None:
    told = [c.phrase for c in clause.complements if c.preposition == preposition]
    return told[0] if len(told) == 1 else None
