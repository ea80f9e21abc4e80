"""A stranger's walk: a day is played, sealed and taken away; the house is gone, and Python alone and a saved page say
that it holds. Then the database's owner edits one card of another day, and both name the line.
"""

import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, time, timedelta
from io import StringIO
from pathlib import Path
from typing import TypeVar

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection
from playwright.sync_api import Page, expect

from kernel.calendar import LISBON
from players.roles import Role
from reporting.operations import log, make_due_reports
from reporting.operations.sealed_days import SealState, seal_due
from reporting.verifier import verify_days
from reporting.verifier.verify_days import BROKEN, HOLDS
from tables.models import Bet, Round
from tables.operations.seats import leave
from tests.factories import BANCA_WINS_WITH_5, MACAU, PONTO_WINS, TIE_WITH_PAIRS, Floor
from tests.functional.browsers import Person, browser
from tests.functional.office import Visit
from tests.running import running_house
from tests.settled import days_settle
from tests.tampering import past_triggers
from tests.yesterday import noon_of_the_last_day

pytestmark = pytest.mark.browser
PAGE = "/registo/verificar/"
LIST = "/casa/relatorios/dias-selados/"
T = TypeVar("T")


class Walk:
    """A table, its players, and the inspector who takes the days away."""

    def __init__(self, floor: Floor, folder: Path) -> None:
        self.floor, self.folder = floor, folder
        floor.now = noon_of_the_last_day() - timedelta(days=1)
        self.table = floor.table(MACAU, code="macau-1")
        self.players = [floor.player(cents=1_000_00), floor.player(cents=1_000_00)]
        self.inspector = floor.staff(Role.INSPECTOR)
        self.key = ""

    def play(self) -> None:
        """Both players come, bet against each other, see a round void, and leave."""
        one, other = self.players
        for player in self.players:
            self.floor.sit(player, self.table)
        for cards in (BANCA_WINS_WITH_5, PONTO_WINS, TIE_WITH_PAIRS):
            self.floor.open_round(self.table, cards)
            self.floor.bet(one, self.table, ponto=20_00)
            self.floor.bet(other, self.table, banca=50_00, empate=10_00)
            self.floor.settle(self.table)
        self.floor.open_round(self.table)
        self.floor.bet(one, self.table, ponto=20_00)
        self.floor.void(self.table, reason="carta à vista")
        for player in self.players:
            leave(table_id=self.table, person_id=player.id, now=self.floor.now)

    def seal(self) -> str:
        """The day is over: it is reported and sealed, and the log is signed. Which day it is."""
        day = self.floor.now.astimezone(LISBON).date()
        after = datetime.combine(day + timedelta(days=1), time(0, 30), tzinfo=LISBON)
        make_due_reports(now=after)
        with days_settle():
            assert [(one.day, one.state) for one in seal_due(now=after)] == [(day, SealState.SEALED)]
        log.keep_log(now=after)
        self.key = log.verifier_key()
        self.floor.now += timedelta(days=1)
        return day.isoformat()

    def take(self, visit: Visit, day: str) -> Path:
        """The inspector signs in, and takes the day's archive from the list."""
        visit.person.go(LIST)
        with visit.page.expect_download() as began:
            visit.page.locator(f'form[action$="/{day}/pasta/"] button').click()
        taken = self.folder / began.value.suggested_filename
        began.value.save_as(taken)
        return taken

    def by_python(self, archive: Path) -> "subprocess.CompletedProcess[str]":
        """`python3 -I verify_days.py` beside the folder: no environment, no package, nothing of the house."""
        place = self.folder / f"alone-{archive.stem}"
        with zipfile.ZipFile(archive) as packed:
            packed.extractall(place / "folder")
        shutil.copy(verify_days.__file__, place / "verify_days.py")
        python = os.path.realpath(
            sys.executable
        )  # the interpreter itself, which has none of the environment's packages
        command = [python, "-I", "verify_days.py", "folder", "--key", self.key, "--language", "en"]
        return subprocess.run(command, cwd=place, env={}, capture_output=True, text=True, check=False)


