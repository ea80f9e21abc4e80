"""The witness that we ship, as a process of its own: what it signs, what it refuses, and what it never forgets."""

import base64
import http.client
import itertools
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reporting.evidence import notes, tree
from reporting.evidence.checkpoints import Checkpoint
from reporting.evidence.notes import Kind, Signer, Verifier
from reporting.verifier import sabot_witness
from tests.second_witness import SecondWitness

SCRIPT = Path(sabot_witness.__file__)
ORIGIN = "casa.example/sabot/days"
LOG = Signer(ORIGIN, bytes(range(32)))
KEY = Signer("srij.example/w1", bytes(range(32, 64)), Kind.COSIGNATURE)
ONE = [tree.leaf_hash(bytes([number])) for number in range(40)]
OTHER = [*ONE[:3], *(tree.leaf_hash(b"other" + bytes([number])) for number in range(37))]

Answer = tuple[int, str, str]


def request(
    old: int, size: int, leaves: list[bytes] = ONE, *, signer: Signer = LOG, proof_of: int | None = None
) -> bytes:
    """A request to sign the tree over the first `size` leaves, after one of `old`."""
    proof = tree.consistency(old if proof_of is None else proof_of, leaves[:size]) if old <= size else []
    lines = "".join(base64.b64encode(each).decode() + "\n" for each in proof)
    checkpoint = Checkpoint(signer.name, size, tree.root(leaves[:size]))
    return f"old {old}\n{lines}\n{notes.sign(checkpoint.text, [signer])}".encode()


def post(url: str, body: bytes, path: str = "/add-checkpoint") -> Answer:
    """Send a request. Returns status, type and text."""
    connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=20)
    try:
        connection.request("POST", path, body)
        answer = connection.getresponse()
        return answer.status, answer.getheader("Content-Type", ""), answer.read().decode()
    finally:
        connection.close()


class House:
    """A folder with a witness's key and database, and the process that serves them."""

    def __init__(self, folder: Path) -> None:
        self.key, self.database = folder / "witness.key", folder / "witness.sqlite"
        self.key.write_text(KEY.secret_text)
        self.key.chmod(0o600)

    def start(self, *more: str, alone: bool = False) -> subprocess.Popen[str]:
        """The process; `alone` without any library."""
        python = [sys.executable, "-I", "-S"] if alone else [sys.executable]
        arguments = [
            "--key",
            self.key,
            "--database",
            self.database,
            "--log",
            LOG.verifier.vkey,
            "--listen",
            "127.0.0.1:0",
        ]
        return subprocess.Popen(
            [*python, SCRIPT, *map(str, arguments), *more], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )

    @contextmanager
    def served(self, *more: str, alone: bool = False, end: int = signal.SIGTERM) -> Iterator[str]:
        process = self.start(*more, alone=alone)
        try:
            assert process.stdout is not None
            assert process.stdout.readline().strip() == KEY.verifier.vkey
            yield process.stdout.readline().strip()
        finally:
            process.send_signal(end)
            process.communicate(timeout=20)

    def ends(self, *more: str) -> tuple[int, str]:
        process = self.start(*more)
        said = process.communicate(timeout=20)[1]
        return process.returncode, said


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


def signed_at(said: str, size: int, leaves: list[bytes] = ONE) -> int | None:
    """The moment at which the witness signed that state; fails if the line does not hold."""
    text = Checkpoint(ORIGIN, size, tree.root(leaves[:size])).text
    return notes.open_note(f"{text}\n{said}", [Verifier.parse(KEY.verifier.vkey)]).signatures[0].at


@pytest.mark.parametrize("alone", [False, True], ids=["with cryptography", "standard library alone"])
def test_a_log_that_continues_is_signed_and_any_other_is_not(house: House, alone: bool) -> None:
    with house.served("--new", alone=alone) as url:
        for old, size in itertools.pairwise([0, 1, 3, 3, 8, 40]):
            status, _, said = post(url, request(old, size))
            assert (status, abs((signed_at(said, size) or 0) - time.time()) < 60) == (200, True)
        assert post(url, request(8, 40))[:3] == (409, "text/x.tlog.size", "40\n")
        assert post(url, request(40, 40, OTHER)) == (409, "text/x.tlog.size", "40\n")
        assert post(url, request(40, 39))[0] == 400
        assert post(url, request(40, 40).replace(b"old 40", b"old 040"))[0] == 400
    with house.served(alone=alone) as url:
        assert post(url, request(40, 40))[0] == 200


