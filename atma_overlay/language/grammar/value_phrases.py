"""Which words of a phrase are a value, and which name the attribute that has it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from atma_overlay.language.grammar import kinds
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.clauses import Complement
from atma_overlay.language.grammar.kinds import kind_of
from atma_overlay.language.grammar.phrases import Phrase, read_phrase
from atma_overlay.language.grammar.tags import Tagged
from atma_overlay.language.grammar.tokens import Token

_CALENDAR = w.MONTH_NAMES | w.SEASONS

DURATIONS = frozenset("day week month year h min s".split())
DULL_HEADS = frozenset(
    """thing things lot lots bit kind sort way idea ideas question questions tip tips one ones something anything
    nothing least most best top everything fact reason problem issue help fun time times day days week weeks month
    months year years minute minutes hour hours stuff couple few moment people person place part rest point line
    lines word words name""".split()
)
_SOMEONE_S = frozenset("theirs hers yours his ours mine".split())
_TIME_PREPOSITIONS = frozenset(
    "since until till during after before by starting beginning commencing effective".split()
)


_AT_A_FEAST = _TIME_PREPOSITIONS | frozenset("at over around".split())


def value_of(phrase: Phrase) -> tuple[Phrase, str, str | None]:
    """The phrase that carries the value: the name that stands beside it or behind *called*, else itself."""
    tokens, n = phrase.tokens, len(phrase.tokens)
    after = phrase.end
    if after < n - 1 and tokens[after].lower in {"called", "named"}:
        named = read_phrase(tokens, after + 1)
        if named is not None:
            return named, *kind_of(named)
    kind, unit = kind_of(phrase)
    if kind == "phrase" and after < n - 1 and tokens[after].text in {",", "-", "("}:
        beside = read_phrase(tokens, after + 1)
        if beside is not None and beside.is_name and beside.determiner is None and beside.owner is None:
            last = tokens[beside.end] if beside.end < n else None
            if last is None or last.tag == t.PUNCT:
                return beside, *kind_of(beside)
    return phrase, kind, unit


_NO_NAME = frozenset({t.VERB, t.PRON, t.POSS, t.DET})
"""What no name begins with: *left Acme and joined Apex*, *and my gym is …*."""


def joined_name(phrase: Phrase) -> Phrase:
    """The phrase with the name behind *and*: *Dunn and Ames* is one bank, where a slot holds one value.

    A name that is followed by what it does begins a clause of its own.
    """
    tokens, end = phrase.tokens, phrase.end
    if not phrase.is_name or end >= len(tokens) - 1 or tokens[end].lower != "and":
        return phrase
    beside = read_phrase(tokens, end + 1) if tokens[end + 1].tag not in _NO_NAME else None
    if beside is None or not beside.is_name or beside.owner is not None or beside.determiner is not None:
        return phrase
    after = tokens[beside.end] if beside.end < len(tokens) else None
    closed = after is None or after.tag in t.PUNCT_OR_PREP or after.lower in {"now", "nowadays", "these", "so"}
    return replace(phrase, end=beside.end, head=beside.head, of=None) if closed else phrase


_PARTS_OF_AN_ADDRESS = 3


def whole_address(phrase: Phrase) -> Phrase:
    """The phrase of a street and its number with the flat, the postcode and the town behind commas: one address."""
    tokens, end, head = phrase.tokens, phrase.end, phrase.head
    if not _numbered_name(phrase) or phrase.of is not None:
        return phrase
    numbered = tokens[phrase.core].text[:1].isdigit()
    for _ in range(_PARTS_OF_AN_ADDRESS):
        beside = read_phrase(tokens, end + 1) if end < len(tokens) - 1 and tokens[end].text == "," else None
        named = beside is not None and (beside.is_name or _numbered_name(beside)) and beside.of is None
        if beside is None or not named or beside.owner is not None or beside.determiner is not None:
            break
        after = tokens[beside.end] if beside.end < len(tokens) else None
        if after is not None and after.tag not in t.PUNCT_OR_PREP and after.lower not in {"now", "nowadays", "these"}:
            break
        end, head = beside.end, beside.head
        numbered = numbered or tokens[beside.core].text[:1].isdigit()
    return replace(phrase, end=end, head=head) if end > phrase.end and numbered else phrase


def _numbered_name(phrase: Phrase) -> bool:
    """*14 Alder Row*, *10115 Berlin*."""
    said = phrase.tokens[phrase.core : phrase.end]
    named = any(x.tag == t.NAME for x in said)
    return named and len(said) > 1 and any(x.text[:1].isdigit() for x in (said[0], said[-1]))


def phrase_span(phrase: Phrase) -> tuple[int, int]:
    """Character offsets of a phrase's value: a frequency keeps its determiner, a quotation loses its marks."""
    start, end = phrase.offsets()
    if phrase.determiner in {"every", "each"}:
        start = phrase.tokens[phrase.start].token.start
    token = phrase.tokens[phrase.core]
    if token.tag == t.QUOTE and phrase.end == phrase.core + 1:
        return start + 1, end - 1
    return start, end


