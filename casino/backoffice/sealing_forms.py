"""The forms of sealed days: two persons who seal one with its faults, one question to one. Write nothing."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from casino.backoffice.forms import Proposal, Reason
from kernel.labels import headings_of
from reporting.operations.sealed_lines import CODE_MOST
from reporting.sealing.questions import Asked


class ProposeFaultyDay(Reason):
    """The reason for sealing the day that was shown."""

    key = forms.UUIDField(widget=forms.HiddenInput)
    day = forms.DateField(widget=forms.HiddenInput)


class FaultyDayApproval(Proposal):
    """The proposal that was shown."""


class FaultyDayRejectionForm(FaultyDayApproval, Reason):
    """The proposal that was shown, and the reason for turning it down."""


class SealedQuestion(forms.Form):
    """One thing that a sealed day tells of, by its code."""

    asked = forms.ChoiceField(
        label=gettext_lazy("What"),
        choices=lambda: headings_of(Asked).items(),
    )
    code = forms.CharField(
        label=gettext_lazy("Code or number"),
        max_length=CODE_MOST,
        widget=forms.TextInput(attrs={"autocapitalize": "none", "spellcheck": "false", "autocomplete": "off"}),
    )

    def arguments(self) -> dict[str, Any]:
        """The arguments that a valid form gives the operation."""
        return {"asked": Asked(self.cleaned_data["asked"]), "code": self.cleaned_data["code"]}
