"""What something is likened to, and not what it is: *my kitchen is a mess*, *my car is a wreck*."""

from __future__ import annotations

from atma_overlay import re2
from atma_overlay.language.candidates import Candidate
from atma_overlay.language.grammar.words import ACQUAINTANCES, KIN

__all__ = ["likens"]

_FIGURES = frozenset(
    """mess wreck ruin dump tip pigsty disaster catastrophe nightmare joke pain chore bore treat jungle brick lifeline
    write-off bargain steal rip-off beauty gem beast mystery shambles state sight delight godsend lifesaver blessing
    burden worry struggle slog drag hassle menace monster""".split()
)
"""What one calls a thing that is known by another name: its state, its worth, or what it is to one."""
_FIGURES_OF_TWO = frozenset({"building site", "mud bath", "war zone", "work of art", "money pit"})
_SOMEBODY_S = re2.compile(r"(?i)^(?:(?:good|great|close|old|dear) )?([\p{L}-]+) of ")
_IS_A = re2.compile(
    r"(?i)(?:\bis|\bare|['’]s|\bbecome|\bbecame)(?: (?:now|such|just|quite|becoming|really|still|only))* an? $"
)
_HOW = re2.compile(
    r"^\p{L}+(?:ful|less|ous|able|ible|ish|some)$"
    r"|^(?:safe|secure|remote|tough|hard|easy|dull|permanent|temporary)$"
)
"""*My job is stressful now*: how it is."""
_REACH = 40
"""Characters before a value in which its verb is looked for."""


def likens(candidate: Candidate, text: str) -> bool:
    """Whether a value is what something is likened to, or whose friend somebody is.

    Args:
        candidate: what was found.
        text: the utterance.
    """
    said = candidate.value.lower()
    if candidate.attribute == "occupation" and _HOW.search(said) is not None:
        return True
    head = said.partition(" of ")[0].partition(" to ")[0].rpartition(" ")[2]
    whose = _SOMEBODY_S.match(said)
    liked = head in _FIGURES or said in _FIGURES_OF_TWO
    if not liked and (whose is None or whose.group(1) not in KIN | ACQUAINTANCES):
        return False
    start = candidate.span[0]
    return _IS_A.search(text[max(0, start - _REACH) : start]) is not None
