"""How the tests name a browser that somebody is signed in to."""

from collections.abc import Callable

from django.test import Client

from tests.factories import Somebody

SignIn = Callable[[Somebody], Client]
AsRole = Callable[..., Client]
