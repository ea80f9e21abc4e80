"""DATABASE_URL, read whole as libpq reads it: several hosts, TLS, time limits. Opens nothing and knows no framework.

Every connection of the house is made from `parameters`: Django's, the pools' and the launcher's. `fault` says in one
sentence why none could be made. No sentence holds a password.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from psycopg import Error
from psycopg.conninfo import conninfo_to_dict, make_conninfo

DEFAULTS: Final[Mapping[str, str]] = {
    # Of several hosts the one that takes writes; a replica that is named alone is refused at once, not at a bet.
    "target_session_attrs": "read-write",
    # For each host: one that is frozen must not keep the others waiting for longer.
    "connect_timeout": "3",
    # A machine that vanished says nothing: found within some ten seconds. A server that works on, as one whose COMMIT
    # waits for its standby does, answers these by its kernel and is waited for.
    "keepalives_idle": "4",
    "keepalives_interval": "2",
    "keepalives_count": "3",
    "tcp_user_timeout": "10000",
}
"""What holds where the URL says nothing, by libpq's names."""
STANDBY: Final[Mapping[str, str]] = {**DEFAULTS, "target_session_attrs": "standby", "connect_timeout": "2"}
"""Defaults of REPLICA_URL: of several hosts a standby. Without one the primary answers at its own address."""
ATTRIBUTES: Final = ("any", "read-write", "read-only", "primary", "standby")
MODES: Final = ("disable", "allow", "prefer", "require", "verify-ca", "verify-full")
LOOKS: Final = "must look like postgresql://user:password@host:5432/name"
_LIMITS: Final = re.compile(r"\b(statement_timeout|transaction_timeout)\b")
_ATTEMPT: Final = re.compile(r"^- host: '?(.*?)'?, port: '?(.*?)'?, hostaddr: .*?: ", re.MULTILINE)

_REASONS: Final = (
    ("session is read-only|hot standby mode", "is a replica, which takes no writes: name the primary"),
    ("server does not support SSL", "speaks no TLS, and sslmode asks for it"),
    (
        "certificate verify failed|signature failure",
        "has a certificate that sslrootcert does not vouch for, or one that has expired",
    ),
    ("does not match host name", "has a certificate of another name"),
    ("root certificate file", "cannot be verified: the file of sslrootcert is missing"),
    ("password authentication failed|no password supplied", "refuses the user or the password"),
    ("no pg_hba.conf entry", "lets this user in from no such place (pg_hba.conf)"),
    ('database ".*" does not exist', "has no database of that name"),
    ("too many clients|remaining connection slots", "has no connection left"),
    ("starting up|shutting down|recovery", "is starting or stopping"),
    ("translate host name|resolve host|Name or service not known", "is a name that no address is known of"),
    ("refused", "refuses the connection"),
    ("timeout|timed out", "does not answer"),
    ("unreachable|No route", "cannot be reached"),
)
"""What libpq and the server say, and what it means; in this order."""
_SILENT: Final = ("refuses the connection", "does not answer", "cannot be reached", "is a name that")


class AddressInvalid(ValueError):
    """An address cannot be used as it is written; the message is one sentence without its password."""


def parameters(url: str, *, name: str = "DATABASE_URL", defaults: Mapping[str, str] = DEFAULTS) -> dict[str, str]:
    """The parameters of a connection, by libpq's names: those of the URL, and `defaults` where it says nothing.

    `host` and `port` have as many values, with commas, as the URL has hosts. `name` is the variable that sentences
    tell. Raises `AddressInvalid`.
    """
    if not url.startswith(("postgresql://", "postgres://")):
        raise AddressInvalid(f"{name} {LOOKS}.")
    try:
        given = {each: str(value) for each, value in conninfo_to_dict(url).items()}
    except Error as error:
        # The driver's own words may quote the URL with its password; of these alone it is known that they do not.
        unknown = re.search(r'invalid URI query parameter: "([a-z_]+)"', str(error))
        why = f": it knows no parameter {unknown[1]}" if unknown else ""
        raise AddressInvalid(f"{name} {LOOKS}{why}.") from None
    if not given.get("host") or not given.get("dbname") or not _ports(given):
        raise AddressInvalid(f"{name} {LOOKS}; several hosts stand with commas, each with its port.")
    _check(given, name)
    return dict(defaults) | given


