"""A past for a demonstration house: consistent to the cent, replayable, written once, never on a real house."""

from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from casino.past.seeding import KINDS, NAMES
from reporting import queries
from reporting.figures import day_of
from tables import queries as tables
from wallet import queries as wallet


def test_a_past_is_consistent_and_is_written_once(db: None, settings: object) -> None:
    call_command("seed_history", days=3, rounds=240, players=40, verbosity=0)

    assert not wallet.verify_ledger().differences
    assert not tables.verify_rounds()
    codes = tables.finished_rounds()
    assert len(codes) >= 230
    for code in codes[:: len(codes) // 12]:
        verdict = tables.replay(code)
        assert verdict is not None
        assert verdict.agrees, verdict.findings
    reports = [card for card in queries.daily_reports() if card.figures.activity]
    assert [card.day for card in reports] == [day_of(timezone.now()) - timedelta(days=back) for back in (1, 2, 3)]
    assert all(card.figures.reconciles and card.figures.totals[0].players for card in reports)
    for number, (_, terms) in enumerate(KINDS, start=1):
        table_id = tables.table_id(f"{NAMES}{number}")
        assert table_id is not None
        tried = tables.what_if_last_day(table_id=table_id, terms=terms, now=timezone.now())
        assert tried is not None, number
        assert not tried.by_rule, "nobody's past is against the table's own rules"
    with pytest.raises(CommandError, match="past already"):
        call_command("seed_history", days=1, rounds=10, players=20)


@pytest.mark.parametrize("absurd", [{"days": 0}, {"days": 10_000}, {"rounds": 0}, {"rounds": 10**9}, {"players": 1}])
def test_absurd_pasts_are_refused(db: None, absurd: dict[str, int]) -> None:
    with pytest.raises(CommandError, match="is from"):
        call_command("seed_history", **absurd)


def test_a_house_that_is_no_demonstration_gets_no_past(db: None, settings: object) -> None:
    settings.DEMO_HOUSE = False  # type: ignore[attr-defined]  # pytest-django's own
    with pytest.raises(CommandError, match="not a demonstration"):
        call_command("seed_history", days=1, rounds=10)
