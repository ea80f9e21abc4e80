"""A round's proof: verified in one touch from its page, by file, and by the verifier that stands alone."""

import json
import zipfile
from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import Page, Route, expect

from tests.factories import BANCA_WINS_WITH_5, MACAU, PONTO_WINS, Actor, Floor
from tests.functional.browsers import Person, browser
from tests.running import running_house

pytestmark = pytest.mark.browser
STEPS = ("root", "cards", "order", "rules", "payouts")


@pytest.fixture
def played(open_floor: Floor) -> tuple[Actor, str, str]:
    """A player's round that banca won with 5, and another of theirs."""
    floor = open_floor
    floor.now = timezone.now()
    player = floor.player("Rita")
    table = floor.table(MACAU, code="mesa-p")
    floor.sit(player, table)
    code = floor.open_round(table, BANCA_WINS_WITH_5)
    floor.bet(player, table, banca=50_00, empate=10_00)
    floor.settle(table)
    other = floor.open_round(table, PONTO_WINS)
    floor.bet(player, table, banca=50_00)
    floor.settle(table)
    return player, code, other


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_from_the_rounds_page_to_the_verified_result(
    played: tuple[Actor, str, str], tmp_path: Path, phone: bool
) -> None:
    player, code, other = played
    with running_house(tmp_path, parts=()) as house, browser() as chromium:
        rita = Person(chromium, house.url, phone=phone)
        rita.sign_in(player.email, player.password)
        page = rita.page
        proof, root = _downloaded(rita, code, tmp_path)
        foreign, _ = _downloaded(rita, other, tmp_path)
        rita.go(f"/jogadas/{code}/")
        page.locator(".heading").get_by_role("link", name="Verificar").press("Enter")
        _is_proven(page)
        expect(page.locator("#root")).to_have_value(root)
        expect(page.locator("#agree")).to_have_text("Coincidem: é a impressão que anotou.")
        rita.looks_well("verifier-good")

        page.fill("#root", "0" * 64)
        expect(page.locator("#verdict-title")).to_have_text("Não é a impressão que anotou")
        expect(page.locator("#check-root")).to_have_attribute("data-state", "bad")
        rita.looks_well("verifier-other-root")
        page.fill("#root", f"{root[:4]} {root[4:8]}…")
        _is_proven(page)

        _touched(page, proof, "#verdict-title", "#verdict-text")
        expect(page.locator("#leaves .leaf[data-state=bad]")).to_have_count(1)
        expect(page.locator("#leaves .leaf[data-state=good]")).to_have_count(4)
        expect(page.locator("[data-bet][data-state=none]")).to_have_count(2)
        rita.looks_well("verifier-tampered")
        page.set_input_files("#proof", foreign)
        expect(page.locator("#verdict-title")).to_have_text("Prova de outra impressão")
        page.set_input_files("#proof", proof)
        _is_proven(page)
        page.get_by_role("link", name="Voltar à jogada").click()
        page.wait_for_url(f"**/jogadas/{code}/")
        assert rita.complaints == []


def test_the_rounds_page_proves_its_cards_itself(played: tuple[Actor, str, str], tmp_path: Path) -> None:
    """In front of a stranger too; a card that is not the one that was fixed has its cross."""
    _, code, _ = played
    with running_house(tmp_path, parts=()) as house, browser() as chromium:
        guest = Person(chromium, house.url)
        page = guest.page
        guest.go(f"/jogadas/{code}/")
        expect(page.locator("#round-proof")).to_contain_text("5 de 5 cartas provadas")
        expect(page.locator("#round-proof")).to_contain_text("Calculado neste navegador")
        expect(page.locator(".leaf[data-state=good]")).to_have_count(5)
        expect(page.locator("[data-state=good] > .laid__tick")).to_have_count(5)
        guest.looks_well("round-proven")

        def exchanged(route: Route) -> None:
            proof = route.fetch().json()
            proof["cards"][1]["card"] = "9H"
            route.fulfill(json=proof)

        page.route(f"**/jogadas/{code}/prova.json", exchanged)
        page.reload()
        expect(page.locator("#round-proof")).to_contain_text("4 de 5 cartas provadas")
        expect(page.locator("#round-proof")).to_have_attribute("data-state", "bad")
        expect(page.locator(".leaf[data-state=bad]")).to_have_count(1)
        assert guest.complaints == []


def test_any_file_in_any_language_without_an_account(played: tuple[Actor, str, str], tmp_path: Path) -> None:
    _, code, _ = played
    with running_house(tmp_path, parts=()) as house, browser() as chromium:
        guest = Person(chromium, house.url)
        page = guest.page
        proof, root = _downloaded(guest, code, tmp_path)
        guest.go("/verificar/")
        page.set_input_files("#proof", proof)
        expect(page.locator("#verdict-title")).to_have_text("5 de 5 cartas provadas")
        expect(page.locator("#check-root")).to_have_attribute("data-state", "good")
        page.fill("#root", "f" * 64)
        expect(page.locator("#verdict-title")).to_have_text("Não é a impressão que anotou")
        page.fill("#root", root)
        for language, title in (("en", "5 of 5 cards proven"), ("ro", "5 din 5 cărți dovedite")):
            guest.context.add_cookies([{"name": "django_language", "value": language, "url": house.url}])
            guest.go(f"/jogadas/{code}/verificar/")
            expect(page.locator("#verdict-title")).to_have_text(title)
            guest.looks_well(f"verifier-guest-{language}")
        assert guest.complaints == []


