"""What *be* says of a thing, whose name tells the attribute: *the rent is 900*, *4.2 is out*."""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay.language.candidates import DOUBTED, Candidate
from atma_overlay.language.doubts.scopes import scope_of
from atma_overlay.language.facts.copula_values import DULL_COMPLEMENTS, EVALUATIVE, OF_TIME, Said
from atma_overlay.language.facts.descriptions import (
    describes,
    is_somebody,
    is_unheard_of,
    may_describe,
    takes_names,
    tells_a_part,
)
from atma_overlay.language.grammar import kinds
from atma_overlay.language.grammar.kinds import kind_of
from atma_overlay.language.grammar.phrases import Phrase
from atma_overlay.language.grammar.small_letters import is_known
from atma_overlay.language.grammar.tags import Tagged
from atma_overlay.language.grammar.value_phrases import attribute_label, definite, is_compared
from atma_overlay.language.grammar.words import ADVERBS, VERB_FORMS, common_words, short_words, verb_lemma
from atma_overlay.language.making import make
from atma_overlay.language.scene import COPULAR, OPEN, Scene, value_text
from atma_overlay.language.turn import owner_subject
from atma_overlay.language.vocabulary.attributes import Attribute
from atma_overlay.records import Cardinality, Change

_CONDITIONS = frozenset(
    """dead cold hot warm cool closed open full empty broken cracked slow fast noisy quiet loud dirty clean flat busy
    down gone crowded expensive cheap late early sick ill better worse charged locked unlocked
    fixed repaired away wet dry
    damaged ruined lost stolen missing free ready over finished heavy light dark bright messy tidy stuck""".split()
)
"""How a thing is, which is nothing that it is: *my phone is dead*."""
_VERSIONED = frozenset("app release version build client package sdk site product firmware game plugin cli".split())
"""What has versions: a version said of one is that of the speaker's release."""
_OUT = frozenset("out live released shipped here available ready up deployed".split())

_SOMEWHERE = frozenset("at by under behind beside on with".split())
CARRIED = frozenset("phone laptop tablet computer camera headphones wearable car bike other_vehicle glasses".split())
"""Things that are somewhere: *my phone is at the office* says not which phone."""


def of_thing(scene: Scene, thing: Phrase, said: Said) -> Iterator[Candidate]:
    """*The rent is 805*: the thing names the attribute."""
    label, kind, preposition = attribute_label(thing), said.kind, said.complement.preposition
    if thing.is_name and not label and thing_measured(thing, said):
        label = thing.head_lemma
    if not label or (kind == "phrase" and said.text.lower() in _CONDITIONS):
        return
    if kind not in kinds.ANCHORED and (said.place > 0 or said.text.lower() in EVALUATIVE or preposition):
        return
    setting = _is_setting(scene, label, said)
    if (
        kind == "phrase"
        and not setting
        and (thing.owner is None or said.phrase.determiner == "a" or len(said.text.split()) > 4)
    ):
        return
    apart = scope_of(scene, thing)
    if said.place > 0 and kind in kinds.TIMED and not apart and _is_of_no_time(scene.lexicon.by_noun(label)):
        return  # our database is Postgres from Monday
    attribute = f"{apart} {label}" if apart else scene.lexicon.by_noun(label) or label
    if kind == "version" and not apart and label in _VERSIONED and said.text[:1] in "v0123456789":
        attribute = scene.lexicon.by_noun("version") or attribute
    if preposition and kind in kinds.NAMED and (said.place > 0 or _is_elsewhere(scene, thing, attribute, said)):
        attribute = f"{label} {preposition}"  # my GP is in Leeds
    if isinstance(attribute, Attribute):
        attribute = _that_admits(scene, attribute, label, said)
    if kind == "quantity" and said.phrase.head_lemma == "old":
        attribute = f"{label} age"  # my car is six years old
    if isinstance(attribute, Attribute) and attribute.value_list and kind in {"phrase", "quantity"}:
        listed = scene.lexicon.listed(attribute, said.phrase)
        if listed is not None:
            yield _listed(scene, thing, attribute, listed)
            return
    compared = kind in kinds.NAMED and is_compared(said.phrase.tokens, said.phrase.start)
    if compared or describes(scene, thing, attribute, said):
        return
    if kind == "phrase" and not setting and isinstance(attribute, Attribute) and _only_says_how(attribute, said):
        return
    moved = scene.clause.particle in {"up", "down"} and preposition == "to"
    dated = kind in {"day", "date", "time"}
    if isinstance(attribute, str) and dated and attribute.split()[-1] not in OF_TIME:
        attribute = scene.lexicon.fitting(label, said.phrase, kind) or f"{attribute} {kind}"
    found = said.of(
        scene, owner_subject(thing, scene.turn), attribute, COPULAR, change=Change.TOLD if moved else None,
        single=(definite(thing) or _priced(said)) and (said.place == 0 or dated),
    )  # fmt: skip
    doubtful = is_unheard_of(scene, attribute, said) or may_describe(scene, thing, attribute, said)
    if doubtful or tells_a_part(scene, attribute, said) or (kind == "phrase" and _by_degrees(said.phrase)):
        found = found.but(confidence=min(found.confidence, DOUBTED))
    yield found.but(cardinality=Cardinality.MULTI, additive=True) if _is_one_more(thing) else found


