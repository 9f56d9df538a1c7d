"""By whose act a change is told: *the team switched to Emacs* is no switch of the speaker's."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable

from atma_overlay.language.candidates import IT, Candidate, Part, overlap
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.phrases import Phrase
from atma_overlay.language.grammar.ties import RELATIONS, another_body
from atma_overlay.language.grammar.value_phrases import attribute_label
from atma_overlay.language.turn import ReadSentence, ReadTurn, name_of, subject_of
from atma_overlay.language.vocabulary.lexicon import Lexicon
from atma_overlay.records import Act

_FIRST = frozenset("i me my mine myself we us our ours ourselves".split())
_NEAR = frozenset({None, "my", "our", "team", "company", "project", "department", "app", "firm"})
"""Owners whose things are the speaker's too: *the team's database*."""
_IT = "?it"
_ANYTHING = frozenset("everything anything something nothing all thing stuff".split())
"""*Everything runs on Postgres now*: what is the speaker's, whatever it is."""
_APART = frozenset({"with", "like", "near", "behind", "beside", "beyond"})
"""Prepositions behind which the speaker only stands by: *moved in with my sister*."""


def told_by(found: Iterable[Candidate], sentence: ReadSentence, turn: ReadTurn, lexicon: Lexicon) -> list[Candidate]:
    """The candidates of a sentence, each of the speaker's with what acts in its clause where that is not the speaker.

    Args:
        found: the candidates.
        sentence: what they were found in.
        turn: the utterance that it is of.
        lexicon: knows what nouns name.
    """
    candidates = list(found)
    if not candidates or not any(c.subject in {turn.speaker, _IT} and c.part is not Part.RETRACTED for c in candidates):
        return candidates
    work = _opening_work(sentence)
    if work is not None:
        mine = [c.subject == turn.speaker and c.part is not Part.RETRACTED and c.doer is None for c in candidates]
        return [c.but(doer=work) if is_mine else c for c, is_mine in zip(candidates, mine, strict=True)]
    clauses = [c for c in sentence.clauses if c.subject is not None and c.subject.pronoun in {None, "it"}]
    if not clauses:
        return candidates
    starts = [c.tokens[c.verb_start].token.start for c in sentence.clauses]
    things = _said_of_things(sentence, lexicon)
    said = [bool(things) and _is_said_of(c, things) for c in candidates]
    return [
        (c.but(doer=None) if c.doer else c) if is_said else _with_doer(c, sentence, turn, starts)
        for c, is_said in zip(candidates, said, strict=True)
    ]


def _opening_work(sentence: ReadSentence) -> str | None:
    """*Billing moved to GCP*, *Hosting runs on AWS*: the work that a sentence opens with, where that does something."""
    if len(sentence.clauses) != 2 or sentence.clauses[1].subject is not None:
        return None
    work, does = sentence.tokens[0], sentence.tokens[1] if len(sentence.tokens) > 1 else None
    if work.tag != t.VERB or not work.lower.endswith("ing") or does is None or does.tag != t.VERB:
        return None
    return None if does.lower.endswith("ing") or does.lower == does.lemma else work.lower


_HE_OR_SHE = frozenset({"he", "she", "his", "her"})
_HIM_OR_HER = frozenset({"?he", "?she"})
_CALENDAR = w.DAY_NAMES | w.MONTH_NAMES


def of_the_named(found: list[Candidate], sentence: ReadSentence) -> list[Candidate]:
    """The candidates, those of a *he* or *she* whom the clause before names with that name.

    *Tom doesn't live in Ghent any more, he lives in Lyon*.

    Args:
        found: the candidates.
        sentence: what they were found in.
    """
    if len(sentence.clauses) < 2 or sentence.words.isdisjoint(_HE_OR_SHE):
        return found
    return [_named_before(c, sentence) if c.subject in _HIM_OR_HER else c for c in found]


