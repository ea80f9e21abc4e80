"""Sealed days: what their files say, that they are sealed once, in order and the same after any crash."""

import json
import shutil
import uuid
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from django.conf import LazySettings
from django.db import DatabaseError, connection, transaction

from players.roles import Role
from reporting.evidence import canonical
from reporting.evidence.manifests import NO_PREVIOUS, Manifest, file_entry
from reporting.evidence.tree import hashes, leaf_hash
from reporting.models import DaySalt, LeafKind, LogLeaf, PersonRecord, SealedDay, SealMark
from reporting.operations import faulty_days, make_daily_report, make_due_reports, sealed_days
from reporting.operations.faulty_days import FaultyDayRejected, FaultyDayRejection
from reporting.operations.sealed_days import SealFault, SealState, seal_day, seal_due
from tables.models import Bet, Incident, Round
from tests.connections import newest_transaction
from tests.factories import BANCA_WINS_WITH_5, NOON, PONTO_WINS, Floor
from tests.rules import rule
from tests.settled import days_settle
from tests.tampering import as_owner, past_triggers

pytestmark = pytest.mark.django_db

DAY = NOON.date()
AFTER = datetime(2026, 3, 11, 0, 30, tzinfo=UTC)
FILES = [
    "acts.jsonl",
    "bets.jsonl",
    "court.jsonl",
    "files.json",
    "judged.jsonl",
    "ledger.jsonl",
    "persons.jsonl",
    "report.json",
    "rounds.jsonl",
    "rules.jsonl",
    "sessions.jsonl",
    "signins.jsonl",
    "slips.jsonl",
    "software.json",
]


@pytest.fixture(autouse=True)
def evidence(settings: LazySettings, tmp_path: Path) -> Iterator[Path]:
    """Days are sealed into a folder of the test; no transaction but its own is under way."""
    settings.EVIDENCE_DIR = tmp_path / "evidence"
    with days_settle():
        yield settings.EVIDENCE_DIR


def _played() -> Floor:
    """A day with bets that win and lose, a refused slip, a void round, and a seat that ended."""
    floor = Floor()
    table_id = floor.table(code="mesa-um")
    ana, rui = floor.player("ana"), floor.player("rui")
    for player in (ana, rui):
        floor.sit(player, table_id)
    floor.open_round(table_id, PONTO_WINS)
    floor.bet(ana, table_id, ponto=20_00)
    floor.bet(rui, table_id, banca=50_00, empate=10_00)
    floor.settle(table_id)
    floor.open_round(table_id, BANCA_WINS_WITH_5)
    floor.bet(ana, table_id, banca=30_00)
    with pytest.raises(Exception, match="short"):
        floor.bet(rui, table_id, ponto=500_00, banca=900_00)
    floor.settle(table_id)
    floor.open_round(table_id)
    floor.bet(ana, table_id, ponto=20_00)
    floor.void(table_id, reason="carta à vista")
    return floor


def _reported(now: datetime = AFTER) -> None:
    make_due_reports(now=now)


def _lines(folder: Path, name: str) -> list[dict[str, Any]]:
    with (folder / name).open("rb") as file:
        return [canonical.parse(line) for line in file]


def _folder(root: Path, day: date = DAY) -> Path:
    return root / "day" / day.isoformat() / "r1"


def test_a_day_is_sealed_with_everything_that_happened(evidence: Path) -> None:
    floor = _played()
    _reported()
    (tried,) = seal_due(now=AFTER)
    assert (tried.day, tried.state, tried.revision, tried.faults) == (DAY, SealState.SEALED, 1, ())
    folder = _folder(evidence)
    manifest = Manifest.from_bytes((folder / "manifest.json").read_bytes())
    assert manifest.sha256 == tried.sha256 == SealedDay.objects.get().sha256
    assert (manifest.day, manifest.hours, manifest.previous) == (DAY, 24, NO_PREVIOUS)
    assert [entry.name for entry in manifest.files] == FILES
    for entry in manifest.files:
        block = (folder / entry.name).read_bytes()
        found = file_entry(entry.name, block.splitlines(keepends=True))
        assert found == entry
        leaves = hashes((folder / f"{entry.name}.leaves").read_bytes())
        assert leaves == [leaf_hash(line) for line in block.splitlines(keepends=True)]
    leaf = LogLeaf.objects.get(kind=LeafKind.DAY)
    assert leaf.facts == {"day": DAY.isoformat(), "revision": 1, "manifest": manifest.sha256}
    floor.prove()


