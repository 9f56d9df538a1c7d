"""What a rule sees of a clause, and how it makes a candidate of what it finds there."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta

import re2

from atma_overlay.language import kinds
from atma_overlay.language import tags as t
from atma_overlay.language.attributes import Attribute
from atma_overlay.language.candidates import Candidate, Part
from atma_overlay.language.clauses import Clause
from atma_overlay.language.cues import holds_from_now, one_off, renewed
from atma_overlay.language.kinds import kind_of
from atma_overlay.language.lexicon import Lexicon
from atma_overlay.language.phrases import Phrase
from atma_overlay.language.times import TimeSpan
from atma_overlay.language.turn import ReadSentence, ReadTurn
from atma_overlay.language.value_phrases import phrase_span
from atma_overlay.records import Act, Cardinality, Change
from atma_overlay.state.values import normalise

TYPED, COPULAR, OPEN, WEAK = 0.9, 0.85, 0.7, 0.62
_NOW = frozenset("now nowadays anymore".split())
_ALSO = frozenset("also too".split())
STARTS = frozenset(
    """sign join start switch adopt move install deploy migrate cut repaint paint enrol enroll subscribe upgrade
    settle hire appoint rent lease unpack register relocate transfer promote convert rename bump choose pick name
    launch swap begin take open fit mount assign marry divorce retire separate qualify become appoint""".split()
)
"""Past acts whose outcome stands: *signed at*, *repainted in*, *moved to*."""


_NAMEABLE = kinds.NAMED | {"number", "quantity"}


@dataclass(slots=True)
class Scene:
    """What a rule needs: the turn, its sentence, the clause and the lexicon."""

    turn: ReadTurn
    sentence: ReadSentence
    clause: Clause
    lexicon: Lexicon
    times: list[TimeSpan]
    _told: Change | None = field(default=None, init=False, repr=False)
    _said: str | None = field(default=None, init=False, repr=False)

    @property
    def told(self) -> Change:
        """How plainly the clause says that something started."""
        if self._told is None:
            self._told = self._read_told()
        return self._told

    def _read_told(self) -> Change:
        clause = self.clause
        fresh = bool(clause.adverbs & _NOW) or any(s.kind == "since" for s in self.times)
        lowered = self.sentence.lowered
        fresh = fresh or "these days" in lowered or "from now on" in lowered or "as of" in lowered
        fresh = fresh or holds_from_now(self.said)
        fresh = fresh or self._follows_an_end()
        subject = clause.subject
        first = subject is not None and any(x.lower == "new" for x in subject.tokens[subject.start : subject.head])
        first = first or any(s in lowered for s in (" my first ", " our first ", " my new ", " our new "))
        return Change.SINCE if fresh or first else Change.NONE

    def _follows_an_end(self) -> bool:
        """*The mill doesn't deliver any more, so I bake with …*: what one does because something else is over."""
        if self.clause.intro != "so":
            return False
        before = [c for c in self.sentence.clauses if c.verb_start < self.clause.verb_start]
        if not before:
            return False
        last = before[-1]
        words = {x.lower for x in last.tokens[last.start : max(last.end, last.verb_end)]}
        over = last.negated and bool(words & {"anymore", "more", "longer"})
        ended = last.verb in self.lexicon.parting_verbs and (last.tense in {"past", "perfect"} or last.passive)
        return over or (ended and not last.negated) or (last.verb == "be" and bool(words & self.lexicon.parting_states))

    @property
    def said(self) -> str:
        """The words of the clause in lower case, from where it opens to where the next one does."""
        if self._said is None:
            self._said = self._read_said()
        return self._said

    def _read_said(self) -> str:
        start, end = self.clause.offsets
        later = [c.start for c in self.sentence.clauses if c.start > self.clause.start]
        if later:
            end = max(end, self.clause.tokens[min(later)].token.start)
        elif self.clause.tokens:
            end = self.clause.tokens[-1].token.end
        if self.clause is self.sentence.clauses[0] if self.sentence.clauses else False:
            start = self.sentence.sentence.start
        return self.turn.text[start:end].lower()


