"""Single movements: in from the bank, out to it, what a bank takes back, corrections. Each under its caller's key."""

from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Final
from uuid import UUID

from django.db import IntegrityError, connection, transaction

from kernel.money import MOST, Currency, is_amount
from kernel.rejection import Rejected
from wallet.chart import AccountKind, Code
from wallet.operations.posting import Line, ShortOfFunds, house_account, lock_balances, post


@dataclass(frozen=True, slots=True)
class Moved:
    """A movement as it stands in the ledger. `repeat`: this is the first answer again."""

    transfer: int
    account: int
    amount: int
    balance_before: int
    balance_after: int
    at: datetime
    repeat: bool


@dataclass(frozen=True, slots=True)
class ChargedBack:
    """A charge-back: `taken` from the player's account, `lost` by the house. `repeat`: the first answer."""

    taken: int
    lost: int
    repeat: bool


class MoveRejection(StrEnum):
    """Why money was not moved in or out; in the order of checking."""

    AMOUNT_INVALID = "amount-invalid"
    NO_ACCOUNT = "no-account"
    KEY_REUSED = "key-reused"
    SHORT_OF_FUNDS = "short-of-funds"


class MoveRejected(Rejected):
    """Money was not moved: `reason`, the `rule` it comes from, what was `asked` and the `most` possible."""

    reason: MoveRejection


class DepositRejected(MoveRejected):
    """A deposit was not made."""


class WithdrawalRejected(MoveRejected):
    """A withdrawal was not made."""


class TopUpRejected(MoveRejected):
    """Play money was not added."""


class AdjustmentRejected(MoveRejected):
    """A correction was not written."""


class ChargeBackRejected(MoveRejected):
    """The charge-back was not written."""


@dataclass(frozen=True, slots=True)
class _Way:
    """One kind of movement between the house's account and the player's; `outward` debits the player."""

    code: Code
    house: AccountKind
    outward: bool
    rejection: type[MoveRejected]
    currency: Currency = Currency.EUR


_K = AccountKind
_DEPOSIT: Final = _Way(Code.DEPOSIT, _K.FUNDING, False, DepositRejected)
_REQUESTED: Final = _Way(Code.WITHDRAWAL_REQUESTED, _K.PAYOUTS, True, WithdrawalRejected)
_GIVEN_BACK: Final = _Way(Code.WITHDRAWAL_GIVEN_BACK, _K.PAYOUTS, False, WithdrawalRejected)
_TOP_UP: Final = _Way(Code.PLAY_TOP_UP, _K.PLAY_SOURCE, False, TopUpRejected, Currency.PLAY)
_ADJUSTMENT: Final = _Way(Code.ADJUSTMENT, _K.ADJUSTMENTS, False, AdjustmentRejected)


def deposit(*, person_key: str, amount: int, idempotency_key: UUID, now: datetime, instrument: str = "") -> Moved:
    """Credit `amount` cents from the bank to the player, at once (PT-12). The same key and facts: the first answer.

    Raises `DepositRejected`.
    """
    return _move(_DEPOSIT, person_key, amount, idempotency_key, now, instrument)


def request_withdrawal(
    *, person_key: str, amount: int, idempotency_key: UUID, now: datetime, reference: str = ""
) -> Moved:
    """Put `amount` cents of the player's aside as money on its way out, never below zero (PT-05, PT-13).

    The same key and facts: the first answer.

    Raises `WithdrawalRejected`.
    """
    return _move(_REQUESTED, person_key, amount, idempotency_key, now, reference)


def give_back_withdrawal(
    *, person_key: str, amount: int, idempotency_key: UUID, now: datetime, reference: str = ""
) -> Moved:
    """Give money that was on its way out back to the player. The same key and facts: the first answer.

    Raises `WithdrawalRejected`.
    """
    return _move(_GIVEN_BACK, person_key, amount, idempotency_key, now, reference)


def pay_withdrawal(*, amount: int, idempotency_key: UUID, now: datetime, reference: str = "") -> int:
    """Note that the bank has paid out `amount` cents that were on their way; the line's number. Once per key.

    Inside the caller's transaction; raises `IntegrityError` for a key already used.
    """
    payouts = house_account(_K.PAYOUTS, Currency.EUR, now=now)
    funding = house_account(_K.FUNDING, Currency.EUR, now=now)
    line = Line(payouts, funding, amount, Code.WITHDRAWAL_PAID, idempotency_key, reference)
    return post([line], balances={}, now=now)[0].transfer


