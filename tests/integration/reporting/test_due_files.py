"""Each day's files lie in the safe by 04:00: made by themselves, tried again, told when late."""

import hashlib
import json
import shutil
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from io import StringIO
from pathlib import Path
from time import monotonic, sleep
from unittest.mock import Mock

import pytest
import time_machine
from django.conf import LazySettings
from django.core.management import CommandError, call_command
from django.utils import timezone

from casino import tasks
from casino.adapters.packer import Sandbox
from demonstration import first_hours
from kernel.calendar import lisbon_date
from players.events.queries import EventName, events
from players.models import ExclusionKind
from players.protection.operations.exclusion import exclude
from reporting.making.figures import SETTLED_FOR
from reporting.models import SafeMark, SafePackage, SafeParcel
from reporting.operations import log, make_due_reports, safe_files
from reporting.operations.due_files import AGAIN, FilesTrouble, FilesTry, deliver_due
from reporting.operations.exporting_days import export_days
from reporting.operations.safe_files import make_files
from reporting.operations.sealed_days import SealState, seal_due
from reporting.queries.safe_files import due_at, open_days, packages
from reporting.six_files.hours import hours_of
from reporting.six_files.packer import CmsPacker
from reporting.six_files.profile import Profile
from reporting.six_files.safe import DeliveryRefused, FolderSafe, Receipt
from reporting.verifier import verify_days
from tables.models import Bet, Incident
from tests.certificates import Certificate
from tests.connections import newest_transaction
from tests.patience import PATIENCE_SECONDS
from tests.rules import rule
from tests.settled import days_settle
from tests.tampering import past_triggers

pytestmark = pytest.mark.django_db
PROFILE = Profile(vault="2AA", licence="001", operator=7)
DAY = date(2026, 3, 10)
NIGHT = datetime(2026, 3, 11, 0, 10, tzinfo=UTC)


class FullSafe:
    """Takes nothing until it is emptied."""

    def __init__(self, folder: Path) -> None:
        self.full, self.folder = True, FolderSafe(folder)

    def deliver(self, name: str, content: bytes) -> Receipt:
        if self.full:
            raise DeliveryRefused(f"{name}: no room")
        return self.folder.deliver(name, content)


@pytest.fixture(autouse=True)
def whole(request: pytest.FixtureRequest) -> Iterator[None]:
    """A test's own transaction is under way all along: it counts as over, except where a test is about waiting."""
    if "waits" in request.node.name:
        yield
    else:
        with days_settle():
            yield


@pytest.fixture
def played(db: None, tmp_path: Path) -> None:
    evening = datetime(2026, 3, 10, 20, tzinfo=UTC)
    first_hours.open_house(now=evening)
    assert deliver_due(profile=PROFILE, safe=FolderSafe(tmp_path), now=evening) == (), "the house begins with that day"


@rule(
    "PT-61",
    asserts="Ten minutes after midnight the package of the day before lies in the safe, once; it is due at 04:00.",
)
def test_a_day_that_is_over_lies_in_the_safe(played: None, tmp_path: Path) -> None:
    safe = FolderSafe(tmp_path)
    assert deliver_due(profile=PROFILE, safe=safe, now=NIGHT - timedelta(minutes=6)) == (), "not settled yet"
    assert deliver_due(profile=PROFILE, safe=safe, now=NIGHT) == (FilesTry(DAY, None),)
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "PACK_20260310_2AA.zip",
        "PACK_20260310_2AA.zip.receipt.json",
    ]
    assert due_at(DAY) == datetime(2026, 3, 11, 4, tzinfo=UTC)
    assert open_days(vault="2AA", now=NIGHT) == ()
    (card,) = packages(vault="2AA")
    assert (card.day, card.files, card.delivered_at) == (DAY, 98, NIGHT)
    assert deliver_due(profile=PROFILE, safe=safe, now=NIGHT + timedelta(hours=6)) == ()
    assert not Incident.objects.filter(kind="files-late").exists()


