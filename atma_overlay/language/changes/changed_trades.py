"""What somebody does for a living since they left what they did: *Ann gave up her job and became a surveyor*.

What is told so is read as *Ann is a surveyor now*, so that it stands where the plain wording has it. Without the end
of the old job, or the learning of a new one, a second job may be told, and that is left to the plain wording.
"""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay.language.candidates import TOLD, Candidate
from atma_overlay.language.changes.plain_owners import is_over, is_told, person
from atma_overlay.language.changes.said_over import States, told_plainly
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.phrases import Phrase
from atma_overlay.language.grammar.ties import of_other_gender
from atma_overlay.language.grammar.tokens import Token
from atma_overlay.language.rules.rewording import word
from atma_overlay.language.turn import ReadSentence, ReadTurn
from atma_overlay.language.vocabulary.lexicon import Lexicon

_LEAVING = frozenset("leave quit lose drop chuck pack jack give resign ditch abandon swap change switch end".split())
_JOBS = frozenset("job career profession trade line occupation vocation".split())
_ALL = frozenset({"careers", "professions", "jobs", "trades", "career", "profession", "tack"})
"""What one changes: *switched professions*."""
_OF_OLD = frozenset("old previous former current day last whole boring steady office desk".split())
"""Words of a job by which it is the one that somebody had, and no job for Saturdays."""
_LEARNING = frozenset("qualify retrain requalify".split())
_HAVING = frozenset({"get", "have", "find", "start", "land"})
_NEW = frozenset({"new", "different"})
_BEING = frozenset("be work earn make become".split())
_FINDING = frozenset("find get land take start retrain qualify requalify".split())
_VERBS = _LEAVING | _LEARNING | _HAVING
_LONG_AGO = frozenset("ago when before once then until till while year years decades was were used".split())
_UNSURE = frozenset("but hoping hopes wants wanted might maybe perhaps trying tried if".split())
_JOINING = frozenset({None, "and", "so"})


def told(sentence: ReadSentence, turn: ReadTurn, states: States, lexicon: Lexicon) -> Iterator[Candidate]:
    """What somebody is by now, where a sentence says that they left what they did, or learnt it.

    Args:
        sentence: as read.
        turn: the utterance that it is of.
        states: reads a sentence.
        lexicon: knows what nouns name.
    """
    if len(sentence.clauses) < 2 or sentence.verbs.isdisjoint(_VERBS) or sentence.sentence.asks:
        return
    ended = next((c for c in sentence.clauses if _is_another_job(c, sentence)), None)
    who = ended.subject if ended is not None else None
    someone = _who(who, sentence) if who is not None else None
    if ended is None or who is None or someone is None:
        return
    for clause in sentence.clauses:
        trade = _trade(clause, sentence, lexicon) if clause.verb_start > ended.verb_start else None
        if trade is None or not _is_same(clause, who, someone):
            continue
        said = [x.token for x in sentence.tokens[trade.start : trade.end]]
        span = said[0].start, said[-1].end
        be = "am" if who.pronoun == "i" else "is"
        plain = [*someone, word(be, span[0]), *said, word("now", span[1])]
        sure = _UNSURE.isdisjoint(sentence.words) and not (clause.tense == "past" and _is_of_old(sentence))
        for candidate in told_plainly(plain, span, sentence, turn, states, lexicon):
            if candidate.attribute == "occupation":
                yield candidate.but(confidence=max(TOLD, candidate.confidence)) if sure else candidate.doubted()


def _is_of_old(sentence: ReadSentence) -> bool:
    """*In 2009 he left his job and became …*: told of a time long ago."""
    dated = any(x.text.isdigit() and len(x.text) == len("2009") for x in sentence.tokens)
    return dated or not sentence.words.isdisjoint(_LONG_AGO)


def _who(who: Phrase, sentence: ReadSentence) -> list[Token] | None:
    if who.pronoun == "i":
        return [word("I", sentence.tokens[who.start].token.start)]
    return person(who, sentence)


