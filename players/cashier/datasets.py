"""The persons' reading door for reports of money: the ledger's lines, by person, day and account.

`player` is the key under which the ledger knows a person; amounts in cents, above 0 what the account gained.
"""

from datetime import datetime
from typing import Final

from kernel.datasets import Dataset
from kernel.money import Currency

# The lines that touch a player's account, once each: `balance_after` is written for those alone.
_LINES: Final = """
  SELECT l.id, l.created_at, l.code, l.reference, l.key, l.balance_before, l.balance_after, a.id AS account, a.owner,
    l.balance_after - l.balance_before AS amount
  FROM wallet_public_transfer l
  JOIN wallet_public_account a
    ON a.id = CASE WHEN l.balance_after < l.balance_before THEN l.debit_account ELSE l.credit_account END
    AND a.currency = %(currency)s AND (%(player)s::text IS NULL OR a.owner = %(player)s)
  WHERE l.balance_after IS NOT NULL AND l.created_at >= %(since)s AND l.created_at < %(until)s
"""
_GAME: Final = "('stake', 'stake-taken-back', 'payout', 'refund', 'stake-returned', 'prize')"
_PAID_OUT: Final = "('withdrawal', 'withdrawal-requested', 'withdrawal-given-back')"
_SUMS: Final = """
  coalesce(sum(amount) FILTER (WHERE code = 'deposit'), 0)::bigint AS deposits,
  coalesce(-sum(amount) FILTER (WHERE code IN ('withdrawal', 'withdrawal-requested', 'withdrawal-given-back')),
    0)::bigint AS withdrawals,
  coalesce(sum(amount) FILTER (WHERE code = 'play-top-up'), 0)::bigint AS top_ups,
  coalesce(sum(amount) FILTER (WHERE code IN ('adjustment', 'charge-back')), 0)::bigint AS adjustments,
  coalesce(-sum(amount) FILTER (WHERE code IN ('stake', 'stake-taken-back')), 0)::bigint AS staked,
  coalesce(sum(amount) FILTER (WHERE code IN ('payout', 'stake-returned', 'prize')), 0)::bigint AS payouts,
  coalesce(sum(amount) FILTER (WHERE code = 'refund'), 0)::bigint AS refunded
"""


def _asked(since: datetime, until: datetime, currency: Currency, player: str | None) -> dict[str, object]:
    return {"since": since, "until": until, "currency": currency.value, "player": player}


def game_lines(*, since: datetime, until: datetime, currency: Currency, player: str | None = None) -> Dataset:
    """Every movement of every account at the tables, with the balance before and after (PT-R07, PT-66)."""
    sql = f"""
SELECT line.created_at AS at, line.owner AS player, p.nickname, line.reference AS round, line.code, line.amount,
  line.balance_before, line.balance_after
FROM ({_LINES}) line LEFT JOIN players_person p ON p.public_id::text = line.owner
WHERE line.code IN {_GAME}
"""
    return Dataset(sql, _asked(since, until, currency, player), order="line.created_at, line.id")


def payments(
    *, since: datetime, until: datetime, currency: Currency, paid_in: bool, player: str | None = None
) -> Dataset:
    """Every deposit, or every withdrawal, as the ledger has it (PT-R02, PT-R05)."""
    codes = "('deposit')" if paid_in else _PAID_OUT
    sql = f"""
SELECT line.created_at AS at, line.owner AS player, p.nickname, line.code, line.amount, line.balance_before,
  line.balance_after, line.key::text AS key
FROM ({_LINES}) line LEFT JOIN players_person p ON p.public_id::text = line.owner
WHERE line.code IN {codes}
"""
    return Dataset(sql, _asked(since, until, currency, player), order="line.created_at, line.id")


