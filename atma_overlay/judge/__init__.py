"""The judge: implicit conflicts by any model, bounded in cost, safe when the model is not (CUPMem, section F.2)."""

from atma_overlay.judge.schemas import (
    Adjudicated,
    Extracted,
    Judged,
    SaidContingency,
    SaidRejection,
    SaidStatement,
    SaidVerdict,
)
from atma_overlay.judge.settings import APPLY_AT, Budget, Judge, Prices

__all__ = [
    "APPLY_AT",
    "Adjudicated",
    "Budget",
    "Extracted",
    "Judge",
    "Judged",
    "Prices",
    "SaidContingency",
    "SaidRejection",
    "SaidStatement",
    "SaidVerdict",
]
