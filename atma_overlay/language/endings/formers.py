"""Who or what is no longer the speaker's: *my old company is with …*, *Ravi, my former manager, …*."""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay.language.candidates import Candidate, Part
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.phrases import Phrase
from atma_overlay.language.grammar.tokens import Span
from atma_overlay.language.turn import ReadSentence, ReadTurn
from atma_overlay.language.vocabulary.lexicon import Lexicon
from atma_overlay.records import Act, Cardinality, Change

_FORMER = frozenset("former previous prior ex erstwhile one-time late future prospective would-be".split())
_LEFT = frozenset({"old", "last"})
"""*My old boss* is one no more; *my old car* may be the one that is driven, *my last name* the one that is borne."""
_PARTED_FROM = w.ACQUAINTANCES | frozenset(
    """company employer firm workplace job school university college gym bank landlord landlady tenant team department
    club coach dentist doctor gp therapist""".split()
)
_FIRST = frozenset({"first", "second", "third"})
_IN_A_ROW = frozenset(
    """car bike bicycle motorbike van boat camera phone mobile laptop computer tablet console guitar piano violin watch
    flat house apartment dog cat horse pet boyfriend girlfriend husband wife boss manager landlord employer""".split()
)
"""What somebody has one after the other: *my first camera* may lie in a drawer."""
_DEVICES = frozenset("phone mobile handset laptop computer tablet console camera watch kindle".split())
"""*My old phone is a door stop now*: what becomes of one that has had its day; *my old car is a Golf* may be driven."""
_RENEWED = frozenset(
    """address email e-mail mail number postcode zip password passcode pin username handle surname name account locker
    plate registration""".split()
)
"""*My old email is …*: what has no age, and is old only where there is a new one; *my last name* is the one borne."""
_OPENING = _FORMER | _LEFT | _FIRST
PREVIOUS = "previous_"


def set_apart(found: list[Candidate], sentence: ReadSentence, turn: ReadTurn, lexicon: Lexicon) -> list[Candidate]:
    """The candidates of a sentence, those of a former one under an attribute of its own, which replaces nothing.

    Args:
        found: the candidates.
        sentence: what they were found in.
        turn: the utterance that it is of.
        lexicon: names the attributes.
    """
    if sentence.words.isdisjoint(_OPENING) or not found:
        return found
    told = [(_reach(phrase, sentence), _called(phrase, at, lexicon)) for phrase, at in _formers(sentence)]
    for reach, names in told:
        found = [_former(c, lexicon) if _is_meant(c, reach, names, turn) else c for c in found]
    return found


def _formers(sentence: ReadSentence) -> Iterator[tuple[Phrase, int]]:
    """Each phrase of a former one of the speaker's, with the place of the word that says so."""
    for at, token in enumerate(sentence.tokens[:-2]):
        word = sentence.tokens[at + 1].lower
        if token.lower not in {"my", "our"} or word not in _OPENING:
            continue
        phrase = sentence.phrase_at(at)
        if phrase is None:
            continue
        noun = _noun(phrase, at + 1)
        had_its_day = word == "old" and noun in _DEVICES and "now" in sentence.words
        left = had_its_day or (word == "old" and noun in _RENEWED) or (word in _LEFT and noun in _PARTED_FROM)
        if left or word in _FORMER or (word in _FIRST and noun in _IN_A_ROW):
            yield phrase, at + 1


def _noun(phrase: Phrase, at: int) -> str:
    """The last common noun behind the word that calls it former."""
    nouns = [x.lemma for x in phrase.tokens[at + 1 : phrase.end] if x.tag != t.NAME]
    return nouns[-1] if nouns else ""


def _called(phrase: Phrase, at: int, lexicon: Lexicon) -> frozenset[str]:
    """The attributes that what is former can be called by."""
    nouns = " ".join(x.lower for x in phrase.tokens[at + 1 : phrase.end] if x.tag != t.NAME)
    last = nouns.rpartition(" ")[2]
    known = [a.id for n in (nouns, last) if n and (a := lexicon.by_noun(n)) is not None]
    before = [f"{PREVIOUS}{k}" for k in known]
    return frozenset((*known, *before, nouns.replace(" ", "_"), last, w.lemma(last)))


def _reach(phrase: Phrase, sentence: ReadSentence) -> Span:
    """The phrase, the name set off before it, and the clause whose subject it is or that says who it is."""
    tokens = phrase.tokens
    first = phrase.start
    if first > 1 and tokens[first - 1].text == "," and tokens[first - 2].tag == t.NAME:
        first -= 2
        while first and tokens[first - 1].tag == t.NAME:
            first -= 1
    start, end = tokens[first].token.start, _apposed(phrase, sentence)
    for clause in sentence.clauses:
        is_it = clause.verb == "be" and clause.bare() is not None and clause.bare() == phrase
        if clause.subject == phrase or is_it:
            began, ended = clause.offsets
            start, end = min(start, began), max(end, ended)
    return start, end


def _apposed(phrase: Phrase, sentence: ReadSentence) -> int:
    """Where a phrase ends, with what is set off behind it: *my first camera, a Yashica*."""
    tokens, end = phrase.tokens, phrase.end
    if end + 1 < len(tokens) and tokens[end].text == ",":
        called = sentence.phrase_at(end + 1)
        if called is not None and called.determiner in {"a", "an"}:
            return called.offsets()[1]
    return phrase.offsets()[1]


def _is_meant(candidate: Candidate, reach: Span, names: frozenset[str], turn: ReadTurn) -> bool:
    if candidate.subject != turn.speaker or candidate.part not in {Part.STATEMENT, Part.ADOPTED}:
        return False
    within = reach[0] <= candidate.span[0] and candidate.span[1] <= reach[1]
    of_it = candidate.attribute in names if candidate.part is Part.STATEMENT else _leads(candidate.value)
    return within and of_it and candidate.act is Act.ASSERT


def _leads(value: str) -> bool:
    return value.partition(" ")[0].lower() in _OPENING


def _former(candidate: Candidate, lexicon: Lexicon) -> Candidate:
    attribute = f"{PREVIOUS}{candidate.attribute.removeprefix(PREVIOUS)}" if candidate.attribute else "mention"
    return candidate.but(
        part=Part.STATEMENT, attribute=attribute, known_attribute=attribute in lexicon.attributes, replaces=None,
        cardinality=Cardinality.MULTI, change=Change.NONE,
    )  # fmt: skip
