"""In a browser: from registration to a verified bet, an authenticator application, a passkey; both sizes, axe clean."""

import re
import time
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

import pytest
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from django.db import connection
from django.test import override_settings
from django.utils import timezone
from playwright.sync_api import expect

from casino.adapters import payments
from casino.tasks import check_identities, send_emails
from players.access.operations import registration
from players.accounts import terms
from players.accounts.operations import contact
from players.cashier.operations import sandbox_bank
from tables.table_settings import TableSettings
from tests.factories import Floor, personal_details
from tests.functional.browsers import Person, browser
from tests.running import running_house

pytestmark = pytest.mark.browser
QUICK = TableSettings(preset="macau", minimum=5_00, max_prize=1_000_00, betting_seconds=20, show_seconds=3)
T = TypeVar("T")
SECRET = "uma-frase-bem-nova"
EMAIL = "nova@sabot.example"


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
    assert link.startswith(person.url), "it leads to the address that one came from"
    page.goto(link)
    page.get_by_role("button", name="É o meu e-mail").click()
    page.wait_for_url(re.compile(r"/entrar/\?next="))


def step_by_step(person: Person) -> None:
    """Sign in where the e-mail led to, and follow the steps: a limit, a deposit from the account already given."""
    page = person.page
    page.fill("#id_login", EMAIL)
    page.fill("#id_password", SECRET)
    page.locator("form.form button.button--primary").click()
    expect(page.get_by_role("heading", name="Um limite, antes de entrar dinheiro")).to_be_visible()
    person.looks_well("step-limit")
    page.get_by_role("button", name=re.compile(r"^50 €")).click()
    expect(page.get_by_text("a sua identidade ainda está a ser confirmada", exact=False)).to_be_visible()
    aside(check_identities)
    page.reload()
    person.looks_well("step-deposit")
    page.get_by_role("link", name="Depositar", exact=True).last.click()
    expect(page.get_by_label("Valor em euros")).to_be_visible()
    page.get_by_label("Valor em euros").fill("51")
    page.get_by_role("button", name="Continuar para o banco").click()
    expect(page.locator(".field__errors, .notice--bad").first).to_contain_text("50,00")
    person.looks_well("step-beyond-the-limit")
    person.complaints.clear()  # the browser notes the refusal's status
    page.get_by_label("Valor em euros").fill("40")
    page.get_by_role("button", name="Continuar para o banco").click()
    page.get_by_role("button", name="Aprovar", exact=True).click()
    aside(lambda: sandbox_bank.post_notices(post=payments.post_notice, now=timezone.now()))
    expect(page.get_by_text("O dinheiro está no seu saldo")).to_be_visible()
    person.looks_well("step-paid")


def to_the_table(person: Person) -> None:
    """From the money that has come in to a seat, by what stands there."""
    page = person.page
    expect(page.locator(".first-steps [aria-current=step]")).to_contain_text("À mesa")
    page.get_by_role("link", name="Mesas a dinheiro").click()
    page.locator("#tile-rapida-go").click()
    page.get_by_role("button", name="Sentar-me").first.click()
    expect(page.locator("#tray")).to_be_visible()


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_one_thread_from_the_form_to_the_first_bet(
    open_floor: Floor, tmp_path: Path, phone: bool, settings: Any
) -> None:
    """No address is typed but the first. The phone comes by the house's second address, and stays there."""
    open_floor.table(QUICK, code="rapida")
    with running_house(tmp_path, parts=("dealer",)) as house, browser() as chromium:
        settings.PORT = urlsplit(house.url).port  # where the bank posts its notices
        url = house.url.replace("127.0.0.1", "localhost") if phone else house.url
        settings.CSRF_TRUSTED_ORIGINS = [house.url, url]  # the e-mail is sent by the test
        nova = Person(chromium, url, phone=phone)
        register(nova, EMAIL, "Nova_7")
        confirm(nova, EMAIL)
        nova.looks_well("sign-in")
        step_by_step(nova)
        to_the_table(nova)
        nova.wait_for_betting(seconds=10)
        nova.bet("ponto", "10")
        expect(nova.page.locator('[data-chance="ponto"] [data-part="sum"]')).to_have_text("10 €")
        nova.sees_balance(30_00)
        assert nova.page.url.startswith(url)
        assert nova.complaints == []
        aside(open_floor.prove)


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
