"""The forms by which players limit and stop themselves. Writes nothing."""

from datetime import timedelta
from typing import Any, Final

from django import forms
from django.utils.translation import gettext, gettext_lazy, ngettext

from casino.wording import protection_names, words
from players.protection.operations.checks import FEWEST_MINUTES, MOST_MINUTES
from players.protection.operations.exclusion import ExclusionKind
from players.protection.operations.limits import MOST_MINUTES as MINUTES_OF_A_DAY
from players.protection.queries.protection import GRID, LimitKind

INTERVALS: Final = (10, 15, 20, 30, 45, 60, 90, 120)
"""Minutes between two time notices, as the page offers them."""


class OwnLimit(forms.Form):
    """One of the player's own limits: an amount, or `none` to have none. Each line of the page has its own."""

    asks_for_zero = False
    """Whether the form is to be sent again, saying that a limit of nothing is meant."""

    limit = forms.ChoiceField(choices=[(f"{kind.value}-{period.value}",) * 2 for kind, period in GRID])
    most = forms.CharField(max_length=14, required=False)
    none = forms.BooleanField(required=False)
    zero = forms.BooleanField(required=False)
    """The answer to whether a limit of nothing is meant: it cannot be raised for 24 hours."""
    key = forms.UUIDField(required=False)

    def clean(self) -> dict[str, Any]:
        """With `kind`, `period`, and `most` as cents or minutes; None for no limit."""
        found = dict(super().clean() or {})
        if "limit" not in found:
            return found
        found["kind"], found["period"] = protection_names.named(found["limit"])
        typed, found["most"] = str(found.get("most", "")).strip(), None
        if not found["none"] and "most" not in self.errors:
            found["most"] = self._amount(found["kind"], typed)
            if found["most"] == 0 and not found["zero"]:
                self._ask_for_zero()
        return found

    def _ask_for_zero(self) -> None:
        self.asks_for_zero = True
        said = gettext(
            "A limit of 0 stops this altogether, at once, and can be raised only after 24 hours. Nothing has changed."
        )
        self.add_error("most", said)

    def _amount(self, kind: LimitKind, typed: str) -> int | None:
        amount = protection_names.amount_of(kind, typed)
        said = gettext("Enter an amount such as 50 or 50.00.")
        if kind is LimitKind.SESSION:
            said = gettext("Enter the minutes per day, from 1 to 1440.")
            amount = amount if amount is not None and 1 <= amount <= MINUTES_OF_A_DAY else None
        if amount is None:
            self.add_error("most", said)
        return amount

    def arguments(self) -> dict[str, Any]:
        """The arguments that a valid form gives the operation."""
        return {name: self.cleaned_data[name] for name in ("kind", "period", "most", "key")}


class OwnBreak(forms.Form):
    """A short break, a self-exclusion for months, or one without end; the page has a form for each."""

    kind = forms.TypedChoiceField(choices=[(each.value, each.value) for each in ExclusionKind], coerce=ExclusionKind)
    hours = forms.CharField(required=False)
    months = forms.CharField(required=False)
    understood = forms.BooleanField(required=False)
    motive = forms.Field(required=False)
    """Optional free text: nothing in it is refused, so that it never hinders an exclusion."""
    key = forms.UUIDField(required=False)

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        unknown = gettext_lazy(
            "A short break lasts from 1 hour to less than 3 months; a self-exclusion, 3 to 127 months."
        )
        self.fields["kind"].error_messages.update(required=unknown, invalid_choice=unknown)

    def clean(self) -> dict[str, Any]:
        found = dict(super().clean() or {})
        if found.get("kind") is ExclusionKind.INDEFINITE and not found["understood"]:
            said = gettext("Tick that you understand that the account is closed. Nothing has changed.")
            self.add_error("understood", said)
        return found

    def arguments(self) -> dict[str, Any]:
        """The arguments that a valid form gives the operation; a length that is no number is one that will not do."""
        sent = self.cleaned_data
        kind = sent["kind"]
        return {
            "kind": kind,
            "key": sent["key"],
            "motive": str(sent["motive"] or "") if kind is not ExclusionKind.SHORT else "",
            "months": words.number_of(sent["months"]) or 0 if kind is ExclusionKind.FIXED else None,
            "length": timedelta(hours=words.number_of(sent["hours"]) or 0) if kind is ExclusionKind.SHORT else None,
        }


class CheckIntervalForm(forms.Form):
    """After how many minutes of play the time notice appears."""

    minutes = forms.IntegerField(label=gettext_lazy("Every"), widget=forms.Select)

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        usual = {*INTERVALS, self.initial.get("minutes", INTERVALS[0])}
        said = {each: ngettext("%(minutes)s minute", "%(minutes)s minutes", each) for each in sorted(usual)}
        field = self.fields["minutes"]
        field.widget.choices = [(each, text % {"minutes": each}) for each, text in said.items()]
        wrong = gettext("Choose from %(least)d to %(most)d minutes. Nothing has changed.")
        wrong %= {"least": FEWEST_MINUTES, "most": MOST_MINUTES}
        field.error_messages.update(required=wrong, invalid=wrong)
