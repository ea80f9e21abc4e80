"""What the tests of reports and sealed days share."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import LazySettings

from tests.settled import days_settle


@pytest.fixture
def evidence(settings: LazySettings, tmp_path: Path) -> Iterator[Path]:
    """Days are sealed into this folder of the test; no transaction but its own is under way."""
    settings.EVIDENCE_DIR = tmp_path / "evidence"
    with days_settle():
        yield settings.EVIDENCE_DIR
