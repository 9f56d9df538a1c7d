"""Values outside of clauses: names beside what they name, quantities on their own, quotations, labelled codes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from atma_overlay.language.candidates import Candidate
from atma_overlay.language.doubts.elsewhere import acts_there
from atma_overlay.language.facts.labelled_numbers import NOT_RELATIONS, does, labelled_numbers
from atma_overlay.language.grammar import kinds
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.kinds import kind_of
from atma_overlay.language.grammar.phrases import Phrase, read_phrase
from atma_overlay.language.grammar.value_phrases import attribute_label, counted_attribute
from atma_overlay.language.making import make
from atma_overlay.language.scene import COPULAR, OPEN, WEAK, Scene, asks_who, value_text
from atma_overlay.language.turn import ReadSentence, owner_subject
from atma_overlay.records import Change
from atma_overlay.values.normal import UNIT_OF

_OPENING_TAGS = t.NOMINAL | {t.DET, t.POSS}
_NUMBERING = frozenset({t.NUM, t.NAME})
"""Numbers, and the codes that read as names."""
_FIGURE = re.compile("[0-9]")
_CLOSE_ONES = w.PETS | w.KIN
_PEOPLE = w.KIN | w.ACQUAINTANCES | w.SOMEBODY

_SAYING = frozenset("say says said saying read reads goes go write wrote note motto words line text message".split())


def from_sentence(scene: Scene) -> Iterator[Candidate]:
    """Every candidate of a sentence that no clause rule carries."""
    tags, asks = scene.sentence.tags, scene.sentence.sentence.asks
    if not asks_who(scene):
        yield from _named_beside(scene)
    if t.QUOTE in tags:
        yield from _quotations(scene)
    if not asks and not tags.isdisjoint(_NUMBERING) and _may_count(scene.sentence.text):
        yield from labelled_numbers(scene)
    if not asks and t.NUM in tags:
        yield from _trailing_number(scene)
        yield from _lone_quantities(scene)


def _may_count(text: str) -> bool:
    """Whether there may be a figure in a text."""
    return not text.isascii() or _FIGURE.search(text) is not None


def _named_beside(scene: Scene) -> Iterator[Candidate]:
    """*my sister Mina*, *Goliath, our old tractor*: the noun is the attribute, the name its value."""
    tokens, read = scene.sentence.tokens, 0
    for i in scene.sentence.naming:
        phrase = scene.sentence.phrase_at(i) if i >= read else None
        if phrase is None or phrase.end <= i:
            continue
        if tokens[i].tag == t.POSS or phrase.owner_is_name:
            found = _owned_name(scene, phrase)
            if found is not None:
                yield found
                at = next((j for j in range(phrase.core, phrase.end) if tokens[j].lemma in w.PETS), None)
                mine = found.subject == scene.turn.speaker  # my neighbour's dog is no pet of mine
                kind = _kind(scene, tokens[at].lemma, phrase, at) if mine and at is not None else None
                if kind is not None:
                    yield kind
            read = phrase.core + 1 if phrase.owner_is_name else phrase.end
            continue
        found = _name_then_noun(scene, phrase)
        if found is not None:
            yield found
        read = phrase.end


def _owned_name(scene: Scene, phrase: Phrase) -> Candidate | None:
    nouns = [x for x in phrase.tokens[phrase.core : phrase.end] if x.tag == t.NOUN]
    if not nouns or phrase.owner == "your":
        return None
    owner = owner_subject(phrase, scene.turn)
    if phrase.is_name:
        start = phrase.head
        while start - 1 >= phrase.core and phrase.tokens[start - 1].tag == t.NAME:
            start -= 1
        before = phrase.tokens[phrase.core : start]
        if not before or before[-1].tag != t.NOUN or before[-1].lemma in NOT_RELATIONS or acts_there(phrase):
            return None
        return _relation(scene, owner, before[-1].lemma, phrase, start, phrase.head + 1)
    after = phrase.end
    tokens = phrase.tokens
    comma = after < len(tokens) - 1 and tokens[after].text == ","
    named = read_phrase(tokens, after + 1) if comma else None
    if named is not None and named.is_name and named.determiner is None and named.owner is None:
        closes = named.end >= len(tokens) or tokens[named.end].tag == t.PUNCT
        if closes and kind_of(phrase)[0] == "phrase":
            label = attribute_label(phrase)
            return _relation(scene, owner, phrase.head_lemma, named, named.core, named.end, label=label)
    return None


def _name_then_noun(scene: Scene, phrase: Phrase) -> Candidate | None:
    """*Bramble, our grey mare, …* and *Mr Osei*: only the first is a relation."""
    tokens = phrase.tokens
    if not phrase.is_name or phrase.end >= len(tokens) - 1:
        return None
    if tokens[phrase.end].lower == "the":
        epithet = read_phrase(tokens, phrase.end)
        animal = epithet is not None and tokens[epithet.head].lemma in _CLOSE_ONES
        if epithet is not None and animal and phrase.start == 0:
            return _relation(scene, scene.turn.speaker, epithet.head_lemma, phrase, phrase.core, phrase.end)
        return None
    if tokens[phrase.end].text not in {",", "("}:
        return None
    beside = read_phrase(tokens, phrase.end + 1)
    if beside is None or beside.is_name or beside.owner is None or beside.owner == "your":
        return None
    closes = beside.end >= len(tokens) or tokens[beside.end].tag == t.PUNCT
    if not closes or tokens[beside.head].tag != t.NOUN:
        return None
    if tokens[phrase.end + 1].tag == t.NOUN and tokens[phrase.end + 2].tag == t.GEN and beside.owner not in _OWNERS:
        return None  # I've got a Pixel 6, battery's rubbish
    owner = owner_subject(beside, scene.turn)
    label = attribute_label(beside)
    return _relation(scene, owner, beside.head_lemma, phrase, phrase.core, phrase.end, label=label)


_OWNERS = w.KIN | w.ACQUAINTANCES | w.PETS
"""Who may own something without a word before them: *Rex, mum's dog*."""


