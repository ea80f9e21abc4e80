"""What is typed about members of staff: proposals, decisions, an end. Writes nothing."""

import uuid
from collections.abc import Collection, Mapping
from typing import Any, Final

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from casino import words
from casino.backoffice import labels
from casino.backoffice.forms import Words
from casino.backoffice.settled_sentences import NOT_YET
from players.operations.staff import REASON, MemberRefusal, MemberRefused
from players.roles import Role

SAID: Final[Mapping[MemberRefusal, "str | Promise"]] = {
    MemberRefusal.REASON_MISSING: gettext_lazy("Escreva o motivo, entre 3 e 300 caracteres. Nada mudou."),
    MemberRefusal.NOT_ALLOWED: gettext_lazy("A sua função não permite este ato. Nada mudou."),
    MemberRefusal.NO_SUCH_MEMBER: gettext_lazy("Esta pessoa não trabalha aqui. Nada mudou."),
    MemberRefusal.ONESELF: gettext_lazy("Ninguém muda as suas próprias funções nem o seu próprio acesso. Nada mudou."),
    MemberRefusal.KEY_REUSED: gettext_lazy("Este formulário já foi enviado com outro conteúdo. Nada mudou."),
    MemberRefusal.ROLES_MISSING: gettext_lazy("Escolha pelo menos uma função. Nada mudou."),
    MemberRefusal.ROLES_APART: gettext_lazy(
        "«%(one)s» e «%(other)s» não se juntam na mesma pessoa: uma decide o que a outra propõe, ou diz quem trabalha"
        " aqui. Nada mudou."
    ),
    MemberRefusal.NAME_INVALID: gettext_lazy("O nome tem até 60 caracteres, sem os sinais < > & e aspas."),
    MemberRefusal.FULL_NAME_INVALID: gettext_lazy("Escreva o nome como está no documento: pelo menos dois nomes."),
    MemberRefusal.EMAIL_INVALID: gettext_lazy("Este e-mail não está bem escrito."),
    MemberRefusal.NIF_INVALID: gettext_lazy("Este NIF não está certo: são nove algarismos, e o último confere."),
    MemberRefusal.EMAIL_TAKEN: gettext_lazy("Este e-mail já é de alguém."),
    MemberRefusal.NAME_TAKEN: gettext_lazy("Este nome já é de alguém."),
    MemberRefusal.NIF_TAKEN: gettext_lazy("Este NIF já é de outra pessoa da equipa. Nada mudou."),
    MemberRefusal.NOTHING_CHANGES: gettext_lazy("Já está assim: nada há a propor."),
    MemberRefusal.NOT_ACTIVE: gettext_lazy("Esta pessoa não tem acesso. Nada mudou."),
    MemberRefusal.ANOTHER_WAITS: gettext_lazy("Já há uma proposta à espera sobre esta pessoa. Decidam essa primeiro."),
    MemberRefusal.NO_SUCH_PROPOSAL: gettext_lazy("Esta proposta não existe. Nada mudou."),
    MemberRefusal.OWN_PROPOSAL: gettext_lazy("A proposta é sua: quem decide é outra pessoa. Nada mudou."),
    MemberRefusal.ALREADY_DECIDED: gettext_lazy("Esta proposta já foi decidida."),
    MemberRefusal.TOO_RECENT: NOT_YET["too-recent"],
    MemberRefusal.SAME_HANDS: NOT_YET["same-hands"],
    MemberRefusal.CAME_ALREADY: gettext_lazy("Esta pessoa já escolheu a palavra-passe: não precisa de convite."),
}
FIELDS: Final = {
    MemberRefusal.ROLES_MISSING: "roles",
    MemberRefusal.ROLES_APART: "roles",
    MemberRefusal.NAME_INVALID: "name",
    MemberRefusal.NAME_TAKEN: "name",
    MemberRefusal.FULL_NAME_INVALID: "full_name",
    MemberRefusal.EMAIL_INVALID: "email",
    MemberRefusal.EMAIL_TAKEN: "email",
    MemberRefusal.NIF_INVALID: "nif",
    MemberRefusal.NIF_TAKEN: "nif",
}
"""The field beside which a refusal is said; the others are said above the form."""
_CHOICES: Final = [(role.value, labels.ROLES[role]) for role in Role]


def said(refused: MemberRefused) -> str:
    """Why nothing changed."""
    one, other = refused.roles or (None, None)
    return str(SAID[refused.reason]) % {
        "until": "" if refused.until is None else words.moment(refused.until),
        "one": "" if one is None else labels.ROLES[one],
        "other": "" if other is None else labels.ROLES[other],
    }


def refuse(form: forms.Form, refused: MemberRefused) -> None:
    """Say it where it belongs."""
    field = FIELDS.get(refused.reason)
    form.add_error(field if field in form.fields else None, said(refused))


class _Roles(forms.MultipleChoiceField):
    """One box for each role."""

    def __init__(self) -> None:
        super().__init__(
            label=gettext_lazy("Funções"),
            choices=_CHOICES,
            widget=forms.CheckboxSelectMultiple,
            error_messages={"required": gettext_lazy("Escolha pelo menos uma função.")},
        )

    def clean(self, value: Any) -> Collection[Role]:
        return [Role(name) for name in super().clean(value)]


def _why() -> Words:
    return Words(
        label=gettext_lazy("Motivo"),
        min_length=REASON[0],
        max_length=REASON[1],
        help_text=gettext_lazy("de 3 a 300 caracteres; fica no registo com o seu nome"),
    )


def _by_law() -> tuple[forms.CharField, forms.CharField]:
    return (
        forms.CharField(
            label=gettext_lazy("Nome completo"), max_length=120, help_text=gettext_lazy("como está no documento")
        ),
        forms.CharField(
            label=gettext_lazy("NIF"),
            max_length=20,
            help_text=gettext_lazy("nove algarismos; quem trabalha na casa não joga nela (PT-16)"),
        ),
    )


class _Proposal(forms.Form):
    """Whatever is proposed has a key of its own: sent twice, it is proposed once."""

    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid.uuid4)


class NewMember(_Proposal):
    """Somebody who is to begin to work here."""

    name = forms.CharField(
        label=gettext_lazy("Nome na casa"), max_length=60, help_text=gettext_lazy("como os colegas o leem")
    )
    email = forms.EmailField(label=gettext_lazy("E-mail"), max_length=254)
    full_name, nif = _by_law()
    roles = _Roles()
    reason = _why()


class Roles(_Proposal):
    """The roles from now on."""

    roles = _Roles()
    reason = _why()


class Identity(_Proposal):
    """Who a member is by law."""

    full_name, nif = _by_law()
    reason = _why()


class Why(_Proposal):
    """Why somebody is to be let in again, or to set up another second factor."""

    reason = _why()


class Ending(forms.Form):
    """Why somebody is shut out, and whether their work here is over."""

    left = forms.BooleanField(
        label=gettext_lazy("Deixou de trabalhar na casa"),
        required=False,
        help_text=gettext_lazy("O impedimento de jogar acaba com o trabalho. Sem isto, a pessoa só fica sem acesso."),
    )
    reason = _why()


class Refusal(forms.Form):
    """Why a proposal is turned down."""

    reason = _why()
