"""Sealed days verified in a browser: chosen as a folder or an archive, with the house stopped and the network cut."""

import json
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.utils import timezone
from playwright.sync_api import Page, expect

from reporting.evidence.manifests import Manifest
from reporting.operations import log
from reporting.operations.exporting_days import export_days, export_sealed_day
from reporting.verifier import verify_days
from tests.factories import BANCA_WINS_WITH_5, MACAU, PONTO_WINS, Floor
from tests.functional.browsers import Person, browser
from tests.functional.walking import speak
from tests.running import running_house
from tests.sealed_days import HOUSE, WITNESSES, SealedHouse, write_file
from tests.settled import seal_days

pytestmark = pytest.mark.browser
PAGE = "/registo/verificar/"


@pytest.fixture
def sealed(open_floor: Floor, tmp_path: Path, settings: LazySettings) -> Path:
    """The folder of a house that played, sealed its days and signed its log."""
    settings.EVIDENCE_DIR = tmp_path / "evidence"
    open_floor.now = timezone.now() - timedelta(days=4)
    player = open_floor.player(cents=1_000_00)
    table = open_floor.table(MACAU, code="macau-1")
    open_floor.sit(player, table)
    for cards in (BANCA_WINS_WITH_5, PONTO_WINS):
        open_floor.open_round(table, cards)
        open_floor.bet(player, table, banca=100_00)
        open_floor.settle(table)
    assert len(seal_days()) >= 3
    export_days(into=tmp_path / "folder")
    return tmp_path / "folder"


@contextmanager
def loaded(tmp_path: Path, *, phone: bool = False, language: str = "pt") -> Iterator[Person]:
    """The page as it is once it has loaded: then the house is stopped, and the network cut."""
    with browser() as chromium:
        with running_house(tmp_path, parts=()) as house:
            person = Person(chromium, house.url, phone=phone)
            speak(person, language)
            person.go(PAGE)
            expect(person.page.locator("#ready")).to_be_visible()
            person.looks_well("days-asked")
        person.context.set_offline(True)
        yield person
        assert person.complaints == []


def counts(folder: Path, key: str) -> str:
    """What the Python file says of how much it looked at."""
    found = verify_days.verify(verify_days.Asked(folder=folder, keys=(verify_days.read_key(key, 1),)))
    assert found.faults == []
    return verify_days.SAID["pt"][3].format(days=found.days, lines=found.lines, size=found.size)


def says(page: Page, title: str, text: str) -> None:
    expect(page.locator("#verdict-title")).to_have_text(title)
    expect(page.locator("#verdict-text")).to_have_text(text)


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_a_day_is_verified_with_the_house_stopped_and_a_touched_byte_named(
    sealed: Path, tmp_path: Path, phone: bool
) -> None:
    key = log.verifier_key()
    said = counts(sealed, key)
    with loaded(tmp_path, phone=phone) as person:
        page = person.page
        page.locator("#begin").press("Enter")
        says(page, "Falta algo", "Indique a chave do registo, tal como lha deram.")
        page.fill("#key", key)
        page.locator("#begin").press("Enter")
        says(page, "Falta algo", "Escolha primeiro uma pasta ou um arquivo.")
        page.set_input_files("#folder", sealed)
        page.locator("#begin").press("Enter")
        says(page, "Confirmado", said)
        for step in ("signed", "log", "days", "lines", "meaning"):
            expect(page.locator(f"#check-{step}")).to_have_attribute("data-state", "good")
        expect(page.locator("#check-since")).to_have_attribute("data-state", "none")
        person.looks_well("days-hold")
        _touch_and_name(page, sealed)
        person.looks_well("days-broken")


def _touch_and_name(page: Page, folder: Path) -> None:
    """One byte of one line changed: its file, its number, its key and its first byte are named."""
    path = next(path for path in sorted(folder.glob("day/*/r1/bets.jsonl")) if path.stat().st_size)
    lines = path.read_bytes().splitlines(keepends=True)
    bet = json.loads(lines[1])
    lines[1] = lines[1].replace(b'"stake":1', b'"stake":9')
    path.write_bytes(b"".join(lines))
    page.set_input_files("#folder", folder)
    page.click("#begin")
    expect(page.locator("#verdict-title")).to_have_text("Quebrado")
    expect(page.locator(".fault")).to_have_count(1)
    expect(page.locator(".fault__words")).to_have_text("V10 A linha não é a que foi selada.")
    named = f"line-touched day={path.parts[-3]} revision=1 file=bets.jsonl line=2 "
    named += f"key={bet['round']}/{bet['person']}/{bet['chance']} offset={len(lines[0])}"
    expect(page.locator(".fault__facts")).to_have_text(named)
    expect(page.locator("#check-lines")).to_have_attribute("data-state", "bad")
    expect(page.locator("#check-days")).to_have_attribute("data-state", "good")
    expect(page.locator("#check-meaning")).to_have_attribute("data-state", "none")


