"""A password that is soon guessed is refused on every form that takes one, in the words of each language."""

import time
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth import get_user_model
from django.test import Client

from casino.adapters import links
from casino.signing import second_factor
from casino.signing.sessions import PROVED
from players.messages.operations.emails import ToSend
from players.models import Person
from players.roles import Role
from tests.factories import SECOND_FACTOR, Floor
from tests.integration.portal.test_registration_pages import typed

pytestmark = pytest.mark.django_db
GUESSABLE = "benfica2024sabot"
SAID = {
    "pt": "Adivinha-se depressa: é feita de palavras, nomes ou datas",
    "en": "It is easy to guess: it is made of words, names or dates",
    "ro": "Se ghicește repede: e făcută din cuvinte, nume sau date",
}


def registration(client: Client, floor: Floor) -> Any:
    return client.post("/registar/", typed(password=GUESSABLE))


def change(client: Client, floor: Floor) -> Any:
    ana = floor.player("ana")
    client.force_login(get_user_model().objects.get(pk=ana.id))
    session = client.session
    session[PROVED] = time.time()
    session.save()
    return client.post("/seguranca/palavra-passe/", {"present": ana.password, "password": GUESSABLE})


def recovery(client: Client, floor: Floor) -> Any:
    return client.post(link("recover-password", floor.player("ana").id), {"password": GUESSABLE})


def recovery_of_staff(client: Client, floor: Floor) -> Any:
    boss = floor.staff(Role.SUPERVISOR)
    code = second_factor.code_now(person_id=boss.id, secret=SECOND_FACTOR)
    return client.post(link("recover-password", boss.id), {"code": code, "password": GUESSABLE})


def invitation(client: Client, floor: Floor) -> Any:
    return client.post(link("staff-invitation", floor.staff(Role.SUPERVISOR).id), {"password": GUESSABLE})


def link(kind: str, person_id: int) -> str:
    """Where the e-mail of this kind to this person leads."""
    person = Person.objects.get(pk=person_id)
    email = ToSend(0, kind, {}, person.email, person.nickname, "pt", person.joined_at, person.pk)
    return links.link_of(email).removeprefix(settings.HOUSE_URL)


@pytest.mark.parametrize("language", SAID)
@pytest.mark.parametrize("form", [registration, change, recovery, recovery_of_staff, invitation])
def test_every_form_says_so_in_the_readers_language(floor: Floor, form: Any, language: str) -> None:
    before = set(Person.objects.values_list("pk", "password"))
    client = Client()
    client.cookies["django_language"] = language
    page = form(client, floor).content.decode()
    assert SAID[language] in page
    assert {said for said in SAID.values() if said in page} == {SAID[language]}
    assert GUESSABLE not in page
    now = set(Person.objects.values_list("pk", "password"))
    assert before <= now, "no password changed"
    assert not Person.objects.filter(email="nova@sabot.example").exists()
