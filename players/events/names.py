"""The names of the house's events, each with what it is about and the facts that it tells. Names never change.

One catalogue for the whole house, here where the lowest app that tells stands: a name is a word for readers, and knows
nothing of tables or reports. Every event of a name has exactly its facts; one that does not apply is None. Amounts are
whole cents beside their `currency`, moments ISO 8601 in UTC, people their number in the house. No fact is free text
about a player, a name, an address or a document: what people wrote stands in the rows and in the audit trail.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Subject(StrEnum):
    """What an event is about; in brackets by which key it is named."""

    TABLE = "table"
    """Its code."""
    RULES = "rules"
    """A version of a table's rules: `macau-1/v12`."""
    ROUND = "round"
    """Its code."""
    PLAY = "play"
    """A switch: `all`, `proof`, the code of a game, or `table-7`."""
    INCIDENT = "incident"
    """`I-7`."""
    PLAYER = "player"
    """The player's public key."""
    LIMIT = "limit"
    """Kind and period: `deposit-week`."""
    EXCLUSION = "exclusion"
    """`E-7`."""
    BAR = "bar"
    """An entry of the register of those who may not play: `B-7`."""
    NATIONAL_LIST = "national-list"
    """A reference of the list, or nothing for the whole."""
    SIGNAL = "signal"
    """`S-7`."""
    OBLIGATION = "obligation"
    """`O-7`."""
    INSTRUMENT = "instrument"
    """`M-7`."""
    DEPOSIT = "deposit"
    """Its key."""
    WITHDRAWAL = "withdrawal"
    """Its key."""
    ADJUSTMENT = "adjustment"
    """`A-7`."""
    COMPLAINT = "complaint"
    """Its number: `R-2026-00002`."""
    CORRECTION = "correction"
    """A request to correct data: `C-7`."""
    DATA_FILE = "data-file"
    """The key of a file of everything that is held about a player."""
    STAFF = "staff"
    """The member's public key; of one to be taken on nothing yet."""
    REPORT = "report"
    """A day for daily reports, else the report's name in the catalogue."""
    BOOKS = "books"
    """The number of a proof."""


