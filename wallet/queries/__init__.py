"""The ledger's reading door: balances, statements, sums for reports. Writes nothing.

Amounts are whole cents, instants aware UTC.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db import connection

from kernel.money import Currency
from wallet.chart import AccountKind, Code
from wallet.proof import Difference, Proof, Why, verify_ledger
from wallet.proof_parts import KindSums, LinesProof, count_accounts, line_sums, verify_balances, verify_lines

__all__ = [
    "Difference",
    "KindSums",
    "LedgerLine",
    "LinesProof",
    "OpenStakes",
    "Proof",
    "StatementLine",
    "Total",
    "Why",
    "account_id",
    "account_ids",
    "account_sum",
    "balance",
    "balance_at",
    "balances",
    "balances_after",
    "count_accounts",
    "house_sums",
    "line_sums",
    "lines_for",
    "moved",
    "open_stakes",
    "players_hold",
    "stakes_left",
    "statement",
    "still_held",
    "totals",
    "verify_balances",
    "verify_ledger",
    "verify_lines",
]


@dataclass(frozen=True, slots=True)
class StatementLine:
    """One line as its player sees it: `amount` is what it added to the account, or took from it (PT-10)."""

    id: int
    at: datetime
    code: Code
    amount: int
    balance_before: int
    balance_after: int
    reference: str


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """One line as the house sees it. `player` is the owner's key of the player's account it touches, if any."""

    id: int
    at: datetime
    code: Code
    debit: int
    debit_kind: AccountKind
    credit: int
    credit_kind: AccountKind
    amount: int
    player: str | None
    balance_before: int | None
    balance_after: int | None
    reference: str


@dataclass(frozen=True, slots=True)
class Total:
    """The sum of the lines of one code, and of one reference when asked for by reference."""

    code: Code
    reference: str
    lines: int
    amount: int


@dataclass(frozen=True, slots=True)
class OpenStakes:
    """A round's account that still holds stakes."""

    account: int
    round_key: str
    currency: Currency
    amount: int


def account_id(person_key: str, currency: Currency) -> int | None:
    """The person's account in `currency`, or None if it was never opened."""
    found = account_ids([person_key], currency)
    return found.get(person_key)


def account_ids(person_keys: Collection[str], currency: Currency) -> dict[str, int]:
    """The accounts of these persons in `currency`, by person's key; those without one are left out."""
    rows = _rows(
        "SELECT owner, id FROM wallet_account WHERE kind = 'player' AND currency = %s AND owner = ANY(%s::text[])",
        [currency.value, list(person_keys)],
    )
    return {str(owner): int(account) for owner, account in rows}


def balance(person_key: str, currency: Currency) -> int:
    """Return the person's balance in `currency`; 0 if no account was opened."""
    return balances([person_key], currency).get(person_key, 0)


def balances(person_keys: Collection[str], currency: Currency) -> dict[str, int]:
    """Return these persons' balances in `currency`, by person's key; those without an account are left out."""
    rows = _rows(
        "SELECT owner, balance FROM wallet_account WHERE kind = 'player' AND currency = %s AND owner = ANY(%s::text[])",
        [currency.value, list(person_keys)],
    )
    return {str(owner): int(cents) for owner, cents in rows}


# Values arrive as literals, so a condition whose value is NULL is folded away before planning. Two limited halves and
# not an OR: each walks its index from the newest line and stops.
_STATEMENT: Final = """
SELECT id, created_at, code, amount, balance_before, balance_after, reference FROM (
    (SELECT id, created_at, code, -amount AS amount, balance_before, balance_after, reference
     FROM wallet_transfer
     WHERE debit_account = %(account)s
       AND (%(since)s::timestamptz IS NULL OR created_at >= %(since)s)
       AND (%(until)s::timestamptz IS NULL OR created_at < %(until)s)
       AND (%(upto)s::timestamptz IS NULL OR created_at <= %(upto)s)
       AND (%(before_id)s::bigint IS NULL OR id < %(before_id)s)
       AND (%(from_id)s::bigint IS NULL OR id >= %(from_id)s)
     ORDER BY id DESC LIMIT %(limit)s)
    UNION ALL
    (SELECT id, created_at, code, amount, balance_before, balance_after, reference
     FROM wallet_transfer
     WHERE credit_account = %(account)s
       AND (%(since)s::timestamptz IS NULL OR created_at >= %(since)s)
       AND (%(until)s::timestamptz IS NULL OR created_at < %(until)s)
       AND (%(upto)s::timestamptz IS NULL OR created_at <= %(upto)s)
       AND (%(before_id)s::bigint IS NULL OR id < %(before_id)s)
       AND (%(from_id)s::bigint IS NULL OR id >= %(from_id)s)
     ORDER BY id DESC LIMIT %(limit)s)
) line ORDER BY id DESC LIMIT %(limit)s
"""


