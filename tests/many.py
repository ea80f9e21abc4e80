"""Rows behind every list: copies in SQL, past triggers and keys, of what the house's own operations made once.

For statements counted with few rows and with more, and for pages timed with a million. Nothing else must work with
these rows: their relations to each other are not true.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from uuid import uuid4

from django.db import connection

from players.models import Obligation, Prohibition, Signal
from players.privacy import operations as privacy
from reporting import operations
from reporting.operations import Wanted
from reporting.operations.log.software import check_software
from tests.tampering import past_triggers

_OLD: Final = "now() - make_interval(mins => n)"
_PERSON: Final = "(SELECT ids[1 + n % cardinality(ids)] FROM chosen)"
_STAFF: Final = "(SELECT min(id) FROM players_person WHERE kind = 'staff')"

COPIED: Final[Mapping[str, Mapping[str, str]]] = {
    "players_person": {
        "public_id": "gen_random_uuid()",
        "email": "'copy-' || n || '-' || gen_random_uuid() || '@sabot.example'",
        "nickname": "'c' || substr(gen_random_uuid()::text, 1, 18)",
        "joined_at": _OLD,
    },
    "players_complaint": {
        "key": "gen_random_uuid()",
        "serial": "1000 + n + (SELECT max(serial) FROM players_complaint)",
        "person_id": _PERSON,
        "received_at": _OLD,
        "state": "CASE WHEN waits THEN 'received' ELSE 'closed' END",
        "outcome": "CASE WHEN waits THEN '' ELSE 'rejected' END",
        "handler_id": f"CASE WHEN waits THEN NULL ELSE {_STAFF} END",
        "answered_at": "CASE WHEN waits THEN NULL ELSE now() - make_interval(secs => n) END",
        "closed_at": "CASE WHEN waits THEN NULL ELSE now() - make_interval(secs => n) END",
    },
    "players_deposit": {
        "key": "gen_random_uuid()",
        "person_id": _PERSON,
        "amount": "100 + n % 5000",
        "provider_ref": "gen_random_uuid()",
        "started_at": _OLD,
        "state": "CASE WHEN waits THEN 'pending' ELSE 'credited' END",
        "finished_at": "CASE WHEN waits THEN NULL ELSE now() - make_interval(secs => n) END",
    },
    "players_withdrawal": {
        "key": "gen_random_uuid()",
        "person_id": _PERSON,
        "amount": "100 + n % 5000",
        "requested_at": _OLD,
        "state": "CASE WHEN waits THEN 'held' ELSE 'paid' END",
        "finished_at": "CASE WHEN waits THEN NULL ELSE now() - make_interval(secs => n) END",
    },
    "players_adjustment": {
        "key": "gen_random_uuid()",
        "person_id": _PERSON,
        "amount": "1 + n % 5000",
        "proposed_at": _OLD,
        "state": "CASE WHEN waits THEN 'proposed' ELSE 'approved' END",
        "decided_by_id": f"CASE WHEN waits THEN NULL ELSE {_STAFF} END",
        "decided_at": "CASE WHEN waits THEN NULL ELSE now() - make_interval(secs => n) END",
    },
    "players_signinattempt": {"person_id": _PERSON, "at": _OLD},
    "players_correctionrequest": {
        "key": "gen_random_uuid()",
        "person_id": _PERSON,
        "asked_at": _OLD,
        "state": "CASE WHEN waits THEN 'open' ELSE 'rejected' END",
        "decided_by_id": f"CASE WHEN waits THEN NULL ELSE {_STAFF} END",
        "decided_at": "CASE WHEN waits THEN NULL ELSE now() - make_interval(secs => n) END",
        "decision_reason": "CASE WHEN waits THEN '' ELSE 'não' END",
    },
    "players_prohibition": {"nif": "100000000 + n + (SELECT count(*) FROM players_prohibition)", "added_at": _OLD},
    "players_duty": {
        "subject": "'copy-' || gen_random_uuid()",
        "person_id": _PERSON,
        "created_at": _OLD,
        "done_at": "CASE WHEN waits THEN NULL ELSE now() - make_interval(secs => n) END",
        "note": "CASE WHEN waits THEN '' ELSE 'feito' END",
    },
    "players_signal": {
        "person_id": _PERSON,
        "day": "current_date - n - (SELECT count(*) FROM players_signal)::int",
        "raised_at": _OLD,
        "closed_at": "CASE WHEN waits THEN NULL ELSE now() - make_interval(secs => n) END",
    },
    "players_limit": {
        "key": "gen_random_uuid()",
        "person_id": _PERSON,
        "state": "'cancelled'",
        "ended_at": "now()",
    },
    "tables_incident": {
        "key": "gen_random_uuid()",
        "opened_at": _OLD,
        "closed_at": "CASE WHEN waits THEN NULL ELSE now() - make_interval(secs => n) END",
        "closed_by_id": f"CASE WHEN waits THEN NULL ELSE {_STAFF} END",
        "cause": "CASE WHEN waits THEN '' ELSE 'cabo' END",
        "solution": "CASE WHEN waits THEN '' ELSE 'trocado' END",
    },
    "tables_incidentnote": {"key": "gen_random_uuid()", "at": _OLD},
    "reporting_ledgerproof": {"made_at": _OLD, "walk": "NULL"},
    "reporting_reportrun": {"key": "gen_random_uuid()", "asked_at": _OLD},
    "reporting_exportlog": {"at": _OLD},
}
"""By table: the columns in which a copy of its latest row differs. `n` counts the copies; `waits`: still to be done."""

_COPY: Final = """
WITH chosen AS (SELECT %(persons)s::bigint[] AS ids)
INSERT INTO {table}
SELECT copy.* FROM {table} model,
  (SELECT n, n <= %(waiting)s AS waits FROM generate_series(1, %(count)s) n) n,
  LATERAL jsonb_populate_record(model, jsonb_build_object(
    'id', nextval(pg_get_serial_sequence('{table}', 'id')), {changed})) copy
