"""The forms of the inbox: which things, to whom, until when. Writes nothing."""

from collections.abc import Iterable
from datetime import datetime, time, timedelta
from typing import Any, Final

from django import forms
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy, pgettext_lazy

from kernel.calendar import add_working_days, lisbon_date, lisbon_moment
from players.inbox.queries import Colleague, Subject, Thing

_MORNING: Final = time(9)
_LATER: Final = timedelta(hours=3)
UNTIL: Final = {
    "hours": gettext_lazy("in 3 hours"),
    "tomorrow": gettext_lazy("tomorrow at 09:00"),
    "working-day": gettext_lazy("next working day at 09:00"),
    "week": gettext_lazy("in a week"),
    "two-weeks": gettext_lazy("in two weeks"),
    "month": gettext_lazy("in 30 days"),
}
"""Until when a thing can be put off, by the word of the form."""
_DAYS: Final = {"tomorrow": 1, "week": 7, "two-weeks": 14}


def until(word: str, now: datetime) -> datetime:
    """The moment of one of `UNTIL`; of the days that follow, nine o'clock in Lisbon."""
    if word == "hours":
        return now + _LATER
    if word == "month":
        return now + timedelta(days=30)
    today = lisbon_date(now)
    day = add_working_days(today, 1) if word == "working-day" else today + timedelta(days=_DAYS[word])
    return lisbon_moment(day, _MORNING)


class Things(forms.Field):
    """Things by the words `complaint:R-2026-00002`."""

    widget = forms.MultipleHiddenInput

    def clean(self, value: Any) -> tuple[Thing, ...]:
        """The things, once each. Raises `ValidationError`."""
        found = []
        for word in value or ():
            kind, _, key = str(word).partition(":")
            if kind not in set(Subject) or not key or "\0" in key:
                raise forms.ValidationError(gettext("The page sent something that it should not have."))
            found.append(Thing.of(kind, key))
        return tuple(dict.fromkeys(found))


class Chosen(forms.Form):
    """The chosen things."""

    things = Things(required=False)


class Give(Chosen):
    """The new owner of the chosen things; the empty choice gives them back to the team."""

    person = forms.ChoiceField(label=gettext_lazy("To"), required=False)

    def __init__(self, data: QueryDict | None, people: Iterable[Colleague], me: int, *, auto_id: str = "id_%s") -> None:
        super().__init__(data, auto_id=auto_id)
        self.people = {str(each.public_id): each for each in people}
        field = self.fields["person"]
        assert isinstance(field, forms.ChoiceField)
        own = [(key, gettext("Me")) for key, each in self.people.items() if each.id == me]
        others = [(key, each.name) for key, each in self.people.items() if each.id != me]
        self.initial = {"person": own[0][0] if own else ""}
        field.choices = [*own, *others, ("", gettext("No one (back to the team)"))]

    def arguments(self) -> dict[str, Any]:
        """The arguments that a valid form gives the operation."""
        chosen = self.people.get(self.cleaned_data["person"])
        return {"things": self.cleaned_data["things"], "person_id": chosen.id if chosen else None}


class PutOff(Chosen):
    """Until when they are out of one's own inbox."""

    until = forms.ChoiceField(label=pgettext_lazy("moment", "until"), choices=list(UNTIL.items()), initial="tomorrow")

    def arguments(self) -> dict[str, Any]:
        """The arguments that a valid form gives the operation."""
        return {"things": self.cleaned_data["things"], "until": until(self.cleaned_data["until"], timezone.now())}
