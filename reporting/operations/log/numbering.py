"""Give waiting leaves their numbers: one process at a time, without gaps, in the order in which they were written.

A leaf is written, without a number, in the transaction of the fact that it tells, so that no transaction waits for
another. After the commit this module sees the leaf and gives it the next number. It sees committed leaves alone, so
numbers have no gap, and a leaf whose transaction takes long comes later and delays no other (ADR 0208).
"""

import hashlib
from collections.abc import Mapping
from typing import Any, Final

from django.db import connection, transaction
from django.db.models import Max

from reporting.evidence import canonical, tiles, tree
from reporting.models import LeafKind, LogLeaf, LogTile
from reporting.sealing.lines import formed, rules_digest

LOCK: Final = 0x5AB10
BATCH: Final = 1_000
_HEADER: Final = b"\x03"


def number_waiting() -> int:
    """Number every leaf that waits; how many. Does nothing while another process does it."""
    numbered = 0
    while True:
        with transaction.atomic():
            if not alone():
                return numbered
            count = _number(BATCH)
        numbered += count
        if count < BATCH:
            return numbered


def number_all() -> None:
    """Number every leaf that waits, inside the caller's transaction, which keeps the log (`alone`)."""
    while _number(BATCH) == BATCH:
        pass


def alone() -> bool:
    """Whether this process keeps the log until its transaction ends."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [LOCK])
        return bool(cursor.fetchone()[0])


def size() -> int:
    """How many leaves have a number."""
    last = LogLeaf.objects.aggregate(last=Max("number"))["last"]
    return 0 if last is None else int(last) + 1


def hashes(start: int, end: int) -> list[bytes]:
    """The hashes of the leaves from `start` up to `end`, in their order."""
    found = LogLeaf.objects.filter(number__gte=start, number__lt=end).order_by("number").values_list("hash", flat=True)
    return [bytes(each) for each in found if each is not None]


def data_of(leaf: LogLeaf) -> bytes:
    """The canonical bytes of a leaf, without line feed: what is hashed and published."""
    facts = _TOLD.get(LeafKind(leaf.kind), dict)(leaf.facts)
    return canonical.line({"kind": leaf.kind, "at": canonical.moment(leaf.at), **facts})[:-1]


def _number(most: int) -> int:
    waiting = list(LogLeaf.objects.filter(number__isnull=True).order_by("id")[:most])
    if not waiting:
        return 0
    first = size()
    datas = [data_of(leaf) for leaf in waiting]
    found = [tree.leaf_hash(data) for data in datas]
    with connection.cursor() as cursor:
        cursor.execute(
            _NUMBERED,
            [
                [leaf.pk for leaf in waiting],
                list(range(first, first + len(waiting))),
                [data.decode() for data in datas],
                found,
            ],
        )
    _fill_tiles(first, first + len(waiting))
    return len(waiting)


def _fill_tiles(old: int, new: int) -> None:
    """Keep the tiles that became full: proofs and publication read them instead of the leaves."""
    for tile in tiles.new(old, new):
        if tile.width == tiles.WIDTH:
            block = tiles.contents(tile, leaves=hashes, full=_full)
            root = tree.root(tree.hashes(block))
            LogTile.objects.create(level=tile.level, number=tile.index, hashes=block, root=root)


def _full(tile: tiles.Tile) -> bytes:
    return bytes(LogTile.objects.values_list("hashes", flat=True).get(level=tile.level, number=tile.index))


def _shoe(facts: Mapping[str, Any]) -> dict[str, Any]:
    """A shoe's header is told by the digest of its leaf."""
    header = facts["header"]
    digest = None if header is None else hashlib.sha256(_HEADER + canonical.line(header)[:-1]).hexdigest()
    return {**facts, "header": digest}


def _rules(facts: Mapping[str, Any]) -> dict[str, Any]:
    """Rules are told by the digest of what plays; amounts stand with the approval."""
    told = {name: formed(facts[name]) for name in ("table", "version", "reference")}
    return {**told, "digest": rules_digest(0, facts["terms"])}


def _incident(facts: Mapping[str, Any]) -> dict[str, Any]:
    return {name: formed(facts[name]) for name in ("incident", "what", "subject")}


_TOLD: Final = {LeafKind.SHOE: _shoe, LeafKind.RULES: _rules, LeafKind.INCIDENT: _incident}
_NUMBERED: Final = """
UPDATE reporting_logleaf l SET number = given.number, data = given.data, hash = given.hash
FROM unnest(%s::bigint[], %s::bigint[], %s::text[], %s::bytea[]) given (id, number, data, hash) WHERE l.id = given.id
"""
