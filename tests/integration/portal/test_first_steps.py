"""From the confirmed e-mail to the table: the steps, what is skipped, and when they are no longer shown."""

import uuid

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.utils import timezone

from players.protection.queries import protection
from players.protection.queries.protection import LimitKind
from tests.factories import MACAU, Actor, Floor
from tests.rules import rule

pytestmark = pytest.mark.django_db
PAGE = "/conta/comecar/"
STRIP = 'class="first-steps"'


@pytest.fixture
def newcomer(floor: Floor) -> Actor:
    floor.now = timezone.now()
    return floor.player("Nova", cents=0)


@pytest.fixture
def client(newcomer: Actor) -> Client:
    client = Client()
    client.force_login(get_user_model().objects.get(pk=newcomer.id))
    return client


def page(client: Client, path: str = PAGE) -> str:
    return client.get(path).content.decode()


@rule(
    "UK-04",
    "MT-02",
    asserts="The first page after the registration asks for a limit of deposits a week, takes any amount that is "
    "typed, and it holds at once.",
)
def test_a_limit_comes_first_and_holds_at_once(client: Client, newcomer: Actor) -> None:
    assert "Quanto vai depositar por semana" in page(client)
    wrong = client.post(PAGE, {"limit": "deposit-week", "most": "x"})
    assert wrong.status_code == 400
    assert "notice--bad" in wrong.content.decode()
    assert client.post(PAGE, {"limit": "deposit-week", "most": "50"}).headers["Location"] == PAGE
    lines = protection.limits_of(newcomer.id, played=(0, 0), now=timezone.now())
    assert [line.most for line in lines if line.kind is LimitKind.DEPOSIT and line.period == "week"] == [50_00]
    after = page(client)
    assert "Um depósito, se quiser jogar a dinheiro" in after
    assert "só escreve o valor" in after


def test_every_step_can_be_skipped(client: Client) -> None:
    assert "Um depósito, se quiser" in page(client, PAGE + "?passo=deposito")
    assert "bom lugar para aprender" in page(client, PAGE + "?passo=mesa")
    assert "Quanto vai depositar" in page(client, PAGE + "?passo=nada")


def test_without_an_identity_the_deposit_waits(floor: Floor) -> None:
    client = Client()
    client.force_login(get_user_model().objects.get(pk=floor.player("Eva", verified=False).id))
    assert "ainda está a ser confirmada" in page(client, PAGE + "?passo=deposito")


def test_the_strip_stands_in_the_account_until_the_last_step(floor: Floor, client: Client, newcomer: Actor) -> None:
    for path in ("/conta/", "/carteira/depositar/", PAGE):
        assert STRIP in page(client, path), path
    deposited = client.post("/carteira/depositar/", {"instrument": "0", "amount": "20", "key": str(uuid.uuid4())})
    Client().post(deposited.headers["Location"], {"choice": "approve"})
    floor.sit(newcomer, floor.table(MACAU))
    assert STRIP in page(client, "/conta/"), "the money is not there yet"


def test_who_has_done_everything_sees_no_strip(
    floor: Floor, client: Client, newcomer: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("players.cashier.queries.has_deposited", lambda person_id: person_id == newcomer.id)
    assert "bom lugar para aprender" in page(client), "who deposits without a limit has skipped that step"
    floor.sit(newcomer, floor.table(MACAU))
    assert STRIP not in page(client, "/conta/")
    assert "bom lugar para aprender" in page(client)


def test_a_form_from_before_says_that_one_is_signed_out(client: Client) -> None:
    strict = Client(enforce_csrf_checks=True)
    out = strict.post("/limites/", {}).content.decode()
    assert "Não tem sessão iniciada" in out
    assert 'href="/entrar/"' in out
    strict.cookies = client.cookies
    still_in = strict.post("/limites/", {}).content.decode()
    assert "Não tem sessão iniciada" not in still_in
    assert "Volte atrás" in still_in or "recarregue" in still_in.lower()
