"""What staff ask of a report: a form made from its definition."""

from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.utils.translation import gettext, gettext_lazy

from casino.backoffice import labels
from casino.fields import Euros
from reporting.catalogue import Definition, Filter, Period
from reporting.operations import Wanted
from wallet.money import Currency

_DAY: Final = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")


class OrderForm(forms.Form):
    """Only the fields that the report can be asked by."""

    key = forms.UUIDField(widget=forms.HiddenInput)
    first_day = forms.DateField(label=gettext_lazy("Primeiro dia"), widget=_DAY)
    last_day = forms.DateField(label=gettext_lazy("Último dia"), widget=_DAY)
    currency = forms.ChoiceField(label=gettext_lazy("Joga-se a"))
    table = forms.ChoiceField(label=gettext_lazy("Mesa"), required=False)
    player = forms.CharField(
        label=gettext_lazy("Jogador"),
        required=False,
        max_length=254,
        help_text=gettext_lazy("a chave ou o e-mail; em branco, todos"),
    )
    least = Euros(label=gettext_lazy("A partir de"))
    reason = forms.CharField(
        label=gettext_lazy("Ver dados pessoais: motivo"),
        required=False,
        max_length=300,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=gettext_lazy("em branco, ficam ocultos; o motivo fica registado com o seu nome"),
    )

    def __init__(
        self,
        definition: Definition,
        data: Mapping[str, Any] | None = None,
        *,
        tables: Mapping[str, str],
        **options: Any,
    ) -> None:
        super().__init__(data, **options)
        self._definition = definition
        optional = {
            "first_day": definition.period is Period.DAYS,
            "last_day": definition.period is Period.DAYS,
            "reason": definition.personal,
        } | {one.value: one in definition.filters for one in Filter}
        for name, wanted in optional.items():
            if not wanted:
                del self.fields[name]
        self._choose("currency", [(one.value, labels.MONIES[one.value]) for one in Currency])
        self._choose("table", [("", gettext("todas")), *tables.items()])

    def _choose(self, name: str, choices: list[tuple[str, Any]]) -> None:
        field = self.fields.get(name)
        if isinstance(field, forms.ChoiceField):
            field.choices = choices

    @property
    def asked(self) -> list[forms.BoundField]:
        """The fields that stand beside one another."""
        return [field for field in self if field.name not in {"key", "reason"}]

    @property
    def secrets(self) -> list[forms.BoundField]:
        """The reason for seeing who is who, which has a line of its own."""
        return [field for field in self if field.name == "reason"]

    def wanted(self) -> Wanted:
        """What a valid form asks of the operation."""
        values = {name: value for name, value in self.cleaned_data.items() if name != "key"}
        if "currency" in values:
            values["currency"] = Currency(values["currency"])
        return Wanted(name=self._definition.name, **values)
