"""Faults of a running house arrive at a receiver over the network, and nothing personal with them."""

import contextlib
import gzip
import json
import logging
import os
import subprocess
import sys
import threading
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import pytest
from django.core.exceptions import DisallowedHost
from django.test import Client
from django.utils import timezone
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from casino.celery import app
from casino.env import EnvironmentInvalid, read
from casino.web import error_reports
from players.accounts.pseudonyms import pseudonym
from players.accounts.session_keys import stored_key
from tables.table_settings import TableSettings
from tests.factories import Actor, Floor
from tests.faults.support import until
from tests.faulty.apps import DOWN, EMAIL, NAME, Why
from tests.patience import PATIENCE_SECONDS
from tests.running import ROOT, House, running_house

SMALL: Final = TableSettings(preset="macau", minimum=1_00, max_prize=1_000_000_00, betting_seconds=20, show_seconds=5)
BEAT: Final = ["-m", "celery", "-A", "casino.celery", "beat", "--pidfile", "", "--loglevel", "warning", "--schedule"]
AGAIN: Final = error_reports.MOST_A_MINUTE + 5
TYPED: Final = "segredo-escrito-na-caixa"
CSRF: Final = "abcdefghijklmnopqrstuvwxyz012345"


@dataclass
class Receiver:
    """A server of Sentry's protocol that keeps every byte."""

    dsn: str
    requests: list[tuple[str, bytes]] = field(default_factory=list)

    def events(self) -> list[dict[str, Any]]:
        """What the envelopes hold: a header each, then a header and its document for each item."""
        found = []
        for _, body in list(self.requests):
            lines = [json.loads(line) for line in body.splitlines() if line]
            assert [line["type"] for line in lines[1::2]] == ["event"], "nothing else is ever told"
            found.append(lines[2])
        return found

    def of(self, kind: str) -> dict[str, Any]:
        """The first report of that kind of exception, once there is one."""
        return until(f"{kind} arrives", lambda: [each for each in self.events() if kind in kinds(each)])[0]

    def every_byte(self) -> bytes:
        """All that came: headers and bodies."""
        return b"".join(head.encode() + body for head, body in self.requests)


def kinds(event: dict[str, Any]) -> list[str]:
    return [each["type"] for each in event.get("exception", {}).get("values", ())]


@contextmanager
def receiver() -> Iterator[Receiver]:
    class Envelopes(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            if self.headers["Content-Encoding"] == "gzip":
                body = gzip.decompress(body)
            told.requests.append((f"{self.path}\n{self.headers}", body))
            self.send_response(200)
            self.send_header("Content-Length", "2")
            self.end_headers()
            self.wfile.write(b"{}")

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Envelopes)
    told = Receiver(f"http://publickey@127.0.0.1:{server.server_address[1]}/7")
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield told
    finally:
        server.shutdown()
        server.server_close()


def ask(house: House, cookie: str, fault: str) -> str:
    """A form that is sent to a page of the house; the number of the request that failed."""
    form = urllib.parse.urlencode({"fault": fault, "nome": TYPED, "csrfmiddlewaretoken": CSRF}).encode()
    cookies = {"Cookie": f"sessionid={cookie}; csrftoken={CSRF}", "User-Agent": "agent-of-benedita"}
    request = urllib.request.Request(f"{house.url}/carteira/?procura={TYPED}", data=form, headers=cookies)
    with pytest.raises(urllib.error.HTTPError) as failed:
        urllib.request.urlopen(request, timeout=PATIENCE_SECONDS)
    assert failed.value.code == 500
    return str(failed.value.headers["X-Request-ID"])


def speak(house: House, cookie: str, frame: str) -> None:
    """A frame at a table's socket that ends it."""
    with socket_to(house, "avaria", {"Cookie": f"sessionid={cookie}"}) as opened:
        opened.send(json.dumps({"do": frame}))
        with contextlib.suppress(ConnectionClosed):
            while opened.recv(timeout=PATIENCE_SECONDS):
                pass


def socket_to(house: House, code: str, headers: dict[str, str]) -> ClientConnection:
    address = f"{house.url.replace('http', 'ws', 1)}/ws/tables/{code}/"
    return connect(address, origin=Origin(house.url), additional_headers=headers, open_timeout=PATIENCE_SECONDS)


def signed_in(actor: Actor) -> str:
    browser = Client()
    assert browser.login(username=actor.email, password=actor.password)
    return browser.cookies["sessionid"].value


