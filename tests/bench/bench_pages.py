"""What pages cost the server, with a million bets behind them, in one run: `python tests/bench/bench_pages.py`.

P9. Needs DATABASE_URL and VALKEY_URL; works in a database of its own that is dropped at the end. BENCH_ROWS says how
many bets (1,000,000 unless told; ten to a round, a ledger line to each bet). A page is asked through the whole
application as a browser would ask it, all middleware included, without the network. The limit beside it is a bare view
behind the same middleware that answers the very same bytes. Statements are counted with few rows and with all of them:
the number must not grow.
"""

import os
import statistics
import time
from collections.abc import Callable

import _furnish
from django.contrib.auth import get_user_model
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext
from django.urls import path, reverse
from django.utils import timezone

from players.roles import Role
from tables.models import Round
from tests.factories import Floor

ROWS = int(os.environ.get("BENCH_ROWS", "1000000"))
A_ROUND = 10
TABLES = 20
FEW = 1_000
REPEATS = 15
BOUND_MS = 50

_ROUNDS = """
INSERT INTO tables_round
SELECT copy.* FROM tables_round model, generate_series(%(begin)s::int, %(end)s::int) n,
  LATERAL (SELECT model.opened_at - make_interval(secs => 30 * n) AS moment) m,
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
_answers: dict[str, HttpResponse] = {}


def bare(request: HttpRequest, name: str) -> HttpResponse:
    """The same bytes, from nothing."""
    told = _answers[name]
    return HttpResponse(told.content, content_type=told["Content-Type"])


urlpatterns = [path("bare/<str:name>", bare)]


def grow(house: _furnish.House, begin: int, end: int) -> None:
    """So many more settled rounds at every table, with bets and ledger lines; by a superuser, past the triggers."""
    after = Round.objects.order_by("-pk").values_list("pk", flat=True)[0]
    players = A_ROUND // 2
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        cursor.execute(_ROUNDS, {"begin": begin, "end": end})
        cursor.execute(_BETS, {"after": after, "players": players, "chances": ["ponto", "banca"]})
        cursor.execute(_LINES, {"after": after})
        cursor.execute("SET session_replication_role = origin")
    _furnish.statistics_of_a_lived_in_house()


def browsers(house: _furnish.House) -> dict[str, Client]:
    """A player who has played, and staff who may see everything listed here."""
    people = get_user_model().objects
    floor = Floor(now=timezone.now())
    staff = floor.staff(Role.SUPERVISOR, Role.AUDITOR, Role.COMPLIANCE)
    signed_in = {"player": people.get(pk=house.players[0].person_id), "staff": people.get(pk=staff.id)}
    found = {}
    for name, user in signed_in.items():
        found[name] = Client(SERVER_NAME="127.0.0.1")
        found[name].force_login(user)
    return found


def pages(house: _furnish.House) -> dict[str, tuple[str, str]]:
    """By name: who asks, and for which address."""
    code = house.tables[house.players[0].table_id]
    return {
        "lobby": ("player", reverse("portal:lobby")),
        "table": ("player", reverse("portal:table", args=[code])),
        "wallet": ("player", reverse("portal:wallet")),
        "sessions": ("player", reverse("portal:sessions")),
        "office: floor": ("staff", reverse("backoffice:floor")),
        "office: tables": ("staff", reverse("backoffice:tables")),
        "office: rounds": ("staff", reverse("backoffice:rounds")),
        "office: ledger": ("staff", reverse("backoffice:ledger")),
        "office: audit": ("staff", reverse("backoffice:audit")),
    }


def asked(client: Client, address: str) -> tuple[float, HttpResponse]:
    """Milliseconds until the answer is whole, and the answer."""
    begin = time.perf_counter()
    answer = client.get(address)
    return (time.perf_counter() - begin) * 1000, answer


def statements(client: Client, address: str) -> int:
    """How many statements a page sends, once whatever is kept is kept."""
    client.get(address)
    with CaptureQueriesContext(connection) as seen:
        answer = client.get(address)
    assert answer.status_code == 200, (address, answer.status_code)
    return len(seen)


def middle(work: Callable[[], float]) -> float:
    return statistics.median(work() for _ in range(REPEATS))


def measure(name: str, client: Client, address: str, few: int) -> None:
    """One line: with all rows, beside the bare view."""
    count = statements(client, address)
    _, _answers[name] = asked(client, address)
    ours = middle(lambda: asked(client, address)[0])
    with override_settings(ROOT_URLCONF=__name__):
        limit = middle(lambda: asked(client, f"/bare/{name}")[0])
    note = "met" if ours <= BOUND_MS and count == few else "not met"
    size = len(_answers[name].content) / 1024
    print(
        f"    {name:16s} {ours:8.1f} {limit:8.1f} {ours / limit:7.1f} {few:6d} {count:6d} {size:8.1f}   {note}",
        flush=True,
    )


PLAIN_FILES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
"""Nothing is collected for a benchmark: the names of static files are not looked up in a manifest."""


def main() -> None:
    with _furnish.database_of_its_own(), override_settings(STORAGES=PLAIN_FILES):
        house = _furnish.furnish(TABLES)
        _furnish.open_rounds(house, now=timezone.now())
        grow(house, 1, FEW // A_ROUND // TABLES)
        clients, wanted = browsers(house), pages(house)
        few = {name: statements(clients[who], address) for name, (who, address) in wanted.items()}
        grow(house, FEW // A_ROUND // TABLES + 1, ROWS // A_ROUND // TABLES)
        print(f"P9  pages with {ROWS:,d} bets and as many ledger lines, medians of {REPEATS}; <= {BOUND_MS} ms, and")
        print("    as many statements as with few rows")
        print(f"    {'':16s} {'ms':>8s} {'bare ms':>8s} {'ratio':>7s} {'few':>6s} {'all':>6s} {'KiB':>8s}")
        for name, (who, address) in wanted.items():
            measure(name, clients[who], address, few[name])


if __name__ == "__main__":
    main()
