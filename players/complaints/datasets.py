"""The persons' reading door for reports of cases: what banks were asked, limits, and complaints."""

from datetime import datetime

from kernel.datasets import Dataset


def instrument_deposits(*, since: datetime, until: datetime, state: str | None = None) -> Dataset:
    """Deposits asked for in [since, until) with their means of payment and what became of them (PT-R03, PT-R04)."""
    sql = """
SELECT d.started_at AS at, p.public_id::text AS player, p.nickname, i.kind AS instrument, i.label, d.amount, d.state,
  d.reason, d.finished_at, d.refunded_at, d.key::text AS key
FROM players_deposit d JOIN players_person p ON p.id = d.person_id JOIN players_instrument i ON i.id = d.instrument_id
WHERE d.started_at >= %(since)s AND d.started_at < %(until)s AND (%(state)s::text IS NULL OR d.state = %(state)s)
"""
    return Dataset(sql, {"since": since, "until": until, "state": state}, order="d.started_at, d.id")


def refused_withdrawals(*, since: datetime, until: datetime) -> Dataset:
    """Withdrawals asked for in [since, until) that staff refused or the bank did not take (PT-R06)."""
    sql = """
SELECT w.requested_at AS at, p.public_id::text AS player, p.nickname, i.kind AS instrument, i.label, w.amount, w.state,
  w.reason, coalesce(b.nickname, '') AS employee, w.finished_at, w.key::text AS key
FROM players_withdrawal w JOIN players_person p ON p.id = w.person_id
JOIN players_instrument i ON i.id = w.instrument_id
LEFT JOIN players_person b ON b.id = w.refused_by_id
WHERE w.requested_at >= %(since)s AND w.requested_at < %(until)s AND w.state IN ('refused', 'failed')
"""
    return Dataset(sql, {"since": since, "until": until}, order="w.requested_at, w.id")


def limits(*, until: datetime) -> Dataset:
    """Every limit in force at `until`, or waiting to be, and whose wish it is (PT-R15)."""
    sql = """
SELECT p.public_id::text AS player, p.nickname, l.kind, l.period, l.source, l.state,
  CASE WHEN l.kind <> 'session' THEN l.most END AS most, CASE WHEN l.kind = 'session' THEN l.most END AS minutes,
  l.requested_at, l.due_at, l.starts_at, coalesce(b.nickname, '') AS employee, l.reason
FROM players_limit l JOIN players_person p ON p.id = l.person_id LEFT JOIN players_person b ON b.id = l.by_id
WHERE l.state IN ('in-force', 'waiting') AND l.requested_at < %(until)s
"""
    return Dataset(sql, {"until": until}, order="p.id, l.kind, l.period, l.id")


def complaints(*, since: datetime, until: datetime) -> Dataset:
    """Complaints received in [since, until): grounds, occurrence, deadline, time to the answer, outcome (PT-R19)."""
    sql = """
SELECT 'R-' || c.year || '-' || lpad(c.serial::text, 5, '0') AS number, coalesce(p.public_id::text, '') AS player,
  coalesce(p.nickname, o.name) AS nickname, coalesce(o.relation, 'player') AS complainant, c.category, c.subject,
  c.channel, c.sheet, c.occurred_at, c.received_at, c.due_on, c.state, c.outcome, c.answered_at,
  extract(epoch FROM c.answered_at - c.received_at)::bigint / 3600 AS hours, coalesce(h.nickname, '') AS employee
FROM players_complaint c LEFT JOIN players_person p ON p.id = c.person_id
LEFT JOIN players_outsider o ON o.id = c.outsider_id LEFT JOIN players_person h ON h.id = c.handler_id
WHERE c.received_at >= %(since)s AND c.received_at < %(until)s
"""
    return Dataset(sql, {"since": since, "until": until}, order="c.year, c.serial")
