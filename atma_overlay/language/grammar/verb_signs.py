"""Which forms of a verb are read as one: by what stands around them."""

from __future__ import annotations

from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.tags import (
    ADV,
    BE,
    DET_POSS_NUM,
    DO,
    FUTURE,
    GEN,
    HAVE,
    HAVE_BE_NAME,
    MODAL,
    NAME,
    NAME_OR_NOUN,
    NEG,
    NOUN,
    NUM,
    PREP,
    PRON,
    REL,
    TO,
    VERB,
    VERB_BE_HAVE,
    WH,
    Tagged,
)
from atma_overlay.language.grammar.tokens import Token

_BEFORE_A_VERB = frozenset({PRON, TO, MODAL, FUTURE, DO, HAVE, NEG, REL, WH})

_HELPERS = w.BE | w.HAVE | w.MODALS_FUTURE
_JOINING = w.PREPOSITIONS | w.CONJUNCTIONS
_OPENING_OBJECTS = w.DETERMINERS | w.POSSESSIVES | w.OBJECT_PRONOUNS
_OPENING_PHRASES = w.PREPOSITIONS | w.DETERMINERS | w.POSSESSIVES


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


_POSTS = frozenset({"head", "lead", "chair"})
_EITHER = _POSTS | {"last"}
_TIMES = w.TIME_NOUNS | w.DAY_NAMES | w.MONTH_NAMES | w.SEASONS


def _is_no_act(token: Token, after: Token) -> bool:
    """*I was made head of platform*, *she dumped me last week*."""
    return after.lower == "of" if token.lower in _POSTS else after.lower in _TIMES


_TOLD_BY = frozenset("i we he she they you".split())
_BEHIND_VERBS = _OPENING_PHRASES - {"of"}
_SEVERAL = frozenset({NOUN, NAME, GEN})


def _is_done(token: Token, after: Token, before: list[Tagged]) -> bool:
    """Whether people stand before a form that could be a noun: *people say I …*, *the Hendersons run on Mondays*."""
    last = before[-1]
    if last.tag == NOUN:
        if after.lower not in _TOLD_BY:
            return False
        plural = last.lower == "people" or (last.lower.endswith("s") and last.lower != last.lemma)
        return plural and w.verb_lemma(token.lower) == token.lower
    if after.lower not in _BEHIND_VERBS or len(before) < 2:
        return False
    if last.tag == NAME:
        family = last.lower.endswith("s") and before[-2].lower == "the"
        return family and w.verb_lemma(token.lower) == token.lower
    friend = last.tag == GEN and len(before) > 3 and before[-3].lower == "of" and before[-4].tag == NOUN
    return friend and token.lower.endswith("s") and w.verb_lemma(token.lower) != token.lower  # a friend of Lena's runs


_QUANTIFYING = frozenset({"all", "both"})
_SEVERAL_WHO = frozenset({"we", "they"})


def _previous(before: list[Tagged]) -> Tagged | None:
    """The word before, adverbs aside, and *all* behind a pronoun: *we all use Zulip*."""
    if len(before) > 1 and before[-1].lower in _QUANTIFYING and before[-2].lower in _SEVERAL_WHO:
        return before[-2]
    if before and before[-1].tag != ADV:
        return before[-1]
    return next((t for t in reversed(before) if t.tag != ADV), None)


_COURSE = frozenset("started finished stopped began quit".split())
"""*Started using Zed*: what tells of a course at the head of a sentence is done."""


def _acts(token: Token, after: Token) -> bool:
    """*Rent went up*, *support switched to Intercom*: a noun that opens a sentence, and what it did."""
    if token.lower in _LEADING or token.lower not in w.common_words():
        return False
    lemma = w.verb_lemma(after.lower)
    return lemma is not None and lemma != after.lower and not after.lower.endswith(("ing", "s"))


_LEADING = frozenset("leave keep stay get make use find see mark let run review report".split())
"""Verbs that a participle may stand behind: *leave marked rows*, *use dried beans*."""


