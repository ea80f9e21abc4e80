"""Signing in: counted, locked, the same answer always; second factors, devices, recovery, what is asked again."""

import re
import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
import time_machine
from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.sessions.models import Session
from django.core import mail
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from casino.adapters import mail as emails
from casino.signing import second_factor
from casino.wording import words
from players.accounts.session_keys import stored_key
from players.messages.operations.asks import write_asked
from players.messages.operations.emails import send_emails
from players.models import AttemptOutcome, DataChange, Device, Person, SignInAttempt, SignInLock, StandingCheck
from players.protection.operations.exclusion import ExclusionKind, exclude
from players.roles import Role
from tests.factories import PASSWORD, SECOND_FACTOR, Actor, Floor
from tests.rules import rule
from tests.tampering import past_triggers

pytestmark = pytest.mark.django_db
SIGN_IN = "/entrar/"


@pytest.fixture
def ana(floor: Floor) -> Actor:
    return floor.player("ana")


def try_in(client: Client, email: str, password: str, **more: str) -> str:
    """Where one gets with this e-mail and password; the page's errors when nowhere."""
    answer = client.post(SIGN_IN, {"login": email, "password": password, **more})
    if answer.status_code == 302:
        return str(answer.headers["Location"])
    return " ".join(re.findall(r'role="alert">.*?<p>(.*?)</p>', answer.content.decode(), re.DOTALL))


def outcomes(email: str) -> list[str]:
    return list(SignInAttempt.objects.filter(email=email).order_by("pk").values_list("outcome", flat=True))


def sent_emails() -> list[str]:
    """Send what waits; the e-mails' texts."""
    mail.outbox.clear()
    write_asked(now=timezone.now())
    send_emails(send=emails.send, now=timezone.now())
    return [f"{message.to[0]}\n{message.subject}\n{message.body}" for message in mail.outbox]


def link_in(text: str) -> str:
    found = re.search(r"https?://[^/\s]+(/\S+)", text)
    assert found is not None, text
    return found[1]


@rule("GL-16", asserts="Each sign-in is kept with the address 192.0.2.9 and the device.")
@rule(
    "PT-08",
    asserts="At a sign-in exclusion and prohibition are looked up, and the answer is kept beside the address and the "
    "device.",
)
def test_a_right_password_signs_in_and_is_kept_with_device_and_check(ana: Actor) -> None:
    client = Client(headers={"user-agent": "Firefox de teste"}, REMOTE_ADDR="192.0.2.9")
    assert try_in(client, ana.email.upper(), ana.password) == "/mesas/"
    attempt = SignInAttempt.objects.get(person_id=ana.id)
    assert (attempt.outcome, attempt.address, attempt.device) == ("signed-in", "192.0.2.9", "Firefox de teste")
    assert Device.objects.get(person_id=ana.id).ended_at is None
    check = StandingCheck.objects.filter(person_id=ana.id, occasion="sign-in").get()
    assert (check.excluded, check.prohibited) == (False, False)


@rule(
    "GL-06",
    asserts="A wrong password and an unknown address get the same page, and so do both once they are locked.",
)
def test_every_wrong_way_has_the_same_answer(ana: Actor, floor: Floor) -> None:
    locked = floor.player("bia")
    for _ in range(4):
        try_in(Client(), locked.email, "outra-coisa")
    unknown = try_in(Client(), "ninguem@sabot.example", "outra-coisa")
    bad = try_in(Client(), ana.email, "outra-coisa")
    assert unknown == bad != ""
    under_lock = try_in(Client(), locked.email, locked.password)
    for _ in range(2):
        try_in(Client(), "ninguem@sabot.example", "outra-coisa")
    assert try_in(Client(), "ninguem@sabot.example", "outra-coisa") == under_lock, "unknown ones wait alike"
    assert "Espere 5 minutos" in under_lock
    assert outcomes(locked.email) == ["failed", "failed", "failed", "refused", "refused"]


def test_unknown_emails_are_locked_alike_and_empty_ones_do_no_harm(ana: Actor) -> None:
    for _ in range(4):
        try_in(Client(), "ninguem@sabot.example", "x")
        Client().post(SIGN_IN, {"login": "", "password": "x"})
        Client().post(SIGN_IN, {})
    assert SignInLock.objects.get().email == "ninguem@sabot.example"
    assert outcomes("") == []
    assert try_in(Client(), ana.email, ana.password) == "/mesas/"


