"""Every public function refuses what it cannot use, by the parameter's name and with the remedy, and writes nothing."""

from __future__ import annotations

import asyncio
import inspect
import math
import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from atma_graphiti import GraphitiHost
from atma_mem0 import Mem0Host, offline_memory
from atma_overlay import AsyncOverlay, AtmaError, InvalidInputError, MissingExtraError, Overlay, Scope, Turn
from atma_overlay.hosts import MemoryHost, open_host
from atma_overlay.lifecycle import StageMem
from atma_overlay.models import ModelOptions
from atma_overlay.patience import Patience
from atma_qdrant import QdrantHost
from tests.dated_worlds import ME, World, opened

ROOT = Path(__file__).parent.parent
CORE = ("hosts", "patience", "models", "judge", "lifecycle", "audit", "linking", "ledger", "embedding")
MODULES = sorted(
    {f"atma_overlay.{name}" for name in CORE}
    | {path.parent.name for folder in ("adapters", "integrations") for path in ROOT.glob(f"{folder}/*/__init__.py")}
    | {
        f"llama_index.{path.parent.parent.name}.atma"
        for path in ROOT.glob("integrations/llama_index/*/atma/__init__.py")
    }
)
INSIDE = {
    # What the overlay makes or calls itself, for whoever reads it or writes a part of their own.
    "Answered", "Breaker", "Candidate", "Exporting", "Prompt", "Retirement", "Seen", "SeenEvent", "SeenLink",
    "as_equalities", "as_operators", "as_predicate", "as_said", "ask", "ask_async", "in_time", "in_time_async",
    "in_worker", "is_waited_for", "kept_quiet", "load_prompt", "memory_id", "once_left", "rest", "waitable",
    "ScriptedModel", "EvidenceSalience",
}  # fmt: skip
SDK = {
    # Objects of an SDK that is not loaded to look at them; the SDK refuses them itself.
    ("embedded", "llm_client"), ("embedded", "cross_encoder"), ("offline_index", "nodes"),
    ("offline_index", "embedding"), ("open_folder", "embedding"), ("save_folder", "index"), ("save_store", "store"),
    ("dialect_of", "store"), ("GraphitiHost", "search_config"), ("http_app", "server"),
    ("AtmaQueryEngine", "engine"), ("AtmaRetriever", "callback_manager"), ("AtmaMiddleware", "dated"),
}  # fmt: skip


NAIVE = datetime(2024, 1, 1)  # noqa: DTZ001 - naive on purpose


class Unusable:
    """An instance of nothing that any parameter takes."""


def public(module: str) -> Iterator[tuple[str, Callable[..., Any]]]:
    loaded = import_module(module)
    for name in loaded.__all__:
        if name in INSIDE:
            continue
        try:
            found = getattr(loaded, name)
        except MissingExtraError:
            continue
        model = hasattr(found, "model_fields") or (isinstance(found, type) and not hasattr(found, "__init__"))
        if callable(found) and not getattr(found, "_is_protocol", False) and not model and not _is_enum(found):
            yield name, found


def _is_enum(found: object) -> bool:
    return hasattr(found, "__members__")


def parameters() -> list[tuple[str, Callable[..., Any], inspect.Parameter]]:
    return [
        (name, found, parameter)
        for module in MODULES
        for name, found in public(module)
        for parameter in inspect.signature(found).parameters.values()
        if parameter.kind is not parameter.VAR_KEYWORD and (name, parameter.name) not in SDK
    ]


@pytest.mark.parametrize(
    ("name", "function", "parameter"),
    parameters(),
    ids=[f"{name}-{parameter.name}" for name, _, parameter in parameters()],
)
def test_every_public_function_refuses_a_thing_of_no_kind_by_its_parameters_name(
    name: str, function: Callable[..., Any], parameter: inspect.Parameter
) -> None:
    if name == "load_environment":
        pytest.importorskip("verifiers")
    by_place = parameter.kind in (parameter.VAR_POSITIONAL, parameter.POSITIONAL_ONLY)
    alone = {"client", "async_client"}
    others = {"model": "m"} if name.endswith("OpenAIModel") and parameter.name in alone else {}
    with pytest.raises(InvalidInputError) as refused:
        function(Unusable()) if by_place else function(**{parameter.name: Unusable()}, **others)
    assert refused.value.field.endswith(parameter.name)
    assert "pass " in refused.value.problem


