"""Players' protection as staff see it: signals with their figures, duties with their deadlines, the national list."""

from typing import Final

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy, ngettext
from django.views.decorators.http import require_POST, require_safe

from casino import words
from casino.backoffice import pages
from casino.backoffice.access import allowed, staff_id
from casino.backoffice.listing import asked_sort, headings
from players.national_list import ListInvalid, parse
from players.operations import duties, signals
from players.operations.duties import DutyRefusal, DutyRefused
from players.operations.signals import SignalAct, SignalRefusal, SignalRefused
from players.queries import watch
from players.roles import Action, may
from tables.operations import breaks

LIST_MAX: Final = 20 * 2**20
OF_SIGNALS: Final = "sinais"
"""The order of the signals in an address; the duties' is that of any list."""
REFUSED: Final = {
    SignalRefusal.TEXT_MISSING: gettext_lazy("Escreva o que fez, ou porquê. Nada mudou."),
    SignalRefusal.NOT_ALLOWED: gettext_lazy("A sua função não o permite."),
    SignalRefusal.NO_SUCH_SIGNAL: gettext_lazy("Este sinal não existe."),
    SignalRefusal.CLOSED: gettext_lazy("Este sinal já estava fechado. Nada mudou."),
    DutyRefusal.NOTE_MISSING: gettext_lazy("Escreva como o dever foi cumprido. Nada mudou."),
    DutyRefusal.NO_SUCH_DUTY: gettext_lazy("Este dever não existe."),
    DutyRefusal.BALANCE_REMAINS: gettext_lazy(
        "A conta ainda tem %(amount)s: uma nota não paga a ninguém. Pague, registe a correção do saldo, que outra "
        "pessoa aprova, e o dever fecha-se por si (PT-28). Nada mudou."
    ),
}
FAULTS: Final = {
    "empty": gettext_lazy("o ficheiro não nomeia ninguém"),
    "not-utf-8": gettext_lazy("o ficheiro não está em UTF-8"),
    "columns": gettext_lazy("as colunas não são as da lista"),
    "not-csv": gettext_lazy("a linha não é CSV"),
    "not-xml": gettext_lazy("o ficheiro não é XML completo"),
    "entities": gettext_lazy("o ficheiro declara entidades, que não se aceitam"),
    "unknown-element": gettext_lazy("elemento desconhecido"),
    "reference": gettext_lazy("a referência não está certa"),
    "reference-twice": gettext_lazy("a referência aparece duas vezes"),
    "tax-number": gettext_lazy("o NIF não tem nove algarismos"),
    "document": gettext_lazy("o número do documento não está certo"),
    "document-kind": gettext_lazy("o tipo do documento não vai de 0 a 4"),
    "document-country": gettext_lazy("o país do documento não são duas letras"),
    "nobody": gettext_lazy("falta o NIF ou o documento"),
    "beginning": gettext_lazy("a data de início não está certa"),
    "months": gettext_lazy("os meses não vão de 1 a 127"),
    "end": gettext_lazy("a data do fim não está certa"),
    "confirmation": gettext_lazy("a confirmação não está certa"),
}
"""What is wrong with a line of the list, in words."""


@allowed(Action.SEE_PLAYERS)
@require_safe
def protection(request: HttpRequest) -> HttpResponse:
    """What waits, by what is most urgent."""
    return _page(request)


@allowed(Action.EXCLUDE_PLAYER)
@require_POST
def step_signal(request: HttpRequest, number: int) -> HttpResponse:
    """Note what was done about a signal, or close it."""
    act = request.POST.get("act", "")
    try:
        if act not in set(SignalAct):
            raise SignalRefused(SignalRefusal.TEXT_MISSING)
        text = request.POST.get("text", "")[:2000]
        signals.step(signal_id=number, act=SignalAct(act), text=text, by=staff_id(request), now=timezone.now())
    except SignalRefused as refused:
        if refused.reason is SignalRefusal.NO_SUCH_SIGNAL:
            raise Http404 from refused
        messages.error(request, str(REFUSED[refused.reason]))
    else:
        messages.success(request, gettext("Ficou registado."))
    return redirect("backoffice:protection")


@allowed(Action.EXCLUDE_PLAYER)
@require_POST
def do_duty(request: HttpRequest, number: int) -> HttpResponse:
    """Note that a duty was done, and how."""
    try:
        note = request.POST.get("note", "")[:500]
        duties.note_done(duty_id=number, note=note, by=staff_id(request), now=timezone.now())
    except DutyRefused as refused:
        if refused.reason is DutyRefusal.NO_SUCH_DUTY:
            raise Http404 from refused
        said = str(REFUSED.get(refused.reason, REFUSED[SignalRefusal.NOT_ALLOWED]))
        messages.error(request, said % {"amount": words.money(refused.most or 0, "EUR")})
    else:
        messages.success(request, gettext("O dever está dado como cumprido."))
    return redirect("backoffice:protection")


@allowed(Action.EXCLUDE_PLAYER)
@require_POST
def take_national_list(request: HttpRequest) -> HttpResponse:
    """Take over the national list from a file, whole or not at all."""
    sent = request.FILES.get("file")
    if sent is None or sent.size is None or sent.size > LIST_MAX:
        return _page(request, faults=((0, gettext("Escolha um ficheiro até 20 MB.")),), status=400)
    try:
        entries = parse(sent.read())
    except ListInvalid as invalid:
        faults = tuple((line, str(FAULTS[what])) for line, what in invalid.faults)
        return _page(request, faults=faults, status=422)
    done = breaks.take_list(entries=entries, complete=bool(request.POST.get("whole")), now=timezone.now())
    told = {
        "entries": ngettext("%(n)d entrada", "%(n)d entradas", done.entries) % {"n": done.entries},
        "barred": ngettext("%(n)d jogador fica excluído", "%(n)d jogadores ficam excluídos", len(done.barred))
        % {"n": len(done.barred)},
        "freed": ngettext("%(n)d deixa de o estar", "%(n)d deixam de o estar", done.freed) % {"n": done.freed},
    }
    messages.success(request, gettext("Lista aceite: %(entries)s; %(barred)s, %(freed)s.") % told)
    return redirect("backoffice:protection")


def _page(request: HttpRequest, *, faults: tuple[tuple[int, str], ...] = (), status: int = 200) -> HttpResponse:
    now = timezone.now()
    context = {
        "signals": watch.signals(is_open=True, sort=asked_sort(request, watch.SIGNALS, OF_SIGNALS)),
        "signals_by": headings(request, watch.SIGNALS, OF_SIGNALS),
        "closed": watch.signals(is_open=False, limit=20),
        "duties": watch.duties(is_open=True, now=now, sort=asked_sort(request, watch.DUTIES)),
        "duties_by": headings(request, watch.DUTIES),
        "done": watch.duties(is_open=False, now=now, limit=20),
        "may_act": may(request.user, Action.EXCLUDE_PLAYER),
        "faults": faults[:50],
        "fault_count": len(faults),
    }
    return pages.page(request, "backoffice/protection/page.html", "protection", context, status=status)
