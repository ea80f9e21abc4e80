"""The form that requests a report, made from its definition."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django import forms
from django.utils.formats import date_format
from django.utils.translation import gettext, gettext_lazy, pgettext

from casino.web.fields import Euros
from casino.wording import words
from kernel.labels import labels_of
from kernel.money import Currency
from reporting.catalogue import Definition, Filter, Period
from reporting.making.thresholds import Threshold, default
from reporting.operations import Wanted
from reporting.operations.requests import REASON_TO_SEE

_DAY: Final = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")


class RequestForm(forms.Form):
    """Only the fields that the report can be asked by."""

    key = forms.UUIDField(widget=forms.HiddenInput)
    first_day = forms.DateField(label=gettext_lazy("First day"), widget=_DAY)
    last_day = forms.DateField(label=gettext_lazy("Last day"), widget=_DAY)
    currency = forms.ChoiceField(label=gettext_lazy("Played for"))
    table = forms.ChoiceField(label=gettext_lazy("Table"), required=False)
    player = forms.CharField(
        label=gettext_lazy("Player"),
        required=False,
        max_length=254,
        help_text=gettext_lazy("the key or the email; blank for everyone"),
    )
    least = Euros(label=gettext_lazy("From, in euros"), required=False)
    reason = forms.CharField(
        label=gettext_lazy("Show personal data: reason"),
        required=False,
        max_length=REASON_TO_SEE[1],
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=gettext_lazy("left blank, they stay hidden; the reason is kept on record with your name"),
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
        self._choose("currency", list(labels_of(Currency).items()))
        self._choose("table", [("", pgettext("tables", "all")), *tables.items()])

    def show(self, lines: Sequence[Threshold]) -> None:
        """Fill in the house's threshold of a report that takes an amount, and say since when and from where it is."""
        field = self.fields.get("least")
        if field is not None:
            self.initial["least"] = default(lines)
            told = "; ".join(
                gettext("%(amount)s since %(since)s (%(source)s)")
                % {
                    "amount": words.money(line.cents, Currency.EUR),
                    "since": date_format(line.since, "SHORT_DATE_FORMAT"),
                    "source": line.source,
                }
                for line in lines
            )
            field.help_text = gettext(
                "The house’s threshold: %(lines)s. Left empty, the one in force in the period."
            ) % {"lines": told}

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

    def arguments(self) -> dict[str, Any]:
        """The arguments that a valid form gives the operation."""
        values = {name: value for name, value in self.cleaned_data.items() if name != "key"}
        return {"wanted": self.wanted_of(values), "key": self.cleaned_data["key"]}

    def wanted_of(self, values: Mapping[str, Any]) -> Wanted:
        """The request that these values of the report's fields ask for."""
        own = {"currency": Currency(values["currency"])} if "currency" in values else {}
        return Wanted(name=self._definition.name, **{**values, **own})