def _kind(scene: Scene, noun: str, phrase: Phrase, at: int) -> Candidate | None:
    """What a named animal is: *my cat Biscuit* says both her name and that she is a cat."""
    token = phrase.tokens[at]
    if noun not in w.PETS:
        return None
    name = scene.turn.text[token.token.start : token.token.end]
    return make(
        scene, scene.turn.speaker, "pet_kind", name, (token.token.start, token.token.end), "phrase", None, Change.NONE,
        OPEN, single=False, affirmed=True,
    )  # fmt: skip


def _relation(
    scene: Scene, owner: str, noun: str, phrase: Phrase, start: int, end: int, *, label: str = ""
) -> Candidate:  # fmt: skip
    first, last = phrase.tokens[start].token, phrase.tokens[end - 1].token
    span = (first.start, last.end)
    value = scene.turn.text[span[0] : span[1]]
    attribute = scene.lexicon.by_noun(label) or scene.lexicon.by_noun(noun) or noun
    return make(scene, owner, attribute, value, span, "name", None, Change.NONE, COPULAR, single=False, affirmed=True)


def _quotations(scene: Scene) -> Iterator[Candidate]:
    """A quotation with the noun that announces it: *Slogan for the banner: "…"*."""
    tokens = scene.sentence.tokens
    for i, token in enumerate(tokens):
        if token.tag != t.QUOTE or len(token.text.split()) < 3:
            continue
        label = _announces(scene.sentence, i)
        if label is None or _says(scene, i):
            continue
        span = (token.token.start + 1, token.token.end - 1)
        value = scene.turn.text[span[0] : span[1]]
        attribute = label.replace(" ", "_")
        yield make(
            scene,
            scene.turn.speaker,
            attribute,
            value,
            span,
            "quote",
            None,
            Change.NONE,
            OPEN,
            single=False,
            affirmed=True,
        )


_SPEAKING = frozenset("say tell write shout whisper reply answer joke go text claim insist keep".split())


def _says(scene: Scene, at: int) -> bool:
    """*My headmaster said "you are …"*: the words of somebody, which are nothing that anybody has."""
    for clause in scene.sentence.clauses:
        speaker = clause.subject
        if clause.verb not in _SPEAKING or clause.verb_start >= at or speaker is None or speaker.pronoun is not None:
            continue
        somebody = speaker.head_lemma in _PEOPLE or scene.lexicon.is_role(speaker)
        if somebody or (speaker.is_name and speaker.owner is None):
            return True
    return False


