"""Which attribute a value is of where the wording names another: *Corolla* tells a car, *flat in* where one lives."""

from __future__ import annotations

from dataclasses import dataclass

from atma_overlay import re2
from atma_overlay.language.candidates import Part
from atma_overlay.language.grammar import kinds
from atma_overlay.language.grammar.signs import Sign
from atma_overlay.language.scene import OPEN, Scene
from atma_overlay.language.vocabulary.attributes import Attribute
from atma_overlay.language.vocabulary.lexicon import Lexicon

NAMEABLE = kinds.NAMED | {"number", "quantity"}
SURE_FACET = 0.65
MAYBE_HOME = 0.5
"""Confidence of a home that is told as had: it proposes, and retires no other."""
_FORMER = Sign(
    r"\b(?:old|former|ex|previous|last|childhood|parents'?|holiday|summer|weekend|second|rental|hotel|airbnb|hostel"
    r"|friend'?s?|brother'?s?|sister'?s?|mum'?s|mom'?s|dad'?s|gran'?s|aunt'?s|uncle'?s|trip|booked|booking|visit"
    r"|visiting|used to|office|school|weekend|stay|staying|week|night|conference|tenants?|buy-to-let|timeshare"
    r"|inherited|(?:rent|let)(?:s|ed|ting|ing)? (?:it |them )?out|(?:let|rented) to|to let)\b"
)
"""What makes a *flat in Turin* none that one lives in."""
_SOUGHT = frozenset(
    """need want seek look search hunt like prefer book reserve view visit see consider suggest recommend require wish
    check compare show suit""".split()
)
"""*I need an apartment in Santa Rosa*: what somebody is after is not had yet."""
_MET_THERE = re2.compile(r"\b(?:with|and) (?:[\w'’-]+ ){0,3}(?:colleagues|coworkers) (?:at|with)\b")
"""*Lunch with my colleagues at Nando's*: where they met."""
_SETTLING = frozenset("settle unpack move relocate resettle".split())
_LOSING = frozenset("lose quit leave end finish resign cancel sell drop miss".split())
_OWNING = frozenset({"own", "buy", "inherit"})
"""*I own a house in Keswick*: who says so of a house need not live in it."""
_DWELLING = frozenset("live living lives lived moved moving rent renting home".split())
_HAVING = frozenset({"have", "get"})
"""*I have a flat in York*: as a rule one lives there; another home stays one until a person says otherwise."""
_USED_WITH = frozenset("bank mobile_provider internet_provider electricity_provider payment_provider".split())
_AT_ODDS = frozenset("at with for by from against about of like than as between versus vs".split())
"""Prepositions behind which a name is somebody to deal with rather than something that is used."""
_LIKENESSES = frozenset(
    """favourite favorite dream ideal toy model poster film movie book novel song picture photo painting drawing game
    puzzle lego brand logo sticker costume nickname codename project wallpaper gift present prize joke share stock bond
    investment""".split()
)
"""Under these a name tells what is liked, wished for, called or shown, not what somebody has."""
_NOT_HAD = frozenset(
    "favourite favorite dream ideal next first second old former previous last least best worst".split()
)
"""What says of a thing that it is liked, wished for or was: *my favourite car* may stand in a museum."""
_MET_WITH = frozenset(
    """see spot notice borrow rent hire try trial test test-drive demo crash hit repair fix review compare recommend
    mention discuss consider want need wish dream follow watch read hear admire envy paint draw photograph
    pass race overtake tow wash clean park sell list think confuse mistake include bump bring ram scrape
    evaluate pilot prototype benchmark assess explore investigate sync export back log mirror replicate archive
    dump upload stream ship deliver send support monitor document audit debug patch scan learn study teach sponsor
    contribute avoid ban block advertise attend pitch invest""".split()
)
"""What one does with things that are not one's own."""
_BROUGHT_IN = "bring_in"
"""*We brought in Linear*: what is used from then on; what is merely brought is not."""
_MET_BEFORE = re2.compile(
    r"\b(?:(?:talk|webinar|article|podcast|tutorial|demo|course|class|workshop|session|video|blog|book|paper|lecture|post"
    r"|documentary|review|presentation|meetup|conference|training|episode|thread|intro|introduction)s?"
    r" (?:on|about|of|for|to|called|comparing)|test[- ]dr(?:ive|ove|iven|iving))\b"
)
_MET_WORDS = Sign(_MET_BEFORE.pattern)
"""What is only told of, or tried: *a talk on …*, *test drove a …*."""


