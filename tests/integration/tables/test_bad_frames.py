"""Bad frames over the wire to a running house: refused or ignored, others undisturbed, memory flat."""

import dataclasses
import json
import random
import time
import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user_model
from django.utils import timezone
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests.factories import MACAU, Actor, Floor
from tests.patience import PATIENCE_SECONDS
from tests.running import House, resident, running_house

pytestmark = [pytest.mark.house, pytest.mark.timeout(400)]
VANDALS = 60
"""Connections of nonsense in one wave, twelve at a time."""
GROWTH_MOST = 6 * 1024 * 1024
"""The most that three waves more may leave in the process: it holds nothing of a connection that is gone."""
HOUR = 3_600_000


@pytest.fixture
def house(open_floor: Floor, tmp_path: Path) -> Iterator[House]:
    with running_house(tmp_path, parts=()) as house:
        yield house


def cookie_of(actor: Actor) -> str:
    """A session of a signed-in person."""
    user = get_user_model().objects.get(pk=actor.id)
    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session[SESSION_KEY], session[BACKEND_SESSION_KEY] = str(user.pk), settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    return str(session.session_key)


@contextmanager
def socket(
    house: House, table: str, actor: Actor | None = None, *, origin: str | None = None
) -> Iterator[ClientConnection]:
    """A connection to a table, its first snapshot not yet read."""
    headers = {"Cookie": f"{settings.SESSION_COOKIE_NAME}={cookie_of(actor)}"} if actor else {}
    address = house.url.replace("http", "ws", 1) + f"/ws/tables/{table}/"
    with connect(address, origin=Origin(origin or house.url), additional_headers=headers, close_timeout=2) as opened:
        yield opened


def hear(opened: ClientConnection, *what: str) -> dict[str, Any]:
    """The next frame of one of these kinds."""
    until = time.monotonic() + 10
    while time.monotonic() < until:
        frame = json.loads(opened.recv(timeout=PATIENCE_SECONDS))
        if frame["say"] in what:
            return dict(frame)
    raise AssertionError(what)


def ask(opened: ClientConnection, *what: str, **frame: Any) -> dict[str, Any]:
    """Say something and hear the answer."""
    opened.send(json.dumps(frame))
    return hear(opened, *what)


def nonsense(dice: random.Random) -> str | bytes:
    """A frame of one of many bad kinds."""
    kinds: list[str | bytes] = [
        dice.randbytes(dice.randrange(1, 4000)),
        dice.randbytes(dice.randrange(1, 2000)).decode("latin-1"),
        "[" * dice.randrange(1, 4096),
        '{"do":' * 500,
        json.dumps(
            {"do": dice.choice(["bet", "sit", "deal", "ping"]), "key": [[]], "seat": {}, "lines": "9", "t": None}
        ),
        json.dumps({"do": "bet", "key": str(uuid.uuid4()), "round": "x" * 65, "lines": {"ponto": 10**30}}),
        "{" + ",".join(f'"k{number}":{number}' for number in range(300)) + "}",
        "x" * 4097,
        '{"do":"ping","t":' + "9" * dice.randrange(21, 4000) + "}",
        f'{{"do":"bet","key":"{uuid.uuid4()}","round":"\\ud800","lines":{{"ponto":1}}}}',
    ]
    return dice.choice(kinds)


def vandalise(house: House, seed: int) -> int:
    """Connect, send nonsense until thrown out; the closing code."""
    dice = random.Random(seed)
    try:
        with socket(house, "mesa-1") as opened:
            if seed % 10 == 0:
                opened.send("x" * 100_000)
            for _ in range(400):
                opened.send(nonsense(dice))
            while True:
                opened.recv(timeout=PATIENCE_SECONDS)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else 1006


def wave(house: House, first: int) -> set[int]:
    with ThreadPoolExecutor(12) as threads:
        return set(threads.map(lambda seed: vandalise(house, seed), range(first, first + VANDALS)))


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="the system does not tell a process's memory")
def test_floods_of_nonsense_are_thrown_out_without_harm_to_others(open_floor: Floor, house: House) -> None:
    """The wire's own limit closes with 1009, ours with 4008; a player beside them bets as ever."""
    table = open_floor.table(dataclasses.replace(MACAU, betting_seconds=120), code="mesa-1")
    player = open_floor.player()
    open_floor.now = timezone.now()
    open_floor.open_round(table)
    with socket(house, "mesa-1", player) as quiet:
        hear(quiet, "snapshot")
        assert ask(quiet, "seated", "rejection", do="sit", key=str(uuid.uuid4()), seat=None)["say"] == "seated"
        assert wave(house, 0) <= {4008, 1009, 1006}
        before = resident(house)
        for number in range(1, 4):
            codes = wave(house, number * VANDALS)
            assert 4008 in codes
            assert codes <= {4008, 1009, 1006}
            slip = {"key": str(uuid.uuid4()), "round": open_floor.round_code(table), "lines": {"ponto": 10_00}}
            answer = ask(quiet, "receipt", "rejection", do="bet", **slip)
            assert answer["say"] == "receipt", answer
        assert resident(house) - before < GROWTH_MOST


