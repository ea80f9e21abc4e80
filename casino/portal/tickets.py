"""A round's ticket: a player's signed movements in it, chance by chance, with the balance after each.

The ledger moves money with a line a slip and one payout a winner (ADR 0164); slips and bets say what it was for.
Amounts and balances are the ledger's own: a line that slips or bets do not divide to the cent stands whole.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final, TypeAlias

from django.utils.text import capfirst
from django.utils.translation import gettext

from baccarat.chances import Chance
from casino.wording import names, words
from kernel.labels import label
from tables.queries import BetCard, RoundCard, SlipCard
from wallet.chart import Code
from wallet.queries import LedgerLine

STAKES: Final = frozenset({Code.STAKE, Code.STAKE_TAKEN_BACK})
_PLACES: Final = {chance.value: place for place, chance in enumerate(Chance)}
_Part: TypeAlias = tuple[str, str, int]
"""What moved, a remark, and how much: above 0 to the player."""


@dataclass(frozen=True, slots=True)
class TicketLine:
    """One movement as the ticket says it."""

    title: str
    note: str
    at: datetime
    amount: int
    balance: int | None
    """The balance after it; none where a stake only moved from one chance to another."""


@dataclass(frozen=True, slots=True)
class Ticket:
    """The movements of a player in a round, oldest first."""

    lines: tuple[TicketLine, ...]

    @property
    def net(self) -> int:
        """Their sum, in cents."""
        return sum(line.amount for line in self.lines)

    @property
    def balance(self) -> int | None:
        """The balance after the last of them."""
        return next((line.balance for line in reversed(self.lines) if line.balance is not None), None)


def in_order(bets: Iterable[BetCard]) -> list[BetCard]:
    """Bets in the felt's order: the database keeps none among those of one slip."""
    return sorted(bets, key=lambda bet: _PLACES[bet.chance])


def amount_of(line: LedgerLine) -> int:
    """What a line added to the player's account, or took from it."""
    assert line.balance_before is not None
    assert line.balance_after is not None
    return line.balance_after - line.balance_before


def ticket_of(card: RoundCard, pays: Mapping[str, str]) -> Ticket:
    """The ticket of a round as its player sees it; `pays` is what each chance pays, as the felt writes it."""
    return Ticket(tuple(_lines(card, pays)))


def _lines(card: RoundCard, pays: Mapping[str, str]) -> Iterator[TicketLine]:
    slips = [slip for slip in card.slips if slip.rejection is None]
    for line in card.lines:
        if line.code in STAKES:
            yield from _moved_only(slips)
            is_slips = bool(slips) and sum(slips[0].lines.values()) == -amount_of(line)
            yield from _divided(line, _of_slip(slips.pop(0)) if is_slips else [])
        else:
            yield from _all_moved(slips)
            yield from _divided(line, _RETURNS.get(line.code, _whole)(card, pays))
    yield from _all_moved(slips)


def _moved_only(slips: list[SlipCard]) -> Iterator[TicketLine]:
    """The slips at the head of the list that move a stake from chance to chance: the ledger has no line of them."""
    while slips and not sum(slips[0].lines.values()):
        slip = slips.pop(0)
        for title, note, cents in _of_slip(slip):
            yield TicketLine(title, note, slip.taken_at, cents, None)


def _all_moved(slips: list[SlipCard]) -> Iterator[TicketLine]:
    kept = [slip for slip in slips if not sum(slip.lines.values())]
    slips.clear()
    yield from _moved_only(kept)


def _divided(line: LedgerLine, parts: list[_Part]) -> Iterator[TicketLine]:
    """A line of the ledger by its parts, with a running balance; whole, where they do not make its amount."""
    assert line.balance_before is not None
    if not parts or sum(cents for _, _, cents in parts) != amount_of(line):
        parts = [(capfirst(label(line.code)), "", amount_of(line))]
    balance = line.balance_before
    for title, note, cents in parts:
        balance += cents
        yield TicketLine(title, note, line.at, cents, balance)


def _of_slip(slip: SlipCard) -> list[_Part]:
    """What a slip takes back, then what it adds, in the felt's order."""

    def title(chance: str, cents: int) -> str:
        said = gettext("Bet, %(chance)s") if cents > 0 else gettext("Bet taken back, %(chance)s")
        return said % {"chance": names.chance(chance)}

    moved = sorted(slip.lines.items(), key=lambda line: (line[1] > 0, _PLACES[line[0]]))
    return [(title(chance, cents), "", -cents) for chance, cents in moved]


def _of_payout(card: RoundCard, pays: Mapping[str, str]) -> list[_Part]:
    return [part for bet in in_order(card.bets) for part in _of_bet(bet, card.currency, pays)]


def _of_bet(bet: BetCard, currency: str, pays: Mapping[str, str]) -> Iterator[_Part]:
    stake = bet.returned - bet.prize
    if stake:
        yield gettext("Stake returned, %(chance)s") % {"chance": names.chance(bet.chance)}, "", stake
    if bet.prize:
        said = gettext("Prize, %(chance)s") % {
            "chance": f"{names.chance(bet.chance)} {pays.get(bet.chance, '')}".strip()
        }
        kept = gettext("after %(amount)s of commission") % {"amount": words.money(bet.commission, currency)}
        yield said, kept if bet.commission else "", bet.prize


def _of_refund(card: RoundCard, pays: Mapping[str, str]) -> list[_Part]:
    said = gettext("Stake returned, %(chance)s")
    return [(said % {"chance": names.chance(bet.chance)}, "", bet.stake) for bet in in_order(card.bets)]


def _whole(card: RoundCard, pays: Mapping[str, str]) -> list[_Part]:
    return []


_RETURNS: Final[Mapping[Code, Callable[[RoundCard, Mapping[str, str]], list[_Part]]]] = {
    Code.PAYOUT: _of_payout,
    Code.REFUND: _of_refund,
}
