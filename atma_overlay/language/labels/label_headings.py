"""Whose facts stand behind a heading of label lines: *my setup:*, *Emil -*, *Mum's meds:*, *example config:*."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from atma_overlay import re2
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.small_letters import is_a_name
from atma_overlay.language.labels.label_words import GROUPS


class Whose(StrEnum):
    """Whose the label lines under a heading are."""

    NOBODYS = "nobody's"
    """An example, a form, a recipe, somebody else's: they state nothing."""
    OTHER = "other"
    """Of something that is not known: they are read no further than any sentence would be."""
    OPEN = "open"
    """Nothing stands above them."""
    OWN = "own"
    """The speaker's, said so or by what people set down of themselves."""
    NAMED = "named"
    """Of somebody or something that the heading names."""


@dataclass(frozen=True, slots=True)
class Heading:
    """What a heading says.

    Attributes:
        whose: whose what stands under it is.
        owner: whom it names, in the words that stand before a noun (*Emil's*, *my mum's*).
        mine: whether it says *my* or *I*.
    """

    whose: Whose
    owner: str = ""
    mine: bool = False


OPEN_HEADING = Heading(Whose.OPEN)
MY_HEADING = Heading(Whose.OWN, mine=True)
_OWN, _NOBODYS, _OTHER = Heading(Whose.OWN), Heading(Whose.NOBODYS), Heading(Whose.OTHER)

_NO_FACTS = re2.compile(rf"(?i)(?:^|[^\p{{L}}'])(?:{GROUPS['no_facts']})(?:[^\p{{L}}']|$)")
_TEXTS = re2.compile(rf"(?i)(?:^|[^\p{{L}}'])(?:{GROUPS['texts']})(?:[^\p{{L}}']|$)")
_POSSESSIVE = frozenset({"my", "our"})
_I = frozenset("i i'm i've we we're we've".split())
_SELF = frozenset("me us myself ourselves".split())
_OWN_NOUNS = frozenset(GROUPS["own_nouns"].split("|"))
_OWN_VERBS = frozenset(GROUPS["own_verbs"].split("|"))
_OWN_WORDS = frozenset(GROUPS["own_words"].split("|"))
_OF_ALL = _OWN_WORDS | _OWN_NOUNS | frozenset(GROUPS["of_all"].split("|"))
_CALLED = frozenset(GROUPS["called"].split("|"))
_WORDS = re2.compile(r"[\p{L}'-]+")
_ASIDE = re2.compile(r" \([^()]*\)$")
_CONTRACTED = frozenset("here's what's that's it's there's let's who's how's where's he's she's".split())
_PEOPLE = w.KIN | w.ACQUAINTANCES | w.PETS
_MOST_NAMES = 3
_CLOSING = (".", "!", "…")
_PROMPTS = ("$ ", ">>> ", "% ", "# apt", "C:\\")


def heading_of(text: str) -> Heading:
    """What the text before label lines says of whose they are.

    Args:
        text: the heading, or the sentence that stands before them.
    """
    if text.startswith(_PROMPTS):
        return _NOBODYS
    said = text.strip(" \t*#_:–—-=>.•!").replace("’", "'")
    if not said:
        return OPEN_HEADING
    told = text.rstrip().endswith(_CLOSING)  # a sentence before them, and perhaps no heading
    words = [x.lower() for x in _WORDS.findall(said)]
    text_of_another = _POSSESSIVE.isdisjoint(words) and _TEXTS.search(said) is not None
    if text_of_another or _NO_FACTS.search(said) is not None or said.endswith("?"):
        return _OTHER if told else _NOBODYS
    owned = next((n for n, x in enumerate(words[:-1]) if x.endswith("'s") and x not in _CONTRACTED), None)
    owner = _up_to(said, owned) if owned is not None and owned < _MOST_NAMES else ""
    if owner:
        return owned_by(owner)
    mine = _mine(words)
    if mine is not None:
        return mine
    if words and _OWN_WORDS.issuperset(words) and not any(x.isdigit() for x in said):
        return _OWN
    called, _, more = _ASIDE.sub("", said).partition(",")
    name = _named(called) if len(more.split()) <= _MOST_NAMES else ""
    if name:
        return Heading(Whose.NAMED, f"{name}'s")
    return OPEN_HEADING if told else _OTHER


def _mine(words: list[str]) -> Heading | None:
    """What a heading that speaks of *me* says: *our setup*, *what we use*; *my laptop* has its own."""
    at = next((n for n, x in enumerate(words) if x in _POSSESSIVE), None)
    if at is not None:
        behind = words[at + 1 :]
        end = next((n for n, x in enumerate(behind) if x in _LINKING), len(behind))
        thing = behind[:end]
        if not thing or not _SETS_NOTHING_APART.issuperset(behind[end:]):
            return _OTHER  # our setup in 2019
        whole = thing[-1] in _OWN_NOUNS and _OF_ALL.issuperset(thing[:-1])
        return MY_HEADING if whole else Heading(Whose.NAMED, f"{' '.join([words[at], *thing])}'s")
    if not _I.isdisjoint(words):
        return _OTHER if _OWN_VERBS.isdisjoint(words) or not _OF_A_PART.isdisjoint(words) else MY_HEADING
    if not _SELF.isdisjoint(words):
        return MY_HEADING if "about" in words else _OTHER
    return None


_LINKING = frozenset("for at in on of with from to by as is are was so far right now currently here these this".split())
_SETS_NOTHING_APART = frozenset(
    """for as of to with at is are it so far right now currently here these this reference context info memory your the
    moment""".split()
)
_OF_A_PART = frozenset("this these that those a an for in at when on during".split())


def _up_to(said: str, owned: int) -> str:
    """The words of a heading up to the owner that it names; empty where it does not open with them."""
    words = said.split()[: owned + 1]
    return " ".join(words) if words and words[-1].endswith("'s") else ""


def owned_by(owner: str) -> Heading:
    """Whose what stands behind an owner is: *Acme's stage*, *my mum's carer*; nobody's *a friend's setup*."""
    words = owner.replace("’", "'").removesuffix("'s").split()
    if not words:  # 's avonds
        return _NOBODYS
    if words[-1].lower() in w.TIME_NOUNS | {"today", "tomorrow", "yesterday"}:
        return _NOBODYS
    led = len(words) > 1 and words[0].lower() in {"my", "our"}
    if led or (len(words) == 1 and (words[0][:1].isupper() or words[0].lower() in _PEOPLE)):
        return Heading(Whose.NAMED, owner)
    return _NOBODYS


def _named(said: str) -> str:
    """The name that a heading consists of, but for what it is the name of: *Acme*, *Acme deal*; none of *Marathon*."""
    words = said.split()
    if len(words) > 1 and words[-1].lower() in _CALLED:
        words = words[:-1]
    if not 0 < len(words) <= _MOST_NAMES or not all(x[:1].isupper() and x.isalpha() for x in words):
        return ""
    everyday = all(x.lower() in w.common_words() and not is_a_name(x.lower()) for x in words)
    return "" if everyday else " ".join(words)
