"""The labels of members of staff, for pages and e-mails: the proposals about them."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from kernel.labels import label
from players.roles import Role
from players.staff.queries import StaffAct

ACTS: Final[Mapping[StaffAct, "str | Promise"]] = {
    StaffAct.HIRE: gettext_lazy("Hire"),
    StaffAct.ROLES: gettext_lazy("Change the roles"),
    StaffAct.ENABLE: gettext_lazy("Give access back"),
    StaffAct.SECOND_FACTOR: gettext_lazy("Remove the second factor"),
    StaffAct.IDENTITY: gettext_lazy("Name and taxpayer number"),
}


def named(roles: Sequence[Role]) -> str:
    """The roles by name, with commas."""
    return ", ".join(label(role) for role in roles)


def spoken(facts: Mapping[str, Any]) -> dict[str, str]:
    """A proposal or an invitation in words, from an e-mail's facts; nothing for e-mails about something else."""
    acts = {act.value: act for act in ACTS}
    said = {"what": str(ACTS[acts[facts["act"]]])} if facts.get("act") in acts else {}
    if "roles" in facts:
        said["role_names"] = named([role for role in Role if role.value in facts["roles"]])
    return said
