"""Values whose slot is said beside them: *…, that's my garage*, *…, our coverage page*, *14 hours as our interval*."""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay.language.candidates import Candidate, Part, touches
from atma_overlay.language.facts.appositions import told_beside, with_whom
from atma_overlay.language.facts.given_values import (
    ANCHORED_BUT_QUOTE,
    CHANGING,
    LONGEST,
    NAMED_BUT_QUOTE,
    changed_to,
    given,
    is_owned,
    new_one,
)
from atma_overlay.language.facts.posts import may_post, posts
from atma_overlay.language.grammar import kinds
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.cues import now_and_then
from atma_overlay.language.grammar.kinds import kind_of
from atma_overlay.language.grammar.phrases import Phrase, read_phrase
from atma_overlay.language.grammar.value_phrases import DULL_HEADS, attribute_label, phrase_span, value_of
from atma_overlay.language.making import make
from atma_overlay.language.scene import COPULAR, OPEN, STARTS, Scene, value_text
from atma_overlay.language.turn import owner_subject, subject_of
from atma_overlay.records import Act, Change

_HAVING = frozenset("have use take pay get keep set follow do run buy".split())


_OWNING = frozenset("my our her his their 's".split())
_GOING = frozenset("go goes attend attends".split())
_ANSWERING = frozenset("hook charge responsible accountable".split())
_NEW = frozenset({"new", "different"})
_TELLING = _OWNING | _GOING | _ANSWERING | _NEW
"""Without one of these no role is told, unless it is a post."""


def roles(scene: Scene) -> Iterator[Candidate]:
    """The values of a sentence whose slot a phrase beside them names, with its owner."""
    if scene.sentence.sentence.asks:
        return
    words, verbs = scene.sentence.words, scene.sentence.verbs
    posted = may_post(words)
    if not posted and words.isdisjoint(_TELLING):
        return
    told = any(c.mood == "actual" and not c.asked and not c.negated for c in scene.sentence.clauses)
    if not told:
        return
    if not words.isdisjoint(_OWNING):
        if "be" in verbs and not words.isdisjoint({"that", "it", "this"}):
            yield from _that_is(scene)
        if "," in words:
            yield from _beside(scene)
            yield from told_beside(scene)
        if "as" in words and not verbs.isdisjoint(_HAVING):
            yield from _as_role(scene)
        if "to" in words and not verbs.isdisjoint(CHANGING):
            yield from changed_to(scene)
    if posted:
        yield from posts(scene)
    if not words.isdisjoint(_GOING):
        yield from _attended(scene)
    if not words.isdisjoint(_ANSWERING):
        yield from _responsible(scene)
    if not words.isdisjoint(_NEW):
        yield from new_one(scene)


def placed(found: list[Candidate], named: list[Candidate]) -> list[Candidate]:
    """What a sentence states, where roles name the slots of some of its values: those take the others' place."""
    if not named:
        return found
    spans = [c.span for c in named]
    kept = [c for c in found if not _stated(c) or not touches(c.span, spans)]
    return [*kept, *named]


def _stated(candidate: Candidate) -> bool:
    return candidate.part in {Part.STATEMENT, Part.ADOPTED} and candidate.act is Act.ASSERT


def _that_is(scene: Scene) -> Iterator[Candidate]:
    """*I get my repairs done at Apex Motors, that's my garage*: the value stands in the clause before."""
    clauses = scene.sentence.clauses
    for n, clause in enumerate(clauses):
        subject, thing = clause.subject, clause.bare()
        if subject is None or subject.pronoun not in {"that", "it", "this"} or clause.verb != "be" or thing is None:
            continue
        if clause.mood != "actual" or clause.negated or clause.tense != "present":
            continue
        if not n:
            yield from _just_named(scene, thing)
            continue
        before = scene.sentence.tokens[subject.start - 1].lower if subject.start else ""
        if not is_owned(thing) or before not in {",", "so", "and", "–", "—"}:
            continue
        value = _last_value(clauses[:n])
        if value is not None:
            yield from _filled(scene, thing, value, clause)


