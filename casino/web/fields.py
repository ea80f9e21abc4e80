"""The form field for amounts of money, the same in every form."""

from typing import Any

from django import forms
from django.utils.translation import gettext

from casino.wording import words


class Euros(forms.CharField):
    """An amount as people type it («5,00»); cents when cleaned, None when left empty."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=20, **options)
        self.widget.attrs.update({"inputmode": "decimal", "autocomplete": "off"})

    def prepare_value(self, value: Any) -> Any:
        """Cents, as an initial value is given, in euros as the reader's language writes them; a typed text as it is."""
        return words.amount(value) if type(value) is int else value

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        if not text:
            return None
        cents = words.cents_of(text)
        if cents is None:
            raise forms.ValidationError(
                gettext("“%(text)s” is not an amount in euros and cents. Write, for example, 5.00.") % {"text": text},
                code="invalid",
            )
        return cents
