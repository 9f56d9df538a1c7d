"""`AtmaMemory` in the classic chains."""

import warnings
from typing import Any

import pytest
from langchain_core._api import LangChainDeprecationWarning
from langchain_core.language_models.fake import FakeListLLM
from langchain_core.messages import AIMessage, HumanMessage

from atma_overlay import AsyncOverlay, InvalidInputError
from atma_overlay.hosts.memory import MemoryHost
from langchain_atma import AtmaMemory
from tests.langchain_agents import ME, Hourly, ShownModel, overlay
from tests.thread_notes import without_nonces

with warnings.catch_warnings():
    warnings.simplefilter("ignore", LangChainDeprecationWarning)
    from langchain_classic.chains import ConversationChain

SAID = ("I live in Leeds.", "I moved to York.")


def memory(**options: Any) -> AtmaMemory:
    return AtmaMemory(**{"overlay": overlay(), "scope": ME, **options})


def tell(kept: AtmaMemory, *texts: str) -> AtmaMemory:
    for text in texts:
        kept.save_context({"input": text}, {"response": f"Noted. {text}"})
    return kept


def chain(model: Any, kept: AtmaMemory) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", LangChainDeprecationWarning)
        return ConversationChain(llm=model, memory=kept)


def without_nonce(text: str) -> list[str]:
    return [line for line in without_nonces(text).splitlines() if not line.startswith("<")]


def test_a_conversation_chain_is_shown_what_holds_now() -> None:
    model = ShownModel(script=lambda _: AIMessage("Noted."))
    talk = chain(model, memory())
    for text in (*SAID, "Since I live in Leeds, which pool is near me?"):
        talk.invoke({"input": text})
    [prompt] = model.latest
    history = without_nonces(prompt.text).rpartition("Human: ")[0]
    assert 'OUTDATED premise "Leeds": no longer true, what holds now is "York"' in history
    assert 'Human: [outdated: "user / home city" is now "York"]' in history
    assert "I live in Leeds" not in history


def test_there_is_one_key_and_it_is_history() -> None:
    kept = memory()
    assert kept.memory_variables == ["history"]
    assert list(kept.load_memory_variables({"input": "Hello."})) == ["history"]


def test_as_messages_the_evidence_is_a_humans() -> None:
    kept = tell(memory(return_messages=True), *SAID)
    history = kept.load_memory_variables({"input": "Where do I live?"})["history"]
    assert [type(m) for m in history] == [HumanMessage, HumanMessage, AIMessage, HumanMessage, AIMessage]
    assert '"user / home city" = "York"' in history[0].text


def test_only_the_latest_exchanges_are_shown_and_all_are_known() -> None:
    kept = tell(memory(turns=1), "I live in Leeds.", "The boiler is loud.", "The kettle is new.")
    history = kept.load_memory_variables({"input": "Where do I live?"})["history"]
    assert "Human: The kettle is new." in history
    assert "Human: I live in Leeds." not in history
    assert '= "Leeds"' in history


def test_clear_empties_the_turns_and_leaves_what_is_known() -> None:
    kept = tell(memory(), *SAID)
    kept.clear()
    history = kept.load_memory_variables({"input": "Where do I live?"})["history"]
    assert "Human:" not in history
    assert '= "York"' in history


def test_the_same_words_said_again_are_said_again() -> None:
    kept = tell(memory(), "I live in Leeds.", "I live in York now.", "I live in Leeds.")
    assert kept.overlay.executor.host.page(scope=ME).memories[2].text == "I live in Leeds."
    assert '= "Leeds"' in kept.load_memory_variables({"input": "Where do I live?"})["history"]


def test_a_short_answer_is_learnt_by_the_reply_before_it() -> None:
    kept = memory()
    kept.save_context({"input": "I live in Leeds."}, {"response": "Noted. Where do you live now?"})
    kept.save_context({"input": "York."}, {"response": "Thanks."})
    assert '= "York"' in kept.load_memory_variables({"input": "Where do I live?"})["history"]


def test_of_several_inputs_the_one_that_counts_is_named() -> None:
    with pytest.raises(InvalidInputError, match="input_key"):
        memory().save_context({"question": "Hi.", "tone": "kind"}, {"answer": "Hi."})
    memory(input_key="question").save_context({"question": "Hi.", "tone": "kind"}, {"answer": "Hi."})
    with pytest.raises(InvalidInputError, match="output_key"):
        memory().save_context({"question": "Hi."}, {"answer": "Hi.", "sources": "none"})


def test_without_an_input_the_turns_are_shown() -> None:
    assert memory().load_memory_variables({}) == {"history": ""}


async def test_the_awaited_face_does_the_same() -> None:
    blocking = tell(memory(), *SAID)
    awaited = memory(overlay=AsyncOverlay(MemoryHost(), ledger="memory://", clock=Hourly()))
    for text in SAID:
        await awaited.asave_context({"input": text}, {"response": f"Noted. {text}"})
    one = blocking.load_memory_variables({"input": "Where do I live?"})["history"]
    other = (await awaited.aload_memory_variables({"input": "Where do I live?"}))["history"]
    assert without_nonce(one) == without_nonce(other)
    await awaited.aclear()
    assert "Human:" not in (await awaited.aload_memory_variables({"input": "Hello."}))["history"]


def test_a_plain_language_model_will_do() -> None:
    talk = chain(FakeListLLM(responses=["Noted.", "In Leeds."]), memory())
    talk.invoke({"input": "I live in Leeds."})
    assert talk.invoke({"input": "Where do I live?"})["response"] == "In Leeds."
