"""Lists sorted by their columns: nothing lost or repeated from page to page, the filters kept, no list sorted whole."""

import re
import uuid
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from html import unescape

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from casino.backoffice import list_pages
from kernel.sorting import Sort, Sortable
from players.audit.queries import audit, dossier
from players.cashier import operations as cashier
from players.cashier import queries as reading
from players.complaints.queries import cases as complaints
from players.models import Deposit, Instrument, Person
from players.roles import Role
from tables import queries as tables
from tests.factories import Floor
from tests.integration.backoffice.browsers import AsRole
from tests.tampering import past_triggers

LISTS = (
    "rounds",
    "players",
    "incidents",
    "complaints",
    "audit",
    "deposits",
    "withdrawals",
    "adjustments",
    "prohibitions",
    "protection",
    "deadlines",
    "tables",
    "staff",
)
AMOUNTS = [5_00, 1_00, 5_00, 3_00, 5_00, 1_00, 9_00]
MANY = 20_000
pytestmark = pytest.mark.django_db


@pytest.fixture
def deposits(floor: Floor) -> list[int]:
    """Deposits of these amounts, by number: several of one amount."""
    player = floor.player("ana", cents=0)
    instrument = cashier.add_instrument(
        person_id=player.id, kind="mbway", number="912345678", idempotency_key=uuid.uuid4(), now=floor.now
    )
    Instrument.objects.update(proven_at=floor.now)
    made = [
        Deposit.objects.create(
            person_id=player.id,
            instrument_id=instrument.instrument_id,
            key=uuid.uuid4(),
            amount=amount,
            state="pending",
            started_at=floor.now,
        )
        for amount in AMOUNTS
    ]
    return [each.pk for each in made]


@pytest.mark.parametrize(("word", "sign"), [("amount", 1), ("-amount", -1)])
def test_leafing_through_a_sorted_list_loses_and_repeats_nothing(
    as_role: AsRole, deposits: list[int], monkeypatch: pytest.MonkeyPatch, word: str, sign: int
) -> None:
    monkeypatch.setattr(list_pages, "PAGE_ROWS", 2)
    keys = dict(Deposit.objects.values_list("key", "pk"))
    auditor, seen = as_role(Role.AUDITOR), []
    address = f"{reverse('backoffice:deposits')}?state=pending&ordem={word}"
    while address:
        page = auditor.get(address).content.decode()
        assert f'aria-sort="{"ascending" if sign == 1 else "descending"}"' in page
        assert f'<input type="hidden" name="ordem" value="{word}">' in page
        seen += [keys[uuid.UUID(key)] for key in re.findall(r"/depositos/([0-9a-f-]{36})/", page)]
        older = re.search(r'href="([^"]*antes=[^"]*)"', page)
        address = unescape(older[1]) if older else ""
        assert not address or "state=pending" in address

    amounts = dict(zip(deposits, AMOUNTS, strict=True))
    assert seen == sorted(deposits, key=lambda pk: (sign * amounts[pk], sign * pk))


def test_a_kept_view_keeps_its_order_and_an_own_order_leaves_no_trace(as_role: AsRole, deposits: list[int]) -> None:
    auditor = as_role(Role.AUDITOR)
    kept = auditor.post(
        reverse("backoffice:save_view"),
        {"place": "deposits", "name": "Os maiores", "query": "ordem=-amount&antes=4"},
    )
    assert kept["Location"].endswith("?ordem=-amount")
    page = auditor.get(reverse("backoffice:deposits")).content.decode()
    assert 'name="ordem"' not in page
    assert 'href="?ordem=-amount"' in page


@pytest.mark.parametrize(
    "word", ["nonsense", "-", "--amount", "password", "amount;drop", "%00", "-person__email", "é" * 400]
)
def test_an_order_that_a_list_does_not_offer_is_its_own_order(as_role: AsRole, deposits: list[int], word: str) -> None:
    reader = as_role(Role.AUDITOR, Role.COMPLIANCE)
    for name in LISTS:
        assert reader.get(f"{reverse(f'backoffice:{name}')}?ordem={word}&sinais={word}&antes=1").status_code == 200, (
            name
        )


def test_every_heading_leads_to_its_list_sorted(floor: Floor, as_role: AsRole, deposits: list[int]) -> None:
    floor.table()
    reader = as_role(Role.AUDITOR, Role.COMPLIANCE)
    for name in LISTS:
        page = reader.get(reverse(f"backoffice:{name}")).content.decode()
        for href in re.findall(r'href="([^"]*(?:ordem|sinais)=[^"]*)"', page):
            assert reader.get(unescape(href)).status_code == 200, href


def test_a_page_goes_on_after_a_row_that_is_there(deposits: list[int]) -> None:
    sort = Sort("amount")
    assert [card.id for card in reading.deposits(sort=sort, before=deposits[-1])] == []
    assert reading.deposits(sort=sort, before=10**9) == ()


