"""Players of the demo history, in bulk, for a demonstration house: verified, without a password that opens anything."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import connection, transaction


@dataclass(frozen=True, slots=True)
class HistoryPlayer:
    """A player as the demo history needs one."""

    person_id: int
    person_key: str


BANK: Final = "past"
"""The bank of the demo history: its notices are as invented as its players."""


@dataclass(slots=True)
class HistoryPayments:
    """The deposits and withdrawals of a history: person, key, cents and moment, each once."""

    deposits: list[tuple[int, UUID, int, datetime]] = field(default_factory=list)
    withdrawals: list[tuple[int, UUID, int, datetime]] = field(default_factory=list)

    def deposit(self, person_id: int, key: UUID, amount: int, at: datetime) -> None:
        """Money that came and was credited at once."""
        self.deposits.append((person_id, key, amount, at))

    def withdrawal(self, person_id: int, key: UUID, amount: int, at: datetime) -> None:
        """Money that was asked for and paid at once."""
        self.withdrawals.append((person_id, key, amount, at))


def register_history_players(*, nicknames: Sequence[str], joined_at: Sequence[datetime]) -> list[HistoryPlayer]:
    """Players of these nicknames, in the same order; their e-mails end in the reserved `.example`."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO players_person (password, is_superuser, public_id, email, nickname, kind, is_active,"
            " joined_at, language, birth_date, verified_at, email_confirmed_at, terms_version)"
            " SELECT '!', false, gen_random_uuid(), nickname || '@passado.sabot.example', nickname, 'player', true,"
            " joined_at, 'pt', '1985-05-04', joined_at, joined_at, 1"
            " FROM unnest(%s::text[], %s::timestamptz[]) AS p(nickname, joined_at) RETURNING nickname, id, public_id",
            [list(nicknames), list(joined_at)],
        )
        found = {nickname: HistoryPlayer(int(pk), str(key)) for nickname, pk, key in cursor.fetchall()}
    return [found[nickname] for nickname in nicknames]


def write_history_payments(payments: HistoryPayments) -> None:
    """The cashier's rows and the bank's notices of payments whose ledger lines the caller writes beside them."""
    for rows, statement in ((payments.deposits, _DEPOSITS), (payments.withdrawals, _WITHDRAWALS)):
        if rows:
            with connection.cursor() as cursor:
                columns = [list(column) for column in zip(*rows, strict=True)]
                cursor.execute(_INSTRUMENTS, [columns[0]])
                cursor.execute(statement, columns)
                cursor.execute(_NOTICES, [BANK, "paid-in" if rows is payments.deposits else "paid-out", *columns[1:]])


_INSTRUMENTS: Final = """
INSERT INTO players_instrument (person_id, key, kind, label, fingerprint, registered_at, proven_at)
SELECT id, gen_random_uuid(), 'bank-account', 'PT50 •••• ' || lpad((id %% 10000)::text, 4, '0'), 'past ' || id,
    joined_at, joined_at
FROM players_person WHERE id = ANY(%s::bigint[])
ON CONFLICT (fingerprint) DO NOTHING
"""
_PAID: Final = """
FROM unnest(%s::bigint[], %s::uuid[], %s::bigint[], %s::timestamptz[]) AS paid(person_id, key, amount, at)
JOIN players_instrument instrument ON instrument.fingerprint = 'past ' || paid.person_id
"""
_DEPOSITS: Final = (
    """
INSERT INTO players_deposit (person_id, instrument_id, key, amount, state, reason, detail, provider_ref, started_at,
    finished_at)
SELECT paid.person_id, instrument.id, paid.key, paid.amount, 'credited', '', '', 'past-in-' || paid.key,
    paid.at, paid.at
"""
    + _PAID
)
_WITHDRAWALS: Final = (
    """
INSERT INTO players_withdrawal (person_id, instrument_id, key, amount, state, two_persons, reason, first_reason,
    second_reason, provider_ref, requested_at, sent_at, finished_at)
SELECT paid.person_id, instrument.id, paid.key, paid.amount, 'paid', false, '', '', '', 'past-out-' || paid.key,
    paid.at, paid.at, paid.at
"""
    + _PAID
)
_NOTICES: Final = """
INSERT INTO players_paymentnotice (provider, event, kind, provider_ref, amount, currency, owner_name, outcome,
    received_at)
SELECT %s, told.kind || '-' || paid.key, told.kind, 'past-' || substr(told.kind, 6) || '-' || paid.key, paid.amount,
    'EUR', '', 'applied', paid.at
FROM (SELECT %s::text AS kind) told,
    unnest(%s::uuid[], %s::bigint[], %s::timestamptz[]) AS paid(key, amount, at)
"""
