"""The tables and their rules: the list, one table with its story, a new table."""

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from casino.backoffice import forms, pages
from casino.backoffice.access import allowed
from casino.backoffice.list_pages import show_all
from casino.backoffice.lists.play import TABLES
from casino.backoffice.presenters.drift import alarm_lines, drift_chart, stream_lines
from casino.backoffice.presenters.floor import floor as floor_of
from casino.backoffice.presenters.floor_card import card_of
from casino.backoffice.presenters.history import deeds, table_rules
from casino.backoffice.presenters.stops import line, lines, over, own_of, ways_out
from casino.backoffice.views.finding import floor_table
from casino.web.act import act, posted
from players.accounts import queries as players
from players.roles import Action, may
from tables import queries
from tables.operations.tables import TableRejection, create_table


@allowed(Action.SEE_CONFIGURATIONS)
@require_safe
def tables(request: HttpRequest) -> HttpResponse:
    """Every table, its state and its rules."""
    now = timezone.now()
    floor = floor_of(queries.floor(now=now), person=request.user, now=now, stops=queries.stops())
    return show_all(request, TABLES, floor.cards)


@allowed(Action.SEE_CONFIGURATIONS)
@require_safe
def table(request: HttpRequest, code: str) -> HttpResponse:
    """One table: the rules in force, the open versions, the history."""
    now = timezone.now()
    row = floor_table(code, now=now)
    cards = queries.configurations(row.table_id)
    streams = queries.streams_at(row.table_id)
    authors = {author for card in cards for author in card.authors}
    thrown = over(queries.stops(), table_id=row.table_id, preset=row.preset)
    own = own_of(thrown).get(row.table_id)
    context = {
        "table": card_of(
            row,
            person=request.user,
            now=now,
            drift=queries.drift_light(row.table_id),
            stopped=bool(thrown),
            stop=line(own, now=now) if own else None,
        ),
        "ways_out": ways_out(lines(thrown), request.user),
        "drift": stream_lines(streams),
        "drift_chart": drift_chart(streams),
        "drift_alarms": alarm_lines(queries.alarms(table_id=row.table_id, limit=5)),
        "rules": table_rules(cards, players.nicknames(authors)),
        "deeds": deeds(queries.acts(row.table_id), currency=row.currency),
        "may_draft": may(request.user, Action.DRAFT_CONFIGURATION),
        "may_run": may(request.user, Action.OPEN_TABLE),
    }
    return pages.page(request, "backoffice/table/page.html", "tables", context)


@allowed(Action.CREATE_TABLE)
def new_table(request: HttpRequest) -> HttpResponse:
    """Set up a table; it stays closed until its first rules are approved."""
    return act(
        request,
        forms.NewTable(posted(request)),
        create_table,
        page=partial(_new_page, request),
        fields={TableRejection.CODE_TAKEN: "code"},
        done=gettext("The table has been created and is closed. Its rules still have to be proposed."),
        to=lambda made: ("backoffice:draft", made.code),
    )


def _new_page(request: HttpRequest, form: forms.NewTable) -> HttpResponse:
    return pages.page(request, "backoffice/new_table/page.html", "tables", {"form": form})
