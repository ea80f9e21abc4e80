"""A witness of transparency logs, in one file: `python sabot_witness.py --key FILE --database FILE --log VKEY`.

A log that shows one history to some and another to others is found out if an independent party signs each state only
after a proof that it continues the state signed before. This program is such a party: an HTTP server for
`POST /add-checkpoint` (C2SP tlog-witness) that answers with a line of type 0x04 (C2SP tlog-cosignature). It needs
Python alone, and uses `cryptography` where that is installed.

    python sabot_witness.py --make-key srij.example/w1 --key witness.key     makes a key, and says its public part
    python sabot_witness.py --key witness.key --database w.sqlite --log VKEY --new      the first start
    python sabot_witness.py --key witness.key --database w.sqlite --log VKEY            every other

What it signed is in the database before it answers. A witness that forgot would sign a second history, so it does not
start without its database: if that is lost, retire the key and make a new one. Signed states that do not continue the
one before are kept there as evidence (table `refused`).
"""

import argparse
import base64
import binascii
import hashlib
import os
import re
import secrets
import signal
import sqlite3
import stat
import sys
import threading
import time
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

try:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric import ed25519 as fast
except ImportError:  # pragma: no cover - the standard library alone
    fast = None  # type: ignore[assignment]

BODY_MOST = 80 * 1024
PROOF_MOST = 63
SIZE_MOST = 2**63 - 1
SECONDS = 20
"""How long a client may take to send its request."""
ED25519, COSIGNATURE = 1, 4
SIZE_TYPE = "text/x.tlog.size"
EMPTY = hashlib.sha256(b"").digest()
LINE = re.compile("— ([^\\s+]+) ([A-Za-z0-9+/]+={0,2})")
NUMBER = re.compile("0|[1-9][0-9]{0,18}")
CONTROL = re.compile("[\x00-\x09\x0b-\x1f\x7f]")
USAGE_WRONG = 3

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


def _digest(*parts: bytes) -> int:
    return int.from_bytes(hashlib.sha512(b"".join(parts)).digest(), "little") % L


def _secret(seed: bytes) -> tuple[int, bytes]:
    block = hashlib.sha512(seed).digest()
    number = int.from_bytes(block[:32], "little")
    return number & (1 << 254) - 8 | 1 << 254, block[32:]


def slow_public(seed: bytes) -> bytes:
    """The public key of a seed, in whole numbers."""
    return bytes_of(times(_secret(seed)[0], BASE))


def slow_sign(seed: bytes, message: bytes) -> bytes:
    """The signature of a message, in whole numbers."""
    number, prefix = _secret(seed)
    once = _digest(prefix, message)
    first = bytes_of(times(once, BASE))
    return first + ((once + _digest(first, slow_public(seed), message) * number) % L).to_bytes(32, "little")


def slow_holds(public: bytes, signature: bytes, message: bytes) -> bool:
    """Whether the signature is that key's, in whole numbers."""
    if len(signature) != 64:
        return False
    key, first, number = point_of(public), point_of(signature[:32]), int.from_bytes(signature[32:], "little")
    if key is None or first is None or number >= L:
        return False
    due = add(first, times(_digest(signature[:32], public, message), key))
    return bytes_of(times(number, BASE)) == bytes_of(due)


def public_of(seed: bytes) -> bytes:
    """The public key of a seed."""
    if fast is None:
        return slow_public(seed)
    return fast.Ed25519PrivateKey.from_private_bytes(seed).public_key().public_bytes_raw()


def sign(seed: bytes, message: bytes) -> bytes:
    """The signature of a message by the seed's key."""
    if fast is None:
        return slow_sign(seed, message)
    return fast.Ed25519PrivateKey.from_private_bytes(seed).sign(message)


def holds(public: bytes, signature: bytes, message: bytes) -> bool:
    """Whether the signature is that key's over the message."""
    if fast is None:
        return slow_holds(public, signature, message)
    try:
        fast.Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


# Keys, checkpoints, proofs.


class RefusedError(Exception):
    """A request that is not signed: the status of HTTP, and what is said."""

    def __init__(self, status: int, said: str, content_type: str = "text/plain; charset=utf-8") -> None:
        super().__init__(said)
        self.status, self.said, self.content_type = status, said, content_type


class WrongUsageError(Exception):
    """A key, file or argument that the witness cannot work with."""


