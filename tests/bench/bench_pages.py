"""The cost of pages to the server, with a million bets behind them, in one run: `python tests/bench/bench_pages.py`.

P9. Needs DATABASE_URL and VALKEY_URL; works in a database of its own that is dropped at the end. BENCH_ROWS says how
many bets (1,000,000 unless told; ten to a round, a ledger line to each slip), BENCH_OTHERS how many persons,
complaints, payments and so on (20,000; three times as many entries in the trail). A page is asked through the whole
application as a browser would ask it, all middleware included, without the network. The limit beside it is a bare view
behind the same middleware that answers the very same bytes. Statements are counted with few rows and with all of them:
the number must not grow. BENCH_PAGES picks pages whose names begin so.
"""

import itertools
import os
import statistics
import time
from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from urllib.parse import urlencode

import _figures
import _furnish
from django.contrib.auth import get_user_model
from django.db import connection
from django.db.models import Max, Min, Model
from django.http import HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext
from django.urls import path, reverse
from django.utils import timezone

from casino.access.matrix import ADDRESSES
from casino.access.rows import STAFF
from kernel import garbage
from players.models import AuditEntry, Deposit, Person
from players.roles import Role
from reporting.models import ReportRun
from tables.models import PlaySession, Round
from tables.operations import session_pairs
from tests import many, past
from tests.factories import Floor
from tests.integration.portal.matrix_house import MatrixHouse

ROWS = int(os.environ.get("BENCH_ROWS", "1000000"))
OTHERS = int(os.environ.get("BENCH_OTHERS", "20000"))
ONLY = os.environ.get("BENCH_PAGES", "")
TABLES = 20
FEW = 1_000
FEW_OTHERS = 60
"""More than a page of any list shows."""
WAITING = 30
"""Cases, payments and incidents that wait for staff; the others are done."""
DAYS = 400
REPEATS = 9
SEARCH = "office: search"
BOUND_MS = 50
SEARCH_BOUND_MS = 30

_answers: dict[str, HttpResponse] = {}


def bare(request: HttpRequest, name: str) -> HttpResponse:
    """The same bytes, from nothing."""
    told = _answers[name]
    return HttpResponse(told.content, content_type=told["Content-Type"])


urlpatterns = [path("bare/<str:name>", bare)]


@dataclass(frozen=True, slots=True)
class Things:
    """The subjects of the pages: the house, one of everything that an address can name, and the people who ask."""

    house: _furnish.House
    one: MatrixHouse
    roles: dict[str, int]
    """One member of staff for each role: no role may do everything."""

    @property
    def staff(self) -> int:
        """The member of staff in charge of the one of everything."""
        return self.roles[Role.COMPLIANCE.value]

    def more(self, count: int, *, days: int) -> None:
        """So many more of everything that is not play."""
        persons = [player.person_id for player in self.house.players]
        many.grow(count, waiting=WAITING, persons=persons, by=self.staff, days=days)
        _furnish.statistics_of_a_lived_in_house()


def things(house: _furnish.House) -> Things:
    """One of everything, through the house's own operations."""
    floor = Floor(now=timezone.now(), _counter=itertools.count(10_000))
    one = MatrixHouse(floor)
    roles = {role.value: floor.staff(role).id for role in Role}
    many.furnish(person=house.players[0].person_id, staff=roles[Role.COMPLIANCE.value], now=floor.now)
    return Things(house, one, roles)


def browsers(known: Things) -> dict[str, Client]:
    """A player who has played most, the player to whom the one of everything belongs, and one of each role."""
    signed_in = {"player": known.house.players[0].person_id, "owner": known.one.owner.id, **known.roles}
    found = {}
    for name, number in signed_in.items():
        found[name] = Client(SERVER_NAME="127.0.0.1")
        found[name].force_login(get_user_model().objects.get(pk=number))
    return found


