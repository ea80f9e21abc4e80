"""The tables of the regulator's room: a day's six kinds of files, and the components of the software."""

from typing import Final

from django.template.defaultfilters import filesizeformat
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from casino.backoffice.cells import badge, code, moment, soft, whole
from casino.backoffice.columns import NOTHING, STACKED, Column, Table
from casino.backoffice.lists.safe_files import LINES_MOST
from casino.backoffice.presenters.regulator import FileKind
from casino.backoffice.presenters.regulator_line import OutageLine, trouble
from kernel.labels import label
from reporting.queries.components import ComponentCard
from reporting.queries.hours import OpenHour


def _kind(kind: FileKind) -> SafeString:
    return format_html("<b>{}</b> {}", kind.card.kind, soft(kind.name))


def _component(card: ComponentCard) -> SafeString:
    return format_html("<b>{}</b>", capfirst(label(card.part)))


def _since(card: ComponentCard) -> SafeString:
    return format_html("{} {}", moment(card.since), soft(card.version))


COMPONENTS: Final = Table(
    columns=(
        Column("", _("Component"), _component, css="words"),
        Column("relevance", _("Relevance"), end=True),
        Column("files", _("Files"), whole, end=True),
        Column("sha256", _("SHA-256 of the list"), lambda digest: code(f"{digest[:24]}…")),
        Column("", _("Unchanged since"), _since, css="words"),
    ),
    look=STACKED,
)


def _ends(line: OutageLine) -> "SafeString | str":
    return badge(gettext("lasts"), "bad") if line.card.ends_at is None else moment(line.card.ends_at)


def _minutes(line: OutageLine) -> "SafeString | str":
    return soft(gettext("not counted")) if line.minutes is None else whole(line.minutes)


def _stopped(line: OutageLine) -> "SafeString | str":
    return NOTHING if line.card.stopped_at is None else moment(line.card.stopped_at)


def _hour_trouble(waiting: OpenHour) -> SafeString:
    lines = format_html_join("", "<br><code>{}</code>", ((line,) for line in waiting.told[:LINES_MOST]))
    return format_html("{}{}", trouble(waiting.trouble) or gettext("not made yet"), lines)


OUTAGES: Final = Table(
    columns=(
        Column("part", _("Part")),
        Column("card.begins_at", _("From"), moment),
        Column("", _("Until"), _ends),
        Column("", _("Minutes"), _minutes, end=True),
        Column("", _("Play stopped"), _stopped),
    ),
    look=STACKED,
)
HOURS: Final = Table(
    columns=(
        Column("hour.start", _("Hour"), moment),
        Column("due_at", _("Due"), moment),
        Column("", _("What stands against it"), _hour_trouble, css="words"),
        Column("tried_at", _("Last tried"), moment),
    ),
    look=STACKED,
)
FILES: Final = Table(
    columns=(
        Column("", _("File"), _kind),
        Column("card.files", _("No."), whole, end=True),
        Column("card.made_at", _("Made"), moment),
        Column("card.size", _("Size"), filesizeformat, end=True),
        Column("card.sha256", _("SHA-256 of the last"), lambda digest: code(f"{digest[:12]}…")),
    ),
    look=STACKED,
)
