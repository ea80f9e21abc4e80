"""The days of 23 and of 25 hours with records at the edges of their odd hours, in all six files (H02, H03)."""

import io
import re
import uuid
import zipfile
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from players.access.operations import sign_in
from players.protection.operations.exclusion import ExclusionKind
from players.roles import Role
from reporting.models import SafeFile
from reporting.operations.corrections import approve_correction, propose_correction
from reporting.operations.hourly_files import make_hours_due
from reporting.operations.safe_files import FilesMade, make_files
from reporting.six_files.forms import stamp
from reporting.six_files.hours import hours_of
from reporting.six_files.profile import Profile
from tables.models import Slip
from tables.operations.breaks import take_break
from tests.factories import PONTO_E_BANCA, PONTO_WINS, Actor, Floor
from tests.funding import pay_in
from tests.integration.reporting.test_safe_files import PROFILE, Night
from tests.rules import rule
from tests.settled import days_settle
from tests.tampering import past_triggers

pytestmark = pytest.mark.django_db
MARCH, OCTOBER = date(2026, 3, 29), date(2026, 10, 25)
INSTANT = timedelta(microseconds=1)
STAMPS = {
    "JGDR": b"timestp_reg",
    "SESS": b"timestp_acao",
    "AJOG": b"timestp_fim",
    "TRAN": b"timestp_op",
}
"""The element that says when, in each hourly file."""


class Edges(Night):
    """At each of some moments a round ends and money, a sign-in and a registration come: one table and player each."""

    def __init__(self, floor: Floor, begins: datetime, *moments: datetime) -> None:
        floor.now = begins
        super().__init__(floor)
        waiting = [self._laid(number) for number in range(len(moments))]
        for moment, (player, table) in zip(moments, waiting, strict=True):
            floor.now = moment
            floor.settle(table)
            pay_in(player.key, 5_00, now=moment)
            name = floor.player(f"nova-{player.name}", cents=0, verified=False)
            sign_in.complete_sign_in(
                person_id=name.id, session=uuid.uuid4().hex, address="192.0.2.1", device="Linux", now=moment
            )

    def _laid(self, number: int) -> tuple[Actor, int]:
        """A player at a table of its own, whose stake lies there."""
        player = self._player(f"de-{number}")
        self.table = self.floor.table(PONTO_E_BANCA, code=f"edge-{number}")
        self.sit(player)
        self.floor.open_round(self.table, PONTO_WINS)
        self.bet(player, ponto=10_00)
        return player, self.table


def wish(who: Actor, moment: datetime) -> None:
    """Wish at this moment to be excluded."""
    key = uuid.uuid4()
    take_break(person_id=who.id, kind=ExclusionKind.FIXED, months=3, idempotency_key=key, now=moment)


def told(made: FilesMade, begins: str) -> list[tuple[str, str]]:
    """The hour of the file and the moment, of every record in these files, as their bytes have them."""
    found = []
    with zipfile.ZipFile(io.BytesIO(made.content)) as package:
        for name in sorted(name for name in package.namelist() if name.startswith(begins)):
            element = STAMPS[begins]
            stamps = re.findall(b"<%b>([^<]*)</%b>" % (element, element), package.read(name))
            found += [(name[5:].removesuffix(".xml").replace("_2AA", ""), stamp.decode()) for stamp in stamps]
    return found


def days_told(made: FilesMade) -> list[str]:
    """The beginning of each exclusion, as the day's file has it."""
    with zipfile.ZipFile(io.BytesIO(made.content)) as package:
        (name,) = (name for name in package.namelist() if name.startswith("EXCL"))
        return [each.decode() for each in re.findall(b"<DataInicio>([^<]*)<", package.read(name))]


def made_of(day: date, profile: Profile = PROFILE) -> FilesMade:
    """The day's files, each of whose hours was made alone before."""
    with days_settle():
        for hour in hours_of(day):
            assert all(each.made for each in make_hours_due(profile=profile, now=hour.end + timedelta(minutes=6)))
        return make_files(day=day, profile=profile, now=hours_of(day)[-1].end + timedelta(hours=1))


def check_edges(made: FilesMade, begins: datetime, due: list[tuple[str, str]]) -> None:
    """Each hourly category tells of exactly these moments, in this order, after those at which the house was ready."""
    for category in STAMPS:
        found = [each for each in told(made, category) if each[1] != stamp(begins)]
        # Files of play are in the order of the players, whose ids are random.
        assert (sorted(found) if category == "AJOG" else found) == (sorted(due) if category == "AJOG" else due), (
            category
        )


