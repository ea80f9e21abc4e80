"""The table's socket, frame by frame, through Channels, the hub and a real Valkey."""

import asyncio
import json
import uuid
from collections.abc import AsyncIterator, Callable
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from asgiref.testing import ApplicationCommunicator
from channels.routing import URLRouter
from django.contrib.auth import get_user_model
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.models import Session
from django.utils import timezone

from casino.access import matrix, rows
from casino.portal.sockets import urlpatterns
from casino.signing.session_store import SessionStore
from players.access.operations import sign_in
from players.accounts.session_keys import stored_key
from players.models import Device, Exclusion, Person, ProhibitionReason, Registration
from players.privacy import operations as privacy
from players.protection.operations import prohibitions
from players.protection.operations.exclusion import ExclusionKind
from players.roles import Role
from players.staff.operations import accounts
from tables import broadcast, queries
from tables.live import connection_log
from tables.live import hub as hubs
from tables.live import intake as intakes
from tables.live.outgoing import RESYNC, WAITING_MAX, Outgoing
from tables.live.standing import LISTEN_SECONDS
from tables.models import Connection, PlaySession, Round, Slip, Table
from tables.operations.breaks import take_break
from tables.table_settings import TableSettings
from tests.factories import MACAU, PONTO_WINS, Actor, Floor
from tests.patience import PATIENCE_SECONDS
from tests.rules import rule
from tests.tampering import past_triggers

application = URLRouter(urlpatterns)


class Browser:
    """One socket of a test."""

    def __init__(self, code: str, user: Any, session: SessionStore | None = None, address: str = "") -> None:
        self.session = session
        scope: dict[str, Any] = {
            "type": "websocket",
            "path": f"/ws/tables/{code}/",
            "headers": [],
            "user": user,
            "cookies": {"django_language": "pt"},
            "client": (address, 50_000) if address else None,
        }
        if session is not None:
            scope["session"] = session
        self._socket = ApplicationCommunicator(application, scope)
        self.version = 0
        self.state: dict[str, Any] = {}
        self.you: dict[str, Any] | None = None

    async def open(self) -> "Browser":
        await self._socket.send_input({"type": "websocket.connect"})
        assert (await self._socket.receive_output(timeout=PATIENCE_SECONDS))["type"] == "websocket.accept"
        return self

    async def say(self, **frame: Any) -> None:
        await self.send_raw(json.dumps(frame))

    async def send_raw(self, text: str | None = None, data: bytes | None = None) -> None:
        await self._socket.send_input({"type": "websocket.receive", "text": text, "bytes": data})

    async def hear(self, what: str, *, seconds: float = PATIENCE_SECONDS) -> dict[str, Any]:
        """The next frame of that kind; snapshots, events and private states on the way are applied."""
        async with asyncio.timeout(seconds):
            while True:
                frame = await self._next(seconds)
                if frame["say"] == what:
                    return frame

    async def until(self, condition: Callable[[], bool], *, seconds: float = PATIENCE_SECONDS) -> None:
        """Apply what comes until the condition holds."""
        async with asyncio.timeout(seconds):
            while not condition():
                await self._next(seconds)

    async def _next(self, seconds: float) -> dict[str, Any]:
        frame = dict(json.loads((await self._socket.receive_output(timeout=seconds))["text"]))
        self._apply(frame)
        return frame

    async def until_pong(self, t: int) -> list[dict[str, Any]]:
        """Every frame up to the answer to the ping that said `t`."""
        said: list[dict[str, Any]] = []
        async with asyncio.timeout(PATIENCE_SECONDS):
            while True:
                said.append(json.loads((await self._socket.receive_output(timeout=PATIENCE_SECONDS))["text"]))
                if said[-1]["say"] == "pong" and said[-1]["t"] == t:
                    return said

    def _apply(self, frame: dict[str, Any]) -> None:
        if frame["say"] == "snapshot":
            self.version, self.state, self.you = frame["v"], frame["state"], frame["you"]
        elif frame["say"] == "event" and frame["v"] == self.version + 1:
            self.version, self.state = frame["v"], self.state | frame["set"]
            changed = {seat["seat"]: seat for seat in frame.get("seats", [])}
            if changed:
                self.state["seats"] = [changed.get(seat["seat"], seat) for seat in self.state["seats"]]
        elif frame["say"] == "you":
            self.you = frame["you"]
        elif frame["say"] == "mine" and self.you is not None:
            numbers = {receipt["number"] for receipt in self.you["receipts"]}
            come = [receipt for receipt in frame["receipts"] if receipt["number"] not in numbers]
            self.you = self.you | frame["set"] | {"receipts": self.you["receipts"] + come}

    async def close_code(self) -> int:
        while True:
            message = await self._socket.receive_output(timeout=PATIENCE_SECONDS)
            if message["type"] == "websocket.close":
                return int(message["code"])

    async def close(self) -> None:
        await self._socket.send_input({"type": "websocket.disconnect", "code": 1000})
        await self._socket.wait(timeout=PATIENCE_SECONDS)


Opener = Callable[..., Any]


