"""What somebody or something is like, where a name would say who or which: *my boss is American*, *our CI is flaky*."""

from __future__ import annotations

import re
from functools import lru_cache

from atma_overlay.language.facts.copula_values import Said
from atma_overlay.language.grammar.phrases import Phrase
from atma_overlay.language.grammar.qualities import GRADED, is_quality, may_be_quality
from atma_overlay.language.grammar.small_letters import is_known
from atma_overlay.language.grammar.words import ACQUAINTANCES, SOMEBODY
from atma_overlay.language.scene import Scene
from atma_overlay.language.vocabulary.attributes import Attribute
from atma_overlay.language.vocabulary.lexicon import Lexicon
from atma_overlay.records import Change
from atma_overlay.word_lists import read_list

_NOT_PLAIN = re.compile("[^a-z -]")
_HOW = frozenset("speaking owned based born run made only friendly led style like trained raised".split())
_CREEDS_AND_SIGNS = frozenset(
    """buddhist catholic muslim jewish hindu sikh protestant mormon quaker lutheran methodist anglican baptist atheist
    european african asian latino latina hispanic scandinavian basque catalan kurdish tamil punjabi bengali tibetan
    hawaiian texan californian parisian londoner glaswegian geordie scouse mancunian bavarian flemish walloon
    ooo awol aquarius capricorn pisces sagittarius scorpio taurus libra virgo aries""".split()
)
_PEOPLE = frozenset({"name", "person", "role"})
_PARTIES = frozenset(
    "ceo cto cfo coo cio ciso sre dba pm po client customer investor supplier vendor lawyer accountant agent".split()
)


def describes(scene: Scene, thing: Phrase, attribute: Attribute | str, said: Said) -> bool:
    """Whether what is said tells how somebody or something is, where only a name says who or which it is."""
    if isinstance(attribute, str):
        return is_somebody(scene.lexicon, thing) and _tells_how(scene.lexicon, said)
    if said.place or _is_known(scene.lexicon, attribute, said):
        return False
    if takes_names(scene.lexicon, attribute):
        return _tells_how(scene.lexicon, said)
    if not _has_somebody(attribute):
        return False
    return tells_origin(scene.lexicon, said.text) or (_is_small(said) and is_quality(said.text))


def is_unheard_of(scene: Scene, attribute: Attribute | str, said: Said) -> bool:
    """*Our database is readonly*, *my gym is basicfit*: a word that nobody knows is a name, or slang."""
    if isinstance(attribute, str) or said.place or not _is_small(said):
        return False
    return takes_names(scene.lexicon, attribute) and not _is_known(scene.lexicon, attribute, said)


def may_describe(scene: Scene, thing: Phrase, attribute: Attribute | str, said: Said) -> bool:
    """*My boss is Brilliant*: a word with a capital that is no name as a rule, where a name says who or which.

    Whom somebody is likened to (*my boss is Thor*) bears that name where it is told as news: *my boss is Thor now*.
    """
    if said.place or said.kind != "name" or thing.head_lemma in GRADED:
        return False
    if isinstance(attribute, str):
        figure = is_figure(said.text) and scene.told is Change.NONE
        return is_somebody(scene.lexicon, thing) and (figure or may_be_quality(said.text, called=True))
    if "person" in attribute.values and is_figure(said.text) and scene.told is Change.NONE:
        return True
    named = takes_names(scene.lexicon, attribute) or _has_somebody(attribute)
    called = not scene.lexicon.lists_things_of(attribute)
    return named and may_be_quality(said.text, called=called) and scene.lexicon.thing_of(said.text) is None


def is_figure(name: str) -> bool:
    """*Satan*, *Scrooge*, *Wonder Woman*: whom somebody is likened to, and nobody's own name.

    Args:
        name: as it was said.
    """
    return name.lower().replace("’", "'") in _figures()


@lru_cache(maxsize=1)
def _figures() -> frozenset[str]:
    return read_list("figures.txt")


_DEVICES = frozenset({"laptop", "phone", "tablet", "computer", "wearable", "game_console"})
_OF_DEVICES = frozenset({"operating_system", "mobile_provider"})
_SYSTEMS = frozenset("android ios ipados watchos harmonyos linux windows".split())


def tells_a_part(scene: Scene, attribute: Attribute | str, said: Said) -> bool:
    """*My laptop is Windows 11*, *my phone is Vodafone*: what runs on a device or serves it, and not which it is."""
    if isinstance(attribute, str) or attribute.id not in _DEVICES or said.place:
        return False
    known = scene.lexicon.thing_of(said.text)
    system, _, behind = said.text.lower().partition(" ")
    runs = system in _SYSTEMS and (not behind or behind[0].isdigit())
    return runs or (known is not None and known.id in _OF_DEVICES)


def _has_somebody(attribute: Attribute) -> bool:
    """Whether the values are people, by name or by what they are."""
    return "person" in attribute.values and not attribute.value_list and _PEOPLE.issuperset(attribute.values)


def takes_names(lexicon: Lexicon, attribute: Attribute) -> bool:
    """Whether the values go by names, as people and makes do; a tea or a course may be any thing."""
    if lexicon.lists_things_of(attribute):
        return {"name", "thing"}.issuperset(attribute.values)
    return not attribute.value_list and {"name", "person"}.issuperset(attribute.values)


def tells_origin(lexicon: Lexicon, name: str) -> bool:
    """*American*, *French-speaking*, *Danish-owned*, *Buddhist*: an origin, a creed or a sign, nobody's name."""
    word, _, how = name.lower().partition("-")
    word = word.split(" and ")[0]
    return how in _HOW or word in lexicon.words_of("nationality") or word in _CREEDS_AND_SIGNS


def is_somebody(lexicon: Lexicon, thing: Phrase) -> bool:
    """*Our CEO*, *the client*, *my lawyer*: who goes by a name, though no attribute is known for it."""
    head = thing.head_lemma
    return head in SOMEBODY or head in ACQUAINTANCES or head in _PARTIES or lexicon.is_role(thing)


def _tells_how(lexicon: Lexicon, said: Said) -> bool:
    """An origin, or words in small letters that a dictionary has."""
    if said.kind == "name":
        return tells_origin(lexicon, said.text)
    return _is_small(said) and all(map(is_known, said.text.replace("-", " ").split()))


def _is_small(said: Said) -> bool:
    plain = said.phrase.determiner is None and said.phrase.owner is None
    return said.kind == "phrase" and plain and said.text.islower() and _NOT_PLAIN.search(said.text) is None


def _is_known(lexicon: Lexicon, attribute: Attribute, said: Said) -> bool:
    return lexicon.thing_of(said.text.title()) is attribute