METHODS = sorted(
    name for name, function in inspect.getmembers(Overlay, inspect.isfunction) if name[0] != "_" and name[-1] != "_"
)
WRONG: tuple[Any, ...] = (
    Unusable(), b"bytes", -3, 10**40, math.nan, {"a": "b"}, [3], NAIVE, Scope, "\ud800", "", None,
)  # fmt: skip
"""Of these no parameter takes all."""
GOOD: dict[str, Any] = {
    "said": "I moved to York.", "query": "Where do I live?", "record_id": "rec_1", "value": "York",
    "transition_id": "tr_1", "what": "York", "older_than": timedelta(days=3),
}  # fmt: skip


def methods() -> list[tuple[str, str, str]]:
    faces = (("plain", Overlay), ("awaited", AsyncOverlay))
    return [
        (face, method, parameter)
        for face, kind in faces
        for method in METHODS
        for parameter in list(inspect.signature(getattr(kind, method)).parameters)[1:]
    ]


def call(face: str, method: str, arguments: dict[str, Any]) -> None:
    """Call a method of an overlay on a world of its own."""
    world = World()
    if face == "plain":
        getattr(world.overlay, method)(**arguments)
    else:
        other = AsyncOverlay(MemoryHost(), ledger=world.overlay.ledger)
        asyncio.run(getattr(other, method)(**arguments))


@pytest.mark.parametrize(("face", "method", "parameter"), methods())
def test_every_method_of_both_faces_names_the_argument_that_it_cannot_use(
    face: str, method: str, parameter: str
) -> None:
    kind = Overlay if face == "plain" else AsyncOverlay
    wanted = inspect.signature(getattr(kind, method)).parameters
    good = {name: value for name, value in {"scope": ME, **GOOD}.items() if name in wanted}
    good = {n: v for n, v in good.items() if n == parameter or wanted[n].default is inspect.Parameter.empty}
    with pytest.raises(InvalidInputError) as refused:
        call(face, method, good | {parameter: Unusable()})
    assert refused.value.field == parameter
    assert str(refused.value).startswith(f"{parameter}: is an Unusable: pass ")


@pytest.mark.parametrize("url", ["memory://", "sqlite:"])
@pytest.mark.parametrize(("face", "method", "parameter"), methods())
def test_no_wrong_argument_raises_anything_but_the_overlays_own_errors_in_one_line(
    face: str, method: str, parameter: str, url: str
) -> None:
    wanted = inspect.signature(getattr(Overlay, method)).parameters
    good = {name: value for name, value in {"scope": ME, **GOOD}.items() if name in wanted}
    good = {n: v for n, v in good.items() if wanted[n].default is inspect.Parameter.empty}
    with opened(url) as world:
        overlay: Any = world.overlay
        if face == "awaited":
            overlay = AsyncOverlay(world.overlay.host, ledger=world.overlay.ledger)
        refused = [told for wrong in WRONG if (told := refusal_of(overlay, method, good | {parameter: wrong}))]
    assert refused
    assert not [told for told in refused if "\n" in told or len(told) > 300]


def refusal_of(overlay: Any, method: str, arguments: dict[str, Any]) -> str | None:
    try:
        given = getattr(overlay, method)(**arguments)
        if inspect.isawaitable(given):
            asyncio.run(_awaited(given))
    except AtmaError as error:
        return str(error)
    return None


async def _awaited(given: Any) -> Any:
    return await given


@pytest.mark.parametrize("parameter", list(inspect.signature(Overlay).parameters))
def test_the_overlay_names_the_part_that_it_cannot_be_put_together_with(parameter: str) -> None:
    parts: dict[str, Any] = {"host": MemoryHost(), "ledger": "memory://"}
    with pytest.raises(InvalidInputError) as refused:
        Overlay(**parts | {parameter: Unusable()})
    assert refused.value.field == parameter