def test_lines_say_what_the_rows_say(evidence: Path) -> None:
    floor = _played()
    _reported()
    seal_due(now=AFTER)
    folder = _folder(evidence)
    ledger = _lines(folder, "ledger.jsonl")
    assert [line["id"] for line in ledger] == sorted(line["id"] for line in ledger)
    assert sum(line["amount"] for line in ledger if line["code"] == "stake") == 130_00
    own = [line for line in ledger if line["player"]]
    for line in own:
        step = line["amount"] if line["credit_kind"] == "player" else -line["amount"]
        assert line["after"] - line["before"] == step
    rounds = _lines(folder, "rounds.jsonl")
    assert [(line["phase"], line["winner"]) for line in rounds] == [
        ("settled", "ponto"),
        ("settled", "banca"),
        ("void", ""),
    ]
    assert rounds[0]["sums"] == [
        {"chance": "banca", "cents": 50_00},
        {"chance": "empate", "cents": 10_00},
        {"chance": "ponto", "cents": 20_00},
    ]
    assert [proof["card"] for proof in rounds[0]["proofs"]] == rounds[0]["cards"]
    assert rounds[2]["void_reason"] == "carta à vista"
    (rules,) = _lines(folder, "rules.jsonl")
    assert {line["rules_digest"] for line in rounds} == {rules["digest"]}
    assert rules["version"] == rounds[0]["rules"] == "mesa-um/v1"
    bets = _lines(folder, "bets.jsonl")
    assert [(line["chance"], line["outcome"]) for line in bets if line["round"] == rounds[2]["code"]] == [
        ("ponto", "void")
    ]
    assert len(bets) == 5
    slips = _lines(folder, "slips.jsonl")
    assert [line["accepted"] for line in slips].count(False) == 1
    (refused,) = [line["rejection"] for line in slips if not line["accepted"]]
    assert set(refused) == {"reason", "rule", "chance", "asked", "most"}
    (report,) = _lines(folder, "report.json")
    assert json.loads(report["text"])["reconciles"] is True
    floor.prove()


def test_the_digest_of_rules_is_that_of_the_log(evidence: Path) -> None:
    _played()
    _reported()
    seal_due(now=AFTER)
    from reporting.operations import log

    log.number_waiting()
    (rules,) = _lines(_folder(evidence), "rules.jsonl")
    told = canonical.parse((LogLeaf.objects.get(kind=LeafKind.RULES).data or "").encode())
    assert (told["version"], told["digest"]) == (rules["version"], rules["digest"])


def test_nothing_personal_stands_in_a_sealed_file(evidence: Path) -> None:
    floor = _played()
    _reported()
    seal_due(now=AFTER)
    block = b"".join(path.read_bytes() for path in _folder(evidence).iterdir() if path.name != "software.json")
    for word in ("Reis", "Rua da Prata", "@sabot.example", "1990-05-04", "PT50", "127.0.0.1", "jogador"):
        assert word.encode() not in block
    floor.prove()


def test_persons_are_committed_to_under_a_salt(evidence: Path) -> None:
    _played()
    _reported()
    seal_due(now=AFTER)
    lines = _lines(_folder(evidence), "persons.jsonl")
    assert len(lines) == 2
    for line in lines:
        row = PersonRecord.objects.get(commitment=line["commitment"])
        record = json.loads(row.record)
        assert canonical.commitment(bytes(row.salt or b""), record).hex() == line["commitment"]
        assert record["full_name"] == "Ana Maria Reis"
        assert str(row.person.public_id) == line["id"]


