"""Every environment variable of the house, read once, typed; a missing one is named at the start."""

import base64
import binascii
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

from kernel import measures

SHOE_KEY_LAST: Final = 65_535


Network = IPv4Network | IPv6Network


ADAPTERS: Final = (
    "SABOT_PAYMENTS",
    "SABOT_IDENTITY",
    "SABOT_REGULATOR",
    "SABOT_NATIONAL_LIST_SOURCE",
    "SABOT_ARCHIVE",
    "SABOT_SAFE",
    "SABOT_PACKER",
    "SABOT_STAMPS",
    "SABOT_GATEWAY",
    "SABOT_REGIONS",
    "SABOT_SECOND_READER",
)
NO_SANDBOX: Final = frozenset({"SABOT_SECOND_READER"})
"""Ports for which this project has no adapter of its own."""
DRIFT_STREAMS: Final = (
    "outcomes",
    "par-ponto",
    "par-banca",
    "par-perfeito",
    "banca-6",
    "cards",
    "money",
    "generator",
)
_ADAPTER: Final = re.compile(r"|sandbox|[A-Za-z_]\w*(\.[A-Za-z_]\w*)+")


class EnvironmentInvalid(SystemExit):
    """A variable is missing or malformed; the message names it."""


@dataclass(frozen=True, slots=True)
class MailServer:
    """The server that sends e-mails. `tls`: from the first byte; `starttls`: asked for after the greeting."""

    host: str
    port: int
    user: str
    password: str
    tls: bool
    starttls: bool


@dataclass(frozen=True, slots=True)
class Environment:
    """The settings that the processes need about their environment."""

    database_url: str
    replica_url: str
    """A standby for reports and long lists of staff; empty: all is read at the primary."""
    valkey_url: str
    secret_key: str
    shoe_keys: Mapping[int, bytes]
    """By number, 32 bytes each: encrypt the undealt cards; never in the database. The newest seals, all open. Empty in
    every process but the dealer's."""
    log_key: bytes | None
    """32 bytes: signs the log's checkpoints. Empty in every process but the worker's."""
    log_key_before: bytes | None
    """The key that signed before, until the log has been told of the new one."""
    hosts: tuple[str, ...]
    origins: tuple[str, ...]
    data: Path
    house: Path | None
    """The file with the facts of the house, as `casino.operator_profile` reads it; None: the examples."""
    demo: bool
    https: bool
    log_level: str
    port: int
    """The address of the site itself: the sandbox bank posts its notices there."""
    adapters: Mapping[str, str]
    """The adapters to the outside, by variable: `sandbox`, a dotted path, or empty for none (`casino.adapters`)."""
    national_list: str
    """The key that signs the pushes of the national list; empty: no push is accepted."""
    mail: MailServer | None
    staff_networks: tuple[Network, ...]
    """The networks that staff may sign in from; none named: any."""
    connections: int
    """Connections that one web process has open at a time, sockets included."""
    address_connections: int
    """Those of one address."""
    person_sockets: int
    """Tables that one person has open at a time."""
    guests: int
    """How many people may play the demonstration without an account at a time; 0: none."""
    drift_rounds: int
    """Rounds a day of the whole house, at most: the alarm of the drift court goes by it."""
    drift_stops: tuple[str, ...]
    """The streams of the drift court whose alarm stops play at once."""
    errors: str
    """The receiver of reports of faults, as a DSN; empty: none."""
    traces: str
    """The collector of traces, by OTLP over HTTP; empty: none."""
    metrics: str
    """Where this process serves its measures, as `host:port`; empty: nowhere."""
    staff_days: int
    """The number of days after being hired or changed in which a member of staff decides nothing (H7)."""


