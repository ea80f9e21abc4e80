"""The player's money pages in a real browser, on a desk and on a phone: round, ticket, statement, summary, price."""

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tables import queries
from tables.table_settings import TableSettings
from tests.factories import BANCA_WINS_WITH_5, PONTO_WINS, TIE_WITH_PAIRS, Floor
from tests.functional.browsers import Person, browser
from tests.running import running_house

pytestmark = pytest.mark.browser
LANGUAGES = ("pt", "en", "ro")
THIRDS = ("3S", "KH", "3D", "5C", "4H")
"""Ponto stands on 6; banca draws on 5 and comes to 9."""
LINES_MOST = 4
TERMS = TableSettings(preset="ponto-e-banca", minimum=5_00, betting_seconds=18, show_seconds=12, commission="half-on-5")


def lines_of_rows(person: Person) -> int:
    """The most lines of text that a row of a closed ledger takes."""
    return int(
        person.page.evaluate(
            """Math.max(...[...document.querySelectorAll(".ledger__row")].map((row) => {
              const tops = new Set();
              const walker = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
              for (let node = walker.nextNode(); node; node = walker.nextNode()) {
                if (!node.data.trim() || node.parentElement.closest(".visually-hidden, .ledger__name")) continue;
                const range = document.createRange();
                range.selectNodeContents(node);
                for (const box of range.getClientRects()) tops.add(Math.round(box.bottom / 6));
              }
              return tops.size;
            }))"""
        )
    )


def nothing_is_cut(person: Person) -> None:
    """Every table of figures is as wide as its box."""
    cut = person.page.evaluate(
        """[...document.querySelectorAll(".data-table, .ledger, .ticket")]
             .filter((box) => box.scrollWidth > box.clientWidth).map((box) => box.className)"""
    )
    assert cut == [], person.page.url


def see_the_round(person: Person, code: str) -> None:
    """The felt, the ticket and, in print, nothing but the ticket."""
    page = person.page
    person.go(f"/jogadas/{code}/")
    expect(page.locator(".laid__hand--won .card")).to_have_count(3)
    expect(page.locator(".ticket__net")).to_contain_text("+70,00")
    expect(page.locator("[data-print]")).to_be_visible()
    person.looks_well("round")
    nothing_is_cut(person)
    page.emulate_media(media="print")
    expect(page.locator(".ticket")).to_be_visible()
    for gone in (".round__told", ".round__turn", ".round__proof", ".masthead", ".footer", "h1"):
        expect(page.locator(gone).first).to_be_hidden()
    person.picture(f"print-{'phone' if person.phone else 'desk'}")
    page.emulate_media(media="screen")


def open_rows(person: Person, path: str, name: str) -> None:
    """No row breaks over more than four lines; the first of them opens without a script of ours."""
    person.go(path)
    person.looks_well(name)
    nothing_is_cut(person)
    assert lines_of_rows(person) <= LINES_MOST, path
    person.page.locator(".ledger__item details summary").first.click()
    expect(person.page.locator(".ledger__more").first).to_be_visible()
    person.looks_well(f"{name}-open")


def test_money_pages(open_floor: Floor, tmp_path: object) -> None:
    floor = open_floor
    floor.now = timezone.now() - timedelta(minutes=30)
    table, player = floor.table(TERMS, code="macau-4"), floor.player("Joana_T", cents=1_284_50)
    floor.sit(player, table)
    codes = []
    for cards in (PONTO_WINS, BANCA_WINS_WITH_5, TIE_WITH_PAIRS):
        codes.append(floor.open_round(table, cards))
        floor.bet(player, table, ponto=20_00)
        floor.settle(table)
    codes.append(floor.open_round(table, THIRDS))
    floor.wait(milliseconds=9_118)
    floor.bet(player, table, banca=75_00, empate=5_00)
    floor.settle(table)
    floor.prove()
    (session,) = queries.sessions_of(player.id, now=floor.now)
    with running_house(tmp_path, parts=()) as house, browser() as chromium:  # type: ignore[arg-type]
        for phone in (False, True):
            person = Person(chromium, house.url, phone=phone)
            person.sign_in(player.email, player.password)
            see_the_round(person, codes[-1])
            open_rows(person, "/carteira/", "wallet")
            open_rows(person, "/carteira/extrato/", "statement")
            open_rows(person, "/jogadas/", "rounds")
            open_rows(person, f"/sessoes/{session.code}/", "summary")
            for language in LANGUAGES:
                person.context.add_cookies([{"name": "django_language", "value": language, "url": person.url}])
                for path in (f"/jogadas/{codes[1]}/", "/mesa/macau-4/regras/", "/sessoes/"):
                    person.go(path)
                    person.looks_well(f"{language}{path.strip('/').replace('/', '-')}")
            person.go(f"/jogadas/{codes[-1]}/")
            person.page.locator(".receipts a").first.click()
            person.looks_well("receipt")
            nothing_is_cut(person)
            assert person.complaints == []
