"""The proven shoe: a commitment to the salted order before the first card, and a proof for each card that is dealt.

A shoe's order has more possibilities than any seed (2,229 bits for eight decks), so the commitment is to the order: the
root of a Merkle tree with one salted leaf per card. A dealt card is shown with its salt and path. An undealt one never
is, and its leaf tells nothing without its salt. Before the cards lies the leaf of the shoe's `Header`, so that the root
also fixes which shoe it is, its decks, its cards, its cut card and its rules; shoes of format 1 have none. The exact
bytes are in docs/verify.md; `verifier/` checks them without any of this code.
"""

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from baccarat.cards import Card
from baccarat.cutting import start_of

SALT_BYTES: Final = 32
FORMAT: Final = "sabot-shoe-2"
"""Names the layout of a published proof, so that a verifier can refuse one that it does not know."""
FORMAT_1: Final = "sabot-shoe-1"
PAPER: Final = "sabot-paper-1"
"""Of a shoe of paper cards, whose order is fixed nowhere: it has no root, and its cards have no proofs."""
"""The layout of shoes without a header: their root fixes the order alone. They stay readable and provable."""

_LEAF, _NODE, _NO_LEAF, _HEADER = b"\x00", b"\x01", b"\x02", b"\x03"
_NO_LEAF_DIGEST: Final = hashlib.sha256(_NO_LEAF).digest()
_HEX_DIGEST = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """What a shoe's root fixes beside the order of its cards. Each text is ASCII and needs no escape in JSON."""

    shoe: str
    """The table's code and the shoe's number: `macau-1/12`."""
    decks: int
    count: int
    """How many cards the commitment covers: all of the decks, or the six of a round's own shuffle."""
    cut: int | str
    """The cut card lies before the card dealt at this place; or the `cut_commitment` to it, shown at the shoe's end."""
    rules: str
    """The table's code and the version of its settings that the shoe was opened under: `macau-1/v1`."""
    opened_at: str
    """When the shoe was drawn, UTC: `2026-03-29T10:00:00Z`, with six decimals where it was no whole second."""

    def document(self) -> dict[str, Any]:
        """The header as it is published, and hashed."""
        return {
            "format": FORMAT,
            "shoe": self.shoe,
            "decks": self.decks,
            "count": self.count,
            "cut": self.cut,
            "rules": self.rules,
            "opened_at": self.opened_at,
        }


