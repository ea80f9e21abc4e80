"""Whole houses in copies of this tree. The tests tell one story and are meant to run in this order."""

import json
import os
import signal
import socket
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from .houses import Browser, Copy, alive, until

pytestmark = [pytest.mark.house, pytest.mark.timeout(400)]


@pytest.fixture(scope="module")
def place() -> Iterator[Path]:
    """A folder another user can pass through, as the servers must when the tests run as root."""
    with tempfile.TemporaryDirectory(prefix="sabot-houses-") as name:
        Path(name).chmod(0o711)
        yield Path(name)


@pytest.fixture(scope="module")
def first(place: Path) -> Iterator[Copy]:
    """The copy most of the story happens in; open from the first test on."""
    copy = Copy(place / "first")
    copy.open()
    yield copy
    copy.discard()


@pytest.fixture(scope="module")
def second(place: Path) -> Iterator[Copy]:
    """A neighbour."""
    copy = Copy(place / "second")
    yield copy
    copy.discard()


def test_a_fresh_copy_opens_and_shows_address_and_sign_ins(first: Copy) -> None:
    assert first.ready()
    assert first.state()["address"] in first.output()
    assert "Sign in" in first.output()
    assert "@" in first.output().split("Sign in")[1]
    assert {"web", "dealer", "worker", "beat", "PostgreSQL", "Valkey"} == set(first.pids())


def test_secrets_and_state_are_for_their_owner_only(first: Copy) -> None:
    data = first.folder / ".sabot"
    private = [data / "secrets", data / "logs", data / "run", *(data / "secrets").iterdir(), data / "run/state.json"]
    assert {path: path.stat().st_mode & 0o077 for path in private} == dict.fromkeys(private, 0)


def test_a_second_up_in_the_same_folder_gives_the_address(first: Copy) -> None:
    again = first.run("up")
    assert again.returncode == 1
    assert first.state()["address"] in again.stdout
    assert first.ready()


def test_manage_works_on_the_running_house(first: Copy) -> None:
    assert first.run("manage", "migrate", "--check").returncode == 0


CANARIES = {
    "full_name": "Zulmira Canária Testemunha",
    "address": "Beco do Canário 77, Elvas",
    "email": "canaria-77@sabot.example",
    "password": "canario-amarelo-que-canta",
    "nif": "231456780",
    "iban": "PT50000201231234567890154",
    "nickname": "Canaria_77",
}
"""What a person types, of which no log may keep a word."""
TWICE = """
from django.db import connection, IntegrityError
row = "VALUES ('{email}'), ('{email}')"
for text in ("CREATE TEMP TABLE canary (email text UNIQUE)", "INSERT INTO canary " + row):
    try:
        connection.cursor().execute(text)
    except IntegrityError as error:
        print(type(error).__name__)
"""


def test_no_log_keeps_what_a_person_typed(first: Copy) -> None:
    browser = Browser(first.state()["address"])
    for _ in range(2):
        browser.post("/registar/", **CANARIES, birth_date="1990-05-04", nationality="PT", document_number="12345678ZX4")
        browser.post("/entrar/", login=CANARIES["email"], password=CANARIES["password"])
        browser.post("/recuperar/", email=CANARIES["email"])
    token = "canario-0-que-abre-a-porta"
    browser.get(f"/recuperar/{token}/")
    browser.get(f"/registar/confirmar/{token}/")
    browser.post(f"/recuperar/{token}/", password=CANARIES["password"])
    browser.get(f"/nada/?email={CANARIES['email']}&iban={CANARIES['iban']}")
    browser.get(f"/{CANARIES['email']}/{CANARIES['nif']}/")
    # Unique rows broken by hand: PostgreSQL tells the values of the row to the caller, and must not write them down.
    twice = first.run("manage", "shell", "-c", TWICE.format(email=CANARIES["email"]))
    assert "IntegrityError" in twice.stdout

    logs = {path.name: path.read_text(errors="replace") for path in (first.folder / ".sabot/logs").iterdir()}
    assert "duplicate key" in logs["postgresql.log"]
    assert "/nada/" in logs["web.log"]
    for name, text in logs.items():
        for kept in (*CANARIES.values(), token, CANARIES["iban"][4:], "canaria-77%40"):
            assert kept not in text, (name, kept)


def test_every_line_of_a_request_has_its_number(first: Copy) -> None:
    answer = Browser(first.state()["address"]).get("/nao-existe-com-numero/")
    number = answer.headers["X-Request-ID"]
    lines = [json.loads(line) for line in first.log("web").splitlines() if "nao-existe-com-numero" in line]
    assert [line["request"] for line in lines] == [number]


