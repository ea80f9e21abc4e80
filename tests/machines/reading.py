"""A process of the house that asks questions at a standby, one line of standard input each; one line of JSON answers.

`python -m tests.machines.reading` with DATABASE_URL and REPLICA_URL. `furnish` makes what the tests look at.
"""

import json
import sys
from typing import Any

import django


def where() -> dict[str, Any]:
    """Which server answers, and whether it would take a write."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT inet_server_port(), current_setting('transaction_read_only')")
        port, reads = cursor.fetchone()
    return {"port": port, "read_only": reads == "on"}


def plain() -> dict[str, Any]:
    from kernel import replica

    return replica.read(where)


def whole() -> dict[str, Any]:
    from kernel import replica

    return replica.read(where, whole=True)


def inside() -> dict[str, Any]:
    """In a transaction: that one's own rows must be seen."""
    from django.db import transaction

    with transaction.atomic():
        return plain()


def again() -> dict[str, Any]:
    """As after the time for which a standby that could not be used is left alone."""
    from kernel import replica

    replica._alone_until[0] = 0.0
    return plain()


def written() -> dict[str, Any]:
    """After a write of this very person's."""
    from django.db import connection

    from kernel import replica

    touch()
    before = replica.seen.set(replica.place(connection))
    try:
        return plain()
    finally:
        replica.seen.reset(before)


def impatient() -> dict[str, Any]:
    """Where no standby may be late at all."""
    from kernel import replica

    most, replica.LATE_MOST = replica.LATE_MOST, -1.0
    try:
        return again()
    finally:
        replica.LATE_MOST = most


def touch() -> dict[str, Any]:
    """A write at the primary."""
    from django.utils import timezone

    from reporting.operations.processes import Sign, note
    from reporting.queries.processes import ProcessKind

    now = timezone.now()
    sign = Sign(process=f"x:{now}", kind=ProcessKind.WEB, host="x", version="x", began_at=now, figures={})
    note(sign=sign, now=now)
    return {}


def write_through() -> dict[str, Any]:
    """A question that writes, which none may."""
    from django.db import Error

    from kernel import replica
    from reporting.models import ProcessMinute

    before = ProcessMinute.objects.count()
    try:
        replica.read(touch)
    except Error as error:
        refused = getattr(error.__cause__, "sqlstate", "")
    else:
        refused = ""
    return {"refused": refused, "rows": ProcessMinute.objects.count() - before, **plain()}


def copies() -> dict[str, Any]:
    """Who copies the database, as the page of the system's health has it."""
    from dataclasses import asdict

    from casino.web import servers

    return asdict(servers.database())


def furnish() -> dict[str, Any]:
    """A played round, a member of staff and their session."""
    from django.contrib.auth import get_user_model
    from django.test import Client
    from django.utils import timezone

    from players.roles import Role
    from tests.factories import MACAU, Floor

    floor = Floor(now=timezone.now())
    table, rita = floor.table(MACAU), floor.player("Rita")
    floor.sit(rita, table)
    code = floor.open_round(table)
    floor.bet(rita, table, banca=10_00)
    floor.settle(table)
    member = floor.staff(Role.COMPLIANCE)
    browser = Client()
    browser.force_login(get_user_model().objects.get(pk=member.id))
    return {"member": member.id, "cookie": browser.cookies["sessionid"].value, "round": code}


def report() -> dict[str, Any]:
    """A report of the catalogue, made now: its rows and where they were read."""
    import uuid

    from django.contrib.auth import get_user_model
    from django.utils import timezone

    from kernel import measures, replica
    from reporting.models import ReportRun
    from reporting.operations.requests import Wanted, prepare, request_report

    replica._alone_until[0] = 0.0
    member, now = get_user_model().objects.filter(groups__isnull=False).order_by("pk").last(), timezone.now()
    assert member is not None
    wanted = Wanted(name="game-movements", first_day=now.date(), last_day=now.date())
    asked = request_report(wanted=wanted, by=member.pk, idempotency_key=uuid.uuid4(), now=now)
    before = measures.REPLICA_READS.labels("standby")._value.get()
    done = prepare(run_id=asked.run_id, now=timezone.now())
    run = ReportRun.objects.get(pk=asked.run_id)
    return {
        "done": done,
        "rows": run.rows,
        "sums": run.sums,
        "checks": run.checks,
        "at_standby": measures.REPLICA_READS.labels("standby")._value.get() - before == 1,
    }


def main() -> None:
    """Answer each line."""
    django.setup()
    for line in sys.stdin:
        print(json.dumps(globals()[line.strip()](), default=str), flush=True)


if __name__ == "__main__":
    main()
