"""One event of a table to all its sockets, beside the limit and the usual way: `python tests/bench/bench_sockets.py`.

P5. Needs DATABASE_URL and VALKEY_URL. Ours is the web process as the launcher starts it, with an event published from
outside through Valkey and the hub. The limit is a bare server that writes a prebuilt frame to every socket; the usual
way is `group_send` to a consumer a socket, served and published like ours. The time is from just before the event is
published until the last socket has the whole frame. BENCH_SOCKETS says how many sockets (1000,5000 unless told).
"""

import asyncio
import contextlib
import os
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

import _figures
import _furnish
import _processes
from channels.layers import get_channel_layer
from django.utils import timezone

from launcher.servers import free_port
from tables import broadcast

SIZES = [int(size) for size in os.environ.get("BENCH_SOCKETS", "1000,5000").split(",")]
EVENTS = 9
PAUSE = 0.1
FRAME = 400
"""Bytes of the event, about what a slip changes."""
GROUP = "bench-group"
VERSIONS = ", ".join(f"{name} {version(name)}" for name in ("channels", "channels_redis", "uvicorn", "Django"))


class Fan:
    """The ways to serve, each with a way to raise an event; one event loop for all publishing."""

    def __init__(self, database: str, folder: Path) -> None:
        self.database, self.client = database, _processes.Client(folder)
        self.loop = asyncio.new_event_loop()
        house = _furnish.furnish(1)
        ((self.table_id, code),) = house.tables.items()
        _furnish.open_rounds(house, now=timezone.now())
        self.path, self.version = f"/ws/tables/{code}/", 1_000

    def _send(self, group: str, message: dict[str, Any]) -> None:
        self.loop.run_until_complete(get_channel_layer().group_send(group, message))

    def _message(self) -> dict[str, Any]:
        self.version += 1
        stamp = time.monotonic_ns()
        sections = {"ts": stamp, "pad": "x" * (FRAME - 90)}
        return broadcast.TableEvent(
            table_id=self.table_id, version=self.version, at=timezone.now(), sections=sections
        ).message()

    @contextlib.contextmanager
    def ours(self) -> Iterator[tuple[_processes.Running, str, Callable[[], None]]]:
        """The house's own web process and hub."""
        with _processes.web_process(self.database) as web:
            yield web, self.path, lambda: self._send(broadcast.group_of(self.table_id), self._message())

    @contextlib.contextmanager
    def groups(self) -> Iterator[tuple[_processes.Running, str, Callable[[], None]]]:
        """A consumer a socket in one group."""
        with _processes.web_process(self.database, "tests.bench._peers:application") as web:
            yield web, "/", lambda: self._send(GROUP, self._message())

    @contextlib.contextmanager
    def bare(self) -> Iterator[tuple[_processes.Running, str, Callable[[], None]]]:
        """A prebuilt frame and `os.write`."""
        port = free_port()
        with _processes.running([sys.executable, str(_processes.HERE / "_peers.py"), str(port)], port=port) as server:
            assert server.line() == "ready"
            yield server, "/", lambda: server.write(self._message()["frame"])

    def measure(self, way: str, sockets: int) -> dict[str, float]:
        """Milliseconds to the middle and to the last socket, processor a broadcast and memory a connection."""
        with getattr(self, way)() as (server, path, publish):
            with self.client.sockets(server.port, "fan", [(path, "")] * 50):
                pass  # the first sockets load what all share
            time.sleep(0.5)
            before, begin = server.memory(), time.monotonic()
            with self.client.sockets(server.port, "fan", [(path, "")] * sockets) as client:
                connected = time.monotonic() - begin
                time.sleep(2)  # for work that connecting left behind
                memory, cpu, last, middle = server.memory() - before, server.cpu(), [], []
                for _ in range(EVENTS):
                    publish()
                    took = client.line().split()
                    last.append(int(took[0]) / 1000)
                    middle.append(int(took[1]) / 1000)
                    time.sleep(PAUSE)
                return {
                    "last": statistics.median(last),
                    "middle": statistics.median(middle),
                    "cpu": (server.cpu() - cpu) * 1000 / EVENTS,
                    "memory": memory / sockets,
                    "connecting": connected * 1000 / sockets,
                }


def main() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = max(SIZES) + 500
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(wanted, hard), hard))
    with _furnish.database_of_its_own() as url, tempfile.TemporaryDirectory() as folder:
        fan = Fan(url, Path(folder))
        print(f"P5  one event of {FRAME} bytes to every socket, medians of {EVENTS} events; {fan.client.kind}")
        print(f"    the peer: {VERSIONS}")
        heads = f"{'middle ms':>10s} {'last ms':>9s} {'CPU ms':>8s} {'KiB each':>9s} {'ms to connect':>14s}"
        print(f"    {'':10s} {'sockets':>8s} {heads}")
        for sockets in SIZES:
            found = {way: row(fan, way, sockets) for way in ("ours", "bare", "groups")}
            ours = found["ours"]["last"]
            bare, groups, memory = found["bare"]["last"], found["groups"]["last"], found["ours"]["memory"]
            of = f"{sockets:,d} sockets"
            said = _figures.verdict(f"P5 ours / os.write, {of}", ours / bare, 1.6, at_most=True)
            print(f"    ours / os.write      {said}")
            print(f"    group_send / ours    {_figures.verdict(f'P5 group_send / ours, {of}', groups / ours, 8)}")
            said = _figures.verdict(f"P5 KiB a connection, {of}", memory, 30, at_most=True)
            print(f"    KiB a connection     {said}")


def row(fan: Fan, way: str, sockets: int) -> dict[str, float]:
    """One line of the table."""
    try:
        found = fan.measure(way, sockets)
    except RuntimeError as error:
        print(f"    {way:10s} {sockets:8,d} did not hold: {error}")
        return dict.fromkeys(("last", "middle", "cpu", "memory", "connecting"), float("nan"))
    figures = f"{found['middle']:10.1f} {found['last']:9.1f} {found['cpu']:8.1f} {found['memory']:9.1f}"
    print(f"    {way:10s} {sockets:8,d} {figures} {found['connecting']:14.2f}", flush=True)
    return found


if __name__ == "__main__":
    main()
