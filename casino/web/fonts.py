"""The pages' type faces among the static files: what the packages in the data folder hold, under plain names.

`./sabot fonts` installs the packages (docs/running.md). Where they are not, no static file is missed: `css/fonts.css`
is joined without the faces, and pages show the system's.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder
from django.contrib.staticfiles.storage import staticfiles_storage
from django.contrib.staticfiles.utils import matches_patterns
from django.core.files.storage import FileSystemStorage

INTERFACE: Final = "fonts/figtree-latin-wght-normal.woff2"
"""The file that every page needs for its first line."""
_FIGTREE: Final = "@fontsource-variable/figtree"
_FRAUNCES: Final = "@fontsource-variable/fraunces"
FILES: Final = {
    INTERFACE: f"{_FIGTREE}/files/figtree-latin-wght-normal.woff2",
    "fonts/figtree-latin-ext-wght-normal.woff2": f"{_FIGTREE}/files/figtree-latin-ext-wght-normal.woff2",
    "fonts/figtree-license.txt": f"{_FIGTREE}/LICENSE",
    "fonts/fraunces-latin-opsz-normal.woff2": f"{_FRAUNCES}/files/fraunces-latin-opsz-normal.woff2",
    "fonts/fraunces-latin-ext-opsz-normal.woff2": f"{_FRAUNCES}/files/fraunces-latin-ext-opsz-normal.woff2",
    "fonts/fraunces-license.txt": f"{_FRAUNCES}/LICENSE",
}
"""By the name of the static file: where it is among the installed packages. Each face has its licence beside it."""


class Packages(FileSystemStorage):
    """The installed packages, read by the names of the static files."""

    def path(self, name: str) -> str:
        """Where the file is."""
        return str(Path(settings.FONTS_DIR, "node_modules", FILES[name]))


class FontsFinder(BaseFinder):
    """Finds the files of `FILES` that are installed."""

    def __init__(self, app_names: Any = None, *args: Any, **kwargs: Any) -> None:
        self._storage = Packages()

    def check(self, **kwargs: Any) -> list[Any]:
        """Nothing can be set wrongly."""
        return []

    def find(self, path: str, find_all: bool = False, **kwargs: Any) -> Any:
        """The place of the file of that name; empty where there is none."""
        if path not in FILES or not self._storage.exists(path):
            return []
        return [self._storage.path(path)] if find_all else self._storage.path(path)

    def list(self, ignore_patterns: Any) -> Iterator[tuple[str, Packages]]:
        """The names, and the storage that has them."""
        for name in FILES:
            if not matches_patterns(name, ignore_patterns or []) and self._storage.exists(name):
                yield name, self._storage


def ahead() -> str | None:
    """The address of the interface's font by its hashed name; None where it was not gathered."""
    hashed: dict[str, str] = getattr(staticfiles_storage, "hashed_files", {})
    name = hashed.get(INTERFACE)
    return None if name is None else f"{settings.STATIC_URL}{name}"
