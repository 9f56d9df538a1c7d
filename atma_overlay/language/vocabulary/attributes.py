"""What a file of the lexicon may hold: attributes, change verbs, facets, belongings, names and word lists.

The shipped files are `data/lexicon/*.toml`; a user's own has the same tables. A pattern is written

- verb first, in lower case, base form and without articles: ``ship from``, ``be based in``;
- with ``{V}`` where the value stands, once at most and never first; without it the value follows the last word;
- with ``(a|b)`` or ``a|b`` for alternatives and ``word?`` or ``(a|b)?`` for what may be left out.

In `statements` and `changes` it states the value, in `ends` it ends it; in `verb_values` the verb itself is the value.
The pattern of a `[[change_verb]]` has words and ``{old}``, ``{new}`` (``{V}`` is the same) or both, each once.

`value_list` names a list of words that stands at the top of a file, this one or another that is loaded with it. A file
that says something of no effect (an unknown table, kind, list, a pattern that cannot match) is refused.
"""

from __future__ import annotations

import re
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints

from atma_overlay.records import Cardinality

ValueKind = Literal[
    "place", "name", "person", "role", "number", "quantity", "money", "percent", "time", "day", "date", "frequency",
    "version", "code", "thing", "activity", "language", "any",
]  # fmt: skip

Domain = Literal[
    "identity_and_background", "stable_preferences", "location_and_living", "weather_and_environment",
    "health_and_mobility", "work_and_schedule", "finance_and_resources", "family_and_caregiving",
    "routine_and_transport", "current_focus_and_goals", "software_project", "digital_life",
]  # fmt: skip
"""CUPMem's ten state domains and two of our own."""

Slot = Literal[
    "", "core_identity_or_role", "skill_or_language_background", "stable_social_context",
    "current_status_or_affiliation", "enduring_preference", "habitual_choice_pattern", "value_or_priority_tendency",
    "current_base_location", "living_arrangement_or_settlement", "location_linked_condition",
    "current_weather_pattern", "environmental_condition", "weather_linked_adjustment", "current_health_state",
    "functional_limitation", "health_linked_adjustment", "current_workload", "schedule_pressure_or_bandwidth",
    "work_transition_or_change", "standing_commitment_or_availability", "financial_constraint",
    "resource_availability", "resource_linked_adjustment", "resource_access_or_recoverability",
    "caregiving_responsibility", "household_obligation", "family_linked_constraint", "current_commute_mode",
    "transport_access_condition", "routine_shift", "current_primary_focus", "short_horizon_goal",
    "goal_linked_constraint",
]  # fmt: skip
"""CUPMem's local slots (STALE, Table 8), or none."""

_PLAIN = r"[^\s(){}|?A-Z]+"
_WORD = rf"(?:{_PLAIN}(?:\|{_PLAIN})*|\({_PLAIN}(?:\|{_PLAIN})*\))\??"
_PATTERN = rf"^{_WORD}(?:\s+{_WORD})*(?:\s+\{{V\}}(?:\s+{_WORD})*)?$"
_CHANGE = re.compile(rf"(?:\{{(?:old|new|V)\}} )?{_WORD}(?: (?:{_WORD}|\{{(?:old|new|V)\}}))*")


def _change_pattern(text: str) -> str:
    roles = re.findall(r"\{\w+\}", text.replace("{V}", "{new}"))
    if not _CHANGE.fullmatch(text) or not roles or len(set(roles)) < len(roles):
        raise ValueError("write a verb in base form with {old}, {new} or both, each once, like 'swap {old} for {new}'")
    return text


Text = Annotated[str, StringConstraints(pattern=r"\S")]
Pattern = Annotated[str, StringConstraints(pattern=_PATTERN)]
_ACT = r"^[^\s(){}|?A-Z]+(?: [^\s(){}|?A-Z]+)*$"
Act = Annotated[str, StringConstraints(pattern=_ACT)]

REMEDIES = {
    r"\S": "write at least one letter, or leave the entry out",
    r"^\w+$": "write lower-case words joined by underscores",
    _ACT: "write lower-case words, the verb first, in base form, like 'give away'",
    _PATTERN: "write lower-case words, the verb first; (a|b) for alternatives, word? for an optional one, "
    "{V} once at most and not first for the value",
}


