"""Compliance's day: calendar, a day, five downloads, the reconciliation, the drawings, a report of the catalogue."""

import csv
import io
import json
from datetime import timedelta
from pathlib import Path

import openpyxl
import pytest
from django.utils import timezone
from playwright.sync_api import expect

from casino.portal import demo_accounts
from reporting.making.figures import day_of
from reporting.writers import Format
from tests.factories import Floor
from tests.functional.browsers import Person, browser
from tests.histories import write_history
from tests.patience import PATIENCE_SECONDS
from tests.report_files import from_pdf
from tests.running import running_house

pytestmark = pytest.mark.browser


@pytest.fixture
def past(open_floor: Floor) -> Floor:
    """A demonstration house with two weeks behind it."""
    write_history(days=14, rounds=700, players=60)
    return open_floor


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_compliance_goes_from_the_calendar_to_the_proof(past: Floor, tmp_path: Path, phone: bool) -> None:
    size = "phone" if phone else "desk"
    day = (day_of(timezone.now()) - timedelta(days=1)).isoformat()
    with running_house(tmp_path, parts=()) as house, browser() as chromium:
        person = Person(chromium, house.url, phone=phone)
        person.sign_in("compliance@sabot.example", demo_accounts.PASSWORD)
        person.go("/casa/relatorios/")
        expect(person.page.get_by_text("feito e reconciliado").first).to_be_visible()
        person.looks_well(f"days-{size}")

        person.go(f"/casa/relatorios/{day}/")
        person.looks_well(f"day-{size}")
        takes_five(person, tmp_path)

        person.go(f"/casa/relatorios/reconciliacao/?dia={day}")
        expect(person.page.get_by_text("Tudo concordava ao cêntimo")).to_be_visible()
        person.page.get_by_role("button", name="Somar tudo de novo").click()
        expect(person.page.get_by_text("Tudo concorda ao cêntimo")).to_be_visible()
        person.looks_well(f"reconciliation-{size}")
        person.go("/casa/relatorios/graficos/?dias=30")
        person.looks_well(f"charts-{size}")
        person.go(f"/casa/relatorios/imposto/?mes={day[:7]}")
        person.looks_well(f"tax-{size}")

        person.go("/casa/relatorios/catalogo/")
        person.looks_well(f"catalogue-{size}")
        person.page.get_by_role("link", name="Desempenho do jogo").click()
        person.page.fill("#id_first_day", day)
        person.page.fill("#id_last_day", day)
        person.looks_well(f"order-{size}")
        person.page.get_by_role("button", name="Fazer o relatório").click()
        expect(person.page.get_by_text("concorda com o livro-razão").first).to_be_visible()
        person.looks_well(f"ordered-{size}")
        takes_five(person, tmp_path)
        assert person.complaints == []


def test_a_long_file_is_made_by_a_worker_who_is_asked(past: Floor, tmp_path: Path) -> None:
    """No beat runs here: the web process, begun as in a house, asks the worker itself."""
    first, last = (day_of(timezone.now()) - timedelta(days=back) for back in (14, 1))
    cold = {"SABOT_LOG": "warning"}
    with running_house(tmp_path, parts=("worker",), environment=cold) as house, browser() as chromium:
        person = Person(chromium, house.url)
        person.sign_in("compliance@sabot.example", demo_accounts.PASSWORD)
        person.go(f"/casa/relatorios/catalogo/bets/?first_day={first}&last_day={last}")
        person.page.get_by_role("button", name="Fazer o relatório").click()
        person.page.get_by_role("button", name="Preparar PDF").click()
        expect(person.page.get_by_text("O ficheiro está a ser feito")).to_be_visible()
        ready = person.page.get_by_role("link", name="PDF", exact=True)
        expect(ready).to_be_visible(timeout=PATIENCE_SECONDS * 1000)
        with person.page.expect_download() as waiting:
            ready.click()
        waiting.value.save_as(tmp_path / "bets.pdf")
        assert (tmp_path / "bets.pdf").read_bytes().startswith(b"%PDF")
        assert person.complaints == []


def takes_five(person: Person, folder: Path) -> None:
    """Every format is taken, opens as what it says it is, and has the same money in it."""
    files = {}
    for format in Format:
        with person.page.expect_download() as waiting:
            person.page.get_by_role("link", name=format.value.upper(), exact=True).click()
        path = folder / waiting.value.suggested_filename
        waiting.value.save_as(path)
        assert path.suffix == f".{format.value}"
        files[format] = path.read_bytes()
    assert files[Format.PDF].startswith(b"%PDF")
    lines = list(csv.reader(io.StringIO(files[Format.CSV].decode("utf-8-sig")), delimiter=";"))
    assert ["Operador", "Casa de Exemplo, S.A."] in lines
    book = openpyxl.load_workbook(io.BytesIO(files[Format.XLSX]))
    sheets = {cell.value for sheet in book for row in sheet.iter_rows() for cell in row}
    document = from_pdf(files[Format.PDF])
    sums = money_of(files[Format.JSON])
    assert sums
    for cents in sums:
        shown = f"{'-' if cents < 0 else ''}{abs(cents) // 100},{abs(cents) % 100:02}"
        assert f">{cents}<".encode() in files[Format.XML], cents
        assert any(shown in line for line in lines), shown
        assert cents / 100 in sheets, shown
        assert shown in document, shown


def money_of(content: bytes) -> set[int]:
    """Stakes, payouts and revenue, in every row and total, in cents."""
    names = {"staked", "returned", "prizes", "commission"}
    sections = json.loads(content)["sections"].values()
    rows = [row for section in sections for row in (*section["rows"], *section["totals"])]
    return {value for row in rows for name, value in row.items() if name in names and value is not None}
