"""Forms about members of staff: proposals, decisions, an end. They write nothing."""

import uuid
from collections.abc import Collection
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy

from casino.backoffice.forms import Words
from kernel.labels import labels_of
from kernel.reasons import REASON
from players.roles import Role
from players.staff.operations import MemberRejection

FIELDS: Final = {
    MemberRejection.ROLES_MISSING: "roles",
    MemberRejection.ROLES_APART: "roles",
    MemberRejection.NAME_INVALID: "name",
    MemberRejection.NAME_TAKEN: "name",
    MemberRejection.FULL_NAME_INVALID: "full_name",
    MemberRejection.EMAIL_INVALID: "email",
    MemberRejection.EMAIL_TAKEN: "email",
    MemberRejection.NIF_INVALID: "nif",
    MemberRejection.NIF_TAKEN: "nif",
}
"""The field beside which a rejection is said; the others are said above the form."""
_CHOICES: Final = list(labels_of(Role).items())


class _Roles(forms.MultipleChoiceField):
    """One box for each role."""

    def __init__(self) -> None:
        super().__init__(
            label=gettext_lazy("Roles"),
            choices=_CHOICES,
            widget=forms.CheckboxSelectMultiple,
            error_messages={"required": gettext_lazy("Choose at least one role.")},
        )

    def clean(self, value: Any) -> Collection[Role]:
        return [Role(name) for name in super().clean(value)]


def _why() -> Words:
    return Words(
        label=gettext_lazy("Reason"),
        min_length=REASON[0],
        max_length=REASON[1],
        help_text=gettext_lazy("3 to 300 characters; it is kept on record with your name"),
    )


def _by_law() -> tuple[forms.CharField, forms.CharField]:
    return (
        forms.CharField(
            label=gettext_lazy("Full name"), max_length=120, help_text=gettext_lazy("as on the identity document")
        ),
        forms.CharField(
            label=gettext_lazy("NIF"),
            max_length=20,
            help_text=gettext_lazy("nine digits; people who work here do not play here (PT-16)"),
        ),
    )


class _Proposal(forms.Form):
    """A proposal with a key of its own: sent twice, it is proposed once."""

    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid.uuid4)


class NewMember(_Proposal):
    """A new member of staff."""

    name = forms.CharField(
        label=gettext_lazy("Name at work"), max_length=60, help_text=gettext_lazy("as colleagues read it")
    )
    email = forms.EmailField(label=gettext_lazy("Email"), max_length=254)
    full_name, nif = _by_law()
    roles = _Roles()
    reason = _why()

    field_order = ("full_name", "nif", "name", "email", "roles", "reason")


class Roles(_Proposal):
    """The roles from now on."""

    roles = _Roles()
    reason = _why()


class Identity(_Proposal):
    """The legal name and taxpayer number of a member."""

    full_name, nif = _by_law()
    reason = _why()


class Why(_Proposal):
    """The reason for giving a member access again, or for having them set up another second factor."""

    reason = _why()


class Again(forms.Form):
    """The reason for sending an invitation again."""

    reason = _why()


class Ending(forms.Form):
    """The reason for ending a member's access, and whether their work here is over."""

    left = forms.BooleanField(
        label=gettext_lazy("No longer works here"),
        required=False,
        help_text=gettext_lazy(
            "The prohibition to play ends with the work. Without this, the person only loses access."
        ),
    )
    reason = _why()


class Rejection(forms.Form):
    """The reason for turning a proposal down."""

    reason = _why()
