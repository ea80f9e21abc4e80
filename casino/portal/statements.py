"""A statement in print: the same figures as on the screen."""

from datetime import date, datetime, timedelta
from typing import Any

from django.conf import settings
from django.utils.text import capfirst
from django.utils.translation import get_language, gettext, pgettext

from casino.wording import words
from kernel.calendar import lisbon_date
from kernel.labels import label
from kernel.money import Currency
from players.accounts.queries import PersonCard
from reporting.writers.documents import clean
from wallet.queries.statements import Period


def days(of: Period) -> tuple[date, date]:
    """The first and the last day of the period, both within it."""
    return lisbon_date(of.since), lisbon_date(of.until - timedelta(microseconds=1))


def document_of(
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
        (gettext("Player"), clean(person.nickname)),
        (gettext("Balance at the start"), money(of.opening)),
        *((capfirst(label(each.code)), words.signed(each.amount, currency.value)) for each in of.sums),
        (gettext("Balance at the end"), money(of.closing)),
        (pgettext("noun", "Check"), gettext("The sum agrees") if of.agrees else gettext("The sum does NOT agree")),
        (gettext("Now in play, outside the balance"), money(locked)),
    ]
    if on_way is not None and net is not None:
        facts += [
            (gettext("Now on its way to the bank, outside the balance"), money(on_way)),
            (gettext("Net deposits, all time"), money(net)),
        ]
    if of.more:
        most = gettext("Only the last %(lines)s lines; all of them are in the CSV file.") % {"lines": len(of.lines)}
        facts.append((gettext("Lines"), most))
    return {
        "title": gettext("Statement"),
        "subtitle": f"{first:%d/%m/%Y} – {last:%d/%m/%Y}",
        "house": settings.HOUSE_NAME,
        "made": words.moment(now),
        "foot": gettext("Times are those of mainland Portugal. Amounts before, during and after each movement."),
        "language": (get_language() or "pt").split("-")[0],
        "facts": facts,
        "head": [
            gettext("When"),
            gettext("Movement"),
            gettext("Reference"),
            gettext("Balance before"),
            gettext("Amount"),
            gettext("Balance after"),
        ],
        "rows": [
            [
                words.moment(line.at),
                capfirst(label(line.code)),
                clean(line.reference),
                money(line.balance_before),
                words.signed(line.amount, currency.value),
                money(line.balance_after),
            ]
            for line in of.lines
        ],
        "ends": [3, 4, 5],
    }
