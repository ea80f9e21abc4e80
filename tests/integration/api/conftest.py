"""A house with something to read, and callers of every kind."""

from collections.abc import Callable, Iterator

import pytest
import time_machine
from api_house import NEXT, House
from django.contrib.auth import get_user_model
from django.test import Client

from tests.factories import Actor, Floor
from tests.kept_rows import furnished


@pytest.fixture
def house(floor: Floor) -> House:
    return furnished(House, floor)


@pytest.fixture
def caller() -> Callable[[Actor | None], Client]:
    """A client signed in as a person, or not signed in."""

    def sign_in(actor: Actor | None) -> Client:
        client = Client(raise_request_exception=False)
        if actor is not None:
            client.force_login(get_user_model().objects.get(pk=actor.id))
        return client

    return sign_in


@pytest.fixture(autouse=True)
def _the_day_after() -> Iterator[None]:
    with time_machine.travel(NEXT, tick=False):
        yield
