"""Rounds of the past: real cards off real shoes, bets by habit, settled by the game itself, with their ledger lines."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random
from typing import Any, Final
from uuid import UUID

from baccarat import proof
from baccarat import shoe as cards
from baccarat.chances import Chance
from baccarat.limits import own_headroom
from baccarat.odds import odds_of
from baccarat.play import CARDS_MOST, Facts, Result, play
from baccarat.rulesets import Shuffle
from baccarat.settlement import Outcome, Price, price
from casino.past.habits import CHANCES, PastPerson, slip
from tables import sealing
from tables.terms import Terms
from wallet.chart import Code
from wallet.operations.history import PastLine

BETTING: Final = timedelta(seconds=20)
SHOWN: Final = timedelta(seconds=6)
VOID_EVERY: Final = 1_900
TOP_UP_TIMES: Final = 60
BEHIND_CUT: Final = 16


@dataclass(slots=True)
class House:
    """The house's own accounts that rounds are paid by."""

    gaming: int
    commission: int
    funding: int


@dataclass(slots=True)
class Rows:
    """What a stretch of play leaves behind, by kind of row."""

    shoe: list[tuple[Any, ...]] = field(default_factory=list)
    round: list[tuple[Any, ...]] = field(default_factory=list)
    playsession: list[tuple[Any, ...]] = field(default_factory=list)
    slip: list[tuple[Any, ...]] = field(default_factory=list)
    bet: list[tuple[Any, ...]] = field(default_factory=list)
    lines: list[PastLine] = field(default_factory=list)


@dataclass(slots=True)
class Seat:
    """Somebody at a seat, and what the session comes to."""

    who: PastPerson
    session_id: int
    seat: int
    since: datetime
    rounds_left: int
    rounds: int = 0
    staked: int = 0
    returned: int = 0
    prizes: int = 0
    commission: int = 0
    expected: int = 0