def statement(
    person_key: str,
    currency: Currency,
    *,
    since: datetime | None = None,
    until: datetime | None = None,
    limit: int = 50,
    before_id: int | None = None,
    from_id: int | None = None,
) -> tuple[StatementLine, ...]:
    """The person's lines from `since` up to but not including `until`, the newest first (PT-10).

    `before_id` goes on from the last line of the page before; of lines below `from_id` none is looked at.
    """
    account = account_id(person_key, currency)
    if account is None:
        return ()
    rows = _rows(
        _STATEMENT,
        {
            "account": account,
            "since": since,
            "until": until,
            "upto": None,
            "before_id": before_id,
            "from_id": from_id,
            "limit": limit,
        },
    )
    return tuple(
        StatementLine(
            id=row[0],
            at=row[1],
            code=Code(row[2]),
            amount=row[3],
            balance_before=row[4],
            balance_after=row[5],
            reference=row[6],
        )
        for row in rows
    )


def balance_at(person_key: str, currency: Currency, instant: datetime) -> int:
    """Return the person's balance in `currency` after every line up to and including `instant`."""
    account = account_id(person_key, currency)
    if account is None:
        return 0
    rows = _rows(
        _STATEMENT,
        {
            "account": account,
            "since": None,
            "until": None,
            "upto": instant,
            "before_id": None,
            "from_id": None,
            "limit": 1,
        },
    )
    return int(rows[0][5]) if rows else 0


def stakes_left(account_id: int) -> int:
    """Return the balance of a round's account; 0 once the round is settled or void."""
    return account_sum(account_id)


def still_held(account_ids: Collection[int]) -> dict[int, int]:
    """Which of these accounts of rounds still hold something, and how much, in cents."""
    rows = _rows(
        "SELECT account, sum(amount) FROM ("
        "SELECT credit_account AS account, amount FROM wallet_transfer WHERE credit_account = ANY(%(accounts)s)"
        " UNION ALL "
        "SELECT debit_account, -amount FROM wallet_transfer WHERE debit_account = ANY(%(accounts)s)"
        ") line GROUP BY account HAVING sum(amount) <> 0",
        {"accounts": list(account_ids)},
    )
    return {int(account): int(held) for account, held in rows}


def account_sum(account_id: int) -> int:
    """The sum of an account's lines, in cents: credits less debits."""
    rows = _rows(
        "SELECT coalesce((SELECT sum(amount) FROM wallet_transfer WHERE credit_account = %(account)s), 0)"
        " - coalesce((SELECT sum(amount) FROM wallet_transfer WHERE debit_account = %(account)s), 0)",
        {"account": account_id},
    )
    return int(rows[0][0])


def house_sums(currency: Currency) -> dict[AccountKind, int]:
    """The sum of each of the house's own accounts in `currency`, in cents."""
    rows = _rows(
        "SELECT kind, id FROM wallet_account WHERE currency = %s AND kind NOT IN ('player', 'stakes')",
        [currency.value],
    )
    return {AccountKind(kind): account_sum(int(account)) for kind, account in rows}


_TOTALS: Final = """
SELECT line.code, CASE WHEN %(grouped)s THEN line.reference ELSE '' END, count(*), sum(line.amount)
FROM wallet_transfer line
JOIN wallet_account debit ON debit.id = line.debit_account AND debit.currency = %(currency)s
WHERE line.code = ANY(%(codes)s::text[])
  AND (%(since)s::timestamptz IS NULL OR line.created_at >= %(since)s)
  AND (%(until)s::timestamptz IS NULL OR line.created_at < %(until)s)
GROUP BY 1, 2 ORDER BY 1, 2
"""


def totals(
    codes: Iterable[Code],
    *,
    since: datetime | None = None,
    until: datetime | None = None,
    currency: Currency,
    grouped: bool = False,
) -> tuple[Total, ...]:
    """Sums of the lines of `codes` in `currency`, from `since` up to but not including `until`, per code.

    `grouped` sums per code and reference instead: a round's public code, so that a report can be made per table.
    """
    rows = _rows(
        _TOTALS,
        {
            "codes": [code.value for code in codes],
            "since": since,
            "until": until,
            "currency": currency.value,
            "grouped": grouped,
        },
    )
    return tuple(Total(code=Code(row[0]), reference=row[1], lines=int(row[2]), amount=int(row[3])) for row in rows)


