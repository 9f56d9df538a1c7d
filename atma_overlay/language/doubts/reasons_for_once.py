"""What is so for a reason that passes: *Chloe is off tonight, so the babysitter is Maddie*."""

from __future__ import annotations

from atma_overlay.language.candidates import Candidate, Part
from atma_overlay.language.changes.contrasts import for_once
from atma_overlay.language.scene import Scene
from atma_overlay.records import Act

_FROM_NOW_ON = frozenset({"now", "nowadays", "permanently", "since"})


def passing_with_its_reason(found: list[Candidate], scene: Scene) -> list[Candidate]:
    """The candidates of a sentence, those behind *so* in doubt where what stands before it is of one time.

    Args:
        found: the candidates.
        scene: the sentence, with a clause that spans it.
    """
    led = [c for c in scene.sentence.clauses if c.intro == "so"]
    if not led:
        return found
    at = led[0].offsets[0]
    reason = scene.turn.text[scene.sentence.sentence.start : at].lower()
    ahead = max((c.offsets[1] for c in scene.sentence.clauses if c.offsets[1] <= at), default=at)
    said = scene.turn.text[ahead : scene.sentence.sentence.end].lower()
    lasts = " as of " in said or " from " in said or not _FROM_NOW_ON.isdisjoint(said.strip(".!").split())
    if lasts or not for_once(reason):
        return found
    return [c.doubted() if _is_stated(c) and c.span[0] >= at else c for c in found]


def _is_stated(candidate: Candidate) -> bool:
    return candidate.part is Part.STATEMENT and candidate.act is Act.ASSERT