@rule(
    "PT-60",
    asserts="On the day of 23 hours what happens in the last microsecond before one is in file 00, and what happens a "
    "microsecond later in file 02.",
)
def test_a_day_of_23_hours(open_floor: Floor) -> None:
    """H02."""
    begins, one = datetime(2026, 3, 29, 0, 30, tzinfo=UTC), datetime(2026, 3, 29, 1, tzinfo=UTC)
    house = Edges(open_floor, begins, one - INSTANT, one)
    midnight = datetime(2026, 3, 29, 23, tzinfo=UTC)
    wish(house.rita, midnight - INSTANT)
    wish(house.rui, midnight)
    made = made_of(MARCH)
    assert len(made.files) == 94
    check_edges(
        made,
        begins,
        [("2026032900", "20260329005959.999999 +00:00"), ("2026032902", "20260329020000.000000 +01:00")],
    )
    assert days_told(made) == ["20260329235959"]


@rule(
    "PT-60",
    asserts="On the day of 25 hours both hours that are called one are in file 01, in the order in which they went by, "
    "and the offset tells them apart.",
)
def test_a_day_of_25_hours(open_floor: Floor) -> None:
    """H03."""
    begins, one = datetime(2026, 10, 24, 23, 30, tzinfo=UTC), datetime(2026, 10, 25, 1, tzinfo=UTC)
    before, after = one - timedelta(hours=1), one + timedelta(hours=1)
    house = Edges(open_floor, begins, before - INSTANT, before, one - INSTANT, one, after - INSTANT, after)
    midnight = datetime(2026, 10, 26, tzinfo=UTC)
    wish(house.rita, midnight - INSTANT)
    wish(house.rui, midnight)
    made = made_of(OCTOBER)
    assert len(made.files) == 98
    due = [
        ("2026102500", "20261025005959.999999 +01:00"),
        ("2026102501", "20261025010000.000000 +01:00"),
        ("2026102501", "20261025015959.999999 +01:00"),
        ("2026102501", "20261025010000.000000 +00:00"),
        ("2026102501", "20261025015959.999999 +00:00"),
        ("2026102502", "20261025020000.000000 +00:00"),
    ]
    check_edges(made, begins, due)
    assert days_told(made) == ["20261025235959"]


@pytest.mark.parametrize(("repeated", "mark"), [("second-suffix", "2"), ("second-is-rp", "rp")])
@rule(
    "PT-60", asserts="A house that tells the hour twice has two files of it, the second with its mark, and 102 in all."
)
def test_an_hour_that_comes_twice_may_have_two_files(open_floor: Floor, repeated: str, mark: str) -> None:
    """H03, as the supervisor may ask for it."""
    begins, one = datetime(2026, 10, 24, 23, 30, tzinfo=UTC), datetime(2026, 10, 25, 1, tzinfo=UTC)
    after = one + timedelta(hours=1)
    Edges(open_floor, begins, one - INSTANT, one, after - INSTANT, after)
    profile = replace(PROFILE, repeated_hour=repeated)
    made = made_of(OCTOBER, profile)
    assert len(made.files) == 102
    due = [
        ("2026102501", "20261025015959.999999 +01:00"),
        (f"2026102501{mark}", "20261025010000.000000 +00:00"),
        (f"2026102501{mark}", "20261025015959.999999 +00:00"),
        ("2026102502", "20261025020000.000000 +00:00"),
    ]
    check_edges(made, begins, due)


def test_the_second_file_of_an_hour_is_corrected_under_its_own_name(open_floor: Floor) -> None:
    """Of a house whose second file ends in `rp` itself."""
    begins, one = datetime(2026, 10, 24, 23, 30, tzinfo=UTC), datetime(2026, 10, 25, 1, tzinfo=UTC)
    Edges(open_floor, begins, one - INSTANT, one)
    profile, now = replace(PROFILE, repeated_hour="second-is-rp"), one + timedelta(days=1)
    made_of(OCTOBER, profile)
    with past_triggers():
        Slip.objects.filter(round__settled_at=one).update(region="ES")
    first, second = open_floor.staff(Role.COMPLIANCE), open_floor.staff(Role.SUPERVISOR)
    proposed = propose_correction(
        day=OCTOBER, profile=profile, reason="região errada", by=first.id, idempotency_key=uuid.uuid4(), now=now
    )
    approve_correction(proposal_id=proposed.proposal_id, profile=profile, by=second.id, now=now)
    names = SafeFile.objects.filter(correction=1).order_by("name").values_list("name", flat=True)
    assert list(names) == ["AJOG_2026102501_2AArprp.xml", "RESF_20261025_2AArp.xml"]
    assert make_files(day=OCTOBER, profile=profile, now=now).correction == 1
