"""The table's page when a table does not simply go on: each state brought about for real, at both sizes."""

import contextlib
import os
import re
import time
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, expect

from players.roles import Role
from tables.models import PlaySession, Shoe, Stop, Table
from tables.operations import stops
from tables.operations import tables as table_operations
from tables.table_settings import TableSettings
from tests.factories import BANCA_WINS_WITH_5, PONTO_WINS, Actor, Floor
from tests.functional.browsers import Person, browser
from tests.functional.dealing import Dealing, dealing
from tests.functional.settings import ALONE, LIVE
from tests.rules import rule
from tests.running import House, running_house
from tests.tampering import as_owner, past_triggers

pytestmark = pytest.mark.browser
SHARED = TableSettings(preset="macau", minimum=10_00, max_prize=10_000_00, betting_seconds=30, show_seconds=4)
FLOOR = TableSettings(preset="macau-floor", minimum=10_00, max_prize=20_000_00, decks=6, shuffle="per-shoe")


class Windows:
    """One player at two devices: each shows the other's acts."""

    def __init__(self, chromium: Browser, house: House, actor: Actor) -> None:
        self.desk, self.phone = (Person(chromium, house.url, phone=phone) for phone in (False, True))
        self.both = (self.desk, self.phone)
        for person in self.both:
            person.sign_in(actor.email, actor.password)

    def go(self, table: str) -> None:
        """Both to a table; the larger one takes a seat."""
        for person in self.both:
            person.go(f"/mesa/{table}/")
        self.desk.page.get_by_role("button", name="Sentar-me").first.click()
        for person in self.both:
            expect(person.page.locator("#tray")).to_be_visible()

    def see(self, place: str, words: str | re.Pattern[str]) -> None:
        """Both show these words there."""
        for person in self.both:
            expect(person.page.locator(place)).to_be_visible()
            expect(person.page.locator(place)).to_contain_text(words)

    def miss(self, place: str) -> None:
        """Neither shows that place any more."""
        for person in self.both:
            expect(person.page.locator(place)).to_be_hidden()

    def picture(self, name: str) -> None:
        """Of both, once movements have come to rest, where pictures are wanted."""
        if not os.environ.get("SABOT_PICTURES"):
            return
        self.desk.page.wait_for_timeout(350)
        self.desk.picture(name)
        self.phone.picture(f"{name}-phone")

    def summary(self) -> None:
        """Both are led to the session's summary."""
        for person in self.both:
            person.page.wait_for_url(re.compile(r"/sessoes/"))
            expect(person.page.locator("h1")).to_have_text("Resumo da sessão")


@contextlib.contextmanager
def at_table(
    floor: Floor, folder: Path, code: str, *, cents: int = 1_000_00
) -> Iterator[tuple[Dealing, Windows, House]]:
    """A player's two windows at a table whose dealer is the test."""
    floor.now = timezone.now()
    actor = floor.player("Rita", cents=cents)
    with running_house(folder, parts=()) as house, browser() as chromium, dealing(floor) as hands:
        windows = Windows(chromium, house, actor)
        windows.go(code)
        yield hands, windows, house
        for person in windows.both:
            assert person.complaints == []


