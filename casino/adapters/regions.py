"""The region that a network address belongs to, for the regulator's files (PT-63): a port, and a reader of a table.

The regulation names no list of regions and no source, so a house names its own by `SABOT_REGIONS`; without one every
region is unknown. It is asked once for each socket and its answer is kept: networks move, and a slip's must not.
"""

import csv
import os
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from pathlib import Path
from typing import Final, Protocol

import structlog

from casino.adapters.registry import Port, adapter
from tables.operations.origin import REGION_LONGEST, UNKNOWN_REGION

log = structlog.get_logger(__name__)


class Regions(Protocol):
    """A way to tell the region of an address. Quick, and without a network: it is asked while a socket waits."""

    def region_of(self, address: str) -> str:
        """ISO 3166-2 (`PT-11`) or a country's two letters; `XX` where it is not known."""


@dataclass(frozen=True, slots=True)
class _Row:
    """One network; `farthest` is the last address of any network up to this one, where a search may stop."""

    first: int
    last: int
    region: str
    farthest: int


def _rows(networks: Iterable[tuple[IPv4Network | IPv6Network, str]]) -> list[_Row]:
    """By first address, a network before those inside it."""
    found: list[_Row] = []
    for each, region in sorted(networks, key=lambda one: (int(one[0].network_address), one[0].prefixlen)):
        first, last = int(each.network_address), int(each.broadcast_address)
        found.append(_Row(first, last, region, max(last, found[-1].farthest if found else 0)))
    return found


class Sandbox:
    """Every address of a demonstration is in Portugal."""

    def region_of(self, address: str) -> str:
        """`PT`."""
        return "PT"


class NetworkTable:
    """Regions by network, from a file of lines `network,region`; the smallest network that has the address decides.

    The file is named by `SABOT_REGION_TABLE`. Raises `ValueError` for a line that is none, `OSError` without the file.
    """

    def __init__(self, path: str | Path | None = None) -> None:
        named = path if path is not None else os.environ.get("SABOT_REGION_TABLE", "")
        networks: dict[IPv4Network | IPv6Network, str] = {}
        with Path(named).open(encoding="utf-8", newline="") as file:
            for number, line in enumerate(csv.reader(file), 1):
                if not line or line[0].startswith("#"):
                    continue
                if len(line) != 2 or not 2 <= len(line[1].strip()) <= REGION_LONGEST:
                    raise ValueError(f"line {number} is not `network,region`")
                networks[ip_network(line[0].strip())] = line[1].strip().upper()
        self._sorted: Final = {
            version: _rows((each, region) for each, region in networks.items() if each.version == version)
            for version in (4, 6)
        }

    def region_of(self, address: str) -> str:
        """The region of the smallest network of the table that holds the address."""
        try:
            asked = ip_address(address)
        except ValueError:
            return UNKNOWN_REGION
        rows, number = self._sorted[asked.version], int(asked)
        place = bisect_right(rows, number, key=lambda row: row.first)
        while place and number <= rows[place - 1].farthest:
            place -= 1
            if number <= rows[place].last:
                return rows[place].region
        return UNKNOWN_REGION


_made: dict[str, Regions | None] = {}


def region_of(address: str) -> str:
    """The region of an address by the house's adapter; `XX` without one, or where it fails: no seat waits for it."""
    if not address:
        return ""
    if Port.REGIONS not in _made:
        _made[Port.REGIONS] = adapter(Port.REGIONS)
    regions = _made[Port.REGIONS]
    if regions is None:
        return UNKNOWN_REGION
    try:
        return regions.region_of(address)[:REGION_LONGEST] or UNKNOWN_REGION
    except Exception as error:  # an adapter is code of others
        log.warning("region_unknown", error=repr(error))
        return UNKNOWN_REGION
