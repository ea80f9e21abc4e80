"""Which software made a report (PA-01): its name and version."""

import tomllib
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Final

PROJECT: Final = Path(__file__).resolve().parents[2] / "pyproject.toml"


@cache
def software() -> str:
    """For example «sabot 0.1.0»: from the tree it runs in, or from the installed package."""
    if PROJECT.is_file():
        version = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]["version"]
    else:
        version = metadata.version("sabot")
    return f"sabot {version}"
