"""The current-state basis of a request that names neither an old nor a new state (CUPMem, section F.3).

*Suggest some places for the weekend* depends on where somebody lives now, and says no word of it. What has changed is
what an answer is likely to get wrong, so one packet is kept for it: of the states that took another's place, the one
whose domain the request is about, then the one that shares most words with it, then the latest. What is asked for
*near me* depends on where somebody lives, whether or not that has changed.
"""

from __future__ import annotations

from collections.abc import Iterable

from atma_overlay.judge.regions import domains_of
from atma_overlay.kept import MAX_KEPT_CHARACTERS, kept
from atma_overlay.language.vocabulary.lexicon import Lexicon
from atma_overlay.reading.cues import asks_nearby, requests
from atma_overlay.reading.gather import Gathered
from atma_overlay.reading.rows import Evidence, live_row
from atma_overlay.reading.selection import Question
from atma_overlay.reading.wording import wording_of
from atma_overlay.records import Held, Slot, Statement
from atma_overlay.state.present import is_retired, label_of
from atma_overlay.values.terms import terms
from atma_overlay.views import Label

_HOME = "home_city"
SHARE = 3
"""Of so many packets of a budget, one may be the basis."""


def with_basis(
    groups: list[list[Evidence]], gathered: Gathered, question: Question, *, query: str, subjects: frozenset[str],
    asker: str, lexicon: Lexicon,
) -> list[list[Evidence]]:  # fmt: skip
    """The packets with the basis of a request among those within the limit, unless they show it already."""
    if question.limit < SHARE:
        return groups
    home = home_of(query, asker)
    chosen = _in_force(home, gathered, question) if home is not None else None
    if chosen is None and requests(query):
        chosen = _likeliest(gathered, question, query, subjects, lexicon)
    if chosen is None or any(chosen.statement.id in row.record_ids for g in groups[: question.limit] for row in g):
        return groups
    group = [live_row(chosen, 0.0, gathered)]
    place = min(len(groups), question.limit - 1)
    return [*groups[:place], group, *groups[place:]]


def home_of(query: str, asker: str) -> Slot | None:
    """The slot that says what is near, where a query asks for that."""
    return Slot(asker, _HOME) if asks_nearby(query) else None


def _in_force(home: Slot, gathered: Gathered, question: Question) -> Held | None:
    """Where the asker lives; what was told last where there are several."""
    records = (h for h in gathered.slots.get(home, ()) if h.is_record)
    live = (h for h in records if label_of(h, at=question.at) is Label.CURRENT)
    return max(live, key=lambda h: h.statement.order, default=None)


def _likeliest(
    gathered: Gathered, question: Question, query: str, subjects: frozenset[str], lexicon: Lexicon
) -> Held | None:
    asked, words = domains_of(query, "", lexicon), set(terms(query))

    def rank(held: Held) -> tuple[object, ...]:
        s = held.statement
        return (
            bool(asked and _domains(s, lexicon) & asked),
            len(words & wording_of(s).evidence),
            s.observed_at,
            s.confidence,
            s.id,
        )

    mine = (h for h in _arrived(gathered, question) if not subjects or h.statement.slot.subject in subjects)
    return max(mine, key=rank, default=None)


def _domains(statement: Statement, lexicon: Lexicon) -> frozenset[str]:
    long = len(statement.evidence) + len(statement.value) > MAX_KEPT_CHARACTERS
    return _domains_read(statement, lexicon) if long else _kept_domains(statement, lexicon)


def _domains_read(statement: Statement, lexicon: Lexicon) -> frozenset[str]:
    return domains_of(f"{statement.value} {statement.evidence}", statement.slot.attribute, lexicon)


_kept_domains = kept(4096)(_domains_read)


def _arrived(gathered: Gathered, question: Question) -> Iterable[Held]:
    """The records in force that took the place of another, in its slot or from elsewhere."""
    for members in gathered.slots.values():
        if any(h.is_record and is_retired(h) for h in members):
            yield from (h for h in members if h.is_record and label_of(h, at=question.at) is Label.CURRENT)
    for following in gathered.after.values():
        yield from (h for h in following if label_of(h, at=question.at) is Label.CURRENT)
