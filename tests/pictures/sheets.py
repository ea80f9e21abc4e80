"""Screenshots put together: one sheet of a state at five sizes, phones side by side; as small files."""

import io
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from PIL import Image

Picture = Image.Image

SHEET: Final = (1680, 1180)
PLACES: Final = {
    (1440, 900): (16, 16, 864),
    (1280, 800): (896, 16, 768),
    (1024, 768): (16, 572, 614),
    (390, 844): (646, 572, 273),
    (844, 390): (935, 572, 633),
}
"""By the window's size: left, top and width on the sheet, in pixels."""
BETWEEN: Final = "#2b302e"
BYTES_MOST: Final = 250_000
BEST: Final = 88
"""Quality of a JPEG, where its size allows it."""


def opened(png: bytes) -> Picture:
    """A screenshot as a picture."""
    return Image.open(io.BytesIO(png)).convert("RGB")


def sheet(shots: dict[tuple[int, int], bytes]) -> Picture:
    """The screenshots of one state, by the window's size."""
    whole = Image.new("RGB", SHEET, BETWEEN)
    for size, png in shots.items():
        left, top, width = PLACES[size]
        picture = opened(png)
        height = round(picture.height * width / picture.width)
        whole.paste(picture.resize((width, height), Image.Resampling.LANCZOS), (left, top))
    return whole


def beside(shots: Sequence[bytes], *, height: int) -> Picture:
    """Screenshots of one height, side by side."""
    pictures = [opened(png) for png in shots]
    widths = [round(each.width * height / each.height) for each in pictures]
    gap = 16
    whole = Image.new("RGB", (sum(widths) + gap * (len(widths) + 1), height + 2 * gap), BETWEEN)
    left = gap
    for picture, width in zip(pictures, widths, strict=True):
        whole.paste(picture.resize((width, height), Image.Resampling.LANCZOS), (left, gap))
        left += width + gap
    return whole


def kept(picture: Picture, file: Path, *, most: int = BYTES_MOST) -> None:
    """Write a JPEG as good as it can be within so many bytes."""
    file.parent.mkdir(parents=True, exist_ok=True)
    for quality in range(BEST, 20, -4):
        written = io.BytesIO()
        picture.save(written, "JPEG", quality=quality, optimize=True, progressive=True)
        if written.tell() <= most:
            file.write_bytes(written.getvalue())
            return
    raise ValueError(f"{file.name} does not fit into {most} bytes")
