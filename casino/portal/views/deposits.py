"""Paying in: fees and delays first, then the amount, then the bank's own page; and what became of it (PT-12)."""

import uuid

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from casino import payment_names, payments
from casino.portal import cashier_forms as forms
from casino.portal import cashier_words, seat_barriers
from casino.portal.viewer import person_id, players_only
from players import gates
from players.operations import cashier as operations
from players.queries import cashier


@require_http_methods(["GET", "HEAD", "POST"])
@players_only
def deposit(request: HttpRequest) -> HttpResponse:
    """Choose a means of payment and an amount, and go to the bank."""
    instruments = cashier.instruments_of(person_id(request))
    if request.method != "POST":
        return _page(request, forms.Payment(instruments=instruments), None)
    form = forms.Payment(request.POST, instruments=instruments)
    provider = payments.provider()
    if form.is_valid() and provider is not None:
        sent = form.cleaned_data
        try:
            started = operations.start_deposit(
                person_id=person_id(request),
                instrument_id=sent["instrument"],
                amount=sent["amount"],
                key=sent["key"],
                back=reverse("portal:deposit_status", args=[sent["key"]]),
                provider=provider,
                now=timezone.now(),
            )
        except operations.DepositRefused as error:
            form.add_error("amount" if error.least or error.most else None, cashier_words.deposit(error))
        else:
            return redirect(started.page or reverse("portal:deposit_status", args=[started.key]))
    return _page(request, form, None)


@require_POST
@players_only
def add_instrument(request: HttpRequest) -> HttpResponse:
    """Add a bank account or a telephone, and come back to the deposit."""
    form = forms.NewInstrument(request.POST)
    if form.is_valid():
        try:
            added = operations.add_instrument(person_id=person_id(request), **form.cleaned_data, now=timezone.now())
        except operations.InstrumentRefused as error:
            field = "number" if error.reason == operations.InstrumentRefusal.NUMBER_INVALID else None
            form.add_error(field, cashier_words.instrument(error.reason.value))
        else:
            messages.success(request, gettext("Meio de pagamento guardado: %(label)s.") % {"label": added.label})
            return redirect("portal:deposit")
    return _page(request, None, form)


@require_safe
@players_only
def deposit_status(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    """Where one deposit stands; while it waits, the page looks again by itself."""
    card = cashier.deposit(key, person_id=person_id(request))
    if card is None:
        raise Http404
    context = {
        "place": "wallet",
        "deposit": card,
        "state": payment_names.state(card.state),
        "tone": payment_names.TONES[card.state],
        "why": payment_names.why(card.reason) if card.reason else "",
        "at_the_bank": reverse("portal:sandbox_bank", args=[card.provider_ref])
        if settings.PAYMENTS == "sandbox" and card.provider_ref
        else None,
    }
    template = "portal/deposit/_status.html" if request.headers.get("HX-Request") else "portal/deposit/status.html"
    return render(request, template, context)


def _page(request: HttpRequest, form: forms.Payment | None, adding: forms.NewInstrument | None) -> HttpResponse:
    now = timezone.now()
    instruments = cashier.instruments_of(person_id(request))
    answer = gates.may_deposit(person_id=person_id(request), now=now)
    errors = [each for each in (form, adding) if each is not None and each.errors]
    context = {
        "place": "wallet",
        "form": form or forms.Payment(instruments=instruments),
        "adding": adding or forms.NewInstrument(initial={"key": uuid.uuid4()}),
        "instruments": instruments,
        "terms": operations.cashier_terms(),
        "barrier": None if answer.barrier is None else seat_barriers.in_words(answer),
        "may_withdraw": answer.barrier in gates.ENDING,
        "room": answer.room,
        "takes_money": payments.provider() is not None,
    }
    return render(request, "portal/deposit/page.html", context, status=400 if errors else 200)
