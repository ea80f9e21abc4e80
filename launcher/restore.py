"""The command restore: a copy of the house as it was at a moment, in a folder of its own, and proven there."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from launcher import asked, proving, schema, store
from launcher.command import begin
from launcher.folder import Folder, write_private
from launcher.processes import Patience
from launcher.programs import Programs
from launcher.proving import Proven, Proving
from launcher.recovery import NotRestored, Plan, Recovery
from launcher.screen import Screen
from launcher.store import Backup, Store
from launcher.trouble import Trouble

OPTIONS: Final = {"--until": True, "--into": True, "--from": True}
LATEST: Final = "latest"


@dataclass(frozen=True, slots=True, kw_only=True)
class Restored:
    """A copy and what was found on it. Moments are aware UTC."""

    backup: Backup
    until: datetime | None
    reached: datetime
    """Its last transaction: everything up to here is in it, and nothing after."""
    at: datetime
    """When it was made."""
    data: Path
    missing: str | None
    proven: Proven

    @property
    def lacks(self) -> timedelta:
        """How much time lies between what the copy has and the moment that was asked for, or now."""
        return max((self.until or self.at) - self.reached, timedelta(0))

    def document(self) -> dict[str, object]:
        """For programs."""
        return {
            "backup": self.backup.name,
            "until": None if self.until is None else self.until.isoformat(),
            "reached": self.reached.isoformat(),
            "at": self.at.isoformat(),
            "lacks_seconds": self.lacks.total_seconds(),
            "data": str(self.data),
            "missing": self.missing,
            "holds": self.proven.holds,
            "found": dict(self.proven.lines),
        }


def restore(arguments: Sequence[str]) -> int:
    """Restore the house to a moment into a folder, prove the copy, and say what was found."""
    options = asked.options("restore", arguments, OPTIONS)
    if {"--until", "--into"} - options.keys():
        raise Trouble("restore wants a moment and a folder: ./sabot restore --until 2026-11-27T10:15:00Z --into FOLDER")
    until, into = moment(options["--until"]), Path(options["--into"]).absolute()
    folder, screen, patience = begin()
    kept = Store(store.place(folder, options.get("--from")))
    found = carry_out(plan(kept, until, folder), into, folder, screen, patience)
    write_private(into / "restored.json", json.dumps(found.document(), indent=1) + "\n")
    screen.line()
    screen.table(told(found))
    return 0 if found.proven.holds else 1


def moment(text: str) -> datetime | None:
    """The moment that the words name; None for the latest that there is.

    Raises:
        Trouble: they name none, or one without its zone.
    """
    if text == LATEST:
        return None
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        found = None
    if found is None or found.tzinfo is None:
        raise Trouble(
            f'"{text}" is no moment with its zone: write 2026-11-27T10:15:00Z, 2026-11-27T10:15:00+00:00, or {LATEST}.'
        )
    return found.astimezone(UTC)


def plan(kept: Store, until: datetime | None, folder: Folder) -> Plan:
    """Which backups are needed for that moment.

    Raises:
        NotRestored: there is none for it, or its release is newer than this one.
        Trouble: the keys are not here, or a backup between is missing.
    """
    backups = kept.backups()
    if not backups:
        raise NotRestored(f"There is no backup in {kept.folder}; ./sabot backup makes one.", "no-backup")
    now = datetime.now(UTC)
    if until is not None and until > now:
        raise NotRestored(f"{until:%Y-%m-%d %H:%M:%S} UTC is not past yet.", "no-backup")
    fitting = [each for each in backups if until is None or each.ended <= until]
    if not fitting:
        raise NotRestored(
            f"The first backup was whole at {backups[0].ended:%Y-%m-%d %H:%M:%S} UTC; no moment before that can be "
            "restored.",
            "no-backup",
        )
    schema.check(fitting[-1].schema, folder.root, what=f"Backup {fitting[-1].name} (release {fitting[-1].release})")
    if not proving.has_keys(folder):
        raise Trouble(f"The house's keys are not here: bring its secrets into {folder.secrets} first.")
    return Plan(kept, kept.chain(fitting[-1]), until)


def carry_out(wanted: Plan, into: Path, folder: Folder, screen: Screen, patience: Patience) -> Restored:
    """Make the copy in the folder, prove it, and close it.

    Raises:
        NotRestored: there is no copy, and the folder is as empty as before.
        Trouble: the folder is not empty, or cannot be written to; nothing in it was touched.
    """
    check_empty(into)
    ours, its = Programs(folder.log("restore"), patience).major(), wanted.backup.postgres // 10_000
    if ours != its:
        raise NotRestored(f"Backup {wanted.backup.name} is of PostgreSQL {its}, and our programs are of {ours}.")
    with Recovery(folder, into, screen, patience).copy(wanted) as copy:
        proof = into / "proof"
        proof.mkdir(mode=0o711)
        proven = Proving(folder, proof, screen, patience).prove(copy.databases)
        return Restored(
            backup=wanted.backup,
            until=wanted.until,
            reached=(copy.reached or wanted.backup.ended).astimezone(UTC),
            at=datetime.now(UTC),
            data=copy.data,
            missing=copy.missing,
            proven=proven,
        )


def check_empty(into: Path) -> None:
    """Refuse a folder that has anything in it.

    Raises:
        Trouble: it is not empty, or it is no folder.
    """
    try:
        if any(into.iterdir()):
            raise Trouble(f"{into} is not empty; name a new folder. Nothing in it was touched.")
    except FileNotFoundError:
        return
    except OSError as error:
        raise Trouble(f"{into} is no folder that can be written to ({error.strerror}).") from error


def told(found: Restored) -> list[tuple[str, str]]:
    """What was found, for the terminal."""
    reached = f"{found.reached:%Y-%m-%d %H:%M:%S.%f}"[:-3]
    against = "up to now" if found.until is None else f"before {found.until:%Y-%m-%d %H:%M:%S} UTC, as asked"
    rows = [
        ("Restored", f"up to the transaction of {reached} UTC"),
        ("From", f"backup {found.backup.name}, {found.backup.kind}, release {found.backup.release}"),
        *found.proven.lines,
        ("Lacks", f"{span(found.lacks)} {against}; {span(found.at - found.reached)} of the house up to now"),
        ("The copy", str(found.data)),
    ]
    if found.missing is not None:
        rows.append(("Archive", f"it lacks {found.missing}: what came after is not in the copy"))
    if not found.proven.holds:
        rows.append(("", "NOT everything holds: the report on each part is in proof/ of the folder"))
    return rows


def span(time: timedelta) -> str:
    """A stretch of time in words.

    >>> span(timedelta(hours=2, minutes=5, seconds=7)), span(timedelta(seconds=3.2))
    ('2 h 5 min', '3.2 s')
    """
    seconds = time.total_seconds()
    if seconds < 60:
        return f"{seconds:.1f} s"
    minutes, hours = int(seconds // 60), int(seconds // 3600)
    if hours >= 48:
        return f"{hours // 24} d {hours % 24} h"
    return f"{hours} h {minutes % 60} min" if hours else f"{minutes} min {int(seconds) % 60} s"
