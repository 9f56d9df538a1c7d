"""As many changes told in so many words are heard as were, in all pairs of wordings of the old and the new value.

The attributes, values and wordings are those of the reconstruction of LoCoMo Temporal Plus (`data/suites/ltp.toml`).
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from atma_overlay import Overlay, Scope
from atma_overlay.evaluation.suites.ltp_attributes import wordlist
from atma_overlay.hosts.memory import MemoryHost

AT = datetime(2026, 1, 1, tzinfo=UTC)
HEARD = 392
"""How many of the 675 are, as measured; the others tell the new value in words that do not say what it is of."""


def test_as_many_changes_in_so_many_words_are_heard_as_before() -> None:
    words, missed, number = wordlist(), [], 0
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
        for attribute in words.attribute:
            old, new = attribute.values[:2]
            for before in attribute.said:
                for after in attribute.said:
                    number += 1
                    scope = Scope(tenant="acme", user=f"u-{number}")
                    now = words.now_in_cues[number % len(words.now_in_cues)]
                    overlay.remember(before.format(v=old, now=""), scope=scope, observed_at=AT)
                    told = after.format(v=new, now=now)
                    receipt = overlay.remember(told, scope=scope, observed_at=AT + timedelta(days=9))
                    if not any(t.state == "applied" for t in receipt.transitions):
                        missed.append((before.format(v=old, now=""), told))
    assert number > 600
    assert number - len(missed) >= HEARD, missed
