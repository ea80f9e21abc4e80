"""The forms for a table's risk limit and hours, and for incidents. Writes nothing."""

import uuid
from collections.abc import Mapping
from datetime import time
from typing import Any

from django import forms
from django.utils.html import format_html
from django.utils.translation import gettext, gettext_lazy, pgettext, pgettext_lazy

from casino.backoffice import labels
from casino.backoffice.forms import Words, typed
from casino.web.fields import Euros
from casino.wording.names import SEVERITIES
from kernel.labels import headings_of, labels_of
from kernel.reasons import REASON
from players.audit.queries.dossier import PlayerState
from tables.hours import DAYS, MIDNIGHT
from tables.operations.incidents import MOST, TEXT, WORD
from tables.queries import FloorTable, IncidentKind


class RiskLimit(forms.Form):
    """The most that the house is ready to lose on one round; empty: no limit."""

    cents = Euros(
        label=gettext_lazy("Risk limit per round"),
        required=False,
        help_text=gettext_lazy("in euros; blank for none. It alerts the floor and refuses no bets"),
    )
    reason = Words(label=gettext_lazy("Reason"), min_length=REASON[0], max_length=REASON[1])

    @classmethod
    def first(cls, cents: int | None) -> "RiskLimit":
        """An unsent form that holds what is in force."""
        return cls(initial={"cents": typed(cents)})


class OpeningHours(forms.Form):
    """From when to when, each weekday; a day left empty has no play."""

    reason = Words(label=gettext_lazy("Reason"), min_length=REASON[0], max_length=REASON[1])

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        for day in DAYS:
            for name, label in (("opens", gettext("opens at")), ("closes", gettext("closes at"))):
                self.fields[f"{name}_{day}"] = forms.TimeField(
                    # The row says the day to the eye already.
                    label=format_html('<span class="visually-hidden">{}, </span>{}', labels.weekday(day), label),
                    required=False,
                    widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
                )

    @classmethod
    def first(cls, document: Mapping[str, Any]) -> "OpeningHours":
        """An unsent form that holds the hours in force."""
        values: dict[str, str] = {}
        for day, (opens, closes) in document.items():
            values |= {f"opens_{day}": opens, f"closes_{day}": "00:00" if closes == MIDNIGHT else closes}
        return cls(initial=values)

    def days(self) -> list[tuple[str, forms.BoundField, forms.BoundField]]:
        """Weekday, opening, closing: the rows of the form."""
        return [(labels.weekday(day), self[f"opens_{day}"], self[f"closes_{day}"]) for day in DAYS]

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or {}
        for day in DAYS:
            given = [values.get(f"{name}_{day}") for name in ("opens", "closes")]
            if given.count(None) == 1 and not {f"opens_{day}", f"closes_{day}"} & self.errors.keys():
                missing = "opens" if given[0] is None else "closes"
                self.add_error(f"{missing}_{day}", gettext("Enter this time, or leave both blank."))
        return values

    def arguments(self) -> dict[str, Any]:
        """The arguments that a valid form gives the operation: the hours as a table stores them."""
        found = {}
        for day in DAYS:
            opens, closes = (self.cleaned_data.get(f"{name}_{day}") for name in ("opens", "closes"))
            if opens is not None and closes is not None:
                found[str(day)] = [f"{opens:%H:%M}", MIDNIGHT if closes == time(0) else f"{closes:%H:%M}"]
        return {"hours": found, "reason": self.cleaned_data["reason"]}


class Report(forms.Form):
    """An incident that a person noticed."""

    text = Words(
        label=gettext_lazy("What happened"),
        min_length=TEXT[0],
        max_length=TEXT[1],
        help_text=gettext_lazy("what was seen, when and where; it is kept on record with your name"),
    )
    table = forms.ChoiceField(label=gettext_lazy("Table"), required=False)
    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid.uuid4, required=False)

    def __init__(self, *args: Any, tables: Mapping[str, FloorTable], **options: Any) -> None:
        super().__init__(*args, **options)
        self._tables = tables
        field = self.fields["table"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", gettext("none in particular")), *((code, row.name) for code, row in tables.items())]

    def arguments(self) -> dict[str, Any]:
        """The arguments that a valid form gives the operation."""
        at = self._tables.get(self.cleaned_data["table"])
        return {
            "text": self.cleaned_data["text"],
            "key": self.cleaned_data["key"],
            "table_id": at.table_id if at else None,
        }


class Note(forms.Form):
    """A finding; `key` makes one form one note."""

    text = Words(
        label=gettext_lazy("Findings"),
        min_length=TEXT[0],
        max_length=TEXT[1],
        widget=forms.Textarea(attrs={"rows": 3, "data-letter": "n"}),
    )
    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid.uuid4, required=False)


class Grading(forms.Form):
    """How severe an incident is, and why."""

    severity = forms.TypedChoiceField(label=gettext_lazy("Severity"), coerce=int, choices=[*SEVERITIES.items()])
    reason = Words(label=gettext_lazy("Reason"), min_length=REASON[0], max_length=REASON[1])


