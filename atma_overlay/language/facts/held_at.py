"""Where something is held that is held once: *the party is at our place*, *the party's at the boathouse*."""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay.language.candidates import Candidate
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.kinds import kind_of
from atma_overlay.language.grammar.value_phrases import attribute_label
from atma_overlay.language.making import make
from atma_overlay.language.scene import COPULAR, Scene

_ONCE = frozenset(
    """party wedding ceremony reception offsite retreat conference funeral picnic barbecue bbq shower gala reunion
    hackathon""".split()
)
_AS_A_RULE = frozenset({"usually", "normally", "often", "sometimes", "always", "typically"})
HOLDING = frozenset({"be"})
"""Verbs of it."""
_OWNERS = frozenset({None, "my", "our"})
_NO_PLACE = w.TIME_NOUNS | frozenset(
    """end moment latest weekend start beginning top bottom expense mercy centre center stage phase polls heart core
    limit risk height peak edge front back point verge brink level door poll""".split()
)


def held_at(scene: Scene) -> Iterator[Candidate]:
    """The place by its noun; a name is read by the rules for what *be* says."""
    clause, thing = scene.clause, scene.clause.subject
    if thing is None or thing.head_lemma not in _ONCE or thing.is_name or thing.owner not in _OWNERS or thing.of:
        return
    if clause.tense != "present" or clause.negated or clause.asked or clause.mood != "actual":
        return
    if not scene.sentence.words.isdisjoint(_AS_A_RULE) or thing.tokens[thing.head].lower != thing.head_lemma:
        return
    for complement in clause.complements:
        phrase = complement.phrase
        led = phrase.determiner == "the" or phrase.owner in {"my", "our"}
        placed = complement.preposition == "at" and led and kind_of(phrase)[0] == "phrase" and phrase.pronoun is None
        if placed and phrase.of is None and phrase.head_lemma not in _NO_PLACE:
            span = (phrase.tokens[phrase.start if phrase.owner else phrase.core].token.start, phrase.offsets()[1])
            value = scene.turn.text[span[0] : span[1]]
            attribute = f"{attribute_label(thing)} place"
            found = make(
                scene, scene.turn.speaker, attribute, value, span, "place", None, scene.told, COPULAR, single=True,
                replaces=_unfit(scene),
            )  # fmt: skip
            yield found.but(valid_from=scene.turn.at, valid_to=None, temporary=False)  # the day is when it is held
            return


def _unfit(scene: Scene) -> str | None:
    """*The party's at the boathouse, our place is too small*: where it is not held for that."""
    for clause in scene.sentence.clauses:
        place = clause.subject
        behind = clause.tokens[clause.verb_end].lower if clause.verb_end < len(clause.tokens) else ""
        too = clause.verb == "be" and not clause.negated and (behind == "too" or "too" in clause.adverbs)
        if clause is not scene.clause and too and place is not None and place.owner in {"my", "our"}:
            return scene.turn.text[place.tokens[place.start].token.start : place.offsets()[1]]
    return None
