"""Whose a thing is that comes up, and which of its words are its name: *her gym*, *my new Postgres database*."""

from __future__ import annotations

from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.phrases import Phrase
from atma_overlay.language.scene import Scene, value_text

_PEOPLE = w.KIN | w.ACQUAINTANCES
_THEIRS = frozenset({"his", "her", "their"})


def is_anothers(phrase: Phrase) -> bool:
    """*Ben's gym*, *my sister's gym*, *her gym*; *our team's database* is the speaker's as well.

    Args:
        phrase: as read.
    """
    owner, of = phrase.owner or "", phrase.of
    if of is not None and of.owner in _THEIRS | {"my", "our"} and of.head_lemma in _PEOPLE:
        return True  # the gym of my sister
    return phrase.owner_is_name or owner in _THEIRS or owner.rpartition(" ")[2] in _PEOPLE


def thing_named(phrase: Phrase, scene: Scene) -> Phrase:
    """*My new Postgres database*: the thing that it is by its name, without the noun that its name stands before.

    Args:
        phrase: as read.
        scene: what it stands in.
    """
    named = [i for i in range(phrase.core, phrase.head) if phrase.tokens[i].tag == t.NAME]
    if phrase.is_name or not named or named[-1] - named[0] != len(named) - 1:
        return phrase
    alone = Phrase(named[0], named[0], named[-1] + 1, named[-1], None, False, None, None, None, phrase.tokens)
    thing, known = scene.lexicon.thing_of(value_text(scene, alone)[0]), scene.lexicon.by_noun(phrase.head_lemma)
    return alone if thing is not None and thing is known else phrase
