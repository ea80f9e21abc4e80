"""What each report of the catalogue comes to, by SQL of the tests' own over the base tables.

A statement answers facts: the name of a line of the report; the part, for the subtotal that the line belongs to; a
summed column, or nothing where the line has no figure; what the fact adds to that column. Lines are counted by their
different names.

Statements are written from what a report's title, description and columns say, and read no published view and none of
the registers' SQL: stakes come from the slips, sums of rounds from their accounts in the ledger, balances from all
lines ever, standing from its changes.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

TABLES_PAY: Final = """
pays (chance, most) AS (VALUES
  ('ponto', 1.0), ('banca', 1.0), ('banca-no-commission', 1.0), ('empate', 8.0), ('par-ponto', 11.0),
  ('par-banca', 11.0), ('qualquer-par', 5.0), ('par-perfeito', 25.0), ('natural-ponto', 3.5), ('natural-banca', 3.5),
  ('bonus-ponto', 30.0), ('bonus-banca', 30.0), ('lucky-six', 20.0), ('lucky-six-2', 22.0), ('lucky-six-3', 50.0))
"""
"""The best prize of each bet for a stake of one: the table of docs/rules/game.md."""

SHARED: Final = f"""
WITH period AS (
  SELECT tstzrange(%(since)s::timestamptz, %(until)s::timestamptz) AS span
), line AS (
  SELECT t.id, t.created_at, t.code, t.key, t.reference, t.balance_before, t.balance_after, a.owner,
    CASE a.id WHEN t.credit_account THEN t.amount ELSE -t.amount END AS gained
  FROM wallet_account a JOIN wallet_transfer t ON a.id IN (t.debit_account, t.credit_account)
  WHERE a.kind = 'player' AND a.currency = %(currency)s
), moved AS (
  SELECT line.*, (line.created_at AT TIME ZONE 'Europe/Lisbon')::date AS day FROM line, period WHERE span @> created_at
), ended AS (
  SELECT r.*, t.code AS table_code, greatest(r.settled_at, r.voided_at) AS ended_at
  FROM period, tables_round r JOIN tables_table t ON t.id = r.table_id AND t.currency = %(currency)s
  WHERE span @> greatest(r.settled_at, r.voided_at)
), laid AS (
  SELECT s.round_id, s.person_id, piece.key AS chance, sum(piece.value::bigint) AS stake
  FROM tables_slip s CROSS JOIN jsonb_each_text(s.lines) piece
  WHERE s.refusal IS NULL GROUP BY 1, 2, 3 HAVING sum(piece.value::bigint) > 0
), held AS (
  SELECT owner, sum(gained) AS balance, max(created_at) AS last_at FROM line GROUP BY owner
), excluded AS (
  SELECT id, person_id, kind FROM players_exclusion
  WHERE starts_at <= %(until)s AND coalesce(least(ends_at, revoked_at), 'infinity') > %(until)s
), suspended AS (
  SELECT person_id FROM (
    SELECT DISTINCT ON (person_id) person_id, change FROM players_standingchange
    WHERE change IN ('suspended', 'reinstated') ORDER BY person_id, created_at DESC, id DESC) last
  WHERE change = 'suspended'
), standing AS (
  SELECT p.id, p.public_id::text AS owner, p.joined_at, coalesce(h.balance, 0) AS balance, h.last_at,
    CASE WHEN p.id IN (SELECT person_id FROM players_accountclosure WHERE reopened_at IS NULL) THEN 'closed'
      WHEN p.id IN (SELECT person_id FROM suspended) THEN 'suspended'
      WHEN p.id IN (SELECT person_id FROM excluded) THEN 'excluded' ELSE 'active' END AS state
  FROM players_person p LEFT JOIN held h ON h.owner = p.public_id::text
  WHERE p.kind = 'player' AND p.joined_at < %(until)s
), named (code, name, sign) AS (VALUES
  ('deposit', 'deposits', 1), ('withdrawal', 'withdrawals', -1), ('withdrawal-requested', 'withdrawals', -1),
  ('withdrawal-given-back', 'withdrawals', -1), ('play-top-up', 'top_ups', 1), ('adjustment', 'adjustments', 1),
  ('charge-back', 'adjustments', 1), ('stake', 'staked', -1), ('stake-taken-back', 'staked', -1),
  ('payout', 'payouts', 1), ('prize', 'payouts', 1), ('stake-returned', 'payouts', 1), ('refund', 'refunded', 1)
), {TABLES_PAY}
"""
"""What every statement begins with.

