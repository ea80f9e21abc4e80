"""M9: any history of bets, money, limits, exclusions, reality checks and passing time, against a plain model.

Two players share the table; exclusions come from themselves, from the house and from the national list, without end
too, are given notice of, taken back, and the accounts that they closed opened again. The model keeps each one's
lines, limits and spans in lists and reckons everything anew. The model must allow everything that the house takes, and
refuse everything that it refuses, for the same reason and, where it names an amount, with the same one. A guest stands
by: play money alone, no seat among others and no euros, until it leaves or its day is over.
"""

import uuid
from collections import defaultdict
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import TypeVar

import pytest
from django.contrib.sessions.models import Session
from django.db import connection, transaction
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

from casino.adapters import payouts
from kernel.calendar import LISBON, add_months, end_after_notice, lisbon_date
from kernel.money import Currency
from kernel.periods import Period
from players import gates, headroom
from players.access.operations import guests
from players.access.operations.reopening import ReopeningRejected, reopen_account
from players.accounts import terms
from players.cashier.operations import DepositRejected, WithdrawalRejected
from players.cashier.payments.provider import NoticeKind
from players.gates import Block
from players.models import AccountClosure, Registration
from players.protection.national_entries import Entry
from players.protection.national_push import Push
from players.protection.operations import daily_totals, exclusion, limits, national
from players.protection.operations.exclusion import ExclusionKind, ExclusionSource
from players.protection.operations.limits import LimitRejected
from players.protection.queries.protection import LimitKind
from players.roles import Role
from players.staff.operations import accounts
from tables.operations import breaks, checks
from tables.operations import guests as demonstration
from tables.operations.bets import BetRejected, take_slip
from tables.operations.seats import SeatRejected
from tables.table_settings import TableSettings
from tests.factories import BANCA_WINS_WITH_5, PONTO_WINS, Actor, Floor
from tests.integration.players.tills import Till

TERMS = TableSettings(preset="macau", minimum=10_00, max_prize=1_000_00, betting_seconds=120, show_seconds=5)
BEFORE_THE_CLOCK_CHANGE = datetime(2026, 3, 28, 20, tzinfo=UTC)
LONG = "long"
"""Of a span: three months or more, by the person or the house."""
TENS = st.integers(1, 12).map(lambda tens: tens * 10_00)
MONEY = [(kind, period) for kind in (LimitKind.DEPOSIT, LimitKind.STAKE, LimitKind.LOSS) for period in Period]
GRID = [*MONEY, (LimitKind.SESSION, Period.DAY)]
HOPS = ["minutes", "quarter", "midnight", "midnight", "day", "end-of-wait", "end-of-break", "week", "month"]
DAY = timedelta(days=1)

Named = tuple[LimitKind, Period]
T = TypeVar("T")
E = TypeVar("E", bound=Exception)


def tried(act: Callable[[], T], rejection: type[E]) -> T | E:
    """The outcome of an act: an answer, or a rejection."""
    try:
        return act()
    except rejection as refused:
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
class Play:
    """The round that all share; nothing is open where `round` is empty."""

    round: str = ""
    opened_at: datetime | None = None
    closes_at: datetime | None = None


@dataclass
class Model:
    """One player, in plain lists."""

    play: Play
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
    laid: int = 0
    missed: int = 0
    """Rounds in a row that the player sat through without a bet (R35b)."""
    invited: bool = False
    closed: bool = False
    owed: bool = False
    """Whether a closed account's balance waits to be paid out."""

    def move(self, what: str, amount: int, now: datetime) -> None:
        self.balance += -amount if what == "stake" else amount
        self.lines.append((now, what, amount, self.play.round))

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

    def barred(self, now: datetime) -> bool:
        """Excluded, or left with the account that an exclusion closed."""
        return self.closed or self.excluded(now)

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

    def sit_through(self, now: datetime) -> None:
        """Count a settled round without a bet: invited to leave at the sixth in a row, and out at the next (R36)."""
        opened_at = self.play.opened_at
        if self.seated_at is None or self.laid or self.leaving or opened_at is None:
            return
        self.missed += self.seated_at <= opened_at
        if self.invited and self.missed > 6:
            self.leave(now)
        elif self.missed > 5:
            self.invited = True

    def bet(self, amount: int, now: datetime) -> tuple[str, int | None] | None:
        """Why a stake (below zero: a taking back) must be refused, and the most that would do; None for taken."""
        if self.barred(now):
            return "barred", None
        if self.seated_at is None:
            return "not-seated", None
        if amount > 0 and self.time_over(now):
            return "time-over", None
        if amount > 0 and self.check_due_at is not None and now >= self.check_due_at:
            return "check-due", None
        if self.play.closes_at is None or now >= self.play.closes_at:
            return "betting-closed", None
        room = self.room([LimitKind.STAKE, LimitKind.LOSS], now)
        if room is not None and amount > room:
            return "own-limit", self.most(room)
        return ("short-of-funds", self.most(self.balance)) if amount > self.balance else None

    def most(self, room: int) -> int:
        return room if self.laid + room >= TERMS.minimum else 0