def test_days_that_were_missed_are_made_when_the_worker_is_back(played: None, tmp_path: Path) -> None:
    safe = FolderSafe(tmp_path)
    deliver_due(profile=PROFILE, safe=safe, now=NIGHT)
    later = NIGHT + timedelta(days=4)
    tried = deliver_due(profile=PROFILE, safe=safe, now=later)
    assert tried == tuple(FilesTry(DAY + timedelta(days=back), None) for back in (1, 2, 3))
    late = Incident.objects.filter(kind="files-late").order_by("subject")
    assert [(each.subject, each.facts["reason"]) for each in late] == [
        (f"{DAY + timedelta(days=back)}", "not-tried") for back in (1, 2, 3)
    ], "in the safe by now, and late: no worker ran at four"
    assert deliver_due(profile=PROFILE, safe=safe, now=later) == (FilesTry(DAY + timedelta(days=4), None),)


def test_a_safe_that_takes_nothing_is_asked_again_and_from_four_it_is_an_incident(played: None, tmp_path: Path) -> None:
    """W02."""
    safe = FullSafe(tmp_path)
    assert deliver_due(profile=PROFILE, safe=safe, now=NIGHT) == (FilesTry(DAY, FilesTrouble.SAFE_REFUSES),)
    assert deliver_due(profile=PROFILE, safe=safe, now=NIGHT + timedelta(minutes=5)) == (), "not every five minutes"
    (waiting,) = open_days(vault="2AA", now=NIGHT)
    assert (waiting.trouble, waiting.told) == ("safe-refuses", ("PACK_20260310_2AA.zip: no room",))
    assert not Incident.objects.filter(kind="files-late").exists()
    for late in (due_at(DAY), due_at(DAY) + AGAIN):
        deliver_due(profile=PROFILE, safe=safe, now=late)
    incident = Incident.objects.get(kind="files-late")
    assert (incident.subject, incident.facts) == ("2026-03-10", {"reason": "safe-refuses", "day": "2026-03-10"})
    safe.full = False
    assert deliver_due(profile=PROFILE, safe=safe, now=due_at(DAY) + 2 * AGAIN) == (FilesTry(DAY, None),)
    assert open_days(vault="2AA", now=due_at(DAY) + 2 * AGAIN) == ()


@pytest.mark.parametrize(
    ("day", "three"),
    [
        (date(2026, 3, 10), datetime(2026, 3, 11, 3, tzinfo=UTC)),
        (date(2026, 7, 7), datetime(2026, 7, 8, 2, tzinfo=UTC)),
    ],
    ids=["winter", "summer"],
)
@rule(
    "PT-61", asserts="At 03:00 by the clock in Lisbon the house gives one alarm of a package that is not in the safe."
)
def test_the_alarm_is_given_once_at_three_and_the_incident_once_at_four(
    db: None, tmp_path: Path, day: date, three: datetime
) -> None:
    """W02."""
    safe, moment = FullSafe(tmp_path), timedelta(microseconds=1)
    deliver_due(profile=PROFILE, safe=safe, now=three - timedelta(hours=12))  # the house begins
    seen = []
    for at in (
        three - moment,
        three,
        three + timedelta(hours=1) - moment,
        three + timedelta(hours=1),
        three + 3 * AGAIN,
    ):
        deliver_due(profile=PROFILE, safe=safe, now=at)
        alarms = [(card.at, card.key) for card in events(names=[EventName.DAY_FILES_AWAITED])]
        seen.append((alarms, Incident.objects.filter(kind="files-late").count()))
    alarm = [(three, f"{day}")]
    assert seen == [([], 0), (alarm, 0), (alarm, 0), (alarm, 1), (alarm, 1)]


def test_a_package_that_came_before_three_is_no_alarm(played: None, tmp_path: Path) -> None:
    safe = FolderSafe(tmp_path)
    for at in (due_at(DAY) - timedelta(hours=1, seconds=1), due_at(DAY)):
        deliver_due(profile=PROFILE, safe=safe, now=at)
    assert not events(names=[EventName.DAY_FILES_AWAITED])


def test_a_try_that_breaks_off_keeps_neither_alarm_nor_incident_back(played: None) -> None:
    class Broken:
        def deliver(self, name: str, content: bytes) -> Receipt:
            raise ArithmeticError(name)

    with pytest.raises(ArithmeticError):
        deliver_due(profile=PROFILE, safe=Broken(), now=due_at(DAY))
    assert events(names=[EventName.DAY_FILES_AWAITED])
    assert Incident.objects.filter(kind="files-late").exists()


