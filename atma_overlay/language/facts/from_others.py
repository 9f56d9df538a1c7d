"""What reaches one from somebody, or is had for somebody, and is none of one's own: *a new email from Karen*."""

from __future__ import annotations

from atma_overlay.language.grammar.phrases import Phrase
from atma_overlay.language.scene import Scene
from atma_overlay.language.turn import owner_subject, subject_of

HANDED = frozenset(
    """email e-mail mail message text letter note call card number address password passcode passphrase pin code login
    username contact request quote""".split()
)
"""What one is sent, or notes down of others."""


def handed(thing: str, preposition: str | None) -> bool:
    """Whether what one has is somebody else's: *a new email from Karen*, *a new number for the plumber*.

    Args:
        thing: what it is called.
        preposition: what stands behind it, before whoever it is from or for.
    """
    return preposition in {"from", "for"} and thing.rpartition(" ")[2] in HANDED


_NEAR = frozenset({None, "my", "our", "your", "its"})


def owner_of(phrase: Phrase, scene: Scene) -> str | None:
    """Whose a thing is that is somebody else's: *Karen sent me her new address* names Karen's.

    Args:
        phrase: the thing.
        scene: the sentence.
    """
    if phrase.owner in _NEAR:
        return None
    owner = owner_subject(phrase, scene.turn)
    clause = next((c for c in scene.sentence.clauses if c.verb_end <= phrase.start < c.end), None)
    acts = subject_of(clause.subject, scene.turn) if clause is not None else None
    return acts if owner.startswith("?") and acts not in {None, scene.turn.speaker} else owner
