"""How a step of a round is stored and told: the next version of the table, and the event that says so."""

from collections.abc import Mapping
from datetime import datetime

from players.events.names import EventName
from players.events.telling import tell as tell_event
from tables import broadcast
from tables.models import Configuration, PlaySession, Table
from tables.queries import state
from tables.table_settings import terms_of


def seated(table: Table) -> tuple[int, ...]:
    """Who sits at the table now."""
    return tuple(PlaySession.objects.filter(table=table, ended_at=None).values_list("person_id", flat=True))


def seats(table: Table) -> dict[str, object]:
    """The section of its seats; nothing while it has no configuration."""
    if table.configuration is None:
        return {}
    count = terms_of(table.configuration.pk, table.configuration.terms).seats
    return {"seats": state.seats_of(table, count)}


def save(table: Table) -> None:
    """Store what a step changed, under the next version."""
    table.version += 1
    table.save(update_fields=["version", "round_count", "current_round", "configuration", "shoe", "due_at", "status"])


def tell_in_force(configuration: Configuration, before: Configuration | None, *, now: datetime) -> None:
    """Tell that a version of a table's rules holds from now on, in the place of the one `before`."""
    table = configuration.table
    tell_event(
        EventName.RULES_IN_FORCE,
        by=None,
        now=now,
        key=rules_key(configuration),
        table_id=table.pk,
        version=configuration.number,
        before=None if before is None else before.number,
        after=configuration.number,
    )


def rules_key(configuration: Configuration) -> str:
    """By which name events know a version of a table's rules."""
    return f"{configuration.table.code}/v{configuration.number}"


def tell(table: Table, sections: Mapping[str, object], *, persons: tuple[int, ...], now: datetime) -> None:
    """Send the sections that changed to the viewers, and word to these persons that theirs did."""
    broadcast.tell(
        broadcast.TableEvent(table_id=table.pk, version=table.version, at=now, sections=sections, persons=persons)
    )
