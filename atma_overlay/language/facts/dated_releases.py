"""The day of a release by its number: *release 2.0 is planned for March 3*, *2.0 slipped to March 17*."""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay import re2
from atma_overlay.language.candidates import Candidate
from atma_overlay.language.grammar.words import MONTH_NAMES
from atma_overlay.language.making import make
from atma_overlay.language.scene import COPULAR, Scene
from atma_overlay.records import Change

_MONTH = rf"(?i:{'|'.join(sorted(MONTH_NAMES, key=len, reverse=True))})\.?"
_DATED = re2.compile(
    r"(?:^|[.!?;] +)(?:(?i:so|and|but|ok|okay|also|fyi|btw|update|heads up|the|our)[,:]? )*"
    r"(?P<next>next (?:up |planned |release )?is )?(?:(?i:release|version) |v)?(?P<number>\d{1,3}(?:\.\d{1,3}){1,3})"
    r"(?: is| are|['’]s| has been| got| was)?(?: now)? "
    r"(?:(?P<moved>(?:slipped|moved|pushed|postponed|delayed|brought|rescheduled|bumped)(?: back| out| forward)? to)|"
    r"(?:planned|scheduled|due|set|slated) (?:for|on)|(?:ships|lands|goes out|comes out) on|(?P<bare>on)) "
    rf"(?P<day>{_MONTH} \d{{1,2}}|\d{{1,2}} {_MONTH})\b"
)
_UNSURE = re2.compile(
    r"(?i)\b(?:if|unless|(?-i:may)|might|could|would|should|maybe|perhaps|want\p{L}*|hope\p{L}*|propos\p{L}*|suggest\p{L}*|"
    r"ask\p{L}*|their|his|her|your|last year|never|not)\b|n['’]t\b|\?"
)


def dated(scene: Scene) -> Iterator[Candidate]:
    """The day of each release that a sentence names with one."""
    sentence = scene.sentence
    said = sentence.text
    if "." not in said or sentence.sentence.asks or not any(map(str.isdigit, said)) or _UNSURE.search(said):
        return
    for match in _read(sentence.text):
        first, last = (x + sentence.sentence.start for x in match.span(match.re.groupindex["day"]))
        told = Change.TOLD if match.group("moved") else scene.told
        found = make(
            scene, scene.turn.speaker, f"release {match.group('number')} date", match.group("day"), (first, last),
            "date", None, told, COPULAR, affirmed=True,
        )  # fmt: skip
        yield found.but(valid_from=scene.turn.at, valid_to=None, temporary=False)  # the day is the value


def _read(sentence: str) -> Iterator[re2.Match[str]]:
    """The places; a bare *on* tells a release's day only of the next one: *next is 1.9 on March 14*."""
    return (x for x in _DATED.finditer(sentence) if x.group("next") or not x.group("bare"))


def numbers(sentence: str) -> frozenset[str]:
    """The numbers of the releases that a sentence names with their days."""
    if "." not in sentence or not any(map(str.isdigit, sentence)):
        return frozenset()
    return frozenset(match.group("number") for match in _read(sentence))
