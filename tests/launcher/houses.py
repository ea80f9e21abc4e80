"""A copy of this tree whose house a test may open, kill and close; nothing is downloaded for it."""

import http.cookiejar
import json
import os
import shutil
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import urllib.response
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
OPEN_SECONDS = 400.0
END_SECONDS = 60.0


class Browser:
    """Asks for pages and sends forms as a browser without scripts does: with cookies, and the token of a form."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._jar = http.cookiejar.CookieJar()
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self._jar))

    def get(self, path: str) -> "urllib.response.addinfourl":
        """The page, with any status."""
        return self._ask(urllib.request.Request(self._address + path))

    def post(self, path: str, **fields: str) -> "urllib.response.addinfourl":
        """Send the form of that page."""
        self.get("/entrar/")  # any page with a form gives the cookie
        token = next((cookie.value or "" for cookie in self._jar if "csrf" in cookie.name), "")
        body = urllib.parse.urlencode({**fields, "csrfmiddlewaretoken": token}).encode()
        headers = {"Origin": self._address, "Referer": self._address + path}
        return self._ask(urllib.request.Request(self._address + path, data=body, headers=headers))

    def _ask(self, request: urllib.request.Request) -> "urllib.response.addinfourl":
        try:
            answer: urllib.response.addinfourl = self._opener.open(request, timeout=20)
        except urllib.error.HTTPError as error:
            return error
        return answer


class Process:
    """A command of the launcher that stays, beside the house."""

    def __init__(self, command: Sequence[str], folder: Path, output: Path) -> None:
        self._output = output
        with open(output, "wb") as file:
            self._process = subprocess.Popen(
                ["./sabot", *command], cwd=folder, env=_environment({}), stdin=subprocess.DEVNULL,
                stdout=file, stderr=subprocess.STDOUT, start_new_session=True,
            )  # fmt: skip

    def output(self) -> str:
        """What it has shown so far."""
        return self._output.read_text()

    def runs(self) -> bool:
        """Whether it has not ended."""
        return self._process.poll() is None

    def signal(self, word: int) -> None:
        """Send it a signal."""
        self._process.send_signal(word)

    def wait(self) -> int:
        """Wait for its end; answer the exit code."""
        return self._process.wait(END_SECONDS)

    def kill(self) -> None:
        """End it as the kernel would, and wait."""
        self._process.kill()
        self._process.wait()

    def end(self) -> None:
        """Ctrl-C, if it still runs."""
        if self.runs():
            self.signal(signal.SIGINT)
            self.wait()


class Copy:
    """One copy and the `./sabot up` started in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._output = folder.with_suffix(".out")
        self._process: subprocess.Popen[bytes] | None = None
        for name in _files():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)

    def run(self, *arguments: str, **settings: str) -> "subprocess.CompletedProcess[str]":
        """Run `./sabot` with the arguments to its end."""
        return subprocess.run(
            ["./sabot", *arguments], cwd=self.folder, env=_environment(settings), stdin=subprocess.DEVNULL,
            capture_output=True, text=True, timeout=OPEN_SECONDS, check=False,
        )  # fmt: skip

    def beside(self, *command: str) -> Process:
        """Start a command that stays, in this copy."""
        return Process(command, self.folder, self.folder.with_suffix(f".{command[0]}.out"))

    def open(self, command: str = "up", **settings: str) -> None:
        """Start `./sabot up`, or another command that opens a house, and wait until it says that it is open."""
        with open(self._output, "wb") as output:
            self._process = subprocess.Popen(
                ["./sabot", command], cwd=self.folder, env=_environment(settings), stdin=subprocess.DEVNULL,
                stdout=output, stderr=subprocess.STDOUT, start_new_session=True,
            )  # fmt: skip
        process = self._process
        until(lambda: "The house is open" in self.output() or process.poll() is not None, OPEN_SECONDS, self.output)
        assert process.poll() is None, self.output()

    def log(self, name: str) -> str:
        """The log of one of the house's processes."""
        return (self.folder / f".sabot/logs/{name}.log").read_text()

    def output(self) -> str:
        """What `./sabot up` has shown so far."""
        return self._output.read_text()

    def state(self) -> dict[str, Any]:
        """The state that the running house wrote about itself."""
        state: dict[str, Any] = json.loads((self.folder / ".sabot/run/state.json").read_text())
        return state

    def pids(self) -> dict[str, int]:
        """The processes of the house by name."""
        return {name: mark[0] for name, mark in self.state()["children"].items()}

    def ready(self) -> bool:
        """Whether every part of the house is well."""
        try:
            with urllib.request.urlopen(f"{self.state()['address']}/readyz/site", timeout=3) as answer:
                return answer.status == 200
        except (OSError, urllib.error.URLError):
            return False

    def kill(self) -> None:
        """End the supervisor as the kernel would: without a word to it."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def interrupt(self) -> int:
        """Ctrl-C; answer the exit code."""
        assert self._process is not None
        self._process.send_signal(signal.SIGINT)
        return self._process.wait(END_SECONDS)

    def ended(self) -> int:
        """Wait for the supervisor's own end; answer the exit code."""
        assert self._process is not None
        return self._process.wait(END_SECONDS)

    def discard(self) -> None:
        """End everything that runs and remove the copy."""
        if self._process is not None and self._process.poll() is None:
            self.run("stop")
            self._process.wait(END_SECONDS)
        shutil.rmtree(self.folder, ignore_errors=True)


def alive(pid: int) -> bool:
    """Whether the process runs; a dead one that is not reaped yet does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        if Path("/proc/self").exists():
            return False
    return subprocess.run(["ps", "-p", str(pid)], capture_output=True, check=False).returncode == 0


def until(holds: Callable[[], bool], seconds: float, tell: Callable[[], str] = lambda: "") -> None:
    """Wait until it holds; fail after so many seconds, telling what is known."""
    over = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < over, f"not within {seconds} s\n{tell()}"
        time.sleep(0.05)


def _files() -> list[Path]:
    """The files of the tree: all that git would keep or, outside git, all but what lies in hidden folders."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, check=False,
    )  # fmt: skip
    if listed.returncode == 0:
        names = [Path(name) for name in listed.stdout.decode().split("\0") if name]
    else:
        names = [path.relative_to(ROOT) for path in ROOT.glob("[!.]*/**/*")]
        names += [path.relative_to(ROOT) for path in ROOT.glob("*")]
    return [name for name in names if (ROOT / name).is_file() and "__pycache__" not in name.parts]


def _environment(settings: dict[str, str]) -> dict[str, str]:
    ours = ("SABOT_", "DATABASE_URL", "VALKEY_URL", "DJANGO_", "PYTEST_", "COV_")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    return kept | {"SABOT_VENV": sys.prefix, "SABOT_PYTHON": sys.executable, "SABOT_WEB_PROCESSES": "1"} | settings
