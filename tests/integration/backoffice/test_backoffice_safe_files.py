"""The regulator's files at the office: packages, what keeps a day from the safe, the settings; the board's row."""

import html
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import time_machine
from django.conf import LazySettings
from django.contrib.auth import get_user_model
from django.utils import timezone

from casino.backoffice.presenters import safe_files
from casino.backoffice.presenters.deadlines import board
from casino.backoffice.presenters.dues import Row
from casino.backoffice.presenters.inbox import inbox
from kernel.calendar import lisbon_date
from players.inbox.queries import Subject, Thing
from players.roles import Role
from reporting.making.figures import SETTLED_FOR
from reporting.models import SafePackage
from reporting.operations import make_daily_report
from reporting.operations.due_files import deliver_due
from reporting.six_files.profile import OPEN
from reporting.six_files.safe import DeliveryRefused, FolderSafe, Receipt
from tests.certificates import Certificate
from tests.factories import Floor
from tests.histories import seed_history
from tests.integration.backoffice.browsers import AsRole
from tests.rules import rule
from tests.settled import days_settle

FILES = "/casa/relatorios/ficheiros/"
A_DAY = timedelta(days=1) + SETTLED_FOR
"""Until the present day may be delivered, at any time of it: minutes after midnight the day before may not yet."""


@pytest.fixture(autouse=True)
def whole() -> Iterator[None]:
    """A test's own transaction is under way all along: it counts as over."""
    with days_settle():
        yield


class NoSafe:
    """Takes nothing."""

    def deliver(self, name: str, content: bytes) -> Receipt:
        raise DeliveryRefused(f"{name}: the line is down")


def page_of(answer: object) -> str:
    return html.unescape(answer.content.decode())  # type: ignore[attr-defined]


def test_every_open_setting_is_shown(db: None, as_role: AsRole) -> None:
    shown = page_of(as_role(Role.INSPECTOR).get(FILES))
    for name, about in OPEN.items():
        assert f"<code>{name}</code>" in shown
        assert str(about) in shown


def test_packages_and_settings_are_shown(db: None, as_role: AsRole, settings: LazySettings, tmp_path: Path) -> None:
    now = timezone.now()
    profile = settings.OPERATOR_PROFILE.files
    for at in (now, now + A_DAY):
        deliver_due(profile=profile, safe=FolderSafe(tmp_path), now=at)
    shown = page_of(as_role(Role.INSPECTOR).get(FILES))
    assert f"PACK_{lisbon_date(now):%Y%m%d}_000.zip" in shown
    assert "no cofre" in shown
    assert "o resultado de uma jogada anulada" in shown


def test_the_files_of_the_day_that_runs_are_on_the_board_of_a_house_with_a_safe(
    db: None, as_role: AsRole, settings: LazySettings
) -> None:
    noon = timezone.now().replace(hour=12, minute=0, second=0)
    due = (lisbon_date(noon) + timedelta(days=1)).strftime("%d/%m/%Y")
    for with_safe in (False, True):
        settings.ADAPTERS = {**settings.ADAPTERS, "SABOT_SAFE": "sandbox" if with_safe else ""}
        with time_machine.travel(noon, tick=False):
            shown = page_of(as_role(Role.COMPLIANCE).get("/casa/prazos/"))
        assert ("Os ficheiros do dia vão para o cofre" in shown) is with_safe
        assert (f"{due} 04:00" in shown) is with_safe
    day = lisbon_date(noon)
    with time_machine.travel(noon, tick=False):
        deliver_due(profile=settings.OPERATOR_PROFILE.files, safe=NoSafe(), now=noon - timedelta(days=1))
    with time_machine.travel(noon.replace(hour=0, minute=30), tick=False):
        night = page_of(as_role(Role.COMPLIANCE).get("/casa/prazos/"))
    told = night.count("Os ficheiros do dia vão para o cofre")
    assert (told, f"{day:%d/%m/%Y} 04:00" in night) == (2, True), "what is due in a few hours stays on the board"
    assert "badge--bad" not in shown.split("Os ficheiros do dia vão para o cofre")[1].split("</tr>")[0]


