"""Events of players and of staff, as sentences."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from players.events.names import EventName

SENTENCES: "Final[Mapping[EventName, str | Promise]]" = {
    EventName.ACCOUNT_REGISTERED: _("%(whom)s registered"),
    EventName.ACCOUNT_VERIFIED: _("%(who)s verified the identity of %(whom)s"),
    EventName.ACCOUNT_NOT_VERIFIED: _("%(who)s did not verify the identity of %(whom)s: %(outcome)s"),
    EventName.ACCOUNT_SUSPENDED: _("%(who)s suspended %(whom)s"),
    EventName.ACCOUNT_REINSTATED: _("%(who)s ended the suspension of %(whom)s"),
    EventName.ACCOUNT_CLOSED: _("The account of %(whom)s closed (%(cause)s); balance then: %(amount)s"),
    EventName.ACCOUNT_REOPENED: _("%(whom)s opened the account again"),
    EventName.ACCOUNT_CHANGED: _("Changed in the account of %(whom)s: %(fields)s"),
    EventName.ACCOUNT_CONFIRMED: _("%(whom)s confirmed the email address"),
    EventName.TERMS_ACCEPTED: _("%(whom)s accepted version %(version)s of the terms"),
    EventName.SIGN_IN_SUCCEEDED: _("%(whom)s signed in"),
    EventName.SIGN_IN_LOCKED: _("Signing in as %(whom)s is blocked until %(until)s"),
    EventName.DATA_VIEWED: _("%(who)s looked at the personal data of %(whom)s"),
    EventName.NOTE_ADDED: _("%(who)s wrote a note on %(whom)s"),
    EventName.NOTE_PINNED: _("%(who)s put a note on %(whom)s on top"),
    EventName.NOTE_UNPINNED: _("%(who)s took a note on %(whom)s from the top"),
    EventName.DATA_FILE_ASKED: _("%(whom)s asked for a file of all data held"),
    EventName.DATA_FILE_READY: _("The file of %(whom)s’s data lies ready until %(until)s"),
    EventName.DATA_FILE_TAKEN: _("%(whom)s downloaded the file of all data held"),
    EventName.CORRECTION_ASKED: _("%(whom)s asked for a correction: %(field)s, to be answered by %(due_at)s"),
    EventName.CORRECTION_ACCEPTED: _("%(who)s accepted the correction that %(whom)s asked for: %(field)s"),
    EventName.CORRECTION_REJECTED: _("%(who)s rejected the correction that %(whom)s asked for: %(field)s"),
    EventName.LIMIT_SET: _("%(who)s set the %(limit)s of %(whom)s"),
    EventName.LIMIT_ASKED: _("%(whom)s asked for a higher %(limit)s; it can be confirmed from %(due_at)s"),
    EventName.LIMIT_RAISED: _("%(whom)s confirmed a higher %(limit)s"),
    EventName.LIMIT_CANCELLED: _("%(whom)s withdrew the request for a higher %(limit)s"),
    EventName.LIMIT_LAPSED: _("%(whom)s did not confirm the higher %(limit)s in time"),
    EventName.REMINDER_SET: _("%(whom)s wants to be told of time and money every %(minutes)s minutes"),
    EventName.EXCLUSION_BEGAN: _("Exclusion of %(whom)s: %(kind)s, %(source)s, %(until)s"),
    EventName.EXCLUSION_ENDING: _("%(whom)s gave notice to end the exclusion: %(until)s"),
    EventName.EXCLUSION_REVOKED: _("%(who)s took back the exclusion of %(whom)s: %(kind)s, %(source)s"),
    EventName.BAR_ENTERED: _("%(who)s entered %(key)s among those who may not play: %(cause)s"),
    EventName.BAR_LIFTED: _("%(who)s lifted %(key)s among those who may not play: %(cause)s"),
    EventName.NATIONAL_LIST_TAKEN: _("The national list was taken over: %(entries)s entries, %(removed)s removed"),
    EventName.NATIONAL_LIST_CHANGED: _("The national list changed its entry %(key)s"),
    EventName.SIGNAL_RAISED: _("A signal about %(whom)s: %(kind)s"),
    EventName.SIGNAL_STEPPED: _("%(who)s attended to the signal about %(whom)s, %(kind)s: %(step)s"),
    EventName.OBLIGATION_DONE: _("%(who)s did what was due for %(whom)s: %(kind)s"),
    EventName.STAFF_FOUNDED: _("%(whom)s is one of the first members of staff"),
    EventName.STAFF_SEALED: _("The first members of staff are there: from now on two persons decide on every other"),
    EventName.STAFF_PROPOSED: _("%(who)s proposed for %(whom)s: %(step)s"),
    EventName.STAFF_REJECTED: _("%(who)s turned down what was proposed for %(whom)s: %(step)s"),
    EventName.STAFF_INVITED: _("%(who)s invited %(whom)s to the staff"),
    EventName.STAFF_ROLES_CHANGED: _("%(who)s approved other roles for %(whom)s"),
    EventName.STAFF_ENABLED: _("%(who)s gave %(whom)s access again"),
    EventName.STAFF_FACTOR_RESET: _("%(who)s removed the second factor of %(whom)s"),
    EventName.STAFF_IDENTITY_SET: _("%(who)s approved the legal name and taxpayer number of %(whom)s"),
    EventName.STAFF_DISABLED: _("%(who)s withdrew the access of %(whom)s"),
}
