"""Draws a stranger's picture or PDF anew, in a process of its own that can do nothing else.

Run by path as `python -I painter.py KIND` by `players.complaints.operations.cell`; imports nothing of the house. It
reads a length of eight bytes and so many bytes of a file, and writes `+` and the new file, or `-`, a reason and, where
there is one, the most that would do. Before it reads the first of those bytes it gives up all that it will not need: it
can open no file and no connection, start no process, and has bounded memory and time. It writes nothing but its answer,
so one that is killed leaves nothing behind.
"""

import contextlib
import io
import os
import resource
import sys
from collections.abc import Iterator
from typing import Any, Final

OUT_MOST: Final = 5 * 1024 * 1024
"""Bytes of a file drawn anew."""
IN_MOST: Final = 5 * 1024 * 1024
MEMORY: Final = 640 * 1024 * 1024
"""Bytes of address space, the interpreter and its libraries included."""
CPU_SECONDS: Final = 10
PIXELS_MOST: Final = 16_000_000
"""Of a PNG or WebP, which must be unpacked whole: a photograph of twelve million pixels and every screen fit."""
JPEG_PIXELS_MOST: Final = 110_000_000
"""Of a JPEG, which is unpacked at half or a quarter of its size where it is larger than it will be kept."""
EDGE_MOST: Final = 4_000
"""Larger images are drawn anew at this size: every digit on a photographed screen is still legible."""
PAGES_MOST: Final = 20
PAGE_PIXELS_MOST: Final = 4_000_000
DOTS: Final = (150, 110, 72)
"""Per inch: the first at which the whole PDF is small enough is kept."""
POINTS: Final = 72
_FORMATS: Final = {"image/jpeg": "JPEG", "image/png": "PNG", "image/webp": "WEBP"}
_PASSWORD: Final = frozenset({4, 5})
"""PDFium's codes for a password that is wanted, and a protection that it does not know."""


class Refused(Exception):
    """The file is not drawn anew. `most`: the most that would do, where there is one."""

    def __init__(self, reason: str, most: int | None = None) -> None:
        super().__init__(reason)
        self.reason, self.most = reason, most


def paint(kind: str, content: bytes) -> bytes:
    """The file drawn anew. Raises `Refused`; a file that no decoder can read is `damaged`."""
    try:
        return _pdf(content) if kind == "application/pdf" else _image(content, kind)
    except (Refused, MemoryError):
        raise
    except Exception as error:  # a decoder fed by a stranger may fail in any way, and all of them mean the same
        raise Refused("damaged") from error