def test_two_failures_then_right_begins_the_count_anew(ana: Actor) -> None:
    for _ in range(3):
        try_in(Client(), ana.email, "errada")
        try_in(Client(), ana.email, "errada")
        assert try_in(Client(), ana.email, ana.password) == "/mesas/"
    assert not SignInLock.objects.exists()


@rule("GL-07", asserts="Four wrong passwords, 16 minutes apart, lock nothing.")
def test_failures_of_long_ago_do_not_count(ana: Actor) -> None:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        for _ in range(4):
            try_in(Client(), ana.email, "errada")
            clock.shift(timedelta(minutes=16))
    assert not SignInLock.objects.exists()


@rule("PT-17", asserts="A password set anew by the e-mail is kept as a change of the password.")
def test_a_lock_is_opened_by_email_and_the_email_serves_once(ana: Actor) -> None:
    for _ in range(3):
        try_in(Client(), ana.email, "errada")
    assert any("Tentativas erradas" in text for text in sent_emails())
    assert Client().post("/recuperar/", {"email": ana.email}).headers["Location"] == reverse("portal:recover_sent")
    link = link_in(sent_emails()[0])
    client = Client()
    assert "10 caracteres" in client.post(link, {"password": "curta"}).content.decode()
    assert client.post(link, {"password": "uma-frase-bem-nova"}).headers["Location"] == SIGN_IN
    assert client.post(link, {"password": "ainda-outra-frase"}).status_code == 400
    assert try_in(Client(), ana.email, "uma-frase-bem-nova") == "/mesas/"
    assert SignInLock.objects.get().opened_at is not None
    assert DataChange.objects.get(person_id=ana.id).what == "password"


def test_recovery_does_not_tell_which_addresses_are_known(ana: Actor) -> None:
    known, unknown = (Client().post("/recuperar/", {"email": email}) for email in (ana.email, "x@sabot.example"))
    assert (known.status_code, known.headers["Location"]) == (unknown.status_code, unknown.headers["Location"])
    assert [text.split("\n")[0] for text in sent_emails() if "Recuperar" in text] == [ana.email]


@pytest.mark.parametrize("path", ["/recuperar/{}/", "/registar/confirmar/{}/", "/seguranca/email/{}/"])
@pytest.mark.parametrize("token", ["x", "eyJwIjoxfQ:1abc:zzz", "a" * 2000])
def test_a_link_that_was_tampered_with_opens_nothing(path: str, token: str) -> None:
    for method in ("get", "post"):
        assert getattr(Client(), method)(path.format(token), {"password": "uma-frase-bem-nova"}).status_code == 400


@pytest.mark.django_db(transaction=True)
def test_concurrent_guesses_do_not_slip_past_the_count(open_floor: Floor) -> None:
    email = open_floor.player("rui").email

    def guess(number: int) -> None:
        try:
            try_in(Client(), email, f"palpite-{number}")
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(guess, range(24)))
    tried = outcomes(email)
    assert len(tried) == 24
    assert tried.count(AttemptOutcome.FAILED) == 3
    assert tried.count(AttemptOutcome.REFUSED) == 21
    assert SignInLock.objects.filter(email=email, opened_at=None).count() == 1


def test_one_address_cannot_try_everybody(floor: Floor) -> None:
    for number in range(30):
        try_in(Client(REMOTE_ADDR="198.51.100.7"), f"alguem{number}@sabot.example", "x")
    ana = floor.player("ana")
    cache.clear()
    assert "Espere 30 minutos" in try_in(Client(REMOTE_ADDR="198.51.100.7"), ana.email, ana.password)
    assert try_in(Client(REMOTE_ADDR="198.51.100.8"), ana.email, ana.password) == "/mesas/"


@rule("PA-03", asserts="After a second sign-in the page says when the previous one was.")
@rule(
    "PT-09",
    asserts="After a second sign-in the first page says when the previous one was.",
    shared="One sign-in after another shows what both rows ask for.",
)
@rule("PT-08", asserts="An excluded player's sign-in is kept as that of an excluded player.")
def test_the_one_before_is_shown_and_the_excluded_may_look(ana: Actor) -> None:
    try_in(Client(), ana.email, ana.password)
    exclude(person_id=ana.id, kind=ExclusionKind.INDEFINITE, now=timezone.now())
    client = Client()
    assert try_in(client, ana.email, ana.password) == "/mesas/"
    page = client.get("/mesas/").content.decode()
    assert "A sua entrada anterior foi em" in page
    assert "Está em vigor uma pausa ou uma exclusão" in page
    assert settings.OPERATOR_PROFILE.help[0].phone in page
    assert client.get("/carteira/").status_code == 200
    assert StandingCheck.objects.filter(person_id=ana.id).latest("pk").excluded


