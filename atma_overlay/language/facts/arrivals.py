"""Where somebody is now, or what they are, told in passing: *Cardiff is home now*, *my first day at Aldi*."""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay import re2
from atma_overlay.language.candidates import Candidate
from atma_overlay.language.dates.dated import WEEKDAYS
from atma_overlay.language.grammar import kinds
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.kinds import kind_of
from atma_overlay.language.grammar.phrases import Phrase, read_phrase
from atma_overlay.language.making import make
from atma_overlay.language.scene import OPEN, TYPED, Scene, value_text
from atma_overlay.records import Change

_FIRST = re2.compile(r"\b(?:my|our) first (?:day|week|shift|month) (?:at|with|for) $")
_DAY = rf"(?:tomorrow|{'|'.join(WEEKDAYS)})"
_IS_DAY = re2.compile(rf"^\s*(?:['’]s| is) (?:only |just |actually )?(?:{_DAY}\b|(?:on|in|next|this) \w|(?:the )?\d)")
_DAY_IS = re2.compile(rf"(?i)\b{_DAY}(?: \w+)?(?:['’]s| is) (?:my|our) first \w+ \w+ $")
"""A first day that is still to come: *… is on Monday*, *tomorrow is …*."""
_NOW = frozenset({"now", "nowadays", "days"})
_SAYING = frozenset("say tell write shout joke reply answer insist ask think text".split())
_LASTING = frozenset({"for", "since"})
_CALLED = frozenset("call consider count".split())


def arrivals(scene: Scene) -> Iterator[Candidate]:
    """Every candidate of a sentence that tells a place or a state reached, without a verb of moving."""
    if scene.sentence.sentence.asks:
        return
    words = scene.sentence.words
    now = not words.isdisjoint(_NOW)
    for clause in scene.sentence.clauses:
        if now and clause.verb == "be":
            yield from _home(scene, clause)
        elif clause.verb in _CALLED:
            yield from _called(scene, clause)
    if not words.isdisjoint(_LASTING):
        yield from _verbless(scene)
    if "first" in scene.sentence.lowered:
        yield from _first_day(scene)


def _home(scene: Scene, clause: Clause) -> Iterator[Candidate]:
    """*Cardiff is home now*, *Boulder is where we live now*."""
    subject = clause.subject
    if subject is None or not subject.is_name or subject.owner is not None:
        return
    if clause.tense != "present" or clause.negated or clause.asked or clause.mood != "actual":
        return
    said = " ".join(x.lower for x in clause.tokens[clause.verb_start + 1 :])
    home = said.startswith(("home", "our home", "my home", "where i live", "where we live", "where i 'm based"))
    city = scene.lexicon.by_noun("home city")
    if not home or city is None or _NOW.isdisjoint(said.split()):
        return
    value, span = value_text(scene, subject)
    yield make(scene, scene.turn.speaker, city, value, span, "name", None, Change.TOLD, TYPED, affirmed=True)


def _called(scene: Scene, clause: Clause) -> Iterator[Candidate]:
    """*Call me vegetarian*: what somebody is by now, where a list holds the word."""
    tokens, at = clause.tokens, clause.verb_end
    if clause.mood not in {"imperative", "actual"} or clause.negated:
        return
    if any(c.verb in _SAYING and c.verb_start < clause.verb_start for c in scene.sentence.clauses):
        return  # my brother says: call me vegan
    if clause.subject is not None or at + 1 >= len(tokens) or tokens[at].lower != "me":
        return
    phrase = read_phrase(tokens, at + 1)
    listed = scene.lexicon.by_value(phrase) if phrase is not None and phrase.pronoun is None else None
    if phrase is None or listed is None or phrase.is_name:
        return
    closes = phrase.end >= len(tokens) or tokens[phrase.end].tag in t.PUNCT_OR_CONJ or tokens[phrase.end].lower == "now"
    if closes:
        value, span = value_text(scene, phrase)
        change = Change.SINCE if clause.intro == "so" or "now" in scene.said else Change.NONE
        yield make(scene, scene.turn.speaker, listed, value, span, "phrase", None, change, TYPED, affirmed=True)


def _verbless(scene: Scene) -> Iterator[Candidate]:
    """*Vegan for six years, so …*: what the speaker is, at the head of a sentence without its verb."""
    tokens = scene.sentence.tokens
    phrase = read_phrase(tokens, 0)
    listed = scene.lexicon.by_value(phrase) if phrase is not None and not phrase.owner and phrase.end == 1 else None
    if phrase is None or listed is None or phrase.determiner is not None or len(tokens) < 3:
        return
    if tokens[1].lower in _LASTING and any(s.kind in _LASTING for s in scene.times):
        value, span = value_text(scene, phrase)
        yield make(scene, scene.turn.speaker, listed, value, span, "phrase", None, Change.NONE, OPEN, affirmed=True)


def _first_day(scene: Scene) -> Iterator[Candidate]:
    """*Today was my first day at Aldi*: who employs somebody from then on."""
    tokens = scene.sentence.tokens
    employer = scene.lexicon.by_noun("employer")
    for i in range(3, len(tokens)):
        before = scene.turn.text[scene.sentence.sentence.start : tokens[i].token.start].lower()
        if employer is None or _FIRST.search(before) is None:
            continue
        phrase = read_phrase(tokens, i)
        if phrase is not None and _is_firm(scene, phrase):
            value, span = value_text(scene, phrase)
            found = make(
                scene, scene.turn.speaker, employer, value, span, "name", None, Change.SINCE, OPEN, affirmed=True
            )
            found = found.but(valid_to=None, temporary=False)
            ahead = _DAY_IS.search(before) or _IS_DAY.search(scene.turn.text[span[1] : span[1] + 40].lower())
            yield found.doubted() if ahead else found
        return


def _is_firm(scene: Scene, phrase: Phrase) -> bool:
    """A name that is of no sort which one attends: nobody is employed by their gym as a rule."""
    attended = scene.lexicon.sort_of(phrase.tokens[phrase.head].text) in {"school", "gym", "club"}
    owned = phrase.owner is not None or phrase.determiner is not None
    return phrase.is_name and kind_of(phrase)[0] in kinds.NAMED and not owned and not attended
