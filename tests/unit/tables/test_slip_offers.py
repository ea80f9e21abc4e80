"""For every rejection of a slip, by any table to any player: no offer is above the asked, the balance, own limits."""

import contextlib
import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from baccarat.chances import Chance
from players import gates
from tables.models import RoundPhase, TableStatus
from tables.operations import bets
from tables.operations.bets import Answer, BetRejection, Refused, Slip
from tables.operations.slip_memory import Known
from tables.operations.slip_rows import Batch, InPlay, Place, Seen, Session
from tables.queries import state
from tables.table_settings import TableSettings
from tests.factories import NOON

PERSON, TABLE, ACCOUNT, ROUND = 7, 3, 11, "mesa-20260310-0001"
FREE = gates.Answer(None)
BARRED = gates.Answer(gates.Block.EXCLUDED, rule="PT-25")


@dataclass(frozen=True)
class World:
    """One player at one table with one slip: whole cents."""

    terms: TableSettings
    others: Mapping[Chance, int]
    mine: Mapping[Chance, int]
    balance: int
    own_headroom: int | None
    lines: Mapping[str, int]


@st.composite
def worlds(draw: st.DrawFn) -> World:
    preset = draw(st.sampled_from(("ponto-e-banca", "macau", "live-baccarat", "punto-banco")))
    minimum = draw(st.integers(1, 10)) * 100
    facts: dict[str, object] = {}
    if preset in {"macau", "live-baccarat"}:
        facts["max_prize"] = minimum * draw(st.integers(100, 400))
    if preset in {"live-baccarat", "punto-banco"}:
        facts["caps"] = {"ponto": minimum * draw(st.integers(1, 50)), "empate": minimum * draw(st.integers(1, 20))}
    if preset == "live-baccarat":
        facts |= {"shuffle": "per-shoe", "commission": "5-percent"}
    elif preset == "punto-banco":
        facts |= {"decks": 6, "commission": "5-percent", "pairs": False}
    terms = TableSettings(preset=preset, minimum=minimum, **facts)  # type: ignore[arg-type]
    chances = sorted(state.offered(terms, 1))
    amounts = st.integers(0, 90).map(lambda times: times * minimum)
    laid = st.dictionaries(st.sampled_from(chances), amounts, max_size=4)
    asked = st.integers(1, 600_00) | st.integers(50, 500).map(lambda times: times * minimum) | st.integers(-90_00, -1)
    purse = st.integers(0, 300_00) | st.integers(300_00, 10**7)
    return World(
        terms,
        others=draw(laid),
        mine=draw(laid),
        balance=draw(purse),
        own_headroom=draw(st.none() | purse),
        lines=draw(st.dictionaries(st.sampled_from(chances), asked, min_size=1, max_size=3)),
    )


def place_of(world: World) -> Place:
    sums = {chance: world.others.get(chance, 0) + world.mine.get(chance, 0) for chance in Chance}
    return Place(
        table_id=TABLE,
        currency="EUR",
        status=TableStatus.OPEN,
        version=1,
        current=InPlay(1, ROUND, RoundPhase.BETTING, NOON + timedelta(seconds=20), 5),
        known=Known(1, world.terms, state.offered(world.terms, 1), root="", sums={}, sitting={}, seated=[], laid={}),
        sums={chance: cents for chance, cents in sums.items() if cents},
        laid={PERSON: dict(world.mine)},
        sessions=[],
    )


def batch_of(world: World) -> Batch:
    return Batch(
        now=NOON,
        places={TABLE: place_of(world)},
        gates={(PERSON, "EUR"): gate_of(world)},
        sessions={PERSON: Session(1, PERSON, TABLE, ACCOUNT, check_due=False)},
        balances={ACCOUNT: world.balance},
        before={ACCOUNT: world.balance},
        own_headroom={} if world.own_headroom is None else {PERSON: world.own_headroom},
        over_time=frozenset(),
        stops=frozenset(),
        seen={},
    )


def gate_of(world: World) -> gates.Answer:
    if world.own_headroom is None:
        return FREE
    return replace(FREE, headroom=gates.Headroom(most=world.own_headroom, rule="PT-22", limit="stake-day", until=None))


def slip_of(world: World) -> Slip:
    return Slip(
        key=uuid.UUID(int=1),
        person_id=PERSON,
        table_id=TABLE,
        round_code=ROUND,
        lines=world.lines,
        received_at=NOON,
    )


def spoilt(reason: BetRejection, slip: Slip, batch: Batch) -> tuple[Slip, Batch]:
    """The same slip and batch, so that the slip is refused for this reason, or for one that is checked before it."""
    place, session = batch.places[TABLE], batch.sessions[PERSON]
    assert place.current is not None
    match reason:
        case BetRejection.MALFORMED:
            return replace(slip, lines={**slip.lines, "nada": 5_00}), batch
        case BetRejection.NO_SUCH_TABLE:
            return replace(slip, table_id=99), batch
        case BetRejection.KEY_REUSED:
            batch.seen[PERSON, slip.key] = Seen(ROUND, {"ponto": 1}, None, "A", NOON, None, "")
        case BetRejection.BARRED:
            batch.gates[PERSON, "EUR"] = BARRED
        case BetRejection.NOT_SEATED:
            batch.sessions.clear()
        case BetRejection.TIME_OVER:
            batch.over_time = frozenset({PERSON})
        case BetRejection.CHECK_DUE:
            batch.sessions[PERSON] = replace(session, check_due=True)
        case BetRejection.WRONG_CURRENCY:
            return replace(slip, currency="PLAY"), batch
        case BetRejection.PAUSED:
            place.status = TableStatus.PAUSED
        case BetRejection.WRONG_ROUND:
            return replace(slip, round_code="outra"), batch
        case BetRejection.BETTING_CLOSED:
            place.current = replace(place.current, phase=RoundPhase.CLOSED)
        case BetRejection.NOT_OFFERED:
            place.known = replace(place.known, offered=place.offered - {Chance(next(iter(slip.lines)))})
        case _:
            pass  # the other reasons are met by chance
    return slip, batch


