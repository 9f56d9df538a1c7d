"""Slot resolution: candidates of one utterance to statements, in the light of what was said before it.

Two statements compete only if they address the same slot. Similarity shortlists and never decides: a later sentence
reaches an earlier slot through the old value that it names, through the attribute's head word, or through a frame that
is alike but for one value.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from dataclasses import replace

from rapidfuzz import fuzz

from atma_overlay.language.candidates import Candidate, Found, Part
from atma_overlay.language.kinds import COUNTED, NAMED, TIMED
from atma_overlay.language.statements import STARTS
from atma_overlay.language.words import ACQUAINTANCES, DAY_NAMES, KIN, PETS
from atma_overlay.records import Act, Cardinality, Change, Observation, Slot, Statement
from atma_overlay.state.adjudication import compatible
from atma_overlay.state.terms import STOP_WORDS, stem, terms, words
from atma_overlay.state.values import normalise, refines, same_value
from atma_overlay.state.workspace import Workspace

PEOPLE = KIN | ACQUAINTANCES | PETS | {"child", "identity", "friend", "spouse", "pet"}
"""Attributes whose values are somebody: people are not swapped for things in passing."""
ACTOR = "by_subject"
"""Marks a mention that ended by somebody's act: only that somebody's records can be meant."""
MAX_RETIREMENTS = 8
"""Per observation; what is beyond is proposed, not applied."""
REACH = 360
"""Characters between something that stopped and what took its place."""
TOLD_TOGETHER = 0.8
"""Confidence of a replacement whose two halves are told in one breath."""
OPEN_AT = 0.6
FRAME_ALIKE = 92
"""Similarity (0 to 100) of two sentences without their values to be one frame."""
_RARE_UNITS = frozenset("mb gb tb ms".split())
"""Units that few things are measured in: a told change of the only such measure is a change of that one."""


def resolve(found: Found, observation: Observation, workspace: Workspace) -> list[Statement]:
    """The statements of one utterance; what cannot be placed is left out."""
    return _Resolution(found, observation, workspace).run()


class _Resolution:
    def __init__(self, found: Found, observation: Observation, workspace: Workspace) -> None:
        self.found, self.observation, self.workspace = found, observation, workspace
        self.out: list[Statement] = []
        self.found_settings = SETTINGS
        self.retiring = 0

    def run(self) -> list[Statement]:
        placed = [c.but(subject=s) for c in self.found.candidates if (s := self._subject(c)) is not None]
        adrift = [c for c in self.found.candidates if c.part is Part.STATEMENT and self._subject(c) is None]
        by_part = {part: [c for c in placed if c.part is part] for part in Part}
        for candidate in by_part[Part.RETRACTED]:
            self._retract(candidate)
        leaving = by_part[Part.RETIRED] + by_part[Part.PARTED]
        used = self._retire(leaving, by_part[Part.ADOPTED], by_part[Part.STATEMENT] + adrift)
        for candidate in by_part[Part.ADOPTED]:
            if id(candidate) not in used:
                self._adopt(candidate)
        for candidate in by_part[Part.STATEMENT]:
            if id(candidate) not in used:
                self._state(candidate)
        return self.out

    def _found(self, field: str, wanted: Collection[str]) -> list[Statement]:
        """Open records that carry any of the terms, those of this very utterance left out."""
        return [s for s in self.workspace.found(field, wanted) if s.observation_id != self.observation.id]

    def _subject(self, candidate: Candidate) -> str | None:
        subject = candidate.subject
        if subject.startswith("?"):
            return self._antecedent(candidate)
        if "'s " in subject:
            owner, _, relation = subject.partition("'s ")
            known = self.workspace.active(Slot(owner, relation.replace(" ", "_")))
            if len(known) == 1 and known[0].value_kind == "name":
                return known[0].value.lower()
        return subject

    def _antecedent(self, candidate: Candidate) -> str | None:
        """Whom a pronoun stands for: the one named just before, else the one other subject with that attribute."""
        named = self.workspace.named_before(self.observation)
        if named:
            return named[-1]
        me = speaker_of(self.observation)
        asked = terms(candidate.attribute.replace("_", " "))
        known = self._found("attribute", asked) if asked else []
        others = {s.slot.subject for s in known if s.slot.attribute == candidate.attribute and s.slot.subject != me}
        if len(others) == 1:
            return next(iter(others))
        return me if candidate.subject == "?it" else None

    def _retract(self, candidate: Candidate) -> None:
        for target in topic_records(candidate.value, self.workspace):
            self._put(candidate, target.slot, value=target.value, norm=target.norm, cardinality=target.cardinality,
                      contextual=True, affirmed=target.affirmed)  # fmt: skip

    def _retire(
        self, retired: list[Candidate], adopted: list[Candidate], stated: list[Candidate]
    ) -> set[int]:
        used: set[int] = set()
        left: set[str] = set()
        replaced = {normalise(c.replaces) for c in adopted if c.replaces}
        for candidate in retired:
            if candidate.norm in replaced:
                continue
            parted = candidate.part is Part.PARTED
            old = self._mentioned(candidate.value, candidate.subject, by_value=parted)
            if old is None or old.id in left or old.observation_id == self.observation.id:
                continue
            if candidate.attribute == ACTOR and old.slot.subject != candidate.subject:
                continue
            options = [c for c in adopted if c.replaces is None and c.act is Act.ASSERT]
            options += [c for c in stated if not c.known_attribute and self._may_follow(c, candidate)]
            if parted and old.slot.attribute in PEOPLE:
                options = [o for o in options if o.attribute == old.slot.attribute]
            partner = self._partner(candidate, old, [o for o in options if id(o) not in used])
            if partner is not None:
                used.add(id(partner))
                left.add(old.id)
                self._replace(partner.but(confidence=max(partner.confidence, TOLD_TOGETHER)), old)
            elif not parted:
                left.add(old.id)
                self._put(candidate, old.slot, value=old.value, norm=old.norm, cardinality=old.cardinality, contextual=True)
        return used

    def _may_follow(self, candidate: Candidate, retired: Candidate) -> bool:
        """Whether a statement can be what took the place: it marks a start, or it stands in the same sentence, behind,
        and names something that was not known."""
        if candidate.change is not Change.NONE:
            return True
        fresh = candidate.value_kind in NAMED and not self._mentioned_value(candidate.value)
        return candidate.evidence == retired.evidence and candidate.place > retired.place and fresh

    def _mentioned_value(self, value: str) -> bool:
        norm = normalise(value)
        return any(same_value(s.norm, norm) for s in self._found("value", terms(value)))

    def _partner(self, retired: Candidate, old: Statement, options: list[Candidate]) -> Candidate | None:
        near = [
            c
            for c in options
            if not (retired.part is Part.PARTED and c.subject not in {old.slot.subject, retired.subject})
            and abs(c.place - retired.place) <= REACH
            and compatible(c.value_kind, c.unit, old.value_kind, old.unit)
            and not _other_sort(c, old)
            and not same_value(c.norm, old.norm)
            and not refines(c.norm, old.norm)
        ]
        return min(near, key=lambda c: (c.place < retired.place, abs(c.place - retired.place)), default=None)

    def _adopt(self, candidate: Candidate) -> None:
        if candidate.replaces is not None:
            old = self._mentioned(candidate.replaces, candidate.subject)
            if old is not None and candidate.attribute == ACTOR and old.slot.subject != candidate.subject:
                return
            measured = candidate.value_kind in COUNTED | TIMED
            if old is not None and compatible(candidate.value_kind, candidate.unit, old.value_kind, old.unit):
                self._replace(candidate, old)
            elif candidate.act is Act.ASSERT and measured:
                label = "_".join(terms(candidate.replaces))
                named = candidate.but(attribute=label, replaces=None, cardinality=Cardinality.SINGLE)
                if label:
                    self._state(named)
            elif candidate.act is Act.ASSERT:
                slot = Slot(candidate.subject, "switched_to")
                self._put(candidate, slot, cardinality=Cardinality.MULTI, replaces=None)
            return
        if candidate.act is Act.CORRECT:
            target = self._just_said(candidate)
            if target is not None:
                self._replace(candidate, target)
            return
        if candidate.unit in {"nth", "weekly"}:
            rotas = [s for s in self._found("unit", [candidate.unit]) if s.slot.subject == candidate.subject]
            if len({s.slot for s in rotas}) == 1:
                self._replace(candidate, rotas[0])
                return
        topic = terms(candidate.evidence)
        for statement in self._found("attribute", topic):
            if compatible(candidate.value_kind, candidate.unit, statement.value_kind, statement.unit):
                if statement.slot.subject == candidate.subject and len(self.workspace.active(statement.slot)) == 1:
                    self._replace(candidate, statement)
                    return

    def _just_said(self, candidate: Candidate) -> Statement | None:
        recent = self._found("subject", terms(candidate.subject) or (candidate.subject,))[:6]
        same = [s for s in recent if compatible(candidate.value_kind, candidate.unit, s.value_kind, s.unit)]
        return same[0] if same else None

    def _replace(self, candidate: Candidate, old: Statement) -> None:
        if same_value(candidate.norm, old.norm):
            self._put(candidate, old.slot, cardinality=old.cardinality, contextual=True, replaces=None)
            return
        self._put(
            candidate, old.slot, cardinality=old.cardinality, contextual=True, replaces=old.norm, change=Change.TOLD
        )

    def _state(self, candidate: Candidate) -> None:
        slot = Slot(candidate.subject, candidate.attribute)
        active = self.workspace.active(slot)
        if candidate.act is Act.CORRECT:
            self._mend(candidate, slot, active)
            return
        if candidate.act is not Act.ASSERT:
            self._put(candidate, slot, replaces=candidate.replaces)
            return
        if active:
            old = self._sole_rival(candidate, active)
            if old is not None:
                self._put(candidate, slot, replaces=old.norm, contextual=True)
                return
        elif candidate.change is Change.NONE and candidate.value_kind in COUNTED and candidate.unit:
            old = self._same_measure(candidate)
            if old is not None:
                self._replace(candidate, old)
                return
        elif candidate.change is not Change.NONE and not candidate.additive:
            old = self._elsewhere(candidate) or self._by_attribute(candidate) or self._by_sort(candidate) or self._by_stay(candidate) or self._by_evidence(candidate)
            if old is not None:
                self._replace(candidate, old)
                return
        self._put(candidate, slot)

    def _mend(self, candidate: Candidate, slot: Slot, active: list[Statement]) -> None:
        """A correction mends the value that it contradicts: in its own slot, else what was just said of its kind."""
        if candidate.replaces is not None:
            self._put(candidate, slot, replaces=candidate.replaces)
            return
        rivals = [
            s
            for s in active
            if compatible(candidate.value_kind, candidate.unit, s.value_kind, s.unit)
            and s.cardinality is Cardinality.SINGLE
            and s.observation_id != self.observation.id
        ]
        old = max(rivals, key=lambda s: (s.observed_at, s.position), default=None) or self._by_attribute(candidate)
        if old is None or same_value(old.norm, candidate.norm):
            self._put(candidate.but(act=Act.ASSERT), slot)
            return
        self._put(candidate, old.slot, cardinality=old.cardinality, replaces=old.norm, contextual=True)

    def _sole_rival(self, candidate: Candidate, active: list[Statement]) -> Statement | None:
        """In a slot that may hold several: the one value that the new one displaces, if the wording leaves no doubt."""
        if candidate.cardinality is Cardinality.SINGLE or candidate.additive:
            return None
        rivals = [
            s
            for s in active
            if compatible(candidate.value_kind, candidate.unit, s.value_kind, s.unit)
            and not same_value(s.norm, candidate.norm)
            and not refines(s.norm, candidate.norm)
            and s.affirmed == candidate.affirmed
            and s.observation_id != self.observation.id
        ]
        framed = [s for s in rivals if alike_but_for_value(s, candidate) and _may_be_framed(candidate)]
        if len(framed) == 1 and framed[0].value_kind == candidate.value_kind:
            return framed[0]
        if candidate.change is Change.NONE or len(rivals) != 1 or not _displaces(candidate, rivals[0]):
            return None
        if candidate.known_attribute and candidate.change is not Change.TOLD and not _wholly(candidate.evidence):
            return None
        return rivals[0]

    def _by_attribute(self, candidate: Candidate) -> Statement | None:
        """The one open record whose attribute is this one in other words: *goal* for *savings goal*. Words that each
        has and the other has not tell two slots apart: *API timeout*, *database timeout*."""
        attribute = set(terms(candidate.attribute.replace("_", " "))) - _EVERYDAY
        if not attribute - _BEGINNINGS:
            return None
        matching = []
        for s in self._found("attribute", sorted(attribute)):
            own = set(terms(s.slot.attribute.replace("_", " "))) - _EVERYDAY
            if not own or s.slot.subject != candidate.subject or not (attribute <= own or own <= attribute):
                continue
            vague = "phrase" in {candidate.value_kind, s.value_kind} and not candidate.known_attribute
            if compatible(candidate.value_kind, candidate.unit, s.value_kind, s.unit) and not vague:
                matching.append(s)
        slots = {s.slot for s in matching}
        return matching[0] if len(slots) == 1 else None

    def _elsewhere(self, candidate: Candidate) -> Statement | None:
        """A project's setting goes by several names (*the invoice service*, *it*): the one open record of the same
        known setting."""
        if not candidate.known_attribute or candidate.attribute not in self.found_settings:
            return None
        asked = terms(candidate.attribute.replace("_", " "))
        options = [s for s in self._found("attribute", asked) if s.slot.attribute == candidate.attribute]
        return options[0] if len(options) == 1 else None

    def _same_measure(self, candidate: Candidate) -> Statement | None:
        """The one open measure in the same unit whose sentence already used this attribute's words."""
        wanted = set(terms(candidate.attribute.replace("_", " "))) - _EVERYDAY
        options = [
            s
            for s in self._found("unit", [candidate.unit or ""])
            if s.slot.subject == candidate.subject and s.cardinality is Cardinality.SINGLE and s.value_kind in COUNTED
            and wanted and wanted <= set(terms(s.evidence))
        ]
        return options[0] if len({s.slot for s in options}) == 1 else None

    def _by_sort(self, candidate: Candidate) -> Statement | None:
        """The one other institution of the same sort that the subject has: *Fernhill Academy* for *Hartle Primary*."""
        if candidate.sort is None or candidate.value_kind not in NAMED:
            return None
        options = [
            s
            for s in self._found("unit", [f"sort:{candidate.sort}"])
            if s.slot.subject == candidate.subject and s.value_kind in NAMED
        ]
        return options[0] if len({s.norm for s in options}) == 1 else None

    def _by_stay(self, candidate: Candidate) -> Statement | None:
        """Where somebody else has been *since* some day takes the place of where they stayed before."""
        me = speaker_of(self.observation)
        dated = candidate.valid_from < self.observation.observed_at
        if candidate.subject == me or candidate.attribute not in STAYS or not dated or candidate.value_kind not in NAMED:
            return None
        options = [s for a in STAYS for s in self.workspace.active(Slot(candidate.subject, a)) if s.value_kind in NAMED]
        return options[0] if len(options) == 1 else None

    def _by_evidence(self, candidate: Candidate) -> Statement | None:
        """A measure that moved is told with the thing it measures: the one open record of the same unit whose sentence
        shares a word with it beyond the value."""
        if candidate.value_kind not in COUNTED | TIMED or (candidate.value_kind in COUNTED and candidate.unit is None):
            return None
        said = set(terms(candidate.evidence)) - set(terms(candidate.value)) - _EVERYDAY
        if not said or candidate.unit is None:
            return None
        options = []
        for s in self._found("unit", [candidate.unit]):
            same = s.value_kind == candidate.value_kind and s.slot.subject == candidate.subject
            named = said & set(terms(s.slot.attribute.replace("_", " ")))
            told = said & set(terms(s.evidence))
            shared = named or len(told) > 1
            if same and shared and s.cardinality is Cardinality.SINGLE:
                options.append(s)
        if not options and candidate.change is Change.TOLD and candidate.unit in _RARE_UNITS:
            found = self._found("unit", [candidate.unit])
            options = [s for s in found if s.slot.subject == candidate.subject and s.cardinality is Cardinality.SINGLE]
        return options[0] if len({s.slot for s in options}) == 1 else None

    def _mentioned(self, mention: str, subject: str, *, by_value: bool = False) -> Statement | None:
        """The open record whose value a mention names: wholly, or by a name that is part of it."""
        asked = terms(mention)
        if not asked:
            return None
        norm = normalise(mention)
        best: tuple[float, Statement] | None = None
        for statement in self._found("value", asked):
            if statement.observation_id == self.observation.id or _another_one(mention, statement):
                continue
            score = _mention_score(statement, mention, norm, set(asked))
            if score and statement.slot.subject == subject:
                score += 0.5
            if score and (best is None or score > best[0]):
                best = (score, statement)
        if best is not None or by_value:
            return best[1] if best is not None else None
        named = [s for s in self._found("attribute", asked) if s.slot.subject == subject]
        exact = [
            s
            for s in named
            if set(asked) <= set(terms(s.slot.attribute.replace("_", " ")))
            and s.observation_id != self.observation.id
            and s.confidence >= OPEN_AT
            and s.value_kind != "phrase"
        ]
        return exact[0] if len({s.slot for s in exact}) == 1 else None

    def _put(  # noqa: PLR0913 - the fields that resolution decides
        self, candidate: Candidate, slot: Slot, *, value: str | None = None, norm: str | None = None,
        cardinality: Cardinality | None = None, contextual: bool = False, replaces: str | None = None,
        change: Change | None = None, affirmed: bool | None = None,
    ) -> None:  # fmt: skip
        retires = replaces is not None or candidate.act is not Act.ASSERT
        self.retiring += retires
        confidence = min(candidate.confidence, 0.5) if self.retiring > MAX_RETIREMENTS and retires else candidate.confidence
        statement = statement_of(candidate, self.observation, slot)
        statement = replace(
            statement,
            value=candidate.value if value is None else value,
            norm=candidate.norm if norm is None else norm,
            cardinality=cardinality or candidate.cardinality,
            contextual=contextual or candidate.subject != slot.subject,
            replaces=replaces,
            change=change or candidate.change,
            affirmed=candidate.affirmed if affirmed is None else affirmed,
            confidence=confidence,
        )
        statement = replace(statement, id=_statement_id(statement))
        self.out.append(statement)
        self.workspace.add(statement)


