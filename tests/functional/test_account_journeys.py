"""In a browser: from registration to a verified bet, an authenticator application, a passkey; both sizes, axe clean."""

import re
import time
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

import pytest
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from django.db import connection
from django.test import override_settings
from django.utils import timezone
from playwright.sync_api import expect

from casino.tasks import check_identities, send_emails
from players.access.operations import registration
from players.accounts import queries as players
from players.accounts import terms
from players.accounts.operations import contact
from tables.table_settings import TableSettings
from tests import funding
from tests.factories import Floor, personal_details
from tests.functional.browsers import Person, browser
from tests.running import running_house

pytestmark = pytest.mark.browser
QUICK = TableSettings(preset="macau", minimum=5_00, max_prize=1_000_00, betting_seconds=20, show_seconds=3)
T = TypeVar("T")
SECRET = "uma-frase-bem-nova"


def aside(act: Callable[[], T]) -> T:
    """Do something with the database in a thread of its own: the browser's driver has this one."""

    def run() -> T:
        try:
            return act()
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as threads:
        return threads.submit(run).result()


def register(person: Person, email: str, nickname: str) -> None:
    page, details = person.page, personal_details()
    person.go("/registar/")
    person.looks_well(f"register-{nickname}")
    for name, text in {
        "email": email,
        "password": SECRET,
        "nickname": nickname,
        "full_name": details.full_name,
        "birth_date": details.birth_date.isoformat(),
        "profession": details.profession,
        "address": details.address,
        "postal_code": details.postal_code,
        "phone": details.phone,
        "document_number": details.document_number,
        "nif": "123",
        "iban": details.iban,
    }.items():
        page.fill(f"#id_{name}", text)
    page.select_option("#id_district", details.district)
    page.select_option("#id_occupation", details.occupation)
    for name in ("accuracy", "terms", "privacy"):
        page.check(f"#id_{name}")
    page.locator("main form.form button.button--primary").click()
    expect(page.locator("#id_nif_error")).to_be_visible()
    person.looks_well(f"register-wrong-{nickname}")
    person.complaints.clear()  # the browser notes the answer 422
    page.fill("#id_nif", details.nif)
    page.fill("#id_password", SECRET)
    page.locator("main form.form button.button--primary").click()
    page.wait_for_url("**/registar/feito/")
    person.picture(f"registered-{nickname}")


def confirm(person: Person, email: str) -> None:
    page = person.page
    with override_settings(EMAIL_BACKEND="django.core.mail.backends.filebased.EmailBackend"):
        aside(send_emails)
    person.go("/correio/")
    message = page.locator("article.email", has_text=email).filter(has_text="registar/confirmar")
    person.picture(f"mail-{email.partition('@')[0]}")
    link = message.first.locator("a").first.get_attribute("href")
    assert link is not None
    page.goto(person.url + re.sub(r"^https?://[^/]+", "", link))
    page.get_by_role("button", name="É o meu e-mail").click()
    page.wait_for_url(re.compile(r"/entrar/\?next="))


