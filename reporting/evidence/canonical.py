"""The one way evidence is written as bytes: RFC 8785, restricted so that no two readings exist.

An object's keys are `[a-z][a-z0-9_]*` and sorted. Strings are in Unicode's form C, with JSON's shortest escapes. A
number is a whole one of at most 2^53 - 1 to either side; a larger one is written as a string. Lists, objects, true,
false and null may stand as values: where null may, the schema of a file says (docs/sealed-days.md). A line ends with
one line feed.
"""

import hashlib
import json
import re
import unicodedata
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Final, NoReturn

NUMBER_MOST: Final = 2**53 - 1
"""The largest whole number that every reader of JSON takes exactly."""
DEPTH_MOST: Final = 16
"""How deep objects and lists may lie in one another; no file needs more than five."""
SALT_BYTES: Final = 32

_KEY: Final = re.compile(r"[a-z][a-z0-9_]*")
_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_COMMITMENT: Final = b"\x04"
_REPEATED: Final = "a key is given twice"


class NotCanonical(ValueError):
    """Data that has no canonical bytes, or bytes that are not those of their data.

    `path` names the entry (`cards[2]`; empty for the whole), `why` the fault, `column` the byte of a line, from 1,
    where reading it found the fault (0 where data were to be written).
    """

    def __init__(self, path: str, why: str, column: int = 0) -> None:
        super().__init__(": ".join(part for part in (path, why) if part) + (f" (column {column})" if column else ""))
        self.path = path
        self.why = why
        self.column = column


def text(document: Mapping[str, Any]) -> str:
    """The document as canonical text, without a line's end and without asking what it holds: for data of known shape.

    >>> text({"b": 1, "a": "não"})
    '{"a":"não","b":1}'
    """
    return json.dumps(document, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def line(record: Mapping[str, Any]) -> bytes:
    r"""The record as a line of a sealed file.

    >>> line({"day": "2026-03-29", "cents": 1050})
    b'{"cents":1050,"day":"2026-03-29"}\n'

    Raises `NotCanonical`, which names the entry that is not allowed.
    """
    if not isinstance(record, Mapping):
        raise NotCanonical("", "a line is one object")
    _check(record, "", 0)
    return text(record).encode() + b"\n"


def parse(block: bytes) -> dict[str, Any]:
    r"""The record of one line, with or without its line feed.

    >>> parse(b'{"cents":1050}\n')
    {'cents': 1050}

    Raises `NotCanonical` with the column of the first byte that canonical bytes would not have there.
    """
    body = block.removesuffix(b"\n")
    try:
        written = body.decode()
    except UnicodeDecodeError as error:
        raise NotCanonical("", "is not UTF-8", error.start + 1) from None
    try:
        record = json.loads(written, object_pairs_hook=_once, parse_constant=_no_constant)
    except NotCanonical as fault:
        raise NotCanonical(fault.path, fault.why, _repeated_at(written, fault)) from None
    except json.JSONDecodeError as error:
        raise NotCanonical("", "is not JSON", len(written[: error.pos].encode()) + 1) from None
    except (ValueError, RecursionError):
        raise NotCanonical("", "is not JSON that can be read", 1) from None
    if not isinstance(record, dict):
        raise NotCanonical("", "a line is one object", 1)
    _compare(record, body)
    return record


def moment(at: datetime) -> str:
    """A moment as sealed files write it: UTC, with six decimals always.

    >>> moment(datetime(2026, 3, 29, 1, tzinfo=UTC))
    '2026-03-29T01:00:00.000000Z'

    Raises `NotCanonical` for a moment without its zone.
    """
    if at.tzinfo is None:
        raise NotCanonical("", "a moment has a zone")
    return at.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="microseconds") + "Z"


def commitment(salt: bytes, record: Mapping[str, Any]) -> bytes:
    """What stands for a person in a sealed file: SHA-256 over 0x04, the salt and the canonical record.

    Without salt and record it says nothing; with both it binds the house to what it had registered.

    Raises `ValueError` for a salt of another length than 32 bytes, `NotCanonical` as `line` does.
    """
    if len(salt) != SALT_BYTES:
        raise ValueError(f"a salt has {SALT_BYTES} bytes")
    return hashlib.sha256(_COMMITMENT + salt + line(record)[:-1]).digest()


