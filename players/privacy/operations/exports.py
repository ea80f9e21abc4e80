"""The file of everything that is held about a person, from its claim to its removal: made by a worker, kept in pieces.

Asking for one is an operation of the person's (`players.privacy.operations`). Instants are aware UTC.
"""

import hashlib
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import IO, Final
from uuid import UUID, uuid5

from django.db import transaction

from players.events.names import EventName
from players.events.telling import tell
from players.messages.operations.emails import write_email
from players.models import DataExport, DataExportPart, ExportState

KEPT_FOR: Final = timedelta(days=7)
"""How long a file may be fetched."""
PIECE: Final = 1 << 20
"""Bytes of a file in one row."""
TRIES: Final = 3
LEASE: Final = timedelta(minutes=20)
"""After so long without an end, the next worker begins the file anew."""
_EMAILS: Final = UUID("7c1de5f4-6a0c-4c1b-9b51-4a2f0f4c86d1")


@dataclass(frozen=True, slots=True)
class ExportAsked:
    """A file that will be made, or is being made already (`repeat`)."""

    code: UUID
    state: ExportState
    repeat: bool


@dataclass(frozen=True, slots=True)
class ExportToMake:
    """A file to make: whose, and under which name."""

    export_id: int
    person_id: int
    code: UUID


def claim_export(*, now: datetime) -> ExportToMake | None:
    """Take the file that waits longest, or one whose maker died; None when nothing waits."""
    with transaction.atomic():
        waiting = DataExport.objects.select_for_update(skip_locked=True, of=("self",))
        found = waiting.filter(state=ExportState.ASKED.value).order_by("pk").first()
        found = found or waiting.filter(state=ExportState.MAKING.value, claimed_at__lt=now - LEASE).first()
        if found is None:
            return None
        found.tries += 1
        if found.tries > TRIES:
            found.state = ExportState.FAILED.value
            found.save(update_fields=["state", "tries"])
            return None
        found.state, found.claimed_at, found.done = ExportState.MAKING.value, now, 0
        found.save(update_fields=["state", "claimed_at", "done", "tries"])
    return ExportToMake(found.pk, found.person_id, found.code)


def note_progress(*, export_id: int, done: int, parts: int) -> None:
    """Note how many of a file's parts are written."""
    DataExport.objects.filter(pk=export_id, state=ExportState.MAKING.value).update(done=done, parts=parts)


def finish_export(*, export_id: int, made: IO[bytes] | None, now: datetime) -> None:
    """Keep a file and tell the person that it is ready; None for one that could not be made: it is tried again."""
    with transaction.atomic():
        export = DataExport.objects.select_for_update(of=("self",)).get(pk=export_id)
        if export.state != ExportState.MAKING:
            return
        if made is None:
            export.state = (ExportState.ASKED if export.tries < TRIES else ExportState.FAILED).value
            export.save(update_fields=["state"])
            return
        export.state, export.made_at, export.expires_at = ExportState.READY.value, now, now + KEPT_FOR
        export.size, export.sha256, export.done = *_keep(export, made), export.parts
        export.save(update_fields=["state", "made_at", "expires_at", "size", "sha256", "done"])
        until = export.expires_at
        tell(EventName.DATA_FILE_READY, by=None, now=now, key=export.code, person_id=export.person_id, until=until)
        facts = {"expires_at": export.expires_at.isoformat()}
        key = uuid5(_EMAILS, f"export:{export.pk}")
        write_email(person_id=export.person_id, kind="own_data_ready", facts=facts, idempotency_key=key, now=now)


def _keep(export: DataExport, made: IO[bytes]) -> tuple[int, str]:
    """Write the file in pieces; its length and hash."""
    digest, size, number = hashlib.sha256(), 0, 0
    while content := made.read(PIECE):
        digest.update(content)
        size, number = size + len(content), number + 1
        DataExportPart.objects.create(export=export, number=number, content=content)
    return size, digest.hexdigest()


def note_fetched(*, person_id: int, code: UUID, now: datetime) -> bool:
    """Note that the person takes the file; False when there is none to take, or not theirs."""
    with transaction.atomic():
        export = (
            DataExport.objects.select_for_update(of=("self",))
            .filter(person_id=person_id, code=code, state=ExportState.READY.value, expires_at__gt=now)
            .first()
        )
        if export is None:
            return False
        export.fetched_at, export.fetches = now, export.fetches + 1
        export.save(update_fields=["fetched_at", "fetches"])
        tell(EventName.DATA_FILE_TAKEN, by=person_id, now=now, key=code, person_id=person_id)
    return True


def expire_exports(*, now: datetime) -> int:
    """Remove the files whose days are over; answers how many."""
    with transaction.atomic():
        ready = DataExport.objects.select_for_update(skip_locked=True, of=("self",)).filter(state=ExportState.READY)
        gone = [each.pk for each in ready.filter(expires_at__lte=now).order_by("pk")[:100]]
        DataExportPart.objects.filter(export__in=gone).delete()
        return DataExport.objects.filter(pk__in=gone).update(state=ExportState.GONE)
