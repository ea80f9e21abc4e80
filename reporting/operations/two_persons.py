"""The steps that every proposal to a second person has alike, whatever it is about.

The family's own exception is raised, with the reason of its own enum: the codes are the same in each.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Generic, TypeVar

from kernel.reasons import stated
from kernel.rejection import Rejected
from players.accounts.operations.settled import not_yet
from reporting.models import FaultySeal, LineOpening, ProposalState, Reopening, SafeCorrection

Row = TypeVar("Row", FaultySeal, LineOpening, Reopening, SafeCorrection)


@dataclass(frozen=True, slots=True)
class Proposals(Generic[Row]):
    """A family of proposals: its rows, its rejection, and the reasons of that."""

    rows: type[Row]
    rejected: type[Rejected]
    reasons: type[StrEnum]

    def read_reason(self, text: str) -> str:
        """The reason as it is kept. Raises `no-reason` for one that is too short, too long or no text."""
        return stated(text, self._rejection("no-reason"))

    def lock(self, proposal_id: int, **of: Any) -> Row:
        """The proposal's row, held until the transaction ends. Raises `no-such-proposal`."""
        row = self.rows.objects.select_for_update(of=("self",)).filter(pk=proposal_id, **of).first()
        if row is None:
            raise self._rejection("no-such-proposal")
        return row

    def read(self, proposal_id: int, **of: Any) -> Row:
        """The proposal's row as it stands now, not held. Raises `no-such-proposal`."""
        row = self.rows.objects.filter(pk=proposal_id, **of).first()
        if row is None:
            raise self._rejection("no-such-proposal")
        return row

    def is_approved_by(self, row: Row, by: int) -> bool:
        """Whether this person approved it already: the answer is the same. Raises `already-decided` otherwise."""
        if row.state == ProposalState.APPROVED and row.decided_by_id == by:
            return True
        self._require_open(row)
        return False

    def require_second(self, row: Row, *, by: int, now: datetime) -> None:
        """Raises `own-proposal`, or what keeps the person from deciding yet, with from when on it does not."""
        if row.proposed_by_id == by:
            raise self._rejection("own-proposal")
        if (late := not_yet(by=by, others=[row.proposed_by_id], now=now)) is not None:
            raise self._rejection(late.why.value, until=late.until)

    def approve(self, row: Row, *, by: int, now: datetime) -> None:
        """Note that the second person agrees."""
        row.state, row.decided_by_id, row.decided_at = ProposalState.APPROVED, by, now
        row.save(update_fields=["state", "decided_by", "decided_at"])

    def reject(self, row: Row, *, reason: str, by: int, now: datetime) -> None:
        """Note that a person turned it down, or took back their own. Raises `already-decided`."""
        self._require_open(row)
        row.state, row.decided_by_id, row.decided_at, row.rejection = ProposalState.REJECTED, by, now, reason
        row.save(update_fields=["state", "decided_by", "decided_at", "rejection"])

    def _require_open(self, row: Row) -> None:
        if row.state != ProposalState.PROPOSED:
            raise self._rejection("already-decided")

    def _rejection(self, code: str, *, until: datetime | None = None) -> Rejected:
        return self.rejected(self.reasons(code), until=until)
