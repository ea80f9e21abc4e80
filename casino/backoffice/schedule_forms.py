"""The forms about reports that come by themselves: what a schedule does, and why it changes. They write nothing."""

from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy

from casino.backoffice.forms import Reason as Reason
from casino.backoffice.forms import Words
from casino.backoffice.report_forms import RequestForm
from casino.wording import schedule_names
from kernel.money import Currency
from kernel.reasons import REASON
from reporting.catalogue import Definition
from reporting.making.turns import HOURS, Rhythm
from reporting.operations.schedules import MEMBERS_MOST, RECEIPT_HOURS, Plan, ScheduleRejection
from reporting.writers import Format

FIELDS: Final = {
    ScheduleRejection.REASON_MISSING: "reason",
    ScheduleRejection.NO_MEMBERS: "members",
    ScheduleRejection.TOO_MANY_MEMBERS: "members",
    ScheduleRejection.MEMBER_MAY_NOT: "members",
    ScheduleRejection.NO_SUCH_TABLE: "table",
    ScheduleRejection.NO_SUCH_PLAYER: "player",
    ScheduleRejection.AMOUNT_OUT_OF_RANGE: "least",
}
"""The field beside which a rejection is said; the others are said above the form."""
_ORDER: Final = ("rhythm", "hour", "format", "receipt_hours", "currency", "table", "player", "least", "members")


class ScheduleForm(RequestForm):
    """When, as what, to whom, and the filter of the report, as far as it takes one."""

    rhythm = forms.TypedChoiceField(
        label=gettext_lazy("How often"),
        coerce=Rhythm,
        choices=list(schedule_names.SHORT.items()),
        help_text=gettext_lazy("about the day, the week or the month before"),
    )
    hour = forms.TypedChoiceField(
        label=gettext_lazy("At"),
        coerce=int,
        choices=[(hour, f"{hour:02}:00") for hour in HOURS],
        help_text=gettext_lazy("legal time of mainland Portugal"),
    )
    format = forms.TypedChoiceField(
        label=gettext_lazy("Format"), coerce=Format, choices=[(each.value, each.upper()) for each in Format]
    )
    receipt_hours = forms.TypedChoiceField(label=gettext_lazy("To be received within"), coerce=int)
    members = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Who gets it"),
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": gettext_lazy("Choose at least one person.")},
    )

    def __init__(
        self,
        definition: Definition,
        data: Mapping[str, Any] | None = None,
        *,
        tables: Mapping[str, str],
        colleagues: Mapping[int, str],
        new: bool = True,
        **options: Any,
    ) -> None:
        super().__init__(definition, data, tables=tables, **options)
        for name in ("first_day", "last_day", *(() if new else ("key",))):
            self.fields.pop(name, None)
        self.fields["reason"] = Words(
            label=gettext_lazy("Reason"),
            min_length=REASON[0],
            max_length=REASON[1],
            help_text=gettext_lazy("3 to 300 characters; it is kept on record with your name"),
        )
        self._choose("members", [(str(number), name) for number, name in colleagues.items()])
        self._choose("receipt_hours", [(str(hours), schedule_names.within(hours)) for hours in RECEIPT_HOURS])
        self.order_fields(_ORDER)

    @property
    def asked(self) -> list[forms.BoundField]:
        """The fields that stand beside one another."""
        return [field for field in self if field.name not in {"key", "reason", "members"}]

    @property
    def most(self) -> int:
        """To how many members a report may go."""
        return MEMBERS_MOST

    def arguments(self) -> dict[str, Any]:
        """The arguments that a valid form gives the operation."""
        values = dict(self.cleaned_data)
        own: dict[str, Any] = {name: values.pop(name) for name in ("key", "reason") if name in values}
        if "currency" in values:
            values["currency"] = Currency(values["currency"])
        return {**own, "plan": Plan(**values | {"members": tuple(values["members"])})}
