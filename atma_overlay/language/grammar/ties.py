"""Who somebody is to whom: what tells *my old boss* and *my other sister* from *my boss* and *my sister*."""

from __future__ import annotations

from collections.abc import Sequence

from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.phrases import Phrase
from atma_overlay.language.grammar.tags import Tagged

RELATIONS = w.KIN | w.ACQUAINTANCES | w.PETS
OURS = frozenset("kid kids child children twin twins parent parents neighbour neighbours neighbor neighbors".split())
"""People who are the speaker's though only *the* stands before them."""
SEVERAL = frozenset(
    """friend neighbour neighbor colleague coworker flatmate roommate lodger housemate teammate classmate deskmate buddy
    mate pal bestie intern apprentice client tenant hire ex-colleague assistant""".split()
)
"""Of whom one has several: somebody new is one more."""
_ONE_OF_SEVERAL = frozenset("a an another some one".split())
"""Determiners that make *a colleague* somebody who is not known, and not the speaker either."""
_ANOTHER = frozenset("other former previous ex erstwhile late first last old new next".split())
"""Words that name another one than the noun alone does."""
_STAYING = w.KIN | w.PETS | frozenset("friend friends bestie buddy mate pal".split())
"""Who is called *old* for the years, and is no other for it: *my old dog*, *my old friend*."""
_OF_AGE = frozenset({"old"})


def tie(words: Sequence[Tagged]) -> str:
    """What somebody is to whoever owns the phrase: *boss*, *old boss*.

    Args:
        words: the last of them names the relation; those before describe who is meant.
    """
    who = words[-1].lemma
    apart = _ANOTHER - _OF_AGE if who in _STAYING else _ANOTHER
    return " ".join([*(x.lower for x in words[:-1] if x.lower in apart), who])


_BODIES = frozenset("team company firm department office agency business group squad division branch crew".split())
_OTHER_ONES = frozenset(
    """partner sister parent rival competing neighbouring neighboring client customer supplier vendor external upstream
    downstream other another old former previous""".split()
)


def another_body(said: Sequence[str]) -> str | None:
    """*Our partner team*, *the sister company's database*: whom the speaker is near and not of; None of all else.

    Args:
        said: the words of a phrase, or of a subject, in lower case.
    """
    body = next((i for i, x in enumerate(said) if x in _BODIES), 0)
    return " ".join(said[body - 1 : body + 1]) if body and said[body - 1] in _OTHER_ONES else None


def stranger(phrase: Phrase) -> str | None:
    """Who is nobody in particular: *a colleague*, *the woman*, *one of my sisters*, *the new intern*.

    Args:
        phrase: a common noun with what stands around it.
    """
    head = phrase.head_lemma
    if head in w.SOMEBODY or (head in RELATIONS and phrase.determiner in _ONE_OF_SEVERAL):
        return head
    return _one_of(phrase) if phrase.of is not None else _the_one(phrase)


def _the_one(phrase: Phrase) -> str | None:
    """*The new intern*, *the Acme client*: somebody by what they are, nobody's in particular; None of anything else.

    Who is said to be somebody is a post (*the vet is Dr. Osei*), and what one does to something of the speaker's is
    told of that (*the vet put the cat on …*).
    """
    if phrase.determiner != "the" or phrase.owner is not None:
        return None
    return by_post(phrase.tokens[phrase.core : phrase.head + 1]) if _acts_alone(phrase) else None


def _acts_alone(phrase: Phrase) -> bool:
    """Whether the verb behind a phrase tells of it, and not who it is or what it does to a thing of the speaker's."""
    behind = phrase.tokens[phrase.end :]
    if behind and behind[0].tag == t.BE:
        return len(behind) > 1 and behind[1].tag == t.VERB
    at = next((n for n, x in enumerate(behind[:4]) if x.tag == t.VERB), None)
    if at is None or at + 1 >= len(behind):
        return True
    return behind[at].lemma not in _TELLING and behind[at + 1].lower not in _OF_THE_SPEAKER


_TELLING = frozenset("say tell think advise suggest recommend reckon".split())
_OF_THE_SPEAKER = frozenset("the my our me us this".split())


def _one_of(phrase: Phrase) -> str | None:
    """*One of my sisters*, *one of the interns*: a sister, an intern; which one is not told."""
    several = phrase.of
    if several is None or phrase.tokens[phrase.start].lower != "one" or several.head_lemma not in RELATIONS:
        return None
    return several.head_lemma


def by_post(words: Sequence[Tagged]) -> str | None:
    """What somebody is called by what they are; None of kin, of several and of things.

    Args:
        words: what stands behind *the*.
    """
    who = words[-1]
    if who.tag != t.NOUN or who.lemma not in _BY_POST or who.lemma != who.lower:
        return None
    return " ".join(x.lower for x in words if x.lower not in {"new", "same"})


_BY_POST = w.ACQUAINTANCES - OURS
_WOMEN = frozenset(
    """sister mother mum mom daughter wife girlfriend fiancée aunt niece grandmother grandma gran granny nan
    stepdaughter stepmother mother-in-law sister-in-law granddaughter godmother ex-wife
    ex-girlfriend landlady""".split()
)
_MEN = frozenset(
    """brother father dad son husband boyfriend fiancé uncle nephew grandfather grandpa stepson stepfather
    father-in-law brother-in-law grandson godfather ex-husband ex-boyfriend hubby""".split()
)
_HIS, _HERS = frozenset({"he", "?he"}), frozenset({"she", "?she"})


def of_other_gender(pronoun: str, subject: str) -> bool:
    """Whether *he* cannot be *user's sister*, nor *she* *user's brother*.

    Args:
        pronoun: as said, or as a subject (*?he*).
        subject: whom it may stand for.
    """
    relation = subject.rpartition(" ")[2]
    return relation in (_WOMEN if pronoun in _HIS else _MEN if pronoun in _HERS else ())
