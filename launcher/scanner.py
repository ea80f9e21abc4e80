"""`./sabot manage scanner`: the bridge of a scanner, which needs neither the database nor Django."""

import os
from collections.abc import Sequence

from launcher.folder import Folder


def bridge(arguments: Sequence[str]) -> int:
    """Become the bridge. Without `--url` readings go to the house of this folder, at the port where it runs or ran."""
    folder = Folder()
    port = folder.state().get("port")
    here = ["--url", f"http://127.0.0.1:{port}"] if port else []
    os.execv(folder.python, [str(folder.python), "-m", "scanner", *here, *arguments])
    return 1
