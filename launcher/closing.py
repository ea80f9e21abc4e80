"""The command stop: closes the house of this folder from another terminal. Needs nothing that is installed."""

import os
import signal
import time
from typing import Final

from launcher import processes
from launcher.folder import Folder, Lock
from launcher.processes import Patience
from launcher.screen import Screen
from launcher.trouble import Trouble

STOP_SECONDS: Final = 75.0


def stop() -> int:
    """Close the house of this folder, from any terminal."""
    folder = Folder()
    holder = Lock(folder.run / "house.lock")
    if not folder.run.exists() or holder.take():
        print("Nothing is running in this folder.")
        return 0
    state = folder.state()
    pid = int(state.get("pid", 0))
    if not pid or processes.birth(pid) != state.get("birth"):
        raise Trouble("Something holds this folder but does not say who it is; try again in a moment.")
    screen, began = Screen(), time.monotonic()
    patience = Patience(screen.pulse)
    with screen.step("Closing the house"):
        for word in (signal.SIGTERM, signal.SIGKILL):
            try:
                os.kill(pid, word)
            except ProcessLookupError:
                pass
            except PermissionError as error:
                raise Trouble(f"The house belongs to another user (process {pid}).") from error
            while time.monotonic() - began < STOP_SECONDS and not holder.take():
                patience.rest(0.1)
            if holder.take():
                return 0
            began = time.monotonic()
    raise Trouble(f"Process {pid} does not end.")
