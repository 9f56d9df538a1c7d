"""What nobody can see names nobody, and is spelled out wherever a text is shown."""

from __future__ import annotations

import pytest

from atma_overlay import InvalidInputError, Scope
from atma_overlay.cli.terminal import neutral
from atma_overlay.invisible import is_invisible, is_seen_whole
from atma_overlay.pages.environment import plain
from atma_overlay.render import quote

UNSEEN = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180e\u180f\u200b\u200e\u202a\u2060\u2065\u2066\u206f"
    "\u2800\u3164\ufe00\ufe0e\ufeff\uffa0\ufff0\ufff8\U00016fe4\U0001bca0\U0001d159\U0001d173\U000e0001\U000e0041"
    "\U000e0100\U000e01ef\U000e0fff"
)
"""At least one of each range of Default_Ignorable_Code_Point, and what has no ink beside them."""
SHAPED = "\u2764\ufe0f \U0001f468\u200d\U0001f469 \u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"
SEEN = "Zo\u00eb M\u00fcller \u65e5\u672c \u0939\u093f\u0928\u094d\u0926\u0940 \u1e9e \U0001f3e0 e\u0301"


@pytest.mark.parametrize("unseen", [*UNSEEN, "\ufe0f", "\u200c", "\u200d"], ids=ascii)
@pytest.mark.parametrize("field", ["tenant", "user", "agent", "session"])
def test_no_two_owners_differ_in_what_nobody_sees(field: str, unseen: str) -> None:
    names = {"tenant": "acme", "user": "ann", field: f"ann{unseen}b"}
    with pytest.raises(InvalidInputError, match="control or invisible") as refused:
        Scope(**names)
    assert unseen not in str(refused.value)


@pytest.mark.parametrize("unseen", UNSEEN, ids=ascii)
def test_what_nobody_sees_is_spelled_out_in_prompts_terminals_and_pages(unseen: str) -> None:
    assert unseen not in quote(f"a{unseen}b", "n0nce")
    assert unseen not in neutral(f"a{unseen}b")
    assert unseen not in plain(f"a{unseen}b")


def test_emoji_and_persian_are_shown_as_they_are_written() -> None:
    assert neutral(SHAPED) == SHAPED
    assert plain(SHAPED) == SHAPED


def test_every_script_that_can_be_seen_names_an_owner() -> None:
    assert Scope(tenant="acme", user=SEEN).user == SEEN
    assert is_seen_whole(SEEN)
    assert not any(map(is_invisible, SEEN))
