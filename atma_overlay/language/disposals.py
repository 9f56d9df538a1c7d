"""How what is had comes to be had no more: *I sold my van*, *our dog died*, *my bike was stolen*."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import re2

from atma_overlay.language import kinds
from atma_overlay.language import tags as t
from atma_overlay.language import words as w
from atma_overlay.language.candidates import BY_HAVING, DOUBTED, Candidate
from atma_overlay.language.clauses import Clause, Complement
from atma_overlay.language.households import DWELLINGS
from atma_overlay.language.kinds import kind_of
from atma_overlay.language.partings import NOT_QUITE, NOT_TOLD, retired
from atma_overlay.language.phrases import Phrase
from atma_overlay.language.scene import Scene, implicit_first_person
from atma_overlay.language.value_phrases import is_time_adjunct, phrase_span

_ANYONE = frozenset("someone somebody they thieves burglars vandals".split())
_BACK = re2.compile(
    r"\b(?:(?:got|have|had|bought|brought|took|take) (?:it|him|her|them|mine) (?:all )?back|back now|turned up|"
    r"recovered|found (?:it|him|her|them)\b|changed (?:my|our|his|her) mind|fell through|"
    r"taking (?:it|him|her|them) back|c[ao]me back|is back|but (?:i|we) (?:didn['’]t|did not)|"
    r"gave (?:it|him|her|them) back to (?:me|us))"
)
_NOT_BACK = re2.compile(r"\b(?:never|didn['’]t|haven['’]t|hasn['’]t|not|won['’]t|can['’]t|cannot|no one|nobody)\b")
_HEARD_AFTER = 160
"""Characters in which what is gone may be told to be back."""


def disposed_of(scene: Scene) -> Iterator[Candidate]:
    """What the speaker has no more, by an act of its sort."""
    for clause in scene.sentence.clauses:
        if clause.verb not in scene.lexicon.parting_acts or not clause.done or clause.intro in NOT_TOLD:
            continue
        if not clause.adverbs.isdisjoint(NOT_QUITE):
            continue
        thing = _parted_from(clause, scene)
        if thing is not None:
            span = phrase_span(thing)
            found = retired(scene, scene.turn.text[span[0] : span[1]], span).but(attribute=BY_HAVING)
            yield found.but(confidence=DOUBTED) if _back_again(span, scene) or _of_then(clause, scene) else found


def _parted_from(clause: Clause, scene: Scene) -> Phrase | None:
    """What a clause tells to be gone."""
    subject = clause.subject
    first = subject.pronoun in {"i", "we"} if subject is not None else clause.start == 0
    if subject is None and not (first and implicit_first_person(clause, scene)):
        return None
    if not clause.passive and (first or (subject is not None and subject.head_lemma in _ANYONE)):
        for complement in clause.complements:
            thing = complement.phrase.of or complement.phrase
            known = scene.lexicon.belonging(thing)
            mine = thing.owner in _MINE or (thing.determiner == "the" and thing.owner is None)
            if known is None or not mine or not _for_good(clause, complement):
                continue
            if _acted(known.disposals if first else known.losses, clause, thing):
                return thing
        return None
    known = scene.lexicon.belonging(subject) if subject is not None and subject.owner in _MINE else None
    if known is None or not _by_itself(clause):
        return None
    acts = (known.disposals | known.losses) if clause.passive else known.ends
    return subject if _acted(acts, clause, None) else None


_MINE = frozenset({"my", "our"})
_SET_ASIDE = frozenset({"put", "have", "get"})
"""Verbs that are as often told of an occasion: *put the dog down on the sofa*, *had my brace off at lunch*."""


def _acted(acts: Iterable[tuple[str, str]], clause: Clause, thing: Phrase | None) -> bool:
    """Whether a clause tells one of some acts; its words stand behind the verb, or behind what it is done to."""
    behind = [x.lower for x in clause.tokens[clause.verb_end :]]
    at = thing.start - clause.verb_end if thing is not None else 0
    after = [x.lower for x in clause.tokens[thing.end :]] if thing is not None else []
    for verb, said in acts:
        words = said.split()
        if thing is None:
            told = behind[: len(words)] == words and (bool(words) or clause.particle is None)
        else:
            before = behind[:at] == words and (at == 0 or len(words) > 1 or verb not in _SET_ASIDE)
            told = before or (at == 0 and bool(words) and after[: len(words)] == words)
        if told and verb == clause.verb:
            return True
    return False


def _for_good(clause: Clause, thing: Complement) -> bool:
    """*I gave up the shop for today*, *I put the dog down on the sofa*: what is only done for a while."""
    said = [x.lower for x in clause.tokens[thing.phrase.end :]]
    others = [c for c in clause.complements if c is not thing]
    lent = [c for c in others if c.preposition == "for" and kind_of(c.phrase)[0] not in kinds.COUNTED]
    lent = [c for c in lent if c.phrase.head_lemma not in _FOR_EVER]
    if lent or ("for" in said and not _FOR_NOW.isdisjoint(said)):
        return False
    timed = [c for c in others if is_time_adjunct(c, kind_of(c.phrase)[0]) or kind_of(c.phrase)[0] in {"day", "date"}]
    return clause.verb not in _SET_ASIDE or len(timed) == len(others)


_FOR_EVER = frozenset("good adoption part scrap cash charity".split())
_FOR_NOW = frozenset("today tonight now tomorrow".split())
_FIGURES = frozenset("boredom laughter embarrassment shame excitement joy curiosity impatience".split())
"""What nobody really dies of."""


def _by_itself(clause: Clause) -> bool:
    """Whether what happens is done to nothing else, and out of nothing but where it lived: *moved out of the way*."""
    after = clause.tokens[clause.verb_end : clause.verb_end + 1]
    if after and after[0].tag == t.VERB and after[0].lower.endswith("ing"):
        return False  # died laughing
    for c in clause.complements:
        if c.phrase.head_lemma in _FIGURES:
            return False
        timed = is_time_adjunct(c, kind_of(c.phrase)[0]) or c.phrase.head_lemma in w.TIME_NOUNS
        left = c.preposition == "of" and clause.particle == "out" and c.phrase.head_lemma not in DWELLINGS
        if left or (c.preposition is None and not timed):
            return False
    return True


def _of_then(clause: Clause, scene: Scene) -> bool:
    """*When I was 20 I sold my car*: what is told of another time of the speaker's life."""
    around = [c for c in scene.sentence.clauses if c is not clause and c.intro in {"when", "while"}]
    return any(c.tense == "past" and c.subject is not None and c.subject.pronoun in {"i", "we"} for c in around)


def _back_again(span: tuple[int, int], scene: Scene) -> bool:
    """*My bike was stolen but I got it back*."""
    after = scene.turn.text[span[1] : span[1] + _HEARD_AFTER].lower()
    found = _BACK.search(after)
    return found is not None and _NOT_BACK.search(after[: found.start()]) is None
