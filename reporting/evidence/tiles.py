"""The log as static files (C2SP `tlog-tiles`): hashes in tiles of 256, entries in bundles of 256.

A tile of level L holds roots of whole subtrees of 256^L leaves. A tile that is not full bears its width in its name,
and is never written again under that name: a published file never changes.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from reporting.evidence import tree

WIDTH: Final = 256
ENTRY_MOST: Final = 65_535
"""Bytes of an entry: its length stands in two bytes before it."""


class EntryTooLong(ValueError):
    """An entry of more than 65,535 bytes."""


@dataclass(frozen=True, slots=True, order=True)
class Tile:
    """One tile: level, number in its level, and how many hashes it holds (256 when full)."""

    level: int
    index: int
    width: int = WIDTH

    @property
    def path(self) -> str:
        """Where it is published, from the log's folder.

        >>> Tile(1, 1234067, 8).path
        'tile/1/x001/x234/067.p/8'
        """
        return f"tile/{self.level}/{_number(self.index)}{_partial(self.width)}"

    @property
    def below(self) -> range:
        """The numbers of the full tiles of the level below that its hashes are the roots of (level 0: the leaves)."""
        return range(self.index * WIDTH, self.index * WIDTH + self.width)


def entries_path(index: int, width: int = WIDTH) -> str:
    """Where a bundle of entries is published, from the log's folder.

    >>> entries_path(0, 5)
    'tile/entries/000.p/5'
    """
    return f"tile/entries/{_number(index)}{_partial(width)}"


def of(size: int) -> list[Tile]:
    """The tiles of a log of that size, full ones first seen from the left: level by level."""
    return new(0, size)


def new(old: int, size: int) -> list[Tile]:
    """The tiles that a log of `size` has and the one of `old` had not, level by level.

    >>> [tile.path for tile in new(250, 258)]
    ['tile/0/000', 'tile/0/001.p/2', 'tile/1/000.p/1']
    """
    if not 0 <= old <= size:
        raise ValueError(f"a log of {size} did not grow from {old}")
    found, level, had, have = [], 0, old, size
    while have and (had != have):
        found += [Tile(level, index) for index in range(had // WIDTH, have // WIDTH)]
        if have % WIDTH:
            found.append(Tile(level, have // WIDTH, have % WIDTH))
        level, had, have = level + 1, had // WIDTH, have // WIDTH
    return found


def new_bundles(old: int, size: int) -> list[tuple[int, int]]:
    """The bundles of entries to write when a log grows from `old` to `size`: number and width of each."""
    return [(tile.index, tile.width) for tile in new(old, size) if tile.level == 0]


def contents(tile: Tile, *, leaves: Callable[[int, int], Sequence[bytes]], full: Callable[[Tile], bytes]) -> bytes:
    """The bytes of a tile: its hashes, one after the other.

    `leaves(start, end)` answers hashes of leaves, `full(tile)` the bytes of a full tile of the level below.
    """
    if tile.level == 0:
        found = list(leaves(tile.below.start, tile.below.stop))
    else:
        found = [tree.root(tree.hashes(full(Tile(tile.level - 1, index)))) for index in tile.below]
    if len(found) != tile.width:
        raise ValueError(f"{tile.path} needs {tile.width} hashes, not {len(found)}")
    return b"".join(found)


def bundle(entries: Iterable[bytes]) -> bytes:
    """A bundle: each entry after its length in two bytes, highest first. Raises `EntryTooLong`."""
    block = bytearray()
    for entry in entries:
        if len(entry) > ENTRY_MOST:
            raise EntryTooLong(f"an entry of {len(entry)} bytes")
        block += len(entry).to_bytes(2, "big") + entry
    return bytes(block)


def unbundle(block: bytes) -> Iterator[bytes]:
    """The entries of a bundle. Raises `ValueError` for one that breaks off."""
    at = 0
    while at < len(block):
        length = int.from_bytes(block[at : at + 2], "big")
        entry = block[at + 2 : at + 2 + length]
        if at + 2 > len(block) or len(entry) != length:
            raise ValueError("the bundle breaks off")
        yield entry
        at += 2 + length


def _number(index: int) -> str:
    parts = [f"{index % 1000:03d}"]
    while index >= 1000:
        index //= 1000
        parts.append(f"x{index % 1000:03d}")
    return "/".join(reversed(parts))


def _partial(width: int) -> str:
    if not 1 <= width <= WIDTH:
        raise ValueError(f"a tile holds 1 to {WIDTH} hashes, not {width}")
    return "" if width == WIDTH else f".p/{width}"
