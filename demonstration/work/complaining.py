"""Stories of complaints: every way in, every state and outcome, money agreed to by a second person, one asked again."""

from collections.abc import Iterator
from contextlib import suppress
from datetime import date, datetime, timedelta
from functools import partial
from typing import Final

from django.conf import settings
from django.utils import translation

from casino.backoffice.presenters.complaints import known
from casino.stories.case_facts import CaseFacts
from casino.wording import words
from demonstration.work.asked import Asked, asked
from demonstration.work.replies import MORE, taken
from demonstration.work.stage import Member, Stage, Story
from kernel.calendar import add_working_days, end_of_day, lisbon_date
from players.complaints import operations as complaints
from players.complaints.operations import CaseDone
from players.complaints.queries import cases
from players.complaints.queries.cases import Channel
from players.inbox import operations as inbox
from players.inbox.queries import Subject as Kind
from players.inbox.queries import Thing
from players.models import Complaint
from players.roles import Role

NO_AWARD: Final = "O valor não corresponde ao prejuízo; rever."
AGAIN: Final = "Não concordo com a resposta e peço que outra pessoa veja o caso."
SECOND: Final = "Outra pessoa viu o caso desde o princípio."
AWARDED: Final = frozenset({0, 5, 6})
"""Kinds of complaints, of eight, whose player is paid something where they are right."""
CHANNELS: Final = (Channel.LETTER, Channel.BOOK, Channel.TELEPHONE)
SHEET: Final = "ROR00000000000450123"
"""The number of the sheet in the Complaints Book."""
DESK_DAYS: Final = 2
"""Working days from the receipt of a letter until it is registered."""
LETTERS_DUE: Final = (-5, 4, -8)
"""When what came by letter is due: days after the past's last one, or before it."""


def stories(stage: Stage) -> Iterator[Story]:
    """One of each of the cast; the last days' letters, late or due soon; and one of a person without an account."""
    for member in stage.cast:
        yield _complaint(stage, member, member.number, stage.free(member))
    for place, due in enumerate(LETTERS_DUE):
        received_on = _received_on(stage.days[-1] + timedelta(days=due))
        yield _letter(stage, stage.cast[5 * place + 4], place, received_on, _registered_at(stage, received_on))
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


def _registered_at(stage: Stage, received_on: date) -> datetime:
    """A moment `DESK_DAYS` after the day of receipt, or on the past's first day where that is later."""
    day = add_working_days(received_on, DESK_DAYS)
    return stage.moment(max(0, (day - stage.days[0]).days), stage.dice.randint(10, 17), stage.dice.randrange(60))


def _fresh(stage: Stage, member: Member, place: int, at: datetime) -> Story:
    """Just received, without an owner."""
    yield at
    said = asked(member, 3 * place + 1, at)
    with stage.act(at, member.id):
        complaints.complain(
            person_id=member.id,
            category=said.category,
            text=said.text,
            idempotency_key=stage.key("fresh", place),
            now=at,
            subject=said.subject,
            occurred_at=said.occurred_at,
        )


def _complaint(stage: Stage, member: Member, place: int, at: datetime) -> Story:
    """Received; taken; asked about; answered in one of the outcomes; then agreed with, asked once more, or left."""
    support, key = stage.staff[Role.SUPPORT], partial(stage.key, "complaint", place)
    yield at
    said = asked(member, place, at)
    with stage.act(at, member.id):
        made = complaints.complain(
            person_id=member.id,
            category=said.category,
            text=said.text,
            idempotency_key=key("asked"),
            now=at,
            subject=said.subject,
            occurred_at=said.occurred_at,
        )
    if place % 12 == 11:
        return
    yield (at := at + timedelta(hours=stage.dice.randint(2, 30)))
    with stage.act(at, support):
        complaints.take_in_hand(complaint_id=made.complaint_id, by=support, seen=made.revision, now=at)
    if place % 3 == 0:
        yield (at := at + timedelta(minutes=25))
        with stage.act(at, support):
            text, templates = _more(made.number, said, at)
            complaints.write(
                complaint_id=made.complaint_id,
                text=text,
                by=support,
                idempotency_key=key("question"),
                now=at,
                templates=templates,
            )
        yield (at := at + timedelta(hours=5))
        with stage.act(at, member.id):
            complaints.reply(
                person_id=member.id,
                complaint_id=made.complaint_id,
                text=said.reply,
                idempotency_key=key("reply"),
                now=at,
            )
    if place % 2:
        yield (at := at + timedelta(hours=1))
        with stage.act(at, support):
            complaints.note(
                complaint_id=made.complaint_id, text=said.note, by=support, idempotency_key=key("note"), now=at
            )
    yield (at := at + timedelta(hours=stage.dice.randint(8, 60)))
    yield from _answered(stage, member, place, made, said, at)


