"""The wallet's pages: paying in by the sandbox bank, paying out, statements; and the webhook under bad input."""

import csv
import io
import json
import re
import uuid
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from casino.adapters import payments
from players.accounts import numbers
from players.cashier import operations as cashier
from players.cashier.payments import signing
from players.cashier.payments.sandbox import Sandbox as SandboxBank
from players.models import Deposit, Instrument, PaymentNotice, SandboxNotice, Withdrawal
from players.roles import Role
from tests.factories import Actor, Floor
from tests.rules import rule

IBAN = f"PT{numbers.iban_check_digits('PT', '000201231234599999999')}000201231234599999999"


@pytest.fixture
def floor(floor: Floor) -> Floor:
    floor.now = timezone.now()
    return floor


def browser_of(actor: Actor) -> Client:
    client = Client()
    client.force_login(get_user_model().objects.get(pk=actor.id))
    return client


def add(client: Client, number: str = IBAN, kind: str = "bank-account") -> Any:
    return client.post(reverse("portal:add_instrument"), {"kind": kind, "number": number, "key": str(uuid.uuid4())})


def deposit(client: Client, amount: str, **others: object) -> Any:
    instrument = Instrument.objects.order_by("pk").last()
    facts = {"instrument": instrument and instrument.pk, "amount": amount, "key": str(uuid.uuid4()), **others}
    return client.post(reverse("portal:deposit"), facts)


def post(body: bytes, *, at: datetime | None = None, header: str | None = None) -> int:
    signed = signing.signature(payments.sandbox_secret(), body, at or timezone.now())
    answer = Client(enforce_csrf_checks=True).post(
        reverse("portal:payment_notice"),
        body,
        content_type="application/json",
        headers={signing.HEADER: signed if header is None else header},
    )
    return answer.status_code


def deliver() -> list[int]:
    """Send the bank's notices through the webhook."""
    waiting = SandboxNotice.objects.filter(posted_at=None, due_at__lte=timezone.now()).order_by("due_at", "pk")
    answers = [post(notice.body.encode()) for notice in waiting]
    SandboxNotice.objects.filter(posted_at=None).update(posted_at=timezone.now())
    return answers


