"""M9: any history of bets, money, limits, exclusions, reality checks and passing time, against a plain model.

The model keeps lines, limits and spans in lists and reckons everything anew. Whatever the house takes, the model must
allow; whatever it refuses, the model must refuse for the same reason and, where it names an amount, with the same one.
"""

import uuid
from collections import defaultdict
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import TypeVar

import pytest
from django.db import connection, transaction
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

from players import rooms
from players.calendar import LISBON, add_months, end_after_notice, lisbon_date
from players.operations import exclusion, limits, tallies
from players.operations.cashier import DepositRefused, WithdrawalRefused
from players.operations.exclusion import ExclusionKind, ExclusionSource
from players.operations.limits import LimitRefused
from players.payments.provider import NoticeKind
from players.periods import Period
from players.queries.protection import LimitKind
from players.roles import Role
from tables.operations import breaks, checks, tables
from tables.operations.bets import BetRefused, take_slip
from tables.operations.seats import SeatRefused
from tables.terms import Terms
from tests.factories import BANCA_WINS_WITH_5, PONTO_WINS, Floor
from tests.integration.players.tills import Till

TERMS = Terms(preset="macau", minimum=10_00, max_prize=1_000_00, betting_seconds=120, show_seconds=5)
BEFORE_THE_CLOCK_CHANGE = datetime(2026, 3, 28, 20, tzinfo=UTC)
TENS = st.integers(1, 12).map(lambda tens: tens * 10_00)
MONEY = [(kind, period) for kind in (LimitKind.DEPOSIT, LimitKind.STAKE, LimitKind.LOSS) for period in Period]
GRID = [*MONEY, (LimitKind.SESSION, Period.DAY)]
HOPS = ["minutes", "quarter", "midnight", "midnight", "day", "end-of-wait", "end-of-break", "week", "month"]
DAY = timedelta(days=1)

Named = tuple[LimitKind, Period]
T = TypeVar("T")
E = TypeVar("E", bound=Exception)


def tried(act: Callable[[], T], refusal: type[E]) -> T | E:
    """What came of it: an answer, or a refusal."""
    try:
        return act()
    except refusal as refused:
        return refused


def days_of(period: Period, today: date) -> Iterable[date]:
    """The civil days of the span that `today` lies in, up to it; counted without the house's own helpers."""
    back = {Period.DAY: 0, Period.WEEK: today.isoweekday() - 1, Period.MONTH: today.day - 1}[period]
    return [today - timedelta(days=each) for each in range(back + 1)]


@dataclass
class Wish:
    id: int
    most: int | None
    due_at: datetime
    lapses_at: datetime


@dataclass
class Span:
    id: int
    source: str
    kind: str
    start: datetime
    end: datetime | None
    noticed: bool = False

    def holds(self, now: datetime) -> bool:
        return self.start <= now and (self.end is None or now < self.end)


