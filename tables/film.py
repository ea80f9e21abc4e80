"""The film of a croupier's table: where a browser finds its moving pictures, and how late these are. Pure.

The house films nothing and stores nothing: a media server of the operator does, and a table names its addresses.
"""

import re
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

ADDRESS_MAX: Final = 300
"""Characters of an address."""
DELAY_MAX: Final = 3000
"""Milliseconds: later than this a card is shown whether its picture has come or not."""
DELAY_DEFAULT: Final = 500
_HOST: Final = re.compile(r"[a-z0-9]([a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:]+\]")
_ADDRESS: Final = re.compile(r"[!-~]+")
_LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "[::1]"})


@dataclass(frozen=True, slots=True)
class Film:
    """The addresses of a table's film; empty where there is none of that kind."""

    whep: str
    """WebRTC: pictures a fraction of a second old."""
    hls: str
    """A playlist of HLS, for browsers and networks that WebRTC does not reach."""
    delay: int
    """Milliseconds from the lens to the network, as the operator measured them."""

    def origins(self) -> tuple[str, ...]:
        """The hosts that the table's page may ask, as its policy of content names them."""
        found = (origin_of(address) for address in (self.whep, self.hls) if address)
        return tuple(dict.fromkeys(origin for origin in found if origin))


NO_FILM: Final = Film("", "", DELAY_DEFAULT)


def origin_of(address: str) -> str | None:
    """Scheme, host and port of an address that a page may be led to; None for any other text.

    HTTPS, or HTTP on the machine itself. No name and password, no fragment, nothing but printable ASCII.
    """
    if len(address) > ADDRESS_MAX or not _ADDRESS.fullmatch(address):
        return None
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        return None
    host = parts.netloc.lower().removesuffix(f":{port}") if port is not None else parts.netloc.lower()
    if not _HOST.fullmatch(host) or "#" in address or parts.scheme not in {"https", "http"}:
        return None
    if parts.scheme == "http" and host not in _LOOPBACK:
        return None
    return f"{parts.scheme}://{host}" + (f":{port}" if port is not None else "")
