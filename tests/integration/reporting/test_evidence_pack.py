"""The evidence pack (G3): the same bytes for the same round, whole for staff, one's own for a player."""

import hashlib
import io
import json
import subprocess
import sys
import uuid
import zipfile
from datetime import timedelta
from pathlib import Path

import pypdf
import pytest
from django.utils import timezone, translation

from casino.stories import evidence as wording
from casino.stories import round_story
from reporting.files import evidence
from tables.models import Bet, Round, Table
from tables.operations.connections import Closed, Opened, note_connections
from tables.queries import evidence_of
from tests.factories import BANCA_WINS_WITH_5, PONTO_E_BANCA, Floor
from tests.tampering import past_triggers


def played(floor: Floor) -> tuple[str, int, int]:
    """A settled round of two players; its code and the players' ids."""
    table = floor.table(PONTO_E_BANCA, code="praia")
    ana, rui = floor.player("ana"), floor.player("rui")
    floor.sit(ana, table)
    floor.sit(rui, table)
    code = floor.open_round(table, BANCA_WINS_WITH_5)
    floor.wait(seconds=2)
    floor.bet(ana, table, ponto=2_00, empate=1_00)
    floor.bet(rui, table, banca=7_00)
    floor.settle(table)
    return code, ana.id, rui.id


def packed(code: str, person_id: int | None, language: str = "pt") -> evidence.Pack:
    facts = evidence_of(round_code=code, person_id=person_id, now=timezone.now())
    assert facts is not None
    with translation.override(language):
        return evidence.pack(facts, wording.printed(facts), wording.readme(facts))


def opened(pack: evidence.Pack) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(pack.content)) as files:
        return {name: files.read(name) for name in files.namelist()}


def test_the_same_round_is_the_same_bytes(floor: Floor) -> None:
    code, _, _ = played(floor)
    assert packed(code, None) == packed(code, None)


@pytest.mark.parametrize(
    ("language", "zone"),
    [("pt", "Portugal continental"), ("en", "mainland Portugal"), ("ro", "Portugaliei continentale")],
)
def test_each_file_of_the_pack_says_whose_clock_it_tells(floor: Floor, language: str, zone: str) -> None:
    """The document is read in Portugal's time, and the file for programs in UTC: the pack says so of both."""
    code, _, _ = played(floor)
    files = opened(packed(code, None, language))
    readme = files["README.txt"].decode().splitlines()
    assert [line for line in readme if zone in line and f"{code}.pdf" in line]
    assert [line for line in readme if "UTC" in line and "round.json" in line]
    sheets = [page.extract_text() for page in pypdf.PdfReader(io.BytesIO(files[f"{code}.pdf"])).pages]
    assert all(zone in text.replace("\n", " ") for text in sheets)


def test_the_manifest_names_every_other_file_by_its_digest(floor: Floor) -> None:
    code, _, _ = played(floor)
    files = opened(packed(code, None))
    manifest = json.loads(files.pop("manifest.json"))
    assert manifest["sha256"] == {name: hashlib.sha256(content).hexdigest() for name, content in files.items()}
    assert files[f"{code}.pdf"].startswith(b"%PDF-")
    assert set(files) == {f"{code}.pdf", "round.json", "proof.json", "verify_shoe.py", "README.txt"}