def _check(value: object, path: str, depth: int) -> None:
    kind = type(value)
    if kind is str:
        _check_string(str(value), path)
    elif kind is int:
        if not -NUMBER_MOST <= int(value) <= NUMBER_MOST:  # type: ignore[call-overload]
            raise NotCanonical(path, "a whole number beyond 2^53 - 1 is written as a string")
    elif kind is bool or value is None:
        return
    elif depth >= DEPTH_MOST:
        raise NotCanonical(path, f"lies more than {DEPTH_MOST} deep")
    elif isinstance(value, Mapping):
        for key, each in value.items():
            if not isinstance(key, str) or not _KEY.fullmatch(key):
                raise NotCanonical(
                    f"{path}.{key!r}".lstrip("."), "a key is of a-z, 0-9 and _, and begins with a letter"
                )
            _check(each, f"{path}.{key}" if path else key, depth + 1)
    elif isinstance(value, (list, tuple)):
        for place, each in enumerate(value):
            _check(each, f"{path}[{place}]", depth + 1)
    else:
        raise NotCanonical(path, f"no {kind.__name__} is written")


def _check_string(value: str, path: str) -> None:
    if value.isascii():
        return
    if _SURROGATE.search(value):
        raise NotCanonical(path, "half a surrogate pair is no character")
    if not unicodedata.is_normalized("NFC", value):
        raise NotCanonical(path, "the string is not in Unicode's form C")


def _compare(record: Mapping[str, Any], body: bytes) -> None:
    """Raise for the first byte at which the canonical text is another, or at which it would not be allowed."""
    fault: NotCanonical | None = None
    try:
        _check(record, "", 0)
    except NotCanonical as found:
        fault = NotCanonical(found.path, found.why, _column(record, found.path))
    due = text(record).encode(errors="surrogatepass")
    if due != body:
        same = next((at for at, pair in enumerate(zip(due, body, strict=False)) if pair[0] != pair[1]), None)
        column = (min(len(due), len(body)) if same is None else same) + 1
        if fault is None or column < fault.column:
            fault = NotCanonical("", "is written in another way than canonical bytes", column)
    if fault is not None:
        raise fault


def _column(record: Mapping[str, Any], path: str) -> int:
    """Where the entry begins in the canonical text of its record, in bytes from 1."""
    return _find(record, "", path, 1) or 1


def _find(value: object, here: str, wanted: str, column: int) -> int | None:
    if here == wanted:
        return column
    parts: list[tuple[str, str, object]] = []
    if isinstance(value, Mapping):
        for key in sorted(value):
            named = key if _KEY.fullmatch(key) else repr(key)
            parts.append((f"{here}.{named}".lstrip("."), _json(key) + ":", value[key]))
    elif isinstance(value, list):
        parts = [(f"{here}[{place}]", "", each) for place, each in enumerate(value)]
    column += 1
    for path, before, each in parts:
        found = _find(each, path, wanted, column + len(before.encode(errors="surrogatepass")))
        if found is not None:
            return found
        column += len((before + _json(each)).encode(errors="surrogatepass")) + 1
    return None


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    entries = dict(pairs)
    if len(entries) != len(pairs):
        names = [name for name, _ in pairs]
        raise NotCanonical(next(name for name in names if names.count(name) > 1), _REPEATED)
    return entries


def _no_constant(name: str) -> NoReturn:
    raise NotCanonical(name, "is no JSON number")


def _repeated_at(written: str, fault: NotCanonical) -> int:
    """The column of what a reader's hook refused: the second place of a key, the first of a constant."""
    if fault.why != _REPEATED:
        return len(written[: max(written.find(fault.path), 0)].encode()) + 1
    first = written.find(_json(fault.path) + ":")
    second = written.find(_json(fault.path) + ":", first + 1)
    return len(written[: max(second, first, 0)].encode()) + 1
