"""Keys of the undealt cards have numbers: the newest seals, all open, and shoes from before numbers open too."""

import base64
import stat
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.core.management import CommandError, call_command

from baccarat.cards import Card
from baccarat.shoe import packed
from casino import env
from tables import queries, sealing
from tables.models import Round, Shoe
from tables.table_settings import TableSettings
from tests.factories import MACAU, Floor
from tests.rules import rule

ONE, TWO = bytes(range(32)), bytes(range(1, 33))
ORDER = sealing.salted([Card.parse(card) for card in ("4S", "KH", "4D", "7C", "9S", "9H")])
GIVEN = {"DATABASE_URL": "postgresql://h/d", "VALKEY_URL": "redis://h", "SABOT_SECRET_KEY": "x"}


def text(key: bytes) -> str:
    return base64.b64encode(key).decode()


def read(**variables: str) -> dict[int, bytes]:
    return dict(env.read(GIVEN | variables).shoe_keys)


@rule(
    "GL-29",
    asserts="Cards sealed under key 1 and key 2 both open; without key 1, or with the wrong bytes under a number, they "
    "do not.",
)
def test_the_newest_seals_and_all_open(settings) -> None:
    settings.SHOE_KEYS = {1: ONE}
    old = sealing.seal(ORDER, name="mesa/1")
    settings.SHOE_KEYS = {1: ONE, 2: TWO}
    new = sealing.seal(ORDER, name="mesa/1")

    assert (sealing.key_number(old), sealing.key_number(new)) == (1, 2)
    assert sealing.unseal(old, name="mesa/1") == sealing.unseal(new, name="mesa/1") == ORDER
    settings.SHOE_KEYS = {2: TWO}
    with pytest.raises(sealing.KeyMissing, match="Shoe key 1 "):
        sealing.unseal(old, name="mesa/1")
    settings.SHOE_KEYS = {1: TWO, 2: ONE}
    with pytest.raises(InvalidTag):
        sealing.unseal(new, name="mesa/1")


@rule(
    "GL-29",
    asserts="The stored row of a round's or a shoe's cards holds neither its first cards nor any salt in the clear, "
    "and opens to all its cards with the key.",
)
@pytest.mark.parametrize("terms", [MACAU, replace(MACAU, shuffle="per-shoe")], ids=["round", "shoe"])
def test_the_row_of_a_shoe_has_its_cards_sealed(floor: Floor, terms: TableSettings) -> None:
    floor.open_round(floor.table(terms, code="mesa"))
    shoe = Shoe.objects.get()
    kept = bytes(shoe.sealed)
    order = sealing.unseal(kept, name="mesa/1")
    assert len(order.cards) == shoe.card_count
    assert packed(order.cards)[:6] not in kept
    assert not any(salt in kept for salt in order.salts)


@pytest.mark.parametrize("count", [6, 52, 312, 416])
def test_shoes_from_before_numbers_open(settings, count: int) -> None:
    order = sealing.salted([Card.parse("4S")] * count)
    nonce = bytes([0, 2]) + bytes(10)  # the length decides, not the bytes
    clear = packed(order.cards) + b"".join(order.salts)
    bare = nonce + AESGCM(ONE).encrypt(nonce, clear, b"mesa/1")
    settings.SHOE_KEYS = {1: ONE, 2: TWO}

    assert sealing.key_number(bare) == 1
    assert sealing.unseal(bare, name="mesa/1") == order


@rule("GL-29", asserts="Without a key no cards are stored: sealing is refused.")
def test_without_keys_it_is_said(settings) -> None:
    settings.SHOE_KEYS = {}
    assert not sealing.has_key()
    with pytest.raises(sealing.KeyMissing, match="there: none"):
        sealing.seal(ORDER, name="mesa/1")


def test_the_environment_names_them() -> None:
    assert read() == {}
    assert read(SABOT_SHOE_KEY=text(ONE)) == {1: ONE}
    assert read(SABOT_SHOE_KEYS=f"2:{text(TWO)}", SABOT_SHOE_KEY=text(ONE)) == {1: ONE, 2: TWO}
    assert read(SABOT_SHOE_KEYS=f"1:{text(ONE)}, 7:{text(TWO)}", SABOT_SHOE_KEY=text(ONE)) == {1: ONE, 7: TWO}


@pytest.mark.parametrize(
    ("keys", "why"),
    [
        (f"0:{text(ONE)}", "no number from 1"),
        (f"65536:{text(ONE)}", "no number from 1"),
        (f"²:{text(ONE)}", "no number from 1"),
        (f"x:{text(ONE)}", "no number from 1"),
        (f"{'9' * 5000}:{text(ONE)}", "no number from 1"),
        (text(ONE), "must look like"),
        ("2:abc", "must look like"),
        (f"1:{text(TWO)}", "two different shoe keys the number 1"),
    ],
)
def test_a_key_that_will_not_do_is_named_and_not_shown(keys: str, why: str) -> None:
    with pytest.raises(env.EnvironmentInvalid, match=why) as caught:
        read(SABOT_SHOE_KEY=text(ONE), SABOT_SHOE_KEYS=keys)
    assert text(ONE)[:8] not in str(caught.value)


def test_rounds_go_on_over_a_new_key(settings, floor: Floor) -> None:
    settings.SHOE_KEYS = {1: ONE}
    table = floor.table(MACAU)
    before = floor.open_round(table)
    settings.SHOE_KEYS = {1: ONE, 2: TWO}
    floor.settle(table)
    after = floor.open_round(table)
    floor.settle(table)

    assert [
        sealing.key_number(bytes(each)) for each in Shoe.objects.order_by("pk").values_list("sealed", flat=True)
    ] == [
        1,
        2,
    ]
    for code in (before, after):
        verdict = queries.replay(code)
        assert verdict is not None
        assert verdict.agrees
    assert Round.objects.count() == 2


def test_a_new_key_is_made_beside_the_present_ones(settings, tmp_path: Path) -> None:
    settings.SHOE_KEYS = {1: ONE, 2: TWO}
    told = StringIO()
    call_command("new_shoe_key", stdout=told)
    keys = read(SABOT_SHOE_KEYS=told.getvalue().strip().removeprefix("SABOT_SHOE_KEYS="))
    assert (sorted(keys), keys[1], keys[2]) == ([1, 2, 3], ONE, TWO)

    settings.ENVIRONMENT = replace(settings.ENVIRONMENT, data=tmp_path)
    call_command("new_shoe_key", "--keep", stdout=told)
    kept = tmp_path / "secrets" / "shoe_keys"
    assert sorted(read(SABOT_SHOE_KEYS=kept.read_text())) == [1, 2, 3]
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    settings.SHOE_KEYS = {}
    with pytest.raises(CommandError, match="no shoe key"):
        call_command("new_shoe_key")
