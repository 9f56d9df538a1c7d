"""What somebody has a new one of: *I've got a new favourite language: Rust*, *they gave me a different reference, …*.

What is told so is read as *my favourite language is Rust now*, so that it stands where the plain wording has it. One
is new only in the place of another where there is one at a time: a favourite, a number, a reference, a record; of a
new client or a new guitar another is beside. Who holds a post is of `new_holders`.
"""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay.language.candidates import Candidate
from atma_overlay.language.changes.plain_owners import RANKS, compounded, is_told, owner_who
from atma_overlay.language.changes.said_over import States, told_plainly
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.phrases import Phrase
from atma_overlay.language.grammar.tags import NAME, Tagged
from atma_overlay.language.grammar.tokens import Token
from atma_overlay.language.rules.rewording import word
from atma_overlay.language.turn import ReadSentence, ReadTurn
from atma_overlay.language.vocabulary.lexicon import Lexicon

_NEW = frozenset({"new", "different"})
_BEFORE_IT = frozenset({",", ":", "-", "–", "—"})
_ENDS = frozenset({".", "!", "…"})
_GETTING = frozenset("have get find pick choose discover".split())
_GIVING = frozenset("give assign issue send allocate".split())
_WITH = {"end": ("up", "with"), "vote": ("in",), "settle": ("on",), "switch": ("to",), "change": ("to",)}
_VERBS = _GETTING | _GIVING | frozenset(_WITH)
_NUMBERED = frozenset(
    """number reference ref code extension passcode pin password passphrase postcode zip iban plate locker gate
    registration username""".split()
)
"""What somebody is given one of at a time, that has digits."""
_MEASURED = frozenset("record pb best score target limit goal budget allowance quota".split())
"""What is reached, and has digits: a new record may be one to listen to."""
_CHOSEN = frozenset("nickname username handle motto email major minor surname".split())
_OF_OTHERS = w.KIN | w.ACQUAINTANCES | w.PETS


def told(sentence: ReadSentence, turn: ReadTurn, states: States, lexicon: Lexicon) -> Iterator[Candidate]:
    """What somebody has since lately, where a sentence says that it is a new one and which.

    Args:
        sentence: as read.
        turn: the utterance that it is of.
        states: reads a sentence.
        lexicon: knows what nouns name.
    """
    if sentence.words.isdisjoint(_NEW) or sentence.verbs.isdisjoint(_VERBS) or sentence.sentence.asks:
        return
    for clause in sentence.clauses:
        said = _plainly(sentence, clause, lexicon)
        if said is None:
            continue
        whose = clause.verb in _GIVING and not _is_they(clause)
        for candidate in told_plainly(*said, sentence, turn, states, lexicon):
            yield candidate.doubted() if whose else candidate


def _is_they(clause: Clause) -> bool:
    """*The airline gave me a different reference* may be of another than is known; *they* are those it is about."""
    return clause.subject is not None and clause.subject.pronoun == "they"


def _plainly(sentence: ReadSentence, clause: Clause, lexicon: Lexicon) -> tuple[list[Token], tuple[int, int]] | None:
    """The words of *… is … now*, and where the value stands."""
    if clause.verb not in _VERBS or not _happened(clause, sentence):
        return None
    thing, owner = _got(sentence, clause)
    if thing is None or owner is None or thing.determiner != "a" or thing.owner is not None or thing.is_name:
        return None
    tokens = sentence.tokens
    new = next((i for i in range(thing.start, thing.head) if tokens[i].lower in _NEW), None)
    mark = next((i for i in range(thing.end, len(tokens)) if tokens[i].text in _BEFORE_IT), None)
    if new is None or mark is None:
        return None
    value = _value(tokens, mark + 1)
    of_it = [x for x in tokens[new + 1 : mark] if x.lower not in _NEW]
    if value is None or not _is_one(thing, tokens[new + 1 : thing.end], value, lexicon):
        return None
    if not _is_of_it(tokens[thing.end : mark], numbered=thing.head_lemma in _NUMBERED | _CHOSEN):
        return None
    said = [x.token for x in value]
    span = said[0].start, said[-1].end
    return [*owner, *compounded(of_it), word("is", span[0]), *said, word("now", span[1])], span