@dataclass
class Model:
    """One player, in plain lists."""

    balance: int = 0
    lines: list[tuple[datetime, str, int, str]] = field(default_factory=list)
    pending: dict[uuid.UUID, int] = field(default_factory=dict)
    own: dict[Named, int] = field(default_factory=dict)
    house: dict[Named, int] = field(default_factory=dict)
    waiting: dict[Named, Wish] = field(default_factory=dict)
    spans: list[Span] = field(default_factory=list)
    sat: list[tuple[datetime, datetime]] = field(default_factory=list)
    seated_at: datetime | None = None
    leaving: bool = False
    check_due_at: datetime | None = None
    round: str = ""
    closes_at: datetime | None = None
    laid: int = 0

    def move(self, what: str, amount: int, now: datetime) -> None:
        self.balance += -amount if what == "stake" else amount
        self.lines.append((now, what, amount, self.round))

    def counted(self, kind: LimitKind, period: Period, now: datetime) -> int:
        days = set(days_of(period, lisbon_date(now)))
        lines = [(lisbon_date(at), what, amount, of) for at, what, amount, of in self.lines if lisbon_date(at) in days]
        if kind is LimitKind.DEPOSIT:
            return sum(amount for _, what, amount, _ in lines if what == "deposit")
        if kind is LimitKind.LOSS:
            sign = {"stake": 1, "deposit": 0}
            return sum(sign.get(what, -1) * amount for _, what, amount, _ in lines)
        net: dict[tuple[date, str], int] = defaultdict(int)
        for day, what, amount, of in lines:
            net[day, of] += {"stake": amount, "back": -amount}.get(what, 0)
        return sum(max(0, each) for each in net.values())

    def room(self, kinds: Iterable[LimitKind], now: datetime, *, pending: int = 0) -> int | None:
        rooms_left = [
            max(0, most - self.counted(kind, period, now) - pending)
            for limits_set in (self.own, self.house)
            for (kind, period), most in limits_set.items()
            if kind in kinds
        ]
        return min(rooms_left, default=None)

    def excluded(self, now: datetime) -> bool:
        return any(span.holds(now) for span in self.spans)

    def time_over(self, now: datetime) -> bool:
        allowed = [most for each in (self.own, self.house) for (kind, _), most in each.items() if kind == "session"]
        if not allowed:
            return False
        midnight = now.astimezone(LISBON).replace(hour=0, minute=0, second=0, microsecond=0).astimezone(UTC)
        spans = [*self.sat, *([(self.seated_at, now)] if self.seated_at else [])]
        seconds = sum(max(0.0, (end - max(start, midnight)).total_seconds()) for start, end in spans)
        return seconds >= min(allowed) * 60

    def leave(self, now: datetime) -> None:
        """At once, or with the round where bets lie."""
        if self.seated_at is not None and self.laid:
            self.leaving = True
        elif self.seated_at is not None:
            self.sat.append((self.seated_at, now))
            self.seated_at, self.leaving = None, False

    def bet(self, amount: int, now: datetime) -> tuple[str, int | None] | None:
        """Why a stake (below zero: a taking back) must be refused, and the most that would do; None for taken."""
        if self.excluded(now):
            return "barred", None
        if self.seated_at is None:
            return "not-seated", None
        if amount > 0 and self.time_over(now):
            return "time-over", None
        if amount > 0 and self.check_due_at is not None and now >= self.check_due_at:
            return "check-due", None
        if self.closes_at is None or now >= self.closes_at:
            return "betting-closed", None
        room = self.room([LimitKind.STAKE, LimitKind.LOSS], now)
        if room is not None and amount > room:
            return "own-limit", self.most(room)
        return ("short-of-funds", self.most(self.balance)) if amount > self.balance else None

    def most(self, room: int) -> int:
        return room if self.laid + room >= TERMS.minimum else 0