REFUSED: dict[str, tuple[Callable[[], bytes], int]] = {
    "another history": (lambda: request(5, 9, OTHER), 422),
    "a proof of another size": (lambda: request(5, 9, proof_of=4), 422),
    "no proof": (lambda: request(5, 9, proof_of=9), 422),
    "a stranger's key": (lambda: request(5, 9, signer=Signer(ORIGIN, bytes(32))), 403),
    "an unnamed log": (lambda: request(5, 9, signer=Signer("other.example/log", bytes(range(32)))), 404),
    "a changed size": (lambda: request(5, 9).replace(b"\n9\n", b"\n10\n"), 403),
    "64 lines of proof": (
        lambda: request(5, 9).replace(b"old 5\n", b"old 5\n" + (base64.b64encode(bytes(32)) + b"\n") * 64),
        400,
    ),
    "nothing": (lambda: b"", 400),
    "no UTF-8": (lambda: b"\xff" * 20, 400),
    "too much": (lambda: b"a" * 90_000, 413),
    "no number": (lambda: request(5, 9).replace(b"old 5", b"old -5"), 400),
    "a control character": (lambda: request(5, 9).replace(b"casa", b"ca\x00sa"), 400),
}


def test_what_is_refused_is_named_and_changes_nothing(house: House) -> None:
    with house.served("--new") as url, SecondWitness(KEY, [LOG.verifier]) as second:
        assert post(url, request(0, 5))[0] == post(second.url, request(0, 5))[0] == 200
        for name, (body, status) in REFUSED.items():
            assert post(url, body())[0] == status, name
            assert name in ("too much", "64 lines of proof") or post(second.url, body())[0] == status, (
                f"{name}, the second"
            )
        assert post(url, request(5, 9), "/elsewhere")[0] == 404
        assert post(url, request(5, 9))[0] == post(second.url, request(5, 9))[0] == 200
    refused = sqlite3.connect(house.database).execute("SELECT origin, request FROM refused").fetchall()
    assert refused[0] == (ORIGIN, request(5, 9, OTHER)), "a signed state that does not continue is kept as evidence"


def test_of_two_histories_sent_at_once_one_is_signed(house: House) -> None:
    with house.served("--new") as url, ThreadPoolExecutor(8) as pool:
        assert post(url, request(0, 3))[0] == 200
        together = threading.Barrier(8)

        def send(number: int) -> tuple[int, bool]:
            leaves = OTHER if number % 2 else ONE
            body = request(3, 20, leaves)
            together.wait()
            return post(url, body)[0], leaves is ONE

        answers = list(pool.map(send, range(8)))
    assert len([status for status, _ in answers if status == 200]) == 1
    assert {status for status, _ in answers} == {200, 409}


def test_killed_at_any_moment_it_remembers_what_it_answered(house: House) -> None:
    answered = 0
    for turn in range(6):
        process = house.start(*(["--new"] if turn == 0 else []))
        assert process.stdout is not None
        process.stdout.readline()
        url = process.stdout.readline().strip()
        threading.Timer(0.05 * (turn + 1), process.kill).start()
        try:
            while answered < len(ONE):
                status, _, said = post(url, request(answered, answered + 1))
                if status == 409:
                    # It wrote this down and was killed before it could answer.
                    assert int(said) == answered + 1
                    answered += 1
                    continue
                assert status == 200
                answered += 1
        except (OSError, http.client.HTTPException):
            pass
        process.kill()
        process.communicate()
    with house.served() as url:
        kept = int(post(url, request(0, 0))[2]) if answered else 0
        assert kept in (answered, answered + 1)
        assert post(url, request(kept, 40))[0] == 200
        assert post(url, request(kept, 40, OTHER))[0] == 409


def test_without_its_database_it_does_not_start(house: House) -> None:
    status, said = house.ends()
    assert (status, "would sign a second history" in said) == (sabot_witness.USAGE_WRONG, True)
    assert not house.database.exists()
    with house.served("--new") as url:
        assert post(url, request(0, 5))[0] == 200
    assert house.ends("--new")[0] == sabot_witness.USAGE_WRONG, "what was signed is never made anew"
    house.database.write_bytes(b"no database")
    assert house.ends()[0] == sabot_witness.USAGE_WRONG
    house.database.unlink()
    assert house.ends()[0] == sabot_witness.USAGE_WRONG


