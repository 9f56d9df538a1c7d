"""Reading a file: its text, and the JSON values in it with the line each one starts on."""

from __future__ import annotations

import json
from collections.abc import Iterator
from json import JSONDecodeError, JSONDecoder
from pathlib import Path
from typing import TextIO

from atma_overlay.errors import InvalidInputError
from atma_overlay.loaders.fields import Field

_BLOCK = 1 << 16
_SPACE = " \t\r\n"


def checked_path(path: str | Path) -> Path:
    """The path of a readable regular file.

    Raises:
        InvalidInputError: there is no such file, or it cannot be read twice from its beginning.
    """
    found = Path(path)
    if str(path) == "":
        raise InvalidInputError("file", "is empty: pass the path of one file")
    try:
        if not found.exists():
            raise _missing(str(path))
        if not found.is_file():
            raise InvalidInputError(str(path), "is not a regular file: pass the path of one file")
        with found.open("rb"):
            pass
    except (OSError, ValueError) as error:
        if isinstance(error, InvalidInputError):
            raise
        raise InvalidInputError(str(path), f"cannot be read ({error.__class__.__name__}): check its rights") from error
    return found


def _missing(path: str) -> InvalidInputError:
    if path == "-":
        problem = "'-' is no file: standard input is not read here, write it to one and pass its path"
        return InvalidInputError("file", problem)
    return InvalidInputError(path, "there is no such file: check the path")


def opened(path: Path) -> TextIO:
    """The file as UTF-8 text, without a byte order mark."""
    return path.open(encoding="utf-8-sig")


def read_text(path: Path) -> str:
    """The whole file as text."""
    try:
        with opened(path) as stream:
            return stream.read()
    except UnicodeDecodeError as error:
        raise not_utf8(path) from error


def not_utf8(path: Path) -> InvalidInputError:
    """The complaint about a file in another encoding."""
    return InvalidInputError(path.name, "is not UTF-8 text: save it as UTF-8")


def json_values(path: Path) -> Iterator[Field]:
    """The objects of a JSON Lines file, or of one JSON array or object, as a stream.

    Raises:
        InvalidInputError: the file is not UTF-8 or not JSON; the message names the line.
    """
    try:
        with opened(path) as stream:
            by_line = _first_line_is_an_object(stream, path)
            stream.seek(0)
            yield from _lines(stream, path) if by_line else _Scanner(stream, path).values()
    except UnicodeDecodeError as error:
        raise not_utf8(path) from error


def _first_line_is_an_object(stream: TextIO, path: Path) -> bool:
    """Whether to read line by line; a file named `.jsonl` always is, so that complaints name its line."""
    first = next((line for line in stream if line.strip()), "")
    try:
        return isinstance(json.loads(first), dict)
    except (ValueError, RecursionError):
        return path.suffix.lower() in {".jsonl", ".ndjson"}


def _lines(stream: TextIO, path: Path) -> Iterator[Field]:
    for number, line in enumerate(stream, start=1):
        if not line.strip():
            continue
        place = f"{path.name}:{number}"
        try:
            yield Field(json.loads(line), place)
        except JSONDecodeError as error:
            raise InvalidInputError(
                place, f"is not JSON ({error.msg} at column {error.colno}): mend or remove the line"
            ) from error
        except (ValueError, RecursionError) as error:
            raise InvalidInputError(place, "is nested too deeply or holds too long a number") from error


class _Scanner:
    """Decodes the values of one JSON document block by block, so that a long array is never held whole."""

    def __init__(self, stream: TextIO, path: Path) -> None:
        self._stream, self._name = stream, path.name
        self._decoder = JSONDecoder()
        self._buffer, self._line, self._ended = "", 1, False

    def values(self) -> Iterator[Field]:
        """The document itself when it is an object, or the members of the array that it is."""
        if self._peek() == "[":
            yield from self._members()
        elif self._peek():
            yield self._value("")
        if self._peek():
            raise self._broken("something follows the end", self._line)

    def _members(self) -> Iterator[Field]:
        self._drop(1)
        count = 0
        while count or self._peek() != "]":
            if not self._peek():
                raise self._broken("the list is not closed", self._line)
            yield self._value(f"[{count}]")
            count += 1
            separator = self._peek()
            if separator not in {",", "]"}:
                raise self._broken("a comma or the end of the list is missing", self._line)
            if separator == "]":
                break
            self._drop(1)
        self._drop(1)

    def _value(self, path: str) -> Field:
        while True:
            try:
                value, end = self._decoder.raw_decode(self._buffer)
            except JSONDecodeError as error:
                if self._ended:
                    raise self._broken(error.msg, self._line + error.lineno - 1) from error
            except (ValueError, RecursionError) as error:
                raise self._broken("nested too deeply or too long a number", self._line) from error
            else:
                # A number or word may go on in the next block; objects and lists cannot.
                if end < len(self._buffer) or self._ended:
                    field = Field(value, f"{self._name}:{self._line}", path)
                    self._drop(end)
                    return field
            self._read(max(_BLOCK, len(self._buffer)))

    def _peek(self) -> str:
        """The next character that is no white space; nothing at the end of the file."""
        while True:
            self._drop(len(self._buffer) - len(self._buffer.lstrip(_SPACE)))
            if self._buffer or self._ended:
                return self._buffer[:1]
            self._read(_BLOCK)

    def _read(self, characters: int) -> None:
        block = self._stream.read(characters)
        self._ended = not block
        self._buffer += block

    def _drop(self, count: int) -> None:
        self._line += self._buffer.count("\n", 0, count)
        self._buffer = self._buffer[count:]

    def _broken(self, problem: str, line: int) -> InvalidInputError:
        return InvalidInputError(f"{self._name}:{line}", f"is not JSON ({problem}): mend the file")
