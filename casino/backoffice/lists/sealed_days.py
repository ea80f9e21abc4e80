"""The tables of sealed days: the days with their seals, and those that something keeps from one."""

from typing import Final

from django.template.defaultfilters import filesizeformat
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from casino.backoffice.cells import badge, code, day, moment, soft, whole
from casino.backoffice.columns import NOTHING, STACKED, Column, Table
from players.roles import Action
from reporting.queries.sealed_days import SealedDayCard, UnsealedDay

FAULTS: Final = {
    "S06": _("the report’s rounds and ledger do not agree"),
    "horizon": _("transactions of the day are still under way"),
    "disk": _("the disk does not take the files"),
    "not-canonical": _("a row has no canonical form"),
    "log-split": _("a witness has seen another log"),
}
"""What keeps a day from its seal, by code."""


def faults(codes: tuple[str, ...]) -> str:
    """What stands against a day, in words."""
    return "; ".join(str(FAULTS.get(each, each)) for each in codes)


def _seal(card: SealedDayCard) -> SafeString:
    if card.faults:
        return format_html("{} {}", badge(gettext("sealed with faults"), "bad"), soft(faults(card.faults)))
    if card.signed_at is None:
        return badge(gettext("waits for the log’s signature"), "warn")
    return format_html("{} {}", badge(gettext("sealed"), "good"), soft(moment(card.signed_at)))


def _witnesses(card: SealedDayCard) -> SafeString:
    if not card.witnesses:
        return soft(gettext("none yet"))
    said = ngettext("%(count)s witness", "%(count)s witnesses", len(card.witnesses)) % {"count": len(card.witnesses)}
    return format_html("{} {}", badge(said, "good" if card.witnessed else "warn"), soft(", ".join(card.witnesses)))


def _against(found: UnsealedDay) -> "SafeString | str":
    return badge(faults(found.faults), "bad") if found.faults else NOTHING


DAYS: Final = Table(
    columns=(
        Column("day", _("Day"), day),
        Column("revision", _("Revision"), lambda number: f"r{number}"),
        Column("rows", _("Rows"), whole, end=True),
        Column("size", _("Size"), filesizeformat, end=True),
        Column("sha256", _("Manifest (SHA-256)"), lambda digest: code(f"{digest[:16]}…")),
        Column("", _("Seal"), _seal, css="words"),
        Column("", _("Witnesses"), _witnesses, css="words"),
        Column("", _("Folder"), cell="backoffice/cells/sealed_day_folder.html", action=Action.EXPORT_REPORTS),
    ),
    look=STACKED,
    empty=_(
        "No day is sealed yet. A day is sealed some minutes after midnight, once its report agrees with the ledger."
    ),
)
UNSEALED: Final = Table(
    columns=(
        Column("day", _("Day"), day),
        Column("", _("What stands against it"), _against, css="words"),
        Column("tried_at", _("Last tried"), moment),
    ),
    look=STACKED,
)
