"""The house's database for a command that copies it: that of the open house, or its servers started for the moment."""

import contextlib
import os
from collections.abc import Iterator
from dataclasses import dataclass

from launcher import environment
from launcher.databases import Databases
from launcher.folder import Folder, Lock
from launcher.house import House
from launcher.processes import Patience
from launcher.screen import Screen
from launcher.trouble import Trouble


@dataclass(frozen=True, slots=True)
class Source:
    """Where to copy from: the server by the role that copies, the house's database by a role that reads."""

    server: str
    database: str


def found(folder: Folder) -> Source | None:
    """The database of the house: one of your own, or that of the house that is open; None while it is closed.

    Raises:
        Trouble: a database of your own does not answer, or allows no copy.
    """
    if (databases := environment.given_databases()) is not None:
        return _source(folder, databases, embedded=False)
    state = folder.state()
    if "database_url" not in state:
        return None
    embedded = state.get("embedded_database") == "yes"
    return _source(folder, environment.databases(folder, state["database_url"], embedded=embedded), embedded=embedded)


@contextlib.contextmanager
def source(folder: Folder, patience: Patience) -> Iterator[Source]:
    """The database of the house; where it is closed, its servers are started and ended with the command.

    Raises:
        Trouble: the house is being opened or closed, or its database does not answer.
    """
    if environment.given("DATABASE_URL"):
        known = found(folder)
        assert known is not None
        yield known
        return
    holder = Lock(folder.run / "house.lock")
    if not holder.take():
        known = found(folder)
        if known is None:
            raise Trouble("The house is being opened or closed at this moment; try again shortly.")
        yield known
        return
    house = House(folder, Screen(open(os.devnull, "w")), patience, "command")  # noqa: SIM115  lives as long as we do
    try:
        house.clear()
        databases, _ = house.start_servers()
        yield _source(folder, databases, embedded=True)
    finally:
        house.close()
        holder.release()


def _source(folder: Folder, databases: Databases, *, embedded: bool) -> Source:
    return Source(environment.backup_url(folder, databases.app, embedded=embedded), databases.read)