def topic_records(topic: str, workspace: Workspace) -> list[Statement]:
    """The records that a topic names in passing (*the knee thing*, *my weight*): those that share most with it, all of
    one sentence or the latest; none where nothing but filler is shared."""
    asked = [x for x in terms(topic) if x not in _TOPIC_NOISE]
    scores: dict[str, float] = {}
    met: dict[str, Statement] = {}
    for field, weight in (("value", 1.0), ("attribute", 1.2), ("subject", 0.4)):
        for term in asked:
            for statement in workspace.found(field, [term], open_only=False):
                met[statement.id] = statement
                scores[statement.id] = scores.get(statement.id, 0.0) + weight
    for statement in met.values():
        scores[statement.id] += 0.25 * len(set(terms(statement.evidence)) & set(asked))
    best = max(scores.values(), default=0.0)
    if best < 1.0:
        return _by_context(asked, workspace)
    chosen = [met[i] for i, score in scores.items() if score >= best - 0.3]
    if len({s.evidence for s in chosen}) == 1:
        return chosen
    return [max(chosen, key=lambda s: (scores[s.id], s.observed_at, s.position))]


STAYS = ("be_at", "be_in", "live_at", "live_in", "home_city", "stay_at", "stay_in", "settle_in_at", "settle_at", "settle_in")
SETTINGS = frozenset({"deploy_target", "hosting", "database", "ci", "memory_limit", "service_port", "cloud_region"})


