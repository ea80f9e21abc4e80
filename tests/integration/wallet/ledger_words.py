"""A few short words for the ledger's tests: players with money, rounds, lines; all through the ledger's own doors."""

import uuid
from datetime import UTC, datetime

from django.db import transaction

from kernel.money import Currency
from wallet import operations
from wallet.chart import AccountKind, Code
from wallet.operations import Line, Posted

NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)


class Ledger:
    """Players are named by their keys, accounts by their numbers."""

    def player(self, funds: int = 0, currency: Currency = Currency.EUR) -> str:
        key = str(uuid.uuid4())
        operations.open_player_account(person_key=key, currency=currency, now=NOW)
        if funds:
            move = operations.deposit if currency is Currency.EUR else operations.top_up_play
            move(person_key=key, amount=funds, idempotency_key=uuid.uuid4(), now=NOW)
        return key

    def account(self, key: str, currency: Currency = Currency.EUR) -> int:
        return operations.open_player_account(person_key=key, currency=currency, now=NOW).account

    def round(self, currency: Currency = Currency.EUR) -> tuple[int, str]:
        """The round's account and its code."""
        code = f"R-{uuid.uuid4().hex[:10]}"
        return operations.open_stakes_account(round_key=code, currency=currency, now=NOW), code

    def house(self, kind: AccountKind, currency: Currency = Currency.EUR) -> int:
        return operations.house_account(kind, currency, now=NOW)

    def line(self, debit: int, credit: int, amount: int, code: Code, reference: str = "") -> Line:
        return Line(debit, credit, amount, code, uuid.uuid4(), reference)

    def post(self, *lines: Line, players: tuple[int, ...], now: datetime = NOW) -> tuple[Posted, ...]:
        with transaction.atomic():
            return operations.post(lines, balances=operations.lock_balances(players), now=now)
