"""Names that changed: *Tervane is now called Kolibri*, *my company is called … now*."""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay.language.candidates import BY_LABEL, BY_NAME, TOLD, Candidate, Part
from atma_overlay.language.grammar import kinds
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.kinds import kind_of
from atma_overlay.language.grammar.phrases import Phrase
from atma_overlay.language.grammar.value_phrases import attribute_label, phrase_span
from atma_overlay.language.making import make
from atma_overlay.language.scene import COPULAR, Scene, value_text
from atma_overlay.language.turn import subject_of
from atma_overlay.records import Cardinality, Change

_CALLING = frozenset({"call", "name", "know"})
_RENAMING = frozenset({"rename", "rebrand", "rechristen", "retitle"})
_LOOSELY = frozenset("sometimes also often usually jokingly affectionately informally once".split())
"""*Rufus is sometimes called Rufi*: no name of its own."""
_OWN = frozenset("its their his her my our".split())
_ITSELF = frozenset("itself themselves himself herself myself ourselves".split())
_VERBS = _CALLING | _RENAMING | {"go", "change"}
HINTS = frozenset("called named known renamed rebranded rechristened retitled name name's names goes go".split())
"""Words of which a sentence that names or renames something has one."""


def renames(scene: Scene) -> Iterator[Candidate]:
    """The new name of what a clause says was renamed, in place of the old one.

    Args:
        scene: the clause and what surrounds it.
    """
    clause = scene.clause
    if clause.verb not in _VERBS:
        return
    if clause.asked or clause.mood != "actual" or clause.negated or clause.intro in {"if", "unless", "when", "whether"}:
        return
    if clause.adverbs & _LOOSELY:
        return
    found = _passive(scene) if clause.passive else _active(scene)
    if found is None:
        yield from _called(scene)
        return
    old, new = found
    if not _names(new, tagged=clause.verb in _RENAMING or _is_ours(old)):
        return
    value, span = value_text(scene, new)
    known = scene.lexicon.by_noun(attribute_label(old)) if not old.is_name else None
    known = known if known is not None and scene.lexicon.holds_what_it_is_called(known) else None
    if known is not None and {"name", "person"} & set(known.values) and old.owner in {"my", "our"}:
        told = make(scene, scene.turn.speaker, known, value, span, "name", None, Change.TOLD, TOLD, affirmed=True)
        yield told.but(doer="")
    elif _is_ours(old) and _of_what_is_ours(scene, old):
        yield make(
            scene, scene.turn.speaker, BY_LABEL, value, span, "name", None, Change.TOLD, TOLD, part=Part.ADOPTED,
            replaces=attribute_label(old), affirmed=True, single=False,
        ).but(doer="", thing=None)  # fmt: skip
    elif (old.is_name or _is_code(old)) and old.owner is None and old.determiner is None:
        yield make(
            scene, scene.turn.speaker, BY_NAME, value, span, "name", None, Change.TOLD, TOLD, part=Part.ADOPTED,
            replaces=value_text(scene, old)[0], affirmed=True, single=False,
        ).but(doer=_what_was_renamed(scene, old))  # fmt: skip


def _what_was_renamed(scene: Scene, old: Phrase) -> str:
    """*Band* of *my band was renamed from Volvo to Tesla*; empty where the old name alone says it."""
    clause = scene.clause
    thing = clause.subject if clause.passive else clause.bare()
    return attribute_label(thing) if thing is not None and thing is not old and _is_ours(thing) else ""


def _is_code(phrase: Phrase) -> bool:
    """*ci-runner*, *acme_logs*, *v2.api*: one word that is spelled as only names of things are."""
    said = phrase.tokens[phrase.head].text
    return phrase.end == phrase.core + 1 and any(x in "-_./" or x.isdigit() for x in said[1:-1])


def _called(scene: Scene) -> Iterator[Candidate]:
    """*The staging bucket is called acme-logs*: what a thing of the speaker's goes by, in whatever letters."""
    clause, thing = scene.clause, scene.clause.subject
    standing = clause.verb in {"call", "name"} and clause.passive and clause.tense == "present"
    if not standing or thing is None or not _is_ours(thing) or not _of_what_is_ours(scene, thing):
        return
    span = _name_behind(clause)
    if span is None:
        return
    label = attribute_label(thing)
    known = scene.lexicon.by_noun(label)
    value = scene.turn.text[slice(*span)]
    if known is None or not scene.lexicon.holds_what_it_is_called(known):
        made = make(scene, scene.turn.speaker, f"{label} name", value, span, "name", None, scene.told, COPULAR)
        yield made.but(thing=None, cardinality=Cardinality.SINGLE)
    elif known.domain == "software_project" and {"name", "code"} & set(known.values):
        yield make(scene, scene.turn.speaker, known, value, span, "name", None, scene.told, COPULAR).but(thing=None)