@dataclass
class Side:
    """One player: in the house, and in the model."""

    who: Actor
    instrument: int
    model: Model


class Protection(RuleBasedStateMachine):
    """The house on one side, the model on the other."""

    def __init__(self) -> None:
        super().__init__()
        self.undone = transaction.atomic()
        self.undone.__enter__()
        self.floor = Floor(now=BEFORE_THE_CLOCK_CHANGE)
        self.till = Till(self.floor)
        self.table = self.floor.table(TERMS)
        self.supervisor, self.compliance = self.floor.staff(Role.SUPERVISOR), self.floor.staff(Role.COMPLIANCE)
        self.play, self.wins, self.pushes = Play(), True, 0
        self.sides = [self.side() for _ in range(2)]
        for _ in self.sides:
            self.turn()
            self.sit()
        self.guest, self.guest_ends, self.guest_over = self.visitor(), self.now + DAY, False

    def side(self) -> Side:
        """A player with money, and what the model thinks of them."""
        who, model = self.floor.player(cents=0), Model(self.play)
        instrument = self.till.instrument(who, proven=True)
        key = self.till.start(who, 400_00, instrument=instrument)
        assert self.till.tell(key, NoticeKind.PAID_IN) == "applied"
        model.move("deposit", 400_00, self.now)
        return Side(who, instrument, model)

    def visitor(self) -> Actor:
        """A guest whose browser never closes."""
        guest, session = self.floor.guest(), uuid.uuid4().hex
        Session.objects.create(session_key=session, session_data="", expire_date=self.now + 5000 * DAY)
        guests.note_browser(person_id=guest.id, session=session, now=self.now)
        return guest

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

    @property
    def player(self) -> Actor:
        """The player whose turn it is."""
        return self.sides[0].who

    @property
    def model(self) -> Model:
        return self.sides[0].model

    @property
    def models(self) -> list[Model]:
        return [side.model for side in self.sides]

    @property
    def instrument(self) -> int:
        return self.sides[0].instrument

    @rule()
    def turn(self) -> None:
        """The other one acts."""
        self.sides.reverse()

    # At the table

    @precondition(lambda self: self.model.seated_at is None)
    @rule()
    def sit(self) -> None:
        wanted = "barred" if self.model.barred(self.now) else "time-over" if self.model.time_over(self.now) else None
        sat = tried(lambda: self.floor.sit(self.player, self.table), SeatRejected)
        assert (sat.reason if isinstance(sat, SeatRejected) else None) == wanted
        if wanted is not None:
            return
        self.model.seated_at, self.model.check_due_at = self.now, self.now + timedelta(minutes=30)
        self.model.missed, self.model.invited = 0, False

    @precondition(lambda self: not self.play.round)
    @rule(ponto=st.booleans())
    def open(self, ponto: bool) -> None:
        self.wins = ponto
        self.play.round = self.floor.open_round(self.table, PONTO_WINS if ponto else BANCA_WINS_WITH_5)
        self.play.opened_at = self.now
        self.play.closes_at = self.now + timedelta(seconds=TERMS.betting_seconds)

    @precondition(lambda self: not self.play.round)
    @rule(count=st.integers(1, 7))
    def rounds_without_bets(self, count: int) -> None:
        for _ in range(count):
            self.open(ponto=True)
            self.end_round()

    @rule(amount=TENS, ponto=st.booleans(), other=st.booleans())
    def bet(self, amount: int, ponto: bool, other: bool) -> None:
        """Seated and in a round, where that can be; the bet then finds any obstacle."""
        if other:
            self.turn()
        if self.model.seated_at is None:
            self.sit()
        if not self.play.round:
            self.open(ponto)
        if sum(side.model.laid for side in self.sides) + amount <= TERMS.max_prize:
            self.slip(amount)

    @rule(amount=TENS)
    def bet_more(self, amount: int) -> None:
        if self.model.seated_at is not None:
            self.answer_the_check()
        self.bet(amount, ponto=False, other=False)

    @precondition(lambda self: self.play.round and self.model.laid)
    @rule(share=st.integers(1, 10))
    def take_back(self, share: int) -> None:
        self.slip(-min(self.model.laid, share * 10_00))

    def slip(self, amount: int) -> None:
        wanted = self.model.bet(amount, self.now)
        taken = tried(lambda: self.floor.bet(self.player, self.table, ponto=amount), BetRejected)
        refused = taken.refused
        assert (None if refused is None else (refused.reason, refused.most)) == wanted
        if wanted is not None:
            return
        self.model.laid += amount
        self.model.missed, self.model.invited = 0, False
        self.model.move("stake" if amount > 0 else "back", abs(amount), self.now)

    @precondition(lambda self: self.play.round)
    @rule()
    def settle(self) -> None:
        self.end_round()

    def end_round(self) -> None:
        if not self.play.round:
            return
        self.floor.settle(self.table)
        for model in self.models:
            model.sit_through(self.now)
            if self.wins and model.laid:
                model.move("won", 2 * model.laid, self.now)
        self.round_over()

    @precondition(lambda self: self.play.round)
    @rule()
    def void(self) -> None:
        self.floor.void(self.table, by=self.supervisor, reason="falha")
        for model in self.models:
            if model.laid:
                model.move("back", model.laid, self.now)
        self.round_over()

    def round_over(self) -> None:
        self.play.round, self.play.closes_at = "", None
        for model in self.models:
            model.laid = 0
            if model.leaving:
                model.leave(self.now)

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
        """Do the worker's sweeps: they may not change the rights of any player."""
        daily_totals.add_up()
        limits.lapse_limits(now=self.now)
        breaks.end_sessions(now=self.now)
        assert breaks.apply_list(now=self.now) == 0
        late = not self.guest_over and self.now >= self.guest_ends
        assert demonstration.end_due(now=self.now) == (1 if late else 0)
        self.guest_over = self.guest_over or late
        for model in self.models:
            must_leave = model.barred(self.now) or model.time_over(self.now)
            if must_leave and model.seated_at and not model.leaving:
                model.leave(self.now)
        payouts.pay_what_is_owed(now=self.now)
        for model in self.models:
            if model.owed and not model.closed:
                model.owed = False  # its holder came back: the balance is in use
            elif model.owed and model.seated_at is None and not model.laid:
                model.owed, model.balance = False, 0

    # A guest

    @rule()
    def guest_tries(self) -> None:
        """What a guest may do follows from whether it is over, and from nothing that the players do."""
        over = Block.INACTIVE if self.guest_over else None
        for currency, wanted in ((Currency.PLAY, over), (Currency.EUR, over or Block.GUEST)):
            answer = gates.may_play(person_ids=[self.guest.id], currency=currency, now=self.now)[self.guest.id]
            assert answer.block is wanted
        assert gates.may_deposit(person_id=self.guest.id, now=self.now, amount=10_00).block is (over or Block.GUEST)
        sat = tried(lambda: self.floor.sit(self.guest, self.table), SeatRejected)
        assert isinstance(sat, SeatRejected)
        assert (sat.reason, sat.block) == ("barred", over or Block.GUEST)
        assert self.guest.balance(Currency.PLAY) == guests.CHIPS

    @rule()
    def guest_leaves(self) -> None:
        ended = demonstration.end(person_id=self.guest.id, why=guests.GuestEnd.LEFT, now=self.now)
        assert ended is not self.guest_over
        self.guest_over = True

    # Money

    @rule(amount=TENS)
    def pay_in(self, amount: int) -> None:
        wanted = self.deposit_rejection(amount)
        begun = tried(lambda: self.till.start(self.player, amount, instrument=self.instrument), DepositRejected)
        assert ((begun.reason, begun.most) if isinstance(begun, DepositRejected) else None) == wanted
        if not isinstance(begun, DepositRejected):
            self.model.pending[begun] = amount

    @precondition(lambda self: self.model.pending)
    @rule(place=st.integers(0, 9))
    def money_comes(self, place: int) -> None:
        key = list(self.model.pending)[place % len(self.model.pending)]
        amount = self.model.pending.pop(key)
        wanted = self.deposit_rejection(amount)
        outcome = self.till.tell(key, NoticeKind.PAID_IN)
        assert outcome == ("applied" if wanted is None else "refused")
        if wanted is None:
            self.model.move("deposit", amount, self.now)

    def deposit_rejection(self, amount: int) -> tuple[str, int | None] | None:
        if self.model.barred(self.now):
            return "barred", None
        room = self.model.room([LimitKind.DEPOSIT], self.now, pending=sum(self.model.pending.values()))
        return ("over-limit", room) if room is not None and amount > room else None

    @rule(amount=TENS)
    def pay_out(self, amount: int) -> None:
        """Excluded players too (PT-27)."""
        wanted = ("short-of-funds", self.model.balance) if amount > self.model.balance else None
        asked = tried(lambda: self.till.ask_out(self.player, amount, self.instrument), WithdrawalRejected)
        assert ((asked.reason, asked.most) if isinstance(asked, WithdrawalRejected) else None) == wanted
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
        facts = {"kind": kind, "period": period, "most": most, "idempotency_key": uuid.uuid4(), "now": self.now}
        done = tried(lambda: limits.set_limit(person_id=self.player.id, **facts), LimitRejected)
        assert (done.reason if isinstance(done, LimitRejected) else None) == wanted
        if isinstance(done, LimitRejected):
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
        facts = {"kind": kind, "period": period, "most": most, "idempotency_key": uuid.uuid4(), "now": self.now}
        by = {"by": self.compliance.id, "reason": "conversa"}
        done = tried(lambda: limits.set_operators_limit(person_id=self.player.id, **facts, **by), LimitRejected)
        wanted = "nothing-changes" if self.model.house.get(named) == most else None
        wanted = "amount-invalid" if named[0] is LimitKind.SESSION and most == 0 else wanted
        assert (done.reason if isinstance(done, LimitRejected) else None) == wanted
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
        done = tried(lambda: limits.confirm_limit(**facts), LimitRejected)
        assert (done.reason if isinstance(done, LimitRejected) else None) == wanted
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
        done = tried(lambda: limits.cancel_limit(**facts), LimitRejected)
        assert not isinstance(done, LimitRejected) or self.now >= wish.lapses_at

    # Breaks and exclusions

    @rule(hours=st.sampled_from([1, 24]), sure=st.integers(0, 5))
    def rest(self, hours: int, sure: int) -> None:
        if sure != 1:  # else nearly every history would be one of breaks
            return
        length = timedelta(hours=hours)
        done = breaks.take_break(
            person_id=self.player.id,
            kind=ExclusionKind.SHORT,
            length=length,
            idempotency_key=uuid.uuid4(),
            now=self.now,
        )
        self.model.spans.append(Span(done.exclusion_id, "self", "short", self.now, self.now + length))
        self.model.leave(self.now)

    @precondition(lambda self: not self.model.excluded(self.now))
    @rule(by_house=st.booleans(), without_end=st.booleans(), sure=st.integers(0, 5))
    def exclude(self, by_house: bool, without_end: bool, sure: int) -> None:
        if sure == 1:
            self.bar(by_house=by_house, without_end=without_end)

    @precondition(lambda self: not self.model.closed)
    @rule(sure=st.integers(0, 2))
    def give_the_account_up(self, sure: int) -> None:
        if sure == 1:
            self.bar(by_house=False, without_end=True)

    def bar(self, *, by_house: bool, without_end: bool) -> None:
        model = self.model
        source = ExclusionSource.OPERATOR if by_house else ExclusionSource.SELF
        by, reason = (self.compliance.id, "sinais") if by_house else (None, "")
        kind, months = (ExclusionKind.INDEFINITE, None) if without_end else (ExclusionKind.FIXED, 6)
        done = exclusion.exclude(
            person_id=self.player.id, kind=kind, months=months, source=source, by=by, reason=reason, now=self.now
        )
        end = None if without_end else add_months(self.now, 6)
        model.spans.append(Span(done.exclusion_id, source, LONG, self.now, end))
        if without_end and not by_house and not model.closed:
            model.closed = model.owed = True

    @precondition(lambda self: self.long_spans())
    @rule()
    def end_early(self) -> None:
        ended: list[datetime] = []
        for span in self.long_spans():
            if span.source == "operator":
                exclusion.revoke(exclusion_id=span.id, reason="engano", by=self.compliance.id, now=self.now)
                span.end = self.now
            elif not span.noticed:
                given = exclusion.give_notice(person_id=self.player.id, now=self.now)
                for own in [each for each in self.long_spans() if each.source == "self" and not each.noticed]:
                    end = end_after_notice(own.start, self.now)
                    own.noticed, own.end = True, end if own.end is None else min(own.end, end)
                    ended.append(own.end)
                assert given.ends_at == max(ended)

    def long_spans(self) -> list[Span]:
        return [span for span in self.model.spans if span.kind == LONG and span.holds(self.now)]

    @precondition(lambda self: self.model.closed)
    @rule(paid=st.booleans())
    def come_back(self, paid: bool) -> None:
        """Notice, and patience until nothing that ends excludes any more; paid out before that or not."""
        if paid:
            self.sweep()
        self.end_early()
        self.end_round()
        ends = [span.end for span in self.model.spans if span.end is not None]
        self.floor.now = max([self.now, *ends])
        self.reopen()

    @precondition(lambda self: self.model.closed)
    @rule()
    def reopen(self) -> None:
        """A player who comes back is verified at once: this machine does not test unproven identities."""
        wanted = "excluded" if self.model.excluded(self.now) else None
        facts = {"terms_version": terms.in_force(self.now).number, "language": "pt", "address": ""}
        done = tried(lambda: reopen_account(person_id=self.player.id, now=self.now, **facts), ReopeningRejected)
        assert (done.reason if isinstance(done, ReopeningRejected) else None) == wanted
        if wanted is None:
            accounts.verify_identity(person_id=self.player.id, reason="teste", by=None, now=self.now)
            self.model.closed = False

    @rule(months=st.none() | st.sampled_from([3, 6]), sure=st.integers(0, 5))
    def listed(self, months: int | None, sure: int) -> None:
        """The national list names the player, anew or with another end."""
        if sure != 1:
            return
        end = None if months is None else add_months(self.now, months)
        nif = Registration.objects.values_list("nif", flat=True).get(person_id=self.player.id)
        done = self.push(Entry(self.reference, nif, None, self.now, end))
        standing = self.national_spans()
        if any(span.end == end for span in standing):
            assert done.barred == ()
            return
        assert done.barred == (self.player.id,)
        for span in standing:
            span.end = self.now
        self.model.spans.append(Span(0, "national", "national", self.now, end))
        self.model.leave(self.now)

    @precondition(lambda self: self.national_spans())
    @rule()
    def unlisted(self) -> None:
        assert self.push(None).freed == 1
        for span in self.national_spans():
            span.end = self.now

    def push(self, entry: Entry | None) -> national.PushTaken:
        self.pushes += 1
        name = str(self.pushes)
        return breaks.take_push(push=Push(name, name, self.reference, self.now, entry), now=self.now)

    @property
    def reference(self) -> str:
        return f"SRIJ-{self.player.id}"

    def national_spans(self) -> list[Span]:
        return [span for span in self.model.spans if span.source == "national" and span.holds(self.now)]

    # Time

    @rule(seconds=st.integers(1, 70))
    def moments_pass(self, seconds: int) -> None:
        """Short enough for a round to stay open, over midnight or a clock change too."""
        if self.play.closes_at is not None and self.now + timedelta(seconds=seconds) > self.play.closes_at + DAY:
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
        since = self.now.astimezone(LISBON).date() - timedelta(days=40)
        days = headroom.days_of([side.who.id for side in self.sides], since=since)
        for side in self.sides:
            assert side.who.balance() == side.model.balance
            for kind, period in MONEY:
                counted = headroom.counted(kind, period, days[side.who.id], now=self.now)
                assert counted == side.model.counted(kind, period, self.now)


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


