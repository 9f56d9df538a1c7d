"""Standing sentences by their frame: a verb, what it is done with, and one value in it.

*I water the ferns every ten days*, *the gym I go to is Halden's*, *my screen saver is a heron*, *Birch & Co does my
books*. The words around the value name the attribute, so that two sentences alike but for the value are of one slot.
Read are whole sentences in the simple present with one value; what is asked, denied, past, passing, listed or joined
to something else is left alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from atma_overlay.language import tagging as t
from atma_overlay.language import words as w
from atma_overlay.language.candidates import Candidate, Part, overlap
from atma_overlay.language.discourse import of_the_present, present_spans
from atma_overlay.language.frames import FrameReader, Piece
from atma_overlay.language.scene import OPEN, WEAK, Scene, make
from atma_overlay.language.tagging import Tagged
from atma_overlay.language.value_phrases import DULL_HEADS
from atma_overlay.records import Act, Cardinality, Change
from atma_overlay.state.terms import STOP_WORDS

SHORTEST, LONGEST = 3, 18
"""Tokens of a sentence that is read as one frame."""
_MEASURES = frozenset("quantity money frequency day time".split())
_PASSING = frozenset(
    """also too another else sometimes occasionally often maybe perhaps probably if because when whenever while since
    until unless whether than yesterday today tomorrow tonight ago then here there last next this that these those
    who which what never not both either neither ever soon finally almost temporarily as-well instead""".split()
)
"""Words that make a sentence something else than one standing fact: joined, passing, compared or added."""
_HOLLOW = frozenset("favourite favorite current present own main usual regular new old".split())
_NOUNS_IN_LY = frozenset("family reply supply belly jelly assembly anomaly butterfly lily".split())
_FEELINGS = frozenset(
    """say tell ask think know mean guess hope want wish need love like enjoy hate prefer feel believe miss remember
    forget wonder appreciate agree understand bet promise swear suppose recommend suggest thank let look seem sound
    hear try plan become dream imagine admire adore care dislike fear trust support wait start stop begin finish
    manage decide see_forward may""".split()
)
"""What one says, thinks and feels; and what only begins or ends."""
_LIGHT = frozenset("have be get use go do take keep make see come give put find".split())
_APART = frozenset("for about like than without against between of".split())
_HABITUAL = frozenset("always usually normally generally mostly".split())
_INVARIANT = frozenset("put set cut hit read shut quit cost spread bet let".split())
_MIDDLE = frozenset("of on for in at".split())


@dataclass(frozen=True, slots=True)
class Frame:
    """A value, over tokens [start, end), and the words that name what it is of."""

    start: int
    end: int
    kind: str
    unit: str | None
    label: tuple[str, ...]
    named: bool = False
    """Whether the words are a noun that the value is said to be, rather than what is done with it."""


def beside(found: list[Candidate], scene: Scene) -> list[Candidate]:
    """What was found in a sentence, with its frame: an open reading of the frame's value gives way to it.

    Args:
        found: the candidates of the sentence.
        scene: the sentence, with a clause that spans it.
    """
    framed = list(standing(scene))
    sure = [c.span for c in found if c.known_attribute or c.part is not Part.STATEMENT or c.act is not Act.ASSERT]
    sure += [c.span for c in found if c.cardinality is Cardinality.SINGLE and any(c.norm == f.norm for f in framed)]
    framed = [f for f in framed if not any(overlap(f.span, s) for s in sure)]
    if not framed:
        return found
    return [c for c in found if c.span in sure or not any(overlap(c.span, f.span) for f in framed)] + framed


def standing(scene: Scene) -> Iterator[Candidate]:
    """The value of a sentence that is one frame in the simple present."""
    tokens = _plain(scene)
    if tokens is None:
        return
    for read in (_done, _taking, _mine, _said_of, _done_for_me):
        frame = read(tokens)
        if frame is not None:
            yield _candidate(scene, tokens, frame)
            return


def _plain(scene: Scene) -> list[Tagged] | None:
    """The tokens without the words of the present and the full stop, if the sentence is one that can be read."""
    sentence = scene.sentence
    if sentence.sentence.asks or sentence.framed:
        return None
    start = sentence.sentence.start
    cues = [(start + a, start + b) for a, b in present_spans(sentence.text)]
    tokens = [_noun(x) for x in sentence.tokens if not any(a <= x.token.start < b for a, b in cues)]
    while tokens and tokens[-1].text in {".", "!", ",", "…", "..."}:
        tokens.pop()
    while tokens and (tokens[0].lower in {"and", "but", "so"} or tokens[0].text == ","):
        tokens.pop(0)
    if not SHORTEST <= len(tokens) <= LONGEST:
        return None
    barred = any(
        x.lower in _PASSING or x.tag in {t.NEG, t.MODAL, t.FUTURE, t.QUOTE} or (x.tag == t.PUNCT and x.text not in "&-")
        for x in tokens
    )
    return None if barred else tokens


def _noun(token: Tagged) -> Tagged:
    """*Family* is no adverb, for all that it ends like one."""
    return Tagged(token.token, t.NOUN, w.lemma(token.lower)) if token.lower in _NOUNS_IN_LY else token


def _candidate(scene: Scene, tokens: Sequence[Tagged], frame: Frame) -> Candidate:
    span = (tokens[frame.start].token.start, tokens[frame.end - 1].token.end)
    value = scene.turn.text[span[0] : span[1]]
    told = Change.SINCE if of_the_present(scene.sentence.text) else Change.NONE
    label = " ".join(frame.label)
    attribute = (scene.lexicon.by_noun(label) if frame.named else None) or label
    confidence = OPEN if frame.kind != "phrase" else WEAK
    found = make(
        scene, scene.turn.speaker, attribute, value, span, frame.kind, frame.unit, told, confidence, single=False,
        affirmed=True,
    )  # fmt: skip
    return found.but(valid_from=scene.turn.at, valid_to=None, temporary=False, cardinality=Cardinality.MULTI)


def _present(token: Tagged, *, third: bool) -> bool:
    """Whether a word can be a verb of the simple present, by its form."""
    word = token.lower
    if (
        not word.isalpha()
        or token.tag == t.PRON
        or word in w.PREPOSITIONS | w.DETERMINERS | w.CONJUNCTIONS | w.MODALS_FUTURE | w.BE
    ):
        return False
    known = w.verb_lemma(word) or ("have" if word in w.HAVE else "do" if word in w.DO else None)
    if third:
        return word.endswith("s") and not word.endswith("ss") and known != word
    return known == word or (known is None and not word.endswith(("ed", "ing", "s")))


def _lemma(token: Tagged) -> str:
    word = token.lower
    if word in w.HAVE:
        return "have"
    return w.verb_lemma(word) or w.lemma(word)


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
    if i >= len(tokens) - 1 or not _present(tokens[i], third=False) or _lemma(tokens[i]) in _FEELINGS:
        return None
    verb = _lemma(tokens[i])
    following = tokens[i + 1]
    if verb in {"have", "do"} and (following.tag == t.TO or following.lower in {"been", "got", "to"}):
        return None
    if verb == "have" and w.verb_lemma(following.lower) and following.tag == t.VERB:
        return None
    pieces = FrameReader(tokens).pieces(i + 1)
    if not pieces:
        return None
    return _valued(tokens, (i, verb), [*front, *pieces], habitual=habitual)


def _taking(tokens: Sequence[Tagged]) -> Frame | None:
    """*It takes me Q to V …*."""
    if len(tokens) < 6 or tokens[0].lower != "it" or tokens[1].lower != "takes" or tokens[2].lower != "me":
        return None
    pieces = FrameReader(tokens).pieces(3)
    return _valued(tokens, (1, "take"), pieces, habitual=True) if pieces else None


def _mine(tokens: Sequence[Tagged]) -> Frame | None:
    """*My N is X*, *my N V-s …*: of a thing of one's own, not of a person."""
    if tokens[0].lower not in {"my", "our"}:
        return None
    end = 1
    while end < len(tokens) and _nominal(tokens[end]) and not _verbal(tokens, end):
        end += 1
    if end in {1, len(tokens)} or _person(tokens[1:end]):
        return None
    noun = tuple(x.lower for x in tokens[1 : end - 1] if x.lower not in _HOLLOW) + (w.lemma(tokens[end - 1].lower),)
    if tokens[end].lower in {"is", "are", "'s"}:
        return _copular(tokens, noun, end + 1, FrameReader(tokens).pieces(end + 1))
    if not _present(tokens[end], third=True) or _lemma(tokens[end]) in _FEELINGS - {"say"}:
        return None
    pieces = FrameReader(tokens).pieces(end + 1)
    if not pieces:
        return None
    frame = _valued(tokens, (end, _lemma(tokens[end])), pieces, habitual=True, noun=noun)
    return None if frame is None or frame.kind == "phrase" else frame


