"""What of the conformance matrix is shown: by state, by source, by any words. Writes nothing."""

from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_lazy

from casino.backoffice.presenters.conformance import STATES
from casino.conformance import rules


class Search(forms.Form):
    """The filters of the matrix; empty shows all of it."""

    state = forms.ChoiceField(label=gettext_lazy("State"), required=False)
    source = forms.ChoiceField(label=gettext_lazy("Source"), required=False)
    text = forms.CharField(label=gettext_lazy("Words"), required=False, max_length=80)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        states = [(state.value, label) for state, label in STATES.items()]
        sources = [(part.source, f"{part.source} · {gettext(part.title)}") for part in rules.parts()]
        for name, choices in (("state", states), ("source", sources)):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = [("", gettext("all")), *choices]

    def wanted(self) -> dict[str, str]:
        """The filters of a valid form; none of an invalid one."""
        return {name: value.strip() for name, value in self.cleaned_data.items()} if self.is_valid() else {}
