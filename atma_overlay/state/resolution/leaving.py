"""What stopped, and what took its place."""

from __future__ import annotations

from itertools import pairwise

from atma_overlay import re2
from atma_overlay.language.candidates import (
    BY_ABSENCE,
    BY_ACTOR,
    BY_CONTRAST,
    BY_DOING,
    BY_FALLING_OUT,
    BY_HAVING,
    BY_LOSS,
    BY_PLAN,
    BY_THING,
    BY_VALUE,
    HELD,
    Candidate,
    Part,
)
from atma_overlay.language.extract import default_extractor
from atma_overlay.language.grammar.kinds import HAD, NAMED
from atma_overlay.language.grammar.words import ACQUAINTANCES, GROUPS, KIN, PETS, lemma, verb_lemma
from atma_overlay.records import Act, Cardinality, Change, Statement
from atma_overlay.state.pairs.acting import may_change
from atma_overlay.state.pairs.adjudication import APPLY_AT, compatible
from atma_overlay.state.pairs.displacement import other_sort
from atma_overlay.state.pairs.doings import does, told_of_doing
from atma_overlay.state.pairs.for_now import only_for_now
from atma_overlay.state.pairs.meant import (
    POSTS,
    by_another_doing,
    left_as,
    left_for_a_while,
    may_be_the_new_one,
    of_another_habit,
    only_partly,
)
from atma_overlay.state.pairs.namesakes import named_for
from atma_overlay.state.pairs.which_one import of_another_one
from atma_overlay.state.pairs.written import may_be_no_name
from atma_overlay.state.resolution.departures import stays_all_the_same
from atma_overlay.state.resolution.falling_out import gone_over_to, planned, successors
from atma_overlay.state.resolution.partners import as_sure_as_both, is_no_person, is_of_its_slot
from atma_overlay.state.resolution.placing import Placing
from atma_overlay.state.slots.holders import OWN, is_somebody, of_somebody_else, one_holder, speaker_of
from atma_overlay.state.slots.mentions import naming_terms
from atma_overlay.state.slots.regular_times import done_away_with
from atma_overlay.state.slots.several import STAYS
from atma_overlay.values.sameness import amount_of, refines, same_value
from atma_overlay.values.terms import terms, words

_ANIMALS = frozenset(
    {"pet_dog", "pet_cat", "other_pet", "other_pet_name", "grandfather", "grandmother", "parent_in_law"}
)
PEOPLE = KIN | ACQUAINTANCES | PETS | {"child", "identity", "friend", "spouse", "pet"}
"""Attributes whose values are somebody: people are not swapped for things in passing."""
_COUPLED = frozenset({"dating_partner", "engage_to"})
REACH = 360
"""Characters between something that stopped and what took its place."""
_IN_HAND = frozenset("phone laptop tablet camera watch headphones computer glasses".split())
_LET_FALL = re2.compile(r"(?i)\bdropp(?:ed|ing) (?:my|our|the)\b")
"""*I dropped my phone*: what is let fall is still had."""
_PET_NAMES = frozenset({"pet_dog", "pet_cat", "other_pet", "other_pet_name"})
_LEFT_WITH = re2.compile(r"(?i)\bleft (?:[\w'’.-]{4,}|[^mMuU\s][\w'’.-]+) (?:with|at|in|by|to)\b")
"""*We left Rex with my parents*: who is left somewhere is fetched again; *Ana left me in May* is another thing."""
_LASTING = re2.compile(r"\b(?:these days|nowadays|any ?more|from now on|since|as of|for good|permanently)\b")
_BOUNDARY = re2.compile(r"[,;:.()]| - | and | but | so | because | since | when | after ")


