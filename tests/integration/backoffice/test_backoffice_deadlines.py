"""The board of deadlines: the late first, each with who it is owed to, and only what one may see."""

from datetime import UTC, date, datetime, timedelta
from urllib.parse import urlsplit
from uuid import uuid4

import pytest
from django.conf import settings
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from casino.backoffice.presenters.deadlines import Row, board
from casino.backoffice.presenters.inbox import inbox
from players.cashier import operations as cashier
from players.complaints.operations import complain
from players.duties import operations as duties
from players.duties.operations import make_feed, note_done
from players.inbox import operations as work
from players.inbox.queries import Subject, Thing
from players.models import ExclusionKind
from players.protection.operations.exclusion import exclude
from players.roles import Role
from players.staff.operations import disable_staff
from reporting.operations import make_daily_report
from tables.operations import configurations, incidents
from tables.table_settings import TableSettings
from tests.factories import Actor, Floor
from tests.integration.backoffice.browsers import AsRole, SignIn
from tests.rules import rule

pytestmark = pytest.mark.django_db


def seen_by(floor: Floor, role: Role) -> list[Row]:
    person = get_user_model().objects.get(pk=floor.staff(role).id)
    return list(board(person=person, now=floor.now))


@pytest.fixture
def excluded(floor: Floor) -> Actor:
    player = floor.player("Rita")
    exclude(person_id=player.id, kind=ExclusionKind.FIXED, months=3, now=floor.now)
    return player


def test_an_exclusion_is_owed_to_the_regulator_within_a_day(floor: Floor, excluded: Actor) -> None:
    (row,) = [row for row in seen_by(floor, Role.COMPLIANCE) if row.due.rule == "PT-29"]
    assert (row.due.due_at, row.tone) == (floor.now + timedelta(hours=24), "warn")
    floor.wait(hours=25)
    (row,) = [row for row in seen_by(floor, Role.COMPLIANCE) if row.due.rule == "PT-29"]
    assert row.tone == "bad"
    assert "1 h" in row.left


def test_an_email_that_does_not_leave_is_given_to_staff(floor: Floor, excluded: Actor) -> None:
    assert not [row for row in seen_by(floor, Role.SUPPORT) if row.due.to_whom == "Rita"]
    floor.wait(hours=2)
    found = [row for row in seen_by(floor, Role.SUPPORT) if row.due.to_whom == "Rita"]
    assert found
    assert excluded.key in found[0].due.href
    assert not [row for row in seen_by(floor, Role.GAME_MANAGER) if row.due.to_whom == "Rita"]


def test_each_role_sees_its_own(floor: Floor, excluded: Actor) -> None:
    floor.table()
    floor.wait(minutes=5)
    incidents.watch(now=floor.now)
    rules = {role: {row.due.rule for row in seen_by(floor, role)} for role in Role}
    assert "PT-29" in rules[Role.COMPLIANCE]
    assert "PT-29" not in rules[Role.SUPPORT] | rules[Role.GAME_MANAGER] | rules[Role.SUPERVISOR]
    assert "PT-R18" in rules[Role.SUPERVISOR]
    assert "PT-R18" not in rules[Role.APPROVER]


def test_late_items_come_first_and_those_without_a_moment_last(floor: Floor, excluded: Actor) -> None:
    table = floor.table()
    manager = floor.staff(Role.GAME_MANAGER)
    made = configurations.draft(
        table_id=table,
        terms=TableSettings(preset="macau", minimum=5_00),
        by=manager.id,
        idempotency_key=uuid4(),
        now=floor.now,
    )
    configurations.submit(configuration_id=made.configuration_id, by=manager.id, now=floor.now)
    floor.wait(days=2)
    rows = seen_by(floor, Role.COMPLIANCE)
    dated = [row.due.due_at for row in rows if row.due.due_at is not None]
    assert dated == sorted(dated)
    assert [row.due.due_at is None for row in rows] == sorted(row.due.due_at is None for row in rows)
    assert {"PT-29", "PT-61", "PT-49"} <= {row.due.rule for row in rows}


@rule("PT-42", asserts="A round unfinished for two hours is on the board of deadlines, due 90 days after it began.")
def test_a_round_that_hangs_is_on_the_board(floor: Floor) -> None:
    table, player = floor.table(), floor.player()
    floor.sit(player, table)
    code = floor.open_round(table)
    floor.bet(player, table, ponto=10_00)
    floor.wait(hours=2)
    (row,) = [row for row in seen_by(floor, Role.SUPPORT) if row.due.rule == "PT-42"]
    assert (row.due.subject, row.due.due_at) == (code, row.due.since + timedelta(days=90))
    floor.settle(table)


@pytest.mark.parametrize("role", Role)
def test_every_role_of_the_office_can_open_the_board(
    floor: Floor, excluded: Actor, as_role: AsRole, role: Role
) -> None:
    assert as_role(role).get("/casa/prazos/").status_code == (403 if role is Role.CROUPIER else 200)


@pytest.fixture
def played(floor: Floor) -> date:
    """The house's first day has its report."""
    day = date(2026, 1, 20)
    floor.now = datetime(2026, 3, 10, 12, tzinfo=UTC)
    make_daily_report(day=day, now=floor.now)
    return day


@rule(
    "PT-85",
    asserts="The board has the declaration and the payment of each month since the house began, until noted as done.",
)
def test_duties_that_come_round_stand_on_the_board_until_done(floor: Floor, played: date) -> None:
    def taxes() -> list[tuple[str, str]]:
        return [(row.due.subject, row.tone) for row in seen_by(floor, Role.COMPLIANCE) if row.due.rule == "PT-85"]

    assert taxes() == [
        ("Janeiro de 2026", "bad"),
        ("Janeiro de 2026", "bad"),
        ("Fevereiro de 2026", ""),
        ("Fevereiro de 2026", ""),
        ("Março de 2026", ""),
        ("Março de 2026", ""),
    ]
    keeper = floor.staff(Role.COMPLIANCE).id
    note_done(code="tax-declared", period="2026-01", evidence="recibo AT", by=keeper, now=floor.now)
    assert len(taxes()) == 5
    assert not [row for row in seen_by(floor, Role.SUPPORT) if row.due.rule == "PT-85"]


def test_a_duty_has_its_page_owner_and_evidence(floor: Floor, played: date, as_role: AsRole) -> None:
    browser, page = as_role(Role.COMPLIANCE), "/casa/prazos/tax-paid/2026-01/"
    assert browser.get("/casa/prazos/tax-paid/2026-13/").status_code == 404
    assert "sem dono" in browser.get("/casa/prazos/").content.decode().casefold()
    me = browser.get(page).context["me"]
    assert browser.post(f"{page}dono/", {"owner_id": me}).headers["Location"] == page
    assert browser.post(f"{page}feito/", {"evidence": "x"}).status_code == 400
    assert page in browser.get("/casa/prazos/?whose=mine").content.decode()
    assert page not in browser.get("/casa/prazos/?whose=unowned").content.decode()
    assert browser.post(f"{page}feito/", {"evidence": "recibo AT 2026/7"}).status_code == 302
    assert "recibo AT 2026/7" in as_role(Role.INSPECTOR).get(page).content.decode()
    again = browser.post(f"{page}feito/", {"evidence": "outra vez"})
    assert again.status_code == 409
    assert "já está dado como feito" in again.content.decode()
    assert as_role(Role.SUPPORT).get(page).status_code == 403
    assert as_role(Role.AUDITOR).post(f"{page}feito/", {"evidence": "recibo"}).status_code == 403


