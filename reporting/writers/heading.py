"""The lines above every report (GL-19, PA-01), the same in every format."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from reporting.writers.documents import Document, clean, legal_time


def lines(document: Document) -> Iterator[tuple[str, str, str]]:
    """Name, title and value of each line of the heading."""
    yield "operator", _("Operator"), clean(document.operator)
    yield "title", _("Report"), str(document.title)
    for name, title, value in document.facts:
        yield name, str(title), clean(value)
    if document.since and document.until:
        period = f"{legal_time(document.since)} – {legal_time(document.until)}"
        yield "period", _("Period (legal time of mainland Portugal)"), period
    elif document.until:
        yield "as-of", _("State at (legal time of mainland Portugal)"), legal_time(document.until)
    if document.provisional:
        yield "provisional", _("Provisional"), _("the period is not over yet")
    yield "made-at", _("Made at"), legal_time(document.made_at)
    for name, title, value in document.filters:
        yield name, _("Filter: %(title)s") % {"title": title}, clean(value)
    if document.revision:
        yield "revision", _("Revision"), clean(document.revision)
    yield "definition", _("Definition"), clean(document.definition)
    yield "software", _("Program"), clean(document.software)
    yield "sha256", _("SHA-256 of the document"), document.sha256
    if not document.activity:
        yield "activity", _("Activity"), _("No activity")
