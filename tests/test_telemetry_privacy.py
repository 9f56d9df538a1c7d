"""Not a word of a conversation leaves by traces, metrics or logs, unless the environment asks for it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from atma_overlay import Overlay, Scope
from atma_overlay.errors import AtmaError, HostError, ModelError
from atma_overlay.hosts import MemoryHost
from atma_overlay.judge import Judge
from atma_overlay.ports.model import ModelRequest
from atma_overlay.telemetry.content import Content
from atma_overlay.telemetry.events import event
from atma_overlay.telemetry.names import CAPTURE_CONTENT, Decided
from atma_overlay.testing.scripted_model import ScriptedModel
from tests import judge_worlds as judges
from tests.traced_worlds import Traced, attributes, day, of

TURNS = (
    "I live in Timbuktu with my hamster Zebedee.",
    "I moved again; I'm in Ouagadougou now.",
    "If I change jobs I'll commute by unicycle.",
    "My favourite spice is raw asafoetida.",
    "Since I began observing Jain dietary rules I need new recipes.",
    "Actually I meant Antananarivo, not Ouagadougou.",
)
QUERIES = (
    "Since I live in Timbuktu, which gym is near me?", "Where did I live before Ouagadougou?",
    "What changed about my home?", "Tell me about Zebedee.",
)  # fmt: skip
WORDS = (
    "Timbuktu", "hamster", "Zebedee", "Ouagadougou", "unicycle", "asafoetida", "Jain", "Antananarivo", "favourite",
    "recipes", "gym", "Llanfair",
)  # fmt: skip
"""Of the conversation, the queries and what was written by hand; none is a word of the code."""
ME = Scope(tenant="acme", user="u-42", session="s-1")


@pytest.fixture
def logs() -> Iterator[list[str]]:
    """Everything that any logger says, the arguments and the tracebacks included."""
    lines: list[str] = []

    class Kept(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(logging.Formatter("%(name)s %(message)s").format(record))

    handler, root = Kept(), logging.getLogger()
    before = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield lines
    root.removeHandler(handler)
    root.setLevel(before)


class Quoting(MemoryHost):
    """A host whose errors quote what it was given, as SDKs do."""

    failing = False

    def search(self, query: str, **asked: Any) -> Any:
        if self.failing:
            raise RuntimeError(f"no route for {query!r} near {TURNS[0]!r}")
        return super().search(query, **asked)

    def add(self, items: Any, *, scope: Scope) -> Any:
        if self.failing:
            raise HostError("memory", "add", f"payload rejected: {[i.text for i in items]}")
        return super().add(items, scope=scope)


def told(model: Callable[[ModelRequest], Any], traced: Traced) -> None:
    """A whole session, failures of host, model and caller included."""
    host = Quoting()
    judge = Judge(ScriptedModel(model, name="scripted:judge"))
    with traced.overlay(host, judge=judge) as overlay:
        for n, text in enumerate(TURNS, start=1):
            overlay.remember(text, scope=ME, observed_at=day(n))
        for query in QUERIES:
            overlay.recall(query, scope=ME, now=day(8)).render()
        _by_hand(overlay)
        overlay.reconcile(scope=ME)
        host.failing = True
        overlay.recall(QUERIES[0], scope=ME)
        overlay.remember("Now I keep bees in Llanfair.", scope=ME, observed_at=day(8))
        for wrong in (
            lambda: overlay.why("Zebedee the hamster", scope=ME),
            lambda: overlay.forget("unicycle", scope=ME),
        ):
            with pytest.raises(AtmaError):
                wrong()
        host.failing = False
        overlay.flush(scope=ME)
        overlay.rejudge(scope=ME)
        overlay.erase(scope=ME, everything=True)


def _by_hand(overlay: Overlay) -> None:
    timeline = overlay.timeline(scope=ME)
    overlay.why(timeline.records[0].id, scope=ME)
    overlay.correct(timeline.records[0].id, "Llanfair", scope=ME, observed_at=day(7))
    applied = [t for t in overlay.timeline(scope=ME).transitions if t.state == "applied"]
    overlay.undo(applied[0].id, scope=ME, by="Zebedee")
    overlay.review(scope=ME)


def quoting(request: ModelRequest) -> Any:
    """A judge that answers, and then fails with the request in its message."""
    if "Llanfair" in request.messages[-1].text:
        return ModelError("scripted:judge", f"bad request: {request.messages[-1].text}")
    return judges.diligent(request)


def found(text: str) -> list[str]:
    return [word for word in WORDS if word.casefold() in text.casefold()]


def test_no_exported_byte_holds_a_word_of_the_conversation_errors_included(logs: list[str]) -> None:
    traced = Traced()
    told(quoting, traced)
    kinds = {attributes(s).get("error.type") for s in traced.spans}
    assert kinds >= {"RuntimeError", "HostError", "ModelError", "NotFoundError"}
    assert {e.name for s in traced.spans for e in s.events} == {
        "atma.decision", "atma.transition", "atma.premise.outdated"
    }  # fmt: skip
    assert len(traced.metrics()) == 7
    assert found(traced.exported()) == []
    assert found("\n".join(logs)) == []
    assert "u-42" not in traced.exported()
    assert "acme" not in traced.exported()


def test_no_label_of_a_metric_names_a_store_a_user_or_a_conversation() -> None:
    traced = Traced()
    told(quoting, traced)
    labels = {str(v) for m in traced.metrics().values() for p in m.data.data_points for v in p.attributes.values()}
    assert not labels & {"s-1", "u-42", "acme"}
    assert all(len(label) < 30 for label in labels)


@pytest.mark.parametrize(
    ("wish", "on_spans", "on_events"),
    [("SPAN_ONLY", True, False), ("EVENT_ONLY", False, True), ("SPAN_AND_EVENT", True, True),
     ("no_content", False, False)],
)  # fmt: skip
def test_texts_go_where_the_environment_wants_them(
    wish: str, on_spans: bool, on_events: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(CAPTURE_CONTENT, wish)
    traced = Traced()
    told(quoting, traced)
    spans = "".join(str(attributes(s)) for s in traced.spans)
    events = "".join(str(dict(e.attributes or {})) for s in traced.spans for e in s.events)
    assert ("Timbuktu" in spans, "Timbuktu" in events) == (on_spans, on_events)
    assert found("".join(m.to_json() for m in traced.metrics().values())) == []


def test_captured_texts_stand_in_the_conventions_attributes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CAPTURE_CONTENT, "SPAN_ONLY")
    traced = Traced()
    told(quoting, traced)
    write, read = traced.roots("remember")[0], traced.roots("recall")[0]
    assert next(r["content"] for r in of(attributes(write)["gen_ai.memory.records"])) == TURNS[0]
    assert attributes(read)["gen_ai.memory.query.text"] == QUERIES[0]
    chat = next(s for s in traced.spans if s.name == "chat judge")
    assert TURNS[0] in of(attributes(chat)["gen_ai.input.messages"])[-1]["parts"][0]["content"]
    assert of(attributes(chat)["gen_ai.output.messages"])[0]["role"] == "assistant"


def test_any_other_wish_warns_without_repeating_it_and_captures_nothing(caplog: pytest.LogCaptureFixture) -> None:
    assert Content.of({CAPTURE_CONTENT: "true"}) == Content(on_spans=False, on_events=False)
    assert [r.getMessage() for r in caplog.records] == [
        f"{CAPTURE_CONTENT} is not one of NO_CONTENT, SPAN_ONLY, EVENT_ONLY, SPAN_AND_EVENT: no text is captured"
    ]


def test_what_cannot_be_an_id_never_becomes_one() -> None:
    ids = {
        "one": "I live in Timbuktu",
        "two": "rec_1",
        "three": ["rec_2", "with words"],
        "four": None,
        "five": "x" * 201,
        "six": "",
        "seven": "rec_3\u2028",
    }
    made = event("e", ids=ids, enums={"d": Decided.ADD})
    assert dict(made.attributes) == {"two": "rec_1", "three": ["rec_2"], "d": "add"}
