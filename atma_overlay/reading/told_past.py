"""What a query tells as past by its own words: *I left Acme*, *my rent rose from £900 to £950*, *Priya was my manager*.

Who says so takes nothing of the present for granted: neither is a value blocked of which the words themselves say that
it is over, nor are they held to support one. A word for the past stands for the sentence that it is in, but for what
the asker says there of the present in a clause of its own (*since I live in Leeds, does my old card still work?*).
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from atma_overlay.language.candidates import Candidate
from atma_overlay.language.extract import default_extractor
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.queries.question import asking_part, tense
from atma_overlay.language.turn import ReadSentence, ReadTurn
from atma_overlay.reading.cues import is_of_once, tells_of_the_past
from atma_overlay.reading.named_place import Place
from atma_overlay.reading.slots_thing import is_the_slots
from atma_overlay.reading.whose import GROUNDS, OURS, explained
from atma_overlay.records import Act, Change, Held, Statement
from atma_overlay.values.normal import normalise
from atma_overlay.values.sameness import same_value

_STATES = frozenset("be live work reside study stay spend grow bank belong rent have own".split())
"""What somebody is or has for some time: told in the past, it is over."""
_STAYING = frozenset("live work reside study stay bank".split())
_HAVING = frozenset({"have", "own", "rent"})
_CLOSING = frozenset("close cancel terminate end".split())
_SPELLS = frozenset("days years era stint phase chapter".split())
_THINKING = frozenset("consider think dream imagine contemplate plan regret".split())
_FEELING = frozenset("love like hate enjoy dislike prefer".split())
_REMOVING = frozenset("remove delete replace change drop forget correct".split())
_DONE = frozenset({"done", "finished", "through"})
_UNTRUE = frozenset("wrong mistaken lied untrue incorrect".split())
_LONGING = frozenset({"miss", "wish"})
_AFTER = frozenset({"after", "of"})
_AWAY = frozenset({"from", "off"})
_BEING_THERE = frozenset({"in", "at", "for", "with", "on", "to"})
_HANDLING = frozenset("drop park leave return hand send give break pack wave move".split())
"""What one also does to a thing that one keeps: *I dropped my phone*; *we dropped Jenkins* parts with it."""
_TIES = frozenset("job role post position membership account subscription contract house flat apartment".split())
"""*I quit my job at Acme*: what ends with the tie that is given up."""
_REPORTING = frozenset("say tell think believe assume note write mention understand hear know read".split())
"""*You said my rent was £900*: the past of who said it."""
_DO = frozenset({"do", "does", "did", "n't"})
_BY_NOW = frozenset({"since", "after"})
_NO_MORE = frozenset({"stop", "quit", "cease"})
_WAS = frozenset({"past", "perfect"})
_NOT_SO = frozenset({"unreal", "infinitive"})
"""*I might move to Leeds*; who says *since I'm moving to Leeds* takes the plan for granted, which may be off."""
_GOING = frozenset("move relocate switch migrate return change".split())
_CHANGES = frozenset("move switch change migration transition relocation".split())


def is_present_there(place: Place, statement: Statement) -> bool:
    """Whether the asker says in so many words that a value holds: *I live in Leeds*, *since our CI is Jenkins*."""
    clause, sentence, at = place.clause, place.sentence, place.at
    if clause is not None and (clause.intro in GROUNDS or _is_of_the_present(place)):
        return True
    return explained(sentence, at, statement) is True or _is_called_so(sentence, at, statement)


def _is_called_so(sentence: ReadSentence, at: int, statement: Statement) -> bool:
    """*My manager Priya*: whether a value stands behind the asker's own word for what it is."""
    mine = max((i for i in range(at) if sentence.tokens[i].lower in OURS), default=at)
    phrase = sentence.phrase_at(mine)
    within = phrase is not None and phrase.start <= at < phrase.end
    return within and any(is_the_slots(x.lemma, statement) for x in sentence.tokens[mine + 1 : at])