def pages(known: Things, *, day: date) -> dict[str, tuple[str, str]]:
    """By name: who asks, and for which address; the rounds are those of `day`."""
    first = known.house.players[0]
    table, played = {"code": known.house.tables[first.table_id]}, _played(first.table_id)
    one, hour = known.one.arguments, f"{timezone.localtime():%H}h"
    key = Person.objects.get(pk=first.person_id).public_id
    deep = {"rounds": Round, "players": Person, "deposits": Deposit, "audit": AuditEntry}
    middle_of = {name: f"antes={_middle(model)}" for name, model in deep.items()}

    def player(name: str, query: str = "", **named: object) -> tuple[str, str]:
        return "player", reverse(f"portal:{name}", kwargs=named) + f"?{query}".rstrip("?")

    def owner(name: str) -> tuple[str, str]:
        return "owner", reverse(f"portal:{name}", kwargs=dict(one[f"portal:{name}"]))

    def staff(name: str, query: str = "", **named: object) -> tuple[str, str]:
        known_ones = dict(one.get(f"backoffice:{name}", {})) | named
        who = ADDRESSES[f"backoffice:{name}"].get or STAFF
        return _reader(who), reverse(f"backoffice:{name}", kwargs=known_ones) + f"?{query}".rstrip("?")

    return {
        **{name: player(name) for name in ("lobby", "wallet", "statement", "sessions", "rounds", "limits", "breaks")},
        **{
            name: player(name)
            for name in ("complaints", "account", "personal_data", "deposit", "withdrawal", "security")
        },
        **{name: player(name, **table) for name in ("table", "rules")},
        "session": player("session", code=PlaySession.objects.get(pk=first.session_id).code),
        "round": player("round", code=played),
        **{name: owner(name) for name in ("complaint", "receipt", "deposit_status")},
        **{f"office: {name}": staff(name) for name in OFFICE},
        "office: table": staff("table", **table),
        "office: draft": staff("draft", **table),
        "office: configuration": staff("configuration", **table),
        "office: round": staff("round", code=played),
        "office: player": staff("player", number=key),
        "office: member": staff("member", number=Person.objects.get(pk=known.staff).public_id),
        "office: order": staff("requested_report", key=ReportRun.objects.order_by("pk")[0].key),
        "office: rounds of a table": staff("rounds", f"table={table['code']}"),
        "office: rounds of a day": staff("rounds", f"day={day}"),
        "office: rounds of a day by stakes": staff("rounds", f"day={day}&ordem=-stakes"),
        "office: rounds, deep": staff("rounds", middle_of["rounds"]),
        "office: players found": staff("players", "text=p1"),
        "office: players by name, deep": staff("players", f"ordem=name&{middle_of['players']}"),
        "office: deposits by amount, deep": staff("deposits", f"ordem=-amount&{middle_of['deposits']}"),
        "office: withdrawals held": staff("withdrawals", "state=held"),
        "office: complaints found": staff("complaints", "text=paga"),
        "office: audit of one": staff("audit", "subject=players_deposit&number=7"),
        "office: audit, deep": staff("audit", middle_of["audit"]),
        "office: search of an hour": staff("search", urlencode({"q": f"{table['code']} {day:%d/%m} {hour}"})),
        "office: search of a round": staff("search", f"q={played}"),
        "office: search of a player": staff("search", f"q=jog-{str(key)[:8]}"),
        "office: search of a name": staff("search", "q=p1"),
        "office: search of a name, mistyped": staff("search", "q=jogdor-17"),
        "office: charts of 90 days": staff("charts", "dias=90"),
    }


OFFICE = (
    *("floor", "tables", "decisions", "rounds", "replay", "deadlines", "players", "protection", "prohibitions"),
    *("incidents", "incident", "complaints", "complaint", "data_requests", "deposits", "withdrawals", "adjustments"),
    *("withdrawal", "adjustment", "ledger", "reports", "report", "charts", "reconciliation", "tax", "catalogue"),
    *("audit", "staff", "conformance", "inbox", "keeping", "drift", "regulator", "sealed_days", "safe_files"),
    *("extracts", "schedules"),
)
"""Pages of the back office that need no word more than the one of everything gives."""


def _reader(who: Collection[str]) -> str:
    """Of the roles that may open a page the one for whom most is on it: compliance staff, where they may."""
    compliance = Role.COMPLIANCE.value
    return compliance if compliance in who else next(role.value for role in Role if role.value in who)


def _played(table_id: int) -> str:
    """The code of a round with bets at this table."""
    return Round.objects.filter(table_id=table_id, phase="settled").order_by("-pk").values_list("code", flat=True)[0]


def _middle(model: type[Model]) -> int:
    """The number of a row in the middle of a list."""
    ends = model._default_manager.aggregate(first=Min("pk"), last=Max("pk"))
    between = (ends["first"] + ends["last"]) // 2
    return int(model._default_manager.filter(pk__lte=between).order_by("-pk").values_list("pk", flat=True)[0])


@dataclass(frozen=True, slots=True)
class Cost:
    """Milliseconds: until the answer is whole, of this process's processor, of the database's."""

    whole: float
    here: float
    there: float


