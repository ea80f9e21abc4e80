"""The line to the regulator at the office: the month's meter, what failed, the board, and two persons who open play."""

import uuid
from collections.abc import Iterator
from datetime import datetime, timedelta
from unittest import mock

import pytest
from django.conf import LazySettings
from django.urls import reverse
from django.utils import timezone

from players.roles import Role
from reporting.models import LinePart
from reporting.operations import regulator_line
from reporting.operations.hourly_files import make_hours_due
from reporting.queries.regulator_line import waiting_opening
from reporting.six_files.hours import hour_of
from tables.queries import incidents, line_stop
from tests.factories import Floor
from tests.integration.backoffice.browsers import AsRole, SignIn
from tests.integration.backoffice.test_backoffice_safe_files import page_of
from tests.settled import days_settle

LINE, ROOM, BOARD = "/casa/sala/linha/", "/casa/regulador/", "/casa/prazos/"


@pytest.fixture(autouse=True)
def house(settings: LazySettings) -> Iterator[None]:
    settings.ADAPTERS = {**settings.ADAPTERS, "SABOT_SAFE": "sandbox", "SABOT_GATEWAY": "sandbox"}
    with days_settle():
        yield


def vault(settings: LazySettings) -> str:
    return str(settings.OPERATOR_PROFILE.files.vault)


def month_begun(now: datetime) -> datetime:
    """A moment of this month from which three hours lie in it."""
    return now.replace(day=1, hour=3, minute=0, second=0, microsecond=0)


def watch(settings: LazySettings, *, up: bool, now: datetime) -> None:
    regulator_line.watch(vault=vault(settings), has_safe=True, gateway=lambda: up, now=now)


def test_a_line_that_works_is_shown_in_the_room(db: None, as_role: AsRole, settings: LazySettings) -> None:
    shown = page_of(as_role(Role.INSPECTOR).get(ROOM))
    assert 'class="line__meter"' in shown
    assert shown.count("badge--good") >= 3
    settings.ADAPTERS = {}
    assert 'class="line__meter"' not in page_of(as_role(Role.INSPECTOR).get(ROOM))
    assert "SABOT_GATEWAY" in page_of(as_role(Role.INSPECTOR).get(LINE))


@pytest.mark.parametrize(("minutes", "tone"), [(179, ""), (180, "warn"), (240, "bad"), (300, "bad")])
def test_the_minutes_of_the_month_are_drawn(
    db: None, as_role: AsRole, settings: LazySettings, minutes: int, tone: str
) -> None:
    since = month_begun(timezone.now())
    for part, begins in ((LinePart.CAPTOR, since), (LinePart.SAFE, since + timedelta(minutes=60))):
        regulator_line.note(vault=vault(settings), part=part, failing_since=begins, now=begins)
    ends = since + timedelta(minutes=minutes)
    for part in (LinePart.CAPTOR, LinePart.SAFE):
        regulator_line.note(vault=vault(settings), part=part, failing_since=None, now=ends)
    shown = page_of(as_role(Role.INSPECTOR).get(ROOM))
    assert f">{minutes}<" in shown
    assert ("line__used--" + tone in shown) if tone else ("line__used--" not in shown)
    assert 'class="line__bar line__bar--captor" x="0"' in shown
    board = page_of(as_role(Role.COMPLIANCE).get(BOARD))
    told = "de 240 minutos"
    assert (f"{minutes} {told}" in board) if tone else (told not in board)  # figures alone stand in tokens too


def test_an_hour_in_trouble_stands_on_the_board_and_on_the_page(
    db: None, as_role: AsRole, settings: LazySettings
) -> None:
    now = timezone.now()
    profile = settings.OPERATOR_PROFILE.files
    make_hours_due(profile=profile, now=now - timedelta(hours=2))
    with mock.patch("reporting.operations.horizon.is_hour_over", return_value=False):
        make_hours_due(profile=profile, now=hour_of(now - timedelta(hours=2)).end + timedelta(minutes=5))
        make_hours_due(profile=profile, now=now)
    label = f"{hour_of(now - timedelta(hours=2)).start.astimezone(timezone.get_current_timezone()):%H:%M}"
    board = page_of(as_role(Role.COMPLIANCE).get(BOARD))
    assert label in board
    assert "PT-58" in board
    shown = page_of(as_role(Role.INSPECTOR).get(LINE))
    assert 'id="waiting"' in shown
    assert label in shown


def test_a_stop_is_seen_on_the_floor_and_opened_by_two(floor: Floor, sign_in: SignIn, settings: LazySettings) -> None:
    now = timezone.now()
    watch(settings, up=False, now=now)
    one, other = (sign_in(floor.staff(role)) for role in (Role.COMPLIANCE, Role.SUPERVISOR))
    shown = page_of(one.get(reverse("backoffice:floor")))
    assert 'id="stop-regulator"' in shown
    assert f'href="{LINE}"' in shown
    propose, key = reverse("backoffice:propose_line_opening"), str(uuid.uuid4())
    assert propose not in page_of(one.get(LINE)), "what stopped play lasts"
    assert one.post(propose, {"reason": "linha reposta", "key": key}).status_code == 409
    watch(settings, up=True, now=now + timedelta(seconds=15))
    assert propose in page_of(one.get(LINE))
    assert one.post(propose, {"reason": "", "key": key}).status_code == 400
    assert one.post(propose, {"reason": "linha reposta", "key": key}).status_code == 302
    assert "linha reposta" in page_of(other.get(LINE))
    card = waiting()
    approve, reject = reverse("backoffice:approve_line_opening"), reverse("backoffice:reject_line_opening")
    assert one.post(approve, {"proposal": card}).status_code == 409
    assert other.post(reject, {"proposal": card, "reason": ""}).status_code == 400
    assert other.post(reject, {"proposal": card, "reason": "ainda não"}).status_code == 302
    assert one.post(propose, {"reason": "agora sim", "key": str(uuid.uuid4())}).status_code == 302
    assert other.post(approve, {"proposal": waiting()}).status_code == 302
    assert line_stop() is None
    assert 'id="stop-regulator"' not in page_of(other.get(reverse("backoffice:floor")))


def waiting() -> int:
    card = waiting_opening()
    assert card is not None
    return card.opening_id


def test_the_incident_says_why(floor: Floor, as_role: AsRole, settings: LazySettings) -> None:
    watch(settings, up=False, now=timezone.now())
    (incident,) = incidents(is_open=True, limit=5)
    shown = page_of(as_role(Role.COMPLIANCE).get(reverse("backoffice:incident", args=[incident.id])))
    assert "<dd>gateway</dd>" not in shown
    assert "gateway" in shown


def test_staff_who_open_no_play_only_read(floor: Floor, as_role: AsRole, settings: LazySettings) -> None:
    watch(settings, up=False, now=timezone.now())
    watch(settings, up=True, now=timezone.now())
    inspector = as_role(Role.INSPECTOR)
    shown = page_of(inspector.get(LINE))
    assert reverse("backoffice:propose_line_opening") not in shown
    answer = inspector.post(reverse("backoffice:propose_line_opening"), {"reason": "x", "key": str(uuid.uuid4())})
    assert answer.status_code == 403
