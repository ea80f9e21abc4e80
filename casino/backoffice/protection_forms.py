"""The forms that protect one player: a limit of the house, an exclusion, the end of one. Writes nothing."""

import uuid
from typing import Any, Final

from django import forms
from django.utils.translation import gettext, gettext_lazy, ngettext

from casino.backoffice.forms import REASON
from casino.wording import protection_names, words
from kernel.periods import Period
from players.protection.operations.exclusion import FEWEST_MONTHS, MOST_MONTHS, ExclusionKind
from players.protection.queries.protection import GRID, LimitKind

WITHOUT_END: Final = "indefinite"


class _Act(forms.Form):
    """The reason, and the form's own key: sent twice, it acts once."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        min_length=REASON[0],
        max_length=REASON[1],
        help_text=gettext_lazy("3 to 300 characters; the player reads it"),
    )
    key = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.initial.setdefault("key", uuid.uuid4())


class HouseLimit(_Act):
    """The house's limit for this player; an empty amount takes it away."""

    limit = forms.ChoiceField(label=gettext_lazy("Limit"))
    most = forms.CharField(
        label=gettext_lazy("Most"),
        required=False,
        max_length=20,
        help_text=gettext_lazy(
            "in euros; for playing time, in minutes. Left blank, the house no longer has this limit"
        ),
    )
    field_order = ("limit", "most", "reason", "key")

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        names = [f"{kind.value}-{period.value}" for kind, period in GRID]
        self.fields["limit"].choices = [(name, protection_names.limit(name)) for name in names]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """With `kind`, `period`, and `most` as cents or minutes."""
        found = dict(super().clean() or {})
        kind, _, period = str(found.get("limit", "")).partition("-")
        if not period:
            return found
        found["kind"], found["period"] = LimitKind(kind), Period(period)
        text = str(found.get("most", "")).strip()
        found["most"] = None
        if text:
            minutes = kind == LimitKind.SESSION
            number = int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else None
            found["most"] = number if minutes else words.cents_of(text)
            if found["most"] is None:
                self.add_error("most", gettext("Enter an amount such as 50 or 50.00; for time, whole minutes."))
        return found

    def arguments(self) -> dict[str, Any]:
        """The arguments that a valid form gives the operation."""
        return {name: self.cleaned_data[name] for name in ("kind", "period", "most", "reason", "key")}


class HouseExclusion(_Act):
    """The months for which the house excludes the player, or without end."""

    length = forms.ChoiceField(label=gettext_lazy("Length"))
    field_order = ("length", "reason", "key")

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        lengths = (FEWEST_MONTHS, 6, 12, 24, 60, MOST_MONTHS)
        choices = [
            (str(each), ngettext("%(months)d month", "%(months)d months", each) % {"months": each}) for each in lengths
        ]
        self.fields["length"].choices = [*choices, (WITHOUT_END, gettext("no end"))]  # type: ignore[attr-defined]

    def arguments(self) -> dict[str, Any]:
        """The arguments that a valid form gives the operation."""
        length = self.cleaned_data["length"]
        endless = length == WITHOUT_END
        return {
            "kind": ExclusionKind.INDEFINITE if endless else ExclusionKind.FIXED,
            "months": None if endless else int(length),
            "reason": self.cleaned_data["reason"],
            "key": self.cleaned_data["key"],
        }


class TakingBack(_Act):
    """The reason for ending one of the house's exclusions."""

    exclusion = forms.IntegerField(widget=forms.HiddenInput, min_value=1)

    def arguments(self) -> dict[str, Any]:
        """The arguments that a valid form gives the operation."""
        return {"exclusion_id": self.cleaned_data["exclusion"], "reason": self.cleaned_data["reason"]}
