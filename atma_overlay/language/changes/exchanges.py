"""What two people exchange with each other: *I swapped cars with Lena*, *we traded seats with the couple behind us*.

With whom is no value of what is exchanged. Whether one keeps what one got is not told: that the old one is still there
may be in doubt, and no more.
"""

from __future__ import annotations

from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.phrases import Phrase
from atma_overlay.language.vocabulary.lexicon import Lexicon

VERBS = frozenset("swap switch trade exchange change".split())
"""What one does with somebody, so that each has what the other had."""
_PEOPLE = w.KIN | w.ACQUAINTANCES | w.SOMEBODY
_FOR_A_TIME = frozenset("for during until till on over".split())


def exchanged(clause: Clause, lexicon: Lexicon) -> Phrase | None:
    """What a clause tells to be exchanged with somebody; None where it tells no such thing.

    Args:
        clause: the clause.
        lexicon: knows which names are of things.
    """
    if clause.verb not in VERBS or clause.passive:
        return None
    thing = clause.bare()
    if thing is None or not _is_plural(thing):
        return None
    if any(c.preposition == "to" for c in clause.complements):
        return None  # I switched gyms with a friend to Pulse
    partners = (c.phrase for c in clause.complements if c.preposition == "with")
    return thing if any(_is_somebody(p, lexicon) for p in partners) else None


def is_for_a_time(clause: Clause) -> bool:
    """*I swapped cars with my sister for the weekend*: whether an exchange is told with an occasion or a time.

    Args:
        clause: tells the exchange.
    """
    return any(c.preposition in _FOR_A_TIME for c in clause.complements)


def _is_plural(thing: Phrase) -> bool:
    """*Cars*, *gym bags*: what each of two has, without a word that tells which."""
    head = thing.tokens[thing.head]
    bare = thing.owner is None and thing.determiner is None and thing.pronoun is None and not thing.is_name
    return bare and head.tag == t.NOUN and head.lower != w.lemma_of_noun(head.lower)


def _is_somebody(phrase: Phrase, lexicon: Lexicon) -> bool:
    if phrase.pronoun is not None:
        return phrase.pronoun not in {"it", "this", "that", "these", "those"}
    if phrase.is_name:
        return lexicon.thing_of(" ".join(x.text for x in phrase.tokens[phrase.core : phrase.end])) is None
    led = phrase.determiner in {"the", "a", "an"} or phrase.owner is not None  # crisps are swapped with nuts
    return phrase.head_lemma in _PEOPLE or (led and phrase.head_lemma != "one")
