"""Telling the house, by one of its own commands, what was done to it from outside."""

import subprocess
from collections.abc import Sequence

from launcher.folder import Folder
from launcher.trouble import Trouble


def tell(folder: Folder, command: str, facts: Sequence[str], *, of: str) -> None:
    """Note it in the house: in the open one, or in one opened for this word alone.

    Raises:
        Trouble: the house was not told `of` it.
    """
    done = subprocess.run(
        [folder.python, "-m", "launcher", "manage", command, *facts],
        cwd=folder.root,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        last = (done.stderr.strip().splitlines() or ["it said nothing"])[-1]
        raise Trouble(f"The house was not told of {of}: {last}")
