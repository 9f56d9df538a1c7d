"""The words that fill the gap of what was asked: where they end, and whether they are an answer, and a sure one."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.clause_reading import read_clauses
from atma_overlay.language.grammar.tags import Tagged
from atma_overlay.word_lists import read_lines, read_list

BREAKS = frozenset({",", ";", "(", "–", "—", "-", ":", "…", "..."})
_OVER = (("not", "any", "more"), ("not", "anymore"), ("no", "longer"), ("any", "more"), ("anymore",))
_NO_ANSWER = frozenset(
    """none nothing nobody nowhere neither both either any anything whatever whichever wherever whoever same other
    others unsure unknown skip pass next stop cancel later maybe perhaps probably possibly might could guess think
    suppose hopefully usually sometimes mostly idk dunno depends thanks thank please help depending roughly somewhere
    something someone somebody various several many few ask asking what why how who when where which if
    whether""".split()
)
"""Words of what is no answer, or not a sure one: *not sure*, *probably York*, *it depends*, *the same*."""
_CLAUSAL = t.AUXILIARY | {t.WH, t.REL}


def past_over(tokens: Sequence[Tagged], at: int) -> int:
    """Where *not any more* ends, if it stands at a token."""
    words = tuple(x.lower for x in tokens[at : at + 3])
    for run in _OVER:
        if words[: len(run)] == run:
            return at + len(run)
    return at


def breaks(tokens: Sequence[Tagged], n: int) -> bool:
    """Whether what fills the gap ends at a token: at a sign, or where a clause of its own begins."""
    token = tokens[n]
    if token.text in {"-", ":"} and 0 < n < len(tokens) - 1:
        # no break of 555-0100
        return tokens[n - 1].token.end < token.token.start or token.token.end < tokens[n + 1].token.start
    if token.text in BREAKS or token.lower in {"but", "because", "which"}:
        return True
    behind = tokens[n + 1].lower if n + 1 < len(tokens) else ""
    return token.lower == "and" and (behind in w.SUBJECT_PRONOUNS or behind in {"my", "our"})


def tells_past(words: Sequence[Tagged]) -> bool:
    """Whether words tell of what was so, or may be so in a year: *York until last year*, *York in 2019*."""
    lowers = [x.lower for x in words]
    if lowers[:1] == ["last"] or lowers[:1] == ["former"] or any(x.startswith("ex-") for x in lowers[:1]):
        return True
    if not _STAGES.isdisjoint(lowers) or lowers[-1:] == ["before"] or not _PAST.isdisjoint(lowers):
        return True
    return any(run in _THEN or _is_of_a_year(*run) for run in pairwise(lowers))


_THEN = frozenset({("back", "then"), ("as", "a"), ("as", "an")})
"""*York back then*, *a Volvo as a student*."""


def _is_of_a_year(preposition: str, year: str) -> bool:
    return preposition in {"in", "during"} and len(year) == len("2019") and year.isdigit()


_STAGES = frozenset("teens twenties thirties forties fifties youth childhood".split())
"""Of a life, which an answer may be of: *York in my twenties*."""
_PAST = frozenset(
    "ago formerly previously originally until till once used soon eventually someday tonight tomorrow".split()
)


def is_no_answer(words: Sequence[Tagged]) -> bool:
    """Whether words answer nothing: they put off, agree, point at one of several, or are a clause of their own."""
    told = [x.lower for x in words if x.tag not in t.POSS_OR_DET]
    if _NOTHING.issuperset(told) or told[0] in {"option", "choice", "as"} or told[-1] in {"one", "ones"}:
        return True
    if not _NO_ANSWER.isdisjoint(x.lower for x in words) or any(x.tag in _CLAUSAL or x.tag == t.NEG for x in words):
        return True
    if any(x.tag == t.PRON and x.lower in w.SUBJECT_PRONOUNS for x in words):
        return True
    if words[0].tag == t.VERB or read_clauses(words, asks=False):
        return True
    if any(x.lower == "your" for x in words):
        return True
    return not any(x.tag in _NAMING for x in words)


_NOTHING = frozenset(word for line in read_lines("answers_nothing.txt") for word in line.split())
_NAMING = t.NOMINAL | {t.VERB, t.ADV}


def takes_it_back(rest: Sequence[Tagged]) -> bool:
    """Whether what stands behind the break takes it back, or asks: *York, I think*."""
    return not _HEDGING.isdisjoint(x.lower for x in rest) or any(past_over(rest, n) > n for n in range(len(rest)))


_HEDGING = frozenset("think guess suppose maybe perhaps probably possibly hopefully or if unless".split())


def is_remark(rest: Sequence[Tagged]) -> bool:
    """Whether what stands behind the break is a word or two that no rule understands: *York, fingers crossed*."""
    words = [x for x in rest if x.tag != t.PUNCT]
    opens = bool(words) and words[0].tag in {t.NOUN, t.VERB} and words[0].text.islower()
    return opens and not any(x.tag in _CLAUSAL for x in words)


def is_sure(words: Sequence[Tagged]) -> bool:
    """Whether words are typed to answer, and not to ask for something else: no *lasagne recipe*, *Tesla stock price*.

    A word or a name alone behind a question is its answer; of several words without article or preposition the last
    must be a name or a figure, or none of them a name.
    """
    if not _ASKED_FOR.isdisjoint(x.lower for x in words) or any(x.lower == "or" for x in words):
        return False
    if len(words) == 1 or words[0].tag in DEFINITE:
        return len(words[-1].text) > 1 or words[-1].tag == t.NUM
    run = words[: next((n for n, x in enumerate(words) if x.tag not in _NAMING_SOMETHING), len(words))]
    named = [x.tag in t.NAME_NUM_QUOTE or (x.token.capital and x.lower not in w.common_words()) for x in run]
    if not run or (len(run) < len(words) and words[len(run)].lower not in _PLACING):
        return False
    return named[-1] or run[-1].tag == t.GEN or not any(named)


_NAMING_SOMETHING = t.NOMINAL | {t.GEN}
DEFINITE = frozenset({t.DET, t.POSS, t.PREP, t.QUOTE, t.NUM})
_PLACING = frozenset("and or in at on near since until from now these".split())
_ASKED_FOR = read_list("asked_for_by_a_noun.txt")
