"""What keeps silent: services outside the house, and the comparison of the dealt cards that is behind."""

from collections.abc import Iterator
from datetime import datetime
from typing import Final

from django.utils.translation import gettext, ngettext

from casino.backoffice.presenters.dues import Due
from casino.web.addresses import address
from casino.wording import names, words
from players.adapters.queries import Adapter, silences
from tables import queries as tables


def adapters(now: datetime) -> Iterator[Due]:
    """The external services that do not answer: since when, their last answer, and what stops without them."""
    for silence in silences(now=now):
        yield Due(
            what=gettext("No answer: %(who)s") % {"who": names.adapter(silence.adapter)},
            subject=gettext("last good answer: %(moment)s") % {"moment": _or_never(silence.last_good_at)},
            href=address("backoffice:protection"),
            to_whom=names.stopped_by_silence(silence.adapter),
            since=silence.since,
            due_at=silence.stops_at,
            who="",
            rule=_ADAPTER_RULES[silence.adapter],
        )


def comparison(now: datetime) -> Iterator[Due]:
    """The comparison of the dealt cards with the sealed shoes, if it is behind: since when, and what it stops."""
    behind = tables.comparison_behind(now=now)
    if behind is not None:
        last = gettext("last comparison: %(moment)s") % {"moment": _or_never(behind.last_good_at)}
        shoes = ngettext("%(n)s shoe waits", "%(n)s shoes wait", behind.shoes)
        yield Due(
            what=gettext("Compare the dealt cards with the sealed ones"),
            subject=f"{shoes % {'n': words.number(behind.shoes)}}; {last}",
            href=address("backoffice:rounds"),
            to_whom=gettext("rounds go on without the comparison; a difference opens an incident and stops the table"),
            since=behind.since,
            due_at=None,
            rule="RN-06",
        )


def _or_never(at: datetime | None) -> str:
    return words.moment(at) if at else gettext("never")


_ADAPTER_RULES: Final = {Adapter.NATIONAL_LIST: "PT-30", Adapter.VERIFIER: "PT-02", Adapter.REGULATOR_DESK: "PT-29"}
