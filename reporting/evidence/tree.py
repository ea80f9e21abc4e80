"""The tree of RFC 6962 over lines and log entries: roots, proofs, and a frontier that grows with the log.

Leaves are hashed as `SHA-256(0x00 ‖ data)`, nodes as `SHA-256(0x01 ‖ left ‖ right)`; the root of no leaf is
`SHA-256("")`. All hashes are 32 bytes. A subtree is named by the leaves that it covers, from `start` up to `end`.
"""

import hashlib
from collections.abc import Callable, Iterable, Sequence
from typing import Final, Self

HASH_BYTES: Final = 32
EMPTY: Final = hashlib.sha256(b"").digest()
"""The root of a tree without leaves."""

Span = tuple[int, int]
"""A subtree by its leaves: the first, and the one after the last."""


class ProofWrong(ValueError):
    """A proof that does not lead to the root; `why` says in what."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


def leaf_hash(data: bytes) -> bytes:
    """The hash of a leaf's data.

    >>> leaf_hash(b"").hex()[:16]
    '6e340b9cffb37a98'
    """
    return hashlib.sha256(b"\x00" + data).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """The hash of a node over its two halves."""
    return hashlib.sha256(b"\x01" + left + right).digest()


def root(leaf_hashes: Iterable[bytes]) -> bytes:
    """The root over the leaves, in their order; `EMPTY` for none."""
    frontier = Frontier()
    for each in leaf_hashes:
        frontier.append(each)
    return frontier.root


def inclusion_spans(index: int, size: int) -> list[Span]:
    """The subtrees whose roots prove that leaf `index` is in the tree of that size, from the leaf up.

    >>> inclusion_spans(2, 5)
    [(3, 4), (0, 2), (4, 5)]

    Raises `IndexError` for a leaf that the tree does not have.
    """
    if not 0 <= index < size:
        raise IndexError(f"a tree of {size} has no leaf {index}")
    start, end, spans = 0, size, []
    while end - start > 1:
        middle = start + _split(end - start)
        if index < middle:
            spans.append((middle, end))
            end = middle
        else:
            spans.append((start, middle))
            start = middle
    return spans[::-1]


def consistency_spans(old: int, size: int) -> list[Span]:
    """The subtrees whose roots prove that the tree of `size` begins with the tree of `old`.

    >>> consistency_spans(3, 5)
    [(2, 3), (3, 4), (0, 2), (4, 5)]

    Nothing needs a proof when `old` is 0 or `size`. Raises `IndexError` for an old tree that is larger.
    """
    if not 0 <= old <= size:
        raise IndexError(f"a tree of {size} does not begin with one of {old}")
    if old in (0, size):
        return []
    start, end, spans, whole = 0, size, [], True
    while end != old:
        middle = start + _split(end - start)
        if old <= middle:
            spans.append((middle, end))
            end = middle
        else:
            spans.append((start, middle))
            start, whole = middle, False
    if not whole:
        spans.append((start, end))
    return spans[::-1]


def inclusion(index: int, leaf_hashes: Sequence[bytes]) -> list[bytes]:
    """The proof that the leaf is in the tree over these leaves. Raises `IndexError` as `inclusion_spans` does."""
    return [root(leaf_hashes[start:end]) for start, end in inclusion_spans(index, len(leaf_hashes))]


def consistency(old: int, leaf_hashes: Sequence[bytes]) -> list[bytes]:
    """The proof that the tree over these leaves begins with its first `old` ones. Raises as `consistency_spans`."""
    return [root(leaf_hashes[start:end]) for start, end in consistency_spans(old, len(leaf_hashes))]


def verify_inclusion(*, index: int, size: int, leaf: bytes, proof: Sequence[bytes], expected: bytes) -> None:
    """Check that the leaf with that hash is in the tree of that size and root.

    Raises `ProofWrong` when it is not shown: wrong length, wrong root, a leaf beyond the tree.
    """
    if not 0 <= index < size:
        raise ProofWrong(f"a tree of {size} has no leaf {index}")
    spans = inclusion_spans(index, size)
    if len(proof) != len(spans):
        raise ProofWrong(f"the proof has {len(proof)} hashes, due are {len(spans)}")
    digest = leaf
    for (start, _), each in zip(spans, proof, strict=True):
        digest = node_hash(each, digest) if start < index else node_hash(digest, each)
    if digest != expected:
        raise ProofWrong("the proof leads to another root")


def verify_consistency(*, old: int, old_root: bytes, size: int, new_root: bytes, proof: Sequence[bytes]) -> None:
    """Check that the tree of `size` and `new_root` begins with the tree of `old` and `old_root`.

    Raises `ProofWrong` when it is not shown.
    """
    if not 0 <= old <= size:
        raise ProofWrong(f"a tree of {size} does not begin with one of {old}")
    if old == 0 and old_root != EMPTY:
        raise ProofWrong("the tree without leaves has another root")
    if old == size and old_root != new_root:
        raise ProofWrong("two trees of one size have two roots")
    spans = consistency_spans(old, size)
    if len(proof) != len(spans):
        raise ProofWrong(f"the proof has {len(proof)} hashes, due are {len(spans)}")
    if spans:
        _walk(old, old_root, new_root, list(zip(spans, proof, strict=True)))


def _walk(old: int, old_root: bytes, new_root: bytes, steps: list[tuple[Span, bytes]]) -> None:
    (first_start, first_end), first = steps[0]
    if first_end == old:
        steps, below = steps[1:], first_start
        then = now = first
    else:
        # The old tree is one whole subtree of the new one, and so its root is not said again.
        below = 0
        then = now = old_root
    for (start, _), each in steps:
        if start < below:
            then, now, below = node_hash(each, then), node_hash(each, now), start
        else:
            now = node_hash(now, each)
    if then != old_root:
        raise ProofWrong("the proof does not lead to the old root")
    if now != new_root:
        raise ProofWrong("the proof does not lead to the new root")


class Frontier:
    """The roots of the whole subtrees at a tree's right edge: all that it takes to append, in 64 hashes at most."""

    def __init__(self, size: int = 0, edge: Iterable[bytes] = ()) -> None:
        """The frontier of a tree of `size`; `edge` as `to_bytes` keeps it. Raises `ValueError` if they do not fit."""
        self._size = size
        self._edge = list(edge)
        if size < 0 or len(self._edge) != size.bit_count() or any(len(each) != HASH_BYTES for each in self._edge):
            raise ValueError(f"{len(self._edge)} hashes are no frontier of a tree of {size}")

    @property
    def size(self) -> int:
        """How many leaves the tree has."""
        return self._size

    @property
    def root(self) -> bytes:
        """The root of the tree; `EMPTY` before the first leaf."""
        if not self._edge:
            return EMPTY
        digest = self._edge[-1]
        for left in self._edge[-2::-1]:
            digest = node_hash(left, digest)
        return digest

    def append(self, leaf: bytes) -> int:
        """Add the hash of one more leaf. Returns its number, from 0."""
        number, digest = self._size, leaf
        carried = number
        while carried & 1:
            digest = node_hash(self._edge.pop(), digest)
            carried >>= 1
        self._edge.append(digest)
        self._size += 1
        return number

    def to_bytes(self) -> bytes:
        """Eight bytes of the size, highest first, and the hashes from the largest subtree to the smallest."""
        return self._size.to_bytes(8, "big") + b"".join(self._edge)

    @classmethod
    def from_bytes(cls, block: bytes) -> Self:
        """Read what `to_bytes` wrote. Raises `ValueError` for anything else."""
        if len(block) < 8 or (len(block) - 8) % HASH_BYTES:
            raise ValueError(f"{len(block)} bytes are no frontier")
        return cls(int.from_bytes(block[:8], "big"), hashes(block[8:]))


def hashes(block: bytes) -> list[bytes]:
    """Hashes that stand one after the other, as tiles and `.leaves` files hold them."""
    if len(block) % HASH_BYTES:
        raise ValueError(f"{len(block)} bytes are no whole number of hashes")
    return [block[at : at + HASH_BYTES] for at in range(0, len(block), HASH_BYTES)]


def span_root(span: Span, node: Callable[[int, int], bytes]) -> bytes:
    """The root of a subtree that a proof names, from the whole subtrees that are kept.

    `node(level, index)` answers the root of the whole subtree of 2^level leaves that begins at leaf `index * 2^level`.
    """
    start, end = span
    pieces = []
    while start < end:
        level = min((start & -start).bit_length() - 1 if start else 64, (end - start).bit_length() - 1)
        pieces.append(node(level, start >> level))
        start += 1 << level
    digest = pieces.pop()
    while pieces:
        digest = node_hash(pieces.pop(), digest)
    return digest


def _split(count: int) -> int:
    """The largest power of two below `count`: how many leaves lie in the left half."""
    return 1 << (count - 1).bit_length() - 1
