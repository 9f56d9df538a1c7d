"""The attribute lexicon: how people state common attributes, and ask for them. Data, extensible by users.

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
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from atma_overlay.errors import InvalidInputError
from atma_overlay.language import kinds
from atma_overlay.language import tagging as t
from atma_overlay.language import words as w
from atma_overlay.language.clauses import Clause
from atma_overlay.language.phrases import Phrase, read_phrase
from atma_overlay.records import Cardinality
from atma_overlay.state.terms import terms

ValueKind = Literal[
    "place", "name", "person", "role", "number", "quantity", "money", "percent", "time", "day", "date", "frequency",
    "version", "code", "thing", "activity", "language", "any",
]  # fmt: skip
VALUE_KINDS: frozenset[str] = frozenset(get_args(ValueKind))

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

_REMEDIES = {
    r"\S": "write at least one letter, or leave the entry out",
    r"^\w+$": "write lower-case words joined by underscores",
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


class _File(BaseModel):
    """One file; what is not a table of its own is a list of values, which `_check_lists` looks at."""

    model_config = ConfigDict(extra="allow")

    attribute: tuple[Attribute, ...] = ()
    facet: tuple[Facet, ...] = ()
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


@dataclass(frozen=True, slots=True)
class _Pattern:
    attribute: Attribute
    effect: str
    words: tuple[frozenset[str], ...]
    optional: tuple[bool, ...]
    value_at: int
    """Index in `words` before which the value stands; -1 where the verb is the value."""

    @property
    def needed(self) -> frozenset[str] | None:
        """The last word that may not be left out, in its alternatives; None where the verb alone is enough."""
        rest = [words for words, optional in zip(self.words[1:], self.optional[1:], strict=True) if not optional]
        return rest[-1] if rest else None


class Lexicon:
    """Compiled attributes. `Lexicon.load()` is the shipped one; `Lexicon.load("mine.toml")` adds the user's own."""

    def __init__(self, files: Sequence[_File]) -> None:
        self.attributes: dict[str, Attribute] = {}
        self.change_verbs: list[ChangeVerb] = []
        stative: set[str] = set()
        event: set[str] = set()
        additive: set[str] = set()
        self._roles: set[str] = set()
        self._suffixes: tuple[str, ...] = ()
        lists: dict[str, frozenset[str]] = {}
        for file in files:
            self.attributes |= {a.id: a for a in file.attribute}
            self.change_verbs += file.change_verb
            stative |= file.stative_verbs
            event |= file.event_verbs
            additive |= file.additive_verbs
            self._roles |= {r.lower() for r in file.role_words}
            self._suffixes += file.role_suffixes
            for name, value in (file.model_extra or {}).items():
                if isinstance(value, list):
                    lists[name] = lists.get(name, frozenset()) | {str(v).lower() for v in value}
        self.stative_verbs, self.event_verbs = frozenset(stative), frozenset(event)
        self.additive_verbs = frozenset(additive)
        self.parting_verbs = frozenset(x for file in files for x in file.parting_verbs)
        self.leaving_verbs = frozenset(x for file in files for x in file.leaving_verbs)
        self.parting_states = frozenset(x for file in files for x in file.parting_states)
        self._lists = lists
        self._sorts = {word: sort for file in files for sort, known in file.sorts.items() for word in known}
        self._facet_verbs = frozenset(v for file in files for facet in file.facet for v in facet.verbs)
        self._facets = {
            (_noun_key(noun), preposition): self.attributes[facet.attribute]
            for file in files
            for facet in file.facet
            if facet.attribute in self.attributes
            for noun in facet.nouns
            for preposition in facet.prepositions
        }
        self._things = {
            name.lower(): self.attributes[attribute]
            for file in files
            for attribute, known in file.things.items()
            if attribute in self.attributes
            for name in known
        }
        self._nouns = {_noun_key(n): a for a in self.attributes.values() for n in (*a.nouns, a.name)}
        self._by_value = {
            _noun_key(v): a
            for a in self.attributes.values()
            if a.value_list and a.statements and any(p.startswith("be") and "{V}" not in p[3:] for p in a.statements)
            for v in lists.get(a.value_list, ())
        }
        self._alterations = {
            tuple(w.lemma(x) for x in told.lower().split()): a for a in self.attributes.values() for told in a.alters
        }
        self._patterns = self._compile()
        self._cues = self._compile_cues()

    @classmethod
    def load(cls, *paths: str | Path) -> Lexicon:
        """The shipped lexicon with the files in `paths` on top.

        An attribute takes the place, whole, of one of the same id that is shipped or stands in an earlier file; its
        words are not merged. Within one file an id stands once. Word lists and change verbs add to those before.

        Raises:
            InvalidInputError: a file is missing, not of the format, or says something of no effect; names the file,
                the entry and the field, and what to write instead.
        """
        own = [(str(p), _read_file(Path(p))) for p in paths]
        files = [*_shipped(), *(file for _, file in own)]
        for origin, file in own:
            _check_lists(origin, file, files)
        _check_things(own, files)
        return cls(files)

    def by_noun(self, label: str) -> Attribute | None:
        """The attribute that a noun phrase names, e.g. "rent" or "home city"."""
        return self._nouns.get(_noun_key(label.replace("_", " ")))

    def fitting(self, label: str, phrase: Phrase, kind: str) -> Attribute | None:
        """The attribute that a noun phrase names, where it can have this value: *my flight leaves at 6* is none."""
        found = self.by_noun(f"{label} {kind}") if kind in kinds.TIMED else None
        found = found or self.by_noun(label)
        return found if found is not None and self.admits(found, phrase, kind) else None

    def by_value(self, phrase: Phrase) -> Attribute | None:
        """The attribute whose closed list of values holds the phrase's head (*vegetarian*, *divorced*)."""
        head = phrase.tokens[phrase.head].lower
        return self._by_value.get(_noun_key(head))

    def is_role(self, phrase: Phrase) -> bool:
        """Whether the phrase names an occupation."""
        if (phrase.of is not None and phrase.determiner is not None) or phrase.pronoun is not None:
            return False
        head = phrase.tokens[phrase.head]
        if head.tag != t.NOUN:
            return False
        word = w.lemma(head.lower).rpartition("-")[2]
        return word in self._roles or (len(word) > 6 and word.endswith(self._suffixes))

    def admits(self, attribute: Attribute, phrase: Phrase, kind: str) -> bool:
        """Whether a phrase can be a value of the attribute."""
        if phrase.pronoun is not None:
            return False
        if attribute.value_list:
            allowed = self._lists.get(attribute.value_list, frozenset())
            held = [x.lower for x in phrase.tokens[phrase.core : phrase.end]]
            if any(x in allowed or w.lemma(x) in allowed for x in held) or " ".join(held) in allowed:
                return True
            if attribute.values == ("role",):
                return self.is_role(phrase)
        wanted = set(attribute.values)
        if "any" in wanted or "thing" in wanted or "activity" in wanted or "language" in wanted:
            return not attribute.value_list
        if "role" in wanted and self.is_role(phrase):
            return True
        if wanted & {"place", "name", "person", "code", "version"} and kind in kinds.NAMED:
            return True
        if wanted & {"number", "quantity", "money", "percent"} and kind in kinds.COUNTED | {"number"}:
            return True
        return bool(wanted & kinds.TIMED) and kind in kinds.TIMED

    def listed(self, attribute: Attribute, phrase: Phrase) -> t.Tagged | None:
        """The word of a phrase that stands in an attribute's list of values, the last one first."""
        allowed = self._lists.get(attribute.value_list, frozenset())
        held = reversed(phrase.tokens[phrase.core : phrase.end])
        return next((x for x in held if x.lower in allowed or w.lemma(x.lower) in allowed), None)

    def match(self, clause: Clause) -> Iterator[tuple[Attribute, str, Phrase | tuple[int, int]]]:
        """(attribute, effect, value) for each pattern that the clause matches.

        The value is a phrase, or the span of a verb where the verb is the value. Effects: statement, change, end.
        """
        lemmas = _lemmas(clause)
        if not lemmas:
            return
        plain = [lemmas[0], *lemmas[2:]] if len(lemmas) > 1 and lemmas[1][1] == lemmas[0][1] else lemmas
        said = {lemma for lemma, _ in lemmas}
        for pattern, needed in self._patterns.get(lemmas[0][0], ()):
            if needed is not None and said.isdisjoint(needed):  # most of a verb's patterns end here
                continue
            value = _match(pattern, plain, clause)
            if value is None and plain is not lemmas and len(pattern.words) > 1 and lemmas[1][0] in pattern.words[1]:
                value = _match(pattern, lemmas, clause)
            if value is not None:
                yield pattern.attribute, pattern.effect, value

    def sort_of(self, name: str) -> str | None:
        """The sort of institution that a proper name tells: *Fernhill Academy* is a school."""
        found = [self._sorts[x] for x in reversed(name.lower().split()) if x in self._sorts]
        return found[0] if found else None

    def facet_of(self, noun: str, preposition: str) -> Attribute | None:
        """The attribute that a part of it tells: *flat* with *in* says where somebody lives."""
        key = " ".join(
            x for x in _noun_key(noun).split() if x not in self._facet_verbs or x in {"settle", "unpack"}
        ) or _noun_key(noun)
        return self._facets.get((key, preposition)) or self._facets.get((key.split(" ")[-1], preposition))

    def thing_of(self, name: str) -> Attribute | None:
        """The attribute that a proper name tells by itself: an *iPhone 15* is a phone, *Evernote* keeps notes."""
        parts = name.split()
        for size in range(min(len(parts), 3), 0, -1):
            for start in range(len(parts) - size + 1):
                found = self._things.get(" ".join(parts[start : start + size]).lower())
                proper = parts[start] != parts[start].lower() or any(c.isdigit() for c in parts[start])
                if found is not None and proper:
                    return found
        return None

    def alteration(self, lemmas: Sequence[str]) -> Attribute | None:
        """The attribute whose change a verb tells with the words behind it, and no value: *move house*.

        The words behind may go on; the longest run that is known counts.
        """
        for size in range(min(len(lemmas), 4), 0, -1):
            found = self._alterations.get(tuple(lemmas[:size]))
            if found is not None and (size > 1 or len(lemmas) == 1):
                return found
        return None

    def altered_by(self, noun: str) -> Attribute | None:
        """The attribute that a noun stands for where its change is spoken of: *jobs* for the employer."""
        return self._alterations.get((_noun_key(noun),))

    def announced_by(self, verb: str) -> Attribute | None:
        """The attribute whose change a bare verb announces (*I've moved*), where only one has it."""
        found = [a for a in self.attributes.values() if f"{verb} to" in a.changes and "place" in a.values]
        return found[0] if len(found) == 1 else None

    def asked(self, query_terms: frozenset[str]) -> list[tuple[Attribute, int]]:
        """The attributes whose cues a query's terms hold, with the size of the largest cue held, best first."""
        found: dict[str, int] = {}
        for term in query_terms:
            for attribute, cue in self._cues.get(term, ()):
                if cue <= query_terms:
                    found[attribute] = max(found.get(attribute, 0), len(cue))
        ranked = sorted(found.items(), key=lambda item: (-item[1], item[0]))
        return [(self.attributes[name], size) for name, size in ranked]

    def _compile(self) -> dict[str, list[tuple[_Pattern, frozenset[str] | None]]]:
        compiled: dict[str, list[_Pattern]] = defaultdict(list)
        for attribute in self.attributes.values():
            sources = (
                ("statement", attribute.statements), ("change", attribute.changes), ("end", attribute.ends),
                ("verb", attribute.verb_values),
            )  # fmt: skip
            for effect, texts in sources:
                for text in texts:
                    pattern = _parse(attribute, effect, text)
                    for first in pattern.words[0] if pattern.words else ():
                        compiled[first].append(pattern)
        for patterns in compiled.values():
            patterns.sort(key=lambda p: -len(p.words))
        return {first: [(p, p.needed) for p in patterns] for first, patterns in compiled.items()}

    def _compile_cues(self) -> dict[str, list[tuple[str, frozenset[str]]]]:
        index: dict[str, list[tuple[str, frozenset[str]]]] = defaultdict(list)
        for attribute in self.attributes.values():
            for text in (*attribute.cues, *attribute.nouns, attribute.name):
                cue = frozenset(_cue_terms(text))
                if cue:
                    rarest = max(cue, key=len)
                    index[rarest].append((attribute.id, cue))
        return dict(index)