@contextlib.contextmanager
def given_batch(batch: Batch) -> Iterator[None]:
    """`take_slips` decides on this batch; nothing is read or written."""
    with (
        mock.patch.object(bets.transaction, "atomic", contextlib.nullcontext),
        mock.patch.object(bets.slip_reading, "read", return_value=batch),
        mock.patch.object(bets.slip_writing, "write"),
    ):
        yield


def decided(slip: Slip, batch: Batch) -> Answer:
    with given_batch(batch):
        return bets.take_slips([slip], now=NOON)[0]


@pytest.mark.parametrize("reason", BetRejection)
def test_no_offer_exceeds_the_asked_the_balance_or_own_limits(reason: BetRejection) -> None:
    met: set[BetRejection] = set()
    offers: list[int] = []

    # One's own limits and the balance are seldom what refuses first: enough examples that they surely are in some.
    often = {BetRejection.OVER_LIMIT: 600, BetRejection.OWN_LIMIT: 1_500, BetRejection.SHORT_OF_FUNDS: 1_000}
    examples = often.get(reason, 120)

    @settings(max_examples=examples, deadline=None)
    @given(worlds())
    def holds(world: World) -> None:
        slip, batch = spoilt(reason, slip_of(world), batch_of(world))
        refused = decided(slip, batch).refused
        if refused is None:
            return
        met.add(refused.reason)
        if refused.offer is None:
            return
        offers.append(refused.offer)
        assert refused.reason is BetRejection.OVER_LIMIT
        assert refused.chance is not None
        own = world.balance if world.own_headroom is None else world.own_headroom
        assert 0 < refused.offer < slip.lines[refused.chance]
        assert refused.offer <= min(world.balance, own)
        instead = replace(slip, lines={**slip.lines, refused.chance: refused.offer})
        assert decided(instead, batch_of(world)).refused is None, "what is offered would be accepted"

    holds()
    assert reason in met
    if reason is BetRejection.OVER_LIMIT:
        assert offers


@settings(max_examples=50, deadline=None)
@given(worlds(), st.integers(1, 10**9))
def test_a_repeated_rejection_offers_nothing(world: World, cents: int) -> None:
    """The offer made then may be more than the present balance or limits allow."""
    slip, batch = slip_of(world), batch_of(world)
    told = Refused(
        reason=BetRejection.OVER_LIMIT, rule="R43a", chance="ponto", asked=cents + 1, most=cents, offer=cents
    )
    batch.seen[PERSON, slip.key] = Seen(ROUND, dict(slip.lines), told.document(), "A", NOON, None, "")

    again = decided(slip, batch)

    assert again.repeat
    assert again.refused == replace(told, offer=None)


FIVE = TableSettings(preset="macau", minimum=5_00, max_prize=10_000_00)


def asks(
    *, balance: int = 10**7, room: int | None = None, mine: Mapping[Chance, int] | None = None, **lines: int
) -> Answer:
    """What a player at a table of 5.00 is answered, who has so much and asks for these cents."""
    world = World(FIVE, others={}, mine=mine or {}, balance=balance, own_headroom=room, lines=lines)
    return decided(slip_of(world), batch_of(world))


@pytest.mark.parametrize(
    ("balance", "asked", "most"),
    [
        (10_00, 10_00, None),
        (10_00, 10_01, 10_00),
        (5_00, 5_01, 5_00),
        (4_99, 5_00, 0),
        (0, 5_00, 0),
    ],
)
def test_the_balance_pays_to_its_last_cent(balance: int, asked: int, most: int | None) -> None:
    """`most` is None for a slip that is accepted, and 0 where less than the minimum is left."""
    refused = asks(balance=balance, ponto=asked).refused
    if most is None:
        assert refused is None
        return
    assert refused == Refused(
        reason=BetRejection.SHORT_OF_FUNDS, rule="PT-05", chance=Chance.PONTO, asked=asked, most=most
    )


@pytest.mark.parametrize(
    ("room", "asked", "most"),
    [(10_00, 10_00, None), (10_00, 10_01, 10_00), (5_00, 5_01, 5_00), (4_99, 5_00, 0)],
)
def test_own_limits_are_kept_to_the_cent(room: int, asked: int, most: int | None) -> None:
    refused = asks(room=room, ponto=asked).refused
    if most is None:
        assert refused is None
        return
    assert refused == Refused(reason=BetRejection.OWN_LIMIT, rule="PT-22", chance=Chance.PONTO, asked=asked, most=most)


def test_a_rest_below_the_minimum_still_fits_on_top_of_a_bet() -> None:
    refused = asks(balance=1_00, mine={Chance.PONTO: 5_00}, ponto=2_00).refused
    assert refused is not None
    assert (refused.reason, refused.most) == (BetRejection.SHORT_OF_FUNDS, 1_00)


def test_taking_back_needs_neither_balance_nor_limit() -> None:
    assert asks(balance=0, room=0, mine={Chance.PONTO: 10_00}, ponto=-5_00).refused is None
    assert asks(balance=0, room=0, mine={Chance.PONTO: 10_00}, ponto=-5_00, empate=5_00).refused is None


def test_the_chance_named_is_the_one_that_most_was_asked_for() -> None:
    refused = asks(balance=20_00, ponto=30_00, empate=10_00).refused
    assert refused is not None
    assert (refused.chance, refused.asked, refused.most) == (Chance.PONTO, 30_00, 10_00)
