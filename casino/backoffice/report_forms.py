"""What staff ask of a report: a form made from its definition."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django import forms
from django.utils.formats import date_format
from django.utils.translation import gettext, gettext_lazy

from casino import words
from casino.backoffice import labels
from casino.fields import Euros
from reporting.catalogue import Definition, Filter, Period
from reporting.operations import Wanted
from reporting.thresholds import Threshold, default
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
    least = Euros(label=gettext_lazy("A partir de, em euros"), required=False)
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

    def show(self, lines: Sequence[Threshold]) -> None:
        """Fill in the house's threshold of a report that takes an amount, and say since when and from where it is."""
        field = self.fields.get("least")
        if field is not None:
            self.initial["least"] = default(lines)
            told = "; ".join(
                gettext("%(amount)s desde %(since)s (%(source)s)")
                % {
                    "amount": words.money(line.cents, Currency.EUR),
                    "since": date_format(line.since, "SHORT_DATE_FORMAT"),
                    "source": line.source,
                }
                for line in lines
            )
            field.help_text = gettext("Limiar da casa: %(lines)s. Em branco, o que vigorar no período.") % {
                "lines": told
            }

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
