"""The lexicon's verbs of change, taken apart, and what of a clause stands for the old and the new value."""

from __future__ import annotations

from dataclasses import dataclass

from atma_overlay.language.endings.occasions import is_no_exchange
from atma_overlay.language.grammar import kinds
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.clauses import Clause, Complement
from atma_overlay.language.grammar.complements import TIMES
from atma_overlay.language.grammar.kinds import kind_of
from atma_overlay.language.grammar.phrases import Phrase
from atma_overlay.language.grammar.verb_signs import is_participle
from atma_overlay.language.vocabulary.attributes import ChangeVerb
from atma_overlay.language.vocabulary.lexicon import Lexicon


@dataclass(frozen=True, slots=True)
class Roles:
    """A change verb's pattern, taken apart: where the old and the new value stand."""

    source: ChangeVerb
    subject: str | None
    verb: str
    particle: str | None
    slots: tuple[tuple[str | None, str], ...]
    """(preposition, "old" or "new") of the complements."""
    literals: tuple[str, ...] = ()
    passive: bool = False
    """Whether it is written as a passive: *{old} be sold*."""


def compile_moves(lexicon: Lexicon) -> dict[str, list[Roles]]:
    """The lexicon's change verbs by the lemma of their verb."""
    table: dict[str, list[Roles]] = {}
    for verb in lexicon.change_verbs:
        roles = _take_apart(verb)
        if roles is not None:
            table.setdefault(roles.verb, []).append(roles)
    for options in table.values():
        options.sort(key=lambda r: -len(r.slots) - len(r.literals))
    return table


def _take_apart(verb: ChangeVerb) -> Roles | None:
    parts = verb.pattern.replace("{V}", "{new}").split()
    subject = parts.pop(0).strip("{}") if parts and parts[0] in {"{old}", "{new}"} else None
    if not parts:
        return None
    lemma, passive = w.lemma(parts.pop(0).strip("()").split("|")[0]), False
    if lemma == "be" and parts and w.verb_lemma(parts[0].split("|")[0]) and is_participle(parts[0]):
        lemma = w.lemma(parts.pop(0))
        subject, passive = subject or (None if "{old}" in parts else "old"), True  # be done with {old}
    slots: list[tuple[str | None, str]] = []
    literals: list[str] = []
    particle: str | None = None
    preposition: str | None = None
    for part in parts:
        if part in {"{old}", "{new}"}:
            slots.append((preposition, part.strip("{}")))
            preposition = None
        elif part in w.PREPOSITIONS:
            if preposition is not None:
                particle = preposition
            preposition = part
        else:
            literals.append(w.lemma(part.strip("()?")))
    if preposition is not None and particle is None:
        particle = preposition
    return Roles(verb, subject, lemma, particle, tuple(slots), tuple(literals), passive)


def particles_of(clause: Clause) -> set[str | None]:
    """What may be the particle of a verb: none, its own, or what stands right behind it or right behind its object."""
    thing, tokens = clause.bare(), clause.tokens
    behind = (clause.verb_end, thing.end if thing is not None else clause.verb_end)
    found = {None, clause.particle, *(tokens[at].lower for at in behind if at < len(tokens))}
    thrown = clause.verb in _THROWING and [x.lower for x in tokens[behind[1] : behind[1] + 2]] == ["out", "of"]
    return found - {"out"} if thrown else found


_THROWING = frozenset({"throw", "chuck"})
"""What is thrown out *of* something is not thrown away."""


THROUGH = frozenset({"do", "finish"})


def is_through(clause: Clause) -> bool:
    """*I'm done with Sentry*: whether somebody is, and nothing is done with it (*our error tracking is done with …*).

    Args:
        clause: with one of `THROUGH` for its verb.
    """
    who = clause.subject
    return who is None or who.is_name or (who.pronoun or who.head_lemma) in _SOMEBODY


_SOMEBODY = w.SUBJECT_PRONOUNS - {"it", "this", "that"} | w.KIN | w.ACQUAINTANCES


