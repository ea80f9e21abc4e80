"""What persons type to come in: registration, sign-in, recovery, changes of password, e-mail and payment account."""

import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from allauth.account.forms import LoginForm
from django import forms
from django.core.exceptions import ValidationError
from django.forms.boundfield import BoundField
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext, gettext_lazy

from players import countries
from players.details import Details
from players.operations.corrections import CorrectionRefusal
from players.operations.registration import RegistrationRefusal

PASSWORD_HELP: Final = gettext_lazy("Pelo menos 10 caracteres. Uma frase que só você diria serve melhor que sinais.")
LACKS: Final[Mapping[str, "str | Promise"]] = {
    "password_too_short": gettext_lazy("É curta: são precisos pelo menos 10 caracteres."),
    "password_too_long": gettext_lazy("É longa de mais: no máximo 256 caracteres."),
    "password_too_common": gettext_lazy("É uma das palavras-passe mais usadas. Escolha outra."),
    "password_guessable": gettext_lazy(
        "Adivinha-se depressa: é feita de palavras, nomes ou datas que se tentam primeiro, também os seus e os desta "
        "casa. Junte mais palavras."
    ),
    "password_too_similar": gettext_lazy("Parece-se demasiado com o seu e-mail ou nome à mesa."),
}
REFUSALS: Final[Mapping[RegistrationRefusal, tuple[str | None, "str | Promise"]]] = {
    RegistrationRefusal.EMAIL_INVALID: ("email", gettext_lazy("Não é um endereço de e-mail.")),
    RegistrationRefusal.NICKNAME_INVALID: (
        "nickname",
        gettext_lazy("De 3 a 20 letras de um só alfabeto, algarismos ou os sinais _ - . com uma letra pelo menos."),
    ),
    RegistrationRefusal.NICKNAME_TAKEN: ("nickname", gettext_lazy("Este nome já está em uso à mesa. Escolha outro.")),
    RegistrationRefusal.FULL_NAME_INVALID: (
        "full_name",
        gettext_lazy("Escreva o nome completo como está no documento: dois nomes pelo menos, só letras."),
    ),
    RegistrationRefusal.BIRTH_DATE_INVALID: ("birth_date", gettext_lazy("Esta data de nascimento não pode ser.")),
    RegistrationRefusal.UNDER_AGE: (
        "birth_date",
        gettext_lazy("Só quem já fez 18 anos se pode registar e jogar (PT-03). Nada foi guardado."),
    ),
    RegistrationRefusal.NATIONALITY_UNKNOWN: ("nationality", gettext_lazy("Escolha um país da lista.")),
    RegistrationRefusal.PROFESSION_INVALID: ("profession", gettext_lazy("Escreva a profissão por palavras.")),
    RegistrationRefusal.ADDRESS_INVALID: ("address", gettext_lazy("Escreva a morada toda: rua, número, localidade.")),
    RegistrationRefusal.COUNTRY_UNKNOWN: ("country", gettext_lazy("Escolha um país da lista.")),
    RegistrationRefusal.DOCUMENT_INVALID: (
        "document_number",
        gettext_lazy("Escreva o número tal como está no documento: de 4 a 20 letras e algarismos."),
    ),
    RegistrationRefusal.DOCUMENT_COUNTRY_UNKNOWN: ("document_country", gettext_lazy("Escolha um país da lista.")),
    RegistrationRefusal.NIF_INVALID: (
        "nif",
        gettext_lazy("Este NIF não está certo: são nove algarismos, e o último confere os outros."),
    ),
    RegistrationRefusal.IBAN_INVALID: (
        "iban",
        gettext_lazy("Este IBAN não está certo: veja se falta ou sobra algum algarismo."),
    ),
    RegistrationRefusal.TERMS_NOT_IN_FORCE: (
        "terms",
        gettext_lazy("Entretanto entrou em vigor outra versão dos termos. Leia-a e aceite-a."),
    ),
    RegistrationRefusal.LIST_SILENT: (
        None,
        gettext_lazy(
            "Hoje não abrimos contas: a lista nacional de exclusões, que temos de consultar, não responde."
            " Nada foi guardado; tente outra vez amanhã."
        ),
    ),
}