def interval(scene: Scene) -> tuple[datetime, datetime | None, bool]:
    """[valid_from, valid_to) as told, and whether the state is a temporary one."""
    at = scene.turn.at
    start, end, temporary = at, None, False
    past = scene.clause.tense in {"past", "habit_past"} and not begins(scene.clause) and scene.clause.verb != "bear"
    for span in scene.times:
        if begins(scene.clause) and span.kind in {"in", "at", "during", "ago", "since"}:
            start = min(span.start, at)
        elif span.kind in {"since", "for"} and scene.clause.tense in {"perfect", "present"} and span.start <= at:
            start = span.start
        elif span.kind == "until" and span.end is not None and span.end > at:
            end, temporary = span.end, True
        elif past and span.end is not None and span.end <= at and span.kind in {"in", "during", "at", "for"}:
            start, end = span.start, span.end
        elif span.kind in {"in", "during", "at"} and _this_period(span, scene) and not _measured(scene.clause):
            start, end, temporary = min(span.start, at), span.end, True
        elif span.kind in {"ago", "at", "in"} and span.start <= at:
            start = span.start
    return start, end, temporary


def begins(clause: Clause) -> bool:
    """Whether a clause tells, in the past, an act whose outcome stands: *signed at*, *moved to*."""
    return clause.verb in STARTS and clause.tense == "past" and not clause.negated


def _measured(clause: Clause) -> bool:
    """*The tide's at 2.3 this week*: a reading, not a stay; it holds until the next one."""
    found = [kind_of(c.phrase)[0] for c in clause.complements]
    return clause.verb == "be" and any(k in kinds.COUNTED | {"version"} for k in found)


def _this_period(span: TimeSpan, scene: Scene) -> bool:
    """*This week I'm working from …*, *just for today*: a bounded stretch around now, in the progressive or with be."""
    at = scene.turn.at
    around = span.end is not None and span.start - at <= timedelta(days=2) and at < span.end
    short = span.end is not None and span.end - span.start <= timedelta(days=45)
    named = span.text.lower().startswith(("this ", "today", "tonight", "tomorrow", "the weekend", "for the weekend"))
    return around and short and named and span.grain in {"day", "week", "month"}


def bounded_past(scene: Scene) -> bool:
    """Whether the clause names a stretch of time that is over."""
    return any(s.end is not None and s.end <= scene.turn.at for s in scene.times)


def implicit_first_person(clause: Clause, scene: Scene) -> bool:
    """*Signed the papers at …*, *Sharing a house in …*: a sentence that opens with its verb and asks nothing."""
    opens = all(x.tag in {t.ADV, t.PUNCT, t.CONJ} for x in clause.tokens[: clause.verb_start])
    verb = clause.tokens[clause.verb_start]
    finite = clause.tense in {"past", "perfect"} or verb.lower.endswith("ing")
    return opens and finite and not scene.sentence.sentence.asks and clause.mood == "actual"


def value_text(scene: Scene, phrase: Phrase) -> tuple[str, tuple[int, int]]:
    """The value's text and span; quotation marks are left out."""
    span = phrase_span(phrase)
    return scene.turn.text[span[0] : span[1]], span


_FORMER = re2.compile(
    r"\b(?:old|former|ex|previous|last|childhood|parents'?|holiday|summer|weekend|second|rental|hotel|airbnb|hostel"
    r"|friend'?s?|brother'?s?|sister'?s?|mum'?s|mom'?s|dad'?s|gran'?s|aunt'?s|uncle'?s|trip|booked|booking|visit"
    r"|visiting|used to|office|school|weekend|stay|staying|week|night|conference)\b"
)
"""What makes a *flat in Turin* none that one lives in."""


SURE_FACET = 0.65


def _one_s_own(attribute: str, scene: Scene) -> bool:
    """Whether a part is the speaker's own: *my flat in …*, *first week at …*."""
    noun = attribute.replace("_", " ").rpartition(" ")[0]
    lowered = scene.sentence.lowered
    started = noun.split(" ")[0] in {"first", "second", "third"}
    return started or any(f"{owner} {noun}" in lowered for owner in ("my", "our", "my new", "our new"))


_SETTLING = frozenset("settle unpack move relocate resettle".split())


