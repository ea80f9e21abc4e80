"""The verifier of sealed days on folders that a house without a database plays and seals (V-T3 to V-T11)."""

import ast
import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from reporting.evidence import canonical, manifests, notes
from reporting.evidence.manifests import Fault, Manifest
from reporting.evidence.notes import Kind, Signer
from reporting.verifier import verify_days
from reporting.verifier.verify_days import ABSENT, BROKEN, HOLDS, USAGE
from tests.sealed_days import HOUSE, NEXT, ORIGIN, WITNESSES, SealedHouse, write_file

SCRIPT = Path(verify_days.__file__)
KEY = ["--key", HOUSE.verifier.vkey]
QUORUM = [word for each in WITNESSES for word in ("--witness", each.verifier.vkey)]
Verify = Callable[..., tuple[int, dict[str, Any]]]


@pytest.fixture
def verify(capsys: pytest.CaptureFixture[str]) -> Verify:
    """Run the verifier: exit status and its answer as JSON."""

    def run(folder: Path, *more: str, key: Sequence[str] = tuple(KEY)) -> tuple[int, dict[str, Any]]:
        status = verify_days.main([str(folder), *key, "--json", *more])
        said = capsys.readouterr()
        return status, json.loads(said.out) if said.out else {"said": said.err}

    return run


