"""Registers for reports: accounts, and money by person, as streams of rows.

A register's columns are named here. `player` is the key under which the ledger knows a person.
"""

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Final

from kernel.datasets import Dataset
from kernel.money import Currency

INACTIVE_DAYS: Final = 90
"""PT-R10: an account without a movement for longer is inactive."""

_STATE: Final = """
  CASE WHEN p.closed_at IS NOT NULL OR NOT p.is_active THEN 'closed'
    WHEN p.suspended_at IS NOT NULL THEN 'suspended'
    WHEN EXISTS (SELECT 1 FROM players_exclusion e WHERE e.person_id = p.id AND e.starts_at <= %(until)s
      AND (e.ends_at IS NULL OR e.ends_at > %(until)s) AND (e.revoked_at IS NULL OR e.revoked_at > %(until)s))
      THEN 'excluded'
    ELSE 'active' END
"""
_PLAYERS: Final = """
FROM players_person p
LEFT JOIN wallet_public_account a ON a.kind = 'player' AND a.currency = %(currency)s AND a.owner = p.public_id::text
WHERE p.kind = 'player' AND p.joined_at < %(until)s
"""


def accounts(*, until: datetime, currency: Currency) -> Dataset:
    """Every player's account: its state, its balance, and the last change of standing, by whom and why (PT-R01)."""
    sql = f"""
SELECT p.public_id::text AS player, p.nickname, {_STATE} AS state, p.joined_at, coalesce(a.balance, 0) AS balance,
  c.change AS last_change, c.created_at AS changed_at, c.reason, c.by_name AS employee
FROM players_person p
LEFT JOIN wallet_public_account a ON a.kind = 'player' AND a.currency = %(currency)s AND a.owner = p.public_id::text
LEFT JOIN LATERAL (
  SELECT last.change, last.created_at, last.reason, b.nickname AS by_name
  FROM (
    (SELECT s.change, s.created_at, s.reason, s.by_id FROM players_standingchange s
      WHERE s.person_id = p.id ORDER BY s.id DESC LIMIT 1)
    UNION ALL
    (SELECT CASE q.cause WHEN 'asked' THEN 'closed' ELSE 'closed-' || q.cause END, q.closed_at, q.reason, q.closed_by_id
      FROM players_accountclosure q WHERE q.person_id = p.id ORDER BY q.id DESC LIMIT 1)
  ) last LEFT JOIN players_person b ON b.id = last.by_id ORDER BY last.created_at DESC LIMIT 1
) c ON true
WHERE p.kind = 'player' AND p.joined_at < %(until)s
"""
    return Dataset(sql, {"until": until, "currency": currency.value}, order="p.id")


def registrations(*, since: datetime, until: datetime) -> Dataset:
    """Registrations begun in [since, until), complete or not, and what is missing (PT-R12)."""
    sql = """
SELECT p.public_id::text AS player, p.nickname, p.joined_at, p.email_confirmed_at, p.verified_at, t.at AS terms_at,
  CASE WHEN p.email_confirmed_at IS NOT NULL AND p.verified_at IS NOT NULL AND t.at IS NOT NULL
    THEN 'complete' ELSE 'incomplete' END AS state
FROM players_person p
LEFT JOIN LATERAL (SELECT max(at) AS at FROM players_acceptance WHERE person_id = p.id) t ON true
WHERE p.kind = 'player' AND p.joined_at >= %(since)s AND p.joined_at < %(until)s
"""
    return Dataset(sql, {"since": since, "until": until}, order="p.joined_at, p.id")


def roll(*, until: datetime, currency: Currency) -> Dataset:
    """Every registered player with account data and dates (PT-R13)."""
    sql = f"""
SELECT p.public_id::text AS player, p.nickname, r.full_name, p.email, p.birth_date, r.nationality, r.profession,
  r.address, r.country, r.document_kind::text AS document_kind, r.document_number, r.nif, r.iban, p.joined_at,
  p.verified_at, p.closed_at, {_STATE} AS state, coalesce(a.balance, 0) AS balance
FROM players_person p
LEFT JOIN players_registration r ON r.person_id = p.id
LEFT JOIN wallet_public_account a ON a.kind = 'player' AND a.currency = %(currency)s AND a.owner = p.public_id::text
WHERE p.kind = 'player' AND p.joined_at < %(until)s
"""
    return Dataset(sql, {"until": until, "currency": currency.value}, order="p.id")


def barred(*, until: datetime) -> Dataset:
    """Persons who may not play at `until`: suspended by staff, or excluded, by whom and until when (PT-R14)."""
    sql = """
SELECT p.public_id::text AS player, p.nickname, found.kind, found.source, found.starts_at, found.ends_at,
  found.notice_at, found.reason
FROM (
  SELECT e.person_id, e.kind, e.source, e.starts_at, e.ends_at, e.notice_at, e.reason FROM players_exclusion e
  WHERE e.starts_at <= %(until)s AND (e.ends_at IS NULL OR e.ends_at > %(until)s)
    AND (e.revoked_at IS NULL OR e.revoked_at > %(until)s)
  UNION ALL
  SELECT s.id, 'suspended', 'operator', s.suspended_at, NULL, NULL, coalesce((
      SELECT c.reason FROM players_standingchange c WHERE c.person_id = s.id AND c.change = 'suspended'
      ORDER BY c.id DESC LIMIT 1), '')
  FROM players_person s WHERE s.kind = 'player' AND s.suspended_at <= %(until)s
) found JOIN players_person p ON p.id = found.person_id
"""
    return Dataset(sql, {"until": until}, order="found.starts_at, p.id")


