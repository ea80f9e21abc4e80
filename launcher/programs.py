"""PostgreSQL's own programs for copies: run with a log, shown while they run, their complaints made into sentences.

Knows how the programs are called and how they say what is wrong; must not know what is copied or why.
"""

import os
import re
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from psycopg import conninfo

from launcher import processes, quarters
from launcher.processes import Patience, Process
from launcher.screen import Step
from launcher.servers import PLAIN
from launcher.trouble import Trouble

FOLDER: Final = "SABOT_POSTGRES"
"""The variable that names another PostgreSQL's folder, with its programs in `bin`: one that speaks TLS, say."""
PERCENT: Final = re.compile(r"\((\d+)%\)")
VERSION: Final = re.compile(r"\(PostgreSQL\) (\d+)")
COMPLAINT: Final = re.compile(r"^(?:\S+: )?(?:error|fatal|FATAL|ERROR|detail): +(.+)$", re.MULTILINE)
NO_ROOM: Final = re.compile(r"No space left on device|Disk quota exceeded|File too large|: wrote \d+ of \d+")
MEANWHILE_SECONDS: Final = 0.2


class ProgramFailed(Trouble):
    """A program ended with another code than 0. `said` is what it wrote."""

    def __init__(self, sentence: str, said: str) -> None:
        super().__init__(sentence)
        self.said = said

    @property
    def no_room(self) -> bool:
        """Whether the disk was full."""
        return NO_ROOM.search(self.said) is not None


class Programs:
    """The programs of one PostgreSQL."""

    def __init__(self, log: Path, patience: Patience, folder: Path | None = None) -> None:
        named = os.environ.get(FOLDER)
        self.folder = folder or (Path(named) if named else quarters.programs())
        self._log = log
        self._patience = patience

    def major(self) -> int:
        """PostgreSQL's major version.

        Raises:
            Trouble: its programs do not run here.
        """
        try:
            done = subprocess.run(
                [self._path("postgres"), "--version"], capture_output=True, text=True, check=False, env=PLAIN
            )
        except OSError as error:
            raise Trouble(f"{self.folder / 'bin'} has no PostgreSQL ({error.strerror}).") from error
        version = VERSION.search(done.stdout)
        if done.returncode or version is None:
            raise Trouble(f"PostgreSQL does not run from {self.folder / 'bin'}: {done.stderr.strip()}")
        return int(version[1])

    def start(self, program: str, arguments: Sequence[str | Path], *, url: str | None = None) -> Process:
        """Start a program; with a URL it connects there, its password in no command line."""
        connection, word = _connection(url)
        return processes.start(
            [self._path(program), *connection, *arguments],
            log=self._log,
            environment=PLAIN | word,
            last_signal=15,
        )

    def run(
        self, program: str, arguments: Sequence[str | Path], *, url: str | None = None, step: Step | None = None
    ) -> str:
        """Run a program to its end and return what it wrote; its share of the whole is the step's note.

        Raises:
            ProgramFailed: it ended with another code than 0.
            StopAsked: the end was asked for meanwhile.
        """
        began = processes.end_of(self._log)
        process = self.start(program, arguments, url=url)
        try:
            while process.poll() is None:
                self._patience.pause(MEANWHILE_SECONDS)
                if step is not None and (found := PERCENT.findall(self._said(began)[-400:])):
                    step.say(f"{found[-1]} %", plainly=found[-1] in {"25", "50", "75"})
        finally:
            processes.end([process], with_signal=15, grace=10, patience=self._patience)
        said = self._said(began)
        if process.returncode != 0:
            raise ProgramFailed(self.sentence(program, said), said)
        if step is not None:
            step.say("")
        return said

    def sentence(self, program: str, said: str) -> str:
        """What went wrong, in one line."""
        if NO_ROOM.search(said):
            return f"{program} found the disk full."
        found = [each.rstrip(".") for each in COMPLAINT.findall(said)]
        why = found[0] if found else (said.strip().splitlines() or ["it said nothing"])[-1].strip()
        return f"{program} ended with: {why} (all of it is in {self._log})."

    def _path(self, program: str) -> Path:
        return self.folder / "bin" / program

    def _said(self, began: int) -> str:
        return processes.said_since(self._log, began).replace("\r", "\n")


def _connection(url: str | None) -> tuple[list[str], dict[str, str]]:
    """The arguments that lead there, and the variables that hold its secrets."""
    if url is None:
        return [], {}
    parts = {name: str(value) for name, value in conninfo.conninfo_to_dict(url).items() if value is not None}
    word = parts.pop("password", None)
    return ["-d", conninfo.make_conninfo("", **parts)], {} if word is None else {"PGPASSWORD": word}
