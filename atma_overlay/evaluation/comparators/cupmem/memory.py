"""CUPMem as a comparator: writing adjudicates, reading consumes what was adjudicated (STALE, section F.3)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from atma_overlay.evaluation.answers.answer import Answer
from atma_overlay.evaluation.answers.chat import answered
from atma_overlay.evaluation.comparators.cupmem.forms import QueryAnalysis, Verification
from atma_overlay.evaluation.comparators.cupmem.schema import schema_lines
from atma_overlay.evaluation.comparators.cupmem.store import Item, Store
from atma_overlay.evaluation.comparators.cupmem.writing import MAX_TOKENS, Writer
from atma_overlay.evaluation.comparators.transcript import Sitting, block
from atma_overlay.models.digest import content_nonce
from atma_overlay.models.prompts import load_prompt
from atma_overlay.models.structured import ask
from atma_overlay.ports.embedder import Embedder
from atma_overlay.ports.model import Model, ModelRequest
from atma_overlay.render import quote
from atma_overlay.views import Turn

NEAREST = 5
"""Items brought for each presupposition, and for the query itself."""


class CupMem:
    """CUPMem over any model; three calls a query.

    The paper's own prompts are not part of its text; ours state the steps, forms and schema of appendix F. Its
    retrieval by similarity is left open there; here it is an embedder.

    Args:
        model: any.
        embedder: for the global candidates and the retrieval; a `LexicalEmbedder` when left out.
    """

    name = "cupmem"

    def __init__(self, model: Model, *, embedder: Embedder | None = None) -> None:
        self._model = model
        self.store = Store(embedder) if embedder is not None else Store()
        self._writer = Writer(model, self.store)

    def hold(self, turns: Sequence[Turn], /, *, at: datetime) -> None:
        """Extract, update, and retire what no longer holds."""
        self._writer.write(Sitting(at, tuple(turns)))

    def answer(self, query: str, /, *, now: datetime) -> Answer:
        """Analyse the query, verify what it takes for granted, and answer from the authorised basis alone."""
        nonce = content_nonce(
            query, *(part for item in self.store.items.values() for part in (item.value, item.evidence))
        )
        analysis = self._analyse(query, nonce)
        found = self._retrieved(query, analysis)
        lines = [*(item.line(nonce) for item in found), *self._unknown_lines(found, analysis)]
        verdict = self._verify(query, analysis, lines=lines, nonce=nonce)
        basis = [item.line(nonce) for item in found if not item.stale]
        archived = [f"blocked, not to be used: {item.line(nonce)}" for item in found if item.stale]
        said = f"premise {verdict.verdict}: {quote(verdict.reason, nonce)}"
        memory = block([said, *basis, *self._unknown_lines(found, analysis), *archived], nonce=nonce)
        return answered(self._model, memory=memory.text, query=query, now=now, nonce=nonce)

    def _analyse(self, query: str, nonce: str) -> QueryAnalysis:
        prompt = load_prompt("cupmem-analyse")
        messages = prompt.messages(schema=schema_lines(), query=quote(query, nonce))
        request = ModelRequest(messages, max_tokens=MAX_TOKENS, prompt=prompt.id)
        return ask(self._model, request, schema=QueryAnalysis).value

    def _retrieved(self, query: str, analysis: QueryAnalysis) -> list[Item]:
        """By presupposition, by query and by basis slot, active and stale, in the order of writing."""
        basis = {(region.domain, region.slot) for region in analysis.basis}
        items = list(self.store.items.values())
        chosen = {item.id for item in items if item.region in basis}
        for text in (query, *analysis.presupposed):
            chosen |= {item.id for item in self.store.nearest(text, items, limit=NEAREST)}
        return [item for item in items if item.id in chosen]

    def _unknown_lines(self, found: Sequence[Item], analysis: QueryAnalysis) -> list[str]:
        basis = {(region.domain, region.slot) for region in analysis.basis} | {item.region for item in found}
        marked = sorted(self.store.unknown & basis)
        return [f"UNKNOWN_CURRENT {domain}/{slot}: what held is no longer safe" for domain, slot in marked]

    def _verify(self, query: str, analysis: QueryAnalysis, *, lines: Sequence[str], nonce: str) -> Verification:
        prompt = load_prompt("cupmem-verify")
        messages = prompt.messages(
            query=quote(query, nonce),
            presupposed="; ".join(quote(state, nonce) for state in analysis.presupposed) or "(nothing)",
            items="\n".join(lines) or "(none)",
        )
        request = ModelRequest(messages, max_tokens=MAX_TOKENS, prompt=prompt.id)
        return ask(self._model, request, schema=Verification).value
