"""Looking at a player's personal data: with a reason, and never without a trace (PT-01, GL-48)."""

from datetime import datetime
from enum import StrEnum

from django.db import transaction

from kernel.reasons import stated
from kernel.rejection import Rejected
from players.audit.queries.personal_data import SHOWN
from players.events.names import EventName
from players.events.telling import tell
from players.models import Kind, Person, Viewing
from players.roles import Action, may


class ViewingRejection(StrEnum):
    """Why nothing is shown, in the order of checking."""

    REASON_MISSING = "reason-missing"
    NOT_ALLOWED = "not-allowed"
    NO_SUCH_PERSON = "no-such-person"


class ViewingRejected(Rejected):
    """`reason` says why."""

    reason: ViewingRejection


def view_personal_data(*, person_id: int, by: int, reason: str, now: datetime) -> datetime:
    """Note who views the player's registration data and why; return until when that person is shown them (`shown_to`).

    Raises `ViewingRejected`.
    """
    said = stated(reason, ViewingRejected(ViewingRejection.REASON_MISSING))
    with transaction.atomic():
        if not may(Person.objects.filter(pk=by).first(), Action.SEE_PERSONAL_DATA):
            raise ViewingRejected(ViewingRejection.NOT_ALLOWED)
        person = Person.objects.filter(pk=person_id, kind=Kind.PLAYER).first()
        if person is None:
            raise ViewingRejected(ViewingRejection.NO_SUCH_PERSON)
        Viewing.objects.create(person=person, by_id=by, at=now, reason=said)
        tell(EventName.DATA_VIEWED, by=by, now=now, key=person.person_key, person_id=person_id, why=said)
    return now + SHOWN
