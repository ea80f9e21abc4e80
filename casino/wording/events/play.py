"""Events at the tables, of play and of incidents, as sentences."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from players.events.names import EventName

SENTENCES: "Final[Mapping[EventName, str | Promise]]" = {
    EventName.TABLE_CREATED: _("%(who)s created the table %(table)s"),
    EventName.TABLE_OPENED: _("%(who)s opened %(table)s"),
    EventName.TABLE_PAUSED: _("%(who)s paused %(table)s"),
    EventName.TABLE_RESUMED: _("%(who)s resumed play at %(table)s"),
    EventName.TABLE_CLOSING: _("%(who)s had %(table)s close after the round"),
    EventName.TABLE_CLOSED: _("%(table)s closed"),
    EventName.TABLE_STOPPED: _("The house itself stopped %(table)s"),
    EventName.TABLE_RISK_SET: _("%(who)s changed the risk limit of %(table)s"),
    EventName.TABLE_HOURS_SET: _("%(who)s changed the opening hours of %(table)s"),
    EventName.CROUPIER_BEGAN: _("%(who)s took %(table)s as croupier, from round %(first_round)s on"),
    EventName.CROUPIER_ENDED: _("%(who)s ended %(croupier)s’s time as croupier at %(table)s"),
    EventName.SUPERVISOR_CALLED: _("%(who)s called a supervisor to %(table)s"),
    EventName.SUPERVISOR_ANSWERED: _("%(who)s answered the call of %(called_by)s at %(table)s"),
    EventName.SCANNER_ISSUED: _("%(who)s gave the scanner “%(scanner)s” a token for %(table)s"),
    EventName.SCANNER_REVOKED: _("%(who)s revoked the token of the scanner “%(scanner)s” at %(table)s"),
    EventName.FILM_SET: _("%(who)s changed the pictures of %(table)s"),
    EventName.SHOE_BEGUN: _("%(who)s began paper shoe %(shoe)s at %(table)s"),
    EventName.SHOE_LAST_CALLED: _("%(who)s said at %(table)s that the cut card of shoe %(shoe)s was out"),
    EventName.SHOE_ENDED: _("%(who)s took paper shoe %(shoe)s of %(table)s out of play"),
    EventName.RULES_DRAFTED: _("%(who)s wrote the draft of rules v%(version)s of %(table)s"),
    EventName.RULES_REVISED: _("%(who)s changed the draft of rules v%(version)s of %(table)s"),
    EventName.RULES_SUBMITTED: _("%(who)s submitted rules v%(version)s of %(table)s"),
    EventName.RULES_APPROVED: _("%(who)s approved rules v%(version)s of %(table)s, %(reference)s"),
    EventName.RULES_REJECTED: _("%(who)s rejected rules v%(version)s of %(table)s"),
    EventName.RULES_WITHDRAWN: _("%(who)s withdrew rules v%(version)s of %(table)s"),
    EventName.RULES_REVOKED: _("%(who)s revoked rules v%(version)s of %(table)s, before their first round"),
    EventName.RULES_IN_FORCE: _("Rules v%(version)s of %(table)s came into force"),
    EventName.ROUND_VOID_PROPOSED: _("%(who)s proposed to void round %(round)s"),
    EventName.ROUND_VOID_REJECTED: _("%(who)s did not agree to void round %(round)s, as %(proposed_by)s proposed"),
    EventName.ROUND_VOIDED: _("%(who)s voided round %(round)s, as %(proposed_by)s proposed; returned: %(refunded)s"),
    EventName.ROUND_CLOSES_EARLIER: _("%(who)s closed the betting of round %(round)s earlier, at %(closes_at)s"),
    EventName.CARD_KEYED: _("%(who)s confirmed a card of round %(round)s that had been keyed by hand: %(card)s"),
    EventName.CARD_TAKEN_BACK: _("%(who)s took a card of round %(round)s back: %(card)s"),
    EventName.CARD_PUT_ASIDE: _("%(who)s had a card of round %(round)s put aside: %(card)s"),
    EventName.PLAY_STOPPED: _("%(who)s stopped play: %(scope)s"),
    EventName.PLAY_EXPLAINED: _("%(who)s gave the reason why play was stopped: %(scope)s"),
    EventName.PLAY_LIFTED: _("%(who)s let play continue: %(scope)s"),
    EventName.PLAY_REOPENING_PROPOSED: _("%(who)s proposed to open play again, on proof %(proof)s"),
    EventName.PLAY_REOPENING_REJECTED: _("%(who)s did not agree to open play again, as %(proposed_by)s proposed"),
    EventName.DRIFT_LET_ON: _("%(who)s let play go on in spite of a drift alarm: %(scope)s"),
    EventName.DRIFT_REOPENING_PROPOSED: _("%(who)s proposed to open again after a drift alarm: %(scope)s"),
    EventName.DRIFT_REOPENING_REJECTED: _(
        "%(who)s did not agree to open again after a drift alarm, as %(proposed_by)s proposed: %(scope)s"
    ),
    EventName.LINE_FAILED: _("The line to the regulator fails: %(part)s"),
    EventName.LINE_RESTORED: _("The line to the regulator works again: %(part)s"),
    EventName.LINE_OPENING_PROPOSED: _("%(who)s proposed to open play again after the line to the regulator failed"),
    EventName.LINE_OPENING_REJECTED: _(
        "%(who)s did not agree to open play again after the line to the regulator failed, as %(proposed_by)s proposed"
    ),
    EventName.INCIDENT_OPENED: _("%(who)s opened incident %(key)s: %(kind)s"),
    EventName.INCIDENT_NOTED: _("%(who)s wrote down a finding on incident %(key)s"),
    EventName.INCIDENT_GRADED: _("%(who)s said anew how severe incident %(key)s is"),
    EventName.INCIDENT_ASSIGNED: _("%(who)s gave incident %(key)s to a colleague, or took it"),
    EventName.INCIDENT_MEASURED: _(
        "%(who)s stated what incident %(key)s touched: %(amount)s, players: %(people)s, seconds of standstill: "
        "%(standstill)s"
    ),
    EventName.INCIDENT_CONTAINED: _("%(who)s wrote down what was done at once about incident %(key)s"),
    EventName.INCIDENT_EXPLAINED: _("%(who)s wrote the cause of incident %(key)s"),
    EventName.INCIDENT_REMEDIED: _("%(who)s wrote the remedy of incident %(key)s"),
    EventName.INCIDENT_LEARNED: _("%(who)s wrote down what was learned from incident %(key)s"),
    EventName.INCIDENT_TOLD: _("%(who)s told the regulator of incident %(key)s"),
    EventName.INCIDENT_END_PROPOSED: _("%(who)s proposed to close incident %(key)s"),
    EventName.INCIDENT_END_REJECTED: _("%(who)s did not agree to close incident %(key)s, as %(proposed_by)s proposed"),
    EventName.INCIDENT_END_TAKEN_BACK: _("%(who)s took back the proposal to close incident %(key)s"),
    EventName.INCIDENT_CLOSED: _("%(who)s closed incident %(key)s, with its cause and remedy"),
}
