"""The kinds of open items: who may see each, whether the board of deadlines and inboxes have it, whether there is any.

Most kinds have nothing most of the time. One statement asks all of them whether they have something, and only those
that answer yes are read.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from casino.backoffice.presenters import (
    archives,
    components,
    croupier_calls,
    drills,
    keeping,
    nights,
    open_items,
    openings,
    recurring,
    regulator_line,
    safe_files,
    scheduled,
    silent,
    stamps,
)
from casino.backoffice.presenters.dues import Due
from kernel.calendar import lisbon_date
from kernel.questions import Question, answers
from players.adapters.queries import ANY_SILENCE
from players.cashier import queries as cashier
from players.complaints.queries import cases
from players.keeping.queries import ANY_ERASURE, ANY_PAST_TERM
from players.privacy.queries import ANY_RECTIFICATION
from players.protection.queries import watch
from players.roles import Action, may
from players.staff import queries as staff
from reporting.queries import ANY_REOPENING
from reporting.queries import archive as archive_queries
from reporting.queries import components as component_queries
from reporting.queries.extracts import ANY_EXTRACT
from reporting.queries.files_again import ANY_ASKED
from reporting.queries.nights import ANY_FINDING
from reporting.queries.regulator_line import ANY_OPENING
from reporting.queries.safe_corrections import ANY_CORRECTION
from reporting.queries.schedules import ANY_TROUBLE
from reporting.queries.sealed_days import ANY_FAULTY_DAY
from reporting.queries.stamps import ANY_UNSTAMPED
from tables import queries as tables
from tables.queries.croupier import ANY_CALL

ALWAYS: Final = None
"""Of a source that is read each time: no short question tells whether it has anything, or it nearly always has."""


@dataclass(frozen=True, slots=True)
class Source:
    """A kind of open items, with the actions that allow a person to see it."""

    items: Callable[[datetime], Iterator[Due]]
    seen_by: tuple[Action, ...]
    any: Question | None
    """Whether it may have any: where the answer is no, it has none."""
    on_board: bool = True
    in_inbox: bool = True
    """Whether its items are things that an inbox knows."""


_DUTIES: Final = (Action.DO_DUTIES, Action.SEE_AUDIT)
SOURCES: Final = (
    Source(croupier_calls.calls, (Action.RULE_ON_CARDS,), ANY_CALL, on_board=False),
    Source(open_items.complaints, (Action.SEE_COMPLAINTS,), cases.WAITING["open"]),
    Source(open_items.obligations, (Action.EXCLUDE_PLAYER, Action.SEE_AUDIT), watch.ANY_OBLIGATION),
    Source(open_items.emails, (Action.SEE_PLAYERS,), watch.ANY_EMAIL_NOT_SENT),
    Source(open_items.emails_to_outsiders, (Action.SEE_COMPLAINTS,), cases.ANY_EMAIL_NOT_SENT, in_inbox=False),
    Source(open_items.incidents, (Action.SEE_INCIDENTS,), tables.OPEN_INCIDENTS),
    Source(open_items.unfinished, (Action.SEE_ROUNDS,), tables.ANY_LONG_OPEN),
    Source(open_items.configurations, (Action.SEE_CONFIGURATIONS,), tables.ANY_CONFIGURATION_DUE),
    Source(open_items.voids, (Action.SEE_ROUNDS,), tables.ANY_VOID),
    Source(open_items.withdrawals, (Action.SEE_MONEY,), cashier.HELD_WITHDRAWALS),
    Source(open_items.adjustments, (Action.SEE_MONEY,), cashier.OPEN_ADJUSTMENTS),
    Source(open_items.staff_proposals, (Action.SEE_STAFF,), staff.ANY_WAITING),
    Source(open_items.unnamed_staff, (Action.SEE_STAFF,), staff.ANY_UNNAMED),
    Source(open_items.reports, (Action.SEE_REPORTS,), ALWAYS),
    Source(safe_files.days, (Action.SEE_REPORTS,), ALWAYS),
    Source(safe_files.again, (Action.SEE_REPORTS,), ANY_ASKED),
    Source(safe_files.certificates, (Action.SEE_REPORTS,), ALWAYS, in_inbox=False),
    Source(stamps.days, (Action.SEE_REPORTS,), ANY_UNSTAMPED, in_inbox=False),
    Source(nights.findings, (Action.SEE_REPORTS,), ANY_FINDING, in_inbox=False),
    Source(components.reviews, _DUTIES, component_queries.ANY_CHANGE),
    Source(nights.software, (Action.SEE_REPORTS,), component_queries.ANY_UNCHECKED, in_inbox=False),
    Source(safe_files.corrections, (Action.REOPEN_PLAY,), ANY_CORRECTION),
    Source(regulator_line.dues, (Action.SEE_FLOOR,), ALWAYS, in_inbox=False),
    Source(openings.line, (Action.SEE_FLOOR,), ANY_OPENING),
    Source(openings.drift, (Action.SEE_FLOOR,), tables.ANY_ALARM),
    Source(openings.books, (Action.REOPEN_PLAY,), ANY_REOPENING),
    Source(openings.faulty_days, (Action.REOPEN_PLAY,), ANY_FAULTY_DAY),
    Source(open_items.extracts, (Action.SEE_REPORTS,), ANY_EXTRACT),
    Source(scheduled.turns, (Action.EXPORT_REPORTS,), ANY_TROUBLE, in_inbox=False),
    Source(keeping.proposals, (Action.SEE_AUDIT,), ANY_ERASURE),
    Source(keeping.past_terms, (Action.SEE_AUDIT,), ANY_PAST_TERM, in_inbox=False),
    Source(archives.reports, (Action.SEE_AUDIT,), archive_queries.ANY_REPORT_IN_TROUBLE, in_inbox=False),
    Source(archives.days, (Action.SEE_AUDIT,), archive_queries.ANY_DAY_IN_TROUBLE, in_inbox=False),
    Source(silent.adapters, (Action.SEE_PLAYERS,), ANY_SILENCE, in_inbox=False),
    Source(silent.comparison, (Action.SEE_ROUNDS,), ALWAYS, in_inbox=False),
    Source(open_items.data_requests, (Action.SEE_PLAYERS,), ANY_RECTIFICATION, in_inbox=False),
    Source(recurring.turns, _DUTIES, ALWAYS),
    Source(drills.weekly, _DUTIES, ALWAYS, in_inbox=False),
    Source(open_items.signals, (Action.SEE_PLAYERS,), watch.OPEN_SIGNALS, on_board=False),
    Source(open_items.corrections, (Action.SEE_PLAYERS,), ANY_RECTIFICATION, on_board=False),
)
BOARD: Final = tuple(source for source in SOURCES if source.on_board)
INBOX: Final = tuple(source for source in SOURCES if source.in_inbox)


def dues(wanted: Iterable[Source], *, person: object, now: datetime) -> Iterator[Due]:
    """The open items of these sources that `person` may see, source by source."""
    seen = [source for source in wanted if any(may(person, action) for action in source.seen_by)]
    asked = (source.any for source in seen if source.any is not None)
    found = answers(asked, now=now, today=lisbon_date(now))
    for source in seen:
        if source.any is None or found[source.any]:
            yield from source.items(now)