@pytest.fixture
async def table_and_sockets(open_floor: Floor) -> AsyncIterator[tuple[Floor, int, Opener]]:
    floor = open_floor
    floor.now = now_of_house()
    table = await sync_to_async(floor.table)(MACAU, code="macau-1")
    opened: list[Browser] = []

    async def open_socket(
        actor: Actor | None,
        *,
        signed_in: bool = False,
        code: str = "macau-1",
        address: str = "",
        waits: bool = True,
    ) -> Browser:
        user: Any = AnonymousUser()
        if actor is not None:
            user = await get_user_model().objects.aget(pk=actor.id)
        session = SessionStore() if signed_in else None
        if session is not None:
            await sync_to_async(session.create)()
        browser = await Browser(code, user, session, address).open()
        opened.append(browser)
        if waits:
            await browser.hear("snapshot")
        return browser

    yield floor, table, open_socket
    for browser in opened:
        await browser.close()
    loop = asyncio.get_running_loop()
    if loop in hubs._hubs:
        await hubs._hubs.pop(loop).stop()
    if loop in intakes._intakes:
        await intakes._intakes.pop(loop).stop()
    if loop in connection_log._logs:
        await connection_log._logs.pop(loop).stop()


@pytest.fixture
def here(table_and_sockets: tuple[Floor, int, Opener]) -> tuple[Floor, int, Opener]:
    return table_and_sockets


async def test_a_bet_is_answered_and_everybody_sees_the_room_move(here: tuple[Floor, int, Opener]) -> None:
    floor, table, open_socket = here
    rita = await sync_to_async(floor.player)("Rita", cents=500_00)
    await sync_to_async(floor.open_round)(table)
    mine, watcher = await open_socket(rita), await open_socket(None)
    assert watcher.you is None

    await mine.say(do="sit", key=str(uuid.uuid4()), seat=4)
    assert (await mine.hear("seated"))["seat"] == 4
    floor.now = now_of_house()
    await sync_to_async(restart_betting)(table, floor)
    code = mine.state["round"]["code"]
    await mine.say(do="bet", key=str(uuid.uuid4()), round=code, lines={"ponto": 100_00})
    receipt = await mine.hear("receipt")
    event = await watcher.hear("event")
    while "room" not in event["set"]:
        event = await watcher.hear("event")

    assert receipt["stakes"] == {"ponto": 100_00}
    assert event["set"]["room"]["ponto"]["most"] == 900_00
    assert event["set"]["sums"] == {"ponto": 100_00}
    assert event["seats"] == [{"seat": 4, "who": "Rita", "away": False, "stakes": {"ponto": 100_00}}]
    await mine.until(lambda: mine.you is not None and mine.you["balance"] == 400_00)


async def test_the_socket_of_a_seated_player_is_logged_and_that_of_a_watcher_not(
    here: tuple[Floor, int, Opener],
) -> None:
    floor, table, open_socket = here
    rita, _ = await sync_to_async(floor.player)("Rita"), await open_socket(None)
    watching, mine = await open_socket(await sync_to_async(floor.player)("Eva")), await open_socket(rita)
    await mine.say(do="sit", key=str(uuid.uuid4()), seat=4)
    await mine.hear("seated")
    await watching.close()
    await mine.close()
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not await Connection.objects.filter(closed_at__isnull=False).aexists():
            await asyncio.sleep(0.02)
    row = await Connection.objects.aget()
    assert (row.person_id, row.table_id, row.close_code) == (rita.id, table, 1000)


async def test_snapshot_and_events_are_the_later_snapshot(here: tuple[Floor, int, Opener]) -> None:
    floor, table, open_socket = here
    players = [await sync_to_async(floor.player)(cents=500_00) for _ in range(3)]
    for player in players:
        await sync_to_async(floor.sit)(player, table)
    watcher = await open_socket(None)

    for _ in range(2):
        await sync_to_async(floor.open_round)(table)
        for player in players:
            await sync_to_async(floor.bet)(player, table, ponto=10_00, banca=30_00)
        await sync_to_async(floor.settle)(table)

    later = await sync_to_async(queries.table_state)(table_id=table, now=floor.now)
    while watcher.version < later.version:
        await watcher.hear("event")
    assert watcher.version == later.version
    assert watcher.state == json.loads(json.dumps(later.sections))


async def test_frames_of_a_players_own_state_equal_that_state(here: tuple[Floor, int, Opener]) -> None:
    """Parts from slips and whole states from rounds, in any order: in the end nothing else than the rows."""
    floor, table, open_socket = here
    rita, ze = [await sync_to_async(floor.player)(cents=500_00) for _ in range(2)]
    for player in (rita, ze):
        await sync_to_async(floor.sit)(player, table)
    mine = await open_socket(rita)

    for _ in range(3):
        await sync_to_async(floor.open_round)(table)
        for cents in (10_00, 30_00, -20_00):
            await sync_to_async(floor.bet)(rita, table, ponto=cents)
            await sync_to_async(floor.bet)(ze, table, banca=10_00)
            told = await own_state(rita, table, floor)
            await mine.until(lambda told=told: mine.you == told)
        await sync_to_async(floor.settle)(table)
    told = await own_state(rita, table, floor)
    await mine.until(lambda: mine.you == told)


