"""What is told to be once something has changed: *after a move to York my gym is Pulse*, *once I've moved, …*.

However the condition is worded, what hangs on it is no fact of now. Which words tell so is data
(`under_conditions.toml`).
"""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay import re2
from atma_overlay.language.doubts.quoted_rules import conditions_quoted
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.signs import BROAD, Sign
from atma_overlay.language.grammar.stretches import gerund
from atma_overlay.language.grammar.tokens import Span
from atma_overlay.language.rules.rule_parts import Sort, parts
from atma_overlay.language.turn import ReadSentence, ReadTurn
from atma_overlay.word_lists import read_wordings

__all__ = ["EITHER", "perhaps_later", "under_conditions"]

_GROUPS = read_wordings("under_conditions.toml")
_ONE = r"(?:an?|any|another|some|every|each)"
_EVENT = rf"{_ONE} (?:[\w-]+ ){{0,2}}?(?:{_GROUPS['events']})\b"
_OPENS = r"(?:^\W*|[.:;,(\[–—] ?| - |\bthat |\band |\bso |\bbut )"
_ACT = rf"(?:(?:my|our|the) [\w-]+ |[\w-]+ )?(?:{_GROUPS['acts']})\b"
"""*Moving to York*, *my daughter changing schools*; no *I'm moving*."""
_EVENTUAL = (
    rf"\b(?:{_GROUPS['in_the_event']}) (?:(?:an?|the|my|our|us|me|her|him|his|their|them) )?(?:[\w'-]+ ){{0,3}}?"
    rf"(?:{_GROUPS['events']}|{_GROUPS['acts']}|{_GROUPS['happenings']})\b"
    rf"|{_OPENS}(?:(?:right|immediately|directly|shortly) )?(?:{_GROUPS['upon']}) {_EVENT}"
)
"""*In the event of …*, *after a move, …*."""
_BRINGING = (
    rf"{_OPENS}(?:{_EVENT}|{_ACT})[^,.;:!?]{{0,60}}?"
    rf" (?:would |will |does not |doesn't |won't |wouldn't |doesn’t |won’t )?(?:{_GROUPS['brings']})\b"
)
"""*A move to York means …*, *moving to York goes hand in hand with …*."""
_ARROW = rf"{_EVENT}[^.;:!?]{{0,60}}?(?:->|=>|→|⇒| = )"
_LABELLED = (
    rf"^\W*(?:{_GROUPS['condition_labels']}): (?:{_EVENT}|{_ACT}"
    r"|(?:i|we|my [\w' ]{1,24}?|our [\w' ]{1,24}?|\w+)(?:'ve|'s| have| has) \w+)"
)
_OF_WHAT = rf"\b{_GROUPS['about']} (?:of|about|with|to|in) {_ACT}"
_HEARD = (
    r"\b(?:if|when|once|as soon as|the moment|the day|should|until|after) (?:i|we|you)(?:'ve| have)?"
    r" (?:(?:ever|do|one day|next|should) )*(?:hear|read|learn|find out|see|get told|are told|get word|tell you"
    r"|told you|say|report|announce|let you know|inform you)(?: from (?:me|us))?(?: that)?"
    r" (?:i|we|my|our|\w+)(?: [\w']+){0,3}?(?:'ve|'s| have| has)\b"
    r"|\b(?:dream(?:ing)? of|look(?:ing)? forward to|wait(?:ing)? for|long(?:ing)? for) the (?:day|moment|time)\b"
)
"""*If you ever hear from me that I've moved, …*."""
_SHOULD = (
    r"(?:^|[,:;] (?:and |but |so )?|\bthat |^\W*(?:and|but|so|well) )(?:should|were)"
    r" (?:it|i|we|my|our|she|he|they|the|there|\w+)\b"
)
_TOGETHER = rf"\b(?:{_GROUPS['together']})\b[^:]{{0,30}}:"
_AT_HAND = rf"\b(?:{_GROUPS['at_hand']})\b"
_LATER_THAN = rf"\b(?:after|upon|following) {_EVENT}"
_NOW = re2.compile(rf"\b(?:{_GROUPS['by_now']})\b")
_IN_ORDER = r"^\W*first (?:i|we|my|our|\w+) [^.;!?]{3,80}, (?:and )?then\b"
_BRINGS = re2.compile(_BRINGING)
_BEGINNINGS = re2.compile("|".join((_EVENTUAL, _BRINGING, _OF_WHAT, _IN_ORDER, _TOGETHER)))
_ARROWS, _LABELS = re2.compile(_ARROW), re2.compile(_LABELLED)
_LABELLED_EFFECT = rf"^\W*(?:{_GROUPS['effect_labels']}) ?(?::|->|-|–|—|=)"
_EFFECT, _TOLD_LATER = re2.compile(_LABELLED_EFFECT), re2.compile(_HEARD)
_AFTER = re2.compile(_LATER_THAN)
_INVERTED, _READY = re2.compile(_SHOULD), re2.compile(_AT_HAND)
_THEN = rf"^\W*(?:(?:and|so|but|well|easy|simple),? )*(?:{_GROUPS['then']})\b"
_ANSWERS = (
    r"^\W*(?:easy|simple|that's easy|well|sure|of course|in that case|then|quite simply|obviously)?,? ?(?:it|that|this)"
    r"(?:'ll| will|'d| would)? (?:becomes?|turns?|changes?|switch(?:es)?|goes|moves?|be)\b"
)
_FOLLOWS, _PERHAPS = re2.compile(f"{_THEN}|{_ANSWERS}"), re2.compile(rf"(?:\b|')(?:{_GROUPS['perhaps']})\b")
_TO_COME = re2.compile(
    rf"\b(?:{_GROUPS['in_the_event']})\b|^\W*come an? |(?:\b(?:will|would|shall|becomes?|won't|wouldn't)|'ll|'d)\b"
)
"""What leaves no doubt that an event is still to come."""
_BOUND_FOR = re2.compile(r"\b(?:to|at|into) (?:an? |the )?\p{Lu}")
"""An event of which is told where it leads: *a move to York*."""
_CONDITION = re2.compile(
    r"\b(?:once|til|till|until|as soon as|the moment|the minute|from the (?:day|moment)|when|if|in case|unless|after)\b"
)
_CONDITIONAL = Sign(_CONDITION.pattern, family=BROAD)
_WAITING = (
    _EVENTUAL, _BRINGING, _OF_WHAT, _ARROW, _LABELLED, _HEARD, _TOGETHER, _SHOULD, _AT_HAND,
    _THEN, _ANSWERS, _LABELLED_EFFECT, _LATER_THAN, _IN_ORDER,
)  # fmt: skip
_SIGN, EITHER = Sign(*_WAITING, family=BROAD), Sign(*_WAITING, _CONDITION.pattern, '["“]', family=BROAD)
"""`EITHER`: what a sentence shows of which anything may be under a condition; most show nothing of it."""


