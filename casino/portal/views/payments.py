"""Where payment providers speak to the house, and the sandbox bank's own page."""

import structlog
from django.core.exceptions import RequestDataTooBig
from django.http import Http404, HttpRequest, HttpResponse, UnreadablePostError
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from casino.adapters import payments
from casino.adapters.registry import Port, is_sandbox
from players.cashier import operations as cashier
from players.cashier.operations import sandbox_bank
from players.cashier.operations.sandbox_bank import Choice, ChoiceRejected
from players.cashier.payments import signing
from players.cashier.payments.provider import NoticeRejected

_log = structlog.get_logger(__name__)


@csrf_exempt
@require_POST
def notice(request: HttpRequest) -> HttpResponse:
    """A notice: the signature first, then what it says. 204 once it is dealt with, however often it comes."""
    provider = payments.provider()
    if provider is None:
        raise Http404
    try:
        length = request.headers.get("Content-Length", "0")
        if not length.isascii() or not length.isdecimal() or int(length) > signing.LARGEST:
            raise NoticeRejected("too-large")
        read = provider.read_notice(body=request.body, headers=request.headers, now=timezone.now())
    except NoticeRejected as error:
        _log.warning("payment notice refused", why=error.reason)
        return HttpResponse(status=413 if error.reason == "too-large" else 400)
    except (RequestDataTooBig, UnreadablePostError):
        return HttpResponse(status=400)
    taken = cashier.take_notice(notice=read, provider=provider.name, now=timezone.now())
    _log.info("payment notice", kind=read.kind.value, outcome=taken.outcome.value)
    return HttpResponse(status=204)


@require_http_methods(["GET", "HEAD", "POST"])
def bank(request: HttpRequest, ref: str) -> HttpResponse:
    """The sandbox bank: the payer agrees or not, and a tester chooses how the bank misbehaves."""
    card = sandbox_bank.payment(ref) if is_sandbox(Port.PAYMENTS) else None
    if card is None or card.outward:
        raise Http404
    if request.method == "POST":
        try:
            choice = Choice(request.POST.get("choice", ""))
            sandbox_bank.choose(ref=ref, choice=choice, now=timezone.now())
        except (ValueError, ChoiceRejected):
            return _bank_page(request, card, status=409)
        if url_has_allowed_host_and_scheme(card.back, allowed_hosts=None):
            return redirect(card.back)
        return redirect("portal:sandbox_bank", ref)
    return _bank_page(request, card, status=200)


def _bank_page(request: HttpRequest, card: sandbox_bank.SandboxCard, *, status: int) -> HttpResponse:
    late = status == 409
    return render(request, "portal/sandbox/page.html", {"payment": card, "too_late": late}, status=status)
