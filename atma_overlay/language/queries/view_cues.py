"""The wordings that say which state view a query asks for (`view_cues.toml`), and what a query dates itself by."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from atma_overlay import re2
from atma_overlay.kept import kept
from atma_overlay.language.grammar.pattern_set import PatternSet
from atma_overlay.language.grammar.templates import read_templates

_CUES = read_templates("view_cues.toml")
_SPELL = _CUES.parts["spell"]
_NOT_USED_TO = re2.compile(
    r"(?i)\b(?:am|is|are|was|were|be|been|get|got|getting|'m|'re|'s|’m|’re|’s)(?: \S+)? used to\b"
)

_EVENT = re2.compile(r"(?i)\b(?:before|prior to|until|till|up to)\s+((?:\S+\s*){1,12}?)(?:[,?!;]|\.\s|\.?$)")
_WHEN_STATE = re2.compile(r"(?i)\b(?:when|while|whilst|back when|as long as|the time)\s+(\S.*?)(?:[,?!;]|\.\s|\.?$)")
_IN_SPELL = re2.compile(
    rf"(?i)\b(?:during|throughout|in) ({_SPELL}(?: (?:at|in|with|on|as|of) .*?)?)(?:[,?!;]|\.\s|\.?$)"
)

_IN_PLACE = re2.compile(r"\b(?:in|at) (\p{Lu}[\p{L}\d.&'’-]*(?: \p{Lu}[\p{L}\d.&'’-]*){0,3})\s*[?.!]*$")

_AFTER_NAME = re2.compile(r"\bafter ([\p{Lu}\p{N}£$€][\p{L}\d.&'’-]*(?: \p{Lu}[\p{L}\d.&'’-]*){0,3})\s*[?.!]*$")

_CLAUSES: dict[str, Sequence[Any]] = {
    "after_name": (_AFTER_NAME,),
    "in_place": (_IN_PLACE,),
    "not_used_to": (_NOT_USED_TO,),
    "event": (_EVENT,),
    "when_state": (_WHEN_STATE,),
    "in_spell": (_IN_SPELL,),
}
_OF_MINE = (("change_of_mine", "in_hand"), ("past_one", "first_one", "then_one", "spoken_of"))
"""Groups that are looked for apart, and only where nothing else decides: each costs a walk."""


class _Wordings:
    """Some groups of wordings, looked for in one walk."""

    def __init__(self, groups: Mapping[str, Iterable[Any]]) -> None:
        self._all = [(name, pattern) for name, patterns in groups.items() for pattern in patterns]
        self._finds = PatternSet(*(pattern.pattern for _, pattern in self._all))

    def held_by(self, text: str) -> tuple[tuple[str, Any], ...]:
        """The patterns that a text may hold, each with the name of its group."""
        return tuple(self._all[number] for number in self._finds.held_by(text))


def _compiled(names: Iterable[str]) -> dict[str, Sequence[Any]]:
    return {name: [re2.compile(f"(?i){source}") for source in _CUES.patterns[name]] for name in names}


_APART = frozenset(name for names in _OF_MINE for name in names)
_MINE = re2.compile("(?i)" + "|".join(_CUES.patterns["mine"]))
_ALWAYS = _Wordings(_compiled(name for name in _CUES.patterns if name not in {*_APART, "mine"}) | _CLAUSES)
_ASIDE = [_Wordings(_compiled(names)) for names in _OF_MINE]


@dataclass(frozen=True, slots=True)
class Cue:
    """A wording that was found: its name and its words, for the trace."""

    name: str
    text: str

    def __str__(self) -> str:
        return f"{self.name}: {self.text}"


def cue(name: str, question: str) -> Cue | None:
    """The first wording of one kind in a question."""
    for held, pattern in _present(question) if name not in _APART else _present_of_mine(question):
        found = pattern.search(question) if held == name else None
        if found is not None:
            return Cue(name, found.group().strip(" ?.!,"))
    return None


@kept(64)
def _present(question: str) -> tuple[tuple[str, Any], ...]:
    """The patterns that a question may hold, each with its name, told by one walk over it."""
    return _ALWAYS.held_by(question)


@kept(64)
def _present_of_mine(question: str) -> tuple[tuple[str, Any], ...]:
    """The same of the groups that are looked for apart."""
    return tuple(held for wordings in _ASIDE for held in wordings.held_by(question))


def _has(name: str, question: str) -> bool:
    return any(held == name for held, _ in _present(question))


def is_mine(query: str) -> bool:
    """Whether a query names who asks, or is too short to."""
    return _MINE.search(query) is not None


def used_to(question: str) -> Cue | None:
    """*used to* as a past habit that is asked for, not as what someone is accustomed to or did until now."""
    other = _has("not_used_to", question) or cue("now", question) is not None
    return None if other else cue("used_to", question)


def event_after(question: str) -> tuple[str, int] | None:
    """What a question names after *before* or *until*, and where; None where it names nothing."""
    return _clause(_EVENT.search(question)) if _has("event", question) else None


def state_when(question: str) -> tuple[str, int] | None:
    """What a question names after *when* or *while*, and where."""
    for found in _WHEN_STATE.finditer(question) if _has("when_state", question) else ():
        if found.start() > 0 or "," in question[found.start() :]:
            return _clause(found)
    return None


def spell_in(question: str) -> str | None:
    """The spell that a question is asked about: *during my time at Acme*, *in our Leeds days*."""
    found = _clause(_IN_SPELL.search(question)) if _has("in_spell", question) else None
    return None if found is None else found[0]


def place_in(question: str) -> str | None:
    """Where a question ends that is asked about a place: *who was my landlord in Lyon?*."""
    found = _clause(_IN_PLACE.search(question)) if _has("in_place", question) else None
    return None if found is None else found[0]


def name_after(question: str) -> str | None:
    """The name that a question ends with after *after*: *where did I live after Leeds?*."""
    found = _clause(_AFTER_NAME.search(question)) if _has("after_name", question) else None
    return None if found is None else found[0]


def _clause(found: Any) -> tuple[str, int] | None:
    text = found.group(1).strip(" ?.!,;") if found is not None else ""
    return (text, found.start(1)) if text else None
