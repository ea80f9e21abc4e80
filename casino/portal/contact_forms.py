"""The fields by which a player is reached and placed, at registration and on a page of their own (PT-31, PT-58)."""

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from kernel.labels import headings_of
from players.access.operations.corrections import CorrectionRejection
from players.access.queries import Occupation
from players.accounts.contacts import DISTRICTS, HOME, postal_code_in
from players.accounts.details import Details, Flaw

REJECTIONS: Final[Mapping[Flaw, tuple[str, "str | Promise"]]] = {
    Flaw.OCCUPATION_UNKNOWN: ("occupation", gettext_lazy("Choose from the list what fits best.")),
    Flaw.POSTAL_CODE_INVALID: (
        "postal_code",
        gettext_lazy("This postcode is not right. In Portugal it is four digits and three, as in 1100-420."),
    ),
    Flaw.DISTRICT_UNKNOWN: ("district", gettext_lazy("Choose the district where you live.")),
    Flaw.PHONE_INVALID: (
        "phone",
        gettext_lazy("This number is not right. Write nine digits, or begin with + and the country’s prefix."),
    ),
}
_DISTRICTS: Final = tuple((name, name) for name in DISTRICTS)
FIELDS: Final = ("phone", "postal_code", "district", "occupation")


def phone() -> forms.CharField:
    """A telephone number."""
    widget = forms.TextInput(attrs={"autocomplete": "tel", "inputmode": "tel"})
    help_text = gettext_lazy("We call only about your account. From another country, begin with + and its prefix.")
    return forms.CharField(label=gettext_lazy("Telephone"), max_length=30, widget=widget, help_text=help_text)


def postal_code() -> forms.CharField:
    """A postal code of any country."""
    widget = forms.TextInput(attrs={"autocomplete": "postal-code", "spellcheck": "false"})
    return forms.CharField(label=gettext_lazy("Postcode"), max_length=20, widget=widget)


def district() -> forms.ChoiceField:
    """A district of Portugal, or none."""
    choices = [("", gettext_lazy("I do not live in Portugal")), *_DISTRICTS]
    return forms.ChoiceField(label=gettext_lazy("District"), required=False, choices=choices)


def occupation() -> forms.ChoiceField:
    """What a person lives by, in the regulator's nine answers."""
    choices = [("", gettext_lazy("Choose")), *headings_of(Occupation).items()]
    return forms.ChoiceField(label=gettext_lazy("Kind of work"), choices=choices)


class ContactDetails(forms.Form):
    """What an account lacks, if it lacks anything; otherwise all that its holder may change without a proof."""

    phone = phone()
    postal_code = postal_code()
    district = district()
    occupation = occupation()

    def __init__(self, data: QueryDict | None, *, registered: Details, missing: Collection[str]) -> None:
        found = {name: getattr(registered, name) for name in FIELDS}
        found["postal_code"] = found["postal_code"] or postal_code_in(registered.address, registered.country)
        super().__init__(data, initial=found)
        for name in FIELDS:
            if (missing and name not in missing) or (name == "district" and registered.country != HOME):
                del self.fields[name]
        if "district" in self.fields:  # who is asked lives in Portugal
            self.fields["district"].required = True
            self.fields["district"].widget.choices = [("", gettext_lazy("Choose")), *_DISTRICTS]

    def refuse(self, reasons: Sequence[CorrectionRejection]) -> None:
        """Put each error beside its field."""
        known = {flaw.value: said for flaw, said in REJECTIONS.items()}
        for reason in reasons:
            field, sentence = known.get(reason.value, (None, gettext_lazy("It was not possible. Nothing has changed.")))
            self.add_error(field if field in self.fields else None, ValidationError(str(sentence)))
