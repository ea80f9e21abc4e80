"""Rounds of the past: real cards off real shoes, bets by habit, settled by the game itself, with their ledger lines."""

import json
from collections.abc import Iterator
from datetime import datetime, timedelta
from random import Random
from typing import Any, Final
from uuid import UUID

from baccarat.chances import Chance
from baccarat.limits import own_headroom
from baccarat.odds import odds_of
from baccarat.play import Facts
from baccarat.settlement import Outcome, Payout, price
from demonstration.habits import CHANCES, HistoryPerson, slip
from demonstration.refusals import Refusals
from demonstration.rows import HistoryRound, House, Rows, Seat
from demonstration.shoes import Shoes
from demonstration.sockets import Sockets
from tables.codes import slip_name
from tables.table_settings import TableSettings
from wallet.chart import Code

BETTING: Final = timedelta(seconds=20)
SHOWN: Final = timedelta(seconds=6)
VOID_EVERY: Final = 1_900
FIRST_SLIP, LAST_SLIP = 800, 19_000
"""Milliseconds from a round's opening between which its slips come."""
PAID_IN, AFTER_IT = 6_000, 8_000
"""Milliseconds at which money comes after a slip that was short of it, and from which on the slip comes once more."""
LATE: Final = (20, 900)
"""Milliseconds after the close between which late slips come."""
TRIED: Final = 5
"""For so many rounds at most a player stays whose own limit is met."""
VOID_REASON: Final = "a mesa parou antes de mostrar as cartas"


