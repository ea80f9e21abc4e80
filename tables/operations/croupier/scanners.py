"""Scanners with a token of their own: issued for one table, revoked, and the cards that they read (C9)."""

import hashlib
import secrets
import uuid
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from django.db import transaction

from kernel.reasons import stated
from kernel.rejection import Rejected
from players.events.names import EventName
from players.events.telling import tell
from tables.card_terms import CONSOLE_DEVICES
from tables.models import CardEvent, Scanner, Table
from tables.operations.croupier import reading
from tables.operations.croupier.standing import Standing, locked_table, standing_of

NAME: Final = (2, 40)
"""The fewest and the most characters of a scanner's name."""
MOST: Final = 8
"""Scanners that a table has at a time."""
MARK: Final = "sabot-scanner-"
"""What every token begins with, so that one that leaked is recognised."""
TOKEN_MOST: Final = 120
"""Characters; a token of ours is shorter."""


class ScannerRejection(StrEnum):
    """Why nothing was done, in the order of checking."""

    NO_SUCH_TABLE = "no-such-table"
    NOT_A_CROUPIERS_TABLE = "not-a-croupiers-table"
    KEY_REUSED = "key-reused"
    NAME_INVALID = "name-invalid"
    """Not as many characters as `least` and `most` say, or one that cannot be printed."""
    NO_REASON = "no-reason"
    NAME_TAKEN = "name-taken"
    TOO_MANY = "too-many"
    """The table has `most` scanners already."""
    NO_SUCH_SCANNER = "no-such-scanner"
    TOKEN_UNKNOWN = "token-unknown"  # noqa: S105  a reason, no token
    """No scanner has this token: it is mistyped or was never issued."""
    TOKEN_REVOKED = "token-revoked"  # noqa: S105
    ANOTHER_TABLE = "another-table"
    """The token is one of another table."""
    NO_CROUPIER = "no-croupier"
    """No croupier deals at the table now, so that the card is none of a round."""


class ScannerRejected(Rejected):
    """`reason` says why."""

    reason: ScannerRejection


@dataclass(frozen=True, slots=True, kw_only=True)
class ScannerActed:
    """A scanner after the act. `token` is there once, when it was issued: it is kept nowhere."""

    scanner_id: int
    table_id: int
    name: str
    token: str = ""
    revoked: bool = False
    repeat: bool = False


def issue_scanner(
    *, table_id: int, name: str, reason: str, by: int, idempotency_key: uuid.UUID, now: datetime
) -> ScannerActed:
    """Give a scanner a token for this table. The same key: the first answer, without the token, which is kept
    nowhere. Raises `ScannerRejected`.
    """
    with transaction.atomic():
        table = _locked(table_id)
        known = Scanner.objects.filter(key=idempotency_key).first()
        if known is not None:
            if (known.table_id, known.name, known.issued_by_id) != (table_id, name.strip(), by):
                raise ScannerRejected(ScannerRejection.KEY_REUSED)
            return _acted(known, repeat=True)
        called, said = _named(name), stated(reason, ScannerRejected(ScannerRejection.NO_REASON))
        serving = Scanner.objects.filter(table=table, revoked_at=None)
        if called in CONSOLE_DEVICES or serving.filter(name=called).exists():
            raise ScannerRejected(ScannerRejection.NAME_TAKEN)
        if serving.count() >= MOST:
            raise ScannerRejected(ScannerRejection.TOO_MANY, most=MOST)
        token = MARK + secrets.token_urlsafe(32)
        scanner = Scanner.objects.create(
            key=idempotency_key,
            table=table,
            name=called,
            digest=digest_of(token),
            reason=said,
            issued_by_id=by,
            issued_at=now,
        )
        tell(
            EventName.SCANNER_ISSUED,
            by=by,
            now=now,
            key=table.code,
            table_id=table.pk,
            scanner=called,
            reason=said,
        )
    return _acted(scanner, token=token)


def revoke_scanner(*, scanner_id: int, by: int, now: datetime) -> ScannerActed:
    """End a scanner's token: no card is read with it from now on. Revoked already: the same answer. Raises
    `ScannerRejected`.
    """
    with transaction.atomic():
        table_id = Scanner.objects.filter(pk=scanner_id).values_list("table_id", flat=True).first()
        if table_id is None:
            raise ScannerRejected(ScannerRejection.NO_SUCH_SCANNER)
        table = _locked(table_id)
        scanner = Scanner.objects.get(pk=scanner_id)
        if scanner.revoked_at is not None:
            return _acted(scanner, repeat=True)
        scanner.revoked_at, scanner.revoked_by_id = now, by
        scanner.save(update_fields=["revoked_at", "revoked_by"])
        tell(EventName.SCANNER_REVOKED, by=by, now=now, key=table.code, table_id=table.pk, scanner=scanner.name)
    return _acted(scanner)


def read_by_scanner(
    *, table_code: str, token: str, code: str, idempotency_key: uuid.UUID, now: datetime
) -> reading.Reading:
    """Take what a scanner read, for the croupier who deals at its table. The same key: the first answer, also where the
    croupier has left since. Raises `ScannerRejected`, and `CroupierRejected` for a key that had another card.
    """
    with transaction.atomic():
        found = _of_token(token)
        standing = standing_of(_locked(found.table_id))
        scanner = Scanner.objects.get(pk=found.pk)  # once more, under the lock: a revoked token reads no card
        if scanner.revoked_at is not None:
            raise ScannerRejected(ScannerRejection.TOKEN_REVOKED)
        if standing.table.code != table_code:
            raise ScannerRejected(ScannerRejection.ANOTHER_TABLE)
        known = CardEvent.objects.filter(key=idempotency_key).first()
        if known is not None:
            return reading.told_again(known, scanner.table_id, code)
        croupier = _croupier(standing)
        return reading.take_code(standing, code, by=croupier, device=scanner.name, key=idempotency_key, now=now)


def digest_of(token: str) -> str:
    """As the row knows a token: 32 random bytes need no salt."""
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()


def _of_token(token: str) -> Scanner:
    known = None
    if len(token) <= TOKEN_MOST:
        known = Scanner.objects.filter(digest=digest_of(token)).first()
    if known is None:
        raise ScannerRejected(ScannerRejection.TOKEN_UNKNOWN)
    if known.revoked_at is not None:
        raise ScannerRejected(ScannerRejection.TOKEN_REVOKED)
    return known


def _croupier(standing: Standing) -> int:
    if standing.shift is None or standing.robot_deals:
        raise ScannerRejected(ScannerRejection.NO_CROUPIER)
    return standing.shift.croupier_id


def _locked(table_id: int) -> Table:
    missing = ScannerRejected(ScannerRejection.NO_SUCH_TABLE)
    other = ScannerRejected(ScannerRejection.NOT_A_CROUPIERS_TABLE)
    return locked_table(table_id, missing=missing, other=other)


def _named(name: str) -> str:
    called, (least, most) = name.strip(), NAME
    if not least <= len(called) <= most or not called.isprintable():
        raise ScannerRejected(ScannerRejection.NAME_INVALID, least=least, most=most)
    return called


def _acted(scanner: Scanner, *, token: str = "", repeat: bool = False) -> ScannerActed:
    return ScannerActed(
        scanner_id=scanner.pk,
        table_id=scanner.table_id,
        name=scanner.name,
        token=token,
        revoked=scanner.revoked_at is not None,
        repeat=repeat,
    )
