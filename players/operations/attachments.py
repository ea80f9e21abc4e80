"""Files from strangers, made harmless: bytes say what they are, images are drawn anew, names are cleaned.

Pure but for the scanner that an operator may name in the settings. Knows no complaint.
"""

import hashlib
import io
import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import puremagic
from django.conf import settings
from django.utils.module_loading import import_string
from PIL import Image, ImageOps

SIZE_MOST: Final = 5 * 1024 * 1024
"""Bytes of one file, as it was sent."""
FILES_MOST: Final = 5
"""Files with one message."""
PIXELS_MOST: Final = 40_000_000
"""More, and drawing it would cost the machine more than a complaint is worth."""
EDGE_MOST: Final = 4_000
"""Larger images are drawn anew at this size: every digit on a photographed screen is still legible."""
NAME_MOST: Final = 80

_IMAGES: Final = {"image/jpeg": "JPEG", "image/png": "PNG", "image/webp": "WEBP"}
_ENDINGS: Final = {
    "image/jpeg": "jpg",
    "image/png": "png",
    "image/webp": "webp",
    "application/pdf": "pdf",
    "text/plain": "txt",
}
_EICAR: Final = b"EICAR-STANDARD-ANTIVIRUS-TEST-FILE"
_MARKUP: Final = re.compile(
    rb"\s*(?:<[!?a-z/]|\{\\rtf|%!ps|#!|mz|pk\x03\x04|content-type:|mime-version:|gif8)", re.IGNORECASE
)
_ACTIVE_PDF: Final = re.compile(rb"/(?:JavaScript|JS|Launch|EmbeddedFiles?|RichMedia|XFA|SubmitForm|ImportData)\b")
_SECOND_FACE: Final = re.compile(rb"PK\x03\x04|<(?:script|html|svg)\b", re.IGNORECASE)
"""What makes a file something else as well, for whoever looks at it in another way."""
_NAME_ESCAPE: Final = re.compile(rb"#([0-9a-fA-F]{2})")


class AttachmentRefusal(StrEnum):
    """Why a file was not taken; in the order of checking."""

    TOO_MANY = "too-many"
    EMPTY = "empty"
    TOO_LARGE = "too-large"
    KIND_UNKNOWN = "kind-unknown"
    TOO_MANY_PIXELS = "too-many-pixels"
    DAMAGED = "damaged"
    ACTIVE = "active"
    """A PDF that runs or carries something."""
    INFECTED = "infected"


class AttachmentRefused(Exception):
    """A file was not taken. `name` is the file's, cleaned; `most` the most that would do, where there is one."""

    def __init__(self, reason: AttachmentRefusal, *, name: str = "", most: int | None = None) -> None:
        super().__init__(reason.value)
        self.reason, self.name, self.most = reason, name, most


