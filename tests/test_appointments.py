"""Who came into a post: the one who had it gives way where it is told whose post that is, and is asked about else."""

from __future__ import annotations

import pytest

from atma_overlay.records import DecisionState
from tests.told_texts import heard, retired


@pytest.mark.parametrize(
    ("first", "second", "old", "new"),
    [
        ("Our team lead is Moritz.", "They made Ilse our team lead.", "Moritz", "Ilse"),
        ("Our team lead is Moritz.", "Ilse has taken over as our team lead.", "Moritz", "Ilse"),
        ("Our captain is Tom.", "We voted Ben in as captain.", "Tom", "Ben"),
        ("Our auditor is Mr Thiessen.", "Mr Thiessen left and Ms Jahn was elected auditor.", "Mr Thiessen", "Ms Jahn"),
        ("Our treasurer is Paul.", "Sunita replaced Paul as treasurer.", "Paul", "Sunita"),
        ("Our treasurer is Paul.", "Sunita took over from Paul as treasurer.", "Paul", "Sunita"),
        ("Our scrum master is Dan.", "Dan codes again and Priya became scrum master.", "Dan", "Priya"),
        ("The head coach is Rolf.", "Rolf had enough. Dieter is head coach now.", "Rolf", "Dieter"),
        ("Our treasurer is Paul.", "Sunita took over our treasurer role.", "Paul", "Sunita"),
        ("Our tech lead is Paul.", "Sunita got the tech lead job after Paul left.", "Paul", "Sunita"),
        ("Our tech lead is Paul.", "Paul handed the tech lead role to Sunita.", "Paul", "Sunita"),
        ("Our treasurer is Paul.", "Paul left, and the treasurer role went to Sunita.", "Paul", "Sunita"),
        (
            "Our sponsor is Mr. Thiessen.",
            "Mr. Thiessen left and Ms Jahn has taken the sponsorship.",
            "Mr. Thiessen",
            "Ms Jahn",
        ),
    ],
)
def test_who_comes_into_our_post_or_after_whom_it_had_has_it(first: str, second: str, old: str, new: str) -> None:
    assert (old, new) in retired(first, second)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("The auditor is Mr Thiessen.", "Ms Jahn was elected auditor."),
        ("Our chairman is Peter Holt.", "Anna Weiss has been appointed chairman."),
        ("Our team lead is Moritz.", "Ilse was made team lead."),
        ("Our team lead is Moritz.", "Ilse has taken over as our team lead while Moritz is on leave."),
        ("Our team lead is Moritz.", "Ilse took over from Moritz as team lead for two weeks."),
        ("Our team lead is Moritz.", "Ilse took over from Moritz for two weeks."),
        ("Our team lead is Moritz.", "Ilse replaced Moritz until March."),
        ("Our team lead is Moritz.", "Ilse replaced Moritz for this sprint."),
        ("Our treasurer is Paul.", "At the tennis club they made Sunita treasurer."),
        ("Our president is Karl.", "Lula was elected president."),
        ("Our treasurer is Paul.", "Sunita got the treasurer role."),
        ("Our treasurer is Paul.", "Sunita got the treasurer role at the choir."),
        ("Our treasurer is Paul.", "The treasurer role passed to Sunita."),
        ("Our treasurer is Paul.", "Sunita stepped up as treasurer."),
        ("Our treasurer is Paul.", "Sunita took over our treasurer role while Paul is away."),
    ],
)
def test_where_it_may_be_another_post_or_only_for_a_while_somebody_is_asked(first: str, second: str) -> None:
    states = {t.state for t in heard(first, second).transitions}
    assert states <= {DecisionState.PROPOSED}


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Our treasurer is Paul.", "Sunita was treasurer before Paul."),
        ("Our treasurer is Paul.", "Sunita got the deputy treasurer role."),
        ("Our treasurer is Paul.", "Sunita didn't get the treasurer role."),
        ("Our treasurer is Paul.", "Did Sunita get the treasurer role?"),
        ("Our treasurer is Paul.", "Sunita wants the treasurer role."),
        ("Our treasurer is Paul.", "The treasurer role went well."),
        ("My mentor is Paul.", "Sunita took my mentor to lunch."),
        ("My mentor is Paul.", "Sunita has my mentor on the phone now."),
        ("Our treasurer is Paul.", "Sunita was elected treasurer of the choir."),
        ("Our treasurer is Paul.", "Should we make Sunita treasurer?"),
        ("Our treasurer is Paul.", "If Sunita is elected our treasurer, I quit."),
        ("Our treasurer is Paul.", "Sunita replaced Anna as treasurer."),
        ("Our team lead is Moritz.", "They might make Ilse our team lead."),
        ("Our team lead is Moritz.", "They didn't make Ilse our team lead."),
        ("Our team lead is Moritz.", "Ilse was made a team lead."),
        ("Our team lead is Moritz.", "Ilse was appointed our deputy team lead."),
        ("Our captain is Tom.", "My sister's team elected Ben captain."),
        ("Our auditor is Mr Thiessen.", "We elected Ms Jahn secretary."),
        ("The photographer is Sunniva.", "Mads is a photographer now."),
    ],
)
def test_another_post_and_what_is_not_so_leave_whoever_has_it(first: str, second: str) -> None:
    assert heard(first, second).transitions == ()
