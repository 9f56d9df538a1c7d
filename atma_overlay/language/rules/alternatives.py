"""What would hold under another value, told without *if*: *a change of landlord would leave the repairs to Odo*.

The change is a noun (*a switch of gym*), a verbal noun (*losing Brightwell*), an adjunct (*with another courier*), a
possibility that the rest hangs on (*they may fold, in which case …*) or a group that the speaker may come to be in
(*tenants outside Block C park on …*). Each is said over as *I change …*, so that one reading of conditions serves all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from atma_overlay.language.candidates import Candidate
from atma_overlay.language.grammar.signs import Sign
from atma_overlay.language.rules.altered_nouns import nominal
from atma_overlay.language.rules.alternative_groups import of_group
from atma_overlay.language.rules.alternative_parts import Alternative
from atma_overlay.language.rules.alternative_places import elsewhere
from atma_overlay.language.rules.possibilities import after_it, on_leaving, possible, under_another, without_somebody
from atma_overlay.language.rules.rule_slots import Rulebook

ALTERNATIVE_GATE = Sign(
    r"\b(?:would|'d|will|means?|in which case|in that case|from then on|people|anyone|anybody|everyone|everybody|those"
    r"|teams?|members|staff|users|folks|whoever|employees|residents|students|tenants|services|projects"
    r"|elsewhere|anywhere else|any other"
    r"|(?:on|upon|after|by) (?:leaving|losing|changing|switching|dropping|quitting|moving|selling|joining))\b|'d\b"
)


def alternatives(book: Rulebook, before: Sequence[Candidate]) -> Iterator[Alternative]:
    """The rules of a sentence that tell another state and what would hold in it.

    Args:
        book: how slots are found.
        before: the candidates of the sentence and of those before it.
    """
    if not book.sentence.shows(ALTERNATIVE_GATE, book.sentence.said):
        return
    for reading in (nominal, under_another, without_somebody, after_it, on_leaving, possible, of_group, elsewhere):
        found = reading(book, before)
        if found is not None:
            yield from (x for x in found if _differ(x))
            return


def _differ(alternative: Alternative) -> bool:
    parent, child = alternative.condition.parent, alternative.outcome.child
    same = (parent.attribute, parent.subject) == (child.attribute, child.subject)
    return not same or not parent.attribute