def moved(*, since: datetime | None = None, until: datetime) -> dict[Currency, dict[Code, int]]:
    """Return the sums of the lines of each code and currency, in cents, from `since` up to but not including `until`.

    Every code of every currency is there; one reading of the lines for all of them.
    """
    found = {currency: dict.fromkeys(Code, 0) for currency in Currency}
    rows = _rows(
        "SELECT debit.currency, line.code, sum(line.amount) FROM wallet_transfer line"
        " JOIN wallet_account debit ON debit.id = line.debit_account"
        " WHERE (%(since)s::timestamptz IS NULL OR line.created_at >= %(since)s) AND line.created_at < %(until)s"
        " GROUP BY 1, 2",
        {"since": since, "until": until},
    )
    for currency, code, amount in rows:
        found[Currency(currency)][Code(code)] = int(amount)
    return found


def lines_for(reference: str) -> tuple[LedgerLine, ...]:
    """Every line that carries `reference` (a round's public code), in the order of writing."""
    rows = _rows(
        "SELECT line.id, line.created_at, line.code, line.debit_account, debit.kind, line.credit_account, credit.kind,"
        " line.amount, CASE 'player' WHEN debit.kind THEN debit.owner WHEN credit.kind THEN credit.owner END,"
        " line.balance_before, line.balance_after, line.reference"
        " FROM wallet_transfer line"
        " JOIN wallet_account debit ON debit.id = line.debit_account"
        " JOIN wallet_account credit ON credit.id = line.credit_account"
        " WHERE line.reference = %s ORDER BY line.id",
        [reference],
    )
    return tuple(
        LedgerLine(
            id=row[0],
            at=row[1],
            code=Code(row[2]),
            debit=row[3],
            debit_kind=AccountKind(row[4]),
            credit=row[5],
            credit_kind=AccountKind(row[6]),
            amount=row[7],
            player=row[8],
            balance_before=row[9],
            balance_after=row[10],
            reference=row[11],
        )
        for row in rows
    )


def balances_after(person_key: str, currency: Currency, references: Collection[str]) -> dict[str, int]:
    """The person's balance in `currency` after the last line of each reference, in cents; without lines left out."""
    account = account_id(person_key, currency)
    if account is None:
        return {}
    rows = _rows(
        "SELECT DISTINCT ON (reference) reference, balance_after FROM wallet_transfer"
        " WHERE reference = ANY(%(references)s::text[])"
        " AND (debit_account = %(account)s OR credit_account = %(account)s) ORDER BY reference, id DESC",
        {"references": list(references), "account": account},
    )
    return {str(reference): int(cents) for reference, cents in rows}


def players_hold(currency: Currency) -> int:
    """Return the total of all players' accounts in `currency` by the ledger's lines, not by the balances, in cents."""
    rows = _rows(
        "SELECT coalesce(sum(line.amount * sign(line.balance_after - line.balance_before)), 0)"
        " FROM wallet_transfer line JOIN wallet_account debit ON debit.id = line.debit_account"
        " WHERE debit.currency = %s AND line.balance_after IS NOT NULL",
        [currency.value],
    )
    return int(rows[0][0])


def open_stakes() -> tuple[OpenStakes, ...]:
    """The rounds' accounts that are not empty, oldest first: unfinished rounds, or a fault."""
    rows = _rows(
        "SELECT account.id, account.owner, account.currency, held.amount FROM wallet_account account"
        " JOIN (SELECT id, sum(amount) AS amount FROM ("
        "   SELECT credit_account AS id, amount FROM wallet_transfer WHERE code IN ('stake', 'prizes')"
        "   UNION ALL SELECT debit_account, -amount FROM wallet_transfer"
        "   WHERE code IN ('stake-taken-back', 'stakes-lost', 'payout', 'refund', 'stake-returned')"
        " ) move GROUP BY id HAVING sum(amount) <> 0) held ON held.id = account.id ORDER BY account.id",
    )
    return tuple(
        OpenStakes(account=row[0], round_key=row[1], currency=Currency(row[2]), amount=int(row[3])) for row in rows
    )


def _rows(sql: str, parameters: Any = None) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows
