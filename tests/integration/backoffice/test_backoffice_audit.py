"""The audit trail: written by the database for pages and for everybody else, read and never changed."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import InternalError, connection, transaction
from django.db.utils import IntegrityError
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from casino.backoffice.presenters import audit as presenter
from kernel.sorting import Sort
from players.audit.queries import audit
from players.models import AuditEntry
from players.roles import Role
from players.staff.operations import accounts
from tables import queries
from tests.factories import Floor
from tests.integration.backoffice.browsers import AsRole
from tests.rules import rule
from tests.tampering import as_owner

pytestmark = pytest.mark.django_db


def pause(browser: Client, floor: Floor, reason: str = "Lâmpada fundida na sala.") -> None:
    (row,) = queries.floor(now=floor.now)
    browser.post(f"/casa/mesas/{row.code}/pausar/", {"reason": reason})


@rule(
    "GL-48",
    asserts="A pause by a supervisor is kept with who did it, the address 127.0.0.1 and the table's status before and "
    "after: open, paused.",
)
@pytest.mark.django_db(transaction=True)
def test_an_act_of_staff_has_its_person_origin_reason_and_effect(floor: Floor, as_role: AsRole) -> None:
    table = floor.table()
    pause(as_role(Role.SUPERVISOR), floor)
    act = audit.acts(subject="tables_table", subject_id=str(table))[0]
    changed = next(row for row in act.rows if row.subject == "tables_table")
    assert changed.before is not None
    assert changed.after is not None
    assert (changed.before["status"], changed.after["status"]) == ("open", "paused")
    assert act.by is not None
    assert act.who
    assert act.origin == "127.0.0.1"
    assert {row.subject for row in act.rows} == {"tables_table", "tables_staffact"}


@pytest.mark.django_db(transaction=True)
def test_an_act_upon_thousands_is_told_by_its_first_and_whole_at_its_own_address(floor: Floor, as_role: AsRole) -> None:
    auditor = as_role(Role.AUDITOR)
    ids = [floor.player(f"muitos-{number}").id for number in range(audit.SHOWN + 6)]
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("UPDATE players_person SET suspended_at = now() WHERE id = ANY(%s)", [ids])
    act = audit.acts()[0]
    assert act.more
    assert len(act.rows) <= 2 * audit.SHOWN + 1
    assert str(ids[-1]) in {row.subject_id for row in audit.acts(subject_id=str(ids[-1]))[0].rows}
    whole = audit.act(act.number)
    assert whole is not None
    assert {row.subject_id for row in whole.rows} == {str(number) for number in ids}
    record = "/casa/auditoria/gravacao/"
    assert f"?ato={act.number}" in auditor.get(record).content.decode()
    page = auditor.get(f"/casa/auditoria/?ato={act.number}", follow=True).content.decode()
    assert all(f">{number}</span>" in page for number in ids)
    assert auditor.get(f"{record}?ato={10**17}").status_code == 404
    with connection.cursor() as cursor:
        cursor.execute("UPDATE players_person SET suspended_at = NULL WHERE id = ANY(%s)", [ids])


@pytest.mark.django_db(transaction=True)
def test_what_was_recorded_tells_moments_on_the_houses_clock(floor: Floor, as_role: AsRole) -> None:
    """The database keeps them in UTC, an hour behind in summer; what is no moment stays as it was written."""
    auditor, ana = as_role(Role.AUDITOR), floor.player("ana").id
    with connection.cursor() as cursor:
        cursor.execute("UPDATE players_person SET suspended_at = '2026-07-01 12:00:00.118+00' WHERE id = %s", [ana])
    page = auditor.get(f"/casa/auditoria/gravacao/?ato={audit.acts(subject_id=str(ana))[0].number}").content.decode()
    assert "01/07/2026 13:00:00,118" in page
    assert "2026-07-01T" not in page
    told = [presenter._text(each) for each in ("2026-02-31T12:00:00+00:00", "2026-07-01", -5_00)]
    assert told == ["2026-02-31T12:00:00+00:00", "2026-07-01", "−500"]


def test_play_itself_leaves_no_trail(floor: Floor) -> None:
    table = floor.table()
    floor.open_round(table)
    floor.settle(table)
    changed = [row for act in audit.acts(subject="tables_table") for row in act.rows if row.change == "update"]
    columns = {column for row in changed for column in (row.after or {})}
    assert not columns & {"version", "fence", "due_at", "current_round_id"}


@rule(
    "GL-48",
    asserts="A player's row changed by hand at the database is kept with the login that did it, without a person, and "
    "with the column that changed.",
)
@pytest.mark.django_db(transaction=True)
def test_a_change_at_the_database_is_noted_without_a_person(floor: Floor) -> None:
    player = floor.player()
    with connection.cursor() as cursor:
        cursor.execute("UPDATE players_person SET suspended_at = now() WHERE id = %s", [player.id])
    (act,) = audit.acts(subject="players_person", subject_id=str(player.id), outside=True)[:1]
    assert act.by is None
    assert act.login
    assert [sorted(row.after or {}) for row in act.rows] == [["suspended_at"]]
    with connection.cursor() as cursor:
        cursor.execute("UPDATE players_person SET suspended_at = NULL WHERE id = %s", [player.id])


def test_a_password_never_stands_in_the_trail(floor: Floor) -> None:
    player = floor.player()
    with connection.cursor() as cursor:
        cursor.execute("UPDATE players_person SET password = 'argon2$other' WHERE id = %s", [player.id])
        cursor.execute("SELECT count(*) FROM players_auditentry WHERE before::text || after::text LIKE '%%argon2%%'")
        assert cursor.fetchone() == (0,)
    story = audit.story([("players_person", str(player.id))])
    assert {value for act in story for row in act.rows for value in [(row.after or {}).get("password")]} >= {"•••"}


@rule(
    "PT-55",
    "GL-48",
    asserts="Changing, deleting or emptying the trail of changes is refused, even to the owner of the tables.",
    shared="Three rows ask that nothing can be taken from the trail, which is one refusal.",
)
@rule("PT-56", asserts="Nothing of the trail of changes can be deleted.")
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE players_auditentry SET by = NULL",
        "DELETE FROM players_auditentry",
        "TRUNCATE players_auditentry",
    ],
)
def test_the_trail_cannot_be_changed(floor: Floor, statement: str) -> None:
    floor.player()
    refused = pytest.raises((IntegrityError, InternalError))
    with refused, transaction.atomic(), as_owner(), connection.cursor() as cursor:
        cursor.execute(statement)


def test_a_refused_act_leaves_no_trail_of_change(floor: Floor, as_role: AsRole) -> None:
    floor.table()
    before = len(audit.acts(subject="tables_staffact"))
    pause(as_role(Role.SUPERVISOR), floor, reason="")
    assert len(audit.acts(subject="tables_staffact")) == before
    assert queries.floor(now=floor.now)[0].status == "open"


def test_auditors_read_it_and_others_do_not(floor: Floor, as_role: AsRole) -> None:
    floor.table()
    pause(as_role(Role.SUPERVISOR), floor)
    auditor = as_role(Role.AUDITOR)
    for place in ("/casa/auditoria/", "/casa/auditoria/gravacao/"):
        page = auditor.get(place)
        assert page.status_code == 200
        assert "Lâmpada fundida" in page.content.decode()
    for place in ("/casa/auditoria/", "/casa/auditoria/gravacao/"):
        for role in (Role.GAME_MANAGER, Role.SUPPORT, Role.SUPERVISOR, Role.APPROVER):
            assert as_role(role).get(place).status_code == 403


@pytest.mark.parametrize(
    "query",
    [
        "who=x",
        "who=ninguem@sabot.example",
        "subject=' OR 1=1",
        "since=2026-13-40",
        "antes=abc",
        "number=%00",
        "kind=lua",
        "about=%00",
        "about=00000000-0000-4000-8000-000000000000",
        "table=nenhuma",
        "since=2026-03-10&since_hour=25:00",
        "since=2026-03-10&since_hour=10:00&until=2026-03-10&until_hour=11:30",
        "outside=on",
    ],
)
def test_absurd_filters_are_answered_calmly(floor: Floor, as_role: AsRole, query: str) -> None:
    for place in ("/casa/auditoria/", "/casa/auditoria/gravacao/"):
        assert as_role(Role.AUDITOR).get(f"{place}?{query}").status_code == 200


def test_the_list_costs_the_same_however_long(
    floor: Floor, as_role: AsRole, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    player, staff = floor.player(), floor.staff(Role.COMPLIANCE)
    for _ in range(3):
        accounts.suspend(person_id=player.id, reason="teste", by=staff.id, now=floor.now)
        accounts.reinstate(person_id=player.id, reason="teste", by=staff.id, now=floor.now)
    browser = as_role(Role.AUDITOR)
    with django_assert_max_num_queries(12):
        assert browser.get("/casa/auditoria/gravacao/").status_code == 200


LARGE = 40
"""Entries of a large act."""


@pytest.fixture
def large_acts(floor: Floor) -> None:
    """Acts large and small by turns, two of them at the same time."""
    numbers = [act for act in range(1, 9) for _ in range(LARGE if act % 2 else 1)]
    numbers[LARGE + 1 : LARGE + 1 + 2 * LARGE] = [3, 5] * LARGE
    with as_owner():
        AuditEntry.objects.bulk_create(
            AuditEntry(
                at=floor.now + timedelta(seconds=place), act=10**12 + act, by=act % 3 or None, login="x",
                change="insert", subject=f"things_{act % 2}", subject_id=str(place), after={"place": place},
            )
            for place, act in enumerate(numbers)
        )  # fmt: skip


def gone_through(fits: Callable[[AuditEntry], bool], limit: int, *, descending: bool) -> list[tuple[int, int]]:
    """The trail read entry by entry: each act of each page with the last of its entries there."""
    entries = [each for each in AuditEntry.objects.order_by("-pk" if descending else "pk") if fits(each)]
    found: list[tuple[int, int]] = []
    while entries:
        page: dict[int, int] = {}
        for each in entries:
            if each.act not in page and len(page) == limit:
                break
            page[each.act] = each.pk
        found += page.items()
        entries = entries[[each.pk for each in entries].index(found[-1][1]) + 1 :]
    return found


@pytest.mark.parametrize(
    ("asked", "fits"),
    [
        ({}, lambda each: True),
        ({"subject": "things_1"}, lambda each: each.subject == "things_1"),
        ({"by": 1}, lambda each: each.by == 1),
        ({"outside": True}, lambda each: each.by is None),
        ({"subject": "things_1", "subject_id": "3"}, lambda each: each.subject_id == "3"),
        ({"by": 0}, lambda each: False),
    ],
)
@pytest.mark.parametrize("descending", [True, False])
def test_large_acts_are_leapt_over_and_none_is_missed(
    large_acts: None,
    monkeypatch: pytest.MonkeyPatch,
    asked: dict[str, Any],
    fits: Callable[[AuditEntry], bool],
    descending: bool,
) -> None:
    for stretch, limit in ((3, 1), (3, 3), (3, 20), (60, 3), (10_000, 3)):
        monkeypatch.setattr(audit, "STRETCH", stretch)
        found: list[audit.Act] = []
        while page := audit.acts(
            sort=Sort("at", descending), before=found[-1].id if found else None, limit=limit, **asked
        ):
            found += page
        assert [(act.number, act.id) for act in found] == gone_through(fits, limit, descending=descending)
        assert all(len(act.rows) <= 2 * audit.SHOWN + 1 for act in found)


def test_large_acts_take_no_statement_each(large_acts: None, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    for limit in (2, 6):
        with django_assert_num_queries(4):
            assert len(audit.acts(limit=limit)) == limit
