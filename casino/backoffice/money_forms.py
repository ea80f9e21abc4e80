"""The forms about money: filters, a reason, an adjustment. Writes nothing."""

import uuid
from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_lazy

from casino.backoffice.forms import Words
from casino.web.fields import Euros
from casino.wording import payment_names
from kernel.reasons import REASON
from players.accounts import queries as players

FOR, AGAINST = "for", "against"


class PaymentFilter(forms.Form):
    """Which payments or corrections to list."""

    state = forms.ChoiceField(label=gettext_lazy("State"), required=False)
    nickname = forms.CharField(
        label=gettext_lazy("Player (nickname)"),
        required=False,
        max_length=60,
        help_text=gettext_lazy("the beginning of the nickname"),
    )

    def __init__(self, data: Any, *, states: Iterable[str]) -> None:
        super().__init__(data)
        field = self.fields["state"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", gettext("all")), *((state, payment_names.state(state)) for state in states)]


class MoneyReason(forms.Form):
    """The reason for approving or refusing a payment."""

    reason = Words(
        label=gettext_lazy("Reason"),
        min_length=REASON[0],
        max_length=REASON[1],
        help_text=gettext_lazy("3 to 300 characters; it is kept on record with your name"),
    )


class NewAdjustment(forms.Form):
    """An adjustment to propose: the player, the amount, the direction, the reason."""

    email = forms.EmailField(label=gettext_lazy("Player’s email"))
    direction = forms.ChoiceField(
        label=gettext_lazy("Direction"),
        choices=[(FOR, gettext_lazy("in the player’s favour")), (AGAINST, gettext_lazy("against the player"))],
    )
    amount = Euros(label=gettext_lazy("Amount in euros"))
    reason = Words(
        label=gettext_lazy("Reason"),
        min_length=REASON[0],
        max_length=REASON[1],
        help_text=gettext_lazy("it is kept on record; the approver decides by it"),
    )
    reference = forms.CharField(
        label=gettext_lazy("Reference"),
        required=False,
        max_length=100,
        help_text=gettext_lazy("the round or the complaint that it is about"),
    )
    key = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        if not self.is_bound:
            self.initial["key"] = uuid.uuid4()

    def clean_email(self) -> str:
        email = str(self.cleaned_data["email"])
        found = players.by_email(email)
        if found is None or found.kind != "player":
            raise forms.ValidationError(gettext("There is no player with this email."))
        self.person_id = found.id
        return email

    def arguments(self) -> dict[str, Any]:
        """The arguments that a valid form gives the operation."""
        sent = self.cleaned_data
        signed = sent["amount"] if sent["direction"] == FOR else -sent["amount"]
        return {
            "person_id": self.person_id,
            "amount": signed,
            "reason": sent["reason"],
            "reference": sent["reference"],
            "key": sent["key"],
        }