def _image(content: bytes, kind: str) -> bytes:
    """The image alone, painted into a new file: nothing that was hidden before, after or beside it comes along."""
    from PIL import Image, ImageOps

    Image.MAX_IMAGE_PIXELS = JPEG_PIXELS_MOST
    most = JPEG_PIXELS_MOST if kind == "image/jpeg" else PIXELS_MOST
    try:
        opened = Image.open(io.BytesIO(content), formats=[_FORMATS[kind]])
    except Image.DecompressionBombError:
        raise Refused("too-many-pixels", most) from None
    with opened as image:
        if image.width * image.height > most:
            raise Refused("too-many-pixels", most)
        if image.width * image.height > PIXELS_MOST:
            # Unpacked at the fraction that leaves at least half of the longest edge that is kept.
            part = EDGE_MOST / 2 / max(image.size)
            image.draft("RGB", (int(image.width * part), int(image.height * part)))
            if image.width * image.height > PIXELS_MOST:
                raise Refused("too-many-pixels", most)
        clear = kind != "image/jpeg" and (image.mode in {"RGBA", "LA", "PA"} or "transparency" in image.info)
        painted: Any = image
        if max(image.size) > EDGE_MOST and image.mode in {"RGB", "RGBA", "L", "LA"}:
            image.thumbnail((EDGE_MOST, EDGE_MOST))  # made smaller first: every later copy then costs less
        painted = ImageOps.exif_transpose(painted).convert("RGBA" if clear else "RGB")
    painted.thumbnail((EDGE_MOST, EDGE_MOST))
    painted.info.clear()
    for edge in (EDGE_MOST, EDGE_MOST // 2, EDGE_MOST // 4):
        # A photograph sent as PNG is kept smaller, not refused: its content matters, not its every pixel.
        painted.thumbnail((edge, edge))
        buffer = io.BytesIO()
        painted.save(buffer, format=_FORMATS[kind], **({} if kind == "image/png" else {"quality": 85}))
        if buffer.tell() <= OUT_MOST:
            return buffer.getvalue()
    raise Refused("too-complex")


def _pdf(content: bytes) -> bytes:
    """The pages as pictures in a new PDF: no script, link, form, file, font or layer of the old one is in it."""
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(content)
    except pypdfium2.PdfiumError as error:
        raise Refused("encrypted" if getattr(error, "err_code", None) in _PASSWORD else "damaged") from None
    try:
        count = len(document)
        if count > PAGES_MOST:
            raise Refused("too-many-pages", PAGES_MOST)
        if not count:
            raise Refused("damaged")
        for dots in DOTS:
            made = _book(_pages(document, dots))
            if len(made) <= OUT_MOST:
                return made
    finally:
        document.close()
    raise Refused("too-complex")


def _pages(document: Any, dots: int) -> Iterator[tuple[float, float, int, int, bytes]]:
    """Each page: its size in points, its picture's in pixels, and the picture as JPEG; one in memory at a time."""
    for number in range(len(document)):
        page = document[number]
        width, height = page.get_size()
        if not (1 <= width <= 20_000 and 1 <= height <= 20_000):
            raise Refused("damaged")
        scale = dots / POINTS
        scale *= min(1.0, (PAGE_PIXELS_MOST / (width * height * scale * scale)) ** 0.5)
        bitmap = page.render(scale=scale, may_draw_forms=False)
        picture = bitmap.to_pil().convert("RGB")
        buffer = io.BytesIO()
        picture.save(buffer, format="JPEG", quality=80)
        bitmap.close()
        page.close()
        yield width, height, picture.width, picture.height, buffer.getvalue()


def _book(pages: Iterator[tuple[float, float, int, int, bytes]]) -> bytes:
    """A PDF of one picture a page."""
    objects: list[bytes] = []
    kids = []
    for number, (width, height, across, down, jpeg) in enumerate(pages):
        page, drawing, picture = (3 + number * 3 + each for each in range(3))
        kids.append(f"{page} 0 R")
        box = f"{width:.2f} {height:.2f}"
        said = f"q {width:.2f} 0 0 {height:.2f} 0 0 cm /P Do Q".encode()
        resources = f"<</XObject<</P {picture} 0 R>>>>"
        objects.append(
            f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 {box}]/Resources{resources}/Contents {drawing} 0 R>>".encode()
        )
        objects.append(b"<</Length %d>>stream\n%s\nendstream" % (len(said), said))
        head = f"<</Type/XObject/Subtype/Image/Width {across}/Height {down}/ColorSpace/DeviceRGB/BitsPerComponent 8"
        objects.append(f"{head}/Filter/DCTDecode/Length {len(jpeg)}>>stream\n".encode() + jpeg + b"\nendstream")
    catalogue = b"<</Type/Catalog/Pages 2 0 R>>"
    tree = f"<</Type/Pages/Count {len(kids)}/Kids[{' '.join(kids)}]>>".encode()
    out, places = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n"), []
    for number, each in enumerate([catalogue, tree, *objects], 1):
        places.append(len(out))
        out += b"%d 0 obj" % number + each + b"endobj\n"
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(places) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (len(places) + 1, start)
    return bytes(out)


def prepare(kind: str) -> None:
    """Load all that drawing needs: afterwards nothing more can be."""
    from PIL import Image, JpegImagePlugin, MpoImagePlugin, PngImagePlugin, TiffImagePlugin, WebPImagePlugin  # noqa: F401

    Image.preinit()
    if kind == "application/pdf":
        import pypdfium2  # noqa: F401
        from PIL import ImageFile  # noqa: F401

        return
    # The rest is loaded by the libraries when it is first wanted.
    sample, exif = io.BytesIO(), Image.Exif()
    exif[0x0112] = 6
    Image.new("RGB", (8, 8)).save(sample, format=_FORMATS[kind], exif=exif)
    with contextlib.suppress(Refused):
        paint(kind, sample.getvalue())
    with contextlib.suppress(Refused):
        paint(kind, sample.getvalue()[:40])


def confine() -> None:
    """Give up what a decoder that was taken over could use."""
    if os.geteuid() == 0:
        import pwd

        with contextlib.suppress(KeyError, OSError):
            unprivileged = pwd.getpwnam("nobody")
            os.setgroups([])
            os.setgid(unprivileged.pw_gid)
            os.setuid(unprivileged.pw_uid)
    for what, most in (
        ("RLIMIT_AS", MEMORY),
        ("RLIMIT_CPU", CPU_SECONDS),
        ("RLIMIT_CORE", 0),
        ("RLIMIT_FSIZE", 0),
        ("RLIMIT_NPROC", 0),
        ("RLIMIT_NOFILE", 0),
    ):
        # Not every system has each, or lets it be that low: macOS bounds no address space.
        with contextlib.suppress(AttributeError, ValueError, OSError):
            resource.setrlimit(getattr(resource, what), (most, most))


def main() -> int:
    """Read one file, answer, and end."""
    kind = sys.argv[1]
    prepare(kind)
    confine()
    length = int.from_bytes(sys.stdin.buffer.read(8), "big")
    content = sys.stdin.buffer.read(length) if length <= IN_MOST else b""
    if len(content) != length:
        return 1  # the sender is gone
    try:
        said = b"+" + paint(kind, content)
    except Refused as refused:
        said = f"-{refused.reason} {refused.most or ''}".strip().encode()
    except MemoryError:
        said = b"-too-complex"
    sys.stdout.buffer.write(said)
    sys.stdout.buffer.flush()
    return 0


if __name__ == "__main__":
    # Without the interpreter's farewell: there is nothing to tidy up, and it would want files.
    os._exit(main())
