"""Forms for coming in: registration, sign-in, recovery, changes of password, e-mail and payment account."""

import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any, Final

from allauth.account.forms import LoginForm
from django import forms
from django.core.exceptions import ValidationError
from django.forms.boundfield import BoundField
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext, gettext_lazy

from casino.portal import contact_forms
from casino.web.fields import Day
from kernel.labels import labels_of
from players.access.operations.corrections import CorrectionRejection
from players.access.operations.registration import RegistrationRejection
from players.access.queries import DocumentKind
from players.accounts import countries
from players.accounts.details import Details

_DOCUMENTS: Final = (
    DocumentKind.CC,
    DocumentKind.PASSPORT,
    DocumentKind.BI,
    DocumentKind.NIF,
    DocumentKind.OTHER,
)
PASSWORD_HELP: Final = gettext_lazy("At least 10 characters. A sentence that only you would say is safer than symbols.")
LACKS: Final[Mapping[str, "str | Promise"]] = {
    "password_too_short": gettext_lazy("It is short: at least 10 characters are needed."),
    "password_too_long": gettext_lazy("It is too long: at most 256 characters."),
    "password_too_common": gettext_lazy("It is one of the most used passwords. Choose another."),
    "password_guessable": gettext_lazy(
        "It is easy to guess: it is made of words, names or dates that are tried first, including yours "
        "and this house’s. Add more words."
    ),
    "password_too_similar": gettext_lazy("It is too much like your email or your name at the table."),
}
REJECTIONS: Final[Mapping[RegistrationRejection, tuple[str | None, "str | Promise"]]] = {
    RegistrationRejection.EMAIL_INVALID: ("email", gettext_lazy("This is not an email address.")),
    RegistrationRejection.NICKNAME_INVALID: (
        "nickname",
        gettext_lazy("3 to 20 letters of one alphabet, digits or the signs _ - . with at least one letter."),
    ),
    RegistrationRejection.NICKNAME_TAKEN: (
        "nickname",
        gettext_lazy("This name is already in use at the table. Choose another."),
    ),
    RegistrationRejection.FULL_NAME_INVALID: (
        "full_name",
        gettext_lazy("Write your full name as it is in the document: at least two names, letters only."),
    ),
    RegistrationRejection.BIRTH_DATE_INVALID: ("birth_date", gettext_lazy("This date of birth cannot be right.")),
    RegistrationRejection.UNDER_AGE: (
        "birth_date",
        gettext_lazy("Only those who are already 18 can register and play. Nothing was saved."),
    ),
    RegistrationRejection.NATIONALITY_UNKNOWN: ("nationality", gettext_lazy("Choose a country from the list.")),
    RegistrationRejection.PROFESSION_INVALID: ("profession", gettext_lazy("Write your occupation in words.")),
    RegistrationRejection.ADDRESS_INVALID: ("address", gettext_lazy("Write the whole address: street, number, town.")),
    **{RegistrationRejection(flaw.value): said for flaw, said in contact_forms.REJECTIONS.items()},
    RegistrationRejection.COUNTRY_UNKNOWN: ("country", gettext_lazy("Choose a country from the list.")),
    RegistrationRejection.DOCUMENT_INVALID: (
        "document_number",
        gettext_lazy("Write the number just as it is in the document: 4 to 20 letters and digits."),
    ),
    RegistrationRejection.DOCUMENT_COUNTRY_UNKNOWN: (
        "document_country",
        gettext_lazy("Choose a country from the list."),
    ),
    RegistrationRejection.NIF_INVALID: (
        "nif",
        gettext_lazy("This NIF is not right: it has nine digits, and the last one checks the others."),
    ),
    RegistrationRejection.IBAN_INVALID: (
        "iban",
        gettext_lazy("This IBAN is not right: see whether a digit is missing or too many."),
    ),
    RegistrationRejection.TERMS_NOT_IN_FORCE: (
        "terms",
        gettext_lazy("Another version of the terms has come into force in the meantime. Read it and accept it."),
    ),
    RegistrationRejection.LIST_SILENT: (
        None,
        gettext_lazy(
            "We open no accounts today: the national list of exclusions, which we must consult, does not "
            "answer. Nothing was saved; try again tomorrow."
        ),
    ),
}


NOT_CORRECTED_AT_ALL: Final = gettext_lazy("These details cannot be corrected here. Nothing has changed.")
NOT_CORRECTED: Final[Mapping[CorrectionRejection, "str | Promise"]] = {
    CorrectionRejection.SAME_AS_BEFORE: gettext_lazy(
        "These are the same details as before. Change what is wrong; if everything is right, talk to player support."
    ),
    CorrectionRejection.TOO_OFTEN: gettext_lazy(
        "You have already corrected three times. From here on player support will help you."
    ),
    CorrectionRejection.IDENTITY_TAKEN: gettext_lazy(
        "We cannot accept these details in this way. Talk to player support, with the document at hand."
    ),
}


