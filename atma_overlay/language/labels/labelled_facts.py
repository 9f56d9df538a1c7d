"""What label lines tell: each is read as the sentence that it stands for (*db: Postgres 14*: *our db is Postgres 14*).

So a later sentence about the same thing finds what the label told. A label is less sure than a sentence, and takes the
place of none, but where the rules read it as one already; what stands under somebody else's heading, or in an example,
is nothing that is told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from atma_overlay.language.candidates import DOUBTED, LISTED, Candidate, Part, touches
from atma_overlay.language.facts.brief_tellings import tellings
from atma_overlay.language.grammar.kinds import MEASURED
from atma_overlay.language.labels.label_headings import Whose
from atma_overlay.language.labels.label_lines import Entry, State, entries
from atma_overlay.language.labels.label_values import arrows
from atma_overlay.language.labels.label_words import is_whole, of_anything, sets_apart
from atma_overlay.language.texts.material import within
from atma_overlay.language.turn import ReadTurn
from atma_overlay.records import Act, Cardinality, Change
from atma_overlay.values.normal import normalise

_OURS = "our"
_IS = " is "
_MENTIONED, _NAMED = "mention", "identity"
"""Attributes of what is only named, and of who somebody is."""

Reader = Callable[[str], Sequence[Candidate]]
"""Reads a text of its own: what it tells."""


def with_labels(found: list[Candidate], turn: ReadTurn, read: Reader) -> list[Candidate]:
    """The candidates of a turn with what its label lines tell, and without what they do not.

    Args:
        found: what its sentences tell.
        turn: the turn.
        read: reads the sentences that the labels stand for.
    """
    unread: list[Entry] = []
    labels = entries(turn.text)
    for entry in (*labels, *(x for x in tellings(turn) if not (_is_label(x, labels) or _is_told_better(x, found)))):
        if not entry.row and within(entry.span[0], turn.material):
            continue
        if entry.aside is not None:
            found = [c for c in found if not (_stated(c) and touches(c.span, [entry.aside]))]
            found = _apart(found, entry) if entry.now else found
        if entry.state is State.NOTHING:
            found = _without(found, entry)
        elif entry.state is State.DOUBTED:
            found = [c.doubted() if _is_of(c, entry) else c for c in found]
        else:
            found = found if entry.beside else [_as_sure(c, entry) for c in found]
            if not within(entry.span[0], turn.unowned) and not _is_read(found, entry, turn):
                unread.append(entry)
    for entry, told in _told(unread, turn, read) if unread else ():
        if told is not None:
            found = (
                [*_apart(found, entry), _as_changed(told, entry, turn)]
                if entry.now
                else [*_without(found, entry), told]
            )
        elif entry.owner:
            found = [c for c in found if c.subject != turn.speaker or not _is_of(c, entry)]
    return _by_arrows(found, turn, read)


def _by_arrows(found: list[Candidate], turn: ReadTurn, read: Reader) -> list[Candidate]:
    """*Slack -> Teams*: what took another's place, perhaps; a route and a comparison have arrows as well."""
    for old, new, alone in arrows(turn.text):
        if within(old[0], turn.material):
            continue
        found = [c for c in found if c.part is Part.RETRACTED or not touches(c.span, [old, new])]
        was, became = turn.text[slice(*old)], turn.text[slice(*new)]
        named_apart = became[:1] != became[:1].lower() and became.split()[-1].islower()  # Leeds -> York train
        if not alone or named_apart or max(len(was.split()), len(became.split())) > _MOST_WORDS:
            continue
        for told in read(f"We switched from {was} to {became}.\n"):
            if told.value == became and told.change is Change.TOLD and told.replaces:
                found.append(told.but(span=new, place=new[0], evidence=turn.text[old[0] : new[1]]).doubted())
    return found


_MOST_WORDS = 3


def _is_label(entry: Entry, labels: Sequence[Entry]) -> bool:
    return touches(entry.span, [x.span for x in labels])


def _is_told_better(entry: Entry, found: list[Candidate]) -> bool:
    """Whether its sentence tells the value with a time that few words leave out: *from Monday, my rent is 950*."""
    mine = (c for c in found if _stated(c) and touches(c.span, [entry.span]))
    return any(c.confidence <= DOUBTED or c.valid_to is not None for c in mine)


def _apart(found: list[Candidate], entry: Entry) -> list[Candidate]:
    """What else is told than a change in few words: what was read of those words, no rule for sentences can know."""
    return [c for c in found if c.part is Part.RETRACTED or not touches(c.span, [(entry.place, entry.span[1])])]


def _as_changed(told: Candidate, entry: Entry, turn: ReadTurn) -> Candidate:
    told = told.but(change=Change.TOLD, evidence=entry.now)
    if entry.aside is None:
        return told
    was = turn.text[entry.aside[0] : entry.aside[1]].strip(" \t*_`~")
    return told.but(replaces=was, cardinality=Cardinality.SINGLE)