def _named_before(candidate: Candidate, sentence: ReadSentence) -> Candidate:
    before = [c.subject for c in sentence.clauses if c.offsets[1] <= candidate.span[0] and c.subject is not None]
    named = [p for p in before if p.pronoun is None]
    one = named[-1] if named and named[-1].is_name and named[-1].owner is None else None
    one = one if named else _whom_we_moved(candidate, sentence)
    return candidate.but(subject=name_of(one)) if one is not None else candidate


_DONE_WITH = frozenset(
    "move pull take put send enrol enroll transfer switch drop pick place withdraw remove bring get let see".split()
)
"""What is done with somebody where a name stands behind it, and nobody but *we* or *they* acts."""


def _whom_we_moved(candidate: Candidate, sentence: ReadSentence) -> Phrase | None:
    """*We pulled Hettie out and she's at …*: the one person whom the sentence names before."""
    done = [c for c in sentence.clauses if c.verb in _DONE_WITH and c.offsets[0] < candidate.span[0]]
    whom = done[0].bare() if len(done) == 1 and done[0].done and not done[0].passive else None
    if whom is None or not whom.is_name or whom.owner is not None or whom.determiner is not None:
        return None
    until = next((i for i, x in enumerate(sentence.tokens) if x.lower in _HE_OR_SHE and i >= whom.end), 0)
    others = [*sentence.tokens[: whom.start], *sentence.tokens[whom.end : until]]
    named = any(x.lemma in RELATIONS or (x.tag == t.NAME and x.lower not in _CALENDAR) for x in others)
    return None if named or not until else whom


def _with_doer(candidate: Candidate, sentence: ReadSentence, turn: ReadTurn, starts: list[int]) -> Candidate:
    it = candidate.subject == _IT
    if not (it or candidate.subject == turn.speaker) or candidate.part is Part.RETRACTED or candidate.doer is not None:
        return candidate
    at = bisect_right(starts, candidate.span[0]) - 1
    behind = sentence.clauses[at + 1].subject if at + 1 < len(sentence.clauses) else None
    begins = behind.tokens[behind.start].token.start if behind is not None else candidate.span[1]
    if at < 0 or starts[at] < begins <= candidate.span[0] or candidate.span[0] >= sentence.clauses[at].offsets[1]:
        return candidate  # it is what the next clause tells of; the vet says kidneys, so no more Whiskas
    clause = _acting(sentence.clauses, at)
    if it:
        return _of_it(candidate, clause, turn.before(sentence))
    if clause is None or clause.subject is None or _of_the_speaker(clause, clause.subject, turn):
        return candidate
    start, end = clause.subject.offsets()
    if clause.passive and candidate.replaces is not None and candidate.replaces in turn.text[start:end]:
        return candidate  # Postgres was replaced by MariaDB
    said = [x.lower for x in clause.subject.tokens[clause.subject.start : clause.subject.head + 1]]
    other = another_body(said)
    if other is not None and candidate.part is Part.STATEMENT:
        return candidate.but(subject=other)
    if clause.subject.owner not in _NEAR and clause.subject.determiner == "the":
        return candidate.but(doer=clause.subject.owner)  # the vendor's database
    named = [clause.subject, *_things(clause, candidate)]
    return candidate.but(doer=" ".join(_nouns(named)))


def _said_of_things(sentence: ReadSentence, lexicon: Lexicon) -> list[tuple[tuple[int, int], str | None]]:
    """Where *be* says what something of the speaker's is, and the attribute that its noun names, if it is known."""
    found: list[tuple[tuple[int, int], str | None]] = []
    for clause in sentence.clauses if "be" in sentence.verbs else ():
        subject = clause.subject
        if clause.verb != "be" or clause.passive or subject is None or subject.owner not in {"my", "our"}:
            continue
        value = clause.bare()
        if value is not None:
            named = lexicon.by_noun(attribute_label(subject))
            found.append((value.offsets(), named.id if named is not None else None))
    return found


