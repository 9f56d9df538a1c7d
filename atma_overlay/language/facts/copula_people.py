"""What *be* says of a person: *I am a nurse*, *she's on nights*, *he's 34*."""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay import re2
from atma_overlay.language.candidates import BY_HEADS, Candidate, Part
from atma_overlay.language.facts.copula_values import DULL_COMPLEMENTS, Said
from atma_overlay.language.grammar import kinds
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.phrases import Phrase
from atma_overlay.language.grammar.value_phrases import DULL_HEADS, attribute_label, counted_attribute, is_time_adjunct
from atma_overlay.language.making import make
from atma_overlay.language.scene import COPULAR, OPEN, TYPED, WEAK, Scene, value_text
from atma_overlay.language.vocabulary.attributes import Attribute
from atma_overlay.records import Act, Change

_ROLE_DETERMINERS = frozenset({"a", "an", "the", None})


def of_person(scene: Scene, subject: str, said: Said) -> Iterator[Candidate]:
    """Where somebody is, how old, what or who: at most one candidate."""
    if said.complement.preposition == "off" and said.kind != "phrase" and said.kind in kinds.NAMED:
        found = _off(scene, subject, said)
    elif said.complement.preposition is not None:
        found = _where(scene, subject, said)
    elif said.kind == "number":
        found = _aged(scene, subject, said)
    else:
        found = _what(scene, subject, said)
    if found is not None:
        yield found


_WEIGHED = frozenset({"kg", "lb", "stone"})
"""*I'm down to 76 kg*: what somebody weighs."""


def _where(scene: Scene, subject: str, said: Said) -> Candidate | None:
    """*I'm at Acme*, *she's on nights*, *we're up to 20 litres of milk*."""
    phrase, kind, preposition = said.phrase, said.kind, said.complement.preposition
    if preposition in {"on", "at", "off", "in"} and kind == "phrase" and said.place == 0:
        if preposition in {"in", "on"} and phrase.head_lemma in w.GROUPS and phrase.determiner in _ROLE_DETERMINERS:
            return said.of(scene, subject, f"be_{preposition}", WEAK, single=False).but(cumulative=True)
        short = len(said.text.split()) <= 2 and phrase.head_lemma not in DULL_HEADS | w.TIME_NOUNS
        if (short and phrase.determiner in {None, "the"}) or phrase.head_lemma == "night":
            return said.of(scene, subject, f"be_{preposition}", WEAK, single=False)
        return None
    moved = scene.clause.particle in {"up", "down", "back"} and preposition == "to"
    if kind == "quantity" and (phrase.of is not None or (moved and attribute_label(phrase))):
        counted: Attribute | str = counted_attribute(phrase, attribute_label(phrase))
        if said.unit in _WEIGHED and phrase.of is None and scene.clause.particle in {"down", "back"}:
            lone = len(scene.clause.complements) == 1  # down to 40 kg on the bench press
            counted = (scene.lexicon.by_noun("weight") if lone else None) or counted
        return said.of(scene, subject, counted, OPEN, change=Change.TOLD if moved else None)
    if moved and (kind in kinds.COUNTED or kind == "frequency"):
        found = said.of(scene, subject, "", OPEN, change=Change.TOLD, single=False)
        return found.but(part=Part.ADOPTED)
    if kind not in kinds.ANCHORED or is_time_adjunct(said.complement, kind):
        return None
    numbered = kind in kinds.COUNTED or any(c.isdigit() for c in said.text)
    if preposition == "in" and numbered and phrase.head_lemma not in kinds.COUNTED:
        label = attribute_label(phrase)
        return said.of(scene, subject, label or "be_in", COPULAR, kind="name", single=bool(label))
    before = scene.clause.complements[: said.place]
    working = preposition in {"at", "for"} and any(
        c.preposition is None and scene.lexicon.is_role(c.phrase) for c in before
    )
    known = scene.lexicon.by_noun("employer") if working else None
    return said.of(scene, subject, known or f"be_{preposition}", OPEN, single=False)


def _off(scene: Scene, subject: str, said: Said) -> Candidate | None:
    """*We're off Slack now*: what is used no more; *off Slack until Monday* says nothing for good."""
    alone = said.place == 0 and len(scene.clause.complements) == 1 and not scene.clause.negated
    if not alone or _FOR_NOW.search(_ONWARDS.sub(" ", scene.sentence.lowered)):
        return None
    over = said.of(scene, subject, "", RETIRED, change=Change.TOLD, single=False)
    return over.but(part=Part.RETIRED, act=Act.END, value_kind="mention", attribute="")


RETIRED = 0.85
_FOR_NOW = re2.compile(
    r"\b(?:today|tonight|tomorrow|until|till|this \p{L}+|over the|for (?:a|the|now|\d+)|while"
    r"|on (?:mon|tues|wednes|thurs|fri|satur|sun)day|during|next|when|if|most(?:ly)?|usually|sometimes|weekends?)\b"
)
_ONWARDS = re2.compile(
    r"\b(?:as of|as from|from|since|starting|effective) "
    r"(?:today|yesterday|(?:this |last )?(?:week|month|sprint|year|(?:mon|tues|wednes|thurs|fri|satur|sun)day))\b"
)
"""Since when it is so, and no time that it is bound to."""
_ORDINAL_ENDINGS = frozenset({"st", "nd", "rd", "th"})


