"""The evidence of the generator: a folder that says what was read, by which programs, and what came out."""

import hashlib
import json
import random
import subprocess
import sys
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from reporting.models import LeafKind, LogLeaf
from tables import generator_evidence, sealing
from tests.rules import rule

pytestmark = pytest.mark.django_db
Read = Callable[[int], bytes]


@pytest.fixture(autouse=True)
def sound(monkeypatch: pytest.MonkeyPatch) -> Read:
    """Words in which nothing is found, the same each time, where the command reads those that the dealer reads: of them
    a run in a hundred is turned down, which is what a level of 1 % means.
    """
    words = random.Random(2)
    assert generator_evidence.make_evidence.__kwdefaults__["read"] is sealing.read_bytes
    monkeypatch.setitem(generator_evidence.make_evidence.__kwdefaults__, "read", words.randbytes)
    return words.randbytes


def run(into: Path, **options: object) -> str:
    out = StringIO()
    small = {"bytes": 250_000, "shoes": 60, "choices": 8, "into": into}
    call_command("rng_evidence", stdout=out, stderr=StringIO(), **{**small, **options})
    return out.getvalue()


@rule(
    "RN-02",
    asserts="One command tests the generator, at rest or while the note says what ran, and keeps every p-value.",
)
@rule("RN-03", asserts="The evidence of the generator is judged at a joint level of 1 %, which its file names.")
def test_a_folder_says_what_was_read_and_found(tmp_path: Path) -> None:
    said = run(tmp_path, during="bench load")
    [folder] = tmp_path.iterdir()
    results = json.loads((folder / "results.json").read_text())
    inputs = json.loads((folder / "inputs.json").read_text())
    assert (results["joint_level"], results["method"], len(results["p_values"])) == (0.01, "Holm", 13)
    assert (inputs["during"], inputs["words"]["bytes"], inputs["shoes"]["count"]) == ("bench load", 250_000, 60)
    assert set(inputs["programs"]["modules"]) >= {"baccarat/draws.py", "baccarat/shoe.py", "tables/sealing.py"}
    sums = (folder / "SHA256SUMS").read_text()
    for line in sums.splitlines():
        digest, name = line.split("  ")
        assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == digest
    digest = hashlib.sha256(sums.encode()).hexdigest()
    assert digest in said
    leaf = LogLeaf.objects.get(kind=LeafKind.GENERATOR)
    assert leaf.facts == {"digest": digest, "holds": results["holds"], "bytes": 250_000, "shoes": 60}


@rule(
    "RN-02",
    asserts="Every word and every shoe that is tested is read while two processes draw shoes without a pause, and the "
    "file says how many.",
)
def test_it_is_tested_under_load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sound: Read) -> None:
    from tables import generator_load

    began, processes, beside = generator_load._started, list["subprocess.Popen[str]"](), set[int]()

    def starting() -> "subprocess.Popen[str]":
        processes.append(began())
        return processes[-1]

    def reading(count: int) -> bytes:
        beside.add(sum(each.poll() is None for each in processes))
        return sound(count)

    monkeypatch.setattr(generator_load, "_started", starting)
    monkeypatch.setitem(generator_evidence.make_evidence.__kwdefaults__, "read", reading)
    run(tmp_path, under=2, during="bench house")
    assert beside == {2}, "every word and every shoe was read beside both of them"
    [folder] = tmp_path.iterdir()
    inputs = json.loads((folder / "inputs.json").read_text())
    assert inputs["during"] == "2 processes draw shoes; bench house"
    assert inputs["load"]["processes"] == len(inputs["load"]["shoes"]) == 2
    assert min(inputs["load"]["shoes"]) > 1


