"""The audit in sentences, a player's history and an incident's timeline: all told by the event spine."""

import re
from datetime import timedelta
from typing import Any, Final
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from kernel.calendar import LISBON
from kernel.periods import Period
from players.models.limits import LimitKind
from players.protection.operations import limits
from players.roles import Role
from players.staff.operations import accounts
from tables.operations import incidents, tables
from tables.queries import acts_of_round
from tests.factories import PONTO_E_BANCA, Floor
from tests.integration.backoffice.browsers import AsRole
from tests.rules import rule
from tests.tampering import past_triggers

pytestmark = pytest.mark.django_db
AUDIT: Final = "/casa/auditoria/"


def read(browser: Client, address: str) -> str:
    answer = browser.get(address)
    assert answer.status_code == 200, address
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


@rule("GL-48", asserts="The audit says in a sentence who paused which table, why, and what it was before.")
def test_an_act_is_told_in_a_sentence(floor: Floor, as_role: AsRole) -> None:
    table, boss = floor.table(PONTO_E_BANCA, code="lua"), floor.staff(Role.SUPERVISOR)
    tables.pause(table_id=table, by=boss.id, reason="luz falhou", now=floor.now)
    page = read(as_role(Role.AUDITOR), AUDIT)
    assert f"{boss.name} pôs Lua em pausa" in page
    assert "luz falhou" in page
    assert "Estado: aberta → em pausa" in page
    assert "Ver como foi gravado" in page
    assert 'href="/casa/mesas/lua/"' in as_role(Role.AUDITOR).get(AUDIT).content.decode()


def test_what_was_recorded_of_an_event_is_read_when_it_is_opened(floor: Floor, as_role: AsRole) -> None:
    """Drawn with every event it was most of the page."""
    table, boss = floor.table(PONTO_E_BANCA, code="lua"), floor.staff(Role.SUPERVISOR)
    tables.pause(table_id=table, by=boss.id, reason="luz falhou", now=floor.now)
    auditor = as_role(Role.AUDITOR)
    page = auditor.get(AUDIT).content.decode()
    assert "<table" not in page
    record = re.search(r'hx-get="(/casa/auditoria/gravacao/\?ato=\d+)"', page)
    assert record is not None
    part = auditor.get(record[1], headers={"HX-Request": "true"}).content.decode()
    assert "<table" in part
    assert "<html" not in part
    assert "<html" in auditor.get(record[1]).content.decode()
    assert auditor.get(f"{AUDIT}gravacao/?ato={10**17}", headers={"HX-Request": "true"}).status_code == 404


def test_events_are_found_by_who_where_what_and_when(floor: Floor, as_role: AsRole) -> None:
    table, boss, ana = floor.table(PONTO_E_BANCA, code="lua"), floor.staff(Role.SUPERVISOR), floor.player("ana")
    other = floor.table(PONTO_E_BANCA, code="sol")
    code = floor.open_round(table)
    tables.pause(table_id=table, by=boss.id, reason="luz falhou", now=floor.now)
    floor.wait(hours=3)
    tables.pause(table_id=other, by=boss.id, reason="porta aberta", now=floor.now)
    case = incidents.report(text="porta partida", by=boss.id, idempotency_key=uuid4(), now=floor.now)
    auditor = as_role(Role.AUDITOR)
    here = floor.now.astimezone(LISBON)
    early = here - timedelta(hours=1)
    for query, found, missing in (
        (f"who={boss.name[:6].upper()}", "luz falhou", "registou-se"),
        (f"who={boss.email[:8]}", "porta aberta", "registou-se"),
        ("who=ninguem", "Nada aconteceu", "luz falhou"),
        ("table=sol", "porta aberta", "luz falhou"),
        ("kind=player", "ana registou-se", "luz falhou"),
        (f"about={code}", "luz falhou", "porta aberta"),
        (f"about=i-{case.incident_id}", f"incidente I-{case.incident_id}", "luz falhou"),
        (f"about={ana.key}", "ana registou-se", "luz falhou"),
        (f"since={early:%Y-%m-%d}&since_hour={early:%H:%M}&kind=table", "porta aberta", "luz falhou"),
        (f"until={early:%Y-%m-%d}&until_hour={early:%H:%M}&kind=table", "luz falhou", "porta aberta"),
        ("outside=on", "ana registou-se", "luz falhou"),
    ):
        page = read(auditor, f"{AUDIT}?{query}")
        assert found in page, query
        assert missing not in page, query


