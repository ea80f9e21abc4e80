"""Signed notes of C2SP (`signed-note`, `tlog-cosignature`): a text, and signatures in lines below it.

A signer of type 0x01 is an Ed25519 key over the text. One of type 0x04 is a witness: its Ed25519 signature covers a
time and the text. One of type 0x06 signs a checkpoint with a time by ML-DSA-44. A verifier is known by its text,
`NAME+KEYID+KEY`. Lines of unknown keys are left alone, so that a log can be signed in a second way without a
new format.
"""

import base64
import binascii
import hashlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Final, Self

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric import mldsa
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from reporting.evidence.checkpoints import Checkpoint, CheckpointMalformed

NOTE_MOST: Final = 64 * 1024
"""Bytes that a note has at most: a checkpoint with hundreds of witnesses."""
SEED_BYTES: Final = 32
_LINE: Final = re.compile(r"— ([^\s+]+) ([A-Za-z0-9+/]+={0,2})")
_CONTROL: Final = re.compile(r"[\x00-\x09\x0b-\x1f\x7f]")
_PRIVATE: Final = "PRIVATE+KEY"


class Kind(IntEnum):
    """How a key signs."""

    ED25519 = 0x01
    COSIGNATURE = 0x04
    ML_DSA_44 = 0x06

    @property
    def timed(self) -> bool:
        """Whether a signature bears the moment at which it was made."""
        return self is not Kind.ED25519

    @property
    def key_bytes(self) -> int:
        """How long its public keys are."""
        return 1312 if self is Kind.ML_DSA_44 else 32


class NoteMalformed(ValueError):
    """Text that is no signed note, or no key; `why` says in what."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class SignatureWrong(ValueError):
    """A signature by a known key that does not fit the text: `name` and `key_id` (eight hexadecimal digits)."""

    def __init__(self, name: str, key_id: str) -> None:
        super().__init__(f"the signature of {name} ({key_id}) does not fit the text")
        self.name = name
        self.key_id = key_id


class KeyUnknown(ValueError):
    """A note that none of the known keys signed; `names` are the keys that did, with their numbers."""

    def __init__(self, names: tuple[tuple[str, str], ...]) -> None:
        super().__init__(
            "no known key signed: " + (", ".join(f"{name} ({key})" for name, key in names) or "there is no signature")
        )
        self.names = names


def key_id(name: str, kind: int, public: bytes) -> bytes:
    """The four bytes by which a key is told from others of its name."""
    return hashlib.sha256(name.encode() + b"\n" + bytes([kind]) + public).digest()[:4]


@dataclass(frozen=True, slots=True)
class Verifier:
    """A key that signatures are checked with."""

    name: str
    kind: Kind
    public: bytes

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a verifier key, `NAME+KEYID+KEY`. Raises `NoteMalformed` with what is wrong."""
        parts = text.strip().split("+", 2)
        if len(parts) != 3 or not _LINE.fullmatch(f"— {parts[0]} AAAA"):
            raise NoteMalformed("a verifier key is NAME+KEYID+KEY")
        name, number, encoded = parts
        block = _decoded(encoded)
        if not block or block[0] not in set(Kind) or len(block) != 1 + Kind(block[0]).key_bytes:
            raise NoteMalformed(f"the key of {name} is of a type that is not known here")
        if key_id(name, block[0], block[1:]).hex() != number:
            raise NoteMalformed(f"the number {number} is not that of the key of {name}")
        return cls(name, Kind(block[0]), block[1:])

    @property
    def key_id(self) -> bytes:
        """Its four bytes."""
        return key_id(self.name, self.kind, self.public)

    @property
    def vkey(self) -> str:
        """The text by which the key is handed on."""
        encoded = base64.b64encode(bytes([self.kind]) + self.public).decode()
        return f"{self.name}+{self.key_id.hex()}+{encoded}"

    def holds(self, text: str, signature: bytes) -> bool:
        """Whether the signature (without its key's number) is this key's over the text."""
        at, bare = (int.from_bytes(signature[:8], "big"), signature[8:]) if self.kind.timed else (0, signature)
        try:
            if self.kind is Kind.ML_DSA_44:
                message = subtree(self.name, at, Checkpoint.parse(text))
                mldsa.MLDSA44PublicKey.from_public_bytes(self.public).verify(bare, message)
            else:
                message = cosigned(text, at) if self.kind.timed else text.encode()
                Ed25519PublicKey.from_public_bytes(self.public).verify(bare, message)
        except (InvalidSignature, CheckpointMalformed):
            return False
        except UnsupportedAlgorithm:
            raise NoteMalformed(f"the library here cannot check the key of {self.name}") from None
        return True


