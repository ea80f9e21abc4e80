"""The tables of the regulator's files: packages, corrections, days that are not in the safe, the house's settings."""

from typing import Final

from django.template.defaultfilters import filesizeformat
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from casino.backoffice.cells import badge, code, day, moment, noted, soft, whole
from casino.backoffice.columns import NOTHING, STACKED, Column, Table
from reporting.operations.due_files import FilesTrouble
from reporting.queries.safe_corrections import CorrectionCard
from reporting.queries.safe_files import OpenDay, PackageCard

TROUBLES: Final = {
    FilesTrouble.UNDER_WAY.value: _("transactions of the day are still under way"),
    FilesTrouble.SUMS_DIFFER.value: _("sums that do not agree"),
    FilesTrouble.CHANGED.value: _("the day’s facts make other files now"),
    FilesTrouble.NOT_PACKED.value: _("a certificate that packages are signed or encrypted with is not valid"),
    FilesTrouble.SAFE_REFUSES.value: _("the safe does not take the package"),
}
"""What keeps a day from the safe, by code."""
LINES_MOST: Final = 5


def _digest(digest: str) -> SafeString:
    """The beginning of a digest; the whole digest appears under the pointer."""
    return format_html('<code title="{}">{}…</code>', digest, digest[:16])


def _safe(card: PackageCard | CorrectionCard) -> SafeString:
    if card.delivered_at is None:
        return badge(gettext("not delivered"), "warn")
    return format_html("{} {}", badge(gettext("in the safe"), "good"), soft(moment(card.delivered_at)))


def _lies(card: PackageCard) -> SafeString:
    """What the safe says of a package; one that a correction replaced is owed no more."""
    if not card.replaced:
        return _safe(card)
    replaced = soft(gettext("corrected since"))
    return replaced if card.delivered_at is None else format_html("{} {}", _safe(card), replaced)


def _decided(card: CorrectionCard) -> SafeString:
    """How a correction was decided, and what became of it."""
    if card.state == "rejected":
        return format_html("{} {}", badge(gettext("refused")), soft(card.rejection))
    return format_html("{} {}", code(card.package), _safe(card))


def _against(found: OpenDay) -> "SafeString | str":
    """What stands against the day, and the first faults as they were found."""
    if not found.trouble:
        return soft(gettext("not tried yet")) if found.tried_at is None else NOTHING
    lines = format_html_join("", "<br><code>{}</code>", ((line,) for line in found.told[:LINES_MOST]))
    more = len(found.told) - LINES_MOST
    rest = soft(gettext("and %(count)s more") % {"count": more}) if more > 0 else ""
    return format_html("{}{} {}", badge(TROUBLES[found.trouble], "bad"), lines, rest)


PACKAGES: Final = Table(
    columns=(
        Column("day", _("Day"), day),
        Column("name", _("Package"), code),
        Column("files", _("Files"), whole, end=True),
        Column("size", _("Size"), filesizeformat, end=True),
        Column("sha256", _("SHA-256"), lambda digest: code(f"{digest[:16]}…")),
        Column("made_at", _("Made"), moment),
        Column("", _("Safe"), _lies, css="words"),
    ),
    look=STACKED,
    empty=_("No day has its files yet. They are made some minutes after midnight and lie in the safe by 04:00."),
)
CERTIFICATES: Final = Table(
    columns=(
        Column("whose", _("Whose")),
        Column("subject", _("Certificate"), code, css="words"),
        Column("at", _("Valid until"), moment),
    ),
    look=STACKED,
)
OPEN: Final = Table(
    columns=(
        Column("day", _("Day"), day),
        Column("due_at", _("Due"), moment),
        Column("", _("What stands against it"), _against, css="words"),
        Column("tried_at", _("Last tried"), moment),
    ),
    look=STACKED,
)
AGAIN: Final = Table(
    columns=(
        Column("first", _("First day"), day),
        Column("last", _("Last day"), day),
        Column("reason", _("Reason"), css="words"),
        Column("", _("Noted by"), lambda card: noted(card.who, moment(card.asked_at))),
        Column("due_at", _("Due"), moment),
    ),
    look=STACKED,
)
WAITING: Final = Table(
    columns=(
        Column("day", _("Day"), day),
        Column("reason", _("Reason"), css="words"),
        Column("", _("Files that differ"), cell="backoffice/cells/correction_changes.html"),
        Column("", _("Proposed by"), lambda card: noted(card.proposed_by, moment(card.proposed_at))),
    ),
    look=STACKED,
)
CORRECTIONS: Final = Table(
    columns=(
        Column("day", _("Day"), day),
        Column("reason", _("Reason"), css="words"),
        Column("", _("Files"), cell="backoffice/cells/correction_changes.html"),
        Column("", _("Proposed by"), lambda card: noted(card.proposed_by, moment(card.proposed_at))),
        Column("", _("Decided by"), lambda card: noted(card.decided_by, moment(card.decided_at))),
        Column("", _("Package"), _decided, css="words"),
    ),
    look=STACKED,
    empty=_("No day’s files were corrected yet."),
)
CHANGES: Final = Table(
    columns=(
        Column("name", _("File"), code),
        Column("old", _("Before (SHA-256)"), _digest),
        Column("new", _("After (SHA-256)"), _digest),
    ),
    look=STACKED,
)
SETTINGS: Final = Table(
    columns=(
        Column("name", _("Setting"), code),
        Column("value", _("This house"), code, css="words"),
        Column("about", _("What the regulation leaves open"), css="words"),
    ),
    look=STACKED,
)
