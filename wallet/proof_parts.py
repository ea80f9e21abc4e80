"""The proof of the ledger in parts: a range of its lines by itself, and the balances that all lines together must have.

The lines before a range are not computed again: a player's first line in it has to begin where that
player's last line before it ended. The parts from the first line to the last find what `wallet.proof` finds.
Reads only.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from django.db import connection

from wallet.chart import AccountKind
from wallet.proof import FAULTS, MOST_DIFFERENCES, Difference, Why, charted, difference

KindSums: TypeAlias = Mapping[str, int]
"""Cents by kind and currency, as `gaming EUR`: what the lines up to a number add up to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LinesProof:
    """A range of lines: how many, what each kind of account got by them, and what does not agree."""

    lines: int
    sums: dict[str, int]
    differences: tuple[Difference, ...]


_RANGE: Final = """
WITH line AS MATERIALIZED (
    SELECT * FROM wallet_transfer WHERE id > %(after)s AND (%(upto)s::bigint IS NULL OR id <= %(upto)s)
),
move AS MATERIALIZED (
    SELECT debit_account AS account, id, -amount AS change, balance_before, balance_after FROM line
    UNION ALL
    SELECT credit_account, id, amount, balance_before, balance_after FROM line
)
"""
_CHARTED: Final = _RANGE + "," + FAULTS.format(line="line")
_COMPARED: Final = """,
link AS MATERIALIZED (
    SELECT move.account, move.id, move.balance_before,
        lag(move.balance_after) OVER by_account AS before, row_number() OVER by_account AS place
    FROM move JOIN wallet_account account ON account.id = move.account AND account.kind = 'player'
    WINDOW by_account AS (PARTITION BY move.account ORDER BY move.id)
),
-- Where a player's chain goes on: the last line before the range, which needs two looks into the index for each player.
begun AS (
    SELECT link.account, link.id, link.balance_before, coalesce(proven.balance_after, 0) AS expected
    FROM link LEFT JOIN LATERAL (
        SELECT earlier.balance_after FROM (
            (SELECT id, balance_after FROM wallet_transfer WHERE debit_account = link.account AND id < link.id
             ORDER BY id DESC LIMIT 1)
            UNION ALL
            (SELECT id, balance_after FROM wallet_transfer WHERE credit_account = link.account AND id < link.id
             ORDER BY id DESC LIMIT 1)
        ) earlier ORDER BY earlier.id DESC LIMIT 1
    ) proven ON true
    WHERE link.place = 1
),
broken AS (
    SELECT DISTINCT ON (account) account, id, balance_before, expected FROM (
        SELECT account, id, balance_before, expected FROM begun
        UNION ALL SELECT account, id, balance_before, before FROM link WHERE place > 1
    ) each WHERE balance_before IS DISTINCT FROM expected ORDER BY account, id
),
stakes AS (
    SELECT account.id, account.owner,
        (SELECT coalesce(sum(amount), 0) FROM wallet_transfer WHERE credit_account = account.id)
        - (SELECT coalesce(sum(amount), 0) FROM wallet_transfer WHERE debit_account = account.id) AS computed
    FROM (SELECT DISTINCT account FROM move) moved
    JOIN wallet_account account ON account.id = moved.account AND account.kind = 'stakes'
),
difference AS (
    SELECT account, owner, stored, computed, why, id AS transfer FROM fault WHERE why IS NOT NULL
    UNION ALL
    SELECT broken.account, account.owner, broken.balance_before, broken.expected, 'chain-broken', broken.id
    FROM broken JOIN wallet_account account ON account.id = broken.account
    UNION ALL
    SELECT id, owner, NULL, computed, 'stakes-below-zero', NULL FROM stakes WHERE computed < 0
)
SELECT 'counted', NULL::bigint, '', (SELECT count(*) FROM line)::numeric, NULL::numeric, NULL::bigint
UNION ALL
SELECT 'sum', NULL, account.kind || ' ' || account.currency, sum(move.change), NULL, NULL
FROM move JOIN wallet_account account ON account.id = move.account GROUP BY account.kind, account.currency
UNION ALL
(SELECT why, account, owner, stored, computed, transfer FROM difference
 ORDER BY transfer NULLS LAST, account NULLS LAST LIMIT %(most)s)
"""
_LINES: Final = _CHARTED + _COMPARED
_SUMS: Final = (
    _RANGE
    + """
SELECT account.kind || ' ' || account.currency, sum(move.change)
FROM move JOIN wallet_account account ON account.id = move.account GROUP BY account.kind, account.currency
"""
)
_BALANCES: Final = """
SELECT account.id, account.owner, account.balance, coalesce(last.balance_after, 0)
FROM wallet_account account
LEFT JOIN LATERAL (
    SELECT line.balance_after FROM (
        (SELECT id, balance_after FROM wallet_transfer WHERE debit_account = account.id ORDER BY id DESC LIMIT 1)
        UNION ALL
        (SELECT id, balance_after FROM wallet_transfer WHERE credit_account = account.id ORDER BY id DESC LIMIT 1)
    ) line ORDER BY line.id DESC LIMIT 1
) last ON true
WHERE account.kind = 'player' AND account.balance IS DISTINCT FROM coalesce(last.balance_after, 0)
ORDER BY account.id LIMIT %s
"""
_HELD: Final = "SELECT currency, sum(balance) FROM wallet_account WHERE kind = 'player' GROUP BY currency"
_PAYOUTS: Final = "SELECT id, owner FROM wallet_account WHERE kind = 'payouts' AND currency = %s"


