"""Players who do not bet: invited to leave, warned, and their session ended (R35, R36). A bet clears it all.

At a shared table rounds count, and their settlement counts them (`paying.write_outcomes`); here is the clock of
an individual table, where only its player starts rounds.
"""

from datetime import datetime, timedelta
from typing import Final

from django.db.models import F, Q

from tables.models import PlaySession, Table

ROUNDS_MAX: Final = 5
"""R35b: more than five rounds in a row without a bet."""
SPAN_MAX: Final = timedelta(minutes=3)
"""R35a: more than three minutes without a bet at an individual table."""
LAST_SPAN: Final = timedelta(minutes=1)
"""R36: one more minute after the warning."""


def step_alone(table: Table, *, now: datetime) -> tuple[int, ...]:
    """At an individual table, between two deals: invite after three minutes, end after one more.

    Moves `table.due_at` to the next such moment. Answers whom it concerned.
    """
    session = PlaySession.objects.filter(table=table, ended_at=None, away=False).first()
    if session is None:
        table.due_at = None
        return ()
    since = max(filter(None, (session.last_bet_at, session.started_at)))
    if session.invited_at is not None and now >= session.invited_at + LAST_SPAN:
        session.ended_at, session.end_reason, table.due_at = now, "idle", None
        session.save(update_fields=["ended_at", "end_reason"])
        return (session.person_id,)
    if session.invited_at is None and now > since + SPAN_MAX:
        session.invited_at = now
        session.save(update_fields=["invited_at"])
        table.due_at = now + LAST_SPAN
        return (session.person_id,)
    table.due_at = (
        session.invited_at + LAST_SPAN if session.invited_at else since + SPAN_MAX + timedelta(milliseconds=1)
    )
    return ()


def note_shown(*, person_id: int, table_id: int, now: datetime) -> None:
    """The player's page showed the warning (the proof that R36 asks for)."""
    PlaySession.objects.filter(
        ~Q(invited_at=None),
        Q(warning_shown_at=None) | Q(warning_shown_at__lt=F("invited_at")),
        person_id=person_id,
        table_id=table_id,
        ended_at=None,
    ).update(warning_shown_at=now)
