"""Paper: a typst template and its data become a PDF. The same data are the same bytes; nothing is fetched."""

import hashlib
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import IO, Any, Final

import pypdfium2

from reporting.writers import setting

TEMPLATES: Final = setting.TEMPLATES
PATIENCE: Final = 600
"""Seconds for one part."""
_EPOCH: Final = int(datetime(2026, 1, 1, tzinfo=UTC).timestamp())
_ID: Final = re.compile(rb"/ID ?\[[^\]]*\]")


def pdf(template: str, data: Mapping[str, Any]) -> bytes:
    """Set `print/<template>.typ` with `data`, which is JSON-able and reaches it as `sys.inputs.data`.

    Texts come already in the reader's language, amounts and moments already written out.
    """
    return setting.compiled(template, _text(data), timestamp=_EPOCH)


def pdf_apart(template: str, data: Mapping[str, Any]) -> bytes:
    """The same, in a process of its own, whose memory is given back: for the parts of what is long."""
    return _apart(template=template, text=_text(data), timestamp=_EPOCH)


def asked(template: str, data: Mapping[str, Any], label: str) -> list[Any]:
    """The values that the template, laid out with `data`, has under this label, in order; in a process of its own."""
    found: list[Any] = json.loads(_apart(template=template, text=_text(data), label=label))
    return found


def pages(content: bytes) -> int:
    """How many pages a PDF of ours has."""
    document = pypdfium2.PdfDocument(content)
    try:
        return len(document)
    finally:
        document.close()


def join(parts: Iterable[bytes], out: IO[bytes]) -> None:
    """Write PDFs of ours one after another as one, with the facts of the first; the same parts are the same bytes."""
    whole: Any = None
    for content in parts:
        part = pypdfium2.PdfDocument(content)
        if whole is None:
            whole = part
            continue
        whole.import_pages(part)
        part.close()
    with tempfile.TemporaryFile() as file:
        whole.save(file)
        whole.close()
        _settled(file, out)


def _settled(file: IO[bytes], out: IO[bytes]) -> None:
    """Copy the file with a number of its own content: the library's differs every time. It stands near the end."""
    size = file.seek(0, 2)
    tail = min(size, 4096)
    file.seek(0)
    hashed, left = hashlib.md5(usedforsecurity=False), size - tail
    while left:
        block = file.read(min(left, 1 << 20))
        hashed.update(block)
        out.write(block)
        left -= len(block)
    name = hashed.hexdigest().upper().encode()
    end, count = _ID.subn(b"/ID[<%s><%s>]" % (name, name), file.read())
    assert count == 1, "a joined file has one number, in its last lines"
    out.write(end)


def _text(data: Mapping[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, sort_keys=True)


def _apart(**work: Any) -> bytes:
    done = subprocess.run(  # noqa: S603  (our own interpreter on our own file)
        [sys.executable, "-I", setting.__file__],
        input=json.dumps(work).encode(),
        stdout=subprocess.PIPE,
        timeout=PATIENCE,
        check=True,
    )
    return done.stdout
