"""Staff at their pages."""

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from players.roles import Role
from tests.factories import Actor, Floor
from tests.integration.backoffice.browsers import AsRole, SignIn


@pytest.fixture
def sign_in() -> SignIn:
    """A browser in which this person is signed in."""

    def sign_in(actor: Actor) -> Client:
        client = Client()
        client.force_login(get_user_model().objects.get(pk=actor.id))
        return client

    return sign_in


@pytest.fixture
def as_role(floor: Floor, sign_in: SignIn) -> AsRole:
    """A browser of a new member of staff with these roles."""

    def as_role(*roles: Role) -> Client:
        return sign_in(floor.staff(*roles))

    return as_role