def _by_context(asked: list[str], workspace: Workspace) -> list[Statement]:
    """What was said in the one sentence that a topic recalls by its setting (*that business at the opera*)."""
    telling = [x for x in asked if len(x) > 3]  # noqa: PLR2004
    if not telling:
        return []
    found = workspace.spoken(telling)
    scored = [(len(set(terms(s.evidence)) & set(telling)), s) for s in found]
    best = max((n for n, _ in scored), default=0)
    if best == 0 or best * 2 < len(telling):
        return []
    sentences = {(s.observation_id, s.evidence) for n, s in scored if n == best}
    if len(sentences) != 1:
        return []
    return [s for n, s in scored if n == best]


def speaker_of(observation: Observation) -> str:
    """The canonical subject of *I* in an observation."""
    return observation.speaker.strip().lower() if observation.speaker else "user"


def statement_of(candidate: Candidate, observation: Observation, slot: Slot) -> Statement:
    """A candidate as a statement of a slot."""
    statement = Statement(
        "", observation.id, slot, candidate.cardinality, candidate.act, candidate.value, candidate.norm,
        candidate.value_kind, candidate.unit or (f"sort:{candidate.sort}" if candidate.sort else None), candidate.affirmed, candidate.span, candidate.valid_from,
        candidate.valid_to, candidate.temporary, candidate.replaces, candidate.change, candidate.confidence,
        candidate.basis, observation.origin, "rules/1", observation.observed_at, observation.position,
        observation.digest, candidate.evidence, agent=observation.agent, session=observation.session,
    )  # fmt: skip
    return replace(statement, id=_statement_id(statement))


