"""Yes and no: golds that are one of them, and what an answer says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from atma_overlay.evaluation.matchers.atoms import Atom, Pause, Word

_YES = frozenset("yes yeah yep yup correct indeed affirmative".split())
_NO = frozenset("no nope nah incorrect negative".split())
_SUBJECTS = frozenset("i you he she it we they there that this".split())
_UNSURE = frozenset("know sure certain information mentioned mention specified say recall".split())


def polarity_of(gold: Sequence[Atom]) -> bool | None:
    """What a gold that is *yes* or *no*, by itself or before a comma, says; None for any other gold."""
    if not gold or not isinstance(gold[0], Word) or (len(gold) > 1 and not isinstance(gold[1], Pause)):
        return None
    word = gold[0].text
    return True if word == "yes" else False if word == "no" else None


def polarities(said: Sequence[Atom]) -> frozenset[bool]:
    """What an answer says: *yes* and *no* where they stand by themselves, else a denial as its first clause."""
    explicit = frozenset(_explicit(said))
    if explicit:
        return explicit
    words = [atom.text for atom in _first_clause(said) if isinstance(atom, Word)]
    denied = "not" in words and words[:1] and words[0] in _SUBJECTS and not _UNSURE.intersection(words)
    return frozenset({False}) if denied else frozenset()


def _explicit(said: Sequence[Atom]) -> Iterator[bool]:
    for place, atom in enumerate(said):
        if not isinstance(atom, Word) or (place and not isinstance(said[place - 1], Pause)):
            continue
        after = said[place + 1] if place + 1 < len(said) else Pause(full=True)
        stands_alone = isinstance(after, Pause) or (isinstance(after, Word) and after.text in _SUBJECTS)
        if stands_alone and atom.text in _YES | _NO:
            yield atom.text in _YES


def _first_clause(said: Sequence[Atom]) -> Iterator[Atom]:
    for atom in said:
        if isinstance(atom, Pause):
            return
        yield atom