@rule(
    "G72",
    asserts="A round made void says on both windows that all bets were returned, with the reason, and the balance is "
    "1,000.00 again.",
    shared="It takes a house and two browsers; one evening has everything that befalls a round.",
)
@rule("PT-43", asserts="A void round tells the player at the table that its bets were returned, and why.")
@rule("R27", asserts="At a shared table the page calls «Façam as vossas apostas» when a round opens.")
def test_a_pause_a_void_a_stop_and_the_last_round(open_floor: Floor, tmp_path: Path) -> None:
    table = open_floor.table(SHARED, code="mesa-a")
    supervisor = open_floor.staff(Role.SUPERVISOR)
    with at_table(open_floor, tmp_path, "mesa-a") as (hands, windows, _):
        hands.open(table, PONTO_WINS)
        windows.see("#call", "Façam as vossas apostas")
        windows.desk.bet("ponto", "100")
        _both_hold_the_bet(windows, "100,00")
        windows.phone.page.locator('[data-chance="ponto"] .spot__back').click()
        windows.see('[data-chance="ponto"] [data-part="sum"]', "0 €")
        windows.phone.bet("banca", "70")
        windows.see("#bar-balance", "930,00")

        acted = {"table_id": table, "by": supervisor.id}
        hands.do(lambda floor: table_operations.pause(**acted, reason="cartas a conferir", now=floor.now))
        windows.see("#strip-pause", "Motivo: cartas a conferir.")
        expect(windows.desk.page.locator('[data-chance="ponto"] .spot__place')).to_have_attribute(
            "aria-disabled", "true"
        )
        windows.see("#call", "Mesa em pausa")
        expect(windows.desk.page.locator("#seconds")).to_have_text("–")
        windows.picture("paused")
        hands.do(lambda floor: table_operations.resume(**acted, reason="conferidas", now=floor.now))
        windows.miss("#strip-pause")

        hands.do(lambda floor: floor.void(table, by=supervisor, reason="câmara sem imagem"))
        windows.see("#strip-pause", "Jogada anulada: todas as apostas foram devolvidas. Motivo: câmara sem imagem.")
        windows.see("#bar-balance", "1 000,00")
        windows.see("#bar-stake", "0,00")
        windows.see('[data-chance="banca"] [data-part="result"]', re.compile("="))
        windows.picture("void")

        _held_by_a_switch(hands, windows, table, supervisor)

        hands.open(table, BANCA_WINS_WITH_5)
        windows.miss("#strip-pause")
        windows.desk.bet("banca", "20")
        windows.see("#bar-balance", "980,00")
        hands.do(lambda floor: table_operations.close_after_round(**acted, reason="fim de noite", now=floor.now))
        windows.see("#strip-pause", "«Último golpe»: a mesa fecha depois desta jogada.")
        windows.see("#call", "Último golpe. Façam as vossas apostas")
        windows.picture("last-of-table")
        hands.settle(table)
        windows.see("#outcome", "Ganha a Banca")
        assert hands.step(table) == "closed-table"
        windows.summary()
        windows.see("main", "Terminou porque a mesa fechou.")
        windows.picture("summary-table-closed")


def _both_hold_the_bet(windows: Windows, amount: str) -> None:
    windows.see('[data-chance="ponto"] .spot__sum', amount.replace(",00", " €"))
    windows.see("#bar-stake", amount)


def _held_by_a_switch(hands: Dealing, windows: Windows, table: int, supervisor: Actor) -> None:
    hands.do(lambda floor: stops.stop(scope="macau", by=supervisor.id, reason="verificação", now=floor.now))
    assert hands.step(table) == "held"
    windows.see("#strip-pause", "As novas jogadas estão suspensas pela casa")
    windows.picture("held")
    hands.do(lambda floor: stops.lift(scope="macau", by=supervisor.id, reason="verificado", now=floor.now))
    hands.do(lambda floor: stops.close_by_proof(reason="Prova 1: 2", now=floor.now))
    assert hands.step(table) == "held"
    windows.see("#strip-pause", "O jogo está fechado por agora em todas as mesas")
    windows.see("#strip-pause", "O seu saldo está seguro")
    windows.picture("closed-by-a-proof")
    hands.do(_reopened)


