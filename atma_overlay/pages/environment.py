"""Templates to pages: escaped by default, and guarded by a policy that lets nothing but the page's own script run."""

from __future__ import annotations

import base64
import hashlib
from datetime import UTC, datetime
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from atma_overlay.errors import MissingExtraError
from atma_overlay.invisible import SHAPING, is_invisible

if TYPE_CHECKING:
    from jinja2 import Environment

EXTRA = "html"
"""The extra that installs what pages are made with."""
_TEMPLATES = "templates"


def require_pages() -> None:
    """Find out before long work whether a page can be made.

    Raises:
        MissingExtraError: Jinja2 is not installed.
    """
    _environment()


def rendered(template: str, *, script: str, **context: object) -> str:
    """A page from a template of this package.

    Args:
        template: its file name.
        script: the file name of the one script that may run on the page.
        context: what the template shows; every text of it is escaped.

    Raises:
        MissingExtraError: Jinja2 is not installed.
    """
    source = _file(script)
    digest = base64.b64encode(hashlib.sha256(source.encode()).digest()).decode()
    page = _environment().get_template(template)
    return page.render(context, style=_file("page.css"), script=source, script_hash=f"sha256-{digest}")


@cache
def _environment() -> Environment:
    try:
        from jinja2 import Environment, PackageLoader, StrictUndefined  # noqa: PLC0415 - an extra, loaded when asked
    except ImportError as error:
        raise MissingExtraError("jinja2", EXTRA, error) from error
    made = Environment(
        loader=PackageLoader("atma_overlay.pages", _TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_finalized,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters["day"] = day
    return made


def _file(name: str) -> str:
    return files("atma_overlay.pages").joinpath(_TEMPLATES, name).read_text(encoding="utf-8")


def day(at: datetime | None) -> str:
    """An instant in UTC: the day, with the time where it is not midnight; nothing for none."""
    if at is None:
        return ""
    at = at.astimezone(UTC)
    return at.strftime("%Y-%m-%d" if (at.hour, at.minute, at.second) == (0, 0, 0) else "%Y-%m-%d %H:%M")


def plain(text: object) -> str:
    """A text fit for HTML and XML: control and other invisible characters are spelled out, line breaks stay."""
    return "".join(map(_plain, str(text)))


def _finalized(value: object) -> object:
    """What every expression of a template goes through before it is escaped; markup is ours already."""
    return value if hasattr(value, "__html__") else plain(value)


def _plain(character: str) -> str:
    if character in "\n\t" + SHAPING or not is_invisible(character):
        return character
    return character.encode("unicode_escape", "surrogatepass").decode("ascii")