def test_a_class_in_place_of_what_it_makes_is_told_so() -> None:
    with pytest.raises(InvalidInputError, match=r"host: is the class MemoryHost, not an instance of it: pass a host"):
        Overlay(MemoryHost, ledger="memory://")  # type: ignore[arg-type]  # on purpose


def test_a_host_that_is_almost_one_is_told_what_it_lacks() -> None:
    class Almost(MemoryHost):
        delete = property()

    with pytest.raises(InvalidInputError, match="host: is an Almost without delete: pass a host"):
        Overlay(Almost(), ledger="memory://")


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"text": b"x"}, "text: is bytes: pass a text"),
        ({"text": None}, "text: is None: pass a text"),
        ({}, "text: is missing: pass it"),
        ({"text": "x", "observed_at": NAIVE}, "observed_at: has no time zone: pass an aware datetime"),
        ({"text": "x", "mood": "y"}, "mood: is not known here: leave it out"),
        ({"text": "x", "role": 3}, "role: is 3: pass a text"),
        ({"text": "x", "key": ["k"]}, "key: is a list: pass a text"),
    ],
)
def test_a_turn_that_cannot_be_is_refused_when_it_is_made(fields: dict[str, Any], told: str) -> None:
    with pytest.raises(InvalidInputError) as refused:
        Turn(**fields)
    assert str(refused.value).startswith(told)


@pytest.mark.parametrize("seconds", [0, -1, math.nan, math.inf, 1e300])
def test_what_no_clock_waits_for_is_refused(seconds: float) -> None:
    with pytest.raises(InvalidInputError, match=r"patience\.recall_seconds"):
        Patience(recall_seconds=seconds)
    with pytest.raises(InvalidInputError, match="deadline_seconds"):
        World().overlay.recall("Where?", scope=ME, deadline_seconds=seconds)


def test_a_refused_write_leaves_nothing_behind() -> None:
    world = World()
    for wrong in ([Turn(text="I live in Hull."), "I moved to York."], b"I live in Hull.", None, 3):
        with pytest.raises(InvalidInputError):
            world.overlay.remember(wrong, scope=ME)  # type: ignore[arg-type]  # on purpose
    assert world.timeline().revision == 0
    assert world.overlay.host.page(scope=ME).memories == ()


def test_the_value_of_a_refused_argument_is_not_told() -> None:
    """It may be a key that stands where a text should."""
    with pytest.raises(InvalidInputError) as refused:
        World().overlay.recall({"key": "s3cret"}, scope=ME)  # type: ignore[arg-type]  # on purpose
    assert "s3cret" not in str(refused.value)


def test_what_counts_as_a_number_is_taken() -> None:
    numpy = pytest.importorskip("numpy")
    packet = World().overlay.recall("Where do I live?", scope=ME, limit=numpy.int64(3), now=datetime.now(UTC))
    assert packet.rows == ()


def places() -> dict[str, Callable[[Path], Any]]:
    return {
        "path": lambda file: QdrantHost(path=file),
        "url": lambda _: QdrantHost(url="localhost:6333"),
        "collection": lambda _: QdrantHost(path=":memory:", collection=" "),
        "folder": offline_memory,
        "host": lambda file: open_host(f"mem0:{file}"),
        "options.base_url": lambda _: ModelOptions(base_url="localhost:8000"),
        "lifecycle.strengths": lambda _: StageMem(strengths=(1,)),  # type: ignore[arg-type]  # on purpose
        "clock": lambda _: Overlay(MemoryHost(), ledger="memory://", clock=lambda: NAIVE).remember("Hi.", scope=ME),
        "graphiti": lambda _: GraphitiHost(lambda: 3),  # type: ignore[arg-type, return-value]  # on purpose
        "config": lambda _: Mem0Host.from_config(3),  # type: ignore[arg-type]  # on purpose
    }


@pytest.mark.parametrize("field", list(places()))
def test_what_a_part_cannot_be_opened_with_is_refused_by_its_field(field: str, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("x")
    with pytest.raises(InvalidInputError) as refused:
        places()[field](file)
    assert field.endswith(refused.value.field)
    assert re.search(": (pass|write|name|have) ", str(refused.value))
    assert file.read_text() == "x"
