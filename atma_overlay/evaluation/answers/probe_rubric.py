"""A rubric for each task of a probe: MEME's six as its paper defines them, and ours for the tasks it has not.

After MEME, sections 3.1, 4.1 and D.5: a prompt a task, exact recall by comparing strings, partial credit for
aggregation and tracking. The paper's own wording of the prompts is not part of its text; ours states the criteria of
section 3.1. That a paired probe must pass too is not decided here; see `pairs`.
"""

from __future__ import annotations

from collections.abc import Sequence

from atma_overlay.evaluation.answers.answer import Answer
from atma_overlay.evaluation.answers.rubric import Grade, Judgement
from atma_overlay.evaluation.episodes import Probe
from atma_overlay.evaluation.matching import mentions
from atma_overlay.evaluation.wording import phrase
from atma_overlay.models.digest import content_nonce
from atma_overlay.models.prompts import load_prompt
from atma_overlay.models.structured import ask
from atma_overlay.ports.model import Model, ModelRequest
from atma_overlay.render import quote

MAX_TOKENS = 250
EXACT = "exact string"
"""The grader of exact recall."""


class ProbeGrader:
    """Grades the answer to a probe with a model: one call; exact recall takes none."""

    def __init__(self, model: Model) -> None:
        self._model = model

    def grade(self, probe: Probe, answer: Answer | str) -> Grade:
        """The grade of an answer by the criterion of the probe's task.

        Raises:
            ModelError: the model failed.
        """
        text = answer if isinstance(answer, str) else answer.text
        if probe.task == "exact_recall" and probe.expect == "answer" and probe.groups:
            return Grade(recalled_exactly(probe, text), "compared character by character", EXACT)
        prompt = load_prompt("grade-probe")
        nonce = content_nonce(probe.query, text, *_gold(probe), *probe.stale)
        messages = prompt.messages(
            criterion=prompt.parts[criterion_name(probe)],
            query=quote(probe.query, nonce),
            gold=_listed([" or ".join(forms) for forms in probe.groups] or _reference(probe), nonce),
            stale=_listed(probe.stale, nonce),
            answer=quote(text, nonce),
        )
        request = ModelRequest(messages, max_tokens=MAX_TOKENS, prompt=prompt.id)
        decided = ask(self._model, request, schema=Judgement).value
        return Grade(decided.passed, decided.reason, f"{self._model.name} {prompt.id}", parts=_parts(probe, text))


def criterion_name(probe: Probe) -> str:
    """The part of the prompt with a probe's criterion: its task, or what is expected where that is no answer."""
    return probe.task if probe.expect == "answer" else probe.expect


def recalled_exactly(probe: Probe, text: str) -> bool:
    """Whether every value stands in the text character by character; white space alone may differ."""
    said = " ".join(text.split())
    return all(any(" ".join(form.split()) in said for form in forms) for forms in probe.groups)


def _parts(probe: Probe, text: str) -> tuple[int, int] | None:
    """The partial credit: values named, for tracking those in the right order (MEME, section D.5)."""
    if probe.task not in ("aggregation", "tracking") or not probe.groups:
        return None
    said = phrase(text)
    if probe.task == "aggregation":
        met = sum(any(mentions(said, phrase(form)) for form in forms) for forms in probe.groups)
        return met, len(probe.groups)
    return _longest_run([_places(said.words, forms) for forms in probe.groups]), len(probe.groups)


def _places(words: Sequence[str], forms: Sequence[str]) -> list[int]:
    sought = [phrase(form).words for form in forms]
    return [
        place
        for place in range(len(words))
        for form in sought
        if form and tuple(words[place : place + len(form)]) == form
    ]


def _longest_run(places: Sequence[Sequence[int]]) -> int:
    """The most groups that can be met at places that rise: a longest increasing subsequence, one place a group."""
    best: dict[int, int] = {}
    for options in places:
        longer = {place: 1 + max((n for p, n in best.items() if p < place), default=0) for place in options}
        best = {place: max(longer.get(place, 0), best.get(place, 0)) for place in {*longer, *best}}
    return max(best.values(), default=0)


def _gold(probe: Probe) -> list[str]:
    return [*(form for forms in probe.groups for form in forms), *_reference(probe)]


def _reference(probe: Probe) -> list[str]:
    return [probe.reference] if probe.reference else []


def _listed(values: Sequence[str], nonce: str) -> str:
    return ", ".join(quote(value, nonce) for value in values) or "(none)"
