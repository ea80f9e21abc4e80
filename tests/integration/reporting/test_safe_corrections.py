"""Corrections of the regulator's files: two persons, the summary always with them, and nothing that was made goes."""

import hashlib
import io
import json
import uuid
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from django.conf import LazySettings
from django.core.management import CommandError, call_command
from django.db import DatabaseError, IntegrityError, transaction

from players.events.names import EventName
from players.models import Event, Registration
from players.roles import Role
from reporting.models import LeafKind, LogLeaf, SafeCorrection, SafeFile, SafeMark, SafePackage
from reporting.operations import corrections, log, make_due_reports
from reporting.operations.corrections import CorrectionActed, CorrectionRejected, CorrectionRejection
from reporting.operations.due_files import FilesTrouble, FilesTry, deliver_due
from reporting.operations.exporting_days import export_days
from reporting.operations.hourly_files import make_hours_due
from reporting.operations.safe_files import FilesRejected, FilesRejection, deliver_files, make_files, rebuild_files
from reporting.operations.sealed_days import seal_due
from reporting.queries.safe_corrections import decided_corrections, waiting_corrections
from reporting.queries.safe_files import due_at, kinds_of, open_days, packages, packages_between
from reporting.six_files import reading
from reporting.six_files.hours import hour_of
from reporting.six_files.names import first_name, names_of
from reporting.six_files.profile import Profile
from reporting.six_files.safe import DeliveryRefused, FolderSafe, Receipt
from reporting.verifier import verify_days
from tables.models import Bet, Incident, Slip
from tests.factories import PONTO_WINS, Actor, Floor
from tests.integration.reporting.test_safe_files import Night, values
from tests.rules import rule
from tests.settled import days_settle
from tests.tampering import past_triggers

pytestmark = pytest.mark.django_db
DAY = date(2026, 3, 10)
AFTER = datetime(2026, 3, 11, 0, 30, tzinfo=UTC)
LATER = AFTER + timedelta(days=2)
PROFILE = Profile(vault="2AA", licence="001", operator=7)
OTHER_CODES = replace(PROFILE, local_codes=MappingProxyType({**PROFILE.local_codes, "ponto": "8"}))
"""As the supervisor may say one day: another number for a bet on ponto."""
FIRST, SECOND, THIRD = "PACK_20260310_2AA.zip", "PACK_20260310_2AArp.zip", "PACK_20260310_2AArp2.zip"


class NoSafe:
    """Takes nothing."""

    def deliver(self, name: str, content: bytes) -> Receipt:
        raise DeliveryRefused(f"{name}: the line is down")


class House:
    """A day of one round, and two members of staff who correct its files."""

    def __init__(self, floor: Floor) -> None:
        self.night = Night(floor)
        self.night.sit(self.night.rita)
        self.night.round(PONTO_WINS, (self.night.rita, {"ponto": 10_00}))
        self.compliance, self.supervisor = floor.staff(Role.COMPLIANCE), floor.staff(Role.SUPERVISOR)

    def propose(self, **facts: Any) -> CorrectionActed:
        given = {
            "day": DAY,
            "profile": PROFILE,
            "reason": "região mal comunicada",
            "by": self.compliance.id,
            "idempotency_key": uuid.uuid4(),
            "now": LATER,
        }
        return corrections.propose_correction(**(given | facts))  # type: ignore[arg-type]

    def approve(self, made: CorrectionActed, by: Actor | None = None, **facts: Any) -> CorrectionActed:
        given = {"profile": PROFILE, "by": (by or self.supervisor).id, "now": LATER + timedelta(minutes=5)}
        return corrections.approve_correction(proposal_id=made.proposal_id, **(given | facts))  # type: ignore[arg-type]

    def correct(self, **facts: Any) -> CorrectionActed:
        """Propose and approve."""
        of = {"profile": facts.get("profile", PROFILE)}
        now = facts.get("now", LATER)
        return self.approve(self.propose(**facts), **of, now=now + timedelta(minutes=5))


@pytest.fixture
def house(open_floor: Floor) -> House:
    return House(open_floor)


