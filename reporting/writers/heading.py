"""The lines above every report (GL-19, PA-01), the same in every format."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from reporting.writers.papers import Paper, clean, legal_time


def lines(paper: Paper) -> Iterator[tuple[str, str, str]]:
    """Name, title and value of each line of the heading."""
    yield "operator", _("Operator"), clean(paper.operator)
    yield "title", _("Report"), str(paper.title)
    for name, title, value in paper.facts:
        yield name, str(title), clean(value)
    if paper.since and paper.until:
        period = f"{legal_time(paper.since)} – {legal_time(paper.until)}"
        yield "period", _("Period (legal time of mainland Portugal)"), period
    elif paper.until:
        yield "as-of", _("State at (legal time of mainland Portugal)"), legal_time(paper.until)
    if paper.provisional:
        yield "provisional", _("Provisional"), _("the period is not over yet")
    yield "made-at", _("Made at"), legal_time(paper.made_at)
    for name, title, value in paper.filters:
        yield name, _("Filter: %(title)s") % {"title": title}, clean(value)
    if paper.revision:
        yield "revision", _("Revision"), clean(paper.revision)
    yield "definition", _("Definition"), clean(paper.definition)
    yield "software", _("Program"), clean(paper.software)
    yield "sha256", _("SHA-256 of the document"), paper.sha256
    if not paper.activity:
        yield "activity", _("Activity"), _("No activity")
