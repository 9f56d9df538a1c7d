"""Events by which a query dates what it asks for: *before I joined Acme*, *when I lived in Leeds*.

A calendar dates them no more than the query does; the ledger may (`atma_overlay.reading.events`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from atma_overlay import re2
from atma_overlay.kept import kept

__all__ = ["Edge", "Event", "Relation"]

Relation = Literal["before", "during", "after"]
Edge = Literal["begins", "ends", "lasts"]

_ENDS = re2.compile(
    r"(?i)\b(?:left|leave|leaving|quit|quitting|resign(?:ed|ing)|sold|sell|selling|stopp?(?:ed|ing)?|cancell?(?:ed|ing)|"
    r"dropp(?:ed|ing)|finish(?:ed|ing)?|g[ai]ve? up|giving up|given up|got rid of|mov(?:ed|ing) (?:away |out )|"
    r"broke up|split (?:up|from)|retir(?:ed|ing) from|lost|was let go|(?:was|were) (?:fired|laid off)|"
    r"graduat(?:ed|ing)|departure|the end of|end(?:ed|ing))\b"
)
_BEGINS = re2.compile(
    r"(?i)\b(?:join(?:ed|ing)?|mov(?:ed?|ing)|start(?:ed|ing)?|beg[au]n|beginning|became|becoming|bought|buying|got|"
    r"getting|switch(?:ed|ing)?|chang(?:ed?|ing)|swapp?(?:ed|ing)?|t(?:ook|aking) (?:over|up|on)|adopt(?:ed|ing)|"
    r"hir(?:ed|ing)|migrat(?:ed|ing|ion)|upgrad(?:ed?|ing)|sign(?:ed|ing) up|went (?:over )?to|met|married|marrying|"
    r"relocat(?:ed|ing|ion)|replac(?:ed|ing)|came|arriv(?:ed|al)|settl(?:ed|ing)|transferr?(?:ed|ing)?)\b"
)


@dataclass(frozen=True, slots=True)
class Event:
    """What a query counts from, in its own words.

    Attributes:
        text: the words.
        relation: whether what was before it is asked for, what was while it lasted or as it happened, or what came
            after it.
    """

    text: str
    relation: Relation

    @property
    def edge(self) -> Edge:
        """Whether its words tell of a beginning, an end, or a state; before a bare name is before its beginning."""
        return _edge(self.text, self.relation)


@kept(64)
def _edge(text: str, relation: Relation) -> Edge:
    if relation == "after" or _ENDS.search(text) is not None:
        return "ends"
    begins = relation == "before" or _BEGINS.search(text) is not None
    return "begins" if begins else "lasts"
