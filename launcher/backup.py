"""The command backup: a copy of the whole database that was proven whole, and the old ones taken away by a rule."""

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import psycopg

from launcher import asked, environment, schema, store, telling, visiting
from launcher.command import begin
from launcher.folder import Folder, Lock
from launcher.processes import Patience
from launcher.programs import ProgramFailed, Programs
from launcher.screen import Screen
from launcher.store import Backup, Store
from launcher.trouble import Trouble
from launcher.visiting import Source

OPTIONS: Final = {"--into": True, "--full": False}
UPON: Final = re.compile(r"incremental|manifest|summar")
"""What the server says where it cannot tell what changed since an earlier backup."""
_SERVER: Final = """
SELECT current_setting('server_version_num')::int, system_identifier::text,
  (SELECT timeline_id FROM pg_control_checkpoint()), current_setting('summarize_wal') = 'on',
  pg_size_bytes(current_setting('wal_segment_size'))::int, (SELECT rolname FROM pg_roles WHERE oid = 10)
FROM pg_control_system()
"""


@dataclass(frozen=True, slots=True)
class Server:
    """What the server says of itself."""

    version: int
    system: str
    timeline: int
    summarises: bool
    segment_bytes: int
    superuser: str


def backup(arguments: Sequence[str]) -> int:
    """Copy the house's database into the folder of backups; `--full` copies all of it, whatever is there."""
    options = asked.options("backup", arguments, OPTIONS)
    folder, screen, patience = begin()
    kept = Store(store.place(folder, options.get("--into")))
    kept.make()
    busy = f"Another backup into {kept.folder} is under way; wait for it."
    with Lock(kept.lock).held(busy), visiting.source(folder, patience) as source:
        made = take(kept, source, folder, screen, patience, full="--full" in options)
        tidy(kept, screen, now=made.ended)
    screen.line(f"Backup {made.name} is whole ({made.kind}), {bytes_of(made.size)}, in {kept.folder}.")
    for line in (*remarks(kept, folder), *_told(made, folder)):
        screen.line(f"  ! {line}")
    return 0


def _told(made: Backup, folder: Folder) -> list[str]:
    """Let the house know of its backup; why it does not, if so: the backup is whole all the same."""
    seconds = round((made.ended - made.began).total_seconds())
    facts = {"backup": made.name, "size": str(made.size), "seconds": str(seconds)}
    words = [word for name, value in facts.items() for word in (f"--{name}", value)]
    try:
        telling.tell(folder, "note_backup", words if made.after else [*words, "--full"], of="the backup")
    except Trouble as trouble:
        return [str(trouble)]
    return []


def take(
    kept: Store, source: Source, folder: Folder, screen: Screen, patience: Patience, *, full: bool = False
) -> Backup:
    """Make one backup, verify it, and give it its name.

    Raises:
        Trouble: the database cannot be copied, the disk is full, or the copy is not whole.
    """
    programs = Programs(folder.log("backup"), patience)
    server = facts(source)
    if server.version // 10_000 != programs.major():
        raise Trouble(
            f"The server is PostgreSQL {server.version // 10_000} and our programs are of {programs.major()}; "
            "name its own in SABOT_POSTGRES."
        )
    kept.claim(server.system, server.segment_bytes)
    began = datetime.now(UTC)
    base = store.base_for(kept.backups(), system=server.system, now=began)
    if full or not server.summarises:
        base = None
    draft = kept.draft(began.strftime(store.NAME))
    try:
        upon = _copy(programs, source, kept, draft, base, screen)
        ended = datetime.now(UTC)
        with screen.step("Verifying it") as step:
            programs.run("pg_verifybackup", ["--progress", draft / "data"], step=step)
    except ProgramFailed as failed:
        kept.clear()
        if failed.no_room:
            raise Trouble(
                f"The disk of {kept.folder} is full: nothing of this backup was kept; those before it are whole."
            ) from failed
        raise
    timeline, start, end = store.log_of(draft / "data")
    made = Backup(
        name=began.strftime(store.NAME),
        after=None if upon is None else upon.name,
        began=began,
        ended=ended,
        release=release(folder.root),
        schema=schema.applied(source.database),
        postgres=server.version,
        system=server.system,
        timeline=timeline,
        start=start,
        end=end,
        segment_bytes=server.segment_bytes,
        superuser=server.superuser,
        database=schema.name_of(source.database),
        size=store.size_of(draft / "data"),
        manifest=store.digest_of(draft / "data"),
    )
    kept.keep(draft, made)
    return made


def facts(source: Source) -> Server:
    """What the server says of itself.

    Raises:
        Trouble: it lets us in no more.
    """
    try:
        with psycopg.connect(source.server, connect_timeout=10) as connection:
            row = connection.execute(_SERVER).fetchone()
    except psycopg.Error as error:
        raise Trouble(f"The server does not let us copy: {' '.join(str(error).split())}") from error
    assert row is not None
    return Server(*row)


def tidy(kept: Store, screen: Screen, *, now: datetime) -> None:
    """Take away the backups that are past the rule, and the archive from before the first that stays."""
    old = store.expired(kept.backups(), now=now)
    if not old:
        kept.forget_log(kept.backups())
        return
    with screen.step("Taking old backups away") as step:
        kept.remove(old)
        kept.forget_log(kept.backups())
        step.say(", ".join(each.name for each in old))


def remarks(kept: Store, folder: Folder) -> list[str]:
    """What a person should know of where the backups lie."""
    found = []
    if folder.data in kept.folder.parents:
        found.append("It lies on this machine's own disk: copy the folder elsewhere, or name another in SABOT_BACKUPS.")
    if environment.given("SABOT_SHOE_KEY") is None:
        found.append(f"The keys are not in it: keep {folder.secrets} too, apart from the backups.")
    return found


def bytes_of(count: int) -> str:
    """A size in words.

    >>> bytes_of(1_500_000)
    '1.5 MB'
    """
    for unit, size in (("GB", 10**9), ("MB", 10**6), ("kB", 10**3)):
        if count >= size:
            return f"{count / size:.1f} {unit}"
    return f"{count} bytes"


def release(root: Path) -> str:
    """The version of the code in this folder."""
    with (root / "pyproject.toml").open("rb") as file:
        return str(tomllib.load(file)["project"]["version"])


def _copy(
    programs: Programs, source: Source, kept: Store, draft: Path, base: Backup | None, screen: Screen
) -> Backup | None:
    """Copy into the draft, upon `base` if the server can; answer upon which backup it was."""
    where: list[str | Path] = [
        "--pgdata",
        draft / "data",
        "--checkpoint=fast",
        "--progress",
        "--manifest-checksums=SHA256",
    ]
    if base is not None:
        since = kept.data(base) / "backup_manifest"
        try:
            with screen.step(f"Copying what changed since {base.name}") as step:
                programs.run("pg_basebackup", [*where, f"--incremental={since}"], url=source.server, step=step)
            return base
        except ProgramFailed as failed:
            if failed.no_room or UPON.search(failed.said) is None:
                raise
            screen.line(f"  The server cannot say what changed since ({failed}) A full one is made.")
    with screen.step("Copying the database") as step:
        programs.run("pg_basebackup", where, url=source.server, step=step)
    return None
