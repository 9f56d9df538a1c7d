"""What a question takes for granted is no statement: *since I live in Lisbon, which gym is near me?* moves nobody back.

Asked after the move to Berlin, such a sentence repeats what changed. Remembered as said, it would undo the change that
the answer has to point out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from atma_overlay.effects import Flow
    from atma_overlay.language.candidates import Candidate
    from atma_overlay.scope import Scope
    from llamaindex_atma.evidence import AnyOverlay

__all__ = ["stated_flow"]


def stated_flow(overlay: AnyOverlay, text: str, *, scope: Scope) -> Flow[str]:
    """A text without its questions that only presuppose what the ledger knows to be outdated.

    A question that tells a change (*now that I moved back to Lisbon*) states it, and is kept.
    """
    from atma_overlay.language.tokens import sentences

    kept, end = [], 0
    for sentence in sentences(text):
        asked = text[sentence.start : sentence.end]
        if not (sentence.asks and (yield from _presupposes(overlay, asked, scope=scope))):
            kept.append(text[end : sentence.end])
        end = sentence.end
    return ("".join(kept) + text[end:]).strip()


def _presupposes(overlay: AnyOverlay, question: str, *, scope: Scope) -> Flow[bool]:
    """Whether all that a question says of the present is outdated."""
    from atma_overlay.effects import Compute

    said: list[Candidate] = yield Compute(lambda: _untold(overlay, question))
    if not said:
        return False
    packet = yield from overlay.recall_(
        question, scope, limit=1, valid_at=None, known_at=None, view="current", asker=None, max_tokens=None, now=None
    )
    outdated = [premise.text for premise in (packet.shadow or packet).blocked]
    return all(any(_names(premise, candidate) for premise in outdated) for candidate in said)


def _untold(overlay: AnyOverlay, question: str) -> list[Candidate]:
    """The statements of a question, unless one of them tells a change."""
    writer = overlay.writer
    found = list(writer.extractor.extract(question, speaker="user", at=writer.clock()).candidates)
    return found if all(candidate.change.value == "none" for candidate in found) else []


def _names(premise: str, candidate: Candidate) -> bool:
    from atma_overlay.state.values import fold_case

    named, value = fold_case(premise), fold_case(candidate.value)
    return named in value or value in named
