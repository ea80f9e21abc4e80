"""Spans arrive at a collector over the network and say nothing of money or a person; unset, nothing is loaded."""

import os
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final

import pytest
from django.utils import timezone
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from casino.celery import app
from casino.env import EnvironmentInvalid, read
from kernel import tracing
from tables.table_settings import TableSettings
from tests.factories import Floor
from tests.faults.clients import crowd
from tests.faults.support import until
from tests.integration.test_error_reports import signed_in
from tests.patience import PATIENCE_SECONDS
from tests.running import ROOT, running_house

EMAIL: Final = "benedita@traced.example"
CODE: Final = "rasto"
SMALL: Final = TableSettings(preset="macau", minimum=1_00, max_prize=1_000_000_00, betting_seconds=20, show_seconds=5)


@dataclass
class Collector:
    """A collector of OTLP over HTTP that keeps every byte."""

    address: str
    bodies: list[bytes] = field(default_factory=list)

    def spans(self) -> list[Any]:
        """All spans so far."""
        found = []
        for body in list(self.bodies):
            told = ExportTraceServiceRequest.FromString(body)
            found += [span for each in told.resource_spans for scope in each.scope_spans for span in scope.spans]
        return found

    def of(self, name: str) -> Any:
        """The first span of that name, once there is one."""
        return until(f"a span {name} arrives", lambda: [each for each in self.spans() if each.name == name])[0]


@contextmanager
def collector() -> Iterator[Collector]:
    class Traces(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            assert self.path == "/v1/traces"
            told.bodies.append(self.rfile.read(int(self.headers["Content-Length"])))
            self.send_response(200)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Traces)
    told = Collector(f"http://127.0.0.1:{server.server_address[1]}")
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield told
    finally:
        server.shutdown()
        server.server_close()


@pytest.mark.house
def test_spans_of_every_process_arrive_and_say_nothing_of_money_or_a_person(open_floor: Floor, tmp_path: Path) -> None:
    floor = open_floor
    floor.now = timezone.now()
    player = floor.player("Benedita", email=EMAIL)
    table = floor.table(SMALL, code=CODE)
    floor.sit(player, table)
    cookie = signed_in(player)
    with (
        collector() as told,
        running_house(tmp_path, parts=("worker",), environment={"SABOT_TRACES": told.address}) as house,
    ):
        house.start_dealer()
        steps = told.of("steps")
        with crowd(house.url, CODE, {player.id: cookie}, tmp_path / "clients", nudge=lambda: None) as players:
            players.arrive()
            players.bets_go_on(3)
        slips = told.of("slips")
        until("lines of a batch arrive", lambda: _within(told.spans(), "post", "slips"))
        app.send_task("tables.tasks.apply_hours")
        task, published = told.of("task"), told.of("publish")
        cookies = {"Cookie": f"sessionid={cookie}"}
        asked = urllib.request.Request(f"{house.url}/carteira/?procura={EMAIL}", headers=cookies)
        urllib.request.urlopen(asked, timeout=PATIENCE_SECONDS).read()
        page = told.of("GET /carteira/")
        spans = told.spans()
    facts = {
        name: {each.key for span in spans if span.name == name for each in span.attributes}
        for name in {span.name for span in spans}
    }
    assert set().union(*facts.values()) <= tracing.FACTS | {"error.type"}
    assert _told(slips)["slips"] >= 1
    assert _told(page) == {"method": "GET", "route": "/carteira/", "status": 200}
    assert _told(task)["task"]
    assert _told(steps)["tables"] == 1
    assert published.name == "publish"
    assert {"error.type", "lines", "slips", "tables", "status"} >= {
        each.key for span in spans for each in span.attributes if each.value.HasField("int_value")
    }, "numbers are counts"
    sent = b"".join(told.bodies)
    personal = (EMAIL, "Benedita", cookie, CODE, player.key, "127.0.0.1:8000", "sessionid")
    assert [each for each in personal if each.encode() in sent] == []


def _within(spans: list[Any], inner: str, outer: str) -> bool:
    """Whether one lies in another, of one trace."""
    outside = {(each.trace_id, each.span_id) for each in spans if each.name == outer}
    return any(each.name == inner and (each.trace_id, each.parent_span_id) in outside for each in spans)


def _told(span: Any) -> dict[str, Any]:
    return {
        each.key: each.value.int_value if each.value.HasField("int_value") else each.value.string_value
        for each in span.attributes
    }


def test_a_span_says_what_is_listed_and_nothing_else() -> None:
    opened: list[str] = []

    def opener(name: str, _: dict[str, tracing.Fact]) -> Any:
        opened.append(name)
        return tracing._NOTHING

    tracing.use(opener)
    try:
        with pytest.raises(ValueError, match="amount"):
            tracing.span("post", amount=5)
        with tracing.span("post", lines=3):
            assert opened == ["post"]
    finally:
        tracing.use(None)


def test_without_the_setting_a_span_costs_next_to_nothing() -> None:
    assert tracing.span("slips", slips=3) is tracing.span("post", lines=900)

    def spans() -> None:
        for _ in range(10_000):
            with tracing.span("slips", slips=3):
                pass

    spent = []
    for _ in range(7):
        began = time.process_time()
        spans()
        spent.append((time.process_time() - began) / 10_000)
    assert sorted(spent)[3] < 5e-6, "microseconds of a processor; a batch of slips takes thousands"


def _loaded(variables: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Begin as a process of the house does. The client of Valkey loads a part for measures itself, if it is there."""
    ours = "('casino.web.traces', 'opentelemetry.exporter', 'opentelemetry.sdk.trace')"
    words = f"import django, sys; django.setup(); print(any(name.startswith({ours}) for name in sys.modules))"
    environment = {name: value for name, value in os.environ.items() if name != "SABOT_TRACES"} | variables
    command = [sys.executable, "-c", words]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=PATIENCE_SECONDS)


def test_nothing_is_loaded_without_the_setting() -> None:
    assert _loaded({}).stdout == "False\n"
    assert _loaded({"SABOT_TRACES": "http://127.0.0.1:9"}).stdout == "True\n"


def test_a_missing_library_is_said_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("casino.env.find_spec", lambda _: None)
    with pytest.raises(EnvironmentInvalid) as caught:
        read({**os.environ, "SABOT_TRACES": "http://collector:4318"})
    assert "lock-traces.txt" in str(caught.value)
    assert read({**os.environ, "SABOT_TRACES": ""}).traces == ""


@pytest.mark.parametrize(
    "address", ["collector:4318", "ftp://collector", "http://", "http://collector:0", "http://c/?k=1"]
)
def test_an_address_that_is_none_is_said(address: str) -> None:
    with pytest.raises(EnvironmentInvalid, match="SABOT_TRACES must look like"):
        read({**os.environ, "SABOT_TRACES": address})
