"""A model for Graphiti that follows a script: what it extracts, merges and retires is written down beforehand."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from graphiti_core import Graphiti
from graphiti_core.llm_client.client import LLMClient
from graphiti_core.prompts.models import Message

TABLES = ("RelatesToNode_", "Entity", "Episodic", "Community", "Saga")


@dataclass(frozen=True)
class Triple:
    """A fact as the model extracts it; dates are ISO texts, and an undated fact is valid from its episode on."""

    subject: str
    relation: str
    object: str
    fact: str
    valid_at: str | None = None
    invalid_at: str | None = None


def one_to_one(said: str) -> list[Triple]:
    """Every utterance is one fact of the same words."""
    return [Triple("user", "SAID", "assistant", said)] if said else []


@dataclass
class Script:
    """What the model answers: the facts in an utterance, and what a new fact retires or restates among known ones."""

    facts: Callable[[str], Sequence[Triple]] = one_to_one
    contradicts: Callable[[str, str], bool] = lambda new, old: False
    restates: Callable[[str, str], bool] = lambda new, old: False
    fails: list[Exception] = field(default_factory=list)
    """Raised by the next calls, one each."""
    calls: list[str] = field(default_factory=list)
    prompts: list[str] = field(default_factory=list)


def between(text: str, start: str, end: str) -> str:
    return text.partition(start)[2].partition(end)[0].strip()


class ScriptedModel(LLMClient):
    """Graphiti's model client on a script."""

    def __init__(self, script: Script) -> None:
        super().__init__(None)
        self.script = script

    async def _generate_response(
        self, messages: list[Message], response_model: Any = None, *_: Any, **__: Any
    ) -> dict[str, Any]:
        asked = response_model.__name__
        self.script.calls.append(asked)
        prompt = messages[-1].content
        self.script.prompts.append(prompt)
        if self.script.fails:
            raise self.script.fails.pop(0)
        answer: dict[str, Any] = getattr(self, f"_{asked}")(prompt)
        return answer

    def _ExtractedEntities(self, prompt: str) -> dict[str, Any]:  # noqa: N802 - named by the shape asked for
        facts = self.script.facts(utterance(between(prompt, "<CURRENT MESSAGE>", "</CURRENT MESSAGE>")))
        names = dict.fromkeys(name for fact in facts for name in (fact.subject, fact.object))
        return {"extracted_entities": [{"name": name, "entity_type_id": 0} for name in names]}

    def _ExtractedEdges(self, prompt: str) -> dict[str, Any]:  # noqa: N802
        said = utterance(between(prompt, "<CURRENT_MESSAGE>", "</CURRENT_MESSAGE>"))
        at = between(prompt, "<REFERENCE_TIME>", "</REFERENCE_TIME>").split("  ")[0].strip()
        return {
            "edges": [
                {
                    "source_entity_name": fact.subject,
                    "target_entity_name": fact.object,
                    "relation_type": fact.relation,
                    "fact": fact.fact,
                    "valid_at": fact.valid_at or at.replace(" ", "T"),
                    "invalid_at": fact.invalid_at,
                }
                for fact in self.script.facts(said)
            ]
        }

    def _NodeResolutions(self, prompt: str) -> dict[str, Any]:  # noqa: N802
        nodes = ast.literal_eval(between(prompt, "<ENTITIES>", "</ENTITIES>"))
        resolved = [{"id": n["id"], "name": n["name"], "duplicate_candidate_id": -1} for n in nodes]
        return {"entity_resolutions": resolved}

    def _EdgeDuplicate(self, prompt: str) -> dict[str, Any]:  # noqa: N802
        new = between(prompt, "<NEW FACT>", "</NEW FACT>")
        existing = ast.literal_eval(between(prompt, "<EXISTING FACTS>", "</EXISTING FACTS>"))
        others = ast.literal_eval(between(prompt, "<FACT INVALIDATION CANDIDATES>", "</FACT INVALIDATION CANDIDATES>"))
        return {
            "duplicate_facts": [e["idx"] for e in existing if self.script.restates(new, e["fact"])],
            "contradicted_facts": [e["idx"] for e in [*existing, *others] if self.script.contradicts(new, e["fact"])],
        }

    def _SummarizedEntities(self, _: str) -> dict[str, Any]:  # noqa: N802
        return {"summaries": []}

    def _EdgeTimestamps(self, _: str) -> dict[str, Any]:  # noqa: N802
        return {"valid_at": None, "invalid_at": None}


def utterance(content: str) -> str:
    """What was said, without who said it."""
    return content.partition(": ")[2]


def emptied(graphiti: Graphiti) -> Graphiti:
    """A Graphiti on an embedded Kuzu without its rows: a new database takes half a second."""
    import kuzu

    connection = kuzu.Connection(graphiti.driver.db)  # type: ignore[attr-defined]  # KuzuDriver's
    for table in TABLES:
        connection.execute(f"MATCH (n:{table}) DETACH DELETE n")
    connection.close()
    return graphiti