def under_conditions(sentence: ReadSentence, turn: ReadTurn) -> Iterator[Span]:
    """The stretches of a sentence, as offsets into the text, that tell what is to be once something has changed.

    Args:
        sentence: as read.
        turn: the utterance that it is of.
    """
    yield from conditions_quoted(sentence)
    said, begin, end = sentence.said, sentence.sentence.start, sentence.sentence.end
    if sentence.shows(_CONDITIONAL, said):
        yield from _awaited(sentence)
    if not sentence.shows(_SIGN, said):
        return
    if _NOW.search(said) is None:
        noted = any(x.search(said) is not None for x in (_ARROWS, _LABELS, _TOLD_LATER))
        if noted or _is_inverted(sentence) or _hangs_on_the_one_before(sentence, turn):
            yield begin, end
        elif _is_to_follow(sentence) and (eventual := _eventual_from(sentence)) is not None:
            yield begin + eventual, end
    ready = _READY.search(said)
    if ready is not None:
        yield begin, begin + ready.end()


def perhaps_later(sentence: ReadSentence) -> list[Span]:
    """What may be still to come, as offsets into the text: *my gym is Pulse after a move to York*.

    Args:
        sentence: as read.
    """
    if not sentence.shows(_SIGN, sentence.said) or _NOW.search(sentence.said) is not None:
        return []
    start, end = sentence.sentence.start, sentence.sentence.end
    if _BOUND_FOR.search(sentence.text) is None:
        return []  # "after an upgrade, my plan is Pro" tells what came of it
    if not _is_to_follow(sentence) and (eventual := _eventual_from(sentence)) is not None:
        return [(start + eventual, end)]  # "after a move to York, my gym is Pulse": who has moved says so, too
    if _AFTER.search(sentence.said) is None or any(c.done and _is_somebody(c) for c in sentence.clauses):
        return []
    return [(start, end)]


