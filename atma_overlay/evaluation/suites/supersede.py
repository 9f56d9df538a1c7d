"""The suite `supersede`: generated timelines, or LongMemEval's knowledge-update questions, short and long."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import get_args

from atma_overlay.errors import InvalidInputError
from atma_overlay.evaluation.episodes import Episode, Probe
from atma_overlay.evaluation.matchers import LENIENT, STRICT, Matcher, Verdict
from atma_overlay.evaluation.matchers.verdicts import AskedTime
from atma_overlay.evaluation.suites.registry import Options, Suite
from atma_overlay.evaluation.suites.supersede_questions import questions
from atma_overlay.evaluation.suites.supersede_timelines import History, timelines

COUNT = 100
"""How many timelines are generated where nothing else is said."""
SETTINGS = {
    "history": "short (default): 6 to 8 generated sessions, or a question's evidence sessions; long: about 48, or all",
    "count": f"how many timelines to generate; {COUNT} by default",
}


def load(paths: Sequence[Path], options: Options) -> Sequence[Episode]:
    """The questions of LongMemEval files, or generated timelines where there is no path.

    Raises:
        InvalidInputError: a file or a setting cannot be used.
    """
    history = _history(options.given)
    if paths and "count" in options.given:
        raise InvalidInputError("count", "is for generated timelines: pass it without a path, or use a limit")
    episodes: Iterable[Episode] = (
        questions(paths, history=history)
        if paths
        else timelines(_count(options.given), seed=options.seed, history=history)
    )
    return tuple(islice(episodes, options.limit))


def _history(given: Mapping[str, str]) -> History:
    unknown = sorted(given.keys() - SETTINGS.keys())
    if unknown:
        raise InvalidInputError(unknown[0], f"is no setting of supersede: use {' or '.join(SETTINGS)}")
    wanted = given.get("history", "short")
    for history in get_args(History):
        if history == wanted:
            chosen: History = history
            return chosen
    raise InvalidInputError("history", f"{wanted!r} is neither short nor long")


def _count(given: Mapping[str, str]) -> int:
    text = given.get("count", str(COUNT))
    if not text.isascii() or not text.isdecimal() or not int(text):
        raise InvalidInputError("count", f"{text!r} is no whole number above 0")
    return int(text)


def _gives_current(matcher: Matcher) -> Callable[[Probe, str], float | None]:
    return lambda probe, answer: _share(matcher, probe, answer, Verdict.CORRECT)


def _gives_stale(matcher: Matcher) -> Callable[[Probe, str], float | None]:
    return lambda probe, answer: _share(matcher, probe, answer, Verdict.STALE) if probe.stale else None


def _share(matcher: Matcher, probe: Probe, answer: str, wanted: Verdict) -> float | None:
    current = [form for forms in probe.groups for form in forms]
    if not current:
        return None
    asked: AskedTime = "past" if probe.view == "historical" else "current"
    return float(matcher.verdict(answer, current=current, stale=list(probe.stale), asked=asked) is wanted)


SUITE = Suite(
    "supersede",
    "facts superseded among distractors: generated timelines, or LongMemEval's knowledge updates",
    load,
    needs_path=False,
    scores={
        f"{name}_{what}": scored(matcher)
        for name, matcher in (("strict", STRICT), ("lenient", LENIENT))
        for what, scored in (("correct", _gives_current), ("stale", _gives_stale))
    },
    settings=SETTINGS,
)
