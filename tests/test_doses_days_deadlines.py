"""Doses, regular times, office days, deadlines by a bare noun and versions: what is over, and what stays."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from atma_overlay import Overlay, Scope
from atma_overlay.hosts.memory import MemoryHost

ME = Scope(tenant="acme", user="u-1")
START = datetime(2026, 1, 5, tzinfo=UTC)


def told(*said: str) -> tuple[set[str], set[str]]:
    """The values that stand after the first, and after all, of what is said."""
    standing: list[set[str]] = []
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
        for n, text in enumerate(said):
            overlay.remember(text, scope=ME, observed_at=START + timedelta(days=45 * n))
            records = overlay.timeline(scope=ME).records
            current = [r for r in records if r.status == "active" and r.valid_to is None]
            standing.append({r.value for r in current if r.value})
    return standing[0], standing[-1]


@pytest.mark.parametrize(
    ("known", "said", "gone", "now"),
    [
        # Deadlines by a bare noun.
        ("My dissertation deadline is 14 May.", "Deadline's 2 June, so redo the plan please.", "14 May", "2 June"),
        ("The grant deadline is 9 March.", "Deadline is 23 March now, can you adjust it?", "9 March", "23 March"),
        ("My portfolio deadline is 3 August.", "deadline's 17 August now btw", "3 August", "17 August"),
        ("The report deadline is 6 October.", "Deadline moved to 13 October.", "6 October", "13 October"),
        (
            "My tax return deadline is 31 January.",
            "The deadline's been pushed to 28 February.",
            "31 January",
            "28 February",
        ),
        ("The manuscript deadline is 1 July.", "New deadline: 15 July.", "1 July", "15 July"),
        ("My essay deadline is Monday.", "Deadline's Wednesday now.", "Monday", "Wednesday"),
        # Doses, with the medicine that they were told with.
        ("I take sertraline, 50 mg every morning.", "My GP upped the sertraline to 100 mg.", "50 mg", "100 mg"),
        ("I take ramipril, 5 mg a day.", "The doctor raised my ramipril to 10 mg.", "5 mg", "10 mg"),
        (
            "I take 50 mg of sertraline.",
            "she put my sertraline up to 100 mg",
            "50 mg of sertraline",
            "100 mg of sertraline",
        ),
        ("I take 20mg of fluoxetine.", "GP upped my fluoxetine to 40mg today", "20mg of fluoxetine", "40mg"),
        ("I take 20 mg of fluoxetine.", "GP upped my fluoxetine to 40 mg today", "20 mg of fluoxetine", "40 mg"),
        ("I take 5 mg of amlodipine.", "the nurse has me on 10 mg of amlodipine now", "5 mg", "10 mg of amlodipine"),
        ("I take amlodipine, 5 mg every evening.", "I've been on 10 mg since March.", "5 mg", "10 mg"),
        ("I take atorvastatin, 20 mg.", "The atorvastatin has gone up to 40 mg.", "20 mg", "40 mg"),
        ("I take 5 mg of amlodipine.", "the doctor took me off the amlodipine altogether", "5 mg", ""),
        ("I take sertraline, 50 mg every morning.", "My GP took me off sertraline.", "50 mg", ""),
        ("I take 40 mg of pantoprazole.", "I've come off the pantoprazole.", "40 mg", ""),
        # When something regular takes place.
        ("We have a standup every day at 9:15.", "the daily standup has been scrapped altogether", "9:15", ""),
        ("We have a standup every day at 9:15.", "the daily standup has been scrapped altogether", "every day", ""),
        ("We have a sync every day at 9:45.", "We scrapped the daily sync.", "9:45", ""),
        ("We have a retro every Friday.", "We got rid of the weekly retro.", "every Friday", ""),
        ("I have a yoga class every Tuesday at 18:30.", "The yoga class has been cancelled for good.", "18:30", ""),
        ("We have a standup every day at 9:15.", "Standup is at 10 now.", "9:15", "10"),
        ("We have a team meeting every week at 11:00.", "The team meeting is at 14:00 now.", "11:00", "14:00"),
        # All office days told anew.
        (
            "I'm at the office on Tuesdays and Thursdays.",
            "My office days are Mondays and Wednesdays now.",
            "Tuesdays",
            "Mondays",
        ),
        (
            "I'm at the office on Tuesdays and Thursdays.",
            "My office days are Mondays and Wednesdays now.",
            "Thursdays",
            "Wednesdays",
        ),
        (
            "I work from the office on Tuesdays and Thursdays.",
            "My office days are now Mondays and Fridays.",
            "Tuesdays",
            "Fridays",
        ),
        (
            "I am in the office on Monday, Tuesday and Thursday.",
            "My office days are Wednesday and Friday now.",
            "Tuesday",
            "Friday",
        ),
        # What is set against a day.
        (
            "I have piano lessons on Thursdays.",
            "I have lessons on Saturdays from now on rather than Thursdays.",
            "Thursdays",
            "Saturdays",
        ),
        (
            "I have Spanish lessons on Mondays.",
            "I have lessons on Wednesdays now instead of Mondays.",
            "Mondays",
            "Wednesdays",
        ),
        (
            "My swimming lessons are on Fridays.",
            "I have lessons on Sundays now rather than on Fridays.",
            "Fridays",
            "Sundays",
        ),
        # A version behind its name.
        ("We use Django 4.2.", "we upgraded Django to 5.0 last nite", "Django 4.2", "Django 5.0"),
    ],
)
def test_what_is_over_goes(known: str, said: str, gone: str, now: str) -> None:
    before, after = told(known, said)
    assert gone in before
    assert gone not in after
    assert not now or now in after


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("My dissertation deadline is 14 May.", "The grant deadline is 2 June."),
        ("My dissertation deadline is 14 May. The grant deadline is 3 July.", "Deadline's 2 June."),
        ("My dissertation deadline is 14 May.", "My brother's deadline is 2 June."),
        ("My dissertation deadline is 14 May.", "Deadline for the ethics form is 2 April."),
        ("My dissertation deadline is 14 May.", "At work the deadline is 2 June."),
        ("My dissertation deadline is 14 May.", "I'm applying for a bursary. The deadline is 2 June."),
        ("My dissertation deadline is 14 May.", "What if the deadline were 2 June?"),
        ("The conference paper is due on 3 October.", "The rent is due on 17 October."),
        ("The history essay is due on 4 November.", "The physics essay's due on 11 November."),
        ("I take 50 mg of sertraline.", "I also take 100 mg of magnesium."),
        ("I take 50 mg of sertraline.", "My mum takes 100 mg of sertraline."),
        ("I take 50 mg of sertraline.", "the nurse has me on 10 mg of amlodipine now"),
        ("I take 50 mg of sertraline.", "the doctor took me off the amlodipine altogether"),
        ("I take 50 mg of sertraline.", "My GP may put the sertraline up to 100 mg."),
        ("I take 50 mg of sertraline.", "In hospital they put my sertraline up to 100 mg for two days."),
        ("I take sertraline, 50 mg every morning.", "My vet upped the sertraline to 100 mg for the dog."),
        ("I take sertraline, 50 mg every morning.", "My mum's GP upped her sertraline to 100 mg."),
        ("I take sertraline, 50 mg every morning.", "My mum is doing worse, so they upped the sertraline to 100 mg."),
        ("I take sertraline, 50 mg every morning.", "Our cats are ill and the sertraline was upped to 100 mg."),
        ("I take sertraline, 50 mg every morning.", "My GP upped the ramipril to 10 mg."),
        ("I take sertraline, 50 mg, and ramipril, 5 mg.", "I've been on 10 mg since May."),
        ("We have a standup every day at 9:15.", "The standup was cancelled today."),
        ("We have a standup every day at 9:15.", "The standup has been cancelled."),
        ("We have a standup every day at 9:15.", "The design team's standup has been scrapped."),
        ("We have a standup every day at 9:15.", "Marketing scrapped the daily standup."),
        ("We have a standup every day at 9:15.", "The daily standup on Fridays has been scrapped."),
        ("We have a standup every day at 9:15.", "The standup for interns has been scrapped."),
        ("We have a standup every day at 9:15.", "We scrapped the standup notes."),
        ("We have a standup every day at 9:15.", "They might have scrapped the daily standup."),
        ("We have a standup every day at 9:15.", "We have a standup every day at 16:00."),
        ("Our team meeting is on Monday.", "The team meeting is at 14:00 now."),
        ("I'm at the office on Tuesdays and Thursdays.", "I'm also at the office on Mondays now."),
        ("I'm at the office on Tuesdays and Thursdays.", "My gym days are Mondays and Wednesdays now."),
        ("I'm at the office on Tuesdays and Thursdays.", "Priya's office days are Mondays and Wednesdays now."),
        ("I'm at the office on Tuesdays and Thursdays.", "This week my office days are Mondays and Wednesdays."),
        ("I'm at the office on Tuesdays and Thursdays.", "My office days might become Mondays and Wednesdays."),
        ("My rest days are Fridays and Sundays.", "My office days are Mondays and Tuesdays now."),
        ("I have piano lessons on Thursdays.", "I have lessons on Saturdays from now on rather than Fridays."),
        ("I have piano lessons on Thursdays.", "I have lessons on Saturdays now instead of Fridays."),
        ("I have piano lessons on Thursdays.", "I have yoga on Saturdays now rather than Thursdays."),
        ("I have piano lessons on Thursdays.", "I'd prefer lessons on Saturdays rather than Thursdays."),
        ("We use Django.", "we upgraded Django to 5.0 last nite"),
        ("We use Python.", "We upgraded Python to 3.12."),
        ("Our web framework is Flask.", "We upgraded Flask to 3.0 last night."),
        ("We use React.", "we bumped React to version 18.2 this morning"),
        ("We deploy with Docker.", "upgraded docker to 25.0 last nite"),
    ],
)
def test_what_changes_nothing_leaves_all_that_stands(known: str, said: str) -> None:
    before, after = told(known, said)
    assert before
    assert before <= after
