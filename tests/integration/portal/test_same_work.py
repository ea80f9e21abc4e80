"""Known and unknown customers: asking takes the same statements, and the same hashing, for addresses known and
unknown."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.contrib.auth import base_user
from django.db import connection
from django.test import Client

from players.access.operations import registration
from tests.factories import Actor, Floor
from tests.integration.portal.test_brakes import facts
from tests.rules import rule

pytestmark = pytest.mark.django_db
UNKNOWN = "ninguem@sabot.example"


@pytest.fixture
def ana(floor: Floor) -> Actor:
    return floor.player("ana")


@contextmanager
def work(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The work done meanwhile: each statement without its values, and each password that is hashed or compared."""
    done: list[str] = []

    def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        shape = re.sub(r"ROLLBACK TO SAVEPOINT|RELEASE SAVEPOINT", "END", str(sql))
        shape = re.sub(r'"s\d+_x\d+"', "s", shape)
        if not (shape.startswith("END") and done and done[-1] == shape):  # taking back ends a savepoint in two words
            done.append(shape)
        return execute(sql, params, many, context)

    def hashing(function: Any) -> Any:
        return lambda *given, **named: done.append("hash") or function(*given, **named)

    with monkeypatch.context() as patch, connection.execute_wrapper(note):
        for place, name in (
            (base_user, "make_password"),
            (base_user, "check_password"),
            (registration, "make_password"),
        ):
            patch.setattr(place, name, hashing(getattr(place, name)))
        yield done


def of(monkeypatch: pytest.MonkeyPatch, path: str, sent: dict[str, Any], address: str = "192.0.2.1") -> list[str]:
    client = Client(REMOTE_ADDR=address)
    client.get("/entrar/")  # what is only done once is done
    with work(monkeypatch) as done:
        client.post(path, sent)
    assert done
    return done


@pytest.mark.parametrize("path", ["/recuperar/", "/registar/confirmar/"])
def test_emails_are_asked_for_with_the_same_work(
    path: str, ana: Actor, floor: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(2):  # the second is one too many
        assert of(monkeypatch, path, {"email": ana.email}) == of(monkeypatch, path, {"email": UNKNOWN})


@rule(
    "GL-06",
    asserts="A wrong password for a known and for an unknown address does the same work at each of five tries: one "
    "hash up to the lock, none after.",
)
def test_signing_in_wrongly_takes_the_same_work_up_to_the_lock_and_beyond(
    ana: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    for attempt in range(5):
        known = of(monkeypatch, "/entrar/", {"login": ana.email, "password": "errada"}, "192.0.2.1")
        unknown = of(monkeypatch, "/entrar/", {"login": UNKNOWN, "password": "errada"}, "198.51.100.1")
        assert known == unknown
        assert known.count("hash") == (1 if attempt < 3 else 0)


def test_registering_known_details_takes_the_same_work(monkeypatch: pytest.MonkeyPatch) -> None:
    first = facts(1)
    assert Client().post("/registar/", first).status_code == 302
    new = of(monkeypatch, "/registar/", facts(2))
    same_email = of(monkeypatch, "/registar/", facts(3) | {"email": first["email"]})
    same_nif = of(monkeypatch, "/registar/", facts(4) | {"nif": first["nif"]})
    assert any("players_registration" in statement for statement in new)
    assert same_email == new
    assert same_nif == new
