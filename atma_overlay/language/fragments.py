"""Values outside of clauses: names beside what they name, quantities on their own, quotations, labelled codes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from atma_overlay.language import kinds
from atma_overlay.language import tags as t
from atma_overlay.language import words as w
from atma_overlay.language.candidates import DOUBTED, Candidate
from atma_overlay.language.clauses import Clause
from atma_overlay.language.elsewhere import acts_there
from atma_overlay.language.kinds import kind_of
from atma_overlay.language.making import make
from atma_overlay.language.phrases import Phrase, read_phrase
from atma_overlay.language.scene import COPULAR, OPEN, WEAK, Scene, asks_who, value_text
from atma_overlay.language.turn import ReadSentence, owner_subject, subject_of
from atma_overlay.language.value_phrases import DULL_HEADS, attribute_label, counted_attribute
from atma_overlay.language.verb_statements import to_speaker
from atma_overlay.records import Cardinality, Change
from atma_overlay.state.values import UNIT_OF

_OPENING_TAGS = t.NOMINAL | {t.DET, t.POSS}
_NUMBERING = frozenset({t.NUM, t.NAME})
"""Numbers, and the codes that read as names."""
_FIGURE = re.compile("[0-9]")
_CLOSE_ONES = w.PETS | w.KIN
_PEOPLE = w.KIN | w.ACQUAINTANCES | w.SOMEBODY

_NOT_RELATIONS = frozenset(
    "street road avenue day month year session question version page line chapter part number no".split()
)
_SAYING = frozenset("say says said saying read reads goes go write wrote note motto words line text message".split())


def from_sentence(scene: Scene) -> Iterator[Candidate]:
    """Every candidate of a sentence that no clause rule carries."""
    tags, asks = scene.sentence.tags, scene.sentence.sentence.asks
    if not asks_who(scene):
        yield from _named_beside(scene)
    if t.QUOTE in tags:
        yield from _quotations(scene)
    if not asks and not tags.isdisjoint(_NUMBERING) and _may_count(scene.sentence.text):
        yield from _labelled_numbers(scene)
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
        if not before or before[-1].tag != t.NOUN or before[-1].lemma in _NOT_RELATIONS or acts_there(phrase):
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
    owner = owner_subject(beside, scene.turn)
    label = attribute_label(beside)
    return _relation(scene, owner, beside.head_lemma, phrase, phrase.core, phrase.end, label=label)


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


_NO_RELATIONS = _NOT_RELATIONS | w.TIME_NOUNS | DULL_HEADS


def _labelled_numbers(scene: Scene) -> Iterator[Candidate]:
    """*size 12*, *port 8080*, *flat 6B*: a noun with the number or the code that stands behind it."""
    tokens = scene.sentence.tokens
    asked = [c for c in scene.sentence.clauses if c.asked or c.mood in {"unreal", "imperative", "future"}]
    for i in range(len(tokens) - 1):
        noun, number = tokens[i], tokens[i + 1]
        if noun.tag != t.NOUN:
            continue
        coded = number.tag == t.NAME and any(c.isdigit() for c in number.text) and len(number.text) < 12
        if not ((number.tag == t.NUM and number.token.kind == "number") or coded):
            continue
        if any(c.verb_start <= i < c.end for c in asked):
            continue
        following = tokens[i + 2] if i + 2 < len(tokens) else None
        counts = following is not None and following.tag in t.NOMINAL
        if counts or _does(tokens, i) or noun.lemma in _NO_RELATIONS or noun.lower in UNIT_OF or ":" in number.text:
            continue
        span = (noun.token.start, number.token.end)
        value = scene.turn.text[span[0] : span[1]]
        before = tokens[i - 1].lower if i and tokens[i - 1].tag == t.NOUN else ""
        compound = scene.lexicon.by_noun(f"{before} {noun.lemma}") if before else None  # gate code 4471
        attribute = compound or scene.lexicon.by_noun(noun.lemma) or noun.lemma
        holder = next((c for c in scene.sentence.clauses if c.start <= i < c.end and c.subject is not None), None)
        subject = subject_of(holder.subject, scene.turn) if holder is not None else None
        given = holder is not None and to_speaker(holder)
        subject = scene.turn.speaker if given else subject
        if not given and holder is not None and holder.subject is not None:
            if _of_another(holder.subject):
                continue
            within = holder.subject.start <= i < holder.verb_start and holder.subject.head not in {i, i + 1}
            mine = holder.subject.owner in {"my", "our"} or holder.subject.pronoun in {"it", "that", "there"}
            if holder.subject.head in {i, i + 1}:
                subject = None
            if (within and not mine) or (
                subject is None and not mine and holder.subject.tokens[holder.subject.head].lemma in w.KIN
            ):
                continue
        if holder is not None and not given and _is_wished_for(holder, i):
            continue
        once = _of_an_occasion(scene.sentence) if holder is None else _of_one_day(scene)
        passing = scene.told is Change.NONE and (once or (not coded and _is_named_as_subject(holder, i)))
        found = make(
            scene, subject or scene.turn.speaker, attribute, value, span, "code" if coded else "number", None,
            scene.told, DOUBTED if passing or _of_one_part(scene, i + 2) else WEAK, single=True, affirmed=True,
        )  # fmt: skip
        yield _one_of_several(found) if _tells_of_it(holder, i) and found.thing is None else found


def _tells_of_it(clause: Clause | None, noun: int) -> bool:
    """*Truck 21 is driven by Igor now*, *order 4412 ships from Antwerp*: a number that only says which one it is."""
    subject = None if clause is None else clause.subject
    if clause is None or subject is None or subject.head not in {noun, noun + 1} or subject.owner is not None:
        return False
    return (clause.verb != "be" or clause.passive) and clause.tokens[noun + 1].text.isdigit()


def _one_of_several(found: Candidate) -> Candidate:
    return found.but(
        cardinality=Cardinality.MULTI, change=Change.NONE, cumulative=True, confidence=min(found.confidence, DOUBTED)
    )


def _is_wished_for(clause: Clause, noun: int) -> bool:
    """*Security wants Python 3.12*, *the module requires Terraform 1.8*: what is asked for is not what there is."""
    subject = clause.subject
    if subject is None or subject.head in {noun, noun + 1}:
        return False
    of_the_speaker = subject.pronoun in {"i", "we", "it"} or subject.owner in {"my", "our"}
    return clause.verb in _WISHING if of_the_speaker else clause.verb not in _HOLDING


_WISHING = frozenset(
    """want need wish like prefer recommend suggest consider expect require demand ask miss hate love fancy test try
    evaluate review await compare see hear mention""".split()
)
_HOLDING = frozenset(
    """be run use have get go move upgrade update bump switch migrate change sit live stay come start take wear play
    work stand remain keep deploy ship build pin""".split()
)
"""What others do who have something: *the app runs on Node 18*, *the team moved to Rails 7*."""


def _is_named_as_subject(clause: Clause | None, noun: int) -> bool:
    """*Django 5 is out*: what is told of a thing with its number does not say whose it is."""
    subject = None if clause is None else clause.subject
    return subject is not None and subject.owner is None and subject.head in {noun, noun + 1}


def _of_one_part(scene: Scene, behind: int) -> bool:
    """*Python 3.12 on the ML box*, *Java 17 for the new service*: what a number holds for, where it is no whole."""
    tokens = scene.sentence.tokens
    if behind >= len(tokens) or tokens[behind].lower not in {"on", "for"}:
        return False
    part = scene.sentence.phrase_at(behind + 1)
    if part is None or (part.determiner != "the" and part.owner is None):
        return False
    return part.head_lemma not in w.TIME_NOUNS and (part.head > part.core or part.head_lemma not in _ALL_OF_IT)


_ALL_OF_IT = frozenset("app application project product site platform system stack team company whole".split())


def _does(tokens: tuple[t.Tagged, ...], i: int) -> bool:
    """*My brother squats 160*, *the room seats 40*: a verb that is spelt like the plural of a noun."""
    plural = tokens[i].tag == t.NOUN and tokens[i].lower.endswith("s") and tokens[i].lemma != tokens[i].lower
    return plural and i > 0 and tokens[i - 1].tag in t.NAME_OR_NOUN


def _of_another(subject: Phrase) -> bool:
    """*Anna's desk is room 5*, *his seat is row 4*, *the coach's locker is box 2*: a thing of somebody else's."""
    return subject.pronoun is None and subject.owner not in _OWN


_OWN = frozenset({None, "my", "our", "its"})


def _of_one_day(scene: Scene) -> bool:
    """*Tomorrow I cover ward 9*: what is told of a day or two, and of no time after it."""
    return any(x.grain in {"day", "week"} and x.end is not None for x in scene.times)


_OCCASIONS = w.TIME_NOUNS | frozenset("today set rep session round".split())
_LISTED = t.NOMINAL | {t.PUNCT, t.CONJ}


def _of_an_occasion(sentence: ReadSentence) -> bool:
    """*Only squat 80 today*, *deload week: squat 90*: what was done once, among other words than names and figures."""
    tokens = sentence.tokens
    return any(x.tag not in _LISTED or x.lemma in _OCCASIONS for x in tokens)


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
        if token.tag != t.NUM or labelled or any(s <= i < e for s, e in covered) or (i and _does(tokens, i - 1)):
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