class SignIn(LoginForm):  # type: ignore[misc]  # allauth has no types
    """E-mail and password; a wrong e-mail and a wrong password get the same answer."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["login"].label = gettext_lazy("Email")
        self.fields["login"].widget = forms.EmailInput(
            attrs={"autocomplete": "username", "autofocus": True, "maxlength": 254}
        )
        self.fields["password"].label = gettext_lazy("Password")
        self.fields["password"].help_text = ""
        self.fields["password"].widget = forms.PasswordInput(
            attrs={"autocomplete": "current-password", "maxlength": 256}
        )


def _text(label: Any, longest: int, autocomplete: str, help_text: Any = "", **attrs: Any) -> forms.CharField:
    widget = forms.TextInput(attrs={"autocomplete": autocomplete, **attrs})
    return forms.CharField(label=label, max_length=longest, widget=widget, help_text=help_text)


def _password(label: Any, autocomplete: str, help_text: Any = "") -> forms.CharField:
    widget = forms.PasswordInput(attrs={"autocomplete": autocomplete, "maxlength": 256})
    return forms.CharField(label=label, max_length=256, strip=False, widget=widget, help_text=help_text)


def _yes(label: Any) -> forms.BooleanField:
    return forms.BooleanField(
        label=label, error_messages={"required": gettext_lazy("Without this the account cannot be opened.")}
    )


class Identity(forms.Form):
    """A person's identity, as documents and registers state it."""

    full_name = _text(gettext_lazy("Full name"), 120, "name", gettext_lazy("As it is in the document."))
    birth_date = Day(
        label=gettext_lazy("Date of birth"),
        autocomplete="bday",
        help_text=gettext_lazy("Day/month/year, for example 31/12/1990."),
    )
    nationality = forms.ChoiceField(label=gettext_lazy("Nationality"))
    document_kind = forms.TypedChoiceField(
        label=gettext_lazy("Identity document"),
        coerce=int,
        choices=[(kind.value, labels_of(DocumentKind, "in-full")[str(kind.value)]) for kind in _DOCUMENTS],
    )
    document_number = _text(gettext_lazy("Document number"), 30, "off")
    document_country = forms.ChoiceField(label=gettext_lazy("Country that issued it"))
    nif = _text(gettext_lazy("NIF"), 20, "off", gettext_lazy("Portuguese tax number."), inputmode="numeric")

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        named = countries.names((get_language() or "pt").split("-")[0])
        choices = [("PT", named["PT"]), *((code, name) for code, name in named.items() if code != "PT")]
        for name in ("nationality", "country", "document_country"):
            field = self.fields.get(name)
            if isinstance(field, forms.ChoiceField):
                field.choices = choices
        for bound in self:
            if bound.errors:
                bound.field.widget.attrs["aria-invalid"] = "true"


