"""The command drill: restore the latest state into a folder for the moment, prove it, and let the house know.

The house keeps what came of it among its events, and its board of deadlines says when the next one is due. Run it once
a week from cron or a timer of the machine that has the backups; nothing else is needed for it.
"""

import shutil
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from launcher import asked, restore, store, telling
from launcher.command import begin
from launcher.recovery import NotRestored, discard
from launcher.store import Store

OPTIONS: Final = {"--from": True, "--into": True}


def drill(arguments: Sequence[str]) -> int:
    """Restore, prove and discard; the exit code is 0 only where all held and the house was told."""
    options = asked.options("drill", arguments, OPTIONS)
    folder, screen, patience = begin()
    kept = Store(store.place(folder, options.get("--from")))
    into = Path(options["--into"]).absolute() if "--into" in options else folder.data / "drill"
    if "--into" not in options and into.exists():
        discard(into)  # of a drill that was killed
    restore.check_empty(into)
    began = time.monotonic()
    try:
        found = restore.carry_out(restore.plan(kept, None, folder), into, folder, screen, patience)
        screen.line()
        screen.table(restore.told(found))
        facts = _proven(found, seconds=round(time.monotonic() - began))
        holds = found.proven.holds
    except NotRestored as failed:
        screen.line(f"sabot: {failed}")
        newest = next(reversed(kept.backups()), None)
        facts = ["--fault", failed.code, "--backup", newest.name if newest else "none"]
        holds = False
    finally:
        if into.exists():
            discard(into)
            shutil.rmtree(into, ignore_errors=True)
    telling.tell(folder, "note_drill", facts, of="the drill")
    screen.line("The house knows of it." if holds else "The house knows that the drill FAILED.")
    return 0 if holds else 1


def _proven(found: restore.Restored, *, seconds: int) -> list[str]:
    proven = found.proven
    facts = {
        "backup": found.backup.name,
        "until": found.reached.isoformat(),
        "lacks": str(round(found.lacks.total_seconds())),
        "transfers": str(proven.transfers),
        "rounds": str(proven.round_count),
        "days": str(proven.day_count),
        "seconds": str(seconds),
    }
    if proven.fault:
        facts = {"fault": proven.fault, "backup": found.backup.name}
    return [word for name, value in facts.items() for word in (f"--{name}", value)]
