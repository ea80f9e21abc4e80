"""The log at its public address: anybody reads the checkpoint, tiles and entries; nothing else is there."""

import pytest
from django.db import transaction
from django.test import Client

from reporting.evidence import notes, tiles, tree
from reporting.models import LeafKind
from reporting.operations import log
from tests.factories import NOON

pytestmark = pytest.mark.django_db


@pytest.fixture
def leaves() -> int:
    with transaction.atomic():
        for number in range(300):
            log.tell_log(
                kind=LeafKind.TERMS,
                key=f"t{number}",
                facts={"name": "t", "version": number, "digest": "0" * 64},
                now=NOON,
            )
    log.keep_log(now=NOON)
    return 300


def test_a_stranger_reads_the_log_and_finds_the_signed_root(client: Client, leaves: int) -> None:
    note = client.get("/registo/checkpoint")
    assert (note.status_code, note["Content-Type"]) == (200, "text/plain; charset=utf-8")
    opened = notes.open_note(note.content.decode(), [notes.Verifier.parse(log.verifier_key())])
    _origin, size, _root = opened.text.splitlines()
    assert int(size) == leaves
    hashes = []
    for tile in tiles.of(leaves):
        answer = client.get(f"/registo/{tile.path}")
        assert (answer.status_code, answer["Cache-Control"]) == (200, "public, max-age=31536000, immutable")
        if tile.level == 0:
            hashes += tree.hashes(answer.content)
    entries = []
    for index, width in tiles.new_bundles(0, leaves):
        entries += list(tiles.unbundle(client.get(f"/registo/{tiles.entries_path(index, width)}").content))
    assert [tree.leaf_hash(entry) for entry in entries] == hashes
    assert tree.root(hashes).hex() == log.keep_log(now=NOON).root  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "path",
    [
        "tile/0/002",
        "tile/0/001",
        "tile/0/001.p/45",
        "tile/0/001.p/0",
        "tile/0/001.p/256",
        "tile/0/001.p/044",
        "tile/0/x000/001.p/44",
        "tile/0/1.p/44",
        "tile/0/../checkpoint",
        "tile/9/000.p/1",
        "tile/entries/002",
        "tile/entries/001.p/45",
        "tile/entries/x999/x999/x999/x999/x999/999",
        "tile/1/000.p/2",
    ],
)
def test_what_the_signed_log_has_not_does_not_exist(client: Client, leaves: int, path: str) -> None:
    assert client.get(f"/registo/{path}").status_code == 404


def test_a_log_without_a_checkpoint_is_not_there(client: Client) -> None:
    assert client.get("/registo/checkpoint").status_code == 404
