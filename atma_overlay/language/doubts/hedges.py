"""What a sentence only weighs or intends: *I'm thinking of Emacs*, *should I move?*; what it names there is noted."""

from __future__ import annotations

from collections.abc import Iterable

from atma_overlay import re2
from atma_overlay.language.candidates import Candidate, Part, touches
from atma_overlay.language.facts.mentions import FAINT
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.signs import Sign
from atma_overlay.language.grammar.stretches import end_of_clause, token_at
from atma_overlay.language.grammar.tokens import Span
from atma_overlay.language.scene import now_that
from atma_overlay.language.turn import ReadSentence
from atma_overlay.records import Act

_HEDGES = (
    "thinking of", "thinking about", "thinks about", "thinks of", "thought about", "considering", "planning to",
    "i plan to", "we plan to", "planning on", "would like", "i'd like", "want to", "looking to", "hoping to", "hope to",
    "idea of", "i think i'll", "might ", "maybe i", "i could ", "thinking i", "thinking it", "should i",
    "trying to", "weighing up",
    "mulling", "eyeing", "tempted by", "leaning towards", "debating", "contemplating", "tempted to",
    "perhaps i'll", "d consider", "would consider", "i may ", "we may ",
    "maybe we", "torn between", "decide between", "choose between", "choosing between",
    "on the fence", "undecided", "nothing's decided", "not decided", "haven't decided",
    "still deciding", "toying with", "nothing decided", "if i remember", "not entirely sure", "if memory serves",
)  # fmt: skip


def hedged(text: str) -> bool:
    """Whether a sentence weighs, intends or alternates: what it names is noted, and retires nothing."""
    return _WEIGHS.found_in(text.lower().replace("’", "'"))


_ALTERNATES = (
    r"\b(?:switch|alternat|swap|toggl|flip|rotat|cycl|bounc|jump|vacillat|waver|dither|hesitat|hover|oscillat|sway|go|goes|going|mov)(?:e|es|ed|s|ing|ping|ped)?"
    r"(?: back and forth)? between\b"
)
"""*I keep switching between Vim and Emacs*: neither takes the other's place."""
_ALTERNATING = re2.compile(_ALTERNATES)
# Of whole words: "maybe i" is no part of *maybe it's that*.
_WHOLE = [re2.escape(h) + (r"\b" if h[-1].isalpha() else "") for h in _HEDGES]
_WEIGHS = Sign(*_WHOLE, _ALTERNATES)
_WEIGHED = re2.compile("|".join(f"(?:{p})" for p in (*_WHOLE, _ALTERNATES)))
_ASKING = re2.compile(r"\b(?:what|which|how|where|who|whom|when|why)\b[^,;:.!?]*$")
"""Before *should I*: what is asked for is which or how, and not whether."""


def weighed(sentence: ReadSentence) -> list[int]:
    """Where a sentence weighs or intends something, as offsets into the text.

    Args:
        sentence: as read.
    """
    said = sentence.said
    if not sentence.shows(_WEIGHS, said):
        return []
    start = sentence.sentence.start
    found = [m for m in _WEIGHED.finditer(said) if not _asks_which(said, m.group(), m.start())]
    return [start + m.start() for m in found]


def _asks_which(said: str, hedge: str, at: int) -> bool:
    return hedge == "should i" and _ASKING.search(said[:at]) is not None


_ANEW = frozenset("now just recently newly finally again back already new".split())


def supposing(found: list[Candidate], sentence: ReadSentence) -> list[Candidate]:
    """The candidates, faint where a question of what to do takes them for granted: *since I moved, which … should I?*.

    A reason that says itself to be news (*since I live in York now*) is told.
    """
    if "should i" not in sentence.said or not sentence.shows(_WEIGHS, sentence.said):
        return found
    reasons = [c for c in sentence.clauses if c.intro in _REASONS]
    bare = [c.offsets for c in reasons if _ANEW.isdisjoint(_words_around(c))]
    return (
        [c.but(confidence=min(c.confidence, FAINT)) if touches(c.span, bare) else c for c in found] if bare else found
    )


_REASONS = frozenset({"since", "as", "because"})


def _words_around(clause: Clause) -> set[str]:
    return {x.lower for x in clause.tokens[clause.start : max(clause.end, clause.verb_end) + 1]}


def doubted(found: Iterable[Candidate], sentence: ReadSentence, places: list[int]) -> list[Candidate]:
    """The candidates of a sentence that weighs something, faint but for what a clause of its own tells as so.

    *I live in York now and I'd like a gym* weighs no home.

    Args:
        found: the candidates.
        sentence: what they were found in.
        places: where it weighs, as `weighed` gives them.
    """
    hedging = [_clause_at(sentence, place, ahead=True) for place in places]
    return [c if _stands(c, sentence, hedging) else c.but(confidence=min(c.confidence, FAINT)) for c in found]


