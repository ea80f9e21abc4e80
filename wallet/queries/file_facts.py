"""What the regulator's files tell of money: the lines of players' accounts, and what they had at a moment (PT-69)."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from kernel.money import Currency
from wallet.chart import Code
from wallet.queries import _rows


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A line of a player's account: `amount` is what it added, below 0 what it took; cents."""

    id: int
    key: str
    at: datetime
    code: Code
    owner: str
    amount: int
    before: int
    after: int
    reference: str


_LINES: Final = """
SELECT line.id, line.key::text, line.created_at, line.code, account.owner, line.balance_after - line.balance_before,
  line.balance_before, line.balance_after, line.reference
FROM wallet_transfer line
JOIN wallet_account account ON account.id IN (line.debit_account, line.credit_account)
  AND account.kind = 'player' AND account.currency = %(currency)s
WHERE {wanted} ORDER BY line.id
"""


def player_lines(*, since: datetime, until: datetime, currency: Currency) -> tuple[PlayerLine, ...]:
    """The lines of all players' accounts in [since, until), in the order of writing."""
    sql = _LINES.format(wanted="line.created_at >= %(since)s AND line.created_at < %(until)s")
    return _lines(sql, {"since": since, "until": until, "currency": currency.value})


def player_lines_of(references: Collection[str], currency: Currency) -> tuple[PlayerLine, ...]:
    """The lines of players' accounts that carry one of these references (rounds' codes), in the order of writing."""
    sql = _LINES.format(wanted="line.reference = ANY(%(references)s::text[])")
    return _lines(sql, {"references": list(references), "currency": currency.value})


def _lines(sql: str, values: dict[str, object]) -> tuple[PlayerLine, ...]:
    return tuple(
        PlayerLine(pk, key, at, Code(code), owner, amount, before, after, reference)
        for pk, key, at, code, owner, amount, before, after, reference in _rows(sql, values)
    )


_HELD: Final = """
SELECT account.owner, coalesce(last.balance_after, 0)
FROM wallet_account account
LEFT JOIN LATERAL (
  SELECT either.balance_after FROM (
    (SELECT line.id, line.balance_after FROM wallet_transfer line
     WHERE line.debit_account = account.id AND line.created_at < %(instant)s ORDER BY line.id DESC LIMIT 1)
    UNION ALL
    (SELECT line.id, line.balance_after FROM wallet_transfer line
     WHERE line.credit_account = account.id AND line.created_at < %(instant)s ORDER BY line.id DESC LIMIT 1)
  ) either ORDER BY either.id DESC LIMIT 1
) last ON true
WHERE account.kind = 'player' AND account.currency = %(currency)s
  AND (%(owners)s::text[] IS NULL OR account.owner = ANY(%(owners)s::text[]))
"""


# Each side by its own index, from the newest line back to the moment: an account's older lines are not read.


def held_before(instant: datetime, currency: Currency, owners: Collection[str] | None = None) -> dict[str, int]:
    """What each player (or each of these) had before a moment: after every line written before it; cents."""
    wanted = None if owners is None else list(owners)
    rows = _rows(_HELD, {"instant": instant, "currency": currency.value, "owners": wanted})
    return {owner: int(balance) for owner, balance in rows}
