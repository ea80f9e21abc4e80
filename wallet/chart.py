"""The chart of accounts: which kinds there are, and between which kinds each code of line may move money.

The debit account's balance goes down and the credit account's goes up: a player's account is a debt of the house, so a
deposit debits the funding account and credits the player. The database holds the same table (see
`migrations/guards/1_ledger.sql`); a test compares the two.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from kernel.money import Currency


class AccountKind(StrEnum):
    """The purpose of an account. Only a player's account keeps a balance; the others are summed from their lines."""

    PLAYER = "player"
    STAKES = "stakes"
    """One per round: empty again once the round is settled or void."""
    GAMING = "gaming"
    """The house's wins and losses at the tables."""
    COMMISSION = "commission"
    FUNDING = "funding"
    """The bank's side of deposits and withdrawals."""
    PAYOUTS = "payouts"
    """Money on its way out: asked for by players, not yet paid by the bank."""
    CHARGE_BACKS = "charge-backs"
    """The house's losses from deposits that a bank took back after they were played away."""
    PLAY_SOURCE = "play-source"
    """Where play money comes from."""
    ADJUSTMENTS = "adjustments"


class Code(StrEnum):
    """Why a line was written."""

    DEPOSIT = "deposit"
    WITHDRAWAL = "withdrawal"
    """Paid out in one step: no cashier writes it, and no line of it is taken any more."""
    WITHDRAWAL_REQUESTED = "withdrawal-requested"
    WITHDRAWAL_PAID = "withdrawal-paid"
    WITHDRAWAL_GIVEN_BACK = "withdrawal-given-back"
    """Cancelled, refused, or not taken by the bank: the money is the player's again."""
    CHARGE_BACK = "charge-back"
    """A bank took a deposit back: what the player still had of it."""
    CHARGE_BACK_LOSS = "charge-back-loss"
    """The rest of it, which the house bears."""
    PLAY_TOP_UP = "play-top-up"
    STAKE = "stake"
    """What a slip adds to the player's stakes on the round, less what it takes back: one line a slip."""
    STAKE_TAKEN_BACK = "stake-taken-back"
    """What a slip takes back before the close, less what it adds."""
    STAKES_LOST = "stakes-lost"
    PRIZES = "prizes"
    """All prizes of the round, net of commission: the house pays them into the round's account."""
    PAYOUT = "payout"
    """What a player gets of a settled round: the stakes of won and pushed bets and the prizes, one line a player."""
    COMMISSION = "commission"
    REFUND = "refund"
    """The round was void: the player's stakes, one line a player."""
    STAKE_RETURNED = "stake-returned"
    """The stake of one bet that won or was a push. `PAYOUT` has taken its place: no line of it is taken any more."""
    PRIZE = "prize"
    """The prize of one bet, paid past the round's account. `PAYOUT` has taken its place, as above."""
    ADJUSTMENT = "adjustment"
    """A correction by staff: lines are never changed, only followed by others."""


_K = AccountKind

JOINS: Final[Mapping[Code, frozenset[tuple[AccountKind, AccountKind]]]] = {
    Code.DEPOSIT: frozenset({(_K.FUNDING, _K.PLAYER)}),
    Code.WITHDRAWAL: frozenset({(_K.PLAYER, _K.FUNDING)}),
    Code.WITHDRAWAL_REQUESTED: frozenset({(_K.PLAYER, _K.PAYOUTS)}),
    Code.WITHDRAWAL_PAID: frozenset({(_K.PAYOUTS, _K.FUNDING)}),
    Code.WITHDRAWAL_GIVEN_BACK: frozenset({(_K.PAYOUTS, _K.PLAYER)}),
    Code.CHARGE_BACK: frozenset({(_K.PLAYER, _K.FUNDING)}),
    Code.CHARGE_BACK_LOSS: frozenset({(_K.CHARGE_BACKS, _K.FUNDING)}),
    Code.PLAY_TOP_UP: frozenset({(_K.PLAY_SOURCE, _K.PLAYER)}),
    Code.STAKE: frozenset({(_K.PLAYER, _K.STAKES)}),
    Code.STAKE_TAKEN_BACK: frozenset({(_K.STAKES, _K.PLAYER)}),
    Code.STAKES_LOST: frozenset({(_K.STAKES, _K.GAMING)}),
    Code.PRIZES: frozenset({(_K.GAMING, _K.STAKES)}),
    Code.PAYOUT: frozenset({(_K.STAKES, _K.PLAYER)}),
    Code.COMMISSION: frozenset({(_K.GAMING, _K.COMMISSION)}),
    Code.REFUND: frozenset({(_K.STAKES, _K.PLAYER)}),
    Code.STAKE_RETURNED: frozenset({(_K.STAKES, _K.PLAYER)}),
    Code.PRIZE: frozenset({(_K.GAMING, _K.PLAYER)}),
    Code.ADJUSTMENT: frozenset({(_K.PLAYER, _K.ADJUSTMENTS), (_K.ADJUSTMENTS, _K.PLAYER)}),
}
"""Per code, the (debit, credit) kinds it may join. No entry joins two players (PT-06)."""

ONLY_IN: Final[Mapping[AccountKind, Currency]] = {
    AccountKind.FUNDING: Currency.EUR,
    AccountKind.PAYOUTS: Currency.EUR,
    AccountKind.CHARGE_BACKS: Currency.EUR,
    AccountKind.PLAY_SOURCE: Currency.PLAY,
}
"""The kinds that exist in one currency: play money is never paid in or out."""


def fits(code: Code, debit: AccountKind, credit: AccountKind) -> bool:
    """Whether a line of `code` may debit an account of kind `debit` and credit one of kind `credit`.

    >>> player, stakes = AccountKind.PLAYER, AccountKind.STAKES
    >>> fits(Code.STAKE, player, stakes), fits(Code.STAKE, player, player)
    (True, False)
    """
    return (debit, credit) in JOINS[code]


def stakes_returned(moved: Mapping[Code, int]) -> int:
    """The stakes of won and pushed bets, in cents, in sums of lines by code: payouts hold them beside the prizes.

    >>> stakes_returned(dict.fromkeys(Code, 0) | {Code.PRIZES: 19_00, Code.PAYOUT: 39_00})
    2000
    """
    return moved[Code.STAKE_RETURNED] + moved[Code.PAYOUT] - moved[Code.PRIZES]


def prizes(moved: Mapping[Code, int]) -> int:
    """The prizes, net of commission, in cents, in sums of lines by code."""
    return moved[Code.PRIZE] + moved[Code.PRIZES]
