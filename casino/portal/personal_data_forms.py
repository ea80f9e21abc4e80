"""Forms that players send about their personal data."""

from typing import Any

from django import forms
from django.core.validators import ProhibitNullCharactersValidator
from django.utils.translation import gettext_lazy as _

from kernel.labels import headings_of
from players.privacy.queries import Correctable


class Rectification(forms.Form):
    """The wrong value, the right one, and why."""

    field = forms.ChoiceField(label=_("What is wrong"), choices=list(headings_of(Correctable).items()))
    wanted = forms.CharField(
        label=_("What it should be"), max_length=300, validators=[ProhibitNullCharactersValidator()]
    )
    why = forms.CharField(
        label=_("Why"),
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("For example, the document that shows the right details."),
    )
    key = forms.UUIDField(widget=forms.HiddenInput)


class CloseAccount(forms.Form):
    """Ticked on purpose: a button alone closes nothing."""

    sure = forms.BooleanField(label=_("I want to close my account, and I know that I cannot open it again."))
    key = forms.UUIDField(widget=forms.HiddenInput)

    def arguments(self) -> dict[str, Any]:
        """The arguments that a valid form gives the operation."""
        return {"key": self.cleaned_data["key"]}


class ReopenAccount(forms.Form):
    """The terms are accepted anew, in the version that was shown."""

    agreed = forms.BooleanField()
    version = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=10**6)

    def arguments(self) -> dict[str, Any]:
        """The arguments that a valid form gives the operation."""
        return {"terms_version": self.cleaned_data["version"]}