def _is_to_follow(sentence: ReadSentence) -> bool:
    """Whether what comes with an event is surely to come: *a new job means I live in York* tells of one that is had."""
    said = sentence.said
    bringing = _BOUND_FOR.search(sentence.text) is not None and _BRINGS.search(said) is not None
    return bringing or _TO_COME.search(said) is not None


def _is_inverted(sentence: ReadSentence) -> bool:
    """*Should it happen that I move, …*, *were I to move, …*; *should you need it, …* waits for no change."""
    match = None if sentence.sentence.asks else _INVERTED.search(sentence.said)
    if match is None or not sentence.words.isdisjoint(_IN_NEED):
        return False
    subject = match.group().split()[-1]
    start = match.end() - len(subject)
    if subject not in _SUBJECTS and not sentence.text[start : start + 1].isupper():
        return False  # sorry, should have told you
    comma = sentence.said.find(",", match.end())
    begins, ends = sentence.sentence.start + match.start(), sentence.sentence.start + comma
    inside = (c for c in sentence.clauses if c.tokens[c.verb_end - 1].token.end > begins)
    acts = {c.verb for c in inside if comma < 0 or c.tokens[c.verb_start].token.start < ends}
    return not acts.isdisjoint(_ONSETS | _COMING) or (subject == "there" and "be" in acts)


_IN_NEED = frozenset("emergency emergencies accident fire problem problems issue issues question questions".split())
"""*Should there be an emergency, my contact is Bea*: whom one turns to is so now."""
_SUBJECTS = frozenset("it i we my our she he they the there".split())


def _eventual_from(sentence: ReadSentence) -> int | None:
    """Where a sentence begins to tell what comes with an event: nothing there is told as past, or as so by now."""
    said = sentence.said
    match = _BEGINNINGS.search(said) or (_AFTER.search(said) if sentence.sentence.asks else None)
    if match is None:
        return None
    if any(c.mood == "actual" and c.tense != "present" and _is_somebody(c) for c in sentence.clauses):
        return None
    return max((m.end() for m in _APART.finditer(said, 0, match.start() + 1)), default=0)


_APART = re2.compile(r";|\]|, (?:but|and|so) ")
"""What stands before it holds now: *it's FitWorks for now; after a move, it's Pulse*."""


def _is_somebody(clause: Clause) -> bool:
    """Whether a verb is said of somebody, or of what somebody has: not *decision made: …*."""
    subject = clause.subject
    if subject is None or _is_act(clause):
        return False
    return subject.pronoun is not None or subject.owner is not None or subject.is_name


def _is_act(clause: Clause) -> bool:
    return clause.mood == "infinitive" or gerund(clause)


def _hangs_on_the_one_before(sentence: ReadSentence, turn: ReadTurn) -> bool:
    """*Trigger: a move. Effect: …*, *I may move one day. Then my gym is Pulse*."""
    before = turn.before(sentence)
    if before is None:
        return False
    if _EFFECT.search(sentence.said) is not None and _LABELS.search(before.said) is not None:
        return True
    follows = _FOLLOWS.search(sentence.said) is not None and not any(c.done for c in sentence.clauses)
    return follows and not before.sentence.asks and _PERHAPS.search(before.said) is not None


