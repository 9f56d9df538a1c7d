"""What is told to have been something until some time: *FitWorks used to be my gym*, *my gym used to be FitWorks*."""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay.language.candidates import DOUBTED, RETIRE, Candidate, Part
from atma_overlay.language.doubts.happened import in_doubt
from atma_overlay.language.endings.unnamed import slot_of
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.kinds import COUNTED, NAMED, kind_of
from atma_overlay.language.grammar.phrases import Phrase
from atma_overlay.language.grammar.value_phrases import attribute_label
from atma_overlay.language.making import make
from atma_overlay.language.scene import Scene, value_text
from atma_overlay.language.turn import owner_subject
from atma_overlay.records import Act, Change

SIGN = "used"
_SO_AGAIN = frozenset("still again".split())
_NO_MORE = NAMED | COUNTED


def used_to_be(whole: Scene) -> Iterator[Candidate]:
    """The values that a sentence tells to be of the past, each of the slot that it names."""
    sentence = whole.sentence
    if sentence.sentence.asks or not _SO_AGAIN.isdisjoint(sentence.words):
        return
    for clause in sentence.clauses:
        subject, said = clause.subject, clause.bare()
        if clause.verb != "be" or clause.tense != "habit_past" or clause.negated or clause.asked:
            continue
        if clause.mood != "actual" or subject is None or said is None or len(clause.complements) > 1:
            continue
        thing, value = (said, subject) if _is_owned(said) else (subject, said)
        kind = kind_of(value)[0]
        if not _is_owned(thing) or _is_owned(value) or kind not in _NO_MORE or value.pronoun is not None:
            continue
        attribute = slot_of(attribute_label(thing), whole.lexicon)
        if attribute is None:
            continue
        scene = Scene(whole.turn, sentence, clause, whole.lexicon, [])
        text, span = value_text(scene, value)
        found = make(
            scene, owner_subject(thing, whole.turn), attribute, text, span, "mention", None, Change.TOLD, RETIRE,
            part=Part.RETIRED, act=Act.END, affirmed=True,
        )  # fmt: skip
        yield found.but(confidence=DOUBTED) if in_doubt(clause, scene) else found


def _is_owned(phrase: Phrase) -> bool:
    """*My gym*, *her school*: somebody's, by a pronoun."""
    return phrase.owner is not None and phrase.owner in w.POSSESSIVES and not phrase.is_name and phrase.of is None
