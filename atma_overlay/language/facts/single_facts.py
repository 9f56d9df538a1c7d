"""Rules for one fact each of a clause that `statements` reads in their order, with the verbs that each is of."""

from __future__ import annotations

from atma_overlay.language.facts.expiries import EXPIRING, expiry
from atma_overlay.language.facts.held_at import HOLDING, held_at
from atma_overlay.language.facts.prescribed import PRESCRIBING, prescribed
from atma_overlay.language.facts.regular_sums import PUTTING, regular_sum
from atma_overlay.language.facts.start_days import BEGINNING, start_day

__all__ = ["SINGLE_FACTS"]

SINGLE_FACTS = (
    (expiry, EXPIRING), (start_day, BEGINNING), (prescribed, PRESCRIBING), (regular_sum, PUTTING), (held_at, HOLDING),
)  # fmt: skip
