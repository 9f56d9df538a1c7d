"""Charts as inline SVG: drawn by pygal, coloured by the page's own style sheet, with nothing in them that runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

from atma_overlay.evaluation.tallies import Metric
from atma_overlay.pages import drawing, plain

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
_MEASURES = ("x", "y", "width", "height", "cx", "cy", "r")
Point = Mapping[str, object]
Series = Mapping[str, Sequence[Metric | Point | float | None]]
"""Values by the name of the series, one a category."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A chart drawn for wide and for narrow screens."""

    title: str
    wide: Markup
    narrow: Markup


def bars(categories: Sequence[str], series: Series, *, width: int, alt: str) -> Markup:
    """Horizontal bars from 0 to 1 with their 95% intervals, the first category on top."""
    height = 62 + len(categories) * (14 + _ROW * len(series))
    return _drawn("HorizontalBar", categories, series, width=width, height=height, alt=alt, classes="bars")


def panel(systems: Mapping[str, Metric], *, marked: str, alt: str) -> Markup:
    """One bar a system, named with its value; the marked system stands out."""
    names = [f"{system}  {metric.value:.2f}" for system, metric in systems.items()]
    points = [_point(metric, marked=system == marked) for system, metric in systems.items()]
    height = 44 + len(names) * _ROW
    return _drawn("HorizontalBar", names, {"": points}, width=PANEL, height=height, alt=alt, classes="bars")


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
    drawing()


def _drawn(
    kind: str, categories: Sequence[str], series: Series, *, width: int, height: int, alt: str, classes: str,
    axis: Sequence[float] | None = _AXIS, **options: object,
) -> Markup:  # fmt: skip
    pygal = drawing()
    upward = kind == "Line"
    chart = getattr(pygal, kind)(
        style=pygal.style.Style(
            label_font_size=_FONT, major_label_font_size=_FONT, legend_font_size=_FONT, value_font_size=_FONT
        ),
        css=[], js=[], width=width, height=height, explicit_size=False, no_prefix=True, margin=8, spacing=8,
        show_legend=len(series) > 1, legend_at_bottom=True,
        legend_at_bottom_columns=len(series) if width > NARROW or len(series) < 4 else 2,
        truncate_label=-1, truncate_legend=-1, **({"range": (0, 1), "y_labels": axis} if axis else {}), **options,
    )  # fmt: skip
    labels = [plain(each) for each in categories]
    chart.x_labels = labels if upward else labels[::-1]
    for name, values in series.items():
        points = [_point(v) if isinstance(v, Metric) else v for v in values]
        chart.add(plain(name), points if upward else points[::-1])
    return _inline(chart.render_tree(), alt=alt, classes=classes)


def _point(metric: Metric, *, marked: bool = False) -> Point:
    """A value with its interval, as pygal takes it."""
    node = {"node": {"class": "rect marked"}} if marked else {}
    if metric.value is None or metric.ci95 is None:
        return {"value": metric.value, **node}
    low, high = metric.ci95
    return {"value": metric.value, "ci": {"low": low, "high": high}, **node}


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
        element.attrib |= {name: f"{float(element.attrib[name]):.1f}" for name in _MEASURES if name in element.attrib}
    tree.set("class", f"chart {classes}")
    tree.set("role", "img")
    tree.set("aria-label", plain(alt))
    ElementTree.register_namespace("", _SVG)
    return Markup(ElementTree.tostring(tree, encoding="unicode"))
