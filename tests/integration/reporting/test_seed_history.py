"""A past for a demonstration house: consistent to the cent, replayable, written once, never on a real house."""

import uuid
from datetime import UTC, date, datetime, time, timedelta

import pytest
import time_machine
from django.core.management import CommandError
from django.db import connection
from django.utils import timezone

from demonstration import first_hours
from demonstration.management.commands.seed_history import Command
from demonstration.seeding import KINDS, NAMES, PROOFS_MOST
from kernel.calendar import LISBON
from players.events.names import Subject
from players.events.queries import of_subject
from players.roles import Role
from reporting import operations, queries
from reporting.catalogue import CATALOGUE, Period, runs
from reporting.making import daily_report
from reporting.making.figures import SETTLED_FOR, What, day_bounds, day_of
from reporting.making.gathering import faulty_rounds
from reporting.models import ReportRun
from reporting.operations import Wanted, requests
from reporting.writers import Format
from tables import queries as tables
from tests.factories import Floor
from tests.histories import seed_history
from tests.report_files import assert_all_five_agree
from tests.rules import rule
from tests.tampering import past_triggers
from wallet import queries as wallet


def test_a_history_is_consistent_and_is_written_once(db: None, settings: object) -> None:
    seed_history(days=3, rounds=240, players=40, verbosity=0)

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
        assert not tried.by_rule, "no slip of the past is against the table's own rules"
    with pytest.raises(CommandError, match="history already"):
        seed_history(days=1, rounds=10, players=20)


def test_the_past_that_one_gets_unasked_has_its_proofs() -> None:
    """A stranger who verifies its sealed days is to find that they hold: without its proofs a card is V14."""
    parser = Command().create_parser("manage.py", "seed_history")
    assert parser.get_default("rounds") <= PROOFS_MOST


@rule(
    "PT-R21",
    asserts="Two days of 90 rounds reconcile in every report; one cent too many in a round is found and that round "
    "named.",
)
def test_reports_of_the_past_reconcile_and_one_cent_is_found(db: None) -> None:
    seed_history(days=2, rounds=90, players=24, no_proof=True, verbosity=0)
    now, day = timezone.now(), day_of(timezone.now()) - timedelta(days=1)
    by = Floor().staff(Role.COMPLIANCE).id

    made = operations.make_daily_report(day=day, now=now)
    assert (made.revision, made.new, made.reconciles) == (1, False, True), "the same facts are the same bytes"
    card = queries.daily_report(day=day)
    assert card is not None
    heading = daily_report.Heading(operator="", revision=1, made_at=now, definition="", software="", sha256="")
    document, files = daily_report.daily_document(card.figures, heading), _daily_files(day, by, now)
    assert_all_five_agree(document, files)
    assert _daily_files(day, by, now + timedelta(days=1)) == files

    for name, definition in CATALOGUE.items():
        days = {"first_day": day - timedelta(days=1), "last_day": day} if definition.period is Period.DAYS else {}
        asked = Wanted(name=name, **days)  # type: ignore[arg-type]  # a table of plain values
        requested = operations.request_report(wanted=asked, by=by, idempotency_key=uuid.uuid4(), now=now)
        assert operations.prepare(run_id=requested.run_id, now=now, rows_most=requests.AT_ONCE_ROWS)
        run = ReportRun.objects.get(pk=requested.run_id)
        assert [check for check in runs.checks_of(definition, run) if check.difference] == [], name
        if name in {"game-movements", "game-performance"}:
            taken = {each.value: operations.take(key=run.key, format=each, by=by, now=now).content for each in Format}
            assert_all_five_agree(runs.document_of(run), taken)

    code = _one_cent_too_many(day)
    since, until = day_bounds(day)
    assert [each.fault.round_code for each in faulty_rounds(since=since, until=until)] == [code]
    assert not faulty_rounds(since=since, until=since), "of the day before alone"
    second = operations.make_daily_report(day=day, now=now)
    assert (second.revision, second.reconciles) == (2, False)
    wrong = queries.daily_report(day=day)
    assert wrong is not None
    assert [(fault.round_code, fault.why) for fault in wrong.figures.faults] == [(code, "returned")]
    found = {item.what: item.difference for item in wrong.figures.comparisons if item.difference}
    assert found == {What.RETURNED: 1, What.GROSS_REVENUE: -1}


def test_a_day_that_the_beat_reported_first_gets_a_revision_with_its_rounds(db: None) -> None:
    now = timezone.now()
    first_hours.open_house(now=datetime.combine(day_of(now) - timedelta(days=3), time(20), LISBON))
    operations.make_due_reports(now=now + SETTLED_FOR)  # also a minute after midnight
    seed_history(days=2, rounds=60, players=24, no_proof=True, verbosity=0)

    cards = list(queries.daily_reports())[:2]
    assert [(card.revision, card.figures.activity, card.figures.reconciles) for card in cards] == [(2, True, True)] * 2
    assert all(card.made_at >= now for card in cards), "what a house at work had told is told anew now, not then"


