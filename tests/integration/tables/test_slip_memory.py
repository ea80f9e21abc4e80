"""A table's state that a process keeps by version is the one that the rows say, whatever happened at the table
meanwhile, in this process or another, committed or undone."""

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from unittest import mock

import pytest
from django.db import transaction

from kernel.money import Currency
from kernel.rejection import Rejected
from players.roles import Role
from tables.models import PlaySession, RoundPhase, Table
from tables.operations import bets, checks, seats, slip_memory, slip_reading, tables
from tables.operations.slip_rows import Batch
from tables.table_settings import TableSettings
from tests.factories import MACAU, Actor, Floor
from wallet.queries import account_id

STEPS = 100
OTHERS = (
    TableSettings(preset="macau", minimum=20_00, max_prize=5_000_00, betting_seconds=10, show_seconds=5),
    TableSettings(preset="ponto-e-banca", minimum=1_00, betting_seconds=20, show_seconds=5),
)
CHANCES = ("ponto", "banca", "empate", "par-ponto")


class Undone(Exception):
    """Ends a transaction, so that nothing of it was."""


@contextmanager
def nothing_known() -> Iterator[None]:
    with mock.patch.object(slip_memory, "_memory", slip_memory._Memory("")):
        yield


class Play:
    """Two tables, twelve players, and whatever may happen there, by the dice."""

    def __init__(self, floor: Floor, seed: int) -> None:
        self.floor, self.dice = floor, random.Random(seed)
        self.tables = [floor.table(MACAU) for _ in range(2)]
        self.players = [floor.player(cents=10_000_00) for _ in range(12)]
        self.manager, self.supervisor = floor.staff(Role.GAME_MANAGER), floor.staff(Role.SUPERVISOR)
        self.acts: list[tuple[int, Callable[[], object]]] = [
            (40, self.bet),
            (10, self.sit),
            (3, self.leave),
            (3, self.away),
            (2, self.pause),
            (6, self.resume),
            (12, self.step),
            (1, self.void),
            (1, self.configure),
            (2, self.check),
        ]

    def act(self) -> None:
        """One thing happens: here, in another process, or not after all."""
        chosen = self.dice.choices([act for _, act in self.acts], [weight for weight, _ in self.acts])[0]
        where = self.dice.random()
        with suppress(Rejected):
            if where < 0.15:
                with suppress(Undone), transaction.atomic():
                    chosen()
                    raise Undone
            elif where < 0.3:
                with nothing_known():  # what another process does and keeps, this one does not hear of
                    chosen()
            elif where < 0.4:
                with transaction.atomic():
                    with suppress(Undone), transaction.atomic():
                        chosen()
                        raise Undone
                    with suppress(Rejected):
                        self.bet()
            else:
                chosen()

    def slips(self) -> list[bets.Slip]:
        lines = dict.fromkeys(self.dice.sample(CHANCES, self.dice.randint(1, 2)), 20_00)
        if self.dice.random() < 0.3:
            lines = {chance: -cents for chance, cents in lines.items()}
        count = self.dice.choice((1, 1, 5))
        return [self.floor.slip(*self.random_seat(), lines) for _ in range(count)]

    def random_seat(self) -> tuple[Actor, int]:
        return self.dice.choice(self.players), self.dice.choice(self.tables)

    def bet(self) -> None:
        bets.take_slips(self.slips(), now=self.floor.now)

    def sit(self) -> None:
        self.floor.sit(*self.random_seat())

    def leave(self) -> None:
        actor, table = self.random_seat()
        seats.leave(table_id=table, person_id=actor.id, now=self.floor.now)

    def away(self) -> None:
        actor, table = self.random_seat()
        away = self.dice.random() < 0.5
        seats.sit_out(table_id=table, person_id=actor.id, away=away, now=self.floor.now)

    def pause(self) -> None:
        table = self.dice.choice(self.tables)
        tables.pause(table_id=table, by=self.manager.id, reason="ver as cartas", now=self.floor.now)

    def resume(self) -> None:
        for table in self.tables:
            with suppress(Rejected):
                tables.resume(table_id=table, by=self.manager.id, reason="está bem", now=self.floor.now)

    def step(self) -> None:
        for table in self.tables:
            if self.dice.random() < 0.3:
                self.floor.step(table)

    def void(self) -> None:
        table = self.dice.choice(self.tables)
        if Table.objects.filter(pk=table, current_round__phase=RoundPhase.BETTING).exists():
            self.floor.void(table, by=self.supervisor)

    def configure(self) -> None:
        self.floor.approve(self.dice.choice(self.tables), self.dice.choice((MACAU, *OTHERS)))

    def check(self) -> None:
        self.floor.wait(minutes=self.dice.choice((1, 20)))
        actor, table = self.random_seat()
        checks.answer_check(table_id=table, person_id=actor.id, now=self.floor.now)

    def read(self) -> Batch:
        """What a slip of everybody at every table would meet."""
        slips = [self.floor.slip(player, table, {"ponto": 10_00}) for player in self.players for table in self.tables]
        with transaction.atomic():
            batch = slip_reading.read(slips, now=self.floor.now)
            transaction.set_rollback(True)
        return batch

    def agree(self) -> None:
        remembered = self.read()
        with nothing_known():
            anew = self.read()
        for places in (remembered.places, anew.places):
            for place in places.values():
                place.known = replace(place.known, seated=sorted(place.known.seated))  # the rows come in any order
        assert remembered.places == anew.places
        assert remembered.sessions == anew.sessions
        assert remembered.balances == anew.balances


