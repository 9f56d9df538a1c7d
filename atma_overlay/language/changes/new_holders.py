"""Who holds a post for somebody now: *Emil's got a new teacher, Miss Okafor*, *Nadine manages me now*.

What is told so is read as *Emil's teacher is Miss Okafor now*, so that it stands where the plain wording has it.
"""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay.language.candidates import Candidate
from atma_overlay.language.changes.plain_owners import FOR_ONCE, NOT_TOLD
from atma_overlay.language.changes.said_over import States, told_plainly
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.cues import now_and_then
from atma_overlay.language.grammar.kinds import kind_of
from atma_overlay.language.grammar.phrases import Phrase
from atma_overlay.language.grammar.ties import SEVERAL
from atma_overlay.language.grammar.tokens import Token
from atma_overlay.language.grammar.value_phrases import attribute_label, is_time_adjunct
from atma_overlay.language.rules.rewording import word
from atma_overlay.language.turn import ReadSentence, ReadTurn
from atma_overlay.language.vocabulary.lexicon import Lexicon

_NEW = frozenset({"new", "different"})
_BEFORE_A_NAME = frozenset({",", ":", "-", "–", "—", "called", "named"})
_CLOSING = frozenset({".", "!", "…"})
_OWNER = {"i": "my", "we": "our"}
_CHIEFS = frozenset("ceo cto cfo coo cmo cio ciso chair chairman chairwoman president chancellor principal".split())
_HIRED = frozenset("lawyer solicitor attorney accountant bookkeeper carer caregiver agent broker contact".split())

_SERVING = {
    "manage": "manager", "supervise": "supervisor", "coach": "coach", "tutor": "tutor", "mentor": "mentor",
    "teach": "teacher", "train": "trainer",
}  # fmt: skip
"""What somebody is to the speaker who does so."""
_WRITTEN = frozenset("thesis phd dissertation doctorate".split())
_SIGNS = _NEW | frozenset("now nowadays days since".split())
_TELLING = frozenset({"get", "have", *_SERVING})
_NOW = ("now", "nowadays", "these days", "since")
_NOT_ALONE = FOR_ONCE | frozenset(
    """also too both another while whilst until till during today tonight tomorrow week weekend cover covers covering
    leave holiday instead sometimes if when because meantime interim moment imagine wish would away ill sick vacation
    broke maternity paternity for off surgery hospital at or""".split()
)
"""Words by which somebody does so beside another, for a while (*with Priya away, Tom manages me now*), or perhaps."""


def told(sentence: ReadSentence, turn: ReadTurn, states: States, lexicon: Lexicon) -> Iterator[Candidate]:
    """Who has a post for somebody since lately, where a sentence says that there is somebody new.

    Args:
        sentence: as read.
        turn: the utterance that it is of.
        states: reads a sentence.
        lexicon: knows what nouns name.
    """
    if sentence.words.isdisjoint(_SIGNS) or sentence.verbs.isdisjoint(_TELLING) or sentence.sentence.asks:
        return
    new = not sentence.words.isdisjoint(_NEW)
    for clause in sentence.clauses:
        said = _plainly(sentence, clause, lexicon) if new else None
        said = said or (_served(sentence, clause, lexicon) if clause.verb in _SERVING else None)
        if said is not None:
            yield from told_plainly(*said, sentence, turn, states, lexicon)


def _plainly(sentence: ReadSentence, clause: Clause, lexicon: Lexicon) -> tuple[list[Token], tuple[int, int]] | None:
    """The words of *… is … now*, and where the name stands."""
    who, thing, tokens = clause.subject, clause.bare(), sentence.tokens
    if who is None or thing is None or clause.verb not in {"get", "have"} or clause.mood != "actual":
        return None
    if clause.negated or clause.asked or clause.progressive or clause.intro in {"if", "unless", "when", "whether"}:
        return None
    if clause.tense not in ({"present", "perfect"} if clause.verb == "have" else {"past", "perfect"}):
        return None
    new = next((i for i in range(thing.start, thing.head) if tokens[i].lower in _NEW), None)
    behind = tokens[thing.end].lower if thing.end < len(tokens) - 1 else ""
    if new is None or thing.determiner != "a" or thing.owner is not None or behind not in _BEFORE_A_NAME:
        return None
    owner = _owner(who, thing, lexicon)
    named = sentence.phrase_at(thing.end + 1)
    if owner is None or named is None or not named.is_name or named.owner is not None or named.of is not None:
        return None
    closes = named.end >= len(tokens) or tokens[named.end].text in _CLOSING
    if not closes or not _is_a_post(thing, lexicon):
        return None
    post = [x.token for x in tokens[new + 1 : thing.end]]
    name = [x.token for x in tokens[named.start : named.end]]
    at = name[0].start
    return [*owner, *post, word("is", at), *name, word("now", name[-1].end)], (at, name[-1].end)