@pytest.fixture(autouse=True)
def whole() -> Iterator[None]:
    """The days of these tests are over for every transaction."""
    with days_settle():
        yield


def moved(region: str = "ES") -> None:
    """The slips came from elsewhere: the facts make other files of play."""
    with past_triggers():
        Slip.objects.update(region=region)


def made(profile: Profile = PROFILE, now: datetime = AFTER) -> Any:
    return make_files(day=DAY, profile=profile, now=now)


def why(act: Any) -> CorrectionRejection:
    with pytest.raises(CorrectionRejected) as refused:
        act()
    return refused.value.reason


def lies(folder: Path) -> dict[str, dict[str, bytes]]:
    """The packages in a folder, each with its files."""
    found = {}
    for path in folder.glob("*.zip"):
        with zipfile.ZipFile(path) as package:
            found[path.name] = {name: package.read(name) for name in package.namelist()}
    return found


def digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


# Making ------------------------------------------------------------------------------------------------------------


@rule(
    "PT-60",
    asserts="A correction makes each file whose bytes differ anew, with a new number and a name that ends in rp, and "
    "the day’s summary though it is unchanged; the first files stay.",
)
def test_a_correction_has_what_differs_and_the_summary(house: House) -> None:
    """W06."""
    first = made()
    moved()
    proposed = house.propose()
    assert (proposed.state, proposed.number, proposed.package) == ("proposed", 1, "")
    (card,) = waiting_corrections(vault="2AA")
    (change,) = card.changes
    assert change.name.startswith("AJOG_20260310")
    assert change.old == first.files[change.name] != change.new
    assert card.kinds == (("AJOG", 1),)
    assert SafeFile.objects.count() == 98, "a proposal makes nothing"

    done = house.approve(proposed)
    assert (done.state, done.package) == ("approved", SECOND)
    again = change.name.replace(".xml", "rp.xml")
    rows = {row.name: row for row in SafeFile.objects.filter(correction=1)}
    assert set(rows) == {again, "RESF_20260310_2AArp.xml"}
    assert sorted(row.number for row in rows.values()) == [98, 99], "new numbers, without a gap"
    assert {row.made_at for row in rows.values()} == {LATER + timedelta(minutes=5)}
    assert SafeFile.objects.filter(correction=0).count() == 98
    assert dict(SafeFile.objects.filter(correction=0).values_list("name", "sha256")) == first.files


def test_the_corrected_files_tell_the_facts_as_they_are_now(house: House, tmp_path: Path) -> None:
    deliver_files(made=made(), profile=PROFILE, safe=FolderSafe(tmp_path), now=AFTER)
    moved()
    house.correct()
    again = made(now=LATER + timedelta(days=1))
    assert (again.package, again.repeat, again.correction, len(again.files), len(again.others)) == (
        SECOND,
        True,
        1,
        2,
        96,
    )
    with zipfile.ZipFile(io.BytesIO(again.content)) as package:
        files = {name: reading.read(name, package.read(name)) for name in package.namelist()}
    told = values(files, "AJOG", "pbanca")
    assert {each["ip_regiao"] for each in told} == {"ES"}
    (summary,) = values(files, "RESF", "liq_int")
    assert summary["total_apostas"] == "10.00", "the sums of the day's files of play as they stand now"


def test_another_profile_is_a_cause_too(house: House) -> None:
    made()
    with pytest.raises(FilesRejected) as refused:
        made(OTHER_CODES)
    assert refused.value.reason is FilesRejection.CHANGED
    done = house.correct(profile=OTHER_CODES)
    assert done.package == SECOND
    assert made(OTHER_CODES, LATER).repeat
    with pytest.raises(FilesRejected) as refused:
        made(PROFILE, LATER)
    assert refused.value.reason is FilesRejection.CHANGED, "the first settings make other files than those that stand"


@rule("PT-60", asserts="A day whose facts make the files that stand is not corrected, once or again.")
def test_what_is_equal_is_no_correction(house: House) -> None:
    """W07."""
    made()
    assert why(house.propose) is CorrectionRejection.NOT_CHANGED
    moved()
    house.correct()
    assert why(house.propose) is CorrectionRejection.NOT_CHANGED, "equal to the correction"
    assert SafeCorrection.objects.count() == 1


