"""Whole houses in copies of this tree. The tests tell one story and are meant to run in this order."""

import os
import signal
import socket
import tempfile
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from launcher import environment, roles, servers
from launcher.folder import Folder

from .houses import Copy, alive, until

pytestmark = [pytest.mark.house, pytest.mark.timeout(400)]


def url_of(copy: Copy, role: str) -> str:
    """The URL of that role in the house's database."""
    url = copy.state()["database_url"]
    return roles.url_of(
        url, role, (copy.folder / ".sabot/secrets" / role.replace("sabot", "postgres")).read_text(), "sabot"
    )


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
    copy.open(SABOT_WEB_PROCESSES="2")
    yield copy
    copy.discard()


@pytest.fixture
def closed(first: Copy) -> Copy:
    """The same copy, closed: by a test before this one, or here where that one runs in another process."""
    if first.state():
        assert first.run("stop").returncode == 0
    return first


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
    assert {"web", "web-2", "dealer", "worker", "beat", "PostgreSQL", "Valkey"} == set(first.pids())


def test_one_web_process_answers_while_the_other_is_started_again(first: Copy) -> None:
    os.kill(first.pids()["web"], signal.SIGKILL)
    until(lambda: "web was ended by signal 9" in first.output(), 30, first.output)
    assert first.ready()
    until(lambda: "web runs again" in first.output() and "web" in first.pids(), 30, first.output)


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


WHO = "from django.db import connection as c; u = c.cursor(); u.execute('SELECT session_user'); print(u.fetchone()[0])"


def test_each_process_and_command_has_its_own_role(first: Copy) -> None:
    """The application's for all that runs, the owner's for the schema; the superuser's is in no environment."""
    assert "sabot_app" in first.run("manage", "shell", "-v", "0", "-c", WHO).stdout
    assert first.state()["database_url"].startswith("postgresql://sabot_app:")
    secrets = first.folder / ".sabot/secrets"
    mighty = {name: (secrets / name).read_text().strip() for name in ("postgres", "postgres_owner")}
    assert not [name for name, word in mighty.items() if word in (first.folder / ".sabot/run/state.json").read_text()]
    with psycopg.connect(url_of(first, "sabot_owner")) as connection:
        asked = connection.execute("SELECT DISTINCT usename FROM pg_stat_activity WHERE datname = 'sabot'")
        assert {name for (name,) in asked.fetchall()} == {"sabot_app", "sabot_owner"}
    if not Path("/proc/self/environ").exists():
        return
    for name in ("web", "dealer", "worker", "beat"):
        environment = Path(f"/proc/{first.pids()[name]}/environ").read_text()
        assert "sabot_app" in environment
        assert not [word for word in mighty.values() if word in environment], name
        assert ("SABOT_SHOE_KEY" in environment) is (name == "dealer"), name


def test_a_house_of_before_the_roles_gets_them_at_its_next_start(first: Copy) -> None:
    """There everything belonged to the superuser, who alone was let in."""
    assert first.run("stop").returncode == 0
    first.ended()
    folder = Folder(first.folder)
    server = servers.start_postgres(folder.data, passwords=environment.passwords(folder), log=folder.log("postgresql"))
    try:
        with psycopg.connect(server.urls["sabot"], autocommit=True) as connection:
            connection.execute("ALTER DATABASE sabot OWNER TO sabot")
            connection.execute("GRANT CONNECT ON DATABASE sabot TO PUBLIC")
            for role in ("sabot_owner", "sabot_app", "sabot_read"):
                connection.execute(f"REASSIGN OWNED BY {role} TO sabot")
                connection.execute(f"DROP OWNED BY {role}")
                connection.execute(f"DROP ROLE {role}")
    finally:
        server.stop()
    for name in ("postgres_owner", "postgres_app", "postgres_read"):
        (folder.secrets / name).unlink()
    (folder.data / "prepared.json").unlink()  # another release: its migrations and grants are other files
    first.open()
    assert first.ready()
    with psycopg.connect(url_of(first, "sabot_owner")) as connection:
        owners = connection.execute("SELECT DISTINCT tableowner FROM pg_tables WHERE schemaname = 'public'").fetchall()
    assert owners == [("sabot_owner",)]


