"""What somebody only wishes for or proposes: *Umbrella is pushing for 15% instead of 10%*, *Ana suggests Friday*."""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay import re2
from atma_overlay.language.candidates import Candidate, takes_a_place, within
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar.signs import WORDINGS, Sign
from atma_overlay.language.grammar.stretches import end_of_clause, token_at
from atma_overlay.language.grammar.tokens import Span
from atma_overlay.language.turn import ReadSentence

_FOR = (
    r"(?:push|press|lobby|lobbi|campaign|angl|argu|ask|call|petition|plead|begg?|bid|bidd|hop|fight|fought|apply|appli"
    r"|holding out|held out|clamou?r|vot|aim|gunn)(?:e|s|es|ed|d|ing)? (?:hard |strongly |again |loudly )?for\b"
)
"""What is pushed, asked or argued for."""
_PROPOSING = (
    r"(?:suggest|propos|recommend|request|demand|advocat|advis|favou?r|counter-?propos)(?:e|s|es|ed|d|ing)\b"
    r"|(?:insist|insists|insisted|insisting) (?:on|that)\b|(?:put|puts|putting) (?:in a request for|forward)\b"
)
_WANTING = (
    r"(?:wants|wanted|hopes|hoped|wishes|wished|prefers|preferred)\b|(?:would|'d) (?:much |really |rather |also )?"
    r"(?:like|love|prefer|rather|have preferred|welcome)\b|(?:want|hope|wish|prefer)\b"
    r"|(?:is|are|was|were|'s|'re) (?:keen|eager|hoping|itching) (?:on|to|for)\b"
)
_WISHES = re2.compile(rf"\b(?:{_FOR}|{_PROPOSING}|{_WANTING})")
_SHOWN = Sign(_WISHES.pattern, family=WORDINGS)
_MINE = re2.compile(
    r"(?:^|[^\p{L}'-])(?:i|we|you)(?:'m|'re|'ve|'d)?"
    r"(?: \p{L}+ly| am| are| have| do| did| just| also| now| still| only)*\s*$|^\W*(?:(?:just|only|also) )*$"
)
"""What the speaker wants is a taste or a plan, and read as that elsewhere: *I want oat milk*, *just wanted to say*."""
_PASSIVE = re2.compile(r"\b(?:is|are|was|were|be|been|being|as|the|a|an|our|my|his|her|its|their) (?:\p{L}+ly )?$")
"""*As requested*, *the proposed date*, *was asked for*: nobody's wish is told there."""
_LOOKED_AT = 40
"""Characters before a wish in which it is told whose it is."""


def only_wished(found: list[Candidate], sentence: ReadSentence) -> list[Candidate]:
    """The candidates of a sentence without what somebody else only wishes for: it changes nothing of what stands.

    What is told beside (*Umbrella asked for it, and the discount is 15% now*) stays, and so does what only names
    something (*my doctor recommends magnesium*), which nothing has to give way to.

    Args:
        found: the candidates.
        sentence: what they were found in.
    """
    if not found or not sentence.shows(_SHOWN, sentence.said):
        return found
    wished = list(_stretches(sentence))
    return [c for c in found if not (takes_a_place(c) and within(c.span, wished))] if wished else found


def _stretches(sentence: ReadSentence) -> Iterator[Span]:
    begin = sentence.sentence.start
    for match in _WISHES.finditer(sentence.said):
        before = sentence.said[max(0, match.start() - _LOOKED_AT) : match.start()]
        progressive = match.group().split(" ")[0].endswith("ing")
        if _MINE.search(before) is not None and not progressive:
            continue
        if not progressive and _PASSIVE.search(before) is not None:
            continue
        start = begin + match.start()
        at = token_at(sentence, start)
        if sentence.tokens[at].tag in t.NAME_OR_NOUN:
            continue  # Hope is no longer my therapist
        yield start, _end(sentence, at)


def _end(sentence: ReadSentence, at: int) -> int:
    """Where a wish ends, with what it is said to be: *… requested that the standup be at 10*."""
    end = end_of_clause(sentence, at)
    behind = [c for c in sentence.clauses if c.tokens[c.start].token.start >= end]
    if not behind:
        return end
    between = sentence.tokens[at + 1 : behind[0].start]
    joined = all(x.lower in {"that", "for", "on"} for x in between)
    return end_of_clause(sentence, behind[0].verb_start) if joined else end
