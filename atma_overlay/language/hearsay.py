"""What is told of others, or by them: *my mum thinks I moved*, *a guy who works at …*."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import re2

from atma_overlay.language.clauses import Clause
from atma_overlay.language.phrases import read_phrase
from atma_overlay.language.signs import WORDINGS, Sign
from atma_overlay.language.stretches import end_of_clause
from atma_overlay.language.tokens import Span
from atma_overlay.language.turn import ReadSentence, ReadTurn, subject_of

_BELIEF = frozenset("think believe assume reckon suspect imagine guess suppose presume figure wonder doubt".split())
_HEARSAY = frozenset(
    """say claim insist suggest hint hear read gossip joke write text post tweet email swear maintain allege assert
    contend bet wager whisper spread declare speculate predict hope fear expect complain rumour""".split()
)
_WHO_KNOWS = frozenset(
    """doctor gp dentist vet nurse optician consultant specialist surgeon midwife pharmacist physio therapist test scan
    result x-ray biopsy contract lease landlord hr payroll""".split()
)
"""Whose word on it counts as the speaker's own."""
_RUMOUR = re2.compile(
    r"\b(?:rumou?r has it|(?:the |a )?rumou?r (?:is|was|goes|says)|word (?:is|has it)|apparently"
    r"|(?:there(?:'s| is| are| was| were)|heard|spread(?:ing)?|started|believe) (?:an? |the |some |this )?(?:[\w-]+ )?"
    r"(?:rumou?rs?|gossip|talk|stor(?:y|ies)|claims?|speculation|whispers?|theor(?:y|ies)) that"
    r"|^\W*who (?:told|says|said|claims|claimed|wrote|reckons)(?: (?:you|him|her|them|people|everyone|everybody))?"
    r" (?:that )?\w+)\b"
)
_TOLD_ON = re2.compile(
    r"\b(?P<teller>\w+) (?:(?:keeps?|kept) (?:on )?(?:saying|claiming|insisting|telling \w+|repeating|hinting"
    r"|suggesting)(?: that)?|(?:announced|announces|reported|reports|declared|declares|posted|posts|shows|states|lists"
    r"|records)(?: that| (?:i|we|my|our)))\b"
)
"""*Tom keeps saying that I left*, *LinkedIn shows that …*."""
_TELLS_ON = Sign(_TOLD_ON.pattern, family=WORDINGS)


def _knows(teller: str) -> bool:
    return teller in _WHO_KNOWS or teller in {"i", "we"}


_RUMOURED = Sign(_RUMOUR.pattern)
_ACCORDING = re2.compile(r"\b(?:according to|going by|if you believe) (?P<whom>[^,]*?)(?:,|$|\s(?:i|we|my|our)\b)")
"""*According to LinkedIn I work at …*."""
_TELLING = frozenset("say claim tell mention state suggest imply mean".split())
_BY_EAR = frozenset("hear read".split())


def hearsay(sentence: ReadSentence) -> list[Span]:
    """The stretches, as offsets into the text, that somebody else says or has heard.

    *LinkedIn says I work at …*, *rumour has it that …*.

    Args:
        sentence: as read.
    """
    start, end = sentence.sentence.start, sentence.sentence.end
    said = sentence.said
    told = sentence.shows(_RUMOURED, said)
    rumours = [(start + m.start(), end) for m in _RUMOUR.finditer(said)] if told else []
    cited = () if sentence.words.isdisjoint(_CITING) else _according(sentence)
    if sentence.shows(_TELLS_ON, said):
        rumours += [(start + m.start(), end) for m in _TOLD_ON.finditer(said) if not _knows(m.group("teller"))]
    told_others = () if sentence.words.isdisjoint(_TELLS) else _told_others(sentence)
    return [*rumours, *cited, *told_others, *_quoted(sentence), *_reported(sentence, _HEARSAY)]


_TELLS = frozenset("tell tells told telling".split())


