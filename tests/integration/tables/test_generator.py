"""Where the cards come from: the operating system's generator alone, read anew for every shoe, and enough of it."""

import ast
import os
import random
from collections.abc import Callable
from io import BytesIO
from math import factorial, log2
from pathlib import Path

import pytest

from baccarat.cards import Card
from baccarat.draws import chooser
from baccarat.shoe import first_cards
from tables import sealing
from tables.models import Shoe
from tables.table_settings import TableSettings
from tests.factories import MACAU, Floor
from tests.rules import rule

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).resolve().parents[3]
PRODUCT = ("baccarat", "kernel", "wallet", "players", "tables", "reporting", "casino")
SHOE = TableSettings(
    preset="ponto-e-banca", shuffle="per-shoe", minimum=1_00, decks=8, betting_seconds=20, show_seconds=5
)


class Source:
    """The operating system's generator, with a count of what was asked of it; or a stream that can be had again."""

    def __init__(self, stream: Callable[[int], bytes] = os.urandom) -> None:
        self._stream, self.read = stream, 0

    def urandom(self, count: int) -> bytes:
        self.read += count
        return self._stream(count)


def cards_of(shoe: Shoe, table_code: str) -> list[Card]:
    return list(sealing.unseal(bytes(shoe.sealed), name=f"{table_code}/{shoe.number}").cards)


def imported(path: Path) -> set[str]:
    """The modules that a file imports."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {each.name for each in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
    return found


@rule(
    "RN-01",
    "RN-05",
    asserts="Given one stream in the place of the operating system’s, two tables have the same cards on different "
    "days: no clock and no seed of ours has a part in them. With the operating system’s own, the cards differ.",
)
def test_the_cards_come_from_the_operating_system_alone(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    def drawn(code: str, source: Source) -> list[Card]:
        table = floor.table(SHOE, code=code)
        floor.wait(days=1)
        with monkeypatch.context() as patch:
            patch.setattr(sealing, "os", source)
            floor.open_round(table)
        return cards_of(Shoe.objects.get(table_id=table), code)

    same = [drawn(f"a-{number}", Source(random.Random(812).randbytes)) for number in range(2)]
    assert same[0] == same[1]
    own = [drawn(f"b-{number}", Source()) for number in range(2)]
    assert own[0] != own[1]
    assert len({tuple(sorted(map(str, cards))) for cards in (*same, *own)}) == 1, "the same cards in other orders"


@rule(
    "RN-01",
    asserts="No module of the product imports Python’s own generator of pseudo-random numbers.",
)
def test_no_module_of_the_product_has_a_generator_of_its_own() -> None:
    files = [path for package in PRODUCT for path in (ROOT / package).rglob("*.py")]
    assert len(files) > 300
    assert [path for path in files if imported(path) & {"random", "numpy.random"}] == []


@rule(
    "RN-11",
    asserts="The order of an eight-deck shoe is drawn with at least 3,025 bits of the operating system, log2(416!): "
    "no seed of 256 bits stands in between.",
)
def test_a_whole_shoe_is_drawn_with_as_many_bits_as_it_has_orders(
    floor: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, source = floor.table(SHOE), Source()
    monkeypatch.setattr(sealing, "os", source)
    floor.open_round(table)
    salts = 416 * len(
        sealing.unseal(bytes(Shoe.objects.get().sealed), name=f"{Shoe.objects.get().table.code}/1").salts[0]
    )
    assert 8 * (source.read - salts) >= log2(factorial(416)) > 3_024


@rule(
    "RN-07",
    asserts="At a table that shuffles every round the numbers are drawn when a round opens and make its six cards, and "
    "each round draws anew.",
)
def test_a_round_of_its_own_draws_when_it_opens(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    stream = BytesIO()

    def kept(count: int) -> bytes:
        drawn = os.urandom(count)
        stream.write(drawn)
        return drawn

    table, source = floor.table(MACAU, code="lua"), Source(kept)
    monkeypatch.setattr(sealing, "os", source)
    for number in (1, 2):
        before = source.read
        floor.open_round(table)
        opened = source.read
        again = BytesIO(stream.getvalue()[before:opened])
        shoe = Shoe.objects.get(number=number)
        assert cards_of(shoe, "lua") == list(first_cards(MACAU.decks, 6, chooser(again.read)))
        floor.settle(table)
        assert source.read == opened > before, "dealing and paying draw nothing"
    assert Shoe.objects.count() == 2
