"""Check a published shoe proof, with nothing but Python: `python verify_shoe.py PROOF.json`.

The casino published a root before the first card, and shows each dealt card with its place, salt and path. This file
recomputes every path. It imports nothing of the casino's software, so that you need not trust that. It is short: read
it.

Exit status 0 and one line when every card shown is proven; 2 and one line that names the first card that is not; 3 and
one line when the file shows no card: then nothing is proven, and nothing is wrong.
"""

import hashlib
import json
import re
import sys
from pathlib import Path

FORMAT = "sabot-shoe-1"
RANKS = "A23456789TJQK"
SUITS = "SHDC"
DIGEST = re.compile(r"[0-9a-f]{64}")
DECKS_MOST = 16
KEYS = {"format", "decks", "count", "root", "cards"}
CARD_KEYS = {"index", "card", "salt", "path"}


class ProofFaulty(ValueError):
    """A fault in the input: `field` names the entry (`cards[3]`), `why` the card and the fault."""

    def __init__(self, field: str, why: str) -> None:
        super().__init__(f"{field}: {why}")
        self.field = field
        self.why = why


def sha256(block: bytes) -> bytes:
    """The digest on which all else rests."""
    return hashlib.sha256(block).digest()


def leaf(index: int, card: str, salt: bytes) -> bytes:
    """0x00, the place in four bytes (highest first), the card's two letters, its 32 bytes of salt."""
    return sha256(b"\x00" + index.to_bytes(4, "big") + card.encode("ascii") + salt)


def root_of(index: int, card: str, salt: bytes, path: list[bytes]) -> bytes:
    """From the leaf up: 0x01, left, right. Bit by bit, the index tells on which side the neighbour stands."""
    digest = leaf(index, card, salt)
    for neighbour in path:
        pair = neighbour + digest if index & 1 else digest + neighbour
        digest = sha256(b"\x01" + pair)
        index >>= 1
    return digest


def _whole(value: object, field: str, least: int, most: int) -> int:
    if type(value) is not int or not least <= value <= most:
        raise ProofFaulty(field, f"must be a whole number from {least} to {most}")
    return value


def _digest(value: object, field: str, what: str) -> bytes:
    if not isinstance(value, str) or not DIGEST.fullmatch(value):
        raise ProofFaulty(field, f"{what} must be 64 hexadecimal digits in small letters")
    return bytes.fromhex(value)


def _keys(value: object, field: str, keys: set[str]) -> dict[str, object]:
    if not isinstance(value, dict) or set(value) != keys:
        raise ProofFaulty(field, f"must be an object of {', '.join(sorted(keys))}")
    return value


def _check_card(entry: object, field: str, count: int, height: int, root: bytes) -> tuple[int, str]:
    shown = _keys(entry, field, CARD_KEYS)
    index = _whole(shown["index"], f"{field}.index", 0, count - 1)
    card = shown["card"]
    if not isinstance(card, str) or len(card) != 2 or card[0] not in RANKS or card[1] not in SUITS:
        raise ProofFaulty(f"{field}.card", f"the card at place {index} is none")
    named = f"the {card} at place {index}"
    salt = _digest(shown["salt"], f"{field}.salt", f"the salt of {named}")
    path = shown["path"]
    if not isinstance(path, list) or len(path) != height:
        raise ProofFaulty(f"{field}.path", f"{named} needs a path of {height}")
    neighbours = [_digest(each, f"{field}.path[{step}]", f"the path of {named}") for step, each in enumerate(path)]
    if root_of(index, card, salt, neighbours) != root:
        raise ProofFaulty(field, f"{named} does not lead to the root")
    return index, card


def verify(document: object) -> dict[str, object]:
    """Check a whole proof. Returns the root and how many cards are proven; raises `ProofFaulty` for the first fault."""
    proof = _keys(document, "document", KEYS)
    if proof["format"] != FORMAT:
        raise ProofFaulty("format", f"must be {FORMAT}")
    decks = _whole(proof["decks"], "decks", 1, DECKS_MOST)
    count = _whole(proof["count"], "count", 1, 52 * decks)
    root = _digest(proof["root"], "root", "the root")
    cards = proof["cards"]
    if not isinstance(cards, list):
        raise ProofFaulty("cards", "must be a list")
    height = (count - 1).bit_length()
    seen: dict[int, str] = {}
    for place, entry in enumerate(cards):
        field = f"cards[{place}]"
        index, card = _check_card(entry, field, count, height, root)
        if index in seen:
            raise ProofFaulty(f"{field}.index", f"place {index} is shown twice")
        if list(seen.values()).count(card) == decks:
            raise ProofFaulty(f"{field}.card", f"the {card} at place {index} is one more than {decks} decks hold")
        seen[index] = card
    return {"root": root.hex(), "decks": decks, "count": count, "proven": len(seen)}


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    entries = dict(pairs)
    if len(entries) != len(pairs):
        raise ProofFaulty("document", "gives a key twice")
    return entries


def verify_text(block: bytes) -> dict[str, object]:
    """Check a proof as published, in bytes. Raises `ProofFaulty`."""
    try:
        document = json.loads(block.decode("utf-8"), object_pairs_hook=_once)
    except ProofFaulty:
        raise
    except (ValueError, RecursionError):
        raise ProofFaulty("document", "is not JSON in UTF-8") from None
    return verify(document)


def main(arguments: list[str]) -> int:
    """Check the one file named. Returns the exit status."""
    if len(arguments) != 1:
        sys.stdout.write("usage: python verify_shoe.py PROOF.json\n")
        return 2
    try:
        found = verify_text(Path(arguments[0]).read_bytes())
    except OSError as error:
        sys.stdout.write(f"NOT PROVEN: the file cannot be read: {error.strerror}\n")
        return 2
    except ProofFaulty as error:
        sys.stdout.write(f"NOT PROVEN: {error}\n")
        return 2
    if not found["proven"]:
        sys.stdout.write(
            f"NOTHING SHOWN: none of {found['count']} cards is in the file; nothing is proven, nothing is wrong\n"
        )
        return 3
    sys.stdout.write(f"PROVEN: {found['proven']} of {found['count']} cards lead to the root {found['root']}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
