"""`verify_days.py --fetch URL`: the published log instead of one in the folder, trusted no more than that."""

import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from reporting.verifier.verify_days import ABSENT, BROKEN, HOLDS, USAGE, main
from tests.sealed_days import HOUSE, WITNESSES, SealedHouse


class Quiet(SimpleHTTPRequestHandler):
    """Says nothing of what it serves, and notes the paths."""

    asked: list[str] = []

    def log_message(self, *_: object) -> None:
        self.asked.append(self.path)


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address at which a folder is published."""
    Quiet.asked.clear()
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder))) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join()


@pytest.fixture
def days(tmp_path: Path) -> Path:
    """Two days without their log, which lies in `log` beside the folder."""
    house = SealedHouse(tmp_path / "house")
    house.play_day(4)
    house.publish()
    house.play_day(0)
    house.publish()
    shutil.move(tmp_path / "house" / "log", tmp_path / "log")
    return tmp_path / "house"


def asked(folder: Path, *words: str) -> int:
    return main([str(folder), "--key", HOUSE.verifier.vkey, *words])


def test_the_published_log_is_verified_like_one_in_the_folder(days: Path) -> None:
    with served(days.parent / "log") as address:
        assert asked(days, "--fetch", address) == HOLDS
        assert asked(days, "--fetch", address.rstrip("/"), "--witness", WITNESSES[0].verifier.vkey) == HOLDS
        assert not (days / "log").exists(), "nothing is left in the folder"
        assert all(path == "/checkpoint" or path.startswith("/tile/entries/") for path in Quiet.asked)


def test_without_it_nothing_is_asked_for(days: Path) -> None:
    with served(days.parent / "log"):
        assert asked(days) == USAGE
        assert Quiet.asked == []


def test_a_published_log_that_was_touched_breaks(days: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (entries,) = sorted(
        (days.parent / "log" / "tile" / "entries" / "000.p").iterdir(), key=lambda each: int(each.name)
    )[-1:]
    block = bytearray(entries.read_bytes())
    block[-5] ^= 1
    entries.write_bytes(block)
    with served(days.parent / "log") as address:
        assert asked(days, "--fetch", address) == BROKEN
    assert "V18" in capsys.readouterr().out


def test_a_log_that_others_signed_is_not_trusted(days: Path) -> None:
    (days.parent / "log" / "checkpoint").write_text("another\n1\nAAAA\n")
    with served(days.parent / "log") as address:
        assert asked(days, "--fetch", address) == BROKEN


@pytest.mark.parametrize(
    "address", ["file:///etc/passwd", "registo", "http://127.0.0.1:9/registo/", "ftp://a.example/"]
)
def test_what_cannot_be_fetched_is_wrong_usage(days: Path, address: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert asked(days, "--fetch", address) == USAGE
    assert address.rstrip("/") in capsys.readouterr().err


def test_a_missing_bundle_is_wrong_usage(days: Path) -> None:
    shutil.rmtree(days.parent / "log" / "tile" / "entries")
    with served(days.parent / "log") as address:
        assert asked(days, "--fetch", address) == USAGE


def test_a_quorum_that_is_short_is_told(days: Path) -> None:
    stranger = type(WITNESSES[0])("witness.example/9", bytes([9] * 32), WITNESSES[0].kind)
    with served(days.parent / "log") as address:
        assert asked(days, "--fetch", address, "--witness", stranger.verifier.vkey) == ABSENT
