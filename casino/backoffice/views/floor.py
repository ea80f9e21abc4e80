"""The floor: what needs attention first, then every live table."""

from datetime import date, datetime, timedelta
from typing import Any, Final

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from casino.backoffice import pages
from casino.backoffice.access import allowed
from casino.backoffice.presenters import regulator_line, strip
from casino.backoffice.presenters.day_lines import Course
from casino.backoffice.presenters.drift import alarm_notices
from casino.backoffice.presenters.floor import Asked, Notice
from casino.backoffice.presenters.floor import floor as floor_of
from casino.web.heartbeats import dealer_skews
from players.adapters.queries import silences
from players.roles import Action, may
from reporting.making.figures import day_bounds, day_of
from tables import queries
from tables.live import clock

TODAY: Final = "floor-today"
"""That of the day's figures so far, kept for a minute: they read every bet of the day."""
COURSE: Final = "floor-course"
"""Those of the day by the hour: the hours that are over until another one is, the present one for a minute."""
PEAK: Final = "floor-peak"
"""That of the most players of the day, kept for a minute."""
FINISHED: Final = timedelta(minutes=2)
"""So long after its end an hour gets no more rounds: one that was settled in its last moment is written by then."""
PACE: Final = "floor-pace"
"""That of the pace, kept for ten seconds: it reads the rounds of ten minutes."""

KEYS: Final = (
    ("J", gettext_lazy("next table")),
    ("K", gettext_lazy("table before")),
    ("Enter", gettext_lazy("open the table")),
    ("E", gettext_lazy("answer the croupier")),
    ("P", gettext_lazy("pause or resume")),
    ("S", gettext_lazy("stop at once, without a code")),
    ("L", gettext_lazy("lift (asks for a code)")),
    ("A", gettext_lazy("void…")),
)
"""The keys of the floor, as static/js/backoffice/floor.js has them."""


@allowed(Action.SEE_FLOOR)
@require_safe
def floor(request: HttpRequest) -> HttpResponse:
    """The whole room; as a fragment when the page asks again."""
    if request.headers.get("HX-Request"):
        return fragment(request)
    return pages.page(request, "backoffice/floor/page.html", "floor", {**_context(request), "keys": KEYS})


def fragment(request: HttpRequest, *, said: str = "") -> HttpResponse:
    """The room alone, for the page that stands; `said` is told to screen readers."""
    return render(request, "backoffice/floor/_tables.html", {**_context(request), "said": said})


def _context(request: HttpRequest) -> dict[str, Any]:
    now = timezone.now()
    day = day_of(now)
    since, until = day_bounds(day)
    asked = request.POST if request.method == "POST" else request.GET
    found = floor_of(
        queries.floor(now=now),
        person=request.user,
        now=now,
        skews=dealer_skews(now=clock.now()),
        stops=pages.stops_of(request),
        lights=queries.drift_lights(),
        course=_course(day, since, now),
        seen_alerts=asked.get("alertas"),
        asked=Asked.of(asked.dict()),
        notices=(
            *(Notice(text) for text in alarm_notices(queries.open_alarms())),
            *strip.notices(
                silences(now=now),
                queries.unfinished_rounds(now=now),
                opens_rounds=may(request.user, Action.SEE_ROUNDS),
            ),
        ),
    )
    today = cache.get_or_set(f"{TODAY}:{day}", lambda: queries.day_figures(since=since, until=until), timeout=60)
    month = day_bounds(day.replace(day=1))[0]
    figures = strip.figures(
        found,
        today=strip.today_of(today or (), found.currency),
        pace=cache.get_or_set(PACE, lambda: queries.pace(now=now), timeout=10) or queries.pace(now=now),
        still=queries.stood_still(since=month, now=now),
        line=regulator_line.this_month_of(now),
        peak=cache.get_or_set(f"{PEAK}:{day}", lambda: queries.peak_of_players(since=since, now=now), timeout=60)
        or queries.peak_of_players(since=since, now=now),
    )
    return {"floor": found, "figures": figures}


def _course(day: date, since: datetime, now: datetime) -> Course:
    """The day so far. The hours that are over are read once each time another one is; after that only the present."""
    over = max(0, (now - FINISHED - since) // timedelta(hours=1))
    begun = since + timedelta(hours=over)

    def read(part: str, begins: datetime, ends: datetime, *, keep: timedelta) -> tuple[queries.TableHour, ...]:
        key = f"{COURSE}:{day}:{over}:{part}"
        found = cache.get_or_set(
            key,
            lambda: queries.table_hours(day=since, since=begins, until=ends),
            timeout=int(keep.total_seconds()),
        )
        return found or ()

    kept = read("over", since, begun, keep=timedelta(hours=2)) if over else ()
    hours = -(-(now - since) // timedelta(hours=1))
    return Course(since, hours, (*kept, *read("now", begun, now, keep=timedelta(minutes=1))))
