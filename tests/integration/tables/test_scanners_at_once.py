"""Scanners of one table at the same moment, a token revoked meanwhile, a process that dies at any statement (C9)."""

import uuid
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

from django.db import connection

from kernel.rejection import Rejected
from tables.card_terms import Refusal
from tables.models import CardEvent, Scanner
from tables.operations.croupier import scanners, second_reader
from tables.operations.croupier.reading import Reading
from tables.operations.croupier.second_reader import Opinion
from tests.croupiers import PaperTable, paper_table
from tests.factories import Floor
from tests.integration.tables.test_croupier_faults import dies_everywhere
from tests.integration.tables.test_scanners import issue, slide

MANY = 6


def at_once(acts: Sequence[Callable[[], Any]]) -> list[Any]:
    """All of them at the same moment, each with a connection of its own; a rejection is an answer too."""
    gate = Barrier(len(acts))

    def run(act: Callable[[], Any]) -> Any:
        try:
            gate.wait(timeout=20)
            return act()
        except Rejected as rejected:
            return rejected.reason
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as threads:
        return list(threads.map(run, acts))


def dealt(floor: Floor) -> PaperTable:
    live = paper_table(floor)
    live.open()
    live.close()
    return live


def test_one_reading_sent_many_times_at_once_is_one_card(open_floor: Floor) -> None:
    live = dealt(open_floor)
    scanner, key = issue(live), uuid.uuid4()
    answers: list[Reading] = at_once([lambda: slide(live, scanner, "4S", idempotency_key=key)] * MANY)
    assert {answer.slot for answer in answers} == {"P1"}
    assert sorted(answer.repeat for answer in answers) == [False, *[True] * (MANY - 1)]
    assert CardEvent.objects.count() == 1


def test_one_card_read_by_many_scanners_at_once_lies_there_once(open_floor: Floor) -> None:
    live = dealt(open_floor)
    several = [issue(live, f"Leitor {number}") for number in range(MANY)]
    answers: list[Reading] = at_once([lambda scanner=each: slide(live, scanner, "4S") for each in several])  # type: ignore[misc]
    assert [answer.slot for answer in answers].count("P1") == 1
    assert [answer.refusal for answer in answers].count(Refusal.READ_TWICE) == MANY - 1


def test_a_token_revoked_at_the_same_moment_reads_before_or_not_at_all(open_floor: Floor) -> None:
    live = dealt(open_floor)
    for card in ("4S", "KH", "4D", "7C"):
        scanner = issue(live, f"Leitor {card}")
        read, _ = at_once(
            [
                lambda card=card, scanner=scanner: slide(live, scanner, card),
                lambda scanner=scanner: scanners.revoke_scanner(
                    scanner_id=scanner.scanner_id, by=live.supervisor.id, now=live.floor.now
                ),
            ]
        )
        assert read is scanners.ScannerRejection.TOKEN_REVOKED or read.slot
        if read is scanners.ScannerRejection.TOKEN_REVOKED:
            live.read(card)
    assert not Scanner.objects.filter(revoked_at=None).exists()


def test_tokens_issued_at_once_under_one_name_are_one(open_floor: Floor) -> None:
    live = paper_table(open_floor)
    answers = at_once([lambda: issue(live)] * MANY)
    assert answers.count(scanners.ScannerRejection.NAME_TAKEN) == MANY - 1
    assert Scanner.objects.count() == 1


def test_a_process_that_dies_at_any_statement_leaves_every_act_to_be_done_again(open_floor: Floor) -> None:
    live, key = dealt(open_floor), uuid.uuid4()
    issued: list[scanners.ScannerActed] = []
    killed = dies_everywhere(lambda: issued.append(issue(live, idempotency_key=key)))
    for card in ("4S", "KH", "4D", "7C"):
        again = uuid.uuid4()
        killed += dies_everywhere(lambda card=card, again=again: slide(live, issued[0], card, idempotency_key=again))
    assert [event.slot for event in CardEvent.objects.order_by("pk")] == ["P1", "B1", "P2", "B2"]
    killed += dies_everywhere(
        lambda: second_reader.look(reader=lambda seen: Opinion.DIFFERS, now=live.floor.now),
    )
    assert live.row.status == "paused"
    killed += dies_everywhere(
        lambda: scanners.revoke_scanner(scanner_id=issued[0].scanner_id, by=live.supervisor.id, now=live.floor.now)
    )
    assert killed > 60


def test_two_sweeps_at_once_note_each_opinion_once(open_floor: Floor) -> None:
    live = dealt(open_floor)
    live.deal(["4S", "KH"])
    now = live.floor.now
    at_once([lambda: second_reader.look(reader=lambda seen: Opinion.DIFFERS, now=now)] * 3)
    assert list(CardEvent.objects.order_by("pk").values_list("second_reading__opinion", flat=True)) == ["differs"] * 2
    assert live.row.status_reason == "readers-differ"
