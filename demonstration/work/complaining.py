"""Stories of complaints: every way in, every state and outcome, money agreed to by a second person, one asked again."""

from collections.abc import Iterator
from contextlib import suppress
from datetime import date, datetime, timedelta
from functools import partial
from typing import Final

from django.conf import settings

from demonstration.work.stage import Member, Stage, Story
from kernel.calendar import add_working_days, lisbon_date
from players.complaints import operations as complaints
from players.complaints.operations import Subject
from players.complaints.queries.cases import Channel, SubjectKind
from players.inbox import operations as inbox
from players.inbox.queries import Subject as Kind
from players.inbox.queries import Thing
from players.models import Complaint
from players.roles import Role
from tables.models import Bet

ASKED: Final = (
    ("round", "Nesta jogada a terceira carta apareceu depois do resultado. Peço que confirmem as cartas e as contas."),
    ("bet", "Carreguei em confirmar antes do fim do tempo e a aposta não entrou. Queria saber a hora a que chegou."),
    ("money", "O levantamento que pedi há três dias ainda não chegou à minha conta do banco."),
    ("account", "Mudei de morada e o pedido de correção continua sem resposta."),
    ("protection", "Pedi uma pausa de um dia e no dia seguinte a mesa ainda dizia que eu estava em pausa."),
    ("service", "Escrevi duas vezes para o apoio e a resposta não tratava do que perguntei."),
    ("technical", "A página da mesa ficou parada durante duas jogadas, no telemóvel, com rede."),
    ("other", "As regras impressas na ajuda não têm a data em que entraram em vigor."),
)
QUESTION: Final = "Obrigado pela mensagem. Pode dizer-nos a hora aproximada e se usava o telemóvel ou o computador?"
REPLIED: Final = "Foi depois do jantar, perto das nove e meia, no telemóvel."
NOTE: Final = "Vi os registos desse dia: a aposta chegou depois do fecho. Falta ouvir a @Supervisora sobre a mesa."
ANSWERS: Final = {
    "accepted": "Tem razão. Encontrámos a falha, corrigimo-la e pedimos desculpa pelo incómodo.",
    "partly": "Em parte tem razão: a mensagem não era clara, e foi mudada. As contas da jogada estão certas.",
    "rejected": "Refizemos as contas com as cartas guardadas e dão exatamente o que foi pago. A jogada mantém-se.",
}
AGAIN: Final = "Não concordo com a resposta: a hora que indicam não é a que vi no ecrã. Peço que vejam outra vez."
CHANNELS: Final = (Channel.LETTER, Channel.EMAIL, Channel.TELEPHONE, Channel.BOOK)
LETTERS_DUE: Final = (-5, 4, -8)
"""When what came by letter is due: days after the past's last one, or before it."""


def stories(stage: Stage) -> Iterator[Story]:
    """One of each of the cast; the last days' letters, late or due soon; and one of a person without an account."""
    for member in stage.cast:
        yield _complaint(stage, member, member.number, stage.free(member))
    for place, due in enumerate(LETTERS_DUE):
        received_on = _received_on(stage.days[-1] + timedelta(days=due))
        yield _letter(stage, stage.cast[5 * place + 4], place, received_on, stage.late(2))
    for place in range(3):
        yield _fresh(stage, stage.cast[9 * place + 2], place, stage.late())
    yield _outsider(stage, stage.late(2))
    yield _reminders(stage)


def _reminders(stage: Stage) -> Story:
    """What the house does by itself every morning: it reminds of cases whose time runs out, and closes old ones."""
    for day in range(len(stage.days)):
        yield (at := stage.moment(day, 7, 45))
        with stage.act(at):
            complaints.remind(now=at)


def _received_on(due: date) -> date:
    """The last day of receipt of what is due by then."""
    day = due
    while add_working_days(day, settings.COMPLAINT_WORKING_DAYS) > due:
        day -= timedelta(days=1)
    return day


def _fresh(stage: Stage, member: Member, place: int, at: datetime) -> Story:
    """Just received, without an owner."""
    yield at
    category, text = ASKED[(3 * place + 1) % len(ASKED)]
    with stage.act(at, member.id):
        key = stage.key("fresh", place)
        complaints.complain(person_id=member.id, category=category, text=text, idempotency_key=key, now=at)


def _complaint(stage: Stage, member: Member, place: int, at: datetime) -> Story:
    """Received; taken; asked about; answered in one of the outcomes; then agreed with, asked once more, or left."""
    support, key = stage.staff[Role.SUPPORT], partial(stage.key, "complaint", place)
    category, text = ASKED[place % len(ASKED)]
    yield at
    with stage.act(at, member.id):
        made = complaints.complain(
            person_id=member.id,
            category=category,
            text=text,
            idempotency_key=key("asked"),
            now=at,
            subject=_subject(stage, member, place, at),
        )
    if place % 12 == 11:
        return
    yield (at := at + timedelta(hours=stage.dice.randint(2, 30)))
    with stage.act(at, support):
        complaints.take_in_hand(complaint_id=made.complaint_id, by=support, seen=made.revision, now=at)
    if place % 3 == 0:
        yield (at := at + timedelta(minutes=25))
        with stage.act(at, support):
            complaints.write(
                complaint_id=made.complaint_id, text=QUESTION, by=support, idempotency_key=key("question"), now=at
            )
        yield (at := at + timedelta(hours=5))
        with stage.act(at, member.id):
            complaints.reply(
                person_id=member.id,
                complaint_id=made.complaint_id,
                text=REPLIED,
                idempotency_key=key("reply"),
                now=at,
            )
    if place % 2:
        yield (at := at + timedelta(hours=1))
        with stage.act(at, support):
            complaints.note(complaint_id=made.complaint_id, text=NOTE, by=support, idempotency_key=key("note"), now=at)
    yield (at := at + timedelta(hours=stage.dice.randint(8, 60)))
    yield from _answered(stage, member, place, made.complaint_id, at)


