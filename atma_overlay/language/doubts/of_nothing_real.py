"""Where an utterance tells of nothing real, or of what need not be so: no change is told there, and no premise."""

from __future__ import annotations

from atma_overlay import re2
from atma_overlay.language.doubts import beliefs, commented, disclaimed, hearsay, hung_on, imagined, irrealis
from atma_overlay.language.grammar.tokens import Span
from atma_overlay.language.turn import ReadSentence, ReadTurn

_YOU_SAID = re2.compile(r"\byou(?:'ve| have| had)? (?:said|told|mentioned|wrote|noted)\b")
"""What the asker has been told by the one who is asked is believed."""
_BUT = re2.compile(r"\b(?:but|whereas|though)\b")


def of_nothing_real(sentence: ReadSentence, turn: ReadTurn) -> list[Span]:
    """The stretches of a sentence, as offsets into the text, that are set in what is not real or taken back behind it.

    Args:
        sentence: as read.
        turn: the utterance that it is of.
    """
    return [*imagined.imagined(sentence), *commented.taken_back(sentence, turn)]


def called_in_doubt(sentence: ReadSentence, turn: ReadTurn) -> list[Span]:
    """The stretches, as offsets into the text, that are weighed, hoped or asked, or called what need not be so.

    Args:
        sentence: as read.
        turn: the utterance that it is of.
    """
    doubted = [*imagined.weighed(sentence), *commented.called_in_doubt(sentence, turn, asked_back=True)]
    return [*doubted, *imagined.echoed(sentence)] if "?" in sentence.said else doubted


def not_presupposed(sentence: ReadSentence, turn: ReadTurn) -> list[Span]:
    """The stretches, as offsets into the text, in which what an asker says is not taken for granted by them.

    Args:
        sentence: as read.
        turn: the utterance that it is of.
    """
    if sentence.framed:
        return [(sentence.sentence.start, sentence.sentence.end)]
    return [
        *of_nothing_real(sentence, turn),
        *imagined.weighed(sentence),
        *commented.called_in_doubt(sentence, turn, asked_back=False),
        *hung_on.hung_on(sentence, addressed=False),
        *irrealis.unreal(sentence),
        *disclaimed.disclaimed(sentence),
        *_cut(sentence, beliefs.believed(sentence)),
        *([] if sentence.sentence.asks or _YOU_SAID.search(sentence.said) else hearsay.only_of_others(sentence)),
    ]


def _cut(sentence: ReadSentence, stretches: list[Span]) -> list[Span]:
    """Stretches as far as where the speaker goes on for themselves: *my brother thinks I'm joking, but I live in …*."""
    begin, cut = sentence.sentence.start, []
    for start, end in stretches:
        on = _BUT.search(sentence.said, start - begin, end - begin)
        cut.append((start, end if on is None else begin + on.start()))
    return cut
