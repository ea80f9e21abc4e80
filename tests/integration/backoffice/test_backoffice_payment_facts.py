"""A complaint about a deposit or withdrawal: its facts in numbers, its draft, kept texts filled with them (G2, H5)."""

import re
import uuid
from html import unescape

import pytest

from players.cashier import operations as cashier
from players.cashier.operations.sandbox_bank import Choice
from players.cashier.payments.provider import NoticeKind
from players.complaints import operations as complaints
from players.complaints.operations import Subject
from players.complaints.operations.replies import write_template
from players.models import ComplaintDecision, ComplaintMessage, ReplyUse, ReplyVersion, Side, SubjectKind
from players.roles import Role
from tests.factories import Actor, Floor
from tests.integration.backoffice.browsers import SignIn
from tests.integration.backoffice.test_backoffice_replies import draft_on, facts_on
from tests.integration.players.tills import Till
from wallet import queries as wallet


@pytest.fixture
def till(floor: Floor) -> Till:
    return Till(floor)


def complain(floor: Floor, player: Actor, subject: str, support: Actor) -> str:
    """About a payment; in the hands of support; its address."""
    made = complaints.complain(
        person_id=player.id,
        category="money",
        text="O dinheiro não chegou.",
        subject=Subject(SubjectKind.PAYMENT, subject),
        idempotency_key=uuid.uuid4(),
        now=floor.now,
    )
    complaints.take_in_hand(complaint_id=made.complaint_id, by=support.id, seen=made.revision, now=floor.now)
    return f"/casa/reclamacoes/{made.number}/"


def keep(floor: Floor, support: Actor, text: str) -> int:
    done = write_template(
        category="money",
        language="pt",
        title="Pagamentos",
        text=text,
        reason="frequente",
        by=support.id,
        idempotency_key=uuid.uuid4(),
        now=floor.now,
    )
    return ReplyVersion.objects.get(template_id=done.template_id).pk


def test_a_withdrawal_has_numbered_facts_in_their_order_and_names_no_staff(
    floor: Floor, till: Till, sign_in: SignIn
) -> None:
    player, support = floor.player(cents=0), floor.staff(Role.SUPPORT)
    approvers = floor.staff(Role.COMPLIANCE), floor.staff(Role.COMPLIANCE)
    instrument = till.instrument(player)
    till.paid(player, 4_000_00, instrument=instrument)
    floor.wait(minutes=5)
    key = till.ask_out(player, 3_500_00, instrument)
    for each in approvers:
        floor.wait(minutes=20)
        cashier.approve_withdrawal(key=key, by=each.id, reason="visto", now=floor.now)
    floor.wait(minutes=1)
    till.sweep()
    floor.wait(seconds=10)
    till.deliver()

    page = sign_in(support).get(complain(floor, player, str(key), support)).content.decode()

    facts = facts_on(page)
    assert [int(each.split()[-1]) for each in facts] == [1, 2, 3, 4, 5]
    told = " ".join(facts)
    for word in ("3500,00", f"L-{key.hex[:8]}", "enviado ao banco", "O banco pagou"):
        assert word in told.replace("\N{NO-BREAK SPACE}", ""), word
    assert not any(each.name in told for each in approvers)
    draft = draft_on(page)
    assert f"L-{key.hex[:8]}" in draft
    assert "[1]" in draft
    assert "[5]" in draft
    assert f"/casa/dinheiro/levantamentos/{key}/" in page


def test_a_deposit_that_was_refused_says_why_and_never_whose_account_it_was(
    floor: Floor, till: Till, sign_in: SignIn
) -> None:
    player, support = floor.player(cents=0), floor.staff(Role.SUPPORT)
    key = till.start(player, 80_00)
    floor.wait(seconds=30)
    assert till.tell(key, NoticeKind.PAID_IN, holder="Rui Alheio") == "refused"
    page = sign_in(support).get(complain(floor, player, str(key), support)).content.decode()
    facts = facts_on(page)
    assert any("recusado" in each for each in facts)
    assert "Alheio" not in " ".join(facts)
    assert "Não foi creditado" in draft_on(page)


def test_a_line_of_the_statement_leads_to_its_payment_and_another_players_does_not(
    floor: Floor, till: Till, sign_in: SignIn
) -> None:
    player, other, support = floor.player(cents=0), floor.player(cents=0), floor.staff(Role.SUPPORT)
    till.paid(player, 50_00)
    theirs = till.paid(other, 60_00)
    (line,) = wallet.statement(player.key, wallet.Currency.EUR, limit=1)
    page = sign_in(support).get(complain(floor, player, str(line.id), support)).content.decode()
    assert any("50,00" in each for each in facts_on(page))
    (foreign,) = wallet.statement(other.key, wallet.Currency.EUR, limit=1)
    for subject in (str(foreign.id), str(theirs), "9" * 30, "nada"):
        page = sign_in(support).get(complain(floor, player, subject, support)).content.decode()
        assert 'class="case-facts"' not in page, subject