@rule(
    "PT-60",
    asserts="A second correction takes the place of the first under the same names of files; every version and every "
    "package is kept, and the safe has them all.",
)
def test_a_second_correction_supersedes_the_first(house: House, tmp_path: Path) -> None:
    """W08."""
    safe = FolderSafe(tmp_path)
    deliver_files(made=made(), profile=PROFILE, safe=safe, now=AFTER)
    moved("ES")
    house.correct()
    deliver_due(profile=PROFILE, safe=safe, now=LATER + timedelta(minutes=10))
    moved("FR")
    second = house.correct(now=LATER + timedelta(hours=1))
    assert (second.number, second.package) == (2, THIRD)
    deliver_due(profile=PROFILE, safe=safe, now=LATER + timedelta(hours=2))
    found = lies(tmp_path)
    assert set(found) == {FIRST, SECOND, THIRD}
    assert set(found[SECOND]) == set(found[THIRD]), "the same names again"
    (play,) = (name for name in found[THIRD] if name.startswith("AJOG"))
    assert b"<ip_regiao>ES<" in found[SECOND][play]
    assert b"<ip_regiao>FR<" in found[THIRD][play]
    rows = SafeFile.objects.filter(name=play).order_by("correction").values_list("correction", "sha256")
    assert list(rows) == [(1, digest(found[SECOND][play])), (2, digest(found[THIRD][play]))]
    by_day = packages_between(vault="2AA", since=DAY, until=DAY)[DAY]
    assert [(each.name, each.files, each.replaced) for each in by_day] == [
        (FIRST, 98, True),
        (SECOND, 2, True),
        (THIRD, 2, False),
    ]
    assert sum(kind.files for kind in kinds_of(vault="2AA", day=DAY)) == 98, "of each file the one that stands"
    first_change, second_change = LogLeaf.objects.filter(kind=LeafKind.CORRECTION).order_by("pk")
    new_of = {each["name"]: each["new"] for each in first_change.facts["files"]}
    assert {each["name"]: each["old"] for each in second_change.facts["files"]} == new_of, "one leads to the next"


def test_a_gate_that_does_not_agree_stops_a_correction(house: House) -> None:
    made()
    with past_triggers():
        bet = Bet.objects.filter(chance="ponto").get()
        Bet.objects.filter(pk=bet.pk).update(returned=bet.returned + 1, prize=bet.prize + 1)
    with pytest.raises(CorrectionRejected) as refused:
        house.propose()
    assert refused.value.reason is CorrectionRejection.SUMS_DIFFER
    assert {"S07", "S08"} <= {fault.rule for fault in refused.value.faults}
    with past_triggers():
        Bet.objects.filter(pk=bet.pk).update(returned=bet.returned, prize=bet.prize)


# Two persons -------------------------------------------------------------------------------------------------------


def test_proposals_are_refused_with_their_reason(house: House) -> None:
    assert why(house.propose) is CorrectionRejection.NOT_MADE
    assert why(lambda: house.propose(day=date(2999, 1, 1))) is CorrectionRejection.NOT_MADE
    made()
    moved()
    for reason in ("", "  x ", "x" * 301, "com\0zero"):
        assert why(lambda reason=reason: house.propose(reason=reason)) is CorrectionRejection.NO_REASON
    key = uuid.uuid4()
    first = house.propose(idempotency_key=key)
    assert replace(house.propose(idempotency_key=key), repeat=False) == first
    for other in ({"reason": "outra"}, {"day": DAY + timedelta(days=1)}, {"by": house.supervisor.id}):
        assert why(lambda other=other: house.propose(idempotency_key=key, **other)) is CorrectionRejection.KEY_REUSED
    assert why(house.propose) is CorrectionRejection.ALREADY_PROPOSED


