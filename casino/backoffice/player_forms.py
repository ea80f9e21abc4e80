"""The forms of a player's page: a note, the search among their rounds, limits to try on their past. Writes nothing."""

import uuid
from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from typing import Any, Final

from django import forms
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy, ngettext, pgettext

from casino.backoffice.forms import Words
from casino.backoffice.presenters.purposes import OTHER
from casino.web.fields import Euros
from casino.wording import protection_names
from kernel.reasons import REASON
from players.audit.operations.notes import TEXT
from players.protection.queries.protecting import DAYS, GRID, Wished
from players.protection.queries.protection import LimitKind
from tables.queries import Wanted

NAMES: Final = tuple(f"{kind.value}-{period.value}" for kind, period in GRID)
"""Every limit there is, as its field is called."""
FIRST_DAYS: Final = 90


class Note(forms.Form):
    """A note on a player; `key` makes one form one note."""

    text = Words(
        label=gettext_lazy("Note"),
        min_length=TEXT[0],
        max_length=TEXT[1],
        help_text=gettext_lazy(
            "3 to 2,000 characters, with your name, for good. The player has a right to read it: write what you would "
            "say to them. What must not be told, as a suspicion of money laundering, does not belong here."
        ),
    )
    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid.uuid4)


class SeeData(forms.Form):
    """What the personal data are needed for: one of the purposes, or a reason in words; with a purpose, more words."""

    purpose = forms.ChoiceField(label=gettext_lazy("What do you need them for?"), required=False)
    reason = Words(
        label=gettext_lazy("In words"),
        required=False,
        max_length=REASON[1],
        help_text=gettext_lazy("3 to 300 characters, unless a purpose is chosen; kept on record with your name"),
        widget=forms.Textarea(attrs={"rows": 2}),
    )

    def __init__(self, *given: Any, purposes: Sequence[tuple[str, str]], **named: Any) -> None:
        super().__init__(*given, **named)
        self.fields["purpose"].choices = purposes  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """The whole reason, as it is kept, stands in `said`."""
        found = super().clean() or self.cleaned_data
        words, purpose = found.get("reason") or "", found.get("purpose") or OTHER
        named = "" if purpose == OTHER else str(dict(self.fields["purpose"].choices)[purpose])  # type: ignore[attr-defined]
        said = " · ".join(filter(None, (named, words.strip())))
        if not self.errors and not REASON[0] <= len(said) <= REASON[1]:
            self.add_error("reason", gettext("Say why, in 3 to 300 characters. Nothing was shown."))
        return {**found, "said": said}

    def arguments(self) -> dict[str, Any]:
        """The arguments that a valid form gives the operation."""
        return {"reason": self.cleaned_data["said"]}


class RoundsOf(forms.Form):
    """Which of the player's rounds to show."""

    code = forms.CharField(label=gettext_lazy("Round"), required=False, max_length=64)
    table = forms.ChoiceField(label=gettext_lazy("Table"), required=False)
    since = forms.DateField(
        label=gettext_lazy("Since"), required=False, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    until = forms.DateField(
        label=gettext_lazy("Until"), required=False, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )

    def __init__(self, *given: Any, tables: Sequence[tuple[str, str]], **named: Any) -> None:
        super().__init__(*given, **named)
        self.fields["table"].choices = [("", pgettext("tables", "all")), *tables]  # type: ignore[attr-defined]

    def wanted(self) -> Wanted:
        """The filters as the queries take them; a form with something wrong asks for all."""
        asked = self.cleaned_data if self.is_bound and self.is_valid() else {}
        until = asked.get("until")
        return Wanted(
            since=_midnight(asked.get("since")),
            until=_midnight(until + timedelta(days=1)) if until and until < date.max else None,
            table_code=asked.get("table") or None,
        )


def _midnight(day: date | None) -> datetime | None:
    return timezone.make_aware(datetime.combine(day, time.min)) if day else None


class Limits(forms.Form):
    """The limits to try on a player's past: any of them, and how far back."""

    days = forms.TypedChoiceField(label=gettext_lazy("How far back"), coerce=int, initial=FIRST_DAYS)

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        said = [(str(each), ngettext("%(count)d day", "%(count)d days", each) % {"count": each}) for each in DAYS]
        self.fields["days"].choices = said  # type: ignore[attr-defined]
        for kind, period in GRID:
            name = f"{kind.value}-{period.value}"
            label = protection_names.heading(name)
            if kind is LimitKind.SESSION:
                help_text = gettext("in minutes")
                self.fields[name] = forms.IntegerField(
                    label=label, required=False, min_value=1, max_value=24 * 60, help_text=help_text
                )
            else:
                self.fields[name] = Euros(label=label, required=False)

    @property
    def asked(self) -> tuple[Wished, ...]:
        """The limits that a valid form names, in the order of the page."""
        given = ((kind, period, self.cleaned_data.get(f"{kind.value}-{period.value}")) for kind, period in GRID)
        return tuple(Wished(kind, period, most) for kind, period, most in given if most is not None)
