"""The forms for requests about personal data: a decision, and the death of a player (PT-07)."""

import uuid
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext_lazy, pgettext_lazy

from casino.backoffice.forms import Words
from casino.wording.rejections import sentence
from players.accounts import queries as players
from players.privacy.operations import WANTED_LONGEST, WHY_LONGEST, PrivacyRejected, PrivacyRejection
from players.privacy.queries import RectificationCard

ACCEPT, REJECT = "accept", "reject"
AT_FIELDS: Final = {
    PrivacyRejection.REASON_MISSING: "reason",
    PrivacyRejection.VALUE_INVALID: "value",
    PrivacyRejection.VALUE_TAKEN: "value",
    PrivacyRejection.ALREADY_CLOSED: "email",
}
"""The rejections that are said beside a field."""


class Verdict(forms.Form):
    """The decision on a rectification. `verdict` is the button that was pressed."""

    value = forms.CharField(
        label=gettext_lazy("How it stands in the registration"), required=False, max_length=WANTED_LONGEST
    )
    reason = Words(
        label=pgettext_lazy("request", "Reason"),
        max_length=WHY_LONGEST,
        widget=forms.Textarea(attrs={"rows": 2, "maxlength": WHY_LONGEST}),
    )
    verdict = forms.ChoiceField(choices=[(ACCEPT, ACCEPT), (REJECT, REJECT)])

    def arguments(self) -> dict[str, Any]:
        """The arguments that a valid form gives the operation."""
        return {
            "accepted": self.cleaned_data["verdict"] == ACCEPT,
            "reason": self.cleaned_data["reason"],
            "value": self.cleaned_data.get("value", ""),
        }


def verdict_on(asked: RectificationCard, sent: QueryDict | None = None) -> Verdict:
    """The form for one request, with what the person asked for; «something else» has no value."""
    form = Verdict(sent, initial={"value": asked.wanted}, auto_id=f"id_{asked.id}_%s")
    if asked.field == "other":
        del form.fields["value"]
    elif asked.field == "birth-date":
        form.fields["value"].help_text = gettext_lazy("For example, 31/12/1990.")
    return form


class Death(forms.Form):
    """A player who died, by e-mail address, and how it is known. `key` makes one form one closure."""

    email = forms.EmailField(label=gettext_lazy("Player’s email"))
    reason = Words(
        label=gettext_lazy("Reason and proof"),
        max_length=WHY_LONGEST,
        widget=forms.Textarea(attrs={"rows": 2, "maxlength": WHY_LONGEST}),
    )
    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid.uuid4)

    def clean_email(self) -> int:
        """The player's number."""
        person = players.by_email(self.cleaned_data["email"])
        if person is None:
            raise ValidationError(sentence(PrivacyRejected(PrivacyRejection.NO_SUCH_PERSON)))
        return person.id

    def arguments(self) -> dict[str, Any]:
        """The arguments that a valid form gives the operation."""
        return {
            "person_id": self.cleaned_data["email"],
            "reason": self.cleaned_data["reason"],
            "key": self.cleaned_data["key"],
        }
