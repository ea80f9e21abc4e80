"""Everything that is due, with its recipient, deadline and handler: one list of the obligations of all apps (H10)."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import Any, Final

from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext

from casino.wording import names, staff_names, words
from kernel.calendar import LISBON
from kernel.labels import label
from players.adapters.queries import Adapter, silences
from players.cashier import queries as cashier
from players.complaints.queries import cases as complaints
from players.complaints.queries.cases import CaseFilter, ComplaintState
from players.protection.queries.watch import emails_not_sent, obligations
from players.roles import Action, may
from players.staff import queries as staff
from reporting import queries as reporting
from tables import queries as tables

SOON: Final = timedelta(hours=48)
REPORT_SETTLES: Final = timedelta(hours=4)
"""The previous day's figures are due by 04:00 (PT-61)."""
MOST: Final = 100
OPEN: Final = frozenset({ComplaintState.RECEIVED, ComplaintState.IN_HAND})


@dataclass(frozen=True, slots=True, kw_only=True)
class Due:
    """One thing that waits. `due_at` is None where no moment is set: then only since when counts."""

    what: str
    subject: str
    href: str
    to_whom: str
    since: datetime
    due_at: datetime | None
    who: str = ""
    rule: str = ""
    player_edges: tuple[tables.PlayerEdge, ...] = ()
    """Of rules: what they give players an edge on."""


@dataclass(frozen=True, slots=True)
class Row:
    """One thing as the board shows it; `tone`: "bad" late, "warn" within two days, else nothing."""

    due: Due
    tone: str
    left: str


def _moment(row: Row) -> tuple[bool, datetime]:
    return row.due.due_at is None, row.due.due_at or row.due.since


COLUMNS: Final[dict[str, Callable[[Row], Any]]] = {
    "due": _moment,
    "kind": lambda row: (row.due.what, _moment(row)),
    "whom": lambda row: (row.due.to_whom.casefold(), _moment(row)),
    "since": lambda row: row.due.since,
    "who": lambda row: (row.due.who.casefold(), _moment(row)),
}
"""The columns by which the board can be sorted."""


def board(*, person: object, now: datetime) -> tuple[Row, ...]:
    """The open items that `person` may see: late ones first, then by deadline, then those without one, oldest first."""
    seen = (source for source, actions in SOURCES if any(may(person, action) for action in actions))
    found = [each for source in seen for each in source(now)]
    found.sort(key=lambda due: (due.due_at is None, due.due_at or due.since))
    return tuple(_row(due, now) for due in found)


def _row(due: Due, now: datetime) -> Row:
    if due.due_at is None:
        return Row(due, "", "")
    left = due.due_at - now
    tone = "bad" if left <= timedelta(0) else "warn" if left <= SOON else ""
    return Row(due, tone, _left(left))


