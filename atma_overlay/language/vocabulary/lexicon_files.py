"""Files of the lexicon, read and checked: what has no effect is refused, with the place and the remedy."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any, get_args

from pydantic import BaseModel, ValidationError

from atma_overlay.errors import InvalidInputError
from atma_overlay.kinds import named
from atma_overlay.language.vocabulary.attributes import (
    REMEDIES,
    Attribute,
    Belonging,
    ChangeVerb,
    Domain,
    Facet,
    LexiconFile,
)
from atma_overlay.values.normal import DROPPED, normalise
from atma_overlay.values.sameness import name_form
from atma_overlay.values.terms import words


@lru_cache(maxsize=1)
def shipped() -> tuple[LexiconFile, ...]:
    """The files that come with the package."""
    folder = resources.files("atma_overlay.data").joinpath("lexicon")
    names = sorted(f.name for f in folder.iterdir() if f.name.endswith(".toml"))
    files = [_parse_file(n, folder.joinpath(n).read_text(encoding="utf-8")) for n in names]
    seen: dict[str, str] = {}
    for name, file in zip(names, files, strict=True):
        _check_ids(name, file, seen)
        check_lists(name, file, files)
    check_things(zip(names, files, strict=True), files)
    return tuple(files)


def check_things(named: Iterable[tuple[str, LexiconFile]], files: Sequence[LexiconFile]) -> None:
    """Every table of things, every facet and every belonging is that of an attribute."""
    known = {a.id for f in files for a in f.attribute}
    for origin, file in named:
        told = [("facet.attribute", f.attribute) for f in file.facet]
        told += [("belonging.attribute", b.attribute) for b in file.belonging if b.attribute]
        for where, attribute in told:
            if attribute not in known:
                raise InvalidInputError("lexicon", f"{origin}: {where}: {attribute!r}: {_NO_ATTRIBUTE}")
        for attribute in file.things:
            if attribute not in known:
                raise InvalidInputError("lexicon", f"{origin}: things.{attribute}: {_NO_ATTRIBUTE}")


def check_names(named: Iterable[tuple[str, LexiconFile]]) -> None:
    """Every name is one of its own, and of one thing only."""
    things: dict[str, str] = {}
    for origin, file in named:
        for first, others in file.names.items():
            for name in (first, *others):
                where, own = f"{origin}: names.{first}", _form(name)
                if not own:
                    raise InvalidInputError("lexicon", f"{where}: {name!r}: {_NO_NAME}")
                if name is not first and normalise(name) == normalise(first):
                    raise InvalidInputError("lexicon", f"{where}: {name!r}: {_SAME_NAME}")
                if things.setdefault(own, first) != first:
                    problem = f"is a name of {things[own]!r} already: list it once, with all others of that"
                    raise InvalidInputError("lexicon", f"{where}: {name!r}: {problem}")


def _form(name: str) -> str:
    """What a name is compared by; empty where it has no word of its own."""
    return name_form(normalise(name)) if any(x not in DROPPED for x in words(name)) else ""


_NO_NAME = "is no name: write one with a word that is no article"
_SAME_NAME = "is the usual name itself: list what it is called besides, or leave it out"
_NO_ATTRIBUTE = "no attribute has this id: name one, or add an [[attribute]] of it"


def read_file(path: Path) -> LexiconFile:
    """A user's file.

    Raises:
        InvalidInputError: it is missing, or not of the format.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise InvalidInputError("lexicon", f"{path} cannot be read ({error.strerror}): pass a TOML file") from error
    except UnicodeDecodeError as error:
        raise InvalidInputError("lexicon", f"{path} is not TOML: {error}; save it as UTF-8") from error
    file = _parse_file(str(path), text)
    _check_ids(str(path), file, {})
    return file


def _parse_file(origin: str, text: str) -> LexiconFile:
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InvalidInputError("lexicon", f"{origin} is not TOML: {error}") from error
    try:
        return LexiconFile.model_validate(data)
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
        told = REMEDIES[first["ctx"]["pattern"]]
    elif first["type"] == "missing":
        remedy = f", one of {', '.join(get_args(Domain))}" if loc[-1] == "domain" else ""
        return f"{'.'.join(str(p) for p in loc)}{entry}: is missing: write {loc[-1]} = …{remedy}"
    elif first["type"] == "too_short":
        told = f'is empty: write one at least, {_key(str(loc[-1]))} = ["…"]'
    elif first["type"] in ("literal_error", "enum"):
        told = f"is not known: write one of {first['ctx']['expected'].replace(' or ', ', ')}"
    elif told.startswith("Input should be "):
        wanted = (
            told.removeprefix("Input should be ")
            .replace("valid string", "text")
            .replace("valid tuple", "list")
            .replace("valid dictionary", "table")
        )
        told = f"is {named(given)}: write {wanted}"
    elif first["type"] == "extra_forbidden":
        tables: dict[str, type[BaseModel]] = {"attribute": Attribute, "facet": Facet, "belonging": Belonging}
        model = tables.get(str(loc[0]), ChangeVerb)
        told = f"there is no such field; there are {', '.join(model.model_fields)}"
    shown = f" {given!r}:" if isinstance(given, str) and first["type"] != "extra_forbidden" else ""
    return f"{'.'.join(str(p) for p in loc)}{entry}:{shown} {told}"


def _key(name: str) -> str:
    return name if name.isidentifier() else f'"{name}"'


def _check_ids(origin: str, file: LexiconFile, seen: dict[str, str]) -> None:
    for n, attribute in enumerate(file.attribute):
        if attribute.id in seen:
            problem = f"stands in {seen[attribute.id]} already: merge the two or rename one"
            raise InvalidInputError("lexicon", f"{origin}: attribute.{n}.id: {attribute.id!r} {problem}")
        seen[attribute.id] = f"{origin}, attribute.{n},"


def check_lists(origin: str, file: LexiconFile, files: Sequence[LexiconFile]) -> None:
    """Every list is one that an attribute names, and every list that an attribute names is there."""
    named = {a.value_list for f in files for a in f.attribute if a.value_list}
    for name, value in (file.model_extra or {}).items():
        if name not in named:
            tables = ", ".join(LexiconFile.model_fields)
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