@rule(
    "PT-09",
    "PA-03",
    asserts="The moment shown is that of the last complete sign-in: not of a failed one after it, and not of this one.",
)
def test_the_moment_shown_is_that_of_the_last_complete_sign_in(ana: Actor) -> None:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        first = timezone.now()
        try_in(Client(), ana.email, ana.password)
        clock.shift(timedelta(hours=2))
        try_in(Client(), ana.email, "outra-palavra")
        clock.shift(timedelta(hours=2))
        client = Client()
        assert try_in(client, ana.email, ana.password) == "/mesas/"
        assert f"A sua entrada anterior foi em {words.moment(first)}" in client.get("/mesas/").content.decode()


def test_sign_in_waits_for_a_confirmed_email(ana: Actor) -> None:
    get_user_model().objects.filter(pk=ana.id).update(email_confirmed_at=None)
    client = Client()
    assert try_in(client, ana.email, ana.password) == reverse("portal:confirm_again")
    assert client.get("/carteira/").status_code == 302
    client.post(reverse("portal:confirm_again"), {"email": ana.email})
    message = next(text for text in sent_emails()[::-1] if "Confirme" in text)
    assert client.get(link_in(message)).status_code == 200
    assert client.post(link_in(message)).status_code == 302
    assert client.post(link_in(message)).status_code == 302, "twice is as once"
    assert try_in(client, ana.email, ana.password) == "/mesas/"


def test_staff_prove_themselves_twice(floor: Floor) -> None:
    boss = floor.staff(Role.SUPERVISOR)
    client = Client()
    assert try_in(client, boss.email, boss.password) == "/entrar/codigo/"
    assert client.get("/casa/sala/").status_code == 302
    assert client.post("/entrar/codigo/", {"code": "000000"}).status_code == 200
    code = second_factor.code_now(person_id=boss.id, secret=SECOND_FACTOR)
    assert client.post("/entrar/codigo/", {"code": code}).headers["Location"] == "/casa/"
    assert client.get("/casa/sala/").status_code == 200
    assert client.session.get_expiry_age() == 15 * 60
    other = Client()
    try_in(other, boss.email, boss.password)
    assert other.post("/entrar/codigo/", {"code": code}).status_code == 200, "a code serves once"


@rule("GL-07", asserts="Three wrong codes of the second factor lock the account, and the right code is refused then.")
def test_wrong_codes_lock_like_wrong_passwords(floor: Floor) -> None:
    boss = floor.staff(Role.SUPERVISOR)
    client = Client()
    try_in(client, boss.email, boss.password)
    for _ in range(3):
        client.post("/entrar/codigo/", {"code": "000000"})
        cache.clear()
    code = second_factor.code_now(person_id=boss.id, secret=SECOND_FACTOR)
    assert client.post("/entrar/codigo/", {"code": code}).status_code == 429
    assert SignInLock.objects.get().person_id == boss.id


def test_staff_without_a_second_factor_set_one_up_first(floor: Floor) -> None:
    from allauth.mfa.models import Authenticator

    boss = floor.staff(Role.SUPERVISOR)
    with past_triggers():  # the database keeps the last one
        Authenticator.objects.all().delete()
    client = Client()
    assert try_in(client, boss.email, boss.password) == "/casa/"
    assert client.get("/casa/sala/").headers["Location"] == reverse("mfa_activate_totp")
    assert client.get(reverse("mfa_activate_totp")).status_code == 200


@pytest.fixture
def signed_in(ana: Actor) -> Iterator[Client]:
    with time_machine.travel(timezone.now(), tick=False):
        client = Client()
        assert try_in(client, ana.email, ana.password) == "/mesas/"
        yield client


