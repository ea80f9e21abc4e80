"""What the regulator's files tell of people: registrations and changes, sign-ins, wishes to be excluded (PT-58, PT-31).

Everything as it stood at the moment that it is told of, so that a file made again a year later says the same. Instants
are aware UTC; a span is [since, until).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final

from django.db.models import QuerySet

from players.models import (
    DataChange,
    Device,
    Exclusion,
    IdentityCheck,
    Instrument,
    Kind,
    Obligation,
    Person,
    Registration,
)
from players.models.exclusions import ExclusionKind, ExclusionSource
from players.models.registration import Datum

UNTOLD: Final = (Datum.PASSWORD, Datum.SECOND_FACTOR, Datum.IDENTITY_REFUSED)
"""Changes that no file tells: they are none of what was registered."""
NO_SIGN_IN: Final = "none-"
"""How the session of a browser that is only known again begins: it has no sign-in."""
MOBILES: Final = ("iPhone", "iPad", "Android", "Mobile")
TELEVISIONS: Final = ("SmartTV", "SMART-TV", "Tizen", "Web0S", "AppleTV", "BRAVIA")
_FIELDS: Final = (
    "full_name",
    "nationality",
    "occupation",
    "address",
    "postal_code",
    "district",
    "document_kind",
    "document_number",
    "nif",
    "phone",
)
"""What stands in a registration and may change later; e-mail and date of birth are the person's own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RegistrationTold:
    """A registration, or a change of it, as it stood just after `at`."""

    person_key: str
    at: datetime
    email: str
    nickname: str
    full_name: str
    birth_date: date
    document_kind: int
    document_number: str
    nif: str
    nationality: str
    address: str
    postal_code: str
    phone: str
    instrument: str
    """The kind of the latest means of payment of that moment; empty for none."""
    answer: str
    answer_number: str
    """The identity register's last answer before the end of the span, and its number; empty before the first."""


@dataclass(frozen=True, slots=True)
class SignInTold:
    """The beginning or the end of a player's sign-in. `device`: C computer, B mobile browser, T television."""

    person_key: str
    sign_in: str
    at: datetime
    ends: bool
    device: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ExclusionTold:
    """A person's own wish of three months or more; `months` is None without end."""

    person_key: str
    at: datetime
    full_name: str
    document_kind: int
    document_number: str
    nationality: str
    occupation: str
    address: str
    postal_code: str
    district: str
    email: str
    months: int | None
    starts_at: datetime
    motive: str


def registrations_told(*, since: datetime, until: datetime) -> tuple[RegistrationTold, ...]:
    """Registrations received, changed, or whose e-mail was confirmed in the span, in the order of their moments."""
    moments: set[tuple[datetime, int]] = set(
        Registration.objects.filter(received_at__gte=since, received_at__lt=until).values_list(
            "received_at", "person_id"
        )
    )
    changed = DataChange.objects.filter(at__gte=since, at__lt=until).exclude(what__in=[each.value for each in UNTOLD])
    moments |= set(changed.values_list("at", "person_id"))
    confirmed = Person.objects.filter(email_confirmed_at__gte=since, email_confirmed_at__lt=until)
    moments |= {(at, pk) for at, pk in confirmed.values_list("email_confirmed_at", "pk") if at is not None}
    people = _People([person_id for _, person_id in moments], until)
    found = (people.at(person_id, at) for at, person_id in sorted(moments))
    return tuple(each for each in found if each is not None)


class _People:
    """The registrations of several people, with what is needed to say how each stood at a moment."""

    def __init__(self, ids: Iterable[int], until: datetime) -> None:
        wanted = set(ids)
        rows = Registration.objects.select_related("person").filter(person_id__in=wanted, person__kind=Kind.PLAYER)
        self.rows = {row.person_id: row for row in rows}
        self.changes: dict[int, list[DataChange]] = {}
        for change in DataChange.objects.filter(person_id__in=wanted).order_by("-at", "-pk"):
            self.changes.setdefault(change.person_id, []).append(change)
        answers = IdentityCheck.objects.filter(person_id__in=wanted, answered_at__lt=until).order_by(
            "answered_at", "pk"
        )
        self.answers = {check.person_id: check for check in answers}
        self.instruments: dict[int, list[Instrument]] = {}
        for each in Instrument.objects.filter(person_id__in=wanted).order_by("registered_at", "pk"):
            self.instruments.setdefault(each.person_id, []).append(each)

    def known_at(self, person_id: int, instant: datetime) -> dict[str, Any] | None:
        """What one of them had said of oneself just after a moment; None for who has no registration."""
        row = self.rows.get(person_id)
        if row is None or row.person.birth_date is None:
            return None
        known: dict[str, Any] = {name: getattr(row, name) for name in _FIELDS}
        known |= {"email": row.person.email, "birth_date": row.person.birth_date}
        for change in self.changes.get(person_id, ()):  # the newest first: each undone brings back what was before it
            name = change.what.replace("-", "_")
            if change.at > instant and name in known:
                known[name] = change.before
        return known | {
            "person_key": row.person.person_key,
            "birth_date": _date(known["birth_date"]),
            "document_kind": int(known["document_kind"]),
        }

    def at(self, person_id: int, instant: datetime) -> RegistrationTold | None:
        """One of them as they stood just after a moment; None for who has no registration."""
        known = self.known_at(person_id, instant)
        if known is None:
            return None
        answer = self.answers.get(person_id)
        had = [each for each in self.instruments.get(person_id, ()) if each.registered_at <= instant]
        return RegistrationTold(
            at=instant,
            nickname=self.rows[person_id].person.nickname,
            instrument=had[-1].kind if had else "",
            answer=answer.outcome if answer else "",
            answer_number=answer.answer_number if answer else "",
            **_of(RegistrationTold, known),
        )


