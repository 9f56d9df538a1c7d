"""What is told of one of several: of *she*, where the sentence before names two, or of *one of my sisters*.

It is kept with the one whom the pronoun reaches first, in doubt, so that it retires nothing of hers: *Anna met Maria.
She moved …*.
"""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay import re2
from atma_overlay.kept import kept_short
from atma_overlay.language.candidates import Candidate
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.ties import RELATIONS, of_other_gender, tie
from atma_overlay.language.turn import ReadSentence, ReadTurn, name_of, subject_of
from atma_overlay.records import Act

_PRONOUNS = frozenset("he she they him her them his hers their he's she's they're".split())
_BETWEEN_PEOPLE = frozenset("meet call phone ring text email message tell ask see invite thank hug introduce".split())
"""Verbs whose object is somebody, where a name is."""
_BESIDE = frozenset({"and", "with", "or"})


def of_either(found: list[Candidate], sentence: ReadSentence, turn: ReadTurn) -> list[Candidate]:
    """The candidates of a sentence, in doubt where its pronoun may stand for another one than theirs.

    Args:
        found: the candidates.
        sentence: what they were found in.
        turn: the utterance that it is of, which has mentioned nobody of the sentence yet.
    """
    if any(c.act is Act.END for c in found) and tells_of_one_of_several(sentence.text):
        found = [c.doubted() if c.act is Act.END else c for c in found]
    if not found or sentence.words.isdisjoint(_PRONOUNS):
        return found
    if turn.acting:
        found = [c.doubted() if _may_be_of_another(c, sentence, turn) else c for c in found]
    if not turn.antecedents:
        return found
    before = turn.before(sentence)
    if before is None:
        return found
    people = frozenset((*_people(before, turn), *_by_relation(before, turn)))
    if len(people) < 2:
        return found
    return [c.doubted() if _is_of_one(c.subject, people, sentence) else c for c in found]


def _may_be_of_another(candidate: Candidate, sentence: ReadSentence, turn: ReadTurn) -> bool:
    """*Ben saw Tom, he lives in …*: whether somebody else stands between who acts and the pronoun behind."""
    place = candidate.span[0]
    named = (x for x in reversed(turn.acting) if x.start < place)
    who = next((x for x in named if candidate.subject == x.name or candidate.subject.startswith(f"{x.name}'s ")), None)
    if who is None:
        return False
    behind = [x for x in sentence.tokens if x.lower in _PRONOUNS and who.start < x.token.start < place]
    if who.until < place and any(x.token.start > who.until for x in behind):
        return True
    return bool(behind) and any(_meets_somebody(c, behind[-1].lower, place) for c in sentence.clauses)


def _meets_somebody(clause: Clause, pronoun: str, place: int) -> bool:
    """*Hettie met my colleague and she's at …*: whether it may be whom somebody met."""
    met = clause.bare() if clause.verb in _BETWEEN_PEOPLE and clause.offsets[0] < place else None
    if met is None or met.is_name or met.head_lemma not in RELATIONS:
        return False
    return not of_other_gender(_NOMINATIVE.get(pronoun, pronoun), met.head_lemma)


_NOMINATIVE = {"her": "she", "hers": "she", "she's": "she", "him": "he", "his": "he", "he's": "he"}


_ONE_OF_SEVERAL = re2.compile(
    r"(?i)^\W*(?:(?:and|but|so|also|well|oh|now|today),? )*(?:"
    r"(?:one|some|two|three|four|five|several|many|most|half|a few|a couple|another) of (?:my|our|the|his|her|their) "
    r"|(?:an?|another|some) (?:[\p{L}-]+ ){1,3}of (?:mine|ours|his|hers|theirs)\b"
    r"|(?:another|some) (?:of )?(?:my|our) )"
)


@kept_short(4096)
def tells_of_one_of_several(evidence: str) -> bool:
    """*One of my friends lives in Leeds*, *a client of ours uses Slack*: which of them it is, is not told.

    Args:
        evidence: the sentence.
    """
    return _ONE_OF_SEVERAL.search(evidence) is not None


def _people(sentence: ReadSentence, turn: ReadTurn) -> Iterator[str]:
    """Whom a sentence names who is surely somebody: a relation, who acts beside another, who is met or called."""
    for i in sentence.naming:
        phrase = sentence.phrase_at(i)
        if phrase is None or (i and sentence.tokens[i - 1].tag == t.NAME):
            continue
        if phrase.is_name:
            name = name_of(phrase)
            acts = any(c.subject is not None and c.subject.start == phrase.start for c in sentence.clauses)
            met = any(c.verb in _BETWEEN_PEOPLE and c.bare() == phrase for c in sentence.clauses)
            beside = (i > 0 and sentence.tokens[i - 1].lower in _BESIDE) or _goes_on(sentence, phrase.end)
            if met or (turn.has_mentioned(name) and (acts or beside)):
                yield name
        elif phrase.owner in {"my", "our"} and phrase.head_lemma in RELATIONS and not _says_who(sentence, i):
            yield f"{turn.speaker}'s {tie(phrase.tokens[phrase.core : phrase.head + 1])}"


def _by_relation(sentence: ReadSentence, turn: ReadTurn) -> Iterator[str]:
    """*The neighbours*, *the cousins*: who acts, or is met, and goes by what they are to somebody."""
    for clause in sentence.clauses:
        for phrase in (clause.subject, clause.bare()):
            if phrase is None or phrase.determiner != "the" or phrase.owner is not None:
                continue
            if phrase.head_lemma in RELATIONS:
                yield subject_of(phrase, turn) or phrase.head_lemma


def _says_who(sentence: ReadSentence, i: int) -> bool:
    """*Nettle, our old collie, …*: who the one named before is."""
    return i > 1 and sentence.tokens[i - 1].text == "," and sentence.tokens[i - 2].tag == t.NAME


def _goes_on(sentence: ReadSentence, end: int) -> bool:
    return end + 1 < len(sentence.tokens) and sentence.tokens[end].lower == "and"


def _is_of_one(subject: str, people: frozenset[str], sentence: ReadSentence) -> bool:
    """Whether a subject is one of several people whom the sentence itself does not name."""
    who = next((x for x in people if subject == x or subject.startswith(f"{x}'s ")), None)
    return who is not None and sentence.words.isdisjoint([who.rpartition(" ")[2]])
