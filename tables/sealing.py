"""Undealt cards at rest: drawn from the operating system, and encrypted from the moment they exist (GL-29)."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.conf import settings

from baccarat.cards import Card
from baccarat.proof import SALT_BYTES
from baccarat.shoe import packed, unpacked

NONCE_BYTES: Final = 12
TAG_BYTES: Final = 16
NUMBER_BYTES: Final = 2
FIRST_KEY: Final = 1
"""The key of shoes that were sealed before keys had numbers."""


class KeyMissing(Exception):
    """This process has no key for that, or none at all: only the dealer has the keys of the undealt cards."""


@dataclass(frozen=True, slots=True)
class Order:
    """The order of a shoe and the salt of each card."""

    cards: tuple[Card, ...]
    salts: tuple[bytes, ...]


def read_bytes(count: int) -> bytes:
    """Random bytes of the operating system (RN-01)."""
    return os.urandom(count)


def salted(cards: Sequence[Card]) -> Order:
    """The order with a fresh salt for every card."""
    return Order(cards=tuple(cards), salts=_split(read_bytes(SALT_BYTES * len(cards))))


def has_key() -> bool:
    """Whether this process can seal and open shoes."""
    return bool(settings.SHOE_KEYS)


def seal(order: Order, *, name: str) -> bytes:
    """Encrypt an order by the newest key, whose number goes before it. `name` (of its shoe) is bound to it: sealed
    cards moved to another shoe do not open. Raises `KeyMissing` in a process without keys.
    """
    number = max(settings.SHOE_KEYS, default=FIRST_KEY)
    clear = packed(order.cards) + b"".join(order.salts)
    nonce = read_bytes(NONCE_BYTES)
    return number.to_bytes(NUMBER_BYTES) + nonce + _cipher(_key(number)).encrypt(nonce, clear, name.encode())


def key_number(sealed: bytes) -> int:
    """The number of the key that sealed this. Without a number it was the first key: the length tells, for a card and
    its salt are 33 bytes.
    """
    return FIRST_KEY if _is_bare(sealed) else int.from_bytes(sealed[:NUMBER_BYTES])


def _is_bare(sealed: bytes) -> bool:
    return (len(sealed) - NONCE_BYTES - TAG_BYTES) % (1 + SALT_BYTES) == 0


def unseal(sealed: bytes, *, name: str) -> Order:
    """Decrypt what `seal` made.

    Raises `cryptography.exceptions.InvalidTag` when one bit, the name or the key is another, `KeyMissing` where the key
    that sealed it is not there.
    """
    head = 0 if _is_bare(sealed) else NUMBER_BYTES
    nonce, rest = sealed[head : head + NONCE_BYTES], sealed[head + NONCE_BYTES :]
    clear = _cipher(_key(key_number(sealed))).decrypt(nonce, rest, name.encode())
    count = len(clear) // (1 + SALT_BYTES)
    return Order(cards=tuple(unpacked(clear[:count])), salts=_split(clear[count:]))


def _key(number: int) -> bytes:
    try:
        return bytes(settings.SHOE_KEYS[number])
    except KeyError:
        here = ", ".join(map(str, sorted(settings.SHOE_KEYS))) or "none"
        raise KeyMissing(f"Shoe key {number} is not in this process's environment (there: {here}).") from None


def _split(block: bytes) -> tuple[bytes, ...]:
    return tuple(block[at : at + SALT_BYTES] for at in range(0, len(block), SALT_BYTES))


@cache
def _cipher(key: bytes) -> AESGCM:
    return AESGCM(key)
