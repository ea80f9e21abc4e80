"""Files that are written once, whole, and never over another."""

import os
import tempfile
from contextlib import suppress
from pathlib import Path


def write_once(path: Path, content: bytes, *, mode: int) -> None:
    """Write beside the name first, to the disk, then under it; a file that has the name by then stays as it is."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".part-", delete=False) as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    beside = Path(file.name)
    try:
        beside.chmod(mode)
        with suppress(FileExistsError):  # another process was first
            os.link(beside, path)
    finally:
        beside.unlink()


def keep_folder(folder: Path) -> None:
    """Flush a folder, so that its new and removed entries are on the disk too."""
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
