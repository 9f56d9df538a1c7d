"""What is taken up in place of something: the old value is named, or known from what was said before."""

from __future__ import annotations

from collections.abc import Callable

from atma_overlay import re2
from atma_overlay.language.candidates import (
    BY_ACTOR,
    BY_HANDOVER,
    BY_LABEL,
    BY_LAST,
    BY_NAME,
    BY_OLD,
    BY_POST,
    BY_RETURN,
    BY_THING,
    BY_TOLD,
    BY_TOTAL,
    BY_TYPING,
    Candidate,
)
from atma_overlay.language.extract import default_extractor
from atma_overlay.language.grammar.kinds import COUNTED, DOSED, MEASURED, NAMED
from atma_overlay.records import Act, Cardinality, Change, Slot, Statement
from atma_overlay.state.pairs import dosing
from atma_overlay.state.pairs.acting import may_change
from atma_overlay.state.pairs.adjudication import compatible
from atma_overlay.state.pairs.moved_things import ends_a_phrase, moves_another_thing, moves_the_thing_itself
from atma_overlay.state.pairs.which_one import of_another_one
from atma_overlay.state.pairs.written import may_be_no_name
from atma_overlay.state.resolution.by_the_way import takes_the_place
from atma_overlay.state.resolution.correcting import Correcting
from atma_overlay.state.resolution.placing import Placing
from atma_overlay.state.resolution.stating import Stating
from atma_overlay.state.resolution.taken_up import (
    ALL_OF_IT,
    by_its_name,
    calls_it_theirs,
    is_its_version,
    may_go,
    of_one_part,
    told_of_it,
    with_its_name,
)
from atma_overlay.state.slots.holders import is_somebody, of_somebody_else, one_holder, speaker_of
from atma_overlay.state.slots.named_old import corrects_another_thing, holder_of_old, is_about, may_be_for_once
from atma_overlay.state.slots.reached import PASSING, reached
from atma_overlay.values.belonging import is_place
from atma_overlay.values.sameness import same_value
from atma_overlay.values.terms import terms, words

_NAME_WORDS = 4
_SWITCHED = re2.compile(r"\b(?:switch|migrat|chang|convert|port|transfer|upgrad|downgrad|swap|mov)\p{L}*\b")
"""What tells a change where *from … to …* tells a journey as well."""
_FOR_ME = re2.compile(r"\bfor (?:me|us)\b")
"""*It's Emacs for me now*: whose choice it is."""
TOLD_TOGETHER = 0.8
"""Confidence of a replacement whose two halves are told in one breath."""


