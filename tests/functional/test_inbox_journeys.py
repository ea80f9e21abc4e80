"""The inbox in a real browser: by keyboard beside the open thing, on a phone one after the other, by day and night."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone
from playwright.sync_api import Locator, Page, expect

from players.cashier import operations as cashier
from players.complaints import operations as complaints
from players.models import ExclusionKind
from players.protection.operations.exclusion import exclude
from players.roles import Role
from tables.operations import incidents
from tests.factories import Actor, Floor
from tests.functional.browsers import PHONE, Person, browser, press
from tests.functional.walking import cookie_of, someone, speak
from tests.running import running_house

pytestmark = pytest.mark.browser
TEXTS = (
    "A aposta não entrou e o Ponto ganhou. Quero os 40 € de prémio.",
    "O levantamento está parado há quatro dias.",
    "A comissão da Banca foi mal calculada na jogada das nove.",
)


def furnish(floor: Floor, boss: Actor, one: Actor) -> None:
    """Three complaints, an incident that names a colleague, an exclusion to be told, an adjustment to be decided."""
    for number, text in enumerate(TEXTS):
        complaints.complain(
            person_id=floor.player(f"jogador-{number}").id,
            category="round",
            text=text,
            idempotency_key=uuid4(),
            now=floor.now,
        )
    rita = floor.player("Rita")
    exclude(person_id=rita.id, kind=ExclusionKind.FIXED, months=3, now=floor.now)
    cashier.propose_adjustment(
        person_id=rita.id, amount=20_00, reason="acerto", idempotency_key=uuid4(), by=one.id, now=floor.now
    )
    made = incidents.report(text="O leitor calou-se.", by=boss.id, idempotency_key=uuid4(), now=floor.now)
    incidents.note(
        incident_id=made.incident_id,
        text=f"@{one.name}, a causa é a mesma de ontem?",
        by=boss.id,
        idempotency_key=uuid4(),
        now=floor.now,
    )


@dataclass(frozen=True)
class Work:
    """A running house whose inboxes are furnished: who works in it, and a browser for either."""

    support: Actor
    compliance: Actor
    url: str
    begin: Callable[..., Person]
    """A browser with that person signed in; more is settings of the browser."""


@contextmanager
def at_work(floor: Floor, folder: Path) -> Iterator[Work]:
    floor.now = timezone.now()
    one, boss = floor.staff(Role.SUPPORT), floor.staff(Role.COMPLIANCE)
    furnish(floor, boss, one)
    cookies = {each.id: cookie_of(each) for each in (one, boss)}
    with running_house(folder, parts=()) as house, browser() as chromium:

        def begin(who: Actor, **settings: Any) -> Person:
            return someone(chromium, house.url, cookies[who.id], **settings)

        yield Work(one, boss, house.url, begin)


def test_an_inbox_by_keyboard(open_floor: Floor, tmp_path: Path) -> None:
    with at_work(open_floor, tmp_path) as work:
        person = work.begin(work.support)
        person.go("/casa/prazos/")
        expect(person.page.locator("#nav-count")).to_have_text(re.compile("4"))
        expect(person.page.locator("#bar-count")).to_have_text(re.compile("4"))
        person.go("/casa/")
        expect(person.page).to_have_url(f"{work.url}/casa/entrada/")
        told = person.page.locator("#nav-count:not([hx-get])")
        expect(told, "seen items leave the count, except the notice due tomorrow").to_have_text(
            re.compile(r"^\s*1\s*$")
        )
        person.looks_well("inbox-list")
        _stands_beside_the_list_by_itself(person, work.url)
        _scrolls_in_its_list(person)
        _opens_beside(person, work.url)
        _gives_puts_off_and_watches(person, work.compliance)
        _reads_a_mention(person)
        assert person.complaints == []


def _stands_beside_the_list_by_itself(person: Person, url: str) -> None:
    """The first thing is open at once. The address and the focus stay as they were: no thing was chosen."""
    page = person.page
    first = page.locator("[data-rows] > li").first
    expect(first).to_have_attribute("data-opened", "")
    expect(page.locator("#case h2").first).to_contain_text("O leitor calou-se.")
    expect(first).to_contain_text("O leitor calou-se.")
    expect(page.locator("#case")).to_have_attribute("aria-live", "polite")
    assert page.url == f"{url}/casa/entrada/"
    assert page.evaluate("document.activeElement === document.body")


def _scrolls_in_its_list(person: Person) -> None:
    """The page is as high as the window, however long the list is."""
    page, usual = person.page, person.page.viewport_size
    assert usual is not None
    page.set_viewport_size({"width": 1280, "height": 420})
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert page.evaluate("(list => list.scrollHeight > list.clientHeight)(document.querySelector('.inbox__list'))")
    page.set_viewport_size(usual)


def _opens_beside(person: Person, url: str) -> None:
    page = person.page
    rows = page.locator("[data-rows] > li")
    press(page, "j")
    expect(rows.first.locator("a")).to_be_focused()
    press(page, "j")
    press(page, "Enter")
    case = page.locator("#case")
    expect(case.get_by_role("heading", name="A aposta não entrou").first).to_be_visible()
    expect(case.get_by_role("heading", name="Mensagens")).to_be_visible()
    assert "/casa/entrada/complaint/R-" in page.url
    expect(rows.nth(1).locator("a"), "J and K walk on from there").to_be_focused()
    person.looks_well("inbox-case")
    case.get_by_role("button", name="Assumir o caso").click()
    expect(page.get_by_text("O caso é seu.")).to_be_visible()
    assert "/casa/entrada/complaint/R-" in page.url, "what is done beside the list leads back to it"
    expect(case.get_by_role("heading", name="Responder e decidir")).to_be_visible()
    rows.nth(1).locator("a").focus()
    press(page, "j")
    press(page, "Enter")
    expect(case.locator("h2").first).to_contain_text("levantamento")
    page.go_back()
    expect(page.locator("#case h2").first).to_contain_text("A aposta não entrou")
    page.reload()
    expect(page.locator("#case").get_by_role("heading", name="Mensagens")).to_be_visible()
    assert page.url.startswith(url)


def _gives_puts_off_and_watches(person: Person, boss: Actor) -> None:
    page = person.page
    person.go("/casa/entrada/?kind=complaint")
    rows = page.locator("[data-rows] > li")
    expect(rows).to_have_count(3)
    press(page, "j")
    press(page, "x")
    press(page, "j")
    press(page, "x")
    expect(page.locator("[name=things]:checked")).to_have_count(2)
    press(page, "a")
    give = page.locator("#chosen [name=person]")
    expect(give).to_be_focused()
    person.picture("inbox-giving")
    give.select_option(label=boss.name)
    press(page, "Enter")
    expect(page.get_by_text(f"A cargo de {boss.name}: 2 coisas.")).to_be_visible()
    expect(rows).to_have_count(1)
    press(page, "j")
    press(page, "w")
    expect(page.get_by_text("Passou a seguir.")).to_be_visible()
    press(page, "j")
    press(page, "z")
    expect(page.locator("#chosen [name=until]")).to_be_focused()
    press(page, "Escape")
    expect(rows.first.locator("a")).to_be_focused()
    press(page, "z")
    press(page, "Enter")
    expect(page.get_by_text("Adiado. Os outros veem-no como antes")).to_be_visible()
    page.get_by_role("link", name="Adiadas").click()
    expect(rows).to_have_count(1)
    press(page, "j")
    press(page, "z")
    expect(page.get_by_text("Está de novo na sua caixa de entrada.")).to_be_visible()


def test_an_act_by_keyboard_keeps_the_place(open_floor: Floor, tmp_path: Path) -> None:
    with at_work(open_floor, tmp_path) as work:
        person = work.begin(work.support)
        person.go("/casa/entrada/?kind=complaint")
        page, rows = person.page, person.page.locator("[data-rows] > li")
        first, second, third = (rows.nth(at).locator("[name=things]").get_attribute("value") for at in range(3))

        press(page, "j", "j", "x", "w")
        expect(page.get_by_text("Passou a seguir.")).to_be_visible()
        expect(_way_of(page, second), "its own row").to_be_focused()
        expect(page.locator("[data-here]")).to_have_count(1)

        press(page, "z")
        expect(page.locator("#chosen [name=until]")).to_be_focused()
        press(page, "Enter")
        expect(rows).to_have_count(2)
        expect(_way_of(page, third), "the row that took its place").to_be_focused()

        press(page, "a")
        page.locator("#chosen [name=person]").select_option(label=work.compliance.name)
        press(page, "Enter")
        expect(rows).to_have_count(1)
        expect(_way_of(page, first), "the one before, where it was the last").to_be_focused()

        page.reload()
        expect(page.locator("body"), "a place is kept for one act").to_be_focused()
        assert person.complaints == []


def _way_of(page: Page, word: str | None) -> Locator:
    return page.locator(f"[data-rows] > li:has([value='{word}']) a")


def _reads_a_mention(person: Person) -> None:
    page = person.page
    person.go("/casa/entrada/")
    first = page.locator("[data-rows] > li").first
    expect(first).to_contain_text("«O leitor calou-se.»")
    expect(first).to_contain_text("mencionou-o")
    first.locator("a").click()
    page.get_by_role("button", name="Li:").click()
    expect(page.get_by_text("Marcado como lido.")).to_be_visible()
    expect(page.get_by_role("button", name="Li:")).to_have_count(0)


def test_an_inbox_on_a_phone_and_without_script(open_floor: Floor, tmp_path: Path) -> None:
    with at_work(open_floor, tmp_path) as work:
        person = work.begin(work.support)
        person.page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
        person.go("/casa/entrada/")
        person.looks_well("inbox-phone")
        person.page.locator("[data-rows] > li a").nth(1).click()
        expect(person.page.locator("#case h2").first).to_be_visible()
        expect(person.page.locator(".inbox__list")).to_be_hidden()
        expect(person.page.get_by_role("heading", name="Mensagens")).to_be_visible()
        person.looks_well("inbox-phone-case")
        person.page.locator(".inbox-case__back a").click()
        expect(person.page.locator(".inbox__list")).to_be_visible()
        assert person.complaints == []
        bare = work.begin(work.support, java_script_enabled=False)
        bare.go("/casa/entrada/")
        bare.page.locator("[name=things]").nth(1).check()
        bare.page.locator("#chosen [name=until]").select_option("week")
        bare.page.locator("#chosen").get_by_role("button", name="Adiar").click()
        expect(bare.page.get_by_text("Adiado. Os outros veem-no como antes")).to_be_visible()
        bare.page.locator("[data-rows] > li a").first.click()
        expect(bare.page.get_by_role("link", name="Abrir a página")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_an_inbox_by_day_and_night(open_floor: Floor, tmp_path: Path, scheme: str) -> None:
    with at_work(open_floor, tmp_path) as work:
        person = work.begin(work.compliance, color_scheme=scheme)
        for width, height in ((1440, 900), (1280, 800), (390, 844)):
            person.page.set_viewport_size({"width": width, "height": height})
            person.go("/casa/entrada/")
            person.looks_well(f"inbox-{scheme}-{width}")
            person.page.locator("[data-rows] > li a", has_text="A aposta").click()
            expect(person.page.get_by_role("heading", name="Mensagens")).to_be_visible()
            person.looks_well(f"inbox-{scheme}-{width}-case")
        for language in ("en", "ro"):
            speak(person, language)
            person.page.set_viewport_size({"width": 1280, "height": 800})
            person.go("/casa/entrada/?tab=all")
            person.looks_well(f"inbox-{scheme}-{language}")
        assert person.complaints == []
