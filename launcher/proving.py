"""Proves a copy of the house's database by the house's own commands: its ledger, its rounds, its sealed days.

Each command is a child on the copy, with the keys that it needs and a Valkey and a data folder of the copy's own. Must
not know where the copy comes from.
"""

import contextlib
import json
import re
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from launcher import environment, processes, schema, servers
from launcher.databases import Databases
from launcher.folder import Folder
from launcher.processes import Patience
from launcher.screen import Screen
from launcher.trouble import Trouble

SAME: Final = re.compile(r"^\S+: the same \(", re.MULTILINE)
NO_ROUNDS: Final = "Name a round, or use --all."


@dataclass(frozen=True, slots=True)
class Proven:
    """What was found: each part agrees or not, with its counts; `lines` say it in words."""

    ledger: bool
    transfers: int
    rounds: bool
    round_count: int
    days: bool
    day_count: int
    lines: tuple[tuple[str, str], ...]

    @property
    def holds(self) -> bool:
        """Whether all of it agrees."""
        return self.ledger and self.rounds and self.days

    @property
    def fault(self) -> str:
        """The first part that does not agree, as the house keeps it; empty if all of it does."""
        return "" if self.holds else "ledger" if not self.ledger else "rounds" if not self.rounds else "days"


class Proving:
    """The proofs of one copy, with what they write in `base`."""

    def __init__(self, folder: Folder, base: Path, screen: Screen, patience: Patience) -> None:
        self._folder = folder
        self._base = base
        self._screen = screen
        self._patience = patience

    def prove(self, databases: Databases) -> Proven:
        """Bring the copy to this release's schema, and prove it.

        Raises:
            Trouble: a command does not run.
        """
        with self._valkey() as valkey:
            values = environment.for_children(
                self._folder, database_url=databases.app, valkey_url=valkey, port=environment.FIRST_PORT
            ) | {"SABOT_DATA": str(self._base / "data"), "SABOT_LOG": "warning"}
            if schema.applied(databases.read) != schema.known(self._folder.root):
                self._do("Bringing the copy to this release's schema", ["migrate", "--no-input"], values, databases)
            ledger = self._ledger(values, databases)
            rounds = self._rounds(values, databases)
            days = self._days(values, databases)
        return Proven(
            ledger=bool(ledger["agrees"]),
            transfers=int(ledger["transfers"]),
            rounds=rounds[0] == rounds[1],
            round_count=rounds[1],
            days=days["verdict"] == "holds",
            day_count=int(days["days"]),
            lines=(
                ("Ledger", _of_ledger(ledger)),
                ("Rounds", f"{rounds[0]} of {rounds[1]} came out the same"),
                ("Sealed days", _of_days(days)),
            ),
        )

    def _ledger(self, values: Mapping[str, str], databases: Databases) -> dict[str, Any]:
        code, said = self._run("Proving the ledger", ["verify_ledger", "--json"], values, databases)
        return _document(said, "verify_ledger", code)

    def _rounds(self, values: Mapping[str, str], databases: Databases) -> tuple[int, int]:
        """How many rounds came out the same, of how many."""
        code, said = self._run("Playing every round again", ["replay", "--all"], values, databases)
        same = len(SAME.findall(said))
        if code == 0:
            return same, same
        if NO_ROUNDS in said:
            return 0, 0
        different = {line.split(":")[0] for line in said.splitlines() if ": stored " in line}
        if not different:
            raise Trouble(f"replay ended with code {code}:\n{_tail(said)}")
        return same, same + len(different)

    def _days(self, values: Mapping[str, str], databases: Databases) -> dict[str, Any]:
        code, said = self._run("Verifying the sealed days", ["verify_days", "--json"], values, databases)
        return _document(said, "verify_days", code)

    def _do(self, title: str, arguments: list[str], values: Mapping[str, str], databases: Databases) -> None:
        code, said = self._run(title, arguments, values, databases)
        if code != 0:
            raise Trouble(f"manage.py {arguments[0]} ended with code {code} on the copy:\n{_tail(said)}")

    def _run(
        self, title: str, arguments: list[str], values: Mapping[str, str], databases: Databases
    ) -> tuple[int, str]:
        """Run a command of the house on the copy; its exit code, and what it said."""
        log = self._base / f"{arguments[0]}.txt"
        own = environment.of_command(values, arguments[0]) | {"DATABASE_URL": databases.of_command(arguments)}
        with self._screen.step(title):
            code = processes.run(
                [self._folder.python, "manage.py", *arguments],
                log=log,
                environment=own,
                patience=self._patience,
                directory=self._folder.root,
            )
        return code, log.read_text(errors="replace")

    @contextlib.contextmanager
    def _valkey(self) -> Iterator[str]:
        """A Valkey of the copy's own: the house's must hear nothing of it."""
        base = self._base / "moment"
        server = servers.start_valkey(base, log=self._base / "valkey.txt", patience=self._patience)
        try:
            yield server.url
        finally:
            server.stop(self._patience)
            shutil.rmtree(base, ignore_errors=True)


def has_keys(folder: Folder) -> bool:
    """Whether the house's keys are here: without them rounds cannot be played again, nor days verified."""
    return all(
        environment.given(name) or (folder.secrets / kept).exists()
        for name, kept in (("SABOT_SHOE_KEY", "shoe_key"), ("SABOT_LOG_KEY", "log_key"))
    )


def _of_ledger(found: Mapping[str, Any]) -> str:
    seen = f"{found['accounts']} accounts, {found['transfers']} lines, {found['rounds']} rounds"
    return (
        f"agrees: {seen}" if found["agrees"] else f"does NOT agree: {found['difference_count']} differences in {seen}"
    )


def _of_days(found: Mapping[str, Any]) -> str:
    waits = f"; {found['unsigned']} not in the signed log yet" if found["unsigned"] else ""
    if found["verdict"] == "holds":
        return (f"{found['days']} hold" if found["days"] else "none is sealed yet") + waits
    return f"do NOT hold: {found['first'] or ', '.join(found['lost'])}{waits}"


def _document(said: str, command: str, code: int) -> dict[str, Any]:
    """The JSON that a command wrote as its last line."""
    for line in reversed(said.splitlines()):
        with contextlib.suppress(ValueError):
            found = json.loads(line)
            if isinstance(found, dict) and line.startswith("{"):
                return found
    raise Trouble(f"manage.py {command} ended with code {code} on the copy:\n{_tail(said)}")


def _tail(said: str) -> str:
    return "\n".join(f"    {line}" for line in said.splitlines()[-8:])
