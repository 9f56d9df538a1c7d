"""Coarse parts of speech by closed classes, shapes and the neighbouring words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from atma_overlay.language import words as w
from atma_overlay.language.tokens import Token
from atma_overlay.state.values import NUMBER_WORDS, UNIT_OF

_NEVER_NAMES = w.PREPOSITIONS | w.CONJUNCTIONS | w.DETERMINERS | w.ADVERBS | w.WH_WORDS | w.DAY_NAMES
_HELPERS_AND_DO = w.BE | w.HAVE | w.DO | w.MODALS_FUTURE
_HELPERS = w.BE | w.HAVE | w.MODALS_FUTURE
_HELPERS_AND_PREPOSITIONS = w.BE | w.HAVE | w.PREPOSITIONS
_JOINING = w.PREPOSITIONS | w.CONJUNCTIONS
_PERSONAL = w.FIRST_PERSON | w.THIRD_PERSON
_OPENING_OBJECTS = w.DETERMINERS | w.POSSESSIVES | w.OBJECT_PRONOUNS
_OPENING_PHRASES = w.PREPOSITIONS | w.DETERMINERS | w.POSSESSIVES

PRON, POSS, DET, PREP, CONJ, REL, WH = "PRON", "POSS", "DET", "PREP", "CONJ", "REL", "WH"
BE, HAVE, DO, MODAL, FUTURE, NEG, ADV, TO = "BE", "HAVE", "DO", "MODAL", "FUTURE", "NEG", "ADV", "TO"
VERB, NOUN, NAME, NUM, QUOTE, GEN, PUNCT = "VERB", "NOUN", "NAME", "NUM", "QUOTE", "GEN", "PUNCT"
NOMINAL = frozenset({NOUN, NAME, NUM, QUOTE})
AUXILIARY = frozenset({BE, HAVE, DO, MODAL, FUTURE})

_COMMON_FIRST = frozenset(
    """yes no ok okay thanks thank please hi hello hey well right great lovely good nice perfect sorry quick any
    ideas idea tips draft make find give tell help can could would should do does did is are was were has have let
    also oh so and but or because since after before when while if as at in on for with from by to what which who
    how where why remind add put write send save store keep forget delete wipe remove purge drop lose once until
    then next first finally officially apparently honestly meanwhile anyway morning evening packing cleaning found
    got signed said moved switched swapped started stopped quit sold bought living working question questions title
    update updates suggest recommend choose pick set turn use try ask check look see sounds every each all some many
    most few more two three four five six seven eight nine ten one last this that these those there here it he she
    they we you i my our your his her its their the a an not never always still now today tomorrow yesterday tonight
    new old""".split()
)


_TITLES = frozenset("mr. mrs. ms. mx. dr. prof. fr. mr mrs ms dr prof".split())


class Tagged(NamedTuple):
    """A token with its tag and its lemma; a tuple, since rules read thousands of them an utterance."""

    token: Token
    tag: str
    lemma: str
    lower: str
    """The word in lower case."""
    text: str
    """The word as written."""


def tagged_as(token: Token, tag: str, lemma: str) -> Tagged:
    """A token with a tag and a lemma."""
    return Tagged(token, tag, lemma, token.lower, token.text)


def tag(tokens: Sequence[Token], known_names: frozenset[str] = frozenset()) -> list[Tagged]:
    """Tag the tokens of one sentence; `known_names` are lower-case names seen elsewhere in the conversation."""
    out: list[Tagged] = []
    for i, token in enumerate(tokens):
        tagged = _one(token, tokens[i + 1] if i + 1 < len(tokens) else None, out, known_names)
        opens = i == 0 and tagged.tag in {VERB, NOUN}
        out.append(_opening(tagged, tokens) if opens else tagged)
    return out


_NOUNS_AFTER = frozenset("work time home day water food".split())
_FINITE_AFTER = w.BE | w.HAVE | w.MODALS_FUTURE | frozenset({"down", "up", "now", "go", "went", ":"})


def _opening(tagged: Tagged, tokens: Sequence[Token]) -> Tagged:
    """The first word where its form leaves it open: *Request timeout is …* is no order, *Priya, our lead* no noun."""
    token = tagged.token
    if tagged.tag == VERB and token.lower == tagged.lemma:
        at = 1
        while at < len(tokens) and at < 4 and tokens[at].lower not in _FINITE_AFTER and _plain_noun(tokens[at]):
            at += 1
        labels = any(x.text == ":" for x in tokens[at : at + 4]) or (at < len(tokens) and tokens[at].text == ":")
        finite = at < len(tokens) and (tokens[at].lower in _FINITE_AFTER or labels)
        return tagged_as(token, NOUN, token.lower) if finite and at > 1 else tagged
    plural = tagged.tag == VERB and token.lower.endswith("s") and token.lower != tagged.lemma and len(tokens) > 2
    if plural and (tokens[1].lower in _HELPERS or w.verb_lemma(tokens[1].lower) == tokens[1].lower):
        return tagged_as(token, NOUN, w.lemma(token.lower)) if tokens[1].lower not in _NOUNS_AFTER else tagged
    beside = len(tokens) > 3 and tokens[1].text == "," and tokens[2].lower in {"my", "our"}
    if tagged.tag == NOUN and beside and token.capital and token.lower not in w.common_words():
        return tagged_as(token, NAME, token.lower)
    return tagged


def _plain_noun(token: Token) -> bool:
    """A word of no closed class that is no form of a verb, or a noun as often as a verb."""
    word = token.lower
    closed = _JOINING | w.DETERMINERS | w.ADVERBS | w.POSSESSIVES | w.WH_WORDS
    spoken = w.OBJECT_PRONOUNS | w.SUBJECT_PRONOUNS | w.FIRST_PERSON | w.NEGATIONS | w.BE | w.HAVE | w.DO
    return token.kind == "word" and not token.capital and word not in closed | spoken


def _one(token: Token, after: Token | None, before: list[Tagged], known_names: frozenset[str]) -> Tagged:
    simple = _by_shape(token, before)
    if simple is not None:
        return tagged_as(token, simple, token.lower)
    if _is_name(token, after, known_names) and not _acronym(token, after, before):
        return tagged_as(token, NAME, token.lower)
    closed = _by_class(token, after, before)
    if closed is not None:
        return tagged_as(token, closed, w.lemma(token.lower))
    verb = w.verb_lemma(token.lower)
    if verb is not None and _reads_as_verb(token, after, before):
        return tagged_as(token, VERB, verb)
    guessed = _guess_verb(token, before)
    if guessed is not None:
        return tagged_as(token, VERB, guessed)
    if token.lower.endswith("ly") and len(token.lower) > 4:
        return tagged_as(token, ADV, token.lower)
    return tagged_as(token, NOUN, w.lemma(token.lower))


def _by_shape(token: Token, before: list[Tagged]) -> str | None:
    if token.kind == "word":
        return NUM if token.lower in NUMBER_WORDS and token.lower != "second" else None
    if token.kind == "quote":
        return QUOTE
    if token.kind in {"number", "money"}:
        return NUM
    if token.kind in {"punct", "other"}:
        return PUNCT
    if token.kind == "url":
        return NAME
    return _clitic(token, before)


def _clitic(token: Token, before: list[Tagged]) -> str:
    if token.lower == "'s":
        previous = before[-1] if before else None
        if previous is not None and previous.tag in {PRON, WH, REL}:
            return BE
        return GEN
    table = {"'m": BE, "'re": BE, "'ve": HAVE, "'ll": FUTURE, "'d": MODAL, "n't": NEG}
    return table.get(token.lower, PUNCT)


def _acronym(token: Token, after: Token | None, before: list[Tagged]) -> bool:
    """*my GP*, *the API*, *our CI*: common nouns in capitals."""
    plural = token.text[:-1].isupper() and token.text.endswith("s") and 2 < len(token.text) <= 5
    if plural and token.text[:-1].isalpha():
        return True
    short = token.text.isupper() and token.text.isalpha() and 1 < len(token.text) <= 5
    owned = bool(before) and before[-1].tag in {DET, POSS}
    return short and owned and not (after is not None and after.capital)


_NO_NAMES = frozenset({"i", "i'm", "ok", "okay", "tv", "pc"})


def _is_name(token: Token, after: Token | None, known_names: frozenset[str]) -> bool:  # noqa: PLR0911 - one sign a line
    text = token.text
    plain = not token.capital and text.isalpha()  # most words
    if plain or token.lower in _NO_NAMES or token.lower in UNIT_OF:
        return False
    if (
        any(c.isdigit() for c in text)
        or "_" in text
        or (text[0] == "#" and len(text) > 1)
        or ("-" in text and text.upper() == text and len(text) > 2)
    ):
        return True
    if token.lower in known_names and token.capital:
        return True
    if not token.capital:
        return "." in text and len(text) > 3
    if not token.first:
        return token.lower not in w.SUBJECT_PRONOUNS
    if w.verb_lemma(token.lower) and is_participle(token.lower):
        return False
    titled = after is not None and after.lower in _TITLES
    if titled and w.verb_lemma(token.lower) and token.lower.endswith("ing"):
        return False
    if token.lower.endswith("ly") and _called_so(token, after):
        return True
    if token.lower in _COMMON_FIRST or w.verb_lemma(token.lower) or token.lower.endswith(("ing", "ly")):
        return after is not None and after.capital and after.kind == "word" and token.lower not in _COMMON_FIRST
    if token.lower in known_names:
        return True
    common = w.common_words()
    if "-" in token.lower and all(x in common or w.verb_lemma(x) for x in token.lower.split("-")):
        return False
    if token.lower in common or w.lemma(token.lower) in common:
        return after is not None and after.capital and after.kind == "word" and after.lower not in w.SUBJECT_PRONOUNS
    closed = token.lower in _NEVER_NAMES
    if closed or token.lower in w.POSSESSIVES:
        return False
    if after is not None and (
        after.kind == "clitic" or after.lower == "the" or (after.capital and after.kind == "word")
    ):
        return True
    follows = after is not None and (after.lower in _HELPERS_AND_DO or (w.verb_lemma(after.lower) or "").strip() != "")
    singular = after is not None and after.lower in {"is", "was", "has"}
    return follows and (singular or not token.lower.endswith("s"))


def _called_so(token: Token, after: Token | None) -> bool:
    """*Tilly's school*, *Emily has moved*: a name like an adverb, where no adjective is in it and a verb follows."""
    stem, common = token.lower[:-2], w.common_words()
    adverb = any(x in common or w.verb_lemma(x) for x in (stem, f"{stem}le", f"{stem[:-1]}y"))
    follows = after is not None and (after.kind == "clitic" or w.verb_lemma(after.lower) is not None)
    return follows and not adverb and token.lower not in w.ADVERBS | common | {"truly", "wholly", "duly"}