def pay_in(email: str) -> None:
    """Let the verifier answer, and money come in."""
    check_identities()
    card = players.by_email(email)
    assert card is not None
    assert card.verified_at is not None
    funding.pay_in(card.person_key, 100_00, now=card.verified_at)


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_from_registration_to_the_first_bet(open_floor: Floor, tmp_path: Path, phone: bool) -> None:
    open_floor.table(QUICK, code="rapida")
    email = "nova@sabot.example"
    with running_house(tmp_path, parts=("dealer",)) as house, browser() as chromium:
        nova = Person(chromium, house.url, phone=phone)
        register(nova, email, "Nova_7")
        confirm(nova, email)
        nova.looks_well("sign-in")
        nova.sign_in(email, SECRET)
        expect(nova.page.locator("#main")).to_be_visible()
        aside(lambda: pay_in(email))
        nova.go("/identidade/")
        expect(nova.page.get_by_text("pode depositar e jogar a dinheiro")).to_be_visible()
        nova.looks_well("identity")
        nova.sit("rapida")
        nova.wait_for_betting(seconds=10)
        nova.bet("ponto", "10")
        expect(nova.page.locator('[data-chance="ponto"] [data-part="sum"]')).to_have_text("10 €")
        assert nova.complaints == []


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_an_application_and_a_key_of_the_device(open_floor: Floor, tmp_path: Path, phone: bool) -> None:
    ana = open_floor.player("ana")
    with running_house(tmp_path, parts=()) as house, browser() as chromium:
        url = house.url.replace("127.0.0.1", "localhost")  # keys belong to names, not to numbers
        person = Person(chromium, url, phone=phone)
        page = person.page
        person.sign_in(ana.email, ana.password)
        person.go("/seguranca/")
        person.looks_well("security")
        page.get_by_role("link", name="Configurar uma aplicação").click()
        person.looks_well("application")
        secret = page.locator("#secret").inner_text()
        page.fill("#id_code", format_hotp_value(hotp_value(secret, int(time.time()) // 30)))
        page.get_by_role("button", name="Ativar").click()
        page.wait_for_url("**/seguranca/codigos/")
        person.looks_well("codes")
        recovery = page.locator(".codes li").first.inner_text()

        session = person.context.new_cdp_session(page)
        session.send("WebAuthn.enable")
        options = {"protocol": "ctap2", "transport": "internal", "hasUserVerification": True, "isUserVerified": True}
        session.send("WebAuthn.addVirtualAuthenticator", {"options": options | {"automaticPresenceSimulation": True}})
        person.go("/seguranca/chaves/nova/")
        person.looks_well("key")
        page.locator("#key-add").click()
        page.wait_for_url("**/seguranca/")
        expect(page.get_by_text("mudar o nome")).to_be_visible()
        person.picture("security-set-up")

        for way in ("key", "recovery"):
            person.context.clear_cookies()
            person.go("/entrar/")
            page.fill("#id_login", ana.email)
            page.fill("#id_password", ana.password)
            page.locator("form.form button.button--primary").click()
            page.wait_for_url("**/entrar/codigo/")
            person.looks_well(f"code-{way}")
            if way == "key":
                page.locator("#key-use").click()
            else:
                page.fill("#id_code", recovery)
                page.get_by_role("button", name="Confirmar").click()
            page.wait_for_url(re.compile(r"^(?!.*/entrar/)"))
        assert person.complaints == []


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_a_slip_of_the_pen_is_put_right(open_floor: Floor, tmp_path: Path, phone: bool) -> None:
    details, right = personal_details(nif="299900029"), personal_details().nif
    bia = registration.register_player(
        email="bia@sabot.example",
        nickname="Bia",
        password=SECRET,
        language="pt",
        details=details,
        terms_version=terms.in_force(timezone.now()).number,
        idempotency_key=uuid.uuid4(),
        now=timezone.now(),
    )
    contact.confirm_email(person_id=bia.person_id, email=bia.email, now=timezone.now())
    check_identities()
    with running_house(tmp_path, parts=()) as house, browser() as chromium:
        person = Person(chromium, house.url, phone=phone)
        page = person.page
        person.sign_in(bia.email, SECRET)
        person.go("/identidade/")
        expect(page.get_by_text("não são os que constam")).to_be_visible()
        person.looks_well("identity-correct")
        page.fill("#id_nif", "123")
        page.get_by_role("button", name="Corrigir e perguntar de novo").click()
        expect(page.locator("#id_nif_error")).to_be_visible()
        person.looks_well("identity-wrong")
        person.complaints.clear()  # the browser notes the answer 422
        page.fill("#id_nif", right)
        page.get_by_role("button", name="Corrigir e perguntar de novo").click()
        expect(page.get_by_text("A ser confirmada")).to_be_visible()
        person.picture("identity-asked")
        aside(check_identities)
        person.go("/identidade/")
        expect(page.get_by_text("pode depositar e jogar a dinheiro")).to_be_visible()
        assert person.complaints == []