async def own_state(actor: Actor, table: int, floor: Floor) -> dict[str, Any]:
    """As a page is told it."""
    you = await sync_to_async(queries.my_state)(table_id=table, person_id=actor.id, now=floor.now)
    return dict(json.loads(json.dumps(you)))


async def test_an_older_message_does_not_take_a_newer_state_back(here: tuple[Floor, int, Opener]) -> None:
    floor, table, open_socket = here
    rita = await sync_to_async(floor.player)(cents=500_00)
    await sync_to_async(floor.sit)(rita, table)
    await sync_to_async(floor.open_round)(table)
    mine = await open_socket(rita)
    late = broadcast.TableEvent(
        table_id=table,
        version=mine.version - 1,
        at=floor.now,
        sections={},
        mine={rita.id: broadcast.Mine(changed={"balance": 1})},
    )

    hubs.hub()._hear(late.message())

    assert (await mine.hear("you"))["you"]["balance"] == 500_00


@rule(
    "R16",
    asserts="While bets are taken, a person who watches is told the commitment to the cards and none of the cards.",
)
async def test_a_face_down_card_is_never_told_before_the_close(here: tuple[Floor, int, Opener]) -> None:
    floor, table, open_socket = here
    await sync_to_async(floor.open_round)(table)
    watcher = await open_socket(None)

    assert watcher.state["round"]["deal"] is None
    assert len(watcher.state["round"]["root"]) == 64


async def test_signed_out_people_watch_and_are_told_why_they_cannot_bet(here: tuple[Floor, int, Opener]) -> None:
    floor, table, open_socket = here
    await sync_to_async(floor.open_round)(table)
    watcher = await open_socket(None)

    await watcher.say(do="bet", key=str(uuid.uuid4()), round="x", lines={"ponto": 10_00})

    rejection = await watcher.hear("rejection")
    assert (rejection["reason"], rejection["block"]) == ("barred", "signed-out")
    assert len(rejection["text"]) > 10


async def test_a_rejection_names_its_rule_and_the_most(here: tuple[Floor, int, Opener]) -> None:
    floor, table, open_socket = here
    rita = await sync_to_async(floor.player)(cents=5_000_00)
    await sync_to_async(floor.sit)(rita, table)
    floor.now = now_of_house()
    await sync_to_async(floor.open_round)(table)
    mine = await open_socket(rita)

    code = mine.state["round"]["code"]
    await mine.say(do="bet", key=str(uuid.uuid4()), round=code, lines={"empate": 200_00})

    rejection = await mine.hear("rejection")
    assert (rejection["rule"], rejection["asked"], rejection["most"]) == ("R43b", 200_00, 100_00)
    assert rejection["offer"] == 100_00
    assert "R43b" in rejection["text"]


FIVE_EUROS = TableSettings(preset="macau", minimum=5_00, max_prize=10_000_00, betting_seconds=20, show_seconds=5)


@pytest.mark.parametrize(
    ("lines", "rule", "says"),
    [
        ({"ponto": 3_00}, "R14", "A aposta mínima desta mesa em cada chance é 5,00 €"),
        ({"ponto": 10_00, "banca": 12_00}, "R13", "pelo menos, 5,00 €"),
        ({"ponto": 6_000_00}, "PT-05", "o saldo chega para 5 503,00 €"),
        ({"ponto": 12_000_00}, "R43a", "só se aceitam mais 10 000,00 €"),
    ],
    ids=["below-the-minimum", "sides-too-close", "short-of-funds", "ceiling-beyond-the-balance"],
)
async def test_no_rejection_offers_more_than_was_asked_or_is_there(
    here: tuple[Floor, int, Opener], lines: dict[str, int], rule: str, says: str
) -> None:
    """The amount that would do is said in words; nothing is offered, and a repeat of the slip is offered nothing
    either."""
    floor, _, open_socket = here
    five = await sync_to_async(floor.table)(FIVE_EUROS, code="macau-5")
    rita = await sync_to_async(floor.player)(cents=5_503_00)
    await sync_to_async(floor.sit)(rita, five)
    floor.now = now_of_house()
    await sync_to_async(floor.open_round)(five)
    mine = await open_socket(rita, code="macau-5")

    slip = {"do": "bet", "key": str(uuid.uuid4()), "round": mine.state["round"]["code"], "lines": lines}
    for _ in range(2):
        await mine.say(**slip)
        rejection = await mine.hear("rejection")
        assert (rejection["rule"], rejection["asked"]) == (rule, lines["ponto"])
        assert "most" in rejection, "what programs are told stays"
        assert "offer" not in rejection
        assert says in " ".join(rejection["text"].split())
    assert await sync_to_async(rita.balance)() == 5_503_00