def test_a_proof_that_closes_play_is_said_at_an_individual_table_and_in_the_lobby(
    open_floor: Floor, tmp_path: Path
) -> None:
    table = open_floor.table(ALONE, code="mesa-so", kind="individual")
    with at_table(open_floor, tmp_path, "mesa-so") as (hands, windows, _):
        hands.open(table, PONTO_WINS)
        windows.see("#call", "Aposte e dê as cartas quando quiser")
        hands.do(lambda floor: stops.close_by_proof(reason="Prova 1: 2", now=floor.now))
        assert hands.step(table) == "held"
        windows.see("#strip-pause", "O jogo está fechado por agora em todas as mesas")
        windows.see("#call", "O jogo está fechado por agora")
        expect(windows.desk.page.locator('[data-chance="ponto"] .spot__place')).to_have_attribute(
            "aria-disabled", "true"
        )
        expect(windows.desk.page.locator("#act-deal")).to_be_disabled()
        windows.picture("closed-by-a-proof-alone")
        for person in windows.both:
            person.go("/mesas/?fichas=EUR")
        windows.see("#tiles", "O jogo está fechado por agora em todas as mesas")
        windows.see("#tile-mesa-so", "jogo fechado")
        windows.picture("closed-by-a-proof-lobby")


def _reopened(floor: Floor) -> None:
    """As if two persons had: the office's journeys do it by hand."""
    with past_triggers():
        Stop.objects.filter(lifted_at=None).update(lifted_at=floor.now)


@rule("R35", asserts="The invitation is not there after five rounds without a bet and is there after the sixth.")
@rule(
    "R36",
    asserts="A player who stays is told to bet in the next round, keeps the seat by a bet, and without one is led to "
    "the summary.",
)
def test_six_rounds_without_a_bet(open_floor: Floor, tmp_path: Path) -> None:
    table = open_floor.table(SHARED, code="mesa-b")
    with at_table(open_floor, tmp_path, "mesa-b") as (hands, windows, _):
        _sit_out_and_come_back(hands, windows, table)
        for _ in range(5):
            _played(hands, table)
        windows.miss("#strip-invite")
        _played(hands, table)
        windows.see("#strip-invite", "Passaram mais de 5 jogadas sem apostar.")
        windows.see("#strip-invite", "Sem uma aposta na próxima, a sessão termina")
        assert _eventually_shown(hands)
        windows.picture("idle-shared")

        windows.desk.page.get_by_role("button", name="Continuar").click()
        expect(windows.desk.page.locator("#strip-invite")).to_contain_text("Aposte na próxima jogada")
        hands.open(table, PONTO_WINS)
        windows.desk.bet("ponto", "10")
        windows.miss("#strip-invite")
        hands.settle(table)

        for _ in range(6):
            _played(hands, table)
        windows.see("#strip-invite", "mais de 5 jogadas")
        _played(hands, table)
        windows.summary()
        windows.see("main", "sem apostar")
        windows.picture("summary-idle")


def _sit_out_and_come_back(hands: Dealing, windows: Windows, table: int) -> None:
    """A player who sits out keeps the seat, however many rounds pass."""
    windows.desk.page.locator("#tool-away").click()
    windows.see("#strip-away", "Está em pausa: o lugar continua seu")
    windows.see("#seats", "em pausa")
    for _ in range(8):
        _played(hands, table)
    hands.open(table, PONTO_WINS)
    windows.picture("away")
    windows.phone.page.get_by_role("button", name="Voltar ao jogo").first.click()
    windows.miss("#strip-away")
    windows.miss("#strip-invite")
    windows.desk.bet("ponto", "10")
    windows.see("#bar-stake", "10,00")
    hands.settle(table)


def _played(hands: Dealing, table: int) -> None:
    hands.open(table, PONTO_WINS)
    hands.settle(table)


def _eventually_shown(hands: Dealing) -> bool:
    """The display of the warning is on record (R36)."""
    for _ in range(50):
        session = hands.do(lambda _: PlaySession.objects.get(ended_at=None))
        if session.warning_shown_at is not None and session.invited_at is not None:
            return bool(session.warning_shown_at >= session.invited_at)
        time.sleep(0.1)
    return False