@pytest.fixture
def walk(open_floor: Floor, tmp_path: Path) -> Iterator[Walk]:
    """The house keeps its sealed days where its processes look for them."""
    yield Walk(open_floor, tmp_path)
    shutil.rmtree(settings.EVIDENCE_DIR, ignore_errors=True)


def by_page(page: Page, key: str, archive: Path) -> None:
    """Give the saved page an archive, and let it verify; the house is gone, and the network cut."""
    while page.locator("#chosen button").count():
        page.locator("#chosen button").first.click()
    page.fill("#key", key)
    page.set_input_files("#archives", archive)
    page.click("#begin")


def another_day(walk: Walk) -> tuple[str, list[str], str]:
    """Play a day, give the last card of its last round another suit, as the database's owner can, and seal the day: the
    round, the cards that it had, and the day. Who won stays.
    """
    walk.play()
    played = Round.objects.filter(phase="settled").order_by("-settled_at")[0]
    *before, last = played.cards
    with past_triggers():
        Round.objects.filter(pk=played.pk).update(cards=[*before, f"{last[0]}{'S' if last[1] != 'S' else 'H'}"])
    return played.code, played.cards, walk.seal()


def beside_the_browser(act: Callable[[], T]) -> T:
    """Do something with the rows while a browser is open: it has this thread."""

    def done() -> T:
        try:
            return act()
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(done).result()


def test_a_stranger_verifies_days_without_the_house(walk: Walk, tmp_path: Path) -> None:
    walk.play()
    first = walk.seal()
    with browser() as chromium:
        with running_house(tmp_path, parts=()) as house:
            archive = walk.take(Visit(chromium, house, walk.inspector, Role.INSPECTOR, phone=False), first)
            stranger = Person(chromium, house.url)
            stranger.go(PAGE)
            expect(stranger.page.locator("#ready")).to_be_visible()
        stranger.context.set_offline(True)

        alone = walk.by_python(archive)
        assert (alone.returncode, alone.stderr) == (HOLDS, "")
        assert alone.stdout.startswith("HOLDS: 1 day, ")
        by_page(stranger.page, walk.key, archive)
        expect(stranger.page.locator("#verdict-title")).to_have_text("Confirmado")
        expect(stranger.page.locator("#verdict-text")).to_contain_text("1 dia,")

        code, sound, second = beside_the_browser(lambda: another_day(walk))
        with running_house(tmp_path, parts=()) as house:
            touched = walk.take(Visit(chromium, house, walk.inspector, Role.INSPECTOR, phone=False), second)

        alone = walk.by_python(touched)
        assert alone.returncode == BROKEN
        assert "V14 card-unproven" in alone.stdout
        assert code in alone.stdout
        by_page(stranger.page, walk.key, touched)
        expect(stranger.page.locator("#verdict-title")).to_have_text("Quebrado")
        expect(stranger.page.locator(".fault__facts")).to_contain_text("card-unproven")
        expect(stranger.page.locator(".fault__facts")).to_contain_text(code)
        assert stranger.complaints == []

    _edit_a_sealed_day(walk, first)
    with past_triggers():
        Round.objects.filter(code=code).update(cards=sound)


def _edit_a_sealed_day(walk: Walk, day: str) -> None:
    """A row of a day that is sealed already: its folder holds as it is, and the house's comparison names the line."""
    bet = Bet.objects.filter(stake=50_00).order_by("pk")[0]
    said = StringIO()
    with past_triggers():
        Bet.objects.filter(pk=bet.pk).update(stake=40_00)
    with pytest.raises(CommandError):
        call_command("compare_days", stdout=said, stderr=said)
    with past_triggers():
        Bet.objects.filter(pk=bet.pk).update(stake=50_00)
    assert day in said.getvalue()
    assert "bets.jsonl" in said.getvalue()
    assert bet.round.code in said.getvalue()
