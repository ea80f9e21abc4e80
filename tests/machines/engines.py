"""What watches over a house on many machines: Patroni from its wheel, etcd and HAProxy from Debian's packages.

They are fetched once for a checkout, into `.sabot/engines`. Where they cannot be had, the tests that need them are
skipped, and the line says why.
"""

import fcntl
import functools
import hashlib
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.running import ROOT

LOCK: Final = Path(__file__).with_name("lock.txt")
DEBIAN: Final = ("etcd-server", "haproxy", "liblua5.3-0", "libopentracing-c-wrapper0", "libopentracing1")
FETCH_SECONDS: Final = 240


class NotToBeHad(Exception):
    """An engine cannot be fetched here; the message says why."""


@dataclass(frozen=True)
class Engines:
    """Where they lie; any user can run them."""

    folder: Path

    @property
    def etcd(self) -> Path:
        """The program."""
        return self.folder / "debian/usr/bin/etcd"

    @property
    def haproxy(self) -> Path:
        """The program; `environment` lets it find its libraries."""
        return self.folder / "debian/usr/sbin/haproxy"

    @property
    def environment(self) -> dict[str, str]:
        """With which they run."""
        libraries = sorted({str(each.parent) for each in (self.folder / "debian/usr/lib").rglob("*.so*")})
        return {"LD_LIBRARY_PATH": ":".join(libraries), "PYTHONPATH": str(self.folder / "patroni")}

    @property
    def patroni(self) -> list[str | Path]:
        """The command: any Python has what it needs by `PYTHONPATH`."""
        return [os.path.realpath(sys.executable), "-m", "patroni"]


@functools.cache
def engines() -> Engines:
    """The engines, fetched where they are not there yet. Raises `NotToBeHad`."""
    named = hashlib.sha256(LOCK.read_bytes() + " ".join(DEBIAN).encode()).hexdigest()[:12]
    place = ROOT / ".sabot" / "engines" / named
    place.parent.mkdir(parents=True, exist_ok=True)
    with (place.parent / "lock").open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)  # test processes side by side fetch once
        if not place.exists():
            draft = place.with_suffix(".new")
            shutil.rmtree(draft, ignore_errors=True)
            (draft / "debian").mkdir(parents=True)
            _fetch_debian(draft)
            _fetch_patroni(draft)
            draft.rename(place)
    return Engines(place)


def _fetch_debian(draft: Path) -> None:
    if shutil.which("apt-get") is None or shutil.which("dpkg") is None:
        raise NotToBeHad("etcd and HAProxy are taken from Debian's packages, which this system has not")
    packages = draft / "packages"
    packages.mkdir()
    if not _done(["apt-get", "download", *DEBIAN], packages):
        _done(["apt-get", "update"], packages)
        if not _done(["apt-get", "download", *DEBIAN], packages):
            raise NotToBeHad("Debian's packages of etcd and HAProxy cannot be fetched")
    for package in packages.glob("*.deb"):
        if not _done(["dpkg", "-x", str(package), str(draft / "debian")], packages):
            raise NotToBeHad(f"{package.name} cannot be unpacked")


def _fetch_patroni(draft: Path) -> None:
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]
    if not _done([*install, "--require-hashes", "--target", str(draft / "patroni"), "-r", str(LOCK)], draft):
        raise NotToBeHad("Patroni cannot be fetched")


def _done(command: list[str], folder: Path) -> bool:
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, check=False, timeout=FETCH_SECONDS)
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0