def _revision(complaint_id: int) -> int:
    """The case as it stands now: the person who acts has just looked at it."""
    return Complaint.objects.values_list("revision", flat=True).get(pk=complaint_id)


def _subject(stage: Stage, member: Member, place: int, at: datetime) -> Subject:
    """The player's own last round, or a table, where the complaint is about one."""
    if place % 8 == 0:
        own = Bet.objects.filter(person_id=member.id, round__phase="settled", round__opened_at__lt=at)
        code = own.order_by("-pk").values_list("round__code", flat=True).first()
        return Subject(SubjectKind.ROUND, code) if code else Subject()
    return Subject(SubjectKind.TABLE, next(iter(stage.tables))) if place % 8 == 6 else Subject()


def _answered(stage: Stage, member: Member, place: int, complaint_id: int, at: datetime) -> Story:
    support, key = stage.staff[Role.SUPPORT], partial(stage.key, "complaint", place)
    outcome = ("rejected", "partly", "accepted")[place % 3]
    award = 0 if outcome == "rejected" or place % 4 else 15_00 + place * 50
    with stage.act(at, support):
        case = complaints.decide(
            complaint_id=complaint_id,
            outcome=outcome,
            reasons=ANSWERS[outcome],
            by=support,
            seen=_revision(complaint_id),
            idempotency_key=key("decision"),
            now=at,
            award=award,
        )
    if award:
        yield (at := at + timedelta(hours=stage.dice.randint(2, 20)))
        compliance = stage.staff[Role.COMPLIANCE]
        with stage.act(at, compliance):
            if place % 16 == 8:
                reason = "O valor não corresponde ao prejuízo; rever."
                complaints.refuse_award(
                    complaint_id=complaint_id, reason=reason, by=compliance, seen=case.revision, now=at
                )
                return
            complaints.approve_award(complaint_id=complaint_id, by=compliance, seen=case.revision, now=at)
    yield (at := at + timedelta(hours=stage.dice.randint(6, 50)))
    if place % 5 == 1:
        with stage.act(at, member.id), suppress(complaints.ComplaintRejected):
            complaints.close(person_id=member.id, complaint_id=complaint_id, now=at)
    elif place % 5 == 3:
        yield from _again(stage, member, place, complaint_id, at)


def _again(stage: Stage, member: Member, place: int, complaint_id: int, at: datetime) -> Story:
    """Reopened by the player, and answered for good by compliance where there is time."""
    key, compliance = partial(stage.key, "complaint", place), stage.staff[Role.COMPLIANCE]
    with stage.act(at, member.id):
        complaints.reopen(
            person_id=member.id, complaint_id=complaint_id, text=AGAIN, idempotency_key=key("again"), now=at
        )
    yield (at := at + timedelta(hours=20))
    with stage.act(at, compliance):
        complaints.take_in_hand(complaint_id=complaint_id, by=compliance, seen=_revision(complaint_id), now=at)
    if place % 10 == 3:
        return
    yield (at := at + timedelta(days=2))
    with stage.act(at, compliance):
        complaints.decide(
            complaint_id=complaint_id,
            outcome="partly",
            reasons=ANSWERS["partly"],
            by=compliance,
            seen=_revision(complaint_id),
            idempotency_key=key("second"),
            now=at,
        )


def _letter(stage: Stage, member: Member, place: int, received_on: date, at: datetime) -> Story:
    """Came by letter or otherwise, and is registered days later: its time runs from the day on which it came."""
    support = stage.staff[Role.SUPPORT]
    category, text = ASKED[(place + 5) % len(ASKED)]
    yield at
    with stage.act(at, support):
        case = complaints.register_complaint(
            person_id=member.id,
            channel=CHANNELS[place % len(CHANNELS)],
            received_on=received_on,
            category=category,
            text=text,
            by=support,
            idempotency_key=stage.key("letter", place),
            now=at,
        )
    yield (at := at + timedelta(minutes=20))
    by = stage.staff[Role.COMPLIANCE] if place == 2 else support
    with stage.act(at, by):
        inbox.assign(things=[Thing(Kind.COMPLAINT, case.number)], person_id=by, by=by, now=at)


def _outsider(stage: Stage, at: datetime) -> Story:
    """A person without an account, whose answer goes by post."""
    support = stage.staff[Role.SUPPORT]
    yield at
    with stage.act(at, support):
        complaints.register_outsider(
            relation="other",
            name="Teresa Exemplo",
            email="",
            postal="Rua da Demonstração 2, 1000-001 Lisboa",
            document="",
            language="pt",
            channel=Channel.LETTER,
            received_on=lisbon_date(at) - timedelta(days=4),
            category="protection",
            text="O meu irmão joga aqui e peço que a casa o contacte; não sei como pedir a autoexclusão por ele.",
            by=support,
            idempotency_key=stage.key("outsider"),
            now=at,
        )