async def test_a_part_is_offered_once_and_the_offer_is_accepted(here: tuple[Floor, int, Opener]) -> None:
    floor, _, open_socket = here
    five = await sync_to_async(floor.table)(FIVE_EUROS, code="macau-5")
    rita, ze = [await sync_to_async(floor.player)(cents=20_000_00) for _ in range(2)]
    for player in (rita, ze):
        await sync_to_async(floor.sit)(player, five)
    floor.now = now_of_house()
    await sync_to_async(floor.open_round)(five)
    await sync_to_async(floor.bet)(ze, five, ponto=9_900_00)
    mine = await open_socket(rita, code="macau-5")
    assert mine.state["rules"]["sides_apart"] == 5_00
    slip = {"do": "bet", "key": str(uuid.uuid4()), "round": mine.state["round"]["code"], "lines": {"ponto": 500_00}}

    await mine.say(**slip)
    rejection = await mine.hear("rejection")
    assert (rejection["rule"], rejection["most"], rejection["offer"]) == ("R43a", 100_00, 100_00)
    await mine.say(**slip)
    again = await mine.hear("rejection")
    assert (again["most"], again.get("offer")) == (100_00, None)
    await mine.say(**slip | {"key": str(uuid.uuid4()), "lines": {"ponto": 100_00}})
    receipt = await mine.hear("receipt")
    assert receipt["stakes"] == {"ponto": 100_00}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "null",
        "[]",
        '{"do":1}',
        '{"do":"steal"}',
        '{"do":"bet"}',
        '{"do":"bet","key":"x","round":"r","lines":{"ponto":100}}',
        '{"do":"bet","key":"2f1c7a0e-9d0b-4d8a-8f0e-6c1f7a4b5d11","round":"r","lines":{"ponto":10.5}}',
        '{"do":"bet","key":"2f1c7a0e-9d0b-4d8a-8f0e-6c1f7a4b5d11","round":"r","lines":{"ponto":NaN}}',
        '{"do":"bet","key":"2f1c7a0e-9d0b-4d8a-8f0e-6c1f7a4b5d11","round":"r","lines":{"ponto":1,"ponto":2}}',
        '{"do":"bet","key":"2f1c7a0e-9d0b-4d8a-8f0e-6c1f7a4b5d11","round":"r","lines":{"ponto":true}}',
        '{"do":"bet","key":"2f1c7a0e-9d0b-4d8a-8f0e-6c1f7a4b5d11","round":"r","lines":[]}',
        '{"do":"sit","key":"2f1c7a0e-9d0b-4d8a-8f0e-6c1f7a4b5d11","seat":10}',
        '{"do":"ping","t":"soon"}',
        '{"do":"snapshot","extra":1}',
        "[" * 2000,
        "x" * 5000,
    ],
)
async def test_malformed_frames_are_answered_and_change_nothing(here: tuple[Floor, int, Opener], text: str) -> None:
    _, _, open_socket = here
    watcher = await open_socket(None)

    await watcher.send_raw(text)

    assert (await watcher.hear("error"))["text"]
    await watcher.say(do="ping", t=7)
    assert (await watcher.hear("pong"))["t"] == 7


async def test_too_much_nonsense_ends_the_connection(here: tuple[Floor, int, Opener]) -> None:
    _, _, open_socket = here
    watcher = await open_socket(None)
    for _ in range(25):
        await watcher.send_raw("nonsense")

    assert await watcher.close_code() == 4008


@rule("GL-03", asserts="A suspension of one player closes that player’s open socket.")
async def test_a_suspension_closes_the_open_socket(here: tuple[Floor, int, Opener]) -> None:
    floor, _, open_socket = here
    rita = await sync_to_async(floor.player)()
    officer = await sync_to_async(floor.staff)(Role.COMPLIANCE)
    mine = await open_socket(rita)

    await sync_to_async(accounts.suspend)(person_id=rita.id, reason="averiguação", by=officer.id, now=floor.now)

    assert await mine.close_code() == 4010


@rule(
    "PT-27",
    asserts="With 100.00 on ponto a break of an hour leaves that table’s socket open to the end of the round and "
    "closes the one at another table at once; a new bet is refused.",
)
async def test_one_who_takes_a_break_with_a_bet_hears_the_end_of_the_round(here: tuple[Floor, int, Opener]) -> None:
    floor, table, open_socket = here
    rita = await sync_to_async(floor.player)("Rita", cents=500_00)
    await sync_to_async(floor.table)(MACAU, code="macau-2")
    await sync_to_async(floor.sit)(rita, table)
    code = await sync_to_async(floor.open_round)(table, PONTO_WINS)
    floor.now = now_of_house()
    await sync_to_async(restart_betting)(table, floor)
    await sync_to_async(floor.bet)(rita, table, ponto=100_00)
    mine, elsewhere = await open_socket(rita), await open_socket(rita, code="macau-2")

    taken = await sync_to_async(take_break)(
        person_id=rita.id,
        kind=ExclusionKind.SHORT,
        length=timedelta(hours=1),
        idempotency_key=uuid.uuid4(),
        now=now_of_house(),
    )

    assert await elsewhere.close_code() == 4010
    await mine.until(lambda: bool(mine.you and mine.you["barred"] and mine.you["leaving"]))
    assert mine.you is not None
    assert mine.you["barred"] == {"block": "excluded", "until": broadcast.milliseconds(taken.ends_at)}
    await mine.say(do="bet", key=str(uuid.uuid4()), round=code, lines={"ponto": 10_00})
    assert (await mine.hear("rejection"))["reason"] == "barred"

    await Round.objects.filter(code=code).aupdate(closes_at=now_of_house())
    await Table.objects.filter(pk=table).aupdate(due_at=now_of_house())
    floor.now = now_of_house()
    await sync_to_async(floor.settle)(table)
    assert (await mine.hear("left"))["url"].startswith("/sessoes/")
    assert (mine.you["last"]["code"], mine.you["balance"]) == (code, 600_00)
    assert await mine.close_code() == 4010


