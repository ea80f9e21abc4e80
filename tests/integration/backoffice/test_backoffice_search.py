"""The one search: each number and name found by its kind, only what the role sees, and noted where it has to be."""

from datetime import timedelta
from uuid import uuid4

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from casino.access.matrix import ADDRESSES
from kernel.calendar import LISBON
from players.audit.queries import alike
from players.audit.queries.finding import find_players
from players.complaints import operations as complaints
from players.complaints.operations import Subject
from players.models import (
    Adjustment,
    Deposit,
    Erasure,
    Obligation,
    Person,
    RectificationRequest,
    Registration,
    Signal,
    SubjectKind,
    Viewing,
    Withdrawal,
)
from players.roles import Role
from players.staff import operations as staffing
from tables.models import Incident, Round, Slip, Stop
from tables.operations import incidents
from tests import many
from tests.factories import Floor
from tests.integration.backoffice.browsers import AsRole
from tests.integration.portal.matrix_house import MatrixHouse, extract_for

MONTHS = ("jan", "fev", "mar", "abr", "mai", "jun", "jul", "ago", "set", "out", "nov", "dez")
pytestmark = pytest.mark.django_db
SEARCH = "/casa/procurar/"
FIND = "/casa/procurar/pessoa/"


@pytest.fixture
def house(floor: Floor) -> MatrixHouse:
    floor.now = timezone.now()
    return MatrixHouse(floor)


def found(client: Client, text: str, **more: str) -> str:
    answer = client.get(SEARCH, {"q": text, **more}, headers={"HX-Request": "true"})
    assert answer.status_code == 200, text
    return answer.content.decode()


def test_each_number_leads_to_its_thing(house: MatrixHouse, as_role: AsRole) -> None:
    clerk = as_role(Role.COMPLIANCE)
    played = Round.objects.get(table__code="macau-1")
    slip = Slip.objects.filter(round=played).earliest("pk")
    withdrawal, deposit = Withdrawal.objects.earliest("pk"), Deposit.objects.earliest("pk")
    incident = Incident.objects.earliest("pk")
    for text, way in (
        ("r-1", "/casa/reclamacoes/R-"),
        (f"I-{incident.pk}", f"/casa/incidentes/{incident.pk}/"),
        (f"L-{str(withdrawal.key)[:6]}", f"/casa/dinheiro/levantamentos/{withdrawal.key}/"),
        (f"L-{withdrawal.key}", f"/casa/dinheiro/levantamentos/{withdrawal.key}/"),
        (str(deposit.key), f"/casa/dinheiro/depositos/{deposit.key}/"),
        (played.code, f"/casa/jogadas/{played.code}/"),
        (played.code[:-1], f"/casa/jogadas/{played.code}/"),
        (f"{played.code} {slip.number}", f"/casa/jogadas/{played.code}/"),
        (f"jog-{house.owner.key[:8]}", f"/casa/jogadores/{house.owner.key}/"),
        (house.owner.key, f"/casa/jogadores/{house.owner.key}/"),
        ("jogador-1", f"/casa/jogadores/{house.owner.key}/"),
        ("mac1", "/casa/mesas/macau-1/"),
        ("macal 1", "/casa/mesas/macau-1/"),
        ("macua 1", "/casa/mesas/macau-1/"),
        ("reclama", "/casa/reclamacoes/"),
        ("ontem", f"/casa/relatorios/{(timezone.localdate() - timedelta(days=1)).isoformat()}/"),
    ):
        assert f'href="{way}' in found(clerk, text), text


def test_the_rounds_of_an_hour_at_a_table(house: MatrixHouse, as_role: AsRole) -> None:
    """«mac1 22h» are the rounds of Macau 1 in that hour on the house's clock, and no others."""
    clerk = as_role(Role.SUPERVISOR)
    played = Round.objects.get(table__code="macau-1")
    hour = played.opened_at.astimezone(LISBON)
    assert played.code in found(clerk, f"mac1 {hour:%H}h")
    assert played.code in found(clerk, f"mac1 {hour:%d/%m %H:%M}")
    other = hour - timedelta(hours=2)
    assert "Nenhuma jogada de Macau-1" in found(clerk, f"mac1 {other:%d/%m} {other:%H}h")
    assert played.code not in found(clerk, f"demo {hour:%H}h")


