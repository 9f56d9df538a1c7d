"""Who brought something at work to where it is: *I closed ticket 12*, *Legal signed the contract*, *we turned it off*.

What is done to a thing is its status, whoever did it. The states are those of `progress.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from atma_overlay import re2
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar.somebody import is_a_team, is_somebody
from atma_overlay.language.grammar.words import common_words
from atma_overlay.language.scene import Scene
from atma_overlay.language.turn import ReadSentence
from atma_overlay.language.work.progress import (
    ADVERBS,
    DEPENDING,
    DONE,
    IS,
    LOOKED_AT,
    STATES,
    Told,
    ends_here,
    made_of,
    says_nothing,
)
from atma_overlay.language.work.work_names import (
    BARE,
    GROUPS,
    JOINING,
    OPENERS,
    SORTS,
    STOPS,
    Named,
    Word,
    joined,
    more_of,
    named_at,
)

_BY = {sort: STATES[sort, DONE] for sort in (*SORTS, BARE)}
_VERBS = frozenset(state.split(" ")[0] for states in _BY.values() for state in states)
_DOERS = frozenset({"i", "we", "they", "i've", "we've", "they've"})
_PARTIES = frozenset(GROUPS["parties"])
_LEADING = frozenset({"the", "our", "my"})
_FARTHEST = 12
"""Words before a verb, at most, that may be who did so."""
_LONGEST = 4
"""Words of who did so, at most."""
_HAVING = frozenset({"have", "has"})
_MOST_OWN = 6
"""Words from a verb to the kind of thing, at most: *the long overdue March invoice*."""


def deeds(scene: Scene, words: Sequence[Word]) -> Iterator[Told]:
    """The status of each thing of which a sentence tells what somebody did to it.

    Args:
        scene: the sentence, with a clause that spans it.
        words: those that may tell something of a thing at work, see `told_words`.
    """
    verbs = [at for at, x in enumerate(words) if x.text in _VERBS]
    depends = DEPENDING.search(scene.sentence.said) if verbs else None
    for verb in verbs:
        if depends is not None and depends.end() <= words[verb].start:
            return
        if somebody_did(scene.sentence, words, verb):
            told = _told_from(scene, words, verb)
            if told is not None:
                yield told


def somebody_did(sentence: ReadSentence, words: Sequence[Word], verb: int) -> bool:
    """Whether nothing but who did so stands before a verb; nobody does in notes: *closed ticket 12*.

    Args:
        sentence: as read.
        words: its words.
        verb: where the verb stands.
    """
    opens = verb
    while opens and words[opens - 1].text not in STOPS | JOINING:
        opens -= 1
        if verb - opens > _FARTHEST:
            return False
    before = list(words[opens:verb])
    while before and (before[-1].text in ADVERBS or before[-1].text in _HAVING):
        before.pop()
    if _is_a_party(before):
        return True
    while before and before[0].text in OPENERS:
        before.pop(0)
    if not before or joined(before, 0, len(before)) in _DOERS:
        return bool(before) or verb == 0 or words[verb - 1].text in STOPS | OPENERS | ADVERBS
    name = sentence.text[before[0].start : before[-1].end]
    return is_somebody(name) and (before[0].start > 0 or is_a_team(name) or _is_a_name(sentence, before))


def _is_a_name(sentence: ReadSentence, before: Sequence[Word]) -> bool:
    """*Never closed ticket 12 myself*: the first word of a sentence is written like a name."""
    opening = sentence.tokens[0]
    return len(before) > 1 or opening.tag in t.NAME_OR_NOUN or opening.lower not in common_words()


def _is_a_party(before: Sequence[Word]) -> bool:
    """*The client*, *our landlord*: who goes by what they are."""
    led = next((n for n, x in enumerate(before) if x.text in _LEADING), None)
    known = led is not None and before[-1].text in _PARTIES and len(before) - led <= _LONGEST
    return known and all(x.text in OPENERS for x in before[:led])


def _told_from(scene: Scene, words: Sequence[Word], verb: int) -> Told | None:
    text = scene.sentence.text
    size = next((n for n in (3, 2, 1) if any(joined(words, verb, verb + n) in states for states in _BY.values())), 1)
    for at in range(verb + size, min(verb + size + _MOST_OWN, len(words))):
        named = named_at(text, words, at, opens=verb + size)
        if named is not None and not named.facet:
            return _done(scene, words, named, verb)
    return None


def _done(scene: Scene, words: Sequence[Word], named: Named, verb: int) -> Told | None:
    """What was done to a thing, told before it (*rolled back the release*) or around it (*turned the flag off*)."""
    whole = joined(words, verb, _name_begins(words, named, verb))
    around = joined(words, named.behind, named.behind + 1)
    apart = f"{words[verb].text} {around}" in _BY[named.sort] and around in STATES[named.sort, IS]
    if apart:
        at = named.behind
        state, place, behind = around, (words[at].start, words[at].end), at + 1
    elif whole in _BY[named.sort]:
        state, behind = whole, named.behind
        place = (words[verb].start, words[verb].start + len(whole))
    else:
        return None
    end = (
        None if _taken_back(scene, words, behind) or says_nothing(named, state) else _end_of_name(scene, words, behind)
    )
    of = more_of(words[behind:end]) if end is not None else None
    if of is None:
        return None
    return Told(made_of(scene, named._replace(called=(*of, *named.called)), state, place), of)


def _name_begins(words: Sequence[Word], named: Named, verb: int) -> int:
    leading = named.start
    while leading - 1 > verb and words[leading - 1].text in _LEADING | {"this", "that"}:
        leading -= 1
    return leading


_TAKEN_BACK = re2.compile(r"^[^.;!?]*\b(?:but\b|(?:then|and|though)\b[^.;!?]*\b(?:it|that|them|this)\b)")
"""*Tom closed ticket 12 but reopened it*."""


def _taken_back(scene: Scene, words: Sequence[Word], behind: int) -> bool:
    return _TAKEN_BACK.search(scene.sentence.said[words[behind - 1].end :][:LOOKED_AT]) is not None


_PLACING = frozenset("for with of from".split())
_REACH = 5


def _end_of_name(scene: Scene, words: Sequence[Word], behind: int) -> int | None:
    """Where what says which thing it is ends, and what is told with it: *… the contract with Lumen today*."""
    if behind >= len(words) or words[behind].text not in _PLACING:
        return behind if ends_here(scene, words[behind - 1].end, DONE) else None
    reach = range(behind + 2, min(behind + _REACH, len(words)) + 1)
    return next((n for n in reach if ends_here(scene, words[n - 1].end, IS)), None)