def _cue_terms(text: str) -> tuple[str, ...]:
    return terms(text) or tuple(text.split())


def _noun_key(noun: str) -> str:
    return " ".join(w.lemma(x) for x in noun.lower().split())


def _parse(attribute: Attribute, effect: str, text: str) -> _Pattern:
    sets: list[frozenset[str]] = []
    optional: list[bool] = []
    value_at: int | None = -1 if effect == "verb" else None
    for part in text.split():
        if part == "{V}":
            value_at = len(sets)
            continue
        bare = part.rstrip("?")
        options = bare.strip("()").split("|")
        sets.append(frozenset(w.lemma(o) for o in options))
        optional.append(part.endswith("?"))
    raw = [p for p in text.split() if p != "{V}"]
    second = raw[1].split("|")[0].strip("()") if len(raw) > 1 else ""
    drop_be = raw[:1] == ["be"] and (second.endswith("ing") or t.is_participle(second)) and value_at != 1
    if drop_be and w.verb_lemma(raw[1].split("|")[0].strip("()")) is not None:
        sets, optional = sets[1:], optional[1:]
        value_at = value_at - 1 if value_at not in (None, -1) else value_at
    skip = [i for i, s in enumerate(sets) if s <= {"a", "an", "the", "my"}]
    for i in reversed(skip):
        del sets[i], optional[i]
        if value_at is not None and value_at > i:
            value_at -= 1
    name = "statement" if effect == "verb" else effect
    return _Pattern(attribute, name, tuple(sets), tuple(optional), len(sets) if value_at is None else value_at)


