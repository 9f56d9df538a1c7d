"""Contracts and fakes for whoever writes a host, a ledger or a model; each loads when it is asked for.

The contracts need pytest, the fakes do not.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from atma_overlay.testing.host_contract import HostContract
    from atma_overlay.testing.ledger_contract import LedgerContract, PersistentLedgerContract
    from atma_overlay.testing.model_server import ModelServer
    from atma_overlay.testing.named_host_contract import NamedHostContract
    from atma_overlay.testing.scripted_model import ScriptedModel

__all__ = [
    "HostContract",
    "LedgerContract",
    "ModelServer",
    "NamedHostContract",
    "PersistentLedgerContract",
    "ScriptedModel",
]

_HOMES = {
    "HostContract": "host_contract",
    "LedgerContract": "ledger_contract",
    "ModelServer": "model_server",
    "NamedHostContract": "named_host_contract",
    "PersistentLedgerContract": "ledger_contract",
    "ScriptedModel": "scripted_model",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    """What the package offers, loaded or not."""
    return __all__
