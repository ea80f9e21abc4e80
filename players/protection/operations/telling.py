"""The events of exclusions and limits, each with what holds by it."""

from datetime import datetime
from typing import Any

from kernel.money import Currency
from players.events.names import EventName
from players.events.telling import tell
from players.models import Exclusion, Limit, LimitKind


def tell_exclusion(name: EventName, exclusion: Exclusion, *, by: int | None, now: datetime, **facts: Any) -> None:
    """Tell what became of an exclusion."""
    what: dict[str, Any] = {"kind": str(exclusion.kind), "source": str(exclusion.source)}
    tell(name, by=by, now=now, key=f"E-{exclusion.pk}", person_id=exclusion.person_id, **what, **facts)


def tell_limit(
    name: EventName, limit: Limit, *, before: int | None, by: int | None, now: datetime, **facts: Any
) -> None:
    """Tell what became of a limit: `before` is what held until now, None where nothing did."""
    what: dict[str, Any] = {
        "kind": str(limit.kind),
        "period": str(limit.period),
        "source": str(limit.source),
        "before": before,
        "after": limit.most,
        "currency": None if limit.kind == LimitKind.SESSION else Currency.EUR.value,
    }
    tell(name, by=by, now=now, key=f"{limit.kind}-{limit.period}", person_id=limit.person_id, **what, **facts)
