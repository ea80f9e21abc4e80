"""A house that is worth a picture: twenty days of a past at work, and a room that plays today."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, time, timedelta
from functools import partial
from random import Random
from typing import Final
from uuid import uuid4, uuid5

from django.contrib.auth import get_user_model
from django.db import connection
from django.utils import timezone

from casino.portal import demo_accounts
from kernel.calendar import LISBON
from kernel.money import Currency
from players.complaints import operations as complaints
from players.complaints.queries.cases import SubjectKind
from players.roles import Role
from reporting.operations import jobs
from reporting.queries.processes import ProcessKind
from tables import queries
from tables.operations import bets, configurations, incidents, rounds, seats, stops, voids
from tables.operations import tables as running
from tables.scopes import of_table
from tables.table_settings import TableSettings
from tests import processes
from tests.factories import MACAU, PONTO_E_BANCA, PONTO_WINS, Actor, Floor
from tests.histories import seed_history
from tests.tampering import past_triggers

LONG: Final = 120
"""Seconds of betting, the most that rules may give: the room stands while it is looked at. No dealer runs."""
_SALA: Final = TableSettings(
    preset="macau-floor", minimum=10_00, max_prize=20_000_00, decks=6, shuffle="per-shoe", betting_seconds=LONG
)
_LIVE: Final = TableSettings(
    preset="live-baccarat",
    minimum=1_00,
    max_prize=5_000_00,
    shuffle="per-shoe",
    commission="5-percent",
    betting_seconds=LONG,
)
_MACAU: Final = replace(MACAU, minimum=5_00, max_prize=10_000_00, betting_seconds=LONG)
_PONTO: Final = replace(PONTO_E_BANCA, minimum=5_00, betting_seconds=LONG)
TABLES: Final[Mapping[str, tuple[str, TableSettings]]] = {
    "macau-2": ("Macau 2", _MACAU),
    "macau-3": ("Macau 3", _MACAU),
    "macau-4": ("Macau 4", _MACAU),
    "sala-2": ("Sala 2", _SALA),
    "live-2": ("Live 2", _LIVE),
    "ponto-e-banca-2": ("Ponto e Banca 2", _PONTO),
    "ponto-e-banca-3": ("Ponto e Banca 3", _PONTO),
    "ponto-e-banca-4": ("Ponto e Banca 4", replace(_PONTO, commission="none")),
}
NOW_ON: Final[Mapping[str, tuple[dict[str, int], ...]]] = {
    "macau-2": ({"banca": 900_00, "par_banca": 20_00}, {"ponto": 450_00}, {"ponto": 120_00, "empate": 40_00}),
    "macau-3": ({"ponto": 700_00, "empate": 50_00}, {"banca": 640_00, "par_ponto": 30_00}),
    "macau-4": (
        {"banca": 6_200_00, "par_ponto": 800_00},
        {"banca": 3_600_00, "par_banca": 760_00},
        {"ponto": 300_00, "empate": 100_00},
        {"banca": 150_00},
    ),
    "sala-2": ({"ponto": 2_150_00, "par_ponto": 60_00}, {"banca": 3_080_00, "empate": 120_00}, {"banca": 740_00}),
    "live-2": ({"banca": 260_00}, {"ponto": 95_00, "par_ponto": 5_00}),
    "ponto-e-banca-2": ({"ponto": 140_00, "empate": 10_00}, {"banca": 95_00, "par_banca": 5_00}, {"banca": 30_00}),
    "ponto-e-banca-3": ({"ponto": 80_00}, {"banca": 165_00, "empate": 15_00}),
    "ponto-e-banca-4": ({"banca": 45_00, "par_ponto": 5_00},),
}
"""What lies on the tables in the round that stands."""
TOLD: Final = 40
"""Minutes for which processes are told ahead: pictures are taken for so long at most."""
LATE: Final = "A aposta não entrou e o Ponto ganhou. Pus 40 € em Ponto ainda com 1 segundo. Quero os 40 € de prémio."


@dataclass(frozen=True)
class Furnished:
    """The house, and where its pictures are taken."""

    staff: Mapping[Role, Actor]
    complaint: str
    incident: int
    player: str
    draft: str
    round: str
    hour: str
    play: Callable[[], None]
    """Opens the rounds that stand for two minutes, with what lies on them, and stops a table."""


def furnish(floor: Floor) -> Furnished:
    """A past until yesterday, a day of play until now, an open round at every table but one that is stopped."""
    floor.now = timezone.now()
    seed_history(days=21, rounds=2_400, players=48, no_proof=True, verbosity=0)
    _emails_left()
    staff = {Role(each.role): _member(each) for each in demo_accounts.STAFF}
    _close_the_others(staff, floor)
    midnight = datetime.combine(floor.now.astimezone(LISBON).date(), time(), LISBON)
    floor.now = midnight + timedelta(minutes=1)
    tables = {code: _table(code, floor, staff) for code in TABLES}
    people = {code: [floor.player(cents=100_000_00) for _ in NOW_ON[code]] for code in TABLES}
    _day(floor, tables, people, since=midnight)
    code = _refused(floor, tables["ponto-e-banca-3"], people["ponto-e-banca-3"][0])
    number = _complaint(people["ponto-e-banca-3"][0], code, staff, floor)
    incident = _void(floor, tables["ponto-e-banca-2"], people["ponto-e-banca-2"], staff)
    draft = _draft(staff)
    _just_now(floor, tables, people)
    _at_work()
    hour = f"{timezone.localtime(floor.now):%H}h"
    return Furnished(
        staff, number, incident, _most_told(), draft, code, hour, partial(_now, floor, tables, people, staff)
    )


def _at_work() -> None:
    """Processes on two machines, one of which fell and is back; backups and drills. Told for longer than it takes."""
    now, fallen = timezone.now(), ("sabot-b", ProcessKind.DEALER)
    until = now + timedelta(minutes=TOLD)
    processes.an_hour(now=until, minutes=60 + TOLD, but=(fallen,))
    fell = now - timedelta(minutes=24)
    processes.a_fall(*fallen, at=fell, back_after=timedelta(seconds=2), now=until)
    processes.four_weeks_of_copies(now=now)


def _emails_left() -> None:
    """No worker runs here: all but the last three e-mails of the past were sent, as in a house that has one."""
    with past_triggers(), connection.cursor() as cursor:
        cursor.execute(
            """
            UPDATE players_letter SET sent_at = written_at
            WHERE sent_at IS NULL AND id < (SELECT min(id) FROM (SELECT id FROM players_letter WHERE sent_at IS NULL
              ORDER BY id DESC LIMIT 3) last)
            """
        )


def _member(account: demo_accounts.DemoAccount) -> Actor:
    person = get_user_model().objects.get(email=account.email)
    return Actor(person.pk, str(person.public_id), account.email, account.name, demo_accounts.PASSWORD)


def _close_the_others(staff: Mapping[Role, Actor], floor: Floor) -> None:
    """The demonstration's own tables and those of the past: no dealer runs them, and they would be late."""
    for waits in queries.waiting_voids():
        voids.approve_void(proposal_id=waits.proposal_id, by=staff[Role.APPROVER].id, now=floor.now)
    for row in queries.floor(now=floor.now):
        if row.status == "paused":
            running.resume(table_id=row.table_id, by=staff[Role.SUPERVISOR].id, reason="Visto.", now=floor.now)
        if row.status != "closed":
            running.close_after_round(
                table_id=row.table_id, by=staff[Role.SUPERVISOR].id, reason="Fim da sessão.", now=floor.now
            )
            floor.step(row.table_id)


