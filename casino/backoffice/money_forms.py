"""What staff type about money: filters, a reason, a correction. Writes nothing."""

import uuid
from collections.abc import Iterable
from typing import Any, Final

from django import forms
from django.utils.translation import gettext, gettext_lazy

from casino import payment_names
from casino.backoffice.forms import Words
from casino.fields import Euros
from players import queries as players

REASON: Final = (3, 300)
FOR, AGAINST = "for", "against"


class PaymentFilter(forms.Form):
    """Which payments or corrections to list."""

    state = forms.ChoiceField(label=gettext_lazy("Estado"), required=False)
    nickname = forms.CharField(
        label=gettext_lazy("Jogador (alcunha)"),
        required=False,
        max_length=60,
        help_text=gettext_lazy("o princípio da alcunha"),
    )

    def __init__(self, data: Any, *, states: Iterable[str]) -> None:
        super().__init__(data)
        field = self.fields["state"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", gettext("todos")), *((state, payment_names.state(state)) for state in states)]


class MoneyReason(forms.Form):
    """Why staff agree to a payment or refuse it."""

    reason = Words(
        label=gettext_lazy("Motivo"),
        min_length=REASON[0],
        max_length=REASON[1],
        help_text=gettext_lazy("de 3 a 300 caracteres; fica no registo com o seu nome"),
    )


class NewAdjustment(forms.Form):
    """A correction to propose: of whom, how much, which way, why."""

    email = forms.EmailField(label=gettext_lazy("E-mail do jogador"))
    direction = forms.ChoiceField(
        label=gettext_lazy("Sentido"),
        choices=[(FOR, gettext_lazy("a favor do jogador")), (AGAINST, gettext_lazy("contra o jogador"))],
    )
    amount = Euros(label=gettext_lazy("Valor em euros"))
    reason = Words(
        label=gettext_lazy("Motivo"),
        min_length=REASON[0],
        max_length=REASON[1],
        help_text=gettext_lazy("fica no registo; quem aprova decide por ele"),
    )
    reference = forms.CharField(
        label=gettext_lazy("Referência"),
        required=False,
        max_length=100,
        help_text=gettext_lazy("a jogada ou a reclamação de que se trata"),
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
            raise forms.ValidationError(gettext("Não há nenhum jogador com este e-mail."))
        self.person_id = found.id
        return email

    def asked(self) -> dict[str, Any]:
        """What a valid form asks of the operation."""
        sent = self.cleaned_data
        signed = sent["amount"] if sent["direction"] == FOR else -sent["amount"]
        return {
            "person_id": self.person_id,
            "amount": signed,
            "reason": sent["reason"],
            "reference": sent["reference"],
            "key": sent["key"],
        }