def _nominal(token: Tagged) -> bool:
    """Whether a word can stand in *my …*: a noun, or a verb's form that is one as often."""
    base = token.tag == t.VERB and w.verb_lemma(token.lower) in {token.lower, None}
    return token.tag in {t.NOUN, t.NAME} or base or (token.tag == t.VERB and token.lower.endswith("ing"))


def _verbal(tokens: Sequence[Tagged], i: int) -> bool:
    """Whether a word behind *my N* is its verb: with an object, a preposition or a determiner behind it."""
    if i < 2 or not _present(tokens[i], third=True) or i + 1 >= len(tokens):
        return False
    after = tokens[i + 1]
    plain = after.tag in {t.DET, t.POSS, t.PREP, t.NUM, t.NAME, t.TO}
    return plain or (tokens[i].tag == t.VERB and after.tag in {t.NOUN, t.ADV})


def _person(tokens: Sequence[Tagged]) -> bool:
    people = w.KIN | w.ACQUAINTANCES | w.PETS
    return any(w.lemma(x.lower) in people or x.tag == t.NAME for x in tokens)


def _copular(tokens: Sequence[Tagged], noun: tuple[str, ...], start: int, pieces: list[Piece] | None) -> Frame | None:
    """What a thing is said to be: one phrase, or a measure with its period."""
    if not pieces or noun[-1] in DULL_HEADS:
        return None
    head, *rest = pieces
    if head.lead or head.kind in {"pronoun", "tail", "period", "part"} or head.owned:
        return None
    if head.kind in _MEASURES and all(p.kind == "part" and not p.lead for p in rest):
        return Frame(head.start, (rest or pieces)[-1].end, head.kind, head.unit, noun, named=True)
    if rest or head.kind not in {"name", "phrase"}:
        return None
    indefinite = start < head.start and tokens[start].lower in {"a", "an"}
    if head.kind == "phrase" and (not indefinite or not _noun_like(tokens[head.end - 1])):
        return None
    return Frame(head.start, head.end, head.kind, None, noun, named=True)


