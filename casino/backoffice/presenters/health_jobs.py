"""Waiting work and scheduled work: e-mails, the day's report, hours of files, outside services, sign-ins."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.utils import timezone
from django.utils.translation import gettext, ngettext

from casino.web.measured import Standing
from casino.wording import names, words
from kernel.calendar import lisbon_date
from players.adapters.queries import Silence
from reporting.queries import DailyReportCard
from reporting.queries.hours import HourMade
from reporting.queries.nights import NightCard

SIGN_INS_MOST: Final = 200
EMAIL_MOST: Final = timedelta(minutes=15)
FILES_MOST: Final = timedelta(hours=1, minutes=15)


@dataclass(frozen=True, slots=True)
class Job:
    """One line: `tone` is "good", "warn" or, for what is not known, "soft"."""

    name: str
    about: str
    value: str
    tone: str = "good"


def jobs(
    standing: Standing,
    *,
    report: DailyReportCard | None,
    night: NightCard | None,
    hour: HourMade | None,
    has_safe: bool,
    silences: Sequence[Silence],
    now: datetime,
) -> tuple[Job, ...]:
    """The lines in their order; the hours of files in a house that has a safe for them."""
    hours = (_hour(hour, now),) if has_safe else ()
    return (
        _emails(standing, now),
        _report(report, now),
        *hours,
        _night(night),
        _outside(silences),
        _sign_ins(standing),
    )


def _emails(standing: Standing, now: datetime) -> Job:
    emails = standing.emails
    oldest = now - emails.since if emails.since is not None else timedelta(0)
    about = gettext("oldest %(age)s") % {"age": words.length(oldest)} if emails.count else gettext("none waits")
    tone = "warn" if oldest > EMAIL_MOST else "good"
    return Job(gettext("E-mails"), about, words.number(emails.count), tone)


def _report(report: DailyReportCard | None, now: datetime) -> Job:
    day = lisbon_date(now) - timedelta(days=1)
    name = gettext("Report of %(day)s") % {"day": f"{day.day}/{day.month}"}
    if report is None:
        return Job(name, gettext("made by itself after midnight"), gettext("not made yet"), "soft")
    return Job(name, gettext("made"), f"{timezone.localtime(report.made_at):%H:%M}")


def _hour(made: HourMade | None, now: datetime) -> Job:
    name = gettext("Files of the hour")
    if made is None:
        return Job(name, gettext("none made yet"), gettext("not made yet"), "soft")
    until = timezone.localtime(made.hour.end)
    late = now - made.hour.end > FILES_MOST
    about = gettext("up to %(time)s") % {"time": f"{until:%H:%M}"}
    return Job(name, about, f"{timezone.localtime(made.made_at):%H:%M}", "warn" if late else "good")


def _night(look: NightCard | None) -> Job:
    name = gettext("A sealed day, compared again")
    if look is None:
        return Job(name, gettext("one a night, named by chance"), gettext("not yet"), "soft")
    about = gettext("day %(day)s") % {"day": f"{look.day.day}/{look.day.month}"}
    if look.count:
        found = ngettext("%(n)s difference", "%(n)s differences", look.count) % {"n": words.number(look.count)}
        return Job(name, about, found, "warn")
    return Job(name, about, f"{timezone.localtime(look.at):%d/%m %H:%M}")


def _outside(silences: Sequence[Silence]) -> Job:
    name = gettext("Services outside")
    if not silences:
        return Job(name, gettext("none keeps silent"), gettext("all answer"))
    who = ", ".join(names.adapter(each.adapter) for each in silences)
    return Job(name, who, gettext("silent since %(time)s") % {"time": words.moment(silences[0].since)}, "warn")


def _sign_ins(standing: Standing) -> Job:
    count = standing.failed_sign_ins
    tone = "warn" if count > SIGN_INS_MOST else "good"
    return Job(gettext("Failed sign-ins"), gettext("in the last hour"), words.number(count), tone)
