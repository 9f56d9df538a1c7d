"""What an answer's first sentence is: a yes, a no, or words that fill the gap of what was asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from atma_overlay.language.answers.bare import (
    SIGNS,
    TAKING_BACK,
    core,
    laughs,
    mended_to,
    past_changing,
    past_what_is_taken_back,
    thanks,
    unquoted,
)
from atma_overlay.language.answers.filling import (
    BREAKS,
    DEFINITE,
    breaks,
    is_no_answer,
    is_remark,
    is_sure,
    past_over,
    takes_it_back,
    tells_past,
)
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.sentences import Sentence, sentences
from atma_overlay.language.grammar.tagging import tag
from atma_overlay.language.grammar.tags import Tagged

_TIMES = frozenset("now since today currently nowadays".split())
MOST_TOKENS = 24
"""Of a first sentence that answers in a word or two."""
MOST_IN_THE_GAP = 8
_YES = frozenset(
    """yes yeah yep yup yea ya aye y mhm uh-huh correct indeed absolutely definitely certainly exactly right true
    affirmative yessir""".split()
)
_NO = frozenset("no nope nah n negative wrong incorrect false".split())
_LEADS = frozenset("oh well hmm hm um uh er ah so sure ok okay hi hey hello and sorry".split())
_STILL = frozenset(
    "still now currently just only actually definitely absolutely certainly basically obviously officially".split()
)
_POINTING = (
    ("it", "'s"),
    ("it", "is"),
    ("that", "would", "be"),
    ("that", "'d", "be"),
    ("they", "'re"),
    ("they", "are"),
)
"""What only points at the thing asked for: *it's Pulse*; *that's great* is no answer."""
_ECHOES = frozenset("do does did am is are was were have has had 'm 're 've 's".split())


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer's first sentence, by places in its text.

    Attributes:
        start: where the sentence begins.
        said: whether it says yes (True) or no (False); None for words alone.
        behind: where the yes or no ends.
        gap: the words that fill the gap, or None.
        adverb: what stood before them: *still Leeds*.
        over: whether the no says that it was so: *not any more*.
        sure: whether the words name something: a name, a figure, a thing with its article.
        bare: whether the gap's words bring no preposition of their own.
        figure: whether they are a figure alone.
        names: whether their first word may be a name: no article, preposition or figure.
        goes_on: whether the sentence goes on behind them.
        rest: where what follows the answer begins: behind its marks and thanks.
        mended: whether it takes back a word of its own before.
        counts: whether there is a figure among its words.
        weak: whether a yes may only go along with what is said.
        framed: whether more than the words is said: *it's Pulse*, *in York*, *Pulse since May*.
    """

    start: int
    said: bool | None
    behind: int
    gap: tuple[int, int] | None = None
    adverb: str = ""
    over: bool = False
    sure: bool = False
    bare: bool = True
    figure: bool = False
    names: bool = True
    goes_on: bool = False
    rest: int = 0
    mended: bool = False
    counts: bool = False
    weak: bool = False
    framed: bool = False


def reply_in(text: str) -> Reply | None:
    """The answer that a text opens with; None where it opens with something else.

    Args:
        text: what the user said, verbatim.
    """
    parts = [part for part in sentences(text[:MOST_CHARACTERS]) if part.says][:_MOST_MENDED]
    for part in reversed(parts[1:]):
        mended = _instead(part)
        if mended is not None:
            return replace(mended, rest=part.end, mended=True)
    if not parts or len(parts[0].tokens) > MOST_TOKENS:
        return None
    bare = core(tag(parts[0].tokens))
    read = _read(bare, parts[0].start) if bare else None
    if read is not None and read.gap is None and thanks(tag(parts[0].tokens)):
        read = replace(read, weak=True) if read.said else None  # thanks answer an offer: *no, thanks*
    if read is not None and read.said is False and read.gap is None and len(parts) > 1:
        return _with_next(read, parts[1])
    if read is None or read.goes_on or read.gap is None:
        return read
    return replace(read, rest=parts[0].end)


def _instead(part: Sentence) -> Reply | None:
    """What a sentence says that opens with taking back the one before it: *Sorry, York.*."""
    if not part.tokens or part.tokens[0].text.lower() not in TAKING_BACK or len(part.tokens) > MOST_TOKENS:
        return None
    tokens = core(tag(part.tokens))
    at = mended_to(tokens, 0) if tokens else None
    return _with_gap(tokens, at, part.start, said=None, over=False, behind=part.start) if tokens and at else None


def _with_next(denial: Reply, part: Sentence) -> Reply:
    """A no with what the next sentence says to hold instead: *No. Hull.*."""
    tokens = core(tag(part.tokens)) if len(part.tokens) <= MOST_TOKENS else None
    instead = _with_gap(tokens, 0, part.start, said=None, over=False, behind=part.start) if tokens else None
    if instead is None or instead.goes_on:
        return denial
    return replace(instead, start=denial.start, said=False, behind=denial.behind, over=denial.over, rest=part.end)


MOST_CHARACTERS = 400
_MOST_MENDED = 3
"""Sentences in which an answer may take back what it said at first: *Hull. Sorry, York.*"""