def test_the_verifier_in_the_pack_proves_the_cards_in_the_pack(floor: Floor, tmp_path: Path) -> None:
    code, _, _ = played(floor)
    files = opened(packed(code, None))
    for name in ("proof.json", "verify_shoe.py"):
        (tmp_path / name).write_bytes(files[name])
    done = subprocess.run(
        [sys.executable, "-I", "verify_shoe.py", "proof.json"], cwd=tmp_path, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_a_pack_without_single_proofs_says_so_and_its_verifier_does_not_prove(floor: Floor, tmp_path: Path) -> None:
    code, _, _ = played(floor)
    with past_triggers():
        Round.objects.filter(code=code).update(proofs=[])
    files = opened(packed(code, None))
    document = json.loads(files["round.json"])
    assert (document["agrees"], document["replay"]["proofs"]) == (True, "not-kept")
    for name in ("proof.json", "verify_shoe.py"):
        (tmp_path / name).write_bytes(files[name])
    done = subprocess.run(
        [sys.executable, "-I", "verify_shoe.py", "proof.json"], cwd=tmp_path, capture_output=True, check=False
    )
    assert (done.returncode, done.stdout.startswith(b"NOTHING SHOWN")) == (3, True)


def test_staff_see_everybody_and_the_settlement_anew(floor: Floor) -> None:
    code, _, _ = played(floor)
    document = json.loads(opened(packed(code, None))["round.json"])
    assert document["agrees"]
    assert document["whole"]
    assert {(bet["player"], bet["chance"], bet["agrees"]) for bet in document["bets"]} == {
        ("ana", "ponto", True),
        ("ana", "empate", True),
        ("rui", "banca", True),
    }
    assert all(bet["again"] == bet["stored"] for bet in document["bets"])
    assert {one["player"] for one in document["sessions"]} == {"ana", "rui"}


def test_a_player_sees_nothing_of_the_others(floor: Floor) -> None:
    code, ana, _ = played(floor)
    files = opened(packed(code, ana))
    document = json.loads(files["round.json"])
    assert not document["whole"]
    assert {bet["player"] for bet in document["bets"]} == {"ana"}
    assert {slip["player"] for slip in document["slips"]} == {"ana"}
    assert b"rui" not in files["round.json"]
    assert len(document["ledger"]) == 1


def test_a_stranger_to_the_round_gets_only_what_is_everybodys(floor: Floor) -> None:
    code, _, _ = played(floor)
    document = json.loads(opened(packed(code, floor.player("eva").id))["round.json"])
    assert (document["bets"], document["slips"], document["ledger"], document["sessions"]) == ([], [], [], [])


@pytest.mark.parametrize("language", ["pt", "en", "ro"])
def test_every_language_prints(floor: Floor, language: str) -> None:
    code, _, _ = played(floor)
    assert opened(packed(code, None, language))[f"{code}.pdf"].startswith(b"%PDF-")


def test_connections_of_the_round_are_in_it_and_stay_as_they_were(floor: Floor) -> None:
    code, ana, rui = played(floor)
    table, process, seen = Table.objects.get(code="praia").id, uuid.uuid4(), floor.now
    lost, kept = uuid.uuid4(), uuid.uuid4()
    began = Round.objects.get(code=code).opened_at
    since = began - timedelta(minutes=1)
    note_connections(
        process=process,
        opened=[
            Opened(lost, ana, table, since, "192.0.2.7", "Firefox · Linux"),
            Opened(kept, rui, table, since, "2001:db8:1:2::3", "Safari · iPhone"),
        ],
        closed=[Closed(lost, began + timedelta(seconds=1), 1006)],
        now=seen,
    )
    first = packed(code, None)
    told = json.loads(opened(first)["round.json"])["connections"]
    assert [(one["player"], one["end"], one["address"]) for one in told] == [
        ("ana", "closed", "192.0.…"),
        ("rui", "held", "2001:db8:1:…"),
    ]
    note_connections(
        process=process, opened=[], closed=[Closed(kept, floor.now + timedelta(hours=1), 1000)], now=floor.now
    )
    assert packed(code, None) == first
    own = json.loads(opened(packed(code, ana))["round.json"])["connections"]
    assert [(one["player"], one["address"]) for one in own] == [("ana", "192.0.2.7")]


def test_a_bet_that_was_paid_wrongly_is_said(db: None) -> None:
    floor = Floor()
    code, _, _ = played(floor)
    with past_triggers():
        Bet.objects.filter(chance="banca").update(prize=1, returned=7_01)
    facts = evidence_of(round_code=code, person_id=None, now=timezone.now())
    assert facts is not None
    assert not facts.agrees
    assert wording.verdict(facts)["tone"] == "bad"
    document = evidence.document(facts)
    assert [bet["chance"] for bet in document["bets"] if not bet["agrees"]] == ["banca"]
    assert document["replay"]["findings"]


def test_a_void_round_has_its_reason_and_gives_all_back(floor: Floor) -> None:
    table = floor.table(PONTO_E_BANCA)
    ana = floor.player("ana")
    floor.sit(ana, table)
    code = floor.open_round(table)
    floor.bet(ana, table, ponto=2_00)
    floor.void(table, reason="#strong[carta] = virada $ antes @ tempo")
    facts = evidence_of(round_code=code, person_id=ana.id, now=timezone.now())
    assert facts is not None
    assert facts.agrees
    assert "#strong[carta]" in " ".join(round_story.story(facts))
    assert evidence.pack(facts, wording.printed(facts), "").files == 6


def test_a_round_in_play_has_no_evidence_yet(floor: Floor) -> None:
    table = floor.table(PONTO_E_BANCA)
    code = floor.open_round(table)
    assert evidence_of(round_code=code, person_id=None, now=timezone.now()) is None
    assert evidence_of(round_code="nada-20260101-1", person_id=None, now=timezone.now()) is None
