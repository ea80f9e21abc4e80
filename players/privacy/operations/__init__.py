"""Requests about personal data: an export, a rectification; and closing the account (E7, PT-07).

Instants are aware UTC. Nothing is erased here: the law makes the house keep it (PT-56), and the pages say so.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final
from uuid import UUID, uuid5

from django.db import IntegrityError, transaction

from kernel.calendar import add_months
from kernel.rejection import Rejected
from players.access.operations.corrections import CorrectionRejected, CorrectionRejection, apply_accepted
from players.access.operations.sign_in import end_devices
from players.accounts.operations.closing import close_held
from players.accounts.operations.holding import hold_player
from players.accounts.operations.obligations import Notice, carry_out
from players.events.names import EventName
from players.events.telling import tell
from players.messages.operations.emails import write_email
from players.models import (
    AccountClosure,
    ClosureCause,
    Correctable,
    DataExport,
    ExportState,
    Kind,
    ObligationKind,
    Person,
    RectificationRequest,
    RectificationState,
)
from players.privacy.operations.exports import KEPT_FOR as KEPT_FOR
from players.privacy.operations.exports import LEASE as LEASE
from players.privacy.operations.exports import TRIES as TRIES
from players.privacy.operations.exports import ExportAsked
from players.privacy.operations.exports import ExportToMake as ExportToMake
from players.privacy.operations.exports import claim_export as claim_export
from players.privacy.operations.exports import expire_exports as expire_exports
from players.privacy.operations.exports import finish_export as finish_export
from players.privacy.operations.exports import note_fetched as note_fetched
from players.privacy.operations.exports import note_progress as note_progress
from players.privacy.telling import tell_asked, tell_decided
from players.roles import Action, may

OPEN_MOST: Final = 5
"""Requests for rectification that one person may have waiting."""
WANTED_LONGEST: Final = 300
WHY_LONGEST: Final = 1000
_EMAILS: Final = UUID("7c1de5f4-6a0c-4c1b-9b51-4a2f0f4c86d1")


class PrivacyRejection(StrEnum):
    """Why nothing was done; in the order of checking."""

    NOT_ALLOWED = "not-allowed"
    NO_SUCH_PERSON = "no-such-person"
    NO_SUCH_REQUEST = "no-such-request"
    FIELD_UNKNOWN = "field-unknown"
    TEXT_MISSING = "text-missing"
    TEXT_TOO_LONG = "text-too-long"
    REASON_MISSING = "reason-missing"
    KEY_REUSED = "key-reused"
    TOO_MANY_OPEN = "too-many-open"
    ALREADY_DECIDED = "already-decided"
    VALUE_INVALID = "value-invalid"
    """The accepted value cannot stand in a registration as it was written."""
    VALUE_TAKEN = "value-taken"
    """The taxpayer number or the document is another person's (PT-04)."""
    ALREADY_CLOSED = "already-closed"
    """Or, where a death is told: that was told before."""


class PrivacyRejected(Rejected):
    """Nothing was done. `most` is the most that would do, where there is one."""

    reason: PrivacyRejection


@dataclass(frozen=True, slots=True)
class RectificationAsked:
    """A request that waits for compliance until `due_at`."""

    request_id: int
    due_at: datetime
    repeat: bool


@dataclass(frozen=True, slots=True)
class RectificationDecided:
    """How a request was decided."""

    request_id: int
    person_id: int
    state: RectificationState
    changed: tuple[str, ...]
    """The fields of the registration that were corrected."""


@dataclass(frozen=True, slots=True)
class AccountClosed:
    """An account that is closed; `balance` in cents is owed to its holder."""

    person_id: int
    cause: ClosureCause
    closed_at: datetime
    balance: int
    repeat: bool


def ask_export(*, person_id: int, idempotency_key: UUID, now: datetime) -> ExportAsked:
    """Ask for a file of everything that is held about the player; while one waits, that one is answered.

    Raises `PrivacyRejected`.
    """
    with transaction.atomic():
        _held(person_id)
        before = DataExport.objects.filter(code=idempotency_key).first()
        if before is not None and before.person_id != person_id:
            raise PrivacyRejected(PrivacyRejection.KEY_REUSED)
        waiting = (
            before
            or DataExport.objects.filter(
                person_id=person_id, state__in=[ExportState.ASKED.value, ExportState.MAKING.value]
            ).first()
        )
        if waiting is not None:
            return ExportAsked(waiting.code, ExportState(waiting.state), repeat=True)
        DataExport.objects.create(person_id=person_id, code=idempotency_key, asked_at=now)
        tell(EventName.DATA_FILE_ASKED, by=person_id, now=now, key=idempotency_key, person_id=person_id)
    return ExportAsked(idempotency_key, ExportState.ASKED, repeat=False)


