"""Topics: which records somebody means who names one in passing (*the knee thing*, *my weight*)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import lru_cache

from atma_overlay import re2
from atma_overlay.language.grammar.ties import RELATIONS
from atma_overlay.records import Cardinality, Statement
from atma_overlay.state.open_ones import content_order
from atma_overlay.state.workspace import Workspace
from atma_overlay.values.terms import stem, terms
from atma_overlay.word_lists import read_list

_TOPIC_NOISE = frozenset(
    stem(x)
    for x in """thing stuff matter detail details bit note notes memory said say told tell mention mentioned gave given
    give brought bring shared typed pasted wrote asked let slip last time once earlier day week anymore longer please
    kindly forget delete remove erase purge wipe keep hold hang store record use used everything anything all
    history remember want need like put get got thank thanks info information""".split()
)


AKIN = 0.9
"""Weight of a word of the same topic, beside 1 of the word itself."""


@lru_cache(maxsize=1)
def _groups() -> dict[str, frozenset[str]]:
    """The stems of the same topic, by stem."""
    groups: dict[str, frozenset[str]] = {}
    for line in read_list("topics.txt"):
        group = frozenset(stem(x) for x in line.split())
        for term in group:
            groups[term] = groups.get(term, frozenset()) | group
    return groups


@lru_cache(maxsize=1)
def _asked_words() -> dict[str, frozenset[str]]:
    """What may be told for a word of a question, by its stem: words of its own meaning and those it covers."""
    told: dict[str, frozenset[str]] = {}
    for line in read_list("asked_words.txt"):
        before, covers, behind = line.partition(":")
        asked = [stem(x) for x in before.split()]
        group = frozenset(stem(x) for x in (behind if covers else before).split())
        for term in asked:
            told[term] = told.get(term, frozenset()) | group
    return told


def meanings(asked: Iterable[str]) -> tuple[frozenset[str], frozenset[str]]:
    """The other stems of a question's topics, and with them those in which what answers it may be told."""
    asked, groups, found = frozenset(asked), _groups(), _asked_words()
    kin = frozenset[str]().union(*(groups[term] for term in asked if term in groups)) - asked
    return kin, kin.union(*(found[term] for term in asked if term in found)) - asked


def akin(asked: Iterable[str]) -> frozenset[str]:
    """The stems of the topics that some stems are of, themselves included."""
    return frozenset(x for term in asked for x in (term, *_groups().get(term, ())))


@lru_cache(maxsize=1)
def _themes() -> tuple[tuple[frozenset[str], frozenset[str]], ...]:
    """The names of every theme, each as its stems, with the stems of what is told under it."""
    themes = []
    for line in read_list("themes.txt"):
        names, _, told = line.partition(":")
        covered = frozenset(stem(x) for x in told.split())
        themes += [(frozenset(terms(name)), covered) for name in names.split(",")]
    return tuple(themes)


def of_theme(asked: Collection[str]) -> frozenset[str]:
    """The stems of what belongs to the themes that a query names, its own stems and those of its topics included."""
    named = [covered for name, covered in _themes() if name and name.issubset(asked)]
    return akin(asked).union(*named)


def telling_terms(topic: str) -> list[str]:
    """The stems of a request to forget that name what it is about."""
    return [x for x in terms(topic) if x not in _TOPIC_NOISE]


def topic_records(topic: str, workspace: Workspace) -> list[Statement]:
    """The records that a topic names in passing: those that share most with it, all of one sentence or the latest.

    None where nothing but filler is shared.
    """
    chosen = named_by(topic, workspace)
    if chosen:
        return chosen
    asked = telling_terms(topic)
    return [s for s in _by_context(topic, asked, workspace) or _by_kin(asked, workspace) if _is_theirs(s, topic)]


def named_by(topic: str, workspace: Workspace) -> list[Statement]:
    """The records that a topic names by a word of their own; see `topic_records`."""
    asked = telling_terms(topic)
    scores: dict[str, float] = {}
    met: dict[str, Statement] = {}
    for field, weight in (("value", 1.0), ("attribute", 1.2), ("subject", 0.4)):
        for term in asked:
            for statement in workspace.found(field, [term], open_only=False):
                met[statement.id] = statement
                scores[statement.id] = scores.get(statement.id, 0.0) + weight
    met = {i: s for i, s in met.items() if _is_theirs(s, topic)}
    scores = {i: scores[i] for i in met}
    for statement in met.values():
        scores[statement.id] += 0.25 * len(set(terms(statement.evidence)) & set(asked))
    best = max(scores.values(), default=0.0)
    if best < 1.0:
        return []
    chosen = _of_the_speaker([met[i] for i, score in scores.items() if score >= best - 0.3], asked)
    if len({s.evidence for s in chosen}) > 1:
        chosen = [max(chosen, key=lambda s: (scores[s.id], s.observed_at, s.position, s.confidence, content_order(s)))]
    return _with_what_holds(chosen, asked, workspace)


