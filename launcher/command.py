"""What a command of the launcher begins with: its folder, its screen, and waits that end when the end is asked for."""

from launcher.folder import Folder
from launcher.processes import Patience
from launcher.screen import Screen


def begin() -> tuple[Folder, Screen, Patience]:
    """The folder of this checkout, made if missing, with a screen and waits of its own.

    Raises:
        Trouble: the folder cannot be written to.
    """
    folder, screen = Folder(), Screen()
    folder.make()
    patience = Patience(screen.pulse)
    patience.listen()
    return folder, screen, patience
