"""The supervisor's mark that an operator may show at the foot of every page (PT-46); none is shipped."""

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from casino.env import EnvironmentInvalid

SIZE_MOST: Final = 200_000
"""Bytes: it is on every page."""
_KINDS: Final = {b"\x89PNG\r\n\x1a\n": "image/png", b"\xff\xd8\xff": "image/jpeg"}
_WEBP: Final = (b"RIFF", b"WEBP")


@dataclass(frozen=True, slots=True)
class Mark:
    """A picture, as this house hands it out. Its words for those who do not see it are the supervisor's name."""

    content: bytes
    content_type: str

    @property
    def digest(self) -> str:
        """Changes with the picture, so that browsers may keep it."""
        return hashlib.sha256(self.content).hexdigest()[:16]


def read_mark(told: Any, path: Path) -> Mark | None:
    """The picture that `[mark]` of the profile at `path` names, by a path from there; None where it names none.

    Raises `EnvironmentInvalid` for a file that is not there, is too large, or is no PNG, JPEG or WebP picture.
    """
    if told is None:
        return None
    if not isinstance(told, dict) or set(told) != {"file"} or not isinstance(told["file"], str) or not told["file"]:
        raise EnvironmentInvalid(f"{path}: [mark] must have exactly file, the path of a picture.")
    place = path.parent / told["file"]
    try:
        with place.open("rb") as file:
            content = file.read(SIZE_MOST + 1)
    except OSError as error:
        raise EnvironmentInvalid(f"{path}: [mark] file {place} cannot be read: {error}") from error
    if len(content) > SIZE_MOST:
        raise EnvironmentInvalid(f"{path}: [mark] file {place} is larger than {SIZE_MOST} bytes.")
    kind = next((kind for begins, kind in _KINDS.items() if content.startswith(begins)), "")
    if (content[:4], content[8:12]) == _WEBP:
        kind = "image/webp"
    if not kind:
        raise EnvironmentInvalid(f"{path}: [mark] file {place} is no PNG, JPEG or WebP picture.")
    return Mark(content, kind)
