"""The parts of a question, in the order of a statement: who, the auxiliary, what is asked of them, and when."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from atma_overlay import re2
from atma_overlay.language.answers.voice import OF_THE_AGENT, as_told, is_listener
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.phrases import Phrase, read_phrase
from atma_overlay.language.grammar.sentences import sentences
from atma_overlay.language.grammar.tagging import tag
from atma_overlay.language.grammar.tags import Tagged, tagged_as

MOST_TOKENS = 30
"""A longer question has more in it than a word answers."""
_WHEN = (
    r"now|nowadays|currently|presently|today|these days|at the moment|right now|at present|before(?: that)?|previously"
    r"|originally|at first|back then"
)
_ROUNDING = r"exactly|again|by the way|please|then|yourself"
_WHEN_ASKED = re2.compile(rf"(?i)(?:\s+(?:{_WHEN}|{_ROUNDING}))+$")
"""What stands behind a question and places it in time, or only rounds it off."""
_ROUNDS_OFF = re2.compile(rf"(?i)\s*\b(?:{_ROUNDING})\b")
_TOLD_WHEN = re2.compile(rf"(?i)\s(?:{_WHEN})$|\b(?:since|until|till|from|for)\s")
_NO_STATE = frozenset({"it", "that", "this", "these", "those", "there"})
"""Subjects of which the question alone does not tell what they are."""
_NO_FACT = frozenset(
    """ever think mean say want wish need prefer feel suggest recommend like consider plan intend hope look hear know
    ask try choose pick decide remember recall believe guess imagine expect wonder""".split()
)
"""Words of questions for what is thought, meant, wished or was at some time: *Have you ever lived in York?*"""
_OPENING = frozenset({t.CONJ, t.ADV, t.PUNCT})
_PAYING = frozenset({"pay", "spend", "charge", "cost"})
HAVING = frozenset({"have", "own", "get"})


@dataclass(frozen=True, slots=True)
class Gap:
    """A statement with a gap: what stands before it and behind it, and what places it in time.

    `preposition` leads to an answer that brings none of its own; `unit` stands behind a figure that comes without.
    """

    before: str
    when: str = ""
    preposition: str = ""
    unit: str = ""
    after: str = ""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question: the statements that an answer may complete, the likeliest first, and what yes and no make of it.

    `apart` marks what is asked of one place, time or purpose alone: *Which database do you use in staging?*
    `open` marks what is asked of the user as things are: what the answer names counts even where the lexicon has no
    such attribute. `past` marks what is asked of what was, `counted` what only a figure answers.
    """

    gaps: tuple[Gap, ...]
    holds: str = ""
    fails: str = ""
    apart: bool = False
    open: bool = True
    past: bool = False
    counted: bool = False


def tells_when(said: str) -> bool:
    """Whether the words of an answer place it in time themselves: *Pulse these days*, *York since May*."""
    return _TOLD_WHEN.search(said) is not None


@dataclass(frozen=True, slots=True)
class Question:
    """A question without its mark, what places it in time apart."""

    text: str
    tokens: tuple[Tagged, ...]
    when: str

    @classmethod
    def of(cls, text: str) -> Question | None:
        """One to be told of, or None for what has more in it, denies, or is about the agent."""
        read = cls.of_any(text)
        if read is None or any(x.tag == t.NEG or x.lower.endswith("n't") for x in read.tokens):
            return None
        if not OF_THE_AGENT.isdisjoint(x.lower for x in read.tokens):
            return None
        return None if not _NO_FACT.isdisjoint(x.lemma for x in read.tokens) else read

    @classmethod
    def of_any(cls, text: str) -> Question | None:
        """One sentence, whatever it says."""
        when = _WHEN_ASKED.search(text)
        body = text if when is None else text[: when.start()]
        parts = sentences(body)
        if len(parts) != 1 or len(parts[0].tokens) > MOST_TOKENS:
            return None
        tokens = tag(parts[0].tokens)
        while tokens and tokens[0].tag in _OPENING:
            tokens = tokens[1:]
        if len(tokens) < 2 or sum(x.tag == t.WH for x in tokens) > 1:
            return None
        return cls(body, tuple(_with_its_verb(tokens)), "" if when is None else _ROUNDS_OFF.sub("", when.group()))

    def told(self, start: int, end: int) -> str:
        """The tokens [start, end) as the user tells them."""
        return as_told(self.text, self.tokens[start:end])

    def limits(self, at: int) -> int:
        """How many prepositions behind a token limit what is asked: *do you use in staging*. No *of*, no last *to*."""
        behind = self.tokens[at : len(self.tokens) - 1]
        none = {"of", "for"} if any(x.lemma in _PAYING for x in behind) else {"of"}
        return sum(x.tag == t.PREP and x.lower not in none for x in behind)

    def subject(self, at: int) -> Phrase | None:
        """The noun phrase at a token, where it tells by itself who or what is meant."""
        phrase = read_phrase(self.tokens, at) if at < len(self.tokens) else None
        return None if phrase is None or phrase.pronoun in _NO_STATE else phrase