@rule("PT-60", asserts="A second person agrees to a correction; the person who proposed it cannot.")
def test_two_persons_correct(house: House) -> None:
    made()
    moved()
    proposed = house.propose()
    assert why(lambda: house.approve(proposed, by=house.compliance)) is CorrectionRejection.OWN_PROPOSAL
    assert why(lambda: house.approve(replace(proposed, proposal_id=0))) is CorrectionRejection.NO_SUCH_PROPOSAL
    assert (
        why(lambda: house.approve(proposed, profile=replace(PROFILE, vault="3BB")))
        is CorrectionRejection.NO_SUCH_PROPOSAL
    ), "of another safe"
    done = house.approve(proposed)
    assert replace(house.approve(proposed), repeat=False) == done
    assert why(lambda: house.approve(proposed, by=house.compliance)) is CorrectionRejection.ALREADY_DECIDED
    assert why(lambda: reject(house, proposed)) is CorrectionRejection.ALREADY_DECIDED
    assert SafePackage.objects.filter(correction=1).count() == 1
    names = Event.objects.filter(subject="files-correction").order_by("pk").values_list("name", flat=True)
    assert list(names) == [EventName.FILES_CORRECTION_PROPOSED, EventName.FILES_CORRECTION_APPROVED]


def reject(house: House, proposed: CorrectionActed, **facts: Any) -> CorrectionActed:
    given = {"profile": PROFILE, "reason": "não é preciso", "by": house.supervisor.id, "now": LATER}
    return corrections.reject_correction(proposal_id=proposed.proposal_id, **(given | facts))  # type: ignore[arg-type]


def test_a_rejected_proposal_leaves_its_number_to_the_next(house: House) -> None:
    made()
    moved()
    proposed = house.propose()
    assert why(lambda: reject(house, proposed, reason="")) is CorrectionRejection.NO_REASON
    assert reject(house, proposed).state == "rejected"
    assert why(lambda: reject(house, proposed)) is CorrectionRejection.ALREADY_DECIDED
    assert SafeFile.objects.count() == 98
    own = house.propose()
    assert reject(house, own, by=house.compliance.id).state == "rejected", "one's own is taken back"
    assert house.correct().package == SECOND
    assert [each.state for each in decided_corrections(vault="2AA")] == ["approved", "rejected", "rejected"]
    assert not LogLeaf.objects.filter(kind=LeafKind.CORRECTION).exclude(key="2AA/2026-03-10/rp1").exists()


def test_facts_that_changed_since_the_proposal_are_proposed_anew(house: House) -> None:
    made()
    moved("ES")
    proposed = house.propose()
    moved("FR")
    assert why(lambda: house.approve(proposed)) is CorrectionRejection.CHANGED_SINCE
    moved("PT-11")
    assert why(lambda: house.approve(proposed)) is CorrectionRejection.CHANGED_SINCE, "nothing differs any more"
    assert SafeFile.objects.count() == 98
    assert not LogLeaf.objects.filter(kind=LeafKind.CORRECTION).exists()


def test_the_database_wants_two_persons_and_keeps_what_was_made(house: House) -> None:
    made()
    moved()
    proposed = house.propose()
    row = {"vault": "2AA", "day": DAY, "made_at": LATER, "sha256": "0" * 64, "size": 1, "correction": 1}
    with pytest.raises(DatabaseError, match="two persons"), transaction.atomic():
        SafeFile.objects.create(name="RESF_20260310_2AArp.xml", number=500, **row)
    with pytest.raises(DatabaseError, match="two persons"), transaction.atomic():
        SafePackage.objects.create(name=SECOND, **row)
    with pytest.raises(DatabaseError), transaction.atomic():
        SafeCorrection.objects.filter(pk=proposed.proposal_id).update(
            state="approved", decided_by=house.compliance.id, decided_at=LATER
        )
    with pytest.raises(DatabaseError), transaction.atomic():
        SafeCorrection.objects.update(reason="outra")
    house.approve(proposed)
    for change in ({"carried": [1]}, {"correction": 0}, {"sha256": "0" * 64}):
        with pytest.raises(DatabaseError), transaction.atomic():
            SafePackage.objects.filter(correction=1).update(**change)
    with pytest.raises(IntegrityError), transaction.atomic():
        SafeFile.objects.create(name="RESF_20260310_2AArp.xml", number=501, **row)


