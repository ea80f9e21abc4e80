"""Folders for throw-away servers, outside pytest's own, where another user than root can get to."""

import contextlib
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from casino.launcher import quarters


@contextlib.contextmanager
def throwaway() -> Iterator[Path]:
    """A folder for a server's data, gone afterwards."""
    base = Path(tempfile.mkdtemp(prefix="sabot-faults-"))
    base.chmod(0o711)  # a server started by root runs as somebody else and has to walk through
    try:
        yield base
    finally:
        quarters.discard(quarters.find(base), base)
        shutil.rmtree(base, ignore_errors=True)