class Protection(RuleBasedStateMachine):
    """The house on one side, the model on the other."""

    def __init__(self) -> None:
        super().__init__()
        self.undone = transaction.atomic()
        self.undone.__enter__()
        self.floor = Floor(now=BEFORE_THE_CLOCK_CHANGE)
        self.till = Till(self.floor)
        self.table = self.floor.table(TERMS)
        self.player = self.floor.player(cents=0)
        self.instrument = self.till.instrument(self.player, proven=True)
        self.supervisor, self.compliance = self.floor.staff(Role.SUPERVISOR), self.floor.staff(Role.COMPLIANCE)
        self.model = Model()
        key = self.till.start(self.player, 400_00, instrument=self.instrument)
        assert self.till.tell(key, NoticeKind.PAID_IN) == "applied"
        self.model.move("deposit", 400_00, self.now)
        self.wins = True
        self.sit()

    def teardown(self) -> None:
        try:
            self.end_round()
            self.floor.prove()
        finally:
            transaction.set_rollback(True)
            self.undone.__exit__(None, None, None)

    @property
    def now(self) -> datetime:
        return self.floor.now

    # At the table

    @precondition(lambda self: self.model.seated_at is None)
    @rule()
    def sit(self) -> None:
        wanted = "barred" if self.model.excluded(self.now) else "time-over" if self.model.time_over(self.now) else None
        sat = tried(lambda: self.floor.sit(self.player, self.table), SeatRefused)
        assert (sat.reason if isinstance(sat, SeatRefused) else None) == wanted
        if wanted is not None:
            return
        self.model.seated_at, self.model.check_due_at = self.now, self.now + timedelta(minutes=30)

    @precondition(lambda self: not self.model.round)
    @rule(ponto=st.booleans())
    def open(self, ponto: bool) -> None:
        self.wins = ponto
        self.model.round = self.floor.open_round(self.table, PONTO_WINS if ponto else BANCA_WINS_WITH_5)
        self.model.closes_at = self.now + timedelta(seconds=TERMS.betting_seconds)

    @rule(amount=TENS, ponto=st.booleans())
    def bet(self, amount: int, ponto: bool) -> None:
        """Seated and in a round, where that can be; what stands against it is then the bet's to find."""
        if self.model.seated_at is None:
            self.sit()
        if not self.model.round:
            self.open(ponto)
        if self.model.laid + amount <= TERMS.max_prize:
            self.slip(amount)

    @rule(amount=TENS)
    def bet_more(self, amount: int) -> None:
        if self.model.seated_at is not None:
            self.answer_the_check()
        self.bet(amount, ponto=False)

    @precondition(lambda self: self.model.round and self.model.laid)
    @rule(share=st.integers(1, 10))
    def take_back(self, share: int) -> None:
        self.slip(-min(self.model.laid, share * 10_00))

    def slip(self, amount: int) -> None:
        wanted = self.model.bet(amount, self.now)
        taken = tried(lambda: self.floor.bet(self.player, self.table, ponto=amount), BetRefused)
        refused = taken.refused
        assert (None if refused is None else (refused.reason, refused.most)) == wanted
        if wanted is not None:
            return
        self.model.laid += amount
        self.model.move("stake" if amount > 0 else "back", abs(amount), self.now)

    @precondition(lambda self: self.model.round)
    @rule()
    def settle(self) -> None:
        self.end_round()

    def end_round(self) -> None:
        model = self.model
        if not model.round:
            return
        self.floor.settle(self.table)
        if self.wins and model.laid:
            model.move("won", 2 * model.laid, self.now)
        self.round_over()

    @precondition(lambda self: self.model.round)
    @rule()
    def void(self) -> None:
        tables.void_round(table_id=self.table, by=self.supervisor.id, reason="falha", now=self.now)
        if self.model.laid:
            self.model.move("back", self.model.laid, self.now)
        self.round_over()

    def round_over(self) -> None:
        self.model.laid, self.model.round, self.model.closes_at = 0, "", None
        if self.model.leaving:
            self.model.leave(self.now)

    @precondition(lambda self: self.model.seated_at)
    @rule()
    def answer_the_check(self) -> None:
        model = self.model
        answered = checks.answer_check(table_id=self.table, person_id=self.player.id, now=self.now)
        if model.check_due_at is not None and self.now >= model.check_due_at:
            model.check_due_at = self.now + timedelta(minutes=30)
        assert answered.due_at == model.check_due_at

    @rule()
    def sweep(self) -> None:
        """What the worker does all the time: it may not change what anybody may do."""
        tallies.tally_up()
        limits.lapse_limits(now=self.now)
        breaks.end_sessions(now=self.now)
        must_leave = self.model.excluded(self.now) or self.model.time_over(self.now)
        if must_leave and self.model.seated_at and not self.model.leaving:
            self.model.leave(self.now)

    # Money

    @rule(amount=TENS)
    def pay_in(self, amount: int) -> None:
        wanted = self.deposit_refusal(amount)
        begun = tried(lambda: self.till.start(self.player, amount, instrument=self.instrument), DepositRefused)
        assert ((begun.reason, begun.most) if isinstance(begun, DepositRefused) else None) == wanted
        if not isinstance(begun, DepositRefused):
            self.model.pending[begun] = amount

    @precondition(lambda self: self.model.pending)
    @rule(place=st.integers(0, 9))
    def money_comes(self, place: int) -> None:
        key = list(self.model.pending)[place % len(self.model.pending)]
        amount = self.model.pending.pop(key)
        wanted = self.deposit_refusal(amount)
        outcome = self.till.tell(key, NoticeKind.PAID_IN)
        assert outcome == ("applied" if wanted is None else "refused")
        if wanted is None:
            self.model.move("deposit", amount, self.now)

    def deposit_refusal(self, amount: int) -> tuple[str, int | None] | None:
        if self.model.excluded(self.now):
            return "barred", None
        room = self.model.room([LimitKind.DEPOSIT], self.now, pending=sum(self.model.pending.values()))
        return ("over-limit", room) if room is not None and amount > room else None

    @rule(amount=TENS)
    def pay_out(self, amount: int) -> None:
        """Whoever is excluded too (PT-27)."""
        wanted = ("short-of-funds", self.model.balance) if amount > self.model.balance else None
        asked = tried(lambda: self.till.ask_out(self.player, amount, self.instrument), WithdrawalRefused)
        assert ((asked.reason, asked.most) if isinstance(asked, WithdrawalRefused) else None) == wanted
        self.model.balance -= 0 if wanted else amount

    # Limits

    @rule(named=st.sampled_from(GRID), most=st.none() | st.integers(0, 30), own=st.integers(0, 3))
    def wish(self, named: Named, most: int | None, own: int) -> None:
        most = None if most is None else most * (10 if named[0] is LimitKind.SESSION else 10_00)
        self.set_own(named, most) if own else self.set_house(named, most)

    @rule(kind=st.sampled_from([LimitKind.STAKE, LimitKind.LOSS, LimitKind.DEPOSIT]), most=TENS)
    def limit_the_day(self, kind: LimitKind, most: int) -> None:
        self.set_own((kind, Period.DAY), most)

    def set_own(self, named: Named, most: int | None) -> None:
        model, (kind, period) = self.model, named
        self.lapse(named)
        present = model.own.get(named)
        looser = present is not None and (most is None or most > present)
        wanted = "nothing-changes" if most == present else "excluded" if looser and model.excluded(self.now) else None
        wanted = "amount-invalid" if named[0] is LimitKind.SESSION and most == 0 else wanted
        facts = {"kind": kind, "period": period, "most": most, "key": uuid.uuid4(), "now": self.now}
        done = tried(lambda: limits.set_limit(person_id=self.player.id, **facts), LimitRefused)
        assert (done.reason if isinstance(done, LimitRefused) else None) == wanted
        if isinstance(done, LimitRefused):
            return
        model.waiting.pop(named, None)
        if looser:
            assert done.due_at == self.now + DAY
            model.waiting[named] = Wish(done.limit_id, most, self.now + DAY, self.now + 8 * DAY)
        else:
            assert most is not None
            model.own[named] = most

    def set_house(self, named: Named, most: int | None) -> None:
        kind, period = named
        facts = {"kind": kind, "period": period, "most": most, "key": uuid.uuid4(), "now": self.now}
        by = {"by": self.compliance.id, "reason": "conversa"}
        done = tried(lambda: limits.set_operators_limit(person_id=self.player.id, **facts, **by), LimitRefused)
        wanted = "nothing-changes" if self.model.house.get(named) == most else None
        wanted = "amount-invalid" if named[0] is LimitKind.SESSION and most == 0 else wanted
        assert (done.reason if isinstance(done, LimitRefused) else None) == wanted
        if wanted is not None:
            return
        self.model.house.pop(named, None)
        if most is not None:
            self.model.house[named] = most

    def lapse(self, named: Named) -> None:
        if named in self.model.waiting and self.now >= self.model.waiting[named].lapses_at:
            del self.model.waiting[named]

    @precondition(lambda self: self.model.waiting)
    @rule(place=st.integers(0, 9))
    def confirm(self, place: int) -> None:
        model, named = self.model, list(self.model.waiting)[place % len(self.model.waiting)]
        wish = model.waiting[named]
        wanted = "too-early" if self.now < wish.due_at else "lapsed" if self.now >= wish.lapses_at else None
        wanted = wanted or ("excluded" if model.excluded(self.now) else None)
        facts = {"person_id": self.player.id, "limit_id": wish.id, "now": self.now}
        done = tried(lambda: limits.confirm_limit(**facts), LimitRefused)
        assert (done.reason if isinstance(done, LimitRefused) else None) == wanted
        if wanted is not None:
            return
        del model.waiting[named], model.own[named]
        if wish.most is not None:
            model.own[named] = wish.most

    @precondition(lambda self: self.model.waiting)
    @rule(place=st.integers(0, 9))
    def give_up(self, place: int) -> None:
        named = list(self.model.waiting)[place % len(self.model.waiting)]
        wish = self.model.waiting.pop(named)
        facts = {"person_id": self.player.id, "limit_id": wish.id, "now": self.now}
        done = tried(lambda: limits.cancel_limit(**facts), LimitRefused)
        assert not isinstance(done, LimitRefused) or self.now >= wish.lapses_at

    # Breaks and exclusions

    @rule(hours=st.sampled_from([1, 24]), sure=st.integers(0, 5))
    def rest(self, hours: int, sure: int) -> None:
        if sure != 1:  # else nearly every history would be one of breaks
            return
        length = timedelta(hours=hours)
        done = breaks.take_break(
            person_id=self.player.id, kind=ExclusionKind.SHORT, length=length, key=uuid.uuid4(), now=self.now
        )
        self.model.spans.append(Span(done.exclusion_id, "self", "short", self.now, self.now + length))
        self.model.leave(self.now)

    @precondition(lambda self: not self.model.excluded(self.now))
    @rule(by_house=st.booleans(), sure=st.integers(0, 5))
    def exclude(self, by_house: bool, sure: int) -> None:
        if sure != 1:
            return
        source = ExclusionSource.OPERATOR if by_house else ExclusionSource.SELF
        by, reason = (self.compliance.id, "sinais") if by_house else (None, "")
        done = exclusion.exclude(
            person_id=self.player.id, kind=ExclusionKind.FIXED, months=6, source=source, by=by, reason=reason,
            now=self.now,
        )  # fmt: skip
        self.model.spans.append(Span(done.exclusion_id, source, "fixed", self.now, add_months(self.now, 6)))

    @precondition(lambda self: any(span.kind == "fixed" and span.holds(self.now) for span in self.model.spans))
    @rule()
    def end_early(self) -> None:
        for span in [each for each in self.model.spans if each.kind == "fixed" and each.holds(self.now)]:
            if span.source == "operator":
                exclusion.revoke(exclusion_id=span.id, reason="engano", by=self.compliance.id, now=self.now)
                span.end = self.now
            elif not span.noticed:
                given = exclusion.give_notice(person_id=self.player.id, now=self.now)
                assert span.end is not None
                span.noticed, span.end = True, min(span.end, end_after_notice(span.start, self.now))
                assert given.ends_at == span.end

    # Time

    @rule(seconds=st.integers(1, 70))
    def moments_pass(self, seconds: int) -> None:
        """Short enough for a round to stay open, over midnight or a clock change too."""
        if self.model.closes_at is not None and self.now + timedelta(seconds=seconds) > self.model.closes_at + DAY:
            return
        self.floor.wait(seconds=seconds)

    @rule(hop=st.sampled_from(HOPS))
    def time_passes(self, hop: str) -> None:
        self.end_round()
        today = self.now.astimezone(LISBON).replace(hour=0, minute=0, second=0, microsecond=0)
        ends = [span.end for span in self.model.spans if span.holds(self.now) and span.end is not None]
        target = {
            "minutes": self.now + timedelta(minutes=9),
            "quarter": self.now + timedelta(minutes=31),
            "midnight": (today + DAY).astimezone(UTC) - timedelta(seconds=20),
            "day": self.now + DAY,
            "end-of-wait": min((wish.due_at for wish in self.model.waiting.values()), default=self.now),
            "end-of-break": min(ends, default=self.now),
            "week": self.now + 7 * DAY,
            "month": self.now + 31 * DAY,
        }[hop]
        self.floor.now = max(self.now, target)

    @invariant()
    def both_reckon_the_same(self) -> None:
        assert self.player.balance() == self.model.balance
        since = self.now.astimezone(LISBON).date() - timedelta(days=40)
        days = rooms.days_of([self.player.id], since=since)[self.player.id]
        for kind, period in MONEY:
            assert rooms.counted(kind, period, days, now=self.now) == self.model.counted(kind, period, self.now)