def _statement_id(statement: Statement) -> str:
    parts = (
        statement.observation_id, str(statement.span), statement.act, str(statement.slot), statement.norm,
        statement.replaces or "", str(statement.affirmed),
    )  # fmt: skip
    return "rec_" + hashlib.sha256("\x1f".join(parts).encode()).hexdigest()[:20]


def alike_but_for_value(old: Statement, candidate: Candidate) -> bool:
    """Whether two sentences are one frame with another value in it (template alignment)."""
    first, second = _frame(old.evidence, old.value), _frame(candidate.evidence, candidate.value)
    long_enough = min(len(first.split()), len(second.split())) >= 3  # noqa: PLR2004
    return long_enough and fuzz.ratio(first, second) >= FRAME_ALIKE


_EXCLUSIVE = frozenset(
    """use live work run host drive ride wear sit stay sleep train jog lift swim print record edit bake deploy store rent
    bank subscribe pay belong report lodge lease serve meet""".split()
)
"""Verbs whose new object, with a stated start, leaves no room for the old one: *I've been jogging in Veskas since May*."""


def _may_be_framed(candidate: Candidate) -> bool:
    """Template alignment is for measures, times and verbs done with one thing: *I'm interested in* X and Y can be both."""
    measured = candidate.value_kind in COUNTED | TIMED
    return measured or candidate.known_attribute or bool(set(candidate.attribute.split("_")) & _EXCLUSIVE)