def _noun_like(token: Tagged) -> bool:
    return token.tag == t.NOUN and token.lemma not in DULL_HEADS and not token.lower.endswith(("ful", "ous", "ive"))


def _said_of(tokens: Sequence[Tagged]) -> Frame | None:
    """*The N I V is X*, *the N on my M is X*, *the N of my M is X*."""
    if tokens[0].lower != "the":
        return None
    be = next((i for i, x in enumerate(tokens) if x.lower in {"is", "are"}), None)
    turn = next((i for i, x in enumerate(tokens) if x.lower in w.FIRST_PERSON or x.tag == t.PREP), None)
    if be is None or turn is None or not 1 < turn < be - 1 or be + 1 >= len(tokens):
        return None
    head, tail = tokens[1:turn], tokens[turn:be]
    if any(x.tag not in {t.NOUN, t.NAME, t.VERB} for x in head):
        return None
    clause = tail[0].lower in w.FIRST_PERSON
    if clause:
        verb = next((x for x in tail[1:] if x.tag != t.ADV), tail[-1])
        if not _present(verb, third=False) or _lemma(verb) in _FEELINGS:
            return None
    elif tail[0].lower not in _MIDDLE or not any(x.lower in {"my", "our"} for x in tail) or _person(tail):
        return None
    noun = tuple(x.lower for x in head[:-1]) + (w.lemma(head[-1].lower),)
    told = tuple(x for x in _content(tokens, turn, be) if x not in _LIGHT)
    done = tuple(x for x in told if not (clause and x == _lemma(verb)))
    pieces = FrameReader(tokens).pieces(be + 1)
    frame = _copular_named(tokens, pieces)
    if frame is None or noun[-1] in DULL_HEADS - {"name"}:
        return None
    label = _joined(done, noun) if noun[-1] == "name" else _joined(noun, done)
    return Frame(frame.start, frame.end, frame.kind, frame.unit, label, named=True)