def charge_back(
    *, person_key: str, amount: int, idempotency_key: UUID, now: datetime, reference: str = ""
) -> ChargedBack:
    """Let the bank take `amount` cents back: as far as the balance goes, the rest is the house's loss (PT-05).

    The same key: the first answer.

    Raises `ChargeBackRejected`.
    """
    if not is_amount(amount):
        raise ChargeBackRejected(MoveRejection.AMOUNT_INVALID, asked=amount if type(amount) is int else None, most=MOST)
    with transaction.atomic():
        account = _player_account(person_key, Currency.EUR)
        if account is None:
            raise ChargeBackRejected(MoveRejection.NO_ACCOUNT, rule="PT-04")
        balances = lock_balances([account])
        taken, lost = _written(Code.CHARGE_BACK, idempotency_key), _written(Code.CHARGE_BACK_LOSS, idempotency_key)
        if taken or lost:
            if taken + lost != amount:
                raise ChargeBackRejected(MoveRejection.KEY_REUSED, asked=amount)
            return ChargedBack(taken, lost, repeat=True)
        funding = house_account(_K.FUNDING, Currency.EUR, now=now)
        losses = house_account(_K.CHARGE_BACKS, Currency.EUR, now=now)
        taken = min(amount, balances[account])
        lines = [
            Line(account, funding, taken, Code.CHARGE_BACK, idempotency_key, reference),
            Line(losses, funding, amount - taken, Code.CHARGE_BACK_LOSS, idempotency_key, reference),
        ]
        post([line for line in lines if line.amount], balances=balances, now=now)
    return ChargedBack(taken, amount - taken, repeat=False)


def top_up_play(*, person_key: str, amount: int, idempotency_key: UUID, now: datetime) -> Moved:
    """Give the player `amount` cents of play money. The same key and facts: the first answer.

    Raises `TopUpRejected`.
    """
    return _move(_TOP_UP, person_key, amount, idempotency_key, now, "")


def adjust(*, person_key: str, amount: int, idempotency_key: UUID, now: datetime, reference: str = "") -> Moved:
    """Correct the player's balance by `amount` cents: above zero in the player's favour, below it against.

    The database asks for an adjustment of the same key that two persons agreed to (D6). The same key and facts: the
    first answer. `Moved.amount` is without its sign.

    Raises `AdjustmentRejected`.
    """
    signed = amount if type(amount) is int else 0
    return _move(replace(_ADJUSTMENT, outward=signed < 0), person_key, abs(signed), idempotency_key, now, reference)


def _move(way: _Way, person_key: str, amount: int, key: UUID, now: datetime, reference: str) -> Moved:
    """One line between the house's account and the person's."""
    if not is_amount(amount):
        raise way.rejection(MoveRejection.AMOUNT_INVALID, asked=amount if type(amount) is int else None, most=MOST)
    try:
        with transaction.atomic():
            account = _player_account(person_key, way.currency)
            if account is None:
                raise way.rejection(MoveRejection.NO_ACCOUNT, rule="PT-04")
            counterpart = house_account(way.house, way.currency, now=now)
            balances = lock_balances([account])
            debit, credit = (account, counterpart) if way.outward else (counterpart, account)
            first = _earlier(way.code, key)
            if first is not None:
                if first.facts != (debit, credit, amount, reference):
                    raise way.rejection(MoveRejection.KEY_REUSED, asked=amount)
                return Moved(first.transfer, account, amount, first.before, first.after, first.at, repeat=True)
            line = Line(debit=debit, credit=credit, amount=amount, code=way.code, key=key, reference=reference)
            (posted,) = post([line], balances=balances, now=now)
    except ShortOfFunds as short:
        raise way.rejection(
            MoveRejection.SHORT_OF_FUNDS, rule=short.rule, asked=short.asked, most=short.most
        ) from short
    except IntegrityError as error:
        # Only another person's simultaneous use of the key passes the look-up above; this account was locked.
        if _constraint(error) != "wallet_transfer_once":
            raise
        raise way.rejection(MoveRejection.KEY_REUSED, asked=amount) from error
    assert posted.balance_before is not None
    assert posted.balance_after is not None
    return Moved(posted.transfer, account, amount, posted.balance_before, posted.balance_after, now, repeat=False)


def _player_account(person_key: str, currency: Currency) -> int | None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT id FROM wallet_account WHERE (kind, currency, owner) = ('player', %s, %s)",
            [currency.value, person_key],
        )
        found = cursor.fetchone()
    return None if found is None else int(found[0])


@dataclass(frozen=True, slots=True)
class _Earlier:
    transfer: int
    facts: tuple[int, int, int, str]
    before: int
    after: int
    at: datetime


def _earlier(code: Code, key: UUID) -> _Earlier | None:
    """The line already written under this code and key."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT id, debit_account, credit_account, amount, reference, balance_before, balance_after, created_at"
            " FROM wallet_transfer WHERE (code, key) = (%s, %s)",
            [code.value, key],
        )
        row = cursor.fetchone()
    return None if row is None else _Earlier(row[0], (row[1], row[2], row[3], row[4]), row[5], row[6], row[7])


def _constraint(error: IntegrityError) -> str | None:
    """The name of the constraint that refused, as the driver tells it."""
    diagnosis = getattr(error.__cause__, "diag", None)
    return getattr(diagnosis, "constraint_name", None)


def _written(code: Code, key: UUID) -> int:
    """The amount of the line already written under this code and key; 0 if there is none."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT amount FROM wallet_transfer WHERE (code, key) = (%s, %s)", [code.value, key])
        row = cursor.fetchone()
    return 0 if row is None else int(row[0])