def is_past_there(turn: ReadTurn, place: Place, held: Held) -> bool:
    """Whether a record's value is told as past where words name it."""
    clause, said = place.clause, place.sentence.text
    if clause is not None and _is_of_the_present(place):
        start, end = clause.offsets
        said = turn.text[start:end]
    if tells_of_the_past(said) or _is_asked_of_then(place) or _is_left_behind(place) or _is_missed(place):
        return True
    if _is_thought_of(place) or _is_taken_back(place):
        return True
    return _is_left(place, held.statement) or _was_so(turn, place, held)


def _is_of_the_present(place: Place) -> bool:
    """*I live in Leeds*: what the asker says of now, whatever stands beside it."""
    clause = place.clause
    if clause is None or clause.subject is None or clause.asked or clause.negated:
        return False
    mine = clause.subject.pronoun in {"i", "we"} or clause.subject.owner in OURS
    return mine and clause.mood == "actual" and clause.tense == "present" and _opening(place) not in _DO


def _is_asked_of_then(place: Place) -> bool:
    """*What was my bank in Leeds?*, *did I park at Acme?*: where something was that is asked for."""
    sentence, at = place.sentence, place.at
    there = at > 0 and (sentence.tokens[at - 1].lower in _BEING_THERE or _doing(place) > 0 or _is_done_by_asker(place))
    if not (there or "ever" in sentence.words) or not sentence.sentence.asks or _is_of_the_present(place):
        return False
    return tense(asking_part(sentence.text)) == "past"


def _is_done_by_asker(place: Place) -> bool:
    """*When did I last drive a Volvo?*, not *did I wash my Volvo?*."""
    clause, said = place.clause, place.complement
    if clause is None or clause.subject is None or said is None:
        return False
    return clause.asked and clause.subject.pronoun in {"i", "we"} and said.phrase.owner not in OURS


def _opening(place: Place) -> str:
    """The word before the clause, which is where a question has its *do*."""
    clause = place.clause
    return place.sentence.tokens[clause.start - 1].lower if clause is not None and clause.start else ""


def _is_left_behind(place: Place) -> bool:
    """*Since leaving Acme*, *I stopped being vegetarian*, *my move from Leeds*, *I might move to Leeds*."""
    tokens, at = place.sentence.tokens, place.at
    while at and tokens[at - 1].tag in t.POSS_OR_DET:
        at -= 1
    leading = tokens[at - 1].lower if at >= 2 else ""
    if (leading in _AWAY and tokens[at - 2].lemma in _CHANGES) or (leading == "with" and tokens[at - 2].lower in _DONE):
        return True
    if leading == "to" and (place.clause is None or place.clause.verb in _GOING):
        back = place.clause is None and tokens[at - 2].lower == "back"
        return back or (place.clause is not None and place.clause.mood in _NOT_SO)
    at -= at >= 2 and tokens[at - 1].tag == t.PREP
    doing = at - 1 if at >= 2 and tokens[at - 1].lower.endswith("ing") else _doing(place)
    if doing > 0 and "would" in place.sentence.words and place.sentence.sentence.asks and tokens[doing - 1].text != ",":
        return True  # would I be happier living in Leeds?
    return doing > 0 and _is_given_up(place.sentence, doing)


def _doing(place: Place) -> int:
    """Where the clause without a subject has what is done: *having the surname Miller*; 0 where it has none."""
    clause = place.clause
    if clause is None or clause.subject is not None:
        return 0
    ends = (clause.verb_end - 1, clause.verb_end - 2)
    return next((i for i in ends if i > 0 and clause.tokens[i].lower.endswith("ing")), 0)