def _without(found: list[Candidate], entry: Entry) -> list[Candidate]:
    return [c for c in found if not _is_of(c, entry)]


def _is_of(candidate: Candidate, entry: Entry) -> bool:
    """Whether a candidate states what stands in a label line."""
    return _stated(candidate) and touches(candidate.span, [(entry.place, entry.span[1])])


def _as_sure(candidate: Candidate, entry: Entry) -> Candidate:
    """What is read already, as sure as its label is.

    What a label sets apart from what goes by its noun is noted, and takes no place: *back seats: 3*.
    """
    if not _stated(candidate) or not touches(candidate.span, [entry.span]):
        return candidate
    if sets_apart(entry.label, candidate.attribute):
        return candidate.doubted()
    return candidate.but(confidence=min(candidate.confidence, LISTED)) if entry.state is State.LISTED else candidate


def _stated(candidate: Candidate) -> bool:
    return candidate.part is Part.STATEMENT


def _is_read(found: Sequence[Candidate], entry: Entry, turn: ReadTurn) -> bool:
    """Whether the sentences tell the value already, of whom the label is."""
    mine = (c for c in found if _stated(c) and touches(c.span, [entry.span]))
    if entry.beside:  # of a list that another label opens: *account holder is Mrs. Toller, address 77 Quayside*
        mine = (c for c in mine if _is_of_the_list(c, entry))
    return any(c.confidence >= LISTED and (c.subject == turn.speaker) == (not entry.owner) for c in mine)


def _is_of_the_list(candidate: Candidate, entry: Entry) -> bool:
    begins = candidate.span[0]
    if begins == entry.place:
        return entry.label.rpartition(" ")[2].lower() in candidate.attribute.split("_")
    return begins < entry.place or begins == entry.span[0]


def _told(unread: list[Entry], turn: ReadTurn, read: Reader) -> Iterator[tuple[Entry, Candidate | None]]:
    """Labels with what the sentences that they stand for tell, each at the place of its label."""
    begins: list[int] = []
    said = ""
    for entry in unread:
        said += f"{entry.owner or _OURS} {_small(entry.label)}{_IS}"
        begins.append(len(said))
        said += turn.text[entry.span[0] : entry.span[1]] + ".\n"
    candidates = read(said)
    for entry, begin in zip(unread, begins, strict=True):
        yield entry, _told_by(entry, [c for c in candidates if _fits(c, entry, begin)], begin, turn)


def _small(label: str) -> str:
    """A noun with the capital that opens a line made small: *Guest count*; *CI* and *iOS* stay as they are."""
    return label[:1].lower() + label[1:] if label[1:2].islower() else label


def _told_by(entry: Entry, said: list[Candidate], begin: int, turn: ReadTurn) -> Candidate | None:
    """What a label tells, of what was read off its sentence; `begin` is where its value stands there."""
    best = max(said, key=lambda c: (c.known_attribute, c.confidence, -c.span[0]), default=None)
    if best is None or (best.subject == turn.speaker) != (not entry.owner):
        return None
    start, end = entry.span
    first, last = best.span[0] - begin + start, best.span[1] - begin + start
    before, after = turn.text[start:first], turn.text[last:end].partition(",")[0]
    if not is_whole(f"{before} {after}", best.value_kind):
        return None
    if best.value_kind in _WHOLE and "," not in turn.text[start:end]:
        first, last = start, end
    whole = turn.text[first:last]
    if entry.beside and best.value_kind in MEASURED:
        best = best.but(cardinality=Cardinality.MULTI)
    return best.but(
        span=(first, last), place=first, value=whole, norm=normalise(whole), confidence=_sureness(best, entry),
        evidence=turn.text[entry.place : end],
    )  # fmt: skip


_WHOLE = frozenset({"phrase", "date", "name"})
"""Kinds of values that are all that stands behind a label."""


def _fits(candidate: Candidate, entry: Entry, begin: int) -> bool:
    stated = _stated(candidate) and candidate.act is Act.ASSERT and candidate.affirmed
    inside = begin <= candidate.span[0] and candidate.span[1] <= begin + entry.span[1] - entry.span[0]
    named = candidate.attribute == _MENTIONED or (candidate.attribute == _NAMED and not entry.owner)
    return stated and inside and not named


def _sureness(told: Candidate, entry: Entry) -> float:
    """A label that many things have is in doubt where nothing says whose it is."""
    if sets_apart(entry.label, told.attribute) or (entry.whose is Whose.OPEN and of_anything(entry.label)):
        return min(told.confidence, DOUBTED)
    return min(told.confidence, LISTED)