def key_id(name: str, kind: int, public: bytes) -> bytes:
    """The four bytes by which a key is told from others of its name."""
    return hashlib.sha256(name.encode() + b"\n" + bytes([kind]) + public).digest()[:4]


def base64_of(text: str) -> bytes:
    """Decode base64 in its one form. Raises `ValueError`."""
    block = base64.b64decode(text, validate=True)
    if base64.b64encode(block).decode() != text:
        raise ValueError("not base64 in its one form")
    return block


def read_key(text: str, kind: int, private: bool = False) -> tuple[str, bytes]:
    """Name and key of `NAME+KEYID+KEY`, or of a private key. Raises `WrongUsageError`, which never tells the key."""
    parts = text.strip().removeprefix("PRIVATE+KEY+").split("+", 2)
    if len(parts) != 3 or private is not text.strip().startswith("PRIVATE+KEY+"):
        raise WrongUsageError("a key is NAME+KEYID+KEY, a private one PRIVATE+KEY+NAME+KEYID+KEY")
    name, number, encoded = parts
    try:
        block = base64_of(encoded)
    except (ValueError, binascii.Error):
        raise WrongUsageError(f"the key of {name} is not base64") from None
    public = public_of(block[1:]) if private and len(block) == 33 else block[1:]
    if len(block) != 33 or block[0] != kind or key_id(name, kind, public).hex() != number:
        raise WrongUsageError(f"the key of {name} is of another type, or its number is not its own")
    return name, block[1:]


@dataclass(frozen=True)
class Request:
    """What a log asks for: a checkpoint, and the proof that it continues the one of `old` leaves."""

    old: int
    proof: tuple[bytes, ...]
    text: str
    lines: tuple[str, ...]
    origin: str
    size: int
    root: bytes


def parse(body: bytes) -> Request:
    """Read a request. Raises `RefusedError` (400) with what is wrong."""
    try:
        head, _, note = body.decode().partition("\n\n")
        first, *hashes = head.split("\n")
        number = first.removeprefix("old ")
        if not first.startswith("old ") or not NUMBER.fullmatch(number) or int(number) > SIZE_MOST:
            raise ValueError("the first line is «old SIZE»")
        proof = tuple(base64_of(each) for each in hashes)
        if len(proof) > PROOF_MOST or any(len(each) != 32 for each in proof):
            raise ValueError("a proof has at most 63 lines of 32 bytes")
        text, _, signed = note.rpartition("\n\n")
        origin, size, root, *more = text.split("\n")
        if not origin or CONTROL.search(note) or not NUMBER.fullmatch(size) or int(size) > SIZE_MOST or "" in more:
            raise ValueError("a checkpoint is origin, size, root")
        digest = base64_of(root)
        if len(digest) != 32 or not signed.endswith("\n"):
            raise ValueError("the root has 32 bytes, and the last line ends")
    except (ValueError, binascii.Error) as error:
        raise RefusedError(400, f"The request cannot be read: {error}.\n") from None
    return Request(int(number), proof, text + "\n", tuple(signed[:-1].split("\n")), origin, int(size), digest)


def signed_by(request: Request, keys: list[bytes]) -> bool:
    """Whether one of the log's keys signed the checkpoint."""
    for line in request.lines:
        match = LINE.fullmatch(line)
        try:
            block = base64_of(match[2]) if match and match[1] == request.origin else b""
        except (ValueError, binascii.Error):
            continue
        for public in keys:
            if block[:4] == key_id(request.origin, ED25519, public) and holds(public, block[4:], request.text.encode()):
                return True
    return False


def node(left: bytes, right: bytes) -> bytes:
    """RFC 6962: the hash over two halves."""
    return hashlib.sha256(b"\x01" + left + right).digest()


def continues(old: int, old_root: bytes, size: int, root: bytes, proof: tuple[bytes, ...]) -> bool:
    """RFC 9162, 2.1.4.2: whether the tree of `size` begins with the tree of `old`."""
    if old == 0 or old == size:
        return not proof and (old == 0 or old_root == root)
    steps = ([old_root] if old & (old - 1) == 0 else []) + list(proof)
    if not steps or old > size:
        return False
    left, last = old - 1, size - 1
    while left & 1:
        left, last = left >> 1, last >> 1
    then = now = steps[0]
    for each in steps[1:]:
        if last == 0:
            return False
        if left & 1 or left == last:
            then, now = node(each, then), node(each, now)
            while not left & 1 and left:
                left, last = left >> 1, last >> 1
        else:
            now = node(now, each)
        left, last = left >> 1, last >> 1
    return last == 0 and then == old_root and now == root


