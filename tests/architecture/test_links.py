"""Every relative link of the documents leads to a file and a heading that are there; the site shows every page."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from tests.architecture.test_tidy import ROOT, name_of

FENCE = re.compile(r"^ *(```|~~~).*?^ *\1", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`[^`\n]+`")
LINK = re.compile(r"!?\[(?:[^\[\]]|\[[^\]]*\])*\]\(<?([^)\s>]+)>?(?: \"[^\"]*\")?\)")
HEADING = re.compile(r"^#{1,6} +(.+?)(?: +#+)?$", re.MULTILINE)
MADE_OF_THE_ROOT = {
    "contributing.md": "CONTRIBUTING.md",
    "security.md": "SECURITY.md",
    "code-of-conduct.md": "CODE_OF_CONDUCT.md",
    "changelog.md": "CHANGELOG.md",
    "third-party.md": "THIRD-PARTY.md",
}
"""Pages that docs/_site/links.py adds to the site."""


def documents() -> Iterator[Path]:
    """The Markdown that people read: the root's pages, docs, the forms of the repository, the game's own page."""
    yield from sorted(ROOT.glob("*.md"))
    for folder in ("docs", ".github", "baccarat"):
        yield from sorted((ROOT / folder).rglob("*.md"))


def slug(heading: str) -> str:
    """The anchor that GitHub, and the site, give a heading."""
    plain = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "").replace("*", "")
    return re.sub(r"[^\w\- ]", "", plain.lower()).replace(" ", "-")


def anchors(text: str) -> set[str]:
    """Every anchor of a page; a heading that comes again gets a number."""
    found: set[str] = set()
    for heading in HEADING.findall(FENCE.sub("", text)):
        base = name = slug(heading)
        number = 0
        while name in found:
            number += 1
            name = f"{base}-{number}"
        found.add(name)
    return found


def broken(path: Path, text: str) -> list[str]:
    """The links of this page that lead nowhere."""
    found = []
    for target in LINK.findall(CODE.sub("", FENCE.sub("", text))):
        if re.match(r"[a-z][a-z0-9+.-]*:", target):
            continue
        place, _, anchor = target.partition("#")
        there = (path.parent / place).resolve() if place else path
        if place.startswith("/") or not (there == path or there.exists()) or ROOT not in there.parents:
            found.append(target)
        elif anchor:
            page = text if there == path else there.read_text(encoding="utf-8") if there.suffix == ".md" else ""
            if anchor not in anchors(page):
                found.append(target)
    return found


def test_every_link_leads_somewhere() -> None:
    found = {name_of(path): wrong for path in documents() if (wrong := broken(path, path.read_text(encoding="utf-8")))}
    assert found == {}


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("[a](nowhere.md)", ["nowhere.md"]),
        ("[a](ARCHITECTURE.md#no-such-heading)", ["ARCHITECTURE.md#no-such-heading"]),
        ("![a](pictures/nothing.jpg)", ["pictures/nothing.jpg"]),
        ("[a](/etc/hosts)", ["/etc/hosts"]),
        ("[a](../../outside.md)", ["../../outside.md"]),
        ("## Here\n\n[a](#here) [b](#there)", ["#there"]),
        ("[![a](nothing.svg)](ARCHITECTURE.md)", []),
        ("`[a](code.md)`\n\n```\n[a](code.md)\n```\n[a](ARCHITECTURE.md#time) [b](mailto:a@b.example)", []),
        ("## Two words, `code` & more\n\n[a](#two-words-code--more)", []),
        ("## Again\n\n## Again\n\n[a](#again-1)", []),
    ],
)
def test_a_broken_link_is_found(text: str, wrong: list[str]) -> None:
    assert broken(ROOT / "docs" / "page.md", text) == wrong


class _Settings(yaml.SafeLoader):
    """mkdocs' settings name Python functions, which are not looked up here."""


_Settings.add_multi_constructor("tag:yaml.org,2002:python/", lambda loader, suffix, node: None)


def _pages(entry: object) -> Iterator[str]:
    if isinstance(entry, str):
        yield entry
    else:
        for each in entry.values() if isinstance(entry, dict) else entry:  # type: ignore[attr-defined]
            yield from _pages(each)


def test_the_site_shows_every_page_once() -> None:
    settings = yaml.load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"), Loader=_Settings)
    shown = list(_pages(settings["nav"]))
    pages = [path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")]
    wanted = [page for page in pages if not re.match(r"adr/\d", page)] + list(MADE_OF_THE_ROOT)
    assert sorted(shown) == sorted(wanted)
    assert [source for source in MADE_OF_THE_ROOT.values() if not (ROOT / source).exists()] == []
