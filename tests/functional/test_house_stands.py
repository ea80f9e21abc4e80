"""The whole path: two players, a settled round, a new minimum by two persons, the day's report, and the ledger."""

import re
import subprocess
import sys
import time
from pathlib import Path

import pytest
from playwright.sync_api import expect

from casino.celery import app
from casino.portal import demo_accounts
from demonstration import house as demo
from players.roles import Role
from reporting.making.figures import day_of
from reporting.tasks import make_due_reports
from tables.operations import seats
from tables.table_settings import TableSettings
from tests.factories import BANCA_WINS_WITH_5, Floor
from tests.functional.browsers import Person, browser, cents
from tests.patience import PATIENCE_SECONDS
from tests.running import ROOT, House, running_house
from tests.yesterday import noon_of_the_last_day

pytestmark = pytest.mark.browser
QUICK = TableSettings(preset="macau", minimum=5_00, max_prize=1_000_00, betting_seconds=12, show_seconds=5)


@pytest.fixture
def furnished(open_floor: Floor) -> Floor:
    """The demonstration house's people since yesterday, one quick table, and a round of yesterday's at it."""
    floor = open_floor
    floor.now = noon_of_the_last_day()
    demo.furnish(now=floor.now)
    table = floor.table(QUICK, code="rapida")
    player = floor.player(cents=500_00)
    floor.sit(player, table)
    floor.open_round(table, BANCA_WINS_WITH_5)
    floor.bet(player, table, banca=100_00)
    floor.settle(table)
    seats.leave(table_id=table, person_id=player.id, now=floor.now)
    return floor


def test_from_a_bet_to_the_days_report(furnished: Floor, tmp_path: Path) -> None:
    with running_house(tmp_path, parts=("dealer", "worker")) as house, browser() as chromium:
        rita = Person(chromium, house.url)
        ze = Person(chromium, house.url, phone=True)
        rita.sign_in("rita@sabot.example", demo_accounts.PASSWORD)
        ze.sign_in("ze@sabot.example", demo_accounts.PASSWORD)
        rita.sit("rapida")
        ze.sit("rapida")

        _bet_against_each_other(rita, ze)
        _see_the_round_settle(rita, ze)
        _leave(rita)
        _leave(ze)

        _new_minimum_by_two_persons(chromium, house)
        _report(chromium, house, tmp_path)
        for person in (rita, ze):
            assert person.complaints == []
        _ledger_agrees(house)


def _bet_against_each_other(rita: Person, ze: Person) -> None:
    """Rita fills ponto to the ceiling; Zé's banca is refused beyond twice that, and makes room for her again."""
    rita.wait_for_betting(seconds=9)
    rita.bet("ponto", "1000")
    expect(rita.page.locator('[data-chance="ponto"] [data-part="sum"]')).to_have_text("1 000 €")
    expect(ze.page.locator('[data-chance="ponto"] [data-part="sum"]')).to_have_text("1 000 €")
    expect(ze.page.locator('[data-chance="banca"] [data-part="most"]')).to_have_text("2 000 €")
    rita.picture("bet-accepted")
    ze.bet("banca", "500")
    expect(rita.page.locator('[data-chance="banca"] [data-part="sum"]')).to_have_text("500 €")
    ze.picture("bet-accepted-phone")


def _see_the_round_settle(rita: Person, ze: Person) -> None:
    """Both see the winner, and each balance shows the win or loss."""
    for person in (rita, ze):
        expect(person.page.locator("#outcome")).to_be_visible()
    rita.picture("settled")
    ze.picture("settled-phone")
    result = cents(rita.page.locator("#bar-result").inner_text())
    rita.sees_balance(5_000_00 + result)
    assert result in {1_000_00, -1_000_00, 0}


def _leave(person: Person) -> int:
    """Leave the table; the summary's result in cents."""
    person.page.locator("#tool-leave").click()
    person.page.locator("#leaving button[value=leave]").click()
    person.page.wait_for_url(re.compile(r"/sessoes/"))
    expect(person.page.locator("h1")).to_have_text("Resumo da sessão")
    person.picture("summary" + ("-phone" if person.page.viewport_size["width"] < 500 else ""))
    return cents(person.page.locator("dl.figures dd").first.inner_text())


def _new_minimum_by_two_persons(chromium: object, house: House) -> None:
    manager = Person(chromium, house.url)  # type: ignore[arg-type]
    manager.sign_in(f"{Role.GAME_MANAGER.value}@sabot.example", demo_accounts.PASSWORD)
    manager.go("/casa/mesas/rapida/regras/nova/")
    manager.page.fill("#id_minimum", "10,00")
    manager.picture("draft")
    manager.page.get_by_role("button", name="Guardar rascunho").click()
    manager.page.get_by_role("button", name="Submeter para aprovação").click()
    number = re.search(r"/regras/(\d+)/", manager.page.url)
    assert number is not None
    manager.go(f"/casa/mesas/rapida/regras/{number[1]}/")
    expect(manager.page.get_by_role("button", name="Aprovar", exact=True)).to_have_count(0)

    approver = Person(chromium, house.url)  # type: ignore[arg-type]
    approver.sign_in(f"{Role.APPROVER.value}@sabot.example", demo_accounts.PASSWORD)
    approver.go(f"/casa/mesas/rapida/regras/{number[1]}/")
    approver.page.fill("input[name=reference]", "SRIJ 2026/119")
    approver.picture("approve")
    approver.page.get_by_role("button", name="Aprovar", exact=True).click()

    expect(approver.page.locator("main")).to_contain_text("SRIJ 2026/119")

    watcher = Person(chromium, house.url)  # type: ignore[arg-type]
    watcher.go("/mesa/rapida/")
    expect(watcher.page.locator("#bar-minimum")).to_contain_text("10,00")
    for person in (manager, approver, watcher):
        assert person.complaints == []


def _report(chromium: object, house: House, folder: Path) -> None:
    compliance = Person(chromium, house.url)  # type: ignore[arg-type]
    compliance.sign_in(f"{Role.COMPLIANCE.value}@sabot.example", demo_accounts.PASSWORD)
    compliance.go("/casa/relatorios/")
    compliance.page.locator("main a[href*='/casa/relatorios/2']").first.click()
    expect(compliance.page.locator("main")).to_contain_text("1 500,00")
    expect(compliance.page.locator("main")).to_contain_text("provisório")

    app.send_task(make_due_reports.name)
    _wait_for_report(compliance, day_of(noon_of_the_last_day()).isoformat())
    expect(compliance.page.locator("main")).to_contain_text("100,00")
    compliance.picture("report")
    with compliance.page.expect_download() as download:
        compliance.page.locator("a[href*='/descarregar/csv']").first.click()
    saved = folder / "report.csv"
    download.value.save_as(saved)
    text = saved.read_text(encoding="utf-8-sig")
    assert "rapida" in text
    assert "-50" in text
    assert compliance.complaints == []


def _wait_for_report(compliance: Person, day: str) -> None:
    """Until the worker has made it."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < deadline:
        compliance.go(f"/casa/relatorios/{day}/")
        if compliance.page.locator("a[href*='/descarregar/csv']").count():
            return
        time.sleep(0.5)
    raise AssertionError("the worker made no report")


def _ledger_agrees(house: House) -> None:
    proof = subprocess.run(
        [sys.executable, "manage.py", "verify_ledger"],
        cwd=ROOT,
        env=house.environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert proof.returncode == 0, proof.stdout + proof.stderr
