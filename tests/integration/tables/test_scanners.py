"""Scanners with a token of their own: issued and revoked by a supervisor, and what each reads at its table (C9)."""

import uuid
from enum import StrEnum
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from kernel.money import Currency
from kernel.rejection import Rejected
from players.models import Event
from players.roles import Role
from tables.card_terms import Refusal
from tables.models import CardEvent, KeyedCard, Scanner
from tables.operations.croupier import ruling, scanners
from tables.operations.croupier.scanners import ScannerActed, ScannerRejection
from tables.operations.croupier.standing import CroupierRejection
from tables.queries.scanners import scanners as serving
from tests.croupiers import PaperTable, paper_table, take
from tests.factories import Floor
from tests.tampering import as_owner


@pytest.fixture
def live(floor: Floor) -> PaperTable:
    return paper_table(floor)


def rejects(reason: StrEnum) -> Any:
    return pytest.raises(Rejected, match=f"^{reason.value}$")


def issue(live: PaperTable, name: str = "Leitor 1", **changed: Any) -> ScannerActed:
    facts = {
        "table_id": live.id,
        "name": name,
        "reason": "leitor novo",
        "by": live.supervisor.id,
        "idempotency_key": uuid.uuid4(),
        "now": live.floor.now,
    }
    return scanners.issue_scanner(**facts | changed)


def slide(live: PaperTable, scanner: ScannerActed, card: str, **changed: Any) -> Any:
    """A card, by rank and suit or by its whole code, through this scanner."""
    facts = {
        "table_code": live.code,
        "token": scanner.token,
        "code": live.card(card).code if len(card) == 2 else card,
        "idempotency_key": uuid.uuid4(),
        "now": live.floor.now,
    }
    return scanners.read_by_scanner(**facts | changed)


def test_a_token_is_told_once_and_only_its_digest_is_kept(live: PaperTable) -> None:
    key = uuid.uuid4()
    issued = issue(live, "  Leitor 1 ", idempotency_key=key)
    row = Scanner.objects.get()
    assert issued.token.startswith("sabot-scanner-")
    assert issued.token not in str(row.__dict__)
    assert row.digest == scanners.digest_of(issued.token)
    again = issue(live, "Leitor 1", idempotency_key=key)
    assert (again.scanner_id, again.token, again.repeat) == (issued.scanner_id, "", True)
    (card,) = serving()
    assert (card.table_code, card.name, card.reason, card.last_at) == (live.code, "Leitor 1", "leitor novo", None)
    event = Event.objects.get(name="scanner.issued")
    assert (event.by, event.table_id, event.facts) == (
        live.supervisor.id,
        live.id,
        {"scanner": "Leitor 1", "reason": "leitor novo"},
    )


def test_why_none_is_issued(live: PaperTable) -> None:
    key = uuid.uuid4()
    issue(live, idempotency_key=key)
    other = live.floor.table(kind="shared")
    for reason, changed in (
        (ScannerRejection.NO_SUCH_TABLE, {"table_id": 999_999}),
        (ScannerRejection.NOT_A_CROUPIERS_TABLE, {"table_id": other}),
        (ScannerRejection.KEY_REUSED, {"idempotency_key": key, "name": "Leitor 2"}),
        (ScannerRejection.NAME_INVALID, {"name": " x "}),
        (ScannerRejection.NAME_INVALID, {"name": "x" * 41}),
        (ScannerRejection.NAME_INVALID, {"name": "Leitor\0"}),
        (ScannerRejection.NO_REASON, {"name": "Leitor 2", "reason": " a "}),
        (ScannerRejection.NO_REASON, {"name": "Leitor 2", "reason": "aaa\0"}),
        (ScannerRejection.NAME_TAKEN, {}),
        (ScannerRejection.NAME_TAKEN, {"name": "hid"}),
    ):
        with rejects(reason):
            issue(live, **changed)
    for number in range(2, scanners.MOST + 1):
        issue(live, f"Leitor {number}")
    with rejects(ScannerRejection.TOO_MANY):
        issue(live, "Leitor 9")


def test_a_revoked_token_reads_no_card_and_its_name_is_free_again(live: PaperTable) -> None:
    issued = issue(live)
    acted = scanners.revoke_scanner(scanner_id=issued.scanner_id, by=live.supervisor.id, now=live.floor.now)
    assert (acted.revoked, acted.repeat) == (True, False)
    assert scanners.revoke_scanner(scanner_id=issued.scanner_id, by=live.supervisor.id, now=live.floor.now).repeat
    assert Event.objects.filter(name="scanner.revoked").count() == 1
    assert serving() == ()
    with rejects(ScannerRejection.TOKEN_REVOKED):
        slide(live, issued, "4S")
    assert issue(live).token != issued.token
    with rejects(ScannerRejection.NO_SUCH_SCANNER):
        scanners.revoke_scanner(scanner_id=999_999, by=live.supervisor.id, now=live.floor.now)