@rule("PT-56", asserts="what a sealed day commits to of a person cannot be erased before ten years are over")
def test_records_stay_until_ten_years_are_over() -> None:
    _played()
    _reported()
    seal_due(now=AFTER)
    early, late = "2036-03-09T00:00Z", "2036-03-10T00:00Z"
    for table, values in (
        ("reporting_personrecord", "salt = NULL, record = ''"),
        ("reporting_daysalt", "salt = NULL"),
    ):
        for moment, said in ((early, "until its term is over"), (late, "two persons have not agreed")):
            statement = f"UPDATE {table} SET {values}, erased_at = %s"
            with as_owner(), pytest.raises(DatabaseError, match=said), transaction.atomic():
                connection.cursor().execute(statement, [moment])
    assert PersonRecord.objects.exclude(record="").count() == 2
    assert DaySalt.objects.get().salt is not None


def test_days_are_chained_in_their_order(evidence: Path) -> None:
    _played()
    later = AFTER + timedelta(days=2)
    _reported(later)
    tried = seal_due(now=later)
    assert [one.day for one in tried] == [DAY, DAY + timedelta(days=1), DAY + timedelta(days=2)]
    manifests = [Manifest.from_bytes((_folder(evidence, one.day) / "manifest.json").read_bytes()) for one in tried]
    assert [one.previous for one in manifests] == [NO_PREVIOUS, manifests[0].sha256, manifests[1].sha256]
    assert next(entry.rows for entry in manifests[1].files if entry.name == "rounds.jsonl") == 0


@pytest.mark.parametrize(("day", "hours"), [(date(2026, 3, 29), 23), (date(2026, 10, 25), 25)])
def test_days_of_the_clock_change_have_their_hours(evidence: Path, day: date, hours: int) -> None:
    floor = Floor(now=datetime.combine(day, NOON.timetz()))
    floor.player("ana")
    table_id = floor.table()
    floor.open_round(table_id)
    floor.settle(table_id)
    now = datetime.combine(day + timedelta(days=1), NOON.timetz())
    _reported(now)
    (tried,) = seal_due(now=now)
    assert tried.state is SealState.SEALED
    assert Manifest.from_bytes((_folder(evidence, day) / "manifest.json").read_bytes()).hours == hours


def test_a_sealed_day_is_not_sealed_again(evidence: Path) -> None:
    _played()
    _reported()
    (first,) = seal_due(now=AFTER)
    before = {path.name: path.stat().st_mtime_ns for path in _folder(evidence).iterdir()}
    assert seal_due(now=AFTER + timedelta(hours=1)) == ()
    assert seal_day(day=DAY, now=AFTER + timedelta(hours=1)) == first
    assert {path.name: path.stat().st_mtime_ns for path in _folder(evidence).iterdir()} == before


def test_a_day_waits_until_it_is_over_and_reported() -> None:
    _played()
    assert seal_due(now=AFTER) == ()
    _reported()
    assert seal_due(now=datetime(2026, 3, 11, 0, 4, tzinfo=UTC)) == ()
    assert seal_day(day=DAY, now=NOON).state is SealState.WAITS
    assert seal_day(day=DAY + timedelta(days=1), now=AFTER).state is SealState.WAITS


@pytest.mark.django_db(transaction=True)
def test_a_look_waits_for_the_newest_transaction_too() -> None:
    _played()
    _reported()
    with newest_transaction() as number:
        seal_day(day=DAY, now=AFTER)
        assert SealMark.objects.get().horizon > number


def test_transactions_of_the_day_hold_the_seal_back_and_are_told_of() -> None:
    _played()
    _reported()
    with days_settle(over=False):
        assert seal_day(day=DAY, now=AFTER).faults == ()
        assert seal_day(day=DAY, now=AFTER + timedelta(minutes=6)).faults == (SealFault.HORIZON,)
    assert SealMark.objects.get().faults == ["horizon"]
    assert seal_day(day=DAY, now=AFTER + timedelta(minutes=7)).state is SealState.SEALED
    assert SealMark.objects.get().faults == []


class Died(BaseException):
    """The process ends here."""


