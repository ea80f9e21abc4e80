"""A hook of mkdocs: pages of the root join the site, and links to files outside of it become plain text."""

import posixpath
import re
from functools import partial
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File

ROOT = Path(__file__).resolve().parents[2]
ROOT_PAGES = {
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
    "CODE_OF_CONDUCT.md": "code-of-conduct.md",
    "CHANGELOG.md": "changelog.md",
    "THIRD-PARTY.md": "third-party.md",
}
LINK = re.compile(r"(?<!!)\[([^\]]+)\]\(([^)\s#:]+)(#[^)\s]*)?\)")


def on_files(files: Any, config: Any) -> Any:
    """Add the pages of the root."""
    for source, page in ROOT_PAGES.items():
        files.append(File.generated(config, page, content=(ROOT / source).read_text(encoding="utf-8")))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Lead every link of this page to where its target is in the site."""
    uri = page.file.src_uri
    source = next((name for name, made in ROOT_PAGES.items() if made == uri), f"docs/{uri}")
    return LINK.sub(partial(_led, source=source, uri=uri), markdown)


def _led(link: re.Match[str], *, source: str, uri: str) -> str:
    text, target, anchor = link[1], link[2], link[3] or ""
    path = posixpath.normpath(posixpath.join(posixpath.dirname(source), target))
    if (ROOT / path).is_dir():
        path += "/README.md"
    if path in ROOT_PAGES:
        there = ROOT_PAGES[path]
    elif path.startswith("docs/"):
        there = path.removeprefix("docs/")
    else:
        return text
    return f"[{text}]({posixpath.relpath(there, posixpath.dirname(uri) or '.')}{anchor})"
