"""What was said wrong: the old value was never true."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from atma_overlay import re2
from atma_overlay.language.candidates import DOUBTED, TOLD, Candidate, Part
from atma_overlay.language.doubts import hearsay
from atma_overlay.language.grammar import kinds
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.phrases import Phrase, read_phrase
from atma_overlay.language.grammar.signs import Sign
from atma_overlay.language.grammar.spoken_words import says_anew
from atma_overlay.language.grammar.stretches import Cover
from atma_overlay.language.grammar.tokens import Span
from atma_overlay.language.grammar.value_phrases import attribute_label, value_of
from atma_overlay.language.making import make
from atma_overlay.language.scene import OPEN, Scene, value_text
from atma_overlay.language.turn import ReadSentence, ReadTurn
from atma_overlay.records import Act, Cardinality, Change
from atma_overlay.values.normal import normalise

_CORRECTING = Sign(
    *(
        rf"\b{words}\b"
        for words in (
            "i meant", "corrections?", "i misspoke", "i was wrong", "(?:was|is|it's|that's|sorry,?) my mistake",
            "by mistake", "typos?", "i misread", "silly me", "fat fingers", "got that wrong", "told you wrong",
            "scratch that", "no, wait", "wait, no", "to be accurate", "oops", "that's not right", "that was wrong",
            "that's wrong", "mixed up", "mixed her up", "mixed him up", "and always was",
        )
    ),
    r"(?:^|[.!?;,:] )my mistake\b",
)  # fmt: skip
_MENDING = (
    "i meant", "i mean ", "correction", "i misspoke", "i was wrong", "my mistake", "typo", "actually it's",
    "actually, it's", "not what i said", "got that wrong", "i said", "i wrote", "scratch that",
)  # fmt: skip


def corrects(text: str) -> bool:
    """Whether a text says that something said before was wrong."""
    return _CORRECTING.found_in(text.lower())


_REJECTED = re2.compile(
    r"\b(?:(?:that|this|it)(?:['’]s| is| was)|which (?:is|was)) "
    r"(?:just |simply |plain |all |totally |completely |also )?"
    r"(?:n[o']t (?:right|true|correct)|wrong|incorrect|false|a (?:typo|mistake|lie))\b"
    r"|\b(?:that|this|it|which) (?:is|was)n['’]t (?:right|true|correct)\b"
)
"""What points back at what was wrong: *that's wrong*."""
_CREDITING = frozenset("call name list put write say tell address show state register record claim enter".split())


def mended(found: Iterable[Candidate], turn: ReadTurn) -> list[Candidate]:
    """The candidates of a turn that says that something was wrong: what the speaker states in it is the correction.

    What somebody else says is none, and is left out where the turn rejects it: *your mail says I work at Acme. That's
    wrong*. What is itself in doubt puts nothing right: the *typos* may be those of a text that is handed over.

    Args:
        found: the candidates.
        turn: the utterance that they are of.
    """
    rejected = max((m.start() for m in _REJECTED.finditer(turn.lowered)), default=0)
    others = Cover([span for s in turn.sentences for span in hearsay.hearsay(s)])
    credited = Cover([span for s in turn.sentences for span in _credited(s)]) if rejected else Cover([])
    out = []
    for c in found:
        stated = c.part is Part.STATEMENT and c.act is Act.ASSERT
        if stated and c.span[1] <= rejected and (others.holds(c.span) or credited.holds(c.span)):
            continue
        sure = (c.confidence >= OPEN or (c.known_attribute and c.confidence > DOUBTED)) and not others.holds(c.span)
        out.append(c.but(act=Act.CORRECT) if stated and sure else c)
    return out


def settled(found: list[Candidate], turn: ReadTurn, *, cue: str) -> list[Candidate]:
    """The candidates of a turn as its own corrections leave them.

    Args:
        found: the candidates.
        turn: the utterance that they are of.
        cue: what is looked at for a sign that something was wrong.
    """
    if found and corrects(cue):
        found = mended(found, turn)
    return put_right(found, turn) if len(found) > 1 and "no" in turn.lowered else found


def put_right(found: list[Candidate], turn: ReadTurn) -> list[Candidate]:
    """The candidates of a turn without what it takes back and says anew: *it's on 5, no wait, it's on 7*.

    Args:
        found: the candidates.
        turn: the utterance that they are of.
    """
    told = [c for c in found if c.part is Part.STATEMENT and c.act is Act.ASSERT and c.affirmed and c.known_attribute]
    last = {(c.subject, c.attribute): c for c in told if c.cardinality is Cardinality.SINGLE and c.valid_to is None}
    return [c for c in found if not _is_said_anew(c, last.get((c.subject, c.attribute)), turn)]


def _is_said_anew(candidate: Candidate, last: Candidate | None, turn: ReadTurn) -> bool:
    if last is None or candidate.part is not Part.STATEMENT or candidate.norm == last.norm:
        return False
    between = turn.text[candidate.span[1] : last.span[0]]
    return 0 < len(between) < _SOON and says_anew(between)


