"""What stands beside a day's report: whether the day is sealed, and what became of the regulator's files."""

from dataclasses import replace
from datetime import date, datetime, timedelta

import pytest

from casino.backoffice.presenters.day_marks import marks
from kernel.calendar import LISBON
from reporting.queries.safe_files import OpenDay, PackageCard, due_at
from reporting.queries.sealed_days import SealedDayCard

DAY = date(2026, 3, 9)
SEALED = SealedDayCard(
    day=DAY,
    revision=1,
    rows=12,
    size=3_400,
    sha256="ab" * 32,
    sealed_at=datetime(2026, 3, 10, 0, 14, tzinfo=LISBON),
    faults=(),
    number=7,
    signed_at=None,
    witnesses=("um", "outro"),
    witnessed=True,
)
PACKAGE = PackageCard(
    day=DAY,
    correction=0,
    replaced=False,
    name="srij.zip",
    files=30,
    size=9_000,
    sha256="cd" * 32,
    made_at=datetime(2026, 3, 10, 0, 10, tzinfo=LISBON),
    delivered_at=datetime(2026, 3, 10, 2, 11, tzinfo=LISBON),
    book=None,
)


def tones(*, seal: SealedDayCard | None, packages: tuple[PackageCard, ...], since: date | None = DAY) -> list[str]:
    return [each.tone for each in marks(DAY, seal=seal, packages=packages, chained_since=since)]


def test_a_sealed_day_with_its_files_delivered() -> None:
    seal, files = marks(DAY, seal=SEALED, packages=(PACKAGE,), chained_since=DAY)
    assert (seal.tone, seal.href) == ("seal", "/casa/relatorios/dias-selados/")
    assert "ab" * 32 in seal.title
    assert (files.tone, files.href) == ("good", "/casa/relatorios/ficheiros/")
    assert files.text == "ficheiros entregues 02:11"
    assert "cd" * 32 in files.title


@pytest.mark.parametrize(
    ("delivered", "correction", "tone"),
    [
        (None, 0, "bad"),
        (due_at(DAY), 0, "good"),
        (due_at(DAY) + timedelta(seconds=1), 0, "warn"),
        (due_at(DAY) + timedelta(days=3), 1, "good"),
    ],
)
def test_files_are_late_after_four_and_a_correction_is_not(
    delivered: datetime | None, correction: int, tone: str
) -> None:
    last = replace(PACKAGE, delivered_at=delivered, correction=correction)
    assert tones(seal=SEALED, packages=(PACKAGE, last)) == ["seal", tone]


def test_a_day_with_faults_or_without_a_seal() -> None:
    assert tones(seal=replace(SEALED, faults=("books-differ",)), packages=()) == ["bad"]
    assert tones(seal=None, packages=()) == ["warn"]
    assert tones(seal=None, packages=(), since=DAY + timedelta(days=1)) == [], "before the house sealed any day"
    assert tones(seal=None, packages=(), since=None) == []


def test_a_sealed_day_whose_files_the_gate_refused_says_so() -> None:
    refused = OpenDay(DAY, due_at(DAY), due_at(DAY), "sums-differ", ("S11  1 stakes of excluded people",))
    seal, files = marks(DAY, seal=SEALED, packages=(), chained_since=DAY, held_back=refused)
    assert (seal.tone, files.tone, files.href) == ("seal", "bad", "/casa/relatorios/ficheiros/")
    assert "S11" in files.title
    untried = replace(refused, tried_at=None, trouble="", told=())
    assert len(marks(DAY, seal=SEALED, packages=(), chained_since=DAY, held_back=untried)) == 1
