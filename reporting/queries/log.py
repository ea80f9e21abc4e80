"""The log of the house as it is published: its checkpoint, tiles, entries, and the proofs that witnesses ask for."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Count

from reporting.evidence import tiles, tree
from reporting.models import Cosignature, LogCheckpoint, LogLeaf, LogTile, WitnessState

SPLIT: Final = "log-split"
WITNESSED_WITHIN: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckpointCard:
    """A checkpoint: the signed note with the lines of its witnesses, ready to be published."""

    checkpoint_id: int
    size: int
    root: str
    signed_at: datetime
    note: str
    witnesses: tuple[str, ...]


def checkpoint() -> CheckpointCard | None:
    """The latest checkpoint; None before the first leaf is signed."""
    last = LogCheckpoint.objects.order_by("-size", "-id").first()
    return None if last is None else _card(last)


def checkpoint_after(number: int) -> CheckpointCard | None:
    """The first checkpoint that includes the leaf of that number, or None while there is none."""
    first = LogCheckpoint.objects.filter(size__gt=number).order_by("size", "id").first()
    return None if first is None else _card(first)


def witnessed_after(number: int) -> CheckpointCard | None:
    """Of the checkpoints that include the leaf of that number the one that most witnesses signed within a day of the
    first, the first of these; None while there is none.
    """
    found = LogCheckpoint.objects.filter(size__gt=number).order_by("size", "id")
    first = found.first()
    if first is None:
        return None
    soon = found.filter(signed_at__lte=first.signed_at + WITNESSED_WITHIN).annotate(names=Count("cosignatures"))
    best = soon.order_by("-names", "size", "id").first()
    return _card(best or first)


def signed_size() -> int:
    """How many leaves the latest checkpoint covers: nothing beyond is published."""
    last = LogCheckpoint.objects.order_by("-size", "-id").values_list("size", flat=True).first()
    return int(last or 0)


def tile(level: int, index: int, width: int) -> bytes | None:
    """The bytes of a tile, or None where the signed log has none so wide."""
    if not 0 <= level < 8 or index < 0 or not 1 <= width <= tiles.WIDTH:
        return None
    if (index * tiles.WIDTH + width) * tiles.WIDTH**level > signed_size():
        return None
    if width == tiles.WIDTH:
        return _full(tiles.Tile(level, index))
    return tiles.contents(tiles.Tile(level, index, width), leaves=_hashes, full=_full)


def entries(index: int, width: int) -> bytes | None:
    """A bundle of entries, or None where the signed log has none so wide."""
    start = index * tiles.WIDTH
    if index < 0 or not 1 <= width <= tiles.WIDTH or start + width > signed_size():
        return None
    found = LogLeaf.objects.filter(number__gte=start, number__lt=start + width).order_by("number")
    return tiles.bundle(str(data).encode() for data in found.values_list("data", flat=True))


def consistency(old: int, size: int) -> list[bytes]:
    """The proof that the log of `size` begins with the one of `old`. Raises `IndexError` for a larger old one."""
    return [tree.span_root(span, _node) for span in tree.consistency_spans(old, size)]


def inclusion(number: int, size: int) -> list[bytes]:
    """The proof that a leaf is in the log of `size`. Raises `IndexError` for one that is not."""
    return [tree.span_root(span, _node) for span in tree.inclusion_spans(number, size)]


def inclusions(numbers: Sequence[int], size: int) -> list[list[bytes]]:
    """`inclusion` of many leaves, reading each tile of the log once."""
    nodes = _Nodes()
    return [[tree.span_root(span, nodes.of) for span in tree.inclusion_spans(number, size)] for number in numbers]


class _Nodes:
    """Roots of subtrees, each worked out once; those within a tile from its hashes."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, int], bytes] = {}
        self._tiles: dict[int, list[bytes]] = {}

    def of(self, level: int, index: int) -> bytes:
        """The root of 2^level leaves from leaf `index * 2^level` on."""
        if (level, index) not in self._known:
            self._known[level, index] = self._made(level, index)
        return self._known[level, index]

    def _made(self, level: int, index: int) -> bytes:
        if 1 << level > tiles.WIDTH:
            return _node(level, index)
        start, width = index << level, 1 << level
        number, at = divmod(start, tiles.WIDTH)
        if number not in self._tiles:
            self._tiles[number] = _hashes(number * tiles.WIDTH, (number + 1) * tiles.WIDTH)
        return tree.root(self._tiles[number][at : at + width])


def log_is_split() -> bool:
    """Whether a witness said that it has seen another log: no day is sealed then."""
    return WitnessState.objects.filter(fault=SPLIT).exists()


def _card(row: LogCheckpoint) -> CheckpointCard:
    lines = list(Cosignature.objects.filter(checkpoint=row).order_by("witness").values_list("witness", "line"))
    return CheckpointCard(
        checkpoint_id=row.pk,
        size=row.size,
        root=bytes(row.root).hex(),
        signed_at=row.signed_at,
        note=row.note + "".join(line for _, line in lines),
        witnesses=tuple(witness for witness, _ in lines),
    )


def _hashes(start: int, end: int) -> list[bytes]:
    found = LogLeaf.objects.filter(number__gte=start, number__lt=end).order_by("number").values_list("hash", flat=True)
    return [bytes(each) for each in found if each is not None]


def _full(wanted: tiles.Tile) -> bytes:
    return bytes(LogTile.objects.values_list("hashes", flat=True).get(level=wanted.level, number=wanted.index))


def _node(level: int, index: int) -> bytes:
    """The root of 2^level leaves from leaf `index * 2^level` on, from the widest tiles that are full."""
    start, end = index << level, (index + 1) << level
    step = 0
    while level >= 8 * (step + 1):
        step += 1
    unit = 8 * step
    first, last = start >> unit, end >> unit
    if unit == 0:
        return tree.root(_hashes(first, last))
    roots = LogTile.objects.filter(level=step - 1, number__gte=first, number__lt=last).order_by("number")
    return tree.root(bytes(root) for root in roots.values_list("root", flat=True))
