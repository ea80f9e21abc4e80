"""The command archive: the database's log, received as it is written, so that a backup can be brought to any moment.

PostgreSQL keeps for it what it has not received yet (a replication slot), and `pg_receivewal` goes on after the last
file that is whole. So it may be killed, and the house closed, at any moment: nothing is missed. Where the database had
to give up on it (its limit of 8 GB), it says so and begins a new part, with a gap that only a new backup closes.
"""

import signal
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from launcher import asked, backup, processes, store, visiting
from launcher.command import begin
from launcher.folder import Folder, Lock
from launcher.processes import Patience
from launcher.programs import NO_ROOM, Programs
from launcher.screen import Screen
from launcher.store import Store
from launcher.trouble import StopAsked, Trouble
from launcher.visiting import Source

OPTIONS: Final = {"--into": True}
SLOT: Final = "sabot_archive"
"""The name of the slot, and of the archive where the database waits for it (`synchronous_standby_names`)."""
LOST: Final = ("can no longer access replication slot", "has already been removed", "can no longer get changes")
FIRST_PAUSE: Final = 0.5
LAST_PAUSE: Final = 30.0
STEADY_SECONDS: Final = 30.0


def archive(arguments: Sequence[str]) -> int:
    """Receive the log of the house's database until the end is asked for."""
    options = asked.options("archive", arguments, OPTIONS)
    folder, screen, patience = begin()
    kept = Store(store.place(folder, options.get("--into")))
    kept.make()
    with Lock(kept.wal / ".lock").held(f"Another archive writes into {kept.wal} already."):
        try:
            Archive(folder, kept, screen, patience).go_on()
        except StopAsked:
            screen.line("The archive ends here; the next start goes on from here.")
    return 0


class Archive:
    """The archive of one house, kept going."""

    def __init__(self, folder: Folder, kept: Store, screen: Screen, patience: Patience) -> None:
        self._folder = folder
        self._kept = kept
        self._screen = screen
        self._patience = patience
        self._log = folder.log("archive")
        self._programs = Programs(self._log, patience)
        self._said = ""

    def go_on(self) -> None:
        """Receive, and begin again whenever it ends: after half a second, one, two … up to thirty.

        Raises:
            StopAsked: the end was asked for.
        """
        pause = FIRST_PAUSE
        while True:
            began = time.monotonic()
            self._turn()
            pause = FIRST_PAUSE if time.monotonic() - began > STEADY_SECONDS else min(2 * pause, LAST_PAUSE)
            self._patience.pause(pause)

    def _turn(self) -> None:
        try:
            source = visiting.found(self._folder)
            if source is None:
                self._tell("The house is closed; the archive waits for it.")
                return
            server = backup.facts(source)
            self._kept.claim(server.system, server.segment_bytes)
            self._slot(source)
            self._receive(source)
        except StopAsked:
            raise
        except Trouble as trouble:
            self._tell(f"{trouble} The archive tries again.")

    def _slot(self, source: Source) -> None:
        self._programs.run("pg_receivewal", ["--create-slot", "--if-not-exists", "--slot", SLOT], url=source.server)

    def _receive(self, source: Source) -> None:
        part = self._part()
        part.mkdir(mode=0o700, exist_ok=True)
        began = processes.end_of(self._log)
        where: list[str | Path] = ["--directory", part, "--slot", SLOT, "--no-loop", "--synchronous", "--verbose"]
        process = self._programs.start("pg_receivewal", where, url=source.server)
        self._tell(f"The log is archived into {part}.")
        try:
            while process.poll() is None:
                self._patience.pause(1.0)
        finally:
            processes.end([process], with_signal=signal.SIGINT, grace=10, patience=self._patience)
        self._ended(source, processes.said_since(self._log, began))

    def _ended(self, source: Source, said: str) -> None:
        """Say why it ended, and begin a new part where the database gave up on the slot."""
        if any(word in said for word in LOST):
            self._programs.run("pg_receivewal", ["--drop-slot", "--slot", SLOT], url=source.server)
            (self._kept.wal / str(int(self._part().name) + 1)).mkdir(mode=0o700)
            self._tell(
                "The database gave up waiting for the archive, which has a gap from here: run ./sabot backup now, "
                "moments before it can be restored up to the gap alone."
            )
        elif NO_ROOM.search(said):
            self._tell(f"The disk of {self._kept.folder} is full; the archive so far is whole. Make room.")
        else:
            self._tell(self._programs.sentence("pg_receivewal", said))

    def _part(self) -> Path:
        """The part that is written: the last one."""
        numbers = [int(path.name) for path in self._kept.wal.glob("[0-9]*") if path.name.isdigit()]
        return self._kept.wal / str(max(numbers, default=1))

    def _tell(self, text: str) -> None:
        """Say it once, not at each try."""
        if text != self._said:
            self._said = text
            self._screen.line(f"{time.strftime('%H:%M:%S')}  {text}")
