"""Whose a value is that a query names: *since my sister lives in Leeds* says nothing of where the asker lives.

What is told of somebody else, of another thing or of one part, what stands under *if* or is dictated, and a name that
only does something (*PureGym still charges me*) is no premise about the asker, whatever else the query says.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from atma_overlay.language.extract import default_extractor
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.phrases import Phrase
from atma_overlay.language.grammar.words import DWELLINGS
from atma_overlay.language.turn import ReadSentence, ReadTurn, read_turn, subject_of
from atma_overlay.reading.named_place import clause_at, places_of
from atma_overlay.reading.relatives import PEOPLE, antecedent, is_said_of_asker
from atma_overlay.reading.slots_thing import is_a_further_one, is_another_machine, is_the_slots
from atma_overlay.reading.supposed import SUPPOSED, is_believed, is_cited, is_supposed
from atma_overlay.records import Origin, Statement
from atma_overlay.state.slots.holders import OWN, WHOLES
from atma_overlay.values.own_names import NO_NAMES, OwnNames

OURS = frozenset({"my", "our", "your", "user"})
"""Owners that are the asker: assistants and notes say *the user's*."""
_OTHERS = PEOPLE | frozenset("he she they his her their he's she's they're".split())
HELD = DWELLINGS | frozenset(
    """team job work role post desk office coworker colleague boss manager salary contract membership account card
    subscription plan course table data cluster instance database mortgage commute""".split()
)
"""Things of one's own that say where one is, or with whom: *my flat in Leeds*, *my team at Acme*."""
_AT_WORK = frozenset("colleague coworker boss manager teammate".split())
_STAFF = frozenset("employee worker customer client member subscriber patient resident local owner tenant".split())
_AS = frozenset({"as", "am", "'m", "’m", "being"})
_KEEPING = frozenset("employ pay manage lead host supervise insure".split())
"""What one's own does: *Acme employs me*, *Priya manages me*, *Heroku hosts our app*."""
_ALL = WHOLES | frozenset("everything production prod code data account money machine computer pc".split())
_MEETINGS = frozenset(
    "meet meeting lunch dinner breakfast coffee drink call chat interview appointment demo workshop".split()
)
GROUNDS = frozenset({"since", "because", "as", "given", "considering", "seeing", "that", "being"})
_WHENEVER = datetime(2000, 1, 1, tzinfo=UTC)
"""Nothing here depends on when it is asked."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Words that are held against the ledger.

    Attributes:
        text: the words.
        at: when they are said.
        subjects: whom they are about; all where it is empty.
        askers: what *I* may stand for in them.
        whose: who stands behind them.
        told: whether they are no query, but what a conversation says.
        names: other names of values that the lexicon adds.
    """

    text: str
    at: datetime
    subjects: frozenset[str]
    askers: frozenset[str] = frozenset({"user"})
    whose: Origin = Origin.USER
    told: bool = False
    names: OwnNames = NO_NAMES


def names_others(text: str) -> bool:
    """Whether words name somebody beside who asks: only then is it worth asking whose a value is that still holds."""
    return not _OTHERS.isdisjoint(text.lower().replace("’", "'").replace("'s ", " ").split())


def is_of_another(asked: Asked, statement: Statement) -> bool:
    """Whether words that name a value of the asker's tell it of somebody or something else wherever they do.

    Args:
        asked: the words.
        statement: what was said, of the value that they name or of the clause that they take for granted.
    """
    asker = statement.slot.subject
    if asker not in asked.askers:
        return _is_of_a_further_one(asked, statement)
    turn = read_turn(asked.text, speaker=asker, at=_WHENEVER)
    places = [(s, place) for s in turn.sentences for place in places_of(s, statement)]
    found = [
        _means(turn, s, place, statement) if asked.told or not is_cited(turn, s, place) else False
        for s, place in places
    ]
    if not found:
        granted = [c for s in turn.sentences for c in s.clauses if c.intro in GROUNDS and c.subject is not None]
        found = [_is_the_askers(c.subject, turn, statement) for c in granted if c.subject is not None]
    return False in found and True not in found


def _is_of_a_further_one(asked: Asked, statement: Statement) -> bool:
    """*My friend's daughter goes to Elm School*: whether it is told of somebody's of that relation to somebody else.

    So is what is told of their people (*Lotte's friends in Bonn*), and what is only supposed of them.
    """
    if len(asked.askers) != 1:
        return False
    (asker,) = asked.askers
    turn = read_turn(asked.text, speaker=asker, at=_WHENEVER)
    places = [(s, place) for s in turn.sentences for place in places_of(s, statement)]
    if places and all(
        _is_of_their_people(s, place) or is_supposed(s, place) or (not asked.told and is_cited(turn, s, place))
        for s, place in places
    ):
        return True
    whose, _, relation = statement.slot.subject.rpartition("'s ")
    if not whose:
        return False
    told = {subject_of(c.subject, turn) for s in turn.sentences for c in s.clauses if c.subject is not None}
    alike = (f"'s {relation}", f"{whose}'s {relation.rpartition(' ')[2]}", f" {relation}")  # my boss, my old boss
    further = {x for x in told if x is not None and x.endswith(alike) and x != statement.slot.subject}
    if statement.slot.subject in told:
        return False
    return bool(further) or any(_has_one_too(c, relation) for s, _ in places for c in s.clauses)