def test_a_kept_text_is_filled_with_the_payment(floor: Floor, till: Till, sign_in: SignIn) -> None:
    player, support = floor.player(cents=0), floor.staff(Role.SUPPORT)
    key = till.start(player, 80_00)
    till.choose(key, Choice.REJECT)
    till.deliver()
    keep(floor, support, "{payment} de {amount} por {method}: {outcome}. {round}")
    page = sign_in(support).get(complain(floor, player, str(key), support)).content.decode()
    (filled,) = set(re.findall(r'data-text="([^"]+)"', page))
    text = unescape(filled).replace("\N{NO-BREAK SPACE}", " ")
    assert text.startswith(f"D-{key.hex[:8]} [1] de 80,00 € [1] por PT")
    assert "{round}" in text, "what this case has not stays to be filled in"


def test_a_message_is_written_out_of_a_template_cites_facts_and_says_where_it_came_from(
    floor: Floor, till: Till, sign_in: SignIn
) -> None:
    player, support = floor.player(cents=0), floor.staff(Role.SUPPORT)
    key = till.paid(player, 50_00)
    address = complain(floor, player, str(key), support)
    version = keep(floor, support, "O depósito {payment} ficou {outcome}.")
    browser = sign_in(support)
    said = {"text": "O depósito foi creditado [2].", "to": "player", "key": str(uuid.uuid4()), "used": str(version)}
    assert browser.post(f"{address}escrever/", said).status_code == 302
    assert browser.post(f"{address}escrever/", said).status_code == 302, "sent twice, said once"
    message = ComplaintMessage.objects.get(side=Side.HOUSE)
    assert message.text.splitlines()[0] == "O depósito foi creditado [2]."
    assert "\n[2] " in message.text, "the fact that it cites stands below it"
    use = ReplyUse.objects.get()
    assert (use.message_id, use.decision_id, use.version_id) == (message.pk, None, version)
    assert f"T-{use.version.template_id}/v1" in browser.get(address).content.decode()
    own = sign_in(player).get(f"/reclamacoes/{address.split('/')[3]}/").content.decode()
    assert "O depósito foi creditado [2]." in own
    assert "/v1" not in own


@pytest.mark.parametrize(
    ("text", "used", "status"),
    [("Ver {amount}.", "", 400), ("Ver [9].", "", 400), ("Está bem.", "999999", 400), ("Está bem.", "x", 400)],
)
def test_a_message_with_what_is_not_there_is_not_sent(
    floor: Floor, till: Till, sign_in: SignIn, text: str, used: str, status: int
) -> None:
    player, support = floor.player(cents=0), floor.staff(Role.SUPPORT)
    address = complain(floor, player, str(till.paid(player, 50_00)), support)
    said = {"text": text, "to": "player", "key": str(uuid.uuid4()), "used": used}
    answer = sign_in(support).post(f"{address}escrever/", said)
    assert answer.status_code == status
    assert text in unescape(answer.content.decode()), "what was written is not lost"
    assert not ComplaintMessage.objects.filter(side=Side.HOUSE).exists()


def test_a_note_is_kept_as_it_stands(floor: Floor, till: Till, sign_in: SignIn) -> None:
    player, support = floor.player(cents=0), floor.staff(Role.SUPPORT)
    address = complain(floor, player, str(till.paid(player, 50_00)), support)
    said = {"text": "Ver [9] e {amount}.", "to": "note", "key": str(uuid.uuid4())}
    assert sign_in(support).post(f"{address}escrever/", said).status_code == 302
    assert ComplaintMessage.objects.get(side=Side.NOTE).text == "Ver [9] e {amount}."


def test_without_script_the_text_goes_below_the_message(floor: Floor, till: Till, sign_in: SignIn) -> None:
    player, support = floor.player(cents=0), floor.staff(Role.SUPPORT)
    address = complain(floor, player, str(till.paid(player, 50_00)), support)
    version = keep(floor, support, "O depósito {payment} ficou {outcome}.")
    said = {"text": "Bom dia.", "template": str(version), "used": "", "key": str(uuid.uuid4())}
    page = sign_in(support).post(f"{address}modelo/", said).content.decode()
    written = re.search(r'<textarea name="text".*?>(.*?)</textarea>', page, re.S)
    assert written is not None
    assert unescape(written[1]).strip().startswith("Bom dia.\n\nO depósito D-")
    assert not ReplyUse.objects.exists()
    assert not ComplaintDecision.objects.exists()


def test_a_player_complains_about_an_own_payment_and_not_about_anothers(
    floor: Floor, till: Till, sign_in: SignIn
) -> None:
    player, other = floor.player(cents=0), floor.player(cents=0)
    key, theirs = till.start(player, 80_00), till.start(other, 80_00)
    browser = sign_in(player)
    assert "80,00" in browser.get(f"/reclamacoes/nova/?pagamento={key}").content.decode()
    assert f"pagamento={key}" in browser.get(f"/carteira/depositos/{key}/").content.decode()
    for code in (theirs, uuid.uuid4(), "nada"):
        assert browser.get(f"/reclamacoes/nova/?pagamento={code}").status_code == 404
