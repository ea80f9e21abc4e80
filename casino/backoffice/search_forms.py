"""The form of a look-up that is noted."""

from django import forms
from django.utils.translation import gettext_lazy

from players.audit.operations.finding import By


class FindPerson(forms.Form):
    """What a player is looked for by."""

    how = forms.ChoiceField(choices=[(each.value, each.value) for each in By], widget=forms.HiddenInput)
    text = forms.CharField(label=gettext_lazy("Email, name, or last four digits of the account"), max_length=254)