# The witness.


class Witness:
    """What was signed, by log, and the key that signs. `logs`: origin -> the log's public keys."""

    def __init__(self, name: str, seed: bytes, database: Path, logs: dict[str, list[bytes]]) -> None:
        self.name, self.seed, self.database, self.logs = name, seed, database, logs
        self.public = public_of(seed)
        self.turn = threading.Lock()

    @property
    def vkey(self) -> str:
        """The key that checks this witness's lines."""
        block = base64.b64encode(bytes([COSIGNATURE]) + self.public).decode()
        return f"{self.name}+{key_id(self.name, COSIGNATURE, self.public).hex()}+{block}"

    def add_checkpoint(self, body: bytes) -> str:
        """Sign a checkpoint that continues the last one signed. Raises `RefusedError`."""
        request = parse(body)
        if request.origin not in self.logs:
            raise RefusedError(404, "This witness does not know the log.\n")
        if not signed_by(request, self.logs[request.origin]):
            raise RefusedError(403, "No key of the log signed the checkpoint.\n")
        if request.old > request.size:
            raise RefusedError(400, "The old size is larger than the checkpoint.\n")
        with self.turn:
            self._advance(request, body)
        return self._line(request.text)

    def _advance(self, request: Request, body: bytes) -> None:
        """Compare, and write down, in one transaction that is on the disk before anything is answered."""
        store = connect(self.database)
        try:
            store.execute("BEGIN IMMEDIATE")
            row = store.execute("SELECT size, root FROM signed WHERE origin = ?", [request.origin]).fetchone()
            size, root = row or (0, EMPTY)
            refusal = self._refusal(request, size, root)
            if refusal is None:
                store.execute(
                    "INSERT INTO signed VALUES (?, ?, ?, ?) ON CONFLICT (origin)"
                    " DO UPDATE SET size = excluded.size, root = excluded.root, request = excluded.request",
                    [request.origin, request.size, request.root, body],
                )
            elif refusal.status == 422 or request.old == size == request.size:
                store.execute("INSERT INTO refused VALUES (?, ?, ?)", [int(time.time()), request.origin, body])
                sys.stderr.write(f"{request.origin}: a signed state of {request.size} does not continue {size}\n")
            store.execute("COMMIT")
        finally:
            store.close()
        if refusal is not None:
            raise refusal

    @staticmethod
    def _refusal(request: Request, size: int, root: bytes) -> RefusedError | None:
        if request.old != size or (request.size == size and request.root != root):
            return RefusedError(409, f"{size}\n", SIZE_TYPE)
        if request.size == 0 and request.root != EMPTY:
            return RefusedError(422, "A log without leaves has another root.\n")
        if not continues(size, root, request.size, request.root, request.proof):
            return RefusedError(422, "The proof does not show that the log continues.\n")
        return None

    def _line(self, text: str) -> str:
        now = int(time.time())
        signature = sign(self.seed, f"cosignature/v1\ntime {now}\n{text}".encode())
        block = key_id(self.name, COSIGNATURE, self.public) + now.to_bytes(8, "big") + signature
        return f"— {self.name} {base64.b64encode(block).decode()}\n"


def connect(database: Path) -> sqlite3.Connection:
    """The database, which must be there: nothing is made by looking."""
    store = sqlite3.connect(f"{database.absolute().as_uri()}?mode=rw", uri=True, isolation_level=None, timeout=30)
    store.execute("PRAGMA synchronous = EXTRA")
    return store


def make_database(database: Path) -> None:
    """A new, empty database. Raises `FileExistsError` rather than forget one."""
    database.open("x").close()
    store = connect(database)
    store.executescript(
        "CREATE TABLE signed (origin TEXT PRIMARY KEY, size INTEGER NOT NULL, root BLOB NOT NULL, request BLOB);"
        "CREATE TABLE refused (at INTEGER NOT NULL, origin TEXT NOT NULL, request BLOB NOT NULL);"
    )
    store.close()


