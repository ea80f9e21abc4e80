"""A small file system in memory that a test fills, where the machine lets it mount one."""

import contextlib
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path


class NotToBeMounted(Exception):
    """The machine lets no test mount a file system."""


class Disk:
    """A small disk, and what takes the room on it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._ballast = folder / "ballast"

    def fill(self) -> None:
        """Take every byte that is left; again and again, as others give some back."""
        with contextlib.suppress(OSError), self._ballast.open("ab", buffering=0) as ballast:
            while True:
                ballast.write(bytes(4096))

    def free(self) -> None:
        """Give all of it back."""
        self._ballast.unlink()


@contextlib.contextmanager
def small_disk(folder: Path, mebibytes: int) -> Iterator[Disk]:
    """One at this folder, which is there. Raises `NotToBeMounted`."""
    mount = ["mount", "-t", "tmpfs", "-o", f"size={mebibytes}m,mode=0711", "none", str(folder)]
    if os.geteuid() or subprocess.run(mount, capture_output=True, check=False).returncode:
        raise NotToBeMounted
    try:
        yield Disk(folder)
    finally:
        subprocess.run(["umount", str(folder)], check=True)
