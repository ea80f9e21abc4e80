"""The table's socket: a frame in, one operation, a frame out. Its frames are described in docs/protocol.md."""

import contextlib
import time
from collections.abc import Awaitable, Callable
from datetime import datetime
from functools import partial
from typing import Any, Final
from urllib.parse import parse_qs
from uuid import UUID, uuid4

import structlog
from django.conf import settings
from django.db import Error
from django.utils.translation import get_supported_language_variant
from django.utils.translation.trans_real import parse_accept_lang_header

from kernel import measures
from kernel.json_text import encode
from players.access import queries as access
from players.accounts.pseudonyms import pseudonym
from players.accounts.session_keys import stored_key
from tables import broadcast, queries
from tables.live import clock, frames
from tables.live.connection_log import connection_log
from tables.live.hub import hub, snapshot_frame
from tables.live.intake import IntakeBusy, intake
from tables.live.lifting import Lifting, turn
from tables.live.outgoing import TEXT_NOW, Outgoing, Told
from tables.live.receipts import receipt
from tables.live.threads import read, write
from tables.operations import checks, cutting, idle, individual, seats
from tables.operations.bets import Slip
from tables.operations.origin import Origin
from tables.operations.squeezing import SqueezeRejected

log = structlog.get_logger(__name__)

SNAPSHOT_TRIES: Final = 3
"""Beyond it the older one is told, and the comparison of versions heals it."""
BAD_FRAMES_MAX: Final = 20
FRAMES_PER_SECOND: Final = 20
FRAMES_BURST: Final = 40
NO_SUCH_TABLE: Final = 4004
TOO_MANY: Final = 4008
FAILED: Final = 1011
"""The house failed at a frame, by a fault of its own."""

Sentence = Callable[..., str]
"""Turns a rejection into words: `sentence(language, reason, currency=…, **facts)`."""


RegionOf = Callable[[str], str]
"""Answers the region of a network address."""
Application = Callable[[Any, Any, Any], Awaitable[None]]


def table_socket(*, sentence: Sentence, session_url: Callable[[str], str], region_of: RegionOf) -> Application:
    """The ASGI application of a table's sockets.

    `sentence` words its rejections, `session_url` answers where a session's summary is and `region_of` what region an
    address belongs to: this layer knows reasons and codes, not words, pages and the world.
    """

    async def serve(scope: Any, receive: Any, send: Any) -> None:
        socket = TableSocket(scope, send, sentence=sentence, session_url=session_url, region_of=region_of)
        await socket.serve(receive)

    return serve


