"""Stated dependencies between slots: *if I ever switch gyms I'll go back to Tollen Pool* (MEME's rules)."""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay.language import kinds
from atma_overlay.language import tagging as t
from atma_overlay.language.candidates import StatedContingency
from atma_overlay.language.clauses import Clause
from atma_overlay.language.kinds import kind_of
from atma_overlay.language.phrases import Phrase
from atma_overlay.language.turn import ReadSentence, ReadTurn
from atma_overlay.language.value_phrases import attribute_label, phrase_span

_CONDITIONS = frozenset("if unless once".split())
_WORDINGS = (
    "as long as", "in case", "in the event", "the day ", "as soon as", "were i to", "should i ever", "in which case",
    "depends on", "whatever", "whichever", "whoever", "is tied to", "goes with", "comes with", "otherwise",
)  # fmt: skip


def from_sentence(sentence: ReadSentence, turn: ReadTurn) -> Iterator[StatedContingency]:
    """The dependency that a sentence states, if it does; a plain question about *if* states none."""
    if sentence.sentence.asks:
        return
    lowered = sentence.text.lower()
    condition = next((c for c in sentence.clauses if c.intro in _CONDITIONS), None)
    tokens = sentence.tokens
    opener = next((i for i, x in enumerate(tokens) if x.lower in {"if", "unless"}), None)
    if (condition is not None and _polite(condition)) or (opener is not None and _courteous(tokens, opener)):
        return
    worded = next((x for x in _WORDINGS if x in lowered), None)
    if opener is None and worded is None:
        return
    consequence = next(
        (
            c
            for c in sentence.clauses
            if c is not condition and c.mood in {"future", "unreal", "actual"} and c.complements
        ),
        None,
    )
    value = _value(consequence.complements[-1].phrase, turn) if consequence is not None else None
    parent = attribute_label(condition.bare()) if condition is not None and condition.bare() is not None else ""
    child = ""
    if consequence is not None:
        child = attribute_label(consequence.subject) or consequence.verb
    trigger = None
    if condition is not None:
        start, end = condition.offsets
        trigger = turn.text[start:end]
    span = (sentence.sentence.start, sentence.sentence.end)
    yield StatedContingency(parent, trigger, child, value, span, sentence.text)


def _value(phrase: Phrase, turn: ReadTurn) -> str | None:
    if phrase.pronoun is not None or kind_of(phrase)[0] not in kinds.ANCHORED:
        return None
    start, end = phrase_span(phrase)
    return turn.text[start:end]


def _polite(clause: Clause) -> bool:
    """*if you have tips*, *if that matters*: courtesy, not a condition."""
    subject = clause.subject
    addressed = subject is not None and subject.pronoun == "you"
    return addressed or clause.verb in {"matter", "help", "mind", "please"}


def _courteous(tokens: tuple[t.Tagged, ...], i: int) -> bool:
    """*If that matters*, *if possible*, *if you like*."""
    near = [x.lemma for x in tokens[i + 1 : i + 4]]
    return any(
        x in {"matter", "help", "possible", "mind", "like", "please", "needed", "anything", "any"} for x in near[:3]
    )


def supposed(sentence: ReadSentence) -> list[tuple[int, int]]:
    """The stretches of a sentence that say what would be rather than what is, as offsets into the text.

    From the condition's word to the end, or the whole sentence where the condition opens it.
    """
    tokens = sentence.tokens
    end = sentence.sentence.end
    for i, token in enumerate(tokens):
        opens = token.lower in {"if", "unless"} or (
            token.lower in {"case", "were", "should", "event"} and _opens(tokens, i)
        )
        if not opens:
            continue
        condition = next((c for c in sentence.clauses if c.verb_start > i), None)
        if (condition is not None and _polite(condition)) or _courteous(tokens, i):
            return []
        early = i <= 2 or (any(x.text == "," for x in tokens[i:]) and _clause_before(tokens, i) == 0)
        start = sentence.sentence.start if early else tokens[_clause_before(tokens, i)].token.start
        return [(start, end)]
    return []


def _opens(tokens: tuple[t.Tagged, ...], i: int) -> bool:
    following = tokens[i + 1].lower if i + 1 < len(tokens) else ""
    before = tokens[i - 1].lower if i else ""
    if tokens[i].lower in {"case", "event"}:
        return before in {"in", "the"} and following in {"we", "i", "that", "he", "she", "it", "they"}
    return following in {"i", "we", "he", "she", "they"} and before not in {"we", "they", "you", "what", "how", "where"}


def _clause_before(tokens: tuple[t.Tagged, ...], i: int) -> int:
    """Where the clause that the condition hangs on begins: behind the last semicolon, dash or coordinating comma."""
    for j in range(i - 1, -1, -1):
        if tokens[j].text in {";", ":", "–", "—"}:
            return j + 1
        if tokens[j].text == "," and j + 1 < i and tokens[j + 1].tag in {t.CONJ, t.PRON}:
            return j + 1
    return 0
