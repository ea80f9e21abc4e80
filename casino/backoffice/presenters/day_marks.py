"""What stands of a day beside its report: its seal, and the regulator's six files, as marks that lead there."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from django.utils.translation import gettext, ngettext

from casino.backoffice.lists.safe_files import TROUBLES
from casino.web.addresses import address
from casino.wording import words
from kernel.calendar import lisbon_date
from reporting.queries.safe_files import OpenDay, PackageCard, due_at
from reporting.queries.sealed_days import SealedDayCard

OF_A_DAY: Final = "backoffice:sealed_days"
OF_ITS_FILES: Final = "backoffice:safe_files"
SAID_MOST: Final = 3


@dataclass(frozen=True, slots=True)
class Mark:
    """One mark: a word or two, the whole of it for those who ask, where it leads."""

    text: str
    title: str
    tone: str
    href: str
    drawing: str


def marks(
    day: date,
    *,
    seal: SealedDayCard | None,
    packages: Sequence[PackageCard],
    chained_since: date | None,
    held_back: OpenDay | None = None,
) -> tuple[Mark, ...]:
    """The marks of a day that is over; none of the seal for a day before the house's first sealed one.

    `held_back` is the day where something keeps its files from being made.
    """
    found = [_seal(seal)] if seal or (chained_since is not None and day >= chained_since) else []
    if packages:
        found.append(_files(packages[-1]))
    elif held_back is not None and held_back.trouble:
        found.append(_held_back(held_back))
    return tuple(found)


def _seal(seal: SealedDayCard | None) -> Mark:
    href = address(OF_A_DAY)
    if seal is None:
        return Mark(gettext("not sealed yet"), gettext("The day waits for its seal."), "warn", href, "seal")
    said = [gettext("sealed %(at)s") % {"at": words.moment(seal.sealed_at)}, f"SHA-256 {seal.sha256}"]
    if seal.witnesses:
        count = len(seal.witnesses)
        said.append(ngettext("%(n)s witness", "%(n)s witnesses", count) % {"n": words.number(count)})
    text = gettext("sealed with faults") if seal.faults else gettext("sealed")
    return Mark(text, " · ".join(said), "bad" if seal.faults else "seal", href, "seal")


def _held_back(waiting: OpenDay) -> Mark:
    """Of a day whose files were not made: what the gate, or the packer, said last."""
    said = [str(TROUBLES[waiting.trouble]), *waiting.told[:SAID_MOST]]
    return Mark(gettext("files held back"), " · ".join(said), "bad", address(OF_ITS_FILES), "reports")


def _files(package: PackageCard) -> Mark:
    """Of the last package of the day, which has a correction's files where there was one. In the night after the day
    the time alone says when.
    """
    title, href = f"{package.name} · SHA-256 {package.sha256}", address(OF_ITS_FILES)
    if package.delivered_at is None:
        return Mark(gettext("files not delivered"), title, "bad", href, "reports")
    late = not package.correction and package.delivered_at > due_at(package.day)
    at = words.minute(package.delivered_at)
    if lisbon_date(package.delivered_at) == package.day + timedelta(days=1):
        at = words.clock(package.delivered_at)[:5]
    text = gettext("files delivered %(at)s") % {"at": at}
    return Mark(text, title, "warn" if late else "good", href, "reports")
