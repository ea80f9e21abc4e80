"""The first page of one's own account: what there is, what holds, what waits (E1 to E7 at a glance)."""

from datetime import datetime, time

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from casino.portal import history
from casino.portal.first_steps import steps_of
from casino.portal.viewer import person_id, players_only
from kernel.calendar import LISBON, lisbon_date
from kernel.money import Currency
from players.access import queries as access
from players.accounts import queries as players
from players.audit.queries import overview
from players.complaints.queries import cases as complaints
from players.privacy import queries as own
from tables import queries
from tables.queries.locked import locked_stakes
from wallet import queries as ledger

SESSIONS_OF_A_DAY = 50


@require_safe
@players_only
def account(request: HttpRequest) -> HttpResponse:
    """Balance and stakes, today's result and time, limits, complaints, the last sign-in."""
    now = timezone.now()
    person = players.person(person_id(request))
    assert person is not None
    midnight = datetime.combine(lisbon_date(now), time(), tzinfo=LISBON)
    today = queries.Wanted(since=midnight, currency=Currency.EUR.value)
    present = queries.open_session_of(person.id, now=now)
    cases = complaints.cases_of(person.id, now=now, limit=20)
    context = {
        "place": "account",
        "person": person,
        "missing": access.details_missing(person.id),
        "steps": steps_of(person.id, now=now),
        "balance": ledger.balance(person.person_key, Currency.EUR),
        "play_balance": ledger.balance(person.person_key, Currency.PLAY),
        "locked": locked_stakes(person.id, Currency.EUR),
        "today": history.sums_of(queries.played_sums(person.id, wanted=today), Currency.EUR.value),
        "seconds": _seconds(person.id, midnight, now),
        "session": present,
        "limits": overview.limits_at_a_glance(person.id),
        "cases": [case for case in cases if case.is_open],
        "exclusion": players.exclusion_of(person.id, now),
        "closure": own.closure_of(person.id),
        "last_sign_in": overview.previous_sign_in(person.id),
    }
    return render(request, "portal/account/page.html", context)


def _seconds(person_id: int, midnight: datetime, now: datetime) -> int:
    """How long the person sat at tables since midnight; of a session begun before, only what lies after."""
    found = queries.sessions_of(person_id, now=now, limit=SESSIONS_OF_A_DAY)
    spans = ((max(each.started_at, midnight), each.ended_at or now) for each in found)
    return sum(max(0, int((end - start).total_seconds())) for start, end in spans)