def test_a_moment_alone_leads_to_its_rounds(house: MatrixHouse, as_role: AsRole) -> None:
    """Also for those who see no reports: an hour has its rounds at any table, a day the way to its list."""
    helper = as_role(Role.SUPPORT)
    played = Round.objects.get(table__code="macau-1")
    hour = played.opened_at.astimezone(LISBON)
    day = f'href="/casa/jogadas/?day={hour:%Y-%m-%d}"'
    for text in (f"{hour:%d/%m}", f"{hour.day} {MONTHS[hour.month - 1]}"):
        assert day in found(helper, text), text
    shown = found(helper, f"{hour:%d/%m} {hour:%H}h")
    assert played.code in shown
    assert day in shown
    assert played.code not in found(helper, f"{hour - timedelta(hours=3):%d/%m %H}h")
    assert "jogador" not in found(helper, f"{played.code[:-1]}0"), "a round's code names no player"


@pytest.mark.parametrize("role", Role)
def test_only_what_the_role_sees_is_found(house: MatrixHouse, as_role: AsRole, role: Role) -> None:
    """Every row leads to a page that this role may open."""
    clerk, seen = as_role(role), 0
    played = Round.objects.get(table__code="macau-1").code
    owner = house.owner.key
    withdrawal = str(Withdrawal.objects.earliest("pk").key)
    incident = f"I-{Incident.objects.earliest('pk').pk}"
    for text in ("r-1", incident, withdrawal, played, owner, "mac1", "equipa", "parar", "ontem", "nov", "jogador"):
        answer = clerk.get(SEARCH, {"q": text}, headers={"HX-Request": "true"})
        for group in answer.context["groups"]:
            for row in group.rows:
                status = clerk.get(row.href).status_code
                assert status not in {403, 405} or row.sends, (role, text, row)
                seen += 1
    assert seen or role not in ADDRESSES["backoffice:floor"].get


def test_a_table_finds_what_waits_about_it(house: MatrixHouse, as_role: AsRole) -> None:
    """Open complaints about rounds of a table, and its open incidents, are found by its short name and by the round."""
    clerk = as_role(Role.COMPLIANCE)
    played = Round.objects.get(table__code="macau-1")
    case = complaints.complain(
        person_id=house.owner.id,
        category="bet",
        text="A aposta não entrou.",
        subject=Subject(SubjectKind.ROUND, played.code),
        idempotency_key=uuid4(),
        now=timezone.now(),
    )
    opened = incidents.open_incident(
        kind="void-round", idempotency_key=uuid4(), facts={}, now=timezone.now(), table_id=played.table_id
    )
    for text in ("mac1", "mac1 22h", played.code):
        assert f'href="/casa/reclamacoes/{case.number}/"' in found(clerk, text), text
    assert f'href="/casa/incidentes/{opened.incident_id}/"' in found(clerk, "mac1")
    assert case.number not in found(clerk, "demo")
    assert case.number not in found(as_role(Role.SUPERVISOR), "mac1"), "who sees no complaints finds none"


def test_a_table_is_stopped_from_the_search(house: MatrixHouse, as_role: AsRole) -> None:
    clerk = as_role(Role.SUPERVISOR)
    table = Round.objects.get(table__code="macau-1").table_id
    Stop.objects.filter(lifted_at=None).update(lifted_at=timezone.now(), lifted_by=Stop.objects.earliest("pk").by)
    offered = found(clerk, "mac1")
    assert "Parar Macau-1" in offered
    assert f'name="scope" value="table-{table}"' in offered
    assert "Parar Macau-1" not in found(as_role(Role.GAME_MANAGER), "mac1")
    assert clerk.post("/casa/sala/parar/", {"scope": f"table-{table}"}).status_code == 302
    assert Stop.objects.filter(scope=f"table-{table}").exists()


