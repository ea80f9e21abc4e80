"""A span of work whose audit trail and events bear the moments of the past, for a demonstration house alone (ADR 0197).

Operations take their `now`; two functions of the database do not: the trail's moment is the database's clock, and its
acts are transactions. Inside `past_tense`, and for this transaction alone, they read what `Past.act` says instead. No
other connection ever sees them so, no trigger is off, and the old functions are put back to the letter.
Only the database's owner can do this, as it can do anything.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from typing import Any, Final

from django.conf import settings
from django.db import connection, transaction
from django.db.models import F, Model

from players.models import Email, SandboxNotice

_ACT_SAID: Final = "current_setting('sabot.past_act')::bigint"
_CHANGED: Final[Mapping[str, Mapping[str, str]]] = {
    "audit_note": {
        "VALUES (\n        clock_timestamp(),": "VALUES (\n        current_setting('sabot.past')::timestamptz,",
        "pg_current_xact_id()::text::bigint": _ACT_SAID,
    },
    "players_place_event": {
        "NEW.act := pg_current_xact_id()::text::bigint;": f"NEW.act := {_ACT_SAID};",
        # The acts of this transaction are its parts, which end with it: no sign of another server.
        "IF last.act <> NEW.act AND": "IF false AND",
    },
}
"""In these functions: what stands there, and what stands there meanwhile."""
_ACT: Final = """
SELECT set_config('sabot.past', %s, true), set_config('sabot.past_act', %s, true),
    set_config('sabot.acting', CASE WHEN %s THEN players_signature(said) || '|' || said ELSE '' END, true)
FROM (
    SELECT concat_ws('|', pg_backend_pid(), extract(epoch FROM clock_timestamp())::bigint, %s::text, %s::text)
) acting (said)
"""
_SILENT: Final = """
SELECT set_config('sabot.past', '', true), set_config('sabot.past_act', '', true), set_config('sabot.acting', '', true)
"""
# The number of a part of a transaction is drawn from the same counter as those of transactions: no other has it.
_PART: Final = "INSERT INTO demonstration_act VALUES (1) RETURNING xmin::text::bigint"
_WHOLE: Final = "SELECT pg_current_xact_id()::text::bigint"


class Past:
    """Acts of the past, one after the other."""

    def __init__(self, cursor: Any) -> None:
        self._cursor = cursor
        cursor.execute(_WHOLE)
        self._whole = int(cursor.fetchone()[0])
        self.acts = 0

    @contextmanager
    def act(self, at: datetime, by: int | None = None, origin: str = "") -> Iterator[datetime]:
        """One act of this person, None for the house, at this moment: all that is written inside is told so."""
        with transaction.atomic():
            self._cursor.execute(_PART)
            part = self._whole >> 32 << 32 | int(self._cursor.fetchone()[0])
            part += (1 << 32) if part < self._whole else 0
            acting = [by is not None, "" if by is None else str(by), origin]
            self._cursor.execute(_ACT, [at.isoformat(), str(part), *acting])
            self.acts += 1
            yield at


@contextmanager
def past_tense(*, until: datetime) -> Iterator[Past]:
    """All or nothing. `until` is the end of the past: its e-mails and the sandbox bank's notices have all gone out.

    Raises `RuntimeError` outside a demonstration house, and if the functions are not those that it knows.
    """
    if not settings.DEMO_HOUSE:
        raise RuntimeError("Only a demonstration has a written past.")
    with transaction.atomic(), connection.cursor() as cursor:
        kept = {name: _definition(cursor, name) for name in _CHANGED}
        for name, changes in _CHANGED.items():
            cursor.execute(_changed(kept[name], changes))
        cursor.execute("CREATE TEMPORARY TABLE demonstration_act (one int)")
        before = _last(Email), _last(SandboxNotice)
        yield Past(cursor)
        _post(until, *before)
        cursor.execute("DROP TABLE demonstration_act")
        cursor.execute(_SILENT)
        for definition in kept.values():
            cursor.execute(definition)


def _definition(cursor: Any, name: str) -> str:
    cursor.execute("SELECT pg_get_functiondef(%s::regproc)", [name])
    return str(cursor.fetchone()[0])


def _changed(definition: str, changes: Mapping[str, str]) -> str:
    for present, meanwhile in changes.items():
        if definition.count(present) != 1:
            raise RuntimeError(f"Not the function that is known: {present!r}")
        definition = definition.replace(present, meanwhile)
    return definition


def _last(model: type[Model]) -> int:
    return model._default_manager.order_by("-pk").values_list("pk", flat=True).first() or 0


def _post(until: datetime, email: int, notice: int) -> None:
    """Let what was written here, after these rows, have been sent in its time: it is not sent now."""
    Email.objects.filter(pk__gt=email, sent_at=None, written_at__lt=until).update(sent_at=F("written_at"), tries=1)
    SandboxNotice.objects.filter(pk__gt=notice, posted_at=None, due_at__lt=until).update(posted_at=F("due_at"), tries=1)