@pytest.fixture(scope="module")
def two_days(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two days with 62 rounds each; the second has 23 hours."""
    folder = tmp_path_factory.mktemp("two")
    house = SealedHouse(folder)
    house.play_day(62)
    house.publish()
    house.play_day(62)
    house.publish()
    return folder


@pytest.fixture
def days(two_days: Path, tmp_path: Path) -> Path:
    """A copy of them to spoil."""
    return Path(shutil.copytree(two_days, tmp_path / "days"))


def names(said: dict[str, Any]) -> list[str]:
    return [f"{each['code']} {each['name']}" for each in said["faults"]]


def last_day(folder: Path) -> Path:
    return max(folder.glob("day/*/r*"))


def test_two_days_hold_with_every_witness(two_days: Path, verify: Verify) -> None:
    status, said = verify(two_days, *QUORUM)
    assert (status, said["verdict"], said["days"], said["faults"]) == (HOLDS, "holds", 2, [])
    assert said["lines"] > 2000
    rounds = [line for path in two_days.glob("day/*/r1/rounds.jsonl") for line in path.read_text().splitlines()]
    phases = [json.loads(line)["phase"] for line in rounds]
    assert (phases.count("settled") > 110, phases.count("void") > 3) == (True, True)


def test_it_stands_alone(two_days: Path) -> None:
    """A stranger has this one file and Python: no library, no package of ours."""
    imported = {
        node.module if isinstance(node, ast.ImportFrom) else alias.name
        for node in ast.walk(ast.parse(SCRIPT.read_text(encoding="utf-8")))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    }
    ours = {name for name in imported if (name or "").split(".")[0] not in sys.stdlib_module_names}
    assert all((name or "").startswith("cryptography") for name in ours)
    alone = [sys.executable, "-I", "-S", str(SCRIPT), str(two_days), *KEY, *QUORUM, "--language", "pt"]
    ran = subprocess.run(alone, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout.startswith("CONFIRMADO: 2 dias"), ran.stderr) == (HOLDS, True, "")


# The log.


def test_the_key_is_the_callers(days: Path, verify: Verify) -> None:
    assert names(verify(days, key=["--key", NEXT.verifier.vkey])[1]) == ["V02 key-unknown"]
    (days / "vkey").write_text(NEXT.verifier.vkey)
    assert verify(days)[0] == HOLDS


def test_a_quorum_is_counted_by_weight(days: Path, verify: Verify) -> None:
    """V03."""
    house_note = (days / "log" / "checkpoint").read_text()
    text, lines = notes.split(house_note)
    (days / "log" / "checkpoint").write_text(text + "\n" + lines[0] + lines[1])
    status, said = verify(days, *QUORUM, "--quorum", "2")
    assert (status, names(said), said["verdict"]) == (ABSENT, ["V03 quorum-short"], "absent")
    assert (said["faults"][0]["have"], said["faults"][0]["need"]) == (1, 2)
    assert said["faults"][0]["who"] == "witness.example/2, witness.example/3"
    weighed = ["--witness", WITNESSES[0].verifier.vkey + "@2", *QUORUM[2:], "--quorum", "2"]
    assert verify(days, *weighed)[0] == HOLDS
    other = lines[1][:-12] + ("A" if lines[1][-12] != "A" else "B") + lines[1][-11:]
    (days / "log" / "checkpoint").write_text(text + "\n" + lines[0] + other)
    assert names(verify(days, *QUORUM)[1]) == ["V02 signature-wrong"]
    assert verify(days)[0] == HOLDS, "an unnamed witness is a stranger"


def test_a_witness_may_sign_by_ml_dsa(days: Path, verify: Verify, monkeypatch: pytest.MonkeyPatch) -> None:
    later = Signer("pq.example/w3", bytes(range(64, 96)), Kind.ML_DSA_44)
    checkpoint = days / "log" / "checkpoint"
    text = notes.split(checkpoint.read_text())[0]
    line = later.line(text, at=1775019600)
    checkpoint.write_text(checkpoint.read_text() + line)
    asked = [*QUORUM, "--witness", later.verifier.vkey]
    assert verify(days, *asked)[0] == HOLDS
    other = later.line(text.replace("\n", "\n1", 1), at=1775019600)
    checkpoint.write_text(checkpoint.read_text().replace(line, other))
    assert names(verify(days, *asked)[1]) == ["V02 signature-wrong"]
    monkeypatch.setattr(verify_days, "mldsa", None)
    assert verify(days, *asked)[0] == USAGE
    assert verify(days, *QUORUM)[0] == HOLDS


def test_rewritten_with_the_houses_true_key_yesterdays_checkpoint_tells(tmp_path: Path, verify: Verify) -> None:
    """V-T4: the forged history is whole in itself; who kept a checkpoint sees it."""
    true, forged = SealedHouse(tmp_path / "true"), SealedHouse(tmp_path / "forged", seed=2)
    true.play_day(4)
    kept = tmp_path / "kept"
    kept.write_text(true.publish())
    true.play_day(4)
    true.publish()
    assert verify(true.folder, "--since", str(kept))[0] == HOLDS
    for _ in range(2):
        forged.play_day(4)
    forged.publish()
    assert verify(forged.folder)[0] == HOLDS
    status, said = verify(forged.folder, "--since", str(kept))
    assert (status, names(said)) == (BROKEN, ["V04 log-forked"])
    assert said["faults"][0]["old_root"] != said["faults"][0]["root"]


def test_a_log_that_was_rolled_back_is_forked(tmp_path: Path, verify: Verify) -> None:
    """V-T5: an older state with its older folder, shown after a newer one was seen."""
    house = SealedHouse(tmp_path / "now")
    house.play_day(2)
    house.publish()
    old = shutil.copytree(house.folder, tmp_path / "old")
    house.play_day(2)
    kept = tmp_path / "kept"
    kept.write_text(house.publish())
    status, said = verify(Path(old), "--since", str(kept))
    assert (status, names(said)) == (BROKEN, ["V04 log-forked"])


def test_two_views_have_no_whole_quorum(tmp_path: Path, verify: Verify) -> None:
    """V-T6: each view has the witnesses that saw it, and neither has two of three."""
    for seed, seen in ((1, WITNESSES[:1]), (2, WITNESSES[1:2])):
        house = SealedHouse(tmp_path / str(seed), seed=seed)
        house.play_day(2)
        house.publish(witnesses=seen)
        status, said = verify(house.folder, *QUORUM, "--quorum", "2")
        assert (status, names(said)) == (ABSENT, ["V03 quorum-short"])


def test_a_new_key_is_followed_from_the_pinned_one(tmp_path: Path, verify: Verify) -> None:
    """V-T10."""
    house = SealedHouse(tmp_path)
    house.play_day(2)
    house.publish()
    house.change_key()
    house.play_day(2)
    house.publish(NEXT)
    assert verify(tmp_path)[0] == HOLDS
    assert verify(tmp_path, key=["--key", NEXT.verifier.vkey])[0] == HOLDS
    house.publish(HOUSE)
    assert names(verify(tmp_path)[1]) == ["V02 key-unknown"], "the old key signs no more"


def test_a_key_that_the_old_one_did_not_sign_is_not_followed(tmp_path: Path, verify: Verify) -> None:
    house = SealedHouse(tmp_path)
    house.play_day(2)
    house.change_key(old=NEXT, new=NEXT)
    house.publish(NEXT)
    status, said = verify(tmp_path)
    assert (status, names(said)) == (BROKEN, ["V02 signature-wrong"])


# Days.


def test_a_consistent_forgery_is_not_in_the_log(days: Path, verify: Verify) -> None:
    """V-T3: line, leaves, root and manifest are made anew; the log knows another manifest."""
    folder = last_day(days)
    lines = [json.loads(line) for line in (folder / "bets.jsonl").read_text().splitlines()]
    lines[0]["stake"] += 1
    forge(folder, "bets.jsonl", lines)
    status, said = verify(days)
    assert (status, names(said)) == (BROKEN, ["V05 day-not-in-log"])
    assert said["faults"][0]["file"] == "manifest.json"
    first = min(days.glob("day/*/r1"))
    shutil.copyfile(folder / "manifest.json", first / "manifest.json")
    found = names(verify(days, "--all")[1])
    assert "V05 day-not-in-log" in found
    assert "V08 manifest-other" in found


def forge(folder: Path, name: str, lines: list[dict[str, Any]]) -> None:
    """Write a file with its leaves and a manifest that fits."""
    entry = write_file(folder, name, lines)
    manifest = Manifest.from_bytes((folder / "manifest.json").read_bytes())
    files = tuple(entry if each.name == name else each for each in manifest.files)
    facts = {field: getattr(manifest, field) for field in Manifest.__dataclass_fields__}
    (folder / "manifest.json").write_bytes(Manifest(**(facts | {"files": files})).to_bytes())


def test_a_day_between_two_and_another_day_before_are_named(tmp_path: Path, verify: Verify) -> None:
    """V06, V07."""
    house = SealedHouse(tmp_path)
    for _ in range(2):
        house.play_day(0)
    house.previous = "ab" * 32
    house.play_day(0)
    house.publish()
    status, said = verify(tmp_path)
    assert (status, names(said)) == (BROKEN, ["V06 chain-broken"])
    assert (said["faults"][0]["day"], said["faults"][0]["previous"]) == ("2026-03-30", "ab" * 32)
    shutil.rmtree(tmp_path / "day" / "2026-03-29")
    status, said = verify(tmp_path)
    assert (names(said), said["faults"][0]["day"]) == (["V07 day-missing"], "2026-03-29")


def test_one_day_alone_holds_and_the_first_day_of_a_house_has_none_before(
    two_days: Path, tmp_path: Path, verify: Verify
) -> None:
    shutil.copytree(two_days / "log", tmp_path / "log")
    shutil.copytree(two_days / "day" / "2026-03-29", tmp_path / "day" / "2026-03-29")
    status, said = verify(tmp_path)
    assert (status, said["days"], said["faults"]) == (HOLDS, 1, [])


@pytest.mark.parametrize("first", [date(2026, 3, 28), date(2026, 10, 24)])
def test_days_of_23_and_25_hours_hold(tmp_path: Path, verify: Verify, first: date) -> None:
    """V-T7."""
    house = SealedHouse(tmp_path, first=first)
    for _ in range(3):
        house.play_day(6)
    house.publish()
    assert verify(tmp_path)[0] == HOLDS
    hours = [json.loads(path.read_text())["hours"] for path in sorted(tmp_path.glob("day/*/r1/manifest.json"))]
    assert hours == [24, 23 if first.month == 3 else 25, 24]


def test_a_day_without_play_holds(tmp_path: Path, verify: Verify) -> None:
    """V-T8."""
    house = SealedHouse(tmp_path)
    folder = house.play_day(0)
    house.publish()
    assert (folder / "ledger.jsonl").stat().st_size == 0
    assert verify(tmp_path)[0] == HOLDS


def test_a_day_sealed_as_faulty_holds_and_says_so(tmp_path: Path, verify: Verify) -> None:
    """V-T9: what two persons declared is told, and breaks nothing; what they did not declare breaks."""

    def spoil(lines: dict[str, list[dict[str, Any]]]) -> None:
        report = json.loads(lines["report.json"][0]["text"])
        report["totals"][0]["turnover"] += 1
        text = canonical.text(report)
        sha256 = manifests.hashlib.sha256(text.encode()).hexdigest()
        lines["report.json"][0].update(text=text, sha256=sha256)

    declared = Fault(rule="S06", reason="A slip was counted twice.", by="one", agreed_by="another")
    for faults, status in (([declared], HOLDS), ([], BROKEN)):
        house = SealedHouse(tmp_path / str(status))
        house.play_day(4, faults=faults, spoil=spoil)
        house.publish()
        ended, said = verify(house.folder)
        told = said["declared"] if faults else said["faults"]
        assert (ended, [(each["name"], each["rule"], each["cents"]) for each in told]) == (
            status,
            [("sums-differ", "S06", 1)],
        )


def test_a_day_sealed_again_keeps_both_revisions(tmp_path: Path, verify: Verify) -> None:
    house = SealedHouse(tmp_path)
    house.play_day(0)
    house.day = date(2026, 3, 28)
    house.previous = manifests.NO_PREVIOUS
    folder = tmp_path / "day" / "2026-03-28" / "r1"
    lines = {
        path.name: [json.loads(line) for line in path.read_text().splitlines()]
        for path in folder.iterdir()
        if path.suffix in (".json", ".jsonl") and path.name != "manifest.json"
    }
    house.seal(lines, revision=2)
    house.play_day(2)
    house.publish()
    status, said = verify(tmp_path)
    assert (status, said["days"]) == (HOLDS, 3)


def test_persons_erased_leave_every_seal_whole(two_days: Path, verify: Verify) -> None:
    """V-T11: a commitment needs neither record nor salt to be sealed, and says nothing without them."""
    line = json.loads(next(two_days.glob("day/*/r1/persons.jsonl")).read_text().splitlines()[0])
    assert set(line) == {"id", "at", "commitment"}
    assert verify(two_days)[0] == HOLDS


# Usage, languages.


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["--key", "nonsense"],
        ["--key", WITNESSES[0].verifier.vkey],
        ["--key", HOUSE.verifier.vkey.replace("c5c24307", "c5c24308")],
        [*KEY, "--quorum", "1"],
        [*KEY, *QUORUM, "--quorum", "4"],
        [*KEY, *QUORUM[:2], *QUORUM[:2]],
        [*KEY, "--since", "nowhere"],
        [*KEY, "--unknown"],
    ],
)
def test_wrong_usage_is_not_a_verdict(two_days: Path, words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert verify_days.main([str(two_days), *words]) == USAGE
    assert capsys.readouterr().out == ""


def test_a_folder_without_a_log_is_wrong_usage(tmp_path: Path, verify: Verify) -> None:
    assert verify(tmp_path)[0] == USAGE
    (tmp_path / "log").mkdir()
    assert names(verify(tmp_path)[1]) == ["V09 file-missing"]


def test_the_first_line_of_a_fault_is_the_same_in_every_language(
    days: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (last_day(days) / "bets.jsonl.leaves").unlink()
    said = []
    for language in verify_days.LANGUAGES:
        assert verify_days.main([str(days), *KEY, "--language", language]) == BROKEN
        said.append(capsys.readouterr().out.splitlines())
    assert {lines[1] for lines in said} == {"V09 file-missing day=2026-03-29 revision=1 file=bets.jsonl.leaves"}
    assert [lines[2].strip() for lines in said] == ["The file is missing.", "Falta o ficheiro.", "Fișierul lipsește."]
    assert [verify_days.language_of(each) for each in ("pt_PT.UTF-8", "ro", "C", "")] == ["pt", "ro", "en", "en"]


def test_every_sentence_names_the_same_facts_in_every_language() -> None:
    for name, (code, *sentences) in verify_days.KINDS.items():
        wanted = [{part.split("}")[0] for part in each.split("{")[1:]} for each in sentences]
        assert wanted[0] == wanted[1] == wanted[2], name
        assert code[0] == "V"
    assert {code for code, *_ in verify_days.KINDS.values()} == {f"V{number:02d}" for number in range(1, 21)}
    assert HOUSE.name == ORIGIN


@pytest.mark.parametrize(
    "note", [b"", b"x", b"casa.example/sabot/days\n5\n\n", b"a\n1\nAA==\n\n\xe2\x80\x94 a AA==\n", b"\xff\n"]
)
def test_a_checkpoint_that_is_no_note_is_named(days: Path, verify: Verify, note: bytes) -> None:
    """V01."""
    (days / "log" / "checkpoint").write_bytes(note)
    status, said = verify(days)
    assert (status, names(said)) == (BROKEN, ["V01 note-malformed"])


def test_a_touched_part_of_the_published_log_is_named(days: Path, verify: Verify) -> None:
    """V18."""
    (path,) = sorted((days / "log" / "tile" / "0").rglob("*"), key=lambda each: each.is_dir())[:1]
    block = bytearray(path.read_bytes())
    block[40] ^= 1
    path.write_bytes(bytes(block))
    status, said = verify(days)
    assert (status, names(said)) == (BROKEN, ["V18 log-touched"])