def _aged(scene: Scene, subject: str, said: Said) -> Candidate | None:
    """*I'm 34*: the age; *we're 21* counts heads, *I'm a 10* is a size, *I'm 35th* a place, and none says an age."""
    if said.text[-2:].lower() in _ORDINAL_ENDINGS:
        return None
    subject_phrase = scene.clause.subject
    if subject_phrase is not None and subject_phrase.pronoun in {"it", "that", "this", "these", "those"}:
        return None
    plural = scene.clause.subject is not None and scene.clause.subject.pronoun in {"we", "they"}
    ours = subject_phrase is not None and subject_phrase.pronoun == "we" and "today" not in scene.said
    if ours and said.phrase.determiner is None and said.text.lower() != "one" and len(said.text.split()) == 1:
        heads = said.of(scene, subject, "", OPEN, change=Change.TOLD, single=False)
        return heads.but(part=Part.ADOPTED, attribute=BY_HEADS)
    if said.text.lower() == "one" or said.phrase.determiner is not None or (plural and len(said.text.split()) == 1):
        return None
    if len(said.text.split()) == 1:
        return said.of(scene, subject, scene.lexicon.by_noun("age") or "age", COPULAR)
    return _what(scene, subject, said)


def _so_old(scene: Scene, subject: str, said: Said) -> Candidate:
    """*She's six years old*: the age, in years its number; a baby's is told in months."""
    found = said.of(scene, subject, scene.lexicon.by_noun("age") or "age", COPULAR)
    in_years = found.unit == "year"
    return found.but(value_kind="number", unit=None, norm=found.norm.split()[0]) if in_years else found


def _what(scene: Scene, subject: str, said: Said) -> Candidate | None:
    """*I'm a nurse*, *she's vegetarian*, *he's Aldo*: what or who somebody is."""
    lexicon, phrase = scene.lexicon, said.phrase
    filled = _fills_post(scene, said)
    if filled is not None:
        return filled
    if said.kind == "quantity" and phrase.head_lemma == "old":
        return _so_old(scene, subject, said)
    if said.kind == "quantity":
        plural = scene.clause.subject is not None and scene.clause.subject.pronoun in {"we", "they"}
        return said.of(scene, subject, w.lemma(phrase.head_lemma), OPEN, single=plural)
    if said.kind == "name" and subject != scene.turn.speaker:
        return said.of(scene, subject, "identity", OPEN, single=False)
    listed = lexicon.by_value(phrase)
    if listed is not None:
        return said.of(scene, subject, listed, TYPED, kind="phrase")
    office = phrase.determiner == "the" and _holds_office(phrase)
    if office or (lexicon.is_role(phrase) and phrase.determiner in _ROLE_DETERMINERS):
        what = OFFICE if office else lexicon.by_noun("occupation") or "occupation"
        found = said.of(scene, subject, what, COPULAR, kind="role", single=False)
        return found.but(cumulative=True) if office else found
    plain = said.place == 0 and phrase.determiner in {"a", "an"} and len(said.text.split()) <= 5
    if plain and phrase.head_lemma not in DULL_HEADS | DULL_COMPLEMENTS:
        found = said.of(scene, subject, "kind", WEAK, kind="phrase", single=False)
        return found.but(cumulative=True) if phrase.head_lemma in _BESIDES else found
    return None


_BESIDES = (w.KIN - w.ACQUAINTANCES) | frozenset(
    """bride groom bridesmaid usher mum-to-be dad-to-be stepparent godparent grandad granddad grandpa great-gran
    widow widower homeowner houseowner householder landlord landlady tenant lodger member fan supporter follower
    customer user guest patient donor citizen resident local londoner runner jogger swimmer cyclist climber
    gamer smoker drinker dieter reader walker commuter volunteer trustee governor magistrate juror voter
    taxpayer believer optimist pessimist introvert extrovert owner beginner""".split()
)
"""What somebody is beside what they do or are to others: *my sister is a mum now* leaves her a nurse."""


OFFICE = "office_held"
"""What somebody is of a club, a team or a firm, beside what they are by trade."""
_OFFICES = frozenset(
    """treasurer chair chairman chairwoman chairperson secretary captain vice-captain president vice-president head
    director manager leader editor coordinator organiser organizer principal coach convener governor warden trustee
    conductor caretaker steward""".split()
)


def _holds_office(phrase: Phrase) -> bool:
    """*The treasurer of our rowing club*: an office of something that the speaker belongs to, or that has a name."""
    of = phrase.of
    if of is None or phrase.head_lemma not in _OFFICES:
        return False
    owned = of.owner is not None and of.owner not in {"his", "her", "their", "your", "its"}
    return owned or (of.owner is None and of.pronoun is None and of.determiner in {None, "the"})


def _fills_post(scene: Scene, said: Said) -> Candidate | None:
    """*Ingrid is release manager as of this week*: who holds a post of the speaker's team."""
    subject = scene.clause.subject
    post = scene.lexicon.by_noun(attribute_label(said.phrase)) if said.kind == "phrase" else None
    led = said.phrase.determiner in {None, "the"} and said.phrase.owner in {None, "our"}
    if subject is None or not subject.is_name or post is None or not led or scene.told is Change.NONE:
        return None
    if "person" not in post.values or post.domain != "software_project":
        return None
    value, span = value_text(scene, subject)
    return make(scene, scene.turn.speaker, post, value, span, "name", None, scene.told, OPEN)
