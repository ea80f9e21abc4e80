"""The tables' reading door for reports: registers of rounds, bets, sessions and staff's acts, streamed by the caller.

`player` is the key under which the ledger knows a person; amounts in cents; shares in millionths.
"""

import json
from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final

from baccarat.odds import odds_of
from kernel.datasets import Dataset
from kernel.money import Currency
from tables.incident_terms import SEVERITY
from tables.models import Configuration
from tables.queries.promises import MICRO
from tables.table_settings import TableSettings, terms_of

_ENDED: Final = """
  ((r.settled_at >= %(since)s AND r.settled_at < %(until)s) OR (r.voided_at >= %(since)s AND r.voided_at < %(until)s))
"""
_PLACE: Final = """
  JOIN tables_table t ON t.id = r.table_id AND t.currency = %(currency)s
    AND (%(table)s::text IS NULL OR t.code = %(table)s)
"""


def _asked(since: datetime, until: datetime, currency: Currency, table: str | None) -> dict[str, Any]:
    return {"since": since, "until": until, "currency": currency.value, "table": table}


def rounds(*, since: datetime, until: datetime, currency: Currency, table: str | None = None) -> Dataset:
    """Every round settled or void in [since, until), with its cards and sums (PT-52)."""
    sql = f"""
SELECT r.code AS round, t.code AS table_code, t.name AS table_name, c.number AS version, r.opened_at, r.closed_at,
  coalesce(r.settled_at, r.voided_at) AS ended_at, r.phase, r.void_reason, array_to_string(r.cards, '-') AS cards,
  r.winner, b.players, b.bets, b.staked, b.returned, b.prizes, b.commission
FROM tables_round r {_PLACE} JOIN tables_configuration c ON c.id = r.configuration_id
CROSS JOIN LATERAL (
  SELECT count(DISTINCT person_id) AS players, count(*) AS bets, coalesce(sum(stake), 0)::bigint AS staked,
    coalesce(sum(returned), 0)::bigint AS returned, coalesce(sum(prize), 0)::bigint AS prizes,
    coalesce(sum(commission), 0)::bigint AS commission
  FROM tables_bet WHERE round_id = r.id AND stake > 0
) b
WHERE {_ENDED}
"""
    return Dataset(sql, _asked(since, until, currency, table), order="coalesce(r.settled_at, r.voided_at), r.id")


def games(
    *, since: datetime, until: datetime, currency: Currency, table: str | None = None, player: str | None = None
) -> Dataset:
    """Each round of each player: the balance before the first stake and after the last payment (PT-52)."""
    sql = f"""
SELECT r.code AS round, t.code AS table_code, t.name AS table_name, c.number AS version,
  p.public_id::text AS player, p.nickname, r.opened_at, coalesce(r.settled_at, r.voided_at) AS ended_at, l.opening,
  b.staked, b.prizes, b.commission, b.returned, l.closing, r.phase, r.void_reason
FROM (
  SELECT b.round_id, b.person_id, sum(b.stake)::bigint AS staked, sum(b.prize)::bigint AS prizes,
    sum(b.commission)::bigint AS commission, sum(b.returned)::bigint AS returned, min(s.account) AS account
  FROM tables_bet b JOIN tables_round r ON r.id = b.round_id AND {_ENDED}
  JOIN tables_playsession s ON s.id = b.session_id
  WHERE b.stake > 0 GROUP BY b.round_id, b.person_id
) b
JOIN tables_round r ON r.id = b.round_id {_PLACE}
JOIN tables_configuration c ON c.id = r.configuration_id
JOIN players_public_person p ON p.id = b.person_id AND (%(player)s::text IS NULL OR p.public_id::text = %(player)s)
LEFT JOIN LATERAL (
  SELECT (array_agg(x.balance_before ORDER BY x.id))[1] AS opening,
    (array_agg(x.balance_after ORDER BY x.id DESC))[1] AS closing
  FROM wallet_public_transfer x WHERE x.reference = r.code
    AND b.account = CASE WHEN x.balance_after < x.balance_before THEN x.debit_account ELSE x.credit_account END
) l ON true
"""
    return Dataset(
        sql,
        _asked(since, until, currency, table) | {"player": player},
        order="coalesce(r.settled_at, r.voided_at), r.id, b.person_id",
    )


