"""After an erasure no cache, no module and no object of this process holds a word of what was erased (law 7)."""

from __future__ import annotations

import functools
import gc
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import pytest
from pydantic import BaseModel

from atma_overlay import AsyncOverlay, Overlay, Scope, View
from atma_overlay import kept as kept_module
from atma_overlay.embedding import LexicalEmbedder
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.judge import schemas as judge_schemas
from atma_overlay.kept import MAX_KEPT_CHARACTERS, ShortAnswers, forget_texts, kept, kept_short, on_forgetting
from atma_overlay.language.candidates import from_json, to_json
from atma_overlay.language.extract import default_extractor
from atma_overlay.lifecycle import StageMem
from atma_overlay.linking.head import Head, Logistic
from atma_overlay.linking.linker import TrainedLinker
from atma_overlay.readout import schemas as readout_schemas
from atma_overlay.testing.ledger_samples import observation, statement
from atma_overlay.views import packets, receipts, states

AT = datetime(2025, 6, 1, 9, tzinfo=UTC)
ME = Scope(tenant="acme", user="u-1")
NEEDLE = bytes(reversed(b"xevrouq"))
"""Spelt backwards: the text of this module would be found."""
DROPPED = {
    "atma_overlay.embedding.lexical._features",
    "atma_overlay.values.sameness.spelled_form",
    "atma_overlay.values.sameness.content_words",
    "atma_overlay.values.stemming.stemmed",
}
"""Some of the functions that keep words of users: a cache is looked for, and found, under these names at least."""
CLOSED = {
    "atma_overlay.altering._parts": "classes of this package",
    "atma_overlay.kinds.kind_of": "annotations of this package",
    "atma_overlay.telemetry.guarded._tell": "names of classes of errors",
    "atma_overlay.state.folds.nearby._gives_keys": "classes of linkers",
    "atma_overlay.ledger.prepared._prepared": "statements of this package, with the lengths of lists",
    "atma_overlay.ledger.prepared._appended": "statements of this package, with the names of columns",
    "atma_overlay.ledger.prepared._written": "statements of this package, with the names of columns",
    "atma_overlay.ledger.prepared.into": "tables",
    "atma_overlay.ledger.prepared.over": "tables, with the names of columns",
    "atma_overlay.ledger.postgres_statements.putting": "tables, with the names of columns",
    "atma_overlay.ledger.postgres_statements.reading": "statements of this package",
    "atma_overlay.ledger.postgres_statements.writing": "statements of this package, with the names of columns",
    "atma_overlay.ledger.postgres_statements.inserting": "tables, with the names of columns",
    "atma_overlay.ledger.postgres_statements._looked_up": "tables",
    "atma_overlay.ledger.postgres_text._newest": "a number of terms",
    "atma_overlay.ledger.queries.held_in_slots": "a number of slots",
    "atma_overlay.judge.naming._vocabulary": "lexicons",
    "atma_overlay.ledger.queries.latest_with": "a number of terms",
    "atma_overlay.models.prompts.load_prompt": "names of prompts of this package",
    "atma_overlay.word_lists.read_wordings": "names of word lists of this package",
    "atma_overlay.language.grammar.templates.read_templates": "names of word lists of this package",
    "atma_overlay.language.endings.statuses._tellings": "names of tables of a word list of this package",
}
"""Caches that stay, each with what it is keyed by; those without a key hold what is the package's own."""


def of_erasure(*letters: str) -> str:
    return "".join(letters)


def told(word: str) -> list[str]:
    return [
        f"I live in {word}ville.", f"I moved to {word}burg last week.", f"My {word} depends on where I live.",
        f"I like {word}s, and my sister {word.title()} lives in Ghent.", f"We switched from Emacs to {word}.",
        f"My {word} rent is 800 {word}.", "I work at Norvane.",
    ]  # fmt: skip


def asked(word: str) -> list[str]:
    return [
        "Where do I live?", f"Since I live in {word}ville, which {word} is near?", f"What did I say about {word}s?",
        f"Where did I live before {word}burg?", f"What changed with my {word}?",
    ]  # fmt: skip


