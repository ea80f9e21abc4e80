"""The effect of each act on the money, shown before the act is done."""

from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext, ngettext, pgettext

from baccarat.chances import Chance
from casino.wording import words
from casino.wording.rejections import sentence
from tables.operations.voids import VoidRejected, VoidRejection
from tables.queries import FloorTable, RoundCard


@dataclass(frozen=True, slots=True)
class Stake:
    """The bets of all players on one chance of the round in play."""

    chance: str
    cents: int


@dataclass(frozen=True, slots=True)
class Consequence:
    """The effect of an act, shown before it is done."""

    title: str
    button: str
    danger: bool
    sentences: tuple[str, ...]
    stakes: tuple[Stake, ...]
    staked: int
    bets: int
    offered: bool = True
    """Whether the act can be done at all; else `sentences` say why not."""


def consequence(act: str, row: FloorTable, played: RoundCard | None) -> Consequence:
    """The effect of `act` on the table `row` and on the money in `played`, its unpaid round."""
    if act == "void_round" and played is None:
        why = sentence(VoidRejected(VoidRejection.NO_ROUND_TO_VOID))
        return Consequence(pgettext("noun", "Void"), "", False, (why,), (), 0, 0, offered=False)
    bets, staked = (len(played.bets), played.staked) if played else (0, 0)
    money = {
        "bets": ngettext("%(n)s bet", "%(n)s bets", bets) % {"n": words.number(bets)},
        "amount": words.money(staked, row.currency),
        "round": row.round_code,
        "phase": _waiting_for(row),
    }
    title, button, said = _WORDS[act](bool(bets), money)
    sums = played.sums if played else {}
    stakes = tuple(Stake(chance.value, sums[chance.value]) for chance in Chance if sums.get(chance.value))
    return Consequence(title, button, act == "void_round", said, stakes, staked, bets)


def _pause(bets: bool, money: dict[str, str]) -> tuple[str, str, tuple[str, ...]]:
    held = gettext("Waiting in play: %(bets)s, %(amount)s in all. No money moves.") % money
    return (
        pgettext("button", "Pause the table"),
        gettext("Pause the table"),
        (
            gettext("The table stops where it is: it takes no more bets and deals no cards."),
            held if bets else gettext("There are no bets in play: no money moves."),
            gettext("The players see at once that the table is paused, and why."),
        ),
    )


def _resume(bets: bool, money: dict[str, str]) -> tuple[str, str, tuple[str, ...]]:
    kept = gettext("Still standing: %(bets)s, %(amount)s in all.") % money
    return (
        gettext("Resume play"),
        gettext("Resume play"),
        (
            _RESUMED[money["phase"]](),
            kept if bets else gettext("There are no bets in play: no money moves."),
        ),
    )


def _waiting_for(row: FloorTable) -> str:
    """The next step of a resumed table: betting with a clock, a player's own betting, a card, or the next round."""
    if row.phase in {"closed", "dealing"}:
        return "cards"
    if row.phase != "betting":
        return "next"
    return "clock" if row.closes_at is not None else "player"


_RESUMED: Final = {
    "clock": lambda: gettext("The round that was taking bets gets its full betting time again."),
    "player": lambda: gettext("The round that was taking bets goes on until the player deals."),
    "cards": lambda: gettext("The round in play goes on from the last card that was dealt."),
    "next": lambda: gettext("No round is taking bets: play goes on to the next one."),
}


def _close(bets: bool, money: dict[str, str]) -> tuple[str, str, tuple[str, ...]]:
    paid = gettext("Played and paid to the end: %(bets)s, %(amount)s in all.") % money
    return (
        gettext("Close after this round"),
        gettext("Close after this round"),
        (
            gettext("The round in play ends as always; after it the table closes. The players are told now."),
            paid if bets else gettext("There are no bets in this round yet; those that come will be played and paid."),
        ),
    )


def _open(bets: bool, money: dict[str, str]) -> tuple[str, str, tuple[str, ...]]:
    return (
        gettext("Open the table"),
        gettext("Open the table"),
        (
            gettext("Rounds begin at once, under the approved rules. The table appears in the lobby."),
            gettext("No money moves until a player bets."),
        ),
    )


def _void(bets: bool, money: dict[str, str]) -> tuple[str, str, tuple[str, ...]]:
    back = gettext("If it is approved, %(bets)s are undone: %(amount)s go back to the wallets, in full (R29).") % money
    return (
        gettext("Void round %(round)s") % money,
        gettext("Propose the void") if bets else gettext("Make the round void"),
        (
            gettext(
                "The table stays paused until another person decides: a round with bets is made void by two people."
            )
            if bets
            else gettext("Without bets, the round is made void at once."),
            back if bets else gettext("There are no bets in this round: no money moves."),
            gettext("A round is voided only for a fault of the house, when no result can be reached any more (R29)."),
            gettext("This cannot be undone. A round that is already paid is not voided here."),
        ),
    )


_WORDS: Final = {
    "pause_table": _pause,
    "resume_table": _resume,
    "close_table": _close,
    "open_table": _open,
    "void_round": _void,
}
