"""Things that are only called after a known name: the *Corepoint newsletter* is not the gym."""

from __future__ import annotations

from atma_overlay import re2
from atma_overlay.language.extract import default_extractor
from atma_overlay.language.grammar.kinds import NAMED
from atma_overlay.language.grammar.words import ADVERBS, BE, PREPOSITIONS
from atma_overlay.language.vocabulary.things_by_name import VARIANTS
from atma_overlay.records import Statement
from atma_overlay.values.terms import stem, terms

_CLOSED = PREPOSITIONS | ADVERBS | BE
_HELD = frozenset(
    stem(x)
    for x in """subscription account membership plan contract policy licence license job role position post gig class
    course lesson app service lease mortgage loan card line connection package deal node server cluster instance
    container pod machine replica broker installation setup stack""".split()
)
"""What one has with a name, or what runs it: who cancels the *Corepoint membership* leaves Corepoint."""
_LENT = frozenset(
    {"credit card", "debit card", "car loan", "student loan", "gift card", "savings account", "joint account"}
)
"""What a bank gives, and one may give back without leaving it."""
_INSURED = frozenset(
    """travel home house contents building buildings pet life health dental phone car van bike motor boat""".split()
)


def _insures_else(run: list[str], attribute: str) -> bool:
    """*The Aviva travel insurance*, where it is the car that is insured there."""
    told = run[-2] if len(run) > 1 and run[-1] in {"insurance", "policy", "cover"} else ""
    insured, _, noun = attribute.rpartition("_")
    return told in _INSURED and noun == "insurance" and insured in _INSURED and told != insured


_TALKED_OF = re2.compile(
    r"\b(?:WhatsApp|Facebook|Slack|Telegram|Discord|Signal) (?:group|chat|channel|page|thread|server)$"
    r"|\b(?:group chat|newsletter|mailing list|forum|podcast)$"
)
"""*The tennis WhatsApp group*: where something is talked of."""


def named_for(mention: str, statement: Statement) -> bool:
    """Whether a mention is of something that is only called after a known name: *the Corepoint newsletter*."""
    if statement.value_kind not in NAMED:
        return _TALKED_OF.search(mention) is not None
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
    kind = default_extractor().lexicon.by_noun(" ".join(run[-2:])) if len(run) > 1 else None
    other = (kind is not None and kind.id != statement.slot.attribute) or " ".join(run[-2:]) in _LENT
    if other or _insures_else(run, statement.slot.attribute):
        return True  # who cancels the Aviva travel insurance still insures the car there
    known = set(terms(statement.value)) | set(terms(statement.slot.attribute.replace("_", " "))) | _HELD
    return stem(run[-1]) not in known and run[-1] not in VARIANTS


def names_in(text: str) -> set[str]:
    """The stems of the names and numbers in a text."""
    bare = text.replace("'s", "").replace("’s", "")
    return {stem(x.strip(".,!?").lower()) for x in bare.split() if x[:1].isupper() or any(c.isdigit() for c in x)}