def _is_same(clause: Clause, who: Phrase, someone: list[Token]) -> bool:
    """Whether a clause is of whom the clause before is told."""
    subject = clause.subject
    if subject is None or clause.inherited_subject or subject.start == who.start:
        return True
    if who.pronoun is not None or subject.pronoun not in {"he", "she"}:
        return subject.pronoun is not None and subject.pronoun == who.pronoun
    return not of_other_gender(subject.pronoun, someone[-1].lower)


def _is_another_job(clause: Clause, sentence: ReadSentence) -> bool:
    """*Gave up her job*, *jacked it in*, *switched professions*, *has qualified*, *got a different day job*."""
    if clause.verb not in _VERBS:
        return False
    if clause.verb == "have":
        if clause.tense != "present" or clause.mood != "actual" or clause.negated or clause.asked:
            return False
    elif not is_told(clause, sentence):
        return False
    things = [c.phrase for c in clause.complements if c.preposition in {None, "up", "in", "from"}]
    if clause.verb in _LEARNING:
        return not things and not any(c.preposition in {"for", "as"} for c in clause.complements)
    return any(_is_left(clause, x) for x in things)


def _is_left(clause: Clause, thing: Phrase) -> bool:
    said = [x.lower for x in thing.tokens[thing.core : thing.head]]
    head = thing.tokens[thing.head].lower
    if clause.verb in _HAVING:
        jobs = thing.head_lemma in _JOBS and head == thing.head_lemma and thing.determiner == "a"
        return jobs and not _NEW.isdisjoint(said) and set(said) <= _NEW | {"day", "full-time"} and _is_whole(thing)
    if clause.verb in {"pack", "jack", "chuck"} and thing.pronoun == "it":
        return any(x.lower == "in" for x in clause.tokens[clause.verb_end : clause.end + 1])
    if clause.verb in {"change", "switch", "swap"}:
        return head in _ALL and not said and thing.owner is None
    of_whom = thing.owner in {"my", "her", "his", "their"} or thing.determiner == "the"
    line = thing.head_lemma != "line" or thing.of is not None
    return of_whom and thing.head_lemma in _JOBS and line and set(said) <= _OF_OLD and _is_whole(thing)


def _is_whole(thing: Phrase) -> bool:
    """*Her job*, and no *job at the bar* nor *as a cook*, which may be one of two."""
    behind = thing.tokens[thing.end].lower if thing.end < len(thing.tokens) else ""
    return behind not in {"at", "with", "for", "on", "as", "in"} or thing.head_lemma == "line"


def _trade(clause: Clause, sentence: ReadSentence, lexicon: Lexicon) -> Phrase | None:
    """What a clause tells that somebody is: *is a surveyor*, *earns his living as one*, *found work as one*."""
    tokens = sentence.tokens
    joined = clause.intro in _JOINING and not clause.negated and not clause.asked
    if not joined or clause.verb not in _BEING | _FINDING:
        return None
    if clause.verb in {"be", "become"}:
        role = clause.bare()
    else:
        role = next((c.phrase for c in clause.complements if c.preposition == "as"), None)
    if role is None or role.determiner not in {"a", "an"} or role.pronoun is not None or not is_over(tokens, role.end):
        return None
    if role.is_name or not _is_now(clause, sentence):
        return None
    return role if lexicon.is_role(role) else None


def _is_now(clause: Clause, sentence: ReadSentence) -> bool:
    """Whether a clause tells what somebody does by now: in the present, as done, or as what they left the old for."""
    if clause.mood == "infinitive":  # gave up his job to be a baker
        before = sentence.tokens[clause.verb_start - 1].lower if clause.verb_start else ""
        return clause.verb in {"be", "become"} and before in _JOBS
    if clause.verb in _FINDING or clause.verb == "become":
        return clause.done and not clause.progressive
    goes_on = clause.mood == "imperative" and clause.intro == "and"  # I've qualified and earn …
    return clause.tense == "present" and (clause.mood == "actual" or goes_on)
