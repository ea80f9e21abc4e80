"""The consequences of an exclusion: word to the regulator in time, e-mails, and taking it back (PT-25 to PT-30)."""

import json
import uuid
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core import mail
from django.test import override_settings
from people import NOW, People

from casino.adapters.mail import send
from casino.adapters.regulator import SandboxDesk, desk
from kernel.money import Currency
from kernel.periods import Period
from players.accounts import queries
from players.accounts.operations.obligations import (
    AWAY,
    Notice,
    ObligationRejected,
    ObligationRejection,
    carry_out,
    note_done,
    notify_regulator,
)
from players.gates import may_play
from players.messages.operations.emails import send_emails
from players.models import Email, ExclusionKind, ExclusionSource, LimitKind, Obligation, ObligationKind
from players.protection.operations import limits
from players.protection.operations.exclusion import (
    ExclusionRejected,
    ExclusionRejection,
    RevocationRejected,
    RevocationRejection,
    exclude,
    give_notice,
    revoke,
)
from players.protection.operations.national import impose, lift
from players.roles import Role
from tests.rules import rule

pytestmark = pytest.mark.django_db

DAY = timedelta(hours=24)
_OURS = {
    *("limit-set", "limit-waits", "limit-cancelled", "limit-raised", "limit-lapsed", "limit-by-house"),
    *("exclusion-begun", "exclusion-notice", "exclusion-revoked"),
}


def owed() -> list[tuple[str, datetime]]:
    return list(Obligation.objects.filter(done_at=None).order_by("pk").values_list("kind", "due_at"))


@rule(
    "PT-26",
    asserts="An exclusion of 31 January without end, with notice on 10 February or the same day, ends on 30 April, "
    "with notice on 15 April on 15 May; one of three months on 30 April.",
)
def test_the_vectors_of_the_law(people: People) -> None:
    noon = {"hour": 12, "tzinfo": UTC}
    start = datetime(2026, 1, 31, **noon)  # type: ignore[arg-type]
    for kind, notice, end in [
        (ExclusionKind.INDEFINITE, datetime(2026, 2, 10, **noon), "2026-04-30"),  # type: ignore[arg-type]
        (ExclusionKind.INDEFINITE, datetime(2026, 4, 15, **noon), "2026-05-15"),  # type: ignore[arg-type]
        (ExclusionKind.INDEFINITE, start, "2026-04-30"),
    ]:
        player = people.player().person_id
        exclude(person_id=player, kind=kind, now=start)
        assert give_notice(person_id=player, now=notice).ends_at.date().isoformat() == end
    fixed = exclude(person_id=people.player().person_id, kind=ExclusionKind.FIXED, months=3, now=start)
    assert fixed.ends_at is not None
    assert fixed.ends_at.date().isoformat() == "2026-04-30"


@rule(
    "PT-29",
    asserts="An exclusion of six months, and a notice that ends it early 40 days later, are each owed to the regulator "
    "within 24 hours.",
)
def test_every_exclusion_and_every_early_end_is_owed_to_the_regulator_within_a_day(people: People) -> None:
    player = people.player().person_id
    exclude(person_id=player, kind=ExclusionKind.FIXED, months=6, now=NOW)
    assert owed() == [("notify-exclusion", NOW + DAY)]
    later = NOW + timedelta(days=40)
    give_notice(person_id=player, now=later)
    assert owed()[1:] == [("notify-revocation", later + DAY)]


