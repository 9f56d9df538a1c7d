"""Values told without a verb: *Subscribers: 410*, *Timeout down to 10 seconds*, *New goggles, a pair of Finnel*."""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay.language.candidates import Candidate, Part
from atma_overlay.language.facts.from_others import handed
from atma_overlay.language.grammar import kinds
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.kinds import kind_of
from atma_overlay.language.grammar.phrases import Phrase, read_phrase
from atma_overlay.language.grammar.ties import SEVERAL
from atma_overlay.language.grammar.value_phrases import attribute_label, counted_attribute
from atma_overlay.language.making import make
from atma_overlay.language.scene import OPEN, WEAK, Scene, value_text
from atma_overlay.records import Cardinality, Change
from atma_overlay.values.normal import UNIT_OF

_NEW = frozenset({"new", "brand-new"})
_DIRECTIONS = frozenset("up down back".split())
_WHOLES = frozenset("pair set copy bottle bag box pack tin jar tube roll kind type sort".split())
_NO_LABELS = frozenset(
    """question questions idea ideas update updates news title task context note ps tip tips example goal request step
    option thing line subject summary problem issue point answer day date time""".split()
)
"""What stands before a colon and announces a sentence rather than a value."""


def readings(scene: Scene) -> Iterator[Candidate]:
    """Every value of a sentence that stands beside the noun it is of, with no verb between."""
    if scene.sentence.sentence.asks:
        return
    words = scene.sentence.words
    if ":" in words:
        yield from _labelled(scene)
    if "to" in words and not words.isdisjoint(_DIRECTIONS):
        yield from _moved(scene)
    if not words.isdisjoint(_NEW):
        yield from _new_one(scene)
    if "as" in words and not words.isdisjoint(_EARLY):
        yield from _first_as(scene)


_ANCHORED_BUT_QUOTE = kinds.ANCHORED - {"quote"}


def _labelled(scene: Scene) -> Iterator[Candidate]:
    """*Subscribers: 410*, *Yeast strain this week: wb-amber*."""
    tokens = scene.sentence.tokens
    colon = next((i for i, x in enumerate(tokens) if x.text == ":" and 0 < i < len(tokens) - 1), None)
    if colon is None:
        return
    named, value = read_phrase(tokens, 0), read_phrase(tokens, colon + 1)
    if named is None or value is None or named.pronoun is not None or value.pronoun is not None:
        return
    between = tokens[named.end : colon]
    adverbial = all(x.tag in t.ADV_DET_PREP or x.lower in w.TIME_NOUNS for x in between)
    label = attribute_label(named)
    closes = (
        value.end >= len(tokens) or tokens[value.end].text in {".", ",", "!", ";"} or tokens[value.end].tag == t.PREP
    )
    if named.of is not None and named.of.owner is not None:
        return  # gym of my sister: hers
    if not adverbial or not closes or not label or label.split()[-1] in _NO_LABELS or named.is_name:
        return
    kind, unit = kind_of(value)
    if kind in _ANCHORED_BUT_QUOTE:
        yield _told(scene, label, value, (kind, unit), scene.told)


def _moved(scene: Scene) -> Iterator[Candidate]:
    """*Request timeout down to 10 seconds*, *Back to 3 runs a week*: where a measure has moved, with no verb."""
    tokens = scene.sentence.tokens
    at = next((i for i, x in enumerate(tokens[:-2]) if x.lower in _DIRECTIONS and tokens[i + 1].lower == "to"), None)
    if at is None or any(c.verb_start < at and c.subject is not None for c in scene.sentence.clauses):
        return
    named = read_phrase(tokens, 0) if at else None
    whole = named is not None and named.end == at and named.pronoun is None
    value = read_phrase(tokens, at + 2)
    if (at and not whole) or value is None:
        return
    kind, unit = kind_of(value)
    if kind not in kinds.MEASURED:
        return
    label = attribute_label(named) if named is not None else counted_attribute(value, attribute_label(value))
    if label and not all(x in UNIT_OF for x in label.split()):
        yield _told(scene, label, value, (kind, unit), Change.TOLD)
        return
    text, span = value_text(scene, value)
    yield make(
        scene, scene.turn.speaker, "", text, span, kind, unit, Change.TOLD, OPEN, part=Part.ADOPTED, affirmed=True,
        single=False,
    )  # fmt: skip


