"""The proven shoe: a commitment to the salted order before the first card, and a proof for each card that is dealt.

A shoe's order has more possibilities than any seed (2,229 bits for eight decks), so the commitment is to the order: the
root of a Merkle tree with one salted leaf per card. A dealt card is shown with its salt and path. An undealt one never
is, and its leaf tells nothing without its salt. The exact bytes are in docs/verify.md; `verifier/` checks them without
any of this code.
"""

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from baccarat.cards import Card

SALT_BYTES: Final = 32
FORMAT: Final = "sabot-shoe-1"
"""Names the layout of a published proof, so that a verifier can refuse one that it does not know."""

_LEAF, _NODE, _NO_LEAF = b"\x00", b"\x01", b"\x02"
_NO_LEAF_DIGEST: Final = hashlib.sha256(_NO_LEAF).digest()
_HEX_DIGEST = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Commitment:
    """The commitment published before the first card: `root`. The leaves stay with the shoe, in order, one per card."""

    root: str
    leaves: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Proof:
    """One card of a shoe with all that it takes to check it against the root. Digests and salt are lower-case hex."""

    index: int
    """The card's place in the shoe, from 0."""
    card: str
    salt: str
    path: tuple[str, ...]
    """The neighbours on the way from the leaf to the root."""
    root: str

    def document(self) -> dict[str, object]:
        """The proof as an entry of a published shoe, which names the root once for all."""
        return {"index": self.index, "card": self.card, "salt": self.salt, "path": list(self.path)}


def leaf_digest(index: int, card: str, salt: bytes) -> bytes:
    """The leaf of one card: SHA-256 over 0x00, its place in four bytes, its two letters, its salt."""
    return hashlib.sha256(_LEAF + index.to_bytes(4, "big") + card.encode("ascii") + salt).digest()


def _levels(cards: Sequence[Card], salts: Sequence[bytes]) -> list[list[bytes]]:
    """The tree from leaves to root; the leaves are filled up to a power of two with one that is no card's."""
    if not cards or len(cards) != len(salts):
        raise ValueError(f"{len(cards)} cards need as many salts, not {len(salts)}")
    if any(len(salt) != SALT_BYTES for salt in salts):
        raise ValueError(f"a salt has {SALT_BYTES} bytes")
    level = [leaf_digest(index, str(card), salt) for index, (card, salt) in enumerate(zip(cards, salts, strict=True))]
    width = 1 << (len(level) - 1).bit_length()
    level += [_NO_LEAF_DIGEST] * (width - len(level))
    levels = [level]
    while len(level) > 1:
        level = [_node(level[at], level[at + 1]) for at in range(0, len(level), 2)]
        levels.append(level)
    return levels


def _node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(_NODE + left + right).digest()


def commit(cards: Sequence[Card], salts: Sequence[bytes]) -> Commitment:
    """Commit to the cards in this order. `salts`: 32 random bytes for each card, never used before.

    >>> commit([Card.parse("AS")], [bytes(32)]).root[:16]
    '39eacb50ad3f97a3'

    Raises `ValueError` when cards and salts do not match, or a salt has another length.
    """
    levels = _levels(cards, salts)
    return Commitment(levels[-1][0].hex(), tuple(leaf.hex() for leaf in levels[0][: len(cards)]))


def prove(cards: Sequence[Card], salts: Sequence[bytes], index: int) -> Proof:
    """The proof of the card at that place.

    Raises `IndexError` for a place that the shoe does not have, `ValueError` as `commit` does.
    """
    return prove_all(cards, salts, [index])[0]


def prove_all(cards: Sequence[Card], salts: Sequence[bytes], indexes: Iterable[int]) -> list[Proof]:
    """The proofs of several cards of one shoe, for which the tree is built once. Raises as `prove` does."""
    levels = _levels(cards, salts)
    root = levels[-1][0].hex()
    proofs = []
    for index in indexes:
        if not 0 <= index < len(cards):
            raise IndexError(f"the shoe has no card {index}")
        path = tuple(level[(index >> height) ^ 1].hex() for height, level in enumerate(levels[:-1]))
        proofs.append(Proof(index, str(cards[index]), salts[index].hex(), path, root))
    return proofs


def verify(proof: Proof, root: str) -> bool:
    """Whether the proof leads to that root: the card lay at that place when the root was published.

    >>> cards, salts = [Card.parse("AS"), Card.parse("9D")], [bytes(32), bytes([1]) * 32]
    >>> verify(prove(cards, salts, 1), commit(cards, salts).root)
    True
    """
    if not 0 <= proof.index < 1 << len(proof.path) or len(proof.salt) != 2 * SALT_BYTES:
        return False
    if not all(_HEX_DIGEST.fullmatch(digest) for digest in (*proof.path, proof.salt)) or not proof.card.isascii():
        return False
    digest = leaf_digest(proof.index, proof.card, bytes.fromhex(proof.salt))
    for height, neighbour in enumerate(bytes.fromhex(text) for text in proof.path):
        digest = _node(neighbour, digest) if proof.index >> height & 1 else _node(digest, neighbour)
    return digest.hex() == root


class Verdict(StrEnum):
    """The result of checking the published proofs of a round's cards."""

    PROVEN = "proven"
    """Every card dealt is shown with a proof that leads to the root."""
    WRONG = "wrong"
    """A proof does not lead to the root, or a card dealt has none beside others that have."""
    NOT_KEPT = "not-kept"
    """Cards were dealt and no proof is shown: nothing is proven, and nothing is wrong."""
    NOTHING = "nothing"
    """No card was dealt and none is shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """The verdict on a round's proofs, with what is wrong where something is."""

    verdict: Verdict
    wrong: tuple[Proof, ...] = ()
    """Proofs that do not lead to the root."""
    missing: tuple[str, ...] = ()
    """Cards that were dealt and have no proof, where others have."""


def judge(*, root: str, shown: Iterable[Mapping[str, Any]], dealt: Iterable[str]) -> Judgement:
    """The one verdict on the proofs of a round: `shown` as published (`Proof.document`), `dealt` the cards it laid.

    >>> judge(root="00" * 32, shown=[], dealt=["AS", "9D"]).verdict.value
    'not-kept'
    """
    proofs = [Proof(**{**each, "path": tuple(each["path"])}, root=root) for each in shown]
    laid = Counter(dealt)
    if not proofs:
        return Judgement(verdict=Verdict.NOT_KEPT if laid else Verdict.NOTHING)
    wrong = tuple(each for each in proofs if not verify(each, root))
    missing = tuple((laid - Counter(each.card for each in proofs)).elements())
    return Judgement(verdict=Verdict.WRONG if wrong or missing else Verdict.PROVEN, wrong=wrong, missing=missing)


def shoe_document(*, decks: int, count: int, root: str, proofs: Iterable[Proof]) -> dict[str, object]:
    """A published proof: the root, and every card shown so far, as JSON-able data that the verifiers read.

    `count` is how many cards the commitment covers: all of the decks, or the six of a round's own shuffle.
    """
    return {
        "format": FORMAT,
        "decks": decks,
        "count": count,
        "root": root,
        "cards": [proof.document() for proof in proofs],
    }
