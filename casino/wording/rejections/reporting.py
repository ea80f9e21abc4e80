"""What staff read when a report, a long job or the reopening of play is rejected."""

from typing import Final

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from casino.wording.rejections.table import NOT_YET, Sentences
from kernel.rejection import Rejected
from reporting.operations import (
    ExportRejection,
    ExtractRejection,
    JobRejection,
    MakingRejection,
    ReopeningRejection,
    RequestRejection,
)
from reporting.operations.corrections import CorrectionRejected, CorrectionRejection
from reporting.operations.exporting_days import SealedExportRejection
from reporting.operations.faulty_days import FaultyDayRejection
from reporting.operations.files_again import FilesAgainRejection
from reporting.operations.log import CheckpointRejection
from reporting.operations.opening_play import OpeningRejection
from reporting.operations.reviewing import ReviewRejection
from reporting.operations.schedules import ScheduleRejection
from reporting.operations.sealed_lines import LinesRejection

_DAY_NOT_OVER: Final = _(
    "This day is not over yet: the report is made after midnight in Lisbon. Until then there are provisional figures."
)

_FAULTS_MOST: Final = 3


def _sums(rejected: Rejected) -> str:
    """Which sums do not agree, the first of them as they were found."""
    faults = rejected.faults if isinstance(rejected, CorrectionRejected) else ()
    told = "; ".join(" ".join(filter(None, (each.rule, each.file, each.what))) for each in faults[:_FAULTS_MOST])
    said = gettext("Sums of the day do not agree: %(faults)s. Put the facts right first. Nothing has changed.")
    return said % {"faults": told}


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
    },
    ScheduleRejection: {
        ScheduleRejection.NOT_ALLOWED: _("Your roles do not schedule reports. Nothing has changed."),
        ScheduleRejection.NO_SUCH_SCHEDULE: _("There is no such schedule. Nothing has changed."),
        ScheduleRejection.NO_SUCH_REPORT: _("This report does not exist. Nothing was requested."),
        ScheduleRejection.KEY_REUSED: _("This form has already been used for another request. Open a new form."),
        ScheduleRejection.REASON_MISSING: _("Write the reason, in 3 to 300 characters. Nothing has changed."),
        ScheduleRejection.ALREADY_ENDED: _("This schedule is ended already; make a new one. Nothing has changed."),
        ScheduleRejection.ALREADY_SO: _("This was done already. Nothing has changed."),
        ScheduleRejection.NOT_A_TURN: _("Choose an hour from 01:00 to 23:00 and a time for the receipt."),
        ScheduleRejection.NO_MEMBERS: _("Choose at least one person. Nothing has changed."),
        ScheduleRejection.TOO_MANY_MEMBERS: _("A report goes to %(most)s people at most; you chose %(asked)s."),
        ScheduleRejection.MEMBER_MAY_NOT: _(
            "A person you chose may not see reports, or no longer works here. Nothing has changed."
        ),
        ScheduleRejection.NO_SUCH_TABLE: _("This table does not exist. Nothing was requested."),
        ScheduleRejection.NO_SUCH_PLAYER: _(
            "No player has this key or this email. Nothing was requested; check the spelling."
        ),
        ScheduleRejection.AMOUNT_OUT_OF_RANGE: _("The amount must be greater than zero. Nothing was requested."),
        ScheduleRejection.TOO_MANY: _("There are %(most)s schedules already. End one that is not needed first."),
    },
    ExtractRejection: {
        ExtractRejection.NO_SUCH_REPORT: _("This report does not exist. Nothing was proposed."),
        ExtractRejection.TITLE_INVALID: _("Write a title in %(least)s to %(most)s characters. Nothing was proposed."),
        ExtractRejection.REASON_INVALID: _(
            "Write the reason, in %(least)s to %(most)s characters. Nothing has changed."
        ),
        ExtractRejection.NO_CRITERIA: _(
            "Nothing is chosen: that is the report of the catalogue itself. Give a condition, or leave columns out."
        ),
        ExtractRejection.COLUMN_UNKNOWN: _("The report has no such column any more. Nothing has changed."),
        ExtractRejection.MATCH_UNKNOWN: _("This condition does not fit its column. Nothing has changed."),
        ExtractRejection.VALUE_MISSING: _("A condition lacks its value. Nothing was proposed."),
        ExtractRejection.VALUE_INVALID: _("A value does not fit its column. Nothing was proposed."),
        ExtractRejection.TOO_MANY: _(
            "%(most)s at most: fewer conditions, or fewer values in one. Nothing was proposed."
        ),
        ExtractRejection.PERSONAL: _(
            "A condition on personal data needs them shown: who counts rows by them learns them. Nothing was proposed."
        ),
        ExtractRejection.KEY_REUSED: _("This form has already been used for another proposal. Open a new form."),
        ExtractRejection.TOO_MANY_WAITING: _(
            "You already have %(most)s extracts waiting for a decision. Withdraw one, or wait."
        ),
        ExtractRejection.NO_SUCH_EXTRACT: _("There is no such extract. Nothing has changed."),
        ExtractRejection.ALREADY_DECIDED: _("This extract was decided already. Nothing has changed."),
        ExtractRejection.OWN_PROPOSAL: _("The proposal is yours: another person approves it. Nothing has changed."),
        ExtractRejection.NOT_OWN: _("Only who proposed it withdraws it. Nothing has changed."),
        ExtractRejection.TOO_RECENT: NOT_YET["too-recent"],
        ExtractRejection.SAME_HANDS: NOT_YET["same-hands"],
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
    OpeningRejection: {
        OpeningRejection.NO_REASON: _("Write the reason, in 3 to 300 characters. Nothing has changed."),
        OpeningRejection.KEY_REUSED: _("This form was used for another proposal already. Nothing has changed."),
        OpeningRejection.NOT_STOPPED: _("Play is not stopped by the line to the regulator. Nothing has changed."),
        OpeningRejection.STILL_FAILS: _(
            "A part of the line to the regulator for which play stopped fails still. Nothing has changed."
        ),
        OpeningRejection.ALREADY_PROPOSED: _("A proposal waits for another person already. Nothing has changed."),
        OpeningRejection.NO_SUCH_PROPOSAL: _("There is no such proposal. Nothing has changed."),
        OpeningRejection.ALREADY_DECIDED: _("This proposal was decided already. Nothing has changed."),
        OpeningRejection.OWN_PROPOSAL: _("The proposal is yours: another person approves it. Nothing has changed."),
        OpeningRejection.TOO_RECENT: NOT_YET["too-recent"],
        OpeningRejection.SAME_HANDS: NOT_YET["same-hands"],
    },
    FaultyDayRejection: {
        FaultyDayRejection.NO_REASON: _("Write the reason, in 3 to 300 characters. Nothing has changed."),
        FaultyDayRejection.KEY_REUSED: _("This form was used for another proposal already. Nothing has changed."),
        FaultyDayRejection.ALREADY_SEALED: _("This day is sealed already. Nothing has changed."),
        FaultyDayRejection.NO_FAULTS: _(
            "Nothing stands against this day: it is sealed by itself. Nothing has changed."
        ),
        FaultyDayRejection.NOT_ACCEPTABLE: _(
            "This fault has to be put right first: no agreement can seal a day with it. Nothing has changed."
        ),
        FaultyDayRejection.ALREADY_PROPOSED: _("A proposal waits for another person already. Nothing has changed."),
        FaultyDayRejection.NO_SUCH_PROPOSAL: _("There is no such proposal. Nothing has changed."),
        FaultyDayRejection.ALREADY_DECIDED: _("This proposal was decided already. Nothing has changed."),
        FaultyDayRejection.OWN_PROPOSAL: _("The proposal is yours: another person approves it. Nothing has changed."),
        FaultyDayRejection.TOO_RECENT: NOT_YET["too-recent"],
        FaultyDayRejection.SAME_HANDS: NOT_YET["same-hands"],
    },
    ReviewRejection: {
        ReviewRejection.EVIDENCE_MISSING: _("Write what shows it, in 3 to 1,000 characters. Nothing has changed."),
        ReviewRejection.NO_SUCH_CHANGE: _("This change was reviewed already, or the software is another by now."),
    },
    FilesAgainRejection: {
        FilesAgainRejection.NO_REASON: _("Write the reason, in 3 to 300 characters. Nothing has changed."),
        FilesAgainRejection.PERIOD_INVALID: _("The last day lies before the first. Nothing has changed."),
        FilesAgainRejection.NOTHING_MADE: _("No files of these days were made. Nothing has changed."),
        FilesAgainRejection.ALREADY_ASKED: _("This is noted already, and its deadline runs. Nothing has changed."),
    },
    CorrectionRejection: {
        CorrectionRejection.NO_REASON: _("Write the reason, in 3 to 300 characters. Nothing has changed."),
        CorrectionRejection.KEY_REUSED: _("This form was used for another proposal already. Nothing has changed."),
        CorrectionRejection.NOT_MADE: _("No files of this day were made: there is nothing to correct."),
        CorrectionRejection.ALREADY_PROPOSED: _("A proposal waits for another person already. Nothing has changed."),
        CorrectionRejection.NO_SUCH_PROPOSAL: _("There is no such proposal. Nothing has changed."),
        CorrectionRejection.ALREADY_DECIDED: _("This proposal was decided already. Nothing has changed."),
        CorrectionRejection.OWN_PROPOSAL: _("The proposal is yours: another person approves it. Nothing has changed."),
        CorrectionRejection.TOO_RECENT: NOT_YET["too-recent"],
        CorrectionRejection.SAME_HANDS: NOT_YET["same-hands"],
        CorrectionRejection.SUMS_DIFFER: _sums,
        CorrectionRejection.NOT_CHANGED: _("The day’s facts make the files that stand: there is nothing to correct."),
        CorrectionRejection.CHANGED_SINCE: _(
            "The day’s facts make other files now than those that were proposed. Refuse the proposal and propose anew."
        ),
        CorrectionRejection.UNDER_WAY: _(
            "Another person agreed, and the files are being made. Wait for the end of it. Nothing has changed."
        ),
    },
    SealedExportRejection: {
        SealedExportRejection.NOT_SEALED: _("This day is not sealed. Nothing was downloaded."),
        SealedExportRejection.LOST: _(
            "The folder of this day is gone, and the database no longer makes the sealed bytes. "
            "Nothing was downloaded; report an incident."
        ),
    },
    LinesRejection: {
        LinesRejection.NO_SUCH: _("Nothing in this house has this code. Nothing was answered."),
        LinesRejection.NOT_ENDED: _("This round is still being played: it is told of on the day on which it ends."),
        LinesRejection.NOT_SEALED: _(
            "This is of a day that is not sealed yet. A day is sealed some minutes after midnight, once it holds."
        ),
        LinesRejection.LOST: _(
            "The folder of that day is gone, and the database no longer makes the sealed bytes. "
            "Nothing was answered; report an incident."
        ),
    },
    CheckpointRejection: {
        CheckpointRejection.NO_KEY: _("This process has no key of the log (SABOT_LOG_KEY). Nothing was signed."),
        CheckpointRejection.KEY_UNKNOWN: _(
            "The log was signed by another key before, and that key is not here (SABOT_LOG_KEY_BEFORE). "
            "Nothing was signed."
        ),
        CheckpointRejection.LOG_DIFFERS: _(
            "The log’s leaves no longer lead to the state that was signed. Nothing was signed."
        ),
    },
}
