"""Shared fixtures of the tests of the launcher's parts."""

import sys
from pathlib import Path

import pytest

from launcher import bootstrap
from launcher.folder import Folder


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Folder:
    """An empty checkout with locks and an environment that has an interpreter."""
    monkeypatch.delenv("SABOT_VENV", raising=False)
    for lock in (bootstrap.RUN_LOCK, bootstrap.TEST_LOCK):
        (tmp_path / lock).write_text(f"{lock}==1\n")
    (tmp_path / ".venv/bin").mkdir(parents=True)
    (tmp_path / ".venv/bin/python").symlink_to(sys.executable)
    folder = Folder(tmp_path)
    folder.make()
    return folder
