"""The line to the regulator in a real browser: a month of outages in the room, and two persons who open play again."""

from datetime import datetime, timedelta
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.utils import timezone

from players.roles import Role
from reporting.models import LinePart
from reporting.operations import regulator_line
from reporting.operations.hourly_files import make_hours_due
from reporting.six_files.hours import hour_of
from tables.queries import line_stop
from tests.factories import MACAU, Floor
from tests.functional.browsers import TOO_WIDE
from tests.functional.office import office
from tests.functional.test_account_journeys import aside
from tests.settled import days_settle

pytestmark = pytest.mark.browser
ROOM, LINE, FLOOR = "/casa/regulador/", "/casa/sala/linha/", "/casa/sala/"
SIZES = {"1440": (1440, 900), "390": (390, 844)}


def outages(vault: str, now: datetime) -> None:
    """Of this month: the captor for 22 minutes, the safe for 15, the gateway until now, which stopped play."""
    first = now.replace(day=1, hour=3, minute=10, second=0, microsecond=0)
    for part, begins, minutes in ((LinePart.CAPTOR, first, 22), (LinePart.SAFE, first + timedelta(hours=6), 15)):
        regulator_line.note(vault=vault, part=part, failing_since=begins, now=begins)
        regulator_line.note(vault=vault, part=part, failing_since=None, now=begins + timedelta(minutes=minutes))
    regulator_line.watch(vault=vault, has_safe=True, gateway=lambda: False, now=now)


def works_again(vault: str) -> None:
    regulator_line.watch(vault=vault, has_safe=True, gateway=lambda: True, now=timezone.now())


@pytest.mark.parametrize("size", SIZES)
def test_the_month_is_read_and_play_is_opened_by_two(
    open_floor: Floor, tmp_path: Path, settings: LazySettings, size: str
) -> None:
    settings.ADAPTERS = {**settings.ADAPTERS, "SABOT_SAFE": "sandbox", "SABOT_GATEWAY": "sandbox"}
    profile, now = settings.OPERATOR_PROFILE.files, timezone.now()
    open_floor.table(MACAU, code="macau-1")
    with days_settle():
        begun = hour_of(now).start
        for moment in (begun - timedelta(minutes=30), begun + timedelta(minutes=5)):
            make_hours_due(profile=profile, now=moment)
    outages(profile.vault, now)
    staff = {role: open_floor.staff(role) for role in (Role.INSPECTOR, Role.COMPLIANCE, Role.SUPERVISOR)}
    width, height = SIZES[size]
    with office(tmp_path, staff, phone=size == "390", parts=()) as begin:
        inspector, one, other = (begin(role) for role in (Role.INSPECTOR, Role.COMPLIANCE, Role.SUPERVISOR))
        for visit in (inspector, one, other):
            visit.page.set_viewport_size({"width": width, "height": height})
        inspector.person.go(ROOM)
        assert inspector.page.evaluate(TOO_WIDE) == []
        meter = inspector.page.locator(".line__meter")
        meter.scroll_into_view_if_needed()
        assert "37" in (meter.get_attribute("aria-label") or "")
        inspector.look(f"line-room-{size}")
        one.person.go(FLOOR)
        assert one.page.locator("#stop-regulator").count() == 1
        one.look(f"line-floor-{size}")
        one.person.go(LINE)
        assert one.page.evaluate(TOO_WIDE) == []
        assert one.page.locator("form[action$='/linha/propor/']").count() == 0, "what stopped play lasts"
        one.look(f"line-stopped-{size}")

        aside(lambda: works_again(profile.vault))
        one.person.go(LINE)
        one.do("Propor a reabertura", "Proposto", reason="linha reposta pelo operador")
        one.look(f"line-proposed-{size}")
        other.person.go(LINE)
        other.page.locator("form[action$='/linha/aprovar/'] button").click()
        other.page.locator("form[action$='/linha/aprovar/']").wait_for(state="detached")
        other.look(f"line-opened-{size}")
        assert aside(line_stop) is None
