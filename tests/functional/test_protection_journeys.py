"""Limits and breaks in a real browser on a running house: a limit raised over 24 hours, a break amid a session."""

import re
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path

import pytest
from django.db import connection
from django.db.models import F
from django.utils import timezone
from playwright.sync_api import expect

from players.models import Limit
from tables.models import PlaySession
from tables.terms import Terms
from tests.factories import Floor
from tests.functional.browsers import Person, browser
from tests.running import running_house

pytestmark = pytest.mark.browser
SLOW = Terms(preset="macau", minimum=1_00, max_prize=5_000_00, betting_seconds=40, show_seconds=5)


def a_day_passes() -> None:
    """Wishes for limits become a day older: the house's clock is the machine's, so time is moved in the rows."""
    with ThreadPoolExecutor(1) as thread:  # the browser's own loop stands in this one
        thread.submit(_move_time).result(timeout=30)


def _move_time() -> None:
    day = timedelta(hours=24)
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        Limit.objects.update(requested_at=F("requested_at") - day)
        Limit.objects.filter(due_at__isnull=False).update(due_at=F("due_at") - day, lapses_at=F("lapses_at") - day)
        Limit.objects.filter(starts_at__isnull=False).update(starts_at=F("starts_at") - day)
        cursor.execute("SET session_replication_role = origin")
    connection.close()


@pytest.mark.parametrize("phone", [False, True])
def test_a_limit_is_raised_over_a_day(open_floor: Floor, tmp_path: Path, phone: bool) -> None:
    open_floor.now = timezone.now()
    player = open_floor.player("Rita")
    with running_house(tmp_path, parts=()) as house, browser() as chromium:
        rita = Person(chromium, house.url, phone=phone)
        rita.sign_in(player.email, player.password)
        rita.go("/limites/")
        rita.looks_well("limits-none")
        weekly = rita.page.locator("#stake-week")
        weekly.get_by_label("Novo limite, em euros").fill("vinte")
        weekly.get_by_role("button", name=re.compile("^Guardar")).click()
        expect(weekly.get_by_role("alert")).to_contain_text("Escreva um valor")
        rita.complaints.clear()  # the browser notes the answer 422
        weekly.get_by_label("Novo limite, em euros").fill("200")
        weekly.get_by_role("button", name=re.compile("^Guardar")).click()
        expect(rita.page.get_by_text("Vale desde já")).to_be_visible()
        weekly.get_by_label("Novo limite, em euros").fill("300")
        weekly.get_by_role("button", name=re.compile("^Guardar")).click()
        expect(rita.page.get_by_role("heading", name="À espera:")).to_be_visible()
        expect(rita.page.get_by_role("button", name="Confirmar a mudança")).to_have_count(0)
        rita.looks_well("limits-waiting")
        a_day_passes()
        rita.go("/limites/")
        rita.looks_well("limits-due")
        rita.page.get_by_role("button", name="Confirmar a mudança").click()
        expect(weekly.locator(".limit__most")).to_contain_text("300,00")
        rita.looks_well("limits-raised")
        assert rita.complaints == []


@pytest.mark.parametrize("phone", [False, True])
def test_an_exclusion_amid_a_session_closes_every_window(open_floor: Floor, tmp_path: Path, phone: bool) -> None:
    open_floor.now = timezone.now()
    open_floor.table(SLOW, code="mesa-m")
    player = open_floor.player("Rita")
    with running_house(tmp_path, parts=("dealer",)) as house, browser() as chromium:
        rita, elsewhere = (Person(chromium, house.url, phone=phone) for _ in range(2))
        for window in (rita, elsewhere):
            window.sign_in(player.email, player.password)
        rita.sit("mesa-m")
        elsewhere.go("/mesa/mesa-m/")
        expect(elsewhere.page.locator("#tray")).to_be_visible(timeout=20_000)
        third = rita.window()
        third.go("/pausas/")
        third.looks_well("breaks")
        pressed = time.monotonic()
        third.page.get_by_role("button", name="24 horas").click()
        for window in (rita, elsewhere):
            expect(window.page.get_by_text("a ligação à mesa terminou").first).to_be_visible(timeout=10_000)
        took = time.monotonic() - pressed
        expect(third.page.get_by_role("heading", name="Em vigor:")).to_be_visible()
        third.looks_well("breaks-now")
        rita.picture(f"table-barred-{'phone' if phone else 'desktop'}")
        assert took < 2, took


def _check_is_due() -> None:
    PlaySession.objects.update(check_due_at=timezone.now())
    connection.close()


@pytest.mark.parametrize("phone", [False, True])
def test_the_time_is_told_and_answered_in_one_window_for_all(open_floor: Floor, tmp_path: Path, phone: bool) -> None:
    open_floor.now = timezone.now()
    open_floor.table(SLOW, code="mesa-m")
    player = open_floor.player("Rita")
    with running_house(tmp_path, parts=("dealer",)) as house, browser() as chromium:
        rita, elsewhere = (Person(chromium, house.url, phone=phone) for _ in range(2))
        for window in (rita, elsewhere):
            window.sign_in(player.email, player.password)
        rita.sit("mesa-m")
        with ThreadPoolExecutor(1) as thread:
            thread.submit(_check_is_due).result(timeout=30)
        for window in (rita, elsewhere):
            window.go("/mesa/mesa-m/")
            expect(window.page.get_by_role("dialog", name="Como vai o jogo")).to_be_visible(timeout=20_000)
        rita.looks_well("check")
        rita.page.keyboard.press("Escape")
        expect(rita.page.get_by_role("dialog", name="Como vai o jogo")).to_be_visible()
        elsewhere.page.get_by_role("button", name="Continuar a jogar").click()
        for window in (rita, elsewhere):
            expect(window.page.get_by_role("dialog", name="Como vai o jogo")).to_be_hidden()
