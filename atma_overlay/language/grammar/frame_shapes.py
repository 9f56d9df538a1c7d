"""The shapes of a standing sentence: who does what, what is what, who does it for the speaker."""

from __future__ import annotations

from collections.abc import Sequence

from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.frame_values import (
    LIGHT,
    MEASURES,
    Frame,
    content,
    joined,
    lemma_of,
    noun_like,
    present,
    valued,
)
from atma_overlay.language.grammar.frames import FrameReader, Piece
from atma_overlay.language.grammar.tags import Tagged
from atma_overlay.language.grammar.value_phrases import DULL_HEADS

_BEHIND_A_VERB = frozenset({t.DET, t.POSS, t.PREP, t.NUM, t.NAME, t.TO})

_HOLLOW = frozenset("favourite favorite current present own main usual regular new old".split())
_FEELINGS = frozenset(
    """say tell ask think know mean guess hope want wish need love like enjoy hate prefer feel believe miss remember
    forget wonder appreciate agree understand bet promise swear suppose recommend suggest thank let look seem sound
    hear try plan become dream imagine admire adore care dislike fear trust support wait start stop begin finish
    manage decide may""".split()
)
"""What one says, thinks and feels; and what only begins or ends."""
SPEAKERS = w.FIRST_PERSON | {"my", "our", "me", "us"}
"""Every shape has one of these: what the speaker does, owns or has done for them."""
_HABITUAL = frozenset("always usually normally generally mostly".split())
_MIDDLE = frozenset("of on for in at".split())


def read_frame(tokens: Sequence[Tagged]) -> Frame | None:
    """The frame of a sentence, by the first shape that fits it.

    Args:
        tokens: the sentence without what opens or closes it.
    """
    for read in (_done, _taking, _mine, _said_of, _done_for_me):
        frame = read(tokens)
        if frame is not None:
            return frame
    return None


def _done(tokens: Sequence[Tagged]) -> Frame | None:
    """*I V …*, with *At the N I V …* before it."""
    at = next((i for i, x in enumerate(tokens[:7]) if x.lower in w.FIRST_PERSON), None)
    if at is None:
        return None
    front: list[Piece] = []
    if at > 0:
        read = FrameReader(tokens[:at]).pieces(0)
        if read is None or any(p.kind not in {"phrase", "part"} or not p.lead for p in read):
            return None
        front = read
    i, habitual = at + 1, False
    while i < len(tokens) and tokens[i].tag == t.ADV and w.verb_lemma(tokens[i].lower) is None:
        habitual = habitual or tokens[i].lower in _HABITUAL
        i += 1
    if i >= len(tokens) - 1 or not present(tokens[i], third=False) or lemma_of(tokens[i]) in _FEELINGS:
        return None
    verb = lemma_of(tokens[i])
    following = tokens[i + 1]
    if verb in {"have", "do"} and (following.tag == t.TO or following.lower in {"been", "got", "to"}):
        return None
    if verb == "have" and w.verb_lemma(following.lower) and following.tag == t.VERB:
        return None
    pieces = FrameReader(tokens).pieces(i + 1)
    if not pieces:
        return None
    return valued(tokens, (i, verb), [*front, *pieces], habitual=habitual)


def _taking(tokens: Sequence[Tagged]) -> Frame | None:
    """*It takes me Q to V …*."""
    if len(tokens) < 6 or tokens[0].lower != "it" or tokens[1].lower != "takes" or tokens[2].lower != "me":
        return None
    pieces = FrameReader(tokens).pieces(3)
    return valued(tokens, (1, "take"), pieces, habitual=True) if pieces else None


_FEELINGS_BUT_SAY = _FEELINGS - {"say"}


