"""The environment variables the house's processes get, from what was given and what the launcher makes itself.

The names are those `casino.env` reads. Must not be imported by anything but the launcher.
"""

import base64
import ipaddress
import os
import secrets
import socket
from collections.abc import Callable, Mapping, Sequence
from typing import Final
from urllib.parse import urlsplit

import psycopg

from kernel import database_address, valkey_address
from launcher import roles
from launcher.databases import Databases
from launcher.folder import Folder
from launcher.servers import USER, valkey_fault
from launcher.trouble import Trouble

FIRST_PORT: Final = 8000
LAST_PORT: Final = 8999
BACKLOG: Final = 2048
WEB_PROCESSES_MOST: Final = 4
"""More only where somebody asks for them: each keeps up to eight connections to the database."""
SECRETS: Final = {
    USER: "postgres",
    roles.OWNER: "postgres_owner",
    roles.APP: "postgres_app",
    roles.READ: "postgres_read",
    roles.BACKUP: "postgres_backup",
}
"""By role: the file in `.sabot/secrets` with its password."""
NOT_FOR_PROCESSES: Final = ("SABOT_OWNER_URL", "SABOT_READ_URL", "SABOT_BACKUP_URL")
"""Variables that a user may set for the launcher, and that no process of the house needs."""


def given(name: str) -> str | None:
    """The variable as the person at the terminal set it; empty counts as not set."""
    return os.environ.get(name) or None


def given_databases() -> Databases | None:
    """DATABASE_URL and SABOT_OWNER_URL, proven to lead to a database; None when the embedded one is wanted.

    Raises:
        Trouble: one is malformed or missing, no database answers there, or the application's role is too mighty.
    """
    app = given_database("DATABASE_URL")
    if app is None:
        return None
    owner = given_database("SABOT_OWNER_URL")
    if owner is None:
        raise Trouble("SABOT_OWNER_URL is missing: DATABASE_URL is the application's (docs/database-roles.md).")
    if roles.too_mighty(app):
        raise Trouble("DATABASE_URL leads in as a superuser or an owner; make the roles (docs/database-roles.md).")
    return Databases(app=app, owner=owner, read=given_database("SABOT_READ_URL", reads=True) or app)


def given_database(name: str, *, reads: bool = False) -> str | None:
    """The URL in this variable, proven to lead to a database; None when it is not set.

    `reads`: it is for reading alone, and a replica will do.

    Raises:
        Trouble: it is malformed, or leads to no database that can be used: one sentence for each host.
    """
    url = given(name)
    if url is None:
        return None
    url = database_address.reading(url) if reads else url
    try:
        parameters = database_address.parameters(url, name=name)
    except database_address.AddressInvalid as invalid:
        raise Trouble(str(invalid)) from None
    try:
        psycopg.connect(database_address.conninfo(url, name=name)).close()
    except psycopg.Error as error:
        raise Trouble(database_address.fault(error, parameters, name=name)) from error
    return url


def passwords(folder: Folder) -> dict[str, str]:
    """The passwords of the embedded database's roles, made on first use."""
    return {role: folder.secret(name) for role, name in SECRETS.items()}


def databases(folder: Folder, url: str, *, embedded: bool) -> Databases:
    """The URLs of the running house's database, from that of the application."""
    if not embedded:
        return Databases(
            app=url, owner=given_database("SABOT_OWNER_URL"), read=given_database("SABOT_READ_URL", reads=True) or url
        )
    words, name = passwords(folder), urlsplit(url).path.strip("/")
    made = {role: roles.url_of(url, role, words[role], name) for role in roles.ROLES}
    return Databases(app=made[roles.APP], owner=made[roles.OWNER], read=made[roles.READ])


def backup_url(folder: Folder, url: str, *, embedded: bool) -> str:
    """The URL of the role that copies the server of the house's database.

    Raises:
        Trouble: the server is one of your own, and SABOT_BACKUP_URL does not lead to it.
    """
    if embedded:
        return roles.url_of(url, roles.BACKUP, passwords(folder)[roles.BACKUP], "postgres")
    found = given_database("SABOT_BACKUP_URL")
    if found is None:
        raise Trouble("SABOT_BACKUP_URL is missing: ./sabot roles tells it (docs/operations/backup.md).")
    return found