_SOON = 120
"""Characters within which what was said wrong is said anew."""


def _credited(sentence: ReadSentence) -> Iterator[Span]:
    """*You called my manager Tomas*, *I told the bank my gym is …*: what was said, not what is so."""
    for clause in sentence.clauses:
        if clause.verb in _CREDITING and clause.subject is not None and not clause.negated:
            yield clause.tokens[clause.verb_end - 1].token.end, sentence.sentence.end


def corrections(scene: Scene) -> Iterator[Candidate]:
    """*Sorry, I meant Leeds*, *it's York, not Leeds*: the old value was never true."""
    denies, text = "not" in scene.sentence.words, scene.sentence.lowered
    for clause in scene.sentence.clauses:
        if not denies and clause.verb != "mean":
            continue
        pair, thing = _not_but(clause), clause.bare()
        meant = clause.verb == "mean" and clause.subject is not None and clause.subject.pronoun == "i"
        if pair is not None and (clause.verb == "be" or any(c in text for c in _MENDING)):
            new, old = pair
            said = normalise(value_text(scene, old)[0])
            part = value_of(new)[1] == "date" and said.isdigit()
            found = _correction(scene, new, value_of(new), replaces=None if part else said)
            yield found.but(doer=_thing(clause) or found.doer)
        elif meant and clause.tense == "past" and thing is not None:
            read = value_of(thing)
            if read[1] in kinds.ANCHORED:
                yield _correction(scene, read[0], read, replaces=None)


def _thing(clause: Clause) -> str | None:
    """*My hiking boots are Hokas, not Brooks*: what the correction is of, where it is named."""
    subject = clause.subject
    if subject is None or subject.pronoun is not None or subject.is_name or clause.verb != "be":
        return None
    return attribute_label(subject) or None if subject.owner in {"my", "our"} or subject.determiner == "the" else None


def named(found: list[Candidate], sentence: ReadSentence) -> list[Candidate]:
    """*Correction: my manager is Tomas, not Priya*: the statement of the slot is itself the correction, told once.

    A statement that says that it holds by now (*… is Tomas now, not Priya*) tells a change and stays one.
    """
    found = [_of_whom(c, found) for c in found]
    if not found or not (sentence.shows(_CORRECTING, sentence.lowered) or "actually" in sentence.lowered):
        return found
    mended = {c.span: c for c in found if c.part is Part.ADOPTED and c.act is Act.CORRECT and c.replaces}
    stated = [c for c in found if c.span in mended and c.part is Part.STATEMENT and c.known_attribute]
    told = {c.span for c in stated if c.change is Change.NONE}
    return [
        c.but(act=Act.CORRECT, replaces=mended[c.span].replaces) if c.part is Part.STATEMENT and c.span in told else c
        for c in found
        if not (c.span in told and c is mended.get(c.span))
    ]


def _of_whom(candidate: Candidate, found: list[Candidate]) -> Candidate:
    """*My wife's insurance is with Axa, not Aviva*: the correction is of hers, as the statement of the value is."""
    if candidate.part is not Part.ADOPTED or candidate.act is not Act.CORRECT:
        return candidate
    told = {c.subject for c in found if c.part is Part.STATEMENT and c.span == candidate.span}
    theirs = [x for x in told if x.startswith(f"{candidate.subject}'s ")]
    return candidate.but(subject=theirs[0]) if len(told) == len(theirs) == 1 else candidate


def _correction(
    scene: Scene, phrase: Phrase, read: tuple[Phrase, str, str | None], *, replaces: str | None
) -> Candidate:  # fmt: skip
    value, span = value_text(scene, phrase)
    return make(
        scene, scene.turn.speaker, "", value, span, read[1], read[2], Change.TOLD, TOLD,
        part=Part.ADOPTED, act=Act.CORRECT, replaces=replaces, affirmed=True, single=False,
    )  # fmt: skip


def _not_but(clause: Clause) -> tuple[Phrase, Phrase] | None:
    """(new, old) of "X, not Y" and "not Y but X" after the clause's verb."""
    tokens = clause.tokens
    for i in range(clause.verb_end, len(tokens) - 1):
        if tokens[i].lower != "not" or i == 0:
            continue
        old = read_phrase(tokens, i + 1)
        if old is None or old.pronoun is not None:
            continue
        if tokens[i - 1].text == ",":
            new = next((c.phrase for c in reversed(clause.complements) if c.phrase.end <= i), None)
            closes = old.end >= len(tokens) or tokens[old.end].tag == t.PUNCT
            if new is not None and closes and _alike(new, old):
                return new, old
        if old.end < len(tokens) - 1 and tokens[old.end].lower == "but":
            new = read_phrase(tokens, old.end + 1)
            if new is not None and _alike(new, old):
                return new, old
    return None


def _alike(first: Phrase, second: Phrase) -> bool:
    a, b = value_of(first)[1], value_of(second)[1]
    if {a, b} == {"date", "number"}:
        return True
    return a in kinds.ANCHORED and (a == b or {a, b} <= kinds.NAMED or {a, b} <= kinds.COUNTED)
