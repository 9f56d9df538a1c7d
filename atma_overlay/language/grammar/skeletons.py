"""Standing sentences by their frame: a verb, what it is done with, and one value in it.

*I water the ferns every ten days*, *the gym I go to is Halden's*, *my screen saver is a heron*, *Birch & Co does my
books*. The words around the value name the attribute, so that two sentences alike but for the value are of one slot.
Read are whole sentences in the simple present with one value; what is asked, denied, past, passing, listed or joined
to something else is left alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from atma_overlay.language.candidates import Candidate, Part, touches
from atma_overlay.language.facts.from_others import handed
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar.discourse import MARKS_PRESENT, of_the_present, present_spans
from atma_overlay.language.grammar.frame_shapes import SPEAKERS, read_frame
from atma_overlay.language.grammar.frame_values import Frame
from atma_overlay.language.grammar.tags import Tagged
from atma_overlay.language.grammar.value_phrases import is_compared
from atma_overlay.language.making import make
from atma_overlay.language.scene import OPEN, WEAK, Scene
from atma_overlay.language.turn import ReadSentence
from atma_overlay.records import Act, Cardinality, Change

_BARRED = frozenset({t.NEG, t.MODAL, t.FUTURE, t.QUOTE})

SHORTEST, LONGEST = 3, 18
"""Tokens of a sentence that is read as one frame."""
_PASSING = frozenset(
    """also too another else sometimes occasionally often maybe perhaps probably if because when whenever while since
    until unless whether than yesterday today tomorrow tonight ago then here there last next this that these those
    who which what never not both either neither ever soon finally almost temporarily as-well instead""".split()
)
"""Words that make a sentence something else than one standing fact: joined, passing, compared or added."""


def beside(found: list[Candidate], scene: Scene) -> list[Candidate]:
    """What was found in a sentence, with its frame: an open reading of the frame's value gives way to it.

    Args:
        found: the candidates of the sentence.
        scene: the sentence, with a clause that spans it.
    """
    framed = list(standing(scene))
    if not framed:
        return found
    sure = [c.span for c in found if c.known_attribute or c.part is not Part.STATEMENT or c.act is not Act.ASSERT]
    sure += [c.span for c in found if c.cardinality is Cardinality.SINGLE and any(c.norm == f.norm for f in framed)]
    framed = [f for f in framed if not touches(f.span, sure)]
    if not framed:
        return found
    besides = [c.span for c in found if c.cumulative]
    framed = [f.but(cumulative=True) if touches(f.span, besides) else f for f in framed]
    spans = [f.span for f in framed]
    return [c for c in found if c.span in sure or not touches(c.span, spans)] + framed


def standing(scene: Scene) -> Iterator[Candidate]:
    """The value of a sentence that is one frame in the simple present."""
    tokens = _plain(scene)
    if tokens is None:
        return
    frame = read_frame(tokens)
    if frame is None or is_compared(tokens, frame.start):
        return
    *thing, last = frame.label or ("",)
    if not handed(" ".join(thing), last):
        yield _candidate(scene, tokens, frame)


def _plain(scene: Scene) -> list[Tagged] | None:
    """The tokens without the words of the present and the full stop, if the sentence is one that can be read."""
    sentence = scene.sentence
    if sentence.sentence.asks or sentence.framed or sentence.words.isdisjoint(SPEAKERS) or _is_meant(sentence):
        return None
    tokens = list(sentence.tokens)
    begin = sentence.sentence.start
    marked = sentence.shows(MARKS_PRESENT, sentence.lowered)
    if marked and "," in sentence.words and "this" not in sentence.words and _is_parted(tokens):
        return None
    for start, end in present_spans(sentence.text) if marked else ():
        tokens = [x for x in tokens if not start <= x.token.start - begin < end]
    while tokens and tokens[-1].text in {".", "!", ",", "…", "..."}:
        tokens.pop()
    while tokens and (tokens[0].lower in {"and", "but", "so"} or tokens[0].text == ","):
        tokens.pop(0)
    if not SHORTEST <= len(tokens) <= LONGEST:
        return None
    barred = any(x.lower in _PASSING or x.tag in _BARRED or (x.tag == t.PUNCT and x.text not in "&-") for x in tokens)
    return None if barred else tokens


_MEANING = frozenset("intend expect plan aim hope propose promise agree offer decide threaten hesitate".split())


def _is_meant(sentence: ReadSentence) -> bool:
    """*I intend to raise our price to £95*: what is to be, and no standing fact."""
    return not sentence.verbs.isdisjoint(_MEANING) and any(c.mood == "infinitive" for c in sentence.clauses)


def _is_parted(tokens: Sequence[Tagged]) -> bool:
    """*I moved to York, I now work at Acme*: a mark between two words for the speaker, of which none is a cue's.

    *As of this …* is left to the cues, of which any word may be one then.
    """
    speaking = [i for i, x in enumerate(tokens) if x.lower in SPEAKERS]
    return "," in [x.lower for x in tokens[speaking[0] : speaking[-1]]]


def _candidate(scene: Scene, tokens: Sequence[Tagged], frame: Frame) -> Candidate:
    begin = frame.start + (frame.end - frame.start > 1 and tokens[frame.start].lower in {"called", "named"})
    span = (tokens[begin].token.start, tokens[frame.end - 1].token.end)
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