@dataclass(slots=True, unsafe_hash=True)
class Reading:
    """What a value is read as; never changed once it is made.

    Attributes:
        attribute: one of the lexicon, or open vocabulary in plain words.
        kind: what kind of value it is; see `kinds`.
        unit: the unit of a measure.
        confidence: from 0 to 1.
        by_name: whether the value itself tells the attribute.
    """

    attribute: Attribute | str
    kind: str
    unit: str | None
    confidence: float
    by_name: bool = False


def reread(worded: Reading, value: str, scene: Scene, part: Part) -> Reading:
    """A reading as the value or the facet of life that it is a part of tells it; else as it is worded."""
    if part is not Part.STATEMENT:
        return worded
    told_by_name = _thing_named(worded, value, scene)
    if told_by_name is not None:
        return Reading(told_by_name, "name", None, worded.confidence, by_name=True)
    if worded.kind == "phrase" and worded.attribute in _WORKING and _the_employer(value, scene):
        return Reading(scene.lexicon.by_noun("employer") or "employer", "name", None, worded.confidence)
    facet = _facet_of(worded, scene) if worded.kind in {"name", "place"} else None
    if facet is None:
        return worded
    sure = max(worded.confidence, SURE_FACET) if _one_s_own(str(worded.attribute), scene) else worded.confidence
    if facet.id == "home_city" and scene.clause.verb in _HAVING:
        sure = min(sure, MAYBE_HOME)
    return Reading(facet, worded.kind, worded.unit, sure)


_WORKING = frozenset({"work for", "work at", "work_for", "work_at"})
_ANY_EMPLOYER = frozenset("startup start-up company firm agency corporation charity nonprofit ngo business".split())
_EMPLOYING = _ANY_EMPLOYER | {"government", "army", "navy", "police"}


def employs(value: str, lexicon: Lexicon) -> bool:
    """Whether a value is a sort of employer: who works at a desk is not employed by it.

    Args:
        value: as it is said, without an article.
        lexicon: knows the sorts of institutions.
    """
    last = value.rsplit(maxsplit=1)[-1]
    acronym = last.isupper() and last.isalpha() and len(last) > 1
    return acronym or last.lower() in _EMPLOYING or lexicon.sort_of(value) is not None


def _the_employer(value: str, scene: Scene) -> bool:
    """*I work for the council*, *for the BBC*: who it is, as by a name; *a bank* may be any."""
    named = employs(value, scene.lexicon) and value.rsplit(maxsplit=1)[-1].lower() not in _ANY_EMPLOYER
    return named and f" the {value}" in scene.sentence.text


def _thing_named(worded: Reading, value: str, scene: Scene) -> Attribute | None:
    if worded.kind == "phrase" and worded.attribute == "use":
        return scene.lexicon.tool_typed_small(value)
    if worded.kind not in NAMEABLE or _of_some_thing(scene) or f"{value}-" in scene.sentence.text:
        return None  # the Canon EF 70-200mm lens
    if _is_what_it_is_called(worded.attribute, scene):
        return None
    if isinstance(worded.attribute, str) and _only_met(worded.attribute, value, scene):
        return None
    return thing_named(worded.attribute, value, scene.lexicon)


_NAMES = frozenset("name username nickname surname handle alias login codename pseudonym initials".split())
_CALLING = frozenset("call name title dub nickname christen".split())


def _is_what_it_is_called(attribute: Attribute | str, scene: Scene) -> bool:
    """*My name is Zoe*, *our team is called Redis*: names, whatever else goes by them."""
    label = attribute if isinstance(attribute, str) else attribute.name
    return label.replace("_", " ").rpartition(" ")[2] in _NAMES or (
        scene.clause.passive and scene.clause.verb in _CALLING
    )