KEYS_OF_THE_INBOX = {
    "S": ("/casa/protecao/?sinal=", {Role.SUPERVISOR, Role.SUPPORT, Role.COMPLIANCE}),
    "O": ("/casa/protecao/?dever=", {Role.SUPERVISOR, Role.SUPPORT, Role.COMPLIANCE}),
    "A": ("/casa/dinheiro/acertos/", {Role.APPROVER, Role.SUPPORT, Role.COMPLIANCE}),
    "C": ("/casa/dados/?pedido=", {Role.SUPERVISOR, Role.SUPPORT, Role.COMPLIANCE}),
    "P": ("/casa/equipa/propostas/", {Role.COMPLIANCE, Role.ADMINISTRATOR}),
    "X": ("/casa/relatorios/extratos/", {Role.GAME_MANAGER, Role.APPROVER, Role.COMPLIANCE}),
    "L": ("/casa/conservacao/propostas/", {Role.COMPLIANCE, Role.ADMINISTRATOR}),
}


def test_the_keys_of_the_inbox_lead_to_their_pages_for_who_may_open_them(
    house: MatrixHouse, floor: Floor, as_role: AsRole
) -> None:
    many.furnish(person=house.owner.id, staff=floor.staff(Role.COMPLIANCE).id, now=floor.now)
    clerks = {role: as_role(role) for role in set().union(*(roles for _, roles in KEYS_OF_THE_INBOX.values()))}
    proposed = staffing.propose_roles(
        person_id=floor.staff(Role.SUPERVISOR).id,
        roles=[Role.SUPERVISOR, Role.AUDITOR],
        reason="ajuda nas contas",
        idempotency_key=uuid4(),
        by=floor.staff(Role.ADMINISTRATOR).id,
        now=floor.now,
    )
    numbers = {
        "S": Signal.objects.earliest("pk").pk,
        "O": Obligation.objects.earliest("pk").pk,
        "A": Adjustment.objects.earliest("pk").pk,
        "C": RectificationRequest.objects.earliest("pk").pk,
        "P": proposed.proposal_id,
        "X": extract_for(floor),
        "L": Erasure.objects.earliest("pk").pk,
    }
    for letter, (way, roles) in KEYS_OF_THE_INBOX.items():
        for role, clerk in clerks.items():
            page = found(clerk, f"{letter.lower()}-{numbers[letter]}")
            assert (f'href="{way}{numbers[letter]}' in page) == (role in roles), (letter, role)
            assert way not in found(clerk, f"{letter}-999999999"), "there is none"
        href = f"{way}{numbers[letter]}" + ("" if "?" in way else "/")
        for role in roles:
            assert clerks[role].get(href).status_code == 200, (href, role)


def test_a_stopped_table_is_lifted_from_the_search_and_not_stopped_again(house: MatrixHouse, as_role: AsRole) -> None:
    clerk = as_role(Role.SUPERVISOR)
    offered = found(clerk, "mac1")
    assert "regras v1 · Parada pela casa" in offered, "its game is stopped"
    assert "Parar Macau-1" not in offered
    assert 'href="/casa/sala/parar/macau/levantar/"' in offered
    assert "/levantar/" not in found(as_role(Role.GAME_MANAGER), "mac1")
    table = Round.objects.get(table__code="demo").table_id
    assert clerk.post("/casa/sala/parar/", {"scope": f"table-{table}"}).status_code == 302
    offered = found(clerk, "demo")
    assert f'href="/casa/sala/parar/table-{table}/levantar/"' in offered
    assert "Parada há" in offered
    assert "Parar Demo" not in offered


def test_the_newest_of_the_rounds_whose_code_begins_so_stand_first(floor: Floor, as_role: AsRole) -> None:
    floor.now = timezone.now()
    table = floor.table(code="macau-1")
    codes = []
    for _ in range(7):
        codes.append(floor.open_round(table))
        floor.settle(table)
    page = found(as_role(Role.COMPLIANCE), codes[0][:-1], kind="rounds")
    places = [page.find(f"/casa/jogadas/{code}/") for code in reversed(codes)]
    assert places[:6] == sorted(places[:6])
    assert -1 not in places[:6]
    assert places[6] == -1