class Leaving:
    """Resolution of partings."""

    def __init__(self, placing: Placing) -> None:
        self.placing = placing
        self.observation, self.links = placing.observation, placing.links
        self.speaker = speaker_of(placing.observation)

    def retire(self, retired: list[Candidate], adopted: list[Candidate], stated: list[Candidate]) -> set[int]:
        """Place what stopped, each with what took its place where one did; the identities of what that used up."""
        used: set[int] = set()
        left = self._done_no_more([c for c in retired if c.attribute == BY_DOING and c.unit is None], set())
        replaced = {c.old_norm for c in adopted if c.replaces}
        for candidate in retired:
            had = candidate.attribute == BY_HAVING  # nothing takes the place of what is only had
            if (candidate.norm in replaced and not had) or candidate.attribute == BY_DOING:
                continue
            for regular in done_away_with(candidate, self.links):
                left.add(regular.id)
                self._end(candidate, regular)
            parted = candidate.part is Part.PARTED
            fell_away = candidate.attribute == BY_PLAN
            old = planned(candidate, self.links, self.observation) if fell_away else self._meant(candidate)
            if old is None or old.id in left:
                continue
            if candidate.act is Act.DOUBT and old.cardinality is not Cardinality.SINGLE:
                continue  # I have a new client
            options = [c for c in adopted if c.replaces is None]
            options += [c for c in stated if _of_slot(c, old) and self._may_follow(c, candidate, old)]
            options = [o for o in options if o.act is Act.ASSERT and (may_change(o, old) or _of_ours(o))]
            if candidate.act is Act.DOUBT:
                options = [o for o in options if gone_over_to(o, old)]
            if candidate.attribute == BY_CONTRAST:
                options = [o for o in options if _settles(o, old)]
            fell_out = candidate.attribute == BY_FALLING_OUT
            if fell_out:
                options = successors(stated, old, self.links)
                options = [o for o in options if may_change(o, old) and abs(o.place - candidate.place) <= REACH]
            if parted and old.slot.attribute in PEOPLE:
                options = [o for o in options if o.attribute == old.slot.attribute]
            options = [o for o in options if id(o) not in used and not fell_away and not is_no_person(o, old)]
            partner = options[0] if fell_out and options else self._partner(candidate, old, options)
            if partner is not None:
                used.add(id(partner))
                left.add(old.id)
                self.placing.replace_old(as_sure_as_both(partner, candidate, old), old)
            elif _still_had(candidate, old):
                continue
            elif not parted and (_stands_alone(old) or _is_it(candidate, old)):
                left.add(old.id)
                known = self.placing.workspace.statements(old.slot).values() if candidate.act is Act.DOUBT else ()
                if candidate.act is Act.DOUBT and may_be_the_new_one(old, known, self.observation):
                    candidate = candidate.doubted()  # noqa: PLW2901
                if only_partly(candidate, old) or may_be_no_name(candidate.evidence, old, candidate.value):
                    candidate = candidate.doubted()  # noqa: PLW2901
                self._end(candidate, old)
        self._done_no_more([c for c in retired if c.attribute == BY_DOING and c.unit is not None], left)
        return used

    def _meant(self, candidate: Candidate) -> Statement | None:
        """The record that a mention of what stopped means, where there is no doubt of it."""
        if candidate.value_kind == HELD:
            old = self.links.held(candidate)
        elif candidate.attribute and candidate.known_attribute and candidate.value_kind == "mention":
            held = self.links.held(candidate)
            old = held if held is not None and same_value(held.norm, candidate.norm) else None
        elif candidate.attribute == BY_HAVING:
            old = self.links.had_until_now(candidate)
        else:
            by_value = candidate.part is Part.PARTED or candidate.attribute == BY_VALUE
            old = self.links.mentioned(candidate, by_value=by_value)
            old = old or self._post(candidate)
        if old is None or old.observation_id == self.observation.id:
            return None
        acted = candidate.attribute in {BY_ACTOR, BY_THING} and old.slot.subject != candidate.subject
        other = candidate.value_kind != HELD and (named_for(candidate.value, old) or _one_of_them(candidate, old))
        if acted or other or self._of_another(candidate, old) or by_another_doing(candidate, old):
            return None
        if stays_all_the_same(candidate, old):
            return None
        if left_for_a_while(candidate, old) or only_for_now(candidate, old) or of_another_one(old, candidate):
            return None
        if not may_change(candidate, old) or _called_else(candidate, old) or of_another_habit(candidate, old):
            return None
        if candidate.attribute == BY_LOSS and not _somebody(old):
            return None
        if candidate.attribute == BY_ABSENCE and (_somebody(old) or old.value_kind not in NAMED):
            return None
        return old

    def _post(self, candidate: Candidate) -> Statement | None:
        """The one post that is left by what it is called, whatever it is of: *treasurer [of our rowing club]*."""
        called = candidate.norm
        if not called or not left_as(candidate.value, candidate.evidence):
            return None
        held = self.links.found(
            "value",
            terms(candidate.value),
            lambda s: s.slot.attribute in POSTS and s.slot.subject == candidate.subject,
        )
        meant = [s for s in held if s.norm.partition(" of ")[0] == called and s.observation_id != self.observation.id]
        return meant[0] if len(meant) == 1 else None

    def _done_no_more(self, given_up: list[Candidate], left: set[str]) -> set[str]:
        """End all that was told of doing what is given up; the ids of what was ended, those of `left` among them."""
        mine = self.links.of_subject(self.speaker)
        known = self.links.found("subject", terms(self.speaker) or (self.speaker,), mine) if given_up else []
        for candidate in given_up:
            for old in known:
                if old.id in left or not old.affirmed or old.observation_id == self.observation.id:
                    continue
                if _tells_of(old, candidate):
                    left.add(old.id)
                    self._end(candidate, old)
        return left

    def _end(self, candidate: Candidate, old: Statement) -> None:
        ended = candidate.but(valid_to=None) if candidate.value_kind == HELD else candidate
        ended = ended.doubted() if old.id in self.links.unsure else ended
        self.placing.put(ended, old.slot, value=old.value, norm=old.norm, cardinality=old.cardinality, contextual=True)

    def _of_another(self, candidate: Candidate, old: Statement) -> bool:
        """Whether what stopped is somebody's and what is held another's: *my brother no longer works at Acme*."""
        told_of, by = candidate.subject, candidate.attribute.split("_")
        of_a_thing = candidate.attribute == BY_THING or (len(by) > 1 and by[0] != "by" and verb_lemma(by[0]) is None)
        if of_a_thing and old.slot.attribute in OWN and candidate.attribute != old.slot.attribute:
            return True  # the team no longer plays the cello
        if told_of == self.speaker:
            return of_somebody_else(old, self.observation, candidate.evidence)
        return not one_holder(told_of, old.slot.subject, self.observation)

    def _may_follow(self, candidate: Candidate, retired: Candidate, old: Statement) -> bool:
        """Whether a statement can be what took the place of something that stopped.

        It marks a start, or it stands in the same sentence, behind, and names something that was not known.
        """
        if candidate.additive or (candidate.value_kind == "activity" and candidate.attribute != old.slot.attribute):
            return False  # I walk everywhere now that I sold my Golf
        if candidate.change is not Change.NONE or (is_of_its_slot(candidate, old) and candidate.place > retired.place):
            return True
        same = candidate.subject == old.slot.subject and candidate.attribute == old.slot.attribute
        alike = same and candidate.value_kind == old.value_kind
        fresh = (candidate.value_kind in NAMED or alike) and not self.links.names_known_value(candidate)
        if candidate.evidence != retired.evidence:
            named = naming_terms(candidate.attribute) & naming_terms(old.slot.attribute)
            return fresh and candidate.place > retired.place and bool(named) and candidate.confidence >= APPLY_AT
        return candidate.place > retired.place and fresh and _apart(retired, candidate)

    def _partner(self, retired: Candidate, old: Statement, options: list[Candidate]) -> Candidate | None:
        near = [
            c
            for c in options
            if not _is_of_others(c, retired, old)
            and not (c.value_kind == "phrase" and old.value_kind == "name" and c.attribute != old.slot.attribute)
            and abs(c.place - retired.place) <= REACH
            and compatible(c.value_kind, c.unit, old.value_kind, old.unit)
            and not other_sort(c, old)
            and not same_value(c.norm, old.norm)
            and not refines(c.norm, old.norm)
        ]
        return min(near, key=lambda c: (c.place < retired.place, abs(c.place - retired.place)), default=None)


