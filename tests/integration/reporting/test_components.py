"""The register of the software's components: every file in one of them, and since when each is as it is (PT-75)."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from kernel.labels import label
from reporting.operations.log.software import check_software
from reporting.queries.components import register, unreviewed_change
from reporting.sealing.components import COMPONENTS, Part, component_of, digests
from reporting.sealing.software import listing
from tests.rules import rule

NOW = datetime(2026, 3, 10, 9, tzinfo=UTC)


def tree(root: Path) -> Path:
    """A tree of four files."""
    for name in ("baccarat/shoe.py", "baccarat/odds.py", "wallet/models.py", "manage.py"):
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{name}\n")
    return root


def test_every_component_has_files_and_every_path_exists() -> None:
    files = listing().files
    assert {component_of(path) for path, _ in files} == set(Part) == {each.part for each in COMPONENTS}
    paths = [path for path, _ in files]
    for each in COMPONENTS:
        for beginning in each.paths:
            assert any(path.startswith(beginning) for path in paths), beginning
    assert all(label(part) for part in Part)


def test_a_changed_file_changes_its_component_alone(tmp_path: Path) -> None:
    root = tree(tmp_path)
    before = digests(listing(root).files)
    (root / "baccarat/shoe.py").write_text("another\n")
    now = digests(listing(root).files)
    assert {part for part in Part if before.get(part) != now.get(part)} == {Part.GENERATOR}
    assert now[Part.GENERATOR][0] == 1


@pytest.mark.django_db
@rule(
    "PT-75",
    asserts="The register has each component with the digest of its files, and says since which check it is unchanged; "
    "a changed file shows in its component and the last check says that it is not as released.",
)
def test_the_register_says_since_when(tmp_path: Path) -> None:
    assert register() is None
    root = tree(tmp_path)
    check_software(now=NOW, root=root)
    check_software(now=NOW + timedelta(days=1), root=root)
    (root / "baccarat/shoe.py").write_text("another\n")
    check_software(now=NOW + timedelta(days=2), root=root)
    found = register()
    assert found is not None
    assert (found.checked_at, found.agrees) == (NOW + timedelta(days=2), False)
    since = {card.part: card.since for card in found.components}
    assert since == {
        Part.GENERATOR: NOW + timedelta(days=2),
        Part.GAME: NOW,
        Part.WALLET: NOW,
        Part.HOUSE: NOW,
    }
    assert {card.part: (card.files, card.sha256) for card in found.components} == digests(listing(root).files)


@pytest.mark.django_db
def test_a_list_of_files_is_read_once(tmp_path: Path) -> None:
    root = tree(tmp_path)
    for day in range(3):
        (root / "baccarat/shoe.py").write_text(f"{day}\n")
        check_software(now=NOW + timedelta(days=day), root=root)
    first = register(), unreviewed_change()
    with CaptureQueriesContext(connection) as seen:
        assert (register(), unreviewed_change()) == first
    columns = [each["sql"].partition(" FROM ")[0] for each in seen]
    assert columns, "the checks themselves are read each time"
    assert [each for each in columns if '"document"' in each] == []