@rule(
    "GL-08",
    asserts="A session that is used every 20 minutes goes on, and after 31 minutes of silence one signs in again.",
)
def test_half_an_hour_of_silence_ends_a_session_and_use_keeps_it(signed_in: Client) -> None:
    start = timezone.now()
    for minutes in (20, 40, 60):
        with time_machine.travel(start + timedelta(minutes=minutes), tick=False):
            assert signed_in.get("/carteira/").status_code == 200
    with time_machine.travel(start + timedelta(minutes=91), tick=False):
        assert signed_in.get("/carteira/").status_code == 302


@rule(
    "GL-08",
    asserts="Thirty days and a minute after the sign-in one signs in again, although the session’s row has not "
    "expired.",
)
def test_after_thirty_days_one_signs_in_anew_however_active(signed_in: Client) -> None:
    Session.objects.update(expire_date=timezone.now() + timedelta(days=60))
    with time_machine.travel(timezone.now() + timedelta(days=30, minutes=1), tick=False):
        assert signed_in.get("/carteira/").status_code == 302


def test_in_its_last_half_hour_a_sessions_row_ends_with_it(signed_in: Client) -> None:
    start = timezone.now()
    Session.objects.update(expire_date=start + timedelta(days=60))
    with time_machine.travel(start + timedelta(days=30) - timedelta(minutes=10), tick=False):
        assert signed_in.get("/carteira/").status_code == 200
    left = Session.objects.get().expire_date - (start + timedelta(days=30))
    assert timedelta(0) <= left < timedelta(seconds=2)


def test_other_devices_are_listed_and_ended(ana: Actor, floor: Floor) -> None:
    here, there, other = Client(), Client(), Client()
    for client in (here, there):
        try_in(client, ana.email, ana.password)
    stranger = floor.player("rui")
    try_in(other, stranger.email, stranger.password)
    mine = Device.objects.get(session=stored_key(there.session.session_key or ""))
    theirs = Device.objects.get(session=stored_key(other.session.session_key or ""))
    assert here.post(reverse("portal:end_device", args=[theirs.public_id])).status_code == 404
    assert other.get("/carteira/").status_code == 200
    assert here.post(reverse("portal:end_device", args=[mine.public_id])).status_code == 302
    assert there.get("/carteira/").status_code == 302
    assert here.get("/seguranca/").status_code == 200
    here.post(reverse("portal:sign_out"))
    assert not Device.objects.filter(person_id=ana.id, ended_at=None).exists()


@rule(
    "GL-05",
    asserts="Eleven minutes after the sign-in a player without a second factor must give the password again before "
    "changing it.",
)
@rule("PT-17", asserts="A password that its owner changes is kept as a change by that person, without the password.")
def test_dangerous_changes_ask_again_after_a_while(ana: Actor) -> None:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        client = Client()
        try_in(client, ana.email, ana.password)
        assert client.get("/seguranca/palavra-passe/").status_code == 200
        clock.shift(timedelta(minutes=11))
        answer = client.get("/seguranca/palavra-passe/")
        assert answer.headers["Location"] == "/seguranca/de-novo/?next=%2Fseguranca%2Fpalavra-passe%2F"
        again = {"password": ana.password, "next": "/seguranca/palavra-passe/"}
        assert client.post("/seguranca/de-novo/", again | {"password": "errada"}).status_code == 200
        assert client.post("/seguranca/de-novo/", again).headers["Location"] == "/seguranca/palavra-passe/"
        change = {"present": ana.password, "password": "uma-frase-bem-nova"}
        assert client.post("/seguranca/palavra-passe/", change).headers["Location"] == "/seguranca/"
        assert client.get("/seguranca/").status_code == 200, "the device that changed it stays"
    kept = DataChange.objects.get(person_id=ana.id)
    assert (kept.what, kept.before, kept.after, kept.by_id) == ("password", "", "", ana.id)
    assert any("palavra-passe" in text for text in sent_emails())


@rule(
    "PT-17", asserts="A new e-mail is kept as a change from the old address to the new one, once its link is followed."
)
def test_an_email_changes_by_the_link_in_its_email(ana: Actor) -> None:
    client = Client()
    try_in(client, ana.email, ana.password)
    client.post("/seguranca/email/", {"email": "nova@sabot.example"})
    message = next(text for text in sent_emails() if text.startswith("nova@"))
    assert not DataChange.objects.filter(person_id=ana.id).exists()
    assert client.post(link_in(message)).headers["Location"] == "/seguranca/"
    assert client.post(link_in(message)).status_code == 302
    kept = DataChange.objects.get(person_id=ana.id)
    assert (kept.what, kept.before, kept.after) == ("email", ana.email, "nova@sabot.example")
    assert any(text.startswith(ana.email) for text in sent_emails()), "the old address is told"
    assert try_in(Client(), "nova@sabot.example", ana.password) == "/mesas/"