def _other_sort(candidate: Candidate, old: Statement) -> bool:
    """Whether the names tell two sorts of institution: a bank does not take a gym's place."""
    sort = (old.unit or "").removeprefix("sort:") if (old.unit or "").startswith("sort:") else None
    return sort is not None and candidate.sort is not None and sort != candidate.sort


def _displaces(candidate: Candidate, old: Statement) -> bool:
    """Whether a new value in an open slot takes the old one's place: names for names, measures for measures, and a
    verb that is done with one thing at a time."""
    if candidate.known_attribute or candidate.change is Change.TOLD:
        return True
    if "phrase" in {candidate.value_kind, old.value_kind} or candidate.confidence < OPEN_AT or old.confidence < OPEN_AT:
        return False
    return bool(set(candidate.attribute.split("_")) & _EXCLUSIVE) or candidate.value_kind in COUNTED | TIMED


def _wholly(sentence: str) -> bool:
    """Whether *now* is said of the whole of life, not of Saturdays or a season."""
    said = set(words(sentence))
    parts = {"every", "season", "weekend", "weekends", "evenings", "mornings", "nights", "part-time", "summer", "winter"}
    return "now" in said and not said & (parts | DAY_NAMES)


def _frame(sentence: str, value: str) -> str:
    return " ".join(w for w in words(sentence.replace(value, " ")) if w not in {"now", "again", "about", "currently"})


