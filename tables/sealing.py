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


def seal(order: Order, *, name: str) -> bytes:
    """Encrypt an order. `name` (of its shoe) is bound to it: sealed cards moved to another shoe do not open."""
    clear = packed(order.cards) + b"".join(order.salts)
    nonce = read_bytes(NONCE_BYTES)
    return nonce + _cipher(settings.SHOE_KEY).encrypt(nonce, clear, name.encode())


def unseal(sealed: bytes, *, name: str) -> Order:
    """Decrypt what `seal` made.

    Raises `cryptography.exceptions.InvalidTag` when one bit, the name or the key is another.
    """
    nonce, rest = sealed[:NONCE_BYTES], sealed[NONCE_BYTES:]
    clear = _cipher(settings.SHOE_KEY).decrypt(nonce, rest, name.encode())
    count = len(clear) // (1 + SALT_BYTES)
    return Order(cards=tuple(unpacked(clear[:count])), salts=_split(clear[count:]))


def _split(block: bytes) -> tuple[bytes, ...]:
    return tuple(block[at : at + SALT_BYTES] for at in range(0, len(block), SALT_BYTES))


@cache
def _cipher(key: bytes) -> AESGCM:
    return AESGCM(key)