def bets(
    *, since: datetime, until: datetime, currency: Currency, table: str | None = None, player: str | None = None
) -> Dataset:
    """The bet register (PT-54, PT-R20): when it was accepted, what could come, what each side put in, what came."""
    sql = f"""
SELECT r.code AS round, t.code AS table_code, t.name AS table_name, c.number AS version,
  p.public_id::text AS player, s.at AS accepted_at, b.chance, b.chance AS possible, b.stake,
  ceil(b.stake * o.prize / o.stake)::bigint AS at_risk, r.closed_at,
  coalesce(r.settled_at, r.voided_at) AS ended_at, r.winner, b.outcome, b.prize, b.commission, b.returned
FROM tables_bet b
JOIN tables_round r ON r.id = b.round_id AND {_ENDED} {_PLACE}
JOIN tables_configuration c ON c.id = r.configuration_id
JOIN players_public_person p ON p.id = b.person_id AND (%(player)s::text IS NULL OR p.public_id::text = %(player)s)
LEFT JOIN (
  SELECT s.round_id, s.person_id, max(s.taken_at) AS at FROM tables_slip s JOIN tables_round r ON r.id = s.round_id
    AND {_ENDED}
  WHERE s.refusal IS NULL GROUP BY s.round_id, s.person_id
) s ON s.round_id = b.round_id AND s.person_id = b.person_id
LEFT JOIN unnest(%(configurations)s::bigint[], %(chances)s::text[], %(prizes)s::numeric[], %(stakes)s::numeric[])
  AS o(configuration_id, chance, prize, stake) ON o.configuration_id = r.configuration_id AND o.chance = b.chance
WHERE b.stake > 0
"""
    return Dataset(
        sql,
        _asked(since, until, currency, table) | {"player": player} | _pays(),
        order="coalesce(r.settled_at, r.voided_at), r.id, b.id",
    )


