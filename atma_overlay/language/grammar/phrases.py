"""Noun phrases: their head, their owner, the name that stands beside them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.nominal_runs import MAX_WORDS, nominal_end, skip_adverbs
from atma_overlay.language.grammar.tags import Tagged

_BEHIND_A_VERB = frozenset({t.DET, t.PREP, t.BE, t.PRON, t.POSS, t.NEG, t.TO, t.PUNCT, t.CONJ})

_BEHIND_A_SHOP = frozenset({t.HAVE, t.MODAL, t.FUTURE, t.PUNCT})

_IN_A_LABEL = frozenset({t.NOUN, t.VERB, t.PREP, t.NAME})

_NAMED_OR_NOUN = frozenset({t.NOUN, t.NAME})


_BEFORE_NAME = frozenset({"first", "last"})
"""*My last name* is no name said before."""


@dataclass(slots=True, unsafe_hash=True)
class Phrase:
    """A noun phrase over tokens [start, end) of its sentence.

    Never changed once it is made; not frozen, since making a frozen one costs four times as much.

    `owner` is a possessive pronoun (*my*) or the lower-case name before *'s*; `core` is where the words after the
    determiner or the owner begin; `of` is the phrase behind *of*.
    """

    start: int
    core: int
    end: int
    head: int
    """Index of the head token."""
    owner: str | None
    owner_is_name: bool
    determiner: str | None
    pronoun: str | None
    of: Phrase | None
    tokens: tuple[Tagged, ...]
    """The sentence's tokens."""
    kind: tuple[str, str | None] | None = field(default=None, init=False, repr=False, compare=False)
    """What kind of value it is, once `kinds.kind_of` was asked."""
    head_lemma: str = field(init=False, repr=False, compare=False)
    """The lemma of its head."""
    is_name: bool = field(init=False, repr=False, compare=False)
    """Whether its head is a name."""
    _label: str | None = field(default=None, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Note once what nearly every rule asks."""
        head = self.tokens[self.head]
        self.head_lemma, self.is_name = head.lemma, head.tag == t.NAME

    @property
    def label(self) -> str:
        """Head and modifiers in lower case ("hotel rate code"), without numbers, and names only where they modify."""
        if self._label is None:
            kept = _IN_A_LABEL if self.tokens[self.head].tag == t.NOUN else t.NOUN_VERB_PREP
            hollow = _HOLLOW - _BEFORE_NAME if self.head_lemma == "name" else _HOLLOW
            parts = [x for x in self.tokens[self.core : self.head + 1] if x.tag in kept and x.lower not in hollow]
            self._label = " ".join([*(x.lower for x in parts[:-1]), w.lemma_of_thing(parts[-1].lower)]) if parts else ""
        return self._label

    def offsets(self) -> tuple[int, int]:
        """Character offsets of the phrase from its core on, with what *of* adds."""
        return self.tokens[self.core].token.start, self.tokens[self.end - 1].token.end


def spoken_as(phrase: Phrase, pronoun: str) -> Phrase:
    """A pronoun's phrase as one of another pronoun: the *we* that *me and Tom* are."""
    return Phrase(phrase.start, phrase.core, phrase.end, phrase.head, None, False, None, pronoun, None, phrase.tokens)


def without_my(who: Tagged) -> bool:
    """Whether a noun is one of the speaker's people where nothing stands before it: *flatmate drives a Corsa*.

    Notes and messages name them so; *partners* are anybody's.
    """
    return who.tag == t.NOUN and who.lower in _TIES


_TIES = (w.KIN | w.ACQUAINTANCES) - frozenset(
    "friends neighbours neighbors colleagues twins kids children hire".split()
)


def owned_by_speaker(phrase: Phrase) -> Phrase:
    """The phrase with *my* before it, where it is one of the speaker's people and nothing stands there."""
    alone = phrase.end - phrase.start == 1 and phrase.of is None and without_my(phrase.tokens[phrase.head])
    if not alone:
        return phrase
    return Phrase(phrase.start, phrase.core, phrase.end, phrase.head, "my", False, None, None, None, phrase.tokens)


_OPENING = t.NOMINAL | {t.PRON, t.POSS, t.DET, t.ADV, t.VERB}
"""What a noun phrase may begin with."""


def read_phrase(tokens: Sequence[Tagged], start: int) -> Phrase | None:
    """The noun phrase that starts at `start`, or None."""
    tokens = tuple(tokens)
    i, n = start, len(tokens)
    if i >= n or tokens[i].tag not in _OPENING:
        return None
    if tokens[i].tag == t.PRON:
        return Phrase(i, i, i + 1, i, None, False, None, tokens[i].lower, None, tokens)
    determiner: str | None = None
    owner: str | None = None
    stop = min(n, start + MAX_WORDS)  # a thousand times "my" are not gone through from each of them
    while i < stop and tokens[i].tag in t.POSS_OR_DET:
        if tokens[i].tag == t.POSS:
            owner = tokens[i].lower
        else:
            determiner = tokens[i].lower
        i += 1
    i += determiner == "a" and i + 1 < n and tokens[i].lower == "certain" and tokens[i + 1].token.capital  # Ms Winter
    if i < n and tokens[i].tag == t.ADV:
        i = skip_adverbs(tokens, i)
    core, end = i, nominal_end(tokens, i)
    owner_is_name = False
    while end < n - 1 and tokens[end].tag == t.GEN and end > core:
        if not _genitive(tokens, end):
            break
        following = skip_adverbs(tokens, end + 1)
        next_end = nominal_end(tokens, following)
        if next_end == following:
            break
        # My doctor's office: whose it is stands before, what it is behind.
        practised = tokens[end - 1].lower in _PRACTISING and tokens[next_end - 1].lower in _PREMISES
        if (practised and owner in w.POSSESSIVES) or _names_an_institution(tokens, end, next_end):
            end = next_end
            break
        owner = " ".join(x.lower for x in tokens[core:end] if x.tag in (t.NAME, t.NOUN))
        owner_is_name = tokens[end - 1].tag == t.NAME
        core, end = following, next_end
    if end == core:
        return None
    shop = end < n and tokens[end].tag == t.GEN and tokens[end - 1].tag == t.NAME
    at_one = shop and start > 0 and tokens[start - 1].lower in _TO_A_SHOP  # I started at Guy's on Monday
    if shop and (end + 1 >= n or tokens[end + 1].tag in _BEHIND_A_SHOP or (at_one and _goes_on(tokens, end + 1))):
        return Phrase(start, core, end + 1, end - 1, owner, owner_is_name, determiner, None, None, tokens)
    head = _head(tokens, core, end)
    behind = tokens[end].lower if end < n - 1 else ""
    ranged = (_range_end(tokens, core, end) or _clock_end(tokens, core, end)) if behind in _RANGING else None
    if ranged is not None:
        return Phrase(start, core, ranged, head, owner, owner_is_name, determiner, None, None, tokens)
    of = None
    if behind == "of" and end - start < MAX_WORDS:
        of = read_phrase(tokens, end + 1)
        if of is not None:
            end = of.end
    return Phrase(start, core, end, head, owner, owner_is_name, determiner, None, of, tokens)


_INSTITUTIONS = frozenset(
    """hospital gym school college church hall house park market bar pub café cafe restaurant bakery kitchen diner books
    bookshop brewery club court theatre theater museum gallery library university academy clinic surgery pharmacy
    dental practice bank ground arms pizza burgers coffee deli cathedral infirmary nursery inn garage farm
    primary secondary elementary grammar prep juniors infants comprehensive preschool playgroup kindergarten""".split()
)
_SAINT = frozenset({"st", "st.", "saint"})


def _names_an_institution(tokens: Sequence[Tagged], at: int, end: int) -> bool:
    """*St. Mary's Hospital*, *O'Brien's Gym*: one name; *Anna's Golf* is a Golf of hers."""
    if tokens[at - 1].tag != t.NAME or not all(x.token.capital for x in tokens[at + 1 : end]):
        return False
    return tokens[end - 1].lower in _INSTITUTIONS or (at > 1 and tokens[at - 2].lower in _SAINT)


_TO_A_SHOP = frozenset({"at", "to", "from"})


def _goes_on(tokens: Sequence[Tagged], i: int) -> bool:
    """Whether what stands behind *'s* is of the clause around it, and nothing that is owned or told."""
    return tokens[i].tag in {t.PREP, t.CONJ} or tokens[i].lower in {"now", "last", "yesterday", "today", "again"}


_PRACTISING = frozenset("doctor dentist driver vet gp lawyer farmer optician physio barber midwife".split())
_PREMISES = frozenset("office surgery practice clinic license licence market appointment shop".split())
"""*My doctor's office* is an office of mine; *my sister's office* is hers."""
_HOLLOW = frozenset(
    """new old current present first last next same other own big little small great good nice lovely
    whole entire""".split()
)


_RANGING = frozenset({"to", "till", "until", "–", "-", "through", "past"})


def _range_end(tokens: Sequence[Tagged], core: int, end: int) -> int | None:
    """The end of *Monday to Thursday*, *eight to four*: two days or two numbers around a *to*."""
    if end >= len(tokens) - 1 or tokens[end].lower not in {"to", "till", "until", "–", "-", "through"}:
        return None
    led = core > 0 and tokens[core - 1].lower in {"from", "between"}
    if led and not (core > 1 and tokens[core - 2].tag == t.BE):
        return None  # it went from 9 to 5; our hours are from 9 to 5
    first, second = tokens[end - 1], tokens[end + 1]
    days = first.lower in w.DAY_NAMES and second.lower in w.DAY_NAMES
    numbers = end - core == 1 and first.tag == t.NUM and second.tag == t.NUM
    if not days and not numbers:
        return None
    following = tokens[end + 2] if end + 2 < len(tokens) else None
    if numbers and following is not None and following.tag in t.NOMINAL:
        return None
    return end + 2


def _clock_end(tokens: Sequence[Tagged], core: int, end: int) -> int | None:
    """The end of *half past five*, *quarter to nine*, *ten past six*."""
    if end >= len(tokens) - 1 or tokens[end].lower not in {"past", "to"} or end - core != 1:
        return None
    part = tokens[core].lower in {"half", "quarter", "five", "ten", "twenty", "twenty-five"}
    hour = tokens[end + 1].tag == t.NUM and ":" not in tokens[end + 1].text
    following = tokens[end + 2] if end + 2 < len(tokens) else None
    counts = following is not None and following.tag in t.NOMINAL
    return end + 2 if part and hour and not counts else None


def _genitive(tokens: Sequence[Tagged], at: int) -> bool:
    """Whether 's at `at` marks an owner rather than *is* or *has*."""
    following = tokens[at + 1]
    if following.tag in _BEHIND_A_VERB:
        return False
    behind = at + 1
    while behind < len(tokens) and tokens[behind].tag in _NAMED_OR_NOUN:
        behind += 1
    if at + 1 < behind < len(tokens) and tokens[behind].tag == t.BE:
        return True  # *Anna's phone number is …*, *my wife's GP is …*: though one may phone, and *gone* ends alike
    if following.tag == t.ADV:
        after = tokens[at + 2] if at + 2 < len(tokens) else None
        return after is not None and after.tag == t.NOUN and tokens[at - 1].tag == t.NAME
    if following.tag == t.VERB or w.verb_lemma(following.lower) is not None:
        participle = following.lower.endswith(("ing", "ed", "en", "one", "ept", "ost", "eft", "ut", "old"))
        return not participle
    if following.tag == t.NUM:
        return False
    if following.tag == t.NAME:
        return tokens[at - 1].tag == t.NAME or (at + 2 < len(tokens) and tokens[at + 2].tag == t.NOUN)
    return True


def _head(tokens: Sequence[Tagged], core: int, end: int) -> int:
    """The last noun or name; a unit keeps its number as a modifier."""
    for i in range(end - 1, core - 1, -1):
        if tokens[i].tag in t.NOUN_NAME_VERB:
            return i
    return end - 1
