"""The line to the regulator as a machine: a part that fails too long stops play, by itself and at once (PT-72).

The captor makes the files of each hour, the safe takes each day's package, the gateway leads to the regulator's
systems. Each time in which one fails is a row. Play that stopped is opened again by two persons (`opening_play`).
"""

import uuid
from collections.abc import Callable
from datetime import date, datetime, timedelta
from typing import Final

import structlog
from django.db import IntegrityError, transaction
from django.db.models import DateTimeField, Value
from django.db.models.functions import Greatest

from players.events.names import EventName
from players.events.telling import tell
from reporting.models import LineOutage, LinePart
from reporting.operations.alone import alone
from reporting.queries.hours import last_made, open_hours
from reporting.queries.regulator_line import month, open_outages, parts_of, stops_at, this_month
from tables.operations import incidents, stops
from tables.scopes import REGULATOR

log = structlog.get_logger(__name__)
KEYS: Final = uuid.UUID("3c1f6a40-7d26-4a53-9c36-d2b1f5a0e872")
LOCK: Final = 0x5B00
BUDGET: Final = "budget"
"""The reason of the incident about a month's minutes."""


def watch(*, vault: str, has_safe: bool, gateway: Callable[[], bool] | None, now: datetime) -> None:
    """Judge the line: note what fails and what works again, stop play where its time is over, warn of the month.

    `gateway` says whether the gateway answers, and is asked outside of any transaction; None for a house without one.
    What the house does not have does not fail: a house without a safe and a gateway never stops.
    """
    with alone(LOCK, int.from_bytes(vault.encode())) as mine:
        if not mine:
            return
        answers = gateway is None or _answers(gateway)
        with transaction.atomic():
            note(vault=vault, part=LinePart.GATEWAY, failing_since=None if answers else now, now=now)
            if has_safe:
                watch_captor(vault=vault, now=now)
            for outage in open_outages(vault=vault):
                if outage.part not in parts_of(has_safe=has_safe, has_gateway=gateway is not None):
                    note(vault=vault, part=outage.part, failing_since=None, now=now)
            _stop_where_due(vault, now)
            if has_safe:
                _warn(vault, now)


def watch_captor(*, vault: str, now: datetime) -> None:
    """Note whether an hour is over, has no files, and should have them by now.

    Where play stopped and hours are made again while an older one waits still, the cause of the stop is over: the
    outage ends, and another one, which stops nothing, goes on from there.
    """
    oldest = next(iter(open_hours(vault=vault, now=now, limit=1)), None)
    late = oldest is not None and oldest.due_at <= now
    since = oldest.due_at if oldest is not None and late else None
    if late and _made_since_the_stop(vault):
        note(vault=vault, part=LinePart.CAPTOR, failing_since=None, now=now)
        since = now
    note(vault=vault, part=LinePart.CAPTOR, failing_since=since, now=now)


def _made_since_the_stop(vault: str) -> bool:
    stopped = next((each.stopped_at for each in open_outages(vault=vault) if each.part is LinePart.CAPTOR), None)
    made = last_made(vault=vault)
    return stopped is not None and made is not None and made.made_at > stopped


def note(*, vault: str, part: LinePart, failing_since: datetime | None, now: datetime) -> None:
    """Note that a part fails since then, or with None that it works: once, however often it is said."""
    if failing_since is None:
        _works(vault, part, now)
    elif not LineOutage.objects.filter(vault=vault, part=part, ends_at__isnull=True).exists():
        _fails(vault, part, min(failing_since, now), now)


def _fails(vault: str, part: LinePart, since: datetime, now: datetime) -> None:
    try:
        with transaction.atomic():
            LineOutage.objects.create(vault=vault, part=part, begins_at=since, noticed_at=now)
            tell(EventName.LINE_FAILED, by=None, now=now, key=REGULATOR, part=part.value)
    except IntegrityError:
        log.info("outage_noted_by_another", part=part.value)


def _works(vault: str, part: LinePart, now: datetime) -> None:
    with transaction.atomic():
        lasting = LineOutage.objects.filter(vault=vault, part=part, ends_at__isnull=True)
        if lasting.update(ends_at=Greatest("begins_at", Value(now, DateTimeField()))):
            tell(EventName.LINE_RESTORED, by=None, now=now, key=REGULATOR, part=part.value)


def _answers(gateway: Callable[[], bool]) -> bool:
    """Whether the gateway says that it is there; one that raises anything is not."""
    try:
        return bool(gateway())
    except Exception as error:  # an adapter is code of others: whatever it raises, it did not answer
        log.warning("gateway_silent", error=repr(error))
        return False


def _stop_where_due(vault: str, now: datetime) -> None:
    """Stop play for every outage whose time is over; an incident is opened with the stop."""
    for outage in open_outages(vault=vault):
        at = stops_at(outage, vault=vault, now=now)
        if outage.stopped_at is None and (at is None or now < at):
            continue
        if stops.stop_by_line(reason=outage.part.value, now=now) is not None:
            incidents.open_incident(
                kind="regulator-line",
                idempotency_key=uuid.uuid5(KEYS, f"{vault}:{outage.outage_id}"),
                facts={"reason": outage.part.value, "since": outage.begins_at.isoformat()},
                now=now,
            )
        LineOutage.objects.filter(pk=outage.outage_id, stopped_at__isnull=True).update(stopped_at=now)


def _warn(vault: str, now: datetime) -> None:
    """One incident a month whose minutes run out; the month before is looked at too, for what was found late."""
    for first in (_before(this_month(now)), this_month(now)):
        card = month(vault=vault, first=first, now=now)
        if card.used >= card.alarm:
            incidents.open_incident(
                kind="regulator-line",
                idempotency_key=uuid.uuid5(KEYS, f"{vault}:{first}"),
                facts={"reason": BUDGET, "day": first.isoformat()},
                now=now,
            )


def _before(first: date) -> date:
    return (first - timedelta(days=1)).replace(day=1)