NOT_CORRECTED_AT_ALL: Final = gettext_lazy("Estes dados não se podem corrigir aqui. Nada mudou.")
NOT_CORRECTED: Final[Mapping[CorrectionRefusal, "str | Promise"]] = {
    CorrectionRefusal.SAME_AS_BEFORE: gettext_lazy(
        "São os mesmos dados de antes. Mude o que está errado; se está tudo certo, fale com o apoio ao jogador."
    ),
    CorrectionRefusal.TOO_OFTEN: gettext_lazy("Já corrigiu três vezes. Daqui em diante ajuda-o o apoio ao jogador."),
    CorrectionRefusal.IDENTITY_TAKEN: gettext_lazy(
        "Não podemos aceitar estes dados por esta via. Fale com o apoio ao jogador, com o documento à mão."
    ),
}


class SignIn(LoginForm):  # type: ignore[misc]  # allauth has no types
    """E-mail and password; whichever is wrong, the answer is the same."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["login"].label = gettext_lazy("E-mail")
        self.fields["login"].widget = forms.EmailInput(
            attrs={"autocomplete": "username", "autofocus": True, "maxlength": 254}
        )
        self.fields["password"].label = gettext_lazy("Palavra-passe")
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
        label=label, error_messages={"required": gettext_lazy("Sem isto não é possível abrir a conta.")}
    )


class Identity(forms.Form):
    """Who somebody is, as documents and registers say it."""

    full_name = _text(gettext_lazy("Nome completo"), 120, "name", gettext_lazy("Como está no documento."))
    birth_date = forms.DateField(
        label=gettext_lazy("Data de nascimento"),
        input_formats=["%Y-%m-%d", "%d/%m/%Y", "%d-%m-%Y", "%d.%m.%Y"],
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date", "autocomplete": "bday"}),
        error_messages={"invalid": gettext_lazy("Não é uma data. Escreva, por exemplo, 31/12/1990.")},
    )
    nationality = forms.ChoiceField(label=gettext_lazy("Nacionalidade"))
    document_kind = forms.TypedChoiceField(
        label=gettext_lazy("Documento de identificação"),
        coerce=int,
        choices=[
            (1, gettext_lazy("Cartão de Cidadão")),
            (2, gettext_lazy("Passaporte")),
            (0, gettext_lazy("Bilhete de Identidade")),
            (3, gettext_lazy("Cartão de contribuinte")),
            (4, gettext_lazy("Outro documento")),
        ],
    )
    document_number = _text(gettext_lazy("Número do documento"), 30, "off")
    document_country = forms.ChoiceField(label=gettext_lazy("País que o emitiu"))
    nif = _text(
        gettext_lazy("NIF"), 20, "off", gettext_lazy("Número de identificação fiscal português."), inputmode="numeric"
    )

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
        label=gettext_lazy("E-mail"),
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
        help_text=gettext_lazy("Enviamos para lá uma ligação para o confirmar."),
    )
    password = _password(gettext_lazy("Palavra-passe"), "new-password", PASSWORD_HELP)
    nickname = _text(
        gettext_lazy("Nome à mesa"), 20, "nickname", gettext_lazy("É o único nome que os outros jogadores veem.")
    )
    profession = _text(gettext_lazy("Profissão"), 80, "organization-title")
    address = _text(
        gettext_lazy("Morada"), 200, "street-address", gettext_lazy("Rua, número, código postal e localidade.")
    )
    country = forms.ChoiceField(label=gettext_lazy("País de residência"))
    iban = _text(
        gettext_lazy("IBAN da conta de pagamento"),
        50,
        "off",
        gettext_lazy("De uma conta em seu nome."),
    )
    accuracy = _yes(gettext_lazy("Estes dados são verdadeiros, meus e completos, e jogo em nome próprio."))
    terms = _yes(gettext_lazy("Li e aceito os termos e condições."))
    privacy = _yes(
        gettext_lazy("Aceito que confiram os dados com os registos públicos e vigiem o jogo, como a lei manda.")
    )
    key = forms.UUIDField(widget=forms.HiddenInput)
    terms_version = forms.IntegerField(widget=forms.HiddenInput)

    GROUPS: Final[Sequence[tuple[Any, tuple[str, ...]]]] = (
        (gettext_lazy("Entrar"), ("email", "password", "nickname")),
        (gettext_lazy("Quem é"), ("full_name", "birth_date", "nationality", "profession")),
        (gettext_lazy("Onde vive"), ("address", "country")),
        (gettext_lazy("Documento"), ("document_kind", "document_number", "document_country", "nif")),
        (gettext_lazy("Conta de pagamento"), ("iban",)),
    )
    AGREEMENTS: Final = ("accuracy", "terms", "privacy")
    field_order = [name for _, names in GROUPS for name in names]

    def groups(self) -> Iterator[tuple[Any, list[BoundField]]]:
        """The fields in the groups that they are shown in."""
        for title, names in self.GROUPS:
            yield title, [self[name] for name in names]

    def agreements(self) -> list[BoundField]:
        """What is ticked."""
        return [self[name] for name in self.AGREEMENTS]

    def details(self) -> Details:
        """What was typed, for a valid form."""
        facts = self.cleaned_data
        return Details(
            **{name: facts[name] for name in Details.__dataclass_fields__}  # the fields bear the same names
        )

    def refuse(self, reasons: Sequence[RegistrationRefusal], lacks: Sequence[str]) -> None:
        """Say beside each field what the operation found wrong with it."""
        for reason in reasons:
            if reason is RegistrationRefusal.PASSWORD_WEAK:
                for lack in lacks:
                    self.add_error("password", ValidationError(lacking(lack)))
                continue
            field, sentence = REFUSALS.get(reason, (None, gettext("O registo não pôde ser aceite. Nada foi guardado.")))
            self.add_error(field, ValidationError(str(sentence)))


class CorrectedIdentity(Identity):
    """What the registers did not confirm, corrected by the person (PT-02)."""

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

    def refuse(self, reasons: Sequence[CorrectionRefusal]) -> None:
        """Say beside each field what is wrong with it; what is no field's, above them all."""
        known = {reason.value: said for reason, said in REFUSALS.items()}
        for reason in reasons:
            field, sentence = known.get(reason.value, (None, ""))
            self.add_error(field, ValidationError(str(sentence or NOT_CORRECTED.get(reason, NOT_CORRECTED_AT_ALL))))