def _lemmas(clause: Clause) -> list[tuple[str, int]]:
    """The lemmas from the main verb on, without auxiliaries, adverbs and determiners, with their token index."""
    main = clause.verb_end - 1
    while main > clause.verb_start and clause.tokens[main].tag in {t.ADV, t.NEG}:
        main -= 1
    out = [(clause.verb, main)]
    if clause.passive and clause.subject is not None and clause.subject.pronoun is None:
        out.append((clause.subject.head_lemma, main))
    for i in range(clause.verb_end, len(clause.tokens)):
        token = clause.tokens[i]
        if token.tag == t.PUNCT and token.text not in {"-", "&"}:
            break
        if token.tag in {t.ADV, t.DET, t.POSS, t.NEG}:
            continue
        out.append((token.lemma if token.tag != t.NAME else token.lower, i))
        if len(out) > 12:
            break
    return out


def _match(pattern: _Pattern, lemmas: list[tuple[str, int]], clause: Clause) -> Phrase | tuple[int, int] | None:
    at, value = 0, None
    for n, wanted in enumerate(pattern.words):
        if n == pattern.value_at and n > 0:
            value, at = _value_at(lemmas, at, clause)
            if value is None:
                return None
        if at < len(lemmas) and lemmas[at][0] in wanted:
            at += 1
        elif not pattern.optional[n]:
            return None
    if pattern.value_at == -1:
        token = clause.tokens[lemmas[0][1]].token
        return token.start, token.end
    if pattern.value_at >= len(pattern.words):
        value, _ = _value_at(lemmas, at, clause)
    return value


