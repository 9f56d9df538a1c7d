"""Whose thing a change is told of, as the owner that opens a plain sentence; and where what is told of it ends."""

from __future__ import annotations

from collections.abc import Sequence

from atma_overlay.language.doubts.happened import NOT_QUITE
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.phrases import Phrase
from atma_overlay.language.grammar.tags import Tagged
from atma_overlay.language.grammar.ties import of_other_gender
from atma_overlay.language.grammar.tokens import Token
from atma_overlay.language.rules.rewording import word
from atma_overlay.language.turn import ReadSentence

RANKS = frozenset("favourite favorite fave main primary usual go-to preferred default staple number-one".split())
"""Words of a role that one thing has at a time."""
OWN = frozenset({"my", "our"})
_THEIRS = {"her": "she", "his": "he", "their": "they"}
_OWNER = {"i": "my", "we": "our", "me": "my", "us": "our"}
_PEOPLE = w.KIN | w.ACQUAINTANCES
_ENDS = frozenset({".", "!", "…", ";", "–", "—", ")"})
_BEHIND = frozenset({"now", "recently", "lately", "instead", "permanently", "officially"})
"""What may follow a value: it tells no other time."""
_LEADING_ON = frozenset("so because since as after when which and but although though".split())
NOT_TOLD = frozenset({"if", "unless", "when", "whenever", "while", "until", "whether", "once", "before", "till"})
FOR_ONCE = NOT_QUITE | frozenset(
    """temporarily briefly once twice sometimes occasionally always often usually slowly gradually partly partially
    somewhat meanwhile perhaps maybe apparently supposedly""".split()
)
_UNDONE = frozenset(
    """back had almost nearly would 'd maybe perhaps probably possibly apparently supposedly allegedly briefly
    temporarily wrong wrongly mistake mistakenly error accidentally revert undo reversed joke joking kidding""".split()
)
"""Words of a sentence by which a change may be undone, told of long ago, or not have come about."""


def is_told(clause: Clause, sentence: ReadSentence) -> bool:
    """Whether a clause tells as a fact what has happened, once and to its end.

    Args:
        clause: of a change.
        sentence: that it is of.
    """
    if not clause.done or clause.progressive or clause.intro in NOT_TOLD or not clause.adverbs.isdisjoint(FOR_ONCE):
        return False
    return sentence.words.isdisjoint(_UNDONE) and not sentence.sentence.asks


def owner_of(thing: Phrase, sentence: ReadSentence, clause: Clause) -> list[Token] | None:
    """The words of who owns a thing: *my*, *my sister's* where it is *her* thing, *our café's*.

    Args:
        thing: what is owned.
        sentence: that it is of.
        clause: that it is of.
    """
    tokens = sentence.tokens
    if thing.owner in OWN:
        return [tokens[thing.start].token]
    if thing.owner in _THEIRS:
        who = clause.subject.pronoun if clause.subject is not None else None
        if who == _THEIRS[thing.owner] and who != "they":
            return [tokens[thing.start].token]  # she's changed her major: whom the talk is of
        someone = _antecedent(thing, sentence, clause)
        return someone and with_genitive(someone)
    if thing.core > thing.start and tokens[thing.core - 1].tag == t.GEN:
        first = tokens[thing.start]
        near = first.lower in OWN or first.tag == t.NAME or first.lower in w.KIN
        return [x.token for x in tokens[thing.start : thing.core]] if near else None
    return None


def is_somebody(who: Phrase | None, sentence: ReadSentence) -> bool:
    """Whether who acts is a person, and no thing.

    Args:
        who: who acts.
        sentence: that it is of.
    """
    return who is not None and (who.pronoun in w.SUBJECT_PRONOUNS - {"it"} or person(who, sentence) is not None)


def owner_who(who: Phrase | None, sentence: ReadSentence) -> list[Token] | None:
    """Somebody as an owner: *my* for *I*, *my son's*, *Lena's*; None for whom nothing known is told.

    Args:
        who: who has or gets something.
        sentence: that it is of.
    """
    if who is None:
        return None
    at = sentence.tokens[who.start].token.start
    if who.pronoun is not None:
        return [word(_OWNER[who.pronoun], at)] if who.pronoun in _OWNER else None
    someone = person(who, sentence)
    return someone and with_genitive(someone)


def with_genitive(someone: list[Token]) -> list[Token]:
    """Somebody's words with *'s*."""
    end = someone[-1].end
    return [*someone, Token("'s", "'s", "clitic", end, end)]


def _antecedent(thing: Phrase, sentence: ReadSentence, clause: Clause) -> list[Token] | None:
    """Whom *her* stands for: who acts in the clause, or the one person who acts, or owns what acts, before it."""
    pronoun = _THEIRS[thing.owner or ""]
    if clause.subject is not None and clause.subject.start < thing.start:
        someone = person(clause.subject, sentence)
        if someone is not None and not of_other_gender(pronoun, someone[-1].lower):
            return someone
    if pronoun == "they":
        return None
    found: dict[str, list[Token]] = {}
    for before in sentence.clauses:
        if before.subject is None or before.subject.start >= thing.start:
            continue
        someone = person(before.subject, sentence) or _owning(before.subject, sentence)
        if someone is not None and not of_other_gender(pronoun, someone[-1].lower):
            found[someone[-1].lower] = someone
    return next(iter(found.values())) if len(found) == 1 else None


