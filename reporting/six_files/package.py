"""A day's package: the same files are the same bytes, whenever and wherever they are packed."""

import io
import zipfile
from collections.abc import Mapping
from typing import Final

_NO_TIME: Final = (1980, 1, 1, 0, 0, 0)
"""The earliest moment that the format knows: a package must not say when it was made."""


def packed(files: Mapping[str, bytes]) -> bytes:
    """A ZIP of the files, by name, each without a moment, an owner or rights of its own."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as package:
        for name in sorted(files):
            about = zipfile.ZipInfo(name, _NO_TIME)
            about.compress_type, about.create_system = zipfile.ZIP_DEFLATED, 0
            package.writestr(about, files[name], zipfile.ZIP_DEFLATED, 9)
    return out.getvalue()
