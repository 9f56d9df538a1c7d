"""What a sentence names as what was before, beside what is now: *no more Vim*, *… rather than Vim*, *used to use Vim*.

It counts only beside what took its place, and where nothing says that this is so for once.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from atma_overlay import re2
from atma_overlay.language.candidates import BY_CONTRAST, RETIRE, TOLD, Candidate, Part, overlap
from atma_overlay.language.grammar import kinds
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.phrases import Phrase, read_phrase
from atma_overlay.language.grammar.value_phrases import value_of
from atma_overlay.language.making import make
from atma_overlay.language.scene import Scene, value_text
from atma_overlay.records import Act, Change

_MARKS = frozenset(
    """instead rather opposed not more after used previously formerly before once goodbye bye farewell place anymore
    longer fed sick tired enough bored done through finished""".split()
)
"""Without one of these nothing is set against anything."""
_FOR_ONCE = re2.compile(
    r"\b(?:today|tonight|yesterday|tomorrow|last night|this (?:morning|afternoon|evening|week|weekend|once|time)"
    r"|for (?:once|now|a change|the time being|a while|the (?:day|week|weekend|moment))|just (?:for|this)"
    r"|temporarily|on (?:mon|tues|wednes|thurs|fri|satur|sun)day|for (?:a|two|three|\d+) (?:days?|weeks?)|until|till)\b"
)
_AGAINST = (
    ("instead", "of"), ("rather", "than"), ("opposed", "to"), ("place", "of"), ("fed", "up"), ("sick", "of"),
    ("tired", "of"), ("enough", "of"), ("bored", "of"), ("bored", "with"), ("done", "with"), ("through", "with"),
    ("finished", "with"),
)  # fmt: skip
_TIMES_PAST = frozenset("year month decade week age".split())
_PREVIOUSLY = frozenset("previously formerly before".split())
_PARTING_WORDS = frozenset("goodbye bye farewell adios".split())
_LEADING = frozenset("at on in with to from by of for".split())


GOING_ON = frozenset("it it's its they because as since so please thanks that's".split())
"""What may stand behind two things that are set against each other, as the reason or the rest."""


def has_mark(scene: Scene, marks: frozenset[str]) -> bool:
    """Whether a sentence has one of the words by which two things are set against each other, and asks nothing."""
    return not (scene.sentence.words.isdisjoint(marks) or scene.sentence.sentence.asks)


def for_once(said: str) -> bool:
    """Whether words in lower case say that something is so for once or for now: *today*, *this week*, *until May*."""
    return _FOR_ONCE.search(said) is not None


def contrasted(found: list[Candidate], scene: Scene) -> list[Candidate]:
    """The candidates of a sentence, with what was before as mentions of what stopped, and not as what is.

    Args:
        found: the candidates.
        scene: the sentence, with a clause that spans it.
    """
    sentence = scene.sentence
    if not sentence.words.isdisjoint(_NOT) and len(sentence.clauses) > 1:
        found = _with_ellipsis(found, scene)
    if sentence.words.isdisjoint(_MARKS) or sentence.sentence.asks or not any(_fresh(c, scene) for c in found):
        return [*found, *_hailed(scene)] if not sentence.words.isdisjoint(_PARTING_WORDS) else found
    if for_once(sentence.said):
        return found
    before = [p for p in _former(scene) if p.pronoun is None]
    if not before:
        return found
    spans = [p.offsets() for p in before]
    kept = [c for c in found if not (_stated(c) and any(overlap(c.span, s) for s in spans))]
    if not any(_fresh(c, scene) for c in kept):
        return found
    return [*kept, *(_gone(scene, p) for p in before)]


_NOT = frozenset("not n't longer".split())


def _with_ellipsis(found: list[Candidate], scene: Scene) -> list[Candidate]:
    """*Corepoint isn't my gym any more, Ironworks is*: what took the place of what is none any more."""
    for before, clause in pairwise(scene.sentence.clauses):
        was, subject = before.bare(), clause.subject
        denied = before.verb == "be" and before.negated and was is not None and was.owner in {"my", "our"}
        bare = clause.verb == "be" and not clause.complements and not clause.negated and clause.tense == "present"
        if not (denied and bare) or subject is None or subject.pronoun is not None or clause.asked:
            continue
        if not any(c.part is Part.RETIRED and c.known_attribute for c in found):
            continue
        phrase, kind, unit = value_of(subject)
        value, span = value_text(scene, phrase)
        adopted = make(
            scene, scene.turn.speaker, "", value, span, kind, unit, Change.TOLD, TOLD, part=Part.ADOPTED, affirmed=True,
            single=False,
        )  # fmt: skip
        return [*(c for c in found if not (_stated(c) and overlap(c.span, span))), adopted]
    return found


def _stated(candidate: Candidate) -> bool:
    return candidate.act is Act.ASSERT and candidate.part in {Part.STATEMENT, Part.ADOPTED}


