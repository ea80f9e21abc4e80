"""The log of the house: leaves told with what they tell, numbered without gaps, signed, and impossible to rewrite."""

import hashlib
import secrets
import uuid
from datetime import timedelta

import pytest
from django.conf import LazySettings
from django.db import DatabaseError, connection, transaction

from baccarat.proof import header_digest
from casino.tasks import tell_terms
from reporting.evidence import canonical, notes, tiles, tree
from reporting.evidence.checkpoints import Checkpoint
from reporting.models import LeafKind, LogCheckpoint, LogLeaf, LogTile
from reporting.operations import log
from reporting.queries import log as log_queries
from tables.operations import incidents
from tests.factories import NOON, Floor
from tests.tampering import as_owner, past_triggers

pytestmark = pytest.mark.django_db


def _told(*numbers: int) -> None:
    with transaction.atomic():
        for number in numbers:
            log.tell_log(
                kind=LeafKind.TERMS,
                key=f"t{number}",
                facts={"name": "t", "version": number, "digest": "0" * 64},
                now=NOON,
            )


def _leaves() -> list[LogLeaf]:
    return list(LogLeaf.objects.order_by("number"))


def test_a_shoe_is_in_the_log_with_its_root_before_its_first_bet() -> None:
    floor = Floor()
    table_id = floor.table()
    code = floor.open_round(table_id)
    (leaf,) = LogLeaf.objects.filter(kind=LeafKind.SHOE)
    from tables.models import Round

    shoe = Round.objects.select_related("shoe").get(code=code).shoe
    assert leaf.facts["root"] == shoe.root
    assert leaf.at == shoe.created_at
    log.number_waiting()
    leaf.refresh_from_db()
    told = canonical.parse((leaf.data or "").encode())
    assert told == {
        "at": canonical.moment(shoe.created_at),
        "count": shoe.card_count,
        "decks": 8,
        "format": "sabot-shoe-2",
        "header": header_digest(shoe.header).hex(),
        "kind": "shoe",
        "root": shoe.root,
        "shoe": f"{shoe.table.code}/1",
        "table": shoe.table.code,
    }


def test_no_round_begins_on_a_shoe_that_the_log_does_not_have() -> None:
    floor = Floor()
    table_id = floor.table()
    with as_owner(), connection.cursor() as cursor:
        cursor.execute("ALTER TABLE tables_shoe DISABLE TRIGGER reporting_shoe_is_told")
    with pytest.raises(DatabaseError, match="is not in the log"), transaction.atomic():
        floor.step(table_id)


def test_rules_and_incidents_are_told_by_their_rows() -> None:
    floor = Floor()
    table_id = floor.table(code="mesa-um")
    code = floor.open_round(table_id)
    floor.void(table_id)
    incidents.open_incident(
        kind="void-round", idempotency_key=uuid.uuid4(), facts={}, now=floor.now, table_id=table_id, subject=code
    )
    log.number_waiting()
    told = [canonical.parse((leaf.data or "").encode()) for leaf in _leaves()]
    (rules,) = [each for each in told if each["kind"] == "rules"]
    assert (rules["version"], rules["reference"], len(rules["digest"])) == ("mesa-um/v1", "SRIJ 2026/118", 64)
    assert "terms" not in rules
    assert [each["what"] for each in told if each["kind"] == "incident"] == ["void-round"]


def test_leaves_are_numbered_without_gaps_in_their_order() -> None:
    _told(1, 2, 3)
    assert log.number_waiting() == 3
    _told(4)
    assert log.number_waiting() == 1
    assert log.number_waiting() == 0
    assert [(leaf.number, leaf.facts["version"]) for leaf in _leaves()] == [(0, 1), (1, 2), (2, 3), (3, 4)]
    for leaf in _leaves():
        data = (leaf.data or "").encode()
        assert bytes(leaf.hash or b"") == hashlib.sha256(b"\x00" + data).digest()
        assert canonical.parse(data)["kind"] == "terms"


def test_the_terms_that_hold_are_told_once() -> None:
    tell_terms()
    tell_terms()
    log.number_waiting()
    told = canonical.parse((LogLeaf.objects.get(kind=LeafKind.TERMS).data or "").encode())
    assert (told["name"], told["version"], len(told["digest"])) == ("terms", 1, 64)


def test_the_same_fact_is_told_once() -> None:
    _told(1)
    _told(1)
    assert LogLeaf.objects.count() == 1


def test_what_has_no_canonical_bytes_is_not_told() -> None:
    with pytest.raises(canonical.NotCanonical), transaction.atomic():
        log.tell_log(kind=LeafKind.TERMS, key="x", facts={"digest": 1.5}, now=NOON)
    assert not LogLeaf.objects.exists()


def test_a_checkpoint_is_signed_with_the_leaves_and_again_after_an_hour(settings: LazySettings) -> None:
    _told(1, 2, 3)
    first = log.keep_log(now=NOON)
    assert first is not None
    assert (first.size, first.new) == (3, True)
    assert first.root == tree.root(bytes(leaf.hash or b"") for leaf in _leaves()).hex()
    again = log.keep_log(now=NOON + timedelta(minutes=59))
    assert again is not None
    assert not again.new
    later = log.keep_log(now=NOON + timedelta(hours=1))
    assert later is not None
    assert later.new
    _told(4)
    grown = log.keep_log(now=NOON + timedelta(hours=1, seconds=15))
    assert grown is not None
    assert (grown.size, grown.new) == (4, True)
    card = log_queries.checkpoint()
    assert card is not None
    opened = notes.open_note(card.note, [notes.Verifier.parse(log.verifier_key())])
    assert Checkpoint.parse(opened.text).root.hex() == grown.root
    assert Checkpoint.parse(opened.text).origin == settings.LOG_ORIGIN


