"""A table played from a terminal, in a process of its own with nothing but lines in and lines out."""

import os
import queue
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.utils import timezone

from tables.table_settings import TableSettings
from tests.factories import BANCA_WINS_WITH_5, PASSWORD, PONTO_WINS, Floor
from tests.functional.dealing import dealing
from tests.patience import PATIENCE_SECONDS
from tests.running import ROOT, House, running_house

pytestmark = pytest.mark.house
TERMS = TableSettings(preset="macau", minimum=10_00, max_prize=10_000_00, betting_seconds=60, show_seconds=3)


class Terminal:
    """The process of one player: `type` a line, `hear` until a sentence comes."""

    def __init__(self, url: str, table: str, email: str, language: str, password: str) -> None:
        command = [sys.executable, "-m", "terminal", url, table, "--email", email, "--language", language]
        environment = {"PATH": os.environ["PATH"], "SABOT_PASSWORD": password, "PYTHONIOENCODING": "utf-8"}
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(
            command, cwd=ROOT, env=environment, stdin=pipe, stdout=pipe, stderr=pipe, text=True
        )
        self.heard: list[str] = []
        self._lines: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(" ".join(line.split()))

    def type(self, line: str) -> None:
        """One line, as at a keyboard."""
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def ask(self, line: str, pattern: str) -> None:
        """Type a line until the answer is this one."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < deadline:
            self.type(line)
            if re.search(pattern, self.hear("")):
                return
            time.sleep(0.3)
        raise AssertionError((pattern, self.heard))

    def hear(self, pattern: str) -> str:
        """Wait for a sentence; those before it are kept in `heard`."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < deadline:
            try:
                line = self._lines.get(timeout=0.2)
            except queue.Empty:
                assert self.process.poll() is None or not self._lines.empty(), (pattern, self.heard, self._trouble())
                continue
            self.heard.append(line)
            if re.search(pattern, line):
                return line
        raise AssertionError((pattern, self.heard))

    def ends(self) -> int:
        """Its exit status; it ended without a traceback."""
        status = self.process.wait(PATIENCE_SECONDS)
        assert self._trouble() == ""
        return status

    def _trouble(self) -> str:
        assert self.process.stderr is not None
        return self.process.stderr.read()


@contextmanager
def terminal(
    house: House, table: str, email: str, *, language: str = "pt", password: str = PASSWORD
) -> Iterator[Terminal]:
    """A player at a terminal, who is gone afterwards."""
    player = Terminal(house.url, table, email, language, password)
    try:
        yield player
    finally:
        player.process.kill()
        player.process.wait()


def test_whole_rounds_are_played_in_words(open_floor: Floor, tmp_path: Path) -> None:
    """Sit, be refused with the rule and the most, bet, hear every card in its order, the result, and leave."""
    open_floor.now = timezone.now()
    table = open_floor.table(TERMS, code="ouvir")
    rita = open_floor.player("Rita", cents=5_000_00)
    with (
        running_house(tmp_path, parts=()) as house,
        dealing(open_floor) as hands,
        terminal(house, "ouvir", rita.email) as player,
    ):
        player.hear("Está na mesa ouvir")
        player.type("p 20")
        player.hear("Sente-se para apostar")
        player.type("sentar 4")
        player.hear("lugar 4")
        hands.open(table, BANCA_WINS_WITH_5)
        player.hear(r"façam as vossas apostas\. \d+ segundos")
        for line, answer in (
            ("xyz", "Isso não é um comando"),
            ("b cinco", "Banca: escreva a quantia"),
            ("ok", "Nada por confirmar"),
            ("resto", r"Ponto \d"),
            ("empate 4000", "por confirmar"),
            ("ok", r"Recusado: .*O máximo que serviria: [\d\s]+,\d\d €"),
            ("b 20", "Banca: 20,00 € por confirmar"),
            ("ok", r"Aceite: Banca 20,00 €\. Recibo \w+"),
            ("saldo", r"Saldo 4.980,00 €"),
        ):
            player.type(line)
            player.hear(answer)
        player.ask("quem", "Banca 20,00 €")  # the table's word of a bet comes after the receipt
        hands.settle(table)
        player.hear("O seu resultado: ")
        cards = [line for line in player.heard if re.match(r"(Ponto|Banca): \S+ de (espadas|copas|ouros|paus)", line)]
        assert [card.partition(":")[0] for card in cards][:4] == ["Ponto", "Ponto", "Banca", "Banca"], cards
        assert len(cards) == 5
        assert any(line.startswith("Ganha a Banca.") for line in player.heard)
        hands.open(table, PONTO_WINS)
        player.hear("façam as vossas apostas")
        player.type("repetir")
        player.hear("Por confirmar: Banca 20,00")
        player.type("ok")
        player.hear("Aceite")
        player.type("-b")
        player.hear("Aceite: Banca −20,00 €")
        player.type("ponto 50")
        player.type("ok")
        player.hear("Aceite: Ponto 50,00 €")
        player.type("sair")
        player.hear("Sai quando a jogada")
        hands.settle(table)
        player.hear(r"A sessão acabou\. Resumo: http.*/sessoes/")
        assert player.ends() == 0


def test_a_lost_line_is_told_and_found_again(open_floor: Floor, tmp_path: Path) -> None:
    open_floor.now = timezone.now()
    table = open_floor.table(TERMS, code="ouvir")
    rita = open_floor.player("Rita")
    with running_house(tmp_path, parts=()) as house, dealing(open_floor) as hands:
        with terminal(house, "ouvir", rita.email, language="en") as player:
            player.hear("You are at table ouvir")
            player.type("sit")
            player.hear("You are in seat")
            house.kill("web")
            player.hear("The connection is lost. Accepted bets stand")
            house.start_web()
            player.hear("Connected again")
            hands.open(table, PONTO_WINS)
            player.hear("place your bets")
            player.type("p 10")
            player.type("ok")
            player.hear("Accepted: Ponto")
            player.type("quit")
            assert player.ends() == 0
        hands.settle(table)


def test_who_is_not_let_in_hears_why(open_floor: Floor, tmp_path: Path) -> None:
    open_floor.now = timezone.now()
    open_floor.table(TERMS, code="ouvir")
    rita = open_floor.player("Rita")
    with running_house(tmp_path, parts=()) as house:
        for table, password, language, why in (
            ("ouvir", "errada", "pt", "O e-mail ou a palavra-passe não está certo"),
            ("nenhuma", PASSWORD, "en", "There is no such table"),
            ("ouvir", "errada", "ro", "E-mailul sau parola nu este corectă"),
        ):
            with terminal(house, table, rita.email, language=language, password=password) as player:
                player.hear(why)
                assert player.ends() == 1
    with terminal(house, "ouvir", rita.email) as player:
        player.hear("A casa não responde nesse endereço")
        assert player.ends() == 1