def account_sums(*, since: datetime, until: datetime, currency: Currency, player: str | None = None) -> Dataset:
    """Each account with movements in [since, until): what went in, was staked, won and went out (PT-R17)."""
    sql = f"""
SELECT moved.owner AS player, p.nickname, moved.opening, moved.deposits, moved.withdrawals, moved.top_ups,
  moved.adjustments, moved.staked, moved.payouts, moved.refunded, moved.closing
FROM (
  SELECT owner, min(id) AS first, {_SUMS},
    (array_agg(balance_before ORDER BY id))[1] AS opening, (array_agg(balance_after ORDER BY id DESC))[1] AS closing
  FROM ({_LINES}) line GROUP BY owner
) moved LEFT JOIN players_person p ON p.public_id::text = moved.owner
"""
    return Dataset(sql, _asked(since, until, currency, player), order="moved.first")


def account_days(*, since: datetime, until: datetime, currency: Currency, player: str | None = None) -> Dataset:
    """Each account on each gaming day with movements: opening and movements make the closing (PA-02)."""
    sql = f"""
SELECT moved.day, moved.owner AS player, p.nickname, moved.opening, moved.deposits, moved.withdrawals, moved.top_ups,
  moved.adjustments, moved.staked, moved.payouts, moved.refunded, moved.closing,
  moved.opening + moved.deposits - moved.withdrawals + moved.top_ups + moved.adjustments - moved.staked
    + moved.payouts + moved.refunded - moved.closing AS difference
FROM (
  SELECT (created_at AT TIME ZONE 'Europe/Lisbon')::date AS day, owner, min(id) AS first, {_SUMS},
    (array_agg(balance_before ORDER BY id))[1] AS opening, (array_agg(balance_after ORDER BY id DESC))[1] AS closing
  FROM ({_LINES}) line GROUP BY 1, 2
) moved LEFT JOIN players_person p ON p.public_id::text = moved.owner
"""
    return Dataset(sql, _asked(since, until, currency, player), order="moved.day, moved.first")


def liability_days(*, since: datetime, until: datetime, currency: Currency) -> Dataset:
    """What the house owed its players, day by day, from the ledger's first line on (GL-21, PT-R21); days on which
    nothing moved, too.

    `waiting` is money on its way out of the house: no longer in an account, not yet paid by the bank.
    """
    sql = f"""
WITH moved AS (
  SELECT (l.created_at AT TIME ZONE 'Europe/Lisbon')::date AS day, l.code,
    sum(CASE WHEN d.kind = 'player' THEN -l.amount WHEN c.kind = 'player' THEN l.amount ELSE 0 END) AS amount,
    sum(CASE WHEN l.code = 'withdrawal-requested' THEN l.amount
      WHEN l.code IN ('withdrawal-paid', 'withdrawal-given-back') THEN -l.amount ELSE 0 END) AS waiting,
    sum(CASE 'stakes' WHEN c.kind THEN l.amount WHEN d.kind THEN -l.amount ELSE 0 END) AS in_play
  FROM wallet_public_transfer l
  JOIN wallet_public_account d ON d.id = l.debit_account AND d.currency = %(currency)s
  JOIN wallet_public_account c ON c.id = l.credit_account
  WHERE l.created_at < %(until)s GROUP BY 1, 2
), calendar AS (
  SELECT day FROM moved
  UNION SELECT day::date FROM generate_series(
    greatest((%(since)s AT TIME ZONE 'Europe/Lisbon')::date, (SELECT min(day) FROM moved)),
    (%(until)s::timestamptz - interval '1 microsecond') AT TIME ZONE 'Europe/Lisbon', interval '1 day') AS day
  WHERE EXISTS (SELECT 1 FROM moved)
), days AS (
  SELECT day, {_SUMS}, coalesce(sum(amount), 0) AS net, coalesce(sum(waiting), 0) AS waiting,
    coalesce(sum(in_play), 0) AS in_play
  FROM calendar LEFT JOIN moved USING (day) GROUP BY day
), run AS (
  SELECT *, sum(net) OVER past AS closing, sum(waiting) OVER past AS waiting_end, sum(in_play) OVER past AS in_play_end
  FROM days WINDOW past AS (ORDER BY day)
)
SELECT day, (closing - net)::bigint AS opening, deposits, withdrawals, top_ups, adjustments, staked, payouts,
  refunded, closing::bigint AS closing, in_play_end::bigint AS in_play, waiting_end::bigint AS waiting
FROM run WHERE day >= (%(since)s AT TIME ZONE 'Europe/Lisbon')::date
"""
    return Dataset(sql, {"since": since, "until": until, "currency": currency.value}, order="day")