def test_the_page_says_where_the_files_begin_and_why(
    db: None, as_role: AsRole, settings: LazySettings, tmp_path: Path
) -> None:
    settings.DEMO_HOUSE = True
    seed_history(days=5, rounds=60, players=24, no_proof=True, verbosity=0)
    reader, first = as_role(Role.INSPECTOR), min(each.day for each in SafePackage.objects.all())
    assert first > lisbon_date(timezone.now()) - timedelta(days=5)
    shown = page_of(reader.get(FILES))
    assert f"Os ficheiros começam em {first:%d/%m/%Y}" in shown
    assert "só os tem dos últimos três dias" in shown
    settings.DEMO_HOUSE = False
    assert "só os tem dos últimos três dias" not in page_of(reader.get(FILES)), "no reason of another house's"


def test_a_house_that_has_files_of_all_its_days_says_nothing_of_where_they_begin(
    db: None, as_role: AsRole, settings: LazySettings, tmp_path: Path
) -> None:
    now = timezone.now()
    for at in (now, now + A_DAY):
        deliver_due(profile=settings.OPERATOR_PROFILE.files, safe=FolderSafe(tmp_path), now=at)
    assert make_daily_report(day=lisbon_date(now), now=now + A_DAY).new
    assert "Os ficheiros começam em" not in page_of(as_role(Role.INSPECTOR).get(FILES))


def test_what_keeps_a_day_from_the_safe_is_shown_and_stands_on_the_board(
    db: None, as_role: AsRole, settings: LazySettings
) -> None:
    settings.ADAPTERS = {**settings.ADAPTERS, "SABOT_SAFE": "sandbox"}
    night = timezone.now().replace(hour=3, minute=30)
    for now in (night - timedelta(days=1), night):
        deliver_due(profile=settings.OPERATOR_PROFILE.files, safe=NoSafe(), now=now)
    with time_machine.travel(night, tick=False):
        staff = as_role(Role.COMPLIANCE)
        shown = page_of(staff.get(FILES))
        assert "o cofre não aceita o pacote" in shown
        assert "the line is down" in shown
        assert "Pôr os ficheiros do dia no cofre do regulador" in page_of(staff.get("/casa/prazos/"))


def test_a_day_is_for_people_to_bring_from_two_and_in_the_inbox_from_the_alarm_at_three(
    floor: Floor, settings: LazySettings
) -> None:
    """W02, in summer: two o'clock in Lisbon is one o'clock in UTC. Until then the house brings it by itself."""
    settings.ADAPTERS = {**settings.ADAPTERS, "SABOT_SAFE": "sandbox"}
    profile, two = settings.OPERATOR_PROFILE.files, datetime(2026, 7, 8, 1, tzinfo=UTC)
    deliver_due(profile=profile, safe=NoSafe(), now=two - timedelta(hours=12))
    person = get_user_model().objects.get(pk=floor.staff(Role.COMPLIANCE).id)
    thing, seen = Thing(Subject.DAY_FILES, "2026-07-07"), []
    for at in (two - timedelta(microseconds=1), two, two + timedelta(hours=1)):
        deliver_due(profile=profile, safe=NoSafe(), now=at)
        rows = [row.due for row in board(person=person, now=at) if row.due.subject == "07/07/2026"]
        stands = [(row.due_at, row.who) for row in rows if row.href == FILES]
        seen.append((stands, [item.thing for item in inbox(person=person, now=at).of("team") if item.thing == thing]))
    due = two + timedelta(hours=2)
    assert seen == [([(due, "a casa, por si")], []), ([(due, "")], []), ([(due, "")], [thing])]


def test_files_that_are_asked_for_again_are_noted_on_the_page(
    db: None, as_role: AsRole, settings: LazySettings, tmp_path: Path
) -> None:
    days = (timezone.now(), timezone.now() + A_DAY)
    for at in days:
        deliver_due(profile=settings.OPERATOR_PROFILE.files, safe=FolderSafe(tmp_path), now=at)
    first, last = (lisbon_date(at).isoformat() for at in days)
    staff = as_role(Role.COMPLIANCE)
    sent = {"first": first, "last": last, "reason": "o cofre perdeu-os"}
    refused = staff.post(f"{FILES}outra-vez/", sent | {"first": last, "last": first})
    assert refused.status_code == 400
    assert "O último dia é anterior ao primeiro" in page_of(refused)
    assert "Anotado." in page_of(staff.post(f"{FILES}outra-vez/", sent, follow=True))
    shown = page_of(as_role(Role.INSPECTOR).get(FILES))
    assert "o cofre perdeu-os" in shown
    assert "outra-vez" not in shown, "others read it and note nothing"


