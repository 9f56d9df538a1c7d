"""What a correction that names no slot corrects: the one fact of the turn before that its words fit."""

from __future__ import annotations

from difflib import SequenceMatcher

from atma_overlay import re2
from atma_overlay.language.candidates import ADOPT, BY_TYPING, DOUBTED, TOLD, Candidate, Part
from atma_overlay.language.extract import default_extractor
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar.kinds import COUNTED, NAMED, TIMED, value_kind
from atma_overlay.language.grammar.tagging import tag
from atma_overlay.language.grammar.tokens import tokenise
from atma_overlay.language.grammar.words import DAY_NAMES, POSSESSIVES
from atma_overlay.records import Act, Observation, Statement, Tombstone
from atma_overlay.state.pairs.adjudication import compatible
from atma_overlay.state.pairs.displacement import OPEN_AT
from atma_overlay.state.resolution.placing import Placing
from atma_overlay.state.slots.conversation import SOON
from atma_overlay.state.slots.holders import speaker_of
from atma_overlay.values.belonging import is_place
from atma_overlay.values.normal import normalise
from atma_overlay.values.sameness import same_value
from atma_overlay.values.terms import terms, words

_ACKNOWLEDGING = 3
"""Words of a turn that tells nothing and that a correction may reach past: *thanks!*."""
_ORDINAL = re2.compile(r"\d(?:st|nd|rd|th)\b")
_ALIKE = 0.6
"""How much a word that was typed wrong has in common with the right one."""
_WORDS = NAMED | {"phrase"}


class Correcting:
    """Finds what is corrected."""

    def __init__(self, placing: Placing) -> None:
        self.placing, self.workspace = placing, placing.workspace
        self.observation = placing.observation

    def mended(self, candidate: Candidate) -> tuple[Candidate, Statement] | None:
        """A correction as it stands in the slot of what it corrects, and that; doubted unless it surely is of that."""
        before = self._turn_before()
        if before is None:
            return None
        turn, sure = before
        told = [s for s in self._told(turn) if s.affirmed]
        fitting = [(c, s) for s in told if (c := self._fitted(candidate, s)) is not None]
        known = [(c, s) for c, s in fitting if _is_sure(candidate, s)]
        if len(known or fitting) != 1:
            return None
        fitted, old = (known or fitting)[0]
        if any(s.slot == old.slot and s is not old for s in told) and candidate.replaces is None:
            return None
        if fitted.act is Act.DOUBT:
            return fitted.but(attribute="", replaces=None, value=old.value, norm=old.norm), old
        fitted = fitted.but(attribute="", replaces=None, confidence=TOLD if candidate.confidence >= ADOPT else DOUBTED)
        sure = sure and bool(known) and not _may_mean_another(candidate, old, turn.text)
        return (fitted if sure else fitted.doubted()), old

    def opens(self) -> bool:
        """Whether nothing was said before in the conversation."""
        return not self.workspace.conversation.before(self.observation)

    def all_told(self, candidate: Candidate) -> list[Statement]:
        """All that the turn before told; by words that may mean a request, only where it told one thing and no more."""
        before = self._turn_before()
        if before is None or not before[1]:
            return []
        turn = before[0]
        told = self._told(turn)
        one = len(told) == 1 and told[0].evidence.strip() == turn.text.strip()
        return told if candidate.confidence > ADOPT or one else []

    def told(self, candidate: Candidate) -> Statement | None:
        """The one open record of the speaker that a noun names, where no other of its kind is known."""
        me, label = speaker_of(self.observation), candidate.value.lower().replace(" ", "_")
        known = default_extractor().lexicon.by_noun(candidate.value.lower())
        asked = [*terms(candidate.value), *terms(known.id.replace("_", " ") if known is not None else "")]

        def is_it(s: Statement) -> bool:
            meant = s.slot.attribute == label or (known is not None and s.slot.attribute == known.id)
            return meant and s.affirmed and s.confidence >= OPEN_AT

        held = self.placing.links.found("attribute", asked, is_it)
        return held[0] if len(held) == 1 and held[0].slot.subject == me else None

    def _turn_before(self) -> tuple[Observation, bool] | None:
        """The turn that a correction can be about, and whether it surely is.

        A word of thanks may stand between, and nothing else: a request there is what is corrected.
        """
        sure = True
        for turn in self.workspace.conversation.before(self.observation):
            if isinstance(turn, Tombstone):
                sure = False
                continue
            soon = self.observation.observed_at - turn.observed_at <= SOON
            if self._told(turn):
                return turn, sure and soon
            if "?" in turn.text or len(words(turn.text)) > _ACKNOWLEDGING:
                return None
        return None

    def _told(self, turn: Observation) -> list[Statement]:
        found = self.workspace.told_in(turn.id)
        return [s for s in found if not s.derived and s.slot.attribute != "mention" and s.value_kind != "mention"]

    def _fitted(self, candidate: Candidate, old: Statement) -> Candidate | None:
        """The correction as a value of a record's slot, or None where it is none."""
        if candidate.replaces is not None and not same_value(candidate.old_norm, old.norm):
            named = _named_in_part(candidate, old)
            if named is None or named.act is Act.DOUBT:
                return named
        if candidate.attribute == BY_TYPING and not _much_alike(candidate.norm, old.norm):
            return None
        kind, held = candidate.value_kind, old.value_kind
        if kind in _WORDS and held in _WORDS:
            return self._said_so(candidate, old)
        return _measured(candidate, old) if compatible(kind, candidate.unit, held, old.unit) else None

    def _said_so(self, candidate: Candidate, old: Statement) -> Candidate | None:
        """The correction as the sentence that told the old value tells it: what that makes nothing of does not fit."""
        if candidate.confidence <= ADOPT and is_place(candidate.norm) and not _takes_places(old) and _is_somebody(old):
            return None
        if old.contextual:
            return candidate if compatible(candidate.value_kind, candidate.unit, old.value_kind, old.unit) else None
        if old.evidence.count(old.value) != 1:
            return None
        read = default_extractor().extract(
            old.evidence.replace(old.value, candidate.value), speaker=speaker_of(self.observation),
            at=self.observation.observed_at,
        )  # fmt: skip
        for told in read.candidates:
            same = told.part is Part.STATEMENT and told.attribute == old.slot.attribute and told.confidence >= OPEN_AT
            if same and same_value(told.norm, candidate.norm):
                return candidate.but(value_kind=told.value_kind, unit=told.unit, sort=told.sort, thing=told.thing)
        return None