def read(variables: "os._Environ[str] | dict[str, str]" = os.environ) -> Environment:
    """Read the environment of this process.

    Raises `EnvironmentInvalid`, naming the variable, for one that is missing or malformed.
    """
    port = variables.get("SABOT_PORT", "8000")
    hosts = _list(variables.get("SABOT_HOSTS", "127.0.0.1,localhost"))
    default_origins = ",".join(f"http://{host}:{port}" for host in hosts)
    demo = _flag(variables, "SABOT_DEMO")
    if not port.isdecimal():
        raise EnvironmentInvalid(f"The environment variable SABOT_PORT must be a number, not {port!r}.")
    return Environment(
        database_url=_required(variables, "DATABASE_URL"),
        replica_url=variables.get("REPLICA_URL", ""),
        valkey_url=_required(variables, "VALKEY_URL"),
        secret_key=_required(variables, "SABOT_SECRET_KEY"),
        shoe_keys=_shoe_keys(variables),
        log_key=_one_key(variables, "SABOT_LOG_KEY"),
        log_key_before=_one_key(variables, "SABOT_LOG_KEY_BEFORE"),
        hosts=hosts,
        origins=_list(variables.get("SABOT_ORIGINS", default_origins)),
        data=Path(variables.get("SABOT_DATA", ".sabot")),
        house=Path(variables["SABOT_HOUSE"]) if variables.get("SABOT_HOUSE") else None,
        demo=demo,
        https=_flag(variables, "SABOT_HTTPS"),
        errors=_errors(variables.get("SABOT_ERRORS", "")),
        traces=_traces(variables.get("SABOT_TRACES", "")),
        metrics=_metrics(variables),
        log_level=variables.get("SABOT_LOG", "info").upper(),
        port=int(port),
        adapters=_adapters(variables, demo=demo),
        national_list=_secret(variables, "SABOT_NATIONAL_LIST"),
        mail=_mail(variables.get("SABOT_MAIL", "")),
        staff_networks=_networks(variables.get("SABOT_STAFF_NETWORKS", "")),
        connections=_count(variables, "SABOT_CONNECTIONS", 10_000),
        address_connections=_count(variables, "SABOT_ADDRESS_CONNECTIONS", 300),
        person_sockets=_count(variables, "SABOT_PERSON_SOCKETS", 20),
        guests=_count(variables, "SABOT_GUESTS", 0, least=0),
        drift_rounds=_count(variables, "SABOT_DRIFT_ROUNDS", 20_000),
        drift_stops=_streams(variables.get("SABOT_DRIFT_STOPS", "cards,generator")),
        staff_days=_days(variables, "SABOT_STAFF_DAYS", "7"),
    )


def _required(variables: "os._Environ[str] | dict[str, str]", name: str) -> str:
    value = variables.get(name, "")
    if not value:
        raise EnvironmentInvalid(f"The environment variable {name} is missing (`./sabot up` sets it).")
    return value


def _secret(variables: "os._Environ[str] | dict[str, str]", name: str) -> str:
    """A secret that may be missing, but not short."""
    value = variables.get(name, "")
    if value and len(value) < 32:
        raise EnvironmentInvalid(f"The environment variable {name} must have at least 32 characters.")
    return value


def _adapters(variables: "os._Environ[str] | dict[str, str]", *, demo: bool) -> Mapping[str, str]:
    """A demonstration house has a sandbox at every port, any other site what it names."""
    named = {}
    for name in ADAPTERS:
        named[name] = variables.get(name, "sandbox" if demo and name not in NO_SANDBOX else "")
        if name in NO_SANDBOX and named[name] == "sandbox":
            raise EnvironmentInvalid(f"The environment variable {name} has no sandbox: name your adapter, or nothing.")
        if not _ADAPTER.fullmatch(named[name]):
            raise EnvironmentInvalid(
                f"The environment variable {name} must be sandbox, empty, or the dotted path of an adapter, "
                f"not {named[name]!r}."
            )
    return named


def _flag(variables: "os._Environ[str] | dict[str, str]", name: str) -> bool:
    value = variables.get(name, "0")
    if value not in {"0", "1"}:
        raise EnvironmentInvalid(f"The environment variable {name} must be 0 or 1, not {value!r}.")
    return value == "1"


def _count(variables: "os._Environ[str] | dict[str, str]", name: str, default: int, *, least: int = 1) -> int:
    value = variables.get(name) or str(default)
    if not value.isascii() or not value.isdecimal() or not least <= int(value) <= 1_000_000:
        raise EnvironmentInvalid(
            f"The environment variable {name} must be a number from {least} to 1000000, not {value!r}."
        )
    return int(value)


def _days(variables: "os._Environ[str] | dict[str, str]", name: str, default: str) -> int:
    value = variables.get(name, default)
    if not value.isdecimal() or int(value) > 366:
        raise EnvironmentInvalid(f"The environment variable {name} must be a number of days up to 366, not {value!r}.")
    return int(value)


def _streams(text: str) -> tuple[str, ...]:
    named = _list(text)
    if unknown := [name for name in named if name not in DRIFT_STREAMS]:
        raise EnvironmentInvalid(
            f"The environment variable SABOT_DRIFT_STOPS knows {', '.join(DRIFT_STREAMS)}, not {unknown[0]!r}."
        )
    return named