def conninfo(url: str, *, name: str = "DATABASE_URL") -> str:
    """The same, as one text that the driver takes. Raises `AddressInvalid`."""
    return make_conninfo("", **parameters(url, name=name))


def _ports(given: Mapping[str, str]) -> bool:
    """Whether each port is one, and there is one for all hosts or one for each."""
    hosts, ports = given["host"].split(","), given.get("port", "5432").split(",")
    are_ports = all(port.isascii() and port.isdecimal() and 1 <= int(port[:6]) <= 65_535 for port in ports if port)
    return are_ports and all(hosts) and len(ports) in {1, len(hosts)}


def _check(given: Mapping[str, str], name: str) -> None:
    for parameter, allowed in (("target_session_attrs", ATTRIBUTES), ("sslmode", MODES)):
        if parameter in given and given[parameter] not in allowed:
            raise AddressInvalid(f"In {name}, {parameter} must be one of {', '.join(allowed)}.")
    timeout = given.get("connect_timeout", "3")
    if not timeout.isascii() or not timeout.isdecimal():
        raise AddressInvalid(f"In {name}, connect_timeout must be a number of seconds.")
    root = given.get("sslrootcert", "system")
    if root != "system" and not Path(root).is_file():
        raise AddressInvalid(f"In {name}, sslrootcert names a file that is not there: {root}.")
    if limit := _LIMITS.search(given.get("options", "")):
        raise AddressInvalid(
            f"In {name}, options sets {limit[1]}, which may cancel a COMMIT that waits for its standby: leave it out."
        )


def hosts(given: Mapping[str, str]) -> list[str]:
    """The hosts of a connection's parameters, each as `host:port`."""
    names, ports = given["host"].split(","), given.get("port", "5432").split(",")
    ports = ports if len(ports) > 1 else ports * len(names)
    return [f"{host}:{port or 5432}" for host, port in zip(names, ports, strict=True)]


def reading(url: str) -> str:
    """The same URL, for reading alone: a replica will do, unless it says otherwise itself."""
    if "target_session_attrs" in url:
        return url
    return f"{url}{'&' if urlsplit(url).query else '?'}target_session_attrs=any"


def at_same_place(url: str, *, credentials: str, database: str) -> str:
    """The URL that leads other credentials (`user:password`, quoted) to another database of the same hosts."""
    parts = urlsplit(url)
    place = parts.netloc.rpartition("@")[2]
    return parts._replace(netloc=f"{credentials}@{place}", path=f"/{database}").geturl()


def fault(error: BaseException, given: Mapping[str, str], *, name: str = "DATABASE_URL") -> str:
    """Why no connection could be made with these parameters, host by host: one sentence without a password."""
    said = str(error)
    tried = list(_ATTEMPT.finditer(said))
    if tried:
        ends = [*(each.start() for each in tried[1:]), len(said)]
        found = [(f"{at[1]}:{at[2]}", said[at.end() : end]) for at, end in zip(tried, ends, strict=True)]
    else:
        found = [(hosts(given)[0], said)]
    told = {place: f"{place} {_reason(words)}" for place, words in found}
    silent = all(any(word in each for word in _SILENT) for each in told.values())
    lead = f"No database answers at {name}" if silent else f"The database of {name} cannot be used"
    return f"{lead}: {'; '.join(told.values())}."


def _reason(words: str) -> str:
    for pattern, reason in _REASONS:
        if re.search(pattern, words):
            return reason
    return f"says: {' '.join(words.split()).rstrip('.')}"