def test_without_script_it_says_how_to_verify_by_hand(played: tuple[Actor, str, str], tmp_path: Path) -> None:
    _, code, _ = played
    with running_house(tmp_path, parts=()) as house, browser() as chromium:
        page = chromium.new_context(java_script_enabled=False, locale="pt-PT").new_page()
        page.goto(f"{house.url}/jogadas/{code}/verificar/")
        expect(page.locator(".notice")).to_contain_text("Verifique à mão")
        expect(page.locator(".byhand")).to_contain_text(f"python verify_shoe.py prova-{code}.json")
        expect(page.locator("#root")).to_be_hidden()
        with page.expect_download() as download:
            page.get_by_role("link", name="O verificador (ZIP)").click()
        with zipfile.ZipFile(download.value.path()) as packed:
            packed.extractall(tmp_path / "alone")
    assert (tmp_path / "alone" / "verify.html").exists()


def test_the_verifier_that_stands_alone(played: tuple[Actor, str, str], tmp_path: Path) -> None:
    _, code, _ = played
    with running_house(tmp_path, parts=()) as house, browser() as chromium:
        guest = Person(chromium, house.url)
        page = guest.page
        proof, root = _downloaded(guest, code, tmp_path)
        guest.go("/verificar/verify.html")
        page.fill("#root", root)
        page.set_input_files("#proof", proof)
        expect(page.locator("#verdict")).to_contain_text(f"Provado: 5 de 6 cartas conduzem à impressão {root}.")
        expect(page.locator("#cards tbody tr")).to_have_count(5)
        _touched_alone(page, proof)
        page.set_input_files("#proof", proof)
        page.fill("#root", "0" * 64)
        expect(page.locator("#verdict")).to_contain_text("A prova é de outra impressão")
        guest.go("/verificar/verify.html?lang=ro")
        expect(page.locator("h1")).to_have_text("Verificarea unui sabot")
        guest.go("/verificar/verify.html?lang=toString")
        expect(page.locator("h1")).to_have_text("Verificar um sabot")
        assert guest.complaints == []


def _is_proven(page: Page) -> None:
    expect(page.locator("#verdict-title")).to_have_text("5 de 5 cartas provadas")
    for step in STEPS:
        expect(page.locator(f"#check-{step}")).to_have_attribute("data-state", "good")
    expect(page.locator("#found-rules")).to_contain_text("Ganha a Banca")


def _downloaded(person: Person, code: str, folder: Path) -> tuple[Path, str]:
    """The file that the round's page gives, and the root that it shows."""
    person.go(f"/jogadas/{code}/")
    root = person.page.locator("#prova ~ p > code").first.inner_text()
    with person.page.expect_download() as download:
        person.page.get_by_role("link", name="Descarregar a prova (JSON)").click()
    assert download.value.suggested_filename == f"prova-{code}.json"
    saved = folder / download.value.suggested_filename
    download.value.save_as(saved)
    return saved, root


def _bad(proof: Path) -> list[tuple[str, str]]:
    bad = json.loads(proof.read_text())
    bad["cards"][1]["card"] = "9H"
    return [
        ("vazia", json.dumps({})),
        ("cortada", proof.read_text()[:-40]),
        ("omissa", json.dumps(bad | {"cards": []})),
        ("trocada", json.dumps(bad)),
    ]


def _touched(page: Page, proof: Path, title: str, text: str) -> None:
    """Nothing in it, its end cut off, no card shown, one card exchanged: each is named."""
    told = (
        ("Não provado", "não tem a forma de uma prova"),
        ("Não provado", "o ficheiro não é JSON"),
        ("Nada foi mostrado", "O ficheiro não mostra nenhuma carta"),
        ("Não provado", "9 de copas, lugar 1: não conduz à impressão."),
    )
    for (name, content), (head, words) in zip(_bad(proof), told, strict=True):
        touched = proof.with_name(f"{name}.json")
        touched.write_text(content)
        page.set_input_files("#proof", touched)
        expect(page.locator(title)).to_have_text(head)
        expect(page.locator(text)).to_contain_text(words)


def _touched_alone(page: Page, proof: Path) -> None:
    """The same, as the verifier that stands alone says it."""
    told = (
        "não tem a forma de uma prova",
        "o ficheiro não é JSON",
        "Nada foi mostrado: o ficheiro não traz nenhuma das 6 cartas",
        "Não provado: a carta 9H no lugar 1 — não conduz à impressão",
    )
    for (name, content), words in zip(_bad(proof), told, strict=True):
        touched = proof.with_name(f"{name}.json")
        touched.write_text(content)
        page.set_input_files("#proof", touched)
        expect(page.locator("#verdict")).to_contain_text(words)
        expect(page.locator("#cards")).to_be_hidden()
