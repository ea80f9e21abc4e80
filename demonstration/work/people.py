"""Stories of the office itself: sign-ins, notes, personal data, colleagues, duties that come round, work handed on."""

import io
from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from demonstration.invented import nif
from demonstration.work.stage import PLAYER_DEVICE, Member, Stage, Story
from kernel.calendar import lisbon_date
from players.access.operations import sign_in
from players.audit.operations import notes, viewing
from players.cashier.queries import withdrawals
from players.duties import operations as duties
from players.duties.calendar import DUTIES, due_at, periods
from players.inbox import operations as inbox
from players.inbox.queries import Subject, Thing
from players.models import Factor, Person
from players.privacy import operations as privacy
from players.protection.queries.watch import obligations, signals
from players.roles import Role
from players.staff import operations as staff
from tables.queries import open_incidents

STAFF_DEVICE: Final = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
SHIFT: Final = timedelta(hours=8)
SIGN_INS: Final = 5
"""Of each member of staff."""
FILE: Final = b"PK\x05\x06" + bytes(18)
"""An empty zip: a demonstration keeps no personal data for it."""
FILE_DAYS: Final = timedelta(days=9)
"""After these a file of personal data has been removed: only its row is left, as in any house."""
NOTES: Final = (
    "Telefonou a perguntar pelo prazo de um limite mais alto; expliquei as 24 horas e a segunda confirmação.",
    "Prefere ser contactado por e-mail, depois das 18 h.",
    "Perguntou como se leva um ficheiro com os seus dados; indiquei-lhe a página.",
    "Pediu ajuda para ler as contas de uma jogada; mostrei-lhe onde estão e ficou esclarecido.",
    "Conta bancária em seu nome; comprovativo visto.",
)
WANTED: Final = (
    ("address", "Rua da Demonstração 14, Coimbra", "Mudei de casa."),
    ("profession", "Enfermagem", "Mudei de profissão."),
    ("full-name", "Nome Exemplo Novo", "Casei-me e mudei de apelido."),
    ("other", "O telefone da conta é o do trabalho.", "Prefiro ser avisado no pessoal."),
)
HIRED: Final = (
    ("apoio.2@passado.sabot.example", "Apoio da noite", Role.SUPPORT, "Apoio Segundo", "10000311"),
    ("sala.2@passado.sabot.example", "Supervisora da noite", Role.SUPERVISOR, "Supervisora Segunda", "10000312"),
    ("regras.2@passado.sabot.example", "Regras da tarde", Role.GAME_MANAGER, "Regras Segundo", "10000313"),
)
READ_INCIDENTS: Final = (
    *(Role.SUPERVISOR, Role.SUPPORT, Role.GAME_MANAGER),
    *(Role.ADMINISTRATOR, Role.AUDITOR, Role.INSPECTOR),
)
"""Who keeps an incident out of their own inbox for some days."""
DONE: Final = "Comprovativo n.º {} arquivado na pasta do mês."


def stories(stage: Stage) -> Iterator[Story]:
    """Some of everything for each of the cast and of the staff."""
    for role in stage.staff:
        for place in range(SIGN_INS):
            yield _shift(stage, role, place)
    for member in stage.cast:
        yield _signed_in(stage, member, stage.free(member))
        if member.number % 2 == 0:
            yield _note(stage, member, stage.free(member, (9, 17)))
        if member.number % 3 == 1:
            yield _correction(stage, member, member.number, stage.free(member, (9, 17)))
        if member.number % 9 == 4:
            yield _data_file(stage, member, stage.moment(max(member.plays_until, 1), 14))
    for place in range(3):
        yield _correction(stage, stage.cast[4 * place + 2], 100 + place, stage.late())
    for place, hired in enumerate(HIRED):
        yield _hire(stage, place, *hired)
    yield _roles(stage)
    yield from _duties(stage)
    yield _handed_on(stage)


def _shift(stage: Stage, role: Role, place: int) -> Story:
    """A member of staff signs in, now and then with a wrong password first, and out after the shift."""
    person = Person.objects.get(pk=stage.staff[role])
    day = place * len(stage.days) // SIGN_INS
    yield (at := stage.moment(day, 8 + stage.dice.randrange(8), stage.dice.randrange(60)))
    address = f"203.0.113.{10 + person.pk % 40}"
    if place % 3 == 1:
        with stage.act(at):
            tried = sign_in.begin_attempt(
                email=person.email, factor=Factor.PASSWORD, address=address, device=STAFF_DEVICE, now=at
            )
            sign_in.attempt_failed(attempt_id=tried.id, now=at)
        yield (at := at + timedelta(seconds=20))
    yield from _in_and_out(person.pk, stage, f"{role.value}-{place}", address, STAFF_DEVICE, at, SHIFT)