class Owner(forms.Form):
    """The owner of an incident: a colleague who handles incidents, or none."""

    owner_id = forms.TypedChoiceField(label=gettext_lazy("Owner"), required=False, coerce=int, empty_value=None)

    def __init__(self, *args: Any, handlers: Mapping[int, str], **options: Any) -> None:
        super().__init__(*args, **options)
        field = self.fields["owner_id"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", gettext("no one")), *handlers.items()]


class Extent(forms.Form):
    """What an incident touched, where it is known better than it was reckoned; blank: as reckoned."""

    amount = Euros(label=gettext_lazy("Money touched"), required=False, help_text=gettext_lazy("in euros"))
    people = forms.IntegerField(label=gettext_lazy("Players"), required=False, min_value=0, max_value=MOST[1])
    minutes = forms.IntegerField(
        label=gettext_lazy("Minutes of standstill"), required=False, min_value=0, max_value=MOST[2] // 60
    )
    reason = Words(
        label=gettext_lazy("Reason"),
        min_length=REASON[0],
        max_length=REASON[1],
        help_text=gettext_lazy("where the figures are from; a blank figure is the one reckoned"),
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        for name in ("people", "minutes"):
            self.fields[name].widget.attrs.update({"inputmode": "numeric"})

    def arguments(self) -> dict[str, Any]:
        """The arguments that a valid form gives the operation."""
        minutes = self.cleaned_data["minutes"]
        return {
            "amount": self.cleaned_data["amount"],
            "people": self.cleaned_data["people"],
            "standstill": None if minutes is None else minutes * 60,
            "reason": self.cleaned_data["reason"],
        }


class Lessons(forms.Form):
    """The after-action note of an incident: what was learned, what changes, by whom and until when."""

    lessons = Words(
        label=gettext_lazy("What was learned, and what changes"),
        min_length=TEXT[0],
        max_length=TEXT[1],
        help_text=gettext_lazy("who changes what, and until when; an incident is not closed without it"),
    )


class Containment(forms.Form):
    """What was done at once about an incident."""

    containment = Words(
        label=gettext_lazy("What was done at once"),
        min_length=TEXT[0],
        max_length=TEXT[1],
        help_text=gettext_lazy("so that it goes no further: what was stopped, given back or said to players"),
    )


class Explanation(forms.Form):
    """The cause and the remedy of an incident (PT-R18); the one that is not known yet is blank."""

    cause = Words(
        label=gettext_lazy("Cause"),
        min_length=TEXT[0],
        max_length=TEXT[1],
        required=False,
        help_text=gettext_lazy("what failed, in words that the regulator reads"),
        widget=forms.Textarea(attrs={"rows": 3, "data-letter": "c"}),
    )
    solution = Words(
        label=gettext_lazy("Remedy"),
        min_length=TEXT[0],
        max_length=TEXT[1],
        required=False,
        help_text=gettext_lazy("what changes, by whom and until when"),
    )


class Word(forms.Form):
    """What the regulator was told of an incident."""

    word = Words(
        label=gettext_lazy("What the regulator was told"),
        min_length=WORD[0],
        max_length=WORD[1],
        widget=forms.Textarea(attrs={"rows": 12}),
        help_text=gettext_lazy("read it before you send it: it quotes what colleagues wrote"),
    )


class IncidentSearch(forms.Form):
    """Which incidents to list."""

    state = forms.ChoiceField(
        label=gettext_lazy("State"),
        required=False,
        choices=[
            ("", gettext_lazy("all")),
            ("abertos", pgettext_lazy("masculine plural", "open")),
            ("por-comunicar", gettext_lazy("not told to the regulator")),
            ("fechados", pgettext_lazy("masculine plural", "closed")),
        ],
    )
    kind = forms.ChoiceField(label=gettext_lazy("Kind"), required=False)
    severity = forms.TypedChoiceField(
        label=gettext_lazy("Severity"),
        required=False,
        coerce=int,
        empty_value=None,
        choices=[("", gettext_lazy("any severity")), *SEVERITIES.items()],
    )
    whose = forms.ChoiceField(
        label=gettext_lazy("Owner"),
        required=False,
        choices=[
            ("", gettext_lazy("anybody")),
            ("mine", gettext_lazy("me")),
            ("unowned", gettext_lazy("no one")),
        ],
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        field = self.fields["kind"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [
            ("", pgettext("tables", "all")),
            *headings_of(IncidentKind).items(),
        ]


class PlayerSearch(forms.Form):
    """Which players to list."""

    text = forms.CharField(
        label=gettext_lazy("Email, name at the table, NIF or number"),
        required=False,
        max_length=254,
        help_text=gettext_lazy("the beginning of the email or of the name; the NIF and the number in full"),
    )
    state = forms.ChoiceField(
        label=gettext_lazy("State"),
        required=False,
        choices=[("", gettext_lazy("all")), *labels_of(PlayerState).items()],
    )
