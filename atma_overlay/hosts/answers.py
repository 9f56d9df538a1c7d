"""What a host answers, looked at before anything is made of it: an adapter is anybody's, and most are untyped."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from datetime import datetime
from typing import Any

from atma_overlay.effects import (
    HostAdd,
    HostChanges,
    HostDetach,
    HostEffect,
    HostErase,
    HostGet,
    HostOverwritten,
    HostPageCall,
    HostRetired,
    HostSearchCall,
)
from atma_overlay.ports.host import HostMemory, HostPage, HostSearch
from atma_overlay.ports.host_powers import EarlierText, HostChange, HostDetachment, HostErasure, HostRetirement
from atma_overlay.views.boundary import well_formed

__all__ = ["readable", "unfit"]


def unfit(effect: HostEffect, answer: object) -> str | None:
    """What is wrong with the answer to a call, without a word of it; None where nothing is."""
    look = _LOOKS.get(type(effect))
    return None if look is None else look(effect, answer)


def readable(answer: Any) -> Any:
    """An answer with the lone surrogates of its texts as question marks: they cannot be stored, compared or sent.

    JSON lets them through, so stores have them. What the host itself returned (`native`) stays as it is.
    """
    if isinstance(answer, HostSearch | HostPage):
        memories = _readable(answer.memories)
        return answer if memories is answer.memories else replace(answer, memories=memories)
    return _readable(answer) if isinstance(answer, tuple | list) else answer


def _readable(found: Any) -> Any:
    if all(map(_is_readable, found)):
        return found
    return type(found)(map(_with_characters_only, found))


def _is_readable(each: Any) -> bool:
    if isinstance(each, HostMemory):
        told = (each.text, each.key, each.role, each.speaker, each.hash, each.agent, each.session)
        return all(x.isascii() or well_formed(x) == x for x in told if isinstance(x, str))
    return not isinstance(each, EarlierText) or well_formed(each.text) == each.text


def _with_characters_only(each: Any) -> Any:
    if not isinstance(each, HostMemory | EarlierText):
        return each
    told = {field.name: getattr(each, field.name) for field in fields(each)}
    kind: Any = type(each)
    return kind(**{name: well_formed(x) if isinstance(x, str) else x for name, x in told.items()})


def _search(_: HostSearchCall, answer: object) -> str | None:
    return _memories(answer.memories) if isinstance(answer, HostSearch) else _not("a HostSearch", answer)


def _page(_: HostPageCall, answer: object) -> str | None:
    if not isinstance(answer, HostPage):
        return _not("a HostPage", answer)
    if not _is_text_or_none(answer.cursor):
        return _not("a text, or None, for a cursor", answer.cursor)
    return _memories(answer.memories)


def _get(_: HostGet, answer: object) -> str | None:
    return _memories(answer)


def _add(effect: HostAdd, answer: object) -> str | None:
    if not isinstance(answer, list | tuple):
        return _not("a list of the ids of each item", answer)
    if len(answer) != len(effect.items):
        return f"answered with the ids of {len(answer)} items, where {len(effect.items)} were given: mend its adapter"
    for ids in answer:
        if (problem := _texts(ids)) is not None:
            return problem
    return None


def _erasure(_: HostErase, answer: object) -> str | None:
    if not isinstance(answer, HostErasure):
        return _not("a HostErasure", answer)
    return _texts(answer.erased) or _texts(answer.remaining) or _texts(answer.derived)


def _detachment(_: HostDetach, answer: object) -> str | None:
    if not isinstance(answer, HostDetachment):
        return _not("a HostDetachment", answer)
    cleared: object = answer.cleared
    return _texts(answer.remaining) if isinstance(cleared, int) else _not("a number of cleared memories", cleared)


def _each(kind: type) -> Callable[[HostEffect, object], str | None]:
    def look(_: HostEffect, answer: object) -> str | None:
        if not isinstance(answer, list | tuple):
            return _not(f"a tuple of {kind.__name__}", answer)
        return next((_not(f"a {kind.__name__} for each", each) for each in answer if not isinstance(each, kind)), None)

    return look


_LOOKS: dict[type, Callable[[Any, object], str | None]] = {
    HostSearchCall: _search, HostPageCall: _page, HostGet: _get, HostAdd: _add, HostErase: _erasure,
    HostDetach: _detachment, HostChanges: _each(HostChange), HostOverwritten: _each(EarlierText),
    HostRetired: _each(HostRetirement),
}  # fmt: skip


def _texts(found: object) -> str | None:
    if not isinstance(found, list | tuple):  # a text, as a rule, which is a sequence of texts to who iterates over it
        return _not("a tuple of texts", found)
    return next((_not("a text for each", each) for each in found if not _is_id(each)), None)


def _memories(found: object) -> str | None:
    if not isinstance(found, list | tuple):
        return _not("a tuple of memories", found)
    for memory in found:
        if not isinstance(memory, HostMemory):
            return _not("a HostMemory for each", memory)
        if not (_is_id(memory.id) and isinstance(memory.text, str)):
            return "answered with a memory whose id or text is no text: mend its adapter"
        made: object = memory.created_at
        if not (made is None or isinstance(made, datetime)):
            return _not("a datetime, or None, for when a memory was made", made)
        score: object = memory.score
        if not (score is None or _is_number(score)):
            return _not("a number other than NaN for a score", score)
        for what, told in (("key", memory.key), ("speaker", memory.speaker)):
            if not _is_text_or_none(told):
                return _not(f"a text, or None, for a {what}", told)
    return None


def _is_id(value: object) -> bool:
    """Whether it is a text that a ledger can hold."""
    return isinstance(value, str) and (value.isascii() or well_formed(value) == value)


def _is_text_or_none(value: object) -> bool:
    return value is None or isinstance(value, str)


def _is_number(value: Any) -> bool:
    """Whether it can be told from greater and less; stores have number types of their own."""
    try:
        return not isinstance(value, str | bytes) and (number := float(value)) == number  # NaN is not
    except (TypeError, ValueError, OverflowError):
        return False


def _not(due: str, answer: object) -> str:
    return f"answered with {_article(type(answer).__name__)} where {due} is due: mend its adapter"


def _article(name: str) -> str:
    return f"an {name}" if name[:1].lower() in "aeiou" else f"a {name}"
