"""Whether words are a name, where English has them too: *Apple* and *apples*, *my Golf* and *I gave up golf*.

Such a word is the name where it is written as one, or stands behind what the record has before it (*we use slack*, *my
golf*). It opens a sentence as a name where a verb follows (*Chase charged me*, and no *chase the bank*).
"""

from __future__ import annotations

from collections.abc import Collection

from atma_overlay.kept import kept_short
from atma_overlay.language.extract import default_extractor
from atma_overlay.language.grammar.small_letters import is_known
from atma_overlay.language.grammar.words import (
    BE,
    PREPOSITIONS,
    SEASONS,
    VERB_FORMS,
    common_words,
    lemma,
    short_words,
    verb_lemma,
)
from atma_overlay.language.vocabulary.lexicon_patterns import parsed
from atma_overlay.records import Statement
from atma_overlay.values.normal import MONTHS, fold_case
from atma_overlay.values.terms import STOP_WORDS, stem, terms, words

_OPENING = '.?!:\n"“('
_NEAR = 60
"""Characters before and behind a name that tell what it is."""
_MOST = 20
"""Mentions of one name that are looked at."""
_SHORT = 3
"""Letters of a word up to which a list of its own tells it from a name: *joy*, and no *vim*."""
_HAVE = frozenset("has had does did hasn't hadn't doesn't didn't isn't wasn't won't can't will would can could".split())
_SEASONS = SEASONS | MONTHS.keys()
MODALS = frozenset("will may might can must could would should shall".split())
"""Verbs of which two never follow one another."""
_ASKING = MODALS | {"do", "does", "did", "let", "make", "have"}
_PASSING = frozenset("be have end begin start come go arrive finish pass approach near".split())
"""*Summer has ended*: what a season does."""
_PHRASE = 4
"""Words of *my favourite local band*."""
_OWNERS = frozenset({"my", "our"})
_DEFINITE = frozenset("the my our".split())
_POINTING = _DEFINITE | {"a", "an"}


def is_ordinary(word: str) -> bool:
    """Whether English has a lower-case word: then a name that is written so may be none."""
    if word in VERB_FORMS or word in STOP_WORDS or word in common_words():
        return True
    return word in short_words() if len(word) <= _SHORT else is_known(word)


def opens(text: str, at: int) -> bool:
    """Whether a sentence begins at a place of a text."""
    before = text[max(0, at - _NEAR) : at].rstrip(" ")
    return not before or before[-1] in _OPENING


def is_written(text: str, statement: Statement, mention: str) -> bool:
    """Whether a text means a record's name, of which it has the words.

    Args:
        text: a text, in the case in which it was written.
        statement: what was said.
        mention: what the text has of the statement's value.
    """
    said = terms(mention)
    name = [x for x in statement.value.split() if not set(said).isdisjoint(terms(x))]
    if not name or not name[0][:1].isupper() or not all(is_ordinary(x) for x in words(fold_case(" ".join(name)))):
        return True
    folded, evidence = fold_case(text), fold_case(statement.evidence)
    if len(name) > 1 and fold_case(" ".join(name)) in folded:
        return True
    if any(not opens(text, at) or _does_something(name[0], _behind(text, at, name[0])) for at in places(text, name[0])):
        return True
    first = fold_case(name[0])
    here = [_before(folded, at) for at in places(folded, first)]
    told = [_before(evidence, at) for part in (first, fold_case(statement.value)) for at in places(evidence, part)[-1:]]
    if any(_alike(x, y) for x in told for y in here if x):
        return True
    if first not in MODALS and verb_lemma(first) in {None, first}:  # my boss will, my coach drew
        known = {*terms(statement.slot.attribute.replace("_", " ")), *terms(statement.evidence)} - {stem(first)}
        if any(_introduces(x, known, acts=first in VERB_FORMS) for x in here):
            return True
    return any(_governs(x, statement.slot.attribute) for x in here)


def places(text: str, name: str) -> list[int]:
    """Where a text has a name as a word of its own, the first few times."""
    found: list[int] = []
    at = text.find(name)
    while at >= 0 and len(found) < _MOST:
        end = at + len(name)
        if not (text[at - 1 : at].isalnum() or text[end : end + 1].isalnum()):
            found.append(at)
        at = text.find(name, end)
    return found