@pytest.mark.house
def test_faults_of_every_process_arrive_without_personal_data(open_floor: Floor, tmp_path: Path) -> None:
    floor = open_floor
    floor.now = timezone.now()
    player = floor.player("Benedita", email=EMAIL)
    floor.sit(player, floor.table(SMALL, code="avaria"))
    cookie, person = signed_in(player), pseudonym(player.id)
    with receiver() as told:
        environment = {"SABOT_ERRORS": told.dsn, "DJANGO_SETTINGS_MODULE": "tests.faulty.settings"}
        with running_house(tmp_path, parts=("worker",), environment=environment) as house:
            ask(house, cookie, "moved")
            untold = ask(house, cookie, "rejected")
            rejected = told.of("Rejected")
            assert rejected["tags"] == {"request": untold, "person": person}
            assert {each["value"] for each in rejected["exception"]["values"]} == {""}
            number = ask(house, cookie, "fault")
            page = told.of("ValueError")
            assert page["tags"] == {"request": number, "person": person}
            assert page["transaction"] == "/carteira/"
            assert page["release"].startswith("sabot@")
            speak(house, cookie, "leave")
            until("the frame's rejection arrives", lambda: any("frame" in each["tags"] for each in told.events()))
            speak(house, cookie, "shown")
            frame = told.of("TypeError")
            assert frame["tags"].keys() == {"request", "person", "table", "frame"}
            assert (frame["tags"]["person"], frame["tags"]["frame"]) == (person, "WarningShown")
            with pytest.raises(InvalidStatus):
                socket_to(house, DOWN, {})
            closed = told.of("EOFError")
            assert (closed["logger"], closed["tags"]) == ("uvicorn.error", {}), "nothing of the sockets before"
            app.send_task("tables.tasks.apply_hours")
            task = told.of("KeyError")
            assert task["tags"]["task"] == task["transaction"] == "tables.tasks.apply_hours"
            assert task["tags"].keys() == {"task", "task_id"}
            house.start_dealer()
            step = told.of("ZeroDivisionError")
            assert "table" in step["tags"]
            house.start("beat", [*BEAT, str(tmp_path / "schedule")])
            ended = told.of("BufferError")
        for event in (rejected, page, frame, closed, task, step, ended):
            assert {name for each in event["exception"]["values"] for name in each} == {
                "type", "module", "value", "stacktrace",
            }  # fmt: skip
            assert event["exception"]["values"][-1]["stacktrace"]["frames"][-1]["lineno"] > 1
        assert {kind for event in told.events() for kind in kinds(event)} == {
            "Rejected", "ValueError", "TypeError", "EOFError", "KeyError", "ZeroDivisionError", "BufferError",
        }  # fmt: skip
        sent = told.every_byte()
    personal = (
        EMAIL,
        NAME,
        TYPED,
        cookie,
        CSRF,
        player.email,
        stored_key(cookie),
        "Benedita",
        "agent-of-benedita",
        "sessionid=",
        "publickey@",
    )
    assert [each for each in personal if each.encode() in sent] == []
    assert Why.UNTOLD.encode() not in sent
    assert b"127.0.0.1" not in sent.replace(b"Host: 127.0.0.1", b""), "no address, save that of the receiver"


@pytest.fixture
def hooks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets `begin` change what ends a process or a thread for this test alone."""
    monkeypatch.setattr(sys, "excepthook", lambda *_: None)
    monkeypatch.setattr(threading, "excepthook", lambda _: None)


@pytest.mark.usefixtures("hooks")
def test_a_fault_again_and_again_is_told_thirty_times_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    moments = iter((60.0,) * AGAIN + (120.0,) * AGAIN)
    monkeypatch.setattr(error_reports, "time", SimpleNamespace(monotonic=lambda: next(moments)))
    with receiver() as told:
        reports = error_reports.begin(told.dsn)
        logger = logging.getLogger("tests.again")
        monkeypatch.setattr(logger, "propagate", False)
        monkeypatch.setattr(logger, "handlers", [reports])
        for _ in range(2 * AGAIN):
            logger.error("failed", exc_info=ValueError(TYPED))
        reports.end()
        assert len(told.events()) == 2 * error_reports.MOST_A_MINUTE
        assert TYPED.encode() not in told.every_byte()


@pytest.mark.usefixtures("hooks")
def test_what_ends_a_thread_and_an_error_of_ours_without_an_exception_are_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail() -> None:
        raise LookupError(TYPED)

    with receiver() as told:
        reports = error_reports.begin(told.dsn)
        failing = threading.Thread(target=fail)
        failing.start()
        failing.join()
        said = logging.LogRecord(
            "tables.live.dealer", logging.ERROR, "", 0, {"event": "cards_differ", "rounds": TYPED}, (), None
        )
        reports.handle(said)
        reports.handle(said)  # led here by two loggers
        reports.handle(logging.LogRecord("celery.worker", logging.ERROR, "", 0, f"lost {TYPED}", (), None))
        refused = (DisallowedHost, DisallowedHost(TYPED), None)
        reports.handle(logging.LogRecord("django.security.DisallowedHost", logging.ERROR, "", 0, TYPED, (), refused))
        reports.end()
        uncaught, differ = told.events()
        assert (kinds(uncaught), uncaught["logger"]) == (["LookupError"], "uncaught")
        assert (differ["message"], differ["logger"]) == ("cards_differ", "tables.live.dealer")
        assert TYPED.encode() not in told.every_byte()


def _loaded(variables: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Begin as a process of the house does, and say whether the library is there."""
    words = "import django, sys; django.setup(); print('sentry_sdk' in sys.modules)"
    environment = {name: value for name, value in os.environ.items() if name != "SABOT_ERRORS"} | variables
    command = [sys.executable, "-c", words]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=PATIENCE_SECONDS)


def test_nothing_is_loaded_without_the_setting() -> None:
    assert _loaded({}).stdout == "False\n"
    assert _loaded({"SABOT_ERRORS": "https://key@errors.example/3"}).stdout == "True\n"


def test_a_missing_library_is_said_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "sentry_sdk.py").write_text("raise ImportError")
    ended = _loaded({"SABOT_ERRORS": "https://key@errors.example/3", "PYTHONPATH": str(tmp_path)})
    assert ended.returncode == 1
    said = "SABOT_ERRORS is set, but the package sentry-sdk is not installed (lock.txt names it).\n"
    assert ended.stderr == said


@pytest.mark.parametrize(
    "address",
    ["errors.example/3", "https://errors.example/3", "https://key@/3", "https://key@errors.example/", "ftp://key@h/3",
     "https://key@errors.example/three", "https://key@errors.example:none/3"],
)  # fmt: skip
def test_an_address_that_is_none_is_said_without_its_key(address: str) -> None:
    with pytest.raises(EnvironmentInvalid) as caught:
        read({**os.environ, "SABOT_ERRORS": address})
    assert str(caught.value) == "The environment variable SABOT_ERRORS must look like https://KEY@host/PROJECT-NUMBER."