def test_two_scanners_deal_a_round_for_the_croupier_on_shift(live: PaperTable) -> None:
    first, second = issue(live), issue(live, "Leitor 2")
    live.open()
    assert slide(live, first, "4S").refusal is Refusal.BEFORE_CLOSE
    live.close()
    placed = [slide(live, scanner, card).slot for scanner, card in ((first, "4S"), (second, "KH"), (first, "4D"))]
    assert placed == ["P1", "B1", "P2"]
    assert slide(live, second, "4S").refusal is Refusal.READ_TWICE
    assert slide(live, second, "7C").slot == "B2"
    live.confirm()
    events = CardEvent.objects.filter(kind="drawn").order_by("pk")
    assert [event.device for event in events] == ["Leitor 1", "Leitor 2", "Leitor 1", "Leitor 2"]
    assert {event.croupier_id for event in events} == {live.croupier.id}
    assert {card.name: card.last_at is not None for card in serving()} == {"Leitor 1": True, "Leitor 2": True}


def test_the_same_key_has_the_first_answer_also_once_the_croupier_left(live: PaperTable) -> None:
    scanner, key = issue(live), uuid.uuid4()
    live.open()
    live.close()
    first = slide(live, scanner, "4S", idempotency_key=key)
    live.relieve()
    again = slide(live, scanner, "4S", idempotency_key=key)
    assert (first.slot, again.slot, again.repeat) == ("P1", "P1", True)
    assert CardEvent.objects.count() == 1
    for code in ("5S", live.card("4S").code.replace("D001", "D002")):
        with rejects(CroupierRejection.KEY_REUSED):
            slide(live, scanner, code, idempotency_key=key)
    with rejects(ScannerRejection.NO_CROUPIER):
        slide(live, scanner, "KH")
    take(live, live.floor.staff(Role.CROUPIER))
    assert slide(live, scanner, "KH").slot == "B1"


def test_an_unread_text_is_kept_and_its_key_stays_its_own(live: PaperTable) -> None:
    scanner, key = issue(live), uuid.uuid4()
    live.open()
    live.close()
    assert slide(live, scanner, "lixo", idempotency_key=key).refusal is Refusal.UNREADABLE
    with rejects(CroupierRejection.KEY_REUSED):
        slide(live, scanner, "4S", idempotency_key=key)


def test_a_token_names_one_table(live: PaperTable) -> None:
    other, scanner = paper_table(live.floor), issue(live)
    with rejects(ScannerRejection.ANOTHER_TABLE):
        slide(live, scanner, "4S", table_code=other.code)
    for token in ("", "sabot-scanner-x", "ç" * 500, scanner.token.upper()):
        with rejects(ScannerRejection.TOKEN_UNKNOWN):
            slide(live, scanner, "4S", token=token)


def test_a_robot_deals_without_scanners(floor: Floor) -> None:
    table = paper_table(floor, currency=Currency.PLAY, robot=True, taken=False)
    with rejects(ScannerRejection.NO_CROUPIER):
        slide(table, issue(table), "SBD0014SX")


def test_a_card_that_was_read_after_all_needs_no_second_person(live: PaperTable) -> None:
    scanner = issue(live)
    code = live.open()
    live.close()
    facts = {"table_id": live.id, "round_code": code, "by": live.croupier.id, "now": live.floor.now}
    ruling.key_card(**facts, card="4S", idempotency_key=uuid.uuid4())
    assert slide(live, scanner, "4S").slot == "P1"
    keyed = KeyedCard.objects.get()
    assert (keyed.confirmed, keyed.decided_by_id) == (False, None)


def test_the_database_keeps_scanners_as_they_were_issued(live: PaperTable) -> None:
    issued = issue(live)
    with pytest.raises(IntegrityError, match="a scanner is revoked once"), transaction.atomic(), as_owner():
        Scanner.objects.update(name="Outro")
    scanners.revoke_scanner(scanner_id=issued.scanner_id, by=live.supervisor.id, now=live.floor.now)
    with pytest.raises(IntegrityError, match="a scanner is revoked once"), transaction.atomic():
        Scanner.objects.update(revoked_at=None, revoked_by=None)
    with pytest.raises(IntegrityError, match="only added to"), transaction.atomic(), as_owner():
        Scanner.objects.all()._raw_delete("default")
