"""Files edited in the checkout since the last look. Must not know what follows from it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

WATCHED: Final = frozenset({".py", ".html", ".txt", ".sql", ".toml", ".po", ".css", ".js", ".svg", ".woff2"})
NOT_THE_PRODUCT: Final = frozenset({"tests", "docs", "node_modules", "__pycache__"})


class Changes:
    """Compares the product's files with how they were, by size and moment."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._seen = dict(self._look())

    def take(self) -> tuple[str, ...]:
        """The files that were written, added or removed since the last call, as paths within the checkout."""
        now = dict(self._look())
        changed = sorted(str(path.relative_to(self._root)) for path, _ in self._seen.items() ^ now.items())
        self._seen = now
        return tuple(dict.fromkeys(changed))

    def _look(self) -> Iterator[tuple[Path, tuple[int, int]]]:
        waiting = [self._root]
        while waiting:
            for path in waiting.pop().iterdir():
                if path.name.startswith(".") or path.name in NOT_THE_PRODUCT:
                    continue
                if path.is_dir():
                    waiting.append(path)
                elif path.suffix in WATCHED:
                    try:
                        now = path.stat()
                    except FileNotFoundError:  # an editor's file of a moment
                        continue
                    yield path, (now.st_size, now.st_mtime_ns)