class EventName(StrEnum):
    """What happened."""

    TABLE_CREATED = "table.created"
    TABLE_OPENED = "table.opened"
    TABLE_PAUSED = "table.paused"
    TABLE_RESUMED = "table.resumed"
    TABLE_CLOSING = "table.closing"
    """It finishes its round and closes then."""
    TABLE_CLOSED = "table.closed"
    TABLE_STOPPED = "table.stopped"
    """The house itself paused it."""
    TABLE_RISK_SET = "table.risk-set"
    TABLE_HOURS_SET = "table.hours-set"
    RULES_DRAFTED = "rules.drafted"
    RULES_REVISED = "rules.revised"
    RULES_SUBMITTED = "rules.submitted"
    RULES_APPROVED = "rules.approved"
    RULES_REJECTED = "rules.rejected"
    RULES_WITHDRAWN = "rules.withdrawn"
    """An author took them back before they were decided."""
    RULES_REVOKED = "rules.revoked"
    """Approved ones were taken back before their first round."""
    RULES_IN_FORCE = "rules.in-force"
    ROUND_VOID_PROPOSED = "round.void-proposed"
    ROUND_VOID_REJECTED = "round.void-rejected"
    ROUND_VOIDED = "round.voided"
    PLAY_STOPPED = "play.stopped"
    PLAY_EXPLAINED = "play.explained"
    """Who stopped it with one press gave the reason."""
    PLAY_LIFTED = "play.lifted"
    PLAY_REOPENING_PROPOSED = "play.reopening-proposed"
    PLAY_REOPENING_REJECTED = "play.reopening-rejected"
    INCIDENT_OPENED = "incident.opened"
    INCIDENT_NOTED = "incident.noted"
    INCIDENT_TOLD = "incident.told"
    """The regulator was told."""
    INCIDENT_CLOSED = "incident.closed"
    ACCOUNT_REGISTERED = "account.registered"
    ACCOUNT_VERIFIED = "account.verified"
    ACCOUNT_NOT_VERIFIED = "account.not-verified"
    ACCOUNT_SUSPENDED = "account.suspended"
    ACCOUNT_REINSTATED = "account.reinstated"
    ACCOUNT_CLOSED = "account.closed"
    ACCOUNT_REOPENED = "account.reopened"
    ACCOUNT_CHANGED = "account.changed"
    """Registered data, the e-mail, the password, a second factor."""
    ACCOUNT_CONFIRMED = "account.confirmed"
    """E-mails to its address arrive."""
    TERMS_ACCEPTED = "terms.accepted"
    SIGN_IN_SUCCEEDED = "sign-in.succeeded"
    """Of staff; players' attempts are numbered rows of their own."""
    SIGN_IN_LOCKED = "sign-in.locked"
    DATA_VIEWED = "data.viewed"
    DATA_FILE_ASKED = "data-file.asked"
    DATA_FILE_READY = "data-file.ready"
    DATA_FILE_TAKEN = "data-file.taken"
    CORRECTION_ASKED = "correction.asked"
    CORRECTION_ACCEPTED = "correction.accepted"
    CORRECTION_REJECTED = "correction.rejected"
    LIMIT_SET = "limit.set"
    LIMIT_ASKED = "limit.asked"
    """A higher one, which waits."""
    LIMIT_RAISED = "limit.raised"
    LIMIT_CANCELLED = "limit.cancelled"
    LIMIT_LAPSED = "limit.lapsed"
    REMINDER_SET = "reminder.set"
    """After how many minutes of play the person is told of time and money."""
    EXCLUSION_BEGAN = "exclusion.began"
    EXCLUSION_ENDING = "exclusion.ending"
    """Notice was given: it ends at a known moment. The end itself is no act, and no event."""
    EXCLUSION_REVOKED = "exclusion.revoked"
    BAR_ENTERED = "bar.entered"
    BAR_LIFTED = "bar.lifted"
    NATIONAL_LIST_TAKEN = "national-list.taken"
    NATIONAL_LIST_CHANGED = "national-list.changed"
    """One entry was pushed or withdrawn."""
    SIGNAL_RAISED = "signal.raised"
    SIGNAL_STEPPED = "signal.stepped"
    OBLIGATION_DONE = "obligation.done"
    INSTRUMENT_ADDED = "instrument.added"
    INSTRUMENT_BLOCKED = "instrument.blocked"
    DEPOSIT_CREDITED = "deposit.credited"
    DEPOSIT_REJECTED = "deposit.rejected"
    DEPOSIT_EXPIRED = "deposit.expired"
    DEPOSIT_RETURNED = "deposit.returned"
    """Money that came and was not credited went back."""
    DEPOSIT_CHARGED_BACK = "deposit.charged-back"
    WITHDRAWAL_ASKED = "withdrawal.asked"
    WITHDRAWAL_APPROVED = "withdrawal.approved"
    WITHDRAWAL_REFUSED = "withdrawal.refused"
    WITHDRAWAL_CANCELLED = "withdrawal.cancelled"
    WITHDRAWAL_SENT = "withdrawal.sent"
    WITHDRAWAL_PAID = "withdrawal.paid"
    WITHDRAWAL_RETURNED = "withdrawal.returned"
    """The bank could not pay it: the money is in the balance again."""
    ADJUSTMENT_PROPOSED = "adjustment.proposed"
    ADJUSTMENT_APPROVED = "adjustment.approved"
    ADJUSTMENT_REJECTED = "adjustment.rejected"
    COMPLAINT_RECEIVED = "complaint.received"
    COMPLAINT_ASSIGNED = "complaint.assigned"
    COMPLAINT_WRITTEN = "complaint.written"
    """The house wrote to who complained."""
    COMPLAINT_REPLIED = "complaint.replied"
    """Who complained wrote."""
    COMPLAINT_NOTED = "complaint.noted"
    COMPLAINT_AWARD_PROPOSED = "complaint.award-proposed"
    COMPLAINT_AWARD_PAID = "complaint.award-paid"
    COMPLAINT_AWARD_REFUSED = "complaint.award-refused"
    COMPLAINT_DECIDED = "complaint.decided"
    COMPLAINT_REOPENED = "complaint.reopened"
    COMPLAINT_CLOSED = "complaint.closed"
    COMPLAINT_REMINDED = "complaint.reminded"
    COMPLAINT_POSTED = "complaint.posted"
    COMPLAINT_ADR_NAMED = "complaint.adr-named"
    STAFF_FOUNDED = "staff.founded"
    """One of the first of a new house."""
    STAFF_SEALED = "staff.sealed"
    """From now on two members take on every other one."""
    STAFF_PROPOSED = "staff.proposed"
    STAFF_REJECTED = "staff.rejected"
    STAFF_INVITED = "staff.invited"
    STAFF_ROLES_CHANGED = "staff.roles-changed"
    STAFF_ENABLED = "staff.enabled"
    STAFF_FACTOR_RESET = "staff.factor-reset"
    STAFF_IDENTITY_SET = "staff.identity-set"
    STAFF_DISABLED = "staff.disabled"
    REPORT_MADE = "report.made"
    """A day's report, or its next revision."""
    REPORT_ASKED = "report.asked"
    REPORT_TAKEN = "report.taken"
    """A file left the house."""
    BOOKS_ASKED = "books.asked"
    """A long work on the books."""
    BOOKS_PROVEN = "books.proven"


@dataclass(frozen=True, slots=True)
class Telling:
    """What an event of one name is about, and its facts by name."""

    subject: Subject
    facts: tuple[str, ...] = ()


_LIMIT: Final = ("kind", "period", "source", "before", "after", "currency")
_MONEY: Final = ("amount", "currency")
_VERSION: Final = ("version",)

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
    EventName.INCIDENT_OPENED: Telling(Subject.INCIDENT, ("kind",)),
    EventName.INCIDENT_NOTED: Telling(Subject.INCIDENT),
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
    EventName.BOOKS_ASKED: Telling(Subject.BOOKS, ("work", "day")),
    EventName.BOOKS_PROVEN: Telling(Subject.BOOKS, ("agrees", "differences")),
}
"""Every name with its facts."""


def subject_of(name: EventName) -> Subject:
    """What events of this name are about."""
    return CATALOGUE[name].subject
