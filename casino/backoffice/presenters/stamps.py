"""The sealed days that wait for a time stamp, as the board of deadlines shows them."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from django.utils.translation import gettext

from casino.adapters.stamps import has_stamper
from casino.backoffice.presenters.dues import Due
from casino.web.addresses import address
from reporting.queries import stamps

PATIENCE: Final = timedelta(hours=1)
"""How long a day may be without its stamp before the board says so."""


def days(now: datetime) -> Iterator[Due]:
    """The days that an authority has not stamped for an hour, until a stamp would come too late."""
    for each in stamps.unstamped_days(now=now) if has_stamper() else ():
        if now - each.sealed_at >= PATIENCE:
            yield Due(
                what=gettext("Have a sealed day stamped by the time authority"),
                subject=f"{each.day:%d/%m/%Y}",
                href=f"{address('backoffice:regulator')}?dia={each.day.isoformat()}",
                to_whom=gettext("regulator"),
                since=each.sealed_at,
                due_at=each.due_at,
                rule="GL-02",
                impersonal=True,
            )
