"""Verify sealed days, with nothing but Python: `python verify_days.py FOLDER --key VKEY`.

A house that seals its days writes each as files, and the digest of each day into a log that only grows and that others
witness. This file reads such a folder and says whether every byte, every cent and every card of it holds: the signature
of the log's state, each day in it, each file and line of each day, the balances from line to line, each card against
the commitment made before the first bet, each round by the drawing rules, each bet by its paytable. It names the first
fault with its day, file and line. The bytes are described in docs/sealed-days.md.

The key is the one that you were given (`--key`), never one that lies in the folder. Nothing is loaded over the network
unless you ask for the published log (`--fetch URL`). It imports nothing of the house's software, so that you need not
trust that. It uses `cryptography` where that is installed, since its own Ed25519 is slow.

Exit status: 0 all holds; 1 it holds, and something that you asked for is not there yet (a quorum of witnesses, a time
stamp); 2 broken; 3 wrong usage.
"""

import argparse
import base64
import binascii
import contextlib
import hashlib
import json
import os
import re
import struct
import sys
import tempfile
import unicodedata
import urllib.request
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from http.client import HTTPException
from pathlib import Path
from typing import Any, NoReturn
from xml.etree import ElementTree

try:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric import ed25519 as fast
except ImportError:  # pragma: no cover - the standard library alone
    fast = None  # type: ignore[assignment]
try:
    from cryptography.hazmat.primitives.asymmetric import mldsa
except ImportError:  # pragma: no cover - an older library, or none
    mldsa = None  # type: ignore[assignment]

HOLDS, ABSENT, BROKEN, USAGE = 0, 1, 2, 3
WHOLE_MOST = 2**53 - 1
EMPTY = hashlib.sha256(b"").digest()
NO_PREVIOUS = "0" * 64
Record = dict[str, Any]

# Faults: a code, a name, where, and a sentence in three languages.

KINDS: dict[str, tuple[str, str, str, str]] = {
    "note-malformed": (
        "V01",
        "The log's checkpoint is not a signed note: {why}.",
        "O estado do registo não é uma nota assinada: {why}.",
        "Starea jurnalului nu este o notă semnată: {why}.",
    ),
    "signature-wrong": (
        "V02",
        "The signature of {who} ({id}) does not fit the text.",
        "A assinatura de {who} ({id}) não corresponde ao texto.",
        "Semnătura lui {who} ({id}) nu se potrivește cu textul.",
    ),
    "key-unknown": (
        "V02",
        "The key that you gave did not sign; these did: {who}.",
        "A chave que indicou não assinou; assinaram: {who}.",
        "Cheia pe care ați dat-o nu a semnat; au semnat: {who}.",
    ),
    "quorum-short": (
        "V03",
        "Too few witnesses signed: {have} of {need}; missing: {who}.",
        "Assinaram testemunhas a menos: {have} de {need}; faltam: {who}.",
        "Au semnat prea puțini martori: {have} din {need}; lipsesc: {who}.",
    ),
    "log-forked": (
        "V04",
        "The log does not continue the older checkpoint (sizes {old} and {size}): its history was rewritten.",
        "O registo não continua o estado anterior (tamanhos {old} e {size}): a história foi reescrita.",
        "Jurnalul nu continuă starea anterioară (mărimi {old} și {size}): istoria a fost rescrisă.",
    ),
    "day-not-in-log": (
        "V05",
        "This day's manifest is not in the log.",
        "O manifesto deste dia não está no registo.",
        "Manifestul acestei zile nu este în jurnal.",
    ),
    "chain-broken": (
        "V06",
        "The day does not name the manifest of the day before.",
        "O dia não nomeia o manifesto do dia anterior.",
        "Ziua nu numește manifestul zilei dinainte.",
    ),
    "day-missing": (
        "V07",
        "A day is missing between two that are here.",
        "Falta um dia entre dois que aqui estão.",
        "Lipsește o zi între două care sunt aici.",
    ),
    "manifest-malformed": (
        "V08",
        "The manifest is not of its form: {why}.",
        "O manifesto não tem a forma devida: {why}.",
        "Manifestul nu are forma cuvenită: {why}.",
    ),
    "manifest-other": (
        "V08",
        "The manifest is of another house, day or revision.",
        "O manifesto é de outra casa, dia ou revisão.",
        "Manifestul este al altei case, zile sau revizii.",
    ),
    "file-missing": ("V09", "The file is missing.", "Falta o ficheiro.", "Fișierul lipsește."),
    "file-extra": ("V09", "The file is not of the day.", "O ficheiro não é do dia.", "Fișierul nu ține de zi."),
    "file-length": (
        "V09",
        "The file has another length or number of lines than was sealed.",
        "O ficheiro tem outro comprimento ou número de linhas do que foi selado.",
        "Fișierul are altă lungime sau alt număr de rânduri decât s-a sigilat.",
    ),
    "line-touched": (
        "V10",
        "The line is not the one that was sealed.",
        "A linha não é a que foi selada.",
        "Rândul nu este cel care a fost sigilat.",
    ),
    "line-inserted": (
        "V11",
        "The line was added after the sealing.",
        "A linha foi acrescentada depois da selagem.",
        "Rândul a fost adăugat după sigilare.",
    ),
    "line-removed": (
        "V11",
        "A line was taken out before this place.",
        "Uma linha foi retirada antes deste lugar.",
        "Un rând a fost scos înainte de acest loc.",
    ),
    "lines-swapped": (
        "V11",
        "The line and the next one were exchanged.",
        "A linha e a seguinte foram trocadas.",
        "Rândul și cel următor au fost schimbate între ele.",
    ),
    "not-canonical": (
        "V12",
        "The line is not written as sealed lines are: {why}.",
        "A linha não está escrita como as linhas seladas: {why}.",
        "Rândul nu este scris ca rândurile sigilate: {why}.",
    ),
    "ledger-chain": (
        "V13",
        "A balance does not go on where the account's line before ended ({cents} cents).",
        "Um saldo não continua onde a linha anterior da conta acabou ({cents} cêntimos).",
        "Un sold nu continuă unde s-a încheiat rândul dinainte al contului ({cents} cenți).",
    ),
    "sums-differ": (
        "V13",
        "Two sums that must agree differ by {cents} cents ({rule}).",
        "Duas somas que devem coincidir diferem em {cents} cêntimos ({rule}).",
        "Două sume care trebuie să coincidă diferă cu {cents} cenți ({rule}).",
    ),
    "card-unproven": (
        "V14",
        "A card does not lead to the commitment made before the bets: {why}.",
        "Uma carta não conduz ao compromisso feito antes das apostas: {why}.",
        "O carte nu duce la angajamentul făcut înaintea pariurilor: {why}.",
    ),
    "round-misplayed": (
        "V14",
        "The round was not played by the rules: said {said}, due {due}.",
        "A jogada não seguiu as regras: dito {said}, devido {due}.",
        "Runda nu a fost jucată după reguli: spus {said}, cuvenit {due}.",
    ),
    "bet-misplaid": (
        "V14",
        "The bet was not settled by its paytable: said {said}, due {due}.",
        "A aposta não foi liquidada pela sua tabela: dito {said}, devido {due}.",
        "Pariul nu a fost decontat după tabelul său: spus {said}, cuvenit {due}.",
    ),
    "six-files-differ": (
        "V15",
        "A file for the regulator is not the one of the day.",
        "Um ficheiro para o regulador não é o do dia.",
        "Un fișier pentru autoritate nu este cel al zilei.",
    ),
    "stamp-absent": (
        "V16",
        "The day has no time stamp.",
        "O dia não tem selo temporal.",
        "Ziua nu are marcă temporală.",
    ),
    "stamp-unchecked": (
        "V16",
        "The time stamp cannot be checked by this file: {why}.",
        "Este ficheiro não consegue verificar o selo temporal: {why}.",
        "Acest fișier nu poate verifica marca temporală: {why}.",
    ),
    "stamp-wrong": (
        "V16",
        "The time stamp does not hold: {why}.",
        "O selo temporal não é válido: {why}.",
        "Marca temporală nu este valabilă: {why}.",
    ),
    "court-differs": (
        "V19",
        "The drift court's evidence does not follow from the rounds: {why}.",
        "A prova do tribunal da deriva não resulta das jogadas: {why}.",
        "Dovada tribunalului derivei nu rezultă din runde: {why}.",
    ),
    "software-other": (
        "V17",
        "A file of the software is not the one of the day.",
        "Um ficheiro do software não é o do dia.",
        "Un fișier al programului nu este cel al zilei.",
    ),
    "card-misread": (
        "V20",
        "A card of paper is not as it was read, or cannot be: {why}.",
        "Uma carta de papel não é como foi lida, ou não pode ser: {why}.",
        "O carte de hârtie nu este cum a fost citită sau nu poate fi: {why}.",
    ),
    "log-touched": (
        "V18",
        "A published part of the log is not what its checkpoint signs.",
        "Uma parte publicada do registo não é a que o seu estado assina.",
        "O parte publicată a jurnalului nu este cea semnată de starea lui.",
    ),
}
"""Name -> code, and the sentence in English, Portuguese and Romanian."""
LANGUAGES = ("en", "pt", "ro")
ONLY_ABSENT = frozenset({"quorum-short", "stamp-absent", "stamp-unchecked"})
SAID = {
    "en": (
        "HOLDS",
        "HOLDS, and something asked for is absent",
        "BROKEN",
        "{days} days, {lines} lines, log of {size}",
        "1 day, {lines} lines, log of {size}",
    ),
    "pt": (
        "CONFIRMADO",
        "CONFIRMADO, e falta algo pedido",
        "QUEBRADO",
        "{days} dias, {lines} linhas, registo de {size}",
        "1 dia, {lines} linhas, registo de {size}",
    ),
    "ro": (
        "ÎNTREG",
        "ÎNTREG, dar lipsește ceva cerut",
        "RUPT",
        "{days} zile, {lines} rânduri, jurnal de {size}",
        "1 zi, {lines} rânduri, jurnal de {size}",
    ),
}
"""By language: the three verdicts, and how much was looked at, of several days and of one."""


class FirstFaultError(Exception):
    """Work ends at the first fault, unless every fault was asked for."""


class WrongUsageError(Exception):
    """What the verifier cannot work with: an argument, a key, a folder."""


@dataclass(frozen=True)
class Fault:
    """What does not hold, and where: codes, names and numbers, nothing personal."""

    kind: str
    where: Mapping[str, Any]

    @property
    def code(self) -> str:
        """`V10`."""
        return KINDS[self.kind][0]

    def sentence(self, language: str) -> str:
        """What it means, in words."""
        said = defaultdict(str, {name: str(value) for name, value in self.where.items()})
        return KINDS[self.kind][1 + LANGUAGES.index(language)].format_map(said)

    def text(self, language: str) -> str:
        """Two lines: the same in every language, and the sentence."""
        facts = " ".join(f"{name}={_shown(value)}" for name, value in self.where.items() if name != "why")
        return f"{self.code} {self.kind} {facts}".rstrip() + f"\n    {self.sentence(language)}\n"

    def document(self) -> Record:
        """For programs."""
        return {"code": self.code, "name": self.kind, **self.where}


def _shown(value: object) -> str:
    text = str(value)
    return json.dumps(text, ensure_ascii=False) if " " in text or not text else text


class Findings:
    """The faults found so far, and what was looked at."""

    def __init__(self, every: bool) -> None:
        self.every = every
        self.faults: list[Fault] = []
        self.declared: list[Fault] = []
        """What two persons knew and said when they sealed the day all the same."""
        self.days = self.lines = self.size = 0

    def find(self, kind: str, **where: Any) -> None:
        """Note a fault. Raises `FirstFaultError` at the first that breaks, unless every one was asked for."""
        self.faults.append(Fault(kind, where))
        if not self.every and kind not in ONLY_ABSENT:
            raise FirstFaultError

    @property
    def status(self) -> int:
        """The exit status."""
        if any(each.kind not in ONLY_ABSENT for each in self.faults):
            return BROKEN
        return ABSENT if self.faults else HOLDS