def _behind(text: str, at: int, name: str) -> str:
    return text[at + len(name) : at + len(name) + _NEAR]


def _before(text: str, at: int) -> list[str]:
    """The last words before a place, a few of them."""
    return words(text[max(0, at - _NEAR) : at])[-_PHRASE:]


def is_typed_small(text: str) -> bool:
    """Whether a text has no capitals at all: whether a word of it is a name is in doubt, then."""
    return text == text.lower()


def may_be_no_name(text: str, statement: Statement, mention: str) -> bool:
    """*i gave up golf*, where the car is a Golf: whether small letters leave open that the name is meant."""
    return is_typed_small(text) and not is_written(text, statement, mention)


def _does_something(name: str, behind: str) -> bool:
    """Whether a word that opens a sentence is what the sentence tells of, and no order, doing or season."""
    word, after = fold_case(name), words(behind)[:1]
    if word.endswith("ing"):
        return False
    if behind.startswith((",", " and I ")):
        return True  # Acme, my employer, …
    verb = verb_lemma(after[0]) if after else None
    told = bool(after) and (after[0] in BE or after[0] in _HAVE)
    told = told or (verb is not None and (word not in VERB_FORMS or _is_inflected(after[0], verb)))  # Acme let me go
    if word not in VERB_FORMS and word not in common_words():
        return True  # Acme laptop policy: what few say opens a sentence as a name
    if word in _SEASONS:
        return told and verb not in _PASSING and after[0] not in BE and after[0] not in _HAVE
    return told


def _is_inflected(word: str, verb: str) -> bool:
    return word != verb and not word.endswith("ing")


def _alike(told: list[str], here: list[str]) -> bool:
    """Whether a name has what it was told with before it (*I work at*, *we use*), or was and is pointed at (*my*)."""
    if told[-1] in _POINTING:
        return here[-1:] != [] and here[-1] in _DEFINITE
    count = 2 if told[-1] in PREPOSITIONS or told[-1] in BE else 1
    return list(map(stem, told[-count:])) == list(map(stem, here[-count:]))


def _introduces(before: list[str], known: Collection[str], *, acts: bool) -> bool:
    """*My boss bill*, *my favourite band blur*: whether a name stands right behind what it is the name of.

    `acts` says that it is a verb, too: *should my boss bill them*.
    """
    *led, noun = before or [""]
    if acts and not _ASKING.isdisjoint(led):
        return False
    return not _OWNERS.isdisjoint(led) and stem(noun) in known and noun == lemma(noun)


def _governs(before: list[str], attribute: str) -> bool:
    """*I quit target*, *we moved from slack to …*: whether what stands before a name tells its attribute."""
    known = default_extractor().lexicon.attributes.get(attribute)
    first, second = ["", "", *before][-2:]
    if known is None:
        return not _LEAVING.isdisjoint(_forms(second))
    governed = governors(attribute)
    if any((None, x) in governed or (y, x) in governed for x in _forms(second) for y in _forms(first)):
        return True
    return known.domain in _OF_TOOLS and second == "from" and not _SWITCHING.isdisjoint(_forms(first))


def _forms(word: str) -> set[str]:
    return {word, lemma(word), verb_lemma(word) or word}


@kept_short(1024)
def governors(attribute: str) -> frozenset[tuple[str | None, str]]:
    """What stands right before a value in a listed attribute's patterns: a verb, or a preposition behind its verb."""
    known = default_extractor().lexicon.attributes[attribute]
    found: set[tuple[str | None, str]] = set()
    for told in (*known.statements, *known.changes, *known.ends):
        pattern = parsed(known, "statement", told)
        *before, last = pattern.words[: pattern.value_at] or (frozenset(),)
        for word in last:
            led = before[-1] if before and word in PREPOSITIONS else frozenset({None})
            found |= {(x, word) for x in led if x is not None or word not in PREPOSITIONS}
    return frozenset(found)


_LEAVING = frozenset({"leave", "quit"})
_OF_TOOLS = frozenset({"software_project", "digital_life"})
"""Domains whose names are switched *from* and *to* as nothing else of their words is."""
_SWITCHING = frozenset("switch move migrate convert port transition change".split())
