"""Things that are only called after a known name: the *Corepoint newsletter* is not the gym."""

from __future__ import annotations

from atma_overlay.language.kinds import NAMED
from atma_overlay.language.lexicon import VARIANTS
from atma_overlay.language.words import ADVERBS, BE, PREPOSITIONS
from atma_overlay.records import Statement
from atma_overlay.state.terms import stem, terms

_CLOSED = PREPOSITIONS | ADVERBS | BE
_HELD = frozenset(
    stem(x)
    for x in """subscription account membership plan contract policy licence license job role position post gig class
    course lesson app service lease mortgage loan card line connection package deal node server cluster instance
    container pod machine replica broker installation setup stack""".split()
)
"""What one has with a name, or what runs it: who cancels the *Corepoint membership* leaves Corepoint."""


def named_for(mention: str, statement: Statement) -> bool:
    """Whether a mention is of something that is only called after a known name: *the Corepoint newsletter*."""
    if statement.value_kind not in NAMED:
        return False
    said = mention.replace("’s", "'s").split()
    names = names_in(statement.value)
    at = max((i for i, x in enumerate(said) if names_in(x) & names), default=None)
    if at is None:
        return False
    behind = [x.strip(".,;:!?") for x in said[at + 1 :]]
    run = behind[
        : next((i for i, x in enumerate(behind) if x in _CLOSED or not x.replace("-", "").isalpha()), len(behind))
    ]
    if not run or run[-1] != run[-1].lower():
        return False
    known = set(terms(statement.value)) | set(terms(statement.slot.attribute.replace("_", " "))) | _HELD
    return stem(run[-1]) not in known and run[-1] not in VARIANTS


def names_in(text: str) -> set[str]:
    """The stems of the names and numbers in a text."""
    bare = text.replace("'s", "").replace("’s", "")
    return {stem(x.strip(".,!?").lower()) for x in bare.split() if x[:1].isupper() or any(c.isdigit() for c in x)}