class Registration(Identity):
    """The ten fields of the law, what one signs in with, and what one agrees to (PT-01, GL-04)."""

    email = forms.EmailField(
        label=gettext_lazy("Email"),
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
        help_text=gettext_lazy("We send a link there to confirm it."),
    )
    password = _password(gettext_lazy("Password"), "new-password", PASSWORD_HELP)
    nickname = _text(
        gettext_lazy("Name at the table"), 20, "nickname", gettext_lazy("It is the only name that other players see.")
    )
    profession = _text(gettext_lazy("Occupation"), 80, "organization-title")
    occupation = contact_forms.occupation()
    address = _text(gettext_lazy("Address"), 200, "street-address", gettext_lazy("Street, number and town."))
    postal_code = contact_forms.postal_code()
    district = contact_forms.district()
    phone = contact_forms.phone()
    country = forms.ChoiceField(label=gettext_lazy("Country of residence"))
    iban = _text(
        gettext_lazy("IBAN of the payment account"),
        50,
        "off",
        gettext_lazy("From an account in your name."),
    )
    accuracy = _yes(gettext_lazy("These details are true, my own and complete, and I play on my own behalf."))
    terms = _yes(gettext_lazy("I have read and accept the terms and conditions."))
    privacy = _yes(
        gettext_lazy(
            "I agree that my details may be checked against public records and my play monitored, as the law requires."
        )
    )
    key = forms.UUIDField(widget=forms.HiddenInput)
    terms_version = forms.IntegerField(widget=forms.HiddenInput)

    GROUPS: Final[Sequence[tuple[Any, tuple[str, ...]]]] = (
        (gettext_lazy("Sign in"), ("email", "password", "nickname")),
        (gettext_lazy("Personal details"), ("full_name", "birth_date", "nationality", "profession", "occupation")),
        (gettext_lazy("Address and telephone"), ("address", "country", "postal_code", "district", "phone")),
        (gettext_lazy("Document"), ("document_kind", "document_number", "document_country", "nif")),
        (gettext_lazy("Payment account"), ("iban",)),
    )
    AGREEMENTS: Final = ("accuracy", "terms", "privacy")
    field_order = [name for _, names in GROUPS for name in names]

    def groups(self) -> Iterator[tuple[Any, list[BoundField]]]:
        """The fields in the groups that they are shown in."""
        for title, names in self.GROUPS:
            yield title, [self[name] for name in names]

    def agreements(self) -> list[BoundField]:
        """The ticked boxes."""
        return [self[name] for name in self.AGREEMENTS]

    def details(self) -> Details:
        """The values of a valid form."""
        facts = self.cleaned_data
        return Details(
            **{name: facts[name] for name in Details.__dataclass_fields__}  # the fields bear the same names
        )

    def typed(self) -> dict[str, Any]:
        """The values of an invalid form as the operation takes them, nothing where a field is wrong."""
        facts: dict[str, Any] = {"birth_date": date.min, "document_kind": 0, "terms_version": 0} | self.cleaned_data
        named = {name: facts.get(name, "") for name in Details.__dataclass_fields__}
        entry = {name: facts.get(name, "") for name in ("email", "nickname", "password")}
        return {**entry, "terms_version": facts["terms_version"], "details": Details(**named)}

    def refuse(self, reasons: Sequence[RegistrationRejection], lacks: Sequence[str]) -> None:
        """Say beside each field what the operation found wrong with it; a field that is wrong already says enough."""
        wrong = frozenset(self.errors)
        for reason in reasons:
            if REJECTIONS.get(reason, (None,))[0] in wrong or (
                reason is RegistrationRejection.PASSWORD_WEAK and "password" in wrong
            ):
                continue
            if reason is RegistrationRejection.PASSWORD_WEAK:
                for lack in lacks:
                    self.add_error("password", ValidationError(lacking(lack)))
                continue
            field, sentence = REJECTIONS.get(
                reason, (None, gettext("The registration could not be accepted. Nothing was saved."))
            )
            self.add_error(field, ValidationError(str(sentence)))


class CorrectedIdentity(Identity):
    """Corrections by the person of data that the registers did not confirm (PT-02)."""

    field_order = (
        "full_name",
        "birth_date",
        "nif",
        "nationality",
        "document_kind",
        "document_number",
        "document_country",
    )

    def details(self, registered: Details) -> Details:
        """The registered details with what was typed, for a valid form."""
        return replace(registered, **{name: self.cleaned_data[name] for name in self.fields})

    def refuse(self, reasons: Sequence[CorrectionRejection]) -> None:
        """Put each error beside its field, and errors of no field above them all."""
        known = {reason.value: said for reason, said in REJECTIONS.items()}
        for reason in reasons:
            field, sentence = known.get(reason.value, (None, ""))
            self.add_error(field, ValidationError(str(sentence or NOT_CORRECTED.get(reason, NOT_CORRECTED_AT_ALL))))


def first_registration(version: int) -> dict[str, Any]:
    """Return the initial values of a registration: a key of its own, and the version of the terms it shows."""
    return {
        "key": uuid.uuid4(),
        "terms_version": version,
        "nationality": "PT",
        "country": "PT",
        "document_country": "PT",
    }


def lacking(code: str) -> str:
    """Return what a password lacks, as a sentence."""
    return str(LACKS.get(code, gettext_lazy("This password will not do. Choose another.")))


class Email(forms.Form):
    """An address to which something is sent."""

    email = forms.EmailField(
        label=gettext_lazy("Email"),
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "email", "autofocus": True}),
    )


class NewPassword(forms.Form):
    """A new password, typed once: a mistyped one is recovered by e-mail."""

    password = _password(gettext_lazy("New password"), "new-password", PASSWORD_HELP)

    def refuse(self, lacks: Sequence[str], sentence: str = "") -> None:
        """Say what is wrong with it."""
        for text in [lacking(lack) for lack in lacks] or [sentence]:
            self.add_error("password", ValidationError(text))


class ChangedPassword(NewPassword):
    """The present password beside the new one."""

    present = _password(gettext_lazy("Current password"), "current-password")
    field_order = ("present", "password")


class RecoveredPassword(NewPassword):
    """A new password by e-mail; a person with a second factor gives its code too (GL-05)."""

    code = forms.CharField(
        label=gettext_lazy("Second factor code"),
        max_length=20,
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code", "inputmode": "numeric"}),
    )
    field_order = ("code", "password")


class PaymentAccount(forms.Form):
    """Another IBAN."""

    iban = _text(gettext_lazy("New IBAN"), 50, "off", gettext_lazy("From an account in your name."))