def _happened(clause: Clause, sentence: ReadSentence) -> bool:
    """*I have a new …*, *I got a new …*, *had to get a new …*."""
    if clause.verb == "have" and clause.tense == "present":
        plain = clause.mood == "actual" and not clause.negated and not clause.asked and not clause.progressive
        return plain and clause.intro not in {"if", "unless", "when", "whether"}
    had_to = [x.lower for x in clause.tokens[clause.verb_start : clause.verb_start + 2]] == ["had", "to"]
    if not had_to:
        return is_told(clause, sentence)
    return clause.done and not clause.progressive and sentence.words.isdisjoint({"if", "back", "unless", "would"})


def _got(sentence: ReadSentence, clause: Clause) -> tuple[Phrase | None, list[Token] | None]:
    """What is new to whom, as a thing and its owner."""
    bare = [c.phrase for c in clause.complements if c.preposition is None]
    who = clause.subject
    if clause.verb in _GIVING:
        if len(bare) < len("ab") or clause.passive:
            return None, None
        return bare[1], owner_who(bare[0], sentence)
    if who is None:
        first = clause.tokens[0]
        mine = sentence.clauses[0].subject is None and first.lower in {"lost", "got", "had", "have", "found", "picked"}
        owner = [word("my", first.token.start)] if mine else None
    else:
        owner = owner_who(who, sentence)
    if clause.verb in _GETTING:
        return (bare[0] if bare else None), owner
    behind = _WITH[clause.verb]
    led = [c.phrase for c in clause.complements if c.preposition == behind[-1]]
    fits = behind[0] in {clause.particle, behind[-1]}
    return (led[0] if led and fits and not (bare and bare[0].start < led[0].start) else None), owner


def _value(tokens: tuple[Tagged, ...], at: int) -> list[Tagged] | None:
    """What is set beside it, up to the end of the sentence."""
    end = next((i for i in range(at, len(tokens)) if tokens[i].text in _ENDS), len(tokens))
    value = list(tokens[at:end])
    if not value or len(value) > _LONGEST or not _NO_VALUE.isdisjoint([x.lower for x in value]):
        return None
    return value


_LONGEST = 7
"""Words of a value."""
_NO_VALUE = w.SUBJECT_PRONOUNS | w.BE | w.HAVE | frozenset(
    """, : ; and or but so which who that because since when if my your his her our their mine me him them us is are
    was were than like thanks finally hopefully today tonight tomorrow though too also please lol haha not no""".split()
)  # fmt: skip
"""Words by which what follows is no value: a clause, a list, a remark."""


def _is_of_it(between: tuple[Tagged, ...], *, numbered: bool) -> bool:
    """*On the bench*, *for her bouquet*, *for dates*: what tells the thing closer; no number *for the school*."""
    if not between:
        return True
    said = [x.lower for x in between]
    if said[0] not in {"on", "at", "for", "in"} or len(said) > _FURTHER or any(x.tag == NAME for x in between):
        return False
    if numbered and said not in _AT_WORK:
        return False
    return not _OF_OTHERS.intersection(x.lemma for x in between)


_AT_WORK = (["at", "work"], ["for", "work"])
_FURTHER = 5


def _is_one(thing: Phrase, said: tuple[Tagged, ...], value: list[Tagged], lexicon: Lexicon) -> bool:
    """Whether somebody has one at a time."""
    if thing.head_lemma in _OF_OTHERS or lexicon.is_role(thing) or thing.tokens[thing.head].lower != thing.head_lemma:
        return False
    if not RANKS.isdisjoint([x.lower for x in said]):
        return True
    digits = any(c.isdigit() for x in value for c in x.text)
    if thing.head_lemma in _NUMBERED | _MEASURED:
        return digits
    behind = [x.lower for x in thing.tokens[thing.end : thing.end + 2]]
    if thing.tokens[thing.core].lower == "different" and behind[:1] == ["for"] and behind[1] in w.POSSESSIVES:
        return True  # a different flower for her bouquet
    return thing.head_lemma in _CHOSEN
