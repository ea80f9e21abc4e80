"""The time between two rounds of a table."""

from datetime import datetime, timedelta
from typing import Final

from tables.models import Round
from tables.table_settings import TableSettings

NOTHING: Final = timedelta(0)


def next_start(current: Round, terms: TableSettings, *, longer: timedelta = NOTHING, now: datetime) -> datetime:
    """After the show, which `now` begins and the players may make longer, and never sooner after this round's start
    than the table's cycle allows (C11)."""
    shown = now + timedelta(seconds=terms.show_seconds) + longer
    return max(shown, current.opened_at + timedelta(seconds=terms.cycle_seconds))
