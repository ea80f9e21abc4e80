"""How each process of the house is started: what stands after the interpreter."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

# A shallow worker: without gossip, mingle and heartbeat it survives a broker that comes and goes. Threads, so that
# a long report does not hold up the heartbeats and a killed worker leaves no processes of its own behind.
CELERY: Final = ["-m", "celery", "--quiet", "-A", "casino.celery:app"]
WORKER: Final = [
    *CELERY, "worker", "--without-gossip", "--without-mingle", "--without-heartbeat", "--pool", "threads",
    "--concurrency", "2", "--loglevel", "info",
]  # fmt: skip
DEALER: Final = ["manage.py", "dealer"]
WEB: Final = [
    "-m", "uvicorn", "casino.asgi:application", "--http", "casino.door.connections:Connection",
    "--ws", "casino.door.connections:Socket", "--ws-max-size", "16384",
    "--ws-per-message-deflate", "false", "--no-server-header", "--no-access-log", "--loop", "uvloop",
    "--timeout-graceful-shutdown", "5",
]  # fmt: skip


def web(place: Sequence[str], proxies: Sequence[str]) -> list[str | Path]:
    """The web process at its place, a socket or an address; only `proxies` may state a caller's address."""
    believed = ["--proxy-headers", "--forwarded-allow-ips", ",".join(proxies)] if proxies else ["--no-proxy-headers"]
    return [*WEB, *believed, *place, "--log-config", Path(__file__).with_name("uvicorn.json")]


def beat(schedule: Path) -> list[str | Path]:
    """Beat, with a file of its own for when it sent what."""
    return [*CELERY, "beat", "--loglevel", "info", "--pidfile", "", "--schedule", schedule]