def test_a_process_that_dies_is_started_again_and_said_so(first: Copy) -> None:
    before = first.pids()
    for name in ("web", "worker", "PostgreSQL", "Valkey"):
        os.kill(before[name], signal.SIGKILL)
    until(lambda: all(f"{name} runs again" in first.output() for name in ("web", "worker", "Valkey")), 30, first.output)
    until(lambda: "PostgreSQL runs again" in first.output() and first.ready(), 30, first.output)
    assert first.pids()["dealer"] == before["dealer"] or "dealer runs again" in first.output()


def test_servers_that_are_given_replace_the_embedded_ones(first: Copy, second: Copy) -> None:
    given = {"DATABASE_URL": first.state()["database_url"], "VALKEY_URL": first.state()["valkey_url"]}
    alone = second.run("manage", "migrate", "--check", **given)
    assert alone.returncode == 1
    assert "SABOT_OWNER_URL is missing" in alone.stderr
    given["SABOT_OWNER_URL"] = url_of(first, "sabot_owner")
    swapped = given | {"DATABASE_URL": given["SABOT_OWNER_URL"]}
    assert "as a superuser or an owner" in second.run("manage", "migrate", "--check", **swapped).stderr
    assert second.run("manage", "migrate", "--check", **given).returncode == 0
    assert not (second.folder / ".sabot/pg").exists()
    assert not (second.folder / ".sabot/valkey").exists()


def test_a_taken_port_is_refused_and_two_copies_live_side_by_side(first: Copy, second: Copy) -> None:
    port = first.state()["address"].rpartition(":")[2]
    refused = second.run("up", SABOT_PORT=port)
    assert refused.returncode == 1
    assert f"Port {port} is in use" in refused.stderr
    second.open(SABOT_DEMO="0")  # a neighbour is a neighbour without people
    assert second.state()["address"] != first.state()["address"]
    assert first.ready()
    pids = second.pids()
    assert second.interrupt() == 0
    assert [name for name, pid in pids.items() if alive(pid)] == []
    assert first.ready()


def test_a_killed_supervisor_leaves_no_orphans_and_the_next_start_keeps_the_data(first: Copy) -> None:
    with psycopg.connect(url_of(first, "sabot_owner"), autocommit=True) as connection:
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


def test_manage_brings_its_own_servers_when_the_house_is_closed(closed: Copy) -> None:
    done = closed.run("manage", "migrate", "--check")
    assert done.returncode == 0, done.stderr
    assert closed.state() == {}


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
def test_bad_settings_get_one_sentence(closed: Copy, settings: dict[str, str], sentence: str) -> None:
    refused = closed.run("up", **settings)
    assert refused.returncode == 1
    assert sentence in refused.stderr
    assert "Traceback" not in refused.stdout + refused.stderr
    assert len(refused.stderr.splitlines()) == 1


def test_a_port_held_by_a_stranger_is_passed_over(closed: Copy) -> None:
    with socket.socket() as stranger:
        stranger.bind(("127.0.0.1", 0))
        stranger.listen()
        port = stranger.getsockname()[1]
        refused = closed.run("up", SABOT_PORT=str(port))
    assert f"Port {port} is in use" in refused.stderr


def test_edits_are_taken_up_and_a_fault_in_one_ends_nothing(closed: Copy) -> None:
    closed.open("dev")
    page, code = closed.folder / "templates/base.html", closed.folder / "casino/urls.py"
    address = closed.state()["address"]
    assert "edited" not in shown(address)
    page.write_text(page.read_text() + "<!-- edited -->")
    until(lambda: "<!-- edited -->" in shown(address), 60, closed.output)
    until(lambda: "Edited: templates/base.html" in closed.output(), 60, closed.output)

    sound = code.read_text()
    code.write_text(sound + "(")
    until(lambda: "dealer ended with code" in closed.output(), 60, closed.output)
    code.write_text(sound)
    until(closed.ready, 60, closed.output)
    assert closed.interrupt() == 0


def shown(address: str) -> str:
    """The sign-in page; nothing while the web process begins."""
    try:
        with urllib.request.urlopen(f"{address}/entrar/", timeout=5) as answer:
            return str(answer.read().decode())
    except OSError:
        return ""
