"""What a round pays: its ledger lines, its bets' outcomes, its sessions' sums. Under the table's lock."""

import uuid
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final

from django.db import connection

from baccarat.chances import Chance
from baccarat.odds import odds_of
from baccarat.play import Result
from baccarat.rulesets import Ruleset
from baccarat.settlement import Outcome, Payout, settle
from tables.models import Bet, PlaySession, Round, Table
from tables.terms import Terms
from wallet import operations as wallet
from wallet import queries as wallet_queries
from wallet.chart import AccountKind, Code
from wallet.money import Currency

KEYS: Final = uuid.UUID("0c1ad7f4-3a0e-4b8e-9f6c-0d5e3f2b9a44")


def payouts_of(ruleset: Ruleset, result: Result, bets: Sequence[Bet]) -> list[Payout]:
    """What each bet comes back as, in the order of the bets. Equal bets are reckoned once: a table is full of them."""
    known: dict[tuple[str, int], Payout] = {}
    for chance, stake in {(bet.chance, bet.stake) for bet in bets}:
        known[chance, stake] = settle(ruleset, result, {Chance(chance): stake})[Chance(chance)]
    return [known[bet.chance, bet.stake] for bet in bets]


def pay(table: Table, current: Round, bets: Sequence[Bet], payouts: Sequence[Payout], *, now: datetime) -> None:
    """Write a round's ledger lines: what returns, was won, was lost, the commission; then prove its account empty."""
    currency = Currency(table.currency)
    gaming = wallet.house_account(kind=AccountKind.GAMING, currency=currency)
    accounts = _accounts(bets)
    lines: list[wallet.Line] = []
    for bet, payout in zip(bets, payouts, strict=True):
        account = accounts[bet.session_id]
        if payout.outcome is not Outcome.LOSE:
            lines.append(_line(current, current.stakes_account, account, bet.stake, Code.STAKE_RETURNED, bet.key))
        if payout.prize:
            lines.append(_line(current, gaming, account, payout.prize, Code.PRIZE, bet.key))
    lost = sum(bet.stake for bet, payout in zip(bets, payouts, strict=True) if payout.outcome is Outcome.LOSE)
    commission = sum(payout.commission for payout in payouts)
    round_key = uuid.uuid5(KEYS, current.code)
    if lost:
        lines.append(_line(current, current.stakes_account, gaming, lost, Code.STAKES_LOST, round_key))
    if commission:
        kept = wallet.house_account(kind=AccountKind.COMMISSION, currency=currency)
        lines.append(_line(current, gaming, kept, commission, Code.COMMISSION, round_key))
    wallet.post(lines, balances=wallet.lock_balances(accounts.values()), now=now)
    assert wallet_queries.stakes_left(current.stakes_account) == 0, "M6: a finished round holds no stakes"


def _line(current: Round, debit: int, credit: int, amount: int, code: Code, key: uuid.UUID) -> wallet.Line:
    return wallet.Line(debit=debit, credit=credit, amount=amount, code=code, key=key, reference=current.code)


def _accounts(bets: Sequence[Bet]) -> Mapping[int, int]:
    """The wallet account behind each session that has bets."""
    ids = {bet.session_id for bet in bets}
    return dict(PlaySession.objects.filter(pk__in=ids).values_list("pk", "account"))


def write_payouts(bets: Sequence[Bet], payouts: Sequence[Payout]) -> None:
    """Write what became of each bet, in one statement."""
    if not bets:
        return
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE tables_bet b SET outcome = v.outcome, prize = v.prize, commission = v.commission,"
            " returned = v.returned FROM unnest(%s::bigint[], %s::text[], %s::bigint[], %s::bigint[], %s::bigint[])"
            " AS v(id, outcome, prize, commission, returned) WHERE b.id = v.id AND b.id = ANY(%s)",
            [
                [bet.pk for bet in bets],
                [payout.outcome.value for payout in payouts],
                [payout.prize for payout in payouts],
                [payout.commission for payout in payouts],
                [payout.returned for payout in payouts],
                [bet.pk for bet in bets],  # named again, so that the planner looks them up instead of reading all bets
            ],
        )


def _edges(terms: Terms) -> Mapping[str, int]:
    """The house edge of each chance, in millionths."""
    return {chance.value: round(exact.edge * 1_000_000) for chance, exact in odds_of(terms.ruleset).bets.items()}


def count_sessions(table: Table, current: Round, terms: Terms) -> None:
    """Add the round to the sessions that bet on it; those that sat through it without have missed it (R35b)."""
    edges = _edges(terms)
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE tables_playsession s SET rounds = rounds + 1, rounds_missed = 0, staked = s.staked + b.staked,"
            " returned = s.returned + b.returned, prizes = s.prizes + b.prizes,"
            " commission = s.commission + b.commission,"
            " expected_loss = s.expected_loss + b.expected_loss"
            " FROM (SELECT session_id, sum(stake) AS staked, sum(returned) AS returned, sum(prize) AS prizes,"
            " sum(commission) AS commission, sum(stake * e.edge) AS expected_loss"
            " FROM tables_bet JOIN unnest(%s::text[], %s::bigint[]) AS e(chance, edge) USING (chance)"
            " WHERE round_id = %s AND stake > 0 GROUP BY session_id) b WHERE s.id = b.session_id",
            [list(edges), list(edges.values()), current.pk],
        )
        cursor.execute(
            "UPDATE tables_playsession s SET rounds_missed = rounds_missed + 1"
            " WHERE s.table_id = %s AND s.ended_at IS NULL AND s.started_at <= %s AND NOT EXISTS"
            " (SELECT 1 FROM tables_bet b WHERE b.round_id = %s AND b.session_id = s.id AND b.stake > 0)",
            [table.pk, current.opened_at, current.pk],
        )


def refund(current: Round, bets: Sequence[Bet], *, now: datetime) -> None:
    """Write the lines that give every stake of a void round back, and prove its account empty (R29)."""
    accounts = _accounts(bets)
    lines = [
        _line(current, current.stakes_account, accounts[bet.session_id], bet.stake, Code.REFUND, bet.key)
        for bet in bets
    ]
    wallet.post(lines, balances=wallet.lock_balances(accounts.values()), now=now)
    assert wallet_queries.stakes_left(current.stakes_account) == 0, "M6: a finished round holds no stakes"