async def test_signing_out_closes_the_open_socket(here: tuple[Floor, int, Opener]) -> None:
    floor, _, open_socket = here
    rita = await sync_to_async(floor.player)()
    mine = await open_socket(rita, signed_in=True)

    await sync_to_async(mine.session.flush)()

    assert await mine.close_code() == 4001


async def test_ending_a_device_closes_its_open_socket_and_no_other(here: tuple[Floor, int, Opener]) -> None:
    floor, _, open_socket = here
    rita = await sync_to_async(floor.player)()
    ended, kept = await open_socket(rita, signed_in=True), await open_socket(rita, signed_in=True)
    for browser in (ended, kept):
        await sync_to_async(sign_in.complete_sign_in)(
            person_id=rita.id, session=stored_key(browser.session.session_key), address="", device="", now=floor.now
        )
    device = await Device.objects.aget(session=stored_key(ended.session.session_key))

    assert await sync_to_async(sign_in.end_devices)(person_id=rita.id, only=device.public_id, now=floor.now) == 1

    assert await ended.close_code() == 4001
    await kept.say(do="ping", t=7)
    assert (await kept.hear("pong"))["t"] == 7


async def test_closing_the_account_closes_every_open_socket(here: tuple[Floor, int, Opener]) -> None:
    floor, _, open_socket = here
    rita = await sync_to_async(floor.player)()
    sockets = [await open_socket(rita, signed_in=True), await open_socket(rita)]
    session = stored_key(sockets[0].session.session_key)
    await sync_to_async(sign_in.complete_sign_in)(
        person_id=rita.id, session=session, address="", device="", now=floor.now
    )

    await sync_to_async(privacy.close_account)(person_id=rita.id, idempotency_key=uuid.uuid4(), now=floor.now)

    assert {await socket.close_code() for socket in sockets} <= {4001, 4010}
    assert not await Session.objects.filter(session_key=session).aexists()


async def test_entering_the_register_of_the_prohibited_closes_the_open_socket(here: tuple[Floor, int, Opener]) -> None:
    floor, _, open_socket = here
    rita, officer = await sync_to_async(floor.player)(), await sync_to_async(floor.staff)(Role.COMPLIANCE)
    nif = await Registration.objects.values_list("nif", flat=True).aget(person_id=rita.id)
    mine = await open_socket(rita)

    await sync_to_async(prohibitions.prohibit)(
        nif=nif, reason=ProhibitionReason.MAGISTRATE, note="ofício 12", by=officer.id, now=floor.now
    )

    assert await mine.close_code() == 4010


async def test_an_open_socket_keeps_a_players_session_and_not_a_staffs(here: tuple[Floor, int, Opener]) -> None:
    floor, _, open_socket = here
    rita, boss = await sync_to_async(floor.player)(), await sync_to_async(floor.staff)(Role.SUPERVISOR)
    players, staffs = await open_socket(rita, signed_in=True), await open_socket(boss, signed_in=True)
    soon = timezone.now() + timedelta(minutes=5)
    keys = {stored_key(socket.session.session_key) for socket in (players, staffs)}
    await Session.objects.filter(session_key__in=keys).aupdate(expire_date=soon)

    async with asyncio.timeout(PATIENCE_SECONDS):
        while (await Session.objects.aget(session_key=stored_key(players.session.session_key))).expire_date == soon:
            await asyncio.sleep(0.1)

    longer = (await Session.objects.aget(session_key=stored_key(players.session.session_key))).expire_date
    assert longer > timezone.now() + timedelta(minutes=29)
    assert (await Session.objects.aget(session_key=stored_key(staffs.session.session_key))).expire_date == soon


async def test_a_socket_ends_with_its_session_without_a_page(here: tuple[Floor, int, Opener]) -> None:
    """A player's, however active, after thirty days; one of staff's when nothing was done for a quarter of an hour."""
    floor, _, open_socket = here
    rita, boss = await sync_to_async(floor.player)(), await sync_to_async(floor.staff)(Role.SUPERVISOR)
    players, staffs = await open_socket(rita, signed_in=True), await open_socket(boss, signed_in=True)
    soon = timezone.now() + timedelta(seconds=3)
    key = stored_key(players.session.session_key)
    await sync_to_async(sign_in.complete_sign_in)(
        person_id=rita.id, session=key, address="", device="", now=soon - timedelta(days=30)
    )
    await Session.objects.filter(session_key=key).aupdate(expire_date=soon + timedelta(minutes=20))
    await Session.objects.filter(session_key=stored_key(staffs.session.session_key)).aupdate(expire_date=soon)

    async with asyncio.timeout(PATIENCE_SECONDS):
        assert {await players.close_code(), await staffs.close_code()} == {4001}
    assert (await Session.objects.aget(session_key=key)).expire_date == soon


@pytest.fixture
def _none_by_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    """Viewers of whom nothing is heard are looked at once an hour."""
    monkeypatch.setattr("tables.live.standing.AGAIN", (timedelta(hours=1), timedelta(hours=1)))


