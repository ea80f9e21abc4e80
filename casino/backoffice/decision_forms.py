"""The forms of decisions on rules: yes, now or from a moment; no; and taking a version back. Writes nothing."""

from datetime import datetime, time
from typing import Any, Self

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy

from casino.backoffice.forms import Words
from kernel.calendar import LISBON, ClockChange, lisbon_moment
from kernel.reasons import REASON
from tables.operations.configurations import OVERRIDE, REFERENCE


class Decision(forms.Form):
    """A decision, with the version in force that the person saw the proposal beside; 0: none."""

    seen_number = forms.IntegerField(widget=forms.HiddenInput, required=False, min_value=0, max_value=2**31 - 1)

    def beside(self, number: int) -> Self:
        """The form for a page that shows the difference from this version."""
        self.initial["seen_number"] = number
        if self.is_bound:
            sent = {name: self.data.get(name) for name in self.fields if name in self.data}
            self.data = sent | {"seen_number": str(number)}
        return self


class Start(forms.Form):
    """From when on rules are to apply: from the next round, or from a moment of legal time; `until_then` says under it
    what holds before.
    """

    until_then: "str | Promise" = ""
    start = forms.ChoiceField(
        label=gettext_lazy("Coming into force"),
        choices=[
            ("next", gettext_lazy("at the next round")),
            ("moment", gettext_lazy("from a day and hour, at the start of a round")),
        ],
        required=False,
        initial="next",
        widget=forms.RadioSelect,
    )
    start_day = forms.DateField(
        label=gettext_lazy("Start: day"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    start_time = forms.TimeField(
        label=gettext_lazy("Start: hour in Lisbon"),
        required=False,
        initial=time(0),
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
    )

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.fields["start_time"].help_text = str(self.until_then)

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or {}
        values["starts_at"] = None
        if values.get("start") != "moment" or self.errors:
            return values
        if values["start_day"] is None:
            self.add_error("start_day", gettext("Choose the day, or the next round."))
            return values
        try:
            values["starts_at"] = lisbon_moment(values["start_day"], values["start_time"] or time(0))
        except ClockChange as change:
            said = (
                gettext("On this day the clocks go back and this hour comes twice. Choose another hour.")
                if change.twice
                else gettext("On this day the clocks go forward and this hour does not exist. Choose another hour.")
            )
            self.add_error("start_time", said)
        return values


class Submission(Start):
    """The authors' proposal, with the moment from which they would have it apply."""

    until_then = gettext_lazy("who approves it decides, and may choose another moment")

    def arguments(self) -> dict[str, Any]:
        """The arguments that a valid form gives the operation."""
        return {"proposed_start": self.cleaned_data["starts_at"]}


class Approval(Decision, Start):
    """The approver's yes, from the next round or from a moment of legal time."""

    until_then = gettext_lazy("until then it is shown wherever the table is, and may be revoked")
    reference = forms.CharField(
        label=gettext_lazy("Reference of the regulator’s approval (PT-49)"),
        min_length=REFERENCE[0],
        max_length=REFERENCE[1],
        help_text=gettext_lazy("as in the official letter, for example SRIJ 2026/118"),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    override = Words(
        label=gettext_lazy("Override: why an advantage to the player is approved"),
        required=False,
        max_length=OVERRIDE[1],
        help_text=gettext_lazy("at least 10 characters"),
    )

    def as_proposed(self, proposed: datetime | None) -> Self:
        """The form with the moment that the authors propose, if they do."""
        if proposed is not None:
            here = proposed.astimezone(LISBON)
            self.initial.update(start="moment", start_day=here.date(), start_time=here.time())
        return self

    def arguments(self) -> dict[str, Any]:
        """The arguments that a valid form gives the operation."""
        sent = self.cleaned_data
        return {
            "reference": sent["reference"],
            "negative_edge_override": sent["override"],
            "starts_at": sent["starts_at"],
            "seen_number": sent["seen_number"],
        }


class Rejection(Decision):
    """The approver's no."""

    reason = Words(label=gettext_lazy("Reason for the rejection"), min_length=REASON[0], max_length=REASON[1])