def test_a_load_that_breaks_off_leaves_no_evidence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tables import generator_load

    began = generator_load._started

    def falling() -> "subprocess.Popen[str]":
        started = began()
        started.kill()
        started.wait()
        return started

    monkeypatch.setattr(generator_load, "_started", falling)
    with pytest.raises(CommandError, match="The load broke off"):
        run(tmp_path, under=1)
    assert list(tmp_path.iterdir()) == []
    assert not LogLeaf.objects.filter(kind=LeafKind.GENERATOR).exists()


def test_a_machine_without_the_house_tells_no_log(tmp_path: Path) -> None:
    run(tmp_path, no_log=True)
    assert not LogLeaf.objects.filter(kind=LeafKind.GENERATOR).exists()


@rule(
    "GL-25",
    asserts="Words with a fault are turned down at a joint level of 1 %, of which each of the 13 tests has its share, "
    "and the log has that run too.",
)
def test_a_bad_generator_ends_with_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    low = lambda count: bytes(byte & 0x7F for byte in sealing.os.urandom(count))  # noqa: E731
    monkeypatch.setitem(generator_evidence.make_evidence.__kwdefaults__, "read", low)
    with pytest.raises(SystemExit):
        run(tmp_path, shoes=5)
    [folder] = tmp_path.iterdir()
    assert LogLeaf.objects.get(kind=LeafKind.GENERATOR).facts["holds"] is False, "a bad run is told too"
    results = json.loads((folder / "results.json").read_text())
    assert "words: frequency" in results["rejected"]
    assert sorted(results["bounds"].values()) == pytest.approx([0.01 / tests for tests in range(13, 0, -1)])


DIEHARDER = """#!{python}
import sys
if "-l" in sys.argv:
    print("#  dieharder version 3 Copyright  #")
elif sys.argv[sys.argv.index("-d") + 1] == "7":
    print("dieharder: no such test")
else:
    assert len(sys.stdin.buffer.read(3_000_000)) == 3_000_000
    print("          sts_serial,   1,0.41379254")
    print("          sts_serial,   1,0.50000000")
"""
"""Reads and says what the program does, which is in no wheel."""


@pytest.fixture
def dieharder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "bin/dieharder"
    program.parent.mkdir()
    program.write_text(DIEHARDER.format(python=sys.executable))
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(program.parent))


@rule("RN-02", asserts="A battery that others publish reads the same words, and its p-values are judged with the rest.")
def test_the_tests_of_dieharder_are_judged_with_the_rest(tmp_path: Path, dieharder: None) -> None:
    said = run(tmp_path / "kept", dieharder="102, 2")
    [folder] = (tmp_path / "kept").iterdir()
    inputs, results = (json.loads((folder / name).read_text()) for name in ("inputs.json", "results.json"))
    names = {f"dieharder: sts_serial 1{again}" for again in ("", " (2)", " (3)", " (4)")}
    assert names <= results["p_values"].keys() == results["bounds"].keys()
    assert len(results["p_values"]) == 13 + len(names)
    assert inputs["dieharder"]["program"] == "dieharder version 3 Copyright"
    assert inputs["dieharder"]["tests"] == [102, 2]
    assert inputs["dieharder"]["bytes"] >= 2 * 3_000_000
    assert "dieharder: sts_serial 1 (4)" in said


def test_dieharder_is_asked_for_by_numbers_and_has_to_be_there(
    tmp_path: Path, dieharder: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(CommandError, match="takes numbers of its tests"):
        run(tmp_path, dieharder="2,all")
    with pytest.raises(CommandError, match="gave no p-value: dieharder: no such test"):
        run(tmp_path, dieharder="7")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(CommandError, match="not on this machine"):
        run(tmp_path, dieharder="2")
    assert not LogLeaf.objects.filter(kind=LeafKind.GENERATOR).exists()


def test_what_cannot_be_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="Ask for 1 to 1e11 bytes"):
        run(tmp_path, bytes=0)
    (tmp_path / "file").write_text("x")
    with pytest.raises(CommandError, match="cannot be written"):
        run(tmp_path / "file")