def _left(left: timedelta) -> str:
    late = left <= timedelta(0)
    hours = int(abs(left).total_seconds() // 3600)
    span = (
        gettext("%(days)s d %(hours)s h") % {"days": words.number(hours // 24), "hours": hours % 24}
        if hours >= 24
        else gettext("%(hours)s h %(minutes)s min")
        % {"hours": hours, "minutes": int(abs(left).total_seconds() // 60) % 60}
    )
    return (gettext("%(span)s overdue") if late else gettext("%(span)s left")) % {"span": span}


def _complaints(now: datetime) -> Iterator[Due]:
    for case in complaints.cases(CaseFilter(states=OPEN), now=now, limit=MOST, sort=complaints.DUE_FIRST):
        yield Due(
            what=gettext("Answer the complaint"),
            subject=case.number,
            href=reverse("backoffice:complaint", args=[case.number]),
            to_whom=case.nickname,
            since=case.received_at,
            due_at=datetime.combine(case.due_on + timedelta(days=1), time.min, tzinfo=LISBON),
            who=case.handler,
            rule="PT-79",
        )


def _obligations(now: datetime) -> Iterator[Due]:
    for obligation in obligations(is_open=True, now=now, limit=MOST):
        pays = obligation.kind == "pay-out"
        yield Due(
            what=capfirst(label(obligation.kind)),
            subject=obligation.nickname,
            href=reverse("backoffice:player", args=[obligation.public_id]),
            to_whom=obligation.nickname if pays else gettext("regulator"),
            since=obligation.created_at,
            due_at=obligation.due_at,
            rule="PT-28" if pays else "PT-29",
        )


def _emails(now: datetime) -> Iterator[Due]:
    for email in emails_not_sent(now=now, limit=MOST):
        yield Due(
            what=gettext("Speak to the player: the email cannot be sent"),
            subject=email.nickname,
            href=reverse("backoffice:player", args=[email.public_id]),
            to_whom=email.nickname,
            since=email.written_at,
            due_at=None,
        )


def _emails_to_outsiders(now: datetime) -> Iterator[Due]:
    for number, name, since in complaints.emails_not_sent(now=now, limit=MOST):
        yield Due(
            what=gettext("Reach the complainant: the email cannot be sent"),
            subject=number,
            href=reverse("backoffice:complaint", args=[number]),
            to_whom=name,
            since=since,
            due_at=None,
        )


def _incidents(now: datetime) -> Iterator[Due]:
    for incident in tables.incidents(is_open=True, limit=MOST):
        yield Due(
            what=gettext("Establish the cause and the remedy"),
            subject=f"{names.incident_kind(incident.kind)} {incident.id}",
            href=reverse("backoffice:incident", args=[incident.id]),
            to_whom="" if incident.told_at else gettext("regulator"),
            since=incident.opened_at,
            due_at=None,
            rule="PT-R18",
        )


def _unfinished(now: datetime) -> Iterator[Due]:
    for played in tables.unfinished_rounds(now=now, limit=MOST):
        yield Due(
            what=gettext("Finish or void the round"),
            subject=played.code,
            href=reverse("backoffice:round", args=[played.code]),
            to_whom=gettext("players"),
            since=played.opened_at,
            due_at=played.due_at,
            rule="PT-42",
        )


def _configurations(now: datetime) -> Iterator[Due]:
    for card in tables.waiting_configurations():
        yield Due(
            what=gettext("Decide on the proposal for rules"),
            subject=f"{card.table_name} v{card.number}",
            player_edges=card.player_edges,
            href=reverse("backoffice:configuration", args=[card.table_code, card.number]),
            to_whom=card.submitted_by,
            since=card.submitted_at or card.drafted_at,
            due_at=None,
            rule="PT-49",
        )
    for card in tables.starting_configurations():
        yield Due(
            what=gettext("Rules come into force; they may be revoked until then"),
            subject=f"{card.table_name} v{card.number}",
            player_edges=card.player_edges,
            href=reverse("backoffice:configuration", args=[card.table_code, card.number]),
            to_whom=gettext("players"),
            since=card.decided_at or card.drafted_at,
            due_at=card.starts_at,
            who=card.decided_by,
            rule="PT-49",
        )


def _voids(now: datetime) -> Iterator[Due]:
    for card in tables.waiting_voids():
        yield Due(
            what=gettext("Decide whether the round is void"),
            subject=card.round_code,
            href=reverse("backoffice:proposed_void", args=[card.table_code]),
            to_whom=gettext("players"),
            since=card.proposed_at,
            due_at=None,
            who=card.proposed_by,
            rule="R29",
        )


def _withdrawals(now: datetime) -> Iterator[Due]:
    for card in cashier.withdrawals(state="held", limit=MOST):
        href = reverse("backoffice:withdrawal", args=[card.key])
        what = gettext("Approve the withdrawal")
        yield _money(card, what=what, href=href, since=card.requested_at, who=card.first_by, rule="PT-13")


def _adjustments(now: datetime) -> Iterator[Due]:
    for card in cashier.adjustments(state="proposed", limit=MOST):
        href = reverse("backoffice:adjustment", args=[card.id])
        what = gettext("Approve the adjustment")
        yield _money(card, what=what, href=href, since=card.proposed_at, who=card.proposed_by, rule="D6")


def _money(
    card: cashier.WithdrawalCard | cashier.AdjustmentCard, *, what: str, href: str, since: datetime, who: str, rule: str
) -> Due:
    """A movement of a player's money that a second person decides."""
    return Due(
        what=what,
        subject=words.money(card.amount, "EUR"),
        href=href,
        to_whom=card.nickname,
        since=since,
        due_at=None,
        who=who,
        rule=rule,
    )


def _staff_proposals(now: datetime) -> Iterator[Due]:
    for card in staff.staff_proposals(waiting=True, limit=MOST):
        yield Due(
            what=gettext("Decide the proposal about staff"),
            subject=f"{staff_names.ACTS[card.act]}: {card.about}",
            href=reverse("backoffice:staff_proposal", args=[card.id]),
            to_whom=card.about,
            since=card.proposed_at,
            due_at=None,
            who=card.proposed_by,
            rule="H7",
        )


def _staff_unknown(now: datetime) -> Iterator[Due]:
    for member in staff.staff_members():
        if member.active and not member.nif:
            yield Due(
                what=gettext("Give the name and taxpayer number of a member of staff"),
                subject=member.name,
                href=reverse("backoffice:member", args=[member.public_id]),
                to_whom=member.name,
                since=member.joined_at,
                due_at=None,
                rule="PT-16",
            )


def _reports(now: datetime) -> Iterator[Due]:
    for day in reporting.days_due(now=now, settled_for=timedelta(0)):
        over = datetime.combine(day + timedelta(days=1), time.min, tzinfo=LISBON)
        yield Due(
            what=gettext("Make the day’s report"),
            subject=f"{day:%d/%m/%Y}",
            href=reverse("backoffice:reports"),
            to_whom=gettext("regulator"),
            since=over,
            due_at=over + REPORT_SETTLES,
            rule="PT-61",
        )


def _adapters(now: datetime) -> Iterator[Due]:
    """The external services that do not answer: since when, their last answer, and what stops without them."""
    for silence in silences(now=now):
        yield Due(
            what=gettext("No answer: %(who)s") % {"who": names.adapter(silence.adapter)},
            subject=gettext("last good answer: %(moment)s") % {"moment": _moment_or_never(silence.last_good_at)},
            href=reverse("backoffice:protection"),
            to_whom=names.stopped_by_silence(silence.adapter),
            since=silence.since,
            due_at=silence.stops_at,
            who="",
            rule=_ADAPTER_RULES[silence.adapter],
        )


def _comparison(now: datetime) -> Iterator[Due]:
    """The comparison of the dealt cards with the sealed shoes, if it is behind: since when, and what it stops."""
    behind = tables.comparison_behind(now=now)
    if behind is not None:
        last = gettext("last comparison: %(moment)s") % {"moment": _moment_or_never(behind.last_good_at)}
        shoes = ngettext("%(n)s shoe waits", "%(n)s shoes wait", behind.shoes)
        yield Due(
            what=gettext("Compare the dealt cards with the sealed ones"),
            subject=f"{shoes % {'n': words.number(behind.shoes)}}; {last}",
            href=reverse("backoffice:rounds"),
            to_whom=gettext("rounds go on without the comparison; a difference opens an incident and stops the table"),
            since=behind.since,
            due_at=None,
            rule="RN-06",
        )


def _moment_or_never(at: datetime | None) -> str:
    return words.moment(at) if at else gettext("never")


_ADAPTER_RULES: Final = {Adapter.NATIONAL_LIST: "PT-30", Adapter.VERIFIER: "PT-02", Adapter.REGULATOR_DESK: "PT-29"}


SOURCES: Final[tuple[tuple[Callable[[datetime], Iterator[Due]], tuple[Action, ...]], ...]] = (
    (_complaints, (Action.SEE_COMPLAINTS,)),
    (_obligations, (Action.EXCLUDE_PLAYER, Action.SEE_AUDIT)),
    (_emails, (Action.SEE_PLAYERS,)),
    (_emails_to_outsiders, (Action.SEE_COMPLAINTS,)),
    (_incidents, (Action.SEE_INCIDENTS,)),
    (_unfinished, (Action.SEE_ROUNDS,)),
    (_configurations, (Action.SEE_CONFIGURATIONS,)),
    (_voids, (Action.SEE_ROUNDS,)),
    (_withdrawals, (Action.SEE_MONEY,)),
    (_adjustments, (Action.SEE_MONEY,)),
    (_staff_proposals, (Action.SEE_STAFF,)),
    (_staff_unknown, (Action.SEE_STAFF,)),
    (_reports, (Action.SEE_REPORTS,)),
    (_adapters, (Action.SEE_PLAYERS,)),
    (_comparison, (Action.SEE_ROUNDS,)),
)
"""Each kind of open item, with the actions that allow a person to see it."""
