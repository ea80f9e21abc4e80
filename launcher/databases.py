"""The database's URLs, and the processes that get each."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from launcher import roles
from launcher.servers import Server
from launcher.trouble import Trouble

OWNERS: Final = frozenset(
    {"migrate", "makemigrations", "squashmigrations", "optimizemigration", "flush", "dumpdata", "loaddata",
     "dbshell", "sqlflush", "seed_history"}
)  # fmt: skip
"""Commands that change the schema, or move the whole database out or in: these alone run as its owner."""
READERS: Final = frozenset({"replay"})
"""Commands that only read."""


@dataclass(frozen=True, slots=True)
class Databases:
    """The URLs of one database, by role."""

    app: str
    owner: str | None
    read: str

    @classmethod
    def of(cls, server: Server) -> "Databases":
        """Those of a server of ours."""
        return cls(app=server.urls[roles.APP], owner=server.urls[roles.OWNER], read=server.urls[roles.READ])

    def of_command(self, arguments: Sequence[str]) -> str:
        """The URL that a command of `manage.py` gets.

        Raises:
            Trouble: it needs the owner's, and no setting names it.
        """
        name = arguments[0] if arguments else ""
        if name in OWNERS:
            if self.owner is None:
                raise Trouble(f"{name} needs the owner of the database: set SABOT_OWNER_URL.")
            return self.owner
        return self.read if name in READERS else self.app


def show(arguments: Sequence[str]) -> int:
    """The command roles: make the roles on a server of one's own, or tell the URLs of the house that is open here."""
    from launcher import environment
    from launcher.folder import Folder

    if arguments:
        return _make(arguments[0], renew="--new-passwords" in arguments[1:])
    folder = Folder()
    state = folder.state()
    if state.get("embedded_database") != "yes":
        raise Trouble("No house with an embedded database is open here; for a server of your own: ./sabot roles URL.")
    found = environment.databases(folder, state["database_url"], embedded=True)
    _tell(found.app, found.owner or "", found.read, environment.backup_url(folder, found.app, embedded=True))
    return 0


def _make(url: str, *, renew: bool) -> int:
    parts = urlsplit(url)
    name = parts.path.strip("/")
    if parts.scheme not in {"postgresql", "postgres"} or not name:
        raise Trouble("The URL must be an administrator's: postgresql://user:password@host:5432/name-of-the-database.")
    # The database itself may still have to be made.
    server = parts._replace(path="/postgres").geturl()
    kept = set() if renew else roles.existing(server)
    words = {role: roles.new_password() for role in roles.ROLES if role not in kept}
    roles.make(server, name, passwords=words)
    made = {role: roles.url_of(url, role, words.get(role, "its-password"), name) for role in roles.ROLES}
    _tell(made[roles.APP], made[roles.OWNER], made[roles.READ], _of_server(made[roles.BACKUP]))
    if kept:
        print(f"# {', '.join(sorted(kept))} had a password already and kept it; --new-passwords makes new ones.")
    return 0


def _of_server(url: str) -> str:
    """Who copies copies the server, and is let into no house's database."""
    return urlsplit(url)._replace(path="/postgres").geturl()


def _tell(app: str, owner: str, read: str, backup: str) -> None:
    print(f"DATABASE_URL={app}\nSABOT_OWNER_URL={owner}\nSABOT_READ_URL={read}\nSABOT_BACKUP_URL={backup}")