def _is_given_up(sentence: ReadSentence, at: int) -> bool:
    """Whether what somebody does, at a token in -ing, is told to be done no more."""
    doing, before = sentence.tokens[at], sentence.tokens[at - 1]
    if before.lemma in _NO_MORE:
        return any(c.verb == before.lemma and c.tense in _WAS for c in sentence.clauses)
    governing = next((c for c in reversed(sentence.clauses) if c.verb_end in {at, at - 1}), None)
    if governing is not None and _is_no_longer_done(governing, before.lower):
        return True
    if "after" in sentence.words and before.lower in _AFTER and is_of_once(sentence.text):
        return True  # after living in Leeds for years, after years of living in Leeds
    happened = before.lower == "since" or any(c.tense in _WAS for c in sentence.clauses)
    return before.lower in _BY_NOW and happened and _parts(doing.lemma)


def _is_no_longer_done(governing: Clause, before: str) -> bool:
    """*I gave up living in Leeds*, *I hated working at Acme*, *I'm thinking of living in Leeds again*."""
    if governing.verb in _THINKING or (governing.verb == "give" and before == "up" and governing.tense in _WAS):
        return True
    return governing.verb in _FEELING and governing.tense == "past"


def _is_missed(place: Place) -> bool:
    """*I miss living in Leeds*, *I wish I drove a Golf*."""
    if _is_of_the_present(place):
        return False
    before = (c for c in place.sentence.clauses if c.start <= place.at)
    return any(c.verb in _LONGING and c.tense == "present" and not c.negated for c in before)


def _is_taken_back(place: Place) -> bool:
    """*I was wrong when I said that I live in Leeds*."""
    clause, sentence = place.clause, place.sentence
    if clause is None or clause.intro in GROUNDS - {"that"}:
        return False
    that = clause.intro == "that" or (clause.start > 0 and sentence.tokens[clause.start - 1].lower == "that")
    if that and any(c.verb in _REMOVING and c.mood == "imperative" and not c.negated for c in sentence.clauses):
        return True  # forget that I live in Leeds
    if sentence.words.isdisjoint(_UNTRUE):
        return False
    before = [x.lower for x in sentence.tokens[: clause.start]]
    said = max((i for i, x in enumerate(before) if x in _UNTRUE), default=len(before))
    return said < len(before) and not {",", "but"}.intersection(before[said:])


def _is_thought_of(place: Place) -> bool:
    """*I might live in Leeds again*, *should I work at Acme?*, *I want to drive a Golf again*: not so, or not yet."""
    clause, said = place.clause, place.complement
    if clause is None or (said is not None and said.phrase.owner in OURS):
        return False
    words = place.sentence.words
    never = clause.negated and clause.tense == "perfect" and said is not None and place.at > clause.verb_start
    if (never and not _parts(clause.verb)) or (clause.mood == "future" and "again" in words):
        return True  # I've never banked with HSBC; who hasn't left Acme yet is there
    modal = clause.start > 0 and clause.tokens[clause.start - 1].tag == t.MODAL
    if not modal and clause.mood not in _NOT_SO:
        return False
    return "again" in words or clause.verb in _STAYING


def _is_left(place: Place, statement: Statement) -> bool:
    """*I moved from Leeds*, *I got rid of my Golf*, *I closed my HSBC account*: what somebody went from, or gave up."""
    if _is_a_spell(place):
        return True
    clause, said = place.clause, place.complement
    if clause is None or said is None or (not clause.done and clause.mood != "imperative"):
        return False
    if clause.mood == "imperative":  # remove Leeds from my profile
        return said.preposition is None and said.phrase.owner is None and clause.verb in _REMOVING
    if said.preposition is None and clause.verb in _CLOSING and said.phrase.head_lemma in _TIES:
        return True
    if said.phrase.tokens[said.phrase.start].lower == "rid":
        return True
    return said.preposition in _AWAY and _parts(clause.verb) and is_what_goes(place, statement)


def _is_a_spell(place: Place) -> bool:
    """*My Acme days*, *our MySQL years*."""
    tokens, at = place.sentence.tokens, place.at
    owned = at > 0 and tokens[at - 1].lower in OURS
    return owned and at + 1 < len(tokens) and tokens[at + 1].lower in _SPELLS


