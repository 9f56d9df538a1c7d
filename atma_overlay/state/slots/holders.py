"""Holders: what a subject is called, and whether two can hold one attribute."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from atma_overlay import re2
from atma_overlay.kept import kept_short
from atma_overlay.language.extract import default_extractor
from atma_overlay.language.grammar.ties import another_body
from atma_overlay.language.grammar.words import (
    ACQUAINTANCES,
    COMPONENTS,
    DWELLINGS,
    GIVEN_NAMES,
    KIN,
    PETS,
    SOMEBODY,
    common_words,
    lemma_of_noun,
)
from atma_overlay.records import Observation, Slot, Statement
from atma_overlay.state.slots.who_is_meant import is_meant
from atma_overlay.values.terms import terms

_SPEAKING = frozenset("user customer agent assistant human caller admin".split())
"""What those who speak are called where they have no names."""
_PEOPLE = KIN | ACQUAINTANCES | PETS | SOMEBODY | GIVEN_NAMES | _SPEAKING

OWN = frozenset("home_city live_in live_at employer occupation role instrument diet relationship_status".split())
"""What a person only has: nothing that a thing of somebody's does changes it."""


def speaker_of(observation: Observation) -> str:
    """The canonical subject of *I* in an observation."""
    return observation.speaker.strip().lower() if observation.speaker else _UNNAMED


def called(subject: str, active: Callable[[Slot], Sequence[Statement]], told: str = "") -> str:
    """*user's sister* by her name where the records that are active tell it, else as she is called.

    The name that is known is not that of somebody new: *our new manager lives in York* tells nothing of Karen; nor of
    whoever is not meant, see `is_meant`, by the sentence that is told.
    """
    owner, of, relation = subject.partition("'s ")
    if not of:
        return subject
    plain = subject.replace("'s new ", "'s ").replace("'s next ", "'s ")
    if plain != subject:
        return plain
    noun = default_extractor().lexicon.by_noun(relation)
    known = active(Slot(owner, noun.id if noun is not None else relation.replace(" ", "_")))
    if len(known) != 1 or known[0].value_kind != "name" or not is_meant(relation, known[0].evidence, told):
        return subject
    return known[0].value.lower()


def one_holder(first: str, second: str, observation: Observation) -> bool:
    """Whether two subjects can hold one attribute: the same one, or the speaker and a thing of the speaker's."""
    if first == second:
        return True
    me = speaker_of(observation)
    return me in {first, second} and all(x == me or is_thing(x) for x in (first, second))


def shared_holders(subject: str, observation: Observation) -> Callable[[Statement], bool]:
    """Asks of records, as `one_holder`, whether their subject and this one can hold one attribute."""
    me = speaker_of(observation)
    if subject == me:
        return lambda s: s.slot.subject == me or is_thing(s.slot.subject)
    if is_thing(subject):
        return lambda s: s.slot.subject in (subject, me)
    return lambda s: s.slot.subject == subject


def of_somebody_else(statement: Statement, observation: Observation, told: str) -> bool:
    """Whether a record is of a named person, or of whoever else spoke: *I left Acme* ends nothing of Grace's.

    Nor of the speaker's sister's, where the sentence speaks of no one else. A project has a name, too; what it runs on
    is the speaker's to tell.

    Args:
        statement: the record.
        observation: what is told.
        told: the sentence that tells it.
    """
    me, subject = speaker_of(observation), statement.slot.subject
    if subject == me or is_thing(subject):
        return False
    if subject.startswith(f"{me}'s "):
        return _one_of_mine(subject) and _of_oneself(told, subject.rpartition(" ")[2], statement.value)
    known = default_extractor().lexicon.attributes.get(statement.slot.attribute)
    return subject in _SPEAKING or known is None or known.domain != "software_project"


_PEOPLE_NEAR = KIN | ACQUAINTANCES
_MYSELF = re2.compile(r"\b(?:i|i['’](?:m|ve|d|ll)|myself)\b")
_WITH_OTHERS = frozenset("he she they him her them his their hers theirs".split())
_TOGETHER = frozenset("we we're we've our us".split())
_HOUSEHOLD = frozenset(
    """wife husband hubby spouse partner fiancé fiancée girlfriend boyfriend kid child son daughter baby toddler twin
    stepson stepdaughter""".split()
)
"""Whom *we* are as a rule."""


def _one_of_mine(subject: str) -> bool:
    return subject.rpartition(" ")[2] in _PEOPLE_NEAR


def _of_oneself(told: str, relation: str, value: str) -> bool:
    """*I left Acme*, *my cat Milo died*: what is told of the speaker alone, and of no sister or brother."""
    said = told.lower().replace("’", "'")
    spoken_of = {lemma_of_noun(x.removesuffix("'s")) for x in _WORD.findall(said)}
    if relation in spoken_of or not _WITH_OTHERS.isdisjoint(spoken_of):
        return False
    if not _TOGETHER.isdisjoint(spoken_of):
        return relation not in _HOUSEHOLD
    before = said.partition(value.lower())[0].split()[-_NEAR:]
    return _MYSELF.search(said) is not None or "my" in before


_WORD = re2.compile(r"[\p{L}'-]+")
_NEAR = 3
"""Words between *my* and the name of what is the speaker's, with *my*."""


def is_somebody(subject: str) -> bool:
    """Whether a subject is called by what somebody is: *client*, *user's sister*."""
    return subject.split()[-1:] != ["user"] and not _PEOPLE.isdisjoint(subject.split()[-1:])


def perhaps_of_another(subject: str, old: Statement) -> bool:
    """*The shop's energy supplier is EDF now*: whether what is told may be of another thing than an older record.

    Args:
        subject: whose or of what thing it is told.
        old: what stands, of somebody.
    """
    if subject == old.slot.subject or not is_thing(subject):
        return False
    parts = subject.split()
    if len(parts) == 1 and parts[0] in WHOLES:
        return False
    return not set(terms(subject)) <= set(terms(old.evidence))


WHOLES = (
    DWELLINGS
    | COMPONENTS
    | frozenset("team project company product business firm startup codebase repo website group department org".split())
)
"""What a speaker has one of, as a rule: *the team's standup* is *our standup*."""
_UNNAMED = "user"
"""Whoever speaks without a name."""


@kept_short(4096)
def is_thing(subject: str) -> bool:
    """Whether a subject is common nouns that are no people, and no body that is another's: *the invoice service*.

    Args:
        subject: whose or of what thing something is told, in lower case.
    """
    parts = subject.split()
    return (
        bool(parts)
        and another_body(parts) is None
        and "'s " not in subject
        and all((x in common_words() or x in COMPONENTS) and x not in _PEOPLE for x in parts)
    )
