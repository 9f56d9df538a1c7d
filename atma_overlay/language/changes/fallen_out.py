"""Names of what fell out or falls short, in passing: *karin moved to Spain, …*, *St Paul's is too small*.

They count only beside a new value of the same slot, which `partings.farewells` does not ask of what it finds; it reads
names by their capitals, and these may be written small.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator

from atma_overlay.language.candidates import BY_FALLING_OUT, RETIRE, Candidate, Part
from atma_overlay.language.doubts.happened import in_doubt
from atma_overlay.language.endings.occasions import for_once, shut_now
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.phrases import Phrase
from atma_overlay.language.making import make
from atma_overlay.language.scene import Scene, value_text
from atma_overlay.language.turn import addressed
from atma_overlay.records import Act, Change

_OUT = frozenset({"pull", "drop", "back", "bow", "bail", "step", "stand", "fall"})
"""Verbs that tell an end with a particle only: *pulled out*, *stepped down*, *fell through*."""
_PARTICLES = frozenset({"out", "down", "through"})
_LIKE_THEIR_PAST = frozenset({"shut", "quit", "split", "burst", "put"})
"""Verbs whose past is as they are. Of somebody else these would end in an *s* if they were told of the present."""
_OF_ITSELF = frozenset({"leave", "quit", "shut", "close"})
"""Verbs that may have an object, and still tell of an end: *quit the group*, *shut its doors*."""
_SEEMING = frozenset({"be", "get", "become", "grow"})
_RAISING = frozenset({"hike", "raise", "increase", "up", "put", "jack", "double", "triple"})
_PRICES = frozenset({"price", "fee", "rate", "charge", "rent"})
_NOT_TOLD = frozenset({"if", "unless", "when", "whenever", "while", "until", "whether", "once", "before"})


def fallen_out(scene: Scene) -> Iterator[Candidate]:
    """Mentions of what fell out or falls short, of each clause that tells so of a name.

    Args:
        scene: the sentence, with a clause that spans it.
    """
    told = [c for c in scene.sentence.clauses if _may_fall_out(c)]
    if not told or not any(_tells_what_is(c) for c in _around(scene)):
        return  # nothing beside it that could have taken its place
    for clause in told:
        away = _is_away(clause)
        if not (away or _falls_short(clause) or _fell_out(clause, scene)) or in_doubt(clause, scene):
            continue
        if clause.subject is None:
            continue
        value, span = value_text(scene, clause.subject)
        over = make(
            scene, scene.turn.speaker, BY_FALLING_OUT, value, span, "mention", None, Change.TOLD, RETIRE,
            part=Part.PARTED, act=Act.END, affirmed=True, single=False,
        )  # fmt: skip
        yield over.doubted() if away else over


def _may_fall_out(clause: Clause) -> bool:
    subject = clause.subject
    if subject is None or not _may_be_named(subject) or clause.asked or clause.mood != "actual":
        return False
    return clause.intro not in _NOT_TOLD and not clause.inherited_subject and not addressed(subject)


def _around(scene: Scene) -> Iterator[Clause]:
    """The clauses of a sentence, and of the one before it and behind it."""
    sentences = scene.turn.sentences
    at = bisect_left(sentences, scene.sentence.sentence.start, key=lambda s: s.sentence.start)
    for sentence in sentences[max(0, at - 1) : at + 2]:
        yield from sentence.clauses


def _tells_what_is(clause: Clause) -> bool:
    """*My physio is Dev*, *we meet at Byte Bar*: what may have taken the place of something."""
    subject = clause.subject
    if clause.tense != "present" or clause.mood != "actual" or clause.negated or clause.asked or subject is None:
        return False
    ours = subject.pronoun in {"i", "we"} or subject.owner in {"my", "our"}
    return ours or clause.verb == "be" or subject.determiner == "the"


def _may_be_named(subject: Phrase) -> bool:
    return subject.pronoun is None and subject.owner is None and subject.determiner in {None, "the"}


def _is_away(clause: Clause) -> bool:
    """*Prof. Lind is on leave*: who may be back."""
    away = any(c.preposition == "on" and c.phrase.head_lemma in _LEAVE for c in clause.complements)
    return away and clause.verb == "be" and clause.tense == "present" and not clause.negated


_LEAVE = frozenset({"leave", "sabbatical"})


def _falls_short(clause: Clause) -> bool:
    """*St Paul's is too small*, *Union put their prices up*: what speaks against something."""
    thing = clause.bare()
    if clause.negated or thing is None:
        return False
    if clause.verb in _SEEMING:
        of_us = all(c.preposition == "for" and c.phrase.pronoun in {"me", "us"} for c in clause.complements[1:])
        return "too" in clause.adverbs and thing.determiner is None and thing.owner is None and of_us
    raised = clause.verb in _RAISING and _is_past(clause)
    return raised and thing.head_lemma in _PRICES and thing.owner in {None, "its", "their", "his", "her"}


def _fell_out(clause: Clause, scene: Scene) -> bool:
    """*Dr. Yusuf had to pull out*, *karin moved to Spain*, *cafe luna shut down*."""
    if (
        clause.negated
        or for_once(clause, scene.times)
        or shut_now(clause, scene.sentence.clauses)
        or any(s.grain == "day" for s in scene.times)
    ):
        return False
    thing, verb = clause.bare(), clause.verb
    told = _is_past(clause)
    if thing is not None and (verb not in _OF_ITSELF or thing.determiner in {"a", "an", "some"}):
        return False
    if verb in _OUT:
        behind = [x.lower for x in clause.tokens[clause.verb_end : clause.verb_end + 2]]
        particle = clause.particle in _PARTICLES or not _PARTICLES.isdisjoint(behind[:1])
        return told and particle and "of" not in behind  # pulled out of the drive
    return verb in scene.lexicon.parting_verbs and told and not _moved_on(clause)


def _is_past(clause: Clause) -> bool:
    said = clause.tokens[clause.verb_end - 1].lower
    return clause.tense in {"past", "perfect"} or (said == clause.verb and said in _LIKE_THEIR_PAST)


_GOING = frozenset({"go", "move", "turn", "run", "give", "pass", "write"})
"""Verbs that tell an end only with where or how: *moved to Spain*, *went bust*."""
_AWAY = frozenset({"away", "abroad", "overseas", "bust", "under"})


def _moved_on(clause: Clause) -> bool:
    """Whether somebody only went or moved: *karin moved up*, *dev went to the gym*."""
    if clause.verb not in _GOING:
        return False
    said = {x.lower for x in clause.tokens[clause.verb_end : max(clause.end, clause.verb_end) + 1]}
    town = any(c.preposition == "to" and c.phrase.determiner is None and c.phrase.owner is None
               for c in clause.complements)  # fmt: skip
    return not (not said.isdisjoint(_AWAY) or (clause.verb == "move" and town))