# Ed25519 (RFC 8032) in whole numbers: slow, and short enough to be read. A point is (X, Y, Z, T).

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT_OF_MINUS_ONE = pow(2, (P - 1) // 4, P)
Point = tuple[int, int, int, int]
NEUTRAL: Point = (0, 1, 1, 0)


def add(one: Point, other: Point) -> Point:
    """The sum of two points of the curve."""
    a = (one[1] - one[0]) * (other[1] - other[0]) % P
    b = (one[1] + one[0]) * (other[1] + other[0]) % P
    c = 2 * one[3] * other[3] * D % P
    d = 2 * one[2] * other[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def times(number: int, point: Point) -> Point:
    """A point added to itself so many times."""
    found = NEUTRAL
    while number:
        if number & 1:
            found = add(found, point)
        point = add(point, point)
        number >>= 1
    return found


def point_of(block: bytes) -> Point | None:
    """The point that 32 bytes stand for; None for bytes that stand for none."""
    y = int.from_bytes(block, "little")
    sign, y = y >> 255, y & (1 << 255) - 1
    if len(block) != 32 or y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT_OF_MINUS_ONE % P
    if (x * x - square) % P or (x == 0 and sign):
        return None
    if x & 1 != sign:
        x = P - x
    return x, y, 1, x * y % P


def bytes_of(point: Point) -> bytes:
    """The 32 bytes of a point."""
    inverse = pow(point[2], P - 2, P)
    x, y = point[0] * inverse % P, point[1] * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


BASE = point_of((4 * pow(5, P - 2, P) % P).to_bytes(32, "little")) or NEUTRAL


def slow_holds(public: bytes, signature: bytes, message: bytes) -> bool:
    """Whether the signature is that key's, in whole numbers."""
    if len(signature) != 64:
        return False
    key, first, number = point_of(public), point_of(signature[:32]), int.from_bytes(signature[32:], "little")
    if key is None or first is None or number >= L:
        return False
    digest = hashlib.sha512(signature[:32] + public + message).digest()
    due = add(first, times(int.from_bytes(digest, "little") % L, key))
    return bytes_of(times(number, BASE)) == bytes_of(due)


def holds(public: bytes, signature: bytes, message: bytes) -> bool:
    """Whether the signature is that key's over the message."""
    if fast is None:
        return slow_holds(public, signature, message)
    try:
        fast.Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


# Notes and checkpoints (C2SP signed-note, tlog-cosignature, tlog-checkpoint).

LINE = re.compile("— ([^\\s+]+) ([A-Za-z0-9+/]+={0,2})")
NUMBER = re.compile("0|[1-9][0-9]{0,18}")
CONTROL = re.compile("[\x00-\x09\x0b-\x1f\x7f]")
SIGNS, COSIGNS, COSIGNS_ML_DSA = 1, 4, 6
KEY_BYTES = {SIGNS: 32, COSIGNS: 32, COSIGNS_ML_DSA: 1312}


class MalformedError(ValueError):
    """Bytes that are not of their form; the text says in what."""


@dataclass(frozen=True)
class Key:
    """A key to check with: name, kind (1 signs; 4 and 6 witness), its bytes, and its weight among witnesses."""

    name: str
    kind: int
    public: bytes
    weight: int = 1

    @property
    def id(self) -> bytes:
        """Its four bytes."""
        return hashlib.sha256(self.name.encode() + b"\n" + bytes([self.kind]) + self.public).digest()[:4]

    @property
    def text(self) -> str:
        """`NAME+KEYID+KEY`."""
        return f"{self.name}+{self.id.hex()}+{base64.b64encode(bytes([self.kind]) + self.public).decode()}"

    def holds(self, text: str, signature: bytes) -> bool:
        """Whether the signature is this key's over a note's text."""
        if self.kind == SIGNS:
            return holds(self.public, signature, text.encode())
        if self.kind == COSIGNS_ML_DSA:
            return self._holds_ml_dsa(text, signature)
        said = f"cosignature/v1\ntime {int.from_bytes(signature[:8], 'big')}\n{text}"
        return len(signature) == 72 and holds(self.public, signature[8:], said.encode())

    def _holds_ml_dsa(self, text: str, signature: bytes) -> bool:
        """The same by ML-DSA-44 (tlog-cosignature, type 0x06): over the name, the time, and a checkpoint's facts."""
        lines = text.split("\n")
        names = [len(each.encode()).to_bytes(1, "big") + each.encode() for each in (self.name, lines[0])]
        said = b"subtree/v1\n\x00" + names[0] + signature[:8] + names[1] + bytes(8)
        said += int(lines[1]).to_bytes(8, "big") + base64_of(lines[2])
        try:
            mldsa.MLDSA44PublicKey.from_public_bytes(self.public).verify(signature[8:], said)
        except (InvalidSignature, ValueError):
            return False
        return True


def base64_of(text: str) -> bytes:
    """Decode base64 in its one form. Raises `MalformedError`."""
    try:
        block = base64.b64decode(text, validate=True)
    except (ValueError, binascii.Error):
        raise MalformedError("something is not base64") from None
    if base64.b64encode(block).decode() != text:
        raise MalformedError("something is not base64 in its one form")
    return block


def read_key(text: str, kind: int) -> Key:
    """Read `NAME+KEYID+KEY`, for a witness (4, 6) with its weight behind an @. Raises `WrongUsageError`."""
    bare, _, weight = (
        text.strip().rpartition("@") if re.search("@[1-9][0-9]*$", text.strip()) else (text.strip(), "", "1")
    )
    parts = bare.split("+", 2)
    try:
        block = base64_of(parts[2]) if len(parts) == 3 else b""
    except MalformedError:
        block = b""
    kinds = (SIGNS,) if kind == SIGNS else (COSIGNS, COSIGNS_ML_DSA)
    if not block or block[0] not in kinds or len(block) != 1 + KEY_BYTES[block[0]]:
        raise WrongUsageError(f"not a key of {'a log' if kind == SIGNS else 'a witness'}: {text}")
    if block[0] == COSIGNS_ML_DSA and mldsa is None:
        raise WrongUsageError(f"the key of {parts[0]} is of ML-DSA: that needs `cryptography`")
    key = Key(parts[0], block[0], block[1:], int(weight))
    if key.id.hex() != parts[1]:
        raise WrongUsageError(f"the number {parts[1]} is not that of the key of {parts[0]}")
    return key


def split_note(block: bytes) -> tuple[str, list[tuple[str, bytes]]]:
    """A note's text, and the names and bytes of its signatures. Raises `MalformedError`."""
    try:
        note = block.decode()
    except UnicodeDecodeError:
        raise MalformedError("it is not UTF-8") from None
    head, middle, tail = note.rpartition("\n\n")
    if not middle or not tail.endswith("\n") or CONTROL.search(note):
        raise MalformedError("it is not a text, an empty line and lines of signatures")
    signatures = []
    for line in tail[:-1].split("\n"):
        match = LINE.fullmatch(line)
        if match is None:
            raise MalformedError("a line is not «— NAME SIGNATURE»")
        signatures.append((match[1], base64_of(match[2])))
    return head + "\n", signatures


@dataclass(frozen=True)
class Checkpoint:
    """A signed state of a log."""

    text: str
    origin: str
    size: int
    root: bytes
    signatures: tuple[tuple[str, bytes], ...]

    @classmethod
    def parse(cls, block: bytes) -> "Checkpoint":
        """Read a signed checkpoint, nothing verified. Raises `MalformedError`."""
        text, signatures = split_note(block)
        lines = text.split("\n")
        if len(lines) != 4 or not lines[0] or not NUMBER.fullmatch(lines[1]):
            raise MalformedError("its text is not origin, size and root")
        root = base64_of(lines[2])
        if len(root) != 32:
            raise MalformedError("its root is not 32 bytes")
        return cls(text, lines[0], int(lines[1]), root, tuple(signatures))

    def signed_by(self, key: Key) -> bool | None:
        """Whether the key signed: None when no line is its own."""
        own = [block[4:] for name, block in self.signatures if name == key.name and block[:4] == key.id]
        return any(key.holds(self.text, each) for each in own) if own else None

    @property
    def names(self) -> str:
        """Who signed, as the lines say."""
        return ", ".join(f"{name} ({block[:4].hex()})" for name, block in self.signatures)


# Canonical lines, and the tree of RFC 6962.

KEY = re.compile("[a-z][a-z0-9_]*")
DEPTH_MOST = 16


def _refuse(number: str) -> NoReturn:
    raise MalformedError(f"{number} is no whole number")


def read_line(body: bytes) -> Record:
    """The record of a line without its line feed. Raises `MalformedError` for bytes that are not canonical."""
    try:
        text = body.decode()
        record = json.loads(text, parse_float=_refuse, parse_constant=_refuse)
        same = type(record) is dict and written(record) == text
    except UnicodeDecodeError:
        raise MalformedError("it is not UTF-8") from None
    except MalformedError:
        raise
    except (ValueError, RecursionError):
        raise MalformedError("it is not JSON") from None
    if not same:
        raise MalformedError("it is written in another way than canonical bytes")
    _check(record, 0, body.isascii())
    return dict(record)


def written(record: object) -> str:
    """Canonical text."""
    return json.dumps(record, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def _check(value: object, depth: int, plain: bool) -> None:
    if isinstance(value, str):
        if not plain and not unicodedata.is_normalized("NFC", value):
            raise MalformedError("a string is not in Unicode's form C")
    elif isinstance(value, int):
        if not -WHOLE_MOST <= value <= WHOLE_MOST:
            raise MalformedError("a number is beyond 2^53 - 1")
    elif isinstance(value, dict):
        for key, each in value.items():
            if not KEY.fullmatch(key):
                raise MalformedError(f"the key {key!r} is not allowed")
            _check(each, depth + 1, plain)
    elif isinstance(value, list):
        for each in value:
            _check(each, depth + 1, plain)
    if depth >= DEPTH_MOST and isinstance(value, (dict, list)):
        raise MalformedError("it lies too deep")


def column_of(body: bytes) -> int:
    """The first byte, from 1, at which a line differs from the canonical text of its own data; 1 if it has none."""
    try:
        due = written(json.loads(body)).encode()
    except (ValueError, RecursionError):
        return 1
    return 1 + next((at for at, (one, other) in enumerate(zip(due, body, strict=False)) if one != other), 0)


def leaf_of(data: bytes) -> bytes:
    """The hash of a leaf."""
    return hashlib.sha256(b"\x00" + data).digest()


def node_of(left: bytes, right: bytes) -> bytes:
    """The hash of two nodes."""
    return hashlib.sha256(b"\x01" + left + right).digest()


def root_of(leaves: Sequence[bytes]) -> bytes:
    """The root over hashes of leaves."""
    level = list(leaves)
    if not level:
        return EMPTY
    while len(level) > 1:
        pairs = [hashlib.sha256(b"\x01" + level[at] + level[at + 1]).digest() for at in range(0, len(level) - 1, 2)]
        level = pairs + level[len(level) & ~1 :]
    return level[0]


def hashes_of(block: bytes) -> list[bytes]:
    """Hashes that stand one after the other; left-over bytes are ignored."""
    return [block[at : at + 32] for at in range(0, len(block) - 31, 32)]


# The log: its checkpoint, its entries, its tiles.

TILE = re.compile("tile/(entries|[0-9]|[1-5][0-9])/((?:x[0-9]{3}/)*[0-9]{3})(?:\\.p/([1-9][0-9]{0,2}))?")
WIDTH = 256
MISSING_MOST = 16
"""So many missing files of the log are named; a log that lacks more of them lacks all from there."""


def number_path(index: int) -> str:
    """The number of a tile as its path writes it."""
    parts = [f"{index % 1000:03d}"]
    while index >= 1000:
        index //= 1000
        parts.append(f"x{index % 1000:03d}")
    return "/".join(reversed(parts))


def unbundle(block: bytes) -> list[bytes]:
    """The entries of a bundle, as far as they are whole."""
    entries, at = [], 0
    while at + 2 <= len(block):
        length = int.from_bytes(block[at : at + 2], "big")
        if at + 2 + length > len(block):
            break
        entries.append(block[at + 2 : at + 2 + length])
        at += 2 + length
    return entries


def bundle(entries: Iterable[bytes]) -> bytes:
    """Entries as a bundle has them."""
    return b"".join(len(each).to_bytes(2, "big") + each for each in entries)


@dataclass
class Log:
    """The log of the folder: what its checkpoint signs, and what its entries tell."""

    folder: Path
    checkpoint: Checkpoint
    entries: list[bytes] = field(default_factory=list)
    leaves: list[bytes] = field(default_factory=list)
    days: dict[tuple[str, int], list[tuple[int, str]]] = field(default_factory=lambda: defaultdict(list))
    """Day and revision -> where in the log, and the manifest's digest."""
    shoes: dict[str, tuple[int, Record]] = field(default_factory=dict)
    rules: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    keys: list[tuple[int, Record]] = field(default_factory=list)
    corrections: dict[str, list[Record]] = field(default_factory=lambda: defaultdict(list))
    """Day -> what was put right of its files, in the order of the log."""
    since: str = ""
    """The moment of its first leaf."""

    def read(self, findings: Findings) -> None:
        """Read the entries that the checkpoint covers, in bundles of 256; of missing ones the first are named."""
        size, missing = self.checkpoint.size, 0
        for index in range(-(-size // WIDTH)):
            width = min(WIDTH, size - index * WIDTH)
            path = f"tile/entries/{number_path(index)}" + ("" if width == WIDTH else f".p/{width}")
            try:
                block = (self.folder / path).read_bytes()
            except OSError:
                findings.find("file-missing", file=f"log/{path}")
                block, missing = b"", missing + 1
                if missing == MISSING_MOST:
                    break
            found = unbundle(block)[:width]
            self.entries += found + [b""] * (width - len(found))
        self.leaves = [leaf_of(each) for each in self.entries]
        for place, each in enumerate(self.entries):
            self.tell(place, each)

    def tell(self, place: int, entry: bytes) -> None:
        """Take up what an entry tells."""
        try:
            leaf = read_line(entry)
        except MalformedError:
            return
        kind = leaf.get("kind")
        self.since = self.since or str(leaf.get("at", ""))
        if kind == "day":
            revision = leaf.get("revision")
            number = revision if type(revision) is int else 0
            self.days[str(leaf.get("day")), number].append((place, str(leaf.get("manifest"))))
        elif kind == "shoe":
            self.shoes.setdefault(str(leaf.get("shoe")), (place, leaf))
        elif kind == "rules":
            self.rules[str(leaf.get("version"))].add(str(leaf.get("digest")))
        elif kind == "key":
            self.keys.append((place, leaf))
        elif kind == "correction":
            self.corrections[str(leaf.get("day"))].append(leaf)

    def last_key(self, pinned: Sequence[Key]) -> tuple[list[Key], Key]:
        """The keys that may have signed, from a pinned one on, and the one that has to sign now.

        A leaf `key` counts if the key before it signed its note. Raises `MalformedError` for one that does not.
        """
        trusted = [key for key in pinned if key.name == self.checkpoint.origin] or list(pinned)
        now = trusted[-1]
        keys = [leaf for place, leaf in self.keys if place < self.checkpoint.size]
        known = [each.get("vkey") for each in keys]
        start = known.index(now.text) + 1 if now.text in known else 0
        for leaf in keys[start:]:
            text, signatures = split_note(str(leaf.get("note")).encode())
            new = str(leaf.get("vkey"))
            own = [block[4:] for name, block in signatures if name == now.name and block[:4] == now.id]
            if text != f"sabot key/v1\n{now.text}\n{new}\n" or not any(now.holds(text, each) for each in own):
                raise MalformedError("a key is not signed by the key before it")
            now = read_key(new, SIGNS)
            trusted.append(now)
        return trusted, now

    def has_state(self, size: int, root: bytes) -> bool:
        """Whether the log was in that state once."""
        return size <= len(self.leaves) and root_of(self.leaves[:size]) == root

    def check_tiles(self, findings: Findings) -> None:
        """Hold every published file of the log to the entries, and the entries to the root."""
        holding = root_of(self.leaves) == self.checkpoint.root
        levels = [self.leaves]
        while len(levels[-1]) >= WIDTH:
            below = levels[-1]
            whole = len(below) // WIDTH
            levels.append([root_of(below[at * WIDTH : (at + 1) * WIDTH]) for at in range(whole)])
        if not holding:
            self._name_touched(findings)
        for path in sorted(files_under(self.folder)):
            if path == "checkpoint":
                continue
            due = self._due(path, levels)
            if due is None:
                findings.find("file-extra", file=f"log/{path}")
            elif holding and (self.folder / path).read_bytes() != due:
                findings.find("log-touched", file=f"log/{path}", entry=self._differs(path, due))

    def _name_touched(self, findings: Findings) -> None:
        """The entries do not lead to the root: name the entry that its tile says otherwise of, if the tile holds."""
        hashes: list[bytes] = []
        for index in range(-(-len(self.leaves) // WIDTH)):
            width = min(WIDTH, len(self.leaves) - index * WIDTH)
            path = self.folder / f"tile/0/{number_path(index)}{'' if width == WIDTH else f'.p/{width}'}"
            hashes += hashes_of(path.read_bytes())[:width] if path.exists() else []
        if root_of(hashes) == self.checkpoint.root:
            place = next(at for at, pair in enumerate(zip(hashes, self.leaves, strict=True)) if pair[0] != pair[1])
            findings.find("log-touched", file=f"log/{self.bundle_of(place)}", entry=place)
        else:
            findings.find("log-touched", file="log/checkpoint", entry=self.checkpoint.size)

    def bundle_of(self, place: int) -> str:
        """The file that has that entry."""
        width = min(WIDTH, len(self.leaves) - place // WIDTH * WIDTH)
        return f"tile/entries/{number_path(place // WIDTH)}" + ("" if width == WIDTH else f".p/{width}")

    def _due(self, path: str, levels: list[list[bytes]]) -> bytes | None:
        """What a file of the log has to hold; None for one that has no business there."""
        match = TILE.fullmatch(path)
        if match is None:
            return None
        index = int(match[2].replace("x", "").replace("/", ""))
        width = int(match[3] or WIDTH)
        known: Sequence[bytes] = self.entries
        if match[1] != "entries":
            level = int(match[1])
            known = levels[level] if level < len(levels) else []
        part = known[index * WIDTH : index * WIDTH + width]
        if len(part) < width or width > WIDTH or (match[3] and width == WIDTH):
            return None
        return bundle(part) if match[1] == "entries" else b"".join(part)

    def _differs(self, path: str, due: bytes) -> int:
        """The number, in its file, of the first hash or entry that differs."""
        block = (self.folder / path).read_bytes()
        read = unbundle if path.startswith("tile/entries") else hashes_of
        pairs = zip(read(block), read(due), strict=False)
        return next((at for at, pair in enumerate(pairs) if pair[0] != pair[1]), len(read(block)))


@dataclass
class ProvenLog(Log):
    """Of a log whose files are not here, single leaves that were handed out with days, each with its proof."""

    states: list[Checkpoint] = field(default_factory=list)
    """The checkpoints that the proofs lead to, the smallest first."""
    older: set[tuple[int, bytes]] = field(default_factory=set)
    """Sizes and roots of states that one of these goes on from."""

    def has_state(self, size: int, root: bytes) -> bool:
        """Whether the log was in that state once, as far as it is proven here."""
        return (size, root) in self.older or any((each.size, each.root) == (size, root) for each in self.states)


PROOF = "proof.json"
PROOF_KEYS = frozenset(("format", "checkpoint", "leaves", "stamped"))
LEAF_KEYS = frozenset(("number", "leaf", "path"))


def proven_log(folder: Path, findings: Findings) -> ProvenLog | None:
    """The log as far as the days' own proofs tell it; None where one of them does not hold, which is named."""
    leaves: dict[int, bytes] = {}
    states, older = [], set[tuple[int, bytes]]()
    for path in sorted((folder / "day").glob(f"*/*/{PROOF}")):
        where = path.relative_to(folder).as_posix()
        try:
            state, found, stamped = _read_proof(path)
        except (MalformedError, OSError) as error:
            findings.find("note-malformed", file=where, why=str(error))
            return None
        wrong = next((number for number, data, proof in found if not _included(state, number, data, proof)), None)
        wrong = wrong if wrong is not None else next((n for n, data, _ in found if leaves.get(n, data) != data), None)
        if wrong is not None:
            findings.find("log-touched", file=where, entry=wrong)
            return None
        leaves |= {number: data for number, data, _ in found}
        states.append(state)
        older |= _older(path.with_name("stamp.note"), state, stamped)
    states.sort(key=lambda each: each.size)
    log = ProvenLog(folder / "log", states[-1], states=states, older=older)
    for number in sorted(leaves):
        log.tell(number, leaves[number])
    return log


def _read_proof(path: Path) -> tuple[Checkpoint, list[tuple[int, bytes, list[bytes]]], list[bytes]]:
    """Its checkpoint, its leaves with number and path, and the path from the state that was stamped."""
    block = path.read_bytes()
    proof = read_line(block[:-1]) if block.endswith(b"\n") else {}
    if set(proof) != PROOF_KEYS or proof["format"] != "sabot-day-proof-1" or not isinstance(proof["leaves"], list):
        raise MalformedError("it is no proof of a day")
    found = []
    for each in proof["leaves"]:
        if not isinstance(each, dict) or set(each) != LEAF_KEYS or not is_whole(each["number"]):
            raise MalformedError("a leaf")
        found.append((each["number"], str(each["leaf"]).encode(), _digests(each["path"])))
    return Checkpoint.parse(str(proof["checkpoint"]).encode()), found, _digests(proof["stamped"])


def _digests(path: object) -> list[bytes]:
    if not isinstance(path, list) or not all(is_text(each, DIGEST) for each in path):
        raise MalformedError("a path is not of digests")
    return [bytes.fromhex(each) for each in path]


def _included(state: Checkpoint, number: int, data: bytes, path: Sequence[bytes]) -> bool:
    """Whether a leaf is in the log of that state (RFC 9162, 2.1.3.2)."""
    if number >= state.size:
        return False
    at, last, now, rest = number, state.size - 1, leaf_of(data), list(path)
    while rest:
        other = rest.pop(0)
        if last == 0:
            return False
        if at & 1 or at == last:
            now = node_of(other, now)
            while not at & 1 and at:
                at, last = at >> 1, last >> 1
        else:
            now = node_of(now, other)
        at, last = at >> 1, last >> 1
    return last == 0 and now == state.root


def _older(note: Path, state: Checkpoint, path: Sequence[bytes]) -> set[tuple[int, bytes]]:
    """The state that the day's stamp stamps, if the log of `state` goes on from it (RFC 9162, 2.1.4.2)."""
    try:
        stamped = Checkpoint.parse(note.read_bytes())
    except (OSError, MalformedError):
        return set()
    if not 0 < stamped.size < state.size or not path:
        return set()
    rest = [stamped.root, *path] if stamped.size & stamped.size - 1 == 0 else list(path)
    at, last = stamped.size - 1, state.size - 1
    while at & 1:
        at, last = at >> 1, last >> 1
    old = new = rest.pop(0)
    for each in rest:
        if last == 0:
            return set()
        if at & 1 or at == last:
            old, new = node_of(each, old), node_of(each, new)
            while not at & 1 and at:
                at, last = at >> 1, last >> 1
        else:
            new = node_of(new, each)
        at, last = at >> 1, last >> 1
    holding = last == 0 and old == stamped.root and new == state.root
    return {(stamped.size, stamped.root)} if holding else set()


def files_under(folder: Path) -> Iterator[str]:
    """The paths of all files in a folder, from there."""
    for here, _, names in os.walk(folder):
        for name in names:
            yield (Path(here) / name).relative_to(folder).as_posix()


# Days: manifests, files, lines.

DIGEST = re.compile("[0-9a-f]{64}")
MOMENT = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{6}Z")
UUID = re.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
NAME = re.compile("[a-z]+\\.jsonl?")
MANIFEST_KEYS = frozenset(
    "day faults files format hours house previous profile revision sealed_at software".split()  # noqa: SIM905
)
ENTRY_KEYS = frozenset(("name", "rows", "bytes", "sha256", "root"))
FAULT_KEYS = frozenset(("rule", "reason", "by", "agreed_by"))
BESIDE = frozenset(("manifest.json", "proof.json", "stamp.tsr", "stamp.note"))


def is_text(value: object, form: re.Pattern[str]) -> bool:
    """Whether the value is a text of that form."""
    return isinstance(value, str) and form.fullmatch(value) is not None


def is_whole(value: object, least: int = 0) -> bool:
    """Whether the value is a whole number of at least `least`."""
    return type(value) is int and value >= least


def read_manifest(block: bytes) -> Record:
    """Read a manifest. Raises `MalformedError` naming the entry that is not of its form."""
    if not block.endswith(b"\n"):
        raise MalformedError("manifest")
    manifest = read_line(block[:-1])
    if set(manifest) != MANIFEST_KEYS or manifest["format"] != "sabot-day-1":
        raise MalformedError("format")
    ok = {
        "hours": manifest["hours"] in (23, 24, 25) and type(manifest["hours"]) is int,
        "revision": is_whole(manifest["revision"], 1),
        "previous": is_text(manifest["previous"], DIGEST),
        "software": is_text(manifest["software"], DIGEST),
        "sealed_at": is_text(manifest["sealed_at"], MOMENT),
        "files": isinstance(manifest["files"], list),
        "faults": isinstance(manifest["faults"], list),
    }
    wrong = [name for name, holding in ok.items() if not holding]
    if wrong:
        raise MalformedError(wrong[0])
    for entry in manifest["files"]:
        if not isinstance(entry, dict) or set(entry) != ENTRY_KEYS or not is_text(entry["name"], NAME):
            raise MalformedError("files")
        if not (is_whole(entry["rows"]) and is_whole(entry["bytes"])):
            raise MalformedError("files")
    names = [each["name"] for each in manifest["files"]]
    if names != sorted(set(names)):
        raise MalformedError("files")
    if any(not isinstance(each, dict) or set(each) != FAULT_KEYS for each in manifest["faults"]):
        raise MalformedError("faults")
    return manifest


@dataclass(frozen=True)
class Day:
    """One revision of a day as it lies in the folder."""

    folder: Path
    day: str
    revision: int
    block: bytes
    manifest: Record | None
    place: int
    """Where its leaf is in the log; -1 for nowhere."""

    @property
    def digest(self) -> str:
        """The SHA-256 of its manifest."""
        return hashlib.sha256(self.block).hexdigest()

    def where(self, file: str, **more: Any) -> Record:
        """Where a fault of one of its files is."""
        return {"day": self.day, "revision": self.revision, "file": file, **more}


def is_day(name: str) -> bool:
    """Whether a name is a day of this calendar, from 2000 on."""
    try:
        return name >= "2000" and date.fromisoformat(name).isoformat() == name
    except ValueError:
        return False


def find_days(folder: Path, findings: Findings) -> list[tuple[str, int, Path]]:
    """Every revision of every day in the folder, in their order; what has no business there is a fault."""
    found = []
    for path in sorted((folder / "day").iterdir()) if (folder / "day").is_dir() else []:
        if not is_day(path.name) or not path.is_dir():
            findings.find("file-extra", file=f"day/{path.name}")
            continue
        for inner in sorted(path.iterdir()):
            if re.fullmatch("r[1-9][0-9]{0,3}", inner.name) and inner.is_dir():
                found.append((path.name, int(inner.name[1:]), inner))
            else:
                findings.find("file-extra", file=f"day/{path.name}/{inner.name}")
    return sorted(found)


def read_day(log: Log, day: str, revision: int, folder: Path, findings: Findings) -> Day:
    """Read a day's manifest, and hold it to the log and to the folder's name."""
    try:
        block = (folder / "manifest.json").read_bytes()
    except OSError:
        findings.find("file-missing", day=day, revision=revision, file="manifest.json")
        return Day(folder, day, revision, b"", None, -1)
    sealed = log.days.get((day, revision), [])
    digest = hashlib.sha256(block).hexdigest()
    place = next((at for at, each in sealed if each == digest), -1)
    if place < 0 or len({each for _, each in sealed}) > 1:
        findings.find("day-not-in-log", day=day, revision=revision, file="manifest.json")
    try:
        manifest = read_manifest(block)
    except MalformedError as error:
        findings.find("manifest-malformed", day=day, revision=revision, file="manifest.json", why=str(error))
        return Day(folder, day, revision, block, None, place)
    due = {"day": day, "revision": revision, "house": log.checkpoint.origin}
    for name, value in due.items():
        if manifest[name] != value:
            findings.find("manifest-other", day=day, revision=revision, file="manifest.json", field=name)
    return Day(folder, day, revision, block, manifest, place)


def check_chain(days: Sequence[Day], log: Log, findings: Findings) -> None:
    """Hold each day to the one before it: none missing between two, and each names the other's manifest."""
    by_day: dict[str, list[Day]] = defaultdict(list)
    for each in days:
        by_day[each.day].append(each)
    told: dict[str, list[tuple[int, str]]] = defaultdict(list)
    for (day, _), sealed in log.days.items():
        told[day] += sealed
    for name in sorted(by_day)[1:]:
        before = (date.fromisoformat(name) - timedelta(days=1)).isoformat()
        if before not in by_day:
            findings.find("day-missing", day=before)
    for each in days:
        if each.manifest is None:
            continue
        before = (date.fromisoformat(each.day) - timedelta(days=1)).isoformat()
        earlier = [sealed for sealed in told.get(before, []) if sealed[0] < each.place]
        due = max(earlier)[1] if earlier else NO_PREVIOUS
        if each.manifest["previous"] != due and each.place >= 0:
            findings.find("chain-broken", **each.where("manifest.json", previous=each.manifest["previous"], found=due))


def lines_of(path: Path) -> Iterator[bytes]:
    """The lines of a file, each with its line feed; of the last one, as it is."""
    with path.open("rb") as file:
        yield from file


def check_bytes(day: Day, findings: Findings) -> set[str]:
    """Hold each file of a day to the manifest. Returns the names of those that hold."""
    assert day.manifest is not None
    entries = {each["name"]: each for each in day.manifest["files"]}
    known = set(entries) | {f"{name}.leaves" for name in entries} | BESIDE
    for path in sorted(files_under(day.folder)):
        if path not in known:
            findings.find("file-extra", **day.where(path))
    return {name for name, entry in entries.items() if _file_holds(day, name, entry, findings)}


def _file_holds(day: Day, name: str, entry: Record, findings: Findings) -> bool:
    path, beside = day.folder / name, day.folder / f"{name}.leaves"
    for needed in (path, beside):
        if not needed.is_file():
            findings.find("file-missing", **day.where(needed.name))
            return False
    whole, length, leaves = hashlib.sha256(), 0, []
    for line in lines_of(path):
        whole.update(line)
        length += len(line)
        leaves.append(leaf_of(line))
    block = beside.read_bytes()
    kept = hashes_of(block)
    sound = root_of(leaves).hex() == entry["root"] and whole.hexdigest() == entry["sha256"]
    if sound:
        if (length, len(leaves)) != (entry["bytes"], entry["rows"]):
            findings.find("file-length", **day.where(name))
        if block != b"".join(leaves):
            at = next((at for at, pair in enumerate(zip(kept, leaves, strict=False)) if pair[0] != pair[1]), len(kept))
            findings.find("line-touched", **day.where(beside.name, line=at + 1))
    elif root_of(kept).hex() == entry["root"] and len(block) == 32 * len(kept):
        name_lines(day, name, leaves, kept, findings)
    else:
        # Neither the lines nor their leaves lead to the root: name the first line in which the two differ.
        at = next((at for at, pair in enumerate(zip(kept, leaves, strict=False)) if pair[0] != pair[1]), 0)
        findings.find("line-touched", **_line_at(day, name, at))
    return bool(sound)


def name_lines(day: Day, name: str, now: Sequence[bytes], sealed: Sequence[bytes], findings: Findings) -> None:
    """Say which lines were touched, added, taken out or exchanged: `sealed` are the leaves that lead to the root."""
    at = next(
        (at for at, pair in enumerate(zip(now, sealed, strict=False)) if pair[0] != pair[1]), min(len(now), len(sealed))
    )
    if len(now) == len(sealed):
        if now[at : at + 2] == sealed[at : at + 2][::-1] and now[at + 2 :] == sealed[at + 2 :]:
            findings.find("lines-swapped", **_line_at(day, name, at), other=at + 2)
            return
        for place, pair in enumerate(zip(now, sealed, strict=True)):
            if pair[0] != pair[1]:
                findings.find("line-touched", **_line_at(day, name, place))
    elif len(now) > len(sealed) and now[at + len(now) - len(sealed) :] == sealed[at:]:
        for place in range(at, at + len(now) - len(sealed)):
            findings.find("line-inserted", **_line_at(day, name, place))
    elif len(now) < len(sealed) and now[at:] == sealed[at + len(sealed) - len(now) :]:
        findings.find("line-removed", **_line_at(day, name, at), lines=len(sealed) - len(now))
    else:
        # A line feed was touched: two lines are one, or one is two.
        findings.find("line-touched", **_line_at(day, name, at))


def _line_at(day: Day, name: str, at: int) -> Record:
    """Where a line is: its number from 1, its key as it says now, the byte at which it begins."""
    offset, key = 0, ""
    for place, line in enumerate(lines_of(day.folder / name)):
        if place == at:
            key = key_text(name, line)
            break
        offset += len(line)
    return day.where(name, line=at + 1, key=key, offset=offset)


def key_text(name: str, line: bytes) -> str:
    """The key that a line says it has; empty if it cannot be read."""
    try:
        record = json.loads(line)
        return "/".join(str(record[each]) for each in SCHEMAS.get(name, ((), {}))[0])
    except (ValueError, KeyError, TypeError, RecursionError):
        return ""


# The lines' schemas (docs/sealed-days.md). A letter says what stands in an entry.

TYPES: dict[str, Callable[[object], bool]] = {
    "s": lambda value: isinstance(value, str),
    "S": lambda value: value is None or isinstance(value, str),
    "n": lambda value: type(value) is int,
    "N": lambda value: value is None or type(value) is int,
    "c": lambda value: type(value) is int and value >= 0,
    "+": lambda value: type(value) is int and value > 0,
    "t": lambda value: isinstance(value, str) and MOMENT.fullmatch(value) is not None,
    "T": lambda value: value is None or (isinstance(value, str) and MOMENT.fullmatch(value) is not None),
    "d": lambda value: isinstance(value, str) and DIGEST.fullmatch(value) is not None,
    "u": lambda value: isinstance(value, str) and UUID.fullmatch(value) is not None,
    "b": lambda value: isinstance(value, bool),
    "l": lambda value: isinstance(value, list),
    "o": lambda value: isinstance(value, dict),
    "O": lambda value: value is None or isinstance(value, dict),
}


def _schema(key: str, entries: str) -> tuple[tuple[str, ...], dict[str, Callable[[object], bool]]]:
    pairs = (each.split(":") for each in entries.split())
    return tuple(key.split()), {name: TYPES[kind] for name, kind in pairs}


SCHEMAS = {
    "acts.jsonl": _schema("id", "id:s at:t by:s what:s subject:s facts:o commitment:d"),
    "bets.jsonl": _schema(
        "round person chance",
        "round:s person:s chance:s session:u stake:+ outcome:s prize:c commission:c returned:c",
    ),
    "cards.jsonl": _schema(
        "id",
        "id:+ at:t table:s shoe:S round:S what:s slot:s card:s deck:s source:s device:s refusal:s croupier:S"
        " decided_by:S replaces:N",
    ),
    "court.jsonl": _schema(
        "place stream",
        "place:s stream:s rounds:+ last:+ threshold:s rules_before:s rules:s before:l after:l alarms:l",
    ),
    "files.json": _schema("", "profile:s package:O files:l reason:s"),
    "judged.jsonl": _schema("number", "number:+ round:s left:l shown:l"),
    "ledger.jsonl": _schema(
        "id",
        "id:n at:t code:s key:u currency:s amount:+ debit:n debit_kind:s credit:n credit_kind:s"
        " player:S before:N after:N reference:s",
    ),
    "persons.jsonl": _schema("id at", "id:s at:t commitment:d"),
    "report.json": _schema("", "day:s definition:s revision:n sha256:d text:s"),
    "rounds.jsonl": _schema(
        "code",
        "code:s table:s number:n currency:s rules:s rules_digest:d shoe:o round_of_shoe:n first_card:c phase:s"
        " opened_at:t closed_at:T ended_at:t cards:l winner:s proofs:l void_reason:s sums:l",
    ),
    "rules.jsonl": _schema("version", "version:s ruleset:o digest:d reference:s"),
    "sessions.jsonl": _schema(
        "id",
        "id:u person:s table:s currency:s seat:n started_at:t ended_at:t end_reason:s rounds:c staked:c returned:c"
        " prizes:c commission:c",
    ),
    "shoes.jsonl": _schema("shoe", "shoe:s table:s decks:l shuffled_by:s begun_by:S begun_at:t burns:b"),
    "signins.jsonl": _schema("id", "id:n at:t person:S what:s outcome:s factor:s device:s registers:l"),
    "slips.jsonl": _schema(
        "taken_at number key",
        "taken_at:t number:s key:u received_at:t round:s person:s session:S lines:l accepted:b rejection:O",
    ),
    "software.json": _schema("", "version:s checked_at:T files:l"),
}
NEEDED = frozenset(("bets.jsonl", "ledger.jsonl", "rounds.jsonl", "rules.jsonl", "report.json", "software.json"))
OF_COURT = frozenset(("court.jsonl", "judged.jsonl"))
"""Sealed together; days sealed before the court's evidence was kept have neither."""
OF_PAPER = frozenset(("cards.jsonl", "shoes.jsonl"))
"""Sealed together, of days on which cards of paper were dealt."""


def records(day: Day, name: str, findings: Findings) -> Iterator[tuple[int, Record]]:
    """The lines of a file that are canonical, of their schema and in their order, with their numbers from 1."""
    key, entries = SCHEMAS.get(name, ((), {}))
    before: tuple[Any, ...] | None = None
    number = 0
    for number, line in enumerate(lines_of(day.folder / name), 1):
        try:
            if not line.endswith(b"\n"):
                raise MalformedError("it does not end")
            record = read_line(line[:-1])
            if entries and record.keys() != entries.keys():
                raise MalformedError("it has other entries")
            wrong = [each for each, holding in entries.items() if not holding(record[each])]
            if wrong:
                raise MalformedError(f"{wrong[0]} is not of its kind")
            now = tuple(record[each] for each in key)
            if before is not None and key and not _follows(before, now):
                raise MalformedError("it is not in the order of its key")
            before = now
        except MalformedError as error:
            column = column_of(line.rstrip(b"\n"))
            findings.find("not-canonical", **day.where(name, line=number, column=column, why=str(error)))
            continue
        yield number, record
    findings.lines += number


def _follows(before: tuple[Any, ...], now: tuple[Any, ...]) -> bool:
    def ordered(key: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(each.encode() if isinstance(each, str) else each for each in key)

    return ordered(before) < ordered(now)


# The game, as data: who draws, what wins, what is kept. A test holds these tables to the engine.

RANKS, SUITS = "A23456789TJQK", "SHDC"
VALUE = {rank: min(place, 10) % 10 for place, rank in enumerate(RANKS, 1)}
PONTO_DRAWS = frozenset(range(6))
"""Ponto's totals on which it draws; banca's too, when ponto took no third card."""
BANCA_DRAWS_ON = {
    0: "0123456789",
    1: "0123456789",
    2: "0123456789",
    3: "012345679",
    4: "234567",
    5: "4567",
    6: "67",
    7: "",
}
"""Banca's total in two cards -> the values of ponto's third card on which it draws (Regulation 812/2015)."""
KEPT: dict[str, dict[int, tuple[int, int]]] = {
    "none": {},
    "5-percent": dict.fromkeys(range(1, 10), (1, 20)),
    "half-on-5": {5: (1, 2)},
    "half-on-6": {6: (1, 2)},
    "half-on-5-and-6": {5: (1, 2), 6: (1, 2)},
}
"""Commission -> the total that banca wins with -> the part of the prize that the house keeps."""


@dataclass(frozen=True)
class Played:
    """A round as its cards decide it."""

    count: int
    """How many cards it takes."""
    winner: str
    ponto: int
    banca: int
    ponto_cards: tuple[str, ...]
    banca_cards: tuple[str, ...]

    def event(self, chance: str) -> str | None:
        """What the round is for a bet on that chance; None for a loss. Raises `MalformedError` for an unknown one."""
        simple = {
            "empate": self.winner == "empate",
            "par-ponto": _pair(self.ponto_cards) > 0,
            "par-banca": _pair(self.banca_cards) > 0,
            "qualquer-par": max(_pair(self.ponto_cards), _pair(self.banca_cards)) > 0,
            "par-perfeito": max(_pair(self.ponto_cards), _pair(self.banca_cards)) > 1,
            "natural-ponto": len(self.ponto_cards) == 2 and self.ponto > 7,
            "natural-banca": len(self.banca_cards) == 2 and self.banca > 7,
            "lucky-six-2": self._six() and len(self.banca_cards) == 2,
            "lucky-six-3": self._six() and len(self.banca_cards) == 3,
        }
        if chance in simple:
            return "win" if simple[chance] else None
        if chance in ("ponto", "banca", "banca-no-commission"):
            side = "ponto" if chance == "ponto" else "banca"
            return {side: "win", "empate": "tie"}.get(self.winner)
        if chance in ("bonus-ponto", "bonus-banca"):
            return self._bonus(chance.removeprefix("bonus-"), simple)
        if chance == "lucky-six":
            return ("two-cards" if len(self.banca_cards) == 2 else "three-cards") if self._six() else None
        raise MalformedError(chance)

    def _six(self) -> bool:
        return self.winner == "banca" and self.banca == 6

    def _bonus(self, side: str, simple: Mapping[str, bool]) -> str | None:
        if self.winner == "empate":
            return "natural-tie" if simple["natural-ponto"] else None
        if self.winner != side:
            return None
        return "natural-win" if simple[f"natural-{side}"] else f"by-{abs(self.ponto - self.banca)}"


def _pair(cards: Sequence[str]) -> int:
    """0: no pair, 1: of a rank, 2: the same card twice."""
    return 2 if cards[0] == cards[1] else int(cards[0][0] == cards[1][0])


def total(cards: Iterable[str]) -> int:
    """What cards count together."""
    return sum(VALUE[card[0]] for card in cards) % 10


def is_card(text: object) -> bool:
    """Whether a text is a card."""
    return isinstance(text, str) and len(text) == 2 and text[0] in RANKS and text[1] in SUITS


def play(cards: Sequence[Any]) -> Played:
    """Play a round off the front of these cards. Raises `MalformedError` if there are too few or one is none."""
    if not all(map(is_card, cards)):
        raise MalformedError("a card is none")
    if len(cards) < 4:
        raise MalformedError("there are too few cards")
    ponto, banca, taken = [cards[0], cards[2]], [cards[1], cards[3]], 4
    two, third = (total(ponto), total(banca)), None
    if max(two) < 8:
        if two[0] in PONTO_DRAWS:
            third, taken = taken, taken + 1
            ponto += cards[third : third + 1]
        drawn = str(total(ponto[2:])) if third is not None else None
        if two[1] in PONTO_DRAWS if drawn is None else drawn in BANCA_DRAWS_ON[two[1]]:
            banca += cards[taken : taken + 1]
            taken += 1
    if taken > len(cards):
        raise MalformedError("there are too few cards")
    sums = (total(ponto), total(banca))
    winner = "empate" if sums[0] == sums[1] else "ponto" if sums[0] > sums[1] else "banca"
    return Played(taken, winner, *sums, tuple(ponto), tuple(banca))


def settle(ruleset: Record, chance: str, stake: int, played: Played) -> tuple[str, int, int, int]:
    """Outcome, prize, commission and what came back of a stake, all in cents.

    A prize with a broken cent is rounded up, a commission down. Raises `MalformedError` for a bet that the rules lack.
    """
    return paid(price(ruleset, chance, played), stake)


Price = tuple[int, int, int, int] | None
"""What a bet comes to: it wins so many for so many staked, of which so many of so many parts are kept; None: lost."""


def price(ruleset: Record, chance: str, played: Played) -> Price:
    """What any stake on that chance comes to. Raises `MalformedError` for a bet that the rules lack."""
    offer = next((each for each in ruleset["offers"] if each["chance"] == chance), None)
    if offer is None:
        raise MalformedError(chance)
    event = played.event(chance)
    ratio = next((each["ratio"] for each in offer["pays"] if each["event"] == event), None)
    if ratio is None:
        return None
    prize, unit = (int(part) for part in ratio.split(":"))
    if prize == 0:
        return 0, 1, 0, 1
    mode = mode_of(ruleset, offer)
    return prize, unit, *(KEPT[mode].get(played.banca, (0, 1)) if event != "tie" else (0, 1))


def mode_of(ruleset: Record, offer: Record) -> Any:
    """The commission on a bet: its own, or on banca the rules'."""
    return offer["commission"] or (ruleset["commission"] if offer["chance"] == "banca" else "none")


def paid(at: Price, stake: int) -> tuple[str, int, int, int]:
    """Outcome, prize, commission and what came back of a stake at that price."""
    if at is None:
        return "lose", 0, 0, 0
    prize, unit, part, whole = at
    if prize == 0:
        return "push", 0, 0, stake
    kept = stake * prize * part // (unit * whole)
    net = -(-stake * prize // unit) - kept
    return "win", net, kept, stake + net


# Cards against the commitment made before the bets (docs/verify.md).


def climb(leaf: bytes, place: int, path: Sequence[str]) -> str:
    """The root that a leaf at this place of a tree leads to."""
    for neighbour in path:
        other = bytes.fromhex(neighbour)
        leaf = hashlib.sha256(b"\x01" + (other + leaf if place & 1 else leaf + other)).digest()
        place >>= 1
    return leaf.hex()


def header_leaf(header: Record) -> bytes:
    """The leaf of a shoe's header: 0x03 and its canonical text."""
    return hashlib.sha256(b"\x03" + written(header).encode()).digest()


def check_shoe(shoe: Record) -> int:
    """Hold a shoe's header to its root. Returns how many leaves lie before the cards; raises `MalformedError`."""
    if set(shoe) != {"shoe", "format", "root", "decks", "count", "header", "path"}:
        raise MalformedError("the shoe has other entries")
    if (
        not isinstance(shoe["shoe"], str)
        or not is_whole(shoe["decks"], 1)
        or not is_whole(shoe["count"], 1)
        or not is_text(shoe["root"], DIGEST)
    ):
        raise MalformedError("the shoe's name, decks, cards or root")
    if shoe["format"] == "sabot-shoe-1" and shoe["header"] is None:
        return 0
    header = shoe["header"]
    if shoe["format"] != "sabot-shoe-2" or not isinstance(header, dict):
        raise MalformedError("the format of the shoe")
    for name in ("format", "shoe", "decks", "count"):
        if header.get(name) != shoe[name]:
            raise MalformedError(f"the header's {name}")
    _check_path(shoe["path"], shoe["count"] + 1)
    if climb(header_leaf(header), 0, shoe["path"]) != shoe["root"]:
        raise MalformedError("the header does not lead to the root")
    return 1


def _check_path(path: object, leaves: int) -> None:
    if not isinstance(path, list) or len(path) != (leaves - 1).bit_length():
        raise MalformedError("a path is too long or too short")
    if not all(is_text(each, DIGEST) for each in path):
        raise MalformedError("a path is not of digests")


def check_card(shoe: Record, lead: int, proof: object, card: str, place: int) -> None:
    """Hold one card to the shoe's root. Raises `MalformedError`."""
    if not isinstance(proof, dict) or set(proof) != {"index", "card", "salt", "path"}:
        raise MalformedError("a proof has other entries")
    if proof["index"] != place or proof["card"] != card or not is_text(proof["salt"], DIGEST):
        raise MalformedError(f"the proof of place {place} is of another card or place")
    _check_path(proof["path"], shoe["count"] + lead)
    salted = b"\x00" + place.to_bytes(4, "big") + card.encode() + bytes.fromhex(proof["salt"])
    if climb(hashlib.sha256(salted).digest(), place + lead, proof["path"]) != shoe["root"]:
        raise MalformedError(f"the card at place {place} does not lead to the root")


# Cards of paper that a person deals: no order was fixed before, so each is held to how it was read.

PAPER = "sabot-paper-1"
SLOTS = ("P1", "B1", "P2", "B2", "P3", "B3")
DECK = re.compile("[0-9A-Z]{4}")
OF_KIND = {
    "drawn": ("there is no such place of a round", lambda line: line["slot"] in SLOTS and line["round"] is not None),
    "burnt": ("it was burned and lies in a place", lambda line: line["slot"] == ""),
    "taken-back": (
        "it takes no card back",
        lambda line: line["slot"] == "" and line["round"] is not None and line["replaces"] is not None,
    ),
}
"""By kind of event: the entries that its line must have, and the finding for a line without them."""


def due_slot(cards: Sequence[str]) -> str:
    """The place of the next card after these, by the drawing rules; empty once the round is over."""
    if len(cards) < 4:
        return SLOTS[len(cards)]
    ponto, banca = total(cards[0:4:2]), total(cards[1:4:2])
    if max(ponto, banca) > 7:
        return ""
    third = ponto in PONTO_DRAWS
    if third and len(cards) == 4:
        return "P3"
    draws = str(total(cards[4:5])) in BANCA_DRAWS_ON[banca] if third else banca in PONTO_DRAWS
    return "B3" if draws and len(cards) == 4 + third else ""


@dataclass
class PaperShoe:
    """A shoe of paper cards as its day told of it, and the cards that left it."""

    line: Record
    gone: set[tuple[str, str]] = field(default_factory=set)
    """Deck and card; of one that was keyed by hand no deck is known."""
    alike: Counter[str] = field(default_factory=Counter)


class PaperCards:
    """The cards of croupiers' tables, day after day: in the order of dealing, each of a deck of its shoe and once."""

    def __init__(self, find: Callable[..., None], log: Log) -> None:
        self.find, self.log = find, log
        self.shoes: dict[str, PaperShoe] = {}
        self.laid: dict[str | None, list[tuple[int, str]]] = {}
        """Round of the day -> the cards that lie in its places, with the numbers of their lines."""
        self.known = False
        """Whether the day's cards could be read."""

    def begin(self) -> None:
        """A day begins."""
        self.laid, self.known = {}, False

    def check_day(self, day: Day, names: frozenset[str], read: Mapping[str, list[tuple[int, Record]]]) -> None:
        """Hold the day's shoes and cards to the rules of dealing, before its rounds are held to them."""
        rounds = {played["code"]: played for _, played in read["rounds.jsonl"]}
        if any(is_paper(played) for played in rounds.values()):
            for name in sorted(OF_PAPER - names):
                self.find("file-missing", **day.where(name))
        if not read.keys() >= OF_PAPER:
            return
        self.known = True
        for number, line in read["shoes.jsonl"]:
            self._shoe(day, number, line)
        replaced = {line["replaces"] for _, line in read["cards.jsonl"] if line["what"] == "taken-back"}
        for number, line in read["cards.jsonl"]:
            try:
                self._card(line, rounds, replaced)
            except MalformedError as error:
                self.find("card-misread", **day.where("cards.jsonl", line=number, key=line["id"], why=str(error)))

    def _shoe(self, day: Day, number: int, line: Record) -> None:
        decks, known = line["decks"], self.shoes.setdefault(line["shoe"], PaperShoe(line))
        why = ""
        if (
            not decks
            or not all(is_text(deck, DECK) for deck in decks)
            or len(set(decks)) != len(decks)
            or line["shoe"].rpartition("/")[0] != line["table"]
            or line["shuffled_by"] not in ("hand", "machine", "robot")
            or (line["begun_by"] is None and line["shuffled_by"] != "robot")
        ):
            why = "the shoe's table or decks, or how it was begun"
        elif known.line != line:
            why = "the shoe was told otherwise before"
        if why:
            self.find("card-misread", **day.where("shoes.jsonl", line=number, key=line["shoe"], why=why))

    def _card(self, line: Record, rounds: Mapping[str, Record], replaced: set[int | None]) -> None:
        """Take up one card in the order in which they were read. Raises `MalformedError`."""
        if line["source"] not in ("scanner", "hand", "robot"):
            raise MalformedError("how it was read is not known")
        if line["what"] == "refused":
            if line["slot"] or line["replaces"] is not None or not line["refusal"]:
                raise MalformedError("it was refused and counts, or no reason is told")
            return
        self._check_form(line)
        shoe = self.shoes.get(line["shoe"])
        if shoe is None or shoe.line["table"] != line["table"]:
            raise MalformedError("its shoe is not told")
        if line["round"] is None:
            if not shoe.line["burns"] or shoe.alike:
                raise MalformedError("it was burned out of turn")
        else:
            check_place(line, rounds.get(line["round"]))
        due = self._lay(line)
        if line["what"] != "taken-back" and line["id"] not in replaced:
            self._leave(shoe, line)
        check_people(line)
        if line["slot"] != due:
            raise MalformedError("the rules name another place")

    def _lay(self, line: Record) -> str:
        """Lay the card in its round, or take the last one back. Returns the place that was due; none of one burned."""
        laid = self.laid.setdefault(line["round"], [])
        if line["what"] == "taken-back":
            if not laid or laid.pop() != (line["replaces"], line["card"]):
                raise MalformedError("it takes back what is not the last card")
            return ""
        if line["what"] == "burnt":
            return ""
        due = due_slot([card for _, card in laid])
        laid.append((line["id"], line["card"]))
        return due

    @staticmethod
    def _check_form(line: Record) -> None:
        why, holds = OF_KIND.get(line["what"], ("what became of it is not known", lambda line: False))
        if not holds(line) or line["refusal"] or (line["replaces"] is not None and line["what"] != "taken-back"):
            raise MalformedError(why)
        if not is_card(line["card"]):
            raise MalformedError("a card is none")

    @staticmethod
    def _leave(shoe: PaperShoe, line: Record) -> None:
        """The card has left the shoe: one of its decks, not before, and not more alike than there are decks."""
        deck, card = line["deck"], line["card"]
        again = deck != "" and (deck, card) in shoe.gone
        shoe.gone.add((deck, card))
        shoe.alike[card] += 1
        if (deck != "") is (line["source"] == "hand") or (deck and deck not in shoe.line["decks"]):
            raise MalformedError("its deck is not one of the shoe")
        if again:
            raise MalformedError("it left the shoe before")
        if shoe.alike[card] > len(shoe.line["decks"]):
            raise MalformedError("more cards are alike than there are decks")

    def play(self, played: Record) -> Played:
        """A settled round by the cards that were read. Raises `MalformedError`."""
        shoe = played["shoe"]
        if set(shoe) != {"shoe", "format", "root", "decks", "count", "header", "path"}:
            raise MalformedError("the shoe has other entries")
        if (
            not isinstance(shoe["shoe"], str)
            or not is_whole(shoe["decks"], 1)
            or shoe["count"] != 52 * shoe["decks"]
            or (shoe["root"], shoe["header"], shoe["path"]) != ("", None, [])
        ):
            raise MalformedError("the shoe's name, decks, cards or root")
        if shoe["shoe"] in self.log.shoes:
            raise MalformedError("the log has a commitment of the shoe")
        if played["proofs"]:
            raise MalformedError("a card of paper has a proof")
        if self.known:
            told = self.shoes.get(shoe["shoe"])
            if told is None or told.line["table"] != played["table"] or len(told.line["decks"]) != shoe["decks"]:
                raise MalformedError("its shoe is not told")
            if played["cards"] != self.cards(played["code"]):
                raise MalformedError("its cards are not those that were read")
        return play(played["cards"])

    def cards(self, code: str) -> list[str]:
        """The cards that were read in a round of the day and count."""
        return [card for _, card in self.laid.get(code, ())]


def is_paper(played: Record) -> bool:
    """Whether a round says that it was dealt out of a shoe of paper cards."""
    return bool(played["shoe"].get("format") == PAPER)


def check_people(line: Record) -> None:
    """A person deals, and a second one stands behind what no scanner read. Raises `MalformedError`."""
    croupier, second = line["croupier"], line["decided_by"]
    if (croupier is None) is not (line["source"] == "robot"):
        raise MalformedError("it does not say who dealt")
    if line["what"] == "burnt" and line["round"] is not None and second is None:
        raise MalformedError("no supervisor put it aside")
    decided = line["what"] == "taken-back" or (line["what"] == "drawn" and line["source"] == "hand")
    if decided and second in (None, croupier):
        raise MalformedError("no second person stands behind it")


def check_place(line: Record, played: Record | None) -> None:
    """A card lies in a round of the day, of its own table and shoe. Raises `MalformedError`."""
    if played is None or not is_paper(played):
        raise MalformedError("no round of the day has it")
    if (played["table"], played["shoe"].get("shoe")) != (line["table"], line["shoe"]):
        raise MalformedError("its round is of another table or shoe")
    if line["source"] == "robot" and played["currency"] != "PLAY":
        raise MalformedError("a robot dealt for money")


# What the lines mean together: balances, rounds, bets, sums.

JOINS: dict[str, tuple[tuple[str, str], ...]] = {
    "deposit": (("funding", "player"),),
    "withdrawal": (("player", "funding"),),
    "withdrawal-requested": (("player", "payouts"),),
    "withdrawal-paid": (("payouts", "funding"),),
    "withdrawal-given-back": (("payouts", "player"),),
    "charge-back": (("player", "funding"),),
    "charge-back-loss": (("charge-backs", "funding"),),
    "play-top-up": (("play-source", "player"),),
    "stake": (("player", "stakes"),),
    "stake-taken-back": (("stakes", "player"),),
    "stakes-lost": (("stakes", "gaming"),),
    "prizes": (("gaming", "stakes"),),
    "payout": (("stakes", "player"),),
    "commission": (("gaming", "commission"),),
    "refund": (("stakes", "player"),),
    "stake-returned": (("stakes", "player"),),
    "prize": (("gaming", "player"),),
    "adjustment": (("player", "adjustments"), ("adjustments", "player")),
}
"""Code of a ledger line -> the kinds of accounts that it may join, debit and credit."""
RULE_OF = {"ledger-chain": "S03", "round-misplayed": "S07", "bet-misplaid": "S07"}
"""The rule that a fault breaks, where it does not say so: a day may be sealed as faulty in it."""


@dataclass
class RoundLines:
    """What the ledger moved for one round."""

    staked: Counter[str] = field(default_factory=Counter)
    paid: Counter[str] = field(default_factory=Counter)
    codes: Counter[str] = field(default_factory=Counter)
    line: int = 0


def last_sunday(year: int, month: int) -> date:
    """The day on which clocks change, in a month of 31 days."""
    last = date(year, month, 31)
    return last - timedelta(days=(last.weekday() + 1) % 7)


def around_midnight(day: str) -> tuple[str, str]:
    """Five minutes after a day begins in Lisbon, and five before it ends, as lines write moments: longer than any line
    waits for its account after its moment was taken."""
    this = date.fromisoformat(day)
    march, october = (last_sunday(this.year, month) for month in (3, 10))
    early = f"{this - timedelta(days=1)}T23:05" if march < this <= october else f"{day}T00:05"
    late = f"{day}T22:55" if march <= this < october else f"{day}T23:55"
    return early + ":00.000000Z", late + ":00.000000Z"


@dataclass(frozen=True)
class Step:
    """A line of a player's account: the balance before and after it, and where it stands."""

    line: int
    before: int
    after: int
    where: Record
    declared: bool
    """Whether its day was sealed as faulty in this."""


@dataclass
class Steps:
    """The lines around a day's two midnights, by account. A line's moment is taken before its account is free, so those
    of two days may stand the other way round: they follow each other by their ids, once both days are known."""

    early_until: str
    late_from: str
    early: dict[int, list[Step]]
    """Those of the end of the day before, and of the beginning of this one."""
    late: dict[int, list[Step]] = field(default_factory=lambda: defaultdict(list))
    begun: set[int] = field(default_factory=set)
    """Accounts whose early lines are over."""


@dataclass
class Book:
    """What is carried from day to day: the end of each account, the lines of rounds, the places dealt of each shoe."""

    ends: dict[int, tuple[int, int]] = field(default_factory=dict)
    """Account -> its last line's id and balance."""
    late: dict[int, list[Step]] = field(default_factory=dict)
    """Account -> its lines shortly before the last day ended."""
    rounds: dict[str, RoundLines] = field(default_factory=dict)
    dealt: dict[str, set[int]] = field(default_factory=lambda: defaultdict(set))
    closing: dict[str, int] = field(default_factory=dict)
    last_line: int = 0
    day: str = ""


@dataclass
class DaySums:
    """What one day adds up to, by currency."""

    moved: Counter[str] = field(default_factory=Counter)
    turnover: Counter[str] = field(default_factory=Counter)
    returned: Counter[str] = field(default_factory=Counter)
    prizes: Counter[str] = field(default_factory=Counter)
    commission: Counter[str] = field(default_factory=Counter)
    refunded: Counter[str] = field(default_factory=Counter)


class Judge:
    """Holds what days say to what their lines, cards and rules come to, day after day."""

    def __init__(self, log: Log, findings: Findings) -> None:
        self.log, self.findings = log, findings
        self.book = Book()
        self.paper = PaperCards(self._find, log)
        self.court = Court(self._find, self.paper)
        self.declared: frozenset[str] = frozenset()

    def _find(self, kind: str, **where: Any) -> None:
        """Note a fault; one whose rule the manifest declares was known when the day was sealed."""
        if where.get("rule", RULE_OF.get(kind, "")) in self.declared:
            self.findings.declared.append(Fault(kind, where))
        else:
            self.findings.find(kind, **where)

    def check_day(self, day: Day, sound: set[str]) -> None:
        """Check the meaning of a day's files; those whose bytes do not hold were named already and are left out."""
        assert day.manifest is not None
        self.declared = frozenset(str(each["rule"]) for each in day.manifest["faults"])
        names = [each["name"] for each in day.manifest["files"]]
        for name in sorted(NEEDED - set(names)):
            self._find("file-missing", **day.where(name))
        sums, read = DaySums(), {}
        self.paper.begin()
        for name in names:
            if name not in sound:
                continue
            if name == "ledger.jsonl":
                self._ledger(day, sums)
            else:
                kept = list(records(day, name, self.findings))
                read[name] = kept if name in NEEDED | OF_COURT | OF_PAPER else []
        if {"bets.jsonl", "rounds.jsonl", "rules.jsonl"} <= read.keys():
            self.paper.check_day(day, frozenset(names), read)
            self._rounds(day, read, sums, "ledger.jsonl" in sound)
        self.court.check_day(day, frozenset(names), read)
        if "report.json" in read and {"ledger.jsonl", "bets.jsonl", "rounds.jsonl"} <= sound:
            self._report(day, read["report.json"], sums)
        if "software.json" in sound:
            found = hashlib.sha256((day.folder / "software.json").read_bytes()).hexdigest()
            if found != day.manifest["software"]:
                sealed = day.manifest["software"]
                self._find("software-other", **day.where("software.json", path="", sealed=sealed, found=found))
        self.book.day = day.day

    def _ledger(self, day: Day, sums: DaySums) -> None:
        """Each account goes on where it ended; each line joins kinds that it may.

        Ids grow within a day. From day to day they need not: two lines around midnight may stand in either order.
        """
        book, find = self.book, self._find
        book.last_line = 0
        steps = Steps(*around_midnight(day.day), early=defaultdict(list, book.late))
        for number, line in records(day, "ledger.jsonl", self.findings):
            pair = (line["debit_kind"], line["credit_kind"])
            if pair not in JOINS.get(line["code"], ()) or line["id"] <= book.last_line:
                why = "it joins kinds of accounts that its code may not, or its id does not grow"
                find("not-canonical", **day.where("ledger.jsonl", line=number, column=1, why=why))
            book.last_line = max(book.last_line, line["id"])
            if "player" in pair:
                self._step(day, number, line, sums, steps)
            elif (line["player"], line["before"], line["after"]) != (None, None, None):
                find("ledger-chain", **day.where("ledger.jsonl", line=number, key=line["id"], cents=line["amount"]))
            if "stakes" in pair or line["code"] in ("prize", "commission"):
                self._of_round(line)
        for account in sorted(steps.early):
            self._begin(account, steps)
        book.late = steps.late

    def _step(self, day: Day, number: int, line: Record, sums: DaySums, steps: Steps) -> None:
        before, after, amount = line["before"], line["after"], line["amount"]
        down = line["debit_kind"] == "player"
        account = line["debit"] if down else line["credit"]
        where = day.where("ledger.jsonl", line=number, key=line["id"], account=account)
        if line["player"] is None or before is None or after is None or min(before, after) < 0:
            self._find("ledger-chain", **where, before=self.book.last_line, cents=amount)
            return
        if after - before != (-amount if down else amount):
            self._find("ledger-chain", **where, before=line["id"], cents=after - before)
        sums.moved[line["currency"]] += after - before
        step = Step(line["id"], before, after, where, RULE_OF["ledger-chain"] in self.declared)
        if account in steps.late or line["at"] >= steps.late_from:
            steps.late[account].append(step)
        elif account not in steps.begun and line["at"] < steps.early_until:
            steps.early[account].append(step)
        else:
            self._begin(account, steps)
            self._follow(account, step)

    def _begin(self, account: int, steps: Steps) -> None:
        """The account's lines around the day's first midnight are all known: each follows the one with the id before.

        Of the first day the lines of the day before are not at hand, so that lines among these may be missing.
        """
        steps.begun.add(account)
        for step in sorted(steps.early.pop(account, ()), key=lambda each: each.line):
            if self.book.day:
                self._follow(account, step)
            else:
                self.book.ends[account] = (step.line, step.after)

    def _follow(self, account: int, step: Step) -> None:
        last = self.book.ends.get(account)
        self.book.ends[account] = (step.line, step.after)
        if last is None or last[1] == step.before:
            return
        where = step.where | {"before": last[0], "cents": step.before - last[1]}
        if step.declared:
            self.findings.declared.append(Fault("ledger-chain", where))
        else:
            self.findings.find("ledger-chain", **where)

    def _of_round(self, line: Record) -> None:
        moved = self.book.rounds.setdefault(line["reference"], RoundLines())
        moved.line = line["id"]
        moved.codes[line["code"]] += line["amount"]
        if line["player"] is None:
            return
        if line["code"] == "stake":
            moved.staked[line["player"]] += line["amount"]
        elif line["code"] == "stake-taken-back":
            moved.staked[line["player"]] -= line["amount"]
        else:
            moved.paid[line["player"]] += line["amount"]

    def _rounds(self, day: Day, read: Record, sums: DaySums, with_ledger: bool) -> None:
        bets: dict[str, list[tuple[int, Record]]] = defaultdict(list)
        for number, bet in read["bets.jsonl"]:
            bets[bet["round"]].append((number, bet))
        rules = self._rules(day, read["rules.jsonl"])
        for number, played in read["rounds.jsonl"]:
            where = day.where("rounds.jsonl", line=number, key=played["code"])
            ours = bets.pop(played["code"], [])
            known = rules.get(played["rules"])
            if known is None or known[0] != played["rules_digest"]:
                self._find("round-misplayed", **where, said=played["rules"], due="rules.jsonl")
                continue
            if played["phase"] == "settled":
                result = self._result(day, number, played)
                for line, bet in ours:
                    self._bet(day, line, bet, known[1], result)
            else:
                self._void(day, number, played, ours)
            self._sums_of_round(where, played, ours, sums)
            if with_ledger:
                self._money(where, day, played, ours)
        for code, left in bets.items():
            self._find("bet-misplaid", **day.where("bets.jsonl", line=left[0][0], key=code), said="bet", due="round")

    def _rules(self, day: Day, lines: list[tuple[int, Record]]) -> dict[str, tuple[str, Record]]:
        """The rule sets of the day by version; each has the digest that it says, and that the log told."""
        rules = {}
        for number, line in lines:
            found = hashlib.sha256(written(line["ruleset"]).encode()).hexdigest()
            told = self.log.rules.get(line["version"], {found})
            if found != line["digest"] or found not in told:
                where = day.where("rules.jsonl", line=number, key=line["version"])
                self._find("round-misplayed", **where, said=line["digest"], due=found)
            rules[line["version"]] = (line["digest"], line["ruleset"])
        return rules

    def _result(self, day: Day, number: int, played: Record) -> Played | None:
        """A settled round by its cards: they are proven, or as they were read, and it follows the drawing rules."""
        where = day.where("rounds.jsonl", line=number, key=played["code"])
        cards, paper = played["cards"], is_paper(played)
        try:
            result = self.paper.play(played) if paper else self._proven(day, played)
        except MalformedError as error:
            self._find("card-misread" if paper else "card-unproven", **where, why=str(error))
            return None
        if (result.count, result.winner) != (len(cards), played["winner"]):
            said, due = f"{played['winner']}/{len(cards)}", f"{result.winner}/{result.count}"
            self._find("round-misplayed", **where, said=said, due=due)
        return result

    def _proven(self, day: Day, played: Record) -> Played:
        """Each card against the shoe's root, and the root against the log. Raises `MalformedError`."""
        shoe, cards, proofs = played["shoe"], played["cards"], played["proofs"]
        lead = check_shoe(shoe)
        if len(proofs) != len(cards) or not cards:
            raise MalformedError("the round has cards without proofs")
        result = play(cards)
        for at, (card, proof) in enumerate(zip(cards, proofs, strict=True)):
            place = (played["first_card"] + at) % shoe["count"]
            check_card(shoe, lead, proof, card, place)
            if place in self.book.dealt[shoe["root"]]:
                raise MalformedError(f"place {place} was dealt twice")
            self.book.dealt[shoe["root"]].add(place)
        self._told(day, played)
        return result

    def _told(self, day: Day, played: Record) -> None:
        """The shoe's root is in the log, before the day, and before the round opened."""
        shoe = played["shoe"]
        place, leaf = self.log.shoes.get(shoe["shoe"], (-1, {}))
        if place < 0 or place > day.place >= 0:
            raise MalformedError("the shoe is not in the log before the day")
        if leaf.get("root") != shoe["root"] or leaf.get("decks") != shoe["decks"] or leaf.get("count") != shoe["count"]:
            raise MalformedError("the log has another root, or other decks, of the shoe")
        if played["opened_at"] >= self.log.since and not str(leaf.get("at")) <= played["opened_at"]:
            raise MalformedError("the shoe came into the log after the round opened")

    def _bet(self, day: Day, number: int, bet: Record, ruleset: Record, result: Played | None) -> None:
        if result is None:
            return
        where = day.where("bets.jsonl", line=number, key=bet["round"], chance=bet["chance"])
        said = (bet["outcome"], bet["prize"], bet["commission"], bet["returned"])
        try:
            due = settle(ruleset, bet["chance"], bet["stake"], result)
        except (MalformedError, KeyError, TypeError, ValueError, AttributeError, ZeroDivisionError):
            self._find("bet-misplaid", **where, said=bet["chance"], due="rules")
            return
        if said != due:
            self._find("bet-misplaid", **where, said="/".join(map(str, said)), due="/".join(map(str, due)))

    def _void(self, day: Day, number: int, played: Record, bets: list[tuple[int, Record]]) -> None:
        where = day.where("rounds.jsonl", line=number, key=played["code"])
        if (
            played["phase"] != "void"
            or played["cards"]
            or played["proofs"]
            or played["winner"]
            or not played["void_reason"]
        ):
            self._find("round-misplayed", **where, said=played["phase"], due="void")
        for line, bet in bets:
            said = (bet["outcome"], bet["prize"], bet["commission"], bet["returned"])
            if said != ("void", 0, 0, bet["stake"]):
                there = day.where("bets.jsonl", line=line, key=bet["round"], chance=bet["chance"])
                self._find("bet-misplaid", **there, said="/".join(map(str, said)), due=f"void/0/0/{bet['stake']}")

    def _sums_of_round(self, where: Record, played: Record, bets: list[tuple[int, Record]], sums: DaySums) -> None:
        laid: Counter[str] = Counter()
        for _, bet in bets:
            laid[bet["chance"]] += bet["stake"]
        due = [{"chance": chance, "cents": laid[chance]} for chance in sorted(laid)]
        if played["sums"] != due:
            self._find("sums-differ", **where, rule="S05", cents=sum(laid.values()))
        currency = played["currency"]
        if played["phase"] != "settled":
            sums.refunded[currency] += sum(laid.values())
            return
        sums.turnover[currency] += sum(laid.values())
        for _, bet in bets:
            sums.returned[currency] += bet["returned"]
            sums.prizes[currency] += bet["prize"]
            sums.commission[currency] += bet["commission"]

    def _money(self, where: Record, day: Day, played: Record, bets: list[tuple[int, Record]]) -> None:
        """The ledger moved for the round what its bets say, player by player."""
        moved = self.book.rounds.pop(played["code"], RoundLines())
        staked: Counter[str] = Counter()
        back: Counter[str] = Counter()
        for _, bet in bets:
            staked[bet["person"]] += bet["stake"]
            back[bet["person"]] += bet["returned"]
        prizes = sum(bet["prize"] for _, bet in bets)
        kept = sum(bet["commission"] for _, bet in bets)
        lost = sum(bet["stake"] for _, bet in bets if bet["outcome"] == "lose")
        codes = moved.codes
        differences = [
            codes["prizes"] + codes["prize"] - prizes,
            codes["commission"] - kept,
            codes["stakes-lost"] - lost,
            *(moved.paid[person] - back[person] for person in sorted(moved.paid.keys() | back.keys())),
        ]
        if self.book.day or played["opened_at"][:10] == day.day:
            people = sorted(moved.staked.keys() | staked.keys())
            differences += [moved.staked[person] - staked[person] for person in people]
        wrong = next((each for each in differences if each), 0)
        if wrong:
            self._find("sums-differ", **where, rule="S02", other=moved.line, cents=wrong)

    def _report(self, day: Day, lines: list[tuple[int, Record]], sums: DaySums) -> None:
        """The day's report says what bets and balances come to (S06, S08)."""
        where = day.where("report.json", line=1)
        text = lines[0][1]["text"] if lines else ""
        try:
            report = json.loads(text)
            totals = {each["currency"]: each for each in report["totals"]}
            owed = {each["currency"]: each for each in report["liabilities"]}
            if len(lines) != 1 or hashlib.sha256(text.encode()).hexdigest() != lines[0][1]["sha256"]:
                raise KeyError
            for currency in sorted(set(totals) | set(sums.turnover) | set(sums.refunded)):
                for name in ("turnover", "returned", "prizes", "commission", "refunded"):
                    said, due = totals.get(currency, {}).get(name, 0), getattr(sums, name)[currency]
                    if said != due:
                        self._find("sums-differ", **where, rule="S06", sum=name, cents=said - due)
            for currency in sorted(set(owed) | set(sums.moved)):
                self._owed(where, currency, owed.get(currency, {"opening": 0, "closing": 0}), sums.moved[currency])
            self.book.closing = {currency: each["closing"] for currency, each in owed.items()}
        except (KeyError, TypeError, ValueError, AttributeError, RecursionError):
            self._find("not-canonical", **where, column=1, why="the report's text is not what its digest says")

    def _owed(self, where: Record, currency: str, said: Record, moved: int) -> None:
        grown = said["closing"] - said["opening"]
        if grown != moved:
            self._find("sums-differ", **where, rule="S08", sum=currency, cents=grown - moved)
        before = self.book.closing.get(currency)
        if before is not None and before != said["opening"]:
            self._find("sums-differ", **where, rule="S08", sum=currency, cents=said["opening"] - before)


# The drift court (docs/drift.md): its evidence worked out from the rounds again, to the last bit.

OUTCOME_SIZES = (
    ("1.010050", "0.990050"),
    ("1.020201", "0.980199"),
    ("1.040811", "0.960789"),
    ("1.083287", "0.923116"),
    ("1.173511", "0.852144"),
    ("1.377128", "0.726149"),
)
CARD_SIZES = (("1.020201", "0.980199"), ("1.083287", "0.923116"), ("1.349859", "0.740818"))
MONEY_SIZES = ("0.015", "0.03", "0.06", "0.12", "0.25", "0.5")
SIDES = ("ponto", "banca", "empate")
CARD_WEIGHTS = tuple((rank, float(size)) for rank in range(13) for sizes in CARD_SIZES for size in sizes)
MONEY_SHARES = tuple(float(sign + size) for size in MONEY_SIZES for sign in ("", "-"))
EVENT_SIZES = tuple(Fraction(size) for sizes in OUTCOME_SIZES for size in sizes)
EVENTS = {"par-ponto": "par-ponto", "par-banca": "par-banca", "par-perfeito": "par-perfeito", "banca-6": "lucky-six"}
"""Streams of outcomes that come or do not -> the bet that wins then. Days of a house's first years have none."""
BY_SIX = frozenset(("lucky-six", "lucky-six-2", "lucky-six-3"))
SIX_APART = frozenset(("half-on-6", "half-on-5-and-6"))
SIZES = {
    "outcomes": 4 * len(OUTCOME_SIZES),
    "cards": len(CARD_WEIGHTS),
    "money": len(MONEY_SHARES),
    **dict.fromkeys(EVENTS, len(EVENT_SIZES)),
}
"""Stream -> how many alternatives it has."""
DECKS_MOST = 64
IMPOSSIBLE = 1e12
"""The factor of a card of which none is left in the shoe."""
BITS = re.compile("[0-9a-f]{16}")
Pairs = tuple[int, int]
End = tuple[int, int, int, int, int, int]
"""Both totals, how many cards each side has, and the pair that each holds (0, 1, 2: as `_pair` has it)."""


def float_of(text: object) -> float:
    """The float that 16 digits stand for. Raises `MalformedError` for others, and for one below 0 or without end."""
    if not is_text(text, BITS):
        raise MalformedError("a value is not 64 bits")
    value = float(struct.unpack(">d", bytes.fromhex(str(text)))[0])
    if not 0.0 <= value < float("inf"):
        raise MalformedError("a value is below 0 or without end")
    return value


def bits_of(value: float) -> str:
    """The 16 digits of a float."""
    return struct.pack(">d", value).hex()


def orders(things: int, taken: int) -> int:
    """In how many orders so many of the things can come."""
    product = 1
    for left in range(things, things - taken, -1):
        product *= left
    return product


def count_rounds(decks: int) -> dict[End, int]:
    """Of all orders of six cards off whole decks, how many lead to each end of a round."""
    values = [16 * decks if value == 0 else 4 * decks for value in range(10)]
    found: Counter[End] = Counter()
    for (pairs, a, b, c, d), weight in _four_cards(decks).items():
        left = list(values)
        for value in (a, b, c, d):
            left[value] -= 1
        ponto, banca, cards = (a + b) % 10, (c + d) % 10, sum(left)
        if max(ponto, banca) >= 8 or min(ponto, banca) > 5:
            found[ponto, banca, 2, 2, *pairs] += weight * cards * (cards - 1)
        elif ponto > 5:
            for third, count in enumerate(left):
                found[ponto, (banca + third) % 10, 2, 3, *pairs] += weight * count * (cards - 1)
        else:
            for third, count in enumerate(left):
                total_now, so_far = (ponto + third) % 10, weight * count
                if str(third) not in BANCA_DRAWS_ON[banca]:
                    found[total_now, banca, 3, 2, *pairs] += so_far * (cards - 1)
                    continue
                for last, more in enumerate(left):
                    there = more - (last == third)
                    found[total_now, (banca + last) % 10, 3, 3, *pairs] += so_far * there
    return {end: count for end, count in found.items() if count > 0}


def _four_cards(decks: int) -> dict[tuple[Pairs, int, int, int, int], int]:
    """The orders of the first four cards by their values, each side's folded (3 and 7 are 7 and 3), and by pairs."""
    found: Counter[tuple[Pairs, int, int, int, int]] = Counter()
    values = [16 * decks if value == 0 else 4 * decks for value in range(10)]
    for a in range(10):
        for b in range(a, 10):
            for c in range(10):
                for d in range(c, 10):
                    for pairs, count in _by_pairs(decks, values, (a, b, c, d)):
                        found[pairs, a, b, c, d] += count
    return {cell: count for cell, count in found.items() if count > 0}


def _by_pairs(decks: int, values: Sequence[int], cell: tuple[int, int, int, int]) -> Iterator[tuple[Pairs, int]]:
    """The orders of four cards of these values, told apart by the pair on each side."""
    a, b, c, d = cell
    if a == b and c == d:
        for one in range(3):
            for other in range(3):
                yield (one, other), _both(decks, a, c, one, other)
        return
    left, weight = list(values), (1 if a == b else 2) * (1 if c == d else 2)
    for value in cell:
        weight *= left[value]
        left[value] -= 1
    if a != b and c != d:
        yield (0, 0), weight
        return
    # One side has two cards of one value; the other has as many choices for any such two.
    like = a if a == b else c
    plain = orders(values[like], 2)
    for kind in range(3):
        part = weight * _twos(decks, like, kind) // plain
        yield ((kind, 0) if a == b else (0, kind)), part


def _twos(decks: int, value: int, kind: int) -> int:
    """The orders of two cards of one value that are no pair, one of a rank, or twice the same card."""
    ranks = 4 if value == 0 else 1
    perfect, alike = 4 * ranks * orders(decks, 2), ranks * orders(4 * decks, 2)
    return (orders(4 * ranks * decks, 2) - alike, alike - perfect, perfect)[kind]


def _both(decks: int, first: int, second: int, one: int, other: int) -> int:
    """The orders of two cards of a value and then two of a value, by both pairs."""
    if first != second:
        return _twos(decks, first, one) * _twos(decks, second, other)
    # Counted for at least this pair and that one, and told apart by differences.
    found = 0
    for up in range(one, min(one + 1, 2) + 1):
        for across in range(other, min(other + 1, 2) + 1):
            found += (-1) ** (up - one + across - other) * _at_least(decks, 4 if first == 0 else 1, up, across)
    return found


def _at_least(decks: int, ranks: int, one: int, other: int) -> int:
    """The orders of two and two cards out of so many ranks of one value: each two of one value, rank, or card."""
    sizes = (4 * ranks * decks, 4 * decks, decks)
    groups = (1, ranks, 4 * ranks)
    small, large = max(one, other), min(one, other)
    inside = groups[small] * orders(sizes[small], 2) * orders(sizes[large] - 2, 2)
    apart = groups[small] * (groups[large] - 1) * orders(sizes[small], 2) * orders(sizes[large], 2)
    return inside + apart


COUNTED: dict[int, dict[End, int]] = {}
"""`count_rounds` of the decks that came up."""


def counted(decks: object) -> dict[End, int]:
    """`count_rounds`, once for each number of decks. Raises `MalformedError` for a strange number."""
    if not is_decks(decks):
        raise MalformedError("the number of decks")
    assert isinstance(decks, int)
    if decks not in COUNTED:
        COUNTED[decks] = count_rounds(decks)
    return COUNTED[decks]


def is_decks(number: object) -> bool:
    """Whether it is a number of decks."""
    return type(number) is int and 1 <= number <= DECKS_MOST


def end_of(end: End) -> Played:
    """A round that ended so, with cards that stand for its pairs."""
    ponto, banca, of_ponto, of_banca, *pairs = end
    hands = [
        (("AS", "2S"), ("AS", "AH"), ("AS", "AS"))[pair] + ("AS",) * (count - 2)
        for pair, count in zip(pairs, (of_ponto, of_banca), strict=True)
    ]
    winner = "empate" if ponto == banca else "ponto" if ponto > banca else "banca"
    return Played(of_ponto + of_banca, winner, ponto, banca, *hands)


class Factors:
    """The factors that a round gives each alternative, kept for decks and rules that come again."""

    def __init__(self) -> None:
        self.by_winner: dict[int, dict[str, list[float]]] = {}
        self.by_event: dict[tuple[int, str], tuple[list[float], list[float]]] = {}
        self.ends: dict[str, tuple[int, list[tuple[dict[str, Price], int]]]] = {}

    def outcomes(self, decks: int, winner: str) -> list[float]:
        """By the winner, off whole decks."""
        if decks not in self.by_winner:
            won: Counter[str] = Counter()
            for end, count in counted(decks).items():
                won[end_of(end).winner] += count
            self.by_winner[decks] = _outcome_factors(won)
        found = self.by_winner[decks].get(winner)
        if found is None:
            raise MalformedError("the winner")
        return found

    def events(self, ruleset: Record, decks: int, cards: Sequence[str]) -> dict[str, list[float]]:
        """By whether each outcome that is judged under these rules came, off whole decks."""
        played = play(cards)
        found = {}
        for stream, chance in EVENTS.items():
            if stream != "banca-6" or pays_by_six(ruleset):
                found[stream] = self._event(decks, chance)[played.event(chance) is not None]
        return found

    def _event(self, decks: int, chance: str) -> tuple[list[float], list[float]]:
        if (decks, chance) not in self.by_event:
            ends = counted(decks)
            came = sum(count for end, count in ends.items() if end_of(end).event(chance) is not None)
            share = Fraction(came, sum(ends.values()))
            wholes = [(weight, 1 + share * (weight - 1)) for weight in EVENT_SIZES]
            self.by_event[decks, chance] = (
                [float(1 / whole) for _, whole in wholes],
                [float(weight / whole) for weight, whole in wholes],
            )
        return self.by_event[decks, chance]

    def cards(self, left: list[int], cards: Sequence[str]) -> list[float]:
        """By each card's rank and what is left in the shoe; the cards are taken from `left`."""
        ranks = list(map(rank_of, cards))
        now, product = list(left), [1.0] * len(CARD_WEIGHTS)
        for rank in ranks:
            if now[rank] < 1:
                take(left, ranks)
                return [IMPOSSIBLE] * len(CARD_WEIGHTS)
            size = sum(now)
            for at, (tilted, weight) in enumerate(CARD_WEIGHTS):
                whole = size + now[tilted] * (weight - 1)
                product[at] *= weight * size / whole if tilted == rank else size / whole
            now[rank] -= 1
        left[:] = now
        return product

    def money(self, digest: str, ruleset: Record, bets: Sequence[Record]) -> list[float]:
        """By where the house's result lies between the ends that these stakes have."""
        if digest not in self.ends:
            self.ends[digest] = _ends(ruleset)
        total, ends = self.ends[digest]
        laid = Counter((str(bet["chance"]), int(bet["stake"])) for bet in bets)
        results: Counter[int] = Counter()
        for prices, count in ends:
            if any(chance not in prices for chance, _ in laid):
                raise MalformedError("a chance")
            won = sum(times * (stake - paid(prices[chance], stake)[3]) for (chance, stake), times in laid.items())
            results[won] += count
        mean = Fraction(sum(result * count for result, count in results.items()), total)
        reach = max(max(results) - mean, mean - min(results))
        result = sum(bet["stake"] - bet["returned"] for bet in bets)
        place = max(Fraction(-1), min(Fraction(1), (result - mean) / reach)) if reach else Fraction(0)
        at = float(place)
        return [1.0 + share * at for share in MONEY_SHARES]


def pays_by_six(ruleset: Record) -> bool:
    """Whether a bet of these rules goes by banca's win with 6, as by none of its other wins."""
    for offer in ruleset["offers"]:
        chance, mode = offer["chance"], mode_of(ruleset, offer)
        if not isinstance(chance, str) or not isinstance(mode, str):
            raise MalformedError("a chance")
        if chance in BY_SIX or mode in SIX_APART:
            return True
    return False


def _outcome_factors(won: Mapping[str, int]) -> dict[str, list[float]]:
    total = sum(won.values())
    found: dict[str, list[float]] = {side: [] for side in SIDES}
    for high, low in OUTCOME_SIZES:
        up, down, as_it_is = Fraction(high), Fraction(low), Fraction(1)
        for weights in (
            {"banca": up, "ponto": down, "empate": as_it_is},
            {"ponto": up, "banca": down, "empate": as_it_is},
            {"ponto": as_it_is, "banca": as_it_is, "empate": up},
            {"ponto": as_it_is, "banca": as_it_is, "empate": down},
        ):
            whole = sum((Fraction(won[side], total) * weights[side] for side in SIDES), Fraction(0))
            for side in SIDES:
                found[side].append(float(weights[side] / whole))
    return found


def _ends(ruleset: Record) -> tuple[int, list[tuple[dict[str, Price], int]]]:
    """All orders of six cards, and the ends of a round that pay differently: each chance's price, and its orders."""
    chances = [str(offer["chance"]) for offer in ruleset["offers"]]
    found: Counter[tuple[Price, ...]] = Counter()
    for end, count in counted(ruleset["decks"]).items():
        played = end_of(end)
        found[tuple(price(ruleset, chance, played) for chance in chances)] += count
    total = sum(found.values())
    return total, [(dict(zip(chances, prices, strict=True)), count) for prices, count in found.items()]


def rank_of(card: object) -> int:
    """The place of a card's rank, ace to king. Raises `MalformedError` for what is no card."""
    if not isinstance(card, str) or len(card) != 2 or card[0] not in RANKS:
        raise MalformedError("a card is none")
    return RANKS.index(card[0])


def take(left: list[int], ranks: Iterable[int]) -> None:
    """Take cards of these ranks from what is left, as far as there are any."""
    for rank in ranks:
        left[rank] = max(0, left[rank] - 1)


@dataclass
class Evidence:
    """M of each alternative of one stream at one place, and of money at a table the version of its rules."""

    values: list[float]
    rules: str
    threshold: float
    alarms: Mapping[int, float]
    """The number of the round that was an alarm -> the threshold that it passed."""
    moved: int = 0

    def move(self, factors: Sequence[float]) -> float:
        """One more round: M becomes (1 + M) times the factor. Returns the average."""
        self.values = [(1.0 + value) * factor for value, factor in zip(self.values, factors, strict=True)]
        self.moved += 1
        total_now = 0.0
        for value in self.values:
            total_now += value
        return total_now / len(self.values)

    def begin(self) -> None:
        """Anew."""
        self.values = [0.0] * len(self.values)


@dataclass
class Waiting:
    """A round of the days whose turn before the court is to come."""

    round: Record
    ruleset: Record
    bets: list[Record]
    day: str
    cards: list[str] | None
    """Of paper cards: those that were read; None where they are not known."""


def _alarm_of(alarm: object) -> tuple[int, float]:
    """The number and the threshold of an alarm. Raises `MalformedError`."""
    if not isinstance(alarm, dict) or set(alarm) != {"number", "threshold"} or not is_whole(alarm["number"]):
        raise MalformedError("an alarm")
    return alarm["number"], float_of(alarm["threshold"])


UNREADABLE = (MalformedError, KeyError, TypeError, ValueError, AttributeError, ArithmeticError, LookupError)
"""What strange rules, cards and stakes raise; they were named where they stand."""


class Court:
    """Works the evidence of each day out from its rounds, in the order in which the court judged them."""

    def __init__(self, find: Callable[..., None], paper: PaperCards) -> None:
        self.find, self.paper, self.factors = find, paper, Factors()
        self.kept: dict[tuple[str, str], Record] = {}
        """Place and stream -> its line of the last day on which it moved."""
        self.waiting: dict[str, Waiting] = {}
        self.shoes: dict[str, list[int]] = {}
        self.begun = False
        """Whether the day before had the court's files: then what it ended with is known."""
        self.events = False
        """Whether pairs and banca's 6 are judged: from the first day on that has a line of theirs."""

    def _forget(self) -> None:
        """Something of the day was named: the next day's beginning is taken as it says."""
        self.kept, self.waiting, self.shoes, self.begun = {}, {}, {}, False

    def check_day(self, day: Day, names: frozenset[str], read: Mapping[str, list[tuple[int, Record]]]) -> None:
        """Hold a day's court to its rounds; days that were sealed before it was kept have none."""
        if not self.begun and not OF_COURT & names:
            return
        for name in sorted(OF_COURT - names):
            self.find("file-missing", **day.where(name))
        parts = ("bets.jsonl", "court.jsonl", "judged.jsonl", "rounds.jsonl", "rules.jsonl")
        if any(name not in read for name in parts):
            self._forget()
            return
        self._expect(day, read)
        lines = {(line["place"], line["stream"]): (number, line) for number, line in read["court.jsonl"]}
        self.events = self.events or any(stream in EVENTS for _, stream in lines)
        states = {}
        for key, (number, line) in lines.items():
            state = self._opened(day, number, line)
            if state is None:
                self._forget()
                return
            states[key] = state
        whole = self._judge(day, read["judged.jsonl"], lines, states)
        for code in [code for code, each in self.waiting.items() if each.day < day.day]:
            late = self.waiting.pop(code)
            if late.round["phase"] == "settled":
                self._differs(day, "judged.jsonl", 0, code, "a round was not judged")
        if whole:
            for key, (number, line) in lines.items():
                self._close(day, number, line, states[key])
        self.kept |= {key: line for key, (_, line) in lines.items()}
        self.begun = True

    def _differs(self, day: Day, file: str, line: int, key: object, why: str) -> None:
        self.find("court-differs", **day.where(file, line=line, key=key, why=why))

    def _expect(self, day: Day, read: Mapping[str, list[tuple[int, Record]]]) -> None:
        """The day's rounds wait for their turn."""
        rules = {line["version"]: line["ruleset"] for _, line in read["rules.jsonl"]}
        bets: dict[str, list[Record]] = defaultdict(list)
        for _, bet in read["bets.jsonl"]:
            bets[bet["round"]].append(bet)
        for _, played in read["rounds.jsonl"]:
            ruleset = rules.get(played["rules"], {})
            read_cards = self.paper.cards(played["code"]) if self.paper.known and is_paper(played) else None
            self.waiting[played["code"]] = Waiting(played, ruleset, bets[played["code"]], day.day, read_cards)

    def _opened(self, day: Day, number: int, line: Record) -> Evidence | None:
        """The evidence with which a line's day began, as it was kept; None for a line that cannot be read."""
        place, stream = line["place"], line["stream"]
        key = f"{place}/{stream}"
        try:
            if stream not in SIZES or any(
                len(values) not in (0, SIZES[stream]) for values in (line["before"], line["after"])
            ):
                raise MalformedError("the stream, or how many values it has")
            values = [float_of(each) for each in line["before"]]
            for each in line["after"]:
                float_of(each)
            alarms = dict(map(_alarm_of, line["alarms"]))
            threshold = float_of(line["threshold"])
        except MalformedError as error:
            self._differs(day, "court.jsonl", number, key, str(error))
            return None
        before = self.kept.get((place, stream))
        due = ([], "") if before is None else (before["after"], before["rules"])
        if (self.begun or before is not None) and due != (line["before"], line["rules_before"]):
            self._differs(day, "court.jsonl", number, key, "it does not begin as it ended")
        return Evidence(values or [0.0] * SIZES[stream], line["rules_before"], threshold, alarms)

    def _judge(
        self,
        day: Day,
        judged: list[tuple[int, Record]],
        lines: Mapping[tuple[str, str], tuple[int, Record]],
        states: Mapping[tuple[str, str], Evidence],
    ) -> bool:
        """Move the evidence on, round by round. Whether all of it could be worked out."""
        whole = True
        for number, line in judged:
            turn = self.waiting.pop(line["round"], None)
            if turn is None:
                if self.begun:
                    self._differs(day, "judged.jsonl", number, line["number"], "no day has the round")
                whole = False
                continue
            try:
                factors = self._factors_of(day, number, line, turn)
            except UNREADABLE:
                whole = False
                continue
            places = ("house", f"table/{turn.round['table']}")
            for stream, values in factors.items():
                for place in places:
                    state = states.get((place, stream))
                    if state is None:
                        self._differs(day, "judged.jsonl", number, line["number"], f"{place}/{stream} has no line")
                        whole = False
                        continue
                    rules = turn.round["rules"] if stream == "money" and place != "house" else ""
                    self._move(day, lines[place, stream], state, line["number"], (rules, values))
        return whole

    def _move(
        self,
        day: Day,
        of: tuple[int, Record],
        state: Evidence,
        number: int,
        turn: tuple[str, Sequence[float]],
    ) -> None:
        """One round for one stream at one place: another version begins money anew, and so does an alarm."""
        rules, factors = turn
        if rules != state.rules:
            state.begin()
            state.rules = rules
        found = state.move(factors)
        line_number, line = of
        alarm = state.alarms.get(number)
        if (found >= state.threshold) if alarm is None else (found < alarm):
            why = f"round {number} is {'no alarm' if alarm is None else 'an alarm'}"
            self._differs(day, "court.jsonl", line_number, f"{line['place']}/{line['stream']}", why)
        if alarm is not None:
            state.begin()

    def _factors_of(self, day: Day, number: int, line: Record, turn: Waiting) -> dict[str, list[float]]:
        """The factors of a round by stream; of a void one none. Raises one of `UNREADABLE`."""
        played = turn.round
        left = self._left(day, number, line, turn)
        if played["phase"] != "settled":
            if turn.cards is not None and line["shown"] != turn.cards:
                self._differs(day, "judged.jsonl", number, line["number"], "its cards are not those that were read")
            take(left, map(rank_of, line["shown"]))
            return {}
        decks = played["shoe"]["decks"]
        factors = {
            "outcomes": self.factors.outcomes(decks, played["winner"]),
            "cards": self.factors.cards(left, played["cards"]),
        }
        if self.events:
            factors |= self.factors.events(turn.ruleset, decks, played["cards"])
        if played["currency"] == "EUR" and turn.bets:
            factors["money"] = self.factors.money(played["rules_digest"], turn.ruleset, turn.bets)
        return factors

    def _left(self, day: Day, number: int, line: Record, turn: Waiting) -> list[int]:
        """What lay in the shoe before the round, by rank: whole decks, less what rounds before it showed."""
        shoe = turn.round["shoe"]
        if not is_decks(shoe.get("decks")) or not isinstance(shoe.get("root"), str):
            raise MalformedError("the shoe")
        full = [4 * shoe["decks"]] * 13
        if turn.ruleset["shuffle"] == "every-round":
            if line["left"]:
                self._differs(day, "judged.jsonl", number, line["number"], "the round has whole decks of its own")
            return full
        said = line["left"]
        if len(said) != 13 or any(not is_whole(each) or each > full[0] for each in said):
            self._differs(day, "judged.jsonl", number, line["number"], "what is left in the shoe")
            raise MalformedError("what is left")
        # Paper cards have no root: theirs are told apart by their names.
        key = shoe["root"] or str(shoe.get("shoe"))
        due = self.shoes.get(key, full if turn.round["round_of_shoe"] == 1 else said)
        if due != said:
            self._differs(day, "judged.jsonl", number, line["number"], "what is left in the shoe")
        self.shoes[key] = list(said)
        return self.shoes[key]

    def _close(self, day: Day, number: int, line: Record, state: Evidence) -> None:
        """The line says what the rounds came to."""
        key = f"{line['place']}/{line['stream']}"
        before = self.kept.get((line["place"], line["stream"]))
        if before is not None and line["rounds"] - before["rounds"] != state.moved:
            self._differs(day, "court.jsonl", number, key, f"{state.moved} rounds moved it")
        if state.rules != line["rules"]:
            self._differs(day, "court.jsonl", number, key, "its rules are others")
        due = list(map(bits_of, state.values))
        if due != line["after"]:
            at = next((at for at, pair in enumerate(zip(due, line["after"], strict=False)) if pair[0] != pair[1]), 0)
            said = line["after"][at] if line["after"] else ""
            self._differs(day, "court.jsonl", number, key, f"value {at + 1}: said {said}, due {due[at]}")


# Time stamps (RFC 3161), read as DER. RSA is checked in whole numbers; other signatures are said to be unchecked.

TST_INFO, SIGNED_DATA = "1.2.840.113549.1.9.16.1.4", "1.2.840.113549.1.7.2"
ONLY_STAMPS, KEY_USE, CA_OR_NOT = "1.3.6.1.5.5.7.3.8", "2.5.29.37", "2.5.29.19"
ATTRIBUTE_DIGEST, ATTRIBUTE_TYPE = "1.2.840.113549.1.9.4", "1.2.840.113549.1.9.3"
CERTIFICATE_IDS = {"1.2.840.113549.1.9.16.2.47": "sha256", "1.2.840.113549.1.9.16.2.12": "sha1"}
HASHES = {
    "2.16.840.1.101.3.4.2.1": "sha256",
    "2.16.840.1.101.3.4.2.2": "sha384",
    "2.16.840.1.101.3.4.2.3": "sha512",
    "1.2.840.113549.1.1.11": "sha256",
    "1.2.840.113549.1.1.12": "sha384",
    "1.2.840.113549.1.1.13": "sha512",
}
"""Names of digests, and of RSA with them -> the digest."""
RSA = "1.2.840.113549.1.1.1"
PREFIX = {
    "sha256": "3031300d060960864801650304020105000420",
    "sha384": "3041300d060960864801650304020205000430",
    "sha512": "3051300d060960864801650304020305000440",
}
"""What stands before a digest in an RSA signature (RFC 8017, 9.2)."""


class UncheckedError(Exception):
    """A stamp that this file cannot check; the text says why."""


@dataclass(frozen=True)
class Der:
    """One element of DER: its tag, its content, and all its bytes."""

    tag: int
    content: bytes
    whole: bytes

    @classmethod
    def parse(cls, block: bytes) -> "Der":
        """The one element that the block is. Raises `MalformedError`."""
        found = cls.several(block)
        if len(found) != 1:
            raise MalformedError("it is not one element of DER")
        return found[0]

    @classmethod
    def several(cls, block: bytes) -> list["Der"]:
        """The elements of a block. Raises `MalformedError`."""
        found, at = [], 0
        while at < len(block):
            head = block[at + 1] if at + 1 < len(block) else 255
            more = head - 128 if head > 127 else 0
            length = int.from_bytes(block[at + 2 : at + 2 + more], "big") if more else head
            end = at + 2 + more + length
            if more > 4 or end > len(block):
                raise MalformedError("it is not DER")
            found.append(cls(block[at], block[at + 2 + more : end], block[at:end]))
            at = end
        return found

    @property
    def parts(self) -> list["Der"]:
        """The elements inside."""
        return Der.several(self.content)

    @property
    def number(self) -> int:
        """The whole number that it is."""
        return int.from_bytes(self.content, "big", signed=True)

    @property
    def name(self) -> str:
        """The object identifier that it is."""
        numbers, now = [], 0
        for byte in self.content:
            now = now << 7 | byte & 127
            if byte < 128:
                numbers.append(now)
                now = 0
        first = min(numbers[0] // 40, 2) if numbers else 0
        return ".".join(map(str, [first, numbers[0] - 40 * first, *numbers[1:]])) if numbers else ""

    @property
    def at(self) -> datetime:
        """The moment that it is, in UTC."""
        text = self.content.decode("ascii").removesuffix("Z")
        century = "" if self.tag == 0x18 else ("20" if text < "50" else "19")
        whole, _, part = (century + text).partition(".")
        return datetime.strptime(whole, "%Y%m%d%H%M%S").replace(tzinfo=UTC, microsecond=int((part + "000000")[:6]))


class Certificate:
    """A certificate as far as stamps need it. Raises `MalformedError`, `IndexError` or `ValueError` for none."""

    def __init__(self, block: bytes) -> None:
        self.block = block
        self.signed, kind, signature = Der.parse(block).parts
        self.kind, self.signature = kind.parts[0].name, signature.content[1:]
        parts = [each for each in self.signed.parts if each.tag != 0xA0]
        self.serial, self.issuer, self.subject = parts[0].number, parts[2].whole, parts[4].whole
        self.since, self.until = (each.at for each in parts[3].parts)
        key_kind, key = parts[5].parts
        self.rsa = [each.number for each in Der.parse(key.content[1:]).parts] if key_kind.parts[0].name == RSA else []
        inner = next((each.parts[0].parts for each in parts if each.tag == 0xA3), [])
        self.extensions = {each.parts[0].name: each.parts[1:] for each in inner}

    def signed_by(self, other: "Certificate") -> bool:
        """Whether the other certificate's key signed this one, and is one that may."""
        limits = other.extensions.get(CA_OR_NOT)
        may = limits is not None and any(
            each.tag == 1 and each.content == b"\xff" for each in Der.parse(limits[-1].content).parts
        )
        return may and self.issuer == other.subject and rsa_holds(other, self.kind, self.signature, self.signed.whole)

    @property
    def stamps_alone(self) -> bool:
        """Whether it is for time stamps and nothing else, and says so critically."""
        use = self.extensions.get(KEY_USE, [])
        return len(use) == 2 and [each.name for each in Der.parse(use[1].content).parts] == [ONLY_STAMPS]


def rsa_holds(certificate: Certificate, kind: str, signature: bytes, message: bytes) -> bool:
    """Whether the certificate's RSA key signed the message (RFC 8017, 8.2.2). Raises `UncheckedError` for others."""
    if not certificate.rsa or kind not in HASHES:
        raise UncheckedError("a signature is of another kind than RSA with SHA-2")
    modulus, exponent = certificate.rsa
    size = (modulus.bit_length() + 7) // 8
    tail = bytes.fromhex(PREFIX[HASHES[kind]]) + hashlib.new(HASHES[kind], message).digest()
    due = b"\x00\x01" + b"\xff" * (size - len(tail) - 3) + b"\x00" + tail
    return (
        len(signature) == size and pow(int.from_bytes(signature, "big"), exponent, modulus).to_bytes(size, "big") == due
    )


def check_stamp(day: Day, log: Log, trusted: Sequence[Key], roots: Path | None, findings: Findings) -> None:
    """Hold a day's time stamp to the checkpoint that it stamps; with roots, to them too."""
    stamp, note = day.folder / "stamp.tsr", day.folder / "stamp.note"
    if not stamp.is_file() or not note.is_file():
        if roots is not None or stamp.is_file() is not note.is_file():
            findings.find("stamp-absent", **day.where("stamp.tsr"))
        return
    assert day.manifest is not None
    try:
        stamped = Checkpoint.parse(note.read_bytes())
        if not any(stamped.signed_by(key) for key in trusted):
            raise MalformedError("the log's key did not sign what was stamped")
        if not day.place < stamped.size or not log.has_state(stamped.size, stamped.root):
            raise MalformedError("what was stamped is no state of the log that has the day")
        at = read_stamp(stamp.read_bytes(), hashlib.sha256(stamped.text.encode()).digest(), roots)
        sealed = datetime.fromisoformat(day.manifest["sealed_at"].replace("Z", "+00:00"))
        if not sealed - timedelta(minutes=5) <= at <= sealed + timedelta(hours=24):
            raise MalformedError("its moment is not within a day of the sealing")
    except UncheckedError as error:
        findings.find("stamp-unchecked", **day.where("stamp.tsr", why=str(error)))
    except (ArithmeticError, LookupError, StopIteration, TypeError, ValueError) as error:
        why = str(error) if isinstance(error, MalformedError) else "it is not of its form"
        findings.find("stamp-wrong", **day.where("stamp.tsr", why=why))


def read_stamp(block: bytes, imprint: bytes, roots: Path | None) -> datetime:
    """The moment of a stamp over that SHA-256. Raises `MalformedError` for what does not hold."""
    status, *token = Der.parse(block).parts
    if status.parts[0].number not in (0, 1) or not token:
        raise MalformedError("it was not granted")
    kind, outer = token[0].parts
    signed = outer.parts[0].parts
    content = signed[2].parts
    if (kind.name, content[0].name) != (SIGNED_DATA, TST_INFO):
        raise MalformedError("it is no time stamp")
    told = content[1].parts[0].content
    info = Der.parse(told).parts
    stamped = info[2].parts
    if HASHES.get(stamped[0].parts[0].name) != "sha256" or stamped[1].content != imprint:
        raise MalformedError("it stamps something else")
    if not any(each.tag == 2 for each in info[5:]):
        raise MalformedError("it has no nonce")
    certificates = [Certificate(each.whole) for each in next((each.parts for each in signed if each.tag == 0xA0), [])]
    signer = _check_signer(signed[-1].parts, told, certificates)
    at = info[4].at
    if roots is not None:
        _check_roots(signer, certificates, at, roots)
    return at


def _check_signer(signers: list[Der], told: bytes, certificates: Sequence[Certificate]) -> Certificate:
    """The certificate whose key signed what is told. Raises `MalformedError`."""
    if len(signers) != 1:
        raise MalformedError("it has another number of signers than one")
    parts = signers[0].parts
    attributes = next(each for each in parts if each.tag == 0xA0)
    values = {each.parts[0].name: each.parts[1].parts[0] for each in attributes.parts}
    digest = HASHES.get(parts[2].parts[0].name, "sha1")
    if (
        values[ATTRIBUTE_TYPE].name != TST_INFO
        or values[ATTRIBUTE_DIGEST].content != hashlib.new(digest, told).digest()
    ):
        raise MalformedError("its signature is over something else")
    named = next((each for each in CERTIFICATE_IDS if each in values), None)
    if named is None:
        raise MalformedError("it does not name its signer's certificate")
    first = values[named].parts[0].parts[0].parts
    algorithm = HASHES.get(first[0].parts[0].name, "") if first[0].tag == 0x30 else CERTIFICATE_IDS[named]
    due = next(each.content for each in first if each.tag == 4)
    signer = next((each for each in certificates if hashlib.new(algorithm, each.block).digest() == due), None)
    if signer is None or not signer.stamps_alone:
        raise MalformedError("its signer is not there, or is not for time stamps alone")
    kind, signature = parts[-2:] if parts[-1].tag == 4 else parts[-3:-1]
    name = kind.parts[0].name
    # RSA may be named alone; the digest is then that of the signer.
    name = next((each for each in HASHES if name == RSA and "1.1.1" in each and HASHES[each] == digest), name)
    if not rsa_holds(signer, name, signature.content, b"\x31" + attributes.whole[1:]):
        raise MalformedError("its signature does not hold")
    return signer


def _check_roots(signer: Certificate, certificates: Sequence[Certificate], at: datetime, roots: Path) -> None:
    """The signer's certificate leads to one of the roots, each valid at that moment. Raises `MalformedError`."""
    blocks = re.findall("-----BEGIN CERTIFICATE-----(.*?)-----END CERTIFICATE-----", roots.read_text(), re.DOTALL)
    known = [Certificate(base64.b64decode(each)) for each in blocks]
    now = signer
    for _ in range(8):
        if not now.since <= at <= now.until:
            raise MalformedError("a certificate was not valid at its moment")
        if any(now.block == each.block or (now.issuer == each.subject and now.signed_by(each)) for each in known):
            return
        above = [each for each in certificates if each.block != now.block and now.issuer == each.subject]
        now = next((each for each in above if now.signed_by(each)), now)
    raise MalformedError("its certificates do not lead to a root that you gave")


# The six files, and the software, beside what the day says of them.


def require_readable(folder: Path) -> None:
    """Raise `WrongUsageError` where nothing but encrypted packages lies: only the key of their reader opens them."""
    packages = sorted(folder.glob("*.zip.p7m"))
    if packages and not any(folder.glob("*.xml")):
        raise WrongUsageError(f"{packages[0]} is encrypted to the regulator: give the files of the decrypted package")


def check_six_files(day: Day, folder: Path, findings: Findings, corrections: Sequence[Record] = ()) -> None:
    """Hold the files for the regulator in a folder to the digests of the day, and their sums to one another.

    Of a file that the log says was corrected, the last correction is asked for; the first file is held to its digest if
    it is there. Each correction names the digest that stood before it.
    """
    try:
        told = read_line((day.folder / "files.json").read_bytes()[:-1])
        due = {str(each["name"]): each["sha256"] for each in told["files"]}
    except (OSError, MalformedError, KeyError, TypeError):
        return
    stands = {name: (name, digest) for name, digest in due.items()}
    for name, old, new in _corrected(corrections):
        first = name.removesuffix(AGAIN) + ".xml"
        if first in stands and stands[first][1] != old:
            findings.find("six-files-differ", **day.where(name, **NOWHERE, said=old, found=stands[first][1]))
        stands[first] = (name, new)
    asked = dict(stands.values())
    for name, digest in sorted((due | asked).items()):
        path = folder / Path(name).name
        if not path.is_file():
            if name in asked:
                findings.find("six-files-differ", **day.where(name, **NOWHERE, said=digest, found=""))
            continue
        block = path.read_bytes()
        found = hashlib.sha256(block).hexdigest()
        if found != digest:
            place = place_of(day, path.name, block)
            findings.find("six-files-differ", **day.where(name, **place, said=digest, found=found))
    if due:
        _check_resf(day, folder, sorted(asked), findings)


NOWHERE: Record = {"record": 0, "element": ""}
RECORDS = {"AJOG": "pbanca", "TRAN": "conta", "SESS": "jogador", "JGDR": "jogador", "EXCL": "RegistoPedidoExclusao"}
"""The element that one record of a file is."""
OF_PLAY = frozenset(("stake", "stake-taken-back", "payout", "refund", "stake-returned", "prize"))
"""The ledger's lines that files of play tell; all others are of the files of money."""
IN_TWO_LETTERS = str.maketrans({"\u2660": "S", "\u2665": "H", "\u2666": "D", "\u2663": "C"})
Bet = dict[str, str]
At = tuple[int, str]


def place_of(day: Day, name: str, block: bytes) -> Record:
    """The first record of a file, from 1, that says other than the sealed lines of its day, and in which element.

    Names and addresses stand in no sealed line. What cannot be told so is record 0: the file is another all the same.
    """
    tag = RECORDS.get(name[:4], "tipo_jogo")
    if b"<!" in block:  # no file of a house declares anything, and no reader has to follow what does
        return NOWHERE
    try:
        root = ElementTree.fromstring(block)  # noqa: S314  (without declarations nothing is expanded)
    except ElementTree.ParseError as error:
        row, column = error.position
        before = b"\n".join([*block.split(b"\n")[: row - 1], block.split(b"\n")[row - 1][:column]])
        return {"record": before.count(f"<{tag}>".encode()), "element": ""}
    try:
        found = _odd(root, tag) or {"AJOG": _odd_bet, "TRAN": _odd_money}.get(name[:4], _nothing)(day, name, root)
    except (OSError, MalformedError, KeyError, TypeError, ValueError, IndexError, AttributeError):
        found = None
    return NOWHERE if found is None else {"record": found[0], "element": found[1]}


def _nothing(day: Day, name: str, root: ElementTree.Element) -> At | None:
    return None


def _odd(root: ElementTree.Element, tag: str) -> At | None:
    """The first record whose elements are not those of most."""
    records = [[each.tag for each in record] for record in root.iter(tag)]
    most = Counter(map(tuple, records)).most_common(1)
    for number, tags in enumerate(records, 1):
        if tuple(tags) != most[0][0]:
            pairs = zip([*tags, ""], [*most[0][0], ""], strict=False)
            return number, next((said for said, due in pairs if said != due), "")
    return None


def _sealed(day: Day, name: str) -> Iterator[Record]:
    return (read_line(line[:-1]) for line in lines_of(day.folder / name))


def legal(moment: str) -> str:
    """Fourteen digits of legal time in Lisbon, of a moment as sealed lines write it."""
    at = datetime.fromisoformat(moment.replace("Z", "+00:00"))
    march, october = (
        datetime.combine(last_sunday(at.year, month), datetime.min.time(), UTC) + timedelta(hours=1)
        for month in (3, 10)
    )
    return f"{at + timedelta(hours=1 if march <= at < october else 0):%Y%m%d%H%M%S}"


def _values(element: ElementTree.Element) -> Bet:
    return {each.tag: each.text or "" for each in element}


def _odd_money(day: Day, name: str, root: ElementTree.Element) -> At | None:
    """Files of money, held to the ledger's lines of their hour, one after the other."""
    names = ("codjogador", "cod_optct", "timestp_op", "saldo_ini", "saldo_mov", "saldo_fim")
    due = []
    for line in _sealed(day, "ledger.jsonl"):
        told = line["player"] and line["currency"] == "EUR" and line["code"] not in OF_PLAY
        if told and legal(line["at"]).startswith(name[5:15]):
            kind = "CREDITO" if line["after"] > line["before"] else "DEBITO"
            due.append((line["player"], kind, legal(line["at"]), line["before"], line["amount"], line["after"]))
    said = [_values(each) for each in root.iter("conta")]
    for number, (values, wanted) in enumerate(zip(said, due, strict=False), 1):
        for element, value in zip(names, wanted, strict=True):
            text = values[element]
            if (text[:14] if element == "timestp_op" else text if isinstance(value, str) else _cents(text)) != value:
                return number, element
    return (min(len(said), len(due)) + 1, "conta") if len(said) != len(due) else None


def _odd_bet(day: Day, name: str, root: ElementTree.Element) -> At | None:
    """Files of play, held to the rounds, slips and bets of the day."""
    rounds = {each["code"]: each for each in _sealed(day, "rounds.jsonl")}
    told = [
        (player.findtext("codjogador", ""), _values(bet))
        for player in root.iter("jogador")
        for bet in player.iter("pbanca")
    ]
    for number, (_, bet) in enumerate(told, 1):
        if element := _odd_of_round(bet, rounds):
            return number, element
    groups: dict[tuple[str, str, str], list[tuple[int, Bet]]] = defaultdict(list)
    for number, (player, bet) in enumerate(told, 1):
        groups[bet["id_partida"], player, bet["cod_aptr_jog"].rpartition("/")[2]].append((number, bet))
    settled = {(each["round"], each["person"], each["chance"]): each for each in _sealed(day, "bets.jsonl")}
    laid = {
        (slip["number"], line["chance"]): line["cents"]
        for slip in _sealed(day, "slips.jsonl")
        if slip["accepted"]
        for line in slip["lines"]
    }
    found = [at for key, bets in groups.items() if (at := _odd_of_bets(bets, settled.get(key), laid))]
    return min(found, default=_odd_sum([bet for _, bet in told]))


def _odd_of_round(bet: Bet, rounds: Mapping[str, Record]) -> str:
    """The element of a record that is not of its round; empty if all are."""
    played = rounds.get(bet["id_partida"])
    if played is None:
        return "id_partida"
    cards = played["cards"]
    ponto, banca = cards[:4:2], cards[1:4:2]
    thirds = cards[4:]
    if thirds and (len(thirds) == 2 or total(ponto) in PONTO_DRAWS):
        ponto = [*ponto, thirds[0]]
        thirds = thirds[1:]
    banca = [*banca, *thirds]
    due = {
        "cod_aptr_jog": f"{played['code']}/{bet['cod_aptr_jog'].rpartition('/')[2]}",
        "timestp_fim": legal(played["ended_at"]),
        "dathr_ini_evento": legal(played["opened_at"]),
        "dathr_fim_evento": legal(played["ended_at"]),
        "id_mesa": played["table"],
        "cartas_p": "-".join(ponto),
        "cartas_b": "-".join(banca),
        "pontuacao_p": str(total(ponto)) if cards else "",
        "pontuacao_b": str(total(banca)) if cards else "",
    }
    for element, value in due.items():
        said = (
            bet[element].translate(IN_TWO_LETTERS).replace("10", "T") if element.startswith("cartas") else bet[element]
        )
        if (said[:14] if element == "timestp_fim" else said) != value:
            return element
    return ""


def _odd_of_bets(
    bets: Sequence[tuple[int, Bet]], settled: Record | None, laid: Mapping[tuple[str, str], int]
) -> At | None:
    """The record and element by which a bet's records are not what was laid and settled."""
    stakes = [(number, bet) for number, bet in bets if _cents(bet["a_valor"])]
    back = sum(_cents(bet["r_valor"]) for _, bet in bets if not _cents(bet["a_valor"]))
    due = settled or {"stake": 0, "returned": 0, "commission": 0, "outcome": ""}
    if sum(_cents(bet["a_valor"]) for _, bet in stakes) - back != due["stake"]:
        for number, bet in bets:
            cents = laid.get((bet["cod_ficha"], bet["cod_aptr_jog"].rpartition("/")[2]))
            element = "a_valor" if _cents(bet["a_valor"]) else "r_valor"
            if cents is not None and abs(cents) != _cents(bet[element]):
                return number, element
        return bets[-1][0], "a_valor"
    if sum(_cents(bet["g_ganho"]) + _cents(bet["r_valor"]) for _, bet in stakes) != due["returned"]:
        return stakes[-1][0], "g_ganho" if _cents(stakes[-1][1]["g_ganho"]) or due["outcome"] == "win" else "r_valor"
    if sum(_cents(bet["a_comissao"]) for _, bet in bets) != due["commission"]:
        return bets[-1][0], "a_comissao"
    return None


def _odd_sum(bets: Sequence[Bet]) -> At | None:
    """The first balance that does not follow from the one before it and what moved."""
    for number, bet in enumerate(bets, 1):
        for before, moved, after, sign in (
            ("a_saldo_ini", "a_valor", "a_saldo_fim", -1),
            ("g_saldo_ini", "g_ganho", "g_saldo_fim", 1),
            ("r_saldo_ini", "r_valor", "r_saldo_fim", 1),
        ):
            if _cents(bet[before]) + sign * _cents(bet[moved]) != _cents(bet[after]):
                return number, after
    return None


AGAIN = "rp.xml"
"""How the name of a file ends that takes the place of another."""


def _corrected(corrections: Sequence[Record]) -> Iterator[tuple[str, str, str]]:
    """Name, old and new digest of each file for the regulator that the log says was corrected."""
    for leaf in corrections:
        files = leaf.get("files")
        for each in files if isinstance(files, list) else ():
            told = each if isinstance(each, dict) else {}
            name, old, new = told.get("name"), told.get("old"), told.get("new")
            if isinstance(name, str) and isinstance(old, str) and isinstance(new, str) and name.endswith(AGAIN):
                yield name, old, new


TOLD = {
    "total_apostas": "a_valor",
    "total_ganhos": "g_ganho",
    "total_reembolsos": "r_valor",
    "total_comissoes": "a_comissao",
}
"""A sum of the daily summary, and what it adds up in the files of play (S05)."""


def _cents(text: str | None) -> int:
    """Euros with two decimals as whole cents. Raises `ValueError`."""
    if text is None or not re.fullmatch("-?[0-9]+\\.[0-9]{2}", text):
        raise ValueError(text)
    return int(text.replace(".", ""))


def _check_resf(day: Day, folder: Path, names: Sequence[str], findings: Findings) -> None:
    said: Counter[str] = Counter()
    found: Counter[str] = Counter()
    for name in names:  # of a file that was corrected, the last one alone
        path = folder / Path(name).name
        if name[:4] not in ("RESF", "AJOG") or not path.is_file():
            continue
        try:
            block = path.read_bytes()
            if b"<!" in block:
                raise ValueError("it declares something")
            for element in ElementTree.fromstring(block).iter():  # noqa: S314  (without declarations nothing is expanded)
                if name.startswith("RESF") and element.tag in TOLD:
                    said[element.tag] += _cents(element.text)
                elif name.startswith("AJOG"):
                    found[str(element.tag)] += _cents(element.text) if element.tag in TOLD.values() else 0
        except (ElementTree.ParseError, ValueError):
            findings.find("six-files-differ", **day.where(name, record=0, element="?"))
            return
    for total_of, summed in TOLD.items() if said else ():
        if said[total_of] != found[summed]:
            cents = said[total_of] - found[summed]
            findings.find("six-files-differ", **day.where("RESF", record=1, element=total_of, rule="S05", cents=cents))


def check_software(day: Day, tree: Path, findings: Findings) -> None:
    """Hold a tree of the software to the digests that the day sealed (GL-02)."""
    try:
        told = read_line((day.folder / "software.json").read_bytes()[:-1])
        due = [(str(each["path"]), each["sha256"]) for each in told["files"]]
    except (OSError, MalformedError, KeyError, TypeError):
        return
    for path, sealed in due:
        file = tree / path
        found = hashlib.sha256(file.read_bytes()).hexdigest() if file.is_file() else ""
        if found != sealed:
            findings.find("software-other", **day.where("software.json", path=path, sealed=sealed, found=found))


# The order of work.


@dataclass(frozen=True)
class Asked:
    """What the caller asked for."""

    folder: Path
    keys: tuple[Key, ...]
    witnesses: tuple[Key, ...] = ()
    quorum: int = 0
    since: tuple[Path, ...] = ()
    files: Path | None = None
    software: Path | None = None
    roots: Path | None = None
    every: bool = False
    log: Path | None = None
    """Where the log lies, if not in the folder."""


def verify(asked: Asked) -> Findings:
    """Verify a folder. Raises `WrongUsageError` for what is no folder of sealed days."""
    whole = asked.log is not None or (asked.folder / "log").is_dir()
    if not whole and next((asked.folder / "day").glob(f"*/*/{PROOF}"), None) is None:
        raise WrongUsageError(f"no log lies in {asked.folder}, and no proof beside a day")
    if not whole and asked.since:
        raise WrongUsageError("a checkpoint that you kept is compared with the whole log")
    findings = Findings(asked.every)
    with contextlib.suppress(FirstFaultError):
        if whole:
            _verify(asked, findings)
        else:
            _verify_alone(asked, findings)
    return findings


def _verify_alone(asked: Asked, findings: Findings) -> None:
    """Days without their log: each is held to what its own proof tells of it."""
    log = proven_log(asked.folder, findings)
    if log is None:
        return
    trusted = list(asked.keys)
    for state in log.states:
        log.checkpoint = state
        trusted += [key for key in _check_signed(log, asked, findings) if key not in trusted]
        _check_quorum(state, asked, findings)
    findings.size = log.checkpoint.size
    _check_days(asked, log, trusted, findings)


def _verify(asked: Asked, findings: Findings) -> None:
    place = asked.log or asked.folder / "log"
    try:
        checkpoint = Checkpoint.parse((place / "checkpoint").read_bytes())
    except OSError:
        findings.find("file-missing", file="log/checkpoint")
        return
    except MalformedError as error:
        findings.find("note-malformed", file="log/checkpoint", why=str(error))
        return
    log = Log(place, checkpoint)
    later = Findings(every=True)
    log.read(later)
    trusted = _check_signed(log, asked, findings)
    _check_quorum(checkpoint, asked, findings)
    for each in later.faults:
        findings.find(each.kind, **each.where)
    for path in asked.since:
        _check_since(log, path, trusted, findings)
    findings.size = checkpoint.size
    log.check_tiles(findings)
    _check_entries(log, findings)
    _check_days(asked, log, trusted, findings)


def _check_signed(log: Log, asked: Asked, findings: Findings) -> list[Key]:
    """The checkpoint is signed by the key that the pinned one leads to. Returns the keys on the way."""
    try:
        trusted, now = log.last_key(asked.keys)
    except (MalformedError, WrongUsageError) as error:
        findings.find("signature-wrong", file="log/tile/entries", who=log.checkpoint.origin, id="", why=str(error))
        return list(asked.keys)
    signed = log.checkpoint.signed_by(now)
    if signed is None or now.name != log.checkpoint.origin:
        findings.find("key-unknown", file="log/checkpoint", who=log.checkpoint.names)
    elif not signed:
        findings.find("signature-wrong", file="log/checkpoint", who=now.name, id=now.id.hex())
    return trusted


def _check_quorum(checkpoint: Checkpoint, asked: Asked, findings: Findings) -> None:
    have, missing = 0, []
    for witness in asked.witnesses:
        signed = checkpoint.signed_by(witness)
        if signed:
            have += witness.weight
        elif signed is None:
            missing.append(witness.name)
        else:
            findings.find("signature-wrong", file="log/checkpoint", who=witness.name, id=witness.id.hex())
    if have < asked.quorum:
        findings.find("quorum-short", file="log/checkpoint", have=have, need=asked.quorum, who=", ".join(missing))


def _check_since(log: Log, path: Path, trusted: Sequence[Key], findings: Findings) -> None:
    """The log begins with the state that the caller kept."""
    try:
        older = Checkpoint.parse(path.read_bytes())
    except (OSError, MalformedError) as error:
        raise WrongUsageError(f"{path} is no checkpoint: {error}") from None
    if older.origin != log.checkpoint.origin or not any(older.signed_by(key) for key in trusted):
        findings.find("key-unknown", file=path.name, who=older.names)
    elif older.size > len(log.leaves) or root_of(log.leaves[: older.size]) != older.root:
        roots = {"old_root": older.root.hex(), "root": log.checkpoint.root.hex()}
        findings.find("log-forked", file=path.name, old=older.size, size=log.checkpoint.size, **roots)


def _check_entries(log: Log, findings: Findings) -> None:
    for place, entry in enumerate(log.entries):
        try:
            read_line(entry)
        except MalformedError as error:
            findings.find("not-canonical", file=f"log/{log.bundle_of(place)}", line=place + 1, column=1, why=str(error))


def _check_days(asked: Asked, log: Log, trusted: Sequence[Key], findings: Findings) -> None:
    days = [read_day(log, *each, findings) for each in find_days(asked.folder, findings)]
    check_chain(days, log, findings)
    last = {each.day: each.revision for each in days}
    judge = Judge(log, findings)
    for day in days:
        if day.manifest is None:
            continue
        findings.days += 1
        sound = check_bytes(day, findings)
        check_stamp(day, log, trusted, asked.roots, findings)
        if last[day.day] != day.revision:
            continue
        judge.check_day(day, sound)
        if asked.files is not None:
            check_six_files(day, asked.files, findings, log.corrections.get(day.day, ()))
    if asked.software is not None and days:
        check_software(days[-1], asked.software, findings)


FETCH_MOST = 1 << 26
"""Bytes of one published file of a log: 256 entries of 65,535 bytes are a quarter of it."""
FETCH_SECONDS = 30


def fetch_log(address: str, into: Path) -> None:
    """Fetch the log that a house publishes: its checkpoint, and the entries that it covers. Raises `WrongUsageError`.

    Nothing of it is trusted for where it comes from: it is verified as a log that lies in the folder is.
    """
    if not address.startswith(("https://", "http://")):
        raise WrongUsageError(f"{address} is no address of the web")

    def fetch(path: str) -> None:
        try:
            with urllib.request.urlopen(f"{address.rstrip('/')}/{path}", timeout=FETCH_SECONDS) as answer:  # noqa: S310
                block = answer.read(FETCH_MOST)
        except (OSError, ValueError, HTTPException) as error:
            raise WrongUsageError(f"{address}: {path} cannot be fetched: {error}") from None
        (into / path).parent.mkdir(parents=True, exist_ok=True)
        (into / path).write_bytes(block)

    fetch("checkpoint")
    with contextlib.suppress(MalformedError):  # a fault in the note is a finding, not a reason to end
        size = Checkpoint.parse((into / "checkpoint").read_bytes()).size
        for index in range(-(-size // WIDTH)):
            width = min(WIDTH, size - index * WIDTH)
            fetch(f"tile/entries/{number_path(index)}" + ("" if width == WIDTH else f".p/{width}"))


def arguments_of(given: Sequence[str]) -> argparse.Namespace:
    """Read the command line."""
    words = argparse.ArgumentParser(prog="verify_days.py", description="Verify sealed days.", allow_abbrev=False)
    words.add_argument("folder", type=Path)
    words.add_argument(
        "--key", action="append", required=True, metavar="VKEY", help="the log's key, as you were given it"
    )
    words.add_argument("--witness", action="append", default=[], metavar="VKEY[@WEIGHT]", help="a witness's key")
    words.add_argument("--quorum", type=int, metavar="N", help="the weight of witnesses asked for; all, if not said")
    words.add_argument(
        "--since", action="append", default=[], type=Path, metavar="FILE", help="a checkpoint that you kept"
    )
    words.add_argument(
        "--fetch", metavar="URL", help="load the log from where the house publishes it, and nothing else"
    )
    words.add_argument("--files", type=Path, metavar="FOLDER", help="the six files for the regulator")
    words.add_argument("--software", type=Path, metavar="FOLDER", help="the software's tree")
    words.add_argument("--tsa", type=Path, metavar="PEM", help="roots of time stamps: each day needs one")
    words.add_argument("--json", action="store_true", help="answer as JSON")
    words.add_argument("--all", action="store_true", help="name every fault, not the first alone")
    words.add_argument("--language", choices=LANGUAGES, default=language_of(os.environ.get("LANG", "")))
    return words.parse_args(list(given))


def language_of(name: str) -> str:
    """The language of the sentences: that of the environment, or English."""
    return name[:2] if name[:2] in LANGUAGES else "en"


def asked_of(words: argparse.Namespace) -> Asked:
    """What the words ask for. Raises `WrongUsageError`."""
    witnesses = tuple(read_key(each, COSIGNS) for each in words.witness)
    if len({each.id for each in witnesses}) < len(witnesses):
        raise WrongUsageError("a witness is named twice")
    most = sum(each.weight for each in witnesses)
    quorum = most if words.quorum is None else words.quorum
    if not 0 <= quorum <= most:
        raise WrongUsageError(f"a quorum of {quorum} cannot be reached with {most}")
    if words.files is not None:
        require_readable(words.files)
    return Asked(
        folder=words.folder,
        keys=tuple(read_key(each, SIGNS) for each in words.key),
        witnesses=witnesses,
        quorum=quorum,
        since=tuple(words.since),
        files=words.files,
        software=words.software,
        roots=words.tsa,
        every=words.all,
    )


def answer(findings: Findings, words: argparse.Namespace) -> str:
    """What is said of the findings."""
    verdict = ("holds", "absent", "broken")[findings.status]
    counts = {"days": findings.days, "lines": findings.lines, "size": findings.size}
    declared = [each.document() for each in findings.declared]
    if words.json:
        faults = [each.document() for each in findings.faults]
        document = {"verdict": verdict, **counts, "faults": faults, "declared": declared}
        return json.dumps(document, ensure_ascii=False, indent=1) + "\n"
    said = SAID[words.language]
    first = f"{said[findings.status]}: {said[4 if findings.days == 1 else 3].format(**counts)}\n"
    known = "".join(f"({each.text(words.language).rstrip()})\n" for each in findings.declared)
    return first + "".join(each.text(words.language) for each in findings.faults) + known


def main(given: Sequence[str]) -> int:
    """Verify, say what was found, and return the exit status."""
    try:
        words = arguments_of(given)
    except SystemExit as ended:
        return USAGE if ended.code else HOLDS
    try:
        with contextlib.ExitStack() as held:
            asked = asked_of(words)
            if words.fetch is not None:
                place = Path(held.enter_context(tempfile.TemporaryDirectory()))
                fetch_log(words.fetch, place)
                asked = replace(asked, log=place)
            findings = verify(asked)
    except WrongUsageError as error:
        sys.stderr.write(f"{error}\n")
        return USAGE
    sys.stdout.write(answer(findings, words))
    return findings.status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
