"""The acts of staff and of the house while a round was in play, and its deadlines, in words of the active language.

Staff read who did it; players read in which function: the names of staff are the house's own.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime

from django.utils.translation import gettext

from casino.wording import names
from kernel.labels import label_of
from tables.queries import Deadline, RoundAct, SqueezeCard, TableAct


def who(act: RoundAct) -> str:
    """The author of an act, for staff by name, for players by function."""
    if not act.by_staff:
        return gettext("the house itself")
    return act.by or gettext("the supervisor")


def act_line(act: RoundAct) -> str:
    """An act in a line: its name, its author, its reason."""
    told = {"what": label_of(act.action, TableAct), "who": who(act), "reason": act.reason.rstrip(".")}
    if not told["reason"]:
        return gettext("%(what)s (%(who)s)") % told
    return gettext("%(what)s (%(who)s: “%(reason)s”)") % told


def squeezes(offered: Iterable[SqueezeCard]) -> Iterator[tuple[datetime, str]]:
    """The moment and text of every turn of cards by a player; of an offer that was not taken up there is none."""
    for each in offered:
        told = {"seat": each.seat, "side": names.chance(each.hand)}
        if each.turned_at is not None:
            yield each.turned_at, gettext("seat %(seat)s turned the first cards of %(side)s") % told
        if each.third_at is not None:
            yield each.third_at, gettext("seat %(seat)s turned the third card of %(side)s") % told


def acts_and_deadlines(acts: Iterable[RoundAct], deadlines: Iterable[Deadline]) -> Iterator[tuple[datetime, str]]:
    """The moment and text of every act and of every deadline, with whether the deadline held."""
    for deadline in deadlines:
        yield (
            deadline.at,
            gettext("end of the betting time") if deadline.held else gettext("betting deadline that did not hold"),
        )
    for act in acts:
        yield act.at, act_line(act)