@pytest.mark.parametrize(
    "place",
    ["_commit_to_persons", "_checked", "_written", "_manifest", "finish", "tell_log", "tell"],
)
@pytest.mark.parametrize("when", ["before", "after"])
def test_a_killed_seal_goes_on_and_makes_the_same_bytes(evidence: Path, place: str, when: str) -> None:
    _played()
    _reported()
    real = getattr(sealed_days, place)

    def dies(*arguments: Any, **named: Any) -> Any:
        if when == "after":
            real(*arguments, **named)
        raise Died

    with mock.patch.object(sealed_days, place, dies), pytest.raises(Died):
        seal_day(day=DAY, now=AFTER)
    assert not SealedDay.objects.exists()
    left = _folder(evidence) / "manifest.json"
    before = left.read_bytes() if left.exists() else None
    tried = seal_day(day=DAY, now=AFTER + timedelta(minutes=3))
    assert tried.state is SealState.SEALED
    assert SealedDay.objects.get().sealed_at == AFTER
    assert before in (None, left.read_bytes())
    assert LogLeaf.objects.filter(kind=LeafKind.DAY).count() == 1


def test_a_full_disk_leaves_no_half_of_a_day_and_the_next_try_seals(evidence: Path) -> None:
    _played()
    _reported()
    with mock.patch("reporting.sealing.folders.os.fsync", side_effect=OSError(28, "No space left on device")):
        tried = seal_day(day=DAY, now=AFTER)
        seal_day(day=DAY, now=AFTER)
    assert (tried.state, tried.faults) == (SealState.FAULTY, (SealFault.DISK,))
    assert not _folder(evidence).exists()
    assert Incident.objects.filter(kind="day-unsealed").count() == 1
    assert seal_day(day=DAY, now=AFTER).state is SealState.SEALED


def _broken(floor: Floor) -> None:
    """A bet edited behind the ledger: the day's report does not reconcile."""
    with past_triggers():
        bet = Bet.objects.filter(outcome="win").order_by("pk")[0]
        Bet.objects.filter(pk=bet.pk).update(prize=bet.prize + 1)


def test_a_day_that_does_not_hold_is_not_sealed_and_opens_one_incident(evidence: Path) -> None:
    _broken(_played())
    _reported()
    for _ in range(2):
        (tried,) = seal_due(now=AFTER)
    assert (tried.state, tried.faults) == (SealState.FAULTY, (SealFault.REPORT,))
    assert not evidence.exists()
    (incident,) = Incident.objects.filter(kind="day-unsealed")
    assert (incident.subject, incident.facts["reason"]) == ("2026-03-10", "S06")


def test_two_persons_seal_a_faulty_day_and_the_manifest_says_so(evidence: Path) -> None:
    floor = _played()
    _broken(floor)
    _reported()
    first, second = floor.staff(Role.COMPLIANCE), floor.staff(Role.SUPERVISOR)
    made = faulty_days.propose_faulty_day(
        day=DAY, reason="aposta corrigida à mão", by=first.id, idempotency_key=uuid.uuid4(), now=AFTER
    )
    with pytest.raises(FaultyDayRejected) as refused:
        faulty_days.approve_faulty_day(proposal_id=made.proposal_id, by=first.id, now=AFTER)
    assert refused.value.reason is FaultyDayRejection.OWN_PROPOSAL
    assert seal_due(now=AFTER)[0].state is SealState.FAULTY
    faulty_days.approve_faulty_day(proposal_id=made.proposal_id, by=second.id, now=AFTER)
    (tried,) = seal_due(now=AFTER)
    assert (tried.state, tried.faults) == (SealState.SEALED, (SealFault.REPORT,))
    (fault,) = Manifest.from_bytes((_folder(evidence) / "manifest.json").read_bytes()).faults
    assert (fault.rule, fault.reason, fault.by, fault.agreed_by) == (
        "S06",
        "aposta corrigida à mão",
        first.key,
        second.key,
    )


