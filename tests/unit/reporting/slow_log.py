"""A second, slow reading of RFC 6962, RFC 9162 and RFC 8785, written from their text alone."""

import hashlib
from collections.abc import Sequence
from typing import Any


def mth(entries: Sequence[bytes]) -> bytes:
    """RFC 6962, 2.1: the Merkle tree hash of a list of entries."""
    n = len(entries)
    if n == 0:
        return hashlib.sha256(b"").digest()
    if n == 1:
        return hashlib.sha256(b"\x00" + entries[0]).digest()
    k = 1
    while k * 2 < n:
        k *= 2
    return hashlib.sha256(b"\x01" + mth(entries[:k]) + mth(entries[k:])).digest()


def path(m: int, entries: Sequence[bytes]) -> list[bytes]:
    """RFC 6962, 2.1.1: the audit path of entry m."""
    n = len(entries)
    if n == 1:
        return []
    k = 1
    while k * 2 < n:
        k *= 2
    if m < k:
        return [*path(m, entries[:k]), mth(entries[k:])]
    return [*path(m - k, entries[k:]), mth(entries[:k])]


def proof(m: int, entries: Sequence[bytes]) -> list[bytes]:
    """RFC 6962, 2.1.2: the consistency proof of the first m entries."""

    def subproof(m: int, entries: Sequence[bytes], whole: bool) -> list[bytes]:
        n = len(entries)
        if m == n:
            return [] if whole else [mth(entries)]
        k = 1
        while k * 2 < n:
            k *= 2
        if m <= k:
            return [*subproof(m, entries[:k], whole), mth(entries[k:])]
        return [*subproof(m - k, entries[k:], False), mth(entries[:k])]

    return [] if m == 0 else subproof(m, entries, True)


def included(leaf: bytes, index: int, size: int, proof: Sequence[bytes], root: bytes) -> bool:
    """RFC 9162, 2.1.3.2, step by step."""
    if index >= size:
        return False
    fn, sn, r = index, size - 1, leaf
    for p in proof:
        if sn == 0:
            return False
        if fn & 1 or fn == sn:
            r = hashlib.sha256(b"\x01" + p + r).digest()
            while not fn & 1 and fn != 0:
                fn, sn = fn >> 1, sn >> 1
        else:
            r = hashlib.sha256(b"\x01" + r + p).digest()
        fn, sn = fn >> 1, sn >> 1
    return sn == 0 and r == root


def consistent(first: int, second: int, first_hash: bytes, second_hash: bytes, proof: Sequence[bytes]) -> bool:
    """RFC 9162, 2.1.4.2, step by step; for 0 < first < second."""
    steps = list(proof)
    if first & (first - 1) == 0:
        steps.insert(0, first_hash)
    if not steps:
        return False
    fn, sn = first - 1, second - 1
    while fn & 1:
        fn, sn = fn >> 1, sn >> 1
    fr = sr = steps[0]
    for c in steps[1:]:
        if sn == 0:
            return False
        if fn & 1 or fn == sn:
            fr = hashlib.sha256(b"\x01" + c + fr).digest()
            sr = hashlib.sha256(b"\x01" + c + sr).digest()
            while not fn & 1 and fn != 0:
                fn, sn = fn >> 1, sn >> 1
        else:
            sr = hashlib.sha256(b"\x01" + sr + c).digest()
        fn, sn = fn >> 1, sn >> 1
    return fr == first_hash and sr == second_hash and sn == 0


_SHORT = {0x08: "\\b", 0x09: "\\t", 0x0A: "\\n", 0x0C: "\\f", 0x0D: "\\r", 0x22: '\\"', 0x5C: "\\\\"}


def jcs(value: Any) -> str:
    """RFC 8785, 3.2, for what we allow: letter by letter."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        letters = [
            _SHORT.get(ord(letter)) or (f"\\u{ord(letter):04x}" if ord(letter) < 0x20 else letter) for letter in value
        ]
        return '"' + "".join(letters) + '"'
    if isinstance(value, list):
        return "[" + ",".join(jcs(each) for each in value) + "]"
    ordered = sorted(value, key=lambda key: key.encode("utf-16-be"))
    return "{" + ",".join(jcs(key) + ":" + jcs(value[key]) for key in ordered) + "}"
