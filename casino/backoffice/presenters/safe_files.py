"""The regulator's files: the house's settings of what the regulation leaves open, and the days that wait."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Final

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext

from casino.adapters.packer import packer
from casino.adapters.safe import has_safe
from casino.backoffice.presenters.dues import Due
from casino.web.addresses import address
from kernel.calendar import LISBON, lisbon_date
from players.inbox.queries import Subject, Thing
from reporting.queries import files_again, safe_corrections, safe_files
from reporting.six_files.profile import OPEN, Profile

RENEWED_BEFORE: Final = timedelta(days=60)
"""How long before its end a certificate stands on the board."""
WARNED_BEFORE: Final = timedelta(days=30)
"""How long before its end its row is marked as soon."""
PRESSED_BEFORE: Final = timedelta(days=7)
"""How long before its end the row says that it is the last week."""


@dataclass(frozen=True, slots=True)
class SettingRow:
    """A setting, the house's value in one line, and what it decides."""

    name: str
    value: str
    about: "str | Promise"


def settings_of(profile: Profile) -> tuple[SettingRow, ...]:
    """A row for each setting that the regulation leaves open."""
    return tuple(SettingRow(name, _value(getattr(profile, name)), about) for name, about in OPEN.items())


def _value(value: object) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{name} = {each}" for name, each in value.items())
    return str(value)


def days(now: datetime) -> Iterator[Due]:
    """The days whose files, or last correction, are not in the regulator's safe two hours before they are due; before
    that, and of the day that runs, that the house brings them by itself.

    From the alarm on, an hour later, the day is a thing of the inbox too.
    """
    if not has_safe():
        return
    found = safe_files.open_days(vault=settings.OPERATOR_PROFILE.files.vault, now=now)
    yield from (_coming(each.day) for each in found if now < each.stands_from)
    yield _coming(lisbon_date(now))
    waiting = [each for each in found if now >= each.stands_from]
    alarms = safe_files.alarms_given(waiting) if waiting else frozenset()
    for each in waiting:
        midnight = datetime.combine(each.day + timedelta(days=1), time.min, tzinfo=LISBON)
        yield Due(
            what=gettext("Bring the correction of the day’s files into the regulator’s safe")
            if each.correction
            else gettext("Bring the day’s files into the regulator’s safe"),
            subject=f"{each.day:%d/%m/%Y}",
            href=address("backoffice:safe_files"),
            to_whom=gettext("regulator"),
            since=each.corrected_at or midnight,
            due_at=each.due_at,
            rule="PT-61",
            impersonal=True,
            thing=Thing(Subject.DAY_FILES, each.key) if each.key in alarms else None,
        )


def _coming(day: date) -> Due:
    return Due(
        what=gettext("The day’s files go to the regulator’s safe"),
        subject=f"{day:%d/%m/%Y}",
        href=address("backoffice:safe_files"),
        to_whom=gettext("regulator"),
        since=datetime.combine(day, time.min, tzinfo=LISBON),
        due_at=safe_files.due_at(day),
        who=gettext("the house, by itself"),
        rule="PT-61",
        warned_before=timedelta(0),
        impersonal=True,
    )


def again(_: datetime) -> Iterator[Due]:
    """The days whose files are asked for again, or were lost, until they were made once more (W05)."""
    for each in files_again.asked_again():
        yield Due(
            what=gettext("Make the regulator’s files of past days once more"),
            subject=f"{each.first:%d/%m/%Y} – {each.last:%d/%m/%Y}",
            href=address("backoffice:safe_files"),
            to_whom=gettext("regulator"),
            since=each.asked_at,
            due_at=each.due_at,
            who=each.who,
            rule="PT-67",
            impersonal=True,
            thing=Thing(Subject.DAY_FILES, each.key),
        )


def certificates(now: datetime) -> Iterator[Due]:
    """The certificates of the packer from sixty days before their end: marked at thirty, pressed at seven."""
    found = packer() if has_safe() else None
    for each in found.endings() if found else ():
        if now >= each.at - RENEWED_BEFORE:
            yield Due(
                what=gettext("Renew a certificate of the regulator’s files in its last week")
                if now >= each.at - PRESSED_BEFORE
                else gettext("Renew a certificate of the regulator’s files"),
                subject=each.subject,
                href=address("backoffice:safe_files"),
                to_whom=str(each.whose),
                since=each.at - RENEWED_BEFORE,
                due_at=each.at,
                rule="PT-71",
                warned_before=WARNED_BEFORE,
                impersonal=True,
            )


def corrections(_: datetime) -> Iterator[Due]:
    """The corrections of the files that wait for a second person."""
    for card in safe_corrections.waiting_corrections(vault=settings.OPERATOR_PROFILE.files.vault):
        yield Due(
            what=gettext("Decide the correction of the regulator’s files"),
            subject=f"{card.day:%d/%m/%Y}",
            href=f"{address('backoffice:safe_corrections')}?proposta={card.id}",
            to_whom=gettext("house"),
            since=card.proposed_at,
            due_at=None,
            proposed_by=card.proposed_by,
            rule="PT-60",
            thing=Thing(Subject.FILES_CORRECTION, f"F-{card.id}"),
            authors=(card.proposed_by_id,),
        )