def bound_in(roles: Roles, clause: Clause) -> dict[str, Phrase] | None:
    """Which phrases of a clause a verb's roles stand for; None where the clause does not fit them."""
    bound: dict[str, Phrase] = {}
    if roles.passive and not clause.passive:
        return None
    if roles.subject is not None:
        if clause.subject is None or clause.subject.pronoun not in {None, "it", "that", "this", "they"}:
            return None
        if roles.subject == "old" and (_does_so_to(roles, clause) or clause.subject.determiner in UNKNOWN_YET):
            return None  # a friend of Lena's left: nobody who was known
        if roles.subject == "new" and clause.subject.pronoun == "they":
            return None  # they've replaced my class with fencing
        bound[roles.subject] = clause.subject
    for preposition, role in roles.slots:
        ends = roles.source.effect in {"end", "replace"}
        if preposition is None and ends and clause.passive and clause.subject is not None:
            if clause.subject.determiner in UNKNOWN_YET:
                return None
            bound[role] = clause.subject
            continue
        phrase = next(
            (
                c.phrase
                for c in clause.complements
                if c.preposition == preposition
                and c.phrase not in bound.values()
                and not _when(c, preposition)
                and not (preposition is None and set_off(clause, c.phrase))
            ),
            None,
        )
        if phrase is None and preposition == "of":
            phrase = next((c.phrase.of for c in clause.complements if c.phrase.head_lemma in roles.literals), None)
        if phrase is None or (phrase.pronoun is not None and role == "new"):
            return None
        bound[role] = phrase
    if "new" in bound and bound["new"].head_lemma in _ONES_OWN:
        return None  # ours replaced the gas boiler
    return bound or None


_ONES_OWN = frozenset("ours mine yours theirs his hers one".split())


def _does_so_to(roles: Roles, clause: Clause) -> bool:
    """*Fitworks closed its sauna*, *Vodafone has ended the trial*: what is over is what that is done to."""
    slots = {preposition for preposition, _ in roles.slots}
    if roles.passive or clause.passive or None in slots:
        return False
    behind = {"of", roles.particle} - slots  # ran out of towels, broke up the fight
    if any(c.preposition in behind and c.preposition and not _says_so(roles, c.phrase) for c in clause.complements):
        return True
    thing = clause.bare()
    if thing is None or thing.pronoun is not None or _says_so(roles, thing):
        return False
    return thing.head_lemma not in TIMES and kind_of(thing)[0] not in kinds.TIMED and not set_off(clause, thing)


def _says_so(roles: Roles, phrase: Phrase) -> bool:
    """*Closed its doors*: what is told with the verb, and nothing that it is done to."""
    return _is_said_so(phrase) or phrase.head_lemma in roles.literals


def _is_said_so(phrase: Phrase) -> bool:
    """*Closed its doors*, *closed her practice*; a door may be any."""
    head = phrase.tokens[phrase.head].lower
    return head == "doors" or (phrase.owner in _OF_SOMEBODY and phrase.head_lemma in _BUSINESSES)


_OF_SOMEBODY = frozenset({"her", "his", "their"})
_BUSINESSES = frozenset("practice surgery clinic salon shop studio business firm bakery bookshop barbershop".split())


def set_off(clause: Clause, phrase: Phrase) -> bool:
    """*Cut over to Fly Machines, no errors at all*, *moved to Redshift and Airflow*: what is set off is no object."""
    if clause.tokens[phrase.start - 1].tag == t.CONJ:
        return True
    return any(x.text == "," for x in clause.tokens[clause.verb_end : phrase.start])


def _when(complement: Complement, preposition: str | None) -> bool:
    """*Cut over last night to …*, *gave it up for a month*: a time is nothing that is replaced, or takes its place."""
    if is_no_exchange(complement):
        return True
    head = complement.phrase.head_lemma
    bare = preposition in _NONE_OR_PARTICLES and complement.phrase.owner is None
    return bare and (head in w.TIME_NOUNS or complement.phrase.tokens[complement.phrase.head].lower in w.TIME_NOUNS)


_NONE_OR_PARTICLES = frozenset({None, "down", "off", "out", "up", "away"})
"""Before which a time is no object: *we shut it down last week*."""


UNKNOWN_YET = frozenset({"a", "an", "another", "some"})
