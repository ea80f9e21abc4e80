"""The command run: one part of the house in front, for machines whose own supervisor starts and watches it.

Everything comes from the environment, and nothing is made that another machine would have to know too: a house on
several machines has one key of each kind. This process becomes the part, so that signals reach it without a middleman.
"""

import ipaddress
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from kernel import database_address, valkey_address
from launcher import commands, environment
from launcher.command import begin
from launcher.folder import Folder
from launcher.fonts import Fonts
from launcher.preparation import Preparation
from launcher.trouble import Trouble

PARTS: Final = ("web", "dealer", "worker", "beat", "prepare")
WANTED: Final = {
    "DATABASE_URL": "every part plays on one database",
    "VALKEY_URL": "the parts hear of each other through it",
    "SABOT_SECRET_KEY": "it signs sessions, on every machine with the same key",
    "SABOT_DATA": "the static files lie there",
}
"""What every part needs, and why."""
WANTED_BY: Final = {
    "dealer": {"SABOT_SHOE_KEY": "the dealer opens the shoes with it, on every machine with the same key"},
    "worker": {"SABOT_LOG_KEY": "the worker signs the log with it, on every machine with the same key"},
}
NOWHERE: Final = {"DATABASE_URL": "postgresql://sabot_app:none@127.0.0.1/sabot", "VALKEY_URL": "redis://127.0.0.1/0"}
"""For `prepare`, which asks neither."""
LISTENS: Final = "127.0.0.1:8000"


def run(arguments: Sequence[str]) -> int:  # noqa: RET503  # a process that became the part does not come back
    """Become one part of the house; `prepare` compiles the texts and gathers the static files, and ends.

    Raises:
        Trouble: there is no such part, or what it needs is missing or malformed.
    """
    if len(arguments) != 1 or arguments[0] not in PARTS:
        raise Trouble(f"run takes one of {', '.join(PARTS)}.")
    part = arguments[0]
    if part == "prepare":
        return _prepare()
    for name, why in (WANTED | WANTED_BY.get(part, {})).items():
        if environment.given(name) is None:
            raise Trouble(f"{name} is missing: {why}.")
    host, port = listens()
    values = _values(Folder(), port)
    python = str(Folder().python)
    os.execve(python, [python, *map(str, _command(part, host, port))], environment.of_command(values, part))


def listens() -> tuple[str, int]:
    """SABOT_LISTEN, where the web process listens; 127.0.0.1:8000 without it.

    Raises:
        Trouble: it is no address with a port.
    """
    wanted = environment.given("SABOT_LISTEN") or LISTENS
    host, _, port = wanted.rpartition(":")
    try:
        address = ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        address = None
    if address is None or not port.isdecimal() or not 1 <= int(port) <= 65535:
        raise Trouble(f'SABOT_LISTEN must be an IP address with a port, as {LISTENS}, not "{wanted}".')
    return str(address), int(port)


def _command(part: str, host: str, port: int) -> list[str | Path]:
    if part == "web":
        return commands.web(["--host", host, "--port", str(port)], environment.given_proxies())
    if part == "beat":
        return commands.beat(Path(tempfile.gettempdir(), "sabot-beat-schedule"))
    return [*(commands.DEALER if part == "dealer" else commands.WORKER)]


def _values(folder: Folder, port: int) -> dict[str, str]:
    """The environment of the part. The two addresses are read, so that a mistake is one sentence and not a loop."""
    database, valkey = (environment.given(name) or NOWHERE[name] for name in ("DATABASE_URL", "VALKEY_URL"))
    try:
        database_address.parameters(database, name="DATABASE_URL")
        valkey_address.read(valkey)
    except database_address.AddressInvalid as invalid:
        raise Trouble(str(invalid)) from None
    made = environment.for_children(folder, database_url=database, valkey_url=valkey, port=port)
    return {"SABOT_DEMO": "0", "SABOT_GUESTS": "0"} | made


def _prepare() -> int:
    folder, screen, patience = begin()
    values = _values(folder, environment.FIRST_PORT)
    preparation = Preparation(folder, values, screen, patience, owner_url=values["DATABASE_URL"])
    preparation.compile_texts()
    Fonts(folder, Path(values["SABOT_DATA"]), screen, patience).fetch()
    preparation.collect_static()
    return 0