class PastTable:
    """One table through its past: its shoe, its seats, what rounds cost and pay."""

    def __init__(
        self, *, table_id: int, code: str, configuration_id: int, terms: Terms, house: House, dice: Random, proofs: bool
    ) -> None:
        self.table_id, self.code, self.configuration_id = table_id, code, configuration_id
        self.terms, self.ruleset, self.house, self.dice = terms, terms.ruleset, house, dice
        self.number = self.shoe_number = 0
        self.seats: dict[int, Seat] = {}
        self._edges = {c.value: round(o.edge * 1_000_000) for c, o in odds_of(self.ruleset).bets.items()}
        # Nobody's stake of the past is above what the table's own rules let one player have.
        offered = frozenset(Chance(name) for name in CHANCES)
        room = own_headroom(terms.limits, offered=offered, mine={})
        self._most = {chance.value: most for chance, (most, _) in room.items() if most is not None}
        self._prices: dict[tuple[Facts, str], Price] = {}
        self._proofs = proofs
        self._order: sealing.Order | None = None
        self._life: cards.ShoeLife | None = None
        self._shoe_id = 0
        self._shown: list[dict[str, Any]] = []

    def key(self) -> UUID:
        """A name for a row; it need only be unlike all others."""
        return UUID(int=self.dice.getrandbits(128), version=4)

    def deal(self, rows: Rows, shoe_ids: Iterator[int], at: datetime) -> tuple[Result, int, int, list[dict[str, Any]]]:
        """The next round's result off the shoe, its first card, its place in the shoe, and its proofs."""
        if self._order is None or self._life is None or self._life.over or self._whole is False:
            self._new_shoe(rows, shoe_ids, at)
        assert self._order is not None
        assert self._life is not None
        first, place = self._life.position, self._life.round_of_shoe
        result = play(self._order.cards[first:])
        self._life = self._life.after_round(len(result.cards))
        shown = self._shown[first : first + len(result.cards)] if self._proofs else []
        return result, first, place, shown

    @property
    def _whole(self) -> bool:
        return self.ruleset.shuffle is Shuffle.PER_SHOE

    def _new_shoe(self, rows: Rows, shoe_ids: Iterator[int], at: datetime) -> None:
        self.close_shoe(rows)
        decks = self.ruleset.decks
        choose = self.dice.randrange
        if self._whole:
            drawn = cards.shuffled(cards.build(decks), choose)
            self._life = cards.open_shoe(
                drawn, burn=self.ruleset.burn, behind_cut=BEHIND_CUT, rounds_after_cut=self.ruleset.rounds_after_cut
            )
        else:
            drawn = cards.first_cards(decks, CARDS_MOST, choose)
            self._life = cards.ShoeLife(size=CARDS_MOST, cut=CARDS_MOST, rounds_after_cut=0, position=0)
        self._order = sealing.salted(drawn)
        self.shoe_number += 1
        self._shoe_id = next(shoe_ids)
        self._begun = at
        if self._proofs:
            every = proof.prove_all(self._order.cards, self._order.salts, range(len(drawn)))
            self._shown = [each.document() for each in every]

    def close_shoe(self, rows: Rows) -> None:
        """Write the shoe that is in use as far as it has come."""
        if self._order is None or self._life is None:
            return
        order, life = self._order, self._life
        rows.shoe.append(
            (
                self._shoe_id,
                self.table_id,
                self.shoe_number,
                "shoe" if self._whole else "round",
                proof.commit(order.cards, order.salts).root,
                sealing.seal(order, name=f"{self.code}/{self.shoe_number}"),
                self.ruleset.decks,
                life.size,
                life.cut,
                life.rounds_after_cut,
                life.position,
                life.round_of_shoe,
                life.last_round,
                self._begun,
            )
        )
        self._order = self._life = None

    def play_round(
        self, rows: Rows, *, round_id: int, stakes_account: int, shoe_ids: Iterator[int], opened: datetime, code: str
    ) -> None:
        """One round: the bets of whoever sits there, the cards, what is paid."""
        self.number += 1
        closed = opened + BETTING
        settled = closed + SHOWN
        result, first, place, shown = self.deal(rows, shoe_ids, opened)
        void = self.dice.randrange(VOID_EVERY) == 0
        bets = self._lay(rows, round_id, stakes_account, opened, code)
        sums: dict[str, int] = {}
        for _seat, chance, stake, _key in bets:
            sums[chance] = sums.get(chance, 0) + stake
        if void:
            self._refund(rows, bets, round_id, stakes_account, closed, code)
        else:
            self._pay(rows, bets, result, round_id, stakes_account, settled, code)
        rows.round.append(
            (
                round_id,
                self.table_id,
                self.configuration_id,
                self._shoe_id,
                self.number,
                code,
                place,
                first,
                "void" if void else "settled",
                stakes_account,
                json.dumps(sums),
                opened,
                closed,
                None if void else closed,
                None if void else settled,
                closed if void else None,
                "falha de leitura das cartas" if void else "",
                [] if void else [str(card) for card in result.cards],
                "" if void else result.winner.value,
                json.dumps([] if void else shown),
            )
        )

    def _lay(
        self, rows: Rows, round_id: int, stakes_account: int, opened: datetime, code: str
    ) -> list[tuple[Seat, str, int, UUID]]:
        bets = []
        for seat in list(self.seats.values()):
            who = seat.who
            wanted = slip(self.dice, who)
            laid = {chance: min(stake, self._most.get(chance, stake)) for chance, stake in wanted.items()}
            if not laid:
                continue
            at = opened + timedelta(milliseconds=self.dice.randrange(800, 19_000))
            cost = sum(laid.values())
            if who.balance < cost:
                # Paid in a moment before: nobody is given credit.
                amount = -(-who.base * TOP_UP_TIMES // 10_00) * 10_00
                self._line(rows, self.house.funding, who, amount, Code.DEPOSIT, self.key(), "", opened)
            number = f"{self.dice.randrange(16**8):08X}"
            lines = json.dumps(laid)
            rows.slip.append((who.person_id, self.key(), round_id, seat.session_id, number, lines, at, at))
            for chance, stake in laid.items():
                key = self.key()
                self._line(rows, stakes_account, who, -stake, Code.STAKE, key, code, at)
                bets.append((seat, chance, stake, key))
        return bets

    def _pay(
        self,
        rows: Rows,
        bets: list[tuple[Seat, str, int, UUID]],
        result: Result,
        round_id: int,
        stakes_account: int,
        at: datetime,
        code: str,
    ) -> None:
        facts, lost, kept = result.facts, 0, 0
        for seat, chance, stake, key in bets:
            known = self._prices.get((facts, chance))
            if known is None:
                known = self._prices[facts, chance] = price(self.ruleset, Chance(chance), facts)
            payout = known.payout(Chance(chance), stake)
            who = seat.who
            if payout.outcome is Outcome.LOSE:
                lost += stake
                who.streak += 1
            else:
                self._line(rows, stakes_account, who, stake, Code.STAKE_RETURNED, key, code, at)
                who.streak = 0
            if payout.prize:
                self._line(rows, self.house.gaming, who, payout.prize, Code.PRIZE, key, code, at)
            kept += payout.commission
            seat.staked += stake
            seat.returned += payout.returned
            seat.prizes += payout.prize
            seat.commission += payout.commission
            seat.expected += stake * self._edges[chance]
            outcome, prize, commission = payout.outcome.value, payout.prize, payout.commission
            place = (round_id, who.person_id, seat.session_id, key)
            rows.bet.append((*place, chance, stake, outcome, prize, commission, payout.returned))
        for seat in {id(seat): seat for seat, *_ in bets}.values():
            seat.rounds += 1
        if lost:
            rows.lines.append(
                (stakes_account, self.house.gaming, lost, Code.STAKES_LOST, self.key(), code, None, None, at)
            )
        if kept:
            rows.lines.append(
                (self.house.gaming, self.house.commission, kept, Code.COMMISSION, self.key(), code, None, None, at)
            )

    def _refund(
        self,
        rows: Rows,
        bets: list[tuple[Seat, str, int, UUID]],
        round_id: int,
        stakes_account: int,
        at: datetime,
        code: str,
    ) -> None:
        for seat, chance, stake, key in bets:
            self._line(rows, stakes_account, seat.who, stake, Code.REFUND, key, code, at)
            place = (round_id, seat.who.person_id, seat.session_id, key)
            rows.bet.append((*place, chance, stake, "void", 0, 0, stake))

    def _line(
        self, rows: Rows, other: int, who: PastPerson, amount: int, code: Code, key: UUID, reference: str, at: datetime
    ) -> None:
        """A line between a player and `other`: above 0 the player gains."""
        before = who.balance
        who.balance = before + amount
        debit, credit = (other, who.account) if amount > 0 else (who.account, other)
        rows.lines.append((debit, credit, abs(amount), code, key, reference, before, who.balance, at))

    def rise(self, rows: Rows, seat: Seat, at: datetime) -> None:
        """Somebody leaves: the session is written, and what was won is at times paid out."""
        who = seat.who
        last = at - timedelta(seconds=5)
        rows.playsession.append(
            (
                seat.session_id,
                self.key(),
                who.person_id,
                self.table_id,
                self.key(),
                who.account,
                seat.seat,
                seat.since,
                at,
                "left",
                False,
                False,
                last if seat.rounds else None,
                seat.expected,
                0,
                seat.rounds,
                seat.staked,
                seat.returned,
                seat.prizes,
                seat.commission,
            )
        )
        if who.balance > who.base * TOP_UP_TIMES * 2 and self.dice.random() < 0.5:
            gone = (who.balance - who.base * TOP_UP_TIMES // 2) // 100 * 100
            self._line(rows, self.house.funding, who, -gone, Code.WITHDRAWAL, self.key(), "", at)
