"""The storage of static files: what a page names comes in one file under a hashed name, and so do the texts of scripts.

The files under their own names stay as they are written. Under a hashed name, which browsers keep, a style sheet or a
script holds everything that it imports; a file that another imports has no hashed name of its own, since two copies of
a module would not share what they know.
"""

import posixpath
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.core.files.base import ContentFile
from django.http import HttpRequest
from django.utils import translation
from django.views.i18n import JavaScriptCatalog
from whitenoise.storage import CompressedManifestStaticFilesStorage

from casino.web.joining import scripts, styles
from casino.web.joining.places import TEXTS, CannotJoin, Sources

KINDS: Final = {".css": styles, ".js": scripts}


class JoinedFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # whitenoise has no types
    """Joins when files are gathered; hashes, compressed copies and the list of names are WhiteNoise's and Django's."""

    def post_process(self, paths: dict[str, tuple[Any, str]], dry_run: bool = False, **options: Any) -> Iterator[Any]:
        """Join, hash and compress what was gathered.

        Raises:
            CannotJoin: a file cannot be joined with what it imports, or the translations are not compiled.
        """
        if not dry_run:
            made = {TEXTS.format(language): texts(language) for language, _ in settings.LANGUAGES}
            for name, text in made.items():
                self.delete(name)
                self.save(name, ContentFile(text.encode()))
            whole, parts = joined(paths)
            held = {name: (_Held(text), name) for name, text in (whole | made).items()}
            paths = {name: each for name, each in paths.items() if name not in parts} | held
        yield from super().post_process(paths, dry_run=dry_run, **options)


class _Held:
    """A file that is only in memory, where Django opens one of a storage."""

    def __init__(self, text: str) -> None:
        self._text = text

    def open(self, _: str) -> "ContentFile[bytes]":
        """The file."""
        return ContentFile(self._text.encode())


def joined(paths: Mapping[str, tuple[Any, str]]) -> tuple[dict[str, str], set[str]]:
    """By name the files that import others, joined with them; and the names of the files that were joined into others.

    Raises:
        CannotJoin: a file cannot be joined with what it imports.
    """
    sources = Sources(paths)
    kinds = {name: kind for name in sources if (kind := KINDS.get(posixpath.splitext(name)[1])) is not None}
    importing = {name: kind for name, kind in kinds.items() if kind.imports(sources[name])}
    whole = {name: kind.joined(name, sources) for name, kind in importing.items()}
    parts = {part for name, kind in importing.items() for part in kind.parts(name, sources[name])}
    return {name: text for name, text in whole.items() if name not in parts}, parts


def texts(language: str) -> str:
    """The script with the texts of all scripts in a language.

    Raises:
        CannotJoin: the language's translations are not compiled.
    """
    for catalogue in (Path(folder, language, "LC_MESSAGES", "djangojs.po") for folder in settings.LOCALE_PATHS):
        if catalogue.exists() and not catalogue.with_suffix(".mo").exists():
            raise CannotJoin(f"The texts of scripts in {language!r} are not compiled: `manage.py compile_texts` first.")
    with translation.override(language):
        return JavaScriptCatalog(domain="djangojs").get(HttpRequest()).content.decode()
