"""Prompts as files: each has a name and a version, and stays as it is once it was used."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from string import Template

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from atma_overlay.errors import InvalidInputError
from atma_overlay.ports.model import Message

__all__ = ["Prompt", "load_prompt"]


class _File(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    version: int = Field(ge=1)
    system: str = ""
    user: str = Field(min_length=1)
    parts: dict[str, str] = {}


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt with places for what is asked about, written `$name`.

    Attributes:
        name: as its file is named.
        version: raised with every change of its words.
        system: the instructions; may be empty.
        user: the question.
        parts: further texts that belong to it, by name, e.g. one criterion a task.
    """

    name: str
    version: int
    system: str
    user: str
    parts: Mapping[str, str]

    @property
    def id(self) -> str:
        """Name and version, for the record: `reader@1`."""
        return f"{self.name}@{self.version}"

    def messages(self, **fields: str) -> tuple[Message, ...]:
        """The prompt filled in. What is filled in is never itself read for places.

        Raises:
            InvalidInputError: a place is left empty.
        """
        said = []
        if self.system:
            said.append(Message("system", self._filled(self.system, fields)))
        return (*said, Message("user", self._filled(self.user, fields)))

    def _filled(self, text: str, fields: Mapping[str, str]) -> str:
        try:
            return Template(text).substitute(fields).strip()
        except KeyError as error:
            raise InvalidInputError(f"prompt {self.id}", f"has a place {error.args[0]!r}: fill it in") from error


@cache
def load_prompt(name: str) -> Prompt:
    """A prompt that ships with the package.

    Raises:
        InvalidInputError: there is none of that name, or its file is damaged.
    """
    path = files("atma_overlay.data") / "prompts" / f"{name}.toml"
    try:
        file = _File.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
    except FileNotFoundError as error:
        raise InvalidInputError("prompt", f"{name!r} is no prompt of this version") from error
    except (tomllib.TOMLDecodeError, ValidationError) as error:
        raise InvalidInputError(f"prompts/{name}.toml", "is damaged: install the package again") from error
    return Prompt(name, file.version, file.system, file.user, file.parts)
