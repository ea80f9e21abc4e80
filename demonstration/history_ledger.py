"""A history written in bulk, for a demonstration house: many lines at a time, under the same guards as all others."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import cache
from struct import Struct
from typing import Final, TypeAlias

from django.db import connection, transaction

from demonstration.copying import copy_packed
from kernel.money import Currency
from wallet.chart import AccountKind, Code

_Pack: TypeAlias = Callable[..., bytes]
_COLUMNS: Final = (
    "debit_account",
    "credit_account",
    "amount",
    "code",
    "key",
    "reference",
    "balance_before",
    "balance_after",
    "created_at",
)


class HistoryLines:
    """Lines in the order of their moments, packed as they are added: nothing else is remembered of them.

    Keys are 16 bytes, references ASCII, moments as `demonstration.copying.instant` has them.
    """

    __slots__ = ("packed",)

    def __init__(self) -> None:
        self.packed: list[bytes] = []

    def of_player(
        self,
        *,
        debit: int,
        credit: int,
        amount: int,
        code: Code,
        key: bytes,
        reference: bytes,
        before: int,
        after: int,
        at: int,
    ) -> None:
        """A line that takes a player's balance from `before` to `after`."""
        size = len(reference)
        pack, word = _player_line(code, size)
        self.packed.append(
            pack(
                9, 8, debit, 8, credit, 8, amount, len(word), word, 16, key, size, reference, 8, before, 8, after, 8, at
            )
        )  # fmt: skip

    def of_house(
        self, *, debit: int, credit: int, amount: int, code: Code, key: bytes, reference: bytes, at: int
    ) -> None:
        """A line that touches no player."""
        size = len(reference)
        pack, word = _house_line(code, size)
        self.packed.append(
            pack(9, 8, debit, 8, credit, 8, amount, len(word), word, 16, key, size, reference, -1, -1, 8, at)
        )


@cache
def _player_line(code: Code, reference: int) -> tuple[_Pack, bytes]:
    word = code.value.encode()
    return Struct(f"!hiqiqiqi{len(word)}si16si{reference}siqiqiq").pack, word


@cache
def _house_line(code: Code, reference: int) -> tuple[_Pack, bytes]:
    word = code.value.encode()
    return Struct(f"!hiqiqiqi{len(word)}si16si{reference}siiiq").pack, word


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
        copy_packed("wallet_transfer", _COLUMNS, lines.packed)