def test_an_idle_house_logs_next_to_nothing(first: Copy) -> None:
    """Under five megabytes a day: fifty-eight bytes a second, over all logs together."""

    def size() -> int:
        return sum(path.stat().st_size for path in (first.folder / ".sabot/logs").iterdir())

    before, seconds = size(), 10
    time.sleep(seconds)
    assert size() - before <= 58 * seconds


def test_what_dies_is_started_again_and_said_so(first: Copy) -> None:
    before = first.pids()
    for name in ("web", "worker", "PostgreSQL", "Valkey"):
        os.kill(before[name], signal.SIGKILL)
    until(lambda: all(f"{name} runs again" in first.output() for name in ("web", "worker", "Valkey")), 30, first.output)
    until(lambda: "PostgreSQL runs again" in first.output() and first.ready(), 30, first.output)
    assert first.pids()["dealer"] == before["dealer"] or "dealer runs again" in first.output()


def test_servers_that_are_given_replace_the_embedded_ones(first: Copy, second: Copy) -> None:
    given = {"DATABASE_URL": first.state()["database_url"], "VALKEY_URL": first.state()["valkey_url"]}
    assert second.run("manage", "migrate", "--check", **given).returncode == 0
    assert not (second.folder / ".sabot/pg").exists()
    assert not (second.folder / ".sabot/valkey").exists()


def test_a_taken_port_is_refused_and_two_copies_live_side_by_side(first: Copy, second: Copy) -> None:
    port = first.state()["address"].rpartition(":")[2]
    refused = second.run("up", SABOT_PORT=port)
    assert refused.returncode == 1
    assert f"Port {port} is in use" in refused.stderr
    second.open()
    assert second.state()["address"] != first.state()["address"]
    assert first.ready()
    pids = second.pids()
    assert second.interrupt() == 0
    assert [name for name, pid in pids.items() if alive(pid)] == []
    assert first.ready()


def test_a_killed_supervisor_leaves_no_orphans_and_the_next_start_keeps_the_data(first: Copy) -> None:
    with psycopg.connect(first.state()["database_url"], autocommit=True) as connection:
        connection.execute("CREATE TABLE kept (word text)")
        connection.execute("INSERT INTO kept VALUES ('kept')")
    pids = first.pids()
    first.kill()
    until(lambda: not any(alive(pid) for pid in pids.values()), 10)
    first.open()
    assert first.ready()
    # Nothing changed, so neither schema nor static files were made again.
    assert "schema" not in first.output()
    assert "static files" not in first.output()
    with psycopg.connect(first.state()["database_url"]) as connection:
        assert connection.execute("SELECT word FROM kept").fetchall() == [("kept",)]


def test_stop_ends_all_of_it(first: Copy) -> None:
    pids = first.pids()
    assert first.run("stop").returncode == 0
    assert first.ended() == 0
    assert [name for name, pid in pids.items() if alive(pid)] == []
    assert "Closed; all data is kept" in first.output()
    assert "Nothing is running" in first.run("stop").stdout


def test_manage_brings_its_own_servers_when_the_house_is_closed(first: Copy) -> None:
    done = first.run("manage", "migrate", "--check")
    assert done.returncode == 0, done.stderr
    assert first.state() == {}


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"SABOT_PORT": "eighty"}, "SABOT_PORT must be a number"),
        ({"SABOT_PORT": "70000"}, "SABOT_PORT must be a number"),
        ({"DATABASE_URL": "somewhere"}, "DATABASE_URL must look like"),
        ({"DATABASE_URL": "postgresql://a:b@127.0.0.1:1/c"}, "No database answers at DATABASE_URL"),
        ({"DATABASE_URL": "postgresql://a:b@127.0.0.1:port/c"}, "DATABASE_URL must look like"),
        ({"VALKEY_URL": "http://127.0.0.1"}, "VALKEY_URL must look like"),
        ({"VALKEY_URL": "redis://127.0.0.1:1/0"}, "No Valkey answers at VALKEY_URL"),
    ],
)
def test_bad_settings_get_one_sentence(first: Copy, settings: dict[str, str], sentence: str) -> None:
    refused = first.run("up", **settings)
    assert refused.returncode == 1
    assert sentence in refused.stderr
    assert "Traceback" not in refused.stdout + refused.stderr
    assert len(refused.stderr.splitlines()) == 1


def test_a_port_held_by_a_stranger_is_passed_over(first: Copy) -> None:
    with socket.socket() as stranger:
        stranger.bind(("127.0.0.1", 0))
        stranger.listen()
        port = stranger.getsockname()[1]
        refused = first.run("up", SABOT_PORT=str(port))
    assert f"Port {port} is in use" in refused.stderr
