"""The daily report as a paper: which sections and columns it has, in the words of the language of record."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.conf import settings
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from reporting.figures import DayFigures, Sums, What
from reporting.papers import Column, Kind, Paper, Row, Section, Value, amount, millionths
from reporting.tax import TaxStatement
from reporting.writers import Format, Written, write
from wallet.money import Currency

SUMS: Final[Mapping[What, "str | Promise"]] = {
    What.TURNOVER: gettext_lazy("Apostado"),
    What.RETURNED: gettext_lazy("Devolvido"),
    What.PRIZES: gettext_lazy("Prémios"),
    What.COMMISSION: gettext_lazy("Comissão"),
    What.REFUNDED: gettext_lazy("Reembolsado"),
    What.GROSS_REVENUE: gettext_lazy("Receita bruta"),
}
WHYS: Final[Mapping[str, "str | Promise"]] = {
    "staked": gettext_lazy("o apostado difere"),
    "returned": gettext_lazy("o devolvido difere"),
    "commission": gettext_lazy("a comissão difere"),
    "stakes-left": gettext_lazy("ficaram apostas na conta da jogada"),
    "bet-without-outcome": gettext_lazy("há uma aposta sem resultado"),
}
_K: Final = Kind
_SUMMED: Final = (
    ("rounds", gettext_lazy("Jogadas"), _K.WHOLE),
    ("voids", gettext_lazy("Anuladas"), _K.WHOLE),
    ("bets", gettext_lazy("Apostas"), _K.WHOLE),
    ("players", gettext_lazy("Jogadores"), _K.WHOLE),
    ("turnover", gettext_lazy("Apostado"), _K.CENTS),
    ("returned", gettext_lazy("Devolvido"), _K.CENTS),
    ("prizes", gettext_lazy("Prémios"), _K.CENTS),
    ("commission", gettext_lazy("Comissão (incluída na receita bruta)"), _K.CENTS),
    ("gross_revenue", gettext_lazy("Receita bruta"), _K.CENTS),
    ("hold", gettext_lazy("Retenção %"), _K.RATIO),
    ("pushes", gettext_lazy("Apostas empatadas"), _K.CENTS),
    ("refunded", gettext_lazy("Reembolsado"), _K.CENTS),
)
_PLAYED: Final = (
    Column(name="table_code", title=gettext_lazy("Mesa"), kind=_K.CODE),
    Column(name="table_name", title=gettext_lazy("Nome"), kind=_K.TEXT),
    Column(name="currency", title=gettext_lazy("Moeda"), kind=_K.CODE),
    Column(name="version", title=gettext_lazy("Versão"), kind=_K.WHOLE),
    *(Column(name=name, title=title, kind=kind) for name, title, kind in _SUMMED),
)
_TOTALS: Final = (
    Column(
        name="scope",
        title=gettext_lazy("Âmbito"),
        kind=_K.CODE,
        values={
            "regulated": gettext_lazy("dinheiro: totais regulados"),
            "demonstration": gettext_lazy("demonstração: fora dos totais regulados"),
        },
    ),
    Column(name="currency", title=gettext_lazy("Moeda"), kind=_K.CODE),
    *(Column(name=name, title=title, kind=kind) for name, title, kind in _SUMMED),
)
_LIABILITY: Final = (
    Column(name="currency", title=gettext_lazy("Moeda"), kind=_K.CODE),
    *(
        Column(name=name, title=title, kind=_K.CENTS)
        for name, title in (
            ("opening", gettext_lazy("Saldo inicial")),
            ("deposits", gettext_lazy("Depósitos")),
            ("withdrawals", gettext_lazy("Levantamentos")),
            ("top_ups", gettext_lazy("Fichas de demonstração")),
            ("charge_backs", gettext_lazy("Depósitos retirados pelo banco")),
            ("adjustments", gettext_lazy("Acertos")),
            ("staked", gettext_lazy("Apostado no dia")),
            ("returned", gettext_lazy("Apostas devolvidas")),
            ("prizes", gettext_lazy("Prémios")),
            ("refunded", gettext_lazy("Reembolsos")),
            ("closing", gettext_lazy("Saldo final")),
            ("opening_in_play", gettext_lazy("Em jogo no início")),
            ("closing_in_play", gettext_lazy("Em jogo no fim")),
            ("opening_on_way", gettext_lazy("A caminho do banco no início")),
            ("closing_on_way", gettext_lazy("A caminho do banco no fim")),
        )
    ),
)
_COMPARISON: Final = (
    Column(name="what", title=gettext_lazy("Soma"), kind=_K.CODE, values={each.value: SUMS[each] for each in SUMS}),
    Column(name="currency", title=gettext_lazy("Moeda"), kind=_K.CODE),
    Column(name="rounds", title=gettext_lazy("Jogadas"), kind=_K.CENTS),
    Column(name="ledger", title=gettext_lazy("Livro"), kind=_K.CENTS),
    Column(name="difference", title=gettext_lazy("Diferença"), kind=_K.CENTS),
)
_FAULTS: Final = (
    Column(name="round_code", title=gettext_lazy("Jogada que não concorda"), kind=_K.CODE),
    Column(name="why", title=gettext_lazy("Porquê"), kind=_K.CODE, values=WHYS),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    """What stands above every report (GL-19, PA-01)."""

    operator: str
    revision: int
    made_at: datetime
    definition: str
    software: str
    sha256: str
    """Of the stored document the file was made from; of provisional figures, of theirs."""


def daily_report(figures: DayFigures, heading: Heading, format: Format) -> Written:
    """A daily report as a file."""
    with translation.override(settings.LANGUAGE_CODE):  # its verdict is worded when the paper is made
        return write(daily_paper(figures, heading), format)


def daily_paper(figures: DayFigures, heading: Heading) -> Paper:
    """A daily report: what was played, the totals, what players were owed, and whether rounds and ledger agree."""
    verdict = _("jogadas e livro concordam") if figures.reconciles else _("jogadas e livro NÃO concordam")
    facts: list[tuple[str, Any, str]] = [
        ("day", gettext_lazy("Dia de jogo"), figures.day.isoformat()),
        ("hours", gettext_lazy("Horas do dia"), str(figures.hours)),
        ("reconciliation", gettext_lazy("Reconciliação"), verdict),
    ]
    if figures.faults_more:
        facts.append(("faults-more", gettext_lazy("Outras jogadas que não concordam"), str(figures.faults_more)))
    return Paper(
        name="daily-report",
        title=gettext_lazy("Relatório diário"),
        operator=heading.operator,
        definition=heading.definition,
        software=heading.software,
        revision=str(heading.revision) if heading.revision else "",
        made_at=heading.made_at,
        sha256=heading.sha256,
        since=figures.since,
        until=figures.until,
        provisional=figures.provisional,
        activity=figures.activity,
        facts=tuple(facts),
        sections=_sections(figures),
    )


_TAX_DAYS: Final = (
    Column(name="day", title=gettext_lazy("Dia"), kind=_K.DAY),
    Column(name="revision", title=gettext_lazy("Revisão"), kind=_K.WHOLE),
    Column(name="turnover", title=gettext_lazy("Apostado"), kind=_K.CENTS),
    Column(name="returned", title=gettext_lazy("Devolvido"), kind=_K.CENTS),
    Column(name="gross_revenue", title=gettext_lazy("Receita bruta"), kind=_K.CENTS),
    Column(name="commission", title=gettext_lazy("Comissão (incluída na receita bruta)"), kind=_K.CENTS),
)
_TAX: Final = (
    Column(name="since", title=gettext_lazy("Taxa em vigor desde"), kind=_K.DAY),
    Column(name="source", title=gettext_lazy("Base legal"), kind=_K.TEXT),
    Column(name="days", title=gettext_lazy("Dias"), kind=_K.WHOLE),
    Column(name="gross_revenue", title=gettext_lazy("Receita bruta"), kind=_K.CENTS),
    Column(name="rate", title=gettext_lazy("Taxa %"), kind=_K.RATIO),
    Column(name="tax", title=gettext_lazy("Imposto"), kind=_K.CENTS),
)


def tax_paper(found: TaxStatement, heading: Heading) -> Paper:
    """A month's tax statement: day by day, and what it owes under each rate."""
    days = [(d.day, d.revision, d.turnover, d.returned, d.gross_revenue, d.commission) for d in found.days]
    parts = [
        (part.rate.since, part.rate.source, len(part.days), part.gross_revenue, millionths(part.rate.rate), part.tax)
        for part in found.parts
    ]
    missing = ", ".join(day.isoformat() for day in found.missing)
    facts = [
        ("month", gettext_lazy("Mês"), f"{found.month:%Y-%m}"),
        ("currency", gettext_lazy("Moeda"), Currency.EUR.value),
        ("tax", gettext_lazy("Imposto do mês"), amount(found.tax)),
        ("assessed-by", gettext_lazy("A liquidar até"), found.assessed_by.isoformat()),
        ("paid-by", gettext_lazy("A pagar até"), found.paid_by.isoformat()),
    ] + ([("missing", gettext_lazy("Dias sem relatório"), missing)] if missing else [])
    return Paper(
        name="gaming-tax",
        title=gettext_lazy("Imposto especial de jogo online"),
        operator=heading.operator,
        definition=heading.definition,
        software=heading.software,
        revision="",
        made_at=heading.made_at,
        sha256=heading.sha256,
        provisional=not found.whole,
        activity=any(day.turnover for day in found.days),
        facts=tuple(facts),
        sections=(
            _section("tax", gettext_lazy("Imposto por taxa"), _TAX, parts),
            _section("days", gettext_lazy("Por dia de jogo"), _TAX_DAYS, days),
        ),
    )