def _fresh(candidate: Candidate, scene: Scene) -> bool:
    """What the speaker is told to have, do or be by now."""
    mine = candidate.subject == scene.turn.speaker and candidate.affirmed and _stated(candidate)
    return mine and candidate.change is not Change.NONE and not candidate.replaces


def _gone(scene: Scene, phrase: Phrase) -> Candidate:
    value, span = value_text(scene, phrase)
    return make(
        scene, scene.turn.speaker, BY_CONTRAST, value, span, "mention", None, Change.TOLD, RETIRE, part=Part.PARTED,
        act=Act.END, affirmed=True, single=False,
    )  # fmt: skip


def _former(scene: Scene) -> Iterator[Phrase]:
    """The phrases that a sentence sets against what is now."""
    tokens = scene.sentence.tokens
    for i, token in enumerate(tokens):
        following = tokens[i + 1].lower if i + 1 < len(tokens) else ""
        phrase = None
        if (token.lower, following) in _AGAINST:
            phrase = _behind(scene, i + 2)
        elif token.lower == "not" and i and tokens[i - 1].text in {",", "–", "—", "-", ";"}:
            phrase = _behind(scene, i + 1, closes=True)
        elif token.lower == "no" and following == "more" and (i == 0 or tokens[i - 1].tag in t.PUNCT_OR_CONJ):
            phrase = _behind(scene, i + 2)
        elif token.lower == "no" and following == "longer" and i and tokens[i - 1].tag in t.PUNCT_OR_CONJ:
            phrase = _behind(scene, i + 2, closes=True)
        elif token.lower in _PARTING_WORDS and (i == 0 or tokens[i - 1].lower in {"so", ",", "and", "bye"}):
            phrase = _behind(scene, i + 1) if following != "bye" else None
        elif token.lemma in _TIMES_PAST and any(x.lower == "after" for x in tokens[max(0, i - 4) : i]):
            phrase = _behind(scene, i + 1)
        if phrase is not None:
            yield phrase
    for clause in scene.sentence.clauses:
        yield from _past_of(clause)


def _behind(scene: Scene, i: int, *, closes: bool = False) -> Phrase | None:
    """The phrase behind a mark of what was before, past a preposition or what was done with it.

    Args:
        scene: the sentence.
        i: the token behind the mark.
        closes: whether the phrase has to close the sentence or a part of it.
    """
    tokens = scene.sentence.tokens
    steps = 0
    while i < len(tokens) and steps < 3 and (tokens[i].lower in _LEADING or tokens[i].lower.endswith("ing")):
        i, steps = i + 1, steps + 1
    phrase = read_phrase(tokens, i) if i < len(tokens) else None
    if phrase is None:
        return None
    after = tokens[phrase.end] if phrase.end < len(tokens) else None
    ends = after is None or after.tag in t.PUNCT_OR_CONJ or after.lower in {"any", "anymore", "now"}
    return phrase if ends or not closes else None


def _past_of(clause: Clause) -> Iterator[Phrase]:
    """*I used to use Vim*, *previously I trained at Corepoint*: what a clause of the speaker's tells as over."""
    subject = clause.subject
    mine = subject is not None and (subject.pronoun in w.FIRST_PERSON or subject.owner in {"my", "our"})
    if not mine or clause.mood != "actual" or clause.negated or clause.asked:
        return
    opened = {x.lower for x in clause.tokens[max(0, clause.start - 2) : clause.verb_end]}
    if clause.tense == "habit_past" or (clause.tense == "past" and opened & _PREVIOUSLY):
        for complement in clause.complements:
            phrase, kind, _ = value_of(complement.phrase)
            if kind in kinds.NAMED - {"quote"} or complement.preposition in {None, "at", "with", "on"}:
                yield phrase


_GREETING = frozenset("hello welcome hallo hola".split())


def _hailed(scene: Scene) -> Iterator[Candidate]:
    """*Goodbye Vim, hello Emacs*: two names with nothing else between them."""
    tokens = scene.sentence.tokens
    at = next((i for i, x in enumerate(tokens) if x.lower in _PARTING_WORDS - {"bye"}), 0)
    greeted = next((i for i, x in enumerate(tokens) if i > at and x.lower in _GREETING), None)
    if greeted is None or any(c.subject is not None and c.verb_start < at for c in scene.sentence.clauses):
        return
    gone, new = _behind(scene, at + 1), _behind(scene, greeted + 1)
    if gone is None or new is None or gone.end < greeted - 2 or gone.pronoun is not None or new.pronoun is not None:
        return
    value, span = value_text(scene, new)
    yield make(
        scene, scene.turn.speaker, "", value, span, value_of(new)[1], None, Change.TOLD, TOLD, part=Part.ADOPTED,
        replaces=value_text(scene, gone)[0], affirmed=True, single=False,
    )  # fmt: skip
