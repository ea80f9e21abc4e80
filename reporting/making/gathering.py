"""Where a day's figures come from: the tables' rounds and the wallet's lines, read at one moment, side by side."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from datetime import date, datetime, timedelta
from typing import Final

from django.db import connection, transaction

from kernel.money import Currency
from reporting.making.figures import (
    FAULTS_MOST,
    Comparison,
    DayFigures,
    Liability,
    RoundFault,
    Sums,
    TableLine,
    What,
    day_bounds,
    totals,
)
from tables import queries as tables
from wallet import queries as wallet
from wallet.chart import AccountKind, Code, prizes, stakes_returned

REACH: Final = timedelta(days=1)
"""How long before a day its rounds may have been opened and still be looked at one by one (a table may be paused)."""

Moved = dict[Code, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Faulty:
    """A faulty round and when it was finished, which decides the day it belongs to."""

    fault: RoundFault
    finished_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """Players' balances and stakes in play, in cents, when a day began."""

    balance: int = 0
    in_play: int = 0
    on_way: int = 0


@contextmanager
def one_moment() -> Iterator[None]:
    """Let all statements inside see the same instant; inside a caller's transaction, that one's view stands."""
    outermost = not connection.in_atomic_block
    with transaction.atomic():
        if outermost:
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
                # Room to sort a day's bets in memory; gone again with the transaction.
                cursor.execute("SELECT set_config('work_mem', '128MB', true), set_config('jit', 'off', true)")
        yield


def gather(
    day: date,
    *,
    until: datetime | None = None,
    openings: dict[str, Opening] | None = None,
    faulty: Iterable[Faulty] = (),
) -> DayFigures:
    """The figures of a day, or of the part of it before `until`, which makes them provisional.

    `openings` are the closings of the day before by currency; without them they are added up from the first line.
    A round belongs to the day on which it was settled or void, bets laid before midnight included. The lines of its
    settlement carry that very moment, and empty the round's account: so stakes returned and stakes lost
    are the turnover as the ledger knows it, whenever the bets were laid.
    """
    since, end = day_bounds(day)
    provisional = until is not None and until < end
    end = until if until is not None and provisional else end
    lines, players = table_lines(since=since, until=end)
    moved = wallet.moved(since=since, until=end)
    if openings is None:
        openings = openings_from_the_first_line(since)
    codes = sorted((one.fault for one in faulty if since <= one.finished_at < end), key=lambda fault: fault.round_code)
    return DayFigures(
        day=day,
        since=since,
        until=end,
        provisional=provisional,
        lines=lines,
        comparisons=_compare(lines, moved),
        faults=tuple(codes[:FAULTS_MOST]),
        faults_more=len(codes[FAULTS_MOST:]),
        liabilities=tuple(
            _liability(currency, openings.get(currency, Opening()), moved[currency], since=since, until=end)
            for currency in Currency
        ),
        players=players,
    )


def table_lines(*, since: datetime, until: datetime) -> tuple[tuple[TableLine, ...], dict[str, int]]:
    """The results of each table and version from the rounds finished in [since, until); players by currency."""
    names = [item.name for item in fields(TableLine)]
    found = tables.day_figures(since=since, until=until)
    lines = tuple(TableLine(**{name: getattr(row, name) for name in names}) for row in found)
    return lines, {row.currency: row.players_of_currency for row in found}


def faulty_rounds(*, since: datetime, until: datetime | None = None) -> tuple[Faulty, ...]:
    """Every finished round that disagrees with the ledger, of those opened from `REACH` before `since` on, before
    `until`."""
    return tuple(
        Faulty(fault=RoundFault(round_code=found.round_code, why=found.why.value), finished_at=found.finished_at)
        for found in tables.verify_rounds(since=since - REACH, until=until)
    )


def openings_from_the_first_line(since: datetime) -> dict[str, Opening]:
    """Players' balances and stakes in play just before `since`, added up from the ledger's first line."""
    openings: dict[str, Opening] = {}
    for currency, moved in wallet.moved(until=since).items():
        held = _liability(currency, Opening(), moved, since=None, until=since)
        openings[currency] = Opening(balance=held.closing, in_play=held.closing_in_play, on_way=held.closing_on_way)
    return openings


def _compare(lines: Sequence[TableLine], moved: dict[Currency, Moved]) -> tuple[Comparison, ...]:
    """Each sum of the rounds beside the same sum of the ledger, for every currency that either of them knows."""
    of_rounds: dict[str, Sums] = {total.currency: total for total in totals(lines)}
    comparisons: list[Comparison] = []
    for currency in Currency:
        rounds, ledger = of_rounds.get(currency, Sums()), moved[currency]
        sides = {
            What.TURNOVER: (rounds.turnover, stakes_returned(ledger) + ledger[Code.STAKES_LOST]),
            What.RETURNED: (rounds.returned, stakes_returned(ledger) + prizes(ledger)),
            What.PRIZES: (rounds.prizes, prizes(ledger)),
            What.COMMISSION: (rounds.commission, ledger[Code.COMMISSION]),
            What.REFUNDED: (rounds.refunded, ledger[Code.REFUND]),
            What.GROSS_REVENUE: (rounds.gross_revenue, ledger[Code.STAKES_LOST] - prizes(ledger)),
        }
        if currency in of_rounds or any(any(pair) for pair in sides.values()):
            comparisons += [
                Comparison(currency=currency, what=what, rounds=ours, ledger=theirs)
                for what, (ours, theirs) in sides.items()
            ]
    return tuple(comparisons)


def _liability(
    currency: Currency, opening: Opening, moved: Moved, *, since: datetime | None, until: datetime
) -> Liability:
    staked = moved[Code.STAKE] - moved[Code.STAKE_TAKEN_BACK]
    asked = moved[Code.WITHDRAWAL_REQUESTED] - moved[Code.WITHDRAWAL_GIVEN_BACK]
    settled = stakes_returned(moved) + moved[Code.STAKES_LOST] + moved[Code.REFUND]
    return Liability(
        currency=currency.value,
        opening=opening.balance,
        deposits=moved[Code.DEPOSIT],
        withdrawals=moved[Code.WITHDRAWAL] + asked,
        top_ups=moved[Code.PLAY_TOP_UP],
        adjustments=_adjusted(currency, since=since, until=until) if moved[Code.ADJUSTMENT] else 0,
        staked=staked,
        returned=stakes_returned(moved),
        prizes=prizes(moved),
        refunded=moved[Code.REFUND],
        opening_in_play=opening.in_play,
        closing_in_play=opening.in_play + staked - settled,
        charge_backs=moved[Code.CHARGE_BACK],
        opening_on_way=opening.on_way,
        closing_on_way=opening.on_way + asked - moved[Code.WITHDRAWAL_PAID],
    )


def _adjusted(currency: Currency, *, since: datetime | None, until: datetime) -> int:
    """The net of the adjustments: the only code that moves either way, and rare, so its lines are read one by one."""
    references = wallet.totals([Code.ADJUSTMENT], since=since, until=until, currency=currency, grouped=True)
    net = 0
    for found in references:
        for line in wallet.lines_for(found.reference):
            if line.code is Code.ADJUSTMENT and (since is None or line.at >= since) and line.at < until:
                net += line.amount if line.credit_kind is AccountKind.PLAYER else -line.amount
    return net
