"""Whether an answer is of the sort that is asked for: a phone number has figures, a city is no *private*."""

from __future__ import annotations

from atma_overlay.language.candidates import Candidate
from atma_overlay.language.grammar import kinds
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.qualities import may_be_quality
from atma_overlay.language.grammar.small_letters import is_listed
from atma_overlay.language.vocabulary.lexicon import Lexicon

_MEASURED = kinds.MEASURED | {"code", "version"}
_NAMED = frozenset({"name", "place", "person", "code"})


def fitting(found: Candidate, lexicon: Lexicon, *, framed: bool) -> Candidate | None:
    """A candidate whose value is a short answer; doubted where it may be no answer, None where it is none.

    Args:
        found: what the rules read, of an attribute that the question names.
        lexicon: tells what values an attribute has.
        framed: whether more than the value is said: *it's Pulse*, *in York*, *Pulse since May*.
    """
    attribute = lexicon.attributes.get(found.attribute)
    kept = set() if attribute is None else set(attribute.values)
    if kept and kept <= _MEASURED:
        measured = found.value_kind in _MEASURED or any(c.isdigit() for c in found.value)
        return found if measured else None
    if kept and kept <= _NAMED and all(map(_is_common, found.value.split())):
        return found.doubted()
    return found if framed or _names_something(found, lexicon) else found.doubted()


def _is_common(word: str) -> bool:
    """Whether a word is an everyday one, in the small letters that no name has."""
    return word.islower() and (word in w.common_words() or word in w.short_words() or word in w.VERB_FORMS)


def _names_something(found: Candidate, lexicon: Lexicon) -> bool:
    """Whether a word or two alone are a name, a figure or a known value: no *Amazing!*, *meow* or *Reset password*."""
    words = found.value.split()
    if any(c.isdigit() or c in "@£$€" for c in found.value) or any(x[:1].isupper() for x in words[1:]):
        return True
    if len(words) == 1 and words[0][:1].isupper() and not may_be_quality(words[0], called=True):
        return found.norm not in w.VERB_FORMS or lexicon.thing_of(found.value) is not None
    known = lexicon.words_of(found.attribute)
    if lexicon.thing_of(found.value) is not None or found.norm in known or is_listed(found.norm):
        return True
    return all(x in known or is_listed(x) for x in map(str.lower, words)) or lexicon.is_role_word(words[-1].lower())