def _told_others(sentence: ReadSentence) -> Iterator[Span]:
    """*My mum told everyone I work at …*: what somebody tells others; what the speaker was told may be news."""
    for clause in sentence.clauses:
        subject = clause.subject
        if clause.verb != "tell" or clause.passive or subject is None or subject.pronoun in {"i", "we"}:
            continue
        whom = clause.bare()
        news = whom is None or (whom.pronoun in {"me", "us"} and subject.pronoun != "you")
        if not news and _reports(clause, sentence):
            yield clause.tokens[clause.verb_end - 1].token.end, sentence.sentence.end


_QUOTING = frozenset("goes like quote".split())
_QUOTES = re2.compile(
    r"\b(?:(?:he|she|they|\w+) (?:just )?goes|(?:is|was|be|were|['’]s|are) (?:all |just )?like|(?:and i )?quote),? "
    r"(?:and i quote,? )?(?:(?:nah|no|nope|yeah|yes|oh|well|wow|ok|okay|omg|ugh|look|dude),? ){0,2}(?:i|we|my|our)\b"
)
"""*My flatmate goes, I'm done with it*: somebody's very words."""


def _quoted(sentence: ReadSentence) -> Iterator[Span]:
    if not sentence.words.isdisjoint(_QUOTING):
        for match in _QUOTES.finditer(sentence.said):
            yield sentence.sentence.start + match.start(), sentence.sentence.end


_CITING = frozenset("according going believe".split())


def _according(sentence: ReadSentence) -> Iterator[Span]:
    """What hangs on *according to*, unless it is somebody whose word on it counts."""
    for match in _ACCORDING.finditer(sentence.said):
        if not set(match.group("whom").split()) & (_WHO_KNOWS | {"me", "us"}):
            yield sentence.sentence.start + match.start(), sentence.sentence.end


def believed(sentence: ReadSentence) -> list[Span]:
    """The stretches, as offsets into the text, that somebody else merely believes: *my mum thinks I moved*.

    Args:
        sentence: as read.
    """
    unsaid = () if sentence.words.isdisjoint(_NOT) else _unsaid(sentence)
    return [*_reported(sentence, _BELIEF), *unsaid]


_NOT = frozenset("never not n't".split())


def _unsaid(sentence: ReadSentence) -> Iterator[Span]:
    """*I never said I left*: what the speaker says was not said."""
    for clause in sentence.clauses:
        unsaid = clause.verb in _TELLING and clause.negated and clause.tense in {"past", "perfect"}
        if unsaid and _is_first(clause) and _reports(clause, sentence):
            yield clause.tokens[clause.verb_end - 1].token.end, sentence.sentence.end


_SEEMS = re2.compile(
    r"(?:^\W*(?:and |but |so |it |that |this )?|\b(?:it|that|this) )(?:just |really |almost |kind of |sort of )?"
    r"(?:feels?|felt|looks?|looked|sounds?|sounded|seems?|seemed) (?:like|as if|as though)\b"
)
_SEEMING = Sign(_SEEMS.pattern, family=WORDINGS)
"""*It feels like Tomas is my manager*: an impression."""


def unsure(sentence: ReadSentence) -> list[Span]:
    """The stretches, as offsets into the text, that the speaker only believes to hold: *I think I live in …*.

    What is told as past is known, whatever is thought of it: *I think I moved too soon*.

    Args:
        sentence: as read.
    """
    found = []
    if sentence.shows(_SEEMING, sentence.said):
        seems = _SEEMS.search(sentence.said)
        if seems is not None:
            found.append((sentence.sentence.start + seems.start(), sentence.sentence.end))
    for clause, behind in pairwise(sentence.clauses):
        believes = clause.verb in _BELIEF and clause.tense == "present" and not clause.negated and _is_first(clause)
        if believes and behind.tense == "present" and _is_first(behind) and _reports(clause, sentence):
            found.append((clause.tokens[clause.verb_end - 1].token.end, end_of_clause(sentence, behind.verb_start)))
    return found


def _is_first(clause: Clause) -> bool:
    return clause.subject is not None and clause.subject.pronoun in {"i", "we"}