_REMEMBERED = (
    "if i remember", "not entirely sure", "if memory serves", "maybe i", "trying to", "would like", "i'd like",
)  # fmt: skip
"""What follows these may be so, or is what somebody likes: it is noted all the same."""
_OF_A_STATE = re2.compile(
    r"^(?:might|(?:i|we) (?:may|could)) (?:\w+ )?(?:be|have)\b|^considering (?:that|how|i|we|my|our|the)\b"
)
"""*Our database might be Postgres*, *considering I live in Graz, …*: nothing that is thought of doing."""


_CHOICE = re2.compile(r"^(?:torn|decide|choose|choosing) between\b")
"""*Torn between staying as I am and moving*: what is chosen between goes on behind a clause of its own."""


def without_thoughts(found: list[Candidate], sentence: ReadSentence, places: list[int]) -> list[Candidate]:
    """The candidates of a sentence that weighs something, without what is only thought of: *I'm thinking of Madrid*.

    A plan is nobody's state. What a thought takes for granted stays: *thinking of selling our flat in Leeds*.

    Args:
        found: the candidates.
        sentence: what they were found in.
        places: where it weighs, as `weighed` gives them.
    """
    start = sentence.sentence.start
    thoughts = []
    for place in places:
        rest = sentence.said[place - start :]
        if not rest.startswith(_REMEMBERED) and _OF_A_STATE.search(rest) is None and not _ALTERNATING.match(rest):
            chosen = _CHOICE.match(rest) is not None
            end = sentence.sentence.end if chosen else end_of_clause(sentence, token_at(sentence, place))
            thoughts.append((place, end))
    if not thoughts:
        return found
    return [c for c in found if not _only_thought_of(c, sentence, thoughts)]


def _only_thought_of(candidate: Candidate, sentence: ReadSentence, thoughts: list[Span]) -> bool:
    start, end = candidate.span
    if candidate.act is not Act.ASSERT or candidate.part is Part.RETRACTED:
        return False
    if not any(a <= start and end <= b for a, b in thoughts):
        return False
    at = token_at(sentence, start)
    owned = any(x.lower in {"my", "our"} for x in sentence.tokens[max(0, at - _WITH_ITS_NOUN) : at])
    return not (owned and candidate.known_attribute)


_WITH_ITS_NOUN = 2
"""Tokens before a name that may be its owner and its noun: *my mother Ada*."""
_JOINING = frozenset("and but so".split())
_GIVING_REASON = frozenset("since as because so for to and but that now".split()) | {None}
_DEPENDING = frozenset("if unless whether or that what which where who whose when until till like".split())


def _stands(candidate: Candidate, sentence: ReadSentence, hedging: list[int | None]) -> bool:
    """Whether a candidate is told in a clause of its own, apart from every one that weighs something."""
    if candidate.part is Part.RETRACTED:
        return True
    own = _clause_at(sentence, candidate.span[0])
    if own is None or not _told(sentence, own):
        return False
    return all(at is not None and _apart(sentence, own, at) for at in hedging)


def _clause_at(sentence: ReadSentence, place: int, *, ahead: bool = False) -> int | None:
    """The clause that begins last before a place, or the first one where it is looked for ahead of it."""
    starts = [c.tokens[c.start if ahead else c.verb_start].token.start for c in sentence.clauses]
    before = [n for n, start in enumerate(starts) if start <= place]
    if before:
        return before[-1]
    return 0 if ahead and starts else None


def _told(sentence: ReadSentence, at: int) -> bool:
    """Whether a clause tells as so what the speaker is, has or did."""
    clause = sentence.clauses[at]
    subject = clause.subject
    mine = subject is not None and (subject.pronoun in w.FIRST_PERSON or subject.owner in {"my", "our"})
    return mine and clause.mood == "actual" and not clause.asked and clause.tense != "habit_past"


_TAKING_BACK = frozenset("think believe say wrong mistaken joking dream pretend".split())
"""*… or so I'd like to think*: what takes back the clause before."""


def _apart(sentence: ReadSentence, own: int, weighing: int) -> bool:
    """Whether a clause and one that weighs something stand side by side, neither hanging on the other."""
    if own == weighing:
        return False
    first, second = sentence.clauses[min(own, weighing)], sentence.clauses[max(own, weighing)]
    if second.subject is None or second.intro in _DEPENDING - ({"that"} if now_that(first) else set()):
        return False
    if own < weighing and (now_that(first) or first.intro in {"since", "as", "because"}):
        return True
    begins = second.verb_start if second.inherited_subject else second.subject.start
    between = [x.lower for x in sentence.tokens[first.end : begins]]
    weighing_words = {x.lower for x in sentence.tokens[begins:]} if own < weighing else set()
    if "or" in between or weighing_words & _TAKING_BACK:
        return False
    joined = any(x in _JOINING or x in {",", ";", ":", "-", "–", "—"} for x in between)
    return joined and (second.intro in _GIVING_REASON)
