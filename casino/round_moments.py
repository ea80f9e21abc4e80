"""What staff and the house did while a round was in play, and its deadlines, in words of the active language.

Staff read who did it; players read in which function: the names of staff are the house's own.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Final

from django.utils.translation import gettext, gettext_lazy

from tables.queries import Deadline, RoundAct

WHAT: Final = {
    "pause-table": gettext_lazy("mesa em pausa"),
    "resume-table": gettext_lazy("jogo retomado"),
    "stop-table": gettext_lazy("mesa parada"),
    "close-table": gettext_lazy("fecho da mesa anunciado"),
    "propose-void": gettext_lazy("anulação proposta"),
    "reject-void": gettext_lazy("anulação recusada"),
    "void-round": gettext_lazy("jogada anulada, apostas devolvidas"),
    "stop-play": gettext_lazy("jogo parado na casa"),
    "lift-play": gettext_lazy("paragem da casa levantada"),
}


def who(act: RoundAct) -> str:
    """Who did it, for staff by name, for players by function."""
    if not act.by_staff:
        return gettext("a própria casa")
    return act.by or gettext("a supervisão")


def act_line(act: RoundAct) -> str:
    """An act in a line: what, by whom, why."""
    told = {"what": WHAT[act.action], "who": who(act), "reason": act.reason.rstrip(".")}
    if not told["reason"]:
        return gettext("%(what)s (%(who)s)") % told
    return gettext("%(what)s (%(who)s: «%(reason)s»)") % told


def acts_and_deadlines(acts: Iterable[RoundAct], deadlines: Iterable[Deadline]) -> Iterator[tuple[datetime, str]]:
    """When and what: every act, and every deadline with whether it held."""
    for deadline in deadlines:
        yield (
            deadline.at,
            gettext("prazo das apostas") if deadline.held else gettext("prazo das apostas que não chegou a valer"),
        )
    for act in acts:
        yield act.at, act_line(act)
