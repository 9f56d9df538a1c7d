"""What is said right behind a change that named no value: *I moved! Malmö, since the 9th*, but not *I moved! OK, bye*.

A capital tells nothing of the word that opens a sentence, and most of what is said there is no value at all: it
comments, calls somebody, asks for something or signs the message.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from atma_overlay import re2
from atma_overlay.language.candidates import TOLD, Candidate
from atma_overlay.language.grammar import kinds
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.kinds import kind_of
from atma_overlay.language.grammar.phrases import Phrase, read_phrase
from atma_overlay.language.grammar.small_letters import is_a_name, is_known, is_listed
from atma_overlay.language.grammar.tags import Tagged
from atma_overlay.language.grammar.value_phrases import phrase_span
from atma_overlay.language.making import make
from atma_overlay.language.scene import Scene
from atma_overlay.language.turn import ReadSentence, ReadTurn
from atma_overlay.language.vocabulary.attributes import Attribute
from atma_overlay.language.vocabulary.lexicon import Lexicon
from atma_overlay.records import Act, Change

__all__ = ["announced", "is_told"]

_TO_THE_READER = frozenset("you your yours please".split())
_SINCE = frozenset("since from as starting effective".split())
"""What tells from when it is so; no comment goes on like that."""
_GOING_ON = frozenset({t.VERB, t.PRON, t.HAVE, t.DO, t.MODAL, t.WH})
"""*Priya, send me the list*, *Tom, I need help*: with what a sentence goes on behind the name of whom it is for."""
_EXCLAIMED = frozenset(
    """ok okay yeah yep yup nope woohoo wohoo wahoo wahey yippee yay hooray hurray hurrah hallelujah phew pfew ugh argh
    gah meh eek oof ouch whew lol haha hehe omg wtf tbh fyi btw ps nb asap thx ty xx xxx voila amen jeez sheesh yikes
    kudos ciao bye goodbye hi hey hello""".split()
)
_DRAWN_OUT = re2.compile(r"(?i)aaa|eee|hhh|ooo|yyy|ggg|mmm|sss|!!")
_NAMES = (kinds.NAMED - {"code", "version"}) | {"any", "thing"}


def is_told(attribute: Attribute, found: Iterable[Candidate], turn: ReadTurn) -> bool:
    """Whether the announcement has the value itself: *I changed my number, it's 0123 now*."""
    return any(
        c.attribute == attribute.id and c.act is Act.ASSERT and c.subject == turn.speaker and c.value for c in found
    )


def announced(sentence: ReadSentence, turn: ReadTurn, lexicon: Lexicon, attribute: Attribute) -> Iterator[Candidate]:
    """The value that opens the sentence after the announcement: *Malmö, since the 9th*."""
    tokens = sentence.tokens
    phrase = read_phrase(tokens, 0)
    if phrase is None or phrase.pronoun is not None or sentence.sentence.asks:
        return
    closes = phrase.end >= len(tokens) or tokens[phrase.end].tag == t.PUNCT
    capital = tokens[phrase.core].text[:1].isupper() and tokens[phrase.core].tag in t.NAME_OR_NOUN
    if not closes or not capital or not _is_a_value(phrase, sentence, lexicon, attribute):
        return
    bare = Clause(tokens, None, 0, 0, 0, len(tokens), "be")
    scene = Scene(turn, sentence, bare, lexicon, turn.times_in(sentence.sentence.start, sentence.sentence.end))
    span = phrase_span(phrase)
    value = turn.text[span[0] : span[1]]
    yield make(scene, turn.speaker, attribute, value, span, "name", None, Change.TOLD, TOLD, affirmed=True)


def _is_a_value(phrase: Phrase, sentence: ReadSentence, lexicon: Lexicon, attribute: Attribute) -> bool:
    behind = sentence.tokens[phrase.end :]
    if not sentence.words.isdisjoint(_TO_THE_READER) or (behind and behind[0].text == ":"):
        return False
    if _NAMES.isdisjoint(attribute.values) and kind_of(phrase)[0] not in attribute.values:
        return False
    if len(behind) > 1 and behind[1].tag in _GOING_ON:
        return False
    said = [x for x in phrase.tokens[phrase.core : phrase.end] if x.tag != t.GEN]
    if len(said) == 1 and (said[0].lower in _EXCLAIMED or _DRAWN_OUT.search(said[0].text) is not None):
        return False
    if said[-1].tag not in t.NAME_NUM_QUOTE and not said[-1].text[:1].isupper():
        return False  # London traffic
    return _tells_since(behind) or any(_is_a_name(x, lexicon, attribute, opens=x is said[0]) for x in said)


def _tells_since(behind: Sequence[Tagged]) -> bool:
    return len(behind) > 1 and behind[1].lower in _SINCE


def _is_a_name(word: Tagged, lexicon: Lexicon, attribute: Attribute, *, opens: bool) -> bool:
    """Whether a word is a name by more than the capital that opens a sentence."""
    if word.tag == t.QUOTE or not word.text[:1].isupper():
        return word.tag == t.QUOTE
    if not opens or lexicon.sort_of(word.text) is not None or (len(word.text) > 1 and word.text.isupper()):
        return True
    if "place" in attribute.values and is_listed(word.lower):
        return True
    person = "person" in attribute.values and (is_a_name(word.lower) or word.lower in w.GIVEN_NAMES | w.TITLES)
    return person or not (word.lower in w.common_words() or is_known(word.lower))
