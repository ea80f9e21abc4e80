"""The command stop: closes the house of this folder from another terminal. Needs nothing that is installed."""

import os
import signal
import time
from typing import Final

from casino.launcher import processes
from casino.launcher.folder import Folder, Lock
from casino.launcher.processes import Patience
from casino.launcher.screen import Screen
from casino.launcher.trouble import Trouble

STOP_SECONDS: Final = 75.0


def stop() -> int:
    """Close the house of this folder, wherever it was opened from."""
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
