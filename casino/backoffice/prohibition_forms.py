"""What staff type to enter somebody in the register of the prohibited (PT-16)."""

from django import forms
from django.utils.translation import gettext_lazy

from casino.backoffice.forms import Words
from casino.protection_names import PROHIBITIONS
from players.operations.prohibitions import NOTE


class Prohibit(forms.Form):
    """A number, the reason of the law, and where it is known from."""

    nif = forms.CharField(
        label=gettext_lazy("NIF"),
        max_length=20,
        widget=forms.TextInput(attrs={"autocomplete": "off", "inputmode": "numeric"}),
    )
    reason = forms.ChoiceField(label=gettext_lazy("Motivo"), choices=list(PROHIBITIONS.items()))
    note = Words(
        label=gettext_lazy("Prova"),
        min_length=NOTE[0],
        max_length=NOTE[1],
        help_text=gettext_lazy("De onde se sabe: por exemplo, o ofício e a data."),
    )