def test_the_list_costs_the_same_however_long(
    floor: Floor, as_role: AsRole, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    table, boss, player = floor.table(PONTO_E_BANCA), floor.staff(Role.SUPERVISOR), floor.player()
    staff = floor.staff(Role.COMPLIANCE)
    browser = as_role(Role.AUDITOR)
    for _ in range(4):
        tables.pause(table_id=table, by=boss.id, reason="luz falhou", now=floor.now)
        tables.resume(table_id=table, by=boss.id, reason="luz voltou", now=floor.now)
        accounts.suspend(person_id=player.id, reason="teste", by=staff.id, now=floor.now)
        accounts.reinstate(person_id=player.id, reason="teste", by=staff.id, now=floor.now)
    with django_assert_max_num_queries(18):
        assert browser.get(AUDIT).status_code == 200


def test_old_addresses_lead_to_the_record(floor: Floor, as_role: AsRole) -> None:
    answer = as_role(Role.AUDITOR).get(f"{AUDIT}?ato=7")
    assert (answer.status_code, answer.headers["Location"]) == (302, "/casa/auditoria/gravacao/?ato=7")


def test_the_last_page_says_since_when_events_are_told(floor: Floor, as_role: AsRole) -> None:
    page = read(as_role(Role.AUDITOR), AUDIT)
    assert "Os acontecimentos contam-se desde" in page


def test_a_players_history_is_told_with_reasons_and_what_changed(floor: Floor, as_role: AsRole) -> None:
    ana, keeper = floor.player("ana"), floor.staff(Role.COMPLIANCE)
    limits.set_limit(
        person_id=ana.id,
        kind=LimitKind.STAKE,
        period=Period.DAY,
        most=50_00,
        idempotency_key=uuid4(),
        now=floor.now,
    )
    accounts.suspend(person_id=ana.id, reason="documento por ver", by=keeper.id, now=floor.now)
    page = read(as_role(Role.COMPLIANCE), f"/casa/jogadores/{ana.key}/").replace("\xa0", " ")
    assert "ana registou-se" in page
    assert f"{keeper.name} suspendeu ana" in page
    assert "documento por ver" in page
    assert "limite de apostas por dia: sem limite → 50,00 €" in page


def test_an_incident_has_its_timeline(floor: Floor, as_role: AsRole) -> None:
    table, boss, ana = floor.table(PONTO_E_BANCA, code="lua"), floor.staff(Role.SUPERVISOR), floor.player("ana")
    floor.sit(ana, table)
    code = floor.open_round(table)
    floor.bet(ana, table, ponto=2_00)
    tables.pause(table_id=table, by=boss.id, reason="carta no chão", now=floor.now)
    floor.wait(seconds=4)
    floor.void(table, by=boss, reason="carta vista")
    incidents.watch(now=floor.now)
    supervisor = as_role(Role.SUPERVISOR)
    (number,) = re.findall(r"/casa/incidentes/(\d+)/", supervisor.get("/casa/incidentes/").content.decode())[:1]
    page = read(supervisor, f"/casa/incidentes/{number}/")
    begun, proposed = page.index("carta no chão"), page.index(f"{boss.name} propôs anular a jogada {code}")
    assert begun < proposed < page.index(f"A casa abriu o incidente I-{number}: jogada anulada")
    assert "devolvido: 2,00" in page


def test_what_was_before_the_spine_is_told_by_the_rows(floor: Floor, as_role: AsRole) -> None:
    """A house whose events begin later tells of the time before from its records, and each thing once."""
    ana, keeper = floor.player("ana"), floor.staff(Role.COMPLIANCE)
    browser = as_role(Role.COMPLIANCE)
    table, boss = floor.table(PONTO_E_BANCA, code="lua"), floor.staff(Role.SUPERVISOR)
    code = floor.open_round(table)
    tables.pause(table_id=table, by=boss.id, reason="luz falhou", now=floor.now)
    with past_triggers(), connection.cursor() as cursor:
        cursor.execute("DELETE FROM players_event")
    assert "registou-se" in read(browser, f"/casa/jogadores/{ana.key}/historia/")
    floor.wait(hours=1)
    accounts.suspend(person_id=ana.id, reason="documento por ver", by=keeper.id, now=floor.now)
    page = read(browser, f"/casa/jogadores/{ana.key}/historia/")
    assert page.count("registou-se") == page.count("documento por ver") == 1
    assert [act.reason for act in acts_of_round(round_code=code, named=True)] == ["luz falhou"]


def test_an_incidents_timeline_leads_to_what_it_tells(floor: Floor, as_role: AsRole) -> None:
    table, player = floor.table(PONTO_E_BANCA, code="lua"), floor.player()
    floor.sit(player, table)
    code = floor.open_round(table)
    floor.bet(player, table, ponto=20_00)
    floor.void(table)
    made = incidents.open_incident(
        kind="void-round", idempotency_key=uuid4(), facts={"reason": "x"}, now=floor.now, table_id=table, subject=code
    )
    address = f"/casa/incidentes/{made.incident_id}/"
    page = as_role(Role.COMPLIANCE).get(address).content.decode()
    told = page.partition('class="deeds deeds--column"')[2].partition("</ol>")[0]
    assert f'<a class="small" href="/casa/jogadas/{code}/">' in told
    assert f'href="{address}"' not in told, "not to the page itself"
    assert f'href="{AUDIT}?about={code}"' in page
    assert f'href="{AUDIT}?about={code}"' not in as_role(Role.SUPERVISOR).get(address).content.decode()
    (missing,) = re.findall(r"<dt>Por devolver</dt><dd>(.*?)</dd>", page)
    assert "0,00" in missing
    assert code in read(as_role(Role.AUDITOR), f"{AUDIT}?about={code}")


def test_an_incident_shows_its_own_steps_and_not_those_of_another_of_its_round(floor: Floor, as_role: AsRole) -> None:
    table, player = floor.table(PONTO_E_BANCA, code="lua"), floor.player("Rita")
    floor.sit(player, table)
    code = floor.open_round(table)
    floor.bet(player, table, ponto=20_00)
    facts: dict[str, Any] = {"facts": {}, "now": floor.now, "table_id": table, "subject": code}
    one, other = (
        incidents.open_incident(kind=kind, idempotency_key=uuid4(), **facts).incident_id
        for kind in ("stuck-round", "void-round")
    )
    writers = [floor.staff(Role.SUPERVISOR), floor.staff(Role.COMPLIANCE)]
    for number, by in zip((one, other), writers, strict=True):
        incidents.explain(incident_id=number, cause="cabo solto", solution="", by=by.id, now=floor.now)
    steps = as_role(Role.SUPERVISOR).get(f"/casa/incidentes/{one}/").context["case"].steps
    assert next(step.by for step in steps if step.label == "causa") == writers[0].name


def test_the_word_to_the_regulator_is_drafted_without_names(floor: Floor, as_role: AsRole) -> None:
    table, player = floor.table(PONTO_E_BANCA, code="lua"), floor.player("Rita")
    floor.sit(player, table)
    code = floor.open_round(table)
    floor.bet(player, table, ponto=20_00)
    floor.void(table)
    made = incidents.open_incident(
        kind="void-round", idempotency_key=uuid4(), facts={"reason": "x"}, now=floor.now, table_id=table, subject=code
    )
    address = f"/casa/incidentes/{made.incident_id}/"
    word = as_role(Role.SUPERVISOR).get(address).context["word"].initial["word"]
    for said in (f"I-{made.incident_id}", code, "20,00", "Jogadores: 1", "Causa: Ainda por apurar."):
        assert said in word, said
    assert "Rita" not in word
    assert "Draft" not in word
    assert 'name="word"' not in as_role(Role.AUDITOR).get(address).content.decode()