def _just_named(scene: Scene, thing: Phrase) -> Iterator[Candidate]:
    """*110 kilos! That's my new squat max*: the value is what the sentence before has nothing but."""
    before = scene.turn.before(scene.sentence)
    new = any(x.lower == "new" for x in thing.tokens[thing.start : thing.head])
    if before is None or before.clauses or before.framed or not new or thing.owner not in {"my", "our"}:
        return
    value = before.phrase_at(0)
    closes = value is not None and (value.end >= len(before.tokens) or before.tokens[value.end].tag == t.PUNCT)
    if value is None or not closes or value.pronoun is not None or kind_of(value)[0] not in ANCHORED_BUT_QUOTE:
        return
    both = scene.turn.text[before.sentence.start : scene.sentence.sentence.end]
    yield from (c.but(evidence=both) for c in given(scene, thing, value, phrase_span(value)))


def _last_value(clauses: list[Clause] | tuple[Clause, ...]) -> Phrase | None:
    """The last name or tag that the clauses before tell, unless it is somebody who acts."""
    for clause in reversed(clauses):
        if clause.mood == "infinitive":
            continue
        if clause.mood != "actual" or clause.negated:
            return None
        for complement in reversed(clause.complements):
            phrase, kind, _ = value_of(complement.phrase)
            path = "/" in phrase.tokens[phrase.head].text and phrase.owner is None
            if (kind in NAMED_BUT_QUOTE or path) and complement.phrase.pronoun is None:
                return phrase
    return None


def _beside(scene: Scene) -> Iterator[Candidate]:
    """*We look at status.apex.dev, our monitoring page*: an owned noun behind the comma that closes the sentence."""
    tokens = scene.sentence.tokens
    comma = next((i for i in range(len(tokens) - 1, 1, -1) if tokens[i].text == ","), None)
    if comma is None or comma + 1 >= len(tokens) or tokens[comma + 1].tag not in t.POSS_OR_NAME:
        return
    thing = read_phrase(tokens, comma + 1)
    if thing is None or not is_owned(thing) or thing.is_name:
        return
    closes = thing.end >= len(tokens) or tokens[thing.end].text in {".", "!"}
    clause = next((c for c in reversed(scene.sentence.clauses) if c.verb_start < comma), None)
    if not closes or clause is None or clause.end < comma - 1:
        return
    value = _last_value([clause])
    plainly = clause.verb == "be" and bool(clause.complements) and clause.complements[0].preposition is None
    if value is not None and value.end == comma and not plainly:
        yield from _filled(scene, thing, value, clause)


def _as_role(scene: Scene) -> Iterator[Candidate]:
    """*We have 4 hours as our review deadline*: the slot stands behind *as*."""
    tokens = scene.sentence.tokens
    for clause in scene.sentence.clauses:
        first = clause.subject is not None and clause.subject.pronoun in {"i", "we"}
        if not first or clause.verb not in _HAVING or clause.mood != "actual" or clause.tense != "present":
            continue
        at = next((i for i in range(clause.verb_end, len(tokens) - 1) if tokens[i].lower == "as"), None)
        thing = read_phrase(tokens, at + 1) if at is not None else None
        value = read_phrase(tokens, clause.verb_end)
        if at is None or thing is None or value is None or value.pronoun is not None or value.owner is not None:
            continue
        beside = with_whom(scene, value.end, at)
        if not is_owned(thing) or clause.negated or (at - value.start > LONGEST and beside is None):
            continue
        yield from _filled(scene, thing, beside or value, clause, end=None if beside is not None else at)