def _copular_named(tokens: Sequence[Tagged], pieces: list[Piece] | None) -> Piece | None:
    """The one phrase behind *is*; a figure may have its period."""
    if not pieces or pieces[0].lead or pieces[0].owned:
        return None
    head, *rest = pieces
    if head.kind in _MEASURES and all(p.kind == "part" for p in rest):
        return head
    worded = head.end - head.start > 1 or tokens[head.start - 1].lower in {"a", "an"}
    nominal = head.kind in {"name", "ordinal"} or (worded and _noun_like(tokens[head.end - 1]))
    return head if nominal and not rest else None


def _done_for_me(tokens: Sequence[Tagged]) -> Frame | None:
    """*X does my N*, *X teaches me the N*: who or what does it is the value."""
    end = next((i for i, x in enumerate(tokens) if _present(x, third=True) and x.tag != t.NAME), None)
    if end is None or end == 0 or end + 2 >= len(tokens) + (tokens[-1].lower == "me"):
        return None
    opened = _opens_name(tokens, end)
    named = all(x.tag == t.NAME or x.text == "&" or x.lower in {"and", "of", "the"} for x in tokens[opened:end])
    closed = tokens[end - 1].tag == t.NAME or (opened and end == 1)
    if not named or not closed or _lemma(tokens[end]) in _FEELINGS | {"be", "have"}:
        return None
    mine = tokens[end + 1].lower in {"my", "our"}
    to_me = tokens[end + 1].lower in {"me", "us"}
    pieces = FrameReader(tokens).pieces(end + 1)
    if not (mine or to_me) or not pieces or any(p.kind == "name" for p in pieces):
        return None
    if to_me and not any(p.definite and p.kind == "phrase" for p in pieces):
        return None
    label = tuple(x for x in _content(tokens, end, len(tokens)) if x not in _LIGHT)
    start = 1 if tokens[0].lower == "the" else 0
    return Frame(start, end, "name", None, label) if label and len(pieces) > to_me else None


def _opens_name(tokens: Sequence[Tagged], end: int) -> bool:
    """Whether the first word is a name that its place hides: no common word, before its verb or an *and*."""
    first = tokens[0]
    strange = first.token.capital and first.lower not in w.common_words() and first.tag in {t.NOUN, t.NAME}
    return strange and (end == 1 or tokens[1].lower in {"and", "&"})


def _valued(
    tokens: Sequence[Tagged], verb: tuple[int, str], pieces: list[Piece], *, habitual: bool, noun: tuple[str, ...] = ()
) -> Frame | None:  # fmt: skip
    """The one value among the pieces behind a verb, and the words of the rest, behind those of the subject."""
    value = _value_of(tokens, verb[1], pieces, habitual=habitual)
    if value is None:
        return None
    roles = [p for p in pieces if p.lead == "as" and p.owned]
    label = noun
    for piece in roles or pieces:
        if piece is not value:
            label = _joined(label, _content(tokens, piece.start, piece.end))
    if roles:
        return Frame(value.start, value.end, value.kind, value.unit, label, named=len(pieces) == len(roles) + 1)
    own = tuple(_lemma(x) for x in tokens[verb[0] + 1 : value.start] if x.tag == t.VERB and value.kind != "phrase")
    if (
        value.kind == "phrase"
        and not value.lead
        and value.end - value.start > 1
        and (not label or _kept_at(value, pieces))
    ):
        label = _joined(_content(tokens, value.end - 1, value.end), label)
    verbs = () if verb[1] in _LIGHT and label or noun else (verb[1],)
    joined = (value.lead,) if value.kind in {"name", "ordinal"} and value.lead else ()
    often = ("frequency",) if value.kind in {"frequency", "period"} else ()
    kind = {"ordinal": "phrase", "period": "frequency"}.get(value.kind, value.kind)
    whole = _joined(verbs, own, label, joined, often)
    return Frame(value.start, value.end, kind, value.unit, whole) if 0 < len(whole) <= 7 and (label or own) else None


