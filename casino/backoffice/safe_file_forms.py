"""The forms of the regulator's files: two persons who correct those of a day. Write nothing."""

from typing import Final

from django import forms
from django.utils.translation import gettext_lazy

from casino.backoffice.forms import Proposal, Reason

_DAY: Final = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")


class ProposeCorrection(Reason):
    """The day whose files are to be made anew, and why."""

    key = forms.UUIDField(widget=forms.HiddenInput)
    day = forms.DateField(
        label=gettext_lazy("Day"), widget=_DAY, help_text=gettext_lazy("a gaming day whose files were made")
    )

    field_order = ("day", "reason", "key")


class AskFilesAgain(Reason):
    """The days whose files are to be made once more, and why."""

    first = forms.DateField(label=gettext_lazy("First day"), widget=_DAY)
    last = forms.DateField(label=gettext_lazy("Last day"), widget=_DAY)

    field_order = ("first", "last", "reason")


class CorrectionApproval(Proposal):
    """The proposal that was shown."""


class CorrectionRejectionForm(CorrectionApproval, Reason):
    """The proposal that was shown, and the reason for turning it down."""
