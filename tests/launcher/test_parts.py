"""The launcher's parts alone: no house is opened here."""

import json
import logging
import os
import signal
import stat
import subprocess
import sys
import threading
from io import StringIO
from pathlib import Path

import pytest

from launcher import environment, processes, supervisor, testing
from launcher.__main__ import main
from launcher.asked import benchmarks
from launcher.changes import Changes
from launcher.folder import Folder, Lock
from launcher.preparation import Preparation, digest, read_accounts
from launcher.processes import Patience
from launcher.screen import Screen
from launcher.supervisor import Child, Supervisor

from .houses import ROOT, alive, until

# The folder


def test_makers_of_one_secret_at_once_get_the_same_one(folder: Folder) -> None:
    found: list[str] = []
    threads = [threading.Thread(target=lambda: found.append(folder.secret("key"))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8
    assert set(found) == {folder.secret("key")}
    assert stat.S_IMODE((folder.secrets / "key").stat().st_mode) == 0o600


def test_a_lock_has_one_holder_and_ends_with_it(folder: Folder) -> None:
    path = folder.run / "some.lock"
    held, other = Lock(path), Lock(path)
    assert held.take()
    assert not other.take()
    held.release()
    assert other.take()


def test_a_large_log_is_set_aside_while_it_is_written(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("launcher.folder.LOG_BYTES_MAX", 10)
    with folder.log("web").open("ab", buffering=0) as writer:
        for word in ("first", "second", "third", "fourth", "fifth"):
            writer.write(word.encode() * 10)
            assert folder.rotate_logs() == ["web.log"]
        writer.write(b"after")
        assert folder.rotate_logs() == []
    assert folder.log("web").read_text() == "after"
    kept = [(folder.logs / f"web.log.{number}").read_text()[:5] for number in (1, 2, 3)]
    assert kept == ["fifth", "fourt", "third"]
    assert not (folder.logs / "web.log.4").exists()


def test_a_state_that_cannot_be_read_is_no_state(folder: Folder) -> None:
    assert folder.state() == {}
    folder.write_state({"pid": 1})
    assert folder.state() == {"pid": 1}
    (folder.run / "state.json").write_text("{half")
    assert folder.state() == {}


# Processes


def test_a_child_dies_with_the_process_that_started_it(tmp_path: Path) -> None:
    code = (
        "import os, pathlib, time\n"
        "from launcher import processes\n"
        f"log = pathlib.Path({str(tmp_path / 'log')!r})\n"
        "child = processes.start(['sleep', '60'], log=log, environment=dict(os.environ))\n"
        "print(child.pid, flush=True)\n"
        "time.sleep(60)\n"
    )
    parent = subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    pid = int(parent.stdout.readline())
    assert alive(pid)
    parent.kill()
    parent.wait()
    until(lambda: not alive(pid), 10)


def test_the_warden_ends_what_it_watches_once_its_pipe_closes() -> None:
    watched, forgotten = (subprocess.Popen(["sleep", "60"]) for _ in range(2))
    warden = subprocess.Popen([sys.executable, "-m", "launcher.warden"], cwd=ROOT, stdin=subprocess.PIPE, text=True)
    try:
        assert warden.stdin is not None
        with warden.stdin as pipe:
            pipe.write(f"+ {watched.pid} {signal.SIGTERM:d}\n+ {forgotten.pid} {signal.SIGTERM:d}\n- {forgotten.pid}\n")
        assert watched.wait(5) == -signal.SIGTERM
        assert warden.wait(10) == 0
        assert forgotten.poll() is None
    finally:
        for process in (watched, forgotten):
            process.kill()
            process.wait()


def test_processes_of_an_earlier_run_are_ended_but_never_a_stranger_with_its_number() -> None:
    left, stranger = (subprocess.Popen(["sleep", "60"]) for _ in range(2))
    try:
        known = {"left": (left.pid, processes.birth(left.pid)), "stranger": (stranger.pid, "another birth")}
        assert processes.end_strangers(known, Patience()) == ["left"]
        assert left.wait(5) == -signal.SIGINT
        assert stranger.poll() is None
    finally:
        for process in (left, stranger):
            process.kill()
            process.wait()


def _supervisor(told: list[str]) -> Supervisor:
    return Supervisor(Patience(), told.append, logging.getLogger("tests.launcher"))


def _child(name: str, command: list[str], tmp_path: Path) -> Child:
    return Child(name, lambda: processes.start(command, log=tmp_path / "log", environment=dict(os.environ)))


def test_pauses_grow_while_a_child_keeps_dying(tmp_path: Path) -> None:
    told: list[str] = []
    house = _supervisor(told)
    house.start(_child("web", ["sh", "-c", "exit 3"], tmp_path))

    def fell_three_times() -> bool:
        house.tend()
        return house.children[0].falls == 3

    until(fell_three_times, 10)
    house.end()
    assert told == [
        "web ended with code 3; it starts again in 0.5 s.", "web runs again.",
        "web ended with code 3; it starts again in 1 s.", "web runs again.",
        "web ended with code 3; it starts again in 2 s.",
    ]  # fmt: skip


def test_renewed_children_start_at_once_and_forget_their_falls(tmp_path: Path) -> None:
    told: list[str] = []
    house = _supervisor(told)
    server = _child("valkey", ["sleep", "60"], tmp_path)
    server.rank = 2
    for child in (_child("web", ["sleep", "60"], tmp_path), server):
        house.start(child)
    before = {name: pid for name, (pid, _) in house.running().items()}
    house.children[0].falls = 3

    house.renew(1)

    after = {name: pid for name, (pid, _) in house.running().items()}
    assert (after["web"] != before["web"], after["valkey"]) == (True, before["valkey"])
    assert house.falls("web") == 0
    assert told == []
    house.end()


def test_edits_are_seen_once_and_only_the_products(tmp_path: Path) -> None:
    for name in ("tables/rules.py", "templates/page.html", "tests/test_rules.py", ".venv/lib.py", "notes.log"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("one")
    changes = Changes(tmp_path)
    assert changes.take() == ()

    for name in ("tables/rules.py", "tests/test_rules.py", ".venv/lib.py", "notes.log"):
        (tmp_path / name).write_text("another")
    (tmp_path / "templates/page.html").unlink()
    (tmp_path / "tables/odds.py").write_text("new")

    assert changes.take() == ("tables/odds.py", "tables/rules.py", "templates/page.html")
    assert changes.take() == ()


def test_a_silent_child_is_ended_unless_the_servers_are_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervisor, "STALE_SECONDS", 0.0)
    told: list[str] = []
    house = _supervisor(told)
    house.start(_child("worker", ["sleep", "60"], tmp_path))
    process = house.children[0].process
    assert process is not None
    house.judge({"database": True, "valkey": True, "worker": True})
    house.judge({"database": True, "valkey": False, "worker": False})
    assert process.poll() is None
    house.judge({"database": True, "valkey": True, "worker": False})
    assert process.wait(5) == -signal.SIGKILL
    assert "no heartbeat" in told[0]
    house.end()


def test_all_that_share_an_unwell_part_are_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervisor, "STALE_SECONDS", 0.0)
    told: list[str] = []
    house = _supervisor(told)
    for name in ("web", "web-2", "worker"):
        child = _child(name, ["sleep", "60"], tmp_path)
        child.part = "web" if name.startswith("web") else ""
        house.start(child)
    house.judge(None)
    web, second, worker = (child.process for child in house.children)
    assert web is not None
    assert second is not None
    assert worker is not None
    assert (web.wait(5), second.wait(5), worker.poll()) == (-signal.SIGKILL, -signal.SIGKILL, None)
    house.end()


# What is prepared and shown


def test_a_digest_sees_contents_and_places(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    one.write_text("a")
    two.write_text("b")
    before = digest([one, two])
    assert digest([two, one]) == before
    one.write_text("c")
    assert digest([one, two]) != before
    assert digest([one]) != digest([two])


@pytest.mark.parametrize(
    "changed", ["static/js/page.js", "casino/web/joining/scripts.py", "casino/locale/pt/LC_MESSAGES/djangojs.mo"]
)
def test_static_files_are_gathered_again_when_they_would_become_others(
    folder: Folder, monkeypatch: pytest.MonkeyPatch, changed: str
) -> None:
    environment = {"SABOT_DATA": str(folder.data), "DATABASE_URL": "postgresql://nowhere/none"}
    preparation = Preparation(folder, environment, Screen(StringIO()), Patience())
    made = folder.data / "static/staticfiles.json"
    gathered: list[str] = []

    def gather(_: object, __: str, command: str, *___: str) -> str:
        gathered.append(command)
        made.parent.mkdir(parents=True, exist_ok=True)
        made.write_text("{}")
        return ""

    monkeypatch.setattr(Preparation, "_manage", gather)
    for content in ("one", "one", "two"):
        file = folder.root / changed
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content)
        preparation.collect_static()
    assert gathered == ["collectstatic", "collectstatic"]


def test_accounts_are_told_from_log_lines() -> None:
    account = {"role": "player", "email": "p@example.com", "password": "word"}
    output = f"warming up\n{json.dumps({'event': 'seeded'})}\n{json.dumps(account)}\n[1]\n"
    assert [(found.role, found.email, found.password) for found in read_accounts(output)] == [
        ("player", "p@example.com", "word")
    ]


def test_a_plain_stream_gets_plain_lines() -> None:
    stream = StringIO()
    screen = Screen(stream)
    with screen.step("Doing it") as step:
        step.say("half", plainly=True)
        step.say("")
    with pytest.raises(KeyError), screen.step("Failing"):
        raise KeyError
    lines = stream.getvalue().splitlines()
    assert lines[0] == "    Doing it: half"
    assert lines[1].endswith("Doing it  0.0 s")
    assert "Failing" in lines[2]
    assert "\x1b" not in stream.getvalue()


def test_a_closed_terminal_does_not_end_the_house() -> None:
    stream = StringIO()
    screen = Screen(stream)
    stream.close()
    screen.line("unread")


# The door


def test_help_needs_nothing_installed_and_names_every_command(tmp_path: Path) -> None:
    values = {"PATH": os.environ["PATH"], "SABOT_PYTHON": sys.executable, "HOME": str(tmp_path)}
    shown = subprocess.run([ROOT / "sabot", "help"], capture_output=True, text=True, env=values, check=True)
    for command in ("up", "dev", "stop", "manage", "test", "check", "bench", "help"):
        assert f"./sabot {command}" in shown.stdout


@pytest.mark.parametrize("asked", ["bench --help", "bench slips -h", "test -h", "roles --help", "up --help"])
def test_help_after_a_command_is_help_alone(asked: str, tmp_path: Path) -> None:
    values = {"PATH": os.environ["PATH"], "SABOT_PYTHON": sys.executable, "SABOT_VENV": str(tmp_path)}
    shown = subprocess.run([ROOT / "sabot", *asked.split()], capture_output=True, text=True, env=values, check=True)
    assert shown.stdout.startswith("./sabot up ")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ("bench slip", "sabot: There is no benchmark slip; there are: game, growth, "),
        ("bench --quick", "sabot: No option --quick for game, growth, "),
        (
            "bench slips --sample=3",
            "sabot: No option --sample=3 for slips; --compare A B; mutants has --sample, --seed,",
        ),
        ("bench mutants slips --sample=3", "sabot: No option --sample=3 for mutants, slips; "),
    ],
)
def test_unknown_benchmarks_and_options_are_refused_before_anything_is_built(
    asked: str, sentence: str, tmp_path: Path
) -> None:
    values = {"PATH": os.environ["PATH"], "SABOT_PYTHON": sys.executable, "SABOT_VENV": str(tmp_path)}
    refused = subprocess.run([ROOT / "sabot", *asked.split()], capture_output=True, text=True, env=values, check=False)
    assert refused.returncode == 1
    assert refused.stderr.startswith(sentence)
    assert len(refused.stderr.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


def test_the_options_of_a_benchmark_are_those_of_its_script() -> None:
    wanted = benchmarks(ROOT, ["mutants", "--sample=3", "--only=wallet"])
    assert list(wanted.scripts) == ["mutants"]
    assert wanted.options == ["--sample=3", "--only=wallet"]
    assert "mutants" not in benchmarks(ROOT, []).scripts


def test_the_simulation_of_scale_is_run_by_its_name_alone() -> None:
    assert list(benchmarks(ROOT, ["scale"]).scripts) == ["scale"]
    assert "scale" not in benchmarks(ROOT, []).scripts


def test_no_python_gets_one_sentence(tmp_path: Path) -> None:
    for tool in ("sh", "dirname", "readlink"):
        found = next(Path(place, tool) for place in os.environ["PATH"].split(":") if Path(place, tool).exists())
        (tmp_path / tool).symlink_to(found)
    refused = subprocess.run(
        ["/bin/sh", ROOT / "sabot", "up"], capture_output=True, text=True, env={"PATH": str(tmp_path)}, check=False
    )
    assert refused.returncode == 1
    assert refused.stderr.startswith("sabot: this needs Python 3.11 or newer")
    assert len(refused.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [(["open"], 'no command "open"'), (["up", "now"], "up has no now"), (["dev", "now"], "dev takes nothing more")],
)
def test_unknown_commands_get_one_sentence(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 1
    shown = capsys.readouterr()
    assert sentence in shown.err
    assert len(shown.err.splitlines()) == 1


@pytest.mark.parametrize("name", ["write_guards", "write_schema"])
def test_commands_that_make_databases_get_servers_for_the_moment(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """No role of a house may make a database."""
    given: list[list[str]] = []
    monkeypatch.setattr(testing, "apart", lambda words: given.append(list(words)) or 0)
    assert main(["manage", name, "--check"]) == 0
    assert given == [[name, "--check"]]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_to_gets_one_sentence(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(Exception, match="cannot be written to"):
        Folder(tmp_path).make()
    tmp_path.chmod(0o700)


@pytest.mark.parametrize("name", ["web", "worker", "beat", "migrate", "verify_ledger", "shell", ""])
def test_only_who_seals_and_opens_shoes_has_their_keys(name: str) -> None:
    given = {"SABOT_SHOE_KEY": "a", "SABOT_SHOE_KEYS": "2:b", "SABOT_PORT": "8000"}
    assert environment.of_command(given, name) == {"SABOT_PORT": "8000"}
    for command in ("dealer", "replay", "seed_house", "seed_history", "new_shoe_key"):
        assert environment.of_command(given, command) == given


@pytest.mark.parametrize("name", ["web", "dealer", "beat", "migrate", "shell", ""])
def test_only_who_signs_the_log_has_its_key(name: str) -> None:
    given = {"SABOT_LOG_KEY": "a", "SABOT_LOG_KEY_BEFORE": "b", "SABOT_PORT": "8000"}
    assert environment.of_command(given, name) == {"SABOT_PORT": "8000"}
    for command in ("worker", "log_key", "seal_days"):
        assert environment.of_command(given, command) == given