def _sections(figures: DayFigures) -> tuple[Section, ...]:
    played = [
        (line.table_code, line.table_name, line.currency, line.version, *_sums(line, line.players))
        for line in figures.lines
    ]
    totals = [
        ("regulated" if total.regulated else "demonstration", total.currency, *_sums(total, total.players))
        for total in figures.totals
    ]
    held = [tuple(getattr(one, column.name) for column in _LIABILITY) for one in figures.liabilities]
    compared = [tuple(getattr(one, column.name) for column in _COMPARISON) for one in figures.comparisons]
    faults = [(fault.round_code, fault.why) for fault in figures.faults]
    idle = gettext_lazy("Sem atividade")
    return (
        _section("played", gettext_lazy("Por mesa e versão das regras"), _PLAYED, played, empty=idle),
        _section("totals", gettext_lazy("Totais"), _TOTALS, totals),
        _section("liability", gettext_lazy("Responsabilidade para com os jogadores"), _LIABILITY, held),
        _section("reconciliation", gettext_lazy("Reconciliação"), _COMPARISON, compared),
        _section("faults", gettext_lazy("Jogadas que não concordam"), _FAULTS, faults),
    )


def _section(name: str, title: Any, columns: tuple[Column, ...], rows: Sequence[Row], empty: Any = "") -> Section:
    return Section(name=name, title=title, columns=columns, rows=rows, count=len(rows), empty=empty)


def _sums(sums: Sums, players: int | None) -> list[Value]:
    return [
        sums.rounds,
        sums.voids,
        sums.bets,
        players,
        sums.turnover,
        sums.returned,
        sums.prizes,
        sums.commission,
        sums.gross_revenue,
        millionths(sums.hold),
        sums.pushes,
        sums.refunded,
    ]