def _name_behind(clause: Clause) -> tuple[int, int] | None:
    """Where the name behind *is called* stands, where it closes the clause: *called trunk*, *called master*."""
    named, tokens, at = clause.bare(), clause.tokens, clause.verb_end
    if named is not None:
        return phrase_span(named) if _names(named, tagged=True) and len(clause.complements) == 1 else None
    closes = at < len(tokens) and (at + 1 == len(tokens) or tokens[at + 1].tag == t.PUNCT)
    bare = closes and tokens[at].tag == t.VERB and tokens[at].lower not in _NO_NAMES
    return (tokens[at].token.start, tokens[at].token.end) if bare else None


def _names(phrase: Phrase, *, tagged: bool) -> bool:
    """Whether a phrase is a name; `tagged`: or one bare word (*acme-logs*, *trunk*), which only stands where one is."""
    kind = kind_of(phrase)[0]
    if phrase.is_name and kind in kinds.NAMED - {"quote"}:
        return True
    bare = phrase.end == phrase.start + 1 and phrase.pronoun is None and kind in {"phrase", "code"}
    return tagged and bare and phrase.tokens[phrase.head].lower not in _NO_NAMES


_NO_NAMES = frozenset("something anything nothing lowercase uppercase names it so this that off out back home".split())


def _is_ours(phrase: Phrase) -> bool:
    if phrase.is_name or phrase.of is not None:
        return False
    return phrase.determiner == "the" or phrase.owner in {"my", "our"} or _is_noted(phrase)


def _is_noted(phrase: Phrase) -> bool:
    """*Deploy user got renamed to …*: two bare nouns and more that open what is noted; *tables get renamed* are any."""
    bare = phrase.determiner is None and phrase.owner is None and phrase.pronoun is None
    opens = phrase.start == 0 or phrase.tokens[phrase.start - 1].text in {":", "–", "—", "-"}
    said = phrase.tokens[phrase.head].lower
    return bare and opens and phrase.end - phrase.core > 1 and said == w.lemma(said)


def _of_what_is_ours(scene: Scene, phrase: Phrase) -> bool:
    """Whether a phrase is of a thing: who is called something is somebody's to tell."""
    label = attribute_label(phrase)
    apart = {x.lower for x in phrase.tokens[phrase.start : phrase.head]} & _OTHERS
    return bool(label) and not apart and phrase.head_lemma not in _SOMEBODY and not scene.sentence.sentence.asks


_OTHERS = frozenset("other another old former new first second third last next".split())
_SOMEBODY = w.KIN | w.ACQUAINTANCES | w.PETS | w.SOMEBODY


def _passive(scene: Scene) -> tuple[Phrase, Phrase] | None:
    """*Tervane is now called Kolibri*, *Tervane has been renamed to Kolibri*."""
    clause = scene.clause
    fresh = _fresh(scene) if clause.verb in _CALLING else clause.verb in _RENAMING
    named = _complement(clause, "as") if clause.verb == "know" else clause.bare() or _complement(clause, "to", "as")
    if not fresh or clause.subject is None or named is None or clause.tense == "habit_past":
        return None
    return _from(clause) or clause.subject, named


def _active(scene: Scene) -> tuple[Phrase, Phrase] | None:
    """*Tervane goes by Kolibri now*, *it changed its name from … to …*, *we renamed the dog from … to …*."""
    clause, thing = scene.clause, scene.clause.bare()
    if _by_another(scene, thing):
        return None
    if clause.verb == "go":
        by = _complement(clause, "by")
        return (clause.subject, by) if by is not None and clause.subject is not None and _fresh(scene) else None
    if not clause.done:
        return None
    if clause.verb == "change":
        if thing is None or thing.head_lemma != "name":
            return None
        named, old = _complement(clause, "to"), _from(clause)
        whose = clause.subject if thing.owner in _OWN - {"my", "our"} else None
        old = old or (whose if whose is not None and whose.pronoun is None else None)
        return (old, named) if old is not None and named is not None else None
    if clause.verb not in _RENAMING:
        return None
    itself = thing is None or thing.pronoun in _ITSELF
    named, old = _complement(clause, "to", "as"), _from(clause) or (clause.subject if itself else thing)
    return (old, named) if old is not None and old.pronoun is None and named is not None else None


def _by_another(scene: Scene, thing: Phrase | None) -> bool:
    """*My neighbour renamed her dog from Rufus to Biscuit*: somebody who names what is theirs."""
    subject = scene.clause.subject
    if subject is None or subject.is_name or subject.pronoun in {"i", "we", "they"}:
        return False
    somebody = subject_of(subject, scene.turn) is not None
    return somebody and (thing is None or thing.owner in {None, "her", "his", "their"})


def _fresh(scene: Scene) -> bool:
    return scene.told is not Change.NONE


def _from(clause: Clause) -> Phrase | None:
    return _complement(clause, "from")


def _complement(clause: Clause, *prepositions: str) -> Phrase | None:
    return next((c.phrase for c in clause.complements if c.preposition in prepositions), None)
