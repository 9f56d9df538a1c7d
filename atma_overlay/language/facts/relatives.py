"""Changes told in a relative clause, or by *there*: *a letter from Corvia, who've been my insurer since May*.

The clause is read with what it hangs on in the place that it leaves open, as a sentence of its own; so is *there* with
the one name of the sentence before. Only what is told of the speaker, and as new, is taken from it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from atma_overlay.language.candidates import Candidate, Part
from atma_overlay.language.changes import doers
from atma_overlay.language.doubts import beliefs, hearsay, irrealis
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.phrases import Phrase
from atma_overlay.language.grammar.stretches import Cover
from atma_overlay.language.grammar.tokens import Token
from atma_overlay.language.rules.rewording import read, stop, word
from atma_overlay.language.scene import OPEN
from atma_overlay.language.texts import drafts
from atma_overlay.language.turn import ReadSentence, ReadTurn
from atma_overlay.language.vocabulary.lexicon import Lexicon
from atma_overlay.records import Change

States = Callable[[ReadSentence, ReadTurn], list[Candidate]]
_RELATIVE = frozenset({"which", "who", "whom", "where"})
_BESIDE = frozenset("the a an our my".split())
_THERE = "there"
_OPENING = frozenset({t.NAME, t.NOUN, t.NUM})
_SPEAKER = frozenset("i we my our me us".split())
_CALENDAR = w.MONTH_NAMES | w.DAY_NAMES
_BREAKS = frozenset({",", ";", ":", "–", "—", ".", "?", "!", "(", ")"})
_MOVING = frozenset(
    "move relocate migrate transfer switch shift resettle convert port emigrate retire settle go come".split()
)
_STAYING = {"live": "in", "work": "at", "train": "at", "study": "at", "bank": "with", "teach": "at", "stay": "in"}
_WITH_IN = frozenset("chuck hand jack pack throw trade turn".split())
"""Verbs that tell an end by *in*: what one packs in a place is not what one packs in."""
_OTHERS = frozenset("his her their your its".split())
"""Whose a thing of the clause may be beside the speaker's."""
MAX_GAP = 40
"""Tokens of a relative clause that are read."""


def told(sentence: ReadSentence, turn: ReadTurn, states: States, lexicon: Lexicon) -> Iterator[Candidate]:
    """What the relative clauses of a sentence and its *there* tell to have changed for the speaker.

    Args:
        sentence: as read.
        turn: the utterance that it is of.
        states: reads a sentence.
        lexicon: knows what nouns name.
    """
    relative = not sentence.words.isdisjoint(_RELATIVE) or ("the" in sentence.words and "," in sentence.words)
    there = _THERE in sentence.words
    if not (relative or there) or sentence.words.isdisjoint(_SPEAKER):
        return
    said = [*(_filled(sentence) if relative else ()), *(_placed(sentence, turn) if there else ())]
    if not said:
        return
    names = frozenset([x.lower for x in sentence.tokens if x.tag == t.NAME])
    doubtful = Cover([*drafts.drafted(sentence), *hearsay.hearsay(sentence), *irrealis.unreal(sentence)])
    for tokens in said:
        plain = read([*tokens, stop(tokens[-1].end)], turn.text, names)
        if irrealis.unreal(plain) or hearsay.hearsay(plain) or beliefs.believed(plain):
            continue
        for candidate in doers.told_by(states(plain, turn), plain, turn, lexicon):
            if _is_news(candidate, turn):
                fresh = candidate.but(evidence=_evidence(candidate, sentence, turn))
                yield fresh.doubted() if doubtful.holds(fresh.span) else fresh


def _evidence(candidate: Candidate, sentence: ReadSentence, turn: ReadTurn) -> str:
    """The sentence, with the one before where the value stands in that."""
    start, before = sentence.sentence.start, turn.before(sentence)
    if candidate.span[0] < start and before is not None:
        start = min(before.sentence.start, candidate.span[0])
    return turn.text[start : sentence.sentence.end]


def _is_news(candidate: Candidate, turn: ReadTurn) -> bool:
    fresh = candidate.change is not Change.NONE or candidate.replaces is not None
    mine = candidate.subject == turn.speaker and candidate.part is not Part.RETRACTED
    return fresh and mine and candidate.confidence >= OPEN