def given_valkey() -> str | None:
    """VALKEY_URL, proven to lead to a server; None when the embedded one is wanted.

    Raises:
        Trouble: it is malformed, no server answers there, or it does not let us in.
    """
    url = given("VALKEY_URL")
    if url is None:
        return None
    try:
        valkey = valkey_address.read(url)
    except database_address.AddressInvalid as invalid:
        raise Trouble(str(invalid)) from None
    error = valkey_fault(url)
    if error is not None:
        raise Trouble(valkey_address.fault(error, valkey))
    return url


def given_proxies() -> list[str]:
    """SABOT_PROXIES: the addresses and networks of proxies that may say who calls; none when it is not set.

    Raises:
        Trouble: one of them is no address and no network, or is everybody.
    """
    proxies = [each.strip() for each in (given("SABOT_PROXIES") or "").split(",") if each.strip()]
    for proxy in proxies:
        try:
            everybody = ipaddress.ip_network(proxy).prefixlen == 0
        except ValueError:
            everybody = True
        if everybody:
            raise Trouble(f'SABOT_PROXIES must be IP addresses or networks of proxies, with commas, not "{proxy}".')
    return proxies


def web_processes() -> int:
    """SABOT_WEB_PROCESSES, or one for every two processors that the launcher may use, at least one and at most four.

    Raises:
        Trouble: it is no number from 1 to 32.
    """
    wanted = given("SABOT_WEB_PROCESSES")
    if wanted is None:
        return max(1, min(WEB_PROCESSES_MOST, _processors() // 2))
    if not wanted.isdecimal() or not 1 <= int(wanted) <= 32:
        raise Trouble(f'SABOT_WEB_PROCESSES must be a number from 1 to 32, not "{wanted}".')
    return int(wanted)


def _processors() -> int:
    """How many processors this process may use; macOS does not say which, so it is how many there are."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def new_shoe_key() -> str:
    """A key for the undealt cards or for the log, as SABOT_SHOE_KEY and SABOT_LOG_KEY want it."""
    return base64.b64encode(secrets.token_bytes(32)).decode()


def for_children(folder: Folder, *, database_url: str, valkey_url: str, port: int) -> dict[str, str]:
    """Everything the house's processes need; given values win over those made here."""
    environment = bare(folder)
    defaults: dict[str, Callable[[], str]] = {
        "SABOT_SECRET_KEY": lambda: folder.secret("secret_key", lambda: secrets.token_urlsafe(64)),
        "SABOT_SHOE_KEY": lambda: folder.secret("shoe_key", new_shoe_key),
        "SABOT_LOG_KEY": lambda: folder.secret("log_key", new_shoe_key),
        "SABOT_DATA": lambda: str(folder.data),
        # The demonstration's password is public: it never enters a user's own database unasked.
        "SABOT_DEMO": lambda: "0" if given("DATABASE_URL") else "1",
        # A house for money asks its supervisor first (ADR 0177).
        "SABOT_GUESTS": lambda: "20" if environment["SABOT_DEMO"] == "1" else "0",
    }
    named = folder.secrets / "shoe_keys"
    if named.exists() and not environment.get("SABOT_SHOE_KEYS"):
        environment["SABOT_SHOE_KEYS"] = named.read_text().strip()
    for name, make in defaults.items():
        if not environment.get(name):
            environment[name] = make()
    environment |= {"DATABASE_URL": database_url, "VALKEY_URL": valkey_url, "SABOT_PORT": str(port)}
    return {name: value for name, value in environment.items() if name not in NOT_FOR_PROCESSES}


SHOE_KEYS: Final = ("SABOT_SHOE_KEY", "SABOT_SHOE_KEYS")
LOG_KEYS: Final = ("SABOT_LOG_KEY", "SABOT_LOG_KEY_BEFORE")
KEY_COMMANDS: Final = frozenset({"dealer", "new_shoe_key", "replay", "seed_history", "seed_house"})
"""The commands of `manage.py` that seal or open shoes: no other process has the keys of the undealt cards."""
LOG_COMMANDS: Final = frozenset({"worker", "log_key", "seal_days", "verify_days"})
"""The process and the commands that sign the log, or name its key: no other has it."""


def of_command(values: Mapping[str, str], command: str) -> dict[str, str]:
    """The environment of one of the house's processes or commands, by name: keys for those alone that need them."""
    kept = (*(() if command in KEY_COMMANDS else SHOE_KEYS), *(() if command in LOG_COMMANDS else LOG_KEYS))
    return {name: value for name, value in values.items() if name not in kept}


def measured(names: Sequence[str]) -> dict[str, str]:
    """Where each of these processes serves its measures: from SABOT_METRICS_PORT on, in their order; none without it.

    Raises:
        Trouble: SABOT_METRICS_PORT is no port.
    """
    first = given("SABOT_METRICS_PORT")
    if first is None:
        return {}
    if not first.isdecimal() or not 1 <= int(first) <= 65536 - len(names):
        raise Trouble(f'SABOT_METRICS_PORT must be a number from 1 to {65536 - len(names)}, not "{first}".')
    return {name: f"127.0.0.1:{int(first) + place}" for place, name in enumerate(names)}


def bare(folder: Folder) -> dict[str, str]:
    """The person's own environment, led to our interpreter and tools."""
    environment = dict(os.environ)
    environment["PATH"] = f"{folder.environment / 'bin'}{os.pathsep}{environment.get('PATH', os.defpath)}"
    environment["VIRTUAL_ENV"] = str(folder.environment)
    environment["PYTHONUNBUFFERED"] = "1"
    environment["DJANGO_SETTINGS_MODULE"] = "casino.settings"
    # Without compiled modules every process of the house would compile all of it: two seconds of each start.
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    return environment


def web_socket() -> socket.socket:
    """The listening socket of the house: on SABOT_PORT, or on the first free port from 8000.

    The launcher holds it and hands it to the web process, so no other process can take the port and callers wait
    for a moment, instead of being refused, while a web process that died is started again.

    Raises:
        Trouble: SABOT_PORT is no port, or is taken.
    """
    wanted = given("SABOT_PORT")
    if wanted is not None:
        if not wanted.isdecimal() or not 1 <= int(wanted) <= 65535:
            raise Trouble(f'SABOT_PORT must be a number from 1 to 65535, not "{wanted}".')
        try:
            return _listen(int(wanted))
        except PermissionError as error:
            raise Trouble(f"Port {wanted} needs rights that this user does not have; choose one above 1023.") from error
        except OSError as error:
            raise Trouble(f"Port {wanted} is in use; choose another one in SABOT_PORT, or leave it out.") from error
    for port in range(FIRST_PORT, LAST_PORT + 1):
        try:
            return _listen(port)
        except OSError:
            continue
    raise Trouble(f"Every port from {FIRST_PORT} to {LAST_PORT} is in use; choose another one in SABOT_PORT.")


def first_host(environment: Mapping[str, str]) -> str:
    """A host name that the house answers to, for asking it after its health."""
    hosts = [host.strip() for host in environment.get("SABOT_HOSTS", "").split(",")]
    return next((host for host in hosts if host and not host.startswith((".", "*"))), "127.0.0.1")


def public_address(environment: Mapping[str, str], port: int) -> str:
    """The house's address for people: the first of its origins, to which the links in e-mails lead too."""
    origins = [origin.strip() for origin in environment.get("SABOT_ORIGINS", "").split(",") if origin.strip()]
    return origins[0] if origins else f"http://{first_host(environment)}:{port}"


def _listen(port: int) -> socket.socket:
    listener = socket.socket()
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        # Accepted sockets inherit it. The web server sets it itself only on sockets it made.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        listener.bind(("127.0.0.1", port))
        listener.listen(BACKLOG)
    except OSError:
        listener.close()
        raise
    return listener
