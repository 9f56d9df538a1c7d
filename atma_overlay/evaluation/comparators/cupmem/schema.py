"""Table 8: which state domains there are, which slots they have, and how many values a slot holds."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from atma_overlay.records import Cardinality

Region = tuple[str, str]
"""(state domain, local slot)."""


@cache
def schema() -> Mapping[Region, Cardinality]:
    """The cardinality of every slot, in the order of the table."""
    text = (files("atma_overlay.data") / "cupmem_schema.toml").read_text(encoding="utf-8")
    return {
        (domain, slot): Cardinality(cardinality)
        for domain, slots in tomllib.loads(text).items()
        for slot, cardinality in slots.items()
    }


@cache
def schema_lines() -> str:
    """The schema for a prompt, one domain a line."""
    domains: dict[str, list[str]] = {}
    for (domain, slot), cardinality in schema().items():
        domains.setdefault(domain, []).append(f"{slot} ({cardinality})")
    return "\n".join(f"{domain}: {', '.join(slots)}" for domain, slots in domains.items())
