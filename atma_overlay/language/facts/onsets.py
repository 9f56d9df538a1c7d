"""What somebody began to do, read as what they do since: *I've started banking with Starling*."""

from __future__ import annotations

from dataclasses import replace

from atma_overlay import re2
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.stretches import gerund
from atma_overlay.language.turn import ReadSentence

_BEGINNING = frozenset({"start", "begin"})
_CHANGING = {
    "switch": frozenset({"to"}), "change": frozenset({"to"}), "move": frozenset({"to"}), "go": frozenset({"to"}),
    "be": frozenset({"to"}), "return": frozenset({"to"}), "revert": frozenset({"to"}), "take": frozenset({"to"}),
    "end": frozenset({"up"}), "convert": frozenset({"to"}), "shift": frozenset({"to"}),
    "graduate": frozenset({"to"}), "progress": frozenset({"to"}), "settle": frozenset({"into"}),
}  # fmt: skip
"""Verbs of changing over, with what stands before what is done since."""
_BACK = frozenset({"go", "be"})
"""Verbs that tell it only with *back* or *over*."""
_FINISHING = frozenset({"finish"})
_SHIFTING = frozenset("move switch migrate transfer convert port change upgrade".split())
"""What is done once it is finished, and changes something."""
_SETTLED = re2.compile(
    r"\b(?:i|we)(?:(?:'ve| have)(?: \w+)?? (?:got(?:ten)?|become|grown) (?:so |quite |pretty |rather )?"
    r"(?:used|accustomed) to"
    r"|(?:'m|'re| am| are)(?: \w+)?? (?:getting|becoming|growing) (?:so |quite |more |rather )?(?:used|accustomed) to"
    r"|(?:'m|'re| am| are)(?: \w+)?? getting the hang of|(?:'ve| have)(?: \w+)?? got(?:ten)? the hang of"
    r"|(?:'ve| have)(?: \w+)?? (?:got(?:ten)?|fallen|slipped|eased|settled) into (?:(?:the|a) )?(?:new )?"
    r"(?:habit|routine|rhythm|swing) of|(?:'ve| have)(?: \w+)?? (?:settled|eased) into)\W*$"
)
"""*I've finally got used to living in York*: it is so by now."""
_WONT = frozenset("use become grow get fall slip ease accustom hang".split())
ONSETS = _BEGINNING | _FINISHING | frozenset(_CHANGING) | _WONT
_ON_THE_SIDE = w.DAY_NAMES | frozenset(
    """weekend weekends evening evenings morning mornings night nights also too extra second another side part-time
    temporarily occasionally sometimes trial bit little some volunteer fun once lesson lessons class
    classes course courses exam school today tonight yesterday until till""".split()
)
"""What is begun on Saturdays or on the side takes no place of what is done else."""


_FOR_A_WHILE = re2.compile(
    r"\b(?:this week|for (?:a|an|one|two|three|some|the|\d+)(?: few| couple of)? "
    r"(?:day|night|week|weekend|month|term|season|year"
    r"|summer|winter|test|change|bit|while|time)s?)\b"
)


def begun(sentence: ReadSentence, at: int) -> Clause | None:
    """A clause in *-ing* behind one that says that it was begun, as what its subject does now; None for any other.

    Args:
        sentence: as read.
        at: the place of the clause among those of the sentence.
    """
    if at == 0:
        return None
    clause, before = sentence.clauses[at], sentence.clauses[at - 1]
    if before.verb not in ONSETS or clause.subject is not None or clause.negated or not gerund(clause):
        return None
    subject = before.subject
    if before.asked or before.intro in _OPEN_ENDED or (subject is not None and subject.pronoun not in w.FIRST_PERSON):
        return None
    if _is_aside(sentence, at) or not (settled(sentence, clause) or _leads_to(before, clause)):
        return None
    if subject is None:  # Just started banking with Starling: whoever opens a sentence so tells of themselves
        opens = at == 1 and before.mood == "actual" and before.done
        return replace(clause, verb_start=before.verb_start, tense="perfect", mood="actual") if opens else None
    return replace(
        clause, subject=subject, tense="present", progressive=True, mood="actual", intro=before.intro,
        adverbs=clause.adverbs | {"now"}, inherited_subject=True,
    )  # fmt: skip


def _is_aside(sentence: ReadSentence, at: int) -> bool:
    """Whether it is begun on the side or for a while, by the words up to the next clause with a subject of its own."""
    start = 0 if at < _FIRST_BEHIND else sentence.clauses[at - 1].start
    behind = next((c for c in sentence.clauses[at + 1 :] if c.subject is not None and c.intro in _GOING_ON), None)
    tokens = sentence.tokens[start : len(sentence.tokens) if behind is None else max(behind.start, start)]
    if not _ON_THE_SIDE.isdisjoint([x.lower for x in tokens]):
        return True
    return _FOR_A_WHILE.search(sentence.said) is not None


_FIRST_BEHIND = 2
_GOING_ON = frozenset({"and", "so"})


def settled(sentence: ReadSentence, clause: Clause) -> bool:
    """Whether the words before an act say that somebody is used to it by now, or getting used to it.

    Args:
        sentence: as read.
        clause: the verb in *-ing*.
    """
    begins = clause.tokens[clause.verb_start].token.start - sentence.sentence.start
    return _SETTLED.search(sentence.said[:begins]) is not None


_OPEN_ENDED = frozenset("if unless when whenever until till before after whether that which while".split())


def _leads_to(before: Clause, clause: Clause) -> bool:
    between = [x for x in clause.tokens[before.verb_end : clause.verb_start] if x.tag != t.ADV or x.lower == "back"]
    said = [x.lower for x in between if x.lower not in {"just", "only", "now"}]
    if before.verb in _WONT - frozenset(_CHANGING):
        return False
    if before.verb in _FINISHING:
        return before.done and not said and clause.verb in _SHIFTING
    if before.verb in _BEGINNING:
        return before.done and not said
    back = bool({"back", "over"} & set(said)) or before.particle in {"back", "over"}
    if not said or said[-1] not in _CHANGING[before.verb] or len(said) > 2:
        return False
    if before.verb in _BACK and not back:
        return False
    if before.verb == "be":
        return before.mood == "actual" and not before.negated and before.tense in {"present", "perfect"}
    return before.done
