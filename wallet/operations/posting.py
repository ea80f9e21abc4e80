"""Opening accounts, locking balances, posting lines.

Every line is written by `post`, set-based: however many lines, one statement for them and their balances.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Final
from uuid import UUID

from django.db import connection
from django.db.backends.utils import CursorWrapper

from kernel import prepared, tracing
from kernel.money import Currency, is_amount
from wallet.chart import AccountKind, Code


@dataclass(frozen=True, slots=True)
class AccountOpened:
    """A player's account, new or already there (`repeat`)."""

    account: int
    currency: Currency
    repeat: bool


@dataclass(frozen=True, slots=True)
class Line:
    """One line to post: `amount` cents from account `debit` to account `credit`."""

    debit: int
    credit: int
    amount: int
    code: Code
    key: UUID
    reference: str


@dataclass(frozen=True, slots=True)
class Posted:
    """A line as written, with the balance before and after of the player's account it touched, if any."""

    transfer: int
    balance_before: int | None
    balance_after: int | None


class ShortOfFunds(Exception):
    """A line would take `account` below zero: it asked for `asked` cents with `most` there (PT-05). Nothing written."""

    rule: Final = "PT-05"

    def __init__(self, account: int, asked: int, most: int) -> None:
        super().__init__(f"account {account}: {asked} asked, {most} there")
        self.account, self.asked, self.most = account, asked, most


def open_player_account(*, person_key: str, currency: Currency, now: datetime) -> AccountOpened:
    """Open the person's account in `currency`, empty; an account already there is the answer again."""
    account, created = _account(AccountKind.PLAYER, currency, person_key, now)
    return AccountOpened(account=account, currency=currency, repeat=not created)


def open_stakes_account(*, round_key: str, currency: Currency, now: datetime) -> int:
    """Open the account that holds a round's stakes until it is settled or void. Inside the caller's transaction."""
    return _account(AccountKind.STAKES, currency, round_key, now)[0]


_OPEN: Final = """
INSERT INTO wallet_account (kind, currency, owner, opened_at)
SELECT 'stakes', currency, owner, %(now)s
FROM unnest(%(currencies)s::text[], %(owners)s::text[]) AS round (currency, owner)
RETURNING owner, id
"""


def open_stakes_accounts(*, rounds: Mapping[str, Currency], now: datetime) -> dict[str, int]:
    """Open the accounts of these rounds, by key, in one statement; each round is new. Inside the caller's transaction.

    Raises `IntegrityError` where a round has its account already.
    """
    with prepared.cursor() as cursor:
        currencies = prepared.array([currency.value for currency in rounds.values()])
        cursor.execute(_OPEN, {"now": now, "currencies": currencies, "owners": prepared.texts(rounds)})
        return {str(owner): int(account) for owner, account in cursor.fetchall()}


def house_account(kind: AccountKind, currency: Currency, *, now: datetime | None = None) -> int:
    """The house's account of `kind`, opened the first time it is asked for."""
    if kind in {AccountKind.PLAYER, AccountKind.STAKES}:
        raise ValueError(f"{kind} accounts have an owner")
    return _account(kind, currency, "", now)[0]


_HOUSE: Final = """
SELECT kind, currency, id FROM wallet_account
WHERE kind = ANY(%s::text[]) AND currency = ANY(%s::text[]) AND owner = ''
"""


def house_accounts(wanted: Iterable[tuple[AccountKind, Currency]]) -> dict[tuple[AccountKind, Currency], int]:
    """The house's accounts of these kinds and currencies, in one statement; one never asked for before is opened.

    Inside the caller's transaction.
    """
    pairs = set(wanted)
    if not pairs:
        return {}
    with prepared.cursor() as cursor:
        kinds, currencies = ({each.value for each in column} for column in zip(*pairs, strict=True))
        cursor.execute(_HOUSE, [prepared.array(kinds), prepared.array(currencies)])
        found = {(AccountKind(kind), Currency(currency)): int(account) for kind, currency, account in cursor.fetchall()}
    return {pair: found.get(pair) or house_account(*pair) for pair in pairs}


def _account(kind: AccountKind, currency: Currency, owner: str, now: datetime | None) -> tuple[int, bool]:
    """The account's id, and whether this call opened it. Not kept in memory: a transaction that is undone undoes it."""
    facts = [kind.value, currency.value, owner]
    with connection.cursor() as cursor:
        cursor.execute("SELECT id FROM wallet_account WHERE (kind, currency, owner) = (%s, %s, %s)", facts)
        found = cursor.fetchone()
        if found is None:
            cursor.execute(
                "INSERT INTO wallet_account (kind, currency, owner, balance, opened_at)"
                " VALUES (%s, %s, %s, CASE WHEN %s THEN 0 END, coalesce(%s, now()))"
                " ON CONFLICT (kind, currency, owner) DO NOTHING RETURNING id",
                [*facts, kind is AccountKind.PLAYER, now],
            )
            created = cursor.fetchone()
            if created is not None:
                return int(created[0]), True
            # Another transaction opened it between the two statements, and has committed.
            cursor.execute("SELECT id FROM wallet_account WHERE (kind, currency, owner) = (%s, %s, %s)", facts)
            found = cursor.fetchone()
            assert found is not None
    return int(found[0]), False


