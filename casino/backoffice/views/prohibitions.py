"""The register of those who may never play (PT-16): read masked, entered and lifted with who and why."""

from functools import partial
from typing import Final

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from casino.backoffice import listing, pages, prohibition_forms
from casino.backoffice.access import allowed, staff_id
from casino.signing.again import ask_again
from players import numbers
from players.operations import prohibitions as operations
from players.operations.prohibitions import ProhibitionRefusal, ProhibitionRefused
from players.queries.prohibitions import ENTRIES
from players.queries.prohibitions import prohibitions as entries
from players.roles import Action, may

PAGE: Final = 50
REFUSED: Final = {
    ProhibitionRefusal.NOT_ALLOWED: gettext_lazy("A sua função não o permite."),
    ProhibitionRefusal.NIF_INVALID: gettext_lazy(
        "Este NIF não está certo: são nove algarismos, e o último confere os outros."
    ),
    ProhibitionRefusal.REASON_UNKNOWN: gettext_lazy("Escolha um motivo da lista."),
    ProhibitionRefusal.NOTE_MISSING: gettext_lazy("Escreva a prova ou a razão, de 3 a 300 caracteres. Nada mudou."),
    ProhibitionRefusal.WORKS_HERE: gettext_lazy(
        "Esta pessoa trabalha na casa: o impedimento acaba quando o trabalho acabar (PT-16). Nada mudou."
    ),
    ProhibitionRefusal.ALREADY_LIFTED: gettext_lazy("Este impedimento já estava levantado. Nada mudou."),
}


@allowed(Action.SEE_PLAYERS)
@require_safe
def prohibitions(request: HttpRequest) -> HttpResponse:
    """The entries, the latest first; or those of one number."""
    return _page(request, prohibition_forms.Prohibit())


@allowed(Action.VERIFY_PLAYER)
@ask_again
@require_POST
def prohibit(request: HttpRequest) -> HttpResponse:
    """Enter a number; whoever plays under it stops at once."""
    form = prohibition_forms.Prohibit(request.POST)
    if not form.is_valid():
        return _page(request, form)
    try:
        made = operations.prohibit(**form.cleaned_data, by=staff_id(request), now=timezone.now())
    except ProhibitionRefused as refused:
        form.add_error(None, str(REFUSED[refused.reason]))
        return _page(request, form)
    if made.repeat:
        messages.info(request, gettext("Este NIF já estava impedido por este motivo. Nada mudou."))
    else:
        messages.success(request, gettext("Impedido a partir deste momento."))
    return redirect("backoffice:prohibitions")


@allowed(Action.VERIFY_PLAYER)
@ask_again
@require_POST
def lift_prohibition(request: HttpRequest, number: int) -> HttpResponse:
    """End an entry, with the reason; it stays in the list."""
    try:
        note = request.POST.get("note", "")[:301]
        operations.lift_prohibition(entry_id=number, note=note, by=staff_id(request), now=timezone.now())
    except ProhibitionRefused as refused:
        if refused.reason is ProhibitionRefusal.NO_SUCH_ENTRY:
            raise Http404 from refused
        messages.error(request, str(REFUSED[refused.reason]))
    else:
        messages.success(request, gettext("Impedimento levantado. Continua na lista, com a razão."))
    return redirect("backoffice:prohibitions")


def _page(request: HttpRequest, form: prohibition_forms.Prohibit) -> HttpResponse:
    asked = numbers.compact(request.GET.get("nif", ""))[:20].replace("\0", "")
    context = {
        "page": listing.page_of(request, ENTRIES, partial(entries, nif=asked), size=PAGE),
        "asked": asked,
        "form": form,
        "may_act": may(request.user, Action.VERIFY_PLAYER),
    }
    return pages.page(
        request, "backoffice/prohibitions/page.html", "prohibitions", context, status=400 if form.is_bound else 200
    )
