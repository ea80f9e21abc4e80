"""The statement of any period, on screen, as CSV and as PDF (D3, GL-12)."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from casino.portal import cashier_forms as forms
from casino.portal import movements, sheets, statements
from casino.portal.viewer import person_id, players_only
from casino.signing.waiting import braked
from casino.web import files
from kernel.money import Currency
from players.accounts import queries as players
from players.cashier import queries as cashier
from players.messages.brakes import Asked
from reporting.writers.printing import pdf
from tables.queries import statement_rounds
from tables.queries.locked import locked_stakes
from wallet.queries.statements import Period, net_deposits, period

ON_SCREEN = 100
PRINTED = 5_000
IN_FILE = 1_000_000


@dataclass(frozen=True, slots=True)
class _Asked:
    person: players.PersonCard
    currency: Currency
    form: forms.PeriodForm
    period: Period


def _asked(request: HttpRequest, limit: int) -> _Asked:
    person = players.person(person_id(request))
    assert person is not None, "a signed-in user has a person"
    form = forms.PeriodForm(request.GET or None)
    currency = Currency.PLAY if request.GET.get("chips") == "PLAY" else Currency.EUR
    since, until = form.bounds(timezone.now())
    return _Asked(person, currency, form, period(person.person_key, currency, since=since, until=until, limit=limit))


@require_safe
@players_only
def statement(request: HttpRequest) -> HttpResponse:
    """Opening, movements by kind, closing; then round by round, and each other line by itself."""
    asked = _asked(request, ON_SCREEN)
    first, last = statements.days(asked.period)
    money = asked.currency is Currency.EUR
    shown = {"since": first.isoformat(), "until": last.isoformat(), "chips": asked.currency.value}
    lines = tuple(reversed(asked.period.lines))
    context = {
        "place": "wallet",
        "form": asked.form if asked.form.errors else forms.PeriodForm(initial={**shown, "since": first, "until": last}),
        "currency": asked.currency.value,
        "period": asked.period,
        "first": first,
        "last": last,
        "movements": movements.movements_of(lines, statement_rounds(asked.person.id, movements.codes_of(lines))),
        "locked": locked_stakes(asked.person.id, asked.currency),
        "on_way": cashier.on_its_way(asked.person.id) if money else None,
        "net_deposits": net_deposits(asked.person.person_key) if money else None,
        "query": urlencode(shown),
    }
    return render(request, "portal/statement/page.html", context, status=400 if asked.form.errors else 200)


@require_safe
@players_only
def statement_csv(request: HttpRequest) -> HttpResponse:
    """Every line for a spreadsheet, the oldest first."""
    asked = _asked(request, IN_FILE)
    content = sheets.statement_of(asked.period.lines, asked.currency)
    return _file(content, "text/csv; charset=utf-8", asked.period, "csv")


@require_safe
@players_only
@braked(Asked.PRINT)
def statement_pdf(request: HttpRequest) -> HttpResponse:
    """The same in print; a longer one than print holds says where the rest is."""
    asked = _asked(request, PRINTED)
    data = statements.document_of(
        asked.period,
        asked.currency,
        person=asked.person,
        locked=locked_stakes(asked.person.id, asked.currency),
        on_way=cashier.on_its_way(asked.person.id) if asked.currency is Currency.EUR else None,
        net=net_deposits(asked.person.person_key) if asked.currency is Currency.EUR else None,
        now=timezone.now(),
    )
    return _file(pdf("statement", data), "application/pdf", asked.period, "pdf")


def _file(content: bytes, kind: str, of: Period, ending: str) -> HttpResponse:
    first, last = statements.days(of)
    return files.download(content, name=f"extrato-{first}-{last}.{ending}", content_type=kind)
