"""Conditions that come true in words of their own: *if Per moves out*, and later *Per moved out at the weekend*.

Such a condition is of no slot; it is met by a clause that tells the same act of the same subject as done. What nearly
was, is only planned, believed or told by others is not done, and neither is what comes and goes (*if it rains*).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from atma_overlay.kept import kept_short
from atma_overlay.language.doubts import announced, beliefs, hearsay, irrealis, suppositions
from atma_overlay.language.endings import literal
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.phrases import Phrase
from atma_overlay.language.rules.rule_parts import GATE, parts
from atma_overlay.language.turn import ReadSentence, ReadTurn, read_turn
from atma_overlay.values.terms import stem, terms

_FIRST = frozenset({"i", "we"})
_LASTING = frozenset(
    """become start begin stop quit leave finish end retire close shut open graduate marry divorce expire switch change
    join buy sell hire complete install replace merge resign die sign adopt drop give move launch ship get pass
    win inherit reach turn outgrow transfer promote""".split()
)
"""What is done once and lasts; what else may come and go is waited for only where the opener says *once*."""
_UNREAL = frozenset("could might would should 'd were".split())
_BY_ITSELF = frozenset("graduate marry retire resign divorce".split())
_DAILY = frozenset("wake eat drink come go arrive rain snow feel be sleep run call".split())
_EVERYDAY = frozenset("home work bed lunch dinner breakfast shower train bus".split())
_AGAIN = frozenset(stem(x) for x in "ever finally actually really first own again already one day".split())
_ALIKE = (frozenset({"start", "begin"}), frozenset({"finish", "complete", "end"}), frozenset({"close", "shut"}),
          frozenset({"quit", "leave"}), frozenset({"get", "buy"}))  # fmt: skip


@dataclass(frozen=True, slots=True)
class Awaited:
    """What a condition tells: who, what they do, and the stems of what else is said of it."""

    subject: str
    """*i* for the speaker, a pronoun, or empty where a noun stands."""
    named: frozenset[str]
    verb: str
    particle: str | None
    negated: bool
    objects: bool
    content: frozenset[str]


def awaits(clause: Clause, opener: str) -> bool:
    """Whether a condition tells an act whose telling would be news that lasts.

    Args:
        clause: the condition's.
        opener: the last of the words that open it, in lower case.
    """
    subject = clause.subject
    if subject is None or (subject.pronoun is not None and subject.pronoun not in _FIRST) or clause.asked:
        return False
    if {x.lower for x in clause.tokens[clause.verb_end : clause.end]} & _EVERYDAY:
        return False
    if not _UNREAL.isdisjoint([x.lower for x in clause.tokens[clause.start : clause.verb_end]]):
        return False
    if subject.pronoun in _FIRST and not clause.complements and clause.verb not in _BY_ITSELF:
        return False  # "when I leave", the office or the job
    if clause.verb in {"get", "start"}:
        thing = clause.bare()  # "things get tough": no thing is got
        return thing is not None and bool(thing.owner or thing.determiner or thing.is_name)
    if clause.verb in _LASTING:
        return True
    once = opener not in {"if", "when", "whenever", "unless", "should", "were", "case"}
    mine = subject.pronoun is not None
    return once and (clause.verb not in _DAILY or not mine)


def comes_true(trigger: str, text: str, *, speaker: str, at: datetime) -> bool:
    """Whether an utterance tells that a condition has come true.

    Args:
        trigger: the condition's words.
        text: the utterance.
        speaker: the canonical subject of *I*.
        at: when it was said.
    """
    awaited = _awaited(trigger)
    if awaited is None or not awaited.content <= frozenset(terms(text)) or not awaited.named <= frozenset(terms(text)):
        return False
    turn = read_turn(text, speaker=speaker, at=at)
    return any(_tells(sentence, turn, awaited) for sentence in turn.sentences)


@kept_short(512)
def _awaited(trigger: str) -> Awaited | None:
    turn = read_turn(trigger, speaker="user", at=_ANY_TIME)
    clauses = [c for s in turn.sentences for c in s.clauses if c.mood != "infinitive"]
    if len(turn.sentences) != 1 or len(clauses) != 1 or clauses[0].subject is None:
        return None
    return _read(clauses[0])


_ANY_TIME = datetime.fromisoformat("2000-01-01T00:00:00+00:00")


def _read(clause: Clause) -> Awaited:
    subject = clause.subject
    pronoun = subject.pronoun or "" if subject is not None else "i"
    objects = any(c.preposition is None and c.phrase.head_lemma not in w.TIME_NOUNS for c in clause.complements)
    return Awaited(
        "i" if pronoun in _FIRST else pronoun,
        _stems(subject) if subject is not None and not pronoun else frozenset(),
        clause.verb, clause.particle, clause.negated, objects, _content(clause),
    )  # fmt: skip


def _stems(phrase: Phrase) -> frozenset[str]:
    return frozenset(terms(" ".join(x.text for x in phrase.tokens[phrase.core : phrase.end])))


def _content(clause: Clause) -> frozenset[str]:
    tokens = clause.tokens[clause.verb_end : max(clause.end, clause.verb_end)]
    said = frozenset(terms(" ".join(x.text for x in tokens if x.tag not in t.PUNCT_OR_ADV)))
    return said - _AGAIN


def _tells(sentence: ReadSentence, turn: ReadTurn, awaited: Awaited) -> bool:
    """Whether a sentence tells what is awaited as done."""
    if sentence.framed or sentence.sentence.asks or suppositions.of_others(sentence):
        return False
    if sentence.shows(GATE, sentence.lowered) and parts(sentence) is not None:
        return False
    met = [c for c in sentence.clauses if _is_done(c) and _one_act(_read(c), c, awaited)]
    if not met:
        return False
    doubtful = [
        *irrealis.unreal(sentence), *literal.not_parted(sentence), *beliefs.believed(sentence),
        *hearsay.hearsay(sentence), *beliefs.unsure(sentence), *suppositions.supposed(sentence),
        *announced.announced(sentence, turn.at, turn.times_of(sentence)),
    ]  # fmt: skip
    return any(not any(a <= c.offsets[0] < b for a, b in doubtful) for c in met)


def _is_done(clause: Clause) -> bool:
    if clause.asked or clause.mood != "actual" or clause.intro in {"if", "unless", "whether", "when", "because"}:
        return False
    third = clause.subject is not None and clause.subject.pronoun not in _FIRST | {"you"}
    lasting = clause.tense == "present" and third and not clause.progressive
    return clause.tense in {"past", "perfect"} or lasting


def _one_act(told: Awaited, clause: Clause, awaited: Awaited) -> bool:
    if told.negated != awaited.negated or (awaited.particle is not None and told.particle != awaited.particle):
        return False
    if told.verb != awaited.verb and not any({told.verb, awaited.verb} <= alike for alike in _ALIKE):
        return False
    if told.objects and not awaited.objects:
        return False
    said = told.content | ({stem(told.particle)} if told.particle else frozenset())
    return awaited.content <= said and _one_subject(told, clause, awaited)


def _one_subject(told: Awaited, clause: Clause, awaited: Awaited) -> bool:
    owner = clause.subject.owner if clause.subject is not None else None
    if awaited.subject == "i":
        return told.subject == "i" and not told.named
    if awaited.subject:
        return told.subject == awaited.subject
    return bool(awaited.named) and awaited.named <= told.named and owner in {None, "my", "our"}
