"""Time stamps of sealed days: held to the log's state, the signer, the roots and the clock (V16)."""

import random
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from casino.adapters.stamp_authority import Authority
from reporting.evidence import notes
from reporting.verifier import verify_days
from reporting.verifier.verify_days import ABSENT, BROKEN, HOLDS, Asked, Findings
from tests.sealed_days import HOUSE, SealedHouse

SEALED_AT = datetime(2026, 3, 29, 0, 15, tzinfo=UTC)
AT = SEALED_AT + timedelta(hours=1)


@pytest.fixture(scope="module")
def authority() -> Authority:
    return Authority()


@pytest.fixture
def house(tmp_path: Path) -> SealedHouse:
    house = SealedHouse(tmp_path / "house")
    house.play_day(0)
    return house


def stamped(house: SealedHouse, make: Callable[[bytes], bytes]) -> Path:
    """Publish, and put a stamp over the checkpoint's text beside the day. Returns the stamp's file."""
    note = house.publish()
    folder = house.folder / "day" / "2026-03-28" / "r1"
    (folder / "stamp.note").write_text(note)
    (folder / "stamp.tsr").write_bytes(make(notes.split(note)[0].encode()))
    return folder / "stamp.tsr"


def verify(house: SealedHouse, authority: Authority | None = None) -> Findings:
    roots = None
    if authority is not None:
        roots = house.folder.parent / "roots.pem"
        roots.write_bytes(authority.pem)
    keys = (verify_days.read_key(HOUSE.verifier.vkey, 1),)
    return verify_days.verify(Asked(folder=house.folder, keys=keys, roots=roots))


def test_a_stamp_holds_by_itself_and_to_its_root(house: SealedHouse, authority: Authority) -> None:
    stamped(house, lambda text: authority.stamp(text, AT))
    assert verify(house).status == verify(house, authority).status == HOLDS


def test_a_day_without_a_stamp_is_absent_where_one_is_asked_for(house: SealedHouse, authority: Authority) -> None:
    house.publish()
    assert verify(house).status == HOLDS
    findings = verify(house, authority)
    assert (findings.status, findings.faults[0].kind) == (ABSENT, "stamp-absent")


WRONG: dict[str, tuple[Callable[[Authority, bytes], bytes], str]] = {
    "another text": (lambda one, text: one.stamp(text + b"x", AT), "stamps something else"),
    "refused": (lambda one, text: one.stamp(text, AT, status=2), "not granted"),
    "no nonce": (lambda one, text: one.stamp(text, AT, nonce=None), "no nonce"),
    "too early": (lambda one, text: one.stamp(text, SEALED_AT - timedelta(minutes=6)), "within a day"),
    "too late": (lambda one, text: one.stamp(text, SEALED_AT + timedelta(hours=25)), "within a day"),
    "another root": (lambda one, text: Authority().stamp(text, AT), "do not lead to a root"),
    "a signer of all trades": (lambda one, text: Authority(for_stamps=False).stamp(text, AT), "time stamps alone"),
    "nothing": (lambda one, text: b"", "not"),
    "noise": (lambda one, text: b"\x30\x82\xff", "not DER"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_stamp_that_does_not_hold_says_why(house: SealedHouse, authority: Authority, name: str) -> None:
    """V16."""
    make, why = WRONG[name]
    stamped(house, lambda text: make(authority, text))
    findings = verify(house, authority)
    assert (findings.status, findings.faults[0].kind) == (BROKEN, "stamp-wrong")
    assert why in findings.faults[0].where["why"]


def test_an_expired_signer_does_not_hold(house: SealedHouse) -> None:
    expired = Authority(until=AT - timedelta(minutes=1))
    stamped(house, lambda text: expired.stamp(text, AT))
    assert "not valid" in verify(house, expired).faults[0].where["why"]


def test_a_curve_is_said_to_be_unchecked(house: SealedHouse) -> None:
    curve = Authority(curve=True)
    stamped(house, lambda text: curve.stamp(text, AT))
    findings = verify(house, curve)
    assert (findings.status, findings.faults[0].kind) == (ABSENT, "stamp-unchecked")


def test_bytes_of_a_stamp_are_held(house: SealedHouse, authority: Authority) -> None:
    file = stamped(house, lambda text: authority.stamp(text, AT))
    block, chance = file.read_bytes(), random.Random(3)
    missed = []
    for at in sorted(chance.sample(range(len(block)), 60)):
        flipped = bytearray(block)
        flipped[at] ^= 1 << chance.randrange(8)
        file.write_bytes(bytes(flipped))
        if verify(house, authority).status == HOLDS:
            missed.append(at)
    # What no signature covers: the number of a version, of the signer, names of algorithms that stand twice.
    assert len(missed) < 12, missed


def test_what_was_stamped_is_a_state_of_the_log_that_has_the_day(house: SealedHouse, authority: Authority) -> None:
    before = house.entries.pop()
    note = house.publish()
    house.entries.append(before)
    file = stamped(house, lambda text: authority.stamp(text, AT))
    file.with_name("stamp.note").write_text(note)
    file.write_bytes(authority.stamp(notes.split(note)[0].encode(), AT))
    assert "has the day" in verify(house, authority).faults[0].where["why"]
    file.with_name("stamp.note").unlink()
    assert verify(house).faults[0].kind == "stamp-absent"
