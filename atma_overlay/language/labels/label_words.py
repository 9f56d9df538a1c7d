"""The words of a label line: whether a label names a thing that has a value, and what stands behind it as its value."""

from __future__ import annotations

from atma_overlay import re2
from atma_overlay.kept import kept_short
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.qualities import is_quality
from atma_overlay.language.grammar.small_letters import is_a_name, is_known
from atma_overlay.word_lists import read_wordings

GROUPS = read_wordings("labels.toml")
_NO_LABELS = frozenset(GROUPS["no_labels"].split("|"))
_NO_LABELS_ALONE = frozenset(GROUPS["no_labels_alone"].split("|"))
_HEADED_ALONE = frozenset(GROUPS["headed_alone"].split("|"))
_APART = frozenset(GROUPS["apart"].split("|"))
_BESIDE_FIGURES = frozenset(GROUPS["beside_figures"].split("|"))
_ASIDE = re2.compile(r"\([^()]*\)|^/\p{L}+")
_RELATING = frozenset(GROUPS["relating"].split("|"))
_OF_ANYTHING = frozenset(GROUPS["of_anything"].split("|"))
_OF_WHOM = frozenset(GROUPS["of_whom"].split("|"))
_TALK = re2.compile(rf"(?i)(?:^|[^\p{{L}}'])(?:{GROUPS['talk']})(?:[^\p{{L}}']|$)")
_LIMITED = re2.compile(rf"(?i)(?:^|[\s(,])(?:{GROUPS['limited']})(?:[\s),.]|$)")
_NOTHING = re2.compile(rf"(?i)^(?:{GROUPS['placeholders']}|[\W_]*|[<\[{{].*[>\]}}])\W*$")
_WORD = re2.compile(r"^\p{L}[\p{L}\d'./+#&-]*$")
_MOST_WORDS = 4
_LONGEST = 9
"""Words of a value; what is longer is a text."""
_OWNING = frozenset({"my", "our", "the"})
_JOINING = frozenset("a an and but if with to for from by as or then when so because no not".split())
"""Words that no label has."""
_MARKED = '"“”`<>{}[]=$'
"""Marks of what is quoted, or of code."""


@kept_short(512)
def names_a_thing(label: str) -> bool:
    """Whether a label is a common noun, and no speaker, no step and no announcement.

    Args:
        label: without its owner, as it was typed.
    """
    words = label.split()
    if words and words[0].lower() in _OWNING:
        words = words[1:]
    if not 0 < len(words) <= _MOST_WORDS or not all(_WORD.match(x) for x in words):
        return False
    lowered = [x.lower() for x in words]
    if not w.POSSESSIVES.isdisjoint(lowered):
        return False  # gym of my sister
    if not _JOINING.isdisjoint(lowered) or _TALK.search(" ".join(lowered)) is not None:
        return False
    if len(words) == 1 and words[0][:1].isupper() and is_a_name(lowered[0]):
        return False
    if lowered[-1] in _NO_LABELS or (len(words) == 1 and lowered[0] in _NO_LABELS_ALONE):
        return False
    return all(_is_common(x) for x in lowered)


def _is_common(word: str) -> bool:
    if word in w.common_words() or w.lemma(word) in w.common_words():
        return True
    return is_known(word) and not is_a_name(word)


def is_label_line(label: str, value: str) -> bool:
    """Whether a label with what stands behind it tells the value of a thing, and is no turn of a conversation."""
    return names_a_thing(label) and is_value(value.rstrip(" .,;"))


def told_under_a_heading_alone(label: str) -> bool:
    """Whether a label tells a value only where a heading says whose it is: *plan: Pro*, but *plan: buy milk*."""
    return label.lower() in _HEADED_ALONE


def sets_apart(label: str, attribute: str) -> bool:
    """Whether a label names another thing than its noun does, and the attribute does not say so: *back seats*."""
    return not _APART.isdisjoint(set(label.lower().split()) - set(attribute.split("_")))


def of_anything(label: str) -> bool:
    """Whether many things have what a label names: *stage*, *owner*, *date*."""
    return label.lower() in _OF_ANYTHING


def names_whom(label: str) -> bool:
    """Whether a label may name whom the labels behind it are of: *Name: Emil; teacher: Mr. Vance*."""
    return label.lower() in _OF_WHOM


def is_value(text: str) -> bool:
    """Whether what stands behind a label is short and no talk."""
    words = text.split()
    return 0 < len(words) <= _LONGEST and _TALK.search(text.replace("’", "'")) is None and text[-1:] not in {"?", "!"}


def orders(value: str) -> bool:
    """Whether a value opens with what is to be done: *call Tom*, *order by Friday*."""
    first, _, rest = value.partition(" ")
    return bool(rest) and first.islower() and w.verb_lemma(first) == first and not is_quality(first)


def is_whole(rest: str, kind: str) -> bool:
    """Whether what was read of a value is all of it, but for words that say it more exactly.

    Args:
        rest: the words of the value, up to a comma, that were not read.
        kind: the kind of what was read; see `kinds`.
    """
    words = _ASIDE.sub("", rest).split()
    if kind == "date" or not words:
        return True
    if kind == "phrase":
        return _RELATING.isdisjoint(x.lower() for x in words)
    small = [x for x in words if x.islower()]
    return not small or _BESIDE_FIGURES.issuperset(small)


def holds(text: str) -> bool:
    """Whether a value is one that holds: no gap to be filled, none of a part or a while, no code."""
    if _NOTHING.match(text) is not None or _LIMITED.search(text) is not None:
        return False
    return not any(mark in text for mark in _MARKED) and "..." not in text and "…" not in text and "?" not in text
