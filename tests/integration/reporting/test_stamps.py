"""Time stamps of sealed days: asked for, checked, kept, laid beside the day, and given up when they come too late."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest
import time_machine
from django.conf import LazySettings
from django.db import DatabaseError, transaction

from casino.adapters.stamp_authority import Authority
from casino.adapters.stamps import Http, Sandbox
from reporting.models import DayStamp, SealedDay
from reporting.operations import log, make_due_reports
from reporting.operations.exporting_days import export_days
from reporting.operations.sealed_days import seal_due
from reporting.operations.stamping import NOTE, STAMP, StampFault, stamp_days
from reporting.queries.stamps import WITHIN, stamped_at, unstamped_days
from reporting.verifier import verify_days
from reporting.verifier.verify_days import Der
from tables.models import Incident
from tests.factories import BANCA_WINS_WITH_5, MACAU, Floor
from tests.rules import rule
from tests.settled import days_settle

pytestmark = pytest.mark.django_db
NIGHT = datetime(2026, 3, 11, 0, 10, tzinfo=UTC)
SOON = NIGHT + timedelta(minutes=10)


class Asked:
    """An authority of the test's own, whose clock is the house's unless it is told otherwise."""

    def __init__(self, at: datetime = SOON) -> None:
        self.authority, self.at, self.asked = Authority(), at, 0
        self.root = self.authority.pem

    def answer(self, request: bytes) -> bytes:
        self.asked += 1
        _, imprint, nonce, *_ = Der.parse(request).parts
        return self.authority.stamp_digest(imprint.parts[1].content, self.at, nonce=nonce.number)

    def roots(self) -> bytes:
        return self.root


class Silent(Asked):
    def answer(self, request: bytes) -> bytes:
        raise OSError("no line")


class OfAnother(Asked):
    def answer(self, request: bytes) -> bytes:
        return self.authority.stamp(b"another text", self.at)


class Noise(Asked):
    def answer(self, request: bytes) -> bytes:
        return b"<html>busy</html>"


@pytest.fixture
def sealed(floor: Floor, settings: LazySettings, tmp_path: Path) -> Iterator[SealedDay]:
    """A day of a house, sealed ten minutes after midnight, its leaf signed."""
    settings.EVIDENCE_DIR = tmp_path / "evidence"
    table, player = floor.table(MACAU), floor.player(cents=100_00)
    floor.sit(player, table)
    floor.open_round(table, BANCA_WINS_WITH_5)
    floor.bet(player, table, banca=10_00)
    floor.settle(table)
    with days_settle():
        make_due_reports(now=NIGHT)
        seal_due(now=NIGHT)
        log.keep_log(now=NIGHT)
        yield SealedDay.objects.order_by("day").get()


def folder(sealed: SealedDay, root: Path) -> Path:
    return root / "evidence" / "day" / sealed.day.isoformat() / "r1"


@rule(
    "PT-31",
    asserts="An authority's stamp lies beside its day, holds for the stand-alone verifier, and is asked for once.",
)
def test_a_sealed_day_is_stamped_once(sealed: SealedDay, tmp_path: Path) -> None:
    stamper = Asked()
    (tried,) = stamp_days(stamper=stamper, now=SOON)
    assert tried.fault is None, tried.told
    assert stamp_days(stamper=stamper, now=SOON) == ()
    assert stamper.asked == 1
    assert stamped_at(day=sealed.day) == SOON
    assert {path.name for path in folder(sealed, tmp_path).iterdir()} >= {STAMP, NOTE}
    roots = tmp_path / "roots.pem"
    roots.write_bytes(stamper.root)
    export_days(into=tmp_path / "out")
    asked = [str(tmp_path / "out"), "--key", log.verifier_key(), "--tsa"]
    assert verify_days.main([*asked, str(roots)]) == verify_days.HOLDS
    roots.write_bytes(Authority().pem)
    assert verify_days.main([*asked, str(roots)]) == verify_days.BROKEN
    with pytest.raises(DatabaseError), transaction.atomic():
        DayStamp.objects.update(token=b"x")


def test_a_day_whose_folder_is_written_anew_has_its_stamp(sealed: SealedDay, tmp_path: Path) -> None:
    stamp_days(stamper=Asked(), now=SOON)
    for path in folder(sealed, tmp_path).iterdir():
        path.unlink()
    assert export_days(into=tmp_path / "out").rewritten == (sealed.day,)
    row = DayStamp.objects.get()
    there = tmp_path / "out" / "day" / sealed.day.isoformat() / "r1"
    assert ((there / STAMP).read_bytes(), (there / NOTE).read_text()) == (bytes(row.token), row.note)


@pytest.mark.parametrize(
    ("stamper", "fault", "told"),
    [
        (Silent(), StampFault.SILENT, "no line"),
        (OfAnother(), StampFault.WRONG, "Nonce"),
        (Noise(), StampFault.WRONG, "ASN.1"),
        (Asked(NIGHT - timedelta(minutes=6)), StampFault.WRONG, "not within a day"),
        (Asked(NIGHT + timedelta(hours=25)), StampFault.WRONG, "not within a day"),
    ],
    ids=["silent", "another text", "noise", "too early", "too late"],
)
def test_a_stamp_that_does_not_hold_is_not_kept_and_asked_for_again(
    sealed: SealedDay, stamper: Asked, fault: StampFault, told: str
) -> None:
    (tried,) = stamp_days(stamper=stamper, now=SOON)
    assert (tried.day, tried.fault) == (sealed.day, fault)
    assert told in tried.told
    assert [each.day for each in unstamped_days(now=SOON)] == [sealed.day]
    assert stamp_days(stamper=Asked(), now=SOON)[0].fault is None


def test_a_root_that_is_not_the_authoritys_is_refused(sealed: SealedDay) -> None:
    stamper = Asked()
    stamper.root = Authority().pem
    assert stamp_days(stamper=stamper, now=SOON)[0].fault is StampFault.WRONG
    assert not DayStamp.objects.exists()


def test_after_a_day_it_is_given_up_and_is_one_incident(sealed: SealedDay) -> None:
    late = sealed.sealed_at + WITHIN
    assert stamp_days(stamper=Silent(), now=late - timedelta(seconds=1))[0].fault is StampFault.SILENT
    assert not Incident.objects.filter(subject="time stamps").exists()
    for now in (late, late + timedelta(minutes=5)):
        assert stamp_days(stamper=Asked(now), now=now) == ()
    incident = Incident.objects.get(subject="time stamps")
    assert incident.facts == {"reason": sealed.day.isoformat()}
    assert unstamped_days(now=late) == ()


def test_a_house_without_sealed_days_asks_nobody(db: None) -> None:
    stamper = Asked()
    assert stamp_days(stamper=stamper, now=SOON) == ()
    assert stamper.asked == 0


@time_machine.travel(SOON, tick=False)
def test_the_sandbox_stamps(sealed: SealedDay, tmp_path: Path) -> None:
    sandbox = Sandbox(tmp_path / "stamps")
    assert stamp_days(stamper=sandbox, now=SOON)[0].fault is None
    assert Sandbox(tmp_path / "stamps").roots() == sandbox.roots()


def test_an_authority_is_asked_by_http(sealed: SealedDay, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = Asked()

    class Answers(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            assert self.headers["Content-Type"] == "application/timestamp-query"
            token = asked.answer(self.rfile.read(int(self.headers["Content-Length"])))
            self.send_response(200)
            self.end_headers()
            self.wfile.write(token)

        def log_message(self, format: str, *args: object) -> None:
            """Nothing."""

    roots = tmp_path / "roots.pem"
    roots.write_bytes(asked.root)
    monkeypatch.setenv("SABOT_STAMPS_ROOTS", str(roots))
    with pytest.raises(ValueError, match="SABOT_STAMPS_URL"):
        Http()
    with HTTPServer(("127.0.0.1", 0), Answers) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        monkeypatch.setenv("SABOT_STAMPS_URL", f"http://127.0.0.1:{server.server_port}/")
        assert stamp_days(stamper=Http(), now=SOON)[0].fault is None
        server.shutdown()
    assert unstamped_days(now=SOON) == ()
    roots.write_bytes(b"x")
    with pytest.raises(ValueError, match="PEM"):
        Http()