def _is_of_others(candidate: Candidate, retired: Candidate, old: Statement) -> bool:
    """*I left Corepoint, my wife goes to Ironworks now*: what others have takes no place of one's own."""
    if candidate.subject in {old.slot.subject, retired.subject}:
        return False
    return retired.part is Part.PARTED or is_somebody(candidate.subject)


def _is_it(candidate: Candidate, old: Statement) -> bool:
    """Whether what stopped is called by its slot, or is what so much was told of: *500 mg of metformin*."""
    return candidate.attribute == old.slot.attribute or amount_of(old.norm, candidate.norm)


def _tells_of(old: Statement, given_up: Candidate) -> bool:
    """Whether a record tells of doing what is given up, by its verb alone or with what it is done to."""
    if given_up.unit is None:
        return does(old, verb_lemma(given_up.norm))
    if given_up.doer and given_up.doer not in words(old.evidence):
        return False
    said, thing = given_up.evidence.lower(), given_up.value.lower()
    definite = any(f"{owner} {thing}" in said for owner in ("the", "my", "our"))
    return told_of_doing(old, given_up.unit, given_up.value, definite=definite)


def _one_of_them(candidate: Candidate, old: Statement) -> bool:
    """*I sold my car*, told of *two cars* or of *cars*; *my lesson on Friday is off*: others there still are."""
    if candidate.value_kind != "mention":
        return False
    said = words(candidate.value)
    held = words(old.value)
    if old.value_kind == "phrase":
        return bool(held) and said != held and held[-1] != lemma(held[-1]) and said[-1:] == [lemma(held[-1])]
    if old.value_kind not in {"quantity", HAD}:
        return False
    if old.value_kind == HAD:
        return said[-1] == lemma(said[-1]) and held[-1] != lemma(held[-1])
    return old.norm.split()[0] not in {"1", *said} and said[-1] == lemma(said[-1]) and bool(terms(old.value))