def test_faulty_days_are_refused_with_their_reason() -> None:
    floor = _played()
    _reported()
    compliance = floor.staff(Role.COMPLIANCE)

    def propose(reason: str = "engano", key: uuid.UUID | None = None) -> faulty_days.FaultyDayActed:
        return faulty_days.propose_faulty_day(
            day=DAY, reason=reason, by=compliance.id, idempotency_key=key or uuid.uuid4(), now=AFTER
        )

    def why(act: Any) -> FaultyDayRejection:
        with pytest.raises(FaultyDayRejected) as refused:
            act()
        return refused.value.reason

    assert why(lambda: propose("")) is FaultyDayRejection.NO_REASON
    assert why(propose) is FaultyDayRejection.NO_FAULTS
    _broken(floor)
    make_daily_report(day=DAY, now=AFTER)
    key = uuid.uuid4()
    made = propose(key=key)
    assert propose(key=key).repeat
    assert why(lambda: propose("outra razão", key)) is FaultyDayRejection.KEY_REUSED
    assert why(propose) is FaultyDayRejection.ALREADY_PROPOSED
    with mock.patch.object(faulty_days, "faults_of", return_value=(SealFault.LOG_SPLIT,)):
        assert why(propose) is FaultyDayRejection.NOT_ACCEPTABLE
    other, late = floor.staff(Role.SUPERVISOR), AFTER + timedelta(minutes=1)
    faulty_days.reject_faulty_day(proposal_id=made.proposal_id, reason="corrige-se antes", by=other.id, now=late)
    for decide in (
        lambda: faulty_days.approve_faulty_day(proposal_id=made.proposal_id, by=other.id, now=late),
        lambda: faulty_days.reject_faulty_day(proposal_id=made.proposal_id, reason="não", by=other.id, now=late),
    ):
        assert why(decide) is FaultyDayRejection.ALREADY_DECIDED
    assert why(lambda: faulty_days.approve_faulty_day(proposal_id=0, by=other.id, now=late)) is (
        FaultyDayRejection.NO_SUCH_PROPOSAL
    )


def test_a_seal_without_its_leaf_or_with_faults_of_one_person_is_refused() -> None:
    _played()
    _reported()
    seal_due(now=AFTER)
    with pytest.raises(DatabaseError, match="says otherwise"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO reporting_sealedday (day, revision, manifest, sha256, rows, size, sealed_at, faults, leaf_id)"
            " SELECT day, 2, manifest, sha256, rows, size, sealed_at, faults, leaf_id FROM reporting_sealedday"
        )


def test_a_lost_folder_is_written_again_with_the_same_bytes(evidence: Path, tmp_path: Path) -> None:
    _played()
    _reported()
    seal_due(now=AFTER)
    kept = {path.name: path.read_bytes() for path in _folder(evidence).iterdir()}
    shutil.rmtree(evidence)
    again = sealed_days.write_again(day=DAY, root=tmp_path / "again")
    assert again is not None
    assert {path.name: path.read_bytes() for path in again.iterdir()} == kept


@rule("PT-61", asserts="A day that is sealed without the six files says why: not tried, no play, or what kept them.")
def test_a_day_without_the_six_files_says_why(evidence: Path) -> None:
    _played()
    _reported()
    seal_due(now=AFTER)
    after = AFTER + timedelta(days=1)
    _reported(after)
    seal_due(now=after)
    told = [_lines(_folder(evidence, DAY + timedelta(days=number)), "files.json")[0] for number in range(2)]
    assert [each["reason"] for each in told] == ["not-tried", "no-play"]
    assert [(each["package"], each["files"]) for each in told] == [(None, [])] * 2


def test_days_sealed_before_the_reason_was_kept_are_written_again(evidence: Path, tmp_path: Path) -> None:
    _played()
    _reported()
    with mock.patch.object(sealed_days, "why_not_made", return_value=""):
        seal_due(now=AFTER)
    before = (_folder(evidence) / "files.json").read_bytes()
    assert b'"reason":"not-made"' in before
    shutil.rmtree(evidence)
    folder = sealed_days.write_again(day=DAY, root=tmp_path / "again")
    assert folder is not None
    assert (folder / "files.json").read_bytes() == before


def test_a_folder_of_edited_rows_is_not_written_again(tmp_path: Path) -> None:
    _played()
    _reported()
    seal_due(now=AFTER)
    with past_triggers():
        Round.objects.filter(phase="settled").update(winner="empate")
    assert sealed_days.write_again(day=DAY, root=tmp_path / "again") is None