def verify_lines(*, after: int, upto: int | None = None) -> LinesProof:
    """Prove the lines above number `after`, up to `upto` where it is given: each line, and each player's chain."""
    with connection.cursor() as cursor:
        cursor.execute(_LINES, {**charted(), "after": after, "upto": upto, "most": MOST_DIFFERENCES})
        rows = cursor.fetchall()
    return LinesProof(
        lines=next(int(row[3]) for row in rows if row[0] == "counted"),
        sums={row[2]: int(row[3]) for row in rows if row[0] == "sum"},
        differences=tuple(difference(row) for row in rows if row[0] not in {"counted", "sum"}),
    )


def line_sums(*, after: int = 0, upto: int | None = None) -> dict[str, int]:
    """What each kind of account got by the lines above `after`, up to `upto` where it is given."""
    with connection.cursor() as cursor:
        cursor.execute(_SUMS, {"after": after, "upto": upto})
        return {str(kind): int(cents) for kind, cents in cursor.fetchall()}


def verify_balances(sums: KindSums) -> tuple[Difference, ...]:
    """Compare every stored balance with its last line, and each currency's accounts with nothing.

    `sums` is of every line there is.
    """
    found: list[Difference] = []
    with connection.cursor() as cursor:
        cursor.execute(_BALANCES, [MOST_DIFFERENCES])
        for account, owner, stored, computed in cursor.fetchall():
            found.append(Difference(account, owner, int(stored), int(computed), Why.BALANCE_WRONG))
        cursor.execute(_HELD)
        held = {str(currency): int(cents) for currency, cents in cursor.fetchall()}
        for name, cents in sums.items():
            kind, currency = name.split()
            if kind == AccountKind.PAYOUTS and cents < 0:
                cursor.execute(_PAYOUTS, [currency])
                account, owner = cursor.fetchone()
                found.append(Difference(account, owner, None, cents, Why.PAYOUTS_BELOW_ZERO))
    for currency in sorted({name.split()[1] for name in sums} | set(held)):
        of_house = sum(cents for name, cents in sums.items() if _is_house(name, currency))
        if held.get(currency, 0) + of_house:
            found.append(Difference(None, currency, held.get(currency, 0), of_house, Why.SUM_NOT_ZERO))
    return tuple(found)


def _is_house(name: str, currency: str) -> bool:
    kind, of = name.split()
    return of == currency and kind != AccountKind.PLAYER


def count_accounts(*, after: int = 0) -> tuple[int, int]:
    """How many accounts have a number above `after`, and the highest number there is."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*), coalesce(max(id), %s) FROM wallet_account WHERE id > %s", [after, after])
        counted: tuple[Any, ...] = cursor.fetchone()
    return int(counted[0]), int(counted[1])
