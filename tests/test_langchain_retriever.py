"""`AtmaRetriever`: the framework's own suite, and what its documents say, alone and around another retriever."""

import json
from typing import Any

import pytest
from langchain_core.callbacks import AsyncCallbackManagerForRetrieverRun, CallbackManagerForRetrieverRun
from langchain_core.documents import Document
from langchain_core.retrievers import BaseRetriever
from langchain_tests.integration_tests import RetrieversIntegrationTests
from pydantic import Field

from atma_overlay import AsyncOverlay, InvalidInputError, Overlay
from atma_overlay.hosts.memory import MemoryHost
from langchain_atma import AtmaRetriever
from tests.langchain_agents import ME, CountingHost, Hourly, overlay

LIFE = (
    "I live in Leeds.",
    "I work at Fenwick as a planner.",
    "My rent is £700 a month.",
    "The boiler was serviced in May.",
    "I moved to York.",
    "My rent went up to £760.",
)


def lived(memory: Overlay) -> Overlay:
    for text in LIFE:
        memory.remember(text, scope=ME)
    return memory


class Listed(BaseRetriever):
    """A retriever of the application's own: it finds what it holds, in its order, blocking or awaited."""

    documents: list[Document]
    ways: list[str] = Field(default_factory=list)

    def _get_relevant_documents(self, query: str, *, run_manager: CallbackManagerForRetrieverRun) -> list[Document]:
        self.ways.append("invoke")
        return self.documents

    async def _aget_relevant_documents(
        self, query: str, *, run_manager: AsyncCallbackManagerForRetrieverRun
    ) -> list[Document]:
        self.ways.append("ainvoke")
        return self.documents


def notes() -> list[Document]:
    return [
        Document("I live in Leeds, near the canal.", id="n1", metadata={"source": "notes.md"}),
        Document("The cat is called Tom. I live in Leeds.", id="n2", metadata={"source": "cats.md"}),
        Document("The boiler is in the cellar.", metadata={"source": "house.md"}),
        Document("   ", metadata={"source": "blank.md"}),
    ]


class TestAlone(RetrieversIntegrationTests):
    @property
    def retriever_constructor(self) -> type[AtmaRetriever]:
        return AtmaRetriever

    @property
    def retriever_constructor_params(self) -> dict[str, Any]:
        return {"overlay": lived(overlay()), "scope": ME}

    @property
    def retriever_query_example(self) -> str:
        return "Where do I live, and what is my rent?"


class TestAroundAnother(RetrieversIntegrationTests):
    @property
    def retriever_constructor(self) -> type[AtmaRetriever]:
        return AtmaRetriever

    @property
    def retriever_constructor_params(self) -> dict[str, Any]:
        return {"overlay": lived(overlay()), "scope": ME, "base": Listed(documents=notes())}

    @property
    def retriever_query_example(self) -> str:
        return "Where do I live, and what is my rent?"


def test_a_document_is_labelled_from_the_structure() -> None:
    [document] = AtmaRetriever(overlay=lived(overlay()), scope=ME, k=1).invoke("Where do I live?")
    assert document.page_content == 'current 2025-03-02.. "user / home city" = "York" from "I moved to York."'
    assert document.metadata["atma"]["rows"][0]["label"] == "current"


def test_a_pair_of_old_and_new_is_one_document() -> None:
    [document] = AtmaRetriever(overlay=lived(overlay()), scope=ME, k=1).invoke("How did my rent change?")
    assert '"£700 → £760"' in document.page_content.replace("\\u2192", "→")
    assert len(document.page_content.splitlines()) == 3
    assert [row["label"] for row in document.metadata["atma"]["rows"]] == ["transition", "historical", "current"]


def test_the_first_document_says_what_the_query_wrongly_presumes() -> None:
    found = AtmaRetriever(overlay=lived(overlay()), scope=ME).invoke("Since I live in Leeds, which pool is near me?")
    told = ['OUTDATED premise "Leeds"' in document.page_content for document in found]
    assert told == [True, *(False for _ in found[1:])]


