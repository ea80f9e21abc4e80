"""The searches of the audit: of what happened, and of what the database recorded of it."""

import re
from collections.abc import Mapping
from datetime import date, datetime, time, timedelta
from typing import Any, Final
from uuid import UUID

from django import forms
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy, pgettext

from casino.backoffice.presenters import audit, events
from players.accounts import queries as persons
from players.events.queries import Subject
from tables import queries as tables

_DAY: Final = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
_HOUR: Final = forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
_ROUND: Final = re.compile(r".+-\d{8}-\d+")


class EventSearch(forms.Form):
    """Which events to list."""

    who = forms.CharField(label=gettext_lazy("Who (start of the name or email)"), required=False, max_length=100)
    kind = forms.ChoiceField(label=gettext_lazy("What about"), required=False)
    table = forms.ChoiceField(label=gettext_lazy("Table"), required=False)
    about = forms.CharField(
        label=gettext_lazy("Round, number or key"),
        help_text=gettext_lazy("A round’s code, R-2026-00001, I-7, or a player’s key."),
        required=False,
        max_length=100,
    )
    since = forms.DateField(label=gettext_lazy("Since the day"), required=False, widget=_DAY)
    since_hour = forms.TimeField(label=gettext_lazy("From the hour"), required=False, widget=_HOUR)
    until = forms.DateField(label=gettext_lazy("Until the day"), required=False, widget=_DAY)
    until_hour = forms.TimeField(label=gettext_lazy("Until the hour"), required=False, widget=_HOUR)
    outside = forms.BooleanField(label=gettext_lazy("Only what happened while no user was signed in"), required=False)

    def __init__(self, data: Mapping[str, Any] | None) -> None:
        super().__init__(data)
        kinds = [(subject.value, text) for subject, text in events.SUBJECTS.items()]
        everywhere = list(tables.table_names().items())
        for name, whole, choices in (
            ("kind", gettext("everything"), kinds),
            ("table", pgettext("tables", "all"), everywhere),
        ):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = [("", whole), *choices]

    def wanted(self) -> dict[str, Any]:
        """What was asked, as `players.events.queries.events` takes it."""
        asked = self.cleaned_data
        found: dict[str, Any] = {"outside": asked["outside"]}
        if asked["who"]:
            found["by"] = persons.named_by(asked["who"])
        if asked["kind"]:
            found["subject"] = Subject(asked["kind"])
        if asked["table"]:
            found["table_id"] = tables.table_id(asked["table"])
        if asked["since"]:
            found["since"] = moment(asked["since"], asked["since_hour"] or time.min)
        if asked["until"]:
            hour = asked["until_hour"]
            found["until"] = moment(asked["until"], hour) if hour else moment(asked["until"] + timedelta(days=1))
        return found | _about(asked["about"].strip())


def _about(text: str) -> dict[str, Any]:
    """The thing that a text names: a player by the key, a round by its code, everything else by its own."""
    if not text:
        return {}
    try:
        key = str(UUID(text))
    except ValueError:
        return {"round_code": text} if _ROUND.fullmatch(text) else {"key": text.upper() if text[1:2] == "-" else text}
    player = persons.by_key(key)
    return {"key": key} if player is None else {"person_id": player.id}


class RecordSearch(forms.Form):
    """Which recorded acts to list."""

    who = forms.EmailField(label=gettext_lazy("Who (email)"), required=False)
    subject = forms.ChoiceField(label=gettext_lazy("What"), required=False)
    number = forms.CharField(label=gettext_lazy("Number"), required=False, max_length=64)
    since = forms.DateField(label=gettext_lazy("Since the day"), required=False, widget=_DAY)
    until = forms.DateField(label=gettext_lazy("Until the day"), required=False, widget=_DAY)
    outside = forms.BooleanField(label=gettext_lazy("Only changes made while no user was signed in"), required=False)

    def __init__(self, data: Mapping[str, Any] | None) -> None:
        super().__init__(data)
        field = self.fields["subject"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", gettext("everything")), *audit.SUBJECTS.items()]

    def wanted(self) -> dict[str, Any]:
        """What was asked, as `players.audit.queries.audit.acts` takes it."""
        asked = self.cleaned_data
        found: dict[str, Any] = {"outside": asked["outside"]}
        if asked["who"]:
            known = persons.by_email(asked["who"])
            found["by"] = known.id if known is not None else 0
        if asked["subject"]:
            found["subject"] = asked["subject"]
        if asked["number"]:
            found["subject_id"] = asked["number"]
        if asked["since"]:
            found["since"] = moment(asked["since"])
        if asked["until"]:
            found["until"] = moment(asked["until"] + timedelta(days=1))
        return found


def moment(day: date, hour: time = time.min) -> datetime:
    """A day and an hour on the house's clock."""
    return timezone.make_aware(datetime.combine(day, hour))