def asked(client: Client, address: str) -> tuple[Cost, HttpResponse]:
    """The cost of an answer, and the answer."""
    there, begin, here = _worked_there(), time.perf_counter(), time.process_time()
    answer = client.get(address)
    here, whole = time.process_time() - here, time.perf_counter() - begin
    return Cost(whole * 1000, here * 1000, _worked_there() - there), answer


def _worked_there() -> float:
    """Milliseconds of processor that our connection's process has used; 0 where the system does not tell."""
    connection.ensure_connection()
    told = Path(f"/proc/{connection.connection.info.backend_pid}/schedstat")
    try:
        return int(told.read_text().split()[0]) / 1_000_000
    except OSError:
        return 0


def statements(client: Client, address: str) -> int:
    """How many statements a page sends, once the caches are filled."""
    client.get(address)
    with CaptureQueriesContext(connection) as seen:
        answer = client.get(address)
    assert answer.status_code == 200, (address, answer.status_code)
    return len(seen)


def middle(client: Client, address: str) -> Cost:
    """The median of each."""
    turns = [asked(client, address)[0] for _ in range(REPEATS)]
    return Cost(*(statistics.median(getattr(turn, each) for turn in turns) for each in ("whole", "here", "there")))


@dataclass(frozen=True, slots=True)
class Measured:
    """Whether a page is within its bound, its milliseconds, and those of the bare view beside it."""

    met: bool
    ours: float
    bare: float


def measure(name: str, client: Client, address: str, few: int) -> Measured:
    """One line: with all rows, beside the bare view; kept for a comparison of runs, too."""
    count = statements(client, address)
    _, _answers[name] = asked(client, address)
    ours = middle(client, address)
    with override_settings(ROOT_URLCONF=__name__):
        limit = middle(client, f"/bare/{name}").whole
    bound = SEARCH_BOUND_MS if SEARCH in name else BOUND_MS
    met = ours.whole <= bound and count <= few
    size = len(_answers[name].content) / 1024
    print(
        f"    {name:33s} {ours.whole:6.1f} {ours.here:6.1f} {ours.there:6.1f} {limit:6.1f} {ours.whole / limit:6.1f}"
        f" {few:4d} {count:4d} {size:7.1f}   {'met' if met else 'not met'}",
        flush=True,
    )
    _figures.keep(f"{name}, ms", ours.whole, target=bound, at_most=True)
    _figures.keep(f"{name}, bare views", ours.whole / limit)
    return Measured(met, ours.whole, limit)


PLAIN_FILES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
"""Nothing is collected for a benchmark: the names of static files are not looked up in a manifest."""


def main() -> None:
    with _furnish.database_of_its_own(), override_settings(STORAGES=PLAIN_FILES):
        house = _furnish.furnish(TABLES)
        _furnish.open_rounds(house, now=timezone.now())
        known = things(house)
        past.grow(1, FEW // past.A_ROUND // TABLES)
        _furnish.statistics_of_a_lived_in_house()
        known.more(FEW_OTHERS, days=FEW_OTHERS)
        clients = browsers(known)
        today = timezone.localdate()
        few = {name: statements(clients[who], address) for name, (who, address) in pages(known, day=today).items()}
        past.grow(FEW // past.A_ROUND // TABLES + 1, ROWS // past.A_ROUND // TABLES)
        while session_pairs.add_up():
            pass
        _furnish.statistics_of_a_lived_in_house()
        known.more(OTHERS, days=DAYS)
        garbage.keep()  # as the web process does, from here on
        print(f"P9  pages with {ROWS:,d} bets and as many ledger lines, {OTHERS:,d} of everything else;")
        print(
            f"    medians of {REPEATS}, <= {BOUND_MS} ms (a search {SEARCH_BOUND_MS}), no more statements than with few"
        )
        print("    rows; «here»: our processor")
        heads = "".join(f" {head:>6s}" for head in ("ms", "here", "there", "bare", "ratio"))
        print(f"    {'':33s}{heads} {'few':>4s} {'all':>4s} {'KiB':>7s}")
        asked_for = pages(known, day=today - timedelta(days=1))
        wanted = {name: page for name, page in asked_for.items() if name.startswith(ONLY)}
        found = [measure(name, clients[who], address, few[name]) for name, (who, address) in wanted.items()]
        met = sum(each.met for each in found)
        said = _figures.verdict("P9 pages within bounds", met / len(found), 1, digits=2)
        print(f"    {met} of {len(found)} met: {said}")
        bare, ours = (statistics.median(getattr(each, which) for each in found) for which in ("bare", "ours"))
        print(f"    in the middle a page takes {ours:.1f} ms and a bare view {bare:.1f}")


if __name__ == "__main__":
    main()
