"""Check a published shoe proof, with nothing but Python: `python verify_shoe.py PROOF.json`.

The casino published a root before the first card, and shows each dealt card with its place, salt and path. This file
recomputes every path, and that of the shoe's header, which says which shoe it is, its decks, its cards, its cut card
and its rules. A proof of format 1 has no header: its root fixes the order of the cards alone. `--root` is the root that
you noted before the first card, or its first digits, 8 at least. This file imports nothing of the casino's software, so
that you need not trust that. It is short: read it.

Exit status 0 and one line when every card shown is proven; 2 and one line that names the first fault; 3 and one line
when the file shows no card: then nothing is proven, and nothing is wrong.
"""

import hashlib
import json
import re
import sys
from pathlib import Path

FORMAT, FORMAT_1 = "sabot-shoe-2", "sabot-shoe-1"
RANKS = "A23456789TJQK"
SUITS = "SHDC"
DIGEST = re.compile(r"[0-9a-f]{64}")
DECKS_MOST = 16
KEYS_1 = {"format", "decks", "count", "root", "cards"}
KEYS = {"format", "header", "path", "root", "cards"}
HEADER_KEYS = {"format", "shoe", "decks", "count", "cut", "rules", "opened_at"}
CUT_KEYS = {"place", "salt"}
START_KEYS = {"place", "numbers", "left_out"}
NUMBER = re.compile(r"[0-9a-f]{32}")
CARD_KEYS = {"index", "card", "salt", "path"}
TEXTS = {
    "shoe": re.compile(r"[A-Za-z0-9_-]{1,40}/[1-9][0-9]{0,9}"),
    "rules": re.compile(r"[A-Za-z0-9_-]{1,40}/v[1-9][0-9]{0,9}"),
    "opened_at": re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{6})?Z"),
}
NOTED = re.compile(r"[0-9a-f]{8,64}")
USAGE = "usage: python verify_shoe.py PROOF.json [--root ROOT]\n"


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


def header_leaf(header: dict[str, object]) -> bytes:
    """0x03, and the header as JSON: keys sorted, no space, ASCII."""
    return sha256(b"\x03" + json.dumps(header, sort_keys=True, separators=(",", ":")).encode("ascii"))


def root_of(place: int, digest: bytes, path: list[bytes]) -> bytes:
    """From the leaf up: 0x01, left, right. Bit by bit, the place in the tree tells on which side the neighbour is."""
    for neighbour in path:
        pair = neighbour + digest if place & 1 else digest + neighbour
        digest = sha256(b"\x01" + pair)
        place >>= 1
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


def _path(value: object, field: str, height: int, what: str) -> list[bytes]:
    if not isinstance(value, list) or len(value) != height:
        raise ProofFaulty(field, f"{what} needs a path of {height}")
    return [_digest(each, f"{field}[{step}]", f"the path of {what}") for step, each in enumerate(value)]


class Tree:
    """The root and the shape of what leads to it. `lead`: leaves before the first card's."""

    def __init__(self, root: bytes, count: int, lead: int) -> None:
        self.root, self.count, self.lead = root, count, lead
        self.height = (count + lead - 1).bit_length()

    def check(self, entry: object, field: str) -> tuple[int, str]:
        """The place and the card that the entry proves."""
        shown = _keys(entry, field, CARD_KEYS)
        index = _whole(shown["index"], f"{field}.index", 0, self.count - 1)
        card = shown["card"]
        if not isinstance(card, str) or len(card) != 2 or card[0] not in RANKS or card[1] not in SUITS:
            raise ProofFaulty(f"{field}.card", f"the card at place {index} is none")
        named = f"the {card} at place {index}"
        salt = _digest(shown["salt"], f"{field}.salt", f"the salt of {named}")
        path = _path(shown["path"], f"{field}.path", self.height, named)
        if root_of(index + self.lead, leaf(index, card, salt), path) != self.root:
            raise ProofFaulty(field, f"{named} does not lead to the root")
        return index, card