`line` is each line of a player's account, above 0 what the account gained; `laid` the bets as the slips that were taken
leave them; `standing` each player with state and balance. The movements of a summary make its closing balance, so a
charge-back is among its adjustments.
"""

_SUMS: Final = "'deposits', 'withdrawals', 'top_ups', 'adjustments', 'staked', 'payouts', 'refunded'"

_RECONCILIATION: Final = """
, days AS (
  SELECT (e.ended_at AT TIME ZONE 'Europe/Lisbon')::date AS day, e.id, e.phase, e.stakes_account, e.code FROM ended e
), facts AS (
  SELECT d.day, w.part, 'rounds' AS side, w.amount
  FROM days d LEFT JOIN tables_bet b ON b.round_id = d.id
  CROSS JOIN LATERAL (VALUES
    ('turnover', CASE d.phase WHEN 'settled' THEN b.stake END),
    ('returned', CASE d.phase WHEN 'settled' THEN b.returned END),
    ('prizes', CASE d.phase WHEN 'settled' THEN b.prize END),
    ('commission', CASE d.phase WHEN 'settled' THEN b.commission END),
    ('refunded', CASE d.phase WHEN 'void' THEN b.stake END),
    ('gross-revenue', CASE d.phase WHEN 'settled' THEN b.stake - b.returned END)) AS w (part, amount)
  UNION ALL
  SELECT d.day, w.part, 'ledger', w.amount
  FROM days d JOIN wallet_transfer t ON d.stakes_account IN (t.debit_account, t.credit_account)
  CROSS JOIN LATERAL (VALUES
    ('turnover', CASE WHEN d.phase = 'settled' THEN
      CASE t.code WHEN 'stake' THEN t.amount WHEN 'stake-taken-back' THEN -t.amount END END),
    ('returned', CASE t.code WHEN 'payout' THEN t.amount END),
    ('prizes', CASE t.code WHEN 'prizes' THEN t.amount END),
    ('refunded', CASE t.code WHEN 'refund' THEN t.amount END),
    ('gross-revenue', CASE t.code WHEN 'stakes-lost' THEN t.amount WHEN 'prizes' THEN -t.amount END)
  ) AS w (part, amount)
  UNION ALL
  SELECT d.day, 'commission', 'ledger', t.amount
  FROM days d JOIN wallet_transfer t ON t.reference = d.code
  JOIN wallet_account a ON a.id = t.credit_account AND a.kind = 'commission'
)
SELECT day || ' ' || part AS line, part, w.what, w.amount
FROM facts CROSS JOIN LATERAL (VALUES ('rounds', CASE side WHEN 'rounds' THEN amount END),
  ('ledger', CASE side WHEN 'ledger' THEN amount END),
  ('difference', CASE side WHEN 'rounds' THEN amount ELSE -amount END)) AS w (what, amount)
WHERE day < %(today)s::date
"""
_BETS: Final = """
SELECT concat_ws(' ', e.id, l.person_id, l.chance), l.chance, w.what, w.amount
FROM ended e JOIN laid l ON l.round_id = e.id JOIN pays ON pays.chance = l.chance
LEFT JOIN tables_bet b ON b.round_id = l.round_id AND b.person_id = l.person_id AND b.chance = l.chance
CROSS JOIN LATERAL (VALUES ('stake', l.stake), ('at_risk', ceil(l.stake * pays.most)), ('prize', b.prize),
  ('commission', b.commission), ('returned', b.returned)) AS w (what, amount)
"""
_ROUNDS: Final = """
SELECT code, table_code, NULL, 0 FROM ended
UNION ALL
SELECT e.code, e.table_code, 'bets', 1 FROM ended e JOIN laid ON laid.round_id = e.id
UNION ALL
SELECT e.code, e.table_code, w.what, w.sign * t.amount
FROM ended e JOIN wallet_transfer t ON e.stakes_account IN (t.debit_account, t.credit_account)
JOIN (VALUES ('stake', 'staked', 1), ('stake-taken-back', 'staked', -1), ('payout', 'returned', 1),
  ('refund', 'returned', 1), ('prizes', 'prizes', 1)) AS w (code, what, sign) ON w.code = t.code