def _is_said_of(candidate: Candidate, things: list[tuple[tuple[int, int], str | None]]) -> bool:
    """*My bank is Starling now*: what *be* says that something of the speaker's is, by which nothing acts."""
    plain = candidate.part is Part.STATEMENT and candidate.act is Act.ASSERT and candidate.replaces is None
    if not plain or not candidate.known_attribute:
        return False
    named = next((attribute for place, attribute in things if overlap(place, candidate.span)), None)
    return named == candidate.attribute


def _nouns(phrases: Iterable[Phrase]) -> Iterable[str]:
    """What phrases call something by: their words, without what is only done (*my driving instructor*)."""
    for phrase in phrases:
        parts = enumerate(phrase.tokens[phrase.core : phrase.end], phrase.core)
        yield from (x.lower for i, x in parts if i == phrase.head or not x.lower.endswith("ing"))


def _of_it(candidate: Candidate, clause: Clause | None, before: ReadSentence | None) -> Candidate:
    """*The agency wrote to me. It has moved to Leeds*: what acts is something that the sentence before speaks of.

    With no sentence before, it is something that the conversation speaks of, and no more is known of it.
    """
    acts = clause is not None and clause.subject is not None and clause.subject.pronoun == "it" and clause.verb != "be"
    if not acts or (clause is not None and clause.inherited_subject):
        return candidate
    clauses = before.clauses if before is not None else ()
    spoken_of = [p for c in clauses for p in (c.subject, *(x.phrase for x in c.complements)) if p is not None]
    return candidate.but(doer=" ".join((IT, *_nouns(p for p in spoken_of if p.pronoun is None))))


def _things(clause: Clause, candidate: Candidate) -> list[Phrase]:
    """What the act is done to, where it is called by a noun: *the council moved the bin day to Friday*."""
    told = [c.phrase for c in clause.complements if c.phrase.determiner == "the" and not c.phrase.is_name]
    return [p for p in told if p.owner is None and not overlap(p.offsets(), candidate.span)]


def _acting(clauses: tuple[Clause, ...], at: int) -> Clause | None:
    """The clause that tells who acts: this one, or the one before where this has no subject: *began to use Vim*."""
    while at > 0 and clauses[at].subject is None and _hangs_on(clauses[at]):
        at -= 1
    return clauses[at] if at >= 0 else None


def _hangs_on(clause: Clause) -> bool:
    form = clause.tokens[max(clause.verb_start, clause.verb_end - 1)].lower
    return clause.mood == "infinitive" or form.endswith("ing")


def _of_the_speaker(clause: Clause, subject: Phrase, turn: ReadTurn) -> bool:
    """Whether the speaker acts, is acted upon, or owns what is: *Someone stole my Saab*, *HR moved me to Norvane*."""
    if subject.pronoun is not None or subject.head_lemma in _ANYTHING or subject_of(subject, turn) == turn.speaker:
        return True
    if subject.of is not None and subject.of.pronoun in _FIRST:
        return True  # all of us
    return any(c.preposition not in _APART and (_mine(c.phrase) or _mine(c.phrase.of)) for c in clause.complements)


def _mine(phrase: Phrase | None) -> bool:
    return phrase is not None and (phrase.pronoun in _FIRST or phrase.owner in {"my", "our"})


def done_for_speaker(who: Phrase | None, thing: Phrase | None) -> bool:
    """*My GP upped my sertraline*, *landlord raised rent*: others' doing, with what is the speaker's."""
    if who is None or thing is None:
        return False
    bare = who.owner is None and who.determiner is None
    serves = who.head_lemma in _SERVING and (who.owner in {"my", "our"} or bare)
    told = thing.determiner == "the" or (bare and thing.determiner is None and thing.owner is None)
    return thing.owner in {"my", "our"} or (serves and told)


_SERVING = frozenset(
    """landlord landlady doctor gp dentist therapist vet trainer coach boss manager supervisor tutor teacher nanny
    babysitter childminder cleaner carer mentor""".split()
)
"""Those of whom the speaker has one for something, which they speak of as *the …* of the speaker's."""