def _check_header(proof: dict[str, object], root: bytes) -> tuple[dict[str, object], Tree]:
    """The header, once its leaf leads to the root."""
    header = _keys(proof["header"], "header", HEADER_KEYS)
    if header["format"] != FORMAT:
        raise ProofFaulty("header.format", f"must be {FORMAT}")
    decks = _whole(header["decks"], "header.decks", 1, DECKS_MOST)
    count = _whole(header["count"], "header.count", 1, 52 * decks)
    for name, pattern in TEXTS.items():
        text = header[name]
        if not isinstance(text, str) or not pattern.fullmatch(text):
            raise ProofFaulty(f"header.{name}", "is not of the form that it must have")
    if isinstance(header["cut"], str):
        _digest(header["cut"], "header.cut", "a cut card that is not shown yet")
    else:
        _whole(header["cut"], "header.cut", 0, count)
    tree = Tree(root, count, 1)
    if root_of(0, header_leaf(header), _path(proof["path"], "path", tree.height, "the header")) != root:
        raise ProofFaulty("header", f"the header of shoe {header['shoe']} does not lead to the root")
    return header, tree


def _check_cut(shown: object, header: dict[str, object]) -> int:
    """The place of a cut card that the header only committed to: SHA-256 over four bytes of place and 32 of salt."""
    cut = _keys(shown, "cut", CUT_KEYS)
    count = header["count"]
    place = _whole(cut["place"], "cut.place", 0, count if isinstance(count, int) else 0)
    salt = _digest(cut["salt"], "cut.salt", "the salt of the cut card")
    if sha256(place.to_bytes(4, "big") + salt).hex() != header["cut"]:
        raise ProofFaulty("cut", f"the cut card before place {place} is not the one of the header")
    return place


def _by_seat(value: object, field: str, entry: str, pattern: re.Pattern[str]) -> dict[int, str]:
    """Entries of seats, in their order, each once: the text that each gives."""
    if not isinstance(value, list):
        raise ProofFaulty(field, "must be a list")
    told: dict[int, str] = {}
    for at, each in enumerate(value):
        one = _keys(each, f"{field}[{at}]", {"seat", entry})
        seat = _whole(one["seat"], f"{field}[{at}].seat", max(told, default=0) + 1, 9)
        text = one[entry]
        if not isinstance(text, str) or not pattern.fullmatch(text):
            raise ProofFaulty(f"{field}[{at}].{entry}", "is not of the form that it must have")
        told[seat] = text
    return told


def _check_start(value: object, root: bytes, count: int) -> dict[str, object]:
    """The start that the players' numbers come to: SHA-256 of the root and the numbers by seat, modulo the cards.

    Without a number nothing was cut, and the shoe begins at place 0.
    """
    start = _keys(value, "start", START_KEYS)
    place = _whole(start["place"], "start.place", 0, count - 1)
    numbers = _by_seat(start["numbers"], "start.numbers", "number", NUMBER)
    left_out = _by_seat(start["left_out"], "start.left_out", "commitment", DIGEST)
    if set(numbers) & set(left_out):
        raise ProofFaulty("start.left_out", "names a seat whose number counts")
    told = b"".join(bytes.fromhex(number) for number in numbers.values())
    if place != (int.from_bytes(sha256(root + told), "big") % count if numbers else 0):
        raise ProofFaulty("start", f"the numbers do not come to place {place}")
    return {"place": place, "seats": list(numbers), "left_out": list(left_out)}


def _check_shape(document: object) -> tuple[dict[str, object], dict[str, object], Tree]:
    """The proof, what its root says of the shoe (of format 1: what the file says), and the tree."""
    if not isinstance(document, dict) or "format" not in document:
        raise ProofFaulty("document", f"must be an object of {', '.join(sorted(KEYS))}")
    if document.get("format") == FORMAT_1:
        proof = _keys(document, "document", KEYS_1)
        decks = _whole(proof["decks"], "decks", 1, DECKS_MOST)
        count = _whole(proof["count"], "count", 1, 52 * decks)
        return proof, {"decks": decks, "count": count}, Tree(_digest(proof["root"], "root", "the root"), count, 0)
    if document.get("format") != FORMAT:
        raise ProofFaulty("format", f"must be {FORMAT} or {FORMAT_1}")
    proof = _keys(document, "document", KEYS | ({"cut", "start"} & set(document)))
    header, tree = _check_header(proof, _digest(proof["root"], "root", "the root"))
    told = {**header, "cut": _check_cut(proof["cut"], header) if "cut" in proof else header["cut"]}
    if "start" in proof:
        told["start"] = _check_start(proof["start"], tree.root, tree.count)
    return proof, told, tree


