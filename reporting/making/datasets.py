"""The dataset of significant events: acts of staff, rules, accounts, exclusions, sign-ins, connections and money.

It reads what `wallet`, `players` and `tables` publish, and so it lies above all three.
"""

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Final

from kernel.datasets import Dataset
from reporting.making.change_datasets import CHANGED, MOMENTS
from tables.queries.connections import SILENT_AFTER

_EXCLUSIONS: Final = """
  SELECT e.starts_at, 'exclusion', 'excluded-' || e.kind, p.public_id::text, coalesce(b.nickname, ''), '',
    concat_ws(': ', coalesce(%(words)s::jsonb ->> ('source=' || e.source), e.source), nullif(e.reason, '')), '', NULL,
    jsonb_build_object('ends_at', to_char(e.ends_at AT TIME ZONE 'Europe/Lisbon', 'YYYY-MM-DD HH24:MI'))
  FROM players_public_exclusion e JOIN players_public_person p ON p.id = e.person_id
  LEFT JOIN players_public_person b ON b.id = e.by_id
  WHERE e.starts_at >= %(since)s AND e.starts_at < %(until)s
  UNION ALL
  SELECT e.notice_at, 'exclusion', 'notice', p.public_id::text, '', '', '', '', NULL,
    jsonb_build_object('ends_at', to_char(e.ends_at AT TIME ZONE 'Europe/Lisbon', 'YYYY-MM-DD HH24:MI'))
  FROM players_public_exclusion e JOIN players_public_person p ON p.id = e.person_id
  WHERE e.notice_at >= %(since)s AND e.notice_at < %(until)s
  UNION ALL
  SELECT e.revoked_at, 'exclusion', 'revoked', p.public_id::text, coalesce(b.nickname, ''), '', e.revoke_reason, '',
    NULL, NULL
  FROM players_public_exclusion e JOIN players_public_person p ON p.id = e.person_id
  LEFT JOIN players_public_person b ON b.id = e.revoked_by_id
  WHERE e.revoked_at >= %(since)s AND e.revoked_at < %(until)s"""
"""Begun, given notice of, taken back."""
_MOVEMENTS: Final = """
  SELECT x.created_at, CASE WHEN x.code = 'adjustment' THEN 'balance' WHEN x.code IN ('payout', 'prize') THEN 'prize'
      ELSE 'transfer' END,
    CASE x.code WHEN 'adjustment' THEN x.code ELSE 'large-' || x.code END, a.owner, coalesce(w.nickname, ''),
    coalesce(d.nickname, ''), coalesce(j.reason, x.reference), '', jsonb_build_object('balance', x.balance_before),
    jsonb_build_object('balance', x.balance_after)
  FROM wallet_public_transfer x
  JOIN wallet_public_account a
    ON a.id IN (x.debit_account, x.credit_account) AND a.kind = 'player' AND a.currency = 'EUR'
  LEFT JOIN players_public_adjustment j ON j.key = x.key AND x.code = 'adjustment'
  LEFT JOIN players_public_person w ON w.id = j.proposed_by_id
  LEFT JOIN players_public_person d ON d.id = j.decided_by_id
  WHERE x.created_at >= %(since)s AND x.created_at < %(until)s AND (x.code = 'adjustment'
    OR x.code IN ('payout', 'prize', 'stake', 'deposit', 'withdrawal-requested') AND x.amount >= %(least)s)"""
"""Corrections with their two persons, and what is large."""
_SIGN_INS: Final = """
  SELECT l.locked_at, 'sign-in', 'locked', coalesce(p.public_id::text, ''), '', '', '', '', NULL, NULL
  FROM players_public_signinlock l LEFT JOIN players_public_person p ON p.id = l.person_id
  WHERE l.locked_at >= %(since)s AND l.locked_at < %(until)s
  UNION ALL
  SELECT a.at, 'sign-in', 'sign-in-' || a.outcome, coalesce(p.public_id::text, ''), '', '',
    coalesce(%(words)s::jsonb ->> ('factor=' || a.factor), a.factor), a.address, NULL, NULL
  FROM players_public_signinattempt a LEFT JOIN players_public_person p ON p.id = a.person_id
  WHERE a.at >= %(since)s AND a.at < %(until)s AND a.outcome IN ('failed', 'refused')"""