def _mine(tokens: Sequence[Tagged]) -> Frame | None:
    """*My N is X*, *my N V-s …*: of a thing of one's own, not of a person."""
    if tokens[0].lower not in {"my", "our"}:
        return None
    end = 1
    while end < len(tokens) and _nominal(tokens[end]) and not _verbal(tokens, end):
        end += 1
    if end in {1, len(tokens)} or _person(tokens[1:end]):
        return None
    noun = (*(x.lower for x in tokens[1 : end - 1] if x.lower not in _HOLLOW), w.lemma(tokens[end - 1].lower))
    if tokens[end].lower in {"is", "are", "'s"}:
        return _copular(tokens, noun, end + 1, FrameReader(tokens).pieces(end + 1))
    if not present(tokens[end], third=True) or lemma_of(tokens[end]) in _FEELINGS_BUT_SAY:
        return None
    pieces = FrameReader(tokens).pieces(end + 1)
    if not pieces:
        return None
    frame = valued(tokens, (end, lemma_of(tokens[end])), pieces, habitual=True, noun=noun)
    sorted_by = lemma_of(tokens[end]) == "have" and frame is not None and frame.end - frame.start > 1
    return None if frame is None or (frame.kind == "phrase" and not sorted_by) else frame


def _nominal(token: Tagged) -> bool:
    """Whether a word can stand in *my …*: a noun, or a verb's form that is one as often."""
    base = token.tag == t.VERB and w.verb_lemma(token.lower) in {token.lower, None}
    return token.tag in t.NAME_OR_NOUN or base or (token.tag == t.VERB and token.lower.endswith("ing"))


def _verbal(tokens: Sequence[Tagged], i: int) -> bool:
    """Whether a word behind *my N* is its verb: with an object, a preposition or a determiner behind it."""
    if i < 2 or not present(tokens[i], third=True) or i + 1 >= len(tokens):
        return False
    after = tokens[i + 1]
    plain = after.tag in _BEHIND_A_VERB
    return plain or (tokens[i].tag == t.VERB and after.tag in t.NOUN_OR_ADV)


_PEOPLE = w.KIN | w.ACQUAINTANCES | w.PETS


def _person(tokens: Sequence[Tagged]) -> bool:
    people = _PEOPLE
    return any(w.lemma(x.lower) in people or x.tag == t.NAME for x in tokens)


def _copular(tokens: Sequence[Tagged], noun: tuple[str, ...], start: int, pieces: list[Piece] | None) -> Frame | None:
    """What a thing is said to be: one phrase, or a measure with its period."""
    if not pieces or noun[-1] in DULL_HEADS:
        return None
    head, *rest = pieces
    if head.kind in {"pronoun", "tail", "period", "part"} or head.owned:
        return None
    if head.lead:
        placed = head.lead in {"on", "in", "at"} and head.kind == "ordinal" and not rest
        return Frame(head.start, head.end, "phrase", None, (*noun, head.lead)) if placed else None
    measured = head.kind in MEASURES
    if measured and len(rest) == 1 and rest[0].lead == "of" and not rest[0].definite:
        return Frame(
            head.start, head.end, head.kind, head.unit, joined(noun, content(tokens, rest[0].start, rest[0].end))
        )
    if measured and all(p.kind == "part" and not p.lead for p in rest):
        return Frame(head.start, (rest or pieces)[-1].end, head.kind, head.unit, noun, named=True)
    if rest or head.kind not in {"name", "phrase"}:
        return None
    indefinite = start < head.start and tokens[start].lower in {"a", "an"}
    if head.kind == "phrase" and (not indefinite or not noun_like(tokens[head.end - 1])):
        return None
    return Frame(head.start, head.end, head.kind, None, noun, named=True)


_DULL_HEADS_BUT_NAME = DULL_HEADS - {"name"}