UNION ALL
SELECT e.code, e.table_code, 'commission', t.amount
FROM ended e JOIN wallet_transfer t ON t.reference = e.code
JOIN wallet_account a ON a.id = t.credit_account AND a.kind = 'commission'
"""
_PLAYER_GAMES: Final = """
SELECT concat_ws(' ', e.code, l.person_id), e.table_code, 'staked', l.stake
FROM ended e JOIN laid l ON l.round_id = e.id
UNION ALL
SELECT concat_ws(' ', e.code, p.id), e.table_code, 'returned', line.gained
FROM ended e JOIN line ON line.reference = e.code AND line.code IN ('payout', 'refund')
JOIN players_person p ON p.public_id::text = line.owner
UNION ALL
SELECT concat_ws(' ', e.code, b.person_id), e.table_code, w.what, w.amount
FROM ended e JOIN tables_bet b ON b.round_id = e.id AND (b.prize, b.commission) <> (0, 0)
CROSS JOIN LATERAL (VALUES ('prizes', b.prize), ('commission', b.commission)) AS w (what, amount)
"""
_PLAYER_SESSIONS: Final = """
, sat AS (
  SELECT s.id, s.person_id, s.ended_at, t.code AS table_code, p.public_id::text AS owner,
    tstzrange(s.started_at, coalesce(s.ended_at, %(until)s)) AS stay
  FROM period, tables_playsession s JOIN tables_table t ON t.id = s.table_id AND t.currency = %(currency)s
  JOIN players_person p ON p.id = s.person_id
  WHERE s.started_at < %(until)s AND (s.ended_at IS NULL OR span @> s.ended_at)
), played AS (
  SELECT b.session_id, b.round_id, b.stake, b.prize, b.returned, b.commission, sat.table_code, sat.ended_at, r.phase
  FROM sat JOIN tables_bet b ON b.session_id = sat.id JOIN tables_round r ON r.id = b.round_id AND b.stake > 0
)
SELECT id::text, table_code, NULL, 0 FROM sat
UNION ALL
SELECT sat.id::text, table_code, CASE line.code WHEN 'deposit' THEN 'deposits' ELSE 'withdrawals' END, 1
FROM sat JOIN line ON line.owner = sat.owner AND stay @> line.created_at
WHERE line.code IN ('deposit', 'withdrawal-requested')
UNION ALL
SELECT session_id::text, table_code, 'rounds', count(DISTINCT round_id) FROM played
WHERE phase = 'settled' GROUP BY 1, 2
UNION ALL
SELECT session_id::text, table_code, w.what, w.amount
FROM played CROSS JOIN LATERAL (VALUES ('staked', stake), ('prizes', prize), ('returned', returned),
  ('commission', commission)) AS w (what, amount) WHERE phase = 'settled'
UNION ALL
SELECT session_id::text, table_code, 'in_play', stake FROM played
WHERE phase NOT IN ('settled', 'void') AND ended_at IS NULL
"""
_GAME_PERFORMANCE: Final = """
SELECT concat_ws(' ', e.configuration_id, l.chance), e.table_code, w.what, w.amount
FROM ended e JOIN laid l ON l.round_id = e.id
LEFT JOIN tables_bet b ON b.round_id = l.round_id AND b.person_id = l.person_id AND b.chance = l.chance
CROSS JOIN LATERAL (VALUES ('settled', 'bets', 1), ('settled', 'staked', l.stake), ('settled', 'returned', b.returned),
  ('settled', 'gross_revenue', l.stake - b.returned), ('settled', 'commission', b.commission),
  ('void', 'voided', l.stake)) AS w (phase, what, amount)
WHERE w.phase = e.phase
"""
_PAYTABLES: Final = """
, version AS (
  SELECT c.id, t.code AS table_code FROM period, tables_configuration c
  JOIN tables_table t ON t.id = c.table_id AND t.currency = %(currency)s
  WHERE c.in_force_from IS NOT NULL AND tstzrange(c.in_force_from, c.superseded_at) && span
)
SELECT id::text, table_code, NULL, 0 FROM version
UNION ALL
SELECT v.id::text, v.table_code, CASE e.phase WHEN 'void' THEN 'voids' ELSE 'rounds' END, 1
FROM version v JOIN ended e ON e.configuration_id = v.id
UNION ALL
SELECT v.id::text, v.table_code, w.what, w.amount
FROM version v JOIN ended e ON e.configuration_id = v.id AND e.phase = 'settled' JOIN laid l ON l.round_id = e.id
LEFT JOIN tables_bet b ON b.round_id = l.round_id AND b.person_id = l.person_id AND b.chance = l.chance
CROSS JOIN LATERAL (VALUES ('bets', 1), ('staked', l.stake), ('returned', b.returned),
  ('commission', b.commission)) AS w (what, amount)
