"""How soon a page is there for a browser that knows nothing of the house: `python tests/bench/bench_start.py`.

P9. Needs DATABASE_URL, VALKEY_URL and a Chromium. Chromium itself slows the network down: 300 ms until an answer
begins, 1.6 Mbit/s down and 0.75 up. The table is usable when its socket has told its state and a chance can be laid;
the lobby and the office are when they have loaded. Each look is a browser of its own that has a session and nothing
kept. The limit is a page of the same bytes in one file; for the table with a socket that tells as large a frame.
Medians of BENCH_LOOKS (5 unless told).
"""

import os
import statistics
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import _figures
import _furnish
import _processes
from django.utils import timezone
from playwright.sync_api import Browser, Page

from players.roles import Role
from tests.factories import Floor
from tests.functional.browsers import DESKTOP, Person, browser, executable
from tests.functional.dealing import Dealing, dealing
from tests.functional.office import prove_twice

LOOKS = int(os.environ.get("BENCH_LOOKS", "5"))
LATENCY_MS = 300
DOWN, UP = 1_600_000 / 8, 750_000 / 8
"""Bytes a second."""
MOST_REQUESTS = 15
MOST_SECONDS = 2.0
TABLE_READY = (
    """() => document.querySelector('[data-chance="ponto"] button[aria-disabled="false"]') && performance.now()"""
)
LOADED = "() => document.readyState === 'complete' && performance.now()"
TOLD = "() => document.getElementById('told')?.hidden === false && performance.now()"
PAINTED = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN"


@dataclass(frozen=True, slots=True)
class Look:
    """One look at a page; milliseconds since it was asked for."""

    requests: int
    bytes: int
    frame: int
    """Bytes of the first frame of its socket."""
    painted: float
    usable: float


class Network:
    """A slow network under one page, and what went over it."""

    def __init__(self, page: Page) -> None:
        self.requests = self.bytes = self.frame = 0
        session: Any = page.context.new_cdp_session(page)
        session.send("Network.enable")
        session.send(
            "Network.emulateNetworkConditions",
            {"offline": False, "latency": LATENCY_MS, "downloadThroughput": DOWN, "uploadThroughput": UP},
        )
        session.on("Network.requestWillBeSent", lambda _: self._count())
        session.on("Network.webSocketCreated", lambda _: self._count())
        session.on("Network.loadingFinished", lambda told: self._add(told["encodedDataLength"]))
        session.on("Network.webSocketFrameReceived", lambda told: self._hear(told["response"]["payloadData"]))

    def _count(self) -> None:
        self.requests += 1

    def _add(self, size: float) -> None:
        self.bytes += int(size)

    def _hear(self, text: str) -> None:
        self.frame = self.frame or len(text.encode())


def look(chromium: Browser, url: str, cookies: Any, ready: str) -> Look:
    """Open a page in a new browser that has these cookies."""
    context = chromium.new_context(viewport=DESKTOP, locale="pt-PT")  # type: ignore[arg-type]
    context.add_cookies(cookies)
    page = context.new_page()
    network = Network(page)
    page.goto(url, wait_until="commit")
    usable = float(page.wait_for_function(ready, polling="raf").json_value())
    page.wait_for_load_state("networkidle")
    found = Look(network.requests, network.bytes, network.frame, float(page.evaluate(PAINTED)), usable)
    context.close()
    return found


def median(looks: list[Look]) -> Look:
    """The middle of each figure by itself."""
    names = ("requests", "bytes", "frame", "painted", "usable")
    return Look(*(statistics.median(getattr(each, name) for each in looks) for name in names))  # type: ignore[arg-type]


def limit(chromium: Browser, database: str, of: Look, ready: str) -> Look:
    """The same bytes in one file."""
    sizes = {"BENCH_PAGE_BYTES": str(int(of.bytes)), "BENCH_FRAME_BYTES": str(int(of.frame))}
    os.environ |= sizes
    with _processes.web_process(database, "tests.bench._bare_page:application") as bare:
        address = f"http://127.0.0.1:{bare.port}/{'page' if ready == TOLD else 'plain'}/"
        return median([look(chromium, address, [], ready) for _ in range(LOOKS)])


def gather(database: str) -> None:
    """Gather the static files as `./sabot up` does."""
    for command in (["compile_texts"], ["collectstatic", "--no-input"]):
        subprocess.run(
            [sys.executable, "manage.py", *command, "--verbosity", "0"],
            cwd=_furnish.ROOT,
            env=_processes.house_environment(database, 0),
            check=True,
        )


def show(name: str, ours: Look, bare: Look) -> None:
    """A page beside its limit."""
    for way, each in (("ours", ours), ("bare", bare)):
        figures = f"{each.requests:9.0f} {each.bytes / 1024:8.1f} {each.painted:9.0f} {each.usable:9.0f}"
        print(f"    {name:10s} {way:6s} {figures}", flush=True)
    ratio = ours.usable / bare.usable
    _figures.keep(f"P9 {name}: usable, ours / one file", ratio)
    print(f"    {name}: ours / one file   x {ratio:.2f}")
    said = _figures.verdict(f"P9 {name}: requests cold", ours.requests, MOST_REQUESTS, at_most=True, digits=0)
    print(f"    {name}: requests          {said}")
    said = _figures.verdict(f"P9 {name}: usable, s", ours.usable / 1000, MOST_SECONDS, at_most=True, digits=2)
    print(f"    {name}: seconds           {said}")


def main() -> None:
    if executable() is None:
        print("P9  no Chromium here (SABOT_BROWSER): not measured")
        return
    with _furnish.database_of_its_own() as database:
        gather(database)
        floor = Floor(now=timezone.now())
        table = floor.table(_furnish.TERMS, code="mesa")
        ana, member = floor.player("ana"), floor.staff(Role.GAME_MANAGER)
        floor.sit(ana, table)
        with (
            _processes.web_process(database) as web,
            browser() as chromium,
            dealing(floor) as hands,
        ):
            url = f"http://127.0.0.1:{web.port}"
            player, clerk = Person(chromium, url), Person(chromium, url)
            player.sign_in(ana.email, ana.password)
            prove_twice(clerk, member)
            known, trusted = player.context.cookies(), clerk.context.cookies()
            pages = {
                "table": (f"{url}/mesa/mesa/", known, TABLE_READY, TOLD),
                "lobby": (f"{url}/?fichas=EUR", known, LOADED, LOADED),
                "office": (f"{url}/casa/mesas/", trusted, LOADED, LOADED),
            }
            print(f"P9  {LATENCY_MS} ms, {DOWN * 8 / 1e6:.1f} Mbit/s, nothing kept; medians of {LOOKS}")
            print(f"    {'':17s} {'requests':>9s} {'KiB':>8s} {'paint ms':>9s} {'usable ms':>9s}")
            for name, (address, cookies, ready, told) in pages.items():
                before = round_of(hands, table) if name == "table" else lambda: None
                ours = median([(before(), look(chromium, address, cookies, ready))[1] for _ in range(LOOKS)])
                show(name, ours, limit(chromium, database, ours, told))


def round_of(hands: Dealing, table: int) -> Callable[[], None]:
    """What opens a new round, so that each look has the whole time to bet."""
    opened: list[str] = []

    def again() -> None:
        if opened:
            hands.settle(table)
        opened.append(hands.open(table))

    return again


if __name__ == "__main__":
    main()
