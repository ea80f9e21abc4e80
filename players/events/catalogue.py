"""What an event of each name is about, and the facts that it tells.

Every event of a name has exactly its facts; one that does not apply is None. Amounts are whole cents beside their
`currency`, moments ISO 8601 in UTC, people their number in the house. No fact is free text about a player, a name, an
address or a document: what people wrote stands in the rows and in the audit trail.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from players.events.names import EventName, Subject


@dataclass(frozen=True, slots=True)
class Telling:
    """What an event of one name is about, and its facts by name."""

    subject: Subject
    facts: tuple[str, ...] = ()


_LIMIT: Final = ("kind", "period", "source", "before", "after", "currency")
_MONEY: Final = ("amount", "currency")
_VERSION: Final = ("version",)
_EXTRACT: Final = ("report", "personal_data")
_ERASURE: Final = ("kind", "up_to")
_CORRECTED: Final = ("day", "number")

CATALOGUE: Final[Mapping[EventName, Telling]] = {
    EventName.TABLE_CREATED: Telling(Subject.TABLE, ("kind", "currency")),
    EventName.TABLE_OPENED: Telling(Subject.TABLE, ("reason", "before", "after")),
    EventName.TABLE_PAUSED: Telling(Subject.TABLE, ("reason", "before", "after", "closes_at")),
    EventName.TABLE_RESUMED: Telling(Subject.TABLE, ("reason", "before", "after", "closes_at")),
    EventName.TABLE_CLOSING: Telling(Subject.TABLE, ("reason", "before", "after")),
    EventName.TABLE_CLOSED: Telling(Subject.TABLE),
    EventName.TABLE_STOPPED: Telling(Subject.TABLE, ("reason", "before", "after", "closes_at")),
    EventName.TABLE_RISK_SET: Telling(Subject.TABLE, ("reason", "before", "after", "currency")),
    EventName.TABLE_HOURS_SET: Telling(Subject.TABLE, ("reason", "before", "after")),
    EventName.RULES_DRAFTED: Telling(Subject.RULES, _VERSION),
    EventName.RULES_REVISED: Telling(Subject.RULES, (*_VERSION, "before", "after", "currency")),
    EventName.RULES_SUBMITTED: Telling(Subject.RULES, _VERSION),
    EventName.RULES_APPROVED: Telling(Subject.RULES, (*_VERSION, "reference", "player_edge", "reason", "starts_at")),
    EventName.RULES_REJECTED: Telling(Subject.RULES, (*_VERSION, "reason")),
    EventName.RULES_WITHDRAWN: Telling(Subject.RULES, (*_VERSION, "reason")),
    EventName.RULES_REVOKED: Telling(Subject.RULES, (*_VERSION, "reason")),
    EventName.RULES_IN_FORCE: Telling(Subject.RULES, (*_VERSION, "before", "after")),
    EventName.ROUND_VOID_PROPOSED: Telling(Subject.ROUND, ("reason",)),
    EventName.ROUND_VOID_REJECTED: Telling(Subject.ROUND, ("reason", "proposed_by")),
    EventName.ROUND_VOIDED: Telling(Subject.ROUND, ("reason", "proposed_by", "refunded", "currency", "bets")),
    EventName.PLAY_STOPPED: Telling(Subject.PLAY, ("reason",)),
    EventName.PLAY_EXPLAINED: Telling(Subject.PLAY, ("reason",)),
    EventName.PLAY_LIFTED: Telling(Subject.PLAY, ("reason",)),
    EventName.PLAY_REOPENING_PROPOSED: Telling(Subject.PLAY, ("reason", "proof")),
    EventName.PLAY_REOPENING_REJECTED: Telling(Subject.PLAY, ("reason", "proof", "proposed_by")),
    EventName.DRIFT_LET_ON: Telling(Subject.PLAY, ("reason", "stream")),
    EventName.DRIFT_REOPENING_PROPOSED: Telling(Subject.PLAY, ("reason", "stream")),
    EventName.DRIFT_REOPENING_REJECTED: Telling(Subject.PLAY, ("reason", "stream", "proposed_by")),
    EventName.LINE_FAILED: Telling(Subject.PLAY, ("part",)),
    EventName.LINE_RESTORED: Telling(Subject.PLAY, ("part",)),
    EventName.LINE_OPENING_PROPOSED: Telling(Subject.PLAY, ("reason",)),
    EventName.LINE_OPENING_REJECTED: Telling(Subject.PLAY, ("reason", "proposed_by")),
    EventName.INCIDENT_OPENED: Telling(Subject.INCIDENT, ("kind",)),
    EventName.INCIDENT_NOTED: Telling(Subject.INCIDENT),
    EventName.INCIDENT_GRADED: Telling(Subject.INCIDENT, ("before", "after", "reason")),
    EventName.INCIDENT_ASSIGNED: Telling(Subject.INCIDENT, ("before", "after")),
    EventName.INCIDENT_MEASURED: Telling(Subject.INCIDENT, (*_MONEY, "people", "standstill", "reason")),
    EventName.INCIDENT_LEARNED: Telling(Subject.INCIDENT),
    EventName.INCIDENT_TOLD: Telling(Subject.INCIDENT),
    EventName.INCIDENT_CLOSED: Telling(Subject.INCIDENT),
    EventName.ACCOUNT_REGISTERED: Telling(Subject.PLAYER),
    EventName.ACCOUNT_VERIFIED: Telling(Subject.PLAYER, ("verifier",)),
    EventName.ACCOUNT_NOT_VERIFIED: Telling(Subject.PLAYER, ("verifier", "outcome")),
    EventName.ACCOUNT_SUSPENDED: Telling(Subject.PLAYER, ("cause",)),
    EventName.ACCOUNT_REINSTATED: Telling(Subject.PLAYER),
    EventName.ACCOUNT_CLOSED: Telling(Subject.PLAYER, ("cause", *_MONEY)),
    EventName.ACCOUNT_REOPENED: Telling(Subject.PLAYER, _VERSION),
    EventName.ACCOUNT_CHANGED: Telling(Subject.PLAYER, ("fields",)),
    EventName.ACCOUNT_CONFIRMED: Telling(Subject.PLAYER),
    EventName.TERMS_ACCEPTED: Telling(Subject.PLAYER, _VERSION),
    EventName.SIGN_IN_SUCCEEDED: Telling(Subject.STAFF),
    EventName.SIGN_IN_LOCKED: Telling(Subject.PLAYER, ("until",)),
    EventName.DATA_VIEWED: Telling(Subject.PLAYER),
    EventName.NOTE_ADDED: Telling(Subject.PLAYER),
    EventName.NOTE_PINNED: Telling(Subject.PLAYER),
    EventName.NOTE_UNPINNED: Telling(Subject.PLAYER),
    EventName.DATA_FILE_ASKED: Telling(Subject.DATA_FILE),
    EventName.DATA_FILE_READY: Telling(Subject.DATA_FILE, ("until",)),
    EventName.DATA_FILE_TAKEN: Telling(Subject.DATA_FILE),
    EventName.CORRECTION_ASKED: Telling(Subject.CORRECTION, ("field", "due_at")),
    EventName.CORRECTION_ACCEPTED: Telling(Subject.CORRECTION, ("field", "fields")),
    EventName.CORRECTION_REJECTED: Telling(Subject.CORRECTION, ("field",)),
    EventName.LIMIT_SET: Telling(Subject.LIMIT, _LIMIT),
    EventName.LIMIT_ASKED: Telling(Subject.LIMIT, (*_LIMIT, "due_at")),
    EventName.LIMIT_RAISED: Telling(Subject.LIMIT, _LIMIT),
    EventName.LIMIT_CANCELLED: Telling(Subject.LIMIT, _LIMIT),
    EventName.LIMIT_LAPSED: Telling(Subject.LIMIT, _LIMIT),
    EventName.REMINDER_SET: Telling(Subject.PLAYER, ("minutes",)),
    EventName.EXCLUSION_BEGAN: Telling(Subject.EXCLUSION, ("kind", "source", "starts_at", "until")),
    EventName.EXCLUSION_ENDING: Telling(Subject.EXCLUSION, ("kind", "source", "until")),
    EventName.EXCLUSION_REVOKED: Telling(Subject.EXCLUSION, ("kind", "source")),
    EventName.BAR_ENTERED: Telling(Subject.BAR, ("cause",)),
    EventName.BAR_LIFTED: Telling(Subject.BAR, ("cause",)),
    EventName.NATIONAL_LIST_TAKEN: Telling(Subject.NATIONAL_LIST, ("entries", "removed", "complete")),
    EventName.NATIONAL_LIST_CHANGED: Telling(Subject.NATIONAL_LIST, ("withdrawn",)),
    EventName.SIGNAL_RAISED: Telling(Subject.SIGNAL, ("kind", "day")),
    EventName.SIGNAL_STEPPED: Telling(Subject.SIGNAL, ("kind", "step")),
    EventName.OBLIGATION_DONE: Telling(Subject.OBLIGATION, ("kind",)),
    EventName.DUTY_ASSIGNED: Telling(Subject.DUTY, ("before", "after")),
    EventName.DUTY_DONE: Telling(Subject.DUTY, ("evidence",)),
    EventName.DRILL_PROVEN: Telling(
        Subject.DUTY, ("backup", "until", "lacks", "transfers", "rounds", "days", "seconds")
    ),
    EventName.DRILL_FAILED: Telling(Subject.DUTY, ("backup", "fault")),
    EventName.BACKUP_MADE: Telling(Subject.BACKUP, ("backup", "full", "size", "seconds")),
    EventName.INSTRUMENT_ADDED: Telling(Subject.INSTRUMENT, ("kind",)),
    EventName.INSTRUMENT_BLOCKED: Telling(Subject.INSTRUMENT, ("kind", "until")),
    EventName.DEPOSIT_CREDITED: Telling(Subject.DEPOSIT, _MONEY),
    EventName.DEPOSIT_REJECTED: Telling(Subject.DEPOSIT, (*_MONEY, "cause")),
    EventName.DEPOSIT_EXPIRED: Telling(Subject.DEPOSIT, _MONEY),
    EventName.DEPOSIT_RETURNED: Telling(Subject.DEPOSIT, _MONEY),
    EventName.DEPOSIT_CHARGED_BACK: Telling(Subject.DEPOSIT, (*_MONEY, "taken")),
    EventName.WITHDRAWAL_ASKED: Telling(Subject.WITHDRAWAL, (*_MONEY, "two_persons")),
    EventName.WITHDRAWAL_APPROVED: Telling(Subject.WITHDRAWAL, (*_MONEY, "of_two")),
    EventName.WITHDRAWAL_REFUSED: Telling(Subject.WITHDRAWAL, _MONEY),
    EventName.WITHDRAWAL_CANCELLED: Telling(Subject.WITHDRAWAL, (*_MONEY, "cause")),
    EventName.WITHDRAWAL_SENT: Telling(Subject.WITHDRAWAL, _MONEY),
    EventName.WITHDRAWAL_PAID: Telling(Subject.WITHDRAWAL, _MONEY),
    EventName.WITHDRAWAL_RETURNED: Telling(Subject.WITHDRAWAL, _MONEY),
    EventName.ADJUSTMENT_PROPOSED: Telling(Subject.ADJUSTMENT, _MONEY),
    EventName.ADJUSTMENT_APPROVED: Telling(Subject.ADJUSTMENT, (*_MONEY, "proposed_by")),
    EventName.ADJUSTMENT_REJECTED: Telling(Subject.ADJUSTMENT, (*_MONEY, "proposed_by")),
    EventName.COMPLAINT_RECEIVED: Telling(Subject.COMPLAINT, ("category", "channel", "due_on")),
    EventName.COMPLAINT_ASSIGNED: Telling(Subject.COMPLAINT, ("before", "after")),
    EventName.COMPLAINT_WRITTEN: Telling(Subject.COMPLAINT),
    EventName.COMPLAINT_REPLIED: Telling(Subject.COMPLAINT),
    EventName.COMPLAINT_NOTED: Telling(Subject.COMPLAINT),
    EventName.COMPLAINT_AWARD_PROPOSED: Telling(Subject.COMPLAINT, ("outcome", *_MONEY)),
    EventName.COMPLAINT_AWARD_PAID: Telling(Subject.COMPLAINT, _MONEY),
    EventName.COMPLAINT_AWARD_REFUSED: Telling(Subject.COMPLAINT, _MONEY),
    EventName.COMPLAINT_DECIDED: Telling(Subject.COMPLAINT, ("outcome", *_MONEY)),
    EventName.COMPLAINT_REOPENED: Telling(Subject.COMPLAINT, ("due_on",)),
    EventName.COMPLAINT_CLOSED: Telling(Subject.COMPLAINT),
    EventName.COMPLAINT_REMINDED: Telling(Subject.COMPLAINT, ("stage", "due_on")),
    EventName.COMPLAINT_POSTED: Telling(Subject.COMPLAINT, ("day",)),
    EventName.COMPLAINT_ADR_NAMED: Telling(Subject.COMPLAINT),
    EventName.TEMPLATE_WRITTEN: Telling(Subject.TEMPLATE, ("version", "reason")),
    EventName.TEMPLATE_RETIRED: Telling(Subject.TEMPLATE, ("version", "reason")),
    EventName.STAFF_FOUNDED: Telling(Subject.STAFF, ("after",)),
    EventName.STAFF_SEALED: Telling(Subject.STAFF),
    EventName.STAFF_PROPOSED: Telling(Subject.STAFF, ("proposal", "step", "before", "after")),
    EventName.STAFF_REJECTED: Telling(Subject.STAFF, ("proposal", "step")),
    EventName.STAFF_INVITED: Telling(Subject.STAFF, ("proposal", "after")),
    EventName.STAFF_ROLES_CHANGED: Telling(Subject.STAFF, ("proposal", "before", "after")),
    EventName.STAFF_ENABLED: Telling(Subject.STAFF, ("proposal",)),
    EventName.STAFF_FACTOR_RESET: Telling(Subject.STAFF, ("proposal",)),
    EventName.STAFF_IDENTITY_SET: Telling(Subject.STAFF, ("proposal",)),
    EventName.STAFF_DISABLED: Telling(Subject.STAFF, ("left",)),
    EventName.REPORT_MADE: Telling(Subject.REPORT, ("revision", "sha256", "reconciles")),
    EventName.REPORT_ASKED: Telling(Subject.REPORT, ("report", "personal_data")),
    EventName.REPORT_TAKEN: Telling(Subject.REPORT, ("format", "rows", "sha256")),
    EventName.EXTRACT_PROPOSED: Telling(Subject.EXTRACT, (*_EXTRACT, "reason")),
    EventName.EXTRACT_APPROVED: Telling(Subject.EXTRACT, (*_EXTRACT, "proposed_by")),
    EventName.EXTRACT_REJECTED: Telling(Subject.EXTRACT, (*_EXTRACT, "reason", "proposed_by")),
    EventName.EXTRACT_WITHDRAWN: Telling(Subject.EXTRACT, _EXTRACT),
    EventName.ERASURE_PROPOSED: Telling(Subject.ERASURE, (*_ERASURE, "counted", "reason")),
    EventName.ERASURE_APPROVED: Telling(Subject.ERASURE, (*_ERASURE, "counted", "proposed_by")),
    EventName.ERASURE_REJECTED: Telling(Subject.ERASURE, (*_ERASURE, "reason", "proposed_by")),
    EventName.ERASURE_WITHDRAWN: Telling(Subject.ERASURE, _ERASURE),
    EventName.ERASURE_DONE: Telling(Subject.ERASURE, (*_ERASURE, "erased")),
    EventName.ARCHIVE_STORED: Telling(Subject.ARCHIVE, ("day", "revision", "sha256")),
    EventName.ARCHIVE_FAILED: Telling(Subject.ARCHIVE, ("day", "revision", "sha256")),
    EventName.SCHEDULE_MADE: Telling(Subject.SCHEDULE, ("report", "after", "reason")),
    EventName.SCHEDULE_CHANGED: Telling(Subject.SCHEDULE, ("report", "before", "after", "reason")),
    EventName.SCHEDULE_PAUSED: Telling(Subject.SCHEDULE, ("report", "reason")),
    EventName.SCHEDULE_RESUMED: Telling(Subject.SCHEDULE, ("report", "reason")),
    EventName.SCHEDULE_ENDED: Telling(Subject.SCHEDULE, ("report", "reason")),
    EventName.SCHEDULE_SENT: Telling(Subject.SCHEDULE, ("report", "day", "rows", "sha256", "told", "left_out")),
    EventName.SCHEDULE_RECEIVED: Telling(Subject.SCHEDULE, ("report", "day")),
    EventName.BOOKS_ASKED: Telling(Subject.BOOKS, ("work", "day")),
    EventName.BOOKS_PROVEN: Telling(Subject.BOOKS, ("agrees", "differences")),
    EventName.DAY_SEALED: Telling(Subject.DAY, ("revision", "sha256", "faults")),
    EventName.DAY_FAULTY_PROPOSED: Telling(Subject.DAY, ("faults", "reason")),
    EventName.DAY_FAULTY_APPROVED: Telling(Subject.DAY, ("faults", "proposed_by")),
    EventName.DAY_FAULTY_REJECTED: Telling(Subject.DAY, ("reason", "proposed_by")),
    EventName.FILES_CORRECTION_PROPOSED: Telling(Subject.FILES_CORRECTION, (*_CORRECTED, "files", "reason")),
    EventName.FILES_CORRECTION_APPROVED: Telling(
        Subject.FILES_CORRECTION, (*_CORRECTED, "files", "package", "sha256", "proposed_by")
    ),
    EventName.FILES_CORRECTION_REJECTED: Telling(Subject.FILES_CORRECTION, (*_CORRECTED, "reason", "proposed_by")),
    EventName.DAY_FILES_AWAITED: Telling(Subject.DAY_FILES, ("day", "due_at")),
    EventName.DAY_FILES_ASKED: Telling(Subject.DAY_FILES, ("first", "last", "due_at", "reason")),
    EventName.DAY_FILES_REBUILT: Telling(Subject.DAY_FILES, ("first", "last", "days")),
    EventName.SOFTWARE_CHECKED: Telling(Subject.SOFTWARE, ("version", "files", "agrees")),
    EventName.SOFTWARE_REVIEWED: Telling(Subject.SOFTWARE, ("version", "parts", "evidence")),
    EventName.WORK_TAKEN: Telling(Subject.WORK, ("before", "after")),
    EventName.WORK_ASSIGNED: Telling(Subject.WORK, ("before", "after")),
    EventName.WORK_GIVEN_BACK: Telling(Subject.WORK, ("before", "after")),
    EventName.WORK_PUT_OFF: Telling(Subject.WORK, ("until",)),
    EventName.WORK_BROUGHT_BACK: Telling(Subject.WORK),
    EventName.WORK_MENTIONED: Telling(Subject.WORK),
}
"""Every name with its facts."""


def subject_of(name: EventName) -> Subject:
    """What events of this name are about."""
    return CATALOGUE[name].subject