class Handler(BaseHTTPRequestHandler):
    """One request. The server knows the witness."""

    server_version, sys_version = "sabot-witness", ""
    timeout = SECONDS

    def do_POST(self) -> None:
        """Answer `POST …/add-checkpoint`."""
        try:
            if self.path != "/add-checkpoint":
                raise RefusedError(404, "Only /add-checkpoint is here.\n")
            length = self.headers.get("Content-Length", "")
            if not NUMBER.fullmatch(length):
                raise RefusedError(411, "How long is the request?\n")
            if int(length) > BODY_MOST:
                raise RefusedError(413, "The request is too long.\n")
            said = self.server.witness.add_checkpoint(self.rfile.read(int(length)))  # type: ignore[attr-defined]
            self.answer(200, said, "text/plain; charset=utf-8")
        except RefusedError as refused:
            self.answer(refused.status, refused.said, refused.content_type)
        except sqlite3.Error as error:
            sys.stderr.write(f"the database: {error}\n")
            self.answer(500, "The witness cannot write down what it signs, and signs nothing.\n", "text/plain")

    def answer(self, status: int, said: str, content_type: str) -> None:
        """Send the answer, and end the connection."""
        block = said.encode()
        self.send_response(status)
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(len(block)))
        self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(block)

    def log_message(self, format: str, *arguments: object) -> None:
        """Say nothing of every request: what matters is in the database."""


def make_key(name: str, file: Path) -> None:
    """Write a new private key into a file that only its owner can read, and say the public part."""
    seed = secrets.token_bytes(32)
    number = key_id(name, COSIGNATURE, public_of(seed)).hex()
    text = f"PRIVATE+KEY+{name}+{number}+{base64.b64encode(bytes([COSIGNATURE]) + seed).decode()}\n"
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as out:
        out.write(text)
    sys.stdout.write(Witness(name, seed, file, {}).vkey + "\n")


def serve(arguments: argparse.Namespace) -> None:
    """Run until told to stop. Raises `WrongUsageError` for what it cannot start with."""
    if stat.S_IMODE(arguments.key.stat().st_mode) & 0o077:
        raise WrongUsageError(f"others can read {arguments.key}: chmod 600")
    name, seed = read_key(arguments.key.read_text(), COSIGNATURE, private=True)
    logs: dict[str, list[bytes]] = {}
    for each in arguments.log:
        origin, public = read_key(each, ED25519)
        logs.setdefault(origin, []).append(public)
    if arguments.new:
        make_database(arguments.database)
    elif not arguments.database.exists():
        raise WrongUsageError(
            f"{arguments.database} is not there. A witness that forgot what it signed would sign a second history: "
            "restore it, or retire the key. Only a witness that never signed starts with --new"
        )
    connect(arguments.database).execute("SELECT origin, size FROM signed").fetchall()
    host, _, port = arguments.listen.rpartition(":")
    server = ThreadingHTTPServer((host, int(port)), Handler)
    server.witness = Witness(name, seed, arguments.database, logs)  # type: ignore[attr-defined]
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    sys.stdout.write(f"{server.witness.vkey}\nhttp://{host}:{server.server_port}/add-checkpoint\n")  # type: ignore[attr-defined]
    sys.stdout.flush()
    server.serve_forever()


def main(given: list[str]) -> int:
    """Make a key or serve. Returns the exit status."""
    words = argparse.ArgumentParser(description="A witness of transparency logs.")
    words.add_argument("--make-key", metavar="NAME", help="make a key of that name, and end")
    words.add_argument("--key", type=Path, required=True, help="the file of the private key")
    words.add_argument("--database", type=Path, help="what was signed; without it nothing is signed")
    words.add_argument("--log", action="append", default=[], metavar="VKEY", help="a log's key; may be given again")
    words.add_argument("--listen", default="127.0.0.1:8480", metavar="HOST:PORT")
    words.add_argument("--new", action="store_true", help="make the database: only for a key that never signed")
    arguments = words.parse_args(given)
    try:
        if arguments.make_key:
            make_key(arguments.make_key, arguments.key)
        elif not arguments.database or not arguments.log:
            raise WrongUsageError("--database and --log are needed")
        else:
            serve(arguments)
    except (WrongUsageError, OSError, sqlite3.Error, ValueError) as error:
        sys.stderr.write(f"{error}\n")
        return USAGE_WRONG
    except KeyboardInterrupt:
        pass
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