@rule(
    "PT-29",
    asserts="Two exclusions are sent to the regulator's sandbox desk once each; while the desk is closed they wait, "
    "and what was sent is kept on file.",
)
def test_notices_are_sent_once_and_wait_for_a_desk_that_is_closed(people: People, tmp_path: Path) -> None:
    exclude(person_id=people.player().person_id, kind=ExclusionKind.FIXED, months=6, now=NOW)
    exclude(person_id=people.player().person_id, kind=ExclusionKind.SHORT, length=DAY, now=NOW)

    def closed(notice: Notice) -> str:
        raise ConnectionRefusedError

    assert notify_regulator(send=closed, now=NOW) == 0
    sandbox = SandboxDesk(tmp_path)
    assert notify_regulator(send=sandbox.notify, now=NOW + timedelta(hours=1)) == 2
    assert notify_regulator(send=closed, now=NOW) == 0
    done = Obligation.objects.order_by("pk")[0]
    assert (done.done_at, done.done_by) == (NOW + timedelta(hours=1), None)
    content = json.loads((tmp_path / done.note).read_text(encoding="utf-8"))
    assert (content["facts"]["months"], content["kind"]) == (6, "notify-exclusion")
    assert isinstance(desk(), SandboxDesk)


def test_a_notice_that_the_desk_does_not_take_holds_up_no_other(people: People) -> None:
    players = [people.player().person_id for _ in range(AWAY + 3)]
    for person_id in players:
        exclude(person_id=person_id, kind=ExclusionKind.FIXED, months=6, now=NOW)
    told: list[int] = []

    def desk_(notice: Notice) -> str:
        told.append(notice.person_id)
        if notice.person_id == players[0]:
            raise ConnectionRefusedError
        if notice.person_id == players[1]:
            raise KeyError("months")
        return "recebido"

    with pytest.raises(KeyError):
        notify_regulator(send=desk_, now=NOW)
    assert told == players
    assert Obligation.objects.filter(done_at=None).count() == 2

    def away(notice: Notice) -> str:
        told.append(notice.person_id)
        raise TimeoutError

    for person_id in players:
        exclude(person_id=person_id, kind=ExclusionKind.FIXED, months=6, now=NOW + DAY)
    told.clear()
    assert notify_regulator(send=away, now=NOW + DAY) == 0
    assert len(told) == AWAY, "a desk that is away is not asked for everybody"


def test_a_person_notes_a_obligation_done(people: People) -> None:
    exclude(person_id=people.player().person_id, kind=ExclusionKind.FIXED, months=6, now=NOW)
    obligation, compliance = Obligation.objects.get(), people.staff(Role.COMPLIANCE).person_id
    for facts, reason in [
        ({"note": " ", "by": compliance, "obligation_id": obligation.pk}, ObligationRejection.NOTE_MISSING),
        (
            {"note": "por ofício", "by": people.staff(Role.SUPPORT).person_id, "obligation_id": obligation.pk},
            ObligationRejection.NOT_ALLOWED,
        ),
        ({"note": "por ofício", "by": compliance, "obligation_id": 0}, ObligationRejection.NO_SUCH_OBLIGATION),
    ]:
        with pytest.raises(ObligationRejected) as refused:
            note_done(**facts, now=NOW)  # type: ignore[arg-type]
        assert refused.value.reason is reason
    first = note_done(obligation_id=obligation.pk, note="por ofício", by=compliance, now=NOW)
    again = note_done(obligation_id=obligation.pk, note="outra vez", by=compliance, now=NOW + DAY)
    assert (first.repeat, again.repeat, again.done_at, again.note) == (False, True, NOW, "por ofício")


def test_an_exclusion_without_end_owes_the_balance_until_it_is_paid(people: People) -> None:
    player = people.player().person_id
    exclude(person_id=player, kind=ExclusionKind.INDEFINITE, now=NOW)
    assert {kind for kind, _ in owed()} == {"notify-exclusion", "pay-out"}
    assert carry_out(kind=ObligationKind.PAY_OUT, act=lambda notice: None, now=NOW) == 0
    assert carry_out(kind=ObligationKind.PAY_OUT, act=lambda notice: f"pago a {notice.person_id}", now=NOW) == 1
    assert carry_out(kind=ObligationKind.PAY_OUT, act=lambda notice: "outra vez", now=NOW) == 0


def test_a_payment_that_cannot_be_made_blocks_no_other(people: People) -> None:
    players = [people.player().person_id for _ in range(3)]
    for player in players:
        exclude(person_id=player, kind=ExclusionKind.INDEFINITE, now=NOW)

    def act(notice: Notice) -> str | None:
        return "pago" if notice.person_id == players[-1] else None

    assert carry_out(kind=ObligationKind.PAY_OUT, act=act, now=NOW, limit=1) == 1


