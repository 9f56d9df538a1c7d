"""What is told as maybe so, nearly so, as one of two, or for one case alone retires nothing: somebody is asked."""

from __future__ import annotations

import pytest

from tests.told_texts import heard, retired

KNOWN = "Our vet is Joe."


@pytest.mark.parametrize(
    "said",
    [
        "Our vet is probably Davy.",
        "Our vet is maybe Davy now.",
        "Our vet is Davy, I think.",
        "Our vet is Davy now, if I'm not mistaken.",
        "I guess our vet is Davy now.",
        "I believe our vet is Davy.",
        "Our vet is nearly Davy.",
        "Our vet is like Davy.",
        "Our vet is either Davy or somebody else.",
        "Our vet looks like Davy now.",
        "Our vet seems to be Davy now.",
        "We changed our vet to Davy and back again.",
        "Our vet is Davy only for emergencies.",
        "Your vet is Davy now.",
        "Everyone else's vet is Davy now.",
        "Our vet is Davy when it rains.",
        "Our vet is Davy during the holidays.",
        "Our vet is Davy in December.",
        "The vet at the London site is Davy now.",
        "Our vet for the horses is Davy now.",
    ],
)
def test_what_is_half_told_or_of_one_case_retires_nothing(said: str) -> None:
    told = heard(KNOWN, said)
    assert [t for t in told.transitions if t.state == "applied"] == []
    assert "Joe" in {r.value for r in told.records if r.status == "active"}


@pytest.mark.parametrize(
    "said",
    [
        "Our vet is Davy now, and I think he is great.",
        "Our vet is Davy now, maybe you know him.",
        "I left early, probably for good, and our vet is Davy now.",
        "Not sure who told you that, our vet is Davy now.",
        "Our vet is Davy in January.",
    ],
)
def test_doubt_of_something_else_takes_nothing_from_what_is_told_plainly(said: str) -> None:
    assert ("Joe", "Davy") in retired(KNOWN, said)


@pytest.mark.parametrize(
    ("first", "second", "change"),
    [
        ("My rent is £500.", "My rent is nearly £650 now.", ("£500", "£650")),
        ("My emergency contact is Ann Lee.", "The emergency contact on my forms is Ed Fox now.", ("Ann Lee", "Ed Fox")),
        ("Our deadline is Friday.", "The deadline of the whole project is Monday now.", ("Friday", "Monday")),
    ],
)
def test_an_amount_that_is_nearly_so_and_what_is_of_all_there_is_take_its_place(
    first: str, second: str, change: tuple[str, str]
) -> None:
    assert change in retired(first, second)
