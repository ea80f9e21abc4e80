"""Wrong proofs lock whom they came from, for a while: no stranger locks anybody out, and guessing stays slow."""

import re
from collections.abc import Iterator
from datetime import timedelta

import pytest
import time_machine
from django.conf import settings
from django.test import Client
from django.utils import timezone

from casino.signing import second_factor
from players.access.operations import counting
from players.access.operations.sign_in import end_devices
from players.models import Device, SignInAttempt, SignInLock
from players.roles import Role
from tests.factories import SECOND_FACTOR, Actor, Floor
from tests.rules import rule

pytestmark = pytest.mark.django_db
SIGN_IN, CODE, AGAIN, AGAIN_CODE = "/entrar/", "/entrar/codigo/", "/seguranca/de-novo/", "/seguranca/de-novo/codigo/"


@pytest.fixture
def ana(floor: Floor) -> Actor:
    return floor.player("ana")


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(timezone.now(), tick=False) as traveller:
        yield traveller


def stranger(number: int) -> Client:
    """A caller in a network of its own, who was never here."""
    return Client(REMOTE_ADDR=f"198.51.{number}.7")


def guess(client: Client, email: str, password: str = "palpite") -> int:
    return client.post(SIGN_IN, {"login": email, "password": password}).status_code


def guesses_of_strangers(email: str, count: int = 30) -> None:
    for number in range(count):
        guess(stranger(number), email)


def signs_in(client: Client, actor: Actor) -> bool:
    answer = client.post(SIGN_IN, {"login": actor.email, "password": actor.password})
    return answer.status_code == 302 and "Location" in answer.headers


def home(actor: Actor) -> Client:
    """The owner's own browser, in which there was a sign-in; signed out."""
    client = Client(REMOTE_ADDR="192.0.2.9")
    assert signs_in(client, actor)
    client.post("/sair/")
    assert client.get("/carteira/").status_code == 302
    return client


def test_the_owner_signs_in_on_a_known_device_while_strangers_fail(ana: Actor) -> None:
    own = home(ana)
    guesses_of_strangers(ana.email)
    assert guess(stranger(99), ana.email, ana.password) == 429, "strangers wait"
    own.defaults["REMOTE_ADDR"] = "203.0.113.5"  # on a journey, too
    assert signs_in(own, ana)


def test_not_even_from_the_owners_own_network_is_a_known_device_locked(ana: Actor) -> None:
    own = home(ana)
    for number in range(40):
        guess(Client(REMOTE_ADDR="192.0.2.9"), f"outro{number % 20}@sabot.example")
        guess(Client(REMOTE_ADDR="192.0.2.9"), ana.email)
    assert guess(Client(REMOTE_ADDR="192.0.2.9"), ana.email, ana.password) == 429
    assert signs_in(own, ana)


@rule(
    "GL-05",
    asserts="A supervisor whose proof is 11 minutes old proves it again with the right code of the second factor, "
    "whatever strangers tried on that account.",
)
def test_a_supervisor_proves_again_with_the_right_code_while_strangers_fail(floor: Floor) -> None:
    boss = floor.staff(Role.SUPERVISOR)
    client = Client(REMOTE_ADDR="192.0.2.9")
    start = timezone.now()
    with time_machine.travel(start, tick=False) as clock:
        client.post(SIGN_IN, {"login": boss.email, "password": boss.password})
        code = second_factor.code_now(person_id=boss.id, secret=SECOND_FACTOR)
        assert client.post(CODE, {"code": code}).headers["Location"] == "/casa/"
        clock.shift(timedelta(minutes=11))
        client.cookies.pop(settings.BROWSER_COOKIE_NAME)  # the session alone is enough
        guesses_of_strangers(boss.email)
        code = second_factor.code_now(person_id=boss.id, secret=SECOND_FACTOR)
        answer = client.post(AGAIN_CODE, {"code": code, "next": "/casa/sala/"})
        assert answer.headers["Location"] == "/casa/sala/"


