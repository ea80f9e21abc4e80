"""Calls at croupiers' tables as things of an inbox."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from django.utils.translation import gettext

from casino.backoffice.presenters.dues import Due
from casino.web.addresses import address
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
            yield Due(
                what=what,
                subject=name,
                href=f"{address('backoffice:croupiers')}#table-{code}",
                to_whom=who,
                since=since,
                due_at=since + ATTENDED_WITHIN,
                thing=Thing(Subject.TABLE, code),
                title=f"{what}: {name}",
            )
