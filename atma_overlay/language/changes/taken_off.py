"""What somebody is taken off, and put on: *they took her off warfarin and gave her apixaban*.

Said over as what happened to her (*she was taken off warfarin and put on apixaban*), it stands where that has it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from atma_overlay.language.candidates import Candidate
from atma_overlay.language.doubts import hearsay, irrealis
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.phrases import Phrase
from atma_overlay.language.grammar.stretches import Cover
from atma_overlay.language.grammar.tags import NAME
from atma_overlay.language.grammar.tokens import Token
from atma_overlay.language.rules.rewording import read, stop, word
from atma_overlay.language.texts import drafts
from atma_overlay.language.turn import ReadSentence, ReadTurn
from atma_overlay.language.vocabulary.lexicon import Lexicon
from atma_overlay.records import Change

States = Callable[[ReadSentence, ReadTurn], list[Candidate]]
_SHE = {"him": "he", "her": "she"}
_GIVING = frozenset({"give", "put", "start", "move", "switch"})
_ON = frozenset({"on", "onto", "to"})
_CLOSING = frozenset({".", "!", ",", ";", "…"})
_BEHIND = frozenset("because since after so last yesterday today now completely entirely".split())
"""What may follow where it is over: *off warfarin for two days* is no end."""


def told(sentence: ReadSentence, turn: ReadTurn, states: States, lexicon: Lexicon) -> Iterator[Candidate]:
    """What somebody else takes no more, and what they take instead, where others took them off it.

    Args:
        sentence: as read.
        turn: the utterance that it is of.
        states: reads a sentence.
        lexicon: knows what goes by a name.
    """
    if "off" not in sentence.words or "take" not in sentence.verbs or sentence.sentence.asks:
        return
    names = frozenset([x.lower for x in sentence.tokens if x.tag == NAME]) - w.KIN
    for clause in sentence.clauses:
        tokens = _said_over(sentence, clause, turn, lexicon)
        if tokens is None:
            continue
        plain = read([*tokens, stop(tokens[-1].end)], turn.text, names)
        doubtful = Cover([*drafts.drafted(sentence), *hearsay.hearsay(sentence), *irrealis.unreal(sentence)])
        evidence = turn.text[sentence.sentence.start : sentence.sentence.end]
        for candidate in states(plain, turn):
            if candidate.change is Change.TOLD and candidate.subject != turn.speaker:
                fresh = candidate.but(evidence=evidence)
                yield fresh.doubted() if doubtful.holds(fresh.span) else fresh


def _said_over(sentence: ReadSentence, clause: Clause, turn: ReadTurn, lexicon: Lexicon) -> list[Token] | None:
    tokens, i = sentence.tokens, clause.verb_end
    done = clause.verb == "take" and clause.done and not clause.passive and not clause.progressive
    if not done or clause.negated or clause.asked or clause.mood != "actual":
        return None
    if clause.intro in {"if", "unless", "when", "whether", "before"}:
        return None
    who = sentence.phrase_at(i) if i < len(tokens) else None
    if who is None or who.end + 1 >= len(tokens) or tokens[who.end].lower != "off":
        return None
    subject, gone = _subject(who), _bare(sentence, who.end + 1)
    if subject is None or gone is None or lexicon.thing_of(_text(turn, gone)) is not None:
        return None
    taken = [*subject, word("was", gone[0].start), word("taken", gone[0].start), word("off", gone[0].start), *gone]
    at = next(n for n, x in enumerate(tokens) if x.token.end == gone[-1].end) + 1
    given = _given(sentence, at)
    if given is None:
        return taken if at >= len(tokens) or tokens[at].lower in _CLOSING | _BEHIND else None
    at = given[0].start
    return [*taken, word("and", at), word("put", at), word("on", at), *given]


def _subject(who: Phrase) -> list[Token] | None:
    tokens = [x.token for x in who.tokens[who.start : who.end]]
    if who.pronoun is not None:
        named = _SHE.get(who.pronoun)
        return None if named is None else [word(named, tokens[0].start)]
    if len(tokens) == 1 and tokens[0].lower in w.KIN:  # they took Mum off it
        return [word("my", tokens[0].start), replace(tokens[0], text=tokens[0].lower)]
    kin = who.owner in {"my", "our"} and who.head_lemma in w.KIN and who.core == who.head
    named_one = who.is_name and who.owner is None and who.determiner is None
    return tokens if (kin or named_one) and who.of is None else None


def _bare(sentence: ReadSentence, at: int) -> list[Token] | None:
    """What goes by its bare name: *warfarin*, no *waiting list*."""
    phrase = sentence.phrase_at(at) if at < len(sentence.tokens) else None
    if phrase is None or phrase.determiner is not None or phrase.owner is not None or phrase.pronoun is not None:
        return None
    return [x.token for x in phrase.tokens[phrase.start : phrase.end]]


def _given(sentence: ReadSentence, i: int) -> list[Token] | None:
    """What they are given behind *and*: *and gave her apixaban*, *and put him on losartan*."""
    tokens = sentence.tokens
    while i < len(tokens) and tokens[i].lower in {"and", "then", "now", ","}:
        i += 1
    if i + 2 >= len(tokens) or w.verb_lemma(tokens[i].lower) not in _GIVING or tokens[i + 1].lower not in _SHE:
        return None
    given = _bare(sentence, i + 2 + (tokens[i + 2].lower in _ON))
    if given is None:
        return None
    behind = next((x for x in tokens if x.token.start >= given[-1].end), None)
    return given if behind is None or behind.text in _CLOSING else None


def _text(turn: ReadTurn, tokens: list[Token]) -> str:
    return turn.text[tokens[0].start : tokens[-1].end].title()
