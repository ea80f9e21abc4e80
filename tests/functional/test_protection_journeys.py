"""Limits and breaks in a real browser on a running house: a limit raised over 24 hours, a break amid a session."""

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from typing import TypeVar

import pytest
from django.db import connection
from django.db.models import F
from django.utils import timezone
from playwright.sync_api import expect

from casino.adapters import payouts
from players.models import AccountClosure, Exclusion, Limit, Withdrawal
from tables.models import PlaySession
from tables.table_settings import TableSettings
from tests.factories import Floor
from tests.functional.browsers import Person, browser, press
from tests.integration.players.tills import Till
from tests.rules import rule
from tests.running import running_house
from tests.tampering import past_triggers

pytestmark = pytest.mark.browser
SLOW = TableSettings(preset="macau", minimum=1_00, max_prize=5_000_00, betting_seconds=40, show_seconds=5)
T = TypeVar("T")


def a_day_passes() -> None:
    """Wishes for limits become a day older: the house's clock is the machine's, so time is moved in the rows."""
    with ThreadPoolExecutor(1) as thread:  # the browser's own loop stands in this one
        thread.submit(_move_time).result(timeout=120)


def _move_time() -> None:
    day = timedelta(hours=24)
    with past_triggers():
        Limit.objects.update(requested_at=F("requested_at") - day)
        Limit.objects.filter(due_at__isnull=False).update(due_at=F("due_at") - day, lapses_at=F("lapses_at") - day)
        Limit.objects.filter(starts_at__isnull=False).update(starts_at=F("starts_at") - day)
    connection.close()


@rule(
    "PT-24",
    asserts="In a browser a weekly bet limit is raised from 200.00 to 300.00: no button confirms it before a day has "
    "passed, and then 300.00 hold.",
)
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


@rule(
    "PT-27",
    asserts="A break begun in one window ends the session in two others, with no worker: both go on to its summary.",
)
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
        expect(elsewhere.page.locator("#tray")).to_be_visible()
        third = rita.window()
        third.go("/pausas/")
        third.looks_well("breaks")
        third.page.get_by_role("button", name="24 horas").click()
        # No worker runs: the exclusion itself tells the tables, not a sweep that comes by.
        for window in (rita, elsewhere):
            window.page.wait_for_url(re.compile(r"/sessoes/"))
            expect(window.page.get_by_text("Terminou porque começou uma pausa ou uma exclusão.")).to_be_visible()
        rita.go("/mesa/mesa-m/")
        expect(rita.page.locator("#watching-word")).to_be_visible()
        expect(third.page.get_by_role("heading", name="Em vigor:")).to_be_visible()
        third.looks_well("breaks-now")
        rita.picture(f"table-barred-{'phone' if phone else 'desktop'}")


def _time_passes(days: int) -> None:
    """Exclusions and what they closed become older: the house's clock is the machine's, so rows are moved instead."""
    span = timedelta(days=days)
    with past_triggers():
        Exclusion.objects.update(starts_at=F("starts_at") - span, created_at=F("created_at") - span)
        Exclusion.objects.exclude(ends_at=None).update(ends_at=F("ends_at") - span, notice_at=F("notice_at") - span)
        AccountClosure.objects.update(closed_at=F("closed_at") - span)
    connection.close()


def _paid_out() -> tuple[int, str]:
    """The withdrawals that the worker's sweep asks for, and the state of the account."""
    payouts.pay_what_is_owed(now=timezone.now())
    asked = sum(Withdrawal.objects.values_list("amount", flat=True))
    cause = AccountClosure.objects.get(reopened_at=None).cause
    connection.close()
    return asked, cause


def aside(act: Callable[..., T], *given: int) -> T:
    """Do something in the database: the browser's own loop stands in this thread."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(act, *given).result(timeout=120)


@rule(
    "PT-28",
    asserts="In a browser an exclusion without end closes the account and pays its 200.00 out; after the notice and "
    "its end the holder reopens it.",
)
@pytest.mark.parametrize("phone", [False, True])
def test_an_exclusion_without_end_closes_the_account_and_leaves_a_way_back(
    open_floor: Floor, tmp_path: Path, phone: bool
) -> None:
    open_floor.now = timezone.now()
    open_floor.table(SLOW, code="mesa-m")
    player, till = open_floor.player("Rita", cents=0), Till(open_floor)
    till.paid(player, 200_00, instrument=till.instrument(player, proven=True))
    with running_house(tmp_path, parts=("dealer",)) as house, browser() as chromium:
        rita = Person(chromium, house.url, phone=phone)
        rita.sign_in(player.email, player.password)
        rita.sit("mesa-m")
        stopping = rita.window()
        stopping.go("/pausas/")
        stopping.page.get_by_label("Percebo que a minha conta fecha.").check()
        stopping.page.get_by_role("button", name="Excluir-me sem fim marcado").click()
        rita.page.wait_for_url(re.compile(r"/sessoes/"))
        why = rita.page.get_by_role("link", name="Porquê, até quando e como voltar")
        expect(why).to_be_visible()
        rita.looks_well("session-closed-for-good")
        why.click()
        expect(rita.page.get_by_text("A exclusão não tem fim marcado")).to_be_visible()
        expect(rita.page.get_by_text("Fechou com a sua autoexclusão e o saldo é-lhe pago")).to_be_visible()
        rita.looks_well("account-closed")
        expect(stopping.page.get_by_text("A sua conta fechou.")).to_be_visible()
        assert aside(_paid_out) == (200_00, "exclusion")
        aside(_time_passes, 80)
        stopping.go("/pausas/")
        stopping.page.get_by_role("button", name="Dar o aviso").click()
        expect(stopping.page.get_by_text("A sua autoexclusão termina em")).to_be_visible()
        stopping.looks_well("breaks-notice")
        aside(_time_passes, 40)
        rita.go("/conta/")
        rita.page.get_by_role("link", name="Ver como reabrir").click()
        rita.looks_well("reopening")
        rita.page.get_by_label("Li e aceito os termos").check()
        rita.page.get_by_role("button", name="Reabrir a minha conta").click()
        expect(rita.page.get_by_text("A sua conta está aberta.")).to_be_visible()
        expect(rita.page.get_by_text("Esta conta está fechada")).to_have_count(0)
        rita.looks_well("account-reopened")


def _check_is_due() -> None:
    PlaySession.objects.update(check_due_at=timezone.now())
    connection.close()


@rule(
    "UK-11",
    asserts="The notice stays until it is answered, Escape does not close it, and an answer in one window closes it "
    "in all.",
)
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
            thread.submit(_check_is_due).result(timeout=120)
        for window in (rita, elsewhere):
            window.go("/mesa/mesa-m/")
            expect(window.page.get_by_role("dialog", name="Como vai o jogo")).to_be_visible()
        rita.looks_well("check")
        press(rita.page, "Escape")
        expect(rita.page.get_by_role("dialog", name="Como vai o jogo")).to_be_visible()
        elsewhere.page.get_by_role("button", name="Continuar a jogar").click()
        for window in (rita, elsewhere):
            expect(window.page.get_by_role("dialog", name="Como vai o jogo")).to_be_hidden()