def _that_admits(scene: Scene, attribute: Attribute, label: str, said: Said) -> Attribute | str:
    """What a value is of where it can be none of the attribute: *I changed my email to Outlook* tells no address."""
    if said.kind in kinds.MEASURED and not scene.lexicon.admits(attribute, said.phrase, said.kind):
        return label
    if attribute.values == ("code",) and said.kind in kinds.NAMED:
        return scene.lexicon.thing_of(said.text) or attribute
    return attribute


def _is_elsewhere(scene: Scene, thing: Phrase, attribute: Attribute | str, said: Said) -> bool:
    """*My GP is in Leeds*, *our CEO is at home*, *our database is on AWS*: where, and not who or which."""
    preposition = said.complement.preposition
    if isinstance(attribute, str):
        return is_somebody(scene.lexicon, thing)
    beside = preposition not in _NAMING or _is_next_to(said)
    if beside or (preposition in {"in", "near", "from"} and "place" not in attribute.values):
        return True
    liked = attribute.domain == "stable_preferences"  # my favourite show is on Netflix
    if preposition in {"on", "at"} and (liked or takes_names(scene.lexicon, attribute)):
        return scene.lexicon.thing_of(said.text.title()) is not attribute  # our wiki is on Notion
    return preposition in _SOMEWHERE and attribute.id in CARRIED


_NAMING = frozenset("at with on in from near by to through via of for as into onto off without".split())
"""Prepositions behind which a thing's value may be named: *our CI is on Jenkins*; *my gym is above Lidl* names none."""


def _is_next_to(said: Said) -> bool:
    """*My gym is next to Lidl*."""
    tokens, at = said.phrase.tokens, said.phrase.start
    return at > 1 and tokens[at - 1].lower == "to" and tokens[at - 2].lower in {"next", "close", "adjacent"}


_DEGREES = frozenset(
    """so super very really quite pretty too rather amazingly incredibly extremely absolutely totally such more most
    less best worst""".split()
)
_COUNTED_THINGS = frozenset(
    "car bike motorbike phone laptop computer tablet camera watch guitar van boat house printer television".split()
)
"""Things of which one says *it's a van*, and *it's red* of how they are."""


def _only_says_how(attribute: Attribute, said: Said) -> bool:
    """*My team has been super encouraging*, *my car is the best*, *is red*: everyday words are the name of nothing."""
    words = said.text.lower().split()
    if words[0] in _DEGREES or words[-1] in EVALUATIVE or _by_degrees(said.phrase):
        return True
    named = kinds.NAMED.issuperset(attribute.values) and not attribute.value_list
    named = named or (attribute.id in _COUNTED_THINGS and said.phrase.determiner is None)
    return named and all(x in common_words() or x in ADVERBS or verb_lemma(x) is not None for x in words)


def _by_degrees(phrase: Phrase) -> bool:
    """*My schedule is pretty consistent*: how much of it is told, and no other one."""
    before = phrase.tokens[phrase.core - 1].lower if phrase.core else ""
    return before in _DEGREES and phrase.determiner is None