def _by_class(token: Token, after: Token | None, before: list[Tagged]) -> str | None:
    word = token.lower
    if word not in _OF_PLACE:
        return _CLASSES.get(word)
    if word == "to":
        if after is None or after.capital or after.lower in {"last", "next", "second", "back"}:
            return PREP
        return TO if w.verb_lemma(after.lower) == after.lower else PREP
    if word in {"longer", "more"} and before and before[-1].lower == "no":
        return ADV
    if word == "no" and after is not None and after.lower == "longer":
        return NEG
    if word == "her":
        nominal = after is not None and after.kind == "word" and after.lower not in _JOINING
        return POSS if nominal else PRON
    return _pointing(token, after, before) or _CLASSES.get(word)


_CLASSES: dict[str, str] = {
    word: name
    for name, words in (
        (ADV, w.ADVERBS), (PREP, w.PREPOSITIONS), (CONJ, w.CONJUNCTIONS), (DET, w.DETERMINERS),
        (PRON, _PERSONAL | {"you"} | w.OBJECT_PRONOUNS), (POSS, w.POSSESSIVES), (FUTURE, w.MODALS_FUTURE),
        (MODAL, w.MODALS_UNREAL), (DO, w.DO), (HAVE, w.HAVE), (BE, w.BE), (NEG, w.NEGATIONS),
        (DET, {"no"}), (PREP, {"without"}),
    )
    for word in words
}  # fmt: skip
"""The words of the closed classes; a word of several is of the class that stands last here."""
_RELATING = frozenset("that which who where when what how why whom".split())
_OF_PLACE = _RELATING | frozenset("to longer more no her this these those there half home".split())
"""Words whose class their neighbours decide."""


