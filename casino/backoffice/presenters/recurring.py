"""The turns of duties that come round, as the board of deadlines and their own pages show them."""

from collections.abc import Iterator
from datetime import datetime, time

from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import gettext

from casino.backoffice.presenters.dues import Due, Row
from casino.web.addresses import address
from kernel.calendar import LISBON
from kernel.labels import label
from players.duties import queries as duties
from players.inbox.queries import Subject, Thing
from reporting import queries as reporting


def turns(now: datetime) -> Iterator[Due]:
    """The turns of the duties that come round, from the house's first day on."""
    first = reporting.first_day()
    if first is not None:
        yield from (_of_turn(card) for card in duties.open_turns(since=first, now=now))


def duty_name(card: duties.TurnCard) -> str:
    """«Pagar o imposto do jogo: novembro de 2026»."""
    return f"{capfirst(label(card.code))}: {_period(card)}"


def row_of(card: duties.TurnCard, *, now: datetime) -> Row:
    """A turn as a line of the board."""
    return Row(_of_turn(card), now)


def _of_turn(card: duties.TurnCard) -> Due:
    return Due(
        what=capfirst(label(card.code)),
        subject=capfirst(_period(card)),
        href=address("backoffice:duty", card.code.value, card.period.key),
        to_whom=gettext("tax authority") if card.duty.rule == "PT-85" else gettext("the house"),
        since=datetime.combine(card.period.first, time.min, tzinfo=LISBON),
        due_at=card.due_at,
        who=card.owner,
        rule=card.duty.rule,
        impersonal=True,
        thing=Thing(Subject.DUTY, f"{card.code.value}/{card.period.key}"),
    )


def _period(card: duties.TurnCard) -> str:
    if card.duty.every is duties.Every.MONTH:
        return date_format(card.period.first, "YEAR_MONTH_FORMAT")
    return card.period.key.replace("-Q", " · T") if card.duty.every is duties.Every.QUARTER else card.period.key
