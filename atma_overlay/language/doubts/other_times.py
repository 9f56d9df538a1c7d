"""What is told of other times than now: *I've lived in Porto before*, *I hardly ever drive one*, *I miss working at …*.

A perfect tells what is so now where it says since when, for how long or that it still is; at some time, so many times
or on and off it tells what somebody has done, and alone it may tell either. Which words tell so is data
(`other_times.toml`).
"""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay import re2
from atma_overlay.language.candidates import Candidate, Part, takes_a_place, within
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.pattern_set import PatternSet
from atma_overlay.language.grammar.signs import BROAD, Sign
from atma_overlay.language.grammar.stretches import gerund, token_at
from atma_overlay.language.grammar.tokens import Span
from atma_overlay.language.grammar.words import verb_lemma
from atma_overlay.language.turn import ReadSentence
from atma_overlay.language.vocabulary.lexicon import Lexicon
from atma_overlay.records import Act, Change
from atma_overlay.word_lists import read_wordings

__all__ = ["told_of_other_times"]

_GROUPS = read_wordings("other_times.toml")
_SET_OFF = r"(?:\W*$|[,.;:!?)–—]| -|\s(?:and|but|or|so|though|when|while|because|which|too|as|with|i|we)\b)"
_AT_SOME_TIME = rf"\b(?:{_GROUPS['before_now']}){_SET_OFF}|\b(?:{_GROUPS['not_all_the_time']})\b"
_SO_MANY_TIMES = rf"\b(?:{_GROUPS['so_many_times']})\b"
_OF_THEN = rf"\b(?:{_GROUPS['of_then']})\b"
_NEXT_TO_NEVER = rf"\b(?:{_GROUPS['next_to_never']})\b"
_ONLY_THEN = rf"\b(?:{_GROUPS['only_then']})\b"
_REMEMBERED = (
    rf"\b(?:{_GROUPS['not_now']})(?: (?:ever|even|just|actually|about|of|on|at|the (?:thought|idea|prospect|days) of))*"
    r" (\w+ing)\b"
    r"|\b(?:since|time) (?:i|we)(?:'ve| have)? last (\w+)\b"
    rf"|\b(?:{_GROUPS['only_thoughts']}) (?:of|about|behind|against|at|in) "
    r"(?:(?:me|us|my|ever|actually|one day) )?(\w+ing)\b"
)
_EXPERIENCE, _TIMES, _NEVER = re2.compile(_AT_SOME_TIME), re2.compile(_SO_MANY_TIMES), re2.compile(_NEXT_TO_NEVER)
_RECALLED = re2.compile(_REMEMBERED)
_EACH = re2.compile(rf"^\W*(?:{_GROUPS['each_time']})\b")
"""*Twice a day*: how often it is so."""
_STILL = re2.compile(rf"\b(?:{_GROUPS['so_still']})\b")
_LASTED = re2.compile(rf"\b(?:{_GROUPS['until_now']})\b")
_NOW_AND_THEN = re2.compile(r"\bnow and (?:then|again)\b")
_IS_OVER = rf"\b(?:{_GROUPS['over_since']})\b"
_OVER = re2.compile(_IS_OVER)
_WITHIN = frozenset(_GROUPS["within_the_verb"].split("|"))
_BETWEEN = rf"\b(?:{_GROUPS['within_the_verb']})\b"
_PERFECT_SHOWN = PatternSet(_AT_SOME_TIME, _SO_MANY_TIMES, _OF_THEN, _IS_OVER, _BETWEEN)
_NEVER_SHOWN, _RECALL_SHOWN = PatternSet(_NEXT_TO_NEVER, _ONLY_THEN), PatternSet(_REMEMBERED)
_SHOWN = Sign(
    _AT_SOME_TIME, _SO_MANY_TIMES, _OF_THEN, _IS_OVER, _BETWEEN, _NEXT_TO_NEVER, _ONLY_THEN, _REMEMBERED, family=BROAD
)
"""One of the three: most sentences show none."""
_THEN, _ONLY = re2.compile(_OF_THEN), re2.compile(_ONLY_THEN)
_WHENS = frozenset("when whenever if while as because since".split())
_DOING = frozenset("have be learn get own".split())
"""Verbs of what is so beside those that the lexicon knows."""
_LASTING = frozenset(
    """live work drive bank commute train code study report use eat play take teach run own ride reside lodge rent pay
    sleep swim cycle jog row wear drink speak coach lead manage supervise serve intern freelance share attend volunteer
    belong walk""".split()
)
"""Verbs of what lasts, of which the perfect alone may tell what is over: *I've sold it* tells what is so."""


def told_of_other_times(found: list[Candidate], sentence: ReadSentence, lexicon: Lexicon) -> list[Candidate]:
    """The candidates of a sentence without what was so at some time or next to never is; doubted where it may be so.

    Args:
        found: the candidates.
        sentence: what they were found in.
        lexicon: knows which verbs tell what is so for long.
    """
    if not found:
        return found
    gone: list[Span] = []
    if sentence.shows(_SHOWN, sentence.said):
        gone = [*_recalled(sentence, lexicon), *_next_to_never(sentence), *_been_so(sentence)]
    if gone:
        found = [c for c in found if not (_takes_place(c) and within(c.span, gone))]
    maybe = _perhaps_been_so(sentence) if found else []
    if not maybe:
        return found
    return [c.doubted() if c.change is Change.NONE and _takes_place(c) and within(c.span, maybe) else c for c in found]


