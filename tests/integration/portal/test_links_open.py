"""No page of the office leads its reader to an address that is not open to them, and none shows a form that is not."""

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import resolve

from casino.access import matrix
from casino.access.matrix import ADDRESSES
from players.roles import Role
from tests.factories import Floor
from tests.integration.portal.matrix_house import MatrixHouse
from tests.integration.portal.test_permission_matrix import client_of

LINK = re.compile(r'<a\b[^>]*\bhref="([^"]*)"')
FORM = re.compile(r'<form\b[^>]*\bmethod="post"[^>]*\baction="([^"]*)"')


@pytest.mark.django_db
@pytest.mark.parametrize("role", list(Role))
def test_pages_lead_where_their_reader_may_go(floor: Floor, role: Role) -> None:
    house = MatrixHouse(floor)
    client = client_of(role.value, house, floor)
    asked, wrong = 0, set()
    for address in matrix.addresses():
        readers = ADDRESSES[address.name].get if address.name.startswith("backoffice:") else None
        if readers is None or role.value not in readers:
            continue
        page = page_at(client, house.path(address))
        asked += bool(page)
        wrong |= {f"{address.name} → {name}" for name in led_to(LINK, page) if not open_to(role, name, "get")}
        wrong |= {f"{address.name} sends {name}" for name in led_to(FORM, page) if not open_to(role, name, "post")}
    assert sorted(wrong) == []
    assert asked > 1


def page_at(client: Client, path: str) -> str:
    """The page at an address; empty where it answers something else."""
    answer = client.get(path)
    if answer.status_code != 200 or answer.streaming or "text/html" not in answer.headers["Content-Type"]:
        return ""
    return answer.content.decode()


def led_to(pattern: re.Pattern[str], page: str) -> set[str]:
    """The names of the office's addresses that a page leads to."""
    paths = {re.split(r"[?#]", unescape(found))[0] for found in pattern.findall(page)}
    return {resolve(path).view_name for path in paths if path.startswith("/casa/")}


def open_to(role: Role, name: str, method: str) -> bool:
    """Whether the matrix lets the role in."""
    return role.value in (getattr(ADDRESSES[name], method) or ())