def _pointing(token: Token, after: Token | None, before: list[Tagged]) -> str | None:
    word = token.lower
    if word in _RELATING:
        opens = not before or before[-1].tag in {PUNCT, CONJ}
        if word == "that" and (opens or before[-1].tag in {PREP, VERB}) and after is not None:
            return PRON if after.lower in w.BE or after.kind == "clitic" else DET
        return WH if opens and word != "that" else REL
    if word in {"this", "these", "those"}:
        nominal = after is not None and after.kind == "word" and after.lower not in _HELPERS_AND_PREPOSITIONS
        return DET if nominal else PRON
    if word == "there":
        return PRON if after is not None and (after.lower in w.BE or after.kind == "clitic") else ADV
    if word == "half" and after is not None and (after.lower in {"past"} or after.lower in NUMBER_WORDS):
        return NOUN
    if word == "home" and before and before[-1].tag in {DET, POSS}:
        return NOUN
    return None


def _modifies(token: Token, after: Token | None) -> bool:
    """*We switch deploy targets*: a base form between a verb and a plural noun is part of the noun."""
    base = w.verb_lemma(token.lower) == token.lower
    if after is None or not base or after.kind != "word":
        return False
    return (
        after.lower.endswith("s") and w.lemma(after.lower) != after.lower and w.verb_lemma(after.lower) != after.lower
    )


