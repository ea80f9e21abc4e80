"""Show each witness the newest checkpoint, and keep the line that it signs (C2SP tlog-witness).

A witness that was shown one log signs no other: were there two, each for other eyes, no two witnesses would agree.
Where one says that this log does not go on from what it saw, an incident is opened and no day is sealed any more.
"""

import base64
import urllib.error
import urllib.request
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Final, Protocol

from django.conf import settings
from django.db import transaction

from reporting.evidence import notes
from reporting.models import Cosignature, WitnessState
from reporting.queries import log as log_queries
from reporting.queries import sealed_days
from reporting.queries.log import SPLIT, CheckpointCard
from tables.operations import incidents

KEYS: Final = uuid.UUID("6f5d2c1b-0a6e-4c0f-8a51-53a5f9b1c7de")
SECONDS: Final = 10
WITNESSED_WITHIN: Final = timedelta(hours=6)
"""How long after the house's own signature a sealed day may be without a quorum."""
PLAIN: Final = {"Content-Type": "text/plain"}
ANSWER_MOST: Final = 64 * 1024
OK, REFUSED, UNKNOWN, CONFLICT, UNPROVEN = 200, 403, 404, 409, 422


class WitnessFault(StrEnum):
    """What keeps a witness from signing."""

    SPLIT = SPLIT
    CONFIGURATION = "configuration"
    """It does not know this log or its key, or answers with a signature that is not its own."""
    SILENT = "silent"


class Witness(Protocol):
    """A witness as the house's profile names it; its weight counts towards the quorum."""

    @property
    def url(self) -> str:
        """What `/add-checkpoint` comes after."""

    @property
    def vkey(self) -> str:
        """Its verifier key."""

    @property
    def weight(self) -> int:
        """How much its signature counts."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a witness answered."""

    status: int
    body: bytes


@dataclass(frozen=True, slots=True)
class AskedWitness:
    """A witness after it was asked: signed, or with its fault."""

    witness: str
    signed: bool
    fault: WitnessFault | None = None


Post = Callable[[str, bytes], Answer]
"""Sends a body to an address. Raises `OSError` if there is no answer."""


def post(url: str, body: bytes) -> Answer:
    """Send by HTTP. Redirects are followed nowhere else than `urllib` does for a POST: not at all."""
    request = urllib.request.Request(url, data=body, method="POST", headers=PLAIN)  # noqa: S310  (the profile names it)
    try:
        with urllib.request.urlopen(request, timeout=SECONDS) as answer:  # noqa: S310
            return Answer(answer.status, answer.read(ANSWER_MOST))
    except urllib.error.HTTPError as error:
        return Answer(error.code, error.read(ANSWER_MOST))


def ask_witnesses(*, now: datetime, send: Post = post) -> tuple[AskedWitness, ...]:
    """Ask every witness that has not signed the newest checkpoint. Outside of transactions: a witness may be slow."""
    card = log_queries.checkpoint()
    if card is None:
        return ()
    _note_lateness(now)
    witnesses: Sequence[Witness] = settings.WITNESSES
    known = [(witness, notes.Verifier.parse(witness.vkey)) for witness in witnesses]
    return tuple(
        _ask(witness, verifier, card, send, now)
        for witness, verifier in known
        if verifier.name not in card.witnesses and not _split(verifier.name)
    )


def _note_lateness(now: datetime) -> None:
    """Open an incident for a sealed day that has no quorum of witnesses for too long, once for the day."""
    for day in sealed_days.sealed_days(limit=1):
        if settings.WITNESSES and day.signed_at and not day.witnessed and now - day.signed_at >= WITNESSED_WITHIN:
            incidents.open_incident(
                kind="adapter-silent",
                idempotency_key=uuid.uuid5(KEYS, f"late:{day.day}"),
                facts={"reason": day.day.isoformat(), "have": len(day.witnesses)},
                now=now,
                subject="witnesses",
            )


def _split(name: str) -> bool:
    return WitnessState.objects.filter(witness=name, fault=SPLIT).exists()


def _ask(witness: Witness, verifier: notes.Verifier, card: CheckpointCard, send: Post, now: datetime) -> AskedWitness:
    state, _ = WitnessState.objects.get_or_create(witness=verifier.name)
    url, old = f"{witness.url.rstrip('/')}/add-checkpoint", min(state.size, card.size)
    try:
        answer = send(url, _body(old, card))
        if answer.status == CONFLICT and (has := _size(answer.body)) is not None and has != old and has <= card.size:
            old = has
            answer = send(url, _body(old, card))
    except OSError:
        return _faulty(state, WitnessFault.SILENT, card, now)
    if answer.status == OK:
        return _signed(state, verifier, card, answer.body, now)
    if answer.status in {CONFLICT, UNPROVEN}:
        return _faulty(state, WitnessFault.SPLIT, card, now)
    if answer.status in {REFUSED, UNKNOWN}:
        return _faulty(state, WitnessFault.CONFIGURATION, card, now)
    return _faulty(state, WitnessFault.SILENT, card, now)


def _body(old: int, card: CheckpointCard) -> bytes:
    proof = [base64.b64encode(each).decode() for each in log_queries.consistency(old, card.size)]
    own = notes.split(card.note)
    return "\n".join([f"old {old}", *proof, "", own[0] + "\n" + own[1][0]]).encode()


def _size(body: bytes) -> int | None:
    text = body.decode("ascii", errors="replace").removesuffix("\n")
    return int(text) if text.isdecimal() and len(text) < 20 else None


def _signed(
    state: WitnessState, verifier: notes.Verifier, card: CheckpointCard, body: bytes, now: datetime
) -> AskedWitness:
    """Keep the line that is this witness's and holds; anything else is a fault of its configuration."""
    text = notes.split(card.note)[0]
    for line in body.decode(errors="replace").splitlines():
        try:
            name, block = notes.signature_of(line)
        except notes.NoteMalformed:
            continue
        if name != verifier.name or block[:4] != verifier.key_id or not verifier.holds(text, block[4:]):
            continue
        with transaction.atomic():
            Cosignature.objects.get_or_create(
                checkpoint_id=card.checkpoint_id,
                witness=name,
                defaults={
                    "line": f"{line}\n",
                    "signed_at": datetime.fromtimestamp(int.from_bytes(block[4:12], "big"), UTC),
                },
            )
            WitnessState.objects.filter(pk=state.pk).update(size=card.size, asked_at=now, signed_at=now, fault="")
        return AskedWitness(name, signed=True)
    return _faulty(state, WitnessFault.CONFIGURATION, card, now)


def _faulty(state: WitnessState, fault: WitnessFault, card: CheckpointCard, now: datetime) -> AskedWitness:
    with transaction.atomic():
        WitnessState.objects.filter(pk=state.pk).update(asked_at=now, fault=fault.value)
        if fault is WitnessFault.SPLIT:
            incidents.open_incident(
                kind="log-split",
                idempotency_key=uuid.uuid5(KEYS, f"{state.witness}:{card.size}:{card.root}"),
                facts={"reason": state.witness, "size": card.size},
                now=now,
                subject=state.witness[:80],
            )
    return AskedWitness(state.witness, signed=False, fault=fault)