def sessions(
    *, since: datetime, until: datetime, currency: Currency, table: str | None = None, player: str | None = None
) -> Dataset:
    """Sessions that ended in [since, until), or stand open at its end, with their sums and balances (GL-24, PT-51)."""
    sql = """
SELECT s.code::text AS session, p.public_id::text AS player, p.nickname, t.code AS table_code, t.name AS table_name,
  s.started_at, s.ended_at, s.end_reason,
  coalesce((SELECT c.device FROM tables_connection c WHERE c.table_id = s.table_id AND c.person_id = s.person_id
    AND c.opened_at <= coalesce(s.ended_at, %(until)s) AND (c.closed_at IS NULL OR c.closed_at >= s.started_at)
    ORDER BY c.opened_at DESC LIMIT 1), '') AS device,
  (SELECT count(*) FROM players_public_deposit d JOIN wallet_public_transfer x ON x.code = 'deposit' AND x.key = d.key
    WHERE d.person_id = s.person_id AND %(currency)s = 'EUR' AND x.created_at >= s.started_at
    AND x.created_at < coalesce(s.ended_at, %(until)s)) AS deposits,
  (SELECT count(*) FROM players_public_withdrawal w WHERE w.person_id = s.person_id AND %(currency)s = 'EUR'
    AND w.requested_at >= s.started_at AND w.requested_at < coalesce(s.ended_at, %(until)s)) AS withdrawals,
  (SELECT max(x.taken_at) FROM (SELECT DISTINCT b.round_id FROM tables_bet b WHERE b.session_id = s.id) laid
    JOIN tables_slip x ON x.round_id = laid.round_id AND x.person_id = s.person_id AND x.session_id = s.id
    WHERE x.refusal IS NULL AND x.taken_at < %(until)s
    AND EXISTS (SELECT FROM jsonb_each_text(x.lines) line WHERE line.value::bigint > 0)) AS last_confirmed_at,
  s.rounds, s.staked, s.prizes, s.returned, s.commission,
  (SELECT x.balance_after FROM wallet_public_transfer x WHERE s.account IN (x.debit_account, x.credit_account)
    AND x.created_at <= s.started_at ORDER BY x.id DESC LIMIT 1) AS opening,
  (SELECT x.balance_after FROM wallet_public_transfer x WHERE s.account IN (x.debit_account, x.credit_account)
    AND x.created_at <= coalesce(s.ended_at, %(until)s) ORDER BY x.id DESC LIMIT 1) AS closing,
  coalesce((SELECT sum(b.stake) FROM tables_bet b JOIN tables_round r ON r.id = b.round_id
    WHERE b.session_id = s.id AND s.ended_at IS NULL AND r.phase NOT IN ('settled', 'void')), 0)::bigint AS in_play
FROM tables_playsession s
JOIN tables_table t ON t.id = s.table_id AND t.currency = %(currency)s
  AND (%(table)s::text IS NULL OR t.code = %(table)s)
JOIN players_public_person p ON p.id = s.person_id AND (%(player)s::text IS NULL OR p.public_id::text = %(player)s)
WHERE s.started_at < %(until)s AND (s.ended_at IS NULL OR s.ended_at >= %(since)s) AND (s.ended_at < %(until)s
  OR s.ended_at IS NULL)
"""
    return Dataset(sql, _asked(since, until, currency, table) | {"player": player}, order="s.started_at, s.id")


def performance(*, since: datetime, until: datetime, currency: Currency, table: str | None = None) -> Dataset:
    """Each bet of each version of each table: what the odds promise and what came of it (GL-20)."""
    sql = f"""
WITH played AS (
  SELECT r.table_id, r.configuration_id, b.chance, count(DISTINCT r.id) FILTER (WHERE r.phase = 'settled') AS rounds,
    count(*) FILTER (WHERE r.phase = 'settled') AS bets,
    coalesce(sum(b.stake) FILTER (WHERE r.phase = 'settled'), 0)::bigint AS staked,
    coalesce(sum(b.returned) FILTER (WHERE r.phase = 'settled'), 0)::bigint AS returned,
    coalesce(sum(b.commission) FILTER (WHERE r.phase = 'settled'), 0)::bigint AS commission,
    coalesce(sum(b.stake) FILTER (WHERE r.phase = 'void'), 0)::bigint AS voided
  FROM tables_round r {_PLACE} JOIN tables_bet b ON b.round_id = r.id AND b.stake > 0
  WHERE {_ENDED} GROUP BY 1, 2, 3
)
SELECT t.code AS table_code, t.name AS table_name, c.number AS version, c.terms->>'preset' AS preset,
  c.in_force_from, c.status, p.chance, p.rounds, p.bets, p.staked, p.returned, p.staked - p.returned AS gross_revenue,
  p.commission, p.voided, o.rtp::bigint AS theoretical,
  CASE WHEN p.staked > 0 THEN round(1000000.0 * p.returned / p.staked)::bigint END AS actual
FROM played p JOIN tables_table t ON t.id = p.table_id JOIN tables_configuration c ON c.id = p.configuration_id
LEFT JOIN unnest(%(configurations)s::bigint[], %(chances)s::text[], %(rtps)s::numeric[])
  AS o(configuration_id, chance, rtp) ON o.configuration_id = p.configuration_id AND o.chance = p.chance
"""
    return Dataset(sql, _asked(since, until, currency, table) | _pays(), order="t.code, c.number, p.chance")