def _value_of(  # noqa: PLR0911 - one kind of value a line
    tokens: Sequence[Tagged], verb: str, pieces: list[Piece], *, habitual: bool
) -> Piece | None:  # fmt: skip
    measured = [p for p in pieces if p.kind in _MEASURES]
    often = [p for p in pieces if p.kind in {"frequency", "period", "day"} or (p.kind == "part" and p.lead == "")]
    if any(p.lead == "as" and not p.owned for p in pieces) or (verb in _INVARIANT and not often and not habitual):
        return None
    if measured:
        return _measured(measured, often, pieces, habitual=habitual)
    names = [p for p in pieces if p.kind == "name"]
    others = [p for p in pieces if p.kind != "name" and p.kind != "pronoun"]
    if names:
        lone = len(names) == 1 and bool(others) and names[0].lead not in _APART
        return names[0] if lone else None
    objects = [p for p in pieces if p.kind == "phrase" and not p.lead and not p.definite]
    whole = [p for p in pieces if p.kind in {"phrase", "ordinal"} and not p.lead]
    if len(objects) == 1 and len(whole) == 1 and _noun_like(tokens[objects[0].end - 1]):
        role = any(p.lead == "as" and p.owned for p in pieces)
        meant = any(p.lead == "for" and p.kind == "phrase" and not p.definite for p in pieces)
        part = any(p.kind == "part" and p.lead for p in pieces) or bool(often) or habitual
        part = part or _kept_at(objects[0], pieces)
        if role or (meant and len(pieces) == 2) or part:
            return objects[0] if verb not in {"go", "get", "keep", "stay"} else None
    periods = [p for p in pieces if p.kind == "period"]
    if periods and any(p.owned or p.definite for p in pieces):
        return periods[0]
    ordinals = [p for p in pieces if p.kind == "ordinal" and p.lead in {"on", "in", "to"}]
    if len(ordinals) == 1 and not objects:
        return ordinals[0]
    return _chosen_at(tokens, pieces)


def _kept_at(thing: Piece, pieces: list[Piece]) -> bool:
    """*I have a MOD N on my M*: of which sort the one thing is that stands there."""
    places = [p for p in pieces if p.lead in {"on", "in", "at"} and p.owned and p.kind == "phrase"]
    return len(places) == 1 and len(pieces) == 2 and thing.end - thing.start > 1


def _chosen_at(tokens: Sequence[Tagged], pieces: list[Piece]) -> Piece | None:
    """*At the N I go for X*: what is chosen at a known place."""
    places = [p for p in pieces if p.lead in {"at", "in", "on"} and p.definite and p.kind == "phrase"]
    chosen = [p for p in pieces if p.lead in {"for", ""} and p.kind == "phrase" and not p.definite]
    fits = len(places) == 1 and len(chosen) == 1 and len(pieces) == 2 and _noun_like(tokens[chosen[0].end - 1])
    return chosen[0] if fits and places[0].start < chosen[0].start else None


def _measured(
    measured: list[Piece], often: list[Piece], pieces: list[Piece], *, habitual: bool
) -> Piece | None:  # fmt: skip
    amounts = [p for p in measured if p.kind in {"quantity", "money"}]
    if len(amounts) > 1 or (not amounts and len(measured) > 1):
        return None
    value = amounts[0] if amounts else measured[0]
    extent = value.kind == "quantity" and value.unit in {"day", "week", "month", "year", "h", "min"}
    if extent and not often and not habitual:
        return None
    counted = value.kind == "quantity" and not value.lead and not often and not habitual
    others = [p for p in pieces if p is not value and p.kind not in {"pronoun", "part"}]
    return None if counted and not others else value


def _content(tokens: Sequence[Tagged], start: int, end: int) -> tuple[str, ...]:
    """The words of a stretch that name something, as lemmas."""
    kept = (x for x in tokens[start:end] if x.tag in {t.NOUN, t.NAME, t.VERB} and x.lower not in STOP_WORDS)
    return tuple(_lemma(x) if x.tag == t.VERB else w.lemma(x.lower) for x in kept)


def _joined(*parts: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(x for part in parts for x in part if x))
