"""What staff and players read when a request about a person's data, or about an account, is rejected."""

from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from casino.wording.rejections.table import Sentences
from players.access.operations.reopening import ReopeningRejection
from players.accounts.operations.terms import TermsRejection
from players.privacy.operations import PrivacyRejection

SENTENCES: Final[Sentences] = {
    PrivacyRejection: {
        PrivacyRejection.REASON_MISSING: _("Write the reason, up to 1000 characters."),
        PrivacyRejection.ALREADY_DECIDED: _("This request has already been decided."),
        PrivacyRejection.VALUE_INVALID: _(
            "The value cannot stand like this in the registration. Write it as it should be and accept again; "
            "nothing has changed."
        ),
        PrivacyRejection.VALUE_TAKEN: _(
            "This number belongs to another person’s registration (PT-04). Nothing has changed."
        ),
        PrivacyRejection.ALREADY_CLOSED: _("The death was recorded already. Nothing has changed."),
        PrivacyRejection.NO_SUCH_PERSON: pgettext_lazy("request", "There is no player with this email."),
    },
}

TO_PLAYERS: Final[Sentences] = {
    PrivacyRejection: {
        PrivacyRejection.KEY_REUSED: _(
            "This request had already been handled with different content. Nothing has changed."
        ),
        PrivacyRejection.TEXT_MISSING: _("Write what it should be, and why."),
        PrivacyRejection.TEXT_TOO_LONG: _("The text is longer than is accepted."),
        PrivacyRejection.TOO_MANY_OPEN: _(
            "You already have five requests waiting. Wait for the answer to one of them."
        ),
        PrivacyRejection.ALREADY_CLOSED: _("This account is already closed."),
    },
    ReopeningRejection: {
        ReopeningRejection.NOT_CLOSED: _("This account is open."),
        ReopeningRejection.FOR_GOOD: _("This account was closed for good."),
        ReopeningRejection.EXCLUDED: _("The exclusion is still in force: the account stays closed."),
        ReopeningRejection.PROHIBITED: _(
            "The law does not allow you to play in this house. The account is not opened again."
        ),
        ReopeningRejection.TERMS_NOT_IN_FORCE: _(
            "Another version of the terms has come into force. Read it and, if you agree, accept it."
        ),
    },
    TermsRejection: dict.fromkeys(
        TermsRejection,
        _("Another version of the terms has come into force. Read it and, if you agree, accept it."),
    ),
}