def quiet_bar(person_id: int) -> None:
    """Bar a person by the row alone, from this moment on: no message is sent."""
    Person.objects.filter(pk=person_id).update(suspended_at=timezone.now())


async def settled() -> None:
    """Wait until everybody has been looked at after joining."""
    standing = hubs.hub()._standing
    async with asyncio.timeout(PATIENCE_SECONDS):
        while any(moment <= timezone.now() for moment in standing._next.values()):
            await asyncio.sleep(0.05)


@pytest.mark.usefixtures("_none_by_themselves")
async def test_what_bars_without_a_message_closes_the_socket_by_its_hint(here: tuple[Floor, int, Opener]) -> None:
    floor, _, open_socket = here
    rita, eva = await sync_to_async(floor.player)(), await sync_to_async(floor.player)()
    mine, hers = await open_socket(rita, signed_in=True), await open_socket(eva, signed_in=True)
    await settled()

    await sync_to_async(quiet_bar)(rita.id)
    assert await mine.close_code() == 4010
    await hers.say(do="ping", t=7)
    assert (await hers.hear("pong"))["t"] == 7

    await sync_to_async(hers.session.flush)()
    assert await hers.close_code() == 4001


@pytest.mark.usefixtures("_none_by_themselves")
async def test_one_barred_before_the_socket_joined_is_shown_out_all_the_same(here: tuple[Floor, int, Opener]) -> None:
    """The viewers already there have read the hint by then."""
    floor, _, open_socket = here
    rita, eva = await sync_to_async(floor.player)(), await sync_to_async(floor.player)()
    await open_socket(eva)
    await settled()
    await sync_to_async(quiet_bar)(rita.id)
    await asyncio.sleep(2 * LISTEN_SECONDS)

    # A house that is quick shows her out before the table is told to her.
    assert await (await open_socket(rita, waits=False)).close_code() == 4010


@pytest.mark.usefixtures("_none_by_themselves")
@rule("PT-30", asserts="An exclusion that begins three seconds later closes the open socket when it begins.")
async def test_an_exclusion_that_begins_later_closes_the_socket_then(here: tuple[Floor, int, Opener]) -> None:
    floor, _, open_socket = here
    rita = await sync_to_async(floor.player)()
    mine = await open_socket(rita)
    now = timezone.now()
    begins = now + timedelta(seconds=3)
    await Exclusion.objects.acreate(
        person_id=rita.id, kind="indefinite", source="national", starts_at=begins, created_at=now
    )

    assert await mine.close_code() == 4010
    assert timezone.now() >= begins


async def test_what_no_hint_told_of_is_found_all_the_same(
    here: tuple[Floor, int, Opener], monkeypatch: pytest.MonkeyPatch
) -> None:
    floor, _, open_socket = here
    monkeypatch.setattr("tables.live.standing.AGAIN", (timedelta(seconds=1), timedelta(seconds=2)))
    rita = await sync_to_async(floor.player)()
    mine = await open_socket(rita)
    await settled()

    await sync_to_async(bar_past_triggers)(rita.id)

    assert await mine.close_code() == 4010


def bar_past_triggers(person_id: int) -> None:
    with past_triggers():
        quiet_bar(person_id)


@pytest.mark.parametrize("origin", [None, b"https://elsewhere.example", b"null"])
async def test_foreign_origins_are_refused(here: tuple[Floor, int, Opener], origin: bytes | None) -> None:
    from casino.asgi import application as whole

    headers = [(b"host", b"testserver")] + ([(b"origin", origin)] if origin else [])
    scope = {"type": "websocket", "path": "/ws/tables/macau-1/", "headers": headers, "subprotocols": []}
    socket = ApplicationCommunicator(whole, scope)
    await socket.send_input({"type": "websocket.connect"})

    assert (await socket.receive_output(timeout=PATIENCE_SECONDS))["type"] == "websocket.close"


async def test_two_windows_of_one_player_agree(here: tuple[Floor, int, Opener]) -> None:
    floor, table, open_socket = here
    rita = await sync_to_async(floor.player)(cents=500_00)
    await sync_to_async(floor.sit)(rita, table)
    floor.now = now_of_house()
    await sync_to_async(floor.open_round)(table)
    first, second = await open_socket(rita), await open_socket(rita)

    code = first.state["round"]["code"]
    await first.say(do="bet", key=str(uuid.uuid4()), round=code, lines={"ponto": 100_00})
    await first.hear("receipt")

    await second.until(lambda: second.you is not None and second.you["stakes"] == {"ponto": 100_00})
    assert second.you["balance"] == 400_00


@rule(
    "L6",
    "D4",
    asserts="A player whose connection closed after a bet of 10.00 comes back to the same session, after the round was "
    "settled with that bet.",
    shared="One lost connection shows the round as it stands, as it was missed, and as it comes back.",
)
@rule(
    "R30",
    "G73",
    asserts="The connection of a player closes, and the accepted 10.00 are played and settled all the same.",
)
@rule(
    "R31",
    "PT-41",
    asserts="A player who comes back is shown the last round, with the 10.00 staked and its winner.",
)
@rule(
    "PT-42",
    asserts="A round left unfinished by a closed connection is finished without the player, and its result shown on "
    "coming back.",
)
async def test_coming_back_finds_the_round_and_what_was_missed(here: tuple[Floor, int, Opener]) -> None:
    floor, table, open_socket = here
    rita = await sync_to_async(floor.player)(cents=500_00)
    await sync_to_async(floor.sit)(rita, table)
    await sync_to_async(floor.open_round)(table)
    await sync_to_async(floor.bet)(rita, table, ponto=10_00)
    mine = await open_socket(rita)
    await mine.close()
    await sync_to_async(floor.settle)(table)

    again = await open_socket(rita)

    assert again.you is not None
    assert again.you["session"] is not None
    assert again.you["last"]["staked"] == 10_00
    assert again.state["round"]["deal"]["winner"] == again.you["last"]["winner"]


