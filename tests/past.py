"""A past: settled rounds with bets, sessions and ledger lines, copied in sets."""

from django.db import connection

from tables.models import Round

A_ROUND = 10
"""Bets."""
A_SESSION = 40
"""Rounds."""
_CHANCES = ("ponto", "banca")
_ROUNDS = """
WITH accounts AS (
  INSERT INTO wallet_account (kind, currency, owner, opened_at)
  SELECT 'stakes', 'EUR', model.code || '-' || n, model.opened_at
  FROM tables_round model, generate_series(%(begin)s::int, %(end)s::int) n
  WHERE model.phase = 'betting'
  RETURNING id, owner
)
INSERT INTO tables_round ({columns})
SELECT {columns_of_copy} FROM tables_round model, generate_series(%(begin)s::int, %(end)s::int) n,
  LATERAL (SELECT model.opened_at - make_interval(secs => %(apart)s * n) AS moment) m,
  accounts, LATERAL jsonb_populate_record(model, jsonb_build_object(
    'id', nextval(pg_get_serial_sequence('tables_round', 'id')), 'number', model.number + n,
    'code', accounts.owner, 'phase', 'settled', 'sums', '{"ponto": 10000}'::jsonb, 'opened_at', moment,
    'closed_at', moment, 'settled_at', moment, 'cards', '["4S", "KH", "4D", "7C"]'::jsonb, 'winner', 'ponto',
    'stakes_account', accounts.id)) copy
WHERE model.phase = 'betting' AND accounts.owner = model.code || '-' || n
ORDER BY n DESC
"""
"""In the order of time, as the rows of a house lie: what is found by ranges of blocks is found so."""
_SESSIONS = """
INSERT INTO tables_playsession
SELECT copy.* FROM tables_playsession model JOIN tables_round current ON current.table_id = model.table_id,
  generate_series(%(begin)s::int, %(end)s::int, %(length)s) block,
  LATERAL (SELECT least(block + %(length)s - 1, %(end)s) AS first) each,
  LATERAL jsonb_populate_record(model, jsonb_build_object(
    'id', nextval(pg_get_serial_sequence('tables_playsession', 'id')), 'code', gen_random_uuid(),
    'key', md5(concat_ws('-', model.id, %(begin)s, (block - %(begin)s) / %(length)s)),
    'started_at', current.opened_at - make_interval(secs => %(apart)s * first),
    'ended_at', current.opened_at - make_interval(secs => %(apart)s * (block - 0.5)),
    'rounds', first - block + 1, 'staked', (first - block + 1) * 2000)) copy
WHERE current.phase = 'betting' AND model.ended_at IS NULL AND model.seat <= %(players)s
ORDER BY block DESC
"""
"""Of those who sit there now, one after the other."""
_BETS = """
INSERT INTO tables_bet (round_id, person_id, session_id, key, chance, stake, outcome, prize, commission, returned)
SELECT r.id, model.person_id, s.id, gen_random_uuid(), chance, 1000, 'lose', 0, 0, 0
FROM tables_round r JOIN tables_round current ON current.table_id = r.table_id AND current.phase = 'betting'
JOIN tables_playsession model ON model.table_id = r.table_id AND model.ended_at IS NULL AND model.seat <= %(players)s
JOIN tables_playsession s ON s.person_id = model.person_id AND s.key = md5(concat_ws('-', model.id, %(begin)s,
  (r.number - current.number - %(begin)s) / %(length)s))::uuid, unnest(%(chances)s::text[]) AS chance
WHERE r.phase = 'settled' AND r.id > %(after)s
ORDER BY r.id
"""
_LINES = """
INSERT INTO wallet_transfer (debit_account, credit_account, amount, code, key, reference, balance_before, balance_after,
  created_at)
SELECT s.account, r.stakes_account, b.stake, 'stake', b.key, r.code, a.balance + b.stake, a.balance, r.settled_at
FROM (
  SELECT round_id, session_id, (array_agg(key))[1] AS key, sum(stake) AS stake
  FROM tables_bet WHERE round_id > %(after)s GROUP BY round_id, session_id
) b JOIN tables_round r ON r.id = b.round_id JOIN tables_playsession s ON s.id = b.session_id
JOIN wallet_account a ON a.id = s.account
ORDER BY r.id, s.id
"""
"""A slip's line. The last line of an account ends at its balance, so that the next may follow it (ADR 0144)."""


def _rounds() -> str:
    """A generated column has its value from the others."""
    columns = [field.column for field in Round._meta.concrete_fields if not field.generated]
    named, copied = ", ".join(columns), ", ".join(f"copy.{column}" for column in columns)
    return _ROUNDS.replace("{columns}", named).replace("{columns_of_copy}", copied)


def grow(begin: int, end: int, *, apart: float = 30) -> None:
    """Settled rounds number `begin` to `end` before the open one of every table, `apart` seconds from each other, with
    ten bets and their ledger lines each; by a superuser, past the triggers. Statistics are the caller's."""
    after = Round.objects.order_by("-pk").values_list("pk", flat=True)[0]
    players = A_ROUND // len(_CHANCES)
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        cursor.execute(_rounds(), {"begin": begin, "end": end, "apart": apart})
        cursor.execute("ANALYZE tables_round")
        asked = {"begin": begin, "end": end, "apart": apart, "players": players, "length": A_SESSION}
        cursor.execute(_SESSIONS, asked)
        cursor.execute("ANALYZE tables_playsession")
        cursor.execute(_BETS, {**asked, "after": after, "chances": list(_CHANCES)})
        cursor.execute(_LINES, {"after": after})
        cursor.execute("SET session_replication_role = origin")