@rule("PT-17", asserts="A new IBAN is kept as a change of that player's, and a wrong one is refused.")
def test_the_payment_account_changes_and_is_noted(ana: Actor) -> None:
    client = Client()
    try_in(client, ana.email, ana.password)
    assert "não está certo" in client.post("/seguranca/conta/", {"iban": "PT51"}).content.decode()
    assert client.post("/seguranca/conta/", {"iban": "PT50 0002 0123 1234 5678 9015 4"}).status_code == 302
    change = DataChange.objects.get(person_id=ana.id)
    assert (change.what, change.after) == ("iban", "PT50000201231234567890154")


@rule(
    "GL-05",
    asserts="Who has a second factor sets a new password by the e-mail with the right code, and not with a wrong one.",
)
def test_with_a_second_factor_the_email_alone_recovers_nothing(floor: Floor) -> None:
    boss = floor.staff(Role.SUPPORT)
    Client().post("/recuperar/", {"email": boss.email})
    link = link_in(next(text for text in sent_emails() if "Recuperar" in text))
    wrong = Client().post(link, {"code": "000000", "password": "uma-frase-bem-nova"})
    assert wrong.status_code == 200
    cache.clear()
    code = second_factor.code_now(person_id=boss.id, secret=SECOND_FACTOR)
    assert Client().post(link, {"code": code, "password": "uma-frase-bem-nova"}).status_code == 302


def test_the_second_factors_secret_is_sealed_in_the_database(floor: Floor) -> None:
    from allauth.mfa.models import Authenticator

    floor.staff(Role.SUPPORT)
    assert SECOND_FACTOR not in str(Authenticator.objects.get().data)


@rule(
    "PT-15",
    asserts="Version 1 of the terms is read without a sign-in; a player accepts it in a language that it has, and "
    "nothing else is accepted.",
)
def test_terms_are_read_by_everybody_and_accepted_by_players(ana: Actor) -> None:
    assert "Versão 1" in Client().get("/termos/").content.decode()
    assert Client().get("/termos/9/").status_code == 404
    client = Client()
    client.force_login(get_user_model().objects.get(pk=ana.id))
    wrong = ({}, {"version": "2"}, {"version": "x"}, {"version": "9" * 30}, {"version": "1"})
    for sent in (*wrong, {"version": "1", "language": "xx"}):
        assert client.post("/termos/aceitar/", sent).headers["Location"] == "/termos/"
    sent = {"version": "1", "language": "ro", "next": "https://elsewhere.example/"}
    assert client.post("/termos/aceitar/", sent).headers["Location"] == "/mesas/"


def test_a_translation_of_the_terms_says_that_the_portuguese_text_binds(ana: Actor) -> None:
    Person.objects.filter(pk=ana.id).update(terms_version=0)
    client = Client()
    client.force_login(get_user_model().objects.get(pk=ana.id))
    client.cookies["django_language"] = "en"
    translated, binding = (client.get(f"/termos/{asked}").content.decode() for asked in ("", "?texto=pt"))
    assert 'name="language" value="en"' in translated
    assert "the Portuguese text is binding" in translated
    assert 'name="language" value="pt"' in binding
    assert '<article class="panel prose" lang="pt">' in binding
    assert "version 1</a> · Portuguese" in client.get("/seguranca/").content.decode(), "as it was accepted"


def test_the_demonstrations_emails_lie_open_there_only(settings: pytest.FixtureRequest) -> None:
    settings.DEMO_HOUSE = False  # type: ignore[attr-defined]
    assert Client().get("/correio/").status_code == 404


def test_a_foreign_page_after_signing_in_is_not_followed(ana: Actor) -> None:
    assert try_in(Client(), ana.email, ana.password, next="https://elsewhere.example/") == "/mesas/"
    assert try_in(Client(), ana.email, PASSWORD, next="/carteira/") == "/carteira/"
    assert uuid.UUID(str(get_user_model().objects.get(pk=ana.id).public_id))