def in_sight(value: object) -> Iterator[object]:
    """What an object refers to, and what that refers to where the collector does not track it."""
    for each in gc.get_referents(value):
        yield each
        if not gc.is_tracked(each) and not isinstance(each, ATOMS):
            yield from in_sight(each)


TEXTS = (str, bytes)
ATOMS = (*TEXTS, int, float, type(None))
AT_A_TIME = 10_000


def parts_that_hold() -> Iterator[list[object]]:
    """Of all objects of the process, in parts, the parts that hold the needle."""
    gc.collect()
    objects = gc.get_objects()
    parts = (objects[n : n + AT_A_TIME] for n in range(0, len(objects), AT_A_TIME))
    return filter(has_needle, parts)


def is_held() -> bool:
    """Whether an object of the process holds the needle, as text or as bytes."""
    return any(parts_that_hold())


def holders() -> list[str]:
    """Every object of the process that holds it, told by its kind and its holders'."""
    return [each for part in parts_that_hold() for each in holders_of(part)]


def has_needle(owners: list[object]) -> bool:
    """Whether one of many holds it: all that they refer to at once, which takes a tenth of the time of each alone."""
    seen = gc.get_referents(*owners)
    while seen:
        if any(map(is_needle, {id(each): each for each in seen if isinstance(each, TEXTS)}.values())):
            return True
        seen = gc.get_referents(*(each for each in seen if type(each) not in ATOMS and not gc.is_tracked(each)))
    return False


def is_needle(text: str | bytes) -> bool:
    raw = text.encode("utf-8", "replace") if isinstance(text, str) else text
    return NEEDLE in raw.lower() and raw != NEEDLE


def holders_of(owners: list[object]) -> Iterator[str]:
    for owner in owners:
        if any(isinstance(each, TEXTS) and is_needle(each) for each in in_sight(owner)):
            yield f"{type(owner).__name__} {sorted(map(str, owner))[:3] if type(owner) is dict else ''}"


@pytest.fixture(autouse=True)
def a_clean_process() -> Iterator[None]:
    """What other tests left is nobody's here."""
    forget_texts()
    yield
    forget_texts()


def everything_said_asked_and_erased(overlay: Overlay, *, wait: bool) -> None:
    word = of_erasure(*"xevrouq"[::-1])
    for n, text in enumerate(told(word)):
        overlay.remember(text, scope=ME, observed_at=AT + timedelta(days=n), wait=wait)
    overlay.flush(scope=ME)
    for query in asked(word):
        for view in (None, View.CURRENT, View.HISTORICAL, View.CHANGE, View.NEUTRAL):
            packet = overlay.recall(query, scope=ME, view=view, now=AT + timedelta(days=30))
            assert packet.degraded is None
    assert word in packet.render()
    timeline = overlay.timeline(scope=ME)
    record = next(r for r in timeline.records if word in r.value)
    assert word in repr(overlay.why(record.id, scope=ME))
    overlay.correct(record.id, f"{word}heim", scope=ME, observed_at=AT + timedelta(days=20))
    overlay.forget(f"my {word} rent", scope=ME, observed_at=AT + timedelta(days=21))
    assert is_held()
    receipt = overlay.erase(scope=ME, everything=True)
    assert receipt.observation_ids
    assert not receipt.residue


@pytest.mark.usefixtures("all_objects")
@pytest.mark.parametrize(
    ("ledger", "parts", "wait"),
    [("memory", "plain", True), ("sqlite", "plain", True), ("memory", "all", False), ("sqlite", "all", False)],
)
def test_nothing_in_the_process_holds_a_word_of_what_was_erased(
    tmp_path: Path, ledger: str, parts: str, *, wait: bool
) -> None:
    url = "memory://" if ledger == "memory" else f"sqlite:///{tmp_path}/memory.db"
    more: dict[str, Any] = {}
    if parts == "all":
        more = {"linker": trained(), "lifecycle": StageMem(novelty=LexicalEmbedder())}
    with Overlay(MemoryHost(), ledger=url, on_error="raise", clock=lambda: AT + timedelta(days=40), **more) as overlay:
        everything_said_asked_and_erased(overlay, wait=wait)
        assert holders() == []


