"""What a project does somewhere beside running there: *we back up to Azure*, *we log to Loki*, *we build on AWS*."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from atma_overlay import re2
from atma_overlay.language.candidates import Candidate, Part
from atma_overlay.language.doubts.one_more import ONE_PLACE
from atma_overlay.language.grammar import kinds
from atma_overlay.language.grammar.signs import Sign
from atma_overlay.language.grammar.words import verb_lemma
from atma_overlay.language.scene import Scene
from atma_overlay.records import Act, Cardinality

__all__ = ["told_of_another_use"]

_COPIED = (
    "images|logs|metrics|traces|events|alerts|backups|snapshots|artifacts|artefacts|dumps|data|files|packages|docs"
)
_VERB = (
    "back|backed|backing|backs|mirror|replicate|archive|log|stage|build|train|snapshot|dump|sync|synchronise"
    "|synchronize|export|upload|cache|stream|alert|monitor|experiment|benchmark|test|copy|offload|spill"
    "|rehearse|prototype"
)
_USE = re2.compile(
    rf"\b(?P<verb>(?:{_VERB})(?:s|es|d|ed|ing|ned|ning|ged|ging)?)(?: (?P<up>up|over))?"
    r"(?: [\p{L}-]+){0,4}?(?: (?P<behind>up|over))? "
    r"(?:to|on|in|into|onto|with|at) (?:the )?$"
    rf"|\b(?P<pushed>push(?:es|ed|ing)?|send(?:s|ing)?|sent|ship(?:s|ped|ping)?|forward(?:s|ed|ing)?"
    rf"|drain(?:s|ed|ing)?|writes?|writing|wrote) (?:our |the |all )?(?:\p{{L}}+ )?(?:{_COPIED}) (?:to|into|onto) $"
)
"""Right before what it is done with."""
_SHOWN = Sign(rf"\b(?:{_VERB}|push|send|sent|ship|forward|drain|writ|wrote)")
_APART = re2.compile(r"[,;:.!?–—]| (?:and|but|so|while|or) ")


def told_of_another_use(found: Iterable[Candidate], scene: Scene) -> Iterator[Candidate]:
    """The candidates of a sentence; what is told of another use has an attribute of its own.

    Where a project has its backups says nothing of where it runs, though the name is one that things run on.

    Args:
        found: what the sentence tells.
        scene: the whole sentence.
    """
    shown = scene.sentence.shows(_SHOWN, scene.sentence.lowered)
    for candidate in found:
        use = _use(candidate, scene) if shown and _may_be_used(candidate) else ""
        yield (
            candidate
            if not use
            else candidate.but(attribute=use, known_attribute=False, thing=None, cardinality=Cardinality.SINGLE)
        )


def _may_be_used(candidate: Candidate) -> bool:
    told = candidate.part is Part.STATEMENT and candidate.act is Act.ASSERT
    return told and candidate.attribute in ONE_PLACE and candidate.value_kind in kinds.NAMED


def _use(candidate: Candidate, scene: Scene) -> str:
    """The verb of another use with the word behind it, as an attribute; empty where none stands before the value."""
    before = scene.turn.text[scene.sentence.sentence.start : candidate.span[0]].lower()
    last = [m.end() for m in _APART.finditer(before)]
    before = before[last[-1] :] if last else before
    found = _USE.search(before)
    if found is None:
        return ""
    said = before.split()
    leading = said[-2] if said[-1] == "the" else said[-1]
    verb = found.group("verb") or found.group("pushed")
    if candidate.attribute == "database" and verb.startswith("build"):
        return ""  # what a project is built on, it has
    particle = found.group("up") or found.group("behind")
    return "_".join(x for x in (verb_lemma(verb) or verb, particle, leading) if x)