def header_digest(header: Mapping[str, Any]) -> bytes:
    """The leaf before the cards: SHA-256 over 0x03 and the header as JSON, keys sorted, without a space.

    >>> header = Header(
    ...     shoe="macau-1/12", decks=8, count=416, cut=400, rules="macau-1/v1", opened_at="2026-03-29T10:00:00Z"
    ... )
    >>> header_digest(header.document()).hex()[:16]
    '73d658113a36174a'
    """
    canonical = json.dumps(dict(header), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(_HEADER + canonical.encode("ascii")).digest()


def cut_commitment(cut: int, salt: bytes) -> str:
    """What stands in a header for a cut card that is told at the shoe's end alone: SHA-256 over its place in four bytes
    and 32 bytes of salt, in hex. Raises `ValueError` for a salt of another length.
    """
    if len(salt) != SALT_BYTES:
        raise ValueError(f"a salt has {SALT_BYTES} bytes")
    return hashlib.sha256(cut.to_bytes(4, "big") + salt).hexdigest()


@dataclass(frozen=True, slots=True)
class Commitment:
    """The commitment published before the first card: `root`. The leaves stay with the shoe, in order, one per card."""

    root: str
    leaves: tuple[str, ...]
    header_path: tuple[str, ...] = ()
    """The neighbours on the way from the header's leaf to the root; empty without a header."""


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
    lead: int = 0
    """How many leaves lie before the first card's: 1 in a shoe with a header."""

    def document(self) -> dict[str, object]:
        """The proof as an entry of a published shoe, which names the root once for all."""
        return {"index": self.index, "card": self.card, "salt": self.salt, "path": list(self.path)}


def leaf_digest(index: int, card: str, salt: bytes) -> bytes:
    """The leaf of one card: SHA-256 over 0x00, its place in four bytes, its two letters, its salt."""
    return hashlib.sha256(_LEAF + index.to_bytes(4, "big") + card.encode("ascii") + salt).digest()


def _levels(cards: Sequence[Card], salts: Sequence[bytes], header: Header | None) -> list[list[bytes]]:
    """The tree from leaves to root: the header's leaf, the cards', and up to a power of two one that is no card's."""
    if not cards or len(cards) != len(salts):
        raise ValueError(f"{len(cards)} cards need as many salts, not {len(salts)}")
    if any(len(salt) != SALT_BYTES for salt in salts):
        raise ValueError(f"a salt has {SALT_BYTES} bytes")
    level = [] if header is None else [header_digest(header.document())]
    level += [leaf_digest(index, str(card), salt) for index, (card, salt) in enumerate(zip(cards, salts, strict=True))]
    width = 1 << (len(level) - 1).bit_length()
    level += [_NO_LEAF_DIGEST] * (width - len(level))
    levels = [level]
    while len(level) > 1:
        level = [_node(level[at], level[at + 1]) for at in range(0, len(level), 2)]
        levels.append(level)
    return levels


def _node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(_NODE + left + right).digest()


def _path(levels: Sequence[Sequence[bytes]], leaf: int) -> tuple[str, ...]:
    return tuple(level[(leaf >> height) ^ 1].hex() for height, level in enumerate(levels[:-1]))


def commit(cards: Sequence[Card], salts: Sequence[bytes], header: Header | None = None) -> Commitment:
    """Commit to the cards in this order. `salts`: 32 random bytes for each card, never used before. Without a header:
    a commitment of format 1.

    >>> commit([Card.parse("AS")], [bytes(32)]).root[:16]
    '39eacb50ad3f97a3'

    Raises `ValueError` when cards and salts do not match, a salt has another length, or the header counts other cards.
    """
    if header is not None and header.count != len(cards):
        raise ValueError(f"the header counts {header.count} cards, and there are {len(cards)}")
    levels = _levels(cards, salts, header)
    lead = 0 if header is None else 1
    return Commitment(
        root=levels[-1][0].hex(),
        leaves=tuple(leaf.hex() for leaf in levels[0][lead : lead + len(cards)]),
        header_path=_path(levels, 0) if lead else (),
    )


def prove(cards: Sequence[Card], salts: Sequence[bytes], index: int, header: Header | None = None) -> Proof:
    """The proof of the card at that place.

    Raises `IndexError` for a place that the shoe does not have, `ValueError` as `commit` does.
    """
    return prove_all(cards, salts, [index], header)[0]


def prove_all(
    cards: Sequence[Card], salts: Sequence[bytes], indexes: Iterable[int], header: Header | None = None
) -> list[Proof]:
    """The proofs of several cards of one shoe, for which the tree is built once. Raises as `prove` does."""
    levels = _levels(cards, salts, header)
    root = levels[-1][0].hex()
    lead = 0 if header is None else 1
    proofs = []
    for index in indexes:
        if not 0 <= index < len(cards):
            raise IndexError(f"the shoe has no card {index}")
        path = _path(levels, index + lead)
        proofs.append(Proof(index, str(cards[index]), salts[index].hex(), path, root, lead))
    return proofs


def verify(proof: Proof, root: str) -> bool:
    """Whether the proof leads to that root: the card lay at that place when the root was published.

    >>> cards, salts = [Card.parse("AS"), Card.parse("9D")], [bytes(32), bytes([1]) * 32]
    >>> verify(prove(cards, salts, 1), commit(cards, salts).root)
    True
    """
    if not 0 <= proof.index < (1 << len(proof.path)) - proof.lead or len(proof.salt) != 2 * SALT_BYTES:
        return False
    if not all(_HEX_DIGEST.fullmatch(digest) for digest in (*proof.path, proof.salt)) or not proof.card.isascii():
        return False
    leaf = leaf_digest(proof.index, proof.card, bytes.fromhex(proof.salt))
    return _climb(leaf, proof.index + proof.lead, proof.path) == root


def verify_header(header: Mapping[str, Any], path: Sequence[str], root: str) -> bool:
    """Whether the header lay before the cards when the root was published."""
    return all(_HEX_DIGEST.fullmatch(digest) for digest in path) and _climb(header_digest(header), 0, path) == root


def _climb(digest: bytes, leaf: int, path: Sequence[str]) -> str:
    """The root that a leaf at this place of the tree leads to."""
    for height, neighbour in enumerate(bytes.fromhex(text) for text in path):
        digest = _node(neighbour, digest) if leaf >> height & 1 else _node(digest, neighbour)
    return digest.hex()


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
    PAPER = "paper"
    """A croupier dealt cards of paper: no order was committed to, so there is nothing to prove."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """The verdict on a round's proofs, with what is wrong where something is."""

    verdict: Verdict
    wrong: tuple[Proof, ...] = ()
    """Proofs that do not lead to the root."""
    missing: tuple[str, ...] = ()
    """Cards that were dealt and have no proof, where others have."""
    header_holds: bool = True
    """Whether the shoe's header leads to the root; a shoe of format 1 has none."""
    start_holds: bool = True
    """Whether the numbers of those who cut the shoe come to its start; a shoe without a cut has none."""


def judge(document: Mapping[str, Any], *, dealt: Iterable[str]) -> Judgement:
    """The one verdict on the proofs of a round: `document` as published (`published`), `dealt` the cards it laid.

    >>> judge(published(root="00" * 32, decks=8, count=416, shown=[]), dealt=["AS", "9D"]).verdict.value
    'not-kept'
    """
    root, header = document["root"], document.get("header")
    if not root:
        return Judgement(verdict=Verdict.PAPER)
    lead = 0 if header is None else 1
    proofs = [Proof(**{**each, "path": tuple(each["path"])}, root=root, lead=lead) for each in document["cards"]]
    laid = Counter(dealt)
    if not proofs:
        return Judgement(verdict=Verdict.NOT_KEPT if laid else Verdict.NOTHING)
    wrong = tuple(each for each in proofs if not verify(each, root))
    missing = tuple((laid - Counter(each.card for each in proofs)).elements())
    holds = header is None or verify_header(header, document["path"], root)
    start = document.get("start")
    begun = start is None or (header is not None and start_of_document(root, start, header["count"]) == start["place"])
    verdict = Verdict.WRONG if wrong or missing or not holds or not begun else Verdict.PROVEN
    return Judgement(verdict=verdict, wrong=wrong, missing=missing, header_holds=holds, start_holds=begun)


def start_of_document(root: str, start: Mapping[str, Any], count: int) -> int:
    """The place that the published numbers of a cut come to."""
    return start_of(root, {each["seat"]: bytes.fromhex(each["number"]) for each in start["numbers"]}, count)


def published(
    *,
    root: str,
    decks: int,
    count: int,
    shown: Iterable[Mapping[str, Any]],
    header: Mapping[str, Any] | None = None,
    header_path: Sequence[str] = (),
    start: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """A published proof: the root, the shoe's header, and every card shown so far (`Proof.document`), as JSON-able data
    that the verifiers read. Without a header it is of format 1, and says `decks` and `count` beside the root. `start`:
    of a shoe that players cut, `place`, `numbers` and those `left_out` (`baccarat.cutting`). A shoe of paper cards has
    no root and shows none.
    """
    if not root:
        return {"format": PAPER, "decks": decks, "count": count, "root": "", "cards": []}
    if header is None:
        return {"format": FORMAT_1, "decks": decks, "count": count, "root": root, "cards": list(shown)}
    begun = {} if start is None else {"start": dict(start)}
    told = {"format": FORMAT, "header": dict(header), "path": list(header_path), "root": root, "cards": list(shown)}
    return told | begun