@rule(
    "G70",
    asserts="At 2:59 minutes without a bet there is no invitation, at 3:01 there is, and it says the moment one minute "
    "later at which the session ends; 59 seconds after it the session goes on, 61 seconds after it has ended.",
)
def test_three_minutes_without_a_bet_at_ones_own_table(open_floor: Floor, tmp_path: Path) -> None:
    table = open_floor.table(ALONE, code="mesa-c", kind="individual")
    with at_table(open_floor, tmp_path, "mesa-c") as (hands, windows, _):
        hands.open(table, PONTO_WINS)
        windows.see("#call", "Aposte e dê as cartas quando quiser")
        _since(hands, timedelta(minutes=2, seconds=59))
        assert hands.step(table) == "idle"
        windows.miss("#strip-invite")
        _since(hands, timedelta(minutes=3, seconds=1))
        assert hands.step(table) == "idle"
        ends = timezone.localtime(hands.do(_invited_at) + timedelta(minutes=1))
        windows.see("#strip-invite", f"mais de 3 minutos que não aposta. Sem uma aposta até às {ends:%H:%M:%S}")
        assert _eventually_shown(hands)
        windows.picture("idle-individual")

        _invited(hands, timedelta(seconds=59))
        assert hands.step(table) == "idle"
        assert hands.do(lambda _: PlaySession.objects.get().ended_at) is None
        windows.see("#strip-invite", "mais de 3 minutos que não aposta")
        _invited(hands, timedelta(seconds=61))
        assert hands.step(table) == "idle"
        windows.summary()


def _invited_at(_: Floor) -> datetime:
    at = PlaySession.objects.get(ended_at=None).invited_at
    assert at is not None
    return at


def _invited(hands: Dealing, span: timedelta) -> None:
    """The invitation was made that long ago."""
    hands.do(lambda floor: PlaySession.objects.filter(ended_at=None).update(invited_at=floor.now - span))


def _since(hands: Dealing, span: timedelta) -> None:
    """The session began, and saw its last bet, that long ago."""

    def began(floor: Floor) -> None:
        with as_owner():  # no operation moves the beginning of a session
            PlaySession.objects.filter(ended_at=None).update(started_at=floor.now - span)

    hands.do(began)


@rule("G71", asserts="With 5,50 € left under a minimum of 10,00 € the page says so and lets the player stay to watch.")
def test_a_balance_below_the_minimum_invites_to_stop(open_floor: Floor, tmp_path: Path) -> None:
    table = open_floor.table(SHARED, code="mesa-d")
    with at_table(open_floor, tmp_path, "mesa-d", cents=15_50) as (hands, windows, _):
        hands.open(table, BANCA_WINS_WITH_5)
        windows.desk.bet("ponto", "10")
        windows.see("#bar-stake", "10,00")
        windows.miss("#strip-funds")
        hands.settle(table)
        windows.see("#strip-funds", "O seu saldo, 5,50 €, não chega à aposta mínima desta mesa, 10,00 €.")
        windows.picture("short-of-funds")
        windows.desk.page.get_by_role("button", name="Ficar a ver").click()
        expect(windows.desk.page.locator("#strip-funds")).to_be_hidden()


@rule(
    "L5",
    asserts="At the live table side bets are closed with their reason late in a shoe, and open again in round 1 of the "
    "next one.",
)
@rule("L2", asserts="Where the round of the cut card is the last one, the page says after it that the shoe has ended.")
def test_side_bets_close_with_their_reason_and_a_shoe_ends(open_floor: Floor, tmp_path: Path) -> None:
    """Where the round in which the cut card comes is the last, it is said after it."""
    table = open_floor.table(LIVE, code="mesa-e")
    _dealt(open_floor, table)
    while _left(table) > 12:
        _dealt(open_floor, table)
    with at_table(open_floor, tmp_path, "mesa-e") as (hands, windows, _):
        hands.open(table)
        _closed_side_bets(windows)
        hands.settle(table)
        while hands.do(lambda _: _left(table)) >= 0:  # the round that draws the first card behind the cut is the last
            hands.open(table)
            hands.settle(table)
        windows.see("#call", "Foi o último golpe deste sabot: segue-se um novo")
        windows.picture("shoe-ended")
        hands.open(table)
        expect(windows.desk.page.locator("#shoe-word")).to_have_text("1.ª do sabot")
        windows.see('[data-chance="par-perfeito"] [data-part="most"]', "1 000 €")


