"""A log's checkpoint (C2SP `tlog-checkpoint`): whose log, how many leaves, which root. Signed, it is the log's word."""

import base64
import binascii
import re
from dataclasses import dataclass
from typing import Final, Self

from reporting.evidence.tree import EMPTY, HASH_BYTES

SIZE_MOST: Final = 2**63 - 1
_SIZE: Final = re.compile(r"0|[1-9][0-9]{0,18}")


class CheckpointMalformed(ValueError):
    """Text that is no checkpoint; `why` says in what."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The state of a log: its origin (which is its key's name), its size in leaves, its root (32 bytes)."""

    origin: str
    size: int
    root: bytes

    @property
    def text(self) -> str:
        r"""The text that is signed: three lines, never an extension line.

        >>> Checkpoint("casa.example/sabot/days", 0, EMPTY).text
        'casa.example/sabot/days\n0\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n'
        """
        return f"{self.origin}\n{self.size}\n{base64.b64encode(self.root).decode()}\n"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a checkpoint's text. Raises `CheckpointMalformed`, also for extension lines: our logs have none."""
        lines = text.split("\n")
        if len(lines) != 4 or lines[3]:
            raise CheckpointMalformed("a checkpoint is three lines: origin, size, root")
        origin, size, encoded, _ = lines
        if not origin or origin != origin.strip():
            raise CheckpointMalformed("the origin is empty")
        if not _SIZE.fullmatch(size) or int(size) > SIZE_MOST:
            raise CheckpointMalformed("the size is no whole number without leading zeros")
        try:
            root = base64.b64decode(encoded, validate=True)
        except (binascii.Error, ValueError):
            raise CheckpointMalformed("the root is not base64") from None
        if len(root) != HASH_BYTES or base64.b64encode(root).decode() != encoded:
            raise CheckpointMalformed("the root is not 32 bytes in base64")
        if int(size) == 0 and root != EMPTY:
            raise CheckpointMalformed("a log without leaves has another root")
        return cls(origin, int(size), root)