def _value_at(lemmas: list[tuple[str, int]], at: int, clause: Clause) -> tuple[Phrase | None, int]:
    if at >= len(lemmas):
        return None, at
    index = lemmas[at][1]
    start = index
    while start > clause.verb_end and clause.tokens[start - 1].tag in {t.DET, t.POSS}:
        start -= 1
    phrase = read_phrase(clause.tokens, start)
    if phrase is None:
        return None, at
    while at < len(lemmas) and lemmas[at][1] < phrase.end:
        at += 1
    return phrase, at


@lru_cache(maxsize=1)
def _shipped() -> tuple[_File, ...]:
    folder = resources.files("atma_overlay.data").joinpath("lexicon")
    names = sorted(f.name for f in folder.iterdir() if f.name.endswith(".toml"))
    files = [_parse_file(n, folder.joinpath(n).read_text(encoding="utf-8")) for n in names]
    seen: dict[str, str] = {}
    for name, file in zip(names, files, strict=True):
        _check_ids(name, file, seen)
        _check_lists(name, file, files)
    _check_things(zip(names, files, strict=True), files)
    return tuple(files)


def _check_things(named: Iterable[tuple[str, _File]], files: Sequence[_File]) -> None:
    """Every table of things is that of an attribute."""
    known = {a.id for f in files for a in f.attribute}
    for origin, file in named:
        for facet in file.facet:
            if facet.attribute not in known:
                problem = "no attribute has this id: name one, or add an [[attribute]] of it"
                raise InvalidInputError("lexicon", f"{origin}: facet.attribute: {facet.attribute!r}: {problem}")
        for attribute in file.things:
            if attribute not in known:
                problem = "no attribute has this id: name one, or add an [[attribute]] of it"
                raise InvalidInputError("lexicon", f"{origin}: things.{attribute}: {problem}")