# Delivering --------------------------------------------------------------------------------------------------------


def begun(folder: Path) -> FolderSafe:
    """A house that delivers by itself from the day on, and whose first package lies in the safe."""
    safe = FolderSafe(folder)
    deliver_due(profile=PROFILE, safe=safe, now=datetime(2026, 3, 10, 20, tzinfo=UTC))
    deliver_due(profile=PROFILE, safe=safe, now=AFTER)
    return safe


@rule("PT-61", asserts="An approved correction is brought to the safe by the sweep, also after a kill, once.")
def test_a_kill_between_the_approval_and_the_delivery(house: House, tmp_path: Path) -> None:
    safe = begun(tmp_path)
    moved()
    house.correct()
    assert set(lies(tmp_path)) == {FIRST}, "killed here"
    now = LATER + timedelta(minutes=10)
    waiting = [each for each in open_days(vault="2AA", now=now) if each.correction]
    assert [(each.day, each.correction, each.due_at) for each in waiting] == [(DAY, 1, due_at(LATER.date()))]
    assert FilesTry(DAY, None) in deliver_due(profile=PROFILE, safe=safe, now=now)
    assert set(lies(tmp_path)[SECOND]) == set(SafeFile.objects.filter(correction=1).values_list("name", flat=True))
    row = SafePackage.objects.get(correction=1)
    assert digest((tmp_path / SECOND).read_bytes()) == row.sha256
    assert (row.delivered_at, row.receipt["name"]) == (now, SECOND)
    # Killed after the safe took it, before its word was kept: again, it is the same.
    with past_triggers():
        SafePackage.objects.filter(correction=1).update(delivered_at=None, receipt=None)
    again = now + timedelta(hours=1)
    assert FilesTry(DAY, None) in deliver_due(profile=PROFILE, safe=safe, now=again)
    assert not [each for each in open_days(vault="2AA", now=again) if each.day == DAY]
    assert not Incident.objects.filter(kind="files-late", subject=DAY.isoformat()).exists()


def test_a_safe_that_takes_no_correction_is_an_incident_from_the_next_four(house: House, tmp_path: Path) -> None:
    begun(tmp_path)
    moved()
    house.correct()
    late = due_at(LATER.date())
    assert FilesTry(DAY, FilesTrouble.SAFE_REFUSES) in deliver_due(profile=PROFILE, safe=NoSafe(), now=LATER)
    assert not Incident.objects.filter(kind="files-late", subject=DAY.isoformat()).exists()
    for later in (late, late + timedelta(hours=1)):
        deliver_due(profile=PROFILE, safe=NoSafe(), now=later)
    assert Incident.objects.filter(kind="files-late", subject=DAY.isoformat()).count() == 1


def test_a_correction_of_an_older_day_is_delivered_and_no_other_day_is_owed(house: House, tmp_path: Path) -> None:
    """The day was made by hand, before the house delivered by itself."""
    deliver_files(made=made(), profile=PROFILE, safe=FolderSafe(tmp_path), now=AFTER)
    safe, now = FolderSafe(tmp_path), LATER + timedelta(days=20)
    assert deliver_due(profile=PROFILE, safe=safe, now=now) == ()
    moved()
    house.correct(now=now)
    assert deliver_due(profile=PROFILE, safe=safe, now=now + timedelta(hours=1)) == (FilesTry(DAY, None),)
    assert open_days(vault="2AA", now=now + timedelta(hours=1)) == ()
    assert SafeMark.objects.filter(correction=1).get().day == DAY


