"""Forms about duties that come round: who carries one, and what shows that it was done. They write nothing."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_lazy

from casino.backoffice.forms import Words
from players.duties.operations import EVIDENCE


class Owner(forms.Form):
    """The owner of a duty: a colleague who does duties, or none."""

    owner_id = forms.TypedChoiceField(label=gettext_lazy("Owner"), required=False, coerce=int, empty_value=None)

    def __init__(self, *args: Any, colleagues: Mapping[int, str], **options: Any) -> None:
        super().__init__(*args, **options)
        field = self.fields["owner_id"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", gettext("no one")), *colleagues.items()]


class Done(forms.Form):
    """What shows that a duty was done."""

    evidence = Words(
        label=gettext_lazy("What shows it"),
        min_length=EVIDENCE[0],
        max_length=EVIDENCE[1],
        help_text=gettext_lazy("a receipt, a report, a reference; it is kept on record with your name"),
    )


class Review(Done):
    """The change that was shown, and what shows that it was reviewed."""

    change = forms.CharField(widget=forms.HiddenInput, max_length=16)
