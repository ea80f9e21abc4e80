"""The acts that the search offers, where they are possible now: stopping at once, others on a page of their own."""

from collections.abc import Iterable, Iterator
from typing import Final

from django.utils.translation import gettext, gettext_lazy

from casino.backoffice.presenters import stops
from casino.backoffice.presenters.floor_card import POSSIBLE
from casino.backoffice.search.answers import Answer, Found, says
from casino.web.addresses import address
from players.roles import Action, may
from tables import queries
from tables.queries import FoundTable, StopCard, TableStatus
from tables.queries.voids import tables_with_void
from tables.scopes import WHOLE_HOUSE, of_table

OF_A_TABLE: Final = 2
"""Tables of those meant at which acts are offered."""
ON_A_TABLE: Final = (
    (
        Action.OPEN_TABLE,
        "open_table",
        POSSIBLE["open_table"],
        gettext_lazy("Open %(table)s"),
        gettext_lazy("shows what happens first"),
    ),
    (
        Action.PAUSE_TABLE,
        "pause_table",
        POSSIBLE["pause_table"],
        gettext_lazy("Pause %(table)s"),
        gettext_lazy("where it is; asks for a reason"),
    ),
    (
        Action.PAUSE_TABLE,
        "resume_table",
        POSSIBLE["resume_table"],
        gettext_lazy("Resume %(table)s"),
        gettext_lazy("from where it was paused; asks for a reason"),
    ),
    (
        Action.CLOSE_TABLE,
        "close_table",
        POSSIBLE["close_table"],
        gettext_lazy("Close %(table)s"),
        gettext_lazy("after the round in play; asks for a reason"),
    ),
    (
        Action.DRAFT_CONFIGURATION,
        "draft",
        frozenset(TableStatus.values),
        gettext_lazy("New proposal of rules for %(table)s"),
        gettext_lazy("from the rules in force; another person decides"),
    ),
)
"""At a table: who may do it, its address, in which states of the table, its words, and what it asks."""
ANYWHERE: Final = (
    (Action.HANDLE_INCIDENTS, "report_incident", gettext_lazy("Report an incident")),
    (Action.CREATE_TABLE, "new_table", gettext_lazy("New table")),
    (Action.PROPOSE_ADJUSTMENT, "new_adjustment", gettext_lazy("Propose an adjustment")),
    (Action.ANSWER_COMPLAINTS, "register_outsider", gettext_lazy("Register for a person without an account")),
    (Action.MANAGE_STAFF, "new_staff", gettext_lazy("New person")),
)
"""At no table: who may do it, its address, its words."""
STOP: Final = gettext_lazy("Stop the house")
LIFT: Final = gettext_lazy("Lift the stop")
DRAWN: Final = {
    "report_incident": "incidents",
    "new_table": "tables",
    "new_adjustment": "adjustments",
    "register_outsider": "complaints",
    "new_staff": "staff",
}
"""The drawings of those at no table."""


def acts(known: Answer) -> Iterator[Found]:
    """What this person may do and can do now: each leads to the page where it is done; stopping is done at once."""
    for table in known.tables[:OF_A_TABLE]:
        yield from _at(table, known)
    yield from _of_the_house(known)
    for action, name, words_of in ANYWHERE:
        if may(known.person, action) and says(known.asked, str(words_of)):
            yield Found(href=address(f"backoffice:{name}"), label=str(words_of), drawing=DRAWN[name])


def _at(table: FoundTable, known: Answer) -> Iterator[Found]:
    thrown = known.stops_at(table)
    yield from _ways_out(thrown, known)
    if may(known.person, Action.STOP_PLAY) and table.status != TableStatus.CLOSED and not thrown:
        yield Found(
            href=address("backoffice:stop_play"),
            label=gettext("Stop %(table)s") % {"table": table.name},
            detail=gettext("at once and without a code; the round in play is finished and paid"),
            drawing="stop",
            sends=(("scope", of_table(table.table_id)),),
        )
    for action, name, states, words_of, detail in ON_A_TABLE:
        if may(known.person, action) and table.status in states and _can(name, table):
            yield Found(
                href=address(f"backoffice:{name}", table.code),
                label=str(words_of) % {"table": table.name},
                detail=str(detail),
                drawing="tables",
            )


def _of_the_house(known: Answer) -> Iterator[Found]:
    """Stopping the whole house, or the ways out where it is stopped; asked to lift, the ways out of every stop."""
    stop, lift = says(known.asked, str(STOP)), says(known.asked, str(LIFT))
    if not stop and not lift:
        return
    thrown = known.thrown or queries.stops()
    whole = tuple(card for card in thrown if card.scope in WHOLE_HOUSE)
    if stop and not whole and may(known.person, Action.STOP_PLAY):
        yield Found(href=address("backoffice:stop_play"), label=str(STOP), drawing="stop")
    yield from _ways_out(thrown if lift else whole, known)


def _ways_out(thrown: Iterable[StopCard], known: Answer) -> Iterator[Found]:
    for way in stops.ways_out(stops.lines(thrown), known.person):
        yield Found(href=way.href, label=way.label, detail=way.title, drawing="stop")


def _can(act: str, table: FoundTable) -> bool:
    """Whether nothing hinders the act: a table opens with approved rules alone, and goes on only after a second person
    decided about voiding a round.
    """
    if act == "open_table":
        return table.version is not None
    return act != "resume_table" or table.table_id not in tables_with_void()
