"""The tables of reports that come by themselves: the schedules, and one schedule's turns with their receipts."""

from typing import Final

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _

from casino.backoffice.cells import badge, code, moment, noted, soft, whole
from casino.backoffice.columns import FRAMED, NOTHING, STACKED, Column, Table
from casino.web.addresses import address
from casino.wording import schedule_names, words
from reporting.queries.schedules import NoticeCard, ScheduleCard, ScheduleState, TurnCard


def _page_of(card: ScheduleCard) -> str:
    return address("backoffice:schedule", card.number)


def state_of(card: ScheduleCard) -> SafeString:
    """Whether it makes reports, as a badge."""
    if card.state is ScheduleState.PAUSED:
        return badge(gettext("paused"), "warn")
    return (
        badge(gettext("ended")) if card.state is ScheduleState.ENDED else badge(pgettext("schedule", "active"), "good")
    )


def _who(card: ScheduleCard) -> SafeString:
    told = ((name if may else format_html("<s>{}</s>", name),) for name, may in card.members.values())
    return format_html_join(", ", "{}", told)


def about(turn: TurnCard) -> str:
    """The days that a turn is about, or the moment."""
    if turn.about_moment:
        return words.moment(turn.until or turn.due_at)
    return schedule_names.period(turn.first, turn.last)


def _last(card: ScheduleCard) -> "SafeString | str":
    turn = card.last
    return NOTHING if turn is None else format_html("{} {}", about(turn), state_of_turn(turn))


def state_of_turn(turn: TurnCard) -> SafeString:
    """How far a turn is: left out, being made, failed, or received by so many of those who were told."""
    if turn.key is None:
        return badge(gettext("left out"), "warn")
    if turn.failed:
        return badge(gettext("failed"), "bad")
    if turn.told_at is None:
        return badge(gettext("being made"), "info")
    told = [each for each in turn.notices if not each.left_out]
    got = sum(each.received_at is not None for each in told)
    said = gettext("received: %(got)s of %(all)s") % {"got": got, "all": len(told)}
    return badge(said, "good" if told and got == len(told) else "warn")


def _report(turn: TurnCard) -> SafeString:
    if turn.key is None:
        named = noted(about(turn), gettext("how things stood then can no longer be asked"))
    else:
        href = address("backoffice:requested_report", turn.key)
        named = format_html('<a href="{}">{}</a>', href, about(turn))
    return format_html("<div>{}</div><div>{}</div>", named, state_of_turn(turn))


def _receipts(turn: TurnCard) -> "SafeString | str":
    return format_html_join("", "<div>{} {}</div>", ((each.member, _receipt(each)) for each in turn.notices)) or NOTHING


def _receipt(each: NoticeCard) -> SafeString:
    if each.left_out:
        return badge(gettext("left out: may not see reports"), "warn")
    if each.received_at is not None:
        return badge(gettext("received %(at)s") % {"at": words.moment(each.received_at)}, "good")
    if each.late:
        return badge(gettext("not received; was due %(at)s") % {"at": words.moment(each.due_at)}, "bad")
    return soft(gettext("not yet; until %(at)s") % {"at": words.moment(each.due_at)})


SCHEDULES: Final = Table(
    columns=(
        Column("key", _("Number"), href=_page_of),
        Column("definition.title", _("Report")),
        Column("", _("When"), lambda card: schedule_names.rhythm(card.rhythm, card.hour), css="words"),
        Column("", _("Who gets it"), _who, css="words"),
        Column("", _("Last"), _last, css="words"),
        Column("", _("Next"), lambda card: moment(card.upcoming.due_at) if card.upcoming else NOTHING),
        Column("", _("State"), state_of),
    ),
    look=FRAMED,
    empty=_("No report comes by itself yet. Choose one in the catalogue, and schedule it."),
)
TURNS: Final = Table(
    columns=(
        Column("", _("Period"), _report),
        Column("told_at", _("Sent"), moment),
        Column("", _("Lines"), lambda turn: whole(turn.rows) if turn.told_at else NOTHING, end=True),
        Column("sha256", "SHA-256", lambda digest: code(f"{digest[:12]}…")),
        Column("", _("Who received it"), _receipts, css="words"),
    ),
    look=STACKED,
    empty=_("Nothing yet."),
)
"""The turns of one schedule, the newest first."""
