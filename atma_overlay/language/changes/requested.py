"""What the listener is asked to change: *change my seat to 14C*, *please make Ann my emergency contact*.

Said over as what is so now (*my seat is 14C now*) or what the speaker did (*I moved my alarm to 6:30*), it stands where
that has it. Whether it was done is not told, so it retires nothing: the change is proposed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from atma_overlay.language.candidates import Candidate, Part, touches
from atma_overlay.language.changes.said_over import States, in_plain_words
from atma_overlay.language.grammar.tags import GEN, PREP, Tagged
from atma_overlay.language.grammar.tokens import Span, Token
from atma_overlay.language.rules.rewording import word
from atma_overlay.language.texts import drafts
from atma_overlay.language.turn import ReadSentence, ReadTurn
from atma_overlay.language.vocabulary.lexicon import Lexicon
from atma_overlay.records import Act, Change

_SET = frozenset(
    "change update set switch correct fix edit amend adjust reset put save record list register enter make use".split()
)
"""Verbs of a request that say only that something is to be another."""
_DONE = {
    "move": "moved", "shift": "moved", "reschedule": "rescheduled", "rebook": "rescheduled", "push": "pushed",
    "postpone": "postponed", "raise": "raised", "increase": "increased", "up": "raised", "lower": "lowered",
    "reduce": "reduced", "decrease": "decreased", "cut": "cut", "extend": "extended", "upgrade": "upgraded",
    "downgrade": "downgraded",
} | dict.fromkeys(_SET, "changed")  # fmt: skip
"""By the verb of a request, the one that tells it as done."""
_OF_ONESELF = dict.fromkeys(("switch", "move", "put"), "switched") | {v: _DONE[v] for v in ("upgrade", "downgrade")}
"""The verbs that take *me* for what is changed: *switch me to the annual plan*."""
_OPENING = frozenset(
    """please pls kindly ok okay hey hi hello now also so and then actually alright right great perfect yes yeah yep
    sure just , ! . - – —""".split()
)
_POLITE = frozenset({"please", "pls", "kindly", "just", "also", "now"})
_ASKING = frozenset({"can", "could", "will", "would"})
_ASKED_LATER = _ASKING | {"please", "pls"}
_WISHES = (
    ("i", "'d", "like", "you", "to"), ("i", "would", "like", "you", "to"), ("i", "want", "you", "to"),
    ("i", "need", "you", "to"), ("go", "ahead", "and"),
)  # fmt: skip
_LATER = frozenset({",", ";", "so", "and", "-", "–", "—"})
"""What a request stands behind that does not open its sentence."""
_HELD_BACK = frozenset(
    """if unless until till when whenever whether or either neither never not n't nor pretend suppose assume imagine
    what why how""".split()
)
"""Words of a sentence that asks for nothing yet, or for nothing at all."""
_OWN = frozenset({"my", "our"})
_MINE = _OWN | {"me"}
_TO = frozenset({"to", "into", "onto"})
_AS = frozenset({"as", "for"})
_BESIDE = frozenset({"with", "at", "for"})
"""What stands between a thing and what it is set to: *my call with Ann*, *my class at the gym*."""
_CLOSING = frozenset(
    """. ! ? , ; : please pls thanks thank thx cheers instead now permanently today because since again too going
    asap""".split()
)
_AT_END = frozenset({
    ("from", "now"), ("by", "default"), ("for", "me"), ("for", "good"), ("from", "here"), ("right", "away"),
})  # fmt: skip
_DEFINITE = frozenset("the my our your this that his her their its these those a an".split())
_KEPT_IN = frozenset("profile account settings records record file system app memory notes database details".split())
"""Where what is known of somebody is kept: *in my profile*. In anything else it is of that: *in the letter*."""
_LONGEST = 14
"""Words of a value: what is longer is a text."""


@dataclass(frozen=True, slots=True)
class _Said:
    """A request said over: in one wording, and in another where the first tells nothing; and where its value stands."""

    wordings: tuple[list[Token], ...]
    value: Span


def told(sentence: ReadSentence, turn: ReadTurn, states: States, lexicon: Lexicon) -> Iterator[Candidate]:
    """What a sentence asks to be set, as what it would be, in doubt.

    Args:
        sentence: as read.
        turn: the utterance that it is of.
        states: reads a sentence.
        lexicon: not asked.
    """
    if sentence.words.isdisjoint(_MINE) or not sentence.words.isdisjoint(_HELD_BACK) or turn.material:
        return
    at = _request(sentence)
    said = None if at is None else _said_over(sentence, at)
    if said is None or list(drafts.drafted(sentence)):
        return
    evidence = turn.text[sentence.sentence.start : sentence.sentence.end]
    for tokens in said.wordings:
        plain = states(in_plain_words(tokens, sentence, turn), turn)
        found = [c for c in plain if c.act is Act.ASSERT and touches(c.span, [said.value])]
        for candidate in found:
            part = Part.REQUESTED if candidate.part is Part.STATEMENT else candidate.part
            since = candidate.valid_from if candidate.temporary else turn.at
            yield candidate.doubted().but(
                part=part, evidence=evidence, doer=None, change=Change.TOLD, valid_from=since
            )  # fmt: skip
        if found:
            return


def _request(sentence: ReadSentence) -> int | None:
    """Where the verb stands of a request with which a sentence opens, or which a later clause puts politely."""
    tokens, at = sentence.tokens, 0
    while at < len(tokens) and tokens[at].lower in _OPENING:
        at += 1
    opens = _verb_of(tokens, at)
    if opens is not None or sentence.words.isdisjoint(_ASKED_LATER):
        return opens
    for i in range(1, len(tokens)):
        if tokens[i - 1].lower in _LATER and tokens[i].lower in _ASKED_LATER:
            later = _verb_of(tokens, i + (tokens[i].lower not in _ASKING))
            if later is not None:
                return later
    return None


def _verb_of(tokens: Sequence[Tagged], at: int) -> int | None:
    """The verb of a request that begins at a token, however politely."""
    lowers = tuple(x.lower for x in tokens[at : at + 5])
    minds = lowers[:3] == ("would", "you", "mind")
    asks = lowers[:1] and lowers[0] in _ASKING and lowers[1:2] == ("you",)
    at += 3 if minds else 2 if asks else next((len(x) for x in _WISHES if lowers[: len(x)] == x), 0)
    while at < len(tokens) and tokens[at].lower in _POLITE:
        at += 1
    if at >= len(tokens):
        return None
    said = tokens[at].lower
    asked = said.endswith("ing") and tokens[at].lemma in _DONE if minds else said in _DONE
    return at if asked else None


def _said_over(sentence: ReadSentence, at: int) -> _Said | None:
    """A request that begins with a verb, said over; None for one of another kind."""
    tokens = sentence.tokens
    verb = tokens[at].lower if tokens[at].lower in _DONE else tokens[at].lemma
    begin, start = at + 1, tokens[at].token.start
    if begin < len(tokens) and tokens[begin].lower == "me":
        return _of_oneself(tokens, begin, verb)
    thing = sentence.phrase_at(begin) if begin < len(tokens) else None
    if thing is None or thing.pronoun is not None:
        return None
    if tokens[begin].lower not in _OWN:
        return _given_a_post(sentence, begin, thing.end, made=verb == "make")
    end = _end_of_thing(sentence, begin, thing.end, made=verb == "make")
    to = _behind_the_link(tokens, end, made=verb == "make")
    value = _value(tokens, to) if to is not None else None
    if value is None or verb == "use":
        return None
    mine = [x.token for x in tokens[begin:end]]
    so = _is_now(mine, value)
    did = [word("I", start), word(_DONE[verb], start), *mine, word("to", value[0].start), *value]
    return _Said((so, did) if verb in _SET else (did, so), _span(value))


def _of_oneself(tokens: Sequence[Tagged], at: int, verb: str) -> _Said | None:
    """*Switch me to the annual plan*."""
    linked = verb in _OF_ONESELF and at + 1 < len(tokens) and tokens[at + 1].lower in _TO
    value = _value(tokens, at + 2) if linked else None
    if value is None:
        return None
    start = tokens[at].token.start
    return _Said(([word("I", start), word(_OF_ONESELF[verb], start), tokens[at + 1].token, *value],), _span(value))


def _end_of_thing(sentence: ReadSentence, begin: int, end: int, *, made: bool) -> int:
    """Where what is to be changed ends: *my mother's phone number*, *my call with Ann*; *my currency*, made *EUR*."""
    tokens = sentence.tokens
    if made:
        while end > begin + 2 and not tokens[end - 1].text[0].islower():
            end -= 1
        return end
    if end < len(tokens) and tokens[end].tag == GEN:
        of = sentence.phrase_at(end + 1)
        end = end if of is None else of.end
    if end < len(tokens) and tokens[end].lower in _BESIDE:
        of = sentence.phrase_at(end + 1)
        end = end if of is None else of.end
    return end