def _mail(url: str) -> MailServer | None:
    """smtp://user:password@host:port, smtps:// for TLS from the first byte; None for an empty one.

    Port 587 asks for TLS after the greeting (STARTTLS), as mail servers there want.
    """
    if not url:
        return None
    try:
        parts = urlsplit(url)
        host, given = parts.hostname, parts.port
    except ValueError:
        parts, host, given = urlsplit(""), None, None
    if parts.scheme not in {"smtp", "smtps"} or not host:
        raise EnvironmentInvalid("The environment variable SABOT_MAIL must look like smtp://user:password@host:587.")
    tls = parts.scheme == "smtps"
    port = given or (465 if tls else 25)
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    return MailServer(host, port, user, password, tls=tls, starttls=port == 587 and not tls)


def _networks(value: str) -> tuple[Network, ...]:
    networks: list[Network] = []
    for each in _list(value):
        try:
            networks.append(ip_network(each))
        except ValueError:
            raise EnvironmentInvalid(
                f"The environment variable SABOT_STAFF_NETWORKS must be networks, as 192.0.2.0/24, not {each!r}."
            ) from None
    return tuple(networks)


def _metrics(variables: Mapping[str, str]) -> str:
    address = variables.get("SABOT_METRICS", "")
    try:
        measures.host_and_port(address or "none:1")
    except measures.AddressInvalid:
        raise EnvironmentInvalid(
            f"The environment variable SABOT_METRICS must be host:port, not {address!r}."
        ) from None
    return address


def _traces(address: str) -> str:
    try:
        parts = urlsplit(address)
        sound = bool(parts.scheme in {"http", "https"} and parts.hostname and parts.port != 0 and not parts.query)
    except ValueError:
        sound = False
    if address and not sound:
        raise EnvironmentInvalid("The environment variable SABOT_TRACES must look like http://collector:4318.")
    if address and not all(find_spec(f"opentelemetry.{part}") for part in ("sdk", "exporter")):
        raise EnvironmentInvalid(
            "SABOT_TRACES is set, but OpenTelemetry is not installed:"
            " .venv/bin/pip install --require-hashes -r lock-traces.txt"
        )
    return address


def _errors(address: str) -> str:
    """Not shown in what is said of it: it has a key."""
    try:
        parts = urlsplit(address)
        sound = bool(parts.scheme in {"http", "https"} and parts.username and parts.hostname and parts.port != 0)
    except ValueError:
        parts, sound = urlsplit(""), False
    if address and not (sound and parts.path.rpartition("/")[2].isdecimal()):
        raise EnvironmentInvalid(
            "The environment variable SABOT_ERRORS must look like https://KEY@host/PROJECT-NUMBER."
        )
    return address


def _list(value: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in value.split(",") if part.strip())


def _shoe_keys(variables: "os._Environ[str] | dict[str, str]") -> Mapping[int, bytes]:
    """SABOT_SHOE_KEY is number 1; SABOT_SHOE_KEYS names others, as `2:base64,3:base64`."""
    first, named = variables.get("SABOT_SHOE_KEY", ""), _list(variables.get("SABOT_SHOE_KEYS", ""))
    keys = {1: _key(first, "SABOT_SHOE_KEY must be the base64 of 32 bytes")} if first else {}
    for entry in named:
        number, _, text = entry.partition(":")
        key = _key(text, "SABOT_SHOE_KEYS must look like 1:KEY,2:KEY, each the base64 of 32 bytes")
        if not number.isascii() or not number.isdecimal() or not 1 <= int(number[:6]) <= SHOE_KEY_LAST:
            raise EnvironmentInvalid(
                f"In the environment variable SABOT_SHOE_KEYS, {number[:20]!r} is no number from 1 to {SHOE_KEY_LAST}."
            )
        if keys.setdefault(int(number), key) != key:
            raise EnvironmentInvalid(f"The environment gives two different shoe keys the number {number}.")
    return keys


def _one_key(variables: "os._Environ[str] | dict[str, str]", name: str) -> bytes | None:
    value = variables.get(name, "")
    return _key(value, f"{name} must be the base64 of 32 bytes") if value else None


def _key(value: str, must: str) -> bytes:
    try:
        key = base64.b64decode(value, validate=True)
    except (binascii.Error, ValueError):
        key = b""
    if len(key) != 32:
        raise EnvironmentInvalid(f"The environment variable {must}.")
    return key
