"""The bounds of the door as data: bytes by address, seconds, connections. Knows no request."""

import ipaddress
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from django.urls import Resolver404, resolve

BODY_MOST: Final = 64 * 1024
"""Bytes of a request's body, at every address that is not among `LARGER`."""
HEAD_MOST: Final = 32 * 1024
"""Bytes of a request's first line and headers."""
HEAD_SECONDS: Final = 10.0
"""From the first byte of a connection, or of its next request, to the end of the headers."""
BODY_SECONDS: Final = 20.0
"""For a body, and one second more for every `BODY_BYTES_A_SECOND` that came."""
BODY_BYTES_A_SECOND: Final = 16 * 1024
LINGER_SECONDS: Final = 2.0
"""The time for which the rest of a refused body is discarded, so that its sender can read the answer."""
LARGE_AT_ONCE: Final = 12
"""Bodies beyond `BODY_MOST` that are taken in at a time, and so what they may hold of the disk."""
LARGE_BY_ADDRESS: Final = 4
TOO_MANY_SOCKETS: Final = 4029
"""Close code: this person has as many tables open as one may."""


@dataclass(frozen=True, slots=True)
class Large:
    """A body larger than the ordinary: its limit in bytes, and whether the person must be signed in."""

    most: int
    signed_in: bool = True


LARGER: Final[Mapping[str, Large]] = MappingProxyType(
    {
        "portal:complain": Large(30 * 1024 * 1024),  # five files of 5 MB, and the form around them
        "portal:complaint_reply": Large(30 * 1024 * 1024),
        "backoffice:write_complaint": Large(30 * 1024 * 1024),
        "backoffice:take_national_list": Large(21 * 1024 * 1024),  # one file of 20 MB
        "portal:national_notice": Large(2_621_440, signed_in=False),  # a push signs itself
    }
)
"""By the address's name; every other address takes `BODY_MOST`."""


@dataclass(frozen=True, slots=True)
class Places:
    """The number of connections that may be open at a time in one web process."""

    connections: int
    """Of all clients, sockets included."""
    by_address: int
    """Of one address (of one /64 network in IPv6); behind a named proxy: requests under way and sockets."""
    sockets_by_person: int


def large(path: str) -> Large | None:
    """The body that the address at `path` accepts beyond `BODY_MOST`; None for any other address."""
    try:
        return LARGER.get(resolve(path).view_name)
    except (Resolver404, ValueError):
        return None


def caller(address: str) -> str:
    """The key under which an address is counted: itself, or in IPv6 its /64 network, which one household has whole."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((found, 64), strict=False))
    return address


class Tally:
    """The number of places that each caller holds; callers without any have no entry. For the event loop alone."""

    __slots__ = ("_held",)

    def __init__(self) -> None:
        self._held: dict[str, int] = {}

    def take(self, who: str, most: int) -> bool:
        """Take one more place for `who`, unless that were more than `most`."""
        held = self._held.get(who, 0)
        if held >= most:
            return False
        self._held[who] = held + 1
        return True

    def give_back(self, who: str) -> None:
        """Give one place back."""
        held = self._held.get(who, 0) - 1
        if held > 0:
            self._held[who] = held
        else:
            self._held.pop(who, None)

    def __len__(self) -> int:
        return sum(self._held.values())
