"""The regulator's files as staff read them: at a desk and on a phone, nothing sticks out, faults are legible."""

from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.utils import timezone

from demonstration import first_hours
from players.roles import Role
from reporting.operations import due_files
from reporting.six_files.safe import DeliveryRefused, FolderSafe, Receipt
from tests.factories import Floor
from tests.functional.browsers import TOO_WIDE
from tests.functional.office import office
from tests.settled import days_settle

pytestmark = pytest.mark.browser


class FullSafe:
    """Takes nothing."""

    def deliver(self, name: str, content: bytes) -> Receipt:
        raise DeliveryRefused(f"{name}: no space left on the device")


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_the_regulators_files_stay_within_their_page(open_floor: Floor, tmp_path: Path, phone: bool) -> None:
    now, profile = timezone.now(), settings.OPERATOR_PROFILE.files
    first_hours.open_house(now=now - timedelta(days=1))
    with days_settle():
        for back in (3, 2, 1):
            due_files.deliver_due(profile=profile, safe=FolderSafe(tmp_path), now=now - timedelta(days=back))
        due_files.deliver_due(profile=profile, safe=FullSafe(), now=now)
    staff = {Role.AUDITOR: open_floor.staff(Role.AUDITOR)}
    with office(tmp_path, staff, phone=phone, parts=()) as begin:
        visit = begin(Role.AUDITOR)
        visit.see("/casa/relatorios/ficheiros/", "Ficheiros do regulador")
        for width, height in [(390, 844)] if phone else [(1440, 900), (1280, 800)]:
            visit.page.set_viewport_size({"width": width, "height": height})
            assert visit.page.evaluate(TOO_WIDE) == [], width
            visit.person.picture(f"safe-files-{width}")
        visit.look(f"safe-files-{'phone' if phone else 'desk'}")
