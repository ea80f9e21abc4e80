"""What people read when a change of their own sign-in, or a request that comes too often, is rejected."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from casino.wording.rejections.table import Sentences
from players.access.operations.credentials import CredentialRejection
from players.accounts.operations.contact import ContactRejection
from players.messages.brakes import EMAILS, Asked

_EMAIL: Final = _(
    "This email was requested a short while ago: look among unwanted mail too. You can ask for another in %(wait)s."
)
"""The same for unknown addresses."""
_OTHER: Final = _("There were too many requests in a short time. Wait %(wait)s and try again; nothing was lost.")

SENTENCES: Final[Sentences] = {
    Asked: {kind: _EMAIL if kind in EMAILS else _OTHER for kind in Asked},
    ContactRejection: dict.fromkeys(
        (ContactRejection.EMAIL_INVALID, ContactRejection.SAME_EMAIL),
        _("Enter an address that is not already yours."),
    ),
    CredentialRejection: {
        CredentialRejection.IBAN_INVALID: _("This IBAN is not right."),
        CredentialRejection.SAME_AS_BEFORE: _("It is the same as before."),
    },
}
