"""The form fields for amounts of money and for days, the same in every form."""

from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_lazy

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


class Day(forms.DateField):
    """A day as people write it («31/12/1990»), and as addresses do («1990-12-31»); a date when cleaned.

    A text: a browser's own field for dates puts day and month in the order of the browser's language.
    """

    def __init__(self, *, autocomplete: str = "off", **options: Any) -> None:
        super().__init__(
            input_formats=["%d/%m/%Y", "%d-%m-%Y", "%d.%m.%Y", "%Y-%m-%d"],
            widget=forms.DateInput(
                format="%d/%m/%Y",
                attrs={
                    "inputmode": "text",
                    "autocomplete": autocomplete,
                    "maxlength": 10,
                    "size": 10,
                    "spellcheck": "false",
                },
            ),
            error_messages={"invalid": gettext_lazy("This is not a date. Write, for example, 31/12/1990.")},
            **options,
        )