@pytest.mark.usefixtures("all_objects")
async def test_nothing_is_left_behind_a_face_that_is_awaited(tmp_path: Path) -> None:
    url, word = f"sqlite:///{tmp_path}/memory.db", of_erasure(*"xevrouq"[::-1])
    async with AsyncOverlay(MemoryHost(), ledger=url, on_error="raise", clock=lambda: AT) as overlay:
        for n, text in enumerate(told(word)):
            await overlay.remember(text, scope=ME, observed_at=AT - timedelta(days=20 - n))
        for query in asked(word):
            await overlay.recall(query, scope=ME)
        del text, query, word
        assert is_held()
        await overlay.erase(scope=ME, everything=True)
        assert holders() == []


@pytest.mark.usefixtures("all_objects")
def test_the_search_finds_what_a_cache_holds() -> None:
    @kept(8)
    def shouted(text: str) -> str:
        return text.upper()

    shouted(of_erasure(*"xevrouq"[::-1]))
    assert is_held()
    forget_texts()
    assert holders() == []


def test_a_long_word_is_kept_by_no_cache() -> None:
    read: list[str] = []

    @kept_short(8)
    def shouted(text: str, ending: str = "!") -> str:
        read.append(text)
        return text.upper() + ending

    long = "a" * (MAX_KEPT_CHARACTERS + 1)
    for text in (long, long, long[1:], long[1:]):
        assert shouted(text, "?") == text.upper() + "?"
    assert read == [long, long, long[1:]]


def test_of_too_many_short_texts_none_is_kept() -> None:
    read: list[str] = []

    @kept_short(2)
    def shouted(text: str) -> str:
        read.append(text)
        return text.upper()

    assert [shouted(text) for text in "abab"] == ["A", "B", "A", "B"]
    assert read == ["a", "b"]
    assert [shouted(text) for text in "cca"] == ["C", "C", "A"]
    assert read == ["a", "b", "c", "a"]
    long = "a" * (MAX_KEPT_CHARACTERS + 1)
    assert [shouted(text) for text in (long, long)] == [long.upper()] * 2
    assert read[4:] == [long, long]


@pytest.mark.usefixtures("all_objects")
@pytest.mark.parametrize("text", ["I live in {}.", "{}", "My sister's name is {}.", "I moved from York to {} today."])
def test_a_word_of_a_page_s_length_stays_in_no_cache_of_many(text: str) -> None:
    word = of_erasure(*"xevrouq"[::-1]) * 2000
    with Overlay(MemoryHost(), ledger="memory://") as overlay:
        overlay.remember(text.format(word), scope=ME, observed_at=AT)
        overlay.recall(f"Do I live in {word}?", scope=ME, now=AT + timedelta(days=1))
    caches = [each for each in gc.get_objects() if isinstance(each, functools._lru_cache_wrapper)]
    holding = [c for c in caches if any(isinstance(x, str) and len(x) >= len(word) for x in in_sight(c))]
    assert holding
    assert [c.__wrapped__.__name__ for c in holding if (c.cache_parameters()["maxsize"] or SEVERAL + 1) > SEVERAL] == []
    short = [each for each in gc.get_objects() if isinstance(each, ShortAnswers)]
    assert [each for each in short if any(len(text) >= len(word) for text in each)] == []


SEVERAL = 256
"""Entries of a cache that spares one call reading the same text several times."""


@pytest.mark.usefixtures("all_objects")
def test_a_trained_linker_keeps_no_text_of_what_was_erased() -> None:
    linker = trained()
    said = observation("o-1", f"I live in {of_erasure(*'xevrouq'[::-1])}ville.")
    linker.scores(statement("s-1", said), statement("s-2", said))
    del said
    assert is_held()
    forget_texts()
    assert holders() == []


