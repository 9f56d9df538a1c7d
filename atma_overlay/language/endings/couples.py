"""Who is no longer with the speaker, told of both: *Ben and I split up*, *me and Ben parted ways*."""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay import re2
from atma_overlay.language.candidates import DOUBTED, Candidate
from atma_overlay.language.doubts.happened import NOT_QUITE, dated_long_ago, in_doubt
from atma_overlay.language.endings.partings import NOT_TOLD, retired
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.complements import TIMES
from atma_overlay.language.grammar.kinds import kind_of
from atma_overlay.language.grammar.tags import Tagged
from atma_overlay.language.grammar.value_phrases import is_time_adjunct
from atma_overlay.language.scene import Scene

_SEEING = frozenset({"date", "see"})
VERBS = frozenset("split separate divorce part break go be".split()) | _SEEING
"""One of these tells of it."""


def parted(scene: Scene) -> Iterator[Candidate]:
    """The other of two who have parted, for each clause that tells so."""
    for clause in scene.sentence.clauses:
        if clause.verb in VERBS and not clause.asked and (clause.negated or clause.verb not in _SEEING | {"be"}):
            yield from _split(scene, clause)


def _split(scene: Scene, clause: Clause) -> Iterator[Candidate]:
    """*Ben and I split up*, *me and Ben broke up*, *Ben and I parted ways*: who is no longer with the speaker."""
    if clause.mood != "actual" or clause.intro in NOT_TOLD or clause.adverbs & NOT_QUITE:
        return
    together = (clause.verb == "be" and _no_longer_together(clause)) or (clause.verb in _SEEING and _no_more(clause))
    if not together and (clause.negated or not _parts(clause)):
        return
    other = _beside_me(clause)
    if other is not None and "back together" not in scene.sentence.lowered:
        span = (other.token.start, other.token.end)
        found = retired(scene, scene.turn.text[span[0] : span[1]], span)
        if clause.verb in _SEEING:
            found = found.but(attribute="dating_partner", known_attribute=True)
        doubted = in_doubt(clause, scene) or dated_long_ago(found, scene) or _made_up(scene)
        yield found.but(confidence=DOUBTED) if doubted else found


_MADE_UP = re2.compile(r"\b(?:made up|engaged|wife|husband|(?:met|meet|found each other) again|got back|married)\b")


def _made_up(scene: Scene) -> bool:
    """*Broke up and made up*, *split up on the hike and met again at the top*."""
    return _MADE_UP.search(scene.sentence.lowered) is not None


_WAYS = (["ways"], ["company"])
_OWN_WAYS = (["our", "separate", "ways"], ["our", "own", "ways"])
_AT_A_PLACE = frozenset("after at outside near by before for inside over".split())


def _parts(clause: Clause) -> bool:
    """Whether two who are told of part for good, from one another and from nothing else."""
    behind = [x.lower for x in clause.tokens[clause.verb_end : clause.verb_end + 3]]
    told_to = next((i for i in range(clause.verb_end, len(clause.tokens)) if clause.tokens[i].text == ","), clause.end)
    own = [c for c in clause.complements if c.phrase.start < max(told_to, clause.verb_end + 1)]  # …, long story
    kinds = [(c, kind_of(c.phrase)[0]) for c in own]
    lasting = [(c, kind) for c, kind in kinds if c.phrase.head_lemma not in TIMES]
    placed = {c.preposition for c, kind in lasting if not is_time_adjunct(c, kind)}
    placed |= {c.preposition for c, kind in kinds if c.preposition == "after" and kind != "quantity"}
    if any(c.preposition == "for" and c.phrase.head_lemma != "good" for c in clause.complements):
        return False  # for the day, for a week
    if clause.verb == "part":
        return behind[:1] in _WAYS and not placed & _AT_A_PLACE
    if clause.verb == "go":
        return clause.done and behind in _OWN_WAYS and not placed & _AT_A_PLACE and not _homewards(clause)
    if not placed.isdisjoint(_SOMEWHERE) or (clause.verb == "split" and _looks_on(clause)):
        return False
    up = clause.particle == "up" or behind[:1] == ["up"]
    if up and _goes_with(behind):
        return False
    told = up or (clause.particle is None and clause.verb in {"separate", "divorce"})
    return told and placed.isdisjoint({None, "up", "for"})  # broke up the fight, for the summer


_SOMEWHERE = frozenset("at in on into outside inside near by over around".split())
"""Before what is no time: two who split up there meet again."""
_SEARCHING = re2.compile(
    r"^(?:and \p{L}+ed\b|so (?:that )?(?:we|i|one)\b|to \p{L}+|(?:because|as) (?:one|it was|there)\b"
    r"|, (?:she|he|they|i) (?:took|went|did|got|checked|searched|covered)\b)"
)


def _looks_on(clause: Clause) -> bool:
    """*Split up so we could cover more ground*, *split up, she took the left side*: for something to be done."""
    said = " ".join(x.lower for x in clause.tokens[clause.verb_end :])
    return _SEARCHING.search(said.removeprefix("up").strip()) is not None


def _homewards(clause: Clause) -> bool:
    """*Went our separate ways home*."""
    return "home" in {x.lower for x in clause.tokens[clause.verb_end : clause.end]}


def _goes_with(behind: list[str]) -> bool:
    """*Broke up laughing*, *split up to look for it*: what goes on with it, or is to come, parts nobody for good."""
    after = behind[behind.index("up") + 1 :][:1] if "up" in behind else []
    return any(x.endswith("ing") or x == "to" for x in after)


def _no_more(clause: Clause) -> bool:
    """*Marco and I aren't dating any more*, *… seeing each other any more*."""
    said = {x.lower for x in clause.tokens[clause.verb_start : clause.end]}
    alone = all(c.phrase.head_lemma in {"more", "other"} for c in clause.complements)
    return clause.negated and alone and not {"anymore", "more", "longer"}.isdisjoint(said)


def _no_longer_together(clause: Clause) -> bool:
    """*Sam and I aren't together any more*."""
    said = [x.lower for x in clause.tokens[clause.verb_start : clause.end]]
    alone = all(c.phrase.head_lemma == "more" for c in clause.complements)  # in the photo, on one team
    return clause.negated and alone and "together" in said and not {"anymore", "more", "longer"}.isdisjoint(said)


def _beside_me(clause: Clause) -> Tagged | None:
    """The name that stands with the speaker as the subject: *Ben and I*, *me and Ben*."""
    tokens, subject = clause.tokens, clause.subject
    if subject is None or not clause.verb_start:
        return None
    before, first = tokens[: clause.verb_start], subject.start
    if subject.pronoun in {"i", "me"}:
        joined = [x.lower for x in before[first - 1 : first]] == ["and"]
        other = tokens[first - 2] if joined and first > 1 else None
    else:
        joined = [x.lower for x in before[first : first + 2]] == ["me", "and"]
        other = tokens[first + 2] if joined and subject.pronoun == "we" else None
    return other if other is not None and other.tag in t.NAME_OR_NOUN else None