def _read(tokens: Sequence[Tagged], start: int) -> Reply | None:
    at = _past(tokens, 0, _LEADS)
    if at >= len(tokens):
        agreed = any(x.lower == "sure" for x in tokens)
        return Reply(start, True, tokens[-1].token.end, weak=True) if agreed else None
    if _is_no_no(tokens, at):
        return None
    said, behind = _said(tokens, at)
    if said is not None:
        over = False
        rest = _past(tokens, behind, frozenset())
        words = [x.lower for x in tokens[rest : rest + 3]]
        if said and len(words) == 3 and words[0] == "that" and words[1] in {"'s", "is"} and words[2] in _YES:
            rest += 3
        echo = _echo(tokens, rest)
        if echo is not None:
            rest, denied = echo
            if denied is said:  # no, I do
                return None
        if not said:
            ended = past_over(tokens, rest)
            over, rest = ended > rest, ended
            rest = _past(tokens, rest, frozenset())
            if over and rest == ended < len(tokens):  # no longer York
                return None
        end = tokens[max(at, rest - 1)].token.end if rest else tokens[at].token.end
        if rest >= len(tokens):
            return Reply(start, said, end, over=over)
        return _with_gap(tokens, rest, start, said=said, over=over, behind=tokens[behind - 1].token.end)
    return _with_gap(tokens, at, start, said=None, over=False, behind=start)


def _past(tokens: Sequence[Tagged], at: int, words: frozenset[str]) -> int:
    """Past some words and the signs behind them."""
    while at < len(tokens) and (tokens[at].lower in words or tokens[at].text in SIGNS):
        at += 1
    return at


def _is_no_no(tokens: Sequence[Tagged], at: int) -> bool:
    """Whether what reads as a no only denies a thing: *no idea*, *no change*, *wrong number*."""
    behind = tokens[at + 1] if at + 1 < len(tokens) else None
    if behind is None or tokens[at].lower not in _NO or behind.tag != t.NOUN or behind.lower in _NO:
        return False
    bound = tokens[at].lower == "no" or behind.lower in w.common_words()
    return bound and behind.text.islower() and behind.lower != "way"


def _said(tokens: Sequence[Tagged], at: int) -> tuple[bool | None, int]:
    """Whether yes or no stands at a token, and where it ends."""
    words = [x.lower for x in tokens[at : at + 3]]
    if words[:1] == ["no"] and words[1:2] == ["longer"]:
        return False, at
    if words[:2] == ["no", "way"]:
        return False, at + 2
    if words and words[0] in _NO:
        return False, at + 1
    if words[:2] == ["of", "course"]:
        return True, at + 2
    if words and words[0] in _YES and not (len(words) > 1 and tokens[at + 1].tag in t.NOMINAL):
        return True, at + 1
    if words[:1] == ["that"] and len(words) == 3 and words[1] in {"'s", "is"} and words[2] in _YES:
        return True, at + 3
    if words[:1] == ["not"] and past_over(tokens, at) > at:
        return False, at
    echo = _echo(tokens, at)
    return (None, at) if echo is None else (not echo[1], echo[0])


def _echo(tokens: Sequence[Tagged], at: int) -> tuple[int, bool] | None:
    """Where *I do*, *we aren't*, *I still am* ends, and whether it denies; None where a verb of its own follows."""
    if at >= len(tokens) or tokens[at].lower not in w.SUBJECT_PRONOUNS:
        return None
    at += 1
    while at < len(tokens) and tokens[at].lower in {"still", "really", "certainly", "sure"}:
        at += 1
    if at >= len(tokens) or tokens[at].tag not in t.AUXILIARY:
        return None
    denied = tokens[at].lower.endswith(("n't", "n’t"))
    helper = tokens[at].lower.removesuffix("n't").removesuffix("n’t")
    at += 1
    if helper not in _ECHOES and not denied:
        return None
    if at < len(tokens) and tokens[at].tag == t.NEG:
        denied, at = True, at + 1
    ends = at >= len(tokens) or tokens[at].text in BREAKS or past_over(tokens, at) > at
    return (at, denied) if ends else None


def _with_gap(
    tokens: Sequence[Tagged], at: int, start: int, *, said: bool | None, over: bool, behind: int
) -> Reply | None:
    """A reply whose words fill the gap, read up to the first break; None where they are a clause or no answer."""
    after = past_what_is_taken_back(tokens, at)
    mended, at = after > at and any(x.tag in t.NOMINAL and x.lower not in TAKING_BACK for x in tokens[at:after]), after
    adverbs = ["now"] if (changed := past_changing(tokens, at)) > at else []
    at = _past_pointing(tokens, changed)
    framed = mended or at > after
    while at < len(tokens) and (tokens[at].lower in _STILL or (tokens[at].tag == t.PUNCT and tokens[at].text == "*")):
        adverbs = [tokens[at].lower] if tokens[at].lower in {"still", "now", "currently"} else adverbs
        at += 1
    end = next((n for n in range(at, len(tokens)) if breaks(tokens, n)), len(tokens))
    words, rest = tokens[at:end], tokens[end:]
    if not words or len(words) > MOST_IN_THE_GAP or is_no_answer(words) or takes_it_back(rest):
        return None
    if said is not True and (tells_past(words) or tells_past(rest)):
        return None
    place = unquoted(words)
    quoted = place[0] > words[0].token.start
    return Reply(
        start, said, behind, place, " ".join(adverbs), over,
        sure=is_sure(words) and not laughs(rest) and not is_remark(rest),
        bare=words[0].tag != t.PREP, figure=len(words) == 1 and words[0].tag == t.NUM,
        names=quoted or words[0].tag not in DEFINITE, goes_on=bool(rest), rest=words[-1].token.end, mended=mended,
        counts=any(x.tag == t.NUM or any(map(str.isdigit, x.text)) for x in words),
        framed=framed or bool(adverbs) or words[0].tag in {t.PREP, t.DET} or any(x.lower in _TIMES for x in words),
    )  # fmt: skip


def _past_pointing(tokens: Sequence[Tagged], at: int) -> int:
    said = tuple(x.lower.replace("’", "'") for x in tokens[at : at + 3])
    if said[:2] in {("that", "'s"), ("that", "is")} and tokens[-1].lower == "now":
        return at + 2
    return at + next((len(run) for run in _POINTING if said[: len(run)] == run), 0)