def words_of(phrase: Phrase) -> list[Token]:
    """The tokens of a phrase, as they were said."""
    return [x.token for x in phrase.tokens[phrase.start : phrase.end]]


def attribute_label(phrase: Phrase | None) -> str:
    """The open-vocabulary attribute that a phrase names: its common nouns, without names and numbers."""
    if phrase is None or phrase.pronoun is not None or phrase.tokens[phrase.head].lower in _SOMEONE_S:
        return ""
    label = phrase.label
    if phrase.of is not None and phrase.of.pronoun is None and (not label or phrase.of.owner is None):
        label = " ".join(x for x in (label, phrase.of.label) if x)
    return "" if label in DULL_HEADS or label in w.TIME_NOUNS else label


def counted_attribute(phrase: Phrase, label: str) -> str:
    """What a quantity measures: milk in "20 litres of milk", ponies in "two ponies"."""
    if phrase.of is not None and phrase.of.head_lemma and phrase.of.pronoun is None:
        return attribute_label(phrase.of) or label
    return label


def definite(phrase: Phrase) -> bool:
    """Whether a phrase names one thing: *the rent*, *my rent*, *Rent*."""
    return phrase.determiner in {"the", "this"} or phrase.owner is not None or phrase.determiner is None


_COUNTED_OR_PHRASE = kinds.COUNTED | {"phrase"}


def tells_when(phrase: Phrase) -> bool:
    """*Last week*, *a few days ago*, *the other day*, *Monday*."""
    return phrase.owner is None and not _WHEN.isdisjoint((phrase.head_lemma, phrase.tokens[phrase.head].lower))


_WHEN = w.TIME_NOUNS | w.DAY_NAMES | w.MONTH_NAMES | w.SEASONS | {"earlier", "later", "quarter", "term"}


def _from_the_clock(complement: Complement) -> bool:
    """*Ten years ago*, *two months from now*."""
    phrase = complement.phrase
    behind = [x.lower for x in phrase.tokens[phrase.end : phrase.end + 2]]
    return behind[:1] == ["ago"] or behind in (["from", "now"], ["from", "today"])


def is_time_adjunct(complement: Complement, kind: str) -> bool:
    """Whether a complement says when or how long rather than what."""
    preposition = complement.preposition
    head = complement.phrase.head_lemma
    if preposition in _TIME_PREPOSITIONS and (kind in kinds.TIMED or head in w.TIME_NOUNS or head.isdigit()):
        return True
    if head in w.FEASTS and preposition in _AT_A_FEAST:
        return True
    if preposition in {"for", "in", "within", "after"} and head in w.TIME_NOUNS and kind in _COUNTED_OR_PHRASE:
        return True
    if head in w.TIME_NOUNS and (kind == "phrase" or _from_the_clock(complement)):
        return True
    if complement.phrase.of is not None and complement.phrase.of.head_lemma in w.MONTH_NAMES:
        return preposition in _TIME_PREPOSITIONS | {"from"}  # from the first of May
    year = len(head) == 4 and head.isdigit() and "1900" <= head <= "2100"
    return preposition in {"in", "since", "of", "from"} and (year or head in _CALENDAR)


_COMPARING = frozenset("opposite unlike part worth alongside versus vs adjacent close half".split())


def is_compared(tokens: Sequence[Tagged], start: int) -> bool:
    """*My gym is opposite Lidl*, *is part of Virgin*, *is no Hilton*: what something is told beside, and is not.

    Args:
        tokens: of the sentence.
        start: where the value begins.
    """
    if any(x.lower == "no" for x in tokens[max(0, start - 1) : start + 1]):
        return True
    led = tokens[max(0, start - 1) : start + 2]
    return any(x.lower in _COMPARING and x.text.islower() for x in led)
