"""The records in which complaints are read."""

from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any, Final, Self
from uuid import UUID

from kernel.masking import masked
from players.models import (
    Category,
    Channel,
    ComplaintOutcome,
    ComplaintState,
    Outsider,
    Relation,
    Side,
    SubjectKind,
    What,
)
from players.models.complaints import case_number

SOON: Final = 2
"""Working days before the last from which a case is shown as nearly late."""


@dataclass(frozen=True, slots=True)
class OutsiderCard:
    """A person without an account who complained. `document` is masked but for its last signs."""

    relation: Relation
    name: str
    email: str
    postal: str
    document: str
    language: str

    @classmethod
    def of(cls, row: Outsider) -> "OutsiderCard":
        """The card of a row."""
        document = masked(row.document, ends=3)
        return cls(Relation(row.relation), row.name, row.email, row.postal, document, row.language)


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseMark:
    """What makes cases alike, and how each ended: for a look at many of them."""

    id: int
    number: str
    person_id: int | None
    category: Category
    subject_kind: SubjectKind
    subject: str
    state: ComplaintState
    outcome: ComplaintOutcome | None

    @classmethod
    def of(cls, row: tuple[Any, ...]) -> Self:
        """From its columns, in this order but for year and serial instead of the number."""
        number, year, serial, person_id, category, subject_kind, subject, state, outcome = row
        return cls(
            id=number,
            number=case_number(year, serial),
            person_id=person_id,
            category=Category(category),
            subject_kind=SubjectKind(subject_kind),
            subject=subject,
            state=ComplaintState(state),
            outcome=ComplaintOutcome(outcome) if outcome else None,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseCard:
    """A case in one line. `days_left` counts working days; below 0 it is late; None when nothing is due."""

    id: int
    number: str
    person_id: int | None
    """None: of a person without an account, who is the `outsider` then; name and e-mail are theirs. A player's e-mail
    is masked: whole it stands with the personal data, for a reason.
    """
    outsider: OutsiderCard | None
    person_key: str
    nickname: str
    email: str
    category: Category
    subject_kind: SubjectKind
    subject: str
    channel: Channel
    sheet: str
    """The number of its sheet in the Complaints Book; else empty."""
    occurred_at: datetime
    received_at: datetime
    acknowledged_at: datetime
    state: ComplaintState
    turn: int
    due_on: date
    days_left: int | None
    handler_id: int | None
    handler: str
    """Who took it in hand, and decides."""
    carer: str
    """Who looks after it, as the inbox has it; empty: no one."""
    outcome: ComplaintOutcome | None
    answered_at: datetime | None
    reopened_at: datetime | None
    closed_at: datetime | None
    award_waits: bool
    revision: int

    @property
    def is_dated(self) -> bool:
        """Whether its author said when it happened; else it is known only that it came later."""
        return self.occurred_at != self.received_at

    @property
    def goes_by_post(self) -> bool:
        """Whether only post reaches who complained."""
        return self.outsider is not None and not self.outsider.email

    @property
    def is_open(self) -> bool:
        """Whether the player still waits for the answer."""
        return self.state in {ComplaintState.RECEIVED, ComplaintState.IN_HAND}

    @property
    def is_late(self) -> bool:
        """Whether the last day for the answer is over."""
        return self.days_left is not None and self.days_left < 0

    @property
    def is_due_soon(self) -> bool:
        """Whether the last day is near."""
        return self.days_left is not None and 0 <= self.days_left <= SOON


@dataclass(frozen=True, slots=True)
class FileCard:
    """A file with a message, without its bytes."""

    code: UUID
    name: str
    content_type: str
    size: int


@dataclass(frozen=True, slots=True)
class FileLine:
    """A file of a case, without its bytes."""

    code: UUID
    name: str
    number: str
    """Of its case."""
    at: datetime
    sha256: str


@dataclass(frozen=True, slots=True)
class FileContent:
    """A file with its bytes."""

    name: str
    content_type: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Use:
    """The version of a kept text that an answer or a message came from."""

    template_id: int
    version: int
    title: str

    @property
    def name(self) -> str:
        """As the version is named: `T-7/v2`."""
        return f"T-{self.template_id}/v{self.version}"


@dataclass(frozen=True, slots=True)
class MessageCard:
    """Something said in a case."""

    side: Side
    by: str
    text: str
    at: datetime
    files: tuple[FileCard, ...]
    replies: tuple[Use, ...] = ()
    """The kept texts that the house's words came from; told to staff alone."""


@dataclass(frozen=True, slots=True)
class DecisionCard:
    """A decision, standing (`decided_at`), waiting for a second person, or refused by that person."""

    turn: int
    outcome: ComplaintOutcome
    reasons: str
    award: int
    adjustment: int | None
    by_id: int
    by: str
    at: datetime
    decided_at: datetime | None
    approved_by: str
    refused_by: str
    refused_at: datetime | None
    rejection: str
    replies: tuple[Use, ...] = ()
    """The kept texts that the reasons came from; told to staff alone."""

    @property
    def waits(self) -> bool:
        """Whether a second person has still to agree."""
        return self.decided_at is None and self.refused_at is None


@dataclass(frozen=True, slots=True)
class EventCard:
    """Something that happened to a case; `by` is empty for the house itself."""

    what: What
    at: datetime
    by: str
    turn: int
    facts: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseFilter:
    """The cases that are asked for; a None filters nothing."""

    states: frozenset[ComplaintState] | None = None
    category: Category | None = None
    subject_kind: SubjectKind | None = None
    outcome: ComplaintOutcome | None = None
    handler_id: int | None = None
    """Who took them in hand, or looks after them."""
    unassigned: bool = False
    """No one looks after them."""
    late: bool = False
    award_waits: bool = False
    text: str = ""
    """Part of a number, of a sheet's in the Complaints Book, a nickname, a round's code, or of what was said."""
    sheet: str | None = None
    """The number of the sheet in the Complaints Book."""
    round_code: str | None = None
    """The round that they hang on."""
    table_codes: tuple[str, ...] = ()
    """They hang on rounds of one of these tables: a round's code begins with its table's."""
    since: date | None = None
    until: date | None = None
    """Received from the first of these days to the last, both included, in Lisbon."""