def _still_had(candidate: Candidate, old: Statement) -> bool:
    """Whether what is let fall or left somewhere is still had: *I dropped my phone*, *left Rex with my parents*."""
    if old.slot.attribute in _IN_HAND:
        return _LET_FALL.search(candidate.evidence) is not None
    return old.slot.attribute in PEOPLE | _ANIMALS | _PET_NAMES and _LEFT_WITH.search(candidate.evidence) is not None


def _called_else(candidate: Candidate, old: Statement) -> bool:
    """*Norvane isn't my client any more*: whom one works for stays."""
    if (
        candidate.value_kind in {"mention", HELD}
        or not candidate.attribute
        or candidate.attribute == old.slot.attribute
    ):
        return False
    if any(verb_lemma(x) for part in (candidate.attribute, old.slot.attribute) for x in part.split("_")):
        return False
    noun = candidate.attribute.rpartition("_")[2]
    if not {f"my {noun}", f"our {noun}"} & set(map(" ".join, pairwise(words(candidate.evidence)))):
        return False
    return not naming_terms(candidate.attribute) & naming_terms(old.slot.attribute)


def _of_ours(candidate: Candidate) -> bool:
    """*Our power comes from Eneco*, *procurement picked Norvane*: whether what acts is the speaker's.

    Of departments only those that are named as if there were no others.
    """
    said = candidate.evidence.lower()
    if any(f"{owner} {candidate.doer}" in said for owner in ("my", "our")):
        return True
    return candidate.doer in _DEPARTMENTS and candidate.doer in {m.group(1) for m in _BARE.finditer(said)}


_BARE = re2.compile(r"(?:^|[,;:.!?] ?|\b(?:and|so|but|since|because|that) )([a-z]+)\b")
_DEPARTMENTS = frozenset(
    """accounting accounts compliance engineering facilities finance hr it legal logistics management marketing
    operations ops payroll procurement purchasing sales security""".split()
)


def _somebody(old: Statement) -> bool:
    return old.slot.attribute in PEOPLE | _ANIMALS | _COUPLED


_BEING_SOMEWHERE = frozenset("be_at be_in be_near be_by at in".split())


def _settles(candidate: Candidate, old: Statement) -> bool:
    """Whether a value is more than where somebody just is or goes: *I'm at Heathrow now, not at Norvane*."""
    known = default_extractor().lexicon.attributes.get(old.slot.attribute)
    lone = old.slot.attribute in STAYS or (known is not None and "person" in known.values)
    if lone and candidate.attribute not in {"", old.slot.attribute}:
        return False
    return candidate.attribute not in _BEING_SOMEWHERE or _LASTING.search(candidate.evidence.lower()) is not None


def _of_slot(candidate: Candidate, old: Statement) -> bool:
    """Whether a statement can be of an old value's slot: a known attribute only if it is that one, or one sort."""
    one_sort = candidate.sort is not None and old.unit == f"sort:{candidate.sort}"
    return not candidate.known_attribute or candidate.attribute == old.slot.attribute or one_sort


def _apart(retired: Candidate, candidate: Candidate) -> bool:
    """Whether a value stands in another clause than what stopped: *Pell is moving to Crete* replaces nobody."""
    start = candidate.evidence.find(retired.value)
    end = candidate.evidence.find(candidate.value, start)
    between = candidate.evidence[start + len(retired.value) : end] if 0 <= start < end else ","
    return bool(_BOUNDARY.search(between.lower()))


def _stands_alone(old: Statement) -> bool:
    """Whether a value is known well enough to be ended by its bare name: no *one*, no *projects* of some verb."""
    if old.norm.rpartition(" ")[2] in GROUPS:
        return True  # I left the band
    verbal = any(verb_lemma(x) for x in old.slot.attribute.split("_"))
    return old.value_kind != "phrase" or not verbal or len(old.norm.split()) > 1
