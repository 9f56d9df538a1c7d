"""Supersede (arXiv 2606.27472) as a training environment for `verifiers`, with the overlay as one of its memories.

`load_environment()` gives the environment. By its id, `atma_supersede`, the tools of `verifiers` and its trainer find
the taskset and the harness here; `grpo.toml` beside this file is the paper's training configuration.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import ValidationError

from atma_overlay.errors import MissingExtraError
from atma_overlay.evaluation.notes import BUDGET
from atma_overlay.refusals import refusal
from atma_overlay.signatures import typed

if TYPE_CHECKING:
    from atma_overlay.evaluation.suites.supersede_timelines import History
    from atma_supersede.environment import MatcherName, SupersedeEnv, SupersedeHarness, SupersedeTaskset
    from atma_supersede.exchange import MemoryName

__all__ = ["GRPO_CONFIG", "SupersedeEnv", "SupersedeHarness", "SupersedeTaskset", "load_environment"]

GRPO_CONFIG = Path(__file__).with_name("grpo.toml")
"""The paper's training configuration (section 4, Table 4)."""
ID = "atma_supersede"
_LAZY = frozenset({"SupersedeEnv", "SupersedeHarness", "SupersedeTaskset"})


@typed
def load_environment(  # noqa: PLR0913 - keyword-only parts of one configuration
    *,
    memory: MemoryName = "notes",
    path: str | Path | None = None,
    history: History = "short",
    count: int = 2000,
    seed: int = 0,
    budget: int = BUDGET,
    budget_per_session: int | None = None,
    stale_weight: float = 1.0,
    matcher: MatcherName = "strict",
) -> SupersedeEnv:
    """The environment, to be served, evaluated or trained on with `verifiers`.

    Args:
        memory: `notes` that the model writes, or the `overlay`, an external memory without a bound.
        path: a LongMemEval file, for its knowledge-update questions; None generates timelines.
        history: `short` or `long`; see the suite `supersede`.
        count: how many timelines are generated, or questions read at most.
        seed: of the generator.
        budget: of the notes, in characters.
        budget_per_session: in characters, for a bound in proportion to the conversation; goes before `budget`.
        stale_weight: λ of the reward r_cur + λ·r_stale, not negative.
        matcher: `strict`, or the paper's `lenient` one.

    Raises:
        MissingExtraError: `verifiers` is not installed.
        InvalidInputError: an argument cannot be used.
    """
    _environment()
    import verifiers.v1 as vf

    config = {
        "taskset": {
            "id": ID,
            "path": path,
            "history": history,
            "count": count,
            "seed": seed,
            "task": {"stale_weight": stale_weight, "matcher": matcher},
        },
        "agent": {
            "harness": {"id": ID, "memory": memory, "budget": budget, "budget_per_session": budget_per_session},
        },
    }
    try:
        env: SupersedeEnv = vf.load_environment(vf.resolve_env_config(config))
    except ValidationError as error:
        raise refusal(error) from None
    return env


def __getattr__(name: str) -> object:
    """The taskset and the harness load with `verifiers`, when they are asked for."""
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(_environment(), name)


def _environment() -> object:
    try:
        return import_module("atma_supersede.environment")
    except ImportError as error:
        if (error.name or "").partition(".")[0] != "verifiers":
            raise
        raise MissingExtraError("verifiers", "verifiers", error) from error