@dataclass(frozen=True, slots=True)
class Signer:
    """A key that signs. `seed` is the secret: 32 random bytes. It is never part of its text form."""

    name: str
    seed: bytes
    kind: Kind = Kind.ED25519

    def __post_init__(self) -> None:
        if len(self.seed) != SEED_BYTES or not _LINE.fullmatch(f"— {self.name} AAAA"):
            raise NoteMalformed("a signer has a name without space or plus, and a seed of 32 bytes")

    def __repr__(self) -> str:
        return f"Signer({self.verifier.vkey})"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a private key, `PRIVATE+KEY+NAME+KEYID+KEY`. Raises `NoteMalformed`, which never tells the key."""
        parts = text.strip().removeprefix(f"{_PRIVATE}+").split("+", 2)
        if not text.strip().startswith(f"{_PRIVATE}+") or len(parts) != 3:
            raise NoteMalformed("a private key is PRIVATE+KEY+NAME+KEYID+KEY")
        name, number, encoded = parts
        block = _decoded(encoded)
        if len(block) != 1 + SEED_BYTES or block[0] not in set(Kind):
            raise NoteMalformed(f"the private key of {name} is of a type that is not known here")
        signer = cls(name, block[1:], Kind(block[0]))
        if signer.verifier.key_id.hex() != number:
            raise NoteMalformed(f"the number {number} is not that of the private key of {name}")
        return signer

    @property
    def verifier(self) -> Verifier:
        """The key that checks what this one signs."""
        if self.kind is Kind.ML_DSA_44:
            public = mldsa.MLDSA44PrivateKey.from_seed_bytes(self.seed).public_key().public_bytes_raw()
        else:
            public = Ed25519PrivateKey.from_private_bytes(self.seed).public_key().public_bytes_raw()
        return Verifier(self.name, self.kind, public)

    @property
    def secret_text(self) -> str:
        """The private key as `parse` reads it. A secret: for the environment or a file, never for a log or a page."""
        encoded = base64.b64encode(bytes([self.kind]) + self.seed).decode()
        return f"{_PRIVATE}+{self.name}+{self.verifier.key_id.hex()}+{encoded}"

    def line(self, text: str, *, at: int | None = None) -> str:
        """The signature line over the text. Types 0x04 and 0x06 need `at`, seconds since 1970; 0x01 takes none.

        Raises `ValueError` for a time too many or too few, `CheckpointMalformed` where 0x06 signs something else.
        """
        if (at is None) is self.kind.timed:
            raise ValueError("a key of type 0x01 signs without a time, every other with one")
        if self.kind is Kind.ML_DSA_44:
            message = subtree(self.name, at or 0, Checkpoint.parse(text))
            signature = (at or 0).to_bytes(8, "big") + mldsa.MLDSA44PrivateKey.from_seed_bytes(self.seed).sign(message)
        else:
            key = Ed25519PrivateKey.from_private_bytes(self.seed)
            signature = key.sign(text.encode()) if at is None else at.to_bytes(8, "big") + key.sign(cosigned(text, at))
        return f"— {self.name} {base64.b64encode(self.verifier.key_id + signature).decode()}\n"


@dataclass(frozen=True, slots=True)
class Signed:
    """A signature that holds: whose, and of a witness also when, in seconds since 1970."""

    verifier: Verifier
    at: int | None
    line: str


@dataclass(frozen=True, slots=True)
class Opened:
    """A note that at least one known key signed: its text, and every signature that holds."""

    text: str
    signatures: tuple[Signed, ...]


def cosigned(text: str, at: int) -> bytes:
    """What a witness signs at a moment (seconds since 1970)."""
    return f"cosignature/v1\ntime {at}\n".encode() + text.encode()


def subtree(name: str, at: int, checkpoint: Checkpoint) -> bytes:
    """What ML-DSA-44 signs (tlog-cosignature): the signer's name, the moment, and a checkpoint's three facts."""
    names = [len(each.encode()).to_bytes(1, "big") + each.encode() for each in (name, checkpoint.origin)]
    numbers = [each.to_bytes(8, "big") for each in (at, 0, checkpoint.size)]
    return b"subtree/v1\n\x00" + names[0] + numbers[0] + names[1] + numbers[1] + numbers[2] + checkpoint.root


def sign(text: str, signers: Iterable[Signer]) -> str:
    """The note over a text that ends with a line feed. Raises `NoteMalformed` for a text that cannot be signed."""
    _check_text(text)
    return text + "\n" + "".join(signer.line(text) for signer in signers)


def add_line(note: str, line: str) -> str:
    """The note with one more signature line, each only once."""
    return note if line in split(note)[1] else note + line


def split(note: str) -> tuple[str, list[str]]:
    """A note's text and its signature lines, nothing verified. Raises `NoteMalformed`."""
    if len(note.encode(errors="surrogatepass")) > NOTE_MOST:
        raise NoteMalformed("the note is too long")
    if "\n\n" not in note:
        raise NoteMalformed("no empty line stands between text and signatures")
    head, _, tail = note.rpartition("\n\n")
    text = head + "\n"
    _check_text(text)
    if not tail.endswith("\n"):
        raise NoteMalformed("the last line does not end")
    lines = [each + "\n" for each in tail[:-1].split("\n")]
    for each in lines:
        match = _LINE.fullmatch(each[:-1])
        if match is None or len(_decoded(match[2])) < 5:
            raise NoteMalformed("a signature line is «— NAME SIGNATURE»")
    return text, lines


