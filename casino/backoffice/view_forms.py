"""The form that keeps the filters of a list under a name."""

from urllib.parse import urlencode

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy

from casino.backoffice.listing import AFTER
from players.audit.operations.saved_views import NAME_MAX

_LONGEST = 2_000


class SaveView(forms.Form):
    """A name for the filters `query` of the list `place`."""

    place = forms.CharField(widget=forms.HiddenInput)
    query = forms.CharField(widget=forms.HiddenInput, required=False)
    name = forms.CharField(label=gettext_lazy("Name"), max_length=NAME_MAX)

    def clean_query(self) -> str:
        """The filters alone, written as addresses write them: no place in the list, nothing empty."""
        said = QueryDict(self.cleaned_data["query"][:_LONGEST])
        filters = [(name, value) for name, values in said.lists() for value in values if value and name != AFTER]
        return urlencode(filters)