def _new_one(scene: Scene) -> Iterator[Candidate]:
    """*New goggles too, a pair of Aquari Slim*, *my new dentist today, a Dr. Varga*: the new thing, then its name."""
    tokens = scene.sentence.tokens
    for at, token in enumerate(tokens[:-3]):
        if token.lower not in _NEW or (at and tokens[at - 1].tag not in t.DET_POSS_PUNCT):
            continue
        thing = read_phrase(tokens, at)
        label = attribute_label(thing)
        if thing is None or not label or thing.is_name or _other_owner(tokens, at) or _of_another(scene, at):
            continue
        named = _name_behind(thing)
        if named is not None and not _is_for_another(thing, label):
            found = _told(scene, label, named, kind_of(named), Change.SINCE)
            one_more = thing.head_lemma in SEVERAL  # a new client, Juniper
            yield found.but(change=Change.NONE, cardinality=Cardinality.MULTI) if one_more else found


_PERIODS = frozenset("day week month shift year term season".split())
_EARLY = frozenset("first second third 1st 2nd 3rd".split())


def _first_as(scene: Scene) -> Iterator[Candidate]:
    """*First week as ward sister*: what somebody has just become."""
    tokens = scene.sentence.tokens
    occupation = scene.lexicon.by_noun("occupation")
    for at in range(len(tokens) - 3):
        led = tokens[at].lower in _EARLY and tokens[at + 1].lower in _PERIODS and tokens[at + 2].lower == "as"
        owned = at == 0 or tokens[at - 1].lower in {"my", "a", "the"} or tokens[at - 1].tag == t.PUNCT
        role = read_phrase(tokens, at + 3) if led and owned else None
        if role is None or role.pronoun is not None or role.is_name or occupation is None:
            continue
        text, span = value_text(scene, role)
        yield make(scene, scene.turn.speaker, occupation, text, span, "role", None, Change.TOLD, OPEN, affirmed=True)


def _other_owner(tokens: tuple[t.Tagged, ...], at: int) -> bool:
    return at > 0 and tokens[at - 1].tag == t.POSS and tokens[at - 1].lower not in {"my", "our"}


def _of_another(scene: Scene, at: int) -> bool:
    """Whether *a new one* stands behind somebody else: *my brother sees a new doctor*."""
    tokens = scene.sentence.tokens
    if at and tokens[at - 1].lower in {"my", "our"}:
        return False
    before = [c for c in scene.sentence.clauses if c.verb_start < at and c.subject is not None]
    if before and before[-1].subject is not None:
        subject = before[-1].subject
        return subject.pronoun not in {"i", "we", "it", "that", "this"}
    opens = tokens[0].tag in t.VERB_ADV_PUNCT or tokens[0].lower in w.FIRST_PERSON
    return at > 1 and not opens and tokens[at - 1].lower in {"a", "an"} and tokens[at - 2].tag != t.PUNCT


def _is_for_another(thing: Phrase, label: str) -> bool:
    """*A new address for Aunt Ruth, 4 Elm Road*: hers, and not that of whoever has it.

    *A new partner for tennis, Sam*, is none whom one lives with.
    """
    behind = thing.tokens[thing.end].lower if thing.end < len(thing.tokens) else ""
    at_something = thing.head_lemma == "partner" and behind in {"for", "in", "at", "on"}
    return at_something or (behind == "for" and handed(label, behind))


_AUXILIARY_OR_VERB_OR_CONJ = t.AUXILIARY | {t.VERB, t.CONJ}
_NAMED_BUT_QUOTE = kinds.NAMED - {"quote"}


def _name_behind(thing: Phrase) -> Phrase | None:
    """The name in the phrase behind the next comma, where that phrase closes there and tells a name of the thing."""
    tokens = thing.tokens
    comma = next((i for i in range(thing.end, min(thing.end + 5, len(tokens) - 1)) if tokens[i].text == ","), None)
    if comma is None or any(x.tag in _AUXILIARY_OR_VERB_OR_CONJ for x in tokens[thing.end : comma]):
        return None
    if any(x.lower in {"every", "each"} for x in tokens[thing.end : comma]):
        return None  # a new favourite song every week, lately …
    beside = read_phrase(tokens, comma + 1)
    if beside is None or beside.owner is not None:
        return None
    closes = beside.end >= len(tokens) or tokens[beside.end].tag == t.PUNCT
    named = beside.of if beside.of is not None and beside.head_lemma in _WHOLES else beside
    fits = kind_of(named)[0] in _NAMED_BUT_QUOTE and named.is_name
    return named if closes and fits else None


def _told(
    scene: Scene, label: str, value: Phrase, kind: tuple[str, str | None], change: Change
) -> Candidate:  # fmt: skip
    attribute = scene.lexicon.by_noun(label) or label
    text, span = value_text(scene, value)
    confidence = OPEN if kind[0] in kinds.NAMED else WEAK
    return make(
        scene, scene.turn.speaker, attribute, text, span, kind[0], kind[1], change, confidence, affirmed=True
    )  # fmt: skip
