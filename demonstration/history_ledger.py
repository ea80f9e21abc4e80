"""A history written in bulk, for a demonstration house: many lines at a time, under the same guards as all others."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.db import connection, transaction

from demonstration.copying import copy_rows
from kernel.money import Currency
from wallet.chart import AccountKind, Code

_COLUMNS: Final = {
    "debit_account": "int8",
    "credit_account": "int8",
    "amount": "int8",
    "code": "text",
    "key": "uuid",
    "reference": "text",
    "balance_before": "int8",
    "balance_after": "int8",
    "created_at": "timestamptz",
}


class HistoryLines:
    """Lines in the order of their moments."""

    __slots__ = ("rows",)

    def __init__(self) -> None:
        self.rows: list[tuple[Any, ...]] = []

    def of_player(
        self,
        *,
        debit: int,
        credit: int,
        amount: int,
        code: Code,
        key: UUID,
        reference: str,
        before: int,
        after: int,
        at: datetime,
    ) -> None:
        """A line that takes a player's balance from `before` to `after`."""
        self.rows.append((debit, credit, amount, code.value, key, reference, before, after, at))

    def of_house(
        self, *, debit: int, credit: int, amount: int, code: Code, key: UUID, reference: str, at: datetime
    ) -> None:
        """A line that touches no player."""
        self.rows.append((debit, credit, amount, code.value, key, reference, None, None, at))


def reserve_history_accounts(count: int) -> list[int]:
    """Reserve ids for so many accounts; no other account gets them."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT nextval(pg_get_serial_sequence('wallet_account', 'id')) FROM generate_series(1, %s)", [count]
        )
        return [int(row[0]) for row in cursor.fetchall()]


def open_history_accounts(
    *, kind: AccountKind, ids: Sequence[int], owners: Sequence[str], currency: Currency, opened_at: Sequence[datetime]
) -> None:
    """Accounts of these reserved ids for these owners, empty."""
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO wallet_account (id, kind, currency, owner, balance, opened_at)"
            " SELECT id, %s, %s, owner, %s, opened_at"
            " FROM unnest(%s::bigint[], %s::text[], %s::timestamptz[]) AS a(id, owner, opened_at)",
            [
                kind.value,
                currency.value,
                0 if kind is AccountKind.PLAYER else None,
                list(ids),
                list(owners),
                list(opened_at),
            ],
        )


def write_history(*, lines: HistoryLines, balances: Mapping[int, int]) -> None:
    """Lines in the order of their moments, and what the players' accounts hold after the last of them, in cents.

    The ledger's guards look at all of them: a line that does not fit refuses the whole.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            "UPDATE wallet_account a SET balance = v.balance FROM unnest(%s::bigint[], %s::bigint[]) AS v(id, balance)"
            " WHERE a.id = v.id",
            [list(balances), list(balances.values())],
        )
        copy_rows("wallet_transfer", _COLUMNS, lines.rows)