def test_the_same_wish_twice_is_one_exclusion(people: People) -> None:
    player, key = people.player().person_id, uuid.uuid4()
    first = exclude(person_id=player, kind=ExclusionKind.FIXED, months=6, now=NOW, idempotency_key=key)
    again = exclude(person_id=player, kind=ExclusionKind.FIXED, months=6, now=NOW + DAY, idempotency_key=key)
    assert (again.exclusion_id, again.repeat, again.ends_at) == (first.exclusion_id, True, first.ends_at)
    others: list[dict[str, Any]] = [
        {"kind": ExclusionKind.INDEFINITE},
        {"kind": ExclusionKind.FIXED, "months": 12},
        {"kind": ExclusionKind.SHORT, "length": DAY},
    ]
    for wish in others:
        with pytest.raises(ExclusionRejected) as refused:
            exclude(person_id=player, now=NOW, idempotency_key=key, **wish)
        assert refused.value.reason is ExclusionRejection.KEY_REUSED, "a longer wish is never taken for the shorter one"
    give_notice(person_id=player, now=NOW + DAY)
    assert exclude(person_id=player, kind=ExclusionKind.FIXED, months=6, now=NOW + DAY, idempotency_key=key).repeat
    assert [kind for kind, _ in owed()] == ["notify-exclusion", "notify-revocation"]


def test_an_operators_exclusion_is_taken_back_by_the_operator(people: People) -> None:
    player, compliance = people.player().person_id, people.staff(Role.COMPLIANCE).person_id
    order: dict[str, Any] = {"person_id": player, "kind": ExclusionKind.INDEFINITE, "source": ExclusionSource.OPERATOR}
    for by, reason, why in [
        (compliance, "", ExclusionRejection.REASON_MISSING),
        (people.staff(Role.SUPPORT).person_id, "sinais de dano", ExclusionRejection.NOT_ALLOWED),
        (None, "sinais de dano", ExclusionRejection.NOT_ALLOWED),
    ]:
        with pytest.raises(ExclusionRejected) as refused:
            exclude(**order, by=by, reason=reason, now=NOW)
        assert refused.value.reason is why
    done = exclude(**order, by=compliance, reason="sinais de dano", now=NOW)
    own = exclude(person_id=player, kind=ExclusionKind.SHORT, length=DAY, now=NOW)

    def rejection(exclusion_id: int, by: int = compliance, reason: str = "engano") -> RevocationRejection:
        with pytest.raises(RevocationRejected) as refused:
            revoke(exclusion_id=exclusion_id, by=by, reason=reason, now=NOW + timedelta(minutes=1))
        return refused.value.reason

    assert rejection(done.exclusion_id, reason=" ") is RevocationRejection.REASON_MISSING
    assert rejection(done.exclusion_id, by=player) is RevocationRejection.NOT_ALLOWED
    assert rejection(0) is RevocationRejection.NO_SUCH_EXCLUSION
    assert rejection(own.exclusion_id) is RevocationRejection.NOT_OURS
    later = NOW + timedelta(hours=1)
    assert not revoke(exclusion_id=done.exclusion_id, by=compliance, reason="engano", now=later).repeat
    assert revoke(exclusion_id=done.exclusion_id, by=compliance, reason="engano", now=later).repeat
    assert may_play(person_ids=[player], currency=Currency.EUR, now=later)[player].until == own.ends_at
    assert [kind for kind, _ in owed()] == ["notify-exclusion", "notify-exclusion", "notify-revocation"]