@rule(
    "L2",
    asserts="Where one more round follows the cut card, it is called «Último golpe. Façam as vossas apostas» before "
    "its bets.",
)
@rule("F4", asserts="The last round of a shoe is called «Último golpe» before its bets.")
def test_the_last_round_of_a_shoe_is_announced(open_floor: Floor, tmp_path: Path) -> None:
    """Where one more round follows the cut card, it is called before the bets."""
    table = open_floor.table(FLOOR, code="mesa-g")
    while Shoe.objects.filter(table_id=table, last_round=None).exists() or not Shoe.objects.exists():
        _dealt(open_floor, table)
    with at_table(open_floor, tmp_path, "mesa-g") as (hands, windows, _):
        hands.open(table)
        windows.see("#call", "Último golpe. Façam as vossas apostas")
        expect(windows.desk.page.locator("#shoe-word")).to_have_text("última do sabot")
        windows.picture("last-of-shoe")


def _dealt(floor: Floor, table: int) -> None:
    floor.open_round(table)
    floor.settle(table)


def _left(table: int) -> int:
    """Cards before the cut card."""
    shoe = Table.objects.select_related("shoe").get(pk=table).shoe
    assert shoe is not None
    return shoe.cut - shoe.dealt


def _closed_side_bets(windows: Windows) -> None:
    for person in windows.both:
        side = person.page.locator('[data-chance="par-perfeito"]')
        expect(side).to_contain_text(re.compile(r"fecha a partir da jogada \d+ do sabot"))
        expect(side.locator(".spot__place")).to_have_attribute("aria-disabled", "true")
    windows.picture("side-bets-closed")
    windows.desk.page.locator('[data-chance="par-perfeito"] .spot__place').click(force=True)
    expect(windows.desk.page.locator("#word")).to_contain_text("Par perfeito: fecha a partir da jogada")


@rule(
    "L6",
    asserts="With the web process dead for a while, 100.00 on Banca stand, the page says so, and on return the round "
    "is won: 1,050.00.",
    shared="A broken line and a dead process are two halves of one journey.",
)
@rule(
    "R30",
    "G73",
    asserts="A connection that breaks after an accepted bet of 100.00 does not void it: it is settled meanwhile and "
    "paid.",
)
def test_a_lost_connection_heals(open_floor: Floor, tmp_path: Path) -> None:
    """The web process dies with a bet accepted; the round goes on without it, and is there on return."""
    table = open_floor.table(SHARED, code="mesa-f")
    with at_table(open_floor, tmp_path, "mesa-f") as (hands, windows, house):
        hands.open(table, BANCA_WINS_WITH_5)
        windows.desk.bet("banca", "100")
        windows.see("#bar-balance", "900,00")
        house.kill("web")
        windows.see("#strip-link", "Ligação perdida: a tentar de novo. As apostas aceites mantêm-se e serão pagas.")
        windows.picture("link-lost")
        windows.desk.page.fill("#typed", "50")
        windows.desk.page.locator('[data-chance="ponto"] .spot__place').click(force=True)
        expect(windows.desk.page.locator("#word")).to_contain_text("Sem ligação: nada foi enviado")
        for person in windows.both:
            expect(person.page.locator("#act-confirm")).to_have_text("Sem ligação")
            expect(person.page.locator("#seconds")).to_have_text("–")
            expect(person.page.locator("#act-confirm")).to_be_disabled()
            expect(person.page.locator('[data-chance="ponto"] .spot__place')).to_have_attribute("aria-disabled", "true")
        hands.settle(table)
        house.start_web()
        windows.miss("#strip-link")
        windows.see("#outcome", "Ganha a Banca")
        windows.see("#bar-balance", "1 050,00")
        windows.picture("link-healed")
        for person in windows.both:
            lost = [text for text in person.complaints if "WebSocket" in text or "ERR_CONNECTION" in text]
            assert person.complaints == lost
            person.complaints.clear()
