"""The forms that enter a person in the register of the prohibited and end an entry (PT-16)."""

from django import forms
from django.utils.translation import gettext_lazy, pgettext_lazy

from casino.backoffice.forms import Words
from kernel.labels import labels_of
from players.protection.operations.prohibitions import NOTE
from players.protection.queries.prohibitions import ProhibitionReason


class Lift(forms.Form):
    """Why an entry ends."""

    note = Words(
        label=pgettext_lazy("request", "Reason"),
        min_length=NOTE[0],
        max_length=NOTE[1],
        widget=forms.Textarea(attrs={"rows": 2}),
    )


class Prohibit(forms.Form):
    """A number, the legal reason, and the source."""

    nif = forms.CharField(
        label=gettext_lazy("NIF"),
        max_length=20,
        widget=forms.TextInput(attrs={"autocomplete": "off", "inputmode": "numeric"}),
    )
    reason = forms.ChoiceField(label=gettext_lazy("Reason"), choices=list(labels_of(ProhibitionReason).items()))
    note = Words(
        label=gettext_lazy("Proof"),
        min_length=NOTE[0],
        max_length=NOTE[1],
        help_text=gettext_lazy("How it is known: for example, the official letter and its date."),
    )