@pytest.mark.parametrize("seed", range(3))
def test_what_is_kept_is_what_the_rows_say(open_floor: Floor, seed: int) -> None:
    play = Play(open_floor, seed)
    used = 0
    for _ in range(STEPS):
        play.act()
        _, known = slip_memory.recall(play.tables)
        versions = dict(Table.objects.values_list("pk", "version"))
        used += sum(each.version == versions[table] for table, each in known.items())
        play.agree()
    assert used > STEPS / 4, "what is never kept proves nothing"
    for table in play.tables:
        with suppress(Rejected):
            tables.resume(table_id=table, by=play.manager.id, reason="está bem", now=open_floor.now)


def test_what_is_undone_is_not_known(open_floor: Floor) -> None:
    """The version that an undone slip had is given again, to another state."""
    floor = open_floor
    table, rita, ze = floor.table(MACAU), floor.player(), floor.player()
    floor.sit(rita, table)
    floor.sit(ze, table)
    floor.open_round(table)
    with suppress(Undone), transaction.atomic():
        floor.bet(rita, table, ponto=100_00)
        raise Undone
    with nothing_known():
        floor.bet(ze, table, ponto=900_00)

    answer = bets.take_slips([floor.slip(rita, table, {"ponto": 100_01})], now=floor.now)[0]

    assert answer.refused is not None
    assert (answer.refused.rule, answer.refused.most) == ("R43a", 100_00)


def test_another_database_with_the_same_versions_is_not_mistaken_for_it(open_floor: Floor) -> None:
    floor = open_floor
    table, rita = floor.table(MACAU), floor.player()
    floor.sit(rita, table)
    floor.open_round(table)
    floor.bet(rita, table, ponto=100_00)
    house, known = slip_memory.recall([table])
    assert house
    with mock.patch.object(slip_memory, "_memory", slip_memory._Memory("1 2.0", dict.fromkeys([table], known[table]))):
        PlaySession.objects.filter(person_id=rita.id).update(away=True)
        with transaction.atomic():
            batch = slip_reading.read([floor.slip(rita, table, {"ponto": 10_00})], now=floor.now)
    assert [each.away for each in batch.places[table].seated] == [True]


def test_an_account_that_is_not_the_one_remembered_is_found_anew(open_floor: Floor) -> None:
    floor = open_floor
    table, rita, ze = floor.table(MACAU), floor.player(), floor.player()
    floor.sit(rita, table)
    floor.open_round(table)
    floor.bet(rita, table, ponto=100_00)
    house, known = slip_memory.recall([table])
    wrong = {rita.id: replace(known[table].sitting[rita.id], account=account_id(ze.key, Currency.EUR) or 0)}
    stale = {table: replace(known[table], version=known[table].version - 1, sitting=wrong)}
    with mock.patch.object(slip_memory, "_memory", slip_memory._Memory(house, stale)):
        floor.bet(rita, table, ponto=100_00)

    assert (rita.balance(), ze.balance()) == (800_00, 1_000_00)


def test_the_memory_is_bounded(open_floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    floor = open_floor
    monkeypatch.setattr(slip_memory, "TABLES_MAX", 2)
    slip_memory.forget()
    rita = floor.player()
    found = []
    for _ in range(3):
        table = floor.table(MACAU)
        floor.sit(rita, table)
        floor.open_round(table)
        floor.bet(rita, table, ponto=10_00)
        floor.settle(table)
        seats.leave(table_id=table, person_id=rita.id, now=floor.now)
        found.append(table)
    assert list(slip_memory.recall(found)[1]) == found[2:]
