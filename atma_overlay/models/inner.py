"""What every model around another one shares."""

from __future__ import annotations

from dataclasses import replace

from atma_overlay.ports.model import Model, ModelCapabilities


class OverInner:
    """A model that hands its requests on to an inner one: named as it is, closed with it."""

    def __init__(self, inner: Model) -> None:
        self._inner = inner

    @property
    def name(self) -> str:
        """The inner model's name."""
        return self._inner.name

    @property
    def capabilities(self) -> ModelCapabilities:
        """The inner model's, and it can be awaited."""
        return replace(self._inner.capabilities, asynchronous=True)

    def close(self) -> None:
        """Close the inner model."""
        self._inner.close()
