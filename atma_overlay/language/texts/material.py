"""What a turn hands over rather than tells: a quotation, a block of code, a mail, a text to be translated.

*Translate: I moved to Rome* moves nobody. Somebody else wrote such words, or they are an example; either way they are
no evidence of the speaker's state (the paste of a document is how a planted fact would come in).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence

from atma_overlay.language.grammar.tokens import Span
from atma_overlay.language.texts.bylines import perhaps_signed
from atma_overlay.language.texts.data_shown import data_shown
from atma_overlay.language.texts.dictated import perhaps_dictated
from atma_overlay.language.texts.evident import evident
from atma_overlay.language.texts.exercises import exercised
from atma_overlay.language.texts.fiction import perhaps_unmeant
from atma_overlay.language.texts.headings import foreign_headings
from atma_overlay.language.texts.layouts import laid_out
from atma_overlay.language.texts.leads import led_to
from atma_overlay.language.texts.led_facts import led_facts
from atma_overlay.language.texts.made_up import perhaps_made_up
from atma_overlay.language.texts.minutes import minuted, perhaps_minuted
from atma_overlay.language.texts.owners import of_others, perhaps_of_others
from atma_overlay.language.texts.pasted import perhaps_pasted
from atma_overlay.language.texts.reworked import asks_for_work, perhaps_reworked, reworked
from atma_overlay.language.texts.shown_code import code_shown
from atma_overlay.language.texts.things_to_get import things_to_get
from atma_overlay.language.texts.to_publish import to_publish
from atma_overlay.language.texts.voices import perhaps_voiced, voiced


def handed_over(text: str) -> tuple[tuple[Span, ...], tuple[Span, ...]]:
    """Stretches [start, end) of a text that are material, and those that may be, each in order and apart.

    What may be material may as well be the speaker's own words. What stands in material introduces nothing behind it.
    """
    asked = asks_for_work(text)
    lines, labelled = "\n" in text, ":" in text or "(" in text or " - " in text or "–" in text
    plain = (
        *laid_out(text),
        *(code_shown(text) if lines else ()),
        *(data_shown(text) if lines or "=" in text else ()),
        *(minuted(text) if labelled else ()),
        *(things_to_get(text) if labelled else ()),
        *to_publish(text),
        *(reworked(text) if asked else ()),
        *voiced(text),
        *of_others(text),
        *evident(text),
        *exercised(text),
    )
    material = merged(plain)
    found = (
        *perhaps_pasted(text), *led_to(text), *perhaps_signed(text), *perhaps_made_up(text), *perhaps_dictated(text),
        *perhaps_unmeant(text), *perhaps_voiced(text), *(perhaps_minuted(text) if labelled else ()),
    )  # fmt: skip
    pasted = (span for span in found if not within(span[0], material))
    in_doubt = merged([*foreign_headings(text), *led_facts(text), *(_of_work(text) if asked else ()), *pasted])
    return tuple(material), tuple(in_doubt)


def _of_work(text: str) -> Iterator[Span]:
    """What may be the text that a request for work means."""
    yield from perhaps_reworked(text)
    yield from perhaps_of_others(text)


def within(place: int, stretches: Sequence[Span]) -> bool:
    """Whether a place lies in one of these stretches, as `handed_over` gives them."""
    at = bisect_right(stretches, place, key=lambda s: s[0]) - 1
    return at >= 0 and place < stretches[at][1]


def merged(found: Sequence[Span]) -> list[Span]:
    """Stretches in order and apart, where some may overlap."""
    out: list[Span] = []
    for start, end in sorted(found):
        if out and start <= out[-1][1]:
            out[-1] = (out[-1][0], max(end, out[-1][1]))
        else:
            out.append((start, end))
    return out
