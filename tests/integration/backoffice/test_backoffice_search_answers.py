"""What the one search answers besides numbers: pages, acts that are possible, moments without rounds, complainants."""

from datetime import datetime, timedelta
from uuid import uuid4

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from kernel.calendar import LISBON, lisbon_date
from kernel.money import Currency
from players.complaints import operations as complaints
from players.events.names import EventName
from players.events.telling import tell
from players.models import Channel, Event, Exclusion, ReplyTemplate
from players.protection.operations import exclusion
from players.roles import Role
from reporting.models import SafeCorrection, Schedule
from tables.models import Round, Stop, Table
from tables.operations import stops, tables
from tests.factories import Floor
from tests.integration.backoffice.browsers import AsRole
from tests.integration.backoffice.test_backoffice_search import FIND, found
from tests.integration.portal.matrix_house import MatrixHouse
from tests.tampering import past_triggers

pytestmark = pytest.mark.django_db


@pytest.fixture
def house(floor: Floor) -> MatrixHouse:
    floor.now = timezone.now()
    return MatrixHouse(floor)


@pytest.fixture
def outsider(floor: Floor) -> str:
    """The number of a complaint of a person without an account."""
    floor.now = timezone.now()
    return complaints.register_outsider(
        relation="refused",
        name="Rui Manuel Costa",
        email="Rui.Costa@sabot.example",
        postal="",
        document="",
        language="pt",
        channel=Channel.LETTER,
        received_on=lisbon_date(floor.now) - timedelta(days=3),
        category="account",
        text="O meu registo foi recusado e ninguém me disse porquê.",
        by=floor.staff(Role.SUPPORT).id,
        idempotency_key=uuid4(),
        now=floor.now,
    ).number


@pytest.mark.parametrize(
    ("language", "text", "way"),
    [
        ("pt", "imposto", "/casa/relatorios/imposto/"),
        ("pt", "inbox", "/casa/entrada/"),
        ("pt", "CAIXA", "/casa/entrada/"),
        ("pt", "conservacao", "/casa/conservacao/"),
        ("pt", "rgpd", "/casa/dados/"),
        ("pt", "dias selados", "/casa/relatorios/dias-selados/"),
        ("pt", "tribunal da deriva", "/casa/sala/deriva/"),
        ("en", "tax", "/casa/relatorios/imposto/"),
        ("en", "inbox", "/casa/entrada/"),
        ("en", "regulator's", "/casa/regulador/"),
        ("ro", "impozit", "/casa/relatorios/imposto/"),
        ("ro", "pastrare", "/casa/conservacao/"),
    ],
)
def test_a_page_is_found_by_its_name_in_the_readers_language(
    house: MatrixHouse, as_role: AsRole, language: str, text: str, way: str
) -> None:
    clerk = as_role(Role.COMPLIANCE)
    clerk.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    assert f'href="{way}"' in found(clerk, text)


def test_a_page_is_found_by_those_alone_who_may_open_it(house: MatrixHouse, as_role: AsRole) -> None:
    assert "/casa/relatorios/imposto/" not in found(as_role(Role.SUPPORT), "imposto")
    assert "/casa/auditoria/" not in found(as_role(Role.GAME_MANAGER), "registo")


@pytest.mark.parametrize("language", ["pt", "en", "ro"])
@pytest.mark.parametrize("role", Role)
def test_each_page_that_is_found_opens(house: MatrixHouse, as_role: AsRole, role: Role, language: str) -> None:
    clerk = as_role(role)
    clerk.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    opened = 0
    for text in ("re", "co", "di", "pa", "in", "tr", "li", "se", "ta", "im", "fi", "ar", "mo", "or", "ca"):
        answer = clerk.get("/casa/procurar/", {"q": text, "kind": "places"}, headers={"HX-Request": "true"})
        for row in answer.context["groups"][0].rows if answer.context and answer.context["groups"] else ():
            assert clerk.get(row.href, follow=True).status_code == 200, (role, text, row)
            opened += 1
    assert opened > 5 or role is Role.CROUPIER, "something was found"


def _correction(floor: Floor, **facts: object) -> int:
    row: dict[str, object] = {
        "key": uuid4(),
        "vault": "003",
        "day": lisbon_date(floor.now) - timedelta(days=3),
        "number": 1,
        "reason": "região mal comunicada",
        "changes": [{"name": "a.xml", "old": "a" * 64, "new": "b" * 64}],
        "proposed_by_id": floor.staff(Role.COMPLIANCE).id,
        "proposed_at": floor.now,
    }
    return SafeCorrection.objects.create(**{**row, **facts}).pk


