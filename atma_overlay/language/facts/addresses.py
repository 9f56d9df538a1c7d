"""The address that the speaker is to be written to at: *you can reach me at …*, *use … for everything from now on*."""

from __future__ import annotations

from atma_overlay import re2
from atma_overlay.language.candidates import Candidate, Part
from atma_overlay.language.grammar.phrases import Phrase
from atma_overlay.language.making import make
from atma_overlay.language.scene import OPEN, Scene, value_text
from atma_overlay.records import Cardinality, Change

_REACHED = re2.compile(r"\b(?:reach|contact|email|e-mail|write to|write|message|mail) (?:me|us)\b")
_BESIDE = frozenset("also too or either additionally".split())
_USED = re2.compile(
    r"(?i)(?:^|[,;] )(?:(?:please|pls|ok|okay|so|and|hi|hey|just|could you|can you),? )*"
    r"(?:use|write to|send (?:everything|it all|all (?:of it|mail|e-?mails?|my (?:mail|e-?mails?|post))"
    r"|my e-?mails?) to) "
    r"[\w.+-]+@[\w.-]+\w(?: (?:for (?:everything|all (?:my )?(?:mail|e-?mails?)|me|contacting me)|now|instead|please"
    r"|from (?:now|today|here) on|from now|from today|going forward|these days|thanks|thank you))*[.! ]*$"
)
"""*Use … for everything now please*: of whoever has what is asked for; for invoices alone it may be anybody's."""
_FOR_SOME = re2.compile(r"(?i)^(?:and |so |but )?(?:for|about|regarding) (?:the|my|our|this|that|any) \p{L}+")
"""*For the newsletter, please use …*: for that alone."""
_ASKED = 0.45
"""Confidence of what is asked for: too little to retire anything, until it is known to be the speaker's."""
_FROM_NOW = frozenset("instead now today forward days".split())


def address_told(scene: Scene, phrase: Phrase) -> Candidate | None:
    """The address, where a sentence tells that the speaker is reached there, or asks to write there from now on.

    What is only asked for may be somebody else's: `state.pairs.mailboxes` knows whether it is like the known one.
    """
    email = scene.lexicon.by_noun("email")
    if email is None or scene.sentence.sentence.asks:
        return None
    value, span = value_text(scene, phrase)
    if _REACHED.search(scene.sentence.lowered):
        found = make(scene, scene.turn.speaker, email, value, span, "code", None, scene.told, OPEN, affirmed=True)
        beside = not _BESIDE.isdisjoint(scene.sentence.words) or "as well" in scene.sentence.lowered
        return found.but(cardinality=Cardinality.MULTI, change=Change.NONE) if beside else found
    if _FROM_NOW.isdisjoint(scene.sentence.words) or not asked_for(scene.sentence.text):
        return None
    return make(
        scene, scene.turn.speaker, email, value, span, "code", None, Change.TOLD, _ASKED, part=Part.REQUESTED,
        affirmed=True,
    ).but(valid_from=scene.turn.at, valid_to=None, temporary=False)  # fmt: skip


def asked_for(said: str) -> bool:
    """Whether a sentence only asks to use an address."""
    return _USED.search(said) is not None and _FOR_SOME.search(said) is None
