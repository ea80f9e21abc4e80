"""Calls at croupiers' tables as things of an inbox."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from django.utils.translation import gettext

from casino.backoffice.presenters.dues import Due
from casino.backoffice.presenters.inbox_kinds import page_of
from players.inbox.queries import Subject, Thing
from tables.queries import croupier

ATTENDED_WITHIN: Final = timedelta(minutes=5)
"""A croupier who calls holds a round, and its stakes."""


def calls(now: datetime) -> Iterator[Due]:
    """What a croupier's table waits for, at once: a call, or a keyed card that wants a second person."""
    waits = [(call.table_code, call.table_name, call.called_by, call.called_at) for call in croupier.open_calls()]
    keyed = [(card.table_code, card.table_name, card.keyed_by, card.keyed_at) for card in croupier.keyed_cards()]
    for what, found in ((gettext("Attend the croupier"), waits), (gettext("Confirm the keyed card"), keyed)):
        for code, name, who, since in found:
            thing = Thing(Subject.TABLE, code)
            yield Due(
                what=what,
                subject=name,
                href=page_of(thing),
                to_whom=who,
                since=since,
                due_at=since + ATTENDED_WITHIN,
                thing=thing,
                title=f"{what}: {name}",
            )