def _has_one_too(clause: Clause, relation: str) -> bool:
    """*My friend has a son at Elm School*."""
    thing, who = clause.bare(), clause.subject
    has = clause.verb == "have" and thing is not None and thing.owner is None and thing.head_lemma == relation
    return has and (who is None or (who.pronoun not in {"i", "we"} and who.owner != "your"))


def _is_of_their_people(sentence: ReadSentence, place: int) -> bool:
    tokens = sentence.tokens
    if place < 3 or tokens[place - 1].tag != t.PREP or tokens[place - 2].lemma not in PEOPLE:
        return False
    owner = tokens[place - 3].lower
    return owner.endswith(("'s", "’s")) or owner in {"her", "his", "their"}


def _means(turn: ReadTurn, sentence: ReadSentence, place: int, statement: Statement) -> bool | None:
    """Whether what stands there is meant of the asker; None where nothing tells."""
    tokens = sentence.tokens
    clause = clause_at(sentence, place)
    phrase = None if clause is None else _phrase_around(clause, place)
    if _is_given_up(sentence, place) or _is_together(sentence, clause, place):
        return False
    told = _by_its_phrase(turn, sentence, place, statement)
    if told is not None or clause is None:
        return told
    if clause.intro in SUPPOSED or is_believed(sentence, clause):
        return False
    if any(c.phrase.owner in OURS and is_the_slots(c.phrase.label, statement) for c in clause.complements):
        return True  # a standing order of £900 for my rent
    if clause.subject is None and clause.mood == "unreal":
        return False  # what would £900 get me?
    if phrase is not None and phrase is clause.subject:
        return None if clause.asked and clause.verb != "be" else _is_identified(sentence, clause, statement)
    subject = clause.subject or antecedent(sentence, clause)
    preposition = tokens[place - 1].lower if place else ""
    if preposition == "with" and _meets(clause):
        return False
    return None if subject is None else _is_the_askers(subject, turn, statement, preposition)


def _is_together(sentence: ReadSentence, clause: Clause | None, place: int) -> bool:
    """*Priya and I are going climbing*, but not: *I live in Leeds and I …*."""
    along = [x.lower for x in sentence.tokens[place + 1 : place + 3]]
    return along == ["and", "me"] or (along == ["and", "i"] and (clause is None or place < clause.verb_end))


def _by_its_phrase(turn: ReadTurn, sentence: ReadSentence, place: int, statement: Statement) -> bool | None:
    """What is said of a value right beside it, in its phrase, or by the relative clause that it is in."""
    told, clause = explained(sentence, place, statement), clause_at(sentence, place)
    if told is not None or clause is None:
        return told
    phrase, said_of = _phrase_around(clause, place), is_said_of_asker(sentence, clause)
    another = said_of is False or _is_had_by_another(turn, clause)
    if phrase is not None and (phrase.owner is not None or not another or phrase is clause.subject):
        told = _owned(phrase, place, statement)
    return said_of if told is None else told


def explained(sentence: ReadSentence, place: int, statement: Statement) -> bool | None:
    """*In Audacity, the editor I use*, *Priya, my dentist*, *my flat in Leeds*: what stands beside it says of it."""
    before = _said_before(sentence, place, statement)
    return _said_behind(sentence, place, statement) if before is None else before


def _said_before(sentence: ReadSentence, place: int, statement: Statement) -> bool | None:
    tokens = sentence.tokens
    while place and tokens[place - 1].tag in t.POSS_OR_DET:
        place -= 1
    if place < 2:
        return None
    last, noun = tokens[place - 1], tokens[place - 2]
    if last.tag == t.PREP and noun.lower in {"me", "us"}:
        return True  # near me in Leeds
    led = any(x.lower in OURS for x in tokens[max(0, place - 5) : place - 2])
    if last.tag == t.PREP and led:
        facet = default_extractor().lexicon.facet_of(noun.lemma, last.lower)
        held = noun.lemma in HELD or (facet is not None and facet.id == statement.slot.attribute)
        return True if held and noun.tag == t.NOUN else None
    return True if last.text == "," and led and is_the_slots(noun.lemma, statement) else None


def _said_behind(sentence: ReadSentence, place: int, statement: Statement) -> bool | None:
    tokens, end = sentence.tokens, place
    while end < len(tokens) and tokens[end].tag in t.NAME_NUM_QUOTE:
        end += 1
    if end + 1 < len(tokens) and tokens[end].lower == "where":
        end -= 1  # in Essen where I live
    elif end + 1 >= len(tokens) or tokens[end].text != ",":
        return None
    behind = sentence.phrase_at(end + 1)
    starts = {end + 1, end + 2} if behind is None else {behind.end}
    if any(
        c.start in starts and c.subject is not None and c.subject.pronoun in {"i", "we"}
        for c in sentence.clauses
        if behind is not None or c.intro == "where"
    ):
        return True
    if behind is None or behind.owner not in OURS:
        return None
    return not _is_a_person(behind) or is_the_slots(behind.label, statement)