def test_a_calendar_is_read_by_its_secret_address_and_names_no_person(
    floor: Floor, played: date, excluded: Actor, as_role: AsRole, client: Client
) -> None:
    browser, page = as_role(Role.COMPLIANCE), "/casa/prazos/calendario/"
    case = complain(
        person_id=excluded.id, category="round", text="Não paguei.", idempotency_key=uuid4(), now=timezone.now()
    )
    made = browser.post(page, {"act": "make"})
    address = urlsplit(made.context["address"]).path
    assert address in made.content.decode()
    assert address not in browser.get(page).content.decode(), "shown once"
    answer = client.get(address)
    assert answer.headers["Content-Type"] == "text/calendar; charset=utf-8"
    told = answer.content.decode().replace("\r\n ", "")
    assert told.count("BEGIN:VEVENT") >= 3
    assert "SUMMARY:Comunicar a exclusão" in told
    assert f"SUMMARY:Responder à reclamação: {case.number}" in told
    assert f"URL:{settings.HOUSE_URL}/casa/reclamacoes/{case.number}/" in told
    assert "janeiro de 2026" in told.casefold()
    assert excluded.name not in told
    assert excluded.key not in told
    browser.post(page, {"act": "revoke"})
    for gone in (address, address.replace(".ics", "x.ics"), "/casa/prazos/calendario/x.ics"):
        assert client.get(gone).status_code == 404


def test_a_calendar_ends_with_the_work(floor: Floor, played: date, client: Client) -> None:
    boss, keeper = floor.staff(Role.ADMINISTRATOR), floor.staff(Role.COMPLIANCE)
    secret = make_feed(person_id=keeper.id, now=floor.now)
    assert client.get(f"/casa/prazos/calendario/{secret}.ics").status_code == 200
    disable_staff(person_id=keeper.id, reason="saiu da casa", by=boss.id, now=floor.now)
    assert client.get(f"/casa/prazos/calendario/{secret}.ics").status_code == 404


def test_a_proposal_has_no_owner_until_it_is_given_to_a_colleague(floor: Floor, sign_in: SignIn) -> None:
    author, colleague = floor.staff(Role.SUPPORT), floor.staff(Role.COMPLIANCE)
    made = cashier.propose_adjustment(
        person_id=floor.player().id, amount=5_00, reason="acerto", idempotency_key=uuid4(), by=author.id, now=floor.now
    )
    thing = Thing(Subject.ADJUSTMENT, f"A-{made.adjustment_id}")

    def whose() -> tuple[str, str]:
        (row,) = [row for row in seen_by(floor, Role.COMPLIANCE) if row.due.thing == thing]
        return row.due.who, row.due.proposed_by

    assert whose() == ("", author.name)
    work.assign(things=[thing], person_id=colleague.id, by=colleague.id, now=floor.now)
    assert whose() == (colleague.name, author.name)
    shown = sign_in(colleague).get("/casa/prazos/", {"whose": "mine"}).content.decode()
    assert f"/casa/dinheiro/acertos/{made.adjustment_id}/" in shown


def test_a_duty_stands_in_its_owners_inbox(floor: Floor, played: date, sign_in: SignIn) -> None:
    owner, other = floor.staff(Role.COMPLIANCE), floor.staff(Role.COMPLIANCE)
    thing = Thing(Subject.DUTY, "tax-paid/2026-02")

    def has(who: Actor, tab: str) -> bool:
        person = get_user_model().objects.get(pk=who.id)
        return thing in {item.thing for item in inbox(person=person, now=floor.now).of(tab)}

    assert has(owner, "")
    assert has(other, "")
    duties.assign(code="tax-paid", period="2026-02", owner_id=owner.id, by=other.id, now=floor.now)
    assert has(owner, "")
    assert not has(other, "")
    assert has(other, "team")
    page = sign_in(owner).get("/casa/entrada/duty/tax-paid/2026-02/")
    assert page.status_code == 200
    assert reverse("backoffice:duty", args=["tax-paid", "2026-02"]) in page.content.decode()
    assert sign_in(floor.staff(Role.SUPPORT)).get("/casa/entrada/duty/tax-paid/2026-02/").status_code == 404
    for key in ("tax-paid/2026-13", "nothing/2026-02", "tax-paid"):
        assert sign_in(owner).get(f"/casa/entrada/duty/{key}/").status_code == 404
    duties.note_done(code="tax-paid", period="2026-02", evidence="recibo 12", by=owner.id, now=floor.now)
    assert not has(owner, "")