@rule(
    "PT-71",
    asserts="A safe that took nothing, or whose answer was lost, is given the same encrypted bytes again.",
)
def test_a_package_is_encrypted_once(played: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    safe, packer = FullSafe(tmp_path / "safe"), Sandbox(tmp_path / "packer")
    assert deliver_due(profile=PROFILE, safe=safe, packer=packer, now=NIGHT)[0].trouble is FilesTrouble.SAFE_REFUSES
    kept = bytes(SafeParcel.objects.get().content)
    safe.full = False
    with monkeypatch.context() as patch:
        patch.setattr(safe_files, "asdict", Mock(side_effect=KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):  # killed before the receipt is kept
            deliver_due(profile=PROFILE, safe=safe, packer=packer, now=NIGHT + AGAIN)
    (there,) = (tmp_path / "safe").glob("PACK_*.p7m")
    assert there.read_bytes() == kept
    again = NIGHT + 2 * AGAIN
    assert deliver_due(profile=PROFILE, safe=safe, packer=packer, now=again) == (FilesTry(DAY, None),)
    assert not SafeParcel.objects.exists()
    package = SafePackage.objects.get()
    assert (package.delivered_at, package.receipt["name"]) == (again, f"{package.name}.p7m")
    assert package.receipt["sha256"] == hashlib.sha256(kept).hexdigest() != package.sha256


def test_an_old_certificate_keeps_the_day_and_is_named(played: None, tmp_path: Path) -> None:
    old, regulator = Certificate("casa", lasts=timedelta(days=30)), Certificate("regulador")
    packer = CmsPacker(certificates=old.pem, key=old.key_pem, recipient=regulator.pem)
    safe = FolderSafe(tmp_path / "safe")
    assert deliver_due(profile=PROFILE, safe=safe, packer=packer, now=NIGHT) == (
        FilesTry(DAY, FilesTrouble.NOT_PACKED),
    )
    (waiting,) = open_days(vault="2AA", now=NIGHT)
    assert waiting.told == ("the certificate of CN=casa is not valid now",)
    assert not (tmp_path / "safe").exists()
    renewed = Certificate("casa")
    packer = CmsPacker(certificates=renewed.pem, key=renewed.key_pem, recipient=regulator.pem)
    assert deliver_due(profile=PROFILE, safe=safe, packer=packer, now=NIGHT + AGAIN) == (FilesTry(DAY, None),)


def test_a_day_that_does_not_add_up_is_not_delivered_and_keeps_no_other_from_it(played: None, tmp_path: Path) -> None:
    with past_triggers():
        Bet.objects.update(returned=1)
    safe = FolderSafe(tmp_path)
    assert deliver_due(profile=PROFILE, safe=safe, now=NIGHT) == (FilesTry(DAY, FilesTrouble.SUMS_DIFFER),)
    (waiting,) = open_days(vault="2AA", now=NIGHT)
    assert waiting.told[0].startswith("S0")
    assert not SafePackage.objects.exists()
    tried = deliver_due(profile=PROFILE, safe=safe, now=NIGHT + timedelta(days=1))
    assert tried == (FilesTry(DAY + timedelta(days=1), None), FilesTry(DAY, FilesTrouble.SUMS_DIFFER))


def test_a_day_that_was_delivered_by_hand_is_done(played: None, tmp_path: Path) -> None:
    safe = FullSafe(tmp_path)
    deliver_due(profile=PROFILE, safe=safe, now=NIGHT)
    made = make_files(day=DAY, profile=PROFILE, now=NIGHT)
    SafePackage.objects.filter(name=made.package).update(delivered_at=NIGHT, receipt={})
    assert open_days(vault="2AA", now=NIGHT) == ()
    assert deliver_due(profile=PROFILE, safe=safe, now=due_at(DAY)) == ()
    assert not Incident.objects.filter(kind="files-late").exists()


def test_a_new_house_owes_nothing_of_the_days_before(db: None, tmp_path: Path) -> None:
    assert open_days(vault="2AA", now=NIGHT) == ()
    assert deliver_due(profile=PROFILE, safe=FolderSafe(tmp_path), now=NIGHT) == ()
    assert open_days(vault="2AA", now=NIGHT + timedelta(hours=12)) == ()


@pytest.mark.parametrize(("named", "marks"), [("", 0), ("casino.adapters.safe.Folder", 2)])
def test_the_worker_asks_the_safe_that_the_house_names(
    db: None, settings: LazySettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: str, marks: int
) -> None:
    monkeypatch.setenv("SABOT_SAFE_FOLDER", str(tmp_path / "safe"))
    settings.ADAPTERS = {**settings.ADAPTERS, "SABOT_SAFE": named, "SABOT_PACKER": "sandbox"}
    settings.DATA_DIR = tmp_path
    now = timezone.now()
    for at in (now, now + timedelta(days=1) + SETTLED_FOR):  # minutes after midnight the day before waits yet
        with time_machine.travel(at, tick=False):
            tasks.deliver_files()
    assert SafeMark.objects.count() == marks
    assert len(list((tmp_path / "safe").glob("PACK_*.zip.p7m"))) == marks / 2


@pytest.mark.django_db(transaction=True)
def test_a_day_waits_for_what_began_before_its_end(tmp_path: Path) -> None:
    now = timezone.now()
    day = lisbon_date(now)
    after = hours_of(day)[-1].end + timedelta(minutes=10)
    safe = FolderSafe(tmp_path)
    deliver_due(profile=PROFILE, safe=safe, now=now)
    with newest_transaction():
        assert deliver_due(profile=PROFILE, safe=safe, now=after) == (FilesTry(day, FilesTrouble.UNDER_WAY),)
    until = monotonic() + PATIENCE_SECONDS  # transactions of tests beside this one come to an end too
    while (tried := deliver_due(profile=PROFILE, safe=safe, now=after))[0].trouble and monotonic() < until:
        sleep(0.05)
    assert tried == (FilesTry(day, None),)


@rule("PT-67", asserts="The packages of two days, made once more from the rows, are the bytes that the safe has.")
def test_days_are_made_once_more_with_the_same_bytes(played: None, tmp_path: Path, settings: LazySettings) -> None:
    """W05."""
    settings.OPERATOR_PROFILE = replace(settings.OPERATOR_PROFILE, files=PROFILE)
    safe = FolderSafe(tmp_path / "safe")
    for later in (0, 1):
        deliver_due(profile=PROFILE, safe=safe, now=NIGHT + timedelta(days=later))
    out = StringIO()
    call_command("export_days", into=tmp_path / "out", files=True, stdout=out)
    assert "2 pacotes" in out.getvalue()
    written = {path.name: path.read_bytes() for path in (tmp_path / "out" / "files").glob("*.zip")}
    assert written == {path.name: path.read_bytes() for path in (tmp_path / "safe").glob("*.zip")}
    assert len(written) == 2


def test_a_day_whose_files_would_be_others_is_named(played: None, tmp_path: Path, settings: LazySettings) -> None:
    settings.OPERATOR_PROFILE = replace(settings.OPERATOR_PROFILE, files=PROFILE)
    deliver_due(profile=PROFILE, safe=FolderSafe(tmp_path / "safe"), now=NIGHT)
    with past_triggers():
        Bet.objects.update(returned=1)
    with pytest.raises(CommandError):
        call_command("export_days", into=tmp_path / "out", files=True)
    assert list((tmp_path / "out").glob("files/*.zip")) == []


@rule(
    "PT-61",
    asserts="A day's seal waits until its files are made, and names the package and the digest of each of them.",
)
def test_the_seal_of_a_day_names_its_files(played: None, tmp_path: Path, settings: LazySettings) -> None:
    settings.EVIDENCE_DIR = tmp_path / "evidence"
    make_due_reports(now=NIGHT)
    assert [each.state for each in seal_due(now=NIGHT)] == [SealState.WAITS], "its files are to come"
    assert not Incident.objects.filter(kind="day-unsealed").exists()
    deliver_due(profile=PROFILE, safe=FolderSafe(tmp_path / "safe"), now=NIGHT)
    assert [each.state for each in seal_due(now=NIGHT)] == [SealState.SEALED]

    told = json.loads((settings.EVIDENCE_DIR / "day/2026-03-10/r1/files.json").read_text())
    package = SafePackage.objects.get()
    assert told["package"] == {"name": package.name, "sha256": package.sha256}
    with zipfile.ZipFile(tmp_path / "safe" / package.name) as files:
        due = [(name, hashlib.sha256(files.read(name)).hexdigest()) for name in sorted(files.namelist())]
        files.extractall(tmp_path / "xml")
    assert [(each["name"], each["sha256"]) for each in told["files"]] == due

    log.keep_log(now=NIGHT)
    exported = tmp_path / "exported"
    export_days(into=exported)
    asked = [str(exported), "--key", log.verifier_key(), "--files", str(tmp_path / "xml")]
    assert verify_days.main(asked) == verify_days.HOLDS
    summary = next((tmp_path / "xml").glob("RESF_*"))
    summary.write_bytes(summary.read_bytes().replace(b"0", b"1", 1))
    assert verify_days.main(asked) == verify_days.BROKEN

    shutil.rmtree(settings.EVIDENCE_DIR)
    assert export_days(into=tmp_path / "again").rewritten == (DAY,), "the rows make the same bytes"


def test_a_day_whose_files_are_late_is_sealed_without_them(
    played: None, tmp_path: Path, settings: LazySettings
) -> None:
    settings.EVIDENCE_DIR = tmp_path / "evidence"
    make_due_reports(now=NIGHT)
    before = due_at(DAY) - timedelta(seconds=1)
    assert [each.state for each in seal_due(now=before)] == [SealState.WAITS]
    assert not Incident.objects.filter(kind="day-unsealed").exists(), "nothing is wrong with the day itself"
    assert [each.state for each in seal_due(now=due_at(DAY))] == [SealState.SEALED]
    deliver_due(profile=PROFILE, safe=FolderSafe(tmp_path / "safe"), now=due_at(DAY))
    told = json.loads((settings.EVIDENCE_DIR / "day/2026-03-10/r1/files.json").read_text())
    assert told == {"profile": "srij-2015", "package": None, "files": [], "reason": "not-tried"}
    shutil.rmtree(settings.EVIDENCE_DIR)
    assert export_days(into=tmp_path / "again").rewritten == (DAY,), "what came later is no part of it"


@rule(
    "PT-67",
    asserts="A day whose files the gate refuses is sealed at 04:00 without them; none leaves the house, and the board, "
    "the incident and the seal say so.",
)
def test_a_day_that_the_gate_refuses_is_sealed_without_its_files(
    played: None, tmp_path: Path, settings: LazySettings
) -> None:
    """S11 does not hold: the report of the day does, so nothing stands against its seal."""
    settings.EVIDENCE_DIR = tmp_path / "evidence"
    player = Bet.objects.values_list("person_id", flat=True)[0]
    exclude(person_id=player, kind=ExclusionKind.FIXED, months=3, now=datetime(2026, 3, 10, 17, tzinfo=UTC))
    make_due_reports(now=NIGHT)
    safe = FolderSafe(tmp_path / "safe")
    assert deliver_due(profile=PROFILE, safe=safe, now=NIGHT) == (FilesTry(DAY, FilesTrouble.SUMS_DIFFER),)
    assert [each.state for each in seal_due(now=NIGHT)] == [SealState.WAITS]
    deliver_due(profile=PROFILE, safe=safe, now=due_at(DAY))
    assert [each.state for each in seal_due(now=due_at(DAY))] == [SealState.SEALED]

    assert not (tmp_path / "safe").exists()
    assert Incident.objects.get(kind="files-late").facts["reason"] == "sums-differ"
    (waiting,) = open_days(vault="2AA", now=due_at(DAY))
    assert {line.partition(" ")[0] for line in waiting.told} == {"S11"}
    told = json.loads((settings.EVIDENCE_DIR / "day/2026-03-10/r1/files.json").read_text())
    assert (told["package"], told["files"], told["reason"]) == (None, [], "sums-differ S11")
    shutil.rmtree(settings.EVIDENCE_DIR)
    SafeMark.objects.filter(day=DAY).update(trouble="", told=[])
    assert export_days(into=tmp_path / "again").rewritten == (DAY,), "it was kept why"

    log.keep_log(now=due_at(DAY))
    export_days(into=tmp_path / "exported")
    assert verify_days.main([str(tmp_path / "exported"), "--key", log.verifier_key()]) == verify_days.HOLDS
    after = due_at(DAY + timedelta(days=1)) - timedelta(hours=3)
    make_due_reports(now=after)
    tried = deliver_due(profile=PROFILE, safe=safe, now=after)
    assert FilesTry(DAY + timedelta(days=1), None) in tried
    assert [each.state for each in seal_due(now=after)] == [SealState.SEALED], "the next day is as any other"