UNION ALL
SELECT v.id::text, v.table_code, 'unfinished', l.stake
FROM version v JOIN tables_round r ON r.configuration_id = v.id
  AND tstzrange(r.opened_at, coalesce(r.settled_at, r.voided_at)) @> %(until)s::timestamptz - interval '1 microsecond'
JOIN laid l ON l.round_id = r.id
"""
_SYSTEM_ERRORS: Final = """
SELECT 'incident ' || i.id, i.kind, NULL, 0 FROM tables_incident i, period WHERE span @> i.opened_at
UNION ALL
SELECT 'stop ' || s.id, 'stop-play', NULL, 0 FROM tables_stop s, period WHERE span @> s.at
UNION ALL
SELECT 'void ' || r.code, 'void-round', NULL, 0 FROM tables_round r, period
WHERE span @> r.voided_at AND r.code NOT IN (SELECT subject FROM tables_incident WHERE kind = 'void-round')
"""
_SIGNIFICANT_EVENTS: Final = """
, told (at, component, name) AS (
  SELECT at, CASE WHEN action IN ('stop-play', 'explain-stop', 'lift-play') THEN 'switch' ELSE 'table' END, 'act ' || id
  FROM tables_staffact
  UNION ALL SELECT in_force_from, 'rules', 'rules ' || id FROM tables_configuration
  UNION ALL SELECT created_at, 'account', 'account ' || id FROM players_standingchange
  UNION ALL
  SELECT w.at, 'exclusion', concat_ws(' ', e.id, w.what) FROM players_exclusion e CROSS JOIN LATERAL (VALUES
    ('begun', e.starts_at), ('notice', e.notice_at), ('revoked', e.revoked_at)) AS w (what, at)
  UNION ALL SELECT locked_at, 'sign-in', 'lock ' || id FROM players_signinlock
  UNION ALL SELECT at, 'sign-in', 'attempt ' || id FROM players_signinattempt WHERE outcome <> 'signed-in'
  UNION ALL
  SELECT closed_at, 'connection', 'lost ' || id FROM tables_connection
  WHERE close_code IS NULL OR NOT (close_code IN (1000, 1001, 1005) OR close_code >= 4000)
  UNION ALL
  SELECT greatest(w.seen_at, c.opened_at), 'connection', 'silent ' || c.id
  FROM tables_connection c JOIN tables_webprocess w ON w.code = c.process_id
  WHERE c.closed_at IS NULL AND w.seen_at + interval '90 seconds' < now()
  UNION ALL SELECT at, 'clock', 'clock ' || id FROM tables_clockchange
  UNION ALL SELECT at, 'data', 'data ' || id FROM players_datachange
  UNION ALL
  SELECT created_at, 'balance', 'line ' || id FROM line WHERE code = 'adjustment'
  UNION ALL
  SELECT created_at, CASE code WHEN 'payout' THEN 'prize' ELSE 'transfer' END, 'line ' || id FROM line
  WHERE code IN ('payout', 'stake', 'deposit', 'withdrawal-requested') AND abs(gained) >= %(least)s
)
SELECT name, component, NULL, 0 FROM told, period WHERE span @> at
"""
_DEPOSITS: Final = "SELECT id::text, NULL, 'amount', gained FROM moved WHERE code = 'deposit'"
_WITHDRAWALS: Final = """
SELECT id::text, code, 'amount', gained FROM moved
WHERE code IN ('withdrawal', 'withdrawal-requested', 'withdrawal-given-back')
"""
_GAME_MOVEMENTS: Final = """
SELECT m.id::text, m.code, 'amount', m.gained
FROM moved m JOIN tables_round r ON r.code = m.reference JOIN tables_table t ON t.id = r.table_id
WHERE t.currency = %(currency)s AND m.code <> 'adjustment'
"""
_UNUSUAL_TRANSFERS: Final = """
, facts AS (
  SELECT m.owner, n.name, n.sign * m.gained AS amount, m.code FROM moved m JOIN named n ON n.code = m.code
), weighed AS (
  SELECT owner, sum(amount) FILTER (WHERE name = 'deposits') AS paid_in,
    sum(amount) FILTER (WHERE name = 'withdrawals') AS paid_out, sum(amount) FILTER (WHERE name = 'staked') AS staked,
    max(amount) FILTER (WHERE name IN ('deposits', 'withdrawals')) AS largest
  FROM facts GROUP BY owner
), why AS (
  SELECT owner, CASE
      WHEN paid_in >= %(least)s AND paid_out > 0 AND coalesce(staked, 0) < paid_in THEN 'little-played'
      WHEN largest >= %(least)s THEN 'single' ELSE 'cumulative' END AS part
  FROM weighed WHERE %(least)s <= greatest(paid_in, paid_out, largest)
)
SELECT why.owner, why.part, w.what, w.amount
FROM why JOIN facts f ON f.owner = why.owner
CROSS JOIN LATERAL (VALUES ('deposits', 'deposits', f.amount), ('withdrawals', 'withdrawals', f.amount),
  ('staked', 'staked', f.amount), ('deposits', 'deposit_count', 1),
  ('withdrawals', 'withdrawal_count', (f.amount > 0)::int)) AS w (name, what, amount)
