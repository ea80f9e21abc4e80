"""Setting one template with its data, by typst; also run by itself, as a process that gives its memory back.

The compiler keeps what it laid out for the next time, some 350 MB for a thousand rows, and never lets go of it: the
parts of a long document are each set in a process of their own. Imports nothing of the house, so that it starts at
once.
"""

import json
import sys
from pathlib import Path
from typing import Any, Final

import typst

TEMPLATES: Final = Path(__file__).resolve().parent / "print"


def compiled(template: str, text: str, *, timestamp: int) -> bytes:
    """`print/<template>.typ` as a PDF; `text` is its data in JSON."""
    made: Any = typst.compile(
        str(TEMPLATES / f"{template}.typ"),
        root=str(TEMPLATES),
        format="pdf",
        sys_inputs={"data": text},
        ignore_system_fonts=True,
        timestamp=timestamp,
    )
    return bytes(made)


def queried(template: str, text: str, *, label: str) -> bytes:
    """The values under a label of the template once it is laid out, as a list in JSON."""
    found = typst.query(
        str(TEMPLATES / f"{template}.typ"),
        f"<{label}>",
        field="value",
        root=str(TEMPLATES),
        sys_inputs={"data": text},
        ignore_system_fonts=True,
    )
    return found.encode()


def main() -> None:
    """Do the one work that stands on the input, and write what came out."""
    work = json.load(sys.stdin.buffer)
    act = queried if "label" in work else compiled
    sys.stdout.buffer.write(act(**work))


if __name__ == "__main__":
    main()
