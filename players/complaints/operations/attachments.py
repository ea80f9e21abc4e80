"""Files from strangers, made harmless: bytes say what they are, pictures and PDFs are drawn anew, names are cleaned.

Nothing is decoded in this process (`players.complaints.operations.cell`). Pure but for that and for the scanner that an
operator may name in the settings. Knows no complaint.
"""

import hashlib
import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import puremagic
from django.conf import settings
from django.utils.module_loading import import_string

from kernel.rejection import Rejected
from players.complaints.operations.cell import CellRejected, drawn_anew

SIZE_MOST: Final = 5 * 1024 * 1024
"""Bytes of one file, as it was sent."""
FILES_MOST: Final = 5
"""Files with one message."""
FILES_AN_HOUR: Final = 40
"""Files of one person that are looked into within an hour, taken or not."""
NAME_MOST: Final = 80

_DRAWN: Final = frozenset({"image/jpeg", "image/png", "image/webp", "application/pdf"})
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
"""Marks of a second file format in the same file, which another program would read."""
_NAME_ESCAPE: Final = re.compile(rb"#([0-9a-fA-F]{2})")


class AttachmentRejection(StrEnum):
    """Why a file was not taken; in the order of checking."""

    TOO_MANY = "too-many"
    EMPTY = "empty"
    TOO_LARGE = "too-large"
    KIND_UNKNOWN = "kind-unknown"
    INFECTED = "infected"
    ACTIVE = "active"
    """A PDF that runs or carries something."""
    TOO_MANY_NOW = "too-many-now"
    """The person's files of the last hour are all that are looked into."""
    BUSY = "busy"
    ENCRYPTED = "encrypted"
    TOO_MANY_PAGES = "too-many-pages"
    TOO_MANY_PIXELS = "too-many-pixels"
    TOO_COMPLEX = "too-complex"
    """Drawing it took more memory or time than a file may."""
    DAMAGED = "damaged"


_OF_CELL: Final = frozenset({"busy", "encrypted", "too-many-pages", "too-many-pixels", "too-complex", "damaged"})


class AttachmentRejected(Rejected):
    """A file was not taken. `name` is the file's, cleaned; `most` the most that would do, where there is one."""

    reason: AttachmentRejection
    name: str

    def __init__(self, reason: AttachmentRejection, *, name: str = "", most: int | None = None) -> None:
        super().__init__(reason, most=most)
        vars(self).update(name=name)


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
    """The files as the house keeps them; all are recognised before the first is drawn.

    Raises `AttachmentRejected` for the first that it does not take.
    """
    return drawn(recognised(files))


def drawn(files: Sequence[tuple[Sent, str]]) -> tuple[Attachment, ...]:
    """Recognised files as the house keeps them. Slow: not inside a transaction. Raises `AttachmentRejected`."""
    return tuple(_drawn(file, kind) for file, kind in files)


def recognised(files: Sequence[Sent]) -> list[tuple[Sent, str]]:
    """Each file with the kind that its bytes say, after every check that costs little.

    Raises `AttachmentRejected`.
    """
    if len(files) > FILES_MOST:
        raise AttachmentRejected(AttachmentRejection.TOO_MANY, most=FILES_MOST)
    return [(file, _recognised(file)) for file in files]


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


def _recognised(file: Sent) -> str:
    if not file.content:
        raise AttachmentRejected(AttachmentRejection.EMPTY, name=clean_name(file.name))
    if len(file.content) > SIZE_MOST:
        raise AttachmentRejected(AttachmentRejection.TOO_LARGE, name=clean_name(file.name), most=SIZE_MOST)
    kind = _kind(file.content)
    if kind is None:
        raise AttachmentRejected(AttachmentRejection.KIND_UNKNOWN, name=clean_name(file.name))
    name = clean_name(file.name, kind)
    scanner: Callable[[bytes], bool] = import_string(settings.ATTACHMENT_SCANNER)
    if scanner(file.content):
        raise AttachmentRejected(AttachmentRejection.INFECTED, name=name)
    if kind == "application/pdf":
        _check_pdf(file.content, name)
    return kind


def _drawn(file: Sent, kind: str) -> Attachment:
    name, content = clean_name(file.name, kind), file.content
    if kind in _DRAWN:
        try:
            content = drawn_anew(kind, content)
        except CellRejected as refused:
            known = refused.reason in _OF_CELL
            reason = AttachmentRejection(refused.reason) if known else AttachmentRejection.TOO_COMPLEX
            raise AttachmentRejected(reason, name=name, most=refused.most) from None
    return Attachment(name, kind, content, hashlib.sha256(content).hexdigest())


def _kind(content: bytes) -> str | None:
    """Return the type of the bytes, by their beginning and by puremagic alike; None for types not taken."""
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


def _check_pdf(content: bytes, name: str) -> None:
    """A PDF must be nothing but one, and one that says aloud that it runs or carries something is refused."""
    end = content.rfind(b"%%EOF")
    if end < 0 or content[end + 5 :].strip(b"\r\n\t \0"):
        raise AttachmentRejected(AttachmentRejection.DAMAGED, name=name)
    plain = _NAME_ESCAPE.sub(lambda found: bytes([int(found[1], 16)]), content)
    if _ACTIVE_PDF.search(plain) or _SECOND_FACE.search(content):
        raise AttachmentRejected(AttachmentRejection.ACTIVE, name=name)