def test_every_key_that_pages_print_is_known(house: MatrixHouse, floor: Floor, as_role: AsRole) -> None:
    clerk = as_role(Role.COMPLIANCE)
    waiting = _correction(floor)
    decided = _correction(floor, day=lisbon_date(floor.now) - timedelta(days=4))
    other = floor.staff(Role.SUPERVISOR).id
    SafeCorrection.objects.filter(pk=decided).update(state="approved", decided_by=other, decided_at=floor.now)
    template, schedule = ReplyTemplate.objects.earliest("pk").pk, Schedule.objects.earliest("pk").pk
    player = f"/casa/jogadores/{house.owner.key}/"
    tell(EventName.BAR_ENTERED, by=None, now=floor.now, key="B-7", cause="minor")
    tell(EventName.INSTRUMENT_ADDED, by=None, now=floor.now, key="M-7", person_id=house.owner.id, kind="sepa")
    tell(EventName.RULES_DRAFTED, by=None, now=floor.now, key="macau-1/v1", version=1)
    for text, way in (
        (f"F-{waiting}", f"/casa/relatorios/ficheiros/correcoes/?proposta={waiting}"),
        (f"f-{decided}", "/casa/relatorios/ficheiros/"),
        (f"T-{template}", f"/casa/reclamacoes/modelos/{template}/"),
        (f"T-{template}/v1", f"/casa/reclamacoes/modelos/{template}/"),
        (f"S-{schedule}", f"/casa/relatorios/agendados/{schedule}/"),
        ("b-7", "/casa/impedidos/"),
        ("M-7", player),
        ("macau-1/v1", "/casa/mesas/macau-1/regras/1/"),
    ):
        page = found(clerk, text)
        assert f'href="{way}"' in page, text
        assert "None" not in page
    for text in ("F-999999", "T-999999", "S-999999", "B-999999", "E-999999", "M-999999", "nada-9/v999", "Q-1"):
        assert 'role="option"' not in found(clerk, text), text


def test_an_exclusion_leads_to_its_player_for_who_sees_players(
    house: MatrixHouse, floor: Floor, as_role: AsRole
) -> None:
    other = floor.player("xpto")
    exclusion.exclude(person_id=other.id, kind=exclusion.ExclusionKind.INDEFINITE, now=floor.now)
    number = Exclusion.objects.get(person_id=other.id).pk
    assert f"/casa/jogadores/{other.key}/" in found(as_role(Role.SUPPORT), f"e-{number}")
    assert other.key not in found(as_role(Role.GAME_MANAGER), f"e-{number}")


def test_what_finds_nothing_names_the_letters_of_this_role(house: MatrixHouse, as_role: AsRole) -> None:
    assert "começam por A-, B-, C-, D-, E-, F-, I-, L-, M-, O-, P-, R-, S-, T-, X-;" in found(
        as_role(Role.COMPLIANCE), "nada disto existe 7"
    )
    assert "começam por F-, I-, X-;" in found(as_role(Role.GAME_MANAGER), "nada disto existe 7")


def lifted() -> None:
    by = Stop.objects.earliest("pk").by
    Stop.objects.filter(lifted_at=None).update(lifted_at=timezone.now(), lifted_by=by)


@pytest.mark.parametrize(
    ("status", "offered", "never"),
    [
        ("open", ("pausar", "fechar"), ("retomar", "abrir")),
        ("paused", ("retomar",), ("pausar", "fechar", "abrir")),
        ("closing", ("pausar",), ("retomar", "fechar")),
        ("closed", (), ("pausar", "retomar", "fechar")),
    ],
)
def test_at_a_table_is_offered_what_is_possible(
    floor: Floor, as_role: AsRole, status: str, offered: tuple[str, ...], never: tuple[str, ...]
) -> None:
    floor.now = timezone.now()
    Table.objects.filter(pk=floor.table(code="lisboa-2")).update(status=status)
    clerk = as_role(Role.SUPERVISOR)
    page = found(clerk, "lisboa-2")
    for act in offered:
        assert f'href="/casa/mesas/lisboa-2/{act}/"' in page, act
        assert clerk.get(f"/casa/mesas/lisboa-2/{act}/").status_code == 200
    for act in never:
        assert f'href="/casa/mesas/lisboa-2/{act}/"' not in page, act
    opens = 'href="/casa/mesas/lisboa-2/abrir/"' in found(as_role(Role.GAME_MANAGER), "lisboa-2")
    assert opens is (status in {"closed", "closing"})


def test_a_table_without_rules_is_not_opened(floor: Floor, as_role: AsRole) -> None:
    manager = as_role(Role.GAME_MANAGER)
    tables.create_table(
        code="nova-9", name="Nova 9", currency=Currency.EUR, by=floor.staff(Role.GAME_MANAGER).id, now=floor.now
    )
    page = found(manager, "nova-9")
    assert ("/casa/mesas/nova-9/" in page, "/casa/mesas/nova-9/abrir/" in page) == (True, False)


def test_a_table_whose_round_awaits_a_second_person_is_not_resumed(house: MatrixHouse, as_role: AsRole) -> None:
    assert Table.objects.get(code="demo").status == "paused"
    assert "/retomar/" not in found(as_role(Role.SUPERVISOR), "demo")