def _another_one(mention: str, statement: Statement) -> bool:
    """*My old Prius* is not *my new Prius*."""
    said = words(mention)
    return "old" in said and "new" in words(statement.evidence)


def _names_in(text: str) -> set[str]:
    bare = text.replace("'s", "").replace("’s", "")
    return {stem(x.strip(".,!?").lower()) for x in bare.split() if x[:1].isupper() or any(c.isdigit() for c in x)}


_DEMONYMS = frozenset(
    stem(x)
    for x in """new french english german spanish italian american british indian chinese japanese greek dutch irish
    scottish welsh european asian african mexican canadian australian russian polish turkish korean thai""".split()
)


def _mention_score(statement: Statement, mention: str, norm: str, asked: set[str]) -> float:
    if same_value(statement.norm, norm):
        return 3.0
    names = _names_in(statement.value)
    named = _names_in(mention) if mention[:1].isupper() or any(x[:1].isupper() for x in mention.split()) else asked
    if not named <= names or named <= _DEMONYMS:
        return 0.0
    shared = asked & names
    if statement.value_kind in NAMED and shared and any(len(x) > 2 and x not in STOP_WORDS for x in shared):  # noqa: PLR2004
        return 1.0 + len(shared)
    return 0.0


_BEGINNINGS = frozenset(stem(x) for x in STARTS)
_EVERYDAY = frozenset(stem(x) for x in """get go come make take put thing time day week month year good new look interest think want plan attend eye check
    consider search seek find recommend try need help great really way bit lot recent help idea""".split())
_TOPIC_NOISE = frozenset(
    stem(x)
    for x in """thing stuff matter detail details bit note notes memory said say told tell mention mentioned gave given
    give brought bring shared typed pasted wrote asked let slip last time once earlier day week anymore longer please
    kindly forget delete remove erase purge wipe keep hold hang store record use used everything anything all history
    want need like put get got thank thanks info information""".split()
)
