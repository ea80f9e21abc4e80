"""What a house at work has, its demonstration's past has too: signals, devices, lost lines, refused slips."""

from collections import Counter
from collections.abc import Iterator
from datetime import timedelta

from django.db import connection
from django.db.models import Q, Sum

from kernel.calendar import lisbon_date
from kernel.periods import midnight
from players.models import Limit, LimitKind, Signal, SignalKind, SignalStep
from reporting import queries
from reporting.making.datasets import significant
from reporting.making.splits import SplitBy
from reporting.queries.splits import day_in_parts, split_of
from tables.codes import slip_name
from tables.models import Bet, Connection, PlaySession, Slip
from tables.operations.bets import KEPT, BetRejection, Refused
from tests.histories import seed_history


def test_a_month_of_a_past_has_what_a_house_at_work_has(db: None) -> None:
    seed_history(days=30, rounds=9_000, players=150, no_proof=True, verbosity=0)
    _each_kind_of_signal_waits_and_was_decided()
    _each_day_is_split_by_device()
    _lines_were_lost_and_taken_up_again()
    _slips_were_refused_as_the_house_refuses_them()
    _a_limit_of_ones_own_was_met_and_held()


def _each_kind_of_signal_waits_and_was_decided() -> None:
    for kind in SignalKind:
        found = Signal.objects.filter(kind=kind.value)
        assert found.filter(closed_at=None).exists(), f"{kind}: none is open"
        decided = found.exclude(closed_at=None)
        assert decided.exists(), f"{kind}: none was decided"
        assert SignalStep.objects.filter(signal__in=decided, act="close").count() == decided.count()


def _each_day_is_split_by_device() -> None:
    cards = queries.daily_reports(limit=30)
    assert len(cards) == 30
    for card in cards:
        figures = card.figures
        found = day_in_parts(since=figures.since, until=figures.until, by=SplitBy.DEVICE)
        devices = {line.key for line in split_of(figures, found, SplitBy.DEVICE).lines}
        assert "" not in devices, f"{card.day}: bets by no device"
        assert len(devices) > 4, f"{card.day}: {devices}"
        turnover = sum(total.turnover for total in figures.totals)
        assert sum(part.turnover for part in found.devices) == turnover > 0


def _lines_were_lost_and_taken_up_again() -> None:
    lost, all_by = Connection.objects.filter(Q(close_code=1006) | Q(closed_at=None)), Connection.objects
    assert lost.filter(close_code=1006).count() > 5
    with_its_process = lost.filter(closed_at=None, table__code__startswith="passado-").exclude(
        table__name="Sala Passado"
    )
    assert with_its_process.exists(), "no web process died"
    for each in lost.select_related("process").exclude(table__name="Sala Passado"):
        at = each.closed_at or each.process.seen_at
        assert each.opened_at < at
        again = (
            all_by.filter(person=each.person_id, table=each.table_id, opened_at__gt=at).order_by("opened_at").first()
        )
        assert again is not None, f"connection {each.pk} was not taken up again"
        assert again.opened_at - at < timedelta(seconds=15)
        assert (again.device, again.address) == (each.device, each.address)
    for played in PlaySession.objects.filter(rounds__gt=0)[:200]:
        of_it = all_by.filter(person=played.person_id, table=played.table_id, opened_at__lte=played.started_at)
        assert of_it.filter(Q(closed_at=None) | Q(closed_at__gte=played.started_at)).exists()
    days = [card.figures for card in queries.daily_reports(limit=30)]
    told = significant(since=days[-1].since, until=days[0].until, least=10**9, words={})
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT count(*) FROM ({told.sql}) t WHERE t.event = 'connection-lost'", told.parameters)
        assert cursor.fetchone()[0] == lost.count()


def _refused() -> Iterator[tuple[Slip, Refused]]:
    for slip in Slip.objects.exclude(rejection=None).select_related("round", "session"):
        assert slip.rejection is not None
        yield slip, Refused.from_document(slip.rejection)


def _slips_were_refused_as_the_house_refuses_them() -> None:
    reasons: Counter[BetRejection] = Counter()
    for slip, refused in _refused():
        reasons[refused.reason] += 1
        assert slip.number == slip_name(slip.person_id, slip.key).hex[:8].upper()
        assert refused.document() == slip.rejection
        asked = sum(slip.lines.values())
        if refused.reason is BetRejection.BETTING_CLOSED:
            assert slip.received_at >= slip.round.closes_at
            continue
        assert slip.round.opened_at < slip.received_at < slip.round.closes_at
        assert refused.asked == slip.lines[refused.chance]
        assert refused.most is not None
        assert refused.most < refused.asked
        if refused.reason is BetRejection.SHORT_OF_FUNDS:
            assert _balance_before(slip) < asked
            assert Bet.objects.filter(round=slip.round_id, person=slip.person_id).exists(), "paid in, and laid then"
    assert set(reasons) == KEPT - {BetRejection.BARRED}
    assert min(reasons.values()) > 2, reasons


def _balance_before(slip: Slip) -> int:
    """What the player's account held when the slip came, by the ledger."""
    assert slip.session is not None
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT balance_after FROM wallet_transfer WHERE %s IN (debit_account, credit_account)"
            " AND created_at <= %s ORDER BY id DESC LIMIT 1",
            [slip.session.account, slip.received_at],
        )
        last = cursor.fetchone()
    return 0 if last is None else int(last[0])


def _a_limit_of_ones_own_was_met_and_held() -> None:
    """Refused is what would have passed it; no day of the player's has more than it lets."""
    met = [(slip, refused) for slip, refused in _refused() if refused.reason is BetRejection.OWN_LIMIT]
    (person,) = {slip.person_id for slip, _ in met}
    limit = Limit.objects.get(
        person=person, kind=LimitKind.STAKE, source="self", requested_at__lt=met[0][0].received_at
    )
    assert limit.most is not None
    bets = Bet.objects.filter(person=person).exclude(outcome="void")
    for slip, refused in met:
        day = midnight(lisbon_date(slip.received_at))
        laid = bets.filter(round__opened_at__gte=day, round__opened_at__lt=slip.round.opened_at)
        staked = laid.aggregate(sum=Sum("stake"))["sum"] or 0
        assert staked <= limit.most < staked + sum(slip.lines.values())
        assert refused.rule == "PT-22"