def test_a_day_that_never_came_to_the_safe_comes_whole_with_its_correction(house: House, tmp_path: Path) -> None:
    """The first package cannot be made any more: the correction carries what no package brought."""
    evening = datetime(2026, 3, 10, 20, tzinfo=UTC)
    deliver_due(profile=PROFILE, safe=NoSafe(), now=evening)
    assert deliver_due(profile=PROFILE, safe=NoSafe(), now=AFTER) == (FilesTry(DAY, FilesTrouble.SAFE_REFUSES),)
    moved()
    safe, now = FolderSafe(tmp_path), AFTER + timedelta(hours=1)
    assert deliver_due(profile=PROFILE, safe=safe, now=now) == (FilesTry(DAY, FilesTrouble.CHANGED),)
    house.correct(now=now)
    assert deliver_due(profile=PROFILE, safe=safe, now=now + timedelta(minutes=6)) == (FilesTry(DAY, None),), "at once"
    found = lies(tmp_path)
    assert set(found) == {SECOND}
    assert len(found[SECOND]) == 98
    assert sorted(name for name in found[SECOND] if name.endswith("rp.xml"))[-1] == "RESF_20260310_2AArp.xml"
    assert not open_days(vault="2AA", now=now + timedelta(minutes=6))
    (newest, first) = packages(vault="2AA")
    assert (newest.files, newest.correction, first.delivered_at, first.replaced) == (98, 1, None, True)


@rule("PT-60", asserts="A day of which only its hours have files comes whole with its correction, the rest made first.")
def test_a_day_of_which_only_hours_were_made_comes_whole(house: House, tmp_path: Path) -> None:
    hour, safe = hour_of(house.night.floor.now), FolderSafe(tmp_path)
    make_hours_due(profile=PROFILE, now=hour.start + timedelta(minutes=1))
    deliver_due(profile=PROFILE, safe=safe, now=hour.start + timedelta(minutes=1))
    make_hours_due(profile=PROFILE, now=hour.end + timedelta(minutes=6))
    assert SafeFile.objects.filter(name__contains=hour.label).count() == 4
    moved()
    assert deliver_due(profile=PROFILE, safe=safe, now=AFTER) == (FilesTry(DAY, FilesTrouble.CHANGED),)
    done = house.correct(now=AFTER)
    assert deliver_due(profile=PROFILE, safe=safe, now=AFTER + timedelta(minutes=31)) == (FilesTry(DAY, None),)
    ((name, files),) = lies(tmp_path).items()
    assert name == done.package == SECOND
    assert sorted(first_name(name, 1) for name in files) == list(names_of(DAY, "2AA"))
    assert [each for each in files if each.endswith("rp.xml")] == [f"AJOG_{hour.label}_2AArp.xml"]
    numbers = SafeFile.objects.order_by("number").values_list("number", flat=True)
    assert list(numbers) == list(range(99)), "without a gap"


def test_a_correction_that_was_never_delivered_goes_with_the_next(house: House, tmp_path: Path) -> None:
    """The facts changed again in between: the first correction cannot be made any more; the second has its files."""
    safe = begun(tmp_path)
    moved()
    house.correct()
    with past_triggers():
        Registration.objects.filter(person_id=house.night.rita.id).update(phone="+351210000000")
    now = LATER + timedelta(hours=1)
    assert FilesTry(DAY, FilesTrouble.CHANGED) in deliver_due(profile=PROFILE, safe=safe, now=now)
    house.correct(now=now)
    assert FilesTry(DAY, None) in deliver_due(profile=PROFILE, safe=safe, now=now + timedelta(minutes=10))
    found = lies(tmp_path)
    assert set(found) & {FIRST, SECOND, THIRD} == {FIRST, THIRD}
    assert [name[:4] for name in sorted(found[THIRD])] == ["AJOG", "JGDR", "RESF"]
    assert all(name.endswith("rp.xml") for name in found[THIRD])
    assert not [each for each in open_days(vault="2AA", now=now + timedelta(minutes=10)) if each.day == DAY]


# Commands ----------------------------------------------------------------------------------------------------------


def test_the_command_names_the_way_and_gives_the_correction(
    house: House, tmp_path: Path, settings: LazySettings
) -> None:
    settings.OPERATOR_PROFILE = replace(settings.OPERATOR_PROFILE, files=PROFILE)
    made()
    moved()
    with pytest.raises(CommandError, match="/casa/relatorios/ficheiros/correcoes/"):
        call_command("make_files", day=DAY)
    house.correct()
    out = io.StringIO()
    call_command("make_files", day=DAY, into=tmp_path, stdout=out)
    assert SECOND in out.getvalue()
    assert SafePackage.objects.get(correction=1).delivered_at is not None