_OWNERS = re2.compile(r"(?:(?i:\b(?:my|our|his|her|their)) (?:\p{L}[\p{L}-]* ){0,2}?|\b)(\p{L}[\p{L}-]*)['’]s\b")


def _is_theirs(statement: Statement, topic: str) -> bool:
    """Whether a record is of whom a topic names as an owner: *my sister's dentist* is no dentist of the speaker's."""
    if "'s" not in topic and "’s" not in topic:
        return True
    owners = [stem(x.lower()) for x in _OWNERS.findall(topic) if x.lower() in RELATIONS or x[:1].isupper()]
    told = {*terms(statement.slot.subject), *terms(statement.slot.attribute.replace("_", " ")), *terms(statement.value)}
    told.update(terms(statement.evidence))
    return all(not akin([x]).isdisjoint(told) for x in owners)


def _of_the_speaker(chosen: list[Statement], asked: list[str]) -> list[Statement]:
    """Without what is of somebody whom the topic does not name, where something of the speaker's is named alike."""
    known = {*asked, "user"}
    return [s for s in chosen if known.issuperset(terms(s.slot.subject))] or chosen


def _with_what_holds(meant: list[Statement], asked: list[str], workspace: Workspace) -> list[Statement]:
    """And what holds by now in a slot that is named itself: *my car* is the Volvo, too, that came after the Kia."""
    named = [s for s in meant if s.cardinality is Cardinality.SINGLE and set(terms(s.value)).isdisjoint(asked)]
    slots = dict.fromkeys(s.slot for s in named if not set(asked).isdisjoint(terms(s.slot.attribute.replace("_", " "))))
    known = {s.id for s in meant}
    return [*meant, *(x for slot in slots for x in workspace.active(slot) if x.id not in known)]


def _by_kin(asked: list[str], workspace: Workspace) -> list[Statement]:
    """The records of the latest sentence that a word of the same topic names, where no word of the request does."""
    scores: dict[str, float] = {}
    met: dict[str, Statement] = {}
    for term in asked:
        akin = sorted(_groups().get(term, frozenset()) - {term})
        for field in ("value", "attribute"):
            for statement in workspace.found(field, akin, open_only=False) if akin else ():
                met[statement.id] = statement
                scores[statement.id] = scores.get(statement.id, 0.0) + AKIN
    if not met:
        return []
    best = max(scores.values())
    chosen = [met[i] for i, score in scores.items() if score == best]
    latest = max(chosen, key=lambda s: (s.observed_at, s.position, s.confidence, content_order(s)))
    return [s for s in chosen if (s.observation_id, s.evidence) == (latest.observation_id, latest.evidence)]


def _by_context(topic: str, asked: list[str], workspace: Workspace) -> list[Statement]:
    """What was said in the one sentence that a topic recalls by its setting (*the opera business*, *with HR*).

    And what became of it: *where I live* is a slot, whatever stood there when the words were said.
    """
    initials = {stem(x.strip(".,;:!?").lower()) for x in topic.split() if x.strip(".,;:!?").isupper() and len(x) > 1}
    telling = [x for x in asked if len(x) > 3 or x in initials]
    if not telling:
        return []
    found = workspace.spoken(telling)
    scored = [(len(set(terms(s.evidence)) & set(telling)), s) for s in found]
    best = max((n for n, _ in scored), default=0)
    if best == 0 or best * 2 < len(telling):
        return []
    sentences = {(s.observation_id, s.evidence) for n, s in scored if n == best}
    if len(sentences) != 1:
        return []
    said = [s for n, s in scored if n == best]
    now = [x for s in said if s.cardinality is Cardinality.SINGLE for x in workspace.active(s.slot)]
    return [*said, *(x for x in now if x.id not in {s.id for s in said})]
