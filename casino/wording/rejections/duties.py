"""What staff read when a duty that comes round stays as it was."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from casino.wording.rejections.table import Sentences
from players.duties.operations import DutyRejection

SENTENCES: Final[Sentences] = {
    DutyRejection: {
        DutyRejection.NOT_ALLOWED: _("Your roles do not do these duties. Nothing has changed."),
        DutyRejection.EVIDENCE_MISSING: _(
            "Write what shows that it was done, in 3 to 1000 characters: a receipt, a report, a reference."
        ),
        DutyRejection.NO_SUCH_DUTY: _("There is no such duty. Nothing has changed."),
        DutyRejection.NOT_YET: _("Its period has not begun. Nothing has changed."),
        DutyRejection.ALREADY_DONE: _("This duty is noted as done already. Nothing has changed."),
        DutyRejection.NOT_ONE_OF_US: _(
            "This person does not do these duties, or no longer works here. Nothing has changed."
        ),
    },
}
