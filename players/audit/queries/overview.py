"""Data of this app for the first page of a player's account: limits, waiting requests, the last sign-in."""

from dataclasses import dataclass
from datetime import datetime

from players.models import AttemptOutcome, Limit, LimitState, SignInAttempt


@dataclass(frozen=True, slots=True)
class WaitingLimit:
    """A wish for a higher limit that waits; from `due_at` on it may be confirmed."""

    kind: str
    period: str
    due_at: datetime | None
    lapses_at: datetime | None


@dataclass(frozen=True, slots=True)
class LimitsAtAGlance:
    """How many limits hold, and which wishes wait."""

    in_force: int
    waiting: tuple[WaitingLimit, ...]


@dataclass(frozen=True, slots=True)
class LastSignIn:
    """The sign-in before the present one."""

    at: datetime
    address: str
    device: str


def limits_at_a_glance(person_id: int) -> LimitsAtAGlance:
    """The person's limits, counted."""
    found = Limit.objects.filter(person_id=person_id)
    waiting = found.filter(state=LimitState.WAITING.value).order_by("due_at", "pk")
    return LimitsAtAGlance(
        in_force=found.filter(state=LimitState.IN_FORCE.value, most__isnull=False).count(),
        waiting=tuple(WaitingLimit(one.kind, one.period, one.due_at, one.lapses_at) for one in waiting),
    )


def previous_sign_in(person_id: int) -> LastSignIn | None:
    """The person's sign-in before the latest, None for a first one."""
    right = SignInAttempt.objects.filter(person_id=person_id, outcome=AttemptOutcome.SIGNED_IN.value)
    row = right.order_by("-pk")[1:2].first()
    return None if row is None else LastSignIn(row.at, row.address, row.device)
