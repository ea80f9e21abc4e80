"""A person's account between two moments: opening, movements by kind, closing; and what left and came in ever.

Sums go by the moment that a line carries, so that two neighbouring periods never count a line twice.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from kernel.money import Currency
from wallet.chart import Code
from wallet.models import PAYMENTS
from wallet.queries import StatementLine, _rows, account_id, statement


@dataclass(frozen=True, slots=True)
class CodeSum:
    """The movements of one kind: how many, and what they added to the account less what they took."""

    code: Code
    lines: int
    amount: int


@dataclass(frozen=True, slots=True)
class Period:
    """An account from `since` up to but not including `until`; `lines` are the oldest first, `more` if cut short."""

    since: datetime
    until: datetime
    opening: int
    closing: int
    sums: tuple[CodeSum, ...]
    lines: tuple[StatementLine, ...]
    more: bool

    @property
    def agrees(self) -> bool:
        """Whether opening and movements make the closing, reckoned from the lines themselves when all are here."""
        moved = sum(line.amount for line in self.lines) if not self.more else sum(each.amount for each in self.sums)
        return self.opening + moved == self.closing


SLACK: Final = timedelta(days=1)
"""How much earlier a line's moment may be than that of one written before it: it is read before the locks are got."""

# Lines are numbered in the order of writing, which is nearly that of their moments: the first line of a moment is found
# by halving, in some thirty looks at the primary key, however long the ledger is.
_NUMBERS: Final = """
WITH RECURSIVE search AS (
    SELECT moment, 0::bigint AS low, (SELECT coalesce(max(id), 0) + 1 FROM wallet_transfer) AS high
    FROM unnest(%(moments)s::timestamptz[]) AS moment
    UNION ALL
    SELECT moment, CASE WHEN line.earlier THEN middle ELSE low END, CASE WHEN line.earlier THEN high ELSE middle END
    FROM (SELECT moment, low, high, (low + high) / 2 AS middle FROM search WHERE high - low > 1) half
    CROSS JOIN LATERAL (
        SELECT created_at < half.moment AS earlier FROM wallet_transfer WHERE id >= half.middle ORDER BY id LIMIT 1
    ) line
)
SELECT min(high) FROM search GROUP BY moment ORDER BY moment
"""
_OPENING: Final = """
SELECT balance_after FROM (
    (SELECT id, balance_after FROM wallet_transfer
     WHERE debit_account = %(account)s AND id < %(first)s ORDER BY id DESC LIMIT 1)
    UNION ALL
    (SELECT id, balance_after FROM wallet_transfer
     WHERE credit_account = %(account)s AND id < %(first)s ORDER BY id DESC LIMIT 1)
) line ORDER BY id DESC LIMIT 1
"""
_SUMS: Final = """
SELECT code, count(*) FILTER (WHERE inside), coalesce(sum(amount) FILTER (WHERE inside), 0),
       coalesce(sum(amount) FILTER (WHERE at < %(since)s), 0)
FROM (
    SELECT code, amount, created_at AS at, created_at >= %(since)s AND created_at < %(until)s AS inside
    FROM wallet_transfer WHERE credit_account = %(account)s AND id >= %(first)s AND id < %(last)s
    UNION ALL
    SELECT code, -amount, created_at, created_at >= %(since)s AND created_at < %(until)s
    FROM wallet_transfer WHERE debit_account = %(account)s AND id >= %(first)s AND id < %(last)s
) line GROUP BY code ORDER BY code
"""


def period(person_key: str, currency: Currency, *, since: datetime, until: datetime, limit: int) -> Period:
    """The person's account in [since, until): at most the newest `limit` lines, sums over all lines.

    Lines of the period and `SLACK` around it are read, and none of the rest of the account.
    """
    account = account_id(person_key, currency)
    if account is None:
        return Period(since, until, 0, 0, (), (), more=False)
    first, last = (int(row[0]) for row in _rows(_NUMBERS, {"moments": [since - SLACK, until + SLACK]}))
    asked = {"account": account, "since": since, "until": until, "first": first, "last": last}
    before, rows = _rows(_OPENING, asked), _rows(_SUMS, asked)
    opening = (int(before[0][0]) if before else 0) + sum(int(row[3]) for row in rows)
    lines = statement(person_key, currency, since=since, until=until, limit=limit + 1, before_id=last, from_id=first)
    return Period(
        since=since,
        until=until,
        opening=opening,
        closing=opening + sum(int(row[2]) for row in rows),
        sums=tuple(CodeSum(Code(row[0]), int(row[1]), int(row[2])) for row in rows if row[1]),
        lines=tuple(reversed(lines[:limit])),
        more=len(lines) > limit,
    )


# By the two small indexes of these codes alone (`wallet.models.PAYMENTS`): bets are most of an account.
_NET: Final = f"""
SELECT coalesce(sum(amount), 0) FROM (
    SELECT amount FROM wallet_transfer WHERE credit_account = %(account)s AND code IN {PAYMENTS}
    UNION ALL
    SELECT -amount FROM wallet_transfer WHERE debit_account = %(account)s AND code IN {PAYMENTS}
) line
"""  # noqa: S608  (only our own words)


def net_deposits(person_key: str) -> int:
    """Everything the person ever paid in less everything that went back to a bank or is on its way there (UK-03)."""
    account = account_id(person_key, Currency.EUR)
    return 0 if account is None else int(_rows(_NET, {"account": account})[0][0])


def line_key(line_id: int, *, person_key: str) -> UUID | None:
    """The key of the request that wrote a line on the person's account in money; None for a line of another's."""
    account = account_id(person_key, Currency.EUR)
    rows = _rows(
        "SELECT key FROM wallet_transfer WHERE id = %(line)s AND %(account)s IN (debit_account, credit_account)",
        {"line": line_id, "account": account},
    )
    return next((row[0] for row in rows), None)
