"""How grave or how urgent something to be done is: *bug 917 is a blocker*, *ticket 12 has high priority*.

Each is a slot of its own beside the status, and only of what is told by its number: *the issue is minor* may be any.
Which grades there are is data (`progress.toml`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from atma_overlay.language.candidates import Candidate
from atma_overlay.language.scene import Scene
from atma_overlay.language.work.progress import (
    BEING,
    DEPENDING,
    DID,
    DONE,
    IS,
    Told,
    ends_here,
    made_of,
    past_adverbs,
)
from atma_overlay.language.work.work_deeds import somebody_did
from atma_overlay.language.work.work_names import (
    BARE,
    GROUPS,
    PRIORITY,
    SEVERITY,
    SORT_OF,
    Named,
    Word,
    joined,
    named_at,
)

_BY_ITSELF = {SEVERITY: frozenset(GROUPS["severity"]), PRIORITY: frozenset(GROUPS["priority"])}
"""What tells one of the two without its name: *a blocker*, *urgent*."""
_GRADES = _BY_ITSELF[SEVERITY] | _BY_ITSELF[PRIORITY] | frozenset(GROUPS["grades"])
_REGRADED = frozenset(GROUPS["regraded"])
_GRADED_AT_ALL = frozenset(x.split(" ")[0] for x in _GRADES)
_ARTICLES = frozenset({"a", "an", "the"})
_GRADED = frozenset({"work", BARE})
_FROM = 5
"""Words from *downgraded* to *to*, at most: *from sev 1*."""


def grades(scene: Scene, words: Sequence[Word]) -> Iterator[Told]:
    """The severity and the priority of each thing of which a sentence tells them.

    Args:
        scene: the sentence, with a clause that spans it.
        words: those that may tell something of a thing at work, see `told_words`.
    """
    if _GRADED_AT_ALL.isdisjoint(x.text for x in words):
        return
    depends = DEPENDING.search(scene.sentence.said)
    for at in range(len(words)):
        if depends is not None and depends.end() <= words[at].start:
            return
        for opens in _openings(scene, words, at):
            named = named_at(scene.sentence.text, words, at, opens=opens)
            told = None if named is None else _told_of(scene, words, named, regraded=opens > 0)
            if told is not None:
                yield Told(told, ())
                break


def _openings(scene: Scene, words: Sequence[Word], at: int) -> Iterator[int]:
    """Where the name of a thing may open: with the sentence, or behind who graded it anew (*we downgraded bug 12*)."""
    yield 0
    verb = next((n for n in range(at - 1, max(-1, at - 4), -1) if words[n].text in _REGRADED), None)
    if verb is not None and words[at].text in SORT_OF and somebody_did(scene.sentence, words, verb):
        yield verb + 1


def _told_of(scene: Scene, words: Sequence[Word], named: Named, *, regraded: bool) -> Candidate | None:
    if named.sort not in _GRADED or not named.numbered or named.behind >= len(words):
        return None
    at = named.behind
    changed = regraded
    if not regraded:
        how = BEING.get(words[at].text, "")
        at = past_adverbs(words, at + 1)
        if how == DID and at < len(words) and words[at].text == "been":
            at = past_adverbs(words, at + 1)
        changed = how in {DONE, DID} and at < len(words) and words[at].text in _REGRADED
        if not how or (how == DONE and not changed):
            return None
        at += changed
    if changed:
        to = next((n for n in range(at, min(at + _FROM, len(words))) if words[n].text == "to"), None)
        if to is None or (to > at and words[at].text != "from"):
            return None
        at = to + 1
    return _graded(scene, words, named, at)


def _graded(scene: Scene, words: Sequence[Word], named: Named, at: int) -> Candidate | None:
    """The grade that stands at a word, with what it is a grade of, where that is told."""
    at += at < len(words) and words[at].text in _ARTICLES
    size = next((n for n in (2, 1) if joined(words, at, at + n) in _GRADES), 0)
    grade, last = joined(words, at, at + size), at + size - 1
    facet = named.facet if named.facet in _BY_ITSELF else ""
    if last + 1 < len(words) and words[last + 1].text in _BY_ITSELF:
        last, facet = last + 1, words[last + 1].text
    facet = facet or next((x for x, known in _BY_ITSELF.items() if grade in known), "")
    if not size or not facet or not ends_here(scene, words[last].end, IS):
        return None
    return made_of(scene, named, grade, (words[at].start, words[at + size - 1].end), facet)
