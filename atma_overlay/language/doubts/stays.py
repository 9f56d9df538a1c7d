"""What is so where somebody is for a while: *I'm in Porto for a month, my gym here is FitWorks*, *on holiday in Crete*.

What a traveller has there holds for the stay, and what is so at home is not over. Whoever has moved is on no stay. The
words by which a stay is told are data (`stays.toml`).
"""

from __future__ import annotations

from atma_overlay import re2
from atma_overlay.language.candidates import Candidate, Part
from atma_overlay.language.doubts.bounded import MONTHS, clause_of
from atma_overlay.language.grammar.signs import BROAD, Sign
from atma_overlay.language.grammar.tokens import Span
from atma_overlay.language.turn import ReadSentence, ReadTurn
from atma_overlay.records import Act, Change
from atma_overlay.word_lists import read_wordings

__all__ = ["SHOWN", "told_on_a_stay"]

_GROUPS = read_wordings("stays.toml")
_SPELL = _GROUPS["spells"]
_PLACE = r"(?:[\p{L}\p{N}'.-]+ ){1,4}?"
_COUNT = r"the|this|an?|one|two|three|four|five|six|\d+|a few|a couple of"
_UNTIL = (
    rf"(?:un)?till? (?:the|next|after|my|our|mid|end|early|tomorrow|new year|{_GROUPS['breaks']}|{MONTHS}"
    rf"|(?:mon|tues|wednes|thurs|fri|satur|sun)day|\d+ (?:{MONTHS})|(?:spring|autumn|fall))"
)
"""Not *until six*."""
_SO_LONG = (
    rf"(?:for (?:just |only |about |around |up to )?(?:{_COUNT}) (?:next |whole |few |entire |coming )?(?:{_SPELL})"
    rf"|for (?:work|business|{MONTHS})|for (?:an?|the|my|our|this) (?:[\w'-]+ ){{0,2}}(?:{_GROUPS['occasions']})"
    rf"|this (?:{_SPELL})|(?:over|during|for) (?:the )?(?:{_GROUPS['breaks']})|{_UNTIL}|on business)\b"
)
_TRIP = (
    rf"(?:on (?:{_GROUPS['away_on']})"
    rf"|(?:on|during) (?:an?|my|our|this) (?:[\w'-]+ ){{0,2}}(?:{_GROUPS['trips']}))\b"
)
_BEING = (
    r"\b(?:i'?m|i am|we'?re|we are|(?:i|we)(?:'ll| will) be) "
    r"(?:(?:currently|still|also|both|all|now|here|just|temporarily|only|back|over|out|down|up) ){0,2}"
)
_OPENS = r"(?:^|[.!?\n] *|\b(?:so|ok|okay|and|but|hi|hey),? )(?:(?:currently|now|here|still) )?"
_STAYS = (
    rf"{_BEING}(?:in|at|with) {_PLACE}{_SO_LONG}",
    rf"{_BEING}{_TRIP}",
    rf"{_BEING}(?:{_GROUPS['staying']})\b",
    rf"\bwhile (?:(?:i'?m|i am|we'?re|we are) )?(?:{_GROUPS['whiles']})\b",
    rf"\b(?:i'?m|i am|we'?re|we are) spending (?:[\w'-]+ ){{1,3}}?(?:{_SPELL})\b",
    rf"{_OPENS}(?:in|at) {_PLACE}{_SO_LONG}",
    rf"{_OPENS}{_TRIP}",
)
SHOWN = Sign(*_STAYS, family=BROAD)
"""What a sentence shows that may tell of a stay; most show nothing of it."""
_STAY = re2.compile("|".join(_STAYS))
_TO_COME = re2.compile(
    r" (?:from|next|starting|as of|soon|tomorrow|in (?:an?|two|three|\d+) (?:days?|weeks?|months?))\b"
)
"""*I'm on holiday from Monday*: and at home until then."""
_HERE = frozenset({"here", "there", "local", "locally"})
_HOME = frozenset({"home_city", "home_address", "home_country"})


def told_on_a_stay(found: list[Candidate], turn: ReadTurn) -> list[Candidate]:
    """The candidates of a turn, as holding for a while where they tell of a place where the speaker is on a stay.

    So is what the sentence of the stay tells beside it, unless it tells a change; in others what is *here* or *there*.

    Args:
        found: the candidates of the turn.
        turn: the utterance.
    """
    if any(c.attribute in _HOME and c.change is Change.TOLD and c.subject == turn.speaker for c in found):
        return found
    stays = [(s, _stretches(s)) for s in turn.sentences]
    beside = [(s.sentence.start, s.sentence.end) for s, spans in stays if spans]
    if not beside:
        return found  # I'm on holiday from Monday
    passing = [span for s, spans in stays for span in _of_the_stay(s, spans)]
    mine = turn.speaker
    return [c.but(temporary=True) if c.subject == mine and _passes(c, passing, beside) else c for c in found]


def _stretches(sentence: ReadSentence) -> list[Span]:
    """The wordings of a sentence that tell of a stay, as offsets into the text."""
    start = sentence.sentence.start
    said = sentence.said
    return [(start + m.start(), start + m.end()) for m in _STAY.finditer(said) if not _TO_COME.match(said[m.end() :])]


def _of_the_stay(sentence: ReadSentence, spans: list[Span]) -> list[Span]:
    """The clauses, as offsets into the text, that tell of *here* or *there* outside of the stay's own wording."""
    if sentence.words.isdisjoint(_HERE):
        return []
    out: list[Span] = []
    for token in sentence.tokens:
        at = token.token.start
        if token.lower in _HERE and not any(a <= at < b for a, b in spans):
            clause = clause_of(sentence, (at, at + len(token.text)))
            out.append((sentence.sentence.start, sentence.sentence.end) if clause is None else clause.offsets)
    return out


def _passes(candidate: Candidate, passing: list[Span], beside: list[Span]) -> bool:
    if candidate.part is not Part.STATEMENT or candidate.act is not Act.ASSERT or candidate.valid_to is not None:
        return False
    start, end = candidate.span
    stretches = passing + (beside if candidate.change is Change.NONE else [])
    return any(a <= start and end <= b for a, b in stretches)