def test_the_house_is_stopped_once_and_lifted_where_it_stands(
    house: MatrixHouse, floor: Floor, as_role: AsRole
) -> None:
    lifted()
    clerk = as_role(Role.SUPERVISOR)
    assert "Parar a sala" in found(clerk, "parar a sala")
    stops.stop(scope="all", by=floor.staff(Role.SUPERVISOR).id, now=timezone.now())
    for text in ("parar", "levantar"):
        page = found(clerk, text)
        assert "Parar a sala" not in page
        assert 'href="/casa/sala/parar/all/levantar/"' in page
    assert "/levantar/" not in found(as_role(Role.SUPPORT), "parar")


def opened(code: str, moment: datetime) -> None:
    with past_triggers():
        Round.objects.filter(code=code).update(opened_at=moment)


def test_a_minute_without_rounds_says_so_and_leads_to_the_nearest(floor: Floor, as_role: AsRole) -> None:
    floor.now = timezone.now()
    table = floor.table(code="macau-1")
    other = floor.table(code="lisboa-2")
    codes = []
    for which in (table, other, table):
        codes.append(floor.open_round(which))
        floor.settle(which)
    noon = timezone.localtime(floor.now, LISBON).replace(hour=12, minute=0, second=0, microsecond=0)
    noon -= timedelta(days=1)
    for code, hours in zip(codes, (-1, 0, 1), strict=True):
        opened(code, noon + timedelta(hours=hours))
    clerk = as_role(Role.SUPERVISOR)
    page = found(clerk, f"macau-1 {noon:%d/%m} 12:00", kind="rounds")
    assert "Nenhuma jogada de Macau-1" in page
    assert codes[1] not in page
    before, after = page.find(f"/casa/jogadas/{codes[0]}/"), page.find(f"/casa/jogadas/{codes[2]}/")
    assert 0 < before < page.find("a última antes") < after < page.find("a primeira depois")
    late = found(clerk, f"mac1 {noon:%d/%m} 13:30", kind="rounds")
    assert codes[2] in late
    assert "a primeira depois" not in late
    assert "Nenhuma jogada" not in found(clerk, f"mac1 {noon:%d/%m} 11:00", kind="rounds")
    with CaptureQueriesContext(connection) as seen:
        found(clerk, f"mac1 {noon:%d/%m} 12:00", kind="rounds")
    opened(codes[2], noon + timedelta(hours=3))
    with CaptureQueriesContext(connection) as again:
        found(clerk, f"mac1 {noon:%d/%m} 12:00", kind="rounds")
    assert len(seen) == len(again)


def test_a_table_that_never_dealt_says_that_no_round_was_there(floor: Floor, as_role: AsRole) -> None:
    floor.table(code="lisboa-2")
    page = found(as_role(Role.SUPERVISOR), "lisboa-2 12:00", kind="rounds")
    assert "Nenhuma jogada de Lisboa-2" in page
    assert 'role="option"' not in page


def look(clerk: Client, how: str, text: str) -> str:
    answer = clerk.post(FIND, {"how": how, "text": text})
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.parametrize(
    ("how", "text", "why"),
    [
        ("email", "rui.costa@SABOT.example", "Procura pelo e-mail"),
        ("name", "costa rui", "Procura pelo nome"),
        ("name", "Rui Csota", "Procura pelo nome"),
        ("name", "Manuel Kosta", "Procura pelo nome"),
    ],
)
def test_who_complains_without_an_account_is_looked_for_masked_and_noted(
    outsider: str, as_role: AsRole, how: str, text: str, why: str
) -> None:
    clerk = as_role(Role.SUPPORT)
    offered = found(clerk, text)
    assert outsider not in offered
    assert f'name="how" value="{how}"' in offered
    assert "Pessoas com" in offered
    page = look(clerk, how, text)
    assert f'href="/casa/reclamacoes/{outsider}/"' in page
    assert "Rui M. C." in page
    assert "R•••@sabot.example" in page
    assert "Rui Manuel" not in page
    assert "Rui.Costa" not in page
    told = Event.objects.get(name="complaint.sought")
    assert (told.subject_key, told.why, told.person_id) == (outsider, why, None)
    assert (
        f"procurou quem fez a reclamação {outsider}" in as_role(Role.AUDITOR).get("/casa/auditoria/").content.decode()
    )


def test_who_sees_no_complaints_finds_no_complainant(outsider: str, as_role: AsRole) -> None:
    clerk = as_role(Role.SUPERVISOR)
    assert "Jogadores com" in found(clerk, "rui.costa@sabot.example")
    assert outsider not in look(clerk, "email", "rui.costa@sabot.example")
    assert not Event.objects.filter(name="complaint.sought").exists()


def test_another_person_is_no_complainant(outsider: str, as_role: AsRole) -> None:
    clerk = as_role(Role.SUPPORT)
    assert outsider not in look(clerk, "email", "rui.costa@sabot.exampl")
    assert outsider not in look(clerk, "name", "tobias xpto")
    assert outsider not in look(clerk, "tail", "5678")