def of_others(sentence: ReadSentence, turn: ReadTurn) -> list[tuple[Span, str | None]]:
    """The clauses, as offsets into the text, that tell of whom a noun before them names: *a guy who works at …*.

    Args:
        sentence: as read.
        turn: the utterance that it is of.

    Returns:
        Each with its subject, or None where nobody is known by that noun.
    """
    found: list[tuple[Span, str | None]] = []
    if sentence.words.isdisjoint(_RELATIVE):
        return found
    for clause in sentence.clauses:
        if clause.intro in _THAT and clause.subject is None and not clause.asked and _of_some_group(sentence, clause):
            at = clause.tokens[clause.verb_start].token.start
            found.append(((at, end_of_clause(sentence, clause.verb_start)), None))
            continue
        subject = clause.subject
        first = subject is not None and subject.pronoun in {"i", "we"}
        if clause.intro not in _WHO or first or clause.asked or clause.verb_start < 2:
            continue
        at = clause.tokens[clause.verb_start].token.start
        whose = _before(sentence, clause, turn) if clause.intro == "who" else None
        found.append(((at, end_of_clause(sentence, clause.verb_start)), whose))
    return found


_WHO = frozenset({"who", "whose"})
_THAT = frozenset({"that", "which"})
_RELATIVE = _WHO | _THAT
_GROUPS = frozenset(
    """team company firm startup shop agency guy woman man person couple family user customer client people friend
    colleague neighbour neighbor blogger""".split()
)


def _of_some_group(sentence: ReadSentence, clause: Clause) -> bool:
    """*A team that moved from Vim to Emacs*: whether *that* is said of somebody, and of nobody known."""
    tokens = sentence.tokens
    that = next((i for i in range(clause.verb_start - 1, 0, -1) if tokens[i].lower in _THAT), 0)
    for start in range(max(0, that - 4), that):
        phrase = read_phrase(tokens, start)
        if phrase is not None and phrase.end == that:
            return phrase.determiner in _SOME and phrase.owner is None and phrase.head_lemma in _GROUPS
    return False


_SOME = frozenset({"a", "an", "another", "some"})


def _before(sentence: ReadSentence, clause: Clause, turn: ReadTurn) -> str | None:
    """Whom the noun right before *who* names."""
    tokens = sentence.tokens
    who = next((i for i in range(clause.verb_start - 1, 0, -1) if tokens[i].lower == "who"), 0)
    ends = who - 1 if who and tokens[who - 1].text == "," else who
    for start in range(max(0, ends - 5), ends):
        phrase = read_phrase(tokens, start)
        if phrase is not None and phrase.end == ends:
            own = f"{turn.speaker}'s {tokens[phrase.head].lower}" if phrase.owner in {"my", "our"} else None
            return subject_of(phrase, turn) or own  # whoever *who* is said of is somebody
    return None


def _reported(sentence: ReadSentence, verbs: frozenset[str]) -> Iterator[Span]:
    """What hangs on a verb of saying or believing whose subject is not the speaker; *I heard that* is no better."""
    for clause in sentence.clauses:
        subject = clause.subject
        if clause.verb not in verbs or subject is None or (subject.pronoun == "you" and clause.tense == "present"):
            continue
        if subject.pronoun in {"i", "we"} and clause.verb not in _BY_EAR:
            continue
        if subject.pronoun is None and subject.head_lemma in _WHO_KNOWS:
            continue
        if _reports(clause, sentence):
            yield clause.tokens[clause.verb_end - 1].token.end, sentence.sentence.end


def _reports(clause: Clause, sentence: ReadSentence) -> bool:
    """Whether another clause hangs on a verb of saying: right behind it, or behind *that* or whom it was told."""
    following = next((c for c in sentence.clauses if c.verb_start >= clause.verb_end), None)
    if following is None or following.mood == "infinitive":
        return False
    begins = following.subject.start if following.subject is not None else following.verb_start
    between = [x.lower for x in clause.tokens[clause.verb_end : begins]]
    return len(between) <= 3 and not {",", ".", ";", "and", "but", "so"} & set(between)