class Adopting:
    """Resolution of adoptions."""

    def __init__(self, placing: Placing, stating: Stating) -> None:
        self.placing, self.stating = placing, stating
        self.workspace, self.links = placing.workspace, placing.links
        self.correcting = Correcting(placing)

    def adopt(self, candidate: Candidate) -> None:
        """Place what is taken up."""
        marked = _MARKED.get(candidate.attribute)
        if marked is not None:
            marked(self, candidate)
            return
        if candidate.attribute in PASSING:
            counted = reached(candidate, self.placing.observation.text, self.links)
            if counted is not None:
                self.placing.replace_old(candidate.but(attribute=""), counted)
                return
            if candidate.attribute == BY_TOTAL:
                return
            candidate = candidate.but(attribute="")
        if candidate.replaces is not None:
            if not (candidate.unit in DOSED and self._dose(candidate)):
                self._adopt_for(candidate, candidate.replaces)
            return
        if candidate.act is Act.CORRECT:
            self._correct(candidate)
            return
        old = self.links.topical(candidate)
        measured = candidate.value_kind == "frequency" or (candidate.value_kind in COUNTED and candidate.unit)
        if old is None and measured:
            old = self.links.moved(candidate)
        if old is None and candidate.thing is not None and _FOR_ME.search(candidate.evidence.lower()) is not None:
            old = self.links.held(candidate.but(attribute=candidate.thing))
        if old is not None and may_change(candidate, old) and not of_another_one(old, candidate):
            self.placing.replace_old(candidate, old)

    def _dose(self, candidate: Candidate) -> bool:
        """Whether an amount is that of the one medicine it is told of, whose dose it takes the place of."""
        medicines, doses = (self.workspace.active(Slot(candidate.subject, x)) for x in dosing.SLOTS)
        old = dosing.dose_named(candidate, medicines, doses)
        if old is not None:
            self.placing.replace_old(candidate.but(attribute="", doer=None, replaces=None), old)
        return old is not None

    def _correct(self, candidate: Candidate) -> None:
        """What mends the turn before, or, at the start of a conversation, takes the place of what it names."""
        mended = self.correcting.mended(candidate)
        if mended is not None and mended[0].act is Act.DOUBT:
            self.placing.put(mended[0], mended[1].slot, cardinality=mended[1].cardinality, contextual=True)
        elif mended is not None:
            self.placing.replace_old(*mended)
        elif candidate.replaces is not None and self.correcting.opens():
            told = candidate.but(act=Act.ASSERT)
            self._by_its_old_value(told.doubted() if is_place(told.norm) else told)  # a journey has places, too

    def _doubt(self, candidate: Candidate) -> None:
        """*The address I gave you was wrong*: the one record of that, and nothing is known in its place."""
        old = self.correcting.told(candidate)
        if old is not None:
            self.placing.put(
                candidate, old.slot, value=old.value, norm=old.norm, cardinality=old.cardinality, contextual=True
            )

    def _hand_over(self, candidate: Candidate) -> None:
        """What somebody had in hand, where one record tells of both: *Carla runs the Monday ops review*."""
        norm, thing = candidate.old_norm, set(terms(candidate.doer or ""))
        held = self.links.found("value", terms(norm), lambda s: same_value(s.norm, norm))
        meant = [s for s in held if s.value_kind in NAMED and thing <= set(terms(s.evidence)) and thing]
        meant = [s for s in meant if ends_a_phrase(candidate.doer or "", s.evidence)]
        if len({s.slot for s in meant}) == 1 and not of_another_one(meant[0], candidate):
            self.placing.replace_old(candidate.but(attribute="", doer=None), meant[0])

    def _take_post(self, candidate: Candidate) -> None:
        """Who has a post that one record tells of; doubted unless it is ours, or who had it is named beside."""
        post, said = (candidate.doer or "").removeprefix("our "), self.placing.observation.text
        label, known = post.replace(" ", "_"), default_extractor().lexicon.by_noun(post)
        words = set(terms(candidate.evidence))
        asked = [*terms(post), *terms(known.id.replace("_", " ") if known else "")]

        def is_it(s: Statement) -> bool:
            before, is_called, behind = s.slot.attribute.rpartition(label)
            of_whom = bool(is_called) and not behind and set(terms(before.replace("_", " "))) <= words
            meant = of_whom or (known is not None and s.slot.attribute == known.id)
            return meant and s.affirmed and s.value_kind == "name" and s.slot.subject == candidate.subject

        held = self.links.found("attribute", asked, is_it)
        if len(held) != 1 or (candidate.replaces and not same_value(held[0].norm, candidate.old_norm)):
            return
        taken = candidate.but(attribute="", doer=None, replaces=None)
        ours = candidate.doer != post or held[0].value in said
        self.placing.replace_old(taken if ours else taken.doubted(), held[0])

    def _call(self, candidate: Candidate) -> None:
        """What somebody or something is called now that is known by the old name."""
        thing, candidate = set(terms(candidate.doer or "")), candidate.but(doer="")
        named = self.links.mentioned(candidate, replaced=True)
        if named is not None and thing and thing.isdisjoint(told_of_it(named)):
            return  # my band is no car
        whole = named is not None and same_value(named.norm, candidate.old_norm)
        if named is not None and (named.value_kind in NAMED or whole):
            self.placing.replace_old(candidate.but(attribute=""), named)

    def _name(self, candidate: Candidate) -> None:
        """What a thing was called, where one record holds that; else by whatever shares its words.

        A database that is renamed runs on what it ran on.
        """
        lexicon, thing = default_extractor().lexicon, candidate.replaces or ""
        label, known = thing.replace(" ", "_"), lexicon.by_noun(thing)
        slots = [f"{label}_name", f"{label}_call"]
        if known is None or lexicon.holds_what_it_is_called(known):
            slots += [label, *([known.id] if known is not None else ())]
        held = [s for x in slots for s in self.workspace.active(Slot(candidate.subject, x)) if s.affirmed]
        named = [s for s in held if s.value_kind not in MEASURED and lexicon.thing_of(s.value.title()) is None]
        if len(named) == 1 and len(held) == 1 and not of_another_one(named[0], candidate):
            self.placing.replace_old(candidate.but(attribute="", replaces=None), named[0])
        elif not held and label in slots:
            self._adopt_for(candidate.but(attribute=BY_ACTOR), thing)
        elif not named:
            slot = Slot(candidate.subject, slots[0])
            self.placing.put(candidate.but(replaces=None), slot, cardinality=Cardinality.SINGLE, change=Change.NONE)

    def _by_its_old_value(self, candidate: Candidate) -> None:
        """What takes the place of the one record that holds what it names as what was."""
        old = holder_of_old(candidate, self.links)
        if old is not None and (not candidate.doer or is_about(candidate.doer, old)):
            sure = candidate.doer or not may_be_for_once(old)
            told = candidate.but(attribute="", doer=None)
            self.placing.replace_old(told if sure else told.doubted(), old)

    def in_passing(self, candidate: Candidate) -> bool:
        """Place who took over from whoever one record tells of; whether there is one."""
        old = self.links.mentioned(candidate, replaced=True, by_value=True)
        if old is None or not takes_the_place(candidate, old, self.placing.observation):
            return False
        self.placing.replace_old(candidate.but(attribute=""), old)
        return True

    def _return(self, candidate: Candidate) -> None:
        """What was given up holds again, in place of the one value that its slot has had since."""
        former = self.links.former(candidate)
        if former is None:
            return
        since = [s for s in self.workspace.active(former.slot) if s.affirmed and s.norm != former.norm]
        known = candidate.but(value_kind=former.value_kind, unit=former.unit)
        if len(since) == 1:
            self.placing.replace_old(known, since[0])
        elif not since:
            self.placing.put(known, former.slot, cardinality=former.cardinality, contextual=True)

    def _adopt_for(self, candidate: Candidate, replaces: str) -> None:
        """A value that is told with what it replaces; with nothing known to replace, it opens a slot of its own."""
        old = self.links.mentioned(candidate, replaced=True)
        if old is not None and candidate.attribute in {BY_ACTOR, BY_THING} and old.slot.subject != candidate.subject:
            self._move_own_thing(candidate, old)
            return
        if old is not None and (self._is_of_another(candidate, old) or of_another_one(old, candidate)):
            old = None
        theirs = calls_it_theirs(candidate) and candidate.subject != speaker_of(self.placing.observation)
        if theirs if old is None else not may_go(old, candidate):
            return
        candidate = with_its_name(candidate, old, replaces)
        if old is not None and is_its_version(old, candidate):
            self._number(candidate, replaces)
            return
        whole = old is not None and by_its_name(old, candidate, replaces)
        if old is not None and old.value_kind == "phrase" and candidate.value_kind in NAMED and not whole:
            themed = self.links.of_theme(candidate, replaces)
            purpose = old.slot.attribute.endswith(("_for", "_about", "_like"))
            old = themed or (None if purpose else old)
        if old is not None and compatible(candidate.value_kind, candidate.unit, old.value_kind, old.unit):
            said = candidate.evidence
            in_doubt = moves_another_thing(said, old) or may_be_no_name(said, old, replaces)
            self.placing.replace_old(candidate.doubted() if in_doubt else candidate, old)
        elif candidate.act is not Act.ASSERT:
            return
        elif (moved := self.links.of_theme(candidate, replaces)) is not None:
            self.placing.replace_old(candidate, moved)
        elif candidate.value_kind in MEASURED:
            self._number(candidate, replaces)
        elif candidate.known_attribute:
            slot = Slot(candidate.subject, candidate.attribute)
            if not self._from_unheard_of(candidate, slot, replaces):
                self.stating.state(candidate.but(replaces=None))
        elif candidate.thing is not None:
            known = candidate.but(attribute=candidate.thing, known_attribute=True)
            if not self._from_unheard_of(known, Slot(candidate.subject, candidate.thing), replaces):
                one_of_several = of_one_part(replaces, candidate.thing)
                of_all = replaces.lower() in ALL_OF_IT
                kept = default_extractor().lexicon.attributes[candidate.thing].cardinality
                several = kept if of_all else Cardinality.MULTI
                another = default_extractor().lexicon.thing_of(replaces)
                told = Change.NONE if another is not None and another.id == candidate.thing else known.change
                self.stating.state(
                    known.but(replaces=None, cardinality=several, cumulative=one_of_several, change=told)
                )
        else:
            slot = Slot(candidate.subject, "switched_to")
            if not self._from_unheard_of(candidate, slot, replaces):
                self.placing.put(candidate, slot, cardinality=Cardinality.MULTI, replaces=None)

    def _number(self, candidate: Candidate, thing: str) -> None:
        """How much, or which version, a thing is at, by what it is called."""
        label = "_".join(x for x in words(thing) if terms(x))
        if label and candidate.act is Act.ASSERT:
            self.stating.state(candidate.but(attribute=label, replaces=None, cardinality=Cardinality.SINGLE))

    def _is_of_another(self, candidate: Candidate, old: Statement) -> bool:
        """*I left Acme and started at Globex*, *Bob did*: where it is Grace who works at Acme."""
        observation = self.placing.observation
        if candidate.act is Act.CORRECT and corrects_another_thing(candidate, old):
            return True
        if candidate.subject == speaker_of(observation):
            mine = bool(candidate.doer) and f"my {candidate.doer}" in candidate.evidence.lower()
            theirs = mine and candidate.act is Act.CORRECT and is_somebody(old.slot.subject)
            return theirs or of_somebody_else(old, observation, candidate.evidence)
        if calls_it_theirs(candidate):
            return candidate.subject != old.slot.subject
        return not one_holder(candidate.subject, old.slot.subject, observation)

    def _move_own_thing(self, candidate: Candidate, old: Statement) -> None:
        """*We moved our backend from Heroku to Fly*, where it was told that our backend runs on Heroku."""
        if candidate.attribute == BY_ACTOR and moves_the_thing_itself(candidate.evidence, old):
            self.placing.replace_old(candidate, old)

    def _from_unheard_of(self, candidate: Candidate, slot: Slot, replaces: str) -> bool:
        """*We switched from Trello to Linear*, where nothing was known: both, and the change between them."""
        named = (
            f"from {replaces}" in candidate.evidence
            and replaces[:1].isupper()
            and len(replaces.split()) <= _NAME_WORDS
            and candidate.value_kind in NAMED
        )
        held = [s for s in self.workspace.statements(slot).values() if same_value(s.norm, candidate.old_norm)]
        named = named and _SWITCHED.search(candidate.evidence.lower()) is not None
        if not named or held or candidate.change is not Change.TOLD or candidate.confidence < TOLD_TOGETHER:
            return False
        both = candidate.but(cardinality=Cardinality.MULTI)
        self.placing.presuppose(both, slot, replaces, norm=candidate.old_norm)
        self.placing.put(both, slot, contextual=True, replaces=candidate.old_norm, change=Change.TOLD)
        return True


_MARKED: dict[str, Callable[[Adopting, Candidate], None]] = {
    BY_RETURN: Adopting._return, BY_HANDOVER: Adopting._hand_over, BY_POST: Adopting._take_post,
    BY_LABEL: Adopting._name, BY_NAME: Adopting._call, BY_OLD: Adopting._by_its_old_value,
    BY_LAST: Adopting._correct, BY_TYPING: Adopting._correct, BY_TOLD: Adopting._doubt,
}  # fmt: skip
"""How what is marked by its attribute is placed."""
