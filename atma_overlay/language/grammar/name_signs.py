"""Which words are names: by their shape, their place and what stands behind them."""

from __future__ import annotations

from collections.abc import Sequence

from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.tags import GEN, POSS, POSS_OR_DET, Tagged
from atma_overlay.language.grammar.tokens import Token
from atma_overlay.language.grammar.verb_signs import is_participle
from atma_overlay.values.normal import UNIT_OF

_NEVER_NAMES = w.PREPOSITIONS | w.CONJUNCTIONS | w.DETERMINERS | w.ADVERBS | w.WH_WORDS | w.DAY_NAMES
_HELPERS_AND_DO = w.BE | w.HAVE | w.DO | w.MODALS_FUTURE
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


_BEFORE_AN_ACRONYM = frozenset("new old current latest min max minimum maximum minimal maximal".split())


def is_acronym(token: Token, after: Token | None, before: list[Tagged]) -> bool:
    """*my GP*, *the API*, *our CI*: common nouns in capitals."""
    text = token.text
    if text.endswith("s") and text[:-1].isupper() and 2 < len(text) <= 5 and text[:-1].isalpha():
        return True
    short = text.isupper() and text.isalpha() and 1 < len(text) <= 5
    if not short and not text.islower():
        return False  # as most names
    owned = bool(before) and (before[-1].tag in POSS_OR_DET or before[-1].lower in _BEFORE_AN_ACRONYM)
    if owned and after is not None and after.lower in _OF_ONE and text.islower():
        return any(c.isdigit() for c in text)  # my hba1c is 58
    hers = bool(before) and before[-1].tag == GEN and after is not None and _is_verb(after.lower)  # my wife's GP is
    alone = not before and token.lower in w.ACQUAINTANCES
    return short and (owned or hers or alone) and not (after is not None and after.capital)


def _is_verb(word: str) -> bool:
    return word in _OF_ONE or w.verb_lemma(word) is not None


def is_tie(token: Token, after: Token | None, before: list[Tagged]) -> bool:
    """*My Boss is Ben*, *my Wife*: one of the speaker's people with a capital, and no name."""
    owned = bool(before) and before[-1].tag == POSS and token.lower in _TIES
    return owned and not (after is not None and after.capital)


_TIES = w.KIN | w.ACQUAINTANCES
_JOINING = frozenset({"and", "&"})
_BETWEEN = w.ADVERBS | frozenset("no longer more ever almost".split())
"""What may stand between a subject and its verb."""
_SHORTEST_SHOUTED = 2
_OF_ONE = frozenset("is was has does had will would can could".split())
_SHOUTED = frozenset(x.upper() for x in _NEVER_NAMES | w.NEGATIONS if len(x) > _SHORTEST_SHOUTED and x != "who")
"""*He bailed AGAIN*, *I live in LEEDS NOW*: words of the closed classes in capitals, no initials."""
_NO_NAMES = frozenset({"i", "i'm", "ok", "okay", "tv", "pc"})


def is_name(token: Token, behind: Sequence[Token], known_names: frozenset[str]) -> bool:  # noqa: PLR0911 - one sign a line
    """Whether a word is a name.

    Args:
        token: the word.
        behind: some of those behind it.
        known_names: names seen elsewhere in the conversation, in lower case.
    """
    text, after, capital = token.text, behind[0] if behind else None, token.capital
    plain = not capital and text.isalpha()  # most words
    if plain or token.lower in _NO_NAMES or token.lower in UNIT_OF or text in _SHOUTED:
        return False
    if not text.isalpha() and (
        any(c.isdigit() for c in text)
        or "_" in text
        or (text[0] == "#" and len(text) > 1)
        or ("-" in text and text.upper() == text and len(text) > 2)
    ):
        return True
    if token.lower in known_names and capital:
        return True
    if not capital:
        return "." in text and len(text) > 3
    if not token.first:
        return token.lower not in w.SUBJECT_PRONOUNS
    if token.lower in _GIVEN and _does(token.lower, behind):
        return True
    if w.verb_lemma(token.lower) and is_participle(token.lower):
        return False
    titled = after is not None and after.lower.rstrip(".") in w.TITLES
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
    return _governs(token, behind)


_GIVEN = w.GIVEN_NAMES | frozenset(
    """autumn bill bud bunny candy charity chase chip dot gray harmony honey hope junior justice lucky mat miles moss
    patience river rose skip sky star stew sterling summer sunny trace""".split()
)
"""Given names that are verbs, everyday nouns or adjectives: which they are is told by the verb behind them."""
_BY_SOMEBODY = frozenset(
    """became bought came died divorced drank drinks drives drove eats gave got goes has hates joined knows lived lives
    loves married met moved owns plays prefers quit retired said says sold speaks started stopped studied studies
    switched takes taught teaches thinks told took used uses wants wears went worked works wrote""".split()
)
"""Verbs in a form of the past or of the third person of what people do."""


def _does(name: str, behind: Sequence[Token]) -> bool:
    """*Rob drives a Golf now*, *Mark and Ana moved*: what people do, adverbs aside; *Mark emails as read* is none."""
    if len(behind) > 1 and behind[0].lower in _JOINING:
        return name in w.GIVEN_NAMES and _goes_on(behind[1])
    if len(behind) > 2 and behind[0].text == ",":
        listed = behind[2].text == "," or behind[2].lower in _JOINING
        return name in w.GIVEN_NAMES and listed and behind[1].capital
    if behind and behind[0].kind == "clitic":
        return name in w.GIVEN_NAMES
    verb, *rest = [x.lower for x in behind if not _adverbial(x.lower)] or [""]
    if verb in _OF_ONE:
        return name in w.GIVEN_NAMES
    return verb in _BY_SOMEBODY and bool(rest) and rest[0] != "as"


def _governs(token: Token, behind: Sequence[Token]) -> bool:
    """Whether a verb follows that the word can govern, adverbs aside: *Alex now works*, *James and Ana moved*.

    A word in -s may be several things, for all of which the verb is in its base form: *Vixens live*.
    """
    at = next((i for i, x in enumerate(behind) if not _adverbial(x.lower)), len(behind))
    if at >= len(behind):
        return False
    after = behind[at].lower
    if after in _JOINING and at == 0:
        return len(behind) > 1 and _goes_on(behind[1])
    lemma = w.verb_lemma(after)
    if not token.lower.endswith("s"):
        return after in _HELPERS_AND_DO or bool(lemma)
    if after in _HELPERS_AND_DO or after in _OF_ONE:
        return after in _OF_ONE
    return lemma is not None and lemma != after and not after.endswith("ing")


def _goes_on(token: Token) -> bool:
    """Whether another of several people may begin with a word: *Ana and Luis*, *Ana and her sister*."""
    return token.kind == "word" and (token.capital or token.lower in w.POSSESSIVES)


def _adverbial(word: str) -> bool:
    return word in _BETWEEN or (word.endswith("ly") and len(word) > 4)


def _called_so(token: Token, after: Token | None) -> bool:
    """*Tilly's school*, *Emily has moved*: a name like an adverb, where no adjective is in it and a verb follows."""
    stem, common = token.lower[:-2], w.common_words()
    happily = f"{stem[:-1]}y" if stem.endswith("i") else stem
    adverb = any(x in common or w.verb_lemma(x) for x in (stem, f"{stem}le", happily))
    follows = after is not None and (after.kind == "clitic" or w.verb_lemma(after.lower) is not None)
    return follows and not adverb and token.lower not in w.ADVERBS | common | {"truly", "wholly", "duly"}
