"""The forms of players' protection: measures of the house for one player, steps about signals and obligations, and the
national list. Writes nothing.
"""

import uuid
from collections.abc import Sequence
from typing import Any, Final

from django import forms
from django.utils.translation import gettext, gettext_lazy, ngettext

from casino.wording import protection_names
from kernel.reasons import REASON
from players.protection.national_entries import Entry
from players.protection.national_list import ListInvalid, parse
from players.protection.operations.exclusion import FEWEST_MONTHS, MOST_MONTHS, ExclusionKind
from players.protection.operations.signals import SignalAct
from players.protection.queries.protection import GRID, ExclusionEntry

WITHOUT_END: Final = "indefinite"
TEXT_MOST: Final = 2000
NOTE_MOST: Final = 500
LIST_MOST: Final = 20 * 2**20
"""Bytes of a national list."""
FAULTS_MOST: Final = 50
"""The faults of a list that are shown."""
FAULTS: Final = {
    "empty": gettext_lazy("the file names no person"),
    "not-utf-8": gettext_lazy("the file is not in UTF-8"),
    "columns": gettext_lazy("the columns are not those of the list"),
    "not-csv": gettext_lazy("the line is not CSV"),
    "not-xml": gettext_lazy("the file is not complete XML"),
    "entities": gettext_lazy("the file declares entities, which are not accepted"),
    "unknown-element": gettext_lazy("unknown element"),
    "reference": gettext_lazy("the reference is not right"),
    "reference-twice": gettext_lazy("the reference appears twice"),
    "tax-number": gettext_lazy("the NIF does not have nine digits"),
    "document": gettext_lazy("the document number is not right"),
    "document-kind": gettext_lazy("the document’s kind is not from 0 to 4"),
    "document-country": gettext_lazy("the document’s country is not two letters"),
    "no-identity": gettext_lazy("the NIF or the document is missing"),
    "beginning": gettext_lazy("the start date is not right"),
    "months": gettext_lazy("the months are not from 1 to 127"),
    "end": gettext_lazy("the end date is not right"),
    "confirmation": gettext_lazy("the confirmation is not right"),
}
"""The fault of a line of the list, in words."""


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
        if "limit" not in found:
            return found
        found["kind"], found["period"] = protection_names.named(found["limit"])
        text = str(found.get("most", "")).strip()
        found["most"] = None
        if text:
            found["most"] = protection_names.amount_of(found["kind"], text)
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

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.fields["reason"].help_text = gettext_lazy("3 to 300 characters")

    def arguments(self) -> dict[str, Any]:
        """The arguments that a valid form gives the operation."""
        return {"exclusion_id": self.cleaned_data["exclusion"], "reason": self.cleaned_data["reason"]}


def taking_back(entry: ExclusionEntry) -> TakingBack:
    """The blank form that ends this exclusion."""
    return TakingBack(initial={"exclusion": entry.id}, auto_id=f"back_{entry.id}_%s")


class SignalStep(forms.Form):
    """What was done about a signal. `act` is the button that was pressed."""

    text = forms.CharField(
        label=gettext_lazy("Your action, or your reason for closing it"),
        max_length=TEXT_MOST,
        widget=forms.Textarea(attrs={"rows": 2, "maxlength": TEXT_MOST}),
    )
    act = forms.TypedChoiceField(choices=[(each.value, each.value) for each in SignalAct], coerce=SignalAct)


class Fulfilment(forms.Form):
    """How an obligation was fulfilled; each row of the obligations' table has its own."""

    note = forms.CharField(label=gettext_lazy("How it was fulfilled"), max_length=NOTE_MOST)


class NationalList(forms.Form):
    """The national list as a file: valid only if every line is."""

    file = forms.FileField(
        label=gettext_lazy("File"),
        widget=forms.FileInput(attrs={"accept": ".csv,.xml"}),
        error_messages=dict.fromkeys(("required", "missing", "invalid"), gettext_lazy("Choose a file of up to 20 MB.")),
        allow_empty_file=True,
    )
    whole = forms.BooleanField(
        label=gettext_lazy("It is the whole list: a person who is not in the file is no longer excluded by it"),
        required=False,
    )

    def clean_file(self) -> Sequence[Entry]:
        """The entries of the list."""
        sent = self.cleaned_data["file"]
        if sent.size > LIST_MOST:
            raise forms.ValidationError(gettext("Choose a file of up to 20 MB."))
        try:
            return parse(sent.read())
        except ListInvalid as invalid:
            count = len(invalid.faults)
            said = ngettext(
                "The file was not taken in: %(count)s error", "The file was not taken in: %(count)s errors", count
            )
            lines = [_fault(line, what) for line, what in invalid.faults[:FAULTS_MOST]]
            raise forms.ValidationError([said % {"count": count}, *lines]) from invalid

    def arguments(self) -> dict[str, Any]:
        """The arguments that a valid form gives the operation."""
        return {"entries": self.cleaned_data["file"], "complete": self.cleaned_data["whole"]}


def _fault(line: int, what: str) -> str:
    said, where = str(FAULTS[what]), gettext("line %(line)s:")
    return f"{where % {'line': line}} {said}" if line else said