def _filled(sentence: ReadSentence) -> Iterator[list[Token]]:
    """Each relative clause about the speaker, with what it hangs on put where it leaves a gap."""
    tokens = sentence.tokens
    for at in range(1, len(tokens) - 1):
        if tokens[at].lower not in _RELATIVE and (tokens[at].text != "," or tokens[at + 1].lower not in _BESIDE):
            continue
        led = _led(sentence, at)
        if led is None:
            continue
        antecedent, begins, preposition, pronoun = led
        ends = _end(tokens, begins)
        clause = next((c for c in sentence.clauses if begins <= c.verb_start < ends), None)
        if clause is not None:
            ends = min(ends, _acts_again(sentence, clause, antecedent))
        if clause is None or _SPEAKER.isdisjoint([x.lower for x in tokens[begins:ends]]):
            continue
        if any(x.tag == t.GEN or x.lower in _OTHERS for x in tokens[begins:ends] if x is not tokens[begins]):
            continue
        rest = [x.token for x in tokens[begins:ends]]
        hung = [x.token for x in tokens[antecedent.start : antecedent.end]]
        if begins == clause.verb_start or (clause.subject is None and tokens[begins].tag in t.AUXILIARY):
            if pronoun != "where":
                yield [*hung, *rest]
            continue
        place = _gap(sentence, clause, ends, pronoun, preposition)
        if place is not None:
            yield _inserted(rest, place - begins, hung, _governor(clause, pronoun, preposition))


def _acts_again(sentence: ReadSentence, clause: Clause, antecedent: Phrase) -> int:
    """Where the verb of what a relative clause hangs on comes: *the woman who cuts my hair left Acme*."""
    behind = (c for c in sentence.clauses if c.verb_start > clause.verb_start and c.subject is not None)
    own = (c.verb_start for c in behind if c.subject is not None and c.subject.start == antecedent.start)
    return min(own, default=len(sentence.tokens))


def _led(sentence: ReadSentence, at: int) -> tuple[Phrase, int, str, str] | None:
    """What a relative clause hangs on, where its words begin, the preposition before its pronoun, and that."""
    tokens = sentence.tokens
    token = tokens[at]
    if token.lower in _RELATIVE:
        before, preposition = at - 1, ""
        if tokens[before].tag == t.PREP and token.lower in {"which", "whom"}:
            before, preposition = before - 1, tokens[before].lower
        before -= before > 0 and tokens[before].text == ","
        antecedent = _ending(sentence, before + 1)
        return (antecedent, at + 1, preposition, token.lower) if antecedent is not None else None
    beside = sentence.phrase_at(at + 1)  # Sunhill Energy, the company we switched to
    if beside is None or beside.is_name or beside.end >= len(tokens) - 1:
        return None
    opened = beside.end + (tokens[beside.end].lower in {"that", "which", "who"})
    first = tokens[opened].lower in {"i", "we"}
    antecedent = _ending(sentence, at)
    return (antecedent, opened, "", "which") if first and antecedent is not None and antecedent.is_name else None


def _ending(sentence: ReadSentence, end: int) -> Phrase | None:
    """The whole phrase that ends before a token."""
    tokens = sentence.tokens
    found = None
    for start in range(end - 1, max(-1, end - 7), -1):
        if tokens[start].tag not in _OPENING and tokens[start].tag not in t.POSS_OR_DET:
            break
        phrase = sentence.phrase_at(start)
        if phrase is not None and phrase.end == end and phrase.pronoun is None:
            found = phrase
    return found


def _end(tokens: tuple[t.Tagged, ...], begins: int) -> int:
    """Where a relative clause ends: at the next break, or at *and* with a subject of its own behind it."""
    for i in range(begins, min(len(tokens), begins + MAX_GAP)):
        following = tokens[i + 1].lower if i + 1 < len(tokens) else ""
        if tokens[i].text in _BREAKS or (tokens[i].lower in {"and", "but", "so"} and following in w.SUBJECT_PRONOUNS):
            return i
    return min(len(tokens), begins + MAX_GAP)


