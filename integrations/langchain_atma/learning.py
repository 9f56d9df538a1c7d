"""What of a conversation is learnt, and once only; knows nothing of any framework.

A conversation is handed over again and again, so every turn has a key. What is asked on an outdated premise is no
evidence for that premise: *Since I live in Chicago, which gym is near me?* moves nobody back to Chicago.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import re2

from atma_overlay.effects import Flow, LedgerRead
from atma_overlay.language.tokens import Sentence, sentences
from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.records import Change, Origin
from atma_overlay.scope import Scope
from atma_overlay.views import Turn, WriteReceipt
from atma_overlay.write_path import speaker_subject
from langchain_atma.faces import AnyOverlay, remembered
from langchain_atma.outdated import Conversation, Said, outdated_in

__all__ = ["digest", "fresh_turns", "learn", "learn_fresh"]

_PRESUMES = re2.compile(
    r"(?i)^(since|as|because|given( that)?|seeing( that| as)?|considering( that)?) (i|we|my|our)\b[^.!?]*,"
)


def digest(*parts: str) -> str:
    """A key for a turn: the same parts, the same key."""
    return hashlib.sha256("\x1f".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:40]


def fresh_turns(reader: LedgerReader, turns: Sequence[Turn]) -> list[Turn]:
    """The turns after the last one that is known.

    What was erased stands before a turn that is known, and is thus not learnt again from a thread that still has it.
    """
    for place in range(len(turns) - 1, -1, -1):
        if reader.observation_by_key(turns[place].key or "") is not None:
            return list(turns[place + 1 :])
    return list(turns)


def learn_fresh(overlay: AnyOverlay, turns: Sequence[Turn], *, scope: Scope) -> Flow[list[WriteReceipt]]:
    """Store those turns of a conversation that are not known yet."""
    fresh: list[Turn] = yield LedgerRead(scope, lambda reader: fresh_turns(reader, turns))
    return (yield from learn(overlay, fresh, scope=scope))


def learn(
    overlay: AnyOverlay, turns: Sequence[Turn], *, scope: Scope, origin: Origin | None = None
) -> Flow[list[WriteReceipt]]:
    """Store turns in order, in as few batches as possible.

    A turn that presumes something is judged on the state that the turns before it leave.

    Args:
        overlay: where to.
        turns: in the order of saying.
        scope: whose they are.
        origin: who stands behind them; by default what their role says.
    """
    receipts: list[WriteReceipt] = []
    waiting: list[Turn] = []
    for turn in turns:
        if any(_presumes(sentence, turn.text) for sentence in sentences(turn.text)):
            if waiting:
                receipts.append((yield from remembered(overlay, waiting, scope=scope, origin=origin)))
                waiting = []
            receipts.append((yield from _learn_presuming(overlay, turn, scope, origin)))
        else:
            waiting.append(turn)
    if waiting:
        receipts.append((yield from remembered(overlay, waiting, scope=scope, origin=origin)))
    return receipts


def _learn_presuming(overlay: AnyOverlay, turn: Turn, scope: Scope, origin: Origin | None) -> Flow[WriteReceipt]:
    """One turn without what it asks on an outdated premise; one that is nothing else is kept and states nothing."""
    unfounded: list[_Stretch] = yield LedgerRead(scope, lambda reader: _unfounded(reader, overlay, turn, scope))
    kept = " ".join(part for part in _without(turn.text, unfounded) if part)
    if not unfounded or kept:
        told = turn.model_copy(update={"text": kept}) if unfounded else turn
        return (yield from remembered(overlay, [told], scope=scope, origin=origin))
    return (yield from remembered(overlay, [turn], scope=scope, origin=Origin.AGENT))


@dataclass(frozen=True, slots=True)
class _Stretch:
    start: int
    end: int


def _unfounded(reader: LedgerReader, overlay: AnyOverlay, turn: Turn, scope: Scope) -> list[_Stretch]:
    """Sentences that take something outdated for granted, and do not say that it changed."""
    at, speaker = turn.observed_at or overlay.writer.clock(), speaker_subject(turn.name)
    conversation = Conversation(
        [Said(turn.text)], scope, overlay.reader.linker, overlay.reader.lexicon, at, frozenset({speaker})
    )
    [outdated] = outdated_in(reader, conversation)
    told = [c.span[0] for c in overlay.writer.extractor.extract(turn.text, speaker=speaker, at=at).candidates
            if c.change is not Change.NONE]  # fmt: skip
    return [
        _Stretch(s.start, s.end)
        for s in sentences(turn.text)
        if _presumes(s, turn.text)
        and any(o.start == s.start for o in outdated)
        and not any(s.start <= place < s.end for place in told)
    ]


def _presumes(sentence: Sentence, text: str) -> bool:
    return sentence.asks or _PRESUMES.match(text[sentence.start : sentence.end]) is not None


def _without(text: str, stretches: Sequence[_Stretch]) -> Iterator[str]:
    start = 0
    for stretch in stretches:
        yield text[start : stretch.start].strip()
        start = stretch.end
    yield text[start:].strip()
