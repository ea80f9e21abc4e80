"""Paying in: fees and delays first, then the amount, then the bank's own page; and what became of it (PT-12)."""

import uuid
from functools import partial
from typing import Any, Final, cast

from csp.decorators import csp_update
from django.forms import ChoiceField, Form
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from casino.adapters import payments
from casino.adapters.registry import Port, is_sandbox
from casino.portal import cashier_forms as forms
from casino.portal import seat_blocks
from casino.portal.first_steps import steps_of
from casino.portal.viewer import person_id, players_only
from casino.web.act import act, posted
from casino.wording import payment_names
from kernel.money import Currency
from players import gates
from players.accounts import queries as players
from players.cashier import operations
from players.cashier import queries as cashier
from wallet import queries as ledger

AT_AMOUNT: Final = dict.fromkeys(
    (
        operations.DepositRejection.AMOUNT_INVALID,
        operations.DepositRejection.TOO_SMALL,
        operations.DepositRejection.TOO_LARGE,
        operations.DepositRejection.OVER_LIMIT,
    ),
    "amount",
)
"""The rejections that are said beside the amount."""


@require_http_methods(["GET", "HEAD", "POST"])
@players_only
def deposit(request: HttpRequest) -> HttpResponse:
    """Choose a means of payment and an amount, and go to the bank."""
    form = _payment(request, posted(request))
    provider = payments.provider()
    if provider is None:
        return _page(request)

    def start(*, idempotency_key: uuid.UUID, instrument_id: int, **asked: Any) -> operations.DepositStarted:
        back = reverse("portal:deposit_status", args=[idempotency_key])
        if instrument_id == forms.REGISTERED:
            key = uuid.uuid5(idempotency_key, "registered")
            instrument_id = operations.add_registered_account(
                person_id=asked["person_id"], idempotency_key=key, now=asked["now"]
            ).instrument_id
        try:
            return operations.start_deposit(
                idempotency_key=idempotency_key, instrument_id=instrument_id, back=back, provider=provider, **asked
            )
        except operations.DepositRejected as refused:
            if refused.reason is not operations.DepositRejection.KEY_REUSED:
                form.renew(_payment(request), instrument_id=instrument_id)
            raise

    return act(
        request,
        form,
        start,
        by="person_id",
        page=lambda sent: _page(request, form=sent),
        fields=AT_AMOUNT,
        to=lambda started: started.page or ("portal:deposit_status", started.key),
    )


@require_POST
@players_only
def add_instrument(request: HttpRequest) -> HttpResponse:
    """Add a bank account or a telephone, and come back to the deposit."""
    return act(
        request,
        forms.NewInstrument(request.POST),
        operations.add_instrument,
        by="person_id",
        page=lambda form: _page(request, adding=form),
        fields={operations.InstrumentRejection.NUMBER_INVALID: "number"},
        done=lambda added: gettext("Payment method saved: %(label)s.") % {"label": added.label},
        to="portal:deposit",
    )


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
        "steps": steps_of(person_id(request), now=timezone.now()),
        "at_the_bank": reverse("portal:sandbox_bank", args=[card.provider_ref])
        if is_sandbox(Port.PAYMENTS) and card.provider_ref
        else None,
    }
    template = "portal/deposit/_status.html" if request.headers.get("HX-Request") else "portal/deposit/status.html"
    return render(request, template, context)


def _payment(request: HttpRequest, sent: QueryDict | None = None) -> forms.Payment:
    """The form, with the person's means of payment and the account of the registration."""
    person = person_id(request)
    return forms.Payment(
        sent, instruments=cashier.instruments_of(person), registered=cashier.registered_account(person)
    )


def _page(request: HttpRequest, **sent: Form) -> HttpResponse:
    """The page; `sent` is the form that came back with something wrong, by its name there."""
    now, provider = timezone.now(), payments.provider()
    form = sent.pop("form", None) or _payment(request)
    means = cast("forms.Payment", form).fields["instrument"]
    card = players.person(person_id(request))
    assert card is not None, "a signed-in user has a person"
    answer = gates.may_deposit(person_id=person_id(request), now=now)
    context = {
        "place": "wallet",
        "balance": ledger.balance(card.person_key, Currency.EUR),
        "form": form,
        "adding": forms.NewInstrument(initial={"key": uuid.uuid4(), "kind": cashier.InstrumentKind.BANK_ACCOUNT.value}),
        "instruments": cast("ChoiceField", means).choices,
        "steps": steps_of(person_id(request), now=now),
        "terms": operations.cashier_terms(),
        "blocked": None if answer.block is None else seat_blocks.in_words(answer),
        "may_withdraw": answer.block in gates.ENDING,
        "headroom": answer.headroom,
        "takes_money": provider is not None,
        **sent,
    }
    shown = partial(render, template_name="portal/deposit/page.html", context=context)
    if provider is None:
        return shown(request)
    # The form leads to the provider's own pages, which are foreign to the site.
    return cast("HttpResponse", csp_update({"form-action": list(provider.pages)})(shown)(request))
