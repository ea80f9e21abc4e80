"""A person's account between two moments: opening, movements by kind, closing; and what left and came in ever.

Sums go by the moment that a line carries, so that two neighbouring periods never count a line twice.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from kernel.money import Currency
from wallet.chart import Code
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


_SUMS: Final = """
SELECT code,
       count(*) FILTER (WHERE inside), coalesce(sum(amount) FILTER (WHERE inside), 0),
       coalesce(sum(amount) FILTER (WHERE at < %(since)s), 0), coalesce(sum(amount) FILTER (WHERE at < %(until)s), 0)
FROM (
    SELECT code, amount, created_at AS at, created_at >= %(since)s AND created_at < %(until)s AS inside
    FROM wallet_transfer WHERE credit_account = %(account)s
    UNION ALL
    SELECT code, -amount, created_at, created_at >= %(since)s AND created_at < %(until)s
    FROM wallet_transfer WHERE debit_account = %(account)s
) line GROUP BY code ORDER BY code
"""


def period(person_key: str, currency: Currency, *, since: datetime, until: datetime, limit: int) -> Period:
    """The person's account in [since, until): at most the newest `limit` lines, sums over all lines."""
    account = account_id(person_key, currency)
    if account is None:
        return Period(since, until, 0, 0, (), (), more=False)
    rows = _rows(_SUMS, {"account": account, "since": since, "until": until})
    lines = statement(person_key, currency, since=since, until=until, limit=limit + 1)
    return Period(
        since=since,
        until=until,
        opening=sum(int(row[3]) for row in rows),
        closing=sum(int(row[4]) for row in rows),
        sums=tuple(CodeSum(Code(row[0]), int(row[1]), int(row[2])) for row in rows if row[1]),
        lines=tuple(reversed(lines[:limit])),
        more=len(lines) > limit,
    )


_NET: Final = (Code.DEPOSIT, Code.CHARGE_BACK, Code.WITHDRAWAL, Code.WITHDRAWAL_REQUESTED, Code.WITHDRAWAL_GIVEN_BACK)


def net_deposits(person_key: str) -> int:
    """Everything the person ever paid in less everything that went back to a bank or is on its way there (UK-03)."""
    account = account_id(person_key, Currency.EUR)
    if account is None:
        return 0
    rows = _rows(
        "SELECT coalesce(sum(CASE WHEN credit_account = %(account)s THEN amount ELSE -amount END), 0)"
        " FROM wallet_transfer WHERE %(account)s IN (debit_account, credit_account) AND code = ANY(%(codes)s::text[])",
        {"account": account, "codes": [code.value for code in _NET]},
    )
    return int(rows[0][0])
