"""Rounds of the past: real cards off real shoes, bets by habit, settled by the game itself, with their ledger lines."""

import json
from collections.abc import Iterator
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
from baccarat.settlement import Outcome, Payout, price
from demonstration.habits import CHANCES, HistoryPerson, slip
from demonstration.history_play import HistoryPlay
from demonstration.rows import HistoryRound, House, Rows, Seat
from tables import headers, sealing
from tables.codes import slip_name
from tables.table_settings import TableSettings
from wallet.chart import Code

BETTING: Final = timedelta(seconds=20)
SHOWN: Final = timedelta(seconds=6)
VOID_EVERY: Final = 1_900
TOP_UP_TIMES: Final = 60
BEHIND_CUT: Final = 16
VERSION: Final = 1
"""Of the settings that a table of the past has all along."""
SLIP_NUMBERS: Final = 16**8
FIRST_SLIP, LAST_SLIP = 800, 19_000
"""Milliseconds from a round's opening between which its slips come."""
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
        self.number = self.shoe_number = 0
        self.seats: dict[int, Seat] = {}
        self._edges = {c.value: round(o.edge * 1_000_000) for c, o in odds_of(self.ruleset).bets.items()}
        # No stake of the demo history is above the limit that the table's own rules set for one player.
        offered = frozenset(Chance(name) for name in CHANCES)
        left = own_headroom(terms.limits, offered=offered, mine={})
        self._most = {chance.value: most for chance, (most, _) in left.items() if most is not None}
        self._payouts: dict[Facts, dict[tuple[str, int], Payout]] = {}
        """The payout of a stake on a chance: computed once for all bets that are alike."""
        self._proofs = proofs
        self._order: sealing.Order | None = None
        self._life: cards.ShoeLife | None = None
        self._header: proof.Header
        self._shoe_id = 0
        self._shown: list[dict[str, Any]] = []

    def keys(self, at: datetime) -> Iterator[UUID]:
        """Names for rows, which need only be unlike all others. They begin with their moment, as UUIDs of version 7 do
        and those of players do not: indexes of millions grow at their ends, and writing takes half the time."""
        key = int(at.timestamp() * 1_000) << 80 | 7 << 76 | self.dice.getrandbits(12) << 64 | 2 << 62
        key |= self.dice.getrandbits(61)
        while True:
            yield UUID(int=key)
            key += 1

    def deal(
        self, rows: HistoryPlay, shoe_ids: Iterator[int], at: datetime
    ) -> tuple[Result, int, int, list[dict[str, Any]]]:
        """The next round's result off the shoe, its first card, its place in the shoe, and its proofs."""
        if self._order is None or self._life is None or self._life.over or self._whole is False:
            self._new_shoe(rows, shoe_ids, at)
        assert self._order is not None
        assert self._life is not None
        first, place = self._life.position, self._life.round_of_shoe
        result = play(self._order.cards[first : first + CARDS_MOST])
        self._life = self._life.after_round(len(result.cards))
        return result, first, place, self._shown[first : first + len(result.cards)] if self._proofs else []

    @property
    def _whole(self) -> bool:
        return self.ruleset.shuffle is Shuffle.PER_SHOE

    def _new_shoe(self, rows: HistoryPlay, shoe_ids: Iterator[int], at: datetime) -> None:
        self.close_shoe(rows)
        decks = self.ruleset.decks
        throw = self.dice.random

        def choose(below: int) -> int:
            return int(throw() * below)

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
        self._header = headers.header_for(
            table_code=self.code, number=self.shoe_number, version=VERSION, decks=decks, life=self._life, now=at
        )
        if self._proofs:
            every = proof.prove_all(self._order.cards, self._order.salts, range(len(drawn)), self._header)
            self._shown = [each.document() for each in every]

    def close_shoe(self, rows: HistoryPlay) -> None:
        """Write the shoe that is in use as far as it has come."""
        if self._order is None or self._life is None:
            return
        order, life = self._order, self._life
        commitment = proof.commit(order.cards, order.salts, self._header)
        rows.shoe.append(
            (
                self._shoe_id,
                self.table_id,
                self.shoe_number,
                "shoe" if self._whole else "round",
                commitment.root,
                json.dumps(self._header.document()),
                list(commitment.header_path),
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
        """One round: the bets of the seated players, the cards, the payouts."""
        self.number += 1
        closed = opened + BETTING
        result, first, place, shown = self.deal(rows.play, shoe_ids, opened)
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
        """Slips and stakes of those who sit there."""
        chance_of, key, laid_bets = self.dice.random, its.keys.__next__, its.bets
        add_slip, add_line, most = rows.play.slip, rows.lines.of_player, self._most
        for seat in self.seats.values():
            who = seat.who
            laid = [(chance, min(stake, most.get(chance, stake))) for chance, stake in slip(chance_of, who)]
            if not laid:
                continue
            if who.balance < sum(stake for _chance, stake in laid):
                self._pay_in(rows, its, who)
            at = its.opened + timedelta(milliseconds=FIRST_SLIP + int(chance_of() * (LAST_SLIP - FIRST_SLIP)))
            slip_key = key()
            add_slip(
                person_id=who.person_id,
                key=slip_key,
                round_id=its.round_id,
                session_id=seat.session_id,
                number=f"{int(chance_of() * SLIP_NUMBERS):08X}",
                lines=dict(laid),
                at=at,
                origin=seat.origin,
            )
            before, staked = who.balance, sum(stake for _chance, stake in laid)
            add_line(
                debit=who.account,
                credit=its.stakes,
                amount=staked,
                code=Code.STAKE,
                key=slip_name(who.person_id, slip_key),
                reference=its.code,
                before=before,
                after=before - staked,
                at=at,
            )
            laid_bets += [(seat, chance, stake, key()) for chance, stake in laid]
            who.balance = before - staked

    def _pay_in(self, rows: Rows, its: HistoryRound, who: HistoryPerson) -> None:
        """A deposit a moment before: no player is given credit."""
        amount = -(-who.base * TOP_UP_TIMES // 10_00) * 10_00
        key = next(its.keys)
        rows.payments.deposit(who.person_id, key, amount, its.opened)
        self._to_player(rows, self.house.funding, who, amount, Code.DEPOSIT, key, "", its.opened)

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
        if who.balance > who.base * TOP_UP_TIMES * 2 and self.dice.random() < 0.5:
            gone = (who.balance - who.base * TOP_UP_TIMES // 2) // 100 * 100
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