def _served(sentence: ReadSentence, clause: Clause, lexicon: Lexicon) -> tuple[list[Token], tuple[int, int]] | None:
    """*Nadine manages me now*, *since May Mira teaches me violin*: as *my manager is Nadine now*."""
    who, tokens = clause.subject, sentence.tokens
    if who is None or not who.is_name or who.owner is not None or who.of is not None or who.determiner is not None:
        return None
    told = clause.mood == "actual" and not (clause.negated or clause.asked or clause.passive)
    lasting = clause.tense == "present" or (clause.tense == "perfect" and clause.progressive)
    if not told or not lasting or clause.intro in NOT_TOLD or not sentence.words.isdisjoint(_NOT_ALONE):
        return None
    post = _post(clause)
    led = tokens[who.start - 1].lower if who.start else ""
    now = any(x in sentence.lowered for x in _NOW) and not now_and_then(sentence.lowered)
    if post is None or led == "since" or not now or _is_no_person(_said(who), lexicon):
        return None
    name = [x.token for x in tokens[who.start : who.end]]
    at = name[0].start
    return [word("my", at), *post, word("is", at), *name, word("now", name[-1].end)], (at, name[-1].end)


def _is_no_person(name: str, lexicon: Lexicon) -> bool:
    """*Duolingo*, *YouTube*, *Google Calendar*: an app that teaches or manages one is no holder of a post."""
    joined = any(x[1:] != x[1:].lower() for x in name.split())
    return joined or lexicon.thing_of(name) is not None or name.lower() in _APPS


_APPS = frozenset("duolingo babbel alexa siri claude gemini".split())
"""What the lexicon has no app by."""


def _said(phrase: Phrase) -> str:
    return " ".join(x.text for x in phrase.tokens[phrase.core : phrase.end])


def _post(clause: Clause) -> list[Token] | None:
    """What somebody is by what they do for the speaker: *violin teacher*; None where they do it for something else."""
    done = [c for c in clause.complements if not is_time_adjunct(c, kind_of(c.phrase)[0])]
    if not done or any(c.preposition is not None for c in done):
        return None
    first, *rest = (c.phrase for c in done)
    if clause.verb == "supervise" and first.owner == "my" and first.head_lemma in _WRITTEN:
        return [first.tokens[first.head].token, word("supervisor", first.offsets()[0])] if not rest else None
    if first.pronoun != "me":
        return None
    bare = all(x.determiner is None and x.owner is None and x.pronoun is None and x.of is None for x in rest)
    if not bare or len(rest) > (clause.verb == "teach"):
        return None
    taught = [x.token for p in rest for x in p.tokens[p.core : p.end]]
    return [*taught, word(_SERVING[clause.verb], first.offsets()[0])]


def _owner(who: Phrase, thing: Phrase, lexicon: Lexicon) -> list[Token] | None:
    """Whose it is, as an owner: *my*, *Emil's*, *my son's*; what is the speaker's own by a known noun is of `roles`."""
    tokens = who.tokens
    at = tokens[who.start].token
    if who.pronoun is not None:
        mine = _OWNER.get(who.pronoun)
        return [word(mine, at.start)] if mine is not None and lexicon.by_noun(attribute_label(thing)) is None else None
    kin = who.owner in {"my", "our"} and who.head_lemma in w.KIN and who.core == who.head  # not my other son
    if who.of is not None or not (kin or (who.is_name and who.owner is None and who.determiner is None)):
        return None
    end = tokens[who.end - 1].token.end
    return [*(x.token for x in tokens[who.start : who.end]), Token("'s", "'s", "clitic", end, end)]


def _is_a_post(thing: Phrase, lexicon: Lexicon) -> bool:
    head = thing.head_lemma
    if head in SEVERAL:
        return False
    known = lexicon.by_noun(head)
    return head in _CHIEFS | _HIRED | w.ACQUAINTANCES or (known is not None and "person" in known.values)