def person(who: Phrase, sentence: ReadSentence) -> list[Token] | None:
    """The words of a person: *my sister*, *Mum*, *Lena*; None for whom nothing known is told.

    Args:
        who: who acts.
        sentence: that it is of.
    """
    if who.pronoun is not None or who.of is not None:
        return None
    mine = who.owner in OWN and who.head_lemma in _PEOPLE and who.core == who.head  # not my other son
    bare = who.head_lemma in w.KIN and who.end == who.start + 1
    named = who.is_name and who.owner is None and who.determiner is None
    if not (mine or bare or named):
        return None
    return [x.token for x in sentence.tokens[who.start : who.end]]


def _owning(thing: Phrase, sentence: ReadSentence) -> list[Token] | None:
    """*My sister's wrists*: her."""
    tokens = sentence.tokens
    end = thing.core - 1
    if end <= thing.start or tokens[end].tag != t.GEN:
        return None
    mine = tokens[thing.start].lower in OWN and end == thing.start + 2 and tokens[end - 1].lemma in _PEOPLE
    bare = end == thing.start + 1 and (tokens[thing.start].lower in w.KIN or tokens[thing.start].tag == t.NAME)
    return [x.token for x in tokens[thing.start : end]] if mine or bare else None


def value_at(sentence: ReadSentence, at: int) -> list[Token] | None:
    """The words of what is told as a value where it stands: a phrase of nobody's, or a gerund; see `is_over`.

    Args:
        sentence: as read.
        at: where it begins.
    """
    tokens = sentence.tokens
    if at >= len(tokens):
        return None
    phrase = sentence.phrase_at(at)
    end = at + 1
    if phrase is not None:
        end = phrase.end
        if phrase.pronoun is not None or phrase.owner is not None or phrase.head_lemma in _NO_VALUE:
            return None
    elif tokens[at].tag != t.VERB or not tokens[at].lower.endswith("ing"):
        return None
    said = [x.token for x in tokens[at:end]]
    measured = any(x.text[:1].isdigit() for x in said)  # moved my alarm to 6 yesterday
    return said if is_over(tokens, end if measured else behind_when(tokens, end)) else None


_NO_VALUE = w.TIME_NOUNS | frozenset("one ones something anything nothing mine yours hers ours theirs default".split())


def compounded(said: list[Tagged]) -> list[Token]:
    """*Usual at the café* as *café usual*: the words of a thing, what it is at before it.

    Args:
        said: the words, without an owner.
    """
    at = next((i for i, x in enumerate(said) if x.lower in _WHERE and i), None)
    if at is None or said[at - 1].lemma in _REACHED_BY:
        return [x.token for x in said]  # a number for the school is none that the school's has to be
    place = said[at + 1 :]
    if place and place[0].lower in {"the", "my", "our", "her", "his", "their"}:
        place = place[1:]
    plain = bool(place) and all(x.tag in {t.NOUN, t.NAME} for x in place)
    return [x.token for x in ([*place, *said[:at]] if plain else said)]


_REACHED_BY = frozenset("number phone mobile address email line extension".split())
_WHERE = frozenset({"at", "on", "for", "in", "with"})


_LAST = (
    frozenset("week month year night spring summer autumn fall winter term semester".split())
    | w.MONTH_NAMES
    | w.DAY_NAMES
)


def behind_when(tokens: Sequence[Tagged], at: int) -> int:
    """Where what stands behind a value goes on, past when it came about: *yesterday*, *last week*, *two weeks ago*."""
    said = [x.lower for x in tokens[at : at + 3]]
    if said[:1] == ["yesterday"]:
        return at + 1
    if len(said) > 1 and ((said[0] == "last" and said[1] in _LAST) or said[:2] == ["this", "morning"]):
        return at + 2
    if said in _SOME_TIME_AGO:
        return at + 3
    ago = len(said) > 2 and said[2] == "ago" and said[1].rstrip("s") in {"day", "week", "month", "year"}
    in_it = len(said) > 1 and said[0] == "in" and said[1] in w.MONTH_NAMES
    return at + 3 if ago else at + 2 if in_it else at


_SOME_TIME_AGO = [["the", "other", "day"], ["a", "while", "back"], ["a", "while", "ago"], ["over", "the", "weekend"]]


def is_over(tokens: Sequence[Tagged], at: int) -> bool:
    """Whether what is told ends before a token, and nothing follows that it may be told for alone.

    Args:
        tokens: of the sentence.
        at: behind the value.
    """
    while at < len(tokens) and tokens[at].lower in _BEHIND:
        at += 1
    if at >= len(tokens) or tokens[at].text in _ENDS or tokens[at].lower in {"so", "because"}:
        return True
    after = tokens[at + 1] if at + 1 < len(tokens) else None
    if after is None or tokens[at].lower not in {",", "and", "but", ":", "since"}:
        return False
    return after.tag == t.PRON or after.lower in _LEADING_ON
