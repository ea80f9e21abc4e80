"""The lines above every report (GL-19, PA-01), the same in every format."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from reporting.papers import Paper, clean, legal_time


def lines(paper: Paper) -> Iterator[tuple[str, str, str]]:
    """Name, title and value of each line of the heading."""
    yield "operator", _("Operador"), clean(paper.operator)
    yield "title", _("Relatório"), str(paper.title)
    for name, title, value in paper.facts:
        yield name, str(title), clean(value)
    if paper.since and paper.until:
        period = f"{legal_time(paper.since)} – {legal_time(paper.until)}"
        yield "period", _("Período (hora legal de Portugal continental)"), period
    elif paper.until:
        yield "as-of", _("Situação em (hora legal de Portugal continental)"), legal_time(paper.until)
    if paper.provisional:
        yield "provisional", _("Provisório"), _("o período ainda não acabou")
    yield "made-at", _("Gerado em"), legal_time(paper.made_at)
    for name, title, value in paper.filters:
        yield name, _("Filtro: %(title)s") % {"title": title}, clean(value)
    if paper.revision:
        yield "revision", _("Revisão"), clean(paper.revision)
    yield "definition", _("Definição"), clean(paper.definition)
    yield "software", _("Programa"), clean(paper.software)
    yield "sha256", _("SHA-256 do documento"), paper.sha256
    if not paper.activity:
        yield "activity", _("Atividade"), _("Sem atividade")