def _said_of(tokens: Sequence[Tagged]) -> Frame | None:
    """*The N I V is X*, *the N on my M is X*, *the N of my M is X*."""
    if tokens[0].lower != "the":
        return None
    be = next((i for i, x in enumerate(tokens) if x.lower in {"is", "are"}), None)
    turn = next((i for i, x in enumerate(tokens) if x.lower in w.FIRST_PERSON or x.tag == t.PREP), None)
    if be is None or turn is None or not 1 < turn < be - 1 or be + 1 >= len(tokens):
        return None
    head, tail = tokens[1:turn], tokens[turn:be]
    if any(x.tag not in t.NOUN_NAME_VERB for x in head):
        return None
    clause = tail[0].lower in w.FIRST_PERSON
    if clause:
        verb = next((x for x in tail[1:] if x.tag != t.ADV), tail[-1])
        if not present(verb, third=False) or lemma_of(verb) in _FEELINGS:
            return None
    elif tail[0].lower not in _MIDDLE or not any(x.lower in {"my", "our"} for x in tail) or _person(tail):
        return None
    noun = (*(x.lower for x in head[:-1]), w.lemma(head[-1].lower))
    told = tuple(x for x in content(tokens, turn, be) if x not in LIGHT)
    done = tuple(x for x in told if not (clause and x == lemma_of(verb)))
    pieces = FrameReader(tokens).pieces(be + 1)
    frame = _copular_named(tokens, pieces)
    if frame is None or noun[-1] in _DULL_HEADS_BUT_NAME:
        return None
    label = joined(done, noun) if noun[-1] == "name" else joined(noun, done)
    return Frame(frame.start, frame.end, frame.kind, frame.unit, label, named=True)


def _copular_named(tokens: Sequence[Tagged], pieces: list[Piece] | None) -> Piece | None:
    """The one phrase behind *is*; a figure may have its period."""
    if not pieces or pieces[0].lead or pieces[0].owned:
        return None
    head, *rest = pieces
    if head.kind in MEASURES and all(p.kind == "part" for p in rest):
        return head
    worded = head.end - head.start > 1 or tokens[head.start - 1].lower in {"a", "an"}
    nominal = head.kind in {"name", "ordinal"} or (worded and noun_like(tokens[head.end - 1]))
    return head if nominal and not rest else None


_FEELINGS_OR_BE = _FEELINGS | {"be"}
_LIGHT_BUT_HAVE = LIGHT - {"have"}


def _done_for_me(tokens: Sequence[Tagged]) -> Frame | None:
    """*X does my N*, *X teaches me the N*: who or what does it is the value."""
    end = next((i for i, x in enumerate(tokens) if present(x, third=True) and x.tag != t.NAME), None)
    if end is None or end == 0 or end + 2 >= len(tokens) + (tokens[-1].lower == "me"):
        return None
    opened = _opens_name(tokens, end)
    named = all(x.tag == t.NAME or x.text == "&" or x.lower in {"and", "of", "the"} for x in tokens[opened:end])
    closed = tokens[end - 1].tag == t.NAME or (opened and end == 1)
    if not named or not closed or lemma_of(tokens[end]) in _FEELINGS_OR_BE:
        return None
    mine = tokens[end + 1].lower in {"my", "our"}
    to_me = tokens[end + 1].lower in {"me", "us"}
    pieces = FrameReader(tokens).pieces(end + 1)
    if not (mine or (to_me and lemma_of(tokens[end]) != "have")) or not pieces or any(p.kind == "name" for p in pieces):
        return None
    if to_me and not any(p.definite and p.kind == "phrase" for p in pieces):
        return None
    label = tuple(x for x in content(tokens, end + 1, len(tokens)) if x not in LIGHT)
    label = joined((() if lemma_of(tokens[end]) in _LIGHT_BUT_HAVE else (lemma_of(tokens[end]),)), label)
    start = 1 if tokens[0].lower == "the" else 0
    return Frame(start, end, "name", None, label) if label and len(pieces) > to_me else None


def _opens_name(tokens: Sequence[Tagged], end: int) -> bool:
    """Whether the first word is a name that its place hides: no common word, before its verb or an *and*."""
    first = tokens[0]
    strange = first.token.capital and first.lower not in w.common_words() and first.tag in t.NAME_OR_NOUN
    return strange and (end == 1 or tokens[1].lower in {"and", "&"})
