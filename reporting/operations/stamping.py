"""A time stamp of every sealed day by an authority outside the house (RFC 3161): the day was sealed by then.

Stamped is the text of the first checkpoint of the log that includes the day. Play and sealing never wait for it: where
no answer comes, the day is asked for again until a stamp would be too late to say anything.
"""

import os
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum
from pathlib import Path
from typing import Final, Protocol

from cryptography.x509 import load_pem_x509_certificates
from django.conf import settings
from rfc3161_client import (
    HashAlgorithm,
    TimestampRequestBuilder,
    TimeStampResponse,
    VerificationError,
    VerifierBuilder,
    decode_timestamp_response,
)

from reporting.evidence import notes
from reporting.models import DayStamp, SealedDay
from reporting.operations.alone import alone
from reporting.queries.log import checkpoint_after
from reporting.queries.stamps import WITHIN
from reporting.sealing.folders import folder_of
from tables.operations import incidents

BEFORE: Final = timedelta(minutes=5)
"""How far an authority's clock may be behind the house's (V16)."""
DAYS_AT_ONCE: Final = 10
LOCK: Final = 0x57A3
KEYS: Final = uuid.UUID("0b6f2f4e-5d1c-4b7a-9a0e-0c54f2f0e7b3")
STAMP: Final = "stamp.tsr"
NOTE: Final = "stamp.note"
"""The names of the stamp and of what it stamps, beside the day's files."""


class StampFault(StrEnum):
    """Why a day has no stamp after a try."""

    SILENT = "silent"
    """The authority did not answer."""
    WRONG = "wrong"
    """Its answer does not hold: refused, of another text, not of a configured root, or of another time."""


class Stamper(Protocol):
    """An authority of time stamps."""

    def answer(self, request: bytes) -> bytes:
        """The answer to a request of RFC 3161, both in DER. Raises `OSError` where there is none."""

    def roots(self) -> bytes:
        """The certificates (PEM) that its own must lead to."""


@dataclass(frozen=True, slots=True)
class StampTry:
    """A day that a stamp was asked for; `fault` is None where it has one now, and `told` says more of the fault."""

    day: date
    fault: StampFault | None
    told: str = ""


def stamp_days(*, stamper: Stamper, now: datetime) -> tuple[StampTry, ...]:
    """Ask for the stamps of the sealed days that have none; one that came too late for any is an incident.

    The authority is asked outside of any transaction. Safe twice: a stamp that was lost is asked for again.
    """
    with alone(LOCK, 0) as mine:
        if not mine:
            return ()
        tried = [_stamp(sealed, stamper, now) for sealed in _waiting(now)]
        for late in SealedDay.objects.filter(stamp=None, sealed_at__lte=now - WITHIN, sealed_at__gt=now - 2 * WITHIN):
            _late(late, now)
    return tuple(each for each in tried if each is not None)


def lay_stamp(root: Path, sealed: SealedDay) -> None:
    """Write a day's stamp and what it stamps beside the day's files under `root`, unless they lie there."""
    row, folder = DayStamp.objects.filter(sealed=sealed).first(), folder_of(root, sealed.day, sealed.revision)
    if row is None or not folder.is_dir():
        return
    for name, content in ((NOTE, row.note.encode()), (STAMP, bytes(row.token))):
        if not (folder / name).exists():
            part = folder.with_name(f"{folder.name}.{name}.part")
            part.write_bytes(content)
            os.replace(part, folder / name)


def _waiting(now: datetime) -> Iterator[SealedDay]:
    """Sealed days without a stamp that one may still be had for, the oldest first."""
    found = SealedDay.objects.filter(stamp=None, sealed_at__gt=now - WITHIN, leaf__number__isnull=False)
    yield from found.select_related("leaf").order_by("day", "revision")[:DAYS_AT_ONCE]


def _stamp(sealed: SealedDay, stamper: Stamper, now: datetime) -> StampTry | None:
    assert sealed.leaf.number is not None, "a day that waits has its place"
    checkpoint = checkpoint_after(sealed.leaf.number)
    if checkpoint is None:
        return None  # it is signed within a minute
    text = notes.split(checkpoint.note)[0].encode()
    request = TimestampRequestBuilder().data(text).hash_algorithm(HashAlgorithm.SHA256).build()
    try:
        token = stamper.answer(request.as_bytes())
    except OSError as error:
        return StampTry(sealed.day, StampFault.SILENT, str(error))
    try:
        answer = decode_timestamp_response(token)
        verifier = VerifierBuilder.from_request(request)
        for root in load_pem_x509_certificates(stamper.roots()):
            verifier = verifier.add_root_certificate(root)
        verifier.build().verify_message(answer, text)
        at = _moment(answer, sealed)
    except (VerificationError, ValueError) as error:
        return StampTry(sealed.day, StampFault.WRONG, str(error)[:300])
    about = {"note": checkpoint.note, "token": token, "stamped_at": at, "asked_at": now}
    DayStamp.objects.get_or_create(sealed=sealed, defaults=about)
    lay_stamp(settings.EVIDENCE_DIR, sealed)
    return StampTry(sealed.day, None)


def _moment(answer: TimeStampResponse, sealed: SealedDay) -> datetime:
    at: datetime = answer.tst_info.gen_time
    if not sealed.sealed_at - BEFORE <= at <= sealed.sealed_at + WITHIN:
        raise ValueError(f"its moment is {at.isoformat()}, not within a day of the sealing")
    return at


def _late(sealed: SealedDay, now: datetime) -> None:
    incidents.open_incident(
        kind="adapter-silent",
        idempotency_key=uuid.uuid5(KEYS, f"{sealed.day}:{sealed.revision}"),
        facts={"reason": sealed.day.isoformat()},
        now=now,
        subject="time stamps",
    )
