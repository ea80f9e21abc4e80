"""What staff read when nothing changed in who looks after what."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from casino.wording.rejections.table import Sentences
from players.inbox.operations import InboxRejection

SENTENCES: Final[Sentences] = {
    InboxRejection: {
        InboxRejection.NOTHING_CHOSEN: _("Choose at least one thing from the list. Nothing has changed."),
        InboxRejection.TOO_MANY: _("Choose at most %(most)s things at once. Nothing has changed."),
        InboxRejection.UNTIL_INVALID: _("Put it off until later than now, %(most)s days at most. Nothing has changed."),
        InboxRejection.NOT_ALLOWED: _("Your role does not work on this. Nothing has changed."),
        InboxRejection.NO_SUCH_COLLEAGUE: _("This colleague does not work here now. Nothing has changed."),
        InboxRejection.COLLEAGUE_MAY_NOT_WORK_ON: _(
            "This colleague’s role can do nothing about this. Nothing has changed."
        ),
        InboxRejection.NO_SUCH_THING: _("One of these things does not exist. Nothing has changed."),
    },
}