def _revision(complaint_id: int) -> int:
    """The case as it stands now: the person who acts has just looked at it."""
    return Complaint.objects.values_list("revision", flat=True).get(pk=complaint_id)


def _known(number: str, at: datetime) -> CaseFacts:
    """The facts of a case, as its answer may name them."""
    case = cases.case(number, now=at)
    assert case is not None, "it was made before"
    return known(case).theirs


def _more(number: str, said: Asked, at: datetime) -> tuple[str, tuple[int, ...]]:
    """A question to the player, under the kept text for questions."""
    with translation.override("pt"):
        opening, used = taken(MORE, category=said.category, language="pt", values=_known(number, at).values)
    return f"{opening} {said.question}".strip(), used


def _answer(number: str, said: Asked, outcome: str, award: int, at: datetime) -> tuple[str, tuple[int, ...]]:
    """The answer to a case: words of its outcome and a kept text, or the draft; with the facts that it names."""
    opening = {"accepted": said.right, "partly": said.partly, "rejected": said.wrong}[outcome]
    with translation.override("pt"):
        facts = _known(number, at)
        if not opening:
            return facts.letter(facts.draft), ()
        kept, used = taken(said.template, category=said.category, language="pt", values=facts.values)
        paid = f"Creditamos-lhe {words.money(award, 'EUR')} pelo incómodo." if award else ""
        return facts.letter("\n\n".join(filter(None, (opening, kept, paid)))), used


def _answered(stage: Stage, member: Member, place: int, made: CaseDone, said: Asked, at: datetime) -> Story:
    support, key, complaint_id = stage.staff[Role.SUPPORT], partial(stage.key, "complaint", place), made.complaint_id
    outcome = ("rejected", "partly", "accepted")[place % 3]
    award = 15_00 + place * 50 if outcome != "rejected" and place % 8 in AWARDED else 0
    with stage.act(at, support):
        reasons, templates = _answer(made.number, said, outcome, award, at)
        case = complaints.decide(
            complaint_id=complaint_id,
            outcome=outcome,
            reasons=reasons,
            by=support,
            seen=_revision(complaint_id),
            idempotency_key=key("decision"),
            now=at,
            award=award,
            templates=templates,
        )
    if award:
        yield (at := at + timedelta(hours=stage.dice.randint(2, 20)))
        compliance = stage.staff[Role.COMPLIANCE]
        with stage.act(at, compliance):
            if place % 16 == 8:
                complaints.refuse_award(
                    complaint_id=complaint_id, reason=NO_AWARD, by=compliance, seen=case.revision, now=at
                )
                return
            complaints.approve_award(complaint_id=complaint_id, by=compliance, seen=case.revision, now=at)
    yield (at := at + timedelta(hours=stage.dice.randint(6, 50)))
    if place % 5 == 1:
        with stage.act(at, member.id), suppress(complaints.ComplaintRejected):
            complaints.close(person_id=member.id, complaint_id=complaint_id, now=at)
    elif place % 5 == 3:
        yield from _again(stage, member, place, made, said, at)


def _again(stage: Stage, member: Member, place: int, made: CaseDone, said: Asked, at: datetime) -> Story:
    """Reopened by the player, and answered for good by compliance where there is time."""
    key, compliance, complaint_id = (
        partial(stage.key, "complaint", place),
        stage.staff[Role.COMPLIANCE],
        made.complaint_id,
    )
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
        reasons, templates = _answer(made.number, said, "partly", 0, at)
        complaints.decide(
            complaint_id=complaint_id,
            outcome="partly",
            reasons=f"{SECOND} {reasons}",
            by=compliance,
            seen=_revision(complaint_id),
            idempotency_key=key("second"),
            now=at,
            templates=templates,
        )


def _letter(stage: Stage, member: Member, place: int, received_on: date, at: datetime) -> Story:
    """Came by letter or otherwise, and is registered days later: its time runs from the day on which it came."""
    support, channel = stage.staff[Role.SUPPORT], CHANNELS[place]
    yield at
    said = asked(member, place + 5, end_of_day(received_on - timedelta(days=1)))
    with stage.act(at, support):
        case = complaints.register_complaint(
            person_id=member.id,
            channel=channel,
            sheet=SHEET if channel is Channel.BOOK else "",
            received_on=received_on,
            category=said.category,
            text=said.text,
            by=support,
            idempotency_key=stage.key("letter", place),
            now=at,
            subject=said.subject,
            occurred_at=said.occurred_at,
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
