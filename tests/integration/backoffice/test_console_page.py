"""The page of the croupier's console: the powers that a browser gives it, and the scanners that it may name."""

import uuid

import pytest
from django.test import Client

from players.roles import Role
from tables.card_terms import CONSOLE_DEVICES
from tables.models import CardEvent
from tests.croupiers import PaperTable, paper_table
from tests.factories import Floor
from tests.integration.backoffice.browsers import AsRole, SignIn


@pytest.fixture
def live(floor: Floor) -> PaperTable:
    return paper_table(floor)


def powers(client: Client, path: str) -> set[str]:
    return set(client.get(path).headers["Permissions-Policy"].split(", "))


def test_the_console_alone_may_read_scanners(live: PaperTable, sign_in: SignIn, as_role: AsRole) -> None:
    croupier, supervisor = sign_in(live.croupier), as_role(Role.SUPERVISOR)
    console = powers(croupier, f"/croupier/{live.code}/")
    assert {"hid=(self)", "serial=(self)", "usb=()", "camera=()"} <= console
    others = [(croupier, "/croupier/"), (croupier, "/croupier/cartas/d001/"), (supervisor, "/casa/croupiers/")]
    for client, path in [*others, (Client(), "/"), (Client(), f"/mesa/{live.code}/"), (Client(), "/nada/")]:
        assert powers(client, path) == console - {"hid=(self)", "serial=(self)"} | {"hid=()", "serial=()"}, path


def test_a_reading_names_one_of_the_console_s_own_scanners(live: PaperTable, sign_in: SignIn) -> None:
    live.open()
    live.close()
    croupier = sign_in(live.croupier)
    cards = ("8S", "KH", "7D", "4C")
    for card, device in zip(cards, ("", *CONSOLE_DEVICES), strict=True):
        facts = {"code": live.card(card).code, "device": device, "idempotency_key": str(uuid.uuid4())}
        assert croupier.post(f"/croupier/{live.code}/read/", facts).status_code == 200
    assert list(CardEvent.objects.order_by("pk").values_list("card", "device")) == list(
        zip(cards, ("", *CONSOLE_DEVICES), strict=True)
    )
    other = {"code": live.card("9S").code, "device": "Leitor 1", "idempotency_key": str(uuid.uuid4())}
    assert croupier.post(f"/croupier/{live.code}/read/", other).status_code == 400
    assert CardEvent.objects.count() == 4
