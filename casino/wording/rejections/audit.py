"""What staff read when personal data are not shown, or a view is not saved."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from casino.wording.rejections.table import Sentences
from players.audit.operations.finding import FindingRejection
from players.audit.operations.notes import NoteRejection
from players.audit.operations.saved_views import ViewRejection
from players.audit.operations.viewing import ViewingRejection

SENTENCES: Final[Sentences] = {
    ViewingRejection: {
        ViewingRejection.REASON_MISSING: _("Write the reason, in 3 to 300 characters. Nothing was shown."),
        ViewingRejection.NOT_ALLOWED: _("Your role does not allow you to see personal data. Nothing was shown."),
        ViewingRejection.NO_SUCH_PERSON: _("This player does not exist. Nothing was shown."),
    },
    FindingRejection: {
        FindingRejection.NOT_UNDERSTOOD: _(
            "Write a whole email, a name of three letters at least, or the last four digits of an account."
        ),
        FindingRejection.NOT_ALLOWED: _("Your role does not allow you to look for players. Nothing was shown."),
    },
    NoteRejection: {
        NoteRejection.TEXT_MISSING: _("Write the note, in 3 to 2,000 characters. Nothing was written."),
        NoteRejection.NOT_ALLOWED: _("Your role does not allow you to write notes on players. Nothing was written."),
        NoteRejection.NO_SUCH_PERSON: _("This player does not exist. Nothing was written."),
        NoteRejection.NO_SUCH_NOTE: _("This note does not exist. Nothing changed."),
    },
    ViewRejection: {
        ViewRejection.NAME_INVALID: _("Give the view a name of up to 40 characters. Nothing was saved."),
        ViewRejection.QUERY_INVALID: _("These filters cannot be saved."),
        ViewRejection.NO_SUCH_PERSON: _("Only members of staff save views."),
        ViewRejection.TOO_MANY: _("You have already saved 20 views of this list. Forget one before saving another."),
    },
}
