"""The demonstration without an account at the pages: one touch to a table, the wall around it, and the way out."""

import re
import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from casino import tasks
from kernel.money import Currency
from players.access.operations.guests import CHIPS
from players.models import Ask, Device, Guest, Kind, Person, SignInAttempt
from players.protection.operations.exclusion import ExclusionKind
from players.roles import Role
from tables.models import PlaySession
from tables.operations import breaks
from tests.factories import ALONE, MACAU, PASSWORD, Floor
from wallet import queries as wallet

pytestmark = pytest.mark.django_db


@pytest.fixture
def open_house(floor: Floor, settings: Any) -> Floor:
    """A house that has guests, with one table for them and one that is shared."""
    settings.GUESTS = 5
    floor.now = timezone.now()
    floor.table(ALONE, code="so", currency=Currency.PLAY, kind="individual")
    floor.table(MACAU, code="juntos", currency=Currency.PLAY)
    return floor


def touch(client: Client, **others: Any) -> Any:
    """What the button sends."""
    facts = {"key": str(uuid.uuid4()), "of_age": "1"} | others
    return client.post(
        "/experimentar/", {name: value for name, value in facts.items() if value}, REMOTE_ADDR="192.0.2.7"
    )


def said(response: Any) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))


def test_one_touch_from_the_front_page_to_a_seat(open_house: Floor, client: Client) -> None:
    front = client.get("/")
    assert "Experimentar sem conta" in said(front)
    assert "Só para quem tem 18 anos ou mais" in said(front)
    (key,) = re.findall(r'name="key" value="([^"]+)"', front.content.decode())
    answer = touch(client, key=key)
    assert (answer.status_code, answer.headers["Location"]) == (302, "/mesa/so/")
    page = client.get("/mesa/so/")
    assert 'data-guest="1"' in page.content.decode()
    assert "data-barred" not in page.content.decode()
    person = Person.objects.get(kind=Kind.GUEST)
    assert PlaySession.objects.get(person_id=person.pk).ended_at is None
    assert wallet.balance(person.person_key, Currency.PLAY) == CHIPS
    open_house.prove()


def test_nothing_that_says_who_it_was_is_kept(open_house: Floor, client: Client) -> None:
    touch(client)
    person = Person.objects.get(kind=Kind.GUEST)
    device = Device.objects.get(person=person)
    assert (device.address, device.device, device.browser) == ("", "", None)
    assert not SignInAttempt.objects.filter(person=person).exists()
    assert Ask.objects.get().subject == "network:192.0.2.0/24"
    assert "sabot-browser" not in client.cookies


def test_a_second_touch_with_the_same_key_is_the_same_guest(open_house: Floor) -> None:
    key = str(uuid.uuid4())
    first, second = Client(), Client()
    assert touch(first, key=key).headers["Location"] == touch(second, key=key).headers["Location"] == "/mesa/so/"
    assert Guest.objects.count() == 1


@pytest.mark.parametrize(
    ("others", "status", "words"),
    [({"of_age": ""}, 409, "Diga que os tem"), ({"key": "nada"}, 400, "A página enviou algo que não devia")],
)
def test_a_refusal_says_why_and_offers_the_button_again(
    open_house: Floor, client: Client, others: dict[str, str], status: int, words: str
) -> None:
    answer = touch(client, **others)
    assert answer.status_code == status
    assert words in said(answer)
    assert "Experimentar sem conta" in said(answer)
    assert not Guest.objects.exists()


def test_when_all_places_are_taken_it_says_so(open_house: Floor, settings: Any) -> None:
    touch(Client())
    answer = touch(Client())
    assert answer.status_code == 409
    assert "Todos os lugares da demonstração estão ocupados" in said(answer)
    settings.GUESTS = 1
    assert "Todos os lugares da demonstração estão ocupados" in said(touch(Client()))


def test_a_house_without_guests_offers_none(open_house: Floor, client: Client, settings: Any) -> None:
    settings.GUESTS = 0
    assert "Experimentar sem conta" not in said(client.get("/")) + said(client.get("/mesas/"))
    assert "Jogar a demonstração" in said(client.get("/"))
    assert "não oferece demonstração sem conta" in said(client.get("/experimentar/"))
    assert touch(client).status_code == 409
    assert not Guest.objects.exists()