@pytest.fixture
def many(floor: Floor, deposits: list[int]) -> None:
    """Lists long enough for the database to sort by index, and not because it is as quick without."""
    with past_triggers(), connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO players_deposit (person_id, instrument_id, key, amount, state, reason, detail, provider_ref,"
            " started_at) SELECT person_id, instrument_id, gen_random_uuid(), 1 + n %% 700, 'pending', '', '', '',"
            " started_at FROM players_deposit, generate_series(1, %s) n WHERE id = %s",
            [MANY, deposits[0]],
        )
        cursor.execute(
            "INSERT INTO players_person (public_id, email, nickname, kind, password, is_active, is_superuser,"
            " joined_at, language, terms_version) SELECT gen_random_uuid(), 'n' || n || '@sabot.example', 'n' || n,"
            " 'player', '!', true, false, now(), 'pt', 0 FROM generate_series(1, %s) n",
            [MANY],
        )
        cursor.execute("ANALYZE players_deposit, players_person")


def test_no_page_sorts_a_whole_list(many: None) -> None:
    middle = Deposit.objects.order_by("pk")[MANY // 2].pk
    person = Person.objects.order_by("-pk")[MANY // 2].pk
    for sort in (Sort("at"), Sort("amount"), Sort("amount", descending=True)):
        for state in ("", "pending"):
            reads_by_index(partial(reading.deposits, sort=sort, state=state, before=middle))
    for sort in (Sort("name"), Sort("name", descending=True), Sort("joined")):
        reads_by_index(partial(dossier.players_list, sort=sort, now=timezone.now(), before=person))


def reads_by_index(read: Callable[[], object]) -> None:
    with CaptureQueriesContext(connection) as caught:
        read()
    (statement,) = [each["sql"] for each in caught if "LIMIT 50" in each["sql"]]
    with connection.cursor() as cursor:
        cursor.execute("EXPLAIN (COSTS OFF) " + statement.replace("%", "%%"))
        plan = "\n".join(line for (line,) in cursor.fetchall())
    assert not re.search(r"(?m)^\s*(->)?\s*Sort$", plan), plan
    assert not re.search(r"Seq Scan on players_(deposit|person)\b", plan), plan


def test_rounds_of_a_day_are_sorted_by_what_was_staked_and_all_rounds_by_no_such_thing(
    floor: Floor, as_role: AsRole
) -> None:
    floor.now = timezone.now()
    table, player, auditor = floor.table(), floor.player(), as_role(Role.AUDITOR)
    floor.sit(player, table)
    codes = {}
    for stake in (20_00, 50_00, 10_00):
        codes[floor.open_round(table)] = stake
        floor.bet(player, table, banca=stake)
        floor.settle(table)
    day = timezone.localdate(floor.now)
    address = reverse("backoffice:rounds")
    assert "ordem=-stakes" not in auditor.get(address).content.decode()
    page = auditor.get(f"{address}?day={day}&ordem=-stakes").content.decode()
    found = [code for code in re.findall(r'jogadas/([^/"?]+)/"', page) if code in codes]
    assert [codes[code] for code in found] == [50_00, 20_00, 10_00]
    last = tables.settled_rounds(since=floor.now - timedelta(days=1), sort=Sort("stakes"), limit=1)[0]
    rest = tables.settled_rounds(since=floor.now - timedelta(days=1), sort=Sort("stakes"), before=last.id)
    assert [codes[card.code] for card in (last, *rest)] == [10_00, 20_00, 50_00]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("descending", [True, False])
def test_the_trail_is_leafed_through_both_ways_and_no_act_comes_twice(floor: Floor, descending: bool) -> None:
    for _ in range(3):
        floor.player()
    sort, seen, before = Sort("at", descending), [], None
    while page := audit.acts(sort=sort, before=before, limit=2):
        seen += [act.number for act in page]
        before = page[-1].id
    every = [act.number for act in audit.acts(sort=sort, limit=10_000)]
    assert len(every) > 4
    assert seen == every


def test_the_database_takes_every_order_that_a_list_offers(floor: Floor) -> None:
    floor.player()
    lists: list[tuple[Sortable, Callable[..., object]]] = [
        (reading.PAYMENTS, reading.withdrawals),
        (reading.PAYMENTS, reading.adjustments),
        (complaints.CASES, partial(complaints.cases, complaints.CaseFilter(), now=floor.now)),
        (tables.INCIDENTS, tables.incidents),
        (tables.ROUNDS_OF_A_DAY, partial(tables.settled_rounds, since=floor.now)),
        (tables.ROUNDS, partial(tables.settled_rounds, table_code="x")),
        (tables.VOID_ROUNDS, tables.void_rounds),
    ]
    for sortable, read in lists:
        for column in sortable.columns:
            for descending in (True, False):
                assert read(sort=Sort(column, descending), before=1) == ()
