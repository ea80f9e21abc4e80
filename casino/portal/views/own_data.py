"""One's own data: a file of everything, a correction, closing the account (E7, PT-47, PT-56)."""

import uuid
from typing import Final

from django.contrib import messages
from django.contrib.auth import logout
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from casino import files
from casino import own_data as own_files
from casino.portal.own_data_forms import CloseAccount, Correction
from casino.portal.viewer import person_id, players_only
from players import queries as players
from players.operations import own_data as operations
from players.operations.own_data import OwnDataRefusal, OwnDataRefused
from players.queries import own_data as queries
from tables.queries.locked import locked_stakes
from wallet import queries as ledger
from wallet.money import Currency

SAID: Final[dict[OwnDataRefusal, "str | Promise"]] = {
    OwnDataRefusal.KEY_REUSED: gettext_lazy("Este pedido já tinha sido tratado com outro conteúdo. Nada mudou."),
    OwnDataRefusal.TEXT_MISSING: gettext_lazy("Escreva como deve ficar, e porquê."),
    OwnDataRefusal.TEXT_TOO_LONG: gettext_lazy("O texto é mais longo do que se aceita."),
    OwnDataRefusal.TOO_MANY_OPEN: gettext_lazy("Já tem cinco pedidos à espera. Aguarde a resposta a um deles."),
    OwnDataRefusal.ALREADY_CLOSED: gettext_lazy("Esta conta já está fechada."),
}


def _said(refused: OwnDataRefused) -> str:
    return str(SAID.get(refused.reason, gettext("Não foi possível. Nada mudou.")))


@require_safe
@players_only
def own_data(request: HttpRequest) -> HttpResponse:
    """What may be asked, and where each request stands."""
    return _page(request, Correction(initial={"key": uuid.uuid4()}))


def _page(request: HttpRequest, form: Correction, *, status: int = 200) -> HttpResponse:
    exports = queries.exports_of(person_id(request))
    context = {
        "place": "own_data",
        "form": form,
        "exports": exports,
        "waiting": any(each.state in {"asked", "making"} for each in exports),
        "export_key": uuid.uuid4(),
        "corrections": queries.corrections_of(person_id(request)),
        "closure": queries.closure_of(person_id(request)),
    }
    return render(request, "portal/own_data/page.html", context, status=status)


@require_POST
@players_only
def ask_export(request: HttpRequest) -> HttpResponse:
    """Ask for the file; it is made in the background."""
    try:
        key = uuid.UUID(request.POST.get("key", ""))
        asked = operations.ask_export(person_id=person_id(request), key=key, now=timezone.now())
    except ValueError:
        return HttpResponse(status=400)
    except OwnDataRefused as refused:
        messages.error(request, _said(refused))
        return redirect("portal:own_data")
    if not asked.repeat:
        messages.success(
            request, gettext("Estamos a preparar o ficheiro. Pode sair desta página; avisamos por e-mail.")
        )
    return redirect("portal:own_data")


@require_safe
@players_only
def fetch_export(request: HttpRequest, code: uuid.UUID) -> HttpResponseBase:
    """The file itself, to whom it is about and to nobody else; each taking is noted."""
    now = timezone.now()
    if not operations.note_fetched(person_id=person_id(request), code=code, now=now):
        raise Http404
    file = own_files.opened(code)
    if file is None:
        raise Http404
    return files.download_of(file, name=f"os-meus-dados-{timezone.localdate(now)}.zip", content_type="application/zip")


@require_POST
@players_only
def ask_correction(request: HttpRequest) -> HttpResponse:
    """Ask compliance for a correction."""
    form = Correction(request.POST)
    if not form.is_valid():
        return _page(request, form, status=400)
    said = form.cleaned_data
    try:
        operations.ask_correction(
            person_id=person_id(request),
            field=said["field"],
            wanted=said["wanted"],
            why=said["why"],
            key=said["key"],
            now=timezone.now(),
        )
    except OwnDataRefused as refused:
        form.add_error(None, _said(refused))
        return _page(request, form, status=400)
    messages.success(request, gettext("Recebemos o pedido. Respondemos, o mais tardar, dentro de um mês."))
    return redirect("portal:own_data")


@require_http_methods(["GET", "HEAD", "POST"])
@players_only
def close_account(request: HttpRequest) -> HttpResponse:
    """What closing means, and, confirmed with a word, doing it."""
    form = CloseAccount(request.POST or None, initial={"key": uuid.uuid4()})
    if request.method == "POST" and form.is_valid():
        try:
            operations.close_account(person_id=person_id(request), key=form.cleaned_data["key"], now=timezone.now())
        except OwnDataRefused as refused:
            form.add_error(None, _said(refused))
        else:
            logout(request)  # its session, like all of the person's, is over
            messages.success(
                request,
                gettext("A sua conta está fechada e o saldo é-lhe pago. Pode entrar de novo, para ver os registos."),
            )
            return redirect("portal:sign_in")
    person = players.person(person_id(request))
    assert person is not None
    context = {
        "place": "own_data",
        "form": form,
        "balance": ledger.balance(person.person_key, Currency.EUR),
        "locked": locked_stakes(person.id, Currency.EUR),
        "closure": queries.closure_of(person.id),
    }
    return render(request, "portal/close_account/page.html", context, status=400 if form.errors else 200)