def test_a_corrected_day_is_rebuilt_and_says_what_cannot_be(
    house: House, tmp_path: Path, settings: LazySettings
) -> None:
    settings.OPERATOR_PROFILE = replace(settings.OPERATOR_PROFILE, files=PROFILE)
    deliver_files(made=made(), profile=PROFILE, safe=FolderSafe(tmp_path / "safe"), now=AFTER)
    moved()
    house.correct()
    deliver_files(made=made(), profile=PROFILE, safe=FolderSafe(tmp_path / "safe"), now=LATER)
    rebuilt = rebuild_files(into=FolderSafe(tmp_path / "again"), profile=PROFILE, now=LATER)
    assert (rebuilt.days, rebuilt.changed, rebuilt.superseded) == (1, (), (FIRST,))
    there, again = lies(tmp_path / "safe"), lies(tmp_path / "again")
    assert set(again) == {SECOND, "PACK_20260310_2AA.others.zip"}
    assert (tmp_path / "again" / SECOND).read_bytes() == (tmp_path / "safe" / SECOND).read_bytes()
    others = again["PACK_20260310_2AA.others.zip"]
    assert len(others) == 96
    assert all(there[FIRST][name] == content for name, content in others.items())
    out = io.StringIO()
    call_command("export_days", into=tmp_path / "out", files=True, stdout=out)
    assert FIRST in out.getvalue()
    moved("FR")
    assert rebuild_files(into=FolderSafe(tmp_path / "third"), profile=PROFILE, now=LATER).changed == (DAY,)


# The log -----------------------------------------------------------------------------------------------------------


@rule(
    "PT-60",
    asserts="The log has of each corrected file its digest before and after, who proposed and who agreed; the verifier "
    "reads it, holds the corrected files to it and needs the files of before no more.",
)
def test_the_leaf_is_read_by_the_verifier(house: House, tmp_path: Path, settings: LazySettings) -> None:
    settings.EVIDENCE_DIR = tmp_path / "evidence"
    first = made()
    deliver_files(made=first, profile=PROFILE, safe=FolderSafe(tmp_path / "safe"), now=AFTER)
    make_due_reports(now=AFTER)
    seal_due(now=AFTER)
    moved()
    house.correct(reason="o nome de Rita está na razão")
    leaf = LogLeaf.objects.get(kind=LeafKind.CORRECTION)
    again = made(now=LATER)
    assert leaf.facts["package"] == again.sha256
    assert {each["name"]: each["new"] for each in leaf.facts["files"]} == dict(again.files)
    assert {each["old"] for each in leaf.facts["files"]} <= set(first.files.values())
    assert (leaf.facts["by"], leaf.facts["agreed_by"]) == (house.compliance.key, house.supervisor.key)
    assert (leaf.facts["day"], leaf.facts["reason"]) == ("2026-03-10", "six-files")
    assert "Rita" not in json.dumps(leaf.facts), "the log is public"

    log.keep_log(now=LATER)
    exported, xml = tmp_path / "exported", tmp_path / "xml"
    export_days(into=exported)
    xml.mkdir()
    with zipfile.ZipFile(io.BytesIO(again.content)) as package:
        package.extractall(xml)
    for name, content in again.others.items():
        (xml / name).write_bytes(content)
    asked = [str(exported), "--key", log.verifier_key(), "--files", str(xml)]
    assert verify_days.main(asked) == verify_days.HOLDS
    corrected = xml / "RESF_20260310_2AArp.xml"
    kept = corrected.read_bytes()
    corrected.write_bytes(kept.replace(b"0", b"1", 1))
    assert verify_days.main(asked) == verify_days.BROKEN
    corrected.unlink()
    assert verify_days.main(asked) == verify_days.BROKEN
    corrected.write_bytes(kept)
    first_summary = xml / "RESF_20260310_2AA.xml"
    first_summary.write_bytes(b"<another/>")
    assert verify_days.main(asked) == verify_days.BROKEN, "a first file that is there is held to the seal"
