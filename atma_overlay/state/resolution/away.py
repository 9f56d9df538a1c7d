"""What is told to be so *here* by somebody who said before that they are away for a while."""

from __future__ import annotations

from datetime import datetime, timedelta

from atma_overlay import re2
from atma_overlay.language.candidates import Candidate
from atma_overlay.records import Act, Change, Observation, Slot, Statement
from atma_overlay.state.slots.holders import speaker_of
from atma_overlay.state.workspace import Workspace

__all__ = ["is_here_for_a_stay"]

_STAYS = ("be_in", "be_at", "be_on", "in", "stay_in", "stay_at", "stay_with", "visit", "travel_in", "be_with")
"""Attributes that tell where somebody is, whether or not for a while."""
_HERE = re2.compile(r"(?i)\bhere\b")
_HOME = "home_city"
_AT_MOST = timedelta(days=62)
"""How long a stay without an end that is told is taken to last."""


def is_here_for_a_stay(candidate: Candidate, workspace: Workspace, observation: Observation) -> bool:
    """Whether a statement is of where its speaker is for a while: *I'm in Porto for a month*, *my gym here is …*.

    Whoever has moved since is on no stay.

    Args:
        candidate: what is told now.
        workspace: the write that it is part of.
        observation: in which it is told.
    """
    speaker, at = speaker_of(observation), observation.observed_at
    if candidate.subject != speaker or candidate.change is Change.TOLD or _HERE.search(candidate.evidence) is None:
        return False
    slots = [Slot(speaker, attribute) for attribute in (*_STAYS, _HOME)]
    workspace.load(slots)
    told = [s for slot in slots for s in workspace.statements(slot).values() if s.act is Act.ASSERT and s.affirmed]
    before = [s for s in told if at - _AT_MOST < s.observed_at < at]
    stays = [s for s in before if s.slot.attribute != _HOME and _is_on(s, at)]
    since = max((s.observed_at for s in stays), default=None)
    return since is not None and not any(s.slot.attribute == _HOME and s.observed_at > since for s in before)


def _is_on(stay: Statement, at: datetime) -> bool:
    return stay.valid_to > at if stay.valid_to is not None else stay.temporary