def test_bad_input_finds_nothing_and_says_so(house: MatrixHouse, as_role: AsRole) -> None:
    clerk = as_role(Role.AUDITOR)
    for text in (
        "x" * 10_000,
        "\0\x01\x02",
        "%",
        "_%_",
        "'; --",
        "31/02/2026",
        "99h",
        "I-999999999",
        "R-0000-99999999",
    ):
        page = found(clerk, text)
        assert 'role="option"' not in page, text
    assert "demasiado longo" in found(clerk, "x" * 101)
    assert "Nada encontrado" in found(clerk, "nada disto existe 7"), "words alone may be a person's name"
    assert clerk.get(SEARCH, {"q": "zzzz", "kind": "nada"}).status_code == 200
    assert clerk.get(SEARCH, {"q": "\ud7ff\U0010ffff"}).status_code == 200


def test_looking_for_an_email_is_noted_and_masked(house: MatrixHouse, floor: Floor, as_role: AsRole) -> None:
    """The search itself only offers it; what was found is masked, and the player's log says who looked, and how."""
    clerk = as_role(Role.SUPPORT)
    email = Person.objects.get(pk=house.owner.id).email
    offered = found(clerk, email)
    assert house.owner.key not in offered
    assert 'name="how" value="email"' in offered
    assert not Viewing.objects.exists()

    page = clerk.post(FIND, {"how": "email", "text": email.upper()}).content.decode()

    assert f"/casa/jogadores/{house.owner.key}/" in page
    assert email not in page.replace(f'value="{email}"', "")
    noted = Viewing.objects.get()
    assert (noted.person_id, noted.reason) == (house.owner.id, "Procura pelo e-mail")
    assert "Procura pelo e-mail" in clerk.get(f"/casa/jogadores/{house.owner.key}/").content.decode()


def test_looking_for_the_end_of_an_account(house: MatrixHouse, as_role: AsRole) -> None:
    clerk = as_role(Role.SUPPORT)
    assert 'name="how" value="tail"' in found(clerk, "IBAN 5678")
    page = clerk.post(FIND, {"how": "tail", "text": "5678"}).content.decode()
    assert f"/casa/jogadores/{house.owner.key}/" in page
    assert Viewing.objects.get().reason == "Procura pelo fim da conta"


@pytest.mark.parametrize("text", ["Joao Silvq", "joao.sliva", "JOÃO_SLVA", "silvq", "joo silva"])
def test_a_mistyped_nickname_is_found(house: MatrixHouse, floor: Floor, as_role: AsRole, text: str) -> None:
    joao = floor.player("João_Silva", email="joao@sabot.example")
    assert f"/casa/jogadores/{joao.key}/" in found(as_role(Role.SUPERVISOR), text)


@pytest.mark.parametrize("text", ["josfea", "jsoefa", "JOSFÉA", "josfea demo", "josefa dmeo"])
def test_two_letters_that_changed_places_are_put_back(floor: Floor, text: str) -> None:
    for name in ("josf_maria", "Joséfa.Demo", "tobias"):
        floor.player(name, email=f"{len(name)}@sabot.example")
    assert find_players(name=text, key="", limit=6)[0].nickname == "Joséfa.Demo"


def test_the_words_themselves_stand_before_those_put_back(floor: Floor) -> None:
    for name in ("marai", "maria"):
        floor.player(name)
    assert find_players(name="marai", key="", limit=6)[0].nickname == "marai"
    assert find_players(name="mraia", key="", limit=6)[0].nickname == "maria"


@pytest.mark.parametrize(
    "text", ["josfea", "joao silvq", "josfea dmeo", "xptoqz", "a" * 60, "abcdefghijklmnopqrst " * 4]
)
def test_a_nickname_takes_five_statements_at_most(
    floor: Floor, django_assert_max_num_queries: DjangoAssertNumQueries, text: str
) -> None:
    floor.player("josefa.demo")
    with django_assert_max_num_queries(5):
        find_players(name=text, key="", limit=6)


def test_a_nickname_of_two_words_in_one_is_found_by_two(floor: Floor) -> None:
    floor.player("ritacosta")
    assert [each.nickname for each in find_players(name="rita csta", key="", limit=6)] == ["ritacosta"]


