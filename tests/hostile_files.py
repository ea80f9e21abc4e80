"""Files as strangers send them: sound ones, and ones that want more than to be looked at."""

import io
import zipfile
import zlib
from collections.abc import Sequence
from typing import Any

from PIL import Image


def image(kind: str, size: tuple[int, int] = (40, 30), **options: Any) -> bytes:
    """An image of one colour."""
    buffer = io.BytesIO()
    Image.new("RGB", size, (10, 120, 200)).save(buffer, format=kind, **options)
    return buffer.getvalue()


def zipped() -> bytes:
    """An archive with a large file at a path that leads outside."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("../../etc/passwd", b"\0" * 4_000_000)
    return buffer.getvalue()


def png_of(width: int, height: int, *, rows: int = 0) -> bytes:
    """A PNG that says it is this large; with as many of its rows, all black, as are asked for."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return len(data).to_bytes(4, "big") + name + data + zlib.crc32(name + data).to_bytes(4, "big")

    header = width.to_bytes(4, "big") + height.to_bytes(4, "big") + bytes([8, 2, 0, 0, 0])
    packer = zlib.compressobj(9)
    body = b"".join(packer.compress(bytes(1 + width * 3)) for _ in range(rows)) or packer.compress(b"\0" * 100_000)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", body + packer.flush()) + chunk(b"IEND", b"")


def pdf_of(words: Sequence[str]) -> bytes:
    """A PDF of one page a word."""
    font = 3 + 2 * len(words)
    kids = " ".join(f"{3 + 2 * number} 0 R" for number in range(len(words)))
    objects = [b"<</Type/Catalog/Pages 2 0 R>>", f"<</Type/Pages/Count {len(words)}/Kids[{kids}]>>".encode()]
    for number, word in enumerate(words):
        page = f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents {4 + 2 * number} 0 R"
        objects.append(f"{page}/Resources<</Font<</F {font} 0 R>>>>>>".encode())
        said = f"BT /F 40 Tf 20 80 Td ({word}) Tj ET".encode()
        objects.append(b"<</Length %d>>stream\n%s\nendstream" % (len(said), said))
    objects.append(b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>")
    out, places = bytearray(b"%PDF-1.4\n"), []
    for number, each in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj" % number + each + b"endobj\n"
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(places) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    return bytes(out + b"trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (len(places) + 1, start))


def _hidden_script() -> bytes:
    """A PDF whose catalogue, script and link lie packed in an object stream."""
    packed = [
        (1, b"<</Type/Catalog/Pages 2 0 R/OpenAction 6 0 R/AA<</WC 6 0 R>>>>"),
        (2, b"<</Type/Pages/Count 1/Kids[3 0 R]>>"),
        (3, b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Annots[7 0 R]>>"),
        (6, b"<</S/JavaScript/JS(app.alert(1))>>"),
        (7, b"<</Type/Annot/Subtype/Link/Rect[0 0 300 200]/A<</S/URI/URI(https://elsewhere.example/)>>>>"),
    ]
    offsets, inside = [], b""
    for number, each in packed:
        offsets.append(b"%d %d" % (number, len(inside)))
        inside += each + b" "
    head = b" ".join(offsets) + b" "
    stream = zlib.compress(head + inside)
    out = bytearray(b"%PDF-1.5\n")
    place = len(out)
    out += b"4 0 obj<</Type/ObjStm/N %d/First %d/Filter/FlateDecode/Length %d>>stream\n" % (
        len(packed),
        len(head),
        len(stream),
    )
    out += stream + b"\nendstream endobj\n"
    table = len(out)
    rows = {0: (0, 0, 255), 4: (1, place, 0), 5: (1, table, 0)}
    rows |= {number: (2, 4, index) for index, (number, _) in enumerate(packed)}
    cells = b"".join(
        kind.to_bytes(1, "big") + where.to_bytes(4, "big") + what.to_bytes(1, "big")
        for kind, where, what in (rows[number] for number in range(8))
    )
    table_stream = zlib.compress(cells)
    out += b"5 0 obj<</Type/XRef/Size 8/W[1 4 1]/Root 1 0 R/Filter/FlateDecode/Length %d>>stream\n" % len(table_stream)
    return bytes(out + table_stream + b"\nendstream endobj\nstartxref\n%d\n%%%%EOF\n" % table)


PDF = pdf_of(["talao"])
HIDDEN_SCRIPT = _hidden_script()
