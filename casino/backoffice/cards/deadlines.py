"""Everything that is due, to whom, when, and who has it: one list out of what each part of the house owes (H10)."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import Any, Final

from django.urls import reverse
from django.utils.translation import gettext

from casino import names, staff_names, words
from players.calendar import LISBON
from players.queries import cashier, complaints, staff
from players.queries.adapters import Adapter, silences
from players.queries.complaints import CaseFilter, ComplaintState
from players.queries.watch import duties, letters_not_sent
from players.roles import Action, may
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
"""What the board can be sorted by."""


def board(*, person: object, now: datetime) -> tuple[Row, ...]:
    """What waits, as far as `person` may see it: the late first, then by moment, then what has none, oldest first."""
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
    return (gettext("passou há %(span)s") if late else gettext("faltam %(span)s")) % {"span": span}


def _complaints(now: datetime) -> Iterator[Due]:
    for case in complaints.cases(CaseFilter(states=OPEN), now=now, limit=MOST, sort=complaints.DUE_FIRST):
        yield Due(
            what=gettext("Responder à reclamação"),
            subject=case.number,
            href=reverse("backoffice:complaint", args=[case.number]),
            to_whom=case.nickname,
            since=case.received_at,
            due_at=datetime.combine(case.due_on + timedelta(days=1), time.min, tzinfo=LISBON),
            who=case.handler,
            rule="PT-79",
        )


def _duties(now: datetime) -> Iterator[Due]:
    words_of = {
        "notify-exclusion": gettext("Comunicar a exclusão"),
        "notify-revocation": gettext("Comunicar o fim da exclusão"),
        "pay-out": gettext("Devolver o saldo da conta encerrada"),
    }
    for duty in duties(is_open=True, now=now, limit=MOST):
        pays = duty.kind == "pay-out"
        yield Due(
            what=words_of.get(duty.kind, duty.kind),
            subject=duty.nickname,
            href=reverse("backoffice:player", args=[duty.public_id]),
            to_whom=duty.nickname if pays else gettext("regulador"),
            since=duty.created_at,
            due_at=duty.due_at,
            rule="PT-28" if pays else "PT-29",
        )


def _letters(now: datetime) -> Iterator[Due]:
    for letter in letters_not_sent(now=now, limit=MOST):
        yield Due(
            what=gettext("Falar com o jogador: a carta não sai"),
            subject=letter.nickname,
            href=reverse("backoffice:player", args=[letter.public_id]),
            to_whom=letter.nickname,
            since=letter.written_at,
            due_at=None,
        )


def _incidents(now: datetime) -> Iterator[Due]:
    for incident in tables.incidents(is_open=True, limit=MOST):
        yield Due(
            what=gettext("Apurar a causa e a solução"),
            subject=f"{names.incident_kind(incident.kind)} {incident.id}",
            href=reverse("backoffice:incident", args=[incident.id]),
            to_whom="" if incident.told_at else gettext("regulador"),
            since=incident.opened_at,
            due_at=None,
            rule="PT-R18",
        )


def _unfinished(now: datetime) -> Iterator[Due]:
    for played in tables.unfinished_rounds(now=now, limit=MOST):
        yield Due(
            what=gettext("Acabar ou anular a jogada"),
            subject=played.code,
            href=reverse("backoffice:round", args=[played.code]),
            to_whom=gettext("jogadores"),
            since=played.opened_at,
            due_at=played.due_at,
            rule="PT-42",
        )


def _configurations(now: datetime) -> Iterator[Due]:
    for card in tables.waiting_configurations():
        yield Due(
            what=gettext("Decidir a proposta de regras"),
            subject=f"{card.table_name} v{card.number}",
            href=reverse("backoffice:configuration", args=[card.table_code, card.number]),
            to_whom=card.submitted_by,
            since=card.submitted_at or card.drafted_at,
            due_at=None,
            rule="PT-49",
        )


def _voids(now: datetime) -> Iterator[Due]:
    for card in tables.waiting_voids():
        yield Due(
            what=gettext("Decidir a anulação da jogada"),
            subject=card.round_code,
            href=reverse("backoffice:proposed_void", args=[card.table_code]),
            to_whom=gettext("jogadores"),
            since=card.proposed_at,
            due_at=None,
            who=card.proposed_by,
            rule="R29",
        )


def _withdrawals(now: datetime) -> Iterator[Due]:
    for card in cashier.withdrawals(state="held", limit=MOST):
        yield Due(
            what=gettext("Aprovar o levantamento"),
            subject=words.money(card.amount, "EUR"),
            href=reverse("backoffice:withdrawal", args=[card.key]),
            to_whom=card.nickname,
            since=card.requested_at,
            due_at=None,
            who=card.first_by,
            rule="PT-13",
        )


def _adjustments(now: datetime) -> Iterator[Due]:
    for card in cashier.adjustments(state="proposed", limit=MOST):
        yield Due(
            what=gettext("Aprovar o acerto"),
            subject=words.money(card.amount, "EUR"),
            href=reverse("backoffice:adjustment", args=[card.id]),
            to_whom=card.nickname,
            since=card.proposed_at,
            due_at=None,
            who=card.proposed_by,
            rule="D6",
        )


def _staff_proposals(now: datetime) -> Iterator[Due]:
    for card in staff.staff_proposals(waiting=True, limit=MOST):
        yield Due(
            what=gettext("Decidir a proposta sobre a equipa"),
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
                what=gettext("Dar o nome e o NIF de quem trabalha na casa"),
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
            what=gettext("Fazer o relatório do dia"),
            subject=f"{day:%d/%m/%Y}",
            href=reverse("backoffice:reports"),
            to_whom=gettext("regulador"),
            since=over,
            due_at=over + REPORT_SETTLES,
            rule="PT-61",
        )


def _adapters(now: datetime) -> Iterator[Due]:
    """What of the outside is silent: since when, when it last answered, and what that stops."""
    for silence in silences(now=now):
        last = words.moment(silence.last_good_at) if silence.last_good_at else gettext("nunca")
        yield Due(
            what=gettext("Sem resposta: %(who)s") % {"who": names.adapter(silence.adapter)},
            subject=gettext("última resposta boa: %(moment)s") % {"moment": last},
            href=reverse("backoffice:protection"),
            to_whom=names.stopped_by_silence(silence.adapter),
            since=silence.since,
            due_at=silence.stops_at,
            who="",
            rule=_ADAPTER_RULES[silence.adapter],
        )


_ADAPTER_RULES: Final = {Adapter.NATIONAL_LIST: "PT-30", Adapter.VERIFIER: "PT-02", Adapter.REGULATOR_DESK: "PT-29"}


SOURCES: Final[tuple[tuple[Callable[[datetime], Iterator[Due]], tuple[Action, ...]], ...]] = (
    (_complaints, (Action.SEE_COMPLAINTS,)),
    (_duties, (Action.EXCLUDE_PLAYER, Action.SEE_AUDIT)),
    (_letters, (Action.SEE_PLAYERS,)),
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
)
"""Each kind of thing that waits, and who may see it."""