def _attended(scene: Scene) -> Iterator[Candidate]:
    """*Tilly goes to Ollerby Primary*: where somebody goes, where the name tells what sort of place it is."""
    for clause in scene.sentence.clauses:
        subject = subject_of(clause.subject, scene.turn)
        plain = clause.mood == "actual" and clause.tense == "present" and not clause.progressive and not clause.negated
        if (
            subject is None
            or clause.verb not in {"go", "attend"}
            or not plain
            or clause.asked
            or clause.intro in _LOOSE
        ):
            continue
        for complement in clause.complements:
            phrase, kind, unit = value_of(complement.phrase)
            errand = phrase.end < len(clause.tokens) and clause.tokens[phrase.end].tag == t.TO
            if complement.preposition not in {"to", None} or kind not in kinds.NAMED or errand:
                continue
            text, span = value_text(scene, phrase)
            sort = scene.lexicon.sort_of(text)
            attribute = scene.lexicon.by_noun(sort) if sort is not None else None
            if attribute is not None and attribute.id in _ATTENDED:
                yield make(scene, subject, attribute, text, span, kind, unit, scene.told, OPEN)


_ATTENDED = frozenset({"school", "nursery", "university", "gym", "church", "choir"})
_LOOSE = frozenset("if unless when whenever once until till before after".split())


_STARTS_OR_START = STARTS | {"start"}


def _filled(scene: Scene, thing: Phrase, value: Phrase, clause: Clause, end: int | None = None) -> Iterator[Candidate]:
    label = attribute_label(thing)
    if not label or label in DULL_HEADS or thing.is_name:
        return
    kind, unit = kind_of(value)
    attribute = scene.lexicon.fitting(label, value, kind) or scene.lexicon.by_noun(label) or label
    text, span = value_text(scene, value)
    if end is not None and end > value.end and kind not in kinds.TIMED:
        span = (span[0], scene.sentence.tokens[end - 1].token.end)
        text = scene.turn.text[span[0] : span[1]]
    told = Change.NONE
    lowers = {x.lower for x in scene.sentence.tokens}
    new = any(x.lower == "new" for x in thing.tokens[thing.start : thing.head])
    started = any(c.verb in _STARTS_OR_START and c.tense in {"past", "perfect"} for c in scene.sentence.clauses)
    if ("now" in lowers and not now_and_then(scene.sentence.lowered)) or new or started or clause.intro == "so":
        told = Change.SINCE
    owner = owner_subject(thing, scene.turn)
    if owner.startswith("?"):
        named = next((s for c in scene.sentence.clauses if (s := subject_of(c.subject, scene.turn)) is not None), None)
        moved = next((c.bare() for c in scene.sentence.clauses if c.bare() is not None), None)
        third = named if named not in {None, scene.turn.speaker} else subject_of(moved, scene.turn)
        owner = third or owner
    yield make(scene, owner, attribute, text, span, kind, unit, told, COPULAR, affirmed=True)


_RESPONSIBLE = (("on", "the", "hook", "for"), ("in", "charge", "of"), ("responsible", "for"), ("accountable", "for"))


def _responsible(scene: Scene) -> Iterator[Candidate]:
    """*Imke is on the hook for it*, *Noor is in charge of releases*: who answers for something of the speaker's."""
    tokens = scene.sentence.tokens
    for clause in scene.sentence.clauses:
        subject = clause.subject
        plain = clause.mood == "actual" and clause.tense == "present" and not clause.negated and not clause.asked
        if subject is None or not subject.is_name or subject.owner is not None or clause.verb != "be" or not plain:
            continue
        rest = [x.lower for x in tokens[clause.verb_end : clause.verb_end + 4]]
        run = next((r for r in _RESPONSIBLE if rest[: len(r)] == list(r)), None)
        thing = read_phrase(tokens, clause.verb_end + len(run)) if run is not None else None
        if (
            thing is None
            or (thing.pronoun is not None and thing.pronoun not in {"it", "that"})
            or thing.owner == "your"
        ):
            continue
        text, span = value_text(scene, subject)
        label = attribute_label(thing)
        key = f"{label} responsible".strip().replace(" ", "_")
        yield make(scene, scene.turn.speaker, key, text, span, "name", None, scene.told, OPEN, affirmed=True)