_BREAKS = frozenset({",", ";", ":", "–", "—", "(", ")", "."})
_TURNS = frozenset(
    "move switch change become relocate migrate retire marry emigrate transfer upgrade convert replace adopt".split()
)
"""Acts that change something once: *when I move to York I switch gyms* tells no state of now."""
_ONSETS = _TURNS | frozenset("get go leave join quit start buy turn take sell graduate finish".split())
"""And those of which habits are told as often: *when I go to work, I take the tram*."""
_COMING = frozenset("happen occur come".split())
_LATER = frozenset({"future", "unreal", "imperative"})


def _awaited(sentence: ReadSentence) -> Iterator[Span]:
    """*Once I've moved, my gym is Pulse*, *FitWorks til I move, then Pulse*: from the piece of the condition on."""
    found = parts(sentence)
    if found is None:
        yield from _in_short(sentence)
        return
    inside = [c for c in sentence.clauses if found.condition[0] <= c.verb_start < found.condition[1]]
    main = [c for c in sentence.clauses if found.main[0] <= c.verb_start < found.main[1]]
    led = any(c.verb in _SAYING for c in main)
    behind = found.marker.start if led else found.marker.end
    if (
        not inside
        or any(c.done and c.verb not in _SAYING for c in main)
        or not _is_to_come(sentence, inside[0], main, found.marker.start)
    ):
        yield from _in_short(sentence, behind=behind)
        return
    tokens = sentence.tokens
    if found.marker.sort is Sort.WHEN:
        first, last = min(found.condition[0], found.main[0]), max(found.condition[1], found.main[1])
        yield tokens[first].token.start, tokens[max(first, last - 1)].token.end
    for start, end in found.others:
        yield tokens[start].token.start, tokens[max(start, end - 1)].token.end
    yield from _in_short(sentence, behind=behind)


def _is_to_come(sentence: ReadSentence, act: Clause, main: list[Clause], marker: int) -> bool:
    """Whether a condition waits for what happens once: an act that changes something, in the perfect or the present."""
    word = sentence.tokens[marker].lower
    if word == "after" and act.subject is not None and act.subject.determiner in {"a", "an", "some"}:
        return False  # "after a medication change": a noun that reads as a verb
    had = {"had", "'d"} & {x.lower for x in sentence.tokens[act.verb_start : act.verb_end]}
    if word in _HABITUAL or had or act.negated or act.progressive or act.tense not in {"perfect", "present"}:
        return False
    if act.verb in _TURNS or not main or word in _FROM_THEN:
        return act.verb in _ONSETS
    turned = any(c.verb in _TURNS or c.mood in _LATER or (c.verb == "be" and act.tense == "perfect") for c in main)
    return act.verb in _ONSETS and turned


_FROM_THEN = frozenset("from the on".split())
"""What opens *from the moment*, *the day*."""
_HABITUAL = frozenset({"whenever", "every", "each"})


def _in_short(sentence: ReadSentence, *, behind: int | None = None) -> Iterator[Span]:
    """*Gym: FitWorks for now, Pulse once I've moved*: where no verb tells what is then, or another is read."""
    tokens = sentence.tokens
    if any(c.done for c in sentence.clauses if c.tense == "past" and c.verb not in _SAYING):
        return
    for i in range(behind or 0, len(tokens)):
        if tokens[i].lower not in (_WORDS if behind is None else _ONLY_ONCE):
            continue
        if i + 1 < len(tokens) and tokens[i + 1].tag == t.PUNCT:
            continue  # "I'll say it once: …"
        act = next((c for c in sentence.clauses if c.verb_start > i), None)
        if act is None or act.subject is None or act.verb_start - i > _NEAR or gerund(act):
            continue
        if _is_to_come(sentence, act, [], i):
            first = next((n + 1 for n in range(i - 1, -1, -1) if tokens[n].text in _BREAKS), 0)
            yield tokens[i if tokens[i].lower in _LASTING else first].token.start, sentence.sentence.end
            return


_SAYING = frozenset("say tell know mention decide agree promise hear read claim write think".split())
_ONLY_ONCE = frozenset({"once"})
_WORDS = frozenset("once til till until when if after".split())
_LASTING = frozenset("til till until".split())
"""What stands before these holds until then."""
_NEAR = 6
"""Tokens between a word of condition and its verb."""