WHERE w.name = f.name
"""
_PATTERN_DEVIATIONS: Final = """
, days AS (
  SELECT s.person_id, (s.taken_at AT TIME ZONE 'Europe/Lisbon')::date AS day, sum(piece.value::bigint) AS staked
  FROM tables_slip s JOIN tables_round r ON r.id = s.round_id
  JOIN tables_table t ON t.id = r.table_id AND t.currency = %(currency)s
  CROSS JOIN jsonb_each_text(s.lines) piece
  WHERE s.refusal IS NULL AND s.taken_at < %(until)s GROUP BY 1, 2
), usual AS (
  SELECT person_id, avg(staked) AS a_day, count(*) AS days FROM days
  WHERE day < %(first)s::date AND day >= %(first)s::date - 90 GROUP BY 1
), present AS (
  SELECT person_id, avg(staked) AS a_day FROM days WHERE day >= %(first)s::date GROUP BY 1
)
SELECT person_id::text, NULL, NULL, 0 FROM present JOIN usual USING (person_id)
WHERE usual.days >= 3 AND present.a_day >= 3 * usual.a_day
"""
_ACCOUNT_SUMS: Final = f"""
SELECT m.owner, NULL, n.name, n.sign * m.gained
FROM moved m LEFT JOIN named n ON n.code = m.code AND n.name IN ({_SUMS})
"""
_ACCOUNT_DAYS: Final = f"""
SELECT concat_ws(' ', m.day, m.owner), m.day::text, w.what, w.amount
FROM moved m LEFT JOIN named n ON n.code = m.code AND n.name IN ({_SUMS})
CROSS JOIN LATERAL (VALUES (n.name, n.sign * m.gained),
  ('difference', m.gained - (m.balance_after - m.balance_before))) AS w (what, amount)
"""
_OPERATOR_LIABILITY: Final = f"""
, begun AS (
  SELECT (min(created_at) AT TIME ZONE 'Europe/Lisbon')::date AS day FROM line
)
SELECT d::date::text, NULL, NULL, 0
FROM begun, generate_series(%(first)s::date, least(%(last)s::date, %(today)s::date), interval '1 day') d
WHERE d >= begun.day
UNION ALL
SELECT m.day::text, NULL, n.name, n.sign * m.gained
FROM moved m JOIN named n ON n.code = m.code AND n.name IN ({_SUMS})
"""
_ACCOUNTS: Final = "SELECT owner, state, 'balance', balance FROM standing"
_INACTIVE_ACCOUNTS: Final = """
SELECT owner, state, 'balance', balance FROM standing
WHERE greatest(last_at, CASE WHEN last_at IS NULL THEN joined_at END) + interval '90 days' < %(until)s
"""
_CLOSED_WITH_BALANCE: Final = """
SELECT owner, NULL, 'balance', balance FROM standing WHERE state = 'closed' AND balance > 0
"""
_REGISTRATIONS: Final = """
SELECT p.id::text, CASE WHEN num_nulls(p.email_confirmed_at, p.verified_at) = 0
  AND p.id IN (SELECT person_id FROM players_acceptance) THEN 'complete' ELSE 'incomplete' END, NULL, 0
