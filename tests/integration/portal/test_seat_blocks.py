"""The table's page for people who may watch and not sit: the reason in words, and the way to what helps."""

import uuid
from collections.abc import Callable
from datetime import timedelta
from typing import Final

import pytest
from django.test import Client
from django.utils import timezone

from casino.portal import seat_blocks
from casino.wording.rejections import play
from kernel.money import Currency
from kernel.periods import Period
from players.gates import Block
from players.models import Person
from players.privacy.operations import close_account
from players.protection.operations.exclusion import ExclusionKind, exclude
from players.protection.operations.limits import set_limit
from players.protection.queries.protection import LimitKind
from players.roles import Role
from players.staff.operations import accounts
from tables.operations import seats
from tests.factories import Actor, Floor
from tests.rules import rule

pytestmark = pytest.mark.django_db


def _break(floor: Floor, player: Actor) -> None:
    exclude(person_id=player.id, kind=ExclusionKind.SHORT, length=timedelta(days=2), now=floor.now)


def _suspend(floor: Floor, player: Actor) -> None:
    accounts.suspend(person_id=player.id, reason="teste", by=floor.staff(Role.COMPLIANCE).id, now=floor.now)


def _close(floor: Floor, player: Actor) -> None:
    close_account(person_id=player.id, idempotency_key=uuid.uuid4(), now=floor.now)


def _unproven(floor: Floor, player: Actor) -> None:
    Person.objects.filter(pk=player.id).update(verified_at=None)


CASES: Final = {
    "break": (_break, "Até ", "/pausas/"),
    "suspended": (_suspend, "está suspensa", "/ajuda/"),
    "closed": (_close, "está encerrada", "/conta/"),
    "unproven": (_unproven, "falta confirmar a sua identidade", "/identidade/"),
}


@pytest.mark.parametrize(("bar", "why", "way"), CASES.values(), ids=CASES)
def test_no_seat_is_offered_and_the_reason_stands_there(
    floor: Floor, client: Client, bar: Callable[[Floor, Actor], None], why: str, way: str
) -> None:
    floor.now = timezone.now()
    floor.table(code="mesa-b")
    player = floor.player()
    client.force_login(Person.objects.get(pk=player.id))
    assert "data-barred" not in client.get("/mesa/mesa-b/").content.decode()
    bar(floor, player)
    client.force_login(Person.objects.get(pk=player.id))  # closing signs every device out
    place = client.get("/mesa/mesa-b/").content.decode().split("data-barred>")[1].split("</div>")[0]
    assert why in place
    assert f'href="{way}"' in place


def test_play_money_and_visitors_and_staff(floor: Floor, client: Client) -> None:
    floor.now = timezone.now()
    floor.table(code="mesa-b")
    floor.table(code="mesa-d", currency=Currency.PLAY)
    assert "data-barred" not in client.get("/mesa/mesa-b/").content.decode(), "visitors are led to sign in"
    player = floor.player(verified=False)
    client.force_login(Person.objects.get(pk=player.id))
    assert "data-barred" in client.get("/mesa/mesa-b/").content.decode()
    assert "data-barred" not in client.get("/mesa/mesa-d/").content.decode(), "play money asks for no identity"
    found = seat_blocks.seat_block(
        person_id=floor.staff(Role.SUPERVISOR).id, table_code="mesa-b", currency="EUR", kind="shared", now=floor.now
    )
    assert found is not None
    assert (found.why, found.address) == (str(play.BLOCKS[Block.STAFF]), "")


def test_a_seat_elsewhere_is_named_with_the_way_back(floor: Floor, client: Client) -> None:
    floor.now = timezone.now()
    here, there = floor.table(code="mesa-b"), floor.table(code="mesa-c")
    player = floor.player()
    floor.sit(player, there)
    client.force_login(Person.objects.get(pk=player.id))
    place = client.get("/mesa/mesa-b/").content.decode().split("data-barred>")[1].split("</div>")[0]
    assert 'href="/mesa/mesa-c/"' in place
    assert client.get("/mesa/mesa-b/lugar/").json()["address"] == "/mesa/mesa-c/"
    assert client.get("/mesa/mesa-c/lugar/").json()["why"] == "", "one's own seat is no block to it"
    lobby = client.get("/mesas/", {"fichas": "EUR"}).content.decode()
    assert 'id="held-back" href="/mesa/mesa-c/"' in lobby

    seats.leave(table_id=there, person_id=player.id, now=floor.now)
    assert client.get("/mesa/mesa-b/lugar/").json() == {"why": "", "address": "", "label": ""}
    assert "held-back" not in client.get("/mesas/", {"fichas": "EUR"}).content.decode()
    floor.sit(player, here)


@rule(
    "UK-10",
    asserts="The page offers a seat after 59 of 60 seconds of the day’s limit; after 60 it says that the time is over, "
    "and the seat is refused.",
)
@pytest.mark.parametrize(("sat", "over"), [(59, False), (60, True), (61, True)])
def test_the_time_of_the_day_over_is_said_before_a_seat_is_asked_for(floor: Floor, sat: int, over: bool) -> None:
    table, player = floor.table(code="mesa-b"), floor.player()
    set_limit(
        person_id=player.id,
        kind=LimitKind.SESSION,
        period=Period.DAY,
        most=1,
        idempotency_key=uuid.uuid4(),
        now=floor.now,
    )
    floor.sit(player, table)
    floor.wait(seconds=sat)
    seats.leave(table_id=table, person_id=player.id, now=floor.now)
    barred = seat_blocks.seat_block(
        person_id=player.id, table_code="mesa-b", currency="EUR", kind="shared", now=floor.now
    )
    if not over:
        assert barred is None
        floor.sit(player, table)
        return
    assert barred is not None
    assert "Já jogou hoje o tempo que definiu como limite." in barred.why
    assert barred.address == "/limites/"
    with pytest.raises(seats.SeatRejected) as refused:
        floor.sit(player, table)
    assert refused.value.reason is seats.SeatRejection.TIME_OVER
