"""Events of money, complaints and reports, as sentences."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from players.events.names import EventName

SENTENCES: "Final[Mapping[EventName, str | Promise]]" = {
    EventName.INSTRUMENT_ADDED: _("%(whom)s added a payment method: %(kind)s"),
    EventName.INSTRUMENT_BLOCKED: _("A payment method of %(whom)s is blocked after repeated failures: %(kind)s"),
    EventName.DEPOSIT_CREDITED: _("Deposit of %(amount)s by %(whom)s credited"),
    EventName.DEPOSIT_REJECTED: _("Deposit of %(amount)s by %(whom)s rejected: %(cause)s"),
    EventName.DEPOSIT_EXPIRED: _("Deposit of %(amount)s by %(whom)s was not paid in time"),
    EventName.DEPOSIT_RETURNED: _("%(amount)s that could not be credited to %(whom)s went back"),
    EventName.DEPOSIT_CHARGED_BACK: _(
        "The bank took back the deposit of %(amount)s by %(whom)s; taken from the balance: %(taken)s"
    ),
    EventName.WITHDRAWAL_ASKED: _("%(whom)s asked to withdraw %(amount)s"),
    EventName.WITHDRAWAL_APPROVED: _("%(who)s approved the withdrawal of %(amount)s by %(whom)s: %(of_two)s of 2"),
    EventName.WITHDRAWAL_REFUSED: _("%(who)s refused the withdrawal of %(amount)s by %(whom)s"),
    EventName.WITHDRAWAL_CANCELLED: _("%(who)s cancelled the withdrawal of %(amount)s by %(whom)s"),
    EventName.WITHDRAWAL_SENT: _("The withdrawal of %(amount)s by %(whom)s went to the bank"),
    EventName.WITHDRAWAL_PAID: _("The bank paid the withdrawal of %(amount)s by %(whom)s"),
    EventName.WITHDRAWAL_RETURNED: _("The bank could not pay the withdrawal of %(amount)s by %(whom)s"),
    EventName.ADJUSTMENT_PROPOSED: _("%(who)s proposed an adjustment of %(amount)s for %(whom)s"),
    EventName.ADJUSTMENT_APPROVED: _(
        "%(who)s approved the adjustment of %(amount)s for %(whom)s that %(proposed_by)s proposed"
    ),
    EventName.ADJUSTMENT_REJECTED: _(
        "%(who)s rejected the adjustment of %(amount)s for %(whom)s that %(proposed_by)s proposed"
    ),
    EventName.COMPLAINT_RECEIVED: _(
        "Complaint %(key)s came in: %(category)s, by %(channel)s; to be answered by %(due_on)s"
    ),
    EventName.COMPLAINT_ASSIGNED: _("%(who)s took complaint %(key)s in hand"),
    EventName.COMPLAINT_WRITTEN: _("%(who)s wrote to the person who made complaint %(key)s"),
    EventName.COMPLAINT_REPLIED: _("Words were added to complaint %(key)s by its author"),
    EventName.COMPLAINT_NOTED: _("%(who)s wrote a note for colleagues on complaint %(key)s"),
    EventName.COMPLAINT_AWARD_PROPOSED: _(
        "%(who)s proposed to decide complaint %(key)s: %(outcome)s, and to pay %(amount)s"
    ),
    EventName.COMPLAINT_AWARD_PAID: _("%(who)s agreed, and %(amount)s were paid for complaint %(key)s"),
    EventName.COMPLAINT_AWARD_REFUSED: _("%(who)s did not agree to pay %(amount)s for complaint %(key)s"),
    EventName.COMPLAINT_DECIDED: _("Complaint %(key)s is decided: %(outcome)s"),
    EventName.COMPLAINT_REOPENED: _("Complaint %(key)s was opened again; to be answered by %(due_on)s"),
    EventName.COMPLAINT_CLOSED: _("Complaint %(key)s is closed"),
    EventName.COMPLAINT_REMINDED: _("Reminder of complaint %(key)s: %(stage)s"),
    EventName.COMPLAINT_POSTED: _("%(who)s noted that the answer to complaint %(key)s left by post on %(day)s"),
    EventName.COMPLAINT_ADR_NAMED: _("The author of complaint %(key)s was told where else to turn"),
    EventName.REPORT_MADE: _("The report of %(report)s was made, revision %(revision)s"),
    EventName.REPORT_ASKED: _("%(who)s asked for the report “%(report)s”"),
    EventName.REPORT_TAKEN: _("%(who)s downloaded “%(report)s” (%(format)s, %(rows)s rows)"),
    EventName.BOOKS_ASKED: _("%(who)s asked for a long work on the books: %(work)s"),
    EventName.BOOKS_PROVEN: _("The books were proven; differences: %(differences)s"),
}
