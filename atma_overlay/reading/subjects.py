"""Whom a query is about: the asker, those it names, and those a relation of the asker's stands for."""

from __future__ import annotations

from collections.abc import Collection, Set
from datetime import datetime
from itertools import islice

from atma_overlay.language.grammar.words import ACQUAINTANCES, KIN, PETS
from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.records import Held
from atma_overlay.scope import Scope
from atma_overlay.state.present import is_retired
from atma_overlay.values.terms import stem, terms

FIRST_PERSON = frozenset(
    """i i'm i've i'd i'll my me mine myself we we're we've we'd we'll our ours us ourselves""".split()
)
SUBJECT_HITS = 150
"""The latest statements about whom the query is about: what it asks for may share no word with how it was said."""
NAMED = 400
"""Statements by which a word of the query may name somebody."""
RELATED = 32
"""Names of one relation that are looked for, those that hold before those that held: who has had forty managers."""
_RELATIONS = KIN | PETS | ACQUAINTANCES
_RELATION_STEMS = {stem(word): word for word in sorted(_RELATIONS, key=len, reverse=True)}
"""By their stem, of *friend* and *friends* the one."""
_GENERAL = ("child", "pet", "spous", "friend", "sibl")
"""Stems of the attributes under which the lexicon files relations."""


def subjects_of(
    text: str, *, asker: str, scope: Scope, ledger: LedgerReader, known_at: datetime | None
) -> frozenset[str]:
    """The canonical subjects of a query.

    Args:
        text: the query.
        asker: the subject that *I* stands for.
        scope: rows of other agents and sessions name nobody.
        ledger: the snapshot.
        known_at: only what was known then.
    """
    plain = text.replace("’", "'").lower()
    said = {x.strip(".,;:!?'\"").removesuffix("'s") for x in plain.split()}
    words = set(terms(text))
    mine = said & FIRST_PERSON or "the user" in plain
    if known_at is None:  # with those of the asker, which are looked for next, in one statement
        ledger.latest_with("subject", dict.fromkeys(subject_terms(asker), SUBJECT_HITS) | dict.fromkeys(words, NAMED))
    named = {h.statement.slot.subject for h in _known(ledger, "subject", words, scope, known_at)}
    subjects = {asker} if mine else set()
    subjects |= {n for n in named if set(terms(n)) <= words}
    return frozenset(subjects | _related(words, asker, scope, ledger, known_at))


def subject_terms(subject: str) -> tuple[str, ...]:
    """What a subject's statements are found by."""
    return terms(subject) or (subject,)


def _related(words: Set[str], asker: str, scope: Scope, ledger: LedgerReader, known_at: datetime | None) -> set[str]:
    """Whom *my son* names: the relation itself, and the names that the ledger knows for it."""
    asked = _RELATION_STEMS.keys() & words
    if not asked:
        return set()
    held = _known(ledger, "attribute", {*asked, *_GENERAL}, scope, known_at)
    told = (h for h in held if h.is_record and _names(h) and asked & _said(h))
    named = dict.fromkeys(h.statement.value.lower() for h in sorted(told, key=is_retired))
    return {*islice(named, RELATED), *(f"{asker}'s {_RELATION_STEMS[s]}" for s in asked)}


def _names(held: Held) -> bool:
    return held.statement.value_kind == "name"


def _said(held: Held) -> set[str]:
    return set(terms(held.statement.slot.attribute.replace("_", " "))) | set(terms(held.statement.evidence))


def _known(
    ledger: LedgerReader, field: str, words: Collection[str], scope: Scope, known_at: datetime | None
) -> list[Held]:
    held = ledger.with_terms(field, sorted(words), limit=NAMED, known_at=known_at)
    if scope.agent is None and scope.session is None:
        return held
    return [h for h in held if scope.admits(h.statement.agent, h.statement.session)]
