"""Stories of the floor: versions of rules and who decided, rounds made void by people, incidents to their end."""

import uuid
from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from demonstration.sockets import LEFT
from demonstration.work.stage import PLAYER_DEVICE, Member, Stage, Story
from demonstration.work.troubles import LATE, NOTED, REPORTED, SILENCE, VOID, WORD, Trouble
from kernel.money import Currency
from players.events.names import EventName
from players.events.telling import tell
from players.roles import Role
from reporting.operations import jobs
from reporting.queries.jobs import JobKind
from tables import queries
from tables.live.connection_log import device_family
from tables.models import Bet, Configuration, IncidentKind, Round
from tables.operations import bets, configurations, incidents, rounds, seats, voids
from tables.operations import tables as running
from tables.operations.connections import Closed, Opened, note_connections
from tables.table_settings import TableSettings

CODE: Final = "passado-sala"
NAME: Final = "Sala Passado"
TERMS: Final = TableSettings(preset="ponto-e-banca", minimum=1_00, commission="5-percent", betting_seconds=20)
WITHOUT_COMMISSION: Final = TableSettings(preset="ponto-e-banca", minimum=1_00, commission="none", betting_seconds=20)
OVERRIDE: Final = "Mesa de inauguração, até à versão seguinte das regras; perda esperada aceite pela direção."
BETTING: Final = timedelta(seconds=20, milliseconds=200)
OPEN: Final = 100
"""The incident of this number, one of the last, goes no further than its note."""
PROPOSED: Final = OPEN + 14
"""That of this number waits for a second person to close it."""
HELD: Final = timedelta(minutes=8, seconds=19)
"""For so long the database holds the last round of one day: beyond the moment at which the day's report is made."""
VOIDS_MOST: Final = 24
"""Of so many rounds that the house itself voided, the latest, the incidents are told."""


