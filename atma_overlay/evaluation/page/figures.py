"""Charts as inline SVG: drawn by pygal, coloured by the page's own style sheet, with nothing in them that runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

from atma_overlay.errors import MissingExtraError
from atma_overlay.evaluation.tallies import Metric
from atma_overlay.pages import EXTRA

if TYPE_CHECKING:
    from markupsafe import Markup

WIDE, NARROW, PANEL = 1000, 360, 320
"""Widths in CSS pixels: a chart is drawn for the screen it is shown on, so that its text stays legible."""
_FONT = 13
_ROW = 22
_AXIS = [0, 0.25, 0.5, 0.75, 1]
_SVG = "http://www.w3.org/2000/svg"
_DROPPED = {"defs", "title", "desc"}
"""What holds styles, scripts and texts for them; parsing drops comments."""
Series = Mapping[str, Sequence[Metric | float | None]]
"""Values by the name of the series, one a category."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A chart drawn for wide and for narrow screens, and in words."""

    title: str
    alt: str
    wide: Markup
    narrow: Markup


def bars(categories: Sequence[str], series: Series, *, width: int, alt: str) -> Markup:
    """Horizontal bars from 0 to 1 with their 95% intervals, the first category on top."""
    height = 62 + len(categories) * (14 + _ROW * max(1, len(series)))
    return _drawn("HorizontalBar", categories, series, width=width, height=height, alt=alt, classes="bars")


def stacks(categories: Sequence[str], series: Series, *, width: int, alt: str) -> Markup:
    """Horizontal bars of counts, one part a series."""
    height = 84 + len(categories) * (10 + _ROW)
    return _drawn(
        "HorizontalStackedBar", categories, series, width=width, height=height, alt=alt,
        classes=f"bars stages s{len(series)}", axis=None,
    )  # fmt: skip


def lines(categories: Sequence[str], series: Series, *, width: int, alt: str) -> Markup:
    """Lines from 0 to 1 over ordered categories, with their 95% intervals."""
    shown = max(1, len(categories) * 45 // width)
    return _drawn(
        "Line", categories, series, width=width, height=300, alt=alt, classes="lines",
        x_labels_major_every=shown, show_minor_x_labels=False,
    )  # fmt: skip


def require_charts() -> None:
    """Find out before long work whether charts can be drawn.

    Raises:
        MissingExtraError: pygal is not installed.
    """
    _pygal()


def _drawn(
    kind: str, categories: Sequence[str], series: Series, *, width: int, height: int, alt: str, classes: str,
    axis: Sequence[float] | None = _AXIS, **options: object,
) -> Markup:  # fmt: skip
    pygal = _pygal()
    upward = kind == "Line"
    chart = getattr(pygal, kind)(
        style=pygal.style.Style(
            label_font_size=_FONT, major_label_font_size=_FONT, legend_font_size=_FONT, value_font_size=_FONT
        ),
        css=[], js=[], width=width, height=height, explicit_size=False, no_prefix=True, margin=8, spacing=8,
        show_legend=len(series) > 1, legend_at_bottom=True, legend_at_bottom_columns=len(series) if width > 500 else 2,
        truncate_label=-1, truncate_legend=-1, **({"range": (0, 1), "y_labels": axis} if axis else {}), **options,
    )  # fmt: skip
    chart.x_labels = list(categories) if upward else list(reversed(categories))
    for name, values in series.items():
        chart.add(name, [_point(v) for v in (values if upward else reversed(values))])
    return _inline(chart.render_tree(), alt=alt, classes=classes)


def _point(value: Metric | float | None) -> object:
    if not isinstance(value, Metric):
        return value
    if value.value is None or value.ci95 is None:
        return value.value
    low, high = value.ci95
    return {"value": value.value, "ci": {"low": low, "high": high}}


def _inline(root: Any, *, alt: str, classes: str) -> Markup:
    """The tree without what runs, styles or names ids, as one element that says what it shows."""
    from markupsafe import Markup  # noqa: PLC0415 - comes with the extra

    tree = ElementTree.fromstring(ElementTree.tostring(root))
    for parent in list(tree.iter()):
        for child in list(parent):
            if child.tag.rpartition("}")[2] in _DROPPED or "tooltip-overlay" in child.get("class", ""):
                parent.remove(child)
    for element in tree.iter():
        element.attrib.pop("id", None)
    tree.set("class", f"chart {classes}")
    tree.set("role", "img")
    tree.set("aria-label", alt)
    ElementTree.register_namespace("", _SVG)
    return Markup(ElementTree.tostring(tree, encoding="unicode"))


def _pygal() -> Any:
    try:
        import pygal  # noqa: PLC0415 - an extra, loaded when asked
        import pygal.style  # noqa: PLC0415
    except ImportError as error:
        raise MissingExtraError("pygal", EXTRA) from error
    return pygal
