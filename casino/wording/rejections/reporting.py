"""What staff read when a report, a long job or the reopening of play is rejected."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from casino.wording.rejections.table import NOT_YET, Sentences
from reporting.operations import ExportRejection, JobRejection, MakingRejection, ReopeningRejection, RequestRejection

_DAY_NOT_OVER: Final = _(
    "This day is not over yet: the report is made after midnight in Lisbon. Until then there are provisional figures."
)

SENTENCES: Final[Sentences] = {
    MakingRejection: {MakingRejection.DAY_NOT_OVER: _DAY_NOT_OVER},
    ExportRejection: {
        ExportRejection.NO_SUCH_REPORT: _("This day has no report yet. Nothing was downloaded."),
    },
    RequestRejection: {
        RequestRejection.NO_SUCH_REPORT: _("This report does not exist. Nothing was requested."),
        RequestRejection.KEY_REUSED: _("This form has already been used for another request. Open a new form."),
        RequestRejection.PERIOD_MISSING: _("Give the first and the last day. Nothing was requested."),
        RequestRejection.PERIOD_BACKWARDS: _("The last day comes before the first. Nothing was requested."),
        RequestRejection.PERIOD_TOO_LONG: _(
            "The period has %(asked)s days; a report covers %(most)s at most. Request it in parts."
        ),
        RequestRejection.PERIOD_NOT_BEGUN: _("This period has not begun yet: there is nothing to report."),
        RequestRejection.PERIOD_TOO_EARLY: _(
            "Before 28 June 2015 there was no online gambling. Nothing was requested."
        ),
        RequestRejection.NO_SUCH_TABLE: _("This table does not exist. Nothing was requested."),
        RequestRejection.NO_SUCH_PLAYER: _(
            "No player has this key or this email. Nothing was requested; check the spelling."
        ),
        RequestRejection.AMOUNT_OUT_OF_RANGE: _("The amount must be greater than zero. Nothing was requested."),
        RequestRejection.REASON_TOO_SHORT: _(
            "To see personal data write the reason, in 10 to %(most)s characters; it is kept on record with your name."
        ),
        RequestRejection.TOO_MANY_OPEN: _(
            "You already have %(most)s reports waiting. Let one of them finish and request again."
        ),
        RequestRejection.NOT_READY: _("This file is not ready yet. Nothing was downloaded."),
        RequestRejection.TOO_LONG_TO_PRINT: _(
            "It has %(asked)s lines; on paper %(most)s will fit. Choose another format, or a shorter period."
        ),
    },
    JobRejection: {
        JobRejection.KEY_REUSED: _("This form has already been used for another request. Open a new form."),
        JobRejection.DAY_NOT_OVER: _DAY_NOT_OVER,
        JobRejection.DAY_NOT_BEGUN: _("This day has not begun yet. Nothing was asked for."),
        JobRejection.NOTHING_IN_FORCE: _("This table has no rules in force to compare with. Nothing was asked for."),
        JobRejection.TOO_MANY_OPEN: _("You already have %(most)s jobs waiting. Let one finish first."),
    },
    ReopeningRejection: {
        ReopeningRejection.NO_REASON: _("Write the reason, in 3 to 300 characters. Nothing has changed."),
        ReopeningRejection.NOT_CLOSED: _("Play is not stopped by a proof. Nothing has changed."),
        ReopeningRejection.PROVE_AGAIN: _(
            "A new proof is needed: none was made since the stop, or the last one found more. Nothing has changed."
        ),
        ReopeningRejection.KEY_REUSED: _("This form was used for another proposal already. Nothing has changed."),
        ReopeningRejection.ALREADY_PROPOSED: _("A proposal waits for another person already. Nothing has changed."),
        ReopeningRejection.NO_SUCH_PROPOSAL: _("There is no such proposal. Nothing has changed."),
        ReopeningRejection.ALREADY_DECIDED: _("This proposal was decided already. Nothing has changed."),
        ReopeningRejection.OWN_PROPOSAL: _("The proposal is yours: another person approves it. Nothing has changed."),
        ReopeningRejection.TOO_RECENT: NOT_YET["too-recent"],
        ReopeningRejection.SAME_HANDS: NOT_YET["same-hands"],
    },
}
