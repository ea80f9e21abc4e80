"""The form of an erasure: up to which day, and why. Writes nothing."""

import uuid
from datetime import date
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from casino.backoffice.forms import Words
from kernel.reasons import REASON


class ErasureForm(forms.Form):
    """What is proposed for erasure: terms that began before a day."""

    before = forms.DateField(
        label=gettext_lazy("Terms that began before"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        help_text=gettext_lazy("the day itself stays; it is the latest that the term allows, or an earlier one"),
    )
    reason = Words(
        label=gettext_lazy("Reason"),
        min_length=REASON[0],
        max_length=REASON[1],
        help_text=gettext_lazy("3 to 300 characters; it is kept on record with your name"),
    )
    key = forms.UUIDField(widget=forms.HiddenInput)

    @classmethod
    def first(cls, latest: date) -> "ErasureForm":
        """An unsent form with the latest day."""
        return cls(initial={"before": latest, "key": uuid.uuid4()})

    def arguments(self) -> dict[str, Any]:
        """The arguments that a valid form gives the operation."""
        return {name: self.cleaned_data[name] for name in ("before", "reason", "key")}
