"""Players of the demo history, in bulk, for a demonstration house: verified, without a password that opens anything."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import connection, transaction

from demonstration.copying import copy_rows
from demonstration.invented import iban, nif

SignedIn = tuple[int, UUID, str, str, datetime, datetime]
"""A sign-in that is over: person, its id, address, browser, beginning and end."""
AT_ONCE: Final = 500
"""People registered in one transaction: each takes a lock."""
FIRST_EIGHT: Final = 30_000_000
_SIGN_IN: Final = {
    "person_id": "int8",
    "public_id": "uuid",
    "session": "text",
    "address": "text",
    "device": "text",
    "signed_in_at": "timestamptz",
    "ended_at": "timestamptz",
}


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
    """Players of these nicknames, in the same order, registered and verified; their e-mails end in `.example`."""
    found: list[HistoryPlayer] = []
    for first in range(0, len(nicknames), AT_ONCE):
        names, joined = nicknames[first : first + AT_ONCE], joined_at[first : first + AT_ONCE]
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(_PEOPLE, [list(names), list(joined)])
            born = {nickname: HistoryPlayer(int(pk), str(key)) for nickname, pk, key in cursor.fetchall()}
            people = [born[nickname] for nickname in names]
            numbers_of = [_numbers(first + place) for place in range(len(people))]
            cursor.execute(
                _REGISTRATIONS, [[each.person_id for each in people], *map(list, zip(*numbers_of, strict=True))]
            )
            cursor.execute(_ANSWERS, [[each.person_id for each in people]])
        found += people
    return found


def _numbers(place: int) -> tuple[str, str, str]:
    """A document's, a taxpayer's and an account's number for an invented person."""
    eight = f"{FIRST_EIGHT + place:08}"
    return eight, nif(eight), iban(eight)


def write_history_sign_ins(sign_ins: Sequence[SignedIn]) -> None:
    """Sign-ins that ended; their sessions are none that a cookie could name."""
    rows = [(person, key, key.hex, at, agent, begun, ended) for person, key, at, agent, begun, ended in sign_ins]
    copy_rows("players_device", _SIGN_IN, rows)


def write_history_payments(payments: HistoryPayments) -> None:
    """The cashier's rows and the bank's notices of payments whose ledger lines the caller writes beside them."""
    for rows, statement in ((payments.deposits, _DEPOSITS), (payments.withdrawals, _WITHDRAWALS)):
        if rows:
            with connection.cursor() as cursor:
                columns = [list(column) for column in zip(*rows, strict=True)]
                cursor.execute(_INSTRUMENTS, [columns[0]])
                cursor.execute(statement, columns)
                cursor.execute(_NOTICES, [BANK, "paid-in" if rows is payments.deposits else "paid-out", *columns[1:]])


_PEOPLE: Final = """
INSERT INTO players_person (password, is_superuser, public_id, email, nickname, kind, is_active,
    joined_at, language, birth_date, verified_at, email_confirmed_at, terms_version)
SELECT '!', false, gen_random_uuid(), nickname || '@passado.sabot.example', nickname, 'player', true,
    joined_at, 'pt', '1985-05-04', joined_at, joined_at, 1
FROM unnest(%s::text[], %s::timestamptz[]) AS p(nickname, joined_at) RETURNING nickname, id, public_id
"""
_REGISTRATIONS: Final = """
INSERT INTO players_registration (person_id, key, full_name, nationality, profession, occupation, address, postal_code,
    district, country, phone, document_kind, document_number, document_country, nif, iban, received_at, received_from)
SELECT p.id, gen_random_uuid(), 'Exemplo ' || p.nickname, 'PT', 'Exemplo', '22', 'Rua do Passado 1, Lisboa',
    '1100-001', 'Lisboa', 'PT', '+35190' || right(given.document, 7), 1, given.document, 'PT', given.nif, given.iban,
    p.joined_at, ''
FROM unnest(%s::bigint[], %s::text[], %s::text[], %s::text[]) AS given(id, document, nif, iban)
JOIN players_person p USING (id)
"""
_ANSWERS: Final = """
INSERT INTO players_identitycheck (person_id, asked_at, next_try_at, tries, verifier, answered_at, outcome,
    name_valid, nif_valid, birth_date_valid, of_age, deceased)
SELECT id, joined_at, joined_at, 1, 'sandbox', joined_at, 'verified', true, true, true, true, false
FROM players_person WHERE id = ANY(%s::bigint[])
"""
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