class Attribute(BaseModel):
    """One attribute of the lexicon; the patterns are described at the head of this module."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: Annotated[str, StringConstraints(pattern=r"^\w+$")]
    name: Text
    domain: Domain
    slot: Slot = ""
    cardinality: Cardinality = Cardinality.SINGLE
    cumulative: bool = False
    """Whether one more ends none by itself: who is allergic to eggs *now* is so to nuts as before."""
    instruction: bool = False
    """Whether it says how whoever answers is to answer: what the user set of it reaches every packet."""
    values: tuple[ValueKind, ...] = Field(default=("any",), min_length=1)
    subjects: tuple[Literal["any"], ...] = ("any",)
    nouns: tuple[Text, ...] = ()
    statements: tuple[Pattern, ...] = ()
    changes: tuple[Pattern, ...] = ()
    ends: tuple[Pattern, ...] = ()
    cues: tuple[Text, ...] = ()
    asks: str = ""
    verb_values: tuple[Pattern, ...] = ()
    alters: tuple[Text, ...] = ()
    """Words that tell its change and no value: *change job*, *move house*; a single noun is one more name of it."""
    value_list: str = ""
    listed_whole: tuple[Text, ...] = ()
    """Nouns that a listed value may stand before; nothing else is a value: *Pro*, *the Pro plan*, no *iPhone Pro*."""
    any_name_after: tuple[Text, ...] = ()
    """Verbs whose object, a name with *a* before it, is a value though `value_list` lacks it: *drive a Corvella*."""


class ChangeVerb(BaseModel):
    """A verb pattern of no attribute in particular that replaces, ends, starts or sets a value."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    pattern: Annotated[str, AfterValidator(_change_pattern)]
    old: str = ""
    new: str = ""
    effect: Literal["replace", "end", "start", "set"]


class Facet(BaseModel):
    """Parts by which a facet of life is told: *my flat in …* says where somebody lives."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    attribute: Annotated[str, StringConstraints(pattern=r"^\w+$")]
    prepositions: tuple[Text, ...] = Field(min_length=1)
    nouns: tuple[Text, ...] = Field(min_length=1)
    verbs: tuple[Text, ...] = ()
    """What one does with the parts; *settle*, *unpack*, *live* and their like say it without any."""


class Belonging(BaseModel):
    """A sort of things that one only says to have, and how one comes to have them no more.

    The acts are verbs in base form, with what stands behind the verb or behind the thing: ``give away``.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    nouns: tuple[Text, ...] = Field(min_length=1)
    attribute: str = ""
    """The attribute that holds them, or none: then they stand in the slot of what is had."""
    uncounted: bool = False
    """Whether one has them without an article: *I have eczema*."""
    disposals: tuple[Act, ...] = ()
    """What their owner does with them."""
    losses: tuple[Act, ...] = ()
    """What others do, or an accident: *my car was stolen*."""
    ends: tuple[Act, ...] = ()
    """What they do themselves: *my dog died*."""


class LexiconFile(BaseModel):
    """One file; what is not a table of its own is a list of values, which `lexicon_files` looks at."""

    model_config = ConfigDict(extra="allow")

    attribute: tuple[Attribute, ...] = ()
    facet: tuple[Facet, ...] = ()
    belonging: tuple[Belonging, ...] = ()
    change_verb: tuple[ChangeVerb, ...] = ()
    stative_verbs: frozenset[Text] = frozenset()
    event_verbs: frozenset[Text] = frozenset()
    additive_verbs: frozenset[Text] = frozenset()
    parting_verbs: frozenset[Text] = frozenset()
    leaving_verbs: frozenset[Text] = frozenset()
    parting_states: frozenset[Text] = frozenset()
    role_words: frozenset[Text] = frozenset()
    role_suffixes: tuple[Text, ...] = Field(default=())
    sorts: dict[Text, tuple[Text, ...]] = Field(default_factory=dict)
    things: dict[Text, tuple[Text, ...]] = Field(default_factory=dict)
    names: dict[Text, Annotated[tuple[Text, ...], Field(min_length=1)]] = Field(default_factory=dict)
    """Other names of a value, by its usual one: `"New York City" = ["NYC", "Big Apple"]`."""
