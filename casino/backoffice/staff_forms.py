"""What the administrator types about members of staff. Writes nothing."""

from collections.abc import Collection, Mapping
from typing import Any, Final

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from casino.backoffice import labels
from casino.backoffice.forms import Words
from players.operations.accounts import StaffRefusal
from players.operations.staff import REASON, MemberRefusal
from players.roles import Role

SAID: Final[Mapping[MemberRefusal, "str | Promise"]] = {
    MemberRefusal.REASON_MISSING: gettext_lazy("Escreva o motivo, entre 3 e 300 caracteres. Nada mudou."),
    MemberRefusal.NOT_ALLOWED: gettext_lazy("A sua função não permite este ato. Nada mudou."),
    MemberRefusal.NO_SUCH_MEMBER: gettext_lazy("Esta pessoa não trabalha aqui. Nada mudou."),
    MemberRefusal.ONESELF: gettext_lazy("Ninguém muda as suas próprias funções nem o seu próprio acesso. Nada mudou."),
    MemberRefusal.ROLES_MISSING: gettext_lazy("Escolha pelo menos uma função. Nada mudou."),
}
HIRING: Final[Mapping[StaffRefusal, tuple[str, "str | Promise"]]] = {
    StaffRefusal.EMAIL_INVALID: ("email", gettext_lazy("Este e-mail não está bem escrito.")),
    StaffRefusal.NAME_INVALID: ("name", gettext_lazy("O nome tem até 60 caracteres, sem os sinais < > & e aspas.")),
    StaffRefusal.ROLES_MISSING: ("roles", gettext_lazy("Escolha pelo menos uma função.")),
    StaffRefusal.EMAIL_TAKEN: ("email", gettext_lazy("Este e-mail já é de alguém.")),
    StaffRefusal.NAME_TAKEN: ("name", gettext_lazy("Este nome já é de alguém.")),
}
"""Why nobody was taken on: the field, and what to say beside it."""
_CHOICES: Final = [(role.value, labels.ROLES[role]) for role in Role]


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


class NewMember(forms.Form):
    """Somebody who begins to work here."""

    name = forms.CharField(label=gettext_lazy("Nome"), max_length=60)
    email = forms.EmailField(label=gettext_lazy("E-mail"), max_length=254)
    roles = _Roles()
    reason = _why()


class Roles(forms.Form):
    """The roles from now on."""

    roles = _Roles()
    reason = _why()


class Access(forms.Form):
    """Why somebody is shut out, or let in again."""

    reason = _why()
