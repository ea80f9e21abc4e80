"""The consequences of every exclusion: an e-mail to the player and a notice to the regulator."""

from datetime import datetime
from typing import Any, Final
from uuid import UUID, uuid5

from players.accounts.operations.obligations import owe
from players.messages.operations.emails import write_email
from players.models import Exclusion, ExclusionSource, ObligationKind

EMAILS: Final = UUID("5b9a3e0e-6f3d-4a35-8f1e-2d1f4d7f6b52")


def owe_for(exclusion: Exclusion, *, months: int | None, now: datetime) -> None:
    """PT-29: owe the regulator word of it; the national list knows its own."""
    facts = {**facts_of(exclusion), "months": months}
    subject = f"exclusion:{exclusion.pk}"
    if exclusion.source != ExclusionSource.NATIONAL:
        owe(kind=ObligationKind.NOTIFY_EXCLUSION, person_id=exclusion.person_id, subject=subject, facts=facts, now=now)


def owe_end(exclusion: Exclusion, ends_at: datetime, *, now: datetime) -> None:
    """Owe the regulator word that an exclusion ends early, and when (PT-29)."""
    facts = {**facts_of(exclusion), "ends_at": ends_at.isoformat()}
    owe(
        kind=ObligationKind.NOTIFY_REVOCATION,
        person_id=exclusion.person_id,
        subject=f"exclusion:{exclusion.pk}",
        facts=facts,
        now=now,
    )


def facts_of(exclusion: Exclusion) -> dict[str, Any]:
    """The facts of an exclusion for e-mails and notices."""
    until = exclusion.until
    return {
        "kind": exclusion.kind,
        "source": exclusion.source,
        "starts_at": exclusion.starts_at.isoformat(),
        **({"ends_at": until.isoformat()} if until else {}),
    }


def tell(exclusion: Exclusion, email: str, now: datetime) -> None:
    """PT-27: the player is told at once, with the bodies that help; of what the house ordered also why."""
    key = uuid5(EMAILS, str(exclusion.pk))
    facts = facts_of(exclusion)
    if exclusion.source == ExclusionSource.OPERATOR:
        facts["reason"] = exclusion.reason
    write_email(person_id=exclusion.person_id, kind=email, facts=facts, idempotency_key=key, now=now)
