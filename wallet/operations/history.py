"""A past written in bulk, for a demonstration house: many lines at a time, under the same guards as all others."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import TypeAlias
from uuid import UUID

from django.db import connection, transaction

from wallet.chart import AccountKind, Code
from wallet.money import Currency

PastLine: TypeAlias = tuple[int, int, int, Code, UUID, str, int | None, int | None, datetime]
"""Debit, credit, amount, code, key, reference, balance before and after of the player's account, moment."""


def open_past_accounts(
    *, kind: AccountKind, owners: Sequence[str], currency: Currency, opened_at: Sequence[datetime]
) -> list[int]:
    """Accounts for these owners, empty; their ids in the same order."""
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO wallet_account (kind, currency, owner, balance, opened_at)"
            " SELECT %s, %s, owner, %s, opened_at FROM unnest(%s::text[], %s::timestamptz[]) AS a(owner, opened_at)"
            " RETURNING owner, id",
            [kind.value, currency.value, 0 if kind is AccountKind.PLAYER else None, list(owners), list(opened_at)],
        )
        ids = dict(cursor.fetchall())
    return [int(ids[owner]) for owner in owners]


def write_past(*, lines: Iterable[PastLine], balances: Mapping[int, int]) -> None:
    """Lines in the order of their moments, and what the players' accounts hold after the last of them, in cents.

    The ledger's guards look at all of them: a line that does not fit refuses the whole.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            "UPDATE wallet_account a SET balance = v.balance FROM unnest(%s::bigint[], %s::bigint[]) AS v(id, balance)"
            " WHERE a.id = v.id",
            [list(balances), list(balances.values())],
        )
        statement = (
            "COPY wallet_transfer (debit_account, credit_account, amount, code, key, reference, balance_before,"
            " balance_after, created_at) FROM STDIN"
        )
        with cursor.cursor.copy(statement) as copy:
            for line in lines:
                copy.write_row(line)
