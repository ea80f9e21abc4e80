"""Attached files made harmless (T9): what is refused, what is drawn anew, what a name may be."""

import io
import random
import zipfile
import zlib
from typing import Any

import pytest
from PIL import Image, PngImagePlugin

from players.operations import attachments
from players.operations.attachments import (
    AttachmentRefusal,
    AttachmentRefused,
    Sent,
    clean_name,
    made_harmless,
)

RLO = "\N{RIGHT-TO-LEFT OVERRIDE}"
PDF = b"%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"


def image(kind: str, size: tuple[int, int] = (40, 30), **options: Any) -> bytes:
    buffer = io.BytesIO()
    Image.new("RGB", size, (10, 120, 200)).save(buffer, format=kind, **options)
    return buffer.getvalue()


def kept(content: bytes, name: str = "foto.png") -> attachments.Attachment:
    [one] = made_harmless([Sent(name, content)])
    return one


def refused(content: bytes, name: str = "foto.png") -> AttachmentRefusal:
    with pytest.raises(AttachmentRefused) as refusal:
        made_harmless([Sent(name, content)])
    return refusal.value.reason


def zipped() -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("../../etc/passwd", b"\0" * 4_000_000)
    return buffer.getvalue()


def png_of(width: int, height: int) -> bytes:
    """A PNG that says it is this large, and holds next to nothing."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return len(data).to_bytes(4, "big") + name + data + zlib.crc32(name + data).to_bytes(4, "big")

    header = width.to_bytes(4, "big") + height.to_bytes(4, "big") + bytes([8, 2, 0, 0, 0])
    body = zlib.compress(b"\0" * 100_000)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


@pytest.mark.parametrize(
    ("content", "kind", "name"),
    [
        (image("JPEG"), "image/jpeg", "foto.jpg"),
        (image("PNG"), "image/png", "foto.png"),
        (image("WEBP"), "image/webp", "foto.webp"),
        (PDF, "application/pdf", "foto.pdf"),
        ("A que horas foi? Às dez.\r\n".encode(), "text/plain", "foto.txt"),
    ],
)
def test_five_kinds_are_taken_and_named_by_what_they_are(content: bytes, kind: str, name: str) -> None:
    one = kept(content, "foto.exe.jpeg" if kind == "image/jpeg" else "foto")
    assert one.content_type == kind
    assert one.name == ("foto_exe.jpg" if kind == "image/jpeg" else name)


@pytest.mark.parametrize(
    "content",
    [
        b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>",
        b"\xef\xbb\xbf  <!doctype html><script>alert(1)</script>",
        b"<?xml version='1.0'?><x/>",
        b"#!/bin/sh\nrm -rf /",
        b"{\\rtf1 x}",
        b"%!PS-Adobe",
        b"MZ\x90\0",
        b"GIF89a\x01\0\x01\0\0\0\0;",
        b"From: a\r\nMIME-Version".replace(b"From: a\r\n", b"") + b": 1.0\r\n",
        b"text with \0 in it",
        b"text with \x1b[31m in it",
        b"\xff\xfe\0\0",
        b"II*\0" + b"\0" * 40,
        zipped(),
    ],
)
def test_everything_else_is_refused(content: bytes) -> None:
    assert refused(content) is AttachmentRefusal.KIND_UNKNOWN


def test_what_hides_behind_an_image_does_not_come_along() -> None:
    hidden = PngImagePlugin.PngInfo()
    hidden.add_text("Comment", "<script>alert(1)</script>")
    with_exif = Image.Exif()
    with_exif[0x010E] = "GPS 38.7,-9.1"
    for content in (
        image("JPEG", exif=with_exif) + b"<script>alert(1)</script>" + zipped(),
        image("PNG", pnginfo=hidden, exif=with_exif) + zipped(),
        image("WEBP", exif=with_exif),
    ):
        one = kept(content)
        assert not any(mark in one.content for mark in (b"script", b"GPS", b"PK\x03\x04", b"Exif", b"eXIf"))
        with Image.open(io.BytesIO(one.content)) as drawn:
            assert not drawn.getexif()
            assert drawn.size == (40, 30)


def test_a_photograph_taken_sideways_is_set_upright() -> None:
    turned = Image.Exif()
    turned[0x0112] = 6
    with Image.open(io.BytesIO(kept(image("JPEG", exif=turned)).content)) as drawn:
        assert drawn.size == (30, 40)


def test_a_large_photograph_is_made_smaller() -> None:
    with Image.open(io.BytesIO(kept(image("JPEG", (6_000, 3_000))).content)) as drawn:
        assert max(drawn.size) <= attachments.EDGE_MOST


@pytest.mark.parametrize("size", [(50_000, 50_000), (2**31 - 1, 2**31 - 1), (10_000, 4_001)])
def test_a_decompression_bomb_is_not_unpacked(size: tuple[int, int]) -> None:
    assert refused(png_of(*size)) in {AttachmentRefusal.TOO_MANY_PIXELS, AttachmentRefusal.DAMAGED}


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_half_an_image_is_refused(kind: str) -> None:
    content = image(kind, (300, 300))
    assert refused(content[: len(content) // 3]) in {AttachmentRefusal.DAMAGED, AttachmentRefusal.KIND_UNKNOWN}


@pytest.mark.parametrize(
    "part",
    [b"/OpenAction<</S/JavaScript/JS(app.alert(1))>>", b"/J#61vaScript", b"/EmbeddedFiles", b"/Launch", b"<script>"],
)
def test_a_pdf_that_runs_or_carries_something_is_refused(part: bytes) -> None:
    assert refused(PDF.replace(b"/Type", part + b"/Type")) is AttachmentRefusal.ACTIVE


def test_a_pdf_that_is_something_else_as_well_is_refused() -> None:
    assert refused(PDF + zipped()) is AttachmentRefusal.DAMAGED
    assert refused(b"GIF89a" + PDF) is AttachmentRefusal.KIND_UNKNOWN
    assert refused(PDF.replace(b"%%EOF", b"")) is AttachmentRefusal.DAMAGED


def test_the_scanner_is_asked() -> None:
    test_file = rb"X5O!P%@AP[4\PZX54(P^)7CC)7}$" + b"EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"
    assert refused(test_file) is AttachmentRefusal.INFECTED


def test_sizes_and_counts() -> None:
    assert refused(b"") is AttachmentRefusal.EMPTY
    assert kept(b"a" * attachments.SIZE_MOST).content_type == "text/plain"
    with pytest.raises(AttachmentRefused) as large:
        made_harmless([Sent("a", b"a" * (attachments.SIZE_MOST + 1))])
    assert (large.value.reason, large.value.most) == (AttachmentRefusal.TOO_LARGE, attachments.SIZE_MOST)
    with pytest.raises(AttachmentRefused) as many:
        made_harmless([Sent("a", b"a")] * 6)
    assert (many.value.reason, many.value.most) == (AttachmentRefusal.TOO_MANY, 5)
    assert made_harmless([]) == ()


@pytest.mark.parametrize(
    ("name", "clean"),
    [
        ("../../etc/passwd", "passwd.txt"),
        ("..\\..\\win.ini", "win_ini.txt"),
        (f"nota{RLO}txt.exe", "notatxt_exe.txt"),
        ("a\r\nContent-Type: text/html", "html.txt"),
        ('x"; filename=evil.html', "x filename=evil_html.txt"),
        (".htaccess", "htaccess.txt"),
        ("", "anexo.txt"),
        ("\0\u200b\N{NO-BREAK SPACE}", "anexo.txt"),
        ("ecrã às 10h.TXT", "ecrã às 10h.txt"),
        ("a" * 300 + ".txt", "a" * 80 + ".txt"),
    ],
)
def test_names_are_only_names(name: str, clean: str) -> None:
    assert clean_name(name, "text/plain") == clean


def test_a_thousand_mutated_files_are_kept_harmless_or_refused() -> None:
    dice = random.Random(5)
    seeds = [image("JPEG"), image("PNG"), image("WEBP"), PDF, b"plain text, nothing more", zipped()[:500]]
    for _ in range(1_000):
        content = bytearray(dice.choice(seeds))
        for _ in range(dice.randint(1, 12)):
            place = dice.randrange(len(content))
            match dice.randrange(3):
                case 0:
                    content[place] = dice.randrange(256)
                case 1:
                    content[place:place] = dice.choice([b"<svg>", b"PK\x03\x04", b"\0\0", b"/JS "])
                case _:
                    del content[place : place + dice.randint(1, 9)]
                    content = content or bytearray(b"x")
        try:
            one = kept(bytes(content))
        except AttachmentRefused:
            continue
        assert one.content_type in {"image/jpeg", "image/png", "image/webp", "application/pdf", "text/plain"}
        assert clean_name(one.name, one.content_type) == one.name
