"""One part of the house in front: what it needs, what it becomes."""

import os
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from django.db import connection

from launcher import environment, part
from launcher.__main__ import main
from launcher.folder import Folder
from launcher.servers import free_port
from launcher.trouble import Trouble
from tests.patience import PATIENCE_SECONDS

from .houses import OPEN_SECONDS, ROOT, until

pytestmark = pytest.mark.house


@pytest.fixture
def given(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> dict[str, str]:
    """The settings of a machine of the house."""
    settings = {
        "DATABASE_URL": "postgresql://sabot_app:word@10.0.0.11:5432,10.0.0.12:5432/sabot",
        "VALKEY_URL": "sentinel://:word@10.0.0.11,10.0.0.12/sabot",
        "SABOT_SECRET_KEY": "of all machines",
        "SABOT_SHOE_KEY": environment.new_shoe_key(),
        "SABOT_LOG_KEY": environment.new_shoe_key(),
        "SABOT_DATA": str(tmp_path),
        "SABOT_LISTEN": "10.0.0.21:8000",
        "SABOT_PROXIES": "10.0.0.31",
    }
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("SABOT_DEMO", raising=False)
    return settings


class Became(Exception):
    """Instead of the part that this process would become."""


@pytest.fixture
def became(monkeypatch: pytest.MonkeyPatch) -> list[tuple[list[str], dict[str, str]]]:
    found: list[tuple[list[str], dict[str, str]]] = []

    def become(program: str, command: list[str], values: dict[str, str]) -> None:
        assert program == command[0]
        found.append((command[1:], values))
        raise Became

    monkeypatch.setattr(os, "execve", become)
    return found


def test_the_web_process_listens_where_it_is_told(
    given: dict[str, str], became: list[tuple[list[str], dict[str, str]]]
) -> None:
    with pytest.raises(Became):
        part.run(["web"])
    ((command, values),) = became
    assert command[command.index("--host") :][:4] == ["--host", "10.0.0.21", "--port", "8000"]
    assert command[command.index("--forwarded-allow-ips") + 1] == "10.0.0.31"
    assert values["DATABASE_URL"] == given["DATABASE_URL"]
    assert values["SABOT_DEMO"] == "0", "a house of one's own servers is no demonstration"


@pytest.mark.parametrize(
    ("name", "keys"),
    [("web", set()), ("beat", set()), ("dealer", {"SABOT_SHOE_KEY"}), ("worker", {"SABOT_LOG_KEY"})],
)
@pytest.mark.usefixtures("given")
def test_each_part_has_the_keys_that_it_needs_and_no_other(
    name: str, keys: set[str], became: list[tuple[list[str], dict[str, str]]]
) -> None:
    with pytest.raises(Became):
        part.run([name])
    assert {key for key in ("SABOT_SHOE_KEY", "SABOT_LOG_KEY") if key in became[0][1]} == keys


@pytest.mark.parametrize(
    ("name", "missing"),
    [
        ("web", "DATABASE_URL"),
        ("web", "VALKEY_URL"),
        ("web", "SABOT_SECRET_KEY"),
        ("beat", "SABOT_DATA"),
        ("dealer", "SABOT_SHOE_KEY"),
        ("worker", "SABOT_LOG_KEY"),
    ],
)
@pytest.mark.usefixtures("given", "became")
def test_what_is_missing_is_named_and_nothing_is_made(name: str, missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(missing)
    with pytest.raises(Trouble, match=f"^{missing} is missing: "):
        part.run([name])


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("DATABASE_URL", "mysql://here", "DATABASE_URL must look like"),
        ("VALKEY_URL", "sentinel://", "VALKEY_URL must look like"),
        ("SABOT_LISTEN", "house:8000", "SABOT_LISTEN must be an IP address with a port"),
        ("SABOT_LISTEN", "10.0.0.21:99999", "SABOT_LISTEN must be an IP address with a port"),
        ("SABOT_PROXIES", "0.0.0.0/0", "SABOT_PROXIES must be IP addresses"),
    ],
)
@pytest.mark.usefixtures("given", "became")
def test_what_is_malformed_is_one_sentence(name: str, value: str, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(Trouble, match=said):
        part.run(["web"])


def test_there_are_parts_and_no_others(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "everything"]) == 1
    assert main(["run"]) == 1
    assert "run takes one of web, dealer, worker, beat, prepare." in capsys.readouterr().err


@pytest.mark.django_db
def test_the_web_process_serves_and_ends_when_it_is_asked(tmp_path: Path) -> None:
    port = free_port()
    database = os.environ["SABOT_APP_URL"].rpartition("/")[0] + f"/{connection.settings_dict['NAME']}"
    values = dict(os.environ) | {
        "DATABASE_URL": database,
        "SABOT_LISTEN": f"127.0.0.1:{port}",
        "SABOT_VENV": str(Folder().environment),
    }
    with (tmp_path / "web.log").open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "launcher", "run", "web"], cwd=ROOT, env=values, stdout=log, stderr=log
        )

    def serves() -> bool:
        assert process.poll() is None, (tmp_path / "web.log").read_text()
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/livez", timeout=2) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    try:
        until(serves, OPEN_SECONDS)
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=PATIENCE_SECONDS)
    finally:
        process.kill()