def _is_one_more(thing: Phrase) -> bool:
    """*My other gym is Nova*: it stands beside the one that is known."""
    return any(x.lower in {"other", "another"} for x in thing.tokens[thing.start : thing.head])


def _is_setting(scene: Scene, label: str, said: Said) -> bool:
    """*The default branch is master*: a known setting with a bare word for its value."""
    known = scene.lexicon.by_noun(label)
    plain = said.phrase.determiner is None and said.phrase.owner is None and len(said.text.split()) == 1
    wanted = known is not None and bool({"name", "code"} & set(known.values)) and known.domain == "software_project"
    if plain and _is_tag(label.rpartition(" ")[2], said.text.lower()):
        return True
    return wanted and plain and said.text.lower() not in EVALUATIVE | DULL_COMPLEMENTS


def _is_of_no_time(known: Attribute | None) -> bool:
    return known is not None and kinds.TIMED.isdisjoint(known.values) and "date" not in known.values


_CALLED = frozenset("name username handle slug alias login hostname id nickname tag".split())
_TAGGED = _CALLED | frozenset(
    """user account bucket repo repository cluster namespace branch queue topic channel host server instance database
    schema container image package workflow profile project domain subdomain group environment tenant workspace
    bot""".split()
)
"""What goes by a tag that somebody made up for it."""
_PREFIXES = frozenset("pre co anti non re un semi multi post sub mid pro self ex eco bi tri de".split())


def _is_tag(noun: str, value: str) -> bool:
    """*The deploy user is ci-bot*, *the bucket name is acme-logs*: joined words, of which one is none of English."""
    first, sign, rest = value.partition("-" if "-" in value else "_")
    if noun not in _TAGGED or not (first and sign and rest) or first in _PREFIXES:
        return False
    parts = [x for x in (first, *rest.replace("_", "-").split("-")) if len(x) > 1]
    return noun in _CALLED or not all(map(_is_english, parts))


def _is_english(word: str) -> bool:
    if word in common_words() or word in short_words() or word in VERB_FORMS:
        return True
    return len(word) > 3 and is_known(word)


def _listed(scene: Scene, thing: Phrase, attribute: Attribute, token: Tagged) -> Candidate:
    """*The commute is a twenty-minute walk*: the word that the attribute's list holds is the value."""
    span = (token.token.start, token.token.end)
    value = scene.turn.text[span[0] : span[1]]
    owner = owner_subject(thing, scene.turn)
    return make(scene, owner, attribute, value, span, "phrase", None, scene.told, COPULAR)


def _priced(said: Said) -> bool:
    """*A sourdough is 4.20*: one price for every one of them."""
    return said.place == 0 and (
        said.kind in {"money", "percent"} or (said.kind in {"version", "number"} and "." in said.text)
    )


def thing_measured(thing: Phrase, said: Said) -> bool:
    """*Sourdough's 4.50*: a word that opens the sentence, with a price or a measure, is no person's name."""
    opens = thing.is_name and thing.start == 0 and thing.end == 1 and thing.pronoun is None
    decimal = said.kind in {"version", "number"} and said.text.count(".") == 1
    if not opens or said.place:
        return False
    timed = said.kind in {"time", "day", "frequency"} and thing.tokens[thing.head].lower in _MEETINGS
    return timed or decimal or said.kind in {"money", "percent"}


_MEETINGS = frozenset(
    """standup stand-up retro retrospective planning grooming refinement sync demo practice rehearsal training
    yoga pilates choir band church therapy physio lunch dinner breakfast bedtime pickup drop-off""".split()
)
"""What goes by its bare noun and has its time: *Standup is at 10 now*."""


def released_version(scene: Scene, subject: Phrase) -> Candidate | None:
    """*4.2 is out*: the version that is released now."""
    kind, unit = kind_of(subject) if subject.pronoun is None else ("", None)
    clause = scene.clause
    if kind != "version" or clause.negated:
        return None
    said = {x.lower for x in clause.tokens[clause.verb_start : clause.verb_end + 2]}
    version = scene.lexicon.by_noun("version")
    if version is None or not said & _OUT:
        return None
    value, span = value_text(scene, subject)
    return make(scene, scene.turn.speaker, version, value, span, kind, unit, Change.SINCE, OPEN)