@dataclass(frozen=True, slots=True)
class Sent:
    """A file as a stranger sent it."""

    name: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file as the house keeps it."""

    name: str
    content_type: str
    content: bytes
    sha256: str


def made_harmless(files: Sequence[Sent]) -> tuple[Attachment, ...]:
    """The files as the house keeps them.

    Raises `AttachmentRefused` for the first that it does not take.
    """
    if len(files) > FILES_MOST:
        raise AttachmentRefused(AttachmentRefusal.TOO_MANY, most=FILES_MOST)
    return tuple(_harmless(file) for file in files)


def infected(content: bytes) -> bool:
    """The scanner of a house that has none: it knows the EICAR test file, so that the way through it can be tried.

    `settings.ATTACHMENT_SCANNER` names another, with the same signature.
    """
    return _EICAR in content


def clean_name(name: str, content_type: str = "") -> str:
    """A name that is only a name: no path, nothing invisible, nothing that turns the writing round, its true ending.

    >>> clean_name("../../etc/foto\\N{RIGHT-TO-LEFT OVERRIDE}gpj.exe", "image/png")
    'fotogpj_exe.png'
    """
    bare = re.split(r"[/\\]", unicodedata.normalize("NFC", name))[-1]
    seen = "".join(
        character for character in bare if unicodedata.category(character)[0] not in "CZ" or character == " "
    )
    stem = re.sub(r'[<>:"|?*;%&$`]', "", seen).strip(". ")
    ending = _ENDINGS.get(content_type, "")
    if ending and stem.lower().endswith((f".{ending}", ".jpeg")):
        stem = stem.rpartition(".")[0]
    if not ending:
        return stem[:NAME_MOST].strip() or "anexo"
    return f"{stem.replace('.', '_')[:NAME_MOST].strip() or 'anexo'}.{ending}"


def _harmless(file: Sent) -> Attachment:
    if not file.content:
        raise AttachmentRefused(AttachmentRefusal.EMPTY, name=clean_name(file.name))
    if len(file.content) > SIZE_MOST:
        raise AttachmentRefused(AttachmentRefusal.TOO_LARGE, name=clean_name(file.name), most=SIZE_MOST)
    kind = _kind(file.content)
    if kind is None:
        raise AttachmentRefused(AttachmentRefusal.KIND_UNKNOWN, name=clean_name(file.name))
    name = clean_name(file.name, kind)
    scanner: Callable[[bytes], bool] = import_string(settings.ATTACHMENT_SCANNER)
    if scanner(file.content):
        raise AttachmentRefused(AttachmentRefusal.INFECTED, name=name)
    content = file.content
    if kind in _IMAGES:
        content = _drawn_anew(content, kind, name)
    elif kind == "application/pdf":
        _check_pdf(content, name)
    return Attachment(name, kind, content, hashlib.sha256(content).hexdigest())


def _kind(content: bytes) -> str | None:
    """What the bytes are, by their beginning and by puremagic alike; None for what the house does not take."""
    for mark, kind in (
        (b"\xff\xd8\xff", "image/jpeg"),
        (b"\x89PNG\r\n\x1a\n", "image/png"),
        (b"%PDF-", "application/pdf"),
    ):
        if content.startswith(mark):
            return kind if kind in _by_magic(content) else None
    if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        return "image/webp" if "image/webp" in _by_magic(content) else None
    return "text/plain" if _is_text(content) else None


def _by_magic(content: bytes) -> set[str]:
    try:
        return {found.mime_type for found in puremagic.magic_string(content)}
    except (puremagic.PureError, ValueError):
        return set()


def _is_text(content: bytes) -> bool:
    if _MARKUP.match(content.removeprefix(b"\xef\xbb\xbf")) or b"%PDF-" in content[:1_024]:
        return False
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return all(character in "\t\r\n" or unicodedata.category(character) != "Cc" for character in text)


def _drawn_anew(content: bytes, kind: str, name: str) -> bytes:
    """The image alone, painted into a new file: nothing that was hidden before, after or beside it comes along."""
    try:
        with Image.open(io.BytesIO(content), formats=[_IMAGES[kind]]) as image:
            if image.width * image.height > PIXELS_MOST:
                raise AttachmentRefused(AttachmentRefusal.TOO_MANY_PIXELS, name=name, most=PIXELS_MOST)
            image.draft("RGB", (EDGE_MOST, EDGE_MOST))
            seen = ImageOps.exif_transpose(image)
            clear = seen.mode in {"RGBA", "LA", "PA"} or "transparency" in seen.info
            painted = seen.convert("RGBA" if clear and kind != "image/jpeg" else "RGB")
    except AttachmentRefused:
        raise
    except Image.DecompressionBombError:
        raise AttachmentRefused(AttachmentRefusal.TOO_MANY_PIXELS, name=name, most=PIXELS_MOST) from None
    except Exception:  # a decoder fed by a stranger may fail in any way, and all of them mean the same
        raise AttachmentRefused(AttachmentRefusal.DAMAGED, name=name) from None
    painted.thumbnail((EDGE_MOST, EDGE_MOST))
    painted.info.clear()
    buffer = io.BytesIO()
    painted.save(buffer, format=_IMAGES[kind], **({} if kind == "image/png" else {"quality": 85}))
    if buffer.tell() > SIZE_MOST:
        # A photograph sent as PNG is kept smaller, not refused: what it shows matters, not its every pixel.
        painted.thumbnail((EDGE_MOST // 2, EDGE_MOST // 2))
        buffer = io.BytesIO()
        painted.save(buffer, format=_IMAGES[kind])
    return buffer.getvalue()


def _check_pdf(content: bytes, name: str) -> None:
    """A PDF is kept as it is: it must be nothing but a PDF, and neither run nor carry anything that can be seen."""
    end = content.rfind(b"%%EOF")
    if end < 0 or content[end + 5 :].strip(b"\r\n\t \0"):
        raise AttachmentRefused(AttachmentRefusal.DAMAGED, name=name)
    plain = _NAME_ESCAPE.sub(lambda found: bytes([int(found[1], 16)]), content)
    if _ACTIVE_PDF.search(plain) or _SECOND_FACE.search(content):
        raise AttachmentRefused(AttachmentRefusal.ACTIVE, name=name)
