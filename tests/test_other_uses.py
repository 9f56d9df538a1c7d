"""Where a project keeps copies, logs or builds is not where it runs; where it runs is told by its own verbs."""

from __future__ import annotations

import pytest

from tests.test_homes_and_posts import applied


@pytest.mark.parametrize(
    "told",
    [
        "We back up to Azure now.",
        "We back our data up to Azure now.",
        "We back up our database to Azure nightly now.",
        "We mirror to Azure now.",
        "We log to Azure now.",
        "We archive to Azure now.",
        "We replicate to Azure now.",
        "We push images to Azure now.",
        "We stage on Azure now.",
        "We build on Azure now.",
        "We train on Azure now.",
        "We test on Azure now.",
    ],
)
def test_what_is_done_elsewhere_beside_running_there_moves_no_project(told: str) -> None:
    assert applied("We deploy to AWS.", told) == []
    assert applied(told, "We deploy to AWS now.") == []


@pytest.mark.parametrize(
    "told",
    [
        "We deploy to Azure now.",
        "We run on Azure now.",
        "We host on Azure now.",
        "We log to Loki, and we deploy to Azure now.",
        "We've migrated to Azure.",
    ],
)
def test_where_a_project_runs_now_replaces_where_it_ran(told: str) -> None:
    assert applied("We deploy to AWS.", told) == [("AWS", "Azure")]


def test_where_something_is_logged_now_replaces_where_it_was() -> None:
    assert applied("We log to Azure.", "We log to AWS now.") == [("Azure", "AWS")]
    assert applied("Our database is MySQL.", "We build on Postgres now.") == [("MySQL", "Postgres")]


@pytest.mark.parametrize(
    ("stands", "told"),
    [
        ("We store files in S3.", "We back up files to Backblaze now."),
        ("We store files in S3.", "We archive files on Glacier now."),
        ("Our files are in S3.", "We mirror files to Backblaze now."),
        ("We keep photos in Dropbox.", "We back up photos to iCloud now."),
    ],
)
def test_a_copy_of_what_is_kept_somewhere_leaves_it_there(stands: str, told: str) -> None:
    assert applied(stands, told) == []
    assert applied("We store files in S3.", "We store files in Backblaze now.") == [("S3", "Backblaze")]


def test_what_a_file_was_opened_in_is_no_new_tool() -> None:
    assert applied("I use vim.", "opened it in nano because vim was missing") == []
    assert applied("I use vim.", "opened the file in VS Code today") == []
