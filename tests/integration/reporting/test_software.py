"""The self-check of the software: every file, once a day and on demand; what differs is an incident."""

from datetime import timedelta
from io import StringIO
from pathlib import Path
from unittest import mock

import pytest
from django.core.management import CommandError, call_command

from reporting.models import LeafKind, LogLeaf, SoftwareCheck
from reporting.operations import log
from reporting.sealing import software
from tables.models import Incident
from tests.factories import NOON
from tests.rules import rule

pytestmark = pytest.mark.django_db


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A small release: two packages, a lock, and what the machine makes by itself."""
    for name, text in {
        "wallet/chart.py": "A = 1\n",
        "templates/base.html": "<p>\n",
        "lock.txt": "django==5.2\n",
        "pyproject.toml": "[project]\n",
        "wallet/__pycache__/chart.cpython-311.pyc": "x",
        "casino/locale/pt/LC_MESSAGES/django.mo": "x",
        "notes.txt": "not of the release",
    }.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path


def test_the_list_has_every_file_of_the_release_and_nothing_that_machines_make(tree: Path) -> None:
    listed = software.listing(tree)
    assert [path for path, _ in listed.files] == [
        "lock.txt",
        "pyproject.toml",
        "templates/base.html",
        "wallet/chart.py",
    ]
    assert software.listing(tree).digest == listed.digest


@rule("GL-02", asserts="a file that is changed, added or gone under the same version is named and opens an incident")
def test_a_changed_file_is_named_and_opens_one_incident(tree: Path) -> None:
    assert log.check_software(now=NOON, root=tree).agrees
    (tree / "wallet/chart.py").write_text("A = 2\n")
    (tree / "wallet/more.py").write_text("")
    (tree / "lock.txt").unlink()
    found = log.check_software(now=NOON + timedelta(hours=1), root=tree)
    assert found.different == ("lock.txt", "wallet/chart.py", "wallet/more.py")
    incident = Incident.objects.get(kind="software")
    assert incident.facts["reason"] == "lock.txt, wallet/chart.py, wallet/more.py"
    assert not log.check_software(now=NOON + timedelta(hours=2), root=tree).agrees
    assert Incident.objects.filter(kind="software").count() == 1
    assert LogLeaf.objects.filter(kind=LeafKind.SOFTWARE).count() == 2


def test_another_version_is_a_release_and_no_incident(tree: Path) -> None:
    log.check_software(now=NOON, root=tree)
    (tree / "wallet/chart.py").write_text("A = 2\n")
    with mock.patch.object(software, "software", return_value="sabot 9.9.9"):
        assert log.check_software(now=NOON, root=tree).agrees
    assert not Incident.objects.filter(kind="software").exists()


@rule("GL-02", asserts="the software is checked once in 24 hours by itself")
def test_the_sweep_checks_once_a_day() -> None:
    first = log.check_software_daily(now=NOON)
    assert first is not None
    assert first.files > 1_000
    assert log.check_software_daily(now=NOON + timedelta(hours=23, minutes=59)) is None
    assert log.check_software_daily(now=NOON + timedelta(hours=24)) is not None
    assert SoftwareCheck.objects.exclude(document="").count() == 1


@rule("GL-02", asserts="the software is checked on demand, and the check ends with 1 where files differ")
def test_it_is_checked_on_demand(tree: Path) -> None:
    said = StringIO()
    call_command("check_software", stdout=said)
    assert "sabot" in said.getvalue()
    with mock.patch.object(software, "different", return_value=("wallet/chart.py",)), pytest.raises(CommandError):
        call_command("check_software", stdout=said)
    assert "wallet/chart.py" in said.getvalue()