def endings(*, since: datetime, until: datetime, words: Mapping[str, str]) -> Dataset:
    """Accounts closed, suspended or given up for good in [since, until), and on what grounds (PT-R16).

    `words` names whose wish an exclusion is.
    """
    sql = """
SELECT found.at, p.public_id::text AS player, p.nickname, found.what, found.reason, found.employee
FROM (
  SELECT c.created_at AS at, c.person_id, c.change AS what, c.reason, coalesce(b.nickname, '') AS employee
  FROM players_standingchange c LEFT JOIN players_person b ON b.id = c.by_id
  WHERE c.change = 'suspended' AND c.created_at >= %(since)s AND c.created_at < %(until)s
  UNION ALL
  SELECT e.starts_at, e.person_id, 'excluded-' || e.kind,
    concat_ws(': ', coalesce(%(words)s::jsonb ->> e.source, e.source), nullif(e.reason, '')), coalesce(b.nickname, '')
  FROM players_exclusion e LEFT JOIN players_person b ON b.id = e.by_id
  WHERE e.starts_at >= %(since)s AND e.starts_at < %(until)s
  UNION ALL
  SELECT q.closed_at, q.person_id, CASE q.cause WHEN 'asked' THEN 'closed' ELSE 'closed-' || q.cause END,
    q.reason, coalesce(b.nickname, '')
  FROM players_accountclosure q LEFT JOIN players_person b ON b.id = q.closed_by_id
  WHERE q.closed_at >= %(since)s AND q.closed_at < %(until)s
) found JOIN players_person p ON p.id = found.person_id
"""
    return Dataset(
        sql,
        {"since": since, "until": until, "words": json.dumps(dict(words), ensure_ascii=False)},
        order="found.at, p.id",
    )


def inactive(*, until: datetime, currency: Currency) -> Dataset:
    """Accounts without a movement for more than 90 days, and what they hold (PT-R10)."""
    sql = f"""
SELECT p.public_id::text AS player, p.nickname, {_STATE} AS state, p.joined_at, m.at AS last_movement,
  extract(day FROM %(until)s - coalesce(m.at, p.joined_at))::bigint AS days, coalesce(a.balance, 0) AS balance
FROM players_person p
LEFT JOIN wallet_public_account a ON a.kind = 'player' AND a.currency = %(currency)s AND a.owner = p.public_id::text
LEFT JOIN LATERAL (
  SELECT max(at) AS at FROM (
    (SELECT created_at AS at FROM wallet_public_transfer WHERE debit_account = a.id ORDER BY id DESC LIMIT 1)
    UNION ALL
    (SELECT created_at FROM wallet_public_transfer WHERE credit_account = a.id ORDER BY id DESC LIMIT 1)
  ) last
) m ON true
WHERE p.kind = 'player' AND coalesce(m.at, p.joined_at) < %(until)s - interval '{INACTIVE_DAYS} days'
"""
    return Dataset(sql, {"until": until, "currency": currency.value}, order="coalesce(m.at, p.joined_at), p.id")


def closed_with_balance(*, until: datetime, currency: Currency) -> Dataset:
    """Closed accounts that still hold money (PT-R11)."""
    sql = f"""
SELECT p.public_id::text AS player, p.nickname, p.joined_at, p.closed_at, a.balance
{_PLAYERS} AND (p.closed_at IS NOT NULL OR NOT p.is_active) AND a.balance > 0
"""
    return Dataset(sql, {"until": until, "currency": currency.value}, order="p.closed_at, p.id")


def staff(*, until: datetime, words: Mapping[str, str]) -> Dataset:
    """Everybody who works here or did: roles, last access and from where, last password, access ended (GL-18).

    `words` names the roles.
    """
    sql = """
SELECT p.nickname AS name, p.email, held.roles, CASE WHEN p.is_active THEN 'active' ELSE 'disabled' END AS state,
  p.joined_at, c.at AS last_access, c.address, w.at AS password_at, CASE WHEN NOT p.is_active THEN x.at END AS ended_at,
  CASE WHEN NOT p.is_active THEN x.reason END AS reason
FROM players_person p
LEFT JOIN LATERAL (
  SELECT string_agg(coalesce(%(words)s::jsonb ->> g.name, g.name), ', ' ORDER BY g.name) AS roles
  FROM players_person_groups m JOIN auth_group g ON g.id = m.group_id WHERE m.person_id = p.id
) held ON true
LEFT JOIN LATERAL (
  SELECT a.at, a.address FROM players_signinattempt a
  WHERE a.person_id = p.id AND a.outcome = 'signed-in' AND a.at < %(until)s ORDER BY a.id DESC LIMIT 1
) c ON true
LEFT JOIN LATERAL (
  SELECT max(d.at) AS at FROM players_datachange d
  WHERE d.person_id = p.id AND d.what = 'password' AND d.at < %(until)s
) w ON true
LEFT JOIN LATERAL (
  SELECT s.created_at AS at, s.reason FROM players_standingchange s
  WHERE s.person_id = p.id AND s.change IN ('disabled', 'left') ORDER BY s.id DESC LIMIT 1
) x ON true
WHERE p.kind = 'staff' AND p.joined_at < %(until)s
"""
    return Dataset(sql, {"until": until, "words": json.dumps(dict(words), ensure_ascii=False)}, order="p.id")
