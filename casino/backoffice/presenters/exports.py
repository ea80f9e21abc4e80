"""The log of exported files, in words: the file, its filters, and the person who downloaded it (I10)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final
from uuid import UUID

from django.utils.formats import date_format
from django.utils.translation import gettext

from casino.web.addresses import address
from casino.wording import words
from casino.wording.events.facts import FILES
from kernel.money import Currency
from reporting.catalogue import CATALOGUE
from reporting.operations.sending import OPENED
from reporting.queries import ExportCard

_DAYS: Final = ("first_day", "last_day")


@dataclass(frozen=True, slots=True)
class Taken:
    """One file that a person downloaded. `about` is its filter in words; `href` its report request, if any."""

    at: datetime
    by: str
    title: str
    href: str
    about: tuple[str, ...]
    format: str
    rows: int
    sha256: str


def taken(exports: Sequence[ExportCard]) -> tuple[Taken, ...]:
    """The files that left, in the order given."""
    return tuple(_taken(one) for one in exports)


def _taken(one: ExportCard) -> Taken:
    definition = CATALOGUE.get(one.what)
    requested = one.filter.get("report")
    return Taken(
        at=one.at,
        by=one.by,
        title=str(definition.title if definition else FILES.get(one.what, one.what)),
        href=address("backoffice:requested_report", UUID(str(requested))) if requested else "",
        about=(*_about(one.filter), *_received(one)),
        format=gettext("opened") if one.format == OPENED else one.format.upper(),
        rows=one.rows,
        sha256=one.sha256,
    )


def _received(one: ExportCard) -> Iterator[str]:
    """The receipts of a report that was sent by a schedule."""
    for who, at in one.receipts:
        yield gettext("received by %(who)s at %(at)s") % {"who": who, "at": words.moment(at)}


def _about(asked: Mapping[str, Any]) -> Iterator[str]:
    """Each part of a filter that narrows, or that shows who is who."""
    if "first_day" in asked and "last_day" in asked:
        first, last = (date_format(date.fromisoformat(asked[name]), "SHORT_DATE_FORMAT") for name in _DAYS)
        yield first if first == last else gettext("%(first)s to %(last)s") % {"first": first, "last": last}
    if "day" in asked:
        yield date_format(date.fromisoformat(asked["day"]), "SHORT_DATE_FORMAT")
    if "revision" in asked:
        yield gettext("revision %(number)s") % {"number": asked["revision"]}
    for name in ("month", "round"):
        if name in asked:
            yield str(asked[name])
    if asked.get("currency") == Currency.PLAY:
        yield gettext("chips, not money")
    if "table" in asked:
        yield gettext("table %(code)s") % {"code": asked["table"]}
    if "player" in asked:
        yield gettext("player %(key)s") % {"key": str(asked["player"])[:8]}
    if "least" in asked:
        yield gettext("from %(amount)s on") % {"amount": words.money(int(asked["least"]), Currency.EUR)}
    if "schedule" in asked:
        yield gettext("schedule %(number)s") % {"number": asked["schedule"]}
    if "personal-data" in asked:
        yield gettext("personal data in sight: %(reason)s") % {"reason": asked["personal-data"]}