def _announces(sentence: ReadSentence, at: int) -> str | None:
    before = sentence.tokens[:at]
    nouns: list[str] = []
    i = 0
    while i < len(before):
        phrase = read_phrase(before, i) if before[i].tag in _OPENING_TAGS else None
        if phrase is None:
            i += 1
            continue
        label = attribute_label(phrase)
        if label:
            nouns.append(label)
        i = max(phrase.end, i + 1)
    saying = any(x.lower in _SAYING or x.text == ":" for x in before)
    if not before or not (saying or nouns):
        return None
    return nouns[0] if nouns else "words"


_TAKING = frozenset({"take", "prescribe"})


def _trailing_number(scene: Scene) -> Iterator[Candidate]:
    """*The water bill came, 61*: a bare figure behind a comma, at the end, belongs to what the sentence is about."""
    tokens = [x for x in scene.sentence.tokens if x.text not in {".", "!"}]
    if len(tokens) < 4:
        return
    number = tokens[-1]
    unit = number.lower in UNIT_OF and tokens[-2].tag == t.NUM
    at = len(tokens) - (2 if unit else 1)
    if tokens[at].tag != t.NUM or tokens[at - 1].text != ",":
        return
    phrase = read_phrase(scene.sentence.tokens, at)
    label = ""
    for clause in scene.sentence.clauses:
        if clause.verb_start < at and not clause.asked and clause.mood == "actual":
            label = attribute_label(clause.subject) or attribute_label(clause.bare()) or label
    if phrase is None or not label:
        return
    kind, unit_name = kind_of(phrase)
    if unit_name in kinds.DOSED and any(c.verb in _TAKING for c in scene.sentence.clauses):
        return  # I take ramipril, 5 mg: see `lexicon_statements`
    value, span = value_text(scene, phrase)
    attribute = scene.lexicon.by_noun(label) or label
    yield make(
        scene,
        scene.turn.speaker,
        attribute,
        value,
        span,
        kind,
        unit_name,
        Change.SINCE,
        WEAK,
        single=True,
        affirmed=True,
    )


def _lone_quantities(scene: Scene) -> Iterator[Candidate]:
    """*Two teeth!*, *12 workers since May*, *40% for dark mode now*: a count with what it counts."""
    tokens = scene.sentence.tokens
    covered = [
        (c.start, max(c.end, c.verb_end)) for c in scene.sentence.clauses if c.subject is not None or c.complements
    ]
    i = 0
    while i < len(tokens):
        token = tokens[i]
        labelled = i > 0 and tokens[i - 1].tag == t.NOUN and token.token.kind == "number"
        if token.tag != t.NUM or labelled or any(s <= i < e for s, e in covered) or (i and does(tokens, i - 1)):
            i += 1
            continue
        phrase = read_phrase(tokens, i)
        if phrase is None:
            i += 1
            continue
        found = _counted_fragment(scene, phrase)
        if found is not None:
            yield found
        i = max(phrase.end, i + 1)


def _counted_fragment(scene: Scene, phrase: Phrase) -> Candidate | None:
    kind, unit = kind_of(phrase)
    if kind not in kinds.COUNTED or phrase.tokens[phrase.core].lower in {"one", "1"}:
        return None
    tokens = phrase.tokens
    label = counted_attribute(phrase, attribute_label(phrase))
    head_is_unit = tokens[phrase.head].lower in UNIT_OF or kind in {"percent", "money", "number"}
    if head_is_unit and phrase.of is None:
        label = ""
        if phrase.end < len(tokens) - 1 and tokens[phrase.end].lower in {"for", "on", "in"}:
            behind = read_phrase(tokens, phrase.end + 1)
            label = attribute_label(behind)
    if not label or label.split()[-1] in w.TIME_NOUNS:
        return None
    value, span = value_text(scene, phrase)
    told = scene.told
    attribute = scene.lexicon.by_noun(label) or label
    return make(scene, scene.turn.speaker, attribute, value, span, kind, unit, told, WEAK, single=True, affirmed=True)


def bare_clause(sentence: ReadSentence) -> Clause:
    """A clause without a verb, so that fragments share the rules for time and evidence."""
    return Clause(sentence.tokens, None, 0, 0, 0, len(sentence.tokens), "be")
