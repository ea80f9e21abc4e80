"""What two people decide before play goes on or a day is sealed: alarms with an hour left, and proposals that wait."""

from collections.abc import Iterator
from datetime import datetime

from django.utils.translation import gettext

from casino.backoffice.presenters.drift import alarm_line
from casino.backoffice.presenters.dues import Due
from casino.web.addresses import address
from players.inbox.queries import Subject, Thing
from reporting import queries as reporting
from reporting.queries import ReopeningCard, regulator_line, sealed_days
from reporting.queries.regulator_line import OpeningCard
from tables import queries as tables
from tables.queries import AlarmCard


def line(_: datetime) -> Iterator[Due]:
    """The proposal to open play again after the line to the regulator failed."""
    if (card := regulator_line.waiting_opening()) is not None:
        yield _opening(
            card,
            f"regulator/{card.opening_id}",
            subject=gettext("the line to the regulator"),
            href=address("backoffice:line"),
            rule="PT-72",
            title=gettext("Open play again after the line to the regulator failed?"),
        )


def books(_: datetime) -> Iterator[Due]:
    """The proposal to open play again after a proof found differences."""
    if (card := reporting.waiting_reopening()) is not None:
        yield _opening(
            card,
            f"proof/{card.reopening_id}",
            subject=gettext("the books"),
            href=address("backoffice:reopening"),
            rule="D5",
            title=gettext("Open play again after a proof?"),
        )


def _opening(card: OpeningCard | ReopeningCard, key: str, *, subject: str, href: str, rule: str, title: str) -> Due:
    return Due(
        what=gettext("Decide whether play is opened again"),
        subject=subject,
        href=href,
        to_whom=gettext("players"),
        since=card.proposed_at,
        due_at=None,
        proposed_by=card.proposed_by,
        rule=rule,
        thing=Thing(Subject.PLAY, key),
        authors=(card.proposed_by_id,),
        title=title,
    )


def drift(_: datetime) -> Iterator[Due]:
    """The alarms of the drift court that staff decide on, due when play stops without them, if it has not yet."""
    for card in tables.open_alarms():
        said = alarm_line(card)
        yield Due(
            what=_next_step(card),
            subject=f"{said.where}: {said.claim}",
            href=address("backoffice:drift_alarm", card.id),
            to_whom=gettext("players"),
            since=card.proposed_at or card.stopped_at or card.at,
            due_at=None if card.stopped_at else card.stop_due_at,
            proposed_by=card.proposed_by,
            rule="GL-41",
            thing=Thing(Subject.PLAY, f"drift/{card.id}"),
            authors=(card.proposed_by_id,) if card.proposed_by_id else (),
            title=gettext("Drift, %(where)s: %(claim)s") % {"where": said.where, "claim": said.claim},
        )


def _next_step(card: AlarmCard) -> str:
    if card.proposed_at:
        return gettext("Decide whether play is opened again")
    if card.stopped_at:
        return gettext("Find cause and remedy of the drift, and propose to open again")
    return gettext("Let play go on in spite of the drift, or it stops")


def faulty_days(_: datetime) -> Iterator[Due]:
    """The proposals to seal a day that does not hold."""
    for card in sealed_days.waiting_faulty_days():
        yield Due(
            what=gettext("Decide whether the day is sealed with its faults"),
            subject=f"{card.day:%d/%m/%Y}",
            href=address("backoffice:faulty_day"),
            to_whom=gettext("regulator"),
            since=card.proposed_at,
            due_at=None,
            proposed_by=card.proposed_by,
            rule="PT-55",
            thing=Thing(Subject.DAY, card.day.isoformat()),
            authors=(card.proposed_by_id,),
        )
