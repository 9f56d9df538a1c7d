"""What is told to be so *here* by somebody who said before that they are away for a while."""

from __future__ import annotations

from datetime import timedelta

from atma_overlay import re2
from atma_overlay.language.candidates import Candidate
from atma_overlay.records import Act, Change, Slot
from atma_overlay.state.workspace import Workspace

__all__ = ["is_here_for_a_stay"]

_STAYS = ("be_in", "be_at", "be_on", "in", "stay_in", "stay_at", "stay_with", "visit", "travel_in", "be_with")
"""Attributes that tell where somebody is, whether or not for a while."""
_HERE = re2.compile(r"(?i)\bhere\b")
_HOME = "home_city"
_AT_MOST = timedelta(days=62)
"""How long a stay without an end that is told is taken to last."""


def is_here_for_a_stay(candidate: Candidate, workspace: Workspace, speaker: str) -> bool:
    """Whether a statement is of where the speaker is for a while: *I'm in Porto for a month*, *my gym here is …*.

    Whoever has moved since is on no stay.

    Args:
        candidate: what is told now.
        workspace: the write that it is part of.
        speaker: who tells it.
    """
    said = candidate.evidence
    if candidate.subject != speaker or candidate.change is Change.TOLD or _HERE.search(said) is None:
        return False
    now = candidate.valid_from
    slots = [Slot(speaker, attribute) for attribute in _STAYS]
    workspace.load(slots)
    told = [s for slot in slots for s in workspace.statements(slot).values() if s.act is Act.ASSERT and s.affirmed]
    stays = [
        s
        for s in told
        if (s.valid_to > now if s.valid_to is not None else s.temporary) and now - s.observed_at < _AT_MOST
    ]
    if not stays:
        return False
    since = max(s.observed_at for s in stays)
    return not any(s.observed_at > since for s in workspace.active(Slot(speaker, _HOME)))
