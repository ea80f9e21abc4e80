"""Forms that players send to the cashier: a means of payment, a deposit, a withdrawal, the period of a statement."""

import uuid
from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from typing import Any, Final

from django import forms
from django.utils.translation import gettext, gettext_lazy

from casino.web.fields import Day, Euros
from kernel.calendar import LISBON, lisbon_date
from kernel.labels import labels_of
from players.cashier.queries import InstrumentCard, InstrumentKind

YEARS: Final = (2000, 2999)
USUAL_DAYS: Final = 90


class _Choice(forms.TypedChoiceField):
    """One of a person's means of payment."""

    def __init__(self, **options: Any) -> None:
        super().__init__(coerce=int, widget=forms.RadioSelect, **options)


class NewInstrument(forms.Form):
    """A bank account or a telephone with MB WAY."""

    kind = forms.ChoiceField(
        label=gettext_lazy("Payment method"),
        choices=list(labels_of(InstrumentKind, "in-full").items()),
        widget=forms.RadioSelect,
    )
    number = forms.CharField(
        label=gettext_lazy("IBAN or mobile number"),
        max_length=60,
        help_text=gettext_lazy("It must be in your name. We keep only the first and the last digits."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    key = forms.UUIDField(widget=forms.HiddenInput(attrs={"id": "id_number_key"}))


REGISTERED: Final = 0
"""Stands for the account of the registration among the means of payment; no row has this id."""


class Payment(forms.Form):
    """An amount and a means of payment, of one's own; the account of the registration is one from the beginning."""

    instrument = _Choice(label=gettext_lazy("Payment method"))
    amount = Euros(label=gettext_lazy("Amount in euros"))
    key = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(
        self, *args: Any, instruments: Sequence[InstrumentCard], registered: str | None = None, **options: Any
    ) -> None:
        super().__init__(*args, **options)
        field = self.fields["instrument"]
        assert isinstance(field, forms.ChoiceField)
        choices = [(str(each.id), each.label) for each in instruments]
        known = registered in {each.label for each in instruments}
        # A form sent twice is valid twice, though the first has made the account a means of payment of its own.
        if registered is not None and (not known or self.data.get("instrument") == str(REGISTERED)):
            choices.append((str(REGISTERED), gettext("%(account)s, from your registration") % {"account": registered}))
        field.choices = choices
        if not self.is_bound:
            self.initial["key"] = uuid.uuid4()
            if choices:
                self.initial.setdefault("instrument", instruments[-1].id if instruments else REGISTERED)

    def arguments(self) -> dict[str, Any]:
        """The arguments that a valid form gives the operation."""
        sent = self.cleaned_data
        return {"instrument_id": sent["instrument"], "amount": sent["amount"], "key": sent["key"]}

    def renew(self, fresh: "Payment", *, instrument_id: int) -> None:
        """Get a new key for the next wish: the refused one is kept under its own (PT-R04).

        The account of the registration has become the means of payment `instrument_id`, one of those of `fresh`.
        """
        self.data = {**self.data.dict(), "key": str(uuid.uuid4()), "instrument": str(instrument_id)}  # type: ignore[attr-defined]
        field, now = self.fields["instrument"], fresh.fields["instrument"]
        assert isinstance(field, forms.ChoiceField)
        assert isinstance(now, forms.ChoiceField)
        field.choices = now.choices


class PeriodForm(forms.Form):
    """The days of a statement; both count."""

    since = Day(label=gettext_lazy("From"), required=False)
    until = Day(label=gettext_lazy("Until"), required=False)
    chips = forms.CharField(widget=forms.HiddenInput, required=False, max_length=4)

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or {}
        days = [day for day in (values.get("since"), values.get("until")) if day is not None]
        if any(not YEARS[0] <= day.year <= YEARS[1] for day in days):
            self.add_error(None, str(gettext_lazy("There was no play on these days. Choose others.")))
        elif len(days) == 2 and days[0] > days[1]:
            self.add_error("until", str(gettext_lazy("The last day comes before the first.")))
        return values

    def bounds(self, now: datetime) -> tuple[datetime, datetime]:
        """From the first day's beginning to the last day's end, in Lisbon; the last 90 days unless said otherwise."""
        values = self.cleaned_data if self.is_bound and self.is_valid() else {}
        last: date = values.get("until") or lisbon_date(now)
        first: date = values.get("since") or last - timedelta(days=USUAL_DAYS - 1)
        return _midnight(first), _midnight(last + timedelta(days=1))


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time.min, LISBON)
