"""Figures of daily reports are read once for a document, and never another document's."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from reporting import operations, queries
from reporting.queries import read_figures
from tests.factories import PONTO_E_BANCA, Floor

pytestmark = pytest.mark.django_db
DAY = date(2026, 3, 10)
AFTER = datetime(2026, 3, 11, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _nothing_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(read_figures, "_known", {})


def asked() -> tuple[tuple[queries.DailyReportCard, ...], list[str]]:
    with CaptureQueriesContext(connection) as seen:
        cards = queries.daily_reports()
    return cards, [each["sql"] for each in seen.captured_queries]


def test_a_document_is_read_once_and_a_new_revision_by_itself(floor: Floor) -> None:
    table, player = floor.table(PONTO_E_BANCA), floor.player()
    floor.sit(player, table)
    floor.open_round(table)
    floor.bet(player, table, banca=20_00)
    floor.settle(table)
    for back in (1, 0):
        operations.make_daily_report(day=DAY - timedelta(days=back), now=AFTER)
    cards, sent = asked()
    assert [card.figures.activity for card in cards] == [True, False]
    assert len(sent) == 2, "the list, and the documents of both days together"
    again, sent = asked()
    assert (again, len(sent)) == (cards, 1)
    assert all(queries.daily_report(day=card.day) == card for card in cards)


def test_no_more_than_so_many_are_kept(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(read_figures, "DAYS_MOST", 2)
    for back in range(5):
        operations.make_daily_report(day=DAY - timedelta(days=back), now=AFTER)
    cards, _ = asked()
    assert [card.figures.day for card in cards] == [card.day for card in cards] == sorted({c.day for c in cards})[::-1]
    assert len(read_figures._known) == 5, "those of one page together"
    operations.make_daily_report(day=DAY - timedelta(days=5), now=AFTER)
    assert len(asked()[0]) == 6
    monkeypatch.setattr(read_figures, "_known", {})
    assert queries.daily_report(day=DAY) == cards[0]
