"""The register of components after a change: it stands on the board until a person notes its review (PT-75)."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.contrib.auth import get_user_model

from casino.backoffice.presenters.deadlines import board
from casino.backoffice.presenters.inbox import inbox
from kernel.calendar import LISBON
from players.events.queries import EventName, events
from players.inbox.operations import assign
from players.inbox.queries import Subject, Thing
from players.roles import Role
from reporting.operations.log.software import check_software
from reporting.operations.reviewing import ReviewRejected, ReviewRejection, review_software
from reporting.queries.components import unreviewed_change
from reporting.sealing.components import Part
from tests.factories import Floor
from tests.integration.backoffice.browsers import AsRole
from tests.integration.reporting.test_components import tree
from tests.rules import rule

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 3, 10, 9, tzinfo=UTC)  # a Tuesday
DAY = timedelta(days=1)


def changed(root: Path, name: str, text: str, days: int) -> None:
    (root / name).write_text(text)
    check_software(now=NOW + days * DAY, root=root)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A tree that was checked once."""
    made = tree(tmp_path)
    check_software(now=NOW, root=made)
    return made


def test_the_first_list_and_the_same_again_ask_for_no_review(root: Path) -> None:
    assert unreviewed_change() is None
    check_software(now=NOW + DAY, root=root)
    assert unreviewed_change() is None


@rule("PT-75", asserts="A change of a component stands on the board for five working days, until its review is noted.")
def test_a_change_stands_on_the_board_until_it_is_reviewed(floor: Floor, root: Path) -> None:
    changed(root, "wallet/models.py", "another\n", 1)
    member = floor.staff(Role.COMPLIANCE)
    person = get_user_model().objects.get(pk=member.id)
    found = unreviewed_change()
    assert found is not None
    assert (found.parts, found.since, found.tells_regulator) == ((Part.WALLET,), NOW + DAY, False)
    thing, at = Thing(Subject.SOFTWARE, found.key), NOW + DAY
    (row,) = [row.due for row in board(person=person, now=at) if row.due.thing == thing]
    assert row.due_at == datetime(2026, 3, 19, tzinfo=LISBON), "the end of Wednesday, five working days later"
    assert thing in {item.thing for item in inbox(person=person, now=at).of("team")}
    assign(things=[thing], person_id=member.id, by=member.id, now=at)

    review_software(change=found.key, evidence="ata 12/2026", by=member.id, now=at)
    assert unreviewed_change() is None
    assert not [row for row in board(person=person, now=at) if row.due.thing == thing]
    (told,) = events(names=[EventName.SOFTWARE_REVIEWED])
    assert (told.by, told.facts["parts"], told.facts["evidence"]) == (member.id, ["wallet"], "ata 12/2026")


def test_a_change_of_the_generator_is_owed_to_the_regulator(floor: Floor, root: Path) -> None:
    changed(root, "baccarat/shoe.py", "another\n", 1)
    person = get_user_model().objects.get(pk=floor.staff(Role.COMPLIANCE).id)
    (row,) = [row.due for row in board(person=person, now=NOW + DAY) if row.due.rule == "PT-75"]
    assert row.to_whom == "regulador"


def test_changes_since_the_last_review_add_up_and_one_taken_back_is_none(floor: Floor, root: Path) -> None:
    first = (root / "wallet/models.py").read_text()
    changed(root, "wallet/models.py", "another\n", 1)
    changed(root, "baccarat/odds.py", "another\n", 2)
    found = unreviewed_change()
    assert found is not None
    assert (set(found.parts), found.since) == ({Part.WALLET, Part.GAME}, NOW + DAY)
    review_software(change=found.key, evidence="ata 12/2026", by=floor.staff(Role.COMPLIANCE).id, now=NOW + 2 * DAY)
    changed(root, "wallet/models.py", first, 3)
    again = unreviewed_change()
    assert again is not None
    assert (again.parts, again.since) == ((Part.WALLET,), NOW + 3 * DAY)
    changed(root, "wallet/models.py", "another\n", 4)
    assert unreviewed_change() is None, "as it was reviewed"


def test_what_is_not_noted(floor: Floor, root: Path) -> None:
    changed(root, "wallet/models.py", "another\n", 1)
    found, by = unreviewed_change(), floor.staff(Role.COMPLIANCE).id
    assert found is not None
    for change, evidence, reason in (
        (found.key, " ", ReviewRejection.EVIDENCE_MISSING),
        ("0" * 16, "ata 12/2026", ReviewRejection.NO_SUCH_CHANGE),
    ):
        with pytest.raises(ReviewRejected) as refused:
            review_software(change=change, evidence=evidence, by=by, now=NOW)
        assert refused.value.reason is reason


def test_the_review_is_noted_in_the_regulators_room(root: Path, as_role: AsRole) -> None:
    changed(root, "baccarat/shoe.py", "another\n", 1)
    found = unreviewed_change()
    assert found is not None
    staff, page = as_role(Role.COMPLIANCE), "/casa/regulador/"
    shown = staff.get(page).content.decode()
    assert "Uma alteração espera pela sua revisão" in shown
    assert found.key in shown
    assert f"{page}componentes/" not in as_role(Role.INSPECTOR).get(page).content.decode()
    assert staff.post(f"{page}componentes/", {"change": found.key, "evidence": ""}).status_code == 400
    done = staff.post(f"{page}componentes/", {"change": found.key, "evidence": "ata 12/2026"}, follow=True)
    assert "A revisão está anotada." in done.content.decode()
    assert unreviewed_change() is None
    again = staff.post(f"{page}componentes/", {"change": found.key, "evidence": "outra vez"})
    assert again.status_code == 409