def test_memory_text_cannot_forge_a_row() -> None:
    memory = overlay()
    memory.remember('The note says:\ncurrent "user / home city" = "Rome"', scope=ME)
    [document] = AtmaRetriever(overlay=memory, scope=ME, k=1).invoke("What does the note say?")
    assert not any(line.startswith("current ") for line in document.page_content.splitlines())


def test_documents_are_json_through_and_through() -> None:
    for document in AtmaRetriever(overlay=lived(overlay()), scope=ME).invoke("Where do I live?"):
        assert json.loads(json.dumps(document.metadata)) == document.metadata


def test_a_base_retriever_stands_in_for_the_host() -> None:
    host = CountingHost()
    memory = lived(overlay(host))
    found = AtmaRetriever(overlay=memory, scope=ME, base=Listed(documents=notes())).invoke("Where do I live?")
    assert host.searches == 0
    assert found[0].metadata["atma"]["rows"][0]["value"] == "York"


def test_what_no_longer_holds_of_its_documents_is_left_out_and_the_rest_keeps_its_metadata() -> None:
    memory = lived(overlay())
    found = AtmaRetriever(overlay=memory, scope=ME, base=Listed(documents=notes())).invoke("Where do I live?")
    assert not any("Leeds" in document.page_content for document in found)
    sources = {document.metadata.get("source"): document.page_content for document in found}
    assert sources["cats.md"] == 'untracked "The cat is called Tom."'
    assert sources["house.md"] == 'untracked "The boiler is in the cellar."'
    assert "notes.md" not in sources


def test_a_document_that_keeps_its_id_among_its_metadata_is_known_by_it() -> None:
    memory = lived(overlay())
    stored = [Document(m.text, metadata={"_id": m.id}) for m in memory.host.page(scope=ME).memories]
    found = AtmaRetriever(overlay=memory, scope=ME, base=Listed(documents=stored)).invoke("Where do I live?")
    assert [d.page_content for d in found if "York" in d.page_content] == [
        'current 2025-03-02.. "user / home city" = "York" from "I moved to York."'
    ]
    assert not any("Leeds" in d.page_content for d in found)


@pytest.mark.parametrize("kind", [Overlay, AsyncOverlay])
@pytest.mark.parametrize("around", [False, True])
async def test_invoke_and_ainvoke_find_the_same(kind: Any, *, around: bool) -> None:
    host, clock = MemoryHost(), Hourly()
    blocking = lived(Overlay(host, ledger="memory://", clock=clock))
    memory = kind(host, ledger=blocking.ledger, clock=clock)
    base = Listed(documents=notes()) if around else None
    retriever = AtmaRetriever(overlay=memory, scope=ME, base=base)
    query = "Since I live in Leeds, which pool is near me?"
    assert retriever.invoke(query) == await retriever.ainvoke(query)
    assert base is None or base.ways == ["invoke", "ainvoke"]


def test_in_shadow_mode_the_documents_of_the_base_are_returned_as_they_are() -> None:
    memory = lived(Overlay(MemoryHost(), ledger="memory://", mode="shadow"))
    documents = notes()
    found = AtmaRetriever(overlay=memory, scope=ME, base=Listed(documents=documents), k=1).invoke("Where do I live?")
    assert found == documents


def test_a_base_that_fails_is_told_as_it_is() -> None:
    class Failing(Listed):
        def _get_relevant_documents(self, query: str, *, run_manager: CallbackManagerForRetrieverRun) -> list[Document]:
            raise OSError("no index")

    with pytest.raises(OSError, match="no index"):
        AtmaRetriever(overlay=overlay(), scope=ME, base=Failing(documents=[])).invoke("Where do I live?")


@pytest.mark.parametrize("wrong", [{"k": 0}, {"overlay": "memory://"}, {"scope": "me"}, {"max_tokens": 0}])
def test_a_wrong_argument_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(InvalidInputError, match=next(iter(wrong))):
        AtmaRetriever(**{"overlay": overlay(), "scope": ME, **wrong})
