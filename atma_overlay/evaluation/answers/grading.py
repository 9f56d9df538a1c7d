"""Answers graded by their words: no model, no opinion.

`accuracy`: a probe that wants an answer gets every group of its gold values, in order for `tracking`, and, where it
asks for now, no stale value presented as current. *Uncertain* is met by saying so. *Absent* is met by anything that
does not report the removed value; only the paired probe tells it from never having known (see `passes`). *Blocked* is
met by blocking, or by the correct value without the stale one; *supported* by not blocking.
`stale_rate`: a stale value is presented as current. `uncertain_recall`: what is uncertain is said to be.
"""

from __future__ import annotations

from collections.abc import Sequence

from atma_overlay.evaluation.answers.answer import Answer, Verdict
from atma_overlay.evaluation.answers.free_text import presented
from atma_overlay.evaluation.episodes import Probe
from atma_overlay.evaluation.matching import mentions
from atma_overlay.evaluation.tallies import Tally
from atma_overlay.evaluation.wording import Phrase, phrase


def answer_tallies(probe: Probe, answer: Answer) -> dict[str, Tally]:
    """The answer metrics of one probe; a metric that the probe says nothing about is left out."""
    out: dict[str, Tally] = {}
    right = accurate(probe, answer)
    if right is not None:
        out["accuracy"] = Tally.of([right])
    if probe.stale and probe.view != "historical":
        out["stale_rate"] = Tally.of([presents_stale(probe, answer)])
    if probe.expect == "uncertain":
        out["uncertain_recall"] = Tally.of([answer.verdict is Verdict.UNCERTAIN])
    return out


def accurate(probe: Probe, answer: Answer) -> bool | None:
    """Whether the answer is right; None where the gold is no value, so that words cannot tell."""
    if probe.expect == "uncertain":
        return answer.verdict is Verdict.UNCERTAIN
    if probe.expect == "absent":
        return not _reports_removed(probe, answer)
    if probe.expect == "supported":
        return answer.verdict is not Verdict.BLOCKED
    if probe.expect == "blocked":
        mended = bool(probe.groups) and _gives(probe, answer)
        return (answer.verdict is Verdict.BLOCKED or mended) and not presents_stale(probe, answer)
    if not probe.groups:
        return None
    return _gives(probe, answer) and not (probe.asks_now and presents_stale(probe, answer))


def presents_stale(probe: Probe, answer: Answer) -> bool:
    """Whether a stale value is presented as current; in a chain of changes only its end is."""
    if not answer.values and answer.verdict is not Verdict.ANSWER:
        return False
    said = answer.values[-1:] if probe.view == "change" else answer.values
    return _mentions_any([phrase(part) for part in said or presented(answer.text)], probe)


def _reports_removed(probe: Probe, answer: Answer) -> bool:
    if not probe.stale:
        return answer.verdict is Verdict.ANSWER
    return presents_stale(probe, answer)


def _mentions_any(parts: Sequence[Phrase], probe: Probe) -> bool:
    gold = [phrase(form) for forms in probe.groups for form in forms]
    stale = [phrase(form) for form in probe.stale]
    return any(mentions(part, s, besides=gold) and part.negated == s.negated for part in parts for s in stale)


def _gives(probe: Probe, answer: Answer) -> bool:
    """Whether every group of gold values is given; polarity counts where the values are told apart."""
    if answer.verdict not in (Verdict.ANSWER, Verdict.BLOCKED):
        return False
    parts = [phrase(part) for part in _parts(probe, answer)]
    stale = [phrase(form) for form in probe.stale] if probe.asks_now else []
    groups = [[phrase(form) for form in forms] for forms in probe.groups]
    polar = bool(answer.values)
    if probe.task == "tracking":
        return _in_order(parts, groups, polar=polar)
    return all(any(_is(part, form, polar=polar, besides=stale) for part in parts for form in forms) for forms in groups)


def _parts(probe: Probe, answer: Answer) -> Sequence[str]:
    if probe.asks_past:
        return answer.values or (answer.text,)
    return answer.values or presented(answer.text)


def _is(part: Phrase, form: Phrase, *, polar: bool, besides: Sequence[Phrase] = ()) -> bool:
    return mentions(part, form, besides=besides) and (not polar or part.negated == form.negated)


def _in_order(parts: Sequence[Phrase], groups: Sequence[Sequence[Phrase]], *, polar: bool) -> bool:
    """Whether the groups are met one after another, each behind the last: in a later part, or later in the same."""
    at, start = 0, 0
    for forms in groups:
        found = _next(parts, forms, at=at, start=start, polar=polar)
        if found is None:
            return False
        at, start = found
    return True


def _next(
    parts: Sequence[Phrase], forms: Sequence[Phrase], *, at: int, start: int, polar: bool
) -> tuple[int, int] | None:
    for place in range(at, len(parts)):
        words = parts[place].words
        first = start if place == at else 0
        for index in range(first, len(words)):
            for form in forms:
                size = len(form.words)
                same = size and words[index : index + size] == form.words
                if same and (not polar or parts[place].negated == form.negated):
                    return place, index + size
    return None