def _been_so(sentence: ReadSentence) -> list[Span]:
    """*I've lived in Porto on and off*: what was done at some time until now."""
    if not _PERFECT_SHOWN.found_in(sentence.said):
        return []
    told = []
    for at, clause in enumerate(sentence.clauses):
        if clause.tense == "perfect" and clause.mood == "actual" and not clause.negated:
            stretch = _of(sentence, at)
            said = _said(sentence, stretch)
            over = _OVER.search(sentence.said, max(0, stretch[0] - sentence.sentence.start)) is not None
            if (over or _is_experience(said, clause, lasts=clause.verb in _LASTING)) and not _is_still_so(said):
                told.append(stretch)
    return told


def _is_still_so(said: str) -> bool:
    return _STILL.search(_NOW_AND_THEN.sub(" ", said)) is not None


def _is_experience(said: str, clause: Clause, *, lasts: bool) -> bool:
    if _EXPERIENCE.search(said) is not None or not _WITHIN.isdisjoint(clause.adverbs):
        return True
    if lasts and _THEN.search(said) is not None:
        return True
    if clause.intro == "once":
        return False
    return any(_EACH.match(said[m.end() :]) is None for m in _TIMES.finditer(said))


def _perhaps_been_so(sentence: ReadSentence) -> list[Span]:
    """*I've worked at Globex*: what lasts, told in the perfect, without since when or for how long."""
    told = []
    for at, clause in enumerate(sentence.clauses):
        if clause.tense != "perfect" or clause.progressive or clause.passive or clause.negated:
            continue
        if clause.verb in _LASTING:
            stretch = _of(sentence, at)
            led = stretch[0] if at == 0 else min(stretch[0], sentence.clauses[at - 1].offsets[1])
            said = _said(sentence, (led, stretch[1]))  # for the last month I've worked there
            if not _is_still_so(said) and _LASTED.search(said) is None:
                told.append(stretch)
    return told


def _next_to_never(sentence: ReadSentence) -> Iterator[Span]:
    """*I hardly ever drive a Tesla*, *once in a blue moon I work there*."""
    if not _NEVER_SHOWN.found_in(sentence.said):
        return
    start = sentence.sentence.start
    for match, only in [
        *((m, False) for m in _NEVER.finditer(sentence.said)),
        *((m, True) for m in _ONLY.finditer(sentence.said)),
    ]:
        at = _clause_at(sentence, start + match.start())
        if at is not None and sentence.clauses[at].tense in (_OF_NOW if only else _OF_ANY):
            yield _of(sentence, at)


_OF_NOW = frozenset({"present"})
_OF_ANY = frozenset({"present", "perfect"})


def _recalled(sentence: ReadSentence, lexicon: Lexicon) -> Iterator[Span]:
    """*I remember driving a Tesla*, *the thought of working at Globex*: what lasts, remembered or thought of."""
    if not _RECALL_SHOWN.found_in(sentence.said):
        return
    begin = sentence.sentence.start
    for match in _RECALLED.finditer(sentence.said):
        which = next(n for n in (1, 2, 3) if match.group(n))
        verb = verb_lemma(match.group(which))
        if verb is not None and (which == _LAST or verb in lexicon.stative_verbs or verb in _DOING):
            start = begin + match.start(which)
            yield start, _end_of_act(sentence, token_at(sentence, start))


_LAST = 2
"""The group of *since I last lived there*."""


def _end_of_act(sentence: ReadSentence, at: int) -> int:
    """Where an act ends: before the next verb that somebody does, *I gave up driving and commute by bike*."""
    further = (c for c in sentence.clauses if c.verb_start > at and not gerund(c) and not _hangs(c))
    behind = next(further, None)
    if behind is None:
        return sentence.sentence.end
    opens = behind.verb_start if behind.inherited_subject else behind.start
    return behind.tokens[max(opens, at)].token.start


def _clause_at(sentence: ReadSentence, place: int) -> int | None:
    """The clause that a wording is said of: that around it, or the one behind where it stands before a *when*."""
    for at, clause in enumerate(sentence.clauses):
        start, end = _of(sentence, at)
        if not start <= place < end:
            continue
        opens = clause.tokens[clause.start].token.start
        return at + 1 if place < opens and clause.intro in _WHENS and at + 1 < len(sentence.clauses) else at
    return None


def _of(sentence: ReadSentence, at: int) -> Span:
    """A clause with all that is said of it up to the next one, as offsets into the text."""
    clauses = sentence.clauses
    start = sentence.sentence.start if at == 0 else clauses[at].offsets[0]
    behind = next((c for c in clauses[at + 1 :] if not _hangs(c)), None)
    end = sentence.sentence.end if behind is None else behind.tokens[behind.start].token.start
    return start, max(end, clauses[at].offsets[1])


def _hangs(clause: Clause) -> bool:
    """An infinitive, or a noun that is read as a verb: *at various points*."""
    bare = clause.mood == "infinitive" or (clause.mood == "actual" and clause.intro is None)
    return clause.subject is None and bare


def _said(sentence: ReadSentence, stretch: Span) -> str:
    begin = sentence.sentence.start
    return sentence.said[stretch[0] - begin : stretch[1] - begin]


def _takes_place(candidate: Candidate) -> bool:
    stated = candidate.part in {Part.STATEMENT, Part.ADOPTED} and candidate.act is not Act.END
    return stated and candidate.affirmed and takes_a_place(candidate)