@pytest.mark.django_db
def test_any_history_is_what_the_model_allows() -> None:
    run_state_machine_as_test(  # type: ignore[no-untyped-call]
        Protection,
        settings=settings(
            max_examples=24,
            stateful_step_count=35,
            deadline=timedelta(seconds=20),
            phases=(Phase.explicit, Phase.reuse, Phase.generate, Phase.shrink),
            suppress_health_check=list(HealthCheck),
        ),
    )


AT_ONCE = 10


def test_bets_deposits_limits_and_a_break_at_once_end_as_some_order_would(open_floor: Floor) -> None:
    """Real transactions, side by side: whatever was taken fits under the limits that stood, in some order."""
    floor = open_floor
    till, table, rita = Till(floor), floor.table(), floor.player(cents=0)
    instrument = till.instrument(rita, proven=True)
    till.tell(till.start(rita, 100_00, instrument=instrument), NoticeKind.PAID_IN)
    for kind, most in ((LimitKind.DEPOSIT, 230_00), (LimitKind.STAKE, 90_00)):
        limits.set_limit(person_id=rita.id, kind=kind, period=Period.DAY, most=most, key=uuid.uuid4(), now=floor.now)
    waiting = till.start(rita, 50_00, instrument=instrument)
    floor.sit(rita, table)
    floor.open_round(table)
    slips = [floor.slip(rita, table, {"ponto": 20_00}) for _ in range(AT_ONCE)]
    said: set[str] = set()

    def act(number: int) -> tuple[str, int]:
        try:
            if number == 4:
                facts = {"kind": LimitKind.STAKE, "period": Period.DAY, "most": 50_00, "key": uuid.uuid4()}
                limits.set_limit(person_id=rita.id, now=floor.now, **facts)  # type: ignore[arg-type]
            elif number == 7:
                rest = {"kind": ExclusionKind.SHORT, "length": DAY, "key": uuid.uuid4()}
                breaks.take_break(person_id=rita.id, now=floor.now, **rest)  # type: ignore[arg-type]
            elif number == 0:
                return ("deposit", 50_00 if till.tell(waiting, NoticeKind.PAID_IN) == "applied" else 0)
            elif number % 3 == 0:
                till.start(rita, 50_00, instrument=instrument)
                return ("pending", 50_00)
            else:
                take_slip(slip=slips[number], now=floor.now)
                return ("stake", 20_00)
        except BetRefused as refused:
            said.add(refused.refused.reason)
        except DepositRefused as refused:
            said.add(refused.reason)
        finally:
            connection.close()
        return ("", 0)

    with ThreadPoolExecutor(AT_ONCE) as threads:
        done = list(threads.map(act, range(AT_ONCE)))
    sums = {what: sum(amount for each, amount in done if each == what) for what in ("stake", "deposit", "pending")}
    assert said <= {"own-limit", "barred", "not-seated", "over-limit"}
    assert sums["stake"] <= 90_00
    assert 100_00 + sums["deposit"] + sums["pending"] <= 230_00
    assert rita.balance() == 100_00 + sums["deposit"] - sums["stake"], "nothing half done"
    bet = tried(lambda: floor.bet(rita, table, ponto=10_00), BetRefused)
    paid = tried(lambda: till.start(rita, 10_00, instrument=instrument), DepositRefused)
    assert isinstance(bet, BetRefused)
    assert isinstance(paid, DepositRefused)
    assert (bet.refused.reason, paid.reason) == ("barred", "barred")
    floor.settle(table)
