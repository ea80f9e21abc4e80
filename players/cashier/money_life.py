"""A person's whole past with the cashier in sums. Writes nothing; others read it through `players.cashier.queries`."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date
from typing import Final

from django.db import connection

from players.models.cashier import AdjustmentState, DepositState, WithdrawalState

WAITING: Final = (WithdrawalState.HELD, WithdrawalState.READY)
ON_WAY: Final = (*WAITING, WithdrawalState.SENT)
DEPOSITED: Final = (DepositState.CREDITED, DepositState.CHARGED_BACK)


@dataclass(frozen=True, slots=True)
class MoneyMonth:
    """What came in and went out in one month of Lisbon, in cents; `month` is its first day."""

    month: date
    deposited: int
    withdrawn: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MoneyLife:
    """A person's whole past with the cashier: how many, and their sums in cents."""

    deposits: int
    deposited: int
    """Credited, those that a bank took back later among them."""
    rejected: int
    charge_backs: int
    charged_back: int
    """What banks took from the balance."""
    withdrawals: int
    withdrawn: int
    """Paid."""
    waiting: int
    on_way: int
    """Asked for and not paid yet."""
    adjusted: int
    """Approved corrections: above 0 in the person's favour."""
    months: tuple[MoneyMonth, ...]
    """Those in which anything was asked for or paid, the first of them first."""

    @property
    def net(self) -> int:
        """What the person brought more than they took away; below 0 where they took more."""
        return self.deposited - self.charged_back - self.withdrawn


def money_life(person_id: int) -> MoneyLife:
    """Everything that came in and went out for the person, and each month of it. One statement."""
    with connection.cursor() as cursor:
        cursor.execute(_MONEY_LIFE, {"person": person_id})
        rows = cursor.fetchall()

    def sums(what: str, *states: str) -> tuple[int, int]:
        found = [row for row in rows if row[0] == what and (not states or row[2] in states)]
        return sum(int(row[3]) for row in found), sum(int(row[4]) for row in found)

    def of_month(month: date, what: str, states: Collection[str]) -> int:
        return sum(int(row[4]) for row in rows if row[1] == month and row[0] == what and row[2] in states)

    deposits, deposited = sums("deposit", *DEPOSITED)
    withdrawals, withdrawn = sums("withdrawal", WithdrawalState.PAID)
    waiting, on_way = sums("withdrawal", *ON_WAY)
    charge_backs, charged_back = sums("charge-back")
    return MoneyLife(
        deposits=deposits,
        deposited=deposited,
        rejected=sums("deposit", DepositState.REJECTED)[0],
        charge_backs=charge_backs,
        charged_back=charged_back,
        withdrawals=withdrawals,
        withdrawn=withdrawn,
        waiting=waiting,
        on_way=on_way,
        adjusted=sums("adjustment", AdjustmentState.APPROVED)[1],
        months=tuple(
            MoneyMonth(
                month,
                of_month(month, "deposit", DEPOSITED),
                of_month(month, "withdrawal", (WithdrawalState.PAID,)),
            )
            for month in sorted({row[1] for row in rows if row[1] is not None})
        ),
    )


# What a bank took back is the ledger's to say: it may have been less than the deposit, where no more was left of it.
_MONEY_LIFE: Final = """
SELECT 'deposit', date_trunc('month', coalesce(finished_at, started_at) AT TIME ZONE 'Europe/Lisbon')::date AS month,
  state, count(*), sum(amount)
FROM players_deposit WHERE person_id = %(person)s GROUP BY month, state
UNION ALL
SELECT 'withdrawal', date_trunc('month', coalesce(finished_at, requested_at) AT TIME ZONE 'Europe/Lisbon')::date
  AS month,
  state, count(*), sum(amount)
FROM players_withdrawal WHERE person_id = %(person)s GROUP BY month, state
UNION ALL
SELECT 'adjustment', NULL, state, count(*), sum(amount) FROM players_adjustment
WHERE person_id = %(person)s GROUP BY state
UNION ALL
SELECT 'charge-back', NULL, '', count(*), sum(line.amount)
FROM players_person person
JOIN wallet_public_account account
  ON account.kind = 'player' AND account.currency = 'EUR' AND account.owner = person.public_id::text
JOIN wallet_public_transfer line ON line.debit_account = account.id AND line.code = 'charge-back'
WHERE person.id = %(person)s HAVING count(*) > 0
"""
