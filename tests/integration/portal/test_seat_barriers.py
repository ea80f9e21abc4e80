"""The table's page to whoever may watch and not sit: the reason in words, and the way to what helps."""

import uuid
from collections.abc import Callable
from datetime import timedelta
from typing import Final

import pytest
from django.test import Client
from django.utils import timezone

from casino.portal import seat_barriers, sentences
from players.gates import Barrier
from players.models import Person
from players.operations import accounts
from players.operations.exclusion import ExclusionKind, exclude
from players.operations.own_data import close_account
from players.roles import Role
from tests.factories import Floor, Somebody
from wallet.money import Currency

pytestmark = pytest.mark.django_db


def _break(floor: Floor, player: Somebody) -> None:
    exclude(person_id=player.id, kind=ExclusionKind.SHORT, length=timedelta(days=2), now=floor.now)


def _suspend(floor: Floor, player: Somebody) -> None:
    accounts.suspend(person_id=player.id, reason="teste", by=floor.staff(Role.COMPLIANCE).id, now=floor.now)


def _close(floor: Floor, player: Somebody) -> None:
    close_account(person_id=player.id, key=uuid.uuid4(), now=floor.now)


def _unproven(floor: Floor, player: Somebody) -> None:
    Person.objects.filter(pk=player.id).update(verified_at=None)


CASES: Final = {
    "break": (_break, "Até ", "/pausas/"),
    "suspended": (_suspend, "está suspensa (PT-19)", "/ajuda/"),
    "closed": (_close, "está encerrada", "/conta/"),
    "unproven": (_unproven, "falta confirmar a sua identidade", "/identidade/"),
}


@pytest.mark.parametrize(("bar", "why", "way"), CASES.values(), ids=CASES)
def test_no_seat_is_offered_and_the_reason_stands_there(
    floor: Floor, client: Client, bar: Callable[[Floor, Somebody], None], why: str, way: str
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
    found = seat_barriers.seat_barrier(person_id=floor.staff(Role.SUPERVISOR).id, currency="EUR", now=floor.now)
    assert found is not None
    assert (found.why, found.address) == (str(sentences.BARRIERS[Barrier.STAFF]), "")
