"""What staff type about complaints: which ones they look for, a message, a decision. Writes nothing."""

import uuid
from datetime import date
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy, pgettext_lazy

from casino import complaint_names
from casino.backoffice.forms import REASON
from casino.fields import Euros
from casino.files import FilesField
from players.operations.complaints.rows import TEXT_LEAST, TEXT_MOST
from players.queries.complaints import CaseFilter, Category, ComplaintState

OPEN: Final = frozenset({ComplaintState.RECEIVED, ComplaintState.IN_HAND})
VIEWS: Final = {
    "": gettext_lazy("Por responder"),
    "mine": gettext_lazy("As minhas"),
    "nobodys": gettext_lazy("Sem ninguém"),
    "late": gettext_lazy("Fora do prazo"),
    "award": gettext_lazy("À espera de aprovação"),
    "done": gettext_lazy("Respondidas"),
    "all": gettext_lazy("Todas"),
}
"""The saved views, by the word in the address."""


class Search(forms.Form):
    """The list's filters."""

    view = forms.ChoiceField(widget=forms.HiddenInput, required=False, choices=list(VIEWS.items()))
    text = forms.CharField(
        label=gettext_lazy("Número, nome, jogada ou palavra"),
        required=False,
        max_length=100,
    )
    category = forms.ChoiceField(
        label=gettext_lazy("Assunto"),
        required=False,
        choices=[("", gettext_lazy("todos")), *complaint_names.SHORT_CATEGORIES.items()],
    )
    since = forms.DateField(
        label=gettext_lazy("Recebidas de"), required=False, widget=forms.DateInput(attrs={"type": "date"})
    )
    until = forms.DateField(
        label=pgettext_lazy("moment", "até"), required=False, widget=forms.DateInput(attrs={"type": "date"})
    )

    def wanted(self, *, me: int) -> CaseFilter:
        """What is asked for; a filter that makes no sense asks for nothing."""
        said: dict[str, Any] = self.cleaned_data if self.is_bound and self.is_valid() else {}
        view = said.get("view") or ""
        since: date | None = said.get("since")
        until: date | None = said.get("until")
        return CaseFilter(
            states={"": OPEN, "mine": OPEN, "done": frozenset(ComplaintState) - OPEN}.get(view),
            handler_id=me if view == "mine" else None,
            nobodys=view == "nobodys",
            late=view == "late",
            award_waits=view == "award",
            category=Category(said["category"]) if said.get("category") else None,
            text=said.get("text") or "",
            since=since,
            until=until,
        )


class Write(forms.Form):
    """A message to the player, or a note for colleagues."""

    text = forms.CharField(
        label=gettext_lazy("Mensagem"),
        max_length=TEXT_MOST,
        widget=forms.Textarea(attrs={"rows": 4, "maxlength": TEXT_MOST}),
    )
    attached = FilesField()
    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid.uuid4)


class Decide(forms.Form):
    """The outcome, its reasons, and money if any is due."""

    outcome = forms.ChoiceField(
        label=gettext_lazy("Resultado"), widget=forms.RadioSelect, choices=list(complaint_names.OUTCOMES.items())
    )
    reasons = forms.CharField(
        label=gettext_lazy("Razões, como a pessoa as vai ler"),
        min_length=TEXT_LEAST,
        max_length=TEXT_MOST,
        widget=forms.Textarea(attrs={"rows": 9, "maxlength": TEXT_MOST}),
    )
    award = Euros(
        label=gettext_lazy("A pagar ao jogador"),
        required=False,
        help_text=gettext_lazy("em euros; deixe em branco se nada é devido. Só é pago depois de outra pessoa aprovar."),
    )
    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid.uuid4)
    seen = forms.IntegerField(widget=forms.HiddenInput)


class Seen(forms.Form):
    """An act on a case as it was seen."""

    seen = forms.IntegerField(widget=forms.HiddenInput)


class RefuseAward(Seen):
    """Why the money is not approved."""

    reason = forms.CharField(
        label=gettext_lazy("Porque não aprova?"),
        min_length=REASON[0],
        max_length=REASON[1],
        widget=forms.Textarea(attrs={"rows": 2}),
    )
