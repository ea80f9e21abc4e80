"""What people read when no demonstration without an account begins."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from casino.wording.rejections.table import Sentences
from players.access.operations.guests import GuestRejection
from tables.operations.guests import DemonstrationRejection

_FULL: Final = _(
    "All places of the demonstration are taken just now. You can watch any table without an account, or try again in "
    "a few minutes."
)

SENTENCES: Final[Sentences] = {
    GuestRejection: {
        GuestRejection.SWITCHED_OFF: _("This house offers no demonstration without an account."),
        GuestRejection.AGE_NOT_SAID: _(
            "The demonstration is for people of 18 or older. Say that you are, and try again."
        ),
        GuestRejection.LANGUAGE_UNKNOWN: _("The page sent a language that the house does not speak. Reload it."),
        GuestRejection.NOT_HERE: _(
            "The demonstration is not offered in this browser. You can watch any table, and read about safer play."
        ),
        GuestRejection.TOO_MANY: _FULL,
        GuestRejection.ENDED: _("That demonstration has ended. Begin a new one here."),
    },
    DemonstrationRejection: {DemonstrationRejection.NO_FREE_TABLE: _FULL},
}