_CHOOSING = frozenset("prefer like love hate enjoy want use change move switch reschedule rename".split())
"""Verbs whose object may begin with a word that is a verb, too: *I prefer light mode*, *changed book club*."""


def reads_as_verb(  # noqa: PLR0911 - one sign a line
    token: Token, after: Token | None, before: list[Tagged]
) -> bool:
    """Whether a known form of a verb is one where it stands, and no noun or adjective."""
    previous = _previous(before)
    if _runs(token, after) or (after is not None and token.lower in _EITHER and _is_no_act(token, after)):
        return False
    if previous is not None and previous.tag in _SEVERAL and after is not None and _is_done(token, after, before):
        return True
    if previous is None:
        followed = after is not None and (
            after.kind == "clitic"
            or (after.lower.endswith("ing") and w.verb_lemma(after.lower) is not None and token.lower not in _COURSE)
            or after.lower in _HELPERS
            or _acts(token, after)
        )
        return not followed and (token.lower not in {"like", "set", "cost", "back"} or after is not None)
    if previous.tag == GEN and after is not None and after.lower in _AFTER_GERUND:
        return False
    if previous.tag == GEN:
        return is_participle(token.lower) or token.lower.endswith("ing")
    if previous.tag == NUM and token.lower == "works" and after is not None and after.lower == "as":
        return True
    if previous.tag in DET_POSS_NUM:
        return False
    if previous.tag in _BEFORE_A_VERB:
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
        chosen = previous.lemma in _CHOOSING and token.lower == w.verb_lemma(token.lower) and after is not None
        if used or (chosen and after is not None and after.kind == "word") or _modifies(token, after):
            return False
    if previous.tag in NAME_OR_NOUN:
        return _after_nominal(token, after, before)
    return True


def guessed_verb(token: Token, before: list[Tagged]) -> str | None:
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
    if got or previous.tag in HAVE_BE_NAME or (previous.tag == PRON and previous.lower in w.SUBJECT_PRONOUNS):
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


_LEAVING = frozenset({"switch", "move", "change", "migrate", "go", "shift"})


def _is_left(token: Token, before: list[Tagged]) -> bool:
    """*We switched from merge commits to squash merges*: the plural of what is left, between *from* and *to*."""
    led = len(before) > 2 and before[-2].lower == "from" and before[-3].lemma in _LEAVING
    return led and before[-1].tag == NOUN and token.lower.endswith("s")


def _after_nominal(token: Token, after: Token | None, before: list[Tagged]) -> bool:
    """After a noun, a third-person or past form followed by a complement is a verb; "book club" is not."""
    if token.lower.endswith("ing"):
        return before[-1].tag == ADV
    has_verb = False
    for earlier in reversed(before[-6:]):
        if earlier.text in {":", ";"} or earlier.lower in _CONDITIONS:
            break
        has_verb = has_verb or earlier.tag in VERB_BE_HAVE
    inflected = w.verb_lemma(token.lower) != token.lower  # the interview process, pet food delivery address
    invariant = token.lower in {"cut", "put", "set", "shut", "hit", "quit"}
    ends = after is None or after.kind == "punct" or after.lower in _JOINING
    counted = token.lower.endswith("s") and any(x.tag == NUM for x in before[-2:]) and before[-1].tag == NOUN
    if counted:
        return False
    if has_verb and after is not None and after.lower == "to" and _is_left(token, before):
        return False
    object_follows = after is not None and (
        after.lower in _OPENING_OBJECTS or (token.lower == "quit" and after.capital)  # my brother quit Acme
    )
    if invariant and (ends or object_follows) and not has_verb:
        return True
    if not inflected and before[-1].tag == ADV and not has_verb and after is not None:
        return after.lower in _OPENING_PHRASES or after.capital
    if not inflected:
        last = before[-1].token.lower
        plural = last.endswith("s") and w.lemma(last) != last and before[-1].tag == NOUN
        return plural and not has_verb and after is not None
    return not (
        has_verb and before[-1].tag == NOUN and token.lower.endswith("s") and (after is None or after.kind == "punct")
    )