def _is_a_person(phrase: Phrase) -> bool:
    lexicon = default_extractor().lexicon
    named = lexicon.by_noun(phrase.label)
    told = named is not None and "person" in named.values
    return told or phrase.head_lemma in PEOPLE or lexicon.is_role(phrase)


def _meets(clause: Clause) -> bool:
    """*I have a meeting with Acme*, *I'm having lunch with Priya*: whom one sees need be nobody of one's own."""
    thing = clause.bare()
    return thing is not None and thing.owner is None and thing.head_lemma in _MEETINGS


def _is_given_up(sentence: ReadSentence, place: int) -> bool:
    """*The Golf I sold*: what is named by its going."""
    lexicon = default_extractor().lexicon
    gone = lexicon.parting_verbs | lexicon.leaving_verbs
    return any(
        c.start == place + 1 and c.subject is not None and c.subject.pronoun in {"i", "we"} and c.verb in gone
        for c in sentence.clauses
    )


def _phrase_around(clause: Clause, place: int) -> Phrase | None:
    phrases = [*([clause.subject] if clause.subject is not None else []), *(c.phrase for c in clause.complements)]
    return next((p for p in phrases if p.start <= place < p.end), None)


def _is_had_by_another(turn: ReadTurn, clause: Clause) -> bool:
    """*Tom has the number 555-0134*: whether a clause tells of somebody else who is known or named."""
    return clause.subject is not None and subject_of(clause.subject, turn) not in {None, turn.speaker}


def _owned(phrase: Phrase, place: int, statement: Statement) -> bool | None:
    """*My Golf*, *my dad's Golf*, *my colleague Ana*: what the phrase itself says; None where it says nothing."""
    head, ours = phrase.tokens[phrase.head], phrase.owner in OURS
    led = phrase.tokens[phrase.start - 1].lower if phrase.start else ""
    if phrase.determiner in {"a", "an"} and phrase.head != place and head.lemma in _STAFF:
        return led in _AS  # as an Apple employee can I …, I'm a Leeds local
    if phrase.head != place and (head.lower in PEOPLE or head.lemma in PEOPLE) and place >= phrase.core:
        return ours and statement.slot.attribute == "employer" and head.lemma in _AT_WORK
    if phrase.owner is None:
        modifies = phrase.head != place and head.tag == t.NOUN
        if modifies and phrase.determiner == "the" and is_the_slots(head.lemma, statement):
            return True  # the MySQL database is slow
        if modifies and phrase.determiner in {"a", "an"} and not is_the_slots(head.lemma, statement):
            return False
        return None
    if place < phrase.core:
        return phrase.tokens[phrase.start].lower in OURS  # my Golf's battery
    called = [x.lower for x in phrase.tokens[phrase.core : phrase.head] if x.lower in PEOPLE]
    if called and not any(is_the_slots(x, statement) for x in called):
        return False
    return ours and not is_a_further_one(phrase, statement)


def _is_identified(sentence: ReadSentence, clause: Clause, statement: Statement) -> bool:
    """*Is Priya still my manager?*, *Leeds is where I live*, *Acme employs me*: names that are meant as subjects."""
    if clause.verb == "be":
        if any(c.phrase.owner in OURS and is_the_slots(c.phrase.label, statement) for c in clause.complements):
            return True
        return any(_tells_of_it(sentence, clause, c) for c in sentence.clauses)
    thing = clause.bare()
    mine = thing is not None and (thing.pronoun in {"me", "us"} or thing.owner in OURS)
    return mine and clause.verb in _KEEPING and clause.tense == "present"


def _tells_of_it(sentence: ReadSentence, clause: Clause, behind: Clause) -> bool:
    """*… is where I live*, *… is the city I live in*: whether a clause says what somebody is, has or does there."""
    spoken = behind.subject is not None and behind.subject.pronoun in {"i", "we"}
    if not spoken or behind.start < clause.verb_end:
        return False
    return all(x.text != "," for x in sentence.tokens[clause.verb_end : behind.start])


def _is_the_askers(subject: Phrase, turn: ReadTurn, statement: Statement, preposition: str = "") -> bool:
    """Whether what is told of a subject is told of the asker, or of what the slot is of."""
    if subject.pronoun is not None:
        return subject.pronoun not in {"he", "she", "they"}
    if subject.head_lemma == "user":
        return True  # as assistants and notes call the asker
    if subject.owner in OURS and is_the_slots(subject.label, statement):
        return not is_a_further_one(subject, statement)  # my boss is Priya
    who = subject_of(subject, turn)
    if who is not None:
        return who == turn.speaker
    if subject.owner is not None and subject.owner not in OURS:
        return False
    label, slot = subject.label, statement.slot.attribute
    if subject.head_lemma in PEOPLE or is_another_machine(subject, statement):
        return False
    facet = default_extractor().lexicon.facet_of(label, preposition) if preposition else None
    if (facet is not None and facet.id == slot) or is_the_slots(label, statement):
        return True
    return (label or subject.head_lemma) in (DWELLINGS if slot in OWN else _ALL)
