"""What is told of a part: *in staging our database is MySQL now*, *half the team uses Vim*, *I work there in summer*.

What is so on some days, in one environment, on one device, for one purpose, of some things, sometimes or too says
nothing of the others. What is over, denied or done for a purpose in part has rooms of its own (`ends_in_part`,
`denied_in_part`, `purposes`).
"""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay import re2
from atma_overlay.language.candidates import Candidate, Part, overlap
from atma_overlay.language.doubts.bounded import clause_of
from atma_overlay.language.doubts.denied_in_part import denied_in_part
from atma_overlay.language.doubts.for_whom import named_alone
from atma_overlay.language.doubts.openings import opening_named
from atma_overlay.language.doubts.part_wordings import DAYS, DEGREE, JOINED, SETTING, SO_OFTEN, SOME_DAYS
from atma_overlay.language.facts.purposes import FRONTED, for_something_else, fronted
from atma_overlay.language.grammar.kinds import TIMED
from atma_overlay.language.grammar.signs import BROAD, Sign
from atma_overlay.language.grammar.tokens import Span
from atma_overlay.language.turn import ReadSentence
from atma_overlay.language.vocabulary.lexicon import Lexicon
from atma_overlay.records import Act, Cardinality, Change

_IN_PART = re2.compile(f"{SOME_DAYS}|{SETTING}|{DEGREE}")
_OFTEN = re2.compile(SO_OFTEN)
_PART_SHOWN = Sign(SOME_DAYS, SETTING, DEGREE, family=BROAD)
_OFTEN_SHOWN = Sign(SO_OFTEN, family=BROAD)


def told_of_a_part(found: list[Candidate], sentence: ReadSentence, lexicon: Lexicon) -> list[Candidate]:
    """The candidates of a sentence, beside what is known where they are told of a part alone: they only propose.

    Args:
        found: the candidates.
        sentence: what they were found in.
        lexicon: knows what things are for.
    """
    if not found:
        return found
    parts = list(_parts(sentence))
    if parts:
        found = [c.but(temporary=True) if any(_of_the_part(c, sentence, p) for p in parts) else c for c in found]
    often = list(_often(sentence))
    if rare := [p for p in (*parts, *often) if _OCCASIONAL.search(_words(sentence, p)) is not None]:
        found = [_beside(c) if any(_of_the_part(c, sentence, p) for p in rare) else c for c in found]
    if often:
        found = [c.but(temporary=True) if any(_so_often(c, sentence, p) for p in often) else c for c in found]
    return for_something_else(denied_in_part(found, sentence), sentence, lexicon)


_OCCASIONAL = re2.compile(
    r"^(?:sometimes|occasionally|rarely|seldom|now and (?:then|again)|from time to time|once in a while)$"
    r"|^(?:once|twice|(?:\w+|a few|a couple of) times) (?:a|per|each|every) year$"
)
"""*Sometimes I work from home*: beside how it is as a rule, of which nobody has to be asked."""


def _words(sentence: ReadSentence, part: Span) -> str:
    begin = sentence.sentence.start
    return sentence.said[part[0] - begin : part[1] - begin]


def _beside(candidate: Candidate) -> Candidate:
    stated = candidate.part is Part.STATEMENT and candidate.act is Act.ASSERT and candidate.change is Change.NONE
    return candidate.but(cardinality=Cardinality.MULTI, additive=True) if stated else candidate


def _parts(sentence: ReadSentence) -> Iterator[Span]:
    """Each wording of a part, as offsets into the text."""
    begin = sentence.sentence.start
    if sentence.shows(_PART_SHOWN, sentence.lowered):
        yield from ((begin + m.start(), begin + m.end()) for m in _IN_PART.finditer(sentence.said))
    if sentence.shows(FRONTED, sentence.said):
        yield from ((begin + start, begin + end) for start, end in fronted(sentence.said))


def _often(sentence: ReadSentence) -> Iterator[Span]:
    """Each wording of how often something is so, as offsets into the text."""
    if sentence.shows(_OFTEN_SHOWN, sentence.lowered):
        begin = sentence.sentence.start
        yield from ((begin + m.start(), begin + m.end()) for m in _OFTEN.finditer(sentence.said))


def _so_often(candidate: Candidate, sentence: ReadSentence, part: Span) -> bool:
    """Whether it is told of a value, of which there is one at a time, that it is so at some times."""
    if candidate.cardinality is not Cardinality.SINGLE or candidate.value_kind in TIMED:
        return False
    clause = clause_of(sentence, part)
    return clause is not None and clause.tense == "present" and _of_the_part(candidate, sentence, part)


def parts_named(said: str) -> frozenset[str]:
    """The parts that a sentence tells of, in its own words.

    Args:
        said: the sentence, in lower case.
    """
    found = {m.group() for each in (_IN_PART, _OFTEN) for m in each.finditer(said)}
    found |= {said[start:end] for start, end in fronted(said)} | named_alone(said) | opening_named(said)
    return frozenset(x.strip(" ,") for x in found)


def _of_the_part(candidate: Candidate, sentence: ReadSentence, part: Span) -> bool:
    """Whether a value is told in the clause of the part, which is not the value."""
    if candidate.act is Act.END or candidate.part is Part.RETRACTED or candidate.valid_to is not None:
        return False
    begin, (start, end) = sentence.sentence.start, candidate.span
    company = sentence.said[: part[0] - begin].rstrip().endswith(" with")  # moved there with some of my friends
    said = sentence.said[part[0] - begin : part[1] - begin]
    whole = candidate.value_kind in _WHOLE and _ONE_MORE.search(said) is None
    of_days = candidate.value_kind == "quantity" and _DAYS_ONLY.search(said) is not None
    if overlap(candidate.span, part) or (whole and not of_days) or company:
        return False
    timed = candidate.value_kind in TIMED and candidate.change is Change.NONE
    if timed and part[0] < start and _opens(sentence.said, part[0] - begin, part[1] - begin):
        return True
    between = sentence.said[end - begin : part[0] - begin] or sentence.said[part[1] - begin : start - begin].lstrip(",")
    return not JOINED.search(between)


_OPENING = re2.compile(r"(?:^|^(?:by the way|also|and|but|so|oh|well|plus|though|actually),? )(?:on (?:the )?)?$")
_SETS_OFF = re2.compile(r"^,? (?:i|we)\b")


def _opens(said: str, start: int, end: int) -> bool:
    """*On Fridays, I like an early start, so I wake up at six*: what a sentence opens with is said of all its hours."""
    return _OPENING.search(said[:start]) is not None and _SETS_OFF.match(said[end:]) is not None


_ONE_MORE = re2.compile(
    r"\b(?:another|second|third|fourth|extra|additional|too|as well|on top of (?:that|it)|in addition|besides)\b"
)
_DAYS_ONLY = re2.compile(
    rf"\b(?:weekends|weekdays|weeknights|days off|holidays|{DAYS})$"
    r"|^(?:sometimes|occasionally|now and (?:then|again)|from time to time|once in a while)$"
)
"""*I sleep nine hours on Sundays*: how much it is then; a dose *in the mornings* is all of it."""
_WHOLE = frozenset({"quantity", "day", "frequency", "date"})
"""*50 mg in the mornings* tells how much, *from Tuesdays to Sundays* when: that is all of it."""