@rule(
    "PT-30",
    asserts="An entry of the national list excludes until its end, a shorter entry replaces it, and once it is lifted "
    "the player may play again.",
)
def test_the_national_list_bars_and_frees_by_its_own_word(people: People) -> None:
    player = people.player().person_id
    end = NOW + timedelta(days=100)
    entry: dict[str, Any] = {"person_id": player, "reference": "SRIJ-7"}
    first = impose(**entry, starts_at=NOW - DAY, ends_at=end, now=NOW)
    assert first is not None
    assert (first.starts_at, first.ends_at, first.source) == (NOW, end, ExclusionSource.NATIONAL)
    again = impose(**entry, starts_at=NOW - DAY, ends_at=end, now=NOW)
    assert again is not None
    assert again.repeat
    shorter = impose(**entry, starts_at=NOW - DAY, ends_at=end - DAY, now=NOW)
    assert shorter is not None
    standing = queries.exclusion_of(player, NOW)
    assert standing is not None
    assert (standing.id, standing.ends_at) == (shorter.exclusion_id, end - DAY)
    assert lift(references=["SRIJ-7"], now=NOW + DAY) == 1
    assert lift(references=["SRIJ-7"], now=NOW + DAY) == 0
    assert may_play(person_ids=[player], currency=Currency.EUR, now=NOW + DAY)[player].allowed
    assert impose(**entry, starts_at=NOW - 2 * DAY, ends_at=NOW - DAY, now=NOW) is None
    assert owed() == [], "the regulator knows its own list"


def test_every_email_has_its_words(people: People) -> None:
    player, compliance = people.player().person_id, people.staff(Role.COMPLIANCE).person_id
    facts: dict[str, Any] = {"person_id": player, "kind": LimitKind.STAKE, "period": Period.DAY}
    limits.set_limit(**facts, most=100_00, idempotency_key=uuid.uuid4(), now=NOW)
    wish = limits.set_limit(**facts, most=None, idempotency_key=uuid.uuid4(), now=NOW)
    limits.cancel_limit(person_id=player, limit_id=wish.limit_id, now=NOW)
    wish = limits.set_limit(**facts, most=300_00, idempotency_key=uuid.uuid4(), now=NOW)
    limits.confirm_limit(person_id=player, limit_id=wish.limit_id, now=NOW + DAY)
    limits.set_limit(**facts, most=None, idempotency_key=uuid.uuid4(), now=NOW)
    limits.lapse_limits(now=NOW + 9 * DAY)
    limits.set_operators_limit(
        person_id=player, kind=LimitKind.SESSION, period=Period.DAY, most=90, reason="conversa", by=compliance,
        idempotency_key=uuid.uuid4(), now=NOW,
    )  # fmt: skip
    exclude(person_id=player, kind=ExclusionKind.INDEFINITE, now=NOW)
    exclude(person_id=player, kind=ExclusionKind.SHORT, length=DAY, now=NOW)
    give_notice(person_id=player, now=NOW)
    impose(person_id=player, reference="SRIJ-8", starts_at=NOW, ends_at=None, now=NOW)
    lift(references=["SRIJ-8"], now=NOW)
    exclude(
        person_id=player, kind=ExclusionKind.INDEFINITE, source=ExclusionSource.OPERATOR, by=compliance, now=NOW,
        reason="apostas a subir todas as noites",
    )  # fmt: skip
    kinds = set(Email.objects.filter(person_id=player).values_list("kind", flat=True))
    assert kinds >= _OURS
    with override_settings(EMAIL_BACKEND="django.core.mail.backends.locmem.EmailBackend"):
        send_emails(send=lambda email: send(email) if email.kind in kinds & _OURS else None, now=NOW)
    text = "\n".join(f"{email.subject}\n{email.body}" for email in mail.outbox)
    assert "limite de apostas por dia é agora: 100,00 €" in text.replace("\N{NO-BREAK SPACE}", " ")
    assert "1 hora e 30 minutos" in text
    subjects = {email.subject for email in mail.outbox}
    assert subjects >= {"A sua pausa começou", "A sua autoexclusão começou", "Está excluído do jogo"}
    assert "por esta razão: apostas a subir todas as noites" in text
    assert "lista nacional de quem se excluiu do jogo" in text
    assert all("@" in email.body.splitlines()[-1] for email in mail.outbox), "and how to reach the house"
    assert "{{" not in text
    assert "{%" not in text
    assert "None" not in text
