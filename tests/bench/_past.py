"""A past for the benchmarks: settled rounds with bets and ledger lines, copied in sets."""

import _furnish
from django.db import connection

from tables.models import Round

A_ROUND = 10
"""Bets."""
_CHANCES = ("ponto", "banca")
_ROUNDS = """
INSERT INTO tables_round
SELECT copy.* FROM tables_round model, generate_series(%(begin)s::int, %(end)s::int) n,
  LATERAL (SELECT model.opened_at - make_interval(secs => %(apart)s * n) AS moment) m,
  LATERAL jsonb_populate_record(model, jsonb_build_object(
    'id', nextval(pg_get_serial_sequence('tables_round', 'id')), 'number', model.number + n,
    'code', model.code || '-' || n, 'phase', 'settled', 'sums', '{"ponto": 10000}'::jsonb, 'opened_at', moment,
    'closed_at', moment, 'settled_at', moment, 'cards', '["4S", "KH", "4D", "7C"]'::jsonb, 'winner', 'ponto')) copy
WHERE model.phase = 'betting'
"""
_BETS = """
INSERT INTO tables_bet (round_id, person_id, session_id, key, chance, stake, outcome, prize, commission, returned)
SELECT r.id, s.person_id, s.id, gen_random_uuid(), chance, 1000, 'lose', 0, 0, 0
FROM tables_round r, tables_playsession s, unnest(%(chances)s::text[]) AS chance
WHERE r.phase = 'settled' AND r.id > %(after)s AND s.table_id = r.table_id AND s.seat <= %(players)s
"""
_LINES = """
INSERT INTO wallet_transfer (debit_account, credit_account, amount, code, key, reference, balance_before, balance_after,
  created_at)
SELECT s.account, r.stakes_account, b.stake, 'stake', b.key, r.code, 1000000, 1000000 - b.stake, r.settled_at
FROM tables_bet b JOIN tables_round r ON r.id = b.round_id JOIN tables_playsession s ON s.id = b.session_id
WHERE r.id > %(after)s
"""


def grow(begin: int, end: int, *, apart: float = 30) -> None:
    """Settled rounds number `begin` to `end` before the open one of every table, `apart` seconds from each other, with
    ten bets and their ledger lines each; by a superuser, past the triggers."""
    after = Round.objects.order_by("-pk").values_list("pk", flat=True)[0]
    players = A_ROUND // len(_CHANCES)
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        cursor.execute(_ROUNDS, {"begin": begin, "end": end, "apart": apart})
        cursor.execute(_BETS, {"after": after, "players": players, "chances": list(_CHANCES)})
        cursor.execute(_LINES, {"after": after})
        cursor.execute("SET session_replication_role = origin")
    _furnish.statistics_of_a_lived_in_house()