def _signed_in(stage: Stage, member: Member, at: datetime) -> Story:
    """A player signs in, and out within the hour."""
    yield at
    address = f"198.51.100.{member.id % 250 + 1}"
    name = f"player-{member.number}"
    yield from _in_and_out(member.id, stage, name, address, PLAYER_DEVICE, at, timedelta(minutes=50))


def _in_and_out(
    person_id: int, stage: Stage, name: str, address: str, device: str, at: datetime, length: timedelta
) -> Story:
    session = stage.key("session", name).hex
    with stage.act(at):
        sign_in.complete_sign_in(person_id=person_id, session=session, address=address, device=device, now=at)
    out = min(at + length, stage.end - timedelta(seconds=1))
    yield out
    with stage.act(out, person_id):
        sign_in.end_devices(person_id=person_id, now=out, session=session)


def _note(stage: Stage, member: Member, at: datetime) -> Story:
    """Support notes a conversation, some on top; then looks at the registered data with a reason."""
    by = stage.staff[Role.COMPLIANCE if member.number % 8 == 0 else Role.SUPPORT]
    yield at
    with stage.act(at, by):
        text = NOTES[member.number // 2 % len(NOTES)]
        noted = notes.add_note(
            person_id=member.id, text=text, by=by, idempotency_key=stage.key("note", member.number), now=at
        )
        if member.number % 6 == 0:
            notes.pin_note(person_id=member.id, note_id=noted.note_id, on_top=True, by=by, now=at)
    yield (at := at + timedelta(minutes=4))
    with stage.act(at, by):
        viewing.view_personal_data(person_id=member.id, by=by, reason="Confirmar a morada a pedido do jogador", now=at)


def _correction(stage: Stage, member: Member, place: int, at: datetime) -> Story:
    """A request to correct data, decided by compliance either way; the last ones wait."""
    field, wanted, why = WANTED[place % len(WANTED)]
    yield at
    with stage.act(at, member.id):
        key = stage.key("correction", place)
        asked = privacy.ask_rectification(
            person_id=member.id, field=field, wanted=wanted, why=why, idempotency_key=key, now=at
        )
    if place >= 100:
        return
    yield (at := at + timedelta(days=1, hours=stage.dice.randint(1, 9)))
    accepted = place % 4 != 2
    with stage.act(at, stage.staff[Role.COMPLIANCE]):
        privacy.decide_rectification(
            request_id=asked.request_id,
            accepted=accepted,
            reason="Comprovativo visto." if accepted else "O documento enviado tem ainda o nome anterior.",
            by=stage.staff[Role.COMPLIANCE],
            now=at,
        )


def _data_file(stage: Stage, member: Member, at: datetime) -> Story:
    """A player takes a file of everything that is held; days later it is removed. Only where there is time for that."""
    yield at
    if at + FILE_DAYS >= stage.end:
        return
    key = stage.key("file", member.number)
    with stage.act(at, member.id):
        privacy.ask_export(person_id=member.id, idempotency_key=key, now=at)
    with stage.act(at := at + timedelta(seconds=20)):
        waiting = privacy.claim_export(now=at)
        assert waiting is not None, "it was asked for just now"
        privacy.finish_export(export_id=waiting.export_id, made=io.BytesIO(FILE), now=at)
    yield (at := at + timedelta(hours=2))
    with stage.act(at, member.id):
        privacy.note_fetched(person_id=member.id, code=key, now=at)
    yield (at := at + FILE_DAYS - timedelta(hours=3))
    with stage.act(at):
        privacy.expire_exports(now=at)


def _hire(stage: Stage, place: int, email: str, name: str, role: Role, full_name: str, first_eight: str) -> Story:
    """A colleague is proposed by the administrator; compliance agrees, does not, or has not decided yet."""
    administrator, compliance = stage.staff[Role.ADMINISTRATOR], stage.staff[Role.COMPLIANCE]
    yield (at := stage.moment((len(stage.days) * (place + 1)) // 4 if place < 2 else -1, 10, 7 * place))
    with stage.act(at, administrator):
        made = staff.propose_hire(
            email=email,
            name=name,
            roles=[role],
            full_name=full_name,
            nif=nif(first_eight),
            reason="O turno da noite precisa de mais uma pessoa.",
            idempotency_key=stage.key("hire", place),
            by=administrator,
            now=at,
        )
    if place == 2:
        return
    yield (at := at + timedelta(hours=5))
    with stage.act(at, compliance):
        if place:
            reason = "Falta o registo criminal."
            staff.reject_proposal(proposal_id=made.proposal_id, reason=reason, by=compliance, now=at)
        else:
            staff.approve_proposal(proposal_id=made.proposal_id, by=compliance, now=at)


def _roles(stage: Stage) -> Story:
    """The supervisor is to approve awards too: compliance proposes nothing, so the administrator does, and it waits."""
    administrator = stage.staff[Role.ADMINISTRATOR]
    yield (at := stage.moment(-1, 15, 30))
    with stage.act(at, administrator):
        staff.propose_roles(
            person_id=stage.staff[Role.SUPERVISOR],
            roles=[Role.SUPERVISOR, Role.SUPPORT],
            reason="Ajuda o apoio ao fim de semana.",
            idempotency_key=stage.key("roles"),
            by=administrator,
            now=at,
        )


def _duties(stage: Stage) -> Iterator[Story]:
    """Every turn of every duty whose time fell into the past, done before it was due; the next ones have an owner."""
    begin = stage.moment(0, 12)
    back = lisbon_date(begin - timedelta(days=31))
    for place, duty in enumerate(DUTIES.values()):
        owner = stage.staff[Role.ADMINISTRATOR if place > 1 else Role.COMPLIANCE]
        for period in periods(duty, since=back, now=stage.end - timedelta(hours=1)):
            yield _duty(stage, owner, duty.code.value, period.key, due_at(duty, period))


def _duty(stage: Stage, owner: int, code: str, period: str, due: datetime) -> Story:
    administrator = stage.staff[Role.ADMINISTRATOR]
    at = max(stage.moment(0, 9, 30), min(due - timedelta(days=6), stage.end - timedelta(hours=30)))
    yield at
    with stage.act(at, administrator):
        duties.assign(code=code, period=period, owner_id=owner, by=administrator, now=at)
    if due < stage.moment(0, 9, 30):
        yield (at := at + timedelta(hours=2))
    else:
        yield (at := max(at + timedelta(hours=2), due - timedelta(days=2, hours=6)))
    with stage.act(at, owner):
        duties.note_done(code=code, period=period, evidence=DONE.format(period), by=owner, now=at)


def _handed_on(stage: Stage) -> Story:
    """In the last hours work is taken, given, put off and watched."""
    compliance, approver = stage.staff[Role.COMPLIANCE], stage.staff[Role.APPROVER]
    yield (at := stage.end - timedelta(minutes=35))
    open_signals = [Thing(Subject.SIGNAL, f"S-{card.id}") for card in signals(is_open=True, limit=8)]
    owed = [Thing(Subject.OBLIGATION, f"O-{card.id}") for card in obligations(is_open=True, now=at, limit=8)]
    held = [Thing(Subject.WITHDRAWAL, str(card.key)) for card in withdrawals(state="held", limit=10)]
    assign = partial(inbox.assign, now=at)
    if open_signals[:3]:
        with stage.act(at, compliance):
            assign(things=open_signals[:3], person_id=compliance, by=compliance)
            inbox.watch(things=open_signals[:1], by=compliance, now=at)
    if held[:1]:
        with stage.act(at, compliance):
            assign(things=held[:1], person_id=approver, by=compliance)
    later = [*open_signals[3:5], *owed[:1]]
    if later:
        with stage.act(at, compliance):
            inbox.put_off(things=later, until=at + timedelta(days=3), by=compliance, now=at)
    known_of = [Thing(Subject.INCIDENT, f"I-{card.id}") for card in open_incidents()]
    aside = dict.fromkeys(READ_INCIDENTS, known_of[-1:]) | {Role.APPROVER: held[-1:]}
    for role, things in aside.items():
        if not things:
            continue
        with stage.by(role, at):
            inbox.put_off(things=things, until=at + timedelta(days=3), by=stage.staff[role], now=at)
