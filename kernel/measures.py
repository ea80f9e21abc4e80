"""What a process measures of itself, for Prometheus: declared once here, counted where it happens, read at a port.

A measure is a hint for those who watch, and evidence of nothing: rows say what happened. Names and units follow
Prometheus: seconds, totals, and no label whose values have no end. No person, table or round is in any of them.
"""

from typing import Final

import structlog
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, start_http_server

log = structlog.get_logger(__name__)
REGISTRY: Final = CollectorRegistry()
ProcessCollector(registry=REGISTRY)

_WAITS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5, 5.0, 15.0)
_LATE: Final = (0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5, 5.0, 15.0, 60.0)

SLIP_SECONDS: Final = Histogram(
    "sabot_slip_seconds", "From a slip's arrival at this process to its answer.", buckets=_WAITS, registry=REGISTRY
)
SLIPS: Final = Counter(
    "sabot_slips_total", "Slips by what became of them: accepted, refused, unanswered.", ["answer"], registry=REGISTRY
)
SLIPS_WAITING: Final = Gauge("sabot_slips_waiting", "Slips that wait in this process.", registry=REGISTRY)
SLIP_BATCH: Final = Histogram(
    "sabot_slip_batch", "Slips taken in one transaction.", buckets=(1, 2, 4, 8, 16, 32, 64, 128, 256), registry=REGISTRY
)
SOCKETS: Final = Gauge("sabot_sockets", "Open sockets of tables.", registry=REGISTRY)
SNAPSHOTS: Final = Counter(
    "sabot_snapshots_total",
    "Whole states told: joined, asked for by the page, healed by the hub.",
    ["why"],
    registry=REGISTRY,
)
PAGE_SECONDS: Final = Histogram(
    "sabot_page_seconds", "From a request for a player's page to its answer.", buckets=_WAITS, registry=REGISTRY
)
STEP_LATE_SECONDS: Final = Histogram(
    "sabot_step_late_seconds",
    "From the moment when a table's next step was due, or its dealer began, to its beginning.",
    buckets=_LATE,
    registry=REGISTRY,
)
STEPS_FAILED: Final = Counter("sabot_steps_failed_total", "Steps of tables that failed.", registry=REGISTRY)
LEASES_LOST: Final = Counter(
    "sabot_leases_lost_total", "Steps refused because another dealer holds the table by now.", registry=REGISTRY
)
TABLES_HELD: Final = Gauge("sabot_tables_held", "Tables whose lease this dealer holds.", registry=REGISTRY)
REPLICA_READS: Final = Counter(
    "sabot_replica_reads_total",
    "Questions that a standby may answer, by who answered: standby, primary.",
    ["server"],
    registry=REGISTRY,
)
CLOCK_AHEAD_SECONDS: Final = Gauge(
    "sabot_clock_ahead_seconds", "How far this host's clock is ahead of the database's.", registry=REGISTRY
)


def reached(measure: Histogram) -> tuple[int, ...]:
    """How often a value fell into each bucket since the process began; the last is for those beyond all bounds."""
    return tuple(int(bucket.get()) for bucket in measure._buckets)


def bounds(measure: Histogram) -> tuple[float, ...]:
    """The upper bound of each bucket, in seconds; the last is infinite."""
    return tuple(measure._upper_bounds)


def value(measure: Counter | Gauge) -> int:
    """The value of a measure now, of all its labels together."""
    [family] = measure.collect()
    return int(sum(each.value for each in family.samples if not each.name.endswith("_created")))


def quantile(share: float, limits: tuple[float, ...], reached: tuple[int, ...]) -> float | None:
    """The value that this share of all does not pass, as Prometheus works it out from buckets; None without any.

    >>> quantile(0.5, (0.1, 0.2, 9.0), (1, 1, 0))
    0.1
    """
    total = sum(reached)
    if not total:
        return None
    rank, below, lower = share * total, 0, 0.0
    for limit, count in zip(limits, reached, strict=True):
        if count and below + count >= rank:
            return lower if limit == limits[-1] else lower + (limit - lower) * (rank - below) / count
        below, lower = below + count, limit
    return lower


def within(most: float, limits: tuple[float, ...], reached: tuple[int, ...]) -> int:
    """How many did not pass `most`, which is one of the limits."""
    return sum(count for limit, count in zip(limits, reached, strict=True) if limit <= most)


class AddressInvalid(ValueError):
    """The address to serve measures at is not `host:port`."""


def host_and_port(address: str) -> tuple[str, int]:
    """An address as `host:port`, the host of IPv6 in brackets. Raises `AddressInvalid`.

    >>> host_and_port("[::1]:9100")
    ('::1', 9100)
    """
    host, _, port = address.rpartition(":")
    if not host or not port.isdecimal() or not 0 < int(port) < 65_536:
        raise AddressInvalid(address)
    return host.strip("[]"), int(port)


def serve(address: str) -> None:
    """Serve this process's measures at `host:port`, for ever, from a thread; nothing for an empty address.

    A port that is taken is said in the log and keeps nothing else from beginning. Raises `AddressInvalid`.
    """
    if not address:
        return
    host, port = host_and_port(address)
    try:
        start_http_server(port, host, registry=REGISTRY)
    except OSError as error:
        log.error("measures_unserved", address=address, error=repr(error))
    else:
        log.info("measures_served", address=address)
