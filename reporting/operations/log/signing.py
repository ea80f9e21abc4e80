"""Sign the state of the log: a checkpoint within seconds of a leaf, and one every hour (C2SP tlog-checkpoint)."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from django.conf import settings
from django.db import transaction

from kernel.rejection import Rejected
from reporting.evidence import notes
from reporting.evidence.checkpoints import Checkpoint
from reporting.evidence.notes import Signer
from reporting.evidence.tree import Frontier
from reporting.models import LeafKind, LogCheckpoint
from reporting.operations.log import numbering
from reporting.operations.log.telling import tell_log

EVERY: Final = timedelta(hours=1)
"""A checkpoint is signed again after this, also where no leaf came: it shows that the log was not stopped."""
READ: Final = 5_000
KEY_CHANGE: Final = "sabot key/v1"


class CheckpointRejection(StrEnum):
    """Why no checkpoint was signed."""

    NO_KEY = "no-key"
    KEY_UNKNOWN = "key-unknown"
    """The last checkpoint was signed by another key, and this process does not have that one."""
    LOG_DIFFERS = "log-differs"
    """The leaves no longer lead to the root that was signed before."""


class CheckpointRejected(Rejected):
    """`reason` says why."""

    reason: CheckpointRejection


@dataclass(frozen=True, slots=True, kw_only=True)
class Signed:
    """The log as it is signed; `new` tells whether this call signed it."""

    size: int
    root: str
    signed_at: datetime
    new: bool


def keep_log(*, now: datetime) -> Signed | None:
    """Number what waits and sign the state where it is due. None in a process without a key: it only numbers."""
    numbering.number_waiting()
    if settings.LOG_KEY is None:
        return None
    return sign_checkpoint(now=now)


def sign_checkpoint(*, now: datetime) -> Signed | None:
    """Sign the log if leaves came, or the last checkpoint is an hour old. None while another process does it.

    With another key than the last checkpoint's, the change is told to the log first, signed by the key before.
    Raises `CheckpointRejected`.
    """
    signer = _signer()
    with transaction.atomic():
        if not numbering.alone():
            return None
        last = LogCheckpoint.objects.order_by("-size", "-id").first()
        if last is not None:
            _follow_key(last, signer, now)
        frontier = Frontier() if last is None else Frontier.from_bytes(bytes(last.frontier))
        if last is not None and frontier.root != bytes(last.root):
            raise CheckpointRejected(CheckpointRejection.LOG_DIFFERS)
        size = numbering.size()
        if last is not None and last.size == size and now - last.signed_at < EVERY:
            return Signed(size=size, root=bytes(last.root).hex(), signed_at=last.signed_at, new=False)
        for start in range(frontier.size, size, READ):
            for each in numbering.hashes(start, min(start + READ, size)):
                frontier.append(each)
        if frontier.size != size:
            raise CheckpointRejected(CheckpointRejection.LOG_DIFFERS)
        LogCheckpoint.objects.create(
            size=size,
            root=frontier.root,
            frontier=frontier.to_bytes(),
            note=notes.sign(Checkpoint(signer.name, size, frontier.root).text, [signer]),
            signed_at=now,
        )
    return Signed(size=size, root=frontier.root.hex(), signed_at=now, new=True)


def verifier_key() -> str:
    """The key by which anybody checks the log's checkpoints, to be pinned. Raises `CheckpointRejected` without one."""
    return _signer().verifier.vkey


def _signer() -> Signer:
    if settings.LOG_KEY is None:
        raise CheckpointRejected(CheckpointRejection.NO_KEY)
    first = LogCheckpoint.objects.order_by("id").values_list("note", flat=True).first()
    # A house keeps the name that its log began with, whatever address its pages move to.
    return Signer(settings.LOG_ORIGIN if first is None else first.partition("\n")[0], settings.LOG_KEY)


def _follow_key(last: LogCheckpoint, signer: Signer, now: datetime) -> None:
    """Tell the log of a new key, if this is one."""
    _, signed = notes.signature_of(notes.split(last.note)[1][0])
    if signed[:4] == signer.verifier.key_id:
        return
    before = None if settings.LOG_KEY_BEFORE is None else Signer(signer.name, settings.LOG_KEY_BEFORE)
    if before is None or before.verifier.key_id != signed[:4]:
        raise CheckpointRejected(CheckpointRejection.KEY_UNKNOWN)
    vkey = signer.verifier.vkey
    text = f"{KEY_CHANGE}\n{before.verifier.vkey}\n{vkey}\n"
    told = {"vkey": vkey, "note": notes.sign(text, [before])}
    tell_log(kind=LeafKind.KEY, key=f"{vkey} {last.size}", facts=told, now=now)
    numbering.number_all()