@rule(
    "G65",
    "R31",
    asserts="Of three rounds, the last of them without a bet, a player who comes back is shown the second, with the "
    "20.00 staked on Banca.",
)
async def test_coming_back_finds_the_last_round_of_one_s_own(here: tuple[Floor, int, Opener]) -> None:
    floor, table, open_socket = here
    rita, rui = [await sync_to_async(floor.player)(cents=500_00) for _ in range(2)]
    codes = []
    await sync_to_async(floor.sit)(rita, table)
    await sync_to_async(floor.sit)(rui, table)
    for bettor, lines in ((rita, {"ponto": 10_00}), (rita, {"banca": 20_00}), (rui, {"ponto": 10_00})):
        codes.append(await sync_to_async(floor.open_round)(table))
        await sync_to_async(floor.bet)(bettor, table, **lines)
        await sync_to_async(floor.settle)(table)

    again = await open_socket(rita)

    assert again.you is not None
    last = again.you["last"]
    assert (last["code"], last["staked"]) == (codes[1], 20_00)
    assert [(bet["chance"], bet["stake"]) for bet in last["bets"]] == [("banca", 20_00)]


async def test_a_reader_that_falls_behind_is_told_to_fetch_a_snapshot() -> None:
    taken: list[object] = []
    open_again = asyncio.Event()

    async def send(told: object) -> None:
        await open_again.wait()
        taken.append(told)

    out = Outgoing(send)
    for number in range(WAITING_MAX + 10):
        out.offer(str(number))
    out.offer(4001)
    assert taken == []

    open_again.set()
    while len(taken) < 11:
        await asyncio.sleep(0)
    assert taken == ["0", RESYNC, *(str(number) for number in range(WAITING_MAX + 2, WAITING_MAX + 10)), 4001]

    out.offer("after the code")
    await asyncio.sleep(0)
    assert taken[-1] == 4001


async def test_the_first_code_waits_for_a_slow_reader_and_nothing_pushes_it_out() -> None:
    taken: list[object] = []
    open_again = asyncio.Event()

    async def send(told: object) -> None:
        await open_again.wait()
        taken.append(told)

    out = Outgoing(send)
    out.offer("0")
    out.offer(4008)
    for number in range(1_000):
        out.offer(4000 + number)
        out.offer(str(number))
    open_again.set()
    for _ in range(10):
        await asyncio.sleep(0)
    assert taken == ["0", 4008]


async def test_a_reader_that_caught_up_is_told_at_once_again() -> None:
    taken: list[object] = []
    open_again = asyncio.Event()

    async def send(told: object) -> None:
        await open_again.wait()
        taken.append(told)

    out = Outgoing(send)
    out.offer("first")
    open_again.set()
    for _ in range(5):
        await asyncio.sleep(0)
    out.offer("at once")
    assert taken == ["first", "at once"]