def _table(code: str, floor: Floor, staff: Mapping[Role, Actor]) -> int:
    name, terms = TABLES[code]
    manager, approver = staff[Role.GAME_MANAGER], staff[Role.APPROVER]
    made = running.create_table(code=code, name=name, currency=Currency.EUR, by=manager.id, now=floor.now)
    floor.approve(made.table_id, terms, manager=manager, approver=approver)
    running.open_table(table_id=made.table_id, by=manager.id, now=floor.now)
    return made.table_id


def _day(floor: Floor, tables: Mapping[str, int], people: Mapping[str, list[Actor]], *, since: datetime) -> None:
    """A round or two an hour at each table, more of them and more money in the evening's way: as hours go."""
    dice, until = Random(7), timezone.now() - timedelta(minutes=20)
    for code, table_id in tables.items():
        size = sum(NOW_ON[code][0].values()) // 4
        for hour in range(24):
            floor.now = since + timedelta(hours=hour, minutes=8 + dice.randrange(30))
            if floor.now > until:
                break
            for player in people[code]:
                floor.sit(player, table_id)
            for _ in range(1 + (hour + len(code)) % 2):
                floor.open_round(table_id)
                for player in people[code]:
                    floor.bet(player, table_id, **{dice.choice(("ponto", "banca")): size * dice.randint(4, 12) // 10})
                floor.settle(table_id)
            for player in people[code]:
                seats.leave(table_id=table_id, person_id=player.id, now=floor.now)
    floor.now = until


def _open(floor: Floor, table_id: int) -> None:
    """The next round; first one that is void or stands is brought to its end."""
    assert any(floor.step(table_id) is rounds.Step.OPENED for _ in range(4))


def _just_now(floor: Floor, tables: Mapping[str, int], people: Mapping[str, list[Actor]]) -> None:
    """A round at every table in the last minutes: the room has a pace."""
    begun = timezone.now() - timedelta(minutes=5)
    for place, (code, table_id) in enumerate(tables.items()):
        floor.now = begun + timedelta(seconds=7 * place)
        for player in people[code]:
            with suppress(seats.SeatRejected):
                floor.sit(player, table_id)
        _open(floor, table_id)
        for player in people[code]:
            floor.bet(player, table_id, ponto=20_00)
        floor.settle(table_id)


def _refused(floor: Floor, table_id: int, player: Actor) -> str:
    """A round with a slip that was taken and one that came 384 ms late; its code."""
    floor.sit(player, table_id)
    code = floor.open_round(table_id, PONTO_WINS)
    floor.wait(seconds=11)
    floor.bet(player, table_id, banca=25_00)
    floor.settle(table_id)
    floor.wait(seconds=0.184)
    with suppress(bets.BetRejected):
        floor.bet(player, table_id, ponto=40_00)
    return code


def _complaint(player: Actor, code: str, staff: Mapping[Role, Actor], floor: Floor) -> str:
    """About that round; in the hands of support, with a colleague's note."""
    support, compliance = staff[Role.SUPPORT], staff[Role.COMPLIANCE]
    floor.wait(minutes=4)
    made = complaints.complain(
        person_id=player.id,
        category="bet",
        text=LATE,
        idempotency_key=uuid4(),
        now=floor.now,
        subject=complaints.Subject(SubjectKind.ROUND, code),
    )
    complaints.take_in_hand(complaint_id=made.complaint_id, by=support.id, seen=made.revision, now=floor.now)
    complaints.note(
        complaint_id=made.complaint_id,
        text="Confirmei o relógio: desvio de 2 ms nessa hora. @Apoio, só falta responder.",
        by=compliance.id,
        idempotency_key=uuid4(),
        now=floor.now,
    )
    return made.number


def _void(floor: Floor, table_id: int, people: list[Actor], staff: Mapping[Role, Actor]) -> int:
    """A round that two persons void, and its incident: owned, noted, stopped and lifted."""
    supervisor = staff[Role.SUPERVISOR]
    for player in people:
        floor.sit(player, table_id)
    code = floor.open_round(table_id)
    for player, stakes in zip(
        people, ({"ponto": 180_00, "empate": 20_00}, {"banca": 152_00}, {"banca": 60_00}), strict=True
    ):
        floor.bet(player, table_id, **stakes)
    floor.wait(seconds=41)
    floor.void(table_id, reason="Cartas presas 41 s: a leitura falhou.", by=supervisor)
    opened = incidents.open_incident(
        kind="void-round",
        idempotency_key=uuid5(incidents.KEYS, f"void:{code}"),
        facts={"reason": "Cartas presas 41 s: a leitura falhou.", "staked": 412_00},
        now=floor.now,
        table_id=table_id,
        subject=code,
    )
    floor.wait(seconds=50)
    incidents.assign(incident_id=opened.incident_id, owner_id=supervisor.id, by=supervisor.id, now=floor.now)
    floor.wait(minutes=4)
    incidents.note(
        incident_id=opened.incident_id,
        text="Troca do cabo de rede; @Supervisora, a causa é a mesma do dia 12?",
        by=staff[Role.COMPLIANCE].id,
        idempotency_key=uuid4(),
        now=floor.now,
    )
    incidents.contain(
        incident_id=opened.incident_id,
        containment="Mesa parada; 412,00 € devolvidos inteiros a três pessoas, avisadas no ecrã.",
        by=supervisor.id,
        now=floor.now,
    )
    incidents.explain(
        incident_id=opened.incident_id,
        cause="O cabo de rede da máquina das cartas soltou-se: a quarta carta não chegou.",
        solution="",
        by=supervisor.id,
        now=floor.now,
    )
    return opened.incident_id


def _draft(staff: Mapping[Role, Actor]) -> str:
    """Rules that give players an edge, tried on the bets of yesterday and of a week; where they are."""
    manager, now = staff[Role.GAME_MANAGER], timezone.now()
    table_id = queries.table_id("passado-2")
    assert table_id is not None, "the past has it"
    known = queries.configurations(table_id=table_id)
    for card in known:
        if card.status == "submitted":
            configurations.withdraw(
                configuration_id=card.configuration_id, by=manager.id, reason="segue outra versão", now=now
            )
    before = next(card for card in known if card.status == "in-force")
    terms = replace(before.terms, commission="none", minimum=10_00, betting_seconds=25)
    drafted = configurations.draft(table_id=table_id, terms=terms, by=manager.id, idempotency_key=uuid4(), now=now)
    for days in (1, 7):
        asked = jobs.ask_what_if(
            configuration_id=drafted.configuration_id, days=days, by=manager.id, idempotency_key=uuid4(), now=now
        )
        jobs.do_job(job_id=asked.job_id, now=now)
    return f"/casa/mesas/passado-2/regras/{max(card.number for card in known) + 1}/"


def _now(
    floor: Floor, tables: Mapping[str, int], people: Mapping[str, list[Actor]], staff: Mapping[Role, Actor]
) -> None:
    for code, table_id in tables.items():
        floor.now = timezone.now()
        for player in people[code]:
            with suppress(seats.SeatRejected):
                floor.sit(player, table_id)
        _open(floor, table_id)
        for player, stakes in zip(people[code], NOW_ON[code], strict=True):
            floor.bet(player, table_id, **stakes)
    supervisor = staff[Role.SUPERVISOR].id
    running.pause(table_id=tables["ponto-e-banca-3"], by=supervisor, reason="carta à vista", now=timezone.now())
    stops.stop(scope=of_table(tables["macau-3"]), by=supervisor, now=timezone.now())


def _most_told() -> str:
    """The player of the past with most to see: limits, signals, notes; then the most rounds."""
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT p.public_id::text FROM players_person p
            JOIN (SELECT person_id, sum(rounds) AS rounds FROM tables_playsession GROUP BY 1) s ON s.person_id = p.id
            ORDER BY (SELECT count(*) FROM players_limit l WHERE l.person_id = p.id)
              + 3 * (SELECT count(*) FROM players_signal g WHERE g.person_id = p.id)
              + (SELECT count(*) FROM players_playernote n WHERE n.person_id = p.id) DESC, s.rounds DESC LIMIT 1
            """
        )
        row = cursor.fetchone()
    assert row is not None, "a past has players"
    return str(row[0])