def trained() -> TrainedLinker:
    embedder = LexicalEmbedder()
    even = Logistic(weights=(0.01,) * (2 * embedder.dimension), bias=0.0)
    head = Head(name="t@1", embedder=embedder.name, dimension=embedder.dimension, same=even, differs=even)
    return TrainedLinker(head, embedder)


def caches() -> dict[str, Any]:
    """Every cache of the package's modules, and of its classes' methods, by where its function is defined."""
    found = {}
    for value in gc.get_objects():
        if isinstance(value, functools._lru_cache_wrapper | ShortAnswers):
            made = value.function if isinstance(value, ShortAnswers) else value
            name = f"{made.__module__}.{made.__qualname__}"
            if name.startswith(("atma_", "langchain_atma", "llamaindex_atma", "llama_index.memory.atma")):
                found[name] = value
    return found


@pytest.mark.usefixtures("all_objects")
def test_every_cache_is_dropped_or_is_known_to_hold_nothing_of_users() -> None:
    dropped: list[object] = []
    for reference in kept_module._DROP.values():
        drop = reference()
        dropped.append(getattr(drop, "__self__", None))
    evaluation = ("atma_overlay.evaluation.", "atma_overlay.bench.", "atma_overlay.testing.")
    loose = {
        name
        for name, cache in caches().items()
        if not any(cache is each for each in dropped)
        and name not in CLOSED
        and not name.startswith(evaluation)
        and parameters_of(cache) > 0
    }
    # The first is dropped by the method of its object; the other is an evaluation's, and goes with it.
    assert loose <= {
        "atma_overlay.linking.linker.TrainedLinker._embedded",
        "atma_overlay.embedding.lexical.LexicalEmbedder.sparse",
    }
    assert caches().keys() >= DROPPED


def parameters_of(cache: Any) -> int:
    function = cache.function if isinstance(cache, ShortAnswers) else cache.__wrapped__
    return function.__code__.co_argcount if isinstance(function, FunctionType) else 1


def test_what_belongs_to_an_object_is_dropped_for_as_long_as_the_object_lives() -> None:
    class Box:
        def __init__(self) -> None:
            self.texts = ["said"]
            on_forgetting(self.forget)

        def forget(self) -> None:
            self.texts.clear()

    gc.collect()
    before, box = len(kept_module._DROP), Box()
    forget_texts()
    assert box.texts == []
    assert len(kept_module._DROP) == before + 1
    del box
    gc.collect()
    assert len(kept_module._DROP) == before


def test_things_may_be_registered_while_others_are_dropped() -> None:
    class Box:
        def __init__(self) -> None:
            on_forgetting(self.forget)

        def forget(self) -> None:
            """Nothing is kept."""

    before = len(kept_module._DROP)
    work: list[Callable[[], object]] = [forget_texts, lambda: [Box() for _ in range(20)]]
    threads = [threading.Thread(target=lambda n=n: [work[n % 2]() for _ in range(50)]) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    gc.collect()
    assert len(kept_module._DROP) == before


def test_a_text_that_is_read_back_from_the_ledger_is_kept_nowhere_by_the_reader_of_json() -> None:
    found = default_extractor().extract("I live in Turin.", speaker="user", at=AT)
    text = to_json(found)
    once, again = from_json(text), from_json(text)
    assert once == again == found
    assert [c.value for c in once.candidates] == ["Turin"]
    assert once.candidates[0].value is not again.candidates[0].value


@pytest.mark.parametrize("module", [judge_schemas, readout_schemas, packets, receipts, states])
def test_models_that_read_json_of_users_keep_none_of_it(module: ModuleType) -> None:
    forms = [v for v in vars(module).values() if isinstance(v, type) and issubclass(v, BaseModel)]
    mine = [form for form in forms if form.__module__ == module.__name__]
    assert mine
    assert {form.model_config.get("cache_strings") for form in mine} == {"none"}
