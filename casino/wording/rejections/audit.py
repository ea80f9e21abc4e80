"""What staff read when personal data are not shown, or a view is not saved."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from casino.wording.rejections.table import Sentences
from players.audit.operations.saved_views import ViewRefusal
from players.audit.operations.viewing import ViewingRefusal

SENTENCES: Final[Sentences] = {
    ViewingRefusal: {
        ViewingRefusal.REASON_MISSING: _("Write the reason, in 3 to 300 characters. Nothing was shown."),
        ViewingRefusal.NOT_ALLOWED: _("Your role does not allow you to see personal data. Nothing was shown."),
        ViewingRefusal.NO_SUCH_PERSON: _("This player does not exist. Nothing was shown."),
    },
    ViewRefusal: {
        ViewRefusal.NAME_INVALID: _("Give the view a name of up to 40 characters. Nothing was saved."),
        ViewRefusal.QUERY_INVALID: _("These filters cannot be saved."),
        ViewRefusal.NO_SUCH_PERSON: _("Only members of staff save views."),
        ViewRefusal.TOO_MANY: _("You have already saved 20 views of this list. Forget one before saving another."),
    },
}
