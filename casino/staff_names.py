"""Members of staff in words, for pages and letters: their roles, and what is proposed about them."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from players.queries.staff import StaffAct
from players.roles import Role

ROLES: Final[Mapping[Role, "str | Promise"]] = {
    Role.GAME_MANAGER: gettext_lazy("gestão de jogo"),
    Role.APPROVER: gettext_lazy("aprovação"),
    Role.SUPERVISOR: gettext_lazy("supervisão de sala"),
    Role.SUPPORT: gettext_lazy("apoio ao jogador"),
    Role.COMPLIANCE: gettext_lazy("conformidade"),
    Role.AUDITOR: gettext_lazy("auditoria"),
    Role.INSPECTOR: gettext_lazy("inspeção"),
    Role.ADMINISTRATOR: gettext_lazy("administração"),
}
ACTS: Final[Mapping[StaffAct, "str | Promise"]] = {
    StaffAct.HIRE: gettext_lazy("Admitir"),
    StaffAct.ROLES: gettext_lazy("Mudar as funções"),
    StaffAct.ENABLE: gettext_lazy("Devolver o acesso"),
    StaffAct.SECOND_FACTOR: gettext_lazy("Tirar o segundo fator"),
    StaffAct.IDENTITY: gettext_lazy("Nome e NIF"),
}


def named(roles: Sequence[Role]) -> str:
    """The roles by name, with commas."""
    return ", ".join(str(ROLES[role]) for role in roles)


def spoken(facts: Mapping[str, Any]) -> dict[str, str]:
    """What a letter's facts say of a proposal, in words; nothing for letters about something else."""
    acts = {act.value: act for act in ACTS}
    if facts.get("act") not in acts:
        return {}
    held = facts.get("roles", [])
    return {
        "what": str(ACTS[acts[facts["act"]]]),
        "role_names": named([role for role in Role if role.value in held]),
    }
