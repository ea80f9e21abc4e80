"""A round's published proof, downloaded by a player and checked in the browser: good as it is, bad once touched."""

import json
from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.factories import BANCA_WINS_WITH_5, MACAU, Floor
from tests.functional.browsers import Person, browser
from tests.running import running_house

pytestmark = pytest.mark.browser


def test_a_downloaded_proof_is_good_and_a_touched_one_bad(open_floor: Floor, tmp_path: Path) -> None:
    floor = open_floor
    floor.now = timezone.now()
    player = floor.player("Rita")
    table = floor.table(MACAU, code="mesa-p")
    floor.sit(player, table)
    code = floor.open_round(table, BANCA_WINS_WITH_5)
    floor.bet(player, table, banca=50_00)
    floor.settle(table)

    with running_house(tmp_path, parts=()) as house, browser() as chromium:
        rita = Person(chromium, house.url)
        rita.sign_in(player.email, player.password)
        proof, root = _downloaded(rita, code, tmp_path)
        rita.go("/verificar/")
        page = rita.page
        page.fill("#root", root)
        page.set_input_files("#proof", proof)
        expect(page.locator("#verdict")).to_contain_text(f"Provado: 5 de 6 cartas conduzem à raiz {root}.")
        expect(page.locator("#cards tbody tr")).to_have_count(5)
        rita.picture("proof-good")

        _touched(page, proof)
        rita.picture("proof-bad")
        page.set_input_files("#proof", proof)
        page.fill("#root", "0" * 64)
        expect(page.locator("#verdict")).to_contain_text("A prova é de outra raiz")
        rita.go("/verificar/?lang=ro")
        expect(page.locator("h1")).to_have_text("Verificarea unui sabot")
        rita.go("/verificar/?lang=toString")
        expect(page.locator("h1")).to_have_text("Verificar um sabot")
        assert rita.complaints == []


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


def _touched(page: Page, proof: Path) -> None:
    """Nothing in it, its end cut off, one card exchanged, no card shown: each is named."""
    bad = json.loads(proof.read_text())
    bad["cards"][1]["card"] = "9H"
    for name, text, words in (
        ("vazia", json.dumps({}), "não tem a forma de uma prova"),
        ("cortada", proof.read_text()[:-40], "o ficheiro não é JSON"),
        ("trocada", json.dumps(bad), "Não provado: a carta 9H no lugar 1 — não conduz à raiz"),
        ("omissa", json.dumps(bad | {"cards": []}), "Nada foi mostrado: o ficheiro não traz nenhuma das 6 cartas"),
    ):
        touched = proof.with_name(f"{name}.json")
        touched.write_text(text)
        page.set_input_files("#proof", touched)
        expect(page.locator("#verdict")).to_contain_text(words)
        expect(page.locator("#cards")).to_be_hidden()
