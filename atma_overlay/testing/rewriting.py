"""A scripted extractor: what a host's model does to texts, without a model and the same every time.

Hosts with a model paraphrase, split, merge, drop and delay what they are given. A `ScriptedExtractor` does all five
by a plan, for any host whose model can be replaced by a function on texts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from enum import StrEnum
from functools import cache

from atma_overlay import re2
from atma_overlay.ports.host import Host, HostCapabilities, HostItem, HostMemory, HostPage, HostSearch
from atma_overlay.scope import Scope

__all__ = ["EVERYTHING", "Rewriting", "RewritingHost", "ScriptedExtractor", "merged", "paraphrased", "split"]


class Rewriting(StrEnum):
    """What becomes of one turn."""

    PARAPHRASE = "paraphrase"
    """One memory in the third person."""
    SPLIT = "split"
    """A memory a sentence, and a clause."""
    MERGE = "merge"
    """One memory together with the turn after it."""
    DROP = "drop"
    """No memory, ever."""
    DELAY = "delay"
    """A memory of its own, which comes with the turn after it."""


EVERYTHING = tuple(Rewriting)
"""A plan with all five."""

# A plural "they" keeps every verb as it is; what would not agree is named before its pronoun alone.
_THIRD_PERSON = (
    (r"\bI['’]m\b", "they are"),
    (r"\bI['’](ve|ll|d)\b", r"they'\1"),
    (r"\bI am\b", "they are"),
    (r"\bI was\b", "they were"),
    (r"\b[Aa]m I\b", "are they"),
    (r"\b[Ww]as I\b", "were they"),
    (r"\bI\b", "they"),
    (r"\b[Mm]y\b", "their"),
    (r"\b[Mm]ine\b", "theirs"),
    (r"\b[Mm]yself\b", "themselves"),
    (r"\b[Mm]e\b", "them"),
)
_SENTENCES = r"([.!?])\s+"
_CLAUSES = r"(?:;\s+|,\s+(?:and|but)\s+)(I\b|[Mm]y\b)"
_CUT = "\x1f"


@cache
def _compiled(pattern: str) -> re2._Regexp:
    return re2.compile(pattern)


def paraphrased(text: str) -> str:
    """The text as of someone else: of `I live here` it makes `The user said that they live here`."""
    for pattern, words in _THIRD_PERSON:
        text = _compiled(pattern).sub(words, text)
    return f"The user said that {text.strip()}"


def split(text: str) -> list[str]:
    """The sentences of a text, and of them the clauses that begin with their own `I` or `my`."""
    cut = _compiled(_SENTENCES).sub(rf"\1{_CUT}", text)
    cut = _compiled(_CLAUSES).sub(rf".{_CUT}\1", cut)
    return [part.strip() for part in cut.split(_CUT) if part.strip()]


def merged(texts: Iterable[str]) -> str:
    """One text that says what several said."""
    parts = [text.strip().rstrip(".!?") for text in texts]
    return "; ".join(parts) + "."


class ScriptedExtractor:
    """Makes memories of turns by a plan that is gone through again and again; called with a turn, in order.

    Args:
        plan: what becomes of the first turn, of the second, and so on.
    """

    def __init__(self, plan: Sequence[Rewriting] = EVERYTHING) -> None:
        if not plan:
            raise ValueError("plan is empty: name at least one rewriting")
        self._plan = tuple(plan)
        self._turns = 0
        self._late: list[str] = []
        self._unfinished: list[str] = []

    def __call__(self, text: str) -> list[str]:
        """The memories that this turn brings, those of turns before it first."""
        rewriting = self._plan[self._turns % len(self._plan)]
        self._turns += 1
        late, self._late = self._late, []
        if rewriting is Rewriting.DROP:
            return late
        parts = [*self._unfinished, *(split(text) if rewriting is Rewriting.SPLIT else [text])]
        if rewriting is Rewriting.MERGE:
            self._unfinished = parts
            return late
        unfinished, self._unfinished = self._unfinished, []
        texts = [paraphrased(merged(parts))] if unfinished else [paraphrased(part) for part in parts]
        if rewriting is Rewriting.DELAY:
            self._late = texts
            return late
        return late + texts

    def rest(self) -> list[str]:
        """The memories that are still owed when no turn follows."""
        owed = [*self._late, *([paraphrased(merged(self._unfinished))] if self._unfinished else [])]
        self._late, self._unfinished = [], []
        return owed


class RewritingHost:
    """A host before which a model rewrites whatever is written: what an application does over a bare vector store.

    What was brought for a key is brought for it again, so that a retry asks no model and stores nothing twice.

    Args:
        host: keeps the memories; closed with this one.
        extractor: makes memories of each text, in order.
    """

    def __init__(self, host: Host, extractor: Callable[[str], Sequence[str]]) -> None:
        self._host, self._extractor = host, extractor
        self._brought: dict[tuple[Scope, str], list[HostItem]] = {}

    @property
    def name(self) -> str:
        """The name of the host behind it."""
        return self._host.name

    @property
    def capabilities(self) -> HostCapabilities:
        """Those of the host behind it, but that it rewrites."""
        return replace(self._host.capabilities, rewrites=True, chooses_ids=False)

    def add(self, items: Sequence[HostItem], *, scope: Scope) -> list[tuple[str, ...]]:
        """Store what the model makes of each item; the ids of those memories, those of earlier items among them."""
        carried = []
        for item in items:
            brought = self._rewritten(item, scope)
            ids = self._host.add(brought, scope=scope) if brought else []
            carried.append(tuple(i for each in ids for i in each))
        return carried

    def _rewritten(self, item: HostItem, scope: Scope) -> list[HostItem]:
        if (scope, item.key) not in self._brought:
            texts = self._extractor(item.text)
            self._brought[scope, item.key] = [
                replace(item, key=f"{item.key}#{number}", text=text) for number, text in enumerate(texts)
            ]
        return self._brought[scope, item.key]

    def search(self, query: str, *, scope: Scope, limit: int, within: Sequence[str] | None = None) -> HostSearch:
        """The search of the host behind it."""
        return self._host.search(query, scope=scope, limit=limit, within=within)

    def get(self, ids: Sequence[str], *, scope: Scope) -> list[HostMemory]:
        """What the host behind it has of the ids."""
        return self._host.get(ids, scope=scope)

    def delete(self, ids: Sequence[str], *, scope: Scope) -> None:
        """Remove memories there."""
        self._host.delete(ids, scope=scope)

    def page(self, *, scope: Scope, cursor: str | None = None, limit: int = 500) -> HostPage:
        """Its pages."""
        return self._host.page(scope=scope, cursor=cursor, limit=limit)

    def close(self) -> None:
        """Close the host behind it."""
        self._host.close()