def unusual(*, since: datetime, until: datetime, currency: Currency, least: int) -> Dataset:
    """Accounts whose transfers call for a look: one that was made or asked for, or all together, of at least `least`
    cents; or paid in and hardly played before it is taken out again (PT-R08, PT-53)."""
    sql = f"""
SELECT moved.owner AS player, p.nickname, moved.deposit_count, moved.deposits, moved.largest_deposit,
  moved.withdrawal_count, moved.withdrawals, moved.largest_withdrawal, moved.staked,
  CASE WHEN moved.deposits >= %(least)s AND moved.withdrawals > 0 AND moved.staked < moved.deposits THEN 'little-played'
    WHEN greatest(moved.largest_deposit, moved.largest_withdrawal) >= %(least)s THEN 'single'
    ELSE 'cumulative' END AS why
FROM (
  SELECT owner, min(id) AS first, {_SUMS}, count(*) FILTER (WHERE code = 'deposit') AS deposit_count,
    coalesce(max(amount) FILTER (WHERE code = 'deposit'), 0) AS largest_deposit,
    count(*) FILTER (WHERE code IN ('withdrawal', 'withdrawal-requested')) AS withdrawal_count,
    coalesce(max(-amount) FILTER (WHERE code IN ('withdrawal', 'withdrawal-requested')), 0) AS largest_withdrawal
  FROM ({_LINES}) line GROUP BY owner
) moved LEFT JOIN players_person p ON p.public_id::text = moved.owner
WHERE greatest(moved.deposits, moved.withdrawals, moved.largest_deposit, moved.largest_withdrawal) >= %(least)s
"""
    return Dataset(
        sql,
        _asked(since, until, currency, None) | {"least": least},
        order="greatest(moved.deposits, moved.withdrawals) DESC, moved.first",
    )


def deviations(*, since: datetime, until: datetime, currency: Currency) -> Dataset:
    """Players who staked on an active day three times or more what they used to in the ninety days before (PT-R09)."""
    sql = """
WITH days AS (
  SELECT a.owner, (l.created_at AT TIME ZONE 'Europe/Lisbon')::date AS day, l.created_at >= %(since)s AS present,
    sum(CASE l.code WHEN 'stake' THEN l.amount ELSE -l.amount END) AS staked
  FROM wallet_public_transfer l
  JOIN wallet_public_account a ON a.id = CASE l.code WHEN 'stake' THEN l.debit_account ELSE l.credit_account END
    AND a.kind = 'player' AND a.currency = %(currency)s
  WHERE l.code IN ('stake', 'stake-taken-back')
    AND l.created_at >= %(since)s - interval '90 days' AND l.created_at < %(until)s
  GROUP BY 1, 2, 3 HAVING sum(CASE l.code WHEN 'stake' THEN l.amount ELSE -l.amount END) > 0
), sums AS (
  SELECT owner, count(*) FILTER (WHERE present) AS days, sum(staked) FILTER (WHERE present) AS staked,
    count(*) FILTER (WHERE NOT present) AS days_before, sum(staked) FILTER (WHERE NOT present) AS staked_before
  FROM days GROUP BY owner
)
SELECT s.owner AS player, p.nickname, s.days_before, (s.staked_before / s.days_before)::bigint AS a_day_before,
  s.days, (s.staked / s.days)::bigint AS a_day,
  (1000000 * (s.staked / s.days) / (s.staked_before / s.days_before))::bigint AS times
FROM sums s LEFT JOIN players_person p ON p.public_id::text = s.owner
WHERE s.days > 0 AND s.days_before >= 3 AND s.staked / s.days >= 3 * s.staked_before / s.days_before
"""
    return Dataset(
        sql, {"since": since, "until": until, "currency": currency.value}, order="s.staked / s.days DESC, s.owner"
    )
