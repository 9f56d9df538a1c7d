"""Whether an answer is of the sort that is asked for: a phone number has figures, a city is no *private*."""

from __future__ import annotations

from atma_overlay.language.candidates import Candidate
from atma_overlay.language.grammar import kinds
from atma_overlay.language.grammar import words as w
from atma_overlay.language.vocabulary.lexicon import Lexicon

_MEASURED = kinds.MEASURED | {"code", "version"}
_NAMED = frozenset({"name", "place", "person", "code"})


def fitting(found: Candidate, lexicon: Lexicon) -> Candidate | None:
    """A candidate whose value is a short answer; doubted where it may be no answer, None where it is none.

    Args:
        found: what the rules read, of an attribute that the question names.
        lexicon: tells what values an attribute has.
    """
    attribute = lexicon.attributes.get(found.attribute)
    kept = set() if attribute is None else set(attribute.values)
    if kept and kept <= _MEASURED:
        measured = found.value_kind in _MEASURED or any(c.isdigit() for c in found.value)
        return found if measured else None
    if kept and kept <= _NAMED and all(map(_is_common, found.value.split())):
        return found.doubted()
    return found


def _is_common(word: str) -> bool:
    """Whether a word is an everyday one, in the small letters that no name has."""
    return word.islower() and (word in w.common_words() or word in w.short_words() or word in w.VERB_FORMS)
