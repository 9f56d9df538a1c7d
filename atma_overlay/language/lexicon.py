"""The attribute lexicon: how people state common attributes, and ask for them. A data file, extensible by users."""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from atma_overlay.errors import InvalidInputError
from atma_overlay.language import kinds
from atma_overlay.language import tagging as t
from atma_overlay.language import words as w
from atma_overlay.language.clauses import Clause
from atma_overlay.language.phrases import Phrase, read_phrase
from atma_overlay.records import Cardinality
from atma_overlay.state.terms import terms

VALUE_KINDS = frozenset(
    """place name person role number quantity money percent time day date frequency version code thing activity
    language any""".split()
)


class Attribute(BaseModel):
    """One attribute of the lexicon; the patterns are described at the head of `data/lexicon.toml`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    name: str
    domain: str
    slot: str = ""
    cardinality: Cardinality = Cardinality.SINGLE
    values: tuple[str, ...] = ("any",)
    subjects: tuple[str, ...] = ("any",)
    nouns: tuple[str, ...] = ()
    statements: tuple[str, ...] = ()
    changes: tuple[str, ...] = ()
    ends: tuple[str, ...] = ()
    cues: tuple[str, ...] = ()
    asks: str = ""
    verb_values: tuple[str, ...] = ()
    value_list: str = ""


class ChangeVerb(BaseModel):
    """A verb pattern of no attribute in particular that replaces, ends, starts or sets a value."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    pattern: str
    old: str = ""
    new: str = ""
    effect: str


class _File(BaseModel):
    model_config = ConfigDict(extra="allow")

    attribute: tuple[Attribute, ...] = ()
    change_verb: tuple[ChangeVerb, ...] = ()
    stative_verbs: frozenset[str] = frozenset()
    event_verbs: frozenset[str] = frozenset()
    additive_verbs: frozenset[str] = frozenset()
    role_words: frozenset[str] = frozenset()
    role_suffixes: tuple[str, ...] = Field(default=())
    sorts: dict[str, tuple[str, ...]] = Field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Pattern:
    attribute: Attribute
    effect: str
    words: tuple[frozenset[str], ...]
    optional: tuple[bool, ...]
    value_at: int
    """Index in `words` before which the value stands; -1 where the verb is the value."""


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
        self._lists = lists
        self._sorts = {word: sort for file in files for sort, known in file.sorts.items() for word in known}
        self._nouns = {_noun_key(n): a for a in self.attributes.values() for n in (*a.nouns, a.name)}
        self._by_value = {
            _noun_key(v): a
            for a in self.attributes.values()
            if a.value_list and a.statements and any(p.startswith("be") and "{V}" not in p[3:] for p in a.statements)
            for v in lists.get(a.value_list, ())
        }
        self._patterns = self._compile()
        self._cues = self._compile_cues()

    @classmethod
    def load(cls, *paths: str | Path) -> Lexicon:
        """The shipped lexicon with the files in `paths` on top; an attribute of the same id takes its place.

        Raises:
            InvalidInputError: a file is missing or not of the format; names the file and the field.
        """
        return cls([*_shipped(), *(_read_file(Path(p)) for p in paths)])

    def by_noun(self, label: str) -> Attribute | None:
        """The attribute that a noun phrase names, e.g. "rent" or "home city"."""
        return self._nouns.get(_noun_key(label.replace("_", " ")))

    def by_value(self, phrase: Phrase) -> Attribute | None:
        """The attribute whose closed list of values holds the phrase's head (*vegetarian*, *divorced*)."""
        head = phrase.tokens[phrase.head].lower
        return self._by_value.get(_noun_key(head))

    def is_role(self, phrase: Phrase) -> bool:
        """Whether the phrase names an occupation."""
        if phrase.of is not None or phrase.pronoun is not None:
            return False
        head = phrase.tokens[phrase.head]
        if head.tag != t.NOUN:
            return False
        word = w.lemma(head.lower)
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

    def match(self, clause: Clause) -> Iterator[tuple[Attribute, str, Phrase | tuple[int, int]]]:
        """(attribute, effect, value) for each pattern that the clause matches.

        The value is a phrase, or the span of a verb where the verb is the value. Effects: statement, change, end.
        """
        lemmas = _lemmas(clause)
        if not lemmas:
            return
        for pattern in self._patterns.get(lemmas[0][0], ()):
            value = _match(pattern, lemmas, clause)
            if value is not None:
                yield pattern.attribute, pattern.effect, value

    def sort_of(self, name: str) -> str | None:
        """The sort of institution that a proper name tells: *Fernhill Academy* is a school."""
        found = [self._sorts[x] for x in reversed(name.lower().split()) if x in self._sorts]
        return found[0] if found else None

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

    def _compile(self) -> dict[str, list[_Pattern]]:
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
        return dict(compiled)

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
    return tuple(_File.model_validate(tomllib.loads(folder.joinpath(n).read_text(encoding="utf-8"))) for n in names)


def _read_file(path: Path) -> _File:
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InvalidInputError("lexicon", f"{path} cannot be read ({error.strerror}): pass a TOML file") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InvalidInputError("lexicon", f"{path} is not TOML: {error}") from error
    try:
        return _File.model_validate(data)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(p) for p in first["loc"])
        raise InvalidInputError("lexicon", f"{path}: {where}: {first['msg']}") from error