def _with_its_verb(tokens: Sequence[Tagged]) -> Sequence[Tagged]:
    """The tokens with the verb behind *do* tagged as one, which its form alone does not tell: *does your team use*."""
    at = next((n for n, x in enumerate(tokens) if x.tag == t.DO), None)
    subject = None if at is None or at + 1 >= len(tokens) else read_phrase(tokens, at + 1)
    if subject is None or verb_at(tokens, subject.end) is not None:
        return tokens
    inside = range(subject.end - 1, subject.core, -1)
    verb = next((n for n in inside if w.verb_lemma(tokens[n].lower) == tokens[n].lower), None)
    if verb is None:
        return tokens
    return [*tokens[:verb], tagged_as(tokens[verb].token, t.VERB, tokens[verb].lower), *tokens[verb + 1 :]]


def verb_at(tokens: Sequence[Tagged], at: int) -> int | None:
    """The place of the verb that stands at a token or behind adverbs."""
    while at < len(tokens) and tokens[at].tag == t.ADV:
        at += 1
    if at < len(tokens) and (tokens[at].tag in {t.VERB, t.HAVE} or tokens[at].lemma in HAVING):
        return at
    return None


def helper_behind(aux: Tagged, subject: Phrase) -> str:
    """The auxiliary behind its subject: *do* is left out, *are you* is *I am*."""
    if aux.lower == "do":
        return ""
    said = {"'s": "is", "'re": "are"}.get(aux.lower, aux.lower)
    if is_listener(subject):
        said = {"are": "am", "were": "was"}.get(said, said)
    return f" {said}"


@dataclass(frozen=True, slots=True)
class Said:
    """What a question says of its subject, in the order of a statement.

    Attributes:
        who: the subject as told.
        helped: the same with its auxiliary.
        subject: the subject's phrase.
        aux: what its auxiliary is (`tags.DO`, `BE`, `HAVE`); `tags.VERB` where there is none.
        at: where the rest begins.
    """

    who: str
    helped: str
    subject: Phrase
    aux: str
    at: int


def said_in(question: Question, at: int) -> Said | None:
    """What stands behind the word that asks: *is my rent*, *do you live*, *you live* (in *tell me where you live*)."""
    tokens = question.tokens
    inverted = tokens[at].tag in {t.DO, t.BE, t.HAVE}
    subject = question.subject(at + 1 if inverted else at)
    if subject is None:
        return None
    end = subject.end
    who = question.told(subject.start, end)
    if inverted:
        return Said(who, who + helper_behind(tokens[at], subject), subject, tokens[at].tag, end)
    if end >= len(tokens):
        return None
    if tokens[end].tag in {t.BE, t.HAVE}:
        return Said(who, who + helper_behind(tokens[end], subject), subject, tokens[end].tag, end + 1)
    return Said(who, who, subject, t.VERB, end) if verb_at(tokens, end) is not None else None


def of_noun(question: Question, at: int) -> Asked | None:
    """What is asked for by its noun alone: *your address?*."""
    phrase = question.subject(at)
    if phrase is None:
        return None
    many = question.tokens[phrase.head].lower.endswith("s") and phrase.head_lemma != question.tokens[phrase.head].lower
    return Asked((Gap(f"{question.told(at, phrase.end)} {'are' if many else 'is'} ", question.when),))


def is_noun(question: Question) -> bool:
    """Whether a question is no more than a noun of the user's."""
    phrase = question.subject(0) if question.tokens[0].lower == "your" else None
    return phrase is not None and phrase.end == len(question.tokens)
