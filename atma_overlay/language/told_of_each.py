"""What is told of several people at once, as told of each: *Mum and Dad moved to Spain*, *Tom, Ana and I eat no meat*.

A clause has one subject for the rules that read it; a sentence of several is read once for each, with the verb in
its form for one. What holds of them only together (*Tom and Ana met*, *… are cousins*) is left as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.going_on import ALIKE
from atma_overlay.language.grammar.tags import BE, DO, HAVE, NAME, NOUN, VERB, Tagged
from atma_overlay.language.grammar.tokens import Token
from atma_overlay.language.rules.rewording import read, third, word
from atma_overlay.language.turn import ReadSentence, ReadTurn

_AND = frozenset({"and", "&"})
_MINE = frozenset({"my", "our"})
_THEIRS = frozenset({"her", "his", "their"})
_PEOPLE = (w.KIN | w.ACQUAINTANCES) - frozenset(
    "twins kids children in-laws parents friends neighbours neighbors baby hire tenant client".split()
)
_BETWEEN = frozenset("both all now also recently finally just already still never always".split())
"""What may stand between the people and their verb."""
_TOGETHER = frozenset(
    """together apart other another one-another split separated separating separate broke break breaking divorced
    divorcing divorce married marrying marry engaged dating date met meet meeting couple friends brothers sisters
    siblings cousins twins colleagues neighbours neighbors partners spouses business wedding fought fight fighting
    argue argued arguing share shared sharing each respectively between either agree agreed same swap swapped""".split()
)
"""What holds of people only together, or of which one what is told otherwise."""
_OF_ONE = {"are": "is", "'re": "is", "were": "was", "have": "has", "'ve": "has", "do": "does"}
_WHEN = (
    w.TIME_NOUNS | w.DAY_NAMES | w.MONTH_NAMES | w.SEASONS | w.FEASTS
    | frozenset("in on at last this next since a an the few couple of ago early late".split())
    | frozenset("recently and so but oh well ,".split())
)  # fmt: skip
"""What may stand before the people: when it was, and what only opens a sentence."""
LEADING = 6
"""Such words at most."""
MOST = 4
"""People at most; more are a list."""


@dataclass(frozen=True, slots=True)
class _Person:
    """Somebody of several, as tokens, or the speaker."""

    tokens: tuple[Token, ...]
    speaker: bool = False


def said_of_each(sentence: ReadSentence, turn: ReadTurn) -> list[ReadSentence]:
    """The sentences that together say what one says of several people; none where it says nothing so.

    Args:
        sentence: as it was said, with an *and* or *&* in it.
        turn: the utterance that it is of.
    """
    if sentence.sentence.asks:
        return []
    begin = _opened(sentence.tokens)
    people, at = _people(sentence.tokens, begin)
    verb = next((i for i in range(at, len(sentence.tokens)) if sentence.tokens[i].lower not in _BETWEEN), None)
    if len(people) < 2 or verb is None or not _of_several(sentence.tokens[verb]):
        return []
    if any(x.lower in _TOGETHER for x in sentence.tokens[verb:]):
        return []
    names = frozenset([x.lower for x in sentence.tokens if x.tag == NAME]) - _PEOPLE
    skipped = [x.token for x in sentence.tokens[at:verb] if x.lower not in {"both", "all"}]
    behind = [x.token for x in sentence.tokens[verb:]]
    led = [x.token for x in sentence.tokens[:begin]]
    told = [
        read([*led, *_opening(x.tokens, first=not led), *skipped, *_for_one(behind)], turn.text, names)
        for x in people
        if not x.speaker
    ]
    return [sentence, *told] if any(x.speaker for x in people) else told


def _opened(tokens: Sequence[Tagged]) -> int:
    """The place behind what only says when, or opens the sentence."""
    at = 0
    while at < len(tokens) and at < LEADING and tokens[at].lower in _WHEN:
        at += 1
    return at if at < len(tokens) and (at == 0 or tokens[at].lower in _MINE or tokens[at].text[0].isupper()) else 0


def _opening(who: Sequence[Token], *, first: bool) -> list[Token]:
    """The words of somebody, as they stand where they open the sentence or do not."""
    return [replace(who[0], first=first), *who[1:]]


def _people(tokens: Sequence[Tagged], begin: int) -> tuple[list[_Person], int]:
    """The people who stand at a place, and the place behind them."""
    found: list[_Person] = []
    who, at = _who_they_are(tokens, begin)
    joined, apart = False, at > begin and tokens[at - 1].text == ","
    mine: Token | None = None
    while at < len(tokens) and len(found) < MOST:
        one, end, mine = _person(tokens, at, mine, found)
        if one is None:
            return [], 0
        found.append(_Person((*who, *one.tokens), one.speaker))
        at = end
        if joined:
            break
        if at < len(tokens) and tokens[at].text == ",":
            at += 1
        if at < len(tokens) and tokens[at].lower in _AND:
            joined, at = True, at + 1
        elif at and tokens[at - 1].text != ",":
            return [], 0
    if any(x.text == "&" for x in tokens[begin:at]) and not all(x.speaker or _is_kin(x) for x in found):
        return [], 0  # Pryce & Daughter, a firm
    closed = not apart or (at < len(tokens) and tokens[at].text == ",")
    return (found, at + apart) if joined and closed and len(found) > 1 else ([], 0)


def _is_kin(who: _Person) -> bool:
    return all(x.lower in _PEOPLE | _MINE for x in who.tokens)


def _who_they_are(tokens: Sequence[Tagged], at: int) -> tuple[list[Token], int]:
    """*My kid* of *my kids Leo and Mia*: what each of them is, and the place behind."""
    end = at + 2
    end += end < len(tokens) and tokens[end].text == ","
    if end >= len(tokens) or tokens[at].lower not in _MINE or tokens[end].tag != NAME:
        return [], at
    kind = tokens[at + 1]
    one = w.lemma(kind.lower)
    if one == kind.lower or one not in w.KIN | w.ACQUAINTANCES:
        return [], at
    return [tokens[at].token, replace(kind.token, text=one, lower=one)], end


def _person(
    tokens: Sequence[Tagged], at: int, mine: Token | None, before: Sequence[_Person]
) -> tuple[_Person | None, int, Token | None]:
    """Somebody who stands at a place, the place behind, and whose the next ones are where nothing says it."""
    first = tokens[at]
    if first.lower in {"i", "me"}:
        return _Person((first.token,), speaker=True), at + 1, mine
    if first.lower in _THEIRS and before and at + 1 < len(tokens) and tokens[at + 1].lower in _PEOPLE:
        clitic = replace(word("'s", first.token.start), kind="clitic")
        return _Person((*before[-1].tokens, clitic, tokens[at + 1].token)), at + 2, None
    led = first.lower in _MINE
    place = at + led
    if place < len(tokens) and tokens[place].lower in _PEOPLE:
        lead = [first.token] if led else [mine] if mine is not None else []
        end = place + 1
        while end < len(tokens) and tokens[end].tag == NAME and tokens[end].lower not in _PEOPLE:
            end += 1  # my brother Tom
        who = [x.token for x in tokens[place:end]]
        return _Person((*lead, *who)), end, first.token if led else mine
    end = at
    while end < len(tokens) and end < at + 2 and _names_one(tokens, end, first=end == at):
        end += 1
    return (_Person(tuple(x.token for x in tokens[at:end])) if end > at else None), end, None


def _names_one(tokens: Sequence[Tagged], at: int, *, first: bool) -> bool:
    """Whether a word is a name; one that opens a list may have been taken for a noun: *Priya, Tom and I*."""
    name = tokens[at]
    if not name.token.capital or name.token.kind != "word":
        return False
    listed = first and name.tag == NOUN and at + 1 < len(tokens) and tokens[at + 1].text == ","
    return name.tag == NAME or (listed and name.lower not in w.common_words())


def _of_several(verb: Tagged) -> bool:
    """Whether a word may be the verb of several: *live*, *moved*, *are*, *won't*, and no *lives*."""
    if verb.tag in {BE, HAVE, DO}:
        return verb.lower in _OF_ONE or verb.lower in {"had", "did"}
    lemma = w.verb_lemma(verb.lower)
    if lemma is None:
        return verb.lower in w.MODALS_FUTURE
    return not verb.lower.endswith("ing") and (
        verb.lower == lemma or (verb.tag == VERB and not verb.lower.endswith("s"))
    )


def _for_one(behind: Sequence[Token]) -> Iterator[Token]:
    """The words from the verb on, its form that for one: *live* as *lives*, *don't live* as *doesn't live*."""
    verb, *rest = behind
    form = _OF_ONE.get(verb.lower)
    if form is None and w.verb_lemma(verb.lower) == verb.lower and verb.lower not in w.MODALS_FUTURE:
        form = third(verb.lower) if verb.lower not in _ALSO_PAST else None
    kind = "word" if verb.kind == "clitic" else verb.kind
    yield replace(verb, text=form, lower=form, kind=kind) if form is not None else verb
    yield from rest


_ALSO_PAST = ALIKE | {"cost"}
