"""One question to a sealed day: its lines, the proof that they are in it, and the log of who asked."""

import hashlib
import json
import shutil
from base64 import b64decode
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.utils import timezone

from players.roles import Role
from reporting.evidence import tree
from reporting.evidence.manifests import Manifest
from reporting.models import ExportLog
from reporting.operations.sealed_lines import Answer, LinesRejected, LinesRejection, take_sealed_lines
from reporting.sealing.questions import Asked
from tests.factories import BANCA_WINS_WITH_5, MACAU, Floor
from tests.rules import rule
from tests.settled import seal_days
from tests.tampering import past_triggers
from wallet.models import Transfer

pytestmark = pytest.mark.usefixtures("evidence")


@pytest.fixture
def house(floor: Floor) -> SimpleNamespace:
    """The day before yesterday, with three rounds of one player; an inspector."""
    floor.now = timezone.now() - timedelta(days=2)
    player = floor.player(cents=1_000_00)
    table = floor.table(MACAU, code="macau-1")
    floor.sit(player, table)
    codes = []
    for _ in range(3):
        codes.append(floor.open_round(table, BANCA_WINS_WITH_5))
        floor.bet(player, table, banca=100_00, ponto=20_00)
        floor.settle(table)
    return SimpleNamespace(codes=codes, floor=floor, table=table, player=player, by=floor.staff(Role.INSPECTOR).id)


def ask(house: SimpleNamespace, asked: Asked, code: str) -> Answer:
    return take_sealed_lines(asked=asked, code=code, by=house.by, now=timezone.now())


def rejected(house: SimpleNamespace, asked: Asked, code: str) -> LinesRejection:
    with pytest.raises(LinesRejected) as caught:
        ask(house, asked, code)
    assert not ExportLog.objects.exists(), "nothing left the house"
    return caught.value.reason


@rule(
    "PT-56",
    asserts="a round asked for by its code comes out of the sealed day with its bets, each line leads to the root of "
    "its file, the manifest to a leaf of the signed log, and the log of exports names who asked",
)
def test_a_round_comes_with_its_bets_and_the_proof(house: SimpleNamespace) -> None:
    seal_days()
    answer = ask(house, Asked.ROUND, f" {house.codes[1]} ")
    assert [(line.file, json.loads(line.text).get("chance")) for line in answer.lines] == [
        ("rounds.jsonl", None),
        ("bets.jsonl", "banca"),
        ("bets.jsonl", "ponto"),
    ]
    document = json.loads(answer.document)
    manifest_bytes = document["manifest"].encode() + b"\n"
    files = {entry.name: entry for entry in Manifest.from_bytes(manifest_bytes).files}
    for line in document["lines"]:
        entry = files[line["file"]]
        tree.verify_inclusion(
            index=line["number"] - 1,
            size=entry.rows,
            leaf=tree.leaf_hash(line["text"].encode() + b"\n"),
            proof=[bytes.fromhex(each) for each in line["path"]],
            expected=bytes.fromhex(entry.root),
        )
    signed = document["log"]
    assert json.loads(signed["leaf"])["manifest"] == hashlib.sha256(manifest_bytes).hexdigest() == answer.sha256
    note = signed["checkpoint"].split("\n")
    tree.verify_inclusion(
        index=signed["number"],
        size=int(note[1]),
        leaf=tree.leaf_hash(signed["leaf"].encode()),
        proof=[bytes.fromhex(each) for each in signed["path"]],
        expected=b64decode(note[2]),
    )
    kept = ExportLog.objects.get()
    assert (kept.what, kept.by_id, kept.rows) == ("sealed-lines", house.by, 3)
    assert kept.filter["code"] == house.codes[1]
    assert kept.sha256 == hashlib.sha256(answer.document).hexdigest()


def test_a_line_of_the_ledger_by_its_number(house: SimpleNamespace) -> None:
    seal_days()
    number = Transfer.objects.order_by("pk").values_list("pk", flat=True)[2]
    answer = ask(house, Asked.LEDGER, str(number))
    assert [json.loads(line.text)["id"] for line in answer.lines] == [number]


@pytest.mark.parametrize("code", ["", "macau-9-000001", "1", "%", "x" * 60, "macau-1-00000"])
def test_nothing_has_that_code(house: SimpleNamespace, code: str) -> None:
    seal_days()
    assert rejected(house, Asked.ROUND, code) is LinesRejection.NO_SUCH


@pytest.mark.parametrize("code", ["", "x", "-1", "0", "9" * 19, "9" * 60, "1e3", "²", "1.0"])
def test_nothing_in_the_ledger_has_that_number(house: SimpleNamespace, code: str) -> None:
    seal_days()
    assert rejected(house, Asked.LEDGER, code) is LinesRejection.NO_SUCH


def test_a_round_in_play_is_told_on_the_day_it_ends(house: SimpleNamespace) -> None:
    seal_days()
    house.floor.now = timezone.now()
    code = house.floor.open_round(house.table, BANCA_WINS_WITH_5)
    assert rejected(house, Asked.ROUND, code) is LinesRejection.NOT_ENDED
    house.floor.settle(house.table)
    assert rejected(house, Asked.ROUND, code) is LinesRejection.NOT_SEALED


def test_a_folder_that_is_gone_is_written_anew_if_the_rows_make_it(house: SimpleNamespace, evidence: Path) -> None:
    seal_days()
    shutil.rmtree(evidence)
    assert len(ask(house, Asked.ROUND, house.codes[0]).lines) == 3


def test_a_touched_row_and_no_folder_answer_nothing(house: SimpleNamespace, evidence: Path) -> None:
    seal_days()
    shutil.rmtree(evidence)
    with past_triggers():
        Transfer.objects.filter(pk=Transfer.objects.first().pk).update(reference="touched")
    assert rejected(house, Asked.ROUND, house.codes[0]) is LinesRejection.LOST