class HistoryTable:
    """One table through its demo history: its shoe, its seats, the stakes and payouts of its rounds."""

    def __init__(
        self,
        *,
        table_id: int,
        code: str,
        configuration_id: int,
        terms: TableSettings,
        house: House,
        dice: Random,
        proofs: bool,
    ) -> None:
        self.table_id, self.code, self.configuration_id = table_id, code, configuration_id
        self.terms, self.ruleset, self.house, self.dice = terms, terms.ruleset, house, dice
        self.number = 0
        self.seats: dict[int, Seat] = {}
        self._edges = {c.value: round(o.edge * 1_000_000) for c, o in odds_of(self.ruleset).bets.items()}
        beside = Random(dice.random())  # noqa: S311  (a history for show)
        self.sockets = Sockets(table_id=table_id, dice=beside)
        # No stake of the demo history is above the limit that the table's own rules set for one player.
        offered = frozenset(Chance(name) for name in CHANCES)
        left = own_headroom(terms.limits, offered=offered, mine={})
        self._refusals = Refusals(terms.limits, offered, beside)
        self._most = {chance.value: most for chance, (most, _) in left.items() if most is not None}
        self._payouts: dict[Facts, dict[tuple[str, int], Payout]] = {}
        """The payout of a stake on a chance: computed once for all bets that are alike."""
        self.shoes = Shoes(table_id=table_id, code=code, ruleset=self.ruleset, dice=dice, proofs=proofs)

    def keys(self, at: datetime) -> Iterator[UUID]:
        """Names for rows, which need only be unlike all others. They begin with their moment, as UUIDs of version 7 do
        and those of players do not: indexes of millions grow at their ends, and writing takes half the time."""
        key = int(at.timestamp() * 1_000) << 80 | 7 << 76 | self.dice.getrandbits(12) << 64 | 2 << 62
        key |= self.dice.getrandbits(61)
        while True:
            yield UUID(int=key)
            key += 1

    def play_round(
        self, rows: Rows, *, round_id: int, stakes_account: int, shoe_ids: Iterator[int], opened: datetime, code: str
    ) -> None:
        """One round: the bets of the seated players, the cards, the payouts."""
        self.number += 1
        closed = opened + BETTING
        result, first, place, shown = self.shoes.deal(rows.play, shoe_ids, opened)
        void = self.dice.randrange(VOID_EVERY) == 0
        its = HistoryRound(round_id, stakes_account, code, opened, self.keys(opened))
        self._lay(rows, its)
        sums: dict[str, int] = {}
        for _seat, chance, stake, _key in its.bets:
            sums[chance] = sums.get(chance, 0) + stake
        if void:
            self._refund(rows, its)
        else:
            self._pay(rows, its, result.facts)
        rows.play.round.append(
            (
                round_id,
                self.table_id,
                self.configuration_id,
                self.shoes.id,
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
                None if void else closed + SHOWN,
                closed if void else None,
                VOID_REASON if void else "",
                [] if void else [str(card) for card in result.cards],
                "" if void else result.winner.value,
                json.dumps([] if void else shown),
            )
        )
        if void:
            rows.play.voidopening.append((round_id, closed, list(map(str, result.cards)), json.dumps(shown), False))

    def _lay(self, rows: Rows, its: HistoryRound) -> None:
        """Slips and stakes of those who sit there, and what was refused them before."""
        chance_of, key, laid_bets = self.dice.random, its.keys.__next__, its.bets
        add_line, most = rows.lines.of_player, self._most
        for seat in self.seats.values():
            who, wanted = seat.who, slip(chance_of, seat.who)
            if not wanted:
                self._late(rows, its, seat)
                continue
            laid = [(chance, min(stake, most.get(chance, stake))) for chance, stake in wanted]
            staked = sum(stake for _chance, stake in laid)
            after = FIRST_SLIP + int(chance_of() * (LAST_SLIP - FIRST_SLIP))
            if laid != wanted and (refused := self._refusals.over_limit(dict(wanted), spendable=who.spendable)):
                self._slip(rows, its, seat, dict(wanted), after // 2, refused)
            if who.day_most is not None and who.day_staked + staked > who.day_most:
                refused = self._refusals.own_limit(dict(laid), left=who.day_most - who.day_staked)
                self._slip(rows, its, seat, dict(laid), after, refused)
                seat.rounds_left = min(seat.rounds_left, TRIED)
                continue
            if who.pays_in(staked, seat.rounds):
                after = self._pay_in(rows, its, seat, dict(laid), after)
            before, at = who.balance, its.opened + timedelta(milliseconds=after)
            name = self._slip(rows, its, seat, dict(laid), after)
            add_line(
                debit=who.account,
                credit=its.stakes,
                amount=staked,
                code=Code.STAKE,
                key=name,
                reference=its.code,
                before=before,
                after=before - staked,
                at=at,
            )
            laid_bets += [(seat, chance, stake, key()) for chance, stake in laid]
            who.balance = before - staked
            who.day_staked += staked

    def _slip(
        self,
        rows: Rows,
        its: HistoryRound,
        seat: Seat,
        lines: dict[str, int],
        after: int,
        rejection: dict[str, Any] | None = None,
    ) -> UUID:
        """A slip so many milliseconds after the round's opening; the name of what it moves."""
        person_id, key = seat.who.person_id, next(its.keys)
        name = slip_name(person_id, key)
        rows.play.slip(
            person_id=person_id,
            key=key,
            round_id=its.round_id,
            session_id=seat.session_id,
            number=name.hex[:8].upper(),
            lines=lines,
            at=its.opened + timedelta(milliseconds=after),
            origin=seat.origin,
            rejection=rejection,
        )
        return name

    def _late(self, rows: Rows, its: HistoryRound, seat: Seat) -> None:
        """Now and then a player misses the round by a slip that comes too late."""
        if refused := self._refusals.late():
            after = BETTING // timedelta(milliseconds=1) + self.dice.randint(*LATE)
            self._slip(rows, its, seat, {seat.who.side: seat.who.base}, after, refused)

    def _pay_in(self, rows: Rows, its: HistoryRound, seat: Seat, laid: dict[str, int], after: int) -> int:
        """A deposit a moment before, since no player is given credit, at times only once a slip was refused; when the
        slip then comes."""
        who, at = seat.who, its.opened
        short = who.balance < sum(laid.values())
        if short and (refused := self._refusals.short_of_funds(laid, balance=who.balance)):
            self._slip(rows, its, seat, laid, FIRST_SLIP, refused)
            at += timedelta(milliseconds=PAID_IN)
            after = AFTER_IT + after * (LAST_SLIP - AFTER_IT) // LAST_SLIP
        amount = -(-who.base * who.top_up // 10_00) * 10_00
        key = next(its.keys)
        rows.payments.deposit(who.person_id, key, amount, at)
        self._to_player(rows, self.house.funding, who, amount, Code.DEPOSIT, key, "", at)
        return after

    def _pay(self, rows: Rows, its: HistoryRound, facts: Facts) -> None:
        """The result of every bet, by the game's own payouts."""
        lost = kept = prizes = 0
        sat = {seat.seat: seat for seat, *_ in its.bets}
        payouts = dict.fromkeys(sat, 0)
        at, stakes, gaming = its.opened + BETTING + SHOWN, its.stakes, self.house.gaming
        add_bet, edges, alike = rows.play.bet, self._edges, self._payouts.setdefault(facts, {})
        for seat, chance, stake, key in its.bets:
            who, payout = seat.who, alike.get((chance, stake))
            if payout is None:
                payout = alike[chance, stake] = price(self.ruleset, Chance(chance), facts).payout(Chance(chance), stake)
            if payout.outcome is Outcome.LOSE:
                lost += stake
                who.streak += 1
                who.day_losses += 1
            else:
                who.streak = 0
            payouts[seat.seat] += payout.returned
            prizes += payout.prize
            kept += payout.commission
            seat.staked += stake
            seat.returned += payout.returned
            seat.prizes += payout.prize
            seat.commission += payout.commission
            seat.expected += stake * edges[chance]
            add_bet(
                round_id=its.round_id,
                person_id=who.person_id,
                session_id=seat.session_id,
                key=key,
                chance=chance,
                stake=stake,
                outcome=payout.outcome.value,
                prize=payout.prize,
                commission=payout.commission,
                returned=payout.returned,
            )
        if lost:
            self._of_house(rows, its, stakes, gaming, lost, Code.STAKES_LOST)
        if prizes:
            self._of_house(rows, its, gaming, stakes, prizes, Code.PRIZES)
        for seat in sat.values():
            seat.rounds += 1
            if amount := payouts[seat.seat]:
                self._to_player(rows, stakes, seat.who, amount, Code.PAYOUT, next(its.keys), its.code, at)
        if kept:
            self._of_house(rows, its, gaming, self.house.commission, kept, Code.COMMISSION)

    def _refund(self, rows: Rows, its: HistoryRound) -> None:
        sat = {seat.seat: seat for seat, *_ in its.bets}
        stakes = dict.fromkeys(sat, 0)
        for seat, chance, stake, key in its.bets:
            stakes[seat.seat] += stake
            rows.play.bet(
                round_id=its.round_id,
                person_id=seat.who.person_id,
                session_id=seat.session_id,
                key=key,
                chance=chance,
                stake=stake,
                outcome="void",
                prize=0,
                commission=0,
                returned=stake,
            )
        at = its.opened + BETTING
        for seat in sat.values():
            seat.who.day_staked -= stakes[seat.seat]
            self._to_player(rows, its.stakes, seat.who, stakes[seat.seat], Code.REFUND, next(its.keys), its.code, at)

    def _to_player(
        self,
        rows: Rows,
        debit: int,
        who: HistoryPerson,
        amount: int,
        code: Code,
        key: UUID,
        reference: str,
        at: datetime,
    ) -> None:
        before = who.balance
        who.balance = before + amount
        rows.lines.of_player(
            debit=debit,
            credit=who.account,
            amount=amount,
            code=code,
            key=key,
            reference=reference,
            before=before,
            after=before + amount,
            at=at,
        )

    def _of_house(self, rows: Rows, its: HistoryRound, debit: int, credit: int, amount: int, code: Code) -> None:
        rows.lines.of_house(
            debit=debit,
            credit=credit,
            amount=amount,
            code=code,
            key=next(its.keys),
            reference=its.code,
            at=its.opened + BETTING + SHOWN,
        )

    def rise(self, rows: Rows, seat: Seat, at: datetime) -> None:
        """A player leaves and signs out: the session is written, and winnings are at times paid out."""
        who, keys, here = seat.who, self.keys(at), seat.origin
        rows.signs_out(seat, at)
        self.sockets.leaves(rows.play, seat, at)
        last = at - timedelta(seconds=5)
        rows.play.playsession.append(
            (
                seat.session_id,
                next(keys),
                who.person_id,
                self.table_id,
                next(keys),
                who.account,
                seat.seat,
                seat.since,
                at,
                "player",
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
                *(here.sign_in, here.address, here.region),
            )
        )
        if who.balance > who.base * who.top_up * 2 and self.dice.random() < 0.5:
            gone = (who.balance - who.base * who.top_up // 2) // 100 * 100
            key = next(keys)
            rows.payments.withdrawal(who.person_id, key, gone, at)
            rows.lines.of_player(
                debit=who.account,
                credit=self.house.payouts,
                amount=gone,
                code=Code.WITHDRAWAL_REQUESTED,
                key=key,
                reference="",
                before=who.balance,
                after=who.balance - gone,
                at=at,
            )
            rows.lines.of_house(
                debit=self.house.payouts,
                credit=self.house.funding,
                amount=gone,
                code=Code.WITHDRAWAL_PAID,
                key=key,
                reference="",
                at=at,
            )
            who.balance -= gone
