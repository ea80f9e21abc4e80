"""The message catalogues: gathered from the sources and compiled with Babel, so that no machine needs gettext's tools.

English is the source language: its sentences are the message ids and need no catalogue. Portuguese is the binding
language of the product, and complete, as Romanian is; a test refuses a text that lacks either.
"""

import io
import os
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

from casino.conformance import rules
from casino.regulation import published

ROOT: Final = Path(__file__).resolve().parents[2]
LOCALE: Final = ROOT / "casino" / "locale"
LANGUAGES: Final = ("pt", "ro")
DOMAINS: Final = ("django", "djangojs")
PACKAGES: Final = ("kernel", "wallet", "players", "tables", "reporting", "casino", "demonstration")
ANY_DAY: Final = datetime(2026, 1, 1, tzinfo=UTC)
"""In the heads of all catalogues: with the day they were gathered, any two people would have written two."""
KEYWORDS: Final = DEFAULT_KEYWORDS | {
    "gettext_lazy": None,
    "ngettext_lazy": (1, 2),
    "gettext_noop": None,
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
}


SCRIPT_KEYWORDS: Final = KEYWORDS | {"plural": (1, 2)}


def catalogue_path(language: str, domain: str) -> Path:
    """The path of the translations of one language."""
    return LOCALE / language / "LC_MESSAGES" / f"{domain}.po"


def read_catalogue(language: str, domain: str) -> Catalog:
    """The translations of one language; empty if there are none yet."""
    path = catalogue_path(language, domain)
    if not path.exists():
        return Catalog(locale=language, domain=domain)
    with path.open("rb") as file:
        return read_po(file, locale=language, domain=domain)


def gathered(domain: str) -> Catalog:
    """Every text of the sources: Python and templates, or the scripts of the pages."""
    template = Catalog(domain=domain, creation_date=ANY_DAY)
    for place, text, context in _scripts() if domain == "djangojs" else _pages():
        template.add(text, locations=[(place, 1)], context=context)
    return template


def _pages() -> Iterator[tuple[str, "str | tuple[str, ...]", "str | None"]]:
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            yield from _from_python(path, path.read_text(encoding="utf-8"))
    for text in rules.texts():
        yield rules.FILE.relative_to(ROOT).as_posix(), text, None
    for text in published.texts():
        yield published.FILE.relative_to(ROOT).as_posix(), text, None
    pages = (path for path in (ROOT / "templates").rglob("*") if path.suffix in {".html", ".txt"})
    for path in sorted(pages):
        # Django turns a template into lines of calls and fillers; the fillers' indentation means nothing.
        calls = templatize(path.read_text(encoding="utf-8"))
        yield from _from_python(path, "\n".join(line.strip() for line in calls.splitlines()))


def _from_python(path: Path, code: str) -> Iterator[tuple[str, "str | tuple[str, ...]", "str | None"]]:
    found = extract("python", io.BytesIO(code.encode()), keywords=KEYWORDS)
    for _, text, _, context in found:
        yield path.relative_to(ROOT).as_posix(), text, context


def _scripts() -> Iterator[tuple[str, "str | tuple[str, ...]", "str | None"]]:
    for path in sorted((ROOT / "static" / "js").rglob("*.js")):
        with path.open("rb") as file:
            found = extract("javascript", file, keywords=SCRIPT_KEYWORDS, options={"parse_template_string": True})
            for _, text, _, context in found:
                yield path.relative_to(ROOT).as_posix(), text, context


def update() -> dict[str, int]:
    """Bring every catalogue up to date with the sources; how many texts each language still lacks."""
    lacking: dict[str, int] = {}
    for domain in DOMAINS:
        template = gathered(domain)
        for language in LANGUAGES:
            catalogue = read_catalogue(language, domain)
            catalogue.update(template, no_fuzzy_matching=True)
            catalogue.obsolete.clear()
            catalogue.project, catalogue.version, catalogue.msgid_bugs_address = "Sabot", "0.1", "the issue tracker"
            catalogue.last_translator = catalogue.language_team = "The developers of Sabot"
            path = catalogue_path(language, domain)
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("wb") as file:
                write_po(file, catalogue, sort_output=True, omit_header=False, no_location=True, width=110)
            lacking[language] = lacking.get(language, 0) + sum(
                not is_whole(message.string) for message in _texts(catalogue)
            )
    return lacking


def missing(language: str, domain: str) -> list[str]:
    """The texts of the sources that a language has no translation for."""
    translated = read_catalogue(language, domain)
    lacking = []
    for message in _texts(gathered(domain)):
        there = translated.get(message.id, message.context)
        if there is None or not is_whole(there.string):
            lacking.append(str(message.id))
    return lacking


def compile_all() -> list[Path]:
    """Compile every catalogue whose sentences changed since it was compiled; the files written."""
    written = []
    for language in LANGUAGES:
        for domain in DOMAINS:
            source = catalogue_path(language, domain)
            target = source.with_suffix(".mo")
            if not source.exists() or (target.exists() and target.stat().st_mtime >= source.stat().st_mtime):
                continue
            whole = target.with_suffix(f".{os.getpid()}")
            with whole.open("wb") as file:
                write_mo(file, read_catalogue(language, domain))
            whole.replace(target)  # no process ever reads half a catalogue
            written.append(target)
    return written


def _texts(catalogue: Catalog) -> list[Message]:
    return [message for message in catalogue if message.id]


def is_whole(text: "str | tuple[str, ...] | list[str] | None") -> bool:
    """Whether a translation is there, in all its plural forms."""
    return bool(text) and (isinstance(text, str) or all(text or ()))