def open_note(note: str, verifiers: Sequence[Verifier]) -> Opened:
    """Check a note against the keys that are known.

    Raises `NoteMalformed`, `SignatureWrong` for a known key whose signature does not fit, and `KeyUnknown` when no
    known key signed. Lines of other keys are ignored.
    """
    text, lines = split(note)
    held: list[Signed] = []
    others: list[tuple[str, str]] = []
    for each in lines:
        name, block = signature_of(each)
        known = next((one for one in verifiers if one.name == name and one.key_id == block[:4]), None)
        if known is None:
            others.append((name, block[:4].hex()))
            continue
        if not known.holds(text, block[4:]):
            raise SignatureWrong(name, block[:4].hex())
        if all(one.verifier != known for one in held):
            at = int.from_bytes(block[4:12], "big") if known.kind.timed else None
            held.append(Signed(known, at, each))
    if not held:
        raise KeyUnknown(tuple(others))
    return Opened(text, tuple(held))


def signature_of(line: str) -> tuple[str, bytes]:
    """A signature line's name, and its bytes: four of the key's number, then the signature."""
    match = _LINE.fullmatch(line.removesuffix("\n"))
    if match is None:
        raise NoteMalformed("a signature line is «— NAME SIGNATURE»")
    return match[1], _decoded(match[2])


def _check_text(text: str) -> None:
    if not text.endswith("\n") or text == "\n":
        raise NoteMalformed("the text does not end with a line feed")
    if _CONTROL.search(text):
        raise NoteMalformed("a control character stands in the text")
    try:
        text.encode()
    except UnicodeEncodeError:
        raise NoteMalformed("the text is not UTF-8") from None


def _decoded(encoded: str) -> bytes:
    """Base64 with its padding and without a second reading: what is decoded encodes to the same text."""
    try:
        block = base64.b64decode(encoded, validate=True)
    except (binascii.Error, ValueError):
        raise NoteMalformed("a key or signature is not base64") from None
    if base64.b64encode(block).decode() != encoded:
        raise NoteMalformed("a key or signature is not base64 in its one form")
    return block
