"""How long the outside has been silent, and what that stops (PT-02, PT-29, PT-30)."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db.models import F, Q
from django.db.models.functions import Coalesce

from kernel.kept_queries import KeptQuery
from kernel.questions import NOW, whether_any
from players.models import Adapter, AdapterState

__all__ = ["ANY_SILENCE", "LIST_STOPS_AFTER", "Adapter", "Silence", "list_is_stale", "silences"]

PATIENCE: Final = {
    Adapter.NATIONAL_LIST: timedelta(minutes=15),
    Adapter.VERIFIER: timedelta(minutes=30),
    Adapter.REGULATOR_DESK: timedelta(hours=1),
}
"""From how much silence on staff are told."""
LIST_STOPS_AFTER: Final = timedelta(hours=24)
"""From how much silence of the national list on registrations are refused: the list could name the person."""
ASKED_EVERY: Final = frozenset({Adapter.NATIONAL_LIST})
"""Asked again and again, so that no answer is silence even where nothing was seen to fail. The others are asked only
when there is something to ask.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Silence:
    """An adapter that has been silent for longer than `PATIENCE`."""

    adapter: Adapter
    since: datetime
    """The first failure since its last answer; where nothing failed, the last answer."""
    last_good_at: datetime | None
    fault: str
    stops_at: datetime | None
    """From when on it stops something; None: it stops only the requests that wait for its answer."""


def silences(*, now: datetime) -> tuple[Silence, ...]:
    """Return the silent adapters, longest first."""
    found = [silence for state in _STATES() if (silence := _silence(state, now)) is not None]
    return tuple(sorted(found, key=lambda silence: silence.since))


_STATES: Final = KeptQuery(lambda: AdapterState.objects.all())
_HEARD: Final = Coalesce(F("last_good_at"), F("first_asked_at"))
ANY_SILENCE: Final = whether_any(
    AdapterState.objects.annotate(heard=_HEARD).filter(
        Q(failing_since__isnull=False) | Q(name__in=ASKED_EVERY, heard__lt=NOW - min(PATIENCE.values()))
    )
)
"""Whether `silences` may have any."""


def list_is_stale(*, now: datetime) -> bool:
    """Whether the national list has been silent for so long that registrations are refused (PT-08, PT-30).

    A site that never asked for a list has none to wait for.
    """
    state = AdapterState.objects.filter(name=Adapter.NATIONAL_LIST).first()
    return state is not None and now - (state.last_good_at or state.first_asked_at) > LIST_STOPS_AFTER


def _silence(state: AdapterState, now: datetime) -> Silence | None:
    adapter = Adapter(state.name)
    heard = state.last_good_at or state.first_asked_at
    since = state.failing_since or (heard if adapter in ASKED_EVERY else None)
    if since is None or now - since <= PATIENCE[adapter]:
        return None
    stops_at = heard + LIST_STOPS_AFTER if adapter is Adapter.NATIONAL_LIST else None
    return Silence(adapter=adapter, since=since, last_good_at=state.last_good_at, fault=state.fault, stops_at=stops_at)