def verify(document: object, noted: str | None = None) -> dict[str, object]:
    """Check a whole proof; `noted` is the root, or its first digits, as it was known before the first card.

    Returns the format, the root, what is known of the shoe (`decks`, `count`, in format 2 also `shoe`, `cut`, `rules`,
    `opened_at` and, of a shoe that players cut, `start`), and how many cards are `proven`; raises `ProofFaulty` for the
    first fault.
    """
    proof, told, tree = _check_shape(document)
    root = tree.root.hex()
    if noted is not None and (not NOTED.fullmatch(noted) or not root.startswith(noted)):
        raise ProofFaulty("root", f"is {root}, and not the one that you noted")
    cards = proof["cards"]
    if not isinstance(cards, list):
        raise ProofFaulty("cards", "must be a list")
    seen: dict[int, str] = {}
    for place, entry in enumerate(cards):
        field = f"cards[{place}]"
        index, card = tree.check(entry, field)
        if index in seen:
            raise ProofFaulty(f"{field}.index", f"place {index} is shown twice")
        if list(seen.values()).count(card) == told["decks"]:
            held = f"{told['decks']} decks hold"
            raise ProofFaulty(f"{field}.card", f"the {card} at place {index} is one more than {held}")
        seen[index] = card
    return {**told, "format": proof["format"], "root": root, "proven": len(seen)}


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    entries = dict(pairs)
    if len(entries) != len(pairs):
        raise ProofFaulty("document", "gives a key twice")
    return entries


def verify_text(block: bytes, noted: str | None = None) -> dict[str, object]:
    """Check a proof as published, in bytes. Raises `ProofFaulty`."""
    try:
        document = json.loads(block.decode("utf-8"), object_pairs_hook=_once)
    except ProofFaulty:
        raise
    except (ValueError, RecursionError):
        raise ProofFaulty("document", "is not JSON in UTF-8") from None
    return verify(document, noted)


def _said(found: dict[str, object]) -> str:
    """The line for a proof without a fault."""
    if not found["proven"]:
        return f"NOTHING SHOWN: none of {found['count']} cards is in the file; nothing is proven, nothing is wrong"
    proven = f"PROVEN: {found['proven']} of {found['count']} cards lead to the root {found['root']}"
    if found["format"] == FORMAT_1:
        return f"{proven} (format 1: the root does not say which shoe it is, nor how many decks it has)"
    cut = f"cut card before place {found['cut']}" if isinstance(found["cut"], int) else "cut card not shown yet"
    facts = f"{found['decks']} decks, {cut}, rules {found['rules']}, opened at {found['opened_at']}"
    return f"{proven} of shoe {found['shoe']}: {facts}{_said_start(found.get('start'))}"


def _said_start(start: object) -> str:
    """How the shoe was cut; nothing where that is not said."""
    if not isinstance(start, dict):
        return ""
    out = f", left out: seats {', '.join(map(str, start['left_out']))}" if start["left_out"] else ""
    if not start["seats"]:
        return f"; not cut{out}"
    return f"; begun at place {start['place']} by seats {', '.join(map(str, start['seats']))}{out}"


def main(arguments: list[str]) -> int:
    """Check the one file named. Returns the exit status."""
    noted = None
    if "--root" in arguments[:-1]:
        at = arguments.index("--root")
        noted = arguments[at + 1].strip().lower()
        arguments = arguments[:at] + arguments[at + 2 :]
    if len(arguments) != 1 or (noted is not None and not NOTED.fullmatch(noted)):
        sys.stdout.write(USAGE)
        return 2
    try:
        found = verify_text(Path(arguments[0]).read_bytes(), noted)
    except OSError as error:
        sys.stdout.write(f"NOT PROVEN: the file cannot be read: {error.strerror}\n")
        return 2
    except ProofFaulty as error:
        sys.stdout.write(f"NOT PROVEN: {error}\n")
        return 2
    sys.stdout.write(f"{_said(found)}\n")
    return 0 if found["proven"] else 3


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
