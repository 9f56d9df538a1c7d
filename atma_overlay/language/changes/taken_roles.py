"""What has taken a role: *jasmine has become my favourite plant*, *she has made the clarinet her main instrument*.

What is told so is read as *my favourite plant is jasmine now*, so that it stands where the plain wording has it. A role
is what only one thing is: one's favourite, one's main or usual one; who becomes somebody's manager is of other rooms.
"""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay.language.candidates import Candidate
from atma_overlay.language.changes.plain_owners import RANKS, is_over, is_somebody, is_told, owner_of
from atma_overlay.language.changes.said_over import States, told_plainly
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.phrases import Phrase
from atma_overlay.language.grammar.tokens import Token
from atma_overlay.language.rules.rewording import word
from atma_overlay.language.turn import ReadSentence, ReadTurn
from atma_overlay.language.vocabulary.lexicon import Lexicon

_SELLERS = frozenset({"best seller", "bestseller", "top seller", "first choice", "top choice", "number one"})
_OTHERS = frozenset(
    """second third fourth other another least next joint new-found childhood teenage former ex old previous current
    new all-time one-time sometime""".split()
)
_OLD = frozenset({"old", "previous", "former"})
_FREED = frozenset({"current", "new", "all-time", "latest"})
_COMING = frozenset({"become"})
_BEATING = frozenset(
    "overtake dethrone dethron displace replace supplant eclipse oust unseat usurp topple beat".split()
)
_CHOOSING = frozenset("choose pick adopt take select name crown declare elect".split())
_TAKING = frozenset({"take"})
_MADE = frozenset({"make"})
VERBS = _COMING | _BEATING | _CHOOSING | _TAKING | _MADE
_SAYING = frozenset({"say", "admit", "confess"})


def told(sentence: ReadSentence, turn: ReadTurn, states: States, lexicon: Lexicon) -> Iterator[Candidate]:
    """What has a role since lately that another thing had.

    Args:
        sentence: as read.
        turn: the utterance that it is of.
        states: reads a sentence.
        lexicon: knows what nouns name.
    """
    if sentence.verbs.isdisjoint(VERBS) or sentence.sentence.asks or not _names_a_role(sentence):
        return
    for place, clause in enumerate(sentence.clauses):
        if clause.verb not in VERBS or not is_told(clause, sentence):
            continue
        taken = _taken(sentence, clause, place)
        if taken is None:
            continue
        role, value, sure = taken
        owner = _role_of(role, sentence, clause)
        said = [x.token for x in sentence.tokens[value.start : value.end]]
        if owner is None or not _may_have_it(value, role):
            continue
        span = said[0].start, said[-1].end
        plain = [*owner, word("is", span[0]), *said, word("now", span[1])]
        for candidate in told_plainly(plain, span, sentence, turn, states, lexicon):
            yield candidate if sure else candidate.doubted()


def _may_have_it(value: Phrase, role: Phrase) -> bool:
    """Whether something is named that may have a role: not *this song*, nor *it*."""
    pointed = value.determiner in _POINTING or (value.determiner == "the" and value.head_lemma == role.head_lemma)
    named = value.pronoun is None and value.owner is None and not (pointed and value.core == value.head)
    return named and value.head_lemma not in _NOTHING_SAID


_POINTING = frozenset("this that these those what which every no some any".split())
_NOTHING_SAID = frozenset("one thing something nothing everything anything everyone someone place that this".split())


def _names_a_role(sentence: ReadSentence) -> bool:
    if not sentence.words.isdisjoint(RANKS):
        return True
    return not sentence.words.isdisjoint(_SELLING) and any(x in sentence.lowered for x in (*_SELLERS, "of choice"))


_SELLING = frozenset({"seller", "bestseller", "choice", "one"})