@rule(
    "GL-05",
    asserts="Eleven minutes after the sign-in, who has a second factor comes to the change of the password with its "
    "code, and not with the password.",
)
def test_who_has_a_second_factor_changes_the_password_with_its_code_alone(floor: Floor) -> None:
    boss, page = floor.staff(Role.SUPERVISOR), "/seguranca/palavra-passe/"
    client = Client()
    with time_machine.travel(timezone.now(), tick=False) as clock:
        client.post(SIGN_IN, {"login": boss.email, "password": boss.password})
        client.post(CODE, {"code": second_factor.code_now(person_id=boss.id, secret=SECOND_FACTOR)})
        clock.shift(timedelta(minutes=11))
        assert client.get(page).headers["Location"].startswith(AGAIN_CODE)
        client.post(AGAIN, {"password": boss.password, "next": page})
        assert client.get(page).headers["Location"].startswith(AGAIN_CODE), "the password alone opens nothing"
        code = second_factor.code_now(person_id=boss.id, secret=SECOND_FACTOR)
        assert client.post(AGAIN_CODE, {"code": code, "next": page}).headers["Location"] == page
        assert client.get(page).status_code == 200


def test_a_living_session_has_a_counter_of_its_own_and_may_fill_it(ana: Actor, clock: time_machine.Traveller) -> None:
    client = Client()
    assert signs_in(client, ana)
    clock.shift(timedelta(minutes=11))
    for _ in range(3):
        assert client.post(AGAIN, {"password": "errada"}).status_code == 200
    answer = client.post(AGAIN, {"password": ana.password})
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "300")
    assert "Espere 5 minutos" in answer.content.decode()
    assert signs_in(Client(), ana), "signing in is counted by itself"
    clock.shift(timedelta(minutes=5))
    assert client.post(AGAIN, {"password": ana.password}).status_code == 302


@rule(
    "GL-07",
    asserts="Three wrong passwords lock the sign-in; it opens by itself at its moment and not a second before, and the "
    "next three lock it for longer.",
)
def test_a_lock_ends_by_itself_and_the_next_one_holds_for_longer(ana: Actor, clock: time_machine.Traveller) -> None:
    client = home(ana)
    for length in (*counting.LOCKS, counting.LOCKS[-1]):
        for _ in range(3):
            assert guess(client, ana.email) == 200
        answer = client.post(SIGN_IN, {"login": ana.email, "password": ana.password})
        assert answer.status_code == 429
        assert answer.headers["Retry-After"] == str(int(length.total_seconds()))
        assert re.search(r"Espere \d+ (minutos?|horas?) e tente", answer.content.decode())
        clock.shift(length - timedelta(seconds=1))
        assert guess(client, ana.email) == 429
        clock.shift(timedelta(seconds=1))
    assert signs_in(client, ana)
    client.post("/sair/")
    clock.shift(timedelta(seconds=1))
    for _ in range(3):
        guess(client, ana.email)
    assert SignInLock.objects.latest("pk").ends_at == timezone.now() + counting.LOCKS[0], "a sign-in begins anew"


def test_guessing_from_many_networks_stays_slow(ana: Actor, clock: time_machine.Traveller) -> None:
    looked_at = 0
    for number in range(48):  # a day, from another network every half hour
        for _ in range(3):
            looked_at += guess(stranger(number), ana.email) != 429
        clock.shift(timedelta(minutes=30))
    assert looked_at <= 50
    assert SignInAttempt.objects.filter(email=ana.email, outcome="failed").count() == looked_at


def test_a_browser_known_for_one_account_is_a_stranger_to_another(ana: Actor, floor: Floor) -> None:
    thief = floor.player("rui")
    own = home(thief)
    guesses_of_strangers(ana.email)
    assert guess(own, ana.email) == 429
    assert SignInAttempt.objects.filter(email=ana.email).latest("pk").counter.startswith("network:")


def test_a_known_browser_may_guess_no_oftener_than_others(ana: Actor) -> None:
    own = home(ana)
    assert [guess(own, ana.email) for _ in range(4)] == [200, 200, 200, 429]


def test_the_cookie_is_signed_and_says_nothing_of_the_account(ana: Actor) -> None:
    own = home(ana)
    cookie = own.cookies[settings.BROWSER_COOKIE_NAME]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    assert int(cookie["max-age"]) == 400 * 24 * 3600
    assert ana.email not in cookie.value
    browser = Device.objects.get(person_id=ana.id).browser
    forged = Client(REMOTE_ADDR="198.51.100.7")
    forged.cookies[settings.BROWSER_COOKIE_NAME] = str(browser)
    guesses_of_strangers(ana.email)
    assert guess(forged, ana.email, ana.password) == 429


def test_a_browser_that_was_signed_out_from_elsewhere_is_a_stranger_again(ana: Actor) -> None:
    own, other = home(ana), home(ana)
    end_devices(person_id=ana.id, now=timezone.now())
    guesses_of_strangers(ana.email)
    assert guess(own, ana.email, ana.password) == 429
    assert guess(other, ana.email, ana.password) == 429
