"""What staff read when a table, its rules, a round, a switch or an incident stays as it was."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from casino.wording.rejections.table import NOT_YET, Sentences
from tables.operations.configurations import ConfigurationRejection
from tables.operations.drift_alarms import AlarmRejection
from tables.operations.incidents import IncidentRejection
from tables.operations.stops import StopRejection
from tables.operations.tables import TableRejection
from tables.operations.voids import VoidRejection

SENTENCES: Final[Sentences] = {
    ConfigurationRejection: {
        ConfigurationRejection.NO_SUCH_TABLE: _("This table does not exist. Nothing was saved."),
        ConfigurationRejection.NO_SUCH_CONFIGURATION: _("This version of the rules does not exist. Nothing was saved."),
        ConfigurationRejection.KEY_REUSED: _(
            "This form has already been used for another draft. Nothing has changed; open a new form."
        ),
        ConfigurationRejection.NOT_IN_THAT_STATE: _(
            "The proposal is no longer in that state: it has been moved in the meantime. Nothing has changed; "
            "see its present state below."
        ),
        ConfigurationRejection.WHOLE_SHOE: _(
            "At a croupier’s table the cards come from whole shoes that the players do not cut. Nothing was saved."
        ),
        ConfigurationRejection.ONE_SEAT: _(
            "This table is individual: it has one seat only (R28). Nothing was saved; enter one seat and save again."
        ),
        ConfigurationRejection.NOT_IN_PROFILE: _(
            "This site’s profile does not admit this game, not even as a demonstration (R9, R10, R37). "
            "Nothing has changed; choose another."
        ),
        ConfigurationRejection.STALE: _(
            "While you were writing, another person saved changes to this draft. Your values are still here and "
            "nothing was overwritten: compare them with the saved values, and save again if yours are the ones you "
            "want."
        ),
        ConfigurationRejection.OWN_WORK: _(
            "You wrote or submitted this proposal: another person has to decide on it. Nothing has changed."
        ),
        ConfigurationRejection.TOO_RECENT: NOT_YET["too-recent"],
        ConfigurationRejection.SAME_HANDS: NOT_YET["same-hands"],
        ConfigurationRejection.NO_REFERENCE: _(
            "The reference of the regulator’s approval is missing, in 3 to 80 characters (PT-49). Nothing has changed."
        ),
        ConfigurationRejection.NO_REASON: _("Write the reason, in 3 to 300 characters. Nothing has changed."),
        ConfigurationRejection.NEGATIVE_EDGE: _(
            "These rules give the player an advantage. To approve them, write why, in 10 to 300 characters."
        ),
        ConfigurationRejection.ANOTHER_WAITS: _(
            "Another approved version is already waiting to come into force at this table. Decide on this one after "
            "its first round, or revoke that one first."
        ),
        ConfigurationRejection.START_OUT_OF_RANGE: _(
            "The start must be a moment to come, at most a year away. Nothing has changed."
        ),
        ConfigurationRejection.BASE_CHANGED: _(
            "Other rules came into force at this table since this page was shown, so the changes are others now. "
            "Nothing has changed; read them again below, and decide."
        ),
        ConfigurationRejection.NOT_YOURS: _(
            "Only the people who wrote or approved this version take it back. Nothing has changed."
        ),
    },
    TableRejection: {
        TableRejection.NO_SUCH_TABLE: _("This table does not exist. Nothing has changed."),
        TableRejection.NO_REASON: _("Write the reason, in 3 to 300 characters. Nothing has changed."),
        TableRejection.NO_ROBOT_HERE: _("A robot deals only croupiers’ tables with play money. Nothing has changed."),
        TableRejection.CODE_TAKEN: _("There is already a table with this code. Choose another."),
        TableRejection.NOT_IN_PROFILE: _(
            "This site’s profile does not admit the game of these rules (R9, R10, R37). The table stays "
            "closed; propose other rules."
        ),
        TableRejection.NO_APPROVED_CONFIGURATION: _(
            "The table has no approved rules yet, and does not open without them (PT-49). Write a proposal and ask "
            "for a decision on it."
        ),
        TableRejection.STARTS_LATER: _(
            "The first rules of this table are approved from a later moment, and it does not open before (PT-49). "
            "Nothing has changed."
        ),
        TableRejection.NOT_IN_THAT_STATE: _(
            "The table is no longer in that state: another action came first. Nothing has changed; see its present "
            "state."
        ),
        TableRejection.VOID_WAITS: _(
            "A proposal to void this round is waiting for a second person. The table stays paused; approve it or "
            "turn it down first."
        ),
        TableRejection.LIMIT_OUT_OF_RANGE: _(
            "This risk limit will not do: choose an amount above zero and up to 10 billion euros, or none."
        ),
    },
    VoidRejection: {
        VoidRejection.NO_SUCH_TABLE: _("This table does not exist. Nothing has changed."),
        VoidRejection.NO_REASON: _("Write the reason, in 3 to 300 characters. Nothing has changed."),
        VoidRejection.NO_ROUND_TO_VOID: _(
            "There is no unpaid round at this table: a paid round can no longer be voided. No money has moved."
        ),
        VoidRejection.ROUND_MOVED_ON: _(
            "The round that you saw has ended and another is in play. Nothing was voided; look at the present "
            "round and decide again."
        ),
        VoidRejection.VOID_WAITS: _(
            "Another person has proposed to make this round void. Nothing has changed; open the proposal on the "
            "floor and decide it."
        ),
        VoidRejection.NO_SUCH_PROPOSAL: _("There is no such proposal. Nothing has changed."),
        VoidRejection.ALREADY_DECIDED: _("This proposal has been decided. Nothing has changed; see below how."),
        VoidRejection.OWN_PROPOSAL: _("The proposal is yours: another person approves it (R29). No money has moved."),
        VoidRejection.TOO_RECENT: NOT_YET["too-recent"],
        VoidRejection.SAME_HANDS: NOT_YET["same-hands"],
    },
    StopRejection: {
        StopRejection.NO_SUCH_SCOPE: _(
            "There is no such game in this house. Nothing has changed; choose one from the list."
        ),
        StopRejection.NO_REASON: _("Write the reason, in 3 to 300 characters. Nothing has changed."),
        StopRejection.ALREADY_STOPPED: _(
            "This is already stopped: another action came first. Nothing has changed; the floor shows who stopped it, "
            "when and why."
        ),
        StopRejection.NOT_STOPPED: _(
            "This is no longer stopped: the stop has already been lifted. Nothing has changed."
        ),
        StopRejection.ALREADY_EXPLAINED: _("The reason of this stop has been given already. Nothing has changed."),
        StopRejection.THROWN_BY_ANOTHER: _(
            "Another person stopped this: the reason is theirs to give. Nothing has changed; the stop stands."
        ),
        StopRejection.TOO_LATE: _(
            "The reason of a stop can be added within ten minutes. Nothing has changed; write it when you lift it."
        ),
    },
    AlarmRejection: {
        AlarmRejection.NO_REASON: _("Write the reason, in 3 to 300 characters. Nothing has changed."),
        AlarmRejection.NO_CAUSE: _("Write cause and solution, in 3 to 1000 characters each. Nothing has changed."),
        AlarmRejection.NO_SUCH_ALARM: _("There is no such alarm. Nothing has changed."),
        AlarmRejection.ALREADY_DECIDED: _("This alarm was decided already. Nothing has changed; see below how."),
        AlarmRejection.STOPPED: _("Play is stopped by now: two people open it again. Nothing has changed."),
        AlarmRejection.NOT_STOPPED: _("Play is not stopped by this alarm. Nothing has changed."),
        AlarmRejection.ALREADY_PROPOSED: _("A proposal waits for another person already. Nothing has changed."),
        AlarmRejection.NOT_PROPOSED: _("No proposal waits for a second person. Nothing has changed."),
        AlarmRejection.OWN_PROPOSAL: _("The proposal is yours: another person approves it. Nothing has changed."),
        AlarmRejection.TOO_RECENT: NOT_YET["too-recent"],
        AlarmRejection.SAME_HANDS: NOT_YET["same-hands"],
    },
    IncidentRejection: {
        IncidentRejection.TEXT_INVALID: _("Write between 3 and 2000 characters. Nothing was saved."),
        IncidentRejection.NO_SUCH_INCIDENT: _("This incident does not exist."),
        IncidentRejection.KEY_REUSED: _("This form has already been sent with a different text. Open it again."),
        IncidentRejection.ALREADY_TOLD: _("It is already noted that the regulator was informed. Nothing has changed."),
        IncidentRejection.CLOSED: _(
            "The incident has already been closed. Nothing has changed; see its present state."
        ),
        IncidentRejection.SEVERITY_UNKNOWN: _("Choose a severity from 1 to 3. Nothing has changed."),
        IncidentRejection.NOT_A_HANDLER: _(
            "This person does not handle incidents, or no longer works here. Nothing has changed."
        ),
        IncidentRejection.EXTENT_INVALID: _("Write amounts and counts of nothing or more. Nothing has changed."),
        IncidentRejection.NOTHING_CHANGES: _("This is already the case: nothing has changed."),
        IncidentRejection.NOTHING_WRITTEN: _(
            "Write the cause, the remedy or both; what is written already is not left blank. Nothing was saved."
        ),
        IncidentRejection.STALE: _(
            "A colleague has changed this incident since you read it. Nothing was saved: read it again, and send it "
            "again if it still holds."
        ),
        IncidentRejection.END_PROPOSED: _(
            "A colleague has proposed to close this incident: what it says stays as it is until that is decided. "
            "Nothing has changed."
        ),
        IncidentRejection.NO_CAUSE: _(
            "First write the cause and the remedy: an incident is closed with both (PT-R18). It is still open."
        ),
        IncidentRejection.NOT_TOLD: _(
            "First tell the regulator, and keep what you told: an incident of severity 1 or 2 is closed after that. "
            "It is still open."
        ),
        IncidentRejection.NOT_PROPOSED: _("No proposal waits for a second person. Nothing has changed."),
        IncidentRejection.OWN_PROPOSAL: _("The proposal is yours: another person approves it. Nothing has changed."),
        IncidentRejection.TOO_RECENT: NOT_YET["too-recent"],
        IncidentRejection.SAME_HANDS: NOT_YET["same-hands"],
        IncidentRejection.NO_LESSONS: _(
            "First write down what was learned: an incident is closed with its after-action note. It is still open."
        ),
    },
}
