"""The drift court in the office: the floor, a table's page, the house's page, and the decisions on an alarm."""

from collections.abc import Callable

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

from players.roles import Role
from tables.models import DriftAlarm, Table
from tables.operations import stops
from tests.factories import BANCA_WINS_WITH_5, MACAU, PONTO_WINS, TIE_WITH_PAIRS, Actor, Floor
from tests.integration.tables.test_court import Alarmed, at_once, judged, played  # noqa: F401
from tests.rules import rule


@pytest.fixture
def alarmed(floor: Floor) -> Alarmed:
    return Alarmed(floor)


@pytest.fixture
def signed_in() -> Callable[[Actor], Client]:
    """A browser in which this person is signed in."""

    def signed_in(actor: Actor) -> Client:
        client = Client()
        client.force_login(get_user_model().objects.get(pk=actor.id))
        return client

    return signed_in


def page(client: Client, name: str, *args: object) -> str:
    answer = client.get(reverse(f"backoffice:{name}", args=args))
    assert answer.status_code == 200
    return str(answer.content.decode())


@rule(
    "GL-41",
    asserts="The floor, the table’s page and the house’s page show the alarm, what it says, and how far it went.",
)
def test_the_pages_show_the_alarm(alarmed: Alarmed, signed_in: Callable[[Actor], Client]) -> None:
    code = Table.objects.get(pk=alarmed.table).code
    supervisor = signed_in(alarmed.other)
    said = page(supervisor, "floor")
    assert "cartas 4: vezes a mais" in said
    assert reverse("backoffice:drift") in said
    assert "Deriva de toda a casa" in said or "Cartas" in said
    table = page(signed_in(alarmed.floor.staff(Role.GAME_MANAGER)), "table", code)
    assert "court__curve--cards" in table
    assert "Não vê uma falha inferior" in table
    assert "26 jogadas" in table
    incident = page(supervisor, "incident", DriftAlarm.objects.get(pk=alarmed.alarm).incident_id)
    assert reverse("backoffice:drift_alarm", args=[alarmed.alarm]) in incident
    house = page(supervisor, "drift")
    assert "Toda a casa" in house
    assert reverse("backoffice:drift_alarm", args=[alarmed.alarm]) in house


def test_a_house_without_rounds_has_a_page(floor: Floor, signed_in: Callable[[Actor], Client]) -> None:
    said = page(signed_in(floor.staff(Role.SUPERVISOR)), "drift")
    assert "Ainda nada foi avaliado" in said
    assert signed_in(floor.staff(Role.SUPERVISOR)).get(reverse("backoffice:drift_alarm", args=[9])).status_code == 404


def test_the_pages_show_an_alarm_of_pairs(floor: Floor, signed_in: Callable[[Actor], Client]) -> None:
    table = floor.table(MACAU)
    played(floor, table, *[TIE_WITH_PAIRS] * 40)
    judged(floor)
    client = signed_in(floor.staff(Role.SUPERVISOR))
    alarm = DriftAlarm.objects.get(table_id=table, stream="par-banca")
    assert "Par da banca: vezes a mais" in page(client, "drift_alarm", alarm.pk)
    said = page(client, "table", Table.objects.get(pk=table).code)
    assert "court__curve--par-perfeito" in said
    assert "Par perfeito: vezes a menos" in page(client, "drift")
    assert "Par da banca" in page(client, "incident", alarm.incident_id)


def test_two_persons_open_again_on_the_alarms_page(alarmed: Alarmed, signed_in: Callable[[Actor], Client]) -> None:
    one, other = signed_in(alarmed.one), signed_in(alarmed.other)
    words = {"cause": "cartas marcadas", "solution": "sabot novo"}

    def to(name: str) -> str:
        return reverse(f"backoffice:{name}", args=[alarmed.alarm])

    assert one.post(to("approve_opening")).status_code == 409
    assert one.post(to("propose_opening"), {**words, "cause": ""}).status_code == 400
    assert one.post(to("propose_opening"), words).status_code == 302
    assert "A proposta é sua" in page(one, "drift_alarm", alarmed.alarm)
    assert "sabot novo" in page(other, "drift_alarm", alarmed.alarm)
    assert one.post(to("approve_opening")).status_code == 409
    assert other.post(to("reject_opening"), {"reason": "falta prova"}).status_code == 302
    assert one.post(to("propose_opening"), words).status_code == 302
    assert other.post(to("approve_opening")).status_code == 302
    assert not alarmed.stopped
    assert "reaberto por duas pessoas" in page(other, "drift_alarm", alarmed.alarm)


def test_staff_decide_within_the_hour(floor: Floor, settings, signed_in: Callable[[Actor], Client]) -> None:
    settings.DRIFT_STOPS = ()
    table = floor.table(MACAU)
    played(floor, table, *[PONTO_WINS] * 26)
    judged(floor)
    one = signed_in(floor.staff(Role.SUPERVISOR))
    of_table, *others = DriftAlarm.objects.order_by("table_id", "pk")
    said = page(one, "drift_alarm", of_table.pk)
    assert "Deixar o jogo continuar" in said
    address = reverse("backoffice:let_on", args=[of_table.pk])
    assert one.post(address, {"reason": ""}).status_code == 400
    assert one.post(address, {"reason": "é um teste"}).status_code == 302
    assert "é um teste" in page(one, "drift_alarm", of_table.pk)
    for other in others:
        assert one.post(reverse("backoffice:stop_drifting", args=[other.pk])).status_code == 302
    assert len(stops.active()) == len({other.place for other in others})


def test_the_house_shows_what_the_bets_of_a_table_gave_back(floor: Floor, signed_in: Callable[[Actor], Client]) -> None:
    table, ana = floor.table(MACAU), floor.player()
    floor.sit(ana, table)
    played(floor, table, PONTO_WINS, PONTO_WINS, BANCA_WINS_WITH_5, by=ana)
    judged(floor)
    code, supervisor = Table.objects.get(pk=table).code, signed_in(floor.staff(Role.SUPERVISOR))
    answer = supervisor.get(reverse("backoffice:drift"), {"mesa": code})
    (line,) = answer.context["returns"]
    assert (line.mean, line.rounds, line.inside) == ("133,33\N{NO-BREAK SPACE}%", "3 jogadas", True)
    assert line.low_x < line.middle < line.high_x
    said = answer.content.decode()
    assert f'aria-label="{line.text}"' in said
    assert "por si só desde" in said
    assert supervisor.get(reverse("backoffice:drift"), {"mesa": "nenhuma"}).context["returns"] == ()