def paytables(*, since: datetime, until: datetime, currency: Currency, table: str | None = None) -> Dataset:
    """Each version of each table's rules: since when, its state, and what was played under it (GL-15, PT-49).

    `unfinished` is the stakes in the rounds that were in play at the end: each table's last one until then.
    """
    sql = f"""
SELECT t.code AS table_code, t.name AS table_name, c.number AS version, c.terms->>'preset' AS preset,
  c.terms->>'commission' AS mode, c.reference, c.status, c.in_force_from, c.superseded_at,
  o.best::bigint AS theoretical, coalesce(p.rounds, 0) AS rounds, coalesce(p.voids, 0) AS voids,
  coalesce(b.bets, 0) AS bets,
  coalesce(b.staked, 0)::bigint AS staked, coalesce(b.returned, 0)::bigint AS returned,
  coalesce(b.commission, 0)::bigint AS commission, coalesce(u.in_play, 0)::bigint AS unfinished
FROM tables_configuration c JOIN tables_table t ON t.id = c.table_id AND t.currency = %(currency)s
  AND (%(table)s::text IS NULL OR t.code = %(table)s)
LEFT JOIN (
  SELECT r.configuration_id, count(*) FILTER (WHERE r.phase = 'settled') AS rounds,
    count(*) FILTER (WHERE r.phase = 'void') AS voids
  FROM tables_round r WHERE {_ENDED} GROUP BY 1
) p ON p.configuration_id = c.id
LEFT JOIN (
  SELECT r.configuration_id, count(*) AS bets, sum(b.stake) AS staked, sum(b.returned) AS returned,
    sum(b.commission) AS commission
  FROM tables_round r JOIN tables_bet b ON b.round_id = r.id AND b.stake > 0
  WHERE r.settled_at >= %(since)s AND r.settled_at < %(until)s GROUP BY 1
) b ON b.configuration_id = c.id
LEFT JOIN (
  SELECT r.configuration_id, sum(b.stake) AS in_play
  FROM tables_table place CROSS JOIN LATERAL (
    SELECT id, configuration_id, coalesce(settled_at, voided_at) AS ended_at FROM tables_round
    WHERE table_id = place.id AND opened_at < %(until)s ORDER BY opened_at DESC, id DESC LIMIT 1
  ) r JOIN tables_bet b ON b.round_id = r.id
  WHERE r.ended_at IS NULL OR r.ended_at >= %(until)s GROUP BY 1
) u ON u.configuration_id = c.id
LEFT JOIN (
  SELECT configuration_id, max(rtp) AS best
  FROM unnest(%(configurations)s::bigint[], %(rtps)s::numeric[]) AS o(configuration_id, rtp) GROUP BY 1
) o ON o.configuration_id = c.id
WHERE c.in_force_from < %(until)s AND (c.superseded_at IS NULL OR c.superseded_at >= %(since)s)
"""
    return Dataset(sql, _asked(since, until, currency, table) | _pays(), order="t.code, c.number")