def test_the_form_of_a_deposit_leads_to_the_providers_own_pages_and_to_no_others(
    floor: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A browser blocks a form whose answer leads to an origin that the page's policy does not name."""
    client, bank = browser_of(floor.player("ana")), SandboxBank(b"", pages=("https://pay.bank.example",))
    allowed = []
    for provider in (None, SandboxBank(b""), bank):
        monkeypatch.setattr(payments, "provider", lambda provider=provider: provider)
        allowed.append(_form_action(client, "portal:deposit"))
    assert allowed == ["'self'", "'self'", "'self' https://pay.bank.example"]
    assert _form_action(client, "portal:withdrawal") == "'self'"


def _form_action(client: Client, page: str) -> str:
    """Where a browser lets the page's forms lead; the order of a policy's directives is not fixed."""
    directives = (
        each.strip().partition(" ") for each in client.get(reverse(page))["Content-Security-Policy"].split(";")
    )
    return next(value for name, _, value in directives if name == "form-action")


@rule("UK-04", asserts="The page of deposits offers a limit before the first one.")
@rule(
    "PT-12",
    asserts="The page for deposits shows the account's last digits and what a deposit costs, and 25.50 are credited "
    "once the bank confirms them, and once only.",
)
def test_from_the_first_iban_to_the_money_in_the_wallet(floor: Floor) -> None:
    player = floor.player(cents=0)
    client = browser_of(player)
    assert "do seu registo" in client.get(reverse("portal:deposit")).content.decode()
    assert add(client).headers["Location"] == reverse("portal:deposit")
    page = client.get(reverse("portal:deposit")).content.decode()
    assert "•••• 9999" in page
    assert "Custo da casa" in page
    assert "Não tem limite de depósitos" in page, "a limit is offered before the first deposit (UK-04)"
    client.post(reverse("portal:limits"), {"limit": "deposit-day", "most": "100", "key": str(uuid.uuid4())})
    page = client.get(reverse("portal:deposit")).content.decode()
    assert "Não tem limite de depósitos" not in page
    assert "Ver ou mudar os limites" in page
    to_the_bank = deposit(client, "25,50")
    assert to_the_bank.status_code == 302
    bank = Client()
    assert "Banco de ensaio" in bank.get(to_the_bank["Location"]).content.decode()
    back = bank.post(to_the_bank["Location"], {"choice": "approve"})["Location"]
    assert "ainda não confirmou" in client.get(back).content.decode()
    assert deliver() == [204]
    assert "está no seu saldo" in client.get(back).content.decode()
    assert player.balance() == 25_50
    assert bank.post(to_the_bank["Location"], {"choice": "approve"}).status_code == 409
    assert bank.post(to_the_bank["Location"], {"choice": "no-such"}).status_code == 409
    assert "25,50" in client.get(reverse("portal:wallet")).content.decode()


def test_the_first_deposit_asks_for_no_iban_again(floor: Floor) -> None:
    player = floor.player(cents=0)
    client = browser_of(player)
    page = client.get(reverse("portal:deposit")).content.decode()
    assert page.count('name="instrument" value="0"') == 1
    key = str(uuid.uuid4())
    to_the_bank = deposit(client, "20", instrument="0", key=key)
    assert to_the_bank.status_code == 302
    assert deposit(client, "20", instrument="0", key=key)["Location"] == to_the_bank["Location"], "twice is as once"
    made = Instrument.objects.get()
    assert (made.kind, made.person_id) == ("bank-account", player.id)
    page = client.get(reverse("portal:deposit")).content.decode()
    assert made.label in page
    assert "do seu registo" not in page


def test_after_a_refused_amount_another_one_can_be_sent_from_the_same_page(floor: Floor) -> None:
    """The refused wish is kept under its key; the page that says so has another one, and one means of payment."""
    ana = floor.player("ana", cents=0)
    client = browser_of(ana)
    client.post("/conta/comecar/", {"limit": "deposit-week", "most": "50"})
    sent = _fields(client.get(reverse("portal:deposit")).content.decode()) | {"amount": "51"}
    refused = client.post(reverse("portal:deposit"), sent)
    assert refused.status_code == 409
    again = _fields(refused.content.decode()) | {"amount": "40"}
    assert client.post(reverse("portal:deposit"), again).status_code == 302
    wishes = Deposit.objects.order_by("pk").values_list("amount", "state")
    assert list(wishes) == [(51_00, "rejected"), (40_00, "pending")]
    assert Instrument.objects.count() == 1


def _fields(page: str) -> dict[str, str]:
    """What the form of a deposit has in it as it stands: its key and the means of payment that is chosen."""
    key = re.search(r'name="key" value="([^"]+)" id="id_key"', page)
    means = re.findall(r'name="instrument" value="(\d+)"[^>]*checked', page) or re.findall(
        r'<option value="(\d+)" selected', page
    )
    assert key is not None
    assert len(means) == 1, page
    return {"key": key[1], "instrument": means[0]}


def test_an_amount_too_long_is_told_the_bounds(floor: Floor) -> None:
    client = browser_of(floor.player(cents=0))
    answer = deposit(client, "12345678901234567890", instrument="0")
    assert "de 5,00\N{NO-BREAK SPACE}€ a 10\N{NO-BREAK SPACE}000,00\N{NO-BREAK SPACE}€" in answer.content.decode()
    assert not Deposit.objects.exists()


@pytest.mark.parametrize(
    "amount", ["1e9", "-5", "0", "", "abc", "5,005", "5\0", "٥", "1.234.56", "99999999999999", "4,99", "∞", "' OR 1"]
)
def test_amounts_that_are_none_get_a_plain_answer(floor: Floor, amount: str) -> None:
    client = browser_of(floor.player(cents=0))
    add(client)
    answer = deposit(client, amount)
    assert answer.status_code == (409 if amount == "4,99" else 400), "an amount below the least is well formed"
    assert "field__errors" in answer.content.decode()
    assert not Deposit.objects.exists()


@pytest.mark.parametrize(("typed", "cents"), [("1.234,50", 1_234_50), ("1 234,5", 1_234_50), ("20 €", 20_00)])
def test_amounts_as_people_type_them(floor: Floor, typed: str, cents: int) -> None:
    client = browser_of(floor.player(cents=0))
    add(client)
    assert deposit(client, typed).status_code == 302
    assert Deposit.objects.get().amount == cents


def test_a_form_sent_twice_is_one_deposit(floor: Floor) -> None:
    client, key = browser_of(floor.player(cents=0)), str(uuid.uuid4())
    add(client)
    first, second = (deposit(client, "10", key=key)["Location"] for _ in range(2))
    assert first == second
    assert Deposit.objects.count() == 1
    assert deposit(client, "11", key=key).status_code == 409
    assert deposit(client, "10", key="no uuid").status_code == 400


def test_others_means_and_payments_do_not_exist(floor: Floor) -> None:
    player, other = browser_of(floor.player(cents=0)), browser_of(floor.player(cents=0))
    add(player)
    deposit(player, "10")
    key = Deposit.objects.get().key
    assert other.get(reverse("portal:deposit_status", args=[key])).status_code == 404
    assert deposit(other, "10").status_code == 400
    assert add(other).status_code == 409
    assert "não pode ser usado nesta conta" in add(other).content.decode()
    assert Deposit.objects.count() == 1


def signed_body(**others: object) -> bytes:
    row = Deposit.objects.get()
    facts = {
        "event": "e-1",
        "kind": "paid-in",
        "reference": str(row.key),
        "ref": row.provider_ref,
        "amount": row.amount,
        "currency": "EUR",
        "holder": "Ana Maria Reis",
        **others,
    }
    return json.dumps(facts).encode()


def test_notices_that_are_not_the_banks(floor: Floor) -> None:
    player = floor.player(cents=0)
    client = browser_of(player)
    add(client)
    deposit(client, "10")
    body, now = signed_body(), timezone.now()
    good = signing.signature(payments.sandbox_secret(), body, now)
    for header in (
        "",
        "t=1,v1=00",
        good[:-1],
        good[:-1] + ("0" if good[-1] != "0" else "1"),
        good.replace("t=", "t=1"),
        signing.signature(b"another", body, now),
        "\u0663" * 80,
    ):
        assert post(body, header=header) == 400, header
    assert post(body[:-2], header=good) == 400
    assert post(body + b" ", header=good) == 400
    assert post(body, at=now - timedelta(minutes=6)) == 400
    assert post(body, at=now + timedelta(minutes=6)) == 400
    assert post(b"x" * 20_000) == 413
    for bad in (
        b"",
        b"[]",
        b"null",
        b"{}",
        b"\xff\xfe",
        b"[" * 9_000,
        signed_body(amount=1.5),
        signed_body(amount=-1),
        signed_body(amount=True),
        signed_body(amount="1000"),
        signed_body(amount=10**30),
        signed_body(kind="gift"),
        signed_body(reference="x"),
        signed_body(holder=None),
        signed_body(event=""),
        signed_body(event="a\0b"),
        signed_body(ref="x" * 999),
    ):
        assert post(bad) == 400, bad[:60]
    assert Client().get(reverse("portal:payment_notice")).status_code == 405
    assert not PaymentNotice.objects.exists()
    assert player.balance() == 0


def test_a_notice_replayed_within_the_window_credits_once(floor: Floor) -> None:
    player = floor.player(cents=0)
    client = browser_of(player)
    add(client)
    deposit(client, "10")
    body, at = signed_body(), timezone.now()
    assert [post(body, at=at) for _ in range(3)] == [204] * 3
    assert post(signed_body(event="e-2"), at=at) == 204
    assert player.balance() == 10_00


def test_a_withdrawal_and_its_cancelling(floor: Floor) -> None:
    player, other = floor.player(cents=100_00), floor.player()
    client = browser_of(player)
    add(client)
    page = client.get(reverse("portal:withdrawal")).content.decode()
    assert "Ainda não há para onde pagar" in page
    Instrument.objects.update(proven_at=floor.now)

    def ask(amount: str, key: str = "") -> Any:
        facts = {
            "instrument": Instrument.objects.exclude(fingerprint__startswith="test-bank").get().pk,
            "amount": amount,
            "key": key or str(uuid.uuid4()),
        }
        return client.post(reverse("portal:withdrawal"), facts)

    answer = ask("100,01")
    assert answer.status_code == 409
    assert "no máximo, 100,00" in answer.content.decode().replace("\xa0", " ")
    for amount in ("0", "-1", "1e2", "x", ""):
        assert ask(amount).status_code == 400
    key = str(uuid.uuid4())
    assert [ask("40", key).status_code for _ in range(2)] == [302, 302]
    assert player.balance() == 60_00
    assert "40,00" in client.get(reverse("portal:wallet")).content.decode()
    cancel = reverse("portal:cancel_withdrawal", args=[key])
    assert browser_of(other).post(cancel).status_code == 404
    assert client.post(reverse("portal:cancel_withdrawal", args=[uuid.uuid4()])).status_code == 404
    assert client.post(cancel).status_code == 302
    assert player.balance() == 100_00
    ask("10")
    cashier.send_withdrawals(provider=payments.provider(), now=timezone.now())  # type: ignore[arg-type]
    sent = Withdrawal.objects.get(state="sent")
    late = client.post(reverse("portal:cancel_withdrawal", args=[sent.key]), follow=True)
    assert "já não pode ser alterado" in late.content.decode()


@rule(
    "PT-10",
    asserts="After 100.00 paid in and 20.00 staked the statement begins at 0.00 and ends at 80.00, on the page and in "
    "the spreadsheet; the PDF is there.",
)
def test_the_statement_adds_up_on_screen_and_in_files(floor: Floor) -> None:
    player = floor.player(cents=100_00)
    table = floor.table()
    floor.open_round(table)
    floor.sit(player, table)
    floor.bet(player, table, ponto=20_00)
    client = browser_of(player)
    page = client.get(reverse("portal:statement")).content.decode().replace("\xa0", " ")
    assert "ao cêntimo" in page
    assert "20,00 €" in page
    assert "80,00 €" in page
    sheet = client.get(reverse("portal:statement_csv"))
    assert sheet["Content-Type"].startswith("text/csv")
    rows = list(csv.reader(io.StringIO(sheet.content.decode("utf-8-sig")), delimiter=";"))
    assert rows[0][-3:] == ["Saldo antes", "Valor", "Saldo depois"], "one table, under its heading"
    assert [row[-3:] for row in rows[1:]] == [["0,00", "100,00", "100,00"], ["100,00", "-20,00", "80,00"]]
    document = client.get(reverse("portal:statement_pdf"))
    assert document.content.startswith(b"%PDF")
    floor.settle(table)


@pytest.mark.parametrize(
    "query",
    [
        "since=x",
        "since=0001-01-01",
        "since=9999-12-31&until=9999-12-31",
        "since=2026-02-30",
        "since=2026-03-02&until=2026-03-01",
        "until=%00",
        "chips=NOPE",
    ],
)
def test_periods_that_are_none(floor: Floor, query: str) -> None:
    client = browser_of(floor.player())
    for name in ("statement", "statement_csv", "statement_pdf"):
        assert client.get(f"{reverse(f'portal:{name}')}?{query}").status_code in {200, 400}, name


def test_a_period_without_play_and_another_kind_of_chips(floor: Floor) -> None:
    client = browser_of(floor.player(cents=10_00, play_cents=5_00))
    old = client.get(reverse("portal:statement") + "?since=2020-01-01&until=2020-01-31").content.decode()
    assert "Sem movimentos" in old
    assert "fichas" in client.get(reverse("portal:statement") + "?chips=PLAY").content.decode()


def test_a_house_without_a_bank_takes_no_money(floor: Floor, settings: Any) -> None:
    player = floor.player(cents=10_00)
    client = browser_of(player)
    add(client)
    settings.ADAPTERS = {}
    assert "nenhum banco ligado" in client.get(reverse("portal:deposit")).content.decode()
    assert deposit(client, "10").status_code in {200, 400}
    assert client.get("/sandbox-pagamentos/sb-1/").status_code == 404
    assert post(b"{}") == 404
    assert Deposit.objects.filter(person_id=player.id).count() == 1, "the one that the player began with"


def test_staff_have_no_wallet(floor: Floor) -> None:
    client = browser_of(floor.staff(Role.COMPLIANCE))
    for name in ("wallet", "deposit", "withdrawal", "statement", "statement_csv", "statement_pdf"):
        assert client.get(reverse(f"portal:{name}")).status_code == 403
