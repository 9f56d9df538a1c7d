"""What somebody's thing was changed to: *my girlfriend changed her major to geography*, *my usual has changed to tea*.

Whoever changes it - its owner, a school, the doctors - what is told so is read as *my girlfriend's major is geography
now*, so that it stands where the plain wording has it.
"""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay.language.candidates import Candidate
from atma_overlay.language.changes.plain_owners import OWN, RANKS, compounded, is_told, owner_of, value_at
from atma_overlay.language.changes.said_over import States, told_plainly
from atma_overlay.language.changes.slot_changes import is_a_setting
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.phrases import Phrase
from atma_overlay.language.grammar.tags import ADV
from atma_overlay.language.grammar.tokens import Token
from atma_overlay.language.grammar.value_phrases import attribute_label
from atma_overlay.language.rules.rewording import word
from atma_overlay.language.turn import ReadSentence, ReadTurn
from atma_overlay.language.vocabulary.attributes import Attribute
from atma_overlay.language.vocabulary.lexicon import Lexicon

_INTO = {
    "change": ("to", "into"), "switch": ("to",), "update": ("to",), "amend": ("to",), "alter": ("to",),
    "revise": ("to",), "reset": ("to",), "replace": ("with", "by"), "swap": ("for", "to"), "exchange": ("for",),
    "renumber": ("to", "as"), "reissue": ("as",), "renew": ("as",),
}  # fmt: skip
"""Verbs of an exchange with what stands before the new value."""
_BY_ITSELF = frozenset({"change", "switch"})
"""Those that a thing does by itself: *my usual has changed to …*."""
_NO_SLOT = w.KIN | w.ACQUAINTANCES | w.PETS | w.TIME_NOUNS | frozenset(
    """mind tune tone name clothes subject topic way life attitude expression mood world everything voice facebook
    story focus view outlook behaviour behavior direction position diet lifestyle look appearance hair order shift
    seat place turn side ticket stance perspective approach opinion answer status settings phone tv lights wifi
    money currency pounds dollars euros cash font colour color screen keyboard background ringtone camera""".split()
)  # fmt: skip
"""What is changed to something for a while, or to something that it is not: *changed my tune to a kinder one*."""


def told(sentence: ReadSentence, turn: ReadTurn, states: States, lexicon: Lexicon) -> Iterator[Candidate]:
    """What things of somebody are since they were changed to it.

    Args:
        sentence: as read.
        turn: the utterance that it is of.
        states: reads a sentence.
        lexicon: knows what nouns name.
    """
    if sentence.verbs.isdisjoint(_INTO) or sentence.sentence.asks or sentence.words.isdisjoint(_PREPOSITIONS):
        return
    for clause in sentence.clauses:
        said = _plainly(sentence, clause, lexicon)
        if said is not None:
            for candidate in told_plainly(*said, sentence, turn, states, lexicon):
                yield candidate.doubted() if _may_be_for_once(clause) else candidate


_PREPOSITIONS = frozenset(x for into in _INTO.values() for x in into)


def _plainly(sentence: ReadSentence, clause: Clause, lexicon: Lexicon) -> tuple[list[Token], tuple[int, int]] | None:
    """The words of *… is … now*, and where the value stands."""
    into = _INTO.get(clause.verb)
    if into is None or not is_told(clause, sentence):
        return None
    tokens = sentence.tokens
    by_itself = clause.passive or (clause.bare() is None and clause.verb in _BY_ITSELF)
    thing = clause.subject if by_itself else clause.bare()
    at = next((i for i in range(clause.verb_end, clause.end) if tokens[i].lower in into), None)
    said = value_at(sentence, at + 1) if at is not None else None
    if thing is None or at is None or said is None or thing.is_name or thing.pronoun is not None:
        return None
    label, value = attribute_label(thing), sentence.phrase_at(at + 1)
    known = lexicon.by_noun(label) or lexicon.by_noun(thing.head_lemma)
    if not label or not _is_a_slot(thing, label) or (known and value and _is_set(known, value, lexicon)):
        return None
    acts = by_itself and not clause.passive and RANKS.isdisjoint([x.lower for x in tokens[thing.core : thing.end]])
    if acts or not _is_to_tell(clause):
        return None  # my school has switched to online lessons
    words = _words(sentence, thing, clause, (thing.core, clause.verb_start if by_itself else at))
    span = said[0].start, said[-1].end
    if words is None:
        return None
    return [*words, word("is", span[0]), *said, word("now", span[1])], span


def _words(sentence: ReadSentence, thing: Phrase, clause: Clause, place: tuple[int, int]) -> list[Token] | None:
    """The words of a thing, by its owner: *my café usual*, *the set text for my class*."""
    tokens, (core, end) = sentence.tokens, place
    of_it = [x for x in tokens[core:end] if x.tag != ADV]
    if any(x.lower in _APART for x in of_it) or len(of_it) > _LONGEST:
        return None
    owner = owner_of(thing, sentence, clause)
    if owner is not None:
        return [*owner, *compounded(of_it)]
    mine = thing.determiner == "the" and any(x.lower in OWN for x in of_it)
    return [tokens[thing.start].token, *(x.token for x in of_it)] if mine else None


def _is_set(known: Attribute, value: Phrase, lexicon: Lexicon) -> bool:
    """*I switched my phone to silent*, *my gym to off-peak*: how a thing that goes by a name is set."""
    if "name" in known.values or "person" in known.values:
        alone = value.end == value.start + 1 and value.tokens[value.head].lower not in w.common_words()  # loratadine
        return not (value.is_name or alone) or is_a_setting(known, value, lexicon)
    return bool(known.value_list) and is_a_setting(known, value, lexicon)


_APART = frozenset({"from", "and", "or", ",", "of"})
_LONGEST = 8
"""Words of what is changed, with where it is: *my usual at the café*."""


def _is_a_slot(thing: Phrase, label: str) -> bool:
    return thing.head_lemma not in _NO_SLOT and not label.startswith(("old ", "other ", "second ", "spare "))


def _may_be_for_once(clause: Clause) -> bool:
    """*The waiter swapped my drink for a sprite*: what may have been done once."""
    one = any(c.preposition in {"for", "with", "by"} and c.phrase.determiner in {"a", "an"} for c in clause.complements)
    return one and clause.verb in {"swap", "exchange", "replace"} and clause.tense == "past"


def _is_to_tell(clause: Clause) -> bool:
    """Whether who changes it may: not *you*, nor nobody known."""
    return clause.subject is None or clause.subject.head_lemma not in _NOT_TO_TELL


_NOT_TO_TELL = frozenset("you it that this somebody someone anybody anyone nobody everybody everyone".split())