def stories(stage: Stage) -> Iterator[Story]:
    """The rules, the rounds of one table of its own, the incidents."""
    days = len(stage.days)
    yield _own_table(stage)
    for place, day in enumerate(sorted({place * days // 7 for place in range(1, 7)} - {0}), start=1):
        yield _evening(stage, place, day)
    yield _last_evening(stage)
    if days > 3:
        yield _late_night(stage, days * 2 // 3)
    codes = [code for code in stage.tables if code != CODE]
    for place, code in enumerate(codes[:3]):
        yield _versions(stage, code, place)
    for place in range(12):
        at = stage.moment(place * days // 12, 9 + place % 10, 7 * place % 60)
        yield _reported(stage, place, at)
    for place in range(2):
        yield _reported(stage, 7 * place + OPEN, stage.late(3))
    yield _reported(stage, PROPOSED, stage.moment(-6, 11))
    found = Round.objects.filter(table__in=stage.tables.values(), phase="void").order_by("-pk")[:VOIDS_MOST]
    for played in found:
        yield _voided(stage, played)
    yield _silence(stage)


def _rules(stage: Stage, table_id: int, name: str, terms: TableSettings, at: datetime) -> int:
    """Inside an act of the game manager: a draft put before the approvers."""
    manager = stage.staff[Role.GAME_MANAGER]
    made = configurations.draft(
        table_id=table_id, terms=terms, by=manager, idempotency_key=stage.key("rules", name), now=at
    )
    configurations.submit(configuration_id=made.configuration_id, by=manager, now=at)
    return made.configuration_id


def _own_table(stage: Stage) -> Story:
    """A table is set up; later its rules give players an edge, by the approver's override; the old ones then wait."""
    manager, approver, days = stage.staff[Role.GAME_MANAGER], stage.staff[Role.APPROVER], len(stage.days)
    yield (at := stage.moment(0, 10))
    with stage.act(at, manager):
        made = running.create_table(code=CODE, name=NAME, currency=Currency.EUR, by=manager, now=at)
        stage.tables[CODE] = made.table_id
        first = _rules(stage, made.table_id, "own/1", TERMS, at)
    yield (at := at + timedelta(hours=1))
    with stage.act(at, approver):
        configurations.approve(configuration_id=first, by=approver, reference="Demonstração, sem aprovação", now=at)
    yield (at := max(at + timedelta(hours=2), stage.moment(days // 2, 11)))
    with stage.act(at, manager):
        second = _rules(stage, made.table_id, "own/2", WITHOUT_COMMISSION, at)
    yield (at := at + timedelta(hours=3))
    with stage.act(at, approver):
        configurations.approve(
            configuration_id=second, by=approver, reference="Demonstração 2", now=at, negative_edge_override=OVERRIDE
        )
    yield (at := max(at + timedelta(minutes=5), stage.moment(-1, 9)))
    with stage.act(at, manager):
        _rules(stage, made.table_id, "own/3", TERMS, at)


def _versions(stage: Stage, code: str, place: int) -> Story:
    """Of one table: a version rejected, one withdrawn, one approved and revoked, one that waits or is a draft."""
    table_id, days = stage.tables[code], len(stage.days)
    manager, approver = stage.staff[Role.GAME_MANAGER], stage.staff[Role.APPROVER]
    first = Configuration.objects.values_list("terms", flat=True).get(table_id=table_id, number=1)
    terms = [TableSettings.from_document({**first, "betting_seconds": seconds}) for seconds in (12, 15, 25, 30)]
    rules = partial(_rules, stage, table_id)
    yield (at := stage.moment(days // 5, 11, 5 * place))
    with stage.act(at, manager):
        made = rules(f"{code}/2", terms[0], at)
    yield (at := at + timedelta(hours=4))
    with stage.act(at, approver):
        reason = "Doze segundos são pouco para quem joga no telemóvel."
        configurations.reject(configuration_id=made, by=approver, reason=reason, now=at)
    yield (at := max(at + timedelta(hours=1), stage.moment(2 * days // 5, 15, place)))
    with stage.act(at, manager):
        made = rules(f"{code}/3", terms[1], at)
    yield (at := at + timedelta(minutes=50))
    with stage.act(at, manager):
        reason = "Quinze segundos ainda são poucos; segue outra versão."
        configurations.withdraw(configuration_id=made, by=manager, reason=reason, now=at)
    yield (at := max(at + timedelta(hours=1), stage.moment(3 * days // 5, 10, place)))
    with stage.act(at, manager):
        made = rules(f"{code}/4", terms[2], at)
    yield (at := at + timedelta(hours=2))
    with stage.act(at, approver):
        configurations.approve(configuration_id=made, by=approver, reference=f"Demonstração {place + 4}", now=at)
    yield (at := at + timedelta(minutes=5))
    with stage.act(at, approver):
        reason = "A referência era de outra mesa."
        configurations.revoke(configuration_id=made, by=approver, reason=reason, now=at)
    yield (at := max(at + timedelta(minutes=5), stage.moment(-1, 16, place)))
    with stage.act(at, manager):
        if place < 2:
            rules(f"{code}/5", terms[3], at)
            return
        key = stage.key("rules", f"{code}/5")
        configurations.draft(table_id=table_id, terms=terms[3], by=manager, idempotency_key=key, now=at)


def _slip(stage: Stage, member: Member, name: str, at: datetime) -> str:
    """Inside an act: the member signs in, sits down and bets on the round in play; its code."""
    table_id = stage.tables[CODE]
    origin, key = stage.signed_in(member, name, at), stage.key("seat", name)
    seats.sit(table_id=table_id, person_id=member.id, seat=None, idempotency_key=key, now=at, origin=origin)
    socket = Opened(stage.key("socket", name), member.id, table_id, at, origin.address, device_family(PLAYER_DEVICE))
    note_connections(process=stage.key("web"), opened=[socket], closed=[], now=at)
    code = str(queries.table_state(table_id=table_id, now=at).sections["round"]["code"])
    slip = bets.Slip(
        key=stage.key("slip", name),
        person_id=member.id,
        table_id=table_id,
        round_code=code,
        lines={"banca": 5_00},
        received_at=at,
        origin=origin,
    )
    bets.take_slip(slip=slip, now=at)
    return code


def _opened(stage: Stage, at: datetime) -> None:
    """Inside an act of the manager: the table opens, and the house its first round."""
    running.open_table(table_id=stage.tables[CODE], by=stage.staff[Role.GAME_MANAGER], now=at)


def _evening(stage: Stage, place: int, day: int) -> Story:
    """A round by itself, one that a person voids, alone or with a second one, or is not let; then the table closes."""
    member, table = stage.cast[34 + place % 2], partial(stage.tables.__getitem__, CODE)
    manager, supervisor = stage.staff[Role.GAME_MANAGER], stage.staff[Role.SUPERVISOR]
    yield (at := stage.moment(day, 21, 4 * place))
    with stage.act(at, manager):
        _opened(stage, at)
    for number in range(2):
        yield (at := at + timedelta(seconds=1))
        with stage.act(at):
            rounds.do_due_step(table_id=table(), fence=None, now=at)
        if number or place % 3:
            yield (at := at + timedelta(seconds=6))
            with stage.act(at, member.id):
                _slip(stage, member, f"{place}/{number}", at)
        if number:
            break
        at += BETTING
        yield at
        with stage.act(at):
            rounds.do_due_step(table_id=table(), fence=None, now=at)
        at += timedelta(seconds=11)
    yield (at := at + timedelta(seconds=5))
    with stage.act(at, supervisor):
        reason = "O relógio das apostas deixou de andar no ecrã dos jogadores."
        acted = voids.void_round(table_id=table(), by=supervisor, reason=reason, now=at)
    assert acted.proposal_id is not None, "a round with bets takes two persons"
    yield (at := at + timedelta(minutes=6))
    yield from _decided(stage, place, acted.proposal_id, at)
    yield (at := at + timedelta(minutes=5))
    with stage.act(at, supervisor):
        reason = "Mesa vista e experimentada."
        running.resume(table_id=table(), by=supervisor, reason=reason, now=at)
        running.close_after_round(table_id=table(), by=supervisor, reason="Fim da sessão.", now=at)
    yield from _closes(stage, member, [f"{place}/{number}" for number in range(2)], at)


def _closes(stage: Stage, member: Member, names: list[str], at: datetime) -> Story:
    """The table closes after its round; who played by these sockets leaves the page and signs out."""
    for seconds in (21, 12, 12):
        yield (at := at + timedelta(seconds=seconds))
        with stage.act(at):
            rounds.do_due_step(table_id=stage.tables[CODE], fence=None, now=at)
    with stage.act(at):
        left = [Closed(stage.key("socket", name), at, LEFT) for name in names]
        note_connections(process=stage.key("web"), opened=[], closed=left, now=at)
    stage.signs_out(member, at)


def _decided(stage: Stage, place: int, proposal_id: int, at: datetime) -> Story:
    """The second person agrees, and the cards are opened; or does not, and the bets stand."""
    approver = stage.staff[Role.APPROVER]
    if place % 3 == 2:
        with stage.act(at, approver):
            reason = "Os registos mostram o relógio a andar: a jogada vale."
            voids.reject_void(proposal_id=proposal_id, by=approver, reason=reason, now=at)
        return
    with stage.act(at, approver):
        voids.approve_void(proposal_id=proposal_id, by=approver, now=at)
    yield (at := at + timedelta(seconds=1))
    with stage.act(at):
        rounds.do_due_step(table_id=stage.tables[CODE], fence=None, now=at)
    played = Round.objects.filter(table_id=stage.tables[CODE]).latest("pk")
    stage.tell([_looked_into(stage, place, played, at + timedelta(seconds=29))])


def _last_evening(stage: Stage) -> Story:
    """The past's last round stands: whether it is void waits for a second person."""
    member, manager, supervisor = stage.cast[35], stage.staff[Role.GAME_MANAGER], stage.staff[Role.SUPERVISOR]
    yield (at := stage.moment(-1, 22, 40))
    with stage.act(at, manager):
        _opened(stage, at)
    yield (at := at + timedelta(seconds=1))
    with stage.act(at):
        rounds.do_due_step(table_id=stage.tables[CODE], fence=None, now=at)
    yield (at := at + timedelta(seconds=6))
    with stage.act(at, member.id):
        _slip(stage, member, "last", at)
    yield (at := at + timedelta(seconds=5))
    with stage.act(at, supervisor):
        reason = "O relógio das apostas parou no ecrã dos jogadores antes do fecho."
        voids.void_round(table_id=stage.tables[CODE], by=supervisor, reason=reason, now=at)


def _late_night(stage: Stage, day: int) -> Story:
    """The database holds a day's last round until its report is made; in the morning that is made once more."""
    member, table_id, by = stage.cast[35], partial(stage.tables.__getitem__, CODE), stage.staff[Role.COMPLIANCE]
    manager, supervisor = stage.staff[Role.GAME_MANAGER], stage.staff[Role.SUPERVISOR]
    yield (at := stage.moment(day, 23, 58))
    with stage.act(at, manager):
        _opened(stage, at)
    yield (at := at + timedelta(seconds=1))
    with stage.act(at):
        rounds.do_due_step(table_id=table_id(), fence=None, now=at)
    yield (at := at + timedelta(seconds=6))
    with stage.act(at, member.id):
        _slip(stage, member, "late", at)
    at += BETTING - timedelta(seconds=6)
    yield at + HELD
    with stage.act(at):  # begun then, and written only now
        rounds.do_due_step(table_id=table_id(), fence=None, now=at)
    yield (at := at + HELD + timedelta(seconds=20))
    with stage.act(at, supervisor):
        running.close_after_round(table_id=table_id(), by=supervisor, reason="A base de dados demora.", now=at)
    yield from _closes(stage, member, ["late"], at)
    yield (at := at + timedelta(minutes=4))
    with stage.act(at, supervisor):
        key = stage.key("incident", "late")
        told = incidents.report(text=LATE.text, by=supervisor, idempotency_key=key, now=at, table_id=table_id())
    stage.tell([_handled(stage, 4, told.incident_id, at, LATE)])
    yield (at := stage.moment(day + 1, 9, 20))
    with stage.act(at, by):
        again = stage.key("report", "late")
        asked = jobs.ask_job(kind=JobKind.DAILY_REPORT, day=stage.days[day], by=by, idempotency_key=again, now=at)
        jobs.do_job(job_id=asked.job_id, now=at)


def _voided(stage: Stage, played: Round) -> Story:
    """A round that the house itself voided: told when it was, and looked into."""
    assert played.voided_at is not None, "the round is void"
    yield (at := played.voided_at)
    with stage.act(at):
        tell(
            EventName.ROUND_VOIDED,
            by=None,
            now=at,
            key=played.code,
            table_id=played.table_id,
            round_code=played.code,
            reason=played.void_reason,
            proposed_by=None,
            refunded=sum(played.sums.values()),
            currency=Currency.EUR.value,
            bets=Bet.objects.filter(round=played).count(),
        )
    yield from _looked_into(stage, 0, played, at + timedelta(seconds=30))


def _looked_into(stage: Stage, place: int, played: Round, at: datetime) -> Story:
    """The incident that every void round is, under the key that the house's own watch gives it."""
    yield at
    with stage.act(at):
        opened = incidents.open_incident(
            kind=IncidentKind.VOID_ROUND,
            idempotency_key=uuid.uuid5(incidents.KEYS, f"void:{played.code}"),
            facts={"reason": played.void_reason, "staked": sum(played.sums.values())},
            now=at,
            table_id=played.table_id,
            subject=played.code,
        )
    if not opened.repeat:  # the watch of a house at work came first: its incident is of today, and open
        yield from _handled(stage, place, opened.incident_id, at, VOID)


def _reported(stage: Stage, place: int, at: datetime) -> Story:
    """An incident that a person noticed."""
    by, trouble = stage.staff[Role.SUPERVISOR if place % 2 else Role.COMPLIANCE], REPORTED[place % len(REPORTED)]
    yield at
    with stage.act(at, by):
        opened = incidents.report(
            text=trouble.text,
            by=by,
            idempotency_key=stage.key("incident", place, at),
            now=at,
            table_id=next(iter(stage.tables.values())) if place % 6 == 0 else None,
        )
    yield from _handled(stage, place, opened.incident_id, at, trouble)


def _silence(stage: Stage) -> Story:
    """The verifier of identities did not answer for an hour."""
    yield (at := stage.moment(len(stage.days) // 3, 13, 20))
    with stage.act(at):
        opened = incidents.open_incident(
            kind=IncidentKind.ADAPTER_SILENT,
            idempotency_key=stage.key("silence"),
            facts={"adapter": "verifier", "last_good_at": (at - timedelta(hours=1)).isoformat(), "fault": "OSError"},
            now=at,
        )
    yield from _handled(stage, 1, opened.incident_id, at, SILENCE)


def _handled(stage: Stage, place: int, incident_id: int, at: datetime, trouble: Trouble) -> Story:
    """Given to a colleague, noted, contained, told to the regulator, measured, explained, closed, if time is left."""
    compliance, supervisor = stage.staff[Role.COMPLIANCE], stage.staff[Role.SUPERVISOR]
    yield (at := at + timedelta(minutes=stage.dice.randint(10, 90)))
    owner = supervisor if place % 3 else compliance
    with stage.act(at, supervisor):
        incidents.assign(incident_id=incident_id, owner_id=owner, by=supervisor, now=at)
    yield (at := at + timedelta(minutes=40))
    with stage.act(at, owner):
        text = NOTED[place == OPEN]
        incidents.note(
            incident_id=incident_id, text=text, by=owner, idempotency_key=stage.key("note", incident_id), now=at
        )
    if place == OPEN:
        return
    with stage.act(at, owner):
        incidents.contain(incident_id=incident_id, containment=trouble.at_once, by=owner, now=at)
    yield (at := at + timedelta(hours=2))
    with stage.act(at, compliance):
        incidents.tell_regulator(incident_id=incident_id, word=WORD % trouble.at_once, by=compliance, now=at)
    if place % 4 == 1:
        yield (at := at + timedelta(minutes=10))
        with stage.act(at, owner):
            incidents.grade(incident_id=incident_id, severity=3, reason=trouble.mild, by=owner, now=at)
    if place % 4 == 3:
        return
    yield (at := at + timedelta(hours=stage.dice.randint(4, 30)))
    with stage.act(at, owner):
        if trouble.text:  # what a void round touched is reckoned from its bets
            amount, touched, standstill = trouble.touched
            incidents.measure(
                incident_id=incident_id,
                amount=amount,
                people=touched,
                standstill=standstill,
                reason="Somado dos registos da mesa e do livro.",
                by=owner,
                now=at,
            )
        incidents.explain(incident_id=incident_id, cause=trouble.cause, solution=trouble.solution, by=owner, now=at)
        incidents.learn(incident_id=incident_id, lessons=trouble.lessons, by=owner, now=at)
    yield (at := at + timedelta(hours=20, minutes=stage.dice.randint(5, 300)))
    with stage.act(at, owner):
        incidents.propose_end(incident_id=incident_id, by=owner, now=at)
    if place == PROPOSED:
        return
    yield (at := at + timedelta(hours=2, minutes=stage.dice.randint(5, 90)))
    second = compliance if owner == supervisor else supervisor
    with stage.act(at, second):
        incidents.approve_end(incident_id=incident_id, by=second, now=at)
