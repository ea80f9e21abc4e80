"""A page sends as many statements with many rows behind it as with few (P9)."""

from collections.abc import Iterator

import pytest
import time_machine
from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from casino.access import matrix
from casino.access.matrix import ADDRESSES
from casino.access.rows import PLAYER, VISITOR
from players.roles import Role
from tests import many
from tests.factories import Floor
from tests.integration.portal.matrix_house import MatrixHouse

FEW, MORE = 3, 60
"""More than a page of any list shows."""
ONCE = frozenset({"portal:sandbox_bank", "portal:demo_mail"})
"""Pages that only stand in for others' in a demonstration."""


def readers(house: MatrixHouse, floor: Floor) -> dict[str, Client]:
    """A visitor, the player to whom things belong, and one of the staff for each role: no role may do everything."""
    people = {PLAYER: house.owner.id, **{role.value: floor.staff(role).id for role in Role}}
    found = {VISITOR: Client()}
    for name, number in people.items():
        found[name] = Client()
        found[name].force_login(get_user_model().objects.get(pk=number))
    return found


def pages(house: MatrixHouse) -> Iterator[tuple[str, str, str]]:
    """The reader of a page, its name and its address: every address that is read and that stands."""
    for address in matrix.addresses():
        who = ADDRESSES[address.name].get
        if who and house.stands(address) and address.name not in ONCE:
            reader = PLAYER if PLAYER in who else next((role.value for role in Role if role.value in who), VISITOR)
            yield reader, address.name, house.path(address)


def counts(house: MatrixHouse, clients: dict[str, Client]) -> dict[str, int]:
    """How many statements each page sends, once the caches are filled."""
    found = {}
    for reader, name, path in pages(house):
        clients[reader].get(path)
        with CaptureQueriesContext(connection) as seen:
            answer = clients[reader].get(path)
            if answer.streaming:
                answer.getvalue()
        if answer.status_code == 200:
            found[name] = len(seen)
    return found


@pytest.fixture
def _stopped_clock() -> Iterator[None]:
    """A session notes once a minute that it was seen: on a slow machine a page would pay for it by chance."""
    with time_machine.travel(timezone.now(), tick=False):
        yield


@pytest.mark.usefixtures("_stopped_clock")
def test_no_page_sends_more_statements_for_more_rows(floor: Floor) -> None:
    house = MatrixHouse(floor)
    clients = readers(house, floor)
    staff = floor.staff(Role.COMPLIANCE).id
    many.furnish(person=house.owner.id, staff=staff, now=floor.now)
    many.grow(FEW, waiting=FEW - 1, persons=[house.owner.id], by=staff, days=FEW)
    few = counts(house, clients)
    many.grow(MORE, waiting=MORE // 2, persons=[house.owner.id], by=staff, days=MORE)
    more = counts(house, clients)
    assert few.keys() == more.keys()
    assert {name: (few[name], more[name]) for name in few if more[name] > few[name]} == {}
    assert len(few) > 100
