"""Things that are known by their proper names: an *iPhone 15* is a phone, *Evernote* keeps notes.

A name tells what its thing is unless it is part of another name (*Opera House*), or a word goes by it as well.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from atma_overlay.language.grammar import words as w
from atma_overlay.language.vocabulary.attributes import Attribute

_AT_WORK = frozenset("code_editor chat_tool note_app password_manager design_tool".split())
_WORDS_TOO = frozenset(
    """make black render express alpine gin ember astro remix lambda nomad clippy biome pulsar nano sublime roam
    unleash invision affinity oracle gulp grunt cypress helix karma jasmine mocha ninja maven phoenix
    prettier""".split()
)
"""Names of tools that are words as well."""
VARIANTS = frozenset(
    """mini pro plus max ultra air lite basic premium family student standard classic hybrid electric diesel
    petrol estate hatchback saloon sedan wagon coupe convertible cabrio van pickup automatic manual turbo
    sport gen generation edition version series model lts desktop server cloud business free beta stable
    nightly community enterprise""".split()
)
"""Common nouns behind a proper name that say which one of its kind it is."""
_HOUSES = frozenset(
    """house square plaza palace hill hills bridge county lake lakes end creek river falls springs valley bay beach
    city town village heights grove ridge island islands harbour harbor forest green wells""".split()
)
_PLACES = frozenset(
    """street park theatre cinema museum hotel stadium school university airport station church hospital
    club library room building_wing company pub restaurant cafe council charity""".split()
)
"""Sorts of names that are none of a thing's, whatever thing is called alike."""
_PREPOSITIONS_OR_CONJUNCTIONS_OR_ADVERBS = w.PREPOSITIONS | w.CONJUNCTIONS | w.ADVERBS


class ThingsByName:
    """Attributes by the names of what has them.

    Args:
        things: by name in lower case, the attribute of a thing that its name tells.
        sorts: by a word of a proper name, the sort of institution that it tells.
    """

    def __init__(self, things: Mapping[str, Attribute], *, sorts: Mapping[str, str]) -> None:
        self._things, self._sorts = things, sorts
        self._first_words = frozenset(word for name in things for word in name.split()[:1])
        self.listed = frozenset(a.id for a in things.values())
        """The attributes, by id, of which names are listed."""

    def thing_of(self, name: str) -> Attribute | None:
        """The attribute that a proper name tells by itself: an *iPhone 15* is a phone, *Evernote* keeps notes."""
        if self._first_words.isdisjoint(name.lower().split()):
            return None
        parts = name.split()
        for size in range(min(len(parts), 3), 0, -1):
            for start in range(len(parts) - size + 1):
                found = self._things.get(" ".join(parts[start : start + size]).lower())
                proper = parts[start] != parts[start].lower() or any(c.isdigit() for c in parts[start])
                if found is not None and proper:
                    told = _is_itself(found, parts[start + size :]) and not self._is_a_place(found, parts, size)
                    return found if told else None
        return None

    def tool_typed_small(self, word: str) -> Attribute | None:
        """The attribute of a tool's name in lower case, where nothing else goes by that word: *we use npm*."""
        found = self._things.get(word) if word.isalpha() and word not in _WORDS_TOO else None
        at_work = found is not None and (found.domain == "software_project" or found.id in _AT_WORK)
        return found if at_work and word not in w.common_words() else None

    def _is_a_place(self, thing: Attribute, parts: Sequence[str], size: int) -> bool:
        """Whether a name that holds a thing's is that of a place or a house: *Opera House*, *Bing Street*."""
        last = parts[-1].strip(".,;:!?")
        if len(parts) == size or last == last.lower():
            return False
        sort = self._sorts.get(last.lower())
        return last.lower() in _HOUSES or (sort in _PLACES and sort != thing.id)


def _is_itself(attribute: Attribute, behind: Sequence[str]) -> bool:
    """Whether a name stands for the thing itself: *Fabia estate*, not a *Fabia poster*, *Vim plugins*."""
    if not behind:
        return True
    head = behind[0].strip(".,;:!?").lower()
    if behind[0] != head or not head.replace("-", "").isalpha() or head in _PREPOSITIONS_OR_CONJUNCTIONS_OR_ADVERBS:
        return True
    named = {w.lemma(x) for noun in (*attribute.nouns, attribute.name) for x in noun.split()}
    return head in VARIANTS or w.lemma(head) in named