class TableSocket:
    """One browser at one table: watching, or seated."""

    def __init__(
        self, scope: Any, send: Any, *, sentence: Sentence, session_url: Callable[[str], str], region_of: RegionOf
    ) -> None:
        self.scope = scope
        self._send = send
        self._sentence, self._session_url, self._region_of = sentence, session_url, region_of
        self._origin: Origin | None = None
        user = scope["user"]
        self.person_id: int | None = user.pk if user.is_authenticated else None
        browser = scope["session"].session_key if "session" in scope else None
        self.session_key: str | None = None if browser is None else stored_key(browser)
        self.table_id = 0
        self.version = 0
        self._out: Outgoing | None = None
        self._session: str | None = None
        self._logged: UUID | None = None
        self._close_code: int | None = None
        self._opened_at = clock.now()
        self._bad_frames, self._currency = 0, ""
        self._lifting = Lifting()
        self._tokens, self._token_time = float(FRAMES_BURST), time.monotonic()

    async def serve(self, receive: Any) -> None:
        """Serve the socket, frame by frame, without a channel or a task of its own: the hub has one for all sockets."""
        try:
            while True:
                message = await receive()
                if message["type"] == "websocket.connect":
                    await self._connect()
                elif message["type"] == "websocket.receive":
                    await self._receive(message.get("text"))
                else:
                    self._close_code = self._close_code or message.get("code")
                    return
        finally:
            await self._part()

    async def _connect(self) -> None:
        """Accept every visitor: anybody may look at the table (R32 asks for rules and results without playing)."""
        table_id = await read(queries.table_id, self.scope["url_route"]["kwargs"]["code"])
        # Of this socket's own task: every line that its frames log has them, and a number as a request's.
        named = {} if self.person_id is None else {"person": pseudonym(self.person_id)}
        structlog.contextvars.bind_contextvars(table=table_id, **named, request=uuid4().hex[:16])
        await self._send({"type": "websocket.accept"})
        if table_id is None:
            await self._close(NO_SUCH_TABLE)
            return
        self.table_id = table_id
        self._out = Outgoing(self._tell, self.scope.get("extensions", {}).get(TEXT_NOW))
        measures.SOCKETS.inc()
        await hub().join(self)
        measures.SNAPSHOTS.labels("joined").inc()
        await self._snapshot()

    async def _part(self) -> None:
        """A lost connection changes nothing at the table (R30): the seat, the bets and the session stay."""
        if self._logged is not None:
            connection_log().closed(self._logged, at=clock.now(), close_code=self._close_code)
        if self._out is not None:
            measures.SOCKETS.dec()
            self._out.end()
            await hub().part(self)

    def _seated(self, session: str | None) -> None:
        """Take what session the person is in here; the socket of a seated player is logged, once (PT-53)."""
        self._session = session
        if session is not None and self._logged is None and self.person_id is not None:
            self._logged = connection_log().opened(
                person_id=self.person_id, table_id=self.table_id, at=self._opened_at, scope=self.scope
            )

    # Interface for the hub ---------------------------------------------------------------------------------------

    def offer(self, frame: str) -> None:
        """Take a frame to send; a reader that fell behind is told to fetch a snapshot instead."""
        if self._out is not None:
            self._out.offer(frame)

    def refresh(self, you: dict[str, Any]) -> None:
        """Take a fresh private state; a session that is over by now is said so, with the way to its summary."""
        self.offer(_json(say="you", you=you))
        if self._session is not None and you["session"] is None:
            self.offer(_json(say="left", session=self._session, url=self._session_url(self._session)))
        self._seated(you["session"])

    def dismiss(self, code: int) -> None:
        """Close the socket after what still waits."""
        if self._out is not None:
            self._out.offer(code)

    async def _tell(self, told: Told) -> None:
        if isinstance(told, int):
            await self._close(told)
        else:
            await self._send({"type": "websocket.send", "text": told})

    async def _close(self, code: int) -> None:
        self._close_code = code
        await self._send({"type": "websocket.close", "code": code})

    # Requests of the client --------------------------------------------------------------------------------------

    async def _receive(self, text: str | None) -> None:
        """Read one frame and do what it asks; nonsense is answered, and too much of it ends the connection."""
        received_at = clock.now()
        if self._out is None:
            return
        try:
            if not self._may_speak():
                raise frames.FrameInvalid("too many frames")
            frame = frames.parse(text)
        except frames.FrameInvalid as error:
            await self._complain(error)
            return
        try:
            await self._do(frame, received_at)
        except (Error, IntakeBusy) as error:
            if isinstance(frame, frames.BetFrame | frames.Deal):
                measures.SLIPS.labels("unanswered").inc()
            log.warning("socket_unanswered", frame=type(frame).__name__, **frames.of_round(frame), error=repr(error))
            key = str(frame.key) if isinstance(frame, frames.Sit | frames.BetFrame | frames.Deal) else None
            self._refuse("any", "try-again", key=key)
        except Exception:
            # A fault of ours: the client hears a code that asks it to come back, and the log has what happened, once.
            log.exception("socket_frame_failed", frame=type(frame).__name__, **frames.of_round(frame))
            self.dismiss(FAILED)

    async def _do(self, frame: frames.Frame, received_at: datetime) -> None:
        match frame:
            case frames.Ping(t):
                self.offer(_json(say="pong", t=t, now=broadcast.milliseconds(received_at)))
            case frames.WantSnapshot():
                measures.SNAPSHOTS.labels("asked").inc()
                await self._snapshot()
            case frames.BetFrame(key, code, lines, currency):
                await self._bet(key, code, lines, received_at, currency)
            case frames.Deal():
                await self._deal(frame, received_at)
            case frames.WarningShown():
                await self._note_shown(received_at)
            case frames.CheckAnswered():
                await self._answer_check()
            case frames.CutShoe() | frames.ShowNumber():
                await self._cut(frame)
            case frames.Lift():
                await self._lifting.lift(frame, table_id=self.table_id, person_id=self.person_id)
            case frames.Turn():
                await self._turn(frame)
            case frames.Sit() | frames.Leave() | frames.Away():
                await self._seat(frame)

    async def _snapshot(self) -> None:
        """Tell everything. It must not take back news that was told meanwhile: then it is read once more."""
        for _ in range(SNAPSHOT_TRIES):
            state = await hub().public_state(self.table_id)
            you = await hub().private_state(self.table_id, self.person_id) if self.person_id is not None else None
            if state.version >= self.version:
                break
        if you is not None:
            self._seated(you["session"])
        self.version = state.version
        self._currency = state.sections["table"]["currency"]
        self.offer(snapshot_frame(state, you))

    async def _bet(
        self, key: UUID, code: str, lines: dict[str, int], received_at: datetime, currency: str | None = None
    ) -> bool:
        """Lay a slip; whether it was accepted."""
        if self.person_id is None:
            self._refuse("bet", "barred", key=str(key), block="signed-out")
            return False
        slip = Slip(
            key=key,
            person_id=self.person_id,
            table_id=self.table_id,
            round_code=code,
            lines=lines,
            received_at=received_at,
            currency=currency,
            origin=await self._where_from(),
        )
        answer = await intake().submit(slip)
        if answer.refused is not None:
            facts = answer.refused.document()
            self._refuse("bet", facts.pop("reason"), key=str(key), **facts)
            return False
        self.offer(receipt(answer))
        return True

    async def _deal(self, frame: frames.Deal, received_at: datetime) -> None:
        """At an individual table: lay what came with the press, if anything, then deal."""
        if frame.lines is not None and not await self._bet(frame.key, frame.round, frame.lines, received_at):
            return
        if self.person_id is None:
            self._refuse("deal", "barred", key=str(frame.key), block="signed-out")
            return
        try:
            dealt = await write(
                individual.deal,
                table_id=self.table_id,
                person_id=self.person_id,
                round_code=frame.round,
                now=clock.now(),
            )
        except individual.DealRejected as refused:
            self._refuse("deal", refused.reason.value, key=str(frame.key))
            return
        self.offer(_json(say="dealt", key=str(frame.key), round=dealt.round_code, repeat=dealt.repeat))

    async def _answer_check(self) -> None:
        if self.person_id is None:
            self._refuse("checked", "barred", key=None, block="signed-out")
            return
        now = clock.now()
        try:
            await write(checks.answer_check, table_id=self.table_id, person_id=self.person_id, now=now)
        except checks.CheckRejected as refused:
            self._refuse("checked", refused.reason.value, key=None)

    async def _cut(self, frame: frames.CutShoe | frames.ShowNumber) -> None:
        """Take what the player says to the cut of a new shoe: first the commitment, after the close the number."""
        action = "cut" if isinstance(frame, frames.CutShoe) else "show"
        if self.person_id is None:
            self._refuse(action, "barred", key=None, block="signed-out")
            return
        match frame:
            case frames.CutShoe(_, committed):
                say = partial(cutting.commit_number, committed=committed)
            case frames.ShowNumber(_, number):
                say = partial(cutting.show_number, number=number)
        try:
            taken = await write(say, table_id=self.table_id, person_id=self.person_id, shoe=frame.shoe, now=clock.now())
        except cutting.CutRejected as refused:
            self._refuse(action, refused.reason.value, key=None)
            return
        self.offer(_json(say=action, shoe=taken.shoe, seat=taken.seat, repeat=taken.repeat))

    async def _turn(self, frame: frames.Turn) -> None:
        if self.person_id is None:
            self._refuse("turn", "barred", key=None, block="signed-out")
            return
        try:
            self.offer(await turn(frame, table_id=self.table_id, person_id=self.person_id))
        except SqueezeRejected as refused:
            self._refuse("turn", refused.reason.value, key=None)

    async def _note_shown(self, received_at: datetime) -> None:
        if self.person_id is not None:
            await write(idle.note_shown, person_id=self.person_id, table_id=self.table_id, now=received_at)

    async def _seat(self, frame: frames.Sit | frames.Leave | frames.Away) -> None:
        action = type(frame).__name__.lower()
        key = str(frame.key) if isinstance(frame, frames.Sit) else None
        if self.person_id is None:
            self._refuse(action, "barred", key=key, block="signed-out")
            return
        now, table_id, person_id = clock.now(), self.table_id, self.person_id
        try:
            match frame:
                case frames.Sit():
                    seated = await write(
                        seats.sit,
                        table_id=table_id,
                        person_id=person_id,
                        seat=frame.seat,
                        idempotency_key=frame.key,
                        origin=await self._where_from(),
                        now=now,
                    )
                    self._seated(str(seated.session_code))
                    self.offer(_json(say="seated", key=key, seat=seated.seat, session=self._session))
                case frames.Leave():
                    ended = await write(seats.leave, table_id=table_id, person_id=person_id, now=now)
                    if ended.ended_at is None:
                        self.offer(_json(say="leaving", session=str(ended.session_code)))
                case frames.Away():
                    await write(seats.sit_out, table_id=table_id, person_id=person_id, away=frame.away, now=now)
        except seats.SeatRejected as refused:
            facts = {"rule": refused.rule, "block": refused.block and refused.block.value, "where": refused.where}
            self._refuse(action, refused.reason.value, key=key, **facts)

    async def _where_from(self) -> Origin:
        """The sign-in, address and region of this socket: asked for once, at its first seat or slip."""
        if self._origin is None:
            client = self.scope.get("client") or ("",)
            address = str(client[0])[:45]
            sign_in = await read(access.sign_in_of, self.session_key) if self.session_key is not None else None
            self._origin = Origin(sign_in, address, self._region_of(address))
        return self._origin

    def _refuse(self, action: str, reason: str, *, key: str | None, **facts: Any) -> None:
        facts = {name: fact for name, fact in facts.items() if fact not in {None, ""}}
        words = self._sentence(_language(self.scope), reason, currency=self._currency, **facts)
        self.offer(_json(say="rejection", key=key, action=action, reason=reason, **facts, text=words))

    async def _complain(self, error: frames.FrameInvalid) -> None:
        self._bad_frames += 1
        if self._bad_frames > BAD_FRAMES_MAX:
            self.dismiss(TOO_MANY)
            return
        self.offer(_json(say="error", text=str(error)))

    def _may_speak(self) -> bool:
        """A bucket of frames that fills with time: a person's speed, not a script's."""
        now = time.monotonic()
        self._tokens = min(FRAMES_BURST, self._tokens + (now - self._token_time) * FRAMES_PER_SECOND)
        self._token_time = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True


def _language(scope: Any) -> str:
    """The language of a socket's reader: that of the page it belongs to (`lang`), else as a page finds its own."""
    asked = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("lang", [""])[0]
    chosen = scope.get("cookies", {}).get(settings.LANGUAGE_COOKIE_NAME, "")
    preferred = dict(scope.get("headers", ())).get(b"accept-language", b"").decode("latin-1")
    for code in (asked, chosen, *(code for code, _ in parse_accept_lang_header(preferred))):
        with contextlib.suppress(LookupError):
            return get_supported_language_variant(code)
    return settings.LANGUAGE_CODE


def _json(**fields: Any) -> str:
    return encode(fields)