async def test_a_fault_of_the_house_at_a_frame_closes_with_its_code(
    here: tuple[Floor, int, Opener], monkeypatch: pytest.MonkeyPatch
) -> None:
    _floor, _table, open_socket = here
    browser = await open_socket(None)

    async def fail(self: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("tables.live.consumers.TableSocket._snapshot", fail)
    await browser.say(do="snapshot")
    assert await browser.close_code() == 1011


async def test_a_connection_that_is_gone_harms_no_other() -> None:
    async def send(told: object) -> None:
        raise OSError("gone")

    Outgoing(send).offer("frame")


async def test_no_such_table(here: tuple[Floor, int, Opener]) -> None:
    browser = await Browser("nada", AnonymousUser()).open()

    assert await browser.close_code() == 4004


def now_of_house() -> Any:
    """The wall clock: frames that arrive over a socket are stamped with it."""
    from django.utils import timezone

    return timezone.now()


def restart_betting(table: int, floor: Floor) -> None:
    """Bring the round in play to the wall clock."""
    from tables.operations import rounds

    row = Table.objects.get(pk=table)
    assert isinstance(row.current_round, Round)
    rounds.restart_betting(row, now=floor.now)


FRAMES_BY_NAME: dict[str, dict[str, Any]] = {
    "sit": {"key": str(uuid.uuid4()), "seat": None},
    "leave": {},
    "away": {"away": True},
    "bet": {"key": str(uuid.uuid4()), "round": "nenhuma", "lines": {"ponto": 10_00}},
    "deal": {"key": str(uuid.uuid4()), "round": "nenhuma"},
    "shown": {},
    "checked": {},
    "cut": {"shoe": "nenhum/1", "commitment": "0" * 64},
    "show": {"shoe": "nenhum/1", "number": "0" * 32},
    "lift": {"round": "nenhuma", "hand": "ponto", "card": 0, "edge": "short", "lift": 10},
    "turn": {"round": "nenhuma", "hand": "ponto", "index": 0},
    "snapshot": {},
    "ping": {"t": 1},
}
"""A frame of each name, well formed."""


@pytest.mark.parametrize("kind", rows.PERSONS)
async def test_frames_by_sender(here: tuple[Floor, int, Opener], kind: str) -> None:
    """The rows of the permission matrix: others are refused, and have no session afterwards."""
    floor, _, open_socket = here
    actor = None
    if kind == rows.PLAYER:
        actor = await sync_to_async(floor.player)()
    elif kind == rows.GUEST:
        actor = await sync_to_async(floor.guest)()
    elif kind != rows.VISITOR:
        actor = await sync_to_async(floor.staff)(Role(kind))
    socket = await open_socket(actor)
    assert set(FRAMES_BY_NAME) == set(matrix.FRAMES) - {"connect"}
    for frame, fields in FRAMES_BY_NAME.items():
        await socket.say(do=frame, **fields)
        await socket.say(do="ping", t=2)
        said = await socket.until_pong(2)
        refused = {each["reason"] for each in said if each["say"] == "rejection"}
        if kind == rows.GUEST and frame in {"sit", "bet"}:  # a guest watches at a table that others share
            assert refused == {"barred"}, (frame, said)
        elif kind in matrix.FRAMES[frame]:
            assert "barred" not in refused, (frame, said)
        elif frame not in {"shown", "lift"}:  # noted for who sits there, and silently nothing for anybody else
            assert refused, (frame, said)
        assert not any(each["say"] == "error" for each in said), (kind, frame, said)
    if actor is not None:
        sessions = await sync_to_async(queries.sessions_of)(actor.id, now=now_of_house())
        assert len(sessions) == (1 if kind in rows.PLAYING else 0)


@rule(
    "PT-63",
    asserts="A seat and a slip keep the sign-in under which they came, the address of the very socket and its region: "
    "of two browsers of one player, each slip that of its own; a repeat keeps the first.",
)
async def test_a_seat_and_each_slip_know_the_socket_that_brought_them(here: tuple[Floor, int, Opener]) -> None:
    floor, table, open_socket = here
    rita = await sync_to_async(floor.player)("Rita", cents=500_00)
    await sync_to_async(floor.open_round)(table)
    browsers = []
    for address in ("192.0.2.1", "2001:db8::2"):
        browser = await open_socket(rita, signed_in=True, address=address)
        session = stored_key(browser.session.session_key)
        await sync_to_async(sign_in.complete_sign_in)(
            person_id=rita.id, session=session, address="203.0.113.9", device="x", now=floor.now
        )
        browsers.append(browser)
    first, second = browsers
    await first.say(do="sit", key=str(uuid.uuid4()), seat=None)
    await first.hear("seated")
    keys = [str(uuid.uuid4()) for _ in range(3)]
    code = first.state["round"]["code"]
    for browser, key, cents in ((first, keys[0], 10_00), (second, keys[1], 20_00), (second, keys[0], 10_00)):
        await browser.say(do="bet", key=key, round=code, lines={"ponto": cents})
        await browser.hear("receipt")
    await second.say(do="bet", key=keys[2], round=code, lines={"ponto": 100_000_00})
    await second.hear("rejection")
    one, two = [
        await sync_to_async(
            lambda socket: Device.objects.get(session=stored_key(socket.session.session_key)).public_id
        )(each)
        for each in browsers
    ]
    # The house of the tests is a demonstration: its regions are the sandbox's.
    seat = await PlaySession.objects.aget(person_id=rita.id)
    assert (seat.sign_in, seat.address, seat.region) == (one, "192.0.2.1", "PT")
    slips = [slip async for slip in Slip.objects.filter(person_id=rita.id).order_by("pk")]
    assert [(str(slip.key), slip.sign_in, slip.address, slip.region) for slip in slips] == [
        (keys[0], one, "192.0.2.1", "PT"),
        (keys[1], two, "2001:db8::2", "PT"),
        (keys[2], two, "2001:db8::2", "PT"),
    ]
    held = {part.name: part for part in await sync_to_async(queries.held_of)(rita.id)}
    assert {"sign_in", "address", "region"} <= set(held["slips"].columns) & set(held["sessions"].columns)


async def test_a_slip_without_a_sign_in_says_so(here: tuple[Floor, int, Opener]) -> None:
    """A guest's, and every one of before these columns."""
    floor, table, open_socket = here
    rita = await sync_to_async(floor.player)("Rita", cents=500_00)
    await sync_to_async(floor.open_round)(table)
    mine = await open_socket(rita)
    await mine.say(do="sit", key=str(uuid.uuid4()), seat=None)
    await mine.hear("seated")
    await mine.say(do="bet", key=str(uuid.uuid4()), round=mine.state["round"]["code"], lines={"ponto": 10_00})
    await mine.hear("receipt")
    slip = await Slip.objects.aget(person_id=rita.id)
    assert (slip.sign_in, slip.address, slip.region) == (None, "", "")
