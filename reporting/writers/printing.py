"""Paper: a typst template and its data become a PDF. The same data are the same bytes; nothing is fetched."""

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import typst

TEMPLATES: Final = Path(__file__).parent / "print"
_EPOCH: Final = int(datetime(2026, 1, 1, tzinfo=UTC).timestamp())


def pdf(template: str, data: Mapping[str, Any]) -> bytes:
    """Set `print/<template>.typ` with `data`, which is JSON-able and reaches it as `sys.inputs.data`.

    Texts come already in the reader's language, amounts and moments already written out.
    """
    text = json.dumps(data, ensure_ascii=False, sort_keys=True)
    made: Any = typst.compile(
        str(TEMPLATES / f"{template}.typ"),
        root=str(TEMPLATES),
        format="pdf",
        sys_inputs={"data": text},
        ignore_system_fonts=True,
        timestamp=_EPOCH,
    )
    return bytes(made)