@pytest.mark.parametrize("before", ["2026-01-01", "amanhã", "9999-99-99"])
def test_an_older_page_and_a_strange_one(db: None, as_role: AsRole, before: str) -> None:
    assert as_role(Role.AUDITOR).get(FILES, {"antes": before}).status_code == 200


def test_a_house_without_a_safe_says_so(db: None, as_role: AsRole, settings: LazySettings) -> None:
    settings.ADAPTERS = {**settings.ADAPTERS, "SABOT_SAFE": ""}
    staff = as_role(Role.COMPLIANCE)
    assert "Nenhum cofre está indicado" in page_of(staff.get(FILES))
    assert "cofre do regulador" not in page_of(staff.get("/casa/prazos/"))


@rule("PT-71", asserts="A certificate stands on the board from sixty days before its end, and its end on the page.")
def test_a_certificate_that_ends_soon_stands_on_the_board(
    db: None, as_role: AsRole, settings: LazySettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = timezone.now()
    inspector = as_role(Role.INSPECTOR)
    settings.ADAPTERS = {**settings.ADAPTERS, "SABOT_PACKER": "casino.adapters.packer.Cms"}
    for days, stands in ((61, False), (59, True)):
        own = Certificate("Casa de Jogo", begins=now - timedelta(days=1), lasts=timedelta(days=1 + days))
        for name, content in (("CERTIFICATE", own.pem), ("KEY", own.key_pem), ("RECIPIENT", Certificate("r").pem)):
            (tmp_path / name).write_bytes(content)
            monkeypatch.setenv(f"SABOT_PACKER_{name}", str(tmp_path / name))
        assert ("CN=Casa de Jogo" in page_of(inspector.get("/casa/prazos/"))) is stands
        assert "CN=Casa de Jogo" in page_of(inspector.get(FILES))


@rule(
    "PT-71", asserts="The operator’s and the regulator’s certificates are told of at 60, 30 and 7 days, to the moment."
)
@pytest.mark.parametrize("whose", ["CERTIFICATE", "RECIPIENT"])
def test_a_certificate_is_told_at_sixty_at_thirty_and_at_seven_days(
    db: None, settings: LazySettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, whose: str
) -> None:
    """The operator's and the regulator's: on the board, marked as soon, in its last week; then late."""
    settings.ADAPTERS = {**settings.ADAPTERS, "SABOT_SAFE": "sandbox", "SABOT_PACKER": "casino.adapters.packer.Cms"}
    begins, lasts = datetime(2026, 1, 1, tzinfo=UTC), timedelta(days=300)
    short, long = Certificate("curto", begins=begins, lasts=lasts), Certificate("longo", begins=begins, lasts=2 * lasts)
    own, regulator = (short, long) if whose == "CERTIFICATE" else (long, short)
    for name, content in (("CERTIFICATE", own.pem), ("KEY", own.key_pem), ("RECIPIENT", regulator.pem)):
        (tmp_path / name).write_bytes(content)
        monkeypatch.setenv(f"SABOT_PACKER_{name}", str(tmp_path / name))
    ends, moment = begins + lasts, timedelta(microseconds=1)
    seen = []
    for days in (60, 30, 7, 0):
        for at in (ends - timedelta(days=days) - moment, ends - timedelta(days=days)):
            rows = [Row(due, at) for due in safe_files.certificates(at)]
            seen.append([(each.due.subject, each.tone, "última semana" in each.due.what) for each in rows])
    name = "CN=curto"
    quiet, soon, pressed, late = ([(name, tone, last)] for tone, last in _TONES)
    assert seen == [[], quiet, quiet, soon, soon, pressed, pressed, late]


_TONES = (("", False), ("warn", False), ("warn", True), ("bad", True))