def is_what_goes(place: Place, statement: Statement) -> bool:
    """Whether it is the value that is left or given up, not another thing there: *I left my keys in Leeds*."""
    clause, said = place.clause, place.complement
    if clause is None or said is None:
        return True
    thing = clause.bare()
    if said.preposition is None or thing is None:
        return clause.verb not in _HANDLING or said.phrase.owner not in OURS
    return (thing.head_lemma in _TIES and thing.owner in OURS) or is_the_slots(thing.label, statement)


def _parts(verb: str) -> bool:
    lexicon = default_extractor().lexicon
    return verb in lexicon.leaving_verbs or verb in lexicon.parting_verbs


def _was_so(turn: ReadTurn, place: Place, held: Held) -> bool:
    """*I worked at Acme*, *my rent was £900*, *I trained at FitWorks for years*, *I've lived in Leeds before*."""
    clause, sentence, said = place.clause, place.sentence, place.complement
    if clause is None or clause.tense not in _WAS:
        return False
    before = [c for c in sentence.clauses if c.verb_end <= clause.start]
    reported = bool(before) and before[-1].verb in _REPORTING
    if reported or clause.mood != "actual" or clause.negated or _is_of_late(turn, sentence, held.standing.valid_to):
        return False
    if clause.tense == "perfect" or clause.verb not in _STATES:
        return (said is None or said.phrase.owner not in OURS) and _is_over(turn, place, held)
    if said is None:
        named = [c.phrase for c in clause.complements if c.phrase.owner in OURS]
        return clause.verb == "be" and any(is_the_slots(x.label, held.statement) for x in named)
    return said.preposition is None or (said.preposition in _BEING_THERE and clause.verb not in _HAVING)


def _is_over(turn: ReadTurn, place: Place, held: Held) -> bool:
    """Whether what is done there was so once, or was said of what still was as the present."""
    clause, sentence = place.clause, place.sentence
    if clause is None:
        return False
    so_far = clause.tense == "perfect" and clause.subject is not None
    if is_of_once(sentence.text, perfect=so_far):
        return True  # I've lived in Leeds before, having lived in Leeds for years
    if clause.tense == "perfect":
        return False
    told = held.statement.evidence.lower().split()
    if any(f"{clause.verb}{ending}" in told for ending in ("", "s", "es")):
        return True  # I drove a Volvo, where it was: I drive a Volvo
    ended = held.standing.valid_to
    return ended is not None and any(x.end is not None and x.end <= ended for x in turn.times_of(sentence))


def _is_of_late(turn: ReadTurn, sentence: ReadSentence, ended: datetime | None) -> bool:
    """*I was at Acme this morning*: what is told of a time at which it no longer was, says of now that it is."""
    named = [] if ended is None else turn.times_of(sentence)
    return any(x.kind not in {"for", "until"} and ended is not None and x.start >= ended for x in named)


def is_told_to_be_over(stated: Sequence[Candidate], left: Sequence[Place], held: Held, *, at: datetime) -> bool:
    """What would be heard as its end were it told: *we moved off Jenkins*, *up from £900 to £950*."""
    statement, ended = held.statement, held.standing.valid_to
    done = not all(_is_under_way(place) for place in left)
    for said in stated:
        if said.replaces is not None and said.change is Change.TOLD and _one(normalise(said.replaces), statement):
            return True
        if not _one(said.norm, statement):
            continue
        if said.act is Act.END and said.valid_from <= at and done:
            return True
        if said.valid_to is not None and said.valid_to <= at and (ended is None or said.valid_from < ended):
            return True
    return False


def _is_under_way(place: Place) -> bool:
    """*I'm leaving Acme*: who does so is still there; *given my home in Leeds* tells of nothing given."""
    told = place.clause
    if told is None:
        return False
    return (told.tense == "present" and told.verb != "be") or told.tokens[told.verb_start].lower in GROUNDS


def _one(norm: str, statement: Statement) -> bool:
    return same_value(norm, statement.norm)
