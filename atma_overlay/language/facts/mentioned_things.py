"""What a mention stands under, whose that is, and what of it is a name: *her gym*, *my new Postgres database*."""

from __future__ import annotations

from dataclasses import dataclass

from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.phrases import Phrase
from atma_overlay.language.grammar.tags import Tagged
from atma_overlay.language.scene import Scene, value_text

_PEOPLE = w.KIN | w.ACQUAINTANCES
_THEIRS = frozenset({"his", "her", "their"})


@dataclass(slots=True)
class Governing:
    """The word that governs what follows it: a noun, or the lemma of a verb with a space behind it."""

    label: str
    owned: bool = False
    owner: str | None = None
    """Whose it is, where it is somebody else's."""
    theirs: bool = False
    """Whether it is somebody else's noun: *I know Ben's gym is Pulse*."""

    def pass_by(self, token: Tagged) -> None:
        """A token that opens no phrase: a verb governs from now on, the end of a sentence ends it."""
        if token.tag == t.VERB:
            self.label, self.owned, self.owner, self.theirs = f"{token.lemma} ", False, None, False
        elif token.text in {".", ";", "!"}:
            self.label, self.owned, self.owner, self.theirs = "", False, None, False


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