def test_those_whose_nickname_begins_so_stand_before_those_who_are_alike(floor: Floor) -> None:
    for name in ("marlla", "zmarlene", "marlene.z", "tobias"):
        floor.player(name)
    assert [each.nickname for each in find_players(name="marlene", key="", limit=6)] == [
        "marlene.z",
        "zmarlene",
        "marlla",
    ]
    assert [each.nickname for each in find_players(name="marlene", key="", limit=1)] == ["marlene.z"]


def test_a_member_of_staff_is_no_player(floor: Floor) -> None:
    nickname = Person.objects.get(pk=floor.staff(Role.SUPERVISOR).id).nickname
    assert find_players(name=nickname, key="", limit=6) == ()


def test_a_name_is_looked_for_by_those_who_may_see_names_and_noted(
    house: MatrixHouse, floor: Floor, as_role: AsRole
) -> None:
    joao = floor.player("xpto")
    Registration.objects.filter(person_id=joao.id).update(full_name="João Miguel da Silva")
    clerk = as_role(Role.SUPPORT)
    offered = found(clerk, "Joao Silvq")
    assert 'name="how" value="name"' in offered
    assert joao.key not in offered
    page = clerk.post(FIND, {"how": "name", "text": "Joao Silvq"}).content.decode()
    assert f"/casa/jogadores/{joao.key}/" in page
    assert "João Miguel" not in page, "masked"
    assert Viewing.objects.get(person_id=joao.id).reason == "Procura pelo nome"


def test_a_name_is_looked_for_by_no_other_role(house: MatrixHouse, as_role: AsRole) -> None:
    clerk = as_role(Role.SUPERVISOR)
    assert 'value="name"' not in found(clerk, "Joao Silvq")
    assert clerk.post(FIND, {"how": "name", "text": "Joao Silva"}).status_code in {403, 409}
    assert not Viewing.objects.exists()


def test_those_with_a_name_like_it_are_found_only_where_none_has_its_words(floor: Floor) -> None:
    ana, other = floor.player(), floor.player()
    for each, name in ((ana, "Ana Rita Costa"), (other, "Anabela Costta")):
        Registration.objects.filter(person_id=each.id).update(full_name=name)
    assert alike.named_alike("costa rita", most=6) == (ana.id,)
    assert set(alike.named_alike("cosda", most=6)) == {ana.id, other.id}
    assert alike.named_alike("csota rita", most=6) == (ana.id,)
    assert alike.named_alike("% _ 12", most=6) == ()


@pytest.mark.parametrize(
    ("how", "text"),
    [
        ("name", "ab 12"),
        ("name", "%%%"),
        ("name", "x" * 121),
        ("tail", "567"),
        ("tail", "56789"),
        ("tail", "٥٦٧٨"),
        ("email", "ana"),
        ("nif", "1"),
        ("", ""),
    ],
)
def test_what_cannot_be_looked_for(house: MatrixHouse, as_role: AsRole, how: str, text: str) -> None:
    answer = as_role(Role.SUPPORT).post(FIND, {"how": how, "text": text})
    assert answer.status_code in {400, 409}
    assert not Viewing.objects.exists()


def test_a_kind_alone(house: MatrixHouse, as_role: AsRole) -> None:
    clerk = as_role(Role.GAME_MANAGER)
    assert 'data-kind="tables"' in found(clerk, "mac1")
    narrowed = found(clerk, "mac1", kind="acts")
    assert 'data-kind="tables"' not in narrowed
    assert "/casa/mesas/macau-1/regras/nova/" in narrowed


@pytest.mark.parametrize(
    "text", ["mac1 22h", "jog-1f3a", "macau-1-2026", "R-2026-00001", "ontem", "parar", "josfea", "S-1", "mac1 1/1"]
)
def test_as_many_statements_for_many_rows(house: MatrixHouse, floor: Floor, as_role: AsRole, text: str) -> None:
    clerk = as_role(Role.COMPLIANCE)

    def count() -> int:
        found(clerk, text)
        with CaptureQueriesContext(connection) as seen:
            found(clerk, text)
        return len(seen)

    with time_machine.travel(timezone.now(), tick=False):
        staff = floor.staff(Role.COMPLIANCE).id
        few = count()
        many.furnish(person=house.owner.id, staff=staff, now=floor.now)
        many.grow(30, waiting=10, persons=[house.owner.id], by=staff, days=30)
        assert count() <= few