_AFTER_GERUND = frozenset(
    "day days plan time times schedule session class teacher coach partner shoes bag room pool".split()
)
"""*Noor's training day*: behind an owner and before one of these a form in -ing is a noun."""
_DOINGS = frozenset("hobby sport activity class passion pastime exercise workout interest skill pursuit course".split())
"""What is said to be a doing: *my hobby is fencing*."""


_COURSES = frozenset("go come land arrive end run sit live".split())
"""Verbs that tell where several things end up."""


def _runs(token: Token, after: Token | None) -> bool:
    """*The alerts go to …*: a form in -s right before a base form of a course is the plural that takes it."""
    plural = token.lower.endswith("s") and w.verb_lemma(token.lower) != token.lower
    return plural and after is not None and after.lower in _COURSES


def _reads_as_verb(  # noqa: PLR0911 - one sign a line
    token: Token, after: Token | None, before: list[Tagged]
) -> bool:
    previous = next((t for t in reversed(before) if t.tag != ADV), None)
    if _runs(token, after):
        return False
    if previous is None:
        followed = after is not None and (
            after.kind == "clitic"
            or (after.lower.endswith("ing") and w.verb_lemma(after.lower) is not None)
            or after.lower in _HELPERS
        )
        return not followed and (token.lower not in {"like", "set", "cost", "back"} or after is not None)
    if previous.tag == GEN and after is not None and after.lower in _AFTER_GERUND:
        return False
    if previous.tag == GEN:
        return is_participle(token.lower) or token.lower.endswith("ing")
    if previous.tag == NUM and token.lower == "works" and after is not None and after.lower == "as":
        return True
    if previous.tag in {DET, POSS, NUM}:
        return False
    if previous.tag in {PRON, TO, MODAL, FUTURE, DO, HAVE, NEG, REL, WH}:
        return True
    if previous.tag == BE and len(before) > 1 and before[-2].lemma in _DOINGS and token.lower.endswith("ing"):
        return False
    if previous.tag == BE:
        return token.lower.endswith("ing") or is_participle(token.lower)
    if previous.tag == PREP:
        return token.lower.endswith("ing")
    if previous.tag == VERB and previous is before[-1]:
        changed = previous.lemma in {"change", "switch", "swap"} and token.lower.endswith("s")
        if changed and w.verb_lemma(token.lower) != token.lower:
            return False
        used = previous.lower in {"use", "uses"} and after is not None and after.lower in {"as", "for"}
        if used or _modifies(token, after):
            return False
    if previous.tag in {NAME, NOUN}:
        return _after_nominal(token, after, before)
    return True