_LOCK: Final = """
SELECT id, balance FROM wallet_account WHERE id = ANY(%s::bigint[]) AND kind = 'player' ORDER BY id FOR UPDATE
"""


def lock_balances(account_ids: Iterable[int]) -> dict[int, int]:
    """Lock these players' accounts in id order until the transaction ends, and answer what each holds, in cents.

    Raises `LookupError` for an id that is no player's account.
    """
    wanted = set(account_ids)
    balances = send_lock(wanted)()
    if len(balances) != len(wanted):
        raise LookupError(f"no player's account: {sorted(wanted - balances.keys())[:5]}")
    return balances


def send_lock(account_ids: Iterable[int]) -> Callable[[], dict[int, int]]:
    """The same, to be answered after a block of statements sent together; without ids that are no player's account."""
    assert connection.in_atomic_block, "a lock outlives only a transaction"
    sent = prepared.send(_LOCK, [prepared.array(sorted(set(account_ids)))])
    return lambda: {int(account): int(balance) for account, balance in sent.fetchall()}


# One statement: the ledger's own trigger looks at the lines when the balances are written too, and refuses a line
# whose balance is not. The accounts are named twice: so the planner looks them up instead of reading every one for a
# large round. Identifiers are drawn after the sort, so they rise in the order of the lines.
_WRITE: Final = """
WITH written AS (
  UPDATE wallet_account SET balance = moved.balance
  FROM unnest(%(ids)s::bigint[], %(balances)s::bigint[]) AS moved (id, balance)
  WHERE wallet_account.id = moved.id AND wallet_account.id = ANY(%(ids)s::bigint[])
)
INSERT INTO wallet_transfer
    (debit_account, credit_account, amount, code, key, reference, balance_before, balance_after, created_at)
SELECT debit, credit, amount, code, key, reference, balance_before, balance_after, %(now)s
FROM unnest(%(debits)s::bigint[], %(credits)s::bigint[], %(amounts)s::bigint[], %(codes)s::text[], %(keys)s::uuid[],
    %(references)s::text[], %(befores)s::bigint[], %(afters)s::bigint[])
    WITH ORDINALITY AS line (debit, credit, amount, code, key, reference, balance_before, balance_after, place)
ORDER BY place
RETURNING id
"""


def post(lines: Sequence[Line], *, balances: dict[int, int], now: datetime) -> tuple[Posted, ...]:
    """Write the lines, in order, and the balances they lead to, inside the caller's transaction.

    `balances` are those of `lock_balances` for every player's account touched; it is brought up to date in place.

    Raises `ShortOfFunds` before anything is written if a line would take a player below zero, `ValueError` for an
    amount that is none, `IntegrityError` for a (code, key) already used and for lines that the ledger's own triggers
    refuse: two players, two currencies, kinds that do not fit the code.
    """
    return send(lines, balances=balances, now=now)()


def send(lines: Sequence[Line], *, balances: dict[int, int], now: datetime) -> Callable[[], tuple[Posted, ...]]:
    """The same, to be answered after a block of statements sent together, or not to be asked; `balances` are at once
    as the lines leave them."""
    assert connection.in_atomic_block, "lines and balances are written together or not at all"
    if not lines:
        return tuple
    steps, after = _steps(lines, balances)
    with tracing.span("post", lines=len(lines)):
        sent = prepared.send(
            _WRITE,
            {
                "ids": prepared.array(after),
                "balances": prepared.array(after.values()),
                "now": now,
                "debits": prepared.array([line.debit for line in lines]),
                "credits": prepared.array([line.credit for line in lines]),
                "amounts": prepared.array([line.amount for line in lines]),
                "codes": prepared.array([line.code for line in lines]),
                "keys": prepared.array([line.key.hex for line in lines]),
                "references": prepared.texts([line.reference for line in lines]),
                "befores": prepared.array([before for before, _ in steps]),
                "afters": prepared.array([balance for _, balance in steps]),
            },
        )
    balances.update(after)
    return partial(_posted, sent, steps)


Steps = Sequence[tuple[int, int] | tuple[None, None]]


def _posted(sent: CursorWrapper, steps: Steps) -> tuple[Posted, ...]:
    written = sorted([row[0] for row in sent.fetchall()])
    return tuple(
        Posted(transfer=transfer, balance_before=before, balance_after=balance)
        for transfer, (before, balance) in zip(written, steps, strict=True)
    )


def _steps(
    lines: Sequence[Line], balances: dict[int, int]
) -> tuple[list[tuple[int, int] | tuple[None, None]], dict[int, int]]:
    """The balance before and after each line, and each touched account's last; an account not given is the house's."""
    after: dict[int, int] = {}
    steps: list[tuple[int, int] | tuple[None, None]] = []
    for line in lines:
        amount = line.amount
        if not is_amount(amount):
            raise ValueError(f"not an amount: {amount!r}")
        if line.debit in balances:
            assert line.credit not in balances, "no line joins two players (PT-06)"
            account, change = line.debit, -amount
        elif line.credit in balances:
            account, change = line.credit, amount
        else:
            steps.append((None, None))
            continue
        before = after.get(account, balances[account])
        if before + change < 0:
            raise ShortOfFunds(account, asked=amount, most=before)
        after[account] = before + change
        steps.append((before, before + change))
    return steps, after