"""Attempts that failed or were refused, and the locks that they closed (GL-17); an unknown e-mail is nobody's."""
_LOSSES: Final = """
  SELECT c.closed_at, 'connection', 'connection-lost', p.public_id::text, '', '',
    concat_ws(', ', t.code, c.close_code::text), c.address, NULL, NULL
  FROM tables_public_connection c JOIN players_public_person p ON p.id = c.person_id
  JOIN tables_public_table t ON t.id = c.table_id
  WHERE c.closed_at >= %(since)s AND c.closed_at < %(until)s
    AND (c.close_code IS NULL OR c.close_code < 4000 AND c.close_code <> ALL(%(said)s))
  UNION ALL
  SELECT greatest(w.seen_at, c.opened_at), 'connection', 'connection-lost', p.public_id::text, '', '',
    concat_ws(', ', t.code, %(words)s::jsonb ->> 'lost=process'), c.address, NULL, NULL
  FROM tables_public_webprocess w JOIN tables_public_connection c ON c.process_id = w.code AND c.closed_at IS NULL
  JOIN players_public_person p ON p.id = c.person_id JOIN tables_public_table t ON t.id = c.table_id
  WHERE w.seen_at < now() - %(silent)s AND greatest(w.seen_at, c.opened_at) >= %(since)s
    AND greatest(w.seen_at, c.opened_at) < %(until)s"""
"""Sockets of seated players that ended without a word from either side, or with their web process (PT-53)."""
SAID_BY_THE_BROWSER: Final = (1000, 1001, 1005)
"""The close codes of a page that was left; codes from 4000 on are the house's own, with their reason."""


_CLOCKS: Final = """
  SELECT k.at, 'clock', CASE WHEN k.agrees THEN 'clock-agrees' ELSE 'clock-differs' END, k.dealer, '', '',
    replace(k.ahead_ms::text, '-', '−') || ' ms', '', NULL, NULL
  FROM tables_public_clockchange k
  WHERE k.at >= %(since)s AND k.at < %(until)s"""
"""Clocks of hosts that deal that left the database's clock, or came back to it (GL-17)."""
_DATA_CHANGES: Final = """
  SELECT c.at, 'data', c.what, p.public_id::text, b.nickname, '', '', '', '{"datum": "•••"}', '{"datum": "•••"}'
  FROM players_public_datachange c JOIN players_public_person p ON p.id = c.person_id
  JOIN players_public_person b ON b.id = c.by_id
  WHERE c.at >= %(since)s AND c.at < %(until)s
"""


def significant(*, since: datetime, until: datetime, least: int, words: Mapping[str, str]) -> Dataset:
    """Significant events and alterations (GL-23, PT-53): who did them, who authorised them, what changed and why; and
    slips, payouts, deposits and withdrawals of `least` cents or more. Sign-ins that failed (GL-17) and lost connections
    come with the address.

    Changes are told field by field, with the values before and after. `words` names the fields (`minimum`), and their
    codes by field and code (`status=open`, `yes`, `no`).
    """
    sql = f"""
SELECT found.at, found.component, found.event, found.subject, found.employee, found.authorised, found.reason,
  found.address, ({CHANGED}) AS change
FROM (
  SELECT a.at, CASE WHEN a.action LIKE '%%-play' OR a.action = 'explain-stop' THEN 'switch' ELSE 'table' END
      AS component, a.action AS event,
    coalesce(nullif(a.subject, ''), t.code, '') AS subject, coalesce(b.nickname, '') AS employee, '' AS authorised,
    a.reason, '' AS address, a.before, a.after
  FROM tables_public_staffact a LEFT JOIN tables_public_table t ON t.id = a.table_id
  LEFT JOIN players_public_person b ON b.id = a.by_id
  WHERE a.at >= %(since)s AND a.at < %(until)s
  UNION ALL
  SELECT c.in_force_from, 'rules', 'in-force', t.code || ' v' || c.number, coalesce(w.nickname, ''),
    coalesce(d.nickname, ''), c.reference, '', (
      SELECT o.terms FROM tables_public_configuration o
      WHERE o.table_id = c.table_id AND o.in_force_from < c.in_force_from
      ORDER BY o.in_force_from DESC LIMIT 1
    ), c.terms
  FROM tables_public_configuration c JOIN tables_public_table t ON t.id = c.table_id
  LEFT JOIN players_public_person w ON w.id = c.submitted_by_id
  LEFT JOIN players_public_person d ON d.id = c.decided_by_id
  WHERE c.in_force_from >= %(since)s AND c.in_force_from < %(until)s
  UNION ALL
  SELECT s.created_at, 'account', s.change, p.public_id::text, coalesce(b.nickname, ''), '', s.reason, '',
    NULL, NULL
  FROM players_public_standingchange s JOIN players_public_person p ON p.id = s.person_id
  LEFT JOIN players_public_person b ON b.id = s.by_id
  WHERE s.created_at >= %(since)s AND s.created_at < %(until)s
  UNION ALL
{_EXCLUSIONS}
  UNION ALL
{_SIGN_INS}
  UNION ALL
{_LOSSES}
  UNION ALL
{_CLOCKS}
  UNION ALL
{_DATA_CHANGES}
  UNION ALL
{_MOVEMENTS}
) found
"""
    told = json.dumps(dict(words), ensure_ascii=False)
    asked = {"since": since, "until": until, "least": least, "words": told, **MOMENTS}
    lost = {"said": list(SAID_BY_THE_BROWSER), "silent": SILENT_AFTER}
    return Dataset(sql, asked | lost, order="found.at, found.component, found.subject")