def ask_rectification(
    *, person_id: int, field: str, wanted: str, why: str, idempotency_key: UUID, now: datetime
) -> RectificationAsked:
    """Ask compliance to correct something; answered within a month.

    Raises `PrivacyRejected`.
    """
    wanted, why = wanted.strip(), why.strip()
    with transaction.atomic():
        _held(person_id)
        before = RectificationRequest.objects.filter(person_id=person_id, key=idempotency_key).first()
        if before is not None:
            if (before.field, before.wanted, before.why) != (field, wanted, why):
                raise PrivacyRejected(PrivacyRejection.KEY_REUSED)
            return RectificationAsked(before.pk, before.due_at, repeat=True)
        _check_rectification(person_id, field, wanted, why)
        made = RectificationRequest.objects.create(
            person_id=person_id,
            key=idempotency_key,
            field=field,
            wanted=wanted,
            why=why,
            asked_at=now,
            due_at=add_months(now, 1),
        )
        tell_asked(made, now=now)
    return RectificationAsked(made.pk, made.due_at, repeat=False)


def _check_rectification(person_id: int, field: str, wanted: str, why: str) -> None:
    if field not in set(Correctable):
        raise PrivacyRejected(PrivacyRejection.FIELD_UNKNOWN)
    if not wanted or not why or "\0" in wanted + why:
        raise PrivacyRejected(PrivacyRejection.TEXT_MISSING)
    if len(wanted) > WANTED_LONGEST or len(why) > WHY_LONGEST:
        raise PrivacyRejected(
            PrivacyRejection.TEXT_TOO_LONG, most=WANTED_LONGEST if len(wanted) > WANTED_LONGEST else WHY_LONGEST
        )
    if (
        RectificationRequest.objects.filter(person_id=person_id, state=RectificationState.OPEN.value).count()
        >= OPEN_MOST
    ):
        raise PrivacyRejected(PrivacyRejection.TOO_MANY_OPEN, most=OPEN_MOST)


def decide_rectification(
    *, request_id: int, accepted: bool, reason: str, by: int, now: datetime, value: str = ""
) -> RectificationDecided:
    """Decide a request; the person is told the decision and its reason, and what was accepted is corrected (PT-17).

    `value` is how the field is to stand; empty: as the person wrote it. «Something else» is not the registration's:
    there nothing is corrected but by hand. An identity that is not proven is asked after anew.

    Raises `PrivacyRejected`.
    """
    reason = reason.strip()
    with transaction.atomic():
        author = Person.objects.filter(pk=by).first()
        if author is None or not may(author, Action.VERIFY_PLAYER):
            raise PrivacyRejected(PrivacyRejection.NOT_ALLOWED)
        if not reason or len(reason) > WHY_LONGEST or "\0" in reason:
            raise PrivacyRejected(PrivacyRejection.REASON_MISSING, most=WHY_LONGEST)
        player = RectificationRequest.objects.filter(pk=request_id).values_list("person_id", flat=True).first()
        if player is None:
            raise PrivacyRejected(PrivacyRejection.NO_SUCH_REQUEST)
        hold_player(player)
        request = RectificationRequest.objects.select_for_update(of=("self",)).get(pk=request_id)
        if request.state != RectificationState.OPEN:
            raise PrivacyRejected(PrivacyRejection.ALREADY_DECIDED)
        changed = _apply(request, value.strip() or request.wanted, author, now) if accepted else ()
        state = RectificationState.ACCEPTED if accepted else RectificationState.REJECTED
        request.state, request.decided_at, request.decided_by, request.decision_reason = (
            state.value,
            now,
            author,
            reason,
        )
        request.save(update_fields=["state", "decided_at", "decided_by", "decision_reason"])
        tell_decided(request, changed, by=by, now=now)
        facts = {"accepted": accepted, "reason": reason, "wanted": request.wanted}
        key = uuid5(_EMAILS, f"correction:{request.pk}")
        write_email(person_id=request.person_id, kind="correction_decided", facts=facts, idempotency_key=key, now=now)
    return RectificationDecided(request.pk, request.person_id, state, changed)


