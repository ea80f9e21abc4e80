"""How the tests name a browser with a signed-in person."""

from collections.abc import Callable

from django.test import Client

from tests.factories import Actor

SignIn = Callable[[Actor], Client]
AsRole = Callable[..., Client]