def test_hostile_numbers_and_words_are_answered_and_counted(open_floor: Floor, house: House) -> None:
    """Each is one bad frame, told so; after twenty comes the code; the log holds no trace of a fault."""
    open_floor.table(MACAU, code="mesa-1")
    key = str(uuid.uuid4())
    hostile = [
        '{"do":"ping","t":' + "9" * 330 + "}",
        '{"do":"ping","t":1e400}',
        '{"do":"ping","t":NaN}',
        '{{"do":"sit","key":"{}","seat":{}}}'.format(key, "9" * 4000),
        '{{"do":"bet","key":"{}","round":"r","lines":{{"ponto":{}}}}}'.format(key, "9" * 3900),
        f'{{"do":"bet","key":"{key}","round":"\\ud800","lines":{{"ponto":1}}}}',
        f'{{"do":"bet","key":"{key}","round":"\\u0000","lines":{{"ponto":1}}}}',
        f'{{"do":"bet","key":"{key}","round":"r","lines":{{"\\udfff":1}}}}',
        '{"do":"deal","do":"deal"}',
        "[" * 4000,
    ]
    with socket(house, "mesa-1") as opened:
        hear(opened, "snapshot")
        for frame in hostile * 2:
            opened.send(frame)
            assert hear(opened, "error", "rejection", "pong")["say"] == "error", frame
        opened.send(hostile[0])
        with pytest.raises(ConnectionClosed) as closed:
            hear(opened, "error")
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4008
    assert "Traceback" not in (house.logs / "web.log").read_text()


def test_out_of_turn(open_floor: Floor, house: House) -> None:
    """A wrong turn, round, table or kind of table; each with its reason, and the connection goes on."""
    table = open_floor.table(MACAU, code="mesa-1")
    elsewhere = open_floor.table(MACAU, code="mesa-2")
    player, other = open_floor.player(), open_floor.player()
    open_floor.now = timezone.now()
    open_floor.open_round(table)
    open_floor.open_round(elsewhere)
    code = open_floor.round_code(table)
    with socket(house, "mesa-1", player) as opened:
        hear(opened, "snapshot")
        bet = {"do": "bet", "round": code, "lines": {"ponto": 10_00}}

        def reason(**frame: Any) -> str:
            key = {} if frame["do"] in {"leave", "away"} else {"key": str(uuid.uuid4())}
            answer = ask(opened, "rejection", "receipt", "seated", **frame, **key)
            assert answer["say"] == "rejection", answer
            assert len(answer["text"]) > 10
            return str(answer["reason"])

        assert reason(**bet) == "not-seated"
        assert reason(do="leave") == "not-seated"
        assert reason(do="away", away=True) == "not-seated"
        open_floor.sit(other, table, 3)
        assert reason(do="sit", seat=3) == "seat-taken"
        assert ask(opened, "seated", do="sit", key=str(uuid.uuid4()), seat=4)["seat"] == 4
        assert reason(**(bet | {"round": open_floor.round_code(elsewhere)})) == "wrong-round"
        assert reason(**(bet | {"round": "mesa-1-20200101-0001"})) == "wrong-round"
        assert reason(do="deal", round=code) == "not-individual"
        assert reason(**(bet | {"lines": {"ponto": -10_00}})) == "over-limit"
        assert reason(**(bet | {"lines": {"qualquer-par": 10_00}})) == "not-offered"
        assert reason(**(bet | {"currency": "PLAY"})) == "wrong-currency"
        open_floor.settle(table)
        assert reason(**bet) in {"betting-closed", "wrong-round"}
        with socket(house, "mesa-2", player) as second:
            hear(second, "snapshot")
            refused = ask(second, "rejection", "seated", do="sit", key=str(uuid.uuid4()), seat=None)
            assert (refused["reason"], refused["where"]) == ("seated-elsewhere", "mesa-1")


def test_a_clock_that_is_hours_off(open_floor: Floor, house: House) -> None:
    """A client's own time does not matter: the receipt is stamped with the house's."""
    table = open_floor.table(MACAU, code="mesa-1")
    player = open_floor.player()
    open_floor.now = timezone.now()
    open_floor.sit(player, table)
    open_floor.open_round(table)
    with socket(house, "mesa-1", player) as opened:
        told = hear(opened, "snapshot")
        for offset in (7 * HOUR, -7 * HOUR, 0.5, 10**18):
            pong = ask(opened, "pong", do="ping", t=time.time() * 1000 + offset, offset=offset)
            assert abs(pong["now"] - time.time() * 1000) < 2_000
        slip = {"key": str(uuid.uuid4()), "round": open_floor.round_code(table), "lines": {"ponto": 10_00}}
        receipt = ask(opened, "receipt", do="bet", **slip)
        assert abs(receipt["at"] - time.time() * 1000) < 2_000
        assert receipt["root"] == told["state"]["round"]["root"], "published before the bet"
        assert 0 < receipt["before_close_ms"] <= MACAU.betting_seconds * 1000


@pytest.mark.parametrize("origin", ["https://elsewhere.example", "http://127.0.0.1:1", "null"])
def test_a_foreign_page_gets_no_socket(open_floor: Floor, house: House, origin: str) -> None:
    open_floor.table(MACAU, code="mesa-1")
    with pytest.raises(InvalidStatus) as refused, socket(house, "mesa-1", open_floor.player(), origin=origin):
        pass
    assert refused.value.response.status_code == 403


def test_two_clients_for_one_seat(open_floor: Floor, house: House) -> None:
    """Eight ask at once for the same seat: one sits, seven are told that it is taken."""
    open_floor.table(MACAU, code="mesa-1")
    players = [open_floor.player() for _ in range(8)]
    with ExitStack() as stack, ThreadPoolExecutor(8) as threads:
        opened = [stack.enter_context(socket(house, "mesa-1", player)) for player in players]
        for each in opened:
            hear(each, "snapshot")
        wish = partial(ask, do="sit", seat=5)
        said = list(threads.map(lambda each: wish(each, "seated", "rejection", key=str(uuid.uuid4())), opened))
    assert sorted(each.get("reason", "seated") for each in said) == ["seat-taken"] * 7 + ["seated"]
