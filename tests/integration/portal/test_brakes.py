"""Requests that are limited in number: every brake holds, in words, for the known and the unknown alike."""

import uuid
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from casino.access import matrix
from players.accounts import numbers
from players.messages.brakes import BRAKES, LONGEST, Asked
from players.messages.operations.asks import FORGOTTEN, write_asked
from players.models import Ask, Email
from tests.factories import Actor, Floor, personal_details

pytestmark = pytest.mark.django_db
Act = Callable[[int], Any]


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(timezone.now(), tick=False) as traveller:
        yield traveller


@pytest.fixture
def ana(floor: Floor) -> Actor:
    return floor.player("ana")


def facts(number: int) -> dict[str, Any]:
    """The registration of one more person, as a browser sends it."""
    details = personal_details(nif=f"29100{number:03}{numbers.nif_check_digit(f'29100{number:03}')}")
    return {name: getattr(details, name) for name in details.__dataclass_fields__} | {
        "document_number": f"ZZ{number:06}",
        "birth_date": "1990-05-04",
        "email": f"nova{number}@sabot.example",
        "nickname": f"Nova_{number}",
        "password": "uma-frase-bem-nova",
        "accuracy": "on",
        "terms": "on",
        "privacy": "on",
        "key": str(uuid.uuid4()),
        "terms_version": "1",
    }


def signed_in(actor: Actor) -> Client:
    client = Client()
    assert client.post("/entrar/", {"login": actor.email, "password": actor.password}).status_code == 302
    return client


def visitors_asks(ana: Actor) -> dict[Asked, Act]:
    """How each thing is asked for that a visitor may ask for."""
    return {
        Asked.RECOVERY: lambda number: Client().post("/recuperar/", {"email": ana.email}),
        Asked.CONFIRMATION: lambda number: Client().post("/registar/confirmar/", {"email": ana.email}),
        Asked.REGISTRATION: lambda number: Client().post("/registar/", facts(number)),
    }


def persons_asks(ana: Actor) -> dict[Asked, Act]:
    """How each thing is asked for that a person may ask for."""
    client = signed_in(ana)
    nothing = "/jogadas/nao-ha-tal/processo.zip"
    return {
        Asked.EMAIL_CHANGE: lambda number: signed_in(ana).post("/seguranca/email/", {"email": f"n{number}@x.example"}),
        Asked.EVIDENCE: lambda number: client.get(nothing),
        Asked.PRINT: lambda number: client.get("/jogadas/ficheiro/nada/"),
    }


TOLD = {Asked.LOCKED, Asked.REGISTERED_ALREADY}
"""E-mails that are sent unasked: one too many is left out."""


def test_every_brake_stands_in_the_matrix_or_is_an_unrequested_email() -> None:
    standing = {row.brake for rows in matrix.SECTIONS.values() for row in rows.values()} - {None}
    assert standing | TOLD == set(BRAKES) == set(Asked)
    assert max(span for brake in BRAKES.values() for _, span in brake.most) <= LONGEST


@pytest.mark.parametrize("kind", [Asked.RECOVERY, Asked.CONFIRMATION, Asked.EMAIL_CHANGE])
def test_one_email_in_five_minutes_and_five_a_day(kind: Asked, ana: Actor, clock: time_machine.Traveller) -> None:
    ask = (visitors_asks(ana) | persons_asks(ana))[kind]
    for number in range(5):
        assert ask(number).status_code == 302
        refused = ask(number)
        assert refused.status_code == 429
        if number < 4:
            assert refused.headers["Retry-After"] == "300"
            assert "Pode pedir outro daqui a 5 minutos" in refused.content.decode()
        clock.shift(timedelta(minutes=5))
    refused = ask(9)
    assert refused.status_code == 429
    assert "24 horas" in refused.content.decode()
    clock.shift(timedelta(hours=23, minutes=35))
    assert ask(9).status_code == 302


def test_an_email_for_an_unknown_address_is_braked_alike(ana: Actor) -> None:
    answers = {}
    for email in (ana.email, "ninguem@sabot.example"):
        answers[email] = [Client().post("/recuperar/", {"email": email}).status_code for _ in range(3)]
    assert answers[ana.email] == answers["ninguem@sabot.example"] == [302, 429, 429]
    assert write_asked(now=timezone.now()) == 1
    assert Email.objects.filter(kind="recover-password").count() == 1


def test_registrations_of_one_network_wait(floor: Floor) -> None:
    ((most, _), _) = BRAKES[Asked.REGISTRATION].most
    answers = [Client(REMOTE_ADDR=f"192.0.2.{number}").post("/registar/", facts(number)) for number in range(most)]
    assert {answer.status_code for answer in answers} == {302}
    refused = Client(REMOTE_ADDR="192.0.2.99").post("/registar/", facts(most))
    assert refused.status_code == 429
    assert 0 < int(refused.headers["Retry-After"]) <= 3600
    assert "nada se perdeu" in refused.content.decode()
    assert Client(REMOTE_ADDR="198.51.100.1").post("/registar/", facts(most)).status_code == 302


@pytest.mark.parametrize("kind", [Asked.EVIDENCE, Asked.PRINT])
def test_expensive_requests_wait(kind: Asked, ana: Actor, clock: time_machine.Traveller) -> None:
    ask = persons_asks(ana)[kind]
    ((most, _),) = BRAKES[kind].most
    for number in range(most):
        assert ask(number).status_code == 404, "even what there is not is counted"
    refused = ask(most)
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, "3600")
    assert "Espere 60 minutos" in refused.content.decode()


def test_emails_about_locks_are_few(ana: Actor, clock: time_machine.Traveller) -> None:
    for number in range(30):
        Client(REMOTE_ADDR=f"198.51.{number}.1").post("/entrar/", {"login": ana.email, "password": "errada"})
        Client(REMOTE_ADDR=f"198.51.{number}.1").post("/entrar/", {"login": ana.email, "password": "errada"})
        Client(REMOTE_ADDR=f"198.51.{number}.1").post("/entrar/", {"login": ana.email, "password": "errada"})
    write_asked(now=timezone.now())
    assert Email.objects.filter(kind="sign-in-locked", person_id=ana.id).count() == 1


def test_old_asks_are_forgotten(ana: Actor) -> None:
    now = timezone.now()
    Client().post("/recuperar/", {"email": "ninguem@sabot.example"})
    write_asked(now=now + timedelta(seconds=5))
    assert Ask.objects.count() == 1
    write_asked(now=now + FORGOTTEN + timedelta(seconds=5))
    assert Ask.objects.count() == 0


def test_one_key_asks_once(ana: Actor) -> None:
    form = facts(1) | {"key": str(uuid.uuid4())}
    assert [Client().post("/registar/", form).status_code for _ in range(15)] == [302] * 15