AT_ONCE = 12
HERS = (5, 10)
"""Slips of a player whom none of it concerns."""


def stop(how: str, *, person_id: int, nif: str, now: datetime) -> None:
    """In one of the ways that a player is stopped from one moment to the next."""
    if how == "national-list":
        breaks.take_push(push=Push("1", "1", "SRIJ-1", now, Entry("SRIJ-1", nif, None, now, None)), now=now)
        return
    kind, length = (ExclusionKind.SHORT, DAY) if how == "break" else (ExclusionKind.INDEFINITE, None)
    breaks.take_break(person_id=person_id, kind=kind, length=length, idempotency_key=uuid.uuid4(), now=now)


@pytest.mark.parametrize("how", ["break", "without-end", "national-list"])
def test_bets_deposits_limits_and_an_exclusion_at_once_end_as_some_order_would(open_floor: Floor, how: str) -> None:
    """Real transactions, side by side: all that was taken fits under the limits that stood, in some order."""
    floor = open_floor
    till, table, rita, zoe = Till(floor), floor.table(), floor.player(cents=0), floor.player()
    instrument = till.instrument(rita, proven=True)
    till.tell(till.start(rita, 100_00, instrument=instrument), NoticeKind.PAID_IN)
    for kind, most in ((LimitKind.DEPOSIT, 230_00), (LimitKind.STAKE, 90_00)):
        limits.set_limit(
            person_id=rita.id, kind=kind, period=Period.DAY, most=most, idempotency_key=uuid.uuid4(), now=floor.now
        )
    waiting = till.start(rita, 50_00, instrument=instrument)
    for each in (rita, zoe):
        floor.sit(each, table)
    floor.open_round(table)
    slips = [floor.slip(zoe if number in HERS else rita, table, {"ponto": 20_00}) for number in range(AT_ONCE)]
    nif = Registration.objects.values_list("nif", flat=True).get(person_id=rita.id)
    said: set[str] = set()

    def act(number: int) -> tuple[str, int]:
        try:
            if number == 4:
                facts = {"kind": LimitKind.STAKE, "period": Period.DAY, "most": 50_00, "idempotency_key": uuid.uuid4()}
                limits.set_limit(person_id=rita.id, now=floor.now, **facts)  # type: ignore[arg-type]
            elif number == 7:
                stop(how, person_id=rita.id, nif=nif, now=floor.now)
            elif number in HERS:
                take_slip(slip=slips[number], now=floor.now)
                return ("hers", 20_00)
            elif number == 0:
                return ("deposit", 50_00 if till.tell(waiting, NoticeKind.PAID_IN) == "applied" else 0)
            elif number % 3 == 0:
                till.start(rita, 50_00, instrument=instrument)
                return ("pending", 50_00)
            else:
                take_slip(slip=slips[number], now=floor.now)
                return ("stake", 20_00)
        except BetRejected as refused:
            said.add(refused.refused.reason)
        except DepositRejected as refused:
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
    assert zoe.balance() == 1_000_00 - 40_00
    closed = list(AccountClosure.objects.values_list("person_id", "balance"))
    assert closed == ([(rita.id, rita.balance())] if how == "without-end" else []), "nothing moved after it"
    bet = tried(lambda: floor.bet(rita, table, ponto=10_00), BetRejected)
    paid = tried(lambda: till.start(rita, 10_00, instrument=instrument), DepositRejected)
    assert isinstance(bet, BetRejected)
    assert isinstance(paid, DepositRejected)
    assert (bet.refused.reason, paid.reason) == ("barred", "barred")
    floor.settle(table)