def test_a_key_that_others_can_read_or_that_is_none_is_not_used(house: House) -> None:
    house.key.chmod(0o644)
    assert "others can read" in house.ends("--new")[1]
    house.key.chmod(0o600)
    for text in (LOG.secret_text, KEY.verifier.vkey, "PRIVATE+KEY+a+b+c", ""):
        house.key.write_text(text)
        status, said = house.ends("--new")
        assert status == sabot_witness.USAGE_WRONG
        assert base64.b64encode(LOG.seed).decode()[:20] not in said
    assert not house.database.exists()


def test_it_makes_a_key_once_for_its_owner_alone(tmp_path: Path) -> None:
    file = tmp_path / "new.key"
    made = [sys.executable, "-I", "-S", str(SCRIPT), "--make-key", "w.example/1", "--key", str(file)]
    said = subprocess.run(made, capture_output=True, text=True, check=True).stdout.strip()
    assert file.stat().st_mode & 0o777 == 0o600
    assert Signer.parse(file.read_text()).verifier.vkey == said
    assert subprocess.run(made, capture_output=True, check=False).returncode == sabot_witness.USAGE_WRONG


def test_two_views_for_two_witnesses_give_no_quorum(house: House) -> None:
    second = Signer("auditor.example/w2", bytes(range(64, 96)), Kind.COSIGNATURE)
    with house.served("--new") as url, SecondWitness(second, [LOG.verifier]) as other:
        assert post(url, request(0, 3))[0] == post(other.url, request(0, 3))[0] == 200
        first_view, second_view = post(url, request(3, 10)), post(other.url, request(3, 10, OTHER))
        assert first_view[0] == second_view[0] == 200
        assert post(url, request(3, 10, OTHER)) == (409, "text/x.tlog.size", "10\n")
        assert post(url, request(10, 10, OTHER)) == (409, "text/x.tlog.size", "10\n")
        assert post(other.url, request(10, 12, ONE))[0] == 422
    known = [KEY.verifier, second.verifier]
    for leaves, line in ((ONE, first_view[2]), (OTHER, second_view[2])):
        text = Checkpoint(ORIGIN, 10, tree.root(leaves[:10])).text
        assert len(notes.open_note(f"{text}\n{line}", known).signatures) == 1


@settings(max_examples=10, deadline=None)
@given(st.binary(min_size=32, max_size=32), st.binary(max_size=40), st.integers(0, 63), st.integers(1, 255))
def test_the_slow_signatures_are_those_of_the_library(seed: bytes, message: bytes, at: int, change: int) -> None:
    public, signature = sabot_witness.public_of(seed), sabot_witness.sign(seed, message)
    assert (sabot_witness.slow_public(seed), sabot_witness.slow_sign(seed, message)) == (public, signature)
    bent = signature[:at] + bytes([signature[at] ^ change]) + signature[at + 1 :]
    assert sabot_witness.slow_holds(public, signature, message)
    assert not sabot_witness.slow_holds(public, bent, message)
    assert not sabot_witness.slow_holds(public, signature, message + b"x")


def test_the_slow_signatures_keep_the_vector_of_rfc_8032() -> None:
    seed = bytes.fromhex("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb")
    due = (
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
        "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
    )
    assert sabot_witness.slow_sign(seed, b"\x72").hex() == due
    large = (int.from_bytes(bytes.fromhex(due)[32:], "little") + sabot_witness.L).to_bytes(32, "little")
    public = sabot_witness.slow_public(seed)
    assert sabot_witness.slow_holds(public, bytes.fromhex(due), b"\x72")
    assert not sabot_witness.slow_holds(public, bytes.fromhex(due)[:32] + large, b"\x72"), "one signature, one form"
    assert not sabot_witness.slow_holds(bytes([255] * 32), bytes.fromhex(due), b"\x72")


@settings(deadline=None)
@given(st.integers(0, 40), st.integers(0, 40), st.booleans())
def test_its_reading_of_proofs_is_that_of_the_tree(old: int, size: int, forged: bool) -> None:
    leaves = OTHER if forged else ONE
    old, size = min(old, size), max(old, size)
    proof = tuple(tree.consistency(old, leaves[:size]))
    holds = sabot_witness.continues(old, tree.root(ONE[:old]), size, tree.root(leaves[:size]), proof)
    assert holds is (not forged or old <= 3)
    assert not sabot_witness.continues(old, tree.root(ONE[:old]), size, tree.root(leaves[:size]), (*proof, bytes(32)))
