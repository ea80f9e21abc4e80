"""Attached files made harmless (T9): rejections, drawing anew, and file names."""

import io

import pytest
from PIL import Image, PngImagePlugin
from pypdf import PdfReader, PdfWriter

from players.complaints import painter
from players.complaints.operations import attachments
from players.complaints.operations.attachments import (
    AttachmentRejected,
    AttachmentRejection,
    Sent,
    clean_name,
    made_harmless,
)
from tests.hostile_files import HIDDEN_SCRIPT, PDF, image, pdf_of, png_of, zipped

RLO = "\N{RIGHT-TO-LEFT OVERRIDE}"


def kept(content: bytes, name: str = "foto.png") -> attachments.Attachment:
    [one] = made_harmless([Sent(name, content)])
    return one


def refused(content: bytes, name: str = "foto.png") -> AttachmentRejection:
    with pytest.raises(AttachmentRejected) as rejection:
        made_harmless([Sent(name, content)])
    return rejection.value.reason


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
    assert refused(content) is AttachmentRejection.KIND_UNKNOWN


def test_data_hidden_behind_an_image_does_not_come_along() -> None:
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
        assert max(drawn.size) <= painter.EDGE_MOST


@pytest.mark.parametrize("size", [(50_000, 50_000), (2**31 - 1, 2**31 - 1), (10_000, 4_001)])
def test_a_decompression_bomb_is_not_unpacked(size: tuple[int, int]) -> None:
    assert refused(png_of(*size)) in {AttachmentRejection.TOO_MANY_PIXELS, AttachmentRejection.DAMAGED}


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_half_an_image_is_refused(kind: str) -> None:
    content = image(kind, (300, 300))
    assert refused(content[: len(content) // 3]) in {AttachmentRejection.DAMAGED, AttachmentRejection.KIND_UNKNOWN}


@pytest.mark.parametrize(
    "part",
    [b"/OpenAction<</S/JavaScript/JS(app.alert(1))>>", b"/J#61vaScript", b"/EmbeddedFiles", b"/Launch", b"<script>"],
)
def test_a_pdf_that_runs_or_carries_something_is_refused(part: bytes) -> None:
    assert refused(PDF.replace(b"/Type", part + b"/Type")) is AttachmentRejection.ACTIVE


def test_a_pdf_that_is_something_else_as_well_is_refused() -> None:
    assert refused(PDF + zipped()) is AttachmentRejection.DAMAGED
    assert refused(b"GIF89a" + PDF) is AttachmentRejection.KIND_UNKNOWN
    assert refused(PDF.replace(b"%%EOF", b"")) is AttachmentRejection.DAMAGED


def test_the_scanner_is_asked() -> None:
    test_file = rb"X5O!P%@AP[4\PZX54(P^)7CC)7}$" + b"EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"
    assert refused(test_file) is AttachmentRejection.INFECTED


def test_sizes_and_counts() -> None:
    assert refused(b"") is AttachmentRejection.EMPTY
    assert kept(b"a" * attachments.SIZE_MOST).content_type == "text/plain"
    with pytest.raises(AttachmentRejected) as large:
        made_harmless([Sent("a", b"a" * (attachments.SIZE_MOST + 1))])
    assert (large.value.reason, large.value.most) == (AttachmentRejection.TOO_LARGE, attachments.SIZE_MOST)
    with pytest.raises(AttachmentRejected) as many:
        made_harmless([Sent("a", b"a")] * 6)
    assert (many.value.reason, many.value.most) == (AttachmentRejection.TOO_MANY, 5)
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


def text_of(content: bytes) -> str:
    """The text that can be selected in a PDF."""
    return "".join(page.extract_text() for page in PdfReader(io.BytesIO(content)).pages)


def test_a_pdf_comes_out_as_pictures_of_its_pages() -> None:
    one = kept(pdf_of(["primeira", "segunda"]), "talão.pdf")
    assert (one.name, one.content_type) == ("talão.pdf", "application/pdf")
    pages = PdfReader(io.BytesIO(one.content)).pages
    assert [tuple(map(float, page.mediabox[2:])) for page in pages] == [(300, 200)] * 2
    assert text_of(one.content) == ""
    [drawn] = pages[0].images
    low, _high = drawn.image.convert("L").getextrema()
    assert low < 100  # the word is there, in ink


def test_a_script_inside_a_compressed_object_stream_does_not_come_along() -> None:
    """No plain byte of the file says that it runs something: only who unpacks the stream would see it."""
    assert b"JavaScript" not in HIDDEN_SCRIPT
    inside = PdfReader(io.BytesIO(HIDDEN_SCRIPT))
    assert "/OpenAction" in inside.trailer["/Root"]
    one = kept(HIDDEN_SCRIPT)
    outside = PdfReader(io.BytesIO(one.content))
    assert set(outside.trailer["/Root"]) == {"/Type", "/Pages"}
    assert set(outside.pages[0]) == {"/Type", "/Parent", "/MediaBox", "/Resources", "/Contents"}
    for mark in (b"ObjStm", b"JavaScript", b"/JS", b"/URI", b"/AA", b"OpenAction", b"Annots"):
        assert mark not in one.content


def test_a_pdf_under_a_password_is_refused() -> None:
    writer = PdfWriter(clone_from=io.BytesIO(PDF))
    writer.encrypt("segredo", algorithm="RC4-128")
    buffer = io.BytesIO()
    writer.write(buffer)
    assert refused(buffer.getvalue()) is AttachmentRejection.ENCRYPTED


def test_a_pdf_of_too_many_pages_is_refused() -> None:
    with pytest.raises(AttachmentRejected) as many:
        made_harmless([Sent("a.pdf", pdf_of(["x"] * (painter.PAGES_MOST + 1)))])
    assert (many.value.reason, many.value.most) == (AttachmentRejection.TOO_MANY_PAGES, painter.PAGES_MOST)


def test_nothing_is_drawn_before_every_file_is_recognised(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(attachments, "drawn_anew", lambda kind, content: asked.append(kind))
    with pytest.raises(AttachmentRejected):
        made_harmless([Sent("a.png", image("PNG")), Sent("b", b"<svg>")])
    assert asked == []
