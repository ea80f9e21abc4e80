"""A statement as a sheet and as paper: the same figures as on the screen."""

import csv
import io
from datetime import date, datetime, timedelta
from typing import Any

from django.conf import settings
from django.utils.translation import get_language, gettext

from casino import names, words
from players.calendar import lisbon_date
from players.queries import PersonCard
from reporting.papers import amount, clean, guarded, legal_time
from wallet.money import Currency
from wallet.queries.statements import Period

BOM = "\N{ZERO WIDTH NO-BREAK SPACE}"
"""Spreadsheets take a file without it for another encoding than UTF-8."""


def days(of: Period) -> tuple[date, date]:
    """The first and the last day of the period, both within it."""
    return lisbon_date(of.since), lisbon_date(of.until - timedelta(microseconds=1))


def csv_of(of: Period, currency: Currency, *, nickname: str) -> bytes:
    """The statement for a spreadsheet; no cell of it can be run as a formula."""
    first, last = days(of)
    rows: list[list[str]] = [
        [gettext("Extrato de"), _cell(nickname)],
        [gettext("Período"), first.isoformat(), last.isoformat()],
        [gettext("Moeda"), currency.value],
        [gettext("Saldo no início"), amount(of.opening)],
        [gettext("Saldo no fim"), amount(of.closing)],
        [gettext("A soma confere") if of.agrees else gettext("A soma NÃO confere")],
        [],
        [gettext("Movimento"), gettext("Quantos"), gettext("Soma")],
        *([str(names.ledger_code(each.code)), str(each.lines), amount(each.amount)] for each in of.sums),
        [],
        [
            gettext("Quando"),
            gettext("Movimento"),
            gettext("Referência"),
            gettext("Saldo antes"),
            gettext("Valor"),
            gettext("Saldo depois"),
        ],
    ]
    for line in of.lines:
        facts = [legal_time(line.at), str(names.ledger_code(line.code)), _cell(line.reference)]
        rows.append([*facts, amount(line.balance_before), amount(line.amount), amount(line.balance_after)])
    buffer = io.StringIO()
    buffer.write(BOM)
    csv.writer(buffer, delimiter=";", lineterminator="\r\n").writerows(rows)
    return buffer.getvalue().encode()


def paper_of(
    of: Period,
    currency: Currency,
    *,
    person: PersonCard,
    locked: int,
    on_way: int | None,
    net: int | None,
    now: datetime,
) -> dict[str, Any]:
    """The statement as the printed sheet wants it, in the reader's language."""

    def money(cents: int) -> str:
        return words.money(cents, currency.value)

    first, last = days(of)
    facts = [
        (gettext("Jogador"), clean(person.nickname)),
        (gettext("Saldo no início"), money(of.opening)),
        *((str(names.ledger_code(each.code)), _signed(each.amount, currency)) for each in of.sums),
        (gettext("Saldo no fim"), money(of.closing)),
        (gettext("Conferência"), gettext("A soma confere") if of.agrees else gettext("A soma NÃO confere")),
        (gettext("Agora em jogo, fora do saldo"), money(locked)),
    ]
    if on_way is not None and net is not None:
        facts += [
            (gettext("Agora a caminho do banco, fora do saldo"), money(on_way)),
            (gettext("Depósitos líquidos desde sempre"), money(net)),
        ]
    if of.more:
        most = gettext("Só as últimas %(lines)s linhas; todas estão no ficheiro CSV.") % {"lines": len(of.lines)}
        facts.append((gettext("Linhas"), most))
    return {
        "title": gettext("Extrato"),
        "subtitle": f"{first:%d/%m/%Y} – {last:%d/%m/%Y}",
        "house": settings.HOUSE_NAME,
        "made": words.moment(now),
        "foot": gettext("Horas de Portugal continental. Valores antes, durante e depois de cada movimento."),
        "language": (get_language() or "pt").split("-")[0],
        "facts": facts,
        "head": [
            gettext("Quando"),
            gettext("Movimento"),
            gettext("Referência"),
            gettext("Saldo antes"),
            gettext("Valor"),
            gettext("Saldo depois"),
        ],
        "rows": [
            [
                words.moment(line.at),
                str(names.ledger_code(line.code)),
                clean(line.reference),
                money(line.balance_before),
                _signed(line.amount, currency),
                money(line.balance_after),
            ]
            for line in of.lines
        ],
        "ends": [3, 4, 5],
    }


def _signed(cents: int, currency: Currency) -> str:
    return ("+" if cents > 0 else "") + words.money(cents, currency.value)


def _cell(text: str) -> str:
    return guarded(clean(text))