def _behind_the_link(tokens: Sequence[Tagged], end: int, *, made: bool) -> int | None:
    """Where the value begins: behind *to*, or *as* of *put my size down as 43*; what is made something needs none."""
    if made:
        return end
    down = end < len(tokens) and tokens[end].lower == "down"
    at = end + down
    return at + 1 if at < len(tokens) and tokens[at].lower in (_AS if down else _TO) else None


def _given_a_post(sentence: ReadSentence, begin: int, end: int, *, made: bool) -> _Said | None:
    """*Make Ann my emergency contact*, *set Ann as my emergency contact*, *use LGA for my home airport*."""
    tokens = sentence.tokens
    at = end if made else end + 1
    if at >= len(tokens) or tokens[at].lower not in _OWN or not (made or tokens[end].lower in _AS):
        return None
    post = sentence.phrase_at(at)
    if post is None or not _is_over(tokens, post.end):
        return None
    value = [x.token for x in tokens[begin:end]]
    return _Said((_is_now([x.token for x in tokens[at : post.end]], value),), _span(value))


def _is_now(mine: list[Token], value: list[Token]) -> list[Token]:
    """*My … is … now*; each word is found where it was said, whichever was said first."""
    return [*mine, word("is", mine[-1].end), *value, word("now", value[-1].end)]


def _span(value: list[Token]) -> Span:
    return value[0].start, value[-1].end


def _value(tokens: Sequence[Tagged], at: int) -> list[Token] | None:
    """What is asked for, up to its end, where nothing stands behind it that it may be a part of."""
    end = at
    while end < len(tokens) and not _is_over(tokens, end):
        if tokens[end].tag == PREP and end > at and end + 1 < len(tokens) and tokens[end + 1].lower in _DEFINITE:
            return None  # to 9 Elm Road in the letter
        end += 1
    return [x.token for x in tokens[at:end]] if at < end <= at + _LONGEST else None


def _is_over(tokens: Sequence[Tagged], at: int) -> bool:
    """Whether what is asked for ends before a token."""
    if at >= len(tokens) or tokens[at].lower in _CLOSING:
        return True
    two = tuple(x.lower for x in tokens[at : at + 2])
    kept = at + 2 < len(tokens) and two[0] in {"in", "on", "to"} and two[1] in _DEFINITE
    return two in _AT_END or (kept and tokens[at + 2].lower in _KEPT_IN)
