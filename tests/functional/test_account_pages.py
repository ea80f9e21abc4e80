"""The account and the information pages in a real browser, on a desk and on a phone: menu, test, records, data."""

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from casino.portal.information import PAGES
from tests.factories import BANCA_WINS_WITH_5, PONTO_WINS, Floor
from tests.functional.browsers import Person, browser
from tests.running import running_house

pytestmark = pytest.mark.browser
OWN = ("/conta/", "/sessoes/", "/jogadas/", "/conta/dados/", "/conta/fechar/")
WORDY = ("/limites/", "/carteira/depositar/", "/mesa/passada/regras/", "/termos/", "/jogadas/")
"""Pages whose longest words differ most by language."""


def is_well(person: Person, path: str) -> None:
    """Nothing that keeps anybody from using the page, and nothing beside the screen."""
    person.go(path)
    assert person.page.locator("h1").count() == 1, path
    person.looks_well(path.strip("/").replace("/", "-"))


def take_the_test(person: Person) -> None:
    """All nine, by keyboard and pointer; two points are a low risk."""
    person.go("/jogo-responsavel/teste/")
    for number in range(1, 10):
        points = 1 if number in {1, 3} else 0
        person.page.locator(f'input[name="p{number}"][value="{points}"]').check()
    person.page.get_by_role("button", name="Ver o resultado").click()
    expect(person.page.locator("#resultado")).to_contain_text("2 pontos")
    expect(person.page.locator(".result")).to_contain_text("Risco baixo")


def look_back(person: Person, phone: bool) -> None:
    """From the head of any page to a round, its receipt and its proof."""
    page = person.page
    person.go("/")
    if phone:
        page.locator(".menu summary").click()
        page.locator(".menu").get_by_role("link", name="Conta").click()
    else:
        page.locator(".masthead__nav").get_by_role("link", name="Conta").click()
    expect(page.locator("h1")).to_have_text("A sua conta")
    page.locator("main").get_by_role("link", name="Sessões e jogadas").last.click()
    page.get_by_role("link", name="Jogadas", exact=True).click()
    expect(page.locator(".ledger__item")).to_have_count(2)
    page.locator(".ledger__item summary").first.click()
    page.locator(".ledger__more a").first.click()
    page.locator(".receipts a").first.click()
    expect(page.locator("h1")).to_contain_text("Recibo")
    expect(page.locator("main")).to_contain_text("aceite")


def in_other_languages(person: Person) -> None:
    """The pages fit in English and Romanian as in Portuguese, with a raised limit that waits."""
    person.go("/limites/")
    for amount in ("100", "200"):
        person.page.fill("#novo-deposit-day", amount)
        person.page.locator("#deposit-day button").first.click()
    expect(person.page.locator(".limit-wait")).to_be_visible()
    for language in ("en", "ro"):
        person.context.add_cookies([{"name": "django_language", "value": language, "url": person.url}])
        for path in WORDY:
            is_well(person, path)


@pytest.mark.long
def test_account_and_information(open_floor: Floor, tmp_path: object) -> None:
    floor = open_floor
    floor.now = timezone.now()
    table, player = floor.table(code="passada"), floor.player("Rita")
    floor.sit(player, table)
    for cards in (PONTO_WINS, BANCA_WINS_WITH_5):
        floor.open_round(table, cards)
        floor.bet(player, table, ponto=100_00)
        floor.settle(table)
    with running_house(tmp_path, parts=()) as house, browser() as chromium:  # type: ignore[arg-type]
        for phone in (False, True):
            person = Person(chromium, house.url, phone=phone)
            for name in PAGES:
                is_well(person, reverse(f"portal:{name}"))
            take_the_test(person)
            person.sign_in(player.email, player.password)
            for path in OWN:
                is_well(person, path)
            look_back(person, phone)
            expect(person.page.locator(".masthead__pause")).to_be_visible()
            if phone:
                in_other_languages(person)
            assert person.complaints == []
