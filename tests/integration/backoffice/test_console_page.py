"""The page of the croupier's console: the powers that a browser gives it."""

import pytest
from django.test import Client

from players.roles import Role
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