def errors(*, since: datetime, until: datetime) -> Dataset:
    """Failures: incidents, void rounds without one, and switches; what was noticed, how severe they are, what they
    touched in cents and players, cause, solution, and by whom (PT-R18).
    """
    sql = """
SELECT found.at, found.number, found.what, found.subject, found.noticed, found.severity, found.cause, found.solution,
  CASE WHEN found.amount IS NULL THEN '' ELSE found.currency END AS currency, found.amount, found.people, found.told_at,
  found.employee, found.ended_at
FROM (
  SELECT i.opened_at AS at, i.id::text AS number, i.kind AS what,
    coalesce(nullif(i.subject, ''), t.code, '') AS subject,
    coalesce(i.facts ->> 'text', CASE WHEN i.kind = 'void-round' THEN i.facts ->> 'reason' END, '') AS noticed,
    coalesce(i.severity, (%(severities)s::jsonb ->> i.kind)::int) AS severity,
    coalesce(nullif(i.cause, ''), CASE WHEN i.kind = 'void-round' THEN i.facts ->> 'reason' END, '') AS cause,
    i.solution,
    CASE WHEN i.amount IS NULL THEN t.currency ELSE %(euro)s END AS currency, coalesce(i.amount, b.staked) AS amount,
    coalesce(i.people, b.players) AS people, i.told_at, concat_ws(', ', one.nickname, two.nickname) AS employee,
    i.closed_at AS ended_at
  FROM tables_incident i LEFT JOIN tables_table t ON t.id = i.table_id
  LEFT JOIN tables_round r ON r.code = i.subject AND r.table_id = i.table_id
  LEFT JOIN LATERAL (
    SELECT coalesce(sum(stake), 0)::bigint AS staked, count(DISTINCT person_id)::int AS players
    FROM tables_bet WHERE round_id = r.id AND stake > 0
  ) b ON r.id IS NOT NULL
  LEFT JOIN players_public_person one ON one.id = i.proposed_by_id
  LEFT JOIN players_public_person two ON two.id = i.closed_by_id
  WHERE i.opened_at >= %(since)s AND i.opened_at < %(until)s
  UNION ALL
  SELECT r.voided_at, '', 'void-round', r.code, r.void_reason, NULL, r.void_reason, '', t.currency, b.staked, b.players,
    NULL,
    coalesce((SELECT b.nickname FROM tables_staffact a JOIN players_public_person b ON b.id = a.by_id
      WHERE a.action = 'void-round' AND a.table_id = r.table_id AND a.after ->> 'round' = r.code
      ORDER BY a.id LIMIT 1), ''), r.voided_at
  FROM tables_round r JOIN tables_table t ON t.id = r.table_id
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(stake), 0)::bigint AS staked, count(DISTINCT person_id)::int AS players
    FROM tables_bet WHERE round_id = r.id AND stake > 0
  ) b
  WHERE r.voided_at >= %(since)s AND r.voided_at < %(until)s
    AND NOT EXISTS (SELECT 1 FROM tables_incident i WHERE i.kind = 'void-round' AND i.subject = r.code)
  UNION ALL
  SELECT s.at, '', 'stop-play', coalesce(t.code, s.scope), s.reason, NULL, s.reason, '', '', NULL, NULL, NULL,
    coalesce(b.nickname, ''), s.lifted_at
  FROM tables_stop s LEFT JOIN players_public_person b ON b.id = s.by_id
  LEFT JOIN tables_table t ON s.scope IN ('table-' || t.id, 'drift-' || t.id)
  WHERE s.at >= %(since)s AND s.at < %(until)s
) found
"""
    severities = json.dumps({str(kind): severity for kind, severity in SEVERITY.items()})
    facts = {"since": since, "until": until, "severities": severities, "euro": Currency.EUR.value}
    return Dataset(sql, facts, order="found.at, found.what, found.subject, found.number")


def _pays() -> dict[str, Any]:
    """For every configuration that was ever in force, each bet's best prize and its exact return, as arrays."""
    found = Configuration.objects.filter(in_force_from__isnull=False).order_by("pk")
    rows = list(_pays_of((each.pk, terms_of(each.pk, each.terms)) for each in found))
    names = ("configurations", "chances", "prizes", "stakes", "rtps")
    return {name: [row[place] for row in rows] for place, name in enumerate(names)}


def _pays_of(found: Iterable[tuple[int, TableSettings]]) -> Iterable[tuple[int, str, int, int, int]]:
    for configuration_id, terms in found:
        for chance, exact in odds_of(terms.ruleset).bets.items():
            offer = terms.ruleset.offer(chance)
            assert offer is not None, "only what is offered has odds"
            best = max((ratio for _event, ratio in offer.pays), key=lambda ratio: ratio.prize / ratio.stake)
            yield configuration_id, chance.value, best.prize, best.stake, round(exact.rtp * MICRO)
