"""A third book of a day: its sums by the regulator's files are those of its report, whatever the supervisor asked."""

from dataclasses import asdict, replace
from datetime import timedelta
from typing import Any, Final
from uuid import UUID

import pytest
from django.db import DatabaseError, transaction

from kernel.money import Currency
from players.roles import Role
from reporting.models import SafePackage
from reporting.operations.corrections import approve_correction, propose_correction
from reporting.operations.safe_files import make_files
from reporting.queries import day_so_far
from reporting.queries.safe_files import packages_between
from reporting.six_files.day_book import DayBook
from tables.models import Slip
from tests.factories import PONTO_WINS, TIE_WITH_PAIRS
from tests.integration.reporting.test_safe_files import AFTER, DAY, PROFILE, Night
from tests.integration.reporting.test_safe_files import night as night
from tests.tampering import past_triggers

pytestmark = pytest.mark.django_db
KEY: Final = UUID(int=7)


@pytest.fixture
def told(night: Night) -> Night:
    """A win with a stake taken back before it, a tie that returns a stake, a void round with a stake taken back."""
    floor, table = night.floor, night.table
    floor.open_round(table, PONTO_WINS)
    for player, cents in ((night.rita, 20_00), (night.rui, 10_00), (night.rita, -5_00), (night.rui, -10_00)):
        floor.now += timedelta(seconds=1)
        night.bet(player, ponto=cents)
    floor.settle(table)
    night.round(TIE_WITH_PAIRS, (night.rita, {"ponto": 30_00, "empate": 5_00}), (night.rui, {"banca": 20_00}))
    floor.open_round(table)
    for cents in (40_00, -10_00):
        floor.now += timedelta(seconds=1)
        night.bet(night.rita, ponto=cents)
    floor.void(table)
    return night


def books_of(**settings: Any) -> list[DayBook]:
    make_files(day=DAY, profile=replace(PROFILE, **settings), now=AFTER)
    packages = packages_between(vault=PROFILE.vault, since=DAY, until=DAY)[DAY]
    return [package.book for package in packages if package.book]


@pytest.mark.parametrize("taken_back", ["tell", "net"])
@pytest.mark.parametrize("push_as", ["refund", "gain"])
def test_the_files_come_to_what_the_report_says(told: Night, taken_back: str, push_as: str) -> None:
    (book,) = books_of(taken_back=taken_back, push_as=push_as)
    (total,) = (
        each for each in day_so_far(now=told.floor.now + timedelta(seconds=1)).totals if each.currency == Currency.EUR
    )
    assert (book.staked, book.returned, book.refunded, book.commission, book.gross_revenue) == (
        total.turnover,
        total.returned,
        total.refunded,
        total.commission,
        total.gross_revenue,
    )
    assert (book.staked, book.refunded) == (15_00 + 55_00, 30_00)
    assert book.taken_back == (25_00 if taken_back == "tell" else 0)
    assert book.laid == book.staked + book.refunded + book.taken_back


def test_a_correction_keeps_the_sums_of_the_whole_day(told: Night) -> None:
    """Its package has the files that changed alone; its sums are those of all that stand."""
    (before,) = books_of()
    with past_triggers():
        Slip.objects.filter(person_id=told.rui.id).update(region="ES")
    first, second = told.floor.staff(Role.COMPLIANCE), told.floor.staff(Role.COMPLIANCE)
    asked = propose_correction(day=DAY, profile=PROFILE, reason="região", by=first.id, idempotency_key=KEY, now=AFTER)
    approve_correction(proposal_id=asked.proposal_id, profile=PROFILE, by=second.id, now=AFTER)
    _, after = (package.book for package in packages_between(vault=PROFILE.vault, since=DAY, until=DAY)[DAY])
    assert after == before


def test_a_package_of_before_has_no_sums_and_none_changes(told: Night) -> None:
    (book,) = books_of()
    package = SafePackage.objects.get()
    assert package.sums == asdict(book)
    with pytest.raises(DatabaseError), transaction.atomic():
        SafePackage.objects.update(sums=None)
    with past_triggers():
        SafePackage.objects.update(sums=None)
    assert books_of() == []
