"""The change log: grouped under versions with dates, and read by what makes a release."""

import tomllib
from datetime import date
from email.utils import parsedate_to_datetime

import changes
import pytest

LOG = changes.LOG.read_text("utf-8")


def test_the_newest_version_of_the_log_is_the_one_of_the_project() -> None:
    made = changes.releases(LOG)
    project = tomllib.loads((changes.LOG.parent / "pyproject.toml").read_text("utf-8"))["project"]
    assert made[0].version == project["version"]
    days = [date.fromisoformat(release.date) for release in made]
    assert days == sorted(days, reverse=True)


def test_every_heading_is_a_version_with_its_date_or_unreleased() -> None:
    headings = [line for line in LOG.splitlines() if line.startswith("## ")]
    assert len(changes.releases(LOG)) == len(headings) - headings.count("## Unreleased")


def test_the_notes_of_a_release_are_its_part_of_the_log(
    capsys: pytest.CaptureFixture[str],
) -> None:
    newest, *_, first = changes.releases(LOG)
    assert changes.main([newest.version]) == 0
    told = capsys.readouterr().out
    assert told.startswith("### ")
    assert first.notes not in told
    assert changes.main(["99.0.0"]) == 1
    assert "99.0.0" in capsys.readouterr().err


def test_what_is_unreleased_is_in_no_release() -> None:
    log = "# Changes\n\n## Unreleased\n\n* new\n\n## 1.0.0 – 2026-01-02\n\n* old\n"
    assert changes.releases(log) == [changes.Release("1.0.0", "2026-01-02", "* old")]


def test_debian_reads_each_change_under_its_version() -> None:
    made = [changes.Release("1.0.0", "2026-01-02", "### Paper\n\n* A card\n  of two lines.")]
    said = changes.debian(made, "Somebody <some@body.example>").splitlines()
    assert said[0] == "fraydesk (1.0.0) stable; urgency=medium"
    assert said[2:5] == ["  [Paper]", "  * A card of two lines.", ""]
    signed, _, moment = said[-1].removeprefix(" -- ").partition("  ")
    assert signed == "Somebody <some@body.example>"
    assert parsedate_to_datetime(moment).date() == date(2026, 1, 2)