def test_the_browser_of_an_excluded_player_makes_no_guest(open_house: Floor, client: Client) -> None:
    player = open_house.player()
    client.post("/entrar/", {"login": player.email, "password": PASSWORD})
    assert "sabot-browser" in client.cookies
    client.post("/sair/")
    breaks.take_break(
        person_id=player.id, kind=ExclusionKind.FIXED, months=3, idempotency_key=uuid.uuid4(), now=timezone.now()
    )
    answer = touch(client)
    assert answer.status_code == 409
    assert "não está disponível neste navegador" in said(answer)
    assert "exclu" not in said(answer).lower(), "other users of the browser learn nothing"


def test_too_often_from_one_network(open_house: Floor) -> None:
    for _ in range(10):
        browser = Client()
        assert touch(browser).status_code == 302
        browser.post("/sair/")
    answer = touch(Client())
    assert (answer.status_code, int(answer.headers["Retry-After"]) > 0) == (429, True)


@pytest.mark.parametrize(
    "path",
    [
        "/carteira/", "/carteira/depositar/", "/conta/", "/limites/", "/reclamacoes/", "/reclamacoes/nova/",
        "/seguranca/", "/sessoes/", "/jogadas/", "/conta/dados/", "/casa/",
    ],
)  # fmt: skip
def test_the_wall_says_what_it_is_and_leads_to_registration(open_house: Floor, client: Client, path: str) -> None:
    touch(client)
    answer = client.get(path)
    assert answer.status_code == 403
    assert "Esta é a demonstração" in said(answer)
    assert 'href="/registar/"' in answer.content.decode()
    assert client.get("/registar/").status_code == 200


def test_the_api_of_players_is_closed(open_house: Floor, client: Client) -> None:
    touch(client)
    assert client.get("/api/v1/me/sessions/").status_code in {403, 404}
    assert client.get("/api/tables/").status_code in {200, 404}


def test_a_guest_watches_a_shared_table_and_is_told_why(open_house: Floor, client: Client) -> None:
    touch(client)
    page = client.get("/mesa/juntos/").content.decode()
    assert "data-barred" in page
    assert "sem conta: nela joga sozinho" in page


def test_a_break_ends_the_demonstration(open_house: Floor, client: Client) -> None:
    touch(client)
    page = client.get("/pausas/")
    assert "Uma pausa termina a demonstração" in said(page)
    client.post("/sair/")
    guest = Guest.objects.get()
    assert (guest.ended_why, guest.person.is_active) == ("left", False)
    assert not PlaySession.objects.filter(person_id=guest.person_id, ended_at=None).exists()
    assert client.get("/mesa/so/").wsgi_request.user.is_anonymous


def test_signing_in_ends_it_first(open_house: Floor, client: Client) -> None:
    player = open_house.player()
    touch(client)
    page = client.get("/entrar/")
    assert page.status_code == 403
    assert "termine primeiro a demonstração" in said(page)
    assert client.post("/entrar/", {"login": player.email, "password": PASSWORD}).status_code == 403
    assert client.post("/sair/", {"next": "/entrar/"}).headers["Location"] == "/entrar/"
    assert client.post("/entrar/", {"login": player.email, "password": PASSWORD}).status_code == 302


def test_a_player_is_led_to_the_demonstration_tables(open_house: Floor, client: Client) -> None:
    client.force_login(Person.objects.get(pk=open_house.player().id))
    assert touch(client).headers["Location"] == "/mesas/?fichas=PLAY"
    assert not Guest.objects.exists()


def test_the_sweep_ends_it_after_a_day(open_house: Floor, client: Client) -> None:
    touch(client)
    tasks.end_guests()
    assert Guest.objects.get().ended_at is None
    # A guest's moments cannot be changed: this one began a day ago.
    made = Guest.objects.get()
    Device.objects.filter(person_id=made.person_id).update(ended_at=made.made_at)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tasks.timezone, "now", lambda: made.made_at + timedelta(days=1))
        tasks.end_guests()
    assert Guest.objects.get().ended_why == "day"
    assert client.get("/mesas/").wsgi_request.user.is_anonymous


def test_the_office_has_no_page_of_a_guest(open_house: Floor, client: Client) -> None:
    guest = open_house.guest()
    member = open_house.staff(Role.SUPPORT)
    client.force_login(Person.objects.get(pk=member.id))
    assert guest.key not in client.get("/casa/jogadores/").content.decode()
    assert client.get(f"/casa/jogadores/{guest.key}/").status_code == 404
