"""What a page, a form or a draft shows of a thing replaces nothing that is known of it."""

from __future__ import annotations

import pytest

from tests.test_partly import gone


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("My rent is 800.", "my rent is 900 on the calculator page"),
        ("My rent is 900.", "rent is 1100 in the ad"),
        ("My salary is 52k.", "My salary is 58k in the calculator."),
        ("The price is 49.", "The price is 59 on the old flyer."),
        ("The deadline is Friday.", "The deadline is Monday in the template."),
        ("My boss is Ann.", "My boss is Bob on that slide."),
        ("The timeout is 30 seconds.", "The timeout is 60 seconds according to the docs."),
    ],
)
def test_what_is_shown_somewhere_replaces_nothing(known: str, said: str) -> None:
    assert gone(known, said) == []


@pytest.mark.parametrize(
    ("known", "said", "over"),
    [
        ("The price is 49.", "The price is 59 on the new price page.", "49"),
        ("The price is 49.", "The price is 59 on our website.", "49"),
        ("The price is 49.", "The price went up to 59, as the website says.", "49"),
        ("The deadline is Friday.", "The deadline is Monday and the template is done.", "Friday"),
        ("My rent is 800.", "My rent is 900 now.", "800"),
    ],
)
def test_what_is_so_is_told_as_ever(known: str, said: str, over: str) -> None:
    assert over in gone(known, said)