def _named_in_part(candidate: Candidate, old: Statement) -> Candidate | None:
    """What names its old value by a part: *not three* of three cats; *0161, not 0116* tells no whole number."""
    whole = set(old.norm.split())
    rest = whole - set(candidate.old_norm.split())
    if old.value_kind not in COUNTED or rest == whole:
        return None
    return candidate.but(act=Act.DOUBT) if any(map(str.isdigit, "".join(rest))) else candidate


def _measured(candidate: Candidate, old: Statement) -> Candidate | None:
    """A count, a sum or a time that may be of what another is of."""
    dated = _ORDINAL.search(old.value) is not None or old.value_kind in TIMED
    if _ORDINAL.search(candidate.value) is not None and not dated:
        return None  # no age
    if candidate.value_kind not in COUNTED or candidate.unit is not None:
        return candidate
    alike = old.unit is not None or _of_one_length(candidate.norm, old.norm)
    return candidate.but(value_kind=old.value_kind, unit=old.unit) if alike else None


def _is_sure(candidate: Candidate, old: Statement) -> bool:
    """Whether a value that fits a slot surely is of it; *sorry, Claude* may only say who is spoken to."""
    if candidate.value_kind not in _WORDS or candidate.replaces is not None or _much_alike(candidate.norm, old.norm):
        return True
    if is_place(candidate.norm) and candidate.value_kind != "person":
        return _takes_places(old) and not _is_somebody(old)
    if candidate.confidence > ADOPT:
        return True
    listed = default_extractor().lexicon.words_of(old.slot.attribute)
    return candidate.thing == old.slot.attribute or candidate.norm in listed


def _may_mean_another(candidate: Candidate, old: Statement, said: str) -> bool:
    """Whether the turn before has another value of the kind, which nothing was made of: *a trip to York*."""
    if candidate.replaces is not None or candidate.attribute == BY_TYPING:
        return False
    named, place = candidate.value_kind in _WORDS, is_place(candidate.norm)

    def is_alike(token: t.Tagged) -> bool:
        if named:
            is_name = token.tag == t.NAME and token.lower not in POSSESSIVES
            return is_name and is_place(normalise(token.text)) is place
        counts = token.tag == t.NUM or token.lower in DAY_NAMES
        return counts and compatible(candidate.value_kind, candidate.unit, *value_kind(token.text))

    return any(map(is_alike, tag(tokenise(said.replace(old.value, "it")))))


def _is_somebody(old: Statement) -> bool:
    return "person" in _values_of(old)


def _takes_places(old: Statement) -> bool:
    return "place" in _values_of(old) or is_place(old.norm)


def _values_of(old: Statement) -> tuple[str, ...]:
    """What kinds of values the slot of a record takes, where it is a known one."""
    known = default_extractor().lexicon.attributes.get(old.slot.attribute)
    return () if known is None else known.values


def _much_alike(new: str, old: str) -> bool:
    """*Leads* and *Leeds*: whether one may be typed for the other."""
    return new != old and SequenceMatcher(None, new, old).ratio() >= _ALIKE


def _of_one_length(new: str, old: str) -> bool:
    """Whether two plain figures may be of one thing: a phone's number is as long as the other, and no age is *two*."""
    first, second = (sum(map(str.isdigit, x)) for x in (new, old))
    return (first > 0) == (second > 0) and abs(first - second) <= 1