def _taken(sentence: ReadSentence, clause: Clause, place: int) -> tuple[Phrase, Phrase, bool] | None:
    """The role, what has it, and whether that is told for sure."""
    bare = [c.phrase for c in clause.complements if c.preposition is None]
    posts = [c.phrase for c in clause.complements if c.preposition == "as"]
    sure = clause.tense == "perfect" or not sentence.words.isdisjoint({"now", "recently"})
    subject = _subject(sentence, place)
    if clause.verb in _COMING and len(bare) == 1:
        if subject is not None and _is_ranked(subject):  # my favourite show has become Dune, or boring
            named = bare[0].is_name and is_over(sentence.tokens, bare[0].end)
            return (subject, bare[0], sure) if named else None
        return _beside(sentence, bare[0], subject, sure=sure)
    if clause.verb in _TAKING and len(bare) == 1 and bare[0].head_lemma == "place" and len(posts) == 1:
        return _beside(sentence, posts[0], subject, sure=sure)  # has taken the place of Go as …
    if clause.verb in _TAKING and clause.particle == "over" and not bare and len(posts) == 1:
        return _beside(sentence, posts[0], subject, sure=sure)
    if clause.verb in _BEATING and len(bare) == 1:
        if len(posts) == 1 and bare[0].end == posts[0].start - 1 - _else(sentence, bare[0]):
            return _beside(sentence, posts[0], subject, sure=sure)
        beaten = not posts and not _OLD.isdisjoint([x.lower for x in _between(bare[0], sentence)])
        return _beside(sentence, bare[0], subject, sure=sure) if beaten else None
    if clause.verb in _MADE and len(bare) == len("ab") and bare[1].start == bare[0].end:
        return _beside(sentence, bare[1], bare[0], sure=is_somebody(clause.subject, sentence))
    chosen = clause.verb in _CHOOSING and len(bare) == 1 and len(posts) == 1 and posts[0].start == bare[0].end + 1
    return _beside(sentence, posts[0], bare[0], sure=True) if chosen else None


def _beside(
    sentence: ReadSentence, role: Phrase, value: Phrase | None, *, sure: bool
) -> tuple[Phrase, Phrase, bool] | None:
    return (role, value, sure) if value is not None and is_over(sentence.tokens, role.end) else None


def _else(sentence: ReadSentence, thing: Phrase) -> int:
    """*Everything else*."""
    return int(thing.end < len(sentence.tokens) and sentence.tokens[thing.end].lower == "else")


def _subject(sentence: ReadSentence, place: int) -> Phrase | None:
    """Who or what a clause is told of, where it opens it: *I have to say green tea has become …*."""
    clause = sentence.clauses[place]
    subject = clause.subject
    if subject is None:
        before = sentence.clauses[place - 1] if place else None
        said = before.bare() if before is not None and before.verb in _SAYING and before.mood == "infinitive" else None
        return said if said is not None and said.end == clause.verb_start else None
    return subject if _opens(subject, clause, sentence) and subject.of is None else None


def _opens(subject: Phrase, clause: Clause, sentence: ReadSentence) -> bool:
    """Whether a subject is all that a clause is told of: no *looking after Mum*, no *soup and a roll*."""
    if clause.inherited_subject or not subject.start:
        return not clause.inherited_subject
    before = sentence.tokens[subject.start - 1]
    if before.lower in _LINKING:
        return any(c.verb_end < subject.start for c in sentence.clauses)
    return before.tag == t.PUNCT or before.lower in {"that", "since", "because"}


_LINKING = frozenset({"and", "but", "so"})


def _between(role: Phrase, sentence: ReadSentence) -> list[Token]:
    return [x.token for x in sentence.tokens[role.core : role.head + 1]]


def _role_of(role: Phrase, sentence: ReadSentence, clause: Clause) -> list[Token] | None:
    """The words of *my favourite plant*, where only one thing is that."""
    said = [x.lower for x in _between(role, sentence)]
    if _of_a_part(role):
        return None
    beaten = clause.verb in _BEATING
    aside = _OTHERS - _FREED - (_OLD if beaten else frozenset())
    if not _is_ranked(role) or not aside.isdisjoint(said) or _plural(role):
        return None
    owner = owner_of(role, sentence, clause)
    if owner is None:
        return None
    dropped = _FREED | (_OLD if beaten else frozenset())
    return [*owner, *(x.token for x in sentence.tokens[role.core : role.end] if x.lower not in dropped)]


def _is_ranked(role: Phrase) -> bool:
    """*My favourite plant*, *our best seller*, *her drink of choice*."""
    said = [x.lower for x in role.tokens[role.core : role.head + 1]]
    chosen = role.of is not None and role.of.head_lemma == "choice"
    return chosen or not RANKS.isdisjoint(said) or any(x in " ".join(said) for x in _SELLERS)


def _of_a_part(role: Phrase) -> bool:
    """*My favourite of the three*, *my favourite band name*: not the favourite of all, nor of its kind."""
    named = role.head_lemma == "name" and role.head > role.core + 1
    return named or (role.of is not None and role.of.head_lemma not in {"time", "all", "choice"})


def _plural(role: Phrase) -> bool:
    """*My favourites*, *her main dishes*."""
    head = role.tokens[role.head]
    return head.lower.endswith("s") and head.lemma != head.lower