def _only_met(attribute: str, value: str, scene: Scene) -> bool:
    """*Tried Zed for a day*, *test drove a Mazda*, *saw a talk on upgrading to Postgres 16*: nothing that is used."""
    told = attribute.replace(" ", "_")
    if told != _BROUGHT_IN and not _MET_WITH.isdisjoint({scene.clause.verb, told.partition("_")[0]}):
        return True
    if not scene.sentence.shows(_MET_WORDS, scene.sentence.lowered):
        return False
    before, found, _ = scene.sentence.text.partition(value)
    return bool(found) and _MET_BEFORE.search(before.lower()) is not None


def _facet_of(worded: Reading, scene: Scene) -> Attribute | None:
    facet = facet_told(worded.attribute, scene)
    unsure = facet is not None and facet.id == "home_city" and worded.confidence < OPEN
    # The neighbourhoods in a town are nobody's home.
    return None if unsure and not _owned_part(str(worded.attribute), scene) else facet


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
    if role == "on" and len(told) == len(("standup", "on")) and lexicon.by_noun(told[0]) is not None:
        return None  # what the standups are held on
    return found if role not in _AT_ODDS or (role in {"with", "by"} and found.id in _USED_WITH) else None


def facet_told(attribute: Attribute | str, scene: Scene) -> Attribute | None:
    """The facet of life that an open attribute is a part of: *flat in* is where somebody lives."""
    if isinstance(attribute, Attribute):
        return None
    noun, _, preposition = attribute.replace(" ", "_").rpartition("_")
    doer = scene.clause.subject
    if noun.endswith(f"_{scene.clause.verb}") and doer is not None and doer.pronoun is None:
        return None  # *the team works at …*: it is the verb that says so, and of a thing
    found = scene.lexicon.facet_of(noun.replace("_", " "), preposition) if noun else None
    if scene.clause.verb in _LOSING and scene.clause.tense in {"past", "perfect"}:
        return None  # *I lost my job at …* says where somebody is no longer
    inside = scene.clause.verb in {"have", "get", "do", "paint"} and f"the {noun.replace('_', ' ')} in" in (
        scene.sentence.lowered
    )
    if found is not None and found.id == "home_city" and inside:
        return None  # *we've got the landing in Dove Grey*
    if found is None or scene.clause.verb in _SOUGHT:
        return None
    if found.id == "home_city":
        return None if _of_another_home(noun, scene) or _is_former(scene) else found
    return None if _MET_THERE.search(scene.sentence.lowered) else found


def _is_former(scene: Scene) -> bool:
    return scene.sentence.shows(_FORMER, scene.sentence.lowered)


def _of_another_home(noun: str, scene: Scene) -> bool:
    """*I own a house in Keswick*, *my cottage in Keswick*: where one need not live."""
    owned = not _OWNING.isdisjoint({scene.clause.verb, noun.split("_", maxsplit=1)[0]})
    return owned or (noun.endswith("cottage") and _DWELLING.isdisjoint(scene.sentence.words))


def _one_s_own(attribute: str, scene: Scene) -> bool:
    """Whether a part is the speaker's own: *my flat in …*, *first week at …*."""
    noun = attribute.replace("_", " ").rpartition(" ")[0]
    lowered = scene.sentence.lowered
    started = noun.split(" ")[0] in {"first", "second", "third"}
    return started or any(f"{owner} {noun}" in lowered for owner in ("my", "our", "my new", "our new"))


def _owned_part(attribute: str, scene: Scene) -> bool:
    """Whether a part is called the speaker's own, whatever stands between: *my new place in …*; so is settling in."""
    nouns = attribute.replace("_", " ").rpartition(" ")[0].split()
    said = [x.strip(".,;:!?") for x in scene.sentence.lowered.split()]
    at = [i for i, x in enumerate(said) if nouns and x.startswith(nouns[-1])]
    return bool(_SETTLING & set(nouns)) or any({"my", "our"} & set(said[max(0, i - 3) : i]) for i in at)


def _of_some_thing(scene: Scene) -> bool:
    """*The web app is on Go*: what one thing uses is not what the speaker does."""
    subject = scene.clause.subject
    return subject is not None and subject.pronoun is None and not subject.is_name and subject.owner is None