def _owned_part(attribute: str, scene: Scene) -> bool:
    """Whether a part is called the speaker's own, whatever stands between: *my new place in …*; so is settling in."""
    nouns = attribute.replace("_", " ").rpartition(" ")[0].split()
    said = [x.strip(".,;:!?") for x in scene.sentence.lowered.split()]
    at = [i for i, x in enumerate(said) if nouns and x.startswith(nouns[-1])]
    return bool(_SETTLING & set(nouns)) or any({"my", "our"} & set(said[max(0, i - 3) : i]) for i in at)


_LOSING = frozenset("lose quit leave end finish resign cancel sell drop miss".split())


def facet_told(attribute: Attribute | str, scene: Scene) -> Attribute | None:
    """The facet of life that an open attribute is a part of: *flat in* is where somebody lives."""
    if isinstance(attribute, Attribute):
        return None
    noun, _, preposition = attribute.replace(" ", "_").rpartition("_")
    found = scene.lexicon.facet_of(noun.replace("_", " "), preposition) if noun else None
    if scene.clause.verb in _LOSING and scene.clause.tense in {"past", "perfect"}:
        return None  # *I lost my job at …* says where somebody is no longer
    inside = scene.clause.verb in {"have", "get", "do", "paint"} and f"the {noun.replace('_', ' ')} in" in (
        scene.sentence.lowered
    )
    if found is not None and found.id == "home_city" and inside:
        return None  # *we've got the landing in Dove Grey*
    if found is None or (found.id == "home_city" and _FORMER.search(scene.sentence.lowered)):
        return None
    return found


_USED_WITH = frozenset("bank mobile_provider internet_provider electricity_provider payment_provider".split())
_AT_ODDS = frozenset("at with for by from against about of like than as between versus vs".split())
"""Prepositions behind which a name is somebody to deal with rather than something that is used."""


_LIKENESSES = frozenset(
    """favourite favorite dream ideal toy model poster film movie book novel song picture photo painting drawing game
    puzzle lego brand logo sticker costume nickname codename project wallpaper gift present prize joke""".split()
)
"""Under these a name tells what is liked, wished for, called or shown, not what somebody has."""


def _of_some_thing(scene: Scene) -> bool:
    """*The web app is on Go*: what one thing uses is not what the speaker does."""
    subject = scene.clause.subject
    return subject is not None and subject.pronoun is None and not subject.is_name and subject.owner is None


def _thing_of(value: str, scene: Scene) -> str | None:
    found = scene.lexicon.thing_of(value)
    return found.id if found is not None else None


_NOT_HAD = frozenset(
    "favourite favorite dream ideal next first second old former previous last least best worst".split()
)
"""What says of a thing that it is liked, wished for or was: *my favourite car* may stand in a museum."""
_MET_WITH = frozenset(
    """see spot notice borrow rent hire try test test-drive crash hit repair fix review compare recommend
    mention discuss consider want need wish dream follow watch read hear admire envy paint draw photograph
    pass race overtake tow wash clean park sell list""".split()
)
"""What one does with things that are not one's own."""
LENT = 0.45
"""Confidence of what is only lent: it is noted, and takes no other's place."""
_LENT = re2.compile(r"(?i)\b(?:rental|rented|hired?|loan(?:ed|er)?|courtesy|borrowed|stand-in|temporary|replacement)\b")


def thing_named(attribute: Attribute | str, value: str, lexicon: Lexicon) -> Attribute | None:
    """The attribute of a proper name that tells what it is, where nothing around it says otherwise.

    Args:
        attribute: what the wording gives.
        value: the name, verbatim.
        lexicon: knows the names.
    """
    if value == value.lower() or len(value) < 2:
        return None
    found = lexicon.thing_of(value)
    if found is None:
        return None
    if isinstance(attribute, str) and _NOT_HAD & set(attribute.lower().replace("_", " ").split()):
        return None
    if isinstance(attribute, Attribute):
        project = attribute.domain == found.domain == "software_project"
        return found if project and attribute.values == found.values == ("name",) else None
    told = attribute.replace(" ", "_").split("_")
    if not _LIKENESSES.isdisjoint(told):
        return None  # my favourite toy is a Corolla
    role = told[-1]
    return found if role not in _AT_ODDS or (role in {"with", "by"} and found.id in _USED_WITH) else None


def _nouns_of(attribute: Attribute | str) -> list[str]:
    """What a known attribute is called."""
    return [] if isinstance(attribute, str) else [n.split()[-1] for n in attribute.nouns]


