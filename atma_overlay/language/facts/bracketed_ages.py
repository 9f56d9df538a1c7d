"""How old somebody's children are, behind their names: *our kids are Mia (7) and Leo (4)*."""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay import re2
from atma_overlay.language.candidates import Candidate
from atma_overlay.language.making import make
from atma_overlay.language.scene import COPULAR, Scene
from atma_overlay.records import Change

_AGED = re2.compile(r"\b(?P<name>\p{Lu}\p{Ll}+) \((?P<age>\d{1,2})\)")
_OURS = re2.compile(
    r"(?i)(?:\b(?:my|our)|\b(?:i|we) have|\bi['’]ve(?: got)?|\bwe['’]ve(?: got)?) (?:two |three |four |five |\d )?"
    r"(?:kids|children|sons?|daughters?|twins|boys|girls)(?:,|:| are| is| called| named| \p{Lu})"
)
"""*Our kids are …*; whose children others are is told of them."""
_CHILDREN = frozenset("kid kids children son sons daughter daughters twins boys girls".split())


def aged(scene: Scene) -> Iterator[Candidate]:
    """The age of each child that a sentence names with a number in brackets."""
    sentence = scene.sentence
    if "(" not in sentence.text or sentence.words.isdisjoint(_CHILDREN) or sentence.sentence.asks:
        return
    if _OURS.search(sentence.text) is None:
        return
    age = scene.lexicon.by_noun("age")
    for match in _AGED.finditer(sentence.text) if age is not None else ():
        first, last = (x + sentence.sentence.start for x in match.span(match.re.groupindex["age"]))
        name, value = match.group("name").lower(), match.group("age")
        yield make(scene, name, age or "age", value, (first, last), "number", None, Change.NONE, COPULAR, affirmed=True)
