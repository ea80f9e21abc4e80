"""Sealed days beside the rows of today: a row that the database's owner touched is told of, by file and line."""

import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction
from django.utils import timezone

from reporting.making.figures import day_of
from reporting.models import DaySalt
from reporting.operations.comparing_days import NAMED_MOST, Change, ComparedDay, LineChange, compare_days
from tables.models import Bet, Round, Slip
from tests.factories import BANCA_WINS_WITH_5, MACAU, Floor
from tests.rules import rule
from tests.settled import seal_days
from tests.tampering import past_triggers
from wallet.models import Transfer

pytestmark = pytest.mark.usefixtures("evidence")


@pytest.fixture
def day(floor: Floor) -> date:
    """The day before yesterday, with three rounds of one player, sealed with the day after it."""
    floor.now = timezone.now() - timedelta(days=2)
    player = floor.player(cents=1_000_00)
    table = floor.table(MACAU, code="macau-1")
    floor.sit(player, table)
    for _ in range(3):
        floor.open_round(table, BANCA_WINS_WITH_5)
        floor.bet(player, table, banca=100_00, ponto=20_00)
        floor.settle(table)
    seal_days()
    return day_of(floor.now)


@contextmanager
def touched(touch: Callable[[], object]) -> Iterator[None]:
    """The database after its owner changed a row; put back at the end, so that the house is proven as ever."""
    with transaction.atomic():
        with past_triggers():
            touch()
        yield
        transaction.set_rollback(True)


def compared(day: date) -> ComparedDay:
    (found,) = compare_days(since=day, until=day)
    return found


def test_untouched_days_are_as_they_were_sealed(day: date) -> None:
    assert [(each.day, each.folder, each.count) for each in compare_days()] == [
        (day, True, 0),
        (day + timedelta(days=1), True, 0),
    ]


def _stake() -> None:
    row = Bet.objects.order_by("round__code", "chance")[2]
    Bet.objects.filter(pk=row.pk).update(stake=row.stake + 1)


def _transfer() -> None:
    last = Transfer.objects.order_by("-pk")[0]
    Transfer.objects.filter(pk=last.pk).update(amount=last.amount + 1)


def _cards() -> None:
    row = Round.objects.order_by("code")[1]
    Round.objects.filter(pk=row.pk).update(cards=[*row.cards[:-1], "AS"])


def _slip_gone() -> None:
    Slip.objects.filter(pk=Slip.objects.order_by("taken_at", "number")[0].pk).delete()


@rule(
    "PT-56",
    asserts="a row of a sealed day that the database's owner changes is named by file, line and key",
)
@pytest.mark.parametrize(
    ("touch", "file", "line", "change"),
    [
        (_stake, "bets.jsonl", 3, Change.TOUCHED),
        (_cards, "rounds.jsonl", 2, Change.TOUCHED),
        (_slip_gone, "slips.jsonl", 1, Change.GONE),
    ],
)
def test_a_touched_row_is_named(
    day: date, evidence: Path, touch: Callable[[], None], file: str, line: int, change: Change
) -> None:
    with touched(touch):
        found = compared(day)
    assert found.folder
    assert [(each.file, each.line, each.change) for each in found.changes] == [(file, line, change)]
    sealed = json.loads((evidence / f"day/{day}/r1" / file).read_text().splitlines()[line - 1])
    assert found.changes[0].key.split(" ")[0] in (sealed.get("code"), sealed.get("round"), sealed.get("taken_at"))
    assert compared(day + timedelta(days=1)).count == 0


def test_a_touched_line_of_the_ledger_is_named(day: date) -> None:
    with touched(_transfer):
        found = compared(day)
    number = str(Transfer.objects.order_by("-pk")[0].pk)
    assert [(each.file, each.key, each.change) for each in found.changes] == [("ledger.jsonl", number, Change.TOUCHED)]


def test_a_row_that_was_slipped_in_is_named(day: date) -> None:
    row = Slip.objects.order_by("pk")[0]
    with past_triggers():
        row.pk, row.key, row.number = None, "00000000-0000-4000-8000-000000000001", "ZZZZZZZZ"
        row.save(force_insert=True)
    (change,) = compared(day).changes
    assert (change.file, change.line, change.change) == ("slips.jsonl", 0, Change.NEW)
    assert "ZZZZZZZZ" in change.key


def test_without_its_folder_a_day_is_held_to_its_manifest(day: date, evidence: Path) -> None:
    shutil.rmtree(evidence)
    found = compared(day)
    assert (found.folder, found.count) == (False, 0)
    with touched(_stake):
        changes = compared(day).changes
    assert changes == (LineChange(file="bets.jsonl", line=0, key="", change=Change.OTHER),)


def test_a_folder_with_a_touched_byte_is_not_held_to(day: date, evidence: Path) -> None:
    file = evidence / f"day/{day}/r1/bets.jsonl"
    file.write_bytes(file.read_bytes().replace(b"1", b"2", 1))
    found = compared(day)
    assert (found.folder, found.count) == (False, 0), "the rows still make the sealed bytes"


def test_lines_that_cannot_be_made_any_more_are_left_out(day: date) -> None:
    with past_triggers():
        DaySalt.objects.filter(day=day).update(salt=None, erased_at=timezone.now())
    assert compared(day).count == 0


def test_the_command_names_what_differs_and_ends_with_one(day: date) -> None:
    told = StringIO()
    call_command("compare_days", stdout=told)
    assert told.getvalue().count("como foram seladas") == 2
    told = StringIO()
    with touched(lambda: Bet.objects.update(stake=7)), pytest.raises(CommandError, match="1 de 2"):
        call_command("compare_days", since=day, stdout=told)
    assert "bets.jsonl linha 1" in told.getvalue()
    with pytest.raises(CommandError, match="Nenhum dia"):
        call_command("compare_days", until=day - timedelta(days=9))
    assert NAMED_MOST >= 6
