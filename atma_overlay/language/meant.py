"""What a candidate means where its words alone would be read as something else: by its name, its title, its plan."""

from __future__ import annotations

from atma_overlay.language.candidates import Candidate, Part
from atma_overlay.language.changes.deltas import is_delta, reached
from atma_overlay.language.doubts.gone_over import RUNS_ON, as_known, gone_over
from atma_overlay.language.doubts.likenesses import likens
from atma_overlay.language.doubts.misplaced import misplaced
from atma_overlay.language.grammar import kinds
from atma_overlay.language.turn import ReadTurn
from atma_overlay.language.vocabulary.lexicon import Lexicon
from atma_overlay.records import Act, Cardinality, Change
from atma_overlay.values.normal import normalise

__all__ = ["meant"]

_PAID_FOR, _HEARD_WITH = "streaming_subscription", "music_app"
"""*I have Spotify Family*: what it is, beside that it is paid for."""


_OF_A_LIST = frozenset({"language_learning", "languages_spoken", "native_language"})


def _as_listed(candidate: Candidate, lexicon: Lexicon) -> Candidate:
    """*I'm learning Italian ready for our trip*: of a phrase that a listed word opens, that word is the value."""
    first, _, rest = candidate.value.partition(" ")
    listed = lexicon.words_of(candidate.attribute)
    if not rest or candidate.norm in listed or first.lower() not in listed:
        return candidate
    start = candidate.span[0]
    return candidate.but(value=first, norm=normalise(first), span=(start, start + len(first)))


def meant(candidate: Candidate, turn: ReadTurn, lexicon: Lexicon) -> Candidate | None:
    """What is meant where the words alone would be read as something else; None where that is nothing."""
    if candidate.attribute == "home_city":
        candidate = gone_over(candidate, lexicon)
    if candidate.attribute == RUNS_ON or (candidate.attribute == _PAID_FOR and candidate.thing == _HEARD_WITH):
        candidate = as_known(candidate, lexicon)
    if candidate.attribute in _OF_A_LIST:
        candidate = _as_listed(candidate, lexicon)
    candidate = reached(_of_two_by_one_noun(candidate, lexicon), turn.text)
    if candidate.part is Part.STATEMENT and (is_delta(candidate, turn.text) or likens(candidate, turn.text)):
        return None
    if _by_title(candidate, turn, lexicon) or _only_described(candidate):
        candidate = candidate.doubted()
    if candidate.attribute in _ON_A_PLAN:
        candidate = _plan(candidate, turn, lexicon)
    if misplaced(candidate, lexicon):
        return None
    return _itself(candidate, turn, lexicon) if candidate.thing is not None else candidate


def _of_two_by_one_noun(candidate: Candidate, lexicon: Lexicon) -> Candidate:
    """*My tablet is an iPad Pro*: of two attributes that share a noun, the one that the value is known for."""
    known, thing = lexicon.attributes.get(candidate.attribute), lexicon.attributes.get(candidate.thing or "")
    if known is None or thing is None or known is thing or set(known.nouns).isdisjoint(thing.nouns):
        return candidate
    return candidate.but(attribute=thing.id, cardinality=thing.cardinality)


def _by_title(candidate: Candidate, turn: ReadTurn, lexicon: Lexicon) -> bool:
    """*I report to the Head of Marketing*: who that is may be known by name already."""
    known = lexicon.attributes.get(candidate.attribute)
    if known is None or "person" not in known.values or candidate.change is not Change.NONE:
        return False
    told = candidate.part is Part.STATEMENT and candidate.act is Act.ASSERT and candidate.value_kind in kinds.NAMED
    return told and turn.text[: candidate.span[0]].lower().endswith("the ")


_NAMED_WITH_OF = frozenset(
    """city town village county borough isle island university college school bank church house ministry department
    office republic state kingdom port mount lake bay cape museum institute academy board council""".split()
)


def _only_described(candidate: Candidate) -> bool:
    """*I work for a competitor of Acme*, *I live in hope of seeing York*: what is described may be what is known."""
    first, _, behind = candidate.value.partition(" of ")
    described = bool(behind) and first.islower() and first.rpartition(" ")[2] not in _NAMED_WITH_OF
    named = candidate.known_attribute and candidate.value_kind in kinds.NAMED
    return described and named and candidate.part is Part.STATEMENT and candidate.act is Act.ASSERT


_ON_A_PLAN = frozenset({"be_on", "upgrade_to", "downgrade_to", "switch_to", "move_to", "change_to", "project_team"})
_GRADED = frozenset({"plan", "tier"})
_TEAM = "Team "


def _plan(candidate: Candidate, turn: ReadTurn, lexicon: Lexicon) -> Candidate:
    """*I'm on the Free plan*, *we upgraded to the Team plan*: one slot, whichever verb tells it."""
    stated = candidate.part is Part.STATEMENT and candidate.act is Act.ASSERT and candidate.value_kind in kinds.NAMED
    start, end = candidate.span
    if candidate.attribute == "project_team" and candidate.norm in _GRADED and turn.text[:start].endswith(_TEAM):
        named = turn.text[start - len(_TEAM) : end]  # the Team plan is no team's
        return candidate.but(
            attribute="plan", known_attribute=False, value=named, norm=normalise(named), value_kind="name",
            span=(start - len(_TEAM), end), cardinality=Cardinality.MULTI,
        )  # fmt: skip
    called, _, noun = candidate.value.partition(" ")
    if not stated or noun.lower() not in _GRADED or lexicon.thing_of(called) is not None:
        return candidate  # the Slack plan is none of Figma's
    change = candidate.change if candidate.attribute == "be_on" or candidate.change is Change.NONE else Change.TOLD
    return candidate.but(attribute="plan", change=change)


_OURS = ("our", "my", "the")


def _itself(candidate: Candidate, turn: ReadTurn, lexicon: Lexicon) -> Candidate:
    """*Our CI runs on Jenkins*, *our database runs on MariaDB*: by its name, what runs there is the thing itself."""
    if candidate.subject == turn.speaker or candidate.attribute not in {RUNS_ON, candidate.thing}:
        return candidate
    named = lexicon.by_noun(candidate.subject.replace("_", " "))
    if named is None or named.id != candidate.thing or candidate.part is not Part.STATEMENT:
        return candidate
    said, thing = candidate.evidence.lower(), candidate.subject.replace("_", " ")
    if not any(f"{owner} {thing}" in said for owner in _OURS):
        return candidate  # their CI runs on Jenkins
    return candidate.but(subject=turn.speaker, attribute=named.id, cardinality=named.cardinality)
