"""Events of money, complaints, reports and work among staff, as sentences."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from players.events.names import EventName

SENTENCES: "Final[Mapping[EventName, str | Promise]]" = {
    EventName.DUTY_ASSIGNED: _("%(who)s gave the duty %(key)s to a colleague, or took it"),
    EventName.DUTY_DONE: _("%(who)s noted the duty %(key)s as done: %(evidence)s"),
    EventName.DRILL_PROVEN: _(
        "Backup %(backup)s was restored elsewhere up to %(until)s and proven: %(transfers)s lines, %(rounds)s rounds, "
        "%(days)s sealed days"
    ),
    EventName.DRILL_FAILED: _("The drill with backup %(backup)s FAILED: %(fault)s"),
    EventName.BACKUP_MADE: _("Backup %(backup)s of the database was made and verified"),
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
    EventName.COMPLAINT_DECIDED: _("%(who)s decided complaint %(key)s: %(outcome)s"),
    EventName.COMPLAINT_REOPENED: _("Complaint %(key)s was opened again; to be answered by %(due_on)s"),
    EventName.COMPLAINT_CLOSED: _("Complaint %(key)s is closed"),
    EventName.COMPLAINT_REMINDED: _("Reminder of complaint %(key)s: %(stage)s"),
    EventName.COMPLAINT_POSTED: _("%(who)s noted that the answer to complaint %(key)s left by post on %(day)s"),
    EventName.COMPLAINT_ADR_NAMED: _("The author of complaint %(key)s was told where else to turn"),
    EventName.COMPLAINT_SHEET_CORRECTED: _(
        "%(who)s changed the number of the sheet of complaint %(key)s in the Complaints Book"
    ),
    EventName.COMPLAINT_SOUGHT: _("%(who)s looked for the author of complaint %(key)s"),
    EventName.TEMPLATE_WRITTEN: _("%(who)s wrote the reply template %(key)s, version %(version)s: %(reason)s"),
    EventName.TEMPLATE_RETIRED: _("%(who)s retired the reply template %(key)s: %(reason)s"),
    EventName.REPORT_MADE: _("The report of %(report)s was made, revision %(revision)s"),
    EventName.REPORT_ASKED: _("%(who)s asked for the report “%(report)s”"),
    EventName.REPORT_TAKEN: _("%(who)s downloaded “%(report)s” (%(format)s, %(rows)s rows)"),
    EventName.EXTRACT_PROPOSED: _("%(who)s proposed the extract %(key)s of “%(report)s”: %(reason)s"),
    EventName.EXTRACT_APPROVED: _("%(who)s approved the extract %(key)s of “%(report)s” that %(proposed_by)s proposed"),
    EventName.EXTRACT_REJECTED: _(
        "%(who)s rejected the extract %(key)s of “%(report)s” that %(proposed_by)s proposed: %(reason)s"
    ),
    EventName.EXTRACT_WITHDRAWN: _("%(who)s withdrew the extract %(key)s of “%(report)s”"),
    EventName.ERASURE_PROPOSED: _(
        "%(who)s proposed the erasure %(key)s of %(counted)s (%(kind)s, terms begun before %(up_to)s): %(reason)s"
    ),
    EventName.ERASURE_APPROVED: _(
        "%(who)s approved the erasure %(key)s of %(counted)s (%(kind)s) that %(proposed_by)s proposed"
    ),
    EventName.ERASURE_REJECTED: _(
        "%(who)s rejected the erasure %(key)s (%(kind)s) that %(proposed_by)s proposed: %(reason)s"
    ),
    EventName.ERASURE_WITHDRAWN: _("%(who)s withdrew the erasure %(key)s (%(kind)s)"),
    EventName.ERASURE_DONE: _(
        "The erasure %(key)s is done: %(erased)s erased (%(kind)s, terms begun before %(up_to)s)"
    ),
    EventName.ARCHIVE_STORED: _("The report of %(day)s, revision %(revision)s, is in the archive"),
    EventName.ARCHIVE_FAILED: _(
        "The archive does not give back the report of %(day)s, revision %(revision)s, as it was"
    ),
    EventName.SCHEDULE_MADE: _("%(who)s has “%(report)s” made and sent by itself from now on (%(key)s): %(reason)s"),
    EventName.SCHEDULE_CHANGED: _("%(who)s changed how “%(report)s” is made and sent (%(key)s): %(reason)s"),
    EventName.SCHEDULE_PAUSED: _("%(who)s paused the sending of “%(report)s” (%(key)s): %(reason)s"),
    EventName.SCHEDULE_RESUMED: _("%(who)s resumed the sending of “%(report)s” (%(key)s): %(reason)s"),
    EventName.SCHEDULE_ENDED: _("%(who)s ended the sending of “%(report)s” (%(key)s): %(reason)s"),
    EventName.SCHEDULE_SENT: _(
        "“%(report)s” up to %(day)s is ready (%(rows)s rows); members told: %(told)s, left out: %(left_out)s"
    ),
    EventName.SCHEDULE_RECEIVED: _("%(who)s received “%(report)s” up to %(day)s"),
    EventName.BOOKS_ASKED: _("%(who)s asked for a long work on the books: %(work)s"),
    EventName.BOOKS_PROVEN: _("The books were proven; differences: %(differences)s"),
    EventName.DAY_SEALED: _("The day %(key)s was sealed; manifest %(sha256)s"),
    EventName.DAY_FAULTY_PROPOSED: _("%(who)s proposed to seal the day %(key)s with its faults: %(reason)s"),
    EventName.DAY_FAULTY_APPROVED: _(
        "%(who)s agreed to seal the day %(key)s with its faults, as %(proposed_by)s had proposed"
    ),
    EventName.DAY_FAULTY_REJECTED: _(
        "%(who)s did not agree to seal the day %(key)s with its faults, as %(proposed_by)s had proposed: %(reason)s"
    ),
    EventName.FILES_CORRECTION_PROPOSED: _(
        "%(who)s proposed to correct the regulator’s files of %(day)s (%(key)s, %(files)s differ): %(reason)s"
    ),
    EventName.FILES_CORRECTION_APPROVED: _(
        "%(who)s approved the correction %(key)s of the regulator’s files of %(day)s that %(proposed_by)s proposed: "
        "%(package)s"
    ),
    EventName.FILES_CORRECTION_REJECTED: _(
        "%(who)s rejected the correction %(key)s of the regulator’s files of %(day)s that %(proposed_by)s proposed: "
        "%(reason)s"
    ),
    EventName.DAY_FILES_AWAITED: _("ALARM: the regulator’s files of %(day)s are not in the safe; due by %(due_at)s"),
    EventName.DAY_FILES_ASKED: _(
        "%(who)s noted that the regulator’s files from %(first)s to %(last)s are to be made once more by %(due_at)s: "
        "%(reason)s"
    ),
    EventName.DAY_FILES_REBUILT: _(
        "The regulator’s files from %(first)s to %(last)s were made once more: packages of %(days)s days"
    ),
    EventName.SOFTWARE_CHECKED: _("The software checked itself: %(files)s files, %(version)s"),
    EventName.SOFTWARE_REVIEWED: _(
        "%(who)s reviewed the register of components after a change (%(parts)s), %(version)s: %(evidence)s"
    ),
    EventName.WORK_TAKEN: _("%(who)s looks after this from now on: %(thing)s"),
    EventName.WORK_ASSIGNED: _("%(who)s gave %(whom)s this to look after: %(thing)s"),
    EventName.WORK_GIVEN_BACK: _("%(who)s gave back to the team: %(thing)s"),
    EventName.WORK_PUT_OFF: _("%(who)s put off until %(until)s: %(thing)s"),
    EventName.WORK_BROUGHT_BACK: _("%(who)s brought back before its time: %(thing)s"),
    EventName.WORK_MENTIONED: _("%(who)s named %(whom)s in a note: %(thing)s"),
}