def make(  # noqa: PLR0913, PLR0917 - the fields of a candidate
    scene: Scene, subject: str, attribute: Attribute | str, value: str, span: tuple[int, int], kind: str,
    unit: str | None, change: Change, confidence: float, *, part: Part = Part.STATEMENT, act: Act = Act.ASSERT,
    single: bool = True, affirmed: bool | None = None, additive: bool = False, replaces: str | None = None,
) -> Candidate:  # fmt: skip
    """A candidate of a clause, with the clause's time and polarity.

    An end of what is told (*not … anymore*) becomes a mention of something that stopped.

    Args:
        scene: the clause and what surrounds it.
        subject: a canonical subject, or a pronoun with a question mark before it.
        attribute: one of the lexicon, or open vocabulary in plain words.
        value: the value, verbatim.
        span: where the value stands, as character offsets into the turn.
        kind: what kind of value it is; see `kinds`.
        unit: the unit of a measure.
        change: how plainly it is told that something changed.
        confidence: from 0 to 1.
        part: what the candidate needs from what is already known.
        act: assert, end, correct or retract.
        single: whether an open attribute holds one value at a time.
        affirmed: the polarity; the clause's own by default.
        additive: whether the value comes beside the others.
        replaces: the old value, where it is told.
    """
    start, end, temporary = interval(scene)
    if temporary and kind in kinds.COUNTED and not scene.clause.complements and scene.clause.subject is None:
        end, temporary = None, False  # a reading in a fragment holds until the next one
    event = scene.clause.tense in {"past", "perfect"} and change is not Change.NONE
    if temporary and (event or "for good" in scene.sentence.lowered):
        end, temporary = None, False  # the day on which something came to stay
    if kind == "version":
        end, temporary = None, False  # today's release is the one until the next
    if _LENT.search(value) is not None:
        confidence = min(confidence, LENT)
    additive = additive or bool(scene.clause.adverbs & _ALSO)
    nameable = kind in _NAMEABLE and part is Part.STATEMENT and not _of_some_thing(scene)
    nameable = nameable and not (isinstance(attribute, str) and scene.clause.verb in _MET_WITH)
    told_by_name = thing_named(attribute, value, scene.lexicon) if nameable else None
    if told_by_name is not None:
        attribute, kind, unit = told_by_name, "name", None
    elif part is Part.STATEMENT and kind in {"name", "place"}:
        facet = facet_told(attribute, scene)
        if (
            facet is not None
            and facet.id == "home_city"
            and confidence < OPEN
            and not _owned_part(str(attribute), scene)
        ):
            facet = None  # the neighbourhoods in a town are nobody's home
        if facet is not None:
            confidence = max(confidence, SURE_FACET) if _one_s_own(str(attribute), scene) else confidence
            attribute = facet
    known = isinstance(attribute, Attribute)
    if isinstance(attribute, Attribute):
        key, cardinality = attribute.id, attribute.cardinality
        cardinality = Cardinality.MULTI if told_by_name is not None else cardinality
    else:
        key = attribute.lower().replace(" ", "_")
        cardinality = Cardinality.SINGLE if single else Cardinality.MULTI
    fresh = renewed(scene.sentence.lowered) if change is Change.NONE else None
    if fresh and not fresh.isdisjoint({*key.split("_"), *_nouns_of(attribute)}):
        change = Change.SINCE
    if kind == "time" and change is Change.NONE and one_off(scene.sentence.lowered):
        cardinality = Cardinality.MULTI
    positive = (not scene.clause.negated) if affirmed is None else affirmed
    over = scene.clause.adverbs & {"anymore", "longer"} or "any more" in scene.sentence.lowered
    if act is Act.ASSERT and scene.clause.negated and over:
        part, act, positive = Part.RETIRED, Act.END, True
    return Candidate(
        part, act, subject, key, known, cardinality, value, normalise(value), kind, unit, positive, span,
        scene.sentence.text, start, end, temporary, change, replaces, confidence, place=span[0], additive=additive,
        sort=scene.lexicon.sort_of(value) if kind in kinds.NAMED else None,
        thing=_thing_of(value, scene) if kind in _NAMEABLE else None,
    )  # fmt: skip