def test_archives_another_key_an_older_checkpoint_and_every_fault(tmp_path: Path) -> None:
    house = SealedHouse(tmp_path / "house")
    house.play_day(6)
    kept = tmp_path / "kept"
    kept.write_text(house.publish())
    house.play_day(6)
    house.publish()
    archive = tmp_path / "days.zip"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        for number, path in enumerate(sorted(house.folder.rglob("*"))):
            how = zipfile.ZIP_STORED if number % 3 else zipfile.ZIP_DEFLATED
            packed.write(path, Path("outer") / path.relative_to(house.folder), compress_type=how)
    with loaded(tmp_path, language="en") as person:
        page = person.page
        page.fill("#key", HOUSE.verifier.vkey)
        page.set_input_files("#archives", archive)
        page.get_by_text("Witnesses, an older checkpoint").click()
        page.fill("#witnesses", "\n".join(each.verifier.vkey for each in WITNESSES))
        page.set_input_files("#since", kept)
        page.click("#begin")
        expect(page.locator("#verdict-title")).to_have_text("Holds")
        expect(page.locator("#check-since")).to_have_attribute("data-state", "good")
        page.fill("#quorum", "4")
        page.click("#begin")
        says(page, "This cannot be verified", "A weight of 4 cannot be reached: the witnesses have 3 together.")
        page.fill("#quorum", "")
        page.fill("#key", HOUSE.verifier.vkey[:-1] + "H")
        page.click("#begin")
        expect(page.locator("#verdict-text")).to_contain_text("a letter is wrong")
        page.fill("#key", WITNESSES[0].verifier.vkey)
        page.click("#begin")
        expect(page.locator("#verdict-text")).to_contain_text("is not the key of a log")
        person.looks_well("days-other-key")
        _every_fault(page, house.folder)
        person.looks_well("days-every-fault")


def _every_fault(page: Page, folder: Path) -> None:
    for path in folder.glob("day/*/r1/slips.jsonl"):
        path.write_bytes(path.read_bytes()[:-1])
    page.get_by_role("button", name="Leave out days.zip").click()
    page.set_input_files("#folder", folder)
    page.fill("#key", HOUSE.verifier.vkey)
    page.check("#every")
    page.click("#begin")
    expect(page.locator("#verdict-title")).to_have_text("Broken")
    expect(page.locator(".fault__code")).to_have_text(["V10", "V10"])


def test_an_archive_of_the_office_stands_alone_and_without_its_proof_takes_the_log_from_the_house(
    sealed: Path, open_floor: Floor, tmp_path: Path
) -> None:
    day = max((sealed / "day").iterdir()).name
    made = export_sealed_day(day=verify_days.date.fromisoformat(day), by=open_floor.player().id, now=timezone.now())
    alone, archive = tmp_path / made.filename, tmp_path / f"sem-prova-{made.filename}"
    alone.write_bytes(made.file.read())
    with zipfile.ZipFile(alone) as whole, zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as bare:
        for name in whole.namelist():
            if not name.endswith("proof.json"):
                bare.writestr(name, whole.read(name))
    key = log.verifier_key()
    with running_house(tmp_path, parts=()) as house, browser() as chromium:
        person = Person(chromium, house.url)
        page = person.page
        person.go(PAGE)
        page.fill("#key", key)
        page.set_input_files("#archives", alone)
        page.click("#begin")
        expect(page.locator("#verdict-title")).to_have_text("Confirmado")
        person.go(PAGE)
        page.fill("#key", key)
        page.set_input_files("#archives", archive)
        page.click("#begin")
        expect(page.locator("#verdict-text")).to_contain_text("O que escolheu não tem registo")
        page.get_by_role("button", name="Ir buscar o registo").click()
        expect(page.locator("#chosen li")).to_have_count(2)
        page.click("#begin")
        expect(page.locator("#verdict-title")).to_have_text("Confirmado")
        expect(page.locator("#verdict-text")).to_contain_text("1 dia,")
        assert person.complaints == []


def test_long_work_shows_how_far_it_is_and_can_be_stopped(tmp_path: Path) -> None:
    house = SealedHouse(tmp_path / "house")
    folder = house.play_day(0)
    entry = write_file(folder, "notes.jsonl", [{"number": number} for number in range(200_000)])
    manifest = Manifest.from_bytes((folder / "manifest.json").read_bytes())
    named = replace(manifest, files=tuple(sorted([*manifest.files, entry], key=lambda each: each.name)))
    (folder / "manifest.json").write_bytes(named.to_bytes())
    house.entries[-1] = house.entries[-1].replace(manifest.sha256.encode(), named.sha256.encode())
    house.publish()
    with loaded(tmp_path) as person:
        page = person.page
        page.fill("#key", HOUSE.verifier.vkey)
        page.set_input_files("#folder", house.folder)
        page.click("#begin")
        expect(page.locator("#share-words")).to_contain_text("%")
        person.picture("days-working")
        page.get_by_role("button", name="Parar").click()
        expect(page.locator("#verdict-title")).to_have_text("Interrompido")
        page.click("#begin")
        expect(page.locator("#verdict-title")).to_have_text("Confirmado")
