"""The settings of the pictures, from the environment: the folder, which ones, in which language, how much of a page."""

import os
from pathlib import Path
from typing import Final

ELSEWHERE: Final = bool(os.environ.get("SABOT_PICTURES"))
"""Another folder is named: every screenshot is kept there, to be looked at."""
FOLDER: Final = Path(os.environ.get("SABOT_PICTURES") or Path(__file__).resolve().parents[2] / "docs" / "pictures")
LANGUAGE: Final = os.environ.get("SABOT_PICTURES_IN", "pt")
WANTED: Final = {name for name in os.environ.get("SABOT_PICTURES_OF", "").split(",") if name}
"""Some of them by name; empty: all."""
WHOLE: Final = "SABOT_PICTURES_WHOLE" in os.environ
"""Pages of the office are kept in their whole length too."""


def wants(name: str) -> bool:
    """Whether this picture is taken."""
    return not WANTED or name in WANTED