def _of(record: type[RegistrationTold | ExclusionTold], known: Mapping[str, Any]) -> dict[str, Any]:
    """The known values that a record has fields for."""
    return {name: known[name] for name in record.__dataclass_fields__ if name in known}


def _date(value: date | str) -> date:
    return date.fromisoformat(value) if isinstance(value, str) else value


def sign_ins_told(*, since: datetime, until: datetime) -> tuple[SignInTold, ...]:
    """Players' sign-ins that began or ended in the span, in the order of their moments."""
    devices = Device.objects.filter(person__kind=Kind.PLAYER).exclude(session__startswith=NO_SIGN_IN)
    devices = devices.select_related("person")
    begun = devices.filter(signed_in_at__gte=since, signed_in_at__lt=until)
    ended = devices.filter(ended_at__gte=since, ended_at__lt=until)
    found = [_sign_in(row, row.signed_in_at, ends=False) for row in begun]
    found += [_sign_in(row, row.ended_at, ends=True) for row in ended if row.ended_at is not None]
    return tuple(sorted(found, key=lambda each: (each.at, each.ends, each.sign_in)))


def sign_ins_by_id(sign_ins: Iterable[str]) -> dict[str, tuple[datetime, datetime | None]]:
    """When each of these sign-ins began and ended; unknown ones are left out."""
    rows = Device.objects.filter(public_id__in=list(sign_ins)).values_list("public_id", "signed_in_at", "ended_at")
    return {str(public_id): (begun, ended) for public_id, begun, ended in rows}


def _sign_in(row: Device, at: datetime, *, ends: bool) -> SignInTold:
    return SignInTold(row.person.person_key, str(row.public_id), at, ends, device_letter(row.device))


def device_letter(agent: str) -> str:
    """The regulator's letter for what a browser calls itself (PT-68); the unknown is a computer.

    >>> [device_letter(text) for text in ("Mozilla/5.0 (iPhone)", "Mozilla/5.0 (X11; Linux)", "SmartTV", "")]
    ['B', 'C', 'T', 'C']
    """
    if any(mark in agent for mark in TELEVISIONS):
        return "T"
    return "B" if any(mark in agent for mark in MOBILES) else "C"


def exclusions_told(*, since: datetime, until: datetime) -> tuple[ExclusionTold, ...]:
    """Wishes of the people's own written in the span, but for short breaks, in the order of their writing (PT-31)."""
    wishes = list(_wishes(since, until).order_by("created_at", "pk"))
    people, months = _People([wish.person_id for wish in wishes], until), _months_of(wishes)
    found = ((wish, people.known_at(wish.person_id, wish.created_at)) for wish in wishes)
    return tuple(_exclusion(wish, known, months.get(wish.pk)) for wish, known in found if known is not None)


def exclusions_wished(*, since: datetime, until: datetime) -> int:
    """How many such wishes there are, those of people without a registration too, of whom nothing can be told."""
    return _wishes(since, until).count()


def _wishes(since: datetime, until: datetime) -> QuerySet[Exclusion]:
    own = Exclusion.objects.filter(source=ExclusionSource.SELF, created_at__gte=since, created_at__lt=until)
    return own.exclude(kind=ExclusionKind.SHORT)


def _months_of(wishes: Iterable[Exclusion]) -> Mapping[int, int | None]:
    """The months that each wish asked for: what the house owed word of; a later notice shortens the row itself."""
    subjects = {f"exclusion:{wish.pk}": wish.pk for wish in wishes}
    owed = Obligation.objects.filter(subject__in=subjects, kind="notify-exclusion").values_list("subject", "facts")
    return {subjects[subject]: facts.get("months") for subject, facts in owed}


def _exclusion(wish: Exclusion, known: Mapping[str, Any], months: int | None) -> ExclusionTold:
    return ExclusionTold(
        at=wish.created_at,
        months=months,
        starts_at=wish.starts_at,
        motive=wish.motive,
        **_of(ExclusionTold, known),
    )


def registered_before(instant: datetime) -> frozenset[str]:
    """The keys of all players whose registration was received before a moment."""
    found = Registration.objects.filter(received_at__lt=instant).values_list("person__public_id", flat=True)
    return frozenset(str(each) for each in found)


def names_at(person_keys: Iterable[str], instant: datetime) -> dict[str, tuple[str, str]]:
    """The e-mail that each of these players signed in with at a moment, and the name at the table."""
    people = {person.pk: person for person in Person.objects.filter(public_id__in=list(person_keys))}
    later = DataChange.objects.filter(person_id__in=people, what=Datum.EMAIL.value, at__gt=instant)
    emails = {person_id: person.email for person_id, person in people.items()}
    emails |= dict(later.order_by("-at", "-pk").values_list("person_id", "before"))
    return {person.person_key: (emails[pk], person.nickname) for pk, person in people.items()}


def exclusions_in_force(
    person_keys: Iterable[str], *, since: datetime, until: datetime
) -> tuple[tuple[str, datetime, datetime | None], ...]:
    """Which of these players were excluded at any moment of a span: key, beginning, and end if it has one."""
    rows = Exclusion.objects.filter(person_key__in=list(person_keys), starts_at__lt=until)
    spans = ((row.person_key, row.starts_at, row.until) for row in rows)
    return tuple(span for span in spans if span[2] is None or span[2] > since)
