"""What is quoted, tagged, assigned or announced as somebody else's retires nothing of the user's."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from atma_overlay import Overlay, Scope
from atma_overlay.hosts.memory import MemoryHost

ME = Scope(tenant="acme", user="ana")
AT = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    "said",
    [
        "„I moved to Oslo.“",
        "「I moved to Oslo.」",
        "『I moved to Oslo.』",
        "»I moved to Oslo.«",
        '"""\nI moved to Oslo.\n"""',
        "'''I moved to Oslo.'''",
        "<pim> I moved to Oslo.",
        "<Pim Aas> hi\n<Pim Aas> I moved to Oslo.",
        "msg=I moved to Oslo.",
        "const text = 'I moved to Oslo.'",
        "Is the following true? I moved to Oslo.",
        "My cousin texted me this. I moved to Oslo. What do I answer?",
        "Here's what my cousin sent\nI moved to Oslo.",
        "Found on reddit.\n\nI moved to Oslo.",
        "The report states I moved to Oslo.",
        "I moved to Oslo.\n- Pim",
        "I moved to Oslo.\n ~ Pim Aas",
        "pim wrote\nI moved to Oslo.",
        "My cousin texted\n\nI moved to Oslo.",
        "[12:03] pim: hey\n  I moved to Oslo.",
    ],
)
def test_words_of_others_retire_nothing(said: str) -> None:
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
        overlay.remember("I live in Turin.", scope=ME, observed_at=AT)
        receipt = overlay.remember(said, scope=ME, observed_at=AT + timedelta(days=9))
    assert not [t for t in receipt.transitions if t.state == "applied"]


@pytest.mark.parametrize(
    "said",
    [
        "I moved to Oslo, 1+1=2.",
        "I <3 it here: I moved to Oslo.",
        "I moved to Oslo = happy",
        "- I moved to Oslo\n- Still vegan",
        "As I said\nI moved to Oslo.",
    ],
)
def test_a_mark_alone_takes_no_word_from_its_speaker(said: str) -> None:
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
        overlay.remember("I live in Turin.", scope=ME, observed_at=AT)
        receipt = overlay.remember(said, scope=ME, observed_at=AT + timedelta(days=9))
    assert [t.to_value for t in receipt.transitions if t.state == "applied"] == ["Oslo"]
