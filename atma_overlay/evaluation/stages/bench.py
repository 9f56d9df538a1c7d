"""The paper's tables over regimes, policies, capacities, samples and constants."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from atma_overlay.errors import InvalidInputError
from atma_overlay.evaluation.stages.contenders import CAPACITIES, FAMILIES, MECHANISMS, Make, variations
from atma_overlay.evaluation.stages.measures import measured
from atma_overlay.evaluation.stages.memories import FrontDoor
from atma_overlay.evaluation.stages.regimes import streams
from atma_overlay.evaluation.stages.stream import Stream
from atma_overlay.evaluation.stages.tables import Bench
from atma_overlay.evaluation.tallies import Metric, Tally
from atma_overlay.lifecycle import StageMem

SAMPLES = 128
SWEPT_SAMPLES = (128, 256, 512)
THRESHOLDS = (0.45, 0.55, 0.65, 0.75, 0.85)
"""Front doors, from a lax to a strict one (section 5.1)."""
CORE = ("retention", "update", "interference", "consolidation", "wrong_overwrite")
HEAVY = (
    "recall", "important_retained", "final_load", "deeper_tier", "noncritical", "deeper_noncritical", "budget_hit",
    "eviction_regret", "useful", "write_amplification", "hit@1", "mrr",
)  # fmt: skip
SWEPT = ("recall", "important_retained", "final_load", "deeper_tier", "deeper_noncritical", "budget_hit")


def benches(*, samples: int = SAMPLES, seed: int = 0, sweep: str = "all") -> Iterator[Bench]:
    """The tables, one by one.

    Args:
        samples: streams a regime; sweeps over samples have their own.
        seed: of the streams.
        sweep: `capacity`, `constants`, `front-door`, `all`, or `none` for the tables of one operating point.

    Raises:
        InvalidInputError: there is no such sweep.
    """
    if sweep not in ("all", "none", *_SWEEPS):
        raise InvalidInputError("sweep", f"{sweep!r} is none of all, none, {', '.join(_SWEEPS)}")
    policy = StageMem(capacity=CAPACITIES["default"])
    if sweep in ("all", "none"):
        yield _core(policy, samples, seed)
        yield _family(policy, samples, seed)
        yield _mechanisms(policy, samples, seed)
    for name, made in _SWEEPS.items():
        if sweep in ("all", name):
            yield made(samples, seed)


def row_of(make: Make, policy: StageMem, told: Sequence[Stream]) -> dict[str, Metric]:
    """The metrics of one policy over streams."""
    each = [measured(make(policy), stream) for stream in told]
    names = dict.fromkeys(name for tallies in each for name in tallies)
    return {name: _metric([t[name] for t in each if name in t]) for name in names}


def _metric(tallies: Sequence[Tally]) -> Metric:
    """The share over all streams; of nothing it is 0: what keeps or evicts nothing has no residue and no regret.

    No interval: the regimes are deterministic, and sweeps tell how stable an operating point is (section 5.2).
    """
    total = sum(tallies, start=Tally(0, 0))
    value = total.hits / total.out_of if total.out_of else 0.0
    return Metric(value=round(value, 4), n=round(total.out_of), ci95=None)


def _core(policy: StageMem, samples: int, seed: int) -> Bench:
    rows = {}
    for regime in ("low", "overflow"):
        told = list(streams(regime, samples, seed=seed))
        for name in ("stagemem", "single-layer"):
            rows[f"{regime}: {name}"] = row_of(FAMILIES[name], policy, told)
    return _bench("core", "low and overflow pressure (Tables 1 and 8)", CORE, rows)


def _family(policy: StageMem, samples: int, seed: int) -> Bench:
    told = list(streams("heavy", samples, seed=seed))
    rows = {name: row_of(make, policy, told) for name, make in FAMILIES.items()}
    return _bench("family", "heavy admitted content, by family (Tables 2, 4 and 9)", HEAVY, rows)


def _mechanisms(policy: StageMem, samples: int, seed: int) -> Bench:
    told = {regime: list(streams(regime, samples, seed=seed)) for regime in ("overflow", "heavy")}
    rows = {}
    for name, make in MECHANISMS.items():
        core = row_of(make, policy, told["overflow"])
        heavy = row_of(make, policy, told["heavy"])
        rows[name] = {c: core[c] for c in CORE} | {c: heavy[c] for c in HEAVY}
    columns = (*CORE, *(c for c in HEAVY if c not in {"hit@1", "mrr"}))
    return _bench("mechanisms", "ablations: overflow accuracies, then heavy (Tables 5 and 11)", columns, rows)


def _capacities(samples: int, seed: int) -> Bench:
    rows = {}
    for place, capacity in CAPACITIES.items():
        policy = StageMem(capacity=capacity)
        for count in SWEPT_SAMPLES:
            told = list(streams("heavy", count, seed=seed))
            for name, make in FAMILIES.items():
                rows[f"{place} ({capacity.total}), {count}: {name}"] = row_of(make, policy, told)
    return _bench("capacity", "capacity and samples (Tables 3 and 10)", SWEPT, rows)


def _constants(samples: int, seed: int) -> Bench:
    told = list(streams("heavy", samples, seed=seed))
    base = StageMem(capacity=CAPACITIES["default"])
    rows = {name: row_of(FAMILIES["stagemem"], policy, told) for name, policy in variations(base).items()}
    return _bench("constants", "constants and thresholds that the paper does not print", SWEPT, rows)


def _front_doors(samples: int, seed: int) -> Bench:
    told = list(streams("heavy", samples, seed=seed))
    policy = StageMem(capacity=CAPACITIES["default"])
    rows = {}
    for threshold in THRESHOLDS:
        make: Make = _front_door(threshold)
        rows[f"mem0-style, from {threshold}"] = row_of(make, policy, told)
    rows["stagemem"] = row_of(FAMILIES["stagemem"], policy, told)
    return _bench("front-door", "how strict a front door is (section 5.1)", SWEPT, rows)


def _front_door(threshold: float) -> Make:
    return lambda policy: FrontDoor(policy.capacity.total, threshold=threshold)


_SWEEPS = {"capacity": _capacities, "constants": _constants, "front-door": _front_doors}
SETTINGS: Mapping[str, str] = {"sweep": f"all (default), none, {', '.join(_SWEEPS)}"}


def _bench(name: str, caption: str, columns: tuple[str, ...], rows: dict[str, dict[str, Metric]]) -> Bench:
    shown = {row: {c: metrics[c] for c in columns if c in metrics} for row, metrics in rows.items()}
    return Bench(name=name, caption=caption, columns=columns, rows=shown)