def _guess_verb(token: Token, before: list[Tagged]) -> str | None:
    """A past form of a verb that no list holds, right after a pronoun or an auxiliary."""
    word = token.lower
    if token.kind != "word" or not word.endswith(("ing", "ed")):
        return None
    previous = next((x for x in reversed(before) if x.tag != ADV), None)
    named = len(before) > 1 and before[-2].lemma in _DOINGS
    if previous is not None and previous.tag == BE and not named and word.endswith("ing") and len(word) > 5:
        return word[:-3]
    if previous is None or not word.endswith("ed") or len(word) < 5:
        return None
    got = previous.lower in {"got", "get", "gets", "getting"}
    if got or previous.tag in {HAVE, BE, NAME} or (previous.tag == PRON and previous.lower in w.SUBJECT_PRONOUNS):
        return word[:-1] if word[-3] in "aeglsuvz" else word[:-2]
    return None


def is_participle(word: str) -> bool:
    """Whether a verb form can be a past participle."""
    verb = w.verb_lemma(word)
    if verb is None or word.endswith("ing"):
        return False
    same = {"put", "set", "cut", "shut", "read", "hit", "come", "become", "run", "quit", "cost", "hurt", "let", "split"}
    return word in same or (word != verb and not word.endswith("s") and word not in {"went", "was", "were", "did"})


_CONDITIONS = frozenset("if unless when whenever once until because".split())


def _after_nominal(token: Token, after: Token | None, before: list[Tagged]) -> bool:
    """After a noun, a third-person or past form followed by a complement is a verb; "book club" is not."""
    if token.lower.endswith("ing"):
        return before[-1].tag == ADV
    has_verb = False
    for earlier in reversed(before[-6:]):
        if earlier.text in {":", ";"} or earlier.lower in _CONDITIONS:
            break
        has_verb = has_verb or earlier.tag in {VERB, BE, HAVE}
    inflected = token.lower.endswith(("s", "ed")) or w.verb_lemma(token.lower) != token.lower
    invariant = token.lower in {"cut", "put", "set", "shut", "hit", "quit"}
    ends = after is None or after.kind == "punct" or after.lower in _JOINING
    counted = token.lower.endswith("s") and any(x.tag == NUM for x in before[-2:]) and before[-1].tag == NOUN
    if counted:
        return False
    object_follows = after is not None and (after.lower in _OPENING_OBJECTS)
    if invariant and (ends or object_follows) and not has_verb:
        return True
    if not inflected and before[-1].tag == ADV and not has_verb and after is not None:
        return after.lower in _OPENING_PHRASES or after.capital
    if not inflected:
        last = before[-1].token.lower
        plural = last.endswith("s") and not last.endswith("ss") and before[-1].tag == NOUN
        return plural and not has_verb and after is not None
    return not (
        has_verb and before[-1].tag == NOUN and token.lower.endswith("s") and (after is None or after.kind == "punct")
    )