def _gap(sentence: ReadSentence, clause: Clause, ends: int, pronoun: str, preposition: str) -> int | None:
    """The token before which what the clause hangs on belongs."""
    tokens = sentence.tokens
    thing = clause.bare()
    behind = thing.end if thing is not None and thing.end <= ends else clause.verb_end
    if pronoun == "where" or preposition:
        if behind < ends and tokens[behind].lower in {"over", "back", "across"}:
            behind += 1
        return behind
    for i in range(clause.verb_end, ends):
        closes = i + 1 >= ends or tokens[i + 1].tag == t.PREP or tokens[i + 1].lower in _BEHIND_A_GAP
        if tokens[i].tag in {t.PREP, t.TO} and tokens[i].lower in _STRANDED and closes and not _doubled(tokens, i):
            return i + 1
    return clause.verb_end if thing is None else None


_STRANDED = frozenset("to with at in on for from over by into onto".split())
_BEHIND_A_GAP = frozenset("last this ever when while because since after before now yesterday recently".split())


def _doubled(tokens: tuple[t.Tagged, ...], i: int) -> bool:
    """*Over to*: the first of two prepositions leaves no gap."""
    return tokens[i].lower in {"over", "back"} and i + 1 < len(tokens) and tokens[i + 1].lower in {"to", "from"}


def _governor(clause: Clause, pronoun: str, preposition: str) -> str:
    """The preposition that a pronoun stands for: *where* with a verb of moving is *to*."""
    if preposition or pronoun != "where":
        return preposition
    if clause.verb in _WITH_IN:
        return "at"
    return "to" if clause.verb in _MOVING else _STAYING.get(clause.verb, "in")


def _inserted(rest: list[Token], place: int, hung: list[Token], preposition: str) -> list[Token]:
    led = [word(preposition, hung[0].start)] if preposition else []
    return [*rest[:place], *led, *hung, *rest[place:]]


def _placed(sentence: ReadSentence, turn: ReadTurn) -> Iterator[list[Token]]:
    """*… near Dockside Yard? Our office moved there*: the sentence with the one name of the sentence before."""
    before = turn.before(sentence)
    named = _only_name(before) if before is not None else None
    if named is None:
        return
    tokens = sentence.tokens
    for i in range(1, len(tokens)):
        clause = next((c for c in reversed(sentence.clauses) if c.verb_end <= i), None)
        if tokens[i].lower != _THERE or clause is None or clause.subject is None:
            continue
        mine = clause.subject.pronoun in {"i", "we"} or clause.subject.owner in {"my", "our"} or _is_of_mine(clause)
        stays = clause.verb in _STAYING and clause.tense == "perfect"
        if not mine or not ((clause.verb in _MOVING and clause.done) or stays):
            continue
        begins = clause.subject.start
        ends = _end(tokens, i)
        rest = [*(x.token for x in tokens[begins:i]), *(x.token for x in tokens[i + 1 : ends])]
        yield _inserted(rest, i - begins, named, _governor(clause, "where", ""))


def _is_of_mine(clause: Clause) -> bool:
    """*All of my notes*, *IT moved our whole warehouse*: what is moved is the speaker's."""
    subject, thing = clause.subject, clause.bare()
    part = subject.of if subject is not None else None
    return any(p is not None and p.owner in {"my", "our"} for p in (part, thing))


def _only_name(sentence: ReadSentence) -> list[Token] | None:
    """The one name of a sentence, unless it acts in it or owns something."""
    found: dict[str, list[Token]] = {}
    acting = {c.subject.start for c in sentence.clauses if c.subject is not None}
    i, tokens = 0, sentence.tokens
    while i < len(tokens):
        start = i
        while i < len(tokens) and tokens[i].tag == t.NAME and tokens[i].lower not in _CALENDAR:
            i += 1
        if i > start:
            owns = i < len(tokens) and tokens[i].tag == t.GEN
            if owns or start in acting:
                return None
            found[" ".join(x.lower for x in tokens[start:i])] = [x.token for x in tokens[start:i]]
        i = max(i, start + 1)
    return next(iter(found.values())) if len(found) == 1 else None
