"""Whom a sentence names, for the pronouns that follow."""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter

from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.acting import Acting
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.phrases import Phrase
from atma_overlay.language.grammar.ties import RELATIONS
from atma_overlay.language.turn import ReadSentence, ReadTurn, name_of, subject_of

_CALENDAR = w.DAY_NAMES | w.MONTH_NAMES


def remember_names(sentence: ReadSentence, turn: ReadTurn) -> None:
    """Have the turn mention the named third parties and the owned relations of a sentence."""
    read = 0
    for i in sentence.naming:
        phrase = sentence.phrase_at(i) if i >= read else None
        if phrase is None:
            continue
        if phrase.is_name and not _is_one_of_its_make(sentence, i) and _animate(sentence, i):
            name = name_of(phrase)
            if name != turn.speaker and name not in _CALENDAR:
                turn.mention(name)
        elif phrase.head_lemma in RELATIONS and phrase.owner is not None:
            if phrase.owner_is_name and _animate(sentence, i):
                turn.mention(phrase.owner)
            if (relation := subject_of(phrase, turn)) is not None and not relation.startswith("?"):
                turn.mention(relation, several=_several(phrase))
        read = phrase.end
    for clause in sentence.clauses:
        who = clause.subject
        if who is None or who.owner is not None:
            continue
        if who.is_name and turn.has_mentioned(name_of(who)):
            turn.mention(name_of(who))
        elif not who.is_name and (called := subject_of(who, turn) or "").startswith(f"{turn.speaker}'s "):
            turn.mention(called, several=_several(who))


_THIRD = frozenset("he she him her his they them their he's she's they're".split())
_SEVERAL = frozenset("children people folk folks".split())


def remember_who_acts(sentence: ReadSentence, turn: ReadTurn) -> None:
    """Have the turn know who acts in a sentence, before it is read, where a pronoun of it may be theirs.

    *Ben told me about his new gym*, *my sister loves her new job*, *my flatmate is Sanna, she works at …*.

    Args:
        sentence: one of the turn's.
        turn: the utterance.
    """
    turn.acting = ()
    if sentence.words.isdisjoint(_THIRD):
        return
    acting = [x for clause in sentence.clauses for x in _acting(clause, sentence, turn)]
    turn.acting = tuple(sorted(acting, key=attrgetter("start")))


def _acting(clause: Clause, sentence: ReadSentence, turn: ReadTurn) -> Iterator[Acting]:
    """Who acts in a clause, or is said to be who does."""
    who, said = clause.subject, clause.bare()
    if who is None or who.pronoun is not None or clause.passive:
        return
    if clause.verb == "be" and said is not None and said.is_name and _is_a_person(who):
        yield _stands(name_of(said), said, sentence)
    elif (name := _named(who, sentence, turn)) is not None:
        yield _stands(name, who, sentence)


def _is_a_person(phrase: Phrase) -> bool:
    """*My flatmate*, *the manager*: whoever a name behind *is* names."""
    return not phrase.is_name and phrase.owner in {"my", "our", None} and phrase.head_lemma in RELATIONS


def _named(who: Phrase, sentence: ReadSentence, turn: ReadTurn) -> str | None:
    """Who a subject is: by name, by what they are to the speaker, or by both."""
    if who.is_name:
        tied = any(x.lemma in RELATIONS for x in who.tokens[who.core : who.head])  # my friend Ines
        known = tied if who.owner is not None else _animate(sentence, who.start)
        return name_of(who) if known else None
    if who.owner is not None and who.head_lemma not in RELATIONS:
        return None
    named = subject_of(who, turn)
    return named if named is not None and "'s " in named and not named.startswith("?") else None


def _stands(name: str, who: Phrase, sentence: ReadSentence) -> Acting:
    """Somebody with how far a pronoun behind them is surely theirs."""
    tokens = sentence.tokens
    others = (
        x.token.start
        for i, x in enumerate(tokens[who.end :], start=who.end)
        if x.tag == t.NAME and x.lower not in name.split() and _may_be_meant(sentence, i)
    )
    return Acting(name, tokens[who.start].token.start, next(others, sentence.sentence.end), _several(who))


def _several(who: Phrase) -> bool:
    """Whether a phrase names more than one: *my parents*, *Tom's children*."""
    head = who.tokens[who.head].lower
    return not who.is_name and (head != who.head_lemma or head in _SEVERAL)


def _may_be_meant(sentence: ReadSentence, i: int) -> bool:
    """Whether a name may be somebody whom a pronoun behind it means: no place, and nothing that one is at."""
    before = sentence.tokens[i - 1].tag
    after = sentence.tokens[i + 1].tag if i + 1 < len(sentence.tokens) else ""
    return before not in {t.DET, t.NAME} and (after == t.GEN or _animate(sentence, i))


def _animate(sentence: ReadSentence, i: int) -> bool:
    at = i - 1
    if at > 0 and sentence.tokens[at].tag == t.DET:
        at -= 1
    before = sentence.tokens[at].lower if at >= 0 and i > 0 else ""
    if at > 0 and (w.verb_lemma(sentence.tokens[at - 1].lower), before) in _WITH_SOMEBODY:
        return True
    return before not in {"in", "at", "on", "to", "from", "near", "into", "for", "called", "via"}


def _is_one_of_its_make(sentence: ReadSentence, i: int) -> bool:
    """*An old Honda*, *the ThinkPad*: a thing by its make, and nobody; *a Ms Price* and *the Hendersons* are."""
    name = sentence.tokens[i].lower
    if name.rstrip(".") in w.TITLES or name.endswith("s"):
        return False
    at = i - 1
    while at >= 0 and sentence.tokens[at].tag == t.NOUN:
        at -= 1
    return at >= 0 and sentence.tokens[at].lower in {"a", "an", "the"}


_WITH_SOMEBODY = frozenset({
    ("run", "into"), ("bump", "into"), ("talk", "to"), ("speak", "to"), ("chat", "to"), ("write", "to"),
    ("listen", "to"), ("hear", "from"),
})  # fmt: skip
"""What is done with people alone, where a name stands behind it."""