FROM players_person p, period WHERE p.kind = 'player' AND span @> p.joined_at
"""
_BARRED_PLAYERS: Final = """
SELECT 'suspended ' || p.id, 'suspended', NULL, 0 FROM suspended s JOIN players_person p ON p.id = s.person_id
WHERE p.kind = 'player'
UNION ALL
SELECT 'excluded ' || id, kind, NULL, 0 FROM excluded
"""
_ACCOUNT_ENDINGS: Final = """
, found (at, person_id, what, name) AS (
  SELECT created_at, person_id, change, 'change ' || id FROM players_standingchange WHERE change = 'suspended'
  UNION ALL SELECT starts_at, person_id, 'excluded-' || kind, 'exclusion ' || id FROM players_exclusion
  UNION ALL SELECT closed_at, person_id, CASE WHEN cause <> 'asked' THEN 'closed-' || cause ELSE 'closed' END,
    'closure ' || id FROM players_accountclosure
)
SELECT f.name, f.what, NULL, 0 FROM period, found f JOIN players_person p ON p.id = f.person_id AND p.kind = 'player'
WHERE span @> f.at
"""
_STAFF: Final = """
SELECT id::text, CASE is_active WHEN true THEN 'active' ELSE 'disabled' END, NULL, 0 FROM players_person
WHERE kind NOT IN ('player', 'guest') AND joined_at < %(until)s
"""
_DEPOSITS_BY_INSTRUMENT: Final = """
SELECT d.key::text, i.kind, 'amount', d.amount
FROM period, players_deposit d JOIN players_instrument i ON i.id = d.instrument_id WHERE span @> d.started_at
"""
_REJECTED_DEPOSITS: Final = """
SELECT d.key::text, d.reason, 'amount', d.amount FROM period, players_deposit d
WHERE span @> d.started_at AND d.finished_at IS NOT NULL AND d.state <> 'expired'
  AND d.key NOT IN (SELECT key FROM wallet_transfer WHERE code = 'deposit')
"""
_REJECTED_WITHDRAWALS: Final = """
SELECT w.key::text, w.state, 'amount', t.amount
FROM period, players_withdrawal w JOIN wallet_transfer t ON t.key = w.key AND t.code = 'withdrawal-given-back'
WHERE span @> w.requested_at AND (w.refused_by_id IS NOT NULL OR w.sent_at IS NOT NULL)
"""
_LIMITS: Final = """
SELECT id::text, kind, NULL, 0 FROM players_limit
WHERE ended_at IS NULL AND requested_at < %(until)s AND num_nonnulls(starts_at, due_at) > 0
  AND NOT (starts_at IS NOT NULL AND most IS NULL)
"""
_COMPLAINTS: Final = """
SELECT c.id::text, c.outcome, NULL, 0 FROM players_complaint c, period WHERE span @> c.received_at
"""

FACTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "reconciliation": _RECONCILIATION,
        "bets": _BETS,
        "rounds": _ROUNDS,
        "player-games": _PLAYER_GAMES,
        "player-sessions": _PLAYER_SESSIONS,
        "game-performance": _GAME_PERFORMANCE,
        "paytables": _PAYTABLES,
        "system-errors": _SYSTEM_ERRORS,
        "significant-events": _SIGNIFICANT_EVENTS,
        "deposits": _DEPOSITS,
        "withdrawals": _WITHDRAWALS,
        "game-movements": _GAME_MOVEMENTS,
        "unusual-transfers": _UNUSUAL_TRANSFERS,
        "pattern-deviations": _PATTERN_DEVIATIONS,
        "account-sums": _ACCOUNT_SUMS,
        "account-days": _ACCOUNT_DAYS,
        "operator-liability": _OPERATOR_LIABILITY,
        "accounts": _ACCOUNTS,
        "inactive-accounts": _INACTIVE_ACCOUNTS,
        "closed-with-balance": _CLOSED_WITH_BALANCE,
        "registrations": _REGISTRATIONS,
        "players": _ACCOUNTS,
        "barred-players": _BARRED_PLAYERS,
        "account-endings": _ACCOUNT_ENDINGS,
        "staff": _STAFF,
        "deposits-by-instrument": _DEPOSITS_BY_INSTRUMENT,
        "rejected-deposits": _REJECTED_DEPOSITS,
        "rejected-withdrawals": _REJECTED_WITHDRAWALS,
        "limits": _LIMITS,
        "complaints": _COMPLAINTS,
    }
)
"""The statement of each report, after `SHARED`."""
