"""How many there are now that some more come, or some do not: *two more people are joining, so 20*."""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay import re2
from atma_overlay.language.candidates import BY_TOTAL, TOLD, Candidate, Part
from atma_overlay.language.making import make
from atma_overlay.language.scene import Scene
from atma_overlay.records import Change
from atma_overlay.values.normal import NUMBER_WORDS

__all__ = ["before", "totals"]

_SO_MANY = r"(?P<step>\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten|twelve)"
_TOTAL = (
    r"(?:,? so|,? making it|,? which makes(?: it)?|[,;] that makes|,? bringing us to) "
    r"(?:(?:that['’]s|we['’]re|we are|it['’]s|there are|now) )*(?P<total>\d{1,4})(?: of us| people| guests)?"
    r"(?: now| in total| in all| altogether)?[.!]*$"
)
_MORE = re2.compile(
    rf"(?i)^(?:(?:ok|oh|so|update|news),? )?{_SO_MANY} (?:more|extra|other|new)(?: people| guests)? "
    rf"(?:is |are |have |has |just )*(?:joining|coming|joined|signed up|confirmed|said yes|rsvped|registered){_TOTAL}"
)
"""*Two more people are joining, so 20*."""
_FEWER = re2.compile(
    rf"(?i)^(?:(?:ok|oh|so|update|news),? )?{_SO_MANY}(?: of (?:them|us)| people| guests)? "
    r"(?:have |has |just |had to )*"
    rf"(?:dropped out|pulled out|backed out|said no){_TOTAL}"
)
"""*Three dropped out, so 15*."""


def totals(scene: Scene) -> Iterator[Candidate]:
    """The total that a sentence leads to."""
    sentence = scene.sentence
    found = _read(sentence.text)
    if found is None or sentence.sentence.asks:
        return
    match, _ = found
    value = match.group("total")
    start = sentence.sentence.start + match.span(match.re.groupindex["total"])[0]
    yield make(
        scene, scene.turn.speaker, "", value, (start, start + len(value)), "number", None, Change.TOLD, TOLD,
        part=Part.ADOPTED, affirmed=True, single=False,
    ).but(attribute=BY_TOTAL, valid_to=None, temporary=False)  # fmt: skip


def before(sentence: str) -> int | None:
    """How many there were before: 18, where two more make 20; None where a sentence tells no such step."""
    found = _read(sentence)
    if found is None:
        return None
    match, sign = found
    step = match.group("step").lower()
    return int(match.group("total")) - sign * (int(step) if step.isdigit() else int(NUMBER_WORDS[step]))


def _read(sentence: str) -> tuple[re2.Match[str], int] | None:
    if sentence != sentence.strip() or not any(map(str.isdigit, sentence)):
        return None
    for pattern, sign in ((_MORE, 1), (_FEWER, -1)):
        match = pattern.search(sentence)
        if match is not None:
            return match, sign
    return None
