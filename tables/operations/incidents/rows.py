"""Incidents' rows: why an act is refused, what it answers, and the row that is held while it acts."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Final

from kernel.rejection import Rejected
from kernel.typed import cleaned
from players.events.names import EventName
from players.events.telling import tell
from tables.models import Incident

TEXT: Final = (3, 2_000)
WORD: Final = (3, 12_000)
"""What the regulator is told: it quotes what was noticed, what was done at once, cause and remedy."""


class IncidentRejection(StrEnum):
    """Why an incident stays as it is, in the order of checking."""

    TEXT_INVALID = "text-invalid"
    NO_SUCH_INCIDENT = "no-such-incident"
    KEY_REUSED = "key-reused"
    ALREADY_TOLD = "already-told"
    CLOSED = "closed"
    SEVERITY_UNKNOWN = "severity-unknown"
    NOT_A_HANDLER = "not-a-handler"
    """The owner handles no incidents."""
    EXTENT_INVALID = "extent-invalid"
    """Nothing is stated, or less than nothing."""
    NOTHING_CHANGES = "nothing-changes"
    NOTHING_WRITTEN = "nothing-written"
    """Neither a cause nor a remedy was sent, or one that stands would be left blank."""
    END_PROPOSED = "end-proposed"
    """Its end is proposed: what it says stays until that is decided."""
    STALE = "stale"
    """A colleague changed it after it was read."""
    NO_CAUSE = "no-cause"
    """It is closed once its cause and its remedy are written."""
    NO_LESSONS = "no-lessons"
    """And once its after-action note is."""
    NOT_TOLD = "not-told"
    """And, where its severity asks for it, once the regulator was told (GL-40)."""
    NOT_PROPOSED = "not-proposed"
    OWN_PROPOSAL = "own-proposal"
    TOO_RECENT = "too-recent"
    SAME_HANDS = "same-hands"
    """Of the last two `players.accounts.operations.settled` tells."""


class IncidentRejected(Rejected):
    """`reason` says why; `until` is from when on the same person may agree."""

    reason: IncidentRejection


@dataclass(frozen=True, slots=True, kw_only=True)
class IncidentActed:
    """An incident after the act."""

    incident_id: int
    kind: str
    closed: bool
    proposed: bool = False
    """Whether its end waits for a second person."""
    repeat: bool = False


def locked(incident_id: int) -> Incident:
    """The row, held until the transaction ends."""
    incident = Incident.objects.select_for_update(no_key=True).filter(pk=incident_id).first()
    if incident is None:
        raise IncidentRejected(IncidentRejection.NO_SUCH_INCIDENT)
    return incident


def open_one(incident_id: int) -> Incident:
    """The row of an incident that is open, held."""
    incident = locked(incident_id)
    if incident.closed_at is not None:
        raise IncidentRejected(IncidentRejection.CLOSED)
    return incident


def require_read(incident: Incident, seen: int | None) -> None:
    """Refuse what was asked of another revision than `seen`; None: of any."""
    if seen is not None and seen != incident.revision:
        raise IncidentRejected(IncidentRejection.STALE)


def unproposed(incident_id: int, seen: int | None = None) -> Incident:
    """The row of an incident that is open and whose end is not proposed, held: what it says may change."""
    incident = open_one(incident_id)
    if incident.proposed_at is not None:
        raise IncidentRejected(IncidentRejection.END_PROPOSED)
    require_read(incident, seen)
    return incident


def tell_of(name: EventName, incident: Incident, *, by: int | None, now: datetime, **facts: Any) -> None:
    """Tell the house's event; what was found out stands on the incident's own page."""
    played = incident.table_id is not None and incident.subject
    tell(
        name,
        by=by,
        now=now,
        key=f"I-{incident.pk}",
        table_id=incident.table_id,
        round_code=incident.subject if played else "",
        **facts,
    )


def change(incident: Incident, **fields: Any) -> None:
    """Write these fields: it is another revision from here on."""
    for name, value in fields.items():
        setattr(incident, name, value)
    incident.revision += 1
    incident.save(update_fields=[*fields, "revision"])


def said_of(text: str, length: tuple[int, int] = TEXT) -> str:
    """What was written, without what is not typed. Raises `IncidentRejected` if it says nothing, or too much."""
    said = cleaned(text)
    if not length[0] <= len(said) <= length[1] or "\0" in text:
        raise IncidentRejected(IncidentRejection.TEXT_INVALID)
    return said


def acted_on(incident: Incident, *, repeat: bool = False) -> IncidentActed:
    """The answer of an act."""
    return IncidentActed(
        incident_id=incident.pk,
        kind=incident.kind,
        closed=incident.closed_at is not None,
        proposed=incident.closed_at is None and incident.proposed_at is not None,
        repeat=repeat,
    )