def _read_file(path: Path) -> _File:
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise InvalidInputError("lexicon", f"{path} cannot be read ({error.strerror}): pass a TOML file") from error
    except UnicodeDecodeError as error:
        raise InvalidInputError("lexicon", f"{path} is not TOML: {error}; save it as UTF-8") from error
    file = _parse_file(str(path), text)
    _check_ids(str(path), file, {})
    return file


def _parse_file(origin: str, text: str) -> _File:
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InvalidInputError("lexicon", f"{origin} is not TOML: {error}") from error
    try:
        return _File.model_validate(data)
    except ValidationError as error:
        raise InvalidInputError("lexicon", f"{origin}: {_explain(error, data)}") from error


def _explain(error: ValidationError, data: dict[str, Any]) -> str:
    """The first problem: where it is, of which entry, what stands there and what should."""
    first = error.errors()[0]
    loc, given, told = first["loc"], first["input"], first["msg"].removeprefix("Value error, ")
    entry = ""
    if len(loc) > 2 and isinstance(loc[1], int):
        row = data[str(loc[0])][loc[1]]
        label = row.get("id") or row.get("pattern")
        entry = f" (of {label!r})" if label else ""
    if first["type"] == "string_pattern_mismatch":
        told = _REMEDIES[first["ctx"]["pattern"]]
    elif first["type"] == "extra_forbidden":
        model = Attribute if loc[0] == "attribute" else ChangeVerb
        told = f"there is no such field; there are {', '.join(model.model_fields)}"
    shown = f" {given!r}:" if isinstance(given, str) and first["type"] != "extra_forbidden" else ""
    return f"{'.'.join(str(p) for p in loc)}{entry}:{shown} {told}"


def _check_ids(origin: str, file: _File, seen: dict[str, str]) -> None:
    for n, attribute in enumerate(file.attribute):
        if attribute.id in seen:
            problem = f"stands in {seen[attribute.id]} already: merge the two or rename one"
            raise InvalidInputError("lexicon", f"{origin}: attribute.{n}.id: {attribute.id!r} {problem}")
        seen[attribute.id] = f"{origin}, attribute.{n},"


def _check_lists(origin: str, file: _File, files: Sequence[_File]) -> None:
    """Every list is one that an attribute names, and every list that an attribute names is there."""
    named = {a.value_list for f in files for a in f.attribute if a.value_list}
    for name, value in (file.model_extra or {}).items():
        if name not in named:
            tables = ", ".join(_File.model_fields)
            problem = f"no such table, and no attribute has it as its value_list: the tables are {tables}"
            raise InvalidInputError("lexicon", f"{origin}: {name}: {problem}")
        if not isinstance(value, list) or not value or not all(isinstance(v, str) and v.strip() for v in value):
            raise InvalidInputError("lexicon", f'{origin}: {name}: write a list of words, like ["oak", "ash"]')
    known = {name for f in files for name in f.model_extra or {}}
    for n, attribute in enumerate(file.attribute):
        if attribute.value_list and attribute.value_list not in known:
            where = f"attribute.{n}.value_list (of {attribute.id!r})"
            problem = f'no file has this list: add {attribute.value_list} = ["…"] above the first table'
            raise InvalidInputError("lexicon", f"{origin}: {where}: {attribute.value_list!r}: {problem}")
