"""The office's pages of money: filters, two persons for withdrawals and corrections, and what is refused in words."""

import uuid

import pytest
from django.test import Client
from django.urls import reverse

from players.cashier import operations as cashier
from players.cashier.operations.sandbox_bank import Choice
from players.cashier.payments.provider import Notice, NoticeKind
from players.cashier.payments.sandbox import Sandbox
from players.models import Adjustment, Instrument, Withdrawal
from players.roles import Role
from players.staff.operations import accounts
from tests.factories import Actor, Floor
from tests.integration.backoffice.browsers import AsRole
from tests.integration.players.tills import Till


def instrument_of(player: Actor, floor: Floor) -> int:
    added = cashier.add_instrument(
        person_id=player.id, kind="mbway", number="912345678", idempotency_key=uuid.uuid4(), now=floor.now
    )
    Instrument.objects.update(proven_at=floor.now)
    return added.instrument_id


@pytest.fixture
def held(floor: Floor) -> uuid.UUID:
    """A withdrawal that waits for two members of staff."""
    player = floor.player("ana", cents=5_000_00)
    stands = cashier.request_withdrawal(
        person_id=player.id,
        instrument_id=instrument_of(player, floor),
        amount=3_000_00,
        idempotency_key=uuid.uuid4(),
        now=floor.now,
    )
    return stands.key


def decide(client: Client, act: str, key: uuid.UUID, reason: str = "conferido") -> int:
    return client.post(reverse(f"backoffice:{act}", args=[key]), {"reason": reason}).status_code


def test_two_persons_let_a_withdrawal_go(as_role: AsRole, held: uuid.UUID) -> None:
    one, two = as_role(Role.COMPLIANCE), as_role(Role.APPROVER)
    page = one.get(reverse("backoffice:withdrawal", args=[held])).content.decode()
    assert "à espera de aprovação" in page
    assert '<span class="office-nav__count">1</span>' in page
    assert "em 24 horas, mais de 2\xa0000,00\xa0€" in page
    assert "fica a faltar a de outra pessoa" in page
    assert decide(one, "approve_withdrawal", held, " ") == 400
    assert decide(one, "approve_withdrawal", held) == 302
    assert (
        "Falta a aprovação de outra pessoa" in one.get(reverse("backoffice:withdrawal", args=[held])).content.decode()
    )
    assert "seguem para" in two.get(reverse("backoffice:withdrawal", args=[held])).content.decode()
    assert decide(one, "approve_withdrawal", held) == 409
    assert Withdrawal.objects.get().state == "held"
    assert decide(two, "approve_withdrawal", held) == 302
    assert Withdrawal.objects.get().state == "ready"
    assert decide(two, "refuse_withdrawal", held) == 409
    assert decide(two, "refuse_withdrawal", uuid.uuid4()) == 404


def test_a_withdrawal_is_turned_down_with_the_reason(as_role: AsRole, held: uuid.UUID) -> None:
    one = as_role(Role.COMPLIANCE)
    assert decide(one, "refuse_withdrawal", held, "falta um documento") == 302
    page = one.get(reverse("backoffice:withdrawal", args=[held])).content.decode()
    assert "falta um documento" in page


def test_a_role_that_only_looks_decides_nothing(as_role: AsRole, held: uuid.UUID) -> None:
    auditor = as_role(Role.AUDITOR)
    assert "Aprovar" not in auditor.get(reverse("backoffice:withdrawal", args=[held])).content.decode()
    assert decide(auditor, "approve_withdrawal", held) == 403


def test_a_correction_from_proposal_to_decision(floor: Floor, as_role: AsRole) -> None:
    player, one, two = floor.player("ana", cents=10_00), as_role(Role.COMPLIANCE), as_role(Role.APPROVER)
    address = reverse("backoffice:new_adjustment")
    facts = {"email": player.email, "direction": "for", "amount": "5,50", "reason": "prémio em falta"}
    wrong = [
        {"amount": "1e3"},
        {"amount": "0"},
        {"amount": ""},
        {"email": "x@y.example"},
        {"direction": "up"},
        {"reason": ""},
        {"key": "x"},
        {"reference": "r" * 101},
        {"email": "a\0@sabot.example"},
    ]
    for other in wrong:
        assert one.post(address, facts | {"key": str(uuid.uuid4())} | other).status_code in {400, 409}, other
    made = one.post(address, facts | {"key": str(uuid.uuid4())})
    page = made["Location"]
    assert "quem decide é outra pessoa" in one.get(page).content.decode()
    assert "de 10,00\xa0€ para 15,50\xa0€" in two.get(page).content.decode()
    assert one.post(f"{page}aprovar/").status_code == 409
    assert player.balance() == 10_00
    assert two.post(f"{page}recusar/", {"reason": ""}).status_code == 400
    assert two.post(f"{page}aprovar/").status_code == 302
    assert player.balance() == 15_50
    assert as_role(Role.COMPLIANCE).post(f"{page}aprovar/").status_code == 409
    assert two.post(reverse("backoffice:approve_adjustment", args=[999])).status_code == 404
    against = one.post(address, facts | {"direction": "against", "amount": "99", "key": str(uuid.uuid4())})["Location"]
    assert "não chega" in two.get(against).content.decode()
    short = two.post(f"{against}aprovar/")
    assert short.status_code == 409
    assert "abaixo de zero" in short.content.decode()
    assert two.post(f"{against}recusar/", {"reason": "sem prova"}).status_code == 302
    assert sorted(Adjustment.objects.values_list("state", flat=True)) == ["approved", "rejected"]


def test_deposits_are_found_with_their_reasons(floor: Floor, as_role: AsRole) -> None:
    player, auditor = floor.player("ana", cents=0), as_role(Role.AUDITOR)
    started = cashier.start_deposit(
        person_id=player.id,
        instrument_id=instrument_of(player, floor),
        amount=10_00,
        idempotency_key=uuid.uuid4(),
        back="",
        provider=Sandbox(b"x"),
        now=floor.now,
    )
    notice = Notice("e", NoticeKind.PAID_IN, started.key, started.page.split("/")[2], 11_00, "EUR", "Ana Maria Reis")
    cashier.take_notice(notice=notice, provider="sandbox", now=floor.now)
    address = reverse("backoffice:deposits")
    other = "valor diferente do pedido · 11,00\N{NO-BREAK SPACE}€"
    assert other in auditor.get(address + "?state=rejected&nickname=AN").content.decode()
    assert "Nada a mostrar" in auditor.get(address + "?state=credited").content.decode()
    for query in ("state=nope", "antes=x", "antes=-1", "antes=99999999999999999999", "nickname=%00", "nickname=%25"):
        assert auditor.get(f"{address}?{query}").status_code == 200, query
    page = auditor.get(reverse("backoffice:deposit", args=[started.key])).content.decode()
    assert "recusado: o dinheiro é devolvido" in page
    assert other in page
    assert auditor.get(reverse("backoffice:deposit", args=[uuid.uuid4()])).status_code == 404


def test_a_deposit_that_came_too_late_says_how_the_player_stood(floor: Floor, as_role: AsRole) -> None:
    till, player = Till(floor), floor.player("ana", cents=0)
    key = till.start(player)
    accounts.suspend(person_id=player.id, reason="documento por ver", by=floor.staff(Role.COMPLIANCE).id, now=floor.now)
    till.choose(key, Choice.APPROVE)
    till.deliver()
    page = as_role(Role.AUDITOR).get(reverse("backoffice:deposit", args=[key])).content.decode()
    assert "a conta não podia receber depósitos nesse momento · suspenso" in page