def first_registration(version: int) -> dict[str, Any]:
    """What an empty registration begins with: a key of its own, the version of the terms that it shows."""
    return {
        "key": uuid.uuid4(),
        "terms_version": version,
        "nationality": "PT",
        "country": "PT",
        "document_country": "PT",
    }


def lacking(code: str) -> str:
    """What a password lacks, as a sentence."""
    return str(LACKS.get(code, gettext_lazy("Esta palavra-passe não serve. Escolha outra.")))


class Email(forms.Form):
    """An address to which something is sent."""

    email = forms.EmailField(
        label=gettext_lazy("E-mail"),
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "email", "autofocus": True}),
    )


class NewPassword(forms.Form):
    """A new password, typed once: what is typed wrong is recovered by letter."""

    password = _password(gettext_lazy("Palavra-passe nova"), "new-password", PASSWORD_HELP)

    def refuse(self, lacks: Sequence[str], sentence: str = "") -> None:
        """Say what is wrong with it."""
        for text in [lacking(lack) for lack in lacks] or [sentence]:
            self.add_error("password", ValidationError(text))


class ChangedPassword(NewPassword):
    """The present password beside the new one."""

    present = _password(gettext_lazy("Palavra-passe atual"), "current-password")
    field_order = ("present", "password")


class RecoveredPassword(NewPassword):
    """A new password by letter; whoever has a second factor gives its code too (GL-05)."""

    code = forms.CharField(
        label=gettext_lazy("Código do segundo fator"),
        max_length=20,
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code", "inputmode": "numeric"}),
    )
    field_order = ("code", "password")


class PaymentAccount(forms.Form):
    """Another IBAN."""

    iban = _text(gettext_lazy("IBAN novo"), 50, "off", gettext_lazy("De uma conta em seu nome."))
