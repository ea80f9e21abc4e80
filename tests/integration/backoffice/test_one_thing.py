"""The page of one sign, one obligation or one request to correct data: it alone, waiting or done."""

import re

import pytest
from django.utils import timezone

from players.models import Obligation, RectificationRequest, Signal
from players.roles import Role
from tests import many
from tests.factories import Floor
from tests.integration.backoffice.browsers import AsRole

pytestmark = pytest.mark.django_db
SIGNALS = re.compile(r'id="sinal-(\d+)"')
REQUESTS = re.compile(r'id="pedido-(\d+)"')


@pytest.fixture(autouse=True)
def furnished(floor: Floor) -> None:
    floor.now = timezone.now()
    many.furnish(person=floor.player().id, staff=floor.staff(Role.COMPLIANCE).id, now=floor.now)


def test_a_sign_stands_alone_with_its_form_while_it_is_open(as_role: AsRole) -> None:
    clerk, wanted = as_role(Role.COMPLIANCE), Signal.objects.earliest("pk").pk
    page = clerk.get("/casa/protecao/", {"sinal": wanted}).content.decode()
    assert SIGNALS.findall(page) == [str(wanted)]
    assert 'id="sinais"' not in page
    act = f"/casa/protecao/sinais/{wanted}/"
    assert f'action="{act}"' in page
    assert act not in as_role(Role.SUPPORT).get(f"/casa/protecao/?sinal={wanted}").content.decode()
    assert clerk.post(act, {"act": "close", "text": "Falei com o jogador."}).status_code == 302
    page = clerk.get("/casa/protecao/", {"sinal": wanted}).content.decode()
    assert "Falei com o jogador." in page
    assert act not in page


def test_an_obligation_stands_alone_with_its_form_until_it_is_done(as_role: AsRole) -> None:
    clerk, wanted = as_role(Role.COMPLIANCE), Obligation.objects.filter(done_at=None).earliest("pk").pk
    page = clerk.get("/casa/protecao/", {"dever": wanted}).content.decode()
    assert SIGNALS.findall(page) == []
    act = f"/casa/protecao/deveres/{wanted}/"
    assert f'action="{act}"' in page
    assert clerk.post(act, {"note": "Pago por transferência."}).status_code == 302
    page = clerk.get("/casa/protecao/", {"dever": wanted}).content.decode()
    assert "Pago por transferência." in page
    assert act not in page


def test_a_request_to_correct_data_stands_alone_with_its_decision_once_there_is_one(as_role: AsRole) -> None:
    clerk, wanted = as_role(Role.COMPLIANCE), RectificationRequest.objects.earliest("pk").pk
    page = clerk.get("/casa/dados/", {"pedido": wanted}).content.decode()
    assert REQUESTS.findall(page) == [str(wanted)]
    act = f"/casa/dados/{wanted}/decidir/"
    assert f'action="{act}"' in page
    sent = {"verdict": "reject", "reason": "O documento diz o contrário.", "value": ""}
    assert clerk.post(act, sent).status_code == 302
    page = clerk.get("/casa/dados/", {"pedido": wanted}).content.decode()
    assert "O documento diz o contrário." in page
    assert act not in page


@pytest.mark.parametrize("asked", ["sinal=999999999", "sinal=x", "dever=", "sinal=%00", "dever=99999999999999999999"])
def test_where_there_is_none_all_of_them_are_shown(as_role: AsRole, asked: str) -> None:
    page = as_role(Role.COMPLIANCE).get(f"/casa/protecao/?{asked}").content.decode()
    assert 'id="sinais"' in page
    assert SIGNALS.findall(page)
