"""The regulator's files of a past's last days, as its nights would have made them: numbered, packed, in the safe."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import date, datetime
from typing import Final

from django.conf import settings

from casino.adapters.packer import packer
from casino.adapters.safe import safe
from reporting.making.figures import SETTLED_FOR, day_bounds
from reporting.operations.safe_files import FilesRejected, deliver_files, make_files
from reporting.six_files.safe import DeliveryRefused

DAYS: Final = 3
"""So many days are told: each takes some six milliseconds a round, and all of a past much longer than its writing."""


def make_last(days: Sequence[date], *, now: datetime) -> tuple[date, ...]:
    """Make the files of the last of these days, each by the clock of its own night, and deliver them; which they were.

    None in a house without a safe. A day that the gate refuses, since other hands wrote into it too, is left out;
    one of which a house at work brought other files before is left to two persons.
    """
    found, made = safe(), []
    if found is None:
        return ()
    profile = settings.OPERATOR_PROFILE.files
    for day in days[-DAYS:]:
        night = day_bounds(day)[1] + SETTLED_FOR
        if night > now:
            break
        try:
            files = make_files(day=day, profile=profile, now=night)
        except FilesRejected:
            continue
        made.append(day)
        with suppress(DeliveryRefused):  # one that has another house's files: the page says so, as of any night's
            deliver_files(made=files, profile=profile, safe=found, now=night, packer=packer())
    return tuple(made)