WHERE model.id = (SELECT max(id) FROM {table} WHERE {which})
"""
_WHICH: Final = {"players_person": "kind = 'player'"}
"""Which row is copied, where it is not simply the latest."""
# An act of one row by each of them, and in the middle one act that changed as many things as all the others.
_TRAIL: Final = """
INSERT INTO players_auditentry (at, act, by, origin, login, change, subject, subject_id, before, after)
SELECT now() - make_interval(secs => n), CASE WHEN n BETWEEN %(count)s AND 2 * %(count)s THEN 0 ELSE n END
    + (SELECT max(act) FROM players_auditentry), %(by)s, '127.0.0.1', 'copy', 'update', 'players_deposit', n::text,
    '{"state": "pending"}', '{"state": "credited"}'
FROM generate_series(3 * %(count)s, 1, -1) n
"""
_COMPLAINED: Final = """
INSERT INTO players_complaintmessage (complaint_id, side, key, text, at, by_id)
SELECT id, 'player', gen_random_uuid(), 'A jogada foi mal paga.', received_at, person_id FROM players_complaint c
WHERE NOT EXISTS (SELECT 1 FROM players_complaintmessage m WHERE m.complaint_id = c.id)
"""
_DAYS: Final = """
INSERT INTO reporting_dailyreport (day, revision, made_at, definition, software, document, sha256)
SELECT day - n, 1, made_at, definition, software, told, encode(sha256(convert_to(told, 'UTF8')), 'hex')
FROM (SELECT * FROM reporting_dailyreport ORDER BY id DESC LIMIT 1) model, generate_series(1, %(days)s) n,
  LATERAL (SELECT replace(document, day::text, (day - n)::text) AS told) each
ON CONFLICT DO NOTHING
"""


def grow(count: int, *, waiting: int, persons: Sequence[int], by: int, days: int) -> None:
    """`count` more rows of each kind that has one, so many of them still `waiting`, belonging to these `persons`.

    Three times as many in the trail, signed by `by`; a report for each of `days` before the first. By a superuser.
    """
    with past_triggers(), connection.cursor() as cursor:
        for table, changed in COPIED.items():
            told = ", ".join(f"'{column}', {value}" for column, value in changed.items())
            statement = _COPY.replace("{table}", table).replace("{which}", _WHICH.get(table, "true"))
            statement = statement.replace("{changed}", told.replace("%", "%%"))
            cursor.execute(statement, {"persons": list(persons), "count": count, "waiting": waiting})
        cursor.execute(_COMPLAINED)
        cursor.execute(_TRAIL, {"count": count, "by": by})
        cursor.execute(_DAYS, {"days": days})


def furnish(*, person: int, staff: int, now: datetime) -> None:
    """One of each that a house has not by itself: a signal, an obligation, a prohibition, a request, a report
    ordered, and two lists of the software's files, the last of which differs and so opened an incident.
    """
    privacy.ask_rectification(
        person_id=person, field="address", wanted="Rua Nova", why="mudei de casa", idempotency_key=uuid4(), now=now
    )
    wanted = Wanted(name="complaints", first_day=now.date(), last_day=now.date())
    ordered = operations.request_report(wanted=wanted, by=staff, idempotency_key=uuid4(), now=now)
    operations.prepare(run_id=ordered.run_id, now=now)
    Signal.objects.create(
        person_id=person, kind="chasing", day=now.date(), facts={"count": 6, "threshold": 5}, raised_at=now
    )
    Obligation.objects.create(
        person_id=person, kind="pay-out", subject="a", created_at=now, due_at=now + timedelta(days=1)
    )
    Prohibition.objects.create(nif="100000001", reason="office-holder", added_by_id=staff, added_at=now)
    with TemporaryDirectory() as empty:
        check_software(now=now - timedelta(days=1), root=Path(empty))
    check_software(now=now)