def _apply(request: RectificationRequest, value: str, author: Person, now: datetime) -> tuple[str, ...]:
    """Write the accepted value over the registration; answers the fields that changed."""
    field = Correctable(request.field)
    if field is Correctable.OTHER:
        return ()
    try:
        with transaction.atomic():
            return apply_accepted(person_id=request.person_id, field=field, value=value, by=author, now=now)
    except IntegrityError as error:
        raise PrivacyRejected(PrivacyRejection.VALUE_TAKEN, rule="PT-04") from error
    except CorrectionRejected as refused:
        if refused.reason is CorrectionRejection.SAME_AS_BEFORE:
            return ()
        raise PrivacyRejected(PrivacyRejection.VALUE_INVALID, rule=refused.rule) from refused


def close_account(*, person_id: int, idempotency_key: UUID, now: datetime) -> AccountClosed:
    """Close the player's account at the player's wish: no bet and no deposit any more, and the balance is owed.

    Bets in play are settled as ever; the remaining balance is paid out within a day. Closed once, it stays closed.
    Every device is signed out; signing in again, to read, stays possible.

    Raises `PrivacyRejected`.
    """
    return _close(person_id, ClosureCause.ASKED, "", None, idempotency_key, now)


def close_for_death(*, person_id: int, reason: str, by: int, idempotency_key: UUID, now: datetime) -> AccountClosed:
    """Close the account of a player who died; `reason` names the proof. The balance waits for the heirs.

    An account that was closed before is closed for this cause too: nothing opens it again any more.
    Signing in is no longer possible. Staff note the payment to the heirs on the obligation that this creates (PT-07).

    Raises `PrivacyRejected`.
    """
    reason = reason.strip()
    author = Person.objects.filter(pk=by).first()
    if not may(author, Action.SUSPEND_PLAYER):
        raise PrivacyRejected(PrivacyRejection.NOT_ALLOWED, rule="PT-07")
    if not reason or len(reason) > WHY_LONGEST or "\0" in reason:
        raise PrivacyRejected(PrivacyRejection.REASON_MISSING, rule="PT-07", most=WHY_LONGEST)
    return _close(person_id, ClosureCause.DEATH, reason, author, idempotency_key, now)


def pay_out_owed(*, act: Callable[[Notice], str | None], now: datetime) -> int:
    """Let `act` pay each balance that a closed account owes; its answer is noted, None leaves the balance owed."""
    return carry_out(kind=ObligationKind.PAY_OUT, act=act, now=now)


def _close(
    person_id: int, cause: ClosureCause, reason: str, author: Person | None, key: UUID, now: datetime
) -> AccountClosed:
    with transaction.atomic():
        person = _held(person_id)
        before = AccountClosure.objects.filter(person=person, key=key, cause=cause).first()
        if before is not None:
            return AccountClosed(person_id, cause, before.closed_at, before.balance, repeat=True)
        if _is_closed(person, cause):
            raise PrivacyRejected(PrivacyRejection.ALREADY_CLOSED)
        if AccountClosure.objects.filter(key=key).exists():
            raise PrivacyRejected(PrivacyRejection.KEY_REUSED)
        closure = close_held(person, cause=cause, key=key, reason=reason, author=author, now=now)
        end_devices(person_id=person_id, now=now)
        if cause is ClosureCause.ASKED:
            email = uuid5(_EMAILS, f"closure:{closure.pk}")
            write_email(
                person_id=person_id,
                kind="account_closed",
                facts={"balance": closure.balance},
                idempotency_key=email,
                now=now,
            )
    return AccountClosed(person_id, cause, now, closure.balance, repeat=False)


def _is_closed(person: Person, cause: ClosureCause) -> bool:
    """Whether nothing is left to close; a death is told once, of an open account and of a closed one."""
    if cause is ClosureCause.DEATH:
        return AccountClosure.objects.filter(person=person, cause=cause).exists()
    return person.closed_at is not None


def _held(person_id: int) -> Person:
    person = hold_player(person_id)
    if person is None or person.kind != Kind.PLAYER:
        raise PrivacyRejected(PrivacyRejection.NO_SUCH_PERSON)
    return person