def test_a_process_without_the_key_numbers_and_signs_nothing(settings: LazySettings) -> None:
    settings.LOG_KEY = None
    _told(1)
    assert log.keep_log(now=NOON) is None
    assert LogLeaf.objects.get().number == 0
    assert not LogCheckpoint.objects.exists()
    with pytest.raises(log.CheckpointRejected) as refused:
        log.sign_checkpoint(now=NOON)
    assert refused.value.reason is log.CheckpointRejection.NO_KEY


def test_another_key_signs_only_after_the_key_before_said_so(settings: LazySettings) -> None:
    _told(1)
    log.keep_log(now=NOON)
    old_key, old = settings.LOG_KEY, notes.Verifier.parse(log.verifier_key())
    settings.LOG_KEY = secrets.token_bytes(32)
    with pytest.raises(log.CheckpointRejected) as refused:
        log.keep_log(now=NOON)
    assert refused.value.reason is log.CheckpointRejection.KEY_UNKNOWN
    settings.LOG_KEY_BEFORE = old_key
    signed = log.keep_log(now=NOON)
    assert signed is not None
    assert signed.size == 2
    told = canonical.parse((LogLeaf.objects.get(kind=LeafKind.KEY).data or "").encode())
    new = notes.Verifier.parse(told["vkey"])
    assert notes.open_note(told["note"], [old]).text == f"sabot key/v1\n{old.vkey}\n{new.vkey}\n"
    card = log_queries.checkpoint()
    assert card is not None
    assert notes.open_note(card.note, [new])
    settings.LOG_KEY_BEFORE = None
    assert log.keep_log(now=NOON) == log.keep_log(now=NOON)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE reporting_logleaf SET facts = '{}'",
        "UPDATE reporting_logleaf SET number = 7",
        "UPDATE reporting_logleaf SET number = NULL, data = NULL, hash = NULL",
        "DELETE FROM reporting_logleaf",
        "INSERT INTO reporting_logleaf (kind, key, facts, at) VALUES ('shoe', 'x/1', '{}', now())",
        "INSERT INTO reporting_logleaf (kind, key, facts, at, number, data, hash)"
        " VALUES ('terms', 'x', '{}', now(), 9, 'x', sha256('\\x0078'))",
        "UPDATE reporting_logcheckpoint SET size = 9",
        "DELETE FROM reporting_logcheckpoint",
        "INSERT INTO reporting_logcheckpoint (size, root, frontier, note, signed_at)"
        " SELECT size - 1, root, frontier, note, now() FROM reporting_logcheckpoint",
        "INSERT INTO reporting_logcheckpoint (size, root, frontier, note, signed_at)"
        " SELECT size, '\\x00', frontier, note, now() FROM reporting_logcheckpoint",
        "INSERT INTO reporting_logcheckpoint (size, root, frontier, note, signed_at)"
        " SELECT size + 1, root, frontier, note, now() FROM reporting_logcheckpoint",
    ],
)
def test_the_database_refuses_to_rewrite_the_log(statement: str) -> None:
    _told(1, 2)
    log.keep_log(now=NOON)
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)


def test_a_gap_is_refused() -> None:
    _told(1, 2)
    with pytest.raises(DatabaseError, match="without gaps"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            "UPDATE reporting_logleaf SET number = 1, data = 'x', hash = sha256('\\x0078')"
            " WHERE facts ->> 'version' = '1'"
        )


def test_tiles_entries_and_proofs_are_those_of_the_tree() -> None:
    _told(*range(600))
    log.keep_log(now=NOON)
    hashes = [bytes(leaf.hash or b"") for leaf in _leaves()]
    size = len(hashes)
    assert LogTile.objects.count() == 2
    assert log_queries.tile(0, 1, 256) == b"".join(hashes[256:512])
    assert log_queries.tile(0, 2, size - 512) == b"".join(hashes[512:])
    assert log_queries.tile(0, 2, size - 511) is None
    assert log_queries.tile(1, 0, 2) == tree.root(hashes[:256]) + tree.root(hashes[256:512])
    assert log_queries.tile(1, 0, 3) is None
    assert list(tiles.unbundle(log_queries.entries(2, 3) or b"")) == [
        (leaf.data or "").encode() for leaf in _leaves()[512:515]
    ]
    for old in (0, 1, 2, 3, 255, 256, 257, 511, 512, 513, 599, 600):
        assert log_queries.consistency(old, size) == tree.consistency(old, hashes)
    for number in (0, 1, 255, 256, 511, 512, 599):
        assert log_queries.inclusion(number, size) == tree.inclusion(number, hashes)


def test_nothing_beyond_the_signed_size_is_published() -> None:
    _told(1)
    log.keep_log(now=NOON)
    _told(2)
    log.number_waiting()
    assert log_queries.tile(0, 0, 2) is None
    assert log_queries.entries(0, 2) is None


def test_a_log_whose_leaves_were_taken_away_is_not_signed() -> None:
    _told(1, 2)
    log.keep_log(now=NOON)
    with past_triggers():
        LogLeaf.objects.filter(number=1).delete()
    with pytest.raises(log.CheckpointRejected) as refused:
        log.keep_log(now=NOON + timedelta(hours=2))
    assert refused.value.reason is log.CheckpointRejection.LOG_DIFFERS
