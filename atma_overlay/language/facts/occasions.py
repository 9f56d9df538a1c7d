"""What was done with something on one occasion, and where or with whom: *I took a class at Halden*.

The act is over, and its outcome is no tie: nobody leaves their own gym for where they once took a class.
"""

from __future__ import annotations

from atma_overlay.language.grammar.clauses import Clause, Complement
from atma_overlay.language.grammar.phrases import Phrase
from atma_overlay.language.scene import STARTS

_TIES = frozenset(
    """account membership subscription contract agreement paper paperwork form document deed plan policy insurance cover
    licence license job role position post gig place internship apprenticeship placement residency fellowship
    scholarship traineeship career business practice lease tenancy mortgage loan pension isa saving overdraft card line
    connection package deal flat apartment house home room studio office desk workshop unit shop branch store site
    allotment garage storage locker plot stall gym club team choir band group society union church app service project
    server cluster database system platform website pipeline build repo repository stack infrastructure hosting domain
    department staff faculty crew squad board committee cast company firm startup partnership programme program scheme
    cohort bootcamp college school university academy nursery""".split()
)
"""What binds to whom it is had from, or lasts where it is: *opened an account at*, *took a job with*, *a flat*."""
_COURSES = frozenset(
    """course degree master bachelor phd doctorate diploma study class lesson training treatment therapy counselling
    physio coaching chemo dialysis rehab""".split()
)
"""What lasts where it was begun, and is over where it was only taken: *took a first aid course at Halden*."""
_WEDDING = frozenset({"marry", "divorce"})
"""Acts that are told of with where they happened."""


def is_once(clause: Clause, complement: Complement) -> bool:
    """Whether a complement only says where, with or from whom something was done, or had, at that time.

    Args:
        clause: of an act whose outcome stands as a rule (*joined*, *signed with*, *moved to*).
        complement: what it was done with or at.
    """
    if clause.verb not in STARTS or clause.tense not in {"past", "perfect"}:
        return False
    if complement.preposition is None:
        return complement.phrase.of is not None and not _binds(complement.phrase, clause)  # took a tour of Halden
    if complement.preposition == "from" or clause.verb in _WEDDING:
        return True  # picked up milk from Norvane
    if complement.preposition in {"to", "into", "onto"}:
        return clause.verb == "take"  # my mum to Halden
    acted_on = _acted_on(clause, complement)
    if acted_on is None or complement.preposition == "on" or _entered(acted_on, clause):
        return False
    return not _binds(acted_on, clause)


def _acted_on(clause: Clause, complement: Complement) -> Phrase | None:
    """What something was done with, as it stands before a complement: *a class*, *for a race*; no name, no pronoun."""
    before = [c.phrase for c in clause.complements if c.phrase.start < complement.phrase.start]
    things = [x for x in before if x.pronoun is None and not x.is_name]
    return things[-1] if things else None


def _entered(thing: Phrase, clause: Clause) -> bool:
    """*I enrolled my son at Halden*, *registered the dog with Halden Vets*: where one's own belong from then on."""
    return clause.verb in _ENTERING and thing.head_lemma in _ONES_OWN


_ENTERING = frozenset("enrol enroll register sign".split())
_ONES_OWN = frozenset(
    """son daughter kid child baby toddler boy girl twin eldest youngest dog puppy cat kitten horse pony pet rabbit
    family household car van""".split()
)
"""Whose school or vet is the speaker's, too; a nephew's is not."""


def _binds(thing: Phrase, clause: Clause) -> bool:
    one = thing.head_lemma in _TAKEN_SINGLY and thing.tokens[thing.head].lower == thing.head_lemma  # a trial class
    course = thing.head_lemma in _COURSES and clause.verb != "take" and not one
    return course or thing.head_lemma in _TIES


_TAKEN_SINGLY = frozenset({"class", "lesson", "treatment"})
"""Of which one is over when it is over; several are a course."""
