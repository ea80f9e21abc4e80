"""Reports as files: CSV for people's spreadsheets, JSON for machines. The same figures give the same bytes.

Written in the language of record, whoever asks: an inspector and an operator hold the same file.
"""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from fractions import Fraction
from typing import Final

from django.conf import settings
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from players.calendar import LISBON
from reporting.figures import DayFigures, Sums, What, canonical, moment

BOM: Final = "\N{ZERO WIDTH NO-BREAK SPACE}"
"""Spreadsheets take a file without it for another encoding than UTF-8."""
SEPARATOR: Final = ";"
"""Where the decimal sign is the comma, spreadsheets expect the semicolon."""
TRIGGERS: Final = frozenset("=+-@\t\r\n|%＝＋－＠")
"""A cell that begins with one of these may be read as a formula or a command."""


class Format(StrEnum):
    """The formats a report can be taken in."""

    CSV = "csv"
    JSON = "json"


CONTENT_TYPES: Final = {Format.CSV: "text/csv; charset=utf-8", Format.JSON: "application/json"}


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    """What stands above every report (GL-19, PA-01)."""

    operator: str
    revision: int
    made_at: datetime
    definition: str
    sha256: str
    """Of the stored document the file was made from."""


def daily_report(figures: DayFigures, heading: Heading, format: Format) -> bytes:
    """A daily report as a file."""
    match format:
        case Format.CSV:
            with translation.override(settings.LANGUAGE_CODE):
                return _csv(_rows(figures, heading))
        case Format.JSON:
            return _json(figures, heading)


def text(value: str) -> str:
    """A text cell that no spreadsheet will run: one that could be a formula gets an apostrophe before it.

    >>> text("=1+1"), text("Mesa 1"), text("  @SUM(A1)")
    ("'=1+1", 'Mesa 1', "'  @SUM(A1)")
    """
    bare = value.lstrip(" \N{NO-BREAK SPACE}")
    return f"'{value}" if bare[:1] in TRIGGERS and bare else value


def amount(cents: int) -> str:
    """Cents as decimal text, from whole numbers only: the comma, two places, no groups.

    >>> amount(123456), amount(-5), amount(0)
    ('1234,56', '-0,05', '0,00')
    """
    whole, part = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}{whole},{part:02}"


def share(value: Fraction | None) -> str:
    """A share in percent with two places, halves away from zero; empty where there is none.

    >>> share(Fraction(1235, 100000)), share(Fraction(-1, 3)), share(None)
    ('1,24', '-33,33', '')
    """
    if value is None:
        return ""
    hundredths = (abs(value.numerator) * 20_000 + value.denominator) // (2 * value.denominator)
    return amount(-hundredths if value < 0 else hundredths)


def legal_time(at: datetime) -> str:
    """A moment in the legal time of continental Portugal, with its distance from UTC (PT-57)."""
    return at.astimezone(LISBON).isoformat(sep=" ", timespec="seconds")


def _json(figures: DayFigures, heading: Heading) -> bytes:
    document = {
        "operator": heading.operator,
        "title": "daily-report",
        "revision": heading.revision,
        "made_at": moment(heading.made_at),
        "sha256": heading.sha256,
        "report": figures.document(),
    }
    return (canonical(document) + "\n").encode()


def _csv(rows: Iterable[Sequence[str]]) -> bytes:
    buffer = io.StringIO()
    buffer.write(BOM)
    csv.writer(buffer, delimiter=SEPARATOR, lineterminator="\r\n").writerows(rows)
    return buffer.getvalue().encode()


def _rows(figures: DayFigures, heading: Heading) -> list[list[str]]:
    rows = [
        [_("Operador"), text(heading.operator)],
        [_("Relatório"), _("Relatório diário")],
        [_("Dia de jogo"), figures.day.isoformat()],
        [_("Período (hora legal de Portugal continental)"), legal_time(figures.since), legal_time(figures.until)],
        [_("Horas do dia"), str(figures.hours)],
        [_("Gerado em"), legal_time(heading.made_at)],
        [_("Revisão"), str(heading.revision)],
        [_("Definição"), text(heading.definition)],
        [_("SHA-256 do documento"), heading.sha256],
        [],
    ]
    return rows + _played(figures) + _held(figures) + _reconciled(figures)


def _played(figures: DayFigures) -> list[list[str]]:
    if not figures.activity:
        return [[_("Sem atividade")], []]
    counted = [_("Jogadas"), _("Anuladas"), _("Apostas"), _("Jogadores")]
    summed = [
        _("Apostado"),
        _("Devolvido"),
        _("Prémios"),
        _("Comissão (incluída na receita bruta)"),
        _("Receita bruta"),
        _("Retenção %"),
        _("Apostas empatadas"),
        _("Reembolsado"),
    ]
    rows = [[_("Mesa"), _("Nome"), _("Moeda"), _("Versão"), *counted, *summed]]
    for line in figures.lines:
        named = [text(line.table_code), text(line.table_name), text(line.currency), str(line.version)]
        rows.append([*named, *_counts(line), str(line.players), *_amounts(line)])
    rows += [[], [_("Totais"), _("Âmbito"), _("Moeda"), "", *counted, *summed]]
    for total in figures.totals:
        scope = _("dinheiro: totais regulados") if total.regulated else _("demonstração: fora dos totais regulados")
        # Persons are not added up: one may have played at several tables.
        rows.append([_("Total"), scope, text(total.currency), "", *_counts(total), "", *_amounts(total)])
    return [*rows, []]


def _counts(sums: Sums) -> list[str]:
    return [str(sums.rounds), str(sums.voids), str(sums.bets)]


def _amounts(sums: Sums) -> list[str]:
    return [
        amount(sums.turnover),
        amount(sums.returned),
        amount(sums.prizes),
        amount(sums.commission),
        amount(sums.gross_revenue),
        share(sums.hold),
        amount(sums.pushes),
        amount(sums.refunded),
    ]


def _held(figures: DayFigures) -> list[list[str]]:
    rows = [
        [
            _("Responsabilidade para com os jogadores"),
            _("Saldo inicial"),
            _("Depósitos"),
            _("Levantamentos"),
            _("Fichas de demonstração"),
            _("Acertos"),
            _("Apostado no dia"),
            _("Apostas devolvidas"),
            _("Prémios"),
            _("Reembolsos"),
            _("Saldo final"),
            _("Em jogo no início"),
            _("Em jogo no fim"),
        ]
    ]
    for held in figures.liabilities:
        moved = [held.opening, held.deposits, held.withdrawals, held.top_ups, held.adjustments, held.staked]
        moved += [held.returned, held.prizes, held.refunded, held.closing, held.opening_in_play, held.closing_in_play]
        rows.append([text(held.currency), *map(amount, moved)])
    return [*rows, []]


def _reconciled(figures: DayFigures) -> list[list[str]]:
    verdict = _("jogadas e livro concordam") if figures.reconciles else _("jogadas e livro NÃO concordam")
    rows = [[_("Reconciliação"), verdict]]
    if figures.comparisons:
        rows.append([_("Soma"), _("Moeda"), _("Jogadas"), _("Livro"), _("Diferença")])
    rows += [
        [str(SUMS[item.what]), text(item.currency), amount(item.rounds), amount(item.ledger), amount(item.difference)]
        for item in figures.comparisons
    ]
    rows += [
        [_("Jogada que não concorda"), text(fault.round_code), str(WHYS.get(fault.why, text(fault.why)))]
        for fault in figures.faults
    ]
    if figures.faults_more:
        rows.append([_("Outras jogadas que não concordam"), str(figures.faults_more)])
    return rows