@pytest.mark.parametrize("play_only", [False, True])
def test_each_day_of_a_past_was_reported_in_its_own_night(db: None, play_only: bool) -> None:
    before = timezone.now()
    seed_history(days=5, rounds=150, players=24, play_only=play_only, no_proof=True, verbosity=0)

    cards = [card for card in queries.daily_reports() if day_bounds(card.day)[1] + SETTLED_FOR <= before]
    assert len(cards) >= 4
    for card in cards:
        first = queries.daily_report(day=card.day, revision=1)
        assert first is not None
        assert timedelta() <= first.made_at - day_bounds(card.day)[1] - SETTLED_FOR <= timedelta(minutes=1), card.day
        told = of_subject(Subject.REPORT, card.day.isoformat())
        assert [event.at for event in told] == [each.made_at for each in reversed(queries.revisions_of(card.day))]
    again = [card for card in cards if card.revision > 1]
    assert len(again) == (0 if play_only else 1)
    for card in again:
        first = queries.daily_report(day=card.day, revision=1)
        assert first is not None
        assert card.made_at.astimezone(LISBON).time() > time(9), "in the morning"
        assert first.figures.reconciles
        assert card.figures.reconciles
        rounds = [sum(line.rounds for line in each.figures.lines) for each in (first, card)]
        assert rounds[1] == rounds[0] + 1, "the round that the database held"
        left = [sum(each.closing_in_play for each in found.figures.liabilities) for found in (first, card)]
        assert left[0] > left[1]


def test_the_reports_of_a_past_are_the_same_bytes_once_all_of_it_is_written(db: None) -> None:
    seed_history(days=4, rounds=120, players=24, no_proof=True, verbosity=0)
    days = [card.day for card in queries.daily_reports()]
    assert len(days) >= 4
    assert not [made for made in operations.make_reports_again(days=days, now=timezone.now()) if made.new]


def _daily_files(day: date, by: int, now: datetime) -> dict[str, bytes]:
    return {each.value: operations.export_daily_report(day=day, format=each, by=by, now=now).content for each in Format}


def _one_cent_too_many(day: date) -> str:
    """Pay a bet of the day one cent more, behind everybody's back; its round's code."""
    with past_triggers(), connection.cursor() as cursor:
        cursor.execute(
            "UPDATE tables_bet b SET returned = b.returned + 1 FROM tables_round r WHERE r.id = b.round_id"
            " AND b.id = (SELECT max(b.id) FROM tables_bet b JOIN tables_round r ON r.id = b.round_id"
            "   WHERE b.outcome = 'win' AND (r.settled_at AT TIME ZONE 'Europe/Lisbon')::date = %s)"
            " RETURNING r.code",
            [day],
        )
        (code,) = cursor.fetchone()
    return str(code)


@pytest.mark.parametrize("absurd", [{"days": 0}, {"days": 10_000}, {"rounds": 0}, {"rounds": 10**9}, {"players": 1}])
def test_absurd_pasts_are_refused(db: None, absurd: dict[str, int]) -> None:
    with pytest.raises(CommandError, match="is from"):
        seed_history(**absurd)


def test_a_house_that_is_no_demonstration_gets_no_past(db: None, settings: object) -> None:
    settings.DEMO_HOUSE = False  # type: ignore[attr-defined]  # pytest-django's own
    with pytest.raises(CommandError, match="not a demonstration"):
        seed_history(days=1, rounds=10)


@pytest.mark.parametrize(
    ("last", "changed", "hours"),
    [(date(2026, 3, 31), date(2026, 3, 29), 23), (date(2026, 10, 26), date(2026, 10, 25), 25)],
)
def test_a_past_that_ends_on_a_chosen_day_has_the_day_on_which_the_clocks_change(
    db: None, last: date, changed: date, hours: int
) -> None:
    with time_machine.travel(datetime(2026, 11, 20, 12, tzinfo=UTC), tick=True):
        seed_history(days=4, rounds=900, players=40, until=last, play_only=True, no_proof=True, verbosity=0)
        begin, over = day_bounds(changed)
        assert (over - begin).total_seconds() == hours * 3600
        card = queries.daily_report(day=changed)
        assert card is not None
        assert card.figures.activity
        assert card.figures.reconciles
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT count(*) FILTER (WHERE local = 1), count(*), max(r.opened_at) FROM (SELECT *,"
                " extract(hour FROM opened_at AT TIME ZONE 'Europe/Lisbon') AS local FROM tables_round"
                " WHERE opened_at >= %s AND opened_at < %s) r",
                [begin, over],
            )
            doubled, played, latest = cursor.fetchone()
        assert played > 150
        assert latest > over - timedelta(hours=2), "until the end of its day"
        # 01:00 to 02:00 comes twice in autumn, and never in spring.
        assert (doubled == 0) if hours == 23 else (doubled >= 2)


@pytest.mark.parametrize("ahead", [0, 1])
def test_a_past_does_not_end_today_or_later(db: None, ahead: int) -> None:
    with pytest.raises(CommandError, match="ends yesterday"):
        seed_history(days=1, rounds=10, players=20, until=day_of(timezone.now()) + timedelta(days=ahead))
